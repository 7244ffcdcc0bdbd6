"""What a question comes to: its choices, the right ones, and why. Plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

How = Literal["one", "several", "number"]


class AskError(ValueError):
    """A question that cannot be put to a position, with why."""


@dataclass(frozen=True)
class AnswerChoice:
    """One answer that may be chosen: its key, as typed in code; what is shown; what the reveal writes
    beside it: a word, or the id of a rule; and as what it lies on the table, where it can be chosen there."""

    key: str
    text: str
    note: str = ""
    on_table: Literal["", "card", "seat"] = ""


@dataclass(frozen=True)
class Why:
    """A sentence of the reasons, and the rule that it cites. `bare` when it says no more than that a move is
    made: that is a reason only where there is no better one."""

    text: str
    rule: str = ""
    bare: bool = False


@dataclass(frozen=True)
class Solution:
    """A question put to a position, and its answer.

    right   the keys of the right choices, where one is to be said of any that will do; of a number its text:
            "27/2"
    moves   what to play on the table at the reveal: the decisive moves, by seat
    tried   a move that is refused there, to be shown with its reason
    because by choice, why it is right or wrong, where there is more to say of it than `why` does; under ""
            what else there is to be said
    """

    text: str
    how: How
    choices: tuple[AnswerChoice, ...]
    right: frozenset[str]
    answer: str
    why: tuple[Why, ...]
    moves: tuple[tuple[int, str], ...] = ()
    tried: str = ""
    because: Mapping[str, Sequence[Why]] = field(default_factory=dict, compare=False)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules cited, the decisive one first."""
        return tuple(dict.fromkeys(why.rule for why in self.why if why.rule))

    def corrections(self, keys: Iterable[str]) -> list[Why]:
        """Why each choice of these is wrong that is, and why each that is missed is right; then all reasons,
        each once."""
        said = frozenset(keys)
        missed = self.right - said if self.how == "several" else frozenset()
        amiss = [choice.key for choice in self.choices if choice.key in (said - self.right) | missed]
        lines = [why for key in amiss for why in self.because.get(key, ())]
        return list({why.text: why for why in (*lines, *self.why, *self.because.get("", ()))}.values())

    def judge(self, keys: Iterable[str]) -> bool:
        """Whether these are the right choices: all of them and no other; where one is to be said, any."""
        said = frozenset(keys)
        return said == self.right if self.how == "several" else len(said) == 1 and said <= self.right
