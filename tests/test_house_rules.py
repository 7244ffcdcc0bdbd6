"""A class made from a game is a game of its own with all of the other's: players, table, words, rules."""

from __future__ import annotations

import contextlib
import io
import json
import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import handkit.__main__ as command
from handkit import DEALER, Game, HangIn, Match, President, Reserves, bots, games, registry
from handkit.belief import beliefs
from handkit.bots import LEVELS, Bot, Thought
from handkit.cards import members, union
from handkit.game import View
from handkit.lesson import NotFound, about, asks, drill, hand_in, practice, predict, progress
from handkit.lesson.about import known
from handkit.match import RecordError, generator
from handkit.rulebook import find_rulebook, parse, rulebook
from handkit.rulebook import register as register_rulebook
from handkit.simulate import tournament
from handkit.table import Table, scenes
from handkit.table.scenes import Painter, painter
from handkit.table.setup import setup
from handkit.testing import Effort, check_game
from handkit.what_if import WhatIf, compared
from houses import HOUSES
from toys import HighCard

pytestmark = pytest.mark.seconds(0.7)

# File, class, name, the game it is made from, its rule, and whether that is enforced or announced.
EIGHTS, SMALL, ENDERS, LOW, LAST = EACH = [
    ("eights", "Eights", "eights", President, "P8.1"),
    ("small_leads", "SmallLeads", "small-leads", President, "P8.2"),
    ("enders", "TrickEnders", "trick-enders", President, "P8.3"),
    ("low_start", "LowStart", "low-start", HangIn, "H8.1"),
    ("last_draw", "LastDraw", "last-draw", Reserves, "R8.1"),
]
each = pytest.mark.parametrize("house", EACH, ids=[house[0] for house in EACH])
House = tuple[str, str, str, type[Game], str]


def cell(text: str, name: str = "__main__") -> dict[str, Any]:
    """What is defined by a cell of a notebook."""
    defined: dict[str, Any] = {"__name__": name}
    exec(compile(text, "<cell>", "exec", dont_inherit=True), defined)
    return defined


@pytest.fixture(scope="module", autouse=True)
def apart() -> Iterator[None]:
    with registry.apart():
        for house in EACH:
            kind(house)
        yield


@cache
def kind(house: House) -> Any:
    """The class of a house rule, defined as in a notebook."""
    file, name, *_ = house
    return cell(HOUSES[file])[name]


@cache
def match_of(house: House) -> Match:
    """A whole game among players of all levels in which the rule of the house was told."""
    game = kind(house)()
    levels = {seat: ("easy", "normal")[seat % 2] for seat in range(game.players)}
    for seed in range(40):
        match = Match(game, seed, bots=levels)
        match.finish()
        if "enforced" in rulebook(game)[house[-1]].kinds or any(e.rule == house[-1] for e in match.events):
            return match
    raise AssertionError("the rule of the house never happens")


def test_a_house_rule_with_one_hook_has_at_most_twelve_lines() -> None:
    lines = [line for line in HOUSES["eights"].splitlines() if line.strip()]
    assert len(lines) <= 12


@each
def test_it_has_a_name_a_title_and_options_and_all_of_the_others(house: House) -> None:
    _, title, name, parent, rule = house
    made = kind(house)
    assert (made.name, made.title) == (name, name.replace("-", " ").title())
    assert games.find(name) is made and name in games.names()
    assert games.line(made) == games.line(name) == games.line(made()) == [made, parent]
    assert repr(made()).startswith(f"{title}(players=")
    assert set(parent.options()) <= set(made.options())
    assert bots.levels(made()) == LEVELS
    assert painter(made()) is painter(parent())
    assert known(made()) is known(parent())
    book = rulebook(name)
    assert set(book) - set(rulebook(parent)) == {rule}
    assert book.title == made.title and book.sections[rule[:2]] == "House rules"
    assert (book[rule].source, book.show(rule).rules) == ("ruling", (book[rule],))
    assert parent.name not in (made.name, rulebook(parent).title)
    assert set(made().words.entries) == set(parent().words.entries) | set(made.sentences)
    state = made().start()
    assert type(state) is made.State and type(state.copy()) is made.State
    assert type(state.view(0)) is made.View and type(state.view(0).guess(random.Random(1))) is made.State


@each
def test_it_keeps_all_laws_with_players_of_each_level(house: House) -> None:
    game, rule = kind(house)(), house[-1]
    players = [bots.bot(game, level) for level in LEVELS[:2]]
    report = check_game(
        game, bots=players, seeds=range(3), effort=Effort(moments=4, candidates=8), rules=rulebook(game)
    )
    assert rule in report.told or rule in refused_in(match_of(house))


