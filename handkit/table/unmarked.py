"""A scene without marks: what lies there, and nothing of what may be done with it.

A lesson asks a question about a position, and the table must not answer it: so no card is hatched, no rank
underlined, no verdict given beforehand, and nothing can be chosen or tried.
"""

from __future__ import annotations

from handkit.table.scene import HandCard, Prompt, Scene
from handkit.table.zones import KINDS

OPEN_QUESTION = "Answer the question, then this table is yours."


def unmarked(scene: Scene) -> Scene:
    """The same moment with all marks taken away. Cards, counts, turns and the log stay."""
    plain = scene.copy()
    plain["hand"] = [HandCard(card=held["card"]) for held in scene["hand"]]
    plain["zones"] = [KINDS[zone["kind"]].unmarked(zone) for zone in scene["zones"] if zone["kind"] in KINDS]
    plain["pick"], plain["actions"], plain["hint"] = None, [], None
    plain["busy"], plain["closed"] = "", OPEN_QUESTION
    plain["prompt"] = Prompt(text=OPEN_QUESTION, small="")
    plain.pop("previews", None)
    return plain
