"""Hang In, rule by rule: what the rulebook says and its examples, each refusal, event and position."""

from __future__ import annotations

import copy
import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import handkit
from handkit import Match
from handkit.cards import CardError
from handkit.fields import hints_of, names_of, to_json
from handkit.game import (
    DEALER,
    ONLOOKER,
    Event,
    IllegalMove,
    OptionError,
    ParseError,
    PositionError,
    Refusal,
)
from handkit.games.hang_in import (
    DECK,
    HOLD,
    Deal,
    HangIn,
    HangInState,
    HangInView,
    Hold,
    Play,
    fraction,
    settle,
    signed,
    value_of,
    worth,
)
from handkit.rulebook import rulebook

position = HangIn.position
BOOK = rulebook("hang-in")
IN_ORDER = "deal " + " ".join(DECK.names)


def rule(state: HangInState, text: str, seat: int | None = None) -> str | None:
    """The rule by which a move is refused, None when it is legal."""
    refusal = state.check(text, seat)
    return refusal.rule if refusal else None


def tell(state: HangInState, *texts: str) -> list[Event]:
    """Play moves, each by the seat to move, and return what was told."""
    events: list[Event] = []
    for text in texts:
        assert state.check(text) is None, f"{text}: {state.check(text)}"
        state.play(state.game.parse(text), events.append)
    return events


def after(state: HangInState, *texts: str) -> HangInState:
    tell(state, *texts)
    return state


def seen(state: HangInState, seat: int) -> HangInView:
    """What a seat knows."""
    view = state.view(seat)
    assert isinstance(view, HangInView)
    return view


def texts(state: HangInState, seat: int | None = None) -> list[str]:
    return [str(move) for move in state.moves(seat)]


def told(events: Sequence[Event], key: str) -> list[str]:
    """The sentences of one key, each with its rule."""
    return [str(event) for event in events if event.key == key]


