"""A small complete game, and the same game broken in many ways, to try the laws on.

High Card: three players get three cards each. First each lays one card aside, face down. Then they
play one card a turn, twice round; the highest rank of each trick (the first of equals) takes it.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from handkit.cards import CardError, Deck, Suit, bit, count, members, union
from handkit.game import (
    DEALER,
    CardsMove,
    Event,
    Fields,
    Game,
    Move,
    Outcome,
    ParseError,
    Position,
    PositionError,
    Refusal,
    Setup,
    State,
    Tell,
    View,
    Zone,
    option,
    ranking,
    shuffled,
    whole_deck,
)

SUITS = (Suit("A", "▲", "triangles", "A"), Suit("B", "●", "circles", "B"), Suit("C", "■", "squares", "C"))
DECK = Deck("1 2 3 4".split(), SUITS)
SENTENCES = {
    "over": {"text": "The game is over."},
    "turn": {"text": "It is {seat:seat}'s turn.", "right": "Wait."},
    "moment": {"text": "Not now.", "right": "First {what}."},
    "one": {"text": "{n:Number} cards are named.", "right": "Name one."},
    "held": {"text": "{cards:cards} is not in this hand.", "right": "Take one of your own."},
    "deck": {"text": "These are not all the cards."},
    "deal": {"text": "The cards are dealt."},
    "aside": {"text": "{seat:Seat} lays {cards:cards} aside.", "you": "You lay {cards:cards} aside."},
    "aside-unseen": {"text": "{seat:Seat} lays a card aside."},
    "lay": {"text": "{seat:Seat} plays {cards:cards}.", "short": "{cards:cards}"},
    "trick": {"text": "{seat:Seat} takes the trick."},
}
HAND = 3


class Aside(CardsMove):
    """T1.2: lay a card aside, face down."""

    __slots__ = ()
    deck: ClassVar[Deck] = DECK
    word: ClassVar[str] = "aside"


class Lay(CardsMove):
    """T1.3: play a card."""

    __slots__ = ()
    deck: ClassVar[Deck] = DECK


@dataclass(frozen=True)
class Deal(Move):
    """T1.1: the first cards go to seat 0, and so on; the rest stays as the stock."""

    order: tuple[int, ...]

    def __str__(self) -> str:
        return "deal " + " ".join(map(DECK.name, self.order))


class HighSetup(Setup):
    """Guesses are made by views, and fit all that was seen."""

    remembers = True


@dataclass(frozen=True, kw_only=True)
class HighCard(Game):
    """The toy."""

    name: ClassVar[str] = "high-card"
    title: ClassVar[str] = "High Card"
    deck: ClassVar[Deck] = DECK
    prefix: ClassVar[str] = "T"
    setup: ClassVar[type[Setup]] = HighSetup
    sentences: ClassVar[Mapping[str, Mapping[str, str]]] = SENTENCES

    players: int = option(3, "T1.1", "how many play", choices=(2, 3))

    def new(self) -> HighState:
        """An empty state; broken games put another here."""
        return HighState()

    def start(self) -> HighState:
        state = self.new()
        state.game, state.to_move, state.seat_count = self, DEALER, self.players
        state.hands, state.aside = [0] * self.players, [0] * self.players
        state.stock, state.played = DECK.all, 0
        state.trick, state.taken = [], [0] * self.players
        return state

    def parse(self, text: str) -> Move:
        word, _, rest = text.strip().partition(" ")
        match word:
            case "deal":
                return Deal(tuple(DECK.read(rest)))
            case "aside":
                return Aside(rest)
        try:
            return Lay(text)
        except CardError as error:
            raise ParseError(f"No move: {error}") from None

    def state(self, data: Mapping[str, Any]) -> HighState:
        fields = Fields(data, FIELDS, DECK, self.players)
        state = self.start()
        state.hands, state.aside = list(fields.hands("hands")), list(fields.hands("aside"))
        state.stock, state.played = fields.cards("stock"), fields.cards("played")
        state.trick = [(seat, cards) for seat, cards in fields.rows("trick", seats=1)]
        state.taken = list(fields.numbers("taken"))
        state.to_move = fields.one_of("to_move", (DEALER, None, *range(self.players)))
        if not whole_deck(DECK, state.zones()):
            raise PositionError("A card is in two places.")
        return state

    def longest(self) -> int:
        return 1 + HAND * self.players


FIELDS = ("hands", "aside", "stock", "played", "trick", "taken", "to_move")


class Open(Position):
    """What lies open, and the judgement of a move."""

    game: HighCard
    seat_count: int
    played: int
    trick: list[tuple[int, int]]
    taken: list[int]

    @abstractmethod
    def hand_of(self, seat: int) -> int:
        """The cards of a seat, where they are known."""

    @abstractmethod
    def aside_of(self, seat: int) -> int:
        """The cards that a seat has put aside, where they are known."""

    def moves(self, seat: int | None = None) -> list[Move]:
        seat = self.to_move if seat is None else seat
        if seat is None or seat == DEALER or seat != self.to_move:
            return []
        kind = Lay if self.aside_of(seat) else Aside
        return [kind(bit(card)) for card in members(self.hand_of(seat))]

    def refuse(self, rule: str, key: str, **values: Any) -> Refusal:
        return Refusal(self.game, rule, key, values)

    def judge(self, move: Move, seat: int) -> Refusal | None:
        if self.to_move is None:
            return self.refuse("T1.5", "over")
        if seat != self.to_move:
            return self.refuse("T1.4", "turn", seat=self.to_move)
        if isinstance(move, Deal):
            if seat != DEALER:
                return self.refuse("T1.1", "moment", what="play")
            return None if sorted(move.order) == list(range(DECK.size)) else self.refuse("T1.1", "deck")
        if seat == DEALER:
            return self.refuse("T1.1", "moment", what="deal")
        if not isinstance(move, Lay if self.aside_of(seat) else Aside):
            return self.refuse("T1.2", "moment", what="lay a card aside")
        assert isinstance(move, CardsMove)
        if move.twice or count(move.cards) != 1:
            return self.refuse("T1.3", "one", n=count(move.cards))
        if move.cards & ~self.hand_of(seat):
            return self.refuse("T1.3", "held", cards=move.cards)
        return None


class HighState(Open, State):
    """The whole truth."""

    hands: list[int]
    aside: list[int]
    stock: int

    def hand_of(self, seat: int) -> int:
        return self.hands[seat]

    def aside_of(self, seat: int) -> int:
        return self.aside[seat]

    def play(self, move: Move, tell: Tell | None = None, seat: int | None = None) -> None:
        if isinstance(move, Deal):
            self.hands = [union(move.order[HAND * s : HAND * s + HAND]) for s in range(self.seat_count)]
            self.stock = union(move.order[HAND * self.seat_count :])
            self.to_move = 0
            self.tell(tell, "T1.1", "deal")
            return
        seat = self.to_move
        assert seat is not None
        assert isinstance(move, CardsMove)
        self.hands[seat] &= ~move.cards
        following = (seat + 1) % self.seat_count
        self.to_move = following
        if isinstance(move, Aside):
            self.aside[seat] |= move.cards
            self.tell_aside(tell, seat, move.cards)
            return
        self.tell(tell, "T1.3", "lay", seat=seat, cards=move.cards)
        self.lay(seat, move.cards)
        if len(self.trick) == self.seat_count:
            best = max(self.trick, key=lambda laid: (laid[1].bit_length() - 1) // len(SUITS))[0]
            self.taken[best] += 1
            self.trick = []
            self.tell(tell, "T1.3", "trick", seat=best)
            self.to_move = best if any(self.hands) else None

    def tell(
        self, tell: Tell | None, rule: str, key: str, to: frozenset[int] | None = None, **what: Any
    ) -> None:
        if tell:
            tell(Event(self.game, rule, key, what, to))

    def tell_aside(self, tell: Tell | None, seat: int, cards: int) -> None:
        own = frozenset((seat,))
        others = frozenset(range(-2, self.seat_count)) - own
        self.tell(tell, "T1.2", "aside", own, seat=seat, cards=cards)
        self.tell(tell, "T1.2", "aside-unseen", others, seat=seat)

    def lay(self, seat: int, cards: int) -> None:
        self.played |= cards
        self.trick.append((seat, cards))

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        for name, value in vars(self).items():
            setattr(other, name, value[:] if isinstance(value, list) else value)
        return other

    def empty_view(self) -> HighView:
        return HighView()

    def view(self, seat: int) -> HighView:
        view = self.empty_view()
        view.seat, view.game, view.to_move, view.seat_count = seat, self.game, self.to_move, self.seat_count
        view.played, view.trick, view.taken = self.played, self.trick[:], self.taken[:]
        view.hand = self.hands[seat] if seat >= 0 else 0
        view.own_aside = self.aside[seat] if seat >= 0 else 0
        view.sizes = [(count(hand), count(aside)) for hand, aside in zip(self.hands, self.aside, strict=True)]
        return view

    def deal(self, rng: random.Random) -> Deal:
        return Deal(tuple(shuffled(DECK, rng)))

    def zones(self) -> list[Zone]:
        zones = [Zone("stock", self.stock, frozenset()), Zone("played", self.played)]
        for seat in range(self.seat_count):
            zones.append(Zone(f"hand {seat}", self.hands[seat], frozenset((seat,)), seat))
            zones.append(Zone(f"aside {seat}", self.aside[seat], frozenset((seat,))))
        return zones

    @property
    def outcome(self) -> Outcome | None:
        if self.to_move is not None:
            return None
        return Outcome("T1.5", ranking(self.taken), tuple(self.taken))

    def to_json(self) -> dict[str, Any]:
        return {
            "hands": [DECK.text(hand) for hand in self.hands],
            "aside": [DECK.text(aside) for aside in self.aside],
            "stock": DECK.text(self.stock),
            "played": DECK.text(self.played),
            "trick": [[seat, DECK.text(cards)] for seat, cards in self.trick],
            "taken": self.taken[:],
            "to_move": self.to_move,
        }

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


class HighView(Open, View):
    """What one seat knows."""

    hand: int
    own_aside: int
    sizes: list[tuple[int, int]]

    def hand_of(self, seat: int) -> int:
        return self.hand

    def aside_of(self, seat: int) -> int:
        return self.own_aside

    def moves(self, seat: int | None = None) -> list[Move]:
        return super().moves(self.seat if seat is None else seat)

    def guess(self, rng: random.Random) -> HighState:
        state = self.game.start()
        state.to_move, state.played = self.to_move, self.played
        state.trick, state.taken = self.trick[:], self.taken[:]
        state.stock = 0
        unseen = members(DECK.all & ~self.hand & ~self.own_aside & ~self.played)
        for seat in range(self.seat_count):
            if seat == self.seat:
                state.hands[seat], state.aside[seat] = self.hand, self.own_aside
                continue
            for place, size in zip((state.hands, state.aside), self.sizes[seat], strict=True):
                for _ in range(size):
                    place[seat] |= bit(unseen.pop(int(rng.random() * len(unseen))))
        state.stock = union(unseen)
        return state

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<seat {self.seat}, hand {DECK.text(self.hand)}>"


class FirstBot:
    """Plays what comes first."""

    def choose(self, view: View, rng: random.Random) -> Move:
        return view.moves()[0]


# ── broken in one way each ──────────────────────────────────────────────────────────────────────

BROKEN: dict[str, tuple[type[HighCard], str]] = {}  # name → the game and the law that must catch it


def broken(law: str) -> Callable[[type[HighState]], type[HighState]]:
    """A game with this state, to be caught by a law."""

    def make(kind: type[HighState]) -> type[HighState]:
        @dataclass(frozen=True, kw_only=True)
        class BrokenGame(HighCard):
            __doc__ = kind.__doc__

            def new(self) -> HighState:
                return kind()

        BROKEN[kind.__name__] = BrokenGame, law
        return kind

    return make


def broken_game(law: str) -> Callable[[type[HighCard]], type[HighCard]]:
    """A game that is itself broken, to be caught by a law."""

    def make(kind: type[HighCard]) -> type[HighCard]:
        BROKEN[kind.__name__] = dataclass(frozen=True, kw_only=True)(kind), law
        return kind

    return make


@broken("re-dealing")
class LeakingView(HighState):
    """Each view tells whether the lowest card is in the stock, and its guesses are true to that."""

    class Leak(HighView):
        in_stock: bool

        def guess(self, rng: random.Random) -> HighState:
            state = super().guess(rng)
            if bool(state.stock & 1) != self.in_stock:
                self.swap(state, members(state.stock)[-1])
            return state

        def swap(self, state: HighState, other: int) -> None:
            """The lowest card changes places with one of the stock, or with one of another hand."""
            pair = 1 | bit(other)
            for place in (state.hands, state.aside):
                for seat, cards in enumerate(place):
                    if (
                        seat != self.seat
                        and cards
                        and (cards & 1 or not self.in_stock)
                        and state.stock & pair
                    ):
                        taken = 1 if cards & 1 else cards & -cards
                        given = bit(other) if cards & 1 else 1
                        place[seat] ^= taken | given
                        state.stock ^= taken | given
                        return

    def empty_view(self) -> HighView:
        return self.Leak()

    def view(self, seat: int) -> HighView:
        view = super().view(seat)
        assert isinstance(view, self.Leak)
        view.in_stock = bool(self.stock & 1)
        return view


@broken("re-dealing")
class LeakingQuietly(HighState):
    """Each view carries a card of the next hand in a field that `==` does not look at."""

    class Leak(HighView):
        hint: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, HighView) and repr(self) == repr(other)

        __hash__ = None

    def empty_view(self) -> HighView:
        return self.Leak()

    def view(self, seat: int) -> HighView:
        view = super().view(seat)
        assert isinstance(view, self.Leak)
        view.hint = max(members(self.hands[(seat + 1) % self.seat_count]), default=-1)
        return view


@broken("re-dealing")
class LeakingLog(HighState):
    """All are told which card is laid aside."""

    def tell_aside(self, tell: Tell | None, seat: int, cards: int) -> None:
        self.tell(tell, "T1.2", "aside", seat=seat, cards=cards)


@broken("re-dealing")
class CheatingMoves(HighState):
    """One card is not offered: which, depends on the cards of the next hand."""

    class Told(HighView):
        offered: list[int]

        def moves(self, seat: int | None = None) -> list[Move]:
            return [
                move
                for move in super().moves(seat)
                if isinstance(move, CardsMove) and move.cards in self.offered
            ]

    def moves(self, seat: int | None = None) -> list[Move]:
        offered = super().moves(seat)
        if len(offered) > 1 and self.to_move is not None:
            following = members(self.hands[(self.to_move + 1) % self.seat_count])
            del offered[sum(following) % len(offered)]
        return offered

    def empty_view(self) -> HighView:
        return self.Told()

    def view(self, seat: int) -> HighView:
        view = super().view(seat)
        assert isinstance(view, self.Told)
        view.offered = (
            [move.cards for move in self.moves(seat) if isinstance(move, CardsMove)] if seat >= 0 else []
        )
        return view


@broken("re-dealing")
class CheatingGuess(HighState):
    """A view's guess is the truth: the view itself holds only a number from which it can be read."""

    class Knowing(HighView):
        secret: str

        def guess(self, rng: random.Random) -> HighState:
            true: list[int] = [int(number) for number in self.secret.split()]
            state, players = super().guess(rng), self.seat_count
            state.hands, state.aside, state.stock = true[:players], true[players:-1], true[-1]
            return state

    def empty_view(self) -> HighView:
        return self.Knowing()

    def view(self, seat: int) -> HighView:
        view = super().view(seat)
        assert isinstance(view, self.Knowing)
        view.secret = " ".join(map(str, (*self.hands, *self.aside, self.stock)))
        return view


