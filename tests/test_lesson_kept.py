"""Answers in full, kept where the learner agreed: a restart loses nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from handkit.games.president import President
from handkit.lesson import Question, asks, drill, hand_in, predict, progress
from handkit.lesson.handins import judge
from handkit.lesson.kept import FILE, KEPT, Kept, read_file
from handkit.lesson.memory import MEMORY, ProgressError
from handkit.lesson.session import NOW

POSITION = President.position(["7C 9C AC 2D", "3C 4C", "3D 5C", "4D 5D"], trick="9H", played_by=3)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def question(move: str = "AC") -> Question:
    return predict(POSITION, asks.legal(move))


def restart() -> None:
    """As a kernel does."""
    for one in (NOW, MEMORY, KEPT):
        one.__init__()  # type: ignore[misc]


def shown(sheet: Question) -> dict[str, Any]:
    """What a browser shows of it once its cell has run."""
    sheet.recall()
    return dict(sheet.scene())


def test_after_a_restart_sheets_stand_as_they_were_and_one_file_holds_all() -> None:
    progress(keep=True)
    question("AC").answer(True)
    question("7C").answer(True)  # wrong
    question("2D").reveal()
    before = hand_in("Mia").path.read_bytes()
    restart()
    right, wrong, seen, new = question("AC"), question("7C"), question("2D"), question("9C")
    assert not shown(right)["open"] and right.right is True
    assert not shown(wrong)["open"] and wrong.right is False
    assert not shown(seen)["open"] and seen.right is None
    assert shown(new)["open"]
    handed = hand_in("Mia")
    assert handed.answers == 2
    assert handed.path.read_bytes() == before
    assert [path.name for path in Path().glob("hand-in*")] == [handed.path.name]
    new.answer(False)
    assert hand_in("Mia").answers == 3


def test_nothing_counts_twice() -> None:
    progress(keep=True)
    question().answer(False)
    restart()
    again = question()
    shown(again)
    again.again().answer(True)
    assert [answer["tried"] for answer in NOW.answers] == ["first", "retry"]
    assert len(MEMORY.rows) == 1 and not next(iter(MEMORY.rows.values())).right
    restart()
    last = question()
    assert not shown(last)["open"] and last.right is True, "as it was left"


def test_in_code_a_question_is_asked_anew() -> None:
    progress(keep=True)
    question().answer(True)
    restart()
    assert question().answer(True).right
    assert [answer["tried"] for answer in NOW.answers] == ["first", "retry"]


def test_without_consent_nothing_is_written_and_consent_takes_in_what_was_said_before() -> None:
    question().answer(True)
    assert not Path(FILE).exists()
    progress(keep=True)
    assert len(read_file(Path(FILE))[1]) == 1
    progress(keep=False)
    question("7C").answer(True)
    assert len(read_file(Path(FILE))[1]) == 1
    restart()
    assert shown(question())["open"], "who said no is not followed"


def test_two_kernels_keep_one_file() -> None:
    progress(keep=True)
    question("AC").answer(True)
    other = Kept()
    entry = {"said": ["yes"], "tried": "first"}
    other.note("answers", "another notebook's", entry)
    question("7C").answer(True)
    session, entries = read_file(Path(FILE))
    assert len(entries) == 3 and session == NOW.id
    assert entry in NOW.answers, "one file to hand in holds the answers of both"


def test_a_drill_begins_anew() -> None:
    progress(keep=True)
    asked = drill(President(), rules=["P2.3"], n=3, seed="kept")
    asked.reveal()
    restart()
    assert shown(drill(President(), rules=["P2.3"], n=3, seed="kept"))["open"]


BAD = {
    "empty": "", "cut off": '{"handkit-answers": 1', "a list": "[]", "deep": "[" * 100_000,
    "another file": '{"handkit-progress": 1}', "no fields": '{"handkit-answers": 1}',
    "a wrong sum": '{"handkit-answers": 1, "session": "a", "entries": [], "checksum": "0"}',
    "a wrong version": '{"handkit-answers": 2, "session": "a", "entries": [], "checksum": "0"}',
}  # fmt: skip


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_a_file_that_cannot_be_read_is_set_aside_and_said(text: str) -> None:
    progress(keep=True)
    Path(FILE).write_text(text)
    with pytest.raises(ProgressError):
        read_file(Path(FILE))
    restart()
    sheet = question()
    assert shown(sheet)["open"] and Path(FILE).read_text() == text
    sheet.answer(True)
    assert Path("handkit-answers-set-aside-1.json").read_text() == text
    assert len(read_file(Path(FILE))[1]) == 1
    notice = sheet.scene()["notice"]
    assert notice and "set-aside-1" in notice["text"]


def test_a_folder_that_cannot_be_written_is_said() -> None:
    MEMORY.look()
    MEMORY.path = Path("no such folder") / "handkit-progress.json"
    progress(keep=True)
    sheet = question().answer(True)
    notice = sheet.scene()["notice"]
    assert notice and f"{FILE} cannot be written" in notice["text"] and len(NOW.answers) == 1


def test_a_kept_hand_in_is_judged_as_any_other() -> None:
    progress(keep=True)
    question().answer(True)
    restart()
    question("7C").answer(False)
    found = judge(hand_in("Mia").path)
    assert (found.asked, found.right) == (2, 2)
