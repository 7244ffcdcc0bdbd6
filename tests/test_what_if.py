"""What if, and what is believed: moves tried on the same deals, and where hidden cards may be."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import comb
from typing import Any, ClassVar

import pytest

from handkit import WhatIf, beliefs, bots
from handkit.belief import percent
from handkit.bots import Bot, Thought
from handkit.cards import bit, count, members
from handkit.game import DEALER, ONLOOKER, Game, IllegalMove, Move, ParseError, State, Tell, View
from handkit.games.hang_in import HangIn
from handkit.games.president import President
from handkit.games.reserves import Reserves
from handkit.match import generator
from handkit.simulate import LEAST, Comparison
from handkit.what_if import Tried, compared, is_clear
from toys import HighCard, HighState

GAMES: list[Game] = [
    President(players=3, rounds=2),
    President(players=4, rounds=3, next_leader="scum"),
    President(players=6, rounds=2, revolution=False),
    HangIn(players=3, target=20, starter="rotate", may_hold_back=True),
    HangIn(players=4, max_rounds=2, target_check="round", pot_suit="none"),
    HangIn(players=5, max_rounds=3),
    Reserves(choose_reserve=True, max_turns=40),
    Reserves(must_beat=False, leftovers="defender", attack_cap="hand", no_progress_limit=5),
]


class First(Bot):
    """Plays what comes first, whatever the game."""

    level: ClassVar[str] = "first"

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        return [Thought(move, 0.0, "") for move in view.moves()]


def seat_of(state: State) -> int:
    assert state.to_move is not None
    return state.to_move


def moments(game: Game, seed: object) -> Iterator[tuple[State, int]]:
    """Every moment of a random match at which somebody may act, once for each who may."""
    rng, state = generator("moments", seed), game.start()
    while (seat := state.to_move) is not None:
        if seat == DEALER:
            state.play(state.deal(rng))
            continue
        yield from ((state.copy(), actor) for actor in state.actors)
        state.play(state.random_move(rng))


def names(moves: list[Move]) -> list[str]:
    return [str(move) for move in moves]


def gains(study: WhatIf) -> dict[str, tuple[float, ...]]:
    return {str(tried.move): tried.gains for tried in study.results}


# ── how a seat stands ───────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("P5.3", "P5.4")
def test_in_president_a_seat_stands_at_its_points() -> None:
    state = President.position(["KC", "4S 5S", "5C"], round=2, rounds=3, previous=[0, 1, 2], totals=[3, 2, 1])
    assert list(state.standing) == [3, 2, 1]
    ended = state.after("KC").after("pass").after("pass").after("4S").after("5C")
    assert list(ended.standing) == [6, 3, 3]


@pytest.mark.rule("H6.2")
def test_in_hang_in_a_seat_stands_at_its_lead_over_the_others() -> None:
    state = HangIn.position(HOUSE_HANDS, pot=POT, challenges=["4S"], scores=[10, 1, 0, -1], target=99)
    assert list(state.standing) == pytest.approx([10, -2, -10 / 3, -14 / 3])
    claimed = state.after("5S").standing  # 21 points more for the house are 7 less for each other
    assert list(claimed) == pytest.approx([31, -9, -31 / 3, -35 / 3])
    assert state.view(1).standing == state.standing


@pytest.mark.rule("R6.5")
def test_in_reserves_a_seat_stands_at_those_that_it_has_outlasted() -> None:
    state = Reserves.position(["9S", "KC 2H", ""], turn=0)
    assert list(state.standing) == [1, 1, 0]
    assert list(state.after("attack 1: 9S").after("pass").after("give 2H").standing) == [1, 1, 0]
    won = Reserves.position(["9S", "2H", ""], turn=0).after("attack 1: 9S").after("pass")
    assert won.outcome is not None
    assert list(won.standing) == [2, 1, 0]


@pytest.mark.rule("R6.7")
def test_at_a_limit_a_seat_stands_above_those_with_fewer_cards() -> None:
    state = Reserves.position(["9S 8S", "2H", "3C"], turn=0, max_turns=1, no_progress_limit=None)
    ended = state.after("attack 1: 9S").after("pass")
    assert ended.outcome is not None and ended.outcome.rule == "R6.7"
    assert list(ended.standing) == [2, 0, 1]


def test_a_game_from_elsewhere_stands_at_nothing_until_its_end() -> None:
    rng, state = generator(5), HighCard().start()
    while state.to_move is not None:
        assert list(state.standing) == [0, 0, 0]
        state.play(state.random_move(rng))
    assert state.outcome is not None
    ranks = state.outcome.ranks
    assert list(state.standing) == [sum(other > rank for other in ranks) for rank in ranks]
    assert max(state.standing) > 0


# ── a study ─────────────────────────────────────────────────────────────────────────────────────

POT = ["13O 12O", "10O 7S", "2O 3O", "2S 6S"]
HOUSE_HANDS = ["7O 5S 3S 6F 5H", "1O 1S", "1F 2F 3F", "1H 2H 3H"]

# A position in which one move wins at once, that move, and what it gains.
WINS: list[tuple[Any, str, float]] = [
    # To lead one king gives the holder of the ace the lead, and then the first place.
    (President.position(["KC KD", "AD 4S", "5C 5D"]), "KC KD", 3.0),
    # The slice of 10 and 7 with the table card 4, which meets the target; the others get nothing.
    (HangIn.position(HOUSE_HANDS, pot=POT, challenges=["4S"], scores=[40, 0, 0, 0]), "5S", 21.0),
    # The attacker lays its last card: who beats it is the last with cards.
    (Reserves.position(["6H", "", ""], turn=1, attack="0: 5H"), "6H>5H", 1.0),
]


@pytest.mark.parametrize(("state", "move", "gain"), WINS, ids=["president", "hang-in", "reserves"])
def test_a_move_that_wins_at_once_is_found_best(state: Any, move: str, gain: float) -> None:
    view = state.view(seat_of(state))
    others = [str(other) for other in view.moves() if str(other) != move]
    assert others
    best, *worse = WhatIf(view, [*others, move], 1, samples=10).run().results
    assert (str(best.move), best.best) == (move, 10)
    assert best.error == 0
    assert best.gains == pytest.approx([gain] * 10)
    assert max(tried.mean for tried in worse) < best.mean


def test_a_card_that_holds_the_house_down_is_found_best() -> None:
    """A table player gains no points itself (H3.6): what it does to the house must count."""
    state = HangIn.position(
        ["5S 13H 8O 9F", "1O 2F", "1F 13F 4F", "1H 2H 3H"], pot=POT, challenges=["1S 3S"], target=99
    )
    assert seat_of(state) == 2
    best = WhatIf(state.view(2), ["1F", "13F"], 1, samples=20).run().results[0]
    assert str(best.move) == "13F"


@pytest.mark.parametrize("game", [President(rounds=2), HangIn(), Reserves()], ids=lambda game: game.name)
def test_a_study_depends_on_what_the_seat_sees_and_on_the_seed(game: Game) -> None:
    state, seat = next(islice(moments(game, 3), 5, None))
    view = state.view(seat)
    other = view.guess(generator("other"))
    assert other.zones() != state.zones()
    moves = compared(view, str(view.moves()[0]), generator(1), most=3)
    assert names(moves) == names(compared(other.view(seat), moves[0], generator(1), most=3))
    found = gains(WhatIf(view, moves, generator(7), samples=6).run())
    assert found == gains(WhatIf(other.view(seat), moves, generator(7), samples=6).run())
    assert found == gains(WhatIf(view, moves, generator(7), samples=6).run())
    assert found != gains(WhatIf(view, moves, 8, samples=6).run())
    assert view == state.view(seat)


def test_a_move_does_the_same_whatever_it_is_compared_with() -> None:
    state, seat = next(islice(moments(HangIn(), 1), 2, None))
    view = state.view(seat)
    all_moves = names(list(view.moves()))
    together = gains(WhatIf(view, all_moves, 4, level="easy", samples=8).run())
    for move in all_moves:
        assert gains(WhatIf(view, [move], 4, level="easy", samples=8).run()) == {move: together[move]}
    assert gains(WhatIf(view, all_moves[::-1], 4, level="easy", samples=8).run()) == together


def test_all_moves_meet_the_same_cards() -> None:
    """Two cards of one rank are the same play in President (P1.4), so they must gain the same each time."""
    state = President.position(["9C 9D KS 3C", "4S 4H 10C JD", "5C AD 6S 6H", "7S 7C QH 2C"])
    one, other = WhatIf(state.view(0), ["9C", "9D"], 2, samples=20).run().results
    assert one.gains == other.gains
    assert len(set(one.gains)) > 1
    assert one.best == other.best == 20
    assert one.ahead_of(other) == Comparison(0, 0)


def test_equal_leads_are_equal_although_thirds_are_not_exact() -> None:
    class Thirds(HighState):
        """A standing that comes to the same by two ways, but for the last bit."""

        @property
        def standing(self) -> tuple[float, ...]:
            if self.to_move is not None:
                return (0,) * self.seat_count
            return (0.1 + 0.2 if self.aside[0] == lowest else 0.3,) * self.seat_count

    @dataclass(frozen=True, kw_only=True)
    class Game(HighCard):
        def new(self) -> HighState:
            return Thirds()

    state = Game().start()
    state.play(state.deal(generator(1)))
    view = state.view(0)
    lowest = state.hands[0] & -state.hands[0]
    study = WhatIf(view, list(view.moves()), 1, level=First(), samples=LEAST).run()
    assert {tried.gains for tried in study.results} == {(0.3,) * LEAST}


def test_stopping_early_keeps_what_was_measured() -> None:
    state, seat = next(moments(President(), 1))
    view = state.view(seat)
    moves = list(view.moves())[:2]
    study, whole = WhatIf(view, moves, 1, samples=4), WhatIf(view, moves, 1, samples=4).run()
    assert (study.done, study.results) == (0, [])
    assert study.say() == "No deal has been tried yet."
    assert [study.step(), study.step()] == [True, True]
    assert study.done == 2
    for tried in study.results:
        assert tried.samples == 2
        assert tried.gains == gains(whole)[str(tried.move)][:2]
    assert [study.step(), study.step(), study.step()] == [True, False, False]
    assert study.results == whole.results
    assert study.run() is study


def test_what_is_refused_or_makes_no_sense_raises() -> None:
    state = President.position(["KC KD", "AD 4S", "5C 5D"])
    for wrong, rule in (("pass", "P2.4"), ("AD", "P2.9"), ("give KC", "P6.7")):
        with pytest.raises(IllegalMove) as caught:
            WhatIf(state.view(0), ["KC", wrong], 1)
        assert caught.value.refusal.rule == rule
        with pytest.raises(IllegalMove):
            compared(state.view(0), wrong, generator(1))
    with pytest.raises(IllegalMove, match=r"P2\.8"):
        WhatIf(state.view(1), ["AD"], 1)
    with pytest.raises(ParseError):
        WhatIf(state.view(0), ["surrender"], 1)
    with pytest.raises(ValueError, match="An onlooker has no moves"):
        WhatIf(state.view(ONLOOKER), ["KC"], 1)
    for moves, samples in (([], 1), (["KC"], 0)):
        with pytest.raises(ValueError, match=r"at least one move|samples is 0"):
            WhatIf(state.view(0), moves, 1, samples=samples)
    with pytest.raises(ValueError, match="no computer player 'perfect': there are easy, normal, hard"):
        WhatIf(state.view(0), ["KC"], 1, level="perfect")


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_moves_of_every_kind_can_be_tried(game: Game) -> None:
    rng, tried = generator("kinds"), dict[tuple[object, ...], int]()
    for state, seat in moments(game, 1):
        view = state.view(seat)
        move = state.random_move(rng) if seat == state.to_move else next(iter(view.moves()))
        kind = (type(move), getattr(state, "phase", ""), seat == state.to_move)
        tried[kind] = tried.get(kind, 0) + 1
        if tried[kind] > 2:
            continue
        moves = compared(view, move, rng, most=3) if tried[kind] == 1 else [move]
        assert moves[0] == move
        assert len(set(moves)) == len(moves) <= 3
        assert all(view.check(other, seat) is None for other in moves)
        study = WhatIf(view, moves, rng, samples=2).run()
        assert [len(found.gains) for found in study.results] == [2] * len(moves)
        assert max(found.best for found in study.results) > 0
    assert len(tried) >= 3


@pytest.mark.rule("P5.3", "P6.4")
def test_in_an_exchange_either_of_the_two_may_ask() -> None:
    state = President.position(
        ["3C KS KH", "4S 4H", "5C", "6D"], round=2, rounds=2, previous=[0, 1, 2, 3], giving=[0, 1]
    )
    for seat, move in ((0, "give 3C KS"), (1, "give 4S")):
        for tried in WhatIf(state.view(seat), [move], 1, samples=3).run().results:
            assert all(1 <= gain <= 4 for gain in tried.gains)  # the points of a place in this round


# ── which moves to compare ──────────────────────────────────────────────────────────────────────


def test_compared_are_the_asked_move_and_those_that_the_strongest_level_thinks_of() -> None:
    state, seat = next(moments(President(), 2))
    view = state.view(seat)
    thoughts = [thought.move for thought in bots.bot(view.game, "hard").think(view, generator(1))]
    last = thoughts[-1]
    expected = [last, *(move for move in thoughts[:4] if move != last)][:4]
    assert compared(view, last, generator(1), most=4) == expected
    assert len(compared(view, last, generator(1))) == 6
    assert compared(view, last, generator(1), most=1) == [last]


def test_where_the_strongest_level_sees_one_move_alone_weaker_levels_add_others() -> None:
    view = President.position(["KC KD", "AD 4S", "5C 5D"]).view(0)
    assert names([thought.move for thought in bots.bot(view.game, "hard").think(view, generator(1))]) == [
        "KC KD"
    ]
    assert names(compared(view, "KC KD", generator(1))) == ["KC KD", "KC"]


def test_cards_that_do_not_differ_are_not_compared_with_each_other() -> None:
    view = President.position(["9C 9D 9H KS", "4S 4H", "5C 5D", "6S"]).view(0)
    found = names(compared(view, "9D 9H", generator(1)))
    assert found[0] == "9D 9H"
    assert "9C 9D" not in found
    assert {"9C", "9C 9D 9H", "KS"} <= set(found)
    gifts = President.position(
        ["3C 3D 4C KS", "4S 4H", "5C"], round=2, rounds=2, previous=[0, 1, 2], giving=[0]
    )
    both = names(compared(gifts.view(0), "give 3D 4C", generator(1)))  # every gift is offered
    assert both[0] == "give 3D 4C" and "give 3C 4C" in both


# ── a game from elsewhere ───────────────────────────────────────────────────────────────────────


def test_a_game_without_computer_players_says_so() -> None:
    state, seat = next(moments(HighCard(), 1))
    view = state.view(seat)
    with pytest.raises(ValueError, match="High Card has no computer player 'normal': there are none"):
        WhatIf(view, [view.moves()[0]], 1)
    with pytest.raises(ValueError, match="High Card has no computer player 'hard': there are none"):
        compared(view, view.moves()[0], generator(1))


def test_a_learners_own_player_can_play_on() -> None:
    bots.register(HighCard, First())
    state, seat = next(moments(HighCard(), 1))
    view = state.view(seat)
    moves = compared(view, view.moves()[1], generator(1))
    assert moves == [view.moves()[1], view.moves()[0], view.moves()[2]]
    for study in (WhatIf(view, moves, 1, level="first"), WhatIf(view, moves, 1, level=First())):
        assert "players ranked behind" in study.run().say()
        assert {gain for tried in study.results for gain in tried.gains} <= {0, 1, 2}


def test_a_round_without_an_end_stops_at_the_bound_of_the_game() -> None:
    class Endless(HighState):
        """The cards go back into the hands for ever."""

        played_on: ClassVar[int] = 0

        def play(self, move: Move, tell: Tell | None = None, seat: int | None = None) -> None:
            super().play(move, tell, seat)
            Endless.played_on += 1
            if self.to_move is None:
                self.hands, self.aside, self.to_move = self.aside, [0] * self.seat_count, 0

    @dataclass(frozen=True, kw_only=True)
    class Rounds(HighCard):
        def new(self) -> HighState:
            return Endless()

    rng, state = generator(1), Rounds().start()
    state.play(state.deal(rng))
    view = state.view(0)
    study = WhatIf(view, [view.moves()[0]], 1, level=First(), samples=2)
    Endless.played_on = 0
    study.run()
    assert Endless.played_on == 2 * (1 + view.game.longest())


# ── in words and as bars ────────────────────────────────────────────────────────────────────────


def told(*rows: tuple[float, ...], moves: tuple[str, ...] = ("KC", "KC KD")) -> WhatIf:
    """A study that has measured just this."""
    study = WhatIf(
        President.position(["KC KD", "AD 4S", "5C 5D"]).view(0), moves, 1, samples=max(1, len(rows))
    )
    study._rows = list(rows)
    return study


CLEAR, ALIKE, CLOSE = [(1.0, 3.0), (2.0, 3.0)] * 4, [(1.0, 1.0), (2.0, 2.0)] * 4, [(1.0, 2.0), (2.0, 1.2)] * 4


def test_a_sentence_says_what_came_out() -> None:
    assert told(*CLEAR).say() == (
        "K♣ K♦ came out 1.50 points of this round ahead of K♣ (95 % sure: 1.13 to 1.87). "
        "That is clear after 8 deals."
    )
    assert told(*CLEAR).say(braces=True).startswith("{KC} {KD} came out 1.50")
    assert (
        told(*CLOSE)
        .say()
        .endswith(
            "0.10 points of this round ahead of K♣ (95 % sure: −0.57 to 0.77). "
            "That could be chance, after 8 deals."
        )
    )
    assert told(*ALIKE).say() == "K♣ and K♣ K♦ came out alike in all 8 deals."
    assert (
        told(*CLEAR[:2]).say().endswith("1.50 points of this round ahead of K♣. 2 deals are too few to tell.")
    )
    assert (
        told(*CLEAR[:1]).say().endswith("2.00 points of this round ahead of K♣. 1 deal is too few to tell.")
    )
    assert (
        told((1.0,), moves=("KC",)).say()
        == "K♣ came out at 1.0 points of this round on average after 1 deal."
    )


def test_the_asked_move_is_set_against_the_best_or_the_next_best() -> None:
    def said(*means: float) -> str:
        state = President.position(["KC KD 3C", "AD 4S", "5C 5D"])
        study = WhatIf(state.view(0), ["3C", "KC", "KC KD"], 1)
        study._rows = [means] * LEAST
        return study.say()

    assert said(3, 2, 1).startswith("3♣ came out 1.00 points of this round ahead of K♣ (")
    assert said(1, 2, 3).startswith("K♣ K♦ came out 2.00 points of this round ahead of 3♣ (")


def test_bounds_are_those_of_the_difference_on_the_same_deals() -> None:
    """Luck that all moves share is not in them."""
    rng = random.Random(1)
    deals = [10 * rng.random() for _ in range(60)]
    study = told(*[(luck, luck + 0.5 + 0.1 * rng.random()) for luck in deals])
    (best, lead), (asked, none) = study.against()
    assert (str(best.move), str(asked.move)) == ("KC KD", "KC")
    assert 0.5 < lead.interval[0] < lead.mean < lead.interval[1] < 0.6 < best.error * 2
    assert none == Comparison(0, 0)


class Fixed(WhatIf):
    """What the second move gains more than the first is given by the number of the deal."""

    def gain(self, number: int) -> float:
        return 0.0

    def _row(self, number: int) -> tuple[float, ...]:
        return (0.0, self.gain(number))


def tried(gain: Any, samples: int = 768) -> WhatIf:
    view = President.position(["KC KD", "AD 4S", "5C 5D"]).view(0)
    study = Fixed(view, ["KC", "KC KD"], 1, samples=samples)
    study.gain = gain  # type: ignore[method-assign]
    return study


def test_it_goes_on_until_that_decides_and_no_longer() -> None:
    large = tried(lambda number: 2.0 + number % 3)
    small = tried(lambda number: 0.25 + (number % 4 - 1.5))
    same = tried(lambda number: 0.0)
    none = tried(lambda number: number % 2 - 0.5)
    for study in (large, small, same, none):
        study.run(workers=1)
    assert large.done == 24 and large.decided and "clear after 24 deals" in large.say()
    assert 24 < small.done < 768 and small.decided and small.done in small._looks
    assert same.done == 96 and same.decided and "alike in all 96 deals" in same.say()
    assert none.done == 768 and not none.decided and "could be chance, after 768 deals" in none.say()
    assert tried(lambda number: 2.0 + number % 3, samples=10).run(workers=1).done == 10


def test_luck_alone_seldom_decides() -> None:
    decided = 0
    for seed in range(200):
        rng = random.Random(seed)
        decided += tried(lambda number, rng=rng: rng.gauss(0, 1)).run(workers=1).decided
    assert decided <= 200 * 0.05 + 8  # LUCK to either side, and what luck may add to that


def test_a_study_is_the_same_with_any_number_of_workers() -> None:
    state, seat = next(moments(President(), 1))
    view = state.view(seat)
    found = [
        WhatIf(view, names(list(view.moves())[:3]), 1, level="easy", samples=384).run(workers=number)
        for number in (1, 2)
    ]
    assert found[0]._rows == found[1]._rows and found[0].decided == found[1].decided
    stepped = WhatIf(view, names(list(view.moves())[:3]), 1, level="easy", samples=384)
    while stepped.step():
        pass
    assert stepped._rows == found[0]._rows


def test_among_more_moves_a_lead_must_be_larger_to_be_clear() -> None:
    lead = Comparison(mean=2.1, error=1)
    assert is_clear(lead, 1)
    assert not is_clear(lead, 5)
    assert is_clear(Comparison(3, 1), 5)
    assert not is_clear(Comparison(0, 0), 1)


def test_a_result_has_its_mean_and_error() -> None:
    move = President().parse("KC")
    tried, other = Tried(move, (1.0, 2.0, 3.0), 1), Tried(move, (0.0, 1.0, 2.0), 0)
    assert (tried.mean, tried.samples) == (2, 3)
    assert tried.error == pytest.approx(1 / 3**0.5)
    assert tried.ahead_of(other) == Comparison(1, 0)  # paired: the luck of the deals is out


def test_text_and_picture_show_every_move() -> None:
    for study in (told(*CLEAR), told(*CLEAR[:1])):
        html = study._repr_html_()
        for shown in (repr(study), html):
            assert "K♣ K♦" in shown and "3.00" in shown and study.say() in shown and "asked" in shown
        assert html.index(">K♣ K♦<") < html.index(">K♣<")
        assert html.count('<th scope="row"') == 2
        assert "<style" not in html and "<script" not in html and "inf" not in html
        assert "var(--jp-ui-font-color1, " in html
    assert "+1.50 (+1.13 to +1.87)" in repr(told(*CLEAR))
    assert "No deal" in told()._repr_html_() and "No deal" in repr(told())


def test_dots_and_lines_stay_on_an_axis_with_a_zero() -> None:
    study = told(*[(1.0, -3.0), (2.0, 1.0)] * 4)
    html = study._repr_html_()
    spans = [
        (float(left), float(width)) for left, width in re.findall(r"left:([-\d.]+)%;width:([\d.]+)%", html)
    ]
    assert len(spans) == 2
    assert all(left >= 0 and width >= 0 and left + width <= 100.1 for left, width in spans)
    assert ">0</span>" in html and "−2.50" in html and "−2.50" in repr(study)


def test_what_a_game_from_elsewhere_names_is_escaped() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Rude(HighCard):
        score_unit: ClassVar[str] = "<b>points</b>"

    state = Rude().start()
    state.play(state.deal(generator(1)))
    view = state.view(0)
    html = WhatIf(view, [view.moves()[0]], 1, level=First(), samples=1).run()._repr_html_()
    assert "<b>" not in html and "&lt;b&gt;points" in html


# ── what is believed ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", [*GAMES, HighCard()], ids=str)
def test_beliefs_add_up_to_the_cards_that_are_there(game: Game) -> None:
    for state, seat in list(moments(game, 2))[::7]:
        for viewer in (seat, ONLOOKER):
            view = state.view(viewer)
            found = beliefs(view, generator(1), samples=5)
            hidden = {zone.name: zone for zone in state.zones() if not zone.visible_to(viewer) and zone.cards}
            assert {place.name for place in found.places} == hidden.keys()
            assert found.cards == sum(zone.cards for zone in hidden.values())
            assert list(found.rows) == game.deck.texts(found.cards)
            assert all(sum(row.values()) == pytest.approx(1) for row in found.rows.values())
            for place in found.places:
                zone = hidden[place.name]
                total = sum(row[place.name] for row in found.rows.values())
                assert total == pytest.approx(count(zone.cards))
                assert place.number(game.deck.all) == count(zone.cards)
                assert place.owner == zone.owner
                assert place.known == zone.faces(viewer)
                for card in members(place.known):
                    assert found.rows[game.deck.name(card)][place.name] == 1.0
            for by in (found.by_rank, found.by_suit):
                assert by.keys() == {zone.owner for zone in hidden.values() if zone.owner is not None}


@pytest.mark.rule("P7.1")
def test_what_was_given_is_certain_and_what_cannot_be_is_nought() -> None:
    state = President.position(
        ["3C KS KH AC", "4S 4H QD", "5C 6C 2H", "6D 7D"],
        round=2, rounds=2, previous=[0, 1, 2, 3], gifts=[(3, 0, "KS KH"), (0, 3, "6D 7D")],
    )  # fmt: skip
    found = beliefs(state.view(0), generator(1))
    assert found.rows["6D"] == {"hand 1": 0.0, "hand 2": 0.0, "hand 3": 1.0}
    assert found.rows["2H"]["hand 3"] == 0.0
    assert 0 < found.rows["2H"]["hand 1"] < 1
    assert found.by_rank[3]["7"] == 1.0 and found.by_rank[1]["7"] == 0.0
    assert found.hands[3].known == state.game.deck.mask("6D 7D")


@pytest.mark.rule("R5.6")
def test_in_reserves_what_was_seen_is_certain() -> None:
    state = Reserves.position(
        ["KC", "3H 6D 9S", "7S"], turn=0, reserves=["4D", "", ""], seen=[(0, 1, "3H 9S")]
    )
    found = beliefs(state.view(0), generator(1), samples=40)
    assert found.rows["3H"]["hand 1"] == 1.0
    assert set(found.rows["6D"]) == {"hand 1", "hand 2", "reserve 0", "removed"}
    assert 0 < found.rows["6D"]["hand 1"] < 1


def test_shares_are_near_the_true_chances() -> None:
    rng, state = generator(8), President().start()
    state.play(state.deal(rng))
    view = state.view(0)
    found = beliefs(view, rng, samples=600)
    deck, hidden = state.game.deck, count(found.cards)
    for seat, hand in found.hands.items():
        held = count(state.hands[seat])
        for rank, chance in found.by_rank[seat].items():
            there = sum(bool(found.cards & bit(deck.card(rank + suit.letter))) for suit in deck.suits)
            assert chance == pytest.approx(1 - comb(hidden - there, held) / comb(hidden, held), abs=0.07)
        for suit in deck.suits:
            cards = sum(bit(deck.card(rank + suit.letter)) for rank in deck.ranks)
            assert hand.number(cards) == pytest.approx(held * count(found.cards & cards) / hidden, abs=0.3)
            assert found.by_suit[seat][suit.name] == hand.chance(cards)


def test_beliefs_depend_on_what_the_seat_sees_and_on_the_generator() -> None:
    state, seat = next(islice(moments(Reserves(), 4), 6, None))
    other = state.view(seat).guess(generator("other"))
    found = beliefs(state.view(seat), generator(1), samples=20)
    assert found == beliefs(other.view(seat), generator(1), samples=20)
    assert found != beliefs(state.view(seat), generator(2), samples=20)
    assert found.samples == 20


def test_beliefs_in_words() -> None:
    state = President.position(["KC", "4S 4H", "5C"])
    text = repr(beliefs(state.view(0), generator(1), samples=50))
    assert text.startswith("Hidden cards: 3. The chance to hold any, by 50 guesses:\n  seat 1: 4 100 %, 5 ")
    assert "\n  seat 2: 4 " in text
    assert [percent(share) for share in (0, 0.001, 0.5, 0.999, 1.0)] == [
        "0 %",
        "1 %",
        "50 %",
        "99 %",
        "100 %",
    ]
    with pytest.raises(ValueError, match=r"samples is .*, and should be a whole number, 1 to"):
        beliefs(state.view(0), generator(1), samples=0)
    over = President.position(["3C", "4S", "5C"]).after("3C").after("4S")
    assert repr(beliefs(over.view(2), generator(1))) == "No card is hidden."
