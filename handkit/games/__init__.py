"""The games: one file each, to be read from top to bottom beside its rulebook."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from handkit.cards import shorten
from handkit.game import Game
from handkit.games.hang_in import HangIn
from handkit.games.president import President
from handkit.games.reserves import Reserves

_games: dict[str, type[Game]] = {}


def register(game: type[Game]) -> type[Game]:
    """Make a game known by its name, so that records of it can be loaded. Works as a decorator."""
    _games[game.name] = game
    return game


def names() -> list[str]:
    """The names of all games known."""
    return sorted(_games)


def find(name: str) -> type[Game]:
    """The game of a name. Raises ValueError with the names that there are."""
    if name not in _games:
        raise ValueError(f"There is no game {shorten(name)}: there are {', '.join(names())}.")
    return _games[name]


def companion(package: str, game: str) -> ModuleType | None:
    """The module of a package that goes with one of our own games, as `handkit.bots.hang_in`; None where
    there is none. A game from elsewhere registers what goes with it."""
    if game not in OURS:
        return None
    name = f"{package}.{game.replace('-', '_')}"
    return import_module(name) if find_spec(name) else None


OURS = {game.name: register(game) for game in (President, HangIn, Reserves)}
