"""Review: the choices of one seat in a round that cost most.

    review = Review(match, seat=0).run()

Each choice is tried again beside others that are worth a thought, on deals that fit what the seat knew
then (see `what_if`). A few deals show which choices may have cost most. Each of these is then compared with
the best other move on deals of its own: the first ones were picked for looking bad, and would make the cost
look higher than it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Self

from handkit.arguments import checked, whole
from handkit.axis import Axis, DrawnRow
from handkit.bots.own import Player, seated
from handkit.game import Move, Seat, View
from handkit.match import HistoryEntry, Match, Moment, generator
from handkit.simulate import Comparison, telling
from handkit.what_if import WhatIf, compared, drawn, is_clear, signed

MOST = 3  # choices that are told
OTHERS = 3  # moves that a choice is compared with at first
FIRST = 24  # deals that show which choices may have cost most
SAMPLES = 384  # deals for each of these


@dataclass(frozen=True)
class Choice:
    """One choice that was made.

    moment    after how many moves of the match
    view      what the seat knew then
    made      the move that it made
    """

    moment: Moment
    view: View
    made: Move


@dataclass(frozen=True)
class Costly:
    """A choice that cost something, and what says how much: a study of the move made and the best other."""

    choice: Choice
    study: WhatIf

    @property
    def better(self) -> Move:
        """The best other move."""
        return self.study.moves[1]

    @property
    def cost(self) -> Comparison:
        """How much more the other move brings, in the game's `score_unit`."""
        return next(lead for tried, lead in self.study.against() if tried.move == self.better)

    @property
    def clear(self) -> bool:
        """Whether that is more than luck: as long as its bounds hold zero, it could be chance."""
        return is_clear(self.cost, 1)


@checked
class Review:
    """The choices of one seat that cost most in a round.

    match      the match, on the line of play that is reviewed
    seat       whose choices
    moment     a moment of the round, which is reviewed as far as it was played; by default now
    samples    how many deals are tried for each choice that is told
    level      who plays on, in all seats, as for a study

    `step` does a little, so that a caller may show how it goes on, work in a thread, and stop at any time;
    `costly` may be read meanwhile. The same match gives the same review.

    Raises ValueError for a seat, a moment or a level that does not exist.
    """

    def __init__(
        self,
        match: Match,
        seat: Seat,
        moment: Moment | None = None,
        samples: int = SAMPLES,
        level: Player = "normal",
    ) -> None:
        whole("samples", samples, 1)
        match.game.check_seat(seat)
        self.game, self.seat, self.samples = match.game, seat, samples
        self.player = seated(match.game, level)
        self.line = match.line
        self.choices = tuple(_choices(match, seat, match.at if moment is None else moment))
        self._entries = {choice.moment: match.line_moves[choice.moment] for choice in self.choices}
        self._told: list[Costly] = []
        self._done = 0
        self._steps = self._work()

    @property
    def done(self) -> int:
        """How many deals have been tried, or are not needed any more."""
        return self._done

    @property
    def of(self) -> int:
        """How many deals there are at most."""
        return len(self.choices) * FIRST + min(MOST, len(self.choices)) * self.samples

    @property
    def finished(self) -> bool:
        return self._done >= self.of

    def step(self) -> bool:
        """Try one more deal; returns whether there are more."""
        next(self._steps, None)
        return not self.finished

    def run(self, progress: Callable[[int, int], None] | bool = False) -> Self:
        """Go through all of it; `progress` as for a tournament. An interrupt leaves what was done."""
        with telling(progress, self.of) as tell, suppress(KeyboardInterrupt):
            while self.step():
                tell(self.done, self.of)
        return self

    def _work(self) -> Iterator[None]:
        """Which choices may have cost most, then how much these cost."""
        looked = []
        for choice in self.choices:
            rng = self._chance("moves", choice)
            moves = compared(choice.view, choice.made, rng, OTHERS + 1)
            study = WhatIf(choice.view, moves, self._chance("first deals", choice), self.player, FIRST)
            yield from self._through(study)
            looked.append((study.against()[0], choice))
        dear = sorted(looked, key=lambda found: -found[0][1].mean)[:MOST]
        for (best, lead), choice in dear:
            if lead.mean > 0:
                moves, chance = [choice.made, best.move], self._chance("deals of its own", choice)
                study = WhatIf(choice.view, moves, chance, self.player, self.samples, all_deals=True)
                self._told.append(Costly(choice, study))
                yield from self._through(study)
        self._done = self.of

    def _through(self, study: WhatIf) -> Iterator[None]:
        """A study, deal by deal, to its end."""
        end = self._done + study.samples
        more = True
        while more:
            more = study.step()
            self._done += 1
            yield
        self._done = end

    def _chance(self, what: str, choice: Choice) -> random.Random:
        return generator("review", what, self.seat, choice.moment)

    @property
    def costly(self) -> list[Costly]:
        """The choices that cost something, as far as is known, the dearest first."""
        found = [each for each in tuple(self._told) if each.study.done]
        return sorted((each for each in found if each.cost.mean > 0), key=lambda each: -each.cost.mean)

    def stands(self, match: Match, moment: Moment) -> bool:
        """Whether the line that a match shows still has the choice that was made at a moment."""
        made: HistoryEntry | None = self._entries.get(moment)
        return made is not None and moment < match.length and match.line_moves[moment] is made

    # In words.

    def say(self) -> str:
        """What came out, in a sentence."""
        number, here = len(self.choices), f"in this {self.game.deal_name}"
        if not number:
            return f"There was nothing to choose {here}."
        choices = "one choice" if number == 1 else f"{number} choices"
        if not self.finished:
            return f"{choices.capitalize()} {here}: not all is tried yet."
        if not self.costly:
            return f"Of {choices} {here} none looks worse than another move."
        if not any(each.clear for each in self.costly):
            return f"Of {choices} {here} none clearly cost anything: what looks dearest could be chance."
        told = "this one" if len(self.costly) == 1 else "these"
        return f"Of {choices} {here} {told} cost most, against the best other move."

    def __repr__(self) -> str:
        return "\n".join(
            [self.say(), *(f"Move {each.choice.moment + 1}: {each.study.say()}" for each in self.costly)]
        )

    def _repr_html_(self) -> str:
        axis = Axis([end for each in self.costly for end in drawn(each.cost)])
        rows = [
            DrawnRow(
                f"Move {each.choice.moment + 1}: {self.game.deck.with_signs(str(each.choice.made))}",
                drawn(each.cost),
                [signed(each.cost.mean), each.study.say()],
            )
            for each in self.costly
        ]
        return axis.table(
            ("", f"cost in {self.game.score_unit}", "cost", "beside the best other move"), rows, [self.say()]
        )


def _choices(match: Match, seat: Seat, moment: Moment) -> Iterator[Choice]:
    """The choices of a seat in the round that a moment lies in, where more than one move could be made."""
    match.state_at(moment)  # or it does not exist
    made = match.line_moves
    deals = [number for number, entry in enumerate(made) if entry.new_round]
    start = max((deal for deal in deals if deal < moment), default=0)
    end = min((deal for deal in deals if deal >= moment), default=len(made))
    for number in range(start, end):
        entry = made[number]
        if entry.seat == seat:
            view = match.state_at(number).view(seat)
            if len(list(islice(view.moves(seat), 2))) > 1:
                yield Choice(number, view, entry.move)
