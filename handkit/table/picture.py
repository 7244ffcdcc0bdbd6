"""A scene as a picture that stands still: an SVG that needs nothing else."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable
from itertools import accumulate, groupby
from typing import Any

from handkit.table.names import Names, cells_without_name, clean, curtain, number_of_cards
from handkit.table.scene import (
    Answer,
    Badge,
    Circle,
    Column,
    Columns,
    Counted,
    Duel,
    Fighter,
    Heap,
    Lane,
    Lanes,
    Notice,
    PileScene,
    Plays,
    Reason,
    ResultScene,
    Scene,
    SeatScene,
    Setup,
    Strip,
    SuitScene,
    Sum,
    Sums,
    Track,
    You,
)

SIGNS = "♣♦♥♠"  # signs of suits that are coloured in a sentence

# ── measures and colours ──

WIDTH = 720
EDGE = 24  # from the felt's edge to what lies on it
CARD, MINI = 54, 34  # widths
LIFT = 15  # how far a chosen card stands out
_HEIGHT = {CARD: 78, MINI: 48}

INK, MUTED, WHITE, LINE = "#1f2328", "#5e6166", "#fff", "#d7d8d9"
PINE, CLAY, GOLD, PLUM, BLUE = "#17614d", "#9c3016", "#7d5200", "#74348a", "#245a94"
PINE_WASH, CLAY_WASH, GOLD_WASH, PLUM_WASH = "#ddeae6", "#fdeeea", "#fdf5e4", "#f2e8f6"
FELT = {  # middle, rim, line; by whether the order is turned
    False: ("#e2ece8", "#cdded8", "#b0cbc1"),
    True: ("#f4eff8", "#eadff0", "#d5c0e1"),
}
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
HUES = {"red": "#b0202b", "blue": "#17579f", "rust": "#a63c12", "green": "#1a6637", "violet": "#6f3291"}
STYLE = (
    ".b{font-weight:650}.r,.q{font-weight:700}.c,.r,.q{text-anchor:middle}.e{text-anchor:end}"
    ".r{font-size:21.6px}.q{font-size:17px}"
    f".m{{fill:{MUTED}}}.w{{fill:{WHITE}}}.g{{fill:{PINE}}}"
    + "".join(f".{kind}{{font-size:{size}px}}" for kind, size in SIZES.items())
    + "".join(f".{hue}{{fill:{colour}}}" for hue, colour in HUES.items())
)
DASHED = ' stroke-dasharray="3 2"'
TILTED = 'patternUnits="userSpaceOnUse" patternTransform="rotate(45)"'
FONT = "system-ui,'Segoe UI',Helvetica,Arial,sans-serif"

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
    if len(text) < 500 and _width(text, kind) <= room:
        return text
    reach = accumulate(_width(char, kind) for char in text[:500])
    kept = sum(right <= room - _width("…", kind) for right in reach)
    return text[:kept].rstrip() + "…"


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
    """Things of these widths in rows: which, and its left edge from the row's middle."""
    rows: list[list[tuple[int, float]]] = []
    end = 0.0
    for i, width in enumerate(widths):
        if not rows or end + width > room:
            rows.append([])
            end = 0.0
        rows[-1].append((i, end))
        end += width + gap
    middles = [(row[-1][1] + widths[row[-1][0]]) / 2 for row in rows]
    return [[(i, left - middle) for i, left in row] for row, middle in zip(rows, middles, strict=True)]


def _run(count: int, card: int, step: float, room: float = WIDTH - 2 * EDGE) -> tuple[float, float]:
    """Cards in a row, closer together where there are too many: from one to the next, and over all."""
    if count < 2:
        return step, card * count
    step = min(step, (room - card) / (count - 1))
    return step, card + (count - 1) * step


def _index(width: int) -> tuple[float, float]:
    """The corner of a card of this width: how wide it is, and the size of the rank."""
    return max(18, width * 0.43), max(17, width * 0.4)


def _n(number: float, digits: int = 1) -> str:
    """A number, as short as it can be written."""
    return f"{round(number, digits) + 0:g}"


def _rect(x: float, y: float, width: float, height: float, more: str, radius: float = 8) -> str:
    size = f'width="{_n(width)}" height="{_n(height)}" rx="{_n(radius)}"'
    return f'<rect x="{_n(x)}" y="{_n(y)}" {size} {more}/>'


# ── the picture ──


def picture(scene: Scene, setup: Setup) -> str:
    """The scene as an SVG that needs nothing else: no font, no script, no colours of the page around it."""
    sheet = _Sheet(setup)
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


