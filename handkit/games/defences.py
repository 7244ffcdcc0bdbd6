"""The defences that there are in Reserves (R4 of its rulebook): too many, at times, to be listed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from math import floor

from handkit.cards import count, members, union
from handkit.game import Move
from handkit.games.worth import (
    BITS,
    JACK,
    JACKS,
    KING,
    KINGS,
    QUEEN,
    SMALL,
    Pair,
    beats,
    failing,
    friends,
    laid_in,
    value_of,
    values,
)
from handkit.lazy import Lazy
from handkit.sight import drawn


def _best(card: int, hand: int, most: int) -> int:
    """The most that a card can be worth in a defence of so many cards of a hand."""
    rank = card >> 2
    if rank == JACK:
        return min(friends(card, hand), most)
    if rank == QUEEN:
        return 2 * min(count(hand & (SMALL | JACKS | KINGS)), most - 1)
    return 2 * min(friends(card, hand), most) if rank == KING else rank + 1


def _different(places: Sequence[Sequence[int]], used: int = 0) -> Iterator[tuple[int, ...]]:
    """All ways to take one of each of these lists, none twice."""
    if not places:
        yield ()
        return
    for place in places[0]:
        if not used & BITS[place]:
            for rest in _different(places[1:], used | BITS[place]):
                yield (place, *rest)


class Defences(Lazy):
    """R4.2, R4.3: the defences of a hand against an attack, fewest cards first; the first is to pass. `make`
    is how a move is made of its pairs.

    Their number is known by going through all of them; `draw` does without.
    """

    def __init__(
        self, attack: int, hand: int, must_beat: bool, make: Callable[[Sequence[Pair]], Move]
    ) -> None:
        self.attack, self.must_beat, self.make = attack, must_beat, make
        self.under = members(attack)
        self.worth = values(attack)
        # could[card]: the attacking cards on which a card may come to lie in some defence.
        size = len(self.under)
        could = {card: self._beaten(card, _best(card, hand, size)) for card in members(hand)}
        self.could = {card: under for card, under in could.items() if under}

    def _beaten(self, card: int, value: int) -> list[int]:
        """The attacking cards on which a card of this value may lie."""
        if not self.must_beat:
            return self.under
        return [under for under in self.under if beats(card, value, under, self.worth[under])]

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Move]:
        for size in range(min(len(self.could), len(self.under)) + 1):
            for chosen in combinations(self.could, size):
                # Which cards are laid decides what each is worth, and so where each may lie.
                side = union(chosen)
                places = [self._beaten(card, value_of(card, side)) for card in chosen]
                for under in _different(places):
                    yield self.make(list(zip(chosen, under, strict=True)))

    def at(self, index: int) -> Move:
        for move in islice(self, index, None) if index >= 0 else ():
            return move
        raise IndexError("There are not so many moves.")

    def draw(self, rng: random.Random, tries: int = 1000) -> Move:
        """A random defence. Against up to six cards all are equally likely. Against more, the attacking cards
        are covered in a random order, each by nothing or by one of the cards that could lie there, all
        equally likely; then cards that do not beat are taken away until all do."""
        if len(self.under) > 6:
            return self.make(self._drawn_in_turn(rng))
        # Each card of the side with fewer picks nothing or a partner, until no partner is picked twice and
        # all beat: so each defence comes up equally often.
        partners = {under: [card for card in self.could if under in self.could[card]] for under in self.under}
        turned = len(self.could) < len(self.under)
        picks = list((self.could if turned else partners).items())
        for _ in range(tries):
            pairs: list[Pair] = []
            for one, others in picks:
                pick = floor(rng.random() * (len(others) + 1))
                if pick:
                    pairs.append((one, others[pick - 1]) if turned else (others[pick - 1], one))
            if len({pair[turned] for pair in pairs}) == len(pairs) and not self._failing(pairs):
                return self.make(pairs)
        return self[int(rng.random() * len(self))]  # few, so that listing all is quicker than trying

    def _drawn_in_turn(self, rng: random.Random) -> list[Pair]:
        pairs: list[Pair] = []
        for under in drawn(self.under[:], len(self.under), rng):
            used = laid_in(pairs)
            others = [
                card for card, places in self.could.items() if under in places and not used & BITS[card]
            ]
            pick = int(rng.random() * (len(others) + 1))
            if pick:
                pairs.append((others[pick - 1], under))
        while weak := self._failing(pairs):
            pairs = [pair for pair in pairs if pair not in weak]
        return pairs

    def _failing(self, pairs: Sequence[Pair]) -> list[Pair]:
        return failing(self.attack, pairs) if self.must_beat else []
