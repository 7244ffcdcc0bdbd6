"""What the class of a made game says. It is read once, when it is defined, and its mistakes are told."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from handkit.make.moves import Declared
from handkit.make.places import DUE, UNDEALT, MakeError, Zone

RULE = re.compile(r"[A-Z]\d+\.\d+")
WRITTEN = ("may_", "do_", "offer_")  # what an author writes for a move
MAY_REPLACE = frozenset(
    {"begin", "score", "shuffled", "could_hold"}
)  # names of CardGame that are for the author


@dataclass(frozen=True)
class BySeat:
    """A public field with a value for each seat, by what each starts with."""

    start: Any


def by_seat(start: Any) -> Any:
    """A public field with one value for each seat: `points = by_seat(0)`, then `self.points[seat] += 1`."""
    return BySeat(start)


@dataclass
class Rulings:
    """What a class and the classes that it is made from declare."""

    zones: dict[str, Zone] = field(default_factory=dict)
    moves: dict[str, Declared] = field(default_factory=dict)
    fields: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    rules: list[str] = field(default_factory=list)

    def of(self, kind: type) -> Rulings:
        """These, and what a class made from theirs declares; its declarations leave the class."""
        found = Rulings(
            dict(self.zones), dict(self.moves), dict(self.fields), dict(self.options), [*self.rules]
        )
        for name, value in list(vars(kind).items()):
            table = _table_of(found, name, value)
            if table is not None:
                table[name] = value
                delattr(kind, name)
        for name, hint in vars(kind).get("__annotations__", {}).items():
            if name not in found.fields and "ClassVar" not in str(hint) and name != "game":
                raise MakeError(
                    f"{kind.__name__}.{name} needs a value to begin with: {name} = 0, or by_seat(0)."
                )
        lines = inspect.cleandoc(vars(kind).get("__doc__") or "").splitlines()
        said = [line.split()[0] for line in lines if line.strip() and RULE.fullmatch(line.split()[0])]
        if twice := [rule for number, rule in enumerate(said) if rule in said[:number]]:
            raise MakeError(f"Rule {twice[0]} stands twice in the docstring of {kind.__name__}.")
        found.rules += [rule for rule in dict.fromkeys(said) if rule not in found.rules]
        return found


def _table_of(found: Rulings, name: str, value: Any) -> dict[str, Any] | None:
    """Among which declarations something in the body of a class belongs; None for what is none."""
    if isinstance(value, Zone):
        return found.zones
    if isinstance(value, Declared):
        return found.moves
    if isinstance(value, dataclasses.Field):
        return found.options
    ordinary = name.startswith("_") or name.isupper() or name in ("game", "words")
    is_code = callable(value) or isinstance(value, property | staticmethod | classmethod)
    return None if ordinary or is_code else found.fields


# ── mistakes that can be told before anybody plays ──────────────────────────────────────────────


def check(kind: Any, declared: Rulings, base: type) -> None:
    """Raise MakeError for what cannot work in a class made from `base`."""
    title = kind.__name__
    if not declared.rules:
        raise MakeError(
            f'{title} needs its rules as a docstring, a line each: """T1.1 The deal. Six cards to each."""'
        )
    if len({rule[0] for rule in declared.rules}) > 1:
        raise MakeError(f"The rules of {title} begin with different letters: {', '.join(declared.rules)}.")
    if not declared.zones:
        raise MakeError(f'{title} has no places for cards: hand = zone(each=True, seen="owner").')
    if "hand" in declared.zones and declared.zones["hand"] != Zone(each=True, seen="owner"):
        asked = 'A place that is another way needs another name, and moves cards(1, of="that name").'
        raise MakeError(
            f'{title}.hand is what each player holds: hand = zone(each=True, seen="owner"). {asked}'
        )
    if not declared.moves:
        raise MakeError(f"{title} has no moves: play = cards(1), or draw = word().")
    for method, given in (("begin", "self, cards"), ("score", "self, seat")):
        if getattr(kind, method, None) is getattr(base, method):
            raise MakeError(f"{title} needs a method {method}({given}){_near(method, _methods(kind))}.")
        _check_arguments(kind, method, given.split(", ")[1:])
    for name in (*declared.zones, *declared.fields, *_methods(kind)):
        if name not in MAY_REPLACE and (hasattr(base, name) or name in (UNDEALT, DUE)):
            raise MakeError(
                f"{title}.{name}: every game has something of this name. Choose another, as {name}_.",
                vars(kind).get(name),
            )
    for name, move in declared.moves.items():
        _check_move(kind, name, move, declared)
    for name in _methods(kind):
        _check_written(kind, name, declared)


def _methods(kind: type) -> dict[str, Callable[..., Any]]:
    """The functions that a class defines."""
    return {
        name: value
        for name, value in vars(kind).items()
        if inspect.isfunction(value) and not name.startswith("_")
    }


def _near(name: str, known: Mapping[str, Any]) -> str:
    close = get_close_matches(name, known, 1, 0.7)
    return f" (it has {close[0]!r}: is that it?)" if close else ""


def _check_move(kind: Any, name: str, move: Declared, declared: Rulings) -> None:
    title, arguments = kind.__name__, ", ".join(["self", *move.arguments])
    if move.most and move.of not in declared.zones:
        raise MakeError(
            f"{title}.{name} takes cards of {move.of!r}; the zones are {', '.join(declared.zones)}."
        )
    if move.rule and move.rule not in declared.rules:
        raise MakeError(f"{title}.{name} names rule {move.rule}; the rules are {', '.join(declared.rules)}.")
    if not hasattr(kind, f"do_{name}"):
        near = _near(f"do_{name}", _methods(kind))
        raise MakeError(f"{title} has a move {name!r}, so it needs a method do_{name}({arguments}){near}.")
    for verb in ("do_", "may_"):
        if hasattr(kind, verb + name):
            _check_arguments(kind, verb + name, move.arguments)
    if hasattr(kind, f"offer_{name}"):
        _check_arguments(kind, f"offer_{name}", ["seat"])


def _check_arguments(kind: Any, method: str, given: list[str]) -> None:
    function = getattr(kind, method)
    try:
        inspect.signature(function).bind(None, *given)
    except TypeError:
        takes = ", ".join(inspect.signature(function).parameters)
        wanted = ", ".join(["self", *given])
        raise MakeError(
            f"{kind.__name__}.{method} takes ({takes}), but is given ({wanted}).", function
        ) from None


def _check_written(kind: Any, name: str, declared: Rulings) -> None:
    """Whether a method of this name belongs to a move, and the rules that it names are there."""
    function = vars(kind)[name]
    for verb in WRITTEN:
        if name.startswith(verb) and name.removeprefix(verb) not in declared.moves:
            close = get_close_matches(name.removeprefix(verb), declared.moves, 1)
            hint = f"did you mean {verb}{close[0]}? " if close else ""
            known = f"{hint}The moves are {', '.join(declared.moves)}."
            raise MakeError(f"{kind.__name__}.{name} belongs to no move: {known}", function)
    for rule in _rules_in(function.__code__):
        if rule not in declared.rules:
            raise MakeError(
                f"{kind.__name__}.{name} names rule {rule}, which the docstring does not have: "
                f"it has {', '.join(declared.rules)}.", function,
            )  # fmt: skip


def _rules_in(code: Any) -> Iterator[str]:
    """The ids of rules among the constants of a function, and of the functions in it."""
    for constant in code.co_consts:
        if isinstance(constant, str) and RULE.fullmatch(constant):
            yield constant
        elif inspect.iscode(constant):
            yield from _rules_in(constant)


def says(kind: type) -> bool:
    """Whether there is anything in the body of a class."""
    return any(not name.startswith("_") or name == "__annotations__" for name in vars(kind)) or bool(
        kind.__doc__
    )


def kinds_of(kind: type, declared: Rulings) -> dict[str, tuple[str, ...]]:
    """The kinds of the rules, by where they are named: what refuses moves, or what tells that something
    happened. What is named in neither says what words mean."""
    enforced = {move.rule for move in declared.moves.values()}
    announced = set[str]()
    for function in (
        value for one in kind.__mro__ for value in vars(one).values() if inspect.isfunction(value)
    ):
        named, found = {*function.__code__.co_names}, {*_rules_in(function.__code__)}
        enforced |= found if "no" in named else set()
        announced |= found if "tell" in named else set()
    both = {"enforced": enforced, "announced": announced}
    return {
        rule: tuple(name for name, rules in both.items() if rule in rules) or ("meaning",)
        for rule in declared.rules
    }


def suggestion(name: str, known: Mapping[str, Any]) -> str:
    """Which of the known names may be meant."""
    close = get_close_matches(name, known, 1)
    return f" Did you mean {close[0]!r}?" if close else ""
