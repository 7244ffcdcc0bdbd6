"""What if: some moves of one seat, tried on the same deals.

    study = WhatIf(view, compared(view, "pass", rng), rng)
    study.run()

Each sample is a full state that fits what the seat knows (`view.guess`). In it each of the moves is made, and
computer players play the round to its end in all seats. As all moves meet the same cards, most of the luck
falls out of the comparison: what is told is the difference on the same deals, with its own bounds. It goes on
until that decides, or until a number of deals is reached.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from statistics import fmean
from typing import Self

from handkit import bots as players
from handkit.arguments import checked, whole
from handkit.axis import Axis, DrawnRow
from handkit.bots import LEVELS
from handkit.bots.own import Player, choice, is_ours, name_of, seated, thoughts
from handkit.game import DEALER, Game, IllegalMove, Move, State, View
from handkit.lazy import Lazy
from handkit.match import generator
from handkit.simulate import LEAST, Comparison, standard_error, telling
from handkit.workers import spread

LUCK = 0.025  # by luck alone a move is said to be clearly better so seldom
SAMPLES = 768  # deals at most
FIRST_LOOK = 24  # after so many deals it is asked whether that decides, and after twice as many, and so on
MANY = 200  # deals that are worth a second process
ALIKE = 96  # moves that bring the same in so many deals are alike


@dataclass(frozen=True)
class Tried:
    """How one move did.

    gains    what the seat made of the round in each sample, in the game's `unit`
    best     in how many samples none of the other moves did better
    """

    move: Move
    gains: tuple[float, ...]
    best: int

    @property
    def samples(self) -> int:
        return len(self.gains)

    @property
    def mean(self) -> float:
        return fmean(self.gains)

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite for a single sample."""
        return standard_error(self.gains)

    def told_best(self) -> str:
        return f"none better in {self.best} of {self.samples}"

    def ahead_of(self, other: Tried) -> Comparison:
        """How much better this move did than another, sample by sample."""
        differences = [mine - theirs for mine, theirs in zip(self.gains, other.gains, strict=True)]
        return Comparison(fmean(differences), standard_error(differences), len(differences))