def refused_in(match: Match) -> set[str]:
    """The rules by which moves of some cards are refused to who is to move."""
    found, deck = set(), match.game.deck
    for state in (entry.state for entry in match.moves_so_far if entry.state.to_move not in (None, DEALER)):
        hand = members(state.hand_of(state.actors[0]))
        groups = [hand[start:end] for start in range(len(hand)) for end in (start + 1, start + 3)]
        moves = [deck.text(union(group)) for group in groups]
        found |= {refusal.rule for move in moves if (refusal := state.check(move))}
    return found


@each
def test_the_strongest_players_keep_to_it(house: House) -> None:
    match = Match(kind(house)(), "hard", bots=dict.fromkeys(range(kind(house)().players), "hard"))
    for _ in range(30):
        if match.to_move == DEALER:
            match.deal()
        match.step()
    assert match.length >= 30 or match.outcome


@each
def test_a_record_is_loaded_as_its_own_game_and_never_as_the_other(house: House, tmp_path: Path) -> None:
    match = match_of(house)
    again = Match.load(match.save(tmp_path / "match.json"))
    assert again.game == match.game and again.game != house[3]() and again.state == match.state
    assert [entry.state for entry in again.moves_so_far] == [entry.state for entry in match.moves_so_far]
    assert again.log(0) == match.log(0)
    record = match.record()
    assert record["game"] == house[2]
    with pytest.raises(RecordError):
        Match.from_record(record | {"game": "whist"})
    with pytest.raises(ValueError, match=f"is of {house[3].title}, not of {kind(house).title}"):
        Match(kind(house)(), start=house[3]().start())


@each
def test_a_table_shows_it_and_plays_it(house: House) -> None:
    game = kind(house)()
    shown = Table(game, seed="monday", bots=dict.fromkeys(range(1, game.players), "easy"))
    for _ in range(5):
        shown.match.finish()
        shown.play(next(iter(shown.view.moves())))
    window = setup(shown.match, 0, "normal", False)
    assert window["title"] == game.title
    assert house[-1] in [rule["id"] for rule in window["rules"]], "the window of rules has the new one"
    assert [house[-1][:2], "House rules"] in window["sections"]
    found = shown.look_inside()
    for tab in ("state", "moves", "events", "views", "thinking"):
        found._receive(found, {"type": "tab", "tab": tab})
    assert "error" not in found.inside


@each
def test_it_is_exported(house: House, tmp_path: Path) -> None:
    shown = Table(match_of(house))
    page = shown.export(tmp_path / "match.html")
    assert kind(house).title in Path(page).read_text("utf-8")


@each
def test_questions_are_asked_about_it(house: House) -> None:
    game, rule = kind(house)(), house[-1]
    problem = practice(game, rule, "a")
    assert problem.rule == rule
    assert type(problem.state.game) is type(game)
    for other in [id for id in rulebook(house[3]) if id not in known(game).not_asked][4:7]:
        with contextlib.suppress(LookupError):
            practice(game, other, 1)
    found = drill(game.name, rules=[rule], n=2, seed="b")
    assert type(found.game) is type(game)


@each
def test_moves_are_tried_and_hidden_cards_believed(house: House) -> None:
    match = match_of(house)
    state = next(
        entry.state
        for entry in match.moves_so_far[5:]
        if entry.state.to_move not in (None, DEALER) and len(list(entry.state.moves())[:3]) > 1
    )
    view = state.view(state.actors[0])
    moves = compared(view, next(iter(view.moves())), generator(1), most=3)
    assert all(view.check(move) is None for move in moves)
    assert WhatIf(view, moves, 1, level="easy", samples=3).run().say()
    assert beliefs(view, random.Random(1), samples=20).rows


# ── games from elsewhere ────────────────────────────────────────────────────────────────────────


class First(Bot):
    level = "first"

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        return [Thought(move, 0.0, "") for move in view.moves()]


class OwnPainter(Painter):
    """One that is told apart."""


