"""The still of a scene: its words and its picture show the scene, all of it and nothing else."""

from __future__ import annotations

import base64
import html
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any, cast, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handkit.cards import FRENCH
from handkit.games.hang_in import SUITS
from handkit.table import zones
from handkit.table.names import clean
from handkit.table.picture import picture
from handkit.table.scene import Badge, HandCard, Scene, SeatScene, Setup, Track, You
from handkit.table.setup import suit_of
from handkit.table.sheet import WIDTH
from handkit.table.still import describe, mime
from handkit.table.unmarked import unmarked
from handkit.table.zones import KINDS, PlayScene, StripItem, ZoneScene

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<b> & \"'\x00\x1b[31m\u202e\ud800\n]]>--é漢"


def setup(**changes: Any) -> Setup:
    made: dict[str, Any] = {
        "game": "president",
        "title": "President",
        "suits": {suit.letter: suit_of(suit) for suit in FRENCH.suits},
        "ranks": {"J": "jack", "Q": "queen", "K": "king", "A": "ace"},
        "courts": ["J", "Q", "K"],
        "rules": [
            {"id": "P2.3", "title": "Higher", "source": "both", "parts": [], "option": ""},
            {"id": "P2.4", "title": "Pass", "source": "ruling", "parts": [], "option": ""},
        ],
        "sections": [],
        "levels": [],
        "speeds": [],
        "options": [],
        "people": [],
        "front": 0,
        "size": "normal",
        "four_colours": False,
    }
    return cast(Setup, made | changes)


def scene(**changes: Any) -> Scene:
    empty: dict[str, Any] = {
        "rev": 1,
        "meta": "Round 2 of 3, trick 2",
        "turned": False,
        "seats": [],
        "you": None,
        "zones": [],
        "hand": [],
        "pick": None,
        "actions": [],
        "prompt": {"text": "", "small": ""},
        "refusal": None,
        "tried": [],
        "hint": None,
        "log": [],
        "busy": "",
        "curtain": "",
        "speed": "slow",
    }
    return cast(Scene, empty | changes)


def seat(number: int, name: str, count: int, **changes: Any) -> SeatScene:
    made = {"seat": number, "name": name, "count": count, "role": "", "crown": False, "turn": False}
    return cast(SeatScene, made | {"dim": False, "badges": []} | changes)


def you(**changes: Any) -> You:
    made = {"seat": 0, "name": "You", "role": "vice-president", "crown": False, "turn": True, "badges": []}
    return cast(You, made | changes)


def hand(cards: str, ok: str = "", new: str = "") -> list[HandCard]:
    held = [HandCard(card=card) for card in cards.split()]
    for each in held:
        if each["card"] not in ok.split():
            each["dim"] = True
        if each["card"] in new.split():
            each["mark"] = "new"
    return held


def play(number: int, name: str, cards: str, top: bool = False) -> PlayScene:
    return {"seat": number, "name": name, "cards": cards.split(), "top": top}


def badge(text: str, kind: Any = "plain") -> Badge:
    return {"text": text, "kind": kind}


def end(number: int, name: str) -> dict[str, Any]:
    return {"seat": number, "name": name, "role": "scum", "crown": number == 0}


