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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from handkit.bots import Bot, Thought
from handkit.cards import bit, count, members, union
from handkit.game import Move, State, View
from handkit.games.president import (
    DECK,
    EXCHANGE,
    PASS,
    PLAY,
    RANKS,
    Board,
    Give,
    Play,
    PresidentState,
    PresidentView,
    rank_of,
    suits_of,
    title,
)
from handkit.words import NUMBERS

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


def stands(cards: int, turned: bool) -> int:
    """Where the rank of a combination stands in a ladder; 0 for no cards."""
    rank = rank_of(cards) if cards else 0
    return 4 * (RANKS - 1 - rank if turned and cards else rank)


def enough(hand: int, size: int, top: int) -> int:
    """P2.2, P2.3: the ranks of a hand that beat `size` cards of the rank that stands at `top`."""
    return (hand >> size - 1 & ONES) >> top + 4 << top + 4


# ── rules of thumb ──────────────────────────────────────────────────────────────────────────────

# A lead is where the rank stands that is led, and how many cards; a follower's choice is where the
# rank stands that it plays, or -1 for a pass, given the ranks that are enough.

KEPT = 1 << HIGHEST  # the strongest rank
FEW = 6  # a hand of so few ranks keeps nothing back


def easy_lead(hand: int) -> tuple[int, int]:
    """P7.2: a single card of the weakest rank."""
    return (hand & -hand).bit_length() - 1, 1


def easy_follow(legal: int) -> int:
    """P7.2: the weakest rank that will do."""
    return (legal & -legal).bit_length() - 1


def normal_lead(hand: int) -> tuple[int, int]:
    """P7.3: all cards of the weakest rank, but the strongest rank and fours of a kind last."""
    ranks = hand & ONES & ~(hand >> 3) & ~KEPT or hand & ONES
    at = (ranks & -ranks).bit_length() - 1
    return at, (hand >> at & 15).bit_count()


def normal_follow(hand: int, size: int, legal: int) -> int:
    """P7.3: the weakest rank held in just this number; with few ranks left, also the strongest rank,
    and then a part of a pair or three."""
    whole = legal & ~(hand >> size)
    ranks = whole & ~KEPT
    if not ranks:
        if (hand & ONES).bit_count() > FEW:
            return -1
        ranks = whole or legal
    return (ranks & -ranks).bit_length() - 1


def by_rule_of_thumb(state: PresidentState, seat: int, easy: bool) -> Move:
    """What Easy, or else Normal, plays in a trick: the same move, found on ladders."""
    hand = state.hands[seat]
    steps = ladder(hand, state.turned)
    if state.to_beat:
        number = count(state.to_beat)
        legal = enough(steps, number, stands(state.to_beat, state.turned))
        if not legal:
            return PASS
        at = easy_follow(legal) if easy else normal_follow(steps, number, legal)
        if at < 0:
            return PASS
    else:
        at, number = easy_lead(steps) if easy else normal_lead(steps)
    held = hand & 15 << (HIGHEST - at if state.turned else at)
    return Play(union(members(held)[:number]))


# ── worlds that fit what the others did ─────────────────────────────────────────────────────────

SURPRISE = 2.5  # how much less likely (as a logarithm) an act is that the rule of thumb would not do
ALIKE = 0.7  # as many surprises speak against each two seats that play in different ways
WARM_UP, STEPS = 200, 20  # swaps before the first world, and between two worlds


class Act(NamedTuple):
    """A play or pass of this round, and what a rule of thumb needs to say what it would have done."""

    later: int  # what the seat still held then and has played since, these cards included
    turned: bool
    size: int  # how many cards were to beat; 0 for a lead
    top: int  # where the rank to beat stood in the ladder
    did: tuple[int, int]  # where the rank stood that it played (-1 for a pass), and how many


@dataclass(frozen=True, slots=True)
class World:
    """A full state that could be, and who plays like Easy in it (seats as bits)."""

    state: PresidentState
    easy: int


