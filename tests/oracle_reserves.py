"""Reserves once more, slowly: lists of texts and fractions, from the rulebook alone, no line shared with
the engine.

It follows the rulebook sentence by sentence and remembers as little as it can, so that the two can
only agree where both are right, or where both read the rulebook wrongly in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

NUMBERS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
CARDS = [rank + suit for rank in (*NUMBERS, "J", "Q", "K") for suit in "SHDC"]  # R1.1
DEALER = -1
SEATS = (0, 1, 2)
BETTER = {("S", "D"), ("D", "C"), ("C", "H"), ("H", "S")}  # R3.1: the first is greater than the second
Move = tuple[Any, ...]  # what, then with whom or which cards
Fact = tuple[Any, ...]  # what happened


def worth(card: str, side: list[str]) -> int:
    """R3.2 to R3.5."""
    rank, suit = card[:-1], card[-1]
    if rank == "J":
        return len([friend for friend in side if friend[-1] == suit])
    if rank == "K":
        return 2 * len([friend for friend in side if friend[:-1] in ("J", "Q", "K")])
    if rank == "Q":
        return 2 * len([friend for friend in side if friend[:-1] != "Q" and worth(friend, side) < 5])
    return NUMBERS.index(rank) + 1


def wins(card: str, own: list[str], under: str, attack: list[str]) -> bool:
    """R3.6, with what the suits do to the defending card's value as a factor."""
    factor = Fraction(1)
    if (card[-1], under[-1]) in BETTER:
        factor = Fraction(2)
    elif (under[-1], card[-1]) in BETTER:
        factor = Fraction(1, 2)
    return factor * worth(card, own) > worth(under, attack)


