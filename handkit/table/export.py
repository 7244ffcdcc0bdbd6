"""A match as one web page: it replays the present line forward and back, with all that happened.

The page holds what one seat saw at each moment and nothing else of the match: no seed, no record, no hand
of another. So it tells no more to those who look into the file.
"""

from __future__ import annotations

from pathlib import Path

from handkit.game import ONLOOKER
from handkit.match import Match, write_whole
from handkit.table.page import Told, standalone
from handkit.table.scene import Scene, Setup
from handkit.table.scenes import Present, painter
from handkit.table.scenes.painter import Place
from handkit.table.setup import setup


def export(
    match: Match,
    path: str | Path,
    *,
    seat: int,
    open: bool = False,
    size: str = "normal",
    four_colours: bool = False,
) -> Path:
    """Write the page that `replay` makes, whole or not at all; returns its path. See `Table.export`."""
    page = replay(match, seat=seat, open=open, size=size, four_colours=four_colours)
    written = write_whole(path, page)
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
    match = match.copy()
    match.view(seat)  # refuses a seat that does not exist
    scenes, told = list[Scene](), list[list[Told]]()
    for moment in range(match.length + 1):
        match.goto(moment)
        scenes.append(_scene(match, seat, open))
        told.append(_told(match, seat) if moment else [])
    about: Setup = setup(match, seat, size, four_colours)
    about["options"], about["levels"] = [], []  # nothing is set up on this page
    *others, last = match.names.values()
    title = f"{match.game.title}: {', '.join(others)} and {last}"
    return standalone(scenes, about, title, told, "All cards open" if open else _seen_by(match, seat))


def _seen_by(match: Match, seat: int) -> str:
    """Whose view it is."""
    name = "an onlooker" if seat == ONLOOKER else match.names[seat]
    return f"As {'you' if name == 'You' else name} saw it"


def _scene(match: Match, seat: int, open: bool) -> Scene:
    """What a table shows now, without all that only a kernel could answer."""
    drawing = painter(match.game)(_present(match, seat, open))
    plays = seat != ONLOOKER and seat not in match.bots
    zones = drawing.zones()
    for zone in zones:
        if zone["kind"] == "columns":
            zone["slots"] = False  # no card can be laid here
    scene = Scene(
        rev=0,
        meta=drawing.meta(),
        turned=drawing.turned(),
        seats=drawing.seats(),
        you=drawing.you(),
        zones=zones,
        hand=drawing.hand(drawing.pick() if plays else None),  # the pick says what could be played
        pick=None,
        actions=[],
        prompt=drawing.prompt(),
        refusal=None,
        tried=[],
        hint=None,
        log=[],  # the page lists all that happened
        busy="",
        curtain="",
        speed="normal",
    )
    if label := drawing.hand_label():
        scene["hand_label"] = label
    if track := drawing.track():
        scene["track"] = track
    return scene


def _present(match: Match, seat: int, open: bool) -> Present:
    """What the seat may know now, and the hands that lie open."""
    zones = match.state.zones()
    places = [
        Place(zone.name, zone.cards.bit_count(), zone.cards if zone.visible_to(seat) else None, zone.owner)
        for zone in zones
    ]
    hands = {zone.owner: zone.cards for zone in zones if zone.owner is not None and zone.owner != seat}
    events = [event for event in match.events if event.visible_to(seat)]
    return Present(match.game, match.state.view(seat), match.names, places, events, hands if open else {})


def _told(match: Match, seat: int) -> list[Told]:
    """What the last move brought about, as the seat saw it."""
    seen = [event for event in match.plies[-1].events if event.visible_to(seat)]
    return [(event.say(names=match.names, reader=seat, braces=True), event.rule) for event in seen]
