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
import inspect
import random
import warnings
from abc import ABC, ABCMeta, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, wraps
from math import floor
from operator import attrgetter
from typing import Any, ClassVar, Self, final

from handkit import registry
from handkit.arguments import generator
from handkit.cards import Deck, count, members, shorten

# isort: off
from handkit.fields import (
    DEALER as DEALER,
    ONLOOKER as ONLOOKER,
    BySeat as BySeat,
    ByViewer as ByViewer,
    FaceDown as FaceDown,
    Fields as Fields,
    Open as Open,
    Own as Own,
    PositionError as PositionError,
    Seat as Seat,
    Seats as Seats,
    copier,
    field_to_json,
    fields_with_cards,
    friendly,
    hints_of,
    is_made,
    names_of,
    place_of,
    require as require,
    share,
    viewer,
)

# isort: on
from handkit.look import look
from handkit.words import NUMBERS, Names, Words, load_entries

MOST = 1_000_000_000  # the largest value of an option without an upper bound of its own


class OptionError(TypeError, ValueError):
    """An option that does not exist or a value that is not allowed, with what is."""


class ParseError(ValueError):
    """A text that is no move, with what was not understood."""

    sealed = "It is no move of this game."  # without what the text says


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


def first_word(text: object) -> tuple[str, str]:
    """The first word of a move's text in small letters, and the rest. Raises ParseError where there is
    none."""
    words = text.split() if isinstance(text, str) else []
    if not words:
        raise ParseError(f"{shorten(text)} is no move: it is {'empty' if text == '' else 'no text'}.")
    return words[0].lower(), " ".join(words[1:])


class Move:
    """Something that a player, or the dealer, does. Small, frozen, and written as a short text:
    `str(move)` is what a person types, `game.parse(str(move)) == move`, and `repr` can be evaluated."""

    __slots__ = ()
    one_thing: ClassVar[bool] = True  # to be shown as its text, not by its fields


