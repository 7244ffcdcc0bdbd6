"""A position of one's own, set up in a notebook."""

from __future__ import annotations

from typing import Any

from handkit.arguments import checked
from handkit.game import Seat, State
from handkit.games import AnyGame, with_options
from handkit.table.arranger import Arranger
from handkit.table.setup import match_from
from handkit.table.table import Table


@checked
class Arrange(Arranger):
    """A position of a game, set up by hand: choose cards, then where they go.

        Arrange(President(players=3))
        Arrange("reserves", hands=["9S 9H", "4S", "8H"], turn=1)

    game    a game, its class or its name
    seat    whose cards will be in front
    given   arguments of the game's `position` to begin with

    What cannot occur is refused with the rule or the place. What can is put on a table, which appears below,
    and stands in a line of code as well. Whoever sets up a position knows all of its cards: the record of the
    match says that it began with one, as it does of `Table(President.position(...))`.

    All of it can be done in code: `arrange.put("7S 7H", "hands", 0)`, `arrange.take_back("7S")`,
    `arrange.set("to_move", 1)`, `arrange.set_option("players", 3)`, `arrange.undo()`, `arrange.clear()`,
    `arrange.line`, `arrange.position`, `arrange.set_up()`, and then `arrange.table`.

    Raises TypeError for a game without a `position`, ValueError for a seat that does not exist and for what
    no argument can be.
    """

    table: Table | None = None

    def __init__(self, game: AnyGame, *, seat: Seat = 0, **given: Any) -> None:
        super().__init__(with_options(game), self._put_on_table, seat, given=given)

    def _put_on_table(self, position: State, seat: Seat) -> None:
        """The first time there is a new table, from then on the same."""
        if self.table is None or self.table.closed:
            self.table = Table(match_from(position, seat), seat=seat)
        else:
            self.table.set_up(position, seat)
        self.below = f"anywidget:{self.table.model_id}"