PICK = {"send": "{cards}", "legal": "", "refused": [], "otherwise": 0, "empty": 0, "reasons": []}
RANKS = "3 4 5 6 7 8 9 10 J Q K A 2".split()
ZONES: dict[str, ZoneScene] = {
    "plays": {
        "kind": "plays",
        "label": "This trick",
        "plays": [play(1, "Ada", "5C 5D"), play(3, "Cy", "8S 8H", top=True)],
        "empty": "Nothing lies here.",
    },
    "strip": {
        "kind": "strip",
        "label": "The order",
        "items": [
            *(StripItem(text=rank) for rank in RANKS[:5]),
            StripItem(text="8", state="now"),
            *(StripItem(text=rank, state="up") for rank in RANKS[6:]),
        ],
        "ends": ["weak", "underlined ranks beat the 8s", "strong"],
        "turned": False,
    },
    "lanes": cast(
        ZoneScene,
        {
            "kind": "lanes",
            "label": "The exchange",
            "lanes": [
                {
                    "left": end(3, "Cy"),
                    "right": end(0, "You"),
                    "to_left": [],
                    "to_right": ["AD", "2C"],
                    "note": "",
                    "hush": False,
                },
                {
                    "left": end(2, "Bo"),
                    "right": end(1, "Ada"),
                    "to_left": 1,
                    "to_right": 2,
                    "note": "unseen",
                    "hush": True,
                },
            ],
        },
    ),
    "result": {
        "kind": "result",
        "title": "Bo is president again",
        "text": "One round to go.",
        "columns": ["Place", "Player", "Title", "?How", "#Points", "#Total"],
        "rows": [
            {"seat": 2, "name": "Bo", "you": False, "cells": ["1st", "president", "out on {AH}", "+4", "8"]},
            {"seat": 0, "name": "You", "you": True, "cells": ["2nd", "You", "scum", "kept {3H}", "+1", "2"]},
        ],
    },
    "pile": {"kind": "pile", "label": "Reserve", "cards": [], "count": 7},
    "sums": {
        "kind": "sums",
        "label": "The pot",
        "terms": [
            {
                "seat": 1,
                "name": "Ada",
                "cards": [{"card": "10S", "tag": "10"}, {"card": "7H", "tag": "3½", "cut": True}],
                "gaps": 0,
                "total": "13½",
                "sum": "10 + 3½",
                "level": 52,
                "badge": {"text": "leads", "kind": "gold"},
                "state": "lead",
            },
            {
                "seat": 0,
                "name": "You",
                "cards": [{"card": "9C"}],
                "gaps": 1,
                "total": "9",
                "sum": "",
                "state": "",
            },
        ],
        "small": False,
    },
    "duel": {
        "kind": "duel",
        "label": "The challenge",
        "asked": {"seat": 3, "name": "Cy", "role": "challenges", "card": "4H"},
        "parts": [
            {
                "seat": 0,
                "name": "You",
                "role": "answers",
                "card": "8S",
                "sum": "4 ≥ 4",
                "badge": {"text": "✓ 17 points", "kind": "pine"},
                "text": "{8S} counts half.",
                "rules": ["P2.3", "P2.4"],
            },
            {"seat": 2, "name": "Bo", "role": "answers", "card": "", "sum": "", "text": "Next.", "rules": []},
        ],
    },
    "notice": {"kind": "notice", "suit": "S", "text": "Spades are in force.", "rule": "P2.3"},
    "columns": {
        "kind": "columns",
        "label": "The attack",
        "parts": [
            {
                "top": {"card": "4S", "tag": "4"},
                "bottom": {"card": "10D", "tag": "10"},
                "note": "lesser suit",
                "sum": "10 > 2 × 4",
                "badge": {"text": "✓ beats", "kind": "pine"},
            },
            {
                "top": {"card": "9H", "tag": "9"},
                "note": "",
                "sum": "",
                "badge": {"text": "✕ open", "kind": "clay"},
            },
        ],
    },
    "circle": {
        "kind": "circle",
        "label": "Spades are greater.",
        "suits": ["S", "D", "C", "H"],
        "rule": "P2.4",
    },
}
TRACK: Track = {
    "label": "The way to 50",
    "goal": 50,
    "rows": [
        {"seat": 0, "name": "You", "value": 32, "text": "32"},
        {"seat": 1, "name": "Ada", "value": -2, "text": "−2"},
    ],
}
TRICK = scene(
    seats=[
        seat(1, "Ada", 10, role="vice-scum", turn=True),
        seat(2, "Bo", 12, role="president", crown=True, dim=True, badges=[badge("passed", "pass")]),
        seat(3, "Cy", 10),
    ],
    you=you(turn=False),
    zones=[ZONES["plays"], ZONES["strip"]],
    hand=hand("3D 4C 4H 6S 7C 7H 9D 9C JS QH QD KC 2S", ok="9D 9C QH QD"),
    pick=PICK,
    prompt={"text": "Your turn: beat {8S} {8H}.", "small": "A pair of 9s or higher."},
    refusal={"rule": "P2.3", "wrong": "Two 7s do not beat two 8s.", "right": "A pair of 9s would."},
    tried=["7C", "7H"],
    hint={"text": "Keep {QH}.", "cards": ["9D", "9C"], "considered": []},
    log=[{"who": "Cy", "text": "plays {8S} {8H}", "rule": "", "kind": "now"}],
)
EXCHANGE = scene(
    zones=[ZONES["lanes"]], you=you(crown=True), hand=hand("3D 10C AD 2C", new="AD 2C"), pick=PICK
)
WATCHED = scene(
    seats=[
        seat(i, "Ada Bo Cy Di".split()[i], 13, cards=FRENCH.names[13 * i : 13 * i + 13]) for i in range(4)
    ],
    busy="Bo is thinking",
)
SCENES = {
    "trick": TRICK,
    "exchange": EXCHANGE,
    "result": scene(zones=[ZONES["result"]]),
    "watched": WATCHED,
    "curtain": TRICK | {"curtain": "Ada"},
    "long": TRICK | {"hand": hand(" ".join(FRENCH.names[:20])), "turned": True},
    "six": scene(
        seats=[seat(i, f"Player {i}", 5 * i, badges=[badge("1st, out", "gold")]) for i in range(1, 6)]
    ),
    "sums": scene(
        zones=[ZONES["notice"], ZONES["sums"]],
        hand=[{"card": "3D", "tag": "+3"}, {"card": "4D", "tag": "2", "low": True, "mark": "new"}],
        pick=PICK,
        track=TRACK,
    ),
    "duel": scene(zones=[ZONES["duel"]], track=TRACK),
    "columns": scene(
        zones=[ZONES["circle"], ZONES["columns"]],
        seats=[seat(1, "Ada", 10, piles=[{"label": "reserve", "count": 7}, {"label": "bank", "count": 0}])],
        you=you(piles=[{"label": "reserve", "count": 1}]),
        hand=[{"card": "JC", "tag": "2", "laid": True}],
    ),
    "empty": scene(),
}
every_scene = pytest.mark.parametrize("shown", SCENES.values(), ids=list(SCENES))


