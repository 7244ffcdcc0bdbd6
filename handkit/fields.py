"""What a state or view holds, declared once.

A game writes down each field with what it means, as an annotation:

    class Board(Position):
        to_move: Seat | None
        counts: BySeat[int]                 # cards in each hand
        played: Open[Cards]                 # lies open
        history: list[tuple[Seat, Cards]]

    class PresidentState(State, Board):
        hands: Own[BySeat[Cards]]           # each seat sees its own
        stock: FaceDown[tuple[Card, ...]]   # nobody sees it

How a state is copied and written as JSON, what a view shows, and where cards lie follow from that here;
how it is shown to people, in `handkit.look`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import is_not
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from handkit.cards import CardError, CardSet, Deck, members, shorten, union

DEALER = -1  # the "seat" that is to move when cards are to be dealt
ONLOOKER = -2  # the "seat" of somebody who only watches

# What a field stands for, as `Cards` and `Card` say it of cards. A game's own: Annotated[int, how], where
# how(number) is the text to be read.
T = TypeVar("T")
Seat = Annotated[int, "seat"]  # a seat; -1 is nobody, or the dealer who is to move
Seats = Annotated[int, "seats"]  # a set of seats, as bits
BySeat = Annotated[list[T], "by seat"]  # one for each seat
ByViewer = Annotated[list[T], "by seat", "onlooker"]  # and one more, the last, for an onlooker

# The same as `Game.position` takes it, so that a table can offer to set it up.
CardsText = Annotated[str | CardSet, "cards"]  # "7S 7H"
InOrder = Annotated[str, "cards in order"]  # "7S 7H", the first of them first
MoveText = Annotated[str, "move"]  # a move as a person types it, or a part of one
EachSeat = Annotated[Sequence[T], "by seat"]  # one for each seat

# Where cards lie, and who sees their faces there: the zones of a state.
Own = Annotated[T, "own"]  # hands: each seat sees its own
Open = Annotated[T, "open"]  # everybody
FaceDown = Annotated[T, "face down"]  # nobody
PLACES = ("own", "face down", "open")


class PositionError(ValueError):
    """A position that cannot occur, with what is wrong in it. `sealed` says so without a card, for a position
    that nobody may know: by default no more than that it cannot occur."""

    def __init__(self, what: str, sealed: str = "This position cannot occur.") -> None:
        super().__init__(what)
        self.sealed = sealed


def require(condition: object, what: str) -> None:
    """Raise PositionError unless a condition holds."""
    if not condition:
        raise PositionError(f"This position cannot occur: {what}.")


# ── what annotations say ────────────────────────────────────────────────────────────────────────


def _hints_of(kind: type) -> Mapping[str, Any]:
    """The annotations of a class and its bases, the base first, without those of the class itself
    (`ClassVar`); none where they cannot be read."""
    try:
        found = get_type_hints(kind, include_extras=True)
    except Exception:  # somebody's own class may name what Python does not find
        return {}
    return {name: hint for name, hint in found.items() if ClassVar not in (hint, get_origin(hint))}


hints_of: Callable[[type], Mapping[str, Any]] = cache(_hints_of)


def names_of(kind: type) -> tuple[str, ...]:
    """The fields that a class of states or views declares, apart from its game."""
    return tuple(name for name in hints_of(kind) if name != "game")


def meaning(hint: Any) -> tuple[Any, Any]:
    """What a value stands for ("cards", "seat", a function that writes it, …; None if nothing is said), and
    the annotation without that."""
    if get_origin(hint) in (Union, UnionType):  # Seat | None
        hint = next(one for one in get_args(hint) if one is not NoneType)
    return (hint.__metadata__[0], hint.__origin__) if get_origin(hint) is Annotated else (None, hint)


def place_of(hint: Any) -> str:
    """Who sees the cards that lie in a field: one of `PLACES`; "" where none lie in it."""
    marks = hint.__metadata__ if get_origin(hint) is Annotated else ()
    return next((mark for mark in marks if mark in PLACES), "")


@cache
def fields_with_cards(kind: type) -> Mapping[str, tuple[str, bool]]:
    """The fields of a class in which cards lie, in the order of `PLACES`: who sees them there, and whether
    each part of the field is a seat's."""
    found = {name: (place_of(hint), meaning(hint)[0] == "by seat") for name, hint in hints_of(kind).items()}
    return {name: found[name] for place in PLACES for name in found if found[name][0] == place}


