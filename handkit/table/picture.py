"""A scene as a picture that stands still: an SVG that needs nothing else."""

from __future__ import annotations

from itertools import groupby

from handkit.table.names import clean, curtain
from handkit.table.scene import Heap, Reason, Scene, SeatScene, Setup, Track, You
from handkit.table.sheet import (
    CARD,
    CLAY,
    CLAY_WASH,
    DASHED,
    EDGE,
    FELT,
    GOLD,
    GOLD_WASH,
    HEIGHT,
    LINE,
    MINI,
    MUTED,
    PINE,
    PINE_WASH,
    WIDTH,
    Sheet,
    fit,
    num,
    rect,
    spread,
    text_size,
    text_width,
    wrap,
)
from handkit.table.zones import KINDS

LIFT = 15  # how far a chosen card stands out


def picture(scene: Scene, setup: Setup) -> str:
    """The scene as an SVG that needs nothing else: no font, no script, no colours of the page around it."""
    sheet = Sheet(setup)
    _draw_bar(sheet, scene, setup)
    felt = sheet.y
    if scene["curtain"]:
        title, small = curtain(scene["curtain"])
        sheet.text(WIDTH / 2, felt + 100, title, "t b c", WIDTH - 2 * EDGE)
        sheet.text(WIDTH / 2, felt + 128, small, "m c", WIDTH - 2 * EDGE)
        sheet.y += 220
    else:
        _draw_felt(sheet, scene)
    foot = sheet.y
    if not scene["curtain"]:
        _draw_foot(sheet, scene)
    if "track" in scene and not scene["curtain"]:
        _draw_track(sheet, scene["track"])
    return sheet.svg(felt, foot, scene["turned"], clean(f"{setup['title']}. {scene['meta']}"))


def _draw_bar(sheet: Sheet, scene: Scene, setup: Setup) -> None:
    title = fit(clean(setup["title"]), 300, "p b")
    sheet.text(16, 28, title, "p b")
    left = 16 + text_width(title, "p b") + 14
    sheet.text(left, 28, scene["meta"], "l m", WIDTH - left - 16)
    sheet.y = 44


def _draw_felt(sheet: Sheet, scene: Scene) -> None:
    sheet.line = FELT[scene["turned"]][2]
    sheet.y += 18
    _draw_seats(sheet, scene["seats"])
    for kind, zones in groupby(scene["zones"], key=lambda zone: zone["kind"]):
        if known := KINDS.get(kind):
            for zone in [list(zones)] if known.beside else zones:
                known.draw(sheet, zone)
                sheet.y += 18
    _draw_hand(sheet, scene)


def _draw_seats(sheet: Sheet, seats: list[SeatScene]) -> None:
    """The others: in columns side by side, two where their cards lie open."""
    opened = any(seat.get("cards") for seat in seats)
    columns = max(1, min(len(seats), 2 if opened else 6))
    room = (WIDTH - EDGE) / columns
    for start in range(0, len(seats), columns):
        top = bottom = sheet.y
        row = seats[start : start + columns]
        for i, seat in enumerate(row):
            sheet.y = top
            x = WIDTH / 2 + (i - (len(row) - 1) / 2) * room
            _draw_seat(sheet, seat, x, min(room - 8, 340 if opened else 190))
            bottom = max(bottom, sheet.y)
        sheet.y = bottom + 16


def _draw_seat(sheet: Sheet, seat: SeatScene, x: float, room: float) -> None:
    cards = seat.get("cards", [])
    if cards:
        step, width = spread(len(cards), MINI, MINI - 6, room)
        sheet.run(x - width / 2, sheet.y, cards, MINI, step)
    else:
        sheet.fan(x, sheet.y, seat["count"], seat["dim"])
        for i, heap in enumerate(seat.get("piles", [])):
            _draw_heap(sheet, heap, x + 78 + 48 * i, sheet.y)
    sheet.y += 66
    kind = "b m" if seat["dim"] else "b"
    sheet.who(x, sheet.y, seat["seat"], seat["name"], room, seat["crown"], seat["turn"], kind, centred=True)
    sheet.y += 15
    if seat["role"]:
        sheet.text(x, sheet.y + 12, seat["role"], "s m c", room)
        sheet.y += 18
    if seat["badges"]:
        sheet.y += 2
        sheet.badges(x, seat["badges"], room)


def _draw_hand(sheet: Sheet, scene: Scene) -> None:
    hand, tried = scene["hand"], scene["tried"]
    hinted = scene["hint"]["cards"] if scene["hint"] else []
    words = [held.get("mark") or ("hint" if held["card"] in hinted else "") for held in hand]
    tags = [held.get("tag", "") + (", no" if held.get("low") else "") for held in hand]
    step, width = spread(len(hand), CARD, CARD + 10 if len(hand) < 7 else CARD * 0.84, WIDTH - 2 * EDGE - 16)
    left = (WIDTH - width) / 2
    middle = (len(hand) - 1) / 2
    sheet.y += (LIFT if tried else 0) + (22 if any(words) or any(tags) else 0)
    for i, (held, word, tag) in enumerate(zip(hand, words, tags, strict=True)):
        x, y, off = left + i * step, sheet.y + 0.2 * (i - middle) ** 2, i - middle
        dim = held.get("dim", False)
        over = f'<path d="M4 1.5H{CARD - 4}" stroke="#f3bd3f" stroke-width="3"/>' if word else ""
        if held["card"] in tried:
            y -= LIFT
            over += _ring(CLAY if scene["refusal"] else PINE)
        elif dim:
            y += 7
        turn = f"rotate({num(0.55 * off)} {CARD // 2} 94)" if off else ""
        sheet.card(x, y, held["card"], dim=dim, turn=turn, over=over)
        if word:
            sheet.mark(x + CARD / 2, y - 22, f"{word} {tag}".strip(), max(step, 34) + 12)
        elif tag:
            sheet.text(x + CARD / 2, y - 8, tag, "l b c", max(step, 34) + 12, CLAY if held.get("low") else "")
    if hand:
        sheet.y += 98 + 0.2 * middle**2
    if scene["you"]:
        _draw_you(sheet, scene["you"])


