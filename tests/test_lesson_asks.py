"""Questions about positions: what is asked, what is right, and what is told of it."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from handkit import HangIn, IllegalMove, President, Reserves
from handkit.game import State
from handkit.lesson import asks, predict
from handkit.lesson.asks import AnswerError, Ask, Problem
from handkit.lesson.generators import practice
from handkit.lesson.sheet import SheetError
from handkit.lesson.solution import AskError
from handkit.lesson.wording import plain, read_number, words, write_number
from handkit.lesson.written import ask_from_json

PAIRS = President.position(["7C 7H 8C 8D 9C 9D KS", "3C 4C", "3D 5C", "4D 5D"], trick="8H 8S", played_by=3)
FOURS = President.position(
    ["6C 6D 6H 6S 8C 8D 8H 8S KH", "3C 4C", "3D 5C", "4D 5D"],
    trick="7C 7D 7H 7S", played_by=3, turned=True,
)  # fmt: skip
HOUSE = HangIn.position(
    ["3S 5S 7O 8O 13H", "2O 12H", "10S 4O 8H", "9S 5O 3H"],
    pot=["12F 11F", "10O 7S", "9F 2H", "6F 1H"],
    challenges=["4S"],
)
ATTACK = Reserves.position(["QH 3C 4D 8S", "2D 9H", "10S KC"])
OUT = President.position(["4C", "5C 9D KD", "6C 8H QH"], to_move=0)

# A question, the right answer, and the rule that decides.
CASES: list[tuple[State, Ask, set[str], str]] = [
    (PAIRS, asks.legal("7C 7H"), {"no"}, "P2.3"),
    (PAIRS, asks.legal("9C 9D"), {"yes"}, "P2.3"),
    (PAIRS, asks.legal("KS", seat=0), {"no"}, "P2.2"),
    (PAIRS, asks.legal("3C 3D", seat=1), {"no"}, "P2.8"),
    (PAIRS, asks.legal("KS", after=["9C 9D", "pass", "pass", "pass"]), {"yes"}, "P2.1"),
    (PAIRS, asks.which_moves("7C 7H", "9C 9D", "pass", "8C 8D"), {"9C 9D", "pass"}, "P2.3"),
    (PAIRS, asks.which_moves("7C 7H", "8C 8D"), set(), "P2.3"),
    (PAIRS, asks.refused_by("8C 8D"), {"P2.3"}, "P2.3"),
    (PAIRS, asks.refused_by("9C 9D", among=["P2.2", "P2.3"]), {"none"}, "P2.3"),
    (PAIRS, asks.who_moves(), {"0"}, ""),
    (PAIRS, asks.who_moves(after=["pass"]), {"1"}, ""),
    (PAIRS, asks.who_leads(after=["pass", "pass", "pass"]), {"3"}, "P2.6"),
    (PAIRS, asks.who_moves(after=["pass"], cite="P2.8"), {"1"}, "P2.8"),
    (PAIRS, asks.what_happens("9C 9D"), {"nothing"}, "P2.3"),
    (PAIRS, asks.event_rule("pass", "pass", "pass", among=["P2.6", "P3.3"]), {"P2.6"}, "P2.6"),
    (PAIRS, asks.event_rule("pass", among=["P2.6", "P3.3"]), set(), "P2.4"),
    (PAIRS, asks.gap("pass", "pass", "pass", rule="P2.6"), {"3"}, "P2.6"),
    (PAIRS, asks.playable(), {"9C", "9D"}, "P2.2"),
    (PAIRS, asks.cards_held(0, after=["9C 9D"]), {"5"}, "P2.3"),
    (PAIRS, asks.cards_held(2), {"2"}, ""),
    (FOURS, asks.event_rule("6C 6D 6H 6S", among=["P4.1", "P4.3"]), {"P4.3"}, "P4.3"),
    (OUT, asks.who_wins(after=["4C", "pass", "pass"]), set(), "AskError"),
    (OUT, asks.who_wins(after=["4C", "5C", "pass", "9D", "QH", "KD"]), {"0"}, "P6.1"),
    (HOUSE, asks.gap("5S", rule="H3.6", blank="total"), {"21"}, "H3.6"),
    (HOUSE, asks.field_of("scores", 0, after=["5S"], text="How many points have you?"), {"21"}, "H3.4"),
    (HOUSE, asks.gap("7O", rule="H3.5", blank="counted"), {"7/2"}, "H3.5"),
    (ATTACK, asks.gap("attack 1: QH 3C 4D", rule="R3.5", blank="value"), {"4"}, "R3.5"),
    (ATTACK, asks.legal("draw"), {"no"}, "R2.2"),
    (PAIRS, asks.yes_no("Turned?", lambda state: state.turned, rule="P4.4"), {"no"}, "P4.4"),
    (PAIRS, asks.number("How many?", lambda state: state.counts[0], rule="P1.3"), {"7"}, "P1.3"),
    (PAIRS, asks.choose("Which?", ["7", "8", "9"], lambda state: "9"), {"9"}, ""),
    (PAIRS, asks.choose("Which?", ["7", "8", "9"], lambda state: ["8", "9"]), {"8", "9"}, ""),
    (PAIRS, asks.cards("Your pair of 9s?", lambda state: "9C 9D", rule=["P2.1"]), {"9C", "9D"}, "P2.1"),
    (PAIRS, asks.seat("Who played the 8s?", lambda state: state.played_by), {"3"}, ""),
]  # fmt: skip


@pytest.mark.parametrize(("state", "ask", "right", "rule"), CASES)
def test_the_engine_answers(state: State, ask: Ask, right: set[str], rule: str) -> None:
    before = state.copy()
    if rule == "AskError":
        with pytest.raises(AskError):
            ask.solve(state)
        return
    solution = ask.solve(state)
    assert solution.right == right
    assert (solution.rules or ("",))[0] == rule
    assert state == before
    keys = [choice.key for choice in solution.choices]
    assert len(set(keys)) == len(keys)
    if solution.how != "number":
        assert set(solution.right) <= set(keys)
    for text in (solution.text, solution.answer, *(choice.text for choice in solution.choices)):
        assert text.strip() and "{" not in plain(state.game.deck, text)
    for seat, move in solution.moves:  # what the reveal plays can be played
        state = state.after(move, seat)


def test_a_cited_rule_is_a_sentence_and_stands_in_place_of_the_move_alone() -> None:
    told = [(why.text, why.rule) for why in asks.legal("9C 9D", cite="P2.2").solve(PAIRS).why]
    assert told == [("Whoever follows plays exactly as many cards as the combination on the table.", "P2.2")]
    assert [why.rule for why in asks.legal("KS", cite="P2.2").solve(PAIRS).why] == ["P2.2", "P2.2"]
    assert [why.rule for why in asks.legal("9C 9D").solve(PAIRS).why] == ["P2.3"]


def test_a_number_of_a_seat_is_explained_by_what_happened_to_that_seat() -> None:
    """Bo goes out last and ends the round, in which points go to all."""
    state = President.position(
        ["AH", "", "7C", "9S"],
        out=[1],
        to_move=0,
        rounds=3,
        round=2,
        previous=[2, 0, 1, 3],
        totals=[3, 2, 4, 1],
    )
    why = asks.field_of("totals", 0, after=["AH", "pass", "pass", "7C"]).solve(state).why
    assert [one.rule for one in why][:2] == ["P5.3", "P5.4"]


def test_an_author_s_reason_draws_its_cards() -> None:
    solution = asks.number("How many?", lambda _: 2, why=lambda _: "They are 7C and 10H.").solve(PAIRS)
    assert [why.text for why in solution.why] == ["They are {7C} and {10H}."]


@pytest.mark.parametrize(("state", "ask", "right", "rule"), CASES)
def test_a_question_is_plain_data(state: State, ask: Ask, right: set[str], rule: str) -> None:
    if not ask.is_data:
        with pytest.raises(AskError, match="written down"):
            ask.to_json()
        return
    again = ask_from_json(json.loads(json.dumps(ask.to_json())))
    assert again == ask


def test_several_rules_can_be_cited() -> None:
    ask = asks.legal("7C 7H", cite=["P2.2", "P2.3"])
    assert ask.solve(PAIRS).rules[:2] == ("P2.2", "P2.3")
    assert ask_from_json(json.loads(json.dumps(ask.to_json()))) == ask


@pytest.mark.parametrize(
    "data",
    [
        None, [], {}, {"kind": "own"}, {"kind": []}, {"kind": "legal"}, {"kind": "legal", "move": 3},
        {"kind": "legal", "move": "x" * 5000}, {"kind": "legal", "move": "7S", "seat": True},
        {"kind": "legal", "move": "7S", "answer": "yes"}, {"kind": "happens", "moves": ["7S"] * 500},
        {"kind": "happens", "moves": ["7S"], "claims": [["trick", {"seat": {}}]]},
        {"kind": "field", "name": "__class__", "index": "0"}, {"kind": "gap", "rule": "P2.6"},
    ],
)  # fmt: skip
def test_what_is_no_question_is_refused(data: Any) -> None:
    with pytest.raises(AskError):
        ask_from_json(data)


def test_a_hostile_question_cannot_be_put() -> None:
    for data in (
        {"kind": "field", "name": "__class__"},
        {"kind": "field", "name": "hands", "index": 10**9},
        {"kind": "happens", "moves": ["pass"], "claims": [["no such key", {}]]},
        {"kind": "happens", "moves": ["pass"], "claims": [["trick", {"seat": "x" * 9}], ["points", {}]]},
        {"kind": "gap", "moves": ["pass"], "rule": "P9.9"},
        {"kind": "who-moves", "after": ["9C 9D"], "cite": "P2.3", "lead": True},
    ):
        try:
            solution = ask_from_json(data).solve(PAIRS)
        except AskError:
            continue
        assert data["kind"] == "who-moves" and solution.right == {"1"}


def test_what_does_not_fit_is_said_in_the_authors_cell() -> None:
    with pytest.raises(IllegalMove):
        predict(PAIRS, asks.who_moves(after=["7C 7H"]))
    with pytest.raises(AskError, match="not among"):
        predict(PAIRS, asks.refused_by("8C 8D", among=["P2.2"]))
    with pytest.raises(AskError, match="no seat 7"):
        predict(PAIRS, asks.legal("9C 9D"), reader=7)
    with pytest.raises(AskError, match="not among the choices"):
        predict(PAIRS, asks.choose("Which?", ["7"], lambda state: "8"))


@pytest.mark.parametrize(
    ("text", "value"),
    [("3½", Fraction(7, 2)), ("3.5", Fraction(7, 2)), ("3 1/2", Fraction(7, 2)), ("7/2", Fraction(7, 2)),
     (3, Fraction(3)), ("31/2", Fraction(31, 2)), ("3 ½", Fraction(7, 2)), ("1 2", None),
     (float("inf"), None),
     ("−1", Fraction(-1)), ("½", Fraction(1, 2)), ("3,5", Fraction(7, 2)), ("", None), ("three", None),
     ("1e9", None), (True, None), (None, None), ("1/0", None)],
)  # fmt: skip
def test_numbers_are_read_as_people_write_them(text: Any, value: Fraction | None) -> None:
    if value is None:
        with pytest.raises(ValueError, match="is no number"):
            read_number(text)
    else:
        assert read_number(text) == value == read_number(write_number(value))


def test_answers_in_any_spelling() -> None:
    which = Problem(PAIRS, asks.which_moves("7C 7H", "9C 9D", "pass"))
    assert which.read("9♦ 9♣") == which.read("9d,9c") == ("9C 9D",)
    assert which.read("pass", "9C 9D") == which.read(["PASS", "9C 9D"]) == ("9C 9D", "pass")
    assert which.read() == ()
    assert Problem(PAIRS, asks.legal("pass")).read(True) == ("yes",)
    seats = Problem(PAIRS, asks.who_moves())
    assert seats.read("ada") == seats.read(1) == ("1",) and seats.read("You") == ("0",)
    cards = Problem(PAIRS, asks.playable())
    assert cards.read("9C 9D") == cards.read("9C", "9♦") == ("9C", "9D")
    assert Problem(HOUSE, asks.gap("7O", rule="H3.5", blank="counted")).read("3.5") == ("7/2",)
    for problem, said in (
        (seats, ["Zoe"]),
        (seats, [0, 1]),
        (seats, []),
        (which, ["8C 8D"]),
        (cards, ["KD"]),
    ):
        with pytest.raises(AnswerError):
            problem.read(*said)


# ── in code, from the question to the reveal ──


def test_predict_then_reveal() -> None:
    q = predict(PAIRS, asks.legal("7C 7H"))
    assert "Not answered yet." in repr(q)
    assert "P2.3" not in repr(q), "the answer is not told beforehand"
    assert (q.right, q.answer("yes").right) == (None, False)
    assert "You said: Yes." in repr(q) and "P2.3" in repr(q)
    with pytest.raises(SheetError, match="revealed already"):
        q.answer("no")
    assert q.again().right is None and q.answer(False).right is True
    assert "As you said." in repr(q)


def test_an_answer_that_is_none_leaves_the_question_open() -> None:
    q = predict(PAIRS, asks.who_moves(after=["pass"]))
    with pytest.raises(AnswerError, match="There are: 0, 1, 2, 3"):
        q.answer("Zoe")
    assert not q.revealed and q.said == ()
    assert q.reveal().right is None, "told without a prediction"
    assert "Ada." in repr(q)


def test_another_of_this_kind() -> None:
    q = predict(PAIRS, asks.legal("7C 7H"), seed="a lesson")
    first = q.another().problem
    assert (first.practises, first.ask.kind) == ("P2.3", "legal")
    assert first.state != PAIRS and not q.revealed
    second = q.answer(*first.solution.right).another().problem
    assert second.origin != first.origin
    twin = predict(PAIRS, asks.legal("7C 7H"), seed="a lesson").another()
    assert twin.problem.state == first.state and twin.problem.ask == first.ask


def test_another_that_the_author_makes() -> None:
    def turned(seed: str) -> tuple[State, Ask]:
        return FOURS, asks.legal("8C 8D 8H 8S")

    q = predict(PAIRS, asks.yes_no("Turned?", lambda state: state.turned), another=turned)
    assert q.another().problem.state == FOURS
    for rule in ("", "P1.3"):  # which is not asked about
        alone = predict(PAIRS, asks.yes_no("Turned?", lambda state: state.turned, rule=rule)).reveal()
        assert [action["id"] for action in alone.scene()["actions"]] == ["again"]
        with pytest.raises(SheetError, match="no others of its kind"):
            alone.another()


def test_the_reveal_plays_on_the_table() -> None:
    q = predict(PAIRS, asks.who_leads(after=["9C 9D", "pass", "pass", "pass"]))
    table = q.table

    def seen() -> tuple[bool, bool, int]:
        return table.marks, bool(table.scene["actions"]), table.match.at

    assert seen() == (False, False, 0)
    q.answer("You")
    assert seen() == (True, True, 4) and table.match.to_move == 0
    q.again()
    assert seen() == (False, False, 0)

    refused = predict(PAIRS, asks.legal("7C 7H"))
    scenes: list[Any] = [refused.table.scene, refused.reveal().table.scene, refused.another().table.scene]
    assert [bool(scene["refusal"]) for scene in scenes] == [False, True, False]
    assert scenes[1]["refusal"]["rule"] == "P2.3" and scenes[1]["tried"] == ["7C", "7H"]
    assert not scenes[2]["tried"] and refused.table.match.at == 0


def test_of_several_right_moves_the_chosen_one_is_played() -> None:
    q = predict(PAIRS, asks.which_moves("9C 9D", "pass"))
    assert str(q.answer("pass", "9C 9D").table.match.at) == "0", "nobody had looked before it was answered"
    for said, played in ((("pass",), "pass"), (("9C 9D", "pass"), "9C 9D")):
        q = predict(PAIRS, asks.which_moves("9C 9D", "pass"))
        table = q.table
        q.answer(*said)
        assert [str(entry.move) for entry in table.match.moves_so_far] == [played]


def test_what_is_revealed_stays_until_the_learner_goes_on() -> None:
    """Also where a move is refused on the table, and where a computer player is next."""
    q = predict(PAIRS, asks.which_moves("9C 9D"))
    table = q.table
    q.answer("9C 9D")
    labels = [(action["label"], action["kind"]) for action in table.scene["actions"]]
    assert table.match.at == 1 and ("Go on", "main") in labels and not table.scene["busy"]
    for message in (
        {"type": "set", "speed": "fast"},
        {"type": "look", "by": -1},
        {"type": "look", "to": None},
    ):
        table._receive(None, {**message, "rev": table.scene["rev"]})
        assert table.match.at == 1, "looking back is no going on"
    table._receive(None, {"type": "go-on", "rev": table.scene["rev"]})
    assert table.match.at > 1 and table.match.to_move == 0
    refused = predict(PAIRS, asks.legal("KC", seat=0, after=["pass"]))
    shown = refused.table
    refused.answer("no")
    assert shown.match.at == 1 and shown.scene["refusal"]


def test_a_question_about_a_table_elsewhere_has_no_others() -> None:
    """That table would not follow."""
    alone = predict(PAIRS, asks.legal("7C 7H")).reveal()
    assert [action["id"] for action in alone.scene()["actions"]] == ["again"]
    assert alone.another().problem.state != PAIRS, "in code there may be"


def test_a_rule_that_an_option_reads_otherwise_is_cited_with_the_option() -> None:
    triple = HangIn.position(
        ["3S 5S 7O 8O 13H", "2O 12H", "10S 4O 8H", "9S 5O 3H"],
        pot=["12F 11F", "10O 7S", "9F 2H", "6F 1H"],
        challenges=["4S"],
        off_suit=3,
    )
    for state, said in ((HOUSE, "An answer of another suit counts half"), (triple, "off suit: 3")):
        assert said in asks.legal("7O", cite="H3.5").solve(state).why[0].text


def test_a_generated_question_names_the_options_that_hold() -> None:
    q = predict(PAIRS, asks.legal("7C 7H"))
    assert "options" not in q.scene()["text"]
    made = practice(HangIn(), "H6.3", "options")
    assert "max rounds: 2" in made.text and made.solution.text in made.text
    assert President(rounds=3).unusual() == {"rounds": 3} and not President().unusual()


def test_what_is_stored_reads_well_and_is_the_same_each_time() -> None:
    stills = [predict(PAIRS, asks.which_moves("7C 7H", "9C 9D")).still() for _ in range(2)]
    assert stills[0] == stills[1]
    text, html = stills[0]["text/plain"], stills[0]["text/html"]
    assert text.splitlines() == [
        "Predict first. Which of these moves are legal for you now?",
        "  - 7♣ 7♥",
        "  - 9♣ 9♦",
        "Not answered yet.",
    ]
    assert html.index("Not answered yet.") < html.index("<details>") < html.index("Legal: 9♣ 9♦.")
    assert "<code>P2.3</code> Strictly stronger" in html and "An equal rank is refused" in html
    assert "<script" not in html and "id=" not in html


def test_every_sentence_of_the_lesson_can_be_formed() -> None:
    said = words(President.deck)
    texts = "story move moves why said answer gap name id title choices level ahead options text rule".split()
    values: dict[str, Any] = dict.fromkeys(texts, "x")
    values |= {"seat": 0, "n": 2, "of": 3, "score": 1, "done": 2, "example": "x"}
    for key, entry in said.entries.items():
        for part in entry:
            text = said.say(key, values, part)
            assert text and "!" not in text, key
