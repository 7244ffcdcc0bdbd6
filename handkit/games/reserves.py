"""Reserves: the rulebook in code.

The ids (R2.3) are those of `handkit/rulebooks/reserves.md`. Read from top to bottom: the cards and
what they are worth, the options, the moves, the defences that there are, what lies open and how a move
is judged, the state and how it changes, what one seat knows, and positions.

A card is a number from 0 to 51: four times its rank, and the suit. A set of cards is one number
too, with bit `i` on where card `i` is in the set; so `cards & -cards` is its lowest card alone.
Positions call what stands further down, as they are built with all of it.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any, ClassVar

from handkit.arguments import checked
from handkit.cards import (
    FRENCH_NAMES,
    FRENCH_SUITS,
    Card,
    CardError,
    Cards,
    Deck,
    bit,
    count,
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
    Event,
    Fields,
    Game,
    Move,
    OptionError,
    Outcome,
    ParseError,
    Position,
    PositionError,
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
    require,
    shuffled,
    whole_deck,
)
from handkit.lazy import Lazy, Make, Subsets
from handkit.sight import Sight, drawn

# ── the cards, and what they are worth ──────────────────────────────────────────────────────────

# R1.1: the 52 cards. R3.2: an ace is worth 1, so it stands lowest, and card // 4 + 1 is a number's value.
DECK = Deck("A 2 3 4 5 6 7 8 9 10 J Q K".split(), FRENCH_SUITS, FRENCH_NAMES)
PLAYERS, HAND, RESERVE = 3, 10, 7
BITS = [bit(card) for card in range(DECK.size)]
SUITED = [union(range(suit, DECK.size, 4)) for suit in range(4)]  # all cards of a suit
SMALL = bit(4 * 4) - 1  # the aces to fours
JACK, QUEEN, KING = 10, 11, 12
JACKS, KINGS = 15 << 4 * JACK, 15 << 4 * KING
FACES = DECK.all & ~(bit(4 * JACK) - 1)

# R3.1: each of these is greater than the next, and the last greater than the first.
CIRCLE = "SDCH"
EQUAL, GREATER, LESSER = "equal", "greater", "lesser"


def _compare(suit: str, other: str) -> str:
    """R3.1: a suit beside another one: the same colour is equal, else one of the two is greater."""
    if suit == other or {suit, other} in ({"S", "C"}, {"H", "D"}):
        return EQUAL
    return GREATER if CIRCLE[(CIRCLE.index(suit) + 1) % 4] == other else LESSER


# RELATION[suit][other suit], by their numbers.
RELATION = [[_compare(one.letter, other.letter) for other in DECK.suits] for one in DECK.suits]


def relation(card: int, other: int) -> str:
    """R3.1: whether a card's suit is equal to another's, or greater or lesser than it."""
    return RELATION[card & 3][other & 3]


def below_five(side: int) -> int:
    """R3.5: how many cards of a side are worth less than five; a queen never is one of them."""
    number = count(side & SMALL)
    for suit in SUITED:
        if side & suit & JACKS and count(side & suit) < 5:
            number += 1
    return number + (count(side & KINGS) if 2 * count(side & FACES) < 5 else 0)


def friends(card: int, side: int) -> int:
    """The friendly cards that a face card counts: R3.3 a jack those of its suit, R3.4 a king jacks, queens
    and kings, R3.5 a queen those worth less than five. None for a number card."""
    rank = card >> 2
    if rank == JACK:
        return count(side & SUITED[card & 3])
    if rank == QUEEN:
        return below_five(side)
    return count(side & FACES) if rank == KING else 0


def value_of(card: int, side: int) -> int:
    """R3.2 to R3.5: what a card is worth on its side, which is all that the side has placed."""
    rank = card >> 2
    if rank < JACK:
        return rank + 1
    return friends(card, side) if rank == JACK else 2 * friends(card, side)


def values(cards: int | str) -> dict[int, int]:
    """R3.2 to R3.5: what each card of a side is worth in company.

    >>> values("JS 4S 9H")[DECK.card("JS")]
    2
    """
    side = DECK.mask(cards)
    return {card: value_of(card, side) for card in members(side)}


def beats(card: int, value: int, other: int, worth: int) -> bool:
    """R3.6: whether a card of this value beats another of that worth: strictly."""
    match relation(card, other):
        case "equal":
            return value > worth
        case "greater":
            return 2 * value > worth
        case _:
            return value > 2 * worth


Pair = tuple[Card, Card]  # R4.2: the card laid, and the attacking card that it covers


def laid_in(pairs: Sequence[Pair]) -> int:
    """The set of the cards laid."""
    return union(card for card, _ in pairs)


def failing(attack: int, pairs: Sequence[Pair]) -> list[Pair]:
    """R3.6: the pairs in which the card laid does not beat the one under it, both valued in company."""
    side = laid_in(pairs)
    return [
        (card, under)
        for card, under in pairs
        if not beats(card, value_of(card, side), under, value_of(under, attack))
    ]


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

    State: ClassVar[type[ReservesState]]
    View: ClassVar[type[ReservesView]]

    def start(self) -> ReservesState:
        return self.State(self)

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

    def state(self, data: Mapping[str, Any]) -> ReservesState:
        return _from_json(self, data)

    def longest(self) -> int:
        """R6.7: the deal, two piles, and for each turn an attack, a defence and three choices in settling.
        Turns with progress cannot be many: 21 cards leave reserves, 51 are discarded, 3 players go out."""
        limits = [] if self.max_turns is None else [self.max_turns]
        if self.no_progress_limit is not None:
            limits.append((21 + 51 + 3 + 1) * self.no_progress_limit)
        return 3 + 5 * min(limits)

    @classmethod
    @checked
    def position(
        cls,
        hands: Sequence[str],
        *,
        reserves: Sequence[str] = ("", "", ""),
        turn: int = 0,
        attack: str = "",
        defence: str | None = None,
        settled: Sequence[str] = (),
        removed: str = "",
        seen: Sequence[tuple[int, int, str]] = (),
        first: int | None = None,
        turns: int | None = None,
        quiet: int = 0,
        **options: Any,
    ) -> ReservesState:
        """A position in the game, for lessons and tests. Cards that are named nowhere are discarded.

        hands     the cards of each seat, without those that lie on the table; "" and an empty reserve for
                  a seat that is out
        reserves  the cards of each seat's reserve, the top first
        turn      whose turn it is: the attacker's, if an attack is going on
        attack    the attack of this turn, as after the word in a move: "1: 3S JS"
        defence   what was laid on it, as in a move: "9S>3S", or "pass"; None while the defender thinks
        settled   the choices made in settling since then, as moves: ["take 3S", "give 2H"]
        removed   the card that was discarded before the deal (R1.2); by default the lowest one left
        seen      what seats know of other hands (R5.6): (who knows, whose hand, cards)
        first     who had the first turn; turns: how many are done; quiet: how many in a row without progress
        options   of the game

        Raises PositionError (or CardError) for what cannot occur.
        """
        state = cls.State(cls(**options))
        require(len(hands) == PLAYERS, f"`hands` needs {PLAYERS} texts of cards")
        require(len(reserves) == PLAYERS, f"`reserves` needs {PLAYERS} texts of cards")
        require(
            type(turn) is int and 0 <= turn < PLAYERS, f"there is no seat {shorten(turn)} to have its turn"
        )
        moves = _moves_so_far(state.game, attack, defence, settled)
        state.hands = [DECK.mask(hand) for hand in hands]
        state.reserves = [_ordered(reserve) for reserve in reserves]
        for move in moves:  # they are laid again below
            if isinstance(move, Attack):
                state.hands[turn] |= move.cards
            elif isinstance(move, Defend) and isinstance(moves[0], Attack):
                state.hands[moves[0].target % PLAYERS] |= laid_in(move.pairs)
        state.phase, state.to_move = TURN, turn
        given_first = state.game.first_player
        state.first = first if first is not None else given_first if isinstance(given_first, int) else 0
        held = union(card for hand in state.hands for card in members(hand))
        held |= union(card for reserve in state.reserves for card in reserve)
        state.removed = DECK.mask(removed) if removed else DECK.all & ~held & -(DECK.all & ~held)
        state.discard = DECK.all & ~held & ~state.removed
        state._count()
        gone = [seat for seat in range(PLAYERS) if not state.counts[seat] + state.left[seat]]
        state.turns = max(quiet, len(gone)) if turns is None else turns
        state.quiet = quiet
        for seat in gone:
            state.out[seat] = state.turns
        for viewer, owner, cards in seen:
            require(
                {viewer, owner} <= set(range(PLAYERS)) and viewer != owner,
                "`seen` names who knows, whose hand, and cards",
            )
            state._show(owner, DECK.mask(cards), [viewer])
        state._tighten()
        _check_sense(state)
        for move in moves:
            if refusal := state.check(move):
                raise PositionError(f"This position cannot occur: {move} is refused. {refusal}")
            state.play(move)
        return state


def _ordered(cards: str) -> tuple[int, ...]:
    """Cards in the order in which they are named. One that is named twice is a CardError."""
    DECK.mask(cards)
    return tuple(DECK.read(cards))


def _is_number(text: str) -> bool:
    """Whether a text is a whole number of a sensible length."""
    return text.strip().isdecimal() and text.isascii() and len(text) < 10


def _numbered(text: str) -> tuple[int, str] | None:
    """The number and the cards of `2: 3S JS`; the colon may be missing."""
    number, _, cards = text.replace(":", " ", 1).strip().partition(" ")
    return (int(number), cards) if _is_number(number) else None


def _is_card(value: object) -> bool:
    """Whether this is a card's number, perhaps one that prints as the card."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < DECK.size