def deal(*hands: str, stock: str = "") -> str:
    """A deal that gives each seat these cards, and puts these on top of the stock. What is left out is
    filled up, the lowest cards first."""
    size = len(hands) + 1
    named = [DECK.texts(DECK.mask(hand)) for hand in hands]
    top = stock.split()
    used = {card for cards in (*named, top) for card in cards}
    rest = [name for name in DECK.names if name not in used]
    for cards in named:
        while len(cards) < size:
            cards.append(rest.pop(0))
    order = [named[number % len(hands)][number // len(hands)] for number in range(len(hands) * size)]
    return "deal " + " ".join([*order, *top, *rest])


def play_out(game: HangIn, seed: int) -> list[HangInState]:
    """All states of a random game."""
    rng, state = random.Random(seed), game.start()
    states = [state.copy()]
    while state.to_move is not None:
        state.play(state.random_move(rng), seat=state.to_move)
        states.append(state.copy())
    return states


# The slice of the rulebook's examples, 10O and 7S, is seat 1's. Seat 0 is the one house.
POT = ["13O 12O", "10O 7S", "2O 3O", "2S 4H"]
HANDS = ["8O 7O 5S 3S 13H", "4S 1O 1S", "1F 2F 3F", "1H 2H 3H"]


def challenged(table: str = "4S", **options: Any) -> HangInState:
    """Seat 1 has challenged seat 0, the house, with a card; the slice is 10O and 7S."""
    return (
        position(HANDS, pot=POT, **options)
        if not table
        else after(position(HANDS, pot=POT, **options), table)
    )


def two_houses(mine: str = "6S", other: str = "9S", table: str = "4S", **options: Any) -> HangInState:
    """Seats 1 and 2 are houses B and C and answer seat 0, who challenges with 4S; the slice is 10O and 7S."""
    state = position(
        [f"{table} 1O 1S", f"{mine} 2F 3F 1F 1H", f"{other} 2H 3H 4H 5H", "4F 9F 9H"],
        pot=["10O 7S", "12O 9O", "13O 8O", "2O 2S"],
        **options,
    )
    return after(state, table)


def gains(state: HangInState, *answers: str) -> list[int]:
    """What the answers bring each seat."""
    before = state.scores[:]
    after(state, *answers)
    return [score - old for score, old in zip(state.scores, before, strict=True)]


# ── H1 setup ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("H1.1")
def test_3_to_5_players() -> None:
    assert HangIn().players == 4
    for players in (3, 4, 5):
        assert len(HangIn(players=players).start().hands) == players
    wrong: list[Any] = [2, 6, 0, -1, 4.0, True, "4", None]
    for players in wrong:
        with pytest.raises(OptionError, match=r"players is 3 or 4 or 5 \(H1.1\)"):
            HangIn(players=players)


@pytest.mark.rule("H1.2")
def test_52_cards_of_four_suits_from_1_to_13() -> None:
    assert len(set(DECK.names)) == 52
    assert DECK.ranks == tuple(str(value) for value in range(1, 14))
    assert [(suit.letter, suit.name) for suit in DECK.suits] == [
        ("O", "Office"),
        ("S", "Social"),
        ("F", "Family"),
        ("H", "Hobby"),
    ]
    assert [value_of(DECK.card(name)) for name in ("1O", "10S", "11F", "13H")] == [1, 10, 11, 13]
    assert DECK.words(DECK.card("8O")) == "8 of Office"
    assert len({*DECK.names, *DECK.symbols}) == 104
    assert [zone.cards.bit_count() for zone in HangIn().start().zones()] == [*[0] * 4, 52, *[0] * 5]


@pytest.mark.rule("H1.2")
def test_there_are_no_other_cards() -> None:
    for text in ("14O", "0O", "8X", "AO", "KS", "joker"):
        with pytest.raises(ParseError, match=r"is not a card: .*\(H1.2\)"):
            HangIn().parse(text)
    state = HangIn().start()
    with pytest.raises(CardError, match="52 is not a card: their numbers are 0 to 51"):
        Deal([*range(51), 52])
    tell(state, IN_ORDER)
    no_card = state.check(Play(1 << 52))
    assert no_card is not None
    assert (no_card.rule, no_card.wrong) == ("H1.2", "There is no such card.")


def rule_of(refusal: Refusal | None) -> str | None:
    return refusal.rule if refusal else None


@pytest.mark.rule("H1.3")
@pytest.mark.parametrize(("players", "size"), [(3, 4), (4, 5), (5, 6)])
def test_example_a_hand_is_one_card_more_than_there_are_players(players: int, size: int) -> None:
    state = after(HangIn(players=players).start(), IN_ORDER)
    assert state.counts == [size] * players
    assert [hand.bit_count() for hand in state.hands] == [size] * players
    assert len(state.stock) == 52 - players * size


@pytest.mark.rule("H1.4")
def test_the_host_starts_every_round() -> None:
    states = play_out(HangIn(target=300), 3)
    assert max(state.round for state in states) > 5
    assert {state.starter for state in states} == {0}
    events = tell(HangIn().start(), IN_ORDER)
    assert told(events, "begins") == ["Seat 0 starts round 1. (H1.4)"]
    assert events[-1].say(reader=0) == "You start round 1."


@pytest.mark.rule("H1.4", "H2.6")
def test_with_rotate_the_start_moves_on_but_not_after_a_void_round() -> None:
    rng, starters = random.Random(2), list[int]()
    state = HangIn(players=3, starter="rotate", may_hold_back=True, target=10_000).start()
    expected = 0
    for void in [False, True, True, False, False, False, True, False, True, False]:
        state.play(state.deal(rng))
        assert state.starter == state.to_move == expected % 3
        starters.append(state.starter)
        while state.to_move != DEALER:
            state.play(HOLD if void else state.moves()[0])
        assert (len(state.houses) == 3) == void
        expected += not void
    assert starters == [0, 1, 1, 1, 2, 0, 1, 1, 2, 2]
    with pytest.raises(OptionError, match=r"starter is 'host' or 'rotate' \(H1.4\)"):
        HangIn(starter="left")


@pytest.mark.rule("H1.5")
def test_cards_are_dealt_one_at_a_time_and_the_rest_is_the_stock() -> None:
    state = HangIn().start()
    assert (state.to_move, state.phase, state.moves()) == (DEALER, "deal", [])
    (event, _) = tell(state, IN_ORDER)
    assert str(event) == (
        "Round 1: all cards are shuffled, five go to each player and 32 to the stock. (H1.5)"
    )
    assert DECK.texts(state.hands[1]) == ["1S", "2S", "3S", "4S", "5S"]
    assert [DECK.name(card) for card in state.stock] == list(DECK.names[20:])
    assert (state.phase, state.to_move) == ("pot", 0)


@pytest.mark.rule("H1.5")
def test_before_a_deal_there_is_nothing_but_the_deal() -> None:
    start, between = HangIn().start(), play_out(HangIn(), 1)
    done = next(state for state in between if state.phase == "deal" and state.round)
    for state, words in ((start, "have not been dealt yet"), (done, "Round 1 is over.")):
        for text in ("8O", "hold", "play", "8O 9O"):
            for seat in (None, 0, 3, DEALER):
                refusal = state.check(text, seat)
                assert refusal is not None
                assert refusal.rule == "H1.5" and words in refusal.text
        assert rule(state, IN_ORDER, 0) == "H1.5"
        assert rule(state, IN_ORDER) is None
    for text in ("deal", "deal 8O", IN_ORDER + " 8O", IN_ORDER.replace("13H", "1O")):
        refusal = start.check(text)
        assert refusal is not None
        assert refusal.rule == "H1.5" and "all 52 cards, each once" in refusal.wrong


@pytest.mark.rule("H1.5")
def test_a_later_deal_is_not_part_of_the_state() -> None:
    done = next(state for state in play_out(HangIn(), 1) if state.phase == "deal" and state.round)
    one, other = after(done.copy(), IN_ORDER), after(done.copy(), deal("13O", "13S", "13F", "13H"))
    assert one.round == other.round == 2
    assert one.hands != other.hands
    assert (one.slices, one.played, one.houses, one.history) == ([0] * 4, 0, (), [])


# ── H2 phase 1: the pot ─────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("H2.1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_turn_goes_round_twice_clockwise(players: int) -> None:
    state, order = after(HangIn(players=players).start(), IN_ORDER), []
    while state.phase == "pot":
        assert state.to_move is not None
        order.append(state.to_move)
        assert texts(state) == DECK.texts(state.hands[state.to_move])
        state.play(state.moves()[0])
    assert order == [*range(players)] * 2
    assert [cards.bit_count() for cards in state.slices] == [2] * players
    assert all(zone.seen_by is None for zone in state.zones() if zone.name.startswith("slice"))


@pytest.mark.rule("H2.1")
def test_what_is_no_card_for_the_pot() -> None:
    state = after(HangIn().start(), IN_ORDER)
    for text, wrong in (
        ("1S", "1 of Social is not in this hand."),
        ("1S 2S", "1 of Social and 2 of Social are not in this hand."),
        ("1O 1O", "1 of Office is named more than once."),
        ("1O 2O", "One card at a time is added to the pot, not two."),
        ("play", "One card at a time is added to the pot, not zero."),
        (IN_ORDER, "The cards have been dealt already."),
    ):
        refusal = state.check(text)
        assert refusal is not None
        assert (refusal.rule, refusal.wrong) == ("H2.1", wrong)
    for seat, text in ((1, "1S"), (1, "hold"), (3, IN_ORDER), (DEALER, "1O"), (DEALER, IN_ORDER)):
        assert rule(state, text, seat) == "H2.1"
    refusal = state.check("1S", 1)
    assert refusal is not None
    assert refusal.text == "It is seat 0's turn. The turn in the pot goes round clockwise, twice."
    with pytest.raises(ValueError, match="There is no seat 4: seats are 0 to 3"):
        state.check("1O", seat=4)


@pytest.mark.rule("H2.2")
def test_adding_is_compulsory() -> None:
    state = after(HangIn().start(), IN_ORDER)
    refusal = state.check("hold")
    assert refusal is not None
    assert str(refusal) == "Holding back is not allowed here. Add any card of the hand to the pot. (H2.2)"
    assert HOLD not in state.moves()


@pytest.mark.rule("H2.2")
def test_with_may_hold_back_either_turn_may_be_skipped() -> None:
    state = after(HangIn(may_hold_back=True).start(), deal("10O 7S", "13H", "2O", "9O 4O", stock="1F 1H"))
    assert texts(state)[-1] == "hold"
    events = tell(state, "10O", "hold", "2O", "9O", "hold", "hold", "hold", "4O")
    assert str(told(events, "hold")[0]) == "Seat 1 holds back: 0 in all. (H2.2)"
    assert told(events, "hold")[1] == "Seat 0 holds back: 10 in all. (H2.2)"
    assert [cards.bit_count() for cards in state.slices] == [1, 0, 1, 2]
    assert state.houses == (3,)
    assert state.counts == [4, 5, 4, 5]  # the hands are the larger; the house has drawn two
    assert rule(state, "hold") == "H3.3"  # only in the pot
    with pytest.raises(OptionError, match=r"may_hold_back is False or True \(H2.2\)"):
        HangIn(may_hold_back=1)  # type: ignore[arg-type]


@pytest.mark.rule("H2.3", "H5.1", "H5.2")
def test_the_first_card_sets_the_suit_of_the_pot() -> None:
    state = after(HangIn().start(), deal("10O 7S", "13H 12F", "2O 11O", "9O 4O"))
    events = tell(state, "10O", "13H", "2O", "9O", "7S")
    assert [str(event) for event in events[:3]] == [
        "Seat 0 adds the 10 of Office, which counts 10: 10 in all. (H2.1)",
        "Office is the suit of the pot: cards of other suits count half toward the house. (H2.3)",
        "Seat 1 adds the 13 of Hobby, which counts half outside the pot's suit, 6½: 6½ in all. (H2.3)",
    ]
    assert (
        events[-1].text
        == "Seat 0 adds the 7 of Social, which counts half outside the pot's suit, 3½: 13½ in all."
    )
    assert events[-1].say("short", braces=True) == "{7S} counts half, 3½: 13½ in all"
    assert state.contest == [27, 13, 4, 18]  # in halves
    # A hold does not set the suit.
    state = after(HangIn(may_hold_back=True).start(), deal("10O", "13H", "2O", "9O"), "hold")
    assert state.pot_suit == -1
    assert after(state, "13H").pot_suit == 3


@pytest.mark.rule("H2.3")
@pytest.mark.parametrize("off_suit", [2, 3])
def test_the_pot_counts_half_whatever_off_suit_says(off_suit: int) -> None:
    state = position(
        ["1O 2O 3O 4O", "5O 6O 7O 8O", "1S 2S 3S 4S 5S", "1F 2F 3F 4F 5F"],
        pot=["10O", "9H", "", ""],
        off_suit=off_suit,
    )
    assert state.contest == [20, 9, 0, 0]


@pytest.mark.rule("H2.3")
def test_without_a_pot_suit_every_card_counts_in_full() -> None:
    state = after(HangIn(pot_suit="none").start(), deal("10O 7S", "13H 12F", "2O 11O", "9O 4O"))
    events = tell(state, "10O", "13H", "2O", "9O", "7S", "12F", "11O", "4O")
    assert state.contest == [34, 50, 26, 26]
    assert state.houses == (1,)
    assert state.pot_suit == -1
    assert {event.key for event in events} == {"add", "house", "draw", "draw-unseen"}
    with pytest.raises(OptionError, match=r"pot_suit is 'first' or 'none' \(H2.3\)"):
        HangIn(pot_suit="last")


@pytest.mark.rule("H2.4")
def test_example_a_is_the_house_with_13_and_a_half() -> None:
    state = after(HangIn().start(), deal("10O 7S", "13H 12F", "2O 11O", "9O 4O"))
    events = tell(state, "10O", "13H", "2O", "9O", "7S", "12F", "11O", "4O")
    assert [fraction(number, 2) for number in state.contest] == ["13½", "12½", "13", "13"]
    assert state.houses == (0,)
    assert state.table_players == (1, 2, 3)
    assert told(events, "house") == ["Seat 0 has put in the most, 13½ against 13, and is the house. (H2.4)"]
    house = next(event for event in events if event.key == "house")
    assert house.say(reader=0) == "You have put in the most, 13½ against 13, and are the house."


@pytest.mark.rule("H2.5")
def test_two_who_tie_are_both_houses() -> None:
    state = after(HangIn().start(), deal("10O 7S", "13H 12F", "2O 11O", "9O 4O"))
    # 13 each for seats 2 and 3; seat 0 adds less.
    events = tell(state, "10O", "13H", "2O", "9O", state_low(state), "12F", "11O", "4O")
    assert state.houses == (2, 3)
    assert state.table_players == (0, 1)
    assert told(events, "houses") == [
        "With 13 each, these have put in the most, and all are houses: seat 2 and seat 3. (H2.5)"
    ]
    assert state.counts == [3, 3, 5, 5]


def state_low(state: HangInState) -> str:
    """The lowest card of seat 0."""
    return DECK.texts(state.hands[0])[0]


@pytest.mark.rule("H2.5")
@pytest.mark.parametrize(("players", "houses"), [(4, 3), (5, 3), (5, 4)])
def test_all_who_tie_are_houses(players: int, houses: int) -> None:
    pairs = ["13O 1O", "12O 2O", "11O 3O", "10O 4O"][:houses]
    low = ["5S 6S", "7S 1S"][: players - houses]
    pot = [*low, *pairs]
    rest = iter(name for name in DECK.names if name not in " ".join(pot).split())
    hands = [
        " ".join(itertools.islice(rest, players - 1 + (2 if seat >= len(low) else 0)))
        for seat in range(players)
    ]
    state = position(hands, pot=pot, pot_suit="none")
    assert state.houses == tuple(range(len(low), players))
    assert state.table_players == tuple(range(len(low)))
    order = []
    after(state, texts(state)[0])
    while state.phase == "answer":
        assert state.to_move is not None
        order.append(state.to_move)
        after(state, texts(state)[0])
    assert order == list(state.houses)


@pytest.mark.rule("H2.6")
def test_a_round_in_which_all_tie_is_void() -> None:
    game = HangIn(players=3, pot_suit="none", starter="rotate", max_rounds=2)
    state = after(game.start(), deal("13O 1O", "12O 2O", "11O 3O"), "13O", "12O", "11O")
    events = tell(state, "1O", "2O", "3O")
    assert [str(event) for event in events[-2:]] == [
        "All have put in 14: there is no table to play against, and the round is void. (H2.6)",
        "Round 1 ends. The scores are now: seat 0 0, seat 1 0, seat 2 0. (H6.2)",
    ]
    assert (state.phase, state.to_move, state.scores) == ("deal", DEALER, [0, 0, 0])
    assert state.counts == [2, 2, 2]  # nobody has drawn
    after(state, IN_ORDER)
    assert (state.round, state.starter) == (2, 0)  # it counts, and the starter stays


# ── H3 phase 2: scoring ─────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("H3.1")
def test_the_house_draws_two_that_only_it_sees() -> None:
    state = after(HangIn().start(), deal("10O 7S", "13H 12F", "2O 11O", "9O 4O", stock="1F 13S 2F"))
    events = tell(state, "10O", "13H", "2O", "9O", "7S", "12F", "11O", "4O")
    drawn = [event for event in events if event.rule == "H3.1"]
    assert [(event.key, event.text) for event in drawn] == [
        ("draw", "Seat 0 draws the 1 of Family and 13 of Social."),
        ("draw-unseen", "Seat 0 draws two cards as a house."),
    ]
    for seat in (0, 1, 2, 3, ONLOOKER, DEALER):
        assert [event.visible_to(seat) for event in drawn] == [seat == 0, seat != 0]
    assert drawn[0].say(reader=0) == "You draw the 1 of Family and 13 of Social."
    assert state.counts == [5, 3, 3, 3]
    assert not DECK.mask("1F 13S") & ~state.hands[0]
    assert DECK.name(state.stock[0]) == "2F"
    assert not DECK.mask("1F 13S") & ~seen(state, 0).hand
    assert seen(state, 1).unseen & DECK.mask("1F 13S") == DECK.mask("1F 13S")


@pytest.mark.rule("H3.1")
def test_houses_draw_clockwise_from_the_starter_two_at_a_time() -> None:
    game = HangIn(players=3, starter="rotate", pot_suit="none")
    first = after(game.start(), deal("13O 1O", "2S 1S", "1F 2F"), "13O", "2S", "1F", "1O", "1S", "2F")
    while first.to_move != DEALER:
        first.play(first.moves()[0])
    # Seat 1 starts; seats 2 and 0 tie.
    state = after(first, deal("13O 1O", "1S 2S", "12O 2O", stock="1F 2F 3F 4F"))
    after(state, "1S", "12O", "13O", "2S", "2O", "1O")
    assert state.houses == (2, 0)
    assert not DECK.mask("1F 2F") & ~state.hands[2]
    assert not DECK.mask("3F 4F") & ~state.hands[0]


@pytest.mark.rule("H3.2")
def test_the_table_players_challenge_once_each() -> None:
    state, order = position(HANDS, pot=POT), []
    while state.phase in ("challenge", "answer"):
        if state.phase == "challenge":
            assert state.challenger == state.to_move
            order.append(state.to_move)
        state.play(state.moves()[0])
    assert order == [1, 2, 3]
    # The house is in the middle, and another seat starts.
    pot = ["2O 3O", "10O 7S", "13O 12O", "2S 3S"]
    hands = ["1F 2F 3F", "4S 1O 1S", "8O 7O 5S 3F 13H".replace("3F", "6F"), "1H 2H 3H"]
    state, order = position(hands, pot=pot, first=1, starter="rotate", round=2), []
    while state.phase in ("challenge", "answer"):
        if state.phase == "challenge":
            order.append(state.to_move)
        state.play(state.moves()[0])
    assert order == [1, 3, 0]


@pytest.mark.rule("H3.2")
def test_challenging_out_of_turn() -> None:
    state = position(HANDS, pot=POT)
    for seat, wrong in (
        (0, "Seat 0 is a house, and a house does not challenge."),
        (2, "It is seat 1's turn to challenge."),
        (DEALER, "It is seat 1's turn to challenge."),
    ):
        refusal = state.check("1F", seat)
        assert refusal is not None
        assert (refusal.rule, refusal.wrong) == ("H3.2", wrong)
    after(state, "4S", "3S")
    refusal = state.check("1O", 1)
    assert refusal is not None
    assert (refusal.rule, refusal.wrong) == (
        "H3.2",
        "Seat 1 has challenged already, and each table player does so once.",
    )
    assert refusal.say(reader=1).startswith("You have challenged already")


@pytest.mark.rule("H3.3")
def test_a_challenge_is_any_card_and_sets_the_suit() -> None:
    state = position(HANDS, pot=POT)
    assert texts(state) == ["1O", "1S", "4S"]
    for text in ("8O", "9F", "1O 1S", "1O 1O", "play", "hold", IN_ORDER):
        assert rule(state, text) == "H3.3"
    refusal = state.check("1O 1S")
    assert refusal is not None
    assert refusal.text == "A challenge is one card, not two. Choose exactly one card of the hand."
    (event,) = tell(state.copy(), "4S")
    assert str(event) == (
        "Seat 1 challenges with the 4 of Social: a higher card in Social claims, "
        "or 8 or more in another suit. (H3.3)"
    )
    assert event.say("short", braces=True) == "challenges with {4S}"


@pytest.mark.rule("H3.3", "H3.4")
@pytest.mark.parametrize(
    ("table", "off_suit", "words"),
    [
        ("6S", 2, "a higher card in Social claims, or 12 or more in another suit."),
        ("7F", 2, "only a higher card in Family claims, as half of 13 is not enough."),
        ("12F", 2, "only a higher card in Family claims, as half of 13 is not enough."),
        ("13H", 2, "which nothing can match."),
        ("4S", 3, "a higher card in Social claims, or 12 or more in another suit."),
        ("5S", 3, "only a higher card in Social claims, as a third of 13 is not enough."),
    ],
)
def test_a_challenge_says_what_would_claim(table: str, off_suit: int, words: str) -> None:
    asked = DECK.card(table)
    hands = ["8O 7O 5O 4O 9O", f"{table} 1O 1S", "1F 2F 3F", "1H 2H 3H"]
    state = position(hands, pot=POT, off_suit=off_suit)
    (event,) = tell(state, table)
    assert event.text.endswith(words)
    others = [card for card in range(52) if card != asked]
    able = [card for card in others if worth(card, asked & 3, off_suit) >= value_of(asked) * off_suit]
    assert any(card & 3 != asked & 3 for card in able) == (" or " in words)
    assert bool(able) == ("nothing" not in words)


@pytest.mark.rule("H3.4")
def test_the_house_must_answer_a_losing_card_if_need_be() -> None:
    state = challenged("4S")
    assert (state.phase, state.to_move) == ("answer", 0)
    assert texts(state) == ["3S", "5S", "7O", "8O", "13H"]
    for text in ("1O", "4S", "8O 7O", "play", "hold", IN_ORDER):
        assert rule(state, text) == "H3.4"
    refusal = state.check("hold")
    assert refusal is not None
    assert refusal.text == (
        "A house cannot hold back. Answer with any card of the hand, a losing one if need be."
    )
    for seat in (1, 2, DEALER):
        refusal = state.check("1O", seat)
        assert refusal is not None
        assert (refusal.rule, refusal.wrong) == ("H3.4", "Now seat 0 is to answer as the house.")


@pytest.mark.rule("H3.4")
def test_what_can_be_beaten_at_all() -> None:
    """A 13 is never beaten, and a 7 to 12 only in suit."""
    for table in range(52):
        value = value_of(table)
        claim = {card for card in range(52) if card != table and worth(card, table & 3, 2) >= 2 * value}
        suits = {card & 3 for card in claim}
        assert (not claim) == (value == 13)
        assert (suits <= {table & 3}) == (value >= 7)


@pytest.mark.rule("H3.5", "H3.4")
@pytest.mark.parametrize(
    ("answer", "claims", "says"),
    [
        ("8O", True, "the 8 of Office, which counts 4 here, and 4 was asked: enough to claim. (H3.5)"),
        ("7O", False, "the 7 of Office, which counts 3½ here, and 4 was asked: the slice is lost. (H3.5)"),
        ("5S", True, "the 5 of Social, which counts 5, and 4 was asked: enough to claim. (H3.4)"),
        ("3S", False, "the 3 of Social, which counts 3, and 4 was asked: the slice is lost. (H3.4)"),
    ],
)
def test_example_against_4_of_social(answer: str, claims: bool, says: str) -> None:
    state = challenged("4S")
    events = tell(state, answer)
    assert str(events[0]).endswith(says)
    assert state.scores[0] == (21 if claims else -1)
    assert events[1].rule == ("H3.6" if claims else "H3.7")


@pytest.mark.rule("H3.5")
@pytest.mark.parametrize(
    ("answer", "claims", "counted"), [("12O", True, "4"), ("11O", False, "3⅔"), ("8O", False, "2⅔")]
)
def test_example_with_off_suit_3(answer: str, claims: bool, counted: str) -> None:
    pot = ["13O 10O", "10F 7S", "2O 3O", "2S 3S"]
    hands = ["8O 11O 12O 1H 2H", "4S 1O 1S", "1F 2F 3F", "3H 4H 5H"]
    state = after(position(hands, pot=pot, off_suit=3), "4S")
    events = tell(state, answer)
    assert f"counts {counted} here, and 4 was asked" in events[0].text
    assert state.scores[0] == (21 if claims else -1)
    with pytest.raises(OptionError, match=r"off_suit is 2 or 3 \(H3.5\)"):
        HangIn(off_suit=4)


@pytest.mark.rule("H3.6", "H5.2")
def test_example_a_claimed_slice_scores_21() -> None:
    state = challenged("4S")
    events = tell(state, "8O")
    assert state.scores == [21, 0, 0, 0]
    assert told(events, "claim") == [
        "Seat 0 claims the slice from seat 1 for 10 + 7 + 4 = 21, and stands at 21. (H3.6)"
    ]
    claim = events[1]
    assert claim.say(reader=0) == "You claim the slice from seat 1 for 10 + 7 + 4 = 21, and stand at 21."
    assert claim.say(names={0: "Ada"}, reader=1).startswith("Ada claims the slice from you")
    assert state.settlement(state.challenges[0])[0].points == 21


@pytest.mark.rule("H3.7")
def test_a_lost_slice_costs_a_point_also_below_zero() -> None:
    state = challenged("4S")
    events = tell(state, "7O")
    assert told(events, "lost") == ["Seat 0 gets −1 for the lost slice, and stands at −1. (H3.7)"]
    after(state, "1F", "3S", "3H", "5S")
    assert state.scores == [-1 + 6 - 1, 0, 0, 0]


@pytest.mark.rule("H3.7", "H3.4")
def test_a_house_that_can_only_lose() -> None:
    """Three 13s are asked: no answer claims, the house gets -3, and its score is negative."""
    hands = ["12O 12F 12H 11F 11H", "13S 1O 1S", "13F 2F 3F", "13H 2H 3H"]
    pot = ["13O 11O", "10O 7S", "2O 3O", "2S 3S"]
    for answers in itertools.permutations(["12O", "12F", "12H"]):
        state = position(hands, pot=pot)
        events = tell(state, "13S", answers[0], "13F", answers[1], "13H", answers[2])
        assert state.scores == [-3, 0, 0, 0]
        assert told(events, "lost")[-1].startswith("Seat 0 gets −1 for the lost slice, and stands at −3.")
        assert told(events, "round-ends") == [
            "Round 1 ends. The scores are now: seat 0 −3, seat 1 0, seat 2 0, seat 3 0. (H6.2)"
        ]


@pytest.mark.rule("H3.8")
def test_what_scores_for_nobody_lies_open_until_the_round_ends() -> None:
    state = challenged("4S")
    after(state, "7O")
    assert state.slices[0] == DECK.mask("13O 12O")  # the house's own pot cards
    assert state.slices[1] == DECK.mask("10O 7S")  # the lost slice
    assert state.played == DECK.mask("4S 7O")
    zones = {zone.name: zone for zone in state.zones()}
    for name in ("slice 0", "slice 1", "played"):
        assert zones[name].seen_by is None
    for seed in range(5):
        for one, other in itertools.pairwise(play_out(HangIn(), seed)):
            for seat in range(4):
                assert other.scores[seat] == one.scores[seat] or seat in one.houses
            if other.round == one.round:
                assert not one.played & ~other.played


@pytest.mark.rule("H3.9")
def test_a_slice_is_what_this_table_player_added() -> None:
    state = challenged("4S")
    assert state.slices[1] == DECK.mask("10O 7S")
    after(state, "8O", "1F", "7O")
    assert state.scores[0] == 21 + (2 + 3 + 1)


# ── H4 more than one house ──────────────────────────────────────────────────────────────────────


@pytest.mark.rule("H4.1")
def test_each_house_answers_clockwise_from_the_table_player() -> None:
    state = two_houses()
    assert (state.houses, state.phase, state.to_move) == ((1, 2), "answer", 1)
    refusal = state.check("9S", 2)
    assert refusal is not None
    assert str(refusal) == (
        "It is seat 1's turn to answer. The houses answer one by one, clockwise from the table player. (H4.1)"
    )
    assert [rule(state, "1O", seat) for seat in (0, 3, DEALER)] == ["H4.1"] * 3
    after(state, "6S")
    assert (state.phase, state.to_move) == ("answer", 2)
    assert rule(state, "2F", 1) == "H4.1"
    after(state, "9S")
    assert (state.phase, state.to_move) == ("challenge", 3)
    after(state, "4F")
    assert state.to_move == 1  # 0 is no house


@pytest.mark.rule("H4.2")
def test_example_the_higher_answer_takes_the_more_valuable_card() -> None:
    """B 6S, C 9S: C scores 14, B 7."""
    state = two_houses("6S", "9S")
    events = tell(state, "6S", "9S")
    assert state.scores == [0, 7, 14, 0]
    assert [str(event) for event in events[2:]] == [
        (
            "Two houses claim: seat 2, whose answer is higher, takes the 4 of Social and 10 "
            "of Office for 10 + 4 = 14, and stands at 14. (H4.2)"
        ),
        "Seat 1 takes what is left, the 7 of Social, for 7, and stands at 7. (H4.2)",
    ]


@pytest.mark.rule("H4.2", "H5.2")
def test_higher_is_by_what_counts_and_more_valuable_by_full_value() -> None:
    """Of 7O and 12S the 12S; a 12 off suit counts 6 and is lower than a 7 in suit."""
    game = HangIn()
    stake, table = DECK.mask("7O 12S"), DECK.mask("4S")
    shares = settle(game, stake, table, [(1, DECK.mask("12F")), (2, DECK.mask("7S"))])
    assert [(share.seat, share.points) for share in shares] == [(2, 16), (1, 7)]
    assert shares[0].cards == DECK.mask("12S 4S")


@pytest.mark.rule("H4.3")
def test_example_of_equal_answers_the_first_takes_the_more_valuable() -> None:
    """B 10F (worth 5), C 5S: equal, B first: B 14, C 7."""
    state = two_houses("10F", "5S")
    events = tell(state, "10F", "5S")
    assert state.scores == [0, 14, 7, 0]
    assert [event.rule for event in events[-2:]] == ["H4.3", "H4.3"]
    assert events[-2].text.startswith("Both answers count the same: seat 1, who played first, takes")


@pytest.mark.rule("H4.4")
def test_example_if_only_one_claims_it_takes_both() -> None:
    """B 7O (3.5, fails), C 5S: C 21, B -1."""
    state = two_houses("7O", "5S")
    events = tell(state, "7O", "5S")
    assert state.scores == [0, -1, 21, 0]
    assert events[0].text.endswith("the 7 of Office, which counts 3½ here, and 4 was asked: not enough.")
    assert [str(event) for event in events[-2:]] == [
        "Only seat 2 claims, and takes all for 10 + 7 + 4 = 21, and stands at 21. (H4.4)",
        "Seat 1 gets −1 for failing, and stands at −1. (H4.5)",
    ]


@pytest.mark.rule("H4.5")
def test_example_both_fail() -> None:
    state = two_houses("3S", "5F")
    events = tell(state, "3S", "5F")
    assert state.scores == [0, -1, -1, 0]
    assert [event.rule for event in events[-2:]] == ["H4.5", "H4.5"]


@pytest.mark.rule("H4.6")
@pytest.mark.parametrize(
    ("answers", "scores"),
    [(("6S", "9S"), [0, 7, 10, 0]), (("3S", "9S"), [0, -1, 17, 0]), (("3S", "5F"), [0, -1, -1, 0])],
)
def test_without_the_extra_card_it_scores_for_nobody(answers: tuple[str, str], scores: list[int]) -> None:
    state = two_houses(*answers, extra_card="none")
    events = tell(state, *answers)
    assert state.scores == scores
    says = ["With more than one house the table card, the 4 of Social, scores for nobody. (H4.6)"]
    assert told(events, "no-extra") == (says if max(scores) > 0 else [])
    with pytest.raises(OptionError, match=r"extra_card is 'higher' or 'none' \(H4.6\)"):
        HangIn(extra_card="lower")


@pytest.mark.rule("H4.6")
def test_with_one_house_the_table_card_scores_also_without_the_option() -> None:
    assert gains(challenged("4S", extra_card="none"), "8O") == [21, 0, 0, 0]


@pytest.mark.rule("H4.7", "H2.5")
def test_example_three_houses() -> None:
    """B 8F, C 8H, D 5S: D 14, B 7, C 0."""
    state = position(
        ["4S 1O 1S", "8F 2F 3F 1F 1H", "8H 2H 3H 4H 5H", "5S 9F 9H 4F 5F"],
        pot=["10O 7S", "13O 11S", "12O 12S", "11O 13S"],
        pot_suit="none",
    )
    assert (state.houses, state.table_players) == ((1, 2, 3), (0,))
    events = tell(state, "4S", "8F", "8H", "5S")
    assert state.scores == [0, 7, 0, 14]
    assert [str(event) for event in events if event.rule == "H4.7"] == [
        (
            "Several claim: seat 3, who comes first, takes the 4 of Social and 10 of "
            "Office for 10 + 4 = 14, and stands at 14. (H4.7)"
        ),
        "Seat 1, who comes second, takes the other card, the 7 of Social, for 7, and stands at 7. (H4.7)",
        "Seat 2 claims too, but nothing is left: that brings 0, and seat 2 stays at 0. (H4.7)",
    ]
    assert state.phase == "deal"


@pytest.mark.rule("H4.7")
def test_four_houses_of_five() -> None:
    game = HangIn(players=5)
    answers = [(seat, DECK.mask(card)) for seat, card in ((1, "13F"), (2, "6S"), (3, "9S"), (4, "3S"))]
    shares = settle(game, DECK.mask("10O 7S"), DECK.mask("4S"), answers)
    assert [(share.seat, share.points) for share in shares] == [(3, 14), (1, 7), (2, 0), (4, -1)]


SHORT: dict[str, Any] = {"may_hold_back": True}


@pytest.mark.rule("H4.8")
@pytest.mark.parametrize("extra", ["higher", "none"])
def test_a_slice_of_one_card_and_an_empty_one(extra: str) -> None:
    game = HangIn(may_hold_back=True, extra_card=extra)
    table, more = DECK.mask("4S"), 4 if extra == "higher" else 0
    both = [(1, DECK.mask("6S")), (2, DECK.mask("9S"))]
    one = [(1, DECK.mask("3S")), (2, DECK.mask("9S"))]
    for stake, answers, expected in (
        ("10O", both, [(2, 10 + more), (1, 0)]),
        ("10O", one, [(2, 10 + more), (1, -1)]),
        ("", both, [(2, more), (1, 0)]),
        ("", one, [(2, more), (1, -1)]),
        ("10O", both[1:], [(2, 14)]),  # one house: the table card always scores
        ("", both[1:], [(2, 4)]),
        ("", one[:1], [(1, -1)]),
    ):
        shares = settle(game, DECK.mask(stake), table, answers)
        assert [(share.seat, share.points) for share in shares] == expected, (stake, answers)


@pytest.mark.rule("H4.8", "H2.2")
def test_an_empty_slice_is_still_challenged() -> None:
    hands = ["8O 7O 5S 3S 13H", "4S 1O 1S 5H 6H", "1F 2F 3F 4F", "1H 2H 3H"]
    pot = ["13O 12O", "- -", "10O -", "2S 4H"]
    start = position(hands, pot=pot, **SHORT)
    assert (start.houses, start.to_move, start.slices[1]) == ((0,), 1, 0)
    claimed = start.copy()
    events = tell(claimed, "4S", "8O")
    assert claimed.scores == [4, 0, 0, 0]
    assert told(events, "claim-empty") == [
        "Seat 0 claims an empty slice from seat 1 for 4, and stands at 4. (H4.8)"
    ]
    assert gains(start.copy(), "4S", "7O") == [-1, 0, 0, 0]
    after(claimed, "4F", "13H")
    assert claimed.scores == [4 + 10 + 4, 0, 0, 0]


@pytest.mark.rule("H4.8", "H4.7")
def test_short_slices_say_why_there_is_nothing() -> None:
    state = position(
        ["4S 1O 1S 6F", "6S 2F 3F 1F 1H", "9S 2H 3H 4H 5H", "4F 9F 9H 7F 8F"],
        pot=["10O -", "12O 11O", "13O 10S", "- -"],
        pot_suit="none",
        **SHORT,
    )
    events = tell(state, "4S", "6S", "9S")
    assert told(events, "claim-short") == [
        "Seat 1 claims too, but the slice has no second card: that brings 0, and seat 1 stays at 0. (H4.8)"
    ]
    assert state.scores == [0, 0, 14, 0]


# ── H5 values ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("H5.1")
def test_half_values_are_exact() -> None:
    for card in range(52):
        for scale in (2, 3):
            assert worth(card, card & 3, scale) == value_of(card) * scale
            assert worth(card, (card + 1) & 3, scale) == value_of(card)
            assert worth(card, -1, scale) == value_of(card) * scale
    assert [fraction(number, 2) for number in (0, 1, 2, 3, 27)] == ["0", "½", "1", "1½", "13½"]
    assert [fraction(number, 3) for number in (0, 1, 2, 3, 4, 13)] == ["0", "⅓", "⅔", "1", "1⅓", "4⅓"]
    assert [signed(number) for number in (-12, -1, 0, 7)] == ["−12", "−1", "0", "7"]


@pytest.mark.rule("H5.1")
def test_any_card_may_be_played_outside_the_suit() -> None:
    for seed in range(4):
        for state in play_out(HangIn(), seed):
            if state.to_move is not None and state.to_move != DEALER:
                assert texts(state) == DECK.texts(state.hands[state.to_move])


@pytest.mark.rule("H5.2")
def test_scores_are_of_full_values_whatever_the_suit() -> None:
    # 7S counted 3½ in the pot of Office, and still scores 7; the 4S asked Social, not Office.
    assert gains(challenged("4S"), "5S") == [10 + 7 + 4, 0, 0, 0]


# ── H6 winning ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("H6.1")
def test_the_first_to_50_wins_in_the_middle_of_a_round() -> None:
    state = position(HANDS, pot=POT, scores=[29, 49, 0, -3])
    assert state.round == 2
    events = tell(state, "4S", "8O")
    assert (state.phase, state.to_move, state.actors, state.scores) == ("over", None, (), [50, 49, 0, -3])
    assert [str(event) for event in events[-5:]] == [
        "The target of 50 points is reached, and the game ends. (H6.1)",
        "Seat 0 is 1st, with 50 points. (H6.1)",
        "Seat 1 is 2nd, with 49 points. (H6.1)",
        "Seat 2 is 3rd, with 0 points. (H6.1)",
        "Seat 3 is 4th, with −3 points. (H6.1)",
    ]
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.rule, outcome.ranks, outcome.winners) == ("H6.1", (1, 2, 3, 4), (0,))
    for text in ("1F", "hold", IN_ORDER, "8O 9O"):
        for seat in (None, 0, 2, DEALER):
            assert rule(state, text, seat) == "H6.1"
    refusal = state.check("1F")
    assert refusal is not None
    assert refusal.text == "The game is over: 50 points have been reached. A new game can be started."


@pytest.mark.rule("H6.1")
def test_with_round_the_target_is_tested_at_the_end_of_the_round_only() -> None:
    state = position(HANDS, pot=POT, scores=[29, 49, 0, -3], target_check="round")
    after(state, "4S", "8O")
    assert (state.phase, state.to_move, state.scores[0]) == ("challenge", 2, 50)
    # Two lost slices take the house below the target again.
    lost = after(state.copy(), "3F", "3S", "3H", "5S")
    assert (lost.phase, lost.scores[0], lost.outcome) == ("deal", 48, None)
    events = tell(state, "1F", "13H", "1H", "3S")
    assert (state.phase, state.scores[0]) == ("over", 50 + 6 + 7)
    assert [event.key for event in events[-7:]] == ["claim", "round-ends", "target", *["final"] * 4][-7:]
    with pytest.raises(OptionError, match=r"check is 'slice' or 'round' \(H6.1\)"):
        HangIn(target_check="game")


@pytest.mark.rule("H6.1")
def test_a_loss_on_the_same_slice_counts_before_the_test() -> None:
    """All gains and losses of a slice at once: one house fails, the other crosses."""
    state = two_houses("3S", "9S", scores=[0, 40, 29, 0])
    after(state, "3S", "9S")
    assert (state.phase, state.scores) == ("over", [0, 39, 50, 0])


@pytest.mark.rule("H6.1")
@pytest.mark.parametrize(
    ("scores", "expected", "ranks"),
    [
        ([0, 44, 40, 0], [0, 51, 54, 0], (3, 2, 1, 3)),  # both cross: the higher total
        ([0, 48, 40, 0], [0, 55, 54, 0], (3, 1, 2, 3)),  # also where it is the lower claimant
        ([0, 47, 40, 0], [0, 54, 54, 0], (3, 2, 1, 3)),  # equal: the higher claimant
        ([0, 40, 47, 0], [0, 47, 61, 0], (3, 2, 1, 3)),  # only one crosses
    ],
)
def test_two_houses_cross_on_one_slice(
    scores: list[int], expected: list[int], ranks: tuple[int, ...]
) -> None:
    state = two_houses("6S", "9S", scores=scores)
    events = tell(state, "6S", "9S")
    tied = max(expected) == sorted(expected)[-2]
    assert len(told(events, "target-tied")) == tied, "why one of two equals wins is told"
    assert state.phase == "over"
    assert state.scores == expected
    assert state.outcome is not None
    assert (state.outcome.rule, state.outcome.ranks) == ("H6.1", ranks)
    # It can be told from the record alone.
    again = state.game.state(json.loads(json.dumps(state.to_json())))
    assert again.outcome == state.outcome


@pytest.mark.rule("H6.1", "H4.3")
def test_two_cross_with_equal_answers_and_equal_totals() -> None:
    state = position(
        ["4S 1O 1S", "10F 2F 3F 1F 1H", "5S 2H 3H 4H 5H", "4F 9F 9H"],
        pot=["10O 7S", "12O 11O", "13O 10S", "2O 2S"],
        pot_suit="none",
        scores=[0, 40, 47, 0],
    )
    after(state, "4S", "10F", "5S")
    assert state.scores == [0, 54, 54, 0]
    assert state.outcome is not None
    assert state.outcome.ranks == (3, 1, 2, 3)


@pytest.mark.rule("H6.1")
def test_with_round_equal_totals_draw() -> None:
    state = two_houses("6S", "9S", scores=[0, 49, 42, 0], target_check="round")
    after(state, "6S", "9S", "9F", "1F", "2H")
    assert state.scores == [0, 55, 55, 0]
    assert state.outcome is not None
    assert (state.outcome.ranks, state.outcome.winners) == ((3, 1, 1, 3), (1, 2))


@pytest.mark.rule("H6.1", "H6.3")
@pytest.mark.parametrize("wrong", [0, -1, True, 1.0, "2", None])
def test_target_and_limit_are_whole_numbers(wrong: Any) -> None:
    with pytest.raises(OptionError, match=r"target is a whole number, 1 or more \(H6.1\)"):
        HangIn(target=wrong)
    with pytest.raises(OptionError, match=r"max_rounds is a whole number, 1 or more \(H6.3\)"):
        HangIn(max_rounds=wrong)


@pytest.mark.rule("H6.2")
def test_points_carry_over_from_round_to_round() -> None:
    for seed in range(5):
        states = play_out(HangIn(), seed)
        for one, other in itertools.pairwise(states):
            if other.round > one.round:
                assert other.scores == one.scores
        assert max(states[-1].scores) >= 50
        assert states[-1].round > 1


@pytest.mark.rule("H6.3")
def test_the_limit_ends_the_game() -> None:
    state = position(HANDS, pot=POT, scores=[5, 30, 30, -2], round=3, max_rounds=3)
    events = tell(state, "4S", "7O", "3F", "3S", "3H", "5S")
    assert (state.phase, state.scores) == ("over", [2, 30, 30, -2])
    outcome = state.outcome
    assert outcome is not None
    # Also players who never were house can win, and equal scores draw.
    assert (outcome.rule, outcome.ranks, outcome.winners) == ("H6.3", (3, 1, 1, 4), (1, 2))
    assert told(events, "limit") == ["The limit of 3 rounds is reached, and the game ends. (H6.3)"]
    for text in ("1F", "hold", IN_ORDER):
        refusal = state.check(text, 0)
        assert refusal is not None
        assert (refusal.rule, refusal.wrong) == ("H6.3", "The game is over: all 3 rounds have been played.")


@pytest.mark.rule("H6.3", "H6.1")
@pytest.mark.parametrize("check", ["slice", "round"])
def test_if_the_target_is_met_in_the_last_round_it_is_the_reason(check: str) -> None:
    state = position(HANDS, pot=POT, scores=[44, 0, 0, 0], round=2, max_rounds=2, target_check=check)
    after(state, "4S", "7O", "3F", "3S", "1H", "5S")
    assert state.scores == [44 - 1 - 1 + 7, 0, 0, 0]
    assert state.outcome is not None
    assert state.outcome.rule == "H6.3"
    state = position(HANDS, pot=POT, scores=[45, 0, 0, 0], round=2, max_rounds=2, target_check=check)
    after(state, "4S", "7O", "3F", "3S", "1H", "5S")
    assert state.scores == [50, 0, 0, 0]
    assert state.outcome is not None
    assert state.outcome.rule == "H6.1"


@pytest.mark.rule("H6.3", "H2.6")
def test_void_rounds_count_toward_the_limit() -> None:
    state = HangIn(players=3, pot_suit="none", max_rounds=2).start()
    for _ in range(2):
        after(state, deal("13O 1O", "12O 2O", "11O 3O"), "13O", "12O", "11O", "1O", "2O", "3O")
    assert state.outcome is not None
    assert (state.outcome.rule, state.outcome.ranks) == ("H6.3", (1, 1, 1))


@pytest.mark.rule("H6.3")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_game_ends_within_its_bound(players: int) -> None:
    for seed, check in itertools.product(range(4), ("slice", "round")):
        game = HangIn(players=players, max_rounds=3, target=10_000, target_check=check, may_hold_back=True)
        states = play_out(game, seed)
        assert len(states) - 1 <= game.longest()
        assert states[-1].round == 3
    assert HangIn().longest() == 1000 * (1 + 8 + 6)


# ── refusals and events as a whole ──────────────────────────────────────────────────────────────


def test_refusals_come_in_the_rulebooks_order() -> None:
    """Moves that break many rules at once: first the moment, then the turn, then the cards."""
    pot = after(HangIn().start(), IN_ORDER)
    challenge, answer = position(HANDS, pot=POT), challenged("4S")
    for state, text, seat, expected in (
        (pot, IN_ORDER, 2, "H2.1"),
        (pot, "hold", 2, "H2.1"),
        (pot, "hold", 0, "H2.2"),
        (pot, "9O 9O", 0, "H2.1"),
        (challenge, "hold", 0, "H3.3"),
        (challenge, IN_ORDER, 2, "H3.3"),
        (challenge, "9O 9O", 2, "H3.2"),
        (challenge, "9O 9O", 1, "H3.3"),
        (answer, "hold", 2, "H3.4"),
        (answer, "9O 9O", 2, "H3.4"),
        (answer, "9O 9O", 0, "H3.4"),
        (two_houses(), "hold", 2, "H3.4"),
        (two_houses(), "9O 9O", 2, "H4.1"),
        (two_houses(), "9O 9O", 1, "H3.4"),
    ):
        before = state.to_json()
        assert rule(state, text, seat) == expected, (state, text, seat)
        assert state.to_json() == before
    with pytest.raises(IllegalMove, match=r"\(H3.4\)$") as caught:
        answer.after("hold")
    assert caught.value.refusal == answer.check("hold")


def keys(state: HangInState, text: str, seat: int | None = None) -> list[str]:
    """Every refusal of a move, as rule and key."""
    return [f"{refusal.rule} {refusal.key}" for refusal in state.refusals(text, seat)]


@pytest.mark.rule("H1.2", "H1.5", "H2.1", "H2.2", "H3.2", "H3.3", "H3.4", "H4.1")
def test_every_refusal_of_a_move_is_given_in_order() -> None:
    """Each condition speaks for itself; a move of another kind is not judged further."""
    start, pot = HangIn().start(), after(HangIn().start(), IN_ORDER)
    challenge, answer, double = position(HANDS, pot=POT), challenged("4S"), two_houses()
    assert keys(start, "deal 8O", 0) == ["H1.5 dealers-turn", "H1.5 not-the-deck"]
    assert keys(start, "8O 8O", 0) == ["H1.5 not-dealt"]
    assert keys(pot, "1O") == []
    assert keys(pot, "hold", 2) == ["H2.1 not-your-turn", "H2.2 must-add"]
    assert keys(pot, "13H 13H 1O") == ["H2.1 named-twice", "H2.1 not-held", "H2.1 one-card-pot"]
    assert keys(pot, "13H", 2) == ["H2.1 not-your-turn", "H2.1 not-held"]
    assert keys(pot, IN_ORDER, 2) == ["H2.1 deal-in-round"]
    broken = pot.refusals(Play(1 << 60 | DECK.mask("1O")))
    assert [refusal.key for refusal in broken] == ["no-such-card", "one-card-pot"]
    assert keys(challenge, "hold", 0) == ["H3.3 hold-challenge"]
    assert keys(challenge, "8O 7O", 0) == ["H3.2 house-challenges", "H3.3 one-card-challenge"]
    assert keys(challenge, "4S", 2) == ["H3.2 not-your-challenge", "H3.3 not-held"]
    later = after(position(HANDS, pot=POT), "4S", "8O")
    assert keys(later, "4S", 1) == ["H3.2 has-challenged", "H3.3 not-held"]
    assert keys(answer, "1F 1F", 2) == ["H3.4 house-answers", "H3.4 named-twice"]
    assert keys(answer, "1F 4H") == ["H3.4 not-held", "H3.4 one-card-answer"]
    assert keys(double, "4F 9F", 2) == ["H4.1 not-your-answer", "H3.4 not-held", "H3.4 one-card-answer"]
    assert keys(double, "6S", DEALER) == ["H4.1 not-your-answer"], "the dealer has no hand to judge by"
    over = play_out(HangIn(target=5), 2)[-1]
    assert keys(over, "1O 1O", 0) == ["H6.1 game-won"]


# What is asked one after the other: the moment, the turn, the deck, the cards.
ASKED = (
    "game-won game-limit round-over not-dealt deal-in-round hold-challenge hold-answer dealers-turn "
    "not-your-turn house-challenges has-challenged not-your-challenge not-your-answer house-answers "
    "not-the-deck must-add no-such-card named-twice not-held one-card-pot one-card-challenge one-card-answer"
).split()


@settings(max_examples=60, derandomize=True, deadline=None, database=None)
@given(st.integers(0, 10**6), st.integers(0, 70), st.booleans())
def test_the_first_refusal_is_what_check_says(seed: int, steps: int, may_hold_back: bool) -> None:
    rng = random.Random(seed)
    state = HangIn(players=rng.choice((3, 4, 5)), may_hold_back=may_hold_back, max_rounds=3).start()
    for _ in range(steps):
        if state.to_move is None:
            break
        state.play(state.random_move(rng))
    cards = [DECK.names[int(rng.random() * 52)] for _ in range(3)]
    candidates = ["hold", "play", *cards, " ".join(cards), f"{cards[0]} {cards[0]}", f"deal {cards[1]}"]
    candidates += [DECK.text(hand & -hand) for hand in state.hands if hand] + [str(state.deal(rng))]
    legal = {str(move) for move in state.moves()}
    for text in candidates:
        for seat in (None, *range(state.game.players), DEALER):
            found = list(state.refusals(text, seat))
            assert (found[0] if found else None) == state.check(text, seat)
            if not text.startswith("deal"):
                assert (not found) == (text in legal and seat in (None, state.to_move))
            places = [ASKED.index(refusal.key) for refusal in found]
            assert sorted(set(places)) == places, (text, seat, found)
            if seat is not None and seat >= 0:
                assert list(state.view(seat).refusals(text)) == found, "a view judges its own seat"


def some_states() -> list[HangInState]:
    """One of each kind of moment."""
    found: dict[object, HangInState] = {}
    options: list[dict[str, Any]] = [
        {"starter": "rotate"},
        {"may_hold_back": True, "max_rounds": 2, "players": 3},
        {"pot_suit": "none", "off_suit": 3, "players": 5, "max_rounds": 3, "target_check": "round"},
    ]
    for number, seed in itertools.product(range(3), range(6)):
        for state in play_out(HangIn(**options[number]), seed):
            kind = (number, state.phase, state.round > 1, state.settled > 0, len(state.houses))
            found.setdefault(kind, state)
    return [
        *found.values(),
        two_houses(),
        two_houses("6S", "9S", scores=[0, 47, 40, 0]).after("6S").after("9S"),
    ]


def test_every_refusal_says_what_is_wrong_and_what_would_be_right() -> None:
    seen: dict[str, Refusal] = {}
    rng = random.Random(1)
    void = HangIn().start()
    for state in (void, *some_states(), *play_out(HangIn(max_rounds=2), 1), *play_out(HangIn(target=5), 2)):
        hand = rng.sample(DECK.names, 2)
        for text in ("hold", "play", "deal 8O", IN_ORDER, *hand, " ".join(hand), "8O 8O", *texts(state)[:2]):
            for seat in range(-1, state.game.players):
                if refusal := state.check(text, seat):
                    seen[refusal.key] = refusal
    first = play_out(HangIn(), 1)[1]
    seen["no-such-card"] = first.check(Play(1 << 99)) or pytest.fail("a card 99 is played")
    for key, refusal in seen.items():
        assert refusal.wrong and refusal.right, key
        assert str(refusal) == f"{refusal.text} ({refusal.rule})"
        assert refusal.rule in BOOK
    sentences = {key: entry for key, entry in HangIn().words.entries.items() if not key.startswith("table-")}
    assert set(seen) == {key for key, entry in sentences.items() if "right" in entry}


def test_every_event_has_its_rules() -> None:
    rules: dict[str, set[str]] = {}
    events: list[Event] = []
    for number in range(40):
        game = HangIn(
            players=3 + number % 3,
            may_hold_back=number % 2 == 0,
            off_suit=2 + number % 2,
            max_rounds=1 + number % 5,
        )
        rng, state = random.Random(number), game.start()
        while state.to_move is not None:
            state.play(state.random_move(rng), events.append, state.to_move)
    for text in (("6S", "9S"), ("7O", "5S"), ("3S", "9S")):
        events += tell(two_houses(*text, extra_card="none"), *text)
    events += tell(two_houses("3S", "5F"), "3S", "5F")
    for event in events:
        rules.setdefault(event.key, set()).add(event.rule)
        assert event.rule in BOOK
    expected = {
        "deal": {"H1.5"}, "begins": {"H1.4"}, "add": {"H2.1"}, "add-half": {"H2.3"}, "pot-suit": {"H2.3"},
        "hold": {"H2.2"}, "house": {"H2.4"}, "houses": {"H2.5"}, "draw": {"H3.1"}, "draw-unseen": {"H3.1"},
        "challenge": {"H3.3"}, "challenge-suit": {"H3.3"}, "challenge-third": {"H3.3"},
        "challenge-top": {"H3.3"}, "beats": {"H3.4"}, "fails": {"H3.4"}, "too-low": {"H3.4"},
        "beats-off": {"H3.5"}, "fails-off": {"H3.5"}, "too-low-off": {"H3.5"}, "claim": {"H3.6"},
        "lost": {"H3.7"}, "claim-higher": {"H4.2"}, "claim-lower": {"H4.2"}, "claim-alone": {"H4.4"},
        "lost-too": {"H4.5"}, "no-extra": {"H4.6"}, "round-ends": {"H6.2"}, "target": {"H6.1"},
        "limit": {"H6.3"}, "final": {"H6.1", "H6.3"},
    }  # fmt: skip
    assert {key: found for key, found in rules.items() if key in expected} == expected
    assert set(rules) - set(expected) <= {
        *("void", "claim-first", "claim-second", "claim-best", "claim-next", "claim-last"),
        *("claim-empty", "claim-short"),
    }


def test_the_events_of_a_round_in_order() -> None:
    keys = [event.key for event in tell(challenged(""), "4S", "8O", "3F", "3S", "3H", "7O")]
    assert keys == [
        *("challenge", "beats-off", "claim", "challenge", "fails-off", "lost"),
        *("challenge", "beats-off", "claim", "round-ends"),
    ]


def test_events_can_be_compared_and_kept_in_sets() -> None:
    one, other = (tell(challenged("4S"), "8O") for _ in range(2))
    assert one == other
    assert len({*one, *other}) == 2


# ── the catalogue ───────────────────────────────────────────────────────────────────────────────

SOURCE = (Path(handkit.__file__).parent / "games" / "hang_in.py").read_text(encoding="utf-8")
FILLED: dict[str, list[Any]] = {
    "seat": [0, 3],
    "seats": [[0], [0, 3]],
    "cards": [DECK.mask("7S"), DECK.mask("10H 2O")],
    "number": [0, 1, 4, 52],
    "nth": [1, 2, 4],
    "": [1, 2, "−1", "3½", "10 + 7 = 17"],
}


def test_no_part_without_a_reader_says_you() -> None:
    for key, entry in HangIn().words.entries.items():
        if key.startswith(("table-would-", "as-if-")):
            continue  # what only the person who chooses a card, or has answered, reads
        assert not re.search(r"\byou\b", entry["text"], re.I), key


# ── options ─────────────────────────────────────────────────────────────────────────────────────


def test_options_are_given_by_name() -> None:
    with pytest.raises(OptionError, match="HangIn takes its options by name: players, starter"):
        HangIn(4)  # type: ignore[call-arg]
    with pytest.raises(OptionError, match=r"Hang In has no option 'goal'\. Its options are players, starter"):
        HangIn(goal=4)  # type: ignore[call-arg]
    with pytest.raises(OptionError, match=r"players=6, which is not allowed"):
        position(["1O"] * 6)
    assert HangIn() == HangIn(
        players=4,
        starter="host",
        may_hold_back=False,
        pot_suit="first",
        off_suit=2,
        extra_card="higher",
        target=50,
        target_check="slice",
        max_rounds=1000,
    )
    assert eval(repr(HangIn(players=5, target=30))) == HangIn(players=5, target=30)
    assert HangIn(**HangIn(target_check="round").to_json()) == HangIn(target_check="round")


def test_every_option_has_its_rule_and_the_rule_names_it() -> None:
    named = {name: rule.id for rule in BOOK.values() for name in rule.options}
    assert named == {name: about.rule for name, about in HangIn.options().items()}
    assert all(about.help for about in HangIn.options().values())


# ── moves as text ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("8O", Play("8O")),
        (" 8o ", Play("8O")),
        ("8 of Office", Play("8O")),
        ("10 of hobby", Play("10H")),
        ("TH", Play("10H")),
        ("play 13F", Play("13F")),
        ("8O, 9O", Play("8O 9O")),
        ("8O 8O", Play("8O 8O")),
        ("play", Play()),
        ("hold", HOLD),
        (" Hold\n", HOLD),
        (IN_ORDER, Deal(range(52))),
        ("deal", Deal("")),
    ],
)
def test_parsing_is_forgiving_and_reads_back(text: str, move: Any) -> None:
    assert HangIn().parse(text) == move
    assert HangIn().parse(str(move)) == move
    assert eval(repr(move)) == move
    assert hash(eval(repr(move))) == hash(move)


