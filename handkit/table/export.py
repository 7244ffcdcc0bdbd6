"""A match as one web page: it replays the present line forward and back, with all that happened.

The page holds what one seat saw at each moment and nothing else of the match: no seed, no record, no hand
of another. So it tells no more to those who look into the file.
"""

from __future__ import annotations

from pathlib import Path

from handkit import files
from handkit.game import ONLOOKER
from handkit.match import HistoryEntry, Match
from handkit.table.page import Told, standalone
from handkit.table.scene import Frame, Scene, Setup
from handkit.table.scenes import painter, seen_by
from handkit.table.setup import setup

MARK = rb'<meta name="generator" content="handkit">'  # in every page that is written here
PAGE = files.FileKind("a page that handkit wrote", lambda head: MARK in head)


def export(
    match: Match,
    path: str | Path,
    *,
    seat: int,
    open: bool = False,
    size: str = "normal",
    four_colours: bool = False,
) -> Path:
    """Write the page that `replay` makes, whole or not at all and over nothing but such a page; returns its
    path. See `Table.export`."""
    page = replay(match, seat=seat, open=open, size=size, four_colours=four_colours)
    written = files.write(path, page, PAGE)
    if open:
        match.note_opened()
    return written


def replay(
    match: Match, *, seat: int, open: bool = False, size: str = "normal", four_colours: bool = False
) -> str:
    """The page that replays the present line of a match as a seat saw it, or ONLOOKER, who has no hand.

    With `open` the hands of all others lie open too. The match is left alone. Raises ValueError for a seat
    that does not exist.
    """
    match.view(seat)  # refuses a seat that does not exist
    scenes = [_scene(match, moment, seat, open) for moment in range(match.length + 1)]
    told = [[], *(_told(match, entry, seat) for entry in match.line_moves)]
    about: Setup = setup(match, seat, size, four_colours)
    for unused in ("options", "levels", "people", "speeds"):
        about[unused] = []  # nothing is set up on this page
    *others, last = match.names.values()
    title = f"{match.game.title}: {', '.join(others)} and {last}"
    return standalone(scenes, about, title, told, "All cards open" if open else _seen_by(match, seat))


def _seen_by(match: Match, seat: int) -> str:
    """Whose view it is."""
    name = "an onlooker" if seat == ONLOOKER else match.names[seat]
    return f"As {'you' if name == 'You' else name} saw it"


def _scene(match: Match, moment: int, seat: int, open: bool) -> Scene:
    """What a table shows at a moment, without all that only a kernel could answer."""
    opened = range(match.game.players) if open else ()
    drawing = painter(match.game)(seen_by(match, moment, seat, opened))
    plays = seat != ONLOOKER and seat not in match.bots
    picture = drawing.picture(drawing.choice() if plays else None)  # that marks what could be played
    picture["pick"], picture["log"] = None, []  # the page lists all that happened
    picture.pop("previews", None)
    frame = Frame(
        rev=0, at=0, speed="normal", actions=[], prompt=drawing.prompt(), refusal=None, tried=[],
        hint=None, busy="", curtain="",
    )  # fmt: skip
    return {**picture, **frame}


def _told(match: Match, entry: HistoryEntry, seat: int) -> list[Told]:
    """What a move brought about, as the seat saw it."""
    seen = [event for event in entry.events if event.visible_to(seat)]
    return [(event.say(names=match.names, reader=seat, braces=True), event.rule) for event in seen]