@dataclass(frozen=True, slots=True, init=False, repr=False)
class CardsMove(Move):
    """A move that names cards, perhaps behind a word: `7S 7H`, `give 3D 4C`.

    `cards` is the set of the cards named, `twice` those of them that were named more than once (which
    is never legal, but a refusal must be able to say so).
    """

    deck: ClassVar[Deck]
    word: ClassVar[str] = ""
    bare: ClassVar[str] = ""  # the text of a move of no cards, where an empty one is no move
    cards: int
    twice: int

    def __init__(self, cards: int | str | Sequence[int] = 0) -> None:
        """`cards`: a bit set, a text, or a list of cards. Raises CardError."""
        once, twice = (cards, 0) if type(cards) is int and cards >= 0 else self.deck.named(cards)
        object.__setattr__(self, "cards", once)
        object.__setattr__(self, "twice", twice)

    def named(self) -> str:
        """The cards as they were named."""
        return f"{self.deck.text(self.cards)} {self.deck.text(self.twice)}".strip()

    def __str__(self) -> str:
        return f"{self.word} {self.named()}".strip() or self.bare

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.named()!r})"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class DealMove(Move):
    """The dealer deals these cards, in this order. A game says what becomes of them."""

    deck: ClassVar[Deck]
    order: tuple[int, ...]

    def __init__(self, order: str | Sequence[int]) -> None:
        """`order`: all cards as a text, or a list of cards. Raises CardError."""
        object.__setattr__(self, "order", tuple(self.deck.numbers(order)))

    @classmethod
    def drawn(cls, rng: random.Random) -> Self:
        """A fair deal of the whole deck: nobody else's cards, so they need no look at each of them."""
        deal = cls.__new__(cls)
        object.__setattr__(deal, "order", tuple(shuffled(cls.deck, rng)))
        return deal

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
    `shown` says which of the cards other seats know, as they saw them on their way here: (seat, cards).
    `row` are the cards in their order, the last on top, where they have one."""

    name: str
    cards: int
    seen_by: frozenset[int] | None = None
    owner: int | None = None
    shown: tuple[tuple[int, int], ...] = ()
    player: int | None = None
    row: tuple[int, ...] = ()

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
    """What a state and a view share: what they hold, the offered moves and the judgement of a move.

    `to_move` is the seat whose turn it is, DEALER when cards are to be dealt, None when the game
    is over. `actors` are all seats that may act now, `to_move` first.
    """

    __slots__ = ()
    game: Any
    to_move: Seat | None
    kinds: ClassVar[tuple[type[Move], ...]] = (Move,)  # the moves of this game
    # Fields that `handkit.look` shows before all others, where there are any of that name.
    shown_first: ClassVar[tuple[str, ...]] = ("seat", "hand", "hands", "to_move")
    # Names that fields had, with their names now: the old ones can still be read.
    former_names: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for old, new in cls.former_names.items():
            setattr(cls, old, property(attrgetter(new)))

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.to_move is None else (self.to_move,)

    @property
    def between_rounds(self) -> bool:
        """Whether a new round is to be dealt; false where chance comes in the middle of one."""
        return self.to_move == DEALER

    @abstractmethod
    def moves(self, seat: int | None = None) -> Sequence[Move]:
        """The moves that a seat (by default the one to move) may make now. Where cards are
        interchangeable, one of each kind. Empty when it is not that seat's turn, and for the dealer."""

    def faults(self, move: Move, seat: int) -> Iterator[Refusal]:
        """Everything that is wrong with a move of a seat, what is most basic first (the moment, the turn, the
        cards, what they are played on): what a game writes. Where a move cannot be thought of as made at all,
        nothing follows the reason for that. `seat` may be DEALER, and in a view one whose hand is not known:
        ask `knows_hand`."""
        if refusal := self.judge(move, seat):
            yield refusal

    def judge(self, move: Move, seat: int) -> Refusal | None:
        """The first thing that is wrong with a move of a seat; None when it may be made. A game that knows
        only the first writes this instead of `faults`."""
        if type(self).faults is Position.faults:
            raise TypeError(f"{type(self).__name__} has neither faults() nor judge(): write one of them.")
        return next(self.faults(move, seat), None)

    @final
    def check(self, move: Move | str, seat: int | None = None) -> Refusal | None:
        """Why a move, or its text, is refused; None when it is legal.

        `seat` is who wants to make it: by default the seat to move, in a view the seat whose view it is.
        Raises ParseError or CardError for a text that is no move, TypeError for a move of another game, and
        ValueError for a seat that does not exist or whose hand a view does not show.
        """
        return self.judge(*self._asked(move, seat))

    @final
    def refusals(self, move: Move | str, seat: int | None = None) -> Iterator[Refusal]:
        """Every refusal of a move, in the order of `faults`; the first is the answer of `check`, which takes
        and raises the same."""
        return self.faults(*self._asked(move, seat))

    def _asked(self, move: Move | str, seat: int | None) -> tuple[Move, int]:
        """A move that is asked about, and for whom."""
        made: object = self.game.parse(move) if isinstance(move, str) else move
        if not isinstance(made, self.kinds):
            raise TypeError(f"{shorten(made)} is no move of {self.game.title}: a move is {self._allowed()}.")
        if seat is None:
            return made, self._usual_seat()
        self.game.check_seat(seat, DEALER)
        return made, seat

    def _usual_seat(self) -> int:
        """For whom one asks who names no seat."""
        return DEALER if self.to_move is None else self.to_move

    def hand_of(self, seat: int) -> int:
        """The cards of a seat, where they are known. Raises ValueError where they are not."""
        raise ValueError(f"{self.game.title} has no hands.")

    def knows_hand(self, seat: int) -> bool:
        """Whether the hand of a seat is known here; the dealer has none."""
        return seat >= 0

    def refuse(self, rule: str, key: str, **values: Any) -> Refusal:
        """A refusal by a rule; the key and the values say it in words."""
        return Refusal(self.game, rule, key, values)

    def _allowed(self) -> str:
        """What `check` takes, in words."""
        kinds = "" if Move in self.kinds else f" ({', '.join(kind.__name__ for kind in self.kinds)})"
        return f"a text or a Move{kinds}"

    def fields(self) -> dict[str, Any]:
        """All that this holds, by name."""
        slots = (name for kind in type(self).__mro__ for name in kind.__dict__.get("__slots__", ()))
        return {name: getattr(self, name) for name in slots} | getattr(self, "__dict__", {})

    def public(self) -> Mapping[str, Any]:
        """What a table tells beside the cards, by name: a value for all, or a list by seat."""
        return {}

    def __eq__(self, other: object) -> bool:
        """Equal are two of one kind that hold the same."""
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, Position)
        return self.fields() == other.fields()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self.game.title}, to move: {self.to_move}>"

    def __str__(self) -> str:
        """All fields as a tree; of a state, what everybody may know."""
        return str(look(self))

    def _repr_html_(self) -> str:
        """The same in a notebook."""
        return look(self)._repr_html_()


