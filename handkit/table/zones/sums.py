"""Cards that add up, player by player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NotRequired, TypedDict

from handkit.table.names import Names
from handkit.table.parts import Badge, Counted
from handkit.table.sheet import (
    CARD,
    CLAY,
    DASHED,
    EDGE,
    GOLD,
    HEIGHT,
    LINE,
    MINI,
    MUTED,
    PINE,
    WHITE,
    WIDTH,
    Sheet,
    spread,
)
from handkit.table.zones.kind import Kind
from handkit.table.zones.lines import Line, with_tag


class Sum(TypedDict):
    """Cards of one player that add up."""

    seat: int
    name: str
    cards: list[Counted]
    gaps: int  # places for cards that are still to come
    total: str  # "13½"
    sum: str  # "10 + 3½"
    level: NotRequired[int]  # how full a bar is, of 100
    badge: NotRequired[Badge]
    state: Literal["", "lead", "now", "won", "lost"]


class Sums(TypedDict):
    """Cards that add up, player by player."""

    kind: Literal["sums"]
    label: str
    terms: list[Sum]
    small: bool


def _tell(zone: Sums, names: Names) -> Iterable[str]:
    yield f"{zone['label']}:"
    for term in zone["terms"]:
        cards = [
            names.full(card["card"]) + (f" counts {card['tag']}" if "tag" in card else "")
            for card in term["cards"]
        ]
        sum = f"{term['sum']} = {term['total']}" if term["sum"] else term["total"]
        told = [", ".join(cards) or "nothing", sum, term["badge"]["text"] if "badge" in term else ""]
        yield f"{term['name']}: {'; '.join(filter(None, told))}"


def _lines(zone: Sums) -> Iterator[Line]:
    """Each player's cards with what they count, and the sum."""
    yield f"{zone['label']}:"
    for term in zone["terms"]:
        cards = [with_tag(card) for card in term["cards"]]
        cards += ["-"] * term["gaps"]
        sum = f"{term['sum']} = {term['total']}" if term["sum"] else term["total"]
        yield [term["name"], " ".join(cards), sum, term["badge"]["text"] if "badge" in term else ""]


def _draw(sheet: Sheet, zone: Sums) -> None:
    """Columns side by side, in rows of at most six."""
    for start in range(0, len(zone["terms"]), 6):
        row = zone["terms"][start : start + 6]
        width = (WIDTH - 2 * EDGE - 8 * (len(row) - 1)) / len(row)
        bottom = max(_sum_height(term, zone["small"]) for term in row)
        for i, term in enumerate(row):
            _draw_sum(sheet, term, EDGE + i * (width + 8), width, bottom, zone["small"])
        sheet.y += bottom + 8
    sheet.y -= 8


def _sum_height(term: Sum, small: bool) -> float:
    height = 34 + (HEIGHT[MINI if small else CARD] + 14) + (26 if small else 32)
    height += 27 if "badge" in term else 0
    return height + (16 if term["sum"] else 0) + (14 if "level" in term else 0)


def _draw_sum(sheet: Sheet, term: Sum, x: float, width: float, height: float, small: bool) -> None:
    """One player's cards, what each counts, and the sum."""
    frame = {
        "lead": f'stroke="{GOLD}" stroke-width="2"',
        "now": f'stroke="{PINE}" stroke-width="2"',
        "won": f'stroke="{PINE}"',
        "lost": f'stroke="{CLAY}"{DASHED}',
    }.get(term["state"], f'stroke="{sheet.line}"')
    sheet.box(x, sheet.y, width, height, f'fill="{WHITE}" fill-opacity=".66" {frame}', 12)
    middle, y = x + width / 2, sheet.y + 18
    sheet.who(middle, y, term["seat"], term["name"], width - 12, centred=True)
    card = MINI if small else CARD
    count = len(term["cards"]) + term["gaps"]
    step, run = spread(count, card, card + 6, width - 16)
    left, y = middle - run / 2, sheet.y + 42
    for i, counted in enumerate(term["cards"]):
        sheet.card(left + i * step, y, counted["card"], card)
    for i in range(len(term["cards"]), count):
        sheet.box(left + i * step, y, card, HEIGHT[card], f'fill="none" stroke="{MUTED}"{DASHED}', 7)
    for i, counted in enumerate(term["cards"]):
        if "tag" in counted:
            sheet.tally(left + i * step + card - 6, y, counted)
    y += HEIGHT[card] + (20 if small else 25)
    sheet.text(middle, y, term["total"], "p b c" if small else "t b c", width - 12)
    if term["sum"]:
        y += 16
        sheet.text(middle, y, term["sum"], "s m c", width - 12)
    if "level" in term:
        y += 10
        room = width - 24
        full = "#c98a06" if term["state"] == "lead" else MUTED
        sheet.box(x + 12, y, room, 5, f'fill="{LINE}"', 2.5)
        sheet.box(x + 12, y, room * min(100, term["level"]) / 100, 5, f'fill="{full}"', 2.5)
    if "badge" in term:
        kept, sheet.y = sheet.y, y + 8
        sheet.badges(middle, [term["badge"]], width - 12)
        sheet.y = kept


def _unmarked(zone: Sums) -> Sums:
    """Without what is still to come of them."""
    return {**zone, "terms": [_without_verdict(term) for term in zone["terms"]]}


def _without_verdict(term: Sum) -> Sum:
    shown = term.copy()
    if term["state"] in ("lead", "now"):
        shown["state"] = ""
        shown.pop("badge", None)
    if term["state"] == "now":
        shown["total"] = shown["sum"] = ""
    return shown


KIND = Kind("sums", _tell, _lines, _draw, unmarked=_unmarked)
