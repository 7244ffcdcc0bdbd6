"""Files that version 0.1 wrote load, replay the same and are judged the same: what CONTRIBUTING promises.

`tests/stored/v0.1` holds them as that version wrote them, and in `expected.json` what it made of them: for
each line of play its last state, the rules of all events, and its length.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from handkit.__main__ import main
from handkit.lesson.handins import judge
from handkit.match import Match
from handkit.table import Table

STORED = Path(__file__).parent / "stored" / "v0.1"
EXPECTED: dict[str, dict[str, Any]] = json.loads((STORED / "expected.json").read_text("utf-8"))
HAND_INS = sorted(STORED.glob("hand-in-*.json"))


@pytest.mark.parametrize("name", EXPECTED)
def test_a_stored_match_replays_to_the_same_states(name: str) -> None:
    match = Match.load(STORED / f"{name}.json")
    expected = dict(EXPECTED[name])
    assert expected.pop("") == {"line": match.line, "at": match.at, "opened": match.opened}
    assert match.branches == list(expected)
    for line, what in expected.items():
        match.switch(line)
        assert match.length == what["length"]
        assert match.state == match.game.state(what["end"]), "its old JSON still means the same state"
        assert " ".join(event.rule for event in match.events) == what["told"]


def test_all_that_is_stored_is_expected() -> None:
    stored = {path.stem for path in STORED.glob("*.json")} - {path.stem for path in HAND_INS}
    assert stored == {*EXPECTED, "expected"} and len(HAND_INS) == 3


def test_a_table_that_was_kept_opens() -> None:
    table = Table.load(STORED / "president-table.json")
    assert table.match.length == EXPECTED["president-table"]["main"]["length"]


@pytest.mark.parametrize("name", EXPECTED)
def test_a_stored_match_that_is_kept_is_written_on(name: str, tmp_path: Path) -> None:
    record = json.loads((STORED / f"{name}.json").read_text("utf-8"))
    file = tmp_path / "kept.json"
    file.write_text(json.dumps(record | {"table": {"kept": True}}), "utf-8")
    table = Table.load(file)
    table.match.undo()
    assert table.scene["kept"] == {"file": str(file)}, "and nothing is amiss"
    now = json.loads(file.read_text("utf-8"))
    assert now["at"] == table.match.at == Match.load(file).at
    assert {key: now[key] for key in Match.load(file).record()} == Match.load(file).record()


@pytest.mark.parametrize("path", HAND_INS, ids=[path.stem for path in HAND_INS])
def test_a_stored_hand_in_is_judged_as_it_was(path: Path) -> None:
    judged = judge(path, code="7B-monday")
    assert not judged.amiss
    own = path.stem.endswith("president")  # this one also holds a question with a position of its own
    assert (judged.asked, judged.right) == (6 + own, 6)
    assert judged.matches


def test_a_folder_of_them_is_verified(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for path in HAND_INS:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    assert main(["verify", str(tmp_path)]) == 0
    assert capsys.readouterr().out