def _read_pairs(text: str) -> list[Pair]:
    """The pairs of `9S>5D 4C>3H`. Raises ParseError or CardError."""
    parts = [DECK.read(part) for part in text.split(">")]
    cards = [card for part in parts for card in part]
    if [len(part) for part in parts] != [1, *[2] * (len(parts) - 2), 1] and text.strip():
        raise ParseError(
            f"{shorten(text)} is no defence: it names pairs, each a card laid > the card under it."
        )
    return list(zip(cards[::2], cards[1::2], strict=True))


def _moves_so_far(game: Reserves, attack: str, defence: str | None, settled: Sequence[str]) -> list[Move]:
    """The moves of a turn that is going on."""
    require(attack or (defence is None and not settled), "without an attack there is no defence")
    require(defence is not None or not settled, "without a defence nothing is settled")
    texts = [f"attack {attack}"] if attack else []
    texts += [] if defence is None else [defence]
    return [game.parse(text) for text in (*texts, *settled)]


# ── the moves ───────────────────────────────────────────────────────────────────────────────────


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
        once, twice = DECK.named(cards)
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
            ordered = sorted((under, card) for card, under in pairs)
            fits = all(_is_card(card) for pair in ordered for card in pair)
        except (TypeError, ValueError):  # no pairs at all
            ordered, fits = [], False
        if not fits:
            raise CardError(f"{shorten(pairs)} are not pairs of cards.")
        object.__setattr__(self, "pairs", tuple((card, under) for under, card in ordered))

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


