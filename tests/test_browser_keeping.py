"""Save and come back, in a real JupyterLab: kernels are restarted, pages reloaded, files go down and up."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from handkit.match import Match
from labkit import Lab, wait_for_notebook
from test_browser import Desk, Sit, hand_of, outputs, sit, until

pytestmark = [pytest.mark.browser, pytest.mark.seconds(6)]
__all__ = ["sit"]  # a fixture

# The deal word in two parts, so that no message has it because the cell has.
PLAIN = """
table = Table(President(), seed="quetzal" + "-7731", bots={1: "easy", 2: "easy", 3: "easy"}, speed="at once")
"""


def settings(desk: Desk) -> Locator:
    desk.button("Settings").click()
    return desk.dialog("Settings")


def restart(desk: Desk) -> None:
    """As a person does it, by the menu."""
    items = desk.page.locator(".lm-MenuBar-itemLabel, .lm-Menu-itemLabel")
    for item in ("Kernel", "Restart Kernel…"):
        items.get_by_text(item, exact=True).click()
    desk.page.locator(".jp-Dialog").get_by_role("button", name="Restart", exact=False).last.click()


def type_into(desk: Desk, cell: int, text: str) -> None:
    desk.notebook.cell(cell).locator(".cm-content").click()
    desk.page.keyboard.press("Control+a")
    desk.page.keyboard.insert_text(text)


def messages_with(desk: Desk, secret: str) -> list[str]:
    """The history is what was typed into cells, also of other notebooks."""
    told = [message.type for message in desk.traffic.messages if secret.encode() in message.raw]
    return [kind for kind in told if kind != "history_reply"]


def test_saved_here_and_brought_back_after_a_restart(sit: Sit) -> None:
    desk = sit(PLAIN, "")
    desk.turn()
    panel = settings(desk)
    panel.get_by_role("button", name="Save here").click()
    expect(panel.get_by_text("which is written after every move")).to_be_visible()
    name = panel.locator("b").inner_text()
    assert re.fullmatch(r"president-\d{4}-\d\d-\d\d(-\d)?\.json", name)
    desk.check_axe()
    desk.page.keyboard.press("Escape")
    before, hand = desk.turn(), desk.hand()
    kept = desk.record.with_name(name)
    until(desk.page, lambda: Match.load(kept).record() == before.record(), "the file follows")

    restart(desk)
    lost = desk.table.get_by_text("The kernel was restarted, so this table is only a picture.")
    expect(lost).to_be_visible()  # by itself, with no click on the table
    expect(desk.table.get_by_text(f'Table.load("{name}")')).to_be_visible()
    desk.check_axe()
    desk.button("Copy the line").click()
    expect(desk.button("Copied")).to_be_visible()
    lines: str = desk.page.evaluate("navigator.clipboard.readText()")
    assert lines == f'from handkit.table import Table\nTable.load("{name}")'
    type_into(desk, 1, lines)
    wait_for_notebook(desk.page)
    desk.notebook.run(1)
    expect(desk.shown(1)).to_be_visible()
    until(desk.page, lambda: hand_of(desk.shown(1)) == hand, "the same hand is there")
    assert Match.load(kept).record() == before.record(), "at the same moment"
    desk.shown(1).get_by_role("button", name=re.compile("^Hint")).click()
    expect(desk.shown(1).get_by_text("What was weighed")).to_be_visible()
    assert messages_with(desk, before.seed) == []


def test_the_cell_that_keeps_a_file_brings_the_game_back_when_it_is_run_again(sit: Sit) -> None:
    make = """
try:
    old = table
except NameError:
    old = None
table = Table(President(), seed='monday', bots={1: 'easy', 2: 'easy', 3: 'easy'}, speed='at once',
              keep='kept.json')
