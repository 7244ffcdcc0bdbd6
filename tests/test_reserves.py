"""Reserves, rule by rule: what the rulebook says and its examples, each refusal, event and position."""

from __future__ import annotations

import ast
import copy
import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from math import comb
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st

import handkit
from handkit import Match, games
from handkit.belief import beliefs
from handkit.cards import CardError, members, union
from handkit.game import (
    DEALER,
    ONLOOKER,
    Event,
    IllegalMove,
    Move,
    OptionError,
    ParseError,
    PositionError,
    Refusal,
)
from handkit.games.defences import Defences
from handkit.games.reserves import (
    DRAW,
    PASS,
    Attack,
    Deal,
    Defend,
    Draw,
    Give,
    Pile,
    Reserves,
    ReservesState,
    Take,
)
from handkit.games.worth import (
    DECK,
    beats,
    relation,
    values,
)
from handkit.lazy import Lazy, Subsets, TooManyToCount, nth_subset
from handkit.rulebook import coverage, rulebook
from handkit.sight import Sight
from oracle_reserves import CARDS, wins

position: Callable[..., ReservesState] = Reserves.position
BOOK = rulebook("reserves")
WORDS = Reserves().words
IN_ORDER = "deal 0: " + " ".join(DECK.names)


def rule(state: ReservesState, text: str | Move, seat: int | None = None) -> str | None:
    """The rule by which a move is refused, None when it is legal."""
    refusal = state.check(text, seat)
    return refusal.rule if refusal else None


def refused(state: ReservesState, text: str | Move, seat: int | None = None) -> str:
    """A refusal in full."""
    return str(state.check(text, seat))


def tell(state: ReservesState, *texts: str) -> list[Event]:
    """Play moves, each by the seat to move, and return what was told."""
    events: list[Event] = []
    for text in texts:
        assert state.check(text) is None, f"{text}: {state.check(text)}"
        state.play(state.game.parse(text), events.append)
    return events


def after(state: ReservesState, *texts: str) -> ReservesState:
    tell(state, *texts)
    return state


def texts(moves: Sequence[Move]) -> list[str]:
    return [str(move) for move in moves]


def told(events: Sequence[Event], key: str) -> list[str]:
    """The sentences of one key, each with its rule."""
    return [str(event) for event in events if event.key == key]


def keys(events: Sequence[Event]) -> list[str]:
    return [event.key for event in events]


def hands(state: ReservesState) -> list[str]:
    return [DECK.text(hand) for hand in state.hands]


def worth(side: str) -> dict[str, int]:
    """What the cards of a side are worth, by name."""
    return {DECK.name(card): value for card, value in values(side).items()}


def play_out(game: Reserves, seed: int) -> list[ReservesState]:
    """All states of a random game."""
    rng, state = random.Random(seed), game.start()
    states = [state.copy()]
    while state.to_move is not None:
        state.play(state.random_move(rng), seat=state.to_move)
        states.append(state.copy())
    return states


# ── R1 setup ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("R1.1")
def test_exactly_3_players_and_52_cards() -> None:
    assert Reserves().players == 3
    wrong: list[Any] = [2, 4, 0, True, "3", 3.0, None]
    for players in wrong:
        with pytest.raises(OptionError, match=r"players is 3 \(R1.1\)"):
            Reserves(players=players)
    assert sorted(DECK.names) == sorted(CARDS)
    assert DECK.words(DECK.card("QH")) == "queen of hearts"
    start = Reserves().start()
    for text in ("deal 0:", "deal 0: 5D", IN_ORDER + " 5D", IN_ORDER.replace("KS", "AC")):
        assert rule(start, text) == "R1.1"
    with pytest.raises(CardError, match="52 is not a card"):
        Deal([*range(51), 52], 0)
    assert "this one has 1 different cards" in refused(start, "deal 0: 5D")


@pytest.mark.rule("R1.2", "R1.3", "R1.4")
def test_the_deal() -> None:
    start = Reserves().start()
    assert (start.to_move, start.phase, start.moves()) == (DEALER, "deal", [])
    events = tell(start, IN_ORDER)
    assert [str(event) for event in events] == [
        "All cards are shuffled, and the top one is discarded unseen: 51 remain. (R1.2)",
        "Ten cards go to each player. (R1.3)",
        "The others are shuffled again: each player gets seven of them, face down, as a reserve. (R1.4)",
        "Seat 0 has the first turn. (R1.6)",
    ]
    assert DECK.text(start.removed) == "AC"
    assert start.counts == [10, 10, 10] and start.reserve_counts == [7, 7, 7]
    assert DECK.texts(start.hands[1])[:3] == ["AH", "2D", "3C"]  # one at a time, clockwise from seat 0
    assert [DECK.name(card) for card in start.reserves[0]] == list(DECK.names[31:38])
    assert (start.phase, start.to_move, start.turns) == ("turn", 0, 0)
    zones = {zone.name: zone for zone in start.zones()}
    assert zones["removed"].seen_by == frozenset()
    assert [zones[f"hand {seat}"].seen_by for seat in range(3)] == [frozenset((seat,)) for seat in range(3)]


@pytest.mark.rule("R1.3")
def test_nobody_plays_before_the_deal() -> None:
    start = Reserves().start()
    for text in ("draw", "attack 1: 5D", "pass", "take 5D", "give 5D", "pile 1"):
        for seat in (None, 0, 2, DEALER):
            assert rule(start, text, seat) == "R1.3"
    assert rule(start, IN_ORDER, 0) == "R1.3"
    assert refused(start, "draw", DEALER) == "The cards have not been dealt yet. First comes the deal. (R1.3)"


@pytest.mark.rule("R1.4")
def test_reserves_may_be_chosen_clockwise_from_the_first_player() -> None:
    state = after(Reserves(choose_reserve=True, first_player=1).start(), "deal " + " ".join(DECK.names))
    assert (state.phase, state.to_move, texts(state.moves())) == ("choose", 1, ["pile 0", "pile 1", "pile 2"])
    assert rule(state, "pile 0", 0) == rule(state, "draw") == "R1.4"
    assert refused(state, "pile 3") == "There is no pile 3. These are left: 0, 1, 2. (R1.4)"
    events = tell(state, "pile 2")
    assert told(events, "pile") == ["Seat 1 chooses pile 2 as a reserve. (R1.4)"]
    assert (state.to_move, texts(state.moves())) == (2, ["pile 0", "pile 1"])
    assert refused(state, "pile 2") == "Pile 2 is taken. These are left: 0, 1. (R1.4)"
    events = tell(state, "pile 1")
    assert told(events, "pile-last") == ["Seat 0 takes what is left, pile 0. (R1.4)"]
    assert (state.phase, state.to_move) == ("turn", 1)
    assert [DECK.name(reserve[0]) for reserve in state.reserves] == [DECK.names[n] for n in (31, 45, 38)]
    assert state.piles == [()] * 3 and state.free == ()


@pytest.mark.rule("R1.5", "R7.1")
def test_nobody_looks_into_a_reserve_or_at_the_removed_card() -> None:
    states = [
        *play_out(Reserves(), 1)[1::4],
        *play_out(Reserves(choose_reserve=True), 2)[1:4],
    ]
    for state in states:
        for zone in state.zones():
            if zone.name.startswith(("reserve", "pile", "removed")):
                assert zone.seen_by == frozenset() and not zone.shown
        other = state.copy()
        rest = [*other.reserves, *other.piles]
        seats = [seat for seat in range(3) if len(other.reserves[seat]) > 1]
        for seat in seats:
            other.reserves[seat] = other.reserves[seat][::-1]
        assert all(other.view(seat) == state.view(seat) for seat in (ONLOOKER, 0, 1, 2))
        assert rest


@pytest.mark.rule("R1.6")
def test_who_has_the_first_turn() -> None:
    for first in (0, 1, 2):
        game = Reserves(first_player=first)
        state = game.start()
        deal = state.deal(random.Random(3))
        assert deal.first is None and state.check(deal) is None
        assert state.check(Deal(deal.order, first)) is None
        assert rule(state, Deal(deal.order, (first + 1) % 3)) == "R1.6"
        state.play(deal)
        assert (state.first, state.to_move) == (first, first)
    start = Reserves().start()
    order = " ".join(DECK.names)
    assert rule(start, f"deal {order}") == rule(start, f"deal 3: {order}") == "R1.6"
    assert "name a seat before the cards" in refused(start, f"deal {order}")
    firsts = Counter(start.deal(random.Random(seed)).first for seed in range(600))
    assert set(firsts) == {0, 1, 2} and min(firsts.values()) > 150
    assert after(start, f"deal 2: {order}").to_move == 2
    with pytest.raises(OptionError, match="first_player is 'random' or 0 or 1 or 2"):
        Reserves(first_player=3)


# ── R2 the turn ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("R2.1", "R6.2")
def test_a_draw_takes_the_top_card_which_only_its_owner_sees() -> None:
    state = position(["5D", "6D", "7D"], reserves=["9S 2H", "", ""])
    events = tell(state, "draw")
    assert hands(state)[0] == "5D 9S"
    assert (state.reserve_counts, state.turns, state.to_move) == ([1, 0, 0], 1, 1)
    assert told(events, "draw") == ["Seat 0 draws 9♠ from the reserve, which now has 1. (R2.1)"]
    assert [event.visible_to(0) for event in events[:2]] == [True, False]
    assert [event.visible_to(ONLOOKER) for event in events[:2]] == [False, True]
    assert told(events, "turn-next") == ["Clockwise, seat 1 has the next turn. (R6.2)"]
    assert state.view(1).known(0) == 0


@pytest.mark.rule("R2.1")
def test_what_is_no_turn() -> None:
    state = position(["5D", "6D", "7D"], reserves=["9S", "", ""])
    for text in ("pass", "take", "take 5D", "give 5D", "pile 1", "5D>6D", IN_ORDER):
        assert rule(state, text) == "R2.1"
    assert "there is no pass" in refused(state, "pass")
    for seat in (1, 2, DEALER):
        assert rule(state, "draw", seat) == "R2.1"
    assert refused(state, "draw", 1).startswith("It is seat 0's turn.")
    assert refused(state, "attack 0: 5D") == (
        "One cannot attack oneself. Attack one of the other two players. (R2.1)"
    )
    for target in (3, 999_999_999):
        assert rule(state, f"attack {target}: 5D") == "R2.1"
    assert rule(state, Attack(-1, "5D")) == "R2.1"


@pytest.mark.rule("R2.2")
def test_an_empty_reserve_or_hand() -> None:
    state = position(["5D", "6D", "7D"])
    assert refused(state, "draw") == "The reserve is empty. With an empty reserve one attacks. (R2.2)"
    assert texts(state.moves()) == ["attack 1: 5D", "attack 2: 5D"]
    state = position(["", "6D", "7D"], reserves=["9S", "", ""])
    assert refused(state, "attack 1: 9S") == "The hand is empty. With an empty hand one draws. (R2.2)"
    assert rule(state, "attack 1:") == "R2.2" and rule(state, "attack 0: 9S") == "R2.1"
    assert texts(state.moves()) == ["draw"]


@pytest.mark.rule("R1.4", "R1.6", "R2.1")
@pytest.mark.parametrize("number", [True, 1.0, "1", None])
def test_what_is_no_number_of_a_seat_is_refused(number: Any) -> None:
    """A record could not be read back with it."""
    assert rule(position(["5D", "6D", "7D"]), Attack(number, "5D")) == "R2.1"
    state = Reserves(choose_reserve=True).start()
    assert rule(state, Deal(range(52), number)) == "R1.6"
    assert number is None or rule(Reserves(first_player=1).start(), Deal(range(52), number)) == "R1.6"
    state.play(Deal(range(52), 1))
    assert rule(state, Pile(number)) == "R1.4"


@pytest.mark.rule("R2.3")
def test_an_attack_is_one_or_more_different_cards_of_the_hand() -> None:
    state = position(["5D 6S QH", "6D", "7D"], reserves=["9S", "", ""])
    assert refused(state, "attack 1:").startswith("No card is chosen.")
    assert refused(state, "attack 1: 5D 5D").startswith("5♦ is named more than once.")
    assert refused(state, "attack 1: 5D 9S").startswith("9♠ is not in this hand.")
    assert refused(state, "attack 1: 9S 6D").startswith("6♦ 9♠ are not in this hand.")
    assert rule(state, Attack(1, 1 << 60)) == "R2.3"
    assert state.check("attack 1: 5D 6S QH") is None  # no upper bound
    events = tell(state, "attack 1: 5D 6S QH")
    assert told(events, "attack") == ["Seat 0 attacks seat 1 with 5♦ 6♠ Q♥. (R2.1)"]
    assert told(events, "worth-queen") == ["Q♥ is worth 0 here: twice zero friendly cards below five. (R3.5)"]
    assert (state.phase, state.to_move, DECK.text(state.table)) == ("defence", 1, "5D 6S QH")
    assert events[0].say(reader=1) == "Seat 0 attacks you with 5♦ 6♠ Q♥."


