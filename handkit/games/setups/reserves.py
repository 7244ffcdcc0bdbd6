"""Positions of Reserves: how they are set up, whether they can occur, and guesses at what is not seen.

Between turns a state has no history. While an attack is going on it is that of before the attack, with the
moves made since: so whether it can occur is asked by making them again, each judged by the rules.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from handkit.arguments import checked
from handkit.cards import bit, count, members, union
from handkit.fields import (
    CardsText,
    EachSeat,
    Fields,
    InOrder,
    MoveText,
    friendly,
    hints_of,
    listed,
    names_of,
    require,
    share,
)
from handkit.game import Move, Seat, Setup, require_whole_deck
from handkit.games.reserves import (
    CHOOSE,
    DEAL,
    DEFENCE,
    GIVE,
    HAND,
    NOTHING_SEEN,
    OVER,
    PICK,
    PLAYERS,
    RESERVE,
    SETTLING,
    TURN,
    Attack,
    Defend,
    Reserves,
    ReservesState,
    ReservesView,
    Take,
)
from handkit.games.worth import (
    DECK,
    laid_in,
)
from handkit.sight import Sights, drawn, see_come


class ReservesSetup(Setup):
    """What `Reserves.position`, `game.state`, `to_json` and `view.guess` do."""

    remembers = True

    @checked
    def position(
        self,
        hands: EachSeat[CardsText],
        *,
        reserves: EachSeat[InOrder] = ("", "", ""),
        turn: Seat = 0,
        attack: MoveText = "",
        defence: MoveText | None = None,
        settled: Sequence[MoveText] = (),
        removed: CardsText = "",
        seen: Sequence[tuple[Seat, Seat, CardsText]] = (),
        first: Seat | None = None,
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
        first     who had the first turn
        turns     how many are done, perhaps counted from a later one on
        quiet     how many of them, the last in a row, were without progress
        options   of the game

        Raises PositionError for what cannot occur, ParseError or CardError for what is no move, TypeError for
        what is of another kind.
        """
        game: Reserves = self.kind(**options)
        given = {
            "hands": hands, "reserves": reserves, "turn": turn, "settled": settled, "removed": removed,
            "seen": seen, "first": first, "turns": quiet if turns is None else turns, "quiet": quiet,
        }  # fmt: skip
        fields = Fields(listed(given), tuple(given), DECK, PLAYERS)
        state: ReservesState = game.State(game)
        state.phase, state.to_move = TURN, fields.one_of("turn", range(PLAYERS))
        moves = _moves(game, attack, defence, fields.list("settled"))
        state.hands = _with_laid(fields.hands("hands"), turn, moves)
        state.reserves = fields.read("reserves", hints_of(type(state))["reserves"])
        self.complete(state)
        given_first = fields.one_of("first", (None, *range(PLAYERS)))
        set_first = game.first_player if isinstance(game.first_player, int) else 0
        state.first = set_first if given_first is None else given_first
        rest = DECK.all & ~union(card for hand in state.hands for card in members(hand))
        rest &= ~union(card for reserve in state.reserves for card in reserve)
        state.removed = fields.cards("removed") or rest & -rest
        state.discard = rest & ~state.removed
        gone = [seat for seat in range(PLAYERS) if not state.counts[seat] + state.reserve_counts[seat]]
        state.turns, state.quiet = fields.number("turns"), fields.number("quiet")
        if turns is None:
            state.turns += len(gone)
        for seat in gone:
            state.out[seat] = state.turns - state.quiet
        for who, owner, cards in fields.rows("seen", seats=2):
            require(who != owner, "`seen` names who knows, whose hand, and cards")
            state.sights = state.sights.then(see_come, owner, cards, [who])
        self.check(state)
        return friendly(_played_on(state, moves))

    def check(self, state: ReservesState) -> None:
        """Raise PositionError unless this can occur in a game of these options."""
        if state.phase == DEAL:
            require(state == state.game.State(state.game), "before the deal nothing has happened yet")
            return
        require_whole_deck(state)
        before, moves = _taken_back(state) if state.phase in (DEFENCE, *SETTLING) else (state, [])
        _check_cards(before)
        if before.phase == CHOOSE:
            _check_piles(before)
        else:
            _check_turns(before)
            _check_numbers(before)
        if moves:
            again, mine = self.to_json(_played_on(before, moves)), self.to_json(state)
            for name in [own for own in names_of(ReservesState) if own in mine]:  # not what a house rule adds
                same = mine[name] == again[name] or name == "sights"
                require(same, f"`{name}` is {mine[name]!r}, and the attack makes it {again[name]!r}")
        for place, sight in enumerate(state.sights):
            held = [hand if seat != place else 0 for seat, hand in enumerate(state.hands)]
            sight.check(held, f"seat {place}" if place < PLAYERS else "an onlooker", DECK)

    def complete(self, state: ReservesState) -> None:
        """How many cards hands and reserves have, and which piles nobody has chosen."""
        state.count_cards()
        state.free = tuple(number for number, pile in enumerate(state.piles) if pile)

    def renewed(self, data: Any) -> Any:
        """Version 0.1 wrote a defence as the text of a move."""
        data = super().renewed(data)
        try:
            if isinstance(data, dict) and isinstance(data["laid"], str):
                pairs = Defend(data["laid"]).pairs
                return data | {"laid": [[DECK.name(card) for card in pair] for pair in pairs]}
        except (KeyError, ValueError):
            pass  # what is wrong with it is said where fields are read
        return data

    def guess(self, view: ReservesView, rng: random.Random) -> ReservesState:
        """A full state that fits a view. Every way to place the cards that this seat does not see is equally
        likely. What others have seen it cannot know: here they have seen nothing."""
        state: ReservesState = view.game.State(view.game)
        share(view, state)
        viewer = view.seat if view.seat >= 0 else PLAYERS
        state.sights = Sights(
            [view.sight if one == viewer else sight for one, sight in enumerate(NOTHING_SEEN)]
        )
        if view.phase == DEAL:
            return state
        state.hands = list(view.sight.known)
        if view.seat >= 0:
            state.hands[view.seat] = view.hand
        for seat, cards in enumerate(view.sight.spread(view.counts, rng)):
            state.hands[seat] |= cards
        unseen = members(view.unseen)

        def some(number: int) -> tuple[int, ...]:
            return tuple(drawn(unseen, number, rng))

        for seat, number in enumerate(view.counts):
            state.hands[seat] |= union(some(number - count(state.hands[seat])))
        state.reserves = [some(number) for number in view.reserve_counts]
        state.piles = [some(RESERVE if pile in view.free else 0) for pile in range(PLAYERS)]
        (state.removed,) = map(bit, unseen)
        return state


