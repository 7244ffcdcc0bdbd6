"""The games: one file each, to be read from top to bottom beside its rulebook."""

from __future__ import annotations

from inspect import isabstract
from typing import Annotated, Any

from handkit import registry
from handkit.arguments import checked
from handkit.cards import shorten
from handkit.game import Game
from handkit.games.hang_in import HangIn
from handkit.games.president import President
from handkit.games.reserves import Reserves
from handkit.registry import PackageError, Registry, companion, line, loaded, names, register

# What `with_options` reads.
AnyGame = Annotated[Game | type[Game] | str, "a game (such as President()) or its name"]


def find(name: str) -> type[Game]:
    """The game of a name, however it is written: "hang-in", "Hang In". Raises ValueError with the names that
    there are, and PackageError, which is one, for an installed package whose game cannot be loaded."""
    return registry.find(name)


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


OURS: dict[str, type[Game]] = {game.name: register(game) for game in (President, HangIn, Reserves)}
_setup_of = companion("handkit.games.setups", "SETUP")  # positions, JSON and guesses: modules of their own
for name, game in OURS.items():
    game.setup = _setup_of(name) or game.setup

__all__ = [
    "OURS", "AnyGame", "HangIn", "PackageError", "President", "Registry", "Reserves", "companion", "find",
    "line", "loaded", "names", "register", "with_options",
]  # fmt: skip
