"""Computer players of Hang In: Easy, Normal and Hard (H7).

Whoever plays well here weighs two things: what a card can still claim as an answer, and how surely it
keeps a slice from a house as a challenge. Both are counted on the cards that are unseen. From them
follow the rules of thumb: one for the pot, one for a challenge, one for an answer.

Easy wants to be the house and looks no further. Normal goes by the rules of thumb. Hard searches: it
deals the cards that it cannot see in ways that fit what it knows (determinization), tries its moves
in these worlds, where everybody goes by the rules of thumb to the end of the round, and prefers what
brings it closest to winning the game.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from handkit.bots import Bot, Thought
from handkit.cards import bit, members, union
from handkit.game import Move, View
from handkit.games.hang_in import (
    ANSWER,
    CHALLENGE,
    DECK,
    HALF,
    HOLD,
    PLAYS,
    POT,
    SUITS,
    Board,
    Deal,
    HangInState,
    HangInView,
    Play,
    card_in,
    parts,
    settle,
    suit_of,
    total_of,
    union_of_all,
    value_of,
    worth,
)
from handkit.words import NUMBERS

Rated = list[tuple[float, int]]  # moves with what they are worth: a card as a set, or 0 to hold back
NONE = -4  # no card, where a card is a number: it has the value 0

# ── what a card can do ──────────────────────────────────────────────────────────────────────────


def _claimants(table: int, scale: int) -> int:
    """H3.4, H3.5: the cards that claim a slice against this table card."""
    suit, needed = suit_of(table), value_of(table) * scale
    return sum(bit(card) for card in range(DECK.size) if card != table and worth(card, suit, scale) >= needed)


# CLAIMANTS[off_suit][card]: what claims against this table card; CLAIMED: against what this answer claims.
CLAIMANTS = {scale: [_claimants(table, scale) for table in range(DECK.size)] for scale in (2, 3)}
CLAIMED = {
    scale: [
        sum(bit(table) for table in range(DECK.size) if CLAIMANTS[scale][table] >> card & 1)
        for card in range(DECK.size)
    ]
    for scale in (2, 3)
}
HIGH = sum(bit(card) for card in range(DECK.size) if value_of(card) >= 9)
HIGHER = 3  # a high card is so many times more likely to be a challenge, besides


def unseen_by(board: Board, hand: int) -> int:
    """The cards that who holds this hand cannot see."""
    return DECK.all & ~(hand | board.played | union_of_all(board.slices))


def likely(cards: int) -> int:
    """How likely one of these cards is to be a challenge, in no unit: high cards more than others."""
    return cards.bit_count() + HIGHER * (cards & HIGH).bit_count()


def use_of(card: int, unseen: int, scale: int, challenges: int) -> float:
    """The chance that a card can claim in one of so many challenges to come."""
    share = likely(CLAIMED[scale][card] & unseen) / likely(unseen)
    return float(1 - (1 - share) ** challenges)


def risk_of(card: int, unseen: int, scale: int, held: int) -> float:
    """The chance that houses with so many cards in all can claim against this table card."""
    share = (CLAIMANTS[scale][card] & unseen).bit_count() / unseen.bit_count()
    return float(1 - (1 - share) ** held)


# ── the pot: who will be the house? ─────────────────────────────────────────────────────────────

PAYS = 18  # what a slice with its table card pays on average
DRAWN = 5  # what the two cards that a house draws are worth on average
DENY = 0.2  # a point of a rival's is worth so much less of one's own
TIE = 0.6  # to share the house with another

# What a rival is expected to reach in all, in halves: by its first card, and before it.
FIRST, RISE, START = 4, 1.8, 22
WIDTH, WIDER = 5, 8  # how uncertain that is, with one card to come and with two


def bid_of(card: int, suit: int) -> int:
    """H2.3: what a card counts in the pot, in halves."""
    return worth(card, suit, HALF) if card != NONE else 0


class Contest:
    """What the rivals of a seat may reach in the pot: what each has there if it is complete, else a guess
    and how uncertain that is."""

    def __init__(self, board: Board, seat: int) -> None:
        players, done = board.game.players, len(board.history)
        self.to_beat, self.guesses = -1, []
        self.known: dict[int, float] = {}
        for rival, contest in enumerate(board.contest):
            turn = (rival - board.starter) % players
            if rival == seat:
                continue
            if done > players + turn:
                self.to_beat = max(self.to_beat, contest)
            elif done > turn:
                self.guesses.append((FIRST + RISE * contest, WIDTH))
            else:
                self.guesses.append((START, WIDER))

    def chance(self, total: int) -> float:
        """How likely one is to be the house with so many halves (H2.4)."""
        if total < self.to_beat:
            return 0.0
        if total not in self.known:
            odds = 1 / TIE if total == self.to_beat else 1.0
            for guess, width in self.guesses:
                odds *= 1 + math.exp((guess - total) / width)
            self.known[total] = 1 / odds
        return self.known[total]


def add_to_pot(board: Board, seat: int, hand: int) -> Rated:
    """H2.1: the points to expect from each card, with the best that can follow it in the second turn."""
    game, unseen, contest = board.game, unseen_by(board, hand), Contest(board, seat)
    cards = members(hand)
    challenges, scale = game.players - 1, game.off_suit
    uses = {card: PAYS * use_of(card, unseen, scale, challenges) for card in cards}
    risks = sorted([(risk_of(card, unseen, scale, game.players + 1), card) for card in cards])
    all_uses = DRAWN - challenges + sum(uses.values())
    slice, total = total_of(board.slices[seat]), board.contest[seat]
    uses[NONE] = 0.0

    def prospect(one: int, other: int, halves: int) -> float:
        """The points to expect when these two cards go into the pot and count so much; what a rival gets
        out of the slice counts against it."""
        chance = contest.chance(total + halves)
        for risk, best in risks:  # the challenge to keep
            if best not in (one, other):
                break
        lost = risk * (slice + value_of(one) + value_of(other) + value_of(best))
        return chance * (all_uses - uses[one] - uses[other]) - (1 - chance) * DENY * lost

    choices = [*cards, NONE] if game.may_hold_back else cards
    rated: Rated = []
    for card in choices:
        suit = board.pot_suit
        if suit < 0 and card != NONE and game.pot_suit == "first":
            suit = suit_of(card)
        bid = bid_of(card, suit)
        if len(board.history) >= game.players:
            value = prospect(card, NONE, bid)
        else:
            # Of two cards that are to go, rather the lower one first: more is known later.
            value = -bid / 100 + max(
                [
                    prospect(card, other, bid + bid_of(other, suit))
                    for other in choices
                    if other != card or card == NONE
                ]
            )
        rated.append((value, bit(card) if card != NONE else 0))
    return rated


# ── challenges and answers ──────────────────────────────────────────────────────────────────────


def make_challenge(board: Board, hand: int) -> Rated:
    """H3.3: what is to be feared from each challenge: the slice with the card, by the chance to lose it."""
    unseen, scale = unseen_by(board, hand), board.game.off_suit
    held = sum(board.counts[house] for house in board.houses)
    stake = total_of(board.slices[board.tables[board.settled]]) + 1
    return [
        (-risk_of(card, unseen, scale, held) * (stake + value_of(card)), bit(card)) for card in members(hand)
    ]


def give_answer(board: Board, seat: int, hand: int) -> Rated:
    """H3.4: what each answer brings now, less what its card could still bring in later challenges."""
    unseen, scale = unseen_by(board, hand), board.game.off_suit
    later = [total_of(board.slices[table]) for table in board.tables[board.settled + 1 :]]
    pays = 11 + sum(later) / len(later) if later else 0.0
    rated: Rated = []
    for card in members(hand):
        value = gain(board, seat, bit(card)) - value_of(card) / 1000
        if later:
            value -= pays * use_of(card, unseen, scale, len(later))
        rated.append((value, bit(card)))
    return rated


def gain(board: Board, seat: int, card: int) -> int:
    """What this answer brings a house if it is the last: H3.6, H3.7, H4."""
    table = board.tables[board.settled]
    if len(board.houses) == 1:
        claims = CLAIMANTS[board.game.off_suit][card_in(board.challenge)] & card
        return total_of(board.slices[table] | board.challenge) if claims else -1
    before = board.challenges[-1].answers
    shares = settle(board.game, board.slices[table], board.challenge, [*before, (seat, card)])
    return next(share.points for share in shares if share.seat == seat)


def rate(board: Board, seat: int, hand: int) -> Rated:
    """What each move of a seat is worth by the rules of thumb, in points."""
    if board.phase == POT:
        return add_to_pot(board, seat, hand)
    if board.phase == CHALLENGE:
        return make_challenge(board, hand)
    return give_answer(board, seat, hand)


def best_of(board: Board, seat: int, hand: int) -> int:
    """What the rules of thumb do: a card as a set, or 0 to hold back."""
    return max(rate(board, seat, hand))[1]


def move_of(card: int) -> Move:
    """The move that plays this card, or holds back."""
    return PLAYS[card_in(card)] if card else HOLD


# ── worlds that fit what the others did ─────────────────────────────────────────────────────────

TRIES = 6  # how many hands are tried for a rival, until one fits what it did


class Act(NamedTuple):
    """A card that a seat added or challenged with, and what it takes to ask what the rules of thumb
    would have done with another hand."""

    board: Board  # as it lay before
    later: int  # what the seat has laid since, this card included
    did: int  # the card, or 0 for holding back


def acts(view: HangInView, world: HangInState) -> list[list[Act]]:
    """What each other seat did in this round, answers aside, by seat."""
    players = view.game.players
    found: list[list[Act]] = [[] for _ in range(players)]
    later = [0] * players
    for seat, card in view.history:
        later[seat] |= card
    state = beginning(view, world)
    for seat, card in view.history:
        if seat != view.seat and state.phase != ANSWER:
            found[seat].append(Act(state.copy(), later[seat], card))
        later[seat] &= ~card
        state.play(move_of(card))
    return found


def beginning(view: HangInView, world: HangInState) -> HangInState:
    """How the round of a world may have begun."""
    players = view.game.players
    hands = world.hands[:]
    for seat, card in view.history:
        hands[seat] |= card
    drawn = 0
    for house in view.houses if view.tables else ():
        others = members(hands[house] & ~view.slices[house])
        cards = bit(others[0]) | bit(others[1])
        hands[house] &= ~cards
        drawn |= cards
    order = [card for turn in zip(*map(members, hands), strict=True) for card in turn]
    order += members(drawn) + list(world.stock)
    state = HangInState(view.game)
    state.starter, state.scores = view.starter, [0] * players
    state.play(Deal(order))
    return state


def imagine(view: HangInView, number: int, rng: random.Random) -> Iterator[HangInState]:
    """Worlds that fit the view, in which the others would by the rules of thumb have done what they did,
    as far as a few tries find such hands."""
    done: list[list[Act]] = []
    others = [seat for seat in range(view.game.players) if seat != view.seat]
    for _ in range(number):
        world = view.guess(rng)
        done = done or acts(view, world)
        free = members(view.unseen)
        shuffle(free, len(free), rng)
        shuffle(others, len(others), rng)
        for seat in others:
            count = view.counts[seat]
            least, chosen = 99, 0
            for _ in range(TRIES if done[seat] else 1):
                hand = union(free[:count])
                wrong = surprises(view, seat, hand, done[seat], rng)
                if wrong < least:
                    least, chosen = wrong, hand
                if not wrong:
                    break
                shuffle(free, count, rng)
            world.hands[seat] = chosen
            free = [card for card in free if not chosen >> card & 1]
        world.stock = tuple(free)
        yield world


def surprises(view: HangInView, seat: int, hand: int, done: Sequence[Act], rng: random.Random) -> int:
    """How many of its acts a seat would not have done by the rules of thumb, if it holds this hand now."""
    drawn = 0
    if seat in view.houses and done:
        cards = members((hand | done[0].later) & ~view.slices[seat])
        shuffle(cards, 2, rng)
        drawn = bit(cards[0]) | bit(cards[1])
    wrong = 0
    for board, later, did in done:
        held = hand | later
        if board.phase == POT:
            held &= ~drawn
        wrong += best_of(board, seat, held) != did
    return wrong


def shuffle(cards: list[int], number: int, rng: random.Random) -> None:
    """Put so many cards, drawn evenly, in front."""
    for place in range(number):
        other = place + int(rng.random() * (len(cards) - place))
        cards[place], cards[other] = cards[other], cards[place]


# ── the search ──────────────────────────────────────────────────────────────────────────────────

A_ROUND = 5.0  # points that the leader gains in a round
LUCK = 6.0  # how much of a lead one round may turn, in points


def play_on(state: HangInState) -> None:
    """Play to the end of the round by the rules of thumb."""
    while (seat := state.to_move) is not None and seat >= 0:
        state.play(move_of(best_of(state, seat, state.hands[seat])))


def win_chance(state: HangInState, seat: int) -> float:
    """The chance to win the game for a seat, after a round: by how far the others are ahead or behind,
    and how much may still happen until somebody meets the target (H6.1) or the limit comes (H6.3)."""
    if outcome := state.outcome:
        return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
    game, scores = state.game, state.scores
    rounds = min((game.target - max(scores)) / A_ROUND, game.max_rounds - state.round)
    luck = LUCK * math.sqrt(max(rounds, 0) + 0.5)
    return 1 / sum(math.exp((score - scores[seat]) / luck) for score in scores)


# ── in words ────────────────────────────────────────────────────────────────────────────────────


def why_added(view: HangInView, card: int) -> str:
    """A card in the pot in words."""
    rest = DECK.text(view.hand & ~card)
    seat, suit = view.seat, view.pot_suit
    if suit < 0 and card and view.game.pot_suit == "first":
        suit = suit_of(card_in(card))
    total = view.contest[seat] + (worth(card_in(card), suit, HALF) if card else 0)
    reached, rivals = parts(total, HALF), [sum_ for rival, sum_ in enumerate(view.contest) if rival != seat]
    if total > max(rivals):
        last = len(view.history) == 2 * view.game.players - 1
        return f"{'is the house' if last else 'leads'} with {reached}, and keeps {rest} to answer with"
    if total == max(rivals) and total:
        return f"ties for the house with {reached}, and keeps {rest} to answer with"
    given = total_of(view.slices[seat] | card)
    return f"puts a slice of {given} at stake, and keeps {rest} to challenge with"


def why_challenged(view: HangInView, card: int) -> str:
    """A challenge in words: what could claim against it."""
    claimants = CLAIMANTS[view.game.off_suit][card_in(card)] & unseen_by(view, view.hand)
    stake = total_of(view.slices[view.seat] | card)
    if not claimants:
        return f"nothing that is unseen can claim these {stake} points"
    number = claimants.bit_count()
    counted = NUMBERS[number] if number < len(NUMBERS) else str(number)
    cards = f"{counted} unseen card{'s' if number > 1 else ''}"
    if all(suit_of(other) == suit_of(card_in(card)) for other in members(claimants)):
        cards += f" in {SUITS[suit_of(card_in(card))].name}"
    return f"{cards} can claim these {stake} points"


def why_answered(view: HangInView, card: int, best: bool) -> str:
    """An answer in words."""
    points = gain(view, view.seat, card)
    claimants = CLAIMANTS[view.game.off_suit][card_in(view.challenge)] & view.hand
    if claimants & card:
        lower = claimants & (card - 1)
        if not lower:
            return f"the lowest card that claims: {points} points"
        return f"claims {points} points, as {DECK.text(lower & -lower)} would"
    if claimants:
        return "lets this slice go, to keep better cards for the next" if best else "lets this slice go"
    if best:
        return "no card claims this slice, so the least useful goes"
    return "no card claims this slice, and this one could be of more use"


def why(view: HangInView, card: int, best: bool) -> str:
    """A move in words."""
    if view.phase == POT:
        return why_added(view, card)
    if view.phase == CHALLENGE:
        return why_challenged(view, card)
    return why_answered(view, card, best)


# ── the players ─────────────────────────────────────────────────────────────────────────────────


def _hang_in(view: View) -> HangInView:
    if not isinstance(view, HangInView):
        raise TypeError(f"A player of Hang In needs its view, not {type(view).__name__}.")
    return view


def _thoughts(view: HangInView, rated: Rated) -> list[Thought]:
    """Moves and values as thoughts, the best first."""
    rated = sorted(rated, reverse=True)
    return [
        Thought(move_of(card), value, why(view, card, place == 0))
        for place, (value, card) in enumerate(rated)
    ]


class Easy(Bot):
    """Adds its highest cards to the pot, challenges with its highest card, answers with the lowest
    that claims, or else with its lowest. Its values are just the order of its liking."""

    level = "easy"

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _hang_in(view)
        cards = [move.cards if isinstance(move, Play) else 0 for move in view.moves()]
        if view.phase in (POT, CHALLENGE):
            cards.sort()
        else:
            claimants = CLAIMANTS[view.game.off_suit][card_in(view.challenge)]
            cards.sort(key=lambda card: (bool(claimants & card), -card))
        return _thoughts(view, [(float(place), card) for place, card in enumerate(cards)])


class Normal(Bot):
    """Goes by the rules of thumb. Its values are points to expect."""

    level = "normal"

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _hang_in(view)
        return _thoughts(view, rate(view, view.seat, view.hand))

    def choose(self, view: View, rng: random.Random) -> Move:
        view = _hang_in(view)
        return move_of(best_of(view, view.seat, view.hand))


class Hard(Bot):
    """Searches. Its values are the chance to win the game, in percent."""

    level = "hard"
    worlds = 60  # how many worlds it imagines

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _hang_in(view)
        totals = {card: 0.0 for _, card in rate(view, view.seat, view.hand)}
        for world in imagine(view, self.worlds if len(totals) > 1 else 1, rng):
            for card in totals:
                state = world.copy()
                state.play(move_of(card))
                play_on(state)
                totals[card] += win_chance(state, view.seat)
        return _thoughts(view, [(100 * total / self.worlds, card) for card, total in totals.items()])


BOTS = (Easy(), Normal(), Hard())  # H7.2: weakest first, truly
