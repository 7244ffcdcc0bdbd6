"""Matches in files: how a table keeps one, and brings it back.

A record tells every card. So it goes into a file or, when somebody asks for a download, into one
message of its own; a scene has the name of the file and nothing that is in it.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from handkit import files
from handkit.bots import Bot
from handkit.bots.own import by_name, seated
from handkit.game import ONLOOKER, Game
from handkit.match import (
    LARGEST,
    RECORD,
    Levels,
    Match,
    RecordError,
    parse_record,
    read_record,
)
from handkit.table.scene import Kept, Saving

MOST_FILES = 100  # that are offered


@dataclass(frozen=True)
class Saved:
    """A match for a table, and how it was on the table that saved it."""

    match: Match
    front: int  # the seat in front
    seat_fixed: bool = False  # whether that seat was chosen on purpose
    covered: bool = False  # whether the cards wait behind a curtain
    keeper: Keeper | None = None  # the file that follows it


def fresh(match: Match) -> Saved:
    """A match that no table has had."""
    return Saved(match, first_person(match))


def _back(match: Match, front: object, stays: object) -> Saved:
    """A match that comes back, with the seat that was in front. Where people play only one of theirs can be:
    a computer player's cards are shown to nobody who has not asked for that in code. Where several people
    play any of them may be at the screen, so a curtain hangs first."""
    known = people(match) or range(ONLOOKER, match.game.players)
    if type(front) is not int or front not in known:
        front, stays = first_person(match), False
    return Saved(match, front, stays is True, len(people(match)) > 1)


def people(match: Match) -> list[int]:
    """The seats that no computer player has."""
    return [seat for seat in range(match.game.players) if seat not in match.bots]


def first_person(match: Match) -> int:
    """The first person's seat; nobody's where computers play alone."""
    return next(iter(people(match)), ONLOOKER)


# ── a file that follows a match ──


class Keeper:
    """A file that follows a match: it is written after every change, whole or not at all.

    `name` is the file as a person wrote it, `asked` the game that a cell asked for: the same cell is to
    find its file again after a new game was begun on the table. No fault of a disk is ever raised:
    `trouble` says it, and the next change tries again.

    In one kernel a file has one keeper, and tables that keep the same file share it. Another kernel may
    write the same file; then this one lets it be.
    """

    def __init__(self, name: str, path: Path, asked: Any) -> None:
        self.name, self.path, self.asked = name, path, asked
        self.match: Match | None = None
        self.trouble = ""
        self.seat: tuple[int, bool] = (ONLOOKER, False)  # in front; and whether it was chosen on purpose
        self._last = ""  # the record in the file, without what a table remembers
        self._left: tuple[int, ...] = ()  # by which the file is known, as it was left
        self._unlisten: Callable[[], None] = lambda: None
        if (before := _keepers.get(path)) is not None:
            before.follow(None)
        _keepers[path] = self

    def follow(self, match: Match | None, last: dict[str, Any] | None = None) -> None:
        """From now on the file follows this match, whose record may stand in it already; None for none."""
        self._unlisten()
        self.match = match
        if last is not None:
            self._last = json.dumps(last, ensure_ascii=False) + "\n"
        if match is not None:
            self._unlisten = match.listen(self.write)

    def write(self) -> None:
        """Bring the file up to date. A file that is so is left alone."""
        if self.match is None:
            return
        try:
            record = self.match.text()
            if record == self._last and not self.trouble:
                return
            if self._is_anothers(record):
                self.follow(None)
                self.trouble = (
                    f"{self.name} was written by another table or program, so it no longer follows this "
                    "match. To go on keeping it, save it in Settings."
                )
                return
            files.write(self.path, _with_note(record, self.note()), RECORD)
        except (OSError, ValueError, RecursionError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            self.trouble = f"{self.name} cannot be written ({why}). The game goes on; each move tries again."
        else:
            self._last, self.trouble = record, ""
            self._left = _known_by(self.path)

    def intact(self) -> bool:
        """Whether the file is as this keeper left it, or has not been written yet."""
        try:
            return self._holds(self._last)
        except FileNotFoundError:
            return not self._last
        except (OSError, RecordError):
            return False

    def _is_anothers(self, record: str) -> bool:
        """Whether the file holds something that this keeper has not written, and that would be lost."""
        try:
            return not self._holds(self._last, record)
        except FileNotFoundError:
            return False
        except RecordError:
            return True

    def _holds(self, *records: str) -> bool:
        """Whether the file holds one of these. It is read only where somebody has written it."""
        if self._left and _known_by(self.path) == self._left:
            return True
        found = plain(read_record(self.path))
        return any(found == json.loads(record) for record in records if record)

    def note(self) -> dict[str, Any]:
        """What goes into the file beside the match."""
        front, seat_fixed = self.seat
        return {"front": front, "stays": seat_fixed, "asked": self.asked, "kept": True}


_keepers: WeakValueDictionary[Path, Keeper] = WeakValueDictionary()


def _known_by(path: Path) -> tuple[int, ...]:
    """What tells a file from one that somebody writes in its place: nothing where there is none."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


