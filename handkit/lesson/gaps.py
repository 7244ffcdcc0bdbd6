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
    """Whatever makes the sentence true is right: of several events that differ in the gap alone, each."""
    places = [event for event in at.events(moves) if _has_place(event, blank)]
    event = _asked_about(at, [event for event in places if event.rule == rule], seat)
    if event is None:
        raise AskError(f"{rule} announces nothing with a place {shorten(blank)} here.")
    sentence = _with_gap(at, event, blank)
    fitting = [event, *(one for one in places if one != event and _with_gap(at, one, blank) == sentence)]
    if blank == "seat":
        how: How = "one"
        choices, key = at.seats(), "gap-who"
        right = {str(one.values[blank]): at.name(one.values[blank]) for one in fitting}
    else:
        how, choices, key = "number", (), "gap-number"
        numbers = [read_number(one.values[blank]) for one in fitting]
        right = {str(number): write_number(number) for number in numbers}
    return Solution(
        text or at.say(key, story=at.story(moves), gap=sentence),
        how,
        choices,
        frozenset(right),
        ", ".join(right.values()) + ".",
        tuple(Why(at.told(one), one.rule) for one in fitting),
        at.made(moves),
    )


def _has_place(event: Event, blank: str) -> bool:
    """Whether the sentence of an event has such a place."""
    sentence = event.game.words.entries[event.key]["text"].lower()
    return blank in event.values and "{" + blank in sentence


def _asked_about(at: Reading, events: Sequence[Event], seat: int | None) -> Event | None:
    """Of several events the one about this seat; by default the reader's, or else the first."""
    wanted = at.reader if seat is None else seat
    own = [event for event in events if event.values.get("seat") == wanted]
    return next(iter(own if own or seat is not None else events), None)


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
