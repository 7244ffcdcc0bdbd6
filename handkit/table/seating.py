"""Who sits in front of a table, and what may be seen there."""

from __future__ import annotations

from collections.abc import Container, Mapping

from handkit.bots import Bot
from handkit.bots.own import PlayerError, by_name
from handkit.game import ONLOOKER
from handkit.match import Match
from handkit.table.messages import MessageError

COVERED = "The cards are covered: first the next person takes the screen."


class Seating:
    """A match, the seat in front of it, and whether the cards are covered, closed or open.

    seat_fixed  whether that seat was chosen on purpose: then it is not left for another person's
    covered     whether the screen is handed to another person
    opened      whether everybody's cards are shown
    own         the players of somebody's own that have sat here, by name
    """

    own: Mapping[str, Bot] = {}

    def __init__(
        self,
        match: Match,
        front: int,
        *,
        seat_fixed: bool = False,
        covered: bool = False,
        opened: bool = False,
    ) -> None:
        self.match, self.front = match, front
        self.seat_fixed, self.covered, self.opened = seat_fixed, covered, opened
        self._settle_in()

    def put(self, match: Match, front: int, covered: bool) -> None:
        """Another match, with this seat in front."""
        self.match, self.front, self.covered = match, front, covered
        self._settle_in()

    def _settle_in(self) -> None:
        self.own = by_name(self.match.game, self.match.bots, self.own)
        if self.opened:
            self.match.note_opened()
        self.hand_over_screen()

    @property
    def has_person(self) -> bool:
        """Whether a person sits in front: who watches, or looks over a computer's shoulder, only looks."""
        return self.front >= 0 and self.front not in self.match.bots

    @property
    def to_act(self) -> bool:
        """Whether the seat in front may act now."""
        return self.front in self.match.state.actors

    @property
    def viewer(self) -> int:
        """Whose knowledge is shown: that of the seat in front, and nobody's while the cards are covered."""
        return ONLOOKER if self.covered else self.front

    @property
    def open_hands(self) -> Container[int]:
        """The seats whose hands lie open."""
        return range(self.match.game.players) if self.opened and not self.covered else ()

    def must_be_uncovered(self) -> None:
        """Raise MessageError while the cards are covered."""
        if self.covered:
            raise MessageError(COVERED)

    def told(self, error: PlayerError) -> str:
        """What is wrong with somebody's own player, as far as whoever looks may know."""
        known = error.seat == self.viewer or error.seat in self.open_hands
        return f"{str(error) if known else error.sealed}".rstrip(".") + "."

    def uncover(self) -> None:
        """The person who is to take the screen has it; so has whoever writes code."""
        self.covered = False

    def open_cards(self, on: bool) -> None:
        """Show everybody's cards, or no longer. The match notes when that was."""
        self.must_be_uncovered()
        self.opened = on
        if on:
            self.match.note_opened()

    def hand_over_screen(self) -> None:
        """Two people at one screen: cover the cards when the turn goes from one to the other. Those that one
        of them has opened are closed."""
        people = [seat for seat in self.match.state.actors if seat >= 0 and seat not in self.match.bots]
        if self.has_person and not self.seat_fixed and people and self.front not in people:
            self.covered, self.opened, self.front = True, False, people[0]

    def last_choice(self) -> int | None:
        """The moment before the last move of the seat in front; None when it has made none."""
        made = self.match.moves_so_far
        back = reversed(range(len(made)))
        return next((moment for moment in back if made[moment].seat == self.front), None)