@pytest.mark.parametrize(
    "text", ["7X", "14O", "pass", "hold 8O", "8O hold", "play x", "deal 8O ?", "\x00", "{0}", "％"]
)
def test_what_is_not_understood_is_said(text: str) -> None:
    with pytest.raises((ParseError, CardError), match="is not a card") as caught:
        HangIn().parse(text)
    assert "a rank (1 2 3" in str(caught.value)


def test_huge_texts_are_read_or_refused_shortly() -> None:
    for text in ("7" * 1_000_000, "x y " * 100_000, "deal " + "q" * 100_000):
        with pytest.raises((ParseError, CardError)) as caught:
            HangIn().parse(text)
        assert len(str(caught.value)) < 500
    assert HangIn().parse("7S " * 20_000) == Play("7S 7S")


def test_a_move_of_another_game_is_no_move() -> None:
    class Jump(Hold):
        __slots__ = ()

    assert HangIn(may_hold_back=True).parse("hold") == HOLD
    with pytest.raises(TypeError, match="is no move of Hang In"):
        HangIn().start().play(None)


# ── positions ───────────────────────────────────────────────────────────────────────────────────


def test_a_position_in_one_call() -> None:
    state = position(
        hands=["7O 5S 3S 13H", "1O 1S", "1F 2F 3F", "1H 2H 3H"],
        pot=["13O 12O", "10O 7S", "2O 3O", "2S 3O".replace("3O", "6S")],
        challenges=["4S 8O"],
        stock="9F 8F",
        scores=[30, 2, 3, 4],
        target=60,
    )
    assert (state.round, state.phase, state.to_move, state.settled) == (2, "challenge", 2, 1)
    assert state.houses == (0,)
    assert state.stock[:2] == (DECK.card("9F"), DECK.card("8F"))
    assert DECK.names[state.stock[2]] == "4O"
    assert state.game.target == 60
    assert state.challenges[0].answers == ((0, DECK.mask("8O")),)
    assert state.gained() == [21, 0, 0, 0]
    pot = position(
        ["1O 2O 3O 4O", "5O 6O 7O 8O", "1S 2S 3S 4S 5S", "1F 2F 3F 4F 5F"], pot=["10O", "9H", "", ""]
    )
    assert (pot.phase, pot.to_move, pot.round, pot.scores) == ("pot", 2, 1, [0] * 4)
    answering = position([HANDS[0], "1O 1S", *HANDS[2:]], pot=POT, challenges=["4S"])
    assert answering == challenged("4S")
    over = position(
        ["7O 5S 3S 13H", "1O 1S", *HANDS[2:]], pot=POT, challenges=["4S 8O"], scores=[50, 0, 0, 0]
    )
    assert (over.phase, over.to_move) == ("over", None)
    done = position(["5S 13H", "1O 1S", "1F 2F", "1H 2H"], pot=POT, challenges=["4S 8O", "3F 3S", "3H 7O"])
    assert (done.phase, done.to_move, done.scores) == ("deal", DEALER, [21 - 1 + 9, 0, 0, 0])


