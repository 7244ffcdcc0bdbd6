"""Reserves beside a second, naive implementation, move by move; its laws; and what must always hold."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle_reserves
from handkit import testing
from handkit.game import DEALER, ONLOOKER, Event, Move
from handkit.games.reserves import (
    DRAW,
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
    failing,
    values,
)
from handkit.rulebook import rulebook
from handkit.testing import Effort, Report, check_seed, every_option
from oracle_reserves import CARDS, Fact, Oracle, worth

BOOK = rulebook("reserves")
# Every combination of options; the limits are out of reach, in reach, and met at once.
LIMITS = {1: 30, 2: 2, 3: None}
ALL = [game for game in every_option(Reserves) if isinstance(game, Reserves)]
GAMES = [
    Reserves(**{**game.to_json(), "no_progress_limit": LIMITS[game.no_progress_limit or 0],
                "max_turns": {1: 60, 2: 12, 3: 1}[game.max_turns or 0]})
    for game in ALL
]  # fmt: skip
SMALL = Effort(moments=4, candidates=8, swaps=3)


# ── the two side by side ────────────────────────────────────────────────────────────────────────


def cards_of(mask: int) -> list[str]:
    return DECK.texts(mask)


def plain(move: Move) -> oracle_reserves.Move:
    """An engine's move as the oracle has it."""
    match move:
        case Draw():
            return ("draw",)
        case Attack():
            return "attack", move.target, cards_of(move.cards) + cards_of(move.twice)
        case Defend():
            return "defend", [(DECK.name(card), DECK.name(under)) for card, under in move.pairs]
        case Take() | Give():
            return move.word, cards_of(move.cards) + cards_of(move.twice)
        case Pile():
            return "pile", move.number
        case Deal():
            return "deal", move.first, [DECK.name(card) for card in move.order]
    raise AssertionError(move)


def facts(events: list[Event]) -> Iterator[Fact]:
    """What events say happened, as the oracle says it."""
    for event in events:
        said, key = event.values, event.key
        cards = set(cards_of(said["cards"])) if "cards" in said else set()
        match key:
            case "begins" | "out":
                yield key, said["seat"]
            case "pile" | "pile-last":
                yield "pile", said["seat"], said["number"]
            case "draw" | "take" | "back" | "pick" | "keep" | "defend":
                yield key, said["seat"], cards
            case "pass":
                yield "defend", said["seat"], set()
            case "take-none":
                yield "take", said["seat"], set()
            case "attack" | "give" | "pay":
                yield key, said["seat"], said["other"], cards
            case "discard":
                yield key, cards
            case "short":
                yield key, said["seat"], said["n"]
            case "last" | "nobody" | "no-progress" | "cap":
                yield "end", key
            case _ if key.startswith("turn-"):
                yield "turn", said["seat"], event.rule
            case _ if key.startswith(("beats-", "fails-")):
                yield key[:5], *cards, *cards_of(said["under"])


def assert_same(state: ReservesState, oracle: Oracle) -> None:
    """The two are at the same point."""
    assert state.to_move == oracle.turn
    assert state.phase == oracle.stage
    assert [sorted(cards_of(hand)) for hand in state.hands] == [sorted(hand) for hand in oracle.hands]
    assert state.counts == [len(hand) for hand in oracle.hands]
    assert [[DECK.name(card) for card in reserve] for reserve in state.reserves] == oracle.reserves
    assert state.reserve_counts == [len(reserve) for reserve in oracle.reserves]
    piles = {number: [DECK.name(card) for card in pile] for number, pile in enumerate(state.piles) if pile}
    assert piles == oracle.piles
    assert list(state.free) == sorted(oracle.piles if oracle.stage == "choose" else [])
    assert cards_of(state.removed) == oracle.removed
    assert sorted(cards_of(state.discard)) == sorted(oracle.discarded)
    assert sorted(cards_of(state.table)) == sorted(oracle.on_the_table())
    assert sorted(cards_of(state.attack)) == sorted(oracle.attack)
    assert state.unbeaten == len(oracle.unbeaten())
    assert (state.turns, state.quiet, state.reason) == (oracle.turns, oracle.idle, oracle.reason)
    assert state.active == [seat for seat in range(3) if oracle.is_in(seat)]


