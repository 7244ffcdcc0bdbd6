"""Computer players of Reserves: Easy, Normal and Hard (R7).

What a face card is worth depends on its company, but who takes or gives cards does not know yet in
which company they will fight. So the players think in what a card is *usually* worth: a number card
its number, a jack 3, a queen 4, a king 6.

Easy and Normal each follow rules of thumb, one for each kind of choice. Hard searches: it deals the
cards that it cannot see (determinization) and tries a few sensible moves in these worlds, where
everybody plays on by Normal's rules of thumb. No player ever goes through all sets of cards: an
attack with twenty cards in hand has a million.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from handkit.bots import Bot, Thought
from handkit.cards import bit, count, members, union
from handkit.game import Move, State, View
from handkit.games.reserves import (
    CHOOSE,
    DEFENCE,
    DRAW,
    GIVE,
    PASS,
    PLAYERS,
    TURN,
    Attack,
    Board,
    Defend,
    Draw,
    Give,
    Pile,
    ReservesState,
    ReservesView,
    Take,
)
from handkit.games.worth import (
    BITS,
    DECK,
    FACES,
    GREATER,
    JACK,
    JACKS,
    KING,
    KINGS,
    LESSER,
    QUEEN,
    RELATION,
    SMALL,
    SUITED,
    Pair,
    laid_in,
    relation,
    value_of,
    values,
)
from handkit.words import NUMBERS

# ── what a card is usually worth ────────────────────────────────────────────────────────────────

FACE_WORTH = {JACK: 3, QUEEN: 4, KING: 6}

# An order gives each card a number, by which cards are preferred; of equals the first suit comes first.
Order = Sequence[int]
RANK: Order = [card >> 2 for card in range(DECK.size)]
USUAL: Order = [FACE_WORTH.get(rank, rank + 1) for rank in RANK]
ALONE: Order = [value_of(card, bit(card)) for card in range(DECK.size)]


def best(cards: int, number: int, order: Order = USUAL) -> int:
    """So many of these cards, those that stand highest in an order."""
    if number >= cards.bit_count():
        return cards
    return union(sorted(members(cards), key=order.__getitem__, reverse=True)[:number])


def least(cards: int, number: int, order: Order = USUAL) -> int:
    """So many of these cards, those that stand lowest in an order."""
    if number >= cards.bit_count():
        return cards
    return union(sorted(members(cards), key=order.__getitem__)[:number])


def total(board: Board, seat: int) -> int:
    """How many cards a seat has, in hand and reserve."""
    return board.counts[seat] + board.reserve_counts[seat]


# ── how to cover an attack ──────────────────────────────────────────────────────────────────────


def _needed(suit: int, under: int, worth: int) -> int:
    """R3.6: the least value with which a card of a suit beats one of another suit that is worth so much."""
    match RELATION[suit][under]:
        case "equal":
            return worth + 1
        case "greater":
            return worth // 2 + 1
        case _:
            return 2 * worth + 1


# NEEDED[worth][suit under it][suit]; no card is ever worth 60.
NEEDED = [[[_needed(suit, under, worth) for suit in range(4)] for under in range(4)] for worth in range(60)]


def cover(attack: int, hand: int, most: int, least: int = 0) -> tuple[Pair, ...]:
    """R4.2: a defence that beats as many attacking cards as it can, but not more than `most`, with the cards
    that are usually worth least. Nothing, where it sees that it cannot beat as many as `least`.

    A matching: card by card, the cheapest first, each gets an attacking card that it beats, and those laid
    before it move to others where that makes room. What face cards are worth depends on which cards are
    laid. So first they count as in company of the whole hand, then of the cards found, some times over.
    """
    under = members(attack)
    needs = [NEEDED[value_of(card, attack)][card & 3] for card in under]
    cards = sorted(members(hand), key=USUAL.__getitem__)
    places: dict[int, list[int]] = {}  # the attacking cards, by their numbers, that each card beats
    company, found = hand, dict[int, int]()

    def beating() -> dict[int, int]:
        """Those of the cards found that beat in company of each other."""
        return {
            place: card for place, card in found.items() if value_of(card, company) >= needs[place][card & 3]
        }

    for _ in range(4):
        for card in cards:
            if card not in places or RANK[card] >= JACK:
                value, suit = value_of(card, company | BITS[card]), card & 3
                places[card] = [place for place, need in enumerate(needs) if value >= need[suit]]
        found = matching(places, most)
        if len(found) < least:
            return ()
        company = union(found.values())
        if len(beating()) == len(found):
            break
    while len(holds := beating()) < len(found):  # take away what does not beat until all do
        found, company = holds, union(holds.values())
    return tuple((card, under[place]) for place, card in sorted(found.items()))


def matching(places: dict[int, list[int]], most: int) -> dict[int, int]:
    """Cards on places, at most one on each and at most so many in all: place -> card. `places` says where
    each card may lie; cards that come earlier are preferred (Kuhn's algorithm)."""
    found: dict[int, int] = {}

    def lay(card: int, tried: set[int]) -> bool:
        for place in places[card]:
            if place not in found:
                found[place] = card
                return True
        for place in places[card]:
            if place not in tried:
                tried.add(place)
                if lay(found[place], tried):
                    found[place] = card
                    return True
        return False

    for card in places:
        if len(found) == most:
            break
        lay(card, set())
    return found


def full_cover(attack: int, hand: int, budget: int = 2_000) -> tuple[Pair, ...]:
    """R4.2: a defence that beats every attacking card, wherever there is one; nothing where there is none.

    The attacking card that fewest cards can beat is covered first, by each of those in turn. Face cards count
    as in the best company that can still come, so nothing is overlooked; and what is left has to have a
    matching even so, or the branch ends. `budget` is how many branches are looked at; only hands full of
    face cards come near it.
    """
    worth = {under: NEEDED[value_of(under, attack)][under & 3] for under in members(attack)}
    branches = 0

    def search(pairs: dict[int, int], laid: int) -> dict[int, int] | None:
        """`pairs` says what covers each attacking card so far."""
        nonlocal branches
        branches += 1
        left, rest = len(worth) - len(pairs), hand & ~laid
        hope = {card: _hope(card, laid, rest, left) for card in members(laid | rest)}
        if branches > budget or any(hope[card] < worth[under][card & 3] for under, card in pairs.items()):
            return None
        if not left:
            beaten = all(value_of(card, laid) >= worth[under][card & 3] for under, card in pairs.items())
            return pairs if beaten else None
        able = {
            under: [card for card in members(rest) if hope[card] >= needs[card & 3]]
            for under, needs in worth.items()
            if under not in pairs
        }
        if len(matching(able, left)) < left:
            return None
        hardest = min(able, key=lambda under: len(able[under]))
        for card in sorted(able[hardest], key=USUAL.__getitem__):
            if found := search({**pairs, hardest: card}, laid | BITS[card]):
                return found
        return None

    found = search({}, 0) if count(attack) <= count(hand) else None
    return tuple((card, under) for under, card in sorted((found or {}).items()))


def _hope(card: int, laid: int, rest: int, left: int) -> int:
    """The most that a card can be worth when so many cards of the rest are laid too, itself among them."""
    rank, own = RANK[card], BITS[card]
    if rank < JACK:
        return rank + 1
    more, rest = left - (not laid & own), rest & ~own
    friendly = {JACK: SUITED[card & 3], QUEEN: SMALL | JACKS | KINGS, KING: FACES}[rank]
    number = count((laid & friendly) | (own & friendly)) + min(more, count(rest & friendly))
    return number if rank == JACK else 2 * number


def lost(board: Board, laid: int, beaten: int) -> int:
    """R5: how many cards a defence costs that lays so many cards, of which so many beat."""
    unbeaten = count(board.attack) - beaten
    if not unbeaten:
        return 0
    kept = laid if board.game.leftovers == "discard" else min(laid, unbeaten)
    return min(max(kept, unbeaten), total(board, board.defender))


def half(board: Board) -> int:
    """How many cards are best covered when not all can be (R5.5): with half of them, each card covers
    one and pays for one; more would only be discarded, unless the defender keeps what is left over."""
    return count(board.attack) if board.game.leftovers == "defender" else board.back


# ── rules of thumb ──────────────────────────────────────────────────────────────────────────────


def easy_attack(board: Board, seat: int, hand: int) -> Move:
    """R7.2: its strongest single card, on the next player."""
    if not hand:
        return DRAW
    target = next(other for other in following(seat) if not board.out[other])
    return Attack(target, best(hand, 1, ALONE))


def easy_cover(attack: int, hand: int) -> tuple[Pair, ...]:
    """R7.2: the lowest number card that will do on each attacking card in turn."""
    pairs: list[Pair] = []
    numbers = members(hand & ~FACES)
    for under, worth in values(attack).items():
        card = next((card for card in numbers if RANK[card] + 1 >= NEEDED[worth][under & 3][card & 3]), None)
        if card is not None:
            numbers.remove(card)
            pairs.append((card, under))
    return tuple(pairs)


def following(seat: int) -> list[int]:
    """The two other seats, clockwise."""
    return [(seat + step) % PLAYERS for step in (1, 2)]


def victim(board: Board, seat: int) -> int:
    """Whom Normal attacks: one who has no cards in hand and so cannot cover any; else the one with most
    cards, who would be the next to win."""
    others = [other for other in following(seat) if not board.out[other]]
    empty = [other for other in others if not board.counts[other]]
    if empty:
        return min(empty, key=lambda other: total(board, other))
    return max(others, key=lambda other: total(board, other))


def enough(board: Board, target: int) -> int:
    """How many cards take all that a seat has, if it covers as many as half of its hand."""
    return total(board, target) + (board.counts[target] + 1) // 2


def attack_with(board: Board, target: int, hand: int, number: int) -> Attack:
    """An attack with so many cards: the best, but on an empty hand the least useful will do."""
    chosen = best if board.counts[target] else least
    return Attack(target, chosen(hand, number))


def normal_turn(board: Board, seat: int, hand: int) -> Move:
    """R7.2: attacks with all that can be of use, or draws when that is too little."""
    if not hand:
        return DRAW
    target = victim(board, seat)
    number = min(count(hand), enough(board, target), board.cap(target))
    if board.reserve_counts[seat] and 2 * number <= board.counts[target]:
        return DRAW
    return attack_with(board, target, hand, number)


def normal_defence(board: Board, hand: int) -> Defend:
    """R7.2: covers all if it can, else half, with the cheapest cards that beat."""
    size = count(board.attack)
    if size <= count(hand):
        pairs = cover(board.attack, hand, size, least=size)
        if len(pairs) == size:
            return Defend(pairs)
    return Defend(cover(board.attack, hand, half(board)))


def settle_by(order: Order, board: Board, hand: int) -> Move:
    """Take the best cards in an order, or give the least."""
    number, cards = board.to_choose(hand)
    return Give(least(cards, number, order)) if board.phase == GIVE else Take(best(cards, number, order))


def normal_move(board: Board, seat: int, hand: int) -> Move:
    """What Normal plays."""
    if board.phase == TURN:
        return normal_turn(board, seat, hand)
    if board.phase == DEFENCE:
        return normal_defence(board, hand)
    if board.phase == CHOOSE:
        return Pile(board.free[0])
    return settle_by(USUAL, board, hand)


# ── the moves worth a thought ───────────────────────────────────────────────────────────────────


def sensible(view: ReservesView, first: Move) -> list[Move]:
    """The moves worth a thought, this one first: attacks of some sizes on either opponent, defences that
    cover all, half, or less, and choices by what cards are worth in one way or another."""
    if view.phase == CHOOSE:
        found: Iterable[Move] = view.moves()
    elif view.phase == TURN:
        found = turns(view)
    elif view.phase == DEFENCE:
        found = defences(view)
    else:
        found = [settle_by(order, view, view.hand) for order in (USUAL, RANK, ALONE)]
    return list(dict.fromkeys([first, *found]))


def turns(view: ReservesView) -> list[Move]:
    """To draw, and on each opponent attacks with a few cards, with more than it holds, with enough to take
    all that it has, and with most or all of the hand."""
    found: list[Move] = [DRAW] if view.reserve_counts[view.seat] else []
    held = count(view.hand)
    for target in following(view.seat):
        if view.out[target]:
            continue
        sizes = {1, 3, (held + 1) // 2, (3 * held + 3) // 4, held}
        sizes |= {view.counts[target] + 1, total(view, target), enough(view, target)}
        most = min(held, view.cap(target))
        found += [attack_with(view, target, view.hand, size) for size in sorted(sizes) if 0 < size <= most]
    return found if view.hand else found[:1]


def defences(view: ReservesView) -> list[Move]:
    """To cover all, half and a card more or less, one, or none."""
    size = count(view.attack)
    wanted = {size, view.back + 1, view.back, size // 2, 1}
    return [*(Defend(cover(view.attack, view.hand, most)) for most in sorted(wanted, reverse=True)), PASS]


def overlooked(view: ReservesView, moves: Sequence[Move]) -> list[Move]:
    """The full defence, where there is one and none of these moves is one."""
    size = count(view.attack)
    if view.phase != DEFENCE or any(isinstance(move, Defend) and len(move.pairs) == size for move in moves):
        return []
    pairs = full_cover(view.attack, view.hand)
    return [Defend(pairs)] if pairs else []


# ── the search ──────────────────────────────────────────────────────────────────────────────────

LONGEST = 80  # moves that a playout goes on at most


def play_on(state: ReservesState) -> None:
    """Play on by Normal's rules of thumb, mostly to the end."""
    for _ in range(LONGEST):
        seat = state.to_move
        if seat is None:
            break
        state.play(normal_move(state, seat, state.hands[seat]))


def won(state: ReservesState, seat: int) -> float:
    """The share of a win that a seat has: 1 for winning alone; if the game goes on, its share of cards."""
    if outcome := state.outcome:
        return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
    return total(state, seat) / sum(total(state, other) for other in range(PLAYERS))


def stayed(state: ReservesState, seat: int) -> float:
    """How long a seat stayed in the game: 1 to the end."""
    return state.out[seat] / state.turns if state.out[seat] else 1.0


LATE = 0.1  # how much it counts to stay in, where to win counts 1: others may play worse than expected


@dataclass
class Tried:
    """A move that was tried in some worlds, and in all the share of a win that it brought and how long one
    stayed in."""

    move: Move
    worlds: int = 0
    won: float = 0.0
    stayed: float = 0.0

    @property
    def share(self) -> float:
        return self.won / self.worlds

    @property
    def rating(self) -> float:
        return (self.won + LATE * self.stayed) / self.worlds


def search(view: ReservesView, moves: Sequence[Move], worlds: int, rng: random.Random) -> list[Tried]:
    """The moves with how they did, best first. All are tried in the same worlds; after so many worlds the
    worse half is dropped, and again, until one is left (sequential halving) or all do alike."""
    alive, dropped = [Tried(move) for move in moves], list[Tried]()
    while len(alive) > 1:
        for _ in range(worlds):
            world = view.guess(rng)
            for tried in alive:
                state = world.copy()
                state.play(tried.move)
                play_on(state)
                tried.worlds += 1
                tried.won += won(state, view.seat)
                tried.stayed += stayed(state, view.seat)
        if len({tried.rating for tried in alive}) == 1:
            break  # it makes no difference
        alive.sort(key=lambda tried: -tried.rating)
        middle = (len(alive) + 1) // 2
        dropped = alive[middle:] + dropped
        alive = alive[:middle]
    return alive + dropped


# ── in words ────────────────────────────────────────────────────────────────────────────────────


def spelled(number: int) -> str:
    """`"two"`."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def number_of(cards: int) -> str:
    """`"two cards"`."""
    return f"{spelled(cards)} card{'' if cards == 1 else 's'}"


def compared(card: int, value: int, under: int, worth: int) -> str:
    """R3.6 for a card that beats: `"twice 8 is more than 9"`."""
    suits = relation(card, under)
    mine = f"twice {value}" if suits == GREATER else str(value)
    theirs = f"twice {worth}" if suits == LESSER else str(worth)
    return f"{mine} is more than {theirs}"


def why_attack(view: ReservesView, attack: Attack) -> str:
    """Whom, with how much, and what its strongest card is worth."""
    target, worths = attack.target, values(attack.cards)
    number, held, size = len(worths), view.counts[target], total(view, target)
    totals = [total(view, other) for other in following(view.seat) if not view.out[other]]
    who = f"seat {target}"
    if not held:
        who += ", who has no cards in hand to cover with,"
    elif size == max(totals) > min(totals):
        who += ", who has the most cards,"
    elif size == min(totals) < max(totals):
        who += ", who has the fewest cards,"
    strongest = max(worths, key=lambda card: worths[card])
    name, worth = DECK.name(strongest), worths[strongest]
    if not held:
        taken = "all that it has" if number >= size else number_of(number)
        return f"attacks {who} with {number_of(number)}: that takes {taken}"
    if number == 1:
        return f"attacks {who} with {name}, which is worth {worth} alone"
    said = [
        f"{name} is worth {worth} in this company" if bit(strongest) & FACES else f"{name} is the strongest"
    ]
    if number >= enough(view, target):
        bound = (held + 1) // 2
        covered = f"{spelled(bound)} {'is' if bound == 1 else 'are'} covered"
        said.insert(0, f"enough to throw it out, unless more than {covered}")
    elif number > held:
        said.insert(0, f"more than the {spelled(held)} that could cover")
    every = "all its " if attack.cards == view.hand else ""
    return f"attacks {who} with {every}{number_of(number)}: {', and '.join(said)}"


def why_draw(view: ReservesView) -> str:
    """What a draw is good for."""
    if not view.hand:
        return "draws, as it has no cards in hand to attack with"
    left, held = number_of(view.reserve_counts[view.seat]), number_of(count(view.hand))
    return f"draws and keeps its {held} to cover with; the {left} in its reserve could not do that"


def why_defend(view: ReservesView, defence: Defend) -> str:
    """How many it covers, what that costs, and one pair as an example: the strongest card beaten."""
    size, laid, side = count(view.attack), len(defence.pairs), laid_in(defence.pairs)
    cost = number_of(lost(view, laid, laid))
    if not laid:
        return f"lays nothing, which costs {cost}"
    worths = values(view.attack)
    card, under = max(defence.pairs, key=lambda pair: worths[pair[1]])
    reason = compared(card, value_of(card, side), under, worths[under])
    if size == 1:
        return f"covers {DECK.name(under)} with {DECK.name(card)}: {reason}"
    example = f"{DECK.name(card)} on {DECK.name(under)}, as {reason}"
    if laid == size:
        return f"covers all {spelled(size)} and may take as many: {example}"
    return f"covers {spelled(laid)} of {spelled(size)}, which costs {cost}: {example}"


def why_settle(view: ReservesView, move: Take | Give) -> str:
    """What the chosen cards are usually worth, and what is left."""
    if not move.cards:
        return "takes nothing"
    _, cards = view.to_choose(view.hand)
    rest, worth = cards & ~move.cards, sum(USUAL[card] for card in members(move.cards))
    said = f"{DECK.text(move.cards)}, usually worth {worth}{' together' if count(move.cards) > 1 else ''}"
    if isinstance(move, Give):
        return f"gives {said}, and keeps {DECK.text(rest)}"
    return f"takes {said}, and leaves {DECK.text(rest)}" if rest else f"takes {said}"


def why(view: ReservesView, move: Move) -> str:
    """A move in words."""
    if isinstance(move, Attack):
        return why_attack(view, move)
    if isinstance(move, Draw):
        return why_draw(view)
    if isinstance(move, Defend):
        return why_defend(view, move)
    if isinstance(move, Take | Give):
        return why_settle(view, move)
    return "nobody knows what is in it: all are alike"


# ── the players ─────────────────────────────────────────────────────────────────────────────────


def _reserves(view: View) -> ReservesView:
    if not isinstance(view, ReservesView):
        raise TypeError(f"A player of Reserves needs its view, not {type(view).__name__}.")
    return view


class Easy(Bot):
    """R7.2: attacks the next player with its strongest single card, covers with the lowest number cards
    that will do, takes the highest ranks and gives the lowest. Its values are steps of liking."""

    level = "easy"

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _reserves(view)
        moves = self.moves(view)
        return [Thought(move, float(-place), why(view, move)) for place, move in enumerate(moves)]

    @staticmethod
    def moves(view: ReservesView) -> list[Move]:
        """The moves that it thinks of, in its order of liking."""
        if view.phase == TURN:
            first = easy_attack(view, view.seat, view.hand)
            if not isinstance(first, Attack):
                return [first]
            cards = sorted(members(view.hand), key=ALONE.__getitem__, reverse=True)
            singles: list[Move] = [Attack(first.target, bit(card)) for card in cards]
            return singles + [DRAW] * bool(view.reserve_counts[view.seat])
        if view.phase == DEFENCE:
            return list(dict.fromkeys([Defend(easy_cover(view.attack, view.hand)), PASS]))
        if view.phase == CHOOSE:
            return list(view.moves())
        return sensible(view, settle_by(RANK, view, view.hand))


class Normal(Bot):
    """R7.2: attacks the one with most cards (or with an empty hand) with as many cards as can be of use,
    covers all or half with the cheapest cards that beat, takes what is usually worth most and gives
    what is worth least.

    Its values are the cards that a defence costs, what cards taken or given are usually worth, and
    steps of liking for an attack.
    """

    level = "normal"

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _reserves(view)
        choice = normal_move(view, view.seat, view.hand)
        values = {move: self.value(view, move, choice) for move in sensible(view, choice)}
        # A better defence that its rules of thumb have missed it does not think of either.
        found = [move for move, value in values.items() if value <= values[choice]]
        found.sort(key=lambda move: -values[move])
        return [Thought(move, values[move], why(view, move)) for move in found]

    def choose(self, view: View, rng: random.Random) -> Move:
        view = _reserves(view)
        return normal_move(view, view.seat, view.hand)

    def play_on(self, state: State, seat: int, rng: random.Random) -> Move:
        assert isinstance(state, ReservesState)
        return normal_move(state, seat, state.hands[seat])

    def value(self, view: ReservesView, move: Move, choice: Move) -> float:
        """What a move is worth to it."""
        if view.phase == TURN:
            return self.liking(view, move, choice)
        return self.cost(view, move) if isinstance(move, Defend) else self.worth(move)

    @staticmethod
    def liking(view: ReservesView, move: Move, choice: Move) -> float:
        """3 for its choice, 2 for an attack on the same opponent, 1 on the other, less the further its size
        is from what it wants; 0 to draw."""
        if move == choice:
            return 3
        if not isinstance(move, Attack):
            return 0
        target = victim(view, view.seat)
        off = abs(count(move.cards) - enough(view, move.target)) / 100
        return (2 if move.target == target else 1) - off

    @staticmethod
    def cost(view: ReservesView, move: Defend) -> float:
        """Minus the cards that a defence costs; of equal ones rather that in which the attacker gets less,
        and then the one with cheaper cards."""
        laid = len(move.pairs)
        worth = sum(USUAL[card] for card, _ in move.pairs)
        return -lost(view, laid, laid) - (count(view.attack) - laid) / 100 - worth / 100_000

    @staticmethod
    def worth(move: Move) -> float:
        """What the cards taken, or minus those given, are usually worth."""
        if not isinstance(move, Take | Give):
            return 0
        worth = sum(USUAL[card] for card in members(move.cards))
        return -worth if isinstance(move, Give) else worth


class Hard(Bot):
    """R7.2: tries the sensible moves in worlds that fit what it knows, and plays what wins most often.

    Its values are the chance to win in percent. A move that was dropped early was tried in few worlds,
    so its value counts as no higher than that of those kept longer.
    """

    level = "hard"
    worlds = 8  # how many worlds it imagines before it drops the worse half of the moves

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        view = _reserves(view)
        moves = sensible(view, normal_move(view, view.seat, view.hand))
        moves += overlooked(view, moves)
        if len(moves) == 1 or view.phase == CHOOSE:
            return [Thought(move, 0.0, why(view, move)) for move in moves]
        thoughts, ceiling = [], 100.0
        for tried in search(view, moves, self.worlds, rng):
            ceiling = min(ceiling, round(100 * tried.share, 1))
            said = f"{why(view, tried.move)}; wins {ceiling:.0f} % of the games that it imagines"
            thoughts.append(Thought(tried.move, ceiling, said))
        return thoughts


BOTS = (Easy(), Normal(), Hard())  # R7.2: weakest first, truly
