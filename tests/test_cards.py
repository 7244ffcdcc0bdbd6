"""Cards, decks and sets of cards."""

from __future__ import annotations

import doctest
import itertools
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handkit import HangIn, President, Reserves, cards
from handkit.cards import (
    FRENCH,
    FRENCH_SUITS,
    CardError,
    CardSet,
    Deck,
    Suit,
    bit,
    count,
    highest,
    members,
    shorten,
    union,
)
from handkit.game import Game, ParseError
from handkit.games import hang_in, reserves
from handkit.games.president import DECK

FEW = settings(max_examples=50, derandomize=True, deadline=None, database=None)
SETS = st.sets(st.integers(0, 51))


def test_the_examples_in_the_docstrings() -> None:
    result = doctest.testmod(cards)
    assert result.attempted >= 3
    assert not result.failed


@FEW
@given(SETS, SETS)
def test_a_bit_set_is_a_set(one: set[int], other: set[int]) -> None:
    mine, theirs = union(one), union(other)
    assert members(mine) == sorted(one)
    assert count(mine) == len(one)
    assert members(mine | theirs) == sorted(one | other)
    assert members(mine & theirs) == sorted(one & other)
    assert members(mine & ~theirs) == sorted(one - other)
    assert sum(bit(card) for card in one) == mine


@FEW
@given(SETS, st.integers(0, 60))
def test_the_highest(one: set[int], number: int) -> None:
    assert members(highest(union(one), number)) == sorted(sorted(one)[len(one) - min(number, len(one)) :])


@pytest.mark.parametrize("deck", [FRENCH, DECK], ids=["french", "president"])
def test_every_card_reads_back(deck: Deck) -> None:
    assert deck.size == len(set(deck.names)) == len(set(deck.symbols)) == 52
    assert deck.all == 2**52 - 1
    for card in range(52):
        name, symbol = deck.name(card), deck.symbol(card)
        for text in (
            name,
            name.lower(),
            f" {name}\n",
            symbol,
            symbol.lower(),
            symbol + "\ufe0f",
            symbol + "\ufe0e",
        ):
            assert deck.card(text) == card
        if name.startswith("10"):
            assert (
                deck.card("T" + name[2:])
                == deck.card("t" + name[2:].lower())
                == deck.card("T" + symbol[2:])
                == card
            )
    assert deck.text(deck.all) == " ".join(deck.names)


def test_a_deck_is_sorted_by_rank_then_suit() -> None:
    assert FRENCH.names[:5] == ("2C", "2D", "2H", "2S", "3C")
    assert DECK.names[:4] == ("3C", "3D", "3H", "3S")
    assert DECK.names[-4:] == ("2C", "2D", "2H", "2S")


def test_cards_in_words() -> None:
    assert FRENCH.words(FRENCH.card("10H")) == "10 of hearts"
    assert DECK.words(DECK.card("JS")) == "jack of spades"
    assert DECK.words(DECK.card("2D")) == "2 of diamonds"


@pytest.mark.parametrize(
    "text",
    ["", " ", "1H", "11H", "H", "10", "HH", "H10", "10HH", "7♣♣", "7\x00S", "joker", "🂡", "S7", "-1"],
)
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(CardError, match=re.escape("a card is a rank (2 3 4 5 6 7 8 9 10 J Q K A)")) as caught:
        FRENCH.card(text)
    assert "followed by a suit (C D H S), as in AS" in str(caught.value)
    assert len(str(caught.value)) < 200


def test_reading_many() -> None:
    seven, ten = FRENCH.card("7S"), FRENCH.card("10H")
    for text in ("7S 10H", "7s,th", "7♠; 10♥", "  7S\t10H\n", "7S,,10H,"):
        assert FRENCH.read(text) == [seven, ten]
    assert FRENCH.read("7S 7S 10H") == [seven, seven, ten]
    assert FRENCH.read("") == []
    assert FRENCH.collect([seven, ten, seven]) == (bit(seven) | bit(ten), bit(seven))


def test_masks() -> None:
    assert FRENCH.mask("") == 0
    assert FRENCH.mask("2C 2D") == 3
    assert FRENCH.mask(["2C", "2D"]) == 3
    assert FRENCH.mask(3) == 3
    assert FRENCH.texts(3) == ["2C", "2D"]
    with pytest.raises(CardError, match="2C is named more than once"):
        FRENCH.mask("2C 2D 2C")
    for bad in (-1, 1 << 52):
        with pytest.raises(CardError, match="is not a set of cards"):
            FRENCH.mask(bad)


def test_the_pattern_finds_cards_in_texts() -> None:
    assert DECK.pattern.findall("attack 2: 3S JS") == ["3S", "JS"]
    assert DECK.pattern.findall("9S>5D 4C>10H") == ["9S", "5D", "4C", "10H"]
    assert DECK.pattern.findall("10H 110H 0H 3SS A3S 2S.") == ["10H", "2S"]
    assert DECK.pattern.findall(" ".join(DECK.names)) == list(DECK.names)
    assert DECK.pattern.findall("pass give deal") == []


