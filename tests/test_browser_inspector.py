"""The inspector in a real JupyterLab: every panel, time, branches, open cards, by mouse and by keys."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Locator, expect

from test_browser import Desk, Sit, sit, until
from test_browser_keeping import restart

pytestmark = [pytest.mark.browser, pytest.mark.seconds(6)]
__all__ = ["sit"]  # a fixture

START = """
table = Table(President(rounds=2), seed="monday", bots={1: "easy", 2: "easy", 3: "easy"}, speed="at once")
for _ in range(3):
    table.play(table.view.moves()[0])
"""
TABS = ("State", "Moves", "Events", "Knowledge", "Thinking", "Review")


def inside(desk: Desk, cell: int = 0) -> Locator:
    return desk.notebook.output(cell).get_by_role("group", name="Look inside", exact=True)


def opened(desk: Desk) -> Locator:
    desk.button("Look inside").click()
    expect(inside(desk)).to_be_visible()
    expect(inside(desk).get_by_role("tab", name="State")).to_have_attribute("aria-selected", "true")
    return inside(desk)


def at(shown: Locator, moment: int | str, length: int | None = None) -> Locator:
    return shown.locator(".hk-now", has_text=re.compile(f"^Move {moment} of {length or ''}"))


def show(shown: Locator, tab: str) -> Locator:
    shown.get_by_role("tab", name=tab).click()
    expect(shown.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
    return shown.get_by_role("tabpanel")


def test_every_panel_tells_what_is_so_and_axe_finds_nothing(sit: Sit) -> None:
    desk = sit(START)
    shown = opened(desk)
    comms = {m.content["comm_id"] for m in desk.traffic.messages if m.type == "comm_open"}
    assert len(comms) <= 6
    panel = shown.get_by_role("tabpanel")
    expect(panel.get_by_text("match.view(0)")).to_be_visible()
    expect(panel.locator("ins").first).to_be_visible()
    desk.check_axe()

    panel = show(shown, "Moves")
    panel.get_by_label("A move to ask about").fill("3C 4C")
    panel.get_by_role("button", name="May I?").click()
    expect(panel.get_by_role("status")).to_contain_text("refused")
    chip = panel.get_by_role("status").get_by_role("button").first
    rule = chip.inner_text()
    chip.click()
    expect(shown.get_by_role("dialog", name=f"Rule {rule}")).to_be_visible()
    desk.page.keyboard.press("Escape")
    panel.locator(".hk-offered button").first.click()
    expect(panel.get_by_role("status")).to_contain_text("may be played")
    panel.get_by_text("Pick any cards").click()
    desk.check_axe()

    panel = show(shown, "Events")
    expect(panel.locator("[aria-current]").first).to_be_visible()
    panel.get_by_role("button", name=re.compile("^2 ")).first.click()
    expect(at(shown, 2)).to_be_visible()
    expect(desk.table.get_by_text("looking back")).to_be_visible()
    desk.check_axe()

    panel = show(shown, "Knowledge")
    expect(panel.get_by_text("Your view")).to_be_visible()
    assert panel.get_by_role("heading", name=re.compile("^The truth")).count() == 0
    shown.get_by_role("button", name="Show all cards").click()
    expect(panel.get_by_role("heading", name=re.compile("^The truth"))).to_be_visible()
    expect(shown.get_by_text(re.compile("were opened at move"))).to_be_visible()
    assert desk.match().opened
    panel.get_by_label("Whose view").select_option("Bo")
    expect(panel.get_by_text("The view of Bo")).to_be_visible()
    expect(panel.get_by_label("Whose view").locator("option:checked")).to_have_text("Bo")
    desk.check_axe()
    shown.get_by_role("button", name="Cover the cards").click()
    expect(panel.get_by_role("heading", name=re.compile("^The truth"))).to_have_count(0)

    shown.get_by_role("button", name=re.compile("Back to now")).click()
    panel = show(shown, "Thinking")
    expect(panel.get_by_role("list", name="Moves, best first")).to_be_visible()
    panel.get_by_role("button", name=re.compile("What if")).last.click()
    expect(
        panel.get_by_text(re.compile(r"^\d+ of 768 deals")).and_(
            panel.locator(".hk-study:not(:has(button)) *")
        )
    ).to_be_visible()
    for bars in panel.locator(".hk-bars").all():  # which can be compared only where they are of one length
        assert (
            bars.evaluate(
                "e => new Set([...e.querySelectorAll('.hk-bar1, .hk-est')].map((b) => b.clientWidth)).size"
            )
            == 1
        )
    expect(panel.get_by_role("table", name="Where unseen cards may be")).to_be_visible()
    desk.check_axe()


def test_a_round_is_reviewed_and_a_choice_tried_again(sit: Sit) -> None:
    """Who leads the 3 loses a place for certain; who leads the 2 wins."""
    desk = sit("""
