"""Measure handkit: `make bench`, or `python -m bench speed` for one part.

speed     moves per second beside two other engines, and the time of `import handkit`
strength  how the computer players do against each other, and how long a move takes
traffic   what goes between a real JupyterLab and a real browser for a table
fuzz      hostile messages to a table, and random games against the laws
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from bench import fuzz, speed, strength, traffic

PARTS: dict[str, Callable[[], object]] = {
    "speed": speed.main,
    "strength": lambda: strength.main([]),
    "traffic": traffic.main,
    "fuzz": fuzz.main,
}


def main(names: list[str]) -> int:
    """Run the parts named, by default all; an unknown name is an error."""
    if unknown := set(names) - set(PARTS):
        print(f"There is no part {', '.join(sorted(unknown))}: there are {', '.join(PARTS)}.")
        return 2
    for name in names or PARTS:
        print(f"\n{name}\n{'-' * len(name)}", flush=True)
        PARTS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
