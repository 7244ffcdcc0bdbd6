"""What the `position` of a game takes, as places for cards, seats and numbers.

It is read from the signature of `position`: what an argument is, its annotation says in the words of
`handkit.fields`, or else the field of the state that has its name; what it means, a line of the docstring
that begins with its name. So a house rule can be set up too, and anybody's own game.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from handkit.fields import hints_of, inside, is_row, kind_of, listed, meaning
from handkit.game import Game, Setup

# What one value is. Cards "in order" have a first and a last; "seats" are some seats in their order. A "row"
# is two seats and cards which lie elsewhere as well.
Kind = Literal["cards", "in order", "seat", "seats", "row", "switch", "number", "text", "move"]
Many = Literal["", "by seat", "list"]  # one value, one for each seat, or as many as there are
MARKS: Mapping[Any, Kind] = {
    "cards": "cards", "card": "cards", "cards in order": "in order",
    "seat": "seat", "seats": "seats", "move": "move",
}  # fmt: skip
PLAIN: Mapping[Any, Kind] = {bool: "switch", int: "number", str: "text"}
NOTHING: Mapping[str, Any] = {"seat": 0, "switch": False, "number": 0, "seats": []}
LINE = re.compile(r" *(\w+)  +(\S.*)")  # of a docstring: a name, and what it means
MORE = re.compile(r" {4,}(\S.*)")  # and what follows of that


class Shape(NamedTuple):
    """What an annotation says of an argument."""

    kind: Kind
    many: Many = ""
    or_none: bool = False
    sign: tuple[str, str] = ("", "")  # what may stand among cards in order, and what that means


@dataclass(frozen=True)
class Place:
    """One argument of `position`."""

    name: str
    help: str
    shape: Shape
    default: Any  # in plain lists, texts and numbers
    needed: bool  # whether it has no default, and so has to be given
    by_name: bool  # whether it is given by its name

    @property
    def label(self) -> str:
        return self.name.replace("_", " ").capitalize()

    @property
    def holds_cards(self) -> bool:
        """Whether a card that is put here lies nowhere else. A move names cards that lie on the table."""
        return self.shape.kind in ("cards", "in order", "move")

    @property
    def takes_cards(self) -> bool:
        """Whether cards can be put here."""
        return self.holds_cards or self.shape.kind == "row"

    def empty(self, players: int) -> Any:
        """What is here before anything is."""
        if self.shape.many != "by seat":
            nothing = [] if self.shape.many else NOTHING.get(self.shape.kind, "")
            return nothing if self.needed else self.default
        nothing = "" if self.shape.kind not in NOTHING else NOTHING[self.shape.kind] if self.needed else None
        return self.default or [nothing] * players

    def argument(self, value: Any) -> Any:
        """What is here, as `position` is given it. What is empty for each seat is as by default."""
        if self.shape.kind == "row":
            return [tuple(row) for row in value]
        if self.shape.many != "by seat" or self.needed:
            return value
        if not any(one not in ("", None) for one in value):
            return self.default
        return [NOTHING[self.shape.kind] if one is None else one for one in value]


def can_be_set_up(game: Game | type[Game]) -> bool:
    """Whether a game has a `position`."""
    return game.setup.position is not Setup.position


def places(game: type[Game]) -> list[Place]:
    """The arguments of a game's `position`, apart from its options. What is of none of these kinds is left
    out. Raises TypeError where it cannot be left out, and for a game without a `position`."""
    if not can_be_set_up(game):
        raise TypeError(f"{game.title} has no position(), so there is nothing to set up.")
    setup = game.setup(game)
    hints, fields, helps = _hints(setup.position), hints_of(game.State), _helps(setup.position)
    found = []
    for one in setup.takes():
        name, hint = one.name, one.annotation
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) or name in game.options():
            continue
        if hint is one.empty or isinstance(hint, str):
            hint = hints.get(name)
        needed, by_name = one.default is one.empty, one.kind is one.KEYWORD_ONLY
        if shape := _declared(hint, fields.get(name)):
            default = None if needed else listed(one.default)
            found.append(Place(name, helps.get(name, ""), shape, default, needed, by_name or not needed))
        elif needed:
            raise TypeError(f"{game.title}.position() needs {name!r}, and its annotation does not say what.")
    return found


def _hints(position: Any) -> Mapping[str, Any]:
    try:
        return get_type_hints(inspect.unwrap(getattr(position, "__func__", position)), include_extras=True)
    except Exception:  # somebody's own annotation may name what Python does not find
        return {}


def _helps(position: Any) -> Mapping[str, str]:
    """What the docstring says of each argument."""
    found: dict[str, str] = {}
    name = ""
    for line in (inspect.getdoc(position) or "").splitlines():
        if begins := LINE.fullmatch(line):
            name, found[name] = begins[1], begins[2]
        elif name and (more := MORE.fullmatch(line)):
            found[name] += f" {more[1]}"
        else:
            name = ""
    return found


def _declared(*hints: Any) -> Shape | None:
    """The shape by an argument's annotation; where that is a plain type, rather by the field's."""
    shapes = [shape for shape in map(_shape, hints) if shape]
    return next((shape for shape in shapes if shape.kind not in PLAIN.values()), next(iter(shapes), None))


def _shape(hint: Any) -> Shape | None:
    """What an annotation says; None where it says nothing of these kinds."""
    mark, plain = meaning(hint)
    origin = get_origin(plain) or plain
    if mark == "by seat":
        return _many(plain, "by seat")
    if isinstance(origin, type) and issubclass(origin, Sequence) and origin is not str:
        listed_kind = kind_of(plain)
        if listed_kind in ("seat", "card"):
            return Shape("seats" if listed_kind == "seat" else "in order")
        return _many(plain, "list")
    kind = MARKS.get(mark) or PLAIN.get(origin)
    if kind is None:
        return None
    annotated = next((one for one in (hint, *get_args(hint)) if hasattr(one, "__metadata__")), None)
    _, *sign = annotated.__metadata__ if annotated is not None else ("",)
    in_order = kind == "in order" and len(sign) == 2
    return Shape(kind, "", NoneType in get_args(hint), (sign[0], sign[1]) if in_order else ("", ""))


def _many(plain: Any, many: Many) -> Shape | None:
    """The shape of several."""
    if is_row(plain):
        return None
    (element,) = inside(plain, 1)
    if is_row(element):
        parts = [_shape(part) for part in get_args(element)]
        kinds = [part.kind for part in parts if part]
        return Shape("row", many) if kinds == ["seat", "seat", "cards"] and many == "list" else None
    one = _shape(element)
    return None if one is None or one.many or one.kind == "seats" else one._replace(many=many)
