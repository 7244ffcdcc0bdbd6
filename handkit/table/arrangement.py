"""A position in the making: what has been put where so far, and the line of code for it."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from handkit.cards import shorten
from handkit.fields import listed
from handkit.game import Game, State
from handkit.table.messages import MessageError, text_of
from handkit.table.places import Place, places

LONGEST_LIST = 60  # of challenges, gifts, …
MOST = 1_000_000_000


class Spot(NamedTuple):
    """A part of a place: all of it, the part of a seat, or one of a list."""

    place: Place
    at: int | None
    value: Any

    @property
    def label(self) -> str:
        label, many = self.place.label, self.place.shape.many
        if many == "by seat":
            return f"{label.removesuffix('s')} of seat {self.at}"
        return label if self.at is None else f"{label.removesuffix('s')} {self.at + 1}"


class Arrangement:
    """What `position` of a game is to be given.

    game    the game with its options
    given   arguments of its `position`, to begin with

    Raises TypeError for a game that has no `position`, ValueError for what no argument can be.
    """

    def __init__(self, game: Game, given: Mapping[str, Any] | None = None) -> None:
        self.game = _with_players(game, given or {})
        self.places = {place.name: place for place in places(type(game))}
        takes = game.setup(type(game)).takes()
        takes_all = any(one.kind is one.VAR_KEYWORD for one in takes)
        named = [one.name for one in takes]
        self.options = [name for name in game.options() if takes_all or name in named]
        self.values: dict[str, Any] = {}
        self._before: list[tuple[Game, dict[str, Any]]] = []
        self._made: tuple[State, dict[str, Any]] | ValueError | None = None
        self.clear()
        for name, value in (given or {}).items():
            self.values[name] = self._read(self.place(name), listed(value))
        self._before.clear()

    # What there is.

    def place(self, name: object) -> Place:
        """The place of a name. Raises MessageError with those that there are."""
        if not isinstance(name, str) or name not in self.places:
            known = ", ".join(self.places)
            raise MessageError(f"{self.game.title} has no place {shorten(name)}: there are {known}.")
        return self.places[name]

    def spots(self, place: Place) -> list[Spot]:
        """The parts of a place; of a list there is one more, which is empty still. A row is added by
        itself."""
        value = self.values[place.name]
        if not place.shape.many:
            return [Spot(place, None, value)]
        found = [Spot(place, at, one) for at, one in enumerate(value)]
        if place.shape.many == "list" and place.shape.kind != "row" and len(found) < LONGEST_LIST:
            found.append(Spot(place, len(found), ""))
        return found

    def where(self, card: int) -> list[Spot]:
        """Where a card lies: nowhere, in one place, or by mistake in several."""
        return [spot for spot in self._holding() if card in self.cards(spot)]

    def cards(self, spot: Spot) -> list[int]:
        """The cards of a part, in its order."""
        deck, (kind, _, _, (sign, _)) = self.game.deck, spot.place.shape
        text = (spot.value[2] if kind == "row" else spot.value) or ""
        if kind == "move":
            return [deck.card(found[0]) for found in deck.pattern.finditer(text)]
        return [deck.card(word) for word in text.split() if word != sign]

    def _holding(self) -> Iterator[Spot]:
        for place in self.places.values():
            if place.holds_cards:
                yield from self.spots(place)

    # What can be done.

    def put(self, cards: str, name: str, at: int | None = None) -> None:
        """Put cards in a place, or its sign: at a seat, or as one of its list. They lie nowhere else then.
        Raises MessageError for a place that does not exist, CardError for no cards."""
        place = self.place(name)
        is_sign = bool(place.shape.sign[0]) and cards == place.shape.sign[0]
        words = [cards] if is_sign else [self.game.deck.name(card) for card in self.game.deck.read(cards)]
        if not place.takes_cards:
            raise MessageError(f"{place.label} takes no cards.")
        self._spot(place, at)
        self._remember()
        if place.holds_cards:
            self._take(words)
        spot, kind = self._spot(place, at), place.shape.kind  # as it is now
        text = " ".join([(spot.value[2] if kind == "row" else spot.value) or "", *words]).strip()
        if kind != "move":
            text = self._in_order(place, text)
        self._write(spot, [*spot.value[:2], text] if kind == "row" else text)
        self._tidy()

    def take_back(self, cards: str) -> None:
        """Take cards away from where they lie. Raises CardError."""
        words = [self.game.deck.name(card) for card in self.game.deck.read(cards)]
        self._remember()
        self._take(words)
        self._tidy()

    def set(self, name: str, value: Any, at: int | None = None) -> None:
        """Set a place, or the part of it at a seat or in its list, to a value as `position` takes it. Of a
        list None takes a part away. Raises MessageError or CardError for what cannot stand there."""
        place = self.place(name)
        if at is None:
            whole = listed(value)
        else:
            if place.shape.kind != "row" or at != len(self.values[name]):
                self._spot(place, at)
            whole = copy.deepcopy(self.values[name])
            if place.shape.many == "list" and value is None:
                del whole[at : at + 1]
            else:
                whole[at : at + 1] = [listed(value)]
        read = self._read(place, whole)
        self._remember()
        self.values[name] = read
        self._tidy()

    def set_option(self, name: str, value: Any) -> None:
        """Choose an option. With fewer players the cards of those who leave are free again. Raises
        OptionError, and MessageError for one that a position does not take."""
        if name not in self.options:
            raise MessageError(
                f"A position takes the options {', '.join(self.options)}, not {shorten(name)}."
            )
        game = type(self.game)(**{**self.game.to_json(), name: value})
        self._remember()
        self.game = game
        for place in self.places.values():
            self.values[place.name] = self._fitted(place, self.values[place.name])

    def clear(self) -> None:
        """Take everything away. The options stay."""
        self._remember()
        players = self.game.players
        self.values = {name: copy.deepcopy(place.empty(players)) for name, place in self.places.items()}

    def undo(self) -> None:
        """Back to what was before the last change. Raises MessageError when there was none."""
        if not self._before:
            raise MessageError("Nothing has been changed yet.")
        self.game, self.values = self._before.pop()
        self._made = None

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    # What comes of it.

    @property
    def position(self) -> State:
        """The position. Raises what the game's `position` raises for one that cannot occur: PositionError,
        or another ValueError."""
        return self._result()[0]

    @property
    def line(self) -> str:
        """The line of code for it, whether or not it can occur."""
        args, named = self._arguments()
        try:
            options = self._result()[1]
        except ValueError:
            options = self._unusual(with_players=False)
        parts = [code(value) for value in args]
        parts += [f"{name}={code(value)}" for name, value in {**named, **options}.items()]
        name = type(self.game).__qualname__.split("<locals>.")[-1]
        return f"{name}.position({', '.join(parts)})"

    def _result(self) -> tuple[State, dict[str, Any]]:
        if self._made is None:
            try:
                self._made = self._make()
            except ValueError as error:
                self._made = error
        if isinstance(self._made, ValueError):
            raise self._made.with_traceback(None)
        return self._made

    def _make(self) -> tuple[State, dict[str, Any]]:
        """The position, and the options that it was given. How many play follows from the hands, mostly."""
        args, named = self._arguments()
        kind: Any = type(self.game)
        short, full = self._unusual(with_players=False), self._unusual(with_players=True)
        if short != full:
            try:
                state = kind.position(*args, **named, **short)
                if state.game == self.game:
                    return state, short
            except ValueError:
                pass  # perhaps because so many play
        return kind.position(*args, **named, **full), full

    def _arguments(self) -> tuple[list[Any], dict[str, Any]]:
        """What `position` is given by place and by name, without what is given by default."""
        args, named = [], {}
        for name, place in self.places.items():
            value = place.argument(self.values[name])
            if not place.by_name:
                args.append(value)
            elif place.needed or value != place.default:
                named[name] = value
        return args, named

    def _unusual(self, with_players: bool) -> dict[str, Any]:
        unusual = self.game.unusual()
        return {
            name: unusual[name]
            for name in self.options
            if name in unusual and (with_players or name != "players")
        }

    # How it is kept.

    def _remember(self) -> None:
        self._before.append((self.game, copy.deepcopy(self.values)))
        self._made = None

    def _spot(self, place: Place, at: object) -> Spot:
        spots = self.spots(place)
        found = next((spot for spot in spots if spot.at == at and type(at) is type(spot.at)), None)
        if found is None:
            parts = f"0 to {len(spots) - 1}" if place.shape.many else "only None, as it is one"
            raise MessageError(f"{place.label} has no part {shorten(at)}: there is {parts}.")
        return found

    def _write(self, spot: Spot, value: Any) -> None:
        if spot.at is None:
            self.values[spot.place.name] = value
        else:
            self.values[spot.place.name][spot.at : spot.at + 1] = [value]

    def _take(self, words: Sequence[str]) -> None:
        for spot in list(self._holding()):
            before = (spot.value or "").split()
            kept = [word for word in before if word not in words]
            if len(kept) < len(before):
                self._write(spot, " ".join(kept))

    def _tidy(self) -> None:
        """Of a list nothing stays that is empty."""
        for name, place in self.places.items():
            if place.shape.many == "list":
                self.values[name] = [one for one in self.values[name] if one != ""]

    def _fitted(self, place: Place, value: Any) -> Any:
        """A value, for as many seats as there are now."""
        players = self.game.players
        empty = copy.deepcopy(place.empty(players))
        match place.shape:
            case (_, "by seat", *_):
                return [*value[:players], *empty[len(value) :]] if len(empty) == players else empty
            case ("seat", *_):
                return empty if value is not None and value >= players else value
            case ("seats", *_):
                return [seat for seat in value if seat < players]
            case ("row", *_):
                return [row for row in value if max(row[:2]) < players]
        return value

    # Values, read with care: they come from a browser, or from whoever writes code.

    def _read(self, place: Place, value: Any) -> Any:
        """A value for a whole place."""
        many, players = place.shape.many, self.game.players
        if not many:
            return self._one(place, value)
        if not isinstance(value, list) or len(value) > LONGEST_LIST:
            raise _wrong(place, value, "a list")
        if many == "by seat":
            value = value or place.empty(players)
            if len(value) != players:
                raise _wrong(place, value, f"a list of {players}, one for each seat")
        return [self._one(place, one) for one in value]

    def _one(self, place: Place, value: Any) -> Any:
        """A single value."""
        blank = place.shape.or_none or (place.shape.many == "by seat" and not place.needed)
        if value is None and blank and place.shape.kind not in ("cards", "in order"):
            return None
        match place.shape.kind:
            case "cards" | "in order":
                return self._in_order(place, text_of(value))
            case "text" | "move":
                return text_of(value).strip()
            case "switch":
                if type(value) is not bool:
                    raise _wrong(place, value, "True or False")
                return value
            case "number":
                if type(value) is not int or abs(value) > MOST:
                    raise _wrong(place, value, "a whole number")
                return value
            case "seat":
                return self._seat(place, value)
            case "seats":
                seats = [self._seat(place, seat) for seat in (value if isinstance(value, list) else [value])]
                if len(set(seats)) < len(seats):
                    raise _wrong(place, value, "a list of different seats")
                return seats
            case "row":
                if not isinstance(value, list) or len(value) != 3:
                    raise _wrong(place, value, "two seats and cards")
                one, other, cards = value
                return [
                    self._seat(place, one),
                    self._seat(place, other),
                    self._in_order(place, text_of(cards)),
                ]

    def _seat(self, place: Place, value: Any) -> int:
        if type(value) is not int or not 0 <= value < self.game.players:
            raise _wrong(place, value, f"a seat, 0 to {self.game.players - 1}")
        return value

    def _in_order(self, place: Place, text: str) -> str:
        """Cards as their names. A set of them has the order of the deck."""
        deck, sign = self.game.deck, place.shape.sign[0]
        if place.shape.kind != "in order":
            return deck.text(deck.mask(text))
        words = [[word] if word == sign else map(deck.name, deck.read(word)) for word in text.split()]
        return " ".join(name for names in words for name in names)


def _with_players(game: Game, given: Mapping[str, Any]) -> Game:
    """The game for as many as the hands are, where its options do not say how many play."""
    hands, about = given.get("hands"), game.options().get("players")
    if "players" in game.unusual() or about is None or not isinstance(hands, Sequence):
        return game
    seats = len(hands)
    return type(game)(**{**game.to_json(), "players": seats}) if about.accepts(seats) else game


def _wrong(place: Place, value: Any, right: str) -> MessageError:
    return MessageError(f"{place.name} is {shorten(value)}, and should be {right}.")


def code(value: Any) -> str:
    """A value as people write it in Python."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(map(code, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(code, value))})"
    return repr(value)
