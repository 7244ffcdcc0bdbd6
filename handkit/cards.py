"""Cards, decks and sets of cards.

Inside, a card is a small whole number and a set of cards is one integer used as a bit set: bit
`i` is on when card `i` is in the set. Outside, a card is its text, `"10H"`. A `Deck` translates
between the two, and a `CardSet` is the friendly wrapper for people.

Cards are numbered by rank first, weakest rank lowest, then by suit: card = 4 * rank + suit in a
deck of four suits. So the order of the numbers is the order in which a hand is sorted.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar, TypeVar

# What a whole number stands for. To Python each is an int; `handkit.look` reads the fields of a game by it.
Cards = Annotated[int, "cards"]  # a set of cards, as bits
Card = Annotated[int, "card"]  # one card's number


T = TypeVar("T", bound="_InOrder")


class CardError(ValueError):
    """A text that names no card, with what would have been understood."""

    sealed = "It names something that is no card, or a card twice."  # without what the text says


def bit(card: int) -> int:
    """The set that holds just this card."""
    return 1 << card


def count(cards: int) -> int:
    """How many cards a set holds."""
    return cards.bit_count()


def members(cards: int) -> list[int]:
    """The cards of a set, lowest first."""
    found = []
    while cards:
        card = cards.bit_length() - 1  # the highest, which is found more quickly than the lowest
        found.append(card)
        cards ^= 1 << card
    found.reverse()
    return found


def highest(cards: int, number: int) -> int:
    """The set of the `number` highest cards (all of them when there are fewer)."""
    taken = 0
    for _ in range(min(number, cards.bit_count())):
        top = bit((cards & ~taken).bit_length() - 1)
        taken |= top
    return taken


def union(cards: Iterable[int]) -> int:
    """The set of these cards."""
    together = 0
    for card in cards:
        together |= 1 << card
    return together


@dataclass(frozen=True)
class Suit:
    letter: str  # "S"
    glyph: str  # what follows the rank in a sentence: "♠", or " of Office" where there is no sign
    name: str  # "spades"
    shape: str  # which drawing a table uses, or an SVG path on a field of 24 x 24


class _InOrder(str):
    """A text that a deck orders: by its `place`, the lowest 0."""

    __slots__ = ("order", "place")
    place: int
    order: dict[str, int]  # the places of all texts of its kind

    def _place_of(self, other: object) -> int:
        if isinstance(other, _InOrder):
            return other.place
        if isinstance(other, str) and other in self.order:
            return self.order[other]
        raise TypeError(
            f"{self} cannot be compared with {shorten(other)}: there are {', '.join(self.order)}."
        )

    def __lt__(self, other: object) -> bool:
        return self.place < self._place_of(other)

    def __le__(self, other: object) -> bool:
        return self.place <= self._place_of(other)

    def __gt__(self, other: object) -> bool:
        return self.place > self._place_of(other)

    def __ge__(self, other: object) -> bool:
        return self.place >= self._place_of(other)


class Rank(_InOrder):
    """The rank of a card, a text that compares by strength: `card.rank == "K"`, `card.rank > "9"`.
    `place` counts from the weakest, 0."""

    __slots__ = ()


class SuitName(_InOrder):
    """The suit of a card, a text that compares by the order of suits: `card.suit == "hearts"`."""

    __slots__ = ()


class PlayingCard(_InOrder):
    """A card as its text, which knows its `rank` and `suit`; the higher rank is the higher card.

    >>> card = max(FRENCH.cards("3C 10H"))
    >>> card, card.rank, card.suit, card.rank > "9"
    ('10H', '10', 'hearts', True)
    """

    __slots__ = ("rank", "suit")
    rank: Rank
    suit: SuitName

    @property
    def mask(self) -> int:
        """The set that holds just this card, as bits."""
        return 1 << self.place


def _in_order(kind: type[T], texts: Iterable[str]) -> tuple[T, ...]:
    """These texts, each of which knows its place among them."""
    found = tuple(kind(text) for text in texts)
    order = {str(text): place for place, text in enumerate(found)}
    for place, text in enumerate(found):
        text.place, text.order = place, order
    return found


class _Shown(int):
    """A number that prints as what it stands for. It stays the number: `int(hand)` is that bit set, and
    `deck.cards(hand)` a `CardSet`, which has set operations for people; `deck.mask("7S 7H")` leads back."""

    deck: ClassVar[Deck]

    def __repr__(self) -> str:
        return f"<{self or 'no cards'}>"

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        return int, (int(self),)


class _ShownCards(_Shown):
    """A set of cards that a field of a state or view holds."""

    def __str__(self) -> str:
        return self.deck.text(self)

    def __iter__(self) -> Iterator[str]:
        return iter(self.deck.texts(self))

    def __len__(self) -> int:
        return count(self)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, str) and bool(self & bit(self.deck.card(card)))


class _ShownCard(_Shown):
    """One card that a field of a state or view holds."""

    def __str__(self) -> str:
        return self.deck.name(self)

    def __repr__(self) -> str:
        return f"<{self}>"


class Deck:
    """A deck: its ranks from weakest to strongest and its suits from lowest to highest.

    >>> FRENCH.card("10h"), FRENCH.name(34)
    (34, '10H')
    """

    def __init__(
        self, ranks: Iterable[str], suits: Iterable[Suit], rank_names: dict[str, str] | None = None
    ) -> None:
        self.ranks = tuple(ranks)
        self.suits = tuple(suits)
        self.size = len(self.ranks) * len(self.suits)
        self.all = (1 << self.size) - 1
        self.rank_names = {rank: (rank_names or {}).get(rank, rank) for rank in self.ranks}
        self.names = tuple(rank + suit.letter for rank in self.ranks for suit in self.suits)
        self.symbols = tuple(rank + suit.glyph for rank in self.ranks for suit in self.suits)
        self._numbers = {name.upper(): card for card, name in enumerate(self.names)}

    def card(self, text: str) -> int:
        """The number of the card that a text names, in any usual spelling: "10H", "10♥", "T h", "ten hearts",
        "10 of Hearts".

        Raises CardError, which says what a card looks like.
        """
        if (number := self._numbers.get(text.upper())) is not None:
            return number
        plain = _plain(text)
        number, end = self._spelling.find(plain, 0)
        if not plain or end < len(plain):
            raise self._is_no_card(text)
        return number

    def read(self, text: str) -> list[int]:
        """The cards that a text names, in its order and as often as it names them. Between them stand spaces,
        commas or `and`. Raises CardError as `card` does."""
        try:
            return [self._numbers[word] for word in text.upper().split()]
        except KeyError:
            pass
        plain = _plain(text)
        cards, at = list[int](), _end(_BETWEEN, plain, 0)
        while at < len(plain):
            number, end = self._spelling.find(plain, at)
            if end == at:
                raise self._is_no_card(plain[at : _end(_WORD, plain, at)])
            cards.append(number)
            at = _end(_BETWEEN, plain, end)
        return cards

    def _is_no_card(self, text: str) -> CardError:
        letters = " ".join(suit.letter for suit in self.suits)
        return CardError(
            f"{shorten(text)} is not a card: a card is a rank ({' '.join(self.ranks)}) "
            f"followed by a suit ({letters}), as in {self.names[-1]}."
        )

    @cached_property
    def _spelling(self) -> _Spelling:
        return _Spelling(self)

    def mask(self, cards: int | str | Iterable[str]) -> int:
        """The bit set of cards given as a bit set, as text or as texts. A card named twice is an error."""
        if isinstance(cards, int):
            if not 0 <= cards <= self.all:
                raise CardError(f"{cards} is not a set of cards of this deck.")
            return int(cards)
        texts = [cards] if isinstance(cards, str) else cards
        named = [card for text in texts for card in self.read(text)]
        mask, twice = self.collect(named)
        if twice:
            raise CardError(f"{self.text(twice)} is named more than once.")
        return mask

    def numbers(self, cards: object) -> list[int]:
        """The numbers of cards given as a text or as numbers, in their order and as often as they are named.
        Raises CardError for what is no card of this deck."""
        if isinstance(cards, str):
            return self.read(cards)
        if not isinstance(cards, Iterable):
            raise CardError(f"{shorten(cards)} is not a set of cards.")
        numbers = list(cards)
        if {*map(type, numbers)} == {int} and min(numbers) >= 0 and max(numbers) < self.size:
            return numbers  # as in each deal, quickly
        for card in numbers:
            if not isinstance(card, int) or isinstance(card, bool) or not 0 <= card < self.size:
                raise CardError(f"{shorten(card)} is not a card: their numbers are 0 to {self.size - 1}.")
        return numbers

    def named(self, cards: int | str | Iterable[int]) -> tuple[int, int]:
        """The set of the cards named by a bit set, a text or a list of numbers, and the set of those that are
        named more than once. Raises CardError."""
        if isinstance(cards, int) and not isinstance(cards, bool) and cards >= 0:
            return int(cards), 0
        return self.collect(self.numbers(cards))

    @staticmethod
    def collect(cards: Iterable[int]) -> tuple[int, int]:
        """The set of these cards, and the set of those that come more than once."""
        once = twice = 0
        for card in cards:
            twice |= once & bit(card)
            once |= bit(card)
        return once, twice

    def name(self, card: int) -> str:
        """`"10H"`; a number for what is no card of this deck."""
        return self.names[card] if card < self.size else f"#{card}"

    def text(self, cards: int) -> str:
        """`"7S 7H"`, lowest card first."""
        return " ".join(self.name(card) for card in members(cards))

    def texts(self, cards: int) -> list[str]:
        """`["7S", "7H"]`, lowest card first."""
        return [self.name(card) for card in members(cards)]

    def symbol(self, card: int) -> str:
        """`"10♥"`."""
        return self.symbols[card] if card < self.size else f"#{card}"

    def spoken(self, cards: int) -> str:
        """`"7♥ 7♠"`, or `"7 of Office and 10 of Social"` where suits have no sign."""
        symbols = [self.symbol(card) for card in members(cards)]
        if len(symbols) < 2 or not any(" " in symbol for symbol in symbols):
            return " ".join(symbols)
        return f"{', '.join(symbols[:-1])} and {symbols[-1]}"

    def with_signs(self, text: str) -> str:
        """A text with its cards as people write them: `"give 3♦ 4♣"` for `"give 3D 4C"`."""
        card = self.pattern.pattern
        if " " in self.symbol(0):  # neighbours would run together: 4 of Office 9 of Social
            text = re.sub(f"({card}) (?={card} {card})", r"\1, ", text)
            text = re.sub(f"({card}) (?={card})", r"\1 and ", text)
        return self.pattern.sub(lambda found: self.symbol(self.card(found[0])), text)

    def words(self, card: int) -> str:
        """`"10 of hearts"`."""
        rank, suit = divmod(card, len(self.suits))
        return f"{self.rank_names[self.ranks[rank]]} of {self.suits[suit].name}"

    def shown(self, number: int, kind: str) -> int:
        """The same number of "cards" or of one "card", which prints as what it stands for."""
        return self._shown[kind](number)

    @cached_property
    def _shown(self) -> dict[str, type[int]]:
        bases = {"cards": _ShownCards, "card": _ShownCard}
        return {
            kind: type(base.__name__, (base,), {"deck": self, "__slots__": ()})
            for kind, base in bases.items()
        }

    def cards(self, cards: int | str | Iterable[str] = 0) -> CardSet:
        """A CardSet of this deck."""
        return CardSet(self, self.mask(cards))

    @cached_property
    def playing_cards(self) -> tuple[PlayingCard, ...]:
        """All cards for people, by number."""
        ranks, suits = self.rank_texts, self.suit_names
        found = _in_order(PlayingCard, self.names)
        for number, card in enumerate(found):
            card.rank, card.suit = ranks[number // len(suits)], suits[number % len(suits)]
        return found

    @cached_property
    def rank_texts(self) -> tuple[Rank, ...]:
        """The ranks for people, the weakest first."""
        return _in_order(Rank, self.ranks)

    @cached_property
    def suit_names(self) -> tuple[SuitName, ...]:
        """The suits for people, the lowest first."""
        return _in_order(SuitName, (suit.name for suit in self.suits))

    @cached_property
    def _groups(self) -> dict[str, dict[str, int]]:
        """The cards of each rank and of each suit, as bits, by name."""
        suits, rows = len(self.suits), range(len(self.ranks))
        ranks = {rank: ((1 << suits) - 1) << place * suits for place, rank in enumerate(self.ranks)}
        column = sum(1 << row * suits for row in rows)
        named = {suit.name: column << place for place, suit in enumerate(self.suits)}
        return {"rank": ranks, "suit": named}

    def group(self, kind: str, name: object) -> int:
        """All cards of a "rank" or a "suit", as bits. Raises CardError with those that there are."""
        found = self._groups[kind].get(name)  # type: ignore[call-overload]
        if found is None:
            raise CardError(f"{shorten(name)} is no {kind}: there are {', '.join(self._groups[kind])}.")
        return int(found)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Matches any card's text inside a move's text."""
        return re.compile(
            r"(?<![0-9A-Z])(?:" + "|".join(sorted(self.names, key=len, reverse=True)) + r")(?![0-9A-Z])"
        )