def assert_always(state: ReservesState) -> None:
    """What must always hold of one state."""
    zones = state.zones()
    assert sum(zone.cards for zone in zones) == DECK.all
    assert sum(zone.cards.bit_count() for zone in zones) == 52
    assert state.phase == "deal" or state.removed.bit_count() == 1
    if state.phase in ("turn", "over"):
        assert not state.table
    if state.to_move is not None and state.to_move >= 0:
        assert not state.out[state.to_move]
    for viewer, sight in enumerate(state.sights):
        held = [hand if seat != viewer else 0 for seat, hand in enumerate(state.hands)]
        places = [*sight.known, *sight.mixed]
        assert sum(places) == sum(places) & (held[0] | held[1] | held[2])
        assert not any(known & ~hand for known, hand in zip(sight.known, held, strict=True))
        assert (
            tuple(tuple((group & hand).bit_count() for hand in held) for group in sight.mixed) in sight.ways
        )


def assert_step(before: ReservesState, after: ReservesState) -> None:
    """What must always hold from one state to the next."""
    if before.phase in ("deal", "choose"):
        return
    for seat in range(3):
        assert after.reserve_counts[seat] <= before.reserve_counts[seat]
        assert (
            after.reserves[seat]
            == before.reserves[seat][len(before.reserves[seat]) - after.reserve_counts[seat] :]
        )
        assert not before.out[seat] or after.out[seat] == before.out[seat]
    assert not before.discard & ~after.discard
    if before.phase == "take":
        assert after.counts[before.attacker] == before.counts[before.attacker]
        assert after.counts[before.defender] <= before.counts[before.defender] + len(before.laid)


def assert_told(before: ReservesState, after: ReservesState, events: list[Event]) -> None:
    """No event names a card that one of its readers cannot know: a card whose face it saw before or sees
    now; what left for the discard lay open."""
    for seat in (ONLOOKER, *range(3)):
        faces = 0
        for zone in (*before.zones(), *after.zones()):
            faces |= zone.faces(seat)
        for event in events:
            named = event.values.get("cards", 0) | event.values.get("under", 0)
            assert not event.visible_to(seat) or not named & ~faces, (event, seat)


def any_move(state: ReservesState, rng: random.Random) -> Move:
    """Something that somebody may well not do."""
    seat = rng.randrange(3)
    held = cards_of(state.hands[seat]) or CARDS
    some = rng.choice([held, held, cards_of(state.table) or CARDS, CARDS])
    cards = rng.choices(some, k=rng.choice([0, 1, 1, 1, 2, 2, 3]))
    text = " ".join(dict.fromkeys(cards) if rng.random() < 0.7 else cards)
    match rng.randrange(8):
        case 0:
            return DRAW
        case 1 | 2:
            return Attack(rng.choice([0, 1, 2, 3, -1]), text)
        case 3 | 4:
            under = rng.choices(cards_of(state.attack) or CARDS, k=len(cards))
            return Defend([(DECK.card(c), DECK.card(u)) for c, u in zip(cards, under, strict=True)])
        case 5:
            return Take(text)
        case 6:
            return Give(text)
        case _:
            number = rng.randrange(-1, 4)
            order = rng.sample(range(52), 52) if rng.random() < 0.5 else rng.choices(range(52), k=52)
            return Pile(number) if rng.random() < 0.7 else Deal(order, rng.choice([None, 0, 1, 3]))


def a_legal_move(state: ReservesState, rng: random.Random, style: str) -> Move:
    """A random one; or the way of a player with a style, so that rare things happen."""
    seat = state.to_move
    assert seat is not None
    others = [other for other in state.active if other != seat]
    if style == "all-in" and state.phase == "turn" and state.counts[seat]:
        weakest = min(others, key=lambda other: state.counts[other] + state.reserve_counts[other])
        cards = cards_of(state.hands[seat])[: state.cap(weakest)]
        return Attack(weakest, " ".join(cards)) if rng.random() < 0.9 else state.random_move(rng)
    if style == "circle" and state.phase == "turn" and state.counts[seat]:
        return Attack(rng.choice(others), rng.choice(cards_of(state.hands[seat])))
    if style == "circle" and state.phase == "defence" and rng.random() < 0.9:
        return Defend()
    if style == "all-in" and state.phase == "take" and rng.random() < 0.3:
        return Take()
    return state.random_move(rng)


def play_beside(game: Reserves, seed: int, candidates: int = 1, style: str = "random") -> Counter[str]:
    """One whole game in both, step by step. Returns the keys of what was told."""
    state, oracle = game.start(), Oracle(**game.to_json())
    return play_on(state, oracle, random.Random(seed), candidates, style)


