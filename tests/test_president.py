"""President, rule by rule: what the rulebook says and its examples, each refusal, event and position."""

from __future__ import annotations

import copy
import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Collection
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handkit.cards import CardError
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
from handkit.games.president import (
    DECK,
    PASS,
    Deal,
    Give,
    Pass,
    Play,
    President,
    PresidentState,
    title,
)
from handkit.match import Match
from handkit.rulebook import rulebook

position = President.position
IN_ORDER = "deal " + " ".join(DECK.names)


def rule(state: PresidentState, text: str, seat: int | None = None) -> str | None:
    """The rule by which a move is refused, None when it is legal."""
    refusal = state.check(text, seat)
    return refusal.rule if refusal else None


def tell(state: PresidentState, *texts: str) -> list[Event]:
    """Play moves, each by the seat to move, and return what was told."""
    events: list[Event] = []
    for text in texts:
        assert state.check(text) is None, f"{text}: {state.check(text)}"
        state.play(state.game.parse(text), events.append)
    return events


def after(state: PresidentState, *texts: str) -> PresidentState:
    tell(state, *texts)
    return state


def texts(state: PresidentState) -> list[str]:
    return [str(move) for move in state.moves()]


def play_out(game: President, seed: int) -> list[PresidentState]:
    """All states of a random game."""
    rng, state = random.Random(seed), game.start()
    states = [state.copy()]
    while state.to_move is not None:
        state.play(state.random_move(rng), seat=state.to_move)
        states.append(state.copy())
    return states


def second_round(order: str = IN_ORDER, **options: Any) -> PresidentState:
    """The second round's deal is next; the places of the first are 0, 1, 2, …"""
    game = President(**{"rounds": 3, **options})
    state = game.start()
    data = state.to_json()
    players = game.players
    places = list(range(players))
    data |= {
        "phase": "deal",
        "round": 1,
        "places": places,
        "totals": [players - place for place in places],
        "played": " ".join(DECK.names),
    }
    after: PresidentState = game.state(data)
    tell(after, order)
    return after


# ── P1 setup ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("P1.1")
def test_3_to_6_players() -> None:
    for players in (3, 4, 5, 6):
        assert len(President(players=players).start().hands) == players
    wrong: list[Any] = [2, 7, 0, -1, 4.0, True, "4", None]
    for players in wrong:
        with pytest.raises(OptionError, match=r"players is 3 or 4 or 5 or 6 \(P1.1\)"):
            President(players=players)


@pytest.mark.rule("P1.2")
def test_52_cards_and_no_joker() -> None:
    state = President().start()
    assert len(set(DECK.names)) == 52
    assert [zone.cards.bit_count() for zone in state.zones()] == [52, 0, 0, 0, 0, 0]
    with pytest.raises(CardError, match="'joker' is not a card"):
        DECK.card("joker")


@pytest.mark.rule("P1.3")
@pytest.mark.parametrize(
    ("players", "sizes"),
    [(3, [18, 17, 17]), (4, [13] * 4), (5, [11, 11, 10, 10, 10]), (6, [9, 9, 9, 9, 8, 8])],
)
def test_cards_are_dealt_one_at_a_time_from_seat_0(players: int, sizes: list[int]) -> None:
    state = President(players=players).start()
    assert state.to_move == DEALER
    assert state.moves() == []
    (event, _) = tell(state, IN_ORDER)
    assert (event.rule, event.key) == ("P1.3", "deal")
    assert event.text == f"Round 1: all cards are dealt, {', '.join(map(str, sizes))} to the seats in order."
    assert [hand.bit_count() for hand in state.hands] == sizes
    assert DECK.texts(state.hands[1])[:2] == [DECK.names[1], DECK.names[1 + players]]


@pytest.mark.rule("P1.3")
@pytest.mark.parametrize("text", ["deal", "deal 3C", IN_ORDER + " 3C", IN_ORDER.replace("2S", "3C")])
def test_a_deal_needs_the_whole_deck(text: str) -> None:
    refusal = President().start().check(text)
    assert refusal is not None
    assert refusal.rule == "P1.3"
    assert "all 52 cards, each once" in refusal.text


@pytest.mark.rule("P1.4")
def test_ranks_from_3_to_2_and_suits_without_strength() -> None:
    ranks = "3 4 5 6 7 8 9 10 J Q K A 2".split()
    for low, high in itertools.combinations(ranks, 2):
        hands = [f"{high}C 5S", f"{low}D 6S", "7S"]
        assert rule(position(hands, trick=f"{low}C", played_by=2), f"{high}C") is None
        hands = [f"{low}C 5S", f"{high}D 6S", "7S"]
        assert rule(position(hands, trick=f"{high}C", played_by=2), f"{low}C") == "P2.3"
    for one, other in itertools.permutations("CDHS", 2):
        assert rule(position([f"8{one} 3D", "4D", "5S"], trick=f"8{other}", played_by=2), f"8{one}") == "P2.3"


@pytest.mark.rule("P1.5")
def test_seat_0_leads_the_first_round_with_anything() -> None:
    # Seat 0 does not hold the 3 of clubs.
    order = [DECK.names[(card + 1) % 52] for card in range(52)]
    state = President().start()
    events = tell(state, "deal " + " ".join(order))
    assert (events[-1].rule, events[-1].key, events[-1].values["seat"]) == ("P1.5", "begins", 0)
    assert state.to_move == 0
    assert not state.hands[0] & DECK.mask("3C")
    assert rule(state, DECK.texts(state.hands[0])[-1]) is None


# ── P2 the trick ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("P2.1")
def test_a_combination_is_one_to_four_of_a_rank() -> None:
    state = position(["7C 7D 7H 7S 8C 9C", "3C", "4C"])
    for text in ("7C", "7C 7S", "7D 7H 7S", "7C 7D 7H 7S"):
        assert rule(state, text) is None
    for text in ("7C 8C", "7C 7D 7H 7S 8C", "7C 8C 9C"):
        refusal = state.check(text)
        assert refusal is not None
        assert refusal.rule == "P2.1"
        assert refusal.wrong == "These cards are not all of one rank."
    led = state.check(Play())
    assert led is not None
    assert (led.rule, led.text) == ("P2.1", "No card is chosen. Lead any one to four cards of one rank.")
    tell(state, "8C")
    follow = position(["7C 8C", "3C", "4C"], trick="6C", played_by=2).check("play")
    assert follow is not None
    assert follow.rule == "P2.1"
    assert "to play nothing is to pass" in follow.right


@pytest.mark.rule("P2.2")
@pytest.mark.parametrize(
    ("trick", "good", "bad"),
    [("6C", "7C", "7C 7D"), ("6C 6D", "7C 7D", "7C"), ("6C 6D 6H", "7C 7D 7H", "7C 7D 7H 7S")],
)
def test_who_follows_plays_as_many(trick: str, good: str, bad: str) -> None:
    state = position(["7C 7D 7H 7S 9C", "3C 4D", "4C"], trick=trick, played_by=2)
    assert rule(state, good) is None
    refusal = state.check(bad)
    assert refusal is not None
    assert refusal.rule == "P2.2"
    number = ("zero", "one", "two", "three", "four")
    assert number[len(bad.split())] in refusal.wrong
    assert number[len(trick.split())] in refusal.right


@pytest.mark.rule("P2.3")
def test_the_rank_must_be_strictly_stronger() -> None:
    state = position(["8C JC JD 9C", "3C", "4C 5D"], trick="JH", played_by=2)
    weaker, equal = state.check("8C"), state.check("JC")
    assert weaker is not None
    assert equal is not None
    assert (weaker.rule, weaker.wrong) == ("P2.3", "An 8 does not beat a jack.")
    assert weaker.right == "A queen or higher would."
    assert (equal.rule, equal.wrong) == ("P2.3", "A jack does not beat a jack: equal is not enough.")
    pair = position(["8C 8D 3D", "3C", "4C 5D"], trick="JH JS", played_by=2).check("8C 8D")
    assert pair is not None
    assert pair.text == "Two 8s do not beat two jacks. Two queens or higher would."
    top = position(["8C", "3C", "4C 5D"], trick="2H", played_by=2).check("8C")
    assert top is not None
    assert (top.rule, top.right) == ("P2.3", "Nothing is stronger now, so pass.")
    assert rule(position(["QC 3D", "3C", "4C"], trick="JH", played_by=2), "QC") is None


@pytest.mark.rule("P2.3")
def test_not_stronger_in_revolution_says_so() -> None:
    state = position(["9C 8C JD", "3C 4D", "4C 5D"], trick="JH", played_by=2, turned=True)
    assert rule(state, "9C") is None
    state = position(["KC JC 3D", "3C 4D", "4C 5D"], trick="JH", played_by=2, turned=True)
    refusal = state.check("KC")
    assert refusal is not None
    assert refusal.rule == "P2.3"
    assert refusal.text == (
        "In revolution a king does not beat a jack. Lower is stronger now, and a 2 the weakest: "
        "a 10 or lower, down to a 3, would."
    )
    assert rule(state, "JC") == "P2.3"
    bottom = position(["KC", "4D", "4C 5D"], trick="3H", played_by=2, turned=True).check("KC")
    assert bottom is not None
    assert bottom.right == "Nothing is stronger now, so pass."


