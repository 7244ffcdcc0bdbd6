"""A question beside its table, answered on what lies there: by mouse and keys, wide and narrow."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from handkit import President
from handkit.lesson import asks, predict
from handkit.lesson.question import Question
from handkit.table.page import browser_code
from labkit import out_of_the_browsers_loop

pytestmark = pytest.mark.browser

PAIRS = President.position(["7C 9C AC 2D", "3C 4C", "3D 5C", "4D 5D"], trick="9H", played_by=3)
PAGE = """<!doctype html><html lang="en"><title>A question</title>
<meta name="viewport" content="width=device-width">
<style>body {{ margin: 0; background: {background}; }} {css}</style>
<body data-jp-theme-light="{light}"><main></main><script type="module">
const heard = {{}};
const model = (name, values) => ({{
  get: (key) => values[key], off: () => {{}},
  on: (event, call) => {{ (heard[name + event] ??= []).push(call); }},
  async send(message) {{ show(await window.kernel(name, message)); }},
  values,
}});
const host = {{
  getWidget: async () => ({{
    render: async ({{ el, signal }}) =>
      signal.addEventListener("abort", table.render({{ model: models.table, el }})),
  }}),
}};
const models = {{ table: model("table", {table}), lesson: model("lesson", {lesson}) }};
function show(scenes) {{
  for (const [name, scene] of Object.entries(scenes)) {{
    models[name].values.scene = scene;
    for (const call of heard[name + "change:scene"] ?? []) call();
  }}
}}
const table = (() => {{ {table_code}; return widget; }})();
const lesson = (() => {{ {lesson_code}; return widget; }})();
lesson.render({{ model: models.lesson, el: document.querySelector("main"), host }});
</script></body></html>"""
Show = Callable[..., tuple[Question, Page]]


@pytest.fixture
def show(browser: Browser) -> Iterator[Show]:
    """`show(question, width=400, dark=True)`: a question with its table, and the page that shows both."""
    contexts = []

    def show(question: Callable[[], Question], *, width: int = 960, dark: bool = False) -> Any:
        with out_of_the_browsers_loop():
            asked = question()
            table, sheet = asked.table, asked.widget
            sheet.stand_beside(table)
        context = browser.new_context(viewport={"width": width, "height": 640}, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(5_000)
        page.on("pageerror", lambda error: pytest.fail(f"an error in the page: {error}"))

        def kernel(name: str, message: Any) -> Any:
            with out_of_the_browsers_loop():
                (table if name == "table" else sheet)._dispatch(message)
            return {"table": table.scene, "lesson": sheet.scene}

        page.expose_function("kernel", kernel)
        codes = {name: browser_code(name) for name in ("table", "lesson")}
        code = {
            f"{name}_code": esm.replace("export default", "const widget =", 1)
            for name, (esm, _) in codes.items()
        }
        values = {
            name: json.dumps({"scene": one.scene, "setup": one.setup, **more})
            for name, one, more in (
                ("table", table, {"inside": "", "arranging": ""}), ("lesson", sheet, {"beside": sheet.beside})
            )
        }  # fmt: skip
        page.set_content(
            PAGE.format(
                background="#111" if dark else "#fff", light=str(not dark).lower(),
                css="".join(css for _, css in codes.values()), **code, **values,
            )
        )  # fmt: skip
        expect(page.get_by_role("group", name="President table")).to_be_visible()
        return asked, page

    yield show
    for context in contexts:
        context.close()


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("option", name=re.compile(f"^{name}\\b", re.IGNORECASE))


def cards() -> Question:
    return predict(PAIRS, asks.playable())


def turn() -> Question:
    return predict(PAIRS, asks.who_moves(after=["AC"]))


def test_cards_are_the_answer_and_show_what_became_of_it(show: Show) -> None:
    question, page = show(cards)
    assert not page.get_by_role("checkbox").count(), "no second list of the same cards"
    card(page, "9 of Clubs").click()
    card(page, "ace of Clubs").click()
    card(page, "7 of Clubs").click()
    card(page, "7 of Clubs").click()
    expect(card(page, "9 of Clubs")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".hk-chosen")).to_contain_text("9")
    page.get_by_role("button", name="Reveal").click()
    expect(card(page, "9 of Clubs")).to_have_accessible_name(re.compile("wrong"))
    expect(card(page, "ace of Clubs")).to_have_accessible_name(re.compile("right"))
    expect(card(page, "2 of Diamonds")).to_have_accessible_name(re.compile("missed"))
    assert question.said == ("9C", "AC") and question.right is False


def test_a_seat_is_the_answer_by_keys_alone(show: Show) -> None:
    question, page = show(turn)
    assert page.get_by_role("radio").count() == 4, "the seats themselves"
    page.locator("[data-seat]").first.focus()
    for key in ("End", "ArrowLeft", "Space", "Home", "Space", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("[data-told=right]")).to_have_count(1)
    assert question.revealed and question.said


@pytest.mark.parametrize(("width", "dark"), [(960, False), (400, True)])
@pytest.mark.parametrize("question", [cards, turn])
def test_beside_from_a_width_on_and_axe_finds_nothing(
    show: Show, question: Callable[[], Question], width: int, dark: bool
) -> None:
    _, page = show(question, width=width, dark=dark)
    ask, table, own = (page.locator(f".hk-{name}").first for name in ("ask", "frame", "hand"))
    for told in (False, True):
        if told:
            page.get_by_role("button", name="Skip to the answer").click()
            expect(page.locator(".hk-feedback")).to_be_visible()
        asked, frame, hand = (place.bounding_box() for place in (ask, table, own))
        assert asked and frame and hand
        if width == 960:
            assert asked["x"] >= frame["x"] + frame["width"], "beside"
        else:
            assert asked["y"] + asked["height"] <= hand["y"], "between table and hand"
        found = Axe().run(page, options={"rules": {"region": {"enabled": False}}})
        page_alone = ("page-has-heading-one", "heading-order")
        assert not [v for v in found.response["violations"] if v["id"] not in page_alone]
