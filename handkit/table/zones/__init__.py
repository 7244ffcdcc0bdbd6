"""The kinds of zones: what can lie on a table, each in a module of its own.

A new kind is a module here, its types and its place in the two lists below, and a drawing in `zones.js` with
its look in `table.css`. The painters of games make zones (`handkit.table.scenes`); `tests/test_still.py` has
one of each.
"""

from __future__ import annotations

from handkit.table.zones import circle, columns, duel, lanes, notice, pile, plays, result, strip, sums
from handkit.table.zones.circle import Circle
from handkit.table.zones.columns import Column, Columns
from handkit.table.zones.duel import Answer, Duel, Fighter
from handkit.table.zones.kind import Kind
from handkit.table.zones.lanes import Lane, LaneEnd, Lanes
from handkit.table.zones.notice import Notice
from handkit.table.zones.pile import PileScene
from handkit.table.zones.plays import Plays, PlayScene
from handkit.table.zones.result import ResultRow, ResultScene
from handkit.table.zones.strip import Strip, StripItem
from handkit.table.zones.sums import Sum, Sums

MODULES = (plays, strip, lanes, result, pile, sums, duel, notice, columns, circle)
ZoneScene = Plays | Strip | Lanes | ResultScene | PileScene | Sums | Duel | Notice | Columns | Circle

KINDS: dict[str, Kind] = {module.KIND.name: module.KIND for module in MODULES}

__all__ = [
    "Answer",
    "Circle",
    "Column",
    "Columns",
    "Duel",
    "Fighter",
    "KINDS",
    "Kind",
    "Lane",
    "LaneEnd",
    "Lanes",
    "Notice",
    "PileScene",
    "PlayScene",
    "Plays",
    "ResultRow",
    "ResultScene",
    "Strip",
    "StripItem",
    "Sum",
    "Sums",
    "ZoneScene",
]
