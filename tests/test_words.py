"""The sentences: every key that the rules use has its sentence, every sentence is used and can be formed."""

from __future__ import annotations

import ast
import itertools
import re
import string
from pathlib import Path
from typing import Any

import pytest

import handkit
from handkit.games.president import DECK, TITLES, President
from handkit.words import NUMBERS, VOWELS, Words, nth

WORDS = President().words
PACKAGE = Path(handkit.__file__).parent
SOURCE = (PACKAGE / "games" / "president.py").read_text(encoding="utf-8")
SAID_BY_RULES = [key for key in WORDS.entries if not key.startswith(("title-", "table-"))]
PARTS = {"text", "text_one", "you", "you_one", "right", "right_one", "short"}
# What each kind of place may be filled with.
FILLED: dict[str, list[Any]] = {
    "seat": [0, 3],
    "seats": [[0], [0, 3]],
    "cards": [DECK.mask("7S"), DECK.mask("10H 2C"), 0],
    "number": [0, 1, 4, 10, 52],
    "rank": [0, 5, 8, 12],
    "ranks": [0, 5, 8, 12],
    "a": [0, 5, 8, 11],
    "nth": [1, 2, 3, 4, 11],
    "word": [f"title-{name}" for name in TITLES],
    "": [1, 2, "13, 13"],
}


def literals(node: ast.AST) -> set[str]:
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def names(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def looks_like_a_key(text: str) -> bool:
    return re.fullmatch(r"[a-z]+(-[a-z]+)*", text) is not None


def places(template: str) -> list[tuple[str, str]]:
    """The (name, kind) of each place to fill."""
    return [(name, kind or "") for _, name, kind, _ in string.Formatter().parse(template) if name is not None]


def test_every_key_of_the_rules_has_a_sentence() -> None:
    """The second argument of refuse() and event(), and of what passes it on."""
    keys: set[str] = set()
    for node in ast.walk(ast.parse(SOURCE)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            position = {"refuse": 1, "event": 1, "_tell_place": 3, "_hand_over": 3}.get(node.func.attr)
            if position is not None and len(node.args) > position:
                keys |= literals(node.args[position])
        if isinstance(node, ast.Assign) and any("key" in names(target) for target in node.targets):
            keys |= literals(node.value)
    keys = {key for key in keys if looks_like_a_key(key)}
    assert {"not-held", "lead", "follow", "out", "given-back", "turned-back", "no-cards-led"} <= keys
    assert keys <= set(WORDS.entries), f"no sentence for {sorted(keys - set(WORDS.entries))}"


def test_every_sentence_is_used() -> None:
    used = set[str]()
    for path in PACKAGE.rglob("*.py"):
        used |= literals(ast.parse(path.read_text(encoding="utf-8")))
    used |= {f"title-{name}" for name in TITLES} | {"given-best-unseen", "given-back-unseen"}
    unused = set(WORDS.entries) - used
    assert not unused, f"nothing says {sorted(unused)}"


@pytest.mark.parametrize("key", WORDS.entries)
def test_every_part_can_be_formed(key: str) -> None:
    entry = WORDS.entries[key]
    assert "text" in entry
    assert set(entry) <= PARTS, f"unknown parts: {sorted(set(entry) - PARTS)}"
    for part in entry:
        assert part.removesuffix("_one") in entry, f"{part} stands alone"
    fields = {name: kind.lower() for template in entry.values() for name, kind in places(template)}
    assert set(fields.values()) <= set(FILLED)
    for chosen in itertools.islice(itertools.product(*(FILLED[kind] for kind in fields.values())), 300):
        values = dict(zip(fields, chosen, strict=True))
        for part in PARTS - {"text_one", "you_one", "right_one"}:
            readers: list[tuple[int | None, dict[int, str]]] = [
                (None, {}),
                (0, {0: "Ada", 3: "{Bo}"}),
                (3, {}),
            ]
            for reader, called in readers:
                text = WORDS.say(key, values, part, called, reader, braces=reader == 3)
                assert part in entry or not text
                assert text or part not in entry or "cards" in fields.values()


@pytest.mark.parametrize("key", SAID_BY_RULES)
def test_sentences_begin_large_and_end_with_a_stop(key: str) -> None:
    for part, template in WORDS.entries[key].items():
        if part.removesuffix("_one") == "short":
            continue
        assert template.endswith("."), f"{part}: {template}"
        first = places(template)[:1]
        if template.startswith("{") and first:
            assert first[0][1][:1].isupper() or first[0][1] == "cards", f"{part}: {template}"
        else:
            assert template[0].isupper(), f"{part}: {template}"


def test_a_part_that_an_entry_does_not_have_is_empty() -> None:
    assert WORDS.say("deal", {"round": 1, "counts": "13"}, "right") == ""
    with pytest.raises(KeyError):
        WORDS.say("no-such-key", {})
    with pytest.raises(KeyError):
        WORDS.say("deal", {})


def test_names_readers_and_braces() -> None:
    values = {"seat": 2, "cards": DECK.mask("7H 7S")}
    assert WORDS.say("lead", values) == "Seat 2 leads 7♥ 7♠."
    assert WORDS.say("lead", values, names={2: "ada"}) == "Ada leads 7♥ 7♠."
    assert WORDS.say("lead", values, names={1: "Ada"}) == "Seat 2 leads 7♥ 7♠."
    assert WORDS.say("lead", values, reader=2) == "You lead 7♥ 7♠."
    assert WORDS.say("lead", values, reader=2, names={2: "Ada"}) == "You lead 7♥ 7♠."
    assert WORDS.say("lead", values, reader=0) == "Seat 2 leads 7♥ 7♠."
    assert WORDS.say("lead", values, braces=True) == "Seat 2 leads {7H} {7S}."
    assert WORDS.say("lead", values, "short") == "leads 7♥ 7♠"
    assert WORDS.say("lead", values, names={2: "{x} %s"}) == "{x} %s leads 7♥ 7♠."
    assert WORDS.say("lead-passes-on", {"seat": 2, "winner": 1}, reader=1) == (
        "With you out, the lead passes to seat 2."
    )


def test_one_and_many() -> None:
    many, one = {"seat": 0, "n": 3}, {"seat": 0, "n": 1}
    assert WORDS.say("points", many) == "Seat 0 gets 3 points."
    assert WORDS.say("points", one) == "Seat 0 gets 1 point."
    assert WORDS.say("points", one, reader=0) == "You get 1 point."
    gift = {"n": 2}
    assert WORDS.say("wrong-gift", gift) == "Two cards are to be given, no more and no less."


def test_ranks_in_words() -> None:
    deck_words = Words(
        DECK, {"x": {"text": "{r:A} and {r:a}, {r:Ranks}, {r:rank}; {n:Number} and {n:number}"}}
    )
    assert deck_words.say("x", {"r": DECK.ranks.index("8"), "n": 4}) == "An 8 and an 8, 8s, 8; Four and four"
    assert deck_words.say("x", {"r": DECK.ranks.index("A"), "n": 11}) == (
        "An ace and an ace, Aces, ace; 11 and 11"
    )
    assert deck_words.say("x", {"r": DECK.ranks.index("J"), "n": 0}).startswith("A jack and a jack")
    assert set(VOWELS) & set(DECK.rank_names.values()) == {"8", "ace"}
    assert NUMBERS[10] == "ten"


def test_nth() -> None:
    expected = "1st 2nd 3rd 4th 10th 11th 12th 13th 14th 20th 21st 22nd 23rd 101st 111th 112th"
    assert [nth(int(text[:-2])) for text in expected.split()] == expected.split()
