"""Every widget looks alike on every page, whatever others stand there and in whatever order they came; and it
keeps its keys and its colours whoever the host is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from handkit import HangIn, President
from handkit.lesson import asks, predict
from handkit.match import Match
from handkit.table import Arrange, Inspector, Table
from handkit.table.page import browser_code, packed
from labkit import out_of_the_browsers_loop

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent.parent / "handkit" / "table"
NAMES = ("table", "inspector", "lesson", "arrange")
# What the sheets of the widgets decide: all that has ever differed, and more of its kind.
STYLES = [
    "display", "position", "margin", "padding", "border", "borderRadius", "background", "color", "font",
    "gap", "width", "height", "gridTemplateColumns", "flex", "textAlign", "boxShadow", "opacity", "listStyle",
    "overflow", "alignItems", "justifyContent", "minHeight", "inset", "lineHeight", "whiteSpace",
]  # fmt: skip
PAGE = """<!doctype html><html lang="en"><head><title>Widgets</title>
<style>body {{ margin: 0; {host} }}</style></head>
<body {theme}><div id="all" style="width: 960px"></div>{scripts}</body></html>"""
SCRIPT = """<script type="module">
const values = {values};
const source = URL.createObjectURL(new Blob([{code}], {{ type: "text/javascript" }}));
const {{ default: widget }} = await import(source);
const el = document.createElement("div");
el.id = "{id}";
document.getElementById("all").append(el);
const model = {{ get: (name) => values[name], on() {{}}, off() {{}}, send() {{}} }};
await widget.render({{ model, el }});
el.dataset.there = "yes";
</script>"""
COMPUTED = """([id, names]) => [...document.querySelectorAll(`#${id} .hk, #${id} .hk *`)]
  .filter((each) => !each.closest("svg, .hk-sr") && each.checkVisibility())
  .map((each) => [`${each.localName}.${each.className}`, getComputedStyle(each)])
  .map(([part, style]) => [part, Object.fromEntries(names.map((name) => [name, style[name]]))])"""
ORDER = """(order) => {
  const sheets = Object.fromEntries(order.map(([key, css]) => [key, css]));
  document.querySelectorAll("style[data-handkit]").forEach((each) => each.remove());
  for (const css of Object.values(sheets)) {
    const style = document.createElement("style");
    style.dataset.handkit = "";
    style.textContent = css;
    document.head.append(style);
  }
}"""


def models() -> dict[str, dict[str, Any]]:
    """What each part of a page sends: tables at several moments, panels of the inspector, a question, and an
    arrangement."""
    with out_of_the_browsers_loop():
        position = President.position(
            ["7C 7H 8C 8D 9C 9D KS", "3C 4C", "3D 5C", "4D 5D"], trick="8H 8S", played_by=3
        )
        over = Match(President(), "look", bots=dict.fromkeys(range(4), "easy"))
        while over.to_move is not None:
            over.step()
        tables = {
            "trick": Table(position), "result": Table(over), "pot": Table(HangIn(), seed="look"),
        }  # fmt: skip
        tables["trick"].match.play("9C 9D", 0)
        tables["trick"].match.play("pass", 1)
        found = {
            f"table-{name}": {"scene": table.scene, "setup": table.make_setup()}
            for name, table in tables.items()
        }
        inspector = Inspector(tables["trick"])
        for tab in ("state", "moves", "events", "knowledge"):
            inspector._dispatch({"type": "tab", "tab": tab})
            found[f"inspector-{tab}"] = {
                "inside": inspector.inside,
                "setup": inspector._make_setup(rules=True),
            }
        question = predict(position, asks.legal("7C 7H"))
        found["lesson-open"] = {"scene": dict(question.scene()), "setup": question.setup()}
        arrange = Arrange(position.game, hands=["7S", "8S", "7S", ""], gifts=[(0, 1, "7S")])
        found["arrange-all"] = {"scene": arrange.scene, "setup": arrange.setup}
    return found


@pytest.fixture(scope="module")
def shown() -> dict[str, dict[str, Any]]:
    return models()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1000, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def lay_out(
    page: Page, shown: dict[str, dict[str, Any]], host: str = "", theme: str = 'data-jp-theme-light="true"'
) -> None:
    """Draw these widgets, as they travel, one after the other."""
    scripts = "".join(
        SCRIPT.format(values=_json(values), code=_json(packed(id.split("-")[0])), id=id)
        for id, values in shown.items()
    )
    page.set_content(PAGE.format(host=host, theme=theme, scripts=scripts))
    page.wait_for_function("n => document.querySelectorAll('[data-there]').length === n", arg=len(shown))


def _json(value: Any) -> str:
    return json.dumps(value).replace("<", "\\u003c")


def computed(page: Page, id: str) -> Any:
    return page.evaluate(COMPUTED, [id, STYLES])


def test_a_widget_looks_alike_whatever_stands_beside_it(page: Page, shown: dict[str, dict[str, Any]]) -> None:
    """Alone, with all others after it, and with all others before it."""
    lay_out(page, shown)
    shared = browser_code("table")[1]
    own = {name: browser_code(name)[1] for name in NAMES}
    start = next(i for i in range(len(shared)) if len({css[i] for css in own.values()}) > 1)
    look = shared[:start]
    own = {name: css[start:] for name, css in own.items()}
    differ: dict[str, Any] = {}
    for id in shown:
        name = id.split("-")[0]
        others = [(other, own[other]) for other in NAMES if other != name]
        found = []
        mine = [(name, own[name])]
        for order in (mine, mine + others, others[::-1] + mine):
            page.evaluate(ORDER, [("look", look), *order])
            found.append(computed(page, id))
        assert len(found[0]) >= 15
        for other in found[1:]:
            for (part, alone), (_, beside) in zip(found[0], other, strict=True):
                for style in STYLES:
                    if alone[style] != beside[style]:
                        differ[f"{id} {part} {style}"] = (alone[style], beside[style])
    assert not differ, "\n".join(f"{what}: {values}" for what, values in list(differ.items())[:40])


def test_the_shared_style_stands_once_and_first(page: Page, shown: dict[str, dict[str, Any]]) -> None:
    few = {id: shown[id] for id in ("table-result", "inspector-state", "lesson-open", "arrange-all")}
    lay_out(page, few)
    sheets = page.evaluate(
        "[...document.querySelectorAll('style[data-handkit]')].map((each) => each.textContent)"
    )
    assert len(sheets) == 5
    assert [".hk {" in css for css in sheets] == [True, False, False, False, False]
    assert page.evaluate("getComputedStyle(document.querySelector('.hk-result h3')).fontSize") == "18px"


HOSTS = {
    "dark": ("--jp-layout-color1: #1f1f1f; --jp-ui-font-color1: #cccccc; background: #1f1f1f;", "dark"),
    "light": ("--jp-layout-color1: #ffffff; --jp-ui-font-color1: #3b3b3b;", "light"),
    "dark in another way of writing": (
        "--jp-layout-color1: oklch(.2 0 0); --jp-ui-font-color1: oklch(.9 0 0); background: #1f1f1f;", "dark",
    ),
}  # fmt: skip


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_that_does_not_say_whether_it_is_dark(
    page: Page, shown: dict[str, dict[str, Any]], host: str
) -> None:
    style, scheme = HOSTS[host]
    few = {id: shown[id] for id in ("table-trick", "inspector-moves", "lesson-open", "arrange-all")}
    lay_out(page, few, style, "")
    found = "[...document.querySelectorAll('.hk')].map((each) => getComputedStyle(each).colorScheme)"
    page.wait_for_function(f"{found}.every((each) => each === '{scheme}')")
    rules = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
    seen = Axe().run(page, ".hk", {"resultTypes": ["violations"], **rules})
    assert not seen.violations_count, seen.generate_report()


def test_a_host_that_turns_dark_is_followed(page: Page, shown: dict[str, dict[str, Any]]) -> None:
    lay_out(page, {"table-trick": shown["table-trick"]}, HOSTS["light"][0], "")
    page.evaluate("document.body.style.setProperty('--jp-ui-font-color1', '#ccc')")
    page.wait_for_function("getComputedStyle(document.querySelector('.hk')).colorScheme === 'dark'")


def test_keys_stay_in_a_widget_where_the_host_listens_on_the_way_down(
    page: Page, shown: dict[str, dict[str, Any]]
) -> None:
    lay_out(page, {id: shown[id] for id in ("table-trick", "inspector-moves", "lesson-open", "arrange-all")})
    page.evaluate(
        "window.heard = []; document.addEventListener('keydown', ({ key }) => heard.push(key), true)"
    )
    places = (".hk-slot", ".hk-insp button", ".hk-ask input", ".hk-pick", ".hk-arr select")
    for place in places:
        page.locator(place).first.focus()
        for key in ("x", "m", "a", "b", "ArrowDown"):
            page.keyboard.press(key)
    assert page.evaluate("heard") == []
    page.locator(".hk-slot").first.focus()
    page.keyboard.press("Control+s")
    page.keyboard.press("Tab")
    assert page.evaluate("heard") == ["Control", "s", "Tab"]
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("x")
    assert page.evaluate("heard.slice(3)") == ["x"], "elsewhere the host has its keys"


# Methods that pages of notebooks have replaced or still replace by others of the same name.
REPLACED = r"\.(at|findLast|findLastIndex|replaceAll|matchAll|padStart|padEnd|hasOwn)\("


def test_no_built_in_is_used_that_a_host_may_have_replaced() -> None:
    for path in HERE.glob("*.js"):
        code = path.read_text("utf-8")
        used = [found[0] for found in re.finditer(REPLACED, code)]
        assert not used, (path.name, used)
