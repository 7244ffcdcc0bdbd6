"""What goes between a real JupyterLab and a real Chromium for a table, and how long a click takes.

It needs Chromium, as the browser tests do. Bytes are those on the kernel's websocket, headers
included, before any compression.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from labkit import (
    Message,
    Notebook,
    Server,
    Traffic,
    find_chromium,
    lab_server,
    open_browser,
    open_notebook,
    write_notebook,
)

TIMES = 20  # clicks that are timed
PATIENCE = 60.0
MAKE = """
from handkit import DEALER, HangIn, Match, President, Reserves
from handkit.bots import bot
from handkit.table import Table
game = {game}
match = Match(game, "monday", bots=dict.fromkeys(range(1, game.players), "normal"))
table = Table(match, speed="at once")
table
"""
# A whole match in which every move has its picture.
PLAY = """
adviser = bot(game, "normal")
while match.to_move is not None:
    if match.to_move == DEALER:
        match.deal()
    elif not match.step():
        match.play(adviser.choose(match.view(0), match.bot_generator(0)), 0)
print(match.at, "moves")
"""
# From the click to the first frame in which what we wait for is there.
CLICK = """
([node, selector]) => new Promise((done) => {
  const root = node.closest(".hk");
  const mark = () => selector && root.querySelector(selector)?.textContent;
  const before = mark();
  const start = performance.now();
  const look = () => {
    if (selector ? mark() !== before : node.getAttribute("aria-selected") === "true") {
      requestAnimationFrame(() => done(performance.now() - start));
    } else setTimeout(look, 0);
  };
  node.click();
  look();
})
"""


def widget(message: Message) -> dict[str, Any]:
    """What a comm message says about a widget's state."""
    data = message.content.get("data", {})
    state: dict[str, Any] = data.get("state") or {}
    return state


def sizes(messages: Sequence[Message], field: str) -> list[int]:
    """The sizes of the messages that bring a field to the browser after the first picture."""
    return [m.size for m in messages if m.direction == "in" and m.type == "comm_msg" and field in widget(m)]


def say(what: str, value: str, aim: str = "") -> None:
    print(f"{what:<66}{value:>10}" + (f"   aim {aim}" if aim else ""), flush=True)


def kilobytes(size: float) -> str:
    return f"{size / 1000:.1f} kB"


class Lab:
    """A browser that opens notebooks of a running JupyterLab."""

    def __init__(self, server: Server, page: Page) -> None:
        self.server, self.page = server, page
        self.traffic = Traffic(page)
        self.opened = 0

    def open(self, game: str, *cells: str) -> Notebook:
        """A notebook with a table of a game in its first cell, which has not run yet."""
        self.opened += 1
        name = f"table-{self.opened}.ipynb"
        write_notebook(self.server.root, name, [MAKE.format(game=game), *cells])
        mark = self.traffic.mark()
        notebook = open_notebook(self.page, self.server, name, timeout=PATIENCE)
        while "kernel_info_reply" not in {m.type for m in self.traffic.since(mark)}:
            self.page.wait_for_timeout(20)
        self.traffic.wait_quiet(timeout=PATIENCE)
        return notebook

    def draw(self, notebook: Notebook) -> Locator:
        """Run the first cell, and wait until the table is drawn and has its rules."""
        notebook.run(0, timeout=PATIENCE)
        table = notebook.output(0).locator(".hk")
        table.get_by_role("option").first.wait_for()
        self.traffic.wait_quiet(timeout=PATIENCE)
        return table


def first_picture(lab: Lab, game: str) -> None:
    """What the making of a table sends."""
    notebook = lab.open(game)
    mark = lab.traffic.mark()
    lab.draw(notebook)
    heard = lab.traffic.since(mark)
    opened = [m for m in heard if m.type == "comm_open" and m.content["target_name"] == "jupyter.widget"]
    rules = [m.size for m in heard if m.type == "comm_msg" and widget(m).get("setup", {}).get("rules")]
    still = [m.size for m in heard if m.type in ("execute_result", "display_data")]
    say(f"{game}: comms opened for a table", str(len(opened)), "3 at most")
    say("  first picture, with the table's code", kilobytes(sum(m.size for m in opened)), "60 kB at most")
    say("    the code of it", kilobytes(code_of(opened)))
    say("  the still picture in the cell's output", kilobytes(sum(still)))
    say("  the rules that follow", kilobytes(sum(rules)))


