"""The sheet of a question in a page of its own, without a kernel: accessibility, keys, widths, messages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from handkit import HangIn, President
from handkit.lesson import asks, bot_exercise, drill, exercise, predict
from handkit.lesson.sheet import Notice, Sheet, SheetScene
from handkit.table.page import browser_code, script_json
from labkit import out_of_the_browsers_loop

pytestmark = pytest.mark.browser

PAIRS = President.position(["7C 7H 8C 8D 9C 9D KS", "3C 4C", "3D 5C", "4D 5D"], trick="8H 8S", played_by=3)
HOUSE = HangIn.position(
    ["3S 5S 7O 8O 13H", "2O 12H", "10S 4O 8H", "9S 5O 3H"],
    pot=["12F 11F", "10O 7S", "9F 2H", "6F 1H"],
    challenges=["4S"],
)
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A sheet</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body {{ margin: 0; padding: 12px; background: var(--jp-layout-color0); color: var(--jp-ui-font-color1);
  --jp-layout-color0: #f6f7f5;
  --jp-layout-color1: #fff; --jp-ui-font-color1: rgb(0 0 0 / .87); }}
body[data-jp-theme-light="false"] {{ --jp-layout-color0: #111; --jp-layout-color1: #1e1f20;
  --jp-ui-font-color1: rgb(255 255 255 / .9); color-scheme: dark; }}
{css}</style></head><body data-jp-theme-light="{light}"><main><h1>Lesson</h1><h2>Sheet</h2><h3>Question</h3>
<div id="sheet"></div></main><script type="module">
{esm}
const scenes = {scenes}, data = {{ scene: scenes[0], setup: {setup} }}, heard = {{}};
const page = window.page = {{
  sent: [],
  go(at) {{ data.scene = scenes[at]; for (const call of heard["change:scene"] ?? []) call(); }},
}};
const model = {{ get: (name) => data[name], send: (message) => page.sent.push(message),
  on(event, call) {{ (heard[event] ??= []).push(call); }}, off() {{}} }};
widget.render({{ model, el: document.getElementById("sheet") }});
</script></body></html>"""

Scenes = tuple[list[SheetScene], dict[str, Any]]


def told(sheet: Sheet, *acts: Callable[[Any], object]) -> Scenes:
    """The scenes of a sheet: as it is, and after each of these."""
    scenes = [sheet.scene()]
    for act in acts:
        act(sheet)
        scenes.append(sheet.scene())
    return scenes, sheet.setup()


def run_over(scenes: list[SheetScene]) -> list[SheetScene]:
    """The last scene of a drill, and one in which the sheet has a question of its own."""
    notice: Notice = {
        "text": "May this be kept?",
        "actions": [{"id": "keep", "label": "Yes", "kind": "plain"}],
    }
    asking: SheetScene = {**scenes[1], "notice": notice}
    return [scenes[-1], asking]


@cache
def moments() -> dict[str, Scenes]:
    """One of each thing that a sheet can show."""
    found = {
        "yes or no": told(
            predict(PAIRS, asks.legal("7C 7H")), lambda q: q.answer("yes"), lambda q: q.again()
        ),
        "several": told(
            predict(PAIRS, asks.which_moves("7C 7H", "9C 9D", "pass")), lambda q: q.answer("7C 7H", "pass")
        ),
        "rules": told(predict(PAIRS, asks.refused_by("8C 8D")), lambda q: q.answer("P2.2")),
        "cards": told(predict(PAIRS, asks.playable()), lambda q: q.answer("9C 9D")),
        "seats": told(predict(PAIRS, asks.who_moves(after=["pass"])), lambda q: q.reveal()),
        "number": told(predict(HOUSE, asks.gap("5S", rule="H3.6", blank="total")), lambda q: q.answer("20½")),
        "remark": told(predict(PAIRS, asks.legal("pass")), lambda q: q.handle({"type": "no such"})),
    }
    run = drill("president", n=1, rules=["P2.3"])
    found["drill"] = told(
        run,
        lambda d: d.reveal(),
        lambda d: d.next(),
        lambda d: d.answer(*d.solution.right),
        lambda d: d.next(),
    )
    e = exercise(
        "Lead.", PAIRS, lambda match, seat: bool(match.moves_so_far), solution=["9C 9D"], hints=["Nines."]
    )
    found["exercise"] = told(e, lambda e: e.hint(), lambda e: e.check())
    code = bot_exercise(
        "Write a player.", President(), solution="def choose(view):\n    return view.moves()[0]"
    )
    found["code"] = told(code, lambda e: e.solution())
    president = [scenes for what, (scenes, _) in found.items() if what != "number"]
    everything = [found["rules"][0][0], *(scenes[1] for scenes in president), *run_over(found["drill"][0])]
    found["everything"] = everything, found["cards"][1]
    return found


@pytest.fixture(scope="module", autouse=True)
def made_out_of_the_browsers_loop() -> None:
    """A table that is made while a browser runs its loop would take that for its kernel's."""
    with out_of_the_browsers_loop():
        moments()