START = ["1O 2O 3O 4O 5O", "1S 2S 3S 4S 5S", "1F 2F 3F 4F 5F", "1H 2H 3H 4H 5H"]


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"hands": ["1O", *START[1:]]}, "seat 0 holds 1 cards, and should hold 5 (H1.3, H2.1, H3.1)"),
        ({"hands": ["1S 2O 3O 4O 5O", *START[1:]]}, "1 of Social is in two hands: seat 0 and seat 1"),
        ({"players": 5}, "`hands` needs 5 texts of cards"),
        ({"pot": ["6O"]}, "`pot` needs 4 texts of cards, one a seat"),
        (
            {"pot": ["6O", "", "6F", ""]},
            "seat 1 did not have its turn in the pot, which goes round twice (H2.1)",
        ),
        ({"pot": ["6O 7O", "", "", ""]}, "seat 1 did not have its turn in the pot"),
        ({"pot": ["6O 7O 8O", "6S 7S", "6F 7F", "6H 7H"]}, "seat 0 did not have its turn in the pot"),
        (
            {"pot": ["-", "", "", ""]},
            "entry 1 of the history, holding back by seat 0, is refused: Holding back",
        ),
        ({"pot": ["1O", "", "", ""]}, "seat 0 holds 5 cards, and should hold 4"),
        (
            {"pot": ["1O", "", "", ""], "hands": ["1O 2O 3O 4O", *START[1:]]},
            "1 of Office is in two places: hand 0 and slice 0",
        ),
        ({"pot": ["6O", "6O", "", ""]}, "6 of Office is in the history twice"),
        ({"challenges": ["8O"]}, "a challenge is a table card and an answer from each house"),
        ({"first": 1}, "seat 1 does not start round 2 (H1.4)"),
        ({"first": 1, "starter": "rotate", "round": 1}, "seat 1 does not start round 1 (H1.4)"),
        ({"first": 4}, "there is no seat 4 to have started"),
        ({"first": -1}, "there is no seat -1 to have started"),
        ({"scores": [1, 2]}, "`scores` needs 4 numbers"),
        ({"scores": [1, 0, 0, 0], "round": 1}, "before round 1 the scores cannot have been [1, 0, 0, 0]"),
        ({"scores": [-4, 0, 0, 0], "round": 2}, "before round 2 the scores cannot have been [-4, 0, 0, 0]"),
        (
            {"scores": [118, 0, 0, 0], "target": 200, "round": 2},
            "before round 2 the scores cannot have been [118, 0, 0, 0]",
        ),
        ({"scores": [50, 0, 0, 0]}, "the target was met in a round before (H6.1)"),
        ({"round": 0}, "before the first deal nothing has happened yet"),
        ({"round": 3, "max_rounds": 2}, "round 3 of 2"),
        ({"round": -1}, "round -1 of 1000"),
        ({"stock": "1O"}, "1 of Office is in two places: hand 0 and stock"),
        ({"scores": [10**20, 0, 0, 0]}, "round 854700854700854702 of 1000"),
        ({"round": 10**20}, "round 100000000000000000000 of 1000"),
    ],
)
def test_a_position_that_cannot_occur(what: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=re.escape(message)):
        position(**{"hands": START, **what})


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"challenges": ["4S 8O 7O"]}, "a challenge is a table card and an answer from each house"),
        ({"challenges": [""]}, "a challenge is a table card and an answer from each house"),
        ({"challenges": ["4S", "1F"]}, "a challenge is a table card and an answer from each house"),
        ({"challenges": ["9O"]}, "seat 1 holds 3 cards, and should hold 2"),
        ({"challenges": ["4S 8O"] * 2}, "4 of Social is in the history twice"),
        (
            {"challenges": ["4S 8O", "3F 3S", "3H 7O", "1O"]},
            "a challenge is a table card and an answer from each house",
        ),
        ({"hands": ["8O 7O 5S", *HANDS[1:]]}, "seat 0 holds 3 cards, and should hold 5"),
    ],
)
def test_challenges_that_cannot_occur(what: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=re.escape(message)):
        position(**{"hands": HANDS, "pot": POT, **what})


