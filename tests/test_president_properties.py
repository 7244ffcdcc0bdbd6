"""President beside a second, naive implementation, move by move; and what must always hold."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handkit.game import DEALER, Event, Move
from handkit.games.president import DECK, PASS, Deal, Give, Play, President, PresidentState
from handkit.testing import every_option
from oracle_president import CARDS, Oracle

GAMES = [game for game in every_option(President) if isinstance(game, President)]
BITS = {card: 1 << DECK.card(card) for card in CARDS}
Choice = tuple[int, str, list[str]]  # a seat, what it does, and the cards


def make(what: str, cards: list[str]) -> Move:
    """The engine's move."""
    if what == "deal":
        return Deal([DECK.card(card) for card in cards])
    if what == "pass":
        return PASS
    named = [DECK.card(card) for card in cards]
    return Give(named) if what == "give" else Play(named)


def oracle_of(game: President) -> Oracle:
    return Oracle(game.players, game.rounds, game.revolution, game.next_leader)


def a_legal_choice(oracle: Oracle, rng: random.Random) -> Choice:
    """Something that the oracle allows; rather a play than a pass, so that games are not long."""
    seat = oracle.turn
    if seat == DEALER:
        return DEALER, "deal", rng.sample(CARDS, 52)
    if oracle.stage == "exchange":
        seat = rng.choice(oracle.must_give)
        return seat, "give", rng.sample(oracle.hands[seat], 2 if oracle.role(seat) == "president" else 1)
    assert seat is not None
    kinds = sorted(oracle.kinds())
    name, number = rng.choice(kinds)
    if name == "pass" or rng.random() < 0.3:
        name, number = rng.choice(kinds)
    if name != "pass" and rng.random() < 0.5:
        number = max(n for other, n in kinds if other == name)
    if name == "pass":
        return seat, "pass", []
    return seat, "play", rng.sample([card for card in oracle.hands[seat] if card[:-1] == name], number)


def any_choice(oracle: Oracle, rng: random.Random) -> Choice:
    """Something that somebody may well not do."""
    seat = rng.randrange(-1, oracle.players) if rng.random() < 0.5 or oracle.turn is None else oracle.turn
    what = rng.choice(["play", "play", "play", "pass", "give", "deal"])
    if what == "deal":
        cards = rng.sample(CARDS, 52) if rng.random() < 0.5 else rng.choices(CARDS, k=52)
        return seat, what, cards
    if what == "pass":
        return seat, what, []
    hand = oracle.hands[seat] if seat >= 0 else []
    match rng.randrange(4):
        case 0:
            cards = rng.choices(hand or CARDS, k=rng.randrange(4))
        case 1 if hand:
            first = rng.choice(hand)[:-1]
            same = [card for card in hand if card[:-1] == first]
            cards = rng.sample(same, rng.randint(1, len(same)))
        case 2 if len(hand) > 1:
            cards = rng.sample(hand, rng.randint(1, 2))
        case _:
            cards = rng.choices(CARDS, k=rng.randint(1, 3))
    return seat, what, cards


def assert_same(state: PresidentState, oracle: Oracle) -> None:
    """The two are at the same point."""
    assert state.to_move == oracle.turn
    assert state.hands == [sum(BITS[card] for card in hand) for hand in oracle.hands]
    assert state.counts == [len(hand) for hand in oracle.hands]
    assert state.places == oracle.places
    assert state.totals == oracle.totals
    assert state.round == oracle.round
    if oracle.stage in ("play", "exchange"):
        assert state.to_beat == DECK.mask(oracle.table)
        assert state.passed == sum(1 << seat for seat in oracle.passed)
        assert state.turned == (oracle.revolution and oracle.fours % 2 == 1)
        assert state.owing == oracle.must_give


def assert_same_moves(state: PresidentState, oracle: Oracle) -> None:
    """The engine offers what the oracle allows: one play of each kind, every gift."""
    for seat in range(oracle.players):
        moves = state.moves(seat)
        if seat in oracle.must_give:
            hand, number = oracle.hands[seat], 2 if oracle.role(seat) == "president" else 1
            choices = len(hand) * (len(hand) - 1) // 2 if number == 2 else len(hand)
            assert len(set(moves)) == len(moves) == choices
            assert all(isinstance(move, Give) and move.cards.bit_count() == number for move in moves)
            assert all(isinstance(move, Give) and not move.cards & ~state.hands[seat] for move in moves)
        elif seat != oracle.turn:
            assert moves == []
        else:
            kinds = [(str(move).split()[0][:-1], len(str(move).split())) for move in moves if move != PASS]
            kinds += [("pass", 0) for move in moves if move == PASS]
            assert len(kinds) == len(set(kinds))
            assert set(kinds) == oracle.kinds()


def assert_always(state: PresidentState, fours: int) -> None:
    """What must always hold."""
    game = state.game
    zones = state.zones()
    assert sum(zone.cards for zone in zones) == DECK.all
    assert sum(zone.cards.bit_count() for zone in zones) == 52
    if state.phase == "play":
        assert state.to_move is not None
        assert state.hands[state.to_move]
        assert state.turned == (game.revolution and fours % 2 == 1)