class _Spelling:
    """How people write the cards of a deck: a rank and a suit, each as a sign or a word."""

    def __init__(self, deck: Deck) -> None:
        signs = {rank.lower(): place for place, rank in enumerate(deck.ranks)}
        words = {name.lower(): place for place, name in enumerate(deck.rank_names.values())}
        words |= {NUMBERS[rank]: place for rank, place in signs.items() if rank in NUMBERS}
        if "10" in signs:
            signs.setdefault("t", signs["10"])  # as many programs write it
        suits = dict[str, int]()
        for place, suit in enumerate(deck.suits):
            forms = (suit.letter, suit.glyph.removeprefix(" of "), suit.name, suit.name.removesuffix("s"))
            for form in forms:
                suits.setdefault(form.lower(), place)
        self.deck, self.ranks, self.suits = deck, words | signs, suits
        sign, word, suit_ = _any(signs), _any(words), _any(suits)
        # A word needs a gap behind it: "sevens" are no seven of spades.
        rank = f"(?:(?P<sign>{sign})(?: of | ?-? ?)|(?P<word>{word})(?: of | ?- ?| ))"
        self.one = re.compile(f"{rank}(?P<suit>{suit_})(?=[ ,;]|$)", re.IGNORECASE)

    def find(self, text: str, at: int) -> tuple[int, int]:
        """The card that begins here, and where it ends; (-1, here) where none does."""
        found = self.one.match(text, at)
        if found:
            rank, suit = (found["sign"] or found["word"]).lower(), found["suit"].lower()
            if rank in self.ranks and suit in self.suits:  # an "ı" is an i to a pattern alone
                return len(self.deck.suits) * self.ranks[rank] + self.suits[suit], found.end()
        return -1, at


