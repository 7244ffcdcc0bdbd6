"""Lessons: predict, then reveal; exercises; drills; progress; a class. A guide for authors of notebooks.

**One import.** Questions are made by the functions of `asks`:

    from handkit.lesson import asks, drill, exercise, predict, progress, seed

**A step** is one idea, its rules, one small position, one question. The last line of a cell is the
question:

    position = President.position(["7C 7H 9C 9D KS", "3C", "4C", "5C"], trick="8H 8S", played_by=3)
    predict(position, asks.which_moves("7C 7H", "9C 9D", "pass"))

That shows the table and, beside it, the question. While it is open the table shows no marks and nobody
moves on it. The reveal tells the answer, cites the rules, and makes the decisive moves on the table,
which is then the learner's to try. So write no `Table(position)` above it and no answer below it; let
**Try it** follow. Whatever rule decides, *Another of this kind* makes new positions from a seed, so that
practice never runs out.

Choose the question by what the step teaches:

    may I?                 asks.legal("7C 7H")          asks.which_moves("7C 7H", "9C 9D", "pass")
    by which rule not?     asks.refused_by("8C 8D")     asks.event_rule("6C 6D 6H 6S")
    what follows?          asks.what_happens("6C 6D 6H 6S")
    whose turn, who leads? asks.who_moves(after=["6H", "7H"])     asks.who_leads(after=["AC", "pass", "pass"])
    who? how many?         asks.gap("10O", rule="H2.4")  asks.gap("5S", rule="H3.6", blank="total")
                           asks.cards_held(1)   asks.field_of("scores", 0, after=["5S"], text="…")
    which cards?           asks.playable()
    who has won?           asks.who_wins(after=["4C"])
    anything else          asks.yes_no(text, lambda state: …, rule="P4.4"); number, choose, cards, seat

`gap` takes the sentence that a rule announces and leaves one place open: no text of yours is needed. Each
takes `after=` moves, `seat=` where another is asked, `text=` where you can say it better, and `cite=` a
rule that the engine does not name by itself. Never type in an answer: where no kind fits, give a function
of the state. A move that cannot be made, and a question without an answer, fail at once, in your cell.

**In code** all is the same: `q = predict(...)`, then `q.answer("9C 9D")`, `q.right`, `q.reveal()`,
`q.again()`, `q.another()`. Under Run All an open question says "Not answered yet."; nothing waits. What
is stored is plain text and HTML with the answer folded, the same each time.

**Positions by wish.** `next(positions(President(), lambda state: state.turned, seed="a"))` finds one;
`practice(President(), "P2.3", seed="a")` finds a whole question about a rule (see
`handkit.lesson.generators`).

**Drills** end a part: `drill("president", n=5, rules=["P2.2", "P2.3"])`, or by topic: `drill(Reserves(),
"worth")`; "legal", "beats" and "leads to" are the others. What was missed comes back at the end.

**Exercises** give the learner something to bring about, and prove their own solution when the cell runs:

    def is_out(match, seat):
        left = match.state.counts[seat]
        return not left or f"You still hold {left} cards."

    exercise("Go out in two moves.", position, is_out, limit=2, hints=["…", "…"], solution=["9C 9D", "4C"])
    e = bot_exercise("Write a player that beats Easy.", President(), hints=["…"], solution=CODE)
    e.check(choose)          # in a cell of the learner's: a function of the view

**Progress** by rule is counted by itself: the first answer to each question, and no other. Put
`progress()` at the end of a notebook, in a cell with the tag `nbval-ignore-output`, as it tells what
each learner did. A file is written only if the learner agrees.

**A class.** Write `seed("first game")` where a cell has a seed of its own, and keep one cell near the top
for `class_code("7B-monday")`, out of use. Then all of the class get the same deals and questions, or each
a variant, with `learner="ada"`. `hand_in("Ada")` at the end writes one file; `python -m handkit verify
FOLDER` judges them all.

Besides: `verdicts`, `story`, `each`, `told`, `offered`, `thoughts`, `computed` say what the engine says,
and `reveal` folds that away, for what is no question; `index`, `keep_stills`, `Chart` are for notebooks
as a whole.
"""

# Where things are, each built on those before it:
#   moves, answers             what the engine says of a position, in lines
#   wording, solution, reading how a position is read by one seat, and what a question comes to
#   gaps, solve, asks          the kinds of question, and how the engine answers each
#   about/, mistakes/          what is known of a game's rules, and what is believed of them, game by game
#   pupils                     who knows every rule but one, and what he answers
#   walks, moments, spoken     positions by wish, moments in which a rule speaks, questions about them
#   telling, generators        questions that tell who knows a rule, and all of them from a seed
#   session, memory, written   what is remembered: of this session, by rule, and as it is written down
#   widget, sheet, consent     what stands beside a table, and its question whether answers may be kept
#   question, drills, mastery, exercises     what learners answer, and what of it they know
#   diagnosis                  which rules somebody does not know, by the answers
#   quiz                       questions for a class, in a notebook and on paper
#   handins, classroom, verify for a class: the file, who writes it, who judges a folder of them
#   alike, classpage           files that are alike; what a class knows, on a page to print

from __future__ import annotations

from handkit.lesson import asks
from handkit.lesson.answers import (
    Answer,
    Line,
    Reveal,
    computed,
    each,
    offered,
    played,
    reveal,
    says,
    seat_names,
    story,
    thoughts,
    told,
    verdicts,
)
from handkit.lesson.asks import AnswerError, Ask, Problem
from handkit.lesson.classroom import class_code, hand_in
from handkit.lesson.drills import Drill, drill
from handkit.lesson.exercises import BotExercise, Exercise, bot_exercise, exercise
from handkit.lesson.generators import practice
from handkit.lesson.mastery import Progress, progress
from handkit.lesson.memory import ProgressError
from handkit.lesson.moves import Asked
from handkit.lesson.notebook import Chart, Index, anchor, index, keep_stills
from handkit.lesson.question import Question, predict
from handkit.lesson.session import seed
from handkit.lesson.solution import AskError
from handkit.lesson.walks import NotFound, positions

__all__ = [
    "Ask", "AnswerError", "AskError", "Problem", "Question", "asks", "predict", "seed",
    "Drill", "drill", "Progress", "ProgressError", "progress",
    "class_code", "hand_in",
    "NotFound", "positions", "practice",
    "BotExercise", "Exercise", "bot_exercise", "exercise",
    "Answer", "Asked", "Line", "Reveal", "computed", "each", "offered", "played", "reveal", "says",
    "seat_names", "story", "thoughts", "told", "verdicts",
    "Chart", "Index", "anchor", "index", "keep_stills",
]  # fmt: skip
