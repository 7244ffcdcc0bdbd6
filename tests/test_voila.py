"""The lessons as web pages without code, as `make voila` shows them, in a real browser."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from labkit import free_port, missing

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.seconds(12)]

ROOT = Path(__file__).parent.parent
LESSONS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
PROGRAM = "04-your-own-game"  # what is to be written there, a page without code cannot show
PATIENCE = 120.0  # seconds: a busy machine is no failure, and a kernel answers once all cells have run
expect.set_options(timeout=PATIENCE * 1000)
# Rules for whole pages; the page is Voilà's.
NOT_OURS = {
    "rules": {name: {"enabled": False} for name in ("region", "landmark-unique", "bypass", "heading-order")}
}


@dataclass(frozen=True, slots=True)
class Pages:
    """Where Voilà answers, and what it says."""

    address: str
    log: Path


@contextlib.contextmanager
def make_voila(home: Path) -> Iterator[Pages]:
    """What `make voila` starts, with the Python of this test. Ends with the block."""
    port = free_port()
    command = ["make", "--silent", "--old-file=.venv/.voila", "voila", f"PY={sys.executable}"]
    own = {
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "IPYTHONDIR": str(home / "ipython"),
    }
    log = home / "log"
    with log.open("w") as out:
        process = subprocess.Popen(
            [*command, f"ARGS=--no-browser --port={port} --Voila.port_retries=0"],
            cwd=ROOT,
            env={**os.environ, **own},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        end = time.monotonic() + PATIENCE
        while not answers(f"http://127.0.0.1:{port}/voila/static/voila.js"):
            assert process.poll() is None and time.monotonic() < end, log.read_text()[-3000:]
            time.sleep(0.1)
        yield Pages(f"http://127.0.0.1:{port}", log)
    finally:
        os.killpg(process.pid, signal.SIGTERM)  # make, Voilà and their kernels are one group
        process.wait(15)


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=1):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    for what, there in (("Voilà", importlib.util.find_spec("voila")), ("make", shutil.which("make"))):
        if there is None:
            missing(f"there is no {what} here")
    with make_voila(tmp_path_factory.mktemp("voila")) as pages:
        yield pages


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with contextlib.closing(browser.new_context(reduced_motion="reduce")) as context:
        page = context.new_page()
        page.set_viewport_size({"width": 1200, "height": 900})
        page.set_default_timeout(PATIENCE * 1000)
        yield page


def open_lesson(page: Page, address: str) -> Locator:
    """The first table of a lesson's page, with a question beside it."""
    page.goto(address, wait_until="domcontentloaded")
    table = page.get_by_role("group", name=re.compile(" table$")).first
    table.wait_for()
    return table


def axe_finds_nothing(page: Page, *parts: str) -> None:
    found = Axe().run(page, context={"include": [[part] for part in parts]}, options=NOT_OURS)
    assert not found.response["violations"], found.generate_report()


def answer_and_play(page: Page) -> None:
    """A question is answered, and then its position is played on by mouse and by keys."""
    table = page.get_by_role("group", name=re.compile(" table$")).first
    table.get_by_role("option").last.click()  # its cards are what can be chosen
    page.get_by_role("button", name="Reveal", exact=True).click()
    expect(page.get_by_role("button", name="Another of this kind")).to_be_visible()
    table.get_by_role("option").last.click()
    table.locator(".hk-actions .is-main").click()
    told = table.locator(".hk-log li")
    expect(told.first).to_be_attached()
    table.get_by_role("button", name="Undo").click()
    expect(told).to_have_count(0)
    table.get_by_role("option").last.focus()
    for key in ("End", " ", "Enter"):
        page.keyboard.press(key)
    expect(told.first).to_be_attached()


def be_light_and_dark(page: Page) -> None:
    """A page can be read in either theme; it is dark at the end."""
    table = page.get_by_role("group", name=re.compile(" table$")).first
    expect(table).to_have_css("color-scheme", "light")
    axe_finds_nothing(page, "#handkit-note", "[cell-index='1']", ".hk")
    page.get_by_role("link", name="Dark page").click()
    expect(table).to_have_css("color-scheme", "dark")
    axe_finds_nothing(page, "#handkit-note", "[cell-index='1']", ".hk")
    expect(page.get_by_role("link", name="Light page")).to_be_visible()