# ── the defences that there are ─────────────────────────────────────────────────────────────────


class Defences(Lazy):
    """R4.2, R4.3: the defences of a hand against an attack, fewest cards first; the first is to pass.

    Their number is known by going through all of them; `draw` does without.
    """

    def __init__(self, attack: int, hand: int, must_beat: bool) -> None:
        self.attack, self.must_beat = attack, must_beat
        self.under = members(attack)
        self.worth = values(attack)
        # could[card]: the attacking cards on which a card may come to lie in some defence.
        size = len(self.under)
        could = {card: self._beaten(card, _best(card, hand, size)) for card in members(hand)}
        self.could = {card: under for card, under in could.items() if under}

    def _beaten(self, card: int, value: int) -> list[int]:
        """The attacking cards on which a card of this value may lie."""
        if not self.must_beat:
            return self.under
        return [under for under in self.under if beats(card, value, under, self.worth[under])]

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Move]:
        for size in range(min(len(self.could), len(self.under)) + 1):
            for chosen in combinations(self.could, size):
                # Which cards are laid decides what each is worth, and so where each may lie.
                side = union(chosen)
                places = [self._beaten(card, value_of(card, side)) for card in chosen]
                for under in _different(places):
                    yield Defend(list(zip(chosen, under, strict=True)))

    def at(self, index: int) -> Move:
        for move in islice(self, index, None) if index >= 0 else ():
            return move
        raise IndexError("There are not so many moves.")

    def draw(self, rng: random.Random, tries: int = 1000) -> Move:
        """A random defence. Against up to six cards all are equally likely. Against more, the attacking cards
        are covered in a random order, each by nothing or by one of the cards that could lie there, all
        equally likely; then cards that do not beat are taken away until all do."""
        if len(self.under) > 6:
            return self._draw_in_turn(rng)
        # Each card of the side with fewer picks nothing or a partner, until no partner is picked twice and
        # all beat: so each defence comes up equally often.
        partners = {under: [card for card in self.could if under in self.could[card]] for under in self.under}
        turned = len(self.could) < len(self.under)
        picks = list((self.could if turned else partners).items())
        for _ in range(tries):
            pairs: list[Pair] = []
            for one, others in picks:
                pick = int(rng.random() * (len(others) + 1))
                if pick:
                    pairs.append((one, others[pick - 1]) if turned else (others[pick - 1], one))
            if len({pair[turned] for pair in pairs}) == len(pairs) and not self._failing(pairs):
                return Defend(pairs)
        return self[int(rng.random() * len(self))]  # few, so that listing all is quicker than trying

    def _draw_in_turn(self, rng: random.Random) -> Defend:
        pairs: list[Pair] = []
        for under in drawn(self.under[:], len(self.under), rng):
            used = laid_in(pairs)
            others = [
                card for card, places in self.could.items() if under in places and not used & BITS[card]
            ]
            pick = int(rng.random() * (len(others) + 1))
            if pick:
                pairs.append((others[pick - 1], under))
        while weak := self._failing(pairs):
            pairs = [pair for pair in pairs if pair not in weak]
        return Defend(pairs)

    def _failing(self, pairs: Sequence[Pair]) -> list[Pair]:
        return failing(self.attack, pairs) if self.must_beat else []


def _best(card: int, hand: int, most: int) -> int:
    """The most that a card can be worth in a defence of so many cards of a hand."""
    rank = card >> 2
    if rank == JACK:
        return min(friends(card, hand), most)
    if rank == QUEEN:
        return 2 * min(count(hand & (SMALL | JACKS | KINGS)), most - 1)
    return 2 * min(friends(card, hand), most) if rank == KING else rank + 1


def _different(places: Sequence[Sequence[int]], used: int = 0) -> Iterator[tuple[int, ...]]:
    """All ways to take one of each of these lists, none twice."""
    if not places:
        yield ()
        return
    for place in places[0]:
        if not used & BITS[place]:
            for rest in _different(places[1:], used | BITS[place]):
                yield (place, *rest)


# ── what lies open ──────────────────────────────────────────────────────────────────────────────

# The phases: cards are due, reserves are chosen, a turn, the defence; then in settling: the defender takes,
# the attacker takes back, the attacker picks, the defender gives; the end.
DEAL, CHOOSE, TURN, DEFENCE, OVER = "deal", "choose", "turn", "defence", "over"
TAKE, BACK, PICK, GIVE = "take", "back", "pick", "give"
SETTLING = (TAKE, BACK, PICK, GIVE)