@pytest.mark.rule("R2.3")
def test_with_the_cap_an_attack_has_no_more_cards_than_the_defender() -> None:
    state = position(["5D 6S QH", "6D 8D", ""], reserves=["", "", "9S"], attack_cap="hand")
    assert texts(state.moves())[-3:] == ["attack 1: 5D 6S", "attack 1: 5D QH", "attack 1: 6S QH"]
    assert len(state.moves()) == 3 + 3 + 3
    assert refused(state, "attack 1: 5D 6S QH") == (
        "That is too many cards against seat 1. At most two: as many as the defender has in hand. (R2.3)"
    )
    assert refused(state, "attack 2: 5D 6S") == (
        "That is too many cards against seat 2. Only one card can be placed there. (R2.3)"
    )
    assert state.check("attack 2: 5D") is None  # at least 1


@pytest.mark.rule("R2.4")
def test_who_is_in_may_be_attacked_also_with_cards_only_in_reserve() -> None:
    state = position(["5D", "", ""], reserves=["", "9S", ""])
    assert texts(state.moves()) == ["attack 1: 5D"]
    assert refused(state, "attack 2: 5D") == "Seat 2 is out. Attack the one who is still in. (R2.4)"


# ── R3 suits and values ─────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("R3.1")
def test_every_pair_of_suits() -> None:
    greater = {"SD", "DC", "CH", "HS"}
    for one, other in itertools.product("SDCH", repeat=2):
        found = relation(DECK.card(f"5{one}"), DECK.card(f"9{other}"))
        if one + other in greater:
            assert found == "greater"
        elif other + one in greater:
            assert found == "lesser"
        else:
            assert found == "equal" and {one, other} in ({"S"}, {"C"}, {"H"}, {"D"}, set("SC"), set("HD"))


@pytest.mark.rule("R3.2", "R3.3", "R3.4", "R3.5")
@pytest.mark.parametrize("suit", "SHDC")
def test_every_rank_alone(suit: str) -> None:
    alone = dict(zip("A 2 3 4 5 6 7 8 9 10 J Q K".split(), [*range(1, 11), 1, 0, 2], strict=True))
    for rank, value in alone.items():
        assert worth(rank + suit) == {rank + suit: value}


@pytest.mark.rule("R3.3")
def test_example_a_jack_counts_its_own_suit() -> None:
    assert worth("JS") == {"JS": 1}
    assert worth("JS 4S 9H") == {"JS": 2, "4S": 4, "9H": 9}


@pytest.mark.rule("R3.4")
def test_example_a_king_counts_face_cards_twice() -> None:
    assert worth("KS") == {"KS": 2}
    assert worth("KS JD QH")["KS"] == 6


@pytest.mark.rule("R3.5")
def test_examples_a_queen_counts_cards_below_five_twice() -> None:
    assert worth("QH") == {"QH": 0}
    assert worth("QH 3C 4D")["QH"] == 4
    assert worth("QH QS 2C AD") == {"QH": 4, "QS": 4, "2C": 2, "AD": 1}
    assert worth("QH KS") == {"QH": 2, "KS": 4}
    assert worth("QH 2C 3D")["QH"] == 4  # would fit no value if queens counted themselves


@pytest.mark.rule("R3.5")
def test_jacks_and_kings_below_five_are_counted_too() -> None:
    assert worth("QH JS 6S 7S 8S")["QH"] == 2  # the jack is worth 4
    assert worth("QH JS 6S 7S 8S 9S")["QH"] == 0  # and now 5
    assert worth("QH KS KD")["QH"] == 0  # kings worth 6


@pytest.mark.rule("R3.6")
@pytest.mark.parametrize(
    ("card", "under", "wins_it"),
    [("5D", "5H", False), ("6D", "5H", True), ("3S", "5D", True), ("2S", "5D", False), ("10D", "5S", False)],
)
def test_examples_of_what_beats(card: str, under: str, wins_it: bool) -> None:
    one, other = DECK.card(card), DECK.card(under)
    assert beats(one, values(card)[one], other, values(under)[other]) == wins_it
    state = position([under, f"{card} KC", "7C"], reserves=["7H", "", ""])
    after(state, f"attack 1: {under}")
    assert (state.check(f"{card}>{under}") is None) == wins_it


@pytest.mark.rule("R3.6")
def test_example_11_against_5_of_spades() -> None:
    five = DECK.card("5S")
    assert not beats(DECK.card("10D"), 10, five, 5)
    assert beats(DECK.card("KD"), 11, five, 5)


@pytest.mark.rule("R3.6")
def test_every_pair_of_cards_alone_as_the_oracle_has_it() -> None:
    for card, under in itertools.permutations(CARDS, 2):
        one, other = DECK.card(card), DECK.card(under)
        found = beats(one, values(card)[one], other, values(under)[other])
        assert found == wins(card, [card], under, [under]), (card, under)


# ── R4 the defence ──────────────────────────────────────────────────────────────────────────────


def attacked(attack: str = "5D 3H", hand: str = "9S 4C 6D 2H", **options: Any) -> ReservesState:
    """Seat 0 has attacked seat 1."""
    more: dict[str, Any] = {"reserves": ["7C", "8C", "10C"], **options}
    return position(["KC", hand, "7S"], attack=f"1: {attack}", **more)


@pytest.mark.rule("R4.1")
def test_the_attacked_player_answers_at_once() -> None:
    state = attacked()
    for text in ("draw", "attack 0: 9S", "take", "give 9S", "pile 0", IN_ORDER):
        assert rule(state, text) == "R4.1"
    for seat in (0, 2, DEALER):
        assert rule(state, "pass", seat) == "R4.1"
    assert refused(state, "pass", 2).startswith("Now seat 1 is to answer the attack.")
    assert state.view(0).moves() == []


@pytest.mark.rule("R4.2")
def test_a_defence_is_cards_of_the_hand_on_attacking_cards_each_once() -> None:
    state = attacked()
    for text, says in (
        ("7S>5D", "7♠ is not in this hand."),
        ("7S>5D KC>3H", "7♠ K♣ are not in this hand."),
        ("9S>5H", "5♥ is not in the attack."),
        ("9S>9S 4C>KC", "9♠ K♣ are not in the attack."),
        ("9S>5D 9S>3H", "9♠ is laid more than once."),
        ("9S>5D 6D>5D", "5♦ is covered more than once."),
    ):
        assert refused(state, text).startswith(says), text
        assert rule(state, text) == "R4.2"
    with pytest.raises(CardError, match="are not pairs of cards"):
        Defend([(60, DECK.card("5D"))])
    assert state.check("9S>5D") is None and state.check("pass") is None  # also some, or none
    events = tell(state, "9S>5D 4C>3H")
    assert told(events, "defend") == ["Seat 1 lays 4♣ 9♠ in defence. (R4.2)"]
    assert told(events, "beats-greater") == [
        "4♣ beats 3♥: with the greater suit 2 × 4 = 8 is more than 3. (R3.6)",
        "9♠ beats 5♦: with the greater suit 2 × 9 = 18 is more than 5. (R3.6)",
    ]


@pytest.mark.rule("R4.2")
def test_the_whole_defence_is_valued_together() -> None:
    state = attacked("5D 3H", hand="JS 2S KH QC")
    assert rule(state, "JS>5D") == "R4.3"  # 1, doubled 2
    assert state.check("JS>5D 2S>3H") is not None  # 2S is lesser than hearts
    state = attacked("3D AD", hand="JS 2S")
    assert rule(state, "JS>3D") == "R4.3"
    assert state.check("JS>3D 2S>AD") is None  # now the jack is worth 2, doubled 4
    state = attacked("2S", hand="KD")
    assert "needs more than 4" in refused(state, "KD>2S")


@pytest.mark.rule("R4.3")
@pytest.mark.parametrize(
    ("attack", "defence", "says"),
    [
        (
            "5H",
            "5D>5H",
            "5♦ is worth 5 and does not beat 5♥, worth 5. With equal suits it needs more than 5.",
        ),
        (
            "5D",
            "2S>5D",
            "2♠ is worth 2 and does not beat 5♦, worth 5. With the greater suit it needs more than 2½.",
        ),
        (
            "5S",
            "10D>5S",
            "10♦ is worth 10 and does not beat 5♠, worth 5. With the lesser suit it needs more than 10.",
        ),
        (
            "4S 6H",
            "QC>4S AD>6H",
            (
                "Q♣ is worth 2 here (twice one friendly card below five) and does not beat 4♠, worth 4. "
                "With equal suits it needs more than 4."
            ),
        ),
        (
            "5S",
            "JS>5S",
            (
                "J♠ is worth 1 here (only itself of its suit) and does not beat 5♠, worth 5. "
                "With equal suits it needs more than 5."
            ),
        ),
        (
            "4C 10C",
            "JS>4C QS>10C",
            (
                "J♠ is worth 2 here (two friendly cards of its suit) and does not beat 4♣, worth 4. "
                "With equal suits it needs more than 4."
            ),
        ),
        (
            "4S 10H",
            "KC>4S QC>10H",
            (
                "K♣ is worth 4 here (twice two friendly face cards) and does not beat 4♠, worth 4. "
                "With equal suits it needs more than 4."
            ),
        ),
        (
            "2H",
            "KD>2H",
            (
                "K♦ is worth 2 here (twice one face card, itself) and does not beat 2♥, worth 2. "
                "With equal suits it needs more than 2."
            ),
        ),
        (
            "AC",
            "QS>AC",
            (
                "Q♠ is worth 0 here (twice zero friendly cards below five) and does not beat A♣, worth 1. "
                "With equal suits it needs more than 1."
            ),
        ),
        (
            "AD",
            "QS>AD",
            (
                "Q♠ is worth 0 here (twice zero friendly cards below five) and does not beat A♦, worth 1. "
                "With the greater suit it needs more than ½."
            ),
        ),
        (
            "QD",
            "QS>QD",
            (
                "Q♠ is worth 0 here (twice zero friendly cards below five) and does not beat Q♦, worth 0. "
                "With the greater suit it needs more than 0."
            ),
        ),
    ],
)
def test_a_card_that_does_not_beat_is_told_why(attack: str, defence: str, says: str) -> None:
    laid = re.findall(r"(\w+)>", defence)
    held = ["6C" if "6C" not in attack + defence else "8H", " ".join(laid), "7D"]
    state = position(held, attack=f"1: {attack}", reserves=["9C", "", ""])
    assert refused(state, defence) == f"{says} (R4.3)"


@pytest.mark.rule("R4.3")
def test_a_card_that_does_not_beat_may_be_laid_by_option_and_counts_as_not_beaten() -> None:
    state = attacked("5D 3H", hand="2S 4C", must_beat=False)
    events = tell(state, "2S>5D 4C>3H")
    assert told(events, "fails-greater") == [
        "2♠ does not beat 5♦: with the greater suit 2 × 2 = 4 is not more than 5. (R4.3)"
    ]
    assert told(events, "failure") == ["Attacking cards not beaten: one of two. (R5.2)"]
    assert (state.phase, state.unbeaten) == ("back", 1)
    for attack, defence, says in (
        ("5D 3H", "2H>5D", "with equal suits 2 is not more than 5."),
        ("5S", "10D>5S", "with the lesser suit 10 is not more than 2 × 5 = 10."),
    ):
        events = tell(attacked(attack, hand=f"{defence[: defence.index('>')]} 8D", must_beat=False), defence)
        assert any(says in str(event) for event in events)
    # If all beat, the defence succeeds with the option too.
    assert after(attacked("3H", hand="4C", must_beat=False), "4C>3H").phase == "take"


# ── R5 settling ─────────────────────────────────────────────────────────────────────────────────


def beaten() -> ReservesState:
    """Seat 1 has beaten both cards of seat 0."""
    return after(attacked("5D 3H", hand="9S 4C 6D 2H"), "9S>5D 4C>3H")


@pytest.mark.rule("R5.1")
def test_a_defender_who_beats_all_may_take_as_many_as_it_laid() -> None:
    state = beaten()
    assert (state.phase, state.to_move) == ("take", 1)
    assert texts(state.moves()) == [
        *("take", "take 3H", "take 4C", "take 5D", "take 9S", "take 3H 4C", "take 3H 5D", "take 3H 9S"),
        *("take 4C 5D", "take 4C 9S", "take 5D 9S"),
    ]
    for text in ("pass", "give 6D", "draw", "take 6D", "take 5D 5D", "take 3H 4C 5D"):
        assert rule(state, text) == "R5.1"
    assert rule(state, "take", 0) == "R5.1"
    assert refused(state, "take 3H 4C 5D") == (
        "That is too many cards. At most two cards can be taken: as many as were laid. (R5.1)"
    )
    assert refused(state, "take 6D 2H").startswith("2♥ 6♦ are not on the table.")
    events = tell(state, "take 5D 9S")
    assert told(events, "take") == ["Seat 1 takes 5♦ 9♠ from the table. (R5.1)"]
    assert told(events, "discard") == ["3♥ 4♣ are discarded. (R5.1)"]
    assert hands(state) == ["KC", "2H 5D 6D 9S", "7S"]
    assert (state.phase, state.to_move, state.table) == ("turn", 2, 0)


@pytest.mark.rule("R5.1")
def test_it_may_take_less_or_nothing() -> None:
    state = beaten()
    events = tell(state, "take")
    assert told(events, "take-none") == ["Seat 1 takes nothing from the table. (R5.1)"]
    assert told(events, "discard") == ["3♥ 4♣ 5♦ 9♠ are discarded. (R5.1)"]
    assert hands(after(beaten(), "take 3H"))[1] == "2H 3H 6D"
    one = after(attacked("3H", hand="4C"), "4C>3H")
    assert texts(one.moves()) == ["take", "take 3H", "take 4C"]  # never a single possibility
    assert told(tell(attacked("3H", hand="4C"), "4C>3H"), "success") == [
        "The attacking card is beaten: seat 1 may take up to one of the cards on the table. (R5.1)"
    ]


