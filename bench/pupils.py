"""Whether `verify` finds what pupils do not know: 36 simulated ones a game, each with a file to hand in.

    python -m bench pupils
    python -m bench pupils --game hang-in --questions 30

24 are honest and do not know two rules, 4 guess, 4 skip each question and answer it afterwards, 4 copy the
file of somebody honest, two of them less one answer. They answer the same drill, and slip now and then. What
`verify` writes into its table, and the groups that it names, are all that is looked at.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import handkit
from handkit.__main__ import main as command
from handkit.game import Game
from handkit.games import with_options
from handkit.lesson import class_code, drill
from handkit.lesson.asks import Problem
from handkit.lesson.generators import rules_of
from handkit.lesson.handins import FORM, VERSION
from handkit.lesson.memory import checksum
from handkit.lesson.pupils import Pupil, pupils, refusers
from handkit.lesson.written import FIRST, RETRY, SHOWN, written

AIMS = {"president": 0.65, "hang-in": 0.80, "reserves": 0.65}  # of the hidden gaps are found
NAMED = 0.10  # of the rules that are known are named as gaps at most
QUESTIONS = 25  # about one of each rule
SLIP = 0.05  # so often somebody answers anything
CODE = "bench"


@dataclass(frozen=True)
class Learner:
    """Somebody of the class, the rules that he does not know, and his answers. `source` is whom he copies."""

    name: str
    gaps: tuple[str, ...]
    answers: Sequence[dict[str, Any]]
    source: str = ""


# ── how they answer ──


class Ignorant:
    """Who does not know some rules: he believes one thing in place of each."""

    def __init__(self, game: Game, gaps: Sequence[str], rng: Random) -> None:
        self.gaps = gaps
        self.beliefs: list[Pupil] = [rng.choice(found) for rule in gaps if (found := pupils(game, rule))]

    def answer(self, problem: Problem) -> frozenset[str]:
        """What he says: as one of his beliefs has it, where that is wrong, else what is right."""
        passed_over = [pupil for pupil in refusers(problem) if pupil.rule in self.gaps]
        for pupil in (*self.beliefs, *passed_over):
            said = pupil.answer(problem)
            if said is not None and not problem.judge(tuple(said)):
                return said
        return problem.solution.right


def anything(problem: Problem, rng: Random) -> frozenset[str]:
    """An answer by chance."""
    if problem.solution.how == "number":
        return frozenset([str(rng.randrange(1, 20))])
    keys = [choice.key for choice in problem.solution.choices]
    if problem.solution.how == "one":
        return frozenset([rng.choice(keys)])
    return frozenset(key for key in keys if rng.random() < 0.5)


def noted(problem: Problem, said: frozenset[str], tried: str = FIRST) -> dict[str, Any]:
    """An answer as a session writes it down."""
    return written(problem, sorted(said), tried != SHOWN and problem.judge(tuple(said)), tried)


def class_of(game: Game, number: int) -> Iterator[Learner]:
    """The 36 of a class, who all answer the same questions."""
    problems, rules = list(questions(game, number)), rules_of(game)
    honest = list[Learner]()
    for place in range(24):
        rng = Random(f"honest {game.name} {place}")
        gaps = tuple(rng.sample(rules, 2))
        pupil = Ignorant(game, gaps, rng)
        said = [anything(one, rng) if rng.random() < SLIP else pupil.answer(one) for one in problems]
        answers = [noted(one, said) for one, said in zip(problems, said, strict=True)]
        honest.append(Learner(f"honest-{place}", gaps, answers))
    yield from honest
    for place in range(4):
        rng = Random(f"guessing {game.name} {place}")
        yield Learner(f"guessing-{place}", (), [noted(one, anything(one, rng)) for one in problems])
    for place in range(4):
        twice = [(noted(p, frozenset(), SHOWN), noted(p, p.solution.right, RETRY)) for p in problems]
        yield Learner(f"skipping-{place}", (), [answer for pair in twice for answer in pair])
    for place in range(4):
        source = honest[5 * place]
        left_out = [Random(place).randrange(number)] if place % 2 else []
        answers = [one for at, one in enumerate(source.answers) if at not in left_out]
        yield Learner(f"copying-{place}", (), answers, source.name)


def questions(game: Game, number: int) -> Iterator[Problem]:
    """The questions of a drill under the code of the class."""
    class_code(CODE)
    yield from drill(game, n=number).problems()
    class_code("")


def write(folder: Path, learner: Learner) -> None:
    """Write what somebody hands in."""
    data: dict[str, Any] = {
        "version": handkit.__version__, "session": checksum(learner.name)[:16], "name": learner.name,
        "code": CODE, "learner": "", "date": "2026-01-05", "answers": learner.answers, "matches": [],
        "exercises": [],
    }  # fmt: skip
    data |= {FORM: VERSION, "checksum": checksum(data)}
    (folder / f"{learner.name}.json").write_text(json.dumps(data) + "\n", encoding="utf-8")


# ── what is found ──


def verified(learners: Sequence[Learner]) -> tuple[dict[str, dict[str, str]], list[str]]:
    """What `verify` writes of each learner into its table, and the groups of files that it names."""
    with TemporaryDirectory() as name, redirect_stdout(io.StringIO()) as said:
        folder = Path(name)
        for learner in learners:
            write(folder, learner)
        table = folder / "class.csv"
        command(["verify", str(folder), "--class", CODE, "--csv", str(table)])
        rows = list(csv.DictReader(table.read_text("utf-8-sig").splitlines()))
    groups = [line for line in said.getvalue().splitlines() if line.startswith("group ")]
    return {row["learner"]: row for row in rows if row["kind"] == "all"}, groups


def names(cell: str) -> set[str]:
    return set(cell.split(", ")) if cell else set()


def is_found(learner: Learner, groups: Sequence[str]) -> bool:
    """Whether somebody who copied is named beside the one whom he copied."""
    pair = {f"{learner.name}.json", f"{learner.source}.json"}
    return any(pair <= names(group.rpartition(": ")[2]) for group in groups)


def look(game: Game, number: int) -> bool:
    """Print what was found of a class. Whether that is as it should be."""
    learners = list(class_of(game, number))
    rows, groups = verified(learners)
    rules, honest = rules_of(game), [one for one in learners if one.gaps]
    named = {one.name: names(rows[one.name]["not known"]) for one in honest}
    found = sum(len(named[one.name] & set(one.gaps)) for one in honest)
    hidden = sum(len(one.gaps) for one in honest)
    wrongly = sum(len(named[one.name] - set(one.gaps)) for one in honest)
    knew = sum(len(rules) - len(one.gaps) for one in honest)
    skipped = [one.name for one in learners if one.name.startswith("skip") and rows[one.name]["known"]]
    copies = [one for one in learners if one.source]
    copied = sum(is_found(one, groups) for one in copies)
    sources = {one.source for one in copies}
    accused = [one.name for one in honest if rows[one.name]["to check"] and one.name not in sources]
    print(
        f"{game.title}, {number} questions: {found} of {hidden} gaps found, {found / hidden:.0%} (aim "
        f"{AIMS[game.name]:.0%}); {wrongly} of {knew} known rules named, {wrongly / knew:.1%} (at most "
        f"{NAMED:.0%}); skippers with a known rule: {len(skipped)}; copies found: {copied} of {len(copies)}; "
        f"others taken for copies: {len(accused)}"
    )
    well = found >= AIMS[game.name] * hidden and wrongly <= NAMED * knew
    return well and not skipped and copied == len(copies) and not accused


def main(words: Sequence[str]) -> bool:
    parser = argparse.ArgumentParser(prog="python -m bench pupils")
    parser.add_argument("--game", choices=list(AIMS))
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    given = parser.parse_args(words)
    games = [given.game] if given.game else list(AIMS)
    reached = [look(with_options(name), given.questions) for name in games]
    kept = all(reached)
    print("All aims are reached." if kept else "NOT all aims are reached.")
    return kept
