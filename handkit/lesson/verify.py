"""Records of matches and files that were handed in, looked for in folders, judged, and told in lines.

`python -m handkit verify` prints them. `handkit.lesson.handins` says what that can prove and what not.
"""

from __future__ import annotations

import csv
import io
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from handkit import files
from handkit.bots.own import Absent
from handkit.cards import shorten
from handkit.lesson.alike import compare
from handkit.lesson.handins import HandInError, Judge, Judged, by_pupil, content, is_hand_in
from handkit.match import LARGEST as LARGEST_RECORD
from handkit.match import Match, RecordError
from handkit.rulebook import find_rulebook

MANY = 20  # files, from which on it is told how far it is
PAUSE = 5  # seconds between two lines that tell it
NAMED = 5  # so many of the files that are not looked at are named


# ── what lies in folders ────────────────────────────────────────────────────────────────────────


@dataclass
class Found:
    """What was found under some names.

    files    those to be judged
    refused  what looks like one and cannot be looked at, with why
    skipped  what looks like one and is no plain file, as a pipe: it would be waited for
    hidden   what a system keeps for itself beside the files
    others   files with other names
    """

    files: list[Path] = field(default_factory=list)
    refused: dict[Path, str] = field(default_factory=dict)
    skipped: list[Path] = field(default_factory=list)
    hidden: list[Path] = field(default_factory=list)
    others: list[Path] = field(default_factory=list)


def find(names: Iterable[str]) -> Found:
    """The files that are named, and what lies in the folders. Raises ValueError for a folder that holds none
    to be judged."""
    found = Found()
    for name in names:
        path = Path(name)
        if not path.is_dir():
            found.files.append(path)
            continue
        before = len(found.files) + len(found.refused) + len(found.skipped)
        for each in (path, *sorted(path.rglob("*"))):
            _sort(each, path, found)
        if before == len(found.files) + len(found.refused) + len(found.skipped):
            raise ValueError(f"{name} holds no record: their names end in .json or .json.gz.")
    return found


def _sort(path: Path, folder: Path, found: Found) -> None:
    """Put what lies in a folder where it belongs. Nothing is opened."""
    if _is_hidden(path.relative_to(folder)):
        if not path.is_dir():
            found.hidden.append(path)
    elif path.is_dir() and not os.access(path, os.R_OK | os.X_OK):
        found.refused[path] = "This folder cannot be read: it belongs to somebody else."
    elif path == folder or not is_record(path):
        if path.is_file():
            found.others.append(path)
    elif path.is_symlink():
        found.refused[path] = "This is a link, which is not followed."
    elif path.is_dir():
        found.refused[path] = "This is a folder, though its name is that of a file."
    elif path.is_file():
        found.files.append(path)
    else:
        found.skipped.append(path)


def _is_hidden(path: Path) -> bool:
    """Whether a system or Jupyter keeps this for itself: `._ada.json`, `__MACOSX/`, `.ipynb_checkpoints/`."""
    return any(part.startswith(".") or part == "__MACOSX" for part in path.parts)


def is_record(path: Path) -> bool:
    """Whether a file has the name of a record."""
    return path.name.lower().endswith((".json", ".json.gz"))


# ── judging them ────────────────────────────────────────────────────────────────────────────────


class Verified:
    """What became of files: `lines` judges them on the way, and afterwards the rest holds.

    handed   files that were handed in, judged
    failed   files that could not be judged
    groups   a line about each group of files that are alike
    """

    def __init__(self, found: Found, code: str | None, about: Callable[[Match], str]) -> None:
        """`code` is the class code that hand-ins should have, `about` says what a record is."""
        self.found, self.about = found, about
        self.judge = Judge(code)
        self.handed: list[Judged] = []
        self.failed: list[Judged] = []
        self.groups: list[str] = []

    @property
    def all_well(self) -> bool:
        """Whether all could be judged, and all fits together."""
        return not self.failed and not any(one.amiss for one in self.handed)

    def lines(self) -> Iterator[str]:
        """A line about each file and each group of files."""
        yield from [self._fail(path, why) for path, why in self.found.refused.items()]
        # A line that is written meanwhile would tear the bar.
        yield from [line for path in with_progress(self.found.files) for line in self._tell(path)]
        self.groups = compare(self.handed)
        yield from (f"{one.path}: {one}" for one in self.handed)
        yield from self.groups
        yield from (f"{path}: passed over, as it is no plain file." for path in self.found.skipped)
        yield from _named("Passed over, as a system keeps them for itself", self.found.hidden)
        yield from _named("Not looked at, as no name of a record", self.found.others)

    def _fail(self, path: Path, why: str) -> str:
        self.failed.append(Judged(path, amiss=[why]))
        return f"{path}: FAILED: {why}"

    def _tell(self, path: Path) -> list[str]:
        """The line about a record, or about what could not be judged; none yet about what was handed in."""
        try:
            told = self._look_at(path)
        except ValueError as error:
            return [self._fail(path, str(error))]
        return [f"{path}: {told}"] if told else []

    def _look_at(self, path: Path) -> str:
        """Judge what was handed in, or say what a record is. Raises ValueError that says what is wrong,
        whatever stands in the file."""
        try:
            data = content(path)
            if not is_hand_in(data):
                return self.about(_match(data, path))
            self.handed.append(self.judge.judge(path, data))
        except (HandInError, RecordError):
            raise
        except OSError as error:
            raise HandInError(f"{error.strerror}.") from None
        except Exception as error:
            raise HandInError(f"This cannot be judged ({type(error).__name__}).") from None
        return ""


