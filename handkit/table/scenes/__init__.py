"""How each game's view becomes a scene.

`Painter` draws any game from what the engine tells: a learner's own game gets a usable table
from it without a line of widget code. A game with a table of its own has a subclass here.
"""

from __future__ import annotations

from collections.abc import Container

from handkit.game import Game, Move
from handkit.games import AnyGame, Registry, companion
from handkit.match import Match
from handkit.table.scenes.painter import Painter, SceneInput, VisibleZone

_painters: Registry[type[Painter]] = Registry(companion(__name__, "PAINTER"))


def register(game: AnyGame, painter: type[Painter]) -> None:
    """Let a painter draw the tables of a game, and of the games made from it. See "Add a game from elsewhere"
    in CONTRIBUTING.md. Raises ValueError for a name that no game has."""
    _painters.register(game, painter)


RECENT = 300  # moves of which a scene may tell


def painter(game: Game) -> type[Painter]:
    """The painter of a game: its own, that of the game it is made from, or the one that draws any game."""
    return _painters.find(game) or Painter


def seen_by(
    match: Match, moment: int, seat: int, opened: Container[int] = (), trying: Move | None = None
) -> SceneInput:
    """What a painter draws from: what a seat may see of a match after so many moves.

    opened   the seats whose hands lie open on purpose
    trying   a move of the seat that is only tried
    """
    state = match.state_at(moment)
    zones = state.zones()
    visible = [VisibleZone.of(zone, seat) for zone in zones]
    hands = {
        zone.owner: zone.cards
        for zone in zones
        if zone.owner is not None and zone.owner in opened and zone.owner != seat
    }
    made = match.line_moves[max(0, moment - RECENT) : moment]
    events = [event for entry in made for event in entry.events if event.visible_to(seat)]
    return SceneInput(
        match.game, state.view(seat), match.names, visible, events, hands, trying, state.outcome
    )


__all__ = ["Painter", "SceneInput", "VisibleZone", "painter", "register", "seen_by"]
