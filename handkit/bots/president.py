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


# ── worlds that fit what the others did ─────────────────────────────────────────────────────────

SURPRISE = 2.0  # how much less likely (as a logarithm) an act is that the rule of thumb would not do
WARM_UP, STEPS = 150, 10  # swaps before the first world and between two


@dataclass(frozen=True)
class Act:
    """A play or pass of this round, and what a rule of thumb needs to say what it would have done."""

    later: int  # the cards of the seat's that were still in its hand and have been played since
    turned: bool
    size: int  # how many cards were to beat; 0 for a lead
    top: int  # where the rank to beat stood
    did: tuple[int, int]  # where the rank stood that it played (-1 for a pass), and how many


@dataclass
class World:
    """A full state that could be, and who plays like Easy in it (seats as bits)."""

    state: PresidentState
    easy: int


def acts(view: PresidentView) -> list[list[Act]]:
    """What each seat did in this round."""
    turned = view.turned
    counts, later = view.counts[:], [0] * view.game.players
    for seat, cards in view.history:
        counts[seat] += count(cards)
        later[seat] |= cards
        turned ^= count(cards) == 4 and view.game.revolution
    found: list[list[Act]] = [[] for _ in counts]
    table = passed = 0
    winner = -1
    for seat, cards in view.history:
        did = (place_of(cards, turned), count(cards)) if cards else (-1, count(table))
        found[seat].append(Act(later[seat], turned, count(table), place_of(table, turned) if table else 0, did))
        if cards:
            counts[seat] -= count(cards)
            later[seat] &= ~cards
            table, winner = cards, seat
            turned ^= count(cards) == 4 and view.game.revolution
        else:
            passed |= bit(seat)
        if not any(n and other != winner and not passed >> other & 1 for other, n in enumerate(counts)):
            table = passed = 0
    return found


def place_of(cards: int, turned: bool) -> int:
    """Where a combination's rank stands in a ladder."""
    return HIGHEST - 4 * rank_of(cards) if turned else 4 * rank_of(cards)


def surprises(did: Sequence[Act], hand: int, easy: bool) -> int:
    """How many of these acts are not what Easy (or else Normal) would have done with this hand."""
    wrong = 0
    for act in did:
        held = ladder(hand | act.later, act.turned)
        if act.size:
            follow = easy_follow if easy else normal_follow
            wrong += follow(held, act.size, act.top) != act.did[0]
        else:
            wrong += (easy_lead if easy else normal_lead)(held) != act.did
    return wrong


def imagine(view: PresidentView, number: int, rng: random.Random) -> list[World]:
    """Worlds that fit the view, the likelier the less surprising everybody's play is in them.

    Metropolis's walk: from a guess on, swap two cards between two other hands, always when that
    makes their play less surprising, and seldom when it makes it more so.
    """
    state = view.guess(rng)
    others = [seat for seat in range(view.game.players) if seat != view.seat and view.counts[seat]]
    history = acts(view)
    fixed = [view.known(seat) for seat in range(view.game.players)]
    limits = [view.limit(seat) for seat in range(view.game.players)]
    style = {seat: rng.random() < 0.5 for seat in others}
    wrong = {seat: surprises(history[seat], state.hands[seat], style[seat]) for seat in others}
    walking = len(others) > 1 and view.phase == PLAY
    worlds = []
    for step in range(WARM_UP + STEPS * number):
        if walking:
            one, two = rng.sample(others, 2)
            mine, yours = members(state.hands[one] & ~fixed[one]), members(state.hands[two] & ~fixed[two])
            if mine and yours:
                card, other = bit(mine[int(rng.random() * len(mine))]), bit(yours[int(rng.random() * len(yours))])
                if rank_of(card) != rank_of(other) and card & limits[two] and other & limits[one]:
                    swap = card | other
                    first = surprises(history[one], state.hands[one] ^ swap, style[one])
                    second = surprises(history[two], state.hands[two] ^ swap, style[two])
                    worse = first + second - wrong[one] - wrong[two]
                    if worse <= 0 or rng.random() < math.exp(-SURPRISE * worse):
                        state.hands[one] ^= swap
                        state.hands[two] ^= swap
                        wrong[one], wrong[two] = first, second
        if step % STEPS == 0:
            for seat in others:
                switched = surprises(history[seat], state.hands[seat], not style[seat])
                chance = 1 / (1 + math.exp(SURPRISE * (switched - wrong[seat])))
                if rng.random() < chance:
                    style[seat], wrong[seat] = not style[seat], switched
            if step >= WARM_UP:
                if walking:
                    worlds.append(World(state.copy(), union(seat for seat in others if style[seat])))
                else:
                    worlds.append(World(view.guess(rng), union(seat for seat in others if style[seat])))
    return worlds


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
            keys = range(len(moves))
            worlds = imagine(view, self.worlds, rng)
            for _ in range(self.tries):
                for world in worlds:
                    key = select(root, keys, 0)
                    node = root.next.setdefault(key, Node())
                    root.visits += 1
                    self._try(world.state, moves[key], view.seat, world.easy, node)
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
