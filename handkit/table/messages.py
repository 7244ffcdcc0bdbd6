"""What a browser sends, read with care: a message is a dictionary with a type, and may hold anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from handkit.cards import shorten

T = TypeVar("T")
Message = dict[str, Any]
LONGEST_TEXT = 2_000  # characters of a message's text that are looked at


class MessageError(ValueError):
    """A message from the browser that makes no sense, with what is wrong in it."""


class Handler(NamedTuple):
    """What a message makes a table do."""

    do: Callable[[Message], object]
    aside: bool = False  # it answers no scene and changes no match, so it may come at any time
    harmless: bool = False  # it changes no match, so it makes no choice of a player stale
    goes_on: bool = False  # it ends a pause of the computer players


def handler_of(message: Any, handlers: Mapping[str, T]) -> T:
    """What handles a message of this type. Raises MessageError with the types that there are."""
    if not isinstance(message, dict):
        raise MessageError("A message is a dictionary with a type.")
    kind = message.get("type")
    if not isinstance(kind, str) or kind not in handlers:
        raise MessageError(f"There is no message {shorten(kind)}: there are {', '.join(handlers)}.")
    return handlers[kind]


def text_of(value: Any) -> str:
    """A text of a message. Raises MessageError for anything else and for what is far too long."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise MessageError(f"A text is expected in place of {shorten(value)}.")
    return value


def one_of(what: str, value: Any, known: Any) -> str:
    if not isinstance(value, str) or value not in known:
        raise MessageError(f"There is no {what} {shorten(value)}: there are {', '.join(known)}.")
    return value
