"""The games: one file each, to be read from top to bottom beside its rulebook."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from inspect import isabstract
from types import ModuleType
from typing import Annotated, Any

from handkit.arguments import checked
from handkit.cards import shorten
from handkit.game import Game
from handkit.games.hang_in import HangIn
from handkit.games.president import President
from handkit.games.reserves import Reserves

# What `with_options` reads.
AnyGame = Annotated[Game | type[Game] | str, "a game (such as President()) or its name"]
_games: dict[str, type[Game]] = {}


@checked
def register(game: type[Game]) -> type[Game]:
    """Make a game known by its name, so that records of it can be loaded. Works as a decorator."""
    _games[_plain(game.name)] = game
    return game


def names() -> list[str]:
    """The names of all games known."""
    return sorted(game.name for game in _games.values())


def _plain(name: str) -> str:
    """A name in the one way of many to write it."""
    return re.sub(r"[\s_]+", "-", name.strip().casefold())


@checked
def find(name: str) -> type[Game]:
    """The game of a name, however it is written: "hang-in", "Hang In". Raises ValueError with the names that
    there are."""
    found = _games.get(_plain(name))
    if found is None:
        raise ValueError(f"There is no game {shorten(name)}: there are {', '.join(names())}.")
    return found


@checked
def with_options(game: AnyGame) -> Game:
    """A game with its options; a class of a game, or its name, is the game with its usual options.

    Raises ValueError for a name that no game has, TypeError for what is no game.
    """
    if isinstance(game, Game):
        return game
    kind: Any = find(game) if isinstance(game, str) else game
    if not issubclass(kind, Game) or isabstract(kind):
        raise TypeError(f"{shorten(game)} is no game (such as President()): there are {', '.join(names())}.")
    made: Game = kind()
    return made


def companion(package: str, game: str) -> ModuleType | None:
    """The module of a package that goes with one of our own games, as `handkit.bots.hang_in`; None where
    there is none. A game from elsewhere registers what goes with it."""
    if game not in OURS:
        return None
    name = f"{package}.{game.replace('-', '_')}"
    return import_module(name) if find_spec(name) else None


OURS = {game.name: register(game) for game in (President, HangIn, Reserves)}
