"""Predict, then reveal: a question about a position on a table.

    predict(position, asks.legal("7C 7H"))

In a cell this shows the table, without marks, and the question beside it. In code: `q.answer("no")`,
`q.right`, `q.reveal()`, `q.again()`, `q.another()`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import handkit
from handkit.arguments import checked
from handkit.game import Game, Seat, State
from handkit.lesson import consent, session
from handkit.lesson.asks import Ask, Problem
from handkit.lesson.generators import another_like, rules_of
from handkit.lesson.kept import KEPT, name_of
from handkit.lesson.memory import MEMORY
from handkit.lesson.pupils import explained
from handkit.lesson.reading import Reading
from handkit.lesson.sheet import (
    Button,
    Feedback,
    Sheet,
    SheetError,
    SheetScene,
    lines_of,
    offers_of,
)
from handkit.lesson.solution import Why
from handkit.lesson.walks import NotFound
from handkit.lesson.wording import read_number, write_number
from handkit.lesson.written import FIRST, RETRY, SHOWN, identity_of, written
from handkit.match import Match
from handkit.table.messages import text_of

Another = Callable[[str], Problem | tuple[State, Ask]]


@checked
def predict(
    position: State | Match,
    ask: Ask,
    *,
    reader: Seat = 0,
    title: str = "",
    another: Another | None = None,
    seed: object = "another",
) -> Question:
    """A question about a position, to be predicted and then revealed.

    position   what lies on the table: a position, or a match, of which it takes the present moment
    ask        what is asked; see `handkit.lesson.asks`
    reader     the seat that is "you" and sits in front
    title      what stands over the question instead of "Predict first"
    another    makes another question of this kind from a seed: a function to (position, ask). By default a
               generator does that for the rule that decides (`handkit.lesson.generators`)
    seed       where the others begin

    Raises AskError, IllegalMove and the like at once where the question does not fit the position.
    """
    state = position.state if isinstance(position, Match) else position
    return Question(Problem(state, ask, reader), title=title, another=another, seed=seed)


@checked
class Question(Sheet):
    """A question on a sheet: open, or revealed. Made by `predict`.

    right    None while it is open or where nothing was predicted, then whether the prediction was right
    said     the keys of what was chosen
    problem  the position and what is asked; `problem.solution` is the answer
    """

    def __init__(
        self, problem: Problem, *, title: str = "", another: Another | None = None, seed: object = "another"
    ) -> None:
        super().__init__()
        self.problem, self.title = problem, title
        self.solution = problem.solution  # here, so that what does not fit is said in the author's cell
        self.said: tuple[str, ...] = ()
        self.revealed = False
        self._another, self._seed, self._count = another, seed, 0

    @property
    def game(self) -> Game:
        return self.problem.game

    @property
    def right(self) -> bool | None:
        return self.problem.judge(self.said) if self.said_anything else None

    @property
    def said_anything(self) -> bool:
        """Whether something was predicted; nothing chosen of several is a prediction too."""
        return self.revealed and self._predicted

    _predicted = False

    # In code.

    def answer(self, *said: object) -> Question:
        """Predict, and reveal. `said` is a choice, or several: by key or by what is shown, a seat by its
        number, moves and cards in any usual spelling, True and False for yes and no, a number.

        Raises AnswerError with the choices that there are, SheetError once it is revealed.
        """
        self._be_open()
        self.said = self.problem.read(*said)
        self._predicted = True
        return self.reveal()

    def _note(self) -> None:
        """Remember the answer, or that it was shown: enough to judge it once more elsewhere, and by rule.
        What was met before is no first try, and adds nothing to what is known."""
        KEPT.look()
        problem, question = self.problem, name_of(self.problem)
        right = self._predicted and problem.judge(self.said)
        is_new = question not in session.NOW.met
        if problem.practises:
            MEMORY.note(problem.game.name, problem.practises, problem.ask.kind, right, identity_of(problem))
        if self._predicted or is_new:
            tried = (FIRST if is_new else RETRY) if self._predicted else SHOWN
            KEPT.note("answers", question, written(problem, self.said, right, tried))

    def reveal(self) -> Question:
        """Tell the answer, whether or not something was predicted, and play it on the table."""
        if not self.revealed:
            self.revealed = True
            self._note()
            self._play_it()
            self.changed()
        return self

    def recall(self) -> None:
        """Stand as it was left, where an answer to it is kept."""
        answer = None if self.revealed else KEPT.answer(name_of(self.problem))
        if answer is None:
            return
        self.said, self._predicted = tuple(answer["said"]), answer["tried"] != SHOWN
        self.revealed = True
        if self._table is not None:
            self._play_it()
        self.changed()

    def again(self) -> Question:
        """Ask the same once more."""
        self._ask(self.problem)
        return self

    def another(self) -> Question:
        """Ask another question of this kind in place of this one. Raises SheetError where there is none."""
        number = self._count + 1
        text = session.seed(f"{self._seed}|{number}")
        if self._another is not None:
            made = self._another(text)
            problem = made if isinstance(made, Problem) else Problem(*made, reader=self.problem.reader)
        elif self._is_practised():
            problem = _like(self.problem, text)
        else:
            raise SheetError(self.say("no-other"))
        self._count = number
        self._ask(problem)
        return self

    def _is_practised(self) -> bool:
        """Whether there are generated questions about the rule that decides."""
        try:
            return self.problem.practises in rules_of(self.game)
        except ValueError:  # a game without a rulebook
            return False

    def _ask(self, problem: Problem) -> None:
        self.solution = problem.solution
        self.problem, self.said, self.revealed, self._predicted = problem, (), False, False
        self._set_table()
        self.changed()

    def _be_open(self) -> None:
        if self.revealed:
            raise SheetError(self.say("revealed-already"))

    def _play_it(self) -> None:
        """Lift the cover off the table, and make the decisive moves there, or show why one is refused."""
        table = self._table
        if table is None:
            return
        if table.match.at:
            table.marks = True
            return  # somebody has played on it already
        table.pause()  # so that what is revealed can be looked at
        table.marks = True
        with table.one_scene():
            for seat, move in self._moves():
                table.match.play(move, seat)
        if self.solution.tried:
            table.attempt(self.solution.tried)

    def _moves(self) -> Sequence[tuple[int, str]]:
        """The decisive moves; where several would do, the one that was chosen."""
        moves = self.solution.moves
        if self.problem.ask.kind != "which" or not (
            right := [m for m in self.said if m in self.solution.right]
        ):
            return moves
        return (*moves[:-1], (moves[-1][0], right[0]))

    # What a sheet is asked.

    def _start(self) -> tuple[State, int]:
        return self.problem.state, self.problem.reader

    def _marks(self) -> bool:
        return self.revealed

    def handlers(self) -> Mapping[str, Callable[[Mapping[str, Any]], object]]:
        return {
            "answer": lambda message: self.answer(*_said(message)),
            "none": lambda _: self.answer(),
            "reveal": lambda _: self.reveal(),
            "again": lambda _: self.again(),
            "another": lambda _: self.another(),
            **consent.handlers(),
        }

    def _label(self) -> str:
        if self.revealed:
            return self.say("revealed" if self._predicted else "seen")
        return self.title or self.say("predict")

    def _actions(self) -> list[Button]:
        if not self.revealed:
            none = [Button(id="none", label=self.say("do-none"), kind="quiet")] if self._may_be_none() else []
            return [
                Button(id="answer", label=self.say("do-answer"), kind="main"),
                *none,
                Button(id="reveal", label=self.say("do-reveal"), kind="quiet"),
            ]
        actions = [Button(id="again", label=self.say("do-again"), kind="quiet")]
        # Where another table shows the position, that one would stay as it is.
        if self._table is not None and (self._another is not None or self._is_practised()):
            actions.insert(0, Button(id="another", label=self.say("do-another"), kind="plain"))
        return actions

    def _may_be_none(self) -> bool:
        """Whether no choice at all may be the answer, and no choice says so."""
        solution = self.solution
        return solution.how == "several" and all(choice.key != "nothing" for choice in solution.choices)

    def feedback(self) -> Feedback:
        """What the reveal says."""
        head, why = self.solution.answer, self.solution.why
        if self.right:
            head = self.say("as-you-said", answer=head)
        elif self._predicted:
            head = f"{head} {self.say('you-said', said=self._said_in_words())}"
            why = (*self._belief(), *self.solution.corrections(self.said))
        return Feedback(head=head, lines=lines_of(why))

    def _belief(self) -> list[Why]:
        """What somebody believes who answers so, where one missing rule explains it."""
        problem = self.problem
        pupil = explained(problem, self.said, [problem.practises, *self.solution.rules])
        return [Why(pupil.belief(Reading(problem.state, problem.reader)), pupil.rule)] if pupil else []

    def _said_in_words(self) -> str:
        if self.solution.how == "number":
            return write_number(read_number(self.said[0]))
        texts = [choice.text for choice in self.solution.choices if choice.key in self.said]
        return ", ".join(text.removesuffix(".") for text in texts) or self.say("nothing")

    def scene(self) -> SheetScene:
        solution = self.solution
        feedback = self.feedback() if self.revealed else None
        cited = [line["rule"] for line in feedback["lines"]] if feedback else []
        named = [choice.text for choice in solution.choices]  # rules among the choices can be read beforehand
        shown = SheetScene(
            rev=self._rev,
            label=self._label(),
            text=self.problem.text,
            how=solution.how,
            open=not self.revealed,
            choices=offers_of(solution, self.said if self._predicted else None, self.revealed, self.say),
            said=[self._said_in_words()] if self.said and solution.how == "number" else list(self.said),
            feedback=feedback,
            actions=self._actions(),
            rules=self.rules(*cited, *(choice.note for choice in solution.choices if self.revealed), *named),
            score=self._score(),
            notice=consent.notice(self) if self.revealed else None,
            remark=self._remark,
        )
        if self.revealed:
            shown["doubt"] = self._doubt()
        return shown

    def _doubt(self) -> str:
        """What a maintainer needs to look whether the question is wrong: what is asked and was answered, and
        how the question was made. No card that its reader does not see, and no name."""
        problem, name = self.problem, session.NOW.learner
        made = json.dumps({"options": problem.game.to_json(), "made": dict(problem.origin or {})})
        lines = [
            f"handkit {handkit.__version__}, {problem.game.name}, {problem.practises or problem.ask.kind}",
            made.replace(name, "…") if name else made,
            f"Asked: {problem.plain(problem.text)}",
            f"Answered: {problem.plain(self._said_in_words()) if self._predicted else '-'}",
            f"The answer: {problem.plain(self.solution.answer)}",
        ]
        return "\n".join(lines)

    def _score(self) -> str:
        return ""

    def _folded(self) -> str:
        inside = self.reasons(self.solution.answer, lines_of(self.solution.why))
        return f"<details><summary>{self.say('answer-here')}</summary>{inside}</details>"


def _like(problem: Problem, seed: str) -> Problem:
    try:
        return another_like(problem, seed)
    except NotFound as error:
        raise SheetError(str(error)) from None


def _said(message: Mapping[str, Any]) -> Sequence[str]:
    """What a message answers: keys, or the text of a number."""
    said = message.get("said")
    if not isinstance(said, list) or len(said) > 100:
        raise SheetError("An answer is a list of choices.")
    return [text_of(one) for one in said]
