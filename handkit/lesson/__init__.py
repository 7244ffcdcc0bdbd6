"""A step of a lesson: an idea, a position, a question, the reveal, and a table to try it on.

A notebook shows the idea and the question as text, the position as a table, and folds the reveal away
until the learner has made a prediction. What the reveal says is worked out by the engine when the
cell runs: no answer is typed into a notebook.

    position = President.position(hands=[...], trick="8S 8H", played_by=3)
    Table(position)
    reveal(verdicts(position, "7C 7H", "9D 9C"), story(position, "9D 9C", "pass"))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from handkit.game import Event, Game, IllegalMove, Said, State


@dataclass(frozen=True)
class Line:
    """One line of an answer: what was asked, what the engine says, and the rule."""

    what: str
    says: str
    rule: str

    def __str__(self) -> str:
        told = f"{self.what}: {self.says}" if self.what else self.says
        return f"{told} ({self.rule})" if self.rule else told

    def html(self) -> str:
        rule = f" <code>{escape(self.rule)}</code>" if self.rule else ""
        what = f"<b>{escape(self.what)}</b>: " if self.what else ""
        return f"{what}{escape(self.says)}{rule}"


@dataclass(frozen=True)
class Answer:
    """Lines that the engine worked out."""

    lines: tuple[Line, ...]

    def __repr__(self) -> str:
        return "\n".join(str(line) for line in self.lines)

    def html(self) -> str:
        return "<ul>" + "".join(f"<li>{line.html()}</li>" for line in self.lines) + "</ul>"

    def _repr_html_(self) -> str:
        return self.html()


@dataclass(frozen=True)
class Reveal:
    """Answers that are folded away until the learner opens them."""

    answers: tuple[Answer, ...]
    title: str

    def __repr__(self) -> str:
        return "\n\n".join(repr(answer) for answer in self.answers)

    def _repr_html_(self) -> str:
        inside = "".join(answer.html() for answer in self.answers)
        return f"<details><summary><b>{escape(self.title)}</b></summary>{inside}</details>"


def reveal(*answers: Answer, title: str = "Predict first, then open the answer") -> Reveal:
    """Fold answers away until the learner opens them."""
    return Reveal(answers, title)


def verdicts(state: State, *moves: str, seat: int | None = None) -> Answer:
    """What the engine says of each move: legal, or refused by which rule and why."""
    lines = []
    for text in moves:
        refusal = state.check(text, seat)
        says = f"refused. {refusal.text}" if refusal else "legal."
        lines.append(Line(_pretty(state.game, text), says, refusal.rule if refusal else ""))
    return Answer(tuple(lines))


def offered(state: State, seat: int | None = None) -> Answer:
    """Every move that the engine offers a seat now."""
    moves = ", ".join(_pretty(state.game, str(move)) for move in state.moves(seat)) or "none"
    who = state.to_move if seat is None else seat
    return Answer((Line(f"Seat {who} may make these moves", moves, ""),))


def story(state: State, *moves: str, seat: int | None = None) -> Answer:
    """What happens when these moves are made one after the other, as a seat sees it (by default as
    everybody together does). Raises IllegalMove when one of them is refused."""
    lines, state = [], state.copy()
    for text in moves:
        move = state.game.parse(text)
        if refusal := state.check(move):
            raise IllegalMove(refusal)
        events: list[Event] = []
        state.play(move, events.append)
        seen = [event for event in events if seat is None or event.visible_to(seat)]
        lines += [Line("", event.text, event.rule) for event in seen]
    return Answer(tuple(lines))


def played(state: State, moves: Sequence[str]) -> State:
    """The position after these moves."""
    for text in moves:
        state = state.after(text)
    return state


def says(said: Said | None) -> Answer:
    """One refusal or event, or that there is none."""
    return Answer((Line("The engine", said.text, said.rule),) if said else (Line("The engine", "nothing to refuse.", ""),))


def _pretty(game: Game, text: str) -> str:
    """A move with its cards as people write them: 7♠."""
    deck = game.deck
    return deck.pattern.sub(lambda found: deck.symbol(deck.card(found[0])), str(game.parse(text)))
