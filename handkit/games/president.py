"""President: the rulebook in code.

The ids (P2.3) are those of `handkit/rulebooks/president.md`. Read from top to bottom: the cards, the
moves, the options, what lies open and how a move is judged, what one seat knows, the state and how it
changes. How positions are set up, checked and guessed stands in `handkit/games/setups/president.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from handkit.cards import (
    FRENCH_NAMES,
    FRENCH_SUITS,
    CardError,
    Cards,
    Deck,
    bit,
    count,
    highest,
    members,
    shorten,
    union,
)
from handkit.game import (
    DEALER,
    ONLOOKER,
    BySeat,
    CardsMove,
    DealMove,
    Game,
    Move,
    Open,
    Outcome,
    Own,
    ParseError,
    Position,
    Refusal,
    Seat,
    Seats,
    State,
    Tell,
    View,
    Zone,
    first_word,
    option,
    ranking,
)

# ── the cards ───────────────────────────────────────────────────────────────────────────────────

# P1.2: the 52 cards. P1.4: from weakest to strongest; P6.4: between equal ranks spades are best. So
# a card's number tells how good it is, and card // 4 is its rank's strength in normal order.
DECK = Deck("3 4 5 6 7 8 9 10 J Q K A 2".split(), FRENCH_SUITS, FRENCH_NAMES)
RANKS = 13


def rank_of(cards: int) -> int:
    """The rank of a combination: 0 for the 3s to 12 for the 2s."""
    return (cards.bit_length() - 1) >> 2


def suits_of(cards: int, rank: int) -> int:
    """Which suits of a rank a set holds, as four bits."""
    return cards >> 4 * rank & 15


def one_rank(cards: int) -> bool:
    """P2.1: whether these cards, at least one, are all of one rank."""
    return cards != 0 and cards & ~(15 << 4 * rank_of(cards)) == 0


def beats(rank: int, other: int, turned: bool) -> bool:
    """P2.3: strictly stronger in the order in force; P4.4: in revolution that order is turned."""
    return rank < other if turned else rank > other


def strength_order(turned: bool) -> list[int]:
    """P1.4, P4.4: the ranks from weakest to strongest in the order in force."""
    return list(range(RANKS - 1, -1, -1)) if turned else list(range(RANKS))


# ── the moves ───────────────────────────────────────────────────────────────────────────────────


class Play(CardsMove):
    """P2.1: lay a combination on the table. `Play("7S 7H")`."""

    __slots__ = ()
    deck: ClassVar[Deck] = DECK
    bare: ClassVar[str] = "play"


class Give(CardsMove):
    """P6.2, P6.3: give cards back in the exchange. `Give("3D 4C")`."""

    __slots__ = ()
    deck: ClassVar[Deck] = DECK
    word: ClassVar[str] = "give"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """P2.4: pass until the trick ends."""

    def __str__(self) -> str:
        return "pass"


PASS = Pass()


class Deal(DealMove):
    """P1.3: the dealer deals these cards, one at a time, clockwise from seat 0."""

    __slots__ = ()
    deck: ClassVar[Deck] = DECK


def _plays(rank: int, suits: int) -> list[Play]:
    """One play of each size of these suits of a rank, lowest suits first: suits have no strength
    (P1.4), so all choices of a size are the same play."""
    cards = members(suits << 4 * rank)
    return [Play(union(cards[:size])) for size in range(1, len(cards) + 1)]


# PLAYS[rank][suits held][size - 1]. Made once, so that offering a move builds no object.
PLAYS = [[_plays(rank, suits) for suits in range(16)] for rank in range(RANKS)]
# FOLLOWS[size][rank][suits held]: the play of just this size, or None.
FOLLOWS = [
    [[plays[size - 1] if 0 < size <= len(plays) else None for plays in row] for row in PLAYS]
    for size in range(5)
]


def _choices(cards: int, size: int) -> list[int]:
    """All ways to choose 1 or 2 of these cards, weakest first."""
    if size == 1:
        return [bit(card) for card in members(cards)]
    held = members(cards)
    return [bit(one) | bit(other) for i, one in enumerate(held) for other in held[i + 1 :]]


# CLOCKWISE[players][seat]: the other seats in the order in which the turn reaches them (P2.8).
CLOCKWISE = [
    [[(seat + step) % players for step in range(1, players)] for seat in range(players)]
    for players in range(7)
]


# ── the options ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, kw_only=True)
class President(Game):
    """President and its options. Its `State` and `View` are set at the end of this file.

    >>> game = President(players=4, rounds=3)
    """

    name: ClassVar[str] = "president"
    title: ClassVar[str] = "President"
    deck: ClassVar[Deck] = DECK
    prefix: ClassVar[str] = "P"
    score_unit: ClassVar[str] = "points of this round"

    players: int = option(4, "P1.1", "how many play", choices=(3, 4, 5, 6))
    rounds: int = option(1, "P6.1", "how many rounds the series has", least=1)
    revolution: bool = option(True, "P4.5", "whether four of a kind turns the order", choices=(True, False))
    next_leader: str = option(
        "president", "P6.6", "who leads from the second round on", choices=("president", "scum", "first_seat")
    )

    def parse(self, text: str) -> Move:
        """`7S 7H`, `pass`, `give 3D 4C`, `deal …`; cards in any usual spelling, commas or spaces."""
        word, rest = first_word(text)
        match word:
            case "pass" if not rest:
                return PASS
            case "give":
                return Give(DECK.read(rest))
            case "deal":
                return Deal(rest)
            case "play":
                return Play(DECK.read(rest))
        try:
            return Play(DECK.read(text))
        except CardError as error:
            raise ParseError(
                f"{shorten(text)} is no move: {error} A move is cards to play (7S 7H), pass, or give and "
                "cards (give 3D 4C)."
            ) from None

    def longest(self) -> int:
        """At most 52 x players actions a round, with its deal and the two who give."""
        return self.rounds * (52 * self.players + 3)


# ── what lies open ──────────────────────────────────────────────────────────────────────────────

# The phases: cards are due, the losers' best cards have moved and the winners choose, play, the end.
Phase = Literal["deal", "exchange", "play", "over"]
DEAL: Final = "deal"
EXCHANGE: Final = "exchange"
PLAY: Final = "play"
OVER: Final = "over"
TITLES = ("president", "vice-president", "neutral", "vice-scum", "scum")


def title(place: int, players: int) -> str:
    """P5.1, P5.2: the title of a place, counted from 0. With 3 players the second is neutral."""
    if place == 0:
        return "president"
    if place == players - 1:
        return "scum"
    if players >= 4 and place in (1, players - 2):
        return "vice-president" if place == 1 else "vice-scum"
    return "neutral"


class Board(Position):
    """What lies open to everybody (P7.1), and the judgement of a move. State and view share it."""

    former_names: ClassVar[dict[str, str]] = {"table": "to_beat", "due": "gifts_due", "winners": "choosers"}
    kinds = (Play, Pass, Give, Deal)

    game: President
    phase: Phase
    round: int  # from 1; 0 before the first deal
    to_move: Seat | None
    counts: BySeat[int]  # cards in each hand
    to_beat: Cards  # the combination on the table; 0 before a lead
    played_by: Seat  # who played it, or last won a trick
    passed: Seats  # who has passed in this trick
    turned: bool  # P4.4: whether the order is turned
    places: list[Seat]  # who is out in this round, first to go first
    previous: list[Seat]  # the places of the round before
    totals: BySeat[int]  # P5.4: points so far
    played: Open[Cards]  # in this round
    history: list[tuple[Seat, Cards]]  # who played what in this round; 0 for a pass
    trick_start: int  # where in the history this trick began
    owing: list[Seat]  # who still has to give (P6.2, P6.3)
    # This round's (giver, receiver, cards): all in a state, a seat's own in a view.
    gifts: list[tuple[Seat, Seat, Cards]]

    @property
    def actors(self) -> tuple[int, ...]:
        """P6.4: in the exchange both who give may act; the president is asked first."""
        if self.phase == EXCHANGE:
            return tuple(self.owing)
        return () if self.to_move is None else (self.to_move,)

    @property
    def trick(self) -> list[tuple[int, int]]:
        """The (seat, cards) of this trick, passes as 0."""
        return self.history[self.trick_start :]

    @property
    def active(self) -> list[int]:
        """The seats that still hold cards in this round."""
        return [seat for seat in range(self.game.players) if self.counts[seat]]

    def title_of(self, seat: int) -> str:
        """P5.1: a seat's title by the last round that it finished; "" before any."""
        for places in (self.places, self.previous):
            if seat in places:
                return title(places.index(seat), self.game.players)
        return ""

    def gifts_due(self, seat: int) -> int:
        """P6.2, P6.3: how many cards a seat has to give by its place in the round before: 2, 1 or 0."""
        if self.round < 2:
            return 0
        role = title(self.previous.index(seat), self.game.players)
        return {"president": 2, "vice-president": 1}.get(role, 0)

    def partner(self, seat: int) -> int:
        """P6.2, P6.3: the seat that a seat exchanges with. Raises ValueError in a first round."""
        if self.game.check_seat(seat) not in self.previous:
            raise ValueError(f"Seat {seat} exchanges with nobody: no round was played before.")
        return self.previous[-1 - self.previous.index(seat)]

    def choosers(self) -> list[int]:
        """The seats that choose in this round's exchange."""
        return self.previous[:1] if self.game.players == 3 else self.previous[:2]

    # Offered moves, and why others are refused.

    def moves(self, seat: int | None = None) -> Sequence[Move]:
        seat = self.to_move if seat is None else self.game.check_seat(seat, DEALER, ONLOOKER)
        if seat is None or self.phase == DEAL or (seat != self.to_move and seat not in self.actors):
            return []
        hand = self.hand_of(seat)
        if self.phase == EXCHANGE:
            return [Give(cards) for cards in _choices(hand, self.gifts_due(seat))]
        return self._follows(hand) if self.to_beat else self._leads(hand)

    def _leads(self, hand: int) -> list[Move]:
        """P2.1: every combination, one of each rank and size."""
        offered: list[Move] = []
        for plays in PLAYS:
            offered += plays[hand & 15]
            hand >>= 4
        return offered

    def _follows(self, hand: int) -> list[Move]:
        """P2.2, P2.3: as many cards, strictly stronger; P2.4: or pass."""
        offered: list[Move] = []
        rows, top = FOLLOWS[self.to_beat.bit_count()], rank_of(self.to_beat)
        if self.turned:  # P4.4: lower is stronger
            rows, hand = rows[:top], hand & (1 << 4 * top) - 1
        else:
            rows, hand = rows[top + 1 : rank_of(hand) + 1], hand >> 4 * (top + 1)
        for plays in rows:
            if play := plays[hand & 15]:
                offered.append(play)
            hand >>= 4
        offered.append(PASS)
        return offered

    def faults(self, move: Move, seat: int) -> Iterator[Refusal]:
        """Every rule that the move breaks, in the order in which they are told."""
        if refusal := self._wrong_moment(move):
            yield refusal  # a move of another kind is not judged further
            return
        if refusal := self._wrong_seat(seat):
            yield refusal
        if isinstance(move, Deal):
            yield from self._wrong_deal(move.order)
        elif isinstance(move, Pass):
            if not self.to_beat and not refusal:
                yield self.refuse("P2.4", "leader-passes")
        elif not isinstance(move, Play | Give):
            raise TypeError(f"{move!r} is no move of President.")
        elif self.knows_hand(seat) or not refusal:
            yield from self._wrong_cards(move, seat)

    def _wrong_moment(self, move: Move) -> Refusal | None:
        """P6.1, P3.4, P6.7: a move of another kind is due, or none."""
        if self.phase == OVER:
            return self.refuse("P6.1", "game-over", n=self.game.rounds)
        if self.phase == DEAL and not isinstance(move, Deal):
            if self.round:
                return self.refuse("P3.4", "round-over", round=self.round)
            return self.refuse("P6.7", "not-dealt")
        if self.phase != DEAL and isinstance(move, Deal):
            return self.refuse("P6.7", "deal-in-round")
        if self.phase == EXCHANGE and not isinstance(move, Give):
            return self.refuse("P6.7", "play-in-exchange", seats=list(self.owing))
        if self.phase == PLAY and isinstance(move, Give):
            return self.refuse("P6.7", "give-in-play")
        return None

    def _wrong_seat(self, seat: int) -> Refusal | None:
        """P2.8: another one's turn; P2.5, P3.1: why this seat has none."""
        if seat == self.to_move or seat in self.actors or (self.phase == EXCHANGE and seat != DEALER):
            return None
        if self.phase == PLAY and seat != DEALER:
            if not self.counts[seat]:
                return self.refuse("P3.1", "is-out", seat=seat, place=self.places.index(seat) + 1)
            if self.passed >> seat & 1:
                return self.refuse("P2.5", "has-passed", seat=seat)
        key = "dealers-turn" if self.to_move == DEALER else "not-your-turn"
        return self.refuse("P2.8", key, seat=self.to_move)

    def _wrong_deal(self, order: Sequence[int]) -> Iterator[Refusal]:
        if len(order) != DECK.size or union(order) != DECK.all:
            yield self.refuse("P1.3", "not-the-deck", n=len(set(order)))

    def _wrong_cards(self, move: Play | Give, seat: int) -> Iterator[Refusal]:
        """P2.9: cards that are not there; then what a combination or a gift needs."""
        if move.twice:
            yield self.refuse("P2.9", "named-twice", cards=move.twice)
        if missing := move.cards & ~self.hand_of(seat):
            yield self.refuse("P2.9", "not-held", cards=missing, n=count(missing))
        if isinstance(move, Give):
            yield from self._wrong_gift(move.cards, seat)
        elif not move.cards:
            yield self.refuse("P2.1", "no-cards" if self.to_beat else "no-cards-led")
        else:
            yield from self._wrong_combination(move.cards)

    def _wrong_combination(self, cards: int) -> Iterator[Refusal]:
        if not one_rank(cards):
            yield self.refuse("P2.1", "mixed-ranks", cards=cards)
        if not self.to_beat:
            return
        if count(cards) != count(self.to_beat):
            yield self.refuse("P2.2", "wrong-number", n=count(self.to_beat), played=count(cards))
        if (
            one_rank(cards)
            and cards <= DECK.all  # a number may stand for cards that no deck has, and no rank
            and not beats(rank_of(cards), rank_of(self.to_beat), self.turned)
        ):
            yield self._too_weak(count(cards), rank_of(cards), rank_of(self.to_beat))

    def _too_weak(self, size: int, rank: int, top: int) -> Refusal:
        """P2.3: not strictly stronger, and what would be (P4.4: in the order in force)."""
        if rank == top:
            return self.refuse("P2.3", "equal-rank", n=size, rank=rank)
        if top == strength_order(self.turned)[-1]:
            return self.refuse("P2.3", "nothing-stronger", n=size, rank=rank, top=top)
        key, following = ("not-stronger-turned", top - 1) if self.turned else ("not-stronger", top + 1)
        return self.refuse("P2.3", key, n=size, rank=rank, top=top, next=following)

    def _wrong_gift(self, cards: int, seat: int) -> Iterator[Refusal]:
        """P6.2 for two cards, P6.3 for one."""
        due, number = self.gifts_due(seat), count(cards)
        if seat in self.owing and number == due:
            return
        # The exchange that a seat belongs to; for a seat of neither, the one that its cards suit.
        role = title(self.previous.index(seat), self.game.players)
        single = role in ("vice-president", "vice-scum") or (
            role == "neutral" and number == 1 and self.game.players > 3
        )
        rule = "P6.3" if single else "P6.2"
        if seat in self.owing:
            yield self.refuse(rule, "wrong-gift", n=due)
        else:
            yield self.refuse(rule, "gave-already" if due else "gives-nothing", seat=seat)


