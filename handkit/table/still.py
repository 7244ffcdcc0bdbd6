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
import re
import unicodedata
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from handkit.table.scene import Badge, Lane, Lanes, Pile, Play, Plays, Reason, Result, Scene, Seat, Setup, Strip

# ── words ──

GLYPHS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
LAST = 4  # lines of the log that are told
# What XML does not allow, what commands a terminal, and what turns the direction of the text around it.
_UNFIT = re.compile("[^\t\n\r -~\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069]")


def describe(scene: Scene, setup: Setup) -> str:
    """The scene in a few short lines."""
    names = _Names(setup)
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


def clean(text: str) -> str:
    """The text on one line, without the characters that no page or terminal should get."""
    return " ".join(_UNFIT.sub("", text).split())


def _stopped(line: str) -> str:
    return line if line.endswith((".", "?", "!", ":", "…")) else line + "."


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count or 'no'} cards"


def _curtain(name: str) -> list[str]:
    return [f"Pass the screen to {name}.", f"The cards stay covered until {name} is here."]


class _Names:
    """What the cards of a setup are called."""

    def __init__(self, setup: Setup) -> None:
        self.suits = setup["suits"]
        self.ranks = setup["ranks"]

    def split(self, card: str) -> tuple[str, str, str]:
        """The rank, and the shape and the name of the suit."""
        suit = self.suits.get(card[-1:])
        return (card[:-1], suit["shape"], suit["name"]) if suit else (card, "", "")

    def short(self, card: str) -> str:
        """`7♠`, or `7 Office` where a suit has no sign."""
        rank, shape, name = self.split(card)
        return rank + GLYPHS[shape] if shape in GLYPHS else f"{rank} {name}".strip()

    def full(self, card: str) -> str:
        """`jack of spades`, as a screen reader may pass over the signs."""
        rank, shape, name = self.split(card)
        return f"{self.ranks.get(rank, rank)} of {name}" if shape in GLYPHS else self.short(card)

    def all(self, cards: Iterable[str]) -> str:
        return ", ".join(self.full(card) for card in cards)

    def sentence(self, text: str) -> str:
        """The text, with each `{7S}` in it as `7♠`."""
        return re.sub(r"\{([^{}]*)\}", lambda found: self.short(found[1]), text)

    def reason(self, reason: Reason) -> str:
        return self.sentence(f"{reason['rule']} {reason['wrong']} {reason['right']}")


def _lines(scene: Scene, setup: Setup, names: _Names) -> Iterable[str]:
    yield f"{setup['title']}. {scene['meta']}"
    if scene["curtain"]:
        yield from _curtain(scene["curtain"])
        return
    if scene["turned"]:
        yield "The order is turned."
    for seat in scene["seats"]:
        shown = f"{_cards(seat['count'])}: {names.all(seat['cards'])}" if seat.get("cards") else _cards(seat["count"])
        yield _person(seat["name"], [seat["role"]], seat["badges"], seat["turn"], [shown])
    for zone in scene["zones"]:
        tell = WORDS.get(zone["kind"])
        yield from tell(zone, names) if tell else ()
    you = scene["you"]
    if you:
        yield _person(you["name"], [you["role"]], you["badges"], you["turn"])
    hand = scene["hand"]
    if hand:
        yield f"Your hand, {_cards(len(hand))}: " + ", ".join(
            names.full(held["card"]) + (f" ({held['mark']})" if held["mark"] else "") for held in hand
        )
        playable = [held["card"] for held in hand if held["ok"]]
        if scene["pick"] and len(playable) < len(hand):
            yield f"Playable: {names.all(playable) or 'none'}"
    yield scene.get("error", {}).get("text", "")
    if scene["refusal"]:
        yield f"Refused: {names.reason(scene['refusal'])}"
    yield names.sentence(f"{scene['prompt']['text']} {scene['prompt']['small']}")
    if scene["hint"]:
        yield f"Hint: {names.sentence(scene['hint']['text'])}"
    yield scene["busy"]
    last = [names.sentence(f"{line['who']} {line['text']}").strip() for line in scene["log"][-LAST:]]
    yield "So far: " + "; ".join(last) if last else ""


def _person(name: str, before: list[str], badges: list[Badge], turn: bool, after: Iterable[str] = ()) -> str:
    told = [badge["text"] for badge in badges]
    if turn and not any(badge["kind"] == "turn" for badge in badges):
        told.append("to play")
    facts = [fact for fact in (*before, *told, *after) if fact]
    return f"{name}: {', '.join(facts)}" if facts else name


def _tell_plays(zone: Plays, names: _Names) -> Iterable[str]:
    plays = [f"{play['name']} {names.all(play['cards'])}" for play in zone["plays"]]
    yield f"{zone['label']}: {'; '.join(plays) or names.sentence(zone['empty'])}"


def _tell_strip(zone: Strip, names: _Names) -> Iterable[str]:
    ends = f" ({zone['ends'][0]} to {zone['ends'][-1]})" if zone["ends"] else ""
    now = [item["text"] for item in zone["items"] if item["state"] == "now"]
    beat = f"; to beat: {', '.join(now)}" if now else ""
    yield names.sentence(f"{zone['label']}{ends}: {' '.join(item['text'] for item in zone['items'])}{beat}")


def _tell_lanes(zone: Lanes, names: _Names) -> Iterable[str]:
    yield f"{zone['label']}:"
    for lane in zone["lanes"]:
        left, right = lane["left"]["name"], lane["right"]["name"]
        ways = [(left, right, lane["to_right"]), (right, left, lane["to_left"])]
        given = [
            f"{giver} to {taker}: " + (f"{_cards(load)}, face down" if isinstance(load, int) else names.all(load))
            for giver, taker, load in ways
            if load
        ]
        yield "; ".join(given or [f"{left} and {right}"]) + ". " + names.sentence(lane["note"])


