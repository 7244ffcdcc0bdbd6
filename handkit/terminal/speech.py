"""What a terminal is told, as far as it can write it, and what is typed there."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
import unicodedata
from contextlib import suppress

from handkit import games
from handkit.cards import Deck


class Wrong(Exception):
    """A wish that cannot be fulfilled, with what is allowed. The command ends with exit code 2."""


def letters() -> dict[int, str]:
    """The letter of every suit sign, for a terminal that cannot write the sign."""
    suits = [suit for game in games.loaded() for suit in game.deck.suits if len(suit.glyph) == 1]
    return {ord(suit.glyph): suit.letter for suit in suits}


PARTS = {"½": ".5", "⅓": " 1/3", "⅔": " 2/3"}  # behind a digit
PLAIN = {
    "½": "0.5", "⅓": "1/3", "⅔": "2/3", "−": "-", "–": "-", "—": "-", "·": "-", "…": "...", "×": "x",
    "→": "->", "─": "-", "✓": "ok", "✕": "x", "±": "+/-", "≤": "<=", "≥": ">=", "“": '"', "”": '"', "’": "'",
    "æ": "ae", "ø": "o",
}  # fmt: skip


def fit(text: str) -> str:
    """A text as standard output can write it: a sign that it lacks in plainer ones, ½ as .5 and ♠ as S. What
    would steer a terminal becomes a question mark."""
    text = "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)
    encoding = sys.stdout.encoding or "utf-8"

    def plainer(found: re.Match[str]) -> str:
        digit, sign = found[1], found[2]
        with suppress(UnicodeEncodeError):
            sign.encode(encoding)
            return found[0]
        plain = (PARTS.get(sign) if digit else None) or PLAIN.get(sign) or letters().get(ord(sign))
        base = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
        return digit + (plain or base or "?")

    return re.sub(r"(\d?)([^\x00-\x7f])", plainer, text)


def say(*lines: str) -> None:
    """Write lines to standard output, folded between words where a terminal is narrow."""
    for line in lines:
        print(_folded(fit(line)))


def _folded(text: str) -> str:
    """A text as a terminal of this width shows it; what is no terminal gets whole lines."""
    if not sys.stdout.isatty():
        return text
    width = shutil.get_terminal_size().columns
    return "\n".join(_fold(line, width) for line in text.split("\n"))


def _fold(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    indent = line[: len(line) - len(line.lstrip())] + "  "
    return textwrap.fill(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def ask(prompt: str) -> str:
    """One line from standard input. Where nobody sees it being typed, it is written behind the prompt."""
    line = input(fit(prompt))
    if not sys.stdin.isatty():
        say(line)
    return line


def show(deck: Deck, text: str) -> str:
    """A text with its cards in signs, where the suits have them: `give 3♦ 4♣`. Braces around cards go."""
    text = re.sub(r"[{}]", "", text)
    if any(len(suit.glyph) > 1 for suit in deck.suits):
        return text
    return deck.pattern.sub(lambda card: deck.symbol(deck.card(card[0])), text)