# ── what one seat knows ─────────────────────────────────────────────────────────────────────────


class PresidentView(View, Board):
    """P7.1: what lies open, this seat's hand, and what it gave and got in the exchange."""

    hand: Cards

    @property
    def unseen(self) -> int:
        """The cards that are in other hands, as far as this seat can tell."""
        return DECK.all & ~self.hand & ~self.played if self.round else 0

    def known(self, seat: int) -> int:
        """P7.1: cards that another seat certainly holds: given to it by this one, and not back yet."""
        held = 0
        for giver, receiver, cards in self.gifts:
            if receiver == seat:
                held |= cards
            elif giver == seat:
                held &= ~cards
        return held & self.unseen if seat != self.seat else 0

    def limit(self, seat: int) -> int:
        """P7.1: the cards that another seat may have been dealt. A loser gave its best, so what it
        kept is lower than each card that this seat got from it."""
        for giver, receiver, cards in self.gifts:
            if giver == seat and receiver == self.seat and self.gifts_due(self.seat):
                return (cards & -cards) - 1
        return DECK.all

    def __repr__(self) -> str:
        where = f"round {self.round}, to move: {self.to_move}"
        return f"<President as seat {self.seat} sees it, {where}, hand: {DECK.text(self.hand)}>"


# ── the state, and how it changes ───────────────────────────────────────────────────────────────


