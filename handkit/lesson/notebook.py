"""A notebook as a whole: its charts, where it shows each rule, and what of it is stored."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from handkit.arguments import checked
from handkit.rulebook import Rulebook


@dataclass(frozen=True)
class Chart:
    """A chart in the words of Vega-Lite, to stand at the end of a cell: JupyterLab draws it by itself.

    spec   marks and how they show values, as a dictionary; the version of Vega-Lite need not be said
    """

    spec: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"A chart: {self.spec.get('title', 'untitled')}"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        schema = "https://vega.github.io/schema/vega-lite/v5.json"  # a name: nobody fetches it
        spec = {"$schema": schema, **self.spec}
        return {"application/vnd.vegalite.v5+json": spec, "text/plain": repr(self)}


@dataclass(frozen=True)
class Index:
    """The rules of a rulebook, and under which headings of a notebook each is shown."""

    book: Rulebook
    places: Mapping[str, Sequence[str]]  # rule id → headings, first to last

    def __repr__(self) -> str:
        rows = [(rule, "; ".join(self.places[rule.id]) or "not shown") for rule in self.book.values()]
        return "\n".join(f"{rule.id} {rule.title}: {where}" for rule, where in rows)

    def _repr_markdown_(self) -> str:
        rows = ["| Rule | Title | Shown in |", "| :-- | :-- | :-- |"]
        for rule in self.book.values():
            links = [f"[{heading}](#{anchor(heading)})" for heading in self.places[rule.id]]
            rows.append(f"| `{rule.id}` | {rule.title} | {' · '.join(links) or 'not shown'} |")
        return "\n".join(rows)


@checked
def index(notebook: str | Path, book: Rulebook) -> Index:
    """Where a notebook shows each rule, read from its cells: the heading above each `.show(…)`.

    Raises FileNotFoundError when the notebook is not in this folder, ValueError for a file that is none.
    """
    places: dict[str, list[str]] = {id: [] for id in book}
    heading = ""
    try:
        cells = json.loads(Path(notebook).read_text(encoding="utf-8"))["cells"]
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{notebook} is no notebook.") from None
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            heading = [heading, *re.findall(r"^#+ (.+?)\s*$", source, flags=re.M)][-1]
        elif cell["cell_type"] == "code":
            calls = " ".join(re.findall(r"\.show\(([^)]*)\)", source))
            named = re.findall(r"[A-Z]\d+(?:\.\d+)?", calls)
            for rule in book.show(*named).rules:
                if heading not in places[rule.id]:
                    places[rule.id].append(heading)
    return Index(book, places)


@checked
def anchor(heading: str) -> str:
    """The name under which JupyterLab lets a link reach a heading."""
    return heading.replace(" ", "-")


def keep_stills(notebook: Any, resources: Any) -> tuple[Any, Any]:
    """A preprocessor for nbconvert: of a widget keep the still picture and words, and nothing that differs
    from run to run. A widget lives as long as its kernel, so stored it would only be an error message.

        jupyter nbconvert --to notebook --execute --inplace \\
            --NotebookExporter.preprocessors=handkit.lesson.keep_stills 01-president.ipynb
    """
    view = "application/vnd.jupyter.widget-view+json"
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            # What has only its widget, as a progress bar has, is left out.
            cell.outputs = [
                o for o in cell.outputs if view not in o.get("data", ()) or "text/html" in o["data"]
            ]
            for output in cell.outputs:
                output.get("data", {}).pop(view, None)
    return notebook, resources
