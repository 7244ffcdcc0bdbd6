"""The defences that there are in Reserves (R4 of its rulebook): too many, at times, to be listed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from math import comb, floor, perm

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
    TIMES,
    Pair,
    beats,
    friends,
    laid_in,
    value_of,
)
from handkit.lazy import Lazy, TooManyToCount
from handkit.sight import drawn

MOST_COUNTED, MOST_FACES = 20_000, 8  # the steps, and face cards, up to which defences are counted


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

    They are counted without being made, and where even that takes too long, `len` says so. `draw` draws one
    all the same.
    """

    def __init__(
        self, attack: int, hand: int, must_beat: bool, make: Callable[[Sequence[Pair]], Move]
    ) -> None:
        self.attack, self.must_beat, self.make = attack, must_beat, make
        self.under = members(attack)
        self.worth = {card: value_of(card, attack) for card in self.under}
        # could[card]: the attacking cards on which a card may come to lie in some defence.
        size = len(self.under)
        could = {card: self._beaten(card, _best(card, hand, size)) for card in members(hand)}
        self.could = {card: under for card, under in could.items() if under}

    def _beaten(self, card: int, value: int) -> list[int]:
        """The attacking cards on which a card of this value may lie."""
        if not self.must_beat:
            return self.under
        found, times = [], TIMES[card & 3]
        for under, worth in self.worth.items():
            own, others = times[under & 3]  # as in `beats`, but quicker, as this is what takes time
            if own * value > others * worth:
                found.append(under)
        return found

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        if (number := self._number()) >= 2**63:  # no length in Python is greater
            raise TooManyToCount
        return number

    def _number(self) -> int:
        """How many there are. Raises TooManyToCount."""
        if not self.must_beat:
            hand, size = len(self.could), len(self.under)
            return sum(comb(hand, laid) * perm(size, laid) for laid in range(min(hand, size) + 1))
        faces = [card for card in self.could if card >> 2 >= JACK]
        if len(faces) > MOST_FACES:
            raise TooManyToCount
        # For each choice of face cards and what else is laid, how many ways there are to lay the face cards.
        choices = [chosen for size in range(len(faces) + 1) for chosen in combinations(faces, size)]
        laid = self._numbers_laid(faces, MOST_COUNTED // len(choices))
        return sum(
            ways * sum(1 for _ in _different(self._places(chosen, union(chosen) | like), covered))
            for (covered, like), ways in laid.items()
            for chosen in choices
        )

    def _numbers_laid(self, faces: Sequence[int], most: int) -> dict[tuple[int, int], int]:
        """In how many ways number cards cover a set of attacking cards, for each set; and apart by all that
        matters to the worth of face cards: which suits, and how many below five. Cards that are alike in that
        count as the first of them."""
        jacks = {card & 3 for card in faces if card >> 2 == JACK}
        alike: dict[tuple[int, bool], list[int]] = {}
        for card in self.could:
            if card >> 2 < JACK:
                small = any(face >> 2 == QUEEN for face in faces) and BITS[card] & SMALL != 0
                alike.setdefault((card & 3 if card & 3 in jacks else -1, small), []).append(card)
        laid = {(0, 0): 1}
        for cards in alike.values():
            following = {union(cards[:number]): BITS[card] for number, card in enumerate(cards)}
            group = union(cards)
            for card in cards:
                more = dict(laid)
                for (covered, like), ways in laid.items():
                    after = like | following[like & group]
                    for under in self.could[card]:
                        if not covered & BITS[under]:
                            key = covered | BITS[under], after
                            more[key] = more.get(key, 0) + ways
                if len(more) > most:
                    raise TooManyToCount
                laid = more
        return laid

    def _places(self, chosen: Sequence[int], side: int) -> list[list[int]]:
        """Where each of these cards may lie in company of a side."""
        return [self._beaten(card, value_of(card, side)) for card in chosen]

    def __contains__(self, move: object) -> bool:
        pairs = getattr(move, "pairs", ())
        fits = all(under in self.could.get(card, ()) for card, under in pairs)
        once = len({under for _, under in pairs}) == len({card for card, _ in pairs}) == len(pairs)
        return fits and once and not self.failing(pairs) and move == self.make(pairs)

    def __iter__(self) -> Iterator[Move]:
        for size in range(min(len(self.could), len(self.under)) + 1):
            for chosen in combinations(self.could, size):
                # Which cards are laid decides what each is worth, and so where each may lie.
                for under in _different(self._places(chosen, union(chosen))):
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
        turned = len(self.could) < len(self.under)
        picks = list(self.could.items())
        if not turned:
            picks = [
                (under, [card for card in self.could if under in self.could[card]]) for under in self.under
            ]
        for _ in range(tries):
            pairs: list[Pair] = []
            for one, others in picks:
                pick = floor(rng.random() * (len(others) + 1))
                if pick:
                    pairs.append((one, others[pick - 1]) if turned else (others[pick - 1], one))
            if len({pair[turned] for pair in pairs}) == len(pairs) and not self.failing(pairs):
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
        while weak := self.failing(pairs):
            pairs = [pair for pair in pairs if pair not in weak]
        return pairs

    def failing(self, pairs: Sequence[Pair]) -> list[Pair]:
        """The pairs that do not hold, of cards that lie where they could: number cards always do."""
        if not self.must_beat or not any(card >> 2 >= JACK for card, _ in pairs):
            return []
        side = laid_in(pairs)
        return [
            (card, under)
            for card, under in pairs
            if card >> 2 >= JACK and not beats(card, value_of(card, side), under, self.worth[under])
        ]
