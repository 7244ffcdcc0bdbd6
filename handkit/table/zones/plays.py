"""A trick, oldest play first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypedDict

from handkit.table.names import Names, clean
from handkit.table.sheet import CARD, EDGE, HEIGHT, MINI, WIDTH, Sheet, flow, spread, text_width
from handkit.table.zones.kind import Kind
from handkit.table.zones.lines import Line


class PlayScene(TypedDict):
    seat: int
    name: str
    cards: list[str]
    top: bool


class Plays(TypedDict):
    """A trick, oldest play first."""

    kind: Literal["plays"]
    label: str
    plays: list[PlayScene]
    empty: str  # what is written while nothing lies there


def _tell(zone: Plays, names: Names) -> Iterable[str]:
    plays = [f"{play['name']} {names.all(play['cards'])}" for play in zone["plays"]]
    yield f"{zone['label']}: {'; '.join(plays) or names.sentence(zone['empty'])}"


def _lines(zone: Plays) -> list[Line]:
    if not zone["plays"]:
        return [zone["empty"] + "."]
    plays = [f"{play['name']} {' '.join(play['cards'])}" for play in zone["plays"]]
    return [f"{zone['label']}: {', '.join(plays)}"]


def _draw(sheet: Sheet, zone: Plays) -> None:
    """A trick. One of many plays has no room for arrows and for every name."""
    plays, wide = zone["plays"], len(zone["plays"]) < 5
    if not plays:
        sheet.text(WIDTH / 2, sheet.y + 40, sheet.names.sentence(zone["empty"]), "m c", WIDTH - 2 * EDGE)
        sheet.y += 60
    cards = [CARD if play["top"] else MINI for play in plays]
    runs = [spread(len(play["cards"]), card, card * 0.62) for play, card in zip(plays, cards, strict=True)]
    named = [wide or play["top"] for play in plays]
    names = [28 + min(text_width(clean(play["name"]), "l b"), 100) for play in plays]
    widths = [max(runs[i][1], names[i] if named[i] else 22) for i in range(len(plays))]
    for row in flow(widths, WIDTH - 2 * EDGE, 46 if wide else 12):
        ground = sheet.y + max(HEIGHT[cards[i]] for i, _ in row)
        for i, left in row:
            play, (step, run) = plays[i], runs[i]
            x = WIDTH / 2 + left + widths[i] / 2
            sheet.run(x - run / 2, ground - HEIGHT[cards[i]], play["cards"], cards[i], step)
            if named[i]:
                kind = "l b" if play["top"] else "l m"
                sheet.who(x, ground + 18, play["seat"], play["name"], names[i], kind=kind, centred=True)
            else:
                sheet.token(x, ground + 18, play["seat"], play["name"])
            if wide and i != row[0][0]:
                sheet.arrow(WIDTH / 2 + left - 23, ground - 24)
        sheet.y = ground + 32


KIND = Kind("plays", _tell, _lines, _draw)