class Board(Position):
    """What lies open to everybody, and the judgement of a move. State and view share it."""

    __slots__ = (
        "attack", "attacker", "counts", "defender", "discard", "first", "free", "game", "laid", "left", "out",
        "phase", "quiet", "table", "to_move", "turns", "unbeaten",
    )  # fmt: skip
    kinds = (Draw, Attack, Defend, Take, Give, Pile, Deal)

    game: Reserves
    phase: str
    to_move: Seat | None
    first: Seat  # R1.6: who has the first turn; -1 before the deal
    free: tuple[int, ...]  # R1.4: the piles that nobody has chosen yet
    counts: BySeat[int]  # cards in each hand
    left: BySeat[int]  # cards in each reserve
    out: BySeat[int]  # R6.4: the turn in which each seat went out; 0 while it is in
    turns: int  # R6.7: how many are done
    quiet: int  # R6.7: how many of the last ones in a row were without progress
    attacker: Seat  # -1 between attacks
    defender: Seat
    attack: Cards  # all cards of the attack that is going on
    laid: tuple[Pair, ...]  # R4.2: the defence
    unbeaten: int  # how many attacking cards are not beaten
    table: Cards  # what still lies on the table
    discard: Cards

    @abstractmethod
    def hand_of(self, seat: int) -> int:
        """The cards of a seat, where they are known."""

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
    def gifts(self) -> int:
        """R5.3, R5.4: how many cards the defender gives from its hand."""
        return min(self.unbeaten - self.picks, self.counts[self.defender])

    def cap(self, target: int) -> int:
        """R2.3: how many cards an attack on a seat may have."""
        return DECK.size if self.game.attack_cap == "none" else max(1, self.counts[target])

    @property
    def ended(self) -> bool:
        """R6.5, R6.7: whether the game ends after this turn."""
        game = self.game
        return len(self.active) < 2 or self.quiet == game.no_progress_limit or self.turns == game.max_turns

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
        cards = [hand + reserve for hand, reserve in zip(self.counts, self.left, strict=True)]
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
                return Defences(self.attack, self.hand_of(seat), self.game.must_beat)
            case "take":
                return Subsets(self.table, [(Take, range(len(self.laid) + 1))])
            case "back":
                return Subsets(self.attack, [(Take, range(self.back, self.back + 1))])
            case "pick":
                return Subsets(self.own_laid, [(Take, range(self.picks, self.picks + 1))])
            case _:
                return Subsets(self.hand_of(seat), [(Give, range(self.gifts, self.gifts + 1))])

    def _attacks(self, seat: int) -> Sequence[Move]:
        """R2.1: to draw, or to attack another one who is in (R2.4) with any cards (R2.3)."""
        before = [DRAW] if self.left[seat] else []
        hand, others = self.hand_of(seat), [other for other in self.active if other != seat]
        if not hand:
            return before
        kinds = [(_attack_on(other), range(1, self.cap(other) + 1)) for other in others]
        return Subsets(hand, kinds, before)

    def judge(self, move: Move, seat: int) -> Refusal | None:
        """The first rule that the move breaks, in the rulebook's order of refusals."""
        return self._wrong_moment(move, seat) or self._wrong_move(move, seat)

    def refuse(self, rule: str, key: str, **values: Any) -> Refusal:
        return Refusal(self.game, rule, key, values)

    def _wrong_moment(self, move: Move, seat: int) -> Refusal | None:
        """Not this seat's turn, or another kind of move is due."""
        phase = self.phase
        if phase == OVER:
            return self.refuse("R6.5", f"game-over-{self.reason}", n=self.turns)
        rule = {
            DEAL: "R1.3", CHOOSE: "R1.4", TURN: "R2.1", DEFENCE: "R4.1",
            TAKE: "R5.1", BACK: "R5.2", PICK: "R5.3", GIVE: "R5.3",
        }[phase]  # fmt: skip
        kind = {DEAL: Deal, CHOOSE: Pile, TURN: Draw | Attack, DEFENCE: Defend, GIVE: Give}.get(phase, Take)
        if seat != self.to_move:
            return self.refuse(rule, f"not-yours-{phase}", seat=self.to_move)
        return None if isinstance(move, kind) else self.refuse(rule, f"wrong-{phase}")

    def _wrong_move(self, move: Move, seat: int) -> Refusal | None:
        if isinstance(move, Attack):
            return self._wrong_attack(move, seat)
        if isinstance(move, Defend):
            return self._wrong_defence(move.pairs, seat)
        if isinstance(move, Take | Give):
            return self._wrong_choice(move, seat)
        if isinstance(move, Deal):
            return self._wrong_deal(move)
        if isinstance(move, Pile):
            if _is_seat(move.number) and move.number in self.free:
                return None
            key = "pile-taken" if _is_seat(move.number) else "no-such-pile"
            return self.refuse("R1.4", key, number=move.number, free=_listed(self.free))
        return None if self.left[seat] else self.refuse("R2.2", "reserve-empty")

    def _wrong_deal(self, deal: Deal) -> Refusal | None:
        if len(deal.order) != DECK.size or sorted(deal.order) != list(range(DECK.size)):
            return self.refuse("R1.1", "not-the-deck", number=len(set(deal.order) & set(range(DECK.size))))
        wanted = self.game.first_player
        if wanted == "random":
            return None if _is_seat(deal.first) else self.refuse("R1.6", "first-missing")
        given = _is_seat(deal.first) and deal.first == wanted
        return None if given or deal.first is None else self.refuse("R1.6", "first-is-set", seat=wanted)

    def _wrong_attack(self, attack: Attack, seat: int) -> Refusal | None:
        """R2.1: another player; R2.2: with cards in hand; R2.3: which; R2.4: on somebody still in."""
        hand, target = self.hand_of(seat), attack.target
        if not _is_seat(target):
            return self.refuse("R2.1", "no-such-seat", number=target)
        if target == seat:
            return self.refuse("R2.1", "attacks-self")
        if not hand:
            return self.refuse("R2.2", "hand-empty")
        if not attack.cards:
            return self.refuse("R2.3", "no-cards")
        if attack.twice:
            return self.refuse("R2.3", "named-twice", cards=attack.twice)
        if missing := attack.cards & ~hand:
            return self.refuse("R2.3", "not-held", cards=missing, n=count(missing))
        if count(attack.cards) > self.cap(target):
            return self.refuse("R2.3", "too-many", seat=target, n=self.cap(target))
        return self.refuse("R2.4", "target-out", seat=target) if self.out[target] else None

    def _wrong_defence(self, pairs: Sequence[Pair], seat: int) -> Refusal | None:
        """R4.2: cards of the hand on attacking cards, each once; R4.3: each must beat."""
        (own, own_twice), (under, under_twice) = (
            DECK.collect(pair[side] for pair in pairs) for side in (0, 1)
        )
        if missing := own & ~self.hand_of(seat):
            return self.refuse("R4.2", "not-in-hand", cards=missing, n=count(missing))
        if missing := under & ~self.attack:
            return self.refuse("R4.2", "not-attacking", cards=missing, n=count(missing))
        if own_twice:
            return self.refuse("R4.2", "laid-twice", cards=own_twice)
        if under_twice:
            return self.refuse("R4.2", "covered-twice", cards=under_twice)
        weak = failing(self.attack, pairs) if self.game.must_beat else []
        return self._too_weak(*weak[0], own) if weak else None

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

    def _wrong_choice(self, move: Take | Give, seat: int) -> Refusal | None:
        """R5.1 to R5.3: so many, of those that are there to be taken or given."""
        rule, number, there = {
            TAKE: ("R5.1", len(self.laid), self.table),
            BACK: ("R5.2", self.back, self.attack),
            PICK: ("R5.3", self.picks, self.own_laid),
            GIVE: ("R5.3", self.gifts, self.hand_of(seat)),
        }[self.phase]
        if missing := move.cards & ~there:
            return self.refuse(rule, f"not-there-{self.phase}", cards=missing, n=count(missing))
        if move.twice:
            return self.refuse(rule, "chosen-twice", cards=move.twice)
        if count(move.cards) == number or (self.phase == TAKE and count(move.cards) < number):
            return None
        return self.refuse(rule, f"wrong-number-{self.phase}", n=number)


