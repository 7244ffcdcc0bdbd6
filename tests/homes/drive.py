"""Tables in homes of notebooks other than JupyterLab, each in an environment of its own: `make homes`.

The same is done in each: a table stands there with its suits, keys typed on a card stay on it, a card is
played, *Look inside* opens, and nothing goes wrong in the page.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from labkit import free_port  # noqa: E402

ENVIRONMENTS = ROOT / ".venv-homes"
PATIENCE = 120.0  # seconds
TABLE = "Table(President(), seed='monday', speed='at once')"
IMPORTS = "from handkit.games.president import President\nfrom handkit.table import Table"
MARIMO = f"""import marimo
app = marimo.App()

@app.cell
def _():
    import marimo as mo
    {IMPORTS.replace(chr(10), chr(10) + "    ")}
    return mo, President, Table

@app.cell
def _(mo, President, Table):
    table = mo.ui.anywidget({TABLE})
    table
    return (table,)

@app.cell
def _(mo, table):
    mo.md(f"{{table.value['at']}} moves are seen.")
    return
"""


@dataclass(frozen=True, slots=True)
class Home:
    """How a home is started in its environment and shown, how its cells are run, and what a cell of it is."""

    environment: str
    command: tuple[str, ...]
    path: str
    run: Callable[[Page], None]
    cell: str


def run_seven(page: Page) -> None:
    """By the command of its menu."""
    session = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session"
    page.wait_for_function(f"{session}?.kernel?.status === 'idle'")
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")


def run_classic(page: Page) -> None:
    """By the page's own object."""
    page.wait_for_function("window.Jupyter?.notebook?.kernel?.is_connected()")
    page.get_by_text("Widgets", exact=True).first.wait_for()  # its menu: from then on the page can draw them
    page.evaluate("Jupyter.notebook.execute_all_cells()")


JUPYTER = ("jupyter-notebook", "--allow-root", "--no-browser", "--port={port}")
FREE = ("--IdentityProvider.token=", "--ServerApp.ip=127.0.0.1", "--expose-app-in-browser")
HOMES = {
    "notebook 7": Home("seven", (*JUPYTER, *FREE), "notebooks/table.ipynb", run_seven, ".jp-Cell"),
    "nbclassic": Home("seven", (*JUPYTER, *FREE), "nbclassic/notebooks/table.ipynb", run_classic, ".cell"),
    "notebook 6 with ipywidgets 7": Home(
        "six", (*JUPYTER, "--NotebookApp.token="), "notebooks/table.ipynb", run_classic, ".cell"
    ),
    "marimo": Home(
        "marimo",
        ("marimo", "run", "--headless", "--no-token", "--port={port}", "table.py"),
        "",
        lambda page: None,
        ".marimo-cell, [data-cell-id]",
    ),
}


@contextlib.contextmanager
def started(home: Home, folder: Path) -> Iterator[str]:
    """The address at which a home answers. It ends with the block."""
    nbformat.write(
        nbformat.v4.new_notebook(
            cells=[
                nbformat.v4.new_code_cell(code) for code in (f"{IMPORTS}\ntable = {TABLE}\ntable", "1 + 1")
            ],
            metadata={"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)"}},
        ),
        folder / "table.ipynb",
    )
    (folder / "table.py").write_text(MARIMO)
    port = free_port()
    program, *words = home.command
    own = {"JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data", "IPYTHONDIR": "ipython", "HOME": "."}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [ENVIRONMENTS / home.environment / "bin" / program, *(word.format(port=port) for word in words)],
            cwd=folder,
            env={**os.environ, **{name: str(folder / value) for name, value in own.items()}},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        address = f"http://127.0.0.1:{port}/"
        end = time.monotonic() + PATIENCE
        while not answers(address):
            assert process.poll() is None and time.monotonic() < end, (folder / "log").read_text()
            time.sleep(0.1)
        yield address
    finally:
        os.killpg(process.pid, signal.SIGKILL)  # the home and its kernels
        process.wait()


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5):
            return True
    except OSError:
        return False


@pytest.fixture(params=HOMES)
def home(request: pytest.FixtureRequest, tmp_path: Path, browser: Browser) -> Iterator[tuple[Home, Page]]:
    home = HOMES[request.param]
    with started(home, tmp_path) as address, contextlib.closing(browser.new_context()) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.set_viewport_size({"width": 1366, "height": 768})
        page.goto(address + home.path)
        home.run(page)
        yield home, page


def test_a_table_is_played_at(home: tuple[Home, Page]) -> None:
    """No faults of our own: a host's script may have some."""
    place, page = home
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(f"{error.stack}") if "hk-" in f"{error.stack}" else None)
    table: Locator = page.get_by_role("group", name="President table")
    cards = table.get_by_role("option")
    expect(cards).to_have_count(13, timeout=PATIENCE * 1000)
    expect(cards.first.locator("svg").first).to_be_visible()
    expect(cards.first).to_have_accessible_name("3 of hearts")

    cells = page.locator(place.cell)
    number, first = cells.count(), cells.first.inner_text()
    cards.first.focus()
    for key in ("x", "m", "a", "b", "d", "d", "y", "c", "v", "z", "l", "Shift+M"):
        page.keyboard.press(key)
    page.keyboard.press("End")
    expect(cards.last).to_be_focused()
    assert cells.count() == number and cells.first.inner_text() == first
    page.keyboard.press("Space")
    expect(cards.last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(cards).to_have_count(12)

    table.get_by_role("button", name="Look inside").click()
    inside = page.get_by_role("group", name="Look inside")
    expect(inside).to_be_visible()
    inside.get_by_role("tab", name="Moves").click()
    expect(inside.get_by_role("tabpanel").get_by_role("button").first).to_be_visible()
    if place.environment == "marimo":
        expect(page.get_by_text(re.compile(r"^[2-9] moves are seen|^1\d moves are seen"))).to_be_visible()
    assert not faults
