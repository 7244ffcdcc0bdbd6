"""Positions that occur: matches walked with moves drawn from a seed, and moves that may well be wrong there.

    positions(President(), lambda state: state.turned, seed="monday")      positions that fit, one by one

A state that a walk gives is its own, and goes on with it: copy it to keep it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from handkit.arguments import checked, whole
from handkit.cards import CardError, members
from handkit.game import DEALER, Event, Game, Move, ParseError, State
from handkit.games import AnyGame, with_options
from handkit.lesson.about import MATCH
from handkit.lesson.moves import hand_of
from handkit.match import generator

T = TypeVar("T")
OFFERED = 60  # of very many moves the walk takes the first, those of few cards
TRIES = 4  # so many moves are tried at a moment


class NotFound(LookupError):
    """No position that fits was found within the bound, or none can be."""


def pick(things: Sequence[T], rng: Random) -> T:
    """One of some things. It uses `rng.random()` alone, whose sequence Python promises to keep."""
    return things[int(rng.random() * len(things))]


def walk(
    game: Game,
    rng: Random,
    moves: int,
    start: Callable[[Any, Random], State] | None = None,
    length: int = MATCH,
) -> Iterator[tuple[State, list[str]]]:
    """States of random matches, one after the other, and the moves made so far in each match.

    start   makes the position from which each match starts; by default the deal
    length  how many moves of one match at most
    """
    left = moves
    while left > 0:
        state, made = start(game, rng) if start else game.start(), list[str]()
        for _ in range(min(length, left)):
            left -= 1
            yield state, made
            if state.to_move is None:
                break
            move = _next_move(state, rng)
            if state.to_move != DEALER:
                made.append(str(move))
            state.play(move)


def _next_move(state: State, rng: Random) -> Move:
    if state.to_move == DEALER:
        return state.deal(rng)
    move: Move = pick(list(itertools.islice(state.moves(), OFFERED)), rng)
    return move


@checked
def positions(
    game: AnyGame, wanted: Callable[[Any], object], seed: object = "positions", moves: int = 30_000
) -> Iterator[State]:
    """Positions of random matches that fit, one by one; at most one of each match, so that they differ.

    game     with its options, or its name
    wanted   whether a state fits: `lambda state: state.turned`; see also `refuses` and `announces`
    moves    how many moves are looked at for each

    Raises NotFound where none is found within that bound, ValueError for a game that does not exist.
    """
    return _positions(with_options(game), wanted, seed, whole("moves", moves, 1))


def _positions(game: Game, wanted: Callable[[Any], object], seed: object, moves: int) -> Iterator[State]:
    rng = generator("handkit positions", game.name, game.seeded(), seed)
    while True:
        for state, _ in walk(game, rng, moves):
            if state.to_move is not None and state.to_move >= 0 and wanted(state):
                yield state.copy()
                break
        else:
            raise NotFound(f"In {moves} moves of {game.title} no position was found that fits.")


@checked
def refuses(rule: str, *moves: str) -> Callable[[State], bool]:
    """A wish for `positions`: this rule refuses one of these moves, by default a single card of the hand."""

    def wanted(state: State) -> bool:
        texts = moves or [state.game.deck.name(card) for card in members(hand_of(state, state.to_move))]
        return any(_refused(state, text) == rule for text in texts)

    return wanted


@checked
def announces(rule: str) -> Callable[[State], bool]:
    """A wish for `positions`: this rule is announced after one of the moves that are offered."""

    def wanted(state: State) -> bool:
        return any(rule in _told(state, move) for move in itertools.islice(state.moves(), OFFERED))

    return wanted


def _refused(state: State, text: str) -> str:
    try:
        refusal = state.check(text)
    except (ParseError, CardError):
        return ""
    return refusal.rule if refusal else ""


def _told(state: State, move: Move) -> set[str]:
    events, after = list[Event](), state.copy()
    after.play(move, events.append)
    return {event.rule for event in events}


def attempts(state: State, seat: int, made: Sequence[str], rng: Random) -> Iterator[str]:
    """Moves that a seat might think of: offered ones, ones as they were made before in this match, and both
    with cards of its own hand in place of others. None names a card that the seat does not know."""
    deck, hand, known = state.game.deck, 0, 0
    for zone in state.zones():
        known |= zone.faces(seat)
        hand |= zone.cards if zone.owner == seat else 0
    own = members(hand)
    offered = list(itertools.islice(state.moves(seat), OFFERED))
    for _ in range(TRIES):
        models: Sequence[object] = offered if offered and (not made or rng.random() < 0.6) else made
        if not models:
            return
        text = _changed(state.game, str(pick(models, rng)), own, rng)
        named, _ = deck.collect(deck.card(name) for name in deck.pattern.findall(text))
        if not named & ~known:
            yield text


def _changed(game: Game, text: str, hand: Sequence[int], rng: Random) -> str:
    """A move's text with some of its cards changed for others of a hand: one of them, or all for some cards,
    mostly of one rank."""
    deck = game.deck
    found = list(deck.pattern.finditer(text))
    if not found or not hand or rng.random() < 0.15:
        return text
    gaps = [text[one.end() : other.start()] for one, other in itertools.pairwise(found)]
    if any(gap.strip() for gap in gaps) or rng.random() < 0.3:  # as in pairs of cards, each has its place
        one = pick(found, rng)
        return text[: one.start()] + deck.name(pick(hand, rng)) + text[one.end() :]
    suits = len(deck.suits)
    first = pick(hand, rng)
    alike = [card for card in hand if card // suits == first // suits]
    chosen = alike[: 1 + int(rng.random() * len(alike))]
    while len(chosen) < 4 and rng.random() < 0.3:
        chosen.append(pick(hand, rng))  # another rank, or the same card twice
    return text[: found[0].start()] + " ".join(deck.name(card) for card in chosen)


def parsed(game: Game, text: str) -> Move | None:
    """The move that a text is; None where it is none."""
    try:
        return game.parse(text)
    except (ParseError, CardError):
        return None