def _tell_result(zone: Result, names: _Names) -> Iterable[str]:
    yield names.sentence(f"{_stopped(zone['title'])} {zone['text']}")
    columns = [column.lstrip("#?") for column in zone["columns"]]
    for row in zone["rows"]:
        place, *cells = _cells(row["cells"], columns)
        told = [f"{column.lower()} {cell}" for column, cell in zip(columns[2:], cells, strict=False) if cell]
        yield names.sentence(f"{place} ") + f"{row['name']}: " + names.sentence(", ".join(told))


def _cells(cells: list[str], columns: list[str]) -> list[str]:
    """The cells of a row without the player's name, which they may hold as the second."""
    rest = cells if len(cells) < len(columns) else cells[:1] + cells[2:]
    return rest or [""]


def _tell_pile(zone: Pile, names: _Names) -> Iterable[str]:
    seen = names.all(zone["cards"])
    count = _cards(zone["count"]) if zone["count"] != len(zone["cards"]) or not seen else ""
    yield f"{zone['label']}: {', of which '.join(filter(None, (count, seen)))}"


WORDS: dict[str, Callable[[Any, _Names], Iterable[str]]] = {
    "plays": _tell_plays,
    "strip": _tell_strip,
    "lanes": _tell_lanes,
    "result": _tell_result,
    "pile": _tell_pile,
}


# ── measures and colours ──

WIDTH = 720
EDGE = 24  # from the felt's edge to what lies on it
CARD, MINI = 54, 34  # widths
_HEIGHT = {CARD: 78, MINI: 48}

INK, MUTED, WHITE, LINE = "#1f2328", "#5e6166", "#fff", "#d7d8d9"
PINE, CLAY, GOLD, PLUM, BLUE = "#17614d", "#9c3016", "#7d5200", "#74348a", "#245a94"
PINE_WASH, CLAY_WASH, GOLD_WASH, PLUM_WASH = "#ddeae6", "#fdeeea", "#fdf5e4", "#f2e8f6"
FELT = {False: ("#e2ece8", "#cdded8", "#b0cbc1"), True: ("#f4eff8", "#eadff0", "#d5c0e1")}  # middle, rim, line
BADGES = {  # ink, border, ground
    "turn": (WHITE, PINE, PINE),
    "gold": (GOLD, GOLD, GOLD_WASH),
    "plum": (PLUM, PLUM, PLUM_WASH),
    "clay": (CLAY, CLAY, CLAY_WASH),
    "pine": (PINE, PINE, PINE_WASH),
    "plain": (MUTED, LINE, WHITE),
    "pass": (MUTED, MUTED, "none"),
}
TOKENS = [  # ground and letter, by seat
    (PINE, WHITE),
    ("#f0c9a6", "#56310b"),
    ("#bcd3f0", "#173b66"),
    ("#e5c3ea", "#532060"),
    ("#cfe0a8", "#36480d"),
    ("#f2c1c1", "#6c1a1f"),
]
SIZES = {"s": 12, "l": 13, "p": 15, "t": 22}  # letters in a kind of text; 14 without one
STYLE = (
    "text{white-space:pre}.b{font-weight:650}.r{font-weight:700}.c,.r{text-anchor:middle}.e{text-anchor:end}"
    f".m{{fill:{MUTED}}}.w{{fill:{WHITE}}}.g{{fill:{PINE}}}"
    + "".join(f".{kind}{{font-size:{size}px}}" for kind, size in SIZES.items())
    + ".H,.D{fill:#b0202b}.s1{fill:#a63c12}.o1{fill:#17579f}.f1{fill:#1a6637}.h1{fill:#6f3291}"
)
FOUR = ".D{fill:#17579f}.C{fill:#1a6637}"
FONT = "system-ui,'Segoe UI',Helvetica,Arial,sans-serif"

# The shapes of `table.js`, on a field of 24 × 24.
SHAPES = {
    "S": "M12 1.5C15 6 21 9.6 21 14.3c0 2.6-2 4.4-4.3 4.4-1.5 0-2.8-.7-3.6-1.9.2 2.2 1 3.9 2.9 5.7H8c1.9-1.8 2.7-3.5 "
    "2.9-5.7-.8 1.2-2.1 1.9-3.6 1.9C5 18.7 3 16.9 3 14.3 3 9.6 9 6 12 1.5z",
    "H": "M12 21.8C5.2 16.4 1.8 12.6 1.8 8.5 1.8 5.2 4.2 2.8 7.1 2.8c2 0 3.8 1.2 4.9 3.2 1.1-2 2.9-3.2 4.9-3.2 2.9 0 "
    "5.3 2.4 5.3 5.7 0 4.1-3.4 7.9-10.2 13.3z",
    "D": "M12 1.2c2.2 4 5 7.4 8.6 10.8-3.6 3.4-6.4 6.8-8.6 10.8-2.2-4-5-7.4-8.6-10.8C7 8.6 9.8 5.2 12 1.2z",
    "C": "M12 1.7a4.7 4.7 0 0 1 3.9 7.3 4.75 4.75 0 1 1-2.9 8c.2 2.2 1.1 3.9 3 5.6H8c1.9-1.7 2.8-3.4 3-5.6a4.75 4.75 "
    "0 1 1-2.9-8A4.7 4.7 0 0 1 12 1.7z",
    "o": "M9 6V4.8C9 3.8 9.8 3 10.8 3h2.4C14.2 3 15 3.8 15 4.8V6h4.5C20.9 6 22 7.1 22 8.5v3.3l-8 1.9v-1.2h-4v1.2l-8-"
    "1.9V8.5C2 7.1 3.1 6 4.5 6zm1.7 0h2.6V4.7h-2.6zM2 13.7l8 1.9v1.2h4v-1.2l8-1.9v4.8c0 1.4-1.1 2.5-2.5 2.5h-15C3.1 21 "
    "2 19.9 2 18.5z",
    "s": "M12 2.5c5.7 0 10.3 3.7 10.3 8.4S17.7 19.3 12 19.3c-.9 0-1.8-.1-2.6-.3L4 22.2l1.1-5C3 15.7 1.7 13.4 1.7 10.9 "
    "1.7 6.2 6.3 2.5 12 2.5zM7.3 9.4a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zm4.7 0a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 "
    "0-3.4zm4.7 0a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z",
    "f": "M8.3 2.2a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM17.7 8.7a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8.3 11.4c3.8 0 6.3 2.6 6.3 6.6V"
    "22H2v-4c0-4 2.5-6.6 6.3-6.6zM17.7 15.7c2.7 0 4.3 1.7 4.3 4.3v2h-5.9v-4c0-.8-.1-1.5-.2-2.1.6-.1 1.2-.2 1.8-.2z",
    "h": "M8 4.2 21 1.5v14.8c0 2.1-1.7 3.6-3.8 3.6s-3.7-1.3-3.7-3.2 1.7-3.4 3.9-3.4c.4 0 .8.1 1.1.2V7.8l-8 1.7v9.3c0 "
    "2.1-1.7 3.7-3.8 3.7S3 21.2 3 19.3s1.7-3.4 3.9-3.4c.4 0 .8.1 1.1.2z",
}
CROWN = "M3 7.5l4.8 4L12 4.5l4.2 7 4.8-4-1.8 11.5H4.8z"