class _Sheet:
    """A sheet that is drawn from top to bottom: `y` is how far it has come."""

    def __init__(self, setup: Setup) -> None:
        self.names = Names(setup)
        self.courts = setup["courts"]
        self.four = setup["four_colours"]
        self.sources = {rule["id"]: rule["source"] for rule in setup["rules"]}
        self.line = FELT[False][2]
        self.parts: list[str] = []
        self.defs: dict[str, str] = {}  # what is drawn more than once, by its id
        self.y = 0.0

    def svg(self, felt: float, foot: float, turned: bool, title: str) -> str:
        middle, rim, line = FELT[turned]
        frame = f'width="{WIDTH}" height="{_n(self.y)}" rx="12"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {_n(self.y)}" width="{WIDTH}" '
            f'height="{_n(self.y)}" font-family="{FONT}" font-size="14" fill="{INK}">'
            f"<title>{html.escape(title)}</title><style>{STYLE}</style><defs>"
            f'<radialGradient id="felt" cy=".38" r=".8"><stop offset=".45" stop-color="{middle}"/>'
            f'<stop offset="1" stop-color="{rim}"/></radialGradient>'
            f'<clipPath id="frame"><rect {frame}/></clipPath>{"".join(self.defs.values())}</defs>'
            f'<g clip-path="url(#frame)"><rect {frame} fill="{WHITE}"/>'
            f'<path d="M0 {_n(felt)}h{WIDTH}V{_n(foot)}H0z" fill="url(#felt)" stroke="{line}"/></g>'
            f"{''.join(self.parts)}"
            f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{_n(self.y - 1)}" rx="11.5" fill="none" '
            f'stroke="{LINE}"/></svg>'
        )

    # text and boxes

    def text(
        self, x: float, y: float, text: str, kind: str = "", room: float = WIDTH, fill: str = ""
    ) -> None:
        shown = self.tint(_fit(clean(text), room, kind))
        more = (f' class="{kind}"' if kind else "") + (f' style="fill:{fill}"' if fill else "")
        if shown:
            self.parts.append(f'<text x="{_n(x)}" y="{_n(y)}"{more}>{shown}</text>')

    def tint(self, text: str) -> str:
        """The text as XML, its suit signs in their colours."""
        hues = {suit["glyph"]: self.hue(suit) for suit in self.names.suits.values()}

        def coloured(found: re.Match[str]) -> str:
            hue = hues.get(found[0])
            return f'<tspan class="{hue}">{found[0]}</tspan>' if hue else found[0]

        return re.sub(f"[{SIGNS}]", coloured, html.escape(text))

    def hue(self, suit: SuitScene | None) -> str:
        """The class of a suit's colour; "" for the colour of all text."""
        hue = suit["four" if self.four else "hue"] if suit else ""
        return hue if hue in HUES else ""

    def box(self, x: float, y: float, width: float, height: float, more: str, radius: float = 8) -> None:
        self.parts.append(_rect(x, y, width, height, more, radius))

    def badges(self, x: float, badges: list[Badge], room: float) -> None:
        """Badges in rows around `x`."""
        shown = [(badge["kind"], _fit(clean(badge["text"]), room - 16, "s b")) for badge in badges]
        widths = [_width(text, "s b") + 16 for _, text in shown]
        for row in _flow(widths, room, 4):
            for i, left in row:
                kind, text = shown[i]
                ink, border, ground = BADGES.get(kind, BADGES["plain"])
                drawn = f'fill="{ground}" stroke="{border}"{DASHED if kind == "pass" else ""}'
                self.box(x + left, self.y + 0.5, widths[i], 19, drawn, 9.5)
                self.text(x + left + widths[i] / 2, self.y + 14.5, text, "s b c", fill=ink)
            self.y += 23

    def chip(self, x: float, y: float, rule: str, colour: str) -> float:
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
            self.parts.append(f'<path d="{path}" fill="none" stroke="{colour}"{DASHED if dashed else ""}/>')
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
    ) -> None:
        """Token, name and crown, on the line whose middle is `y`."""
        shown = _fit(clean(name), room - (50 if crown else 28), kind)
        width = 28 + _width(shown, kind) + (22 if crown else 0)
        left = x - width / 2 if centred else x
        self.token(left + 11, y, seat, name, turn)
        self.text(left + 28, y + 5, shown, kind)
        if crown:
            self.crown(left + width - 16, y - 9)

    def token(self, x: float, y: float, seat: int, name: str, turn: bool = False) -> None:
        ground, ink = TOKENS[seat % 6]
        if turn:
            self.parts.append(
                f'<circle cx="{_n(x)}" cy="{_n(y)}" r="13" fill="none" stroke="{PINE}" stroke-width="2"/>'
            )
        self.parts.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="11" fill="{ground}"/>')
        self.text(x, y + 4.3, clean(name)[:1].upper()[:1] or "?", "s b c", fill=ink)

    def crown(self, x: float, y: float) -> None:
        self.defs["crown"] = (
            f'<path id="crown" d="{CROWN}" transform="scale(.68)" fill="#f3bd3f" stroke="{GOLD}" '
            'stroke-width="1.6" stroke-linejoin="round"/>'
        )
        self.parts.append(f'<use href="#crown" x="{_n(x)}" y="{_n(y)}"/>')

    # cards

    def card(
        self,
        x: float,
        y: float,
        card: str,
        width: int = CARD,
        dim: bool = False,
        turn: str = "",
        over: str = "",
    ) -> None:
        """A card, its left top corner at `x`, `y`. `over` is drawn on it."""
        rank, suit = self.names.split(card)
        rank = clean(rank)
        index, size = _index(width)
        narrow = f' textLength="{_n(index - 3)}" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
        if rank in self.courts and width == CARD:
            frame = _rect(17.5, 42.5, 33, 33, f'fill="none" stroke="{MUTED}" opacity=".5"', 5)
            self.defs["court"] = f'<g id="court">{frame}</g>'
            over = f'<use href="#court"/>{over}'
        face = self.face(card[-1:] if suit else "", width, dim)
        hue = f' class="{self.hue(suit)}"' if self.hue(suit) else ""
        self.parts.append(
            f'<g{hue} transform="translate({_n(x)} {_n(y)}){turn}">'
            f'<use href="#{face}"/><text class="{"r" if width == CARD else "q"}" '
            f'x="{_n(index / 2 + 0.5)}" y="{_n(size + 1)}"{narrow}>{html.escape(rank)}</text>{over}</g>'
        )

    def face(self, letter: str, width: int, dim: bool) -> str:
        """The id of a face without its rank: the ground and the suit, small and large."""
        path = self.names.suits[letter]["path"] if letter else ""
        shape = letter if letter.isalpha() else f"s{ord(letter)}" if letter else "s"
        name = f"{shape}{width}{'d' if dim else ''}"
        if name in self.defs:
            return name
        drawn = f'<use href="#{self.ground(width, dim)}"/>'
        if path:
            self.defs[shape] = f'<path id="{shape}" d="{html.escape(path)}" fill-rule="evenodd"/>'
            index, size = _index(width)
            pip, big = max(11, width * 0.25), width * 0.5
            faint = ' opacity=".22"' if dim else ""
            for x, y, wide, more in (
                ((index - pip) / 2, size * 1.06 + 4, pip, ""),
                (width * 0.4, _HEIGHT[width] - width * 0.6, big, faint),
            ):
                place = f"translate({_n(x)} {_n(y)})scale({_n(wide / 24, 2)})"
                drawn += f'<use href="#{shape}" transform="{place}"{more}/>'
        self.defs[name] = f'<g id="{name}">{drawn}</g>'
        return name

    def ground(self, width: int, dim: bool = False) -> str:
        """The id of an empty card: white with a shadow, or hatched where it cannot be played."""
        name = f"{'dim' if dim else 'card'}{width}"
        size = f'width="{width}" height="{_HEIGHT[width]}" rx="{width * 0.13:.0f}"'
        edge = 'stroke="#c3c8bd"'
        if dim:
            self.defs["hatch"] = (
                f'<pattern id="hatch" width="6" height="6" {TILTED}><path d="M0 0h6v6H0z" fill="#e9ebe4"/>'
                '<path d="M0 0h2v6H0z" fill="#d9dcd5"/></pattern>'
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
            f'<pattern id="lattice" width="4" height="4" {TILTED}><path d="M0 0h4v4H0z" fill="#235c6b"/>'
            '<path d="M0 0h4M0 0v4" stroke="#6b93a0"/></pattern>'
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
            '<rect id="held" x="-12" y="-60" width="24" height="34" rx="3" fill="#2a6878" stroke="#fffefa" '
            'stroke-width="1.5"/>'
        )
        angle = min(8.0, 62 / shown) if shown else 0
        name = f"fan{shown}"
        turns = [_n((i - (shown - 1) / 2) * angle) for i in range(shown)]
        backs = [f'<use href="#held" transform="rotate({turn})"/>' for turn in turns]
        self.defs[name] = f'<g id="{name}">{"".join(backs)}</g>'
        faint = ' opacity=".5"' if dim else ""
        self.parts.append(f'<use href="#{name}" x="{_n(x)}" y="{_n(y + 60)}"{faint}/>')
        self.number(x, y + 37, count)

    def arrow(self, x: float, y: float, right: bool = True) -> None:
        self.defs["arrow"] = (
            f'<path id="arrow" d="M-11 0H10M6-4.5 10.5 0 6 4.5" fill="none" stroke="{MUTED}" '
            'stroke-width="1.7"/>'
        )
        turn = "" if right else "scale(-1 1)"
        self.parts.append(f'<use href="#arrow" transform="translate({_n(x)} {_n(y)}){turn}"/>')

    def mark(self, x: float, y: float, word: str, room: float) -> None:
        """A word over a card."""
        shown = _fit(clean(word), room, "s b")
        width = _width(shown, "s b") + 8
        self.box(x - width / 2, y, width, 17, f'fill="{GOLD_WASH}"', 4)
        self.text(x, y + 13, shown, "s b c", fill=GOLD)

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
        for zone in [list(zones)] if kind == "pile" else zones:  # piles stand side by side
            draw = PARTS.get(kind)
            if draw:
                draw(sheet, zone)
                sheet.y += 18
    _draw_hand(sheet, scene)