SETUP = ReservesSetup


# ── sense between turns ─────────────────────────────────────────────────────────────────────────


def _check_cards(state: ReservesState) -> None:
    """R1: sense in what was dealt; and nothing lies on the table."""
    require(len(state.piles) == PLAYERS, f"`piles` has {PLAYERS} places (R1.4)")
    require(count(state.removed) == 1, "one card is discarded before the deal (R1.2)")
    require(max(state.reserve_counts) <= RESERVE, f"a reserve has at most {RESERVE} cards (R1.4)")
    first = state.game.first_player
    require(
        state.first >= 0 and first in ("random", state.first),
        f"seat {state.first} does not have the first turn (R1.6)",
    )
    empty = (state.attacker, state.defender, state.attack, state.laid, state.unbeaten, state.table)
    require(empty == (-1, -1, 0, (), 0, 0), "the table is empty between turns")


def _check_piles(state: ReservesState) -> None:
    """R1.4: sense while reserves are chosen."""
    require(state.game.choose_reserve, "nobody chooses with choose_reserve=False (R1.4)")
    chosen = PLAYERS - len(state.free)
    sizes = [RESERVE if (seat - state.first) % PLAYERS < chosen else 0 for seat in range(PLAYERS)]
    piles = [RESERVE if number in state.free else 0 for number in range(PLAYERS)]
    require(
        chosen < 2 and state.reserve_counts == sizes, "players choose clockwise from the first player (R1.4)"
    )
    require([len(pile) for pile in state.piles] == piles, f"a pile has {RESERVE} cards (R1.4)")
    require(state.to_move == (state.first + chosen) % PLAYERS, "another seat is to choose (R1.4)")
    require(state.counts == [HAND] * PLAYERS, f"each is dealt {HAND} cards (R1.3)")
    require((state.turns, state.quiet, state.out) == (0, 0, [0, 0, 0]), "no turn has been played yet")
    require(state.sights == NOTHING_SEEN, "nobody has seen another hand yet (R1.3)")


