"""Computer players of President: Easy, Normal and Hard (P7).

Suits have no strength (P1.4), so the players think in counts per rank. A *ladder* is a hand with its
suits forgotten: one hexadecimal digit a rank, 0 1 3 7 f for none to four cards, the weakest rank in
the order in force lowest. When the order turns (P4), the ladders are turned instead, so that "the
weakest rank" is always the lowest digit.

Easy and Normal each follow a rule of thumb, two small functions: one for a lead, one to follow. Hard
searches: it deals the cards it cannot see in ways that fit what the others did (determinization),
and tries its moves in these worlds, where the others play by those rules of thumb.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from handkit.bots import Bot, Thought
from handkit.cards import bit, count, members, union
from handkit.game import Move, View
from handkit.games.president import (
    DECK,
    EXCHANGE,
    PASS,
    PLAY,
    RANKS,
    Give,
    Play,
    PresidentState,
    PresidentView,
    rank_of,
    suits_of,
)

# ── hands by counts ─────────────────────────────────────────────────────────────────────────────

ONES = 0x1111111111111  # one bit for each rank: a set of ranks is a subset of these bits
HIGHEST = 4 * (RANKS - 1)  # where the digit of the strongest rank stands


def ladder(cards: int, turned: bool) -> int:
    """A hand with its suits forgotten, the weakest rank in the order in force lowest."""
    a, b, c, d = cards & ONES, cards >> 1 & ONES, cards >> 2 & ONES, cards >> 3 & ONES
    some, both, others, two = a | b, a & b, c | d, c & d
    one_or_more, four = some | others, both & two
    two_or_more = both | two | some & others
    three_or_more = both & others | some & two
    steps = one_or_more | two_or_more << 1 | three_or_more << 2 | four << 3
    return turn_round(steps) if turned else steps


def turn_round(steps: int) -> int:
    """A ladder in the opposite order: its digits backwards."""
    return int(f"{steps:013x}"[::-1], 16)


def lowest(ranks: int) -> int:
    """Where the weakest of these ranks stands; -1 for none."""
    return (ranks & -ranks).bit_length() - 1


def above(ranks: int, top: int) -> int:
    """Those of the ranks that are stronger than the one that stands at `top`."""
    return ranks >> top + 4 << top + 4


# ── rules of thumb: where the rank stands that is played (-1 for a pass), and how many to lead ──

KEPT = 1 << HIGHEST  # the strongest rank
FEW = 5  # a hand of so few ranks keeps nothing back


def easy_lead(hand: int) -> tuple[int, int]:
    """P7.2: a single card of the weakest rank."""
    return lowest(hand), 1


def easy_follow(hand: int, size: int, top: int) -> int:
    """P7.2: the weakest rank that will do."""
    return lowest(above(hand >> size - 1 & ONES, top))


def normal_lead(hand: int) -> tuple[int, int]:
    """P7.3: all cards of the weakest rank, but the strongest rank and fours of a kind last."""
    ranks = hand & ONES
    at = lowest(ranks & ~(hand >> 3) & ~KEPT or ranks)
    return at, (hand >> at & 15).bit_count()


def normal_follow(hand: int, size: int, top: int) -> int:
    """P7.3: the weakest rank held in just this number; with few ranks left, also the strongest rank,
    and then a part of a pair or three."""
    legal = above(hand >> size - 1 & ONES, top)
    if not legal:
        return -1
    whole = legal & ~(hand >> size)
    if whole & ~KEPT:
        return lowest(whole & ~KEPT)
    if (hand & ONES).bit_count() <= FEW:
        return lowest(whole or legal)
    return -1


# ── what the others' play tells ─────────────────────────────────────────────────────────────────


@dataclass
class Reading:
    """What another seat's play in this round tells about its hand, if it plays like Easy or like Normal.

    easy      how likely it is that it plays like Easy
    at_most   by rank, how many cards Easy can still hold there, having let the rank go by
    not_just  by rank, the numbers of cards (as bits) that Normal would have played
    """

    easy: float = 0.5
    at_most: list[int] = field(default_factory=lambda: [4] * RANKS)
    not_just: list[int] = field(default_factory=lambda: [0] * RANKS)


@dataclass(frozen=True)
class Act:
    """A play or pass of this round, and what the seat let go by."""

    seat: int
    cards: int  # 0 for a pass
    table: int  # what was to beat; 0 for a lead
    held: int  # how many cards the seat held
    skipped: range  # the ranks weaker than what it played that it could have played


def acts(view: PresidentView) -> list[Act]:
    """This round's history, each act with the moment in which it was made."""
    counts = view.counts[:]
    turned = view.turned
    for seat, cards in view.history:
        counts[seat] += count(cards)
        turned ^= count(cards) == 4 and view.game.revolution
    found = []
    table = passed = 0
    winner = -1
    for seat, cards in view.history:
        floor = rank_of(table) if table else RANKS if turned else -1
        limit = rank_of(cards) if cards else -1 if turned else RANKS
        skipped = range(limit + 1, floor) if turned else range(floor + 1, limit)
        found.append(Act(seat, cards, table, counts[seat], skipped))
        if cards:
            counts[seat] -= count(cards)
            table, winner = cards, seat
            turned ^= count(cards) == 4 and view.game.revolution
        else:
            passed |= bit(seat)
        if not any(n and other != winner and not passed >> other & 1 for other, n in enumerate(counts)):
            table = passed = 0
    return found


