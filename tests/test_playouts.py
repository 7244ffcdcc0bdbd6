"""The playouts of the computer players beside the engine, move for move.

A player that searches tries its moves in thousands of playouts, so it has parts of the rules in a form of
its own that is quick. Here each move of a playout is judged and made by the engine too, and after each the
two must agree.
"""

from __future__ import annotations

import ast
import inspect
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any
from unittest import mock

import pytest

from handkit.bots import bot
from handkit.bots import hang_in as hang_in_bots
from handkit.bots import reserves as reserves_bots
from handkit.bots.president import Act, Moment, Node, acts, ladder, options, playout
from handkit.cards import bit, count, members, union
from handkit.game import DEALER, Game, Move, State
from handkit.games import hang_in, reserves
from handkit.games.hang_in import HangIn, HangInState, HangInView
from handkit.games.president import (
    DECK,
    PASS,
    PLAY,
    Deal,
    Play,
    President,
    PresidentState,
    rank_of,
    strength_order,
    suits_of,
)
from handkit.games.reserves import Defend, Reserves, ReservesState, Take
from handkit.games.worth import beats, failing

# ── President: a playout on ladders ─────────────────────────────────────────────────────────────

Held = Mapping[str, Any]  # the local variables of a playout, by name


def watched(*args: Any) -> list[Held]:
    """What a playout holds whenever its loop begins anew, and at its end: read as a debugger reads it."""
    tree = ast.parse(inspect.getsource(playout))
    (loop,) = (node for node in ast.walk(tree) if isinstance(node, ast.While))
    line = playout.__code__.co_firstlineno - 1 + loop.body[0].lineno
    found: list[Held] = []

    def within(frame: FrameType, event: str, _: object) -> Any:
        if event == "return" or (event == "line" and frame.f_lineno == line):
            assert len(found) <= 6 * DECK.size, "it comes to an end"
            held = frame.f_locals
            found.append({**held, "hands": held["hands"][:]})
        return within

    before = sys.gettrace()
    sys.settrace(lambda frame, *_: within if frame.f_code is playout.__code__ else None)
    try:
        playout(*args)
    finally:
        sys.settrace(before)
    return found


def steps_of(hand: int, turned: bool) -> int:
    """A hand as a ladder, counted rank by rank."""
    order = strength_order(turned)
    return sum((1 << count(suits_of(hand, rank))) - 1 << 4 * place for place, rank in enumerate(order))


def place_of(cards: int, turned: bool) -> int:
    """Where the rank of a combination stands in a ladder."""
    return 4 * strength_order(turned).index(rank_of(cards))


def agree(held: Held, state: PresidentState) -> None:
    """The playout is where the engine is."""
    assert held["turned"] == state.turned
    assert held["hands"] == [steps_of(hand, state.turned) for hand in state.hands]
    if state.phase != PLAY:
        return
    assert held["active"] == union(state.active)
    assert (held["seat"], held["passed"]) == (state.to_move, state.passed)
    assert held["size"] == count(state.to_beat)
    if state.to_beat:
        assert (held["winner"], held["top"]) == (state.played_by, place_of(state.to_beat, state.turned))


