"""Positions of President: how they are set up, whether they can occur, and guesses at what is not seen.

A round is where it began and what was played since. So whether a state can occur is asked by taking it back
to that beginning and playing the same moves again, each judged by the rules.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from handkit.cards import bit, count, highest, members, union
from handkit.fields import CardsText, EachSeat, Fields, friendly, listed, names_of, require, share
from handkit.game import DEALER, Seat, Setup, require_whole_deck
from handkit.games.president import (
    DEAL,
    DECK,
    EXCHANGE,
    OVER,
    PASS,
    PLAY,
    RANKS,
    Play,
    PresidentState,
    PresidentView,
    one_rank,
    suits_of,
)


class PresidentSetup(Setup):
    """What `President.position`, `game.state`, `to_json` and `view.guess` do."""

    remembers = True

    def position(
        self,
        hands: EachSeat[CardsText],
        *,
        trick: CardsText = "",
        played_by: Seat | None = None,
        passed: Sequence[Seat] = (),
        to_move: Seat | None = None,
        turned: bool = False,
        out: Sequence[Seat] = (),
        round: int = 1,
        previous: Sequence[Seat] = (),
        totals: EachSeat[int] = (),
        giving: Sequence[Seat] = (),
        gifts: Sequence[tuple[Seat, Seat, CardsText]] = (),
        **options: Any,
    ) -> PresidentState:
        """A position in the middle of a round, for lessons and tests.

        hands      the cards of each seat, "" for a seat that is out; all other cards count as played
        trick      the combination to beat; "" before a lead
        played_by  the seat that played it
        passed     the seats that have passed in this trick
        to_move    whose turn it is; follows from the trick where there is one
        turned     whether the order is turned (P4.4)
        out        the seats that are out, first to go first
        round      which round of the series this is, from 1
        previous   the places of the round before, best first
        totals     the points so far; by default as if all rounds before had ended like that one
        giving     during an exchange: the seats that still have to give
        gifts      what was exchanged in this round: (giver, receiver, cards)
        options    of the game; `players` follows from the hands

        Raises PositionError for what cannot occur.
        """
        game = self.game_for(hands, options)
        players = game.players
        state: PresidentState = game.State(game)
        given = {
            "hands": hands, "trick": trick, "played_by": played_by, "passed": passed, "to_move": to_move,
            "turned": turned, "out": out, "round": round, "previous": previous, "totals": totals,
            "giving": giving, "gifts": gifts,
        }  # fmt: skip
        fields = Fields(listed(given), tuple(given), DECK, players)
        state.hands = list(fields.hands("hands"))
        state.counts = [count(hand) for hand in state.hands]
        state.round, state.turned = fields.number("round"), fields.one_of("turned", (False, True))
        state.places, state.previous = list(fields.seats("out")), list(fields.seats("previous"))
        state.totals = list(fields.numbers("totals")) if totals else _usual_totals(state)
        state.to_beat = fields.cards("trick")
        state.played = DECK.all & ~union(card for hand in state.hands for card in members(hand))
        state.owing = list(fields.seats("giving"))
        state.gifts = [(giver, receiver, cards) for giver, receiver, cards in fields.rows("gifts", seats=2)]
        state.passed = union(fields.seats("passed"))
        state.phase = EXCHANGE if giving else PLAY
        played_by = fields.one_of("played_by", (None, *range(players)))
        to_move = fields.one_of("to_move", (None, *range(players)))
        require(state.to_beat or played_by is None, "`played_by` says who played a trick, and there is none")
        if played_by is not None:
            state.played_by = played_by
            state.history = [(played_by, state.to_beat)]
        _check_sense(state)
        expected = _expected(state, to_move)
        require(
            to_move is None or to_move == expected or to_move in giving,
            f"it is seat {expected}'s turn (P2.8)",
        )
        require(
            0 <= expected < len(hands) and state.counts[expected] > 0,
            f"seat {expected} holds no cards to move",
        )
        state.to_move = expected
        self.check(state)
        return friendly(state)

    def check(self, state: PresidentState) -> None:
        """Raise PositionError unless this can occur in a game of these options."""
        _check_sense(state)
        if state.round:
            _check_turn(state)
            _play_again(state)

    def guess(self, view: PresidentView, rng: random.Random) -> PresidentState:
        """A full state that fits a view. Hands are drawn evenly among all that fit; what others
        exchanged unseen is then drawn to fit them."""
        state: PresidentState = view.game.State(view.game)
        share(view, state)
        state.hands = [view.known(seat) for seat in range(view.game.players)]
        if view.seat >= 0:
            state.hands[view.seat] = view.hand
        hidden_pairs = (
            [] if view.round < 2 else [w for w in view.choosers() if view.seat not in (w, view.partner(w))]
        )
        # Those who still have to give: first as they were dealt, then the best cards move (P6.2, P6.3).
        open_pairs = [winner for winner in hidden_pairs if winner in view.owing]
        wanted = view.counts[:]
        for winner in open_pairs:
            wanted[winner] -= view.gifts_due(winner)
            wanted[view.partner(winner)] += view.gifts_due(winner)
        _fill_hands(view, state.hands, wanted, rng)
        for winner in hidden_pairs:
            loser, number = view.partner(winner), view.gifts_due(winner)
            if winner in open_pairs:
                best = highest(state.hands[loser], number)
                state.hands[loser] &= ~best
                state.hands[winner] |= best
                state.gifts.append((loser, winner, best))
            else:
                _guess_gifts(state, winner, loser, number, rng)
        return state


SETUP = PresidentSetup


def is_plain(state: PresidentState) -> bool:
    """Whether this is President as it is. A house rule may have points of its own, and fields of which its
    history tells nothing."""
    return type(state) is PresidentState


def _expected(state: PresidentState, to_move: int | None) -> int:
    """Whose turn it is in a position that is set up; before a lead whoever is named, or the first."""
    if state.owing:
        return state.owing[0]
    if state.to_beat:
        return state.next_to_act(state.played_by)
    return to_move if to_move is not None else state.first_active(0)


# ── sense in what stands still during a round ───────────────────────────────────────────────────


def _check_sense(state: PresidentState) -> None:
    game, players = state.game, state.game.players
    if not state.round:
        require(state == game.State(game), "before the first deal nothing has happened yet")
        return
    require_whole_deck(state)
    require(1 <= state.round <= game.rounds, f"round {state.round} of {game.rounds}")
    require(0 <= state.trick_start <= len(state.history), "`trick_start` lies outside of the history")
    require(all(seat >= 0 for seat, _ in state.history), "the history has moves of seats that there are")
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
        require(
            not (others and is_plain(state)), "a round is over when only the last still holds cards (P3.4)"
        )
        require(
            (state.phase == OVER) == (state.round == game.rounds), "the game ends after the last round (P6.1)"
        )
    require(state.phase == EXCHANGE or not state.owing, "cards are owed only in the exchange (P6.4)")
    _check_order(state)
    if is_plain(state):
        _check_totals(state)
    require(not state.to_beat & ~state.played, "the trick's cards are also in a hand")
    _check_gifts(state)


def _check_round(state: PresidentState) -> None:
    """Sense while the exchange or the play is going on."""
    players = state.game.players
    idle = [seat for seat in range(players) if not state.counts[seat]]
    require(sorted(state.places) == idle, f"the seats without cards are {idle}, but `out` is {state.places}")
    require(len(idle) <= players - 2, "a round with fewer than two hands is over (P3.4)")
    passed = [seat for seat in range(players) if state.passed >> seat & 1]
    require(all(state.counts[seat] for seat in passed), "a seat that is out has passed")
    if state.phase == EXCHANGE:
        _check_exchange(state)
        return
    require(not state.owing, "cards are still owed, but play has begun (P6.4)")
    if not state.to_beat:
        require(not passed, "nobody can have passed before a lead (P2.4)")
        return
    require(one_rank(state.to_beat), "the trick is no combination (P2.1)")
    require(0 <= state.played_by < players, "a trick needs `played_by`, the seat that played it")
    require(state.played_by not in passed, "who played the last combination cannot have passed")
    require(state.next_to_act(state.played_by) >= 0, "nobody is left to act, so the trick is over (P2.6)")


def _check_exchange(state: PresidentState) -> None:
    require(state.round > 1, "the exchange begins with the second round (P6.2)")
    require(
        state.owing and state.owing == [seat for seat in state.choosers() if seat in state.owing],
        "who gives is not a winner",
    )
    quiet = not (state.to_beat or state.passed or state.history or state.places)
    require(quiet, "nobody plays during the exchange (P6.7)")
    require(
        all(state.counts[seat] > state.gifts_due(seat) for seat in state.owing),
        "a winner has too few cards to give",
    )


def _fours(cards: int) -> int:
    """How many fours of a kind a set of cards holds."""
    return sum(suits_of(cards, rank) == 15 for rank in range(RANKS))


def _check_order(state: PresidentState) -> None:
    """P4.1: the order can be turned only by fours of a kind that were played."""
    require(not state.turned or state.game.revolution, "the order never turns with revolution=False (P4.5)")
    require(
        not state.turned or _fours(state.played),
        "the order is turned, but no four of a kind has been played (P4.1)",
    )


def _points(places: Sequence[int]) -> list[int]:
    """P5.3: what the places of a round earn, by seat."""
    points = [0] * len(places)
    for place, seat in enumerate(places):
        points[seat] = len(places) - place
    return points


def _usual_totals(state: PresidentState) -> list[int]:
    """The points after rounds that all ended as the one before."""
    if len(state.previous) != state.game.players:
        return [0] * state.game.players
    return [(state.round - 1) * points for points in _points(state.previous)]


def _check_totals(state: PresidentState) -> None:
    """P5.3, P5.4: totals add up to those of some rounds, the one before among them. They may be counted from
    a later round on than the first."""
    players, totals = state.game.players, state.totals
    if state.phase in (DEAL, OVER):
        totals = [total - points for total, points in zip(totals, _points(state.places), strict=True)]
    counted, rest = divmod(sum(totals), players * (players + 1) // 2)
    if counted > 0 and state.previous:
        totals = [total - points for total, points in zip(totals, _points(state.previous), strict=True)]
        counted -= 1
    elif counted:
        rest = 1  # no round before this one
    best = sorted(totals, reverse=True)
    most = [counted * sum(range(players, players - k, -1)) for k in range(1, players + 1)]
    fits = all(sum(best[:k]) <= most[k - 1] for k in range(1, players + 1))
    fits = fits and not rest and min(totals) >= 0 and counted < max(1, state.round - 1)
    require(fits, f"`totals` are {state.totals}, which places in the rounds so far cannot bring (P5.4)")


def _check_gifts(state: PresidentState) -> None:
    """Sense in what was exchanged: winners and losers of the round before, and a loser's best."""
    for giver, receiver, cards in state.gifts:
        require(
            state.round > 1 and {giver, receiver} <= set(range(state.game.players)) and cards,
            "a gift needs two seats, cards, and a round before",
        )
        require(
            state.partner(giver) == receiver
            and max(state.gifts_due(giver), state.gifts_due(receiver)) == count(cards),
            "a gift of the wrong size or to the wrong seat (P6.2, P6.3)",
        )
    for winner in state.choosers() if state.gifts else ():
        # The loser's best, which need not be told, then what came back, unless that is still owed.
        givers = [gift[0] for gift in state.gifts if winner in gift[:2]]
        complete = [state.partner(winner)] + ([] if winner in state.owing else [winner])
        require(
            givers in ([], complete, complete[1:]), "the gifts do not agree with who still has to give (P6.4)"
        )
    holders = {card: receiver for _, receiver, cards in state.gifts for card in members(cards)}
    for card, holder in holders.items():
        held = (state.hands[holder] | state.played) >> card & 1
        require(held, f"{DECK.symbol(card)} was given to seat {holder}, which does not hold it")
    for seat in range(state.game.players):
        view = state.view(seat)
        for other in range(state.game.players):
            known, limit = view.known(other), view.limit(other)
            require(
                not known & ~state.hands[other], f"what seat {other} got in the exchange is not in its hand"
            )
            require(
                not state.hands[other] & ~known & ~limit,
                f"seat {other} kept better cards than it gave (P6.2)",
            )


