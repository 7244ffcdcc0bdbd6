"""What has been answered: in memory, and in a file if the learner agrees.

Answers stay in memory until the learner agrees to the file, and they never leave the machine. Several
notebooks may keep the same file: each write first takes in what the others have written, and the file is
replaced whole. A file that cannot be read, or that something else has changed, is set aside, never
overwritten.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from handkit.cards import shorten
from handkit.files import write_whole

FILE = "handkit-progress.json"
FORM = "handkit-progress"
VERSION = 1
LARGEST = 5_000_000  # bytes


class ProgressError(ValueError):
    """A file that is no progress, with what is wrong."""


@dataclass(frozen=True, order=True)
class Row:
    """The first answer to a question. `number` counts on from the largest known: so answers of several files
    stay in order. The id is the question's."""

    number: int
    id: str
    game: str
    rule: str
    kind: str
    right: bool

    def to_json(self) -> list[Any]:
        return [self.id, self.number, self.game, self.rule, self.kind, self.right]


# ── the file ────────────────────────────────────────────────────────────────────────────────────


def checksum(content: object) -> str:
    """The SHA-256 of some JSON, written in one way only."""
    text = json.dumps(content, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read_file(path: Path) -> tuple[dict[str, Row], bool]:
    """The answers of a file by id, and whether its owner wants it kept. Raises ProgressError, or
    FileNotFoundError where there is no file."""
    try:
        if path.stat().st_size > LARGEST:
            raise ProgressError(f"{path.name} is larger than any file of progress.")
        data = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise
    except OSError as error:
        raise ProgressError(f"{path.name} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        raise ProgressError(f"{path.name} is cut off, or no file of progress: it is not JSON.") from None
    if not isinstance(data, dict) or FORM not in data:
        raise ProgressError(f"{path.name} is no file of progress.")
    if data[FORM] != VERSION or type(data[FORM]) is not int:
        raise ProgressError(f"{path.name} has another form than this program reads, {VERSION}.")
    if set(data) != {FORM, "keep", "answers", "checksum"} or type(data["keep"]) is not bool:
        raise ProgressError(f"{path.name} does not have the fields of a file of progress.")
    if data["checksum"] != checksum([data["keep"], data["answers"]]):
        raise ProgressError(f"{path.name} has been changed by something else: its checksum does not fit.")
    if not isinstance(data["answers"], list):
        raise ProgressError(f"{path.name} holds no list of answers.")
    rows = [_row(entry, path.name) for entry in data["answers"]]
    return {row.id: row for row in rows}, data["keep"]


def _row(entry: Any, name: str) -> Row:
    match entry:
        case [str(id), int(number), str(game), str(rule), str(kind), bool(right)]:
            short = all(len(one) < 60 for one in (id, game, rule, kind))
            if type(number) is int and 0 <= number < 10**9 and short:
                return Row(number, id, game, rule, kind, right)
    raise ProgressError(f"{name} holds an answer that cannot be read: {shorten(entry)}.")


def write_file(path: Path, rows: Mapping[str, Row], keep: bool) -> None:
    """Write a file whole, or not at all."""
    answers = [row.to_json() for row in sorted(rows.values())]
    data = {FORM: VERSION, "keep": keep, "answers": answers, "checksum": checksum([keep, answers])}
    write_whole(path, json.dumps(data) + "\n")


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """While this is open no other kernel writes the file, where the system has locks."""
    try:
        import fcntl
    except ImportError:  # Windows, and Python in a browser
        yield
        return
    with path.with_name(f".{path.stem}.lock").open("w") as lock:
        with contextlib.suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def set_aside(path: Path) -> Path:
    """Give a file that cannot be read another name, which no file has. Returns the name."""
    number = 1
    while (other := path.with_name(f"{path.stem}-set-aside-{number}{path.suffix}")).exists():
        number += 1
    os.replace(path, other)
    return other


# ── what is remembered ──────────────────────────────────────────────────────────────────────────


@dataclass
class Memory:
    """The answers of this session and, where the learner agreed, of the file.

    keep    whether the file is written; None while the learner has not been asked
    remark  what there is to say about the file
    """

    path: Path = field(default_factory=lambda: Path(FILE))
    rows: dict[str, Row] = field(default_factory=dict)
    keep: bool | None = None
    remark: str = ""
    _looked: bool = False

    def look(self) -> None:
        """Take in the file of an earlier session, once: whoever has one has agreed to it."""
        if self._looked:
            return
        self._looked, self.path = True, self.path.absolute()
        try:
            rows, self.keep = read_file(self.path)
        except FileNotFoundError:
            pass
        except ProgressError as error:
            self.remark = f"{error} It is left as it is."
        else:
            self.rows |= rows

    def note(self, game: str, rule: str, kind: str, right: bool, question: str = "") -> None:
        """Remember a first answer, and write it where that is wished. A question that was answered before, in
        this session or an earlier one, adds nothing; "" is one of its own."""
        self.look()
        if self.keep:  # so that answers in several notebooks stay in order; what fails is said by `write`
            with contextlib.suppress(OSError, ProgressError):
                self.rows |= read_file(self.path)[0]
        id = hashlib.sha256(question.encode()).hexdigest()[:16] if question else secrets.token_hex(8)
        if id in self.rows:
            return
        number = 1 + max((row.number for row in self.rows.values()), default=0)
        row = Row(number, id, game, rule, kind, right)
        self.rows[row.id] = row
        self.remark = ""
        if self.keep:
            self.write()

    def write(self) -> None:
        """Write the file, with what others have written meanwhile. What fails is said in `remark`."""
        try:
            with alone(self.path):
                with contextlib.suppress(FileNotFoundError):
                    self._take_in()
                write_file(self.path, self.rows, bool(self.keep))
        except OSError as error:
            self.remark = f"{self.path.name} cannot be written: {error.strerror}. Answers stay in memory."

    def _take_in(self) -> None:
        try:
            self.rows |= read_file(self.path)[0]
        except ProgressError as error:
            other = set_aside(self.path)
            self.remark = f"{error} It is now called {other.name}, and a new file has been begun."

    def set_keep(self, keep: bool) -> None:
        """Whether answers are kept in the file from now on."""
        self.look()
        written = self.path.exists()
        self.keep, self.remark = keep, ""
        if keep:
            self.write()
            self.remark = self.remark or f"Answers are kept in {self.path.name}, beside this notebook."
        else:
            if written:
                self.write()  # so that the next session knows
            self.remark = self.remark or "Answers are not written to a file."

    def restore(self, path: Path) -> int:
        """Take in a copy. Returns how many answers were new. Raises ProgressError, FileNotFoundError."""
        self.look()
        rows, _ = read_file(path)
        new = len(rows.keys() - self.rows.keys())
        self.rows = rows | self.rows
        if self.keep:
            self.write()
        return new


MEMORY = Memory()
