"""The laws: each broken toy is caught by the right one, a sound toy and President keep them all."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handkit import testing
from handkit.bots import bot, levels
from handkit.game import DEALER, Move, Setup, Zone
from handkit.games.president import Deal, Give, Play, President, rank_of
from handkit.rulebook import rulebook
from handkit.testing import BrokenLaw, Chooser, Effort, Played, Report, check_game, check_seed, every_option
from toys import BROKEN, FirstBot, HighCard, HighState, MoodyBot, Peeked, PeekingBot, RevokingBot

pytestmark = pytest.mark.seconds(0.7)

ROOT = Path(__file__).parent.parent
SMALL = Effort(moments=3, candidates=8, swaps=3)
HARD = Effort(moments=20, candidates=25, swaps=8)
BOOK = rulebook("president")


# ── the toys ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("players", [2, 3])
def test_the_sound_toy_keeps_all_laws(players: int) -> None:
    report = check_game(HighCard(players=players), bots=[FirstBot()], seeds=range(10), kind=str)
    assert not report.suspicious, report.suspicious
    assert report.games == 10
    assert report.longest == 1 + 3 * players
    assert set(report.refused) == {"T1.1", "T1.2", "T1.3", "T1.4", "T1.5"}
    assert set(report.told) == {"T1.1", "T1.2", "T1.3"}
    assert report.redealt > report.hidden / 2
    assert report.choices
    assert "All laws kept" in str(report)


@pytest.mark.parametrize("name", [name for name, (_, law) in BROKEN.items() if law != "none"])
def test_a_broken_toy_is_caught_by_the_right_law(name: str) -> None:
    game, law = BROKEN[name]
    with pytest.raises(BrokenLaw) as caught:
        check_game(game(), seeds=range(20), effort=HARD, kind=str if law == "offer" else None)
    assert caught.value.law == law, str(caught.value)
    assert testing.LAWS[law] in str(caught.value)


@pytest.mark.parametrize(("name", "error"), [("CrashingCheck", IndexError), ("CrashingParse", KeyError)])
def test_an_error_inside_a_game_comes_as_it_is_from_its_own_line(name: str, error: type[Exception]) -> None:
    game, _ = BROKEN[name]
    with pytest.raises(error) as caught:
        check_game(game(), seeds=range(20), effort=HARD)
    assert str(caught.traceback[-1].path).endswith("toys.py")
    assert "with seed 0" in caught.value.__notes__[0] and "deal" in caught.value.__notes__[0]


def test_a_report_says_which_zone_is_open_to_whom() -> None:
    report = str(check_game(HighCard(), seeds=range(2)))
    assert "stock: nobody" in report and "played: everybody" in report and "hand 0: seat 0 · " in report

    class AllOpen(HighState):
        def zones(self) -> list[Zone]:
            return [Zone(zone.name, zone.cards) for zone in super().zones()]

    found = Report()
    state = HighCard().start()
    state.__class__ = AllOpen
    found.note_zones(state)
    found.note_zones(HighCard().start())
    assert "stock: everybody or nobody." in str(found)


@pytest.mark.parametrize("law", sorted(testing.LAWS.keys() - {"record", "bots"}))
def test_every_law_catches_something(law: str) -> None:
    assert law in {law for _, law in BROKEN.values()}


def test_a_game_that_does_not_promise_to_remember_is_told_what_its_guesses_forget() -> None:
    game, _ = BROKEN["ForgettingWhatWasShown"]
    forgetful = type("Forgetful", (game,), {"setup": Setup})()
    report = check_game(forgetful, seeds=range(2), effort=HARD)
    assert report.forgotten and f"{report.forgotten} guesses contradict what was seen before" in str(report)
    assert not check_game(HighCard(), seeds=range(2)).forgotten


def test_a_bot_that_peeks_is_caught_by_re_dealing() -> None:
    with pytest.raises(BrokenLaw) as caught:
        check_game(Peeked(), bots=[PeekingBot()], seeds=range(10))
    assert caught.value.law == "re-dealing"
    assert "PeekingBot" in caught.value.detail
    check_game(Peeked(), bots=[FirstBot()], seeds=range(3))


@pytest.mark.parametrize("bad", [RevokingBot(), MoodyBot()])
def test_a_bad_bot_is_caught(bad: Chooser) -> None:
    with pytest.raises(BrokenLaw) as caught:
        check_game(HighCard(), bots=[bad], seeds=range(10))
    assert caught.value.law in ("bots", "offer", "chance")


def test_a_broken_law_can_be_replayed() -> None:
    game, _ = BROKEN["LosingCards"]
    with pytest.raises(BrokenLaw) as caught:
        check_game(game(), seeds=[3, 4])
    broken = caught.value
    assert broken.seed == 3
    assert broken.game == game()
    state = game().start()
    for seat, text in broken.moves:
        assert state.check(text, seat) is None
        testing.check_zones(state)
        state.play(game().parse(text), seat=seat)
        assert f"{'dealer' if seat == DEALER else f'seat {seat}'}: {text}" in str(broken)
    with pytest.raises(BrokenLaw, match="conservation"):
        testing.check_zones(state)


def test_a_replay_that_goes_elsewhere_is_caught() -> None:
    played = play_out(HighCard(), 1)
    testing.check_record(played)
    changed = played.states[4]
    assert isinstance(changed, HighState)
    changed.taken[0] += 1
    with pytest.raises(BrokenLaw, match="record"):
        testing.check_record(played)


def test_a_check_that_tests_little_is_suspicious() -> None:
    class AllOpen(HighState):
        def zones(self) -> list[Zone]:
            return [Zone(zone.name, zone.cards) for zone in super().zones()]

    report = Report()
    assert len(report.suspicious) == 3
    assert "Suspicious" in str(report)
    report = Report(hidden=7)
    assert any("no other deal ever fitted" in what for what in report.suspicious)


def test_every_option_is_every_combination() -> None:
    games = every_option(President)
    assert len(games) == len(set(games)) == 4 * 3 * 2 * 3
    assert {game.to_json()["rounds"] for game in games} == {1, 2, 3}


def test_a_re_deal_is_another_deal_that_looks_the_same() -> None:
    played = play_out(President(rounds=2), 5)
    found = 0
    for moment in range(1, len(played.steps), 9):
        for seat in (0, 2):
            other = testing.redeal(played, moment, seat, random.Random(moment))
            if other is None:
                continue
            found += 1
            assert other.steps != played.steps[:moment]
            assert [who for who, _ in other.steps] == [who for who, _ in played.steps[:moment]]
            for mine, true in zip(other.states, played.states, strict=False):
                assert testing.seen(mine, seat) == testing.seen(true, seat)
            for zone, true_zone in zip(other.states[-1].zones(), played.states[moment].zones(), strict=True):
                assert zone.cards.bit_count() == true_zone.cards.bit_count()
    assert found > 10


def test_testing_needs_no_test_framework() -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import handkit.testing; "
        "print([name for name in ('pytest', 'hypothesis') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_a_fingerprint_looks_at_every_field() -> None:
    state = HighCard().start()
    other = state.copy()
    assert testing.fingerprint(state) == testing.fingerprint(other)
    other.taken[1] = 1
    assert testing.fingerprint(state) != testing.fingerprint(other)
    assert testing.differences(state, other) == ["taken"]
    loop: list[object] = []
    loop.append(loop)
    assert testing.fingerprint(loop) == testing.fingerprint(loop)
    assert testing.fingerprint([1, {2: {3}}]) == testing.fingerprint((1, {2: {3}}))
    assert testing.fingerprint(True) != testing.fingerprint(1)


# ── President ───────────────────────────────────────────────────────────────────────────────────


def kind_of(move: Move) -> tuple[object, ...]:
    """Suits have no strength, so a play is its rank and number; gifts are each their own."""
    if isinstance(move, Play):
        return "play", rank_of(move.cards), move.cards.bit_count()
    return (str(move),) if isinstance(move, Give) else (type(move),)


def play_out(game: HighCard | President, seed: int) -> Played:
    rng, played = random.Random(seed), Played(game)
    while (seat := played.states[-1].to_move) is not None:
        played.add(seat, played.states[-1].random_move(rng))
    return played


@pytest.mark.parametrize("number", range(len(every_option(President))))
def test_president_keeps_all_laws_with_every_option(number: int) -> None:
    game = every_option(President)[number]
    report = check_seed(game, number, effort=SMALL, rules=BOOK, kind=kind_of)
    assert report.redealt
    assert report.refused


@settings(max_examples=6, derandomize=True, deadline=None, database=None)
@given(st.integers(0, 2**32), st.sampled_from(every_option(President, span=2)))
def test_president_keeps_all_laws_from_any_seed(seed: int, game: President) -> None:
    check_seed(game, seed, effort=SMALL, rules=BOOK, kind=kind_of)


def test_president_seen_from_close_by() -> None:
    report = check_game(President(rounds=2), seeds=[1], effort=HARD, rules=BOOK, kind=kind_of)
    assert not report.suspicious
    refused = {"P2.1", "P2.2", "P2.3", "P2.4", "P2.5", "P2.8", "P2.9", "P6.1", "P6.2", "P6.3", "P6.7"}
    assert refused <= set(report.refused)


@pytest.mark.rule("P7.1")
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_presidents_bots_choose_by_what_they_may_know(level: str) -> None:
    game = President(rounds=2)
    assert level in levels(game)
    report = check_game(game, bots=[bot(game, level)], seeds=[1], effort=Effort(8, 6, 4))
    assert report.choices > 5
    assert report.redealt > 10


def test_president_states_are_free_of_each_other() -> None:
    """Copies of all moments of a game stay as they were written."""
    played = play_out(President(rounds=2), 8)
    written = [json.dumps(state.to_json()) for state in played.states]
    again = play_out(President(rounds=2), 8)
    assert written == [json.dumps(state.to_json()) for state in again.states]
    assert isinstance(played.steps[0][1], Deal)