@broken("conservation")
class LosingCards(HighState):
    """A card that was played is gone."""

    def lay(self, seat: int, cards: int) -> None:
        self.trick.append((seat, cards))


@broken("conservation")
class DoublingCards(HighState):
    """A card that was laid aside also stays in the hand."""

    def tell_aside(self, tell: Tell | None, seat: int, cards: int) -> None:
        self.hands[seat] |= cards


@broken("offer")
class OfferingTooMuch(HighState):
    """Cards of the stock are offered too."""

    def moves(self, seat: int | None = None) -> list[Move]:
        offered = super().moves(seat)
        return offered + [
            type(move)(bit(members(self.stock)[0])) for move in offered[:1] if isinstance(move, CardsMove)
        ]


@broken("offer")
class OfferingTooLittle(HighState):
    """The highest card is accepted, but not offered."""

    class Short(HighView):
        def moves(self, seat: int | None = None) -> list[Move]:
            offered = super().moves(seat)
            return offered[:-1] or offered

    def moves(self, seat: int | None = None) -> list[Move]:
        offered = super().moves(seat)
        return offered[:-1] or offered

    def empty_view(self) -> HighView:
        return self.Short()


@broken("offer")
class OfferingNothing(HighState):
    """Who holds only one card is offered nothing."""

    def moves(self, seat: int | None = None) -> list[Move]:
        offered = super().moves(seat)
        return offered if len(offered) > 1 else []