@pytest.mark.rule("P2.4")
def test_a_follower_may_pass_and_the_leader_may_not() -> None:
    state = position(["8C 9C", "3C", "4C"], trick="6C", played_by=2)
    assert texts(state) == ["8C", "9C", "pass"]
    (event,) = tell(state, "pass")
    assert (event.rule, event.text, event.say("you")) == ("P2.4", "Seat 0 passes.", "You pass.")
    leader = position(["8C 9C", "3C", "4C"])
    assert "pass" not in texts(leader)
    refusal = leader.check("pass")
    assert refusal is not None
    assert refusal.rule == "P2.4"
    assert refusal.right == "Lead any one to four cards of one rank."


@pytest.mark.rule("P2.4")
def test_nobody_is_passed_automatically() -> None:
    state = position(["8C 8D 3S", "3C", "4C 4D"])
    tell(state, "8C 8D")
    assert state.to_move == 1
    assert texts(state) == ["pass"]


@pytest.mark.rule("P2.5")
def test_a_pass_is_final_until_the_trick_ends() -> None:
    state = position(["5C 9C 3H", "8C KC 4H", "7C QC 5H"])
    after(state, "5C", "pass", "7C", "9C")
    assert state.to_move == 2  # seat 1 is passed over, however the table changes
    refusal = state.check("KC", seat=1)
    assert refusal is not None
    assert refusal.rule == "P2.5"
    assert refusal.wrong == "Seat 1 has passed, and a pass is final until the trick ends."
    assert refusal.say(reader=1).startswith("You have passed")
    assert rule(state, "pass", 1) == "P2.5"
    after(state, "pass")
    assert state.to_move == 0
    after(state, "3H")
    assert rule(state, "KC") is None


@pytest.mark.rule("P2.6")
def test_when_all_others_have_passed_the_trick_ends() -> None:
    state = position(["5C 9C", "8C 3C", "7C 3D"])
    events = tell(state, "5C", "pass", "pass")
    assert [(event.rule, event.key) for event in events[-1:]] == [("P2.6", "trick")]
    assert events[-1].text == "All others have passed: seat 0 takes the trick."
    assert (state.to_move, state.to_beat, state.passed) == (0, 0, 0)
    assert texts(state) == ["9C"]


@pytest.mark.rule("P2.6")
def test_example_the_trick_is_cs_at_once() -> None:
    """D passed early in the trick; then A goes out, B passes and C plays."""
    state = position(["9C", "4D 5D", "10H 3S", "3H 4H"], trick="5C", played_by=2, passed=[3])
    after(state, "9C", "pass")
    assert state.places == [0]
    events = tell(state, "10H")
    assert events[-1].key == "trick"
    assert (state.to_move, state.to_beat) == (2, 0)


@pytest.mark.rule("P2.7")
def test_no_card_clears_the_table() -> None:
    state = position(["2C 2D 2H 2S 3H", "3C 4D", "4C 5D"], trick="AC", played_by=2)
    after(state, "2C")
    assert (state.to_move, state.to_beat) == (1, DECK.mask("2C"))
    state = position(["2C 2D 2H 2S 3H", "3C 4D", "4C 5D"])
    after(state, "2C 2D 2H 2S")
    assert (state.to_move, state.to_beat) == (1, DECK.mask("2C 2D 2H 2S"))


@pytest.mark.rule("P2.8")
def test_the_turn_passes_clockwise() -> None:
    state = position(["5C 9C", "8C 3C", "", "7C 3D", "10C 4D"], out=[2])
    order = []
    for text in ("5C", "pass", "7C", "10C", "pass", "pass"):
        order.append(state.to_move)
        after(state, text)
    assert order == [0, 1, 3, 4, 0, 3]
    assert state.to_move == 4


@pytest.mark.rule("P2.8")
def test_acting_out_of_turn_is_refused() -> None:
    state = position(["5C 9C", "8C 3C", "7C 3D"])
    for text in ("8C", "pass", "3C 8C", "2S"):
        refusal = state.check(text, seat=1)
        assert refusal is not None
        assert (refusal.rule, refusal.wrong) == ("P2.8", "It is seat 0's turn.")
    assert rule(state, "5C", DEALER) == "P2.8"
    assert rule(President().start(), IN_ORDER, 0) == "P2.8"
    with pytest.raises(ValueError, match="There is no seat 3: seats are 0 to 2"):
        state.check("5C", seat=3)
    with pytest.raises(ValueError, match="There is no seat True"):
        state.check("5C", seat=True)


@pytest.mark.rule("P2.9")
def test_only_cards_of_the_own_hand_each_once() -> None:
    state = position(["5C 5D", "8C 3C", "7C 3D"])
    for text, wrong in (
        ("8C", "8♣ is not in this hand."),
        ("5C 8C", "8♣ is not in this hand."),
        ("8C 7C", "7♣ 8♣ are not in this hand."),
        ("2S", "2♠ is not in this hand."),
        ("5C 5C", "5♣ is named more than once."),
        ("8C 8C", "8♣ is named more than once."),
    ):
        refusal = state.check(text)
        assert refusal is not None
        assert (refusal.rule, refusal.wrong) == ("P2.9", wrong)
    giving = second_round()
    assert rule(giving, "give 3C 3C") == "P2.9"
    assert rule(giving, "give " + " ".join(DECK.texts(giving.hands[1])[:2])) == "P2.9"


# ── P3 going out ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("P3.1")
def test_who_runs_out_of_cards_takes_the_next_place() -> None:
    state = position(["5C", "8C 3C", "7C 3D", "9C 4D"])
    events = tell(state, "5C")
    assert [(event.rule, event.key) for event in events] == [
        ("P2.1", "lead"),
        ("P3.1", "out"),
        ("P5.1", "title"),
    ]
    assert events[1].text == "Seat 0 has no cards left and is out 1st."
    assert (state.places, state.to_move, state.active) == ([0], 1, [1, 2, 3])
    refusal = state.check("5C", seat=0)
    assert refusal is not None
    assert (refusal.rule, refusal.wrong) == ("P3.1", "Seat 0 is out already, as number 1.")
    assert rule(state, "pass", 0) == "P3.1"


@pytest.mark.rule("P3.2")
def test_example_going_out_does_not_end_the_trick() -> None:
    """A goes out on a 4; B plays 5, C plays 6, B passes: C leads. If C passes instead, B leads."""
    state = position(["4C", "5C 9C", "6C 9D"])
    other = after(state, "4C", "5C").copy()
    after(state, "6C", "pass")
    assert (state.to_move, state.to_beat) == (2, 0)
    after(other, "pass")
    assert (other.to_move, other.to_beat) == (1, 0)


@pytest.mark.rule("P3.3")
def test_example_the_lead_passes_to_the_next_active_player() -> None:
    """4 players, B wins the trick with its last card: C leads."""
    state = position(["4C 5C", "9C", "6C 7C", "3D 4D"], trick="8C", played_by=0)
    events = tell(state, "9C", "pass", "pass", "pass")
    assert [(event.rule, event.key) for event in events[-2:]] == [
        ("P2.6", "trick"),
        ("P3.3", "lead-passes-on"),
    ]
    assert events[-1].text == "With seat 1 out, the lead passes to seat 2."
    assert state.to_move == 2
    # If C is out too, D leads.
    state = position(["4C 5C", "9C", "", "3D 4D"], trick="8C", played_by=0, out=[2])
    assert after(state, "9C", "pass", "pass").to_move == 3


@pytest.mark.rule("P3.4")
def test_the_round_ends_when_only_one_holds_cards() -> None:
    state = position(["4C 4D", "9C 3C", ""], out=[2], rounds=2)
    events = tell(state, "4C 4D")
    assert state.places == [2, 0, 1]
    assert state.hands == [0, DECK.mask("9C 3C"), 0]
    assert state.to_beat == DECK.mask("4C 4D")  # in sight until the next deal
    assert state.to_move == DEALER
    last = next(event for event in events if event.key == "last")
    assert (last.rule, last.text) == ("P3.4", "Only seat 1 holds cards: the round ends.")
    assert not any(event.key == "trick" for event in events)
    for text in ("9C", "pass", "give 3C"):
        for seat in (None, 0, 1, DEALER):
            refusal = state.check(text, seat)
            assert refusal is not None
            assert (refusal.rule, refusal.text) == (
                "P3.4",
                "Round 1 is over. The next move is the next deal.",
            )
    tell(state, IN_ORDER)
    assert state.to_beat == 0


