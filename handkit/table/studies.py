"""A study as the inspector shows it, while it goes on and after."""

from __future__ import annotations

import time
from typing import Any

from handkit.axis import Axis
from handkit.table.names import braces
from handkit.what_if import WhatIf, drawn, signed

SHOWN_EVERY = 0.2  # seconds


def drawn_study(study: WhatIf, running: bool) -> dict[str, Any]:
    """What a browser draws: each move's difference on one axis, how far the study is, and what it says."""
    against = study.against()
    axis = Axis([end for _, lead in against for end in drawn(lead)])
    rows = [
        {
            "text": braces(study.game, str(row.move)),
            "asked": row.move == study.moves[0],
            "value": signed(lead.mean) if row.move != study.moves[0] else "",
            "dot": axis.drawn(*drawn(lead)),
        }
        for row, lead in against
    ]
    return {
        "rows": rows,
        "axis": axis.ticks,
        "zero": axis.at(0),
        "done": study.done,
        "of": study.samples,
        "running": running,
        "says": study.say(braces=True),
        "unit": study.game.score_unit,
        "lead": study.lead(),
    }


def for_a_while(study: WhatIf) -> bool:
    """Some deals of a study, until there is something new to show; whether there are more."""
    end = time.monotonic() + SHOWN_EVERY
    while (more := study.step()) and time.monotonic() < end:
        pass
    return more
