"""A teacher's own quiz: a notebook with a drill about chosen rules, and the same questions on paper.

    handkit quiz president --rules P2.3,P3.3 --questions 10 --code 7B

The questions are those that the drill asks under the class code, so whoever answers on paper is asked the
same.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path

from handkit import files
from handkit.game import Game
from handkit.lesson.asks import Problem
from handkit.lesson.drills import drill
from handkit.lesson.question import Question
from handkit.table.still import mime

MARK = '<meta name="generator" content="handkit quiz">'
SHEET = files.FileKind("a quiz on paper", lambda head: MARK.encode() in head)
NOTEBOOK = files.FileKind("the notebook of a quiz", lambda head: b'"handkit": "quiz"' in head)

SEED = "quiz"


def notebook(game: Game, rules: Sequence[str], number: int, code: str) -> str:
    """The notebook of a quiz, as JSON: a drill, with a cell to hand in."""
    kind = type(game)
    about = f", rules={list(rules)!r}" if rules else ""
    cells = [
        _text(f"# {game.title}: a quiz\n\nRun all cells (*Run*, *Run All Cells*), and answer on the table."),
        _code(
            f"from {kind.__module__} import {kind.__name__}\n"
            "from handkit.lesson import class_code, drill, hand_in\n\n"
            f"class_code({code!r})"
        ),
        _code(f"drill({game!r}, n={number}{about}, seed={SEED!r})"),
        _text("When you are through, write your name in the next cell, take the `#` away and run it."),
        _code('# hand_in("your name")'),
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    data = {
        "metadata": {"handkit": "quiz", "kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
        "cells": [{"id": f"quiz-{place}", **cell} for place, cell in enumerate(cells)],
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _text(source: str) -> dict[str, object]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def _code(source: str) -> dict[str, object]:
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source}


def sheet(game: Game, rules: Sequence[str], number: int, code: str) -> str:
    """The same questions on paper, as HTML, with a key on a page of its own. `code` is for its title: it has
    to hold already. Raises what `drill` raises."""
    problems = drill(game, n=number, rules=rules, seed=SEED).problems()
    title = escape(" · ".join(filter(None, (f"{game.title}: a quiz", code))))
    asked = "".join(f"<li>{_asked(problem)}</li>" for problem in problems)
    key = "".join(f"<li>{_answer(problem)}</li>" for problem in problems)
    style = Path(__file__).with_name("quiz.css").read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n{MARK}\n'
        f"<title>{title}</title>\n<style>\n{style}</style></head>\n<body><main>"
        f'<h1>{title}</h1><p class="name">Name:</p><ol>{asked}</ol>'
        f'<section><h1>{title}: key</h1><ol class="key">{key}</ol></section></main></body></html>\n'
    )


def _asked(problem: Problem) -> str:
    """A question with its table, and room for the answer."""
    table, solution = Question(problem).table, problem.solution
    picture = mime(table.scene, table.make_setup())["text/html"]
    how = " (mark all that are)" if solution.how == "several" else ""
    choices = "".join(f"<li>{escape(problem.plain(choice.text))}</li>" for choice in solution.choices)
    room = f"<ul>{choices}</ul>" if solution.how != "number" else '<p class="name">Number:</p>'
    return f"{picture}<p><b>{escape(problem.plain(problem.text))}</b>{how}</p>{room}"


def _answer(problem: Problem) -> str:
    """What is right, and by which rules."""
    solution = problem.solution
    rules = f" ({', '.join(solution.rules)})" if solution.rules else ""
    return escape(problem.plain(solution.answer) + rules)
