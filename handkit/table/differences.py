"""Scenes as differences, for a page that replays a match: each scene as what it changes in the one before.

A change is

    a number              the value of that number in a list of values; -1 for what is gone
    {"key": change, …}    changes inside an object by key, or inside a list by place

The values stand in a list of their own as most of them come again, such as a prompt or a badge.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from handkit.table.scene import Scene

GONE = -1
Change = int | dict[str, "Change"]


def differences(scenes: Sequence[Scene]) -> tuple[list[Any], list[Change]]:
    """The values, and the change that makes each scene of the one before; the first is made of `{}`."""
    numbers: dict[str, int] = {}  # of values, by their text
    changes = [_numbered(_step(old, new), numbers) for old, new in pairwise([{}, *scenes])]
    return [json.loads(text) for text in numbers], changes


# Until the values have numbers, [value] stands for a value, and [] for what is gone.


def _step(old: Any, new: Any) -> Any:
    """What makes `new` of `old`, in the shorter way: the changes inside, or all of it."""
    ways: list[Any] = [[new]]
    if isinstance(old, dict) and isinstance(new, dict):
        ways.append(_inside(old, new))
    elif isinstance(old, list) and isinstance(new, list):
        ways += [_inside(dict(enumerate(old)), dict(enumerate(new))), *_taken_out(old, new)]
    return min(ways, key=lambda way: len(_text(way)))


def _text(value: Any) -> str:
    return json.dumps(value)  # two values are the same if their texts are: True is not 1


def _inside(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> dict[str, Any]:
    gone: dict[str, Any] = {str(key): [] for key in old if key not in new}
    added = {str(key): [value] for key, value in new.items() if key not in old}
    changed = {
        str(key): _step(old[key], new[key])
        for key in old
        if key in new and _text(old[key]) != _text(new[key])
    }
    return gone | added | changed


def _taken_out(old: list[Any], new: list[Any]) -> list[dict[str, Any]]:
    """The places whose items are gone, if that is all that happened to a list: a card has left a hand."""
    gone, left = dict[str, Any](), [_text(item) for item in new]
    for place, item in enumerate(old):
        if left and _text(item) == left[0]:
            del left[0]
        else:
            gone[str(place)] = []
    return [] if left else [gone]


def _numbered(way: Any, numbers: dict[str, int]) -> Change:
    if isinstance(way, dict):
        return {key: _numbered(inside, numbers) for key, inside in way.items()}
    return numbers.setdefault(_text(way[0]), len(numbers)) if way else GONE