class Oracle:
    """A game. `turn` is a seat, DEALER, or None at the end; `stage` says what is due."""

    def __init__(
        self,
        players: int,
        choose_reserve: bool,
        first_player: str | int,
        attack_cap: str,
        must_beat: bool,
        leftovers: str,
        duel_order: str,
        no_progress_limit: int | None,
        max_turns: int | None,
    ) -> None:
        assert players == 3
        self.choose_reserve = choose_reserve
        self.first_player = first_player
        self.capped = attack_cap == "hand"
        self.must_beat = must_beat
        self.keeps = leftovers == "defender"
        self.alternates = duel_order == "alternate"
        self.no_progress_limit = no_progress_limit
        self.max_turns = max_turns
        self.stage = "deal"
        self.turn: int | None = DEALER
        self.hands: list[list[str]] = [[], [], []]
        self.reserves: list[list[str]] = [[], [], []]
        self.piles: dict[int, list[str]] = {}
        self.removed: list[str] = []
        self.discarded: list[str] = []
        self.gone: list[list[int]] = []  # who went out together, first to go first
        self.turns = 0
        self.idle = 0  # turns in a row without progress
        self.reason = ""
        self.clear()

    def clear(self) -> None:
        self.attacker: int | None = None
        self.defender: int | None = None
        self.attack: list[str] = []
        self.defence: list[tuple[str, str]] = []
        self.got_back: list[str] = []  # by the attacker, of the attack
        self.got: list[str] = []  # by the attacker, of the defender's cards
        self.progress = False

    # Words of the rulebook.

    def is_in(self, seat: int) -> bool:
        return all(seat not in together for together in self.gone)

    def clockwise(self, seat: int) -> int:
        return (seat + 1) % 3

    def laid(self) -> list[str]:
        return [card for card, _ in self.defence]

    def unbeaten(self) -> list[str]:
        """The attacking cards that are not beaten."""
        beaten = [under for card, under in self.defence if wins(card, self.laid(), under, self.attack)]
        return [card for card in self.attack if card not in beaten]

    def on_the_table(self) -> list[str]:
        return [card for card in self.attack + self.laid() if card not in self.got_back + self.got]

    def due(self) -> int:
        """How many cards are to be chosen now, or at most."""
        if self.stage == "take":
            return len(self.defence)
        if self.stage == "back":
            return -(-len(self.attack) // 2)
        if self.stage == "pick":
            return len(self.unbeaten())
        return len(self.unbeaten()) - len(self.got)

    def to_choose_from(self) -> list[str]:
        if self.stage == "take":
            return self.on_the_table()
        if self.stage == "back":
            return self.attack
        if self.stage == "pick":
            return self.laid()
        assert self.defender is not None
        return self.hands[self.defender]

    # What may be done.

    def wrong(self, seat: int, move: Move) -> str | None:
        """The rule by which a move is refused, in the order of the rulebook's section on refusals."""
        what = move[0]
        if self.stage == "over":
            return "R6.5"
        rule, kinds = {
            "deal": ("R1.3", ["deal"]),
            "choose": ("R1.4", ["pile"]),
            "turn": ("R2.1", ["draw", "attack"]),
            "defence": ("R4.1", ["defend"]),
            "take": ("R5.1", ["take"]),
            "back": ("R5.2", ["take"]),
            "pick": ("R5.3", ["take"]),
            "give": ("R5.3", ["give"]),
        }[self.stage]
        if seat != self.turn or what not in kinds:
            return rule
        if what == "deal":
            if sorted(move[2]) != sorted(CARDS):
                return "R1.1"
            if self.first_player == "random":
                return None if move[1] in SEATS else "R1.6"
            return None if move[1] in (None, self.first_player) else "R1.6"
        if what == "pile":
            return None if move[1] in self.piles else "R1.4"
        if what == "draw":
            return None if self.reserves[seat] else "R2.2"
        if what == "attack":
            return self.wrong_attack(seat, move[1], move[2])
        if what == "defend":
            return self.wrong_defence(seat, move[1])
        chosen = move[1]
        fits = len(chosen) <= self.due() if self.stage == "take" else len(chosen) == self.due()
        sound = len(set(chosen)) == len(chosen) and set(chosen) <= set(self.to_choose_from())
        return None if fits and sound else rule

    def wrong_attack(self, seat: int, target: int, cards: list[str]) -> str | None:
        hand = self.hands[seat]
        if target == seat or target not in SEATS:
            return "R2.1"
        if not hand:
            return "R2.2"
        most = max(1, len(self.hands[target])) if self.capped else 52
        if not cards or len(set(cards)) < len(cards) or not set(cards) <= set(hand) or len(cards) > most:
            return "R2.3"
        return None if self.is_in(target) else "R2.4"

    def wrong_defence(self, seat: int, pairs: list[tuple[str, str]]) -> str | None:
        own, under = [card for card, _ in pairs], [card for _, card in pairs]
        if not set(own) <= set(self.hands[seat]) or not set(under) <= set(self.attack):
            return "R4.2"
        if len(set(own)) < len(own) or len(set(under)) < len(under):
            return "R4.2"
        if self.must_beat and not all(wins(card, own, other, self.attack) for card, other in pairs):
            return "R4.3"
        return None

    # What is done. `act` makes a legal move and says what happened.

    def act(self, seat: int, move: Move) -> list[Fact]:
        return list(self.happen(seat, move))

    def happen(self, seat: int, move: Move) -> Iterator[Fact]:
        match move:
            case ("deal", first, cards):
                yield from self.deal(first, list(cards))
            case ("pile", number):
                yield from self.choose(seat, number)
            case ("draw",):
                card = self.reserves[seat].pop(0)
                self.hands[seat].append(card)
                yield ("draw", seat, {card})
                self.idle = 0
                self.turns += 1
                if not self.at_the_end():
                    yield self.go_on(self.clockwise(seat), "R6.2")
                else:
                    yield self.end()
            case ("attack", target, cards):
                self.attacker, self.defender, self.attack = seat, target, list(cards)
                self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
                self.stage, self.turn = "defence", target
                yield ("attack", seat, target, set(cards))
            case ("defend", pairs):
                yield from self.defend(seat, list(pairs))
            case ("take", cards) if self.stage == "take":
                yield from self.success(seat, list(cards))
            case ("take", cards) if self.stage == "back":
                yield from self.give_back(list(cards))
            case ("take", cards):
                yield from self.let_pick(list(cards))
            case ("give", cards):
                yield from self.pay(list(cards))

    def deal(self, first: int | None, cards: list[str]) -> Iterator[Fact]:
        """R1.2 to R1.6."""
        self.removed = [cards.pop(0)]
        for _ in range(10):
            for seat in SEATS:
                self.hands[seat].append(cards.pop(0))
        begins = first if isinstance(self.first_player, str) else self.first_player
        assert begins is not None
        self.begins = begins
        for number in SEATS:
            self.piles[number] = cards[7 * number : 7 * number + 7]
        if self.choose_reserve:
            self.stage, self.turn = "choose", begins
        else:
            self.reserves = [self.piles.pop(number) for number in SEATS]
            yield self.first_turn()

    def choose(self, seat: int, number: int) -> Iterator[Fact]:
        """R1.4."""
        self.reserves[seat] = self.piles.pop(number)
        yield ("pile", seat, number)
        self.turn = self.clockwise(seat)
        if len(self.piles) == 1:
            ((last, cards),) = self.piles.items()
            self.reserves[self.turn] = cards
            yield ("pile", self.turn, last)
            self.piles = {}
            yield self.first_turn()

    def first_turn(self) -> Fact:
        self.stage, self.turn = "turn", self.begins
        return ("begins", self.begins)

    def defend(self, seat: int, pairs: list[tuple[str, str]]) -> Iterator[Fact]:
        """R4.2, R4.3."""
        self.defence = pairs
        self.hands[seat] = [card for card in self.hands[seat] if card not in self.laid()]
        yield ("defend", seat, set(self.laid()))
        for card, under in pairs:
            yield ("beats" if under not in self.unbeaten() else "fails", card, under)
        if not self.unbeaten():
            self.stage, self.turn = "take", seat
        else:
            self.stage, self.turn = "back", self.attacker
            if self.due() == len(self.attack):
                yield from self.give_back(self.attack)

    def success(self, seat: int, cards: list[str]) -> Iterator[Fact]:
        """R5.1."""
        self.hands[seat] += cards
        yield ("take", seat, set(cards))
        rest = [card for card in self.on_the_table() if card not in cards]
        self.discarded += rest
        self.progress = True
        yield ("discard", set(rest))
        yield from self.end_turn()

    def give_back(self, cards: list[str]) -> Iterator[Fact]:
        """R5.2."""
        assert self.attacker is not None
        self.got_back = cards
        self.hands[self.attacker] += cards
        yield ("back", self.attacker, set(cards))
        self.stage, self.turn = "pick", self.attacker
        if self.due() >= len(self.laid()):
            yield from self.let_pick(self.laid())

    def let_pick(self, cards: list[str]) -> Iterator[Fact]:
        """R5.3, the table."""
        assert self.attacker is not None and self.defender is not None
        self.got = list(cards)
        self.hands[self.attacker] += cards
        if cards:
            yield ("pick", self.attacker, set(cards))
        self.stage, self.turn = "give", self.defender
        hand = self.hands[self.defender]
        if self.due() == 0:
            yield from self.pay([])
        elif self.due() >= len(hand):
            yield from self.pay(hand)

    def pay(self, cards: list[str]) -> Iterator[Fact]:
        """R5.3, R5.4: the hand, then the reserve; then R5.5."""
        assert self.attacker is not None and self.defender is not None
        owed = self.due()
        from_reserve = self.reserves[self.defender][: max(0, owed - len(cards))]
        self.hands[self.defender] = [card for card in self.hands[self.defender] if card not in cards]
        self.reserves[self.defender] = self.reserves[self.defender][len(from_reserve) :]
        self.hands[self.attacker] += [*cards, *from_reserve]
        if cards:
            yield ("give", self.defender, self.attacker, set(cards))
        if from_reserve:
            self.progress = True
            yield ("pay", self.defender, self.attacker, set(from_reserve))
        if owed > len(cards) + len(from_reserve):
            yield ("short", self.defender, owed - len(cards) - len(from_reserve))
        left = self.on_the_table()
        kept = [card for card in left if card in self.laid() and self.keeps]
        lost = [card for card in left if card not in kept]
        self.hands[self.defender] += kept
        self.discarded += lost
        if kept:
            yield ("keep", self.defender, set(kept))
        if lost:
            self.progress = True
            yield ("discard", set(lost))
        yield from self.end_turn()

    def end_turn(self) -> Iterator[Fact]:
        """R6.1, R6.3, R6.4."""
        attacker, defender = self.attacker, self.defender
        assert attacker is not None and defender is not None
        third = next(seat for seat in SEATS if seat not in (attacker, defender))
        two_left = not self.is_in(third)
        out = [seat for seat in (attacker, defender) if not self.hands[seat] and not self.reserves[seat]]
        if out:
            self.gone.append(out)
        for seat in out:
            yield ("out", seat)
        self.turns += 1
        self.idle = 0 if self.progress or out else self.idle + 1
        self.clear()
        if self.at_the_end():
            yield self.end()
        elif two_left:
            yield self.go_on(defender if self.alternates else attacker, "R6.3")
        else:
            yield self.go_on(third, "R6.1")

    def go_on(self, seat: int, rule: str) -> Fact:
        """R6.6."""
        while not self.is_in(seat):
            seat, rule = self.clockwise(seat), "R6.6"
        self.stage, self.turn = "turn", seat
        return ("turn", seat, rule)

    def at_the_end(self) -> bool:
        """R6.5, R6.7, with the reason in the order in which they count."""
        still = [seat for seat in SEATS if self.is_in(seat)]
        if len(still) == 1:
            self.reason = "last"
        elif not still:
            self.reason = "nobody"
        elif self.no_progress_limit is not None and self.idle >= self.no_progress_limit:
            self.reason = "no-progress"
        elif self.max_turns is not None and self.turns >= self.max_turns:
            self.reason = "cap"
        return self.reason != ""

    def end(self) -> Fact:
        self.stage, self.turn = "over", None
        return ("end", self.reason)

    def ranks(self) -> list[int]:
        """R6.5, R6.7: groups of equals, best first."""
        still = [seat for seat in SEATS if self.is_in(seat)]
        cards = {seat: len(self.hands[seat]) + len(self.reserves[seat]) for seat in still}
        groups = [
            [seat for seat in still if cards[seat] == number]
            for number in sorted(set(cards.values()), reverse=True)
        ]
        groups += reversed(self.gone)
        ranks, place = [0, 0, 0], 1
        for group in groups:
            for seat in group:
                ranks[seat] = place
            place += len(group)
        return ranks