def tree(shown: Scene, using: Setup | None = None) -> ET.Element:
    return ET.fromstring(picture(shown, using or setup()))


def texts(root: ET.Element) -> list[str]:
    return ["".join(node.itertext()) for node in root.iter(f"{SVG}text")]


def drawn(root: ET.Element) -> list[str]:
    """The cards that a picture shows, by their rank and suit."""
    found = []
    for group in root.iter(f"{SVG}g"):
        use, rank = group.find(f"{SVG}use"), group.find(f"{SVG}text")
        if use is not None and rank is not None:
            found.append("".join(rank.itertext()) + use.attrib["href"][1])
    return found


def cards_of(value: Any) -> list[str]:
    """Every text in a scene that is a card."""
    if isinstance(value, dict):
        return [card for part in value.values() for card in cards_of(part)]
    if isinstance(value, list | tuple):
        return [card for part in value for card in cards_of(part)]
    return [value] if value in FRENCH.names else []


def drawn_of(shown: Scene) -> list[str]:
    """Every card of a scene as often as it lies somewhere."""
    return sorted(cards_of([shown["seats"], shown["zones"], shown["hand"]]))


# ── words ──


def test_a_trick_in_words() -> None:
    shown = cast(Scene, {**TRICK, "hand": hand("7C 9D JS", ok="9D")})
    assert describe(shown, setup()).splitlines() == [
        "President. Round 2 of 3, trick 2.",
        "Ada: vice-scum, to play, 10 cards.",
        "Bo: president, passed, 12 cards.",
        "Cy: 10 cards.",
        "This trick: Ada 5 of clubs, 5 of diamonds; Cy 8 of spades, 8 of hearts.",
        "The order (weak to strong): 3 4 5 6 7 8 9 10 J Q K A 2; to beat: 8.",
        "You: vice-president.",
        "Your hand, 3 cards: 7 of clubs, 9 of diamonds, jack of spades.",
        "Can be chosen: 9 of diamonds.",
        "Refused: P2.3 Two 7s do not beat two 8s. A pair of 9s would.",
        "Your turn: beat 8♠ 8♥. A pair of 9s or higher.",
        "Hint: Keep Q♥.",
        "So far: Cy: plays 8♠ 8♥.",
    ]