@broken("reasons")
class LettingAnybodyPlay(HighState):
    """A move out of turn is accepted."""

    def judge(self, move: Move, seat: int) -> Refusal | None:
        refusal = super().judge(move, seat)
        return None if refusal and refusal.key == "turn" and seat >= 0 and isinstance(move, Lay) else refusal


@broken("reasons")
class RefusingWithoutRule(HighState):
    """A refusal that cites nothing."""

    def refuse(self, rule: str, key: str, **values: Any) -> Refusal:
        return super().refuse("" if key == "held" else rule, key, **values)


@broken("reasons")
class RefusingWithoutWords(HighState):
    """A refusal whose sentence cannot be formed."""

    def refuse(self, rule: str, key: str, **values: Any) -> Refusal:
        return super().refuse(rule, key, **({} if key == "one" else values))


@broken("none")
class CrashingCheck(HighState):
    """A move with no card at all crashes the judge."""

    def judge(self, move: Move, seat: int) -> Refusal | None:
        if isinstance(move, CardsMove) and seat >= 0:
            members(move.cards)[0]
        return super().judge(move, seat)


@broken("no trace")
class CountingRefusals(HighState):
    """A refused move costs a trick."""

    def judge(self, move: Move, seat: int) -> Refusal | None:
        refusal = super().judge(move, seat)
        if refusal and seat >= 0:
            self.taken[seat] -= 1
        return refusal