def _em(char: str) -> float:
    """About how wide a character is, in a rather wide font."""
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    if unicodedata.east_asian_width(char) in "WF":
        return 1.05
    if char in " .,:;'’|!ijlIft()[]":
        return 0.35
    return 0.92 if char in "mwMW@%—…" else 0.66 if char.isupper() else 0.6


def _size(kind: str) -> int:
    return next((SIZES[part] for part in kind.split() if part in SIZES), 14)


def _width(text: str, kind: str = "") -> float:
    return sum(map(_em, text)) * _size(kind) * (1.06 if "b" in kind.split() else 1)


def _fit(text: str, room: float, kind: str = "") -> str:
    """The text, cut with an ellipsis where it is wider than the room."""
    if _width(text[:400], kind) <= room and len(text) <= 400:
        return text
    kept = text[:400]
    while kept and _width(kept + "…", kind) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def _wrap(text: str, room: float, kind: str = "", most: int = 3) -> list[str]:
    """The text in lines, at most so many."""
    lines = [""]
    for word in text[:1000].split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _width(longer, kind) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [_fit(line, room, kind) for line in [*lines[: most - 1], " ".join(lines[most - 1 :])] if line]


def _flow(widths: list[float], room: float, gap: float) -> list[list[tuple[int, float]]]:
    """Things of these widths in rows: which, and how far its left edge is from the row's middle."""
    rows: list[list[int]] = [[]]
    for i in range(len(widths)):
        if rows[-1] and sum(widths[j] + gap for j in [*rows[-1], i]) - gap > room:
            rows.append([])
        rows[-1].append(i)
    placed = []
    for row in rows:
        x = -(sum(widths[i] + gap for i in row) - gap) / 2
        lefts = [x + sum(widths[j] + gap for j in row[:k]) for k in range(len(row))]
        placed.append(list(zip(row, lefts, strict=True)))
    return placed


def _step(count: int, width: float, step: float, room: float) -> float:
    """From one card to the next, closer together where there are too many."""
    return min(step, (room - width) / (count - 1)) if count > 1 else step


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0").replace("-0.", "-.") if number else "0"


# ── the picture ──


def picture(scene: Scene, setup: Setup) -> str:
    """The scene as an SVG that needs nothing else: no font, no script, no colours of the page around it."""
    sheet = _Sheet(setup)
    _draw_bar(sheet, scene, setup)
    felt = sheet.y
    if scene["curtain"]:
        title, small = _curtain(scene["curtain"])
        sheet.text(WIDTH / 2, felt + 100, title, "t b c", WIDTH - 2 * EDGE)
        sheet.text(WIDTH / 2, felt + 128, small, "m c", WIDTH - 2 * EDGE)
        sheet.y += 220
    else:
        _draw_felt(sheet, scene)
    foot = sheet.y
    if not scene["curtain"]:
        _draw_foot(sheet, scene)
    return sheet.svg(felt, foot, scene["turned"], clean(f"{setup['title']}. {scene['meta']}"))