def test_an_exchange_in_words() -> None:
    assert describe(EXCHANGE, setup()).splitlines() == [
        "President. Round 2 of 3, trick 2.",
        "The exchange:",
        "Cy to You: ace of diamonds, 2 of clubs.",
        "Bo to Ada: 2 cards, face down; Ada to Bo: 1 card, face down (unseen).",
        "You: vice-president, to play.",
        "Your hand, 4 cards: 3 of diamonds, 10 of clubs, ace of diamonds (new), 2 of clubs (new).",
        "Can be chosen: none.",
    ]


def test_a_result_in_words() -> None:
    assert describe(SCENES["result"], setup()).splitlines()[1:] == [
        "Bo is president again. One round to go.",
        "1st Bo: title president, how out on A♥, points +4, total 8.",
        "2nd You: title scum, how kept 3♥, points +1, total 2.",
    ]


def test_piles_and_an_empty_table_in_words() -> None:
    seen = cast(ZoneScene, ZONES["pile"] | {"label": "Waste", "cards": ["3C"], "count": 4})
    bare = cast(ZoneScene, ZONES["plays"] | {"plays": []})
    assert describe(scene(zones=[ZONES["pile"], seen, bare]), setup()).splitlines()[1:] == [
        "Reserve: 7 cards.",
        "Waste: 4 cards, of which 3 of clubs.",
        "This trick: Nothing lies here.",
    ]


def test_a_turned_order_is_said_first() -> None:
    assert describe(scene(turned=True), setup()).splitlines()[1] == "The order is turned."


def test_open_hands_are_told() -> None:
    told = describe(WATCHED, setup())
    assert "Ada: 13 cards: 2 of clubs, 2 of diamonds" in told
    assert told.endswith("Bo is thinking.")


def test_suits_without_a_sign_are_named() -> None:
    hang_in = setup(suits={suit.letter: suit_of(suit) for suit in SUITS}, ranks={}, courts=[])
    shown = scene(hand=hand("8O 13F 4S 2H"), prompt={"text": "Answer Cy’s {4S}.", "small": ""})
    assert "8 of Office, 13 of Family, 4 of Social, 2 of Hobby" in describe(shown, hang_in)
    assert "Answer Cy’s 4 of Social." in describe(shown, hang_in)
    assert drawn(tree(shown, hang_in)) == ["8O", "13F", "4S", "2H"]


# ── pictures ──


@every_scene
def test_the_same_scene_gives_the_same_still(shown: Scene) -> None:
    copy = json.loads(json.dumps(shown))
    assert mime(shown, setup()) == mime(copy, setup())
    assert copy == json.loads(json.dumps(shown))  # and the scene stays as it is


@every_scene
def test_it_is_small_and_as_wide_as_every_other(shown: Scene) -> None:
    root = tree(shown)
    assert len(picture(shown, setup()).encode()) < 12 * 1024
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"
    assert float(root.attrib["width"]) == WIDTH


@every_scene
def test_it_stands_alone(shown: Scene) -> None:
    root = tree(shown)
    ids = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert len(ids) == len(set(ids))
    assert {node.tag.removeprefix(SVG) for node in root.iter()}.isdisjoint(
        {"script", "image", "foreignObject", "a"}
    )
    for node in root.iter():
        for value in node.attrib.values():
            assert "http" not in value
            for name in re.findall(r"url\(#(\w+)\)", value):
                assert name in ids
        assert node.attrib.get("href", f"#{ids[0]}").removeprefix("#") in ids