def _draw_seats(sheet: _Sheet, seats: list[SeatScene]) -> None:
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


def _draw_seat(sheet: _Sheet, seat: SeatScene, x: float, room: float) -> None:
    cards = seat.get("cards", [])
    if cards:
        step, width = _run(len(cards), MINI, MINI - 6, room)
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


def _draw_hand(sheet: _Sheet, scene: Scene) -> None:
    hand, tried = scene["hand"], scene["tried"]
    hinted = scene["hint"]["cards"] if scene["hint"] else []
    words = [held.get("mark") or ("hint" if held["card"] in hinted else "") for held in hand]
    tags = [held.get("tag", "") + (", no" if held.get("low") else "") for held in hand]
    step, width = _run(len(hand), CARD, CARD + 10 if len(hand) < 7 else CARD * 0.84, WIDTH - 2 * EDGE - 16)
    left = (WIDTH - width) / 2
    middle = (len(hand) - 1) / 2
    if scene.get("hand_label"):
        sheet.text(WIDTH / 2, sheet.y + 4, scene["hand_label"], "s m c")
        sheet.y += 14
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
        turn = f"rotate({_n(0.55 * off)} {CARD // 2} 94)" if off else ""
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
    ring = _rect(-0.5, -0.5, CARD + 1, 79, f'fill="none" stroke="{colour}" stroke-width="2.5"', 7.5)
    return f'{ring}<circle cx="10" cy="68" r="4" fill="{colour}"/>'