def test_a_deck_of_other_suits() -> None:
    deck = Deck(map(str, range(1, 14)), [Suit("O", "▲", "office", "O"), Suit("S", "●", "social", "S")])
    assert deck.size == 26
    assert deck.card("13s") == 25
    assert deck.words(deck.card("1O")) == "1 of office"
    assert deck.card("T O".replace(" ", "")) == deck.card("10O")
    assert deck.pattern.findall("1O 11O 111O 13S") == ["1O", "11O", "13S"]
    assert [suit.letter for suit in FRENCH_SUITS] == ["C", "D", "H", "S"]


# ── CardSet ─────────────────────────────────────────────────────────────────────────────────────


def test_a_card_set_reads_well() -> None:
    hand = FRENCH.cards("7H 3C 7S")
    assert str(hand) == "3C 7H 7S"
    assert repr(hand) == "<3C 7H 7S>"
    assert repr(FRENCH.cards()) == "<no cards>"
    assert len(hand) == 3
    assert list(hand) == ["3C", "7H", "7S"]
    assert "7s" in hand
    assert "10H" not in hand
    assert 3 not in hand
    with pytest.raises(CardError):
        _ = "joker" in hand
    assert hand == FRENCH.cards("7S 7H 3C")
    assert hash(hand) == hash(FRENCH.cards("7S 7H 3C"))
    assert hand != FRENCH.cards("7S")
    assert not FRENCH.cards()


@FEW
@given(SETS, SETS)
def test_card_sets_combine(one: set[int], other: set[int]) -> None:
    mine, theirs = CardSet(DECK, union(one)), CardSet(DECK, union(other))
    assert set(mine | theirs) == set(mine) | set(theirs)
    assert set(mine & theirs) == set(mine) & set(theirs)
    assert set(mine - theirs) == set(mine) - set(theirs)
    assert mine | str(theirs) == mine | theirs.mask == mine | theirs


# ── shorten ─────────────────────────────────────────────────────────────────────────────────────


def test_shorten() -> None:
    assert shorten("abc") == "'abc'"
    assert shorten(12) == "12"
    assert shorten("x" * 40) == repr("x" * 40)
    assert shorten("x" * 41) == "'" + "x" * 39 + "…'"
    assert shorten([1] * 99)[-3:] == " …]" and shorten(10**60)[-2:] == "0…"
    assert shorten("\n\x1b[2J") == r"'\n\x1b[2J'"
    for thing in ("x" * 10**6, list(range(10**4)), "'" * 100, "\x00" * 1000, {"a": "b" * 1000}):
        assert len(shorten(thing)) <= 43


def test_no_two_spellings_clash() -> None:
    spellings = [name for card in range(52) for name in {DECK.name(card), DECK.symbol(card)}]
    assert len(spellings) == len(set(spellings))
    rng = random.Random(1)
    for one, other in itertools.pairwise(rng.sample(range(52), 52)):
        assert DECK.card(DECK.name(one)) != DECK.card(DECK.symbol(other))


@pytest.mark.parametrize(
    "text", ["jack of spades, 10 of hearts", "Jack of Spades 10 Of Hearts", "JS 10♥", "j♠;10h"]
)
def test_cards_are_read_as_people_say_them(text: str) -> None:
    assert FRENCH.read(text) == [FRENCH.card("JS"), FRENCH.card("10H")]


# ── any usual spelling ──────────────────────────────────────────────────────────────────────────

DECKS = {"president": DECK, "reserves": reserves.DECK, "hang-in": hang_in.DECK, "french": FRENCH}
IN_WORDS = dict(zip(map(str, range(1, 14)), cards.NUMBERS.values(), strict=True))


def spellings(deck: Deck, card: int) -> list[str]:
    """How people write a card."""
    place, suit = divmod(card, len(deck.suits))
    rank, colour = deck.ranks[place], deck.suits[suit]
    signs = [rank, "T"] if rank == "10" else [rank]
    said = [word for word in (deck.rank_names[rank], IN_WORDS.get(rank, rank)) if word != rank]
    suits = [colour.letter, colour.name, colour.name.removesuffix("s")]
    suits += [colour.glyph, colour.glyph + "\ufe0f"] if len(colour.glyph) == 1 else []
    found = [
        f"{sign}{gap}{suit}" for sign in signs for gap in ("", " ", "-", " - ", " of ") for suit in suits
    ]
    found += [f"{word}{gap}{suit}" for word in said for gap in (" ", "-", "  of ") for suit in suits]
    return [spelling for each in found for spelling in (each, each.lower(), each.upper(), each.title())]


