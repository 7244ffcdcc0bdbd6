"""Questions about a position, and how the engine answers them.

An `Ask` is plain data: its kind, and what it is about. `solve` puts it to a position and works out
the question's text, the choices, the right answer and the reasons, all from the engine. No answer is
typed in by an author.

    asks.legal("7C 7H")                      may I make this move? yes or no
    asks.which_moves("7C", "8C", "pass")     which of these are legal
    asks.refused_by("8C 8D")                 which rule refuses it
    asks.who_moves(after=["6H", "7H"])       whose turn it is after these moves
    asks.who_leads(after=["AC", "pass"])     the same, said of a lead
    asks.what_happens("6C 6D 6H 6S")         what a move leads to
    asks.event_rule("6C 6D 6H 6S")           which rules that brings into play
    asks.gap("10O", rule="H2.4")             who belongs in the sentence that a rule announces
    asks.gap("attack 1: QH 3C", rule="R3.5", blank="value")    or which number
    asks.playable()                          which cards of the hand can be played
    asks.cards_held(seat=1, after=["7H"])    how many cards a seat holds
    asks.field_of("scores", 0, after=["5S"], text="How many points have you then?")
    asks.who_wins(after=["4C"])              who has won

The general way out is a function of the position: `yes_no`, `number`, `choose`, `cards` and `seat` take
`answer=`, which works out the right answer from the state. Such a question has a text of its own, and
`rule=` names the rule that decides. It cannot be judged on another machine, as a function is no data.

Each takes `after=`, moves that are made before it is asked; `text=`, where an author can say it better than
the usual words; and `cite=`, a rule that decides and that the engine does not name by itself, or several.

A move is its text, `"7C 7H"`, or a seat and a text, `(1, "pass")`, where more than one seat may act.
Texts hold cards in braces, `{7S}`, so that a table can draw them; `plain` writes them for people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from handkit.arguments import Texts, checked, texts
from handkit.cards import CardError, shorten
from handkit.game import Game, ParseError, Seat, State
from handkit.lesson.moves import Asked
from handkit.lesson.reading import Reading
from handkit.lesson.solution import AskError, Solution, Why
from handkit.lesson.solve import KINDS
from handkit.lesson.solve_own import Work
from handkit.lesson.wording import in_words, plain, read_number, words

LISTS = ("after", "among", "others")  # of which one may stand for itself


@checked
@dataclass(frozen=True)
class Ask:
    """What is asked, before it is put to a position."""

    kind: str
    about: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, kind: str, **about: Any) -> Ask:
        """An ask with all that was said; what was left out stays out."""
        about |= {name: texts(about[name]) for name in LISTS if name in about}
        said = {name: tuple(v) if isinstance(v, list | tuple) else v for name, v in about.items()}
        return cls(kind, {name: v for name, v in said.items() if v is not None and v not in ("", ())})

    def solve(self, state: State, reader: Seat = 0) -> Solution:
        """Put the question to a position for a reader, who is called "you".

        Raises AskError, and IllegalMove or ParseError where a move that is said to be made cannot be.
        """
        about = {name: value for name, value in self.about.items() if name not in ("cite", "aside")}
        at = Reading(state, reader)
        solution = KINDS[self.kind](at, **about)
        if cite := self.about.get("cite"):
            telling = [why for why in solution.why if not why.bare]
            solution = replace(solution, why=(*at.cites(cite), *telling))
        if aside := self.about.get("aside"):
            key = "aside-refuses" if self.kind in ("legal", "which", "refused-by") else "aside-brings"
            said = at.say(key, rule=at.title(aside))
            solution = replace(solution, why=(*solution.why, Why(said, aside)))
        return solution

    @property
    def is_data(self) -> bool:
        """Whether this can be written down: no function stands in it."""
        return not any(callable(value) for value in self.about.values())

    def to_json(self) -> dict[str, Any]:
        """The question as plain JSON. Raises AskError where a function answers it."""
        if not self.is_data:
            raise AskError("A question that a function answers cannot be written down.")
        return {"kind": self.kind, **{name: _listed(value) for name, value in self.about.items()}}


@checked
@dataclass(frozen=True)
class Problem:
    """A question put to a position.

    rule    the rule that it practises; by default the first that its answer cites
    origin  how a generator made it, as plain JSON: whoever has that makes the same again
    pupil   who does not know the rule, and so answers otherwise (`handkit.lesson.pupils`)
    """

    state: State
    ask: Ask
    reader: Seat = 0
    rule: str = ""
    origin: Mapping[str, Any] | None = None
    pupil: Any = None

    @property
    def game(self) -> Game:
        game: Game = self.state.game
        return game

    @cached_property
    def solution(self) -> Solution:
        return self.ask.solve(self.state, self.reader)

    @property
    def text(self) -> str:
        """What is asked. A question that was generated says which options hold, as no text around it does."""
        text, options = self.solution.text, self.game.unusual()
        if self.origin is None or not options:
            return text
        return words(self.game.deck).say("options", {"options": in_words(options), "text": text})

    @property
    def practises(self) -> str:
        """The rule that an answer to this counts for; "" where no rule decides."""
        return self.rule or next(iter(self.solution.rules), "")

    def plain(self, text: str) -> str:
        """A text of the solution's as people write it."""
        return plain(self.game.deck, text)

    def read(self, *said: object) -> tuple[str, ...]:
        """The keys of what somebody answers: choices by key or by what is shown, seats by number, moves and
        cards in any usual spelling, True and False for yes and no. Raises AnswerError."""
        solution = self.solution
        if solution.how == "number":
            if len(said) != 1:
                raise AnswerError("The answer is one number.")
            try:
                return (str(read_number(said[0])),)
            except ValueError as error:
                raise AnswerError(str(error)) from None
        if len(said) == 1 and isinstance(said[0], list | tuple | set | frozenset):
            said = tuple(said[0])
        keys = [key for one in said for key in self._keys(one)]
        if solution.how == "one" and len(set(keys)) != 1:
            raise AnswerError("This question has one answer: choose one.")
        return tuple(choice.key for choice in solution.choices if choice.key in keys)

    def _keys(self, said: object) -> list[str]:
        """The choices that one answer names; several where it is a row of cards."""
        if isinstance(said, bool):
            said = "yes" if said else "no"
        text = str(said).strip()
        if found := self._key(text):
            return [found]
        words = [self._key(word) for word in text.split()]
        if self.solution.how == "several" and words and all(words):
            return [word for word in words if word]
        known = ", ".join(self.plain(choice.key) for choice in self.solution.choices)
        raise AnswerError(f"{shorten(text)} is no answer to this question. There are: {known}.")

    def _key(self, text: str) -> str:
        for choice in self.solution.choices:
            if text.casefold() in (choice.key.casefold(), self.plain(choice.text).casefold()):
                return choice.key
        move = self._move(text)
        same = (c.key for c in self.solution.choices if move is not None and self._move(c.key) == move)
        return next(same, "")

    def _move(self, text: str) -> Any:
        try:
            return self.game.parse(text)
        except (ParseError, CardError):
            return None

    def judge(self, keys: Sequence[str]) -> bool:
        """Whether these are the right choices: all of them and no other; where one is to be said, any."""
        return self.solution.judge(keys)


