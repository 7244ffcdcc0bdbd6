"""A match as one web page: what is in the file, and how it replays in a browser."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page, expect

from handkit import bots
from handkit.bots import Bot, Thought
from handkit.cards import members
from handkit.game import DEALER, ONLOOKER, Game, View
from handkit.games.hang_in import HangIn
from handkit.games.president import DECK, President
from handkit.games.reserves import Reserves
from handkit.match import Match, RecordError
from handkit.table import Table
from handkit.table.differences import GONE, differences
from handkit.table.export import replay
from handkit.table.page import standalone
from handkit.table.setup import setup
from toys import HighCard

LARGEST = 150_000  # bytes of a page that replays a round of 100 moves
GAMES: list[Game] = [President(rounds=2), HangIn(starter="rotate"), Reserves(), HighCard()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
our_games = pytest.mark.parametrize("game", GAMES[:3], ids=lambda game: game.name)
ELSEWHERE = {"rev", "at", "pick", "actions", "refusal", "tried", "hint", "log", "busy", "curtain", "previews"}


EVIL = {
    0: "<b>Mia</b>",
    1: "<img src=x onerror=hacked=1>",
    2: "</script><script>hacked=2</script>",
    3: "&lt;i&gt; ' \" {7S} @@css@@",
}


class First(Bot):
    """A learner's own computer player, known to nobody else."""

    level = "first"

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        return [Thought(next(iter(view.moves())), 0.0, "It is the first.")]


@cache
def match_of(game: Game, moves: int = 100) -> Match:
    """A match of so many moves (if the game does not end before) of seat 0, Mia, against computer players."""
    levels = bots.levels(game)
    for seed in range(100):
        others = {seat: levels[0] if levels else First() for seat in range(1, game.players)}
        match, rng = Match(game, seed, bots=others, names={0: "Mia"}), random.Random(seed)
        while match.to_move is not None and match.length < moves:
            if match.to_move == DEALER:
                match.deal()
            elif not match.step():
                match.play(match.state.random_move(rng), 0)
        if match.length == moves or game.name == "high-card":
            return match
    raise AssertionError("no match is so long")


def embedded(page: str) -> tuple[list[Any], list[Any], list[Any], dict[str, Any]]:
    """The JSON of a page: values, changes, what is told, and the setup."""
    read = json.JSONDecoder().raw_decode
    found: list[Any] = []
    at = page.index("const [values, told, setup] = [") + len("const [values, told, setup] = [")
    for _ in range(3):
        value, at = read(page, at)
        found.append(value)
        at += len(", ")
    values, told, about = found
    mark = "for (const each of "
    changes, _ = read(page, page.index(mark, at) + len(mark))
    return values, changes, told, about


def restored(values: list[Any], changes: list[Any]) -> list[Any]:
    """The scenes of a page."""

    def change(old: Any, by: Any) -> Any:
        if isinstance(by, int):
            return values[by]
        if isinstance(old, dict):
            inside = {key: change(old.get(key), each) for key, each in by.items() if each != GONE}
            return {key: value for key, value in (old | inside).items() if by.get(key) != GONE}
        new = dict(enumerate(old)) | {
            int(key): change(old[int(key)] if int(key) < len(old) else None, each)
            for key, each in by.items()
            if each != GONE
        }
        return [new[place] for place in sorted(new) if by.get(str(place)) != GONE]

    scenes: list[Any] = [{}]
    for each in changes:
        scenes.append(change(scenes[-1], each))
    return scenes[1:]


def scenes_of(page: str) -> list[Any]:
    values, changes, _, _ = embedded(page)
    return restored(values, changes)


# ── differences ──

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["", "a", "0", "length"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("abc01"), inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(st.dictionaries(st.sampled_from("abc"), ANYTHING, max_size=3), min_size=1, max_size=5))
def test_any_scenes_come_back_from_their_differences(scenes: list[Any]) -> None:
    text = json.dumps(differences(scenes))
    assert json.dumps(restored(*json.loads(text)), sort_keys=True) == json.dumps(scenes, sort_keys=True)


