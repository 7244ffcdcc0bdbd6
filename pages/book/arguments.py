"""An extension of Griffe, which reads the docstrings: what one says of each argument is a list."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

ARGUMENT = re.compile(r"^(\w[\w*, ]*?) {2,}(\S.*(?:\n +\S.*)*)", flags=re.M)


class Arguments(Extension):
    """`seed    a text` becomes an item of a list."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Called for each module, class and function."""
        if obj.docstring:
            obj.docstring.value = listed(obj.docstring.value)


def listed(text: str) -> str:
    """A docstring, each argument of which is an item."""
    blocks = text.split("\n\n")
    return "\n\n".join(_items(block) if ARGUMENT.match(block) else block for block in blocks)


def _items(block: str) -> str:
    return ARGUMENT.sub(lambda found: f"- `{found[1]}`: {' '.join(found[2].split())}", block)
