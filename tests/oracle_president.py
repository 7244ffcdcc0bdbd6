"""President once more, slowly: lists of texts, from the rulebook alone, no line shared with the engine.

It follows the rulebook sentence by sentence and remembers as little as it can, so that the two can
only agree where both are right, or where both read the rulebook wrongly in the same way.
"""

from __future__ import annotations

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]  # P1.4, weakest first
SUITS = ["C", "D", "H", "S"]  # P6.4, the best last
CARDS = [rank + suit for rank in RANKS for suit in SUITS]  # P1.2
DEALER = -1


def rank(card: str) -> str:
    return card[:-1]


class Oracle:
    """A series. `turn` is a seat, DEALER, or None at the end."""

    def __init__(self, players: int, rounds: int, revolution: bool, next_leader: str) -> None:
        self.players = players
        self.rounds = rounds
        self.revolution = revolution
        self.next_leader = next_leader
        self.totals = [0] * players
        self.last_places: list[int] = []
        self.round = 0
        self.stage = "before a deal"
        self.begin([])

    def begin(self, cards: list[str]) -> None:
        """P1.3: one at a time, clockwise from seat 0."""
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        for number, card in enumerate(cards):
            self.hands[number % self.players].append(card)
        self.dealt = [len(hand) for hand in self.hands]
        self.table: list[str] = []
        self.last: int | None = None  # who played what lies on the table
        self.passed: list[int] = []
        self.places: list[int] = []
        self.fours = 0
        self.must_give: list[int] = []
        self.turn: int | None = DEALER

    # Words of the rulebook.

    def active(self) -> list[int]:
        return [seat for seat in range(self.players) if self.hands[seat]]

    def clockwise(self, seat: int) -> list[int]:
        """All other seats, the next one first."""
        return [(seat + step) % self.players for step in range(1, self.players)]

    def order(self) -> list[str]:
        """P4.1, P4.3, P4.4: turned by each four of a kind; P4.5: unless the option says never."""
        turned = self.revolution and self.fours % 2 == 1
        return list(reversed(RANKS)) if turned else RANKS

    def stronger(self, one: str, other: str) -> bool:
        return self.order().index(one) > self.order().index(other)

    def role(self, seat: int) -> str:
        """P5.1, P5.2: by the places of the round before."""
        if seat == self.last_places[0]:
            return "president"
        if seat == self.last_places[-1]:
            return "scum"
        if self.players > 3 and seat == self.last_places[1]:
            return "vice-president"
        if self.players > 3 and seat == self.last_places[-2]:
            return "vice-scum"
        return "neutral"

    def seat_of(self, role: str) -> int:
        return next(seat for seat in range(self.players) if self.role(seat) == role)

    # What may be done.

    def wrong(self, seat: int, what: str, cards: list[str]) -> str | None:
        """The rule by which a move is refused, the first that fails in the rulebook's order."""
        if self.stage == "game over":
            return "P6.1"
        if self.stage == "before a deal" and what != "deal":
            return "P3.4" if self.round else "P6.7"
        if self.stage != "before a deal" and what == "deal":
            return "P6.7"
        if self.stage == "exchange" and what != "give":
            return "P6.7"
        if self.stage == "play" and what == "give":
            return "P6.7"
        if self.stage == "exchange":
            if seat == DEALER:
                return "P2.8"
        elif seat != self.turn:
            if self.stage == "play" and seat in self.passed:
                return "P2.5"
            if self.stage == "play" and seat != DEALER and not self.hands[seat]:
                return "P3.1"
            return "P2.8"
        if what == "deal":
            return None if sorted(cards) == sorted(CARDS) else "P1.3"
        if what == "pass":
            return None if self.table else "P2.4"
        if len(cards) != len(set(cards)) or [card for card in cards if card not in self.hands[seat]]:
            return "P2.9"
        if what == "give":
            return self.wrong_gift(seat, len(cards))
        if not cards or len({rank(card) for card in cards}) > 1:
            return "P2.1"
        if self.table and len(cards) != len(self.table):
            return "P2.2"
        if self.table and not self.stronger(rank(cards[0]), rank(self.table[0])):
            return "P2.3"
        return None

    def wrong_gift(self, seat: int, number: int) -> str | None:
        """P6.4."""
        role = self.role(seat)
        two = role in ("president", "scum") or (role == "neutral" and (number != 1 or self.players == 3))
        if seat not in self.must_give:
            return "P6.2" if two else "P6.3"
        if number != (2 if two else 1):
            return "P6.2" if two else "P6.3"
        return None

    def kinds(self) -> set[tuple[str, int]]:
        """What the seat to move may play, as (rank, how many), and ("pass", 0)."""
        assert self.turn is not None
        held = [rank(card) for card in self.hands[self.turn]]
        found = {(name, number) for name in held for number in range(1, held.count(name) + 1)}
        if self.table:
            found = {
                (name, number)
                for name, number in found
                if number == len(self.table) and self.stronger(name, rank(self.table[0]))
            }
            found.add(("pass", 0))
        return found

    # What is done.

    def act(self, seat: int, what: str, cards: list[str]) -> None:
        """A legal move."""
        if what == "deal":
            self.deal(cards)
        elif what == "give":
            self.give(seat, cards)
        elif what == "pass":
            self.passed.append(seat)
            self.go_on(seat)
        else:
            self.play(seat, cards)

    def deal(self, cards: list[str]) -> None:
        self.last_places = self.places
        self.begin(cards)
        self.round += 1
        if self.round == 1:
            self.stage, self.turn = "play", 0  # P1.5
            return
        # P6.2, P6.3, P6.4: the losers' best cards first.
        self.stage = "exchange"
        pairs = [("president", "scum", 2)]
        if self.players >= 4:
            pairs.append(("vice-president", "vice-scum", 1))
        for winner, loser, number in pairs:
            hand = sorted(self.hands[self.seat_of(loser)], key=CARDS.index)
            self.move_cards(hand[-number:], self.seat_of(loser), self.seat_of(winner))
        self.must_give = [self.seat_of(winner) for winner, _, _ in pairs]
        self.turn = self.must_give[0]

    def move_cards(self, cards: list[str], giver: int, receiver: int) -> None:
        self.hands[giver] = [card for card in self.hands[giver] if card not in cards]
        self.hands[receiver] = self.hands[receiver] + cards

    def give(self, seat: int, cards: list[str]) -> None:
        other = {"president": "scum", "vice-president": "vice-scum"}[self.role(seat)]
        self.move_cards(cards, seat, self.seat_of(other))
        self.must_give.remove(seat)
        if self.must_give:
            self.turn = self.must_give[0]
            return
        self.stage = "play"  # P6.4, P6.6
        self.turn = 0 if self.next_leader == "first_seat" else self.seat_of(self.next_leader)

    def play(self, seat: int, cards: list[str]) -> None:
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.table, self.last = cards, seat
        if len(cards) == 4:
            self.fours += 1
        if not self.hands[seat]:
            self.places.append(seat)  # P3.1
        if len(self.active()) == 1:
            self.end_round()
        else:
            self.go_on(seat)

    def go_on(self, seat: int) -> None:
        """P2.6, P2.8: the next who may still act in this trick, or the next trick."""
        waiting = [
            other
            for other in self.clockwise(seat)
            if other in self.active() and other not in self.passed and other != self.last
        ]
        if waiting:
            self.turn = waiting[0]
            return
        winner = self.last
        assert winner is not None
        leads = [other for other in [winner, *self.clockwise(winner)] if other in self.active()]  # P3.3
        self.turn, self.table, self.passed = leads[0], [], []

    def end_round(self) -> None:
        """P3.4, P5.3, P5.4, P6.1."""
        self.places.append(self.active()[0])
        for points, seat in enumerate(reversed(self.places), 1):
            self.totals[seat] += points
        if self.round == self.rounds:
            self.stage, self.turn = "game over", None
        else:
            self.stage, self.turn = "before a deal", DEALER

    def ranks(self) -> list[int]:
        """P5.5: equal totals share the rank."""
        return [sorted(self.totals, reverse=True).index(total) + 1 for total in self.totals]
