"""The words that every game speaks.

A `Game` is a choice of options. It starts a `State`, the whole truth at one moment. Who is to
move plays a `Move`; a `Refusal` says by which rule a move is wrong; an `Event` says what
happened. A `View` is what one seat knows. Dealing is a move too: when cards are due, `to_move` is
`DEALER`, and whoever runs the game plays a deal. So a state holds no random generator and no
future.

To add a game, write these classes for it in one file; `handkit.testing.check_game` then checks
the laws that a game must keep.
"""

from __future__ import annotations

import dataclasses
import random
import warnings
from abc import ABC, ABCMeta, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, wraps
from typing import Annotated, Any, ClassVar, Self, TypeVar, final

from handkit import registry
from handkit.cards import CardError, Deck, shorten
from handkit.words import Names, Words, load_entries

MOST = 1_000_000_000  # the largest value of an option without an upper bound of its own
DEALER = -1  # the "seat" that is to move when cards are to be dealt
ONLOOKER = -2  # the "seat" of somebody who only watches

# What a field stands for, as `Cards` says it of cards. A game's own: Annotated[int, how], where how(number)
# is the text to be read.
T = TypeVar("T")
Seat = Annotated[int, "seat"]  # a seat; -1 is nobody, or the dealer who is to move
Seats = Annotated[int, "seats"]  # a set of seats, as bits
BySeat = Annotated[list[T], "by seat"]  # one for each seat, and perhaps one more for an onlooker


class OptionError(TypeError, ValueError):
    """An option that does not exist or a value that is not allowed, with what is."""


class ParseError(ValueError):
    """A text that is no move, with what was not understood."""


class PositionError(ValueError):
    """A position that cannot occur, with what is wrong in it."""


class IllegalMove(ValueError):
    """A move that the rules refuse. `refusal` says by which rule and why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.text} ({refusal.rule})")
        self.refusal = refusal


# ── options ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Option:
    """What one option of a game means and allows."""

    rule: str
    help: str
    choices: tuple[Any, ...] = ()  # the values allowed; empty: any whole number from `least` on
    least: int = 0
    or_none: bool = False  # whether None is allowed too, for no bound at all

    def allowed(self) -> str:
        """The values allowed, in words."""
        if self.choices:
            return " or ".join(repr(choice) for choice in self.choices)
        return f"a whole number, {self.least} or more{', or None' if self.or_none else ''}"

    def accepts(self, value: object) -> bool:
        """Whether a value is allowed. `True` is not 1 here, nor 4.0 a number of players."""
        if self.choices:
            return any(type(value) is type(choice) and value == choice for choice in self.choices)
        if value is None:
            return self.or_none
        return type(value) is int and self.least <= value <= MOST


def option(
    default: Any, rule: str, help: str, choices: Sequence[Any] = (), least: int = 0, or_none: bool = False
) -> Any:
    """A field of a game's options: its default, the rule that offers it, its meaning, its values."""
    return field(default=default, metadata={"option": Option(rule, help, tuple(choices), least, or_none)})


# ── moves, refusals, events, outcomes ───────────────────────────────────────────────────────────


