"""Cards in a named place: some seen, or only counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypedDict

from handkit.table.names import Names, clean, number_of_cards
from handkit.table.sheet import CARD, EDGE, WIDTH, Sheet, flow, spread, text_width
from handkit.table.zones.kind import Kind
from handkit.table.zones.lines import Line, number_of


class PileScene(TypedDict):
    """Cards in a named place: some seen, or only counted."""

    kind: Literal["pile"]
    label: str
    cards: list[str]
    count: int


def _tell(zone: PileScene, names: Names) -> Iterable[str]:
    seen = names.all(zone["cards"])
    count = number_of_cards(zone["count"]) if zone["count"] != len(zone["cards"]) or not seen else ""
    yield f"{zone['label']}: {', of which '.join(filter(None, (count, seen)))}"


def _lines(zone: PileScene) -> list[Line]:
    return [f"{zone['label']}: {' '.join(zone['cards']) or number_of(zone['count'])}"]


def _draw(sheet: Sheet, zones: list[PileScene]) -> None:
    """Piles stand side by side."""
    runs = [spread(max(1, len(zone["cards"])), CARD, CARD * 0.62) for zone in zones]
    labels = [_pile_label(zone) for zone in zones]
    widths = [max(runs[i][1], min(text_width(clean(labels[i]), "s m"), 160)) for i in range(len(zones))]
    for row in flow(widths, WIDTH - 2 * EDGE, 28):
        for i, left in row:
            zone, (step, run), x = zones[i], runs[i], WIDTH / 2 + left + widths[i] / 2
            sheet.run(x - run / 2, sheet.y, zone["cards"], CARD, step)
            if not zone["cards"]:
                for under in reversed(range(min(3, zone["count"]))):
                    sheet.back(x - CARD / 2 + 2 * under, sheet.y - under, CARD)
                sheet.number(x, sheet.y + 39, zone["count"])
            sheet.text(x, sheet.y + 96, labels[i], "s m c", widths[i] + 20)
        sheet.y += 102


def _pile_label(zone: PileScene) -> str:
    """The count is told where neither a number nor the cards show it."""
    hidden = zone["cards"] and zone["count"] != len(zone["cards"])
    return f"{zone['label']}, {number_of_cards(zone['count'])}" if hidden else zone["label"]


KIND = Kind("pile", _tell, _lines, _draw, beside=True)