@broken("views")
class KeepingTheState(HighState):
    """The view holds the state."""

    class Holding(HighView):
        source: Any

        def __eq__(self, other: object) -> bool:
            return isinstance(other, HighView) and repr(self) == repr(other)

        __hash__ = None

    def empty_view(self) -> HighView:
        return self.Holding()

    def keep(self) -> Any:
        return self

    def view(self, seat: int) -> HighView:
        view = super().view(seat)
        assert isinstance(view, self.Holding)
        view.source = self.keep()
        return view


@broken("views")
class KeepingAWayToTheState(KeepingTheState):
    """The view holds a function that leads to the state."""

    def keep(self) -> Any:
        return {"later": [lambda: self.hands]}


@broken("views")
class SharingAList(HighState):
    """The view shares a list with the state, and so changes with it."""

    def view(self, seat: int) -> HighView:
        view = super().view(seat)
        view.taken = self.taken
        return view


@broken("guess")
class GuessingWildly(HighState):
    """A guess gives a seat's own cards to others."""

    class Wild(HighView):
        def guess(self, rng: random.Random) -> HighState:
            state = super().guess(rng)
            state.hands = state.hands[1:] + state.hands[:1]
            return state

    def empty_view(self) -> HighView:
        return self.Wild()


@broken("memory")
class ForgettingWhatWasShown(HighState):
    """What is laid aside lies open until the next seat has acted; after that, guesses know nothing of it."""

    class Seeing(HighView):
        shown: dict[int, int]

        def guess(self, rng: random.Random) -> HighState:
            while True:
                state = super().guess(rng)
                if all(state.aside[seat] == cards for seat, cards in self.shown.items()):
                    return state

    def shown(self, seat: int) -> bool:  # type: ignore[override]
        laying = self.to_move is not None and self.to_move >= 0 and not self.played
        return laying and seat == ((self.to_move or 0) - 1) % self.seat_count and self.aside[seat] != 0

    def empty_view(self) -> HighView:
        view = self.Seeing()
        view.shown = {seat: cards for seat, cards in enumerate(self.aside) if self.shown(seat)}
        return view

    def zones(self) -> list[Zone]:
        open_now = [f"aside {seat}" for seat in range(self.seat_count) if self.shown(seat)]
        return [Zone(zone.name, zone.cards) if zone.name in open_now else zone for zone in super().zones()]