@pytest.mark.rule("R5.2")
def test_the_attacker_takes_back_half_rounded_up() -> None:
    state = after(attacked("5D 3H 8S", hand="9S 4C 6D 2H"), "4C>3H")
    assert (state.phase, state.to_move, state.back) == ("back", 0, 2)
    assert texts(state.moves()) == ["take 3H 5D", "take 3H 8S", "take 5D 8S"]
    for text in ("take", "take 3H", "take 3H 5D 8S", "take 3H 4C", "take 3H 3H", "give 3H", "pass", "draw"):
        assert rule(state, text) == "R5.2", text
    assert rule(state, "take 3H 5D", 1) == "R5.2"
    assert refused(state, "take 3H").endswith("Choose exactly two cards of the attack. (R5.2)")
    assert refused(state, "take 3H 4C").startswith("4♣ was not in the attack.")
    events = tell(state, "take 3H 8S")
    assert told(events, "back") == ["Seat 0 takes back 3♥ 8♠, half of three cards, rounded up. (R5.2)"]
    # Two are not beaten, one was laid and is taken at once; the other is paid from hand, by choice.
    assert told(events, "pick") == [
        "Seat 0 takes 4♣ of those laid in defence, for what was not beaten. (R5.3)"
    ]
    assert (state.phase, state.to_move, hands(state)[0]) == ("give", 1, "3H 4C 8S KC")


@pytest.mark.rule("R5.2", "R5.1")
def test_a_choice_with_a_single_possibility_is_made_at_once() -> None:
    state = attacked("5D", hand="4C")
    events = tell(state, "pass")
    assert keys(events) == ["pass", "failure", "back", "give", "give-unseen", "turn-third"]
    assert told(events, "back") == [
        "Seat 0 takes back 5♦: half of one card, rounded up, is that card. (R5.2)"
    ]
    assert hands(state) == ["4C 5D KC", "", "7S"]
    assert state.discard == DECK.all & ~state.removed & ~DECK.mask("4C 5D KC 7S 7C 8C 10C")


@pytest.mark.rule("R5.3")
def test_the_attacker_picks_from_the_table() -> None:
    state = after(attacked("5D 3H 8S", hand="9S 4C 6D 2H"), "9S>5D 4C>3H", "take 5D 8S")
    assert (state.phase, state.to_move, state.picks) == ("pick", 0, 1)
    assert texts(state.moves()) == ["take 4C", "take 9S"]
    for text in ("take", "take 4C 9S", "take 3H", "take 4C 4C", "give 4C", "draw"):
        assert rule(state, text) == "R5.3", text
    assert rule(state, "take 4C", 1) == "R5.3"
    assert refused(state, "take 3H").startswith("3♥ was not laid in defence.")
    events = tell(state, "take 9S")
    assert told(events, "discard") == ["3♥ 4♣ are discarded. (R5.5)"]
    assert hands(state) == ["5D 8S 9S KC", "2H 6D", "7S"]


@pytest.mark.rule("R5.3", "R5.6")
def test_what_the_table_does_not_hold_comes_from_the_hand_by_the_defenders_choice() -> None:
    state = after(attacked("5D 3H 8S", hand="9S 4C 6D 2H"), "4C>3H", "take 5D 8S")
    assert (state.phase, state.to_move, state.gifts_due) == ("give", 1, 1)
    assert texts(state.moves()) == ["give 2H", "give 6D", "give 9S"]
    for text in ("give", "give 2H 6D", "give 7S", "give 2H 2H", "take 2H", "pass"):
        assert rule(state, text) == "R5.3", text
    assert rule(state, "give 2H", 0) == "R5.3"
    assert refused(state, "give 2H 6D").endswith("Choose exactly one card of the hand. (R5.3)")
    events = tell(state, "give 2H")
    assert told(events, "give") == ["Seat 1 gives 2♥ from hand to seat 0. (R5.3)"]
    assert told(events, "give-unseen") == ["Seat 1 gives one card from hand to seat 0. (R5.6)"]
    assert [[event.visible_to(seat) for seat in (0, 1, 2, ONLOOKER)] for event in events[:2]] == [
        [True, True, False, False],
        [False, False, True, True],
    ]
    assert hands(state) == ["2H 4C 5D 8S KC", "6D 9S", "7S"]
    assert DECK.text(state.view(1).known(0)) == "2H 4C 5D 8S"
    assert DECK.text(state.view(2).known(0)) == "4C 5D 8S"


@pytest.mark.rule("R5.3", "R5.4", "R5.6")
def test_then_the_reserve_pays_and_never_more_than_exist() -> None:
    state = attacked("5D 3H 8S 9H", hand="2C", reserves=["7C", "8C 8D", "10C"])
    events = tell(state, "pass", "take 5D 9H")
    assert told(events, "give") == ["Seat 1 gives 2♣ from hand to seat 0. (R5.4)"]
    assert told(events, "pay") == ["Seat 1 pays 8♣ 8♦ from the top of the reserve to seat 0. (R5.4)"]
    assert told(events, "pay-unseen") == [
        "Seat 1 pays two cards from the top of the reserve to seat 0. (R5.6)"
    ]
    assert told(events, "short") == ["Seat 1 has no more cards, and one stays unpaid. (R5.4)"]
    assert hands(state) == ["2C 5D 8C 8D 9H KC", "", "7S"]
    assert DECK.text(state.view(1).known(0)) == "2C 5D 8C 8D 9H"
    assert DECK.text(state.view(2).known(0)) == "5D 9H"


@pytest.mark.rule("R5.5")
def test_what_is_left_is_discarded_or_goes_back_to_the_defender() -> None:
    moves = ("9S>5D 4C>3H", "take 5D 8S", "take 9S")
    state = after(attacked("5D 3H 8S", hand="9S 4C 6D 2H"), *moves)
    assert hands(state)[1] == "2H 6D" and DECK.mask("3H 4C") & ~state.discard == 0
    state = attacked("5D 3H 8S", hand="9S 4C 6D 2H", leftovers="defender")
    events = tell(state, *moves)
    assert told(events, "keep") == ["Seat 1 takes back 4♣, which the defence left. (R5.5)"]
    assert told(events, "discard") == ["3♥ is discarded. (R5.5)"]  # the other half of the attack
    assert hands(state)[1] == "2H 4C 6D"
    # Beating 5 of 6 costs as much as beating 1, or not: by the option.
    for leftovers, lost in (("discard", (5, 5)), ("defender", (1, 5))):
        for defence, expected in zip(("9S>5D 9C>AH 10C>2H 10S>3D 6S>4D", "9S>5D"), lost, strict=True):
            state = attacked("AH 2H 3D 4D 5D 10D", hand="9S 9C 10S JC 6S QC 10C JS", leftovers=leftovers,
                             reserves=["7C", "8C", "KH"])  # fmt: skip
            before = state.counts[1]
            rng = random.Random(1)
            after(state, defence)
            while state.phase != "turn":
                state.play(state.random_move(rng))
            assert before - state.counts[1] == expected, (leftovers, defence)


@pytest.mark.rule("R5.6", "R7.1")
def test_what_is_seen_of_hands() -> None:
    state = beaten()
    after(state, "take 3H 9S")
    zones = {zone.name: zone for zone in state.zones()}
    for seat in (0, 2, ONLOOKER):
        assert DECK.text(zones["hand 1"].faces(seat)) == "3H 9S"
        assert DECK.text(state.view(seat).known(1)) == "3H 9S"
    assert DECK.text(zones["hand 1"].faces(1)) == "2H 3H 6D 9S"
    assert state.view(1).known(1) == 0
    # What is played is known no longer.
    state = position(["KC", "3H 6D 9S", "7S"], turn=1, seen=[(0, 1, "3H 9S"), (2, 1, "3H")])
    after(state, "attack 0: 3H 6D")
    assert DECK.text(state.view(0).known(1)) == "9S" and state.view(2).known(1) == 0


# ── R6 turn order and going out ─────────────────────────────────────────────────────────────────


@pytest.mark.rule("R6.1")
@pytest.mark.parametrize(("attacker", "defender"), list(itertools.permutations(range(3), 2)))
def test_after_an_attack_the_third_player_has_the_next_turn(attacker: int, defender: int) -> None:
    state = position(["5D 6D", "5H 6H", "5S 6S"], turn=attacker)
    own = DECK.texts(state.hands[attacker])[0]
    events = tell(state, f"attack {defender}: {own}", "pass", f"give {DECK.texts(state.hands[defender])[0]}")
    third = 3 - attacker - defender
    assert state.to_move == third
    assert told(events, "turn-third") == [
        f"Seat {third}, who neither attacked nor defended, has the next turn. (R6.1)"
    ]


@pytest.mark.rule("R6.2", "R6.6")
def test_after_a_draw_the_next_one_still_in_has_the_turn() -> None:
    for turn, following in ((0, 1), (1, 2), (2, 0)):
        state = position(["5D", "6D", "7D"], reserves=["2S", "3S", "4S"], turn=turn)
        assert after(state, "draw").to_move == following
    state = position(["5D", "", "7D"], reserves=["2S", "", "4S"])
    events = tell(state, "draw")
    assert told(events, "turn-passes") == [
        "The turn passes over seat 1, out of the game, and goes on to seat 2. (R6.6)"
    ]
    passes = next(event for event in events if event.key == "turn-passes")
    assert passes.say(reader=1).startswith("The turn passes over you, out of the game,")
    assert state.to_move == 2
    assert after(state, "draw").to_move == 0


@pytest.mark.rule("R6.3")
@pytest.mark.parametrize(("order", "expected"), [("alternate", 2), ("attacker", 0)])
def test_between_two_the_order_is_by_option(order: str, expected: int) -> None:
    state = position(["5D 6D", "", "7D 8D"], duel_order=order)
    events = tell(state, "attack 2: 5D", "pass", "give 7D")
    assert state.to_move == expected
    assert told(events, "turn-duel") == [f"Only two are left in: seat {expected} has the next turn. (R6.3)"]


@pytest.mark.rule("R6.4", "R6.1")
def test_going_out_by_a_failed_attack_or_by_paying() -> None:
    state = position(["5D", "9S 2S", "7D"])  # all in, and beaten
    events = tell(state, "attack 1: 5D", "9S>5D", "take")
    assert told(events, "out") == ["Seat 0 has no cards left and is out. (R6.4)"]
    assert (state.out, state.active, state.to_move) == ([1, 0, 0], [1, 2], 2)
    state = position(["5D", "2S", "7D"])  # the defender pays its last card
    events = tell(state, "attack 1: 5D", "pass")
    assert told(events, "out") == ["Seat 1 has no cards left and is out. (R6.4)"]
    assert (state.active, state.to_move) == ([0, 2], 2)
    state = position(["5D", "2S", "7D"], reserves=["", "3S", ""])  # cards in reserve keep it in
    assert not told(tell(state, "attack 1: 5D", "pass"), "out")
    assert state.active == [0, 1, 2]


@pytest.mark.rule("R6.4")
def test_nobody_goes_out_before_the_end_of_settling() -> None:
    state = position(["5D", "9S", "7D"])
    after(state, "attack 1: 5D", "9S>5D")
    assert state.counts == [0, 0, 1] and state.active == [0, 1, 2]
    events = tell(state, "take 5D")
    assert state.active == [1, 2] and told(events, "out") == ["Seat 0 has no cards left and is out. (R6.4)"]


@pytest.mark.rule("R6.5")
def test_the_last_player_with_cards_wins() -> None:
    state = position(["5D 6D", "", "7D"], turns=9)
    events = tell(state, "attack 2: 5D", "pass")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.rule, outcome.ranks, outcome.scores, outcome.winners) == (
        "R6.5",
        (1, 3, 2),
        (3, 0, 0),
        (0,),
    )
    assert told(events, "last") == ["Only seat 0 has cards left, and wins. (R6.5)"]
    assert told(events, "final")[1] == "Seat 1 is 3rd, with 0 cards. (R6.5)"
    assert (state.phase, state.to_move, state.moves(), state.reason) == ("over", None, [], "last")
    for text in ("draw", "pass", "take", IN_ORDER, "pile 1"):
        for seat in (None, 0, 1, 2, DEALER):
            assert rule(state, text, seat) == "R6.5"
    assert "only one player has cards left" in refused(state, "draw")


@pytest.mark.rule("R6.5")
def test_if_nobody_has_cards_it_is_a_draw() -> None:
    state = position(["5D", "", "9S"])
    events = tell(state, "attack 2: 5D", "9S>5D", "take")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.rule, outcome.ranks, outcome.scores) == ("R6.5", (1, 3, 1), (0, 0, 0))
    assert told(events, "nobody") == [
        "Nobody has cards left: it is a draw between the last to go out. (R6.5)"
    ]
    assert "nobody has cards left" in refused(state, "draw") and state.reason == "nobody"


@pytest.mark.rule("R6.5")
def test_out_in_the_same_settling_is_equal() -> None:
    state = position(["5D", "7D", "9S"])
    after(state, "attack 2: 5D", "9S>5D", "take")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.ranks, state.out) == ((2, 1, 2), [1, 0, 1])


