"""Cards, and cards laid on them one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NotRequired, TypedDict

from handkit.table.names import Names
from handkit.table.parts import Badge, Counted
from handkit.table.sheet import CARD, CLAY, DASHED, EDGE, HEIGHT, MUTED, WHITE, WIDTH, Sheet
from handkit.table.zones.kind import Kind
from handkit.table.zones.lines import Line, with_tag

TILE = 132  # pixels: the width of a column


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
    notes = [card.get("tag", ""), "gone" if card.get("gone") else "", "to choose" if card.get("pick") else ""]
    note = ", ".join(filter(None, notes))
    return names.full(card["card"]) + (f" ({note})" if note else "")


def _lines(zone: Columns) -> Iterator[Line]:
    """Each card with what it is worth, and what is laid on it."""
    yield f"{zone['label']}:"
    for part in zone["parts"]:
        laid = with_tag(part["bottom"]) if "bottom" in part else "-"
        verdict = part["badge"]["text"] if "badge" in part else ""
        yield [with_tag(part["top"]), laid, part["note"], part["sum"], verdict]


def balanced(number: int, most: int = 5) -> list[int]:
    """So many columns in rows as long as each other: 10 are 5 and 5, 9 are 5 and 4."""
    rows = -(-number // most)
    each = -(-number // max(1, rows))
    return [min(each, number - at) for at in range(0, number, max(1, each))]


def _draw(sheet: Sheet, zone: Columns) -> None:
    """Cards in rows, beside each what is laid on it, and under them the comparison."""
    sheet.text(WIDTH / 2, sheet.y + 12, zone["label"], "s m c", WIDTH - 2 * EDGE)
    sheet.y += 30
    parts = iter(zone["parts"])
    for number in balanced(len(zone["parts"])):
        for left in _middles(number):
            _draw_column(sheet, next(parts), WIDTH / 2 + left)
        sheet.y += HEIGHT[CARD] + 54
    sheet.y -= 10


def _middles(number: int) -> list[float]:
    return [(at - (number - 1) / 2) * (TILE + 6) for at in range(number)]


def _draw_column(sheet: Sheet, part: Column, middle: float) -> None:
    top = sheet.y
    clay = part.get("badge", {}).get("kind") == "clay"
    frame = f'stroke="{CLAY if clay else sheet.line}"{DASHED if clay else ""}'
    height = HEIGHT[CARD] + 42
    sheet.box(middle - TILE / 2, top - 10, TILE, height, f'fill="{WHITE}" fill-opacity=".6" {frame}', 10)
    spots: list[tuple[Counted | None, float]] = [
        (part["top"], middle - CARD - 7), (part.get("bottom"), middle + 5)
    ]  # fmt: skip
    for counted, x in spots:
        if counted is None or counted.get("gone"):
            sheet.box(x, top, CARD, HEIGHT[CARD], f'fill="none" stroke="{MUTED}"{DASHED}', 7)
            if counted is not None:
                sheet.text(x + CARD / 2, top + 44, sheet.names.sentence(f"{{{counted['card']}}}"), "l m c")
            continue
        sheet.card(x, top, counted["card"])
        if "tag" in counted:
            sheet.tally(x + CARD - 2, top, counted)
    below = [part["sum"], part["badge"]["text"] if "badge" in part else ""]
    if part["sum"]:
        below[1] = below[1][:1]  # the sign alone
    sheet.text(
        middle,
        top + HEIGHT[CARD] + 20,
        " ".join(filter(None, below)),
        "l b c",
        TILE - 8,
        CLAY if clay else "",
    )


def _unmarked(zone: Columns) -> Columns:
    """Without what may be chosen."""
    parts = [part.copy() for part in zone["parts"]]
    for part in parts:
        part["top"] = _plain(part["top"])
        if "bottom" in part:
            part["bottom"] = _plain(part["bottom"])
    return {**zone, "parts": parts}


def _plain(card: Counted) -> Counted:
    plain = card.copy()
    plain.pop("pick", None)
    return plain


KIND = Kind("columns", _tell, _lines, _draw, unmarked=_unmarked)
