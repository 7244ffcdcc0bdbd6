"""Computer players.

A bot sees a view and nothing else, and thinks with a budget of nodes or samples, never by the
clock: the same view and the same random generator give the same move on any machine.
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from handkit.cards import shorten
from handkit.game import Game, Move, View
from handkit.games import companion


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

    @abstractmethod
    def think(self, view: View, rng: random.Random) -> list[Thought]:
        """Every move worth a thought, best first. The first is what the bot plays."""

    def choose(self, view: View, rng: random.Random) -> Move:
        """The move that the bot plays."""
        return self.think(view, rng)[0].move


LEVELS = ("easy", "normal", "hard")
_bots: dict[tuple[str, str], Bot] = {}
_loaded: set[str] = set()


def register(game: str, bot: Bot) -> None:
    """Let a bot play a game under its level's name: `register("president", MyBot())`. The name of a level
    that there is already gets another player."""
    _load(game)
    _bots[game, bot.level] = bot


def levels(game: Game) -> tuple[str, ...]:
    """The levels that can play a game, weakest first; a learner's own come last."""
    _load(game.name)
    own = [level for name, level in _bots if name == game.name]
    return tuple(sorted(own, key=lambda level: LEVELS.index(level) if level in LEVELS else len(LEVELS)))


def bot(game: Game, level: str) -> Bot:
    """The bot of a level. Raises ValueError with the levels that there are."""
    if level not in levels(game):
        known = ", ".join(levels(game)) or "none"
        raise ValueError(f"{game.title} has no computer player {shorten(level)}: there are {known}.")
    return _bots[game.name, level]


def _load(game: str) -> None:
    """Our own games' bots stand in a module of the game's name, which is loaded when first asked for, so
    that `import handkit` stays light."""
    if game in _loaded:
        return
    _loaded.add(game)
    if module := companion(__name__, game):
        _bots.update({(game, player.level): player for player in module.BOTS})
