"""What is remembered of answers: in memory, in a file if the learner agrees, never lost or overwritten."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from handkit import President
from handkit.lesson import asks, hand_in, predict, progress
from handkit.lesson.handins import judge
from handkit.lesson.mastery import KNOWN, Progress
from handkit.lesson.memory import FILE, MEMORY, Memory, ProgressError, checksum, read_file
from handkit.lesson.session import NOW

OTHERS = itertools.cycle(f"{rank}{suit}" for rank in "3456" for suit in "CDHS")


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own."""
    monkeypatch.chdir(tmp_path)


def asks_anew() -> Any:
    """A question that no other is like; the answer is no."""
    hands = ["7C 7H 9C 9D", f"{next(OTHERS)} JC", "QC QD", "KD KH"]
    position = President.position(hands, trick="8H 8S", played_by=3)
    return predict(position, asks.legal("7C 7H"))


def asked(answer: bool) -> Any:
    return asks_anew().answer(answer)


def test_nothing_is_written_before_the_learner_agrees() -> None:
    assert [asked(False).scene()["notice"] for _ in range(2)] == [None, None], "first there must be something"
    q = asked(False)
    assert not Path(FILE).exists()
    notice = q.scene()["notice"]
    assert FILE in notice["text"] and [button["id"] for button in notice["actions"]] == ["keep", "keep-not"]
    q.handle({"type": "keep-not", "rev": q.scene()["rev"]})
    assert asked(False).scene()["notice"] is None, "it is asked once"
    assert not list(Path().iterdir())
    assert len(MEMORY.rows) == 4


def test_with_two_buttons_the_learner_agrees() -> None:
    q = [asked(True) for _ in range(3)][-1]
    q.handle({"type": "keep", "rev": q.scene()["rev"]})
    assert FILE in q.scene()["notice"]["text"] and not q.scene()["notice"]["actions"]
    rows, keep = read_file(Path(FILE))
    assert keep and [(row.rule, row.right) for row in rows.values()] == [("P2.3", False)] * 3
    asked(False)
    assert len(read_file(Path(FILE))[0]) == 4
    text = Path(FILE).read_text()
    assert "7C" not in text and ":" in text, "rules and marks, no cards, no times"


def test_a_later_session_goes_on() -> None:
    progress(keep=True)
    asked(False)
    later = Memory()
    later.look()
    assert later.keep and len(later.rows) == 1
    progress(keep=False)
    asked(False)
    assert len(read_file(Path(FILE))[0]) == 1
    last = Memory()
    last.look()
    assert last.keep is False and len(last.rows) == 1


def test_only_a_first_try_counts() -> None:
    """Neither asking again, nor running a cell once more, nor answering what was shown."""
    q = asks_anew()
    for _ in range(KNOWN + 1):
        q.reveal().again().answer(False).again()
    again = predict(q.problem.state, q.problem.ask)
    again.answer(False)
    assert progress().known("president") == [] and len(MEMORY.rows) == 1
    tried = [answer["tried"] for answer in NOW.answers]
    assert tried == ["shown", *["retry"] * (KNOWN + 2)]
    assert "4 answers" in repr(hand_in("Ada"))
    judged = judge(Path("hand-in-ada.json"))
    assert (judged.asked, judged.retries, judged.shown, judged.known) == (0, KNOWN + 2, 1, {})


def test_a_first_try_lasts() -> None:
    progress(keep=True)
    q = asks_anew().answer(True)
    MEMORY.__init__()  # type: ignore[misc]
    NOW.__init__()  # type: ignore[misc]
    predict(q.problem.state, q.problem.ask).answer(False)
    assert [row.right for row in MEMORY.rows.values()] == [False], "as it was answered first"


def test_known_and_to_practise() -> None:
    asked(True)
    shown = progress()
    assert shown.known("president") == [] and shown.practise("president")[0] == "P2.3"
    for _ in range(KNOWN):
        asked(False)
    shown = progress()
    assert shown.known("president") == ["P2.3"] and "P2.3" not in shown.practise("president")
    assert "1 of" in repr(shown) and "progress().drill('president')" in repr(shown)
    assert "<code>P2.3</code> Strictly stronger" in shown._repr_html_()
    asked(True)
    assert progress().known("president") == [], "a rule that is missed again is to be practised again"
    assert progress().drill("president", n=1).problem.practises in progress().practise("president")


