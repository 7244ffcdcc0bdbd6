"""What is in force, in one line."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Literal, TypedDict

from handkit.table.names import Names, clean
from handkit.table.sheet import BLUE, EDGE, WHITE, WIDTH, Sheet, num, text_width
from handkit.table.zones.kind import Kind
from handkit.table.zones.lines import Line


class Notice(TypedDict):
    """What is in force, in one line."""

    kind: Literal["notice"]
    suit: str  # the letter of a suit to draw before it, or ""
    text: str
    rule: str


def _tell(zone: Notice, names: Names) -> Iterable[str]:
    yield names.sentence(f"{zone['text']} {zone['rule']}")


def _lines(zone: Notice) -> list[Line]:
    return [f"{zone['text']} ({zone['rule']})" if zone["rule"] else zone["text"]]


def _draw(sheet: Sheet, zone: Notice) -> None:
    text = clean(sheet.names.sentence(zone["text"]))
    room = WIDTH - 2 * EDGE - 90
    width = min(text_width(text), room)
    suit = 24 if zone["suit"] in sheet.names.suits else 0
    chip = len(zone["rule"]) * 7.4 + 20 if zone["rule"] else 0
    left = (WIDTH - width - suit - chip) / 2
    drawn = f'fill="{WHITE}" fill-opacity=".75" stroke="{sheet.line}"'
    sheet.box(left - 14, sheet.y, width + suit + chip + 22, 32, drawn, 16)
    if suit:
        about = sheet.names.suits[zone["suit"]]
        hue = f' class="{sheet.hue(about)}"' if sheet.hue(about) else ""
        place = f"translate({num(left)} {num(sheet.y + 8)})scale(.68)"
        path = f'<path d="{html.escape(about["path"])}" fill-rule="evenodd" transform="{place}"/>'
        sheet.parts.append(f"<g{hue}>{path}</g>")
    sheet.text(left + suit, sheet.y + 21, text, "", room)
    sheet.chip(left + suit + width + 10, sheet.y + 6.5, zone["rule"], BLUE)
    sheet.y += 32


KIND = Kind("notice", _tell, _lines, _draw)
