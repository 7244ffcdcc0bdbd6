"""What is timed of a version of handkit, one thing at a time, in a process of its own.

    PYTHONPATH=<folder with a handkit> python -P bench/timed.py

First it says what can be timed, and a number that differs where versions play different moves. Then it
answers each line, a thing and how many times, with the CPU time of one operation in seconds. It uses only
what every version has.
"""

from __future__ import annotations

import json
import random
import sys
import time
import zlib
from collections.abc import Callable
from typing import Any

from handkit import HangIn, President, Reserves, State
from handkit.bots import bot, levels

POSITIONS = 60  # of a game, for `copy` and `view`
CHOICES = {"easy": 60, "normal": 60}  # positions in which a player chooses; in fewer where it searches
SEARCHED = 6

Batch = Callable[[int], int]  # runs a batch by its number; gives how many operations that were


def positions(game: Any, number: int) -> list[State]:
    """So many positions in which somebody is to move, and may do more than one thing."""
    rng, found = random.Random(1), list[State]()
    while len(found) < number:
        state = game.start()
        while state.to_move is not None and len(found) < number:
            if state.to_move >= 0 and len(state.moves()) > 1 and rng.random() < 0.1:
                found.append(state.copy())
            state.play(state.random_move(rng))
    return found


def random_play(game: Any) -> Batch:
    def batch(number: int) -> int:
        rng, state, moves = random.Random(number), game.start(), 0
        while state.to_move is not None:
            moves += state.to_move >= 0
            state.play(state.random_move(rng))
        return moves

    return batch


def copies(states: list[State]) -> Batch:
    def batch(_: int) -> int:
        for state in states:
            state.copy()
        return len(states)

    return batch


def views(states: list[State]) -> Batch:
    def batch(_: int) -> int:
        for state in states:
            state.view(state.to_move or 0)
        return len(states)

    return batch


def choices(game: Any, level: str, states: list[State]) -> Batch:
    """A player's choices: where it searches, mostly playouts."""
    player, seen = bot(game, level), [state.view(state.to_move or 0) for state in states]

    def batch(number: int) -> int:
        for view in seen:
            player.choose(view, random.Random(number))
        return len(seen)

    return batch


def things() -> tuple[dict[str, Batch], str]:
    """What can be timed, by name, and a sum of all that is told of the positions."""
    found: dict[str, Batch] = {}
    told = []
    for game in (President(), HangIn(), Reserves()):
        states = positions(game, POSITIONS)
        told += [f"{state.to_move} {state.to_json()['hands']}" for state in states]
        found[f"{game.title}: random play, a move"] = random_play(game)
        found[f"{game.title}: copy"] = copies(states)
        found[f"{game.title}: view"] = views(states)
        for level in levels(game):
            some = states[:: POSITIONS // CHOICES.get(level, SEARCHED)]
            found[f"{game.title}: {level} chooses"] = choices(game, level, some)
    return found, str(zlib.crc32("\n".join(told).encode()))


def main() -> None:
    """Answer until there is no question left."""
    found, played = things()
    print(json.dumps({"things": list(found), "played": played}), flush=True)
    for line in sys.stdin:
        thing, times = json.loads(line)
        batch = found[thing]
        operations, began = 0, time.process_time()
        for number in range(times):
            operations += batch(number)
        print((time.process_time() - began) / operations, flush=True)


if __name__ == "__main__":
    main()
