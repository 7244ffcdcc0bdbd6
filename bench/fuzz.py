"""Long runs of what the tests do briefly: hostile messages to a table, and random games under the laws."""

from __future__ import annotations

import contextlib
import random
import tempfile
import time
from typing import Any

from handkit import games
from handkit.bots import bot
from handkit.game import Game
from handkit.table import Table
from handkit.testing import check_game, every_option

MESSAGES = 100_000  # to a table of each game
COMBINATIONS = 60  # of options, evenly taken from all
SEEDS = 2  # games of each combination of options
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
    "../monday.json",
    "/etc/passwd",
    '{"handkit": 1}',
    "[" * 5_000,
]
FIELDS = (
    "move",
    "speed",
    "options",
    "seats",
    "front",
    "seed",
    "size",
    "four_colours",
    "to",
    "by",
    "record",
    "file",
)
INSPECTED = ("move", "tab", "to", "name", "on", "seat", "level")
KINDS: list[Any] = [
    "ready",
    "move",
    "try",
    "hint",
    "next",
    "new-game",
    "uncover",
    "set",
    "finish",
    "look",
    "gone",
    "files",
    "save",
    "download",
    "load",
    "nonsense",
    None,
    5,
    ["move"],
]
INSPECTORS: list[Any] = [
    "ready",
    "tab",
    "look",
    "line",
    "open",
    "ask",
    "code",
    "seat",
    "level",
    "what-if",
    "stop",
    "nonsense",
    None,
    ["tab"],
]


def junk(rng: random.Random, rev: int, kinds: list[Any] = KINDS, fields: tuple[str, ...] = FIELDS) -> Any:
    """A message that asks for nothing that can be done."""
    if rng.random() < 0.1:
        return rng.choice(JUNK)
    message = {field: rng.choice(JUNK) for field in fields if rng.random() < 0.5}
    if message.get("move") in ("pass", "7S"):
        message["move"] = "3C 4C 3C"  # never legal
    return {**message, "type": rng.choice(kinds), "rev": rng.choice([rev, 1, 0, -5, "1", None, 10**20])}


def hostile_messages(game: Game, number: int, seed: int = 1) -> int:
    """Send so many; returns how many there were. Raises AssertionError at one that was not survived. What
    is saved goes into a folder that is taken away."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return _hostile_messages(game, number, seed)


def _hostile_messages(game: Game, number: int, seed: int) -> int:
    rng = random.Random(seed)
    table = Table(game, seed="monday", bots=dict.fromkeys(range(1, game.players), "easy"))
    table.match.advance()
    before = table.match.record()
    for _ in range(number):
        rev = table.scene["rev"]
        message = junk(rng, rev)
        table._receive(table, message)
        if table.error is not None or table.scene["rev"] <= rev:
            raise AssertionError(f"not survived: {message!r}") from table.error
        if table.looking_back:
            table.look()
    if table.match.record() != before:
        raise AssertionError("the match was changed")
    return number


def hostile_questions(game: Game, number: int, seed: int = 1) -> int:
    """The same to an inspector. It may open the cards, which the match notes, and nothing else."""
    rng = random.Random(seed)
    table = Table(game, seed="monday", bots=dict.fromkeys(range(1, game.players), "easy"))
    table.match.advance()
    inspector = table.look_inside()
    before = table.match.record() | {"opened": []}
    for _ in range(number):
        rev = inspector.inside["rev"]
        message = junk(rng, rev, INSPECTORS, INSPECTED)
        inspector._receive(inspector, message)
        if inspector.error is not None or table.error is not None or inspector.inside["rev"] <= rev:
            raise AssertionError(f"not survived: {message!r}") from inspector.error or table.error
    if table.match.record() | {"opened": []} != before:
        raise AssertionError("the match was changed")
    return number


def main() -> None:
    """Print what was survived, and how long it took."""
    for name in games.names():
        game = games.find(name)()
        start = time.perf_counter()
        number = hostile_messages(game, MESSAGES)
        took = time.perf_counter() - start
        print(f"{game.title}: {number:,} hostile messages, all answered, the match unchanged, {took:.0f} s")
        start = time.perf_counter()
        number = hostile_questions(game, MESSAGES // 10)
        took = time.perf_counter() - start
        print(f"{game.title}: {number:,} of them to an inspector, the same, {took:.0f} s")
        start, played = time.perf_counter(), 0
        every = every_option(games.find(name))
        for options in every[:: len(every) // COMBINATIONS + 1]:
            check_game(options, bots=[bot(options, "easy"), bot(options, "normal")], seeds=range(SEEDS))
            played += SEEDS
        took = time.perf_counter() - start
        print(f"{game.title}: {played} games of different options, every law held, {took:.0f} s")