class _Sheet:
    """A sheet that is drawn from top to bottom: `y` is how far it has come."""

    def __init__(self, setup: Setup) -> None:
        self.names = _Names(setup)
        self.courts = setup["courts"]
        self.four = setup["four_colours"]
        self.sources = {rule["id"]: rule["source"] for rule in setup["rules"]}
        self.line = FELT[False][2]
        self.parts: list[str] = []
        self.defs: dict[str, str] = {}  # what is drawn more than once, by its id
        self.y = 0.0

    def svg(self, felt: float, foot: float, turned: bool, title: str) -> str:
        middle, rim, line = FELT[turned]
        style = STYLE + (FOUR if self.four else "")
        bottom = f"M0 {_n(felt)}H{WIDTH}V{_n(foot)}H0z"
        if foot == self.y:  # nothing under the felt: it ends in the frame's round corners
            bottom = f"M0 {_n(felt)}H{WIDTH}V{_n(foot - 12)}a12 12 0 0 1-12 12H12a12 12 0 0 1-12-12z"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {_n(self.y)}" width="{WIDTH}" '
            f'height="{_n(self.y)}" font-family="{FONT}" font-size="14" fill="{INK}">'
            f"<title>{html.escape(title)}</title><style>{style}</style><defs>"
            f'<radialGradient id="felt" cy=".38" r=".8"><stop offset=".45" stop-color="{middle}"/>'
            f'<stop offset="1" stop-color="{rim}"/></radialGradient>{"".join(self.defs.values())}</defs>'
            f'<rect width="{WIDTH}" height="{_n(self.y)}" rx="12" fill="{WHITE}"/>'
            f'<path d="{bottom}" fill="url(#felt)"/>'
            f'<path d="M0 {_n(felt)}H{WIDTH}M0 {_n(foot)}H{WIDTH}" stroke="{line}"/>'
            f"{''.join(self.parts)}"
            f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{_n(self.y - 1)}" rx="11.5" fill="none" '
            f'stroke="{LINE}"/></svg>'
        )

    # text and boxes

    def text(self, x: float, y: float, text: str, kind: str = "", room: float = WIDTH) -> None:
        self.parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" class="{kind}">{self.tint(_fit(clean(text), room, kind))}</text>'
        )

    def tint(self, text: str) -> str:
        """The text as XML, its suit signs in their colours."""
        shapes = {glyph: shape for shape, glyph in GLYPHS.items() if shape != "S"}
        return re.sub(
            f"[{''.join(shapes)}]",
            lambda found: f'<tspan class="{shapes[found[0]]}">{found[0]}</tspan>',
            html.escape(text),
        )

    def box(self, x: float, y: float, width: float, height: float, more: str, radius: float = 8) -> None:
        place = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="{_n(radius)}"'
        self.parts.append(f"<rect {place} {more}/>")

    def badges(self, x: float, badges: list[Badge], room: float) -> None:
        """Badges in rows around `x`."""
        shown = [(badge["kind"], _fit(clean(badge["text"]), room - 16, "s b")) for badge in badges]
        widths = [_width(text, "s b") + 16 for _, text in shown]
        for row in _flow(widths, room, 4):
            for i, left in row:
                kind, text = shown[i]
                ink, border, ground = BADGES.get(kind, BADGES["plain"])
                dash = ' stroke-dasharray="3 2"' if kind == "pass" else ""
                self.box(x + left, self.y + 0.5, widths[i], 19, f'fill="{ground}" stroke="{border}"{dash}', 9.5)
                self.parts.append(
                    f'<text x="{_n(x + left + widths[i] / 2)}" y="{_n(self.y + 14.5)}" class="s b c" '
                    f'style="fill:{ink}">{self.tint(text)}</text>'
                )
            self.y += 23 if row else 0

    def chip(self, x: float, y: float, rule: str, colour: str = BLUE) -> float:
        """A rule's number, its border solid where it is given and dashed where it is a ruling. Its width."""
        if not rule:
            return 0
        shown = clean(rule)[:12]
        width = len(shown) * 7.4 + 12
        source = self.sources.get(rule, "given")
        half = width / 2
        self.box(x, y, width, 19, f'fill="{WHITE}"', 4)
        for way, dashed in ((-1, source == "ruling"), (1, source != "given")):
            path = f"M{_n(x + half)} {_n(y)}h{_n(way * half)}v19h{_n(-way * half)}"
            dash = ' stroke-dasharray="3 2"' if dashed else ""
            self.parts.append(f'<path d="{path}" fill="none" stroke="{colour}"{dash}/>')
        self.parts.append(
            f'<text x="{_n(x + half)}" y="{_n(y + 13.5)}" class="s b c" font-family="ui-monospace,Menlo,'
            f'Consolas,monospace" style="fill:{colour}">{html.escape(shown)}</text>'
        )
        return width + 10

    # people

    def who(
        self,
        x: float,
        y: float,
        seat: int,
        name: str,
        room: float,
        crown: bool = False,
        turn: bool = False,
        kind: str = "b",
        centred: bool = False,
    ) -> float:
        """Token, name and crown on the line whose middle is `y`. How wide they are."""
        shown = _fit(clean(name), room - (50 if crown else 28), kind)
        width = 28 + _width(shown, kind) + (22 if crown else 0)
        left = x - width / 2 if centred else x
        self.token(left + 11, y, seat, name, turn)
        self.text(left + 28, y + 5, shown, kind)
        if crown:
            self.crown(left + width - 16, y - 9)
        return width

    def token(self, x: float, y: float, seat: int, name: str, turn: bool = False) -> None:
        ground, ink = TOKENS[seat % 6]
        if turn:
            self.parts.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="14" fill="none" stroke="{PINE}" stroke-width="2"/>')
        letter = html.escape(clean(name)[:1].upper()[:1] or "?")
        self.parts.append(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="11" fill="{ground}"/>'
            f'<text x="{_n(x)}" y="{_n(y + 4.3)}" class="s r" style="fill:{ink}">{letter}</text>'
        )

    def crown(self, x: float, y: float) -> None:
        self.defs["crown"] = (
            f'<path id="crown" d="{CROWN}" transform="scale(.68)" fill="#f3bd3f" stroke="{GOLD}" '
            'stroke-width="1.6" stroke-linejoin="round"/>'
        )
        self.parts.append(f'<use href="#crown" x="{_n(x)}" y="{_n(y)}"/>')

    # cards

    def card(
        self, x: float, y: float, card: str, width: int = CARD, dim: bool = False, turn: str = "", over: str = ""
    ) -> None:
        """A card, its left top corner at `x`, `y`. `over` is drawn on it."""
        rank, shape, _ = self.names.split(card)
        rank = clean(rank)
        face = self.face(shape if shape in SHAPES else "", width, rank in self.courts, dim)
        index = max(18, width * 0.43)
        size = max(17, width * 0.4)
        narrow = f' textLength="{_n(index - 3)}" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
        colour = shape + "1" if shape in {"o", "s", "f", "h"} else shape if shape in SHAPES else ""
        self.parts.append(
            f'<g class="{colour}" transform="translate({_n(x)} {_n(y)}){turn}"><use href="#{face}"/>'
            f'<text class="r" x="{_n(index / 2 + 0.5)}" y="{_n(size + 1)}" font-size="{_n(size)}"{narrow}>'
            f"{html.escape(rank)}</text>{over}</g>"
        )

    def face(self, shape: str, width: int, court: bool, dim: bool) -> str:
        """The id of a face without its rank."""
        court = court and width == CARD
        name = f"{shape or 'x'}{width}{'k' if court else ''}{'d' if dim else ''}"
        if name in self.defs:
            return name
        ground = self.ground(width, dim)
        drawn = f'<use href="#{ground}"/>'
        if shape:
            self.defs[shape] = f'<path id="{shape}" d="{SHAPES[shape]}" fill-rule="evenodd"/>'
            pip, big = max(11, width * 0.25), width * (0.42 if court else 0.5)
            right, bottom = (0.15, 0.18) if court else (0.1, 0.1)
            x, y = width * (1 - right) - big, _HEIGHT[width] - width * bottom - big
            faint = ' opacity=".22"' if dim else ""
            place = f"{_n((max(18, width * 0.43) - pip) / 2)} {_n(max(17, width * 0.4) * 1.06 + 4)}"
            drawn += f'<use href="#{shape}" transform="translate({place})scale({pip / 24:.2f})"/>'
            drawn += f'<g{faint}><use href="#{shape}" transform="translate({_n(x)} {_n(y)})scale({big / 24:.2f})"/>'
            if court:
                frame = f'x="{_n(width * 0.34)}" y="{_n(_HEIGHT[width] - width * 0.74)}" width="{_n(width * 0.6)}"'
                drawn += f'<rect {frame} height="{_n(width * 0.68)}" rx="5" fill="none" stroke="{MUTED}" opacity=".5"/>'
            drawn += "</g>"
        self.defs[name] = f'<g id="{name}">{drawn}</g>'
        return name

    def ground(self, width: int, dim: bool = False) -> str:
        """The id of an empty card: white with a shadow, or hatched where it cannot be played."""
        name = f"{'dim' if dim else 'card'}{width}"
        size = f'width="{width}" height="{_HEIGHT[width]}" rx="{width * 0.13:.0f}"'
        edge = 'stroke="#c3c8bd"'
        if dim:
            self.defs["hatch"] = (
                '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
                '<path d="M0 0h6v6H0z" fill="#e9ebe4"/><path d="M0 0h2v6H0z" fill="#d9dcd5"/></pattern>'
            )
            drawn = f'<rect {size} fill="url(#hatch)" {edge}/>'
        else:
            shadow = f'<rect {size} y="2" fill="#102820" opacity=".16"/>'
            drawn = f'{shadow}<rect {size} fill="#fffefa" {edge}/>'
        self.defs[name] = f'<g id="{name}">{drawn}</g>'
        return name

    def back(self, x: float, y: float, width: int = MINI) -> None:
        """A card face down."""
        name = f"back{width}"
        self.defs["lattice"] = (
            '<pattern id="lattice" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
            '<path d="M0 0h4v4H0z" fill="#235c6b"/><path d="M0 0h4M0 0v4" stroke="#6b93a0"/></pattern>'
        )
        inner = f'x="2.5" y="2.5" width="{width - 5}" height="{_HEIGHT[width] - 5}" rx="{width * 0.08:.0f}"'
        self.defs[name] = (
            f'<g id="{name}"><use href="#{self.ground(width)}"/><rect {inner} fill="url(#lattice)"/></g>'
        )
        self.parts.append(f'<use href="#{name}" x="{_n(x)}" y="{_n(y)}"/>')

    def run(self, x: float, y: float, cards: list[str], width: int, step: float) -> None:
        for i, card in enumerate(cards):
            self.card(x + i * step, y, card, width)

    def fan(self, x: float, y: float, count: int, dim: bool) -> None:
        """A hand held by another player, with its number."""
        shown = max(0, min(count, 13))
        self.defs["held"] = (
            '<rect id="held" x="-12" width="24" height="34" rx="3" fill="#2a6878" stroke="#fffefa" stroke-width="1.5"/>'
        )
        angle = min(8.0, 62 / shown) if shown else 0
        name = f"fan{shown}"
        backs = [
            f'<use href="#held" transform="rotate({_n((i - (shown - 1) / 2) * angle)} 0 60)"/>' for i in range(shown)
        ]
        self.defs[name] = f'<g id="{name}">{"".join(backs)}</g>'
        faint = ' opacity=".5"' if dim else ""
        self.parts.append(f'<use href="#{name}" x="{_n(x)}" y="{_n(y)}"{faint}/>')
        self.number(x, y + 37, count)

    def number(self, x: float, y: float, number: int) -> None:
        width = max(26, _width(str(number), "l b") + 12)
        self.box(x - width / 2, y - 10, width, 20, f'fill="{WHITE}" stroke="{self.line}"', 10)
        self.text(x, y + 4.5, str(number), "l b c")


