"""What learners hand in, judged once more: `python -m handkit verify FOLDER`.

Every question that a generator made is made again from its seed, every answer is judged again by the engine,
and every match is replayed move by move.

What that proves: that each answer counted as right is right, by the engine on the teacher's own machine;
that each question is the one that its seed and the class code give; that each match was played by the rules
and its deals follow its seed.

What it cannot prove: who sat at the machine, and whether somebody helped; whether a session was begun anew
until it went well, as only the last is handed in; whether a position that stands in the file, and comes from
no generator, is the notebook's; whether an exercise was solved, which the file only says. The checksum finds
files that were cut off or changed by accident; whoever can run handkit can also write a file that fits.

Files come from strangers: they are bounded in size, also once unpacked, and nothing in them is run, followed
as a path, or taken at its word.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeGuard

from handkit import __version__
from handkit.bots.own import Absent
from handkit.cards import shorten
from handkit.lesson.asks import Problem
from handkit.lesson.memory import checksum
from handkit.lesson.session import seed_of
from handkit.lesson.written import question_of
from handkit.match import Match

FORM, VERSION = "handkit-hand-in", 1
LARGEST = 8_000_000  # bytes of a file, also once unpacked
ANSWERS = 1_000  # so many answers of a file are judged
MATCHES = 100  # so many matches are replayed
SHARED = 3  # so many wrong answers that two files share are no chance
FAILURES = 5  # after so many questions that no seed makes, the rest of a file is not judged
KEPT = 2_000  # so many questions are remembered while files are judged
GZIP = b"\x1f\x8b"


class HandInError(ValueError):
    """A file that is none to hand in, with what is wrong."""


# ── reading ─────────────────────────────────────────────────────────────────────────────────────


def content(path: Path) -> Any:
    """The JSON of a file, packed or not. Only a plain file is opened: a pipe would be waited for. Raises
    HandInError, OSError."""
    if path.exists() and not path.is_file():
        raise HandInError("This is not a file.")
    with path.open("rb") as file:
        raw = file.read(LARGEST + 1)
    if raw.startswith(GZIP):
        raw = _unpacked(raw)
    if len(raw) > LARGEST:
        raise HandInError("This is larger than any file that handkit writes.")
    try:
        return json.loads(raw)  # also with a mark of byte order before it
    except (ValueError, RecursionError):
        raise HandInError("This is no JSON, or was cut off on its way: ask for the file again.") from None


def is_hand_in(data: Any) -> TypeGuard[dict[str, Any]]:
    """Whether what a file holds says that it was handed in."""
    return isinstance(data, dict) and FORM in data


def read(path: Path) -> dict[str, Any]:
    """What a file to hand in holds, its outer form checked. Raises HandInError, OSError."""
    return _checked(content(path))


def _unpacked(raw: bytes) -> bytes:
    """What was packed; no more of it than is allowed, however much there is."""
    unpacker = zlib.decompressobj(wbits=31)
    try:
        text = unpacker.decompress(raw, LARGEST + 1)
    except zlib.error:
        raise HandInError("This is cut off, or damaged: it cannot be unpacked.") from None
    if not unpacker.eof and len(text) <= LARGEST:
        raise HandInError("This is cut off: it cannot be unpacked.")
    return text


_SHAPE: dict[str, type] = {
    FORM: int, "version": str, "session": str, "name": str, "code": str, "learner": str, "date": str,
    "answers": list, "matches": list, "exercises": list, "checksum": str,
}  # fmt: skip


def _checked(data: Any) -> dict[str, Any]:
    """What a file holds, where its fields are there and of their types. Raises HandInError."""
    if not is_hand_in(data):
        raise HandInError("This is no file to hand in.")
    if data[FORM] != VERSION or isinstance(data[FORM], bool):
        raise HandInError(f"This has another form than this program reads, {VERSION}.")
    if wrong := set(_SHAPE) ^ set(data):
        ours = sorted(wrong & _SHAPE.keys())
        what = f"it lacks {', '.join(ours)}" if ours else "it has more than those of a file to hand in"
        raise HandInError(f"This has other fields than a file to hand in: {what}.")
    for name, kind in _SHAPE.items():
        if not isinstance(data[name], kind):
            raise HandInError(f"The field `{name}` has the wrong type.")
        if kind is str and len(data[name]) > 100:
            raise HandInError(f"The field `{name}` is too long.")
    return data


# ── judging ─────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Tally:
    """The answers about one rule."""

    asked: int = 0
    right: int = 0  # by the engine


@dataclass
class Judged:
    """What a file comes to. `amiss` names what does not fit together, `left` what could not be judged,
    `notes` what a teacher may want to look at."""

    path: Path
    name: str = ""
    code: str = ""
    learner: str = ""
    date: str = ""
    session: str = ""
    content: str = ""  # the same for files that hold the same
    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)  # by game and rule
    matches: list[str] = field(default_factory=list)  # each match in a line
    exercises: int = 0
    amiss: list[str] = field(default_factory=list)
    left: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    @property
    def asked(self) -> int:
        return sum(tally.asked for tally in self.tallies.values())

    @property
    def right(self) -> int:
        return sum(tally.right for tally in self.tallies.values())

    def __str__(self) -> str:
        who = f"{self.name} ({self.learner})" if self.learner else self.name
        told = [
            f"{who}, {f'class {self.code}' if self.code else 'no class code'}, {self.date}",
            f"{self.right} of {self.asked} answers right",
            f"matches: {'; '.join(self.matches) or 'none'}",
        ]
        told += [f"exercises said to be solved: {self.exercises}"] * bool(self.exercises)
        told += [f"{what}: {number}" for what, number in sorted(self.left.items())]
        return "; ".join([*told, *self.notes, *(f"CHECK: {what}" for what in self.amiss)])


def judge(path: Path, code: str | None = None) -> Judged:
    """Judge a file once more. Raises HandInError where it is none, OSError.

    code    the class code that it should have
    """
    return Judge(code).judge(path, content(path))


class Judge:
    """Judges files one after the other; a question that many of them share is made once.

    code    the class code that files should have; None for any
    """

    def __init__(self, code: str | None = None) -> None:
        self.code = code
        self._questions: dict[str, Problem | Exception] = {}

    def judge(self, path: Path, content: Any) -> Judged:
        """Judge what a file holds. Raises HandInError where that is none to hand in."""
        data = _checked(content)
        found = Judged(path, *(data[name] for name in ("name", "code", "learner", "date", "session")))
        found.content = checksum([data[name] for name in ("answers", "matches", "exercises")])
        said = {name: value for name, value in data.items() if name not in (FORM, "checksum")}
        if data["checksum"] != checksum(said):
            found.amiss.append("the checksum does not fit: the file was changed after it was written")
        if self.code is not None and data["code"] != self.code:
            found.amiss.append(f"the class code is {shorten(data['code'])}, not {shorten(self.code)}")
        if data["version"] != __version__:
            found.left["version of handkit other than this one"] += 1
        self._judge_answers(data, found)
        for number, record in enumerate(data["matches"][:MATCHES], 1):
            _replay(record, number, found)
        found.left["matches too many to be replayed"] += max(0, len(data["matches"]) - MATCHES)
        solved = [one for one in data["exercises"] if isinstance(one, dict) and one.get("solved") is True]
        found.exercises = len(solved)
        found.left = +found.left
        return found

    def _judge_answers(self, data: Mapping[str, Any], found: Judged) -> None:
        failures = 0
        for number, answer in enumerate(data["answers"][:ANSWERS], 1):
            if failures >= FAILURES:
                found.left["answers not judged, as too many before them could not be"] += 1
                continue
            try:
                self._judge_answer(answer, number, data["version"], found)
            except Exception as error:  # whatever a stranger's file may hold
                failures += 1
                found.amiss.append(f"answer {number} cannot be judged ({type(error).__name__})")
        found.left["answers too many to be judged"] += max(0, len(data["answers"]) - ANSWERS)

    def _judge_answer(self, answer: Any, number: int, version: str, found: Judged) -> None:
        """Count an answer, and note what does not fit together. What it holds may be anything."""
        said, said_right, origin = answer["said"], answer["right"], answer["origin"]
        if not isinstance(said_right, bool) or not isinstance(said, list) or len(said) > 100:
            raise HandInError("an answer without its fields")
        if not all(isinstance(key, str) for key in said):
            raise HandInError("an answer that is no text")
        if origin is None and answer["position"] is None:
            found.left["answers to questions of the notebook's own, which only it can judge"] += 1
            return
        problem = self._question(answer)
        right = problem.judge(said)
        tally = found.tallies.setdefault((problem.game.name, problem.practises), Tally())
        tally.asked += 1
        tally.right += right
        if right and not said_right and version != __version__:
            found.left["answers that an earlier version took for wrong"] += 1
        elif right is not said_right:
            is_right = "right" if right else "wrong"
            what = f"answer {number} ({problem.practises}) is {is_right}, and the file says otherwise"
            found.amiss.append(what)
        if origin is not None and not origin["seed"].startswith(_prefix(found.code, found.learner)):
            found.amiss.append(f"question {number} ({problem.practises}) does not follow the class code")

    def _question(self, answer: Mapping[str, Any]) -> Problem:
        """The question of an answer, made again, or known from before. Raises what `question_of` raises."""
        fields = ("game", "options", "reader", "origin", "position", "ask")
        made = json.dumps([answer[name] for name in fields], sort_keys=True)
        if made not in self._questions:
            if len(self._questions) >= KEPT:  # each learner may have questions of its own
                del self._questions[next(iter(self._questions))]
            try:
                self._questions[made] = question_of(answer)
            except Exception as error:
                self._questions[made] = error
        found = self._questions[made]
        if isinstance(found, Exception):
            raise found.with_traceback(None)
        return found


def _prefix(code: str, learner: str) -> str:
    """How every seed under a class code begins."""
    return seed_of(code, learner, "x")[:-1] if code else ""


def _replay(record: Any, number: int, found: Judged) -> None:
    try:
        match = Match.from_record(record, find=Absent)
        set_up = match.record()["start"] is not None
        follows = set_up or all(_follows(match, line) for line in match.branches)
    except Exception as error:  # whatever a stranger's file may hold
        found.amiss.append(f"match {number} does not replay ({type(error).__name__})")
        return
    ended = "finished" if match.outcome else "not finished"
    marks = [", from a position"] * set_up + [", cards opened"] * bool(match.opened)
    found.matches.append(f"{match.game.title}, {match.length} moves, {ended}{''.join(marks)}")
    if not follows:
        found.amiss.append(f"match {number}: its deals do not follow its seed")
    if not match.seed.startswith(_prefix(found.code, found.learner)):
        found.left["matches with seeds of the learner's own"] += 1


def _follows(match: Match, line: str) -> bool:
    match.switch(line)
    return match.deals_follow_seed()


# ── files that are alike ────────────────────────────────────────────────────────────────────────


def compare(files: Iterable[Judged]) -> list[str]:
    """Note at files which of them are of one session, or hold just the same. Returns a line about each such
    group, which names its files."""
    sessions, contents = defaultdict[str, list[Judged]](list), defaultdict[str, list[Judged]](list)
    for one in files:
        sessions[one.session].append(one)
        if one.asked:
            contents[one.content].append(one)
    lines = list[str]()
    for group in sessions.values():
        if len(group) > 1:
            lines.append(_note("of the same session, so copied or handed in twice", group, len(lines) + 1))
    for group in contents.values():
        if len({one.session for one in group}) > 1:
            chance = any(one.asked - one.right < SHARED for one in group)  # they are right and wrong alike
            what = "with just the same answers" + ", which may be chance" * chance
            lines.append(_note(what, group, len(lines) + 1, chance))
    return lines


def _note(what: str, group: Sequence[Judged], number: int, chance: bool = False) -> str:
    """Note at the files of a group that they are of it; returns the line about the group."""
    for one in group:
        told = f"one of {len(group)} files {what}: group {number}"
        (one.notes if chance else one.amiss).append(told)
    return f"group {number}, {len(group)} files {what}: {', '.join(one.path.name for one in group)}"
