"""Looking back on a table, and other lines of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handkit import bots
from handkit.cards import shorten
from handkit.game import Move, State
from handkit.table.messages import Message, MessageError
from handkit.table.scene import Prompt
from handkit.table.seating import Seating
from handkit.table.setup import usual_level

if TYPE_CHECKING:
    from handkit.what_if import WhatIf

BEGAN = "This is how it began."
UNSEEN = "Something happens that you do not see."
PAST = "You are looking back. Go back to now first, or play on from here."


class Moments:
    """Which moment of a match is shown: now, or another one, of which there is only a picture."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        self._past: int | None = None  # the moment that is looked back at; None for now
        self._line = seating.match, seating.match.line

    @property
    def moment(self) -> int:
        """The moment that is shown: after so many moves."""
        return self._seating.match.at if self._past is None else self._past

    @property
    def state(self) -> State:
        """The whole truth at that moment."""
        return self._seating.match.state_at(self.moment)

    @property
    def looking_back(self) -> bool:
        """Whether another moment than now is shown."""
        return self._past is not None

    @property
    def may_act(self) -> bool:
        """Whether the person in front may act at the moment shown, if it is their turn."""
        return self._seating.has_person and not self._seating.covered and not self.looking_back

    def must_be_now(self) -> None:
        """Raise MessageError while the cards are covered, or the table is a picture of another moment."""
        self._seating.must_be_uncovered()
        if self.looking_back:
            raise MessageError(PAST)

    def look(self, moment: int | None) -> None:
        """Show the moment after so many moves; None for now. Raises MessageError when there is none."""
        self._seating.must_be_uncovered()
        match = self._seating.match
        if moment is not None:
            try:
                match.state_at(moment)
            except ValueError as error:
                raise MessageError(str(error)) from None
        self._past = None if moment == match.at else moment

    def on_look(self, message: Message) -> None:
        """Show another moment: after `to` moves, or null for now; or `by` one move from the one shown."""
        if "by" not in message:
            return self.look(message.get("to"))
        by = message["by"]
        if by not in (1, -1) or type(by) is not int:
            raise MessageError(f"One looks back or on by one move, not by {shorten(by)}.")
        return self.look(max(0, min(self.moment + by, self._seating.match.length)))

    def branch(self, name: str | None) -> str:
        """Begin a new line of play at the moment shown; now, stay on this one. Returns the line's name."""
        self._seating.must_be_uncovered()
        match = self._seating.match
        return match.line if self._past is None else match.branch(name, self._past)

    def keep_up(self) -> None:
        """The match has changed: what was looked back at may be of another line of play, or be now."""
        match = self._seating.match
        here = (match, match.line) == self._line and (self._past or 0) <= match.length
        if not here or self._past == match.at:
            self._past = None
        self._line = match, match.line

    @property
    def where(self) -> str:
        """Which moment is looked back at, in words."""
        return f"move {self.moment} of {self._seating.match.length}"

    def prompt(self) -> Prompt:
        """What was done at the moment that is looked back at."""
        match, reader = self._seating.match, self._seating.front
        if not self.moment:
            return Prompt(text=BEGAN, small="")
        seen = [
            event.say(names=match.names, reader=reader, braces=True)
            for event in match.line_moves[self.moment - 1].events
            if event.visible_to(reader)
        ]
        return Prompt(text=seen[0] if seen else UNSEEN, small=" ".join(seen[1:4]))

    def study(self, move: Move, seat: int, samples: int) -> WhatIf:
        """A move of a seat at this moment, to be played on with computer players on deals that fit."""
        from handkit.what_if import WhatIf, compared

        self._seating.must_be_uncovered()
        match = self._seating.match
        if not bots.levels(match.game):
            raise MessageError(f"{match.game.title} has no computer player to play a move on.")
        view, rng = self.state.view(seat), match.bot_generator(seat, self.moment)
        return WhatIf(view, compared(view, move, rng), rng, level=usual_level(match.game), samples=samples)
