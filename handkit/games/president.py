"""President: the rulebook in code.

The ids (P2.3) are those of `handkit/rulebooks/president.md`. Read from top to bottom: the cards,
the options, the moves, what lies open and how a move is judged, the state and how it changes, what
one seat knows, and positions.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from handkit.cards import (
    FRENCH_NAMES,
    FRENCH_SUITS,
    CardError,
    Cards,
    CardSet,
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
    BySeat,
    CardsMove,
    DealMove,
    Event,
    Fields,
    Game,
    Move,
    Outcome,
    ParseError,
    Position,
    Refusal,
    Seat,
    Seats,
    State,
    Tell,
    View,
    Zone,
    option,
    ranking,
    require,
    shuffled,
    whole_deck,
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


# ── the options ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, kw_only=True)
class President(Game):
    """President and its options.

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

    State: ClassVar[type[PresidentState]]
    View: ClassVar[type[PresidentView]]

    def start(self) -> PresidentState:
        return self.State(self)

    def parse(self, text: str) -> Move:
        """`7S 7H`, `pass`, `give 3D 4C`, `deal …`; cards in any usual spelling, commas or spaces."""
        word, _, rest = " ".join(text.split()).partition(" ")
        match word.lower():
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

    def state(self, data: Mapping[str, Any]) -> PresidentState:
        return _from_json(self, data)

    def longest(self) -> int:
        """At most 52 x players actions a round, with its deal and the two who give."""
        return self.rounds * (52 * self.players + 3)

    @classmethod
    def position(
        cls,
        hands: Sequence[str | CardSet],
        *,
        trick: str = "",
        played_by: int | None = None,
        passed: Sequence[int] = (),
        to_move: int | None = None,
        turned: bool = False,
        out: Sequence[int] = (),
        round: int = 1,
        previous: Sequence[int] = (),
        totals: Sequence[int] = (),
        giving: Sequence[int] = (),
        gifts: Sequence[tuple[int, int, str]] = (),
        **options: Any,
    ) -> PresidentState:
        """A position in the middle of a round, for lessons and tests.

        hands      the cards of each seat, "" for a seat that is out; all other cards count as played
        trick      the combination to beat, with `played_by` its seat; "" before a lead
        passed     the seats that have passed in this trick
        to_move    whose turn it is; follows from the trick where there is one
        turned     whether the order is turned (P4.4)
        out        the seats that are out, first to go first
        round      which round of the series this is, from 1; `previous` the places of the round
                   before, best first; `totals` the points so far
        giving     during an exchange: the seats that still have to give
        gifts      what was exchanged in this round: (giver, receiver, cards)
        options    of the game; `players` follows from the hands

        Raises PositionError for what cannot occur.
        """
        state = cls.State(cls(**{"players": len(hands), **options}))
        players = state.game.players
        given = {
            "hands": hands, "trick": trick, "played_by": played_by, "passed": passed, "to_move": to_move,
            "turned": turned, "out": out, "round": round, "previous": previous,
            "totals": totals or [0] * players, "giving": giving, "gifts": gifts,
        }  # fmt: skip
        fields = Fields(_listed(given), tuple(given), DECK, players)
        state.hands = list(fields.hands("hands"))
        state.counts = [count(hand) for hand in state.hands]
        state.round, state.turned = fields.number("round"), fields.one_of("turned", (False, True))
        state.places, state.previous = list(fields.seats("out")), list(fields.seats("previous"))
        state.totals = list(fields.numbers("totals"))
        state.table = fields.cards("trick")
        state.played = DECK.all & ~union(card for hand in state.hands for card in members(hand))
        state.owing = list(fields.seats("giving"))
        state.gifts = [(giver, receiver, cards) for giver, receiver, cards in fields.rows("gifts", seats=2)]
        state.passed = union(fields.seats("passed"))
        state.phase = EXCHANGE if giving else PLAY
        played_by = fields.one_of("played_by", (None, *range(players)))
        to_move = fields.one_of("to_move", (None, *range(players)))
        require(state.table or played_by is None, "`played_by` says who played a trick, and there is none")
        if played_by is not None:
            state.played_by = played_by
            state.history = [(played_by, state.table)]
        _check_sense(state)
        if giving:
            expected = state.owing[0]
        elif state.table:
            expected = state._next_to_act(state.played_by)
        else:
            expected = to_move if to_move is not None else state._first_active(0)
        require(
            to_move is None or to_move == expected or to_move in giving,
            f"it is seat {expected}'s turn (P2.8)",
        )
        require(
            0 <= expected < len(hands) and state.counts[expected] > 0,
            f"seat {expected} holds no cards to move",
        )
        state.to_move = expected
        return state