def test_a_game_made_from_one_from_elsewhere_has_all_of_that_one() -> None:
    games.register(HighCard)
    text = (
        "class Higher(HighCard):\n  '''T9.1 Up. Higher is higher.'''\n  sentences = {'up': {'text': 'Up.'}}"
    )
    exec(text, {"__name__": "__main__", "HighCard": HighCard})
    higher = games.find("higher")
    assert games.line(higher) == [higher, HighCard] and not rulebook(higher).get("T1.1")
    bots.register(HighCard, First())
    scenes.register("high-card", OwnPainter)
    register_rulebook(
        HighCard, parse("# High Card\n\n## T1 All\n\n### T1.1 Deal\ngiven · announced\n\nIt is.\n")
    )
    about.register(HighCard, about.Known(not_asked=frozenset({"T1.1"})))
    game = higher()
    assert bots.levels(game) == ("first",) and painter(game) is OwnPainter
    assert list(rulebook(game)) == ["T1.1", "T9.1"] and known(game).not_asked == {"T1.1"}
    assert {"up", "trick"} <= set(game.words.entries) and "up" not in HighCard().words.entries
    check_game(game, bots=[bots.bot(game, "first")], seeds=range(2))
    own = parse("# Higher\n\n## T1 All\n\n### T1.2 Up\ngiven · meaning\n\nUp.\n")
    register_rulebook("higher", own)
    assert rulebook("higher") is own, "in place of what its docstring says"


