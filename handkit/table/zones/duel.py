"""One card, and those that answer it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NotRequired, TypedDict

from handkit.table.names import Names, clean
from handkit.table.parts import Badge
from handkit.table.sheet import BLUE, CARD, DASHED, HEIGHT, MINI, MUTED, WHITE, WIDTH, Sheet, flow, wrap
from handkit.table.zones.kind import Kind
from handkit.table.zones.lines import Line


class Fighter(TypedDict):
    seat: int
    name: str
    role: str
    card: str  # "" while it is still to come


class Answer(Fighter):
    """A card that answers another, and the comparison of the two."""

    sum: str  # "4 ≥ 4"
    badge: NotRequired[Badge]
    text: str
    rules: list[str]


class Duel(TypedDict):
    """One card, and those that answer it."""

    kind: Literal["duel"]
    label: str
    asked: Fighter
    parts: list[Answer]


def _tell(zone: Duel, names: Names) -> Iterable[str]:
    asked = zone["asked"]
    yield f"{zone['label']}. {asked['name']}: {asked['role']} with {names.full(asked['card'])}"
    for part in zone["parts"]:
        card = f"with {names.full(part['card'])}" if part["card"] else "next"
        verdict = f"{part['sum']} ({part['badge']['text']}). " if "badge" in part else ""
        text = names.sentence(part["text"])
        yield f"{part['name']}: {part['role']} {card}. {verdict}{text} {', '.join(part['rules'])}"


def _lines(zone: Duel) -> Iterator[Line]:
    """The card asked for, and each answer with its comparison."""
    asked = zone["asked"]
    yield f"{zone['label']}. {asked['name']}: {asked['role']} with {asked['card']}"
    for part in zone["parts"]:
        verdict = f"{part['sum']} {part['badge']['text']}. " if "badge" in part else ""
        card = f"{part['role']} with {part['card']}" if part["card"] else f"{part['role']} next"
        yield f"  {part['name']}: {card}. {verdict}{part['text']} ({', '.join(part['rules'])})"


def _draw(sheet: Sheet, zone: Duel) -> None:
    """One card, and beside it those that answer it."""
    several = len(zone["parts"]) > 1
    top, height = sheet.y, 132.0
    if not several:
        part = zone["parts"][0]
        _draw_fighter(sheet, part, WIDTH / 2 - 200, top)
        _draw_verdict(sheet, part, WIDTH / 2, top + 4)
        _draw_fighter(sheet, zone["asked"], WIDTH / 2 + 200, top)
        sheet.y = top + height
        return
    _draw_fighter(sheet, zone["asked"], 110, top + (len(zone["parts"]) - 1) * 62)
    for i, part in enumerate(zone["parts"]):
        y = top + i * 124
        sheet.box(190, y, 480, 116, f'fill="{WHITE}" fill-opacity=".66" stroke="{sheet.line}"', 10)
        _draw_fighter(sheet, part, 245, y + 8, MINI)
        _draw_verdict(sheet, part, 460, y + 4)
    sheet.y = top + 124 * len(zone["parts"]) - 8


def _draw_fighter(sheet: Sheet, one: Fighter | Answer, x: float, y: float, width: int = CARD) -> None:
    height = HEIGHT[width]
    if one["card"]:
        sheet.card(x - width / 2, y, one["card"], width)
    else:
        sheet.box(x - width / 2, y, width, height, f'fill="none" stroke="{MUTED}"{DASHED}', 7)
    sheet.who(x, y + height + 17, one["seat"], one["name"], 110, centred=True)
    sheet.text(x, y + height + 42, one["role"], "s m c", 110)


def _draw_verdict(sheet: Sheet, part: Answer, x: float, y: float) -> None:
    """The comparison, large; what became of it above, and why below."""
    sheet.y = y
    if "badge" in part:
        sheet.badges(x, [part["badge"]], 260)
    if part["sum"]:
        sheet.text(x, sheet.y + 22, part["sum"], "t b c", 260)
        sheet.y += 32
    for line in wrap(clean(sheet.names.sentence(part["text"])), 270, "l m"):
        sheet.text(x, sheet.y + 12, line, "l m c")
        sheet.y += 17
    widths = [len(rule) * 7.4 + 18 for rule in part["rules"]]
    for row in flow(widths, 260, 4):
        for i, left in row:
            sheet.chip(x + left, sheet.y + 4, part["rules"][i], BLUE)
    sheet.y += 26


def _unmarked(zone: Duel) -> Duel:
    """Without what an answer would need that is still to come."""
    parts = [part if part["card"] else part | {"text": "", "rules": []} for part in zone["parts"]]
    return {**zone, "parts": parts}


KIND = Kind("duel", _tell, _lines, _draw, unmarked=_unmarked)
