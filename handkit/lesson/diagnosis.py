"""Which rules somebody does not know: those whose pupils explain the answers that were given.

A wrong answer alone says little, as the question about one rule is answered wrong for want of another too. So
each question is put to all simulated pupils (`handkit.lesson.pupils`), and what somebody answered is compared
with what each of them would have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from handkit.lesson.asks import Problem
from handkit.lesson.generators import rules_of
from handkit.lesson.pupils import Pupil, pupils, refusers
from handkit.lesson.reading import Reading

NAMED = 3  # so many rules are named at most
LEAST = 0.15  # what speaks for a rule that is named
UNEXPLAINED = 0.2  # what a wrong answer speaks for the rule of its question, where no pupil of it gives it

Said = frozenset[str]  # the keys of what was chosen


@dataclass(frozen=True)
class Belief:
    """What somebody takes for true who does not know a rule. `text` says it in words that hold for any
    question, and is "" where nobody can say what it is."""

    rule: str
    text: str = ""


@dataclass(frozen=True)
class Evidence:
    """A question that was answered: the rule that it practises, what those would answer who are wrong about
    it, and what was answered."""

    rule: str
    otherwise: Mapping[Belief, frozenset[Said]]
    said: Said
    right: bool

    def speaks_for(self, belief: Belief) -> float:
        """How much the answer speaks for a belief, or against it."""
        answers = self.otherwise.get(belief, frozenset())
        if self.right:
            return -1.0 if answers else 0.0
        if self.said in answers:
            return 1.0
        return UNEXPLAINED if belief.rule == self.rule else 0.0

    @property
    def explained(self) -> list[Belief]:
        """Who would have answered so; nobody where it is right."""
        return [] if self.right else [one for one, answers in self.otherwise.items() if self.said in answers]


def otherwise(problem: Problem) -> dict[Belief, frozenset[Said]]:
    """Who answers a question wrong, and how. Who passes over what a rule refuses passes over all of it."""
    at = Reading(problem.state, problem.reader)
    found = defaultdict[Belief, set[Said]](set)
    for pupil in _all_pupils(problem):
        said = pupil.answer(problem)
        if said is not None and not problem.judge(tuple(said)):
            found[Belief(pupil.rule, pupil.belief(at))].add(said)
    return {belief: frozenset(answers) for belief, answers in found.items()}


def _all_pupils(problem: Problem) -> list[Pupil]:
    if not problem.ask.is_data:
        return []
    known = [pupil for rule in rules_of(problem.game) for pupil in pupils(problem.game, rule)]
    return [*known, *refusers(problem)]


def not_known(answers: Iterable[Evidence]) -> list[str]:
    """The rules that somebody does not know, at most three, what speaks for the first most. A wrong answer
    that one of them explains does not speak for the next."""
    left, named = list(answers), list[str]()
    while len(named) < NAMED:
        spoken = {rule: how for rule, how in _spoken(left).items() if rule not in named}
        rule = max(spoken, key=lambda one: spoken[one], default="")
        if not rule or spoken[rule] < LEAST:
            break
        named.append(rule)
        left = [one for one in left if rule not in {belief.rule for belief in one.explained}]
    return named


def _spoken(answers: Sequence[Evidence]) -> dict[str, float]:
    """What speaks for each rule not being known: for that belief about it which fits best."""
    beliefs = {belief: None for one in answers for belief in (*one.otherwise, Belief(one.rule))}
    spoken = dict[str, float]()
    for belief in beliefs:
        how = sum(one.speaks_for(belief) for one in answers)
        spoken[belief.rule] = max(how, spoken.get(belief.rule, how))
    return spoken