def _attack_on(target: int) -> Make:
    """Makes the attacks on a seat."""
    return lambda cards: Attack(target, cards)


def _is_seat(number: object) -> bool:
    """Whether this is the number of a seat, or of a pile; `True` and 1.0 are not."""
    return type(number) is int and 0 <= number < PLAYERS


def _listed(numbers: Sequence[int]) -> str:
    """`"0, 2"`."""
    return ", ".join(str(number) for number in numbers)


def _half(number: int) -> str:
    """Half of a number as people write it: "3½"."""
    return f"{number // 2 or ''}{'½' if number % 2 else ''}" or "0"


# ── the state, and how it changes ───────────────────────────────────────────────────────────────

EVERYBODY = frozenset((ONLOOKER, DEALER, *range(PLAYERS)))
VIEWERS = range(PLAYERS + 1)  # whose sight is kept: each seat's, and last an onlooker's
NOTHING_SEEN = Sight.nothing(PLAYERS)


def _viewer(seat: int) -> int:
    """Whose sight a seat has."""
    return seat if seat >= 0 else PLAYERS


class ReservesState(Board, State):
    """The whole truth: what lies open, every hand, the reserves, and what each seat has seen."""

    __slots__ = ("hands", "piles", "removed", "reserves", "sights")
    hands: BySeat[Cards]
    reserves: BySeat[tuple[Card, ...]]  # R1.5: face down, the top first
    piles: list[tuple[Card, ...]]  # R1.4: those that nobody has chosen yet; () where one has
    removed: Cards  # R1.2: the card that was discarded before the deal
    sights: BySeat[Sight]  # R5.6: of each seat, and last of an onlooker

    def __init__(self, game: Reserves) -> None:
        """Before the deal."""
        self.game = game
        self.phase, self.to_move, self.first, self.free = DEAL, DEALER, -1, ()
        self.hands, self.reserves, self.piles, self.removed = [0] * 3, [()] * 3, [()] * 3, 0
        self.out, self.turns, self.quiet = [0] * 3, 0, 0
        self.discard, self.sights = 0, [NOTHING_SEEN] * len(VIEWERS)
        self._count()
        self._clear_table()

    def _count(self) -> None:
        self.counts = [hand.bit_count() for hand in self.hands]
        self.left = [len(reserve) for reserve in self.reserves]

    def _clear_table(self) -> None:
        self.attacker = self.defender = -1
        self.attack, self.laid, self.unbeaten, self.table = 0, (), 0, 0

    def hand_of(self, seat: int) -> int:
        return self.hands[self.game.check_seat(seat)]

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
        self._tighten()

    # Cards that move, and who sees it.

    def _leave(self, owner: int, cards: int) -> None:
        """From a hand, seen by all."""
        self.hands[owner] ^= cards
        self.counts[owner] -= cards.bit_count()
        for viewer in VIEWERS:
            if viewer != owner:
                self.sights[viewer] = self.sights[viewer].leaves(owner, cards)

    def _enter(self, owner: int, cards: int, seen_by: Sequence[int] = VIEWERS) -> None:
        """Into a hand, seen by these."""
        self.hands[owner] |= cards
        self.counts[owner] += cards.bit_count()
        self._show(owner, cards, seen_by)

    def _show(self, owner: int, cards: int, seen_by: Sequence[int]) -> None:
        for viewer in seen_by:
            if viewer != owner and cards:
                self.sights[viewer] = self.sights[viewer].comes(owner, cards)

    def _hand_over(self, giver: int, receiver: int, cards: int) -> None:
        """R5.6: from hand to hand, seen by the two only."""
        self._tighten()
        number, size = cards.bit_count(), self.counts[giver]
        for viewer in VIEWERS:
            if viewer == receiver:
                self.sights[viewer] = self.sights[viewer].leaves(giver, cards)
            elif viewer != giver:
                self.sights[viewer] = self.sights[viewer].passes(giver, receiver, number, size)
        self.hands[giver] ^= cards
        self.counts[giver] -= number
        self._enter(receiver, cards, [giver])

    def _tighten(self) -> None:
        """What each can conclude from the sizes of the hands."""
        for viewer, sight in enumerate(self.sights):
            if any(sight.mixed):
                self.sights[viewer] = sight.tightened(self.counts)

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
            self._count()
            if tell:
                tell(self.event("R1.4", "piles", seat=self.first, number=RESERVE))
        else:
            self.reserves, self.piles = self.piles, [()] * PLAYERS
            self._count()
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
        self.left[seat] = RESERVE
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
            left = self.left[seat]
            tell(self.event("R2.1", "draw", frozenset((seat,)), seat=seat, cards=cards, left=left))
            tell(self.event("R2.1", "draw-unseen", EVERYBODY - {seat}, seat=seat, left=left))
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
        self.left[seat] -= number
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
        if 0 < self.gifts < self.counts[self.defender]:
            self.phase, self.to_move = GIVE, self.defender
        else:
            self._give(self.hands[self.defender] if self.gifts else 0, tell)

    def _give(self, cards: int, tell: Tell | None) -> None:
        """R5.3, R5.4: what the table did not hold comes from the hand, then from the top of the reserve."""
        seat, other = self.defender, self.attacker
        owed = self.unbeaten - self.picks - count(cards)
        rule = "R5.3" if self.laid else "R5.4"
        if cards:
            self._hand_over(seat, other, cards)
            if tell:
                self._tell_paid(rule, "give", cards, tell)
        paid = min(owed, self.left[seat])
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
        seat, other, number = self.defender, self.attacker, count(cards)
        two = frozenset((seat, other))
        tell(self.event(rule, key, two, seat=seat, other=other, cards=cards, n=number))
        tell(self.event("R5.6", f"{key}-unseen", EVERYBODY - two, seat=seat, other=other, n=number))

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
        self._clear_table()
        self.turns += 1
        for seat in (attacker, defender):
            if not self.counts[seat] + self.left[seat]:
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

    def event(self, rule: str, key: str, seen_by: frozenset[int] | None = None, **values: Any) -> Event:
        return Event(self.game, rule, key, values, seen_by)

    def deal(self, rng: random.Random) -> Deal:
        """R1.2, R1.4: one shuffle of all cards, as a second one of the rest changes no chances. R1.6: the
        first player, where chance decides."""
        order = shuffled(DECK, rng)
        return Deal(order, int(rng.random() * PLAYERS) if self.game.first_player == "random" else None)

    def random_move(self, rng: random.Random) -> Move:
        """A fair draw from `moves`, but for a defence against more than six cards: see `Defences.draw`."""
        if self.phase == DEFENCE:
            return Defences(self.attack, self.hands[self.defender], self.game.must_beat).draw(rng)
        return super().random_move(rng)

    def zones(self) -> list[Zone]:
        hands = []
        for seat, hand in enumerate(self.hands):
            # R5.6: what others saw on its way into this hand.
            shown = tuple(
                (viewer if viewer < PLAYERS else ONLOOKER, sight.known[seat])
                for viewer, sight in enumerate(self.sights)
                if sight.known[seat]
            )
            hands.append(Zone(f"hand {seat}", hand, frozenset((seat,)), seat, shown))
        nobody = frozenset[int]()
        hidden = [
            Zone(f"reserve {seat}", union(cards), nobody, player=seat)
            for seat, cards in enumerate(self.reserves)
        ]
        hidden += [Zone(f"pile {number}", union(cards), nobody) for number, cards in enumerate(self.piles)]
        stock = DECK.all if self.phase == DEAL else 0
        return [
            Zone("stock", stock, nobody),
            *hands,
            *hidden,
            Zone("removed", self.removed, nobody),
            Zone("table", self.table),
            Zone("discard", self.discard),
        ]

    def copy(self) -> ReservesState:
        other = type(self).__new__(type(self))
        _copy_board(self, other)
        other.hands, other.reserves, other.piles = self.hands[:], self.reserves[:], self.piles[:]
        other.removed, other.sights = self.removed, self.sights[:]
        return other

    def view(self, seat: int) -> ReservesView:
        """R7.1: what this seat knows."""
        view = self.game.View.__new__(self.game.View)
        _copy_board(self, view)
        view.seat, view.sight = seat, self.sights[_viewer(seat)]
        view.hand = self.hands[seat] if seat >= 0 else 0
        return view

    def to_json(self) -> dict[str, Any]:
        return _to_json(self)

    def __repr__(self) -> str:
        return f"<Reserves, turn {self.turns + 1}, {self.phase}, to move: {self.to_move}>"


