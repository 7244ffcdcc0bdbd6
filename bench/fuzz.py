"""Long runs of what the tests do briefly: hostile messages to a table, and random games under the laws."""

from __future__ import annotations

import random
import time
from itertools import product
from typing import Any

from handkit import President
from handkit.bots import bot
from handkit.table import Table
from handkit.testing import check_game

MESSAGES = 100_000
JUNK: list[Any] = [
    None,
    0,
    -1,
    1e9,
    True,
    "",
    "x" * 10_000,
    [],
    {},
    {"type": []},
    [[[[]]]],
    "pass",
    "7S",
    "\x00",
    "🂡",
]
FIELDS = ("move", "speed", "options", "seats", "front", "seed", "size", "four_colours")
KINDS: list[Any] = [
    "ready",
    "move",
    "hint",
    "next",
    "new-game",
    "uncover",
    "set",
    "finish",
    "nonsense",
    None,
    5,
    ["move"],
]


def junk(rng: random.Random, rev: int) -> Any:
    """A message that asks for nothing that can be done."""
    if rng.random() < 0.1:
        return rng.choice(JUNK)
    message = {field: rng.choice(JUNK) for field in FIELDS if rng.random() < 0.5}
    if message.get("move") in ("pass", "7S"):
        message["move"] = "3C 4C"  # never legal
    return {**message, "type": rng.choice(KINDS), "rev": rng.choice([rev, 1, 0, -5, "1", None, 10**20])}


def hostile_messages(number: int, seed: int = 1) -> int:
    """Send so many; returns how many there were. Raises AssertionError at one that was not survived."""
    rng = random.Random(seed)
    table = Table(President(), seed="monday", bots={1: "easy", 2: "easy", 3: "easy"})
    before = table.match.record()
    for _ in range(number):
        rev = table.scene["rev"]
        message = junk(rng, rev)
        table._receive(table, message)
        if table.error is not None or table.scene["rev"] <= rev:
            raise AssertionError(f"not survived: {message!r}") from table.error
    if table.match.record() != before:
        raise AssertionError("the match was changed")
    return number


def main() -> None:
    """Print what was survived, and how long it took."""
    start = time.perf_counter()
    number = hostile_messages(MESSAGES)
    took = time.perf_counter() - start
    print(f"{number:,} hostile messages: all answered, the match unchanged, {took:.0f} s")
    start, games = time.perf_counter(), 0
    for players, revolution, leader in product(
        (3, 4, 5, 6), (True, False), ("president", "scum", "first_seat")
    ):
        game = President(players=players, rounds=3, revolution=revolution, next_leader=leader)
        check_game(game, bots=[bot(game, "easy"), bot(game, "normal")], seeds=range(20))
        games += 20
    print(f"{games} games of President over all options: every law held, {time.perf_counter() - start:.0f} s")
