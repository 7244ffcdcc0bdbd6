"""Hang In: the rulebook in code.

The ids (H2.3) are those of `handkit/rulebooks/hang_in.md`. Read from top to bottom: the cards and
what they count, the moves, the options, how a slice is settled, what lies open and how a move is
judged, what one seat knows, the state and how it changes. How positions are set up, checked and guessed
stands in `handkit/games/setups/hang_in.py`.

A card is a number from 0 to 51: four times its place in the order of values, and the suit. A set of
cards is one number too, with bit `i` on where card `i` is in the set; so `cards & -cards` is its
lowest card alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from typing import Annotated, ClassVar, Final, Literal, NamedTuple

from handkit.cards import Card, CardError, Cards, Deck, Suit, bit, count, members, shorten
from handkit.game import (
    DEALER,
    ONLOOKER,
    BySeat,
    CardsMove,
    DealMove,
    FaceDown,
    Game,
    Move,
    Open,
    Outcome,
    Own,
    ParseError,
    Position,
    Refusal,
    Seat,
    State,
    Tell,
    View,
    first_word,
    option,
    ranking,
)

# ── the cards, and what they count ──────────────────────────────────────────────────────────────

# H1.2: the values 1 to 13 in four suits. The source names Office and Social; the other two are ours.
SUITS = (
    Suit("O", " of Office", "Office", "o"),
    Suit("S", " of Social", "Social", "s"),
    Suit("F", " of Family", "Family", "f"),
    Suit("H", " of Hobby", "Hobby", "h"),
)
DECK = Deck((str(value) for value in range(1, 14)), SUITS)
HALF = 2  # H5.1: the pot counts in halves, so that nothing is rounded


def card_in(cards: int) -> int:
    """The one card of a set, or its highest."""
    return cards.bit_length() - 1


def value_of(card: int) -> int:
    """H5.2: the full value of a card, 1 to 13; scoring uses nothing else."""
    return (card >> 2) + 1


def suit_of(card: int) -> int:
    """Which of the four suits: 0 for Office to 3 for Hobby."""
    return card & 3


def values(cards: int) -> list[int]:
    """The full values of a set of cards, the highest first."""
    return [value_of(card) for card in reversed(members(cards))]


def total_of(cards: int) -> int:
    """H5.2: what a set of cards scores."""
    total = 0
    while cards:
        low = cards & -cards
        total += (low.bit_length() + 3) >> 2
        cards ^= low
    return total


def _worth(card: int, suit: int, scale: int) -> int:
    return value_of(card) * (scale if suit < 0 or suit_of(card) == suit else 1)


# H5.1, H2.3, H3.5: WORTH[scale][suit][card], made once. Suit -1 is the last, as where no suit is asked.
WORTH = [
    [[_worth(card, suit, scale) for card in range(DECK.size)] for suit in (0, 1, 2, 3, -1)]
    for scale in range(4)
]


def worth(card: int, suit: int, scale: int) -> int:
    """H5.1: what a card counts where this suit is asked, in parts of 1 / `scale`: in the suit, or
    where none is asked (-1), the full value, else that divided by `scale`."""
    return WORTH[scale][suit][card]


# ── numbers in words ────────────────────────────────────────────────────────────────────────────

FRACTIONS = {(0, 1): "", (0, 2): "", (0, 3): "", (1, 2): "½", (1, 3): "⅓", (2, 3): "⅔"}


def fraction(number: int, scale: int) -> str:
    """A number of halves or thirds as people write it: `fraction(7, 2)` is "3½"."""
    whole, rest = divmod(number, scale)
    return f"{whole or ''}{FRACTIONS[rest, scale]}" or "0"


def in_halves(number: int) -> str:
    """H2.4: a number of halves: `in_halves(7)` is "3½"."""
    return fraction(number, HALF)


def suit_name(suit: int) -> str:
    """The name of a suit by its number; "none" for -1, where no suit is in force."""
    return SUITS[suit].name if suit >= 0 else "none"


# What a whole number stands for, by how it is read.
Halves = Annotated[int, in_halves]
InSuit = Annotated[int, suit_name]


def signed(points: int) -> str:
    """Points with a true minus sign: "14", "−1"."""
    return f"−{-points}" if points < 0 else str(points)


def addition(cards: int, table_card: int) -> str:
    """What cards score, as a sum, the table card last: "10 + 7 + 4 = 21"; just "4" or "0" where there is
    nothing to add."""
    terms = values(cards & ~table_card) + values(cards & table_card)
    text = str(sum(terms))
    return text if len(terms) < 2 else " + ".join(str(value) for value in terms) + " = " + text


# ── the moves ───────────────────────────────────────────────────────────────────────────────────


class Play(CardsMove):
    """H2.1, H3.3, H3.4: play one card: add it to the pot, challenge with it, or answer. `Play("8O")`."""

    __slots__ = ()
    deck: ClassVar[Deck] = DECK
    bare: ClassVar[str] = "play"


@dataclass(frozen=True, slots=True)
class Hold(Move):
    """H2.2: hold back in the pot, where the option allows it."""

    def __str__(self) -> str:
        return "hold"


HOLD = Hold()


class Deal(DealMove):
    """H1.5: the dealer deals these cards, one at a time, clockwise from seat 0; those left are the stock,
    the first of them on top."""

    __slots__ = ()
    deck: ClassVar[Deck] = DECK


# The play of each single card. Made once, so that offering a move builds no object.
PLAYS = [Play(bit(card)) for card in range(DECK.size)]
BITS = [bit(card) for card in range(DECK.size)]


# ── the options ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, kw_only=True)
class HangIn(Game):
    """Hang In and its options.

    >>> game = HangIn(players=4, target=50)
    """

    name: ClassVar[str] = "hang-in"
    title: ClassVar[str] = "Hang In"
    deck: ClassVar[Deck] = DECK
    prefix: ClassVar[str] = "H"
    score_unit: ClassVar[str] = "points compared with the others"
    former_options: ClassVar[Mapping[str, str]] = {"check": "target_check"}

    players: int = option(4, "H1.1", "how many play", choices=(3, 4, 5))
    starter: str = option("host", "H1.4", "who starts each round", choices=("host", "rotate"))
    may_hold_back: bool = option(
        False, "H2.2", "whether one may add fewer cards to the pot", choices=(False, True)
    )
    pot_suit: str = option("first", "H2.3", "what sets the suit of the pot", choices=("first", "none"))
    off_suit: int = option(2, "H3.5", "how many times the value an off-suit answer needs", choices=(2, 3))
    extra_card: str = option(
        "higher", "H4.6", "who takes the table card among several houses", choices=("higher", "none")
    )
    target: int = option(50, "H6.1", "how many points win", least=1)
    target_check: str = option("slice", "H6.1", "when the target is tested", choices=("slice", "round"))
    max_rounds: int = option(1000, "H6.3", "after how many rounds the game ends at the latest", least=1)

    def parse(self, text: str) -> Move:
        """`8O`, `hold`, `deal …`; the card in any usual spelling, also behind `play`."""
        word, rest = first_word(text)
        match word:
            case "hold" if not rest:
                return HOLD
            case "deal":
                return Deal(rest)
            case "play":
                return Play(DECK.read(rest))
        try:
            return Play(DECK.read(text))
        except CardError as error:
            raise ParseError(
                f"{shorten(text)} is no move: {error} (H1.2) A move is a card to play (8O), or hold."
            ) from None

    def longest(self) -> int:
        """A round has its deal, two turns each (H2.1), and from each table player a challenge with an
        answer from each house (H3.2, H4.1)."""
        challenges = max((self.players - houses) * (1 + houses) for houses in range(1, self.players))
        return self.max_rounds * (1 + 2 * self.players + challenges)


# ── how a slice is settled ──────────────────────────────────────────────────────────────────────


class Challenge(NamedTuple):
    """A challenge of this round: whose slice is at stake, the table card, and the answers so far. Cards
    are sets of one card, as in the history."""

    seat: int
    card: int
    answers: tuple[tuple[int, int], ...]  # (house, card), first played first


class Share(NamedTuple):
    """What one house gets out of a slice. The key names why, and so the rule and the sentence."""

    seat: int
    key: str
    cards: int  # the cards that score for it
    points: int


# The rule by which a house gets its share, by the key of the sentence that says so.
SHARED = {
    "claim": "H3.6", "lost": "H3.7", "claim-higher": "H4.2", "claim-lower": "H4.2", "claim-first": "H4.3",
    "claim-second": "H4.3", "claim-alone": "H4.4", "lost-too": "H4.5", "claim-best": "H4.7",
    "claim-next": "H4.7", "claim-last": "H4.7", "claim-empty": "H4.8", "claim-short": "H4.8",
}  # fmt: skip
# H3.7, made once.
LOST = [Share(seat, "lost", 0, -1) for seat in range(5)]


def _share(seat: int, key: str, cards: int) -> Share:
    """H3.6, H5.2: cards score at full value, whatever their suit."""
    return Share(seat, key, cards, total_of(cards))


def _divide(stake: int, extra: int, claims: Sequence[tuple[int, int]]) -> list[Share]:
    """A slice among several houses that claim: (what its card counted, seat), the best first. H4.6: the
    extra card, if any, goes with the better card."""
    if not claims:
        return []
    if len(claims) == 1:  # H4.4
        return [_share(claims[0][1], "claim-alone" if stake else "claim-empty", stake | extra)]
    pieces = [BITS[card] for card in reversed(members(stake))]  # H4.2: the more valuable first
    won: list[Share] = []
    for place, (number, seat) in enumerate(claims):
        if place > 1:  # H4.7
            key = "claim-last"
        elif place >= len(pieces):  # H4.8
            key = "claim-short" if place else "claim-empty"
        elif len(claims) > 2:  # H4.7
            key = "claim-next" if place else "claim-best"
        elif number == claims[1 - place][0]:  # H4.3
            key = "claim-second" if place else "claim-first"
        else:  # H4.2
            key = "claim-lower" if place else "claim-higher"
        piece = pieces[place] if place < len(pieces) else 0
        won.append(_share(seat, key, piece if place else piece | extra))
    return won


def settle(game: HangIn, stake: int, table_card: int, answers: Sequence[tuple[int, int]]) -> list[Share]:
    """What each house gets when all have answered a table card: who claims, the best first, then who
    fails. At stake is the slice of whoever played the table card."""
    asked = table_card.bit_length() - 1
    worths = WORTH[game.off_suit][suit_of(asked)]
    needed = worths[asked]
    if len(answers) == 1:
        ((seat, card),) = answers
        if worths[card.bit_length() - 1] < needed:  # H3.4, H3.5; H3.7: that costs a point
            return [LOST[seat]]
        # H3.6: the whole slice and the table card; H4.8: of an empty slice just that
        return [_share(seat, "claim" if stake else "claim-empty", stake | table_card)]
    counted = [(worths[card_in(card)], seat) for seat, card in answers]
    # H4.2, H4.3, H4.7: the highest claimant first; of equals, the first to have played.
    claims = sorted((claim for claim in counted if claim[0] >= needed), key=lambda claim: -claim[0])
    # H4.5: each house that fails loses a point, also when another claims.
    lost = [Share(seat, "lost-too", 0, -1) for number, seat in counted if number < needed]
    return _divide(stake, table_card if game.extra_card == "higher" else 0, claims) + lost


# ── what lies open ──────────────────────────────────────────────────────────────────────────────

# CLOCKWISE[players][seat]: all seats in the order in which the turn reaches them, this one first.
CLOCKWISE = [
    [[(seat + step) % players for step in range(players)] for seat in range(players)] for players in range(6)
]

# The phases: cards are due, the pot, a table player challenges, the houses answer, the end.
Phase = Literal["deal", "pot", "challenge", "answer", "over"]
DEAL: Final = "deal"
POT: Final = "pot"
CHALLENGE: Final = "challenge"
ANSWER: Final = "answer"
OVER: Final = "over"


class Board(Position):
    """What lies open to everybody (H7.1), and the judgement of a move. State and view share it."""

    kinds = (Play, Hold, Deal)
    former_names: ClassVar[Mapping[str, str]] = {"tables": "table_players"}

    game: HangIn
    phase: Phase
    round: int  # from 1; 0 before the first deal
    starter: Seat  # who starts this round
    to_move: Seat | None
    counts: BySeat[int]  # cards in each hand
    scores: BySeat[int]  # H6.2: the points so far
    slices: Open[BySeat[Cards]]  # H3.9: what each seat has added to the pot
    pot_suit: InSuit  # H2.3: the suit in force in the pot; -1 before it is set, and where none is
    contest: BySeat[Halves]  # H2.4: what each seat's cards count for the house
    houses: tuple[Seat, ...]  # clockwise from the starter; empty until the pot is complete
    table_players: tuple[Seat, ...]  # H3.2: who challenges, in this order
    settled: int  # how many challenges are settled
    challenge: Cards  # the table card to answer; 0 when none is
    played: Open[Cards]  # H3.8: table cards and answers, out of play
    history: list[tuple[Seat, Cards]]  # who played which card in this round; 0 for holding back

    @property
    def laid(self) -> int:
        """All cards that lie open: the pot, the challenges and the answers."""
        return sum(self.slices, self.played)

    @property
    def challenges(self) -> list[Challenge]:
        """The challenges of this round, the one being answered included."""
        found, size = [], 1 + len(self.houses)
        for start in range(2 * self.game.players, len(self.history), size):
            (seat, card), *answers = self.history[start : start + size]
            found.append(Challenge(seat, card, tuple(answers)))
        return found

    @property
    def challenger(self) -> int | None:
        """The table player who challenges now, or whose card is being answered."""
        return self.table_players[self.settled] if self.phase in (CHALLENGE, ANSWER) else None

    def settlement(self, challenge: Challenge) -> list[Share]:
        """What the houses got out of a settled challenge."""
        return settle(self.game, self.slices[challenge.seat], challenge.card, challenge.answers)

    def gained(self) -> list[int]:
        """What this round has brought each seat so far."""
        points = [0] * self.game.players
        for challenge in self.challenges[: self.settled]:
            for share in self.settlement(challenge):
                points[share.seat] += share.points
        return points

    def answering(self, table_player: int) -> tuple[int, ...]:
        """H4.1: the houses in the order in which they answer a table player."""
        if len(self.houses) == 1:
            return self.houses
        players = self.game.players
        return tuple(sorted(self.houses, key=lambda house: (house - table_player) % players))

    def next_starter(self) -> int:
        """H1.4: who starts the next round. H2.6: after a void round the starter stays."""
        void = len(self.houses) == self.game.players
        if not self.round or void or self.game.starter == "host":
            return self.starter
        return (self.starter + 1) % self.game.players

    @property
    def outcome(self) -> Outcome | None:
        """H6.1: the target; H6.3: or the limit. The highest score wins; equal scores share the rank."""
        if self.phase != OVER:
            return None
        met = max(self.scores) >= self.game.target
        order = [2 * score for score in self.scores]
        if met and self.game.target_check == "slice":  # two crossed on one slice: the higher claimant
            best = max(self.scores)
            last = self.settlement(self.challenges[-1])
            order[next(share.seat for share in last if self.scores[share.seat] == best)] += 1
        return Outcome("H6.1" if met else "H6.3", ranking(order), tuple(self.scores))

    @property
    def standing(self) -> tuple[float, ...]:
        """H6.2: how many points each seat is ahead of the mean of the others. Only houses score (H3.6), so
        all that a table player can make of a challenge is that a house gets less."""
        total, others = sum(self.scores), self.game.players - 1
        return tuple(score - (total - score) / others for score in self.scores)

    # Offered moves, and why others are refused.

    def moves(self, seat: int | None = None) -> Sequence[Move]:
        seat = self.to_move if seat is None else self.game.check_seat(seat, DEALER, ONLOOKER)
        if seat is None or seat != self.to_move or seat < 0:
            return []
        offered: list[Move] = []
        hand = self.hand_of(seat)
        while hand:
            low = hand & -hand
            offered.append(PLAYS[low.bit_length() - 1])
            hand ^= low
        if self.phase == POT and self.game.may_hold_back:
            offered.append(HOLD)
        return offered

    def faults(self, move: Move, seat: int) -> Iterator[Refusal]:
        """Every rule that the move breaks, in the order in which they are told."""
        if refusal := self._wrong_moment(move):
            yield refusal  # a move of another kind is not judged further
            return
        if refusal := self._wrong_seat(seat):
            yield refusal
        if isinstance(move, Deal):
            if sorted(move.order) != list(range(DECK.size)):
                yield self.refuse("H1.5", "not-the-deck", number=len(set(move.order)))
        elif isinstance(move, Hold):
            if not self.game.may_hold_back:
                yield self.refuse("H2.2", "must-add")
        elif isinstance(move, Play) and (self.knows_hand(seat) or not refusal):
            yield from self._wrong_cards(move, seat)

    def refuse_play(self, key: str, **values: object) -> Refusal:
        """A refusal by the rule under which a card is played now."""
        rule = {POT: "H2.1", CHALLENGE: "H3.3", ANSWER: "H3.4"}[self.phase]
        return self.refuse(rule, key, **values)

    def _wrong_moment(self, move: Move) -> Refusal | None:
        if self.phase == OVER:
            if max(self.scores) >= self.game.target:
                return self.refuse("H6.1", "game-won", target=self.game.target)
            return self.refuse("H6.3", "game-limit", n=self.game.max_rounds)
        if self.phase == DEAL:
            if isinstance(move, Deal):
                return None
            return self.refuse("H1.5", "round-over" if self.round else "not-dealt", round=self.round)
        if isinstance(move, Deal):
            return self.refuse_play("deal-in-round")
        if isinstance(move, Hold) and self.phase != POT:
            return self.refuse_play("hold-challenge" if self.phase == CHALLENGE else "hold-answer")
        return None

    def _wrong_seat(self, seat: int) -> Refusal | None:
        if seat == self.to_move:
            return None
        if self.to_move == DEALER:
            return self.refuse("H1.5", "dealers-turn")
        if self.phase == POT:
            return self.refuse("H2.1", "not-your-turn", seat=self.to_move)
        if self.phase == CHALLENGE:
            if seat in self.houses:
                return self.refuse("H3.2", "house-challenges", seat=seat, other=self.to_move)
            if seat in self.table_players[: self.settled]:
                return self.refuse("H3.2", "has-challenged", seat=seat)
            return self.refuse("H3.2", "not-your-challenge", seat=self.to_move)
        if len(self.houses) > 1:
            return self.refuse("H4.1", "not-your-answer", seat=self.to_move)
        return self.refuse("H3.4", "house-answers", seat=self.to_move)

    def _wrong_cards(self, move: Play, seat: int) -> Iterator[Refusal]:
        """One card, and one that is there."""
        if move.cards & ~DECK.all:
            yield self.refuse("H1.2", "no-such-card")
        if move.twice:
            yield self.refuse_play("named-twice", cards=move.twice)
        if missing := move.cards & DECK.all & ~self.hand_of(seat):
            yield self.refuse_play("not-held", cards=missing, n=count(missing))
        if count(move.cards) != 1:
            yield self.refuse_play(f"one-card-{self.phase}", number=count(move.cards))


# ── what one seat knows ─────────────────────────────────────────────────────────────────────────


class HangInView(View, Board):
    """H7.1: what lies open, and this seat's hand, with what it drew as a house (H3.1)."""

    hand: Cards

    @property
    def unseen(self) -> int:
        """The cards in other hands and in the stock."""
        return DECK.all & ~(self.hand | self.laid)

    def __repr__(self) -> str:
        where = f"round {self.round}, to move: {self.to_move}"
        return f"<Hang In as seat {self.seat} sees it, {where}, hand: {DECK.text(self.hand)}>"


