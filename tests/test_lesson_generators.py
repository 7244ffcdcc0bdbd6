"""Questions made by generators: for every rule that decides play, right by the oracles, and silent about
hidden cards."""

from __future__ import annotations

import itertools
import json
import random
import re
from fractions import Fraction
from functools import cache
from html import unescape
from typing import Any

import pytest

import oracle_hang_in
import oracle_president
import oracle_reserves
from bench.questions import asked, different, faults, is_telling
from handkit import HangIn, President, Reserves
from handkit.cards import members
from handkit.game import Game, State
from handkit.lesson.about import known
from handkit.lesson.asks import Problem
from handkit.lesson.generators import WAY, make, practice, rules_of
from handkit.lesson.question import Question
from handkit.lesson.reading import Reading
from handkit.lesson.walks import NotFound, announces, positions, refuses
from handkit.rulebook import rulebook

GAMES: dict[str, Game] = {"president": President(), "hang-in": HangIn(), "reserves": Reserves()}
RULES = [(name, rule) for name, game in GAMES.items() for rule in rules_of(game)]


@cache
def made(name: str, rule: str, seed: int) -> Problem:
    return practice(GAMES[name], rule, seed)


@pytest.mark.parametrize("name", GAMES)
def test_there_are_questions_of_many_rules(name: str) -> None:
    book = rulebook(name)
    asked = rules_of(GAMES[name])
    assert len(asked) >= 20
    assert any(book[rule].source == "ruling" for rule in asked)
    about = known(GAMES[name])
    named = {rule for rules in about.topics.values() for rule in rules}
    assert {*about.rules, *about.not_asked, *about.former, *about.mistakes, *named} <= set(book)


@pytest.mark.parametrize(("name", "rule"), RULES)
def test_every_rule_has_a_question(name: str, rule: str) -> None:
    problem = made(name, rule, 0)
    solution = problem.solution
    assert problem.practises == rule
    assert solution.how == "number" or len(solution.choices) > 1
    assert solution.text and solution.answer and solution.why
    state = problem.state
    for seat, move in solution.moves:
        state = state.after(move, seat)


def test_houses_tie_also_where_the_pot_has_no_suit() -> None:
    assert practice(HangIn(pot_suit="none"), "H4.7", 1).practises == "H4.7"


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_asks_the_same(name: str) -> None:
    rule = {"president": "P2.3", "hang-in": "H3.2", "reserves": "R4.3"}[name]
    problem = made(name, rule, 1)
    again = practice(GAMES[name], rule, 1)
    assert (again.state, again.ask, again.reader) == (problem.state, problem.ask, problem.reader)
    assert any(made(name, rule, seed).state != problem.state for seed in (2, 3))


def test_no_random_state_but_the_one_of_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only `random()` keeps its sequence over Python's versions, and the global generator is left alone."""
    before = random.getstate()

    class Bare(random.Random):
        def getrandbits(self, k: int) -> int:
            raise AssertionError("another method than random() was used")

    monkeypatch.setattr("handkit.lesson.generators.generator", lambda *parts: Bare(str(parts)))
    for rule in ("P2.3", "P3.3", "P4.1", "P6.2"):
        practice(President(), rule, "bare")
    assert random.getstate() == before


def test_answers_are_not_always_the_same() -> None:
    """Else the rule alone would tell the answer."""
    rights = {practice(President(), "P2.3", seed, "legal").solution.right for seed in range(10)}
    assert rights == {frozenset({"yes"}), frozenset({"no"})}
    assert len({practice(President(), "P2.5", seed, "who-moves").solution.right for seed in range(6)}) > 1


def test_a_form_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for form in ("legal", "which", "refused-by"):
        assert practice(President(), "P2.3", 1, form).ask.kind == form
    assert practice(President(), "P3.3", 1, "who").solution.how == "one"
    assert practice(Reserves(), "R3.5", 1, "number").solution.how == "number"
    with pytest.raises(ValueError, match="there are"):
        practice(President(), "P2.3", 1, "essay")
    monkeypatch.setattr("handkit.lesson.telling.MOVES", 300)
    with pytest.raises(NotFound, match="the form number"):
        practice(President(), "P2.3", 1, "number")
    with pytest.raises(ValueError, match="no rule"):
        practice(President(), "P9.9")


