"""Random whole rounds of President and whole games of Reserves as fast as plain CPython plays them, beside
two other engines.

    python -m bench speed

All are measured in one process, in turns, and the best turn of each counts: what else the machine does
hurts all alike. The figures to look at are the ratios.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time

from bench.rivals import Rate, measure, openspiel_hearts, rlcard_doudizhu
from handkit import Game, President, Reserves

TURNS = 5


def handkit_game(game: Game, seconds: float, seed: int = 1) -> Rate:
    """One round or game, random moves, the deal included, nobody listening."""
    rng = random.Random(seed)

    def play() -> tuple[int, int]:
        state, moves = game.start(), 0
        while state.to_move is not None:
            state.play(state.random_move(rng))
            moves += 1
        return moves - 1, 1

    name = f"handkit {game.title}"
    return measure(name, "handkit", "plain CPython, random players", play, 10**9, seconds, 1)


def import_seconds() -> float:
    """How long `import handkit` takes in a new process, in seconds: the best of five."""
    code = "import time; t = time.perf_counter(); import handkit; print(time.perf_counter() - t)"
    return min(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(5)
    )


def main(seconds: float = 1.0) -> None:
    """Print moves per second and the ratios."""
    best: dict[str, Rate] = {}
    for turn in range(TURNS):
        for rate in (
            handkit_game(President(), seconds, seed=turn),
            handkit_game(Reserves(), seconds, seed=turn),
            openspiel_hearts(seconds=seconds, repeats=1, seed=turn),
            rlcard_doudizhu(seconds=seconds, repeats=1, seed=turn),
            rlcard_doudizhu(seconds=seconds, repeats=1, seed=turn, training=True),
        ):
            key = f"{rate.name}, {rate.how}"
            if key not in best or rate.moves_per_second > best[key].moves_per_second:
                best[key] = rate
    ours, reserves, *others = best.values()
    for rate in (ours, reserves):
        each, games = 1e6 / rate.moves_per_second, rate.games / rate.seconds
        print(
            f"{rate.name}: {rate.moves_per_second:,.0f} moves/s, {each:.2f} µs a move, {games:,.0f} games/s"
        )
    for rate in others:
        ratio = ours.moves_per_second / rate.moves_per_second
        print(f"{rate.name} ({rate.how}): {rate.moves_per_second:,.0f} moves/s; handkit: {ratio:,.2f} x")
    print(f"import handkit: {import_seconds() * 1000:.0f} ms")


if __name__ == "__main__":
    began = time.perf_counter()
    main()
    print(f"({time.perf_counter() - began:.0f} s)")