# ── the moves ───────────────────────────────────────────────────────────────────────────────────


class Play(CardsMove):
    """P2.1: lay a combination on the table. `Play("7S 7H")`."""

    __slots__ = ()
    deck: ClassVar[Deck] = DECK


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


# CLOCKWISE[players][seat]: the other seats in the order in which the turn reaches them (P2.8).
CLOCKWISE = [
    [[(seat + step) % players for step in range(1, players)] for seat in range(players)]
    for players in range(7)
]


# ── what lies open ──────────────────────────────────────────────────────────────────────────────

# The phases: cards are due, the losers' best cards have moved and the winners choose, play, the end.
DEAL, EXCHANGE, PLAY, OVER = "deal", "exchange", "play", "over"
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

    __slots__ = (
        "counts", "game", "gifts", "history", "owing", "passed", "phase", "places", "played", "played_by",
        "previous", "round", "table", "to_move", "totals", "trick_start", "turned",
    )  # fmt: skip

    game: President
    phase: str
    round: int  # from 1; 0 before the first deal
    to_move: Seat | None
    counts: BySeat[int]  # cards in each hand
    table: Cards  # the combination to beat; 0 before a lead
    played_by: Seat  # who played it, or last won a trick
    passed: Seats  # who has passed in this trick
    turned: bool  # P4.4: whether the order is turned
    places: list[Seat]  # who is out in this round, first to go first
    previous: list[Seat]  # the places of the round before
    totals: BySeat[int]  # P5.4: points so far
    played: Cards  # in this round
    history: list[tuple[Seat, Cards]]  # who played what in this round; 0 for a pass
    trick_start: int  # where in the history this trick began
    owing: list[Seat]  # who still has to give (P6.2, P6.3)
    # This round's (giver, receiver, cards): all in a state, a seat's own in a view.
    gifts: list[tuple[Seat, Seat, Cards]]

    @abstractmethod
    def hand_of(self, seat: int) -> int:
        """The cards of a seat, where they are known."""

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

    def due(self, seat: int) -> int:
        """P6.2, P6.3: how many cards a seat has to give by its place in the round before: 2, 1 or 0."""
        if self.round < 2:
            return 0
        role = title(self.previous.index(seat), self.game.players)
        return {"president": 2, "vice-president": 1}.get(role, 0)

    def partner(self, seat: int) -> int:
        """P6.2, P6.3: the seat that a seat exchanges with."""
        return self.previous[-1 - self.previous.index(seat)]

    def _winners(self) -> list[int]:
        """The seats that choose in this round's exchange."""
        return self.previous[:1] if self.game.players == 3 else self.previous[:2]

    # Offered moves, and why others are refused.

    def moves(self, seat: int | None = None) -> list[Move]:
        if seat is None:
            seat = self.to_move
        if seat is None or self.phase == DEAL or (seat != self.to_move and seat not in self.actors):
            return []
        hand = self.hand_of(seat)
        if self.phase == EXCHANGE:
            return [Give(cards) for cards in _choices(hand, self.due(seat))]
        return self._follows(hand) if self.table else self._leads(hand)

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
        rows, top = FOLLOWS[self.table.bit_count()], rank_of(self.table)
        if self.turned:  # P4.4: lower is stronger
            rows, hand = rows[:top], hand & (1 << 4 * top) - 1
        else:
            rows, hand = rows[top + 1 :], hand >> 4 * (top + 1)
        for plays in rows:
            if play := plays[hand & 15]:
                offered.append(play)
            hand >>= 4
        offered.append(PASS)
        return offered

    def judge(self, move: Move, seat: int) -> Refusal | None:
        """The first rule that the move breaks, in the rulebook's order of refusals."""
        return self._wrong_moment(move) or self._wrong_seat(move, seat) or self._wrong_cards(move, seat)

    def refuse(self, rule: str, key: str, **values: Any) -> Refusal:
        return Refusal(self.game, rule, key, values)

    def _wrong_moment(self, move: Move) -> Refusal | None:
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

    def _wrong_seat(self, move: Move, seat: int) -> Refusal | None:
        if seat == self.to_move or seat in self.actors or (self.phase == EXCHANGE and seat != DEALER):
            return None
        if self.phase == PLAY and seat != DEALER:
            if not self.counts[seat]:
                return self.refuse("P3.1", "is-out", seat=seat, place=self.places.index(seat) + 1)
            if self.passed >> seat & 1:
                return self.refuse("P2.5", "has-passed", seat=seat)
        return self.refuse(
            "P2.8", "dealers-turn" if self.to_move == DEALER else "not-your-turn", seat=self.to_move
        )

    def _wrong_cards(self, move: Move, seat: int) -> Refusal | None:
        if isinstance(move, Deal):
            if len(move.order) == DECK.size and union(move.order) == DECK.all:
                return None
            return self.refuse("P1.3", "not-the-deck", n=len(set(move.order)))
        if isinstance(move, Pass):
            return None if self.table else self.refuse("P2.4", "leader-passes")
        if not isinstance(move, Play | Give):
            raise TypeError(f"{move!r} is no move of President.")
        if move.twice:
            return self.refuse("P2.9", "named-twice", cards=move.twice)
        if missing := move.cards & ~self.hand_of(seat):
            return self.refuse("P2.9", "not-held", cards=missing, n=count(missing))
        return self._wrong_play(move.cards) if isinstance(move, Play) else self._wrong_gift(move.cards, seat)

    def _wrong_play(self, cards: int) -> Refusal | None:
        if not cards:
            return self.refuse("P2.1", "no-cards" if self.table else "no-cards-led")
        if not one_rank(cards):
            return self.refuse("P2.1", "mixed-ranks", cards=cards)
        size, rank = count(cards), rank_of(cards)
        if not self.table or (size == count(self.table) and beats(rank, rank_of(self.table), self.turned)):
            return None
        top = rank_of(self.table)
        if size != count(self.table):
            return self.refuse("P2.2", "wrong-number", n=count(self.table), played=size)
        if rank == top:
            return self.refuse("P2.3", "equal-rank", n=size, rank=rank)
        best = 0 if self.turned else RANKS - 1
        if top == best:
            return self.refuse("P2.3", "nothing-stronger", n=size, rank=rank, top=top)
        key = "not-stronger-turned" if self.turned else "not-stronger"
        return self.refuse("P2.3", key, n=size, rank=rank, top=top, next=top - 1 if self.turned else top + 1)

    def _wrong_gift(self, cards: int, seat: int) -> Refusal | None:
        due, number = self.due(seat), count(cards)
        if seat in self.owing and number == due:
            return None
        # The exchange that a seat belongs to; for a seat of neither, the one that its cards suit.
        role = title(self.previous.index(seat), self.game.players)
        single = role in ("vice-president", "vice-scum") or (
            role == "neutral" and number == 1 and self.game.players > 3
        )
        rule = "P6.3" if single else "P6.2"
        if seat in self.owing:
            return self.refuse(rule, "wrong-gift", n=due)
        return self.refuse(rule, "gave-already" if due else "gives-nothing", seat=seat)


