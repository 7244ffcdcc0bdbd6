"""What the engine says of a position, in lines that a lesson shows: verdicts, stories, values, thoughts.

    reveal(verdicts(position, "7C 7H", "9D 9C"), story(position, "9D 9C", "pass"))

Answers name the seats as a table does: the reader, seat 0 unless `reader` says otherwise, is "you".
With `reader=None` seats are numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from handkit import bots
from handkit.arguments import checked, texts
from handkit.bots import own
from handkit.game import DEALER, ONLOOKER, Event, Game, ParseError, Seat, State, Statement, View
from handkit.lesson.moves import Asked, events_of, seat_and_text
from handkit.match import NAMES, generator


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
    """Lines that the engine worked out, under a title of the lesson's."""

    lines: tuple[Line, ...]
    title: str = ""

    def __repr__(self) -> str:
        return "\n".join([f"{self.title}:"] * bool(self.title) + [str(line) for line in self.lines])

    def html(self) -> str:
        title = f"<p>{escape(self.title)}:</p>" if self.title else ""
        return f"{title}<ul>" + "".join(f"<li>{line.html()}</li>" for line in self.lines) + "</ul>"

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


@checked
def reveal(*answers: Answer, title: str = "Predict first, then open the answer") -> Reveal:
    """Fold answers away until the learner opens them."""
    return Reveal(answers, title)


@checked
def verdicts(
    state: State | View, *moves: str, seat: Seat | None = None, title: str = "", reader: Seat | None = 0
) -> Answer:
    """What the engine says of each move: legal, or refused by which rule and why. What is no move is refused
    too."""
    names = seat_names(state.game, reader)
    lines = []
    for text in moves:
        try:
            refusal = state.check(text, seat)
        except ParseError as error:
            lines.append(Line(text, f"refused. {error}", ""))
            continue
        why = refusal and [refusal.say(form, names, reader) for form in ("text", "right")]
        says = f"refused. {' '.join(why).strip()}" if why else "legal."
        lines.append(Line(_pretty(state.game, text), says, refusal.rule if refusal else ""))
    return Answer(tuple(lines), title)


@checked
def offered(
    state: State | View, seat: Seat | None = None, title: str = "", reader: Seat | None = 0
) -> Answer:
    """Every move that the engine offers a seat now, by default the one to move. Raises ValueError for a seat
    that does not exist, as all of these do."""
    moves = ", ".join(_pretty(state.game, str(move)) for move in state.moves(seat)) or "none"
    who = state.to_move if seat is None else seat
    name = "nobody" if who is None else seat_names(state.game, reader).get(who, f"seat {who}")
    return Answer((Line(f"Moves offered to {'you' if who == reader else name}", moves, ""),), title)


@checked
def story(
    state: State,
    *moves: Asked,
    seat: Seat | None = None,
    title: str = "",
    reader: Seat | None = 0,
    only: str | Collection[str] = (),
) -> Answer:
    """What happens when these moves are made one after the other, as a seat sees it (by default as
    everybody together does). Raises IllegalMove when one of them is refused."""
    return told(events_of(state, moves), seat, title, reader, only)


@checked
def each(
    state: State,
    *moves: Asked,
    seat: Seat | None = None,
    title: str = "",
    reader: Seat | None = 0,
    only: str | Collection[str] = (),
) -> Answer:
    """What happens when one of these moves is made, or another in its place: a line for each of them."""
    lines = []
    for asked in moves:
        text = seat_and_text(asked)[1]
        told_of = told(events_of(state, [asked]), seat, reader=reader, only=only).lines
        rules = dict.fromkeys(line.rule for line in told_of)
        lines.append(
            Line(_pretty(state.game, text), " ".join(line.says for line in told_of), ", ".join(rules))
        )
    return Answer(tuple(lines), title)


@checked
def told(
    events: Iterable[Event],
    seat: Seat | None = None,
    title: str = "",
    reader: Seat | None = 0,
    only: str | Collection[str] = (),
) -> Answer:
    """Events in sentences; with a seat only those that it sees, with `only` those of these rules."""
    events, only = list(events), texts(only)
    for event in events[:1]:
        event.game.check_seat(ONLOOKER if seat is None else seat, ONLOOKER)
    seen = (
        event
        for event in events
        if (seat is None or event.visible_to(seat)) and (not only or event.rule in only)
    )
    return Answer(
        tuple(
            Line("", event.say(names=seat_names(event.game, reader), reader=reader), event.rule)
            for event in seen
        ),
        title,
    )


@checked
def played(state: State, moves: str | Sequence[Asked]) -> State:
    """The position after these moves, or after one. Raises IllegalMove when one of them is refused."""
    for asked in [moves] if isinstance(moves, str) else moves:
        who, text = seat_and_text(asked)
        state = state.after(text, who)
    return state


@checked
def says(said: Statement | None, reader: Seat | None = 0) -> Answer:
    """One refusal or event, or that there is none."""
    if said is None:
        return Answer((Line("The engine", "nothing to refuse.", ""),))
    names = seat_names(said.game, reader)
    sentence = " ".join(said.say(form, names, reader) for form in ("text", "right")).strip()
    return Answer((Line("The engine", sentence, said.rule),))


@checked
def computed(values: Mapping[str, object], title: str = "") -> Answer:
    """Values that a cell worked out, each with what it is."""
    return Answer(tuple(Line(what, str(value), "") for what, value in values.items()), title)


@checked
def thoughts(
    state: State,
    level: str,
    seat: Seat | None = None,
    most: int = 3,
    seed: object = "lesson",
    title: str = "",
) -> Answer:
    """What a computer player of some level thinks of a seat's best moves, the one it plays first.

    Raises ValueError for a level or seat that does not exist, and when it is not the turn of that seat.
    """
    seat = state.to_move if seat is None else seat
    if seat is None or seat == DEALER:
        raise ValueError("Nobody is to move here.")
    player, view = bots.bot(state.game, level), state.view(seat)
    found = own.thoughts(player, view, generator("handkit lesson", seed, level))[:most]
    lines = [Line(_pretty(state.game, str(t.move)), _named(state.game, t.why), "") for t in found]
    return Answer(tuple(lines), title)


@checked
def seat_names(game: Game, reader: Seat | None = 0) -> dict[int, str]:
    """What a table calls the seats when one person plays against computers; empty for no reader. Raises
    ValueError for a seat that does not exist."""
    if reader is None:
        return {}
    game.check_seat(reader, ONLOOKER)
    others = iter(NAMES)
    return {seat: "You" if seat == reader else next(others) for seat in range(game.players)}


def _named(game: Game, why: str) -> str:
    """What a computer player thinks, with the names of the seats and the signs of the suits."""
    names = seat_names(game) | {0: "you"}
    return game.deck.with_signs(bots.with_names(why, names))


def _pretty(game: Game, text: str) -> str:
    """A move with its cards as people write them: 7♠."""
    return game.deck.with_signs(str(game.parse(text)))
