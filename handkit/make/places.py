"""Where the cards of a made game are: what a class declares with `zone`, and the places on the table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any, NoReturn

from handkit.cards import CardGroup, CardSet, Deck, PlayingCard, members, union

# The places that every game has: of the cards that are not dealt, and of those that are to be shuffled.
UNDEALT, DUE = "undealt", "due"


class MakeError(TypeError):
    """Something in the class of a game that cannot work, what would, and the line where it stands."""

    def __init__(self, what: str, function: Callable[..., Any] | None = None) -> None:
        """`function` is the author's function that this is about; without one it is the line that runs."""
        place = _place_of(function) if function is not None else _place_now(sys._getframe(1))
        super().__init__(f"{what} ({place})" if place else what)
        self.what = what  # without the line

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: the sentence, which names the line, and none of handkit's own lines."""
        return [f"MakeError: {self}"]


def _place_of(function: Callable[..., Any]) -> str:
    code = getattr(function, "__code__", None)
    return f"{function.__name__}, {_line(code.co_filename, code.co_firstlineno)}" if code else ""


def _place_now(frame: FrameType | None) -> str:
    """The innermost line that is not handkit's own."""
    while frame and str(frame.f_globals.get("__name__")).split(".")[0] in ("handkit", "abc"):
        frame = frame.f_back
    return _line(frame.f_code.co_filename, frame.f_lineno) if frame else ""


def _line(file: str, line: int) -> str:
    in_cell = "ipykernel" in file or file.startswith("<")
    return f"line {line} of {'the cell' if in_cell else file.replace(chr(92), '/').split('/')[-1]}"


class Seat(int):
    """A player's seat, 0 to players - 1: a number that sentences say as a name."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """What a class declares with `zone`."""

    each: bool = False
    seen: str = "all"
    order: bool = False


def zone(*, each: bool = False, seen: str = "all", order: bool = False) -> Any:
    """A place for cards, declared in the class of a game.

    each   one for each seat, as `self.hand[seat]`; otherwise one for all, as `self.stock`
    seen   who sees the faces there: "all", "owner" (of a place of each seat) or "nobody"
    order  the cards lie in a row, the last on top: `self.pile[-1]`
    """
    if seen not in ("all", "owner", "nobody"):
        raise MakeError(f'zone(seen={seen!r}): seen is "all", "owner" or "nobody".')
    if seen == "owner" and not each:
        raise MakeError('zone(seen="owner") needs an owner: zone(each=True, seen="owner").')
    return Zone(each, seen, order)


CHANGING = {
    "add",
    "append",
    "clear",
    "discard",
    "extend",
    "insert",
    "pop",
    "remove",
    "reverse",
    "sort",
    "update",
}


class Place(CardGroup):
    """The cards in one place. It is read as a set of cards (`card in place`, `place.of_suit("hearts")`,
    `max(place)`), and with an order as a row (`place[-1]`); `CardGame.move` alone changes it.

    In a view `mask` are the cards whose faces are known, and `hidden` how many others lie here.
    """

    __slots__ = ("deck", "hidden", "mask", "name", "row", "seat", "zone")

    def __init__(self, deck: Deck, name: str, zone: Zone, seat: int | None = None) -> None:
        self.deck, self.name, self.zone, self.seat = deck, name, zone, seat
        self.mask = self.hidden = 0
        self.row: tuple[int, ...] | None = (
            () if zone.order else None
        )  # None: in no order, or in none that is known

    def copy(self) -> Place:
        other = object.__new__(Place)
        other.deck, other.name, other.zone, other.seat = self.deck, self.name, self.zone, self.seat
        other.mask, other.hidden, other.row = self.mask, self.hidden, self.row
        return other

    @property
    def label(self) -> str:
        """`stock`, or `hand 0`."""
        return self.name if self.seat is None else f"{self.name} {self.seat}"

    def seen_by(self, seat: int) -> bool:
        """Whether a seat sees the faces here."""
        return self.zone.seen == "all" or (self.zone.seen == "owner" and seat == self.seat)

    def take(self, mask: int) -> None:
        self.mask &= ~mask
        if self.row is not None:
            self.row = tuple(card for card in self.row if not mask >> card & 1)

    def put(self, cards: Sequence[int]) -> None:
        self.mask |= union(cards)
        if self.zone.order:
            self.row = (*(self.row or ()), *cards)

    def numbers(self) -> list[int]:
        """The cards by number, in their order."""
        return members(self.mask) if self.row is None else list(self.row)

    def __iter__(self) -> Iterator[PlayingCard]:
        cards = self.deck.playing_cards
        return iter([cards[number] for number in self.numbers()])

    def __len__(self) -> int:
        return self.mask.bit_count() + self.hidden

    def __getitem__(self, at: int | slice) -> Any:
        if self.row is None:
            raise MakeError(
                f"The cards of {self.label} have no order that is known: declare zone(order=True), or ask "
                f"for one card with max({self.name}), sorted({self.name}) or a loop."
            )
        cards = self.deck.playing_cards
        if isinstance(at, slice):
            return [cards[number] for number in self.row[at]]
        if not -len(self.row) <= at < len(self.row):
            raise MakeError(
                f"{self.label} holds {len(self.row)}, and no card [{at}]. Ask first: if self.{self.name}:"
            )
        return cards[self.row[at]]

    def __getattr__(self, name: str) -> NoReturn:
        if name in CHANGING:
            raise MakeError(
                f"Cards change their place by moving: self.move(card, self.{self.name}, self.…), "
                f"and not by {name}."
            )
        raise AttributeError(f"A place has no {name!r}.")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Place):
            same = self.mask == other.mask and self.hidden == other.hidden
            return same and self.row == other.row and self.label == other.label
        return isinstance(other, CardSet) and self.mask == other.mask

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return " ".join(map(self.deck.name, self.numbers()))

    def __repr__(self) -> str:
        hidden = f"{self.hidden} hidden" if self.hidden else ""
        return f"<{', '.join(filter(None, (str(self), hidden))) or 'no cards'}>"


class Places(tuple[Place, ...]):
    """The places of a zone, one for each seat."""

    __slots__ = ()

    def __getitem__(self, seat: Any) -> Any:
        if type(seat) in (int, Seat) and not 0 <= seat < len(self):
            raise MakeError(
                f"There is no seat {seat}: seats are 0 to {len(self) - 1}. self.next(seat) is the next."
            )
        return super().__getitem__(seat)

    def __setitem__(self, seat: object, cards: object) -> NoReturn:
        name = self[0].name
        raise MakeError(f"Cards change their place by moving: self.move(cards, self.…, self.{name}[seat]).")


def as_cards(cards: object) -> list[int]:
    """The numbers of a card, a set or several cards, in their order. Raises MakeError."""
    if isinstance(cards, PlayingCard):
        return [cards.place]
    if isinstance(cards, Place):
        return cards.numbers()
    if isinstance(cards, CardGroup):
        return members(cards.mask)
    if isinstance(cards, Iterable) and not isinstance(cards, str):
        found = [*cards]
        if all(isinstance(card, PlayingCard) for card in found):
            return [card.place for card in found]
    raise MakeError(
        f"{cards!r} are no cards: give a card, or several of them as self.hand[seat] or a list has them."
    )
