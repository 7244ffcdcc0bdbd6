"""The sentences: every key that the rules use has its sentence, every sentence is used and can be formed."""

from __future__ import annotations

import ast
import itertools
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import handkit
from handkit import games
from handkit.game import Game
from handkit.games.president import DECK, TITLES, President
from handkit.words import NUMBERS, VOWELS, Words, nth

WORDS = President().words
GAMES = [games.find(name)() for name in games.names()]
ENTRIES = [(game, key) for game in GAMES for key in game.words.entries]
PACKAGE = Path(handkit.__file__).parent
PARTS = {"text", "text_one", "you", "you_one", "right", "right_one", "short", "short_one", "short_you"}
every_entry = pytest.mark.parametrize(("game", "key"), ENTRIES, ids=[f"{g.name}-{key}" for g, key in ENTRIES])


def filled(game: Game) -> dict[str, list[Any]]:
    """What each kind of place may be filled with."""
    deck, words = game.deck, [key for key in game.words.entries if key.startswith(("title-", "suit-"))]
    return {
        "seat": [0, 2],
        "seats": [[0], [0, 2]],
        "whose": [0, 2],
        "cards": [deck.mask(deck.names[9]), deck.mask(deck.names[5:8]), 0],
        "number": [0, 1, 4, 10, 52],
        "rank": [0, 5, 8, 12],
        "ranks": [0, 5, 8, 12],
        "a": [0, 5, 8, 11],
        "nth": [1, 2, 3, 4, 11],
        "each": [["3", "−1"], ["0", "½", "12"]],
        "word": words,
        "": [1, 2, "13, 13"],
    }


def literals(node: ast.AST) -> set[str]:
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def patterns(node: ast.AST) -> list[str]:
    """The texts that are put together in a place, as patterns: f"table-turn-{phase}"."""
    return [
        "".join(
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z0-9-]+"
            for part in n.values
        )
        for n in ast.walk(node)
        if isinstance(n, ast.JoinedStr)
        and (_constant(n.values[0], "[a-z]+-") or _constant(n.values[-1], "-[a-z]+"))
    ]


def _constant(part: ast.expr, pattern: str) -> bool:
    return isinstance(part, ast.Constant) and re.match(pattern, str(part.value)) is not None


def texts(node: ast.AST, place: int | None = None) -> set[str]:
    """The texts that an expression may be, in either branch of a condition; of a tuple, those at a place."""
    match node:
        case ast.IfExp():
            return texts(node.body, place) | texts(node.orelse, place)
        case ast.Tuple() if place is not None:
            return texts(node.elts[place])
        case ast.Constant(value=str(text)) if place is None:
            return {text}
    return set()


def assigned(function: ast.AST, name: str) -> set[str]:
    """The texts that a variable may hold in a function."""
    found = set[str]()
    for node in ast.walk(function):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            assert isinstance(node, ast.Assign)
            if isinstance(target, ast.Tuple):
                for place, part in enumerate(target.elts):
                    if isinstance(part, ast.Name) and part.id == name:
                        found |= texts(node.value, place)
            elif isinstance(target, ast.Name) and target.id == name:
                found |= texts(node.value)
    return found


SAYING = {"refuse": 1, "event": 1, "refuse_play": 0, "say": 0, "_said": 0}  # which argument is the key


def said(source: str) -> Iterator[tuple[str, ast.Call]]:
    """Each key with the call that refuses, tells or says it: `refuse("P2.3", "not-stronger", …)`."""
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                place = SAYING.get(node.func.attr, len(node.args))
                for key in node.args[place : place + 1]:
                    names = assigned(function, key.id) if isinstance(key, ast.Name) else texts(key)
                    yield from ((name, node) for name in names)


def keys_said(source: str) -> set[str]:
    return {key for key, _ in said(source)}


def places(template: str) -> list[tuple[str, str]]:
    """The (name, kind) of each place to fill."""
    return [(name, kind or "") for _, name, kind, _ in string.Formatter().parse(template) if name is not None]