def test_nothing_yet() -> None:
    assert "Nothing has been answered yet." in repr(progress())


def test_a_copy_is_saved_and_restored_and_merged() -> None:
    asked(True)
    copy = progress().save("copy.json")
    with pytest.raises(FileExistsError):
        progress().save("copy.json")
    known = set(MEMORY.rows)
    MEMORY.__init__()  # type: ignore[misc]
    asked(False)
    assert "1 answers were new" in repr(progress(restore=copy))
    assert known < set(MEMORY.rows) and len(MEMORY.rows) == 2
    assert "0 answers were new" in repr(progress(restore=copy)), "twice is once"


GOOD = ["a", 1, "president", "P2.3", "legal", True]
WRONG = ["a", -1, "president", "P2.3", "legal", True]
BROKEN: dict[str, Any] = {
    "empty": "", "cut off": '{"handkit-progress": 1, "keep": true', "another file": '{"handkit": 1}',
    "a list": "[]", "deep": "[" * 100_000, "form": {"handkit-progress": 2},
    "true": {"handkit-progress": True},
    "changed": {"handkit-progress": 1, "keep": True, "answers": [GOOD], "checksum": "0"},
    "wrong row": {"handkit-progress": 1, "keep": True, "answers": [WRONG],
                  "checksum": checksum([True, [WRONG]])},
    "no rows": {"handkit-progress": 1, "keep": True, "answers": 7, "checksum": checksum([True, 7])},
    "huge": "x" * 5_000_001, "bytes": b"\xff\xfe\x00",
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_a_file_that_is_none_is_refused_and_set_aside(what: str) -> None:
    content = BROKEN[what]
    text = content if isinstance(content, str | bytes) else json.dumps(content)
    raw = text.encode() if isinstance(text, str) else text
    Path(FILE).write_bytes(raw)
    assert FILE in repr(progress()) and MEMORY.keep is None
    assert Path(FILE).read_bytes() == raw, "only looked at"
    with pytest.raises(ProgressError):
        progress(restore=FILE)
    told = repr(progress(keep=True))
    aside = Path("handkit-progress-set-aside-1.json")
    assert aside.read_bytes() == raw and aside.name in told
    assert read_file(Path(FILE)) == ({}, True)


def test_a_folder_that_cannot_be_written() -> None:
    MEMORY.look()
    MEMORY.path = Path("no such folder") / FILE
    progress(keep=True)
    asked(True)
    assert "cannot be written" in repr(progress()) and len(MEMORY.rows) == 1


def test_two_notebooks_in_turn() -> None:
    one, other = Memory(), Memory()
    for memory in (one, other):
        memory.set_keep(True)
    for number in range(6):
        (one, other)[number % 2].note("president", "P2.3", "legal", True)
    rows, _ = read_file(Path(FILE))
    assert sorted(row.number for row in rows.values()) == [1, 2, 3, 4, 5, 6]


def test_several_kernels_at_once_lose_nothing() -> None:
    script = (
        "from handkit.lesson.memory import Memory\n"
        "memory = Memory()\n"
        "memory.set_keep(True)\n"
        "for number in range(25): memory.note('president', 'P2.3', 'legal', True)\n"
    )
    kernels = [subprocess.Popen([sys.executable, "-c", script]) for _ in range(3)]
    assert [kernel.wait(60) for kernel in kernels] == [0, 0, 0]
    assert len(read_file(Path(FILE))[0]) == 75
    assert not list(Path().glob("*.part")) and not list(Path().glob("*aside*"))


def test_what_is_foreign_to_the_rulebook_does_no_harm() -> None:
    MEMORY.note("president", "P9.9", "legal", True)
    MEMORY.note("chess", "C1.1", "legal", True)
    shown = Progress(MEMORY)
    assert "P9.9" not in repr(shown) and shown.games() == ["president"]