def test_options_of_the_author_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = practice(President(players=6, rounds=4), "P6.2", 1)
    assert problem.game == President(players=6, rounds=4)
    assert practice(President(), "P6.2", 1).game == President(rounds=3)
    monkeypatch.setattr("handkit.lesson.telling.MOVES", 300)
    with pytest.raises(NotFound):
        practice(President(revolution=False), "P4.1", 1)


def test_no_gap_is_asked_that_several_answers_fill(monkeypatch: pytest.MonkeyPatch) -> None:
    """All four have some points in all: whoever is said would be right."""
    for game, rule in (
        (President(rounds=2), "P5.4"),
        (President(), "P5.3"),
        (HangIn(), "H4.5"),
        (HangIn(), "H6.1"),
    ):
        for seed in ("take 1", "b", 3):
            solution = practice(game, rule, seed).solution
            assert solution.how == "several" or len(solution.right) == 1
    monkeypatch.setattr("handkit.lesson.telling.MOVES", 600)
    with pytest.raises(NotFound):
        practice(President(rounds=2), "P5.4", "take 1", "who")


def test_no_gap_is_asked_whose_number_the_options_tell() -> None:
    for seed in range(6):
        problem = practice(HangIn(), "H6.1", seed)
        assert "target: 20" in problem.text and problem.solution.right != {"20"}


def test_a_question_is_made_again_in_the_way_of_its_time() -> None:
    old = make(President(rounds=2), "P5.4", "take 1", "", way=1)
    assert old.ask.kind == "gap" and old.solution.right == {"0", "1", "2", "3"}
    assert all(old.judge([seat]) for seat in "0123") and not old.judge(["0", "1"]) and not old.judge([])
    assert len(old.solution.why) == 4, "each is named"
    new = practice(President(rounds=2), "P5.4", "take 1")
    assert new.origin == {**(old.origin or {}), "way": WAY}


# ── questions that tell ──


@pytest.mark.parametrize(("name", "rule"), RULES)
def test_a_question_tells_who_knows_the_rule_and_is_fair(name: str, rule: str) -> None:
    """Somebody who does not know it answers otherwise; exactly one set of choices is right, which neither the
    text nor the options tell; moves can be made on a table. `python -m bench questions` looks at more."""
    problem = made(name, rule, 0)
    assert is_telling(problem) and list(faults(problem)) == []
    pupil = problem.pupil
    assert pupil.rule == rule and pupil.belief(Reading(problem.state, 0)).startswith("You answered as if ")


@pytest.mark.parametrize("name", GAMES)
def test_nearly_all_rules_that_decide_are_asked_and_it_says_why_others_are_not(name: str) -> None:
    wanted, there = asked(GAMES[name])
    assert len(there) >= 0.8 * len(wanted)
    reasons = known(GAMES[name]).not_asked
    assert isinstance(reasons, dict) and set(wanted) - set(there) == set(reasons) and all(reasons.values())


def test_whether_a_two_ends_the_trick_is_asked() -> None:
    for seed in range(5):
        problem = practice(President(), "P2.7", seed)
        assert "as if a 2 ended the trick" in problem.pupil.belief(Reading(problem.state, 0))
        ((_, move), *_) = problem.ask.about.get("after") or problem.ask.about["moves"]
        assert move.startswith("2")


def test_a_few_seeds_give_many_questions() -> None:
    assert different([practice(Reserves(), "R6.2", seed) for seed in range(30)]) >= 20


def test_now_and_then_a_near_miss_is_asked_which_the_rule_lets_pass() -> None:
    told = [is_telling(practice(President(), "P2.3", seed, "legal")) for seed in range(16)]
    assert 0 < told.count(False) <= 8


# ── positions ──


def test_positions_that_fit() -> None:
    found: list[Any] = list(itertools.islice(positions(President(), lambda state: state.turned, "a"), 2))
    assert all(state.turned for state in found) and found[0] != found[1]
    again = next(positions(President(), lambda state: state.turned, "a"))
    assert again == found[0]
    assert next(positions(President(), lambda state: state.turned, "b")) != found[0]


