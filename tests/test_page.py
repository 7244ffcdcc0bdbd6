"""The table as a page of its own, without a kernel: accessibility, keys, widths, and texts.

The scenes are those of real matches, so this is the quick bed for all that the browser does by itself.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from handkit import bots
from handkit.bots import Bot, Thought
from handkit.game import DEALER, Game, State, View
from handkit.games.hang_in import HangIn
from handkit.games.president import DECK, President
from handkit.games.reserves import Reserves
from handkit.match import Match
from handkit.table import Table
from handkit.table.page import standalone
from handkit.table.scene import Scene, Setup
from handkit.table.setup import setup
from labkit import out_of_the_browsers_loop
from toys import HighCard

pytestmark = pytest.mark.browser

PATIENCE = 30.0  # seconds
EVIL = {
    0: "<b>Mia</b>",
    1: "<img src=x onerror=hacked=1>",
    2: "</script><script>hacked=2</script>",
    3: "&lt;i&gt; ' \" {7S} @@css@@",
}


# ── scenes ──


def scenes_of(match: Match, **more: Any) -> list[Scene]:
    """All scenes of a match in which computer players move, and the strongest of them for the person."""
    table = Table(match, **more)
    found: list[Scene] = [table.scene]
    table.observe(lambda change: found.append(change["new"]), "scene")
    adviser = bots.bot(match.game, "normal")
    while match.to_move is not None:
        if match.to_move == DEALER:
            match.deal()
        elif not match.step():
            match.play(adviser.choose(match.view(match.to_move), random.Random(1)), match.to_move)
    table.close()
    return found


@cache
def story(players: int) -> tuple[list[Scene], Setup]:
    """A series of two rounds."""
    others = dict.fromkeys(range(1, players), "easy")
    match = Match(President(players=players, rounds=2), "monday", bots=others)
    return scenes_of(match), setup(match, 0, "normal", False)


class Broken(Bot):
    level = "easy"

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        raise RuntimeError


def one(start: State | Game, act: Callable[[Table], object] = lambda table: None, **more: Any) -> Scene:
    """The scene of one moment, after something was done."""
    table = Table(start, **{"seed": "monday", "bots": {1: "easy", 2: "easy", 3: "easy"}, **more})
    act(table)
    table.close()
    scene: Scene = table.scene
    return scene


def ask(**message: Any) -> Callable[[Table], object]:
    """Something that the browser asks for."""
    return lambda table: table._dispatch({"rev": table.scene["rev"], **message})


FOLLOW = President.position(
    ["5C 5D 9C JS JH QD", "3C 4C", "3D 4D 8C", "3H 4H"], trick="8S 8H", played_by=3, passed=[2]
)
TURNED = President.position(
    ["3C 5C 5D 9C JS", "4C KC", "4D KD 8C", "4H KH"], trick="9S", played_by=3, turned=True
)
GIVING = President.position(
    ["3C 4C 5C 6C 2S AS", "7C 8C JC", "9C 10C", "QC KC"],
    round=2, rounds=2, previous=[0, 1, 2, 3], giving=[0, 1], gifts=[(3, 0, "AS 2S"), (2, 1, "JC")],
)  # fmt: skip
VOID = HangIn.position(
    ["5S 6S 7S 8O", "1S 2S 3S", "1F 2F 3F", "1H 2H 3H"],
    pot=["6O", "10O 4O", "11O 3O", "12O 2O"], first=1, round=2, scores=[0, 9, 0, -3], starter="rotate",
)  # fmt: skip
PEOPLE = {"names": {0: "Mia", 2: "Ole"}, "bots": {1: "easy", 3: "easy"}}


@cache
def moments() -> dict[str, Scene]:
    """One scene for each thing that a table can show."""
    everybody = dict.fromkeys(range(4), "easy")
    last = story(4)[0]
    return {
        "lead": one(President()),
        "follow": one(FOLLOW),
        "refused": one(FOLLOW, ask(type="move", move="5C 5D")),
        "hint": one(FOLLOW, Table.hint),
        "turned": one(TURNED),
        "exchange": one(GIVING),
        "result": next(scene for scene in last if any(zone["kind"] == "result" for zone in scene["zones"])),
        "series": last[-1],
        "curtain": one(President(), lambda table: table.play(table.view.moves()[0]), **PEOPLE),
        "watching": one(President(players=6), bots=dict.fromkeys(range(6), "easy")),
        "open": one(President(), bots=everybody, open=True),
        "broken": one(
            President(),
            lambda table: ask(type="move", move=str(table.view.moves()[0]))(table),
            bots={1: Broken(), 2: "easy", 3: "easy"},
        ),
    }


def until(game: Game, stop: Callable[[Any], bool]) -> Match:
    """A match with odd moves, to a moment in which something is so."""
    rng = random.Random(3)
    for number in range(100):
        match = Match(game, number)
        while not stop(match.state) and match.to_move is not None:
            match.deal() if match.to_move == DEALER else match.play(match.state.random_move(rng))
        if stop(match.state):
            return match
    raise AssertionError("that does not occur")


@cache
def hang_in_moments() -> dict[str, Scene]:
    """One scene for each thing that a table of Hang In can show."""

    def at(stop: Callable[[Any], bool], **options: Any) -> Scene:
        table = Table(until(HangIn(**{"starter": "rotate"} | options), stop), seat=0)
        table.close()
        scene: Scene = table.scene
        return scene

    def mine(state: Any, phase: str) -> bool:
        return bool(state.phase == phase and state.to_move == 0)

    def shared_at_the_end(state: Any) -> bool:
        shares = (
            state.settlement(state.challenges[-1]) if state.phase == "over" and state.table_players else []
        )
        return len([share for share in shares if share.points > 0]) > 1

    long = dict(
        enumerate("Maximiliane-Sophie X,W W W W W W W W W W W,Donaudampfschifffahr,Äß-Ö,Bo".split(","))
    )
    return {
        "long names": one(until(HangIn(players=5, target=9), shared_at_the_end).state, bots={}, names=long),
        "the first card": at(lambda state: mine(state, "pot") and not state.history),
        "the pot": at(lambda state: mine(state, "pot") and len(state.history) > 5),
        "five at the pot": at(lambda state: mine(state, "pot") and len(state.history) > 5, players=5),
        "held back": at(lambda state: mine(state, "pot") and (3, 0) in state.history, may_hold_back=True),
        "a challenge": at(lambda state: mine(state, "challenge") and state.settled == 1),
        "the first challenge": at(lambda state: mine(state, "challenge") and not state.settled),
        "an answer": at(lambda state: mine(state, "answer") and state.settled == 1),
        "two houses": at(lambda state: mine(state, "challenge") and len(state.houses) == 2 and state.settled),
        "one of two": at(lambda state: mine(state, "answer") and len(state.houses) == 2),
        "void": one(VOID, lambda table: table.play("8O"), bots={}),
        "a round over": at(lambda state: state.phase == "deal" and state.round == 4),
        "the end": at(lambda state: state.phase == "over", target=20),
        "the limit": at(lambda state: state.phase == "over", max_rounds=2),
    }


@cache
def hang_in_story(players: int) -> tuple[list[Scene], Setup]:
    """A short game of Hang In among computer players, seen by one of them."""
    match = Match(HangIn(players=players, target=20), "monday", bots=dict.fromkeys(range(players), "easy"))
    return scenes_of(match, seat=0), setup(match, 0, "normal", False)


ATTACKED = Reserves.position(
    ["9D 3D 8C 7S AS QH JC 5C 2H 10D", "9C 6H 2D 8H 4D 6S", "9S 2C 3C 4H 5H 6C 7H 8D 10C"],
    reserves=["QD KD 2S 3S 5S 8S 10S", "AD 5D 6D 7D JD AH 3H", "10H JH KH AC 7C QC"],
    turn=1, attack="0: KS JS 4S 9H",
)  # fmt: skip


@cache
def reserves_moments() -> dict[str, Scene]:
    """One scene for each thing that a table of Reserves can show."""

    def at(stop: Callable[[Any], bool], **options: Any) -> Scene:
        table = Table(until(Reserves(**options), stop), seat=0)
        table.close()
        scene: Scene = table.scene
        return scene

    def mine(state: Any, phase: str) -> bool:
        return bool(state.phase == phase and state.to_move == 0)

    def tried(table: Table) -> None:
        table._dispatch({"type": "try", "move": "5C>KS 2H>JS JC>9H", "rev": table.scene["rev"]})

    return {
        "a turn": at(lambda state: mine(state, "turn") and state.turns > 2),
        "piles": at(lambda state: mine(state, "choose"), choose_reserve=True),
        "attacked": one(ATTACKED, bots={}, seat=0),
        "a defence": one(ATTACKED, tried, bots={}, seat=0),
        "another's defence": at(lambda state: state.phase == "defence" and state.to_move == 1),
        "take": at(lambda state: mine(state, "take")),
        "back": at(lambda state: mine(state, "back") and state.laid),
        "pick": at(lambda state: mine(state, "pick")),
        "give": at(lambda state: mine(state, "give")),
        "one is out": at(lambda state: mine(state, "turn") and sum(map(bool, state.out)) == 1),
        "the end": at(lambda state: state.phase == "over"),
        "the limit": at(lambda state: state.phase == "over", max_turns=2),
    }


@cache
def reserves_story() -> tuple[list[Scene], Setup]:
    """A game of Reserves among computer players, seen by one of them."""
    match = Match(Reserves(), "monday", bots=dict.fromkeys(range(3), "easy"))
    return scenes_of(match, seat=0), setup(match, 0, "normal", False)


def shown_by(game: str) -> tuple[dict[str, Scene], Setup]:
    """The moments of a game, and what goes with them."""
    made: dict[str, Callable[[], tuple[dict[str, Scene], Setup]]] = {
        "president": lambda: (moments(), story(4)[1]),
        "hang-in": lambda: (hang_in_moments(), hang_in_story(4)[1]),
        "reserves": lambda: (reserves_moments(), reserves_story()[1]),
    }
    return made[game]()


def story_of(game: str) -> list[Scene]:
    """All scenes of one match."""
    if game == "reserves":
        return reserves_story()[0]
    return (story(4) if game == "president" else hang_in_story(4))[0]


every_game = pytest.mark.parametrize("game", ["president", "hang-in", "reserves"])


def full_hand(players: int, number: int = 18) -> State:
    """A position in which seat 0 holds so many cards, one is played, and the others share the rest."""
    deck = list(DECK.names)
    random.Random(players).shuffle(deck)
    rest = [" ".join(deck[number + 1 + seat :: players - 1]) for seat in range(players - 1)]
    state: State = President.position([" ".join(deck[:number]), *rest])
    return state


# ── pages ──


@pytest.fixture(scope="module", autouse=True)
def made_out_of_the_browsers_loop() -> None:
    """A table that is made while a browser runs its loop would take that for its kernel's."""
    with out_of_the_browsers_loop():
        for game in ("president", "hang-in", "reserves"):
            shown_by(game), story_of(game)


