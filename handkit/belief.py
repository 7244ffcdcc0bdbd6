"""What a seat may believe of the cards that it does not see.

A view can guess: draw a full state that fits all that the seat knows. Of many guesses, the share in which a
card is in a hand says how likely it is there. That is knowledge alone: every deal that fits counts the same,
whatever the others' play suggests.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from handkit.arguments import checked, whole
from handkit.cards import Deck, bit, count, members
from handkit.game import View


@checked
@dataclass(frozen=True)
class Hidden:
    """A hidden place as a seat guesses at it: a hand (`owner` is its seat), or another one (None).

    known      the cards that the seat knows to be there
    guesses    the cards that are there, in each guess
    """

    name: str
    owner: int | None
    known: int
    guesses: tuple[int, ...]

    def chance(self, cards: int) -> float:
        """The share of the guesses in which it holds at least one of these cards."""
        return sum(guess & cards != 0 for guess in self.guesses) / len(self.guesses)

    def number(self, cards: int) -> float:
        """How many of these cards it holds, on average."""
        return sum(count(guess & cards) for guess in self.guesses) / len(self.guesses)


@dataclass(frozen=True)
class Beliefs:
    """How likely each hidden card is to be in each hidden place, for one seat.

    cards    the cards whose faces this seat does not see now, as a set; it may yet know where some are
    places   the hidden places that hold any of them
    """

    deck: Deck
    seat: int
    cards: int
    places: tuple[Hidden, ...]

    @property
    def samples(self) -> int:
        """How many guesses were drawn."""
        return len(self.places[0].guesses) if self.places else 0

    @property
    def rows(self) -> dict[str, dict[str, float]]:
        """For each hidden card, the share of the guesses in which it is in each place. What is known or
        impossible comes out as exactly 1.0 or 0.0."""
        return {
            self.deck.name(card): {place.name: place.chance(bit(card)) for place in self.places}
            for card in members(self.cards)
        }

    @property
    def hands(self) -> dict[int, Hidden]:
        """The hidden hands that hold cards, by seat."""
        return {place.owner: place for place in self.places if place.owner is not None}

    @property
    def by_rank(self) -> dict[int, dict[str, float]]:
        """For each hidden hand, the chance that it holds at least one card of each rank, weakest first."""
        suits = len(self.deck.suits)
        whole = bit(suits) - 1
        return self._chances({rank: whole << suits * at for at, rank in enumerate(self.deck.ranks)})

    @property
    def by_suit(self) -> dict[int, dict[str, float]]:
        """For each hidden hand, the chance that it holds at least one card of each suit, by its name."""
        suits = len(self.deck.suits)
        column = sum(bit(suits * rank) for rank in range(len(self.deck.ranks)))
        return self._chances({suit.name: column << at for at, suit in enumerate(self.deck.suits)})

    def _chances(self, groups: dict[str, int]) -> dict[int, dict[str, float]]:
        return {
            seat: {name: hand.chance(cards) for name, cards in groups.items()}
            for seat, hand in self.hands.items()
        }

    def __repr__(self) -> str:
        if not self.cards:
            return "No card is hidden."
        lines = [f"Hidden cards: {count(self.cards)}. The chance to hold any, by {self.samples} guesses:"]
        for seat, chances in self.by_rank.items():
            told = ", ".join(f"{rank} {percent(chance)}" for rank, chance in chances.items() if chance)
            lines.append(f"  seat {seat}: {told}")
        return "\n".join(lines)


@checked
def percent(share: float) -> str:
    """`"41 %"`; see `in_hundred`."""
    return f"{in_hundred(share)} %"


@checked
def in_hundred(share: float) -> int:
    """A share of 100, as a whole number; 0 and 100 only for exactly none or all."""
    return round(100 * share) if share in (0, 1) else min(max(round(100 * share), 1), 99)


@checked
def beliefs(view: View, rng: random.Random, samples: int = 100) -> Beliefs:
    """What the seat of a view (or an onlooker) may believe of the cards that it does not see.

    rng        the same generator and view give the same beliefs
    samples    how many guesses are drawn; a share is off by up to 0.1 in 100 of them

    Raises ValueError for less than one sample.
    """
    whole("samples", samples, 1)
    drawn = [view.guess(rng).zones() for _ in range(samples)]
    # A seat sees the same places in every guess, as all of them fit its view.
    hidden = [number for number, zone in enumerate(drawn[0]) if not zone.visible_to(view.seat)]
    places, cards = [], 0
    for number in hidden:
        zone, guesses = drawn[0][number], tuple(zones[number].cards for zones in drawn)
        cards |= zone.cards
        if any(guesses):
            places.append(Hidden(zone.name, zone.owner, zone.faces(view.seat), guesses))
    return Beliefs(view.game.deck, view.seat, cards, tuple(places))