def _check_turn(state: PresidentState) -> None:
    """Whose turn it can be, as far as the phase says."""
    turns: dict[str, tuple[int | None, ...]] = {
        EXCHANGE: tuple(state.owing[:1]), DEAL: (DEALER,), OVER: (None,), PLAY: tuple(state.active),
    }  # fmt: skip
    require(state.to_move in turns[state.phase], f"it cannot be the turn of seat {state.to_move} (P2.8)")


# ── the round played again ──────────────────────────────────────────────────────────────────────


def _play_again(state: PresidentState) -> None:
    """Raise PositionError unless the history of the round leads to this state, each move judged."""
    if not state.history:
        fresh = (state.to_beat, state.passed, state.trick_start, state.played_by) == (0, 0, 0, -1)
        require(fresh, "a trick is going on, but nobody has played in it (P2.1)")
        _check_deal(state)
        return
    again = _before(state)
    _check_deal(again)
    gone = again.played  # cards that were played before the history begins
    require(not again.turned or _fours(gone), "the order is turned against what was played (P4.1)")
    for number, (seat, cards) in enumerate(state.history, 1):
        if gone:
            _pass_over(again, seat)
        move, made = (Play(cards), DECK.spoken(cards)) if cards else (PASS, "a pass")
        refusal = again.check(move, seat)
        require(not refusal, f"entry {number} of the history, {made} of seat {seat}, is refused: {refusal}")
        again.play(move, seat=seat)
    if gone and not state.to_beat:
        _pass_over(again, None)
    again.gifts = state.gifts
    for name in names_of(PresidentState):
        mine, value = getattr(state, name), getattr(again, name)
        if name == "totals" and not is_plain(state):
            continue
        require(mine == value, f"`{name}` is {mine!r}, and the history makes it {value!r}")


