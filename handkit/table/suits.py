"""How suits are drawn, on cards and in sentences."""

from __future__ import annotations

from typing import Literal, NamedTuple

Hue = Literal["black", "red", "blue", "green", "rust", "violet"]


class Drawing(NamedTuple):
    """The sign of a suit, and its colour."""

    path: str  # an SVG path on a field of 24 x 24
    hue: Hue
    four: Hue  # where each of four suits has a colour of its own


DRAWINGS = {
    "S": Drawing(
        "M12 2C15 6 21 10 21 14.5a4.3 4.3 0 0 1-7.9 2.3q.3 3.4 2.9 5.7H8q2.6-2.3 2.9-5.7A4.3 4.3 0 0 1 "
        "3 14.5C3 10 9 6 12 2z",
        "black",
        "black",
    ),
    "H": Drawing(
        "M12 21.8C5 16.4 1.8 12.6 1.8 8.5A5.4 5.4 0 0 1 12 6a5.4 5.4 0 0 1 10.2 2.5c0 4.1-3.2 7.9-10.2 13.3z",
        "red",
        "red",
    ),
    "D": Drawing("M12 1q3.7 6 8.6 11-4.9 5-8.6 11-3.7-6-8.6-11Q8.3 7 12 1z", "red", "blue"),
    "C": Drawing(
        "M12 1.7A4.7 4.7 0 0 1 15.9 9a4.7 4.7 0 1 1-2.9 8q.3 3.3 3 5.6H8q2.7-2.3 3-5.6a4.7 4.7 0 1 1-2.9-8"
        "A4.7 4.7 0 0 1 12 1.7z",
        "black",
        "green",
    ),
    # Office, a briefcase; Social, a bubble of speech; Family, two people; Hobby, a note.
    "o": Drawing(
        "M9 6V4.8Q9 3 10.8 3h2.4Q15 3 15 4.8V6h5q2 0 2 2v11q0 2-2 2H4q-2 0-2-2V8q0-2 2-2zm1.7 0h2.6V4.7h-2.6z"
        "M2 12.5v1.7l8 1.9v1.2h4v-1.2l8-1.9v-1.7l-8 1.9h-4z",
        "blue",
        "blue",
    ),
    "s": Drawing(
        "M12 2.5c5.7 0 10.3 3.7 10.3 8.4S17.7 19.3 12 19.3q-1.4 0-2.6-.3L4 22.2l1.1-5C-1 12.5 2.5 2.5 12 2.5z"
        "M7.3 9.4a1.7 1.7 0 1 0 .1 0zm4.7 0a1.7 1.7 0 1 0 .1 0zm4.7 0a1.7 1.7 0 1 0 .1 0z",
        "rust",
        "rust",
    ),
    "f": Drawing(
        "M8.3 2.2a4 4 0 1 1-.1 0zM17.7 8.7a3 3 0 1 1-.1 0zM2 22v-4q0-6.6 6.3-6.6t6.3 6.6v4zM16.2 22v-4q0-1.2"
        "-.4-2.2 6.2-.6 6.2 4.2v2z",
        "green",
        "green",
    ),
    "h": Drawing(
        "M8 4.2 21 1.5v15a3.6 3.6 0 1 1-2.7-3.4V7.8l-7.6 1.7v9.7A3.6 3.6 0 1 1 8 15.8z", "violet", "violet"
    ),
}


def drawing(shape: str) -> Drawing:
    """The drawing of a suit's shape. A game from elsewhere gives a path of its own as the shape."""
    return DRAWINGS.get(shape) or Drawing(shape if shape[:1] == "M" else "", "black", "black")
