"""Makes the book's pages of what there is: a hook of MkDocs (`mkdocs.yml`).

A lesson is its notebook as it is stored: prose, pictures of tables, questions with their answers folded.
Left out are the programs that learners need not read, as they often tell the answer. Pictures become files, a
rule's id becomes a link to its rulebook. When the book is built, each reference of each page is followed.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from handkit.lesson.notebook import anchor

ROOT = Path(__file__).parent.parent.parent
BOOKS = {"P": "president", "H": "hang-in", "R": "reserves"}
RULE = re.compile(r"\b([PHR])(\d+\.\d+)\b")
PICTURE = re.compile(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)")
NO_LINKS = (  # where no link may come
    r"^#+ .*?$",
    r"^```.*?^```",
    r"<pre\b.*?</pre>",
    r"<code>(?![PHR]\d).*?</code>",
    r"<[^>]+>",
    r"\[[^\]]*\]\([^)]*\)",
)
Keep = Callable[[str], str]  # keeps a picture as a file; returns its address from a lesson


def on_files(files: Any, config: Any) -> Any:
    """The pages that are made: of notebooks, of the guide, of rulebooks; and the colours of programs."""
    from mkdocs.structure.files import File
    from pygments.formatters.html import HtmlFormatter

    def keep(svg: str) -> str:
        name = f"pictures/{hashlib.sha256(svg.encode()).hexdigest()[:16]}.svg"
        if name not in files.src_uris:
            files.append(File.generated(config, name, content=svg))
        return f"../{name}"

    for notebook in sorted((ROOT / "notebooks").glob("*.ipynb")):
        text = lesson(json.loads(notebook.read_text(encoding="utf-8")), keep)
        files.append(File.generated(config, f"lessons/{notebook.stem}.md", content=text))
    guide = (ROOT / "notebooks" / "teacher-guide.md").read_text(encoding="utf-8")
    files.append(File.generated(config, "lessons/teacher-guide.md", content=prose(guide)))
    for name in BOOKS.values():
        text = (ROOT / "handkit" / "rulebooks" / f"{name.replace('-', '_')}.md").read_text(encoding="utf-8")
        files.append(File.generated(config, f"rules/{name}.md", content=rulebook(text)))
    colours = [("light", "friendly"), ("dark", "github-dark")]
    programs = [
        HtmlFormatter(style=style).get_style_defs(f"[data-bs-theme={mode}] .highlight")
        for mode, style in colours
    ]
    files.append(File.generated(config, "programs.css", content="\n".join(programs)))
    return files


def lesson(notebook: Mapping[str, Any], keep: Keep) -> str:
    """A notebook as a page."""
    return "\n\n".join(part for cell in notebook["cells"] for part in parts(cell, keep))


def parts(cell: Mapping[str, Any], keep: Keep) -> Iterator[str]:
    """What a cell shows to who only reads: its program, unless that is folded, and what it gave."""
    source, about = "".join(cell["source"]), cell["metadata"]
    if cell["cell_type"] == "markdown":
        yield prose(source)
        return
    if not about.get("jupyter", {}).get("source_hidden") and "program" not in about.get("tags", ()):
        yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        yield shown(output, keep)


def shown(output: Mapping[str, Any], keep: Keep) -> str:
    """What a cell gave: a picture where there is one, else words."""
    data = output.get("data", {"text/plain": output.get("text", "")})
    for kind, spec in data.items():
        if kind.startswith("application/vnd.vegalite"):
            title = escape(str(spec.get("title", "A chart")))
            return f'<div class="given"><img alt="{title}" src="{keep(chart(spec))}"></div>'
    if "text/html" in data:
        html = PICTURE.sub(
            lambda found: keep(base64.b64decode(found[1]).decode()), "".join(data["text/html"])
        )
        one_line = re.sub(r"\n\s*\n", "\n", html)  # an empty line would end what Markdown leaves alone
        return f'<div class="given">{linked(one_line)}</div>'
    if "text/markdown" in data:
        return prose("".join(data["text/markdown"]))
    return f'<pre class="given">{escape("".join(data["text/plain"]))}</pre>'


def chart(spec: Mapping[str, Any]) -> str:
    """A chart of Vega-Lite as SVG."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(spec))


def prose(text: str) -> str:
    """Markdown of a notebook: headings are reached as in Jupyter, links lead to pages of the book."""
    text = re.sub(
        r"^(#+) (.+?)\s*$", lambda found: f"{found[0].rstrip()} {{ #{anchor(found[2])} }}", text, flags=re.M
    )
    text = re.sub(r"\]\((\d\d-[a-z-]+)\.ipynb", r"](\1.md", text)
    return linked(text)


def linked(text: str) -> str:
    """The ids of rules as links, in prose and in HTML, but not in headings, programs, links and tags."""
    skipped = re.compile(f"({'|'.join(NO_LINKS)})", flags=re.M | re.S)
    return "".join(
        part if number % 2 else re.sub(rf"`?{RULE.pattern}`?", to_rule, part)
        for number, part in enumerate(skipped.split(text))
    )


def to_rule(found: re.Match[str]) -> str:
    """A link to a rule."""
    id = found[0].strip("`")
    return f'<a class="rule" href="../rules/{BOOKS[found[1]]}.html#{id}">{id}</a>'


def rulebook(text: str) -> str:
    """A rulebook: each rule can be reached by its id."""
    text = re.sub(r"^(#+ ([PHR]\d+(?:\.\d+)?) .*)$", r"\1 { #\2 }", text, flags=re.M)
    return linked(text)


# ── references ──────────────────────────────────────────────────────────────────────────────────

REFERENCE = re.compile(r'<(\w+)\b[^>]*?\s(?:href|src)="([^"]*)"')
NAMED = re.compile(r'\bid="([^"]*)"')


def on_post_build(config: Any) -> None:
    """Raise PluginError where a page refers to what is not there, or loads anything from the network."""
    from mkdocs.exceptions import PluginError

    if wrong := broken(Path(config["site_dir"])):
        raise PluginError("The book has broken references:\n" + "\n".join(wrong))


def broken(site: Path) -> list[str]:
    """The references of a built book that lead nowhere, and what it would fetch from elsewhere."""
    pages = {page: page.read_text(encoding="utf-8") for page in site.rglob("*.html")}
    names = {page: {unescape(name) for name in NAMED.findall(text)} for page, text in pages.items()}
    found = []
    for page, text in pages.items():
        for tag, reference in set(REFERENCE.findall(text)):
            url = urlsplit(unescape(reference))
            if url.scheme or url.netloc:
                if tag != "a" and url.scheme != "data":
                    found.append(f"{page.relative_to(site)} loads {reference}")
                continue
            if page.name == "404.html":
                continue  # stands for any address
            to = (page.parent / unquote(url.path)).resolve() if url.path else page
            to = to / "index.html" if to.is_dir() else to
            if not to.exists() or (url.fragment and to in names and unquote(url.fragment) not in names[to]):
                found.append(f"{page.relative_to(site)} refers to {reference}")
    return sorted(found)
