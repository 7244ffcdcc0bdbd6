"""What a scene's cards and people are called, in words and in pictures of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from handkit.game import Game
from handkit.table.parts import Reason, Setup, SuitScene

# What XML does not allow, what commands a terminal, and what turns the direction of the text around it.
UNFIT = re.compile("[^\t\n\r -~\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """The text on one line, without the characters that no page or terminal should get."""
    return " ".join(UNFIT.sub("", text).split())


def stopped(line: str) -> str:
    """The line, with a full stop where it has no end."""
    return line if line.endswith((".", "?", "!", ":", "…")) else line + "."


def number_of_cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count or 'no'} cards"


def curtain(name: str) -> list[str]:
    return [f"Pass the screen to {name}.", f"The cards stay covered until {name} is here."]


class Names:
    """What the cards of a setup are called."""

    def __init__(self, setup: Setup) -> None:
        self.suits = setup["suits"]
        self.ranks = setup["ranks"]

    def split(self, card: str) -> tuple[str, SuitScene | None]:
        """The rank and the suit; a card of an unknown suit is all rank."""
        suit = self.suits.get(card[-1:])
        return (card[:-1] if suit else card), suit

    def short(self, card: str) -> str:
        """`7♠`, or `7 of Office` where a suit has no sign."""
        rank, suit = self.split(card)
        return rank + suit["glyph"] if suit else rank

    def full(self, card: str) -> str:
        """`jack of spades`, as a screen reader may pass over the signs."""
        rank, suit = self.split(card)
        return f"{self.ranks.get(rank, rank)} of {suit['name']}" if suit else rank

    def all(self, cards: Iterable[str]) -> str:
        return ", ".join(self.full(card) for card in cards)

    def sentence(self, text: str) -> str:
        """The text, with each `{7S}` in it as `7♠`."""
        return re.sub(r"\{([^{}]*)\}", lambda found: self.short(found[1]), text)

    def reason(self, reason: Reason) -> str:
        return self.sentence(f"{reason['rule']} {reason['wrong']} {reason['right']}")


def cells_without_name(cells: list[str], columns: list[str]) -> list[str]:
    """The cells of a row without the player's name, which they may hold as the second."""
    rest = cells if len(cells) < len(columns) else cells[:1] + cells[2:]
    return rest or [""]


def braces(game: Game, text: str) -> str:
    """A text with its cards in braces, for the browser to draw."""
    return game.deck.pattern.sub(lambda found: "{" + found[0] + "}", text)