def acts(view: PresidentView) -> list[list[Act]]:
    """What each seat did in this round."""
    counts, turned = view.counts[:], view.turned
    later = [0] * len(counts)
    for seat, cards in view.history:
        counts[seat] += count(cards)
        later[seat] |= cards
        turned ^= _turns(view, cards)
    found: list[list[Act]] = [[] for _ in counts]
    table, passed, winner = 0, 0, -1
    for seat, cards in view.history:
        did = (stands(cards, turned), count(cards)) if cards else (-1, count(table))
        found[seat].append(Act(later[seat], turned, count(table), stands(table, turned), did))
        if cards:
            counts[seat] -= count(cards)
            later[seat] &= ~cards
            turned ^= _turns(view, cards)
            table, winner = cards, seat
        else:
            passed |= bit(seat)
        if not any(held and not passed >> other & 1 and other != winner for other, held in enumerate(counts)):
            table = passed = 0
    return found


def _turns(view: PresidentView, cards: int) -> bool:
    """P4.1: whether these cards turn the order."""
    return count(cards) == 4 and view.game.revolution


def surprises(done: Sequence[Act], hand: int, easy: bool) -> int:
    """How many of these acts Easy (or else Normal) would not have done, if the seat holds this hand now."""
    wrong = held = 0
    before: tuple[int, bool] | None = None
    for later, turned, size, top, did in done:
        if before != (later, turned):  # passes leave the hand as it is
            before = later, turned
            held = ladder(hand | later, turned)
        if size:
            legal = enough(held, size, top)
            wrong += (easy_follow(legal) if easy else normal_follow(held, size, legal)) != did[0]
        else:
            wrong += (easy_lead(held) if easy else normal_lead(held)) != did
    return wrong


def imagine(view: PresidentView, number: int, rng: random.Random) -> list[World]:
    """Worlds that fit the view, the more likely the less surprising everybody's play is in them.

    A walk after Metropolis: from a guess on, two cards are swapped between two hands, always when that
    makes their play less surprising, and seldom when it makes it more so. At times a seat's way of
    playing, Easy's or Normal's, is chosen anew by the same measure.
    """
    if view.phase == EXCHANGE:
        return [World(view.guess(rng), 0) for _ in range(number)]
    state = view.guess(rng)
    hands, done = state.hands, acts(view)
    others = [seat for seat in view.active if seat != view.seat]
    known = [view.known(seat) for seat in range(len(hands))]
    limits = [view.limit(seat) for seat in range(len(hands))]
    easy = {seat: rng.random() < 0.5 for seat in others}
    wrong = {seat: surprises(done[seat], hands[seat], easy[seat]) for seat in others}

    def tolerance() -> float:
        """How many surprises more are accepted this time."""
        return -math.log(1 - rng.random()) / SURPRISE

    def swap() -> None:
        first = int(rng.random() * len(others))
        second = (first + 1 + int(rng.random() * (len(others) - 1))) % len(others)
        one, two = others[first], others[second]
        card, other = _draw(hands[one] & ~known[one], rng), _draw(hands[two] & ~known[two], rng)
        if not card or not other or rank_of(card) == rank_of(other):
            return
        if card & ~limits[two] or other & ~limits[one]:
            return
        most = wrong[one] + wrong[two] + tolerance()
        new_one = surprises(done[one], hands[one] ^ card ^ other, easy[one])
        if new_one > most:
            return
        new_two = surprises(done[two], hands[two] ^ card ^ other, easy[two])
        if new_one + new_two <= most:
            hands[one] ^= card ^ other
            hands[two] ^= card ^ other
            wrong[one], wrong[two] = new_one, new_two

    worlds = []
    for step in range(1, WARM_UP + STEPS * number + 1):
        if len(others) > 1:
            swap()
        if step % STEPS:
            continue
        for seat in others:
            switched = surprises(done[seat], hands[seat], not easy[seat])
            alike = sum(easy[other] == easy[seat] for other in others) - 1
            unlike = len(others) - 1 - alike
            if switched + ALIKE * alike <= wrong[seat] + ALIKE * unlike + tolerance():
                easy[seat], wrong[seat] = not easy[seat], switched
        if step > WARM_UP:
            worlds.append(World(state.copy(), union(seat for seat in others if easy[seat])))
    return worlds


def _draw(cards: int, rng: random.Random) -> int:
    """One of these cards, as a set; no card when there is none."""
    held = members(cards)
    return bit(held[int(rng.random() * len(held))]) if held else 0


# ── the search ──────────────────────────────────────────────────────────────────────────────────

STRONG = HIGHEST - 8  # where the three strongest ranks begin
EXPLORE = 0.4  # how much a move that was seldom tried is preferred


