"""Which of the questions that are made tell those who know a rule from those who do not.

    python -m bench questions                  300 seeds of each rule
    python -m bench questions --seeds 30 --game president --rules P2.5,P2.7

A row a rule: how many were made; how many a simulated pupil answers otherwise; how many differ; how long one
takes, in seconds of one core. What breaks a law is named.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence

from handkit.game import Game
from handkit.games import with_options
from handkit.lesson.about import known
from handkit.lesson.asks import Problem
from handkit.lesson.generators import practice, rules_of
from handkit.lesson.telling import playable
from handkit.lesson.walks import NotFound
from handkit.rulebook import find_rulebook

GAMES = ("president", "hang-in", "reserves")
SEEDS = 300
ASKED = 0.8  # of the rules that are enforced or announced
TELLING = 0.75  # of the questions at least
VARIOUS = 2 / 3  # of them differ


def is_telling(problem: Problem) -> bool:
    """Whether a pupil who does not know the rule would answer otherwise."""
    return problem.pupil is not None and problem.pupil.is_told_by(problem)


def faults(problem: Problem) -> Iterator[str]:
    """What is not as it should be with one question."""
    solution, ask = problem.solution, problem.ask
    if solution.how != "several" and len(solution.right) != 1:
        yield "several answers are right where one is asked for"
    if solution.how != "number" and len(solution.choices) < (2 if ask.kind == "legal" else 3):
        yield "there are fewer than three choices"
    if len({choice.text for choice in solution.choices}) < len(solution.choices):
        yield "two choices say the same"
    if solution.how == "number" and solution.right & {str(one) for one in problem.game.unusual().values()}:
        yield "the options tell the answer"
    wanted = known(problem.game).rules
    needed = wanted[problem.rule].options if problem.rule in wanted else {}
    if problem.game.unusual().keys() - needed.keys():
        yield "options hold that the rule does not need"
    state = problem.state
    if ask.kind in ("which", "legal"):
        for seat, text in ask.about.get("after", ()):
            state = state.after(text, seat)
        moves = ask.about.get("moves") or [ask.about["move"]]
        if unplayable := [text for text in moves if playable(state, text) is None]:
            yield f"{', '.join(unplayable)} cannot be made on a table"


def look(game: Game, rule: str, seeds: int) -> tuple[list[Problem], list[str]]:
    """The questions about a rule, and what breaks a law."""
    made: list[Problem] = []
    wrong: list[str] = []
    for seed in range(seeds):
        try:
            made.append(practice(game, rule, seed))
        except NotFound:
            wrong.append(f"seed {seed}: no question")
            break
        wrong += [f"seed {seed}: {fault}" for fault in faults(made[-1])]
    if made and sum(map(is_telling, made)) < TELLING * len(made):
        wrong.append("too few tell")
    if made and different(made) < VARIOUS * len(made):
        wrong.append("too few differ")
    return made, wrong


def different(made: Sequence[Problem]) -> int:
    """How many differ in their position or their answer."""
    return len({(str(one.state.fields()), tuple(sorted(one.solution.right))) for one in made})


def share(game: Game, rules: Sequence[str], seeds: int) -> bool:
    """Print a row for each rule, and the share of the game. Whether all laws are kept."""
    all_made: list[Problem] = []
    kept = True
    for rule in rules:
        before = time.process_time()
        made, wrong = look(game, rule, seeds)
        each = (time.process_time() - before) / max(1, len(made))
        telling = sum(map(is_telling, made))
        print(
            f"{rule:5} {len(made):5} made {telling:5} tell {different(made):5} differ {each:6.2f} s",
            *wrong[:3],
        )
        all_made += made
        kept = kept and not wrong
    told = sum(map(is_telling, all_made))
    print(f"{game.title}: {told} of {len(all_made)} tell, {told / max(1, len(all_made)):.0%}")
    return kept


def asked(game: Game) -> tuple[list[str], list[str]]:
    """The rules that are enforced or announced, and those of them that are asked about."""
    book = find_rulebook(game)
    wanted = [id for id in book if {"enforced", "announced"} & set(book[id].kinds)]
    return wanted, [id for id in wanted if id in rules_of(game)]


def main(words: Sequence[str]) -> bool:
    parser = argparse.ArgumentParser(prog="python -m bench questions")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--rules", default="", help="as in P2.5,P2.7")
    given = parser.parse_args(words)
    kept = True
    for name in [given.game] if given.game else GAMES:
        game = with_options(name)
        wanted, there = asked(game)
        print(f"{game.title}: {len(there)} of {len(wanted)} enforced or announced rules are asked")
        kept = kept and len(there) >= ASKED * len(wanted)
        kept = share(game, given.rules.split(",") if given.rules else rules_of(game), given.seeds) and kept
    print("All laws are kept." if kept else "NOT all laws are kept.")
    return kept