def _draw_you(sheet: _Sheet, you: You) -> None:
    """Who sits in front, on one line: name, role, badges."""
    name = 28 + min(_width(clean(you["name"]), "b"), 200) + (22 if you["crown"] else 0) + 8
    role = min(_width(clean(you["role"]), "s m"), 190) + 8
    badges = min(sum(_width(clean(badge["text"]), "s b") + 20 for badge in you["badges"]), 200)
    left = (WIDTH - name - role - badges) / 2
    top = sheet.y
    sheet.who(left, top + 11, you["seat"], you["name"], name - 8, you["crown"], you["turn"])
    sheet.text(left + name, top + 15.5, you["role"], "s m", role)
    sheet.badges(left + name + role + badges / 2, you["badges"], badges)
    for i, heap in enumerate(you.get("piles", [])):
        _draw_heap(sheet, heap, 44 + 48 * i, top - 46)
    sheet.y = max(top + 23, sheet.y) + 15


# ── under the felt one place speaks: a refusal or the prompt; then a hint, and who is thinking ──


def _draw_foot(sheet: _Sheet, scene: Scene) -> None:
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
        dots = "".join(f'<circle cx="{x}" cy="{_n(sheet.y + 9)}" r="3"/>' for x in (19, 29, 39))
        sheet.parts.append(f'<g fill="{PINE}">{dots}</g>')
        _draw_lines(sheet, 50, scene["busy"], "l m")
    sheet.y += 12


def _draw_lines(sheet: _Sheet, x: float, sentence: str, kind: str) -> None:
    for line in _wrap(clean(sheet.names.sentence(sentence)), WIDTH - 32 - x, kind):
        sheet.text(x, sheet.y + 14, line, kind)
        sheet.y += _size(kind) + 6


def _draw_reason(sheet: _Sheet, reason: Reason, colour: str = CLAY, wash: str = CLAY_WASH) -> None:
    below, top = len(sheet.parts), sheet.y
    left = 32 + sheet.chip(32, top + 9, reason["rule"], colour)
    sheet.y += 9
    _draw_lines(sheet, left, reason["wrong"], "")
    _draw_lines(sheet, left, reason["right"], "l m")
    sheet.y += 7
    box = _rect(16, top, WIDTH - 32, sheet.y - top, f'fill="{wash}" stroke="{colour}"')
    edge = f'<path d="M18 {_n(top + 4)}V{_n(sheet.y - 4)}" stroke="{colour}" stroke-width="4"/>'
    sheet.parts.insert(below, box + edge)
    sheet.y += 10


# ── what lies on the table, by its kind ──

STATES = {"": "l m c", "now": "l b w c", "up": "l b c"}  # the text of an item of a strip, by its state


def _draw_plays(sheet: _Sheet, zone: Plays) -> None:
    """A trick. One of many plays has no room for arrows and for every name."""
    plays, wide = zone["plays"], len(zone["plays"]) < 5
    if not plays:
        sheet.text(WIDTH / 2, sheet.y + 40, sheet.names.sentence(zone["empty"]), "m c", WIDTH - 2 * EDGE)
        sheet.y += 60
    cards = [CARD if play["top"] else MINI for play in plays]
    runs = [_run(len(play["cards"]), card, card * 0.62) for play, card in zip(plays, cards, strict=True)]
    named = [wide or play["top"] for play in plays]
    names = [28 + min(_width(clean(play["name"]), "l b"), 100) for play in plays]
    widths = [max(runs[i][1], names[i] if named[i] else 22) for i in range(len(plays))]
    for row in _flow(widths, WIDTH - 2 * EDGE, 46 if wide else 12):
        ground = sheet.y + max(_HEIGHT[cards[i]] for i, _ in row)
        for i, left in row:
            play, (step, run) = plays[i], runs[i]
            x = WIDTH / 2 + left + widths[i] / 2
            sheet.run(x - run / 2, ground - _HEIGHT[cards[i]], play["cards"], cards[i], step)
            if named[i]:
                kind = "l b" if play["top"] else "l m"
                sheet.who(x, ground + 18, play["seat"], play["name"], names[i], kind=kind, centred=True)
            else:
                sheet.token(x, ground + 18, play["seat"], play["name"])
            if wide and i != row[0][0]:
                sheet.arrow(WIDTH / 2 + left - 23, ground - 24)
        sheet.y = ground + 32


