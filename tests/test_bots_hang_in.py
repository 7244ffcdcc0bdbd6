"""The computer players of Hang In: what they see, how each plays, and that the levels are in order."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from handkit.bots import Bot, bot, levels
from handkit.bots.hang_in import BOTS, Hard
from handkit.game import DEALER
from handkit.games.hang_in import HangIn, HangInState
from handkit.games.president import President
from handkit.match import generator
from handkit.testing import Effort, check_game, every_option

EASY, NORMAL, HARD = BOTS


def quick() -> Hard:
    """Hard with few worlds, for what does not depend on its strength."""
    player = Hard()
    player.worlds = 4
    return player


PLAYERS = [EASY, NORMAL, quick()]


def choice(player: Bot, state: HangInState, seed: object = 1) -> str:
    """What a bot plays at its turn, as text."""
    assert state.to_move is not None
    return str(player.choose(state.view(state.to_move), generator(seed)))


def whys(player: Bot, state: HangInState) -> dict[str, str]:
    """What a bot says of each of its moves."""
    assert state.to_move is not None
    thoughts = player.think(state.view(state.to_move), generator(1))
    return {str(thought.move): thought.why for thought in thoughts}


def moments(game: HangIn, seed: object) -> Iterator[HangInState]:
    """All states of a game in which somebody has to choose; Normal plays, with odd moves between."""
    rng = generator("moments", seed)
    state = game.start()
    while (seat := state.to_move) is not None:
        if seat == DEALER:
            state.play(state.deal(rng))
            continue
        yield state.copy()
        odd = rng.random() < 0.3
        state.play(state.random_move(rng) if odd else NORMAL.choose(state.view(seat), rng))


# ── H7.1: views and nothing else ────────────────────────────────────────────────────────────────

# Every combination of options, the numbers apart; of which every seventh is played.
GAMES = [HangIn(**{**game.to_json(), "target": 30, "max_rounds": 2}) for game in every_option(HangIn, span=1)]


@pytest.mark.rule("H7.1")
@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.level)
def test_bots_choose_by_what_they_may_know(player: Bot) -> None:
    report = check_game(HangIn(max_rounds=3), bots=[player], seeds=range(2), effort=Effort(8, 6, 4))
    assert report.choices > 5
    assert report.redealt > 10


@pytest.mark.rule("H7.1")
@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.level)
def test_with_every_option_a_bot_thinks_of_each_move_once(player: Bot) -> None:
    for number, game in enumerate(GAMES[::7]):
        for state in itertools.islice(moments(game, number), number % 5, None, 5):
            seat = state.to_move
            assert seat is not None
            view, kept = state.view(seat), state.view(seat)
            thoughts = player.think(view, random.Random(1))
            assert view == kept
            assert sorted(str(thought.move) for thought in thoughts) == sorted(map(str, view.moves()))
            assert all(thought.why.strip() for thought in thoughts)
            assert [thought.value for thought in thoughts] == sorted(
                (thought.value for thought in thoughts), reverse=True
            )
            assert player.choose(view, random.Random(1)) == thoughts[0].move


@pytest.mark.rule("H7.1")
@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.level)
def test_a_player_needs_its_own_game(player: Bot) -> None:
    state = President().start()
    state.play(state.deal(random.Random(1)))
    with pytest.raises(TypeError, match="Hang In needs its view"):
        player.think(state.view(0), random.Random(1))


# ── H7.2: the levels are in order ───────────────────────────────────────────────────────────────


@pytest.mark.rule("H7.2")
def test_levels_are_known_by_name() -> None:
    assert levels(HangIn()) == ("easy", "normal", "hard")
    assert bot(HangIn(), "hard") is HARD
