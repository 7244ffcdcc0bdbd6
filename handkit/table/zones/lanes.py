"""Cards that go between two seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypedDict

from handkit.table.names import Names, clean, number_of_cards
from handkit.table.sheet import MINI, WHITE, WIDTH, Sheet, flow, spread, wrap
from handkit.table.zones.kind import Kind
from handkit.table.zones.lines import Line, number_of


class LaneEnd(TypedDict):
    seat: int
    name: str
    role: str
    crown: bool


class Lane(TypedDict):
    """Cards that go between two seats. A number instead of cards: so many backs."""

    left: LaneEnd
    right: LaneEnd
    to_left: list[str] | int
    to_right: list[str] | int
    note: str
    hush: bool  # concerns others only


class Lanes(TypedDict):
    kind: Literal["lanes"]
    label: str
    lanes: list[Lane]


def _tell(zone: Lanes, names: Names) -> Iterable[str]:
    yield f"{zone['label']}:"
    for lane in zone["lanes"]:
        left, right = lane["left"]["name"], lane["right"]["name"]
        ways = [(left, right, lane["to_right"]), (right, left, lane["to_left"])]
        given = [
            f"{giver} to {taker}: "
            + (f"{number_of_cards(load)}, face down" if isinstance(load, int) else names.all(load))
            for giver, taker, load in ways
            if load
        ]
        note = f" ({names.sentence(lane['note'])})" if lane["note"] else ""
        yield "; ".join(given or [f"{left} and {right}"]) + note


def _lines(zone: Lanes) -> Iterator[Line]:
    yield f"{zone['label']}:"

    def cards(given: list[str] | int) -> str:
        return number_of(given) if isinstance(given, int) else " ".join(given)

    for lane in zone["lanes"]:
        left, right = (f"{end['name']} ({end['role']})" for end in (lane["left"], lane["right"]))
        back = f", and got back {cards(lane['to_left'])}" if lane["to_left"] else ""
        yield f"  {left} gave {cards(lane['to_right'])} to {right}{back}"


def _draw(sheet: Sheet, zone: Lanes) -> None:
    for lane in zone["lanes"]:
        _draw_lane(sheet, lane)
        sheet.y += 8
    sheet.y -= 8


def _draw_lane(sheet: Sheet, lane: Lane) -> None:
    """Two people and what goes between them: to the right, then to the left."""
    left, width = 80, 560
    notes = wrap(clean(sheet.names.sentence(lane["note"])), 240, "s m")
    loads = [(away, load) for away, load in ((True, lane["to_right"]), (False, lane["to_left"])) if load]
    height = 20 + (48 if loads else 20) + 16 * len(notes)
    sheet.box(left, sheet.y, width, height, f'fill="{WHITE}" fill-opacity=".7" stroke="{sheet.line}"', 10)
    for end, corner in ((lane["left"], left + 14), (lane["right"], left + width - 150)):
        y = sheet.y + height / 2 - (8 if end["role"] else 0)
        sheet.who(corner, y, end["seat"], end["name"], 140, end["crown"], kind="m" if lane["hush"] else "b")
        sheet.text(corner + 28, y + 21, end["role"], "s m", 110)
    counts = [load if isinstance(load, int) else len(load) for _, load in loads]
    runs = [spread(count, MINI, MINI + 4, 260 / len(loads) - 48) for count in counts]
    spots = [spot for row in flow([run + 34 for _, run in runs], WIDTH, 24) for _, spot in row]
    for (away, load), count, (step, run), spot in zip(loads, counts, runs, spots, strict=True):
        x, y = WIDTH / 2 + spot, sheet.y + 10
        sheet.arrow(x + run + 23 if away else x + 11, y + 24, away)
        for i in range(count):
            place = x + i * step + (0 if away else 34)
            if isinstance(load, int):
                sheet.back(place, y)
            else:
                sheet.card(place, y, load[i], MINI)
    for i, note in enumerate(reversed(notes)):
        sheet.text(WIDTH / 2, sheet.y + height - 10 - 16 * i, note, "s m c")
    sheet.y += height


KIND = Kind("lanes", _tell, _lines, _draw)