def _choices(cards: int, size: int) -> list[int]:
    """All ways to choose 1 or 2 of these cards, weakest first."""
    if size == 1:
        return [bit(card) for card in members(cards)]
    held = members(cards)
    return [bit(one) | bit(other) for i, one in enumerate(held) for other in held[i + 1 :]]


# ── the state, and how it changes ───────────────────────────────────────────────────────────────


class PresidentState(Board, State):
    """The whole truth: what lies open and every hand."""

    __slots__ = ("hands",)
    hands: BySeat[Cards]

    def __init__(self, game: President) -> None:
        """Before the first deal."""
        self.game = game
        self.phase, self.round, self.to_move = DEAL, 0, DEALER
        self.hands, self.counts = [0] * game.players, [0] * game.players
        self.table, self.played_by, self.passed, self.turned = 0, -1, 0, False
        self.places, self.previous, self.totals = [], [], [0] * game.players
        self.played, self.history, self.trick_start = 0, [], 0
        self.owing, self.gifts = [], []

    def hand_of(self, seat: int) -> int:
        return self.hands[seat]

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
            key, rule = ("follow", "P2.3") if self.table else ("lead", "P2.1")
            tell(self.event(rule, key, seat=seat, cards=cards))
        self.hands[seat] &= ~cards
        self.counts[seat] -= size
        self.played |= cards
        self.table, self.played_by = cards, seat
        self.history.append((seat, cards))
        if size == 4 and self.game.revolution:
            self._turn_order(seat, tell)
        if not self.counts[seat]:
            self._go_out(seat, tell)
            if len(self.places) == self.game.players - 1:
                self._end_round(tell)
                return
        self._pass_turn(seat, tell)

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
        self._pass_turn(seat, tell)

    def _next_to_act(self, seat: int) -> int:
        """P2.8: the next active seat that has not passed. P2.6, P3.5: every other active seat is asked;
        -1 when nobody is left to act. P2.7: no card ends the trick before that."""
        counts, passed, played_by = self.counts, self.passed, self.played_by
        for other in CLOCKWISE[len(counts)][seat]:
            if counts[other] and other != played_by and not passed >> other & 1:
                return other
        return -1

    def _pass_turn(self, seat: int, tell: Tell | None) -> None:
        following = self._next_to_act(seat)
        if following >= 0:
            self.to_move = following
        else:
            self._end_trick(tell)

    def _end_trick(self, tell: Tell | None) -> None:
        """P2.6: all others have passed, so the last to have played leads; P3.3: or who comes after."""
        winner = self.played_by
        leader = self._first_active(winner)
        if tell:
            tell(self.event("P2.6", "trick", seat=winner))
            if leader != winner:
                tell(self.event("P3.3", "lead-passes-on", seat=leader, winner=winner))
        self._open_trick(leader)

    def _first_active(self, seat: int) -> int:
        """This seat if it holds cards, else the next one clockwise that does."""
        while not self.counts[seat]:
            seat = (seat + 1) % self.game.players
        return seat

    def _open_trick(self, leader: int) -> None:
        self.table, self.passed, self.to_move = 0, 0, leader
        self.trick_start = len(self.history)

    def _end_round(self, tell: Tell | None) -> None:
        """P3.4: only one holds cards and is last. P5.3, P5.4: places earn points, which add up."""
        players = self.game.players
        last = self._first_active(0)
        self.places.append(last)
        for place, seat in enumerate(self.places):
            self.totals[seat] += players - place
        finished = self.round == self.game.rounds
        self.phase, self.to_move = (OVER, None) if finished else (DEAL, DEALER)
        if tell:
            self._tell_place(last, players, "P3.4", "last", tell)
            for place, seat in enumerate(self.places):
                tell(self.event("P5.3", "points", seat=seat, n=players - place))
                if self.round > 1:
                    tell(self.event("P5.4", "total", seat=seat, n=self.totals[seat]))
            if finished:
                for seat, rank in enumerate(ranking(self.totals)):
                    tell(self.event("P5.5", "final", seat=seat, rank=rank, n=self.totals[seat]))
                tell(self.event("P6.1", "end", n=self.game.rounds))

    def _deal(self, order: Sequence[int], tell: Tell | None) -> None:
        """P1.3: one card at a time, clockwise from seat 0. P4.4: each round starts in normal order."""
        players = self.game.players
        self.hands = [union(order[seat::players]) for seat in range(players)]
        self.counts = [hand.bit_count() for hand in self.hands]
        self.round += 1
        self.previous, self.places = self.places, []
        self.table, self.played_by, self.passed, self.turned = 0, -1, 0, False
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
        self.owing = self._winners()
        for winner in self.owing:
            number, loser = self.due(winner), self.partner(winner)
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
            two = frozenset((giver, receiver))
            others = frozenset(range(-2, self.game.players)) - two
            rule = "P6.2" if number == 2 else "P6.3"
            tell(self.event(rule, key, two, seat=giver, other=receiver, cards=cards, n=number))
            tell(self.event("P6.5", f"{key}-unseen", others, seat=giver, other=receiver, n=number))

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
        if self.round == 1 or self.game.next_leader == "first_seat":
            leader = 0
        else:
            leader = self.previous[0 if self.game.next_leader == "president" else -1]
        if tell:
            tell(self.event("P1.5" if self.round == 1 else "P6.6", "begins", seat=leader, round=self.round))
        self._open_trick(leader)

    def event(self, rule: str, key: str, seen_by: frozenset[int] | None = None, **values: Any) -> Event:
        return Event(self.game, rule, key, values, seen_by)

    def deal(self, rng: random.Random) -> Deal:
        return Deal(shuffled(DECK, rng))

    @property
    def outcome(self) -> Outcome | None:
        """P5.5: the highest total wins the series; equal totals share the rank."""
        if self.phase != OVER:
            return None
        return Outcome("P6.1", ranking(self.totals), tuple(self.totals))

    @property
    def standing(self) -> tuple[float, ...]:
        """P5.4: the points so far; a round brings those of its places (P5.3)."""
        return tuple(self.totals)

    def zones(self) -> list[Zone]:
        stock = DECK.all if self.round == 0 else 0
        hands = []
        for seat, hand in enumerate(self.hands):
            # P6.5: who gave cards knows them while they are held.
            shown = tuple((giver, cards & hand) for giver, receiver, cards in self.gifts if receiver == seat)
            hands.append(Zone(f"hand {seat}", hand, frozenset((seat,)), seat, shown))
        # P3.4: who is last keeps the cards unplayed, unseen.
        return [Zone("stock", stock, frozenset()), *hands, Zone("played", self.played)]

    def copy(self) -> PresidentState:
        other = type(self).__new__(type(self))
        _copy_board(self, other)
        other.hands = self.hands[:]
        other.gifts = self.gifts[:]
        return other

    def view(self, seat: int) -> PresidentView:
        """P7.1: what this seat knows."""
        view = self.game.View.__new__(self.game.View)
        _copy_board(self, view)
        view.seat = seat
        view.hand = self.hands[seat] if seat >= 0 else 0
        view.gifts = [gift for gift in self.gifts if seat in gift[:2]]
        return view

    def to_json(self) -> dict[str, Any]:
        return _to_json(self)

    def __repr__(self) -> str:
        return f"<President, round {self.round}, {self.phase}, to move: {self.to_move}>"


