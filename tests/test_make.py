"""Games from one class: the guide's, and those of tests/made, which are written as a learner writes them."""

from __future__ import annotations

import importlib.util
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

import handkit.make
from handkit import games, registry
from handkit.bots.sampler import Sampler
from handkit.rulebook import rulebook
from handkit.testing import Effort, check_game

MADE = Path(__file__).parent / "made"
GAMES = {
    "agram": "Agram",
    "cheat": "Cheat",
    "climb": "Climb",
    "crazy_eights": "CrazyEights",
    "go_fish": "GoFish",
    "gops": "Gops",
    "kuhn": "Kuhn",
    "series": "AgramSeries",
}


def load(module: str) -> Any:
    """A game of tests/made, by its module."""
    if module == "series" and "agram" not in sys.modules:
        load("agram")
    if module not in sys.modules:
        spec = importlib.util.spec_from_file_location(module, MADE / f"{module}.py")
        assert spec is not None and spec.loader is not None
        sys.modules[module] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[module])
    return getattr(sys.modules[module], GAMES[module])


def guide() -> Any:
    """The game of the guide, as it stands in `help(handkit.make)`."""
    lines = (handkit.make.__doc__ or "").split("\n\nThat is all.")[0].splitlines()[2:]
    known: dict[str, Any] = {"__name__": "guide"}
    exec(textwrap.dedent("\n".join(lines)), known)
    return known["HighCard"]


@pytest.mark.parametrize("module", GAMES)
def test_every_law_is_kept(module: str) -> None:
    game = load(module)()
    small = Effort(moments=3, candidates=6, swaps=3)
    report = check_game(
        game, seeds=range(1), effort=small, rules=rulebook(game), bots=[Sampler("quick", 1, 20)]
    )
    assert report.redealt or module == "kuhn"
    assert report.refused and report.told


def test_the_game_of_the_guide_is_kept_too() -> None:
    with registry.apart():
        game = guide()(players=2)
        assert not check_game(game, seeds=range(1), rules=rulebook(game)).suspicious
        assert repr(game) == "HighCard(players=2)"
        assert [*rulebook(game)] == ["T1.1", "T1.2", "T1.3"]
        assert games.find("high-card") is type(game)