def _copy_board(board: Board, other: Board) -> None:
    other.game, other.phase, other.to_move, other.first = board.game, board.phase, board.to_move, board.first
    other.free, other.counts, other.left, other.out = board.free, board.counts[:], board.left[:], board.out[:]
    other.turns, other.quiet, other.discard = board.turns, board.quiet, board.discard
    other.attacker, other.defender, other.attack = board.attacker, board.defender, board.attack
    other.laid, other.unbeaten, other.table = board.laid, board.unbeaten, board.table


# ── what one seat knows ─────────────────────────────────────────────────────────────────────────


class ReservesView(Board, View):
    """R7.1: what lies open, this seat's hand, and what it has seen of the others' (R5.6); no reserve."""

    __slots__ = ("hand", "seat", "sight")
    seat: Seat
    hand: Cards
    sight: Sight

    def hand_of(self, seat: int) -> int:
        if self.game.check_seat(seat) != self.seat:
            raise ValueError(f"Seat {self.seat} does not see the hand of seat {seat}.")
        return self.hand

    def moves(self, seat: int | None = None) -> Sequence[Move]:
        """This seat's moves now; none when it is not its turn."""
        return super().moves(self.seat if seat is None else seat)

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

    def guess(self, rng: random.Random) -> ReservesState:
        """A full state that fits this view. Every way to place the cards that this seat does not see is
        equally likely. What others have seen it cannot know: here they have seen nothing."""
        state = self.game.State.__new__(self.game.State)
        _copy_board(self, state)
        state.reserves, state.piles, state.removed = [()] * PLAYERS, [()] * PLAYERS, 0
        state.hands, state.sights = list(self.sight.known), [NOTHING_SEEN] * len(VIEWERS)
        state.sights[_viewer(self.seat)] = self.sight
        if self.seat >= 0:
            state.hands[self.seat] = self.hand
        if self.phase == DEAL:
            return state
        for seat, cards in enumerate(self.sight.spread(self.counts, rng)):
            state.hands[seat] |= cards
        unseen = members(self.unseen)

        def some(number: int) -> tuple[int, ...]:
            return tuple(drawn(unseen, number, rng))

        for seat, number in enumerate(self.counts):
            state.hands[seat] |= union(some(number - count(state.hands[seat])))
        state.reserves = [some(number) for number in self.left]
        state.piles = [some(RESERVE if pile in self.free else 0) for pile in range(PLAYERS)]
        (state.removed,) = map(bit, unseen)
        return state

    def __repr__(self) -> str:
        where = f"turn {self.turns + 1}, {self.phase}, to move: {self.to_move}"
        return f"<Reserves as seat {self.seat} sees it, {where}, hand: {DECK.text(self.hand)}>"


