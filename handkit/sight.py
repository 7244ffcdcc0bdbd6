"""What somebody has seen of hands that are hidden from it.

Some cards come into a hand in sight, or leave it in sight: then one knows them. When one of two others gives
the other a card, a third sees that it passes and not which it is. The cards that it knew in the giver's
hand are then *mixed*: in that hand or another. How many of them are where it still knows, within bounds; not
which, even if some of them were mixed sooner than others.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from math import comb
from typing import Annotated, Any, NamedTuple, Self

from handkit.cards import Cards, Deck, count, members, union
from handkit.game import Fields, require


class Sight(NamedTuple):
    """What one seat, or an onlooker, knows of the hands of others."""

    known: Annotated[tuple[Cards, ...], "by seat"]  # the cards that are certainly in each hand
    mixed: Annotated[tuple[Cards, ...], "by seat"]  # those once known in it, now there or in another
    # Of the cards once known in one hand, so many are in each at least and at most: see `at`.
    least: tuple[int, ...]
    most: tuple[int, ...]

    @classmethod
    def nothing(cls, players: int) -> Self:
        """Nothing has been seen yet."""
        none = (0,) * players
        return cls(none, none, none * players, none * players)

    def at(self, home: int, holder: int) -> int:
        """The place of a bound: for the cards once known in one hand, how many another one holds."""
        return len(self.known) * home + holder

    def comes(self, owner: int, cards: int) -> Self:
        """Cards are seen to come into a hand."""
        known = list(self.known)
        known[owner] |= cards
        return self._replace(known=tuple(known))

    def leaves(self, owner: int, cards: int) -> Self:
        """Cards are seen to leave a hand."""
        if not any(cards & seen for seen in (self.known[owner], *self.mixed)):
            return self
        known, mixed, least, most = (list(numbers) for numbers in self)
        known[owner] &= ~cards
        for home, hit in enumerate([group & cards for group in mixed]):
            if hit:
                place = self.at(home, owner)
                mixed[home] ^= hit
                least[place] = max(0, least[place] - count(hit))
                most[place] -= count(hit)
                if not mixed[home]:
                    most[self.at(home, 0) : self.at(home + 1, 0)] = [0] * len(known)
        return self._made(known, mixed, least, most)

    def passes(self, giver: int, receiver: int, number: int, size: int) -> Self:
        """So many cards pass unseen from a hand of this size to another."""
        known, mixed, least, most = (list(numbers) for numbers in self)
        mixed[giver] |= known[giver]
        least[self.at(giver, giver)] += count(known[giver])
        most[self.at(giver, giver)] += count(known[giver])
        known[giver] = 0
        for home in range(len(known)):
            here, there = self.at(home, giver), self.at(home, receiver)
            # Perhaps none of them passes; if some must, `tightened` concludes it from the sizes.
            most[there] += min(number, most[here])
            least[here], most[here] = max(0, least[here] - number), min(most[here], size - number)
        return self._made(known, mixed, least, most)

    def tightened(self, sizes: Sequence[int]) -> Self:
        """The same with bounds no wider than the sizes of the hands and each other allow."""
        groups = [home for home, group in enumerate(self.mixed) if group]
        if not groups:
            return self
        players = len(self.known)
        known, mixed, least, most = (list(numbers) for numbers in self)
        for home, holder in [*product(groups, range(players))] * 2:
            place, row = self.at(home, holder), slice(self.at(home, 0), self.at(home + 1, 0))
            total, room = count(mixed[home]), sizes[holder] - count(known[holder])
            most[place] = min(
                most[place],
                room - sum(least[holder::players]) + least[place],
                total - sum(least[row]) + least[place],
            )
            least[place] = max(least[place], total - sum(most[row]) + most[place])
            if total and least[place] == total:  # all are in one hand
                known[holder] |= mixed[home]
                mixed[home] = least[place] = most[place] = 0
        return self._made(known, mixed, least, most)

    def _made(self, known: list[int], mixed: list[int], least: list[int], most: list[int]) -> Self:
        return type(self)(tuple(known), tuple(mixed), tuple(least), tuple(most))

    # A guess at where the mixed cards are.

    def splits(self, home: int) -> list[tuple[int, ...]]:
        """The ways in which the cards once known in a hand may be spread over all, as numbers by seat."""
        row, total = slice(self.at(home, 0), self.at(home + 1, 0)), count(self.mixed[home])
        bounds = [range(least, most + 1) for least, most in zip(self.least[row], self.most[row], strict=True)]
        return [split for split in product(*bounds) if sum(split) == total]

    def spread(self, sizes: Sequence[int], rng: random.Random) -> list[int]:
        """The mixed cards put into hands of these sizes, by seat: every way to place them and then to fill
        the hands with other cards is equally likely."""
        players = len(self.known)

        @cache
        def ways(home: int, room: tuple[int, ...]) -> int:
            """In how many ways the cards once known from this hand on, and others, fill this room."""
            if min(room) < 0:
                return 0
            if home == players:
                return _choices(sum(room), room)
            return sum(number for _, number in options(home, room))

        def options(home: int, room: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
            size = count(self.mixed[home])
            return [
                (split, _choices(size, split) * ways(home + 1, _less(room, split)))
                for split in self.splits(home)
            ]

        hands, room = [0] * players, _less(sizes, [count(cards) for cards in self.known])
        for home, group in enumerate(self.mixed):
            if group:
                split, cards = _weighted(options(home, room), rng), members(group)
                room = _less(room, split)
                for seat, number in enumerate(split):
                    hands[seat] |= union(drawn(cards, number, rng))
        return hands

    # Sense, and JSON.

    def check(self, hands: Sequence[int], who: str, deck: Deck) -> None:
        """Raise PositionError unless what somebody knows of these hands is true. One's own hand counts as
        empty."""
        held = union(card for hand in hands for card in members(hand))
        for seat, (hand, known) in enumerate(zip(hands, self.known, strict=True)):
            wrong = deck.spoken(known & ~hand)
            require(not wrong, f"{who} is said to know {wrong} in the hand of seat {seat}, where it is not")
        places = [*self.known, *self.mixed]
        together, twice = deck.collect(card for cards in places for card in members(cards))
        require(not twice, f"{who} is said to know {deck.spoken(twice)} twice")
        wrong = deck.spoken(together & ~held)
        require(not wrong, f"{who} is said to have seen {wrong} pass, which no other hand holds")
        for home, holder in product(range(len(hands)), repeat=2):
            place, group = self.at(home, holder), self.mixed[home]
            require(
                0 <= self.least[place] <= count(group & hands[holder]) <= self.most[place] <= count(group),
                f"what {who} is said to know of cards of seat {home} does not fit the hand of seat {holder}",
            )

    def to_json(self, deck: Deck) -> dict[str, Any]:
        """All fields, as plain JSON with cards as text."""
        return {
            "known": [deck.text(cards) for cards in self.known],
            "mixed": [deck.text(cards) for cards in self.mixed],
            "least": list(self.least),
            "most": list(self.most),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], deck: Deck, players: int) -> Self:
        """What `to_json` wrote. Raises PositionError."""
        fields = Fields(data, cls._fields, deck, players)
        least, most = fields.list("least"), fields.list("most")
        whole = all(type(number) is int for number in (*least, *most))
        require(
            whole and len(least) == len(most) == players**2, f"`least` and `most` need {players**2} numbers"
        )
        return cls(tuple(fields.hands("known")), tuple(fields.hands("mixed")), tuple(least), tuple(most))


# What all viewers of a hand see, the owner aside, who knows it: a list of their sights, by viewer.


def see_leave(sights: list[Sight], owner: int, cards: int) -> None:
    """All see cards leave a hand."""
    for viewer, sight in enumerate(sights):
        if viewer != owner:
            sights[viewer] = sight.leaves(owner, cards)


def see_come(sights: list[Sight], owner: int, cards: int, viewers: Sequence[int]) -> None:
    """These see cards come into a hand."""
    for viewer in viewers:
        if viewer != owner and cards:
            sights[viewer] = sights[viewer].comes(owner, cards)


def see_pass(sights: list[Sight], giver: int, receiver: int, cards: int, sizes: Sequence[int]) -> None:
    """Cards pass between hands of these sizes: the two see which, all others how many."""
    conclude(sights, sizes)
    for viewer, sight in enumerate(sights):
        if viewer == receiver:
            sights[viewer] = sight.leaves(giver, cards)
        elif viewer != giver:
            sights[viewer] = sight.passes(giver, receiver, count(cards), sizes[giver])


def conclude(sights: list[Sight], sizes: Sequence[int]) -> None:
    """What each can conclude from the sizes of the hands."""
    for viewer, sight in enumerate(sights):
        if any(sight.mixed):
            sights[viewer] = sight.tightened(sizes)


def drawn(cards: list[int], number: int, rng: random.Random) -> list[int]:
    """So many of these cards, drawn evenly; they are taken out of the list."""
    return [cards.pop(int(rng.random() * len(cards))) for _ in range(number)]


def _weighted(options: Sequence[tuple[tuple[int, ...], int]], rng: random.Random) -> tuple[int, ...]:
    """One of these (option, weight), drawn by the weights."""
    place = int(rng.random() * sum(weight for _, weight in options))
    for chosen, weight in options:
        if place < weight:
            return chosen
        place -= weight
    raise AssertionError("there is no way to place the cards")


def _less(numbers: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
    """Each of these numbers less the other in its place."""
    return tuple(number - other for number, other in zip(numbers, others, strict=True))


def _choices(total: int, parts: Sequence[int]) -> int:
    """In how many ways so many cards can be dealt out to parts of these sizes."""
    number = 1
    for part in parts:
        number *= comb(total, part)
        total -= part
    return number