def test_positions_by_refusals_and_events() -> None:
    state: Any = next(positions(President(), refuses("P2.3")))
    rules = {
        refusal.rule
        for card in members(state.hands[state.to_move])
        if (refusal := state.check(President.deck.name(card)))
    }
    assert "P2.3" in rules
    state = next(positions(Reserves(), refuses("R2.2", "draw")))
    refusal = state.check("draw")
    assert refusal and refusal.rule == "R2.2"
    state = next(positions(HangIn(), announces("H2.4")))
    assert state.phase == "pot" and len(state.history) == 7


def test_a_search_is_bounded() -> None:
    with pytest.raises(NotFound, match="In 300 moves of President"):
        next(positions(President(), lambda state: False, moves=300))


# ── hidden cards ──


def hidden_from(state: State, seat: int) -> int:
    return sum(zone.cards & ~zone.faces(seat) for zone in state.zones())


def spellings(game: Game, cards: int) -> re.Pattern[str]:
    deck = game.deck
    spelt = [
        text for card in members(cards) for text in (deck.name(card), deck.symbol(card), deck.words(card))
    ]
    return re.compile(r"(?<![0-9A-Za-z])(?:" + "|".join(map(re.escape, spelt)) + r")(?![0-9A-Za-z])")


def named_in(problem: Problem) -> int:
    """The cards that somebody plays in a question, as all see then."""
    about, deck = problem.ask.about, problem.game.deck
    made = [*about.get("after", ()), *(move for move in about.get("moves", ()) if isinstance(move, tuple))]
    return deck.mask(" ".join(name for _, move in made for name in deck.pattern.findall(move)))


@pytest.mark.parametrize(("name", "rule"), RULES)
def test_no_question_tells_a_hidden_card(name: str, rule: str) -> None:
    """Neither open nor revealed, nor in what is stored: no card that the reader does not know."""
    problem = made(name, rule, 0)
    hidden = hidden_from(problem.state, problem.reader) & ~named_in(problem)
    question = Question(problem)
    shown: list[Any] = [question.scene(), question.setup(), question.still(), question.table.scene]
    question.reveal()
    shown += [question.scene(), question.still()]
    said = sorted(problem.pupil.answer(problem))
    believed = Question(problem).answer(*said if problem.solution.how != "several" else [said])
    shown.append(believed.scene())  # and why that is wrong
    for one in shown:
        one.pop("rules", None)  # the rulebook's own examples
        text = re.sub(r"<details><summary><code>.*?</details>", "", json.dumps(one, ensure_ascii=False))
        text = unescape(text).replace(rulebook(name)[rule].brief, "")
        assert not hidden or not spellings(problem.game, hidden).search(text)


def test_a_hidden_card_would_be_found() -> None:
    problem = made("president", "P2.3", 0)
    hidden = hidden_from(problem.state, problem.reader)
    deck = problem.game.deck
    assert hidden and spellings(problem.game, hidden).search(f'"{deck.symbol(members(hidden)[0])}"')


# ── right by the oracles ──


def judged_at(problem: Problem) -> Any:
    """The position in which a question's moves are judged."""
    state = problem.state
    for seat, move in problem.ask.about.get("after", ()):
        state = state.after(move, seat)
    return state


def president_oracle(state: Any) -> oracle_president.Oracle:
    game, deck = state.game, state.game.deck
    oracle = oracle_president.Oracle(game.players, game.rounds, game.revolution, game.next_leader)
    oracle.round, oracle.totals = state.round, list(state.totals)
    oracle.hands = [deck.texts(hand) for hand in state.hands]
    oracle.table, oracle.last = deck.texts(state.table), state.played_by
    oracle.passed = [seat for seat in range(game.players) if state.passed >> seat & 1]
    oracle.places, oracle.last_places = list(state.places), list(state.previous)
    oracle.fours, oracle.turn, oracle.must_give = int(state.turned), state.to_move, list(state.owing)
    oracle.stage = {"deal": "before a deal", "over": "game over"}.get(state.phase, state.phase)
    return oracle