def test_a_card_that_leaves_a_hand_is_one_short_difference() -> None:
    hand = [{"card": name} for name in "3C 4D 5H 6S 7C".split()]
    scenes: list[Any] = [
        {"hand": hand},
        {"hand": hand[:2] + hand[3:]},
        {"hand": [*hand[:2], *hand[3:], {"card": "2S"}]},
    ]
    assert differences(scenes) == (
        [{"hand": hand}, {"card": "2S"}],
        [0, {"hand": {"2": GONE}}, {"hand": {"4": 1}}],
    )


# ── what is in the file ──


@our_games
def test_a_round_of_a_hundred_moves_is_small(game: Game) -> None:
    match = match_of(game)
    size = len(replay(match, seat=0).encode())
    assert match.length == 100 and size <= LARGEST, size
    assert len(replay(match, seat=0, open=True).encode()) <= LARGEST


@every_game
@pytest.mark.parametrize("open", [False, True], ids=["closed", "open"])
@pytest.mark.parametrize("seat", [0, 1, ONLOOKER], ids=["a person", "a computer player", "an onlooker"])
def test_each_moment_is_as_on_the_live_table(game: Game, seat: int, open: bool) -> None:
    live = match_of(game).copy()
    if seat == ONLOOKER:
        live.bots[0] = live.bots[1]  # where no person plays, nobody sits in front
    scenes = scenes_of(replay(live, seat=seat, open=open))
    table = Table(live, seat=None if seat == ONLOOKER else seat, open=open)
    assert table.front == seat and len(scenes) == live.length + 1
    for moment, scene in enumerate(scenes):
        live.goto(moment)
        wanted = {key: value for key, value in table.scene.items() if key not in ELSEWHERE}
        assert {key: value for key, value in scene.items() if key not in ELSEWHERE} == wanted
        assert not any(scene.get(key) for key in ELSEWHERE)
    table.close()


@every_game
def test_all_that_a_seat_saw_happen_is_told(game: Game) -> None:
    match = match_of(game)
    _, _, told, about = embedded(replay(match, seat=0))
    assert told[0] == []
    for entry, lines in zip(match.moves_so_far, told[1:], strict=True):
        seen = [event for event in entry.events if event.visible_to(0)]
        assert lines == [[event.say("text", match.names, 0, braces=True), event.rule] for event in seen]
    assert {rule for events in told for _, rule in events} <= {rule["id"] for rule in about["rules"]} or (
        game.name == "high-card"  # it has no rulebook
    )


def in_this_deal(match: Match) -> tuple[int, set[str]]:
    """The moment of the last deal, and the cards that seat 0 has not seen since."""
    deck = match.game.deck
    dealt = max(moment for moment, entry in enumerate(match.moves_so_far, 1) if entry.seat == DEALER)
    seen = set[str]()
    for entry in match.moves_so_far[dealt - 1 :]:
        for zone in entry.state.zones():
            seen.update(deck.names[card] for card in members(zone.faces(0)))
        for event in entry.events:
            if event.visible_to(0):
                seen.update(re.findall(r"\{([^}]+)\}", event.say(braces=True)))
    return dealt, set(deck.names) - seen


def named(match: Match, scenes: list[Any]) -> set[str]:
    return set(match.game.deck.pattern.findall(json.dumps(scenes)))


@our_games
@pytest.mark.parametrize("moves", [12, 30, 64])
def test_a_card_that_the_seat_never_saw_is_in_no_scene(game: Game, moves: int) -> None:
    match = match_of(game, moves)
    dealt, unseen = in_this_deal(match)
    assert unseen
    assert not named(match, scenes_of(replay(match, seat=0))[dealt:]) & unseen
    opened = named(match, scenes_of(replay(match, seat=0, open=True))[dealt:])
    assert opened & unseen, "cards are named in a way that this test finds"


