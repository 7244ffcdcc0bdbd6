"""A scene that stands still: in words, and as a picture.

A notebook that is only read, on paper or on a page without a kernel, cannot show the table
itself. It shows the picture instead; whoever sees no picture, on a terminal or with a screen
reader, gets the words. Both show what the scene holds and nothing else, and both depend on
nothing but the scene and the setup.

    Path("trick.svg").write_text(picture(scene, setup), encoding="utf-8")

As in `table.js`, `WORDS` and `PARTS` say for each kind of zone how it is told and drawn; a kind
that they do not know is left out.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Callable, Iterable
from typing import Any

from handkit.table.names import Names, cells_without_name, clean, curtain, number_of_cards
from handkit.table.picture import picture
from handkit.table.scene import (
    Badge,
    Circle,
    Columns,
    Counted,
    Duel,
    HandCard,
    Heap,
    Lanes,
    Notice,
    PileScene,
    Plays,
    ResultScene,
    Scene,
    Setup,
    Strip,
    Sums,
)

# ── words ──

LAST = 4  # lines of the log that are told


def describe(scene: Scene, setup: Setup) -> str:
    """The scene in a few short lines."""
    names = Names(setup)
    return "\n".join(_stopped(clean(line)) for line in _lines(scene, setup, names) if line.strip())


def mime(scene: Scene, setup: Setup) -> dict[str, str]:
    """What a notebook stores in place of the table.

    An `<img>` and not the SVG itself: JupyterLab strips that from a notebook it does not trust.
    """
    words = describe(scene, setup)
    drawn = base64.b64encode(picture(scene, setup).encode()).decode()
    alt = html.escape(words.replace("\n", " "))
    return {
        "text/plain": words,
        "text/html": f'<img alt="{alt}" src="data:image/svg+xml;base64,{drawn}" style="max-width:100%">',
    }


def _stopped(line: str) -> str:
    return line if line.endswith((".", "?", "!", ":", "…")) else line + "."


def _lines(scene: Scene, setup: Setup, names: Names) -> Iterable[str]:
    yield f"{setup['title']}. {scene['meta']}"
    if scene["curtain"]:
        yield from curtain(scene["curtain"])
        return
    if past := scene.get("past"):
        yield f"Looking back at {past}"
    if scene["turned"]:
        yield "The order is turned."
    for seat in scene["seats"]:
        shown = (
            f"{number_of_cards(seat['count'])}: {names.all(seat['cards'])}"
            if seat.get("cards")
            else number_of_cards(seat["count"])
        )
        held = [shown, *_heaps(seat.get("piles", []))]
        yield _person(seat["name"], [seat["role"]], seat["badges"], seat["turn"], held)
    for zone in scene["zones"]:
        tell = WORDS.get(zone["kind"])
        yield from tell(zone, names) if tell else ()
    you = scene["you"]
    if you:
        yield _person(you["name"], [you["role"]], you["badges"], you["turn"], _heaps(you.get("piles", [])))
    hand = scene["hand"]
    if hand:
        label = scene.get("hand_label", "Your hand")
        yield f"{label}, {number_of_cards(len(hand))}: " + ", ".join(_held(card, names) for card in hand)
        playable = [held["card"] for held in hand if "dim" not in held]
        if scene["pick"] and len(playable) < len(hand):
            yield f"Can be chosen: {names.all(playable) or 'none'}"
    if "track" in scene:
        places = ", ".join(f"{row['name']} {row['text']}" for row in scene["track"]["rows"])
        yield f"{scene['track']['label']}: {places}"
    yield scene.get("error", {}).get("text", "")
    if scene["refusal"]:
        yield f"Refused: {names.reason(scene['refusal'])}"
    yield names.sentence(f"{scene['prompt']['text']} {scene['prompt']['small']}")
    if scene["hint"]:
        yield f"Hint: {names.sentence(scene['hint']['text'])}"
    yield scene["busy"]
    last = [
        names.sentence(f"{line['who']}: {line['text']}" if "who" in line else line["text"]).strip()
        for line in scene["log"][-LAST:]
    ]
    yield "So far: " + "; ".join(last) if last else ""


def _heaps(heaps: list[Heap]) -> list[str]:
    return [f"{heap['label']}: {number_of_cards(heap['count'])}" for heap in heaps]


def _held(held: HandCard, names: Names) -> str:
    """A card of the hand, with what is written over it."""
    notes = [held.get("mark", ""), held.get("tag", ""), "not enough" if held.get("low") else ""]
    notes.append("laid" if held.get("laid") else "")
    note = ", ".join(filter(None, notes))
    return names.full(held["card"]) + (f" ({note})" if note else "")


def _person(name: str, before: list[str], badges: list[Badge], turn: bool, after: Iterable[str] = ()) -> str:
    told = [badge["text"] for badge in badges]
    if turn and not any(badge["kind"] == "turn" for badge in badges):
        told.append("to play")
    facts = [fact for fact in (*before, *told, *after) if fact]
    return f"{name}: {', '.join(facts)}" if facts else name


def _tell_plays(zone: Plays, names: Names) -> Iterable[str]:
    plays = [f"{play['name']} {names.all(play['cards'])}" for play in zone["plays"]]
    yield f"{zone['label']}: {'; '.join(plays) or names.sentence(zone['empty'])}"


def _tell_strip(zone: Strip, names: Names) -> Iterable[str]:
    ends = f" ({zone['ends'][0]} to {zone['ends'][-1]})" if zone["ends"] else ""
    now = [item["text"] for item in zone["items"] if item.get("state") == "now"]
    beat = f"; to beat: {', '.join(now)}" if now else ""
    yield names.sentence(f"{zone['label']}{ends}: {' '.join(item['text'] for item in zone['items'])}{beat}")


def _tell_lanes(zone: Lanes, names: Names) -> Iterable[str]:
    yield f"{zone['label']}:"
    for lane in zone["lanes"]:
        left, right = lane["left"]["name"], lane["right"]["name"]
        ways = [(left, right, lane["to_right"]), (right, left, lane["to_left"])]
        given = [
            f"{giver} to {taker}: "
            + (f"{number_of_cards(load)}, face down" if isinstance(load, int) else names.all(load))
            for giver, taker, load in ways
            if load
        ]
        note = f" ({names.sentence(lane['note'])})" if lane["note"] else ""
        yield "; ".join(given or [f"{left} and {right}"]) + note


def _tell_result(zone: ResultScene, names: Names) -> Iterable[str]:
    yield names.sentence(f"{_stopped(zone['title'])} {zone['text']}")
    columns = [column.lstrip("#?") for column in zone["columns"]]
    for row in zone["rows"]:
        place, *cells = cells_without_name(row["cells"], columns)
        told = [f"{column.lower()} {cell}" for column, cell in zip(columns[2:], cells, strict=False) if cell]
        yield names.sentence(f"{place} ") + f"{row['name']}: " + names.sentence(", ".join(told))


def _tell_pile(zone: PileScene, names: Names) -> Iterable[str]:
    seen = names.all(zone["cards"])
    count = number_of_cards(zone["count"]) if zone["count"] != len(zone["cards"]) or not seen else ""
    yield f"{zone['label']}: {', of which '.join(filter(None, (count, seen)))}"


def _tell_sums(zone: Sums, names: Names) -> Iterable[str]:
    yield f"{zone['label']}:"
    for part in zone["parts"]:
        cards = [
            names.full(card["card"]) + (f" counts {card['tag']}" if "tag" in card else "")
            for card in part["cards"]
        ]
        sum = f"{part['sum']} = {part['total']}" if part["sum"] else part["total"]
        told = [", ".join(cards) or "nothing", sum, part["badge"]["text"] if "badge" in part else ""]
        yield f"{part['name']}: {'; '.join(filter(None, told))}"


def _tell_duel(zone: Duel, names: Names) -> Iterable[str]:
    asked = zone["asked"]
    yield f"{zone['label']}. {asked['name']}: {asked['role']} with {names.full(asked['card'])}"
    for part in zone["parts"]:
        card = f"with {names.full(part['card'])}" if part["card"] else "next"
        verdict = f"{part['sum']} ({part['badge']['text']}). " if "badge" in part else ""
        text = names.sentence(part["text"])
        yield f"{part['name']}: {part['role']} {card}. {verdict}{text} {', '.join(part['rules'])}"


def _tell_notice(zone: Notice, names: Names) -> Iterable[str]:
    yield names.sentence(f"{zone['text']} {zone['rule']}")


def _tell_columns(zone: Columns, names: Names) -> Iterable[str]:
    yield f"{zone['label']}:"
    for part in zone["parts"]:
        top, bottom = _counted(part["top"], names), part.get("bottom")
        laid = f"{_counted(bottom, names)} on {top}" if bottom else f"nothing on {top}"
        told = [laid, part["note"], part["sum"], part["badge"]["text"] if "badge" in part else ""]
        yield ", ".join(filter(None, told))


def _counted(card: Counted, names: Names) -> str:
    return names.full(card["card"]) + (f" ({card['tag']})" if "tag" in card else "")


def _tell_circle(zone: Circle, names: Names) -> Iterable[str]:
    yield names.sentence(f"{zone['label']} {zone['rule']}")


WORDS: dict[str, Callable[[Any, Names], Iterable[str]]] = {
    "plays": _tell_plays,
    "strip": _tell_strip,
    "lanes": _tell_lanes,
    "result": _tell_result,
    "pile": _tell_pile,
    "sums": _tell_sums,
    "duel": _tell_duel,
    "notice": _tell_notice,
    "columns": _tell_columns,
    "circle": _tell_circle,
}
