"""What somebody gives to a public name, checked in one place.

    @checked
    def beliefs(view: View, rng: Random, samples: int = 100) -> Beliefs: ...

    beliefs(view, rng, samples="many")    TypeError: samples is 'many', and should be a whole number.

`checked` compares what is given with the annotations. What only the game at hand can tell, a function asks of
that: `game.check_seat(9)` says which seats there are, `bots.bot(game, "best")` which levels.
"""

from __future__ import annotations

import functools
import inspect
import random
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from types import FunctionType, NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin

from handkit.cards import shorten

MOST = 1_000_000  # of anything that is counted; more than that nobody waits for
F = TypeVar("F", bound=Callable[..., Any])  # a function, or a class
Texts = Annotated[str | Sequence[str], "a list of texts"]  # `texts` reads it

# What is meant, where the name of a class would not say it.
NOUNS = {
    "NoneType": "None", "type": "a class", "Callable": "a function", "Path": "a path",
    "Random": "a generator (such as random.Random(1))",
    "bool": "True or False", "int": "a whole number", "float": "a number", "str": "a text",
    "Game": "a game (such as President())", "State": "a position (such as match.state)",
    "Bot": "a computer player", "Chooser": "a computer player", "View": "a view (such as match.view(0))",
    "Position": "a position or a view (such as match.view(0))",
    "CardSet": "a set of cards (such as match.view(0).hand)", "Saved": "a match that was saved",
    "Match": "a match (such as Match(President()))", "Move": "a move", "Event": "an event",
    "Ask": 'a question (such as asks.legal("pass"))', "move": "a move as a text",
    "cards": "a text of cards", "cards in order": "a text of cards",
}  # fmt: skip


@dataclass(frozen=True)
class Kind:
    """What an annotation allows: in words, and whether a value is of that kind."""

    noun: str
    fits: Callable[[Any], bool]


ANYTHING = Kind("anything", lambda value: True)


def checked(thing: F) -> F:
    """A function, or all public methods of a class, with arguments that are compared with their annotations.

    Raises TypeError where one does not fit, which says what would. What is `Any` or `object`, and numbers
    that stand for something (`Seat`), are left to the function.
    """
    if not isinstance(thing, type):
        return cast(F, _checked_function(thing))
    for name, value in list(vars(thing).items()):
        if name.startswith("_") and (name != "__init__" or is_dataclass(thing)):
            continue
        if isinstance(value, FunctionType):
            setattr(thing, name, _checked_function(value))
        elif isinstance(value, classmethod):
            setattr(thing, name, classmethod(_checked_function(value.__func__)))
        elif isinstance(value, property) and value.fset:
            setattr(thing, name, value.setter(_checked_function(value.fset)))
    return cast(F, thing)


def texts(given: str | Iterable[str]) -> tuple[str, ...]:
    """A list of texts; a single text is a list of one."""
    return (given,) if isinstance(given, str) else tuple(given)


