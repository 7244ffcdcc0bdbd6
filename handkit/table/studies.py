"""Studies and reviews as the inspector shows them, while they go on and after."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from handkit import bots
from handkit.axis import Axis
from handkit.match import Match
from handkit.review import SAMPLES, Review
from handkit.table.messages import MessageError
from handkit.table.names import braces
from handkit.table.setup import usual_level
from handkit.what_if import WhatIf, drawn, number, signed

SHOWN_EVERY = 0.2  # seconds


def drawn_study(study: WhatIf, running: bool) -> dict[str, Any]:
    """What a browser draws: each move's difference on one axis, how far the study is, and what it says."""
    against = study.against()
    axis = Axis([end for _, lead in against for end in drawn(lead)])
    rows = [
        {
            "text": braces(study.game, str(row.move)),
            "asked": row.move == study.moves[0],
            "value": signed(lead.mean) if row.move != study.moves[0] else "",
            "dot": axis.drawn(*drawn(lead)),
        }
        for row, lead in against
    ]
    return {
        "rows": rows,
        "axis": axis.ticks,
        "zero": axis.at(0),
        "done": study.done,
        "of": study.samples,
        "running": running,
        "says": study.say(braces=True),
        "unit": study.game.score_unit,
        "lead": study.lead(),
    }


def review_of(match: Match, seat: int, moment: int, samples: int = SAMPLES) -> Review:
    """The review of a round, not yet begun. Raises MessageError where nobody sits in front, and for a game
    without computer players."""
    if seat < 0:
        raise MessageError("Who only watches has made no choices.")
    if not bots.levels(match.game):
        raise MessageError(f"{match.game.title} has no computer player to try other moves with.")
    return Review(match, seat, moment, samples, usual_level(match.game))


class Reviews:
    """The review that an inspector shows: of a round of a match, for the seat in front."""

    def __init__(self) -> None:
        self._review: Review | None = None
        self._of: tuple[Match, int] | None = None
        self.running = False

    def begin(self, match: Match, seat: int, moment: int) -> None:
        """Begin one. Raises MessageError as `review_of` does."""
        self._review, self._of, self.running = review_of(match, seat, moment), (match, seat), True

    async def go_on(self, beside: Callable[..., Awaitable[bool]], show: Callable[[], None]) -> None:
        """Go through it, and show how far it is, until it is done or stopped, or another begins."""
        review = self._review
        more = review is not None
        while more and review is self._review and self.running:
            more = await beside(for_a_while, review)
            if more:
                show()
        if review is self._review:
            self.running = False

    def choice(self, match: Match, seat: int, moment: object, switch: Callable[[str], None]) -> int:
        """The moment of a choice that is told, once its line is shown. Raises MessageError for any other, and
        where that line no longer has it."""
        review = self._shown(match, seat)
        told = [] if review is None else [each.choice.moment for each in review.costly]
        if review is None or type(moment) is not int or moment not in told:
            raise MessageError("That is no choice of this review.")
        if match.line != review.line:
            switch(review.line)
        if not review.stands(match, moment):
            raise MessageError("This line has been played in another way since: review it again.")
        return moment

    def draw(self, match: Match, seat: int) -> dict[str, Any]:
        """What a browser draws."""
        review = self._shown(match, seat)
        return {
            "who": match.names.get(seat, ""),
            "can": seat >= 0 and bool(bots.levels(match.game)),
            "review": review and drawn_review(review, self.running),
        }

    def _shown(self, match: Match, seat: int) -> Review | None:
        return self._review if self._of == (match, seat) else None


def drawn_review(review: Review, running: bool) -> dict[str, Any]:
    """What each choice cost on one axis, how far the review is, and what it says."""
    costly = review.costly
    axis = Axis([end for each in costly for end in drawn(each.cost)])
    rows = [
        {
            "at": each.choice.moment,
            "text": braces(review.game, str(each.choice.made)),
            "value": number(each.cost.mean, 2),
            "dot": axis.drawn(*drawn(each.cost)),
            "says": each.study.say(braces=True),
        }
        for each in costly
    ]
    return {
        "rows": rows,
        "axis": axis.ticks,
        "zero": axis.at(0),
        "done": review.done,
        "of": review.of,
        "running": running,
        "says": review.say(),
        "unit": review.game.score_unit,
    }


def for_a_while(study: WhatIf | Review) -> bool:
    """Some deals of a study, until there is something new to show; whether there are more."""
    end = time.monotonic() + SHOWN_EVERY
    while (more := study.step()) and time.monotonic() < end:
        pass
    return more
