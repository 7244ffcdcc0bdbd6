"""How lessons write and read: their own sentences, cards in a text, and numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from handkit.cards import Deck, shorten
from handkit.words import Words


@cache
def words(deck: Deck) -> Words:
    """The lesson's own sentences, with the cards of a deck."""
    return Words.load(deck, "lesson")


def braced(deck: Deck, text: str) -> str:
    """A move's text with its cards in braces."""
    return deck.pattern.sub(lambda found: "{" + found[0] + "}", text)


def in_words(options: Mapping[str, Any]) -> str:
    """Options of a game: `extra card: none, players: 5`."""
    return ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in options.items())


_RUN = re.compile(r"\{[^{}]+\}(?: \{[^{}]+\})*")


def plain(deck: Deck, text: str) -> str:
    """A text with its cards as people write them: `7♠ 7♥`, `7 of Office and 10 of Social`."""

    def run(found: re.Match[str]) -> str:
        symbols = [deck.symbol(deck.card(card)) for card in re.findall(r"\{([^{}]+)\}", found[0])]
        if len(symbols) < 2 or " " not in symbols[0]:
            return " ".join(symbols)
        return f"{', '.join(symbols[:-1])} and {symbols[-1]}"

    return _RUN.sub(run, text)


_NUMBER = re.compile(
    r"([+-]?)\s*(?:([0-9]{1,9}(?:\.[0-9]{1,6})?)(?=$|[\s½⅓⅔]))?\s*(?:([½⅓⅔])|([0-9]{1,9})/([1-9][0-9]{0,3}))?"
)
_FRACTIONS = {"½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3)}


def read_number(text: object) -> Fraction:
    """A number as people write it: `3`, `3½`, `3.5`, `3 1/2`, `-1`, `−1`, `7/2`. Raises ValueError."""
    try:
        if isinstance(text, int | float | Fraction) and not isinstance(text, bool):
            return Fraction(text)
    except (OverflowError, ValueError):  # infinity, or no number
        pass
    cleaned = text.strip().replace("−", "-").replace(",", ".") if isinstance(text, str) else ""
    found = _NUMBER.fullmatch(cleaned)
    if not found or not any(found.groups()[1:]):
        raise ValueError(f"{shorten(text)} is no number: a number is written as 3, 3½ or 3.5.")
    sign, whole, fraction, upper, lower = found.groups()
    value = Fraction(whole or 0) + _FRACTIONS.get(fraction or "", 0)
    value += Fraction(int(upper), int(lower)) if upper else 0
    return -value if sign == "-" else value


def is_number(value: object) -> bool:
    try:
        read_number(value)
    except ValueError:
        return False
    return True


def write_number(value: Fraction) -> str:
    """A number as people read it: `3½`, `−1`."""
    whole, rest = divmod(abs(value), 1)
    fractions = {fraction: sign for sign, fraction in _FRACTIONS.items()}
    sign = "−" if value < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}{fractions[rest]}" if rest in fractions else f"{sign}{abs(value)}"
