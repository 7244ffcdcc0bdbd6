"""A walk through a game as other engines take it: one number at a time, the cards one by one."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property
from itertools import takewhile
from typing import Any

from handkit.adapters.spelling import END, Listed, Words, numbers_of, spelling, words_of
from handkit.game import DEALER, Game, Move, State, Zone


class Walk:
    """A state, and what is begun in it: a move that is being spelled, or a deal whose cards are drawn."""

    def __init__(self, state: State, begun: Words = (), drawn: tuple[int, ...] = ()) -> None:
        self.state, self.begun, self.drawn = state, begun, drawn

    @classmethod
    def of(cls, game: Game) -> Walk:
        """Before the first deal."""
        return cls(game.start())

    @property
    def game(self) -> Game:
        game: Game = self.state.game
        return game

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is (of several, the first), DEALER where a card is to be drawn, None at the
        end."""
        return self.state.to_move

    # Deterministic engines copy and keep a walk: quickly, and as plain JSON.

    def __deepcopy__(self, memo: object) -> Walk:
        return Walk(self.state.copy(), self.begun, self.drawn)

    def __reduce__(self) -> tuple[Callable[..., Walk], tuple[Any, ...]]:
        return read, (self.game, self.state.to_json(), self.begun, self.drawn)

    def __str__(self) -> str:
        return f"{self.state.to_json()} {' '.join(self.begun)} {self.drawn}"

    # Moves of players.

    @cached_property
    def _spelling(self) -> Listed:
        return spelling(self.game, self.state.moves(self.to_move))

    def legal(self) -> list[int]:
        """The numbers that whoever is to move may choose, ascending; for chance cards, or heads of a deal."""
        if self.to_move is None:
            return []
        if self.to_move == DEALER:
            return self._drawable() or list(range(len(self._heads)))
        numbers = numbers_of(self.game)
        return sorted(numbers[word] for word in self._spelling.following(self.begun))

    def play(self, number: int) -> None:
        """Take one of the numbers that are `legal`."""
        if self.to_move == DEALER:
            self._draw(number)
            return
        if (move := self.spell(number)) is not None:
            self._go_on(move, self.to_move)

    def spell(self, number: int) -> Move | None:
        """Go on with a move of whoever is to move: the whole move, which is still to be played, once there is
        one."""
        words: Words = (words_of(self.game)[number],)
        while len(words) == 1 and words[0] != END:  # what can only go on in one way goes on by itself
            self.begun += words
            words = tuple(self._spelling.following(self.begun))
        return self._spelling.move(self.begun) if words == (END,) else None

    def _go_on(self, move: Move, seat: int | None) -> None:
        self.state.play(move, seat=seat)
        self.begun, self.drawn = (), ()
        self.__dict__.pop("_spelling", None)

    def say(self, number: int) -> str:
        """What a number means now."""
        if self.to_move != DEALER:
            return words_of(self.game)[number]
        return self.game.deck.name(number) if self._drawable() else self._heads[number]

    # Chance.

    def deal(self, rng: random.Random) -> None:
        """A whole deal at once, drawn fairly."""
        self._go_on(self.state.deal(rng), DEALER)

    def _drawable(self) -> list[int]:
        """The cards that may come next."""
        return sorted(self._due - set(self.drawn))

    @cached_property
    def _due(self) -> set[int]:
        """The cards that are to be dealt now."""
        return set(self._read(self.state.deal(random.Random(0)))[1])

    @cached_property
    def _heads(self) -> list[str]:
        """How the text of a deal begins: with what chance decides beside the cards, in Reserves who is first.
        All that is met in many deals."""
        return sorted({self._read(self.state.deal(random.Random(number)))[0] for number in range(64)})

    def _read(self, deal: Move) -> tuple[str, list[int]]:
        """How a deal's text begins, and the cards that end it, in their order."""
        words, numbers = (
            str(deal).split(),
            {self.game.deck.name(card): card for card in range(self.game.deck.size)},
        )
        cards = list(takewhile(numbers.__contains__, reversed(words)))[::-1]
        return " ".join(words[: len(words) - len(cards)]), [numbers[card] for card in cards]

    def _draw(self, number: int) -> None:
        there = self._drawable()
        if there:
            self.drawn += (number,)
            if len(there) == 2:
                self.drawn += tuple(card for card in there if card != number)  # the last card is no chance
            if len(there) > 2 or len(self._heads) > 1:
                return
        cards = map(self.game.deck.name, self.drawn)
        move = self.game.parse(" ".join([self._heads[0 if there else number], *cards]))
        for name in ("_due", "_heads"):
            self.__dict__.pop(name, None)
        self._go_on(move, DEALER)

    # What a seat knows.

    def told(self, seat: int) -> str:
        """All that a seat knows, as a text: its view, and what it has begun to say."""
        fields = self.state.view(seat).fields()
        known = {name: value for name, value in fields.items() if name != "game"}
        return f"{known} {' '.join(self._begun_by(seat))}".rstrip()

    def resampled(self, seat: int, rng: random.Random) -> Walk:
        """A walk that fits all that a seat knows: its hidden cards are a guess."""
        return Walk(self.state.view(seat).guess(rng), self._begun_by(seat))

    def _begun_by(self, seat: int) -> Words:
        return self.begun if seat == self.to_move else ()

    def numbers(self, seat: int) -> list[float]:
        """What a seat knows as numbers, as many at each moment of a game: whose turn it is, how each seat
        stands; the cards seen in each place, one number a card of the deck, and how many lie there, of the
        whole deck; for each word whether it has begun to say it. The course of a round is in `told` alone."""
        guess = self.state.view(seat).guess(random.Random(0))  # so that no hidden card can come in
        found = [float(player == self.to_move) for player in range(self.game.players)]
        found += map(float, guess.standing)
        for zone in guess.zones():
            found += self._seen(zone, seat)
        words = words_of(self.game)
        if words[0] == END:
            found += [float(word in self._begun_by(seat)) for word in words]
        return found

    def _seen(self, zone: Zone, seat: int) -> list[float]:
        size, faces = self.game.deck.size, zone.faces(seat)
        return [float(faces >> card & 1) for card in range(size)] + [zone.cards.bit_count() / size]


def read(game: Game, state: Any, begun: Words, drawn: tuple[int, ...]) -> Walk:
    """A walk that was kept."""
    return Walk(game.state(state), begun, drawn)


def results(state: State) -> list[float]:
    """What each seat has in the end: players ranked behind it, less those ranked before it; 0 until then. All
    together have 0."""
    end = state.outcome
    if end is None:
        return [0.0] * state.game.players
    return [float(sum((other > rank) - (other < rank) for other in end.ranks)) for rank in end.ranks]
