"""A seat that forgets nothing, beside a list of all deals that are possible."""

from __future__ import annotations

import itertools
import random

import pytest

from handkit.game import Zone
from handkit.witness import Witness

CARDS = range(7)
PLACES = ("hand 0", "hand 1", "stock", "table")
Deal = tuple[int, ...]  # by card, the number of its place


def zones_of(deal: Deal) -> list[Zone]:
    return [
        Zone(
            name,
            sum(1 << card for card in CARDS if deal[card] == number),
            None if name == "table" else frozenset(),
        )
        for number, name in enumerate(PLACES)
    ]


@pytest.mark.parametrize("seed", range(12))
def test_a_deal_fits_exactly_if_it_is_possible(seed: int) -> None:
    """Cards go at random between two hands, a stock and the table, on which all are seen."""
    rng = random.Random(seed)
    deal: Deal = tuple(rng.choices(range(4), k=len(CARDS)))
    witness = Witness(-2, [zones_of(deal)])
    hidden = [place for place in deal if place != 3]
    possible = {
        tuple(3 if place == 3 else next(order) for place in deal)
        for order in map(iter, set(itertools.permutations(hidden)))
    }
    for _ in range(6):
        source, target = rng.sample(range(4), 2)
        there = [card for card in CARDS if deal[card] == source]
        going = set(rng.sample(there, rng.randint(0, len(there))))
        after = tuple(target if card in going else place for card, place in enumerate(deal))
        seen = 3 in (source, target)  # which cards they are
        possible = {
            tuple(target if card in some else place for card, place in enumerate(other))
            for other in possible
            for some in itertools.combinations([card for card in CARDS if other[card] == source], len(going))
            if not seen or set(some) == going
        }
        deal = after
        witness.see(zones_of(deal))
        assert deal in possible
        open_now = [card for card in CARDS if deal[card] == 3]
        for other in itertools.product(range(4), repeat=len(CARDS)):
            alike = sorted(other) == sorted(deal) and [card for card in CARDS if other[card] == 3] == open_now
            if alike:
                assert witness.fits(zones_of(other)) == (other in possible)


def test_another_moment_and_what_is_seen_count_too() -> None:
    """A card is shown in hand 0, and then one of its two cards goes to hand 1."""
    first, later = (0, 0, 1, 2, 2, 2, 2), (0, 1, 1, 2, 2, 2, 2)
    shown = [zones_of(first)[0], *zones_of(first)[1:]]
    shown[0] = Zone("hand 0", 0b11, frozenset(), shown=((-2, 0b1),))
    witness = Witness(-2, [zones_of(first), shown, zones_of(later)])
    assert witness.fits(zones_of((2, 2, 0, 0, 1, 2, 2)), 0)  # nothing was seen yet
    assert witness.fits(zones_of((0, 2, 2, 2, 2, 1, 1))) and witness.fits(zones_of((1, 2, 0, 2, 2, 2, 1)))
    assert not witness.fits(zones_of((2, 0, 1, 1, 2, 2, 2)))  # it is in one of the hands
    assert not witness.fits(zones_of(first), 1)  # where it is seen
