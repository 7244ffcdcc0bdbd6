"""A computer player of any game: it deals what it cannot see at random and plays each move on by chance.

That is determinization with playouts: it needs nothing of a game but its rules. It plays as if all lay open
afterwards, so it is no master of bluffs.
"""

from __future__ import annotations

import random
from typing import Any

from handkit.bots import Bot, Thought
from handkit.game import Move, State, View

MOST = 12  # moves that are compared; of more some are drawn


class Sampler(Bot):
    """Plays by guesses at the hidden cards, at most `samples`, until it has played `budget` moves on; with
    the chance `slip` it moves without a thought. `depth` is how many moves it looks ahead."""

    def __init__(self, level: str, samples: int, budget: int, slip: float = 0.0, depth: int = 60) -> None:
        self.level = level  # type: ignore[misc]  # each has its own
        self.samples, self.budget, self.slip, self.depth = samples, budget, slip, depth

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        moves = [*view.moves()]
        if len(moves) == 1:
            return [Thought(moves[0], 0.0, "is the only move")]
        if rng.random() < self.slip:
            return [Thought(moves[int(rng.random() * len(moves))], 0.0, "is by chance")]
        while len(moves) > MOST:
            moves.pop(int(rng.random() * len(moves)))
        totals, played, guesses = [0.0] * len(moves), 0, 0
        while guesses < self.samples and played < self.budget:
            guess, guesses = view.guess(rng), guesses + 1
            for at, move in enumerate(moves):
                gain, steps = self._gain(guess, move, view.seat, rng)
                totals[at] += gain
                played += steps
        why = f"against the mean of the others, on {guesses} guesses that were played on by chance"
        found = [
            Thought(move, total / guesses, f"{total / guesses:+.2f} {view.game.score_unit} {why}")
            for move, total in zip(moves, totals, strict=True)
        ]
        return sorted(found, key=lambda thought: -thought.value)

    def play_on(self, state: State, seat: int, rng: random.Random) -> Move:
        """Any move: to think of each would take far too long, as its own playouts are such ones."""
        return state.random_move(rng)

    @property
    def plays_on(self) -> str:
        return "Chance"

    def _gain(self, guess: Any, move: Move, seat: int, rng: random.Random) -> tuple[float, int]:
        """What a move brings against the mean of the others, where the game is played on by chance; and how
        many moves that took."""
        state, steps = guess.copy(), 1
        state.play(move, seat=seat)
        while state.to_move is not None and not state.between_rounds and steps < self.depth:
            state.play(state.random_move(rng), seat=state.to_move)
            steps += 1
        gains = [after - before for after, before in zip(state.standing, guess.standing, strict=True)]
        return float(gains[seat] - (sum(gains) - gains[seat]) / max(1, len(gains) - 1)), steps


def players() -> list[Sampler]:
    """The levels that every made game has."""
    return [
        Sampler("easy", samples=2, budget=200, slip=0.5),
        Sampler("normal", samples=30, budget=3000),
    ]
