"""How the computer players of games made from one class do: normal against easy, in each game of tests/made.

The players sit in turn, and every deal is played once for each way to turn the seats. Printed is by how many
points normal is ahead in a game, with the interval in which that lies with a certainty of 95 %.

    python -m bench made                      # every game
    python -m bench made --game kuhn          # one of them
    python -m bench made --deals 100          # a closer interval

Measured with 12 deals of Crazy Eights, for two: normal is 20.6 points ahead, +4.7 to +36.4; with 4 deals of
Cheat, for four: 8.0 cards, +3.7 to +12.3.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from handkit import games
from handkit.simulate import tournament

MADE = Path(__file__).parent.parent / "tests" / "made"
SEATS = {"agram": 2, "crazy-eights": 2, "agram-series": 2, "kuhn": 2, "gops": 2}  # else 4


def made() -> list[Any]:
    """The games, each with a number of seats that both players share evenly."""
    sys.path.insert(0, str(MADE))
    before = set(games.names())
    for module in sorted(MADE.glob("*.py")):
        __import__(module.stem)
    found: list[Any] = [games.find(name) for name in games.names() if name not in before]
    return [game(players=SEATS.get(game.name, 4)) for game in found]


def main(options: Sequence[str]) -> int:
    """Print a line a game."""
    parser = argparse.ArgumentParser(prog="bench made")
    parser.add_argument("--game", default="", help="one game's name")
    parser.add_argument("--deals", type=int, default=6, help="how many deals, each played twice")
    asked = parser.parse_args(options)
    for game in made():
        if asked.game in ("", game.name):
            start = time.perf_counter()
            ahead = tournament(game, ["normal", "easy"], asked.deals).compare("normal", "easy")
            low, high = ahead.mean - 1.96 * ahead.error, ahead.mean + 1.96 * ahead.error
            seconds = time.perf_counter() - start
            print(
                f"{game.title:14} {game.players} seats, {asked.deals} deals: normal is {ahead.mean:+.3f} "
                f"points ahead, {low:+.3f} to {high:+.3f}  ({seconds:.0f} s)",
                flush=True,
            )
    return 0
