"""Players of one's own: functions at a table, in tournaments and in files, and their faults."""

from __future__ import annotations

import asyncio
import functools
import io
import itertools
import linecache
import math
import random
import re
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from handkit import HangIn, Match, President, Reserves, bots, registry
from handkit.bots import Bot, Thought
from handkit.bots.own import PlayerError, choice, thoughts
from handkit.game import Game, Move, View
from handkit.games.reserves import Draw
from handkit.lesson import bot_exercise
from handkit.match import RecordError
from handkit.simulate import play_game, tournament
from handkit.table import Table, keeping

GAMES = [President(rounds=1), HangIn(), Reserves()]
games_of_three = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))


def choose(view: View) -> Move:
    return next(iter(view.moves()))


def lucky(view: View, rng: random.Random) -> str:
    return str(rng.choice(list(itertools.islice(view.moves(), 20))))


def valued(view: View) -> dict[str, float]:
    """The later in the list, the better."""
    return {str(move): float(place) for place, move in zip(range(5), view.moves(), strict=False)}


def fails(view: View) -> Move:
    raise ValueError(f"no idea with {list(view.hand)}")  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test has a folder of its own, and what it registers is forgotten."""
    monkeypatch.chdir(tmp_path)
    with registry.apart():
        yield


def send(shown: Table, type: str, **more: Any) -> Any:
    shown._dispatch({"type": type, "rev": shown.scene["rev"], **more})
    return shown.scene


def new_game(shown: Table, levels: list[str]) -> None:
    seats = [{"level": level, "name": ""} for level in levels]
    send(shown, "new-game", options=shown.match.game.to_json(), seats=seats, front=0)
    assert shown.scene["refusal"] is None, shown.scene["refusal"]


def cell(code: str, space: dict[str, Any]) -> None:
    """Run a cell of a notebook, whose lines can be shown."""
    name = f"<cell {len(linecache.cache)}>"
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    exec(compile(code, name, "exec"), space)


# ── who plays ──


@games_of_three
def test_functions_play_whole_games(game: Game) -> None:
    seats: dict[int, Any] = dict(enumerate([choose, lucky, valued]))
    match = Match(game, "whole", bots={seat: seats.get(seat, "easy") for seat in range(game.players)})
    match.finish()
    assert match.outcome is not None
    assert [match.names[seat] for seat in range(3)] == ["choose", "lucky", "valued"]
    again = Match(game, "whole", bots=match.bots)
    again.finish()
    assert again.record() == match.record()


@pytest.mark.parametrize(
    "function",
    [
        lambda view: view.moves()[0],
        lambda view, rng: rng.choice(view.moves()),
        lambda view, depth=3: view.moves()[depth - depth],
        lambda view, *, rng: rng.choice(view.moves()),
        lambda sight, chance: chance.choice(sight.moves()),
        lambda view, rng=None: rng.choice(view.moves()),
        functools.partial(lambda place, view: view.moves()[place], -1),
        types.SimpleNamespace(choose=choose).choose,
        lambda view: [(move, 1) for move in view.moves()],
        lambda view: {move: len(str(move)) for move in view.moves()},
    ],
)
def test_what_a_function_may_take_and_give(function: Callable[..., Any]) -> None:
    match = Match(President(), "takes", bots=dict.fromkeys(range(4), function))
    before = match.at
    for _ in range(6):
        match.step()
    assert match.at == before + 6


def test_a_player_sees_cards_as_cards_wherever_it_plays() -> None:
    seen = set()

    def looks(view: Any) -> Any:
        seen.add(all(card in view.hand for card in view.hand) and str(view.hand) == " ".join(view.hand))
        return view.moves()[0]

    play_game(President(rounds=1), [looks, "easy", "easy", "easy"], "a")
    Match(President(), "a", bots=dict.fromkeys(range(4), looks)).step()
    assert seen == {True}


def test_values_are_thought_best_first() -> None:
    view = Match(President(), "values").view(0)
    moves = [str(move) for move in view.moves()]
    best = {moves[0]: 1, moves[1]: 2.5, moves[2]: 2.5}
    found = thoughts(bots.own.OwnPlayer(lambda view: best), view, random.Random(1))
    assert [(str(one.move), one.value) for one in found] == [
        (moves[1], 2.5),
        (moves[2], 2.5),
        (moves[0], 1.0),
    ]


# ── at a table ──


def test_thinking_shows_its_values() -> None:
    table = Table(Match(President(), "thinking", bots={1: valued, 2: "easy", 3: "hard"}), inspect=True)
    inspector = table.look_inside()
    for message in (
        {"type": "ready"},
        {"type": "tab", "tab": "thinking"},
        {"type": "level", "level": "valued"},
    ):
        inspector._dispatch(message)
    body = inspector.inside["body"]
    assert body["levels"] == ["easy", "normal", "hard", "valued"] and body["level"] == "valued"
    assert [row["value"] for row in body["moves"]] == ["4.00", "3.00", "2.00", "1.00", "0.00"]
    assert inspector.setup["levels"] == body["levels"]


def test_with_open_cards_its_own_seat_is_told_of() -> None:
    start = President.position(["3C 4C", "5C 6C", "7C", "8C"], to_move=1)
    table = Table(Match(start.game, bots={1: valued, 2: "easy", 3: "easy"}, start=start), inspect=True)
    inspector = table.look_inside()
    inspector._dispatch({"type": "ready"})
    table.pause()
    table.open_cards()
    inspector._dispatch({"type": "tab", "tab": "thinking"})
    assert inspector.inside["body"]["level"] == "valued"


def test_it_keeps_its_seat_in_a_new_game() -> None:
    class Bold(Bot):
        level = "bold"

        def think(self, view: View, rng: random.Random) -> list[Thought]:
            return [Thought(next(iter(view.moves())), 0.0, "")]

    table = Table(President(), bots={1: choose, 2: Bold(), 3: "hard"}, speed="at once")
    send(table, "ready")
    assert [one["level"] for one in table.setup["people"]] == ["person", "choose", "bold", "hard"]
    assert table.setup["levels"] == ["easy", "normal", "hard", "choose", "bold"]
    new_game(table, ["person", "choose", "easy", "bold"])
    assert [one["level"] for one in table.setup["people"]] == ["person", "choose", "easy", "bold"]
    new_game(table, ["person", "easy", "easy", "easy"])
    assert table.setup["levels"] == ["easy", "normal", "hard", "choose", "bold"], "they stay on offer"
    new_game(table, ["person", "bold", "choose", "choose"])
    assert table.match.bots[2].level == table.match.bots[3].level == "choose"
    send(table, "new-game", options={}, seats=[{"level": "nobody", "name": ""}] * 4, front=0)
    assert "there are easy, normal, hard, choose, bold" in table.scene["refusal"]["wrong"]


def test_functions_of_one_name_stay_apart() -> None:
    def other() -> Callable[[View], Any]:
        def choose(view: View) -> Any:
            return "pass" if view.check("pass") is None else next(iter(view.moves()))

        return choose

    def easy(view: View) -> Any:
        return next(iter(view.moves()))

    table = Table(President(), bots={1: choose, 2: other(), 3: easy})
    assert [one["level"] for one in table.make_setup()["people"]][1:] == ["choose", "choose 2", "easy 2"]


# ── its faults ──


class Chosen(Bot):
    """A class of one's own, with a function as what it chooses."""

    level = "hard"

    def __init__(self, does: Callable[..., Any]) -> None:
        self.does = does

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        found: list[Thought] = self.does(view)
        return found