def made(state: PresidentState, at: int, number: int) -> Move:
    """The engine's word for so many cards of the rank that stands there; -1 is a pass."""
    assert state.to_move is not None
    if at < 0:
        return PASS
    rank = strength_order(state.turned)[at // 4]
    cards = members(suits_of(state.hands[state.to_move], rank) << 4 * rank)
    assert len(cards) >= number > 0, "it plays what it holds"
    return Play(union(cards[:number]))


def offered(state: PresidentState) -> set[tuple[int, int]]:
    """The engine's offers: where the rank stands, and how many cards; -1 is a pass."""
    size = count(state.to_beat)
    plays = [move.cards for move in state.moves() if isinstance(move, Play)]
    return {(place_of(cards, state.turned), count(cards)) for cards in plays} | (
        {(-1, size)} if size else set()
    )


def tried(state: PresidentState) -> set[tuple[int, int]]:
    """What the search tries at this moment."""
    seat, size = state.to_move or 0, count(state.to_beat)
    top = place_of(state.to_beat, state.turned) if size else 0
    keys = options(ladder(state.hands[seat], state.turned), size, top, state.turned)
    assert {key >> 9 for key in keys} == {state.turned}
    return {((key >> 3 & 63) - 1, key & 7) for key in keys}


def fours(players: int, rng: random.Random) -> Deal:
    """A deal in which many hold four of a kind, so that the order turns often."""
    ranks = rng.sample(range(13), 13)
    cards = [4 * rank + suit for rank in ranks for suit in range(4)]
    for _ in range(rng.randrange(16)):
        one, other = rng.sample(range(DECK.size), 2)
        cards[one], cards[other] = cards[other], cards[one]
    order = [0] * DECK.size
    for seat in range(players):
        size = len(order[seat::players])
        order[seat::players], cards = cards[:size], cards[size:]
    return Deal(order)


def games(number: int) -> Iterator[tuple[PresidentState, random.Random]]:
    """Games of President that have just been dealt, at every size of table."""
    for seed in range(number):
        rng = random.Random(seed)
        game = President(players=3 + seed % 4, revolution=seed % 3 > 0)
        state = game.start()
        state.play(fours(game.players, rng) if seed % 5 else state.deal(rng))
        yield state, rng


def compared(state: PresidentState, easy: int, me: int, node: Node) -> int:
    """Play a playout beside the engine; gives how often the order turned."""
    players, total, turns = state.game.players, node.total, 0
    first, *others = watched(
        Moment.of(state), [ladder(hand, state.turned) for hand in state.hands], easy, me, node
    )
    state = state.copy()
    agree(first, state)
    for held in others:
        move = made(state, held["at"], held["number"])
        assert state.check(move) is None
        ways, worth_a_try, turned = offered(state), tried(state), state.turned
        if state.to_beat:
            assert held["legal"] == sum(bit(at) for at, _ in ways if at >= 0), "what is enough"
            assert worth_a_try == ways
        else:
            assert worth_a_try <= ways and {at for at, _ in worth_a_try} == {at for at, _ in ways}
        state.play(move)
        turns += state.turned != turned
        agree(held, state)
    place = state.places.index(me) + 1
    assert others[-1]["place"] == place
    assert node.total - total == pytest.approx((players - place) / (players - 1))
    return turns


@pytest.mark.rule(
    "P2.1", "P2.2", "P2.3", "P2.4", "P2.5", "P2.6", "P2.7", "P2.8", "P3.1", "P3.2", "P3.3", "P3.5",
    "P4.1", "P4.2", "P4.3", "P4.4", "P4.5", "P4.6", "P7.4",
)  # fmt: skip
@pytest.mark.parametrize(("others", "revolutions"), [("easy", 1), ("normal", 30), ("mixed", 10)])
def test_presidents_playout_is_the_engine_move_for_move(others: str, revolutions: int) -> None:
    """Whoever sits there: all like Easy, all like Normal, or some of each."""
    turns = 0
    for state, rng in games(18):
        for _ in range(rng.randrange(30)):
            if state.phase == PLAY:
                state.play(state.random_move(rng))
        if state.phase != PLAY:
            continue
        me, node = state.to_move or 0, Node()
        easy = {"easy": -1, "normal": 0, "mixed": rng.getrandbits(6)}[others]
        for _ in range(4):
            turns += compared(state, easy, me, node)
        turns += compared(state, easy, rng.choice(state.active), Node())
    assert turns >= revolutions, "the order is turned, and back"


@pytest.mark.rule("P2.6", "P2.8", "P3.2", "P3.5", "P4.1", "P4.4", "P7.4")
def test_what_hard_reads_from_the_history_is_what_happened() -> None:
    for start, rng in games(16):
        state, told = start, list[tuple[PresidentState, Move]]()
        while state.phase == PLAY:
            before = state.copy()
            told.append((before, state.random_move(rng)))
            state.play(told[-1][1])
            if rng.random() < 0.9:
                continue
            expected: list[list[Act]] = [[] for _ in state.hands]
            for then, move in told:
                seat, size = then.to_move or 0, count(then.to_beat)
                top = place_of(then.to_beat, then.turned) if size else 0
                cards = move.cards if isinstance(move, Play) else 0
                did = (place_of(cards, then.turned), count(cards)) if cards else (-1, size)
                later = then.hands[seat] & ~state.hands[seat]
                expected[seat].append(Act(later, then.turned, size, top, did))
            assert acts(state.view(0)) == expected


# ── playouts on the engine's own states ─────────────────────────────────────────────────────────


@contextmanager
def judged(state: State, before: Callable[[Any, Move], None]) -> Iterator[None]:
    """What is played on this state is judged first, and played on a second one too: nothing else may
    change it. `before` is asked about each move."""
    twin, play = state.copy(), type(state).play

    def judge_and_play(self: Any, move: Move, tell: Any = None, seat: int | None = None) -> None:
        if self is state:
            assert state == twin
            assert twin.check(move, seat) is None
            before(twin, move)
            play(twin, move, seat=seat)
        play(self, move, tell, seat)

    with mock.patch.object(type(state), "play", judge_and_play):
        yield
    assert state == twin


def positions(game: Game, seed: int, number: int) -> Iterator[tuple[Any, random.Random]]:
    """Positions of games that are played at random; deals are over."""
    rng = random.Random(seed)
    state = game.start()
    for _ in range(number):
        for _ in range(1 + rng.randrange(12)):
            if state.to_move is None:
                state = game.start()
            state.play(state.random_move(rng))
        while state.to_move is None or state.to_move == DEALER:
            state = game.start() if state.to_move is None else state
            state.play(state.random_move(rng))
        yield state.copy(), rng


# ── Hang In ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("H3.4", "H3.5", "H7.2")
@pytest.mark.parametrize("scale", [2, 3])
def test_what_can_claim_is_what_the_engine_lets_claim(scale: int) -> None:
    game, cards = HangIn(off_suit=scale), range(hang_in.DECK.size)
    for table in cards:
        claim = [
            card != table and hang_in.settle(game, 0, bit(table), [(1, bit(card))])[0].points > 0
            for card in cards
        ]
        assert hang_in_bots.CLAIMANTS[scale][table] == sum(bit(card) for card in cards if claim[card])
        assert [hang_in_bots.CLAIMED[scale][card] >> table & 1 for card in cards] == claim


def hang_in_agrees(state: HangInState, _: Move) -> None:
    """What each card would count in the pot, or bring as the last answer, and what nobody can see."""
    seat = state.to_move or 0
    hand = state.hands[seat]
    view = state.view(seat)
    assert isinstance(view, HangInView)
    assert hang_in_bots.unseen_by(state, hand) == view.unseen
    for card in members(hand):
        after = state.after(hang_in_bots.move_of(bit(card)))
        if state.phase == hang_in.POT:
            suit = hang_in_bots.suit_with(state, card)
            assert suit == after.pot_suit
            assert hang_in_bots.bid_of(card, suit) == after.contest[seat] - state.contest[seat]
        elif after.settled > state.settled:
            assert hang_in_bots.gain(state, seat, bit(card)) == after.scores[seat] - state.scores[seat]


@pytest.mark.rule(
    "H2.1", "H2.2", "H2.3", "H3.3", "H3.4", "H3.5", "H3.6", "H3.7", "H4.2", "H4.5", "H4.6", "H7.2"
)
@pytest.mark.parametrize(
    "game",
    [
        HangIn(),
        HangIn(players=3, off_suit=3, may_hold_back=True),
        HangIn(players=5, pot_suit="none", extra_card="none", target=15),
    ],
    ids=["usual", "other options", "still others"],
)
def test_hang_ins_playout_is_the_engine_move_for_move(game: Game) -> None:
    for state, _ in positions(game, 1, 40):
        with judged(state, hang_in_agrees):
            hang_in_bots.play_on(state, state.to_move)
        assert state.to_move in (None, DEALER), "to the end of the round"


# ── Reserves ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("R3.1", "R3.6", "R7.2")
def test_what_is_needed_beats_and_less_does_not() -> None:
    """Cards 0 to 3 are one of each suit."""
    for worth, by_suit in enumerate(reserves_bots.NEEDED[:30]):
        for under in range(4):
            for suit in range(4):
                enough = [value for value in range(70) if beats(suit, value, under, worth)]
                assert enough == list(range(by_suit[under][suit], 70))


def reserves_agrees(state: ReservesState, _: Move) -> None:
    """What a defence costs, that it beats, and among how many cards one chooses in settling."""
    seat = state.to_move or 0
    view = state.view(seat)
    if state.phase == reserves.DEFENCE:
        for defence in reserves_bots.defences(view):
            assert isinstance(defence, Defend)
            assert not failing(state.attack, defence.pairs)
            cost = reserves_bots.lost(state, len(defence.pairs), len(defence.pairs))
            after = state.after(defence)
            while after.phase in reserves.SETTLING:
                choice = after.to_move or 0
                after = after.after(reserves_bots.normal_move(after, choice, after.hands[choice]))
            assert reserves_bots.total(state, seat) - reserves_bots.total(after, seat) == cost
    elif state.phase in reserves.SETTLING:
        number, cards = state.to_choose(state.hands[seat])
        kind = reserves.Give if state.phase == reserves.GIVE else Take
        assert state.check(kind(reserves_bots.best(cards, number))) is None
        assert count(cards) == number or state.check(kind(reserves_bots.best(cards, number + 1)))


@pytest.mark.rule(
    "R2.1", "R2.2", "R2.3", "R2.4", "R4.2", "R4.3", "R5.1", "R5.2", "R5.3", "R5.4", "R5.5", "R7.2"
)
@pytest.mark.parametrize(
    "game",
    [
        Reserves(),
        Reserves(attack_cap="hand", choose_reserve=True, duel_order="attacker"),
        Reserves(must_beat=False, leftovers="defender", no_progress_limit=8),
    ],
    ids=["usual", "other options", "still others"],
)
def test_reserves_playout_is_the_engine_move_for_move(game: Game) -> None:
    for state, _ in positions(game, 1, 24):
        with judged(state, reserves_agrees):
            reserves_bots.play_on(state)


# ── a level's own way through an imagined state ─────────────────────────────────────────────────


@pytest.mark.parametrize(
    "game",
    [
        President(players=4, rounds=2), President(players=6, revolution=False),
        President(players=3, rounds=3), HangIn(),
        HangIn(players=5, pot_suit="none", may_hold_back=True), Reserves(),
        Reserves(must_beat=False, leftovers="defender"),
    ],
    ids=str,
)  # fmt: skip
def test_the_short_way_to_a_levels_move_leads_to_the_same_move(game: Game) -> None:
    for level in ("easy", "normal"):
        player = bot(game, level)
        for state, rng in positions(game, 5, 60):
            for seat in state.actors:
                seed = rng.random()
                quick = player.play_on(state, seat, random.Random(seed))
                assert quick == player.choose(state.view(seat), random.Random(seed)), (level, state)
