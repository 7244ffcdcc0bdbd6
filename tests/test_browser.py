"""A table in a real JupyterLab, used as a person uses it: with a mouse, or with keys alone.

Each test has a notebook of its own. Its first cell makes the table and writes the match to a file
whenever the table shows something new, so the test knows the truth without asking the kernel; the
table must show that truth before the next click.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from handkit.bots.own import Absent
from handkit.cards import members
from handkit.game import DEALER, CardsMove
from handkit.games.president import DECK, EXCHANGE, PLAY, PresidentState
from handkit.match import Match
from labkit import (
    Lab,
    Message,
    Notebook,
    Traffic,
    wait_for_notebook,
    write_notebook,
)

pytestmark = [pytest.mark.browser, pytest.mark.seconds(6)]

PATIENCE = 60.0  # seconds: a busy machine is no failure
expect.set_options(timeout=PATIENCE * 1000)

HEAD = """
from handkit import HangIn, Match, President, Reserves
from handkit.bots import Bot
from handkit.table import Table
from handkit.table.setup import PACES
"""
# Written whole or not at all, and after the table has sent its scene.
TAIL = """
def note(_=None):
    table.match.save({record!r})
table.observe(note, "scene")
note()
table
"""
WORDS = {DECK.words(card): name for card, name in enumerate(DECK.names)}  # "7 of spades": "7S"
CARD = re.compile(r"(?<![0-9A-Za-z])(?:10|[2-9JQKA])(?:[SHDC](?![0-9A-Za-z])|[♠♥♦♣])")
# Rules for whole pages. JupyterLab is the page here, and the table a part of it.
WHOLE_PAGE = ("region", "heading-order", "landmark-unique", "page-has-heading-one", "bypass")


def until(page: Page, condition: Callable[[], Any], what: str, timeout: float = PATIENCE) -> None:
    """Wait for a condition, while the page lives on."""
    for _ in range(int(timeout / 0.03)):
        if condition():
            return
        page.wait_for_timeout(30)
    raise AssertionError(f"waited {timeout} s in vain until {what}")


@lru_cache(maxsize=1)
def match_of(record: str) -> Match:
    """The match of a record, which is replayed once while it is waited for another."""
    return Match.from_record(json.loads(record), find=Absent)  # only looked at


@dataclass
class Desk:
    """A learner before a notebook whose first cell has made a table."""

    page: Page
    notebook: Notebook
    traffic: Traffic
    record: Path

    # What the kernel knows.

    def match(self) -> Match:
        return match_of(self.record.read_text(encoding="utf-8"))

    def state(self) -> PresidentState:
        state = self.match().state
        assert isinstance(state, PresidentState)
        return state

    # What the learner sees.

    @property
    def table(self) -> Locator:
        return self.shown(0)

    def shown(self, cell: int) -> Locator:
        return self.notebook.output(cell).get_by_role("group", name=re.compile(" table$"))

    def button(self, name: str) -> Locator:
        return self.table.get_by_role("button", name=re.compile(f"^{name}\\b")).first

    def card(self, card: str) -> Locator:
        return self.table.get_by_role("option", name=re.compile(f"^{DECK.words(DECK.card(card))}\\b"))

    def dialog(self, name: str | re.Pattern[str]) -> Locator:
        return self.table.get_by_role("dialog", name=name)

    def hand(self, cell: int = 0) -> list[str]:
        return hand_of(self.shown(cell))

    def chosen(self) -> list[str]:
        return labels(self.table, "[role=option][aria-selected=true]")

    def in_step(self) -> bool:
        """Whether no computer player is to move, and the table shows all that the kernel knows."""
        match = self.match()
        state = match.state
        assert isinstance(state, PresidentState)
        if match.waiting_bot is not None or self.hand() != DECK.texts(state.hands[0]):
            return False
        trick = [card for _, cards in state.trick for card in DECK.texts(cards)]
        if state.phase == PLAY and labels(self.table, ".hk-trick [role=img]") != trick:
            return False
        turn = {DEALER: "Next round", None: "New deal"}.get(match.to_move, "Hint")
        return self.button(turn).is_visible()

    # What the learner does.

    def wait(self) -> Match:
        """Until a person may do something, and the table shows it."""
        until(self.page, self.in_step, "the table shows the kernel's truth")
        return self.match()

    def left(self, before: Match, what: str) -> None:
        """Until the match is no longer at this moment."""
        until(self.page, lambda: self.match().at != before.at, what)

    def play(self, move: CardsMove | str, word: str = "Play") -> None:
        """Choose cards and press the button."""
        for card in DECK.texts(DECK.mask(move) if isinstance(move, str) else move.cards):
            self.card(card).click()
        self.button(word).click()

    def turn(self) -> Match:
        """One turn by mouse: the weakest play that there is, else a pass. Waits for the next."""
        before = self.wait()
        move = before.view(0).moves()[0]
        if isinstance(move, CardsMove):
            self.play(move, "Give" if move.word == "give" else "Play")
        else:
            self.button("Pass").click()
        self.left(before, f"{move} is played")
        assert (self.match().moves_so_far[before.at].seat, self.match().moves_so_far[before.at].move) == (
            0,
            move,
        )
        return self.wait()

    def finish_round(self) -> Match:
        match = self.wait()
        while match.to_move not in (DEALER, None):
            match = self.turn()
        return match

    def focused(self) -> str:
        """Role and name of what has the focus, and whether it is in the table."""
        found: str = self.page.evaluate(
            """() => {
              const now = document.activeElement;
              const name = now.getAttribute("aria-label") || now.textContent;
              const where = now.closest(".hk") ? "" : "outside ";
              return `${where}${now.getAttribute("role") || now.localName} ${name}`;
            }"""
        )
        return found

    def dress(self, theme: str, light: bool) -> None:
        """Choose a theme of JupyterLab."""
        items = self.page.locator(".lm-MenuBar-itemLabel, .lm-Menu-itemLabel")
        for item in ("Settings", "Theme", theme):
            items.get_by_text(item, exact=True).click()
        body = self.page.locator(f"body[data-jp-theme-light={str(light).lower()}]")
        body.wait_for(state="attached")

    def check_axe(self) -> None:
        rules = {rule: {"enabled": False} for rule in WHOLE_PAGE}
        found = Axe().run(self.page, ".hk", {"resultTypes": ["violations"], "rules": rules})
        assert not found.violations_count, found.generate_report()


def labels(place: Locator, css: str) -> list[str]:
    """The cards that are drawn as these elements, by the names that are read aloud."""
    names: list[str] = place.locator(css).evaluate_all("all => all.map(e => e.getAttribute('aria-label'))")
    return [WORDS[name.split(",")[0]] for name in names]


def hand_of(table: Locator) -> list[str]:
    return labels(table, "[role=option]")


Sit = Callable[..., Desk]


@pytest.fixture
def sit(request: pytest.FixtureRequest, lab: Lab) -> Iterator[Sit]:
    """`sit("table = …", "another cell")` opens a notebook and runs its first cell."""
    name = re.sub(r"\W+", "-", request.node.name)
    page, root, heard = lab.page, lab.server.root, list[Traffic]()

    def sit(make: str, *cells: str) -> Desk:
        record = root / f"{name}.json"
        tail = TAIL.format(record=record.name)
        write_notebook(root, f"{name}.ipynb", [HEAD + make + tail, *cells])
        traffic = Traffic(page)
        heard.append(traffic)
        notebook = lab.open(f"{name}.ipynb")
        notebook.run(0, timeout=PATIENCE)
        assert notebook.error(0) is None, notebook.error(0)
        desk = Desk(page, notebook, traffic, record)
        expect(desk.table).to_be_visible()
        until(page, lambda: re.search(r"'id': '[A-Z]1\.1'", rules_known(traffic)), "the rules have come")
        return desk

    yield sit
    for traffic in heard:
        traffic.close()


def rules_known(traffic: Traffic) -> str:
    return "".join(str(m.content) for m in traffic.comm() if m.direction == "in" and m.type == "comm_msg")


# ── whole rounds ──


def test_a_round_by_mouse_and_into_the_next(sit: Sit) -> None:
    desk = sit("""