def _copy_board(board: Board, other: Board) -> None:
    other.game, other.phase, other.round, other.to_move = board.game, board.phase, board.round, board.to_move
    other.counts, other.history, other.owing = board.counts[:], board.history[:], board.owing[:]
    other.table, other.played_by, other.passed, other.turned = (
        board.table,
        board.played_by,
        board.passed,
        board.turned,
    )
    other.places, other.previous, other.totals = board.places[:], board.previous[:], board.totals[:]
    other.played, other.trick_start = board.played, board.trick_start


# ── what one seat knows ─────────────────────────────────────────────────────────────────────────


class PresidentView(Board, View):
    """P7.1: what lies open, this seat's hand, and what it gave and got in the exchange."""

    __slots__ = ("hand", "seat")
    seat: Seat
    hand: Cards

    def hand_of(self, seat: int) -> int:
        if seat != self.seat:
            raise ValueError(f"Seat {self.seat} does not see the hand of seat {seat}.")
        return self.hand

    def moves(self, seat: int | None = None) -> list[Move]:
        """This seat's moves now; none when it is not its turn."""
        return super().moves(self.seat if seat is None else seat)

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
            if giver == seat and receiver == self.seat and self.due(self.seat):
                return (cards & -cards) - 1
        return DECK.all

    def guess(self, rng: random.Random) -> PresidentState:
        """A full state that fits this view. Hands are drawn evenly among all that fit; what others
        exchanged unseen is then drawn to fit them."""
        state = self.game.State.__new__(self.game.State)
        _copy_board(self, state)
        state.gifts = self.gifts[:]
        state.hands = [self.known(seat) for seat in range(self.game.players)]
        if self.seat >= 0:
            state.hands[self.seat] = self.hand
        hidden_pairs = (
            [] if self.round < 2 else [w for w in self._winners() if self.seat not in (w, self.partner(w))]
        )
        # Those who still have to give: first as they were dealt, then the best cards move (P6.2, P6.3).
        open_pairs = [winner for winner in hidden_pairs if winner in self.owing]
        wanted = self.counts[:]
        for winner in open_pairs:
            wanted[winner] -= self.due(winner)
            wanted[self.partner(winner)] += self.due(winner)
        self._fill_hands(state.hands, wanted, rng)
        for winner in hidden_pairs:
            loser, number = self.partner(winner), self.due(winner)
            if winner in open_pairs:
                best = highest(state.hands[loser], number)
                state.hands[loser] &= ~best
                state.hands[winner] |= best
                state.gifts.append((loser, winner, best))
            else:
                self._guess_gifts(state, winner, loser, number, rng)
        return state

    def _fill_hands(self, hands: list[int], wanted: list[int], rng: random.Random) -> None:
        """Deal the cards whose place is unknown, those with a limit first, so that all that fits is
        equally likely."""
        if not self.round:
            return
        left = self.unseen
        for hand in hands:
            left &= ~hand
        seats = [seat for seat in range(self.game.players) if seat != self.seat]
        for seat in sorted(seats, key=self.limit):
            cards = members(left & self.limit(seat))
            for _ in range(wanted[seat] - count(hands[seat])):
                card = cards.pop(int(rng.random() * len(cards)))
                hands[seat] |= bit(card)
                left &= ~bit(card)

    def _guess_gifts(
        self, state: PresidentState, winner: int, loser: int, number: int, rng: random.Random
    ) -> None:
        """What two others exchanged: the loser's two (or one) best, and what came back."""
        held = {seat: state.hands[seat] for seat in (winner, loser)}
        for seat, cards in self.history:
            if seat in held:
                held[seat] |= cards
        if count(held[loser]) < number:
            return  # a position that does not say who played what
        back = best = highest(held[loser], number)  # the same cards came back: this always fits
        for _ in range(10):
            drawn = union(_draw(members(held[loser]), number, rng))
            kept = held[loser] & ~drawn
            higher = members((held[winner] | drawn) & ~((1 << kept.bit_length()) - 1))
            if len(higher) >= number:
                back, best = drawn, union(_draw(higher, number, rng))
                break
        state.gifts += [(loser, winner, best), (winner, loser, back)]

    def __repr__(self) -> str:
        where = f"round {self.round}, to move: {self.to_move}"
        return f"<President as seat {self.seat} sees it, {where}, hand: {DECK.text(self.hand)}>"


