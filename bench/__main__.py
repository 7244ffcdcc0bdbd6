"""Measure handkit: `make bench`, or `python -m bench speed` for one part.

figures   what is aimed at, in one table beside what is measured: hours, or minutes with `--quick`
speed     moves per second beside two other engines, and the time of `import handkit`; or, with
          `--against HEAD~5`, play, copies, views and players beside those of another revision
strength  how the computer players do against each other, and how long a move takes
made      by how much normal beats easy in the games made from one class
traffic   what goes between a real JupyterLab and a real browser for a table
classroom the memory of a kernel with three tables, and the time to the first
questions whether questions that are made tell who knows the rule from who does not
pupils    whether `verify` finds what simulated pupils do not know, who skipped, and who copied
fuzz      hostile messages to a table, and random games against the laws
kits      the kits of OpenSpiel and PettingZoo, and a search of OpenSpiel's against Hard

What follows a part that has options is for it: `python -m bench strength --game hang-in --deals 100`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import takewhile

from bench import classroom, figures, fuzz, kits, made, pupils, questions, speed, strength, traffic

PARTS: dict[str, Callable[[], object]] = {
    "figures": lambda: figures.main([]),
    "speed": lambda: speed.main([]),
    "strength": lambda: strength.main([]),
    "made": lambda: made.main([]),
    "traffic": traffic.main,
    "classroom": classroom.main,
    "questions": lambda: questions.main([]),
    "pupils": lambda: pupils.main([]),
    "fuzz": fuzz.main,
    "kits": lambda: kits.main([]),
}
WITH_OPTIONS: dict[str, Callable[[Sequence[str]], object]] = {
    "figures": figures.main,
    "speed": speed.main,
    "strength": strength.main,
    "questions": questions.main,
    "pupils": pupils.main,
    "made": made.main,
    "kits": kits.main,
}


def main(words: Sequence[str]) -> int:
    """Run the parts named, by default all, or one with its options; an unknown name is an error."""
    names = list(takewhile(lambda word: not word.startswith("-"), words))
    options = words[len(names) :]
    if unknown := set(names) - set(PARTS):
        print(f"There is no part {', '.join(sorted(unknown))}: there are {', '.join(PARTS)}.")
        return 2
    if options and (len(names) != 1 or names[0] not in WITH_OPTIONS):
        print(f"Options belong behind one part that has some: {', '.join(WITH_OPTIONS)}.")
        return 2
    for name in names or PARTS:
        print(f"\n{name}\n{'-' * len(name)}", flush=True)
        if options:
            WITH_OPTIONS[name](options)
        else:
            PARTS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