def _draw_bar(sheet: _Sheet, scene: Scene, setup: Setup) -> None:
    title = _fit(clean(setup["title"]), 300, "p b")
    sheet.text(16, 28, title, "p b")
    left = 16 + _width(title, "p b") + 14
    sheet.text(left, 28, scene["meta"], "l m", WIDTH - left - 16)
    sheet.y = 44


def _draw_felt(sheet: _Sheet, scene: Scene) -> None:
    sheet.line = FELT[scene["turned"]][2]
    sheet.y += 18
    _draw_seats(sheet, scene["seats"])
    for kind, zones in groupby(scene["zones"], key=lambda zone: zone["kind"]):
        draw = PARTS.get(kind)
        if draw:
            draw(sheet, list(zones))
            sheet.y += 18
    _draw_hand(sheet, scene)


def _draw_seats(sheet: _Sheet, seats: list[Seat]) -> None:
    """The others: in columns side by side, two where their cards lie open."""
    opened = any(seat.get("cards") for seat in seats)
    columns = max(1, min(len(seats), 2 if opened else 6))
    room = (WIDTH - EDGE) / columns
    for start in range(0, len(seats), columns):
        top = bottom = sheet.y
        row = seats[start : start + columns]
        for i, seat in enumerate(row):
            sheet.y = top
            _draw_seat(sheet, seat, WIDTH / 2 + (i - (len(row) - 1) / 2) * room, min(room - 8, 340 if opened else 190))
            bottom = max(bottom, sheet.y)
        sheet.y = bottom + 16