def test_a_target_met_on_a_slice_before_cannot_occur() -> None:
    hands = ["5S 3S 13H", "1O 1S", "1F 2F", "1H 2H 3H"]
    what: dict[str, Any] = {"hands": hands, "pot": POT, "challenges": ["4S 8O", "3F 7O"]}
    assert position(**what, scores=[49, 0, 0, 0]).phase == "challenge"
    assert position(**what, scores=[50, 0, 0, 0]).phase == "over"
    with pytest.raises(
        PositionError, match=r"entry 11 of the history, 3 of Family by seat 2, is refused: .*\(H6.1\)"
    ):
        position(**what, scores=[58, 0, 0, 0])
    assert position(**what, scores=[58, 0, 0, 0], target_check="round").phase == "challenge"


def test_a_void_position() -> None:
    hands = ["1S 2S", "1F 2F", "1H 2H"]
    state = position(hands, pot=["13O 1O", "12O 2O", "11O 3O"], pot_suit="none")
    assert (state.phase, state.houses, state.table_players) == ("deal", (0, 1, 2), ())


def test_numbers_of_a_position_are_whole_numbers() -> None:
    wrong: list[dict[str, Any]] = [{"scores": [1.0, 0, 0, 0]}, {"round": True}]
    for what in wrong:
        with pytest.raises(TypeError, match=f"^{next(iter(what))} is "):
            position(START, **what)
    for seat in ("0", True, 4, None):
        with pytest.raises(PositionError, match=f"there is no seat {seat!r} to have started"):
            position(START, first=seat)


