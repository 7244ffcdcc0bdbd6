"""Every answer in full, kept beside the notebooks where the learner agreed, so that a restart loses nothing.

The next session goes on with them: question sheets show them again, and a file to hand in holds them all.
Several notebooks may keep the same file: each write first takes in what the others have written.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from handkit.cards import shorten
from handkit.files import write_whole
from handkit.lesson.asks import Problem
from handkit.lesson.memory import MEMORY, ProgressError, alone, checksum, set_aside
from handkit.lesson.session import NOW
from handkit.lesson.written import identity_of

FILE = "handkit-answers.json"
FORM, VERSION = "handkit-answers", 1
LARGEST = 5_000_000  # bytes
PARTS = ("answers", "exercises")


class Entry(NamedTuple):
    """One answer, or an exercise that was solved. `number` counts on from the largest known."""

    number: int
    name: str  # no other entry has it
    part: str
    question: str  # see `name_of`; "" for an exercise
    content: dict[str, Any]


def name_of(problem: Problem) -> str:
    """What tells a question from others, without telling anything of it."""
    return hashlib.sha256(identity_of(problem).encode()).hexdigest()[:16]


def read_file(path: Path) -> tuple[str, dict[str, Entry]]:
    """The session's id and the entries of a file. Raises ProgressError, FileNotFoundError without one."""
    try:
        if path.stat().st_size > LARGEST:
            raise ProgressError(f"{path.name} is larger than any file of answers.")
        data = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise
    except OSError as error:
        raise ProgressError(f"{path.name} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        raise ProgressError(f"{path.name} is cut off, or no file of answers: it is not JSON.") from None
    if not isinstance(data, dict) or data.get(FORM) != VERSION:
        raise ProgressError(f"{path.name} is no file of answers that this program reads.")
    match data:
        case {"session": str(session), "entries": list(entries), "checksum": found} if len(data) == 4:
            if found != checksum([session, entries]):
                raise ProgressError(
                    f"{path.name} has been changed by something else: its checksum does not fit."
                )
            read = [_entry(one, path.name) for one in entries]
            return session, {entry.name: entry for entry in read}
    raise ProgressError(f"{path.name} does not have the fields of a file of answers.")


def _entry(one: object, file: str) -> Entry:
    match one:
        case [int(number), str(name), str(part), str(question), dict(content)]:
            if type(number) is int and 0 <= number < 10**9 and part in PARTS:
                return Entry(number, name, part, question, content)
    raise ProgressError(f"{file} holds an answer that cannot be read: {shorten(one)}.")


@dataclass
class Kept:
    """The answers of this session and, where the learner agreed, of those before it."""

    entries: dict[str, Entry] = field(default_factory=dict)
    _looked: bool = False

    @property
    def path(self) -> Path:
        return MEMORY.path.with_name(FILE)

    def look(self) -> None:
        """Go on with the answers of an earlier session, once."""
        MEMORY.look()
        if self._looked or not MEMORY.keep:
            return
        self._looked = True
        try:
            self._take_in()
        except FileNotFoundError:
            pass
        except ProgressError as error:
            MEMORY.remark = f"{error} It is left as it is."

    def note(self, part: str, question: str, content: dict[str, Any]) -> None:
        """Remember an answer or an exercise, and write it where that is wished."""
        self.look()
        number = 1 + max((entry.number for entry in self.entries.values()), default=0)
        entry = Entry(number, secrets.token_hex(8), part, question, content)
        self.entries[entry.name] = entry
        getattr(NOW, part).append(content)
        if question:
            NOW.met.add(question)
        if MEMORY.keep:
            self.write()

    def answer(self, question: str) -> dict[str, Any] | None:
        """The last answer to a question, as `written` has it; None if there is none."""
        self.look()
        asked = [entry for entry in self.entries.values() if entry.question == question]
        if not asked:
            return None
        return max(asked).content

    def write(self) -> None:
        """Write the file, with what others have written meanwhile. What fails is said in `MEMORY.remark`."""
        self._looked = True
        try:
            with alone(self.path):
                with suppress(FileNotFoundError):
                    try:
                        self._take_in()
                    except ProgressError as error:
                        other = set_aside(self.path)
                        MEMORY.remark = (
                            f"{error} It is now called {other.name}, and a new file has been begun."
                        )
                entries = [list(entry) for entry in sorted(self.entries.values())]
                data = {FORM: VERSION, "session": NOW.id, "entries": entries}
                write_whole(self.path, json.dumps(data | {"checksum": checksum([NOW.id, entries])}) + "\n")
        except OSError as error:
            MEMORY.remark = f"{self.path.name} cannot be written: {error.strerror}. Answers stay in memory."

    def _take_in(self) -> None:
        """What others have written becomes a part of this session, before its own."""
        NOW.id, found = read_file(self.path)
        new = sorted(entry for name, entry in found.items() if name not in self.entries)
        for part in PARTS:
            getattr(NOW, part)[:0] = [entry.content for entry in new if entry.part == part]
        NOW.met |= {entry.question for entry in new if entry.question}
        self.entries |= found


KEPT = Kept()


def set_keep(keep: bool) -> None:
    """Whether answers are kept in files from now on; see `Memory.set_keep`."""
    MEMORY.set_keep(keep)
    if keep:
        KEPT.write()
