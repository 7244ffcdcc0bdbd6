"""A sheet on which still pictures are drawn: its measures, colours, letters, people and cards."""

from __future__ import annotations

import html
import re
import unicodedata
from itertools import accumulate

from handkit.table.names import Names, clean
from handkit.table.parts import Badge, Counted, Setup, SuitScene

SIGNS = "♣♦♥♠"  # signs of suits that are coloured in a sentence

# ── measures and colours ──

WIDTH = 720
EDGE = 24  # from the felt's edge to what lies on it
CARD, MINI = 54, 34  # widths
HEIGHT = {CARD: 78, MINI: 48}

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


def text_size(kind: str) -> int:
    return next((SIZES[part] for part in kind.split() if part in SIZES), 14)


def text_width(text: str, kind: str = "") -> float:
    return sum(map(_em, text)) * text_size(kind) * (1.06 if "b" in kind.split() else 1)


def fit(text: str, room: float, kind: str = "") -> str:
    """The text, cut with an ellipsis where it is wider than the room."""
    if len(text) < 500 and text_width(text, kind) <= room:
        return text
    reach = accumulate(text_width(char, kind) for char in text[:500])
    kept = sum(right <= room - text_width("…", kind) for right in reach)
    return text[:kept].rstrip() + "…"


def wrap(text: str, room: float, kind: str = "", most: int = 3) -> list[str]:
    """The text in lines, at most so many."""
    lines = [""]
    for word in text[:1000].split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, kind) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [fit(line, room, kind) for line in [*lines[: most - 1], " ".join(lines[most - 1 :])] if line]


def flow(widths: list[float], room: float, gap: float) -> list[list[tuple[int, float]]]:
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


def spread(count: int, card: int, step: float, room: float = WIDTH - 2 * EDGE) -> tuple[float, float]:
    """Cards in a row, closer together where there are too many: from one to the next, and over all."""
    if count < 2:
        return step, card * count
    step = min(step, (room - card) / (count - 1))
    return step, card + (count - 1) * step


def _index(width: int) -> tuple[float, float]:
    """The corner of a card of this width: how wide it is, and the size of the rank."""
    return max(18, width * 0.43), max(17, width * 0.4)


def num(number: float, digits: int = 1) -> str:
    """A number, as short as it can be written."""
    return f"{round(number, digits) + 0:g}"


def rect(x: float, y: float, width: float, height: float, more: str, radius: float = 8) -> str:
    size = f'width="{num(width)}" height="{num(height)}" rx="{num(radius)}"'
    return f'<rect x="{num(x)}" y="{num(y)}" {size} {more}/>'