def plain(record: Any) -> Any:
    """A record without what a table remembers of itself."""
    if not isinstance(record, dict):
        return None
    return {key: value for key, value in record.items() if key != "table"}


def _with_note(text: str, note: dict[str, Any]) -> str:
    """A record's text with what a table remembers of itself."""
    return text.removesuffix("}\n") + f', "table": {json.dumps(note, ensure_ascii=False)}}}\n'


def _record(match: Match) -> dict[str, Any]:
    """A match's record as it comes back from a file."""
    record: dict[str, Any] = json.loads(json.dumps(match.record()))
    return record


def _asked(match: Match) -> list[Any]:
    """What a match was begun as: the game, its options, and the position if it was one."""
    record = _record(match)
    return [record["game"], record["options"], record["start"]]


# ── beginning and bringing back ──


def keep(path: str | Path, new: Saved) -> Saved:
    """The match of a file if there is one, else the new one; the file follows it from now on.

    Raises RecordError when the file holds a match that is not what the new one was begun as, or no match.
    """
    match, asked = new.match, _asked(new.match)
    if not _whole(path).exists():
        keeper = Keeper(str(path), _whole(path), asked)
        keeper.follow(match)
        return replace(new, keeper=keeper)
    try:
        saved, record = _found(path, by_name(match.game, match.bots))
    except RecordError as error:
        raise RecordError(f"{error} Name another file to keep, or move {path} away.") from None
    if asked not in (_noted(record).get("asked"), _asked(saved.match)):
        other = "another position of" if saved.match.game == match.game else "a match of"
        raise RecordError(
            f"{path} holds {other} {saved.match.game!r}, and here {match.game!r} is asked for. "
            f"{line(path)} brings it back; to begin anew, name another file to keep, or move {path} away."
        )
    return _followed(path, saved, record, asked)


def begin(match: Match) -> Keeper:
    """A file beside the notebook that follows a match, under a name that nothing has yet."""
    name = offered(match.game)
    keeper = Keeper(name, _whole(name), _asked(match))
    keeper.follow(match)
    return keeper


def bring_back(path: str | Path, own: Mapping[str, Bot], bots: Levels | None = None) -> Saved:
    """The match of a file; a file that a table kept goes on following it. `own` are the players of somebody's
    own that are known, by name; `bots` take their seats whoever had them. Raises RecordError."""
    saved, record = _found(path, own, bots)
    note = _noted(record)
    return _followed(path, saved, record, note.get("asked")) if note.get("kept") is True else saved


def bring_back_here(name: Any, own: Mapping[str, Bot]) -> Saved:
    """The same for a file beside the notebook, by its plain name."""
    if name not in records_here():
        raise RecordError("There is no such record beside the notebook.")
    return bring_back(name, own)


def bring_back_text(text: str, own: Mapping[str, Bot]) -> Saved:
    """The match of a record's text. Raises RecordError."""
    if len(text.encode("utf-8", "replace")) > LARGEST:
        raise RecordError("This file is larger than any record of a match.")
    return _seated(parse_record(text, "This file"), own)