table = Table(President(rounds=2), seed="monday", bots={1: "easy", 2: "easy", 3: "easy"}, speed="at once")
""")
    match = desk.finish_round()
    assert sum(entry.seat == 0 for entry in match.moves_so_far) >= 5
    places = match.state.places  # type: ignore[attr-defined]
    rows = desk.table.get_by_role("table").get_by_role("row").all_inner_texts()[1:]
    assert len(rows) == 4
    for row, seat in zip(rows, places, strict=True):
        assert match.names[seat] in row
    desk.button("Next round").click()
    until(desk.page, lambda: desk.state().round == 2, "round 2 is dealt")
    match = desk.turn()  # gives back when it has to, else plays
    assert desk.state().phase == PLAY or 0 in desk.state().owing
    expect(desk.table.get_by_text("Round 2 of 2")).to_be_visible()


def test_the_exchange_on_the_table(sit: Sit) -> None:
    desk = sit("""
table = Table(President.position(["2S", "3C 4C 5C", "3D 4D", "3H 4H"], rounds=2), seed="monday",
              bots={1: "easy", 2: "easy", 3: "easy"}, speed="at once")
""")
    assert desk.turn().to_move == DEALER, "the learner is out first, the others play on"
    desk.button("Next round").click()
    until(desk.page, lambda: desk.state().phase == EXCHANGE, "the exchange begins")
    match = desk.wait()
    state = desk.state()
    assert 0 in state.owing
    got = [cards for giver, receiver, cards in state.gifts if receiver == 0]
    assert len(got) == 1 and got[0].bit_count() == 2
    lanes = desk.table.get_by_role("group", name="Exchange")
    assert set(labels(lanes, ".hk-card[aria-label]")) == set(DECK.texts(got[0])), "faces of one's own only"
    for card in DECK.texts(got[0]):
        expect(desk.card(card)).to_have_attribute("aria-label", re.compile("new"))
    give = DECK.texts(state.hands[0])[:2]
    desk.card(give[0]).click()
    expect(desk.button("Give")).to_have_attribute("aria-disabled", "true")
    expect(desk.button("Give")).to_have_attribute("title", re.compile("two|2"))
    desk.card(give[1]).click()
    expect(desk.button("Give")).not_to_have_attribute("aria-disabled", "true")
    desk.button("Give").click()
    until(desk.page, lambda: desk.state().phase == PLAY, "play begins")
    made = [entry for entry in desk.match().moves_so_far[match.at :] if entry.seat == 0]
    assert str(made[0].move) == f"give {' '.join(give)}"
    desk.wait()
    assert not set(give) & set(desk.hand())


def test_a_round_by_keys_alone(sit: Sit) -> None:
    """Played with Tab, arrows, space, Enter and letters. None of them acts on the notebook."""
    desk = sit(
        """
