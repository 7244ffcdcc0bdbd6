"""What somebody has seen of hands that are hidden from it.

Some cards come into a hand in sight, or leave it in sight: then one knows them. When one of two others gives
the other a card, a third sees that it passes and not which it is. The cards that it knew in the giver's hand
are then *mixed*: each is in that hand or the other. They stay a group, as nobody can tell one of them from
another, and what is known of a group is how many of its cards may be in each hand. All these *ways* are kept,
and what is seen later strikes out those that it contradicts: so nothing that was seen is forgotten. Only
where there are hundreds of ways, as after wild play, the oldest groups are: their cards may be anywhere then.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import Annotated, Any, NamedTuple, Self, overload

from handkit.cards import Cards, Deck, count, members, union
from handkit.game import ByViewer, Fields, require

MOST = 500  # ways that are kept; among computer players there are hardly ever more than a hundred
Row = tuple[int, ...]  # how many cards of one group are in each hand
Way = tuple[Row, ...]  # a row for each group


class Ways(tuple[Way, ...]):
    """How groups of cards may be spread over hands; all that nothing contradicts, in order."""

    __slots__ = ()
    one_thing = True  # to be shown as its text, as there may be hundreds

    def __str__(self) -> str:
        if len(self) > 4:
            return f"{len(self)} ways"
        texts = ["; ".join(" ".join(map(str, row)) for row in way) for way in self]
        return " or ".join(texts) or "none"


class Sight(NamedTuple):
    """What one seat, or an onlooker, knows of the hands of others."""

    known: Annotated[tuple[Cards, ...], "by seat"]  # the cards that are certainly in each hand
    mixed: tuple[Cards, ...]  # the groups of cards that were once known in a hand, now in several
    ways: Ways  # how the groups may be spread over the hands: one of them is true

    @classmethod
    def nothing(cls, players: int) -> Self:
        """Nothing has been seen yet."""
        return cls((0,) * players, (), Ways([()]))

    def comes(self, owner: int, cards: int) -> Self:
        """Cards are seen to come into a hand."""
        known = list(self.known)
        known[owner] |= cards
        return self._replace(known=tuple(known))

    def leaves(self, owner: int, cards: int, size: int) -> Self:
        """Cards are seen to leave a hand of this size."""
        if not (self.mixed or cards & self.known[owner]):
            return self
        known = list(self.known)
        known[owner] &= ~cards
        gone = [count(group & cards) for group in self.mixed]
        unknown = cards & ~self.known[owner] & ~_together(self.mixed)
        # So many cards of groups the hand may have held: what was unknown had its place there too.
        room = size - count(self.known[owner]) - count(unknown)
        ways = (
            tuple(_less(row, owner, number) for row, number in zip(way, gone, strict=True))
            for way in self.ways
            if sum(row[owner] for row in way) <= room
        )
        left = {way for way in ways if all(row[owner] >= 0 for row in way)}
        return self._with(known, [group & ~cards for group in self.mixed], left)

    def passes(self, giver: int, receiver: int, number: int, size: int) -> Self:
        """So many cards pass unseen from a hand of this size to another."""
        known, mixed, ways = list(self.known), list(self.mixed), set(self.ways)
        if group := known[giver]:
            known[giver] = 0
            row = tuple(count(group) if seat == giver else 0 for seat in range(len(known)))
            mixed, ways = [*mixed, group], {(*way, row) for way in ways}
        passed = {after for way in ways for after in _passed(way, giver, receiver, number, size)}
        return self._with(known, mixed, passed)

    def _with(self, known: list[int], mixed: Sequence[int], ways: set[Way]) -> Self:
        """The groups that lie in one hand in every way are known there."""
        assert ways, "what is seen contradicts what was seen before"
        columns, kept = list(zip(*ways, strict=True)), []
        for place, group in enumerate(mixed):
            holders = {seat for row in set(columns[place]) for seat, number in enumerate(row) if number}
            if len(holders) == 1:
                known[holders.pop()] |= group
            elif holders:
                kept.append(place)
        left = {tuple(way[place] for place in kept) for way in ways}
        while len(left) > MOST:
            del kept[0]
            left = {way[1:] for way in left}
        return type(self)(tuple(known), tuple(mixed[place] for place in kept), Ways(sorted(left)))

    # A guess at where the mixed cards are.

    def spread(self, sizes: Sequence[int], rng: random.Random) -> list[int]:
        """The mixed cards put into hands of these sizes, by seat: every way to place them and then to fill
        the hands with other cards is equally likely."""
        hands = [0] * len(self.known)
        if not self.mixed:
            return hands
        way = self.ways[drawn_by(_weights(self, tuple(sizes)), rng)]
        for group, row in zip(self.mixed, way, strict=True):
            cards = members(group)
            for seat, number in enumerate(row):
                hands[seat] |= union(drawn(cards, number, rng))
        return hands

    # Sense, and JSON.

    def check(self, hands: Sequence[int], who: str, deck: Deck) -> None:
        """Raise PositionError unless what somebody knows of these hands is true. One's own hand counts as
        empty."""
        held = _together(hands)
        for seat, (hand, known) in enumerate(zip(hands, self.known, strict=True)):
            wrong = deck.spoken(known & ~hand)
            require(not wrong, f"{who} is said to know {wrong} in the hand of seat {seat}, where it is not")
        together, twice = deck.collect(
            card for cards in (*self.known, *self.mixed) for card in members(cards)
        )
        require(not twice, f"{who} is said to know {deck.spoken(twice)} twice")
        wrong = deck.spoken(together & ~held)
        require(not wrong, f"{who} is said to have seen {wrong} pass, which no other hand holds")
        true = tuple(tuple(count(group & hand) for hand in hands) for group in self.mixed)
        require(true in self.ways, f"how {who} is said to think that cards are spread is not how they are")
        sound = all(
            min(row) >= 0 and sum(row) == count(group)
            for way in self.ways
            for row, group in zip(way, self.mixed, strict=True)
        )
        require(sound, f"the ways in which {who} is said to think that cards are spread do not add up")

    def to_json(self, deck: Deck) -> dict[str, Any]:
        """All fields, as plain JSON with cards as text."""
        return {
            "known": [deck.text(cards) for cards in self.known],
            "mixed": [deck.text(cards) for cards in self.mixed],
            "ways": [[list(row) for row in way] for way in self.ways],
        }

    @classmethod
    def from_json(cls, data: Any, deck: Deck, players: int) -> Self:
        """What `to_json` wrote, or what version 0.1 wrote. Raises PositionError."""
        if isinstance(data, Mapping) and "least" in data:
            return cls._of_bounds(data, deck, players)
        fields = Fields(data, cls._fields, deck, players)
        mixed = tuple(fields.mask("mixed", cards) for cards in fields.list("mixed"))
        ways = fields.list("ways")
        whole = all(
            isinstance(way, list)
            and len(way) == len(mixed)
            and all(
                isinstance(row, list) and len(row) == players and all(type(one) is int for one in row)
                for row in way
            )
            for way in ways
        )
        require(whole, f"each of the `ways` needs {len(mixed)} rows of {players} whole numbers")
        return cls(tuple(fields.hands("known")), mixed, Ways(tuple(map(tuple, way)) for way in ways))

    @classmethod
    def _of_bounds(cls, data: Mapping[str, Any], deck: Deck, players: int) -> Self:
        """What version 0.1 wrote: for each hand the cards once known in it, and how many of them are in each
        hand at least and at most."""
        fields = Fields(data, ("known", "mixed", "least", "most"), deck, players)
        bounds = [fields.list(name) for name in ("least", "most")]
        for numbers in bounds:
            whole = len(numbers) == players**2 and all(
                type(number) is int and 0 <= number <= deck.size for number in numbers
            )
            require(whole, f"`least` and `most` need {players**2} numbers")
        mixed, groups = fields.hands("mixed"), []
        for home, group in enumerate(mixed):
            if group:
                row = slice(players * home, players * (home + 1))
                between = [
                    range(least, most + 1) for least, most in zip(*(b[row] for b in bounds), strict=True)
                ]
                groups.append([split for split in product(*between) if sum(split) == count(group)])
        require(all(groups), "`least` and `most` leave no way in which the `mixed` cards may lie")
        kept = [group for group in mixed if group]
        while prod(map(len, groups)) > MOST:
            del groups[0], kept[0]
        none = cls(tuple(fields.hands("known")), (), Ways())
        return none._with(list(none.known), kept, set(product(*groups)))


def _passed(way: Way, giver: int, receiver: int, number: int, size: int) -> Iterator[Way]:
    """The ways that a way may turn into when so many cards pass unseen from a hand of this size."""
    unknown = size - sum(row[giver] for row in way)
    for parts in product(*(range(min(number, row[giver]) + 1) for row in way)):
        if 0 <= number - sum(parts) <= unknown:
            yield tuple(
                _less(_less(row, giver, part), receiver, -part) for row, part in zip(way, parts, strict=True)
            )


def _less(row: Row, seat: int, number: int) -> Row:
    """A row with so many cards less in one hand."""
    return (*row[:seat], row[seat] - number, *row[seat + 1 :]) if number else row


@lru_cache(maxsize=64)
def _weights(sight: Sight, sizes: tuple[int, ...]) -> list[int]:
    """For each way, in how many ways cards can be chosen for it and the hands be filled with others."""
    weights = []
    for way in sight.ways:
        held = [count(known) + sum(rows) for known, *rows in zip(sight.known, *way, strict=True)]
        room = [size - number for size, number in zip(sizes, held, strict=True)]
        weights.append(prod(map(_choices, way)) * _choices(room) if min(room) >= 0 else 0)
    return weights


def _choices(parts: Sequence[int]) -> int:
    """In how many ways cards can be dealt out to parts of these sizes."""
    number, total = 1, sum(parts)
    for part in parts:
        number *= comb(total, part)
        total -= part
    return number


def drawn_by(weights: Sequence[int], rng: random.Random) -> int:
    """A place in this list, drawn by the weights."""
    number = int(rng.random() * sum(weights))
    for place, weight in enumerate(weights):
        if number < weight:
            return place
        number -= weight
    raise AssertionError("there is no way to place the cards")


def drawn(cards: list[int], number: int, rng: random.Random) -> list[int]:
    """So many of these cards, drawn evenly; they are taken out of the list."""
    return [cards.pop(int(rng.random() * len(cards))) for _ in range(number)]


def _together(sets: Sequence[int]) -> int:
    """The cards of all these sets."""
    found = 0
    for cards in sets:
        found |= cards
    return found


# ── all who see the hands ───────────────────────────────────────────────────────────────────────


class Sights(Sequence[Sight]):
    """The sight of each viewer, by seat and last an onlooker's, of hands between which cards move.

    They never change. `then` makes new ones, which remember what moved; what that tells whom is worked out
    when somebody asks, so that a game at which nobody looks pays next to nothing for it.
    """

    __slots__ = ("_before", "_seen")
    _seen: tuple[Sight, ...]
    _before: tuple[Sights, Callable[..., None], tuple[Any, ...]] | None

    def __init__(self, seen: Sequence[Sight]) -> None:
        self._seen, self._before = tuple(seen), None

    @classmethod
    def nothing(cls, players: int) -> Sights:
        """Nobody has seen anything yet."""
        return cls([Sight.nothing(players)] * (players + 1))

    def then(self, see: Callable[..., None], *what: Any) -> Sights:
        """What they are after something more was seen: `see`, one of the functions below, and what it takes
        after the list of sights."""
        after = Sights.__new__(Sights)
        after._before = self, see, what
        return after

    def _all(self) -> tuple[Sight, ...]:
        steps, sights = [], self
        while before := sights._before:
            sights, see, what = before
            steps.append((see, what))
        if steps:
            seen = list(sights._seen)
            for see, what in reversed(steps):
                see(seen, *what)
            self._seen, self._before = tuple(seen), None
        return self._seen

    @overload
    def __getitem__(self, viewer: int) -> Sight: ...
    @overload
    def __getitem__(self, viewer: slice) -> Sequence[Sight]: ...
    def __getitem__(self, viewer: int | slice) -> Sight | Sequence[Sight]:
        return self._all()[viewer]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Sight]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sights):
            return NotImplemented
        if (
            (mine := self._before)
            and (theirs := other._before)
            and mine[0] is theirs[0]
            and mine[1:] == theirs[1:]
        ):
            return True  # the same was seen after the same
        return self._all() == other._all()

    def __hash__(self) -> int:
        return hash(self._all())

    def __reduce__(self) -> tuple[type[Sights], tuple[Sequence[Sight]]]:
        return Sights, (self._all(),)

    def __repr__(self) -> str:
        return f"Sights({list(self._all())!r})"

    def to_json(self, deck: Deck) -> list[Any]:
        """Each sight, as plain JSON."""
        return [sight.to_json(deck) for sight in self._all()]

    @classmethod
    def from_json(cls, data: Any, deck: Deck, players: int) -> Sights:
        """What `to_json` wrote. Raises PositionError."""
        return cls(Fields({"sights": data}, ["sights"], deck, players).read("sights", ByViewer[Sight]))


# What is seen of a hand by all but its owner, who knows it: each changes a list of sights by viewer.


def see_leave(sights: list[Sight], owner: int, cards: int, size: int) -> None:
    """All see cards leave a hand of this size."""
    for viewer, sight in enumerate(sights):
        if viewer != owner:
            sights[viewer] = sight.leaves(owner, cards, size)


def see_come(sights: list[Sight], owner: int, cards: int, viewers: Sequence[int]) -> None:
    """These see cards come into a hand."""
    for viewer in viewers:
        if viewer != owner:
            sights[viewer] = sights[viewer].comes(owner, cards)


def see_pass(sights: list[Sight], giver: int, receiver: int, cards: int, size: int) -> None:
    """Cards pass from a hand of this size to another: the two see which, all others how many."""
    for viewer, sight in enumerate(sights):
        if viewer == receiver:
            sights[viewer] = sight.leaves(giver, cards, size)
        elif viewer == giver:
            sights[viewer] = sight.comes(receiver, cards)
        else:
            sights[viewer] = sight.passes(giver, receiver, count(cards), size)