FAULTS: dict[str, tuple[Callable[..., Any], str]] = {
    "fails": (fails, r"stops in line \d+, `raise ValueError\(.*`: ValueError: no idea with \['3H'"),
    "returns nothing": (lambda view: None, "returned None, and should return a move or its text, such"),
    "a text": (lambda view: "my best card", "chose 'my best card'. 'my best card' is no move"),
    "a card": (lambda view: 7, "returned 7, and should return a move"),
    "a hand": (lambda view: view.hand, "returned <3H 4D>, and should return a move or its text"),
    "illegal": (lambda view: "3C", r"chose 3C, which is refused: .*\(P2.9\)"),
    "passes": (lambda view: "pass", r"chose pass, which is refused: Who leads"),
    "of another game": (lambda view: Draw(), r"chose draw. Draw\(\) is no move of President"),
    "no values": (lambda view: {}, "returned {}, and should return a move"),
    "a value that is none": (lambda view: {"3H": "good"}, "values '3H' as 'good', and should give a finite"),
    "no number": (lambda view: {"3H": math.nan}, "values '3H' as nan, and should give a finite number"),
    "an illegal one among the values": (lambda view: {"3H": 1.0, "3C": 0.0}, "chose 3C, which is refused"),
    "moves without values": (lambda view: list(view.moves()), r"returned \[Play.*, and should return a move"),
    "deep": (lambda view: view.hand_of(2), r"stops in line \d+, .*: ValueError: Seat 0 does not see"),
}  # fmt: skip


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_is_told_by_name_and_the_match_stays(what: str) -> None:
    function, said = FAULTS[what]
    start = President.position(["3H 4D", "5C 6C", "7C", "8C"], to_move=0)
    match = Match(start.game, "faults", bots={0: function}, start=start)
    before = match.record()
    with pytest.raises(PlayerError, match=f"^Your player '(fails|lambda)' {said}"):
        match.step()
    assert match.record() == before


