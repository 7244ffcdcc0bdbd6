"""What if: some moves of one seat, tried on the same deals.

    study = WhatIf(view, compared(view, "pass", rng), rng)
    study.run()

Each sample is a full state that fits what the seat knows (`view.guess`). In it each of the moves is made, and
computer players play the round to its end in all seats. As all moves meet the same cards, most of the luck
falls out of the comparison.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from statistics import fmean
from typing import Self

from handkit import bots as players
from handkit.arguments import checked, whole
from handkit.bots import LEVELS
from handkit.bots.own import Player, choice, name_of, seated, thoughts
from handkit.game import DEALER, Game, IllegalMove, Move, State, View
from handkit.lazy import Lazy
from handkit.match import generator
from handkit.simulate import LEAST, Comparison, standard_error

LUCK = 0.025  # by luck alone a move is said to be clearly better so seldom


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
    samples    how many deals are tried

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
        samples: int = 24,
    ) -> None:
        moves = [moves] if isinstance(moves, Move | str) else moves
        whole("samples", samples, 1)
        if not moves:
            raise ValueError("A study needs at least one move.")
        self.view = view
        self.game: Game = view.game
        self.moves = tuple(dict.fromkeys(legal(view, move) for move in moves))
        self.player = seated(self.game, level)
        self.samples = samples
        self._seed = str(chance.random() if isinstance(chance, random.Random) else chance)
        self._rows: list[tuple[float, ...]] = []  # what each move gained, a row a sample

    @property
    def done(self) -> int:
        """How many samples have been tried."""
        return len(self._rows)

    def step(self) -> bool:
        """Try all moves in one more deal, unless all samples are done; returns whether there are more."""
        if self.done < self.samples:
            state = self.view.guess(generator("what if", self._seed, self.done, "guess"))
            before = state.standing[self.view.seat]
            row = []
            for move in self.moves:
                tried = state.copy()
                self._play_on(tried, move)
                # Rounded, as thirds that are equal may differ in the last bit.
                row.append(round(tried.standing[self.view.seat] - before, 9))
            self._rows.append(tuple(row))  # all at once: a reader in another thread finds whole samples
        return self.done < self.samples

    def _play_on(self, state: State, move: Move) -> None:
        """Make a move and play the round to its end, within the bound of the game."""
        # Each move's play begins with the same chance: what differs in the end comes from the move.
        chance = [generator("what if", self._seed, self.done, seat) for seat in range(self.game.players)]
        shuffles = generator("what if", self._seed, self.done, "chance")
        state.play(move, seat=self.view.seat)
        for _ in range(self.game.longest()):
            seat = state.to_move
            if seat is None or state.between_rounds:
                return
            if seat == DEALER:
                state.play(state.deal(shuffles))
                continue
            state.play(choice(self.player, state.view(seat), chance[seat]), seat=seat)

    def run(self) -> Self:
        """Try all samples that are left."""
        while self.step():
            pass
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
        best, *others = results
        deals = _deals(best.samples)
        move, mean = self._named(best.move, braces), number(best.mean)
        if not others:
            return _sentence(f"{move} came out at {mean} {self.game.score_unit} on average after {deals}.")
        asked = next(tried for tried in results if tried.move == self.moves[0])
        rival = others[0] if asked is best else asked
        named, lead = self._named(rival.move, braces), best.ahead_of(rival)
        if best.samples >= LEAST and not lead.mean and not lead.error:
            alike = f"{mean} {self.game.score_unit}"
            return _sentence(f"{move} and {named} came out alike in all {deals}, at {alike} on average.")
        theirs = number(rival.mean)
        if theirs == mean:
            mean, theirs = number(best.mean, 2), number(rival.mean, 2)
        if best.samples < LEAST:
            verdict = f"{deals} {'is' if best.samples == 1 else 'are'} too few to tell."
        elif is_clear(lead, len(others)):
            verdict = f"That is clear after {deals}."
        else:
            verdict = f"That is too close to call after {deals}."
        return _sentence(
            f"{move} came out at {mean} {self.game.score_unit} on average, {named} at {theirs}. {verdict}"
        )

    def lead(self) -> str:
        """What is shown, as the head of a picture."""
        level, fit = name_of(self.player).capitalize(), "fits" if self.done == 1 else "fit"
        return (
            f"What each move brings from here to the end of the {self.game.deal_name}, "
            f"in {self.game.score_unit}: "
            f"the mean of {_deals(self.done)} that {fit} what is known. {level} plays on in all seats. "
            "The true mean is very likely within the thin line, two standard errors to each side."
        )

    def _named(self, move: Move, braces: bool = False) -> str:
        if braces:
            return self.game.deck.pattern.sub(lambda found: "{" + found[0] + "}", str(move))
        return self.game.deck.with_signs(str(move))

    def __repr__(self) -> str:
        results = self.results
        names = [self._named(tried.move) for tried in results]
        width = max(map(len, names), default=0)
        lines = [
            f"{name:{width}}  {number(tried.mean, 2)} ± {tried.error:.2f}  {tried.told_best()}"
            for name, tried in zip(names, results, strict=True)
        ]
        return "\n".join([*lines, self.say()])

    def _repr_html_(self) -> str:
        results = self.results
        bars = Bars(results)
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left">{escape(self._named(tried.move))}</th>'
            f'<td style="width:40%;min-width:5em">{bars.bar(tried, best=tried.mean == results[0].mean)}</td>'
            f'<td style="text-align:right;white-space:nowrap">{number(tried.mean, 2)}</td>'
            f'<td style="text-align:left">{tried.told_best()}</td></tr>'
            for tried in results
        )
        return (
            f'<div style="max-width:46em;color:{INK}"><p>{escape(self.lead())}</p>'
            f'<table style="width:100%">{rows}</table>'
            f"<p><strong>{escape(self.say())}</strong></p></div>"
        )


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


# ── bars ────────────────────────────────────────────────────────────────────────────────────────

# The colours of the notebook, and where it names none, some that do on light and on dark.
INK = "var(--jp-ui-font-color1, inherit)"
LINE = "var(--jp-ui-font-color1, currentColor)"
FILL = "var(--jp-brand-color1, #3d8b7a)"
TRACK = "var(--jp-layout-color2, rgba(128, 128, 128, 0.2))"


class Bars:
    """Draws means as bars on one scale, which holds zero and all that is likely."""

    def __init__(self, results: Sequence[Tried]) -> None:
        ends = [end for tried in results for end in self.likely(tried)]
        self.low, self.high = min(ends, default=0.0), max(ends, default=0.0)

    @staticmethod
    def likely(tried: Tried) -> tuple[float, float, float]:
        """Zero, and two standard errors to each side of the mean; of a single sample the mean alone."""
        error = 2 * tried.error if math.isfinite(tried.error) else 0.0
        return 0.0, tried.mean - error, tried.mean + error

    def mean(self, tried: Tried) -> tuple[float, float]:
        """Where the bar of a move begins, and how long it is, in hundredths of the scale."""
        return self._extent(0.0, tried.mean)

    def line(self, tried: Tried) -> tuple[float, float]:
        """The same of its thin line."""
        return self._extent(*self.likely(tried)[1:])

    def bar(self, tried: Tried, best: bool) -> str:
        """One bar with its thin line. For the eye only: the numbers stand beside it."""
        fill = f"height:22px;background:{FILL};opacity:{1 if best else 0.45}"
        drawn = _box(self.mean(tried), fill) + _box(
            self.line(tried), f"top:10px;height:2px;background:{LINE}"
        )
        frame = f"position:relative;height:22px;background:{TRACK}"
        return f'<div aria-hidden="true" style="{frame}">{drawn}</div>'

    def _extent(self, one: float, other: float) -> tuple[float, float]:
        return self._percent(min(one, other) - self.low), self._percent(abs(other - one))

    def _percent(self, length: float) -> float:
        return round(100 * length / (self.high - self.low or 1), 1)


def _box(extent: tuple[float, float], style: str) -> str:
    left, width = extent
    return f'<div style="position:absolute;left:{left}%;width:{width}%;{style}"></div>'


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