@our_games
@pytest.mark.parametrize("moves", [12, 30, 64])
def test_matches_that_agree_in_all_that_a_seat_sees_give_the_same_file(game: Game, moves: int) -> None:
    """Two cards that seat 0 has never seen change places in the deal, and in all that came of them."""
    match = match_of(game, moves)
    dealt, unseen = in_this_deal(match)
    page, record = replay(match, seat=0), match.record()
    moves_made = record["lines"]["main"]
    pairs = list(combinations(sorted(unseen), 2))
    random.Random(moves).shuffle(pairs)
    alike = 0
    for one, other in pairs[:60]:
        swapped = [[seat, exchanged(game, text, one, other)] for seat, text in moves_made[dealt - 1 :]]
        try:
            twin = Match.from_record(record | {"lines": {"main": [*moves_made[: dealt - 1], *swapped]}})
        except RecordError:
            continue  # one of the moves would not have been legal
        if views_of(twin) == views_of(match) and twin.state.zones() != match.state.zones():
            assert replay(twin, seat=0) == page
            alike += 1
        if alike == 5:
            return
    raise AssertionError(f"only {alike} of {len(pairs)} pairs can change places")


def exchanged(game: Game, text: str, one: str, other: str) -> str:
    """A move in which two cards have changed places."""
    places = {one: other, other: one}
    return game.deck.pattern.sub(lambda found: places.get(found[0], found[0]), text)


def views_of(match: Match) -> list[object]:
    """All that seat 0 sees of a match: its views and its log."""
    return [*(entry.state.view(0) for entry in match.moves_so_far), *match.log(0)]


# ── how it is asked for ──


def test_the_match_and_the_table_are_left_alone(tmp_path: Path) -> None:
    match = match_of(GAMES[0]).copy()
    match.goto(20)
    table = Table(match)
    before, scene, heard = match.record(), table.scene, list[int]()
    match.listen(lambda: heard.append(match.at))
    file = table.export(tmp_path / "game.html")
    assert file == tmp_path / "game.html"
    assert match.record() == before and table.scene is scene and not heard
    assert len(scenes_of(file.read_text(encoding="utf-8"))) == 101, "the whole line, with what was undone"
    match.branch("another")
    table.export(str(file))
    assert len(scenes_of(file.read_text(encoding="utf-8"))) == 21, "the present line"


def test_open_cards_are_noted_in_the_match(tmp_path: Path) -> None:
    match = match_of(GAMES[0]).copy()
    match.goto(20)
    table = Table(match)
    with pytest.raises(FileNotFoundError, match="There is no folder"):
        table.export(tmp_path / "nowhere" / "game.html", open=True)
    table.export(tmp_path / "closed.html")
    assert match.opened == []
    opened = table.export(tmp_path / "open.html", open=True).read_text(encoding="utf-8")
    assert match.opened == [20] and "All cards open" in opened
    assert sorted(each.name for each in tmp_path.iterdir()) == ["closed.html", "open.html"]


def test_it_says_whose_view_it_is(tmp_path: Path) -> None:
    table = Table(President(), seed="monday")
    seen = {
        seat: table.export(tmp_path / "game.html", seat=seat).read_text(encoding="utf-8")
        for seat in (None, 2, ONLOOKER)
    }
    assert '<p id="seen">As you saw it</p>' in seen[None]
    assert '<p id="seen">As Bo saw it</p>' in seen[2]
    assert '<p id="seen">As an onlooker saw it</p>' in seen[ONLOOKER]
    for wrong in (4, DEALER, True, "1"):
        with pytest.raises(ValueError, match="There is no seat"):
            table.export(tmp_path / "wrong.html", seat=wrong)  # type: ignore[arg-type]
    assert not (tmp_path / "wrong.html").exists()


def test_two_people_at_one_screen(tmp_path: Path) -> None:
    """While the screen is being handed over nobody's cards are written, unless a seat is named."""
    table = Table(President(), bots={1: "easy", 3: "easy"}, names={0: "Mia", 2: "Ole"}, seed="monday")
    table.play(table.view.moves()[0])
    assert table.scene["curtain"]
    with pytest.raises(ValueError, match="covered"):
        table.export(tmp_path / "game.html")
    scenes = scenes_of(table.export(tmp_path / "game.html", seat=0).read_text(encoding="utf-8"))
    held = {card["card"] for scene in scenes for card in scene["hand"]}
    dealt = table.match.moves_so_far[0].state
    assert held == set(DECK.texts(dealt.hands[0]))  # type: ignore[attr-defined]
    assert not any("cards" in seat for scene in scenes for seat in scene["seats"])


# ── in a browser ──


@pytest.fixture(scope="module", autouse=True)
def made_before_the_browser() -> None:
    """A table that is made while a browser runs its loop would take that for its kernel's."""
    for game in GAMES:
        match_of(game)