Reserves.State, Reserves.View = ReservesState, ReservesView


# ── positions, and states as JSON ───────────────────────────────────────────────────────────────


def _check_sense(state: ReservesState) -> None:
    """Raise PositionError unless this can occur in a game of these options."""
    game = state.game
    if state.phase == DEAL:
        require(state == game.State(game), "before the deal nothing has happened yet")
        return
    require(whole_deck(DECK, state.zones()), "a card is in two places")
    require(count(state.removed) == 1, "one card is discarded before the deal (R1.2)")
    require(max(state.left) <= RESERVE, f"a reserve has at most {RESERVE} cards (R1.4)")
    first = game.first_player
    require(
        type(state.first) is int and state.first in range(PLAYERS) and first in ("random", state.first),
        f"seat {shorten(state.first)} does not have the first turn (R1.6)",
    )
    if state.phase == CHOOSE:
        _check_piles(state)
    else:
        require(not state.free and not any(state.piles), "each pile is somebody's reserve (R1.4)")
        _check_turns(state)
        if state.phase == TURN:
            require(state.to_move in state.active, f"seat {state.to_move} is out and has no turn (R6.4)")
        elif state.phase != OVER:
            _check_attack(state)
    if state.phase in (CHOOSE, TURN, OVER):
        fresh = (state.attacker, state.defender, state.attack, state.laid, state.unbeaten, state.table)
        require(fresh == (-1, -1, 0, (), 0, 0), "the table is empty between turns")
    for viewer, sight in enumerate(state.sights):
        sight.check([hand if seat != viewer else 0 for seat, hand in enumerate(state.hands)])


def _check_piles(state: ReservesState) -> None:
    """R1.4: sense while reserves are chosen."""
    require(state.game.choose_reserve, "nobody chooses with choose_reserve=False (R1.4)")
    chosen = PLAYERS - len(state.free)
    sizes = [RESERVE if (seat - state.first) % PLAYERS < chosen else 0 for seat in range(PLAYERS)]
    piles = [RESERVE if number in state.free else 0 for number in range(PLAYERS)]
    require(chosen < 2 and state.left == sizes, "players choose clockwise from the first player (R1.4)")
    require([len(pile) for pile in state.piles] == piles, f"a pile has {RESERVE} cards (R1.4)")
    require(state.to_move == (state.first + chosen) % PLAYERS, "another seat is to choose (R1.4)")
    require(state.counts == [HAND] * PLAYERS, f"each is dealt {HAND} cards (R1.3)")
    require((state.turns, state.quiet, state.out) == (0, 0, [0, 0, 0]), "no turn has been played yet")


