"""The computer players of a table: they move by themselves, paced, until a person may."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator

from handkit.bots.own import choice
from handkit.table.choosing import Choosing
from handkit.table.seating import Seating
from handkit.table.setup import PACES
from handkit.table.stage import Stage


class Players:
    """Moves for the seats of computers once a browser has shown the table.

    Nobody stops them for good: whoever needs them to keep still works inside `stopped()`, and they go on
    at its end. What keeps them waiting is a state: a pause, covered cards, an open question, a fault.

    paused  whether they wait to be told to go on
    """

    def __init__(self, stage: Stage, seating: Seating, choosing: Choosing, speed: str) -> None:
        self._stage, self._seating, self._choosing = stage, seating, choosing
        self.speed = speed
        self.paused = False
        self._begun = False  # whether a browser has shown the table
        self._hurry = False  # whether only the end of their moves is shown
        self._doing = 0  # how many things are being done after which they go on
        self._task: asyncio.Task[None] | None = None

    @property
    def due(self) -> bool:
        """Whether it is the turn of one of them."""
        return self._seating.match.waiting_bot is not None

    @property
    def busy(self) -> str:
        """Who is thinking, in words; "" for nobody."""
        match, seat = self._seating.match, self._seating.match.waiting_bot
        return "" if seat is None or self.paused else f"{match.names[seat]} is thinking"

    @contextlib.contextmanager
    def going_on_after(self) -> Iterator[None]:
        """At the end of this, and of all that it stands in, they go on."""
        self._doing += 1
        try:
            yield
        finally:
            self._doing -= 1
            if not self._doing:
                self._go_on()

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """While this is open none of them moves; then they go on."""
        with self.going_on_after():
            self._stop()
            yield

    def begin(self) -> None:
        """From now on they move by themselves."""
        self._begun = True

    def pause(self) -> None:
        """Let them wait until somebody goes on."""
        with self.stopped():
            self.paused = True

    def finish(self) -> None:
        """Let them move on without a pause between their moves, and show only the end."""
        with self.stopped():
            self.paused, self._hurry = False, True

    def advance(self) -> None:
        """Make all their moves up to a person's now."""
        self._seating.match.advance()

    def close(self) -> None:
        """They move no more."""
        self._begun = False
        self._stop()

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = None

    def _go_on(self) -> None:
        """Move until a person may: as a task where a loop runs, else at once."""
        hurry, self._hurry = self._hurry, False
        ready = self._begun and not self.paused and self._choosing.marks and self._stage.error is None
        if not ready or not self.due or self._seating.covered:
            return
        if not self._stage.at_home:
            with self._stage.one_scene():
                try:
                    self.advance()
                except Exception as error:
                    self._fail(error)
        elif self._task is None or self._task.done():
            self._task = self._stage.start(self._run(hurry))

    async def _run(self, hurry: bool) -> None:
        """Move for one after the other. In a hurry only the end is shown."""
        hidden = False  # whether the last move has not been shown
        seating, stage = self._seating, self._stage
        try:
            while (seat := seating.match.waiting_bot) is not None and not seating.covered:
                began = time.monotonic()
                match, moment = seating.match, (seating.match, seating.match.line, seating.match.at)
                view, rng = match.view(seat), match.bot_generator(seat)
                move = await stage.beside(choice, match.bots[seat], view, rng)
                pace = 0.0 if hurry else PACES[self.speed]
                await asyncio.sleep(max(0.0, pace - (time.monotonic() - began)))
                if moment != (seating.match, seating.match.line, seating.match.at):
                    continue  # the match went elsewhere meanwhile
                hidden = not pace
                with stage.silent() if hidden else contextlib.nullcontext():
                    match.play(move, seat)
        except Exception as error:
            self._fail(error)
        if hidden or stage.error is not None:
            stage.show()

    def _fail(self, error: Exception) -> None:
        """A fault is told, and they wait until somebody goes on."""
        self._stage.error, self.paused = error, True