class Sheet:
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
        frame = f'width="{WIDTH}" height="{num(self.y)}" rx="12"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {num(self.y)}" width="{WIDTH}" '
            f'height="{num(self.y)}" font-family="{FONT}" font-size="14" fill="{INK}">'
            f"<title>{html.escape(title)}</title><style>{STYLE}</style><defs>"
            f'<radialGradient id="felt" cy=".38" r=".8"><stop offset=".45" stop-color="{middle}"/>'
            f'<stop offset="1" stop-color="{rim}"/></radialGradient>'
            f'<clipPath id="frame"><rect {frame}/></clipPath>{"".join(self.defs.values())}</defs>'
            f'<g clip-path="url(#frame)"><rect {frame} fill="{WHITE}"/>'
            f'<path d="M0 {num(felt)}h{WIDTH}V{num(foot)}H0z" fill="url(#felt)" stroke="{line}"/></g>'
            f"{''.join(self.parts)}"
            f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{num(self.y - 1)}" rx="11.5" fill="none" '
            f'stroke="{LINE}"/></svg>'
        )

    # text and boxes

    def text(
        self, x: float, y: float, text: str, kind: str = "", room: float = WIDTH, fill: str = ""
    ) -> None:
        shown = self.tint(fit(clean(text), room, kind))
        more = (f' class="{kind}"' if kind else "") + (f' style="fill:{fill}"' if fill else "")
        if shown:
            self.parts.append(f'<text x="{num(x)}" y="{num(y)}"{more}>{shown}</text>')

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
        self.parts.append(rect(x, y, width, height, more, radius))

    def badges(self, x: float, badges: list[Badge], room: float) -> None:
        """Badges in rows around `x`."""
        shown = [(badge["kind"], fit(clean(badge["text"]), room - 16, "s b")) for badge in badges]
        widths = [text_width(text, "s b") + 16 for _, text in shown]
        for row in flow(widths, room, 4):
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
            path = f"M{num(x + half)} {num(y)}h{num(way * half)}v19h{num(-way * half)}"
            self.parts.append(f'<path d="{path}" fill="none" stroke="{colour}"{DASHED if dashed else ""}/>')
        self.parts.append(
            f'<text x="{num(x + half)}" y="{num(y + 13.5)}" class="s b c" font-family="ui-monospace,Menlo,'
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
        shown = fit(clean(name), room - (50 if crown else 28), kind)
        width = 28 + text_width(shown, kind) + (22 if crown else 0)
        left = x - width / 2 if centred else x
        self.token(left + 11, y, seat, name, turn)
        self.text(left + 28, y + 5, shown, kind)
        if crown:
            self.crown(left + width - 16, y - 9)

    def token(self, x: float, y: float, seat: int, name: str, turn: bool = False) -> None:
        ground, ink = TOKENS[seat % 6]
        if turn:
            self.parts.append(
                f'<circle cx="{num(x)}" cy="{num(y)}" r="13" fill="none" stroke="{PINE}" stroke-width="2"/>'
            )
        self.parts.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="11" fill="{ground}"/>')
        self.text(x, y + 4.3, clean(name)[:1].upper()[:1] or "?", "s b c", fill=ink)

    def crown(self, x: float, y: float) -> None:
        self.defs["crown"] = (
            f'<path id="crown" d="{CROWN}" transform="scale(.68)" fill="#f3bd3f" stroke="{GOLD}" '
            'stroke-width="1.6" stroke-linejoin="round"/>'
        )
        self.parts.append(f'<use href="#crown" x="{num(x)}" y="{num(y)}"/>')

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
        narrow = f' textLength="{num(index - 3)}" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
        if rank in self.courts and width == CARD:
            frame = rect(17.5, 42.5, 33, 33, f'fill="none" stroke="{MUTED}" opacity=".5"', 5)
            self.defs["court"] = f'<g id="court">{frame}</g>'
            over = f'<use href="#court"/>{over}'
        face = self.face(card[-1:] if suit else "", width, dim)
        hue = f' class="{self.hue(suit)}"' if self.hue(suit) else ""
        self.parts.append(
            f'<g{hue} transform="translate({num(x)} {num(y)}){turn}">'
            f'<use href="#{face}"/><text class="{"r" if width == CARD else "q"}" '
            f'x="{num(index / 2 + 0.5)}" y="{num(size + 1)}"{narrow}>{html.escape(rank)}</text>{over}</g>'
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
                (width * 0.4, HEIGHT[width] - width * 0.6, big, faint),
            ):
                place = f"translate({num(x)} {num(y)})scale({num(wide / 24, 2)})"
                drawn += f'<use href="#{shape}" transform="{place}"{more}/>'
        self.defs[name] = f'<g id="{name}">{drawn}</g>'
        return name

    def ground(self, width: int, dim: bool = False) -> str:
        """The id of an empty card: white with a shadow, or hatched where it cannot be played."""
        name = f"{'dim' if dim else 'card'}{width}"
        size = f'width="{width}" height="{HEIGHT[width]}" rx="{width * 0.13:.0f}"'
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
        inner = f'x="2.5" y="2.5" width="{width - 5}" height="{HEIGHT[width] - 5}" rx="{width * 0.08:.0f}"'
        self.defs[name] = (
            f'<g id="{name}"><use href="#{self.ground(width)}"/><rect {inner} fill="url(#lattice)"/></g>'
        )
        self.parts.append(f'<use href="#{name}" x="{num(x)}" y="{num(y)}"/>')

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
        turns = [num((i - (shown - 1) / 2) * angle) for i in range(shown)]
        backs = [f'<use href="#held" transform="rotate({turn})"/>' for turn in turns]
        self.defs[name] = f'<g id="{name}">{"".join(backs)}</g>'
        faint = ' opacity=".5"' if dim else ""
        self.parts.append(f'<use href="#{name}" x="{num(x)}" y="{num(y + 60)}"{faint}/>')
        self.number(x, y + 37, count)

    def arrow(self, x: float, y: float, right: bool = True) -> None:
        self.defs["arrow"] = (
            f'<path id="arrow" d="M-11 0H10M6-4.5 10.5 0 6 4.5" fill="none" stroke="{MUTED}" '
            'stroke-width="1.7"/>'
        )
        turn = "" if right else "scale(-1 1)"
        self.parts.append(f'<use href="#arrow" transform="translate({num(x)} {num(y)}){turn}"/>')

    def mark(self, x: float, y: float, word: str, room: float) -> None:
        """A word over a card."""
        shown = fit(clean(word), room, "s b")
        width = text_width(shown, "s b") + 8
        self.box(x - width / 2, y, width, 17, f'fill="{GOLD_WASH}"', 4)
        self.text(x, y + 13, shown, "s b c", fill=GOLD)

    def number(self, x: float, y: float, number: int) -> None:
        width = max(26, text_width(str(number), "l b") + 12)
        self.box(x - width / 2, y - 10, width, 20, f'fill="{WHITE}" stroke="{self.line}"', 10)
        self.text(x, y + 4.5, str(number), "l b c")

    def tally(self, x: float, y: float, counted: Counted) -> None:
        """What a card counts, at its upper right corner."""
        tag = clean(counted["tag"])
        width = max(22, text_width(tag, "s b") + 10)
        cut = counted.get("cut", False)
        drawn = f'fill="{WHITE}" stroke="{GOLD if cut else MUTED}"{DASHED if cut else ""}'
        self.box(x + 12 - width / 2 - 4, y - 9, width, 19, drawn, 9.5)
        self.text(x + 8, y + 4.7, tag, "s b c", fill=GOLD if cut else "")