@pytest.mark.rule("P3.5")
def test_example_each_other_active_player_has_to_pass() -> None:
    """A goes out on its last card, B has passed, C has not acted: C may still play."""
    state = position(["9C", "4D 5D", "10H 3S"])
    after(state, "9C", "pass")
    assert (state.to_move, state.to_beat) == (2, DECK.mask("9C"))
    assert texts(state) == ["10H", "pass"]


# ── P4 revolution ───────────────────────────────────────────────────────────────────────────────

FOURS = ["7C 7D 7H 7S 3C", "6C 6D 6H 6S 3D", "8C 8D 8H 8S 3H 4H"]


@pytest.mark.rule("P4.1")
def test_four_of_a_kind_turns_the_order_at_once() -> None:
    state = position(["9C 9D 9H 9S 3C", "8C 8D 8H 8S 5D", "KC KD KH KS"])
    events = tell(state, "9C 9D 9H 9S")
    assert (events[1].rule, events[1].text) == ("P4.1", "Four of a kind: the order is turned.")
    assert state.turned
    # Whether it was legal is judged in the order before it.
    assert rule(state, "8C 8D 8H 8S") is None
    lower = position(["9C 9D 9H 9S 3C", "5D", "JD"], trick="KC KD KH KS", played_by=2)
    assert rule(lower, "9C 9D 9H 9S") == "P2.3"


@pytest.mark.rule("P4.2")
def test_example_sevens_then_sixes() -> None:
    """7777 in normal order turns it: 6666 now beats it and 8888 does not; after 6666 it is normal again."""
    state = position(FOURS)
    after(state, "7C 7D 7H 7S")
    assert state.to_beat == DECK.mask("7C 7D 7H 7S")  # not cleared
    assert rule(state, "6C 6D 6H 6S") is None
    eights = after(state.copy(), "pass")
    assert rule(eights, "8C 8D 8H 8S") == "P2.3"
    events = tell(state, "6C 6D 6H 6S")
    assert not state.turned
    assert (events[1].rule, events[1].key) == ("P4.3", "turned-back")
    assert rule(state, "8C 8D 8H 8S") is None


@pytest.mark.rule("P4.3")
def test_each_further_four_of_a_kind_turns_again() -> None:
    state = position(FOURS)
    turned = []
    for text in ("7C 7D 7H 7S", "6C 6D 6H 6S", "8C 8D 8H 8S"):
        after(state, text)
        turned.append(state.turned)
    assert turned == [True, False, True]


@pytest.mark.rule("P4.4")
def test_in_revolution_the_order_is_2_to_3_across_tricks_until_the_deal() -> None:
    weakest_first = "2 A K Q J 10 9 8 7 6 5 4 3".split()
    for low, high in itertools.combinations(weakest_first, 2):
        state = position([f"{high}C", f"{low}D", "5S"], trick=f"{low}C", played_by=2, turned=True)
        assert rule(state, f"{high}C") is None
    state = position(["7C 7D 7H 7S 3C 4C", "6C 3D", "8C 3H"], rounds=2)
    after(state, "7C 7D 7H 7S", "pass", "pass")
    assert state.turned
    after(state, "4C")
    assert rule(state, "6C") == "P2.3"
    assert rule(state, "3D") is None
    after(state, "3D", "pass", "pass", "6C", "pass", "3C")
    assert state.to_move == DEALER
    tell(state, IN_ORDER)
    assert not state.turned  # from its deal on, so the exchange is in normal order


@pytest.mark.rule("P4.5")
def test_without_revolution_four_of_a_kind_is_ordinary() -> None:
    state = position(FOURS, revolution=False)
    events = tell(state, "7C 7D 7H 7S")
    assert [event.key for event in events] == ["lead"]
    assert not state.turned
    assert rule(state, "6C 6D 6H 6S") == "P2.3"
    with pytest.raises(PositionError, match=r"never turns with revolution=False \(P4.5\)"):
        position(["3C", "4C", "5C"], turned=True, revolution=False)


@pytest.mark.rule("P4.6")
def test_four_of_a_kind_turns_the_order_also_as_the_last_cards() -> None:
    state = position(["7C 7D 7H 7S", "6C 3D", "8C 3H"])
    events = tell(state, "7C 7D 7H 7S")
    assert [(event.rule, event.key) for event in events[1:3]] == [("P4.6", "turned"), ("P3.1", "out")]
    assert state.turned
    state = position(["7C 7D 7H 7S", "6C 3D", ""], out=[2])
    events = tell(state, "7C 7D 7H 7S")  # also when it ends the round
    assert (events[1].rule, events[1].key) == ("P4.6", "turned")
    assert state.turned
    assert state.to_move is None


# ── P5 placing and points ───────────────────────────────────────────────────────────────────────


@pytest.mark.rule("P5.1", "P5.2")
@pytest.mark.parametrize(
    ("players", "titles"),
    [
        (3, "president neutral scum"),
        (4, "president vice-president vice-scum scum"),
        (5, "president vice-president neutral vice-scum scum"),
        (6, "president vice-president neutral neutral vice-scum scum"),
    ],
)
def test_titles_by_place(players: int, titles: str) -> None:
    assert [title(place, players) for place in range(players)] == titles.split()
    state = second_round(players=players)
    assert [state.title_of(seat) for seat in range(players)] == titles.split()
    hands = ["3C", *[""] * (players - 2), "4C 5C"]
    events = tell(position(hands, out=range(1, players - 1)), "3C")
    told = {
        event.values["seat"]: (event.rule, event.values["title"]) for event in events if event.key == "title"
    }
    second_last, last = titles.split()[-2:]
    assert told[0] == ("P5.2" if second_last == "neutral" else "P5.1", f"title-{second_last}")
    assert told[players - 1] == ("P5.1", f"title-{last}")


@pytest.mark.rule("P5.1")
def test_a_title_in_words() -> None:
    events = tell(position(["3C", "4C 5C", "6C 7C"]), "3C")
    assert events[-1].text == "Seat 0 is president."
    assert events[-1].say(reader=0) == "You are president."
    assert events[-1].say(names={0: "Ada"}) == "Ada is president."
    assert President().start().title_of(0) == ""


@pytest.mark.rule("P5.3")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_places_earn_points_from_n_to_1(players: int) -> None:
    state = play_out(President(players=players), 7)[-1]
    assert [state.totals[seat] for seat in state.places] == list(range(players, 0, -1))
    state = position(["3C", "4C 5C", ""], out=[2])
    points = {event.values["seat"]: event.text for event in tell(state, "3C") if event.rule == "P5.3"}
    assert points == {0: "Seat 0 gets 2 points.", 1: "Seat 1 gets 1 point.", 2: "Seat 2 gets 3 points."}


@pytest.mark.rule("P5.4")
def test_points_add_up_over_the_series() -> None:
    states = play_out(President(players=4, rounds=3), 5)
    expected = [0] * 4
    for one, other in itertools.pairwise(states):
        if len(one.places) < 4 == len(other.places):
            for points, seat in zip((4, 3, 2, 1), other.places, strict=True):
                expected[seat] += points
            assert other.totals == expected
    assert sum(expected) == 30
    state = position(["3C", "4C 5C", ""], out=[2], round=2, rounds=2, previous=[0, 1, 2], totals=[3, 2, 1])
    totals = [event.text for event in tell(state, "3C") if event.rule == "P5.4"]
    assert sorted(totals) == [f"Seat {seat} has {n} points in all." for seat, n in enumerate((5, 3, 4))]


@pytest.mark.rule("P5.5")
def test_the_highest_total_wins_and_equal_totals_share_the_rank() -> None:
    state = position(["3C", "4C 5C", ""], out=[2], round=2, rounds=2, previous=[0, 2, 1], totals=[3, 1, 2])
    assert state.copy().outcome is None
    events = tell(state, "3C")
    assert state.outcome is not None
    assert state.outcome.scores == (5, 2, 5)
    assert state.outcome.ranks == (1, 3, 1)
    assert state.outcome.winners == (0, 2)
    final = [event.text for event in events if event.rule == "P5.5"]
    assert final == [
        f"Seat {s} is {r} in the series, with {n} points."
        for s, r, n in ((0, "1st", 5), (1, "3rd", 2), (2, "1st", 5))
    ]


# ── P6 a series of rounds ───────────────────────────────────────────────────────────────────────


@pytest.mark.rule("P6.1")
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_the_game_ends_after_that_many_rounds(rounds: int) -> None:
    states = play_out(President(players=3, rounds=rounds), 3)
    end = states[-1]
    assert max(state.round for state in states) == rounds
    assert len(states) - 1 <= end.game.longest()
    assert end.outcome is not None
    assert end.outcome.rule == "P6.1"
    assert end.actors == ()
    for text in ("3C", "pass", "give 3C", IN_ORDER):
        for seat in (None, 0, 2, DEALER):
            assert rule(end, text, seat) == "P6.1"
    refusal = end.check("pass")
    assert refusal is not None
    assert refusal.text.endswith("A new game can be started.")


