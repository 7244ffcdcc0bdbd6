"""Whether answers may be kept in a file: asked below an answer, once there are a few."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from handkit.lesson.kept import set_keep
from handkit.lesson.memory import MEMORY
from handkit.lesson.sheet import Button, Notice, Sheet

WORTH_KEEPING = 3  # answers: whoever tries a first one is asked for nothing


def handlers() -> Mapping[str, Callable[[Mapping[str, Any]], object]]:
    """What a learner's yes and no do."""
    return {"keep": lambda _: set_keep(True), "keep-not": lambda _: set_keep(False)}


def notice(sheet: Sheet) -> Notice | None:
    """The question, and once it is answered what became of that."""
    if MEMORY.keep is not None or len(MEMORY.rows) < WORTH_KEEPING:
        return Notice(text=MEMORY.remark, actions=[]) if MEMORY.remark else None
    text = f"{MEMORY.remark} {sheet.say('may-keep', name=MEMORY.path.name)}".strip()
    yes = Button(id="keep", label=sheet.say("do-keep"), kind="plain")
    return Notice(
        text=text, actions=[yes, Button(id="keep-not", label=sheet.say("do-keep-not"), kind="quiet")]
    )