# Ranks that are numbers, in words.
NUMBERS = {
    str(number): word
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve thirteen".split(), 1
    )
}
_WORD = re.compile(r"[^ ,;]+ of [^ ,;]+|[^ ,;]+")
_BETWEEN = re.compile(r"(?:[ ,;]|and\b)*", re.IGNORECASE)
_SIGNS = str.maketrans("♤♡♢♧", "♠♥♦♣", "\ufe0e\ufe0f")  # which way a sign is drawn does not matter


def _plain(text: str) -> str:
    """A text with single spaces, and with letters and signs of one form each."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_SIGNS).split())


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Where what a pattern matches here ends."""
    found = pattern.match(text, at)
    return found.end() if found else at


def _any(forms: Iterable[str]) -> str:
    """A pattern for any of these, the longest first."""
    return "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))


class CardGroup:
    """Cards that read well, wherever they are: what sets of cards and places on a table share."""

    __slots__ = ()
    deck: Deck
    mask: int

    def __iter__(self) -> Iterator[PlayingCard]:
        cards = self.deck.playing_cards
        return iter([cards[number] for number in members(self.mask)])

    def __len__(self) -> int:
        return count(self.mask)

    def __contains__(self, card: object) -> bool:
        if isinstance(card, PlayingCard):
            return bool(self.mask >> card.place & 1)
        return isinstance(card, str) and bool(self.mask & bit(self.deck.card(card)))

    def __or__(self, other: CardGroup | int | str | Iterable[str]) -> CardSet:
        return CardSet(self.deck, self.mask | self._of(other))

    def __and__(self, other: CardGroup | int | str | Iterable[str]) -> CardSet:
        return CardSet(self.deck, self.mask & self._of(other))

    def __sub__(self, other: CardGroup | int | str | Iterable[str]) -> CardSet:
        return CardSet(self.deck, self.mask & ~self._of(other))

    def of_suit(self, suit: object) -> CardSet:
        """Those of a suit, by its name or a card of it. Raises CardError for what is no suit."""
        name = suit.suit if isinstance(suit, PlayingCard) else suit
        return CardSet(self.deck, self.mask & self.deck.group("suit", name))

    def of_rank(self, rank: object) -> CardSet:
        """Those of a rank, by its name or a card of it. Raises CardError for what is no rank."""
        name = rank.rank if isinstance(rank, PlayingCard) else rank
        return CardSet(self.deck, self.mask & self.deck.group("rank", name))

    @property
    def ranks(self) -> list[Rank]:
        """The ranks that there are, each once, the weakest first."""
        return list(dict.fromkeys(card.rank for card in self))

    @property
    def suits(self) -> list[SuitName]:
        """The suits that there are, each once, the lowest first."""
        return sorted({card.suit for card in self})

    def __str__(self) -> str:
        return self.deck.text(self.mask)

    def __repr__(self) -> str:
        return f"<{str(self) or 'no cards'}>"

    def _of(self, other: CardGroup | int | str | Iterable[str]) -> int:
        if isinstance(other, CardGroup | PlayingCard):
            return other.mask
        return self.deck.mask(other)


