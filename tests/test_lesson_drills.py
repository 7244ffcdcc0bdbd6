"""Drills: a run of questions, with what was missed coming back."""

from __future__ import annotations

from typing import Any

import pytest

from handkit import President, Reserves
from handkit.lesson import drill, seed
from handkit.lesson.about import known
from handkit.lesson.drills import COMES_BACK, Drill
from handkit.lesson.sheet import SheetError
from handkit.lesson.walks import NotFound

RULES = ["P2.2", "P2.3"]


def right(run: Drill) -> Drill:
    solution = run.solution
    return run.answer(solution.right if solution.how != "number" else next(iter(solution.right)))


def wrong(run: Drill) -> Drill:
    solution = run.solution
    if solution.how == "number":
        return run.answer(12345)
    if solution.how == "one":
        return run.answer(next(choice.key for choice in solution.choices if choice.key not in solution.right))
    return run.answer(*() if solution.right else [solution.choices[0].key])


def test_a_run_without_a_miss() -> None:
    run = drill("president", n=3, rules=RULES)
    for number in (1, 2, 3):
        assert run.number == number and not run.over
        right(run).next()
    assert run.over and (run.score, run.missed) == (3, [])
    assert "3 of 3 were right at once" in repr(run) and "No rule was missed" in repr(run)
    with pytest.raises(SheetError, match="over"):
        run.answer("yes")


def test_each_rule_is_asked_before_one_is_asked_again() -> None:
    run = drill("president", n=6, rules=["P2.1", "P2.3", "P2.5"])
    asked = []
    for _ in range(6):
        asked.append(run.problem.practises)
        right(run).next()
    assert sorted(asked[:3]) == sorted(asked[3:]) == ["P2.1", "P2.3", "P2.5"]


def test_what_was_missed_comes_back() -> None:
    run = drill("president", n=2, rules=RULES)
    missed = run.problem
    wrong(run).next()
    right(run).next()
    for _ in range(COMES_BACK):
        assert run.problem == missed and not run.over and "Once more" in repr(run)
        wrong(run).next()
    assert run.over and run.score == 1 and run.missed == [missed.practises]
    assert missed.practises in repr(run)


def test_right_the_second_time_ends_it() -> None:
    run = drill("president", n=1, rules=RULES).reveal().next()
    assert (run.over, run.problem.practises in RULES) == (False, True), "what was only looked at comes back"
    assert (right(run).next().over, run.score) == (True, 0)


def test_the_next_question_waits_for_an_answer() -> None:
    run = drill("president", n=2, rules=RULES)
    with pytest.raises(SheetError, match="still open"):
        run.next()
    run.handle({"type": "next", "rev": run.scene()["rev"]})
    assert run.number == 1 and "still open" in run.scene()["remark"]


def test_the_same_seed_asks_the_same() -> None:
    first, same = (drill("president", n=2, seed="a", rules=RULES) for _ in range(2))
    other = drill("president", n=2, seed="b", rules=RULES)
    assert first.problem.state == same.problem.state != other.problem.state
    assert first.problem.origin and first.problem.origin["seed"] == f"{seed('a')}|1|1"
    again = first.again()
    assert again.problem.state != same.problem.state and again.number == 1


def test_topics() -> None:
    run = drill(Reserves(), "worth", n=1)
    assert run.solution.how == "number" and run.problem.practises in known(Reserves()).topics["worth"]
    assert drill("president", "legal", n=1, rules=RULES).problem.ask.kind == "legal"
    assert drill(President(), "beats", n=1).problem.practises in ("P1.4", "P4.4")


def test_what_is_no_drill_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for more in ({"game": "chess"}, {"topic": "poetry"}, {"n": 0}, {"rules": ["P9.9"]}, {"form": "essay"}):
        about: dict[str, Any] = {"game": "president", **more}
        with pytest.raises(ValueError, match=r"no |1 to"):
            drill(**about)
    monkeypatch.setattr("handkit.lesson.moments.MOVES", 200)
    with pytest.raises(NotFound):
        drill("president", n=1, rules=["P2.3"], form="number")


def test_one_table_for_the_whole_run() -> None:
    run = drill("president", n=2, rules=RULES)
    table = run.table
    for _ in range(2):
        assert (run.table, table.marks, table.front) == (table, False, run.problem.reader)
        assert table.match.state == run.problem.state
        right(run).next()
