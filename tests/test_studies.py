"""Studies that are spread over processes: the same result however many take part."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from handkit import workers
from handkit.axis import Axis
from handkit.game import View
from handkit.games.hang_in import HangIn
from handkit.games.president import President
from handkit.simulate import BATCH, LEAST, Comparison, Estimate, Result, tournament
from handkit.workers import spread

GAME = President(players=3)


def lowest(view: View) -> Any:
    return view.moves()[0]


def dice(view: View, rng: random.Random) -> Any:
    return rng.choice(view.moves())


def study(deals: int = 5, **more: Any) -> Result:
    return tournament(GAME, {"lowest": lowest, "dice": dice, "easy": "easy"}, deals, **more)


def square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


# ── spread over processes ───────────────────────────────────────────────────────────────────────


def test_results_come_in_the_order_of_the_tasks_from_other_processes() -> None:
    found = list(spread(square, range(40), 3))
    assert [result for result, _ in found] == [number * number for number in range(40)]
    assert os.getpid() not in {process for _, process in found}
    assert {process for _, process in spread(square, range(9), 1)} == {os.getpid()}
    assert list(spread(square, [])) == []


@pytest.mark.parametrize("number", [2, 3, 5, None])
def test_a_tournament_is_the_same_with_any_number_of_workers(number: int | None) -> None:
    assert study(workers=number) == study(workers=1)


def test_any_executor_will_do() -> None:
    expected = study(workers=1)
    with ThreadPoolExecutor(2) as threads:
        assert study(executor=threads) == expected
        assert study(executor=threads, workers=1) == expected
    spawned = ProcessPoolExecutor(2, multiprocessing.get_context("spawn"))
    with spawned:
        assert tournament(GAME, ["easy", "normal"], 3, executor=spawned) == tournament(
            GAME, ["easy", "normal"], 3, workers=1
        )


def test_what_cannot_be_sent_is_played_in_one_process_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    locks = [multiprocessing.Lock()]  # nobody can send them

    def locked(view: View) -> Any:
        return lowest(view) if locks else None

    def played(**more: Any) -> Result:
        return tournament(GAME, {"locked": locked, "easy": "easy"}, 3, **more)

    expected = played(workers=1)
    assert played(workers=2) == expected  # a forked process has it
    with ThreadPoolExecutor(2) as threads, pytest.warns(RuntimeWarning, match=r"cannot be sent .* this proc"):
        assert played(executor=threads) == expected
    monkeypatch.setattr(workers, "FORKS", False)
    with pytest.warns(RuntimeWarning, match="cannot be sent to another process") as told:
        assert played(workers=2) == expected
    assert told[0].filename == __file__


@pytest.mark.parametrize(
    "error", [ImportError("no _multiprocessing"), NotImplementedError(), OSError("full")]
)
def test_where_there_are_no_processes_all_is_played_in_one(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def none(*args: Any) -> Any:
        raise error

    monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", none)
    with pytest.warns(RuntimeWarning, match=r"No other process can be begun here .* this process"):
        assert study(2, workers=2) == study(2, workers=1)


def test_a_fault_in_a_worker_is_told_as_in_one_process() -> None:
    def breaks(view: View) -> Any:
        return 1 / 0

    told = set()
    for number in (1, 2):
        with pytest.raises(
            Exception, match=r"Your player 'breaks' stops .*1 / 0.*ZeroDivisionError"
        ) as error:
            tournament(GAME, {"breaks": breaks, "easy": "easy"}, 4, workers=number)
        told.add((type(error.value), str(error.value)))
    assert len(told) == 1


class Odd(Exception):
    """Takes another argument than it keeps, so it cannot be told in another process as it is."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


def fails(task: int) -> None:
    raise Odd(task, 2)


def test_an_error_that_cannot_travel_is_told_in_words() -> None:
    with pytest.raises(RuntimeError, match=r"^Odd: 0 and 2$"):
        list(spread(fails, range(3), 2))


class Counting(Executor):
    """Does everything at once, and counts what it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def submit(self, work: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        self.asked += 1
        future = Future[Any]()
        future.set_result(work(*args, **named))
        return future


def test_who_stops_reading_stops_the_work() -> None:
    counting = Counting()
    found = spread(square, range(10_000), 2, counting)
    next(found)
    found.close()  # type: ignore[attr-defined]
    assert counting.asked < 20


# ── stopped ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("number", [1, 2])
def test_an_interrupt_leaves_the_deals_that_are_done(number: int) -> None:
    def interrupt(done: int, of: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    found = study(40, workers=number, progress=interrupt)
    assert found.played == study(3, workers=1).played
    assert "Interrupted after 3 of 40 deals." in repr(found)

    def at_once(view: View) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournament(GAME, {"at once": at_once}, 4, workers=1)


@pytest.mark.skipif(os.name == "nt", reason="has no such signals")
def test_ctrl_c_in_a_terminal_leaves_what_was_done() -> None:
    """The whole group of processes gets the signal, as from a terminal."""
    program = """
        import signal
        from handkit import President
        from handkit.simulate import tournament
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
        def tell(done, of):
            if done == 5: print("five", flush=True)
        print(tournament(President(), ["easy", "normal"], 100_000, workers=2, progress=tell))
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "five\n"
    os.killpg(process.pid, signal.SIGINT)
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    assert "won " in out and "Interrupted after " in out
    assert (process.returncode, err) == (0, "")