def _draw_strip(sheet: _Sheet, zone: Strip) -> None:
    items = zone["items"]
    cell = min(36.0, (WIDTH - 2 * EDGE) / max(1, len(items)))
    width, top = cell * len(items), sheet.y
    lefts = [(WIDTH - width) / 2 + cell * i for i in range(len(items) + 1)]
    strong, line, wash = (PLUM, PLUM, PLUM_WASH) if zone["turned"] else (PINE, sheet.line, "#f4f8f6")
    sheet.box(lefts[0] - 4, top, width + 8, 32, f'fill="{wash}" stroke="{line}"')
    up = ""
    for x, item in zip(lefts, items, strict=False):
        if item.get("state") == "now":
            sheet.box(x + 1, top + 3, cell - 2, 26, "", 5)
        elif item.get("state") == "up":
            up += f"M{_n(x + 1)} {_n(top + 28)}h{_n(cell - 2)}"
        sheet.text(
            x + cell / 2, top + 20.5, item["text"], STATES.get(item.get("state", ""), STATES[""]), cell
        )
    sheet.parts.append(f'<path d="{up}" stroke="{strong}" stroke-width="2"/>')
    first, *rest = [sheet.names.sentence(end) for end in zone["ends"]] or [""]
    sheet.y += 50 if first or rest else 32
    sheet.text(lefts[0] + 4, sheet.y, first, "s m", 140)
    sheet.text(lefts[-1] - 4, sheet.y, rest[-1] if rest else "", "s m e", 140)
    kind, ink = ("s b c", PLUM) if zone["turned"] else ("s m c", "")
    sheet.text(WIDTH / 2, sheet.y, " ".join(rest[:-1]), kind, max(width - 150, 200), ink)


def _draw_lanes(sheet: _Sheet, zone: Lanes) -> None:
    for lane in zone["lanes"]:
        _draw_lane(sheet, lane)
        sheet.y += 8
    sheet.y -= 8


def _draw_lane(sheet: _Sheet, lane: Lane) -> None:
    """Two people and what goes between them: to the right, then to the left."""
    left, width = 80, 560
    notes = _wrap(clean(sheet.names.sentence(lane["note"])), 240, "s m")
    loads = [(away, load) for away, load in ((True, lane["to_right"]), (False, lane["to_left"])) if load]
    height = 20 + (48 if loads else 20) + 16 * len(notes)
    sheet.box(left, sheet.y, width, height, f'fill="{WHITE}" fill-opacity=".7" stroke="{sheet.line}"', 10)
    for end, corner in ((lane["left"], left + 14), (lane["right"], left + width - 150)):
        y = sheet.y + height / 2 - (8 if end["role"] else 0)
        sheet.who(corner, y, end["seat"], end["name"], 140, end["crown"], kind="m" if lane["hush"] else "b")
        sheet.text(corner + 28, y + 21, end["role"], "s m", 110)
    counts = [load if isinstance(load, int) else len(load) for _, load in loads]
    runs = [_run(count, MINI, MINI + 4, 260 / len(loads) - 48) for count in counts]
    spots = [spot for row in _flow([run + 34 for _, run in runs], WIDTH, 24) for _, spot in row]
    for (away, load), count, (step, run), spot in zip(loads, counts, runs, spots, strict=True):
        x, y = WIDTH / 2 + spot, sheet.y + 10
        sheet.arrow(x + run + 23 if away else x + 11, y + 24, away)
        for i in range(count):
            place = x + i * step + (0 if away else 34)
            if isinstance(load, int):
                sheet.back(place, y)
            else:
                sheet.card(place, y, load[i], MINI)
    for i, note in enumerate(reversed(notes)):
        sheet.text(WIDTH / 2, sheet.y + height - 10 - 16 * i, note, "s m c")
    sheet.y += height


def _draw_result(sheet: _Sheet, zone: ResultScene) -> None:
    say, room = sheet.names.sentence, WIDTH - 2 * EDGE
    sheet.text(WIDTH / 2, sheet.y + 28, say(zone["title"]), "t b c", room)
    sheet.y += 42
    for line in _wrap(clean(say(zone["text"])), room, "m c"):
        sheet.text(WIDTH / 2, sheet.y + 14, line, "m c")
        sheet.y += 20
    sheet.y += 12
    _draw_table(sheet, zone)


