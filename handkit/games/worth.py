"""The cards of Reserves, what they are worth in company, and which beat which (R3 of its rulebook).

A card is a number from 0 to 51: four times its rank, and the suit. A set of cards is one number
too, with bit `i` on where card `i` is in the set; so `cards & -cards` is its lowest card alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from handkit.cards import FRENCH_NAMES, FRENCH_SUITS, Card, Deck, bit, members, union

# R1.1: the 52 cards. R3.2: an ace is worth 1, so it stands lowest, and card // 4 + 1 is a number's value.
DECK = Deck("A 2 3 4 5 6 7 8 9 10 J Q K".split(), FRENCH_SUITS, FRENCH_NAMES)
BITS = [bit(card) for card in range(DECK.size)]
SUITED = [union(range(suit, DECK.size, 4)) for suit in range(4)]  # all cards of a suit
SMALL = bit(4 * 4) - 1  # the aces to fours
JACK, QUEEN, KING = 10, 11, 12
JACKS, KINGS = 15 << 4 * JACK, 15 << 4 * KING
FACES = DECK.all & ~(bit(4 * JACK) - 1)

# R3.1: each of these is greater than the next, and the last greater than the first.
CIRCLE = "SDCH"
EQUAL, GREATER, LESSER = "equal", "greater", "lesser"


def _compare(suit: str, other: str) -> str:
    """R3.1: a suit beside another one: the same colour is equal, else one of the two is greater."""
    if suit == other or {suit, other} in ({"S", "C"}, {"H", "D"}):
        return EQUAL
    return GREATER if CIRCLE[(CIRCLE.index(suit) + 1) % 4] == other else LESSER


# RELATION[suit][other suit], by their numbers.
RELATION = [[_compare(one.letter, other.letter) for other in DECK.suits] for one in DECK.suits]
# R3.6, in the same way: how many times a card's own value counts, and how many times the other's.
_COUNTS = {EQUAL: (1, 1), GREATER: (2, 1), LESSER: (1, 2)}
TIMES = [[_COUNTS[suits] for suits in row] for row in RELATION]


def relation(card: int, other: int) -> str:
    """R3.1: whether a card's suit is equal to another's, or greater or lesser than it."""
    return RELATION[card & 3][other & 3]


def below_five(side: int) -> int:
    """R3.5: how many cards of a side are worth less than five; a queen never is one of them."""
    number, faces = (side & SMALL).bit_count(), side & FACES
    if faces & JACKS:
        for suit in SUITED:
            if faces & suit & JACKS and (side & suit).bit_count() < 5:
                number += 1
    return number + (faces & KINGS).bit_count() if 2 * faces.bit_count() < 5 else number


def friends(card: int, side: int) -> int:
    """The friendly cards that a face card counts: R3.3 a jack those of its suit, R3.4 a king jacks, queens
    and kings, R3.5 a queen those worth less than five. None for a number card."""
    rank = card >> 2
    if rank == JACK:
        return (side & SUITED[card & 3]).bit_count()
    if rank == QUEEN:
        return below_five(side)
    return (side & FACES).bit_count() if rank == KING else 0


def value_of(card: int, side: int) -> int:
    """R3.2 to R3.5: what a card is worth on its side, which is all that the side has placed."""
    rank = card >> 2
    if rank < JACK:
        return rank + 1
    return friends(card, side) if rank == JACK else 2 * friends(card, side)


def values(cards: int | str) -> dict[int, int]:
    """R3.2 to R3.5: what each card of a side is worth in company.

    >>> values("JS 4S 9H")[DECK.card("JS")]
    2
    """
    side = DECK.mask(cards)
    return {card: value_of(card, side) for card in members(side)}


def beats(card: int, value: int, other: int, worth: int) -> bool:
    """R3.6: whether a card of this value beats another of that worth: strictly."""
    own, others = TIMES[card & 3][other & 3]
    return own * value > others * worth


Pair = tuple[Card, Card]  # R4.2: the card laid, and the attacking card that it covers


def laid_in(pairs: Sequence[Pair]) -> int:
    """The set of the cards laid."""
    return union(card for card, _ in pairs)


def failing(attack: int, pairs: Sequence[Pair]) -> list[Pair]:
    """R3.6: the pairs in which the card laid does not beat the one under it, both valued in company."""
    side = laid_in(pairs)
    return [
        (card, under)
        for card, under in pairs
        if not beats(card, value_of(card, side), under, value_of(under, attack))
    ]
