"""A position as one seat reads it: what it is told, and in which words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from handkit.cards import CardError, Deck
from handkit.game import Event, Game, ParseError, Refusal, State
from handkit.lesson.answers import played, seat_names
from handkit.lesson.moves import Asked, events_of, mover, seat_and_text, texts
from handkit.lesson.solution import AnswerChoice, AskError, Why
from handkit.lesson.wording import braced, in_words, words
from handkit.rulebook import Rule, Rulebook, find_rulebook


class Reading:
    """A position, and the seat that reads: it is "you", and what it cannot see is not told."""

    def __init__(self, state: State, reader: int, known: int | None = None) -> None:
        """`known` are the cards whose faces the reader knows; by default those that lie open to it."""
        self.state, self.reader = state, reader
        self.game: Game = state.game
        self._check_seat(reader)
        self.names = seat_names(self.game, reader)
        self.deck = self.game.deck
        self.known = faces(state, reader) if known is None else known

    @cached_property
    def book(self) -> Rulebook | None:
        """The rulebook; None for a game that has none."""
        return find_rulebook(self.game) or None

    def say(self, key: str, **values: Any) -> str:
        """A sentence of the lesson's."""
        return words(self.deck).say(key, values, "text", self.names, self.reader, braces=True)

    def told(self, said: Event | Refusal) -> str:
        """A sentence of the engine's, with what would be right."""
        forms = ("text", "right") if isinstance(said, Refusal) else ("text",)
        return " ".join(said.say(form, self.names, self.reader, braces=True) for form in forms).strip()

    def move(self, text: str) -> str:
        """A move as it is shown. Raises ParseError or CardError for what is none."""
        return braced(self.deck, str(self.game.parse(text)))

    def named(self, text: str) -> str:
        """What somebody wants to play, which may be no move at all."""
        try:
            return self.move(text)
        except (ParseError, CardError):
            return text

    def name(self, seat: int) -> str:
        return self.say("seat", seat=seat)

    def seats(self, *others: str) -> tuple[AnswerChoice, ...]:
        """All seats to choose from, the reader first, and who is no seat where that is so."""
        players = self.game.players
        order = [(self.reader + step) % players for step in range(players)]
        more = [AnswerChoice(key, self.say(key)) for key in others if not key.isdecimal()]
        return (*(AnswerChoice(str(seat), self.name(seat), on_table="seat") for seat in order), *more)

    def rule(self, id: str) -> str:
        """The id and title of a rule."""
        return self.say("rule", id=id, title=self.title(id)) if self.book and id in self.book else id

    def title(self, id: str) -> str:
        """The title of a rule; its id where there is no rulebook."""
        return self.book[id].title if self.book and id in self.book else id

    def cites(self, ids: str | Sequence[str]) -> list[Why]:
        """What rules say, in short."""
        ids = [ids] if isinstance(ids, str) and ids else ids
        known = self.book.rules if self.book else {}
        return [Why(self._brief(known[id]) if id in known else id, id) for id in ids]

    def _brief(self, rule: Rule) -> str:
        """A rule in short; where an option gives it another reading, its title and that option."""
        other = {name: value for name, value in self.game.unusual().items() if name in rule.options}
        return f"{rule.title}, with another option, {in_words(other)}." if other else rule.brief

    # Moves that are made.

    def events(self, moves: Sequence[Asked]) -> list[Event]:
        """What the last of these moves makes happen, as the reader may be told of it."""
        return self.tellable(events_of(self.after(moves[:-1]).state, moves[-1:]), moves)

    def tellable(self, events: Iterable[Event], moves: Iterable[Asked]) -> list[Event]:
        """Those events that the reader sees, and that name no card but those that it knows already and
        those named in the question."""
        known = self.known | self._named(moves)
        return [
            event
            for event in events
            if event.visible_to(self.reader)
            and not cards_in(self.deck, event.say("text", braces=True)) & ~known
        ]

    def _named(self, moves: Iterable[Asked]) -> int:
        """The cards that moves name."""
        return cards_in(self.deck, " ".join(texts(moves)))

    def after(self, moves: Sequence[Asked]) -> Reading:
        """The position after these moves. Raises IllegalMove."""
        return Reading(played(self.state, moves), self.reader, self.known | self._named(moves))

    def story(self, moves: Sequence[Asked]) -> str:
        """The moves in the engine's words: "You play 9♣. Ada passes."."""
        said, at = [], self
        for move in moves:
            own = [e for e in at.events([move]) if e.say("short")]
            done = at.told(own[0]) if own and not has_number(own[0]) else ""
            who, text = mover(at.state, move), seat_and_text(move)[1]
            said.append(done or self.say("move-made", seat=who, move=self.move(text)))
            at = at.after([move])
        return " ".join(said)

    def made(self, moves: Sequence[Asked]) -> tuple[tuple[int, str], ...]:
        """The moves with the seats that make them."""
        found, state = [], self.state
        for move in moves:
            who, text = mover(state, move), seat_and_text(move)[1]
            assert who is not None
            found.append((who, text))
            state = state.after(text, who)
        return tuple(found)

    def _check_seat(self, seat: int) -> int:
        try:
            return self.game.check_seat(seat)
        except ValueError as error:
            raise AskError(str(error)) from None

    def who(self, seat: int | None) -> int:
        """The seat that is asked about: by default the one to move. Raises AskError where nobody is, and for
        a seat that does not exist."""
        who = self.state.to_move if seat is None else self._check_seat(seat)
        if who is None or who < 0:
            raise AskError("Nobody is to move in this position: name the seat that the question is about.")
        return who

    def consequences(self, events: Iterable[Event]) -> list[Event]:
        """Those events that are more than the move itself, each sentence once."""
        return list({self.told(e): e for e in events if not e.say("short")}.values())


def faces(state: State, seat: int) -> int:
    """The cards whose faces a seat knows: those that it sees, and those that it saw come into a hand. Of
    others, as of those that it saw shuffled into a stock, it cannot tell which comes next."""
    cards = 0
    for zone in state.zones():
        cards |= zone.faces(seat) if zone.owner is not None or zone.visible_to(seat) else 0
    return cards


def cards_in(deck: Deck, text: str) -> int:
    """The cards that a text names."""
    return deck.collect(deck.card(name) for name in deck.pattern.findall(text))[0]


def has_number(event: Event) -> bool:
    """Whether the sentence of a move says more than the move: what it counts, what it claims."""
    return any(name in event.values for name in ("counted", "total", "asked", "off", "left"))