@pytest.mark.rule("P6.1")
@pytest.mark.parametrize("rounds", [0, -1, True, 1.0, "2", None])
def test_rounds_is_a_whole_number(rounds: Any) -> None:
    with pytest.raises(OptionError, match=r"rounds is a whole number, 1 or more \(P6.1\)"):
        President(rounds=rounds)


@pytest.mark.rule("P6.2")
def test_the_scums_two_best_go_to_the_president_who_chooses_two() -> None:
    state = second_round()  # seat 0 is president, seat 3 scum with 2S AS …
    assert (state.phase, state.to_move, state.actors) == ("exchange", 0, (0, 1))
    assert state.gifts[0] == (3, 0, DECK.mask("AS 2S"))
    assert state.counts == [15, 14, 12, 11]
    assert len(state.moves(0)) == 15 * 14 // 2
    assert state.moves(2) == []
    assert state.moves(3) == []
    after(state, "give 3C 2S")  # received cards included
    assert state.hands[3] & DECK.mask("3C 2S") == DECK.mask("3C 2S")
    assert (state.to_move, state.actors, state.counts) == (1, (1,), [13, 14, 12, 13])


@pytest.mark.rule("P6.3")
def test_the_vices_exchange_one_card() -> None:
    state = second_round()
    assert state.gifts[1] == (2, 1, DECK.mask("2H"))
    assert rule(state, "give 3D", 1) is None
    state.play(Give("3D"), seat=1)
    assert state.gifts[2] == (1, 2, DECK.mask("3D"))
    three = second_round(players=3)
    assert three.actors == (0,)
    assert [gift[:2] for gift in three.gifts] == [(2, 0)]


