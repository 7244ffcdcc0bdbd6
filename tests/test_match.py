"""Matches: going back, branches, records, and what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from handkit import DEALER, Match, OptionError, President, RecordError
from handkit import bots as players
from handkit.bots import Bot, Thought, bot, levels
from handkit.files import write_whole
from handkit.game import ONLOOKER
from handkit.games.president import DECK

BOTS = {1: "easy", 2: "normal", 3: "easy"}


def played(moves: int = 12, rounds: int = 2) -> Match:
    match = Match(President(rounds=rounds), seed="monday", bots=BOTS)
    for _ in range(moves - 1):  # the first deal is made
        if not match.step():
            match.deal() if match.to_move == DEALER else match.play(match.state.moves()[0])
    return match


def test_the_same_seed_gives_the_same_match() -> None:
    assert played().record() == played().record()
    assert played().deals_follow_seed()


@pytest.mark.rule("P1.3")
def test_a_seed_means_these_cards_for_years() -> None:
    """The deal of a seed must never change: a class that plays "monday" gets these hands."""
    match = Match(President(), seed="monday")
    assert DECK.text(match.state.hands[0]) == "3H 3S 4H 4S 5C 7D 8D 8H 10C 10H AH 2C 2H"  # type: ignore[attr-defined]


def test_undo_redo_and_goto() -> None:
    match = played()
    end = match.state
    match.undo(3)
    assert match.at == 9 and match.length == 12
    match.redo(3)
    assert match.state == end
    with pytest.raises(ValueError, match=r"So many moves \(13\) cannot be undone: the match is at move 12\."):
        match.undo(13)
    with pytest.raises(ValueError, match=r"\(1\) cannot be made again: the match is at move 12 of 12\."):
        match.redo()
    match.goto(1)
    assert repr(match) == f"<Match of President, 1 move, {match.names[0]} to move>"
    match.goto(0)
    assert match.to_move == DEALER
    for wrong in (-1, 13, "1", True):
        with pytest.raises(ValueError, match="no moment"):
            match.goto(wrong)  # type: ignore[arg-type]


def test_the_same_move_again_keeps_what_follows_and_another_forgets_it() -> None:
    match = played()
    match.goto(1)
    match.play(match._line_moves[1].move)
    assert match.length == 12
    match.goto(1)
    match.play(match.state.moves()[-1])
    assert match.length == 2


def test_branches_stay() -> None:
    match = played()
    end = match.state
    match.goto(1)
    assert match.branch("what if") == "what if"
    match.play(match.state.moves()[-1])
    match.switch("main")
    assert match.state == end and match.branches == ["main", "what if"]
    with pytest.raises(ValueError, match="already"):
        match.branch("main")
    with pytest.raises(ValueError, match="main, what if"):
        match.switch("nowhere")
    with pytest.raises(TypeError, match="text"):
        match.branch(5)  # type: ignore[arg-type]
    match.branch("branch 4")
    match.switch("main")
    assert match.branch() not in ("branch 4", "main")


def test_a_record_replays_to_the_same_states(tmp_path: Path) -> None:
    match = played(80)
    match.goto(20)
    match.branch("other")
    match.step() or match.play(match.state.moves()[0])
    again = Match.load(match.save(tmp_path / "match.json"))
    assert again.record() == match.record()
    for line in match.branches:
        match.switch(line)
        again.switch(line)
        assert [entry.state for entry in again.moves_so_far] == [entry.state for entry in match.moves_so_far]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["match.json"]


def test_a_copy_is_the_same_match_and_leads_a_life_of_its_own() -> None:
    match, heard = played(), list[int]()
    match.note_opened()
    match.listen(lambda: heard.append(match.at))
    before, twin = match.record(), match.copy()
    assert twin.record() == before
    twin.goto(3)
    twin.play(next(iter(twin.state.moves())))
    twin.branch("another")
    twin.note_opened()
    assert heard == [] and match.record() == before


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    match, file = played(), tmp_path / "game.json"
    assert match.save(file) == file and match.save(str(file)) == file
    with pytest.raises(FileNotFoundError, match=r"There is no file .*other\.json'\. Give the path of one"):
        Match.load(tmp_path / "other.json")
    with pytest.raises(FileNotFoundError, match="There is no folder"):
        match.save(tmp_path / "nowhere" / "game.json")
    with pytest.raises(IsADirectoryError, match="is a folder"):
        match.save(tmp_path)
    with pytest.raises(UnicodeEncodeError):
        write_whole(file, "half a character: \ud83c")
    assert Match.load(file).record() == match.record()
    assert list(tmp_path.iterdir()) == [file]


def test_a_match_from_a_position_is_saved_with_it(tmp_path: Path) -> None:
    start = President.position(hands=["3C 7S", "4C", "5C"], trick="3D", played_by=2)
    match = Match(start.game, seed=1, start=start)
    match.play("7S")
    assert Match.load(match.save(tmp_path / "p.json")).state == match.state


def change(record: dict[str, Any], way: str, value: Any) -> dict[str, Any]:
    *path, last = way.split("/")
    place: Any = record
    for part in path:
        place = place[int(part) if part.isdecimal() else part]
    place[int(last) if last.isdecimal() else last] = value
    return record


@pytest.mark.parametrize(
    ("way", "value", "says"),
    [
        ("handkit", 99, "form 99"),
        ("game", "whist", "no game"),
        ("options", {"players": 9}, "players=9"),
        ("options", {"jokers": 1}, "jokers"),
        ("options", {"cls": 1}, "cls"),
        ("options", {"rounds": 10**30}, "rounds"),
        ("bots", {"0": "genius"}, "genius"),
        ("bots", {"00": "easy"}, "bots"),
        ("bots", {"9": "easy"}, "no seat 9"),
        ("names", {"x": "y"}, "names"),
        ("line", "nowhere", "no line"),
        ("at", 99, "99"),
        ("at", "1", "wrong type"),
        ("opened", [-1], "opened"),
        ("lines", {}, "lines"),
        ("lines", {"main": 5}, "lines"),
        ("lines/main/1", [0, "AS AS"], "Move 2 .*P2.9"),
        ("lines/main/1", [2, "pass"], "Move 2 .*P2.8"),
        ("lines/main/1", [None, "pass"], "Move 2 .*number of its seat"),
        ("lines/main/1", [0, "dance"], "Move 2 .*cannot be read"),
        ("lines/main/1", 7, "Move 2"),
        ("lines/main/0", [-1, "deal 3C"], "Move 1 .*P1.3"),
        ("start", {"hands": []}, "position"),
    ],
)
def test_a_record_says_at_which_move_and_why_it_is_wrong(way: str, value: Any, says: str) -> None:
    record = change(json.loads(json.dumps(played().record())), way, value)
    with pytest.raises(RecordError, match=says) as error:
        Match.from_record(record)
    assert not DECK.pattern.search(str(error.value)), "a record stays sealed, also where it is wrong"


def test_a_file_that_is_no_record(tmp_path: Path) -> None:
    for text in ("", "{", "[]", "5", "[" * 100_000, "null", '{"handkit": 1}'):
        (tmp_path / "x.json").write_text(text)
        with pytest.raises(RecordError):
            Match.load(tmp_path / "x.json")


def test_a_forged_deal_is_noticed() -> None:
    record = Match(President(), seed="x").record()
    record["lines"]["main"] = [[-1, "deal " + " ".join(DECK.names)]]
    assert not Match.from_record(record).deals_follow_seed()


def test_a_listener_that_fails_does_not_keep_others_from_hearing() -> None:
    match, heard = Match(President(), seed=1), list[int]()

    def fail() -> None:
        raise RuntimeError("broken listener")

    match.listen(fail)
    stop = match.listen(lambda: heard.append(match.at))
    with pytest.raises(RuntimeError, match="broken listener"):
        match.play(match.state.moves()[0])
    assert heard == [2]
    stop()


def test_views_are_of_seats_that_exist() -> None:
    match = Match(President(), seed=1)
    assert match.view(ONLOOKER).seat == ONLOOKER
    for wrong in (7, -3, "0", True):
        with pytest.raises(ValueError, match="seats are 0 to 3"):
            match.view(wrong)  # type: ignore[arg-type]


def test_ones_own_bot_joins_the_others() -> None:
    class Mine(Bot):
        level = "easy"

        def think(self, view: Any, rng: Any) -> list[Thought]:
            return [Thought(view.moves()[-1], 0.0, "the last one")]

    players.register("president", Mine())
    assert levels(President()) == ("easy", "normal", "hard")
    assert isinstance(bot(President(), "easy"), Mine)


def test_an_option_named_like_a_part_of_python_is_no_option() -> None:
    with pytest.raises(OptionError, match="no option"):
        President(cls=1)  # type: ignore[call-arg]
