"""A scene in words: what one seat sees of a match, in lines.

The terminal knows no game. What it shows is a scene (`handkit.table.scene`), drawn from the view of one seat
and nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from handkit.cards import Deck
from handkit.game import Outcome, View
from handkit.terminal.speech import show
from handkit.words import nth

if TYPE_CHECKING:
    from handkit.table.scene import Columns, Counted, Duel, Lanes, Plays, ResultScene, Strip, Sums, ZoneScene
    from handkit.table.scenes import Painter


def painter_of(view: View, names: Mapping[int, str]) -> Painter:
    """Who draws the scene of a view. It learns of no card that the view does not hold: the zones are
    those of a guess that fits the view, and only the faces that its seat may see are taken."""
    from handkit.table.scenes import SceneInput, VisibleZone, painter

    seat, game = view.seat, view.game
    zones = view.guess(random.Random(0)).zones()
    faces = [zone.cards if zone.visible_to(seat) else None for zone in zones]
    visible = [
        VisibleZone(zone.name, zone.cards.bit_count(), seen, zone.owner)
        for zone, seen in zip(zones, faces, strict=True)
    ]
    return painter(game)(SceneInput(game=game, view=view, names=names, zones=visible, events=()))


def picture(view: View, names: Mapping[int, str]) -> list[str]:
    """What a seat sees, in lines."""
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
        lines += zone_lines(zone, deck)
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


def zone_lines(zone: ZoneScene, deck: Deck) -> Iterable[str]:
    """One zone of a scene in lines."""
    match zone["kind"]:
        case "plays":
            return _plays(zone)
        case "strip":
            return _strip(zone)
        case "lanes":
            return _lanes(zone)
        case "result":
            return _result(zone, deck)
        case "pile":
            return [f"{zone['label']}: {' '.join(zone['cards']) or number_of(zone['count'])}"]
        case "sums":
            return _sums(zone)
        case "duel":
            return _duel(zone)
        case "notice":
            return [f"{zone['text']} ({zone['rule']})" if zone["rule"] else zone["text"]]
        case "columns":
            return _laid(zone)
        case "circle":
            return [f"{zone['label']} ({zone['rule']})"]


def number_of(cards: int) -> str:
    return f"{cards} card{'' if cards == 1 else 's'}"


def _plays(zone: Plays) -> list[str]:
    if not zone["plays"]:
        return [zone["empty"] + "."]
    plays = [f"{play['name']} {' '.join(play['cards'])}" for play in zone["plays"]]
    return [f"{zone['label']}: {', '.join(plays)}"]


def _strip(zone: Strip) -> Iterator[str]:
    """The order, the value to beat in brackets, and below it what stands out."""
    states = [item.get("state", "") for item in zone["items"]]
    items = [f"[{item['text']}]" if item.get("state") == "now" else item["text"] for item in zone["items"]]
    yield f"{zone['label']}:  {' '.join(items)}"
    under = [("-" if state == "up" else " ") * len(text) for state, text in zip(states, items, strict=True)]
    line, note = " ".join(under).rstrip(), zone["ends"][1]
    if line or note:
        yield f"{' ' * len(zone['label'])}   {line}  {note}".rstrip()


def _lanes(zone: Lanes) -> Iterator[str]:
    yield f"{zone['label']}:"

    def cards(given: list[str] | int) -> str:
        return number_of(given) if isinstance(given, int) else " ".join(given)

    for lane in zone["lanes"]:
        left, right = (f"{end['name']} ({end['role']})" for end in (lane["left"], lane["right"]))
        back = f", and got back {cards(lane['to_left'])}" if lane["to_left"] else ""
        yield f"  {left} gave {cards(lane['to_right'])} to {right}{back}"


def _sums(zone: Sums) -> Iterator[str]:
    """Each player's cards with what they count, and the sum."""
    yield f"{zone['label']}:"
    rows = []
    for term in zone["terms"]:
        cards = [_counted(card) for card in term["cards"]]
        cards += ["-"] * term["gaps"]
        sum = f"{term['sum']} = {term['total']}" if term["sum"] else term["total"]
        rows.append([term["name"], " ".join(cards), sum, term["badge"]["text"] if "badge" in term else ""])
    yield from _columns(rows)


def _duel(zone: Duel) -> Iterator[str]:
    """The card asked for, and each answer with its comparison."""
    asked = zone["asked"]
    yield f"{zone['label']}. {asked['name']}: {asked['role']} with {asked['card']}"
    for part in zone["parts"]:
        verdict = f"{part['sum']} {part['badge']['text']}. " if "badge" in part else ""
        card = f"{part['role']} with {part['card']}" if part["card"] else f"{part['role']} next"
        yield f"  {part['name']}: {card}. {verdict}{part['text']} ({', '.join(part['rules'])})"


def _counted(card: Counted) -> str:
    """A card with what it counts."""
    return f"{card['card']} ({card['tag']})" if "tag" in card else card["card"]


def _laid(zone: Columns) -> Iterator[str]:
    """Each card with what it is worth, and what is laid on it."""
    yield f"{zone['label']}:"

    rows = []
    for part in zone["parts"]:
        laid = _counted(part["bottom"]) if "bottom" in part else "-"
        verdict = part["badge"]["text"] if "badge" in part else ""
        rows.append([_counted(part["top"]), laid, part["note"], part["sum"], verdict])
    yield from _columns(rows)


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows of cells, each column as wide as it needs."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _result(zone: ResultScene, deck: Deck) -> Iterator[str]:
    yield f"{zone['title']} {zone['text']}".rstrip()
    rows = [[column.lstrip("#?") for column in zone["columns"]]]
    rows += [[show(deck, cell) for cell in row["cells"]] for row in zone["rows"]]
    yield from _columns(rows)


def standing(outcome: Outcome, names: Mapping[int, str]) -> list[str]:
    """The ranking in words, best first: `1st Ada (9)`."""
    seats = sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat])
    return [f"{nth(outcome.ranks[seat])} {names[seat][:40]} ({outcome.scores[seat]})" for seat in seats]