def test_a_game_without_a_rulebook_fails_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Window of rules, inspector, export, progress, drills, hand-ins and the terminal: they say that there is
    nothing."""
    monkeypatch.chdir(tmp_path)
    games.register(HighCard)
    bots.register(HighCard, First())
    assert not find_rulebook("high-card")
    with pytest.raises(ValueError, match=r"High Card has no rulebook: there are those of .*president"):
        rulebook(HighCard)
    shown = Table(HighCard(), seed="a", bots={1: "first", 2: "first"})
    found = shown.look_inside()
    for tab in ("state", "moves", "events", "views", "thinking"):
        found._receive(found, {"type": "tab", "tab": tab})
    assert "error" not in found.inside
    assert setup(shown.match, 0, "normal", False)["rules"] == []
    shown.play(next(iter(shown.view.moves())))
    shown.export("match.html")
    asked = predict(shown.match.state_at(1), asks.legal(str(shown.match.state_at(1).moves()[0])), reader=0)
    asked.answer(False)
    with pytest.raises(NotFound, match="no rules of High Card"):
        drill("high-card")
    with pytest.raises(ValueError, match="no rule"):
        practice(HighCard(), "T1.3")
    for text in (repr(progress()), progress()._repr_html_()):
        assert "High Card" in text
    handed = hand_in("Mia", matches=[shown.match])
    assert command.main(["verify", str(handed.path), "--csv", "class.csv"]) == 0
    assert "high-card" in Path("class.csv").read_text()
    assert command.main(["play", "high-card", "--watch", "--bots", "first"]) == 0


def test_a_tournament_is_played_with_it() -> None:
    result = tournament(kind(EIGHTS)(), ["easy", "normal"], deals=2)
    assert result.games == 4


def test_the_terminal_plays_it_and_prints_its_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["rules", "eights", "P8.1"]) == 0
    assert "Who plays an 8 takes the trick at once" in capsys.readouterr().out
    assert command.main(["play", "eights", "--watch", "--bots", "easy", "--seed", "a"]) == 0
    assert "with an 8" in capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.StringIO("rule P8.1\nquit\n"))
    assert command.main(["play", "trick-enders", "--options", "ender=9", "--seed", "a"]) == 0
    assert "P8.1" in capsys.readouterr().out
    assert command.main(["check", "eights", "--games", "1"]) == 0


# ── docstrings ──────────────────────────────────────────────────────────────────────────────────


def test_a_docstring_is_a_rulebook() -> None:
    book = rulebook("trick-enders")
    assert book["P8.3"].title == "The ender"
    assert book["P8.3"].text == "Ruling: Cards of one rank end the trick at once, and who played them leads."
    assert book["P2.7"].title == "A 2 is no end" and book["P2.7"].kinds == rulebook("president")["P2.7"].kinds
    assert list(book)[:-1] == list(rulebook("president")), "in its place"
    assert rulebook("president")["P2.7"].title != "A 2 is no end"
    assert rulebook("small-leads")["P8.2"].kinds == ("enforced",)
    cell('from handkit import President\nclass Bare(President):\n  """P8.1 It is so\n\n  And more."""')
    assert rulebook("bare")["P8.1"].text == "Ruling: It is so."
    cell('from handkit import President\nclass Twice(President):\n  """P8.1 One.\n  P8.1 Two."""')
    with pytest.raises(ValueError, match=r"P8\.1 stands twice in the docstring of Twice"):
        rulebook("twice")


def test_a_house_rule_of_a_house_rule_has_both() -> None:
    text = "class Nines(Eights):\n  '''P8.9 More. It is more.'''\n  title = 'Nines and Eights'"
    defined = cell(HOUSES["eights"] + "\n" + text)
    nines = defined["Nines"]
    assert games.line(nines) == [nines, defined["Eights"], President]
    assert nines.title == rulebook("nines").title == "Nines and Eights"
    assert {"P8.1", "P8.9", "P2.3"} <= set(rulebook("nines"))
    assert "eight" in nines().words.entries
    assert nines() != defined["Eights"]() != President()


# ── names ───────────────────────────────────────────────────────────────────────────────────────


def test_a_cell_that_runs_again_takes_the_place_of_what_it_defined() -> None:
    text = HOUSES["eights"]
    first, bot = cell(text)["Eights"], bots.bot(President(), "easy")
    bots.register("eights", bot)
    again = cell(text)["Eights"]
    assert games.find("eights") is again is not first
    assert bots.bot(again(), "easy") is bots.bot(first(), "easy") is bot


def test_two_games_of_one_name_are_an_error_that_says_which() -> None:
    text = HOUSES["eights"]
    with pytest.raises(
        ValueError, match=r"already a game 'eights': __main__\.Eights.*mine\.Eights another name"
    ):
        cell(text, "mine")
    with pytest.raises(ValueError, match="already a game 'president'"):
        cell("from handkit import HangIn\nclass Other(HangIn):\n  name = 'president'")
    assert games.find("president") is President


@pytest.mark.parametrize("name", ["Größe", "a b", "", "-a", "a--b", "../x", "a\n", "1st", None])
def test_a_name_with_odd_characters_is_refused(name: object) -> None:
    with pytest.raises(ValueError, match="small letters a to z"):
        cell(f"from handkit import President\nclass Odd(President):\n  name = {name!r}")


def test_what_goes_with_a_game_can_be_registered_by_name_or_class() -> None:
    eights = kind(EIGHTS)
    mine = bots.bot(President(), "hard")
    bots.register(eights, mine)
    assert bots.bot(eights(), "hard") is mine and bots.bot(President(), "hard") is mine
    assert bots.bot(eights(), "easy") is not bots.bot(President(), "easy"), "a guest keeps to its rules"
    for wrong in ("whist", "Eightses"):
        with pytest.raises(ValueError, match="there are eights, "):
            bots.register(wrong, mine)
    with pytest.raises((TypeError, ValueError)):
        games.register(President())  # type: ignore[type-var]


def test_json_of_the_other_game_says_nothing_of_this() -> None:
    """A house rule's state is the other's with another class, and the two are never equal."""
    state = kind(EIGHTS)().state(json.loads(json.dumps(President().start().to_json())))
    assert type(state) is kind(EIGHTS).State
    assert state != President().start()


@pytest.mark.parametrize(
    ("file", "name", "options"),
    [("bonus", "Bonus", {"rounds": 2}), ("bitter", "Bitter", {"max_rounds": 3}), ("counted", "Counted", {})],
)
def test_each_state_of_a_house_rule_with_points_or_fields_of_its_own_is_read_back(
    file: str, name: str, options: dict[str, Any]
) -> None:
    with registry.apart():
        game = cell(HOUSES[file])[name](**options)
        match = Match(game, seed="own", bots=dict.fromkeys(range(game.players), "easy"))
        match.finish()
        for moment in range(match.length + 1):
            state = match.state_at(moment)
            assert game.state(json.loads(json.dumps(state.to_json()))) == state
        check_game(game, seeds=[1])


@pytest.mark.parametrize("level", LEVELS)
def test_a_player_plays_on_where_a_house_rule_allows_a_move_that_it_does_not_know(level: str) -> None:
    with registry.apart():
        game = cell(HOUSES["free_lead"])["FreeLead"](players=3)
        match = Match(game, seed="lead", bots=dict.fromkeys(range(3), level))
        for _ in range(12):
            match.step()
        assert match.at == 13


def test_a_house_rule_ends_a_round_while_several_hold_cards() -> None:
    game = cell(HOUSES["threes"])["Threes"](players=4, rounds=2)
    check_game(game, seeds=range(3), effort=Effort(moments=4, candidates=8))
    match = Match(game, 2, bots=dict.fromkeys(range(4), "easy"))
    match.finish()
    told = [entry.events for entry in match.line_moves if any(e.key == "threes" for e in entry.events)]
    assert told, "the rule was seen"
    state: Any = match.state
    assert sorted(state.places) == [0, 1, 2, 3] and sum(state.totals) == 2 * (4 + 3 + 2 + 1)
    placed = [event.say() for event in told[0] if event.key == "left"]
    assert len(placed) > 1 and placed[-1].endswith("who still holds cards, comes 4th.")