def circle(**options: Any) -> ReservesState:
    """Three players who hand one card round: the source's endless circle."""
    return position(["2D 5D", "3D 6D", "4D 7D"], **options)


def round_and_round(state: ReservesState, turns: int) -> list[Event]:
    events: list[Event] = []
    for _ in range(turns):
        seat = state.to_move
        assert seat is not None
        target = next(other for other in state.active if other != seat)
        own, other = (DECK.texts(state.hands[who])[0] for who in (seat, target))
        events += tell(state, f"attack {target}: {own}", "pass")
        if state.phase == "give":
            events += tell(state, f"give {other}")
    return events


@pytest.mark.rule("R6.7")
def test_an_endless_circle_is_stopped() -> None:
    state = circle(no_progress_limit=3)
    events = round_and_round(state, 3)
    assert (state.quiet, state.turns, state.reason) == (3, 3, "no-progress")
    outcome = state.outcome
    assert outcome is not None and outcome.rule == "R6.7"
    assert outcome.scores == tuple(state.counts)
    order = sorted(outcome.scores, reverse=True)
    assert outcome.ranks == tuple(order.index(score) + 1 for score in outcome.scores)
    assert told(events, "no-progress") == [
        (
            "For 3 turns in a row no card left a reserve or was discarded, and nobody went out: the game "
            "ends, and most cards win. (R6.7)"
        )
    ]
    assert refused(state, "draw").startswith(
        "The game is over: too many turns in a row went round in a circle."
    )
    assert refused(state, "draw").endswith("(R6.5)")


@pytest.mark.rule("R6.7")
def test_what_is_progress() -> None:
    state = position(["5D 6D", "9S 7S", "7D"], reserves=["2C", "3C", ""], quiet=5)
    assert after(state.copy(), "draw").quiet == 0  # a card left a reserve
    assert after(state.copy(), "attack 1: 5D 6D", "pass", "take 5D").quiet == 0  # one was discarded
    assert after(state.copy(), "attack 1: 5D", "pass", "give 7S").quiet == 6
    assert after(state.copy(), "attack 2: 5D", "pass").quiet == 0  # somebody went out
    empty = position(["5D 6D", "", "7D"], reserves=["2C", "3C 4C", ""], quiet=5)
    assert after(empty, "attack 1: 5D", "pass").quiet == 0  # a reserve paid


@pytest.mark.rule("R6.7")
def test_the_limit_of_turns_and_equal_counts() -> None:
    state = position(["5D", "6D", "7D 8D"], reserves=["2C 3C", "4C", ""], turns=6, max_turns=7)
    events = tell(state, "draw")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.rule, outcome.ranks, outcome.scores) == ("R6.7", (1, 2, 2), (3, 2, 2))
    assert told(events, "cap") == [
        "The limit of 7 turns is reached: the game ends, and most cards win. (R6.7)"
    ]
    assert state.reason == "cap" and "all 7 turns have been played" in refused(state, "draw")


@pytest.mark.rule("R6.7", "R6.5")
def test_the_last_player_standing_comes_first_and_no_progress_before_the_cap() -> None:
    state = position(["5D 6D", "", "7D"], turns=6, max_turns=7)
    after(state, "attack 2: 5D", "pass")
    assert state.reason == "last" and state.outcome is not None and state.outcome.rule == "R6.5"
    state = circle(no_progress_limit=1, turns=6, max_turns=7)
    events = round_and_round(state, 1)
    assert state.reason == "no-progress" and keys(events)[-4] == "no-progress"
    assert told(events, "no-progress")[0].startswith("In one turn no card left a reserve")


@pytest.mark.rule("R6.7")
def test_a_limit_may_be_none_but_not_both() -> None:
    with pytest.raises(OptionError, match=r"cannot both be None \(R6.7\)"):
        Reserves(no_progress_limit=None, max_turns=None)
    bad: list[Any] = [0, -1, True, 1.0, "none"]
    for name in ("no_progress_limit", "max_turns"):
        for wrong in bad:
            with pytest.raises(OptionError, match=rf"{name} is a whole number, 1 or more, or None \(R6.7\)"):
                Reserves(**{name: wrong})
    long = circle(no_progress_limit=None, max_turns=40)
    round_and_round(long, 40)
    assert long.reason == "cap"
    endless = circle(max_turns=None, quiet=29)
    round_and_round(endless, 1)
    assert endless.reason == "no-progress"
    assert Reserves(max_turns=None).longest() == 3 + 5 * 76 * 30
    assert Reserves(max_turns=5).longest() == Reserves(max_turns=5, no_progress_limit=None).longest() == 28


# ── offered moves ───────────────────────────────────────────────────────────────────────────────