class AnswerError(ValueError):
    """What is no answer to a question, with the answers that there are."""


# ── asking ──────────────────────────────────────────────────────────────────────────────────────


@checked
def legal(
    move: str,
    *,
    seat: Seat | None = None,
    after: str | Sequence[Asked] = (),
    text: str = "",
    cite: str | Sequence[str] = "",
) -> Ask:
    """Is a move legal? Yes or no. By default for the seat to move; `after` other moves if given."""
    return Ask.of("legal", move=move, seat=seat, after=after, text=text, cite=cite)


@checked
def which_moves(
    *moves: str,
    seat: Seat | None = None,
    after: str | Sequence[Asked] = (),
    text: str = "",
    cite: str | Sequence[str] = "",
) -> Ask:
    """Which of these moves are legal? Any number of them, or none."""
    return Ask.of("which", moves=moves, seat=seat, after=after, text=text, cite=cite)


@checked
def refused_by(
    move: str,
    *,
    among: Texts = (),
    seat: Seat | None = None,
    after: str | Sequence[Asked] = (),
    text: str = "",
    cite: str | Sequence[str] = "",
) -> Ask:
    """Which rule refuses a move? Among these rules, by default some neighbours of the right one; that none
    does can be chosen too."""
    return Ask.of("refused-by", move=move, among=among, seat=seat, after=after, text=text, cite=cite)


@checked
def who_moves(
    *,
    after: str | Sequence[Asked] = (),
    others: Texts = (),
    text: str = "",
    cite: str | Sequence[str] = "",
) -> Ask:
    """Whose turn is it, after these moves? Beside the seats `others` may be chosen: "nobody", "dealer"."""
    return Ask.of("who-moves", after=after, others=others, text=text, cite=cite)


@checked
def who_leads(*, after: str | Sequence[Asked] = (), text: str = "", cite: str | Sequence[str] = "") -> Ask:
    """Who leads, after these moves? The same as `who_moves`, said of a lead."""
    return Ask.of("who-moves", after=after, text=text, lead=True, cite=cite)


