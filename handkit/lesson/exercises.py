"""Exercises: on a table, to bring something about; in code, to write a player that is good enough.

    exercise("Go out in three moves.", position, goal=is_out, limit=3, hints=[...], solution=["4C", "9C 9D"])
    bot_exercise("Write a player that beats Easy.", President(), hints=[...], solution=CODE)

Each has `.check()`, which says what is missing; `.hint()`, which tells one step more each time; and
`.solution()`, after which the exercise counts as seen and no longer as solved.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from handkit import bots as players
from handkit.arguments import Texts, checked, texts
from handkit.bots import Bot
from handkit.bots.own import OwnPlayer, PlayerError
from handkit.game import Game, Seat, State
from handkit.games import AnyGame, with_options
from handkit.lesson import session
from handkit.lesson.kept import KEPT
from handkit.lesson.sheet import Button, Feedback, Sheet, SheetError, SheetScene
from handkit.lesson.solution import AskError
from handkit.lesson.wording import braced
from handkit.match import Levels, Match
from handkit.simulate import tournament

Goal = Callable[[Match, int], bool | str]
SURE = 0.95  # how sure a tournament must be that the learner's player is better

UNBRACED = str.maketrans("{}", "()")  # in a sentence braces stand around cards

OPEN, SOLVED, SEEN = "open", "solved", "seen"


@checked
class Task(Sheet):
    """What all exercises share: hints, a solution, and how they stand.

    state   "open", "solved", or "seen" where the solution was looked at first
    told    how many hints have been told
    """

    def __init__(self, text: str, hints: Texts, title: str) -> None:
        super().__init__()
        self.text, self.hints, self.title = text, texts(hints), title
        self.state, self.told = OPEN, 0
        self._feedback: Feedback | None = None

    def hint(self) -> Self:
        """Tell one hint more. After the last one all of them stay."""
        if not self.hints:
            raise SheetError(self.say("no-hints"))
        self.told = min(self.told + 1, len(self.hints))
        head = self.say("hint-number", n=self.told, of=len(self.hints))
        return self._tell(head, [{"text": hint, "rule": ""} for hint in self.hints[: self.told]])

    def solution(self) -> Self:
        """Show a solution. From then on the exercise counts as seen, unless it was solved before."""
        if self.state == OPEN:
            self.state = SEEN
        return self._tell(self.say("a-solution"), self._solution_lines())

    @abstractmethod
    def _solution_lines(self) -> list[dict[str, str]]:
        """The solution, as lines of feedback."""

    def _tell(self, head: str, lines: Sequence[dict[str, str]] = ()) -> Self:
        self._feedback = Feedback(head=head, lines=list(lines))
        self.changed()
        return self

    def _note_solved(self, **more: Any) -> None:
        """Write down that it is solved, with the hints that it took."""
        if self.state == OPEN:
            self.state = SOLVED
            about = {"text": self.text[:80], "solved": True, "hints": self.told}
            KEPT.note("exercises", "", about | more)

    def handlers(self) -> Mapping[str, Callable[[Mapping[str, Any]], object]]:
        return {
            "hint": lambda _: self.hint(),
            "solution": lambda _: self.solution(),
        }

    def _actions(self) -> list[Button]:
        actions = []
        if self.hints:
            actions.append(Button(id="hint", label=self.say("do-hint"), kind="plain"))
        return [*actions, Button(id="solution", label=self.say("do-solution"), kind="quiet")]

    def scene(self) -> SheetScene:
        feedback = self._feedback
        cited = (
            [line.get("text", "") + line.get("rule", "") for line in feedback["lines"]] if feedback else []
        )
        return SheetScene(
            rev=self._rev, label=self.title or self.say(f"exercise-{self.state}"), text=self.text, how="none",
            open=feedback is None, choices=[], said=[], feedback=feedback, actions=self._actions(),
            rules=self.rules(self.text, *cited), score="", notice=None, remark=self._remark,
        )  # fmt: skip

    def _folded(self) -> str:
        inside = self.reasons(self.say("a-solution"), self._solution_lines())
        return f"<details><summary>{self.say('a-solution')}</summary>{inside}</details>"

    def say_open(self) -> str:
        """What stands in place of feedback before there is any."""
        return self.say("not-solved")


# ── on a table ──────────────────────────────────────────────────────────────────────────────────


@checked
def exercise(
    text: str,
    position: State | Match | AnyGame,
    goal: Goal,
    *,
    solution: Texts,
    limit: int | None = None,
    hints: Texts = (),
    bots: Levels | None = None,
    reader: Seat = 0,
    seed: object = "exercise",
    title: str = "",
) -> Exercise:
    """Bring something about on a table.

    text      what is to be done
    position  where it starts: a position, a match's present moment, or a game, whose cards are then dealt
              from the seed
    goal      whether it is reached: `goal(match, seat)` is True, or False, or a text that says what is
              missing
    solution  the learner's own moves that reach it; the computer players answer as the seed has it
    limit     how many own moves are allowed
    hints     one step after the other
    bots      levels of the computer players; by default Easy in all other seats

    Raises AskError where the solution does not reach the goal within the limit: no answer is taken on trust.
    """
    return Exercise(text, position, goal, texts(solution), limit, hints, bots, reader, seed, title)


@checked
class Exercise(Task):
    """An exercise on a table; made by `exercise`. `e.table` is played on, `e.check()` looks at it."""

    _gives_hints = False  # the exercise has its own

    def __init__(
        self,
        text: str,
        position: State | Match | AnyGame,
        goal: Goal,
        solution: Texts,
        limit: int | None,
        hints: Texts,
        bots: Levels | None,
        reader: Seat,
        seed: object,
        title: str,
    ) -> None:
        position = position.state if isinstance(position, Match) else position
        self._position = position if isinstance(position, State) else with_options(position)
        self.game.check_seat(reader)
        super().__init__(text, hints, title)
        self.goal, self.limit, self.reader = goal, limit, reader
        self._moves, self._bots, self._seed = tuple(solution), bots, seed
        self._prove()

    @property
    def game(self) -> Game:
        game: Game = self._position.game if isinstance(self._position, State) else self._position
        return game

    def _prove(self) -> None:
        """Play the solution."""
        match = self._match()
        for move in self._moves:
            match.advance()
            match.play(move, self.reader)
        match.advance()
        found = self.goal(match, self.reader)
        if found is not True or (self.limit is not None and len(self._moves) > self.limit):
            why = found if isinstance(found, str) else "it does not reach the goal within the limit"
            raise AskError(f"The solution {', '.join(self._moves)} does not solve this exercise: {why}.")

    def _match(self) -> Match:
        game, position = self.game, self._position
        start = position if isinstance(position, State) else None
        levels = self._bots
        if levels is None:
            known = players.levels(game)
            levels = {seat: known[0] for seat in range(game.players) if known and seat != self.reader}
        return Match(game, session.seed(self._seed), bots=levels, start=start)

    def _start(self) -> tuple[State, int]:
        return self._match().state, self.reader

    def check(self) -> Self:
        """Look at the match on the table, and say whether the goal is reached, or what is missing."""
        match, own = self.table.match, self._match()
        if (match.seed, match.state_at(0)) != (own.seed, own.state_at(0)):
            return self._tell(self.say("another-match"))
        made = sum(entry.seat == self.reader for entry in match.moves_so_far)
        if self.limit is not None and made > self.limit:
            return self._told("too-many", n=made, of=self.limit)
        found = self.goal(match, self.reader)
        if found is True:
            self._note_solved(record=match.record())
            return self._told("reached" if self.state == SOLVED else "reached-after", n=made)
        if not made:
            return self._told("not-begun")
        missing = found if isinstance(found, str) and found else self.say("not-reached")
        left = "" if self.limit is None else self.say("moves-left", n=self.limit - made)
        return self._tell(f"{missing} {left}".strip())

    def _told(self, key: str, **values: Any) -> Self:
        return self._tell(self.say(key, **values))

    def again(self) -> Self:
        """Put the position on the table once more."""
        self._feedback = None
        self._set_table()
        self.changed()
        return self

    def _solution_lines(self) -> list[dict[str, str]]:
        deck = self.game.deck
        return [{"text": braced(deck, str(self.game.parse(move))), "rule": ""} for move in self._moves]

    def handlers(self) -> Mapping[str, Callable[[Mapping[str, Any]], object]]:
        return {"check": lambda _: self.check(), "again": lambda _: self.again(), **super().handlers()}

    def _actions(self) -> list[Button]:
        check = Button(id="check", label=self.say("do-check"), kind="main")
        return [
            check,
            Button(id="again", label=self.say("do-start-again"), kind="plain"),
            *super()._actions(),
        ]


# ── in code ─────────────────────────────────────────────────────────────────────────────────────


@checked
def bot_exercise(
    text: str,
    game: AnyGame,
    *,
    against: str = "easy",
    deals: int = 20,
    solution: str,
    hints: Texts = (),
    seed: object = "exercise",
    title: str = "",
) -> BotExercise:
    """Write a player that is better than a level.

    text      what is to be done
    game      with its options
    against   the level to beat, over `deals` deals with the seats rotated, the same for everybody
    solution  a program whose `choose` does it, as text
    hints     one step after the other

    `e.check(choose)` judges a function of the view; see `handkit.bots.own` for what it may give.
    """
    game = with_options(game)
    against = players.bot(game, against).level  # that there is one
    return BotExercise(text, game, against, deals, solution, hints, seed, title)


@checked
class BotExercise(Task):
    """An exercise in code; made by `bot_exercise`."""

    def __init__(
        self,
        text: str,
        game: Game,
        against: str,
        deals: int,
        solution: str,
        hints: Texts,
        seed: object,
        title: str,
    ) -> None:
        self._game = game
        super().__init__(text, hints, title)
        self.against, self.deals, self._code, self._seed = against, deals, solution.strip(), seed

    @property
    def game(self) -> Game:
        return self._game

    def _start(self) -> tuple[State, int]:
        raise SheetError("This exercise is done in code: it has no table.")

    def _ipython_display_(self) -> None:
        from IPython.display import display

        display(self.widget)

    def check(self, choose: Any) -> Self:
        """Let a player play against the level, and say how it did. Its errors are told with its line."""
        try:
            own = choose if isinstance(choose, Bot) else OwnPlayer(choose)
        except TypeError as error:
            return self._tell(str(error))
        entrants: dict[str, Any] = {"yours": own, self.against: self.against}
        try:
            result = tournament(self.game, entrants, self.deals, session.seed(self._seed), progress=True)
        except PlayerError as error:
            return self._tell(str(error).translate(UNBRACED))
        ahead = result.compare("yours", self.against)
        figures = self.say("figures", level=self.against.capitalize(), ahead=str(ahead), n=result.games)
        if ahead.mean > 0 and ahead.confidence >= SURE:
            self._note_solved()
            return self._tell(self.say("beats" if self.state == SOLVED else "beats-after"), [_line(figures)])
        return self._tell(self.say("not-sure" if ahead.mean > 0 else "beats-not"), [_line(figures)])

    def _solution_lines(self) -> list[dict[str, str]]:
        return [{"code": self._code}]


def _line(text: str) -> dict[str, str]:
    return {"text": text, "rule": ""}
