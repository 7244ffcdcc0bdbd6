"""What there is to a kind of zone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from handkit.table.names import Names
from handkit.table.sheet import Sheet
from handkit.table.zones.lines import Line


@dataclass(frozen=True)
class Kind:
    """A kind of zone: all that tells and draws it, except in a browser, where `zones.js` has the same kinds.

    tell      the zone in words, for who does not see it
    lines     the zone in lines of a terminal
    draw      the zone in a still picture; it says how far the sheet has come
    unmarked  the zone without verdicts on what is still to come, for while a question is open
    beside    whether zones of the kind that follow one another stand side by side: `draw` gets all of them
    """

    name: str
    tell: Callable[[Any, Names], Iterable[str]]
    lines: Callable[[Any], Iterable[Line]]
    draw: Callable[[Sheet, Any], None]
    unmarked: Callable[[Any], Any] = lambda zone: zone
    beside: bool = False
