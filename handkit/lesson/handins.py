"""What learners hand in, judged once more: `python -m handkit verify FOLDER`.

Every question that a generator made is made again from its seed, every answer is judged again by the engine,
and every match is replayed move by move.

What that proves: that each answer counted as right is right, by the engine on the teacher's own machine;
that each question is the one that its seed and the class code give; that each match was played by the rules
and its deals follow its seed.

Only first tries are counted: a question that was shown, or answered before in the same file, tells nothing.
Which rules somebody knows follows from them: `handkit.lesson.diagnosis`.

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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeGuard

from handkit import __version__
from handkit.bots.own import Absent
from handkit.cards import shorten
from handkit.lesson.asks import Problem
from handkit.lesson.diagnosis import Belief, Evidence, Said, not_known, otherwise
from handkit.lesson.mastery import is_known
from handkit.lesson.memory import checksum
from handkit.lesson.session import seed_of
from handkit.lesson.written import FIRST, RETRY, SHOWN, identity, question_of
from handkit.match import Match

FORM, VERSION = "handkit-hand-in", 1
LARGEST = 8_000_000  # bytes of a file, also once unpacked
ANSWERS = 1_000  # so many answers of a file are judged
MATCHES = 100  # so many matches are replayed
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


@dataclass(frozen=True)
class Question:
    """A question that was answered, made again.

    id         what tells it from others: `handkit.lesson.written.identity`
    otherwise  what those would answer who do not know some rule
    """

    id: str
    problem: Problem
    otherwise: Mapping[Belief, frozenset[Said]]


@dataclass(frozen=True)
class Given:
    """An answer, judged by the engine. `tried` is "first", "retry" or "shown"."""

    question: str  # its id
    game: str
    evidence: Evidence
    tried: str


@dataclass
class Tally:
    """The answers about one rule: first tries, how many of them were right by the engine, and the others."""

    asked: int = 0
    right: int = 0
    retries: int = 0
    shown: int = 0
    firsts: list[bool] = field(default_factory=list)  # in their order, whether they were right

    def count(self, one: Given) -> None:
        """Count an answer."""
        if one.tried == FIRST:
            self.firsts.append(one.evidence.right)
            self.asked += 1
            self.right += one.evidence.right
        self.retries += one.tried == RETRY
        self.shown += one.tried == SHOWN


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
    given: list[Given] = field(default_factory=list)
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

    @property
    def retries(self) -> int:
        return sum(tally.retries for tally in self.tallies.values())

    @property
    def shown(self) -> int:
        return sum(tally.shown for tally in self.tallies.values())

    def count(self, one: Given) -> None:
        """Count an answer."""
        self.given.append(one)
        self.tallies.setdefault((one.game, one.evidence.rule), Tally()).count(one)

    @cached_property
    def not_known(self) -> dict[str, list[str]]:
        """The rules of each game that its pupil seems not to know, at most three."""
        games = dict.fromkeys(one.game for one in self.given)
        found = {game: not_known(self.firsts(game)) for game in games}
        return {game: rules for game, rules in found.items() if rules}

    @cached_property
    def mistakes(self) -> int:
        """How many mistakes there are, those that come of one missing rule taken for one."""
        missing = {(game, rule) for game, rules in self.not_known.items() for rule in rules}
        found, left = set[tuple[str, str]](), 0
        for one in self.given:
            if one.tried == FIRST and not one.evidence.right:
                causes = {(one.game, belief.rule) for belief in one.evidence.explained} & missing
                found |= causes
                left += not causes
        return len(found) + left

    @property
    def known(self) -> dict[str, list[str]]:
        """The rules of each game that its pupil knows, by two right first tries on different questions."""
        found = defaultdict[str, list[str]](list)
        for (game, rule), tally in sorted(self.tallies.items()):
            if is_known(tally.firsts) and rule not in self.not_known.get(game, ()):
                found[game].append(rule)
        return dict(found)

    def firsts(self, game: str) -> list[Evidence]:
        """The first tries on questions of a game."""
        return [one.evidence for one in self.given if one.tried == FIRST and one.game == game]

    def __str__(self) -> str:
        who = f"{self.name} ({self.learner})" if self.learner else self.name
        told = [
            f"{who}, {f'class {self.code}' if self.code else 'no class code'}, {self.date}",
            f"{self.right} of {self.asked} answers right at the first try",
            f"matches: {'; '.join(self.matches) or 'none'}",
        ]
        told += [f"retries: {self.retries}"] * bool(self.retries)
        told += [f"shown: {self.shown}"] * bool(self.shown)
        told += [f"seems not to know {', '.join(rules)}" for rules in self.not_known.values()]
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
        self._questions: dict[str, Question | Exception] = {}

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
        failures, met = 0, set[str]()
        for number, answer in enumerate(data["answers"][:ANSWERS], 1):
            if failures >= FAILURES:
                found.left["answers not judged, as too many before them could not be"] += 1
                continue
            try:
                self._judge_answer(answer, number, data["version"], found, met)
            except Exception as error:  # whatever a stranger's file may hold
                failures += 1
                found.amiss.append(f"answer {number} cannot be judged ({type(error).__name__})")
        found.left["answers too many to be judged"] += max(0, len(data["answers"]) - ANSWERS)

    def _judge_answer(self, answer: Any, number: int, version: str, found: Judged, met: set[str]) -> None:
        """Count an answer, and note what does not fit together. What it holds may be anything; `met` are the
        questions of those before it."""
        said, said_right, origin = answer["said"], answer["right"], answer["origin"]
        if not isinstance(said_right, bool) or not isinstance(said, list) or len(said) > 100:
            raise HandInError("an answer without its fields")
        if not all(isinstance(key, str) for key in said):
            raise HandInError("an answer that is no text")
        if origin is None and answer["position"] is None:
            found.left["answers to questions of the notebook's own, which only it can judge"] += 1
            return
        question = self._question(answer)
        problem = question.problem
        tried = answer.get("tried", FIRST)  # version 0.1 did not write it
        if tried not in (FIRST, RETRY, SHOWN):
            raise HandInError("an answer of no known kind")
        right = tried != SHOWN and problem.judge(said)
        evidence = Evidence(problem.practises, question.otherwise, frozenset(said), right)
        is_again = tried == FIRST and question.id in met
        one = Given(question.id, problem.game.name, evidence, RETRY if is_again else tried)
        met.add(question.id)
        found.count(one)
        if right and not said_right and version != __version__:
            found.left["answers that an earlier version took for wrong"] += 1
        elif right is not said_right:
            is_right = "right" if right else "wrong"
            what = f"answer {number} ({problem.practises}) is {is_right}, and the file says otherwise"
            found.amiss.append(what)
        if origin is not None and not origin["seed"].startswith(_prefix(found.code, found.learner)):
            found.amiss.append(f"question {number} ({problem.practises}) does not follow the class code")

    def _question(self, answer: Mapping[str, Any]) -> Question:
        """The question of an answer, made again, or known from before. Raises what `question_of` raises."""
        made = identity(answer)
        if made not in self._questions:
            if len(self._questions) >= KEPT:  # each learner may have questions of its own
                del self._questions[next(iter(self._questions))]
            try:
                problem = question_of(answer)
                self._questions[made] = Question(made, problem, otherwise(problem))
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


def by_pupil(files: Iterable[Judged]) -> list[Judged]:
    """One for each pupil: who handed in several times, under one name and class code, has all answers
    together, in the order of their dates, and a question that comes again is a retry."""
    found, met = dict[tuple[str, str, str], Judged](), defaultdict[tuple[str, str, str], set[str]](set)
    for one in sorted(files, key=lambda one: (one.date, one.path.name)):
        whose = (one.name.casefold(), one.code, one.learner)
        told = found.setdefault(
            whose, Judged(one.path, one.name, one.code, one.learner, one.date, one.session)
        )
        for given in one.given:
            is_again = given.tried == FIRST and given.question in met[whose]
            told.count(replace(given, tried=RETRY) if is_again else given)
            met[whose].add(given.question)
        told.matches += one.matches
        told.exercises += one.exercises
        told.amiss += one.amiss
    return list(found.values())