def load_nothing_from_elsewhere(page: Page) -> None:
    """Nor does a page give up a table that comes late: anywidget's patience is two seconds."""
    blocked = page.evaluate(
        """() => new Promise((done) => {
          addEventListener("securitypolicyviolation", (event) => done(event.blockedURI));
          fetch("http://elsewhere.invalid/").catch(() => setTimeout(() => done("nothing"), 2000));
        })"""
    )
    assert blocked.startswith("http://elsewhere.invalid")
    given_up = """async () => {
      const signal = AbortSignal.timeout(10);
      await new Promise((done) => setTimeout(done, 100));
      return signal.aborted;
    }"""
    assert page.evaluate(given_up) is False


def files_that_it_points_to_open(page: Page) -> None:
    found = page.locator("#rendered_cells a[href]")
    links: list[str] = found.evaluate_all("all => all.map((a) => a.href)")
    files = {link for link in links if "#" not in link and not link.endswith(".ipynb")}
    assert any(link.endswith("teacher-guide.md") for link in files)
    assert [page.request.get(link).status for link in files] == [200] * len(files), files


def end_its_kernel(pages: Pages, page: Page) -> None:
    """With the page."""
    ended = pages.log.read_text().count("Kernel shutdown")
    page.goto("about:blank")
    end = time.monotonic() + PATIENCE
    while pages.log.read_text().count("Kernel shutdown") == ended:
        assert time.monotonic() < end, "the kernel lives on"
        time.sleep(0.1)


def test_a_page_is_read_answered_played_and_left(pages: Pages, page: Page) -> None:
    """All on one page, as its cells take the longest of all."""
    open_lesson(page, f"{pages.address}/voila/render/{LESSONS[0]}.ipynb")
    be_light_and_dark(page)
    answer_and_play(page)
    load_nothing_from_elsewhere(page)
    files_that_it_points_to_open(page)
    end_its_kernel(pages, page)


def shows_no_code(page: Page) -> None:
    code = page.locator(".jp-InputArea-editor, .jp-InputPrompt, .highlight")
    assert code.filter(visible=True).count() == 0
    assert "from handkit" not in page.inner_text("body")


def test_the_page_about_writing_program_says_where_that_is_done(pages: Pages, page: Page) -> None:
    """Its tables are played as anywhere."""
    table = open_lesson(page, f"{pages.address}/voila/render/{PROGRAM}.ipynb")
    expect(page.get_by_text("You write program here, so open this notebook in JupyterLab")).to_be_visible()
    table.get_by_role("option").last.click()
    table.locator(".hk-actions .is-main").click()
    expect(table.get_by_role("button", name="Undo")).to_be_enabled()
    expect(page.get_by_role("group", name="My game table")).to_be_attached()
    shows_no_code(page)


@pytest.mark.parametrize("lesson", [lesson for lesson in LESSONS[1:] if lesson != PROGRAM])
def test_a_lesson_opens_as_a_page_without_code(lesson: str, pages: Pages, page: Page) -> None:
    failed: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)))
    open_lesson(page, f"{pages.address}/voila/render/{lesson}.ipynb")
    tables = page.get_by_role("group", name=re.compile(" table$"))
    expect(tables.nth(20)).to_be_attached()
    page.get_by_role("button", name="Skip to the answer").first.press("Enter")
    expect(page.get_by_role("button", name="Ask again").first).to_be_visible()

    page.get_by_role("button", name="Rules", exact=True).first.click()
    rules = page.get_by_role("dialog")
    expect(rules.get_by_role("article").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(rules).to_have_count(0)

    shows_no_code(page)
    for spoken in ("Write it in place of", "take the #"):  # of cells that are not there
        assert page.get_by_text(spoken).count() == 1 and not page.get_by_text(spoken).is_visible()
    for width in (1200, 500):
        page.set_viewport_size({"width": width, "height": 900})
        text = page.locator(".jp-RenderedMarkdown").first.bounding_box()
        assert text and 0.9 * min(width, 1000) <= text["width"] <= 1000
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    link = page.get_by_role("link", name=re.compile("^Part 1")).first
    expect(link).to_have_css("text-decoration-line", "underline")
    page.evaluate("scrollTo(0, 0)")
    link.click()
    page.wait_for_function("scrollY > 0")
    there = page.evaluate("scrollY")
    page.keyboard.press("PageDown")
    page.wait_for_function("(there) => scrollY > there", arg=there)
    assert not failed


def test_a_lesson_that_does_not_exist_is_named() -> None:
    done = subprocess.run(
        ["make", "voila", "NOTEBOOK=99-bridge"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert f"There is no notebook 99-bridge: there are {' '.join(LESSONS)}" in done.stderr