@dataclass(frozen=True, repr=False, slots=True)
class CardSet(CardGroup):
    """A set of cards that reads well.

    >>> hand = FRENCH.cards("3C 7S 7H")
    >>> len(hand), "7S" in hand, list(hand - "3C"), str(hand | "2D")
    (3, True, ['7H', '7S'], '2D 3C 7H 7S')
    >>> [card.suit for card in hand.of_rank("7")]
    ['hearts', 'spades']
    """

    deck: Deck
    mask: int


ENDS = {"<": ">", "[": "]", "(": ")", "{": "}"}


def said_by(error: BaseException) -> str:
    """What an error says; nothing where it is somebody's own and fails even in that."""
    try:
        return str(error)
    except Exception:
        return ""


def shorten(text: object, longest: int = 40) -> str:
    """Somebody's input, quoted, and cut where it is too long to read."""
    try:
        quoted = repr(text[: longest + 1] if isinstance(text, str) else text)
    except (RecursionError, ValueError):  # nested too deeply, or a number too long to be written
        return f"a {type(text).__name__} too large to show"
    if len(quoted) <= longest + 2:
        return quoted
    first = quoted[0]
    return quoted[:longest] + "…" + ENDS.get(first, first if first in "'\"" else "")


FRENCH_SUITS = (
    Suit("C", "♣", "clubs", "C"),
    Suit("D", "♦", "diamonds", "D"),
    Suit("H", "♥", "hearts", "H"),
    Suit("S", "♠", "spades", "S"),
)
FRENCH_NAMES = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
# The French deck in the usual order. A game whose ranks stand in another order makes its own.
FRENCH = Deck("2 3 4 5 6 7 8 9 10 J Q K A".split(), FRENCH_SUITS, FRENCH_NAMES)