def _draw_seat(sheet: _Sheet, seat: Seat, x: float, room: float) -> None:
    cards = seat.get("cards", [])
    if cards:
        step = _step(len(cards), MINI, MINI - 6, room)
        sheet.run(x - (MINI + (len(cards) - 1) * step) / 2, sheet.y, cards, MINI, step)
    else:
        sheet.fan(x, sheet.y, seat["count"], seat["dim"])
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


def _draw_hand(sheet: _Sheet, scene: Scene) -> None:
    hand, you = scene["hand"], scene["you"]
    hinted = scene["hint"]["cards"] if scene["hint"] else []
    words = [held["mark"] or ("hint" if held["card"] in hinted else "") for held in hand]
    step = _step(len(hand), CARD, CARD + 10 if len(hand) < 7 else CARD * 0.84, WIDTH - 2 * EDGE - 16)
    left = (WIDTH - CARD - (len(hand) - 1) * step) / 2
    middle = (len(hand) - 1) / 2
    lift = 15 if scene["tried"] else 0
    top = sheet.y + lift + (22 if any(words) else 0)
    for i, (held, word) in enumerate(zip(hand, words, strict=True)):
        off = i - middle
        tried = held["card"] in scene["tried"]
        dim = bool(scene["pick"]) and not held["ok"]
        y = top + off * off * 0.2 - 15 * tried + 7 * (dim and not tried)
        turn = f"rotate({_n(off * 0.55)} {CARD // 2} 94)" if off else ""
        over = f'<path d="M4 1.5H{CARD - 4}" stroke="#f3bd3f" stroke-width="3"/>' if word else ""
        if tried:
            colour = CLAY if scene["refusal"] else PINE
            over += (
                f'<rect x="-.5" y="-.5" width="{CARD + 1}" height="79" rx="7.5" fill="none" stroke="{colour}" '
                f'stroke-width="2.5"/><circle cx="10" cy="68" r="4" fill="{colour}"/>'
            )
        sheet.card(left + i * step, y, held["card"], dim=dim, turn=turn, over=over)
    for i, word in enumerate(words):
        if word:
            lifted = 15 if hand[i]["card"] in scene["tried"] else 0
            shown = _fit(clean(word), max(step, 34) + 12, "s b")
            width = _width(shown, "s b") + 8
            x, y = left + i * step + CARD / 2, top + (i - middle) ** 2 * 0.2 - lifted - 22
            sheet.box(x - width / 2, y, width, 17, f'fill="{GOLD_WASH}"', 4)
            sheet.text(x, y + 13, shown, "s b c")
    if hand:
        sheet.y = top + 78 + 20 + middle * middle * 0.2
    if you:
        _draw_you(sheet, scene)
        sheet.y += 38


def _draw_you(sheet: _Sheet, scene: Scene) -> None:
    """Who sits in front, on one line: name, role, badges."""
    you = scene["you"]
    if not you:
        return
    name = _fit(clean(you["name"]), 220, "b")
    role = _fit(clean(you["role"]), 220, "s m")
    pills = [_width(clean(badge["text"]), "s b") + 20 for badge in you["badges"]]
    widths = [28 + _width(name, "b") + (22 if you["crown"] else 0) + 8, _width(role, "s m") + 8, sum(pills)]
    x = max(EDGE, (WIDTH - sum(widths)) / 2)
    y = sheet.y + 11
    sheet.who(x, y, you["seat"], name, 280, you["crown"], you["turn"])
    sheet.text(x + widths[0], y + 4.5, role, "s m")
    sheet.badges(x + widths[0] + widths[1] + widths[2] / 2, you["badges"], max(60.0, widths[2]))
    sheet.y = y - 11


def _draw_foot(sheet: _Sheet, scene: Scene) -> None:
    """One place speaks: a refusal or the prompt; then a hint, and who is thinking."""
    say = sheet.names.sentence
    sheet.y += 12
    error = scene.get("error")
    if error:
        _draw_reason(sheet, {"rule": "", "wrong": error["text"], "right": ""}, CLAY, CLAY_WASH)
    if scene["refusal"]:
        _draw_reason(sheet, scene["refusal"], CLAY, CLAY_WASH)
    else:
        _draw_lines(sheet, 16, say(scene["prompt"]["text"]), "p")
        _draw_lines(sheet, 16, say(scene["prompt"]["small"]), "l m")
    if scene["hint"]:
        _draw_reason(sheet, {"rule": "", "wrong": f"Hint: {scene['hint']['text']}", "right": ""}, GOLD, GOLD_WASH)
    if scene["busy"]:
        dots = "".join(f'<circle cx="{x}" cy="{_n(sheet.y + 9)}" r="3"/>' for x in (19, 29, 39))
        sheet.parts.append(f'<g fill="{PINE}">{dots}</g>')
        _draw_lines(sheet, 50, scene["busy"], "l m")
    sheet.y += 12


def _draw_lines(sheet: _Sheet, x: float, text: str, kind: str) -> None:
    for line in _wrap(clean(text), WIDTH - 16 - x, kind):
        sheet.text(x, sheet.y + 14, line, kind)
        sheet.y += _size(kind) + 6


def _draw_reason(sheet: _Sheet, reason: Reason, colour: str, wash: str) -> None:
    say = sheet.names.sentence
    place, top = len(sheet.parts), sheet.y
    sheet.y += 9
    x = 32 + sheet.chip(32, sheet.y, reason["rule"], colour)
    _draw_lines(sheet, x, say(reason["wrong"]), "")
    _draw_lines(sheet, x, say(reason["right"]), "l m")
    sheet.y += 7
    after = sheet.parts[place:]
    del sheet.parts[place:]
    sheet.box(16, top, WIDTH - 32, sheet.y - top, f'fill="{wash}" stroke="{colour}"')
    sheet.parts.append(f'<path d="M18 {_n(top + 4)}V{_n(sheet.y - 4)}" stroke="{colour}" stroke-width="4"/>')
    sheet.parts += after
    sheet.y += 10