@broken("undo")
class CopyingHalf(HighState):
    """A copy shares its hands with the original."""

    def copy(self) -> Self:
        other = super().copy()
        other.hands = self.hands
        return other


@broken("JSON")
class ForgettingInJson(HighState):
    """The tricks taken are not written."""

    def to_json(self) -> dict[str, Any]:
        return super().to_json() | {"taken": [0] * self.seat_count}


@broken("JSON")
class ForgettingQuietly(HighState):
    """The tricks taken are not written, and `==` does not look at them."""

    def to_json(self) -> dict[str, Any]:
        return super().to_json() | {"taken": [0] * self.seat_count}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HighState) and self.to_json() == other.to_json()

    __hash__ = None


@broken("events")
class SpeakingNonsense(HighState):
    """An event that has no sentence."""

    def lay(self, seat: int, cards: int) -> None:
        super().lay(seat, cards)

    def tell(
        self, tell: Tell | None, rule: str, key: str, to: frozenset[int] | None = None, **what: Any
    ) -> None:
        super().tell(tell, rule, "unheard-of" if key == "trick" else key, to, **what)


@broken("events")
class ActingDifferentlyWhenHeard(HighState):
    """The trick goes to seat 0 when somebody listens."""

    def tell(
        self, tell: Tell | None, rule: str, key: str, to: frozenset[int] | None = None, **what: Any
    ) -> None:
        super().tell(tell, rule, key, to, **what)
        if tell and key == "trick":
            self.taken[0] += 1