def is_row(hint: Any) -> bool:
    """Whether an annotation is of a tuple with a place for each thing: tuple[Seat, Cards]."""
    return get_origin(hint) is tuple and Ellipsis not in get_args(hint)


def inside(hint: Any, size: int) -> Sequence[Any]:
    """The annotations of so many elements."""
    found = get_args(hint)
    if is_row(hint):
        return found if len(found) == size else [None] * size
    return [found[0] if found else None] * size


def kind_of(hint: Any) -> Any:
    """What each element of a list stands for; None where one may be missing."""
    element = None if is_row(hint) else inside(hint, 1)[0]
    return None if NoneType in get_args(element) else meaning(element)[0]


def _of_pair(hint: Any) -> tuple[Any, Any]:
    """The annotations of a key and its value."""
    key, value = get_args(hint) or (None, None)
    return key, value


# ── copies and views, by a function made once for each class ────────────────────────────────────


def _independent(name: str, hint: Any) -> str:
    """The expression that copies a field. What a list holds is never changed in place, so one level will
    do."""
    _, plain = meaning(hint)
    changes = (get_origin(plain) or plain) in (list, dict, set)
    return f"self.{name}.copy()" if changes else f"self.{name}"


def _function(lines: Sequence[str], arguments: str, **known: Any) -> Callable[..., Any]:
    """A function with this body, as dataclasses make theirs: field by field is what is fastest."""
    found: dict[str, Any] = {"new": object.__new__, **known}
    exec(f"def made({arguments}):\n " + "\n ".join(lines), found)
    made: Callable[..., Any] = found["made"]
    return made


def is_made(function: Callable[..., Any]) -> bool:
    """Whether a function was made here, for one class."""
    return function.__qualname__ == "made"


def _copier(kind: type) -> Callable[[Any], Any]:
    """The function that copies an object of a class, whose fields are those that it declares. An object of
    another class, made from that one, it leaves to the function of its own."""
    hints = hints_of(kind)
    if not hints:
        raise TypeError(f"{kind.__name__} declares no fields that can be read, so it needs its own copy().")
    lines = ["if type(self) is not kind: return copier(type(self))(self)", "other = new(kind)"]
    lines += [f"other.{name} = {_independent(name, hint)}" for name, hint in hints.items()]
    return _function([*lines, "return other"], "self", kind=kind, copier=copier)


copier: Callable[[type], Callable[[Any], Any]] = cache(_copier)


def _viewer(kind: type, view: type) -> Callable[[Any, int], Any]:
    """The function that makes a view of a state: the fields that both declare, and the seat's own hand. A
    state of another class, or of a game with other views, it leaves to the function for those."""
    hints, shown = hints_of(kind), hints_of(view)
    if hidden := [name for name in shown if place_of(hints.get(name)) not in ("", "open")]:
        raise TypeError(f"{view.__name__} declares {hidden[0]!r}, which not every seat may see.")
    lines = [
        "if type(self) is not kind or self.game.View is not view:",
        " return viewer(type(self), self.game.View)(self, seat)",
        "other = new(view)",
        "other.seat = seat",
    ]
    lines += [f"other.{name} = {_independent(name, hint)}" for name, hint in hints.items() if name in shown]
    if "hand" in shown:
        lines.append("other.hand = self.hands[seat] if seat >= 0 else 0")
    return _function([*lines, "return other"], "self, seat", kind=kind, view=view, viewer=viewer)


viewer: Callable[[type, type], Callable[[Any, int], Any]] = cache(_viewer)


def share(source: Any, other: Any) -> None:
    """Give an object all fields of another that both declare, each its own."""
    sharer(type(source), type(other))(source, other)