def _ring(colour: str) -> str:
    """What marks a chosen card."""
    ring = rect(-0.5, -0.5, CARD + 1, 79, f'fill="none" stroke="{colour}" stroke-width="2.5"', 7.5)
    return f'{ring}<circle cx="10" cy="68" r="4" fill="{colour}"/>'


def _draw_you(sheet: Sheet, you: You) -> None:
    """Who sits in front, on one line: name, role, badges."""
    name = 28 + min(text_width(clean(you["name"]), "b"), 200) + (22 if you["crown"] else 0) + 8
    role = min(text_width(clean(you["role"]), "s m"), 190) + 8
    badges = min(sum(text_width(clean(badge["text"]), "s b") + 20 for badge in you["badges"]), 200)
    left = (WIDTH - name - role - badges) / 2
    top = sheet.y
    sheet.who(left, top + 11, you["seat"], you["name"], name - 8, you["crown"], you["turn"])
    sheet.text(left + name, top + 15.5, you["role"], "s m", role)
    sheet.badges(left + name + role + badges / 2, you["badges"], badges)
    for i, heap in enumerate(you.get("piles", [])):
        _draw_heap(sheet, heap, 44 + 48 * i, top - 46)
    sheet.y = max(top + 23, sheet.y) + 15


# ── under the felt one place speaks: a refusal or the prompt; then a hint, and who is thinking ──


def _draw_foot(sheet: Sheet, scene: Scene) -> None:
    sheet.y += 12
    error = scene.get("error")
    if error:
        _draw_reason(sheet, {"rule": "", "wrong": error["text"], "right": ""})
    if scene["refusal"]:
        _draw_reason(sheet, scene["refusal"])
    else:
        _draw_lines(sheet, 16, scene["prompt"]["text"], "p")
        _draw_lines(sheet, 16, scene["prompt"]["small"], "l m")
    if scene["hint"]:
        sheet.y += 6
        hint: Reason = {"rule": "", "wrong": f"Hint: {scene['hint']['text']}", "right": ""}
        _draw_reason(sheet, hint, GOLD, GOLD_WASH)
    if scene["busy"]:
        dots = "".join(f'<circle cx="{x}" cy="{num(sheet.y + 9)}" r="3"/>' for x in (19, 29, 39))
        sheet.parts.append(f'<g fill="{PINE}">{dots}</g>')
        _draw_lines(sheet, 50, scene["busy"], "l m")
    sheet.y += 12


def _draw_lines(sheet: Sheet, x: float, sentence: str, kind: str) -> None:
    for line in wrap(clean(sheet.names.sentence(sentence)), WIDTH - 32 - x, kind):
        sheet.text(x, sheet.y + 14, line, kind)
        sheet.y += text_size(kind) + 6


def _draw_reason(sheet: Sheet, reason: Reason, colour: str = CLAY, wash: str = CLAY_WASH) -> None:
    below, top = len(sheet.parts), sheet.y
    left = 32 + sheet.chip(32, top + 9, reason["rule"], colour)
    sheet.y += 9
    _draw_lines(sheet, left, reason["wrong"], "")
    _draw_lines(sheet, left, reason["right"], "l m")
    sheet.y += 7
    box = rect(16, top, WIDTH - 32, sheet.y - top, f'fill="{wash}" stroke="{colour}"')
    edge = f'<path d="M18 {num(top + 4)}V{num(sheet.y - 4)}" stroke="{colour}" stroke-width="4"/>'
    sheet.parts.insert(below, box + edge)
    sheet.y += 10


def _draw_heap(sheet: Sheet, heap: Heap, x: float, y: float) -> None:
    """Cards face down, with their number."""
    if heap["count"]:
        sheet.back(x - MINI / 2, y)
    else:
        sheet.box(x - MINI / 2, y, MINI, HEIGHT[MINI], f'fill="none" stroke="{MUTED}"{DASHED}', 5)
    sheet.number(x, y + 24, heap["count"])
    sheet.text(x, y + 62, heap["label"], "s m c", 90)


def _draw_track(sheet: Sheet, track: Track) -> None:
    """How far everybody is on the way to a goal."""
    left, width, goal = 110, WIDTH - 110 - 70, max(1, track["goal"])
    sheet.text(16, sheet.y + 14, track["label"], "l b")
    sheet.y += 24
    for row in track["rows"]:
        y, share = sheet.y + 12, max(0.0, min(1.0, row["value"] / goal))
        sheet.text(16, y + 5, row["name"], "l", 84)
        sheet.box(left, y - 7, width, 14, f'fill="#f4f4f4" stroke="{LINE}"', 7)
        sheet.box(left, y - 7, 20 + share * (width - 20), 14, f'fill="{PINE_WASH}"', 7)
        sheet.token(left + 10 + share * (width - 20), y, row["seat"], row["name"])
        sheet.text(WIDTH - 16, y + 5, row["text"], "p b e", 50)
        sheet.y += 26
    sheet.y += 8
