"""Questions that never run out: positions found in random matches, by rule.

    practice(President(), "P2.3", seed="monday")       a question that this rule decides
    positions(President(), lambda state: state.turned, seed="monday")      positions that fit, one by one

A rule decides where it refuses a move or is announced after one, so the engine itself says where it does:
that works for any game. Matches are walked with moves drawn from a seed until moments are found in which
it happens, and one of the simplest of them is taken. Half of the questions are about a sister of it, a
moment like it in which the rule does not speak. `handkit.lesson.about` says more for single rules: which
options they need, and, for those that only define a word or hold always, in which moments of which rule they
show.

The same seed gives the same question on any machine with the same version of handkit.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar

from handkit.cards import CardError, members, shorten
from handkit.game import DEALER, Event, Game, Move, OptionError, ParseError, PositionError, State
from handkit.lesson import asks
from handkit.lesson.about import MATCH, About, draw, known
from handkit.lesson.asks import Ask, Problem
from handkit.lesson.solve import AskError, At, braced, read_number
from handkit.match import generator
from handkit.rulebook import rulebook

T = TypeVar("T")
MOVES = 12_000  # so many moves are walked before a search gives up
OFFERED = 60  # of very many moves the walk takes the first, those of few cards
FOUND = 6  # so many moments are found, of which one of the simplest is taken
PATIENCE = 400  # where they are rare, so many more moments are looked at after the first
TRIES = 4  # so many moves are tried at a moment


class NotFound(LookupError):
    """No position that fits was found within the bound, or none can be."""


# ── walking ─────────────────────────────────────────────────────────────────────────────────────


def pick(things: Sequence[T], rng: Random) -> T:
    """One of some things. It uses `rng.random()` alone, whose sequence Python promises to keep."""
    return things[int(rng.random() * len(things))]


def walk(
    game: Game,
    rng: Random,
    moves: int = MOVES,
    start: Callable[[Any, Random], State] | None = None,
    length: int = MATCH,
) -> Iterator[tuple[State, list[str]]]:
    """States of random matches, one after the other, and the moves made so far in each match. A state is the
    walk's own: copy it to keep it.

    start   makes the position from which each match starts; by default the deal
    length  how many moves of one match at most
    """
    left = moves
    while left > 0:
        state, made = start(game, rng) if start else game.start(), list[str]()
        for _ in range(min(length, left)):
            left -= 1
            yield state, made
            if state.to_move is None:
                break
            move = _next_move(state, rng)
            if state.to_move != DEALER:
                made.append(str(move))
            state.play(move)


def _next_move(state: State, rng: Random) -> Move:
    if state.to_move == DEALER:
        return state.deal(rng)
    move: Move = pick(list(itertools.islice(state.moves(), OFFERED)), rng)
    return move


def positions(
    game: Game, wanted: Callable[[Any], object], seed: object = "positions", moves: int = 30_000
) -> Iterator[State]:
    """Positions of random matches that fit, one by one; at most one of each match, so that they differ.

    wanted   whether a state fits: `lambda state: state.turned`; see also `refuses` and `announces`
    moves    how many moves are looked at for each

    Raises NotFound where none is found within that bound.
    """
    rng = generator("handkit positions", game.name, game.seeded(), seed)
    while True:
        for state, _ in walk(game, rng, moves):
            if state.to_move is not None and state.to_move >= 0 and wanted(state):
                yield state.copy()
                break
        else:
            raise NotFound(f"In {moves} moves of {game.title} no position was found that fits.")


def refuses(rule: str, *moves: str) -> Callable[[State], bool]:
    """A wish for `positions`: this rule refuses one of these moves, by default a single card of the hand."""

    def wanted(state: State) -> bool:
        texts = moves or [state.game.deck.name(card) for card in members(_hand(state, state.to_move))]
        return any(_refused(state, text) == rule for text in texts)

    return wanted


def announces(rule: str) -> Callable[[State], bool]:
    """A wish for `positions`: this rule is announced after one of the moves that are offered."""

    def wanted(state: State) -> bool:
        return any(rule in _told(state, move) for move in itertools.islice(state.moves(), OFFERED))

    return wanted


def _refused(state: State, text: str) -> str:
    try:
        refusal = state.check(text)
    except (ParseError, CardError):
        return ""
    return refusal.rule if refusal else ""


def _told(state: State, move: Move) -> set[str]:
    events, after = list[Event](), state.copy()
    after.play(move, events.append)
    return {event.rule for event in events}


def _hand(state: State, seat: int | None) -> int:
    return sum(zone.cards for zone in state.zones() if zone.owner == seat)


# ── moves that may well be wrong ────────────────────────────────────────────────────────────────


def attempts(state: State, seat: int, made: Sequence[str], rng: Random) -> Iterator[str]:
    """Moves that a seat might think of: offered ones, ones as they were made before in this match, and both
    with cards of its own hand in place of others. None names a card that the seat does not know."""
    deck, hand, known = state.game.deck, 0, 0
    for zone in state.zones():
        known |= zone.faces(seat)
        hand |= zone.cards if zone.owner == seat else 0
    own = members(hand)
    offered = list(itertools.islice(state.moves(seat), OFFERED))
    for _ in range(TRIES):
        models: Sequence[object] = offered if offered and (not made or rng.random() < 0.6) else made
        if not models:
            return
        text = _changed(state.game, str(pick(models, rng)), own, rng)
        named, _ = deck.collect(deck.card(name) for name in deck.pattern.findall(text))
        if not named & ~known:
            yield text


def _changed(game: Game, text: str, hand: Sequence[int], rng: Random) -> str:
    """A move's text with some of its cards changed for others of a hand: one of them, or all for some cards,
    mostly of one rank."""
    deck = game.deck
    found = list(deck.pattern.finditer(text))
    if not found or not hand or rng.random() < 0.15:
        return text
    if ">" in text or rng.random() < 0.3:
        one = pick(found, rng)
        return text[: one.start()] + deck.name(pick(hand, rng)) + text[one.end() :]
    suits = len(deck.suits)
    first = pick(hand, rng)
    alike = [card for card in hand if card // suits == first // suits]
    chosen = alike[: 1 + int(rng.random() * len(alike))]
    while len(chosen) < 4 and rng.random() < 0.3:
        chosen.append(pick(hand, rng))  # another rank, or the same card twice
    return text[: found[0].start()] + " ".join(deck.name(card) for card in chosen)


# ── moments in which a rule decides ─────────────────────────────────────────────────────────────


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
        return 100 * named + _hand(self.state, self.reader).bit_count()

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
            move = _parsed(game, text)
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
            sisters[_word(moment.move, game)] = moment
        elif moment.size >= 100 * about.cards and _forms(moment, about, form):
            found.append(moment)
        if len(found) == FOUND or since > PATIENCE:
            break
    found.sort(key=lambda moment: moment.size)  # stable: of equals the first found
    simple, rest = found[: (len(found) + 1) // 2], found[(len(found) + 1) // 2 :]
    for group in (simple, rest):
        while group:
            moment = group.pop(int(rng.random() * len(group)))
            yield moment, sisters.get(_word(moment.move, game))


def _word(text: str, game: Game) -> str:
    """What stands before the cards of a move."""
    return braced(game.deck, text).partition("{")[0]


def _is_asked(state: State, rng: Random) -> bool:
    """Whether the reader is asked here: when it may act, and now and then when it may not."""
    return 0 in state.actors or rng.random() < 0.1


def _parsed(game: Game, text: str) -> Move | None:
    try:
        return game.parse(text)
    except (ParseError, CardError):
        return None


def _events_of(state: State, reader: int, move: Move, rule: str) -> tuple[Event, ...]:
    """What of this rule a move brings about. Cheap where nothing is."""
    events, after = list[Event](), state.copy()
    after.play(move, events.append, reader)
    if all(event.rule != rule for event in events):
        return ()
    told = At(state, reader).tellable(events, [str(move)])
    return tuple(event for event in told if event.rule == rule)


# ── which rules ─────────────────────────────────────────────────────────────────────────────────


def rules_of(game: Game) -> list[str]:
    """The rules of a game of which there are questions, in the order of the rulebook; some need options that
    another game of the same kind has."""
    book, about = rulebook(game.name), known(game)
    asked = {id for id in book if id in about.rules or {"enforced", "announced"} & set(book[id].kinds)}
    return [id for id in book if id in asked - about.not_asked]


def _with_options(game: Game, options: Mapping[str, Any]) -> Game:
    """The game with these options where it leaves them as usual; what an author has set stays."""
    wanted = {name: value for name, value in options.items() if name not in game.unusual()}
    try:
        return dataclasses.replace(game, **wanted)  # type: ignore[type-var]
    except OptionError:
        return game


# ── questions ───────────────────────────────────────────────────────────────────────────────────

FORMS = ("legal", "which", "refused-by", "happens", "announced", "who", "number", "who-moves")


def practice(game: Game, rule: str, seed: object = "practice", form: str = "") -> Problem:
    """A question that a rule decides.

    game   with its options; those that the rule needs are added where they were left as usual
    seed   the same seed gives the same question
    form   of question, one of `FORMS`; by default one that suits, drawn from the seed

    Raises NotFound where no question of this rule, or of this form, is found; ValueError for an id or form
    that does not exist.
    """
    if form and form not in FORMS:
        raise ValueError(f"There is no form of question {shorten(form)}: there are {', '.join(FORMS)}.")
    book = rulebook(game.name)
    if rule not in book:
        raise ValueError(f"{game.title} has no rule {shorten(rule)}.")
    about = known(game).rules.get(rule, About())
    game = _with_options(game, about.options)
    rng = generator("handkit practice", game.name, game.seeded(), rule, seed, form)
    origin = {"rule": rule, "seed": str(seed), "form": form}
    try:
        found = list(search(game, rule, rng, about, form))
    except PositionError:  # with these options it cannot occur
        found = []
    for moment, sister in found:
        forms = _forms(moment, about, form)
        while forms:
            chosen = forms.pop(int(rng.random() * len(forms)))
            at, ask = MAKERS[chosen](Finding(moment, sister, rng))
            problem = Problem(at.state, ask, at.reader, rule, origin)
            if not _is_good(problem):
                continue
            decides = about.rule or rule
            if decides not in problem.solution.rules:
                if not _brings(problem, decides):  # a rule is known by where it is silent too
                    ask = Ask(ask.kind, {**ask.about, "aside": rule})
            elif about.rule:  # what is announced is another rule, which this one explains
                ask = Ask(ask.kind, {**ask.about, "cite": rule})
            return replace(problem, ask=ask)
    what = f" of the form {form}" if form else ""
    raise NotFound(f"No question{what} about rule {rule} of {game.title} was found in {MOVES} moves.")


def _brings(problem: Problem, rule: str) -> bool:
    """Whether the decisive moves bring a rule about, also where the reader is not told."""
    events, state = list[Event](), problem.state.copy()
    for seat, move in problem.solution.moves:
        state.play(state.game.parse(move), events.append, seat)
    return any(event.rule == rule for event in events)


def _forms(moment: Moment, about: About, form: str) -> list[str]:
    """The forms of question that suit a moment."""
    if moment.refused:
        fitting = ["legal", "which", "refused-by"]
    else:
        fitting = ["happens"] if moment.consequences else []
        if moment.named:
            fitting.append("who")
        if any(_blank(event) for event in moment.events):
            fitting.append("number")
        if form == "announced" or "announced" in about.forms:
            fitting.append("announced")
        if form == "who-moves" or "who-moves" in about.forms:
            fitting.append("who-moves")
    wanted = (form,) if form else about.forms or FORMS
    return [one for one in fitting if one in wanted]


def another_like(problem: Problem, seed: object) -> Problem:
    """Another question about the rule that decides this one: of the same form if there is one, with the same
    options if the rule can speak there. Raises NotFound."""
    ask = problem.ask
    form = ask.kind if ask.kind in FORMS else ""
    if ask.kind == "gap":
        form = "who" if ask.about.get("blank", "seat") == "seat" else "number"
    game, usual = problem.game, type(problem.game)()
    rule = problem.origin["rule"] if problem.origin else problem.practises
    for options, kind in ((game, form), (usual, form), (game, "")):
        try:
            return practice(options, rule, seed, kind)
        except NotFound:
            continue
    return practice(usual, rule, seed)


def _is_good(problem: Problem) -> bool:
    """Whether a question can be put, and more than one answer could be thought right."""
    try:
        solution = problem.solution
    except (AskError, ValueError):
        return False
    return solution.how == "number" or len(solution.choices) > 1


Asked = tuple[Moment, Ask]


@dataclass(frozen=True)
class Finding:
    """A moment in which a rule speaks, a sister moment in which it does not, and what chance decides."""

    moment: Moment
    sister: Moment | None
    rng: Random

    def toss(self, chance: float) -> bool:
        return self.rng.random() < chance


def _legal(found: Finding) -> Asked:
    """The move that the rule refuses or, as often, one that it lets pass, here or in a sister moment."""
    moment, sister = found.moment, found.sister
    if found.toss(0.5):
        if others := _legal_moves(found, 1):
            return moment, asks.legal(others[0], seat=moment.reader)
        if sister is not None:
            return sister, asks.legal(sister.move, seat=sister.reader)
    return moment, asks.legal(moment.move, seat=moment.reader)


def _legal_moves(found: Finding, number: int) -> list[str]:
    """Some moves that the reader may make, of the same kind if there are any."""
    moment, game = found.moment, found.moment.state.game
    offered = [str(move) for move in itertools.islice(moment.state.moves(moment.reader), OFFERED)]
    pool = [text for text in offered if _word(text, game) == _word(moment.move, game)] or offered
    return draw(pool, min(number, len(pool)), found.rng)


def _which(found: Finding) -> Asked:
    """The refused move among legal ones and other attempts."""
    state, reader = found.moment.state, found.moment.reader
    moves = [found.moment.move, *_legal_moves(found, 2), *attempts(state, reader, (), found.rng)]
    readable = [text for text in dict.fromkeys(moves) if _parsed(state.game, text) is not None][:4]
    return found.moment, asks.which_moves(*draw(readable, len(readable), found.rng), seat=reader)


def _refused_by(found: Finding) -> Asked:
    """Now and then of a move that none refuses."""
    moment = found.sister if found.sister is not None and found.toss(0.25) else found.moment
    return moment, asks.refused_by(moment.move, seat=moment.reader)


def _made(moment: Moment) -> tuple[tuple[int, str]]:
    return ((moment.reader, moment.move),)


def _happens(found: Finding) -> Asked:
    """What the rule brings about or, as often, a sister move of which somebody might only claim it."""
    moment, sister = found.moment, found.sister
    event = moment.consequences[0]
    if sister is None or {"cards", "other", "winner"} & set(event.values) or found.toss(0.5):
        return moment, asks.what_happens(*_made(moment))
    values = {name: list(v) if isinstance(v, tuple) else v for name, v in event.values.items()}
    if values.get("seat") == moment.reader:
        values["seat"] = sister.reader
    return sister, asks.what_happens(*_made(sister), claims=[(event.key, values)])


def _announced(found: Finding) -> Asked:
    return found.moment, asks.event_rule(*_made(found.moment))


def _who(found: Finding) -> Asked:
    event = pick(found.moment.named, found.rng)
    return found.moment, asks.gap(*_made(found.moment), rule=event.rule, seat=event.values["seat"])


def _blank(event: Event) -> str:
    """The number of an event's sentence that is worth asking for."""
    template = event.game.words.entries[event.key].get("text", "")
    for name in ("total", "value", "counted", "n", "place", "off", "left"):
        if name in event.values and "{" + name in template and _readable(event.values[name]):
            return name
    return ""


def _readable(value: object) -> bool:
    try:
        read_number(value)
    except ValueError:
        return False
    return True


def _number(found: Finding) -> Asked:
    event = pick([event for event in found.moment.events if _blank(event)], found.rng)
    asked = asks.gap(
        *_made(found.moment), rule=event.rule, blank=_blank(event), seat=event.values.get("seat")
    )
    return found.moment, asked


def _who_moves(found: Finding) -> Asked:
    return found.moment, asks.who_moves(after=_made(found.moment))


MAKERS: dict[str, Callable[[Finding], Asked]] = {
    "legal": _legal,
    "which": _which,
    "refused-by": _refused_by,
    "happens": _happens,
    "announced": _announced,
    "who": _who,
    "number": _number,
    "who-moves": _who_moves,
}