def test_a_study_ends_when_it_is_enough_whoever_plays() -> None:
    asked: list[int] = []

    def enough(found: Result) -> bool:
        asked.append(found.deals)
        return found.deals >= 2 * BATCH

    def played(deals: int, **more: Any) -> Result:
        return tournament(GAME, ["easy", "normal"], deals, **more)

    found = played(1000, workers=2, until=enough)
    assert asked == [BATCH, 2 * BATCH]
    assert found == played(1000, workers=1, until=enough) == played(2 * BATCH)
    assert repr(found).endswith("Enough after 32 of 1000 deals.")
    assert "Enough" not in repr(played(2 * BATCH))
    narrow = played(1000, until=lambda found: found.won("easy").reach < 0.1)
    assert narrow.won("easy").reach < 0.1 and narrow.deals % BATCH == 0


def test_what_is_no_number_of_workers_is_refused() -> None:
    for wrong in (0, -1, 10**9):
        with pytest.raises(ValueError, match="workers is"):
            study(workers=wrong)


# ── what is found ───────────────────────────────────────────────────────────────────────────────


def test_rows_are_plain_and_hold_every_seat_of_every_game() -> None:
    found = study(2)
    rows = found.rows()
    assert len(rows) == found.games * 3 == 2 * 3 * 3
    assert rows[0].keys() == {"game", "deal", "turn", "seat", "entrant", "points", "rank", "won"}
    assert all(type(value) in (int, float, str) for row in rows for value in row.values())
    assert {(row["deal"], row["turn"], row["seat"]) for row in rows} == {
        (deal, turn, seat) for deal in range(2) for turn in range(3) for seat in range(3)
    }
    for name in found.names:
        own = [row for row in rows if row["entrant"] == name]
        assert sum(float(row["won"]) for row in own) / found.games == pytest.approx(found.won(name).mean)
        assert sum(float(row["rank"]) for row in own) / len(own) == pytest.approx(found.rank(name).mean)
    assert sum(found.won(name).mean for name in found.names) == pytest.approx(1)


def test_an_entrant_with_several_seats_wins_with_each() -> None:
    found = tournament(President(), {"one": "easy", "other": "easy"}, 6)
    assert found.won("one").mean == found.won("other").mean == 0.5


def test_a_win_that_is_shared_counts_in_part() -> None:
    found = tournament(HangIn(max_rounds=1, target=60), ["easy"], 10, rotate=False)
    assert any(len(set(game.won)) > 1 for game in found.played)
    assert all(sum(game.won) == pytest.approx(1) for game in found.played)
    assert any(game.ranks.count(1) > 1 for game in found.played), "some win together"


def test_bounds_hold_the_true_value_about_as_often_as_they_say() -> None:
    rng, held = random.Random(1), 0
    for _ in range(300):
        estimate = Estimate._of([float(rng.random() < 0.3) for _ in range(60)])
        low, high = estimate.interval
        held += low <= 0.3 <= high
    assert 270 <= held <= 297
    few = Estimate._of([0.5] * (LEAST - 1))
    assert few.too_few and few.interval == (-float("inf"), float("inf"))
    assert Comparison._of([1.0, 1.0]) == Comparison(1.0, 0.0)


def test_a_result_prints_shares_ranks_and_bounds() -> None:
    text = repr(study(LEAST))
    assert text.count("won ") == text.count("rank ") == 3 and text.count(" to ") >= 6
    assert f"{3 * LEAST} games; the bounds hold" in text
    page = study(LEAST)._repr_html_()
    for name in ("lowest", "dice", "easy"):
        assert page.count(f">{name}</th>") == 1
    assert ">0</span>" in page
    assert tournament(GAME, {"<b>": "easy"}, 1)._repr_html_().count("&lt;b&gt;") == 1


# ── an axis ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([0.12, -0.31], ["−0.4", "−0.3", "−0.2", "−0.1", "0.0", "0.1", "0.2"]),
        ([61.2, 38.8], ["0", "20", "40", "60", "80"]),
        ([3.0, 3.2], ["0", "1", "2", "3", "4"]),
        ([-7.0], ["−8", "−6", "−4", "−2", "0"]),
        ([0.0], ["0", "1"]),
        ([], ["0", "1"]),
        ([1000.0, float("inf")], ["0", "200", "400", "600", "800", "1000"]),
    ],
)
def test_an_axis_has_a_true_zero_and_round_ticks(values: list[float], labels: list[str]) -> None:
    axis = Axis(values)
    assert [label for _, label in axis.ticks] == labels
    assert axis.ticks[0][0] == 0 and axis.ticks[-1][0] == 100
    for value in filter(lambda value: value < 1e9, values):
        assert 0 <= axis.at(value) <= 100
    zero = next(at for at, label in axis.ticks if float(label.replace("−", "-")) == 0)
    assert axis.at(0) == zero


def test_work_may_have_arguments_of_its_own() -> None:
    assert list(spread(partial(pow, 2), range(8), 2)) == [2**number for number in range(8)]