def _check_deal(state: PresidentState) -> None:
    """P1.3, P1.5, P6.6: sense in the hands of a round in which nothing was played yet, and in who leads."""
    players = state.game.players
    told = state.gifts or state.phase == PLAY  # a position need not say what went in its exchange
    if state.played or not told or not is_plain(state):
        return
    counts = [len(range(seat, DECK.size, players)) for seat in range(players)]
    for winner in state.owing:  # P6.4: who has the loser's best already, and still has to give
        counts[winner] += state.gifts_due(winner)
        counts[state.partner(winner)] -= state.gifts_due(winner)
    require(
        state.counts == counts,
        f"the seats began with {state.counts} cards, and are dealt {counts} (P1.3)",
    )
    if state.phase == PLAY:
        leader = state.leader()
        require(state.to_move == leader, f"seat {leader} leads the round (P1.5, P6.6)")


def _before(state: PresidentState) -> PresidentState:
    """The moment before the first entry of the history, where that player leads."""
    again = state.copy()
    fours = 0
    for seat, cards in state.history:
        again.hands[seat] |= cards
        again.counts[seat] = count(again.hands[seat])
        again.played &= ~cards
        fours += count(cards) == 4
    again.turned = state.turned ^ (fours % 2 == 1 and state.game.revolution)
    again.places = [seat for seat in state.places if not again.counts[seat]]
    if state.phase in (DEAL, OVER):
        again.totals = [total - n for total, n in zip(state.totals, _points(state.places), strict=True)]
    again.phase, again.to_move = PLAY, state.history[0][0]
    again.to_beat, again.passed, again.played_by = 0, 0, -1
    again.history, again.trick_start = [], 0
    if state.to_beat and not state.trick_start and again.played:  # who had passed already in this trick
        again.passed = state.passed & ~union(seat for seat, cards in state.history if not cards)
    return again