class Move:
    """Something that a player, or the dealer, does. Small, frozen, and written as a short text:
    `str(move)` is what a person types, `game.parse(str(move)) == move`, and `repr` can be evaluated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, init=False, repr=False)
class CardsMove(Move):
    """A move that names cards, perhaps behind a word: `7S 7H`, `give 3D 4C`.

    `cards` is the set of the cards named, `twice` those of them that were named more than once (which
    is never legal, but a refusal must be able to say so).
    """

    deck: ClassVar[Deck]
    word: ClassVar[str] = ""
    cards: int
    twice: int

    def __init__(self, cards: int | str | Sequence[int] = 0) -> None:
        """`cards`: a bit set, a text, or a list of cards."""
        if isinstance(cards, str):
            cards = self.deck.read(cards)
        once, twice = (cards, 0) if isinstance(cards, int) else self.deck.collect(cards)
        if type(once) is not int or once < 0:
            raise CardError(f"{shorten(cards)} is not a set of cards.")
        object.__setattr__(self, "cards", once)
        object.__setattr__(self, "twice", twice)

    def named(self) -> str:
        """The cards as they were named."""
        return f"{self.deck.text(self.cards)} {self.deck.text(self.twice)}".strip()

    def __str__(self) -> str:
        return f"{self.word} {self.named()}".strip()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.named()!r})"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class DealMove(Move):
    """The dealer deals these cards, in this order. A game says what becomes of them."""

    deck: ClassVar[Deck]
    order: tuple[int, ...]

    def __init__(self, order: str | Sequence[int]) -> None:
        """`order`: all cards as a text, or a list of cards."""
        cards = self.deck.read(order) if isinstance(order, str) else order
        object.__setattr__(self, "order", tuple(cards))

    def named(self) -> str:
        """The cards as text."""
        return " ".join(self.deck.name(card) for card in self.order)

    def __str__(self) -> str:
        return f"deal {self.named()}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.named()!r})"


@dataclass(frozen=True)
class Statement:
    """Something said by rule: a key of the game's catalogue (`handkit.words`) and what fills it."""

    game: Game
    rule: str
    key: str
    values: Mapping[str, Any]

    def say(
        self, form: str = "text", names: Names | None = None, reader: int | None = None, braces: bool = False
    ) -> str:
        """One form of the catalogue's entry as a sentence; see `Words.say`."""
        return self.game.words.say(self.key, self.values, form, names, reader, braces)

    @property
    def text(self) -> str:
        """The sentence, with seats by number."""
        return self.say()

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"

    def __hash__(self) -> int:
        return hash((self.rule, self.key, str(self.values)))


@dataclass(frozen=True)
class Refusal(Statement):
    """Why a move is refused: the rule, what is wrong with these cards, and what would be right."""

    @property
    def wrong(self) -> str:
        return self.say("text")

    @property
    def right(self) -> str:
        return self.say("right")

    @property
    def text(self) -> str:
        """What is wrong, then what would be right."""
        return f"{self.wrong} {self.right}".strip()

    __hash__ = Statement.__hash__


@dataclass(frozen=True)
class Event(Statement):
    """What happened, the rule that made it happen, and who may see it (None: everybody)."""

    seen_by: frozenset[int] | None = None

    def visible_to(self, seat: int) -> bool:
        return self.seen_by is None or seat in self.seen_by

    __hash__ = Statement.__hash__


Tell = Callable[[Event], None]


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    rule: str  # the rule that ended it
    ranks: tuple[int, ...]  # by seat: 1 for the winner; equal results share a rank (1, 1, 3)
    scores: tuple[int, ...]  # by seat

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of rank 1."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


