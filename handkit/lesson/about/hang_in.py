"""Questions about the rules of Hang In."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from handkit.game import PositionError, State
from handkit.lesson.about import About, Known


def _houses(number: int) -> Callable[[Any, Random], State]:
    """Rounds of Hang In in which so many tie for the house when the last card is added."""

    def start(game: Any, rng: Random) -> State:
        for _ in range(5_000):
            before = state = game.start()
            state.play(state.deal(rng))
            while state.phase == "pot":
                before = state.copy()
                state.play(state.random_move(rng))
            if number <= len(state.houses) < game.players:
                found: State = before
                return found
        raise PositionError(f"No {number} houses were found.")

    return start


KNOWN = Known(
    rules={
        "H2.2": About(options={"may_hold_back": True}),
        "H4.1": About(start=_houses(2), length=14, where=lambda state: len(state.houses) > 1),
        **{rule: About(start=_houses(2), length=14) for rule in ("H2.5", "H4.2", "H4.3", "H4.4", "H4.5")},
        "H4.6": About(start=_houses(2), length=14, options={"extra_card": "none"}),
        "H4.7": About(start=_houses(3), length=14, options={"players": 5}),
        "H5.1": About("H3.5", forms=("number",)),
        "H5.2": About("H3.6", forms=("number",)),
        "H6.1": About(options={"target": 20}),
        "H6.3": About(options={"max_rounds": 2}),
    },
    not_asked=frozenset({"H1.2", "H1.4", "H1.5", "H2.6", "H4.8"}),
    topics={"beats": ("H3.6", "H3.7"), "worth": ("H5.1", "H5.2")},
)