table = Table(President(players=5), seed="tuesday", bots=dict.fromkeys(range(1, 5), "easy"), speed="at once")
""",
        "'a cell to be deleted by x, or by d d'",
    )
    desk.wait()
    press = desk.page.keyboard.press
    cells = desk.page.locator(".jp-Notebook:visible .jp-Cell")
    sources = cells.locator(".cm-content").all_inner_texts()

    def tab_to(role: str) -> None:
        for _ in range(16):
            if desk.focused().startswith(role):
                return
            press("Tab")
        raise AssertionError(f"Tab does not reach {role}; it is at {desk.focused()}")

    def go_to(card: str) -> None:
        press("Home")
        for _ in desk.hand():
            if desk.focused().startswith(f"option {DECK.words(DECK.card(card))}"):
                return
            press("ArrowRight")
        raise AssertionError(f"the arrows do not reach {card}; they are at {desk.focused()}")

    tab_to("option ")
    for letter in "abxmycvzdd":  # keys of the notebook, none of the table
        press(letter)
    assert cells.count() == 2 and cells.locator(".cm-content").all_inner_texts() == sources

    press("?")
    expect(desk.dialog("Keys")).to_be_visible()
    press("Escape")
    expect(desk.dialog("Keys")).to_have_count(0)
    press("r")
    expect(desk.dialog(re.compile("rules"))).to_be_visible()
    press("Escape")
    assert desk.focused().startswith("option "), "the focus is back where it was"

    turns = 0
    while (match := desk.wait()).to_move == 0:
        turns += 1
        if turns == 2:
            press("h")
            expect(desk.table.get_by_text("What was weighed")).to_be_visible()
            press("u")
            desk.left(match, "the choice is undone")
            match = desk.wait()
        assert not desk.focused().startswith("outside"), "the focus stays in the table"
        move = match.view(0).moves()[0]
        if isinstance(move, CardsMove):
            tab_to("option ")
            for card in DECK.texts(move.cards):
                go_to(card)
                press(" ")
            assert desk.chosen() == DECK.texts(move.cards)
            press("Enter")
        else:
            press("p")
        desk.left(match, f"{move} is played")
    assert match.to_move is None and turns > 3
    expect(desk.table.get_by_role("table")).to_be_visible()
    assert not desk.focused().startswith("outside")

    assert cells.count() == 2 and cells.locator(".cm-content").all_inner_texts() == sources
    saved = desk.record.with_suffix(".ipynb")
    assert "President" not in outputs(saved)
    press("Control+s")
    until(desk.page, lambda: "President" in outputs(saved), "the notebook is saved with the still picture")


def outputs(notebook: Path) -> str:
    """What a saved notebook shows; nothing while it is being written."""
    try:
        return json.dumps([cell["outputs"] for cell in json.loads(notebook.read_text())["cells"]])
    except ValueError:
        return ""


# ── what may go wrong in a notebook ──


def test_after_a_reload_of_the_page_the_game_goes_on(sit: Sit) -> None:
    desk = sit("""