def _draw(cards: list[int], number: int, rng: random.Random) -> list[int]:
    """So many of these cards, drawn evenly."""
    return [cards.pop(int(rng.random() * len(cards))) for _ in range(number)]


President.State, President.View = PresidentState, PresidentView


# ── positions, and states as JSON ───────────────────────────────────────────────────────────────


def _listed(value: Any) -> Any:
    """Sequences as lists all the way down and sets of cards as text, as JSON has them."""
    if isinstance(value, dict):
        return {name: _listed(part) for name, part in value.items()}
    if isinstance(value, CardSet):
        return str(value)
    return [_listed(part) for part in value] if isinstance(value, list | tuple | range) else value


def _check_sense(state: PresidentState) -> None:
    """Raise PositionError unless this can occur in a game of these options."""
    game, players = state.game, state.game.players
    if not state.round:
        require(state == game.State(game), "before the first deal nothing has happened yet")
        return
    require(whole_deck(DECK, state.zones()), "a card is in two places")
    require(state.round <= game.rounds, f"round {state.round} of {game.rounds}")
    require(
        sorted(state.places) == sorted(set(state.places) & set(range(players))),
        "`out` names a seat twice, or none",
    )
    require(len(state.totals) == players, f"`totals` needs {players} numbers")
    expected = list(range(players)) if state.round > 1 else []
    require(
        sorted(state.previous) == expected,
        f"`previous` needs {len(expected)} different seats in round {state.round}",
    )
    if state.phase in (EXCHANGE, PLAY):
        _check_round(state)
    else:
        require(len(state.places) == players, "a round that is over has a place for every seat")
        others = [seat for seat in state.places[:-1] if state.counts[seat]]
        require(not others, "a round is over when only the last still holds cards (P3.4)")
        require(
            (state.phase == OVER) == (state.round == game.rounds), "the game ends after the last round (P6.1)"
        )
    require(state.phase == EXCHANGE or not state.owing, "cards are owed only in the exchange (P6.4)")
    require(-1 <= state.played_by < players, f"there is no seat {state.played_by} to have played")
    gone = any(suits_of(state.played, rank) == 15 for rank in range(RANKS))
    require(not state.turned or game.revolution, "the order never turns with revolution=False (P4.5)")
    require(not state.turned or gone, "the order is turned, but no four of a kind has been played (P4.1)")
    require(not state.table & ~state.played, "the trick's cards are also in a hand")
    _check_gifts(state)


