"""Files of a whole class, as many as are wanted: `python tests/classes.py FOLDER 1000`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import handkit
from handkit import HangIn, Match, President, Reserves
from handkit.game import Game
from handkit.lesson.generators import practice
from handkit.lesson.handins import FORM, VERSION
from handkit.lesson.memory import checksum
from handkit.lesson.session import seed_of
from handkit.lesson.written import written

CODE = "7B-monday"
ASKED: list[tuple[Game, str]] = [
    *((President(), rule) for rule in ("P2.2", "P2.3", "P2.6", "P3.3", "P4.1", "P5.3")),
    *((HangIn(), rule) for rule in ("H2.4", "H3.4", "H3.5", "H3.6", "H5.1")),
    *((Reserves(), rule) for rule in ("R3.3", "R3.5", "R4.3", "R5.2")),
]


def hand_ins(folder: Path, number: int, alike: int = 0) -> list[Path]:
    """So many files of one class code; the last `alike` of them hold the same answers, most of them wrong."""
    seed = seed_of(CODE, "", "drill|1|1")
    problems = [practice(game, rule, seed) for game, rule in ASKED]
    match = Match(President(), seed_of(CODE, "", "first game"), bots=dict.fromkeys(range(4), "easy"))
    match.finish()
    record = match.record()
    paths = []
    for pupil in range(number):
        same = pupil >= number - alike
        rng = Random("alike" if same else pupil)
        answers = []
        for problem in problems:
            right = rng.random() < (0.2 if same else 0.8)
            said = sorted(problem.solution.right) if right else []
            answers.append(written(problem, said, problem.judge(said)))
        data: dict[str, Any] = {
            "version": handkit.__version__, "session": f"{pupil:016x}", "name": f"Pupil {pupil}",
            "code": CODE, "learner": "", "date": "2026-01-05",
            "answers": answers, "matches": [record], "exercises": [],
        }  # fmt: skip
        data |= {FORM: VERSION, "checksum": checksum(data)}
        path = folder / f"hand-in-pupil-{pupil}.json"
        path.write_text(json.dumps(data) + "\n", encoding="utf-8")
        paths.append(path)
    return paths


if __name__ == "__main__":
    hand_ins(Path(sys.argv[1]), int(sys.argv[2]), alike=int(sys.argv[2]) // 2)