table = Table(President(players=3), seed="monday", bots={1: "easy", 2: "easy"}, speed="at once")
""")
    desk.turn()
    desk.turn()
    desk.page.keyboard.press("Control+s")
    until(
        desk.page,
        lambda: "President" in outputs(desk.record.with_suffix(".ipynb")),
        "the notebook is saved",
    )
    before = desk.wait()
    desk.page.reload()
    desk.notebook = wait_for_notebook(desk.page, timeout=PATIENCE)
    expect(desk.table).to_be_visible()
    assert desk.wait().at == before.at
    assert desk.turn().at > before.at
    desk.button("Rules").click()
    expect(desk.dialog(re.compile("rules"))).to_contain_text("P1.1")


def test_quick_clicks_play_once(sit: Sit) -> None:
    desk = sit(
        """
table = Table(President(), seed="monday", bots={1: "easy", 2: "easy", 3: "easy"}, speed="at once")
""",
        "print(table.speed, table.size, table.four_colours, table.error)",
    )
    match = desk.wait()
    first = match.view(0).moves()[0]
    assert isinstance(first, CardsMove)
    for card in DECK.texts(first.cards):
        desk.card(card).click()
    mark = desk.traffic.mark()
    desk.button("Play").dblclick()
    desk.left(match, "the first click plays")
    desk.wait()
    desk.traffic.wait_quiet()
    assert [entry.move for entry in desk.match().moves_so_far if entry.seat == 0] == [first]
    assert sent(desk, mark) == ["move"]
    assert desk.table.get_by_role("alert").inner_text() == ""

    # Pass and Play in the same moment: the first counts.
    while True:
        match = desk.wait()
        offered = [move for move in match.view(0).moves() if isinstance(move, CardsMove)]
        if len(offered) < len(match.view(0).moves()) and offered:
            break
        desk.turn()
    for card in DECK.texts(offered[0].cards):
        desk.card(card).click()
    mark = desk.traffic.mark()
    desk.button("Play").evaluate(
        """play => {
          [...play.parentNode.children].find(each => each.textContent === "Pass").click();
          play.click();
        }"""
    )
    desk.left(match, "the pass is made")
    desk.wait()
    assert sent(desk, mark) == ["move"]
    assert str(desk.match().moves_so_far[match.at].move) == "pass"

    # Many settings at once: all arrive, in their order.
    desk.button("Settings").click()
    desk.dialog("Settings").get_by_label("Speed").evaluate(
        """speed => {
          for (let i = 0; i < 41; i += 1) {
            speed.value = i % 4;
            speed.dispatchEvent(new Event("change", { bubbles: true }));
          }
          speed.value = 2;
          speed.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    desk.page.keyboard.press("Escape")
    desk.traffic.wait_quiet()
    desk.notebook.run(1, timeout=PATIENCE)
    assert desk.notebook.output(1).inner_text().split() == ["fast", "normal", "False", "None"]


def sent(desk: Desk, mark: int) -> list[str]:
    """The messages that the table sent, by type."""
    out = [m.content for m in desk.traffic.comm(mark) if m.direction == "out" and m.type == "comm_msg"]
    return [
        content["data"]["content"]["type"] for content in out if content["data"].get("method") == "custom"
    ]


def test_a_choice_that_does_not_beat_says_why_by_its_rule(sit: Sit) -> None:
    desk = sit("""
table = Table(President.position(["5C 5D 9C KS", "3C 4C", "3D 4D", "3H 4H"], trick="8S 8H", played_by=3),
              bots={1: "easy", 2: "easy", 3: "easy"}, seed="monday")
""")
    desk.wait()
    mark = desk.traffic.mark()
    for card in ("5C", "5D"):
        desk.card(card).click()
    play = desk.button("Play")
    expect(play).to_have_attribute("aria-disabled", "true")
    title = play.get_attribute("title") or ""
    assert "5" in title and "8" in title
    because = desk.table.get_by_role("button", name="P2.3").first
    expect(because).to_be_visible()
    play.click(force=True)  # it can be pressed, to hear why not
    alert = desk.table.get_by_role("alert")
    expect(alert).to_contain_text("5")
    chip = alert.get_by_role("button", name="P2.3")
    chip.focus()
    desk.page.keyboard.press("Enter")
    rule = desk.dialog("Rule P2.3")
    expect(rule).to_be_visible()
    expect(rule).to_contain_text("given")
    desk.page.keyboard.press("Escape")
    expect(rule).to_have_count(0)
    assert desk.focused() == "button P2.3"
    desk.page.keyboard.press("Escape")
    assert desk.chosen() == []
    assert sent(desk, mark) == [], "the browser knows all this by itself"
    assert not desk.focused().startswith("outside")
    # A single card that cannot be part of a play says so when it is looked at.
    expect(desk.card("9C")).to_have_attribute("aria-label", re.compile("cannot be played now"))
    desk.card("9C").hover()
    expect(desk.table.get_by_role("button", name="P2.2").first).to_be_visible()
    assert desk.wait().at == 0


THINKER = """
import threading
go = threading.Event()
class Thinker(Bot):
    level = "easy"
    def think(self, view, rng):
        from handkit.bots import Thought
        go.wait(20)
        return [Thought(view.moves()[-1], 0.0, "it was offered")]
"""


def test_other_cells_run_while_computer_players_think(sit: Sit) -> None:
    """The others think until another cell tells them to stop."""
    desk = sit(
        f"""{THINKER}
table = Table(President(), seed="monday", bots=dict.fromkeys((1, 2, 3), Thinker()), speed="at once")
""",
        "print(table.match.at, table.match.waiting_bot)\ngo.set()",
    )
    move = desk.match().view(0).moves()[0]
    assert isinstance(move, CardsMove)
    desk.play(move)
    expect(desk.table.get_by_text("Thinker 1 is thinking")).to_be_visible()
    desk.notebook.run(1, timeout=PATIENCE)
    assert desk.notebook.output(1).inner_text().split() == ["2", "1"], "it was still thinking"
    assert desk.wait().at == 5


BROKEN = """
class Broken(Bot):
    level = "easy"
    def think(self, view, rng):
        raise RuntimeError(f"I hold {view.hand!r}: {President.deck.text(view.hand)}")
"""


def test_a_fault_in_a_computer_player_is_shown_with_a_report_to_copy(sit: Sit) -> None:
    desk = sit(
        f"""{BROKEN}
table = Table(President(), seed="quetzal-17", bots={{1: Broken(), 2: "easy", 3: "easy"}}, speed="at once")
"""
    )
    match = desk.match()
    move = match.view(0).moves()[0]
    assert isinstance(move, CardsMove)
    mark = desk.traffic.mark()
    desk.play(move)
    alert = desk.table.get_by_role("alert")
    expect(alert).to_contain_text("Your player 'easy' stops in line")
    expect(alert).to_contain_text("RuntimeError: I hold <#")
    expect(desk.table.get_by_text("is thinking")).to_have_count(0)
    report = alert.get_by_label("Report").input_value()
    assert "RuntimeError" in report and "think" in report
    for told in (report, alert.inner_text()):
        assert not CARD.search(told) and "quetzal" not in told
    theirs = match.state_at(match.at).hands[1]  # type: ignore[attr-defined]
    assert str(theirs).encode() not in desk.traffic.kernel_bytes(mark)
    alert.get_by_role("button", name="Copy").click()
    expect(alert.get_by_role("button", name="Copied")).to_be_visible()
    assert desk.page.evaluate("navigator.clipboard.readText()") == report
    desk.check_axe()
    # The game is as it was: one may step back, and start another.
    desk.button("Undo").click()
    expect(alert).not_to_contain_text("Your player")
    assert desk.wait().view(0).moves()[0] == move


@pytest.mark.parametrize("window", ["Rules", "New game"])
def test_a_window_that_is_asked_for_before_the_rules_have_come_opens_when_they_have(
    sit: Sit, window: str, tmp_path: Path
) -> None:
    """As happens while the cells below a table still run."""
    enough = tmp_path / "enough"
    desk = sit(
        'table = Table(President(), seed="monday")',
        f"""
import pathlib, time
from IPython.display import display
display(Table(President(), seed="monday"))
while not pathlib.Path({str(enough)!r}).exists():
    time.sleep(0.05)
""",
    )
    desk.notebook.run(1, wait=False)
    table = desk.shown(1)
    table.get_by_role("button", name=window).click()
    expect(table.get_by_role("alert")).to_contain_text("The kernel does not answer.")
    expect(table.get_by_role("dialog")).to_have_count(0)
    enough.touch()
    expect(table.get_by_role("dialog").get_by_text("P6.1").first).to_be_visible()


# ── the panels ──


def test_a_new_game_from_the_panel(sit: Sit) -> None:
    desk = sit("""
table = Table(President(), seed="monday", bots={1: "easy", 2: "easy", 3: "easy"}, speed="at once")
""")
    desk.wait()
    desk.button("New game").click()
    panel = desk.dialog("New game")
    panel.get_by_label("Players").select_option("3")
    expect(panel.get_by_label("Name of seat 4")).to_be_hidden()
    panel.get_by_label("Rounds").fill("2")
    panel.get_by_label("Revolution").select_option("no")
    panel.get_by_label("Name of seat 1").fill("<i>Mia</i>")
    panel.get_by_label("Name of seat 2").fill("<b>Bo</b>")
    panel.get_by_label("Who plays seat 2").select_option("computer, hard")
    panel.get_by_label("Name of seat 3").fill('"><img src=x>')
    panel.get_by_label("Deal word").fill("quetzal-4711")
    desk.check_axe()
    mark = desk.traffic.mark()
    panel.get_by_role("button", name="Start").click()
    until(desk.page, lambda: desk.match().game.players == 3, "the new game has begun")
    match = desk.wait()
    assert (match.game.rounds, match.game.revolution) == (2, False)  # type: ignore[attr-defined]
    assert {seat: bot.level for seat, bot in match.bots.items()} == {1: "hard", 2: "easy"}
    assert list(match.names.values()) == ["<i>Mia</i>", "<b>Bo</b>", '"><img src=x>']
    expect(desk.table.get_by_text("<i>Mia</i>", exact=True).first).to_be_visible()
    expect(desk.table.get_by_text("<b>Bo</b>", exact=True).first).to_be_visible()
    expect(desk.table.get_by_text('"><img src=x>', exact=True).first).to_be_visible()
    assert desk.table.locator("img").count() == 0 and desk.table.locator("i", has_text="Mia").count() == 0
    assert b"quetzal" not in desk.traffic.kernel_bytes(mark)
    assert not desk.focused().startswith("outside"), "the focus stays in the table"
    desk.turn()
    # The panel shows what is being played now.
    desk.button("New game").click()
    expect(panel.get_by_label("Players")).to_have_value("0")
    expect(panel.get_by_label("Name of seat 2")).to_have_value("<b>Bo</b>")


def test_settings_and_commands(sit: Sit) -> None:
    desk = sit(
        """
PACES["slow"] = 30.0
table = Table(President(players=3), seed="monday", bots={1: "easy", 2: "easy"}, speed="at once")
""",
        "print(table.speed, table.size, table.four_colours)",
    )
    first = desk.wait()
    hand = desk.hand()
    colours = "all => new Set(all.map(e => getComputedStyle(e.firstChild).color)).size"
    assert desk.table.get_by_role("option").evaluate_all(colours) == 2
    width = desk.table.get_by_role("option").last.bounding_box()
    desk.button("Settings").click()
    panel = desk.dialog("Settings")
    desk.check_axe()
    panel.get_by_label("Four colours").check()
    panel.get_by_label("Size").select_option("projector")
    speeds = panel.get_by_label("Speed").locator("option").all_inner_texts()
    assert speeds == ["slow", "normal", "fast", "at once"]
    panel.get_by_label("Speed").select_option("slow")
    desk.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    desk.traffic.wait_quiet()
    desk.wait()
    options = desk.table.get_by_role("option")
    until(desk.page, lambda: options.evaluate_all(colours) == 4, "there are four colours")
    larger = desk.table.get_by_role("option").last.bounding_box()
    assert width and larger and larger["height"] > 1.2 * width["height"]
    desk.notebook.run(1, timeout=PATIENCE)
    assert desk.notebook.output(1).inner_text().split() == ["slow", "projector", "True"]

    # A hint says what and why, and chooses its cards.
    desk.button("Hint").click()
    desk.table.get_by_text("What was weighed").click()
    assert desk.table.locator("details li").count() >= 1
    desk.table.get_by_role("button", name="Choose", exact=True).click()
    chosen = desk.chosen()
    assert chosen
    desk.button("Play").click()
    desk.left(first, "the hint is played")
    assert DECK.texts(desk.match().moves_so_far[first.at].move.cards) == chosen  # type: ignore[attr-defined]
    # The others are slow now: finish the round, and come back.
    expect(desk.table.get_by_text("is thinking")).to_be_visible()
    expect(desk.table.get_by_role("button", name="Hint")).to_have_count(0)
    desk.button("To my next turn").click()
    after = desk.wait()
    assert after.at > first.at + 1
    desk.button("Undo").click()
    until(desk.page, lambda: desk.match().at == first.at, "the choice is undone")
    desk.wait()
    assert desk.hand() == hand

    desk.button("Settings").click()
    desk.dialog("Settings").get_by_role("button", name="New deal").click()
    until(desk.page, lambda: desk.match().seed != first.seed, "other cards are dealt")
    other = desk.wait()
    assert desk.hand() != hand
    dealt, seed = desk.hand(), other.seed
    desk.play(other.view(0).moves()[0])  # type: ignore[arg-type]
    desk.left(other, "a card is played")
    desk.button("Settings").click()
    desk.dialog("Settings").get_by_role("button", name="Same deal again").click()
    until(desk.page, lambda: desk.match().at == 1, "the same cards lie there again")
    assert desk.wait().seed == seed and desk.hand() == dealt


def test_two_people_at_one_screen_see_nothing_of_each_other(sit: Sit) -> None:
    desk = sit("""
PACES["fast"] = 0.02
table = Table(President(players=3), seed="monday", names={0: "Mia", 2: "Ole"}, bots={1: "easy"}, speed="fast")
""")

    def named() -> set[str]:
        """The cards that are anywhere in the table's part of the page."""
        html: str = desk.table.evaluate("e => e.outerHTML + ' ' + e.textContent")
        return {name for words, name in WORDS.items() if words in html} | set(CARD.findall(html))

    mia = set(desk.hand())
    assert mia == set(DECK.texts(desk.state().hands[0])) and mia <= named()
    until(desk.page, lambda: 0 in desk.state().actors, "it is Mia's turn")
    mark = desk.traffic.mark()
    move = desk.match().view(0).moves()[0]
    assert isinstance(move, CardsMove)
    for card in DECK.texts(move.cards):
        desk.card(card).click()
    desk.button("Play").click(
        click_count=3
    )  # the curtain falls at once, and is not lifted by what comes late
    show = desk.table.get_by_role("button", name="I am Ole")
    expect(show).to_be_visible()
    expect(desk.table.get_by_text("Pass the screen to Ole")).to_be_visible()
    until(desk.page, lambda: 2 in desk.state().actors, "the kernel's truth is written")
    state = desk.state()
    hidden = set(DECK.texts(state.hands[0] | state.hands[1] | state.hands[2]))
    assert not named() & hidden, "while covered no card of anybody is in the page"
    assert desk.table.get_by_role("option").count() == 0
    assert not tokens(desk.traffic.since(mark)[-1]) & hidden
    assert desk.focused().startswith("h4 Pass the screen to Ole")
    for key in ("Enter", "Space"):
        desk.page.keyboard.press(key)
    desk.traffic.wait_quiet()
    assert desk.table.get_by_role("option").count() == 0, "no key of Mia's lifts it"
    expect(show).not_to_have_attribute("aria-disabled", "true")
    desk.check_axe()
    desk.page.keyboard.press("Tab")
    assert desk.focused().startswith("button I am Ole")
    desk.page.keyboard.press("Enter")
    until(desk.page, lambda: set(desk.hand()) == set(DECK.texts(desk.state().hands[2])), "Ole sees his cards")
    assert not named() & set(DECK.texts(state.hands[0] | state.hands[1]))
    expect(desk.table.locator(".hk-prompt .hk-sr").first).to_contain_text("Bo: ")  # moved behind the curtain
    reply = desk.match().view(2).moves()[0]
    if isinstance(reply, CardsMove):
        desk.play(reply)
    else:
        desk.button("Pass").click()
    expect(desk.table.get_by_role("button", name="I am Mia")).to_be_visible()
    until(desk.page, lambda: 0 in desk.state().actors, "the kernel's truth is written")
    assert not named() & hidden - set(DECK.texts(desk.state().played))


def test_a_table_in_two_cells_stays_in_step_and_two_tables_do_not(sit: Sit) -> None:
    desk = sit(
        """
match = Match(President(), seed="monday", bots={1: "easy", 2: "easy", 3: "easy"})
table = Table(match, speed="at once")
""",
        "table",
        "Table(match, speed='at once')",
        "other = Table(President(players=5), seed='tuesday', speed='at once')\nother",
    )
    for cell in (1, 2, 3):
        desk.notebook.run(cell, timeout=PATIENCE)
        expect(desk.shown(cell)).to_be_visible()
    match = desk.wait()
    alone = desk.hand(3)
    move = match.view(0).moves()[0]
    assert isinstance(move, CardsMove)
    desk.card(DECK.texts(move.cards)[0]).click()
    assert desk.shown(1).locator("[aria-selected=true]").count() == 0, "a choice is made in one place"
    desk.card(DECK.texts(move.cards)[0]).click()
    desk.turn()
    until(desk.page, lambda: desk.hand(1) == desk.hand(0) == desk.hand(2), "all three are in step")
    assert desk.hand(3) == alone
    # And from the other cell.
    before = desk.wait()
    play = before.view(0).moves()[0]
    if isinstance(play, CardsMove):
        for card in DECK.texts(play.cards):
            words = re.compile(f"^{DECK.words(DECK.card(card))}\\b")
            desk.shown(1).get_by_role("option", name=words).click()
        desk.shown(1).get_by_role("button", name=re.compile("^Play")).click()
    else:
        desk.shown(1).get_by_role("button", name="Pass").click()
    desk.left(before, "the second view plays")
    desk.wait()
    until(desk.page, lambda: desk.hand(2) == desk.hand(0), "the second table follows")
    assert desk.hand(3) == alone


# ── secrets ──


def tokens(message: Message) -> set[str]:
    """The cards that a message names: `7S` as a word of its own, or `7♠`, also inside the still picture.
    The table's code is the same for everybody, and its comments may have an example."""
    text = plain(message.raw.decode("utf-8", "replace"))
    widget = message.content.get("data", {}).get("state", {}) if message.type == "comm_open" else {}
    for code in ("_esm", "_css"):
        text = text.replace(plain(json.dumps(widget.get(code, ""))), "")
    text = re.sub(r"base64,([A-Za-z0-9+/=]+)", lambda found: b64decode(found[1]).decode(), text)
    text = re.sub(r'(?<= d=)(\\?["\']).*?\1', "", text)  # the lines of a drawing
    marks = dict(zip("♠♥♦♣", "SHDC", strict=True))
    return {card[:-1] + marks.get(card[-1], card[-1]) for card in CARD.findall(text)}


def plain(text: str) -> str:
    """Without the escapes that JSON may or may not make."""
    return re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)