def _sharer(kind: type, other: type) -> Callable[[Any, Any], None]:
    hints, theirs = hints_of(kind), hints_of(other)
    lines = [f"other.{name} = {_independent(name, hint)}" for name, hint in hints.items() if name in theirs]
    return _function(lines or ["pass"], "self, other")


sharer: Callable[[type, type], Callable[[Any, Any], None]] = cache(_sharer)


# ── for people: numbers that print as the cards that they stand for ─────────────────────────────


def friendly(position: T) -> T:
    """The same object, in which sets of cards and cards print as such and stay the numbers that they are."""
    deck: Deck = position.game.deck  # type: ignore[attr-defined]
    for name, dress in dressers_of(type(position)):
        value = getattr(position, name, None)
        if (shown := dress(value, deck)) is not value:
            setattr(position, name, shown)
    return position


Dress = Callable[[Any, Deck], Any]  # gives the same value where nothing in it changes


def _dressers_of(kind: type) -> Sequence[tuple[str, Dress]]:
    """The fields of a class that hold cards, each with what makes it print as cards."""
    found = ((name, _dresser(hint)) for name, hint in hints_of(kind).items())
    return [(name, dress) for name, dress in found if dress]


dressers_of: Callable[[type], Sequence[tuple[str, Dress]]] = cache(_dressers_of)


def _dresser(hint: Any) -> Dress | None:
    """What makes a value print as cards; None where there are none in it."""
    mark, plain = meaning(hint)
    if get_origin(plain) not in (list, tuple):
        return _dresser_of_number(mark) if mark in ("cards", "card") else None
    inner = [_dresser(one) for one in get_args(plain) if one is not Ellipsis]
    if not any(inner):
        return None
    return _dresser_of_row(inner) if is_row(plain) else _dresser_of_list(inner[0])


def _dresser_of_number(mark: str) -> Dress:
    return lambda value, deck: deck.shown(value, mark) if type(value) is int and value >= 0 else value


def _dresser_of_list(one: Dress | None) -> Dress:
    assert one

    def dress(value: Any, deck: Deck) -> Any:
        if type(value) not in (list, tuple):
            return value
        shown = [one(part, deck) for part in value]
        return type(value)(shown) if any(map(is_not, shown, value)) else value

    return dress


def _dresser_of_row(inner: Sequence[Dress | None]) -> Dress:
    places = [(place, one) for place, one in enumerate(inner) if one]

    def dress(value: Any, deck: Deck) -> Any:
        if type(value) not in (list, tuple) or len(value) != len(inner):
            return value
        for place, one in places:
            if one(value[place], deck) is not value[place]:
                break
        else:
            return value  # as nearly always in a long history
        shown = [one(part, deck) if one else part for one, part in zip(inner, value, strict=True)]
        return type(value)(shown)

    return dress


# ── JSON ────────────────────────────────────────────────────────────────────────────────────────


def to_json(value: Any, hint: Any, deck: Deck) -> Any:
    """A value as plain JSON with cards as text."""
    return _Writer(hint).write(value, deck)


class _Writer:
    """Writes values of one annotation, which is read once."""

    def __init__(self, hint: Any) -> None:
        self.mark, self.plain = meaning(hint)
        self.row = is_row(self.plain)
        self.as_text = kind_of(self.plain) == "card" and not self.row
        self.inner: dict[int, list[_Writer]] = {}  # of the elements of a row of so many, or of a list at 1

    def write(self, value: Any, deck: Deck) -> Any:
        if value is None or isinstance(value, bool | str):
            return value
        if isinstance(value, int):
            return _number_to_json(value, self.mark, deck)
        if isinstance(value, float):
            return value
        if hasattr(value, "to_json"):
            return value.to_json(deck)
        if isinstance(value, dict):  # as pairs, since names in JSON are texts
            key, one = map(_Writer, _of_pair(self.plain))
            return [[key.write(name, deck), one.write(part, deck)] for name, part in value.items()]
        if isinstance(value, set | frozenset):
            value = sorted(value)
        if not isinstance(value, list | tuple):
            raise TypeError(f"{shorten(value)} cannot be written as JSON: its class has no to_json(deck).")
        if self.as_text:
            return " ".join(map(deck.name, value))
        return [one.write(part, deck) for one, part in zip(self._inside(len(value)), value, strict=True)]

    def _inside(self, size: int) -> Sequence[_Writer]:
        """What writes each of so many elements."""
        number = size if self.row else 1
        if number not in self.inner:
            self.inner[number] = [_Writer(hint) for hint in inside(self.plain, number)]
        return self.inner[number] if self.row else self.inner[number] * size


