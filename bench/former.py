"""Hard as it was in a revision of this repository, as an opponent that stays the same.

The revision's package plays in a process of its own: it is told every move as a text, keeps its own state,
and is asked for a move from the view of a seat.

    PYTHONPATH=<folder with a handkit> python -P bench/former.py

uses only what every version has.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

REVISION = "c725329"  # before Hard was made to hold against anybody


class Former:
    """The player of a level in its process, for one game after the other."""

    def __init__(self, tree: Path, level: str = "hard") -> None:
        self.level = level
        self.process = subprocess.Popen(
            [sys.executable, "-P", __file__],
            env={**os.environ, "PYTHONPATH": str(tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def _tell(self, message: Mapping[str, Any]) -> None:
        assert self.process.stdin
        print(json.dumps(message), file=self.process.stdin, flush=True)

    def begin(self, game: str, options: Mapping[str, Any]) -> None:
        self._tell({"game": game, "options": options})

    def see(self, seat: int, move: str) -> None:
        """A move was made."""
        self._tell({"move": [seat, move]})

    def choose(self, seat: int, seed: str) -> str:
        """The text of its move in a seat. Raises SystemExit where it has ended; why stands above."""
        self._tell({"choose": [seat, self.level, seed]})
        assert self.process.stdout
        if line := self.process.stdout.readline():
            return str(json.loads(line))
        raise SystemExit("The former player has ended: the reason stands above.")

    def close(self) -> None:
        self.process.communicate()


def main() -> None:
    """Answer until there is no question left."""
    from handkit import HangIn, President, Reserves
    from handkit.bots import bot

    kinds: dict[str, Any] = {kind.name: kind for kind in (President, HangIn, Reserves)}
    game: Any = None
    state: Any = None
    for line in sys.stdin:
        message = json.loads(line)
        if "game" in message:
            game = kinds[message["game"]](**message["options"])
            state = game.start()
        elif "move" in message:
            seat, text = message["move"]
            state.play(game.parse(text), seat=seat)
        else:
            seat, level, seed = message["choose"]
            print(json.dumps(str(bot(game, level).choose(state.view(seat), random.Random(seed)))), flush=True)


if __name__ == "__main__":
    main()