def test_no_hidden_card_reaches_the_browser(sit: Sit) -> None:
    """Two rounds with the exchange, every message in order against what the learner may know then.

    The kernel notes after each scene how far the match was. A message may name what the learner holds,
    what was played, and what was given to or by them; and what the log still tells of the round before.
    """
    seed = "quetzal-7731"
    desk = sit(f"""
PACES["fast"] = 0.01
bots = {{1: "easy", 2: "normal", 3: "easy"}}
table = Table(President(rounds=2), seed={seed!r}, bots=bots, speed="fast")
moments = [table.match.at]
def moment(_):
    moments.append(table.match.at)
    open("moments.txt", "w").write(" ".join(map(str, moments)))
table.observe(moment, "scene")
""")
    match = desk.wait()
    desk.button("Hint").click()
    expect(desk.table.get_by_text("What was weighed")).to_be_visible()
    while (match := desk.finish_round()).to_move is not None:
        desk.button("Next round").click()
        desk.left(match, "the next round is dealt")
        desk.wait()
    assert match.state.round == 2  # type: ignore[attr-defined]
    gifts = [gift for gift in match.state.gifts if 0 in gift[:2]]  # type: ignore[attr-defined]
    desk.traffic.wait_quiet()

    moments = [int(at) for at in (desk.record.parent / "moments.txt").read_text().split()]
    heard = [message for message in desk.traffic.messages if message.direction == "in"]
    scenes, seen = 0, set[str]()
    for message in heard:
        if message.type in ("execute_input", "history_reply"):
            continue  # what the learner has typed
        assert seed.encode() not in message.raw
        state = message.content.get("data", {})
        if message.type == "comm_open" and "scene" in str(state.get("state", {}).keys()):
            scenes = 1
        elif message.type == "comm_msg" and "scene" in state.get("state", {}):
            scenes += 1
        named = tokens(message)
        at = moments[max(0, scenes - 1)]
        assert named <= may_know(match, at), (message.type, at, named - may_know(match, at))
        seen |= named
    assert scenes == len(moments) > 60, "every move had its scene"
    assert len(seen) > 45, "cards are named in a way that this test finds"
    assert seed not in desk.notebook.output(0).inner_html()
    assert len(gifts) == 2, "seat 0 has given and got cards"