def test_a_position_needs_as_many_hands_as_may_play() -> None:
    with pytest.raises(OptionError, match=r"^As hands has a text for each seat, players=1, .*\(H1.1\)"):
        HangIn.position(["7S"])
    for wrong in ("7S", 5):
        with pytest.raises((PositionError, TypeError), match=r"^hands is .*, and should be a list, "):
            HangIn.position(wrong)


def test_cards_of_a_position_are_cards() -> None:
    with pytest.raises(CardError, match="'ZZ' is not a card"):
        position(["1O 2O 3O 4O ZZ", *START[1:]])
    with pytest.raises(CardError, match="1O is named more than once"):
        position(["1O 1O 3O 4O 5O", *START[1:]])


# ── JSON, copies and records ────────────────────────────────────────────────────────────────────


def test_a_state_reads_back_from_json() -> None:
    for state in (*some_states(), challenged("4S"), position(START, stock="13H 12H")):
        text = json.dumps(state.to_json())
        again = state.game.state(json.loads(text))
        assert again == state
        assert json.dumps(again.to_json()) == text
        assert state.to_json() == json.loads(text)
        assert state.copy() == state


def in_version_0_1(state: HangInState) -> dict[str, Any]:
    """A state as version 0.1 wrote it: with all that follows from its history."""
    hints = hints_of(HangInState)
    data = {name: to_json(getattr(state, name), hints[name], DECK) for name in names_of(HangInState)}
    del data["counts"]
    data["tables"] = data.pop("table_players")
    return data | {"pot_suit": "" if state.pot_suit < 0 else data["pot_suit"]}