@pytest.mark.parametrize("name", [name for name in SCENES if name != "curtain"])
def test_every_card_of_the_scene_is_drawn_and_no_other(name: str) -> None:
    assert sorted(card.upper() for card in drawn(tree(SCENES[name]))) == drawn_of(SCENES[name])


def test_behind_the_curtain_is_nothing() -> None:
    shown = SCENES["curtain"]
    assert drawn(tree(shown)) == []
    assert texts(tree(shown))[2:] == ["Pass the screen to Ada.", "The cards stay covered until Ada is here."]
    assert describe(shown, setup()).splitlines()[1:] == texts(tree(shown))[2:]


@pytest.mark.parametrize("kind", ZONES)
def test_every_kind_of_zone_is_told_and_drawn(kind: str) -> None:
    bare, shown = scene(), scene(zones=[ZONES[kind]])
    assert len(describe(shown, setup())) > len(describe(bare, setup()))
    assert len(texts(tree(shown))) > len(texts(tree(bare)))


def test_python_and_the_browser_know_the_same_kinds_of_zones() -> None:
    script = (Path(zones.__file__).parent.parent / "zones.js").read_text(encoding="utf-8")
    drawn = re.findall(r"^  (\w+)\(\{.*\}\) \{$", script, re.MULTILINE)
    declared = [get_args(get_type_hints(kind)["kind"])[0] for kind in get_args(ZoneScene)]
    assert sorted(KINDS) == sorted(ZONES) == sorted(drawn) == sorted(declared)


def test_what_a_card_counts_is_told_and_drawn() -> None:
    shown = SCENES["sums"]
    told = describe(shown, setup())
    assert "Ada: 10 of spades counts 10, 7 of hearts counts 3½; 10 + 3½ = 13½; leads." in told
    assert "3 of diamonds (+3), 4 of diamonds (new, 2, not enough)" in told
    assert "The way to 50: You 32, Ada −2." in told
    assert {"13½", "10 + 3½", "3½", "+3", "new 2, no", "leads", "−2"} <= set(texts(tree(shown)))


def test_a_comparison_is_told_and_drawn() -> None:
    shown = SCENES["duel"]
    told = describe(shown, setup())
    assert "You: answers with 8 of spades. 4 ≥ 4 (✓ 17 points). 8♠ counts half. P2.3, P2.4." in told
    assert "Bo: answers next. Next." in told
    assert {"4 ≥ 4", "✓ 17 points", "8♠ counts half.", "P2.3"} <= set(texts(tree(shown)))


def test_cards_on_cards_and_cards_face_down_are_told_and_drawn() -> None:
    shown = SCENES["columns"]
    told = describe(shown, setup())
    assert "10 of diamonds (10) on 4 of spades (4), lesser suit, 10 > 2 × 4, ✓ beats." in told
    assert "nothing on 9 of hearts (9), ✕ open." in told
    assert "Ada: 10 cards, reserve: 7 cards, bank: no cards." in told
    assert "Your hand, 1 card: jack of clubs (2, laid)." in told
    assert {"10 > 2 × 4 ✓", "✕ open", "reserve", "7"} <= set(texts(tree(shown)))


def test_a_kind_of_zone_that_is_not_known_is_left_out() -> None:
    odd = cast(ZoneScene, {"kind": "weather", "sun": True})
    assert mime(scene(zones=[odd]), setup()) == mime(scene(), setup())


def test_what_cannot_be_chosen_looks_different() -> None:
    plain = TRICK.copy()
    plain["hand"] = [HandCard(card=held["card"]) for held in TRICK["hand"]]
    assert 'href="#D54d"' in picture(TRICK, setup())
    assert 'href="#D54d"' not in picture(plain, setup())


def test_a_chip_shows_where_its_rule_comes_from() -> None:
    def dashes(rule: str) -> int:
        refusal = {"rule": rule, "wrong": "No.", "right": ""}
        return picture(scene(refusal=refusal), setup()).count("stroke-dasharray")

    assert [dashes("P1.1"), dashes("P2.3"), dashes("P2.4")] == [0, 1, 2]