def _draw_table(sheet: _Sheet, zone: ResultScene) -> None:
    columns, rows = zone["columns"], []
    for row in zone["rows"]:
        place, *rest = cells_without_name(row["cells"], columns)
        cells = [place, row["name"], *rest, *[""] * len(columns)][: len(columns)]
        rows.append([clean(sheet.names.sentence(cell)) for cell in cells])
    table = [[clean(column.lstrip("#?")) for column in columns], *rows]
    extra = [46, 52] + [24] * len(columns)  # beside a place there may be a crown, beside a name is a token
    widths = _share(
        [max(min(_width(row[i], "b"), 260) for row in table) + extra[i] for i in range(len(columns))], 620
    )
    top, left = sheet.y, (WIDTH - sum(widths)) / 2
    sheet.box(left, top, sum(widths), 32 + 40 * len(rows), f'fill="{WHITE}" stroke="{sheet.line}"', 10)
    for r, cells in enumerate(table):
        y = top + (21 if r == 0 else 17 + 40 * r)
        person = zone["rows"][r - 1] if r else None
        if person:
            if person["you"]:
                corner = 9 if r == len(rows) else 0
                sheet.box(left + 1, y - 25, sum(widths) - 2, 39.5, f'fill="{PINE_WASH}"', corner)
            sheet.parts.append(f'<path d="M{_n(left)} {_n(y - 25)}h{_n(sum(widths))}" stroke="{LINE}"/>')
        for i, cell in enumerate(cells):
            x, room = left + sum(widths[:i]) + 12, widths[i] - 20
            if person and i == 1:
                sheet.who(x, y - 5, person["seat"], person["name"], room + 4)
                continue
            kind = "b g" if cell[:1] == "+" else "b" if i in {0, len(cells) - 1} else ""
            kind = kind if person else "s b m"
            if columns[i].startswith("#"):
                sheet.text(x + widths[i] - 24, y, cell, f"{kind} e".strip(), room)
            else:
                sheet.text(x, y, cell, kind, room)
            if person and i == 0 and cell == rows[0][0]:
                sheet.crown(x + _width(cell, "b") + 4, y - 14)
    sheet.y = top + 32 + 40 * len(rows)


def _share(natural: list[float], room: float) -> list[float]:
    """Widths that fill the room: each a little wider, or the widest cut until all fit."""
    widths = list(natural)
    while sum(widths) > room and max(widths) > 40:
        widths[widths.index(max(widths))] -= 2
    spare = max(0.0, room - sum(widths))
    return [width + spare / len(widths) for width in widths]


def _draw_piles(sheet: _Sheet, zones: list[PileScene]) -> None:
    """Piles stand side by side."""
    runs = [_run(max(1, len(zone["cards"])), CARD, CARD * 0.62) for zone in zones]
    labels = [_pile_label(zone) for zone in zones]
    widths = [max(runs[i][1], min(_width(clean(labels[i]), "s m"), 160)) for i in range(len(zones))]
    for row in _flow(widths, WIDTH - 2 * EDGE, 28):
        for i, left in row:
            zone, (step, run), x = zones[i], runs[i], WIDTH / 2 + left + widths[i] / 2
            sheet.run(x - run / 2, sheet.y, zone["cards"], CARD, step)
            if not zone["cards"]:
                for under in reversed(range(min(3, zone["count"]))):
                    sheet.back(x - CARD / 2 + 2 * under, sheet.y - under, CARD)
                sheet.number(x, sheet.y + 39, zone["count"])
            sheet.text(x, sheet.y + 96, labels[i], "s m c", widths[i] + 20)
        sheet.y += 102


def _pile_label(zone: PileScene) -> str:
    """The count is told where neither a number nor the cards show it."""
    hidden = zone["cards"] and zone["count"] != len(zone["cards"])
    return f"{zone['label']}, {number_of_cards(zone['count'])}" if hidden else zone["label"]


def _draw_sums(sheet: _Sheet, zone: Sums) -> None:
    """Columns side by side, in rows of at most six."""
    for start in range(0, len(zone["parts"]), 6):
        row = zone["parts"][start : start + 6]
        width = (WIDTH - 2 * EDGE - 8 * (len(row) - 1)) / len(row)
        bottom = max(_sum_height(part, zone["small"]) for part in row)
        for i, part in enumerate(row):
            _draw_sum(sheet, part, EDGE + i * (width + 8), width, bottom, zone["small"])
        sheet.y += bottom + 8
    sheet.y -= 8


def _sum_height(part: Sum, small: bool) -> float:
    height = 34 + (_HEIGHT[MINI if small else CARD] + 14) + (26 if small else 32)
    height += 27 if "badge" in part else 0
    return height + (16 if part["sum"] else 0) + (14 if "level" in part else 0)


