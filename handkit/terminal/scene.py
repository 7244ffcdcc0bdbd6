"""A scene in words: what one seat sees of a match, in lines.

The terminal knows no game. What it shows is a scene (`handkit.table.scene`), drawn from the view of one seat
and nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from handkit.cards import Deck
from handkit.game import Outcome, View
from handkit.terminal.speech import show
from handkit.words import nth

if TYPE_CHECKING:
    from handkit.table.scenes import Painter
    from handkit.table.zones.lines import Line


def painter_of(view: View, names: Mapping[int, str]) -> Painter:
    """Who draws the scene of a view. It learns of no card that the view does not hold: the zones are
    those of a guess that fits the view, and only the faces that its seat may see are taken."""
    from handkit.table.scenes import SceneInput, VisibleZone, painter

    seat, game = view.seat, view.game
    visible = [VisibleZone.of(zone, seat) for zone in view.guess(random.Random(0)).zones()]
    return painter(game)(SceneInput(game=game, view=view, names=names, zones=visible, events=()))


def picture(view: View, names: Mapping[int, str]) -> list[str]:
    """What a seat sees, in lines."""
    from handkit.table.zones import KINDS

    painter, deck = painter_of(view, names), view.game.deck
    lines = ["", painter.meta()] if painter.meta() else [""]
    width = max(len(name) for name in names.values())
    for seat in painter.seats():
        number = f"{seat['count']:3} card{'s' if seat['count'] != 1 else ' '}"
        heaps = [f"{heap['count']} in {heap['label']}" for heap in seat.get("piles", [])]
        marks = [*heaps, seat["role"], *(badge["text"] for badge in seat["badges"])]
        who = f"{seat['seat']}  {seat['name']:{width}}"
        lines.append(f"  {who} {number}  {', '.join(filter(None, marks))}".rstrip())
    for zone in painter.zones():
        kind = KINDS.get(zone["kind"])
        lines += _in_columns(kind.lines(zone) if kind else (), deck)
    if you := painter.you():
        heaps = [f"{heap['count']} in {heap['label']}" for heap in you.get("piles", [])]
        about = ", ".join(filter(None, [you["role"], *heaps, *(badge["text"] for badge in you["badges"])]))
        hand = " ".join(in_hand(painter, card) for card in deck.texts(painter.my_hand()))
        lines.append(f"{you['name']}{f' ({about})' if about else ''}: {hand or 'no cards'}")
    if track := painter.track():
        places = ", ".join(f"{row['name']} {row['text']}" for row in track["rows"])
        lines.append(f"{track['label']}: {places}")
    prompt = painter.prompt()
    lines.append(f"{prompt['text']} {prompt['small']}".rstrip())
    return [show(deck, line) for line in lines]


def in_hand(painter: Painter, card: str) -> str:
    """A card of the hand with what is written over it."""
    notes = [painter.mark(card), painter.tag(card) if painter.my_turn else ""]
    note = ", ".join(filter(None, notes))
    return f"{card} ({note})" if note else card


def _in_columns(lines: Iterable[Line], deck: Deck) -> Iterator[str]:
    """Lines, with rows of cells as lines in which each column is as wide as it needs."""
    for in_cells, some in groupby(lines, lambda line: isinstance(line, list)):
        if not in_cells:
            yield from map(str, some)
            continue
        rows = [[show(deck, cell) for cell in row] for row in some]
        widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            yield "  " + "  ".join(cells).rstrip()


def standing(outcome: Outcome, names: Mapping[int, str]) -> list[str]:
    """The ranking in words, best first: `1st Ada (9)`."""
    seats = sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat])
    return [f"{nth(outcome.ranks[seat])} {names[seat][:40]} ({outcome.scores[seat]})" for seat in seats]