def test_json_holds_how_the_round_began_and_what_was_played() -> None:
    data = challenged("4S").to_json()
    assert list(data) == ["round", "starter", "scores", "history", "hands", "stock"]
    assert data["history"][0] == [0, "13O"] and data["history"][-1] == [1, "4S"]


def test_json_of_version_0_1_means_the_same_and_must_agree_with_its_history() -> None:
    data = in_version_0_1(challenged("4S"))
    assert data["contest"] == ["25", "13½", "5", "3"]
    assert (data["pot_suit"], data["challenge"], data["slices"][1]) == ("Office", "4S", "7S 10O")
    assert data["houses"] == [0] and data["tables"] == [1, 2, 3]
    for state in some_states():
        data = in_version_0_1(state)
        assert state.game.state(data) == state
        for name in sorted(data.keys() - state.to_json().keys()):
            for wrong in [wrong for wrong in WRONG if wrong != data[name]][len(name) :: 20]:
                with pytest.raises(PositionError):
                    state.game.state(data | {name: wrong})


WRONG: list[Any] = [
    *(None, True, False, -1, -7, 0, 1, 2, 3, 99, 10**30, 1.0, float("nan")),
    *("", "3O", "ZZ", "3O 3O", "pot", "deal", "over", "answer", "challenge", "Office"),
    *([], [0], [0, 0], [99], [True], ["3O"], [None], [[]], [[0]], [[0, ""]], [[0, "3O"]], [[0, 1, "3O"]]),
    *([[True, "3O"]], [[0, "3O 4O"]], {}, {"a": 1}, [0, 1, 2, 3], [3, 2, 1, 0], [""] * 4, ["3O"] * 4),
    *([1.5] * 4, [10] * 4, [0] * 3, [60, 0, 0, 0], ["0"] * 4),
]