@pytest.mark.rule("P6.4")
def test_best_is_by_the_normal_order_and_spades_first() -> None:
    # The scum, seat 3, is dealt all 2s; the vice-scum, seat 2, the aces.
    hands = ["3", "4", "A", "2"]
    rest = [name for name in DECK.names if name[:-1] not in hands]
    dealt = [
        [f"{rank}{suit}" for suit in "CDHS"] + rest[9 * seat : 9 * seat + 9]
        for seat, rank in enumerate(hands)
    ]
    order = " ".join(dealt[number % 4][number // 4] for number in range(52))
    state = second_round("deal " + order)
    assert state.gifts == [(3, 0, DECK.mask("2S 2H")), (2, 1, DECK.mask("AS"))]


@pytest.mark.rule("P6.4")
def test_the_winners_choose_in_either_order_and_play_starts_when_both_have() -> None:
    one, other = second_round(), second_round()
    one.play(Give("3C 4C"), seat=0)
    one.play(Give("3D"), seat=1)
    other.play(Give("3D"), seat=1)
    assert (other.phase, other.to_move, other.actors) == ("exchange", 0, (0,))
    other.play(Give("3C 4C"), seat=0)
    assert one.hands == other.hands
    assert (one.phase, one.to_move) == (other.phase, other.to_move) == ("play", 0)
    assert one.counts == [13] * 4


@pytest.mark.rule("P6.4")
def test_both_losers_cards_move_first_from_the_hands_as_dealt() -> None:
    # 5 players: what the president got from the scum is not passed on as the vice-scum's best, nor otherwise.
    state = second_round(players=5)
    dealt = [set(DECK.names[seat::5]) for seat in range(5)]
    for giver, _, cards in state.gifts:
        assert set(DECK.texts(cards)) <= dealt[giver]


@pytest.mark.rule("P6.4", "P6.2", "P6.3")
@pytest.mark.parametrize(
    ("seat", "text", "expected", "words"),
    [
        (0, "give 3C", "P6.2", "Choose exactly two cards of the hand."),
        (0, "give 3C 4C 5C", "P6.2", "Two cards are to be given, no more and no less."),
        (0, "give", "P6.2", "Choose exactly two cards of the hand."),
        (1, "give 3D 4D", "P6.3", "One card is to be given, no more and no less."),
        (1, "give", "P6.3", "Choose exactly one card of the hand."),
        (2, "give 3H", "P6.3", "Seat 2 chooses nothing to give."),
        (2, "give 3H 4H", "P6.3", "Seat 2 chooses nothing to give."),
        (3, "give 3S 4S", "P6.2", "Seat 3 chooses nothing to give."),
        (3, "give 3S", "P6.2", "Seat 3 chooses nothing to give."),
    ],
)
def test_giving_by_others_or_the_wrong_number(seat: int, text: str, expected: str, words: str) -> None:
    refusal = second_round().check(text, seat)
    assert refusal is not None
    assert refusal.rule == expected
    assert words in refusal.text


@pytest.mark.rule("P6.4")
def test_giving_twice_or_by_a_neutral() -> None:
    state = second_round(players=5)  # seat 2 is neutral
    assert [rule(state, "give 3H", 2), rule(state, "give 3H 4S", 2)] == ["P6.3", "P6.2"]
    state.play(Give("3D"), seat=1)
    refusal = state.check("give 4H", 1)
    assert refusal is not None
    assert (refusal.rule, refusal.wrong) == ("P6.3", "Seat 1 has given already.")
    state = second_round(players=5)
    state.play(Give("3C 4D"), seat=0)
    assert rule(state, "give 5H 6S", 0) == "P6.2"
    assert rule(second_round(players=3), "give 3D", 1) == "P6.2"


@pytest.mark.rule("P6.5")
def test_only_the_two_who_exchange_know_the_cards() -> None:
    state = second_round()
    events: list[Event] = []
    state.play(Give("3C 4C"), events.append, 0)
    game = President(rounds=3)
    again: list[Event] = []
    dealt = game.state(second_round_before().to_json())
    dealt.play(game.parse(IN_ORDER), again.append)
    for event in (*again, *events):
        if "cards" in event.values:
            assert event.seen_by == frozenset((event.values["seat"], event.values["other"]))
            assert event.rule in ("P6.2", "P6.3")
    for seat in (2, ONLOOKER):
        told = [event for event in events if event.visible_to(seat)]
        assert [(event.rule, event.key) for event in told] == [("P6.5", "given-back-unseen")]
        assert told[0].text == "Seat 0 gives two cards back to seat 3."
    seen = [event for event in events if event.visible_to(3)]
    assert [event.text for event in seen] == ["Seat 0 gives 3♣ 4♣ back to seat 3."]
    assert seen[0].say(reader=3) == "Seat 0 gives 3♣ 4♣ back to you."
    assert [len(state.view(seat).gifts) for seat in (0, 1, 2, 3, ONLOOKER)] == [2, 1, 1, 2, 0]
    zones = {zone.owner: zone for zone in state.zones()}
    assert zones[3].faces(0) == DECK.mask("3C 4C")
    assert zones[3].faces(1) == zones[3].faces(ONLOOKER) == 0
    assert zones[0].faces(3) == DECK.mask("AS 2S")


def second_round_before() -> PresidentState:
    """Just before the second deal."""
    data = President(rounds=3).start().to_json()
    data |= {"phase": "deal", "round": 1, "places": [0, 1, 2, 3], "totals": [4, 3, 2, 1]}
    state: PresidentState = President(rounds=3).state(data | {"played": " ".join(DECK.names)})
    return state


@pytest.mark.rule("P6.6")
@pytest.mark.parametrize(("leader", "seat"), [("president", 1), ("scum", 3), ("first_seat", 0)])
def test_who_leads_later_rounds(leader: str, seat: int) -> None:
    game = President(rounds=2, next_leader=leader)
    data = second_round_before().to_json() | {"places": [1, 0, 2, 3], "totals": [3, 4, 2, 1]}
    state = game.state(data)
    tell(state, IN_ORDER)
    events = tell(state, "give 3D 4D", "give 3C")
    assert (events[-1].rule, events[-1].key, state.to_move) == ("P6.6", "begins", seat)
    with pytest.raises(OptionError, match=r"'president' or 'scum' or 'first_seat' \(P6.6\)"):
        President(next_leader="vice")


@pytest.mark.rule("P6.7")
def test_the_wrong_kind_of_move_for_the_moment() -> None:
    exchange = second_round()
    before = exchange.to_json()
    for text in ("3C", "pass", IN_ORDER, "3C 3C", "2C 3D"):
        for seat in (None, 0, 1, 2, 3, DEALER):
            assert rule(exchange, text, seat) == "P6.7"
    assert exchange.to_json() == before
    refusal = exchange.check("3C")
    assert refusal is not None
    assert refusal.wrong == "Play begins when the exchange is complete."
    playing = position(["3C 4C", "5C", "6C"])
    for text in ("give 3C 4C", "give", IN_ORDER):
        for seat in (None, 0, 1, DEALER):
            assert rule(playing, text, seat) == "P6.7"
    start = President().start()
    assert [rule(start, "3C"), rule(start, "pass", 0), rule(start, "give 3C", 1)] == ["P6.7"] * 3
    with pytest.raises(IllegalMove, match=r"\(P6.7\)$") as caught:
        playing.after("give 3C 4C")
    assert caught.value.refusal == playing.check("give 3C 4C")


# ── refusals and events as a whole ──────────────────────────────────────────────────────────────

ORDER = "P6.1 P3.4 P6.7 P3.1 P2.5 P2.8 P2.4 P1.3 P2.9 P2.1 P2.2 P2.3 P6.2 P6.3".split()


@pytest.mark.rule("P2.1", "P2.2", "P2.3", "P2.5", "P2.8", "P2.9", "P3.1", "P6.2")
def test_every_refusal_of_a_move_is_given_in_order() -> None:
    played = position(["5C 5D 9C", "8C KC", "7C QC", ""], trick="6C", played_by=2, out=[3], passed=[1])

    def rules(text: str, seat: int | None = None, state: PresidentState = played) -> list[str]:
        return [refusal.rule for refusal in state.refusals(text, seat)]

    assert rules("9C") == []
    assert rules("5C") == ["P2.3"]
    assert rules("5C 5D") == ["P2.2", "P2.3"], "each condition speaks for itself"
    assert rules("9C 5C") == ["P2.1", "P2.2"]
    assert rules("9C 9C") == ["P2.9"], "9♣ alone would do"
    assert rules("3H 3S") == ["P2.9", "P2.2", "P2.3"]
    assert rules("8C", 1) == ["P2.5"]
    assert rules("KC KC 8C", 1) == ["P2.5", "P2.9", "P2.1", "P2.2"]
    assert rules("7C", 2) == ["P2.8"]
    assert rules("3C", 3) == ["P3.1", "P2.9", "P2.3"]
    assert rules("give 5C 5C") == ["P6.7"], "a move of another kind is not judged further"
    exchange = second_round()
    winner = exchange.owing[0]
    held = " ".join(DECK.texts(exchange.hands[winner])[:3])
    assert rules(f"give {held}", winner, exchange) == ["P6.2"]
    fresh = position(["3C", "4C", "5C"])
    assert rules("pass", None, fresh) == ["P2.4"]
    assert rules("pass", 2, fresh) == ["P2.8"], "who does not lead may pass, in its turn"


@settings(max_examples=60, derandomize=True, deadline=None, database=None)
@given(seed=st.integers(0, 10**6), steps=st.integers(0, 60))
def test_the_first_refusal_is_what_check_says(seed: int, steps: int) -> None:
    rng = random.Random(seed)
    state: PresidentState = President(players=rng.choice((3, 4, 5)), rounds=2).start()
    for _ in range(steps):
        if state.to_move is None:
            break
        state.play(state.random_move(rng))
    cards = [DECK.names[int(rng.random() * 52)] for _ in range(3)]
    texts = ["pass", "give", *cards, " ".join(cards), f"{cards[0]} {cards[0]}", f"give {' '.join(cards[:2])}"]
    texts += [DECK.text(hand & -hand) for hand in state.hands if hand] + [str(state.deal(rng))]
    for text in texts:
        for seat in (None, *range(state.game.players), DEALER):
            found = list(state.refusals(text, seat))
            assert (found[0] if found else None) == state.check(text, seat)
            keys = [(refusal.rule, refusal.key) for refusal in found]
            assert len(set(keys)) == len(keys)
            places = [ORDER.index(refusal.rule) for refusal in found]
            assert places == sorted(places), (text, seat, keys)
            if seat is not None and seat >= 0:
                seen = list(state.view(seat).refusals(text))
                assert seen == found, "a view judges its own seat, and knows all that it takes"


def test_a_view_judges_its_own_seat() -> None:
    state = position(["5C 5D 9C", "8C KC", "7C QC"], trick="6C", played_by=2)
    refusal = state.view(1).check("8C")
    assert refusal is not None and refusal.rule == "P2.8"
    assert state.view(0).check("9C") is None
    with pytest.raises(ValueError, match="Seat 1 does not see the hand of seat 0"):
        state.view(1).check("9C", seat=0)


IMPOSSIBLE: dict[str, tuple[dict[str, Any], str]] = {
    "totals too large": ({"totals": [10**20, 3, 2, 1]}, "`totals` are"),
    "totals below nothing": ({"totals": [-1, 3, 4, 4]}, "`totals` are"),
    "totals that no places bring": ({"totals": [3, 3, 2, 2]}, "`totals` are"),
    "a history of one seat": (
        {"history": [[0, "3C"], [0, "3D"], [0, "3H"]], "trick_start": 0},
        "of the history, .* of seat 0, is refused",
    ),
    "an order turned for nothing": ({"turned": True}, "the order is turned"),
    "a round that is none": ({"round": 10**9}, "round 1000000000 of 3"),
    "another's turn": ({"to_move": 2}, "to_move|turn"),
}


@pytest.mark.rule("P5.4", "P4.1", "P2.8")
@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_state_that_cannot_occur_is_refused(name: str) -> None:
    game = President(players=4, rounds=3)
    rng = random.Random(7)
    state: PresidentState = game.start()
    while state.round < 2 or state.phase != "play" or len(state.history) < 9 or state.to_move == 2:
        state.play(state.random_move(rng))
    data = state.to_json()
    assert game.state(data) == state
    change, says = IMPOSSIBLE[name]
    with pytest.raises(PositionError, match=says):
        game.state(data | change)


@settings(max_examples=40, derandomize=True, deadline=None, database=None)
@given(seed=st.integers(0, 10**6))
def test_a_history_with_two_entries_exchanged_is_refused_or_the_same(seed: int) -> None:
    rng = random.Random(seed)
    game = President(players=rng.choice((3, 4)), rounds=2)
    state: PresidentState = game.start()
    for _ in range(rng.randrange(8, 120)):
        if state.to_move is None:
            break
        state.play(state.random_move(rng))
    data = state.to_json()
    history = data["history"]
    if len(history) < 2:
        return
    place = rng.randrange(len(history) - 1)
    history[place], history[place + 1] = history[place + 1], history[place]
    if history[place][0] != history[place + 1][0]:
        with pytest.raises(PositionError):
            game.state(data)


def test_refusals_come_in_the_rulebooks_order() -> None:
    """Moves that break many rules at once: the first in the order is named."""
    played = position(["5C 5D 9C", "8C KC", "7C QC", ""], trick="6C", played_by=2, out=[3], passed=[1])
    for text, seat, expected in (
        ("give 3C 3C", 3, "P6.7"),
        ("3C 3C 4D", 1, "P2.5"),
        ("3C 3C 4D", 3, "P3.1"),
        ("3C 3C 4D", 2, "P2.8"),
        ("5C 5C 2D", 0, "P2.9"),
        ("5C 2D", 0, "P2.9"),
        ("5C 9C", 0, "P2.1"),
        ("5C 5D", 0, "P2.2"),
        ("5C", 0, "P2.3"),
    ):
        assert rule(played, text, seat) == expected


def test_every_refusal_says_what_is_wrong_and_what_would_be_right() -> None:
    seen: dict[str, Refusal] = {}
    rng = random.Random(1)
    for state in itertools.chain(*(play_out(President(players=p, rounds=2), p) for p in (3, 4, 5))):
        hand = rng.sample(DECK.names, 2)
        for text in (
            "pass",
            "play",
            "give",
            IN_ORDER,
            hand[0],
            " ".join(hand),
            f"give {' '.join(hand)}",
            "3C 3C",
        ):
            for seat in range(-1, state.game.players):
                if refusal := state.check(text, seat):
                    seen[refusal.key] = refusal
    for key, refusal in seen.items():
        assert refusal.wrong, key
        assert refusal.right, key
        assert not refusal.wrong[0].islower()
        assert refusal.text.endswith(".")
        assert str(refusal) == f"{refusal.text} ({refusal.rule})"
        assert refusal.rule in rulebook("president")
    assert len(seen) >= 15


def test_every_event_has_its_rules() -> None:
    told: dict[str, set[str]] = {}
    for players, seed in itertools.product((3, 4, 5, 6), range(12)):
        rng, state = random.Random(seed), President(players=players, rounds=2).start()
        while state.to_move is not None:
            events: list[Event] = []
            moves = [move for move in state.moves() if str(move) != "pass"] or state.moves()
            # Fours as often as they come, so that the order turns.
            best = max(moves, key=lambda move: len(str(move).split()), default=None)
            move = state.random_move(rng) if best is None or rng.random() < 0.3 else best
            state.play(move, events.append, state.to_move)
            for event in events:
                told.setdefault(event.key, set()).add(event.rule)
                assert event.rule in rulebook("president")
    for text in (["7C 7D 7H 7S", "3C", "4C"], ["7C 7D 7H 7S 3C", "6C 6D 6H 6S", "4C"]):
        for event in tell(position(text), "7C 7D 7H 7S", *(["6C 6D 6H 6S"] if "6C" in text[1] else [])):
            told.setdefault(event.key, set()).add(event.rule)
    assert told == {
        "deal": {"P1.3"},
        "begins": {"P1.5", "P6.6"},
        "lead": {"P2.1"},
        "follow": {"P2.3"},
        "pass": {"P2.4"},
        "trick": {"P2.6"},
        "lead-passes-on": {"P3.3"},
        "turned": {"P4.1", "P4.6"},
        "turned-back": {"P4.3", "P4.6"},
        "out": {"P3.1"},
        "last": {"P3.4"},
        "title": {"P5.1", "P5.2"},
        "points": {"P5.3"},
        "total": {"P5.4"},
        "final": {"P5.5"},
        "end": {"P6.1"},
        "given-best": {"P6.2", "P6.3"},
        "given-best-unseen": {"P6.5"},
        "given-back": {"P6.2", "P6.3"},
        "given-back-unseen": {"P6.5"},
    }


def test_the_events_of_a_round_in_order() -> None:
    state = position(["7C", "9C 9D", "3C"], rounds=1)
    keys = [event.key for event in tell(state, "7C", "9C", "pass", "9D")]
    assert keys == [
        *("lead", "out", "title", "follow", "pass", "trick", "lead", "out", "title"),
        *("last", "title", "points", "points", "points", "final", "final", "final", "end"),
    ]


def test_events_can_be_compared_and_kept_in_sets() -> None:
    one, other = (tell(position(["7C 8C", "9C", "3C"]), "7C") for _ in range(2))
    assert one == other
    assert len({*one, *other}) == 1


# ── options ─────────────────────────────────────────────────────────────────────────────────────


def test_options_are_given_by_name() -> None:
    with pytest.raises(OptionError, match="President takes its options by name: players, rounds"):
        President(4)  # type: ignore[call-arg]
    with pytest.raises(OptionError, match=r"no option 'player'\. Its options are players, rounds"):
        President(player=4)  # type: ignore[call-arg]
    for bad in (1, 0, "yes", None):
        with pytest.raises(OptionError, match=r"revolution is True or False \(P4.5\)"):
            President(revolution=bad)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=r"players=7, which is not allowed"):
        position(["3C"] * 7)
    with pytest.raises(OptionError, match="has no option 'colour'"):
        position(["3C", "4C", "5C"], colour="red")


def test_options_compare_and_say_what_they_are() -> None:
    assert President() == President(players=4, rounds=1, revolution=True, next_leader="president")
    assert eval(repr(President(players=5, rounds=3))) == President(players=5, rounds=3)
    assert President(**President(players=6, revolution=False).to_json()) == President(
        players=6, revolution=False
    )
    for name, about in President.options().items():
        assert about.rule in rulebook("president"), name
        assert about.help
    with pytest.raises(AttributeError):
        President().players = 5  # type: ignore[misc]


# ── moves as text ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("7S 7H", Play("7H 7S")),
        ("7s 7h", Play("7H 7S")),
        ("  7S,7H ", Play("7H 7S")),
        ("7S , 7H", Play("7H 7S")),
        ("7s;7h", Play("7H 7S")),
        ("10H", Play("10H")),
        ("TH", Play("10H")),
        ("th", Play("10H")),
        ("7♠", Play("7S")),
        ("10♥ 10♦", Play("10D 10H")),
        ("7♠\ufe0f", Play("7S")),
        ("T♣", Play("10C")),
        ("play 7S", Play("7S")),
        ("PLAY 7s", Play("7S")),
        ("7S\t7H\n", Play("7H 7S")),
        ("play", Play()),
        ("pass", PASS),
        (" Pass\n", PASS),
        ("PASS", PASS),
        ("give 3d,4c", Give("3D 4C")),
        ("Give 3D 4C", Give("3D 4C")),
        ("give\t3D 4C", Give("3D 4C")),
        ("give", Give()),
    ],
)
def test_parsing_is_forgiving(text: str, move: object) -> None:
    assert President().parse(text) == move


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("7X", "'7X' is not a card"),
        ("1S", "'1S' is not a card"),
        ("7S joker", "'joker' is not a card"),
        ("give 3D xyz", "'xyz' is not a card"),
        ("pass 7S", "'pass' is not a card"),
        ("passe", "'passe' is not a card"),
        ("deal 3C ?", "'[?]' is not a card"),
        ("7S\x007H", r"'7S\\x007H' is not a card"),
        ("\x1b[31m", r"'\\x1b\[31m' is not a card"),
        ("７Ｘ", "'７Ｘ' is no move: '7X' is not a card"),
        ("{0}", r"'\{0\}' is not a card"),
        ("%s", "'%s' is not a card"),
    ],
)
def test_what_is_not_understood_is_said(text: str, understood: str) -> None:
    with pytest.raises((ParseError, CardError), match=understood) as caught:
        President().parse(text)
    assert "a rank (3 4 5" in str(caught.value)


