"""Questions that tell who knows a rule from who does not: a simulated pupil answers them otherwise.

Matches are walked until the true rules and those of a pupil part: they judge a move differently, or another
thing follows from it. What parts them is asked, and the pupil's answer is among the choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from handkit.game import DEALER, Event, Game, Move, State
from handkit.lesson import asks
from handkit.lesson.about import About, draw
from handkit.lesson.asks import Ask
from handkit.lesson.moments import FOUND, MOVES, PATIENCE, blank_of
from handkit.lesson.moves import hand_of
from handkit.lesson.pupils import Pupil, passes_over
from handkit.lesson.pupils import pupils as pupils_of
from handkit.lesson.reading import Reading, cards_in, faces
from handkit.lesson.walks import OFFERED, attempts, parsed, pick, walk
from handkit.rulebook import find_rulebook
from handkit.table import scenes

READER = 0  # as in every lesson, so that the numbers of seats in moves hold
CONTROLS = 0.25  # of the questions whether a move is legal, so many are of one that all let pass
OFFER = 4  # as many moves, or sentences, are offered
ENOUGH = 120  # so many differences are looked at before a search gives up
LATER = 5  # so many moves after rules and pupils parted it is looked whether it matters

JUDGED = ("which", "legal", "refused-by")  # the forms of question about a move that is judged

World = tuple[State, list[Event]]  # a position, and what brought it about


@dataclass(frozen=True)
class Difference:
    """Where a pupil parts from the rules.

    state   the position, and the moves made from there, by seat
    judged  the reader's move that they judge differently; "" where something else follows from the moves
    forms   of question that may show it
    """

    state: State
    moves: tuple[tuple[int, str], ...]
    judged: str
    pupil: Pupil
    forms: Sequence[str]

    @property
    def size(self) -> int:
        """How much there is to look at: cards in the moves, then cards in the hand."""
        named = " ".join([*(text for _, text in self.moves), self.judged])
        return 100 * len(self.state.game.deck.pattern.findall(named)) + self.hand.bit_count()

    @property
    def hand(self) -> int:
        return hand_of(self.state, READER)


def told_apart(
    game: Game, rule: str, rng: Random, about: About, form: str, pupils: Sequence[Pupil]
) -> Iterator[tuple[State, Ask, Pupil | None]]:
    """Questions about a rule, the simplest first but in a drawn order, each with the pupil that answers it
    otherwise; None for a control."""
    found: list[Difference] = []
    since = seen = 0
    for difference in differences(game, rule, rng, about, pupils):
        since += bool(found)
        seen += difference is not None
        if difference and _forms(difference, form):
            found.append(difference)
        if len(found) == FOUND or since > PATIENCE:
            yield from _asked(found, form, rng)
            found, since = [], 0
        if seen > ENOUGH:
            break
    yield from _asked(found, form, rng)


def _asked(found: list[Difference], form: str, rng: Random) -> Iterator[tuple[State, Ask, Pupil | None]]:
    found.sort(key=lambda one: one.size)  # stable: of equals the first found
    simple, rest = found[: (len(found) + 1) // 2], found[(len(found) + 1) // 2 :]
    for group in (simple, rest):
        while group:
            difference = group.pop(int(rng.random() * len(group)))
            forms = _forms(difference, form)
            while forms:
                maker = MAKERS[forms.pop(int(rng.random() * len(forms)))]
                for ask, is_control in maker(difference, rng):
                    yield difference.state, ask, None if is_control else difference.pupil


# ── where a pupil parts from the rules ──


def differences(
    game: Game, rule: str, rng: Random, about: About, pupils: Sequence[Pupil]
) -> Iterator[Difference | None]:
    """Differences in random matches; None for each moment that was looked at."""
    for state, made in walk(game, rng, MOVES, about.start, about.length):
        yield None
        if state.to_move is None or state.to_move == DEALER:
            continue
        actor = READER if READER in state.actors else state.to_move
        if actor != READER and rng.random() < 0.5:
            continue
        worlds = [(pupil, pupil.sees(state)) for pupil in pupils]
        for text in (*about.tries, *attempts(state, actor, made, rng)):
            if (move := parsed(game, text)) is None:
                continue
            if actor == READER:
                for pupil in judging(state, text, worlds, rule):
                    yield Difference(state.copy(), (), text, pupil, JUDGED)
            if not state.check(move, actor) and len(game.deck.pattern.findall(text)) >= about.cards:
                for pupil, moves, judged, forms in following(state, move, actor, made, worlds, rule, rng):
                    yield Difference(state.copy(), moves, judged, pupil, forms)


def judging(state: State, text: str, worlds: Sequence[tuple[Pupil, State]], rule: str) -> Iterator[Pupil]:
    """Who judges a move of the reader otherwise than the rules do."""
    if READER not in state.actors or (move := parsed(state.game, text)) is None:
        return
    refusal = state.check(move, READER)
    found = [one for one, world in worlds if (world.check(move, READER) is None) != (refusal is None)]
    if refusal and refusal.rule == rule:
        pupil = passes_over(rule, refusal.key)
        found += [pupil] if pupil.sees(state).check(move, READER) is None else []
    if found and playable(state, text):
        yield from found


def playable(state: State, text: str) -> Move | None:
    """A move of the reader's that can be made on a table, legal or not: of a kind that is due, each card
    named once, and where cards of the hand, or others that are offered, can be."""
    game, move = state.game, parsed(state.game, text)
    if move is None or READER not in state.actors or getattr(move, "twice", False):
        return None
    offered: dict[str, int] = {}
    for one in islice(state.moves(READER), OFFERED):
        for lead, card in _places(game, str(one)):
            offered[lead] = offered.get(lead, 0) | card
    named = 0
    for lead, card in _places(game, text):
        if named & card or not card & _there(state, lead, offered):
            return None
        named |= card
    return move if named.bit_count() < 2 or not scenes.painter(game).single else None


def _places(game: Game, text: str) -> list[tuple[str, int]]:
    """The cards that a move names, each with what stands before it: "take", ">"; "" between cards."""
    found, end = list[tuple[str, int]](), 0
    for match in game.deck.pattern.finditer(text):
        found.append((text[end : match.start()].strip(), 1 << game.deck.card(match[0])))
        end = match.end()
    return found


def _there(state: State, lead: str, offered: Mapping[str, int]) -> int:
    """The cards that can be chosen in a place: those offered there; the hand, if some of them are of it."""
    hand = hand_of(state, READER)
    if lead in offered:
        return offered[lead] | (hand if offered[lead] & hand else 0)
    if lead and not lead[0].isalnum():  # on what lies open
        return faces(state, READER) & ~hand
    others = next(iter(offered.values()), hand)
    return others | (hand if others & hand or not lead else 0)


Parted = tuple[Pupil, tuple[tuple[int, str], ...], str, Sequence[str]]


def following(
    state: State,
    move: Move,
    actor: int,
    made: Sequence[str],
    worlds: Sequence[tuple[Pupil, State]],
    rule: str,
    rng: Random,
) -> Iterator[Parted]:
    """For whom something else follows from a move than does, or another move may be made after it."""
    then = _after(state, move, actor)
    if then is None or (actor != READER and cards_in(state.game.deck, str(move)) & ~faces(then[0], READER)):
        return  # what only others see is not told
    moves = ((actor, str(move)),)
    theirs = [(one, after) for one, world in worlds if (after := _after(world, move, actor))]
    for pupil, other in theirs:
        if forms := parting(then, other):
            yield pupil, moves, "", forms
    held = _held(then[0])
    if apart := [(one, other) for one, (other, _) in theirs if _held(other) != held]:
        known = faces(state, READER) | cards_in(state.game.deck, str(move))
        yield from _later(then[0], moves, known, apart, [*made, str(move)], rule, rng)


def _held(state: State) -> dict[str, Any]:
    return {name: value for name, value in state.fields().items() if name != "game"}


def parting(one: World, other: World) -> list[str]:
    """The forms of question that may show in what two worlds differ."""
    (state, told), (seen, believed) = one, other
    forms = ["who-moves"] if state.to_move != seen.to_move else []
    if state.outcome != seen.outcome:
        forms.append("wins")
    if getattr(state, "hands", None) != getattr(seen, "hands", None):
        forms.append("count")
    if [(e.key, e.values) for e in told] != [(e.key, e.values) for e in believed]:
        forms += ["happens", "who", "number", "announced"]
    return forms


def _later(
    state: State,
    moves: tuple[tuple[int, str], ...],
    known: int,
    worlds: Sequence[tuple[Pupil, State]],
    made: list[str],
    rule: str,
    rng: Random,
) -> Iterator[Parted]:
    """For whom another move may be made some moves after rules and pupils parted, of the cards that the
    reader knew before or has seen played."""
    while worlds and len(moves) <= LATER and state.to_move is not None and state.to_move >= 0:
        if READER in state.actors:
            for text in attempts(state, READER, made, rng):
                if not cards_in(state.game.deck, text) & ~known:
                    for pupil in judging(state, text, worlds, rule):
                        yield pupil, moves, text, JUDGED
        actor = state.to_move
        move = pick(list(islice(state.moves(), OFFERED)), rng)
        then = _after(state, move, actor)
        if then is None or cards_in(state.game.deck, str(move)) & ~faces(then[0], READER):
            return
        going_on = [(one, after) for one, world in worlds if (after := _after(world, move, actor))]
        worlds = [(one, after[0]) for one, after in going_on]
        moves, state = (*moves, (actor, str(move))), then[0]
        known |= cards_in(state.game.deck, str(move))


def _after(state: State, move: Move, actor: int) -> World | None:
    """What a move brings about; None where it cannot be made here."""
    if state.check(move, actor):
        return None
    then, events = state.copy(), list[Event]()
    try:
        then.play(move, events.append, actor)
    except Exception:  # the engine trusts its rules: played by others it may reach what cannot be
        return None
    return then, events


# ── what is asked of it ──

Put = tuple[Ask, bool]  # a question, and whether it is a control


def _forms(difference: Difference, form: str) -> list[str]:
    """The forms in which a difference may be asked about: this one, or all that are usual."""
    return [one for one in difference.forms if one == form or (not form and one in USUAL)]


def _near(difference: Difference, rng: Random) -> list[str]:
    """The move that is judged, and others that can be made in its place."""
    state, deck, found = difference.state, difference.state.game.deck, dict[Move | None, str]()
    known = faces(state, READER) | cards_in(deck, " ".join(text for _, text in difference.moves))
    for seat, text in difference.moves:
        state = state.after(text, seat)
    others = (text for _ in range(OFFER) for text in attempts(state, READER, [difference.judged], rng))
    for text in (difference.judged, *others):
        if not cards_in(deck, text) & ~known and (move := playable(state, text)) is not None:
            found.setdefault(move, text)
    return list(found.values())


def _which(difference: Difference, rng: Random) -> Iterator[Put]:
    first, *others = _near(difference, rng)
    chosen = [first, *draw(others, min(OFFER - 1, len(others)), rng)]
    yield asks.which_moves(*draw(chosen, len(chosen), rng), seat=READER, after=difference.moves), False


def _legal(difference: Difference, rng: Random) -> Iterator[Put]:
    """Of the move that is judged differently, or now and then of a near miss."""
    if rng.random() < CONTROLS:
        state, world = difference.state, difference.pupil.sees(difference.state)
        for text in [] if difference.moves else _near(difference, rng)[1:]:
            if not state.check(text, READER) and not world.check(text, READER):
                yield asks.legal(text, seat=READER), True
                return
    yield asks.legal(difference.judged, seat=READER, after=difference.moves), False


def _refused_by(difference: Difference, _: Random) -> Iterator[Put]:
    yield asks.refused_by(difference.judged, seat=READER, after=difference.moves), False


def _events(difference: Difference) -> list[Event]:
    return Reading(difference.state, READER).events(difference.moves)


def _number(difference: Difference, _: Random) -> Iterator[Put]:
    for event in _events(difference):
        if blank := blank_of(event):
            seat = event.values.get("seat")
            yield asks.gap(*difference.moves, rule=event.rule, blank=blank, seat=seat), False


def _who(difference: Difference, _: Random) -> Iterator[Put]:
    events = _events(difference)
    for event in events:
        named = "{seat:" in event.game.words.entries[event.key]["text"].lower() and not event.say("short")
        if named and [one.rule for one in events].count(event.rule) == 1:
            yield asks.gap(*difference.moves, rule=event.rule), False


def _who_moves(difference: Difference, _: Random) -> Iterator[Put]:
    yield asks.who_moves(after=difference.moves, others=("dealer", "nobody")), False


def _wins(difference: Difference, _: Random) -> Iterator[Put]:
    yield asks.who_wins(after=difference.moves), False


def _count(difference: Difference, rng: Random) -> Iterator[Put]:
    seats = list(range(difference.state.game.players))
    for seat in draw(seats, len(seats), rng):
        yield asks.cards_held(seat, after=difference.moves), False


def _happens(difference: Difference, rng: Random) -> Iterator[Put]:
    """Sentences that are true, that the pupil takes for true, or others do who do not know another rule."""
    state, pupil = difference.state, difference.pupil
    true, believed = _told(difference, state), _told(difference, pupil.sees(state))
    parts = [_without(true, believed), _without(believed, true), _without(true, _without(true, believed))]
    claims = [event for part in parts for event in draw(list(part.values()), min(2, len(part)), rng)]
    others = _others_say(difference, true | believed) if len(claims) < OFFER else {}
    claims = [*claims, *others.values()][:OFFER]
    said: list[asks.Claim] = [(event.key, _plain(event)) for event in claims]
    yield asks.what_happens(*difference.moves, claims=draw(said, len(said), rng), only=True), False


def _told(difference: Difference, state: State) -> dict[str, Event]:
    """What follows from the moves, by its sentences."""
    at = Reading(state, READER)
    return {at.told(event): event for event in at.consequences(at.events(difference.moves))}


def _without(some: Mapping[str, Event], others: Mapping[str, Event]) -> dict[str, Event]:
    return {text: event for text, event in some.items() if text not in others}


def _others_say(difference: Difference, said: Mapping[str, Event]) -> dict[str, Event]:
    """What others take for true who do not know another rule."""
    state, found = difference.state, dict[str, Event]()
    for rule in find_rulebook(state.game):
        for pupil in pupils_of(state.game, rule):
            if pupil != difference.pupil and _can_follow(world := pupil.sees(state), difference.moves):
                found |= _without(_told(difference, world), said)
    return found


def _can_follow(world: State, moves: Sequence[tuple[int, str]]) -> bool:
    """Whether moves can be made in a position, and lead somewhere."""
    for seat, text in moves:
        if (then := _after(world, world.game.parse(text), seat)) is None:
            return False
        world = then[0]
    return True


def _plain(event: Event) -> dict[str, Any]:
    return {name: list(v) if isinstance(v, tuple) else v for name, v in event.values.items()}


def _announced(difference: Difference, _: Random) -> Iterator[Put]:
    yield asks.event_rule(*difference.moves), False


MAKERS: dict[str, Callable[[Difference, Random], Iterator[Put]]] = {
    "legal": _legal,
    "which": _which,
    "refused-by": _refused_by,
    "happens": _happens,
    "announced": _announced,
    "who": _who,
    "number": _number,
    "who-moves": _who_moves,
    "count": _count,
    "wins": _wins,
}
USUAL = ("which", "happens", "who", "number", "who-moves", "count", "wins")