start = President.position(["3C 2D", "4D", "5H 6H 7H"])
table = Table(Match(start.game, "monday", start=start, bots={1: "easy", 2: "easy"}), speed="at once")
""")
    before = desk.wait()
    desk.play("3C")
    desk.left(before, "the 3 is played")
    desk.wait()
    desk.play("2D")
    desk.table.get_by_role("button", name="Review", exact=True).press("v")
    shown = inside(desk)
    expect(shown.get_by_role("tab", name="Review")).to_have_attribute("aria-selected", "true")
    expect(shown).to_be_in_viewport()
    row = shown.get_by_role("tabpanel").get_by_role("listitem").first
    expect(row).to_contain_text("came out 1.00")
    expect(shown.get_by_role("status")).to_contain_text("cost most")
    desk.check_axe()
    row.get_by_role("button", name="Try move 1 again").click()
    expect(desk.table.get_by_role("option")).to_have_count(2)
    expect(row).to_contain_text("came out 1.00")
    assert desk.match().line != "main" and desk.match().at == 0


def test_axe_finds_nothing_in_dark_and_narrow_and_nothing_runs_over_the_edge(sit: Sit) -> None:
    desk = sit(START + "table.look(5)")
    desk.page.set_viewport_size({"width": 620, "height": 900})
    desk.page.keyboard.press("Control+b")  # the list of files away
    shown = opened(desk)
    desk.dress("JupyterLab Dark", False)
    try:
        shown.get_by_role("button", name="Show all cards").click()
        for tab in TABS:
            panel = show(shown, tab)
            expect(panel.get_by_text("Thinking …")).to_have_count(0)
            desk.check_axe()
            wide = shown.evaluate("e => e.scrollWidth - e.clientWidth")
            assert wide <= 0, f"{tab} is {wide} px too wide"
    finally:
        desk.page.set_viewport_size({"width": 1280, "height": 900})
        desk.page.keyboard.press("Control+b")
        desk.dress("JupyterLab Light", True)


def test_time_and_branches_by_keys_alone(sit: Sit) -> None:
    desk = sit(START)
    shown = opened(desk)
    press = desk.page.keyboard.press
    length = desk.match().length
    shown.get_by_role("slider", name="Move").focus()
    press("Home")
    expect(at(shown, 0, length)).to_be_visible()
    for moment in range(1, 6):
        press("ArrowRight")
        expect(at(shown, moment, length)).to_be_visible()
    value = shown.get_by_role("slider", name="Move").get_attribute("aria-valuetext")
    assert value and value.startswith(f"Move 5 of {length}: ")
    shown.get_by_role("button", name="Play on from here").focus()
    press("Enter")
    until(desk.page, lambda: "branch 1" in shown.inner_text(), "the branch is listed")
    expect(desk.table.get_by_text("looking back")).to_be_hidden()
    shown.get_by_role("button", name=re.compile("^Go to main")).focus()
    press("Enter")
    expect(at(shown, length, length)).to_be_visible()
    tab = shown.get_by_role("tab", name="State")
    tab.focus()
    for name in TABS[1:]:
        press("ArrowRight")
        expect(shown.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        expect(shown.get_by_role("tab", name=name)).to_be_focused()
    desk.table.get_by_role("option").first.focus()
    press(",")
    expect(at(shown, length - 1, length)).to_be_visible()
    press(".")
    expect(at(shown, length, length)).to_be_visible()


def test_an_inspector_in_a_cell_of_its_own_is_in_step_with_its_table(sit: Sit) -> None:
    desk = sit(START, "from handkit.table import Inspector\nInspector(table)")
    desk.notebook.run(1)
    shown = inside(desk, 1)
    expect(shown).to_be_visible()
    length = desk.match().length
    expect(at(shown, length, length)).to_be_visible()
    before = desk.match()
    desk.button("Undo").click()
    desk.left(before, "something was done on the table")
    now = desk.match().at
    expect(at(shown, now)).to_be_visible()
    opened(desk)  # and a second one below the table
    show(inside(desk), "Events").get_by_role("button", name=re.compile("^1 ")).first.click()
    expect(at(shown, 1)).to_be_visible()


def test_what_is_in_use_stays_while_all_around_is_drawn_anew(sit: Sit) -> None:
    """Typing, picking cards, pressing a button slowly: the match goes on meanwhile."""
    desk = sit(
        """