def looked_inside(lab: Lab, game: str) -> None:
    """What the inspector sends: as it opens, and as each panel is shown."""
    notebook = lab.open(game)
    table = lab.draw(notebook)
    mark = lab.traffic.mark()
    table.get_by_role("button", name="Look inside").click()
    inside = notebook.output(0).get_by_role("group", name="Look inside", exact=True)
    inside.get_by_role("tab").first.wait_for()
    lab.traffic.wait_quiet(timeout=PATIENCE)
    heard = lab.traffic.since(mark)
    opened = [m for m in heard if m.type == "comm_open" and m.content["target_name"] == "jupyter.widget"]
    say(f"{game}: comms of table and inspector", str(2 + len(opened)), "6 at most")
    say("  the inspector as it opens, with its code", kilobytes(sum(m.size for m in opened)))
    for panel in ("Moves", "Events", "Knowledge", "Thinking"):
        mark = lab.traffic.mark()
        inside.get_by_role("tab", name=panel).click()
        lab.traffic.wait_quiet(0.6, PATIENCE)
        say(f"    {panel}: the largest message", kilobytes(max(sizes(lab.traffic.since(mark), "inside"))))


def code_of(opened: Sequence[Message]) -> int:
    return sum(len(str(widget(m).get(key, "")).encode()) for m in opened for key in ("_esm", "_css"))


def whole_match(lab: Lab, game: str) -> None:
    """What the moves of a match send."""
    notebook = lab.open(game, PLAY)
    lab.draw(notebook)
    mark = lab.traffic.mark()
    notebook.run(1, timeout=3 * PATIENCE)
    lab.traffic.wait_quiet(timeout=PATIENCE)
    moves = notebook.output(1).inner_text().strip()
    found = sizes(lab.traffic.since(mark), "scene")
    say(f"{game}, {moves}: the largest message", kilobytes(max(found)), "5 kB at most")
    say("  the mean of all", kilobytes(statistics.mean(found)))


def clicks(lab: Lab) -> None:
    """What a click sends, and how long it takes until the picture has changed."""
    table = lab.draw(lab.open("President(rounds=8)"))
    toggles, plays, hints = list[float](), list[float](), list[int]()
    silent = True
    while len(plays) < TIMES:
        if table.get_by_role("button", name="Next round").count():
            click(table.get_by_role("button", name="Next round"), ".hk-meta")
            lab.traffic.wait_quiet(0.1, PATIENCE)
            continue
        mark = lab.traffic.mark()
        choose = advice(lab, table)
        hints += sizes(lab.traffic.since(mark), "scene")
        mark = lab.traffic.mark()
        if choose.count():
            choose.click()
            name = table.locator("[aria-selected=true]").first.get_attribute("data-card")
            card = table.locator(f"[data-card='{name}']")
            card.click()  # puts it back
            toggles.append(click(card))
            silent &= not [m for m in lab.traffic.comm(mark) if m.direction == "out"]
            button = table.locator(".hk-actions .is-main")
        else:
            button = table.get_by_role("button", name="Pass")
        plays.append(click(button, ".hk-log"))
        lab.traffic.wait_quiet(0.1, PATIENCE)
    say("a hint: the largest message", kilobytes(max(hints)))
    say("a card chosen sends a message", "no" if silent else "yes", "no")
    say(f"a card chosen, median of {len(toggles)}", f"{statistics.median(toggles):.0f} ms")
    say(f"from a click on Play to the picture, median of {TIMES}", f"{statistics.median(plays):.0f} ms")


def advice(lab: Lab, table: Locator) -> Locator:
    """Ask for a hint; gives the button that chooses its cards, if it has any."""
    table.get_by_role("button", name="Hint").click()
    table.locator(".hk-hint").wait_for()
    lab.traffic.wait_quiet(0.1, PATIENCE)
    return table.get_by_role("button", name="Choose", exact=True)


def click(button: Locator, selector: str = "") -> float:
    """Milliseconds from a click until what a selector finds has changed, or the card is chosen."""
    node = button.element_handle()
    taken: float = button.page.evaluate(CLICK, [node, selector])
    return taken


def main() -> None:
    """Print what was measured."""
    chromium = find_chromium()
    if chromium is None:
        print("No Chromium was found: set HANDKIT_CHROMIUM, or install it (apt install chromium).")
        return
    with (
        tempfile.TemporaryDirectory() as root,
        lab_server(Path(root), timeout=2 * PATIENCE) as server,
        open_browser(chromium, timeout=PATIENCE) as page,
    ):
        lab = Lab(server, page)
        for game in ("President()", "HangIn()", "Reserves()"):
            first_picture(lab, game)
            looked_inside(lab, game)
        for game in (
            "President(players=3, rounds=2)",
            "President(players=6, rounds=2)",
            "HangIn()",
            "Reserves()",
        ):
            whole_match(lab, game)
        clicks(lab)


if __name__ == "__main__":
    main()