def test_an_error_that_cannot_say_what_it_is_is_told_too() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise LookupError

    def mute(view: Any) -> Any:
        raise Mute

    match = Match(President.position(["3H 4D", "5C 6C", "7C", "8C"]).game, "mute", bots={0: mute})
    with pytest.raises(PlayerError, match=r"'mute' stops in line \d+, `raise Mute`: Mute"):
        match.step()


@pytest.mark.parametrize(
    ("does", "said"),
    [
        (lambda view: [], r"thinks \[\], and should give a list of thoughts"),
        (lambda view: None, "thinks None"),
        (lambda view: [Thought(view.game.parse("3C 4C"), 1.0, "")], "chose 3C 4C, which is refused"),
        (lambda view: 1 / 0, "stops in line .*ZeroDivisionError: division by zero"),
    ],
)
def test_a_class_of_ones_own_is_judged_too(does: Callable[..., Any], said: str) -> None:
    bots.register("president", Chosen(does))
    match = Match(President(), "class", bots={1: "hard"})
    with pytest.raises(PlayerError, match=f"Your player 'hard' {said}"):
        thoughts(match.bots[1], match.view(0), random.Random(1))
    table = Table(Match(President(), "class"))
    assert re.search(said, send(table, "hint")["error"]["text"]), "it gives hints for the seat in front"
    assert table.scene["hint"] is None


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: "pass", r"Your player 'lambda' takes \(\), and should take the view: def choose\(view\)"),
        (lambda one, two, three: "pass", "takes .one, two, three., and should take the view"),
        (Chosen, "Chosen is a class; a player is a function of the view"),
        (7, "bots is .*, and should be levels by seat"),
        ([choose], "bots is .*, and should be levels by seat"),
    ],
)
def test_what_is_no_player(wrong: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        Match(President(), bots={1: wrong})


def test_one_that_would_have_to_be_waited_for() -> None:
    async def slow(view: View) -> Move:
        return next(iter(view.moves()))

    with pytest.raises(TypeError, match="'slow' is written with async"):
        tournament(President(), {"mine": slow, "easy": "easy"}, 1)


def test_a_fault_at_a_table_is_shown_and_one_goes_on_when_it_is_mended() -> None:
    """In a notebook: the player's cell is run again, and the game goes on where it was."""
    start = President.position(["3C 4C", "5C 6C", "7C", "8C"], to_move=1)
    space: dict[str, Any] = {"__name__": "__main__"}

    async def play() -> None:
        cell("def choose(view):\n    raise ValueError(f'no idea of {view.hand} or 41')\n", space)
        table = Table(Match(start.game, bots={1: space["choose"], 2: "easy", 3: "easy"}, start=start))
        send(table, "set", speed="at once")
        send(table, "ready")
        while not table.scene.get("error"):
            await asyncio.sleep(0.01)
        scene = table.scene
        told = scene["error"]["text"]
        assert told.startswith("Your player 'choose' stops in line 2, `raise ValueError(")
        assert "`: ValueError: no idea of # # or #. The game is as it was: mend the player" in told
        assert "5C" not in repr(scene) and not scene["busy"] and table.match.at == 0
        assert {"go-on", "finish"} <= {action["id"] for action in scene["actions"]}
        cell("def choose(view):\n    return view.moves()[-1]\n", space)
        send(table, "go-on")
        while table.match.waiting_bot is not None:
            await asyncio.sleep(0.01)
        assert table.match.at > 0 and table.error is None and not table.scene.get("error")
        table.close()

    asyncio.run(play())


def test_a_fault_without_a_loop_is_shown_too() -> None:
    start = President.position(["3C 4C", "5C 6C", "7C", "8C"], to_move=1)
    table = Table(Match(start.game, bots={1: fails, 2: "easy", 3: "easy"}, start=start))
    assert send(table, "ready")["error"]
    assert "Your player 'fails' stops" in table.scene["error"]["text"] and not table.scene["busy"]
    with pytest.raises(PlayerError, match="no idea with \\['5C', '6C'\\]"):
        table.play("3C")
    new_game(table, ["person", "easy", "easy", "easy"])
    assert not table.scene.get("error"), "a new game without it goes on"


def test_a_fault_while_it_thinks_leaves_the_inspector_open() -> None:
    bots.register("president", Chosen(lambda view: 1 / 0))
    table = Table(Match(President(), "thinking"), inspect=True)
    inspector = table.look_inside()
    inspector._dispatch({"type": "ready"})
    inspector._dispatch({"type": "tab", "tab": "thinking"})
    assert inspector.inside["wrong"].startswith("Your player 'hard' stops in line")
    assert not inspector.inside["body"]["busy"] and inspector.inside["body"]["levels"]
    inspector._dispatch({"type": "level", "level": "easy"})
    assert not inspector.inside["wrong"] and inspector.inside["body"]["moves"]


def test_a_former_function_that_was_kept_stays_as_it_was() -> None:
    space: dict[str, Any] = {"__name__": "__main__"}
    cell("def choose(view):\n    return view.moves()[0]\n", space)
    now, former = bots.own.OwnPlayer(space["choose"]), space["choose"]
    cell("def choose(view):\n    return view.moves()[-1]\n", space)
    kept, new = bots.own.OwnPlayer(former), bots.own.OwnPlayer(space["choose"])
    view = Match(President(), "kept").view(0)
    first, last = view.moves()[0], view.moves()[-1]
    chosen = [choice(player, view, random.Random(1)) for player in (now, kept, new)]
    assert chosen == [last, first, last] and now == new != kept


# ── in files ──


def test_a_record_names_it_and_asks_for_it(tmp_path: Path) -> None:
    match = Match(President(), "file", bots={1: choose, 2: valued, 3: "hard"})
    file = match.save(tmp_path / "m.json")
    assert match.record()["bots"] == {"1": "own player choose", "2": "own player valued", "3": "hard"}
    with pytest.raises(RecordError) as told:
        Match.load(file)
    assert "somebody's own player" in str(told.value) and "'choose' at seat 1, 'valued' at seat 2" in str(
        told.value
    )
    assert "Match.load(file, bots={1: choose, 2: valued})" in str(told.value)
    with pytest.raises(RecordError, match=r"bots=\{2: valued\}"):
        Match.load(file, bots={1: choose})
    back = Match.load(file, bots={1: choose, 2: "easy"})
    assert back.record()["bots"] == {"1": "own player choose", "2": "easy", "3": "hard"}
    assert back.state == match.state and back.names == match.names
    with pytest.raises(RecordError, match="There is no seat 9"):
        Match.load(file, bots={1: choose, 2: choose, 9: choose})


def test_players_of_one_name_are_told_apart_by_seat(tmp_path: Path) -> None:
    def namesake() -> Any:
        def choose(view: Any) -> Any:
            return view.moves()[-1]

        return choose

    file = tmp_path / "kept.json"
    seats: dict[int, Any] = {3: namesake(), 1: choose, 2: "easy"}
    table = Table(Match(President(), "one name", bots=seats), keep=file)
    record = table.match.record()
    assert record["bots"] == {"1": "own player choose", "2": "easy", "3": "own player choose 2"}
    assert Match.from_record(record, bots=seats).record() == record
    table.play(table.view.moves()[0])
    keeping._keepers.clear()  # as after a restart of the kernel
    back = Table(Match(President(), "one name", bots=seats), keep=file)
    assert back.match.bots[3] == table.match.bots[3]
    back.match.undo()
    assert back.scene["kept"] == {"file": str(file)}, "and nothing is amiss"
    long = Match(President(), "a name", names={0: "a" * 39 + " b"})
    assert Match.from_record(long.record()).record() == long.record()


def test_a_table_brings_it_back(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    seats: dict[int, Any] = {1: choose, 2: "easy", 3: "easy"}
    table = Table(Match(President(), "kept", bots=seats), keep=file)
    table.play(table.view.moves()[0])
    at = table.match.at
    same = Table(Match(President(), "kept", bots=seats), keep=file)
    assert same.match is table.match
    keeping._keepers.clear()  # as after a restart of the kernel
    assert Table(Match(President(), "other", bots=seats), keep=file).match.at == at
    keeping._keepers.clear()
    with pytest.raises(RecordError, match=r"cannot be brought back.*Match\.load"):
        Table.load(file)
    loaded = Table.load(file, bots={1: choose})
    assert loaded.match.at == at and loaded.match.bots[1].level == "choose"
    text = file.read_text()
    assert send(loaded, "load", record=text)["refusal"] is None, "the table knows its players"
    other = Table(President())
    assert "bots={1: choose}" in send(other, "load", record=text)["refusal"]["wrong"]


def test_whoever_only_looks_at_a_record_needs_no_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from handkit.__main__ import main

    match = Match(President(rounds=1), "look", bots=dict.fromkeys(range(4), choose))
    match.finish()
    assert main(["verify", str(match.save(tmp_path / "m.json"))]) == 0
    assert "finished" in capsys.readouterr().out
    assert main(["play", "president", "--load", str(tmp_path / "m.json")]) == 2
    assert "somebody's own player" in capsys.readouterr().err


# ── in tournaments and exercises ──


@games_of_three
def test_in_a_tournament(game: Game) -> None:
    found = tournament(game, {"mine": choose, "easy": "easy"}, 8, "own")
    low, high = found.compare("mine", "easy").interval
    assert low <= found.compare("mine", "easy").mean <= high
    assert f"95 % sure: {-high:+.3f} to {-low:+.3f}" in repr(found) or f"{low:+.3f} to {high:+.3f}" in repr(
        found
    )
    assert list(tournament(game, [choose, lucky], 1).points) == ["choose", "lucky"]


def test_too_few_deals_have_no_bounds() -> None:
    found = tournament(President(rounds=1), ["easy", choose], 1)
    assert found.compare("easy", "choose").interval == (-math.inf, math.inf)
    assert "too few" in repr(found) and "95 %" not in repr(found)


def test_a_bar_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    tournament(HangIn(target=10), ["easy", "easy"], 3, progress=True)
    assert "deals:" in out.getvalue() and "/3" in out.getvalue()
    told: list[tuple[int, int]] = []
    tournament(HangIn(target=10), ["easy"], 2, progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 2), (2, 2)]


BETTER = {
    "president": lambda view, rng: bots.bot("president", "normal").choose(view, rng),
    "hang-in": lambda view, rng: bots.bot("hang-in", "normal").choose(view, rng),
    "reserves": lambda view, rng: bots.bot("reserves", "normal").choose(view, rng),
}


@games_of_three
def test_it_beats_easy_in_the_exercise(game: Game) -> None:
    task = bot_exercise("Beat Easy.", game, solution="", deals=16, seed="beat")
    assert task.check(BETTER[game.name]).state == "solved", repr(task)
    weak = bot_exercise("Beat Easy.", game, solution="", deals=8, seed="beat")
    assert weak.check(lucky).state == "open"
    assert "Your player 'fails' stops in line" in repr(weak.check(fails)) and weak.state == "open"


def test_a_game_that_goes_round_in_circles_ends() -> None:
    """Its rules know no end, so that a player can go on for ever."""

    class Endless(President):
        """P9.9 Short (property). No game lasts longer than three moves."""

        def longest(self) -> int:
            return 3

    with pytest.raises(ValueError, match="Endless is not over after 3 moves, and none may last longer"):
        play_game(Endless(), [choose] * 4, "endless")


def test_what_a_player_writes_into_its_view_changes_no_rule() -> None:
    def greedy(view: Any) -> Any:
        view.hand = view.game.deck.all
        return list(view.moves())[-2]

    match = Match(HangIn(), "1", bots=dict.fromkeys(range(4), greedy))
    with pytest.raises(PlayerError, match="Your player 'greedy' chose"):
        match.finish()
    with pytest.raises(PlayerError, match="Your player 'greedy' chose"):
        tournament(HangIn(), {"greedy": greedy, "easy": "easy"}, deals=2)
