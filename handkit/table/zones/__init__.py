"""The kinds of zones: what can lie on a table, each in a module of its own.

A new kind is a module here and a name in the two lists below, and a drawing in `zones.js` with its look in
`table.css`. The painters of games make zones (`handkit.table.scenes`); `tests/test_still.py` has one of each.
"""

from __future__ import annotations

from handkit.table.zones import circle, columns, duel, lanes, notice, pile, plays, result, strip, sums
from handkit.table.zones.circle import Circle
from handkit.table.zones.columns import Columns
from handkit.table.zones.duel import Duel
from handkit.table.zones.kind import Kind
from handkit.table.zones.lanes import Lanes
from handkit.table.zones.notice import Notice
from handkit.table.zones.pile import PileScene
from handkit.table.zones.plays import Plays
from handkit.table.zones.result import ResultScene
from handkit.table.zones.strip import Strip
from handkit.table.zones.sums import Sums

ZoneScene = Plays | Strip | Lanes | ResultScene | PileScene | Sums | Duel | Notice | Columns | Circle

KINDS: dict[str, Kind] = {
    module.KIND.name: module.KIND
    for module in (plays, strip, lanes, result, pile, sums, duel, notice, columns, circle)
}

__all__ = ["KINDS", "Kind", "ZoneScene"]