# ── the state, and how it changes ───────────────────────────────────────────────────────────────


class HangInState(State, Board):
    """The whole truth: what lies open, every hand, and the stock."""

    follows: ClassVar[tuple[str, ...]] = (
        "phase", "to_move", "counts", "slices", "pot_suit", "contest", "houses", "table_players", "settled",
        "challenge", "played",
    )  # fmt: skip
    hands: Own[BySeat[Cards]]
    stock: FaceDown[tuple[Card, ...]]  # H1.5: the first is the top
    outcome, standing = Board.outcome, Board.standing  # which all may know

    def __init__(self, game: HangIn) -> None:
        """Before the first deal."""
        self.game = game
        self.phase, self.round, self.starter, self.to_move = DEAL, 0, 0, DEALER
        self.hands, self.stock = [0] * game.players, tuple(range(DECK.size))
        self.scores = [0] * game.players
        self._clear()

    def _clear(self) -> None:
        """Nothing has been played in this round."""
        players = self.game.players
        self.counts = [hand.bit_count() for hand in self.hands]
        self.slices, self.contest, self.pot_suit = [0] * players, [0] * players, -1
        self.houses, self.table_players, self.settled, self.challenge = (), (), 0, 0
        self.played, self.history = 0, []

    def play(self, move: Move, tell: Tell | None = None, seat: int | None = None) -> None:
        turn = self.to_move
        assert turn is not None
        if isinstance(move, Play):
            if self.phase == POT:
                self._add(turn, move.cards, tell)
            elif self.phase == CHALLENGE:
                self._challenge(turn, move.cards, tell)
            else:
                self._answer(turn, move.cards, tell)
        elif isinstance(move, Deal):
            self._deal(move.order, tell)
        elif isinstance(move, Hold):
            self._hold(turn, tell)
        else:
            raise TypeError(f"{move!r} is no move of Hang In.")

    def _deal(self, order: Sequence[int], tell: Tell | None) -> None:
        """H1.3: a hand is one card more than there are players; H1.5: the rest is the stock."""
        players = self.game.players
        self.starter = self.next_starter()
        self.round += 1
        dealt = players * (players + 1)
        self.hands = [sum([BITS[card] for card in order[seat:dealt:players]]) for seat in range(players)]
        self.stock = tuple(order[dealt:])
        self._clear()
        self.phase, self.to_move = POT, self.starter
        if tell:
            tell(self.event("H1.5", "deal", round=self.round, number=players + 1, stock=len(self.stock)))
            tell(self.event("H1.4", "begins", seat=self.starter, round=self.round))

    # Phase 1: the pot.

    def _add(self, seat: int, cards: int, tell: Tell | None) -> None:
        """H2.1: a card from the hand to the pot, face up."""
        before = self.pot_suit
        self.hands[seat] ^= cards
        self.counts[seat] -= 1
        self._count_in(seat, cards)
        if tell:
            self._tell_added(seat, cards, before, tell)
        self._end_turn(seat, cards, tell)

    def _count_in(self, seat: int, cards: int) -> None:
        """H2.1: a card added to the pot. H2.3: the first one sets the suit; H2.4: what the cards count."""
        card = cards.bit_length() - 1
        self.slices[seat] |= cards
        if self.pot_suit < 0 and self.game.pot_suit == "first":
            self.pot_suit = suit_of(card)
        self.contest[seat] += WORTH[HALF][self.pot_suit][card]

    def _tell_added(self, seat: int, cards: int, before: int, tell: Tell) -> None:
        """The card, and the running total with its halves."""
        card, suit = card_in(cards), self.pot_suit
        rule, key = ("H2.1", "add") if suit < 0 or suit_of(card) == suit else ("H2.3", "add-half")
        counted, total = in_halves(worth(card, suit, HALF)), in_halves(self.contest[seat])
        tell(self.event(rule, key, seat=seat, cards=cards, counted=counted, total=total))
        if suit != before:
            tell(self.event("H2.3", "pot-suit", suit=SUITS[suit].name))

    def _hold(self, seat: int, tell: Tell | None) -> None:
        """H2.2: the turn goes on without a card."""
        if tell:
            tell(self.event("H2.2", "hold", seat=seat, total=in_halves(self.contest[seat])))
        self._end_turn(seat, 0, tell)

    def _end_turn(self, seat: int, cards: int, tell: Tell | None) -> None:
        """H2.1: the turn goes round twice, clockwise."""
        history, players = self.history, len(self.counts)
        history.append((seat, cards))
        if len(history) < 2 * players:
            self.to_move = seat + 1 if seat + 1 < players else 0
        else:
            self._end_pot(tell)

    def _end_pot(self, tell: Tell | None) -> None:
        self._name_houses()
        if tell:
            self._tell_houses(tell)
        if self.table_players:  # H2.6: if all tie, nobody is left to play against
            for house in self.houses:
                self._draw(house, tell)
        self._go_on(tell)

    def _name_houses(self) -> None:
        """H2.4: the highest total is the house; H2.5: so are all who tie for it."""
        contest, order = self.contest, CLOCKWISE[len(self.contest)][self.starter]
        best = max(contest)
        self.houses = tuple([seat for seat in order if contest[seat] == best])
        self.table_players = tuple([seat for seat in order if contest[seat] != best])

    def _tell_houses(self, tell: Tell) -> None:
        house, total = self.houses[0], in_halves(max(self.contest))
        if not self.table_players:
            tell(self.event("H2.6", "void", total=total))
        elif len(self.houses) == 1:
            others = max(self.contest[seat] for seat in self.table_players)
            tell(self.event("H2.4", "house", seat=house, total=total, next=in_halves(others)))
        else:
            tell(self.event("H2.5", "houses", seats=list(self.houses), total=total))

    def _draw(self, house: int, tell: Tell | None) -> None:
        """H3.1: two cards from the top of the stock, which only that house sees."""
        one, other = self.stock[:2]
        self.stock = self.stock[2:]
        cards = BITS[one] | BITS[other]
        self.hands[house] |= cards
        self.counts[house] += 2
        if tell:
            self.tell_apart(tell, (house,), "H3.1", "draw", seat=house, cards=cards)

    # Phase 2: scoring.

    def _challenge(self, seat: int, cards: int, tell: Tell | None) -> None:
        """H3.3: any card; its suit is the suit of the challenge."""
        self._lay(seat, cards)
        self.challenge, self.phase = cards, ANSWER
        self.to_move = self.answering(seat)[0]
        if tell:
            self._tell_challenge(seat, cards, tell)

    def _tell_challenge(self, seat: int, cards: int, tell: Tell) -> None:
        """What it takes to claim: H3.4 in the suit, H3.5 in another one, where a card can do it."""
        card = card_in(cards)
        value, suit = value_of(card), SUITS[suit_of(card)].name
        off = value * self.game.off_suit
        if value == 13:
            key = "challenge-top"
        elif off <= 13:
            key = "challenge"
        else:
            key = "challenge-suit" if self.game.off_suit == 2 else "challenge-third"
        tell(self.event("H3.3", key, seat=seat, cards=cards, suit=suit, off=off))

    def _lay(self, seat: int, cards: int) -> None:
        """H3.8: from the hand, to lie open and out of play until the round ends."""
        self.hands[seat] ^= cards
        self.counts[seat] -= 1
        self.played |= cards
        self.history.append((seat, cards))

    def _answer(self, seat: int, cards: int, tell: Tell | None) -> None:
        """H3.4: each house answers with one card, a losing one if need be."""
        self._lay(seat, cards)
        if tell:
            self._tell_answer(seat, cards, tell)
        order = self.answering(self.table_players[self.settled])
        if seat == order[-1]:
            self._settle(tell)
        else:  # H4.1: the next house answers
            self.to_move = order[order.index(seat) + 1]

    def _tell_answer(self, seat: int, cards: int, tell: Tell) -> None:
        """The comparison, with both sides of it."""
        card, asked, scale = card_in(cards), card_in(self.challenge), self.game.off_suit
        number, needed = worth(card, suit_of(asked), scale), value_of(asked)
        in_suit = suit_of(card) == suit_of(asked)
        if number >= needed * scale:
            key = "beats" if in_suit else "beats-off"
        elif len(self.houses) == 1:
            key = "fails" if in_suit else "fails-off"
        else:
            key = "too-low" if in_suit else "too-low-off"
        rule, counted = "H3.4" if in_suit else "H3.5", fraction(number, scale)
        tell(self.event(rule, key, seat=seat, cards=cards, counted=counted, asked=needed))

    def _settle(self, tell: Tell | None) -> None:
        """H6.1: all gains and losses of a slice at once. H3.8: a lost slice scores for nobody."""
        player, card = self.table_players[self.settled], self.challenge
        answers = self.history[-len(self.houses) :]
        shares = self.settlement(Challenge(player, card, tuple(answers)))
        self.challenge = 0
        self.settled += 1
        for house, _, _, points in shares:
            self.scores[house] += points
        if tell:
            for share in shares:
                self._tell_share(share, player, card, tell)
            if len(answers) > 1 and self.game.extra_card == "none" and shares[0].points >= 0:
                tell(self.event("H4.6", "no-extra", cards=card))
        self._go_on(tell)

    def _tell_share(self, share: Share, player: int, card: int, tell: Tell) -> None:
        """What a house gets, as a sum, and where it stands."""
        seat, key, cards, points = share
        earned = signed(points) if points < 0 else addition(cards, card)
        total = signed(self.scores[seat])
        tell(self.event(SHARED[key], key, seat=seat, other=player, cards=cards, sum=earned, total=total))

    def _go_on(self, tell: Tell | None) -> None:
        """What comes after the pot, which is all of a void round (H2.6), and after each slice. H6.2: points
        carry over."""
        game, done = self.game, self.settled == len(self.table_players)
        if (done or game.target_check == "slice") and max(self.scores) >= game.target:  # H6.1
            self.phase, self.to_move = OVER, None
        elif not done:  # H3.2: one at a time
            self.phase, self.to_move = CHALLENGE, self.table_players[self.settled]
        elif self.round == game.max_rounds:  # H6.3
            self.phase, self.to_move = OVER, None
        else:
            self.phase, self.to_move = DEAL, DEALER
        if tell and done:
            tell(self.event("H6.2", "round-ends", round=self.round, scores=list(map(signed, self.scores))))
        if tell and self.phase == OVER:
            self._tell_end(tell)

    def _tell_end(self, tell: Tell) -> None:
        outcome = self.outcome
        assert outcome is not None
        if outcome.rule == "H6.1":
            tell(self.event("H6.1", "target", n=self.game.target))
            best = [seat for seat, score in enumerate(self.scores) if score == max(self.scores)]
            if len(best) > 1 and len(outcome.winners) == 1:
                seat = outcome.winners[0]
                others = [other for other in best if other != seat]
                tell(self.event("H6.1", "target-tied", seat=seat, others=others))
        else:
            tell(self.event("H6.3", "limit", n=self.game.max_rounds))
        for seat, rank in enumerate(outcome.ranks):
            points = signed(self.scores[seat])
            tell(self.event(outcome.rule, "final", seat=seat, rank=rank, n=self.scores[seat], points=points))

    def __init_subclass__(cls, **options: object) -> None:
        """A rule of the house may offer other moves: then a random one is drawn from those."""
        super().__init_subclass__(**options)
        if cls.moves is not Board.moves and "random_move" not in vars(cls):
            cls.random_move = State.random_move  # type: ignore[method-assign]

    def random_move(self, rng: random.Random) -> Move:
        """As drawn from `moves`, without making the list."""
        seat = self.to_move
        assert seat is not None
        if seat == DEALER:
            return self.deal(rng)
        hand, choices = self.hands[seat], self.counts[seat]
        if self.phase == POT and self.game.may_hold_back:
            choices += 1
        skip = floor(rng.random() * choices)
        while skip:
            hand &= hand - 1
            skip -= 1
        if not hand:
            return HOLD
        return PLAYS[(hand & -hand).bit_length() - 1]

    def __repr__(self) -> str:
        return f"<Hang In, round {self.round}, {self.phase}, to move: {self.to_move}>"


HangIn.State, HangIn.View, HangIn.Deal = HangInState, HangInView, Deal