def _check_round(state: PresidentState) -> None:
    """Sense while the exchange or the play is going on."""
    players = state.game.players
    require(state.round >= 1, "a round goes on, but none has been dealt")
    idle = [seat for seat in range(players) if not state.counts[seat]]
    require(sorted(state.places) == idle, f"the seats without cards are {idle}, but `out` is {state.places}")
    require(len(idle) <= players - 2, "a round with fewer than two hands is over (P3.4)")
    passed = [seat for seat in range(players) if state.passed >> seat & 1]
    require(all(state.counts[seat] for seat in passed), "a seat that is out has passed")
    if state.phase == EXCHANGE:
        require(state.round > 1, "the exchange begins with the second round (P6.2)")
        require(
            state.owing and state.owing == [seat for seat in state._winners() if seat in state.owing],
            "who gives is not a winner",
        )
        require(not state.table and not state.passed and not idle, "nobody plays during the exchange (P6.7)")
        require(
            all(state.counts[seat] > state.due(seat) for seat in state.owing),
            "a winner has too few cards to give",
        )
        return
    require(not state.owing, "cards are still owed, but play has begun (P6.4)")
    if not state.table:
        require(not passed, "nobody can have passed before a lead (P2.4)")
        return
    require(one_rank(state.table), "the trick is no combination (P2.1)")
    require(0 <= state.played_by < players, "a trick needs `played_by`, the seat that played it")
    require(state.played_by not in passed, "who played the last combination cannot have passed")
    require(state._next_to_act(state.played_by) >= 0, "nobody is left to act, so the trick is over (P2.6)")