def test_huge_texts_are_read_or_refused_shortly() -> None:
    for text in ("7" * 1_000_000, "x y " * 100_000, "\x00" * 100_000, "give " + "q" * 100_000):
        with pytest.raises((ParseError, CardError)) as caught:
            President().parse(text)
        assert len(str(caught.value)) < 500
    many = President().parse("7S " * 20_000)
    assert many == Play("7S 7S")
    assert rule(position(["7S 8S", "3C", "4C"]), str(many)) == "P2.9"


@pytest.mark.parametrize(
    "move",
    [
        Play("7S 7H"),
        Play(),
        Play("7S 7S"),
        Play("7S 7S 8H"),
        PASS,
        Pass(),
        Give("3D 4C"),
        Give(),
        Deal(range(52)),
        Deal(""),
    ],
    ids=repr,
)
def test_moves_read_back(move: Any) -> None:
    assert President().parse(str(move)) == move
    assert eval(repr(move)) == move
    assert hash(eval(repr(move))) == hash(move)
    assert json.dumps(str(move))


def test_moves_of_different_kinds_differ() -> None:
    assert Play("3C") != Play("3C 3C")
    assert str(Play("7S 7H")) == "7H 7S"
    assert repr(Give("4C 3D")) == "Give('3D 4C')"
    assert len({Play("3C"), Play("3c"), Give("3C"), PASS, Pass()}) == 3


# ── positions ───────────────────────────────────────────────────────────────────────────────────


def test_a_position_in_one_call() -> None:
    state = position(
        hands=["3C 3D KS", "4S 4H", "5C", "6D"], trick="2S", played_by=3, to_move=0, passed=[1, 2]
    )
    assert (state.to_move, state.to_beat, state.passed) == (0, DECK.mask("2S"), 0b110)
    assert state.trick == [(3, DECK.mask("2S"))]
    assert state.played.bit_count() == 52 - 7
    assert texts(state) == ["pass"]
    exchange = position(
        hands=["3C 4C KS 2S AS", "5H 5S 6D", "6C 7C 8D", "9C 9D"],
        round=2,
        rounds=3,
        previous=[0, 1, 2, 3],
        giving=[0],
        gifts=[(3, 0, "AS 2S")],
    )
    assert (exchange.phase, exchange.to_move, exchange.actors) == ("exchange", 0, (0,))
    assert rule(exchange, "give 3C 2S") is None
    lesson = position(["3C", "", "5C 6C"], out=[1], totals=[1, 3, 2], round=2, rounds=2, previous=[1, 2, 0])
    assert [lesson.title_of(seat) for seat in range(3)] == ["scum", "president", "neutral"]


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"hands": ["3C", "3C 4C", "5C"]}, "3♣ is in two hands: seat 0 and seat 1"),
        ({"hands": ["3C", "4C", "5C"], "out": [1]}, "the seats without cards are [], but `out` is [1]"),
        ({"hands": ["3C", "", "5C"]}, "the seats without cards are [1], but `out` is []"),
        ({"hands": ["3C", "", "5C"], "out": [1, 1]}, "out is [1, 1]"),
        ({"hands": ["3C", "", "5C"], "out": [7]}, "out is [7]"),
        ({"hands": ["3C", "", ""], "out": [1, 2]}, "a round with fewer than two hands is over (P3.4)"),
        ({"hands": ["3C", "4C", "5C"], "trick": "6C"}, "a trick needs `played_by`, the seat that played it"),
        (
            {"hands": ["3C", "4C", "5C"], "played_by": 1},
            "`played_by` says who played a trick, and there is none",
        ),
        (
            {"hands": ["3C", "4C", "5C"], "trick": "6C", "played_by": 3},
            "played_by is 3",
        ),
        (
            {"hands": ["3C", "4C", "5C"], "trick": "6C 7C", "played_by": 1},
            "the trick is no combination (P2.1)",
        ),
        (
            {"hands": ["3C", "4C", "5C"], "trick": "3C", "played_by": 1},
            "the trick's cards are also in a hand",
        ),
        (
            {"hands": ["3C", "4C", "5C"], "trick": "6C", "played_by": 1, "passed": [1]},
            "who played the last combination cannot have passed",
        ),
        (
            {"hands": ["3C", "4C", "5C"], "trick": "6C", "played_by": 1, "passed": [0, 2]},
            "nobody is left to act, so the trick is over (P2.6)",
        ),
        ({"hands": ["3C", "4C", "5C"], "passed": [1]}, "nobody can have passed before a lead (P2.4)"),
        ({"hands": ["3C", "4C", "5C"], "passed": [3]}, "passed is [3]"),
        (
            {"hands": ["3C", "", "5C", "6C"], "out": [1], "trick": "9C", "played_by": 0, "passed": [1]},
            "a seat that is out has passed",
        ),
        (
            {"hands": ["3C", "4C", "5C"], "trick": "6C", "played_by": 1, "to_move": 0},
            "it is seat 2's turn (P2.8)",
        ),
        ({"hands": ["3C", "", "5C"], "out": [1], "to_move": 1}, "seat 1 holds no cards to move"),
        ({"hands": ["3C", "4C", "5C"], "to_move": 9}, "to_move is 9"),
        (
            {"hands": ["3C 3D", "3H 4C", "3S"], "turned": True, "revolution": False},
            "never turns with revolution=False",
        ),
        (
            {"hands": [" ".join(DECK.names[n::3]) for n in range(3)], "turned": True},
            "no four of a kind has been played",
        ),
        ({"hands": ["3C", "4C", "5C"], "round": 2}, "round 2 of 1"),
        ({"hands": ["3C", "4C", "5C"], "round": 0}, "before the first deal nothing has happened yet"),
        (
            {"hands": ["3C", "4C", "5C"], "round": 2, "rounds": 2},
            "`previous` needs 3 different seats in round 2",
        ),
        (
            {"hands": ["3C", "4C", "5C"], "previous": [0, 1, 2]},
            "`previous` needs 0 different seats in round 1",
        ),
        (
            {"hands": ["3C", "4C", "5C"], "round": 2, "rounds": 2, "previous": [0, 1, 1]},
            "previous is [0, 1, 1]",
        ),
        ({"hands": ["3C", "4C", "5C"], "totals": [1, 2]}, "totals is [1, 2]"),
        ({"hands": ["3C", "4C", "5C"], "players": 4}, "should be 4 texts of cards"),
        ({"hands": ["3C 4C", "4D", "5C"], "giving": [0]}, "the exchange begins with the second round (P6.2)"),
        (
            {"hands": ["3C 4C", "4D", "5C"], "gifts": [(2, 0, "3C 4C")]},
            "a gift needs two seats, cards, and a round before",
        ),
    ],
)
def test_a_position_that_cannot_occur(what: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=re.escape(message)):
        position(**what)