def _draw_sum(sheet: _Sheet, part: Sum, x: float, width: float, height: float, small: bool) -> None:
    """One player's cards, what each counts, and the sum."""
    frame = {
        "lead": f'stroke="{GOLD}" stroke-width="2"',
        "now": f'stroke="{PINE}" stroke-width="2"',
        "won": f'stroke="{PINE}"',
        "lost": f'stroke="{CLAY}"{DASHED}',
    }.get(part["state"], f'stroke="{sheet.line}"')
    sheet.box(x, sheet.y, width, height, f'fill="{WHITE}" fill-opacity=".66" {frame}', 12)
    middle, y = x + width / 2, sheet.y + 18
    sheet.who(middle, y, part["seat"], part["name"], width - 12, centred=True)
    card = MINI if small else CARD
    count = len(part["cards"]) + part["gaps"]
    step, run = _run(count, card, card + 6, width - 16)
    left, y = middle - run / 2, sheet.y + 42
    for i, counted in enumerate(part["cards"]):
        sheet.card(left + i * step, y, counted["card"], card)
    for i in range(len(part["cards"]), count):
        sheet.box(left + i * step, y, card, _HEIGHT[card], f'fill="none" stroke="{MUTED}"{DASHED}', 7)
    for i, counted in enumerate(part["cards"]):
        if "tag" in counted:
            _draw_tally(sheet, left + i * step + card - 6, y, counted)
    y += _HEIGHT[card] + (20 if small else 25)
    sheet.text(middle, y, part["total"], "p b c" if small else "t b c", width - 12)
    if part["sum"]:
        y += 16
        sheet.text(middle, y, part["sum"], "s m c", width - 12)
    if "level" in part:
        y += 10
        room = width - 24
        full = "#c98a06" if part["state"] == "lead" else MUTED
        sheet.box(x + 12, y, room, 5, f'fill="{LINE}"', 2.5)
        sheet.box(x + 12, y, room * min(100, part["level"]) / 100, 5, f'fill="{full}"', 2.5)
    if "badge" in part:
        kept, sheet.y = sheet.y, y + 8
        sheet.badges(middle, [part["badge"]], width - 12)
        sheet.y = kept


def _draw_tally(sheet: _Sheet, x: float, y: float, counted: Counted) -> None:
    """What a card counts, at its upper right corner."""
    tag = clean(counted["tag"])
    width = max(22, _width(tag, "s b") + 10)
    cut = counted.get("cut", False)
    drawn = f'fill="{WHITE}" stroke="{GOLD if cut else MUTED}"{DASHED if cut else ""}'
    sheet.box(x + 12 - width / 2 - 4, y - 9, width, 19, drawn, 9.5)
    sheet.text(x + 8, y + 4.7, tag, "s b c", fill=GOLD if cut else "")


def _draw_duel(sheet: _Sheet, zone: Duel) -> None:
    """One card, and beside it those that answer it."""
    several = len(zone["parts"]) > 1
    top, height = sheet.y, 132.0
    if not several:
        part = zone["parts"][0]
        _draw_fighter(sheet, part, WIDTH / 2 - 200, top)
        _draw_verdict(sheet, part, WIDTH / 2, top + 4)
        _draw_fighter(sheet, zone["asked"], WIDTH / 2 + 200, top)
        sheet.y = top + height
        return
    _draw_fighter(sheet, zone["asked"], 110, top + (len(zone["parts"]) - 1) * 62)
    for i, part in enumerate(zone["parts"]):
        y = top + i * 124
        sheet.box(190, y, 480, 116, f'fill="{WHITE}" fill-opacity=".66" stroke="{sheet.line}"', 10)
        _draw_fighter(sheet, part, 245, y + 8, MINI)
        _draw_verdict(sheet, part, 460, y + 4)
    sheet.y = top + 124 * len(zone["parts"]) - 8


def _draw_fighter(sheet: _Sheet, one: Fighter | Answer, x: float, y: float, width: int = CARD) -> None:
    height = _HEIGHT[width]
    if one["card"]:
        sheet.card(x - width / 2, y, one["card"], width)
    else:
        sheet.box(x - width / 2, y, width, height, f'fill="none" stroke="{MUTED}"{DASHED}', 7)
    sheet.who(x, y + height + 17, one["seat"], one["name"], 110, centred=True)
    sheet.text(x, y + height + 42, one["role"], "s m c", 110)


def _draw_verdict(sheet: _Sheet, part: Answer, x: float, y: float) -> None:
    """The comparison, large; what became of it above, and why below."""
    sheet.y = y
    if "badge" in part:
        sheet.badges(x, [part["badge"]], 260)
    if part["sum"]:
        sheet.text(x, sheet.y + 22, part["sum"], "t b c", 260)
        sheet.y += 32
    for line in _wrap(clean(sheet.names.sentence(part["text"])), 270, "l m"):
        sheet.text(x, sheet.y + 12, line, "l m c")
        sheet.y += 17
    widths = [len(rule) * 7.4 + 18 for rule in part["rules"]]
    for row in _flow(widths, 260, 4):
        for i, left in row:
            sheet.chip(x + left, sheet.y + 4, part["rules"][i], BLUE)
    sheet.y += 26


