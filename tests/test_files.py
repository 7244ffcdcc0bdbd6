"""What handkit writes: whole or not at all, over nothing but its own, and what hinders it is said."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from handkit import HangIn, Match, President
from handkit.files import FileKind, write, write_whole
from handkit.lesson import memory
from handkit.lesson.classroom import hand_in
from handkit.lesson.handins import Judged
from handkit.lesson.verify import SPREADSHEET, spreadsheet
from handkit.match import RECORD
from handkit.table import Table
from handkit.table.export import PAGE
from handkit.terminal import lessons
from handkit.terminal.lessons import FIRST

OTHERS = {
    "prose": b"My essay. " * 300,
    "JSON": b'{"my": "marks"}',
    "another file of handkit": b'{"handkit-progress": 1}',
    "a web page": b"<!doctype html><title>Mine</title>",
    "bytes": b"\x00\xff\xfe" * 100,
    "a table": b"kind,learner\r\nrule,Ada\r\n",
}


def match() -> Match:
    return Match(President(), seed=1, bots={1: "easy", 2: "easy", 3: "easy"})


def table_of_class(path: Path) -> None:
    rows = [Judged(path, amiss=["This is cut off, or no file to hand in."])] * 9
    write(path, spreadsheet(rows).encode("utf-8-sig"), SPREADSHEET)


WRITERS: dict[str, Callable[[Path], Any]] = {
    "Match.save": lambda path: match().save(path),
    "Table.save": lambda path: Table(match()).save(path),
    "Table.export": lambda path: Table(match()).export(path),
    "verify --csv": table_of_class,
}


@pytest.fixture(params=WRITERS)
def writer(request: pytest.FixtureRequest) -> Callable[[Path], Any]:
    return WRITERS[request.param]


@pytest.mark.parametrize("kind", OTHERS)
def test_another_file_is_left_as_it_is(tmp_path: Path, writer: Callable[[Path], Any], kind: str) -> None:
    file = tmp_path / "mine"
    file.write_bytes(OTHERS[kind])
    with pytest.raises(
        FileExistsError, match=r"mine' is there already and holds something else, not a .*Name another file"
    ):
        writer(file)
    assert file.read_bytes() == OTHERS[kind] and list(tmp_path.iterdir()) == [file]


def test_its_own_file_is_written_anew(tmp_path: Path, writer: Callable[[Path], Any]) -> None:
    file = tmp_path / "mine"
    for _ in range(2):
        writer(file)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])  # cut off, it is still of its kind
    writer(file)
    assert len(file.read_bytes()) > len(whole) // 2
    file.write_bytes(b"")  # where nothing is, nothing is lost
    writer(file)
    assert file.read_bytes() and list(tmp_path.iterdir()) == [file]


def test_a_kind_is_not_taken_for_another(tmp_path: Path) -> None:
    kinds = {"Match.save": RECORD, "Table.export": PAGE, "verify --csv": SPREADSHEET}
    for name in kinds:
        file = tmp_path / name
        WRITERS[name](file)
        assert [other for other, kind in kinds.items() if kind.knows(file)] == [name]
        memory.write_file(tmp_path / "progress", {}, True)
        assert not any(kind.knows(tmp_path / "progress") for kind in kinds.values())


def test_a_match_of_another_game_is_a_record_too(tmp_path: Path) -> None:
    file = match().save(tmp_path / "m.json")
    other = Match(HangIn(), seed=1)
    other.save(file)
    assert Match.load(file).record() == other.record()


def test_what_is_no_file_is_never_opened(tmp_path: Path, writer: Callable[[Path], Any]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileExistsError, match="device or a pipe"):
        writer(pipe)
    with pytest.raises(FileExistsError, match="device or a pipe"):
        writer(Path("/dev/null"))
    with pytest.raises(IsADirectoryError, match="is a folder"):
        writer(tmp_path)
    with pytest.raises(FileNotFoundError, match="There is no folder"):
        writer(tmp_path / "gone" / "mine")
    assert list(tmp_path.iterdir()) == [pipe] and pipe.is_fifo()


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.EACCES, "Name a folder in which you may write."),
        (errno.EROFS, "Name a folder in which you may write."),
        (errno.ENOSPC, "Make room there, or name another folder."),
        (errno.ENAMETOOLONG, "Give another path."),
    ],
)
def test_a_folder_that_cannot_be_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    writer: Callable[[Path], Any],
    number: int,
    advice: str,
) -> None:
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number), "some.part")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="cannot be written") as caught:
        writer(tmp_path / "g.html")
    assert str(caught.value) == (
        f"'g.html' cannot be written in the folder {str(tmp_path)!r} ({os.strerror(number)}). {advice}"
    )
    assert caught.value.strerror == os.strerror(number)
    assert type(caught.value) is type(OSError(number, "")) and not list(tmp_path.iterdir())


def test_a_protected_file_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = match().save(tmp_path / "m.json")
    before = file.read_bytes()
    monkeypatch.setattr(os, "access", lambda *_: False)  # as for anybody but root
    with pytest.raises(PermissionError, match="protected against writing"):
        match().save(file)
    assert file.read_bytes() == before


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link, file = tmp_path / "link.json", tmp_path / "elsewhere" / "m.json"
    link.symlink_to(file)
    match().save(link)
    assert link.is_symlink() and Match.load(file).record() == match().record()
    file.write_text("mine")
    with pytest.raises(FileExistsError):
        match().save(link)
    assert file.read_text() == "mine"


def test_nothing_of_others_is_used_on_the_way(tmp_path: Path) -> None:
    (tmp_path / "m.json.part").write_text("mine")
    match().save(tmp_path / "m.json")
    assert (tmp_path / "m.json.part").read_text() == "mine"
    write_whole(tmp_path / "any", b"\x00")
    assert (tmp_path / "any").read_bytes() == b"\x00"
    with pytest.raises(FileExistsError, match="not a poem"):
        write(tmp_path / "any", "Roses", FileKind("a poem", lambda head: head.startswith(b"Roses")))


def test_a_file_to_hand_in_takes_no_others_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hand-in-ada.json").write_text("mine")
    first, second = hand_in("Ada", folder=tmp_path).path, hand_in("Ada", folder=tmp_path).path
    assert first == second == tmp_path / "hand-in-ada-2.json"
    assert (tmp_path / "hand-in-ada.json").read_text() == "mine"
    with pytest.raises(FileNotFoundError, match="There is no folder"):
        hand_in("Ada", folder=tmp_path / "gone")


def test_lessons_are_written_all_or_none(tmp_path: Path) -> None:
    first = tmp_path / FIRST
    for is_link in (False, True):
        if is_link:
            first.symlink_to(tmp_path / "nothing" / "there")
        else:
            first.mkdir()
        with pytest.raises(FileExistsError, match=f"these are there already and differ: {FIRST}"):
            lessons.write(tmp_path)
        assert [*tmp_path.iterdir()] == [first], "nothing was written"
        first.unlink() if is_link else first.rmdir()
    for empty in ("", " "):
        with pytest.raises(FileNotFoundError, match="The folder has no name"):
            lessons.write(empty)
