"""Every public name is called with wrong arguments: what comes is a sentence, and nothing has changed.

The names are found by looking, so a new one is tried by itself; where it needs an argument that nothing here
has yet, or a thing to be called on, the test says so.
"""

from __future__ import annotations

import importlib
import inspect
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from handkit import DEALER, Game, HangIn, Match, President, Reserves, WhatIf, beliefs, bots, rulebook
from handkit.bots.own import PlayerError
from handkit.games import hang_in, president, reserves
from handkit.lesson import asks, bot_exercise, drill, exercise, predict, progress, verdicts
from handkit.simulate import Comparison, tournament
from handkit.table import Table

MODULES = (
    "handkit", "handkit.table", "handkit.lesson", "handkit.lesson.asks", "handkit.games", "handkit.bots",
    "handkit.rulebook", "handkit.match", "handkit.simulate", "handkit.belief", "handkit.what_if",
    "handkit.testing",
)  # fmt: skip
GAMES = [President(rounds=2), HangIn(), Reserves()]
OTHERS_MOVES = {"president": hang_in.HOLD, "hang-in": reserves.DRAW, "reserves": president.PASS}
WRONG: list[Any] = [None, True, -1, 99, "x", [], {}, object(), int, 10**30]

INSIDE = (KeyError, IndexError, AttributeError, RecursionError, AssertionError, NameError, ZeroDivisionError)
NO_SENTENCE = re.compile(
    r"object is not|has no attribute|unexpected keyword|missing \d+ required|not supported between|"
    r"unsupported operand|not iterable|not subscriptable|must be str|positional argument|\bNoneType\b|"
    r"can only concatenate|invalid literal|object cannot|expected str"
)
# Left to themselves: what only a game or the program calls with what it has made itself, at full speed or for
# itself; and the checks that `check_game` puts together.
TRUSTED = {
    "along", "answering", "apart", "beside", "cap", "chance", "choose", "companion", "drawn",
    "event", "faces", "faults", "first_active", "generator", "is_clear", "is_ours",
    "is_registered", "judge", "keep_stills", "knows_hand", "line", "looked_into", "made_from",
    "name_from", "next_to_act", "own", "parse_record", "play_now", "progress_bar", "random_move",
    "read_record", "refuse", "refuse_play", "register", "say", "settlement", "shown",
    "standard_error", "start", "tell_apart",
    "telling", "think", "to_choose", "to_json", "visible_to", "with_names",
    "write_whole",
}  # fmt: skip
OF_TESTING = {"check_game", "every_option"}  # the rest of `handkit.testing` are its parts
# Made by the program and handed out; or an error; or what somebody derives from.
FUNCTIONS = {
    "goal",
    "wanted",
    "progress",
    "listener",
}  # a class is one too; what it then does is its own affair
HANDED_OUT = {
    "Answer", "AnyGame", "Ask", "Asked", "Bars", "Beliefs", "Bot", "BotExercise", "Chart", "Chooser",
    "Comparison", "Drill", "Effort", "Estimate", "Event", "Exercise", "Game", "Guest", "Hidden",
    "HistoryEntry", "Index", "Inspector", "Levels", "Line", "Moment", "Move", "NamesBySeat", "OneGame",
    "Outcome", "Part", "Played", "Problem", "Progress", "Question", "Refusal", "Registry", "Report",
    "Result", "Reveal", "Rule", "Rulebook", "Shown", "State", "Thought", "Tried", "View",
}  # fmt: skip
COSTLY = {"deals", "samples", "n", "seeds"}  # 99 of these is right, and slow; few are given


def begun(game: Game) -> Match:
    """A match in which a seat is to move."""
    match = Match(game, "monday", bots={1: "easy"})
    while match.to_move == DEALER:
        match.deal()
    return match


@cache
def result() -> Any:
    return tournament(President(), ["easy", "normal"], 1)


def things(game: Game) -> dict[str, Any]:
    """What methods are called on."""
    match = begun(game)
    state, move = match.state, str(match.state.moves()[0])
    rng = random.Random(1)
    view = match.view(state.actors[0])
    return {
        "game": game,
        "Match": match,
        "state": state,
        "view": view,
        "WhatIf": WhatIf(view, [move], 1, "easy", 1),
        "Beliefs": beliefs(view, rng, 2),
        "Result": result(),
        "Comparison": Comparison(1, 1),
        "Rulebook": rulebook(game),
        "Table": Table(match),
        "Question": predict(state, asks.legal(move)),
        "Drill": drill(game, n=1),
        "Exercise": exercise("Play.", state, lambda match, seat: True, solution=[], reader=state.actors[0]),
        "BotExercise": bot_exercise("Win.", game, solution="", deals=1),
        "Progress": progress(),
        "Problem": predict(state, asks.legal(move)).problem,
        "Ask": asks.legal(move),
    }


