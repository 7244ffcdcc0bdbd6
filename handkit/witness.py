"""A seat that forgets nothing: all that it has seen of a game, and whether a deal fits it.

Between two moments at which a seat sees a card, the card may have gone wherever cards went unseen. How many
cards go from which place to which is taken to be known to all; which, only to those who see them. So a deal
fits if its cards can be moved back, step by step, in some way in which each lies where it was seen.

This reads `State.zones()` alone, and asks no game what its seats know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from handkit.cards import members, union
from handkit.game import Zone

Cards = Mapping[str, int]  # by the name of the place where they lie
Move = tuple[str, str, int]  # so many cards go unseen from a place to another


@dataclass(frozen=True)
class Group:
    """Hidden cards that were last seen together, which nobody can tell apart since: where they may be now."""

    cards: int
    places: frozenset[str]


@dataclass(frozen=True)
class Sighting:
    """What a seat sees at a moment, and of the step that led there."""

    seen: Cards
    groups: Sequence[Group]
    moves: Sequence[Move]  # of cards that are hidden now
    shown: Cards  # those that were hidden before it and are seen now, where they came from

    def fits(self, hidden: Cards) -> bool:
        """Whether hidden cards may lie like this."""
        return all(
            not cards & group.cards or place in group.places
            for place, cards in hidden.items()
            for group in self.groups
        )

    def simplest(self, hidden: Cards) -> Cards:
        """Hidden cards, those of a group in the order of places: who cannot tell them apart need not try
        both."""
        simple = dict.fromkeys(hidden, 0)
        for group in self.groups:
            cards = members(group.cards)
            for place in sorted(hidden):
                number = (hidden[place] & group.cards).bit_count()
                simple[place] |= union(cards[:number])
                cards = cards[number:]
        return simple

    def before(self, hidden: Cards) -> Iterator[dict[str, int]]:
        """How all cards that are hidden now, or were shown by this step, may have lain before it."""
        left = [({**hidden}, {**self.shown})]  # what still lies as it does now, and as it lay before
        for source, target, number in self.moves:
            left = [
                (
                    {**now, target: now[target] & ~cards},
                    {**then, source: then.get(source, 0) | cards},
                )
                for now, then in left
                for cards in self._some(now.get(target, 0), number)
            ]
        for now, then in left:
            yield {place: now.get(place, 0) | then.get(place, 0) for place in now | then}

    def _some(self, cards: int, number: int) -> Iterator[int]:
        """So many of these cards, of each group any number."""
        groups = [held for group in self.groups if (held := members(cards & group.cards))]
        for numbers in product(*(range(min(number, len(held)) + 1) for held in groups)):
            if sum(numbers) == number:
                yield union(card for held, size in zip(groups, numbers, strict=True) for card in held[:size])


class Witness:
    """What a seat has seen of a game, from its first moment on."""

    def __init__(self, seat: int, course: Iterable[Sequence[Zone]] = ()) -> None:
        """The zones of each moment of the game, in turn."""
        self.seat = seat
        self.moments: list[Sighting] = []
        self._hidden: Cards = {}
        for zones in course:
            self.see(zones)

    def see(self, zones: Sequence[Zone]) -> None:
        """The next moment."""
        seen, hidden = self._split(zones)
        unseen = union_of(hidden.values())
        moves = [
            (source, target, number)
            for source, before in self._hidden_or_seen().items()
            for target, after in hidden.items()
            if source != target and (number := (before & after).bit_count())
        ]
        shown = {place: cards & ~unseen for place, cards in self._hidden.items() if cards & ~unseen}
        self.moments.append(Sighting(seen, self._groups(hidden, unseen, moves), moves, shown))
        self._hidden = hidden

    def fits(self, zones: Sequence[Zone], moment: int = -1) -> bool:
        """Whether the deal of these zones, at one of the moments, fits all that was seen up to then."""
        moment = range(len(self.moments))[moment]
        seen, hidden = self._split(zones)
        if seen != self.moments[moment].seen:
            return False
        deals: list[Cards] = [hidden]
        for at in range(moment, 0, -1):
            now, then = self.moments[at], self.moments[at - 1]
            earlier = {
                tuple(sorted(then.simplest(past).items()))
                for deal in deals
                for before in now.before(deal)
                if (past := _unseen(before, then.seen)) is not None and then.fits(past)
            }
            deals = [dict(deal) for deal in earlier]
        return bool(deals)

    def _split(self, zones: Sequence[Zone]) -> tuple[dict[str, int], dict[str, int]]:
        """What the seat sees, and what it does not, in each place where there is any."""
        seen, hidden = dict[str, int](), dict[str, int]()
        for zone in zones:
            faces = zone.faces(self.seat)
            for found, cards in ((seen, faces), (hidden, zone.cards & ~faces)):
                if cards:
                    found[zone.name] = cards
        return seen, hidden

    def _hidden_or_seen(self) -> dict[str, int]:
        """All cards of the last moment."""
        if not self.moments:
            return {}
        seen = self.moments[-1].seen
        return {place: seen.get(place, 0) | self._hidden.get(place, 0) for place in {**seen, **self._hidden}}

    def _groups(self, hidden: Cards, unseen: int, moves: Sequence[Move]) -> list[Group]:
        """The hidden cards as they were last seen."""
        if not self.moments:
            return [Group(unseen, frozenset(hidden))]
        last = self.moments[-1]
        found = [*last.groups, *(Group(cards, frozenset((place,))) for place, cards in last.seen.items())]
        return [
            Group(cards, group.places | {target for source, target, _ in moves if source in group.places})
            for group in found
            if (cards := group.cards & unseen)
        ]


def _unseen(cards: Cards, seen: Cards) -> Cards | None:
    """Those of these cards that are not seen; None where one that is lies in another place."""
    all_seen = union_of(seen.values())
    if any(held & all_seen & ~seen.get(place, 0) for place, held in cards.items()):
        return None
    return {place: left for place, held in cards.items() if (left := held & ~all_seen)}


def union_of(sets: Iterable[int]) -> int:
    """The cards of all these sets."""
    found = 0
    for cards in sets:
        found |= cards
    return found
