"""The values of public fields: what they may be, how they are copied, written as JSON and read back."""

from __future__ import annotations

from math import isfinite
from typing import Any

from handkit.cards import CardGroup, CardSet, Deck, PlayingCard, Rank, SuitName, shorten
from handkit.game import PositionError
from handkit.make.places import MakeError, Place, Seat

# How each kind of value that is more than a number or a text is written as JSON: {"card": "7S"}.
MARKS = {PlayingCard: "card", Rank: "rank", SuitName: "suit", Seat: "seat"}
DEEPEST = 8  # lists in lists
PLAIN = (int, bool, str, float, type(None), *MARKS, CardSet)


def kept(name: str, value: Any, deep: int = 0) -> Any:
    """A value as a public field keeps it. Raises MakeError for one of another kind."""
    if _is_plain(value):
        return value
    if isinstance(value, Place):  # what lies there now; the place itself goes on changing
        return [*value] if value.zone.order else CardSet(value.deck, value.mask)
    if isinstance(value, list | tuple) and deep < DEEPEST:
        return [kept(name, one, deep + 1) for one in value]
    raise MakeError(
        f"{name} cannot be {shorten(value)}: a public field holds None, numbers, texts, seats, cards, ranks, "
        f"suits, or lists of them."
    )


def _is_plain(value: Any) -> bool:
    """Whether this is one thing that a field may hold: a number that is one, a text that can be written."""
    kind = type(value)
    if kind is str:
        return value.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in value)
    return isfinite(value) if kind is float else kind in PLAIN


def same(value: Any) -> Any:
    """An independent copy."""
    return [same(one) if type(one) is list else one for one in value] if type(value) is list else value


def to_json(name: str, value: Any) -> Any:
    """A value as plain JSON. Raises MakeError for what no field may hold."""
    if type(value) is list:
        return [to_json(name, one) for one in value]
    if mark := MARKS.get(type(value)):
        return {mark: int(value) if mark == "seat" else str(value)}
    value = kept(name, value)
    return {"cards": str(value)} if isinstance(value, CardGroup) else value


def from_json(name: str, value: Any, deck: Deck, players: int, deep: int = 0) -> Any:
    """The value that `to_json` wrote. Raises PositionError, CardError."""
    if _is_plain(value):
        return value
    if isinstance(value, list) and deep < DEEPEST:
        return [from_json(name, one, deck, players, deep + 1) for one in value]
    match [*value.items()] if isinstance(value, dict) else []:
        case [("card", str(text))]:
            return deck.playing_cards[deck.card(text)]
        case [("cards", str(text))]:
            return deck.cards(text)
        case [("seat", seat)] if type(seat) is int and 0 <= seat < players:
            return Seat(seat)
        case [("rank" | "suit" as kind, str(text))]:
            deck.group(kind, text)
            known: Any = deck.rank_texts if kind == "rank" else deck.suit_names
            return next(one for one in known if one == text)
    raise PositionError(
        f"{name} is {shorten(value)}, and should be a number, a text, a seat, cards, a rank, a suit, or a "
        "list of them.",
        f"Its field `{name}` is wrong.",
    )


def fits(start: Any, value: Any) -> bool:
    """Whether a value is of the kind that a field began with; what began with None may become anything."""
    if start is None or value is None:
        return True
    if isinstance(start, CardGroup) or isinstance(value, CardGroup):
        return isinstance(start, CardGroup) and isinstance(value, CardGroup)
    kind = type(start)
    return (
        type(value) is kind
        or (kind in (int, float) and type(value) in (int, float, Seat))
        or (kind is str and isinstance(value, str))
    )
