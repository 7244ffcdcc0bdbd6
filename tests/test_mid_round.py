"""Chance in the middle of a round: it follows the move that asks for it, and is no new round to anybody."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from handkit import DEALER, Match, President, bots, games
from handkit.bots import Bot, Thought
from handkit.game import View
from handkit.match import generator
from handkit.simulate import play_game, tournament
from handkit.table import Table
from handkit.testing import check_game
from handkit.what_if import WhatIf
from refill import Refill


class Turner(Bot):
    """Always turns a card, or never."""

    def __init__(self, turns: bool = True) -> None:
        self.turns = turns

    level = "turner"

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        moves = list(view.moves())
        return [Thought(move, 0.0, "") for move in (moves if self.turns else reversed(moves))]


@pytest.fixture(autouse=True)
def known() -> None:
    games.register(Refill)
    bots.register(Refill, Turner())


def played(turns: int = 40, seed: object = "a", **options: Any) -> Match:
    """A match in which everybody turns cards: with three players the stock is used up in each round."""
    match = Match(Refill(**{"players": 3} | options), str(seed))
    for _ in range(turns):
        if match.to_move is None:
            break
        match.deal() if match.to_move == DEALER else match.play("turn")
    return match


def shuffles(match: Match) -> list[int]:
    """The moments right after chance in the middle of a round."""
    made = enumerate(match.line_moves, 1)
    return [moment for moment, entry in made if entry.seat == DEALER and not entry.new_round]


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_with_a_reshuffle_keeps_all_laws(players: int) -> None:
    report = check_game(Refill(players=players), bots=[Turner()], seeds=range(6), kind=str)
    assert not report.suspicious and report.told["S1.3"] and report.redealt


def test_a_new_round_is_told_from_chance_in_the_middle() -> None:
    state = Refill().start()
    assert state.between_rounds and state.view(0).between_rounds
    assert President().start().between_rounds
    match = played()
    for moment in shuffles(match):
        before = match.state_at(moment - 1)
        assert before.to_move == DEALER and not before.between_rounds and not before.view(0).between_rounds


def test_chance_follows_the_move_that_asks_for_it() -> None:
    match = Match(Refill(players=3), "a")
    for _ in range(5):
        match.play("turn")
    events = match.play("turn")
    assert [event.rule for event in events] == ["S1.2", "S1.3"], "both are told"
    assert match.to_move == 0 and match.at == 8 and shuffles(match) == [8]
    assert match.deals_follow_seed()


def test_it_goes_back_and_forth_with_that_move() -> None:
    match = played(6)
    state, heard = match.state, list[int]()
    match.listen(lambda: heard.append(match.at))
    match.undo()
    assert match.at == 6 and match.to_move == 2
    match.redo()
    assert match.at == 8 and match.state == state
    match.undo()
    match.play("turn")
    assert match.at == match.length == 8 and match.state == state
    assert heard == [6, 8, 6, 8], "nobody is told of the moment between"
    match.undo()
    match.play("stay")
    assert match.length == 7, "another move needs no cards"
    match.undo()
    match.play("turn")
    assert match.state == state, "the seed gives the same order again"


def test_a_moment_that_waits_for_chance_can_be_looked_at_and_goes_on() -> None:
    match = played(6)
    match.goto(7)
    assert match.to_move == DEALER and match.chance_is_due
    copied = match.copy()
    assert copied.step() and copied.to_move == 0 and copied.state == match.state_at(8)
    name = match.branch()
    assert match.at == 8 and match.to_move == 0 and match.fork(name) == ("main", 8)
    match.goto(7)
    match.finish()
    assert match.at == 8


def test_a_record_replays_it(tmp_path: Path) -> None:
    match = played()
    assert match.outcome and match.deals_follow_seed() and len(shuffles(match)) >= 4
    again = Match.load(match.save(tmp_path / "m.json"))
    assert [e.state for e in again.line_moves] == [e.state for e in match.line_moves]
    assert [e.new_round for e in again.line_moves] == [e.new_round for e in match.line_moves]
    record = match.record()
    first = shuffles(match)[0] - 1
    cards = record["lines"]["main"][first][1].split()
    record["lines"]["main"][first][1] = " ".join([cards[0], *reversed(cards[1:])])
    changed = [*record["lines"]["main"][: first + 1]]
    other = Match.from_record(record | {"lines": {"main": changed}, "at": first + 1})
    assert not other.deals_follow_seed(), "an order that somebody chose"


def test_the_next_round_has_the_same_cards_whatever_came_before() -> None:
    def second_round(moves: str) -> object:
        match = Match(Refill(players=3), "a")
        while not match.state.between_rounds:
            match.play(moves)
        match.deal()
        return match.state.hands  # type: ignore[attr-defined]

    assert second_round("turn") == second_round("stay")
    assert len(shuffles(played(18))) > len(shuffles(Match(Refill(players=3), "a")))


def test_a_position_in_which_chance_is_due_goes_on_at_once() -> None:
    state = played(6).state_at(7)
    match = Match(Refill(players=3), "b", start=state)
    assert match.to_move == 0 and not match.line_moves[0].new_round


def test_a_tournament_deals_the_same_rounds_to_all_pairings(monkeypatch: pytest.MonkeyPatch) -> None:
    def dealt(player: Turner) -> list[str]:
        orders = list[str]()
        play = Refill.State.play

        def noted(state: Any, move: Any, tell: Any = None, seat: Any = None) -> None:
            if state.between_rounds:
                orders.append(str(move))
            play(state, move, tell, seat)

        with monkeypatch.context() as patch:
            patch.setattr(Refill.State, "play", noted)
            play_game(Refill(players=3), [player] * 3, "seed")
        return orders

    assert dealt(Turner()) == dealt(Turner(turns=False)) and len(dealt(Turner())) == 2
    result = tournament(Refill(players=3), {"turns": Turner(), "stays": Turner(turns=False)}, deals=3)
    assert result.mean_points("turns") > result.mean_points("stays")


def test_what_if_goes_on_to_the_end_of_the_round() -> None:
    state = played(5).state
    view = state.view(state.actors[0])
    study = WhatIf(view, ["turn", "stay"], 1, level=Turner(), samples=6).run()
    assert {gain for tried in study.results for gain in tried.gains} != {0.0}, "points come at the end only"
    guess = view.guess(generator("x"))
    study._play_on(guess, view.moves()[0])
    assert guess.between_rounds or guess.to_move is None


def test_a_table_asks_for_the_next_round_only_between_rounds() -> None:
    shown = Table(Refill(players=3), seed="a", bots={1: Turner(), 2: Turner()})
    asked = 0
    while shown.match.to_move is not None:
        shown.match.advance()
        actions = {action["id"]: action["label"] for action in shown.scene["actions"]}
        if "next" in actions:
            assert shown.match.state.between_rounds and actions["next"] == "Next round"
            shown._receive(shown, {"type": "next", "rev": shown.scene["rev"]})
            asked += 1
        elif shown.match.to_move == 0:
            shown.play("turn")
    assert asked == 1 and len(shuffles(shown.match)) >= 4
    assert "error" not in shown.scene
    rounds = [number for number, entry in enumerate(shown.match.line_moves, 1) if entry.new_round]
    shown.match.goto(shuffles(shown.match)[0])
    shown.deal_again()
    assert shown.match.at == rounds[0] == 1, "to the deal of the round, not to the shuffle"
    shown.match.goto(shuffles(shown.match)[0] - 1)
    assert [a["label"] for a in shown.scene["actions"] if a["id"] == "next"] == ["Go on"]
    shown._receive(shown, {"type": "next", "rev": shown.scene["rev"]})
    assert shown.match.at == shuffles(shown.match)[0]


def test_the_inspector_marks_rounds_and_not_shuffles() -> None:
    shown = Table(played())
    found = shown.look_inside()
    found._receive(found, {"type": "ready"})
    assert [name for _, name in found.inside["time"]["marks"]] == ["round 1", "round 2"]
    shown.match.goto(shuffles(shown.match)[0])
    found._receive(found, {"type": "tab", "tab": "state"})
    assert "error" not in found.inside
