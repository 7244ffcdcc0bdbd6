"""Where a widget's work is done.

Messages from the browser may arrive on another thread and out of order, so each only schedules its
work on the event loop of the cell that made the widget: its home. Exceptions in callbacks are shown
nowhere, so a widget catches all of them and shows a report.
"""

from __future__ import annotations

import asyncio
import contextvars
import platform
import sys
import traceback
from abc import abstractmethod
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import anywidget

import handkit

IN_BROWSER = sys.platform == "emscripten"  # Pyodide: no threads


class AtHome(anywidget.AnyWidget):
    """A widget that handles its messages at home, one after the other, in the order in which they come."""

    _closed = False

    def __init__(self, **traits: Any) -> None:
        self._home = _running_loop()
        self._context = contextvars.copy_context()
        super().__init__(**traits)
        self.on_msg(self._receive)

    @property
    def closed(self) -> bool:
        """Whether it is gone."""
        return self._closed

    @property
    def at_home(self) -> bool:
        """Whether there is a loop to work on. In plain Python there is none, and work is done at once."""
        return self._home is not None and not self._home.is_closed() and self._home.is_running()

    def _receive(self, _: Any, message: Any, buffers: Any = None) -> None:
        """A message has come, on whatever thread: take it home, where everything happens."""
        if self._closed:
            return
        if self._home is not None and self.at_home:
            self._home.call_soon_threadsafe(self._dispatch, message, context=self._context)
        else:
            self._context.copy().run(self._dispatch, message)

    @abstractmethod
    def _dispatch(self, message: Any) -> None:
        """Do what a message asks. Nothing is raised."""

    async def beside(self, work: Callable[..., Any], *values: Any) -> Any:
        """Run a function beside the loop, so that other cells run meanwhile. Pyodide has no threads."""
        if IN_BROWSER or not self.at_home:
            return work(*values)
        return await asyncio.to_thread(work, *values)

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let a coroutine run at home; the task is to be kept, or it may vanish."""
        assert self._home is not None
        return self._home.create_task(work, context=self._context.copy())


def run_now(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine that never has to wait to its end, where there is no loop."""
    try:
        work.send(None)
    except StopIteration:
        return
    raise RuntimeError("This waits for a loop, and there is none.")


def report(error: BaseException, game: object, moves: int) -> str:
    """What a maintainer needs to know, without a card: the error's kind and the way it took."""
    first = error.__cause__ or error
    head = [
        f"handkit {handkit.__version__}, Python {platform.python_version()}, {game!r}",
        f"after {moves} moves: {type(first).__name__}",
    ]
    return "\n".join(head + way_of(first))


def way_of(error: BaseException) -> list[str]:
    """The files, lines and functions through which an error came; not its text, which may name a card."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f"  {Path(at.filename).name}:{at.lineno} {at.name}" for at in frames]


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
