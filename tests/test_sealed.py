"""A record is a sealed envelope: what is said of a damaged or hostile one is whole sentences and no card."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handkit import Game, HangIn, Match, President, RecordError, Reserves
from handkit.__main__ import main
from handkit.cards import CardError, Deck
from handkit.game import ParseError, PositionError
from handkit.lesson import handins, memory
from handkit.table import Table

GAMES: tuple[Game, ...] = (President(rounds=2), HangIn(target=10), Reserves())
MANY = settings(max_examples=150, derandomize=True, deadline=None, database=None)
Path_ = tuple[Any, ...]


@cache
def record(game: Game) -> Any:
    """A match of this game in progress, as a record."""
    match = Match(game, seed="sealed")
    rng = random.Random(1)
    for _ in range(30):
        if match.outcome:
            break
        match.deal() if match.to_move == -1 else match.play(match.state.random_move(rng))
    return json.loads(json.dumps(match.record()))


@cache
def from_position(game: Game) -> Any:
    """The same, begun at a position in the middle of a round."""
    middle = Match.from_record(record(game))
    middle.goto(12)
    match = Match(game, seed="sealed", start=middle.state)
    match.play(match.state.random_move(random.Random(2)))
    return json.loads(json.dumps(match.record()))


def leaves(data: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The ways to all values in some JSON, lists and dictionaries included."""
    yield path
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield from leaves(data[key], (*path, key))


def names_a_card(deck: Deck, text: str) -> list[str]:
    """The cards that a text names: in letters, signs or words, or as the cut-off end of a quotation."""
    signs = [*deck.names, *deck.symbols, *(name.lower() for name in deck.names if name[0].isdigit())]
    words = [deck.words(card) for card in range(deck.size)]
    found = "|".join(map(re.escape, sorted([*signs, *words], key=len, reverse=True)))
    return re.findall(rf"(?<!\w)(?:{found}|\w{{1,2}}(?=…))(?!\w)", text)


def whole(text: str) -> bool:
    """Whether a text is made of whole sentences."""
    return text[:1].isupper() and text.endswith((".", ".)")) and "##" not in text


def damage(data: Any, draw: Callable[..., Any], deck: Deck) -> Any:
    """Some JSON with one thing in it changed, as by accident or on purpose."""
    data = copy.deepcopy(data)
    path = draw(st.sampled_from(list(leaves(data))[1:]))
    place = data
    for step in path[:-1]:
        place = place[step]
    old, last = place[path[-1]], path[-1]
    card = draw(st.integers(0, deck.size - 1))
    others: list[Any] = [None, True, -7, 10**30, [], {}, "", [[0]], "pass", deck.name(card), deck.words(card)]
    if isinstance(old, str):
        cut = draw(st.integers(0, len(old)))
        words = old.split()
        others += [old[:cut], old[cut:], old + " " + deck.symbol(card), old.replace(" ", "", 1), old.lower()]
        others += [" ".join(reversed(words)), " ".join(words[:-1] + words[:1]), f"give {old}", f"{old}X"]
    if isinstance(old, int):
        others += [old + 1, old - 1, str(old)]
    if isinstance(old, list):
        others += [old[:-1], [*old, *old[:1]], old[::-1]]
    new = draw(st.sampled_from(others))
    in_its_place = path[0] in ("lines", "start", "matches", "answers", "line", "at", "opened")
    if isinstance(new, str) and not in_its_place and names_a_card(deck, new):
        return data  # a card in place of a level or an option is not hidden
    place[last] = new
    return data


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@MANY
@given(st.data())
def test_an_error_of_a_record_names_no_card(game: Game, data: st.DataObject) -> None:
    whose = record if data.draw(st.booleans()) else from_position
    damaged = damage(whose(game), data.draw, game.deck)
    try:
        Match.from_record(damaged)
    except RecordError as error:
        told = str(error)
        if damaged["line"] == whose(game)["line"]:  # its name is not hidden
            assert not names_a_card(game.deck, told), told
        assert whole(told), told


def handed_in(game: Game) -> dict[str, Any]:
    """A file to hand in with a match and questions about it."""
    position = from_position(game)["start"]
    state = game.state(position)
    seat = state.to_move
    answer = {
        "game": game.name, "options": game.to_json(), "reader": seat, "origin": None, "position": position,
        "ask": {"kind": "legal", "move": str(state.moves()[0])}, "said": ["yes"], "right": True, "rule": "",
        "kind": "legal",
    }  # fmt: skip
    data: dict[str, Any] = {
        "version": "0", "session": "s", "name": "Ada", "code": "", "learner": "", "date": "2024-01-01",
        "answers": [answer], "matches": [record(game)], "exercises": [],
    }  # fmt: skip
    return data


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@settings(max_examples=40, derandomize=True, deadline=None, database=None)
@given(st.data())
def test_what_is_said_of_a_file_to_hand_in_names_no_card(game: Game, data: st.DataObject) -> None:
    damaged = damage(handed_in(game), data.draw, game.deck)
    damaged |= {handins.FORM: 1, "checksum": memory.checksum(damaged)}
    if data.draw(st.booleans()):
        del damaged[data.draw(st.sampled_from(sorted(damaged)))]
    told = judged(json.dumps(damaged)).replace(str(damaged.get("name")), "")
    assert not names_a_card(game.deck, told), told
    assert "##" not in told


def judged(text: str) -> str:
    """What `verify` says of a file."""
    import io
    import tempfile
    from contextlib import redirect_stdout

    out = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(out):
        file = Path(folder) / "x.json"
        file.write_text(text)
        main(["verify", str(file)])
    return out.getvalue().partition("x.json: ")[2]


def test_whole_sentences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever lies in a folder, what is said of it is a sentence."""
    (tmp_path / "a.json").write_text('{"hello": 1}')
    (tmp_path / "b.json").write_text(f'{{"{handins.FORM}": 1}}')
    (tmp_path / "c.json").write_text(f'{{"x": "{handins.FORM}"}}')
    assert main(["verify", str(tmp_path)]) == 1
    told = [line.partition("FAILED: ")[2] for line in capsys.readouterr().out.splitlines()]
    assert told[0] == told[2] == "This is neither a record of a match nor a file that was handed in."
    assert all(map(whole, told))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_errors_say_it_with_and_without_cards(game: Game) -> None:
    card = game.deck.name(5)
    for text in (f"dance {card}", f"give {card} {card}X", f"9{card}"):
        with pytest.raises(ValueError, match=r"is not a card|is no move") as caught:
            game.parse(text)
        assert names_a_card(game.deck, str(caught.value))
        assert isinstance(caught.value, ParseError | CardError)
        assert whole(caught.value.sealed) and not names_a_card(game.deck, caught.value.sealed)
    position = copy.deepcopy(from_position(game)["start"])
    for field in position:
        with pytest.raises(PositionError) as wrong:
            game.state({**position, field: card})
        assert whole(wrong.value.sealed) and not names_a_card(game.deck, wrong.value.sealed)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_table_that_is_given_such_a_file_says_no_card(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    damaged = copy.deepcopy(record(game))
    damaged["lines"]["main"][1][1] += " " + game.deck.symbol(7)
    Path("m.json").write_text(json.dumps(damaged))
    with pytest.raises(RecordError) as caught:
        Table.load("m.json")
    assert not names_a_card(game.deck, str(caught.value))
