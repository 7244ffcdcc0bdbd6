"""Exercises: on a table and in code, with graded hints, and a solution that is proved."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from handkit import HangIn, Match, President
from handkit.bots import bot
from handkit.game import View
from handkit.lesson import AskError, Exercise, bot_exercise, exercise, hand_in
from handkit.lesson.handins import judge
from handkit.lesson.session import NOW
from handkit.lesson.sheet import SheetError

START = President.position(["4C 9C 9D", "5C 6C", "7C 7D", "3C 8D"], to_move=0)
SOLUTION = """
def choose(view):
    return view.moves()[0]
"""


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def is_out(match: Match, seat: int) -> bool | str:
    left = match.state.counts[seat]  # type: ignore[attr-defined]
    return not left or f"You still hold {left} cards."


def go_out(**more: Any) -> Exercise:
    about: dict[str, Any] = {
        "limit": 2,
        "hints": ["What wins the lead?", "The pair."],
        "solution": ["9C 9D", "4C"],
    }
    return exercise("Go out in two moves.", START, is_out, **{**about, **more})


# ── on a table ──


def test_the_way_to_a_solved_exercise() -> None:
    e = go_out()
    assert "Nothing has been played yet" in repr(e.check())
    e.table.play("9C 9D")
    assert "You still hold 1 cards. One move is left." in repr(e.check())
    e.table.play("4C")
    assert e.check().state == "solved" and "Solved, in 2 moves." in repr(e)
    assert NOW.exercises[0]["solved"] and NOW.exercises[0]["record"]["start"]
    assert e.solution().state == "solved", "the solution may be read afterwards"


def test_hints_come_one_by_one() -> None:
    e = go_out()
    assert "What wins" in repr(e.hint()) and "The pair." not in repr(e)
    assert "The pair." in repr(e.hint()) and "Hint 2 of 2" in repr(e.hint())
    with pytest.raises(SheetError, match="no hints"):
        go_out(hints=[]).hint()


def test_a_solution_that_was_seen_first() -> None:
    e = go_out()
    assert "9♣ 9♦" in repr(e.solution()) and e.state == "seen"
    for move in ("9C 9D", "4C"):
        e.table.play(move)
    assert "does not count as solved" in repr(e.check())
    assert e.state == "seen" and NOW.exercises == []


def test_the_limit() -> None:
    pair = President.position(["9C 9D", "5C 6C", "7C 7D", "3C 8D"], to_move=0)
    e = exercise("Go out at once.", pair, is_out, limit=1, solution=["9C 9D"])
    e.table.play("9C")
    assert "0 moves are left" in repr(e.check())
    e.table.play("9D" if e.table.match.check("9D") is None else "pass")
    assert "You have made 2 moves, and 1 are allowed" in repr(e.check()) and e.state == "open"
    assert e.again().table.match.at == 0 and "Not solved yet." in repr(e)


def test_a_solution_is_proved_in_the_authors_cell() -> None:
    with pytest.raises(AskError, match="You still hold 2 cards"):
        go_out(solution=["4C"])
    with pytest.raises(AskError, match="within the limit"):
        go_out(limit=1)


def test_a_whole_game_and_its_seed() -> None:
    def scored(match: Match, seat: int) -> bool:
        return bool(match.moves_so_far)

    match = Match(President(), "a", bots={1: "easy", 2: "easy", 3: "easy"})
    lead = str(match.view(0).moves()[0])
    one, same = (exercise("Lead.", President(), scored, solution=[lead], seed="a") for _ in range(2))
    assert one.table.match.state == same.table.match.state == match.state


def test_what_is_stored_folds_the_solution() -> None:
    still = go_out().still()
    assert still == go_out().still()
    assert "9♣ 9♦" not in still["text/plain"] and "Not solved yet." in still["text/plain"]
    html = still["text/html"]
    assert html.index("<details>") < html.index("9♣ 9♦")


def test_the_buttons() -> None:
    e = go_out()
    for kind in ("hint", "check", "solution", "again"):
        e.handle({"type": kind, "rev": e.scene()["rev"]})
        assert not e.scene()["remark"]
    assert {button["id"] for button in e.scene()["actions"]} == {"check", "again", "hint", "solution"}


# ── in code ──


def beat_easy(**more: Any) -> Any:
    about: dict[str, Any] = {"deals": 6, "solution": SOLUTION, "hints": ["Look at the moves."]}
    return bot_exercise("Write a player.", President(), **{**about, **more})


def test_a_player_that_is_better_and_one_that_is_not() -> None:
    hard = bot(President(), "normal")

    def choose(view: View, rng: Random) -> Any:
        return hard.choose(view, rng)

    e = beat_easy(deals=25)
    assert "Solved: your player is better." in repr(e.check(choose)) and "points a game" in repr(e)
    assert e.state == "solved" and e.check(choose).state == "solved"

    def weak(view: View) -> str:
        return str(view.moves()[-1])

    other = beat_easy().check(weak)
    assert (other.state == "open" and "not better yet" in repr(other)) or "luck" in repr(other)
    assert repr(beat_easy().check(weak)) == repr(beat_easy().check(weak)), "the deals are fixed"


def test_errors_are_told_with_the_learners_own_line() -> None:
    def divides(view: View) -> Any:
        cards = 0
        return 1 / cards

    told = repr(beat_easy().check(divides))
    assert "Your player 'divides' stops in line" in told and "`return 1 / cards`" in told
    assert (
        "ZeroDivisionError: division by zero" in told and "Traceback" not in told and "simulate" not in told
    )


@pytest.mark.parametrize(
    ("player", "told"),
    [
        (lambda view: None, "Your player 'lambda' returned None, and should return a move or its text, such"),
        (lambda view: "99X", "Your player 'lambda' chose '99X'."),
        (lambda view: "pass", "Your player 'lambda' chose pass, which is refused: Who leads"),
        (lambda view: {}, "Your player 'lambda' returned (), and should return a move"),
        (lambda view: {"3H"}, "returned ('3H'), and should return a move"),
        (lambda: "pass", "Your player 'lambda' takes (), and should take the view: def choose(view): ..."),
        (7, "A player is a function of the view, not 7"),
    ],
)  # fmt: skip
def test_what_a_player_may_get_wrong(player: Any, told: str) -> None:
    e = beat_easy().check(player)
    assert told in repr(e) and e.state == "open"


def test_a_player_sees_a_view_and_nothing_else() -> None:
    seen: list[Any] = []

    def choose(view: Any) -> Any:
        seen.append(view)
        return view.moves()[0]

    beat_easy(deals=1).check(choose)
    assert seen and all(isinstance(view, View) for view in seen)
    with pytest.raises(ValueError, match="does not see the hand"):
        seen[0].hand_of((seen[0].seat + 1) % 4)


def test_a_level_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="no computer player"):
        bot_exercise("Beat it.", HangIn(), against="legend", solution=SOLUTION)


def test_code_is_folded_as_code() -> None:
    e = beat_easy()
    assert "<pre>def choose(view):" in e.still()["text/html"]
    assert e.solution().state == "seen" and "def choose(view):" in repr(e)


def test_solved_exercises_are_handed_in() -> None:
    e = go_out()
    for move in ("9C 9D", "4C"):
        e.table.play(move)
    e.check()
    judged = judge(hand_in("Ada").path)
    assert judged.exercises == 1 and judged.amiss == []
    assert "exercises said to be solved: 1" in str(judged)
