"""How each game's view becomes a scene.

`Painter` draws any game from what the engine tells: a learner's own game gets a usable table
from it without a line of widget code. A game with a table of its own has a subclass here.
"""

from __future__ import annotations

from handkit.game import Game
from handkit.games import companion
from handkit.table.scenes.painter import Painter, Present

_painters: dict[str, type[Painter]] = {}


def register(game: str, painter: type[Painter]) -> None:
    """Let a painter draw the tables of a game."""
    _painters[game] = painter


def painter(game: Game) -> type[Painter]:
    """The painter of a game: its own, or the one that draws any game."""
    if game.name not in _painters and (module := companion(__name__, game.name)):
        register(game.name, module.PAINTER)
    return _painters.get(game.name, Painter)


__all__ = ["Painter", "Present", "painter", "register"]
