"""An order from weak to strong, with the value to beat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NotRequired, TypedDict

from handkit.table.names import Names
from handkit.table.sheet import EDGE, PINE, PLUM, PLUM_WASH, WIDTH, Sheet, num
from handkit.table.zones.kind import Kind
from handkit.table.zones.lines import Line


class StripItem(TypedDict):
    text: str
    state: NotRequired[Literal["now", "up"]]


class Strip(TypedDict):
    """An order from weak to strong, with the value to beat."""

    kind: Literal["strip"]
    label: str
    items: list[StripItem]
    ends: list[str]  # left, middle, right
    turned: bool


STATES = {"": "l m c", "now": "l b w c", "up": "l b c"}  # the text of an item, by its state


def _tell(zone: Strip, names: Names) -> Iterable[str]:
    ends = f" ({zone['ends'][0]} to {zone['ends'][-1]})" if zone["ends"] else ""
    now = [item["text"] for item in zone["items"] if item.get("state") == "now"]
    beat = f"; to beat: {', '.join(now)}" if now else ""
    yield names.sentence(f"{zone['label']}{ends}: {' '.join(item['text'] for item in zone['items'])}{beat}")


def _lines(zone: Strip) -> Iterator[Line]:
    """The order, the value to beat in brackets, and below it what stands out."""
    states = [item.get("state", "") for item in zone["items"]]
    items = [f"[{item['text']}]" if item.get("state") == "now" else item["text"] for item in zone["items"]]
    yield f"{zone['label']}:  {' '.join(items)}"
    under = [("-" if state == "up" else " ") * len(text) for state, text in zip(states, items, strict=True)]
    line, note = " ".join(under).rstrip(), zone["ends"][1]
    if line or note:
        yield f"{' ' * len(zone['label'])}   {line}  {note}".rstrip()


def _draw(sheet: Sheet, zone: Strip) -> None:
    items = zone["items"]
    cell = min(36.0, (WIDTH - 2 * EDGE) / max(1, len(items)))
    width, top = cell * len(items), sheet.y
    lefts = [(WIDTH - width) / 2 + cell * i for i in range(len(items) + 1)]
    strong, line, wash = (PLUM, PLUM, PLUM_WASH) if zone["turned"] else (PINE, sheet.line, "#f4f8f6")
    sheet.box(lefts[0] - 4, top, width + 8, 32, f'fill="{wash}" stroke="{line}"')
    up = ""
    for x, item in zip(lefts, items, strict=False):
        if item.get("state") == "now":
            sheet.box(x + 1, top + 3, cell - 2, 26, "", 5)
        elif item.get("state") == "up":
            up += f"M{num(x + 1)} {num(top + 28)}h{num(cell - 2)}"
        sheet.text(
            x + cell / 2, top + 20.5, item["text"], STATES.get(item.get("state", ""), STATES[""]), cell
        )
    sheet.parts.append(f'<path d="{up}" stroke="{strong}" stroke-width="2"/>')
    first, *rest = [sheet.names.sentence(end) for end in zone["ends"]] or [""]
    sheet.y += 50 if first or rest else 32
    sheet.text(lefts[0] + 4, sheet.y, first, "s m", 140)
    sheet.text(lefts[-1] - 4, sheet.y, rest[-1] if rest else "", "s m e", 140)
    kind, ink = ("s b c", PLUM) if zone["turned"] else ("s m c", "")
    sheet.text(WIDTH / 2, sheet.y, " ".join(rest[:-1]), kind, max(width - 150, 200), ink)


def _unmarked(zone: Strip) -> Strip:
    """Without the ranks that would beat the one to beat, and what the middle says of them."""
    strip = zone.copy()
    strip["items"] = [{"text": item["text"]} if item.get("state") == "up" else item for item in zone["items"]]
    if not zone["turned"] and len(zone["ends"]) == 3:
        strip["ends"] = [zone["ends"][0], "", zone["ends"][2]]
    return strip


KIND = Kind("strip", _tell, _lines, _draw, unmarked=_unmarked)