@pytest.mark.parametrize("state", some_states(), ids=repr)
def test_tampered_json_is_refused_or_sound(state: HangInState) -> None:
    """Each field left out, or replaced: a PositionError and nothing else, or a state to be played on."""
    game, data = state.game, state.to_json()
    for name in data:
        with pytest.raises(PositionError, match="exactly these fields"):
            game.state({other: value for other, value in data.items() if other != name})
        for wrong in WRONG:
            changed = copy.deepcopy(data) | {name: wrong}
            try:
                again = game.state(changed)
            except PositionError:
                continue
            assert type(wrong) is type(data[name]), f"{name}={wrong!r}"
            assert game.state(json.loads(json.dumps(again.to_json()))) == again
            assert sum(zone.cards for zone in again.zones()) == DECK.all
            rng = random.Random(0)
            for seat in range(game.players):
                assert again.view(seat).guess(rng).view(seat) == again.view(seat)
            for _ in range(5):
                if again.to_move is not None:
                    again.play(again.random_move(rng), seat=again.to_move)
    with pytest.raises(PositionError, match="exactly these fields"):
        game.state(data | {"extra": 1})


@pytest.mark.parametrize("state", some_states(), ids=repr)
def test_a_tampered_history_is_refused_or_sound(state: HangInState) -> None:
    """Turns left out, doubled, exchanged or by another seat."""
    game, data, rng = state.game, state.to_json(), random.Random(3)
    for _ in range(60):
        rows = copy.deepcopy(data["history"])
        if not rows:
            return
        one, other = rng.randrange(len(rows)), rng.randrange(len(rows))
        match rng.randrange(5):
            case 0:
                del rows[one]
            case 1:
                rows.insert(one, rows[other])
            case 2:
                rows[one], rows[other] = rows[other], rows[one]
            case 3:
                rows[one][0] = rng.randrange(game.players)
            case _:
                rows[one][1] = rng.choice(["", rows[other][1], rng.choice(DECK.names), "1O 2O"])
        try:
            again = game.state(data | {"history": rows})
        except PositionError:
            continue
        assert rows == data["history"] or again != state
        assert game.state(again.to_json()) == again


@pytest.mark.parametrize("data", [None, [], "", 3, {}, {"phase": "pot"}])
def test_json_that_is_no_state_at_all(data: Any) -> None:
    with pytest.raises(PositionError, match="A position has exactly these fields: round, starter"):
        HangIn().state(data)


def test_json_of_other_options_is_refused() -> None:
    state = play_out(HangIn(), 1)[6]
    for data in (state.to_json(), in_version_0_1(state)):
        for players in (3, 5):
            with pytest.raises(PositionError):
                HangIn(players=players).state(data)
    with pytest.raises(PositionError, match="pot_suit is 'Office', and should be 'none', as it follows"):
        HangIn(pot_suit="none").state(in_version_0_1(challenged("4S")))


@pytest.mark.rule("H1.5", "H6.2")
def test_a_match_of_many_rounds_is_recorded_and_replayed() -> None:
    match, rng = Match(HangIn(), seed="monday"), random.Random(1)
    while match.outcome is None:
        if match.to_move == DEALER:
            match.deal()
        else:
            match.play(match.state.random_move(rng))
    assert match.deals_follow_seed()
    assert match.state.outcome is not None
    again = Match.from_record(json.loads(json.dumps(match.record())))
    assert again.state == match.state
    assert again.events == match.events
    match.goto(3)
    match.undo()
    assert match.state.to_move == 1
    assert all(re.search(r"\(H\d\.\d\)$", line) for line in again.log(2))


# ── what one seat knows ─────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("H7.1")
def test_a_view_holds_the_own_hand_and_what_lies_open() -> None:
    state = challenged("4S")
    view = seen(state, 0)
    assert view.hand == DECK.mask(HANDS[0])
    assert (view.counts, view.slices, view.challenge, view.history, view.scores) == (
        state.counts,
        state.slices,
        state.challenge,
        state.history,
        state.scores,
    )
    assert view.moves() == state.moves()
    assert view.challenges == state.challenges
    assert state.view(1).moves() == []
    assert view.unseen == DECK.all & ~DECK.mask(" ".join([HANDS[0], *POT, "4S"]))
    with pytest.raises(ValueError, match="Seat 0 does not see the hand of seat 1"):
        view.hand_of(1)
    onlooker = seen(state, ONLOOKER)
    assert (onlooker.hand, onlooker.moves()) == (0, [])
    assert "3S 5S" in repr(view)
    assert "1F" not in repr(view)


@pytest.mark.rule("H7.1")
def test_the_stock_is_hidden_from_all() -> None:
    for state in some_states():
        zones = {zone.name: zone for zone in state.zones()}
        assert zones["stock"].seen_by == frozenset()
        for seat in range(state.game.players):
            assert zones[f"hand {seat}"].seen_by == frozenset((seat,))
            assert zones[f"hand {seat}"].owner == seat


@pytest.mark.rule("H7.1")
def test_guesses_cover_evenly_all_that_fits() -> None:
    """Each unseen card is about as often in each hand and on top of the stock."""
    state = after(HangIn(players=3).start(), IN_ORDER)
    for view, number in ((seen(state, 0), 4), (seen(after(state, "1O"), 0), 4)):
        rng, found, top = random.Random(7), Counter[int](), Counter[int]()
        draws = 3000
        for _ in range(draws):
            guess = view.guess(rng)
            assert guess.hands[0] == view.hand
            found.update(card for card in range(52) if guess.hands[1] >> card & 1)
            top[guess.stock[0]] += 1
            assert guess.game.state(guess.to_json()) == guess if rng.random() < 0.02 else True
        unseen = view.unseen.bit_count()
        assert len(found) == len(top) == unseen
        for counter, total in ((found, draws * number), (top, draws)):
            mean = total / unseen
            assert sum((n - mean) ** 2 / mean for n in counter.values()) < 2 * unseen


def test_a_guess_before_the_first_deal() -> None:
    start = HangIn().start()
    assert start.view(2).guess(random.Random(1)) == start
    assert seen(start, 2).unseen == DECK.all


# ── the rulebook ────────────────────────────────────────────────────────────────────────────────


def test_the_rulebook_has_every_rule_of_the_specification() -> None:
    sections = {"H1": 5, "H2": 6, "H3": 9, "H4": 8, "H5": 2, "H6": 3, "H7": 2}
    expected = [f"{section}.{n}" for section, number in sections.items() for n in range(1, number + 1)]
    assert list(BOOK) == expected
    assert BOOK["H3.5"].source == "both"
    assert BOOK["H2.4"].source == "given"
    assert BOOK["H4.7"].source == "ruling"


def test_all_seats_together_cannot_have_lost_more_than_there_were_challenges() -> None:
    """With 3 players a round costs two points at the most, whoever loses them."""
    data = HangIn(players=3).start()
    data.play(data.deal(random.Random(1)))
    game, written = data.game, data.to_json() | {"round": 3}
    assert game.state(written | {"scores": [-2, -2, 0]}).scores == [-2, -2, 0]
    with pytest.raises(PositionError, match="before round 3 the scores cannot have been"):
        game.state(written | {"scores": [-2, -2, -1]})
    with pytest.raises(PositionError, match="before round 3 the scores cannot have been"):
        game.state(written | {"scores": [49, 49, 59]})
