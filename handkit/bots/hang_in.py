"""Computer players of Hang In: Easy, Normal and Hard (H7).

Only a house scores, and the cards that make a player the house are those that it would answer with. So
the question in the pot is what to keep; as a table player one keeps the challenge that a house can
hardly claim. How hardly, is counted on the cards that are unseen.

Easy asks none of this. Normal goes by rules of thumb: one for the pot, one for a challenge, one for an
answer. Hard searches: it deals the cards that it cannot see in ways that fit its view
(determinization), tries each of its moves in these worlds, plays the round on by the rules of thumb,
weighs more closely what it adds to the pot itself, and prefers what brings it closest to winning the
game.
"""

from __future__ import annotations

import math
import random

from handkit.bots import Bot, Thought
from handkit.cards import bit, members
from handkit.game import Move, State, View
from handkit.games.hang_in import (
    CHALLENGE,
    DECK,
    HALF,
    HOLD,
    PLAYS,
    POT,
    SUITS,
    WORTH,
    Board,
    HangInState,
    HangInView,
    card_in,
    in_halves,
    settle,
    suit_of,
    total_of,
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
    return DECK.all & ~(hand | board.laid)


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


# ── rules of thumb ──────────────────────────────────────────────────────────────────────────────


def suit_with(board: Board, card: int) -> int:
    """H2.3: the suit of the pot when this card has been added; -1 for none."""
    if board.pot_suit < 0 and card != NONE and board.game.pot_suit == "first":
        return suit_of(card)
    return board.pot_suit


def bid_of(card: int, suit: int) -> int:
    """H2.3: what a card counts in a pot of this suit, in halves."""
    return worth(card, suit, HALF) if card != NONE else 0


STRONG = 11  # so good a card is reason enough to be the house
KEPT, ENOUGH = -100.0, 100.0  # far below and far above everything else


def add_to_pot(board: Board, seat: int, hand: int) -> Rated:
    """H2.1: who keeps a strong card wants to be the house: first the most that the other cards can count,
    then the least that leads. Who does not, or cannot lead, gives the least away."""
    total, bids = board.contest[seat], WORTH[HALF][board.pot_suit]
    second = len(board.history) >= board.game.players
    lead = max([contest for rival, contest in enumerate(board.contest) if rival != seat])
    best = card_in(hand)
    wants = value_of(best) >= STRONG
    rated: Rated = [(0.0, 0)] if board.game.may_hold_back else []
    for card in members(hand):
        bid = bids[card]
        if not wants:
            value = -float(value_of(card))
        elif card == best:
            value = KEPT
        elif not second:
            value = float(bid)
        elif total + bid > lead:
            value = ENOUGH - bid
        else:
            value = -float(value_of(card))
        rated.append((value, bit(card)))
    return rated


def make_challenge(board: Board, hand: int) -> Rated:
    """H3.3: what is to be feared from each challenge: the slice with the card, by the chance to lose it."""
    unseen, scale = unseen_by(board, hand), board.game.off_suit
    held = sum([board.counts[house] for house in board.houses])
    stake = total_of(board.slices[board.table_players[board.settled]]) + 1
    return [
        (-risk_of(card, unseen, scale, held) * (stake + value_of(card)), bit(card)) for card in members(hand)
    ]


def give_answer(board: Board, seat: int, hand: int) -> Rated:
    """H3.4: what each answer brings, and for equal points rather a low card."""
    return [(gain(board, seat, bit(card)) - value_of(card) / 100, bit(card)) for card in members(hand)]


def gain(board: Board, seat: int, card: int) -> int:
    """What this answer brings a house if it is the last: H3.6, H3.7, H4."""
    player = board.table_players[board.settled]
    if len(board.houses) == 1:
        claims = CLAIMANTS[board.game.off_suit][card_in(board.challenge)] & card
        return total_of(board.slices[player] | board.challenge) if claims else -1
    before = board.challenges[-1].answers
    shares = settle(board.game, board.slices[player], board.challenge, [*before, (seat, card)])
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


# ── the pot weighed ─────────────────────────────────────────────────────────────────────────────

PAYS = 18  # what a slice with its table card pays on average
DRAWN = 5  # what the two cards that a house draws are worth on average
DENY = 0.2  # how much it hurts that a rival gains a point
TIE = 0.6  # how good it is to share the house

# What a rival is thought to reach in the pot, in halves: before its first card; and after it, when a low
# card promises another one. Then how uncertain that is.
START, BASE, RISE = 22, 4, 1.8
WIDE, NARROW = 8, 5


class Contest:
    """What the rivals of a seat have in the pot, or may have when it is complete."""

    def __init__(self, board: Board, seat: int) -> None:
        players, done = board.game.players, len(board.history)
        self.to_beat = 0  # in halves
        self.guesses: list[tuple[float, int]] = []  # in halves, and how uncertain that is
        self.found: dict[int, float] = {}
        for rival, contest in enumerate(board.contest):
            turn = (rival - board.starter) % players
            if rival == seat:
                continue
            if done > players + turn:
                self.to_beat = max(self.to_beat, contest)
            elif done > turn:
                self.guesses.append((BASE + RISE * contest, NARROW))
            else:
                self.guesses.append((START, WIDE))

    def chance(self, total: int) -> float:
        """The chance to be the house with so many halves (H2.4): a logistic curve for each guess."""
        if total < self.to_beat:
            return 0.0
        if total not in self.found:
            chance = TIE if total == self.to_beat else 1.0
            for guess, width in self.guesses:
                chance /= 1 + math.exp((guess - total) / width)
            self.found[total] = chance
        return self.found[total]


class Scales:
    """The points to expect by what goes into the pot."""

    def __init__(self, board: Board, seat: int, hand: int) -> None:
        game, unseen = board.game, unseen_by(board, hand)
        self.contest = Contest(board, seat)
        self.total, self.slice = board.contest[seat], total_of(board.slices[seat])
        self.cards = members(hand)
        challenges = game.players - 1
        self.uses = {card: PAYS * use_of(card, unseen, game.off_suit, challenges) for card in self.cards}
        self.house = DRAWN - challenges + sum(self.uses.values())
        self.uses[NONE] = 0.0
        # The safest challenges first: the chance to lose the slice, and the card.
        self.risks = sorted(
            [(risk_of(card, unseen, game.off_suit, challenges + 2), card) for card in self.cards]
        )

    def weigh(self, one: int, other: int, bid: int) -> float:
        """With these two cards in the pot, for so many halves: what the others would earn in the house,
        or else what a rival gets out of the slice, each by its chance."""
        chance = self.contest.chance(self.total + bid)
        earned = self.house - self.uses[one] - self.uses[other]
        risk, challenge = next(found for found in self.risks if found[1] not in (one, other))
        lost = risk * (self.slice + value_of(one) + value_of(other) + value_of(challenge))
        return chance * earned - (1 - chance) * DENY * lost


def weigh_pot(board: Board, seat: int, hand: int) -> Rated:
    """H2.1: the points to expect from each card, with the best that can follow it in the second turn."""
    scales = Scales(board, seat, hand)
    choices = [*scales.cards, NONE] if board.game.may_hold_back else scales.cards
    second = len(board.history) >= board.game.players
    rated: Rated = []
    for card in choices:
        suit = suit_with(board, card)
        bid = bid_of(card, suit)
        if second:
            value = scales.weigh(card, NONE, bid)
        else:
            others = [other for other in choices if other != card or card == NONE]
            value = max([scales.weigh(card, other, bid + bid_of(other, suit)) for other in others])
            value -= bid / 100  # of two cards rather the lower one first: more is known later
        rated.append((value, bit(card) if card != NONE else 0))
    return rated


# ── the search ──────────────────────────────────────────────────────────────────────────────────

# Measured on games between these players: how surely the scores after a round tell who wins.
A_ROUND, LAST = 5, 5  # the leader gains so much in a round, and the last slice takes so many rounds
LUCK = 7  # how much of a lead one round may turn, in points
FAR = 50.0  # so far behind that it is hopeless, measured in luck


def play_on(state: HangInState, me: int) -> None:
    """Play to the end of the round by the rules of thumb; `me` weighs what it adds to the pot."""
    while (seat := state.to_move) is not None and seat >= 0:
        hand = state.hands[seat]
        if seat == me and state.phase == POT:
            card = max(weigh_pot(state, seat, hand))[1]
        else:
            card = best_of(state, seat, hand)
        state.play(move_of(card))


def win_chance(state: HangInState, seat: int) -> float:
    """The chance to win the game for a seat, after a round: by how far the others are ahead or behind,
    and how much may still happen until somebody meets the target (H6.1) or the limit comes (H6.3)."""
    if outcome := state.outcome:
        return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
    game, scores = state.game, state.scores
    rounds = min((game.target - max(scores)) / A_ROUND + LAST, game.max_rounds - state.round)
    luck = LUCK * math.sqrt(rounds)
    return 1 / sum([math.exp(min((score - scores[seat]) / luck, FAR)) for score in scores])


# ── in words ────────────────────────────────────────────────────────────────────────────────────


def why_added(view: HangInView, card: int) -> str:
    """What a card does in the pot: `"leads with 14½, and keeps 12S 13O to answer with"`."""
    added = card_in(card) if card else NONE
    total = view.contest[view.seat] + bid_of(added, suit_with(view, added))
    most = max(contest for seat, contest in enumerate(view.contest) if seat != view.seat)
    kept, reached = DECK.text(view.hand & ~card), in_halves(total)
    last = len(view.history) == 2 * view.game.players - 1
    if total > most:
        return f"{'becomes the house' if last else 'leads'} with {reached}, and keeps {kept} to answer with"
    if total == most > 0:
        return f"{'shares the house' if last else 'draws level'} with {reached}, and keeps {kept}"
    if len(view.history) < view.game.players:
        return f"comes to {reached} with a turn still to come, and keeps {kept}"
    stake = points(total_of(view.slices[view.seat] | card))
    return f"leaves the house to others: {stake} at stake, and {kept} to challenge with"


def why_challenged(view: HangInView, card: int) -> str:
    """What can claim against a challenge: `"two unseen cards in Family can claim these 23 points"`."""
    table = card_in(card)
    claimants = CLAIMANTS[view.game.off_suit][table] & unseen_by(view, view.hand)
    stake = f"the slice, {points(total_of(view.slices[view.seat] | card))}"
    if not claimants:
        return f"no unseen card can claim {stake}"
    number = claimants.bit_count()
    cards = f"{NUMBERS[number] if number < len(NUMBERS) else number} unseen card{'s' if number > 1 else ''}"
    if all(suit_of(other) == suit_of(table) for other in members(claimants)):
        cards += f" in {SUITS[suit_of(table)].name}"
    return f"{cards} can claim {stake}"


def why_answered(view: HangInView, card: int, best: bool) -> str:
    """What an answer brings: `"the lowest card that claims: 17 points"`."""
    claimants = CLAIMANTS[view.game.off_suit][card_in(view.challenge)] & view.hand
    if claimants & card:
        earned, lower = points(gain(view, view.seat, card)), claimants & (card - 1)
        if not lower:
            return f"the lowest card that claims: {earned}"
        return f"claims: {earned}; {DECK.name(card_in(lower & -lower))} is lower and would claim too"
    if claimants:
        return f"lets this slice go, though {DECK.name(card_in(claimants & -claimants))} would claim it"
    if best:
        lowest = min(members(view.hand), key=value_of)
        if value_of(card_in(card)) == value_of(lowest):
            return "no card claims this slice, so the lowest goes"
        return f"no card claims this slice; {DECK.name(lowest)} is lower, and is kept to answer with"
    return "no card claims this slice, and this one may still be of use"


def points(number: int) -> str:
    """`"1 point"`, `"17 points"`."""
    return f"{number} point{'' if number == 1 else 's'}"


def why(view: HangInView, card: int, best: bool) -> str:
    """A move in words; `best` for the one that is played."""
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
    """Moves with their values, the best first, as thoughts."""
    return [
        Thought(move_of(card), value, why(view, card, best=not place))
        for place, (value, card) in enumerate(rated)
    ]


class Easy(Bot):
    """Adds any card to the pot, challenges with its highest card, and answers with the lowest that claims,
    or just the lowest.

    Its values only say in which order it likes its moves.
    """

    level = "easy"

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _hang_in(view)
        cards = [card for _, card in rate(view, view.seat, view.hand)]
        cards.sort(key=lambda card: self.order(view, card, rng))
        return _thoughts(view, [(-float(place), card) for place, card in enumerate(cards)])

    @staticmethod
    def order(view: HangInView, card: int, rng: random.Random) -> tuple[float, ...]:
        """The least comes first. Easy holds nothing back."""
        if view.phase == POT:
            return (not card, rng.random())
        if view.phase == CHALLENGE:
            return (-card,)
        return (not CLAIMANTS[view.game.off_suit][card_in(view.challenge)] & card, card)


class Normal(Bot):
    """Goes by the rules of thumb.

    Its values are steps of liking in the pot, and points to expect elsewhere.
    """

    level = "normal"

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _hang_in(view)
        return _thoughts(view, sorted(rate(view, view.seat, view.hand), reverse=True))

    def choose(self, view: View, rng: random.Random) -> Move:
        """As the first of its thoughts, without the words."""
        view = _hang_in(view)
        return move_of(best_of(view, view.seat, view.hand))

    def play_on(self, state: State, seat: int, rng: random.Random) -> Move:
        assert isinstance(state, HangInState)
        return move_of(best_of(state, seat, state.hands[seat]))


class Hard(Bot):
    """Searches. Its values are the chances to win the game, in percent."""

    level = "hard"
    worlds = 40  # how many worlds it imagines

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _hang_in(view)
        rated = rate(view, view.seat, view.hand)
        chances = dict.fromkeys([card for _, card in rated], 0.0)
        for _ in range(self.worlds):
            world = view.guess(rng)
            for card in chances:
                state = world.copy()
                state.play(move_of(card))
                play_on(state, view.seat)
                chances[card] += win_chance(state, view.seat)
        # Of equal chances, as often in the last challenge, what the rules of thumb prefer.
        found = sorted([(chances[card], liked, card) for liked, card in rated], reverse=True)
        return _thoughts(view, [(100 * chance / self.worlds, card) for chance, _, card in found])


BOTS = (Easy(), Normal(), Hard())  # H7.2: weakest first, truly
