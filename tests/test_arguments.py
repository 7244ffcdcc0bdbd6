"""What is given to a public name is compared with its annotations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from handkit.arguments import checked, texts, whole
from handkit.game import Game, Seat
from handkit.rulebook import Rulebook, rulebook


@checked
def wish(
    game: Game | None = None,
    number: int = 0,
    share: float = 0.0,
    on: bool = False,
    path: str | Path = "",
    rules: Sequence[str] = (),
    seats: Mapping[int, str] | None = None,
    pairs: Iterable[str | tuple[int, str]] = (),
    seat: Seat | None = None,
    act: Callable[..., Any] | None = None,
    anything: object = None,
) -> str:
    """Takes all kinds of things."""
    return "taken"


@pytest.mark.parametrize(
    ("name", "good", "bad", "said"),
    [
        ("game", [None], [5, "president", Game], "a game (such as President()) or None"),
        ("number", [0, -1, 10**30], [True, None, "x", 1.0, int], "a whole number"),
        ("share", [0, 0.5], [True, None, "x"], "a number"),
        ("on", [True, False], [0, 1, "no", None], "True or False"),
        ("path", ["x", Path("x")], [None, b"x", 3], "a text or a path"),
        ("rules", [[], ["P2.3"], ("P2.3",)], ["P2.3", None, [1], {"P2.3"}], "a list, each a text"),
        ("seats", [{}, {1: "easy"}, None], ["hard", ["easy"], {"1": "easy"}, {1: 1}], "a dictionary or None"),
        ("pairs", [[], ["7S", (1, "7H")], iter("ab")], ["7S", 3, [(1, 2)], [("1", "7H")]], "a list, each"),
        ("seat", [None, "x", 99], [], ""),
        ("act", [None, len], [5, "x"], "a function or None"),
        ("anything", [None, 5, object()], [], ""),
    ],
)
def test_each_kind_of_argument(name: str, good: list[object], bad: list[object], said: str) -> None:
    for value in good:
        assert wish(**{name: value}) == "taken"  # type: ignore[arg-type]
    for value in bad:
        with pytest.raises(TypeError, match=f"^{name} is .*, and should be ") as caught:
            wish(**{name: value})  # type: ignore[arg-type]
        assert said in str(caught.value)


def test_by_place_too_and_an_unknown_name_is_told_with_those_that_there_are() -> None:
    with pytest.raises(TypeError, match="number is 'x', and should be a whole number"):
        wish(None, "x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"There is no argument 'numbers': there are game, number, share"):
        wish(numbers=3)  # type: ignore[call-arg]
    assert (wish.__name__, wish.__doc__) == ("wish", "Takes all kinds of things.")


@checked
class Box:
    def __init__(self, size: int) -> None:
        self.size, self._open = size, False

    def put(self, *things: str) -> int:
        return len(things)

    @classmethod
    def of(cls, size: int) -> Box:
        return cls(size)

    @property
    def open(self) -> bool:
        return self._open

    @open.setter
    def open(self, on: bool) -> None:
        self._open = on

    def _inside(self, size: int) -> int:
        return size


@checked
@dataclass
class Plain:
    size: int


def test_a_class_checks_what_is_public() -> None:
    box = Box.of(3)
    box.open = True
    assert box.put("a", "b") == 2
    assert box.open
    assert box._inside([]) == []  # type: ignore[arg-type,comparison-overlap] # its own calls it trusts
    for wrong in (
        lambda: Box("x"),  # type: ignore[arg-type]
        lambda: Box.of("x"),  # type: ignore[arg-type]
        lambda: box.put("a", 3),  # type: ignore[arg-type]
        lambda: setattr(box, "open", "no"),
    ):
        with pytest.raises(TypeError, match="and should be"):
            wrong()
    assert vars(Plain("x")) == {"size": "x"}  # type: ignore[arg-type] # made by the program, and often


def test_a_kind_of_dictionary_of_our_own() -> None:
    """A rulebook is a mapping, and says nothing of its keys in the annotation."""

    @checked
    def titles(book: Rulebook) -> int:
        return len(book)

    assert titles(rulebook("president")) == len(rulebook("president"))
    with pytest.raises(TypeError, match="book is"):
        titles("president")  # type: ignore[arg-type]


def test_lists_of_texts_and_whole_numbers() -> None:
    assert texts("P2.3") == ("P2.3",)
    assert texts(["P2.2", "P2.3"]) == ("P2.2", "P2.3")
    assert whole("n", 3, 1, 5) == 3
    for wrong in (True, 0, 6, "3", 3.0):
        with pytest.raises(ValueError, match=r"n is .*, and should be a whole number, 1 to 5"):
            whole("n", wrong, 1, 5)
