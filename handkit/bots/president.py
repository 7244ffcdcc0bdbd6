"""Computer players of President: Easy, Normal and Hard (P7).

Suits have no strength (P1.4), so a player thinks in counts per rank. A *ladder* is a hand with its
suits forgotten: one hexadecimal digit a rank, 0 1 3 7 f for none to four cards, the weakest rank in
the order in force lowest. So one pattern serves both orders: when the order turns, the ladders are
turned instead.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from handkit.bots import Bot, Thought
from handkit.cards import count, members, union
from handkit.game import Move, View
from handkit.games.president import (
    EXCHANGE,
    PASS,
    PLAY,
    RANKS,
    Give,
    Play,
    PresidentState,
    PresidentView,
    rank_of,
)

# ── hands by counts ─────────────────────────────────────────────────────────────────────────────

ONES = 0x1111111111111  # one bit for each rank
HIGHEST = 4 * (RANKS - 1)  # where the strongest rank's digit stands


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
    """The ranks stronger than the one that stands at `top`."""
    return ranks >> top + 4 << top + 4


# ── playouts ────────────────────────────────────────────────────────────────────────────────────

KEPT = 1 << HIGHEST  # the strongest rank, kept back while the hand is long
FEW = 5  # with so few ranks in the hand nothing is kept back


def lead(hand: int) -> tuple[int, int]:
    """Rule of thumb for a lead: all cards of the weakest rank. Where it stands, and how many."""
    at = lowest(hand)
    return at, (hand >> at & 15).bit_count()


def follow(hand: int, size: int, top: int) -> int:
    """Rule of thumb for a follower: where the rank stands that it plays; -1 for a pass.

    It plays the weakest rank that it holds in just this number. With few ranks left it also breaks
    a set and plays the strongest rank.
    """
    legal = above(hand >> size - 1 & ONES, top)
    if not legal:
        return -1
    exact = legal & ~(hand >> size)
    if exact & ~KEPT:
        return lowest(exact & ~KEPT)
    if (hand & ONES).bit_count() <= FEW:
        return lowest(exact or legal)
    return -1


# NEXT[players][seat][seats]: the first of these seats (as bits) clockwise after a seat.
def _next_seats(players: int) -> list[list[int]]:
    def first(seat: int, seats: int) -> int:
        ways = ((seat + step) % players for step in range(1, players + 1))
        return next((other for other in ways if seats >> other & 1), -1)

    return [[first(seat, seats) for seats in range(1 << players)] for seat in range(players)]


NEXT = {players: _next_seats(players) for players in (3, 4, 5, 6)}


def playout(state: PresidentState, me: int) -> int:
    """Play a round to its end, everybody by rule of thumb; returns the place of a seat, from 1."""
    if not state.counts[me]:
        return state.places.index(me) + 1
    hands = [ladder(hand, state.turned) for hand in state.hands]
    following = NEXT[len(hands)]
    revolution = state.game.revolution
    active = union(seat for seat, hand in enumerate(hands) if hand)
    place = len(state.places) + 1
    seat, winner, passed = state.to_move, state.played_by, state.passed
    size = state.table.bit_count()
    top = 0
    if size:
        rank = rank_of(state.table)
        top = HIGHEST - 4 * rank if state.turned else 4 * rank
    while True:
        hand = hands[seat]
        if size:
            at = follow(hand, size, top)
        else:
            at, size = lead(hand)
        if at < 0:
            passed |= 1 << seat
        else:
            digit = hand >> at & 15
            hand ^= (digit ^ digit >> size) << at
            hands[seat] = hand
            winner, top = seat, at
            if not hand:
                if seat == me:
                    return place
                place += 1
                active ^= 1 << seat
                if active == 1 << me:
                    return place
            if size == 4 and revolution:
                hands = [turn_round(hand) for hand in hands]
                top = HIGHEST - top
        waiting = active & ~passed & ~(1 << winner)
        if waiting:
            seat = following[seat][waiting]
        else:
            seat = winner if active >> winner & 1 else following[winner][active]
            size = passed = 0


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
            at = follow(hand, size, 4 * strength(view, view.table))
        else:
            at, size = lead(hand)
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
    stages: Sequence[int] = (10, 20, 40)

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _president(view)
        moves: list[Move] = view.moves()
        if view.phase == EXCHANGE:
            moves = sorted(moves, key=_weakest_first)[:12]
        totals = dict.fromkeys(range(len(moves)), 0.0)
        samples = dict.fromkeys(range(len(moves)), 0)
        alive = list(range(len(moves)))
        if len(moves) > 1:
            for stage in self.stages:
                for _ in range(stage):
                    guess = view.guess(rng)
                    for number in alive:
                        totals[number] += self._try(guess, moves[number], view.seat)
                        samples[number] += 1
                alive.sort(key=lambda number: totals[number] / samples[number])
                alive = alive[: max(2, len(alive) // 2)]
        order = sorted(range(len(moves)), key=lambda n: (-samples[n], totals[n] / (samples[n] or 1)))
        return [
            Thought(moves[n], view.game.players + 1 - totals[n] / (samples[n] or 1), "expected points")
            for n in order
        ]

    def _try(self, guess: PresidentState, move: Move, me: int) -> int:
        state = guess.copy()
        state.play(move, seat=me)
        while state.phase == EXCHANGE:
            giver = state.owing[0]
            state.play(Give(union(members(state.hands[giver])[: state.due(giver)])), seat=giver)
        if state.phase != PLAY:
            return state.places.index(me) + 1
        return playout(state, me)


BOTS = (Easy(), Normal(), Hard())