def ranking(scores: Sequence[int]) -> tuple[int, ...]:
    """The rank of each score, the highest first; equal scores share a rank: (9, 9, 4) → (1, 1, 3)."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def behind(ranks: Sequence[int]) -> tuple[int, ...]:
    """How many are ranked behind each: (1, 1, 3) → (1, 1, 0)."""
    return tuple(sum(other > rank for other in ranks) for rank in ranks)


@dataclass(frozen=True)
class Zone:
    """Cards in one place, and the seats that may see their faces (None: everybody). `owner` is the
    seat whose hand this is, if it is a hand; `player` the seat whose place it is, if it is another.
    `shown` says which of the cards other seats know, as they saw them on their way here: (seat, cards)."""

    name: str
    cards: int
    seen_by: frozenset[int] | None = None
    owner: int | None = None
    shown: tuple[tuple[int, int], ...] = ()
    player: int | None = None

    def visible_to(self, seat: int) -> bool:
        return self.seen_by is None or seat in self.seen_by

    def faces(self, seat: int) -> int:
        """The cards whose faces a seat knows."""
        if self.visible_to(seat):
            return self.cards
        known = 0
        for other, cards in self.shown:
            known |= cards if other == seat else 0
        return known & self.cards


# ── the game, the state, the view ───────────────────────────────────────────────────────────────


class Position(ABC):
    """What a state and a view share: the offered moves and the judgement of a move.

    `to_move` is the seat whose turn it is, DEALER when cards are to be dealt, None when the game
    is over. `actors` are all seats that may act now, `to_move` first.
    """

    __slots__ = ()
    game: Any
    to_move: Seat | None
    # Fields that `handkit.look` shows before all others, where there are any of that name.
    shown_first: ClassVar[tuple[str, ...]] = ("seat", "hand", "hands", "to_move")

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.to_move is None else (self.to_move,)

    @abstractmethod
    def moves(self, seat: int | None = None) -> Sequence[Move]:
        """The moves that a seat (by default the one to move) may make now. Where cards are
        interchangeable, one of each kind. Empty when it is not that seat's turn, and for the dealer."""

    @abstractmethod
    def judge(self, move: Move, seat: int) -> Refusal | None:
        """Why this seat may not make this move now; None when it may."""

    @final
    def check(self, move: Move | str, seat: int | None = None) -> Refusal | None:
        """Why a move, or its text, is refused; None when it is legal.

        `seat` is who wants to make it, by default the seat to move. Raises ParseError for a text
        that is no move and ValueError for a seat that does not exist.
        """
        made: object = self.game.parse(move) if isinstance(move, str) else move
        if not isinstance(made, Move):
            raise TypeError(f"{shorten(move)} is no move: a move is a text or a Move.")
        if seat is None:
            seat = DEALER if self.to_move is None else self.to_move
        else:
            self.game.check_seat(seat, DEALER)
        return self.judge(made, seat)

    def fields(self) -> dict[str, Any]:
        """All that this holds, by name."""
        slots = (name for kind in type(self).__mro__ for name in kind.__dict__.get("__slots__", ()))
        return {name: getattr(self, name) for name in slots} | getattr(self, "__dict__", {})

    def __eq__(self, other: object) -> bool:
        """Equal are two of one kind that hold the same."""
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, Position)
        return self.fields() == other.fields()

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        """All fields as a tree; of a state, what everybody may know."""
        from handkit.look import look

        return str(look(self))

    def _repr_html_(self) -> str:
        """The same in a notebook."""
        from handkit.look import look

        return look(self)._repr_html_()


