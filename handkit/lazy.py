"""Moves that are too many to be made all at once.

Where any choice among many cards is a move, `moves()` returns one of these: it makes each move when somebody
asks for it. It knows how many there are, or says that they are too many to be counted.
"""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, islice
from math import comb
from typing import overload

from handkit.cards import members
from handkit.game import Move

Make = Callable[[int], Move]  # a move of a set of cards


class TooManyToCount(TypeError):
    """Moves whose number nobody knows without going through them. As a TypeError it is for `list` and the
    like a missing length, and they go through them."""

    def __init__(self) -> None:
        super().__init__(
            "These moves are too many to be counted. more_than(200) says whether there are more, a loop or "
            "islice makes them one by one, and state.random_move(rng) draws one."
        )


class Lazy(Sequence[Move]):
    """Moves that are made when somebody asks for them. Where they cannot be counted at once, `len` raises
    TooManyToCount, and so does what needs it: an index from the end, `random.choice`, `reversed`."""

    @abstractmethod
    def at(self, index: int) -> Move:
        """The move of this number, from 0. Raises IndexError."""

    def more_than(self, number: int) -> bool:
        """Whether there are more moves than so many; at once, however many there are."""
        try:
            return len(self) > number
        except TooManyToCount:
            return sum(1 for _ in islice(self, number + 1)) > number

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, int):
            if index > sys.maxsize:  # no sequence is so long
                raise IndexError("There are not so many moves.")
            return self.at(index if index >= 0 else index + len(self))
        parts = index.start, index.stop, index.step
        if index.stop is not None and all(part is None or part >= 0 for part in parts):
            return list(islice(self, *(part if part is None else min(part, sys.maxsize) for part in parts)))
        return [self.at(place) for place in range(*index.indices(len(self)))]


class Subsets(Lazy):
    """Some moves, then a move for each choice of some of these cards, fewest cards first.

    kinds    how a move is made of a choice, and how many cards it may have: [(make, sizes), …]
    before   the moves that come first
    """

    def __init__(self, cards: int, kinds: Sequence[tuple[Make, range]], before: Sequence[Move] = ()) -> None:
        self.bits = [1 << card for card in members(cards)]
        self.before = before
        self.blocks = [
            (size, number, make)
            for size, number in enumerate(_numbers(len(self.bits)))
            for make, sizes in kinds
            if size in sizes
        ]

    def __len__(self) -> int:
        return len(self.before) + sum([number for _, number, _ in self.blocks])

    def __iter__(self) -> Iterator[Move]:
        yield from self.before
        for size, _, make in self.blocks:
            for chosen in combinations(self.bits, size):
                yield make(sum(chosen))

    def __contains__(self, move: object) -> bool:
        cards = getattr(move, "cards", 0)
        made = cards & ~sum(self.bits) == 0 and any(
            make(cards) == move for size, _, make in self.blocks if size == cards.bit_count()
        )
        return made or move in self.before

    def at(self, index: int) -> Move:
        if 0 <= index < len(self.before):
            return self.before[index]
        index -= len(self.before)
        for size, number, make in self.blocks:
            if 0 <= index < number:
                return make(nth_subset(self.bits, size, index))
            index -= number
        raise IndexError("There are not so many moves.")


@cache
def _numbers(cards: int) -> Sequence[int]:
    """How many choices of each size there are among so many cards, from none to all."""
    return [comb(cards, size) for size in range(cards + 1)]


def nth_subset(bits: Sequence[int], size: int, index: int) -> int:
    """The set of this number among all of a size, in the order of `itertools.combinations`."""
    chosen, rest = 0, len(bits)
    for one in bits:
        rest -= 1
        with_this = comb(rest, size - 1) if size else 0
        if index < with_this:
            chosen |= one
            size -= 1
        else:
            index -= with_this
    return chosen
