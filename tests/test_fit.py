"""A table fits a laptop (960 × 640 px, which a screen of 1366 × 768 leaves in JupyterLab), a phone, fingers,
and who needs it larger, calmer or in colours of their own.

The scenes are of random matches of every game, those with the most in them of each phase; one page shows all.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from handkit.game import DEALER, Game
from handkit.games.hang_in import HangIn
from handkit.games.president import President
from handkit.games.reserves import Reserves
from handkit.match import Match
from handkit.table import Table
from handkit.table.page import standalone
from handkit.table.scene import Scene, Setup
from labkit import out_of_the_browsers_loop
from toys import HighCard

pytestmark = pytest.mark.browser

HEIGHT = 640
GAMES: list[Game] = [
    *(President(players=players, rounds=2) for players in (3, 4, 6)),
    President(players=5, rounds=2, next_leader="scum"),
    HangIn(players=3, target=20, may_hold_back=True, off_suit=3),
    HangIn(players=4, target=20, starter="rotate"),
    HangIn(players=5, target=9, pot_suit="none"),
    Reserves(max_turns=40),
    Reserves(choose_reserve=True, attack_cap="hand", must_beat=False, leftovers="defender", max_turns=40),
    HighCard(),
]  # fmt: skip
MEASURE = """([scenes, setups]) => {
  const found = [];
  let before;
  for (const [about, scene] of scenes) {
    if (about !== before) window.page.model.set("setup", setups[about]);
    before = about;
    window.page.model.set("scene", scene);
    const frame = document.querySelector(".hk-frame").getBoundingClientRect();
    const foot = document.querySelector(".hk-foot").getBoundingClientRect();
    const felt = document.querySelector(".hk-felt");
    const parts = [felt, document.querySelector(".hk-zones")];
    const hidden = Math.max(...parts.map((each) => each.scrollHeight - each.clientHeight));
    found.push([Math.round(frame.height), foot.bottom <= frame.bottom + 1 && foot.height > 0, hidden]);
  }
  return found;
}"""

Case = tuple[str, Scene, Setup]  # a game and a phase


def weight(scene: Scene) -> int:
    """How much there is to draw, about."""
    return len(json.dumps([scene["zones"], scene["hand"], scene["seats"], scene["you"], scene["prompt"]]))


def some(game: Game, seeds: int = 2) -> list[Case]:
    """Scenes of each phase of random matches: those with the most in them, and some others."""
    groups = defaultdict[str, list[Scene]](list)
    rng = random.Random(5)
    about: Setup | None = None
    for seed in range(seeds):
        match = Match(game, seed)
        table = Table(match, seat=seed % game.players)
        about = about or table.make_setup()
        while match.to_move is not None:
            phase = getattr(match.state, "phase", "")
            mine = table.front in match.state.actors
            groups[f"{game.name} {game.players} {phase}{' mine' if mine else ''}"].append(table.scene)
            match.deal() if match.to_move == DEALER else match.play(match.state.random_move(rng))
        groups[f"{game.name} {game.players} end"].append(table.scene)
        table.close()
    assert about
    found = []
    for name, scenes in sorted(groups.items()):
        heavy = sorted(scenes, key=weight)[-1:]
        found += [(name, scene, about) for scene in heavy + rng.sample(scenes, 1)]
    return found


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    with out_of_the_browsers_loop():
        return [case for game in GAMES for case in some(game)]


@pytest.fixture(scope="module")
def page(browser: Browser, cases: list[Case], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"an error in the page: {error}"))
    file = tmp_path_factory.mktemp("fit") / "page.html"
    file.write_text(standalone([cases[0][1]], cases[0][2], "All"), encoding="utf-8")
    page.goto(file.as_uri())
    page.locator(".hk-frame").wait_for()
    yield page
    context.close()


def measured(page: Page, cases: list[Case], width: int) -> list[tuple[int, bool, int]]:
    """The height of each table, whether its foot is in it, and how much is scrolled away."""
    page.evaluate("width => { document.querySelector('#table').style.width = `${width}px`; }", width)
    setups = list({id(about): about for _, _, about in cases}.values())
    numbers = {id(about): number for number, about in enumerate(setups)}
    sent = [(numbers[id(about)], scene) for _, scene, about in cases]
    return [tuple(each) for each in page.evaluate(MEASURE, [sent, setups])]


@pytest.mark.parametrize("width", [960, 595])
def test_every_table_fits_a_laptop(page: Page, cases: list[Case], width: int) -> None:
    """Alone, and beside a question; nothing scrolls in it."""
    worst = dict[str, tuple[int, bool, int]]()
    for (name, _, _), found in zip(cases, measured(page, cases, width), strict=True):
        worst[name] = max(worst.get(name, (0, True, 0)), found)
    assert {name: found for name, found in worst.items() if found != (HEIGHT, True, 0)} == {}


def shown(page: Page, case: Case, width: int) -> None:
    measured(page, [case], width)


def find(cases: list[Case], name: str) -> Case:
    """The fullest scene of a phase."""
    return max((case for case in cases if case[0] == name), key=lambda case: weight(case[1]))


def test_what_can_be_done_stays_in_view_on_a_phone_and_hints_move_nothing(
    page: Page, cases: list[Case]
) -> None:
    name, scene, about = find(cases, "reserves 3 defence mine")
    page.set_viewport_size({"width": 400, "height": 600})
    hint: Any = {"text": "Lay {5C}. " * 30, "cards": [], "considered": []}
    refusal: Any = {"rule": "R4.2", "wrong": "That is not so. " * 20, "right": ""}
    heights = set()
    for more in ({}, {"hint": hint}, {"refusal": refusal}, {"log": scene["log"] * 3}, {"busy": "Ada thinks"}):
        shown(page, (name, {**scene, **more}, about), 400)  # type: ignore[typeddict-item]
        heights.add(page.evaluate("document.querySelector('.hk-frame').offsetHeight"))
        for top in (0, 100, 200):
            page.evaluate("top => scrollTo(0, top)", top)
            foot = page.locator(".hk-actions").bounding_box()
            assert foot and foot["y"] >= 0 and foot["y"] + foot["height"] <= 600
    assert len(heights) == 1
    page.set_viewport_size({"width": 683, "height": 384})  # a laptop at 200 %
    shown(page, (name, scene, about), 640)
    page.evaluate("scrollTo(0, 60)")
    foot = page.locator(".hk-actions").bounding_box()
    assert foot and foot["y"] + foot["height"] <= 384
    page.evaluate("scrollTo(0, 0)")
    page.set_viewport_size({"width": 1366, "height": 768})


def test_a_page_from_right_to_left_changes_nothing(page: Page, cases: list[Case]) -> None:
    boxes = """() => [...document.querySelectorAll(".hk-frame *")].filter((each) => each.checkVisibility())
      .map((each) => each.getBoundingClientRect())
      .map(({ left, top, width, height }) => [left, top, width, height].map(Math.round))"""
    shown(page, find(cases, "reserves 3 defence mine"), 960)
    before = page.evaluate(boxes)
    page.evaluate("document.documentElement.dir = 'rtl'")
    after = page.evaluate(boxes)
    page.evaluate("document.documentElement.dir = 'ltr'")
    assert len({after[i][0] - before[i][0] for i in range(len(before))}) == 1, "only moved as a whole"
    assert [each[1:] for each in before] == [each[1:] for each in after]


def test_fingers_find_all_that_can_be_pressed(browser: Browser, page: Page, cases: list[Case]) -> None:
    """44 px; of cards that overlap in a hand what is seen of each is as high."""
    small = """() => [...document.querySelectorAll(".hk :is(button, summary, select, [data-card])")]
      .map((each) => [each.className, each.offsetWidth, each.offsetHeight, each.matches(".hk-slot")])
      .filter(([, width, height, slot]) => height && (height < 44 || (width < 44 && !slot)))"""
    context = browser.new_context(viewport={"width": 440, "height": 800}, has_touch=True, is_mobile=True)
    fingers = context.new_page()
    fingers.goto(page.url)
    fingers.locator(".hk-frame").wait_for()
    for name in (
        "reserves 3 defence mine",
        "reserves 3 back mine",
        "hang-in 4 answer mine",
        "president 4 end",
    ):
        shown(fingers, find(cases, name), 400)
        assert fingers.evaluate(small) == [], name
    context.close()


def test_chosen_cards_are_seen_in_forced_colours(browser: Browser, page: Page, cases: list[Case]) -> None:
    context = browser.new_context(forced_colors="active")
    plain = context.new_page()
    plain.goto(page.url)
    plain.locator(".hk-frame").wait_for()
    for name, chosen in (("reserves 3 turn mine", "selected"), ("reserves 3 back mine", "checked")):
        shown(plain, find(cases, name), 960)
        plain.locator("[data-card]").first.click()
        card = plain.locator(f"[aria-{chosen}=true] > .hk-card").first
        assert card.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"
    context.close()


@pytest.mark.parametrize("name", ["reserves 3 back mine", "reserves 3 pick mine"])
def test_settling_is_chosen_on_the_table_by_click_and_key(page: Page, cases: list[Case], name: str) -> None:
    shown(page, find(cases, name), 960)
    cards = page.locator(".hk-columns [role=checkbox]")
    cards.first.click()
    assert cards.first.get_attribute("aria-checked") == "true"
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    assert cards.nth(1).get_attribute("aria-checked") == "true"
    key = page.locator(".hk-column", has=page.locator("[role=checkbox]")).first.locator("kbd").inner_text()
    page.keyboard.press(key)
    assert cards.first.get_attribute("aria-checked") == "false"
    page.keyboard.press("Escape")


# ── motion ──

MOVING = """() => document.getAnimations().filter((each) => each.constructor === Animation
  && each.effect.target.matches(".hk-card, .hk-travels"))"""


def story(game: Game) -> tuple[list[Scene], Setup]:
    """All scenes of a match, seen by seat 0."""
    match, found = Match(game, 1), list[Scene]()
    table, rng = Table(match, seat=0), random.Random(1)
    while match.to_move is not None:
        match.deal() if match.to_move == DEALER else match.play(match.state.random_move(rng))
        found.append(table.scene)
    table.close()
    return found, table.make_setup()


@pytest.fixture(scope="module")
def stories() -> list[tuple[list[Scene], Setup]]:
    with out_of_the_browsers_loop():
        return [story(game) for game in (President(), HangIn(target=5), Reserves(max_turns=12))]


@pytest.mark.parametrize(
    ("speed", "motion"), [("normal", "no-preference"), ("normal", "reduce"), ("at once", "no-preference")]
)
def test_cards_travel_at_normal_speed_alone(
    browser: Browser, page: Page, stories: list[tuple[list[Scene], Setup]], speed: str, motion: Any
) -> None:
    """And a card takes clicks on its way."""
    context = browser.new_context(viewport={"width": 1000, "height": 800}, reduced_motion=motion)
    lively = context.new_page()
    lively.goto(page.url)
    lively.locator(".hk-frame").wait_for()
    most = 20 if (speed, motion) == ("normal", "no-preference") else 5
    for scenes, about in stories:
        moved = lively.evaluate(
            """async ([about, scenes, speed, moving]) => {
              window.page.model.set("setup", about);
              const found = [];
              for (const scene of scenes) {
                window.page.model.set("scene", { ...scene, speed });
                await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
                found.push(eval(moving)().length);
                const slot = document.querySelector(".hk-slot:not(.is-dim)");
                if (scene.pick && !scene.pick.on_table && slot) {
                  slot.firstChild.click();
                  if (!document.querySelector("[aria-selected=true]")) throw new Error("a click is lost");
                }
                eval(moving)().forEach((each) => each.finish());
              }
              await new Promise((done) => setTimeout(done, 50));
              return [found, document.querySelectorAll(".hk-travels").length];
            }""",
            [about, scenes[:most], speed, MOVING],
        )
        assert moved[1] == 0, "what has arrived is gone"
        if most == 20:
            assert sum(map(bool, moved[0])) > len(moved[0]) / 2
        else:
            assert not any(moved[0][1:])
    context.close()
