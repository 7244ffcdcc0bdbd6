"""A sheet in a browser: one anywidget, which knows no game and no question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

import traitlets

from handkit.table.home import AtHome, way_of
from handkit.table.page import packed

if TYPE_CHECKING:
    from handkit.table import Table


class Shown(Protocol):
    """What is shown: a sheet, as its widget knows it."""

    def setup(self) -> dict[str, Any]: ...
    def scene(self) -> Mapping[str, Any]: ...
    def handle(self, message: object) -> None: ...
    def still(self) -> dict[str, str]: ...


class SheetWidget(AtHome):
    """Shows a sheet's scene, and takes messages from the browser to it."""

    _esm = packed("lesson")
    scene: Any = traitlets.Dict().tag(sync=True)
    setup: Any = traitlets.Dict().tag(sync=True)
    beside: Any = traitlets.Unicode().tag(sync=True)  # the model of the table that stands beside it
    _table: Table | None = None

    def __init__(self, sheet: Shown) -> None:
        self._sheet = sheet
        super().__init__(scene=sheet.scene(), setup=sheet.setup())

    def stand_beside(self, table: Table) -> None:
        """Show the table, too: the sheet stands beside it, and what lies there is chosen there."""
        self._table = table
        self.beside = f"anywidget:{table.model_id}"

    def show(self) -> None:
        """Send what the sheet shows now."""
        setup = self._sheet.setup()
        if setup != self.setup:
            self.setup = setup
        self.scene = self._sheet.scene()

    def _dispatch(self, message: Any) -> None:
        """An error here would be shown nowhere: it is shown on the sheet."""
        try:
            self._sheet.handle(message)
        except Exception as error:
            self.scene = {**self.scene, "report": "\n".join([type(error).__name__, *way_of(error)])}

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live sheet, and what stands in its place where it cannot live."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        table = self._table._repr_mimebundle_()[0] if self._table else {}
        stills = [still for still in (table, self._sheet.still()) if still]
        for form, between in (("text/plain", "\n"), ("text/html", "")):
            data[form] = between.join(still[form] for still in stills)
        return data, metadata
