"""What the lines of a terminal are made of."""

from __future__ import annotations

from handkit.table.parts import Counted

Line = str | list[str]  # a list is a row of cells; rows that follow one another stand in columns


def number_of(cards: int) -> str:
    return f"{cards} card{'' if cards == 1 else 's'}"


def with_tag(card: Counted) -> str:
    """A card with what it counts."""
    return f"{card['card']} ({card['tag']})" if "tag" in card else card["card"]