@broken("refusals")
class RefusingTwice(HighState):
    """Each reason comes twice."""

    def faults(self, move: Move, seat: int) -> Iterator[Refusal]:
        for refusal in super().faults(move, seat):
            yield from (refusal, refusal)


@broken("end")
class NeverEnding(HighState):
    """After the last trick the cards are taken up again."""

    def play(self, move: Move, tell: Tell | None = None, seat: int | None = None) -> None:
        super().play(move, tell, seat)
        if self.to_move is None:
            self.stock, self.played = DECK.all, 0
            self.aside, self.hands = [0] * self.seat_count, [0] * self.seat_count
            self.to_move = DEALER


@broken("end")
class RankingBadly(HighState):
    """Equal scores get ranks 1, 1, 2."""

    @property
    def outcome(self) -> Outcome | None:
        end = super().outcome
        return end and Outcome(
            end.rule, tuple(1 + sorted({*end.scores}, reverse=True).index(s) for s in end.scores), end.scores
        )


@broken("chance")
class DealingFromPythonsOwnGenerator(HighState):
    """The deal is not drawn from the generator that is given."""

    def deal(self, rng: random.Random) -> Deal:
        order = list(range(DECK.size))
        random.shuffle(order)
        return Deal(tuple(order))


class Mumble(Lay):
    """A card whose text is its rank alone."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"play {DECK.text(self.cards)[:-1]}"


class MumblingState(HighState):
    def moves(self, seat: int | None = None) -> list[Move]:
        return [Mumble(move.cards) if isinstance(move, Lay) else move for move in super().moves(seat)]


@broken_game("text")
class Mumbling(HighCard):
    """Moves whose texts do not say all."""

    def parse(self, text: str) -> Move:
        if text.startswith("play "):
            text = text.removeprefix("play ") + "A"
        move = super().parse(text)
        return Mumble(move.cards) if isinstance(move, Lay) else move

    def new(self) -> HighState:
        return MumblingState()


@broken_game("none")
class CrashingParse(HighCard):
    """A text that is no move crashes."""

    def parse(self, text: str) -> Move:
        if not text.strip():
            raise KeyError(text)
        return super().parse(text)


class PeekingBot:
    """Has found a way to the cards of others: here the state whose view was made last."""

    last: ClassVar[HighState]

    def choose(self, view: View, rng: random.Random) -> Move:
        state, moves = PeekingBot.last, view.moves()
        others = sum(state.hands) - state.hands[view.seat]
        return moves[others % len(moves)]


@dataclass(frozen=True, kw_only=True)
class Peeked(HighCard):
    """A sound game, whose states leave themselves where the peeking bot finds them."""

    def new(self) -> HighState:
        return PeekedState()


class PeekedState(HighState):
    def view(self, seat: int) -> HighView:
        PeekingBot.last = self
        return super().view(seat)


class RevokingBot:
    """Plays what is not allowed."""

    def choose(self, view: View, rng: random.Random) -> Move:
        return Lay("")


class MoodyBot:
    """Chooses by a generator of its own."""

    def __init__(self) -> None:
        self.mood = random.Random(0)

    def choose(self, view: View, rng: random.Random) -> Move:
        return self.mood.choice(view.moves())