class Node:
    """What was found after a sequence of one's own moves: how often it was tried, the sum of the
    results (1 for the first place, 0 for the last), and what one played next."""

    __slots__ = ("next", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.next: dict[int, Node] = {}

    def add(self, result: float) -> None:
        self.visits += 1
        self.total += result

    def select(self, keys: Sequence[int], first: int) -> int:
        """UCB1: which move to try, by its mean so far and how seldom it was tried. Untried moves come
        before all others, and the move `first` before them."""
        if first not in self.next:
            return first
        logarithm = math.log(self.visits + 1)
        best, best_key = -1.0, first
        for key in keys:
            child = self.next.get(key)
            if child is None:
                return key
            value = child.total / child.visits + EXPLORE * math.sqrt(logarithm / child.visits)
            if value > best:
                best, best_key = value, key
        return best_key


def name_of(at: int, number: int, turned: bool) -> int:
    """A move as a key of the tree: the order in force, where the rank stands (-1: a pass), how many."""
    return (turned << 9) + (at + 1 << 3) + number


def options(hand: int, size: int, top: int, turned: bool) -> list[int]:
    """The keys of a hand's moves that are worth a try. Of a weak rank only all cards are led: to lead a
    part would cost one more lead later."""
    keys = [name_of(-1, size, turned)] if size else []
    ranks = enough(hand, size, top) if size else hand & ONES
    while ranks:
        at = (ranks & -ranks).bit_length() - 1
        ranks &= ranks - 1
        held = (hand >> at & 15).bit_count()
        if size:
            keys.append(name_of(at, size, turned))
        elif at < STRONG:
            keys.append(name_of(at, held, turned))
        else:
            keys += [name_of(at, number, turned) for number in range(1, held + 1)]
    return keys


def _next_seats(players: int) -> list[list[int]]:
    def first(seat: int, seats: int) -> int:
        ways = ((seat + step) % players for step in range(1, players + 1))
        return next((other for other in ways if seats >> other & 1), -1)

    return [[first(seat, seats) for seats in range(1 << players)] for seat in range(players)]


# NEXT[players][seat][seats]: the first of these seats (as bits) clockwise after a seat.
NEXT = {players: _next_seats(players) for players in (3, 4, 5, 6)}


class Moment(NamedTuple):
    """What a playout needs of a moment, hands aside; all of it lies open."""

    players: int
    revolution: bool
    turned: bool
    active: int  # the seats that hold cards, as bits
    passed: int  # the seats that have passed, as bits
    places: int  # how many are out
    seat: int  # whose turn it is
    winner: int  # who played the combination to beat
    size: int  # how many cards that is; 0 before a lead
    top: int  # where its rank stands

    @staticmethod
    def of(board: Board) -> Moment:
        return Moment(
            board.game.players,
            board.game.revolution,
            board.turned,
            union(board.active),
            board.passed,
            len(board.places),
            board.to_move or 0,
            board.played_by,
            count(board.to_beat),
            stands(board.to_beat, board.turned),
        )


def playout(moment: Moment, hands: Sequence[int], easy: int, me: int, node: Node) -> None:
    """Play a round on until `me` has its place, and note the result in the tree.

    hands   the ladders of all seats
    easy    the seats (as bits) that play like Easy; the other seats play like Normal

    `me` walks down the tree from `node`, adds one node to it, and plays like Normal from there.
    The rules are those of the engine, on ladders: this loop is where Hard spends its time.
    """
    players, revolution, turned, active, passed, places, seat, winner, size, top = moment
    hands = list(hands)
    following = NEXT[players]
    place = places + 1
    path, growing = [node], True
    while active >> me & 1 and active != 1 << me:
        hand = hands[seat]
        if not size:
            at, number = easy_lead(hand) if easy >> seat & 1 else normal_lead(hand)
        else:
            number = size
            legal = (hand >> size - 1 & ONES) >> top + 4 << top + 4  # enough(), without the call
            if easy >> seat & 1 or not legal:
                at = (legal & -legal).bit_length() - 1
            else:
                at = normal_follow(hand, size, legal)
        if seat == me and growing:
            keys = options(hand, size, top, turned)
            if len(keys) > 1:
                key = node.select(keys, name_of(at, number, turned))
                if key not in node.next:
                    node.next[key] = Node()
                    growing = False
                node = node.next[key]
                path.append(node)
                at, number = (key >> 3 & 63) - 1, key & 7
        if at < 0:
            passed |= 1 << seat
        else:
            size = number
            digit = hand >> at & 15
            hand ^= (digit ^ digit >> size) << at
            hands[seat] = hand
            winner, top = seat, at
            if not hand:
                active ^= 1 << seat
                place += seat != me
            if size == 4 and revolution:
                hands = [turn_round(held) for held in hands]
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


# ── what is certain ─────────────────────────────────────────────────────────────────────────────


def unbeatable(view: PresidentView, cards: int, turned: bool, seats: Sequence[int]) -> bool:
    """Whether none of these seats can hold what beats this combination.

    `turned` is the order before it is played: four of a kind turns it (P4.1).
    """
    size, at = count(cards), stands(cards, turned)
    unseen = ladder(view.unseen, turned)
    if size == 4 and view.game.revolution:
        unseen, at = turn_round(unseen), HIGHEST - at
    return not enough(unseen, size, at) or all(view.counts[seat] < size for seat in seats)


def goes_out(view: PresidentView, hand: int, turned: bool) -> bool:
    """Whether who leads with this hand certainly goes out before anybody else plays a card: all
    combinations but the last are unbeatable, in some order."""
    groups = [hand & 15 << 4 * rank for rank in range(RANKS) if suits_of(hand, rank)]
    if len(groups) <= 1:
        return True
    others = [seat for seat in view.active if seat != view.seat]
    sure = [cards for cards in groups if unbeatable(view, cards, turned, others)]
    for cards in sure:
        if not _turns(view, cards):
            return goes_out(view, hand & ~cards, turned)  # to play it first spoils nothing
    return any(goes_out(view, hand & ~cards, not turned) for cards in sure)


def wins_lead(view: PresidentView, move: Play) -> bool:
    """Whether nobody who may still act in this trick can beat the move."""
    waiting = [seat for seat in view.active if seat != view.seat and not view.passed >> seat & 1]
    return unbeatable(view, move.cards, view.turned, waiting)


def certain(view: PresidentView, move: Move) -> bool:
    """Whether the seat certainly goes out with this move, or after it before anybody else can play."""
    if not isinstance(move, Play):
        return False
    rest = view.hand & ~move.cards
    turned = view.turned ^ _turns(view, move.cards)
    return not rest or (wins_lead(view, move) and goes_out(view, rest, turned))


# ── two players left: what is certain to the end ────────────────────────────────────────────────

ENDING = 14  # so many cards of the last two together are played exactly


class Ending(NamedTuple):
    """A moment of the last two, for the one who is to move; hands are ladders. With two left a trick ends
    at one pass, unless what is to beat was played by somebody who is out by now: then both may pass."""

    own: int
    other: int
    size: int = 0  # of the combination to beat; 0 before a lead
    top: int = 0  # where its rank stands
    others: bool = True  # whether the other one played it
    alone: bool = False  # if not: whether the other one has passed already
    leads: bool = True  # if not: whether the one to move leads after two passes


def last_two(view: PresidentView) -> Ending | None:
    """This moment, where two players are left with few cards; each of them knows the other's hand."""
    others = [seat for seat in view.active if seat != view.seat]
    if len(others) != 1 or count(view.hand | view.unseen) > ENDING:
        return None
    (other,) = others
    winner = view.played_by if view.to_beat else other
    leader = NEXT[view.game.players][winner][1 << view.seat | 1 << other]
    return Ending(
        ladder(view.hand, view.turned),
        ladder(view.unseen, view.turned),
        count(view.to_beat),
        stands(view.to_beat, view.turned),
        winner == other,
        bool(view.passed >> other & 1),
        leader == view.seat,
    )


def _after_play(now: Ending, at: int, number: int, revolution: bool) -> tuple[Ending, bool]:
    """What a play of so many cards leads to, and whether the same player is to move there. An empty hand has
    won."""
    digit = now.own >> at & 15
    own, other = now.own ^ (digit ^ digit >> number) << at, now.other
    if number == 4 and revolution:
        own, other, at = turn_round(own), turn_round(other), HIGHEST - at
    if now.size and not now.others and now.alone:
        return Ending(own, other), True
    return Ending(other, own, number, at), False


def _after_pass(now: Ending) -> tuple[Ending, bool]:
    """The same for a pass."""
    if now.others:
        return Ending(now.other, now.own), False
    if not now.alone:
        return now._replace(own=now.other, other=now.own, alone=True, leads=not now.leads), False
    return (Ending(now.own, now.other), True) if now.leads else (Ending(now.other, now.own), False)


def wins(now: Ending, revolution: bool, known: dict[Ending, bool]) -> bool:
    """Whether the one to move can go out first, whatever the other does. `known` fills up on the way."""
    if now not in known:
        known[now] = any(_won(*found, revolution, known) for found in _choices(now, revolution))
    return known[now]


def _won(after: Ending, same: bool, revolution: bool, known: dict[Ending, bool]) -> bool:
    """Whether the one who made a move that led here wins."""
    mine = after.own if same else after.other
    return not mine or wins(after, revolution, known) == same


def _choices(now: Ending, revolution: bool) -> Iterator[tuple[Ending, bool]]:
    """What each move leads to."""
    ranks = enough(now.own, now.size, now.top) if now.size else now.own & ONES
    while ranks:
        at = (ranks & -ranks).bit_length() - 1
        ranks &= ranks - 1
        held = (now.own >> at & 15).bit_count()
        for number in (now.size,) if now.size else range(held, 0, -1):
            yield _after_play(now, at, number, revolution)
    if now.size:
        yield _after_pass(now)


def winning(view: PresidentView, moves: Sequence[Move]) -> list[Move]:
    """Those of the moves after which this seat goes out before the other one of the last two, whatever that
    one does; none where it cannot be known or forced."""
    now = last_two(view)
    if now is None or view.phase != PLAY:
        return []
    revolution, known = view.game.revolution, dict[Ending, bool]()
    found = []
    for move in moves:
        if isinstance(move, Play):
            after = _after_play(now, stands(move.cards, view.turned), count(move.cards), revolution)
        else:
            after = _after_pass(now)
        if _won(*after, revolution, known):
            found.append(move)
    return found


# ── in words ────────────────────────────────────────────────────────────────────────────────────

GROUPS = ("", "the {}", "the pair of {}s", "the three {}s", "the four {}s")


def group(cards: int) -> str:
    """`"the pair of kings"`."""
    return GROUPS[count(cards)].format(DECK.rank_names[DECK.ranks[rank_of(cards)]])


def still_out(view: PresidentView, cards: int, turned: bool) -> str:
    """What the others hold that is stronger than a combination's rank: `"two aces are still out"`."""
    unseen = view.unseen
    stronger = range(rank_of(cards)) if turned else range(RANKS - 1, rank_of(cards), -1)
    if not stronger:
        return "no rank is stronger"
    for rank in stronger:
        if number := count(suits_of(unseen, rank)):
            name = DECK.rank_names[DECK.ranks[rank]] + ("s" if number > 1 else "")
            return f"{NUMBERS[number]} {name} {'are' if number > 1 else 'is'} still out"
    return "nothing stronger is left"


def kept(view: PresidentView, move: Move) -> str:
    """What a move costs, and the best that it leaves in the hand: `"gets rid of the 3 and keeps the pair of
    kings; two aces are still out"`."""
    cards = move.cards if isinstance(move, Play) else 0
    rest = view.hand & ~cards
    if not rest:
        return f"goes out as {title(len(view.places), view.game.players)}"
    turned = view.turned ^ _turns(view, cards)
    ranks = [rank for rank in range(RANKS) if suits_of(rest, rank)]
    best = rest & 15 << 4 * (ranks[0] if turned else ranks[-1])
    spent = f"gets rid of {group(cards)}" if cards else "spends no card"
    other = "the other " if cards and rank_of(cards) == rank_of(best) else ""
    named = group(best).removeprefix("the ") if other else group(best)
    return f"{spent} and keeps {other}{named}; {still_out(view, best, turned)}"


def broken(view: PresidentView, cards: int) -> list[int]:
    """The pairs, threes and fours of a hand, whole, of which these cards are a part."""
    found = []
    while cards:
        rank = 15 << (cards.bit_length() - 1 & ~3)
        if (whole := view.hand & rank) & ~cards:
            found.append(whole)
        cards &= ~rank
    return found[::-1]


# ── the players ─────────────────────────────────────────────────────────────────────────────────


def _president(view: View) -> PresidentView:
    if not isinstance(view, PresidentView):
        raise TypeError(f"A player of President needs its view, not {type(view).__name__}.")
    return view


def _best_first(thoughts: list[Thought]) -> list[Thought]:
    return sorted(thoughts, key=lambda thought: -thought.value)


class Easy(Bot):
    """P7.2: plays the lowest legal combination, whatever it costs."""

    level = "easy"

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _president(view)
        moves = sorted(view.moves(), key=lambda move: self.order(view, move))
        return [Thought(move, float(-place), self.why(view, move, place)) for place, move in enumerate(moves)]

    def play_on(self, state: State, seat: int, rng: random.Random) -> Move:
        assert isinstance(state, PresidentState)
        if state.phase == EXCHANGE:
            return super().play_on(state, seat, rng)
        return by_rule_of_thumb(state, seat, easy=True)

    @staticmethod
    def order(view: PresidentView, move: Move) -> tuple[int, ...]:
        """Weakest rank, then fewest cards, then lowest suits; a pass last. A gift by its cards."""
        if isinstance(move, Give):
            return tuple(members(move.cards))
        if isinstance(move, Play):
            return (stands(move.cards, view.turned), count(move.cards), *members(move.cards))
        return (HIGHEST + 1,)

    @staticmethod
    def why(view: PresidentView, move: Move, place: int) -> str:
        if isinstance(move, Give):
            return "gives its weakest cards" if not place else "gives better cards than it must"
        if isinstance(move, Play):
            return "the lowest that can be played" if not place else "not the lowest that can be played"
        return "nothing else can be played" if not place else "passes only when it must"


class Normal(Bot):
    """P7.3: plays whole pairs and threes, weakest first, and keeps the strongest rank and fours of a
    kind until the hand is short.

    Its values are steps of liking, and within a step a little more for a weaker rank.
    """

    level = "normal"

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _president(view)
        judge = self.give if view.phase == EXCHANGE else self.follow if view.to_beat else self.lead
        return _best_first([Thought(move, *judge(view, move)) for move in view.moves()])

    def play_on(self, state: State, seat: int, rng: random.Random) -> Move:
        assert isinstance(state, PresidentState)
        if state.phase == EXCHANGE:
            return super().play_on(state, seat, rng)
        return by_rule_of_thumb(state, seat, easy=False)

    @staticmethod
    def lead(view: PresidentView, move: Move) -> tuple[float, str]:
        """As `normal_lead`, for every move."""
        if not isinstance(move, Play):  # which a house rule allows
            return 0, "passes only when it must"
        at = stands(move.cards, view.turned)
        weak = (HIGHEST - at) / 100
        for whole in broken(view, move.cards):
            return 1 + weak, f"breaks up {group(whole)}"
        if at == HIGHEST or count(move.cards) == 4:
            return 2 + weak, f"{group(move.cards)} could win back the lead later"
        return 3 + weak, f"gets rid of {group(move.cards)} whole"

    @staticmethod
    def follow(view: PresidentView, move: Move) -> tuple[float, str]:
        """As `normal_follow`, for every move."""
        short = (ladder(view.hand, turned=False) & ONES).bit_count() <= FEW
        if not isinstance(move, Play):
            return 2, kept(view, move)
        at = stands(move.cards, view.turned)
        weak = (HIGHEST - at) / 100
        for whole in broken(view, move.cards):
            why = f"breaks up {group(whole)}"
            return (3 + weak, f"{why}, as few ranks are left") if short else (weak, why)
        if at == HIGHEST and short:
            return 4, "may win the lead, as few ranks are left"
        if at == HIGHEST:
            return 1, f"{group(move.cards)} should win back the lead later"
        return 5 + weak, f"gets rid of {group(move.cards)} and breaks nothing"

    @staticmethod
    def give(view: PresidentView, move: Move) -> tuple[float, str]:
        """Weak cards, and rather single cards than a part of a pair or three."""
        assert isinstance(move, Give)
        parts = broken(view, move.cards)
        value = -sum(card >> 2 for card in members(move.cards)) - 4 * len(parts)
        if parts:
            return value, f"breaks up {' and '.join(group(whole) for whole in parts)}"
        return value, "gives weak cards and breaks nothing" if value > -RANKS else "gives good cards"


class Hard(Bot):
    """P7.4: counts what is out, goes out where that is certain, and otherwise searches.

    It imagines worlds that fit all it has seen and tries its moves in them, the promising ones more
    often (UCB1): a tree search over its own moves, in which the others play by rule of thumb.
    Its values are expected points of this round (0 for a pass that cannot be helped). It plays the
    move that was tried most, not the one of the best mean: few tries may be lucky.
    """

    level = "hard"
    worlds = 48  # how many worlds it imagines
    tries = 20  # how many playouts in each
    gifts = 12  # how many gifts it considers in the exchange

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _president(view)
        moves = view.moves()
        if sure := [move for move in moves if certain(view, move)]:
            points = float(view.game.players - len(view.places))
            return [Thought(move, points, self.why(view, move, sure=True)) for move in sure]
        if won := winning(view, moves):
            points = float(view.game.players - len(view.places))
            liked = {thought.move: thought.value for thought in Normal().think(view, rng)}
            won.sort(key=lambda move: -liked[move])
            return [Thought(move, points, self.why_won(view, move)) for move in won]
        if len(moves) == 1:
            return [Thought(moves[0], 0.0, "nothing else can be played")]
        if view.phase == EXCHANGE:
            moves = [thought.move for thought in Normal().think(view, rng)[: self.gifts]]
            named = dict(enumerate(moves))
            root = self.search_gifts(view, moves, rng)
        else:
            named = {self.key(view, move): move for move in moves}
            root = self.search(view, rng)
        found = sorted(root.next.items(), key=lambda item: (-item[1].visits, -item[1].total))
        return [
            Thought(
                named[key],
                1 + (view.game.players - 1) * node.total / node.visits,
                self.why(view, named[key], sure=False),
            )
            for key, node in found
            if key in named  # a rule of the house may refuse what the tree knows
        ]

    @staticmethod
    def key(view: PresidentView, move: Move) -> int:
        """A move's key in the tree."""
        if isinstance(move, Play):
            return name_of(stands(move.cards, view.turned), count(move.cards), view.turned)
        return name_of(-1, count(view.to_beat), view.turned)

    def search(self, view: PresidentView, rng: random.Random) -> Node:
        """The tree over this seat's moves; what stands below its root are the moves now, by key."""
        root, moment = Node(), Moment.of(view)
        left = self.worlds * self.tries
        worlds = [
            ([ladder(hand, view.turned) for hand in world.state.hands], world.easy)
            for world in imagine(view, self.worlds, rng)
        ]
        for _ in range(self.tries):
            for hands, easy in worlds:
                playout(moment, hands, easy, view.seat, root)
            most = sorted(node.visits for node in root.next.values())
            left -= len(worlds)
            if most[-1] - sum(most[-2:-1]) > left:
                break  # no other move can still be tried more often
        return root

    def search_gifts(self, view: PresidentView, gifts: Sequence[Move], rng: random.Random) -> Node:
        """A tree whose first moves are these gifts, by their numbers."""
        root = Node()
        worlds = imagine(view, self.worlds, rng)
        for _ in range(self.tries):
            for world in worlds:
                number = root.select(range(len(gifts)), 0)
                node = root.next.setdefault(number, Node())
                state = world.state.copy()
                state.play(gifts[number], seat=view.seat)
                while state.phase == EXCHANGE:  # the other who gives: its weakest
                    giver = state.owing[0]
                    state.play(Give(union(members(state.hands[giver])[: state.gifts_due(giver)])), seat=giver)
                before = node.total
                hands = [ladder(hand, turned=False) for hand in state.hands]
                playout(Moment.of(state), hands, world.easy, view.seat, node)
                root.add(node.total - before)
        return root

    @staticmethod
    def why(view: PresidentView, move: Move, sure: bool) -> str:
        """A move in words."""
        if isinstance(move, Give):
            return Normal.give(view, move)[1]
        if not isinstance(move, Play) or move.cards == view.hand:
            return kept(view, move)
        said = []
        if sure:
            said.append("nobody can stop it from going out now")
        elif _turns(view, move.cards):
            said.append("turns the order")
        elif wins_lead(view, move):
            said.append("nobody can beat it")
        else:
            said += [f"breaks up {group(whole)}" for whole in broken(view, move.cards)]
        return "; ".join([*said, kept(view, move)])

    @staticmethod
    def why_won(view: PresidentView, move: Move) -> str:
        """A move of the last two that wins."""
        (other,) = (seat for seat in view.active if seat != view.seat)
        return f"all cards are known, and goes out before seat {other}, whatever that one plays"


BOTS = (Easy(), Normal(), Hard())  # P7.5: weakest first, truly
