"""What this session answers, in order, and the seed from which its questions come.

Nothing here leaves the machine. `handkit.lesson.memory` keeps answers by rule where the learner has agreed,
and `handkit.lesson.classroom` writes them into a file to hand in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from handkit.lesson.asks import Problem

if TYPE_CHECKING:
    from handkit.lesson.sheet import Notice, Sheet


@dataclass
class Session:
    """One kernel's answers since it started, and its class code."""

    code: str = ""
    learner: str = ""
    answers: list[dict[str, Any]] = field(default_factory=list)


NOW = Session()


def seed(text: object) -> str:
    """The seed text of something in a lesson: as it stands, or the class's variant of it where a class code
    was given. `Table(President(), seed=seed("first game"))`."""
    if not NOW.code:
        return str(text)
    return "|".join(part for part in (NOW.code, NOW.learner, str(text)) if part)


def note_answer(problem: Problem, said: Sequence[str]) -> None:
    """Write down an answer: enough to judge it once more elsewhere."""
    right = problem.judge(said)
    NOW.answers.append(written(problem, said, right))


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
    return {}


def notice(_: Sheet) -> Notice | None:
    return None
