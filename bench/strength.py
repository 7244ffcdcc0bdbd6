"""How the computer players do against each other, and how long a move takes.

One player sits with others of one lower level, every deal once in each seat. Printed are its mean
rank (1 is best) with its standard error, and the time that its moves took.

    python -m bench strength                     # a few deals
    python bench/strength.py --deals 500         # closer figures
    python bench/strength.py --cores 1 --deals 20
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean, stdev

from handkit.bots import Bot, Thought, bot
from handkit.game import View
from handkit.games.president import President
from handkit.simulate import play_game


class Timed(Bot):
    """A bot with a watch: the seconds of each of its moves."""

    def __init__(self, player: Bot) -> None:
        self.player = player
        self.seconds: list[float] = []

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        start = time.perf_counter()
        thoughts = self.player.think(view, rng)
        self.seconds.append(time.perf_counter() - start)
        return thoughts


@dataclass(frozen=True)
class Pairing:
    """One player of a level against others of another, at a table of this size."""

    game: President
    level: str
    others: str

    def __str__(self) -> str:
        return f"{self.game.players} players: {self.level} among {self.game.players - 1} {self.others}"


@dataclass
class Found:
    """The mean rank over the seats, deal by deal, and the seconds of each move."""

    ranks: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def play_deal(pairing: Pairing, deal: int) -> Found:
    """One deal, with the player in each seat in turn."""
    game = pairing.game
    player, other = Timed(bot(game, pairing.level)), bot(game, pairing.others)
    ranks = []
    for seat in range(game.players):
        seats = [other] * game.players
        seats[seat] = player
        ranks.append(play_game(game, seats, f"strength|{deal}").ranks[seat])
    return Found([fmean(ranks)], player.seconds)


def measure(pairing: Pairing, deals: int, cores: int) -> Found:
    """Many deals, spread over the cores."""
    found = Found()
    with ProcessPoolExecutor(cores) as pool:
        for part in pool.map(
            partial(play_deal, pairing), range(deals), chunksize=max(1, deals // (8 * cores))
        ):
            found.ranks += part.ranks
            found.seconds += part.seconds
    return found


def report(pairing: Pairing, found: Found) -> str:
    """One line."""
    mean, error = fmean(found.ranks), stdev(found.ranks) / math.sqrt(len(found.ranks))
    times = sorted(found.seconds)
    late = times[int(0.95 * len(times))]
    return (
        f"{str(pairing) + ':':38} mean rank {mean:.3f} ± {error:.3f}"
        f"   {len(found.ranks) * pairing.game.players} games"
        f"   a move {fmean(times) * 1e3:.1f} ms (95 % below {late * 1e3:.1f}, worst {times[-1] * 1e3:.1f})"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description="How strong the computer players of President are.")
    parser.add_argument(
        "--deals", type=int, default=40, help="deals with 4 players; a fourth of it with 3, 5, 6"
    )
    parser.add_argument("--cores", type=int, default=2, help="how many games at a time")
    args = parser.parse_args(argv)
    pairings = [("hard", "easy"), ("hard", "normal"), ("normal", "easy")]
    for players in (4, 3, 5, 6):
        deals = max(2, args.deals if players == 4 else args.deals // 4)
        for level, others in pairings:
            pairing = Pairing(President(players=players), level, others)
            print(report(pairing, measure(pairing, deals, args.cores)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