def _check_turns(state: ReservesState) -> None:
    """R6.4, R6.5: sense in who is out, and in whose turn it is."""
    require(not state.free, "each pile is somebody's reserve (R1.4)")
    for seat, out in enumerate(state.out):
        empty = not state.counts[seat] + state.reserve_counts[seat]
        require(bool(out) == empty, f"seat {seat} is out exactly when it has no cards (R6.4)")
        require(
            0 <= out <= state.turns, f"seat {seat} cannot have gone out in turn {out} of {state.turns} (R6.4)"
        )
    require(
        (state.phase == OVER) == state.ended, "the game ends when one is left, or at a limit (R6.5, R6.7)"
    )
    if len(state.active) < 2:  # just now: one of the last two, or both
        last = [seat for seat in range(PLAYERS) if state.out[seat] == state.turns]
        require(
            3 - len(state.active) > len(last) >= 2 - len(state.active) and last,
            f"the game ended in turn {state.turns}, but seats went out in turns {state.out} (R6.4, R6.5)",
        )
    movers = [None] if state.phase == OVER else state.active
    require(state.to_move in movers, f"it cannot be the turn of seat {state.to_move} (R6.4, R6.5)")


def _check_numbers(state: ReservesState) -> None:
    """R6.7: sense in how many turns there were, and how many without progress. Turns may be counted from a
    later one on than the first."""
    game, turns, quiet = state.game, state.turns, state.quiet
    require(
        0 <= quiet <= turns - max(state.out),
        f"{quiet} of {turns} turns were without progress, and seats went out in turns {state.out} (R6.7)",
    )
    for number, limit in ((quiet, game.no_progress_limit), (turns, game.max_turns)):
        require(limit is None or number <= limit, "the game went on after a limit (R6.7)")
    if game.no_progress_limit is not None:
        drawn_or_paid = PLAYERS * RESERVE - sum(state.reserve_counts)
        progress = drawn_or_paid + count(state.discard) + PLAYERS - len(state.active)
        most = progress * game.no_progress_limit + quiet
        require(turns <= most, f"at most {most} turns can have led to this, not {turns} (R6.7)")


# ── an attack made again ────────────────────────────────────────────────────────────────────────


def _moves(game: Reserves, attack: str, defence: str | None, settled: Sequence[str]) -> list[Move]:
    """The moves of a turn that is going on. Raises ParseError or CardError."""
    require(attack or (defence is None and not settled), "without an attack there is no defence")
    require(defence is not None or not settled, "without a defence nothing is settled")
    texts = [f"attack {attack}"] if attack else []
    texts += [] if defence is None else [defence]
    return [game.parse(text) for text in (*texts, *settled)]


def _with_laid(hands: Sequence[int], turn: int, moves: Sequence[Move]) -> list[int]:
    """The hands before an attack: those of now, and what was laid since."""
    before = list(hands)
    for move in moves:
        if isinstance(move, Attack):
            before[turn] |= move.cards
        elif isinstance(move, Defend) and isinstance(moves[0], Attack):
            before[moves[0].target % PLAYERS] |= laid_in(move.pairs)
    return before


def _played_on(state: ReservesState, moves: Sequence[Move]) -> ReservesState:
    """The state after these moves. Raises PositionError with the refusal of one that may not be made."""
    for move in moves:
        refusal = state.check(move)
        require(not refusal, f"{move} is refused: {refusal}")
        state.play(move)
    return state


def _taken_back(state: ReservesState) -> tuple[ReservesState, list[Move]]:
    """The moment before an attack that is going on, where nobody has seen anything yet; and its moves."""
    attacker, defender, attack = state.attacker, state.defender, state.attack
    require(
        attacker != defender and {attacker, defender} <= set(state.active),
        "an attack needs two players who are in (R2.4)",
    )
    back = attack & ~state.table  # R5.2, R5.3: what the attacker has taken, which is known where it picks
    taken = {PICK: back, GIVE: back | state.own_laid}.get(state.phase, 0)
    missing = DECK.spoken(taken & ~state.hands[attacker])
    require(not missing, f"seat {attacker} does not hold {missing}, which it took (R5.2, R5.3)")
    before = state.copy()
    before.hands[attacker] = state.hands[attacker] & ~taken | attack
    before.hands[defender] |= state.own_laid
    before.sights = NOTHING_SEEN
    before.count_cards()
    before.clear_table()
    before.phase, before.to_move = TURN, attacker
    moves: list[Move] = [Attack(defender, attack)]
    if state.phase != DEFENCE:
        moves.append(Defend(state.laid))
    if state.phase in (PICK, GIVE) and count(attack) > 1:
        moves.append(Take(back))
    return before, moves
