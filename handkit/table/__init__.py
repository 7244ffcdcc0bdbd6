"""Tables: play a match in a notebook, by mouse, touch, keys or code."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handkit.table.arrange import Arrange
    from handkit.table.inspector import Inspector
    from handkit.table.table import Table

__all__ = ["Table", "Inspector", "Arrange"]


def __getattr__(name: str) -> object:
    """The widgets are loaded when they are asked for: scenes and words are used in a terminal too."""
    if name == "Arrange":
        from handkit.table.arrange import Arrange

        return Arrange
    if name == "Inspector":
        from handkit.table.inspector import Inspector

        return Inspector
    if name == "Table":
        from handkit.table.table import Table

        return Table
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
