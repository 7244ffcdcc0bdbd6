"""Places and points at the end of a round or game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypedDict

from handkit.table.names import Names, cells_without_name, clean, stopped
from handkit.table.sheet import EDGE, LINE, PINE_WASH, WHITE, WIDTH, Sheet, num, text_width, wrap
from handkit.table.zones.kind import Kind
from handkit.table.zones.lines import Line


class ResultRow(TypedDict):
    seat: int
    name: str
    you: bool
    cells: list[str]


class ResultScene(TypedDict):
    """A table of places and points, with a line of text in which rules may be named.

    Columns beginning with "#" are numbers, with "?" can be left out where it is narrow; the player's name
    is the second column always."""

    kind: Literal["result"]
    title: str
    text: str
    columns: list[str]
    rows: list[ResultRow]


def _tell(zone: ResultScene, names: Names) -> Iterable[str]:
    yield names.sentence(f"{stopped(zone['title'])} {zone['text']}")
    columns = [column.lstrip("#?") for column in zone["columns"]]
    for row in zone["rows"]:
        place, *cells = cells_without_name(row["cells"], columns)
        told = [f"{column.lower()} {cell}" for column, cell in zip(columns[2:], cells, strict=False) if cell]
        yield names.sentence(f"{place} ") + f"{row['name']}: " + names.sentence(", ".join(told))


def _lines(zone: ResultScene) -> Iterator[Line]:
    yield f"{zone['title']} {zone['text']}".rstrip()
    yield [column.lstrip("#?") for column in zone["columns"]]
    yield from (row["cells"] for row in zone["rows"])


def _draw(sheet: Sheet, zone: ResultScene) -> None:
    say, room = sheet.names.sentence, WIDTH - 2 * EDGE
    sheet.text(WIDTH / 2, sheet.y + 28, say(zone["title"]), "t b c", room)
    sheet.y += 42
    for line in wrap(clean(say(zone["text"])), room, "m c"):
        sheet.text(WIDTH / 2, sheet.y + 14, line, "m c")
        sheet.y += 20
    sheet.y += 12
    _draw_table(sheet, zone)


def _draw_table(sheet: Sheet, zone: ResultScene) -> None:
    columns, rows = zone["columns"], []
    for row in zone["rows"]:
        place, *rest = cells_without_name(row["cells"], columns)
        cells = [place, row["name"], *rest, *[""] * len(columns)][: len(columns)]
        rows.append([clean(sheet.names.sentence(cell)) for cell in cells])
    table = [[clean(column.lstrip("#?")) for column in columns], *rows]
    extra = [46, 52] + [24] * len(columns)  # beside a place there may be a crown, beside a name is a token
    widths = _share(
        [max(min(text_width(row[i], "b"), 260) for row in table) + extra[i] for i in range(len(columns))], 620
    )
    top, left = sheet.y, (WIDTH - sum(widths)) / 2
    sheet.box(left, top, sum(widths), 32 + 40 * len(rows), f'fill="{WHITE}" stroke="{sheet.line}"', 10)
    for r, cells in enumerate(table):
        y = top + (21 if r == 0 else 17 + 40 * r)
        person = zone["rows"][r - 1] if r else None
        if person:
            if person["you"]:
                corner = 9 if r == len(rows) else 0
                sheet.box(left + 1, y - 25, sum(widths) - 2, 39.5, f'fill="{PINE_WASH}"', corner)
            sheet.parts.append(f'<path d="M{num(left)} {num(y - 25)}h{num(sum(widths))}" stroke="{LINE}"/>')
        for i, cell in enumerate(cells):
            x, room = left + sum(widths[:i]) + 12, widths[i] - 20
            if person and i == 1:
                sheet.who(x, y - 5, person["seat"], person["name"], room + 4)
                continue
            kind = "b g" if cell[:1] == "+" else "b" if i in {0, len(cells) - 1} else ""
            kind = kind if person else "s b m"
            if columns[i].startswith("#"):
                sheet.text(x + widths[i] - 24, y, cell, f"{kind} e".strip(), room)
            else:
                sheet.text(x, y, cell, kind, room)
            if person and i == 0 and cell == rows[0][0]:
                sheet.crown(x + text_width(cell, "b") + 4, y - 14)
    sheet.y = top + 32 + 40 * len(rows)


def _share(natural: list[float], room: float) -> list[float]:
    """Widths that fill the room: each a little wider, or the widest cut until all fit."""
    widths = list(natural)
    while sum(widths) > room and max(widths) > 40:
        widths[widths.index(max(widths))] -= 2
    spare = max(0.0, room - sum(widths))
    return [width + spare / len(widths) for width in widths]


KIND = Kind("result", _tell, _lines, _draw)