def _check_gifts(state: PresidentState) -> None:
    """Sense in what was exchanged: winners and losers of the round before, and a loser's best."""
    for giver, receiver, cards in state.gifts:
        require(
            state.round > 1 and {giver, receiver} <= set(range(state.game.players)) and cards,
            "a gift needs two seats, cards, and a round before",
        )
        require(
            state.partner(giver) == receiver and max(state.due(giver), state.due(receiver)) == count(cards),
            "a gift of the wrong size or to the wrong seat (P6.2, P6.3)",
        )
    for winner in state._winners() if state.gifts else ():
        # The loser's best, which need not be told, then what came back, unless that is still owed.
        givers = [gift[0] for gift in state.gifts if winner in gift[:2]]
        complete = [state.partner(winner)] + ([] if winner in state.owing else [winner])
        require(
            givers in ([], complete, complete[1:]), "the gifts do not agree with who still has to give (P6.4)"
        )
    holders = {card: receiver for _, receiver, cards in state.gifts for card in members(cards)}
    for card, holder in holders.items():
        held = (state.hands[holder] | state.played) >> card & 1
        require(held, f"{DECK.name(card)} was given to seat {holder}, which does not hold it")
    for seat in range(state.game.players):
        for other in range(state.game.players):
            view = state.view(seat)
            known, limit = view.known(other), view.limit(other)
            require(
                not known & ~state.hands[other], f"what seat {other} got in the exchange is not in its hand"
            )
            require(
                not state.hands[other] & ~known & ~limit,
                f"seat {other} kept better cards than it gave (P6.2)",
            )