def moments(number: int = 12) -> list[ReservesState]:
    """Some moments of each phase, with few enough moves to be listed."""
    found: dict[str, list[ReservesState]] = {}
    for seed in range(60):
        game = Reserves(
            must_beat=seed % 3 > 0,
            choose_reserve=seed % 2 > 0,
            attack_cap=("none", "hand")[seed % 2],
            leftovers=("discard", "defender")[seed // 2 % 2],
        )
        for state in play_out(game, seed):
            small = state.phase != "defence" or state.attack.bit_count() <= 3
            if state.to_move not in (None, DEALER) and small and len(state.moves()) < 3000:
                found.setdefault(state.phase, []).append(state)
    assert set(found) == {"choose", "turn", "defence", "take", "back", "pick", "give"}
    rng = random.Random(1)
    return [state for states in found.values() for state in rng.sample(states, min(number, len(states)))]


MOMENTS = moments()


def every_legal_move(state: ReservesState) -> set[Move]:
    """All moves that are not refused, found by trying: sets of cards, and for a defence a card or none on
    each attacking card."""
    seat = state.to_move
    assert seat is not None
    hand, found = DECK.texts(state.hands[seat]), set[Move]()
    if state.phase == "choose":
        found = {Pile(number) for number in range(-1, 4)}
    elif state.phase == "turn":
        found = {DRAW}
        for size in range(len(hand) + 1):
            for cards in itertools.combinations(hand, size):
                found |= {Attack(target, " ".join(cards)) for target in range(3)}
    elif state.phase == "defence":
        under = DECK.texts(state.attack)
        for cards in itertools.product(["", *hand], repeat=len(under)):
            pairs = [f"{card}>{other}" for card, other in zip(cards, under, strict=True) if card]
            found.add(Defend(" ".join(pairs)))
    else:
        pool = hand if state.phase == "give" else DECK.texts(state.table)
        kind = Give if state.phase == "give" else Take
        for size in range(len(pool) + 1):
            found |= {kind(" ".join(cards)) for cards in itertools.combinations(pool, size)}
    return {move for move in found if state.check(move) is None}


@pytest.mark.parametrize("state", MOMENTS, ids=repr)
def test_what_is_offered_is_what_is_legal(state: ReservesState) -> None:
    offered = list(state.moves())
    assert len(set(offered)) == len(offered) == len(state.moves())
    assert all(state.check(move) is None for move in offered)
    if state.counts[state.to_move or 0] <= 11 and len(offered) < 2500:
        assert set(offered) == every_legal_move(state)
    for index in (0, len(offered) // 2, len(offered) - 1, -1):
        assert state.moves()[index] == offered[index]
    assert list(state.moves()[1:5]) == offered[1:5]
    assert state.view(state.to_move or 0).moves()[0] == offered[0]
    with pytest.raises(IndexError):
        state.moves()[len(offered)]


@pytest.mark.rule("R2.3")
def test_the_moves_of_a_large_hand_are_counted_and_not_made() -> None:
    """Two players hold all cards: 2 ** 26 attacks, and more defences than anybody can list."""
    state = position([" ".join(DECK.names[1::2]), " ".join(DECK.names[2::2]), ""], removed=DECK.names[0])
    moves = state.moves()
    assert len(moves) == 2**26 - 1
    assert str(moves[2**26 - 2]) == f"attack 1: {' '.join(DECK.names[1::2])}"
    assert texts(list(itertools.islice(moves, 2))) == ["attack 1: AD", "attack 1: AS"]
    assert state.check(moves[123_456_789 % len(moves)]) is None
    rng = random.Random(1)
    for _ in range(20):
        assert state.check(state.random_move(rng)) is None
    tell(state, str(moves[len(moves) - 1]))
    defences = state.moves()
    assert defences and defences[0] == PASS
    for move in itertools.islice(defences, 30):
        assert state.check(move) is None and move in defences
    for _ in range(20):
        assert state.check(state.random_move(rng)) is None
    assert isinstance(defences, Lazy) and defences.more_than(200)
    assert len(defences[:5]) == 5 and len(defences[2:40:2]) == 19
    whole = "These moves are too many to be counted"
    for counted in (len, rng.choice, lambda moves: moves[-1], lambda moves: moves[-3:]):
        with pytest.raises(TooManyToCount, match=whole):
            counted(defences)
    with pytest.raises(TooManyToCount, match=whole):
        next(reversed(defences))
    state = position([" ".join(DECK.names[1::2]), " ".join(DECK.names[2::2]), ""], removed=DECK.names[0],
                     attack_cap="hand", must_beat=False)  # fmt: skip
    tell(state, str(state.moves()[-1]))
    own, under = (DECK.texts(state.hands[1]), DECK.texts(state.attack))
    laid = " ".join(f"{card}>{other}" for card, other in zip(own, under, strict=False))
    tell(state, laid)
    assert len(state.moves()) > 10**6 or state.phase == "back"
    assert state.check(state.random_move(rng)) is None


def test_subsets_are_numbered_as_they_are_listed() -> None:
    bits = [1 << n for n in (0, 3, 4, 9, 20)]
    for size in range(6):
        listed = [sum(chosen) for chosen in itertools.combinations(bits, size)]
        assert [nth_subset(bits, size, n) for n in range(comb(5, size))] == listed
    kinds: list[Any] = [(Take, range(1, 3)), (Give, range(2, 9))]
    some = Subsets(sum(bits), kinds, [DRAW, PASS])
    assert len(some) == 2 + 5 + 10 + 10 + 10 + 5 + 1 == len(list(some))
    assert [some[n] for n in range(len(some))] == list(some)
    assert all(move in some for move in some) and some[-1] == list(some)[-1] and some[3:7] == list(some)[3:7]
    assert Take(0) not in some and Take(sum(bits)) not in some and Give(1 << 1 | 1) not in some
    assert PASS in some and Attack(1, 1) not in some and some.more_than(42) and not some.more_than(43)


@pytest.mark.parametrize("seed", range(40))
def test_defences_are_counted_without_being_made(seed: int) -> None:
    """Beside a list of all; every pairing is in them exactly if it is listed."""
    rng = random.Random(seed)
    cards = rng.sample(range(52), rng.randint(2, 9))
    size, must_beat = rng.randint(1, min(4, len(cards) - 1)), rng.random() < 0.9
    defences = Defences(union(cards[:size]), union(cards[size:]), must_beat, Defend)
    listed = list(defences)
    assert len(defences) == len(listed) == len(set(listed))
    assert defences.more_than(len(listed) - 1) and not defences.more_than(len(listed))
    for _ in range(30):
        laid = rng.randint(0, min(size, len(cards) - size))
        pairs = Defend(list(zip(rng.sample(cards[size:], laid), rng.sample(cards[:size], laid), strict=True)))
        assert (pairs in defences) == (pairs in set(listed))
    assert Defend([(cards[-1], cards[0]), (cards[-1], cards[-1])]) not in defences and DRAW not in defences


def test_a_number_of_defences_that_is_no_length_in_python_is_not_told() -> None:
    half = DECK.mask(" ".join(DECK.names[:26]))
    defences = Defences(half, DECK.all & ~half, False, Defend)
    assert defences.more_than(10**4)
    with pytest.raises(TooManyToCount):
        len(defences)
    with pytest.raises(IndexError, match="There are not so many moves"):
        defences[10**30]
    few = Defences(DECK.mask("3C"), DECK.mask("4C 5C"), True, Defend)
    assert few[: 10**30] == list(few)


def even(found: Counter[Any], kinds: int) -> bool:
    """Whether so many kinds came up about equally often: within about five deviations of chi-square."""
    mean = found.total() / kinds
    chi = sum((number - mean) ** 2 / mean for number in found.values()) + (kinds - len(found)) * mean
    return bool(abs(chi - (kinds - 1)) < 5 * (2 * (kinds - 1)) ** 0.5 + 5)


@pytest.mark.parametrize("state", [state for state in MOMENTS if len(state.moves()) <= 150], ids=repr)
def test_a_random_move_is_drawn_evenly(state: ReservesState) -> None:
    rng, kinds = random.Random(7), len(state.moves())
    found = Counter(state.random_move(rng) for _ in range(20 * kinds + 200))
    assert set(found) <= set(state.moves())
    assert even(found, kinds)


@pytest.mark.parametrize(
    ("attack", "hand", "must_beat"),
    [
        ("2D 3H 5C 4D 2C 3C", "JS 4S QH KD", True),  # face cards in company
        ("2D 3H 5C", "JS JH QS QH KD KS 2S", True),
        ("9D 9H 8C 8D 7H 7C", "QD QS KS KH KD JD JH", True),  # hardly anything beats
        ("10D 9H 8C", "2H 3H", False),
        ("10D", "2H 3H QC KC", False),
    ],
)
def test_a_random_defence_is_drawn_evenly(attack: str, hand: str, must_beat: bool) -> None:
    ways = Defences(DECK.mask(attack), DECK.mask(hand), must_beat, Defend)
    kinds = len(ways)
    rng = random.Random(5)
    found = Counter(ways.draw(rng) for _ in range(12 * kinds + 500))
    assert set(found) <= set(ways)
    assert even(found, kinds), (kinds, found)
    # Where trying does not help, all are listed.
    found = Counter(ways.draw(rng, tries=0) for _ in range(300))
    assert set(found) <= set(ways) and even(found, kinds)


def test_against_more_than_six_cards_a_defence_is_drawn_in_turn() -> None:
    attack, hand = DECK.mask("2D 3D 4D 5D 6D 2C 3C 4C"), DECK.mask("JS 4S 6S KH QC 9H 10H")
    ways, rng = Defences(attack, hand, True, Defend), random.Random(3)
    state = position(["KC", "JS 4S 6S KH QC 9H 10H", "8S"], attack="1: 2D 3D 4D 5D 6D 2C 3C 4C")
    found = [ways.draw(rng) for _ in range(300)]
    assert all(state.check(move) is None for move in found)
    assert len(set(found)) > 100
    assert {len(move.pairs) for move in found if isinstance(move, Defend)} >= {2, 3, 4, 5, 6}


# ── what one seat knows ─────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("R7.1")
def test_a_view_holds_the_own_hand_and_what_lies_open() -> None:
    state = attacked()
    view = state.view(1)
    assert DECK.text(view.hand) == "2H 4C 6D 9S"
    assert (view.counts, view.reserve_counts, view.table, view.discard) == (
        state.counts, state.reserve_counts, state.table, state.discard,
    )  # fmt: skip
    assert list(view.moves()) == list(state.moves())
    assert view.check("9S>5D") is None and view.check("7S>5D") == state.check("7S>5D")
    assert view.unseen == DECK.mask("KC 7S 7C 8C 10C") | state.removed
    with pytest.raises(ValueError, match="Seat 1 does not see the hand of seat 0"):
        view.hand_of(0)
    assert "2H 4C 6D 9S" in repr(view) and "KC" not in repr(view)
    onlooker = state.view(ONLOOKER)
    assert (onlooker.hand, onlooker.moves()) == (0, [])


def test_a_guess_before_the_deal_and_while_reserves_are_chosen() -> None:
    start = Reserves(choose_reserve=True).start()
    assert start.view(2).guess(random.Random(1)) == start
    assert start.view(2).unseen == DECK.all
    state = after(start, IN_ORDER, "pile 2")
    guess = state.view(1).guess(random.Random(1))
    assert [len(pile) for pile in guess.piles] == [7, 7, 0]
    assert guess.view(1) == state.view(1) and guess.hands[1] == state.hands[1]


@pytest.mark.rule("R5.6", "R7.1")
def test_guesses_cover_evenly_all_that_fits() -> None:
    """Each unseen card is about as often in each place, and known ones stay where they are."""
    state = position(["5D 6D", "7S 8S 9S", "10H JH"], reserves=["2C 3C", "4C", "5C"], removed="6C",
                     seen=[(0, 1, "8S"), (1, 0, "6D")])  # fmt: skip
    view, rng = state.view(0), random.Random(7)
    places, draws = [Counter[str]() for _ in range(4)], 4000
    for _ in range(draws):
        guess = view.guess(rng)
        assert guess.hands[0] == state.hands[0] and guess.hands[1] & DECK.mask("8S")
        assert guess.discard == state.discard
        assert guess.sights[1].known == (0, 0, 0)  # what others know is not known
        places[0].update(DECK.texts(guess.hands[1] & ~DECK.mask("8S")))
        places[1].update(DECK.texts(guess.hands[2]))
        places[2].update(DECK.name(reserve[0]) for reserve in guess.reserves[:1])
        places[3].update(DECK.texts(guess.removed))
    assert DECK.text(view.unseen) == DECK.text(DECK.mask("2C 3C 4C 5C 6C 7S 9S 10H JH"))
    assert all(even(found, 9) for found in places)


def passed_on(number: int = 1) -> ReservesState:
    """Seat 0 knows two of three cards of seat 1, who then gives seat 2 some that seat 0 does not see."""
    state = position(["KC", "7S 8S 9S", "2D 3D 4D 5D"], turn=2, seen=[(0, 1, "7S 8S")])
    attack = " ".join("2D 3D 4D".split()[:number])
    return after(state, f"attack 1: {attack}", "pass")


@pytest.mark.rule("R5.6")
def test_a_card_that_passes_unseen_may_be_with_either() -> None:
    states = []
    for given in ("7S", "8S", "9S"):
        state = passed_on()
        events = tell(state, f"give {given}")
        assert not any(
            event.values.get("cards", 0) & DECK.mask(given) for event in events if event.visible_to(0)
        )
        states.append(state)
    views = [state.view(0) for state in states]
    assert views[0] == views[1] == views[2]  # seat 0 cannot tell which it was
    assert [DECK.text(state.view(1).known(2)) for state in states] == ["2D 7S", "2D 8S", "2D 9S"]
    view, rng, found = views[0], random.Random(3), Counter[str]()
    assert view.known(1) == 0 and DECK.text(view.known(2)) == "2D"
    for _ in range(3000):
        guess = view.guess(rng)
        assert guess.game.state(guess.to_json()) == guess if rng.random() < 0.01 else True
        found[DECK.text(guess.hands[1] & DECK.mask("7S 8S"))] += 1
    # At most one of the two has passed. The third card of seat 1 is one of nine unseen ones, and so are three
    # of seat 2's: the ways are 9 over 3 choices times the rest.
    assert set(found) == {"7S 8S", "7S", "8S"}
    unseen = view.unseen.bit_count()
    ways = {"7S 8S": comb(unseen, 4), "7S": unseen * comb(unseen - 1, 3)}
    share = ways["7S 8S"] / (ways["7S 8S"] + 2 * ways["7S"])
    assert abs(found["7S 8S"] / 3000 - share) < 0.04
    assert abs(found["7S"] - found["8S"]) < 200


@pytest.mark.rule("R5.6")
def test_what_can_be_concluded_from_a_whole_hand_that_passes() -> None:
    state = passed_on(3)
    after(state, "take 2D 3D")  # seat 1 pays all of its three cards
    assert state.counts[1] == 0
    assert DECK.text(state.view(0).known(2)) == "2D 3D 7S 8S"


@pytest.mark.rule("R5.6")
def test_a_card_that_turns_up_tells_of_the_others() -> None:
    state = after(passed_on(), "give 7S")  # seat 0's turn
    after(state, "attack 1: KC", "pass", "give 8S")  # seat 1 gives seat 0 one of the two
    assert DECK.text(state.view(0).hand) == "8S KC"
    state = after(passed_on(), "give 7S", "attack 2: KC", "pass", "give 7S")
    assert DECK.text(state.view(0).known(1)) == "8S"  # only one had passed, and here it is


@pytest.mark.rule("R5.6")
def test_cards_that_passed_at_different_times_are_not_mixed_up() -> None:
    """Hand 0 shows a fourth card, so the others were the three that seat 2 knew: it gave one of them."""
    state = position(["3S 4S 10D JC", "5S 6S 7D 8D", "9S KS 2H 3H"], reserves=["AC KC", "AD QC", "AH 9H"],
                     turn=1, seen=[(2, 0, "3S")])  # fmt: skip
    after(
        state, "attack 0: 5S", "pass", "give 4S", "draw", "attack 2: 10D JC", "pass", "take 10D", "give 2H 3H"
    )
    after(state, "attack 0: 6S", "pass", "give 10D", "draw", "attack 1: 3S")
    view, held = state.view(2), DECK.mask("10D 2H 3H")
    found = beliefs(view, random.Random(1), samples=200)
    assert all((guess & held).bit_count() == 2 for guess in found.hands[0].guesses)
    sure = {card: row["hand 0"] for card, row in found.rows.items() if not DECK.mask(card) & held}
    assert set(sure.values()) == {0.0} and len(sure) > 5
    assert all(0 < found.rows[card]["hand 0"] < 1 for card in ("10D", "2H", "3H"))


def worlds_of(sight: Sight, sizes: dict[int, int]) -> set[frozenset[int]]:
    """All ways in which what a seat knows lets its cards lie in hand 1 (the others are in hand 2)."""
    found = set()
    for way in sight.ways:
        assert all(
            sight.known[seat].bit_count() + sum(row[seat] for row in way) <= sizes[seat] for seat in (1, 2)
        )
        choices = [
            itertools.combinations(members(group), row[1])
            for group, row in zip(sight.mixed, way, strict=True)
        ]
        for chosen in itertools.product(*choices):
            found.add(frozenset(members(sight.known[1])).union(*chosen))
    return found


@pytest.mark.rule("R5.6")
@pytest.mark.parametrize("seed", range(60))
def test_a_seat_knows_exactly_what_is_possible(seed: int) -> None:
    """Two hidden hands and everything that may happen to them, beside the set of all that is possible."""
    rng, sight = random.Random(seed), Sight.nothing(3)
    sizes = {1: rng.randint(0, 5), 2: rng.randint(0, 5)}
    worlds: set[frozenset[int]] = {frozenset()}  # the seen cards in hand 1; the others seen are in hand 2
    truth, seen, fresh = frozenset[int](), frozenset[int](), iter(range(60))
    for _ in range(14):
        one = rng.choice((1, 2))
        mine = truth if one == 1 else seen - truth
        match rng.choice(["comes", "comes", "draws", "plays", "plays unseen", "gives", "gives"]):
            case "comes":
                card = next(fresh)
                seen |= {card}
                truth |= {card} if one == 1 else set()
                worlds = {world | {card} if one == 1 else world for world in worlds}
                sizes[one] += 1
                sight = sight.comes(one, 1 << card)
            case "draws":
                sizes[one] += 1
            case "plays" if mine:
                card = rng.choice(sorted(mine))
                worlds = {world - {card} for world in worlds if (card in world) == (one == 1)}
                seen, truth = seen - {card}, truth - {card}
                sight = sight.leaves(one, 1 << card, sizes[one])
                sizes[one] -= 1
            case "plays unseen" if sizes[one] > len(mine):
                # A card never seen before: so not all that the hand held were seen ones.
                worlds = {w for w in worlds if len(w if one == 1 else seen - w) < sizes[one]}
                sight = sight.leaves(one, 1 << 59, sizes[one])
                sizes[one] -= 1
            case "gives" if sizes[one]:
                number, size = rng.randint(1, sizes[one]), sizes[one]
                moved = set[frozenset[int]]()
                for world in worlds:
                    own = world if one == 1 else seen - world
                    for some in range(max(0, number - (size - len(own))), min(number, len(own)) + 1):
                        for chosen in itertools.combinations(own, some):
                            moved.add(world - set(chosen) if one == 1 else world | set(chosen))
                worlds = moved
                truth = _one_gift(rng, truth, seen, one, number, size)
                sizes[one] -= number
                sizes[3 - one] += number
                sight = sight.passes(one, 3 - one, number, size)
        assert truth in worlds
        assert worlds_of(sight, sizes) == worlds


@pytest.mark.rule("R5.6")
def test_an_onlooker_follows_cards_through_three_hands() -> None:
    """Five of six cards are known in hand 0; three of the six pass to hand 1, then one to hand 2."""
    sight = Sight.nothing(3).comes(0, 0b11111).passes(0, 1, 3, 6)
    assert (sight.known, sight.mixed) == ((0, 0, 0), (0b11111,))
    assert sight.ways == (((2, 3, 0),), ((3, 2, 0),))  # only one of the six was no known card
    sight = sight.passes(1, 2, 1, 5)
    assert sight.ways == (((2, 2, 1),), ((2, 3, 0),), ((3, 1, 1),), ((3, 2, 0),))
    sight = sight.leaves(2, 0b1, 5)  # it turns up: no other can be in hand 2
    assert sight.ways == (((2, 2, 0),), ((3, 1, 0),))
    sight = sight.leaves(0, 0b110, 3)
    assert sight.ways == (((0, 2, 0),), ((1, 1, 0),))
    found = Counter(tuple(sight.spread([1, 4, 4], random.Random(seed))) for seed in range(900))
    # (0, 2, 0): hand 0 has another card; in all others rooms: 1 * C(7; 1, 2, 4), against C(7; 0, 3, 4) each.
    ways = {(0, 0b11000, 0): 105, (0b01000, 0b10000, 0): 35, (0b10000, 0b01000, 0): 35}
    assert set(found) == set(ways)
    assert all(abs(found[key] / 900 - number / 175) < 0.06 for key, number in ways.items())


def _one_gift(
    rng: random.Random, truth: frozenset[int], seen: frozenset[int], one: int, number: int, size: int
) -> frozenset[int]:
    """What really happens when so many cards of a hand are given."""
    own = sorted(truth if one == 1 else seen - truth)
    hand = [*own, *[-1] * (size - len(own))]
    given = {card for card in rng.sample(hand, number) if card >= 0}
    return truth - given if one == 1 else truth | given


# ── refusals and events as a whole ──────────────────────────────────────────────────────────────


# As the rulebook's section on refusals names them; the same goes for what a deal must be.
ORDER = "R6.5 R1.3 R2.1 R4.1 R1.1 R1.6 R2.2 R2.3 R2.4 R4.2 R4.3 R5.1 R5.2 R5.3 R1.4".split()


@pytest.mark.rule("R1.1", "R1.6", "R2.1", "R2.2", "R2.3", "R2.4", "R4.1", "R4.2", "R4.3", "R5.1", "R5.3")
def test_every_refusal_of_a_move_is_given_in_order() -> None:
    def found(state: ReservesState, text: str, seat: int | None = None) -> list[str]:
        return [f"{refusal.rule} {refusal.key}" for refusal in state.refusals(text, seat)]

    turn = position(["5D 6D", "", "7D"], attack_cap="hand")
    assert found(turn, "attack 2: 5D") == []
    assert found(turn, "attack 1: 5D") == ["R2.4 target-out"]
    assert found(turn, "attack 1: 5D 5D 9S") == [
        "R2.3 named-twice", "R2.3 not-held", "R2.3 too-many", "R2.4 target-out",
    ]  # fmt: skip
    assert found(turn, "attack 0: 9S") == ["R2.1 attacks-self", "R2.3 not-held"]
    assert found(turn, "attack 7:") == ["R2.1 no-such-seat", "R2.3 no-cards"]
    assert found(turn, "draw") == ["R2.2 reserve-empty"]
    assert found(turn, "attack 1: 9S", 2) == ["R2.1 not-yours-turn", "R2.3 not-held", "R2.4 target-out"]
    assert found(turn, "take 5D 5D", 2) == ["R2.1 not-yours-turn", "R2.1 wrong-turn"], "not judged further"
    assert found(turn, "attack 1: 9S", DEALER) == ["R2.1 not-yours-turn"], "the dealer has no hand"
    no_hand = position(["", "5D", "6D"], reserves=["7D", "", ""])
    assert found(no_hand, "attack 1: 5D") == ["R2.2 hand-empty", "R2.3 not-held"]
    defence = attacked("5S 3H", hand="10D 2S")
    assert found(defence, "10D>5S") == ["R4.3 weak-number"]
    assert found(defence, "9S>7H 2S>3H 2S>3H") == [
        "R4.2 not-in-hand", "R4.2 not-attacking", "R4.2 laid-twice", "R4.2 covered-twice", "R4.3 weak-number",
    ]  # fmt: skip
    assert found(defence, "10D>5S", 0) == ["R4.1 not-yours-defence", "R4.2 not-in-hand", "R4.3 weak-number"]
    assert found(beaten(), "take QS QS") == ["R5.1 not-there-take", "R5.1 chosen-twice"]
    give = after(attacked("5D 3H 8S"), "4C>3H", "take 5D 8S")
    assert found(give, "give QS 2H 2H") == [
        "R5.3 not-there-give", "R5.3 chosen-twice", "R5.3 wrong-number-give",
    ]  # fmt: skip
    start = Reserves().start()
    assert found(start, "deal 5D 5D") == ["R1.1 not-the-deck", "R1.6 first-missing"]
    assert found(start, "deal 5D", 1) == ["R1.3 not-yours-deal", "R1.1 not-the-deck", "R1.6 first-missing"]


@hypothesis.settings(max_examples=80, derandomize=True, deadline=None, database=None)
@hypothesis.given(seed=st.integers(0, 10**6), steps=st.integers(0, 40))
def test_the_first_refusal_is_what_check_says(seed: int, steps: int) -> None:
    rng = random.Random(seed)
    state: ReservesState = Reserves(choose_reserve=seed % 2 > 0, must_beat=seed % 3 > 0).start()
    for _ in range(steps):
        if state.to_move is None:
            break
        state.play(state.random_move(rng))
    cards = [DECK.names[int(rng.random() * 52)] for _ in range(3)]
    held = [DECK.text(hand & -hand) for hand in state.hands if hand] + DECK.texts(state.table)[:3] + cards
    texts = ["draw", "pass", "take", "give", "pile 1", "pile 7", str(state.deal(rng)), f"deal {cards[0]}"]
    texts += [f"attack {seat}: {card}" for seat in range(4) for card in held]
    texts += [f"{word} {some}" for word in ("take", "give") for some in (*held, f"{cards[0]} {cards[0]}")]
    texts += [f"{card}>{under}" for card in held for under in DECK.texts(state.attack)[:2]]
    texts.append(f"{held[0]}>{cards[0]} {held[0]}>{cards[0]}")
    for text in texts:
        for seat in (None, *range(3), DEALER):
            found = list(state.refusals(text, seat))
            assert (found[0] if found else None) == state.check(text, seat)
            keys = [(refusal.rule, refusal.key) for refusal in found]
            assert len(set(keys)) == len(keys)
            places = [ORDER.index(refusal.rule) for refusal in found]
            assert places == sorted(places), (text, seat, keys)
            if seat is not None and seat >= 0:
                seen = list(state.view(seat).refusals(text))
                assert seen == found, "a view judges its own seat, and knows all that it takes"


def test_refusals_come_in_the_rulebooks_order() -> None:
    """Moves that break many rules at once."""
    turn = position(["5D 6D", "", "7D"], attack_cap="hand")
    for text, seat, expected in (
        ("take 5D 5D", 2, "R2.1"),
        ("attack 0: 9S 9S", 0, "R2.1"),
        ("attack 7: 9S 9S", 0, "R2.1"),
        ("attack 1: 9S 9S", 0, "R2.3"),
        ("attack 1: 5D 6D", 0, "R2.3"),
        ("attack 1: 5D", 0, "R2.4"),
    ):
        assert rule(turn, text, seat) == expected, text
    defence = attacked("5S 3H", hand="10D 2S")
    for text, expected in (
        ("9S>5S 2S>3H", "R4.2"),
        ("10D>5S 10D>3H", "R4.2"),
        ("10D>5S 2S>5S", "R4.2"),
        ("10D>5S 2S>3H", "R4.3"),
    ):
        before = defence.to_json()
        assert rule(defence, text) == expected, text
        assert rule(defence, text, 0) == "R4.1"
        assert defence.to_json() == before
    with pytest.raises(IllegalMove, match=r"\(R4.3\)$") as caught:
        defence.after("10D>5S")
    assert caught.value.refusal == defence.check("10D>5S")


def scenes() -> list[ReservesState]:
    """Moments in which, together, all can be refused that is ever refused."""
    chosen = after(Reserves(choose_reserve=True).start(), IN_ORDER)
    back = after(attacked("5D 3H 8S"), "4C>3H")
    return [
        *(Reserves().start(), Reserves(first_player=2).start(), chosen, after(chosen.copy(), "pile 0")),
        position(["5D 6D 9S", "8D", "7D"], attack_cap="hand"),
        position(["5D", "", "7D"]),
        position(["", "", "7D"], reserves=["5D", "", ""]),
        *(attacked("5S 3H QH", hand="10D 2S JS QC KD KS"), beaten(), back),
        after(attacked("5D 3H 8S"), "9S>5D 4C>3H", "take 5D 8S"),
        after(back.copy(), "take 5D 8S"),
        after(position(["5D 6D", "", "7D"]), "attack 2: 5D", "pass"),
        after(position(["5D", "", "9S"]), "attack 2: 5D", "9S>5D", "take"),
        after(position(["5D", "6D", "7D"], reserves=["9S", "", ""], max_turns=3, turns=2), "draw"),
        after(position(["5D", "6D 8D", "7D"], no_progress_limit=1), "attack 1: 5D", "pass", "give 6D"),
    ]


def test_every_refusal_says_what_is_wrong_and_what_would_be_right() -> None:
    found: dict[str, Refusal] = {}
    lines = [
        *(
            "draw",
            "pass",
            "take",
            "take QS",
            "take 5D",
            "take 4C 4C",
            "take 3H 4C 5D",
            "take 4C 9S",
            "give 2H 6D",
            "give 7S",
        ),
        *(
            "give 2H 2H",
            "give",
            "pile 0",
            "pile 3",
            "attack 0: 5D",
            "attack 3: 5D",
            "attack 1:",
            "attack 1: 5D",
        ),
        *("attack 1: 5D 5D", "attack 1: QS", "attack 1: 5D 6D", "10D>5S", "2S>3H", "JS>5S", "QC>5S", "KS>5S"),
        *(
            "9H>5S",
            "10D>9H",
            "10D>5S 10D>3H",
            "10D>5S 2S>5S",
            IN_ORDER,
            "deal 5D",
            IN_ORDER.replace(" 0:", ""),
        ),
    ]
    for state in scenes():
        for text, seat in itertools.product(lines, (DEALER, 0, 1, 2)):
            if refusal := state.check(text, seat):
                found[refusal.key] = refusal
                assert refusal.wrong and refusal.right, refusal.key
                assert str(refusal) == f"{refusal.text} ({refusal.rule})"
                assert refusal.rule in BOOK
    assert set(found) == {key for key, entry in WORDS.entries.items() if "right" in entry} - table_keys()


def table_keys() -> set[str]:
    return {key for key in WORDS.entries if key.startswith("table-")}


EVENT_RULES = {
    "removed": {"R1.2"}, "deal": {"R1.3"}, "reserves": {"R1.4"}, "piles": {"R1.4"}, "pile": {"R1.4"},
    "pile-last": {"R1.4"}, "begins": {"R1.6"}, "draw": {"R2.1"}, "draw-unseen": {"R2.1"}, "attack": {"R2.1"},
    "worth-jack": {"R3.3"}, "worth-king": {"R3.4"}, "worth-queen": {"R3.5"}, "defend": {"R4.2"},
    "pass": {"R4.2"}, "beats-equal": {"R3.6"}, "beats-greater": {"R3.6"}, "beats-lesser": {"R3.6"},
    "fails-equal": {"R4.3"}, "fails-greater": {"R4.3"}, "fails-lesser": {"R4.3"}, "success": {"R5.1"},
    "failure": {"R5.2"}, "take": {"R5.1"}, "take-none": {"R5.1"}, "back": {"R5.2"}, "pick": {"R5.3"},
    "give": {"R5.3", "R5.4"}, "give-unseen": {"R5.6"}, "pay": {"R5.3", "R5.4"}, "pay-unseen": {"R5.6"},
    "short": {"R5.3", "R5.4"}, "keep": {"R5.5"}, "discard": {"R5.1", "R5.5"}, "out": {"R6.4"},
    "turn-third": {"R6.1"}, "turn-next": {"R6.2"}, "turn-duel": {"R6.3"}, "turn-passes": {"R6.6"},
    "last": {"R6.5"}, "nobody": {"R6.5"}, "no-progress": {"R6.7"}, "cap": {"R6.7"}, "final": {"R6.5", "R6.7"},
}  # fmt: skip


def test_every_event_has_its_rules() -> None:
    rules: dict[str, set[str]] = {}
    events: list[Event] = []
    for seed in range(150):
        game = Reserves(
            choose_reserve=seed % 2 > 0,
            must_beat=seed % 3 > 0,
            leftovers=("discard", "defender")[seed % 2],
            no_progress_limit=1 + seed % 4,
            max_turns=5 + seed % 40,
        )
        rng, state = random.Random(seed), game.start()
        while state.to_move is not None:
            state.play(state.random_move(rng), events.append, state.to_move)
    events += tell(attacked("5D 3H 8S 9H", hand="2C 4C", reserves=["7C", "8C", "10C"]), "4C>3H", "take 5D 9H")
    events += tell(attacked("5D 3H 8S 9H", hand="2C 4C", reserves=["7C", "", "10C"]), "4C>3H", "take 5D 9H")
    events += tell(attacked("5D 3H", hand="2C", reserves=["7C", "", "10C"]), "pass", "take 5D")
    events += tell(position(["5D", "", "9S"]), "attack 2: 5D", "9S>5D", "take")
    events += tell(position(["5D", "", "7D"], reserves=["2S", "", "4S"]), "draw")
    for event in events:
        rules.setdefault(event.key, set()).add(event.rule)
    assert rules == EVENT_RULES


def test_events_of_an_attack_in_order() -> None:
    state = position(["KS JD QH 2C", "9S 4C KD AC", "7S"], reserves=["7C", "8C", "10C"])
    events = tell(state, "attack 1: KS JD 2C", "4C>2C KD>JD", "take JD KS")
    assert [str(event) for event in events] == [
        "Seat 0 attacks seat 1 with 2♣ J♦ K♠. (R2.1)",
        "J♦ is worth 1 here: only itself of its suit. (R3.3)",
        "K♠ is worth 4 here: twice two friendly face cards. (R3.4)",
        "Seat 1 lays 4♣ K♦ in defence. (R4.2)",
        "K♦ is worth 2 here: twice one face card, itself. (R3.4)",
        "4♣ beats 2♣: with equal suits 4 is more than 2. (R3.6)",
        "K♦ beats J♦: with equal suits 2 is more than 1. (R3.6)",
        "Attacking cards not beaten: one of three. (R5.2)",
        "Seat 0 takes back J♦ K♠, half of three cards, rounded up. (R5.2)",
    ]
    assert events == tell(
        position(["KS JD QH 2C", "9S 4C KD AC", "7S"], reserves=["7C", "8C", "10C"]),
        *("attack 1: KS JD 2C", "4C>2C KD>JD", "take JD KS"),
    )
    assert len({*events, *events}) == len(events)


# ── the catalogue ───────────────────────────────────────────────────────────────────────────────

SOURCE = (Path(handkit.__file__).parent / "games" / "reserves.py").read_text(encoding="utf-8")
RELATIONS = {"suit-equal", "suit-greater", "suit-lesser"}
FILLED: dict[str, list[Any]] = {
    "seat": [0, 2],
    "cards": [DECK.mask("7S"), DECK.mask("10H 2D")],
    "number": [0, 1, 4, 52],
    "nth": [1, 2, 3],
    "word": sorted(RELATIONS),
    "": [1, 2, "2½", "0, 2"],
}
SAID = [key for key in WORDS.entries if not key.startswith(("table-", "as-if-"))]


def test_every_sentence_is_said_and_every_key_has_one() -> None:
    """The two tests above meet every key."""
    refusals = {key for key, entry in WORDS.entries.items() if "right" in entry}
    assert set(SAID) == set(EVENT_RULES) | (refusals - table_keys()) | RELATIONS
    literals = {
        node.value
        for node in ast.walk(ast.parse(SOURCE))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert {"worth-king", "not-held", "too-many", "no-progress"} <= literals


# ── options, and moves as text ──────────────────────────────────────────────────────────────────


def test_options_are_given_by_name() -> None:
    with pytest.raises(OptionError, match="Reserves takes its options by name: players, choose_reserve"):
        Reserves(3)  # type: ignore[call-arg]
    with pytest.raises(OptionError, match=r"Reserves has no option 'cap'\. Its options are players"):
        Reserves(cap=4)  # type: ignore[call-arg]
    assert Reserves() == Reserves(
        players=3,
        choose_reserve=False,
        first_player="random",
        attack_cap="none",
        must_beat=True,
        leftovers="discard",
        duel_order="alternate",
        no_progress_limit=30,
        max_turns=1000,
    )
    game = Reserves(first_player=2, max_turns=None)
    assert eval(repr(game)) == game and Reserves(**game.to_json()) == game


def test_every_option_has_its_rule_and_the_rule_names_it() -> None:
    named = {name: rule.id for rule in BOOK.values() for name in rule.options}
    assert named == {name: about.rule for name, about in Reserves.options().items()}
    assert all(about.help for about in Reserves.options().values())


@pytest.mark.parametrize(
    ("text", "move", "written"),
    [
        ("draw", DRAW, "draw"),
        (" Draw\n", DRAW, "draw"),
        ("pass", PASS, "pass"),
        ("attack 2: 3S JS", Attack(2, "3S JS"), "attack 2: 3S JS"),
        ("attack 2:js 3♠", Attack(2, "3S JS"), "attack 2: 3S JS"),
        ("Attack 2 : 3s, JS", Attack(2, "3S JS"), "attack 2: 3S JS"),
        ("attack 2 3S JS", Attack(2, "3S JS"), "attack 2: 3S JS"),
        ("attack 1: 3S 3S", Attack(1, "3S 3S"), "attack 1: 3S 3S"),
        ("attack 1:", Attack(1), "attack 1:"),
        ("attack 1", Attack(1), "attack 1:"),
        ("4C>3H 9S>5D", Defend("4C>3H 9S>5D"), "4C>3H 9S>5D"),
        ("9S>5D, 4c > 3h", Defend("4C>3H 9S>5D"), "4C>3H 9S>5D"),
        ("9♠>5♦", Defend("9S>5D"), "9S>5D"),
        ("9S>5D 9S>5D", Defend("9S>5D 9S>5D"), "9S>5D 9S>5D"),
        ("take 5D 9S", Take("5D 9S"), "take 5D 9S"),
        ("take", Take(), "take"),
        ("give 2H", Give("2H"), "give 2H"),
        ("give", Give(), "give"),
        ("pile 1", Pile(1), "pile 1"),
        ("deal", Deal(""), "deal"),
        ("deal 2: 5D TH", Deal("5D 10H", 2), "deal 2: 5D 10H"),
        ("deal 5D 10H", Deal("5D 10H"), "deal 5D 10H"),
    ],
)
def test_parsing_is_forgiving_and_reads_back(text: str, move: Any, written: str) -> None:
    assert Reserves().parse(text) == move
    assert str(move) == written
    assert Reserves().parse(written) == move
    assert eval(repr(move)) == move
    assert hash(eval(repr(move))) == hash(move)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "?",
            "5D",
            "attack",
            "attack 5D",
            "attack x: 5D",
            "attack -1: 5D",
            "attack 10H",
            "attack 1: 11S",
        ),
        *(
            "9S>",
            ">5D",
            "9S>5D>4C",
            "9S>5D 4C",
            "9S 5D",
            "9>5",
            "> > >",
            "pile",
            "pile x",
            "pile 1 2",
            "pile -1",
        ),
        *(
            "draw 5D",
            "pass 5D",
            "take x",
            "give 1",
            "deal x: 5D",
            "deal 1 5D",
            "\x00",
            "{0}",
            "attack ２: 5D",
        ),
        *("attack 9999999999: 5D", "pile 9999999999", "attack ²: 5D", "pile ²", "deal ²: 5D", "deal -1: 5D"),
    ],
)
def test_what_is_not_understood_is_said(text: str) -> None:
    with pytest.raises((ParseError, CardError)) as caught:
        Reserves().parse(text)
    assert (
        "is not a card" in str(caught.value)
        or "is no move" in str(caught.value)
        or ("is no defence" in str(caught.value))
    )