def whole(name: str, value: object, least: int, most: int = MOST) -> int:
    """A whole number within bounds. Raises ValueError that names them."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name} is {shorten(value)}, and should be a whole number, {least} to {most}.")
    return value


def generator(rng: Any) -> random.Random:
    """A generator of chance, as it was given. Raises TypeError for anything else."""
    if not isinstance(rng, random.Random):
        raise TypeError(f"rng is {shorten(rng)}, and should be {NOUNS['Random']}.")
    return rng


def _checked_function(function: Any) -> Any:
    parameters = inspect.signature(function).parameters
    places = [name for name, one in parameters.items() if one.kind is one.POSITIONAL_OR_KEYWORD]
    rest = next((name for name, one in parameters.items() if one.kind is one.VAR_POSITIONAL), "")
    open_to_all = any(one.kind is one.VAR_KEYWORD for one in parameters.values())

    @functools.cache
    def kinds() -> dict[str, Kind]:
        """Read at the first call: an annotation may name what the module defines further down."""
        return {name: _kind_of(one, function) for name, one in parameters.items()}

    def check(name: str, value: object) -> None:
        kind = kinds()[name]
        if not kind.fits(value):
            raise TypeError(f"{name} is {shorten(value)}, and should be {kind.noun}.")

    @functools.wraps(function)
    def checking(*args: Any, **named: Any) -> Any:
        for name, value in zip(places, args, strict=False):
            check(name, value)
        for value in args[len(places) :] if rest else ():
            check(rest, value)
        for name, value in named.items():
            if name in parameters:
                check(name, value)
            elif not open_to_all:
                known = ", ".join(one for one in parameters if one != "self")
                raise TypeError(f"There is no argument {name!r}: there are {known}.")
        return function(*args, **named)

    return checking


def _kind_of(parameter: inspect.Parameter, function: Any) -> Kind:
    """What a parameter allows. One without an annotation, or whose annotation names what is imported for
    readers only, allows anything."""
    hint: Any = parameter.annotation
    if parameter.name == "self" or hint is parameter.empty:
        return ANYTHING
    if isinstance(hint, str):
        try:
            hint = eval(hint, dict(vars(sys.modules[function.__module__])))  # noqa: S307 # our own annotation
        except NameError:
            return ANYTHING
    return _kind(hint)


def _kind(hint: Any) -> Kind:
    """What an annotation allows."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        noun, of = hint.__metadata__[0], inside[0]
        if of is int:
            return ANYTHING
        return _kind(of) if noun == "by seat" else Kind(NOUNS.get(noun, noun), _kind(of).fits)
    if origin in (Union, UnionType):
        kinds = [_kind(one) for one in inside]
        if ANYTHING in kinds:
            return ANYTHING
        return Kind(" or ".join(kind.noun for kind in kinds), lambda v: any(kind.fits(v) for kind in kinds))
    kind = NoneType if hint is None else origin or hint
    if kind is type and inside and isinstance(inside[0], type):
        return Kind("a class of that kind", lambda v: isinstance(v, type) and issubclass(v, inside[0]))
    if not isinstance(kind, type) or kind in (Any, object):
        return ANYTHING
    if issubclass(kind, Mapping) and inside:
        keys, values = map(_kind, inside)
        return Kind(
            "a dictionary",
            lambda v: isinstance(v, kind) and all(keys.fits(k) and values.fits(v[k]) for k in v),
        )
    if issubclass(kind, Iterable) and inside:
        return _many(kind, inside)
    return _one(kind)


def _one(kind: type) -> Kind:
    """A single value. True is not 1 here."""
    noun = NOUNS.get(kind.__name__, f"a {kind.__name__}")
    if kind is float:
        return Kind(noun, lambda v: isinstance(v, float | int) and not isinstance(v, bool))
    if kind is int:
        return Kind(noun, lambda v: isinstance(v, int) and not isinstance(v, bool))
    return Kind(noun, lambda v: isinstance(v, kind))


def _many(kind: type, inside: Sequence[Any]) -> Kind:
    """Several values; a text is one, though Python takes it for a list of its letters."""
    if kind is tuple and Ellipsis not in inside:
        kinds = [_kind(one) for one in inside]
        noun = f"({', '.join(one.noun for one in kinds)})"
        return Kind(
            noun,
            lambda v: (
                isinstance(v, tuple)
                and len(v) == len(kinds)
                and all(k.fits(x) for k, x in zip(kinds, v, strict=True))
            ),
        )
    of = _kind(inside[0])
    noun = "a list" if of is ANYTHING else f"a list, each {of.noun}"
    # What comes one by one is looked at by the function, as that would use it up.
    return Kind(
        noun,
        lambda v: (
            isinstance(v, kind)
            and not isinstance(v, str | bytes)
            and (not isinstance(v, Sequence | set | frozenset) or all(of.fits(one) for one in v))
        ),
    )