# ── what lies on the table, by its kind: the zones of that kind which stand together ──


def _draw_plays(sheet: _Sheet, zones: list[Plays]) -> None:
    for zone in zones:
        plays = zone["plays"]
        arrows = len(plays) < 5
        gap = 46 if arrows else 12
        if not plays:
            sheet.text(WIDTH / 2, sheet.y + 40, sheet.names.sentence(zone["empty"]), "m c", WIDTH - 2 * EDGE)
            sheet.y += 66
            continue
        widths = [_play_width(play, arrows) for play in plays]
        for row in _flow(widths, WIDTH - 2 * EDGE, gap):
            height = max(_HEIGHT[_play_card(plays[i])] for i, _ in row)
            for i, left in row:
                _draw_play(sheet, plays[i], WIDTH / 2 + left, widths[i], height, arrows)
                if arrows and (i, left) != row[0]:
                    _draw_arrow(sheet, WIDTH / 2 + left - 34, sheet.y + height - 24)
            sheet.y += height + 32


def _play_card(play: Play) -> int:
    return CARD if play["top"] else MINI


def _play_spread(play: Play) -> float:
    """From card to card in a play."""
    card = _play_card(play)
    return _step(len(play["cards"]), card, card * 0.62, WIDTH - 2 * EDGE)


def _play_width(play: Play, named: bool) -> float:
    run = _play_card(play) + (len(play["cards"]) - 1) * _play_spread(play) if play["cards"] else 0
    name = 28 + min(_width(clean(play["name"]), "l b"), 100) if named or play["top"] else 22
    return max(run, name)


def _draw_play(sheet: _Sheet, play: Play, left: float, width: float, height: float, named: bool) -> None:
    card, step = _play_card(play), _play_spread(play)
    run = card + (len(play["cards"]) - 1) * step
    sheet.run(left + (width - run) / 2, sheet.y + height - _HEIGHT[card], play["cards"], card, step)
    x, y = left + width / 2, sheet.y + height + 18
    if named or play["top"]:
        sheet.who(x, y, play["seat"], play["name"], 132, kind="l b" if play["top"] else "l m", centred=True)
    else:
        sheet.token(x, y, play["seat"], play["name"])


def _draw_arrow(sheet: _Sheet, x: float, y: float, way: int = 1) -> None:
    sheet.defs["arrow"] = (
        f'<path id="arrow" d="M-11 0H10M6-4.500 10.500 0 6 4.500" fill="none" stroke="{MUTED}" stroke-width="1.7"/>'
    )
    turn = "" if way > 0 else "scale(-1 1)"
    sheet.parts.append(f'<use href="#arrow" transform="translate({_n(x + 11)} {_n(y)}){turn}"/>')


def _draw_strip(sheet: _Sheet, zones: list[Strip]) -> None:
    for zone in zones:
        items = zone["items"]
        cell = min(36.0, (WIDTH - 2 * EDGE) / max(1, len(items)))
        left = (WIDTH - cell * len(items)) / 2
        line, wash = (PLUM, PLUM_WASH) if zone["turned"] else (sheet.line, "#f4f8f6")
        sheet.box(left - 4, sheet.y, cell * len(items) + 8, 32, f'fill="{wash}" stroke="{line}"')
        up = ""
        for i, item in enumerate(items):
            x, state = left + i * cell, item["state"]
            if state == "now":
                sheet.box(x + 1, sheet.y + 3, cell - 2, 26, "", 5)
            if state == "up":
                up += f"M{_n(x + 1)} {_n(sheet.y + 28)}h{_n(cell - 2)}"
            sheet.text(x + cell / 2, sheet.y + 21, item["text"], STRIP.get(state, "l m c"), cell)
        if up:
            sheet.parts.append(f'<path d="{up}" stroke="{PLUM if zone["turned"] else PINE}" stroke-width="2"/>')
        sheet.y += 50
        _draw_ends(sheet, [sheet.names.sentence(end) for end in zone["ends"]], left, cell * len(items), zone["turned"])


STRIP = {"now": "l b w c", "up": "l b c"}


def _draw_ends(sheet: _Sheet, ends: list[str], left: float, width: float, turned: bool) -> None:
    """What is written under a strip: at its left end, in the middle, at its right end."""
    if not ends:
        return
    sheet.text(left + 4, sheet.y, ends[0], "s m", 140)
    for end in ends[1:-1]:
        sheet.text(WIDTH / 2, sheet.y, end, "s b c" if turned else "s m c", max(width - 150, 200))
    if len(ends) > 1:
        sheet.text(left + width - 4, sheet.y, ends[-1], "s m e", 140)


def _draw_lanes(sheet: _Sheet, zones: list[Lanes]) -> None:
    for zone in zones:
        for lane in zone["lanes"]:
            _draw_lane(sheet, lane)
            sheet.y += 8
        sheet.y -= 8