def _found(
    path: str | Path, own: Mapping[str, Bot], bots: Levels | None = None
) -> tuple[Saved, dict[str, Any]]:
    """The match of a file and its record there; the living match if the file follows one."""
    keeper = _keepers.get(_whole(path))
    if keeper is not None and keeper.match is not None and keeper.intact():
        _renew(keeper.match, own, bots or {})
        return replace(_back(keeper.match, *keeper.seat), keeper=keeper), {"table": keeper.note()}
    try:
        record = read_record(_whole(path))
        saved = _seated(record, own, bots)
    except FileNotFoundError:
        raise RecordError(f"There is no file {path}.") from None
    except OSError as error:
        raise RecordError(f"{path} cannot be read ({error.strerror}).") from None
    except RecordError as error:
        raise RecordError(f"{path} cannot be brought back. {error}") from None
    return saved, record


def _noted(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a table remembers of itself in a record."""
    note: Mapping[str, Any] = record.get("table", {})
    return note


def _renew(match: Match, own: Mapping[str, Bot], bots: Levels) -> None:
    """Let the players of somebody's own, which may have been defined anew, and `bots` take their seats."""
    before = by_name(match.game, match.bots)
    for name in own.keys() & before:
        match.bots |= {seat: own[name] for seat, bot in match.bots.items() if bot == before[name]}
    match.bots |= {match.game.check_seat(seat): seated(match.game, bot) for seat, bot in bots.items()}


def _followed(path: str | Path, saved: Saved, record: Mapping[str, Any], asked: Any) -> Saved:
    """A match that was found, with the keeper of its file: the record there is written otherwise where an
    earlier version wrote it."""
    if saved.keeper is not None:
        return saved
    keeper = Keeper(str(path), _whole(path), asked)
    keeper.follow(saved.match, plain(record))
    return replace(saved, keeper=keeper)


def _seated(record: Any, own: Mapping[str, Bot], bots: Levels | None = None) -> Saved:
    """The match of a record, and the seat that the record has in front."""
    match = Match.from_record(record, bots, own.get)
    note = _noted(record)
    return _back(match, note.get("front"), note.get("stays"))


def _whole(path: str | Path) -> Path:
    """The file wherever the kernel goes later."""
    return Path(path).resolve()


# ── saving once ──


def save(path: str | Path, match: Match, front: int, seat_fixed: bool) -> Path:
    """Write a match to a file, as `Match.save` does. A file that follows this match goes on following it."""
    keeper = _keepers.get(_whole(path))
    followed = keeper is not None and keeper.match is match
    note = keeper.note() if keeper is not None and followed else {"front": front, "stays": seat_fixed}
    return files.write(path, _with_note(match.text(), note), RECORD)


def download(match: Match, front: int, seat_fixed: bool) -> tuple[str, bytes]:
    """A file's name, and what is to stand in it."""
    note = {"front": front, "stays": seat_fixed}
    return offered(match.game), _with_note(match.text(), note).encode()


# ── what a table says of it ──


def line(name: str | Path) -> str:
    """The line of code that brings a match back."""
    return f"Table.load({str(name)!r})"


def kept(keeper: Keeper | None, match: Match) -> Kept | None:
    """What a scene says of the file that a table keeps."""
    if keeper is None:
        return None
    if keeper.match is not match:
        return Kept(file="", trouble=keeper.trouble or f"{keeper.name} follows another match now.")
    said = Kept(file=keeper.name)
    if keeper.trouble:
        said["trouble"] = keeper.trouble
    return said


def saving(game: Game) -> Saving:
    """What the window for saving offers."""
    return Saving(offer=offered(game), files=records_here())


def offered(game: Game) -> str:
    """A name for a file beside the notebook, which nothing has yet."""
    stem = f"{re.sub(r'[^a-z0-9-]', '', game.name.lower()) or 'match'}-{datetime.now().astimezone():%Y-%m-%d}"
    names = (f"{stem}.json" if number == 1 else f"{stem}-{number}.json" for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def records_here() -> list[str]:
    """The files beside the notebook that look like records, newest first; their names only."""
    found = list[tuple[float, str]]()
    with contextlib.suppress(OSError), os.scandir() as entries:
        for entry in entries:
            plain_file = entry.name.isprintable() and entry.is_file(follow_symlinks=False)
            if plain_file and entry.name.endswith(".json") and _looks_like_a_record(Path(entry.path)):
                found.append((entry.stat().st_mtime, entry.name))
    return [name for _, name in sorted(found, reverse=True)[:MOST_FILES]]


def _looks_like_a_record(path: Path) -> bool:
    try:
        return path.stat().st_size <= LARGEST and RECORD.knows(path)
    except OSError:
        return False