_FIELDS = ("phase", "round", "to_move", "hands", "table", "played_by", "passed", "turned", "places",
           "previous", "totals", "played", "history", "trick_start", "owing", "gifts")  # fmt: skip


def _to_json(state: PresidentState) -> dict[str, Any]:
    data: dict[str, Any] = {name: getattr(state, name) for name in _FIELDS}
    for name in ("places", "previous", "totals", "owing"):
        data[name] = list(data[name])
    data["passed"] = [seat for seat in range(state.game.players) if state.passed >> seat & 1]
    data["hands"] = [DECK.text(hand) for hand in state.hands]
    data["table"], data["played"] = DECK.text(state.table), DECK.text(state.played)
    data["history"] = [[seat, DECK.text(cards)] for seat, cards in state.history]
    data["gifts"] = [[giver, receiver, DECK.text(cards)] for giver, receiver, cards in state.gifts]
    return data


def _from_json(game: President, data: Mapping[str, Any]) -> PresidentState:
    fields = Fields(data, _FIELDS, DECK, game.players)
    state = game.State(game)
    state.phase = fields.one_of("phase", (DEAL, EXCHANGE, PLAY, OVER))
    state.round, state.trick_start = fields.number("round"), fields.number("trick_start")
    state.turned = fields.one_of("turned", (False, True))
    state.played_by = fields.number("played_by", least=-1)
    state.hands, state.totals = list(fields.hands("hands")), list(fields.numbers("totals"))
    state.table, state.played = fields.cards("table"), fields.cards("played")
    state.passed = union(fields.seats("passed"))
    state.places, state.previous = list(fields.seats("places")), list(fields.seats("previous"))
    state.owing = list(fields.seats("owing"))
    state.history = [(seat, cards) for seat, cards in fields.rows("history", seats=1)]
    state.gifts = [(giver, receiver, cards) for giver, receiver, cards in fields.rows("gifts", seats=2)]
    state.counts = [count(hand) for hand in state.hands]
    _check_sense(state)
    require(
        not union(card for _, cards in state.history for card in members(cards)) & ~state.played,
        "`history` names cards not played",
    )
    require(state.trick_start <= len(state.history), "`trick_start` lies after the history's end")
    laid = [entry for entry in state.trick if entry[1]] if state.table else state.trick
    top = [(state.played_by, state.table)] if state.table else []
    require(laid[-1:] == top, "`history` does not end with the trick on the table")
    if state.phase == PLAY and not state.table:
        turns: tuple[int | None, ...] = tuple(state.active)
    elif state.phase == PLAY:
        turns = (state._next_to_act(state.played_by),)
    else:
        turns = {EXCHANGE: tuple(state.owing[:1]), DEAL: (DEALER,), OVER: (None,)}[state.phase]
    state.to_move = fields.one_of("to_move", turns)
    return state
