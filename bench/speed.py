"""Random whole games as fast as plain CPython plays them, beside two other engines; or an older handkit.

    python -m bench speed
    python -m bench speed --against HEAD~5        # or any other revision of this repository

What is compared takes turns in one run and is timed by the CPU, so that what else the machine does hurts all
alike. The median of the turns counts. The figures to look at are the ratios.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

from bench.rivals import Rate, measure, openspiel_hearts, rlcard_doudizhu
from handkit import games

ROOT = Path(__file__).parent.parent
TURNS = 5  # beside other engines
PAIRS = 15  # turns beside an older version
BATCH = 0.05  # seconds that one thing is timed in a turn, about


# ── beside an older version ──


class Version:
    """A handkit in a process of its own, which times one thing when it is asked to: see `timed.py`."""

    def __init__(self, tree: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", Path(__file__).with_name("timed.py")],
            env={**os.environ, "PYTHONPATH": str(tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        about = json.loads(self._line())
        self.things: list[str] = about["things"]
        self.played: str = about["played"]

    def _line(self) -> str:
        assert self.process.stdout
        if line := self.process.stdout.readline():
            return line
        raise SystemExit("This version cannot be timed: the reason stands above.")

    def seconds(self, thing: str, times: int) -> float:
        """The CPU time of one operation, from so many batches."""
        assert self.process.stdin
        print(json.dumps([thing, times]), file=self.process.stdin, flush=True)
        return float(self._line())

    def close(self) -> None:
        self.process.communicate()


def unpack(revision: str, folder: Path) -> None:
    """The package as it was in a revision."""
    command = ["git", "-C", str(ROOT), "archive", "--format=tar", revision, "handkit"]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"There is no revision {revision}: {done.stderr.decode().strip()}")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")


def batches(version: Version, thing: str) -> int:
    """How many batches take about as long as one thing is timed."""
    times = 1
    while True:
        began = time.perf_counter()
        version.seconds(thing, times)
        if (took := time.perf_counter() - began) > BATCH / 4:
            return max(1, round(times * BATCH / took))
        times *= 4


def against(revision: str, turns: int) -> None:
    """Print the time of one operation now and then, and how many times as fast it is now: the median of the
    turns, and between what the middle half of them lies."""
    with tempfile.TemporaryDirectory() as folder:
        unpack(revision, Path(folder))
        now, then = Version(ROOT), Version(Path(folder))
        if now.played != then.played:
            print("The two draw different moves, so they are timed in different positions.")
        print(f"{'':44}{'now':>12}{revision[:12]:>14}   times as fast (half of the turns)")
        for thing in now.things:
            if thing not in then.things:
                continue
            times, new, old = batches(now, thing), list[float](), list[float]()
            for turn in range(-1, turns):
                found = {}
                for version in (now, then) if turn % 2 else (then, now):
                    found[version] = version.seconds(thing, times)
                if turn >= 0:  # the first one warms up
                    new.append(found[now])
                    old.append(found[then])
            low, middle, high = quantiles([a / b for a, b in zip(old, new, strict=True)], n=4)
            print(
                f"{thing:44}{median(new) * 1e6:9,.2f} µs{median(old) * 1e6:11,.2f} µs"
                f"{middle:8.3f}   ({low:.3f} to {high:.3f})",
                flush=True,
            )
        now.close()
        then.close()


# ── beside other engines ──


def handkit_game(name: str, seconds: float, seed: int = 1) -> Rate:
    """Whole games of one of ours with its usual options: random moves, deals included, nobody listening."""
    game, rng = games.find(name)(), random.Random(seed)

    def play() -> tuple[int, int]:
        state, moves = game.start(), 0
        while state.to_move is not None:
            moves += state.to_move >= 0
            state.play(state.random_move(rng))
        return moves, 1

    return measure(game.title, "handkit", "plain CPython, random players", play, 10**9, seconds, 1)


def import_seconds() -> float:
    """How much CPU time `import handkit` takes in a new process, in seconds: the median of five."""
    code = "import time; t = time.process_time(); import handkit; print(time.process_time() - t)"
    return median(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(5)
    )


def beside_others(seconds: float) -> None:
    """Print moves per second and the ratios."""
    turns: dict[str, list[Rate]] = {}
    for turn in range(TURNS):
        for rate in (
            *(handkit_game(name, seconds, seed=turn) for name in games.names()),
            openspiel_hearts(seconds=seconds, repeats=1, seed=turn),
            rlcard_doudizhu(seconds=seconds, repeats=1, seed=turn),
            rlcard_doudizhu(seconds=seconds, repeats=1, seed=turn, training=True),
        ):
            turns.setdefault(f"{rate.name}, {rate.how}", []).append(rate)
    rates = [sorted(found, key=lambda rate: rate.moves_per_second)[TURNS // 2] for found in turns.values()]
    ours = rates[: len(games.names())]
    for rate in ours:
        speed, whole = rate.moves_per_second, rate.games / rate.seconds
        print(f"{rate.name}: {speed:,.0f} moves/s, {1e6 / speed:.2f} µs a move, {whole:,.0f} games/s")
    for rate in rates[len(ours) :]:
        times = [f"{mine.name} {mine.moves_per_second / rate.moves_per_second:,.2f} x" for mine in ours]
        print(f"{rate.name} ({rate.how}): {rate.moves_per_second:,.0f} moves/s; {', '.join(times)}")
    print(f"import handkit: {import_seconds() * 1000:.0f} ms")


def main(argv: Sequence[str] | None = None) -> int:
    """Print what was measured."""
    parser = argparse.ArgumentParser(prog="python -m bench speed", description="How fast handkit is.")
    parser.add_argument(
        "--against", metavar="REVISION", help="beside this revision, not beside other engines"
    )
    parser.add_argument("--turns", type=int, default=PAIRS, help="how many turns, beside a revision")
    args = parser.parse_args(argv)
    if args.against:
        against(args.against, args.turns)
    else:
        beside_others(seconds=1.0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
