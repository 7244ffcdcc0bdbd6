"""A table as one web page: the same browser code, a list of scenes, and no kernel.

    Path("game.html").write_text(standalone(scenes, setup, "Monday's game"), encoding="utf-8")

The page needs no network and steps forward and back through the scenes. A scene shows what one
seat may see, and so does the page: whoever gets the file sees that and nothing more.
"""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

from handkit.table.scene import Scene, Setup

_HERE = Path(__file__).parent


def standalone(scenes: list[Scene], setup: Setup, title: str) -> str:
    """One self-contained HTML page that shows `scenes`, in this order."""
    if not scenes:
        raise ValueError("a page needs at least one scene")
    parts = {
        "title": html.escape(title),
        "css": _read("table.css"),
        "esm": _read("table.js").replace("export default", "const widget =", 1),
        "scenes": script_json(scenes),
        "setup": script_json(setup),
    }
    # One pass, so that a mark inside a name or a rule's text is left alone.
    return re.sub("@@([a-z]+)@@", lambda mark: parts[mark[1]], _read("page.html"))


def script_json(value: object) -> str:
    """JSON that may stand inside a `<script>`: nothing in it can end or open one.

    Every `<` is written as an escape, and so is all that is not ASCII: U+2028 would otherwise
    end a line of JavaScript.
    """
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")


def _read(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