def _writers_of(kind: type) -> Mapping[str, _Writer]:
    """What writes each field of a class."""
    return {name: _Writer(hint) for name, hint in hints_of(kind).items()}


writers_of: Callable[[type], Mapping[str, _Writer]] = cache(_writers_of)


def field_to_json(position: Any, name: str) -> Any:
    """A field of a state or view as plain JSON with cards as text."""
    return writers_of(type(position))[name].write(getattr(position, name), position.game.deck)


def _number_to_json(value: int, mark: Any, deck: Deck) -> Any:
    match mark:
        case "cards":
            return deck.text(value)
        case "card":
            return deck.name(value)
        case "seats":
            return members(value)
    return mark(value) if callable(mark) else int(value)


def listed(value: Any) -> Any:
    """Arguments as JSON has them: sequences as lists all the way down, and sets of cards as text."""
    if isinstance(value, dict):
        return {name: listed(part) for name, part in value.items()}
    if isinstance(value, CardSet):
        return str(value)
    return [listed(part) for part in value] if isinstance(value, list | tuple | range) else value


class Fields:
    """Reads the fields of a state from JSON, strictly: a field that is missing, of another type or out
    of range is a PositionError that names it, and so is one that does not belong there."""

    def __init__(
        self, data: Any, names: Sequence[str], deck: Deck, players: int, optional: Sequence[str] = ()
    ) -> None:
        if not isinstance(data, Mapping) or not set(names) <= set(data) <= {*names, *optional}:
            what = f"A position has exactly these fields: {', '.join(names)}."
            raise PositionError(what, what)
        self.data, self.deck, self.players = data, deck, players

    def fail(self, name: str, what: str) -> PositionError:
        is_now = shorten(self.data[name])
        return PositionError(f"{name} is {is_now}, and should be {what}.", f"Its field `{name}` is wrong.")

    def read(self, name: str, hint: Any) -> Any:
        """A field by its annotation."""
        return self._read(name, self.data[name], hint)

    def _read(self, name: str, value: Any, hint: Any) -> Any:
        mark, plain = meaning(hint)
        if hint is not plain and value is None and NoneType in get_args(hint):
            return None
        origin = get_origin(plain) or plain
        if mark == "seats":
            return union(self._seats(name, value))
        if mark in ("cards", "card") and origin is int:
            return self.mask(name, value) if mark == "cards" else self._card(name, value)
        if origin is dict:
            return dict(self._pairs(name, value, plain))
        if origin in (list, tuple, set, frozenset):
            viewers = self.players + ("onlooker" in getattr(hint, "__metadata__", ()))
            return origin(self._elements(name, value, mark, plain, viewers))
        if hasattr(origin, "from_json"):
            return origin.from_json(value, self.deck, self.players)
        return self._plain(name, value, mark, plain)

    def _elements(self, name: str, value: Any, mark: Any, plain: Any, viewers: int) -> Sequence[Any]:
        if kind_of(plain) == "card" and not is_row(plain):
            self.mask(name, value)  # each card once
            return self.deck.read(value)
        if not isinstance(value, list):
            raise self.fail(name, "a list")
        if mark == "by seat" and len(value) != viewers:
            more = ", and one for an onlooker" if viewers > self.players else ""
            raise self.fail(name, f"a list of {viewers}, one a seat{more}")
        if is_row(plain) and len(value) != len(get_args(plain)):
            raise self.fail(name, f"rows of {len(get_args(plain))}")
        found = [self._read(name, *one) for one in zip(value, inside(plain, len(value)), strict=True)]
        if kind_of(plain) == "seat" and (-1 in found or len(set(found)) != len(found)):
            raise self.fail(name, f"a list of different seats, each 0 to {self.players - 1}")
        return found

    def _pairs(self, name: str, value: Any, plain: Any) -> Sequence[tuple[Any, Any]]:
        """Keys with their values."""
        if not isinstance(value, list) or not all(
            isinstance(pair, list) and len(pair) == 2 for pair in value
        ):
            raise self.fail(name, "pairs of a key and a value")
        key, one = _of_pair(plain)
        return [(self._read(name, pair[0], key), self._read(name, pair[1], one)) for pair in value]

    def _plain(self, name: str, value: Any, mark: Any, plain: Any) -> Any:
        if plain in (None, Any, object) and isinstance(value, int | float | str | NoneType):
            return value  # nothing is said of it
        if get_origin(plain) is Literal:
            return self._one_of(name, value, get_args(plain))
        if mark == "seat":
            return self._one_of(name, value, (-1, *range(self.players)))
        if type(value) is not plain:
            what = {int: "a whole number", bool: "True or False", str: "a text", float: "a number"}.get(
                plain, str(plain)
            )
            raise self.fail(name, what)
        return value

    def _card(self, name: str, value: object) -> int:
        cards = self.mask(name, value)
        if cards.bit_count() != 1:
            raise self.fail(name, "one card")
        return cards.bit_length() - 1

    def _one_of(self, name: str, value: Any, choices: Sequence[Any]) -> Any:
        for choice in choices:
            if type(value) is type(choice) and value == choice:
                return choice
        raise self.fail(name, " or ".join(repr(choice) for choice in choices))

    # Some fields at a time, by what they are.

    def one_of(self, name: str, choices: Sequence[Any]) -> Any:
        return self._one_of(name, self.data[name], choices)

    def number(self, name: str, least: int = 0) -> int:
        value = self.data[name]
        if type(value) is not int or value < least:
            raise self.fail(name, f"a whole number, {least} or more")
        return value

    def list(self, name: str) -> Sequence[Any]:
        value = self.data[name]
        if not isinstance(value, list):
            raise self.fail(name, "a list")
        return value

    def seats(self, name: str) -> Sequence[int]:
        """A list of different seats."""
        return self._seats(name, self.data[name])

    def _seats(self, name: str, value: Any) -> Sequence[int]:
        if not isinstance(value, list):
            raise self.fail(name, "a list")
        if any(not self.is_seat(seat) for seat in value) or len(set(value)) != len(value):
            raise self.fail(name, f"a list of different seats, each 0 to {self.players - 1}")
        return value

    def numbers(self, name: str) -> Sequence[int]:
        """A whole number a seat."""
        value = self.list(name)
        if len(value) != self.players or any(type(number) is not int for number in value):
            raise self.fail(name, f"{self.players} whole numbers")
        return value

    def is_seat(self, value: object) -> bool:
        return type(value) is int and 0 <= value < self.players

    def cards(self, name: str) -> int:
        return self.mask(name, self.data[name])

    def hands(self, name: str) -> Sequence[int]:
        """A set of cards a seat."""
        value = self.list(name)
        if len(value) != self.players:
            raise self.fail(name, f"{self.players} texts of cards")
        return [self.mask(name, cards) for cards in value]

    def rows(self, name: str, seats: int) -> Sequence[tuple[int, ...]]:
        """Rows of some seats and then cards, as in `[[0, "7S"], [1, ""]]`."""
        found = []
        for row in self.list(name):
            if (
                not isinstance(row, list)
                or len(row) != seats + 1
                or not all(self.is_seat(seat) for seat in row[:-1])
            ):
                raise self.fail(name, f"rows of {seats} seat(s) and cards")
            found.append((*row[:-1], self.mask(name, row[-1])))
        return found

    def mask(self, name: str, cards: object) -> int:
        if not isinstance(cards, str):
            raise self.fail(name, "cards as text")
        try:
            return self.deck.mask(cards)
        except CardError as error:
            raise PositionError(f"{name}: {error}", f"Its field `{name}` is wrong.") from None
