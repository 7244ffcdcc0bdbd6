"""Simulated pupils: who knows every rule but one."""

from __future__ import annotations

from typing import Any

import pytest

from handkit import HangIn, President, Reserves, games, registry
from handkit.lesson import asks, predict
from handkit.lesson.about import known, mistakes_about
from handkit.lesson.asks import Ask, Problem
from handkit.lesson.pupils import explained, passes_over, pupils

HANDS = ["7C 7H 8C 8D 9C 9D KS", "3C 4C", "3D 5C", "2D 5D"]
TRICK = President.position(HANDS, trick="8H 8S", played_by=3)
TWO = President.position(HANDS, trick="KH", played_by=2, to_move=3)
ANSWER = HangIn.position(
    ["3S 5S 7O 8O 13H", "2O 12H", "10S 4O 8H", "9S 5O 3H"],
    pot=["12F 11F", "10O 7S", "9F 2H", "6F 1H"],
    challenges=["4S"],
)
DEFENCE = Reserves.position(["5D 6D 3S", "2D 9H", "10S KC"], turn=1, attack="0: 5H")

# A question, what is right, and what somebody answers who does not know a rule.
CASES: list[tuple[Any, Ask, set[str], str, list[set[str]]]] = [
    (TWO, asks.who_moves(after=[(3, "2D")]), {"0"}, "P2.7", [{"3"}]),
    (TWO, asks.who_moves(after=[(3, "2D")]), {"0"}, "P2.3", []),
    (TRICK, asks.which_moves("8C 8D", "9C 9D", "KS"), {"9C 9D"}, "P1.4", [{"9C 9D"}]),
    (
        DEFENCE,
        asks.which_moves("5D>5H", "6D>5H", "3S>5H"),
        {"6D>5H"},
        "R3.6",
        [{"3S>5H", "6D>5H"}, {"5D>5H", "6D>5H"}],
    ),
    (ANSWER, asks.gap("5S", rule="H3.6", blank="total"), {"21"}, "H3.6", [{"17"}]),
    (ANSWER, asks.gap("7O", rule="H3.5", blank="counted"), {"7/2"}, "H5.1", [{"7"}]),
]


@pytest.mark.parametrize(("state", "ask", "right", "rule", "believed"), CASES)
def test_who_does_not_know_a_rule_answers_by_the_others(
    state: Any, ask: Ask, right: set[str], rule: str, believed: list[set[str]]
) -> None:
    before = state.copy()
    problem = Problem(state, ask)
    assert problem.solution.right == right
    assert [set(pupil.answer(problem) or ()) for pupil in pupils(state.game, rule)] == believed
    assert state == before and type(state) is type(before)


def test_who_passes_over_a_refusal_still_knows_the_others() -> None:
    problem = Problem(TRICK, asks.which_moves("8C 8D", "7C 7H", "9C 9D", "KS", "9C KS"))
    equal, number = passes_over("P2.3", "equal-rank"), passes_over("P2.2", "wrong-number")
    assert equal.answer(problem) == frozenset({"8C 8D", "9C 9D"})
    assert number.answer(problem) == frozenset({"9C 9D", "KS"}), "a mixed pair stays refused"


def test_an_answer_is_explained_by_the_rule_that_is_missing() -> None:
    problem = Problem(TRICK, asks.which_moves("8C 8D", "7C 7H", "9C 9D", "KS"))
    rules = [*known(President()).mistakes, "P2.2", "P2.3"]
    found = explained(problem, ["9C 9D", "KS"], rules)
    assert found is not None and (found.rule, found.key) == ("P2.2", "wrong-number")
    assert explained(problem, ["9C 9D"], rules) is None, "that is right"
    assert explained(problem, ["7C 7H"], rules) is None, "no missing rule explains it"


def test_other_values_of_a_rules_option_are_beliefs() -> None:
    assert [one.options for one in pupils(Reserves(), "R6.3")] == [{"duel_order": "attacker"}]
    assert [one.options for one in pupils(Reserves(duel_order="attacker"), "R6.3")] == [
        {"duel_order": "alternate"}
    ]


@pytest.mark.parametrize("name", ["president", "hang-in", "reserves"])
def test_every_mistake_has_its_sentence(name: str) -> None:
    game = games.find(name)()
    for rule in known(game).mistakes:
        for pupil in pupils(game, rule):
            if not pupil.options:
                assert pupil.mistake.__mro__[1:].count(type(game.start())) == 1


def test_a_house_rule_inherits_the_mistakes_of_its_game() -> None:
    with registry.apart():

        class Quiet(President):
            pass

        game = Quiet()
        assert mistakes_about(game, "P2.7") == mistakes_about(President(), "P2.7")
        state = Quiet.position(HANDS, trick="KH", played_by=2, to_move=3)
        (pupil,) = pupils(game, "P2.7")
        seen = pupil.sees(state)
        assert isinstance(seen, type(state)) and isinstance(seen, pupil.mistake)
        assert pupil.answer(Problem(state, asks.who_moves(after=[(3, "2D")]))) == frozenset({"3"})


def told(state: Any, ask: Ask, *said: object) -> list[tuple[str, str]]:
    question = predict(state, ask)
    lines = question.answer(*said).feedback()["lines"]
    return [(question.plain(line["text"]), line["rule"]) for line in lines]


def test_a_wrong_choice_is_told_why_it_is_wrong_and_a_missed_one_why_it_is_right() -> None:
    lines = told(TRICK, asks.which_moves("8C 8D", "9C 9D", "KS", "7C 7H"), "8C 8D")
    equal = "8♣ 8♦: Two 8s do not beat two 8s: equal is not enough. The rank must be strictly stronger."
    assert lines[0] == (equal, "P2.3") and lines[1] == ("9♣ 9♦: legal.", "P2.3")
    lines = told(DEFENCE, asks.which_moves("5D>5H", "6D>5H"), ["5D>5H", "6D>5H"])
    assert lines[0] == ("You answered as if another option held: must beat: False.", "R4.3")
    assert any(text.startswith("5♦>5♥: ") and rule == "R4.3" for text, rule in lines)
    lines = told(DEFENCE, asks.which_moves("5D>5H", "6D>5H"))
    assert ("6♦ beats 5♥: with equal suits 6 is more than 5.", "R3.6") in lines, "the comparison that decides"


def test_a_wrong_seat_is_told_why_it_has_not_the_turn() -> None:
    asked = asks.who_moves(after=[(3, "pass"), (0, "pass")])
    lines = told(President.position(HANDS, trick="KH", played_by=2, to_move=3), asked, 3)
    assert lines[0][1] == "P2.5" and "passed" in lines[0][0]


def test_what_somebody_believes_is_told_and_a_right_answer_is_not_explained() -> None:
    asked = asks.who_moves(after=[(3, "2D")], cite="P2.7")
    assert told(TWO, asked, 3)[0] == ("You answered as if a 2 ended the trick.", "P2.7")
    assert not any("You answered" in text for text, _ in told(TWO, asked, 0))
