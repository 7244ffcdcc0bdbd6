"""A table as one web page: the same browser code, a list of scenes, and no kernel.

    Path("game.html").write_text(standalone(scenes, setup, "Monday's game"), encoding="utf-8")

The page needs no network and steps forward and back through the scenes. A scene shows what one
seat may see, and so does the page: whoever gets the file sees that and nothing more. A whole match as
a page is made by `handkit.table.export`.
"""

from __future__ import annotations

import gzip
import html
import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from handkit.table.differences import differences
from handkit.table.scene import Scene, Setup

Told = tuple[str, str]  # what happened, as a sentence with cards in braces, and by which rule

_HERE = Path(__file__).parent
_COMMENT = re.compile(r"^\s*(/\*.*?\*/|//.*?)$\n", re.MULTILINE | re.DOTALL)
_INDENT = re.compile(r"^\s+", re.MULTILINE)


def standalone(
    scenes: list[Scene], setup: Setup, title: str, told: list[list[Told]] | None = None, seen: str = ""
) -> str:
    """One self-contained HTML page that shows `scenes`, in this order.

    `told` says for each scene what happened just before it. With it the page is a replay: it lists all that
    happened, arrow keys go through time, and what needs a kernel is left out. `seen` says whose view this is.
    """
    if not scenes:
        raise ValueError("a page needs at least one scene")
    esm, css = browser_code()
    values, changes = differences(scenes)
    parts = {
        "title": html.escape(title),
        "seen": html.escape(seen),
        "css": _zipped(css),
        "esm": esm.replace("export default", "const widget =", 1),
        "values": script_json(values),
        "changes": script_json(changes),
        "told": script_json(told or []),
        "setup": script_json(setup),
    }
    # One pass, so that a mark inside a name or a rule's text is left alone.
    return re.sub("@@([a-z]+)@@", lambda mark: parts[mark[1]], _read("page.html"))


def browser_code(name: str = "table") -> tuple[str, str]:
    """The script and style of a widget, behind what all draw alike, without comments and indentation."""
    esm, shared, own = _code(name)
    return esm, shared + own


def _code(name: str) -> list[str]:
    """The script of a widget, the style that all share, and its own. It goes by lines, so a comment must have
    its lines to itself."""
    scripts = (
        ["draw.js", "zones.js", "motion.js", "table.js"] if name == "table" else ["draw.js", f"{name}.js"]
    )
    texts = ["".join(map(_read, scripts)), _read("draw.css"), _read(f"{name}.css")]
    return [re.sub(_INDENT, "", re.sub(_COMMENT, "", text)) for text in texts]


def packed(name: str = "table") -> str:
    """The script and style of a widget as they travel, in one script that unpacks them. Every table of a
    notebook sends it, so its length counts."""
    esm, shared, own = _code(name)
    keys = {"key": _key(esm + shared + own), "look": _key(shared)}
    parts = {"esm": _zipped(esm), "css": _zipped(f"{shared}\f{own}"), **keys}
    script = re.sub(_INDENT, "", re.sub(_COMMENT, "", _read("unpack.js")))
    return re.sub("@@([a-z]+)@@", lambda mark: parts[mark[1]], script)


def _key(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def _zipped(text: str) -> str:
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def script_json(value: object) -> str:
    """JSON that may stand inside a `<script>`: nothing in it can end or open one.

    Every `<` is written as an escape, and so is all that is not ASCII: U+2028 would otherwise
    end a line of JavaScript.
    """
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")


def _read(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
