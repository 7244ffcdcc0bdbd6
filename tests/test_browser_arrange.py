"""A position is set up in a browser, by mouse, keys and touch: on a page, and in a real JupyterLab."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from handkit import HangIn, President, Reserves
from handkit.table import Arrange
from handkit.table.page import browser_code
from labkit import Lab, out_of_the_browsers_loop, write_notebook
from test_browser import WHOLE_PAGE, until

pytestmark = pytest.mark.browser

PATIENCE = 60_000.0  # milliseconds
PAIR = 'hands=["7S 7H KD", "3D 9S", "7C 8C 2H", "AS 10D"], trick="8H 8S", played_by=3'
BEGIN = """
from handkit import President
from handkit.table import Arrange, Table
table = Table(President(), seed="monday", speed="at once")
table
"""
MODEL = """
const heard = {};
const values = { setup: @setup@, scene: @scene@, below: "" };
const model = {
  get: (name) => values[name], on: (event, call) => { heard[event] = call; }, off: () => {},
  async send(message) { values.scene = await window.kernel(message); heard["change:scene"](); },
};
widget.render({ model, el: document.querySelector("main") });
"""
Show = Callable[..., tuple[Arrange, Page, Locator]]


@pytest.fixture
def show(browser: Browser) -> Iterator[Show]:
    """`show(game, width=400, dark=True, touch=True, hands=…)`: an arrangement, and the page that shows it."""
    contexts = []

    def show(game: Any, *, width: int = 960, dark: bool = False, touch: bool = False, **given: Any) -> Any:
        with out_of_the_browsers_loop():
            arrange = Arrange(game, **given)
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()

        def kernel(message: Any) -> Any:
            with out_of_the_browsers_loop():
                arrange._dispatch(message)
            return arrange.scene

        page.expose_function("kernel", kernel)
        esm, css = browser_code("arrange")
        script = esm.replace("export default", "const widget =") + MODEL
        script = script.replace("@setup@", json.dumps(arrange.setup)).replace(
            "@scene@", json.dumps(arrange.scene)
        )
        page.set_content(
            f'''<!doctype html><html lang="en"><title>A position</title>
            <meta name="viewport" content="width=device-width">
            <style>body {{ margin: 0; background: {"#111" if dark else "#fff"}; }} {css}</style>
            <body data-jp-theme-light="{str(not dark).lower()}"><main></main>
            <script type="module">{script}</script></body></html>'''
        )
        frame = page.get_by_role("group", name=re.compile("^Set up a position of"))
        expect(frame).to_be_visible()
        return arrange, page, frame

    yield show
    for context in contexts:
        context.close()


def card(frame: Locator, name: str) -> Locator:
    return frame.get_by_role("option", name=re.compile(f"^{name}\\b"))


def spot(frame: Locator, name: str) -> Locator:
    return frame.get_by_role("button", name=re.compile(f"^{name}"))


GIVEN: dict[Any, dict[str, Any]] = {
    President: {"hands": ["7S 7H KD", "3D 9S", "7S 8C 2H", "AS 10D"], "gifts": [[3, 0, "AS"]],
    "passed": [1, 2]},
    HangIn: {"hands": ["10O 2O", "3S 4S", "5F 6F", "7H 8H"], "pot": ["1O -", "", "", ""]},
    Reserves: {"hands": ["9S 9H", "4S", "8H"], "attack": "1: 3S", "seen": [(0, 1, "4S")],
    "settled": ["take 3S"]},
}  # fmt: skip


@pytest.mark.parametrize(("width", "dark"), [(960, False), (400, True)], ids=["wide", "narrow and dark"])
@pytest.mark.parametrize("game", GIVEN, ids=[game.name for game in GIVEN])
def test_axe_finds_nothing_and_it_fits(show: Show, game: Any, width: int, dark: bool) -> None:
    _, page, frame = show(game, width=width, dark=dark, touch=width == 400, **GIVEN[game])
    frame.get_by_role("option").nth(3).click()
    frame.locator("summary").first.click()
    found = Axe().run(page, context=None, options={"resultTypes": ["violations"]})
    ids = [one["id"] for one in found.response["violations"] if one["id"] not in WHOLE_PAGE]
    assert not ids, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = frame.bounding_box()
    assert box is not None and (width < 960 or box["height"] <= 670)
    if width == 400:
        small = page.evaluate(
            """() => [...document.querySelectorAll("main :is(button, select, input, summary, [role=option])")]
              .filter((one) => one.checkVisibility() && !one.classList.contains("hk-chip"))
              .map((one) => [one.textContent + one.ariaLabel, one.getBoundingClientRect()])
              .filter(([, { width, height }]) => Math.min(width, height) < 44).map(([text]) => text)"""
        )
        assert not small


@pytest.mark.parametrize(
    "game", [President(players=6), HangIn(players=5), Reserves()], ids=lambda game: game.name
)
def test_it_fits_a_laptop(show: Show, game: Any) -> None:
    box = show(game)[2].bounding_box()
    assert box is not None and box["height"] <= 640


def test_by_keys_alone(show: Show) -> None:
    arrange, page, frame = show(President(players=3))
    press = page.keyboard.press
    for _ in range(4):
        press("Tab")
        if page.evaluate("document.activeElement.role") == "option":
            break
    expect(card(frame, "3 of clubs")).to_be_focused()
    for key in ("Space", "ArrowRight", "Space", "1"):
        press(key)
    expect(spot(frame, "Hand of seat 0")).to_contain_text("2")
    for key in ("ArrowDown", "2", "End", "3", "ArrowDown", "Home", "4"):
        press(key)
    until(page, lambda: "trick" in arrange.line, "the last card is put")
    assert arrange.line == 'President.position(["3C 4C", "4D", "2D"], trick="3H")'
    expect(card(frame, "3 of hearts")).to_be_focused()
    press("Enter")
    expect(frame.get_by_role("alert")).to_contain_text("a trick needs played_by, the seat that played it")
    press("Escape")
    expect(frame.get_by_role("alert")).to_be_empty()
    press("Backspace")
    expect(frame.get_by_role("status").last).to_contain_text("This can occur. Seat 0 is to move.")
    press("u")
    expect(frame.get_by_role("status").last).to_contain_text("a trick needs played_by")
    press("Delete")
    press("?")
    expect(frame.get_by_role("dialog", name="Keys")).to_be_visible()
    press("Escape")
    expect(frame.get_by_role("status").last).to_contain_text("This can occur.")
    card(frame, "3 of hearts").focus()
    press("Enter")
    until(page, lambda: arrange.table is not None, "there is a table")
    assert arrange.table and arrange.table.match.state == President.position(["3C 4C", "4D", "2D"])


def test_by_mouse_what_lies_wrong_is_shown_and_mended(show: Show) -> None:
    arrange, page, frame = show(President(), hands=["7S 7H", "3D", "7S 8C", "AS"], trick="8H 8S", played_by=3)
    status = frame.get_by_role("status").last
    expect(status).to_contain_text("7♠ is in two hands: seat 0 and seat 2.")
    expect(card(frame, "7 of spades, hand of seat 0, hand of seat 2")).to_be_visible()
    card(frame, "7 of spades").click()
    card(frame, "9 of clubs").click()
    spot(frame, "Hand of seat 2").click()
    expect(status).to_contain_text("This can occur. Seat 0 is to move.")
    frame.get_by_role("button", name="Passed: seat 0").click()
    expect(status).to_contain_text("Seat 1 is to move.")
    frame.get_by_role("combobox", name="Played by").select_option("seat 2")
    expect(status).to_contain_text("Seat 3 is to move.")
    spot(frame, "Hand of seat 3").click()  # with no card chosen: those that lie there
    expect(card(frame, "ace of spades")).to_have_attribute("aria-selected", "true")
    frame.get_by_role("button", name="Take back").click()
    expect(status).to_contain_text("the seats without cards are [3], but out is []")
    frame.get_by_role("button", name="Out: seat 3").click()
    expect(status).to_contain_text("This can occur.")
    frame.get_by_text("Options").click()
    frame.get_by_role("combobox", name="Revolution").select_option("no")
    expect(frame.locator("code").last).to_contain_text("out=[3], revolution=False)")
    assert arrange.position == eval(arrange.line, {"President": President})
    frame.get_by_role("button", name="Clear").click()
    until(page, lambda: arrange.scene["lying"] == {}, "all is taken away")


def test_signs_rows_and_moves_by_finger(show: Show) -> None:
    arrange, page, frame = show(HangIn(players=3), width=400, touch=True)
    frame.get_by_role("button", name="hold back, Pot of seat 1").tap()
    card(frame, "10 of Office").tap()
    spot(frame, "Pot of seat 1").tap()
    until(page, lambda: 'pot=["", "- 10O", ""]' in arrange.line, "both are in the pot")
    arrange, page, frame = show(Reserves, width=400, touch=True, hands=["9S 9H", "4S", "8H"])
    frame.get_by_role("textbox", name="Attack").fill("1:")
    card(frame, "9 of hearts").tap()
    frame.get_by_role("button", name="Write the chosen cards into Attack").tap()
    until(page, lambda: 'attack="1: 9H"' in arrange.line, "the attack is written")
    frame.get_by_role("button", name="Add to seen").tap()
    frame.get_by_role("combobox", name="To, Seen 1").select_option("seat 2")
    card(frame, "8 of hearts").tap()
    spot(frame, "Seen 1").tap()
    until(page, lambda: 'seen=[(0, 2, "8H")]' in arrange.line, "it is seen")
    frame.get_by_role("button", name="Remove Seen 1").tap()
    until(page, lambda: "seen" not in arrange.line, "it is not")


def test_in_jupyterlab_from_a_table_and_on_its_own(lab: Lab) -> None:
    cells = [
        BEGIN,
        f"arrange = Arrange(President(), {PAIR})\narrange",
        "(eval(arrange.line) == arrange.table.match.state, arrange.table.front)",
    ]
    write_notebook(lab.server.root, "arrange.ipynb", cells)
    page = lab.page
    notebook = lab.open("arrange.ipynb")
    output = notebook.run(0, timeout=60)
    table = output.get_by_role("group", name="President table")
    table.get_by_role("button", name="New game").click(timeout=PATIENCE)
    table.get_by_role("button", name="Set up a position").click(timeout=PATIENCE)
    frame = output.get_by_role("group", name="Set up a position of President")
    expect(frame).to_be_focused(timeout=PATIENCE)
    count = page.locator(".jp-Notebook:visible .jp-Cell").count()
    for number, name in enumerate(["3 of clubs", "4 of hearts", "5 of spades", "6 of spades"], 1):
        card(frame, name).focus()
        page.keyboard.press(str(number))
    for key in ("x", "m", "d", "d", "a", "b"):  # which cut, change and add cells
        page.keyboard.press(key)
    assert page.locator(".jp-Notebook:visible .jp-Cell").count() == count
    expect(frame.get_by_role("status").last).to_contain_text("This can occur.", timeout=PATIENCE)
    page.keyboard.press("Enter")
    expect(frame).to_have_count(0, timeout=PATIENCE)
    expect(table).to_be_focused(timeout=PATIENCE)
    expect(table.get_by_role("option")).to_have_count(1, timeout=PATIENCE)

    output = notebook.run(1, timeout=60)
    frame = output.get_by_role("group", name="Set up a position of President")
    frame.get_by_role("button", name="Put it on a table").click(timeout=PATIENCE)
    table = output.get_by_role("group", name="President table")
    expect(table).to_be_focused(timeout=PATIENCE)
    expect(table.get_by_role("option")).to_have_count(3, timeout=PATIENCE)
    assert "(True, 0)" in (notebook.run(2).text_content() or "")
