"""What this session answers, in order, and the seed from which its questions come.

Nothing here leaves the machine. `handkit.lesson.memory` keeps answers by rule where the learner has agreed,
and `handkit.lesson.classroom` writes them into a file to hand in.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Session:
    """One kernel's answers since it started, and its class code. The id tells copies of one session from two
    sessions that happen to be alike; `met` names the questions that were answered or shown."""

    code: str = ""
    learner: str = ""
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    answers: list[dict[str, Any]] = field(default_factory=list)
    exercises: list[dict[str, Any]] = field(default_factory=list)
    met: set[str] = field(default_factory=set)


NOW = Session()


def seed(text: object) -> str:
    """The seed text of something in a lesson: as it stands, or the class's variant of it where a class code
    was given. `Table(President(), seed=seed("first game"))`."""
    return seed_of(NOW.code, NOW.learner, text)


def seed_of(code: str, learner: str, text: object) -> str:
    """The seed text under a class code, and for a learner where each has a variant."""
    return "|".join(part for part in (code, learner, str(text)) if part) if code else str(text)
