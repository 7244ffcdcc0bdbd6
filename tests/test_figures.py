"""The table of figures: that a row says yes where its aim is met, and that a former player plays on."""

from __future__ import annotations

import pytest

from bench import figures, strength
from bench.former import Former
from bench.speed import ROOT
from handkit import Game, HangIn, President, Reserves
from handkit.bots import bot


@pytest.mark.parametrize(
    ("numbers", "aim", "at_least", "met"),
    [
        ([0.4, 0.6, 0.5, 0.5], 0.3, True, "yes"),
        ([0.4, 0.6, 0.5, 0.5], 0.7, True, "no"),
        ([0.4, 0.6, 0.5, 0.5], 0.49, True, "yes?"),
        ([0.4, 0.6, 0.5, 0.5], 0.51, True, "no?"),
        ([2.0, 1.8, 1.9, 1.9], 1.95, False, "yes"),
        ([2.2, 2.4, 2.3, 2.3], 1.95, False, "no"),
    ],
)
def test_a_row_says_whether_its_aim_is_met(
    numbers: list[float], aim: float, at_least: bool, met: str
) -> None:
    assert figures.beside(numbers, aim, at_least) == met


def test_a_step_is_better_in_truth_and_no_cliff() -> None:
    def met(won: list[float], most: float | None) -> str:
        return figures.step(President(), "one among others", strength.Found(won, [1.0] * 4), most).met

    assert met([0.5, 0.6, 0.5, 0.6], 0.85) == "yes"
    assert met([0.9, 1.0, 0.9, 1.0], 0.85) == "no" and met([0.9, 1.0, 0.9, 1.0], None) == "yes"
    assert met([0.0, 0.6, 0.1, 0.5], None) == "no"  # that could be luck


@pytest.mark.parametrize(
    "game",
    [President(players=3, rounds=2), HangIn(target=3), Reserves(max_turns=6)],
    ids=lambda game: game.name,
)
def test_a_former_player_follows_a_whole_game_in_its_process(game: Game) -> None:
    """Here the former one is this version itself. The same deal gives the same game."""
    other = Former(ROOT, "normal")
    player = strength.Timed(bot(game, "easy"))
    first, again = (figures.with_former(game, player, 0, other, "former") for _ in range(2))
    assert first == again and len(first.ranks) == game.players and player.seconds
    other.close()


def test_knowledge_and_reasons_stand_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    figures.main(["--quick", "--part", "knowledge", "reasons"])
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split(" · ")[1].strip() == "aim" and len(rows) == 6
    assert [row.split(" · ")[-1] for row in rows] == ["yes"] * 3 + ["no"] * 3