Show = Callable[..., Page]


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Show]:
    """`show(text, width=400, dark=True)` opens a page in a browser that has no network."""
    contexts = []

    def show(text: str, width: int = 1200, dark: bool = False) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 850},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            offline=True,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"an error in the page: {error}"))
        asked = list[str]()
        page.on("request", lambda request: asked.append(request.url))
        file = tmp_path / f"page-{len(contexts)}.html"
        file.write_text(text, encoding="utf-8")
        page.goto(file.as_uri())
        page.locator(".hk-frame").wait_for()
        assert asked == [file.as_uri()], "the page is one file"
        return page

    yield show
    for context in contexts:
        context.close()


def at(page: Page) -> tuple[int, str]:
    """The moment shown, and what the slider says of it."""
    slider = page.get_by_role("slider", name="Time")
    return int(slider.input_value()), slider.get_attribute("aria-valuetext") or ""


@pytest.mark.browser
@every_game
def test_the_browser_restores_the_same_scenes(show: Show, game: Game) -> None:
    text = replay(match_of(game), seat=0)
    assert show(text).evaluate("window.page.scenes") == scenes_of(text)


@pytest.mark.browser
def test_time_by_buttons_slider_and_keys(show: Show) -> None:
    match = match_of(GAMES[0])
    page = show(replay(match, seat=0))
    slider, press = page.get_by_role("slider", name="Time"), page.keyboard.press
    back, on = (page.get_by_role("button", name=name, exact=True) for name in ("Back", "On"))
    says = [event.say("text", match.names, 0, braces=True).strip(".") for event in match.events]
    says = [text.replace("{", "").replace("}", "") for text in says]
    assert at(page) == (0, "Move 0 of 100: The beginning")
    expect(back).to_have_attribute("aria-disabled", "true")
    on.click()
    assert at(page) == (1, f"Move 1 of 100: {says[0]}")
    expect(page.get_by_role("option")).to_have_count(13)
    on.click()
    assert at(page) == (2, f"Move 2 of 100: {says[2]}")
    back.click()
    assert at(page)[0] == 1
    press("ArrowRight")  # the focus is on a button
    press("ArrowRight")
    assert at(page)[0] == 3
    press("End")
    assert at(page)[0] == 100
    expect(on).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#where")).to_contain_text("Move 100 of 100")
    press("ArrowRight")
    press("Home")
    assert at(page)[0] == 0
    slider.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        press(key)
    assert at(page)[0] == 1
    slider.fill("50")
    assert at(page)[0] == 50
    page.locator(".hk-felt").click(position={"x": 5, "y": 5})  # now the focus is in the table, but in no card
    press("ArrowLeft")
    assert at(page)[0] == 49
    page.get_by_role("option").first.focus()
    press("ArrowRight")
    assert at(page)[0] == 49, "in the hand arrows go from card to card"
    press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    press("ArrowRight")
    press("Escape")
    assert at(page)[0] == 49
    assert page.evaluate("window.page.sent") == []


@pytest.mark.browser
def test_a_click_on_an_event_goes_to_its_moment(show: Show) -> None:
    match = match_of(GAMES[0])
    page = show(replay(match, seat=0))
    events = page.get_by_role("region", name="What happened")
    lines = events.locator("button[data-moment]")
    assert lines.count() == len(match.log(0))
    moments = [
        moment
        for moment, entry in enumerate(match.moves_so_far, 1)
        for event in entry.events
        if event.visible_to(0)
    ]
    for number in (5, len(moments) - 1, 14, 0):
        lines.nth(number).click()
        assert at(page)[0] == moments[number]
        now = events.locator("[aria-current=step]")
        expect(now).to_have_count(1)
        assert now.get_attribute("data-moment") == str(moments[number])
        assert now.evaluate(
            """now => { const [a, b] = [now, now.closest("section")].map(e => e.getBoundingClientRect());
                        return b.top < a.top && a.bottom < b.bottom; }"""
        ), "it is in sight"
    lines.first.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.moment") == "2", "the focus goes with the time"
    page.keyboard.press("Tab")
    rule = match.moves_so_far[1].events[0].rule
    assert page.evaluate("document.activeElement.innerText") == rule, "after an event comes its rule"
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name=f"Rule {rule}")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.rule") == rule


