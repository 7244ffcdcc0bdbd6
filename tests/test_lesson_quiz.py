"""A teacher's own quiz, as a notebook and on paper."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from handkit import President
from handkit.__main__ import main
from handkit.lesson import Drill, class_code, drill
from handkit.lesson.memory import MEMORY
from handkit.lesson.session import NOW

WORDS = ["quiz", "president", "--rules", "p2.3,P2.5", "--questions", "3", "--code", "7B"]


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own."""
    monkeypatch.chdir(tmp_path)


def test_a_quiz_is_the_same_on_paper_and_in_the_notebook(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(WORDS) == 0
    assert "quiz-president-7B.ipynb" in capsys.readouterr().out
    class_code("")
    cells = json.loads(Path("quiz-president-7B.ipynb").read_text("utf-8"))["cells"]
    names: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            source = cell["source"]
            if source.startswith("drill("):
                source = f"run = {source}"
            exec(source, names)
    assert NOW.code == "7B", "the notebook has the code"
    run = names["run"]
    assert isinstance(run, Drill) and run.rules_asked == ["P2.3", "P2.5"] and run.n == 3
    asked, key = Path("quiz-president-7B.html").read_text("utf-8").split("<section>")
    assert asked.count("<img") == 3 and not re.search(r'(src|href)="(?!data:)|<script', asked + key)
    for problem in run.problems():
        assert problem.plain(problem.text).split(".")[0] in asked
        assert problem.plain(problem.solution.answer).split(".")[0] in key
        assert problem.practises in ("P2.3", "P2.5")


def test_the_questions_of_a_drill_are_those_that_it_asks() -> None:
    run = drill(President(), n=4, seed="a")
    told, met = run.problems(), []
    assert not NOW.answers and not MEMORY.rows, "nothing is answered by looking"
    for _ in range(4):
        met.append(run.problem)
        run.answer(*sorted(run.solution.right)).next()
    assert [(one.state, one.origin) for one in told] == [(one.state, one.origin) for one in met]


def test_a_quiz_is_written_over_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    Path("quiz-president-7B.ipynb").write_text("mine")
    assert main(WORDS) == 2 and Path("quiz-president-7B.ipynb").read_text() == "mine"
    assert "holds something else" in capsys.readouterr().err
    assert main([*WORDS[:2], "--rules", "P9.9"]) == 2
    assert "President has no rule" in capsys.readouterr().err
    assert not Path("quiz-president.ipynb").exists()
