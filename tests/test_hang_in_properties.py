"""Hang In beside a second, naive implementation, move by move; its laws; and what must always hold."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handkit.game import DEALER, ONLOOKER, Event, Move
from handkit.games.hang_in import DECK, HOLD, Deal, HangIn, HangInState, Play
from handkit.rulebook import rulebook
from handkit.testing import Effort, Report, check_seed, every_option
from oracle_hang_in import CARDS, Oracle, value

BOOK = rulebook("hang-in")
# Every combination of options, with a target that is out of reach in one round, in reach, and met at once.
ALL = [game for game in every_option(HangIn) if isinstance(game, HangIn)]
TARGETS = {1: 3, 2: 15, 3: 50}
GAMES = [HangIn(**{**game.to_json(), "target": TARGETS[game.target]}) for game in ALL]
BITS = {card: 1 << DECK.card(card) for card in CARDS}
SMALL = Effort(moments=4, candidates=8, swaps=3)
Choice = tuple[int, str, list[str]]  # a seat, what it does, and the cards


def make(what: str, cards: list[str]) -> Move:
    """The engine's move."""
    if what == "deal":
        return Deal([DECK.card(card) for card in cards])
    return HOLD if what == "hold" else Play([DECK.card(card) for card in cards])


def oracle_of(game: HangIn) -> Oracle:
    return Oracle(**game.to_json())


