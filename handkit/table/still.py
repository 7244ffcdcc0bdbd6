"""A scene that stands still: in words, and as a picture.

A notebook that is only read, on paper or on a page without a kernel, cannot show the table
itself. It shows the picture instead; whoever sees no picture, on a terminal or with a screen
reader, gets the words. Both show what the scene holds and nothing else, and both depend on
nothing but the scene and the setup.

    Path("trick.svg").write_text(picture(scene, setup), encoding="utf-8")

How each kind of zone is told and drawn stands with the kind (`handkit.table.zones`); one that is not known is
left out.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable

from handkit.table.names import Names, clean, curtain, number_of_cards, stopped
from handkit.table.picture import picture
from handkit.table.scene import Badge, HandCard, Heap, Scene, Setup
from handkit.table.zones import KINDS

# ── words ──

LAST = 4  # lines of the log that are told


def describe(scene: Scene, setup: Setup) -> str:
    """The scene in a few short lines."""
    names = Names(setup)
    return "\n".join(stopped(clean(line)) for line in _lines(scene, setup, names) if line.strip())


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
        kind = KINDS.get(zone["kind"])
        yield from kind.tell(zone, names) if kind else ()
    you = scene["you"]
    if you:
        yield _person(you["name"], [you["role"]], you["badges"], you["turn"], _heaps(you.get("piles", [])))
    hand = scene["hand"]
    if hand:
        yield f"Your hand, {number_of_cards(len(hand))}: " + ", ".join(_held(card, names) for card in hand)
        playable = [held["card"] for held in hand if "dim" not in held]
        if scene["pick"] and "on_table" not in scene["pick"] and len(playable) < len(hand):
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