def _draw_lane(sheet: _Sheet, lane: Lane) -> None:
    wide, left = 560, (WIDTH - 560) / 2
    notes = _wrap(clean(sheet.names.sentence(lane["note"])), 230, "s m")
    loads = [(load, way) for load, way in ((lane["to_right"], 1), (lane["to_left"], -1)) if load]
    height = max(52, 12 + 56 * len(loads) + 16 * len(notes) + (4 if notes else 0))
    sheet.box(left, sheet.y, wide, height, f'fill="#fff" fill-opacity=".7" stroke="{sheet.line}"', 10)
    kind = "m" if lane["hush"] else "b"
    for end, x in ((lane["left"], left + 14), (lane["right"], left + wide - 150)):
        y = sheet.y + height / 2 - (8 if end["role"] else 0)
        sheet.who(x, y, end["seat"], end["name"], 140, end["crown"], kind=kind)
        sheet.text(x + 28, y + 21, end["role"], "s m", 110)
    y = sheet.y + 8
    for load, way in loads:
        count = load if isinstance(load, int) else len(load)
        step = _step(count, MINI, MINI + 4, 190)
        run = MINI + (count - 1) * step
        x = (WIDTH - run - 34) / 2 + (0 if way > 0 else 34)
        for i in range(count):
            if isinstance(load, int):
                sheet.back(x + i * step, y)
            else:
                sheet.card(x + i * step, y, load[i], MINI)
        _draw_arrow(sheet, x + run + 12 if way > 0 else x - 34, y + 24, way)
        y += 56
    for note in notes:
        sheet.text(WIDTH / 2, y + 12, note, "s m c")
        y += 16
    sheet.y += height


def _draw_result(sheet: _Sheet, zones: list[Result]) -> None:
    for zone in zones:
        say = sheet.names.sentence
        room = WIDTH - 2 * EDGE
        sheet.y += 8
        sheet.text(WIDTH / 2, sheet.y + 22, say(zone["title"]), "t b c", room)
        sheet.y += 34
        for line in _wrap(clean(say(zone["text"])), room, "m c"):
            sheet.text(WIDTH / 2, sheet.y + 14, line, "m c")
            sheet.y += 20
        sheet.y += 12
        _draw_table(sheet, zone)


def _draw_table(sheet: _Sheet, zone: Result) -> None:
    columns = zone["columns"]
    heads = [clean(column.lstrip("#?")) for column in columns]
    rows = []
    for row in zone["rows"]:
        place, *rest = _cells(row["cells"], columns)
        cells = [place, row["name"], *rest][: len(heads)]
        rows.append([clean(sheet.names.sentence(cell)) for cell in cells] + [""] * (len(heads) - len(cells)))
    extra = [46, 52] + [24] * len(heads)  # a crown at the place, a token at the name
    natural = [
        max([_width(heads[i], "s b")] + [min(_width(row[i], "b"), 260) for row in rows]) + extra[i]
        for i in range(len(heads))
    ]
    widths = _share(natural, 620)
    left, top = (WIDTH - sum(widths)) / 2, sheet.y
    edges = [left + sum(widths[:i]) for i in range(len(widths) + 1)]
    sheet.box(left, top, edges[-1] - left, 32 + 40 * len(rows), f'fill="{WHITE}" stroke="{sheet.line}"', 10)

    def cell(i: int, y: float, text: str, kind: str, inset: float = 0) -> None:
        number = columns[i].startswith("#")
        x = edges[i + 1] - 12 if number else edges[i] + 12 + inset
        sheet.text(x, y, text, f"{kind} e" if number else kind, widths[i] - 16 - inset)

    for i, head in enumerate(heads):
        cell(i, top + 21, head, "s b m")
    for r, (row, shown) in enumerate(zip(zone["rows"], rows, strict=True)):
        y = top + 32 + 40 * r
        if row["you"]:
            sheet.box(left + 1, y, edges[-1] - left - 2, 40, f'fill="{PINE_WASH}"', 0 if r < len(rows) - 1 else 9)
        sheet.parts.append(f'<path d="M{_n(left)} {_n(y)}H{_n(edges[-1])}" stroke="{LINE}"/>')
        for i, text in enumerate(shown):
            if i == 1:
                sheet.who(edges[1] + 12, y + 20, row["seat"], row["name"], widths[1] - 16)
            else:
                strong = "b" if i in {0, len(heads) - 1} else "b g" if text.startswith("+") else ""
                cell(i, y + 25, text, strong)
        if shown and shown[0] == rows[0][0]:
            sheet.crown(edges[0] + 16 + _width(shown[0], "b"), y + 11)
    sheet.y = top + 32 + 40 * len(rows)


def _share(natural: list[float], room: float) -> list[float]:
    """Widths that fill the room: the rest to each alike, or the widest cut until all fit."""
    widths = list(natural)
    while widths and sum(widths) > room and max(widths) > 40:
        widths[widths.index(max(widths))] -= 2
    rest = max(0.0, room - sum(widths)) / max(1, len(widths))
    return [width + rest for width in widths]


def _draw_piles(sheet: _Sheet, zones: list[Pile]) -> None:
    """Piles stand side by side."""
    room = WIDTH - 2 * EDGE
    steps = [_step(len(zone["cards"]), CARD, CARD * 0.62, room) for zone in zones]
    labels = [
        f"{zone['label']}, {_cards(zone['count'])}" if zone["cards"] and zone["count"] != len(zone["cards"]) else zone["label"]
        for zone in zones
    ]
    runs = [CARD + max(0, len(zone["cards"]) - 1) * step for zone, step in zip(zones, steps, strict=True)]
    widths = [max(run, min(_width(clean(label), "s m"), 160)) for run, label in zip(runs, labels, strict=True)]
    for row in _flow(widths, room, 28):
        for i, left in row:
            zone, x = zones[i], WIDTH / 2 + left + widths[i] / 2
            if zone["cards"]:
                sheet.run(x - runs[i] / 2, sheet.y, zone["cards"], CARD, steps[i])
            else:
                for under in range(min(3, zone["count"]), 0, -1):
                    sheet.back(x - CARD / 2 + 2 * under - 4, sheet.y + 2 - under, CARD)
                sheet.number(x, sheet.y + 39, zone["count"])
            sheet.text(x, sheet.y + 96, labels[i], "s m c", widths[i] + 20)
        sheet.y += 104


PARTS: dict[str, Callable[[_Sheet, list[Any]], None]] = {
    "plays": _draw_plays,
    "strip": _draw_strip,
    "lanes": _draw_lanes,
    "result": _draw_result,
    "pile": _draw_piles,
}
