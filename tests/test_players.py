"""The computer players of a table: whoever stops them lets them go on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest

from handkit import Match, President, bots
from handkit.bots import Bot, Thought
from handkit.bots.own import PlayerError
from handkit.game import IllegalMove, View
from handkit.table import Table

BOTS = {1: "easy", 2: "easy", 3: "easy"}


def send(shown: Table, type: str, **more: Any) -> None:
    shown._dispatch({"type": type, "rev": shown.scene["rev"], **more})


async def until_a_person_may(shown: Table) -> None:
    """Wait for the computer players, who have all the time that they need."""
    for _ in range(1_000):
        if shown.match.waiting_bot is None:
            break
        await asyncio.sleep(0.01)
    assert shown.match.waiting_bot is None, f"{shown.scene['busy']}, for ever"
    assert shown.error is None


def thinking() -> Table:
    """A table at which a move has been made, a line begun, and Ada thinks."""
    shown = Table(President(rounds=2), seed="monday", bots=BOTS, speed="slow")
    send(shown, "ready")
    shown.play(shown.view.moves()[0])
    shown.look(1)
    shown.play_on("other")
    shown.switch("main")
    send(shown, "move", move=str(shown.view.moves()[0]))
    assert shown.match.waiting_bot is not None and shown.scene["busy"]
    return shown


def to_and_fro(shown: Table) -> None:
    shown.switch("other")
    shown.switch("main")


def a_question_comes_and_goes(shown: Table) -> None:
    shown.marks = False
    shown.marks = True


def pause_and_go_on(shown: Table) -> None:
    shown.pause()
    assert not shown.scene["busy"]
    send(shown, "go-on")


def another_match(shown: Table) -> None:
    shown.take(Match(President(), "tuesday", bots={0: "easy", 1: "easy", 2: "easy"}), 3)


def refused(shown: Table) -> None:
    with pytest.raises(ValueError, match="nowhere"):
        shown.switch("nowhere")


STOPPING: list[Callable[[Table], object]] = [
    to_and_fro, a_question_comes_and_goes, pause_and_go_on, another_match, refused,
    Table.undo, Table.deal_again, lambda shown: send(shown, "again"), lambda shown: send(shown, "undo"),
    lambda shown: send(shown, "finish"), lambda shown: send(shown, "new-deal"),
]  # fmt: skip


@pytest.mark.parametrize("stop", STOPPING, ids=range(len(STOPPING)))
def test_whoever_stops_them_lets_them_go_on(stop: Callable[[Table], object]) -> None:
    async def play() -> None:
        shown = thinking()
        send(shown, "set", speed="at once")
        stop(shown)
        await until_a_person_may(shown)
        shown.close()

    asyncio.run(play())


def test_the_other_line_and_back_while_somebody_thinks() -> None:
    async def play() -> None:
        shown = Table(President(), seed="monday", bots=BOTS, speed="fast")
        send(shown, "ready")
        inspector = shown.look_inside()
        shown.play(shown.view.moves()[0])
        inspector._dispatch({"type": "look", "to": 1})
        inspector._dispatch({"type": "play-on"})
        await until_a_person_may(shown)
        send(shown, "move", move=str(shown.view.moves()[0]))
        inspector._dispatch({"type": "line", "name": "main"})
        inspector._dispatch({"type": "line", "name": "branch 1"})
        assert shown.scene["busy"]
        await until_a_person_may(shown)
        assert shown.match.line == "branch 1" and not shown.scene["busy"]
        shown.close()

    asyncio.run(play())


def test_they_wait_until_somebody_looks() -> None:
    """After "run all" each table stands as it was set until its reader comes to it."""

    async def play() -> None:
        start = President.position(["3C 4C", "5C 6C", "7C", "8C"], to_move=1)
        shown = Table(Match(start.game, bots=BOTS, start=start), seat=0, speed="at once")
        shown.look(0)
        shown.marks = True
        await asyncio.sleep(0.1)
        assert shown.match.at == 0
        send(shown, "ready")
        await until_a_person_may(shown)
        assert shown.match.at > 0
        shown.close()

    asyncio.run(play())


@pytest.mark.parametrize("why", ["pause", "curtain", "question", "closed"])
def test_what_keeps_them_waiting_is_so_until_it_ends(why: str) -> None:
    async def play() -> None:
        shown = thinking()
        send(shown, "set", speed="at once")
        at = shown.match.at
        if why == "pause":
            shown.pause()
        elif why == "curtain":
            shown._seating.covered = True
        elif why == "question":
            shown.marks = False
        else:
            shown.close()
        shown._receive(shown, {"type": "try", "move": "", "rev": shown.scene["rev"]})
        await asyncio.sleep(0.2)
        assert shown.match.at == at
        shown.close()

    asyncio.run(play())


def test_a_players_own_illegal_move_is_a_fault_that_is_shown() -> None:
    """A hint asks a player of somebody's own, which raises what only a learner's move should."""

    class Confused(Bot):
        level = "hard"

        def think(self, view: View, rng: random.Random) -> list[Thought]:
            refusal = view.check("3C 4C")
            assert refusal is not None
            raise IllegalMove(refusal)

    bots.register("president", Confused())
    table = Table(Match(President(), seed="confused", bots=dict.fromkeys((1, 2, 3), "easy")))
    table._dispatch({"type": "hint", "rev": table.scene["rev"]})
    assert isinstance(table.error, PlayerError) and isinstance(table.error.__cause__, IllegalMove)
    error = table.scene["error"]
    assert error["text"].startswith("Your player 'hard' stops in line") and "think" in error["report"]
    assert table.scene["hint"] is None and table.scene["hand"]
