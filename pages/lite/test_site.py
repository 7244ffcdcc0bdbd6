"""Every lesson on the built site, in a real browser: `make lite-test`. It takes some minutes."""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Request, sync_playwright

from labkit import CHROMIUM_ARGS, find_chromium, missing

ROOT = Path(__file__).parent.parent.parent
SITE = Path(os.environ.get("HANDKIT_SITE", ROOT / "build" / "site"))
LESSONS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
PATIENCE = 400.0  # seconds: a busy machine is no failure
# A cell, as the page holds it: its number once it has run, and what came out of it.
CELLS = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .filter(cell => cell.model.type === "code").map(cell => ({
    source: cell.model.sharedModel.getSource(), number: cell.model.executionCount,
    waits: cell.node.querySelector(".jp-InputPrompt")?.textContent.includes("*") ?? false,
    tags: cell.model.getMetadata("tags") ?? [], outputs: cell.model.outputs.toJSON(),
  }))"""
STATUS = "() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel?.status"
RUN = "name => { window.jupyterapp.commands.execute(name); }"


@dataclass
class Visit:
    """A browser on the site: what it asked for from elsewhere, and what its console complained of."""

    context: BrowserContext
    address: str
    elsewhere: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def asks(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.elsewhere.append(request.url)

    def open(self, lesson: str) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(f"{self.address}/lab/index.html?path={lesson}.ipynb", wait_until="domcontentloaded")
        page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        return page

    def run_all(self, page: Page) -> list[dict[str, Any]]:
        """Run every cell, and give all back when none waits any more."""
        page.wait_for_function(f"({STATUS})() === 'idle'")
        page.evaluate(RUN, "notebook:run-all-cells")
        end = time.monotonic() + PATIENCE
        while True:
            cells: list[dict[str, Any]] = page.evaluate(CELLS)
            failed = [cell for cell in cells if any(o["output_type"] == "error" for o in cell["outputs"])]
            assert not failed, failed[0]["source"] + "\n" + json.dumps(failed[0]["outputs"])[:3000]
            if page.evaluate(STATUS) == "idle" and all(
                cell["number"] and not cell["waits"] for cell in cells
            ):
                return cells
            assert time.monotonic() < end, [cell["source"] for cell in cells if not cell["number"]][:1]
            time.sleep(0.5)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is printed for each file."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    if not (SITE / "index.html").exists():
        missing("there is no site: make lite")
    handler = functools.partial(Quiet, directory=str(SITE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def visit(address: str, tmp_path: Path) -> Iterator[Visit]:
    """A browser that has never been here."""
    chromium = find_chromium()
    if chromium is None:
        missing("there is no Chromium")
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path,
            executable_path=chromium,
            args=list(CHROMIUM_ARGS),
            viewport={"width": 1200, "height": 900},
        )
        visit = Visit(context, address)
        context.on("request", visit.asks)
        with contextlib.closing(context):
            yield visit


def stored(lesson: str) -> list[dict[str, Any]]:
    cells = json.loads((ROOT / "notebooks" / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def told(outputs: list[dict[str, Any]]) -> list[str]:
    """What of a cell's outputs can be read, and does not hang on the machine."""
    lines = []
    for output in outputs:
        data = output.get("data", {})
        text = output.get("text") or data.get("text/markdown") or data.get("text/plain") or ""
        if data.get("text/html") or output["output_type"] == "stream" or "text/markdown" in data:
            lines.append(text if isinstance(text, str) else "".join(text))
    return lines


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_cell_of_a_lesson_runs_and_says_what_it_says_elsewhere(visit: Visit, lesson: str) -> None:
    cells = visit.run_all(visit.open(lesson))
    assert len(cells) == len(stored(lesson))
    for cell, other in zip(cells, stored(lesson), strict=True):
        assert not any(output.get("name") == "stderr" for output in cell["outputs"]), cell
        if "nbval-ignore-output" not in cell["tags"]:
            assert told(cell["outputs"]) == told(other["outputs"]), cell["source"]
        elif other["outputs"]:
            assert cell["outputs"], cell["source"]
    assert visit.elsewhere == [] and visit.faults == []