def test_four_colours() -> None:
    assert picture(TRICK, setup(four_colours=True)) != picture(TRICK, setup())


# ── texts from outside ──


def nasty() -> Scene:
    """A scene with the worst text wherever a text may stand."""

    def spoil(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: spoil(part, name) for name, part in value.items()}
        if isinstance(value, list):
            return [spoil(part, key) for part in value]
        return NASTY if isinstance(value, str) and key not in {"kind", "card", "cards", "state"} else value

    whole = {**TRICK, "zones": [*ZONES.values()], "busy": "x", "error": {"text": "x", "report": ""}}
    return cast(Scene, spoil(whole))


def test_texts_are_escaped_and_cleaned() -> None:
    shown = nasty()
    using = setup(title=NASTY)
    root = tree(shown, using)
    assert root.find(f".//{SVG}b") is None
    for text in [*texts(root), *describe(shown, using).splitlines()]:
        assert text == clean(text)
        assert not set("\x00\x1b\u202e\ud800") & set(text)
    assert "<b> & \"'[31m ]]>--é漢" in describe(shown, using)


def test_the_image_survives_as_html() -> None:
    for shown in [*SCENES.values(), nasty()]:
        made = mime(shown, setup())
        found = re.fullmatch(
            r'<img alt="([^"<>]*)" src="data:image/svg\+xml;base64,([^"]*)" style="max-width:100%">',
            made["text/html"],
        )
        assert found
        assert html.unescape(found[1]) == made["text/plain"].replace("\n", " ")
        assert base64.b64decode(found[2]).decode() == picture(shown, setup())
        assert list(made) == ["text/plain", "text/html"]


@given(st.text(max_size=60))
def test_any_name_fits(name: str) -> None:
    shown = scene(
        seats=[seat(i, name, 3, role=name, crown=True, badges=[badge(name)]) for i in range(1, 6)],
        you=you(name=name, role=name, badges=[badge(name)]),
        zones=[
            {"kind": "pile", "label": name, "cards": [], "count": 2},
            ZONES["plays"] | {"plays": [play(1, name, "3C")]},
        ],
        prompt={"text": name, "small": name},
        busy=name,
    )
    assert drawn(tree(shown)) == ["3C"]


def test_long_texts_are_cut() -> None:
    name = "Bartholomew the Long-Winded " * 400
    shown = scene(
        seats=[seat(i, name, 20, role=name, badges=[badge(name)]) for i in range(1, 6)],
        prompt={"text": name, "small": ""},
    )
    assert len(picture(shown, setup()).encode()) < 12 * 1024
    assert any(text.startswith("Barth") and text.endswith("…") for text in texts(tree(shown)))


@pytest.mark.parametrize("count", [0, 1, 2, 7, 20, 52])
def test_a_hand_of_any_size_lies_on_the_felt(count: int) -> None:
    shown = scene(hand=hand(" ".join(FRENCH.names[:count])), you=you())
    places = re.findall(r'<g(?: class="red")? transform="translate\(([\d.]+) ', picture(shown, setup()))
    assert len(places) == count
    assert all(24 <= float(place) <= WIDTH - 24 - 54 for place in places)
    assert places == sorted(places, key=float)


def test_every_suit_has_a_drawing_and_two_have_never_both_drawing_and_colour_in_common() -> None:
    for deck in (FRENCH.suits, SUITS):
        made = [suit_of(suit) for suit in deck]
        assert all(suit["path"] for suit in made)
        assert len({suit["path"] for suit in made}) == len({suit["four"] for suit in made}) == 4


def test_a_zone_of_a_kind_that_is_not_known_is_left_out() -> None:
    strange = scene(zones=[{"kind": "strange", "verdict": "beats"}])
    assert "beats" not in "".join(describe(strange, setup()))
    assert unmarked(strange)["zones"] == []