class State(Position):
    """The whole truth at one moment.

    A game declares its fields with what they mean (`handkit.fields`); copying, views, JSON and zones follow.
    """

    __slots__ = ()

    # Fields that follow from the others: they are worked out again, and not written.
    follows: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        """Copies and views are made for each class; and whoever writes it, a `view` is asked about seats that
        there are."""
        super().__init_subclass__(**options)
        for name in ("copy", "_seen_by"):
            if name not in vars(cls) and is_made(getattr(cls, name)):
                setattr(cls, name, getattr(State, name))
        if "view" in vars(cls):
            cls.view = _of_a_seat(cls.view)  # type: ignore[method-assign,assignment]

    @abstractmethod
    def play(self, move: Move, tell: Tell | None = None, seat: int | None = None) -> None:
        """Make a legal move, in place. Trusts its caller; `check` judges. Events go to `tell`."""

    def copy(self) -> Self:
        """An independent copy."""
        kind: Any = type(self)
        made = copier(kind)
        if kind.copy is State.copy:
            kind.copy = made  # from now on this is what is called
        copied: Self = made(self)
        return copied

    def view(self, seat: int) -> View:
        """What one seat knows (ONLOOKER: what everybody knows), as an object of its own. Raises ValueError
        for a seat that does not exist."""
        if type(seat) is not int or not 0 <= seat < self.game.players:
            self.game.check_seat(seat, ONLOOKER)
        seen: View = self._seen_by(seat)
        return seen

    def _seen_by(self, seat: int) -> Any:
        """A view of this seat as the fields declare it; that there is such a seat has been checked."""
        kind: Any = type(self)
        made = viewer(kind, self.game.View)
        if kind._seen_by is State._seen_by:
            kind._seen_by = made  # as `copy`
        return made(self, seat)

    def deal(self, rng: random.Random) -> Move:
        """A deal to play now, drawn fairly: by default the game's `Deal` of the shuffled deck. Raises
        TypeError for what is no generator."""
        deal: Move = self.game.Deal.drawn(rng)
        return deal

    def zones(self) -> list[Zone]:
        """Where every card is, and who may see it there. Each card stands in exactly one zone. By default
        as the fields declare it: hands, then what lies face down, then what lies open."""
        return [
            zone
            for name, (place, by_seat) in fields_with_cards(type(self)).items()
            for zone in self._zones_of(name, place, by_seat, getattr(self, name))
        ]

    def _zones_of(self, name: str, place: str, by_seat: bool, cards: Any) -> Iterator[Zone]:
        """The zones of a field: one, or one for each of its parts, `hand 0` of `hands`."""
        seen_by = frozenset[int]() if place == "face down" else None
        if not isinstance(cards, list):
            yield Zone(name, _set_of(cards), seen_by)
            return
        for number, some in enumerate(cards):
            one = f"{name.removesuffix('s')} {number}"
            if place == "own":
                yield Zone(one, some, frozenset((number,)), number, self.shown(number))
            else:
                yield Zone(one, _set_of(some), seen_by, player=number if by_seat else None)

    def shown(self, seat: int) -> tuple[tuple[int, int], ...]:
        """What others have seen of a hand on its way there: (who, cards)."""
        return ()

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

    def hand_of(self, seat: int) -> int:
        """The cards of a seat. Raises ValueError for a seat that does not exist."""
        hands: Sequence[int] = self.hands  # type: ignore[attr-defined]  # which the game declares
        if type(seat) is not int or not 0 <= seat < len(hands):
            self.game.check_seat(seat)
        return hands[seat]

    def event(self, rule: str, key: str, seen_by: frozenset[int] | None = None, **values: Any) -> Event:
        """An event by a rule; the key and the values say it in words."""
        return Event(self.game, rule, key, values, seen_by)

    def tell_apart(
        self, tell: Tell, seats: Iterable[int], rule: str, key: str, others_rule: str = "", **values: Any
    ) -> None:
        """Tell some seats which `cards` went, as `key` says it, and all others that some did, as `key`-unseen
        says it, perhaps by another rule."""
        some = frozenset(seats)
        others = frozenset((ONLOOKER, DEALER, *range(self.game.players))) - some
        tell(self.event(rule, key, some, **values))
        unseen = {name: value for name, value in values.items() if name != "cards"}
        tell(self.event(others_rule or rule, f"{key}-unseen", others, **unseen))

    def to_json(self) -> dict[str, Any]:
        """All fields, as plain JSON with cards as text. `game.state(...)` reads it back."""
        return self.game.setup(type(self.game)).to_json(self)  # type: ignore[no-any-return]

    def __copy__(self) -> Self:
        return self.copy()

    @final
    def after(self, move: Move | str, seat: int | None = None) -> Self:
        """The state after a move, or its text; this one stays. Raises IllegalMove."""
        made, who = self._asked(move, seat)
        if refusal := self.judge(made, who):
            raise IllegalMove(refusal)
        state = self.copy()
        state.play(made, seat=seat)
        return friendly(state)

    def random_move(self, rng: random.Random) -> Move:
        """A fair draw: of the deals for the dealer, else of the offered moves."""
        if self.to_move == DEALER:
            return self.deal(rng)
        moves = self.moves()
        return moves[floor(rng.random() * len(moves))]