def _match(data: Any, path: Path) -> Match:
    """The match of a record. Raises RecordError."""
    if path.stat().st_size > LARGEST_RECORD:
        raise RecordError("This is larger than any record of a match.")
    try:
        return Match.from_record(data, find=Absent)
    except RecordError as error:
        if str(error) == "This is not a record of a match.":
            what = "This is neither a record of a match nor a file that was handed in."
            raise RecordError(what) from None
        raise


def _named(what: str, paths: list[Path]) -> list[str]:
    """A line that names some files; none for none."""
    names = ", ".join(shorten(path.name) for path in paths[:NAMED])
    more = f" and {len(paths) - NAMED} more" if len(paths) > NAMED else ""
    return [f"{what}: {names}{more}."] if paths else []


def with_progress(paths: list[Path]) -> Iterator[Path]:
    """The files, with a bar that tells how far it is, or lines of it, where there are many."""
    if len(paths) < MANY:
        yield from paths
        return
    try:
        from tqdm import tqdm
    except ImportError:
        yield from _with_lines(paths)
    else:
        pause = 0.1 if sys.stderr.isatty() else PAUSE
        yield from tqdm(paths, desc="verify", unit=" files", leave=False, mininterval=pause)


def _with_lines(paths: list[Path]) -> Iterator[Path]:
    told = time.monotonic()
    for number, path in enumerate(paths):
        if time.monotonic() - told >= PAUSE:
            told = time.monotonic()
            sys.stderr.write(f"{number} of {len(paths)} files\n")
        yield path


# ── the table by learner and rule ───────────────────────────────────────────────────────────────

# A line for each learner and rule, of the kind "rule", and one for each file, of the kind "all": the sums.
# Asked and right are of first tries alone; rules are known, or not, by what the first tries tell together.
FORMER = ("kind", "learner", "file", "class", "date", "game", "rule", "title", "asked", "right", "to check")
COLUMNS = (*FORMER[:-1], "retries", "shown", "known", "not known", "to check")
HEADINGS = [",".join(columns) for columns in (COLUMNS, FORMER)]
SPREADSHEET = files.FileKind(
    "a table of a class",
    lambda head: any(line in HEADINGS for line in head.decode("utf-8-sig", "replace").splitlines()[:1]),
)


def spreadsheet(judged: Iterable[Judged]) -> str:
    """A table by learner and rule, as CSV in which a spreadsheet finds text and numbers, never a formula."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for one in judged:
        who = [_cell(cell) for cell in (one.name, one.path.name, one.code, one.date)]
        for (game, rule), tally in sorted(one.tallies.items()):
            book = find_rulebook(game)
            title = book[rule].title if rule in book else ""
            stands = ["yes" * (rule in found.get(game, ())) for found in (one.known, one.not_known)]
            counted = [tally.asked, tally.right, tally.retries, tally.shown]
            writer.writerow(["rule", *who, game, _cell(rule), title, *counted, *stands, ""])
        stands = [_cell(", ".join(chain(*found.values()))) for found in (one.known, one.not_known)]
        counted = [one.asked, one.right, one.retries, one.shown]
        writer.writerow(["all", *who, "", "", "", *counted, *stands, _cell("; ".join(one.amiss))])
    return out.getvalue()


# A line for each pupil, as a learning platform takes it in: the grade is the share of right first tries.
GRADES = ("learner", "class", "grade", "right", "asked", "retries", "shown", "known", "not known")
GRADE_TABLE = files.FileKind(
    "a table of grades",
    lambda head: head.decode("utf-8-sig", "replace").splitlines()[:1] == [",".join(GRADES)],
)


def grades(judged: Iterable[Judged]) -> str:
    """A table with one line for each pupil, as CSV; a grade is in percent, or empty without a first try."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(GRADES)
    for one in by_pupil(judged):
        grade = f"{100 * one.right / one.asked:.0f}" if one.asked else ""
        lists = [_cell(", ".join(chain(*found.values()))) for found in (one.known, one.not_known)]
        who = [_cell(one.name), _cell(one.code)]
        writer.writerow([*who, grade, one.right, one.asked, one.retries, one.shown, *lists])
    return out.getvalue()


def _cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula: it begins with no sign that could start one, and is one
    line."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return f"'{line}" if line[:1] in ("=", "+", "-", "@", "\t", "\r", "|", "%") else line
