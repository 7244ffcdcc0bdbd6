"""An executed notebook keeps a picture of each table, also on a web page and where it is not trusted."""

from __future__ import annotations

import base64
import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import nbformat
import pytest
from nbconvert import HTMLExporter
from playwright.sync_api import expect

from handkit import HangIn, President, Reserves
from handkit.lesson import keep_stills
from handkit.table import Table
from labkit import Lab, out_of_the_browsers_loop, write_notebook

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
VIEW = "application/vnd.jupyter.widget-view+json"
CELLS = [
    "from handkit import HangIn, President, Reserves\nfrom handkit.table import Table",
    "Table(President(), seed='monday')",
    "table = Table(HangIn(), seed='monday')\ntable",
    "table.play(next(iter(table.view.moves())))\ndisplay(table, Table(Reserves(), seed='monday'))",
    # Only a trusted notebook shows a drawing that stands in the page itself.
    "from IPython.display import HTML\nHTML('<p>drawn: <svg class=\"bare\"></svg></p>')",
]


@pytest.fixture(scope="module")
def told() -> list[str]:
    """What the pictures of these cells show, in words."""
    with out_of_the_browsers_loop():
        table = Table(HangIn(), seed="monday")
        before = table.describe()
        table.play(next(iter(table.view.moves())))
        told = [Table(President(), seed="monday").describe(), before, table.describe()]
        told.append(Table(Reserves(), seed="monday").describe())
    return [text.replace("\n", " ") for text in told]


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A notebook that was run and has stored all that it can, also the widgets' state."""
    file = write_notebook(tmp_path_factory.mktemp("executed"), "tables.ipynb", CELLS)
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--inplace", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": path})
    assert done.returncode == 0, done.stderr
    return file


def saved(file: Path) -> Any:
    """The notebook as JupyterLab saves it: with the widgets' views, but without their state."""
    notebook = nbformat.read(file, as_version=4)
    del notebook.metadata["widgets"]
    assert sum(VIEW in output.data for cell in notebook.cells for output in cell.outputs) == 4
    return notebook


def stored(file: Path) -> Any:
    """The notebook as ours are stored: the stills alone."""
    return keep_stills(nbformat.read(file, as_version=4), {})[0]


class Page(HTMLParser):
    """The images of a web page, and what can be read in the outputs."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.images: list[dict[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self.images.append(dict(attrs))


@pytest.mark.parametrize("form", [saved, stored])
def test_a_web_page_shows_a_picture_of_each_table(executed: Path, told: list[str], form: Any) -> None:
    exporter: Any = HTMLExporter
    text, _ = exporter().from_notebook_node(form(executed))
    images = Page(text).images
    assert [image["alt"] for image in images] == told
    for image in images:
        kind, drawn = str(image["src"]).split(",")
        assert kind == "data:image/svg+xml;base64"
        assert ET.fromstring(base64.b64decode(drawn)).tag.endswith("svg")
    assert "Error displaying widget" not in text and "jupyter.widget" not in text


@pytest.mark.browser
def test_a_jupyterlab_that_does_not_trust_the_notebook_shows_them(
    executed: Path, told: list[str], lab: Lab
) -> None:
    page = lab.page
    for form in (saved, stored):
        nbformat.write(form(executed), lab.server.root / f"{form.__name__}.ipynb")
        notebook = lab.open(f"{form.__name__}.ipynb")
        expect(notebook.output(4)).to_contain_text("drawn")
        expect(notebook.output(4).locator("svg.bare")).to_have_count(0)
        expect(page.locator(".jp-Cell img")).to_have_count(4)
        pictures = page.locator(".jp-Cell img").evaluate_all(
            "all => all.map(e => [e.alt, e.complete && e.naturalWidth, e.clientWidth])"
        )
        assert [alt for alt, _, _ in pictures] == told
        assert all(natural >= 700 and width >= 600 for _, natural, width in pictures)
        expect(page.get_by_text("Error displaying widget")).to_have_count(0)
        lab.clear()
