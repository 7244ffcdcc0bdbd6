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
from typing import Any, ClassVar, TypeVar

from handkit.arguments import checked
from handkit.cards import shorten
from handkit.game import Move, View
from handkit.games import AnyGame, companion, with_options

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


def _in_turn(ask: Callable[[Any, Any, Any], T]) -> Callable[[Any, Any, Any], T]:
    @wraps(ask)
    def asked(bot: Bot, view: object, rng: object) -> T:
        if not isinstance(view, View) or not isinstance(rng, random.Random):
            raise TypeError("A computer player is asked with a view and a generator: think(view, rng).")
        if view.seat not in view.actors:
            raise ValueError(not_in_turn(view))
        return ask(bot, view, rng)

    return asked


def not_in_turn(view: View) -> str:
    """Why the seat of a view has no move to think of."""
    if view.to_move is None:
        return "The game is over: nobody is to move."
    return "An onlooker has no turn." if view.seat < 0 else f"It is not the turn of seat {view.seat}."


LEVELS = ("easy", "normal", "hard")
_bots: dict[tuple[str, str], Bot] = {}
_loaded: set[str] = set()


@checked
def register(game: str, bot: Bot) -> None:
    """Let a bot play a game under its level's name: `register("president", MyBot())`. The name of a level
    that there is already gets another player."""
    _load(game)
    _bots[game, bot.level] = bot


def levels(game: AnyGame) -> tuple[str, ...]:
    """The levels that can play a game, weakest first; a learner's own come last.

    Raises ValueError for a name that no game has, TypeError for what is no game.
    """
    game = with_options(game)
    _load(game.name)
    own = [level for name, level in _bots if name == game.name]
    return tuple(sorted(own, key=lambda level: LEVELS.index(level) if level in LEVELS else len(LEVELS)))


@checked
def bot(game: AnyGame, level: str) -> Bot:
    """The bot of a level, in small letters or large ones.

    Raises ValueError with the levels that there are, and for a name that no game has.
    """
    game = with_options(game)
    known = levels(game)
    found = level if level in known else level.casefold()
    if found not in known:
        there = ", ".join(known) or "none"
        raise ValueError(f"{game.title} has no computer player {shorten(level)}: there are {there}.")
    return _bots[game.name, found]


def _load(game: str) -> None:
    """Our own games' bots stand in a module of the game's name, which is loaded when first asked for, so
    that `import handkit` stays light."""
    if game in _loaded:
        return
    _loaded.add(game)
    if module := companion(__name__, game):
        _bots.update({(game, player.level): player for player in module.BOTS})