def right(game: Game, made: dict[str, Any], folder: Path) -> dict[str, Any]:
    """A right argument for each name of a parameter."""
    match, state, view = made["Match"], made["state"], made["view"]
    move = str(state.moves()[0])
    return {
        "game": game, "match": match, "state": state, "view": view, "now": state, "before": state,
        "after": state, "position": state, "start": state, "seat": state.actors[0], "move": move,
        "moves": [move], "level": "easy", "bots": ["easy"] * game.players,
        "bot": bots.bot(game, "easy"), "seed": "a", "rng": random.Random(1), "chance": 1,
        "entrants": ["easy"], "deals": 1, "samples": 1, "seeds": [], "n": 1, "name": "Ada",
        "path": folder / "x", "names": {0: "Ada"}, "rule": next(iter(rulebook(game))), "rules": (),
        "id": next(iter(rulebook(game))), "ids": (), "ask": asks.legal(move), "text": "Play.",
        "solution": [], "goal": lambda match, seat: True, "folder": folder,
        "answers": (verdicts(state, move),), "events": match.events, "said": None, "values": {"a": 1},
        "wanted": lambda state: True, "data": state.to_json(), "listener": lambda: None, "moment": 0,
        "others": ("normal",), "reader": 0, "value": lambda state: 1, "answer": lambda state: True,
        "choices": ["a", "b"], "share": 0.5, "another": None, "hands": [""] * game.players,
        "notebook": folder / "x.ipynb", "book": rulebook(game), "root": folder, "heading": "Rules",
        "index": None, "blank": "seat", "problem": made["Problem"], "keep": None, "code": None,
        "cards": 1, "kind": "legal", "about": {}, "title": "", "front": 0, "head": "", "lines": [],
        "texts": (), "choose": lambda view: view.moves()[0], "inspector": None,
        "message": {"type": "ready"}, "error": PlayerError(bots.bot(game, "easy"), 0, "stops.", "stops."),
    }  # fmt: skip


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """The public functions and classes of all modules."""
    seen = set()
    for module in map(importlib.import_module, MODULES):
        own = [
            name
            for name, value in vars(module).items()
            if getattr(value, "__module__", "") == module.__name__
        ]
        for name in getattr(module, "__all__", own):
            value = getattr(module, name)
            wanted = module.__name__ != "handkit.testing" or name in OF_TESTING
            if name.startswith("_") or not callable(value) or name in TRUSTED or not wanted or value in seen:
                continue
            seen.add(value)
            if inspect.isclass(value) and (issubclass(value, Exception | Game) or name in HANDED_OUT):
                continue
            if isinstance(value, FunctionType) or inspect.isclass(value):
                yield f"{module.__name__}.{name}", value


def methods(made: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The public methods of all things, as they are written in handkit: the thing and the method."""
    for name, thing in made.items():
        for kind in type(thing).__mro__:
            if kind.__module__.startswith("handkit"):
                for each, value in vars(kind).items():
                    plain = isinstance(value, FunctionType | classmethod)
                    if plain and not each.startswith("_") and each not in TRUSTED:
                        yield name, each


Call = tuple[str, tuple[Any, ...], dict[str, Any]]  # what it is called, and its arguments


def wrong_calls(function: Any, given: dict[str, Any], label: str) -> Iterator[Call]:
    """All other arguments right and one wrong, for each argument and each wrong value."""
    parameters = inspect.signature(function).parameters
    needed, named = dict[str, Any](), dict[str, Any]()
    for name, one in parameters.items():
        if one.kind is one.POSITIONAL_OR_KEYWORD and (one.default is one.empty or name in COSTLY):
            needed[name] = _of(given, name, label)
        elif one.kind is one.KEYWORD_ONLY and (one.default is one.empty or name in COSTLY):
            named[name] = _of(given, name, label)
    for name, one in parameters.items():
        for value in (*WRONG, OTHERS_MOVES[given["state"].game.name]):
            anything = one.annotation == "object" or one.kind is one.VAR_KEYWORD
            function_of_theirs = value is int and name in FUNCTIONS
            if anything or function_of_theirs or (value == 99 and name in COSTLY):
                continue
            called = f"{label}({name}={value!r:.40})"
            if one.kind is one.VAR_POSITIONAL:
                yield called, (*needed.values(), value), named
            else:
                yield called, (), needed | named | {name: value}


def _of(given: dict[str, Any], name: str, label: str) -> Any:
    assert name in given, f"{label} needs {name!r}: say in `right` what is a right one"
    return given[name]


def fault(called: Callable[..., Any], args: tuple[Any, ...], named: dict[str, Any]) -> str:
    """What is wrong with how wrong arguments are answered; "" when nothing is."""
    try:
        found = called(*args, **named)
        if isinstance(found, Iterator):
            next(found, None)
    except Exception as error:
        said = str(error)
        inside = type(error) in INSIDE or (isinstance(error, INSIDE) and not isinstance(error, ValueError))
        if inside or NO_SENTENCE.search(said) or not re.search(r"\w .*[.)?]\s*$", said, re.S):
            return f"{type(error).__name__}: {said}"
    return ""


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_wrong_arguments_are_answered_with_a_sentence(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    faults = dict[str, str]()
    made = things(game)
    given = right(game, made, tmp_path)
    match: Match = made["Match"]
    before = match.record()
    for label, function in functions():
        for called, args, named in wrong_calls(function, given, label):
            faults[called] = fault(function, args, named)
            assert match.record() == before, called
    for name, method in methods(made):
        thing = made[name]
        for called, args, named in wrong_calls(getattr(thing, method), given, f"{name}.{method}"):
            on = thing.copy() if name in ("Match", "state") else thing
            if name == "Table":
                on = made["Table"] = (
                    made["Table"] if made["Table"].match.record() == before else Table(begun(game))
                )
            held = on.record() if name == "Match" else on.match.record() if name == "Table" else None
            faults[called] = fault(getattr(on, method), args, named)
            if faults[called] and held:
                assert held == (on.record() if name == "Match" else on.match.record()), called
    told = [f"{called}: {wrong}" for called, wrong in faults.items() if wrong]
    assert not told, f"{len(told)} of {len(faults)}:\n" + "\n".join(told)
