"""What this session answers, in order, and the seed from which its questions come.

Nothing here leaves the machine. `handkit.lesson.memory` keeps answers by rule where the learner has agreed,
and `handkit.lesson.classroom` writes them into a file to hand in.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from handkit.lesson.asks import Problem
from handkit.lesson.memory import MEMORY
from handkit.lesson.sheet import Button, Notice, Sheet

WORTH_KEEPING = 3  # answers: whoever tries a first one is asked for nothing


@dataclass
class Session:
    """One kernel's answers since it started, and its class code. The id tells copies of one session from two
    sessions that happen to be alike."""

    code: str = ""
    learner: str = ""
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    answers: list[dict[str, Any]] = field(default_factory=list)
    exercises: list[dict[str, Any]] = field(default_factory=list)


NOW = Session()


def seed(text: object) -> str:
    """The seed text of something in a lesson: as it stands, or the class's variant of it where a class code
    was given. `Table(President(), seed=seed("first game"))`."""
    return seed_of(NOW.code, NOW.learner, text)


def seed_of(code: str, learner: str, text: object) -> str:
    """The seed text under a class code, and for a learner where each has a variant."""
    return "|".join(part for part in (code, learner, str(text)) if part) if code else str(text)


def note_answer(problem: Problem, said: Sequence[str]) -> None:
    """Write down an answer: enough to judge it once more elsewhere."""
    right = problem.judge(said)
    NOW.answers.append(written(problem, said, right))
    if problem.practises:
        MEMORY.note(problem.game.name, problem.practises, problem.ask.kind, right)


def written(problem: Problem, said: Sequence[str], right: bool) -> dict[str, Any]:
    """An answer as plain JSON: how its question was made, or else the position and what was asked."""
    made: dict[str, Any] = {"origin": None, "position": None, "ask": None}
    if problem.origin is not None:
        made["origin"] = dict(problem.origin)
    elif problem.ask.is_data:
        made["position"], made["ask"] = problem.state.to_json(), problem.ask.to_json()
    return {
        "game": problem.game.name,
        "options": problem.game.to_json(),
        "reader": problem.reader,
        **made,
        "kind": problem.ask.kind,
        "rule": problem.practises,
        "said": list(said),
        "right": right,
    }


def handlers() -> Mapping[str, Callable[[Mapping[str, Any]], object]]:
    """What a sheet's question about keeping answers is answered with."""
    return {"keep": lambda _: MEMORY.set_keep(True), "keep-not": lambda _: MEMORY.set_keep(False)}


def notice(sheet: Sheet) -> Notice | None:
    """Below an answer, once there are a few: whether they may be kept in a file; then what became of that."""
    if MEMORY.keep is not None or len(MEMORY.rows) < WORTH_KEEPING:
        return Notice(text=MEMORY.remark, actions=[]) if MEMORY.remark else None
    text = f"{MEMORY.remark} {sheet.say('may-keep', name=MEMORY.path.name)}".strip()
    yes = Button(id="keep", label=sheet.say("do-keep"), kind="plain")
    return Notice(
        text=text, actions=[yes, Button(id="keep-not", label=sheet.say("do-keep-not"), kind="quiet")]
    )
