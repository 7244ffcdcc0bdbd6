"""A game with chance in the middle of a round, to try everything on that deals cards.

Refill: two hidden cards each, then everybody turns cards from the stock onto an own place, one at a time,
or stays; what lay there goes to the discard. When the stock is used up, the discard is shuffled to be the
new stock. What lies on one's place in the end counts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from handkit.cards import Card, Cards, Deck, bit, members
from handkit.fields import BySeat, FaceDown, Open, Own, Seat, share
from handkit.game import (
    DEALER,
    CardsMove,
    DealMove,
    Game,
    Move,
    Outcome,
    ParseError,
    Position,
    Refusal,
    Setup,
    State,
    Tell,
    View,
    option,
    ranking,
    shuffled,
    union_of,
)
from toys import DECK, SUITS

TURNS = 6  # a round, of each player


class Turning(CardsMove):
    """S1.2: `turn`, the top card of the stock; no card is named."""

    __slots__ = ()
    deck: ClassVar[Deck] = DECK
    word: ClassVar[str] = "turn"


@dataclass(frozen=True, slots=True)
class Stay(Move):
    """S1.2: `stay`, and turn nothing."""

    def __str__(self) -> str:
        return "stay"


class Shuffled(DealMove):
    """S1.1: a deal; S1.3: or the new order of the discard."""

    __slots__ = ()
    deck: ClassVar[Deck] = DECK


@dataclass(frozen=True, kw_only=True)
class Refill(Game):
    """S1.1 The deal. Two cards to each, the rest is the stock.
    S1.2 Turning. The top card of the stock goes face up before whoever turns it (or he stays).
    S1.3 The stock. When it is used up, the discard is shuffled to be the new stock.
    S1.4 The end. After six turns of each the round is over, and one's card counts its rank.
    """

    name: ClassVar[str] = "refill"
    title: ClassVar[str] = "Refill"
    deck: ClassVar[Deck] = DECK
    prefix: ClassVar[str] = "S"
    sentences: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "over": {"text": "The game is over."},
        "turn": {"text": "It is {seat:seat}'s turn.", "right": "Wait."},
        "due": {"text": "Cards are due."},
        "not-due": {"text": "No cards are due."},
        "bare": {"text": "A card is not named.", "right": "Turn the top one."},
        "deck": {"text": "These are not the cards that are due."},
        "deal": {"text": "The cards are dealt."},
        "stays": {"text": "{seat:Seat} stays."},
        "turned": {"text": "{seat:Seat} turns {cards:cards}.", "short": "{cards:cards}"},
        "refill": {"text": "The discard is shuffled."},
        "round": {"text": "The round is over."},
    }

    players: int = option(2, "S1.1", "how many play", choices=(2, 3))
    rounds: int = option(2, "S1.4", "how many rounds are played", least=1)

    def parse(self, text: str) -> Move:
        word, _, rest = text.strip().partition(" ")
        if text.strip() == "stay":
            return Stay()
        if word not in ("deal", "turn"):
            raise ParseError("No move: a move is turn or stay.")
        return Shuffled(rest) if word == "deal" else Turning(rest)

    def longest(self) -> int:
        return self.rounds * (1 + 2 * TURNS * self.players)


class RefillBoard(Position):
    """What lies open. `turned` cards have lain open in this round, so nobody holds them."""

    game: Refill
    to_move: Seat | None
    round: int
    turns: int
    counts: BySeat[int]
    before: Open[BySeat[Cards]]
    discard: Open[Cards]
    turned: Cards
    points: BySeat[int]
    next_seat: Seat  # who goes on after the discard is shuffled

    @property
    def between_rounds(self) -> bool:
        return self.to_move == DEALER and self.next_seat < 0

    def moves(self, seat: int | None = None) -> Sequence[Move]:
        seat = self.to_move if seat is None else seat
        return [Turning(), Stay()] if seat is not None and seat >= 0 and seat == self.to_move else []

    def faults(self, move: Move, seat: int) -> Iterator[Refusal]:
        if self.to_move is None:
            yield self.refuse("S1.4", "over")
        elif isinstance(move, Shuffled) != (self.to_move == DEALER):
            yield self.refuse("S1.1", "due" if self.to_move == DEALER else "not-due")
        elif seat != self.to_move:
            yield self.refuse("S1.2", "turn", seat=self.to_move)
        elif isinstance(move, Turning) and (move.cards or move.twice):
            yield self.refuse("S1.2", "bare")
        elif isinstance(move, Shuffled):
            due = DECK.all if self.between_rounds else self.discard
            if sorted(move.order) != members(due):
                yield self.refuse("S1.3", "deck")


class RefillView(View, RefillBoard):
    hand: Cards


class RefillState(State, RefillBoard):
    follows: ClassVar[tuple[str, ...]] = ("counts",)
    hands: Own[BySeat[Cards]]
    stock: FaceDown[tuple[Card, ...]]

    def __init__(self, game: Refill) -> None:
        self.game, self.to_move, self.round, self.turns, self.next_seat = game, DEALER, 0, 0, -1
        self.hands, self.counts, self.before, self.points = ([0] * game.players for _ in range(4))
        self.stock, self.discard, self.turned = tuple(range(DECK.size)), 0, 0

    def deal(self, rng: random.Random) -> Shuffled:
        order = shuffled(DECK, rng)
        return Shuffled([card for card in order if self.between_rounds or bit(card) & self.discard])

    def play(self, move: Move, tell: Tell | None = None, seat: int | None = None) -> None:
        acting, between = self.to_move, self.between_rounds
        if isinstance(move, Shuffled):
            self.begin(move.order) if between else self.refill(move.order)
            rule, key = ("S1.1", "deal") if between else ("S1.3", "refill")
        else:
            if isinstance(move, Turning):
                self.turn()
            self.end_turn()
            rule, key = "S1.2", "turned" if isinstance(move, Turning) else "stays"
        if tell:
            who = -1 if acting is None else acting
            tell(self.event(rule, key, seat=who, cards=0 if who < 0 else self.before[who]))
            if self.to_move is None or self.between_rounds:
                tell(self.event("S1.4", "round"))

    def begin(self, order: tuple[int, ...]) -> None:
        players = self.game.players
        self.hands = [bit(order[2 * seat]) | bit(order[2 * seat + 1]) for seat in range(players)]
        self.counts, self.before, self.stock = [2] * players, [0] * players, order[2 * players :]
        self.round, self.turns, self.discard, self.turned, self.to_move = self.round + 1, 0, 0, 0, 0

    def refill(self, order: tuple[int, ...]) -> None:
        self.stock, self.discard, self.to_move, self.next_seat = order, 0, self.next_seat, -1

    def turn(self) -> None:
        seat = self.to_move
        assert seat is not None
        top, *rest = self.stock
        self.discard |= self.before[seat]
        self.before[seat], self.stock = bit(top), tuple(rest)
        self.turned |= bit(top)

    def end_turn(self) -> None:
        assert self.to_move is not None
        self.turns += 1
        following = (self.to_move + 1) % self.game.players
        if self.turns == TURNS * self.game.players:
            self.to_move = DEALER if self.round < self.game.rounds else None
            for seat, card in enumerate(self.before):
                self.points[seat] += card and (card.bit_length() - 1) // len(SUITS)
        elif self.stock:
            self.to_move = following
        else:
            self.to_move, self.next_seat = DEALER, following

    @property
    def standing(self) -> tuple[float, ...]:
        return tuple(self.points)

    @property
    def outcome(self) -> Outcome | None:
        if self.to_move is not None:
            return None
        return Outcome("S1.4", ranking(self.points), tuple(self.points))


class RefillSetup(Setup):
    def guess(self, view: RefillView, rng: random.Random) -> RefillState:
        """What has lain open is in nobody's hand."""
        state = RefillState(view.game)
        share(view, state)
        state.hands = [0] * view.game.players
        unseen = members(DECK.all & ~view.hand & ~view.turned)
        for seat, number in enumerate(view.counts):
            for _ in range(number):
                card = bit(unseen.pop(int(rng.random() * len(unseen)))) if seat != view.seat else 0
                state.hands[seat] |= card
        if view.seat >= 0:
            state.hands[view.seat] = view.hand
        state.stock = ()
        rest = members(DECK.all & ~union_of(state.zones()))
        state.stock = tuple(rest.pop(int(rng.random() * len(rest))) for _ in range(len(rest)))
        return state


Refill.State, Refill.View, Refill.Deal, Refill.setup = RefillState, RefillView, Shuffled, RefillSetup