def tied_deal(players: int, rng: random.Random) -> list[str]:
    """A deal in which hands are much alike, so that ties are not rare."""
    few = rng.sample(range(1, 14), (players * (players + 1) + 3) // 4)
    near = [f"{value}{suit}" for value in few for suit in "OSFH"][: players * (players + 1)]
    rng.shuffle(near)
    rest = [card for card in CARDS if card not in near]
    return near + rng.sample(rest, len(rest))


def a_legal_choice(oracle: Oracle, rng: random.Random) -> Choice:
    """Something that the oracle allows."""
    seat = oracle.turn
    assert seat is not None
    if seat == DEALER:
        tied = rng.random() < 0.4
        return DEALER, "deal", tied_deal(oracle.players, rng) if tied else rng.sample(CARDS, 52)
    text = rng.choice(oracle.choices(seat))
    if oracle.stage == "answer" and rng.random() < 0.5:  # rather one that claims
        text = max(oracle.hands[seat], key=oracle.counts)
    return (seat, "hold", []) if text == "hold" else (seat, "play", [text])


def any_choice(oracle: Oracle, rng: random.Random) -> Choice:
    """Something that somebody may well not do."""
    seat = rng.randrange(-1, oracle.players) if rng.random() < 0.5 or oracle.turn is None else oracle.turn
    what = rng.choice(["play", "play", "play", "hold", "deal"])
    if what == "deal":
        return seat, what, rng.sample(CARDS, 52) if rng.random() < 0.5 else rng.choices(CARDS, k=52)
    if what == "hold":
        return seat, what, []
    hand = oracle.hands[seat] if seat >= 0 else []
    return (
        seat,
        what,
        rng.choices(hand or CARDS if rng.random() < 0.6 else CARDS, k=rng.choice([0, 1, 1, 1, 2])),
    )


def mask(cards: list[str]) -> int:
    return sum(BITS[card] for card in cards)


def assert_same(state: HangInState, oracle: Oracle) -> None:
    """The two are at the same point."""
    assert state.to_move == oracle.turn
    assert state.phase == oracle.stage
    assert state.round == oracle.rounds
    assert state.scores == oracle.scores
    assert state.hands == [mask(hand) for hand in oracle.hands]
    assert state.counts == [len(hand) for hand in oracle.hands]
    assert [DECK.name(card) for card in state.stock] == oracle.stock
    assert state.slices == [mask(oracle.slice_of(seat)) for seat in range(oracle.players)]
    assert [Fraction(number, 2) for number in state.contest] == [
        oracle.contribution(seat) for seat in range(oracle.players)
    ]
    assert list(state.houses) == oracle.houses
    assert state.played == mask(oracle.open)
    assert state.challenge == (BITS[oracle.table_card[1]] if oracle.table_card else 0)
    suit = oracle.suit_of_the_pot()
    assert state.pot_suit == ("OSFH".index(suit) if suit else -1)
    for seat in range(oracle.players):
        assert sorted(str(move) for move in state.moves(seat)) == sorted(oracle.choices(seat))


def assert_always(state: HangInState) -> None:
    """What must always hold of one state."""
    game, zones = state.game, state.zones()
    assert sum(zone.cards for zone in zones) == DECK.all
    assert sum(zone.cards.bit_count() for zone in zones) == 52
    if game.may_hold_back or state.phase in ("deal", "pot") or not state.table_players:
        return
    assert sum(cards.bit_count() for cards in state.slices) == 2 * game.players
    answers = dict.fromkeys(state.houses, 0)
    for challenge in state.challenges:
        for house, _ in challenge.answers:
            answers[house] += 1
    challenged = [challenge.seat for challenge in state.challenges]
    for seat, number in enumerate(state.counts):
        if seat in answers:
            assert number == game.players + 1 - answers[seat]
        else:
            assert number == game.players - 1 - challenged.count(seat)


def assert_round(state: HangInState, before: list[int]) -> None:
    """What must always hold of a round that has just ended: `before` are the scores at its start."""
    game, houses, tables = state.game, state.houses, state.table_players
    gained = [score - old for score, old in zip(state.scores, before, strict=True)]
    answers = sum(len(challenge.answers) for challenge in state.challenges)
    complete = len(tables) * len(houses) if tables else 0
    assert answers == complete or (
        answers < complete and game.target_check == "slice" and state.phase == "over"
    )
    assert answers % len(houses) == 0
    assert all(not gained[seat] for seat in range(game.players) if seat not in houses)
    assert gained == state.gained()
    if len(houses) == 1:
        assert -(game.players - 1) <= gained[houses[0]] <= 39 * (game.players - 1)
    # A claimed slice pays exactly its cards and the table card, apart from the -1s.
    for challenge in state.challenges:
        shares = state.settlement(challenge)
        claims = [share for share in shares if share.points >= 0]
        assert len(shares) == len(houses) == len({share.seat for share in shares})
        assert all(share.points == -1 for share in shares if share not in claims)
        if claims:
            extra = challenge.card if len(houses) == 1 or game.extra_card == "higher" else 0
            stake = DECK.texts(state.slices[challenge.seat])
            due = stake if len(claims) <= 1 or len(stake) < 2 else stake[-2:]
            assert sum(share.cards for share in claims) == mask(due) | extra
            paid = sum(int(card[:-1]) for share in claims for card in DECK.texts(share.cards))
            assert sum(share.points for share in claims) == paid


def play_beside(game: HangIn, seed: int, candidates: int = 1) -> int:
    """One game in both, step by step. Returns how many moves it had."""
    rng = random.Random(seed)
    state, oracle = game.start(), oracle_of(game)
    scores, moves = [0] * game.players, 0
    while True:
        assert_same(state, oracle)
        assert_always(state)
        for _ in range(candidates):
            seat, what, cards = any_choice(oracle, rng)
            refusal = state.check(make(what, cards), seat)
            expected = oracle.wrong(seat, what, cards)
            assert (refusal.rule if refusal else None) == expected, f"{what} {cards} by {seat}: {refusal}"
        if state.phase in ("deal", "over") and state.round:
            assert_round(state, scores)
            scores = state.scores[:]
        if oracle.turn is None:
            break
        seat, what, cards = a_legal_choice(oracle, rng)
        assert oracle.wrong(seat, what, cards) is None
        move = make(what, cards)
        assert state.check(move, seat) is None
        state.play(move, seat=seat)
        oracle.act(seat, what, cards)
        moves += 1
        assert moves <= game.longest()
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.rule, list(outcome.scores)) == (oracle.reason, oracle.scores)
    assert list(outcome.ranks) == oracle.ranks()
    return moves


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("may_hold_back", [False, True])
def test_thousands_of_moves_agree_with_the_oracle(players: int, may_hold_back: bool) -> None:
    games = [game for game in GAMES if game.players == players and game.may_hold_back == may_hold_back]
    assert len(games) == 288
    moves = sum(play_beside(game, seed) for seed, game in enumerate(games))
    assert moves > 3000


