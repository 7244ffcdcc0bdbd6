"""Cards, and cards laid on them one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NotRequired, TypedDict

from handkit.table.names import Names
from handkit.table.parts import Badge, Counted
from handkit.table.sheet import CARD, CLAY, DASHED, EDGE, HEIGHT, MUTED, WHITE, WIDTH, Sheet, flow
from handkit.table.zones.kind import Kind
from handkit.table.zones.lines import Line, with_tag


class Column(TypedDict):
    """A card, the one that is laid on it, and how the two compare."""

    top: Counted
    bottom: NotRequired[Counted]
    note: str  # "equal suit"
    sum: str  # "5 > 4"
    badge: NotRequired[Badge]


class Columns(TypedDict):
    """Cards, and cards laid on them one by one."""

    kind: Literal["columns"]
    label: str
    parts: list[Column]


def _tell(zone: Columns, names: Names) -> Iterable[str]:
    yield f"{zone['label']}:"
    for part in zone["parts"]:
        top, bottom = _counted(part["top"], names), part.get("bottom")
        laid = f"{_counted(bottom, names)} on {top}" if bottom else f"nothing on {top}"
        told = [laid, part["note"], part["sum"], part["badge"]["text"] if "badge" in part else ""]
        yield ", ".join(filter(None, told))


def _counted(card: Counted, names: Names) -> str:
    return names.full(card["card"]) + (f" ({card['tag']})" if "tag" in card else "")


def _lines(zone: Columns) -> Iterator[Line]:
    """Each card with what it is worth, and what is laid on it."""
    yield f"{zone['label']}:"
    for part in zone["parts"]:
        laid = with_tag(part["bottom"]) if "bottom" in part else "-"
        verdict = part["badge"]["text"] if "badge" in part else ""
        yield [with_tag(part["top"]), laid, part["note"], part["sum"], verdict]


def _draw(sheet: Sheet, zone: Columns) -> None:
    """Cards in a row, under each the comparison and what is laid on it."""
    sheet.text(WIDTH / 2, sheet.y + 12, zone["label"], "s m c", WIDTH - 2 * EDGE)
    sheet.y += 30
    for row in flow([86.0] * len(zone["parts"]), WIDTH - 2 * EDGE, 8):
        for i, left in row:
            _draw_column(sheet, zone["parts"][i], WIDTH / 2 + left)
        sheet.y += 256
    sheet.y -= 10


def _draw_column(sheet: Sheet, part: Column, x: float) -> None:
    middle, top = x + 43, sheet.y
    if "badge" in part:
        clay = part["badge"]["kind"] == "clay"
        frame = f'stroke="{CLAY if clay else sheet.line}"{DASHED if clay else ""}'
        sheet.box(x, top - 10, 86, 246, f'fill="{WHITE}" fill-opacity=".6" {frame}', 12)
    spots: list[tuple[Counted | None, float]] = [(part["top"], top), (part.get("bottom"), top + 148)]
    for counted, y in spots:
        if counted is None and "badge" not in part:
            continue
        if counted is None:
            box = f'fill="none" stroke="{MUTED}"{DASHED}'
            sheet.box(middle - CARD / 2, y, CARD, HEIGHT[CARD], box, 7)
            continue
        sheet.card(middle - CARD / 2, y, counted["card"])
        if "tag" in counted:
            sheet.tally(middle + CARD / 2 - 6, y, counted)
    sheet.text(middle, top + 94, part["note"], "s m c", 84)
    sheet.text(middle, top + 113, part["sum"], "b c", 84)
    if "badge" in part:
        sheet.y = top + 120
        sheet.badges(middle, [part["badge"]], 84)
    sheet.y = top


KIND = Kind("columns", _tell, _lines, _draw)
