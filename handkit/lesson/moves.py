"""Moves as a lesson names them: a text, or a seat and a text where more than one seat may act."""

from __future__ import annotations

from collections.abc import Iterable

from handkit.game import Event, IllegalMove, State

Asked = str | tuple[int, str]


def seat_and_text(asked: Asked) -> tuple[int | None, str]:
    """The seat that was named, None for the one to move, and the move's text."""
    return asked if isinstance(asked, tuple) else (None, asked)


def mover(state: State, asked: Asked) -> int | None:
    """The seat that makes a move: the one that was named, or the one to move."""
    return asked[0] if isinstance(asked, tuple) else state.to_move


def texts(moves: Iterable[Asked]) -> list[str]:
    return [seat_and_text(asked)[1] for asked in moves]


def events_of(state: State, moves: Iterable[Asked]) -> list[Event]:
    """What these moves make happen, one after the other. The state stays as it is. Raises IllegalMove."""
    events: list[Event] = []
    state = state.copy()
    for asked in moves:
        who, text = seat_and_text(asked)
        move = state.game.parse(text)
        if refusal := state.check(move, who):
            raise IllegalMove(refusal)
        state.play(move, events.append, who)
    return events


def hand_of(state: State, seat: int | None) -> int:
    """The cards that are a seat's own."""
    return sum(zone.cards for zone in state.zones() if zone.owner == seat)
