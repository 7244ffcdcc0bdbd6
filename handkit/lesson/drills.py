"""Drills: a run of short questions of one kind, made by the generators, until all are right.

drill("president")                              ten questions about any rules of the game
drill(Reserves(), "worth", n=5)                 what is a queen worth here?
drill("hang-in", rules=["H3.4", "H3.5"])        about these rules only
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from handkit.arguments import Texts, checked, texts, whole
from handkit.cards import shorten
from handkit.game import Game
from handkit.games import AnyGame, with_options
from handkit.lesson import session
from handkit.lesson.about import known
from handkit.lesson.asks import Problem
from handkit.lesson.generators import check_rule, practice, rules_of
from handkit.lesson.question import Question
from handkit.lesson.sheet import Button, Feedback, SheetError, SheetScene, lines_of
from handkit.lesson.solution import Why
from handkit.lesson.walks import NotFound, pick
from handkit.match import generator
from handkit.rulebook import find_rulebook

MOST = 100  # questions of a drill
COMES_BACK = 2  # so often a question that was answered wrong comes back at most

# What drills are called, and the form of their questions. They are about the rules that
# `handkit.lesson.about` names for a topic, or where it names none about all.
TOPICS = {"legal": "legal", "beats": "", "worth": "number", "leads to": "happens"}


@checked
def drill(
    game: AnyGame,
    topic: str = "",
    n: int = 10,
    *,
    seed: object = "drill",
    rules: Texts = (),
    form: str = "",
) -> Drill:
    """A run of short questions. The next follows each answer, what was answered wrong comes back at the end,
    and a line keeps the score.

    game    with its options, or its name
    topic   "legal": legal or not?  "beats": which beats which?  "worth": what is it worth here?
            "leads to": what does it lead to?  By default all kinds
    n       how many questions
    seed    the same seed asks the same; a class code gives a class its own
    rules   about these rules only
    form    one form of question, as `handkit.lesson.moments.FORMS` lists them

    Raises ValueError for a topic, form, rule or game that does not exist, NotFound where no question is
    found.
    """
    game = with_options(game)
    if topic and topic not in TOPICS:
        raise ValueError(f"There is no topic {shorten(topic)}: there are {', '.join(TOPICS)}.")
    whole("n", n, 1, MOST)
    about = [check_rule(game, rule, form) for rule in texts(rules)] or known(game).topics.get(topic, ())
    return Drill(game, tuple(about) or None, n, seed, form or TOPICS.get(topic, ""))


@checked
class Drill(Question):
    """A drill on a sheet; made by `drill`. The question of the moment is answered as any other.

    number, n   which question this is, of how many; those that come back count no further
    score       how many were right at once
    missed      the rules of those that were not
    """

    def recall(self) -> None:
        """A drill begins anew."""

    def __init__(self, game: Game, rules: Sequence[str] | None, n: int, seed: object, form: str) -> None:
        self.n, self.form, self._seed = n, form, seed
        self.rules_asked = list(rules_of(game) if rules is None else rules)
        self._drilled, self._run = game, 1
        self._begin()
        super().__init__(self._make(), seed=seed)

    def _begin(self) -> None:
        self.number, self.score, self.over = 1, 0, False
        self.missed: list[str] = []
        self._back: list[tuple[Problem, int]] = []  # to come back, with how often they may then
        self._returns = COMES_BACK  # so often the present question may come back
        self._first = True  # whether the present question has not been asked before
        self._left: list[str] = []  # the rules that have not been asked about since all were

    def _make(self) -> Problem:
        """The question of this number. A rule of which none is found gives way to another."""
        text = session.seed(f"{self._seed}|{self._run}|{self.number}")
        rng = generator("handkit drill", self._drilled.name, text)
        rules = self._left = self._left or list(self.rules_asked)
        failed = NotFound(f"There are no rules of {self._drilled.title} to be drilled.")
        while rules:
            rule = pick(rules, rng)
            rules.remove(rule)
            try:
                return practice(self._drilled, rule, text, self.form)
            except NotFound as error:
                failed = error
        raise failed

    def problems(self) -> list[Problem]:
        """The questions of a first run, in their order. This run stays as it is."""
        run = Drill(self._drilled, self.rules_asked, self.n, self._seed, self.form)
        found = [run.problem]
        for run.number in range(2, self.n + 1):
            found.append(run._make())
        return found

    # In code.

    def answer(self, *said: object) -> Drill:
        """Answer this question; see `Question.answer`."""
        if self.over:
            raise SheetError(self.say("drill-over"))
        super().answer(*said)
        return self

    def reveal(self) -> Drill:
        """Tell the answer; one that was not predicted counts as missed."""
        if not self.revealed and not self.over:
            if self._said_right():
                self.score += self._first
            else:
                if self._first:
                    self.missed.append(self.problem.practises)
                if self._returns:
                    self._back.append((self.problem, self._returns - 1))
            super().reveal()
        return self

    def _said_right(self) -> bool:
        return self._predicted and self.problem.judge(self.said)

    def next(self) -> Drill:
        """On to the next question, or to the end. Raises SheetError while this one is open."""
        if not self.revealed and not self.over:
            raise SheetError(self.say("drill-open"))
        if self.number < self.n:
            self.number += 1
            self._ask(self._make())
        elif self._back:
            problem, self._returns = self._back.pop(0)
            self._first = False
            self._ask(problem)
        elif not self.over:
            self.over = True
            self.changed()
        return self

    def again(self) -> Drill:
        """Another run of the same kind, with other questions."""
        self._run += 1
        self._begin()
        self._ask(self._make())
        return self

    another = again

    # What a sheet is asked.

    def handlers(self) -> Mapping[str, Callable[[Mapping[str, Any]], object]]:
        return {**super().handlers(), "next": lambda _: self.next()}

    def _label(self) -> str:
        if self.over:
            return self.say("drill-end")
        if not self._first:
            return self.say("drill-back", n=len(self._back) + 1)
        return self.say("drill-number", n=self.number, of=self.n)

    def _actions(self) -> list[Button]:
        if self.over:
            return [Button(id="again", label=self.say("do-drill-again"), kind="main")]
        if self.revealed:
            return [Button(id="next", label=self.say("do-next"), kind="main")]
        return super()._actions()

    def _score(self) -> str:
        done = self.number - (not self.revealed) if self._first else self.n
        return self.say("drill-score", score=self.score, done=done) if done else ""

    def scene(self) -> SheetScene:
        scene = super().scene()
        if self.over:
            book = find_rulebook(self.game)
            rules = dict.fromkeys(self.missed)
            lines = lines_of(Why(book[rule].title, rule) for rule in rules if rule in book)
            head = self.say("drill-missed") if lines else self.say("drill-all")
            scene |= {
                "text": self.say("drill-result", score=self.score, of=self.n), "how": "none", "open": False,
                "score": "",
                "choices": [], "said": [], "feedback": Feedback(head=head, lines=lines),
                "rules": self.rules(*rules),
            }  # fmt: skip
        return scene