class State(Position):
    """The whole truth at one moment."""

    __slots__ = ()

    def __init_subclass__(cls, **more: Any) -> None:
        """Whoever writes a game, its `view` is asked about seats that there are."""
        super().__init_subclass__(**more)
        if "view" in vars(cls):
            cls.view = _of_a_seat(cls.view)  # type: ignore[method-assign,assignment]

    @abstractmethod
    def play(self, move: Move, tell: Tell | None = None, seat: int | None = None) -> None:
        """Make a legal move, in place. Trusts its caller; `check` judges. Events go to `tell`."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy."""

    @abstractmethod
    def view(self, seat: int) -> View:
        """What one seat knows (ONLOOKER: what everybody knows), as an object of its own."""

    @abstractmethod
    def deal(self, rng: random.Random) -> Move:
        """A deal to play now, drawn fairly."""

    @abstractmethod
    def zones(self) -> list[Zone]:
        """Where every card is, and who may see it there. Each card stands in exactly one zone."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    @property
    def standing(self) -> tuple[float, ...]:
        """How each seat stands so far, in the game's `score_unit`; more is better. How it changes in a
        round is what a round brought. By default nothing before the end, then how many are ranked behind."""
        end = self.outcome
        return (0,) * self.game.players if end is None else behind(end.ranks)

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """All fields, as plain JSON with cards as text. `game.state(...)` reads it back."""

    def __copy__(self) -> Self:
        return self.copy()

    @final
    def after(self, move: Move | str, seat: int | None = None) -> Self:
        """The state after a move, or its text; this one stays. Raises IllegalMove."""
        made: Move = self.game.parse(move) if isinstance(move, str) else move
        if refusal := self.check(made, seat):
            raise IllegalMove(refusal)
        state = self.copy()
        state.play(made, seat=seat)
        return state

    def random_move(self, rng: random.Random) -> Move:
        """A fair draw: of the deals for the dealer, else of the offered moves."""
        if self.to_move == DEALER:
            return self.deal(rng)
        moves = self.moves()
        return moves[int(rng.random() * len(moves))]


def _of_a_seat(view: Callable[[Any, int], View]) -> Callable[[Any, int], View]:
    @wraps(view)
    def checked(state: State, seat: int) -> View:
        return view(state, state.game.check_seat(seat, ONLOOKER))

    return checked


class View(Position):
    """What one seat knows: no card that is hidden from it, no reference to the state."""

    __slots__ = ()
    seat: Seat

    @abstractmethod
    def guess(self, rng: random.Random) -> State:
        """A full state that fits all that this seat knows: `guess(rng).view(seat) == view`."""


class OptionsByName(ABCMeta):
    """Takes the options of a game by name, an old name too, and says what there are where one is unknown."""

    def __call__(cls: Any, /, *args: Any, **options: Any) -> Any:
        known = cls.options()
        if args:
            raise OptionError(f"{cls.__name__} takes its options by name: {', '.join(known)}.")
        for old, new in cls.former_options.items():
            if old in options and new not in options:
                what = f"The option {old!r} of {cls.title} is called {new!r} since version 0.2."
                warnings.warn(what, DeprecationWarning, stacklevel=2)
                options[new] = options.pop(old)
        for name in options:
            if name not in known:
                raise OptionError(
                    f"{cls.title} has no option {shorten(name)}. Its options are {', '.join(known)}."
                )
        return super().__call__(**options)


class Game(ABC, metaclass=OptionsByName):
    """A game and its options: a frozen dataclass whose fields are made by `option`.

    A class made from a game is a game of its own: it has a name and a title from the class's name, and all
    that belongs to the other which it has none of its own for. Lines of its docstring such as
    `P8.1 An 8 ends the trick. Who plays an 8 takes it.` are rules of it (see `handkit.rulebook`), `sentences`
    what its events and refusals say (see `handkit.words`). Where the other is registered, so is it.
    """

    name: ClassVar[str]  # as in commands: "hang-in"
    title: ClassVar[str]  # as people write it: "Hang In"
    deck: ClassVar[Deck]
    prefix: ClassVar[str]  # of its rules' ids: "P"
    deal_name: ClassVar[str] = "round"  # what is played from one deal
    score_unit: ClassVar[str] = "players ranked behind"  # in which `State.standing` counts
    former_options: ClassVar[Mapping[str, str]] = {}  # names that options had, with their names now
    # Entries of its own for its words, by key, as `handkit.words` describes them.
    sentences: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    players: int

    def __init_subclass__(cls, **options: Any) -> None:
        """A game that is made from another gets a name and a title of its own, where it says none."""
        super().__init_subclass__(**options)
        parents = registry.made_from(cls)
        if not parents:
            return
        if "name" not in vars(cls):
            cls.name = registry.name_from(cls.__name__)
        if "title" not in vars(cls):
            cls.title = cls.name.replace("-", " ").title()
        if registry.is_registered(parents[0]):
            registry.register(cls)

    def __post_init__(self) -> None:
        for name, about in self.options().items():
            value = getattr(self, name)
            if not about.accepts(value):
                raise OptionError(
                    f"{name}={shorten(value)} is not allowed: {name} is {about.allowed()} ({about.rule})."
                )

    @classmethod
    def options(cls) -> dict[str, Option]:
        """The options by name, with their rules and allowed values."""
        return {f.name: f.metadata["option"] for f in dataclasses.fields(cls)}  # type: ignore[arg-type]

    def to_json(self) -> dict[str, Any]:
        """The options' values by name."""
        return {name: getattr(self, name) for name in self.options()}

    def seeded(self) -> list[tuple[str, Any]]:
        """The options by the names that they had first, sorted: what a seed is joined with, so that it means
        the same in every version."""
        first = {new: old for old, new in self.former_options.items()}
        return sorted((first.get(name, name), value) for name, value in self.to_json().items())

    def unusual(self) -> dict[str, Any]:
        """Those options, by name, that have another value than by default."""
        usual = {f.name: f.default for f in dataclasses.fields(self)}  # type: ignore[arg-type]
        return {name: value for name, value in self.to_json().items() if value != usual[name]}

    def check_seat(self, seat: int, *also: int) -> int:
        """The seat, if there is such a one; `also` is what is allowed beside seats, DEALER or ONLOOKER.
        Raises ValueError with the seats that there are. True is no seat."""
        if type(seat) is not int or not (0 <= seat < self.players or seat in also):
            raise ValueError(f"There is no seat {shorten(seat)}: seats are 0 to {self.players - 1}.")
        return seat

    @property
    def words(self) -> Words:
        """The game's sentences: those of the games that it is made from, and its own `sentences`."""
        return _words(type(self))

    @abstractmethod
    def start(self) -> State:
        """The state before anything happened: it awaits the dealer."""

    @abstractmethod
    def parse(self, text: str) -> Move:
        """The move that a text means, legal or not. Raises ParseError or CardError."""

    @abstractmethod
    def state(self, data: Mapping[str, Any]) -> State:
        """The state that `State.to_json` wrote. Raises PositionError for one that cannot occur."""

    @abstractmethod
    def longest(self) -> int:
        """A bound on the number of moves of one whole game, deals included."""

    # Its states and views. A class made from a game may put its own here: `class State(President.State)`.
    State: ClassVar[type[State]]
    View: ClassVar[type[View]]