@pytest.mark.parametrize("seed", range(6))
def test_a_long_game_agrees_with_the_oracle(seed: int) -> None:
    check, starter = ("slice", "round")[seed % 2], ("host", "rotate")[seed % 2]
    game = HangIn(players=3 + seed % 3, target=400, target_check=check, starter=starter)
    assert play_beside(game, seed) > 100


def in_halves(card: str, asked: str) -> int:
    """What a card counts in the pot; `asked` is its suit, or "" for none."""
    return value(card) * (2 if not asked or card[-1] == asked else 1)


def plan_of_a_tie(oracle: Oracle, rng: random.Random) -> dict[int, list[str]]:
    """What each seat is to add so that as many as can be, but not all, tie for the house."""
    start = oracle.starter()
    best: tuple[int, dict[int, list[str]]] = (0, {})
    for first in oracle.hands[start]:
        asked = first[-1] if oracle.has_pot_suit else ""
        reached: list[dict[int, list[str]]] = []
        for seat, hand in enumerate(oracle.hands):
            pairs = [[one, other] for one in hand for other in hand if one != other]
            pairs = [pair for pair in pairs if seat != start or pair[0] == first]
            rng.shuffle(pairs)
            reached.append({sum(in_halves(card, asked) for card in pair): pair for pair in pairs})
        for total in set().union(*reached):
            able = [seat for seat in range(oracle.players) if total in reached[seat]][: oracle.players - 1]
            rest = [seat for seat in range(oracle.players) if seat not in able]
            if len(able) > best[0] and all(min(reached[seat]) < total for seat in rest):
                plan = {seat: reached[seat][total] for seat in able}
                best = (len(able), plan | {seat: reached[seat][min(reached[seat])] for seat in rest})
    return best[1]


def an_equal_answer(oracle: Oracle, seat: int) -> list[str]:
    """A card that claims and counts what another house has answered, or can answer."""
    assert oracle.table_card is not None
    others = [card for _, card in oracle.answers]
    for house in oracle.houses if not others else ():
        others += oracle.hands[house] if house != seat else []
    counted = {oracle.counts(card) for card in others}
    mine = [card for card in oracle.hands[seat] if oracle.counts(card) >= value(oracle.table_card[1])]
    return [card for card in mine if oracle.counts(card) in counted][:1]


def test_rounds_with_several_houses_agree_with_the_oracle() -> None:
    """Ties are rare at random: here the pot is played for them, and answers are often equal."""
    told = Counter[str]()
    houses = Counter[int]()
    for seed, game in enumerate(random.Random(1).sample(GAMES, 600)):
        rng = random.Random(seed)
        state, oracle = game.start(), oracle_of(game)
        plan, hermit = dict[int, list[str]](), 0
        while oracle.turn is not None:
            assert_same(state, oracle)
            seat, what, cards = a_legal_choice(oracle, rng)
            if oracle.stage == "pot":
                planned = [card for card in plan[seat] if card in oracle.hands[seat]]
                what, cards = ("play", planned[:1]) if planned else (what, cards)
                if game.may_hold_back and rng.random() < (0.6 if seat == hermit else 0.05):
                    what, cards = "hold", []
            elif oracle.stage == "challenge":
                cards = [min(oracle.hands[seat], key=value)] if rng.random() < 0.7 else cards
            elif oracle.stage == "answer" and rng.random() < 0.7:
                cards = an_equal_answer(oracle, seat) or cards
            assert oracle.wrong(seat, what, cards) is None
            events: list[Event] = []
            state.play(make(what, cards), events.append)
            oracle.act(seat, what, cards)
            told.update(event.key for event in events)
            if what == "deal":
                plan, hermit = plan_of_a_tie(oracle, rng), rng.randrange(game.players)
            houses[len(state.houses) if oracle.stage == "challenge" and what == "play" else 0] += 1
        outcome = state.outcome
        assert outcome is not None
        assert (outcome.rule, list(outcome.ranks)) == (oracle.reason, oracle.ranks())
    for key in ("higher", "lower", "first", "second", "alone", "best", "next", "last", "empty", "short"):
        assert told[f"claim-{key}"] >= 10, (key, told)
    assert min(houses[2], houses[3]) >= 200 and houses[4] >= 3, houses


