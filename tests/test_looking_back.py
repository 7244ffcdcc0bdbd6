"""Time on a table: other moments, and other lines of play."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from handkit import Game, HangIn, Match, President, Reserves
from handkit.table import Table
from handkit.table.messages import MessageError

GAMES: list[Game] = [President(rounds=2), HangIn(), Reserves()]
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def table(game: Game, moves: int = 3, **more: Any) -> Table:
    """A table on which the person has made some moves."""
    shown = Table(game, seed="monday", bots=dict.fromkeys(range(1, game.players), "easy"), **more)
    for _ in range(moves):
        shown.match.finish()
        shown.play(shown.view.moves()[0])
    return shown


def send(shown: Table, type: str, **more: Any) -> dict[str, Any]:
    shown._receive(shown, {"type": type, "rev": shown.scene["rev"], **more})
    return shown.scene  # type: ignore[no-any-return]


@EACH
def test_an_earlier_moment_is_shown_as_it_was_and_nothing_can_be_done_there(game: Game) -> None:
    shown = Table(game, seed="monday", bots=dict.fromkeys(range(1, game.players), "easy"))
    then = [(shown.match.at, shown.scene)]
    for _ in range(4):
        shown.match.finish()
        shown.play(shown.view.moves()[0])
        then.append((shown.match.at, shown.scene))
    for moment, scene in then[:-1]:
        back = send(shown, "look", to=moment)
        assert shown.moment == moment and shown.looking_back
        assert back["past"] == f"move {moment} of {shown.match.at}"
        same = ("meta", "seats", "you", "log", "turned")
        assert {name: back[name] for name in same} == {name: scene[name] for name in same}
        assert [card["card"] for card in back["hand"]] == [card["card"] for card in scene["hand"]]
        assert back["pick"] is None and [action["id"] for action in back["actions"]] == ["play-on", "look"]
        assert f"move {moment} of" in shown.describe()


@EACH
def test_a_move_at_an_earlier_moment_is_refused_and_changes_nothing(game: Game) -> None:
    shown = table(game)
    at, state = shown.match.at, shown.match.state
    shown.look(1)
    for type in ("move", "try", "hint", "undo", "next", "again"):
        scene = send(shown, type, move=str(shown.shown.moves()[0]))
        assert "looking back" in scene["refusal"]["wrong"], type
    for call in (lambda: shown.play("pass"), shown.hint, shown.undo, shown.deal):
        with pytest.raises(MessageError, match="looking back"):
            call()
    assert (shown.match.at, shown.match.state, shown.moment) == (at, state, 1)


@EACH
def test_from_there_a_new_line_goes_on_and_the_old_one_stays(game: Game) -> None:
    shown = table(game)
    match, end = shown.match, shown.match.length
    was = match.state_at(end)
    shown.look(1)
    send(shown, "play-on")
    assert not shown.looking_back and match.branches == ["main", "branch 1"]
    assert match.fork("branch 1") == ("main", min(match.length, match.fork("branch 1")[1]))
    assert match.to_move == shown.front  # the computer players have moved up to here
    shown.play(shown.view.moves()[-1])
    shown.switch("main")
    assert match.at == end and match.state == was
    shown.switch("branch 1")
    assert match.line == "branch 1" and not shown.looking_back


def test_one_step_back_and_on_with_the_keys() -> None:
    shown = table(President())
    now = shown.match.at
    assert send(shown, "look", by=-1)["past"] == f"move {now - 1} of {now}"
    send(shown, "look", by=-1)
    send(shown, "look", by=1)
    assert "past" not in send(shown, "look", by=1)
    assert "past" not in send(shown, "look", by=1)  # there is nothing after now
    for _ in range(now + 3):
        send(shown, "look", by=-1)
    assert shown.moment == 0 and "began" in shown.scene["prompt"]["text"]


@pytest.mark.parametrize("to", [-1, 10_000, True, "3", 2.0, [], {}])
def test_a_moment_that_is_none_is_refused_in_words(to: Any) -> None:
    shown = table(President())
    before = shown.match.at, shown.moment
    assert "There is no moment" in send(shown, "look", to=to)["refusal"]["wrong"]
    if to != -1:
        assert "by one move" in send(shown, "look", by=to)["refusal"]["wrong"]
    assert (shown.match.at, shown.moment) == before and "error" not in shown.scene


def test_a_moment_that_has_been_played_over_is_left() -> None:
    shown = table(President(), moves=4)
    shown.look(shown.match.at - 1)
    shown.match.goto(4)
    assert "past" in shown.scene
    shown.match.play(shown.match.state.moves()[-1])  # what came after is forgotten
    assert "past" not in shown.scene


def test_a_moment_that_has_become_now_is_no_longer_looked_back_at() -> None:
    shown = table(President(), moves=4)
    for now in (shown.match.at - 2, shown.match.at - 1):  # it goes back to that moment, and on to this one
        shown.look(now)
        assert "past" in shown.scene
        shown.match.goto(now)
        assert "past" not in shown.scene


def test_the_computer_players_go_on_while_somebody_looks_back() -> None:
    async def play() -> None:
        shown = Table(President(), seed="monday", bots={1: "easy", 2: "easy", 3: "easy"}, speed="at once")
        move = str(shown.view.moves()[0])
        shown._receive(shown, {"type": "move", "move": move, "rev": shown.scene["rev"]})
        await asyncio.sleep(0)
        shown.look(1)
        began = shown.match.at
        for _ in range(500):
            if shown.match.waiting_bot is None:
                break
            await asyncio.sleep(0.01)
        assert shown.match.at > began and shown.moment == 1
        assert shown.scene["past"] == f"move 1 of {shown.match.at}"
        shown.close()

    asyncio.run(play())


def test_two_tables_of_one_match_look_at_moments_of_their_own_and_at_the_same_game() -> None:
    one = table(President())
    other = Table(one.match)
    one.look(1)
    assert "past" not in other.scene
    other.play(other.view.moves()[0])
    assert one.moment == 1 and one.scene["past"].endswith(f"of {other.match.at}")


def test_nothing_is_looked_at_through_the_curtain() -> None:
    shown = Table(Match(President(players=3), seed="s", bots={2: "easy"}))
    shown.play(shown.view.moves()[0])
    assert shown.scene["curtain"]
    for type in ("look", "play-on"):
        scene = send(shown, type, to=1)
        assert "covered" in scene["refusal"]["wrong"] and scene["hand"] == [] and not shown.looking_back
    with pytest.raises(MessageError, match="covered"):
        shown.open_cards()
    assert not shown.match.opened


def test_opening_the_cards_is_noted_once_and_can_be_taken_back() -> None:
    shown = table(President())
    assert not any("cards" in seat for seat in shown.scene["seats"])
    shown.open_cards()
    assert all("cards" in seat for seat in shown.scene["seats"]) and shown.match.opened == [shown.match.at]
    shown.open_cards(False)
    assert not any("cards" in seat for seat in shown.scene["seats"])
    assert shown.match.opened == [shown.match.at]


def test_forks_are_told_by_the_moves_that_lines_share() -> None:
    match = Match(President(), seed="s", bots={1: "easy", 2: "easy", 3: "easy"})
    for _ in range(3):
        match.finish()
        match.play(match.state.moves()[0])
    assert match.fork("main") == ("", 0)
    match.branch("other", 2)
    assert match.fork("other") == ("main", 2) and match.at == 2
    match.play(match.state.moves()[-1])
    again = Match.from_record(match.record())
    assert again.fork("other") == match.fork("other")
    with pytest.raises(ValueError, match="no branch"):
        match.fork("nowhere")