def _of_a_seat(view: Callable[[Any, int], View]) -> Callable[[Any, int], View]:
    @wraps(view)
    def checked(state: State, seat: int) -> View:
        if type(seat) is not int or not 0 <= seat < state.game.players:
            state.game.check_seat(seat, ONLOOKER)
        return view(state, seat)

    return checked


class View(Position):
    """What one seat knows: no card that is hidden from it, no reference to the state."""

    __slots__ = ()
    seat: Seat

    def moves(self, seat: int | None = None) -> Sequence[Move]:
        """This seat's moves now; none when it is not its turn."""
        if seat is not None:
            self.game.check_seat(seat)
        elif self.seat != self.to_move:  # else this is the one whose moves they are
            seat = self.seat
        return super().moves(seat)  # type: ignore[safe-super]

    def _usual_seat(self) -> int:
        """A view judges the moves of its own seat; who only watches asks for the one to move."""
        return self.seat if self.seat >= 0 else super()._usual_seat()

    def hand_of(self, seat: int) -> int:
        """The cards of this seat. Raises ValueError for another one."""
        if type(seat) is not int or seat < 0 or seat != self.seat:
            self.game.check_seat(seat)
            whose = f"Seat {self.seat}" if self.seat >= 0 else "An onlooker"
            raise ValueError(f"{whose} does not see the hand of seat {seat}.")
        hand: int = self.hand  # type: ignore[attr-defined]  # which the game declares
        return hand

    def knows_hand(self, seat: int) -> bool:
        """Whether the hand of a seat is known here."""
        return seat == self.seat

    def guess(self, rng: random.Random) -> Any:
        """A full state that fits all that this seat knows: `guess(rng).view(seat) == view`. Raises TypeError
        for what is no generator."""
        return self.game.setup(type(self.game)).guess(self, generator(rng))