@cache
def _words(game: type[Game]) -> Words:
    entries: dict[str, Mapping[str, str]] = {}
    for kind in reversed(registry.line(game)):
        entries |= load_entries(kind.name) if registry.is_ours(kind) else {}
        entries |= vars(kind).get("sentences", {})
    return Words(game.deck, entries)


def shuffled(deck: Deck, rng: random.Random) -> list[int]:
    """All cards of a deck in a random order.

    Fisher and Yates's shuffle on `rng.random()`, the one method whose sequence Python promises to
    keep; `random.shuffle` may change. So a seed means the same cards on any machine, for years.
    """
    cards = list(range(deck.size))
    for last in range(deck.size - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def require(condition: object, what: str) -> None:
    """Raise PositionError unless a condition holds."""
    if not condition:
        raise PositionError(f"This position cannot occur: {what}.")


class Fields:
    """Reads the fields of a state from JSON, strictly: a field that is missing, of another type or out
    of range is a PositionError that names it, and so is one that does not belong there."""

    def __init__(self, data: Any, names: Sequence[str], deck: Deck, players: int) -> None:
        if not isinstance(data, Mapping) or set(data) != set(names):
            raise PositionError(f"A position has exactly these fields: {', '.join(names)}.")
        self.data, self.deck, self.players = data, deck, players

    def fail(self, name: str, what: str) -> PositionError:
        return PositionError(f"{name} is {shorten(self.data[name])}, and should be {what}.")

    def one_of(self, name: str, choices: Sequence[Any]) -> Any:
        for choice in choices:
            if type(self.data[name]) is type(choice) and self.data[name] == choice:
                return choice
        raise self.fail(name, " or ".join(repr(choice) for choice in choices))

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
        value = self.list(name)
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
            raise PositionError(f"{name}: {error}") from None


def whole_deck(deck: Deck, zones: Sequence[Zone]) -> bool:
    """Whether the zones hold every card of the deck exactly once."""
    return sum(zone.cards.bit_count() for zone in zones) == deck.size and union_of(zones) == deck.all


def union_of(zones: Sequence[Zone]) -> int:
    """The cards of all these zones together."""
    together = 0
    for zone in zones:
        together |= zone.cards
    return together


Rules, Said = Position, Statement  # as they were called until version 0.1; games from elsewhere import them
