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

import csv
import io
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from handkit import files
from handkit.cards import shorten
from handkit.lesson.asks import Problem
from handkit.lesson.memory import checksum
from handkit.lesson.session import seed_of
from handkit.lesson.written import question_of
from handkit.match import Match
from handkit.rulebook import find_rulebook

FORM, VERSION = "handkit-hand-in", 1
LARGEST = 8_000_000  # bytes of a file, also once unpacked
ANSWERS = 1_000  # so many answers of a file are judged
MATCHES = 100  # so many matches are replayed
SHARED = 3  # so many wrong answers that two files share are no chance
FAILURES = 5  # after so many questions that no seed makes, the rest of a file is not judged
GZIP = b"\x1f\x8b"


class HandInError(ValueError):
    """A file that is none to hand in, with what is wrong."""


# ── reading ─────────────────────────────────────────────────────────────────────────────────────


def looks_like_one(path: Path) -> bool:
    """Whether a file is packed, or names the form near its beginning: cheap, and no promise."""
    try:
        with path.open("rb") as file:
            head = file.read(LARGEST)
    except OSError:
        return False
    return head.startswith(GZIP) or f'"{FORM}"'.encode() in head


def read(path: Path) -> dict[str, Any]:
    """What a file holds, its outer form checked. Raises HandInError, OSError."""
    if not path.is_file():
        raise HandInError("This is not a file.")
    with path.open("rb") as file:
        raw = file.read(LARGEST + 1)
    if raw.startswith(GZIP):
        raw = _unpacked(raw)
    if len(raw) > LARGEST:
        raise HandInError("This is larger than any file that handkit writes.")
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        raise HandInError("This is cut off, or no file to hand in: it is not JSON.") from None
    return _checked(data)


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
    if not isinstance(data, dict) or FORM not in data:
        raise HandInError("This is no file to hand in.")
    if data[FORM] != VERSION or isinstance(data[FORM], bool):
        raise HandInError(f"This has another form than this program reads, {VERSION}.")
    if wrong := set(_SHAPE) ^ set(data):
        raise HandInError(f"A file to hand in has other fields; wrong here: {shorten(sorted(wrong), 80)}.")
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
    data = read(path)
    found = Judged(path, *(data[name] for name in ("name", "code", "learner", "date", "session")))
    found.content = checksum([data[name] for name in ("answers", "matches", "exercises")])
    said = {name: value for name, value in data.items() if name not in (FORM, "checksum")}
    if data["checksum"] != checksum(said):
        found.amiss.append("the checksum does not fit: the file was changed after it was written")
    if code is not None and data["code"] != code:
        found.amiss.append(f"the class code is {shorten(data['code'])}, not {shorten(code)}")
    if data["version"] != _version():
        found.left["version of handkit other than this one"] += 1
    _judge_answers(data, found)
    for number, record in enumerate(data["matches"][:MATCHES], 1):
        _replay(record, number, found)
    found.left["matches too many to be replayed"] += max(0, len(data["matches"]) - MATCHES)
    solved = [one for one in data["exercises"] if isinstance(one, dict) and one.get("solved") is True]
    found.exercises = len(solved)
    found.left = +found.left
    return found


def _version() -> str:
    import handkit

    return handkit.__version__


def _judge_answers(data: Mapping[str, Any], found: Judged) -> None:
    known: dict[str, Problem] = {}
    failures = 0
    for number, answer in enumerate(data["answers"][:ANSWERS], 1):
        if failures >= FAILURES:
            found.left["answers not judged, as too many before them could not be"] += 1
            continue
        try:
            outcome = _judge_answer(answer, data, known)
        except Exception as error:  # whatever a stranger's file may hold
            failures += 1
            found.amiss.append(f"answer {number} cannot be judged ({type(error).__name__})")
            continue
        if outcome is None:
            found.left["answers to questions of the notebook's own, which only it can judge"] += 1
            continue
        problem, right, follows = outcome
        tally = found.tallies.setdefault((problem.game.name, problem.practises), Tally())
        tally.asked += 1
        tally.right += right
        if answer["right"] is not right:
            is_right = "right" if right else "wrong"
            found.amiss.append(
                f"answer {number} ({problem.practises}) is {is_right}, and the file says otherwise"
            )
        if not follows:
            found.amiss.append(f"question {number} ({problem.practises}) does not follow the class code")
    found.left["answers too many to be judged"] += max(0, len(data["answers"]) - ANSWERS)