Show = Callable[..., Page]


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Show]:
    """`show([scene, …], setup, width=400, dark=True)` opens a page in a browser."""
    contexts = []

    def show(
        scenes: list[Scene],
        about: Setup | None = None,
        title: str = "A game",
        width: int = 1200,
        dark: bool = False,
        motion: bool = False,
        touch: bool = False,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=touch,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: pytest.fail(f"an error in the page: {error}"))
        page.route("http*://**", lambda route: pytest.fail(f"the page asks for {route.request.url}"))
        file = tmp_path / f"page-{len(contexts)}.html"
        file.write_text(standalone(scenes, about or story(4)[1], title), encoding="utf-8")
        page.goto(file.as_uri())
        page.locator(".hk").wait_for()
        return page

    yield show
    for context in contexts:
        context.close()


def check_axe(page: Page, what: str) -> None:
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = AxeResults(page.evaluate("axe.run({ resultTypes: ['violations'], preload: false })"))
    assert not found.violations_count, f"{what}: {found.generate_report()}"


# ── accessibility ──


@pytest.mark.parametrize(
    ("width", "dark"), [(1200, False), (1200, True), (400, False)], ids=["light", "dark", "narrow"]
)
@every_game
def test_axe_finds_nothing(show: Show, game: str, width: int, dark: bool) -> None:
    scenes, about = shown_by(game)
    page = show(list(scenes.values()), about, width=width, dark=dark)
    assert page.evaluate("document.body.dataset.jpThemeLight") == str(not dark).lower()
    for number, (name, scene) in enumerate(scenes.items()):
        page.evaluate("number => window.page.go(number)", number)
        if name == "hint":
            page.get_by_text("What was weighed").click()
        check_axe(page, name)
        if "previews" in scene:
            page.get_by_role("option").first.click()
            check_axe(page, f"{name}, with a card chosen")


