"""Hang In once more, slowly: lists of texts and fractions, from the rulebook alone, no line shared with
the engine.

It follows the rulebook sentence by sentence and remembers as little as it can, so that the two can
only agree where both are right, or where both read the rulebook wrongly in the same way.
"""

from __future__ import annotations

from fractions import Fraction

CARDS = [f"{value}{suit}" for value in range(1, 14) for suit in "OSFH"]  # H1.2
DEALER = -1


def value(card: str) -> int:
    """The full value."""
    return int(card[:-1])


def suit(card: str) -> str:
    return card[-1]


class Oracle:
    """A game. `turn` is a seat, DEALER, or None at the end; `stage` says what is due."""

    def __init__(
        self,
        players: int,
        starter: str,
        may_hold_back: bool,
        pot_suit: str,
        off_suit: int,
        extra_card: str,
        target: int,
        target_check: str,
        max_rounds: int,
    ) -> None:
        self.players = players
        self.rotates = starter == "rotate"
        self.may_hold_back = may_hold_back
        self.has_pot_suit = pot_suit == "first"
        self.off_suit = off_suit
        self.extra_scores = extra_card == "higher"
        self.target = target
        self.tested_by_slice = target_check == "slice"
        self.max_rounds = max_rounds
        self.scores = [0] * players
        self.rounds = 0
        self.good_rounds = 0  # those that were not void
        self.stage = "deal"
        self.turn: int | None = DEALER
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.stock = list(CARDS)
        self.clear_table()
        self.winner_of_a_tie: int | None = None
        self.reason = ""

    def clear_table(self) -> None:
        self.turns: list[tuple[int, str | None]] = []  # in the pot; None for holding back
        self.houses: list[int] = []
        self.challengers: list[int] = []
        self.table_card: tuple[int, str] | None = None
        self.answers: list[tuple[int, str]] = []
        self.open: list[str] = []  # table cards and answers

    # Words of the rulebook.

    def round_from(self, seat: int) -> list[int]:
        """All seats clockwise, this one first."""
        return [(seat + step) % self.players for step in range(self.players)]

    def starter(self) -> int:
        """H1.4, H2.6: of the round that goes on."""
        return self.good_rounds % self.players if self.rotates else 0

    def slice_of(self, seat: int) -> list[str]:
        """H3.9."""
        return [card for who, card in self.turns if who == seat and card is not None]

    def suit_of_the_pot(self) -> str | None:
        """H2.3."""
        added = [card for _, card in self.turns if card is not None]
        return suit(added[0]) if added and self.has_pot_suit else None

    def contribution(self, seat: int) -> Fraction:
        """H2.3, H5.1."""
        asked = self.suit_of_the_pot()
        cards = self.slice_of(seat)
        return sum(
            (Fraction(value(card), 1 if suit(card) == asked or not asked else 2) for card in cards),
            Fraction(),
        )

    def counts(self, answer: str) -> Fraction:
        """H3.5: what an answer counts in this challenge."""
        assert self.table_card is not None
        off = suit(answer) != suit(self.table_card[1])
        return Fraction(value(answer), self.off_suit if off else 1)

    def met(self) -> bool:
        return max(self.scores) >= self.target

    # What may be done.

    def wrong(self, seat: int, what: str, cards: list[str]) -> str | None:
        """The rule by which a move is refused: first the moment, then the turn, then the cards."""
        if self.stage == "over":
            return self.reason
        if self.stage == "deal":
            if what != "deal" or seat != DEALER:
                return "H1.5"
            return None if sorted(cards) == sorted(CARDS) else "H1.5"
        here = {"pot": "H2.1", "challenge": "H3.3", "answer": "H3.4"}[self.stage]
        if what == "deal" or (what == "hold" and self.stage != "pot"):
            return here
        if seat != self.turn:
            if self.stage == "answer" and len(self.houses) > 1:
                return "H4.1"
            return {"pot": "H2.1", "challenge": "H3.2", "answer": "H3.4"}[self.stage]
        if what == "hold":
            return None if self.may_hold_back else "H2.2"
        return None if len(cards) == 1 and cards[0] in self.hands[seat] else here

    def choices(self, seat: int) -> list[str]:
        """What a seat may do now, as texts."""
        if seat != self.turn:
            return []
        hold = ["hold"] if self.stage == "pot" and self.may_hold_back else []
        return self.hands[seat] + hold

    # What is done.

    def act(self, seat: int, what: str, cards: list[str]) -> None:
        """A legal move."""
        if what == "deal":
            self.deal(cards)
            return
        if what == "play":
            self.hands[seat] = [card for card in self.hands[seat] if card != cards[0]]
        if self.stage == "pot":
            self.add(seat, cards[0] if cards else None)
        elif self.stage == "challenge":
            self.open.append(cards[0])
            self.challengers.append(seat)
            self.table_card, self.answers = (seat, cards[0]), []
            self.stage = "answer"
            self.next_answer()
        else:
            self.open.append(cards[0])
            self.answers.append((seat, cards[0]))
            self.next_answer()

    def deal(self, cards: list[str]) -> None:
        """H1.3, H1.5."""
        self.rounds += 1
        self.clear_table()
        self.hands = [[] for _ in range(self.players)]
        self.stock = list(cards)
        for _ in range(self.players + 1):
            for seat in range(self.players):
                self.hands[seat].append(self.stock.pop(0))
        self.stage, self.turn = "pot", self.starter()

    def add(self, seat: int, card: str | None) -> None:
        """H2.1, then H2.4 to H2.6 and H3.1."""
        self.turns.append((seat, card))
        if len(self.turns) < 2 * self.players:
            self.turn = (seat + 1) % self.players
            return
        totals = [self.contribution(seat) for seat in range(self.players)]
        self.houses = [seat for seat in self.round_from(self.starter()) if totals[seat] == max(totals)]
        if len(self.houses) == self.players:
            self.end_round(void=True)
            return
        for house in self.houses:
            self.hands[house] += [self.stock.pop(0), self.stock.pop(0)]
        self.next_challenge()

    def next_challenge(self) -> None:
        """H3.2."""
        waiting = [
            seat
            for seat in self.round_from(self.starter())
            if seat not in self.houses and seat not in self.challengers
        ]
        if waiting:
            self.stage, self.turn = "challenge", waiting[0]
        else:
            self.end_round(void=False)

    def next_answer(self) -> None:
        """H4.1."""
        assert self.table_card is not None
        order = [seat for seat in self.round_from(self.table_card[0]) if seat in self.houses]
        if len(self.answers) < len(order):
            self.turn = order[len(self.answers)]
            return
        gains = self.gains()
        for seat, points in gains.items():
            self.scores[seat] += points
        best = [seat for seat in gains if self.scores[seat] == max(self.scores)]
        self.table_card = None
        if self.tested_by_slice and self.met():
            self.winner_of_a_tie = best[0]  # the higher claimant
            self.stage, self.turn, self.reason = "over", None, "H6.1"
        else:
            self.next_challenge()

    def gains(self) -> dict[int, int]:
        """H3.4 to H3.7, H4: what each house gets out of this slice, the higher claimant first."""
        assert self.table_card is not None
        table, table_card = self.table_card
        cards = sorted(self.slice_of(table), key=value, reverse=True)  # the more valuable first
        claimants: list[tuple[int, str]] = []
        left = [(seat, card) for seat, card in self.answers if self.counts(card) >= value(table_card)]
        while left:
            highest = max(self.counts(card) for _, card in left)
            first = next(answer for answer in left if self.counts(answer[1]) == highest)
            claimants.append(first)
            left.remove(first)
        several = len(self.houses) > 1
        extra = value(table_card) if self.extra_scores or not several else 0
        gains = {seat: 0 for seat, _ in claimants}
        if len(claimants) == 1:  # H3.6, H4.4
            gains[claimants[0][0]] = sum(map(value, cards)) + extra
        else:  # H4.2, H4.3, H4.6, H4.7, H4.8
            for place, (seat, _) in enumerate(claimants):
                gains[seat] = (value(cards[place]) if place < len(cards) else 0) + (
                    extra if place == 0 else 0
                )
        for seat, card in self.answers:  # H3.7, H4.5
            if (seat, card) not in claimants:
                gains[seat] = -1
        return gains

    def end_round(self, void: bool) -> None:
        """H2.6, H6.1, H6.3."""
        if not void:
            self.good_rounds += 1
        if self.met():
            self.stage, self.turn, self.reason = "over", None, "H6.1"
        elif self.rounds == self.max_rounds:
            self.stage, self.turn, self.reason = "over", None, "H6.3"
        else:
            self.stage, self.turn = "deal", DEALER

    def ranks(self) -> list[int]:
        """H6.1, H6.3: equal scores share the rank, but for two who cross on one slice."""
        ranks = [sorted(self.scores, reverse=True).index(score) + 1 for score in self.scores]
        if self.winner_of_a_tie is not None:
            for seat in range(self.players):
                if ranks[seat] == 1 and seat != self.winner_of_a_tie:
                    ranks[seat] = 2
        return ranks
