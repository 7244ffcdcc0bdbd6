"""A scene without marks: what lies there, and nothing of what may be done with it.

A lesson asks a question about a position, and the table must not answer it: so no card is hatched, no rank
underlined, no verdict given beforehand, and nothing can be chosen or tried.
"""

from __future__ import annotations

from handkit.table.scene import HandCard, Prompt, Scene, ZoneScene

OPEN_QUESTION = "Answer the question below, then this table is yours."


def unmarked(scene: Scene) -> Scene:
    """The same moment with all marks taken away. Cards, counts, turns and the log stay."""
    plain = scene.copy()
    plain["hand"] = [HandCard(card=held["card"]) for held in scene["hand"]]
    plain["zones"] = [_plain(zone) for zone in scene["zones"]]
    plain["pick"], plain["actions"], plain["hint"] = None, [], None
    plain["busy"] = ""
    plain["prompt"] = Prompt(text=OPEN_QUESTION, small="")
    plain.pop("previews", None)
    plain.pop("hand_label", None)
    return plain


def _plain(zone: ZoneScene) -> ZoneScene:
    """A zone without verdicts on what is still to come."""
    if zone["kind"] == "strip":
        strip = zone.copy()
        strip["items"] = [
            {"text": item["text"]} if item.get("state") == "up" else item for item in zone["items"]
        ]
        if not zone["turned"] and len(zone["ends"]) == 3:  # the middle says what beats the rank to beat
            strip["ends"] = [zone["ends"][0], "", zone["ends"][2]]
        return strip
    if zone["kind"] == "sums":
        sums = zone.copy()
        sums["parts"] = []
        for part in zone["parts"]:
            shown = part.copy()
            if part["state"] in ("lead", "now"):
                shown["state"] = ""
                shown.pop("badge", None)
            if part["state"] == "now":
                shown["total"] = shown["sum"] = ""
            sums["parts"].append(shown)
        return sums
    if zone["kind"] == "duel":
        duel = zone.copy()
        duel["parts"] = [
            part if part["card"] else {**part, "text": "", "rules": []} for part in zone["parts"]
        ]
        return duel
    return zone