Show = Callable[..., Page]


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Show]:
    contexts = []

    def show(what: str, width: int = 1200, dark: bool = False) -> Page:
        scenes, setup = moments()[what]
        context = browser.new_context(viewport={"width": width, "height": 900}, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"an error in the page: {error}"))
        page.route("http*://**", lambda route: pytest.fail(f"the page asks for {route.request.url}"))
        esm, css = browser_code("lesson")
        file = tmp_path / f"page-{len(contexts)}.html"
        file.write_text(
            PAGE.format(
                css=css, esm=esm.replace("export default", "const widget =", 1), scenes=script_json(scenes),
                setup=script_json(setup), light=json.dumps(not dark),
            ),
            encoding="utf-8",
        )  # fmt: skip
        page.goto(file.as_uri())
        page.locator(".hk").wait_for()
        return page

    yield show
    for context in contexts:
        context.close()


def sent(page: Page) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = page.evaluate("window.page.sent")
    return messages


@pytest.mark.parametrize(("width", "dark"), [(1200, False), (400, True)], ids=["wide-light", "narrow-dark"])
def test_axe_finds_nothing(show: Show, width: int, dark: bool) -> None:
    for what in ("everything", "number"):
        page = show(what, width, dark)
        for at in range(len(moments()[what][0])):
            page.evaluate("at => window.page.go(at)", at)
            check_axe(page, f"{what} {at}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (what, at)
        page.evaluate("window.page.go(1)")  # one that is revealed
        page.locator(".hk-feedback .hk-chip").first.click()
        page.get_by_role("dialog").wait_for()
        check_axe(page, "a rule")


def check_axe(page: Page, what: str) -> None:
    found = Axe().run(page)
    assert not found.violations_count, f"{what}: {found.generate_report()}"


def test_a_question_by_keys_alone(show: Show) -> None:
    page = show("yes or no")
    press = page.keyboard.press
    press("Tab")
    press("Space")
    press("ArrowDown")
    assert page.evaluate("document.activeElement.value") == "no"
    press("Enter")
    assert sent(page) == [{"type": "answer", "rev": moments()["yes or no"][0][0]["rev"], "said": ["no"]}]
    page.evaluate("window.page.go(1)")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "status", "on what is told"
    expect(page.get_by_role("status").last).to_contain_text("Two 7s do not beat two 8s")
    while page.evaluate("document.activeElement.dataset.rule") != "P2.3":
        press("Tab")
    press("Enter")
    expect(page.get_by_role("dialog", name="Rule P2.3")).to_contain_text("strictly stronger")
    press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.rule") == "P2.3"
    assert len(sent(page)) == 1


def test_several_and_none(show: Show) -> None:
    page = show("several")
    page.get_by_role("button", name="Reveal").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing is chosen")
    assert sent(page) == [], "it may have been pressed by mistake"
    page.get_by_role("button", name="None of them").click()
    page.get_by_role("checkbox").first.check()
    page.get_by_text("pass", exact=True).click()
    page.get_by_role("button", name="Reveal").click()
    none, some = sent(page)
    assert none["type"] == "none" and some["said"] == ["7C 7H", "pass"]


def test_a_number(show: Show) -> None:
    page = show("number")
    page.get_by_role("button", name="Reveal").click()
    assert sent(page) == [], "the browser asks for the number first"
    page.get_by_role("textbox", name="Your answer").fill(" 20½ ")
    page.keyboard.press("Enter")
    assert sent(page)[0]["said"] == ["20½"]
    page.evaluate("window.page.go(1)")
    expect(page.get_by_role("textbox", name="Your answer")).to_have_value("20½")


def test_one_answer_is_needed_or_the_way_round(show: Show) -> None:
    page = show("seats")
    page.get_by_role("button", name="Reveal").click()
    assert sent(page) == []
    page.get_by_role("button", name="Skip to the answer").click()
    assert sent(page)[0]["type"] == "reveal"


def test_a_choice_stays_while_the_question_is_open(show: Show) -> None:
    page = show("remark")
    page.get_by_role("radio", name="No").check()
    page.evaluate("window.page.go(1)")
    expect(page.get_by_role("alert")).to_contain_text("There is no message")
    expect(page.get_by_role("radio", name="No")).to_be_checked()
    expect(page.get_by_role("radio", name="No")).to_be_focused()


def test_the_answer_is_in_no_message_before_it_is_told() -> None:
    for what, (scenes, _) in moments().items():
        if scenes[0]["open"]:
            assert scenes[0]["feedback"] is None, what
            assert not any(offer["state"] or offer["tail"] for offer in scenes[0]["choices"]), what


def test_a_drill_and_its_end(show: Show) -> None:
    page = show("drill")
    page.evaluate("window.page.go(1)")
    page.get_by_role("button", name="Next").click()
    assert sent(page)[0]["type"] == "next"
    page.evaluate("window.page.go(4)")
    expect(page.get_by_role("group", name="The drill is over")).to_contain_text("0 of 1 were right at once")
    page.get_by_role("button", name="P2.3").click()
    expect(page.get_by_role("dialog", name="Rule P2.3")).to_be_visible()


def test_an_exercise_has_its_buttons(show: Show) -> None:
    page = show("exercise")
    for name in ("Check", "Start again", "Hint", "Show a solution"):
        page.get_by_role("button", name=name).click()
    assert [message["type"] for message in sent(page)] == ["check", "again", "hint", "solution"]
    page.evaluate("window.page.go(1)")
    expect(page.get_by_role("status").last).to_contain_text("Nines.")