class Setup:
    """How states of a game come from outside: a position, JSON, a guess; and whether they can occur.

    That is long, and nobody needs it who wants to read how a game is played: so it stands in a class of its
    own, for our games in `handkit.games.setups`. What is here follows from how fields are declared.
    """

    # Whether guesses also fit what a seat saw before and does not see now, which its view must then hold.
    remembers: ClassVar[bool] = False

    def __init__(self, kind: Any) -> None:
        """`kind` is the class of the game."""
        self.kind = kind

    def position(self, *args: Any, **given: Any) -> Any:
        """A position in the middle of a game, for lessons and tests."""
        raise TypeError(f"{self.kind.title} has no position(): its Setup does not say how to set one up.")

    def takes(self) -> Sequence[inspect.Parameter]:
        """The arguments of `position`. From their annotations, in the words of `handkit.fields`, follows how
        a position is set up by hand."""
        return list(inspect.signature(self.position).parameters.values())

    def game_for(self, hands: Sequence[Any], options: Mapping[str, Any]) -> Any:
        """The game of a position with so many hands, where its options do not say how many play."""
        if isinstance(hands, str) or not isinstance(hands, Sequence):
            raise PositionError(f"hands is {shorten(hands)}, and should be a list, for each seat its cards.")
        players, seats = self.kind.options()["players"], len(hands)
        if "players" not in options and not players.accepts(seats):
            what = f"As hands has a text for each seat, players={seats}, which is not allowed"
            raise OptionError(f"{what}: players is {players.allowed()} ({players.rule}).")
        return self.kind(**{"players": len(hands), **options})

    def check(self, state: Any) -> None:
        """Raise PositionError unless a state can occur. By default: every card is in one place."""
        require_whole_deck(state)

    def to_json(self, state: Any) -> dict[str, Any]:
        """The fields that do not follow from others, as plain JSON."""
        return {name: field_to_json(state, name) for name in self._written(state)}

    def state(self, game: Any, data: Any) -> Any:
        """The state that `to_json` wrote. Raises PositionError for one that cannot occur; a field that
        follows from others need not be there, and agrees with them if it is."""
        state = game.State(game)
        names, hints = self._written(state), hints_of(type(state))
        fields = Fields(self.renewed(data), names, game.deck, game.players, state.follows)
        for name in names:
            setattr(state, name, fields.read(name, hints[name]))
        self.complete(state)
        self.check(state)
        for name in state.follows:
            if name in fields.data and fields.data[name] != (right := field_to_json(state, name)):
                raise fields.fail(name, f"{right!r}, as it follows from the others")
        return friendly(state)

    def renewed(self, data: Any) -> Any:
        """JSON of an earlier version, as it is written now."""
        names = self.kind.State.former_names
        return (
            {names.get(name, name): value for name, value in data.items()} if isinstance(data, dict) else data
        )

    def complete(self, state: Any) -> None:
        """Set what follows from the other fields. By default `counts`, of the hands."""
        if "counts" in state.follows:
            state.counts = [count(hand) for hand in state.hands]

    def _written(self, state: Any) -> list[str]:
        return [name for name in names_of(type(state)) if name not in state.follows]

    def guess(self, view: Any, rng: random.Random) -> Any:
        """A full state that fits a view, every way to place the unseen cards being equally likely: the hands
        of others have their `counts`, what is left lies face down."""
        game = view.game
        state = game.State(game)
        share(view, state)
        state.hands = [0] * game.players
        if view.seat >= 0:
            state.hands[view.seat] = view.hand
        seen = [zone for zone in state.zones() if zone.seen_by is None or zone.owner is not None]
        unseen = members(game.deck.all & ~union_of(seen))
        for seat, number in enumerate(view.counts):
            while count(state.hands[seat]) < number:
                state.hands[seat] |= 1 << unseen.pop(int(rng.random() * len(unseen)))
        for name, hint in hints_of(type(state)).items():
            if place_of(hint) == "face down":
                rest = [unseen.pop(int(rng.random() * len(unseen))) for _ in range(len(unseen))]
                in_order = isinstance(getattr(state, name), tuple)
                setattr(state, name, tuple(rest) if in_order else sum(1 << card for card in rest))
        return state