def read(view: PresidentView) -> list[Reading]:
    """A reading of every seat. Goes backwards, so that it knows what a seat still held of each rank."""
    readings = [Reading() for _ in view.counts]
    odds = [1.0 for _ in view.counts]  # of Easy against Normal
    later = [[0] * RANKS for _ in view.counts]  # what each seat played later
    unseen = view.unseen
    for act in reversed(acts(view)):
        reading, after = readings[act.seat], later[act.seat]
        if act.seat != view.seat:
            unseen |= act.cards
        if act.cards:
            after[rank_of(act.cards)] += count(act.cards)
        size = count(act.table) or 1
        if not act.table:
            odds[act.seat] *= 2.0 if count(act.cards) == 1 else 0.0
        elif size == 1 and unseen:
            better = sum(count(suits_of(unseen, rank)) for rank in act.skipped)
            if act.cards:
                better += 0
        for rank in act.skipped:
            reading.at_most[rank] = min(reading.at_most[rank], size - 1 - after[rank])
            if reading.at_most[rank] < 0:
                odds[act.seat] = 0.0
            if act.held > FEW:
                gone = (1 << 5) - 2 if not act.table else bit(size)
                reading.not_just[rank] |= gone >> after[rank] & ~1
        if act.table and size == 1:
            chance = _no_better(view, act, unseen)
            if act.cards:
                odds[act.seat] *= (1 - chance) / PLAYS_OFTEN if chance < 1 else 1
            else:
                odds[act.seat] *= chance / (1 - PLAYS_OFTEN)
    for reading, ratio in zip(readings, odds, strict=True):
        reading.easy = ratio / (1 + ratio)
    return readings


PLAYS_OFTEN = 0.65


def _no_better(view: PresidentView, act: Act, unseen: int) -> float:
    """How likely it is that a random hand of this size has nothing above a single card."""
    top = rank_of(act.table)
    turned = act.skipped.stop == top
    stronger = sum(count(suits_of(unseen, rank)) for rank in (range(top) if turned else range(top + 1, RANKS)))
    return (1 - stronger / max(count(unseen), 1)) ** act.held


def imagine(view: PresidentView, readings: Sequence[Reading], easy: int, rng: random.Random) -> PresidentState:
    """A guess, with the unseen cards dealt again so that they fit the readings better.

    easy   the seats (as bits) that play like Easy in this world; the others play like Normal
    """
    state = view.guess(rng)
    if view.phase == EXCHANGE:
        return state
    seats = [seat for seat in view.active if seat != view.seat]
    hands = [view.known(seat) for seat in range(view.game.players)]
    hands[view.seat] = view.hand
    left = view.unseen & ~union(card for hand in hands for card in members(hand))
    room = [n - count(hand) for n, hand in zip(view.counts, hands, strict=True)]
    limits = [view.limit(seat) for seat in range(view.game.players)]

    def fits(seat: int, card: int) -> float:
        rank = card >> 2
        held = count(suits_of(hands[seat], rank)) + 1
        if not limits[seat] >> card & 1:
            return 0.0
        if easy >> seat & 1:
            return 1.0 if held <= readings[seat].at_most[rank] else UNLIKE_EASY
        return UNLIKE_NORMAL if readings[seat].not_just[rank] >> held & 1 else 1.0

    # The cards that fit the fewest hands come first, while there is room for them.
    order = sorted(members(left), key=lambda card: sum(fits(s, card) > 0.1 for s in seats) + rng.random())
    for card in order:
        weights = [room[seat] and room[seat] * fits(seat, card) for seat in seats]
        draw = rng.random() * sum(weights)
        chosen = -1
        for seat, weight in zip(seats, weights, strict=True):
            if weight:
                chosen = seat
                draw -= weight
                if draw < 0:
                    break
        if chosen < 0:
            return state
        hands[chosen] |= bit(card)
        room[chosen] -= 1
    state.hands = hands
    return state