@pytest.mark.browser
def test_nothing_is_offered_that_needs_a_kernel(show: Show) -> None:
    page = show(replay(match_of(GAMES[2]), seat=0))
    for moment in range(101):
        page.evaluate("moment => window.page.go(moment)", moment)
        names = page.locator("#table").get_by_role("button").all_inner_texts()
        assert [name for name in names if not re.fullmatch(r"R\d+\.\d+", name)] == ["So far", "Rules"]
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.get_by_role("dialog", name="Reserves: the rules")).to_be_visible()
    page.keyboard.press("Escape")
    assert page.evaluate("window.page.sent") == []


@pytest.mark.browser
@pytest.mark.parametrize("moment", [0, 1, 60])
def test_so_far_goes_to_the_list_of_what_happened(show: Show, moment: int) -> None:
    page = show(replay(match_of(GAMES[2]), seat=0), width=400)
    page.set_viewport_size({"width": 400, "height": 400})
    page.evaluate("moment => window.page.go(moment)", moment)
    events = page.get_by_role("region", name="What happened")
    expect(events).not_to_be_in_viewport()
    page.get_by_role("button", name="So far", exact=True).click()
    now = events.locator("[aria-current=step]") if moment else events
    expect(now).to_be_focused()
    expect(now).to_be_in_viewport()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.browser
@our_games
def test_the_list_of_what_happened_is_the_only_log(show: Show, game: Game) -> None:
    """On a page so wide that a table has its log beside it."""
    page = show(replay(match_of(game), seat=0), width=1700)
    expect(page.get_by_role("button", name="Rules", exact=True)).to_be_visible()
    expect(page.get_by_text("So far", exact=True).filter(visible=True)).to_have_count(0)
    felt, table = (page.locator(each).bounding_box() for each in (".hk-felt", ".hk-frame"))
    track = page.locator(".hk-track")
    beside = track.bounding_box() if track.is_visible() else None
    assert felt and table and felt["width"] + (beside["width"] if beside else 0) >= table["width"] - 4


@pytest.mark.browser
@pytest.mark.parametrize("width", [1200, 400])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@our_games
def test_axe_finds_nothing_and_nothing_is_too_wide(show: Show, game: Game, width: int, dark: bool) -> None:
    match = match_of(game, 40)
    page = show(replay(match, seat=0, open=dark), width=width, dark=dark)
    for moment in (0, match.length):
        page.evaluate("moment => window.page.go(moment)", moment)
        found = Axe().run(page)
        assert not found.violations_count, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("#events [data-rule]").first.click()
    found = Axe().run(page)
    assert not found.violations_count, found.generate_report()


@pytest.mark.browser
def test_names_and_titles_are_text(show: Show) -> None:
    match = Match(President(), "monday", bots=dict.fromkeys(range(1, 4), "easy"), names=EVIL)
    match.play(match.state.moves()[0])
    match.advance()
    page = show(replay(match, seat=0))
    page.keyboard.press("End")
    for seat, name in match.names.items():
        expect(page.locator("#table").get_by_text(name, exact=True).first).to_be_attached()
        expect(page.get_by_role("heading", level=1)).to_contain_text(name)
        if seat:
            expect(page.locator("#events")).to_contain_text(f"{name} p")  # plays, or passes
    title = "</title><script>hacked=3</script>"
    made = standalone(
        scenes_of(replay(match, seat=0)),
        setup(match, 0, "normal", False),
        title,
        [[(title, title)]] * 9,
        title,
    )
    other = show(made)
    assert other.title() == title and title in other.locator("#events").inner_text()
    for each in (page, other):
        assert each.evaluate("typeof hacked") == "undefined"
        assert each.locator("main img, main script").count() == 0


@pytest.mark.browser
def test_on_paper_stand_the_table_and_all_that_happened(show: Show) -> None:
    page = show(replay(match_of(GAMES[0]), seat=0))
    page.keyboard.press("End")
    page.emulate_media(media="print")
    expect(page.locator("#time")).to_be_hidden()
    assert page.locator("#events").evaluate("e => e.scrollHeight - e.clientHeight") <= 0
