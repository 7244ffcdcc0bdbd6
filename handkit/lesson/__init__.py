"""A step of a lesson."""

from __future__ import annotations

from handkit.lesson import asks
from handkit.lesson.answers import (
    Answer,
    Asked,
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
from handkit.lesson.memory import Progress, ProgressError, progress
from handkit.lesson.notebook import Chart, Index, anchor, drawn, index, keep_stills
from handkit.lesson.question import Question, predict
from handkit.lesson.session import seed
from handkit.lesson.solve import AskError

__all__ = [
    "Ask", "AnswerError", "AskError", "Problem", "Question", "asks", "predict", "seed",
    "Drill", "drill", "Progress", "ProgressError", "progress",
    "class_code", "hand_in",
    "BotExercise", "Exercise", "bot_exercise", "exercise",
    "Answer", "Asked", "Line", "Reveal", "computed", "each", "offered", "played", "reveal", "says",
    "seat_names", "story", "thoughts", "told", "verdicts",
    "Chart", "Index", "anchor", "drawn", "index", "keep_stills",
]  # fmt: skip