@settings(max_examples=60, derandomize=True, deadline=None, database=None)
@given(st.integers(0, 2**63), st.sampled_from(GAMES))
def test_any_game_agrees_with_the_oracle(seed: int, game: HangIn) -> None:
    play_beside(game, seed, candidates=5)


@settings(max_examples=60, derandomize=True, deadline=None, database=None)
@given(st.randoms(use_true_random=False), st.permutations(range(52)), st.sampled_from(GAMES))
def test_one_round_of_any_deal_agrees(rng: random.Random, order: list[int], game: HangIn) -> None:
    """Hypothesis deals, so that it can make a failing deal small."""
    state, oracle = game.start(), oracle_of(game)
    state.play(Deal(order))
    oracle.act(DEALER, "deal", [DECK.name(card) for card in order])
    while oracle.turn not in (None, DEALER):
        assert_same(state, oracle)
        seat, what, named = a_legal_choice(oracle, rng)
        state.play(make(what, named), seat=seat)
        oracle.act(seat, what, named)
    assert_same(state, oracle)


def test_a_random_move_is_one_of_the_offered_and_drawn_as_they_are() -> None:
    for seed, game in enumerate(GAMES[::60]):
        rng, state = random.Random(seed), game.start()
        while state.to_move is not None:
            dice = random.Random(seed)
            if state.to_move != DEALER:
                moves = state.moves()
                assert state.random_move(random.Random(seed)) == moves[int(dice.random() * len(moves))]
            state.play(state.random_move(rng))


def test_no_event_names_a_card_that_its_reader_cannot_know() -> None:
    """Cards in an event lie open, or the event is for the house that drew them alone."""
    for seed, game in enumerate(GAMES[::40]):
        rng, state = random.Random(seed), game.start()
        while state.to_move is not None:
            events: list[Event] = []
            state.play(state.random_move(rng), events.append)
            table = state.played | sum(state.slices)
            for event in events:
                cards = event.values.get("cards", 0)
                for seat in (ONLOOKER, *range(game.players)):
                    own = state.hands[seat] if seat >= 0 else 0
                    assert not event.visible_to(seat) or not cards & ~(table | own)


# ── the laws ────────────────────────────────────────────────────────────────────────────────────


def laws(games: list[HangIn], effort: Effort) -> Report:
    report = Report()
    for seed, game in enumerate(games):
        report.add(check_seed(game, seed, effort=effort, rules=BOOK, kind=str))
    assert not report.suspicious, report.suspicious
    return report


@pytest.mark.slow
@pytest.mark.seconds(30)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_laws_hold_for_all_options(players: int) -> None:
    """Each combination, with a target and a limit of rounds that go through theirs by turns."""
    kinds: dict[tuple[object, ...], list[HangIn]] = {}
    for game in (game for game in GAMES if game.players == players):
        kind = tuple(value for name, value in game.to_json().items() if name not in ("target", "max_rounds"))
        kinds.setdefault(kind, []).append(game)
    games = [games[number % len(games)] for number, games in enumerate(kinds.values())]
    assert len({(game.target, game.max_rounds) for game in games}) == 9
    report = laws(games, SMALL)
    assert report.games == 64 and report.redealt > report.hidden / 2


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_laws_hold_for_a_whole_game(players: int) -> None:
    laws([HangIn(players=players), HangIn(players=players, starter="rotate", target_check="round")], Effort())
