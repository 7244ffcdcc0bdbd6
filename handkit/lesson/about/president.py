"""Questions about the rules of President."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from handkit.game import State
from handkit.lesson.about import About, Known, draw
from handkit.lesson.mistakes.president import MISTAKES


def _fours(last: bool, turned: bool, seat: int = 0) -> Callable[[Any, Random], State]:
    """Positions of President in which a seat leads that holds four of a kind: as its last cards, or with
    others."""

    def start(game: Any, rng: Random) -> State:
        rank = int(rng.random() * 13)
        four = [4 * rank + suit for suit in range(4)]
        # Four of another rank are gone, so that the order may be turned.
        rest = [card for card in range(game.deck.size) if card // 4 not in (rank, (rank + 5) % 13)]
        hands = [four + draw(rest, 0 if last else 2 + int(rng.random() * 3), rng)]
        hands += [draw(rest, 2 + int(rng.random() * 4), rng) for _ in range(game.players - 1)]
        hands = [hands[(one - seat) % game.players] for one in range(game.players)]
        return _position(game, hands, to_move=seat % game.players, turned=turned)

    return start


def _turned(game: Any, rng: Random) -> State:
    """Positions of President in revolution."""
    rest = list(range(4, game.deck.size))
    hands = [draw(rest, 5, rng) for _ in range(game.players)]
    return _position(game, hands, to_move=int(rng.random() * game.players), turned=True)


def _position(game: Any, hands: Sequence[Sequence[int]], **more: Any) -> State:
    """A position of a game with these hands."""
    texts = [" ".join(game.deck.name(card) for card in hand) for hand in hands]
    options = {name: value for name, value in game.to_json().items() if name != "players"}
    position: State = type(game).position(texts, **more, **options)
    return position


def _after_lead(state: Any) -> bool:
    return state.phase == "play" and bool(state.to_beat)


THREE = {"rounds": 3}

KNOWN = Known(
    rules={
        "P3.4": About(options={"rounds": 2}),
        "P4.1": About(start=_fours(last=False, turned=False, seat=-1), length=12),
        "P4.2": About(start=_fours(last=False, turned=False), length=12),
        "P4.3": About(start=_fours(last=False, turned=True, seat=-1), length=12),
        "P4.4": About(start=_turned, length=12),
        "P4.6": About(start=_fours(last=True, turned=False), length=12),
        "P5.2": About(options={"players": 5}),
        "P5.4": About(options={"rounds": 2}),
        "P5.5": About(options={"rounds": 2}),
        **{rule: About(options=THREE) for rule in ("P6.2", "P6.3", "P6.6")},
    },
    not_asked={
        "P1.3": "Nobody chooses how cards are dealt.",
        "P1.5": "The table says who leads the first trick.",
        "P2.9": "Cards of other hands cannot be chosen on a table.",
        "P6.5": "What others see is not asked.",
        "P6.7": "A table offers nothing but what is due.",
    },
    topics={"beats": ("P1.4", "P4.4"), "worth": ("P5.3", "P5.4")},
    mistakes=MISTAKES,
    former={
        "P1.4": About("P2.3", lambda state: not state.turned, forms=("legal", "which"), told=False),
        "P2.7": About(
            "P2.3", lambda s: s.to_beat and s.to_beat.bit_length() > 48 and not s.turned, told=False
        ),
        "P3.5": About("P3.1", _after_lead, refused=False, forms=("who-moves",)),
        "P4.4": About(
            "P2.3", lambda state: state.turned, forms=("legal", "which"), told=False, start=_turned, length=12
        ),
        "P4.1": About(start=_fours(last=False, turned=False), length=12),
        "P4.3": About(start=_fours(last=False, turned=True), length=12),
        "P5.5": About(),
        **{rule: About(options=THREE, told=False) for rule in ("P6.2", "P6.3")},
        "P6.6": About(options=THREE, forms=("who",)),
        "P6.7": About(options=THREE),
    },
)
