"""Reserves: the rulebook in code.

The ids (R2.3) are those of `handkit/rulebooks/reserves.md`. Begin with the cards and what they are worth, in
`worth.py`; then read this from top to bottom: the moves, the options, what lies open and how a move is
judged, what one seat knows, the state and how it changes. Apart stand the defences that there are
(`defences.py`), what a seat has seen of other hands (`handkit/sight.py`), and how positions are set up,
checked and guessed (`setups/reserves.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar, Final, Literal

from handkit.cards import Card, CardError, Cards, Deck, count, members, shorten, union
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
    OptionError,
    Outcome,
    Own,
    ParseError,
    Position,
    Refusal,
    Seat,
    State,
    Tell,
    View,
    Zone,
    behind,
    first_word,
    option,
    ranking,
    shuffled,
)
from handkit.games.defences import Defences

# isort: off
from handkit.games.worth import (
    BITS,
    DECK as DECK,
    EQUAL,
    FACES,
    GREATER,
    JACK,
    KING,
    LESSER,
    QUEEN,
    Pair,
    beats as beats,
    failing,
    friends,
    laid_in,
    relation,
    value_of,
    values as values,
)

# isort: on
from handkit.lazy import Subsets
from handkit.sight import Sight, Sights, see_come, see_leave, see_pass

PLAYERS, HAND, RESERVE = 3, 10, 7  # R1.1, R1.3, R1.4

# ── the moves ───────────────────────────────────────────────────────────────────────────────────


def _is_number(text: str) -> bool:
    """Whether a text is a whole number of a sensible length."""
    return text.strip().isdecimal() and text.isascii() and len(text) < 10


def _numbered(text: str) -> tuple[int, str] | None:
    """The number and the cards of `2: 3S JS`; the colon may be missing."""
    number, _, cards = text.replace(":", " ", 1).strip().partition(" ")
    return (int(number), cards) if _is_number(number) else None


def _read_pairs(text: str) -> list[Pair]:
    """The pairs of `9S>5D 4C>3H`. Raises ParseError or CardError."""
    parts = [DECK.read(part) for part in text.split(">")]
    cards = [card for part in parts for card in part]
    if [len(part) for part in parts] != [1, *[2] * (len(parts) - 2), 1] and text.strip():
        raise ParseError(
            f"{shorten(text)} is no defence: it names pairs, each a card laid > the card under it."
        )
    return list(zip(cards[::2], cards[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """R2.1: take the top card of the own reserve into the hand."""

    def __str__(self) -> str:
        return "draw"


DRAW = Draw()


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Attack(Move):
    """R2.3: place cards toward an opponent. `Attack(2, "3S JS")`. `twice` are cards named more than once."""

    target: int
    cards: int
    twice: int

    def __init__(self, target: int, cards: int | str | Sequence[int] = 0) -> None:
        """`cards`: a bit set, a text, or a list of cards. Raises CardError."""
        once, twice = (cards, 0) if type(cards) is int and cards >= 0 else DECK.named(cards)
        object.__setattr__(self, "target", target)
        object.__setattr__(self, "cards", once)
        object.__setattr__(self, "twice", twice)

    def named(self) -> str:
        """The cards as they were named."""
        return f"{DECK.text(self.cards)} {DECK.text(self.twice)}".strip()

    def __str__(self) -> str:
        return f"attack {self.target}: {self.named()}".strip()

    def __repr__(self) -> str:
        return f"Attack({self.target}, {self.named()!r})"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Defend(Move):
    """R4.2: lay cards on attacking cards, all at once; none is to pass. `Defend("9S>5D 4C>3H")`."""

    pairs: tuple[Pair, ...]  # (card laid, card under it), in the order of the attacking cards

    def __init__(self, pairs: str | Sequence[Pair] = ()) -> None:
        if isinstance(pairs, str):
            pairs = _read_pairs(pairs)
        try:
            ordered = sorted([(under, card) for card, under in pairs])
            numbers = DECK.numbers([card for pair in ordered for card in pair])
        except (TypeError, ValueError):  # no pairs, or not of cards
            raise CardError(f"{shorten(pairs)} are not pairs of cards.") from None
        object.__setattr__(self, "pairs", tuple(zip(numbers[1::2], numbers[::2], strict=True)))

    def named(self) -> str:
        """The pairs as text."""
        return " ".join(f"{DECK.name(card)}>{DECK.name(under)}" for card, under in self.pairs)

    def __str__(self) -> str:
        return self.named() or "pass"

    def __repr__(self) -> str:
        return f"Defend({self.named()!r})"


PASS = Defend()


class Take(CardsMove):
    """R5.1 to R5.3: take cards from the table, where R5.1 allows it none. `Take("5D 9S")`, `Take()`."""

    __slots__ = ()
    deck: ClassVar[Deck] = DECK
    word: ClassVar[str] = "take"


class Give(CardsMove):
    """R5.3, R5.4: give cards of the hand to the attacker. `Give("2H")`."""

    __slots__ = ()
    deck: ClassVar[Deck] = DECK
    word: ClassVar[str] = "give"


@dataclass(frozen=True, slots=True)
class Pile(Move):
    """R1.4: choose one of the three piles, 0 to 2, as the own reserve."""

    number: int

    def __str__(self) -> str:
        return f"pile {self.number}"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Deal(DealMove):
    """R1.2 to R1.6: the first card is discarded, thirty are dealt one at a time, clockwise from seat 0, and
    the other twenty-one are the reserves of seats (or the piles) 0, 1 and 2, seven each, the top first.
    `first` has the first turn, where chance decides who; else it is None."""

    deck: ClassVar[Deck] = DECK
    first: int | None

    def __init__(self, order: str | Sequence[int], first: int | None = None) -> None:
        DealMove.__init__(self, order)
        object.__setattr__(self, "first", first)

    def __str__(self) -> str:
        return f"deal {'' if self.first is None else f'{self.first}: '}{self.named()}".strip()

    def __repr__(self) -> str:
        return f"Deal({self.named()!r}, {self.first})"


# ── the options ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, kw_only=True)
class Reserves(Game):
    """Reserves and its options.

    >>> game = Reserves(attack_cap="hand")
    """

    name: ClassVar[str] = "reserves"
    title: ClassVar[str] = "Reserves"
    deck: ClassVar[Deck] = DECK
    prefix: ClassVar[str] = "R"
    deal_name: ClassVar[str] = "game"
    score_unit: ClassVar[str] = "players outlasted"

    players: int = option(3, "R1.1", "how many play", choices=(3,))
    choose_reserve: bool = option(False, "R1.4", "whether players choose reserves", choices=(False, True))
    first_player: str | int = option("random", "R1.6", "who has the first turn", choices=("random", 0, 1, 2))
    attack_cap: str = option("none", "R2.3", "what bounds an attack", choices=("none", "hand"))
    must_beat: bool = option(True, "R4.3", "whether each card laid must beat", choices=(True, False))
    leftovers: str = option(
        "discard", "R5.5", "where a failed defence's other cards go", choices=("discard", "defender")
    )
    duel_order: str = option(
        "alternate", "R6.3", "who comes after an attack of the last two", choices=("alternate", "attacker")
    )
    no_progress_limit: int | None = option(
        30, "R6.7", "after how many turns without progress the game ends", least=1, or_none=True
    )
    max_turns: int | None = option(
        1000, "R6.7", "after how many turns the game ends at the latest", least=1, or_none=True
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.no_progress_limit is None and self.max_turns is None:
            raise OptionError("no_progress_limit and max_turns cannot both be None (R6.7).")

    def parse(self, text: str) -> Move:
        """`draw`, `attack 2: 3S JS`, `9S>5D 4C>3H`, `pass`, `take 5D 9S` (`take` for none), `give 2H`,
        `pile 1`, `deal …`, with the first player where chance decides: `deal 1: …`."""
        word, rest = first_word(text)
        match word:
            case "draw" if not rest:
                return DRAW
            case "pass" if not rest:
                return PASS
            case "attack" if (parts := _numbered(rest)) is not None:
                return Attack(*parts)
            case "take":
                return Take(DECK.read(rest))
            case "give":
                return Give(DECK.read(rest))
            case "pile" if _is_number(rest):
                return Pile(int(rest))
            case "deal":
                first, colon, cards = rest.partition(":")
                if not colon:
                    return Deal(rest)
                if _is_number(first):
                    return Deal(cards, int(first))
            case _ if ">" in text:
                return Defend(_read_pairs(text))
        raise ParseError(
            f"{shorten(text)} is no move. A move is draw, an attack (attack 2: 3S JS), a defence (9S>5D "
            "4C>3H, or pass), take and cards (take 5D, or just take), give and cards (give 2H), or a pile "
            "(pile 1)."
        )

    def longest(self) -> int:
        """R6.7: the deal, two piles, and for each turn an attack, a defence and three choices in settling.
        Turns with progress cannot be many: 21 cards leave reserves, 51 are discarded, 3 players go out."""
        limits = [] if self.max_turns is None else [self.max_turns]
        if self.no_progress_limit is not None:
            limits.append((21 + 51 + 3 + 1) * self.no_progress_limit)
        return 3 + 5 * min(limits)


# ── what lies open ──────────────────────────────────────────────────────────────────────────────

# The phases: cards are due, reserves are chosen, a turn, the defence; then in settling: the defender takes,
# the attacker takes back, the attacker picks, the defender gives; the end.
Phase = Literal["deal", "choose", "turn", "defence", "take", "back", "pick", "give", "over"]
DEAL: Final = "deal"
CHOOSE: Final = "choose"
TURN: Final = "turn"
DEFENCE: Final = "defence"
TAKE: Final = "take"
BACK: Final = "back"
PICK: Final = "pick"
GIVE: Final = "give"
OVER: Final = "over"
SETTLING = (TAKE, BACK, PICK, GIVE)
# What is due in each phase, and by which rule.
DUE = {
    DEAL: (Deal,), CHOOSE: (Pile,), TURN: (Draw, Attack), DEFENCE: (Defend,),
    TAKE: (Take,), BACK: (Take,), PICK: (Take,), GIVE: (Give,),
}  # fmt: skip
RULES = {
    DEAL: "R1.3", CHOOSE: "R1.4", TURN: "R2.1", DEFENCE: "R4.1",
    TAKE: "R5.1", BACK: "R5.2", PICK: "R5.3", GIVE: "R5.3",
}  # fmt: skip


def _is_seat(number: object) -> bool:
    """Whether this is the number of a seat, or of a pile; `True` and 1.0 are not."""
    return type(number) is int and 0 <= number < PLAYERS


def _half(number: int) -> str:
    """Half of a number as people write it: "3½"."""
    return f"{number // 2 or ''}{'½' if number % 2 else ''}" or "0"


class Board(Position):
    """What lies open to everybody, and the judgement of a move. State and view share it."""

    kinds = (Draw, Attack, Defend, Take, Give, Pile, Deal)
    former_names: ClassVar[Mapping[str, str]] = {"left": "reserve_counts", "gifts": "gifts_due"}

    game: Reserves
    phase: Phase
    to_move: Seat | None
    first: Seat  # R1.6: who has the first turn; -1 before the deal
    free: tuple[int, ...]  # R1.4: the piles that nobody has chosen yet
    counts: BySeat[int]  # cards in each hand
    reserve_counts: BySeat[int]  # cards in each reserve
    out: BySeat[int]  # R6.4: the turn in which each seat went out; 0 while it is in
    turns: int  # R6.7: how many are done
    quiet: int  # R6.7: how many of the last ones in a row were without progress
    attacker: Seat  # -1 between attacks
    defender: Seat
    attack: Cards  # all cards of the attack that is going on
    laid: tuple[Pair, ...]  # R4.2: the defence
    unbeaten: int  # how many attacking cards are not beaten
    table: Open[Cards]  # what still lies on the table
    discard: Open[Cards]

    @property
    def active(self) -> list[int]:
        """The seats still in the game."""
        return [seat for seat in range(PLAYERS) if not self.out[seat]]

    @property
    def own_laid(self) -> int:
        """The cards that the defender laid."""
        return laid_in(self.laid)

    @property
    def back(self) -> int:
        """R5.2: how many attacking cards go back, half of them rounded up."""
        return (count(self.attack) + 1) // 2

    @property
    def picks(self) -> int:
        """R5.3: how many of the cards laid the attacker gets."""
        return min(self.unbeaten, len(self.laid))

    @property
    def gifts_due(self) -> int:
        """R5.3, R5.4: how many cards the defender gives from its hand."""
        return min(self.unbeaten - self.picks, self.counts[self.defender])

    def to_choose(self, hand: int) -> tuple[int, int]:
        """R5: how many cards a player with this hand chooses in settling (R5.1: at most), and of which."""
        match self.phase:
            case "take":
                return len(self.laid), self.table
            case "back":
                return self.back, self.attack
            case "pick":
                return self.picks, self.own_laid
            case _:
                return self.gifts_due, hand

    def cap(self, target: int) -> int:
        """R2.3: how many cards an attack on a seat may have."""
        return DECK.size if self.game.attack_cap == "none" else max(1, self.counts[target])

    @property
    def ended(self) -> bool:
        """R6.5, R6.7: whether the game ends after this turn."""
        game = self.game
        few = self.out.count(0) < 2
        return few or self.quiet == game.no_progress_limit or self.turns == game.max_turns

    @property
    def reason(self) -> str:
        """R6.5, R6.7: why the game is over: "last", "nobody", "no-progress" or "cap"; "" while it goes on."""
        if self.phase == OVER:
            if len(self.active) < 2:
                return "last" if self.active else "nobody"
            return "no-progress" if self.quiet == self.game.no_progress_limit else "cap"
        return ""

    @property
    def outcome(self) -> Outcome | None:
        """R6.5: those who went out later stand higher; R6.7: or those with more cards."""
        if self.phase != OVER:
            return None
        cards = [hand + reserve for hand, reserve in zip(self.counts, self.reserve_counts, strict=True)]
        order = [self.out[seat] or self.turns + cards[seat] for seat in range(PLAYERS)]
        rule = "R6.5" if len(self.active) < 2 else "R6.7"
        return Outcome(rule, ranking(order), tuple(cards))

    @property
    def standing(self) -> tuple[float, ...]:
        """R6.5: how many others each seat has outlasted; at a limit (R6.7), how many have fewer cards."""
        if end := self.outcome:
            return behind(end.ranks)
        return behind(ranking([out or self.turns + 1 for out in self.out]))

    # Offered moves, and why others are refused.

    def moves(self, seat: int | None = None) -> Sequence[Move]:
        """The moves that a seat may make now; where they are many they are made when they are asked for."""
        seat = self.to_move if seat is None else self.game.check_seat(seat, DEALER, ONLOOKER)
        if seat is None or seat != self.to_move or seat < 0:
            return []
        match self.phase:
            case "choose":
                return [Pile(number) for number in self.free]
            case "turn":
                return self._attacks(seat)
            case "defence":
                return Defences(self.attack, self.hand_of(seat), self.game.must_beat, Defend)
            case _:
                number, there = self.to_choose(self.hand_of(seat))
                kind, least = Give if self.phase == GIVE else Take, 0 if self.phase == TAKE else number
                return Subsets(there, [(kind, range(least, number + 1))])

    def _attacks(self, seat: int) -> Sequence[Move]:
        """R2.1: to draw, or to attack another one who is in (R2.4) with any cards (R2.3)."""
        before = [DRAW] if self.reserve_counts[seat] else []
        hand, others = self.hand_of(seat), [other for other in self.active if other != seat]
        if not hand:
            return before
        kinds = [(partial(Attack, other), range(1, self.cap(other) + 1)) for other in others]
        return Subsets(hand, kinds, before)

    def faults(self, move: Move, seat: int) -> Iterator[Refusal]:
        """Every rule that the move breaks, in the order in which they are told."""
        if self.phase == OVER:
            yield self.refuse("R6.5", f"game-over-{self.reason}", n=self.turns)
            return
        if seat != self.to_move:
            yield self.refuse(RULES[self.phase], f"not-yours-{self.phase}", seat=self.to_move)
        if not isinstance(move, DUE[self.phase]):
            yield self.refuse(RULES[self.phase], f"wrong-{self.phase}")  # and is not judged further
        elif isinstance(move, Deal):
            yield from self._wrong_deal(move)
        elif isinstance(move, Pile):
            yield from self._wrong_pile(move.number)
        elif isinstance(move, Take):
            yield from self._wrong_choice(move, 0)
        elif self.knows_hand(seat) or seat == self.to_move:
            yield from self._wrong_for(move, seat)

    def _wrong_deal(self, deal: Deal) -> Iterator[Refusal]:
        """R1.1: all cards; R1.6: and the first player, exactly where chance decides."""
        if len(deal.order) != DECK.size or union(deal.order) != DECK.all:
            yield self.refuse("R1.1", "not-the-deck", number=len(set(deal.order)))
        wanted, given = self.game.first_player, _is_seat(deal.first)
        if wanted == "random":
            if not given:
                yield self.refuse("R1.6", "first-missing")
        elif deal.first is not None and not (given and deal.first == wanted):
            yield self.refuse("R1.6", "first-is-set", seat=wanted)

    def _wrong_pile(self, number: int) -> Iterator[Refusal]:
        if not _is_seat(number) or number not in self.free:
            key = "pile-taken" if _is_seat(number) else "no-such-pile"
            yield self.refuse("R1.4", key, number=number, free=", ".join(map(str, self.free)))

    def _wrong_for(self, move: Move, seat: int) -> Iterator[Refusal]:
        """What is wrong with a move that depends on the cards of the seat."""
        if isinstance(move, Attack):
            yield from self._wrong_attack(move, self.hand_of(seat), seat)
        elif isinstance(move, Defend):
            yield from self._wrong_defence(move.pairs, self.hand_of(seat))
        elif isinstance(move, Give):
            yield from self._wrong_choice(move, self.hand_of(seat))
        elif not self.reserve_counts[seat]:
            yield self.refuse("R2.2", "reserve-empty")

    def _wrong_attack(self, attack: Attack, hand: int, seat: int) -> Iterator[Refusal]:
        """R2.1: another player; R2.2: with cards in hand; R2.3: which; R2.4: on somebody still in."""
        target = attack.target
        if not _is_seat(target):
            yield self.refuse("R2.1", "no-such-seat", number=target)
        elif target == seat:
            yield self.refuse("R2.1", "attacks-self")
        if not hand:
            yield self.refuse("R2.2", "hand-empty")
        if not attack.cards:
            yield self.refuse("R2.3", "no-cards")
        if attack.twice:
            yield self.refuse("R2.3", "named-twice", cards=attack.twice)
        if missing := attack.cards & ~hand:
            yield self.refuse("R2.3", "not-held", cards=missing, n=count(missing))
        if not _is_seat(target) or target == seat:
            return
        if count(attack.cards) > self.cap(target):
            yield self.refuse("R2.3", "too-many", seat=target, n=self.cap(target))
        if self.out[target]:
            yield self.refuse("R2.4", "target-out", seat=target)

    def _wrong_defence(self, pairs: Sequence[Pair], hand: int) -> Iterator[Refusal]:
        """R4.2: cards of the hand on attacking cards, each once; R4.3: each must beat."""
        (own, own_twice), (under, under_twice) = (
            DECK.collect(pair[side] for pair in pairs) for side in (0, 1)
        )
        if missing := own & ~hand:
            yield self.refuse("R4.2", "not-in-hand", cards=missing, n=count(missing))
        if missing := under & ~self.attack:
            yield self.refuse("R4.2", "not-attacking", cards=missing, n=count(missing))
        if own_twice:
            yield self.refuse("R4.2", "laid-twice", cards=own_twice)
        if under_twice:
            yield self.refuse("R4.2", "covered-twice", cards=under_twice)
        if self.game.must_beat:
            weak = [pair for pair in failing(self.attack, pairs) if self.attack & BITS[pair[1]]]
            if weak:
                yield self._too_weak(*weak[0], own)

    def _too_weak(self, card: int, under: int, side: int) -> Refusal:
        """R4.3: what a card is worth in this defence, why, and what would be needed."""
        suits, worth = relation(card, under), value_of(under, self.attack)
        # R3.6: more than the half of the worth, itself or its double, by the suits.
        needed = {GREATER: _half(worth), EQUAL: str(worth), LESSER: str(2 * worth)}[suits]
        kind = {JACK: "jack", QUEEN: "queen", KING: "king"}.get(card >> 2, "number")
        return self.refuse(
            "R4.3", f"weak-{kind}", n=friends(card, side), cards=BITS[card], value=value_of(card, side),
            under=BITS[under], worth=worth, suits=f"suit-{suits}", needed=needed,
        )  # fmt: skip

    def _wrong_choice(self, move: Take | Give, hand: int) -> Iterator[Refusal]:
        """R5.1 to R5.3: of the cards that are there, each once, and so many, or in R5.1 fewer."""
        rule, (number, there) = RULES[self.phase], self.to_choose(hand)
        if missing := move.cards & ~there:
            yield self.refuse(rule, f"not-there-{self.phase}", cards=missing, n=count(missing))
        if move.twice:
            yield self.refuse(rule, "chosen-twice", cards=move.twice)
        if count(move.cards) > number or (self.phase != TAKE and count(move.cards) < number):
            yield self.refuse(rule, f"wrong-number-{self.phase}", n=number)


# ── what one seat knows ─────────────────────────────────────────────────────────────────────────


class ReservesView(View, Board):
    """R7.1: what lies open, this seat's hand, and what it has seen of the others' (R5.6); no reserve."""

    hand: Cards
    sight: Sight

    def known(self, seat: int) -> int:
        """R5.6: the cards that another seat certainly holds."""
        return self.sight.known[self.game.check_seat(seat)]

    @property
    def unseen(self) -> int:
        """The cards of which this seat knows nothing: in a hand, in a reserve, or removed."""
        placed = self.hand | self.table | self.discard
        for cards in (*self.sight.known, *self.sight.mixed):
            placed |= cards
        return DECK.all & ~placed

    def __repr__(self) -> str:
        where = f"turn {self.turns + 1}, {self.phase}, to move: {self.to_move}"
        return f"<Reserves as seat {self.seat} sees it, {where}, hand: {DECK.text(self.hand)}>"


# ── the state, and how it changes ───────────────────────────────────────────────────────────────

VIEWERS = range(PLAYERS + 1)  # whose sight is kept: each seat's, and last an onlooker's
NOTHING_SEEN = Sights.nothing(PLAYERS)


class ReservesState(State, Board):
    """The whole truth: what lies open, every hand, the reserves, and what each seat has seen."""

    follows: ClassVar[tuple[str, ...]] = ("free", "counts", "reserve_counts")
    hands: Own[BySeat[Cards]]
    reserves: FaceDown[BySeat[tuple[Card, ...]]]  # R1.5: the top first
    piles: FaceDown[list[tuple[Card, ...]]]  # R1.4: those that nobody has chosen yet; () where one has
    removed: FaceDown[Cards]  # R1.2: the card that was discarded before the deal
    sights: Annotated[Sights, "by seat", "onlooker"]  # R5.6: what each seat has seen, and an onlooker
    outcome, standing = Board.outcome, Board.standing

    def __init__(self, game: Reserves) -> None:
        """Before the deal."""
        self.game = game
        self.phase, self.to_move, self.first, self.free = DEAL, DEALER, -1, ()
        self.hands, self.reserves, self.piles, self.removed = [0] * 3, [()] * 3, [()] * 3, 0
        self.out, self.turns, self.quiet = [0] * 3, 0, 0
        self.discard, self.sights = 0, NOTHING_SEEN
        self.count_cards()
        self.clear_table()

    def count_cards(self) -> None:
        self.counts = [hand.bit_count() for hand in self.hands]
        self.reserve_counts = [len(reserve) for reserve in self.reserves]

    def clear_table(self) -> None:
        self.attacker = self.defender = -1
        self.attack, self.laid, self.unbeaten, self.table = 0, (), 0, 0

    def play(self, move: Move, tell: Tell | None = None, seat: int | None = None) -> None:
        if isinstance(move, Draw):
            self._draw(tell)
        elif isinstance(move, Attack):
            self._attack(move.target, move.cards, tell)
        elif isinstance(move, Defend):
            self._defend(move.pairs, tell)
        elif isinstance(move, Take):
            {TAKE: self._take, BACK: self._take_back, PICK: self._pick}[self.phase](move.cards, tell)
        elif isinstance(move, Give):
            self._give(move.cards, tell)
        elif isinstance(move, Pile):
            self._choose(move.number, tell)
        elif isinstance(move, Deal):
            self._deal(move, tell)
        else:
            raise TypeError(f"{move!r} is no move of Reserves.")

    # Cards that move, and who sees it.

    def _leave(self, owner: int, cards: int) -> None:
        """From a hand, seen by all."""
        self.sights = self.sights.then(see_leave, owner, cards, self.counts[owner])
        self.hands[owner] ^= cards
        self.counts[owner] -= cards.bit_count()

    def _enter(self, owner: int, cards: int, seen_by: Sequence[int] = VIEWERS) -> None:
        """Into a hand, seen by these."""
        self.sights = self.sights.then(see_come, owner, cards, seen_by)
        self.hands[owner] |= cards
        self.counts[owner] += cards.bit_count()

    def _hand_over(self, giver: int, receiver: int, cards: int) -> None:
        """R5.6: from hand to hand, seen by the two only."""
        number, size = cards.bit_count(), self.counts[giver]
        self.sights = self.sights.then(see_pass, giver, receiver, cards, size)
        self.hands[giver] ^= cards
        self.hands[receiver] |= cards
        self.counts[giver] = size - number
        self.counts[receiver] += number

    # Before the first turn.

    def _deal(self, deal: Deal, tell: Tell | None) -> None:
        """R1.2, R1.3: one card is discarded unseen, and ten go to each player."""
        order, wanted = deal.order, self.game.first_player
        dealt = 1 + PLAYERS * HAND
        self.first = wanted if isinstance(wanted, int) else deal.first or 0
        self.removed = BITS[order[0]]
        self.hands = [union(order[1 + seat : dealt : PLAYERS]) for seat in range(PLAYERS)]
        self.piles = [order[start : start + RESERVE] for start in range(dealt, DECK.size, RESERVE)]
        if tell:
            tell(self.event("R1.2", "removed"))
            tell(self.event("R1.3", "deal", number=HAND))
        if self.game.choose_reserve:
            self.phase, self.to_move, self.free = CHOOSE, self.first, tuple(range(PLAYERS))
            self.count_cards()
            if tell:
                tell(self.event("R1.4", "piles", seat=self.first, number=RESERVE))
        else:
            self.reserves, self.piles = self.piles, [()] * PLAYERS
            self.count_cards()
            if tell:
                tell(self.event("R1.4", "reserves", number=RESERVE))
            self._begin(tell)

    def _choose(self, number: int, tell: Tell | None) -> None:
        """R1.4: a pile becomes a reserve; the last one goes to the last player without a choice."""
        seat = self.to_move
        assert seat is not None
        self._own(seat, number)
        following = (seat + 1) % PLAYERS
        if tell:
            tell(self.event("R1.4", "pile", seat=seat, number=number))
        if len(self.free) > 1:
            self.to_move = following
            return
        (last,) = self.free
        self._own(following, last)
        if tell:
            tell(self.event("R1.4", "pile-last", seat=following, number=last))
        self._begin(tell)

    def _own(self, seat: int, number: int) -> None:
        self.reserves[seat], self.piles[number] = self.piles[number], ()
        self.reserve_counts[seat] = RESERVE
        self.free = tuple(pile for pile in self.free if pile != number)

    def _begin(self, tell: Tell | None) -> None:
        """R1.6: the first turn."""
        self.phase, self.to_move = TURN, self.first
        if tell:
            tell(self.event("R1.6", "begins", seat=self.first))

    # The turn.

    def _draw(self, tell: Tell | None) -> None:
        """R2.1: the top card of the own reserve, which only its owner sees."""
        seat = self.to_move
        assert seat is not None
        cards = self._from_reserve(seat, 1)
        self._enter(seat, cards, ())
        if tell:
            left = self.reserve_counts[seat]
            self.tell_apart(tell, (seat,), "R2.1", "draw", seat=seat, cards=cards, left=left)
        self.turns += 1
        self.quiet = 0
        following = [(seat + step) % PLAYERS for step in (1, 2)]
        skipped = self.out[following[0]]
        self._next_turn(
            following[1 if skipped else 0], "R6.6" if skipped else "R6.2", tell, skipped=following[0]
        )

    def _from_reserve(self, seat: int, number: int) -> int:
        """So many cards off the top of a reserve."""
        reserve = self.reserves[seat]
        self.reserves[seat] = reserve[number:]
        self.reserve_counts[seat] -= number
        return union(reserve[:number])

    def _attack(self, target: int, cards: int, tell: Tell | None) -> None:
        """R2.1, R2.3: cards toward an opponent, who answers at once (R4.1)."""
        seat = self.to_move
        assert seat is not None
        self._leave(seat, cards)
        self.attacker, self.defender = seat, target
        self.attack = self.table = cards
        self.unbeaten = cards.bit_count()
        self.phase, self.to_move = DEFENCE, target
        if tell:
            tell(self.event("R2.1", "attack", seat=seat, other=target, cards=cards))
            self._tell_values(cards, tell)

    def _tell_values(self, side: int, tell: Tell) -> None:
        """What the face cards of a side are worth in its company, and why."""
        for card in members(side & FACES):
            rule, key = {
                JACK: ("R3.3", "worth-jack"), QUEEN: ("R3.5", "worth-queen"), KING: ("R3.4", "worth-king")
            }[card >> 2]  # fmt: skip
            number = friends(card, side)
            tell(self.event(rule, key, cards=BITS[card], n=number, value=value_of(card, side)))

    def _defend(self, pairs: tuple[Pair, ...], tell: Tell | None) -> None:
        """R4.2: the whole defence at once; R4.3: what does not beat counts as not beaten."""
        seat, cards = self.defender, laid_in(pairs)
        weak = [] if self.game.must_beat else failing(self.attack, pairs)
        self._leave(seat, cards)
        self.laid, self.table = pairs, self.table | cards
        self.unbeaten -= len(pairs) - len(weak)
        if tell:
            self._tell_defence(seat, cards, weak, tell)
        if not self.unbeaten:
            self.phase, self.to_move = TAKE, seat
        elif self.back == count(self.attack):
            self._take_back(self.attack, tell)
        else:
            self.phase, self.to_move = BACK, self.attacker

    def _tell_defence(self, seat: int, side: int, weak: Sequence[Pair], tell: Tell) -> None:
        """The cards laid, and each comparison with both its sides."""
        if side:
            tell(self.event("R4.2", "defend", seat=seat, cards=side))
        else:
            tell(self.event("R4.2", "pass", seat=seat))
        self._tell_values(side, tell)
        for card, under in self.laid:
            suits, value, worth = relation(card, under), value_of(card, side), value_of(under, self.attack)
            rule, key = ("R4.3", "fails") if (card, under) in weak else ("R3.6", "beats")
            double = 2 * (value if suits == GREATER else worth)
            numbers: dict[str, Any] = {"value": value, "worth": worth, "double": double}
            tell(self.event(rule, f"{key}-{suits}", cards=BITS[card], under=BITS[under], **numbers))
        number = count(self.attack)
        if self.unbeaten:
            tell(self.event("R5.2", "failure", seat=seat, n=self.unbeaten, number=number))
        else:
            tell(self.event("R5.1", "success", seat=seat, n=number))

    # Settling, in the order of R5.

    def _take(self, cards: int, tell: Tell | None) -> None:
        """R5.1: the defender takes what it wants of the table, and the rest is discarded."""
        seat, rest = self.defender, self.table & ~cards
        self._enter(seat, cards)
        if tell:
            tell(self.event("R5.1", "take" if cards else "take-none", seat=seat, cards=cards))
            tell(self.event("R5.1", "discard", cards=rest, n=count(rest)))
        self.discard |= rest
        self._end_attack(True, tell)

    def _take_back(self, cards: int, tell: Tell | None) -> None:
        """R5.2: half of the attack goes back to the attacker."""
        self._enter(self.attacker, cards)
        self.table ^= cards
        if tell:
            tell(self.event("R5.2", "back", seat=self.attacker, cards=cards, n=count(self.attack)))
        if self.picks < len(self.laid):
            self.phase, self.to_move = PICK, self.attacker
        else:
            self._pick(self.own_laid, tell)

    def _pick(self, cards: int, tell: Tell | None) -> None:
        """R5.3: a card of those laid for each attacking card not beaten."""
        self._enter(self.attacker, cards)
        self.table ^= cards
        if tell and cards:
            tell(self.event("R5.3", "pick", seat=self.attacker, cards=cards))
        if 0 < self.gifts_due < self.counts[self.defender]:
            self.phase, self.to_move = GIVE, self.defender
        else:
            self._give(self.hands[self.defender] if self.gifts_due else 0, tell)

    def _give(self, cards: int, tell: Tell | None) -> None:
        """R5.3, R5.4: what the table did not hold comes from the hand, then from the top of the reserve."""
        seat, other = self.defender, self.attacker
        owed = self.unbeaten - self.picks - count(cards)
        rule = "R5.3" if self.laid else "R5.4"
        if cards:
            self._hand_over(seat, other, cards)
            if tell:
                self._tell_paid(rule, "give", cards, tell)
        paid = min(owed, self.reserve_counts[seat])
        if paid:
            cards = self._from_reserve(seat, paid)
            self._enter(other, cards, [seat])
            if tell:
                self._tell_paid(rule, "pay", cards, tell)
        if tell and owed > paid:
            tell(self.event(rule, "short", seat=seat, n=owed - paid))
        self._clear_up(bool(paid), tell)

    def _tell_paid(self, rule: str, key: str, cards: int, tell: Tell) -> None:
        """R5.6: all see that cards go to the attacker, only the two see which."""
        two = {"seat": self.defender, "other": self.attacker}
        self.tell_apart(tell, two.values(), rule, key, "R5.6", **two, cards=cards, n=count(cards))

    def _clear_up(self, progress: bool, tell: Tell | None) -> None:
        """R5.5: what still lies on the table is discarded, or the defender takes its own cards back."""
        own = self.table & self.own_laid if self.game.leftovers == "defender" else 0
        rest = self.table & ~own
        if own:
            self._enter(self.defender, own)
            if tell:
                tell(self.event("R5.5", "keep", seat=self.defender, cards=own))
        if rest:
            self.discard |= rest
            if tell:
                tell(self.event("R5.5", "discard", cards=rest, n=count(rest)))
        self._end_attack(progress or rest != 0, tell)

    # The end of a turn.

    def _end_attack(self, progress: bool, tell: Tell | None) -> None:
        """R6.4: who has no cards left is out. R6.1, R6.3: whose turn it is now."""
        attacker, defender = self.attacker, self.defender
        third = PLAYERS - attacker - defender
        self.clear_table()
        self.turns += 1
        for seat in (attacker, defender):
            if not self.counts[seat] + self.reserve_counts[seat]:
                self.out[seat] = self.turns
                progress = True
                if tell:
                    tell(self.event("R6.4", "out", seat=seat))
        self.quiet = 0 if progress else self.quiet + 1
        if not self.out[third]:
            self._next_turn(third, "R6.1", tell)
        else:
            self._next_turn(defender if self.game.duel_order == "alternate" else attacker, "R6.3", tell)

    def _next_turn(self, seat: int, rule: str, tell: Tell | None, skipped: int = 0) -> None:
        """R6.5, R6.7: or the game ends."""
        if self.ended:
            self.phase, self.to_move = OVER, None
            if tell:
                self._tell_end(tell)
            return
        self.phase, self.to_move = TURN, seat
        if tell:
            key = {"R6.1": "third", "R6.2": "next", "R6.3": "duel", "R6.6": "passes"}[rule]
            tell(self.event(rule, f"turn-{key}", seat=seat, other=skipped))

    def _tell_end(self, tell: Tell) -> None:
        outcome, reason = self.outcome, self.reason
        assert outcome is not None
        if reason == "last":
            tell(self.event("R6.5", "last", seat=self.active[0]))
        elif reason == "nobody":
            tell(self.event("R6.5", "nobody"))
        else:
            tell(self.event("R6.7", reason, n=self.quiet if reason == "no-progress" else self.turns))
        for seat, rank in enumerate(outcome.ranks):
            tell(self.event(outcome.rule, "final", seat=seat, rank=rank, n=outcome.scores[seat]))

    def deal(self, rng: random.Random) -> Move:
        """R1.2, R1.4: one shuffle of all cards, as a second one of the rest changes no chances. R1.6: the
        first player, where chance decides."""
        order = shuffled(DECK, rng)
        first = int(rng.random() * PLAYERS) if self.game.first_player == "random" else None
        return self.game.Deal(order, first)  # type: ignore[no-any-return]

    def random_move(self, rng: random.Random) -> Move:
        """A fair draw from `moves`, but for a defence against more than six cards: see `Defences.draw`."""
        if self.phase == DEFENCE and isinstance(moves := self.moves(), Defences):
            return moves.draw(rng)
        return super().random_move(rng)

    def zones(self) -> list[Zone]:
        return [Zone("stock", DECK.all if self.phase == DEAL else 0, frozenset()), *super().zones()]

    def shown(self, seat: int) -> tuple[tuple[int, int], ...]:
        """R5.6: what others saw on its way into this hand."""
        return tuple(
            (viewer if viewer < PLAYERS else ONLOOKER, sight.known[seat])
            for viewer, sight in enumerate(self.sights)
            if sight.known[seat]
        )

    def view(self, seat: int) -> ReservesView:
        """R7.1: what this seat knows."""
        view: ReservesView = self._seen_by(seat)
        view.sight = self.sights[seat if seat >= 0 else -1]
        return view

    def __repr__(self) -> str:
        return f"<Reserves, turn {self.turns + 1}, {self.phase}, to move: {self.to_move}>"


Reserves.State, Reserves.View, Reserves.Deal = ReservesState, ReservesView, Deal