def test_the_windows_of_a_game_without_a_rulebook_open(show: Show) -> None:
    match = Match(HighCard(), "monday")
    scene = Table(match, seat=0).scene
    page = show([scene], setup(match, 0, "normal", False))
    for name in ("Rules", "New game", "Settings"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_in_windows(show: Show, dark: bool) -> None:
    page = show([moments()["follow"]], dark=dark)
    for card in ("5C", "5D"):
        page.locator(f"[data-card='{card}']").click()
    check_axe(page, "a choice that cannot be played")
    page.get_by_role("button", name="P2.3").first.click()
    check_axe(page, "a rule")
    page.keyboard.press("Escape")
    for name in ("Rules", "New game", "Settings"):
        page.get_by_role("button", name=name, exact=True).click()
        page.get_by_role("dialog").wait_for()
        check_axe(page, f"the window {name}")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_reduced_motion(show: Show) -> None:
    moving = """() => document.getAnimations().filter(each => each.playState === "running").length"""
    lengths = """() => [...document.querySelectorAll(".hk *")].some(e => {
      const { transitionDuration, animationName } = getComputedStyle(e);
      return transitionDuration.split(",").some(each => parseFloat(each) > 0) || animationName !== "none";
    })"""
    busy = [scene for scene in story(4)[0] if scene["busy"]][:1]
    still, lively = show(busy), show(busy, motion=True)
    assert still.evaluate(moving) == 0 and not still.evaluate(lengths)
    assert lively.evaluate(moving) > 0 and lively.evaluate(lengths)


# ── keys and messages ──


def test_a_chosen_card_shows_what_it_would_bring(show: Show) -> None:
    """Where one card is played at a time another choice takes its place, and nothing is sent."""
    scene = hang_in_moments()["an answer"]
    page = show([scene], hang_in_story(4)[1])
    duel = page.get_by_role("group", name="The challenge")
    for held in scene["hand"]:
        page.locator(f"[data-card='{held['card']}']").click()
        assert page.locator("[aria-selected=true]").count() == 1
        preview = scene["previews"][held["card"]]
        expect(duel).to_contain_text(preview["value"]["sum"])
        expect(page.locator(".hk-note")).to_contain_text("With" if "With" in preview["text"] else "enough")
    page.keyboard.press("Escape")
    expect(duel).to_contain_text("To claim takes")
    assert page.evaluate("window.page.sent") == []
    page.get_by_role("option").first.click()
    page.keyboard.press("Enter")
    assert page.evaluate("window.page.sent.map(each => each.move)") == [scene["hand"][0]["card"]]


def test_keys_send_one_message_for_a_play_and_none_for_a_choice(show: Show) -> None:
    page = show([moments()["follow"]])
    press = page.keyboard.press
    sent: Callable[[], list[dict[str, Any]]] = lambda: page.evaluate("window.page.sent")  # noqa: E731
    page.locator("body").focus()
    for _ in range(20):
        press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "option":
            break
    press("End")
    assert page.evaluate("document.activeElement.dataset.card") == "QD"
    press("Home")
    for _ in range(3):
        press("ArrowRight")
    names = []
    for _ in range(2):
        names.append(page.evaluate("document.activeElement.dataset.card"))
        press(" ")
        press("ArrowRight")
    assert names == ["JH", "JS"]
    for key in ("?", "Escape", "r", "Escape", "ArrowLeft", " ", " "):
        press(key)
    assert sent() == [], "a choice and a window are the browser's own affair"
    play = page.get_by_role("button", name=re.compile("^Play"))
    expect(play).not_to_have_attribute("aria-disabled", "true")
    press("Enter")
    assert [(each["type"], each["move"]) for each in sent()] == [("move", "JH JS")]
    expect(page.get_by_role("alert")).to_contain_text("This page shows a game")
    press("p")
    assert [(each["type"], each["move"]) for each in sent()[1:]] == [("move", "pass")]


def test_a_move_is_written_as_its_game_writes_it(show: Show) -> None:
    """The page knows no notation: of a made-up game it sends what the patterns of that game say."""

    def sent(page: Page) -> list[tuple[str, str]]:
        found = page.evaluate("window.page.sent.map(each => [each.type, each.move])")
        return [(type, move) for type, move in found]

    follow = copy.deepcopy(moments()["follow"])
    assert follow["pick"]
    follow["pick"]["send"] = "I say: {cards:, and } $&"
    page = show([follow])
    for name in ("JS", "JH"):
        page.locator(f"[data-card='{name}']").click()
    page.get_by_role("button", name=re.compile("^Play")).click()
    assert sent(page) == [("move", "I say: JH, and JS $&")]

    attacked = copy.deepcopy(reserves_moments()["attacked"])
    assert attacked["pick"]
    attacked["pick"] |= {"send": "cover {cards:+} so", "lay": "{top}[{card}]"}
    page = show([attacked], reserves_story()[1])
    page.locator("[data-card='5C']").click()
    page.get_by_role("button", name="lay a card on king of spades").click()
    assert sent(page) == [("try", "cover KS[5C] so")]

    laid = copy.deepcopy(reserves_moments()["a defence"])
    assert laid["pick"]
    laid["pick"] |= {"send": "cover {cards:+} so", "lay": "{top}[{card}]"}
    page = show([laid], reserves_story()[1])
    page.locator("[data-card='7S']").focus()
    page.keyboard.press("2")  # each card on one: this takes the place of what lies there
    assert sent(page)[0][1].count("[") == 3 and "[7S]" in sent(page)[0][1] and ">" not in sent(page)[0][1]


def test_a_double_click_on_a_card_plays_it_alone(show: Show) -> None:
    page = show([moments()["lead"]])
    card = page.get_by_role("option").last
    name = card.get_attribute("data-card")
    card.dblclick()
    assert page.evaluate("window.page.sent.map(each => each.move)") == [name]


def test_a_finger_chooses_and_plays(show: Show) -> None:
    page = show([moments()["follow"]], width=400, touch=True)
    for name in ("JS", "9C", "JH", "9C"):
        page.locator(f"[data-card='{name}']").tap()
    assert page.locator("[aria-selected=true]").count() == 2
    page.get_by_role("button", name=re.compile("^Play")).tap()
    assert page.evaluate("window.page.sent.map(each => each.move)") == ["JH JS"]


def test_every_refused_choice_is_explained_by_its_rule(show: Show) -> None:
    """Each single card and each pair of neighbours: the button is open just where the engine says so."""
    page = show([moments()["follow"]])
    state = FOLLOW
    names = page.get_by_role("option").evaluate_all("all => all.map(e => e.dataset.card)")
    play = page.get_by_role("button", name=re.compile("^Play"))
    for chosen in [[name] for name in names] + [names[i : i + 2] for i in range(len(names) - 1)]:
        for name in chosen:
            page.locator(f"[data-card='{name}']").click()
        refusal = state.check(" ".join(chosen), 0)
        assert (play.get_attribute("aria-disabled") == "true") == (refusal is not None), chosen
        if refusal:
            page.get_by_role("heading").first.hover()  # so that no card is looked at
            expect(page.locator(".hk-foot").get_by_role("button", name=refusal.rule)).to_be_visible()
        for name in chosen:
            page.locator(f"[data-card='{name}']").click()


# ── widths ──

OVERFLOW = """(scenes) => scenes.map((previews, scene) => {
  window.page.go(scene);
  if (previews) [...document.querySelectorAll(".hk [role=option]")].at(-1).click();
  const found = [];
  const frame = document.querySelector(".hk > *").getBoundingClientRect();
  const clips = (e) => e.matches(".hk") ? false
    : getComputedStyle(e).overflowX !== "visible" && !e.matches(".hk > *") || clips(e.parentElement);
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  for (const e of document.querySelectorAll(".hk *")) {
    const box = e.getBoundingClientRect();
    if (!box.width || e.closest("svg") !== e && e.closest("svg") || clips(e.parentElement)) continue;
    if (getComputedStyle(e).clipPath !== "none") continue; // only read aloud
    if (box.left < frame.left - 1 || box.right > frame.right + 1)
      found.push(`${e.className}: ${box.left} to ${box.right}, not ${frame.left} to ${frame.right}`);
  }
  return found;
})"""


@pytest.mark.parametrize("width", [400, 700, 1200])
@every_game
def test_nothing_is_wider_than_the_table(show: Show, game: str, width: int) -> None:
    moments, about = shown_by(game)
    scenes: dict[str, Scene] = dict(moments)
    for players in (3, 4, 5):
        if game == "hang-in":
            told = hang_in_story(players)[0]
            scenes |= {
                f"{players} players, scene {number}": told[number] for number in range(0, len(told), 9)
            }
    if game == "reserves":
        told = reserves_story()[0]
        for number in range(0, len(told), 5):
            scenes[f"scene {number}"] = told[number]
    for players in (3, 4, 5, 6) if game == "president" else ():
        others = dict.fromkeys(range(1, players), "easy")
        scenes[f"{players} players, 18 cards"] = one(full_hand(players), bots=others)
        told = story(players)[0]
        for number in range(0, len(told), 9):
            scenes[f"{players} players, scene {number}"] = told[number]
        scenes[f"{players} players, the end"] = told[-1]
    page = show(list(scenes.values()), about, width=width)
    found = page.evaluate(OVERFLOW, ["previews" in scene for scene in scenes.values()])
    assert not {name: parts for name, parts in zip(scenes, found, strict=True) if parts}
    page.evaluate("window.page.go(0)")
    for name in ("Rules", "New game", "Settings"):
        page.get_by_role("button", name=name, exact=True).click()
        wide = page.get_by_role("dialog").evaluate("e => e.scrollWidth - e.clientWidth")
        assert wide <= 0, f"{name} is {wide} px too wide"
        page.keyboard.press("Escape")


def test_a_hand_of_eighteen_can_be_clicked_card_by_card(show: Show) -> None:
    """At 400 px the cards overlap; each still shows enough of itself to be hit."""
    page = show([one(full_hand(3), bots={1: "easy", 2: "easy"})], width=400)
    cards = page.get_by_role("option")
    assert cards.count() == 18
    for card in cards.all():
        card.click()
        expect(card).to_have_attribute("aria-selected", "true")
    assert page.evaluate("window.page.sent") == []


# ── texts ──


def test_names_and_titles_are_text(show: Show) -> None:
    match = Match(President(rounds=2), "monday", bots={1: "easy", 2: "easy", 3: "easy"}, names=EVIL)
    about = setup(match, 0, "normal", False)
    scenes = scenes_of(match)
    title = "</title><script>hacked=3</script>"
    page = show(scenes, about, title)
    for number in (0, 3, len(scenes) - 1):
        page.evaluate("number => window.page.go(number)", number)
        for name in match.names.values():  # as the match cleans them
            expect(page.locator(".hk").get_by_text(name, exact=True).first).to_be_attached()
    page.get_by_role("button", name="New game", exact=True).click()
    for seat, name in match.names.items():
        expect(page.get_by_label(f"Name of seat {seat + 1}")).to_have_value(name)
    assert page.title() == title
    assert page.evaluate("typeof hacked") == "undefined"
    assert page.locator(".hk img, .hk script").count() == 0


CHIPS = """(number) => Array.from({ length: number }, (_, scene) => {
  window.page.go(scene);
  return [...document.querySelectorAll(".hk button[data-rule]")].map((chip) => chip.textContent);
})"""


@every_game
def test_every_rule_on_the_page_opens(show: Show, game: str) -> None:
    """Each id that stands as a chip on any scene, or inside another rule's text, opens that rule."""
    moments, about = shown_by(game)
    scenes = [*moments.values(), *story_of(game)]
    page = show(scenes, about)
    rules = {rule["id"]: rule for rule in about["rules"]}
    opened = set[str]()

    def open_all(inside: str) -> None:
        chips = page.locator(f"{inside} button[data-rule]:visible")
        for id in dict.fromkeys(chips.all_inner_texts()):
            if id in opened:
                continue
            assert id in rules
            chips.get_by_text(id, exact=True).first.click()
            box = page.get_by_role("dialog", name=f"Rule {id}")
            expect(box).to_contain_text(rules[id]["title"])
            page.keyboard.press("Escape")
            expect(box).to_have_count(0)
            opened.add(id)

    chips: list[list[str]] = page.evaluate(CHIPS, len(scenes))
    for number, ids in enumerate(chips):
        if not opened.issuperset(ids):
            page.evaluate("number => window.page.go(number)", number)
            open_all(".hk")
    on_scenes = len(opened)
    page.get_by_role("button", name="Rules", exact=True).click()
    panel = page.get_by_role("dialog")
    assert panel.locator("article header > :first-child").all_inner_texts() == list(rules)
    open_all(".hk dialog")
    assert len(opened) >= on_scenes >= 8


def test_forward_and_back_through_a_match(show: Show) -> None:
    scenes = story(4)[0]
    page = show(scenes)
    where = page.locator("#where")
    expect(where).to_have_text(f"1 of {len(scenes)}")
    page.get_by_role("button", name="Back").click()
    expect(where).to_have_text(f"1 of {len(scenes)}")
    for _ in range(3):
        page.get_by_role("button", name="On", exact=True).click()
    expect(where).to_have_text(f"4 of {len(scenes)}")
    assert page.get_by_role("option").count() == len(scenes[3]["hand"])