UNLIKE_EASY = 0.02
UNLIKE_NORMAL = 0.3

# ── the search ──────────────────────────────────────────────────────────────────────────────────


class Node:
    """What was found after a sequence of one's own moves: visits, the sum of results, what followed."""

    __slots__ = ("next", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.next: dict[int, Node] = {}

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


EXPLORE = 0.4


def select(node: Node, keys: Sequence[int], first: int) -> int:
    """UCB1: the move to try next, by its mean so far and how seldom it was tried. Untried moves come
    first, and before them the one that the rule of thumb would play."""
    logarithm = math.log(node.visits + 1)
    best, best_key = -1.0, keys[0]
    if first not in node.next:
        return first
    for key in keys:
        child = node.next.get(key)
        if child is None:
            return key
        value = child.total / child.visits + EXPLORE * math.sqrt(logarithm / child.visits)
        if value > best:
            best, best_key = value, key
    return best_key


def options(hand: int, size: int, top: int) -> list[int]:
    """The moves of a hand as keys: 8 × where the rank stands + how many; -1 is a pass."""
    keys = []
    ranks = above(hand >> size - 1 & ONES, top) if size else hand & ONES
    while ranks:
        at = lowest(ranks)
        ranks &= ranks - 1
        if size:
            keys.append(8 * at + size)
        else:
            keys += [8 * at + number for number in range((hand >> at & 15).bit_count(), 0, -1)]
    if size:
        keys.append(-1)
    return keys


# NEXT[players][seat][seats]: the first of these seats (as bits) clockwise after a seat.
def _next_seats(players: int) -> list[list[int]]:
    def first(seat: int, seats: int) -> int:
        ways = ((seat + step) % players for step in range(1, players + 1))
        return next((other for other in ways if seats >> other & 1), -1)

    return [[first(seat, seats) for seats in range(1 << players)] for seat in range(players)]


NEXT = {players: _next_seats(players) for players in (3, 4, 5, 6)}


def playout(state: PresidentState, me: int, easy: int, node: Node) -> int:
    """Play a round on until `me` is out or last; returns its place, from 1.

    The others play by rule of thumb: the seats of `easy` (bits) like Easy, the rest like Normal. `me`
    goes down the tree below `node` as long as it is known, then it too plays like Normal.
    """
    players = state.game.players
    hands = [ladder(hand, state.turned) for hand in state.hands]
    following = NEXT[players]
    revolution, turned = state.game.revolution, state.turned
    active = union(state.active)
    place = len(state.places) + 1
    seat, winner, passed = state.to_move, state.played_by, state.passed
    size, top = state.table.bit_count(), 0
    if size:
        rank = rank_of(state.table)
        top = HIGHEST - 4 * rank if turned else 4 * rank
    path = [node]
    growing = True
    while active >> me & 1 and active != 1 << me:
        hand = hands[seat]
        if easy >> seat & 1:
            if size:
                at = easy_follow(hand, size, top)
            else:
                at, size = easy_lead(hand)
        else:
            leading = not size
            if leading:
                at, number = normal_lead(hand)
            else:
                at, number = normal_follow(hand, size, top), size
            if seat == me and growing:
                keys = options(hand, size, top)
                if len(keys) > 1:
                    key = select(node, keys, 8 * at + number if at >= 0 else -1)
                    at, number = key >> 3, key & 7
                    # In revolution the same key is another rank.
                    name = key + 512 if turned else key
                    child = node.next.get(name)
                    if child is None:
                        child = node.next[name] = Node()
                        growing = False
                    path.append(child)
                    node = child
            if leading:
                size = number
        if at < 0:
            passed |= 1 << seat
        else:
            digit = hand >> at & 15
            hand ^= (digit ^ digit >> size) << at
            hands[seat] = hand
            winner, top = seat, at
            if not hand:
                active ^= 1 << seat
                if seat != me:
                    place += 1
            if size == 4 and revolution:
                hands = [turn_round(hand) for hand in hands]
                top, turned = HIGHEST - top, not turned
        waiting = active & ~passed & ~(1 << winner)
        if waiting:
            seat = following[seat][waiting]
        elif active:
            seat = winner if active >> winner & 1 else following[winner][active]
            size = passed = 0
    result = (players - place) / (players - 1)
    for node in path:
        node.visits += 1
        node.total += result
    return place


# ── the players ─────────────────────────────────────────────────────────────────────────────────


def _president(view: View) -> PresidentView:
    if not isinstance(view, PresidentView):
        raise TypeError(f"A player of President needs its view, not {type(view).__name__}.")
    return view


def strength(view: PresidentView, cards: int) -> int:
    """How strong a combination's rank is in the order in force, from 0."""
    rank = rank_of(cards)
    return RANKS - 1 - rank if view.turned else rank


class Easy(Bot):
    """P7.2: always the lowest legal combination."""

    level = "easy"

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _president(view)
        if view.phase == EXCHANGE:
            moves = sorted(view.moves(), key=_weakest_first)
            why = "gives its weakest cards"
        else:
            moves = sorted(view.moves(), key=lambda move: self._order(view, move))
            why = "the lowest that can be played"
        return [
            Thought(move, -place, why if not place else "passes only when it must" if move == PASS else "higher")
            for place, move in enumerate(moves)
        ]

    @staticmethod
    def _order(view: PresidentView, move: Move) -> tuple[int, ...]:
        if not isinstance(move, Play):
            return (RANKS,)
        return (strength(view, move.cards), count(move.cards), *members(move.cards))


def _weakest_first(move: Move) -> list[int]:
    return members(move.cards) if isinstance(move, Give) else []


class Normal(Bot):
    """P7.3: a rule of thumb."""

    level = "normal"

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _president(view)
        if view.phase == EXCHANGE:
            moves = sorted(view.moves(), key=_weakest_first)
            return [Thought(move, -place, "gives weak cards") for place, move in enumerate(moves)]
        hand = ladder(view.hand, view.turned)
        size = count(view.table)
        if size:
            at = normal_follow(hand, size, 4 * strength(view, view.table))
        else:
            at, size = normal_lead(hand)
        thoughts = []
        for move in view.moves():
            if isinstance(move, Play):
                value = 1.0 if (4 * strength(view, move.cards), count(move.cards)) == (at, size) else 0.0
                thoughts.append(Thought(move, value, "rule of thumb"))
            else:
                thoughts.append(Thought(move, 1.0 if at < 0 else 0.0, "pass"))
        return sorted(thoughts, key=lambda thought: -thought.value)


class Hard(Bot):
    """P7.4: determinization and playouts."""

    level = "hard"
    worlds = 40
    tries = 10

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _president(view)
        moves: list[Move] = view.moves()
        if view.phase == EXCHANGE:
            moves = sorted(moves, key=_weakest_first)[:12]
        root = Node()
        if len(moves) > 1:
            readings = read(view)
            others = [seat for seat in range(view.game.players) if seat != view.seat]
            keys = range(len(moves))
            worlds = []
            for _ in range(self.worlds):
                easy = union(seat for seat in others if rng.random() < readings[seat].easy)
                worlds.append((imagine(view, readings, easy, rng), easy))
            for _ in range(self.tries):
                for state, easy in worlds:
                    key = select(root, keys, 0)
                    node = root.next.setdefault(key, Node())
                    root.visits += 1
                    self._try(state, moves[key], view.seat, easy, node)
        order = sorted(root.next, key=lambda key: -root.next[key].visits) or [0]
        return [
            Thought(moves[n], root.next[n].mean if root.next else 0.0, "expected points")
            for n in order
        ]

    def _try(self, guess: PresidentState, move: Move, me: int, easy: int, node: Node) -> None:
        state = guess.copy()
        state.play(move, seat=me)
        while state.phase == EXCHANGE:
            giver = state.owing[0]
            state.play(Give(union(members(state.hands[giver])[: state.due(giver)])), seat=giver)
        if state.phase != PLAY:
            players = state.game.players
            place = state.places.index(me) + 1
            node.visits += 1
            node.total += (players - place) / (players - 1)
        elif not state.counts[me]:
            players = state.game.players
            place = state.places.index(me) + 1
            node.visits += 1
            node.total += (players - place) / (players - 1)
        else:
            playout(state, me, easy, node)


BOTS = (Easy(), Normal(), Hard())