def play_on(
    state: ReservesState, oracle: Oracle, rng: random.Random, candidates: int, style: str
) -> Counter[str]:
    told = Counter[str]()
    for _ in range(state.game.longest()):
        assert_same(state, oracle)
        assert_always(state)
        for _ in range(candidates):
            turn = -1 if state.to_move is None else state.to_move
            seat, move = rng.choice([-1, 0, 1, 2, turn, turn]), any_move(state, rng)
            refusal = state.check(move, seat)
            expected = oracle.wrong(seat, plain(move))
            assert (refusal.rule if refusal else None) == expected, f"{move} by {seat}: {refusal}"
        if state.to_move is None:
            break
        seat, move = state.to_move, a_legal_move(state, rng, style)
        assert oracle.wrong(seat, plain(move)) is None
        assert state.check(move, seat) is None
        before, events = state.copy(), list[Event]()
        state.play(move, events.append, seat)
        assert list(facts(events)) == oracle.act(seat, plain(move))
        assert_step(before, state)
        assert_told(before, state, events)
        told.update(event.key for event in events)
    outcome = state.outcome
    assert outcome is not None
    assert list(outcome.ranks) == oracle.ranks()
    assert list(outcome.scores) == [c + r for c, r in zip(state.counts, state.reserve_counts, strict=True)]
    assert outcome.rule == ("R6.5" if oracle.reason in ("last", "nobody") else "R6.7")
    return told


def endgame(game: Reserves, rng: random.Random) -> tuple[ReservesState, Oracle]:
    """A few cards in the hands of two or three players."""
    cards = rng.sample(CARDS, 52)
    out = rng.choice([None, 0, 1, 2])
    hands = [[cards.pop() for _ in range(rng.randint(1, 3) if seat != out else 0)] for seat in range(3)]
    reserves = [[cards.pop() for _ in range(rng.random() < 0.25 and seat != out)] for seat in range(3)]
    turn = rng.choice([seat for seat in range(3) if seat != out])
    state = Reserves.position(
        [" ".join(hand) for hand in hands],
        reserves=[" ".join(reserve) for reserve in reserves],
        removed=cards[0],
        turn=turn,
        **game.to_json(),
    )
    oracle = Oracle(**game.to_json())
    oracle.hands, oracle.reserves, oracle.removed, oracle.discarded = hands, reserves, cards[:1], cards[1:]
    oracle.stage, oracle.turn, oracle.turns = "turn", turn, state.turns
    oracle.gone = [] if out is None else [[out]]
    return state, oracle


@pytest.mark.parametrize("style", ["random", "all-in", "circle"])
def test_thousands_of_moves_agree_with_the_oracle(style: str) -> None:
    told = Counter[str]()
    for seed, game in enumerate(random.Random(style).sample(GAMES, 120)):
        told += play_beside(game, seed, style=style)
    seen = {"attack", "pass", "discard", "back", "give", "out", "last", "cap", "turn-third", "turn-duel"}
    assert seen <= set(told), seen - set(told)
    if style == "all-in":
        assert {"short", "pay", "keep", "pick", "take-none", "turn-passes"} <= set(told)
    if style == "circle":
        assert told["no-progress"] > 5


def test_endgames_agree_with_the_oracle() -> None:
    told, rng = Counter[str](), random.Random(9)
    games = [game for game in GAMES if game.max_turns != 1]
    for _ in range(500):
        state, oracle = endgame(rng.choice(games), rng)
        told += play_on(state, oracle, rng, 1, rng.choice(["random", "all-in", "circle"]))
    assert (
        min(told[key] for key in ("nobody", "last", "no-progress", "cap", "turn-duel", "turn-passes")) >= 3
    ), told


@settings(max_examples=60, derandomize=True, deadline=None, database=None)
@given(st.integers(0, 2**63), st.sampled_from(GAMES), st.sampled_from(["random", "all-in", "circle"]))
def test_any_game_agrees_with_the_oracle(seed: int, game: Reserves, style: str) -> None:
    play_beside(game, seed, candidates=4, style=style)


@settings(max_examples=40, derandomize=True, deadline=None, database=None)
@given(st.randoms(use_true_random=False), st.permutations(range(52)), st.integers(0, 2))
def test_any_deal_agrees_with_the_oracle(rng: random.Random, order: list[int], first: int) -> None:
    """Hypothesis deals, so that it can make a failing deal small."""
    game = Reserves(max_turns=8)
    state, oracle = game.start(), Oracle(**game.to_json())
    move: Move = Deal(order, first)
    while state.to_move is not None:
        seat = state.to_move
        events: list[Event] = []
        state.play(move, events.append)
        assert list(facts(events)) == oracle.act(seat, plain(move))
        assert_same(state, oracle)
        assert_always(state)
        if state.to_move is not None:
            move = a_legal_move(state, rng, "random")


