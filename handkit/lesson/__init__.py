"""A step of a lesson."""

from __future__ import annotations

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
from handkit.lesson.notebook import Chart, Index, anchor, drawn, index, keep_stills

__all__ = [
    "Answer", "Asked", "Line", "Reveal", "computed", "each", "offered", "played", "reveal", "says",
    "seat_names", "story", "thoughts", "told", "verdicts",
    "Chart", "Index", "anchor", "drawn", "index", "keep_stills",
]  # fmt: skip