class PresidentState(State, Board):
    """The whole truth: what lies open and every hand."""

    follows: ClassVar[tuple[str, ...]] = ("counts",)
    hands: Own[BySeat[Cards]]

    def __init__(self, game: President) -> None:
        """Before the first deal."""
        self.game = game
        self.phase, self.round, self.to_move = DEAL, 0, DEALER
        self.hands, self.counts = [0] * game.players, [0] * game.players
        self.to_beat, self.played_by, self.passed, self.turned = 0, -1, 0, False
        self.places, self.previous, self.totals = [], [], [0] * game.players
        self.played, self.history, self.trick_start = 0, [], 0
        self.owing, self.gifts = [], []

    def play(self, move: Move, tell: Tell | None = None, seat: int | None = None) -> None:
        if isinstance(move, Play):
            self._play(move.cards, tell)
        elif isinstance(move, Pass):
            self._pass(tell)
        elif isinstance(move, Deal):
            self._deal(move.order, tell)
        elif isinstance(move, Give):
            self._give(move.cards, self.owing[0] if seat is None else seat, tell)
        else:
            raise TypeError(f"{move!r} is no move of President.")

    def _play(self, cards: int, tell: Tell | None) -> None:
        seat = self.to_move
        assert seat is not None
        size = cards.bit_count()
        if tell:
            key, rule = ("follow", "P2.3") if self.to_beat else ("lead", "P2.1")
            tell(self.event(rule, key, seat=seat, cards=cards))
        self.hands[seat] &= ~cards
        self.counts[seat] -= size
        self.played |= cards
        self.to_beat, self.played_by = cards, seat
        self.history.append((seat, cards))
        if size == 4 and self.game.revolution:
            self._turn_order(seat, tell)
        if not self.counts[seat]:
            self._go_out(seat, tell)
            if len(self.places) == self.game.players - 1:
                self._end_round(tell)
                return
        self._next_turn(seat, tell)

    def _turn_order(self, seat: int, tell: Tell | None) -> None:
        """P4.1, P4.3: four of a kind turns the order at once; P4.6: also the last cards of a hand.
        P4.2: the trick stays."""
        self.turned = not self.turned
        if tell:
            rule = "P4.6" if not self.counts[seat] else "P4.1" if self.turned else "P4.3"
            tell(self.event(rule, "turned" if self.turned else "turned-back", seat=seat))

    def _go_out(self, seat: int, tell: Tell | None) -> None:
        """P3.1: out of cards, the seat takes the next place. P3.2: the trick goes on."""
        self.places.append(seat)
        if tell:
            place = len(self.places)
            self._tell_place(seat, place, "P3.1", "out", tell)

    def _tell_place(self, seat: int, place: int, rule: str, key: str, tell: Tell) -> None:
        named = title(place - 1, self.game.players)
        tell(self.event(rule, key, seat=seat, place=place))
        tell(self.event("P5.2" if named == "neutral" else "P5.1", "title", seat=seat, title=f"title-{named}"))

    def _pass(self, tell: Tell | None) -> None:
        """P2.4, P2.5: the seat is out of this trick."""
        seat = self.to_move
        assert seat is not None
        self.passed |= 1 << seat
        self.history.append((seat, 0))
        if tell:
            tell(self.event("P2.4", "pass", seat=seat))
        self._next_turn(seat, tell)

    def next_to_act(self, seat: int) -> int:
        """P2.8: the next active seat that has not passed. P2.6, P3.5: every other active seat is asked;
        -1 when nobody is left to act. P2.7: no card ends the trick before that."""
        counts, passed, played_by = self.counts, self.passed, self.played_by
        for other in CLOCKWISE[len(counts)][seat]:
            if counts[other] and other != played_by and not passed >> other & 1:
                return other
        return -1

    def _next_turn(self, seat: int, tell: Tell | None) -> None:
        """After a play or a pass: who is next, or the trick ends."""
        following = self.next_to_act(seat)
        if following >= 0:
            self.to_move = following
        else:
            self._end_trick(tell)

    def _end_trick(self, tell: Tell | None) -> None:
        """P2.6: all others have passed, so the last to have played leads; P3.3: or who comes after."""
        winner = self.played_by
        leader = self.first_active(winner)
        if tell:
            tell(self.event("P2.6", "trick", seat=winner))
            if leader != winner:
                tell(self.event("P3.3", "lead-passes-on", seat=leader, winner=winner))
        self._open_trick(leader)

    def first_active(self, seat: int) -> int:
        """This seat if it holds cards, else the next one clockwise that does."""
        while not self.counts[seat]:
            seat = (seat + 1) % self.game.players
        return seat

    def _open_trick(self, leader: int) -> None:
        self.to_beat, self.passed, self.to_move = 0, 0, leader
        self.trick_start = len(self.history)

    def _end_round(self, tell: Tell | None) -> None:
        """P3.4: who still holds cards is last. P5.3, P5.4: places earn points, which add up. A house rule may
        end a round while several hold cards: it calls this, and `_left` says who of them comes first."""
        players = self.game.players
        left = self._left()
        self.places += left
        for place, seat in enumerate(self.places):
            self.totals[seat] += players - place
        finished = self.round == self.game.rounds
        self.phase, self.to_move = (OVER, None) if finished else (DEAL, DEALER)
        if tell:
            for place, seat in enumerate(left, players - len(left) + 1):
                self._tell_place(seat, place, "P3.4", "last" if len(left) == 1 else "left", tell)
            for place, seat in enumerate(self.places):
                tell(self.event("P5.3", "points", seat=seat, n=players - place))
                if self.round > 1:
                    tell(self.event("P5.4", "total", seat=seat, n=self.totals[seat]))
            if finished:
                for seat, rank in enumerate(ranking(self.totals)):
                    tell(self.event("P5.5", "final", seat=seat, rank=rank, n=self.totals[seat]))
                tell(self.event("P6.1", "end", n=self.game.rounds))

    def _left(self) -> list[int]:
        """P3.4: who still holds cards at the end of a round, in the order of their places."""
        return self.active

    def _deal(self, order: Sequence[int], tell: Tell | None) -> None:
        """P1.3: one card at a time, clockwise from seat 0. P4.4: each round starts in normal order."""
        players = self.game.players
        self.hands = [union(order[seat::players]) for seat in range(players)]
        self.counts = [hand.bit_count() for hand in self.hands]
        self.round += 1
        self.previous, self.places = self.places, []
        self.to_beat, self.played_by, self.passed, self.turned = 0, -1, 0, False
        self.played, self.history, self.trick_start = 0, [], 0
        self.owing, self.gifts = [], []
        if tell:
            tell(self.event("P1.3", "deal", round=self.round, counts=", ".join(str(n) for n in self.counts)))
        if self.round == 1:
            self._begin_play(tell)
        else:
            self._begin_exchange(tell)

    def _begin_exchange(self, tell: Tell | None) -> None:
        """P6.2, P6.3: the losers' best cards go to the winners; P6.4: both before anybody chooses."""
        self.phase = EXCHANGE
        self.owing = self.choosers()
        for winner in self.owing:
            number, loser = self.gifts_due(winner), self.partner(winner)
            self._hand_over(loser, winner, highest(self.hands[loser], number), "given-best", tell)
        self.to_move = self.owing[0]

    def _hand_over(self, giver: int, receiver: int, cards: int, key: str, tell: Tell | None) -> None:
        """P6.5: all see that cards pass from hand to hand, only the two see which."""
        number = cards.bit_count()
        self.hands[giver] &= ~cards
        self.hands[receiver] |= cards
        self.counts[giver] -= number
        self.counts[receiver] += number
        self.gifts.append((giver, receiver, cards))
        if tell:
            rule, values = "P6.2" if number == 2 else "P6.3", {"cards": cards, "n": number}
            self.tell_apart(tell, (giver, receiver), rule, key, "P6.5", seat=giver, other=receiver, **values)

    def _give(self, cards: int, seat: int, tell: Tell | None) -> None:
        self._hand_over(seat, self.partner(seat), cards, "given-back", tell)
        self.owing = [other for other in self.owing if other != seat]
        if self.owing:
            self.to_move = self.owing[0]
        else:
            self._begin_play(tell)

    def _begin_play(self, tell: Tell | None) -> None:
        """P1.5: seat 0 leads the first round; P6.6: who leads the later ones."""
        self.phase = PLAY
        leader = self.leader()
        if tell:
            tell(self.event("P1.5" if self.round == 1 else "P6.6", "begins", seat=leader, round=self.round))
        self._open_trick(leader)

    def leader(self) -> int:
        """P1.5: seat 0 leads the first round; P6.6: who leads the later ones."""
        if self.round == 1 or self.game.next_leader == "first_seat":
            return 0
        return self.previous[0 if self.game.next_leader == "president" else -1]

    @property
    def outcome(self) -> Outcome | None:
        """P6.1 ends the series; P5.5: the highest total wins it, and equal totals share the rank."""
        if self.phase != OVER:
            return None
        return Outcome("P6.1", ranking(self.totals), tuple(self.totals))

    @property
    def standing(self) -> tuple[float, ...]:
        """P5.4: the points so far; a round brings those of its places (P5.3)."""
        return tuple(self.totals)

    def zones(self) -> list[Zone]:
        """P3.4: who is last keeps the cards unplayed, unseen."""
        return [Zone("stock", 0 if self.round else DECK.all, frozenset()), *super().zones()]

    def shown(self, seat: int) -> tuple[tuple[int, int], ...]:
        """P6.5: who gave cards knows them while they are held."""
        hand = self.hands[seat]
        return tuple((giver, cards & hand) for giver, receiver, cards in self.gifts if receiver == seat)

    def view(self, seat: int) -> PresidentView:
        """P7.1: what this seat knows."""
        view: PresidentView = self._seen_by(seat)
        view.gifts = [gift for gift in self.gifts if seat in gift[:2]]
        return view

    def __repr__(self) -> str:
        return f"<President, round {self.round}, {self.phase}, to move: {self.to_move}>"


President.State, President.View, President.Deal = PresidentState, PresidentView, Deal