def test_huge_texts_are_read_or_refused_shortly() -> None:
    for text in ("7" * 1_000_000, "x y " * 100_000, "deal " + "q" * 100_000, "9S>" * 100_000, "> " * 100_000):
        with pytest.raises((ParseError, CardError)) as caught:
            Reserves().parse(text)
        assert len(str(caught.value)) < 500
    assert Reserves().parse("take " + "7S " * 20_000) == Take("7S 7S")
    assert len(Defend("9S>5D " * 5000).pairs) == 5000


def test_odd_moves_of_code_are_errors_or_refused() -> None:
    for wrong in (-1, 1.5, [1.5], None):
        with pytest.raises((CardError, TypeError)):
            Attack(1, wrong)  # type: ignore[arg-type]
    with pytest.raises(CardError):
        Defend([(-1, 3)])
    state = position(["5D", "6D", "7D"])
    odd: list[Any] = [None, "1", 1.5, True]
    for target in odd:
        assert rule(state, Attack(target, "5D")) in ("R2.1", None)
    assert Draw() == DRAW and len({Draw(), DRAW}) == 1
    with pytest.raises(TypeError, match="is no move of Reserves"):
        state.play(None)  # type: ignore[arg-type]


# ── positions ───────────────────────────────────────────────────────────────────────────────────


