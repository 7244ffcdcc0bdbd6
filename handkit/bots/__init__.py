"""Computer players.

A bot sees a view and nothing else, and thinks with a budget of nodes or samples, never by the
clock: the same view and the same random generator give the same move on any machine.
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from itertools import islice
from typing import Any, ClassVar, TypeVar

from handkit.arguments import checked
from handkit.cards import shorten
from handkit.game import Move, State, View
from handkit.games import AnyGame, Registry, companion, line

T = TypeVar("T")


@dataclass(frozen=True)
class Thought:
    """What a bot thinks of one move: a value (higher is better, in the bot's own unit) and why."""

    move: Move
    value: float
    why: str


def with_names(why: str, names: Mapping[int, str]) -> str:
    """What a bot thinks, with its "seat 1" by name."""
    return re.sub(r"\bseat (\d+)", lambda found: names.get(int(found[1]), found[0]), why)


class Bot(ABC):
    """A computer player of one game and level."""

    level: ClassVar[str]

    def __init_subclass__(cls, **more: Any) -> None:
        """Whoever writes a player, it is asked only when it is its turn."""
        super().__init_subclass__(**more)
        for name in ("think", "choose"):
            if name in vars(cls):
                setattr(cls, name, _in_turn(vars(cls)[name]))

    @abstractmethod
    def think(self, view: View, rng: random.Random) -> list[Thought]:
        """Every move worth a thought, best first. The first is what the bot plays.

        Raises ValueError when it is not the turn of the seat of the view.
        """

    def choose(self, view: View, rng: random.Random) -> Move:
        """The move that the bot plays. Raises ValueError when it is not the turn of the seat of the view."""
        return self.think(view, rng)[0].move

    def play_on(self, state: State, seat: int, rng: random.Random) -> Move:
        """Its move for a seat of an imagined state, as many of them are played to the end: `choose`, or a
        shorter way to the same move."""
        return self.choose(state.view(seat), rng)

    @property
    def plays_on(self) -> str:
        """Who makes the moves of `play_on`: `"Normal"`."""
        return self.level.capitalize()


def _in_turn(ask: Callable[[Any, Any, Any], T]) -> Callable[[Any, Any, Any], T]:
    @wraps(ask)
    def asked(bot: Bot, view: View, rng: random.Random) -> T:
        # As isinstance(view, View), which would take long, as View is abstract.
        if View not in type(view).__mro__ or not isinstance(rng, random.Random):
            raise TypeError("A computer player is asked with a view and a generator: think(view, rng).")
        if view.seat != view.to_move and view.seat not in view.actors:
            raise ValueError(_not_in_turn(view))
        return ask(bot, view, rng)

    return asked


def _not_in_turn(view: View) -> str:
    """Why the seat of a view has no move to think of."""
    if view.to_move is None:
        return "The game is over: nobody is to move."
    return "An onlooker has no turn." if view.seat < 0 else f"It is not the turn of seat {view.seat}."


class Guest(Bot):
    """A player of the game that a game is made from. It does not know the rules of the house: of what it
    thinks that is left which they allow, and where nothing is, any move that is offered."""

    def __init__(self, player: Bot) -> None:
        self.player = player
        self.level = player.level  # type: ignore[misc]  # each guest has its own

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        thoughts = self.player.think(view, rng)
        allowed = [thought for thought in thoughts if view.check(thought.move, view.seat) is None]
        return allowed or [
            Thought(move, 0.0, "is what the rules leave") for move in islice(view.moves(), MANY)
        ]


LEVELS = ("easy", "normal", "hard")
MANY = 100  # moves that a guest lists at most


def _ours(name: str) -> dict[str, Bot]:
    return {player.level: player for player in companion(__name__, "BOTS")(name) or ()}


_players = Registry(_ours)


@checked
def register(game: AnyGame, bot: Bot) -> None:
    """Let a bot play a game under its level's name: `register("president", MyBot())`; games made from it are
    played too. The name of a level that there is already gets another player. See "Add a game from elsewhere"
    in CONTRIBUTING.md. Raises ValueError for a name that no game has."""
    own = _players.own(line(game)[0]) or {}
    _players.register(game, own | {bot.level: bot})


def levels(game: AnyGame) -> tuple[str, ...]:
    """The levels that can play a game, weakest first; a learner's own come last.

    Raises ValueError for a name that no game has, TypeError for what is no game.
    """
    known = dict.fromkeys(level for _, players in _players.along(game) for level in players)
    return tuple(sorted(known, key=lambda level: LEVELS.index(level) if level in LEVELS else len(LEVELS)))


@checked
def bot(game: AnyGame, level: str) -> Bot:
    """The bot of a level, in small letters or large ones: the game's own, or one of the game that it is made
    from, which keeps to what the rules allow.

    Raises ValueError with the levels that there are, and for a name that no game has.
    """
    first = line(game)[0]
    for kind, players in _players.along(game):
        if found := players.get(level) or players.get(level.casefold()):
            return found if kind is first else Guest(found)
    there = ", ".join(levels(game)) or "none"
    raise ValueError(f"{first.title} has no computer player {shorten(level)}: there are {there}.")
