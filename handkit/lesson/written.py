"""Answers written down with their questions, so that they can be judged once more elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from handkit import games
from handkit.cards import shorten
from handkit.game import Game
from handkit.lesson.asks import Ask, Problem
from handkit.lesson.generators import WAY, check_rule, make
from handkit.lesson.solution import AskError

FIRST, RETRY, SHOWN = "first", "retry", "shown"  # how a question was answered; shown: it was not

_QUESTION = ("game", "options", "reader", "origin", "position", "ask")  # fields of an answer that make it


def written(problem: Problem, said: Sequence[str], right: bool, tried: str = FIRST) -> dict[str, Any]:
    """An answer as plain JSON: how its question was made, or else the position and what was asked."""
    made: dict[str, Any] = {"origin": None, "position": None, "ask": None}
    if problem.origin is not None:
        made["origin"] = dict(problem.origin)
    elif problem.ask.is_data:
        made["position"], made["ask"] = problem.state.to_json(), problem.ask.to_json()
    return {
        "game": problem.game.name,
        "options": problem.game.to_json(),
        "reader": problem.reader,
        **made,
        "kind": problem.ask.kind,
        "rule": problem.practises,
        "said": list(said),
        "right": right,
        "tried": tried,
    }


def identity(answer: Mapping[str, Any]) -> str:
    """What tells one question from another, of an answer that `written` wrote. Raises KeyError, and TypeError
    for what is no JSON."""
    return json.dumps([answer[name] for name in _QUESTION], sort_keys=True)


def from_identity(text: str) -> Problem:
    """The question that an identity tells. Raises what `question_of` raises."""
    return question_of(dict(zip(_QUESTION, json.loads(text), strict=True)))


def identity_of(problem: Problem) -> str:
    """The identity of a question, of one that only its notebook can put too."""
    own = [] if problem.origin or problem.ask.is_data else [problem.state.to_json(), problem.text]
    return identity(written(problem, (), False)) + (json.dumps(own, sort_keys=True) if own else "")


def question_of(answer: Mapping[str, Any]) -> Problem:
    """The question of an answer that `written` wrote, made again from its seed or its position. Raises
    AskError, NotFound and the like for anything else: it may hold whatever a stranger's file holds."""
    game: Game = games.find(answer["game"])(**answer["options"])
    origin = answer["origin"]
    if origin is None:
        return Problem(game.state(answer["position"]), ask_from_json(answer["ask"]), answer["reader"], "")
    rule, seed, form = (origin[name] for name in ("rule", "seed", "form"))
    if not all(isinstance(one, str) and len(one) < 300 for one in (rule, seed, form)):
        raise AskError("The origin of a question is of texts.")
    way = origin.get("way", 1)  # version 0.1 did not write it
    if type(way) is not int or not 0 < way <= WAY:
        raise AskError("The question was made by another version of handkit.")
    check_rule(game, rule, form)
    return make(game, rule, seed, form, way)


def ask_from_json(data: Any) -> Ask:
    """The ask that `to_json` wrote. Raises AskError for anything else."""
    if not isinstance(data, dict) or not isinstance(data.get("kind"), str) or data["kind"] not in _FIELDS:
        raise AskError(f"A question has one of these kinds: {', '.join(_FIELDS)}.")
    about = {name: value for name, value in data.items() if name != "kind"}
    kind = data["kind"]
    for name, value in about.items():
        if name not in (*_FIELDS[kind], "text", "cite", "aside") or not _SHAPES[name](value):
            raise AskError(f"The field {shorten(name)} of a question {kind} is not as it should be.")
    if missing := _NEEDED.get(kind, set()) - set(about):
        raise AskError(f"A question {kind} needs {', '.join(sorted(missing))}.")
    return Ask.of(kind, **{name: _asked(value) for name, value in about.items()})


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 1000


def _is_asked(value: Any) -> bool:
    pair = isinstance(value, list) and len(value) == 2 and type(value[0]) is int and _is_text(value[1])
    return pair or _is_text(value)


def _is_claim(value: Any) -> bool:
    """A key, and numbers, texts and lists of numbers by name."""
    if not (
        isinstance(value, list) and len(value) == 2 and _is_text(value[0]) and isinstance(value[1], dict)
    ):
        return False
    plain = (
        type(one) is int or _is_text(one) or _all(one, lambda v: type(v) is int) for one in value[1].values()
    )
    return all(_is_text(name) for name in value[1]) and all(plain)


def _all(value: Any, one: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and len(value) <= 100 and all(one(part) for part in value)


def _asked(value: Any) -> Any:
    """Pairs of a seat and a move as tuples."""
    if isinstance(value, list):
        return tuple(tuple(part) if isinstance(part, list) else part for part in value)
    return value


_SHAPES: dict[str, Callable[[Any], bool]] = {
    "move": _is_text,
    "moves": lambda v: _all(v, _is_asked),
    "after": lambda v: _all(v, _is_asked),
    "others": lambda v: _all(v, _is_text),
    "claims": lambda v: _all(v, _is_claim),
    "among": lambda v: _all(v, _is_text),
    "seat": lambda v: type(v) is int,
    "index": lambda v: type(v) is int,
    "rule": _is_text,
    "blank": _is_text,
    "name": _is_text,
    "text": _is_text,
    "cite": lambda v: _is_text(v) or _all(v, _is_text),
    "aside": _is_text,
    "lead": lambda v: v is True,
    "only": lambda v: v is True,
}
_FIELDS = {
    "legal": ("move", "seat", "after"), "which": ("moves", "seat", "after"),
    "who-moves": ("after", "lead", "others"),
    "refused-by": ("move", "among", "seat", "after"), "happens": ("moves", "others", "claims", "only"),
    "announced": ("moves", "among"), "gap": ("moves", "rule", "blank", "seat"), "playable": (),
    "count": ("seat", "after"), "field": ("name", "index", "after"), "wins": ("after",),
}  # fmt: skip
_NEEDED = {
    "legal": {"move"}, "refused-by": {"move"}, "gap": {"rule", "moves"}, "count": {"seat"}, "field": {"name"},
    "happens": {"moves"}, "announced": {"moves"},
}  # fmt: skip