def test_a_position_at_every_moment() -> None:
    state = position(
        ["5D 6D", "7D", ""], reserves=["2S 3S", "4S", ""], turn=1, removed="KS", turns=8, quiet=2
    )
    assert (state.phase, state.to_move, state.turns, state.quiet, state.out) == ("turn", 1, 8, 2, [0, 0, 6])
    assert state.reserves[0] == (DECK.card("2S"), DECK.card("3S")) and state.removed == DECK.mask("KS")
    assert state.discard == DECK.all & ~DECK.mask("5D 6D 7D 2S 3S 4S KS")
    assert position(["5D", "6D", "7D"]).removed == DECK.mask("AC")
    assert position(["5D", "6D", "7D"], first_player=2).first == 2
    assert position(["5D", "6D", "7D"], first=1).first == 1
    base: dict[str, Any] = {"hands": ["KC", "9S 4C 6D 2H", "7S"], "attack": "1: 5D 3H 8S"}
    for more, phase, mover in (
        ({}, "defence", 1),
        ({"defence": "4C>3H"}, "back", 0),
        ({"defence": "9S>5D 4C>3H", "settled": ["take 5D 8S"]}, "pick", 0),
        ({"defence": "4C>3H", "settled": ["take 5D 8S"]}, "give", 1),
        ({"defence": "pass", "settled": ["take 5D 8S", "give 9S 4C 2H"]}, "turn", 2),
    ):
        held = [*base["hands"]]
        for card in re.findall(r"(\w+)>", str(more.get("defence", ""))):
            held[1] = held[1].replace(card, "").strip()
        state = position(**{**base, "hands": held}, **more)
        assert (state.phase, state.to_move) == (phase, mover)
        assert state == state.game.state(state.to_json())
    assert position(["KC", "2H", "7S"], attack="1: 3H", defence="4C>3H").phase == "take"
    assert position(["KC", "2H", "7S"], attack="1: 3H", turn=2).attacker == 2


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"hands": ["5D", "6D"]}, "hands is .* should be 3 texts"),
        ({"hands": ["5D", "6D", "7D"], "reserves": ["2S"]}, "reserves is .* a list of 3, one a seat"),
        ({"hands": ["5D", "5D", "7D"]}, "5♦ is in two hands: seat 0 and seat 1"),
        (
            {"hands": ["5D", "6D", "7D"], "reserves": ["5D", "", ""]},
            "5♦ is in two places: hand 0 and reserve 0",
        ),
        ({"hands": ["5D", "6D", "7D"], "removed": "5D"}, "5♦ is in two places: hand 0 and removed"),
        ({"hands": ["5D", "6D", "7D"], "removed": "2S 3S"}, "one card is discarded"),
        ({"hands": ["5D", "6D", "7D"], "reserves": ["2S 3S 4S 5S 6S 7S 8S 9S", "", ""]}, "at most 7"),
        ({"hands": ["5D", "6D", "7D"], "turn": 3}, "turn is 3, and should be 0 or 1 or 2"),
        ({"hands": ["5D", "6D", "7D"], "turn": -1}, "turn is -1, and should be"),
        ({"hands": ["", "6D", "7D"]}, "it cannot be the turn of seat 0"),
        ({"hands": ["5D", "", ""]}, "the game ends"),
        ({"hands": ["", "", ""]}, "the game ends"),
        ({"hands": ["5D", "6D", "7D"], "first": 3}, "first is 3, and should be"),
        ({"hands": ["5D", "6D", "7D"], "first": 1, "first_player": 0}, "does not have the first turn"),
        ({"hands": ["5D", "6D", "7D"], "turns": 1000}, "the game ends"),
        ({"hands": ["5D", "6D", "7D"], "turns": -1}, "turns"),
        ({"hands": ["5D", "6D", "7D"], "quiet": 30}, "the game ends"),
        ({"hands": ["5D", "6D", "7D"], "quiet": 31}, "after a limit"),
        ({"hands": ["5D", "6D", "7D"], "quiet": 5, "turns": 4}, "without progress"),
        ({"hands": ["5D", "", "7D"], "turns": 0}, "is out exactly when"),
        ({"hands": ["5D", "6D", "7D"], "defence": "pass"}, "without an attack"),
        ({"hands": ["5D", "6D", "7D"], "attack": "1: 8S", "settled": ["take"]}, "without a defence"),
        ({"hands": ["5D", "6D", "7D"], "attack": "0: 8S"}, "R2.1"),
        ({"hands": ["5D", "6D", "7D"], "attack": "7: 8S"}, "R2.1"),
        ({"hands": ["5D", "", "7D"], "attack": "1: 8S"}, "R2.4"),
        ({"hands": ["5D", "6D", "7D"], "attack": "1: 5D"}, None),
        ({"hands": ["5D", "6D", "7D"], "attack": "1: 8S", "defence": "2S>8S"}, "R4.3"),
        (
            {"hands": ["5D", "6D", "7D"], "attack": "1: 8S", "defence": "9S>8S", "settled": ["take 6D"]},
            "R5.1",
        ),
        ({"hands": ["5D", "6D", "7D"], "attack": "1: 8S", "defence": "take 6D"}, "R4.1"),
        ({"hands": ["5D", "6D", "7D"], "seen": [(0, 0, "5D")]}, "`seen` names"),
        ({"hands": ["5D", "6D", "7D"], "seen": [(0, 5, "5D")]}, "seen is .* rows of 2 seat"),
        (
            {"hands": ["5D", "6D", "7D"], "seen": [(0, 1, "7D")]},
            "seat 0 is said to know 7♦ in the hand of seat 1, where it is not",
        ),
    ],
)
def test_a_position_that_cannot_occur(what: dict[str, Any], message: str | None) -> None:
    if message is None:
        assert position(**what).phase == "defence"
        return
    with pytest.raises(PositionError, match=message):
        position(**what)


def test_cards_and_options_of_a_position() -> None:
    with pytest.raises(PositionError, match="turn is True, and should be 0 or 1 or 2"):
        position(["5D", "6D", "7D"], turn=True)
    with pytest.raises(PositionError, match="hands: '5X' is not a card"):
        position(["5X", "6D", "7D"])
    with pytest.raises(PositionError, match="5D is named more than once"):
        position(["5D 5D", "6D", "7D"])
    with pytest.raises(PositionError, match="reserves: 2S is named more than once"):
        position(["5D", "6D", "7D"], reserves=["2S 2S", "", ""])
    with pytest.raises((ParseError, CardError)):
        position(["5D", "6D", "7D"], attack="1: 5X")
    with pytest.raises(OptionError, match="Reserves has no option 'goal'"):
        position(["5D", "6D", "7D"], goal=1)


