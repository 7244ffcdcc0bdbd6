"""Positions of Hang In: how they are set up, whether they can occur, and guesses at what is not seen.

A round is how it began and which cards were played in turn; all else follows from that. So a position is
the same round played again, each move judged by the rules.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Annotated, Any

from handkit.arguments import checked
from handkit.cards import bit, count, members, shorten, union
from handkit.fields import CardsText, EachSeat, InOrder, friendly, require, share
from handkit.game import MOST, Seat, Setup, require_whole_deck, union_of
from handkit.games.hang_in import (
    CHALLENGE,
    DECK,
    HOLD,
    POT,
    HangIn,
    HangInState,
    HangInView,
    Play,
    suit_name,
)

PotText = Annotated[InOrder, "-", "hold back"]


class HangInSetup(Setup):
    """What `HangIn.position`, `game.state`, `to_json` and `view.guess` do."""

    remembers = True

    @checked
    def position(
        self,
        hands: EachSeat[CardsText],
        *,
        pot: EachSeat[PotText] = (),
        challenges: Sequence[InOrder] = (),
        stock: InOrder = "",
        first: Seat = 0,
        scores: EachSeat[int] = (),
        round: int | None = None,
        **options: Any,
    ) -> HangInState:
        """A position in a round, for lessons and tests. Whose turn it is follows.

        hands       the cards of each seat now; a house's with what it drew
        pot         what each seat added, in its order: "10O 7S"; "-" for a turn held back (H2.2)
        challenges  the challenges so far, in order: the table card, then the houses' answers: "4S 8O"; the
                    last may still lack answers
        stock       the top cards of the stock, the very top first; all other cards follow, lowest first
        first       the seat that started this round
        scores      the points now; by default what this round has brought
        round       which round this is; by default the first that fits `scores` and `first`
        options     of the game; `players` follows from the hands

        Raises PositionError (or CardError) for what cannot occur.
        """
        state: HangInState = self.game_for(hands, options).start()
        players = state.game.players
        require(len(hands) == players, f"`hands` needs {players} texts of cards")
        require(len(pot) in (0, players), f"`pot` needs {players} texts of cards, one a seat")
        require(len(scores) in (0, players), f"`scores` needs {players} numbers")
        state.starter, state.round = first, 1
        state.hands = [DECK.mask(hand) for hand in hands]
        state.history = _turns_of_pot(pot, first)
        for challenge in challenges:
            state.history += _turns_of_challenge(state, DECK.read(challenge))
        state.scores = list(scores) or _gained(state)
        state.round = _first_round(state) if round is None else round
        self.complete(state)
        state.stock = ()
        elsewhere = DECK.mask(stock) | union_of(state.zones())
        state.stock = (*DECK.read(stock), *members(DECK.all & ~elsewhere))
        self.check(state)
        return friendly(state)

    def complete(self, state: HangInState) -> None:
        """Set what follows from how the round began and what was played."""
        again = _played_again(state, _before(state)) if state.round else state.game.start()
        for name in state.follows:
            setattr(state, name, getattr(again, name))

    def check(self, state: HangInState) -> None:
        """Raise PositionError unless this can occur in a game of these options."""
        game, players = state.game, state.game.players
        if type(state.round) is int and not state.round:
            require(state == game.start(), "before the first deal nothing has happened yet")
            return
        before = _before(state)
        _check_beginning(state, before)
        again = _played_again(state, before)
        for seat in range(players):
            held, due = count(state.hands[seat]), again.counts[seat]
            require(held == due, f"seat {seat} holds {held} cards, and should hold {due} (H1.3, H2.1, H3.1)")
        for name in state.follows:
            mine, right = getattr(state, name), getattr(again, name)
            require(mine == right, f"`{name}` is {mine!r}, and the history makes it {right!r}")
        require_whole_deck(state)

    def renewed(self, data: Any) -> Any:
        """Version 0.1 wrote no name for no suit."""
        data = super().renewed(data)
        if isinstance(data, dict) and data.get("pot_suit") == "":
            data["pot_suit"] = suit_name(-1)
        return data

    def guess(self, view: HangInView, rng: random.Random) -> HangInState:
        """A full state that fits a view; every way to place the unseen cards is equally likely."""
        state: HangInState = view.game.start()
        share(view, state)
        if not view.round:
            return state
        cards = members(view.unseen)
        wanted = [number if seat != view.seat else 0 for seat, number in enumerate(view.counts)]
        # What can still be drawn matters by its order, the rest of the stock does not.
        to_draw = 2 * view.game.players if view.phase == POT else 0
        _mix(cards, min(sum(wanted) + to_draw, len(cards)), rng)
        start = 0
        for seat, number in enumerate(wanted):
            state.hands[seat] = union(cards[start : start + number])
            start += number
        if view.seat >= 0:
            state.hands[view.seat] = view.hand
        state.stock = tuple(cards[start:])
        return state


SETUP = HangInSetup


def _mix(cards: list[int], number: int, rng: random.Random) -> None:
    """Put so many cards, drawn evenly, in front."""
    for place in range(number):
        other = place + int(rng.random() * (len(cards) - place))
        cards[place], cards[other] = cards[other], cards[place]


# ── the turns of a position ─────────────────────────────────────────────────────────────────────


def _turns_of_pot(pot: Sequence[str], first: int) -> list[tuple[int, int]]:
    """The turns of the pot, from what each seat did: cards, and "-" for holding back."""
    players = len(pot)
    done = [[0 if word == "-" else bit(DECK.card(word)) for word in text.split()] for text in pot]
    history = []
    for turn in range(sum(map(len, done))):
        seat, number = (first + turn) % players, turn // players
        require(
            number < min(len(done[seat]), 2),
            f"seat {seat} did not have its turn in the pot, which goes round twice (H2.1)",
        )
        history.append((seat, done[seat][number]))
    return history


def _turns_of_challenge(state: HangInState, cards: Sequence[int]) -> list[tuple[int, int]]:
    """Who plays these cards: who challenges now, and then the houses."""
    again = _played_again(state)
    require(
        again.phase == CHALLENGE and 0 < len(cards) <= 1 + len(again.houses),
        "a challenge is a table card and an answer from each house, when the pot is complete",
    )
    seat = again.table_players[again.settled]
    return list(zip((seat, *again.answering(seat)), map(bit, cards), strict=False))


# ── the round played again ──────────────────────────────────────────────────────────────────────


def _played_again(state: HangInState, scores: Sequence[int] = ()) -> HangInState:
    """What the round has come to, from these scores on, each move judged; by default from such low ones that
    the target is out of reach. All but the hands and the stock: each seat is given each card when it plays
    it, so that what it holds now need not be known."""
    players = state.game.players
    again: HangInState = state.game.start()
    require(
        type(state.starter) is int and 0 <= state.starter < players,
        f"there is no seat {shorten(state.starter)} to have started",
    )
    again.round, again.starter, again.scores = state.round, state.starter, list(scores) or [-MOST] * players
    again.counts = [players + 1] * players  # H1.3
    again.phase, again.to_move = POT, state.starter
    gone = 0
    for number, (seat, cards) in enumerate(state.history, 1):
        require(not cards & gone, f"{DECK.spoken(cards & gone)} is in the history twice")
        gone |= cards
        again.hands[seat] = cards
        move, made = (Play(cards), DECK.spoken(cards)) if cards else (HOLD, "holding back")
        refusal = again.check(move, seat)
        require(not refusal, f"entry {number} of the history, {made} by seat {seat}, is refused: {refusal}")
        again.play(move)
    return again


def _gained(state: HangInState) -> list[int]:
    """What this round has brought each seat."""
    return _played_again(state).gained()


def _before(state: HangInState) -> list[int]:
    """The scores when this round began."""
    return [score - gain for score, gain in zip(state.scores, _gained(state), strict=True)]


# ── sense in how the round began ────────────────────────────────────────────────────────────────


def _rounds_needed(game: HangIn, scores: Sequence[int]) -> int:
    """How many rounds it takes at the least to come to these scores: a challenge brings a house 39 points at
    the most (H3.6), and costs it one (H3.7)."""
    challenges = game.players - 1
    each = max(-(-score // (39 * challenges)) if score > 0 else -(score // challenges) for score in scores)
    # All houses together: k of them lose a point in each of n - k challenges.
    most = max(houses * (game.players - houses) for houses in range(1, game.players))
    won, lost = sum(score for score in scores if score > 0), -sum(score for score in scores if score < 0)
    return max(each, -(-won // (39 * challenges)), -(-lost // most))


def _first_round(state: HangInState) -> int:
    """The first round that fits the scores and who started."""
    return 1 + max(state.starter, _rounds_needed(state.game, _before(state)))


def _check_beginning(state: HangInState, before: Sequence[int]) -> None:
    game, number, starter = state.game, state.round, state.starter
    require(
        type(number) is int and 1 <= number <= game.max_rounds,
        f"round {shorten(number)} of {game.max_rounds}",
    )
    require(
        starter == 0 or (game.starter == "rotate" and starter < number),
        f"seat {starter} does not start round {number} (H1.4)",
    )
    if type(state) is not HangInState:
        return  # a house rule may have points of its own
    require(
        _rounds_needed(game, before) < number,
        f"before round {number} the scores cannot have been {shorten(before)}",
    )
    require(max(before) < game.target, "the target was met in a round before (H6.1)")