def _check_turns(state: ReservesState) -> None:
    """R6.4 to R6.7: sense in who is out, and in the numbers of turns."""
    game = state.game
    require(0 <= state.quiet <= state.turns, f"{state.quiet} turns of {state.turns} were without progress")
    for seat, out in enumerate(state.out):
        fighting = seat in (state.attacker, state.defender)
        empty = not state.counts[seat] + state.left[seat]
        require(0 <= out <= state.turns, f"seat {seat} cannot have gone out in turn {out} of {state.turns}")
        require(fighting or bool(out) == empty, f"seat {seat} is out exactly when it has no cards (R6.4)")
        require(not (fighting and out), f"seat {seat} is out and takes no part in an attack (R2.4)")
    for number, limit in ((state.quiet, game.no_progress_limit), (state.turns, game.max_turns)):
        require(limit is None or number <= limit, "the game went on after a limit (R6.7)")
    over = state.phase == OVER
    require(over == state.ended, "the game ends when one is left, or at a limit (R6.5, R6.7)")


def _check_attack(state: ReservesState) -> None:
    """An attack makes sense if it can be made again, from before it up to the same point."""
    attacker, defender, attack, phase = state.attacker, state.defender, state.attack, state.phase
    require({attacker, defender} <= set(state.active), "an attack needs two players who are in (R2.4)")
    back, own = attack & ~state.table, state.own_laid
    taken = {PICK: back, GIVE: back | own}.get(phase, 0)
    require(not taken & ~state.hands[attacker], "what the attacker took is not in its hand (R5.2, R5.3)")
    again = state.copy()
    again._clear_table()
    again.hands[attacker] = state.hands[attacker] & ~taken | attack
    again.hands[defender] |= own
    again._count()
    again.phase, again.to_move = TURN, attacker
    moves: list[Move] = [Attack(defender, attack)]
    if phase != DEFENCE:
        moves.append(Defend(state.laid))
    if phase in (PICK, GIVE) and count(attack) > 1:
        moves.append(Take(back))
    for move in moves:
        refusal = again.check(move)
        require(refusal is None, f"{move} is refused. {refusal}")
        again.play(move)
    again.sights = state.sights
    require(again == state, f"the attack is not at the point where somebody has to {phase} (R5)")


_FIELDS = ("phase", "to_move", "first", "turns", "quiet", "hands", "reserves", "piles", "free",
           "removed", "discard", "out", "attacker", "defender", "attack", "laid", "unbeaten", "table",
           "sights")  # fmt: skip


def _to_json(state: ReservesState) -> dict[str, Any]:
    data: dict[str, Any] = {name: getattr(state, name) for name in _FIELDS}
    for name in ("removed", "discard", "attack", "table"):
        data[name] = DECK.text(data[name])
    data["hands"] = [DECK.text(hand) for hand in state.hands]
    for name in ("reserves", "piles"):
        data[name] = [" ".join(DECK.name(card) for card in cards) for cards in data[name]]
    data["free"], data["out"] = list(state.free), list(state.out)
    data["laid"] = Defend(state.laid).named()
    data["sights"] = [sight.to_json(DECK) for sight in state.sights]
    return data


def _from_json(game: Reserves, data: Mapping[str, Any]) -> ReservesState:
    fields = Fields(data, _FIELDS, DECK, PLAYERS)
    state = game.State(game)
    state.phase = fields.one_of("phase", (DEAL, CHOOSE, TURN, DEFENCE, *SETTLING, OVER))
    state.to_move = fields.one_of("to_move", (None, DEALER, *range(PLAYERS)))
    state.first, state.attacker, state.defender = (
        fields.one_of(name, (-1, *range(PLAYERS))) for name in ("first", "attacker", "defender")
    )
    state.turns, state.quiet = fields.number("turns"), fields.number("quiet")
    state.unbeaten = fields.number("unbeaten")
    state.hands, state.out = list(fields.hands("hands")), list(fields.numbers("out"))
    state.removed, state.discard = fields.cards("removed"), fields.cards("discard")
    state.attack, state.table = fields.cards("attack"), fields.cards("table")
    state.reserves, state.piles = _in_order(fields, "reserves"), _in_order(fields, "piles")
    state.free = tuple(fields.seats("free"))
    require(list(state.free) == sorted(state.free), "`free` names the piles in order")
    try:
        state.laid = Defend(data["laid"] if isinstance(data["laid"], str) else "?").pairs
    except (ParseError, CardError):
        raise fields.fail("laid", "pairs of cards, as in a move") from None
    sights = fields.list("sights")
    require(len(sights) == len(VIEWERS), "`sights` has an entry for each seat, and one for an onlooker")
    state.sights = [Sight.from_json(sight, DECK, PLAYERS) for sight in sights]
    state._count()
    require(
        state.phase == DEAL or (state.to_move is None) == (state.phase == OVER),
        "somebody is to move, or the game is over",
    )
    require((state.to_move == DEALER) == (state.phase == DEAL), "the dealer is to move before the deal only")
    _check_sense(state)
    return state


def _in_order(fields: Fields, name: str) -> list[tuple[int, ...]]:
    """Cards in their order, for each seat."""
    fields.hands(name)  # each a text of different cards
    return [_ordered(cards) for cards in fields.list(name)]