SECOND: dict[str, Any] = {"round": 2, "rounds": 2, "previous": [0, 1, 2, 3]}


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"giving": [2]}, "who gives is not a winner"),
        ({"giving": [9]}, "giving is [9]"),
        ({"giving": [1, 0]}, "who gives is not a winner"),
        ({"giving": [0], "trick": "9C", "played_by": 1}, "nobody plays during the exchange (P6.7)"),
        ({"giving": [0], "hands": ["3C", "4C", "5C", "6C"]}, "a winner has too few cards to give"),
        ({"gifts": [(3, 0, "3C")]}, "a gift of the wrong size or to the wrong seat (P6.2, P6.3)"),
        ({"gifts": [(3, 1, "3C 4C")]}, "a gift of the wrong size or to the wrong seat (P6.2, P6.3)"),
        ({"gifts": [(9, 0, "3C 4C")]}, "gifts is [[9"),
        ({"gifts": [(3, 0, "KC KD")]}, "the gifts do not agree with who still has to give (P6.4)"),
        (
            {"gifts": [(3, 0, "KC KD"), (0, 3, "3S 4S")], "giving": [0]},
            "the gifts do not agree with who still has to give (P6.4)",
        ),
        (
            {"gifts": [(0, 3, "3S 4S"), (3, 0, "KC KD")]},
            "the gifts do not agree with who still has to give (P6.4)",
        ),
        ({"gifts": [(1, 0, "")]}, "a gift needs two seats, cards, and a round before"),
        (
            {"gifts": [(3, 0, "5C 5D")], "giving": [0], "hands": ["3C 3S KC", "4C", "5C 5D", "3D"]},
            "which does not hold it",
        ),
        ({"gifts": [(3, 0, "3C 3S")], "giving": [0]}, "seat 3 kept better cards than it gave (P6.2)"),
    ],
)
def test_an_exchange_that_cannot_occur(what: dict[str, Any], message: str) -> None:
    hands = ["3C 3S KC KD", "4C 4D", "5C 5D", "6C 6D"]
    with pytest.raises(PositionError, match=re.escape(message)):
        position(**{"hands": hands, **SECOND, **what})


def test_a_position_needs_as_many_hands_as_may_play() -> None:
    with pytest.raises(OptionError, match=r"^As hands has a text for each seat, players=1, .*\(P1.1\)"):
        President.position(["7S"])
    for wrong in ("7S", 5):
        with pytest.raises((PositionError, TypeError), match=r"^hands is .*, and should be a list, "):
            President.position(wrong)


def test_cards_of_a_position_are_cards() -> None:
    with pytest.raises(PositionError, match="'ZZ' is not a card"):
        position(["3C", "ZZ", "4C"])
    with pytest.raises(PositionError, match="3C is named more than once"):
        position(["3C 3C", "5C", "4C"])


# ── JSON ────────────────────────────────────────────────────────────────────────────────────────


def some_states() -> list[PresidentState]:
    """One of each kind of moment."""
    states = play_out(President(rounds=2), 4)
    found: dict[object, PresidentState] = {}
    for state in states:
        found.setdefault(
            (state.phase, state.round, bool(state.to_beat), len(state.places), len(state.owing)), state
        )
    return list(found.values())


def test_a_state_reads_back_from_json() -> None:
    for state in (*some_states(), position(["3C 4C", "5C", "6C"], trick="7C", played_by=1, passed=[2])):
        text = json.dumps(state.to_json())
        again = state.game.state(json.loads(text))
        assert again == state
        assert json.dumps(again.to_json()) == text
        assert state.to_json() == json.loads(text)


WRONG: list[Any] = [
    None,
    True,
    False,
    -1,
    -7,
    0,
    1,
    2,
    3,
    99,
    10**30,
    1.0,
    float("nan"),
    "",
    "3C",
    "ZZ",
    "3C 3C",
    "play",
    "deal",
    "over",
    "exchange",
    [],
    [0],
    [0, 0],
    [99],
    [True],
    ["3C"],
    [None],
    [[]],
    [[0]],
    [[0, ""]],
    [[0, "3C"]],
    [[0, 1, "3C"]],
    [[0, 1, "3C 4C"]],
    [[True, "3C"]],
    {},
    {"a": 1},
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [""] * 4,
    ["3C"] * 4,
    [1.5] * 4,
    [10] * 4,
]


@pytest.mark.parametrize("state", some_states(), ids=repr)
def test_tampered_json_is_refused_or_sound(state: PresidentState) -> None:
    """Each field left out, or replaced: a PositionError and nothing else, or a state to be played on."""
    game, data, said = state.game, state.to_json(), ""
    for name in data:
        with pytest.raises(PositionError, match="exactly these fields"):
            game.state({other: value for other, value in data.items() if other != name})
        for wrong in WRONG:
            changed = copy.deepcopy(data) | {name: wrong}
            try:
                again = game.state(changed)
            except PositionError as error:
                said = str(error)
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
    assert said
    with pytest.raises(PositionError, match="exactly these fields"):
        game.state(data | {"extra": 1})


@pytest.mark.parametrize("data", [None, [], "", 3, {}, {"phase": "play"}])
def test_json_that_is_no_state_at_all(data: Any) -> None:
    with pytest.raises(PositionError, match="A position has exactly these fields: to_move, phase, round"):
        President().state(data)


def test_json_of_another_number_of_players_is_refused() -> None:
    state = play_out(President(players=4), 1)[20]
    for players in (3, 5, 6):
        with pytest.raises(PositionError):
            President(players=players).state(state.to_json())


# ── what one seat knows ─────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("P7.1")
def test_a_view_holds_the_own_hand_and_what_is_public() -> None:
    state = position(["3C 4C", "5C 6C", "7C 8C"], trick="2C", played_by=2)
    view = state.view(0)
    assert view.hand == DECK.mask("3C 4C")
    assert (view.counts, view.to_beat, view.history) == (state.counts, state.to_beat, state.history)
    assert view.unseen == DECK.mask("5C 6C 7C 8C")
    assert view.moves() == state.moves()
    assert state.view(1).moves() == []
    with pytest.raises(ValueError, match="Seat 0 does not see the hand of seat 1"):
        view.hand_of(1)
    onlooker = state.view(ONLOOKER)
    assert (onlooker.hand, onlooker.moves()) == (0, [])
    assert onlooker.unseen.bit_count() == 6
    assert "3C 4C" in repr(view)
    assert "5C" not in repr(view)
    assert "C" not in repr(onlooker).removeprefix("<President")


