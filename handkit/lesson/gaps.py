"""The sentence that a rule announces, with one place left open: who, or how many?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from handkit.cards import shorten
from handkit.game import Event
from handkit.lesson.moves import Asked
from handkit.lesson.reading import Reading
from handkit.lesson.solution import AskError, How, Solution, Why
from handkit.lesson.wording import is_number, read_number, write_number
from handkit.words import Words

GAP = "____"


def solve_gap(
    at: Reading,
    moves: Sequence[Asked],
    rule: str,
    blank: str = "seat",
    seat: int | None = None,
    text: str = "",
) -> Solution:
    entries = at.game.words.entries
    events = [
        event
        for event in at.events(moves)
        if event.rule == rule and blank in event.values and "{" + blank in entries[event.key]["text"].lower()
    ]
    wanted = at.reader if seat is None else seat
    events.sort(key=lambda event: event.values.get("seat") != wanted)  # stable: the first of the rest
    if not events or (seat is not None and events[0].values.get("seat") != seat):
        raise AskError(f"{rule} announces nothing with a place {shorten(blank)} here.")
    event = events[0]
    value = event.values[blank]
    sentence = _with_gap(at, event, blank)
    why = [Why(at.told(event), event.rule)]
    if blank == "seat":
        how: How = "one"
        choices, right, answer = at.seats(), str(value), at.name(value) + "."
    else:
        how, choices = "number", ()
        right = str(read_number(value))
        answer = write_number(read_number(value)) + "."
    asked = text or at.say(
        "gap-who" if blank == "seat" else "gap-number", story=at.story(moves), gap=sentence
    )
    return Solution(asked, how, choices, frozenset({right}), answer, tuple(why), at.made(moves))


def _with_gap(at: Reading, event: Event, blank: str) -> str:
    """An event's sentence with one place left open, and all numbers from which it could be worked out."""
    entry = at.game.words.entries[event.key]
    hidden = {
        name
        for name, value in event.values.items()
        if name not in ("seat", "other", "cards", "under", "round", "suit") and _is_number(value)
    }

    def cut(template: str) -> str:
        for name in hidden | {blank}:
            mark = GAP if name == blank else "…"
            template = re.sub(r"\{" + name + r"(:\w+)?\}", lambda _: mark, template, flags=re.I)  # noqa: B023
        return template

    forms = {form: cut(template) for form, template in entry.items() if not form.endswith("_one")}
    if blank == "seat":  # "____ takes the trick", whoever it is
        forms.pop("you", None)
    names = at.names | {at.reader: "you"}
    reader = None if blank == "seat" else at.reader
    open_words = Words(at.deck, {**at.game.words.entries, event.key: forms})
    return open_words.say(event.key, event.values, "text", names, reader, braces=True)


def _is_number(value: object) -> bool:
    """Whether a value is a number, or a sum."""
    return is_number(value) or (isinstance(value, str) and "=" in value)