import time
from handkit.what_if import WhatIf
step = WhatIf.step
def slowly(study):
    time.sleep(0.5)
    return step(study)
WhatIf.step = slowly
"""
        + START
    )
    shown = opened(desk)
    panel = show(shown, "Moves")
    field = panel.get_by_label("A move to ask about")
    field.press_sequentially("3C 4")
    desk.button("Hint").evaluate("e => e.click()")  # without the focus
    expect(desk.table.get_by_text("What was weighed")).to_be_visible()
    desk.page.keyboard.type("C")
    desk.page.keyboard.press("Enter")
    expect(panel.get_by_role("status")).to_contain_text("refused")
    expect(field).to_be_focused()
    expect(field).to_have_value("3C 4C")

    panel.get_by_text("Pick any cards").click()
    panel.get_by_role("button", name="9 of spades").click()
    expect(field).to_have_value("3C 4C 9S")
    nine = panel.get_by_role("button", name="9 of spades", pressed=True)
    expect(nine).to_be_visible()
    expect(nine).to_be_focused()

    panel = show(shown, "Thinking")
    panel.get_by_role("button", name=re.compile("What if")).last.click()
    expect(panel.get_by_text(re.compile("^[1-9] of 768 deals"))).to_be_visible()
    panel.get_by_role("button", name="Stop").click(delay=700)  # while it is pressed deals are played
    expect(panel.get_by_role("button", name="Stop")).to_have_count(0)
    assert "768 of 768" not in panel.inner_text()


def test_of_quick_wishes_the_last_is_granted_and_a_kernel_that_is_gone_is_told(sit: Sit) -> None:
    desk = sit(START)
    shown = opened(desk)
    shown.get_by_role("tab", name="State").focus()
    desk.page.evaluate("() => document.querySelectorAll('.hk-tab').forEach((tab) => tab.click())")
    expect(shown.get_by_role("tab", name=TABS[-1])).to_have_attribute("aria-selected", "true")
    restart(desk)
    expect(shown.get_by_role("alert")).to_contain_text("The kernel was restarted")
    faults = list[str]()
    desk.page.on("pageerror", lambda error: faults.append(str(error)))
    shown.get_by_role("tab", name="State").click()
    expect(shown.get_by_role("alert")).to_contain_text("The kernel was restarted")
    assert not faults
    desk.notebook.run(0, timeout=60)
    opened(desk)


def test_a_view_that_was_closed_hears_no_more(sit: Sit) -> None:
    desk = sit(START, "table")
    desk.notebook.run(1)
    for cell in (0, 1):
        expect(desk.shown(cell)).to_be_visible()

    def farewells() -> int:
        return sum("'gone'" in str(m.content) for m in desk.traffic.comm() if m.direction == "out")

    for number in range(1, 4):
        opened(desk)
        expect(inside(desk, 1)).to_be_visible()
        desk.button("Look inside").click()
        for cell in (0, 1):
            expect(inside(desk, cell)).to_have_count(0)
        gone = 2 * number
        until(
            desk.page,
            partial(lambda wanted: farewells() == wanted, gone),
            "both views have said that they go",
        )
    opened(desk)
    expect(inside(desk, 1)).to_be_visible()
    desk.button("Undo").click()
    moves = desk.table.page.locator(".hk-now")
    expect(moves).to_have_count(2)
    assert len(set(moves.all_inner_texts())) == 1