@pytest.mark.rule("P7.1")
def test_a_president_never_guesses_better_cards_with_the_scum_than_it_gave() -> None:
    """And known cards stay where they are, until they are played."""
    rng = random.Random(2)
    for seed in range(6):
        for state in play_out(President(rounds=2), seed)[::7]:
            if state.round < 2 or state.phase == "over":
                continue
            gifts = {giver: cards for giver, _, cards in state.gifts[:2]}
            for place, loser_place in ((0, 3), (1, 2)):
                winner, loser = state.previous[place], state.previous[loser_place]
                back = sum(
                    cards for giver, receiver, cards in state.gifts if (giver, receiver) == (winner, loser)
                )
                for _ in range(3):
                    guess = state.view(winner).guess(rng)
                    kept = guess.hands[loser] & ~back
                    assert kept.bit_length() <= (gifts[loser] & -gifts[loser]).bit_length()
                    assert not back & state.hands[loser] & ~guess.hands[loser]
                    guess = state.view(loser).guess(rng)
                    known = gifts[loser] & ~back & state.hands[winner]
                    assert not known & ~guess.hands[winner]


def frequencies(state: PresidentState, seat: int, draws: int) -> Counter[tuple[str, ...]]:
    rng, view = random.Random(5), state.view(seat)
    return Counter(tuple(map(DECK.text, view.guess(rng).hands)) for _ in range(draws))


def assert_even(found: Counter[tuple[str, ...]], expected: Collection[tuple[str, ...]]) -> None:
    """Each of these, and about equally often: Pearson's statistic stays far below what bias would make."""
    assert set(found) == set(expected)
    mean = found.total() / len(expected)
    statistic = sum((number - mean) ** 2 / mean for number in found.values())
    assert statistic < 2 * len(expected) + 12, found


@pytest.mark.rule("P7.1")
def test_guesses_cover_evenly_all_that_fits() -> None:
    state = position(["3C KC", "5C 6C", "7C 8C 9C"])
    unseen = "5C 6C 7C 8C 9C".split()
    expected = {
        ("3C KC", " ".join(two), " ".join(card for card in unseen if card not in two))
        for two in itertools.combinations(unseen, 2)
    }
    assert_even(frequencies(state, 0, 2000), expected)


@pytest.mark.rule("P7.1")
def test_guesses_of_a_president_cover_evenly_all_that_fits() -> None:
    # It got 6C 7C, so the scum kept only lower cards, and it gave 3C 4D, of which 4D has been played.
    state = position(
        ["7C KC", "5C 9C", "3C 4C 5D"],
        round=2,
        rounds=2,
        previous=[0, 1, 2],
        gifts=[(2, 0, "6C 7C"), (0, 2, "3C 4D")],
    )
    low = "4C 5C 5D".split()
    expected = {
        ("7C KC", f"{one} 9C", " ".join(["3C", *(card for card in low if card != one)])) for one in low
    }
    assert_even(frequencies(state, 0, 1500), expected)
    # The scum knows where 7C is; 6C has been played.
    unseen = "5C 9C KC".split()
    expected = {
        (DECK.text(DECK.mask(f"7C {one}")), " ".join(c for c in unseen if c != one), "3C 4C 5D")
        for one in unseen
    }
    assert_even(frequencies(state, 2, 1500), expected)


@pytest.mark.rule("P7.1")
def test_guesses_during_an_exchange_are_fair_to_the_deal() -> None:
    """Seat 1, which exchanges nothing, sees three players: each deal is as likely as another, and then
    the scum's two best have gone to the president."""
    state = position(
        ["3C 7C 8C", "5C", "4C"], round=2, rounds=2, previous=[0, 1, 2], giving=[0], gifts=[(2, 0, "7C 8C")]
    )
    expected = set()
    unseen = "3C 4C 7C 8C".split()
    for one in unseen:
        scum = [card for card in unseen if card != one]
        expected.add((DECK.text(DECK.mask([one, *scum[1:]])), "5C", scum[0]))
    assert expected == {("3C 7C 8C", "5C", "4C"), ("4C 7C 8C", "5C", "3C")}
    found = frequencies(state, 1, 1200)
    assert set(found) == expected
    # One deal of the four leaves the 4 with the scum, three leave the 3.
    assert abs(found["3C 7C 8C", "5C", "4C"] - 300) < 60


@pytest.mark.rule("P7.1")
def test_a_position_of_a_later_round_can_be_guessed_though_it_tells_no_gifts() -> None:
    state = position(["3C 4C", "5C", "6D", "7D"], round=2, rounds=2, previous=[0, 1, 2, 3])
    for seat in (0, 1, 2, 3, ONLOOKER):
        for seed in range(5):
            guess = state.view(seat).guess(random.Random(seed))
            assert guess.view(seat) == state.view(seat)
            assert guess.game.state(guess.to_json()) == guess


# ── positions of the wrong kind ──


@pytest.mark.parametrize(
    "wrong",
    [
        {"turned": 0}, {"turned": "yes"}, {"round": True}, {"round": "2"}, {"out": [True]}, {"to_move": True},
        {"to_move": 1.0}, {"played_by": "1"}, {"passed": ["a"]}, {"previous": ["0"]}, {"totals": 5},
        {"totals": ["a", "b", "c"]}, {"trick": None}, {"gifts": [(0, 3)]}, {"giving": 0},
    ],
)  # fmt: skip
def test_a_position_of_the_wrong_kind_is_refused_by_its_name(wrong: dict[str, Any]) -> None:
    with pytest.raises(PositionError):
        position(**{"hands": ["3C", "4C", "5C"], **wrong})


@pytest.mark.rule("P6.2")
def test_who_gives_keeps_cards_to_play() -> None:
    exchange: dict[str, Any] = {"rounds": 2, "round": 2, "previous": [0, 1, 2], "giving": [0]}
    with pytest.raises(PositionError, match="too few cards"):
        position(["3C 4C", "5C", "6C"], **exchange)
    assert position(["3C 4C 7C", "5C", "6C"], **exchange).after("give 3C 4C").moves()


def test_a_position_may_be_given_as_sets_of_cards() -> None:
    assert position([DECK.cards("3C"), DECK.cards("4C 4D"), "5C"]) == position(("3C", "4C 4D", "5C"))


@pytest.mark.parametrize("cards", [-1, True, 2.5, None])
def test_what_is_no_set_of_cards_makes_no_move(cards: Any) -> None:
    with pytest.raises((CardError, TypeError)):
        Play(cards)


def test_what_is_no_move_is_no_move() -> None:
    wrongs: list[Any] = [None, 5, ["7S"]]
    for wrong in wrongs:
        with pytest.raises(TypeError, match="a move is a text or a Move"):
            position(["3C", "4C", "5C"]).check(wrong)
    assert position(["3C", "4C", "5C"]).check(Play(1 << 60)).text.startswith("#60")


def test_a_copy_by_the_copy_module_is_independent() -> None:
    state = position(["3C 6C", "4C", "5C"])
    other = copy.copy(state)
    other.play(Play("3C"))
    assert state.counts == [2, 1, 1]


def test_a_state_whose_beginning_cannot_be_is_refused() -> None:
    """Rounds count from 1; seats of the history are seats; a round begins with a deal and its leader."""
    match = Match(President(rounds=2), seed="beginning", bots=dict.fromkeys(range(4), "easy"))
    match.step()
    match.step()
    data, game = match.state.to_json(), match.game
    for number in (-1, 3):
        with pytest.raises(PositionError, match=f"round {number} of 2"):
            game.state(data | {"round": number})
    for seat in (-1, -4):
        with pytest.raises(PositionError):
            game.state(data | {"history": [[seat, data["history"][0][1]], *data["history"][1:]]})
    fresh = match.state_at(1).to_json()
    with pytest.raises(PositionError, match=r"seat 0 leads the round \(P1.5, P6.6\)"):
        game.state(fresh | {"to_move": 2})
    with pytest.raises(PositionError, match="nobody has played in it"):
        game.state(fresh | {"played_by": 1})
    first, second, *others = (hand.split() for hand in fresh["hands"])
    hands = [" ".join(hand) for hand in (first + second[:5], second[5:], *others)]
    with pytest.raises(PositionError, match=r"the seats began with \[18, 8, 13, 13\] cards"):
        game.state(fresh | {"hands": hands})


def test_a_card_of_no_rank_is_refused_in_words_in_revolution_too() -> None:
    state = President.position(
        ["3C 3D KS", "4S 4H", "5C", "6D"], trick="9S", played_by=3, to_move=0, turned=True
    )
    assert [refusal.rule for refusal in state.refusals(Play(1 << 60))] == ["P2.9"]
    assert all(refusal.text for refusal in state.refusals(Play(1 << 60)))