"""
    desk = sit(
        make, "print(old._asleep, table._asleep, len(table.match._listeners), old.match is table.match)"
    )
    before = desk.turn()
    hand = desk.hand()
    desk.notebook.run(0)
    until(desk.page, lambda: desk.hand() == hand, "the same hand is there")
    desk.traffic.wait_quiet()
    desk.notebook.run(1)
    said = desk.notebook.output(1).inner_text().split()
    assert said == ["True", "False", "2", "True"], "the old table sleeps: the file and the new one listen"
    restart(desk)
    expect(desk.table.get_by_text('Table.load("kept.json")')).to_be_visible()
    wait_for_notebook(desk.page)
    desk.notebook.run(0)
    expect(desk.table.get_by_text("only a picture")).to_have_count(0)
    assert desk.wait().record() == before.record() and desk.hand() == hand
    after = desk.turn()
    kept = desk.record.with_name("kept.json")
    until(desk.page, lambda: Match.load(kept).record() == after.record(), "the file follows")
    # The page is loaded anew: the table is there, and awake.
    stored = desk.record.with_suffix(".ipynb")
    shown = outputs(stored)
    desk.page.keyboard.press("Control+s")
    until(desk.page, lambda: outputs(stored) not in ("", shown), "the notebook is saved")
    desk.page.reload()
    desk.notebook = wait_for_notebook(desk.page)
    desk.wait()
    assert desk.turn().at > after.at


def test_down_and_up_again(sit: Sit, tmp_path: Path) -> None:
    desk = sit(PLAIN, "table")
    desk.notebook.run(1)  # a second view, which asks for nothing and gets nothing
    before, hand = desk.turn(), desk.hand()
    downloads: list[Any] = []
    desk.page.on("download", lambda each: downloads.extend([each]))
    with desk.page.expect_download() as coming:
        settings(desk).get_by_role("button", name="Download").click()
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    assert re.fullmatch(r"president-\d{4}-\d\d-\d\d(-\d)?\.json", file.name)
    assert Match.load(file).record() == before.record()

    def told() -> list[Any]:
        messages = [m for m in desk.traffic.comm() if before.seed.encode() in m.raw]
        return [message.content["data"]["content"] for message in messages]

    until(desk.page, told, "the message with the record is noted")
    assert told() == [{"type": "record", "file": file.name}], "it is in this one message, and in its buffer"
    desk.page.keyboard.press("Escape")

    (tmp_path / "cut.json").write_text(file.read_text()[:-30])
    (tmp_path / "huge.json").write_text("x" * 2_000_001)
    desk.turn()
    for wrong, why in (("cut", "This file is not a record of a match"), ("huge", "larger than any record")):
        settings(desk).locator("input[type=file]").set_input_files(tmp_path / f"{wrong}.json")
        expect(desk.table.get_by_role("alert")).to_contain_text(why)
        settings(desk)  # the files are listed anew, and what was wrong can still be read
        desk.traffic.wait_quiet()
        desk.page.keyboard.press("Escape")
        expect(desk.table.get_by_role("alert")).to_contain_text(why)
    assert desk.match().at > before.at, "the game is as it was"
    settings(desk).locator("input[type=file]").set_input_files(file)
    until(desk.page, lambda: desk.match().record() == before.record(), "the match is back")
    desk.wait()
    assert desk.hand() == hand and not desk.table.get_by_role("alert").inner_text()
    assert not desk.focused().startswith("outside")
    # A record beside the notebook. (This test's own lies there.)
    desk.turn()
    desk.record.with_name("beside.json").write_bytes(file.read_bytes())
    panel = settings(desk)
    panel.get_by_label("Matches beside the notebook").select_option(label="beside.json")
    panel.get_by_role("button", name="Open", exact=True).click()
    until(desk.page, lambda: desk.match().record() == before.record(), "the match is back once more")
    assert len(downloads) == 1


def test_a_kernel_that_was_restarted_from_elsewhere_is_noticed_at_the_next_move(sit: Sit, lab: Lab) -> None:
    desk = sit(PLAIN)
    desk.wait()
    for kernel in json.loads(lab.ask("GET", "api/kernels")):
        lab.ask("POST", f"api/kernels/{kernel['id']}/restart")
    desk.button("Hint").click()
    expect(desk.table.get_by_text("The kernel does not answer.")).to_be_visible()
    expect(desk.table.get_by_text("Next time, save it in Settings.")).to_be_visible()