def refused_by_oracle(problem: Problem, move: str) -> str | None:
    """The rule by which President's oracle refuses a move of the reader."""
    word, _, rest = move.partition(" ")
    what = word if word in ("pass", "give") else "play"
    cards = (rest if what == "give" else move if what == "play" else "").split()
    return president_oracle(judged_at(problem)).wrong(problem.reader, what, cards)


def test_legal_or_not_by_the_oracle_of_president() -> None:
    asked = 0
    for rule, seed in itertools.product(rules_of(GAMES["president"]), range(2)):
        problem = made("president", rule, seed)
        about, right = problem.ask.about, problem.solution.right
        match problem.ask.kind:
            case "legal":
                assert right == {"no" if refused_by_oracle(problem, about["move"]) else "yes"}
            case "which":
                assert right == {move for move in about["moves"] if not refused_by_oracle(problem, move)}
            case "refused-by":
                assert right == {refused_by_oracle(problem, about["move"]) or "none"}
            case _:
                continue
        asked += 1
    assert asked > 10


def test_who_moves_by_the_oracle_of_president() -> None:
    for seed in range(6):
        problem = practice(President(), "P3.5", seed, "who-moves")
        ((seat, move),) = problem.ask.about["after"]
        oracle = president_oracle(problem.state)
        oracle.act(seat, "pass" if move == "pass" else "play", [] if move == "pass" else move.split())
        assert problem.solution.right == {str(oracle.turn)}


def test_values_by_the_oracle_of_reserves() -> None:
    for rule, seed in itertools.product(("R3.3", "R3.4", "R3.5"), range(4)):
        problem = practice(Reserves(), rule, seed, "number")
        if problem.ask.about["rule"] != rule:
            continue
        ((_, move),) = problem.ask.about["moves"]
        side = [part.partition(">")[0] for part in move.partition(": ")[2].split() or move.split()]
        card = {"R3.3": "J", "R3.4": "K", "R3.5": "Q"}[rule]
        values = {str(oracle_reserves.worth(one, side)) for one in side if one[0] == card}
        assert set(problem.solution.right) <= values


def test_legal_or_not_by_the_oracle_of_reserves() -> None:
    asked = 0
    for rule, seed in itertools.product(("R4.3", "R3.1", "R3.2", "R4.2"), range(4)):
        problem = made("reserves", rule, seed)
        state = judged_at(problem)
        if (
            problem.ask.kind not in ("legal", "which")
            or state.phase != "defence"
            or state.to_move != problem.reader
        ):
            continue
        deck = problem.game.deck
        attack, hand = deck.texts(state.attack), deck.texts(state.hands[problem.reader])
        moves = problem.ask.about.get("moves") or [problem.ask.about["move"]]
        for move in moves:
            if move != "pass" and ">" not in move:
                continue
            pairs = [tuple(pair.split(">")) for pair in move.split()] if move != "pass" else []
            own, under = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
            legal = (
                set(own) <= set(hand) and set(under) <= set(attack)
                and len(set(own)) == len(own) and len(set(under)) == len(under)
                and all(oracle_reserves.wins(card, own, other, attack) for card, other in pairs)
            )  # fmt: skip
            expected = {"yes" if legal else "no"} if problem.ask.kind == "legal" else None
            assert expected in (None, problem.solution.right)
            assert expected or (move in problem.solution.right) == legal
            asked += 1
    assert asked > 8


def test_halves_by_the_oracle_of_hang_in() -> None:
    for seed in range(6):
        problem = practice(HangIn(), "H5.1", seed, "number")
        state: Any = problem.state
        if problem.ask.about["blank"] != "counted":
            continue
        ((_, move),) = problem.ask.about["moves"]
        table = problem.game.deck.text(state.challenge)
        counts = oracle_hang_in.value(move)
        in_suit = oracle_hang_in.suit(move) == oracle_hang_in.suit(table)
        right = counts if in_suit else Fraction(counts, state.game.off_suit)
        assert problem.solution.right == {str(right)}
