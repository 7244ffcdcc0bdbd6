"""Questions about the rules of Hang In."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from random import Random
from typing import Any, cast

from handkit.cards import members
from handkit.game import PositionError, State
from handkit.games.hang_in import DECK, HALF, suit_of, worth
from handkit.lesson.about import About, Known, draw
from handkit.lesson.mistakes.hang_in import MISTAKES


def _pot(game: Any, rng: Random) -> State:
    """A pot to be filled: of the first round, or where the start goes round, of a later one. Seat 0 adds the
    last card of the second round."""
    state: Any = game.start()
    state.play(state.deal(rng))
    while game.starter == "rotate" and state.starter == 0:
        state.play(state.random_move(rng))
        if state.to_move is None:  # somebody has won already
            return _pot(game, rng)
    return cast(State, state)


def _houses(number: int) -> Callable[[Any, Random], State]:
    """Rounds just before the last card of the pot: with it so many or more tie for the house, seat 0 among
    them."""

    def start(game: Any, rng: Random) -> State:
        for _ in range(5_000):
            state: Any = _pot(game, rng)
            order = [(state.starter + step) % game.players for step in range(game.players)]
            plan = _tie(state, order, number, rng)
            if plan:
                first, second = ([DECK.name(plan[seat][turn]) for seat in order] for turn in (0, 1))
                for card in (first + second)[:-1]:
                    state.play(game.parse(card))
                return cast(State, state)
        raise PositionError(f"No {number} houses were found.")

    return start


def _tie(state: Any, order: Sequence[int], number: int, rng: Random) -> dict[int, tuple[int, int]]:
    """Two cards for each seat to add, so that so many of them tie for the most; {} where these hands have
    none. The first card of the first seat sets the suit."""
    hands = {seat: draw(list(members(state.hands[seat])), state.counts[seat], rng) for seat in order}
    suit = -1 if state.game.pot_suit == "none" else suit_of(hands[order[0]][0])

    def total(pair: tuple[int, int]) -> int:
        return sum(worth(card, suit, HALF) for card in pair)

    pairs = {seat: list(permutations(hands[seat], 2)) for seat in order}
    pairs[order[0]] = [pair for pair in pairs[order[0]] if pair[0] == hands[order[0]][0]]
    reach = {seat: {total(pair): pair for pair in pairs[seat]} for seat in order}
    for most in sorted(reach[0], reverse=True):
        tied = [seat for seat in order if most in reach[seat]][: len(order) - 1]
        rest = {seat: min(pairs[seat], key=total) for seat in order if seat not in tied}
        if len(tied) >= number and 0 in tied and all(total(pair) < most for pair in rest.values()):
            return {**rest, **{seat: reach[seat][most] for seat in tied}}
    return {}


LAST = {"starter": "rotate"}  # so that seat 0 adds the last card

KNOWN = Known(
    rules={
        "H2.2": About(tries=("hold",)),
        "H3.1": About(start=_pot, length=10, options=LAST),
        **{rule: About(start=_houses(2), length=14) for rule in ("H4.1", "H4.2", "H4.3", "H4.4", "H4.5")},
        "H2.5": About(start=_houses(2), length=1, options=LAST),
        "H4.6": About(start=_houses(2), length=14),
        "H4.7": About(start=_houses(3), length=14, options={"players": 5}),
        "H6.1": About(options={"target": 20}),
        "H6.3": About(options={"max_rounds": 2}),
    },
    not_asked={
        "H1.2": "Cards that there are not cannot be chosen on a table.",
        "H1.4": "The table says who starts a round.",
        "H1.5": "Nobody chooses how cards are dealt.",
        "H2.6": "All tie too seldom for a search to find it.",
        "H4.8": "It happens only with an option, and then too seldom.",
    },
    topics={"beats": ("H3.6", "H3.7"), "worth": ("H5.1", "H5.2")},
    mistakes=MISTAKES,
    former={
        "H2.2": About(options={"may_hold_back": True}),
        "H2.4": About(start=_pot, length=10, options=LAST),
        "H4.1": About(start=_houses(2), length=14, where=lambda state: len(state.houses) > 1),
        "H4.6": About(start=_houses(2), length=14, options={"extra_card": "none"}),
        "H5.1": About("H3.5", forms=("number",)),
        "H5.2": About("H3.6", forms=("number",)),
    },
)