def _draw_notice(sheet: _Sheet, zone: Notice) -> None:
    text = clean(sheet.names.sentence(zone["text"]))
    room = WIDTH - 2 * EDGE - 90
    width = min(_width(text), room)
    suit = 24 if zone["suit"] in sheet.names.suits else 0
    chip = len(zone["rule"]) * 7.4 + 20 if zone["rule"] else 0
    left = (WIDTH - width - suit - chip) / 2
    drawn = f'fill="{WHITE}" fill-opacity=".75" stroke="{sheet.line}"'
    sheet.box(left - 14, sheet.y, width + suit + chip + 22, 32, drawn, 16)
    if suit:
        about = sheet.names.suits[zone["suit"]]
        hue = f' class="{sheet.hue(about)}"' if sheet.hue(about) else ""
        place = f"translate({_n(left)} {_n(sheet.y + 8)})scale(.68)"
        path = f'<path d="{html.escape(about["path"])}" fill-rule="evenodd" transform="{place}"/>'
        sheet.parts.append(f"<g{hue}>{path}</g>")
    sheet.text(left + suit, sheet.y + 21, text, "", room)
    sheet.chip(left + suit + width + 10, sheet.y + 6.5, zone["rule"], BLUE)
    sheet.y += 32


def _draw_columns(sheet: _Sheet, zone: Columns) -> None:
    """Cards in a row, under each the comparison and what is laid on it."""
    sheet.text(WIDTH / 2, sheet.y + 12, zone["label"], "s m c", WIDTH - 2 * EDGE)
    sheet.y += 30
    for row in _flow([86.0] * len(zone["parts"]), WIDTH - 2 * EDGE, 8):
        for i, left in row:
            _draw_column(sheet, zone["parts"][i], WIDTH / 2 + left)
        sheet.y += 256
    sheet.y -= 10


def _draw_column(sheet: _Sheet, part: Column, x: float) -> None:
    middle, top = x + 43, sheet.y
    if "badge" in part:
        clay = part["badge"]["kind"] == "clay"
        frame = f'stroke="{CLAY if clay else sheet.line}"{DASHED if clay else ""}'
        sheet.box(x, top - 10, 86, 246, f'fill="{WHITE}" fill-opacity=".6" {frame}', 12)
    spots: list[tuple[Counted | None, float]] = [(part["top"], top), (part.get("bottom"), top + 148)]
    for counted, y in spots:
        if counted is None and "badge" not in part:
            continue
        if counted is None:
            box = f'fill="none" stroke="{MUTED}"{DASHED}'
            sheet.box(middle - CARD / 2, y, CARD, _HEIGHT[CARD], box, 7)
            continue
        sheet.card(middle - CARD / 2, y, counted["card"])
        if "tag" in counted:
            _draw_tally(sheet, middle + CARD / 2 - 6, y, counted)
    sheet.text(middle, top + 94, part["note"], "s m c", 84)
    sheet.text(middle, top + 113, part["sum"], "b c", 84)
    if "badge" in part:
        sheet.y = top + 120
        sheet.badges(middle, [part["badge"]], 84)
    sheet.y = top


def _draw_circle(sheet: _Sheet, zone: Circle) -> None:
    """The suits in their order, the first once more at the end."""
    suits = [sheet.names.suits[letter] for letter in [*zone["suits"], *zone["suits"][:1]]]
    left, y = (WIDTH - 44 * len(suits) - 60) / 2, sheet.y
    for i, suit in enumerate(suits):
        x = left + 44 * i
        hue = f' class="{sheet.hue(suit)}"' if sheet.hue(suit) else ""
        place = f"translate({_n(x)} {_n(y)})scale(.8)"
        path = f'<path d="{html.escape(suit["path"])}" fill-rule="evenodd" transform="{place}"/>'
        sheet.parts.append(f"<g{hue}>{path}</g>")
        if i + 1 < len(suits):
            sheet.text(x + 31, y + 15, "›", "t m c")
    sheet.chip(left + 44 * len(suits), y, zone["rule"], BLUE)
    sheet.y += 22


def _draw_heap(sheet: _Sheet, heap: Heap, x: float, y: float) -> None:
    """Cards face down, with their number."""
    if heap["count"]:
        sheet.back(x - MINI / 2, y)
    else:
        sheet.box(x - MINI / 2, y, MINI, _HEIGHT[MINI], f'fill="none" stroke="{MUTED}"{DASHED}', 5)
    sheet.number(x, y + 24, heap["count"])
    sheet.text(x, y + 62, heap["label"], "s m c", 90)


def _draw_track(sheet: _Sheet, track: Track) -> None:
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


PARTS: dict[str, Callable[[_Sheet, Any], None]] = {
    "plays": _draw_plays,
    "strip": _draw_strip,
    "lanes": _draw_lanes,
    "result": _draw_result,
    "pile": _draw_piles,
    "sums": _draw_sums,
    "duel": _draw_duel,
    "notice": _draw_notice,
    "columns": _draw_columns,
    "circle": _draw_circle,
}
