"""Tables: play a match in a notebook, by mouse, touch, keys or code."""

from handkit.table.table import Table

__all__ = ["Table"]