def _pass_over(again: PresidentState, seat: int | None) -> None:
    """In a position that was set up in the middle of a trick, those who are asked before this seat had passed
    already, which is not known any more when that trick is over."""
    while again.to_beat and not again.trick_start and again.to_move != seat and again.phase == PLAY:
        assert again.to_move is not None
        again.passed |= bit(again.to_move)
        again._next_turn(again.to_move, None)


# ── guesses ─────────────────────────────────────────────────────────────────────────────────────


def _fill_hands(view: PresidentView, hands: list[int], wanted: Sequence[int], rng: random.Random) -> None:
    """Deal the cards whose place is unknown, those with a limit first, so that all that fits is
    equally likely."""
    if not view.round:
        return
    left = view.unseen
    for hand in hands:
        left &= ~hand
    seats = [seat for seat in range(view.game.players) if seat != view.seat]
    for seat in sorted(seats, key=view.limit):
        cards = members(left & view.limit(seat))
        for _ in range(wanted[seat] - count(hands[seat])):
            card = cards.pop(int(rng.random() * len(cards)))
            hands[seat] |= bit(card)
            left &= ~bit(card)


def _guess_gifts(state: PresidentState, winner: int, loser: int, number: int, rng: random.Random) -> None:
    """What two others exchanged: the loser's two (or one) best, and what came back."""
    held = {seat: state.hands[seat] for seat in (winner, loser)}
    for seat, cards in state.history:
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


def _draw(cards: list[int], number: int, rng: random.Random) -> list[int]:
    """So many of these cards, drawn evenly."""
    return [cards.pop(int(rng.random() * len(cards))) for _ in range(number)]
