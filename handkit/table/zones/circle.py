"""Suits of which each is greater than the next, and the last greater than the first."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Literal, TypedDict

from handkit.table.names import Names
from handkit.table.sheet import BLUE, WIDTH, Sheet, num
from handkit.table.zones.kind import Kind
from handkit.table.zones.lines import Line


class Circle(TypedDict):
    """Suits of which each is greater than the next, and the last greater than the first."""

    kind: Literal["circle"]
    label: str
    suits: list[str]  # letters
    rule: str


def _tell(zone: Circle, names: Names) -> Iterable[str]:
    yield names.sentence(f"{zone['label']} {zone['rule']}")


def _lines(zone: Circle) -> list[Line]:
    return [f"{zone['label']} ({zone['rule']})"]


def _draw(sheet: Sheet, zone: Circle) -> None:
    """The suits in their order, the first once more at the end."""
    suits = [sheet.names.suits[letter] for letter in [*zone["suits"], *zone["suits"][:1]]]
    left, y = (WIDTH - 44 * len(suits) - 60) / 2, sheet.y
    for i, suit in enumerate(suits):
        x = left + 44 * i
        hue = f' class="{sheet.hue(suit)}"' if sheet.hue(suit) else ""
        place = f"translate({num(x)} {num(y)})scale(.8)"
        path = f'<path d="{html.escape(suit["path"])}" fill-rule="evenodd" transform="{place}"/>'
        sheet.parts.append(f"<g{hue}>{path}</g>")
        if i + 1 < len(suits):
            sheet.text(x + 31, y + 15, "›", "t m c")
    sheet.chip(left + 44 * len(suits), y, zone["rule"], BLUE)
    sheet.y += 22


KIND = Kind("circle", _tell, _lines, _draw)
