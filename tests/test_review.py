"""Review: which choices of a seat in a round cost most."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from handkit import Match, Review, bots
from handkit import review as review_module
from handkit.bots import Bot, Thought
from handkit.game import DEALER, Game, View
from handkit.games.hang_in import HangIn
from handkit.games.president import President
from handkit.games.reserves import Reserves
from handkit.table import Table
from handkit.table.inspector import Inspector
from handkit.table.messages import MessageError
from handkit.what_if import WhatIf
from test_make import load
from toys import HighCard

# Who leads the 2 wins the trick, and goes out with the 3. Who leads the 3 loses a place for certain.
LEAD = President.position(["3C 2D", "4D", "5H 6H 7H"], players=3)


def blundered() -> Match:
    match = Match(LEAD.game, "review", start=LEAD, bots={1: "normal", 2: "normal"})
    match.play("3C", 0)
    match.finish()
    return match


def finished(game: Game) -> Match:
    """A match of one round."""
    match = Match(game, "review", bots=dict.fromkeys(range(game.players), "easy"))
    if match.to_move == DEALER:
        match.deal()
    match.finish()
    return match


def test_a_blunder_is_told_first() -> None:
    review = Review(blundered(), 0).run()
    assert review.finished and review.done == review.of
    first = review.costly[0]
    assert (first.choice.moment, str(first.choice.made)) == (0, "3C")
    assert str(first.better) == "2D"
    assert first.cost.mean == 1  # certain: a place, in every deal
    assert "Move 1: 2♦ came out 1.00" in repr(review)


def test_what_cost_nothing_is_not_told() -> None:
    start = President.position(["3C", "KD 4S", "5H 6H"], trick="KH", played_by=2)
    match = Match(start.game, "review", start=start)
    match.play("pass", 0)
    review = Review(match, 0)
    assert not review.choices and review.finished and not review.costly
    assert not review.step()
    assert review.say() == "There was nothing to choose in this round."


@pytest.mark.parametrize("game", [President(), HangIn(), Reserves()], ids=lambda game: game.name)
def test_each_game_is_reviewed_from_what_the_seat_knew(game: Game) -> None:
    """The same from another deal of what it never saw: no byte of it tells more."""
    match = finished(game)
    review = Review(match, 0, samples=24)
    shares = [review.done]
    while review.step():
        shares.append(review.done)
    assert shares == sorted(shares) and review.done == review.of
    assert len(review.costly) <= 3
    assert repr(review) == repr(Review(match, 0, samples=24).run())
    for choice in review.choices:
        assert choice.view.seat == 0 and len(list(choice.view.moves()[:2])) > 1
        assert choice.made == match.line_moves[choice.moment].move
    for each in review.costly:
        assert each.cost.mean > 0 and each.study.moves[0] == each.choice.made
        assert f"Move {each.choice.moment + 1}: " in repr(review)


@pytest.mark.parametrize("game", [President(), HangIn(), Reserves()], ids=lambda game: game.name)
def test_it_knows_only_what_the_seat_knew(game: Game) -> None:
    """Whatever the others hold, the review is the same."""
    match = Match(game, "unseen")
    seat = match.to_move
    assert seat is not None
    choice = match.view(seat).moves()[0]
    told = set()
    for number in range(3):
        start = match.view(seat).guess(random.Random(number))
        other = Match(game, "unseen", start=start)
        other.play(choice, seat)
        told.add(repr(Review(other, seat, samples=12).run()))
    assert len(told) == 1


@pytest.mark.parametrize("name", ["kuhn", "agram", "gops", "series"])
def test_a_game_made_from_one_class_is_reviewed(name: str) -> None:
    match = finished(load(name)(players=2))
    review = Review(match, 0, samples=12).run()
    assert review.choices and review.finished
    assert repr(review) == repr(Review(match, 0, samples=12).run())
    table = Table(match, seat=0)
    assert repr(table.review(samples=12)).splitlines()[0].startswith("Of ")
    table.close()


def test_a_game_whose_only_player_is_ones_own_is_reviewed() -> None:
    class Own(Bot):
        level = "own"

        def think(self, view: View, rng: random.Random) -> list[Thought]:
            return [Thought(move, 0.0, "") for move in view.moves()]

    bots.register(HighCard, Own())
    match = Match(HighCard(), "review")
    while match.to_move is not None:
        match.play(match.state.moves()[0])
    table = Table(match, seat=0)
    review = table.review(samples=12)
    assert review.choices and review.finished
    with pytest.raises(ValueError, match="own"):  # and not only once it runs
        Review(match, 0)
    table.close()


@pytest.mark.parametrize("samples", [24, 384])
def test_a_cost_is_measured_on_deals_of_its_own_and_on_all_of_them(samples: int) -> None:
    """Else what was picked for looking bad would look worse than it is."""
    studies = list[WhatIf]()

    class Noted(WhatIf):
        def __init__(self, *given: Any, **more: Any) -> None:
            super().__init__(*given, **more)
            studies.append(self)

    match = finished(President())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(review_module, "WhatIf", Noted)
        review = Review(match, 0, samples=samples).run()
    told = [each.study for each in review.costly]
    assert told and all(study.done == samples for study in told)
    seeds = [study._seed for study in studies]
    assert len(set(seeds)) == len(seeds)


def test_could_be_chance_is_said_where_the_bounds_hold_zero() -> None:
    chance, sure = 0, 0
    for game in (President(), HangIn(target=20)):
        match = Match(game, "review", bots=dict.fromkeys(range(4), "easy"))
        match.finish()
        review = Review(match, 0, samples=16).run()
        for each in review.costly:
            by_luck = each.cost.interval[0] <= 0
            assert ("could be chance" in each.study.say()) == by_luck
            chance, sure = chance + by_luck, sure + (not by_luck)
        if review.costly and not any(each.clear for each in review.costly):
            assert "none clearly cost anything" in review.say()
    assert chance and sure


def test_an_interrupt_leaves_what_was_done() -> None:
    def interrupt(done: int, of: int) -> None:
        if done > of // 4:
            raise KeyboardInterrupt

    review = Review(blundered(), 0).run(interrupt)
    assert 0 < review.done < review.of and not review.finished
    assert review.say() == "One choice in this round: not all is tried yet."


def test_only_one_round_is_reviewed() -> None:
    match = Match(President(rounds=2), "review", bots=dict.fromkeys(range(4), "easy"))
    match.finish()
    _, deal = [number for number, entry in enumerate(match.line_moves) if entry.new_round]
    first, last = Review(match, 0, moment=1), Review(match, 0)
    assert all(choice.moment < deal for choice in first.choices) and first.choices
    assert all(choice.moment > deal for choice in last.choices) and last.choices


def test_what_cannot_be_reviewed_is_refused() -> None:
    match = blundered()
    for seat in (-1, 3, True):
        with pytest.raises((ValueError, TypeError), match="seat"):
            Review(match, seat)
    with pytest.raises(ValueError, match="99"):
        Review(match, 0, moment=99)
    with pytest.raises(ValueError, match="samples"):
        Review(match, 0, samples=0)


# ── at a table ──


def send(inspector: Inspector, type: str, **more: Any) -> dict[str, Any]:
    inspector._receive(inspector, {"type": type, **more})
    inside: dict[str, Any] = inspector.inside
    return inside


def test_after_a_round_a_table_offers_a_review_that_leads_back_to_each_choice() -> None:
    match = Match(LEAD.game, "review", start=LEAD, bots={1: "normal", 2: "normal"})
    table = Table(match, seat=0, speed="at once")
    assert "review" not in [action["id"] for action in table.scene["actions"]]
    match.play("3C", 0)
    match.finish()
    while match.to_move == 0:
        match.play(match.view(0).moves()[0])
        match.finish()
    assert "review" in [action["id"] for action in table.scene["actions"]]
    table._receive(table, {"type": "review", "rev": table.scene["rev"]})
    inspector = table.look_inside()
    inside = inspector.inside
    assert inside["tab"] == "review"
    review = inside["body"]["review"]
    assert not review["running"] and review["done"] == review["of"]
    assert review["rows"][0]["at"] == 0 and "{" not in review["says"]
    assert "could be chance" not in review["rows"][0]["says"]
    assert send(inspector, "try", at=99)["wrong"] == "That is no choice of this review."
    inside = send(inspector, "try", at=0)
    assert not inside["wrong"] and match.at == 0 and match.line != "main"
    assert table.scene["prompt"] and match.to_move == 0
    assert send(inspector, "tab", tab="review")["body"]["review"]["rows"], (
        "it is still there, to try the next"
    )
    table.close()


def test_a_choice_that_was_undone_is_not_gone_back_to() -> None:
    table = Table(blundered(), seat=0, speed="at once")
    inspector = table.look_inside()
    assert send(inspector, "review")["body"]["review"]["rows"][0]["at"] == 0
    table.match.goto(0)
    table.match.play("2D", 0)
    assert "in another way" in send(inspector, "try", at=0)["wrong"]
    assert table.match.line == "main" and table.match.at > 0
    table.close()


def test_a_review_can_be_stopped() -> None:
    async def look() -> None:
        table = Table(finished(President()), seat=0)
        inspector = table.look_inside()
        send(inspector, "ready")
        send(inspector, "review")
        for _ in range(2000):
            if (inspector.inside["body"].get("review") or {"done": 0})["done"]:
                break
            await asyncio.sleep(0.01)
        send(inspector, "stop")
        for _ in range(2000):
            if not inspector.inside["body"]["review"]["running"]:
                break
            await asyncio.sleep(0.01)
        review = inspector.inside["body"]["review"]
        assert not review["running"] and 0 < review["done"] < review["of"]
        table.close()

    asyncio.run(look())


def test_an_onlooker_and_a_game_without_players_have_no_review() -> None:
    table = Table(finished(President()))
    assert table.front < 0 and "review" not in [action["id"] for action in table.scene["actions"]]
    inspector = table.look_inside()
    assert send(inspector, "tab", tab="review")["body"]["can"] is False
    assert send(inspector, "review")["wrong"] == "Who only watches has made no choices."
    table.close()
    toy = Table(HighCard(), seed="review", seat=0)
    with pytest.raises(MessageError, match="no computer player"):
        toy.look_inside().review()
    toy.close()