def _judge_answer(
    answer: Any, data: Mapping[str, Any], known: dict[str, Problem]
) -> tuple[Problem, bool, bool] | None:
    """The question made again, whether the answer is right, and whether the seed follows the class code. None
    where a function of the notebook's is the judge."""
    said, origin = answer["said"], answer["origin"]
    if not isinstance(answer["right"], bool) or not isinstance(said, list) or len(said) > 100:
        raise HandInError("an answer without its fields")
    if not all(isinstance(key, str) for key in said):
        raise HandInError("an answer that is no text")
    if origin is None and answer["position"] is None:
        return None
    made = json.dumps([answer[name] for name in ("game", "options", "reader", "origin", "position", "ask")])
    if made not in known:
        known[made] = question_of(answer)
    problem = known[made]
    follows = origin is None or origin["seed"].startswith(_prefix(data["code"], data["learner"]))
    return problem, problem.judge(said), follows


def _prefix(code: str, learner: str) -> str:
    """How every seed under a class code begins."""
    return seed_of(code, learner, "x")[:-1] if code else ""


def _replay(record: Any, number: int, found: Judged) -> None:
    try:
        match = Match.from_record(record)
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


def compare(files: Sequence[Judged]) -> None:
    """Note which files are of one session, or hold just the same."""
    for one in files:
        others = [other for other in files if other is not one]
        copies = [other.path.name for other in others if other.session == one.session]
        alike = [
            other.path.name
            for other in others
            if other.session != one.session and other.content == one.content and other.asked
        ]
        if copies:
            one.amiss.append(f"is of the same session as {', '.join(copies)}: copied, or handed in twice")
        if alike:
            told = f"holds just the same answers as {', '.join(alike)}"
            if one.asked - one.right >= SHARED:
                one.amiss.append(told)
            else:
                one.notes.append(f"{told}, which may be chance")


# ── the table ───────────────────────────────────────────────────────────────────────────────────

# A line for each learner and rule, of the kind "rule", and one for each file, of the kind "all": the sums.
COLUMNS = ("kind", "learner", "file", "class", "date", "game", "rule", "title", "asked", "right", "to check")
HEADING = ",".join(COLUMNS)
TABLE = files.Kind(
    "a table of a class", lambda head: head.decode("utf-8-sig", "replace").splitlines()[:1] == [HEADING]
)


def failed(path: Path, why: str) -> Judged:
    """A file that could not be judged, so that it stands in the table too."""
    return Judged(path, amiss=[why])


def table(files: Iterable[Judged]) -> str:
    """A table by learner and rule, as CSV in which a spreadsheet finds text and numbers, never a formula."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for one in files:
        who = [_cell(cell) for cell in (one.name, one.path.name, one.code, one.date)]
        for (game, rule), tally in sorted(one.tallies.items()):
            book = find_rulebook(game)
            title = book[rule].title if rule in book else ""
            writer.writerow(["rule", *who, game, _cell(rule), title, tally.asked, tally.right, ""])
        writer.writerow(["all", *who, "", "", "", one.asked, one.right, _cell("; ".join(one.amiss))])
    return out.getvalue()


def _cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula: it begins with no sign that could start one, and is one
    line."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return f"'{line}" if line[:1] in ("=", "+", "-", "@", "\t", "\r", "|", "%") else line
