"""A sheet in a browser: one anywidget, which knows no game and no question."""

from __future__ import annotations

import asyncio
import contextvars
from pathlib import Path
from traceback import extract_tb
from typing import Any

import anywidget
import traitlets

from handkit.lesson.sheet import Sheet
from handkit.table.page import packed


class SheetWidget(anywidget.AnyWidget):
    """Shows a sheet's scene, and takes messages from the browser to it.

    As with a table, messages may come on another thread: each only schedules its work on the event loop of
    the cell that made the widget.
    """

    _esm = packed("lesson")
    scene: Any = traitlets.Dict().tag(sync=True)
    setup: Any = traitlets.Dict().tag(sync=True)

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        try:
            self._home: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self._home = None
        self._context = contextvars.copy_context()
        super().__init__(scene=sheet.scene(), setup=sheet.setup())
        self.on_msg(self._receive)

    def show(self) -> None:
        """Send what the sheet shows now."""
        setup = self._sheet.setup()
        if setup != self.setup:
            self.setup = setup
        self.scene = self._sheet.scene()

    def _receive(self, _: Any, message: Any, buffers: Any = None) -> None:
        home = self._home
        if home is None or home.is_closed() or not home.is_running():
            self._context.copy().run(self._dispatch, message)
        else:
            home.call_soon_threadsafe(self._dispatch, message, context=self._context)

    def _dispatch(self, message: Any) -> None:
        """An error here would be shown nowhere: it is shown on the sheet."""
        try:
            self._sheet.handle(message)
        except Exception as error:
            way = [
                f"{Path(at.filename).name}:{at.lineno} {at.name}" for at in extract_tb(error.__traceback__)
            ]
            report = "\n".join([type(error).__name__, *way])  # no card, no text of the error
            self.scene = {**self.scene, "report": report}

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live sheet, and what stands in its place where it cannot live."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {**data, **self._sheet.still()}, metadata
