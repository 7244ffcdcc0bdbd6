"""How the computer players do against each other, and how long a move takes.

One player sits with others of one lower level, every deal once in each seat. Printed are the share of
the games that it won (a shared win counts in part; what equal players would win stands beside it), its
mean rank (1 is best), each with its standard error, and the time that its moves took.

    python -m bench strength                     # every game that has players, a few deals
    python -m bench strength --game hang-in      # one game
    python -m bench strength --deals 500         # closer figures
    python -m bench strength --cores 1 --deals 20
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from statistics import fmean, stdev

from handkit.bots import Bot, Thought, bot, levels
from handkit.game import Game, Move, Outcome, View
from handkit.games import find, names
from handkit.simulate import play_game


class Timed(Bot):
    """A bot with a watch: the seconds of the CPU in each of its moves."""

    def __init__(self, player: Bot) -> None:
        self.player = player
        self.seconds: list[float] = []

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        return self.player.think(view, rng)

    def choose(self, view: View, rng: random.Random) -> Move:
        start = time.process_time()
        move = self.player.choose(view, rng)
        self.seconds.append(time.process_time() - start)
        return move


@dataclass(frozen=True)
class Pairing:
    """One player of a level against others of another, at a table of this size."""

    game: Game
    level: str
    others: str

    def __str__(self) -> str:
        players = self.game.players
        return f"{self.game.title}, {players} players: {self.level} among {players - 1} {self.others}"


@dataclass
class Found:
    """Means over the seats, deal by deal, and the seconds of each move."""

    won: list[float] = field(default_factory=list)
    ranks: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, other: Found) -> None:
        self.won += other.won
        self.ranks += other.ranks
        self.seconds += other.seconds


def share(outcome: Outcome, seat: int) -> float:
    """1 for a win, a part of it for a win that is shared, 0 for none."""
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def play_deal(pairing: Pairing, deal: int) -> Found:
    """One deal, with the player in each seat in turn."""
    game = pairing.game
    player, other = Timed(bot(game, pairing.level)), bot(game, pairing.others)
    won, ranks = [], []
    for seat in range(game.players):
        seats = [other] * game.players
        seats[seat] = player
        outcome = play_game(game, seats, f"strength|{deal}")
        won.append(share(outcome, seat))
        ranks.append(outcome.ranks[seat])
    return Found([fmean(won)], [fmean(ranks)], player.seconds)


def measure(pairing: Pairing, deals: int, cores: int) -> Found:
    """Many deals, spread over the cores."""
    found = Found()
    with ProcessPoolExecutor(cores) as pool:
        for part in pool.map(
            partial(play_deal, pairing), range(deals), chunksize=max(1, deals // (8 * cores))
        ):
            found.add(part)
    return found


def with_error(numbers: Sequence[float], scale: float, places: int) -> str:
    """The mean with its standard error: `"1.852 ± 0.031"`."""
    mean, error = scale * fmean(numbers), scale * stdev(numbers) / math.sqrt(len(numbers))
    return f"{mean:.{places}f} ± {error:.{places}f}"


def report(pairing: Pairing, found: Found) -> str:
    """One line."""
    times = sorted(found.seconds)
    late = times[int(0.95 * len(times))]
    return (
        f"{str(pairing) + ':':50} won {with_error(found.won, 100, 1)} %"
        f" (equal: {100 / pairing.game.players:.0f})"
        f"   mean rank {with_error(found.ranks, 1, 3)}   {len(found.won) * pairing.game.players} games"
        f"   a move {fmean(times) * 1e3:.3f} ms (95 % below {late * 1e3:.3f}, worst {times[-1] * 1e3:.1f})"
    )


def pairings(kind: type[Game]) -> Iterator[Pairing]:
    """Each level against each lower one, at every size of table, the usual size first."""
    make: Callable[..., Game] = kind  # it takes its own options by name
    usual = make()
    sizes = sorted(kind.options()["players"].choices, key=lambda players: players != usual.players)
    for players in sizes:
        for others, level in combinations(levels(usual), 2):
            yield Pairing(make(players=players), level, others)


def main(argv: Sequence[str] | None = None) -> int:
    """Print what was measured."""
    parser = argparse.ArgumentParser(
        prog="python -m bench strength", description="How strong the computer players are."
    )
    parser.add_argument("--game", choices=names(), help="only this game")
    parser.add_argument(
        "--deals", type=int, default=40, help="deals at the usual size of table; a fourth of it at others"
    )
    parser.add_argument("--cores", type=int, default=2, help="how many games at a time")
    args = parser.parse_args(argv)
    for name in [args.game] if args.game else names():
        kind = find(name)
        for pairing in pairings(kind):
            usual = pairing.game == kind()
            deals = max(2, args.deals if usual else args.deals // 4)
            print(report(pairing, measure(pairing, deals, args.cores)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
