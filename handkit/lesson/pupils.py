"""Simulated pupils: who knows every rule but one, or believes something else in its place.

    for pupil in pupils(President(), "P2.7"):
        pupil.answer(problem)      what he would answer: what is right, where the rule does not matter

A pupil is a whole engine of its own, the same position under other rules: one that passes over the refusals
by a rule's key, one in which the rule's option has another value, or one that is played as a mistake of
`handkit.lesson.mistakes` says. So he answers any question that the engine answers.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from handkit.cards import CardError
from handkit.game import Game, Move, Option, ParseError, Refusal, State
from handkit.lesson.about import mistakes_about
from handkit.lesson.asks import Problem
from handkit.lesson.moves import seat_and_text
from handkit.lesson.reading import Reading
from handkit.lesson.wording import in_words
from handkit.registry import apart, name_from


@dataclass(frozen=True)
class Pupil:
    """Somebody who does not know a rule.

    rule     which
    mistake  how the game's state is played in his belief; None for the true one
    options  of the game, as he takes them
    key      of the refusals by this rule that he passes over; "" for none
    """

    rule: str
    mistake: Any = None
    options: Mapping[str, Any] = field(default_factory=dict)
    key: str = ""

    def sees(self, state: State) -> State:
        """The position as he takes it: the same cards, under his own rules."""
        kind: Any = type(state)
        kind = _mixed(self.mistake, kind) if self.mistake else kind
        seen: State = object.__new__(kind)
        for name, value in State.fields(state.copy()).items():
            object.__setattr__(seen, name, value)
        if self.options:  # which need not be allowed: a belief may be of what no option offers
            seen.game = copy.copy(state.game)
            vars(seen.game).update(self.options)
        return seen

    def answer(self, problem: Problem) -> frozenset[str] | None:
        """The keys of what he would choose; None where he can answer nothing that is offered."""
        try:
            solution = problem.ask.solve(self.sees(problem.state), problem.reader)
        except Exception:  # the engine trusts its rules: played by others it may reach what cannot be
            return None
        if solution.how == "number":
            return solution.right
        offered = {choice.text: choice.key for choice in problem.solution.choices}
        said = [offered.get(choice.text) for choice in solution.choices if choice.key in solution.right]
        return None if None in said else frozenset(filter(None, said))

    def is_told_by(self, problem: Problem) -> bool:
        """Whether a question tells him from somebody who knows the rule: his answer is offered, and wrong."""
        said = self.answer(problem)
        return said is not None and not problem.judge(tuple(said))

    def belief(self, at: Reading) -> str:
        """What he believes, in words."""
        if self.mistake and not self.key:
            return at.game.words.say(f"as-if-{name_from(self.mistake.__name__)}", {})
        if self.options:
            return at.say("as-if-option", options=in_words(self.options))
        return at.say("as-if-without", rule=at.title(self.rule))


@cache
def _mixed(mistake: type[Any], kind: type[Any]) -> type[Any]:
    """A kind of state, a house's perhaps, that is played as a mistake says."""
    with apart():  # it is no game that anybody may find
        return type(mistake.__name__, (mistake, kind), {})


@cache
def passes_over(rule: str, key: str) -> Pupil:
    """Who does not know that a rule refuses something, by the key of that refusal."""

    def is_known(refusal: Refusal) -> bool:
        return (refusal.rule, refusal.key) != (rule, key)

    class PassesOver(State):
        def faults(self, move: Move, seat: int) -> Iterator[Refusal]:
            return filter(is_known, super().faults(move, seat))

        def judge(self, move: Move, seat: int) -> Refusal | None:
            refusal = super().judge(move, seat)
            return refusal if refusal and is_known(refusal) else None

    return Pupil(rule, PassesOver, key=key)


def pupils(game: Game, rule: str) -> list[Pupil]:
    """Who does not know a rule, as its mistakes and its option say it."""
    found = [
        Pupil(rule, options=one) if isinstance(one, Mapping) else Pupil(rule, one)
        for one in mistakes_about(game, rule)
    ]
    for name, option in game.options().items():
        if option.rule == rule and name != "players":  # which another position would need
            found += [Pupil(rule, options={name: value}) for value in _others(option, getattr(game, name))]
    return found


def _others(option: Option, value: Any) -> Sequence[Any]:
    """Other values of an option; of a number one more."""
    if not option.choices:
        return [] if value is None else [value + 1]
    return [one for one in option.choices if one != value]


def refusers(problem: Problem) -> Iterator[Pupil]:
    """Who passes over one of the refusals of the moves that a question is about."""
    about = problem.ask.about
    if problem.ask.kind not in ("legal", "which", "refused-by"):
        return
    at = Reading(problem.state, problem.reader).after(about.get("after", ()))
    for text in about.get("moves", [about.get("move")]):
        try:
            refusals = list(at.state.refusals(seat_and_text(text)[1], at.who(about.get("seat"))))
        except (ParseError, CardError):
            continue
        for refusal in refusals:
            yield passes_over(refusal.rule, refusal.key)


def explained(problem: Problem, said: Sequence[str], rules: Sequence[str]) -> Pupil | None:
    """Who would have answered a question so: the first that does, of those who do not know one of these
    rules; None for a right answer, and for one that no missing rule explains."""
    if problem.judge(said) or not problem.ask.is_data:
        return None
    refusing = list(refusers(problem))
    for rule in rules:
        some = [*pupils(problem.game, rule), *(one for one in refusing if one.rule == rule)]
        for pupil in some:
            if pupil.answer(problem) == frozenset(said):
                return pupil
    return None