class _PositionOf:
    """`President.position` is the method of the game's setup, with its arguments and its text."""

    def __get__(self, game: Any, kind: Any) -> Callable[..., Any]:
        setup: Setup = kind.setup(kind)
        return setup.position


class OptionsByName(ABCMeta):
    """Takes the options of a game by name, an old name too, and says what there are where one is unknown."""

    def __call__(cls: Any, /, *args: Any, **options: Any) -> Any:
        known = cls.options()
        if args:
            raise OptionError(f"{cls.__name__} takes its options by name: {', '.join(known)}.")
        for old, new in cls.former_options.items():
            if old in options and new in options:
                raise OptionError(
                    f"The option {old!r} of {cls.title} is called {new!r} now: give one of the two."
                )
            if old in options:
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
    one_thing: ClassVar[bool] = True  # to be shown as its text, not by its fields
    # The classes of its states and views. A game made from this one may put its own there, as in
    # `class State(President.State)`.
    State: ClassVar[Any]
    View: ClassVar[Any]
    Deal: ClassVar[Any]  # the class of its deals, if a shuffled deck is all that they need
    setup: ClassVar[type[Setup]] = Setup  # of positions, JSON and guesses
    position = _PositionOf()
    former_options: ClassVar[Mapping[str, str]] = {}  # names that options had, with their names now
    # Entries of its own for its words, by key, as `handkit.words` describes them.
    sentences: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    # The kinds of rules of its docstring, by id, where none stand behind their titles (`handkit.rulebook`).
    rule_kinds: ClassVar[Mapping[str, tuple[str, ...]]] = {}
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
            cls.title = str(cls.name).replace("-", " ").title()
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
        if not hasattr(cls, "__dataclass_fields__"):
            raise TypeError(f"{cls.__name__} needs @dataclass(frozen=True, kw_only=True) before its class.")
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

    def start(self) -> Any:
        """The state before anything happened: it awaits the dealer."""
        return self.State(self)

    @abstractmethod
    def parse(self, text: str) -> Move:
        """The move that a text means, legal or not. Raises ParseError or CardError."""

    def state(self, data: Mapping[str, Any]) -> Any:
        """The state that `State.to_json` wrote. Raises PositionError for one that cannot occur."""
        return self.setup(type(self)).state(self, data)

    @abstractmethod
    def longest(self) -> int:
        """A bound on the number of moves of one whole game, deals included."""


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
    return mixed(list(range(deck.size)), rng)


def mixed(cards: list[int], rng: random.Random) -> list[int]:
    """The same list, in a random order, as `shuffled` has it of a whole deck."""
    draw = generator(rng).random
    for last in range(len(cards) - 1, 0, -1):
        other = floor(draw() * (last + 1))  # quicker than int(…)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def require_whole_deck(state: Any) -> None:
    """Raise PositionError unless every card is in exactly one place; it names the card and the places."""
    deck = state.game.deck
    where: dict[int, list[Zone]] = {card: [] for card in range(deck.size)}
    for zone in state.zones():
        for card in members(zone.cards):
            where.setdefault(card, []).append(zone)
    for card, zones in where.items():
        require(card < deck.size, f"{deck.name(card)} is no card of this deck")
        require(zones, f"{deck.symbol(card)} is nowhere")
        in_hands = all(zone.owner is not None for zone in zones)
        named = [f"seat {zone.owner}" if in_hands else zone.name for zone in zones]
        places = f"{NUMBERS[len(zones)]} {'hands' if in_hands else 'places'}: {' and '.join(named)}"
        require(len(zones) == 1, f"{deck.symbol(card)} is in {places}")


def _set_of(cards: Any) -> int:
    """Cards as a set, which may stand in a field as one or in their order."""
    return cards if isinstance(cards, int) else sum(1 << card for card in cards)


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