# ── JSON, copies and records ────────────────────────────────────────────────────────────────────


def test_a_state_reads_back_from_json() -> None:
    for state in (*MOMENTS, *scenes(), *play_out(Reserves(), 4)):
        text = json.dumps(state.to_json())
        again = state.game.state(json.loads(text))
        assert again == state
        assert json.dumps(again.to_json()) == text
        assert state.copy() == state


WRONG: list[Any] = [
    *(None, True, False, -1, -7, 0, 1, 2, 3, 7, 99, 10**30, 1.0, float("nan")),
    *(
        "",
        "3H",
        "ZZ",
        "3H 3H",
        "turn",
        "deal",
        "over",
        "defence",
        "give",
        "choose",
        "4C>3H",
        "x>y",
        "4C>3H 4C>3H",
    ),
    *(
        [],
        [0],
        [0, 0],
        [99],
        [True],
        ["3H"],
        [None],
        [[]],
        [0, 1, 2],
        [2, 1, 0],
        [""] * 3,
        ["3H"] * 3,
        ["3H", "", ""],
    ),
    *([1.5] * 3, [5] * 3, [0] * 9, ["0"] * 3, {}, {"a": 1}, [{}] * 4, [None] * 4),
]


@pytest.mark.parametrize("state", [*MOMENTS[::6], *scenes()], ids=repr)
def test_tampered_json_is_refused_or_sound(state: ReservesState) -> None:
    """Each field left out, or replaced: a PositionError and nothing else, or a state to be played on."""
    game, data = state.game, state.to_json()
    for name in data:
        with pytest.raises(PositionError, match="exactly these fields"):
            game.state({other: value for other, value in data.items() if other != name})
        for wrong in WRONG:
            read_or_refuse(game, copy.deepcopy(data) | {name: wrong})
    with pytest.raises(PositionError, match="exactly these fields"):
        game.state(data | {"extra": 1})
    index = (state.turns + state.table.bit_count()) % 4  # one sight of each moment
    for name in ("known", "mixed", "ways"):
        for wrong in WRONG:
            changed = copy.deepcopy(data)
            changed["sights"][index][name] = wrong
            read_or_refuse(game, changed)
            if isinstance(data["sights"][index][name], list):
                changed["sights"][index][name] = [wrong, *data["sights"][index][name][1:]]
                read_or_refuse(game, changed)


IMPOSSIBLE: dict[str, tuple[dict[str, Any], str]] = {
    "far too many turns": ({"turns": 10**20}, "turns can have led to this, not 100000000000000000000"),
    "turns below nothing": ({"turns": -1}, "0 .* turns|turn"),
    "more quiet turns than turns": ({"turns": 2, "quiet": 3}, "3 of 2 turns were without progress"),
    "a limit passed": ({"turns": 40, "quiet": 31}, "after a limit"),
    "a limit reached": ({"turns": 40, "quiet": 30}, "the game ends"),
    "out with cards": ({"out": [0, 1, 0]}, "seat 1 is out exactly when it has no cards"),
    "out before it began": ({"out": [0, 0, -1]}, "seat 2 is out exactly|gone out in turn -1"),
    "out in a later turn": ({"turns": 4, "out": [0, 5, 0]}, "seat 1"),
    "the dealer's turn": ({"to_move": -1}, "cannot be the turn of seat -1"),
    "nobody's turn": ({"to_move": None}, "cannot be the turn of seat None"),
    "a table between turns": ({"table": "5D"}, "5♦ is in two places: hand 0 and table"),
    "a pile too many": ({"piles": ["5D", "", ""]}, "5♦ is in two places"),
    "a card twice": ({"discard": "5D"}, "5♦ is in two places: hand 0 and discard|nowhere"),
    "piles where there are none": ({"free": [0]}, "free is "),
    "other numbers": ({"counts": [2, 2, 2]}, "counts is "),
}


@pytest.mark.rule("R6.4", "R6.5", "R6.7")
@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_state_that_cannot_occur_is_refused(name: str) -> None:
    game = Reserves(max_turns=None)
    data = position(["5D", "6D 8D", "7D"], turns=9, quiet=4, max_turns=None).to_json()
    assert game.state(data).to_json() == data
    change, says = IMPOSSIBLE[name]
    with pytest.raises(PositionError, match=says):
        game.state(data | change)


@pytest.mark.rule("R6.7")
def test_so_many_turns_can_have_been_played() -> None:
    """Before each turn with progress lie at most 29 without; and turns may be counted from later on."""
    dealt = after(Reserves(max_turns=None).start(), IN_ORDER).to_json()
    game = Reserves(max_turns=None)
    assert game.state(dealt | {"turns": 29, "quiet": 29}).quiet == 29
    with pytest.raises(PositionError, match="at most 0 turns can have led to this, not 1"):
        game.state(dealt | {"turns": 1})
    drawn = after(game.state(dealt), "draw").to_json()
    assert game.state(drawn | {"turns": 30}).turns == 30
    assert game.state(drawn | {"turns": 0}).turns == 0
    with pytest.raises(PositionError, match="at most 30 turns"):
        game.state(drawn | {"turns": 31})


@pytest.mark.rule("R6.4", "R6.5")
def test_who_went_out_when() -> None:
    last = after(position(["5D", "", "9S"], turns=6), "attack 2: 5D", "9S>5D", "take")
    assert (last.reason, last.out, last.turns) == ("last" if last.active else "nobody", last.out, 7)
    data = last.to_json()
    assert last.game.state(data) == last
    for out in ([7, 7, 7], [6, 6, 6], [6, 5, 7], [7, 6, 0]):
        with pytest.raises(PositionError, match=r"R6\.4"):
            last.game.state(data | {"out": out})


@pytest.mark.rule("R2.1", "R4.3", "R5.2", "R5.3")
def test_an_attack_is_made_again_and_judged() -> None:
    attack = attacked("5D 3H 8S", turns=5)
    pick = after(attack.copy(), "9S>5D 4C>3H", "take 5D 8S")
    give = after(attack.copy(), "4C>3H", "take 5D 8S")
    cases: list[tuple[ReservesState, dict[str, Any], str]] = [
        (attack, {"attacker": 1}, "two players"),
        (attack, {"attacker": -1, "defender": -1}, "two players"),
        (attack, {"defender": 2}, "`to_move` is 1, and the attack makes it 2"),
        (attack, {"unbeaten": 2}, "`unbeaten` is 2, and the attack makes it 3"),
        (attack, {"attack": "5D 3H"}, "`unbeaten` is 3, and the attack makes it 2"),
        (attack, {"phase": "back"}, "`phase` is|`to_move`"),
        (attack, {"phase": "turn", "to_move": 0}, "the table is empty between turns"),
        (pick, {"laid": [["4C", "5D"], ["9S", "3H"]]}, r"9S>3H 4C>5D is refused.*\(R4.3\)"),
        (pick, {"laid": "9S>5D"}, "`to_move` is 0, and the attack makes it 1"),
        (pick, {"laid": [["9S", "5D"], ["4C", "ZZ"]]}, "laid: 'ZZ' is not a card"),
        (pick, {"laid": "9S 5D"}, "laid is '9S 5D', and should be a list"),
        (give, {"to_move": 0}, "`to_move` is 0, and the attack makes it 1"),
        (give, {"table": ""}, "8♠|3♥|4♣|is nowhere"),
    ]
    for state, change, says in cases:
        data = state.to_json()
        assert state.game.state(data) == state
        with pytest.raises(PositionError, match=says):
            state.game.state(data | change)


def test_sights_that_contradict_hands_are_refused() -> None:
    state = after(attacked("5D 3H 8S"), "4C>3H", "take 5D 8S", "give 2H")
    data = state.to_json()

    def mixed(card: str, *rows: list[int]) -> dict[str, Any]:
        return {"mixed": [card], "ways": [[row] for row in rows]}

    for who, change, says in (
        (2, {"known": ["5D", "7S", ""]}, "seat 2 is said to know 7♠ in the hand of seat 1, where it is not"),
        (2, {"known": ["5D", "", "7S"]}, "seat 2 is said to know 7♠ in the hand of seat 2"),
        (3, mixed("4C", [0, 1, 0]), "an onlooker is said to know 4♣ twice"),
        (3, mixed("AD", [0, 1, 0]), "an onlooker is said to have seen A♦ pass, which no other hand holds"),
        (3, mixed("7S", [0, 1, 0]), "how an onlooker is said to think that cards are spread is not how"),
        (3, mixed("7S", [0, 0, 1], [1, 1, 0]), "the ways in which an onlooker .* do not add up"),
        (3, mixed("7S", [0, 0, 1], [2, -1, 0]), "the ways in which an onlooker .* do not add up"),
        (3, {"mixed": ["7S"], "ways": [[]]}, "each of the `ways` needs 1 rows of 3 whole numbers"),
        (
            3,
            {"mixed": ["7S"], "ways": []},
            "how an onlooker is said to think that cards are spread is not how",
        ),
    ):
        sights = copy.deepcopy(data["sights"])
        sights[who] |= change
        with pytest.raises(PositionError, match=says):
            state.game.state(data | {"sights": sights})
    with pytest.raises(PositionError, match="a list of 4, one a seat, and one for an onlooker"):
        state.game.state(data | {"sights": data["sights"][:3]})


def test_fields_have_their_former_names_too() -> None:
    state = after(attacked("5D 3H 8S"), "4C>3H", "take 5D 8S")
    for position_ in (state, state.view(1)):
        assert position_.left is position_.reserve_counts and position_.gifts == position_.gifts_due == 1  # type: ignore[union-attr]


def read_or_refuse(game: Reserves, data: dict[str, Any]) -> None:
    try:
        again = game.state(data)
    except PositionError:
        return
    assert game.state(json.loads(json.dumps(again.to_json()))) == again
    assert sum(zone.cards for zone in again.zones()) == DECK.all
    rng = random.Random(0)
    for seat in (*range(3), ONLOOKER):
        assert again.view(seat).guess(rng).view(seat) == again.view(seat)
    for _ in range(5):
        if again.to_move is not None:
            again.play(again.random_move(rng), seat=again.to_move)


@pytest.mark.parametrize("data", [None, [], "", 3, {}, {"phase": "turn"}])
def test_json_that_is_no_state_at_all(data: Any) -> None:
    with pytest.raises(PositionError, match="A position has exactly these fields: to_move, phase"):
        Reserves().state(data)


def test_json_of_other_options_is_refused() -> None:
    chosen = after(Reserves(choose_reserve=True).start(), IN_ORDER)
    weak = after(attacked("5S 3H", hand="10D 2S 4C", must_beat=False), "10D>5S")
    large = attacked("5S 3H", hand="10D", attack_cap="none")
    for state, options in (
        (chosen, {}),
        (weak, {}),
        (large, {"attack_cap": "hand"}),
        (after(Reserves().start(), IN_ORDER), {"first_player": 2}),
        (position(["5D", "6D", "7D"], turns=9), {"max_turns": 9}),
    ):
        with pytest.raises(PositionError):
            Reserves(**options).state(state.to_json())


def test_a_match_is_recorded_and_replayed() -> None:
    assert games.find("reserves") is Reserves
    match, rng = Match(Reserves(choose_reserve=True), seed="monday"), random.Random(1)
    while match.outcome is None:
        match.play(match.state.random_move(rng))
    assert match.deals_follow_seed()
    again = Match.from_record(json.loads(json.dumps(match.record())))
    assert again.state == match.state and again.events == match.events
    match.undo(3)
    assert all(re.search(r"\(R\d\.\d\)$", line) for line in again.log(2))


# ── the rulebook ────────────────────────────────────────────────────────────────────────────────


def test_the_rulebook_has_every_rule_of_the_specification() -> None:
    sections = {"R1": 6, "R2": 4, "R3": 6, "R4": 3, "R5": 6, "R6": 7, "R7": 2}
    assert list(BOOK) == [
        f"{section}.{n}" for section, number in sections.items() for n in range(1, number + 1)
    ]
    assert (BOOK["R3.3"].source, BOOK["R3.1"].source, BOOK["R4.3"].source) == ("both", "given", "ruling")


def test_every_rule_of_play_is_in_the_code_and_in_a_test() -> None:
    """Also each enforced rule has a refusal and each announced one an event."""
    gaps = coverage("reserves", Path(__file__).parent.parent)
    of_play = {id: set(lacks) - {"notebook"} for id, lacks in gaps.items() if BOOK[id].section != "R7"}
    assert not any(of_play.values()), of_play


def test_piles_are_three_and_nobody_has_seen_a_hand_before_the_first_turn() -> None:
    game = Reserves(choose_reserve=True)
    state = game.start()
    state.play(state.deal(random.Random(1)))
    data = state.to_json()
    assert game.state(data) == state
    card = data["hands"][2].split()[0]
    sights = [
        sight | {"known": ["", "", card]} if at == 3 else sight for at, sight in enumerate(data["sights"])
    ]
    with pytest.raises(PositionError, match="nobody has seen another hand yet"):
        game.state(data | {"sights": sights})
    for piles in ([], ["", ""], ["", "", "", ""]):
        played = Reserves.position(["3C 3D", "4S", "5C"]).to_json()
        with pytest.raises(PositionError, match="`piles` has 3 places"):
            Reserves().state(played | {"piles": piles})