# ── values ──────────────────────────────────────────────────────────────────────────────────────


def a_side(rng: random.Random) -> list[str]:
    """Cards in which faces and small cards are not rare."""
    rich = [card for card in CARDS if card[:-1] in ("J", "Q", "K", "A", "2", "3", "4")]
    return rng.sample(rng.choice([rich, rich, CARDS]), rng.randint(1, 14))


@pytest.mark.rule("R3.2", "R3.3", "R3.4", "R3.5")
def test_mixed_sides_are_valued_as_the_oracle_does() -> None:
    rng = random.Random(3)
    for _ in range(600):
        side = a_side(rng)
        found = {DECK.name(card): value for card, value in values(" ".join(side)).items()}
        assert found == {card: worth(card, side) for card in side}


@pytest.mark.rule("R3.6")
def test_defences_fail_where_the_oracle_says() -> None:
    rng = random.Random(4)
    for _ in range(600):
        cards = a_side(rng) + a_side(rng)
        cards = list(dict.fromkeys(cards))
        own, attack = cards[: len(cards) // 2], cards[len(cards) // 2 :]
        pairs = list(zip(own, rng.sample(attack, len(own)), strict=True))
        weak = failing(DECK.mask(attack), [(DECK.card(c), DECK.card(u)) for c, u in pairs])
        expected = [(c, u) for c, u in pairs if not oracle_reserves.wins(c, own, u, attack)]
        assert [(DECK.name(c), DECK.name(u)) for c, u in weak] == expected


# ── the laws ────────────────────────────────────────────────────────────────────────────────────


def laws(games: list[Reserves], effort: Effort, seeds: range = range(100)) -> Report:
    report = Report()
    for seed, game in zip(seeds, games, strict=False):
        report.add(check_seed(game, seed, effort=effort, rules=BOOK, kind=str))
    assert not report.suspicious, report.suspicious
    return report


@pytest.mark.slow
@pytest.mark.seconds(20)
@pytest.mark.parametrize("quarter", range(4))
def test_the_laws_hold_for_all_options(quarter: int) -> None:
    """Each combination of rules, with limits that go through theirs by turns."""
    kinds: dict[tuple[object, ...], list[Reserves]] = {}
    for game in GAMES:
        kind = tuple(
            value for name, value in game.to_json().items() if name not in ("no_progress_limit", "max_turns")
        )
        kinds.setdefault(kind, []).append(game)
    games = [games[number % len(games)] for number, games in enumerate(kinds.values())]
    assert len({(game.no_progress_limit, game.max_turns) for game in games}) == 9
    assert len(games) == 128
    report = laws(games[quarter::4], SMALL, range(quarter, 128, 4))
    assert report.games == 32 and report.redealt > report.hidden / 2


def test_the_laws_hold_for_whole_games() -> None:
    laws([Reserves(), Reserves(must_beat=False, leftovers="defender", duel_order="attacker")], Effort())


def test_the_laws_are_asked_of_a_moment_with_very_many_moves() -> None:
    state = Reserves.position(
        [" ".join(DECK.names[1::2]), " ".join(DECK.names[2::2]), ""], removed=DECK.names[0]
    )
    for _ in range(2):  # an attack of any of 26 cards, and then a defence
        assert len(testing.offered_first(state)) == testing.MANY
        testing.check_offer(state)
        testing.check_kinds(state, ["attack 1: AD", "pass"], str)
        for seat in (0, 1, 2, ONLOOKER):
            testing.check_view(state, seat)
            testing.check_guess(state, seat, random.Random(seat))
        state.play(state.random_move(random.Random(1)))


@settings(max_examples=8, derandomize=True, deadline=None, database=None)
@given(st.integers(0, 2**32), st.sampled_from(GAMES))
def test_the_laws_hold_from_any_seed(seed: int, game: Reserves) -> None:
    check_seed(game, seed, effort=SMALL, rules=BOOK, kind=str)


def test_the_dealer_deals_what_a_seed_says() -> None:
    one, other = (Reserves().start().deal(random.Random(5)) for _ in range(2))
    assert one == other
    assert one.first in (0, 1, 2)
    assert Reserves(first_player=2).start().deal(random.Random(5)).first is None
    assert {Reserves().start().deal(random.Random(seed)).first for seed in range(20)} == {0, 1, 2}
    assert Reserves().start().to_move == DEALER
