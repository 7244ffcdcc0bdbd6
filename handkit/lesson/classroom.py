"""For the class: the same questions and deals for all, or a variant for each; and a file to hand in.

    class_code("7B-monday")                    all learners of the class get the same
    class_code("7B-monday", learner="ada")     each learner gets a variant
    hand_in("Ada")                             writes hand-in-ada.json beside the notebook

A notebook draws its generators and deals from the code by itself, and by `seed("first game")` where a seed is
written in a cell. Without a code the notebook's own seeds hold. The teacher judges what was handed in with
`python -m handkit verify FOLDER`; `handkit.lesson.handins` says what that can prove and what not.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import sys
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import handkit
from handkit.arguments import checked
from handkit.cards import shorten
from handkit.files import write_whole
from handkit.lesson.handins import FORM, LARGEST, VERSION, HandInError, read
from handkit.lesson.kept import KEPT
from handkit.lesson.memory import checksum
from handkit.lesson.session import NOW
from handkit.lesson.written import SHOWN
from handkit.match import Match

COMPRESSED_FROM = 200_000  # bytes
LONGEST = 40  # characters of a code or a name
LONGEST_SLUG = 160  # bytes of a name in the name of a file: systems take 255 in all, or somewhat less


@dataclass(frozen=True)
class ClassCode:
    """The code in force."""

    code: str
    learner: str

    def __repr__(self) -> str:
        if not self.code:
            return "No class code: the deals are those of this notebook."
        whose = f"a variant for {self.learner}" if self.learner else "the same for all learners"
        return f"Class {self.code}: questions and deals are {whose}."


def class_code(code: str | None, learner: str = "") -> ClassCode:
    """Set the code from which the questions and deals of this notebook come from now on; "" is for no code.
    None keeps a code that is set already: each lesson has a cell for it, which holds None at first.

    Raises ValueError for a code or learner that is too long or holds a bar.
    """
    named: tuple[tuple[str, object], ...] = (
        ("class code", "" if code is None else code),
        ("learner", learner),
    )
    for what, text in named:
        if not isinstance(text, str) or len(text) > LONGEST or "|" in text or not text.isprintable():
            expected = f"a text of at most {LONGEST} characters without |"
            raise ValueError(f"A {what} is {expected}, not {shorten(text)}.")
    if code is None and learner:
        raise ValueError(
            f"A learner has a variant under a class code: class_code(code, learner={learner!r})."
        )
    if code is not None:
        NOW.code, NOW.learner = code.strip(), learner.strip()
    return ClassCode(NOW.code, NOW.learner)


@dataclass(frozen=True)
class HandedIn:
    """The file that was written, and what is in it."""

    path: Path
    answers: int
    matches: int
    exercises: int

    def __repr__(self) -> str:
        answers = _counted(self.answers, "answer", "answers")
        matches = _counted(self.matches, "match", "matches")
        exercises = _counted(self.exercises, "exercise", "exercises")
        held = f"{answers}, {matches} and {exercises}"
        return f"{self.path.name} holds {held} of this session. Give this file to your teacher."


def _counted(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


@checked
def hand_in(name: object = "", *, matches: Iterable[Match] = (), folder: str | Path = ".") -> HandedIn:
    """Write one file with the answers of this session, in their order, the records of the matches played at
    its tables, and what became of its exercises. It names the date and no time of day.

    name     the learner's, a text: hand_in("Mia")
    matches  more matches, played in code
    folder   where to write it

    The same session writes over its own file, never over another one. Raises ValueError for what is no name
    and for a session too long for a file, and OSError, which says what to do, where it cannot be written.
    """
    if not isinstance(name, str) or not name.split():
        got = "" if name == "" else f", not {shorten(name)}"
        raise ValueError(f'A file to hand in needs your name, in quotes: hand_in("Mia"){got}.')
    name = " ".join(name.split())[:LONGEST]
    KEPT.look()
    played = _at_tables()
    played += [match for match in matches if match not in played]
    data = _content(name, played)
    text = json.dumps(data, ensure_ascii=True) + "\n"
    if len(text) > LARGEST:
        raise ValueError(f"This session is too long for one file: it has more than {LARGEST} characters.")
    large = len(text) > COMPRESSED_FROM
    path = _free(Path(folder) / f"hand-in-{_slug(name)}{'.json.gz' if large else '.json'}")
    write_whole(path, gzip.compress(text.encode(), mtime=0) if large else text)
    answers = sum(answer.get("tried") != SHOWN for answer in NOW.answers)
    return HandedIn(path, answers, len(played), len(NOW.exercises))


def _content(name: str, played: Iterable[Match]) -> dict[str, Any]:
    """What a file to hand in holds of this session."""
    data: dict[str, Any] = {
        "version": handkit.__version__,
        "session": NOW.id,
        "name": name,
        "code": NOW.code,
        "learner": NOW.learner,
        "date": datetime.now(UTC).date().isoformat(),
        "answers": NOW.answers,
        "matches": [match.record() for match in played],
        "exercises": NOW.exercises,
    }
    return data | {FORM: VERSION, "checksum": checksum(data)}


def _at_tables() -> list[Match]:
    """The matches that were played at tables, those from the positions of lessons left out. No table was
    shown where the widget was never loaded."""
    module = sys.modules.get("handkit.table.table")
    played: list[Match] = module.Table.played if module else []
    return [match for match in played if match.record()["start"] is None]


def _slug(name: str) -> str:
    """A name as it can stand in the name of a file, of any system: small letters and digits of any script,
    with `_` for spaces. Where that leaves something out, a few signs that stand for the whole name follow, so
    that different names stay apart."""
    plain = unicodedata.normalize("NFC", name.lower())
    kept = "".join(sign for sign in plain if sign in " -'" or unicodedata.category(sign)[0] in "LMN")
    short = kept.encode()[:LONGEST_SLUG].decode(errors="ignore")
    slug = unicodedata.normalize("NFC", re.sub(" +", "_", short.strip()))
    if short == plain:
        return slug
    return f"{slug or 'learner'}-{hashlib.sha256(plain.encode(errors='replace')).hexdigest()[:6]}"


def _free(path: Path) -> Path:
    """This path, or where another session's file has it, one with a number."""
    stem, dot, suffix = path.name.partition(".")
    number, free = 1, path
    while free.exists() and not _is_ours(free):
        number += 1
        free = path.with_name(f"{stem}-{number}{dot}{suffix}")
    return free


def _is_ours(path: Path) -> bool:
    try:
        return bool(read(path)["session"] == NOW.id)
    except (HandInError, OSError):
        return False
