"""What the helpers of lessons say."""

from __future__ import annotations

import pytest

from handkit import HangIn, IllegalMove, President, Reserves
from handkit.games.hang_in import HangInState
from handkit.lesson import each, played, reveal, story, thoughts, verdicts

HANDS = ["3S 5S 7O 8O 13H", "2O 12H", "10S 4O 8H", "9S 5O 3H"]
POSITION = HangIn.position(HANDS, pot=["12F 11F", "10O 7S", "9F 2H", "6F 1H"], challenges=["4S"])


def test_each_makes_one_move_in_the_place_of_another() -> None:
    before = POSITION.copy()
    answer = each(POSITION, "5S", "7O")
    assert before == POSITION
    assert [(line.what, line.rule) for line in answer.lines] == [
        ("5 of Social", "H3.4, H3.6"),
        ("7 of Office", "H3.5, H3.7"),
    ]
    for line, move in zip(answer.lines, ("5S", "7O"), strict=True):
        assert line.says == " ".join(one.says for one in story(POSITION, move).lines)
    with pytest.raises(IllegalMove):
        each(POSITION, "5S", "1O")


def test_each_says_what_a_seat_sees() -> None:
    last = HangIn.position(
        ["5O 9S 3F 4O", "8O 3S 12H", "6S 1O 10F", "4S 9F 5H"],
        pot=["9O", "10O 7S", "13H 12F", "2O 11O"],
        first=1,
        starter="rotate",
        stock="13S 2H",
    )
    assert "You draw the 2 of Hobby and 13 of Social." in each(last, "5O", seat=0).lines[0].says
    assert "13 of Social" not in each(last, "5O", seat=1).lines[0].says


def test_only_the_sentences_of_some_rules() -> None:
    whole = each(POSITION, "5S", "7O")
    some = each(POSITION, "5S", "7O", only=["H3.4"])
    assert [line.rule for line in some.lines] == ["H3.4", ""]
    assert some.lines[0].says in whole.lines[0].says and some.lines[1].says == ""
    assert {line.rule for line in story(POSITION, "5S", only=["H3.6"]).lines} == {"H3.6"}
    assert not story(POSITION, "5S", only=["H3.7"]).lines


def test_thoughts_name_the_players() -> None:
    position = Reserves.position(["9C 6H", "2D", "10S KC"])
    assert "attacks Ada" in thoughts(position, "easy", most=1).lines[0].says
    from_bo = Reserves.position(["9C 6H", "2D", "10S KC"], turn=2)
    assert "attacks you" in thoughts(from_bo, "easy", most=1).lines[0].says


def test_what_is_no_move_is_refused_like_a_move() -> None:
    answer = verdicts(POSITION, "5S", "14F", "2O")
    assert [line.says.split()[0] for line in answer.lines] == ["legal.", "refused.", "refused."]
    assert "H1.2" in answer.lines[1].says
    assert "14F" in reveal(answer)._repr_html_()


def test_played_leaves_the_position_alone() -> None:
    before = POSITION.copy()
    after = played(POSITION, ["5S", "10S"])
    assert isinstance(after, HangInState)
    assert (after.scores[0], after.phase) == (21, "answer")
    assert before == POSITION


def test_cards_side_by_side_do_not_run_together() -> None:
    assert verdicts(POSITION, "5S 7O").lines[0].what == "5 of Social and 7 of Office"
    assert verdicts(POSITION, "3S 5S 7O").lines[0].what == "3 of Social, 5 of Social and 7 of Office"
    king = President.position(["KC KD KH", "3C", "4C"], to_move=0)
    assert verdicts(king, "KC KD").lines[0].what == "K♣ K♦"