def play_beside(game: President, seed: int, candidates: int = 1) -> int:
    """One game in both, step by step. Returns how many rounds it had."""
    rng = random.Random(seed)
    state, oracle = game.start(), oracle_of(game)
    actions = 0
    while True:
        assert_same(state, oracle)
        if oracle.turn is None:
            break
        if oracle.turn != DEALER:
            assert_same_moves(state, oracle)
        assert_always(state, oracle.fours)
        for _ in range(candidates):
            seat, what, cards = any_choice(oracle, rng)
            refusal = state.check(make(what, cards), seat)
            expected = oracle.wrong(seat, what, cards)
            assert (refusal.rule if refusal else None) == expected, f"{what} {cards} by {seat}: {refusal}"
        seat, what, cards = a_legal_choice(oracle, rng)
        assert oracle.wrong(seat, what, cards) is None
        move = make(what, cards)
        assert state.check(move, seat) is None
        before = state.round, sum(state.totals), len(state.owing)
        state.play(move, seat=seat)
        oracle.act(seat, what, cards)
        actions = 1 if what == "deal" else actions + 1
        assert actions <= 52 * game.players + 3
        if sum(state.totals) != before[1]:
            assert sum(state.totals) - before[1] == game.players * (game.players + 1) // 2
        if before[2] == 1 and not state.owing and what == "give":
            assert state.counts == oracle.dealt, "a completed exchange leaves hand sizes as they were dealt"
    assert state.outcome is not None
    assert list(state.outcome.scores) == oracle.totals
    assert list(state.outcome.ranks) == oracle.ranks()
    for seat, what, cards in ((0, "pass", []), (DEALER, "deal", CARDS), (1, "play", ["3C"])):
        refusal = state.check(make(what, cards), seat)
        assert refusal is not None
        assert refusal.rule == oracle.wrong(seat, what, cards) == "P6.1"
    return int(state.round)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("revolution", [True, False])
def test_hundreds_of_rounds_agree_with_the_oracle(players: int, revolution: bool) -> None:
    rounds = 0
    games = [game for game in GAMES if game.players == players and game.revolution == revolution]
    seed = 0
    while rounds < 200:
        rounds += play_beside(games[seed % len(games)], seed)
        seed += 1


@settings(max_examples=25, derandomize=True, deadline=None, database=None)
@given(st.integers(0, 2**63), st.sampled_from(GAMES))
def test_any_game_agrees_with_the_oracle(seed: int, game: President) -> None:
    play_beside(game, seed, candidates=5)


@settings(max_examples=40, derandomize=True, deadline=None, database=None)
@given(st.randoms(use_true_random=False), st.permutations(range(52)), st.sampled_from([3, 4, 5, 6]))
def test_one_round_of_any_deal_agrees(rng: random.Random, order: list[int], players: int) -> None:
    """Hypothesis deals, so that it can make a failing deal small."""
    game = President(players=players)
    state, oracle = game.start(), oracle_of(game)
    cards = [DECK.name(card) for card in order]
    state.play(Deal(order))
    oracle.act(DEALER, "deal", cards)
    while oracle.turn is not None:
        assert_same(state, oracle)
        seat, what, named = a_legal_choice(oracle, rng)
        state.play(make(what, named), seat=seat)
        oracle.act(seat, what, named)
    assert_same(state, oracle)


@pytest.mark.rule("P4.1", "P4.3", "P4.6")
def test_the_order_is_turned_by_each_four_of_a_kind_and_each_is_told() -> None:
    """Fours are rare at random: here the deal makes many."""
    rng = random.Random(4)
    for number in range(60):
        game = GAMES[number % len(GAMES)]
        state, fours = game.start(), 0
        while state.to_move is not None:
            if state.to_move == DEALER:
                move: Move = fours_deal(game.players, rng)
                fours = 0
            else:
                moves = state.moves()
                fourfold = [move for move in moves if isinstance(move, Play) and move.cards.bit_count() == 4]
                move = rng.choice(fourfold or moves)
            events: list[Event] = []
            state.play(move, events.append, state.to_move)
            turned = [event for event in events if event.key in ("turned", "turned-back")]
            if isinstance(move, Play) and move.cards.bit_count() == 4:
                fours += 1
                assert len(turned) == game.revolution
                assert not turned or turned[0].key == ("turned" if fours % 2 else "turned-back")
            else:
                assert not turned
            if not isinstance(move, Deal):
                assert state.turned == (game.revolution and fours % 2 == 1)


def fours_deal(players: int, rng: random.Random) -> Deal:
    """Each rank goes to one seat as far as hands have room."""
    sizes = [52 // players + (seat < 52 % players) for seat in range(players)]
    ranks = rng.sample(range(13), 13)
    cards = [4 * rank + suit for rank in ranks for suit in range(4)]
    hands, start = [], 0
    for size in sizes:
        hands.append(cards[start : start + size])
        start += size
    return Deal([hands[number % players][number // players] for number in range(52)])