def may_know(match: Match, at: int) -> set[str]:
    """The cards that seat 0 may have seen in this round by a moment, and the plays of the lines before."""
    known = 0
    for number, entry in enumerate(match.moves_so_far[:at], 1):
        state = entry.state
        assert isinstance(state, PresidentState)
        if entry.seat == DEALER:
            known = 0
            for earlier in match.moves_so_far[max(0, number - 32) : number - 1]:
                known |= getattr(earlier.move, "cards", 0) if earlier.seat != DEALER else 0
        known |= state.hands[0] | state.played
        for giver, receiver, cards in state.gifts:
            known |= cards if 0 in (giver, receiver) else 0
    return {DECK.names[card] for card in members(known)}


# ── themes ──


def test_axe_finds_nothing_in_either_theme(sit: Sit) -> None:
    desk = sit("""
table = Table(President(), seed="monday", bots={1: "easy", 2: "easy", 3: "easy"}, speed="at once")
""")
    desk.turn()
    face = "e => getComputedStyle(e).backgroundColor"
    light = desk.table.evaluate(face)
    desk.check_axe()
    desk.dress("JupyterLab Dark", False)
    try:
        assert desk.table.evaluate(face) != light
        desk.check_axe()
        desk.card(desk.hand()[0]).click()
        desk.button("Hint").click()
        expect(desk.table.get_by_text("What was weighed")).to_be_visible()
        desk.check_axe()
    finally:
        desk.dress("JupyterLab Light", True)
    desk.check_axe()
