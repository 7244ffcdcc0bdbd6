"""The sentences of a game, kept apart from its rules.

Rules speak in keys: a refusal `not-stronger`, an event `play`. What a key says in English stands
in `<game>.toml` beside this file, one entry a key; another language is another file. A game from elsewhere
has its entries in its class: `sentences = {"eight": {"text": "{seat:Seat} ends the trick."}}`. An entry has

    text    the sentence                     text_one   the same where the number `n` is one
    right   what would be right (refusals)   right_one
    you     the sentence when the reader is the one who acts (`seat`); you_one
    short   what a log writes after the name of the one who acts; short_one; short_you: after "You"
    Only a value called `n` chooses a form that ends in `_one`.

and places to fill, as in `"{seat:seat} plays {cards:cards}."`. The words after the colons:

    seat    a player's name           cards   "7♥ 7♠"               number   "two"
    rank    "8", "king"               ranks   "8s", "kings"          a        "an 8", "a king"
    nth     "1st"                     word    another entry's text   seats    several names
    whose   "Ada's", "your"           each    "you 3, Ada 12": a value for each seat
    Without such a word a value stands as it is.
    A first letter written large makes the result's first letter large: `{n:Number}`.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from handkit.cards import Deck, members

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
VOWELS = ("8", "11", "ace")  # ranks spoken with a vowel first
Names = Mapping[int, str]


def nth(number: int) -> str:
    """`"1st"`, `"2nd"`, `"11th"`."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if 10 <= number % 100 <= 20 else endings.get(number % 10, 'th')}"


def load_entries(name: str) -> dict[str, Mapping[str, str]]:
    """The entries of a catalogue beside this module, by its name: `hang-in`."""
    file = resources.files(__name__).joinpath(f"{name.replace('-', '_')}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


class Words:
    """What the keys of one game say in one language."""

    def __init__(self, deck: Deck, entries: Mapping[str, Mapping[str, str]]) -> None:
        self.deck = deck
        self.entries = entries

    @classmethod
    def load(cls, deck: Deck, file: str) -> Words:
        """The catalogue `<file>.toml` beside this module."""
        return cls(deck, load_entries(file))

    def say(
        self,
        key: str,
        values: Mapping[str, Any],
        form: str = "text",
        names: Names | None = None,
        reader: int | None = None,
        braces: bool = False,
    ) -> str:
        """One sentence; "" where the entry has no such form.

        `names` are the players' names by seat, `reader` the seat who is called "you", and `braces`
        writes cards as `{7S}`, for a table to draw.
        """
        entry = self.entries[key]
        if reader is not None and values.get("seat") == reader:
            own = {"text": "you", "short": "short_you"}.get(form)
            form = own if own in entry and own else form
        if values.get("n") == 1 and f"{form}_one" in entry:
            form = f"{form}_one"
        return _Speaker(self, names or {}, reader, braces).vformat(entry.get(form, ""), (), values)


class _Speaker(string.Formatter):
    """Fills the places of one sentence."""

    def __init__(self, words: Words, names: Names, reader: int | None, braces: bool) -> None:
        self.words, self.names, self.reader, self.braces = words, names, reader, braces

    def format_field(self, value: Any, format_spec: str) -> str:
        text = self._fill(value, format_spec.lower())
        return text[:1].upper() + text[1:] if format_spec[:1].isupper() else text

    def _fill(self, value: Any, kind: str) -> str:
        deck = self.words.deck
        match kind:
            case "seat":
                return "you" if value == self.reader else self.names.get(value, f"seat {value}")
            case "whose":
                return "your" if value == self.reader else f"{self._fill(value, 'seat')}'s"
            case "each":
                return ", ".join(f"{self._fill(seat, 'seat')} {one}" for seat, one in enumerate(value))
            case "seats":
                *first, last = [self._fill(seat, "seat") for seat in value]
                return f"{', '.join(first)} and {last}" if first else last
            case "cards":
                if self.braces:
                    return " ".join("{" + deck.name(card) + "}" for card in members(value))
                return deck.spoken(value)
            case "number":
                return NUMBERS[value] if value < len(NUMBERS) else str(value)
            case "rank" | "ranks" | "a":
                name = deck.rank_names[deck.ranks[value]]
                if kind == "ranks":
                    return name + "s"
                return name if kind == "rank" else f"{'an' if name in VOWELS else 'a'} {name}"
            case "nth":
                return nth(value)
            case "word":
                return self.words.say(value, {})
            case _:
                return format(value, kind)