@checked
class WhatIf:
    """A study of some moves of the seat of a view.

    moves      moves or their texts, the one that is asked about first; see `compared`. One alone will do
    chance     a generator, or a seed; the same view, moves and seed give the same results
    level      who plays on, in all seats: a level, or a player of one's own (see `handkit.bots.own`); "hard"
               thinks for seconds in every deal
    samples    how many deals are tried at most: fewer where they decide
    all_deals  whether all of them are tried, also where fewer decide: what ends as soon as it looks clear
               looks clearer than it is

    `step` tries one deal, so that a caller may show how it goes on, work in a thread, and stop at any time;
    `results` may be read meanwhile. The study knows what the view knows and nothing else.

    Raises IllegalMove with the refusal for a move that is refused, ParseError or CardError for a text that is
    no move, ValueError for an onlooker's view, no moves, no samples, or a level that does not exist.
    """

    def __init__(
        self,
        view: View,
        moves: Move | str | Sequence[Move | str],
        chance: random.Random | str | int,
        level: Player = "normal",
        samples: int = SAMPLES,
        all_deals: bool = False,
    ) -> None:
        moves = [moves] if isinstance(moves, Move | str) else moves
        whole("samples", samples, 1)
        if not moves:
            raise ValueError("A study needs at least one move.")
        self.view = view
        self.game: Game = view.game
        self.moves = tuple(dict.fromkeys(legal(view, move) for move in moves))
        self.player = seated(self.game, level)
        self.samples, self.all_deals = samples, all_deals
        self._seed = str(chance.random() if isinstance(chance, random.Random) else chance)
        self._rows: list[tuple[float, ...]] = []  # what each move gained, a row a sample
        self._decided = False

    @property
    def done(self) -> int:
        """How many samples have been tried."""
        return len(self._rows)

    @property
    def decided(self) -> bool:
        """Whether the best move and its rival are told apart, or alike; asked at a few numbers of deals only,
        so that luck has few chances."""
        return self._decided

    def step(self) -> bool:
        """Try all moves in one more deal, unless it is decided or all samples are done; returns whether there
        are more."""
        if self._more:
            # All at once: a reader in another thread finds whole samples.
            self._rows.append(self._row(self.done))
            self._decided = self.done in self._looks and self._tells()
        return self._more

    @property
    def _more(self) -> bool:
        return self.done < self.samples and not self._decided

    @property
    def _looks(self) -> list[int]:
        """After how many deals it is asked whether that decides."""
        if self.all_deals:
            return [self.samples]
        most = max(1, self.samples // FIRST_LOOK).bit_length()
        return [FIRST_LOOK << look for look in range(most)]

    def _tells(self) -> bool:
        """Whether the deals tried decide."""
        results = self.results
        if len(results) < 2:
            return False
        best, rival = self._best_and_rival(results)
        lead = best.ahead_of(rival)
        if not lead.mean and not lead.error:
            return lead.deals >= ALIKE
        return is_clear(lead, (len(results) - 1) * len(self._looks))

    def _row(self, number: int) -> tuple[float, ...]:
        """What each move gains in one deal."""
        state = self.view.guess(generator("what if", self._seed, number, "guess"))
        before = state.standing[self.view.seat]
        row = []
        for move in self.moves:
            tried = state.copy()
            self._play_on(tried, move, number)
            # Rounded, as thirds that are equal may differ in the last bit.
            row.append(round(tried.standing[self.view.seat] - before, 9))
        return tuple(row)

    def _play_on(self, state: State, move: Move, number: int = 0) -> None:
        """Make a move and play the round to its end, within the bound of the game."""

        # Each move's play begins with the same chance: what differs in the end comes from the move.
        @cache
        def chance(whose: object) -> random.Random:
            return generator("what if", self._seed, number, whose)

        ours = is_ours(self.player)
        state.play(move, seat=self.view.seat)
        for _ in range(self.game.longest()):
            seat = state.to_move
            if seat is None or state.between_rounds:
                return
            if seat == DEALER:
                state.play(state.deal(chance("chance")))
            elif ours:
                state.play(self.player.play_on(state, seat, chance(seat)), seat=seat)
            else:
                state.play(choice(self.player, state.view(seat), chance(seat)), seat=seat)

    def run(
        self,
        progress: Callable[[int, int], None] | bool = False,
        *,
        workers: int | None = None,
        executor: Executor | None = None,
    ) -> Self:
        """Try samples until it is decided or none is left; `progress`, `workers` and `executor` as for a
        tournament. An interrupt leaves what was done."""
        with telling(progress, self.samples) as tell, suppress(KeyboardInterrupt):
            while self._more:
                end = min([look for look in self._looks if look > self.done] + [self.samples])
                # A few deals take less time than it takes to begin a process.
                few = self.done + MANY > end and executor is None
                rows = spread(self._row, range(self.done, end), 1 if few else workers, executor)
                for row in rows:
                    self._rows.append(row)
                    tell(self.done, self.samples)
                self._decided = self.done in self._looks and self._tells()
        return self

    @property
    def results(self) -> list[Tried]:
        """How the moves did so far, best first (of equal ones the one named first); none before a step."""
        rows = tuple(self._rows)
        if not rows:
            return []
        best = [max(row) for row in rows]
        found = []
        for move, gains in zip(self.moves, zip(*rows, strict=True), strict=True):
            shared = sum(gain == most for gain, most in zip(gains, best, strict=True))
            found.append(Tried(move, gains, shared))
        return sorted(found, key=lambda tried: -tried.mean)

    # In words.

    def say(self, braces: bool = False) -> str:
        """What came out, in one or two sentences. `braces` writes cards as `{7S}`, for a table to draw."""
        results = self.results
        if not results:
            return "No deal has been tried yet."
        deals, unit = _deals(self.done), self.game.score_unit
        if len(results) == 1:
            move, mean = self._named(results[0].move, braces), number(results[0].mean)
            return _sentence(f"{move} came out at {mean} {unit} on average after {deals}.")
        best, rival = self._best_and_rival(results)
        move, named = self._named(best.move, braces), self._named(rival.move, braces)
        lead = best.ahead_of(rival)
        if best.samples >= LEAST and not lead.mean and not lead.error:
            return _sentence(f"{move} and {named} came out alike in all {deals}.")
        ahead = f"{move} came out {number(lead.mean, 2)} {unit} ahead of {named}"
        if lead.too_few:
            return _sentence(f"{ahead}. {deals} {'is' if self.done == 1 else 'are'} too few to tell.")
        low, high = lead.interval
        bounds = f"95 % sure: {number(low, 2)} to {number(high, 2)}"
        if is_clear(lead, (len(results) - 1) * len(self._looks)):
            return _sentence(f"{ahead} ({bounds}). That is clear after {deals}.")
        return _sentence(f"{ahead} ({bounds}). That could be chance, after {deals}.")

    def _best_and_rival(self, results: list[Tried]) -> tuple[Tried, Tried]:
        """The best move, and the one that it is told apart from: the one that is asked about, or the next."""
        best, second, *_ = results
        asked = next(tried for tried in results if tried.move == self.moves[0])
        return best, second if asked is best else asked

    def against(self) -> list[tuple[Tried, Comparison]]:
        """How the moves did, best first, each with its lead over the one asked about, deal by deal."""
        results = self.results
        asked = [tried for tried in results if tried.move == self.moves[0]]
        return [(tried, tried.ahead_of(asked[0])) for tried in results]

    def lead(self) -> str:
        """What is shown, as the head of a picture."""
        who, fit = self._who, "fits" if self.done == 1 else "fit"
        return (
            f"How much more each move brings than {self._named(self.moves[0])}, from here to the end of the "
            f"{self.game.deal_name}, in {self.game.score_unit}: the mean of {_deals(self.done)} that {fit} "
            f"what is known, the same for all. {who} plays on in all seats. The true difference is likely "
            "within the line."
        )

    @property
    def _who(self) -> str:
        return self.player.plays_on if is_ours(self.player) else name_of(self.player).capitalize()

    def _named(self, move: Move, braces: bool = False) -> str:
        if braces:
            return self.game.deck.pattern.sub(lambda found: "{" + found[0] + "}", str(move))
        return self.game.deck.with_signs(str(move))

    def _beside(self, tried: Tried, lead: Comparison) -> str:
        return "asked" if tried.move == self.moves[0] else _told(lead)

    def __repr__(self) -> str:
        rows = self.against()
        names = [self._named(tried.move) for tried, _ in rows]
        width = max(map(len, names), default=0)
        lines = [
            f"{name:{width}}  {number(tried.mean, 2)}  {self._beside(tried, lead)}"
            for name, (tried, lead) in zip(names, rows, strict=True)
        ]
        return "\n".join([*lines, self.say()])

    def _repr_html_(self) -> str:
        rows = self.against()
        axis = Axis([end for _, lead in rows for end in drawn(lead)])
        drawn_rows = [
            DrawnRow(
                self._named(tried.move),
                drawn(lead),
                [self._beside(tried, lead), number(tried.mean, 2)],
            )
            for tried, lead in rows
        ]
        unit = self.game.score_unit
        heads = ("", f"{unit} more than {self._named(self.moves[0])}", "difference", f"{unit} on average")
        return axis.table(heads, drawn_rows, [self.lead(), self.say()])


def drawn(lead: Comparison) -> tuple[float, float, float]:
    """The dot and the line of a difference; of too few deals the dot alone."""
    low, high = (lead.mean, lead.mean) if lead.too_few else lead.interval
    return lead.mean, low, high


def _told(lead: Comparison) -> str:
    """`"+0.31 (+0.12 to +0.50)"`."""
    mean = signed(lead.mean)
    return mean if lead.too_few else f"{mean} ({signed(lead.interval[0])} to {signed(lead.interval[1])})"


@checked
def signed(value: float) -> str:
    """`"+0.31"`, `"−0.02"`."""
    return ("+" if round(value, 2) > 0 else "") + number(value, 2)


def is_clear(lead: Comparison, others: int) -> bool:
    """Whether a lead is more than luck. The more other moves there are, the likelier luck lets one of them
    look good, so the more is asked."""
    return (1 - lead.confidence) * others < LUCK


@checked
def number(value: float, places: int = 1) -> str:
    """`"2.8"`, `"−0.3"` with a true minus sign."""
    return f"{round(value, places) + 0.0:.{places}f}".replace("-", "−")


def _deals(samples: int) -> str:
    return "1 deal" if samples == 1 else f"{samples} deals"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


# ── which moves to compare ──────────────────────────────────────────────────────────────────────


@checked
def legal(view: View, move: Move | str) -> Move:
    """A move, or its text, of the seat of a view. Raises IllegalMove, ParseError or CardError, and ValueError
    for an onlooker."""
    if view.seat < 0:
        raise ValueError("An onlooker has no moves: a study is about the moves of a seat.")
    made: Move = view.game.parse(move) if isinstance(move, str) else move
    if refusal := view.check(made, view.seat):
        raise IllegalMove(refusal)
    return made


@checked
def compared(view: View, move: Move | str, rng: random.Random, most: int = 6) -> list[Move]:
    """The moves to compare a move with, itself first: what the strongest level thinks of, best first, and
    while these are fewer than `most`, what weaker levels think of.

    Raises as `WhatIf` does, and ValueError for a game without computer players.
    """
    found = [legal(view, move)]
    known = {_offered(view, found[0])}
    for level in _strongest_first(view.game):
        if len(found) >= most:
            break
        for thought in thoughts(players.bot(view.game, level), view, rng):
            if thought.move not in known and len(found) < most:
                known.add(thought.move)
                found.append(thought.move)
    return found


def _strongest_first(game: Game) -> list[str]:
    """Our levels from the strongest on; where there are none, a learner's own."""
    known = players.levels(game)
    ours = [level for level in reversed(LEVELS) if level in known]
    return ours or list(known) or [LEVELS[-1]]


def _offered(view: View, move: Move) -> Move:
    """The move that is offered for this one: where cards are interchangeable, one of each kind is."""
    offered = view.moves(view.seat)
    if isinstance(offered, Lazy) or move in offered:
        return move
    return next((other for other in offered if _ranks(view, other) == _ranks(view, move)), move)


def _ranks(view: View, move: Move) -> list[str]:
    """The words of a move with its cards' suits left out, in order."""
    deck = view.game.deck
    text = deck.pattern.sub(lambda found: deck.ranks[deck.card(found[0]) // len(deck.suits)], str(move))
    return sorted(text.split())