Claim = tuple[str, Mapping[str, Any]]  # a key of the game's catalogue, and what fills it


@checked
def what_happens(
    *moves: Asked,
    others: Texts = (),
    claims: Sequence[Claim] = (),
    only: bool = False,
    text: str = "",
    cite: str | Sequence[str] = "",
) -> Ask:
    """What do these moves lead to? Sentences to choose from: those that the engine announces after the
    last move, those that it would announce after other moves in its place (`others`, by default the
    ones offered), and claims that somebody might make, which may be true or not; or these `only`."""
    return Ask.of(
        "happens", moves=moves, others=others, claims=claims, only=only or None, text=text, cite=cite
    )


@checked
def event_rule(*moves: Asked, among: Texts = (), text: str = "", cite: str | Sequence[str] = "") -> Ask:
    """Which rules does the last of these moves bring into play? Among these, by default some neighbours."""
    return Ask.of("announced", moves=moves, among=among, text=text, cite=cite)


@checked
def gap(
    *moves: Asked,
    rule: str,
    blank: str = "seat",
    seat: Seat | None = None,
    text: str = "",
    cite: str | Sequence[str] = "",
) -> Ask:
    """What belongs in the gap of the sentence that a rule announces after the last of these moves?

    blank   the place of the sentence that is left open: "seat", or a number such as "n", "value", "total"
    seat    of several such sentences that about this seat; by default the reader's, or else the first
    """
    return Ask.of("gap", moves=moves, rule=rule, blank=blank, seat=seat, text=text, cite=cite)


@checked
def playable(*, text: str = "", cite: str | Sequence[str] = "") -> Ask:
    """Which cards of the hand to move are part of a legal move?"""
    return Ask.of("playable", text=text, cite=cite)


@checked
def cards_held(
    seat: Seat, *, after: str | Sequence[Asked] = (), text: str = "", cite: str | Sequence[str] = ""
) -> Ask:
    """How many cards does a seat hold, after these moves?"""
    return Ask.of("count", seat=seat, after=after, text=text, cite=cite)


@checked
def field_of(
    name: str,
    index: int | None = None,
    *,
    after: str | Sequence[Asked] = (),
    text: str = "",
    cite: str | Sequence[str] = "",
) -> Ask:
    """What is a number of the state, after these moves? `field_of("scores", 0)` is `state.scores[0]`."""
    return Ask.of("field", name=name, index=index, after=after, text=text, cite=cite)


@checked
def who_wins(*, after: str | Sequence[Asked] = (), text: str = "", cite: str | Sequence[str] = "") -> Ask:
    """Who has won, after these moves, which end the game?"""
    return Ask.of("wins", after=after, text=text, cite=cite)


@checked
def yes_no(text: str, answer: Work, *, rule: str | Sequence[str] = (), why: Work | str = "") -> Ask:
    """A question of the author's: `answer(state)` is whether the answer is yes."""
    return Ask.of("own", text=text, answer=answer, form="yes-no", rule=rule, why=why)


@checked
def number(text: str, value: Work, *, rule: str | Sequence[str] = (), why: Work | str = "") -> Ask:
    """A question of the author's: `value(state)` is the number asked for."""
    return Ask.of("own", text=text, answer=value, form="number", rule=rule, why=why)


@checked
def choose(
    text: str,
    choices: Sequence[str] | Work,
    answer: Work,
    *,
    rule: str | Sequence[str] = (),
    why: Work | str = "",
) -> Ask:
    """A question of the author's: `answer(state)` is the right one of these choices, or a list of all
    that are right, and then any number may be chosen. The choices may be a function of the state too."""
    return Ask.of("own", text=text, answer=answer, form="choose", choices=choices, rule=rule, why=why)


@checked
def cards(text: str, answer: Work, *, rule: str | Sequence[str] = (), why: Work | str = "") -> Ask:
    """A question of the author's: `answer(state)` are those of the reader's cards that are right, as a
    text or a set of cards."""
    return Ask.of("own", text=text, answer=answer, form="cards", rule=rule, why=why)


@checked
def seat(text: str, answer: Work, *, rule: str | Sequence[str] = (), why: Work | str = "") -> Ask:
    """A question of the author's: `answer(state)` is the number of the right seat, or None for nobody."""
    return Ask.of("own", text=text, answer=answer, form="seat", rule=rule, why=why)


def _listed(value: Any) -> Any:
    return [_listed(part) for part in value] if isinstance(value, tuple) else value