@pytest.mark.parametrize("name", DECKS)
def test_every_spelling_of_every_card(name: str) -> None:
    deck = DECKS[name]
    seen = dict[str, int]()
    for card in range(deck.size):
        for text in spellings(deck, card):
            assert deck.card(text) == card, text
            assert deck.read(text) == [card], text
            assert deck.read(f" {text} ,") == [card], text
            assert seen.setdefault(text.lower(), card) == card


@FEW
@given(st.data())
def test_lists_of_mixed_spellings(data: st.DataObject) -> None:
    deck = DECKS[data.draw(st.sampled_from(sorted(DECKS)))]
    numbers = data.draw(st.lists(st.integers(0, deck.size - 1), max_size=8))
    text = ""
    for card in numbers:
        between = st.sampled_from([" ", ", ", ",", "; ", " and ", "\t", ", and "])
        text += data.draw(st.sampled_from(spellings(deck, card))) + data.draw(between)
    assert deck.read(text) == numbers


@pytest.mark.parametrize("name", DECKS)
@FEW
@given(
    st.lists(st.sampled_from(["7", "8", "1", "0", "10", "S", "O", "J", "seven", "of", "spades", "Office"]))
)
def test_what_is_read_is_what_stands_there(name: str, words: list[str]) -> None:
    """A list is read whole, each word as part of one card, or refused with the words that are none."""
    deck, text = DECKS[name], " ".join(words)
    ranks = [word for word in words if word in deck.ranks or word == "seven"]
    try:
        numbers = deck.read(text)
    except CardError as error:
        told = str(error)
        assert any(f"'{word}" in told for word in words)
    else:
        assert len(numbers) == len(ranks), "as many cards as ranks"


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("7 S", "7S"),
        ("Q ♦", "QD"),
        ("7 spades", "7S"),
        ("seven of spades", "7S"),
        ("Ten of Spades", "10S"),
        ("queen hearts", "QH"),
        ("ace of spade", "AS"),
        ("7S 8H", "7S 8H"),
        ("7 S 8 H", "7S 8H"),
        ("JS 4S", "JS 4S"),
        ("J S 4 S", "JS 4S"),
        ("7♤ \uff17\uff28", "7S 7H"),
        ("7♠, 8♥ and 9 of Hearts", "7S 8H 9H"),
    ],
)
def test_what_people_type(text: str, cards: str) -> None:
    assert FRENCH.read(text) == FRENCH.read(cards)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("7 8 S", "'7'"),
        ("7 S S", "'S'"),
        ("sevens", "'sevens'"),
        ("two sevens", "'two'"),
        ("tens", "'tens'"),
        ("7S8H", "'7S8H'"),
        ("7S-8H", "'7S-8H'"),
        ("seven of spads", "'seven of spads'"),
        ("7 d\u0131amonds", "'7'"),
        ("7 of", "'7'"),
        ("of spades", "'of'"),
        ("1 0 H", "'1'"),
    ],
)
def test_what_people_mistype(text: str, named: str) -> None:
    with pytest.raises(CardError, match=rf"^{named} is not a card: a card is a rank"):
        FRENCH.read(text)
    with pytest.raises(CardError, match="is not a card"):
        FRENCH.card(text)


def test_texts_of_cards_are_read_one_by_one() -> None:
    assert FRENCH.mask(["7 S", "8 of hearts"]) == FRENCH.mask("7S 8H")
    with pytest.raises(CardError, match="'7' is not a card"):
        FRENCH.mask(["7", "S"])


def test_a_long_text_is_read_in_a_moment() -> None:
    for text in ("7" + " " * 200_000 + "x", "7 -" * 100_000, "seven of " * 50_000, "and " * 100_000 + "x"):
        with pytest.raises(CardError):
            FRENCH.read(text)


MOVES = {
    President(): {
        "play 7 S, seven of hearts": "7S 7H",
        "7 S 7 H": "7S 7H",
        "give 3 D four of clubs": "give 3D 4C",
        "Seven of spades": "7S",
    },
    HangIn(): {"8 O": "8O", "play 8 Office": "8O", "eight of Office": "8O", "Thirteen Hobby": "13H"},
    Reserves(): {
        "attack 2: 3 S J S": "attack 2: 3S JS",
        "attack 2 3 S, jack of spades": "attack 2: 3S JS",
        "9 S > 5 D 4C>3H": "9S>5D 4C>3H",
        "nine of spades > 5 diamonds, 4♣ > 3 ♥": "9S>5D 4C>3H",
        "take 5 D and 9 S": "take 5D 9S",
    },
}


@pytest.mark.parametrize("game", MOVES, ids=str)
def test_moves_are_read_so_too(game: Game) -> None:
    for typed, meant in MOVES[game].items():
        assert game.parse(typed) == game.parse(meant)
    for wrong in ("9S>5D 4C", "9S>", ">", "9S 8S>5D", "9S>5D>4C"):
        with pytest.raises((ParseError, CardError)):
            game.parse(wrong)