@pytest.mark.parametrize("game", GAMES, ids=games.names())
def test_every_key_has_a_sentence(game: Game) -> None:
    name = game.name.replace("-", "_")
    files = [PACKAGE / folder / f"{name}.py" for folder in ("games", "table/scenes")]
    keys = set[str]().union(*(keys_said(file.read_text(encoding="utf-8")) for file in files if file.exists()))
    assert len(keys) > 20
    assert keys <= set(game.words.entries), f"no sentence for {sorted(keys - set(game.words.entries))}"


@pytest.mark.parametrize("game", GAMES, ids=games.names())
def test_every_refusal_and_event_has_what_its_sentence_names(game: Game) -> None:
    source = (PACKAGE / "games" / f"{game.name.replace('-', '_')}.py").read_text(encoding="utf-8")
    calls = [(key, call) for key, call in said(source) if all(value.arg for value in call.keywords)]
    assert len(calls) > 15
    for key, call in calls:
        named = {name for part in game.words.entries[key].values() for name, _ in places(part)}
        missing = named - {value.arg for value in call.keywords}
        assert not missing, f"{key} in line {call.lineno} lacks {sorted(missing)}"


def test_keys_in_variables_are_found() -> None:
    keys = keys_said((PACKAGE / "games/president.py").read_text(encoding="utf-8"))
    assert {"not-stronger", "not-stronger-turned", "follow", "lead", "gave-already", "gives-nothing"} <= keys


def test_every_sentence_is_used() -> None:
    used, made = set[str](), list[str]()
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        used |= literals(tree)
        made += patterns(tree)
    used |= {f"title-{name}" for name in TITLES} | {"given-best-unseen", "given-back-unseen"}
    used |= {f"{key}-{suits}" for key in ("beats", "fails") for suits in ("equal", "greater", "lesser")}
    unused = [
        f"{game.name} {key}"
        for game, key in ENTRIES
        if key not in used and not any(re.fullmatch(pattern, key) for pattern in made)
    ]
    assert not unused, f"nothing says {unused}"


@every_entry
def test_every_part_can_be_formed(game: Game, key: str) -> None:
    words, values_of = game.words, filled(game)
    entry = words.entries[key]
    assert "text" in entry
    assert set(entry) <= PARTS, f"unknown parts: {sorted(set(entry) - PARTS)}"
    for part in entry:
        assert part.removesuffix("_one") in entry, f"{part} stands alone"
    fields = {name: kind.lower() for template in entry.values() for name, kind in places(template)}
    assert set(fields.values()) <= set(values_of)
    for chosen in itertools.islice(itertools.product(*(values_of[kind] for kind in fields.values())), 200):
        values = dict(zip(fields, chosen, strict=True))
        for part in PARTS - {"text_one", "you_one", "right_one", "short_one"}:
            readers: list[tuple[int | None, dict[int, str]]] = [
                (None, {}),
                (0, {0: "Ada", 2: "{Bo}"}),
                (2, {}),
            ]
            for reader, called in readers:
                text = words.say(key, values, part, called, reader, braces=reader == 2)
                assert part in entry or not text
                assert text or part not in entry or "cards" in fields.values()


@every_entry
def test_sentences_begin_large_and_end_with_a_stop(game: Game, key: str) -> None:
    for part, template in game.words.entries[key].items():
        if part.startswith("short") or key.startswith(("title-", "table-", "suit-")):
            continue
        assert template.endswith("."), f"{part}: {template}"
        first = places(template)[:1]
        if template.startswith("{") and first:
            assert first[0][1][:1].isupper() or first[0][1] in ("cards", ""), f"{part}: {template}"
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


def test_whose() -> None:
    whose = Words(DECK, {"x": {"text": "{a:Whose} card, {a:whose} card"}})
    assert whose.say("x", {"a": 1}) == "Seat 1's card, seat 1's card"
    assert whose.say("x", {"a": 1}, names={1: "Ada"}, reader=0) == "Ada's card, Ada's card"
    assert whose.say("x", {"a": 1}, names={1: "Ada"}, reader=1) == "Your card, your card"


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
