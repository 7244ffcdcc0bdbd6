"""Moments of matches in which a rule speaks: it refuses a move, or is announced after one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from handkit.game import Event, Game, Move, State
from handkit.lesson.about import About
from handkit.lesson.moves import hand_of
from handkit.lesson.reading import Reading
from handkit.lesson.walks import attempts, parsed, walk
from handkit.lesson.wording import braced, is_number

MOVES = 12_000  # so many moves are walked before a search gives up
FOUND = 6  # so many moments are found, of which one of the simplest is taken
PATIENCE = 400  # where they are rare, so many more moments are looked at after the first

# The forms of question that a moment may be asked about in.
FORMS = (
    "legal", "which", "refused-by", "happens", "announced", "who", "number", "who-moves", "count", "wins",
)  # fmt: skip


@dataclass(frozen=True)
class Moment:
    """A moment of a match, and what its reader might do.

    speaks   whether the rule that is sought refuses the move, or is announced after it
    events   of that rule, as the reader may be told of them
    """

    state: State
    reader: int
    move: str
    refused: bool
    speaks: bool
    events: tuple[Event, ...] = ()

    @property
    def size(self) -> int:
        """How much there is to look at: cards in the move, then cards in the hand."""
        named = len(self.state.game.deck.pattern.findall(self.move))
        return 100 * named + hand_of(self.state, self.reader).bit_count()

    @property
    def consequences(self) -> list[Event]:
        """What is more than the move itself."""
        return [event for event in self.events if not event.say("short")]

    @property
    def named(self) -> list[Event]:
        """Those consequences that say whom they concern."""
        entries = self.state.game.words.entries
        return [e for e in self.consequences if "{seat:" in entries[e.key]["text"].lower()]


def moments(game: Game, rule: str, rng: Random, about: About) -> Iterator[Moment]:
    """Moments in which somebody might make a move: legal, or refused by the rule that is sought."""
    for state, made in walk(game, rng, MOVES, about.start, about.length):
        if not _is_asked(state, rng):
            continue
        reader = 0  # as in every lesson, so that the numbers of seats in moves hold
        fits = about.where is None or about.where(state)
        for text in attempts(state, reader, made, rng):
            move = parsed(game, text)
            if move is None:
                continue
            refusal = state.check(move, reader)
            if refusal is None:
                events = _events_of(state, reader, move, rule) if fits and about.told else ()
                yield Moment(state.copy(), reader, text, False, bool(events), events)
            elif fits and about.refused and refusal.rule == rule:
                yield Moment(state.copy(), reader, text, True, True)


def search(
    game: Game, rule: str, rng: Random, about: About, form: str
) -> Iterator[tuple[Moment, Moment | None]]:
    """Moments in which the rule speaks, the simplest first but in a drawn order, each with a sister moment: a
    legal move of the same kind about which the rule says nothing."""
    found: list[Moment] = []
    sisters: dict[str, Moment] = {}
    since = 0
    for moment in moments(game, about.rule or rule, rng, about):
        since += bool(found)
        if not moment.speaks:
            sisters[first_word(moment.move, game)] = moment
        elif moment.size >= 100 * about.cards and forms_of(moment, about, form):
            found.append(moment)
        if len(found) == FOUND or since > PATIENCE:
            break
    found.sort(key=lambda moment: moment.size)  # stable: of equals the first found
    simple, rest = found[: (len(found) + 1) // 2], found[(len(found) + 1) // 2 :]
    for group in (simple, rest):
        while group:
            moment = group.pop(int(rng.random() * len(group)))
            yield moment, sisters.get(first_word(moment.move, game))


def first_word(text: str, game: Game) -> str:
    """What stands before the cards of a move."""
    return braced(game.deck, text).partition("{")[0]


def _is_asked(state: State, rng: Random) -> bool:
    """Whether the reader is asked here: when it may act, and now and then when it may not."""
    return 0 in state.actors or rng.random() < 0.1


def _events_of(state: State, reader: int, move: Move, rule: str) -> tuple[Event, ...]:
    """What of this rule a move brings about. Cheap where nothing is."""
    events, after = list[Event](), state.copy()
    after.play(move, events.append, reader)
    if all(event.rule != rule for event in events):
        return ()
    told = Reading(state, reader).tellable(events, [str(move)])
    return tuple(event for event in told if event.rule == rule)


def forms_of(moment: Moment, about: About, form: str) -> list[str]:
    """The forms of question that suit a moment."""
    if moment.refused:
        fitting = ["legal", "which", "refused-by"]
    else:
        fitting = ["happens"] if moment.consequences else []
        if moment.named:
            fitting.append("who")
        if any(blank_of(event) for event in moment.events):
            fitting.append("number")
        if form == "announced" or "announced" in about.forms:
            fitting.append("announced")
        if form == "who-moves" or "who-moves" in about.forms:
            fitting.append("who-moves")
    wanted = (form,) if form else about.forms or FORMS
    return [one for one in fitting if one in wanted]


def blank_of(event: Event) -> str:
    """The number of an event's sentence that is worth asking for."""
    template = event.game.words.entries[event.key].get("text", "")
    for name in ("total", "value", "counted", "n", "place", "off", "left"):
        if name in event.values and "{" + name in template and is_number(event.values[name]):
            return name
    return ""
