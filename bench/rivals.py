"""Two other card-game engines, measured on this machine: what handkit's speed is compared with.

OpenSpiel's hearts is C++ driven from Python, RLCard's doudizhu is Python. Both play whole games with
random players, deal included, in this process. Every choice here is the one that is kinder to the other
engine: the best of several repeats counts, a warm-up comes first, and where a game can be driven in two
ways both are measured.

    python bench/rivals.py            # a few lines to read
    python bench/rivals.py --json     # for another program

Needs the bench extra (`make bench` installs it).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import version


@dataclass(frozen=True, slots=True)
class Rate:
    """How fast an engine played, in its best repeat."""

    name: str
    version: str
    how: str  # how it was driven, in words
    moves_per_second: float  # what players chose; the time includes dealing
    actions_per_second: float  # the same time, but each action of chance (a card dealt) counts too
    games: int  # in the best repeat
    moves: int
    seconds: float  # of the CPU
    repeats: int


PlayGame = Callable[[], tuple[int, int]]  # plays one game: (moves of players, actions of chance)


def measure(
    name: str, package: str, how: str, play: PlayGame, games: int, seconds: float, repeats: int
) -> Rate:
    """The best of `repeats` runs, each of at most `games` games and about `seconds` seconds of the CPU."""
    play()  # warm-up: tables that are read or built at the first game
    best: Rate | None = None
    for _ in range(repeats):
        moves = chance = played = 0
        start = time.process_time()
        while True:
            of_players, of_chance = play()
            moves, chance, played = moves + of_players, chance + of_chance, played + 1
            took = time.process_time() - start
            if played >= games or took >= seconds:
                break
        rate = Rate(
            name,
            version(package),
            how,
            moves / took,
            (moves + chance) / took,
            played,
            moves,
            took,
            repeats,
        )
        if best is None or rate.moves_per_second > best.moves_per_second:
            best = rate
    if best is None:
        raise ValueError("repeats must be at least 1")
    return best


def openspiel_hearts(games: int = 100_000, seconds: float = 1.0, repeats: int = 5, seed: int = 1) -> Rate:
    """OpenSpiel's hearts, four players, as one drives it from Python.

    It deals by one action of chance a card. All chances are equal in hearts, so one is drawn by index,
    which is quicker than drawing by weight.
    """
    import pyspiel  # heavy, and only here

    game = pyspiel.load_game("hearts")
    draw = random.Random(seed).random

    def play() -> tuple[int, int]:
        moves = chance = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(draw() * len(outcomes))][0])
                chance += 1
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                moves += 1
        return moves, chance

    how = "from Python, random players"
    return measure("OpenSpiel hearts", "open_spiel", how, play, games, seconds, repeats)


def rlcard_doudizhu(
    games: int = 100_000, seconds: float = 1.0, repeats: int = 5, seed: int = 1, training: bool = False
) -> Rate:
    """RLCard's doudizhu, three players, `env.run()` with RLCard's own random agents.

    As it comes, `env.run()` asks an agent to evaluate, and RLCard's random agent then fills a list with
    a probability for each of 27,472 actions. With `training=True` the agent only draws: the quicker way.
    """
    import rlcard
    from rlcard.agents import RandomAgent
    from rlcard.utils import set_seed

    set_seed(seed)  # its random agents draw from numpy's global generator
    env = rlcard.make("doudizhu", config={"seed": seed})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> tuple[int, int]:
        env.run(is_training=training)
        return len(env.action_recorder), 0

    how = f"env.run(is_training={training}), its random agents"
    return measure("RLCard doudizhu", "rlcard", how, play, games, seconds, repeats)


def rivals(games: int = 100_000, seconds: float = 1.0, repeats: int = 5) -> dict[str, Rate]:
    """All of them, by a short name; about `3 * seconds * repeats` seconds."""
    return {
        "openspiel": openspiel_hearts(games, seconds, repeats),
        "rlcard": rlcard_doudizhu(games, seconds, repeats),
        "rlcard-training": rlcard_doudizhu(games, seconds, repeats, training=True),
    }


def main(argv: list[str] | None = None) -> int:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description="The speed of two other card-game engines, here.")
    parser.add_argument("--games", type=int, default=100_000, help="at most so many games a repeat")
    parser.add_argument("--seconds", type=float, default=1.0, help="about so long a repeat")
    parser.add_argument("--repeats", type=int, default=5, help="the best of so many counts")
    parser.add_argument("--json", action="store_true", help="one JSON object, by short name")
    args = parser.parse_args(argv)
    rates = rivals(args.games, args.seconds, args.repeats)
    if args.json:
        print(json.dumps({key: asdict(rate) for key, rate in rates.items()}, indent=2))
    else:
        for rate in rates.values():
            print(
                f"{rate.name} {rate.version}, {rate.how}: {rate.moves_per_second:,.0f} moves/s"
                + (
                    f" ({rate.actions_per_second:,.0f} actions/s with the deal counted card by card)"
                    if rate.actions_per_second > rate.moves_per_second
                    else ""
                )
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
