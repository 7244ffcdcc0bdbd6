"""The moves of a made game: what a class declares with `cards` and `word`, and what players then make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from handkit.cards import shorten
from handkit.game import CardsMove, DealMove, Move, ParseError
from handkit.make.places import MakeError, Seat


@dataclass(frozen=True)
class Named:
    """What a word names: a seat, a rank, a suit, a number or one of some texts."""

    what: str
    choices: tuple[Any, ...] = ()

    def values(self, game: Any, players: int) -> Sequence[Any]:
        """All that it may be in a game of so many players."""
        match self.what:
            case "seat":
                return [Seat(seat) for seat in range(players)]
            case "rank":
                return game.deck.rank_texts  # type: ignore[no-any-return]
            case "suit":
                return game.deck.suit_names  # type: ignore[no-any-return]
        return self.choices

    def read(self, game: Any, text: str) -> Any:
        """The value of a text. Raises ParseError with what there is."""
        values = self.values(game, game.most_players())
        for value in values:
            if str(value).casefold() == text.casefold():
                return value
        known = ", ".join(map(str, values[:14]))
        raise ParseError(f"{shorten(text)} is no {self.what}: there are {known}.")


seat, rank, suit = Named("seat"), Named("rank"), Named("suit")


def number(least: int, most: int) -> Named:
    """A whole number within bounds, both included, for `word`."""
    return Named("number", tuple(range(least, most + 1)))


def one_of(*texts: str) -> Named:
    """One of these texts, for `word`; each is a single word."""
    if wrong := [text for text in texts if len(str(text).split()) != 1]:
        raise MakeError(f'one_of({wrong[0]!r}): each is a text without spaces, as in one_of("high", "low").')
    return Named("one of", texts)


@dataclass(frozen=True)
class Declared:
    """A move that a class declares: some cards of a zone, or a word and what it names."""

    least: int = 0
    most: int = 0
    of: str = "hand"
    names: tuple[Named, ...] = ()
    rule: str = ""  # by which the wrong number of cards, or a card of nobody, is refused

    @property
    def arguments(self) -> list[str]:
        """What `do_` and `may_` are given behind `self`, in words."""
        if self.most:
            return ["seat", "card" if self.most == 1 else "cards"]
        return ["seat", *(name.what.replace(" ", "_") for name in self.names)]


def cards(least: int = 1, most: int | None = None, of: str = "hand", rule: str = "") -> Any:
    """A move of `least` to `most` cards (by default of exactly `least`) of one's own place in the zone `of`.

    `rule` is the rule by which another number of cards is refused; by default the first.
    """
    most = least if most is None else most
    if not 1 <= least <= most:
        raise MakeError(
            f"cards({least}, {most}): a move takes at least one card, and at most as many or more."
        )
    return Declared(least, most, of, rule=rule)


def word(*names: Named) -> Any:
    """A move that is a word, and what it names: `word(seat, rank)` is said as `ask 2 7`."""
    if wrong := [name for name in names if type(name) is not Named]:
        raise MakeError(f"word({wrong[0]!r}): a word names seat, rank, suit, number(…) or one_of(…).")
    return Declared(names=names)


class OfGame:
    """What all moves of a made game share."""

    __slots__ = ()
    made: ClassVar[str]  # the name of the author's class
    verb: ClassVar[str]
    declared: ClassVar[Declared]

    def __repr__(self) -> str:
        return f"{self.made}.parse({str(self)!r})"


class CardsOf(OfGame, CardsMove):
    """Some cards."""

    __slots__ = ()


class DealOf(OfGame, DealMove):
    """Cards in the order in which they are shuffled."""

    __slots__ = ()


class WordOf(OfGame, Move):
    """A word, and what it names."""

    __slots__ = ("args",)
    word: ClassVar[str]

    def __init__(self, args: Sequence[Any] = ()) -> None:
        self.args = tuple(args)

    def __str__(self) -> str:
        return " ".join([self.word, *map(str, self.args)])

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))
