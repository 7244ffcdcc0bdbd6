"""The laws that every game must keep, and a check of them by playing.

    from handkit.testing import check_game

    report = check_game(MyGame(players=4))
    print(report)

`check_game` plays games at random, move by move, and asks at each step what `LAWS` says. It speaks to a
game only through the words of `handkit.game`, so it takes a game of yours as well as ours. The
first law that is broken raises `BrokenLaw`, which names the law, the seed and the moves so far. An error
inside the game itself comes as it is, with a note of the same.

The law that matters most is *re-dealing*: whatever a seat cannot see is dealt anew, in some other way
that fits all it has seen, and the game is played again up to the same moment. Nothing that the seat
is shown, nothing it may do, and no bot's choice for it may change. What a seat can see is read from
`State.zones()` alone, at every step of the game; a view is judged by it and not asked. So a card that a
seat saw on its way from one hidden place to another must be named in the zone's `shown`. Whose turn it is,
how many cards lie in each zone, and how the game ended are taken to be known to all.

Nothing here needs a test framework. In tests with Hypothesis: `@given(integers())` and `check_seed`.
"""

from __future__ import annotations

import gc
import itertools
import json
import random
import sys
import types
import weakref
from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol, TypeVar, runtime_checkable

from handkit.arguments import checked
from handkit.cards import CardError, Deck, members, said_by, shorten
from handkit.game import (
    DEALER,
    ONLOOKER,
    Event,
    Game,
    IllegalMove,
    Move,
    ParseError,
    PositionError,
    Refusal,
    State,
    Statement,
    View,
    Zone,
    whole_deck,
)
from handkit.games import AnyGame, with_options
from handkit.witness import Witness

LAWS: Mapping[str, str] = {
    "offer": "what moves() offers check() accepts, and who is to move is offered something",
    "reasons": "a move is legal, or there is a reason with a rule and a sentence; never both or neither",
    "refusals": "all reasons against a move come in order, each once, and the first is the answer of check()",
    "no trace": "asking and refusing leave the state as it was",
    "conservation": "every card stands in exactly one place",
    "re-dealing": "what a seat cannot see changes nothing that it is shown, may do, or chooses",
    "views": "a view agrees with the state, and holds no reference to it",
    "guess": "a guess fits all that its seat knows",
    "memory": "a guess of a game that `remembers` contradicts nothing that its seat saw since the deal",
    "undo": "a copy and its original are independent, and after() leaves the state as it was",
    "record": "a record replays to the same states",
    "text": "a move reads back from its text and from its repr",
    "JSON": "a state reads back from its JSON",
    "events": "every event can be told to every reader, and listening changes nothing",
    "end": "the game ends within longest() moves, with ranks that agree",
    "chance": "the same seed plays the same game, and Python's own random state is left alone",
    "bots": "a bot's choice is legal, the same for the same view and seed, and leaves the view as it was",
}


@runtime_checkable
class Chooser(Protocol):
    """What plays: a `handkit.bots.Bot`, or anything that chooses a move from a view."""

    def choose(self, view: Any, rng: random.Random) -> Move: ...


MANY = 500  # where more moves are offered, so many of them are looked at
Step = tuple[int, Move]  # who (a seat or DEALER) made which move
MoveKind = Callable[[Move], Hashable]
T = TypeVar("T")
NAMED, LONGEST = 4, 120  # as many cards, and letters of what differs, are told of a broken law


class BrokenLaw(AssertionError):
    """A law that a game breaks: which (`law`), how (`detail`), and how to come there again: the
    `game`, the `seed`, and the `moves` so far as (seat, text), to be played from `game.start()`."""

    def __init__(self, law: str, detail: str) -> None:
        super().__init__(law, detail)
        self.law = law
        self.detail = detail
        self.game: Game | None = None
        self.seed: int | None = None
        self.moves: tuple[tuple[int, str], ...] = ()

    def at(self, game: Game, seed: int, steps: Iterable[tuple[int, Move]]) -> None:
        """Note where it was broken, if that is not known yet."""
        if self.game is None:
            self.game, self.seed = game, seed
            self.moves = tuple((seat, _text(move)) for seat, move in steps)

    def __str__(self) -> str:
        lines = [f"The law “{self.law}” is broken ({LAWS[self.law]}).", self.detail]
        if self.game is not None:
            lines += [f"Game: {self.game!r}. Seed: {self.seed}. The moves so far:"]
            lines += [
                f"  {'dealer' if seat == DEALER else f'seat {seat}'}: {text}" for seat, text in self.moves
            ]
        return "\n".join(lines)

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: how the law is broken, and none of handkit's own lines."""
        return [f"BrokenLaw: {self}"]


@dataclass
class Report:
    """What was checked. Numbers of zero may mean that a law was never put to the test: `suspicious`."""

    games: int = 0
    moves: int = 0
    longest: int = 0  # moves in the longest game
    candidates: int = 0  # moves that were judged
    refused: Counter[str] = field(default_factory=Counter)  # refusals, by rule
    told: Counter[str] = field(default_factory=Counter)  # events, by rule
    guesses: int = 0
    forgotten: int = 0  # guesses that contradict what their seat saw before
    hidden: int = 0  # how often a seat could not see two or more cards
    redealt: int = 0  # how often those were dealt anew in a way that fits
    choices: int = 0  # of bots
    zones: dict[str, dict[str, None]] = field(default_factory=dict)  # by name, who saw the cards there

    def add(self, other: Report) -> None:
        """Take another report's numbers in."""
        self.longest = max(self.longest, other.longest)
        for name in ("games", "moves", "candidates", "guesses", "forgotten", "hidden", "redealt", "choices"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.refused += other.refused
        self.told += other.told
        for name, seen in other.zones.items():
            self.zones.setdefault(name, {}).update(seen)

    def note_zones(self, state: State) -> None:
        """Write down who sees the cards of each zone now."""
        for zone in state.zones():
            if zone.cards:
                self.zones.setdefault(zone.name, {})[_who(zone)] = None

    @property
    def suspicious(self) -> list[str]:
        """What looks as if a law had not really been tested."""
        found = []
        if not self.hidden:
            found.append("No seat ever had two cards hidden from it: are the zones' `seen_by` right?")
        elif not self.redealt:
            found.append(
                f"Cards were hidden {self.hidden} times, but no other deal ever fitted what a seat had seen."
            )
        if not self.refused:
            found.append("No move was ever refused.")
        if not self.told:
            found.append("No event was ever told.")
        return found

    def __str__(self) -> str:
        games = _count(self.games, "game")
        refused, told = (_count(len(rules), "rule") for rules in (self.refused, self.told))
        lines = [
            f"All laws kept in {games} of {self.moves} moves, {self.longest} in the longest.",
            f"{self.candidates} candidates, {self.refused.total()} refusals by {refused}.",
            f"{self.told.total()} events by {told}.",
            f"{self.redealt} re-deals in {self.hidden} cases of hidden cards, {self.guesses} guesses.",
            f"{self.choices} choices of bots.",
        ]
        if self.forgotten:
            lines.append(f"{self.forgotten} guesses contradict what was seen before: see Setup.remembers.")
        places = [f"{name}: {' or '.join(seen)}" for name, seen in self.zones.items()]
        lines += [f"Who sees which cards: {' · '.join(places)}."] if places else []
        return "\n".join(lines + [f"Suspicious: {what}" for what in self.suspicious])


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" + "s" * (number != 1)


def _who(zone: Zone) -> str:
    """Who sees the cards of a zone, in words; an onlooker sees what everybody does."""
    if zone.seen_by is None:
        return "everybody"
    seats = sorted(seat for seat in zone.seen_by if seat >= 0)
    return f"seat {', '.join(map(str, seats))}" if seats else "nobody"


@dataclass(frozen=True)
class Effort:
    """How hard to look. The laws of a single move are asked at every move; those that cost more at
    some moments of each game, moments of each kind among them."""

    moments: int = 8  # a game
    candidates: int = 12  # a moment
    swaps: int = 5  # pairs of hidden cards that are tried, a seat and moment
    guesses: int = 3  # that must fit all that was seen, a seat and moment


# ── the check ───────────────────────────────────────────────────────────────────────────────────


@checked
def check_game(
    game: AnyGame,
    *,
    bots: Iterable[Chooser] = (),
    seeds: Iterable[int] = range(5),
    effort: Effort | None = None,
    rules: Container[str] | None = None,
    kind: MoveKind | None = None,
) -> Report:
    """Play a game of each seed and check all laws. Returns a `Report`: what was played and looked at, and
    which zone is open to whom, to be read through. Raises BrokenLaw, whatever the game itself raises,
    ValueError for a game that does not exist and TypeError for what is none.

    game    with its options; a class or a name is the game with its usual options
    bots    play some of the moves, and their choices are checked
    seeds   whole numbers, a game for each
    effort  how hard to look
    rules   the ids that refusals and events may name, as `rulebook("president")`; by default any
            that begin with the game's prefix
    kind    what makes two moves the same for `moves()`, which need not offer both; with it, every
            legal move must be of an offered kind. `str` for a game that offers each single move.
    """
    report, game = Report(), with_options(game)
    players = tuple(bots)
    for seed in seeds:
        report.add(check_seed(game, seed, bots=players, effort=effort, rules=rules, kind=kind))
    return report


@checked
def check_seed(
    game: AnyGame,
    seed: int,
    *,
    bots: Iterable[Chooser] = (),
    effort: Effort | None = None,
    rules: Container[str] | None = None,
    kind: MoveKind | None = None,
) -> Report:
    """Play the one random game of this seed and check all laws; see `check_game`."""
    game = with_options(game)
    played = Played(game)
    try:
        return _Check(played, seed, tuple(bots), effort or Effort(), rules, kind).run()
    except BrokenLaw as broken:
        broken.at(game, seed, played.steps)
        raise
    except Exception as error:  # in the game: its author looks for his own line, not for a law
        moves = "; ".join(f"{seat}: {move}" for seat, move in played.steps)
        error.add_note(f"check_game played {game!r} with seed {seed}. The moves so far: {moves or 'none'}.")
        raise


@checked
def every_option(game: type[Game], span: int = 3) -> list[Game]:
    """The game with every combination of its options, the `span` least values where there is no bound."""
    values = [about.choices or range(about.least, about.least + span) for about in game.options().values()]
    return [game(**dict(zip(game.options(), chosen, strict=True))) for chosen in itertools.product(*values)]


class Played:
    """A game as it went: the steps, a copy of the state before each step and at the end, and the
    events of each step."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.steps: list[Step] = []
        self.states: list[State] = [game.start()]
        self.events: list[list[Event]] = []
        self._seen: dict[tuple[int, int], object] = {}
        self._witnesses: dict[tuple[int, int], Witness] = {}

    def add(self, seat: int, move: Move) -> None:
        """Play a legal move on."""
        state, events = self.states[-1].copy(), list[Event]()
        state.play(move, events.append, seat)
        self.steps.append((seat, move))
        self.states.append(state)
        self.events.append(events)

    def seen(self, index: int, seat: int) -> object:
        """What a seat saw after so many steps; see `seen`."""
        if (index, seat) not in self._seen:
            self._seen[index, seat] = seen(self.states[index], seat)
        return self._seen[index, seat]

    def remembers(self, seat: int, moment: int, zones: Sequence[Zone]) -> bool:
        """Whether a deal at a moment fits all that a seat has seen since the cards were last dealt anew."""
        start = max((index + 1 for index in range(moment) if self.states[index].between_rounds), default=0)
        witness = self._witnesses.setdefault((seat, start), Witness(seat))
        for state in self.states[start + len(witness.moments) : moment + 1]:
            witness.see(state.zones())
        return witness.fits(zones, moment - start)


class _Check:
    """One game with all its checks."""

    def __init__(
        self,
        played: Played,
        seed: int,
        bots: Sequence[Chooser],
        effort: Effort,
        rules: Container[str] | None,
        kind: MoveKind | None,
    ) -> None:
        self.played, self.game, self.seed = played, played.game, seed
        self.bots, self.effort, self.rules, self.kind = bots, effort, rules, kind
        self.report = Report(games=1)
        self.rng = random.Random(f"checks {seed}")
        self.texts: dict[int, list[str]] = {}
        self.heard = Counter[str]()

    def run(self) -> Report:
        before = random.getstate()
        self._play()
        # Leaks before the rest of what concerns views: a leak may break other laws too.
        self._look(self._moments(), (self._judge, self._redeal, self._view))
        check_record(self.played)
        self._play_again()
        if random.getstate() != before:
            raise BrokenLaw(
                "chance", "Python's own generator was used: games use the one that they are given."
            )
        self.report.moves = self.report.longest = len(self.played.steps)
        return self.report

    def _play(self) -> None:
        """The game, and the laws of single moves."""
        played, rng = self.played, random.Random(f"play {self.seed}")
        check_zones(played.states[0])
        for _ in range(self.game.longest()):
            state = played.states[-1]
            check_offer(state)
            if state.to_move is None:
                break
            seat, move = _choose(state, rng, self.bots)
            if len(played.steps) < 4 or len(played.steps) % 10 == 0:
                check_undo(state, [(seat, move)])
            else:
                check_move(state, move, seat)
            with _law("undo"):
                played.add(seat, move)
            check_zones(played.states[-1])
            self.report.note_zones(played.states[-1])
            for event in played.events[-1]:
                self.report.told[event.rule] += 1
                self.heard[event.key] += 1
                if self.heard[event.key] <= 5 or self.heard[event.key] % 10 == 0:
                    check_event(event, self.game, self.rules)
            if len(played.steps) % 5 == 0:
                check_json(played.states[-1])
        check_end(played.states[-1])

    def _play_again(self) -> None:
        """The same seed once more."""
        rng, state = random.Random(f"play {self.seed}"), self.game.start()
        for number, (seat, move) in enumerate(self.played.steps):
            again = _choose(state, rng, self.bots)
            if again != (seat, move):
                raise BrokenLaw(
                    "chance",
                    f"Move {number} was {_text(move)} by seat {seat}, and now, with the same seed, "
                    f"{_text(again[1])} by seat {again[0]}.",
                )
            state.play(move, seat=seat)

    def _moments(self) -> list[int]:
        """Moments to look at closely: one before and one after each kind of move, then any."""
        steps, last = self.played.steps, len(self.played.steps)
        kinds: dict[object, list[int]] = {}
        for moment, (_, move) in enumerate(steps):
            actors = len(self.played.states[moment].actors)
            kinds.setdefault((type(move), actors), []).append(moment)
        chosen = [self.rng.choice(moments) for moments in kinds.values()]
        self.rng.shuffle(chosen)  # as there may be more kinds than moments
        chosen += [min(moment + 1, last) for moment in chosen[:2]] + [last]
        while len(chosen) < min(self.effort.moments, last + 1):
            chosen.append(self.rng.randrange(last + 1))
        return sorted(dict.fromkeys(chosen[: self.effort.moments]))

    def _look(self, moments: Iterable[int], looks: Sequence[Callable[[int], None]]) -> None:
        """The laws that cost more, at some moments."""
        for look in looks:
            for moment in moments:
                try:
                    look(moment)
                except BrokenLaw as broken:
                    broken.at(self.game, self.seed, self.played.steps[:moment])
                    raise

    def _judge(self, moment: int) -> None:
        state, texts = self.played.states[moment], self._candidates(moment)
        self.report.candidates += len(texts)
        self.report.refused += check_candidates(state, texts, self.rules)
        check_json(state)
        for seat in state.actors if state.to_move != DEALER else ():
            for bot in self.bots:
                check_bot(state, seat, bot, self.rng)
                self.report.choices += 1

    def _redeal(self, moment: int) -> None:
        played, state = self.played, self.played.states[moment]
        for seat in (*range(self.game.players), ONLOOKER):
            check_free(state, seat)
            if len(hidden(state, seat)) > 1:
                self.report.hidden += 1
                other = redeal(played, moment, seat, self.rng, self.effort.swaps)
                if other is not None:
                    self.report.redealt += 1
                    check_redeal(played, other, moment, seat, self._candidates(moment), self.bots)

    def _view(self, moment: int) -> None:
        state = self.played.states[moment]
        for seat in (*range(self.game.players), ONLOOKER):
            check_view(state, seat)
            check_guess(state, seat, self.rng)
            forgotten = check_memory(self.played, moment, seat, self.rng, self.effort.guesses)
            self.report.forgotten += forgotten
            self.report.guesses += 1 + self.effort.guesses
        if self.kind is not None:
            check_kinds(state, self._candidates(moment), self.kind)

    def _candidates(self, moment: int) -> list[str]:
        """The same each time for a moment."""
        if moment not in self.texts:
            known = [_text(move) for _, move in self.played.steps]
            self.texts[moment] = candidates(
                self.played.states[moment], self.rng, known, self.effort.candidates
            )
        return self.texts[moment]


def _choose(state: State, rng: random.Random, bots: Sequence[Chooser]) -> Step:
    """Who acts next and how: as the state's random_move has it, or a bot, or a small change of that."""
    with _law("offer"):
        actors = state.actors
        seat = actors[int(rng.random() * len(actors))]
        if seat == DEALER:
            return seat, state.deal(rng)
        if bots and rng.random() < 0.5:
            with _law("bots"):
                bot = bots[int(rng.random() * len(bots))]
                move = bot.choose(state.view(seat), rng)
                refusal = state.copy().check(move, seat)
                _require(
                    refusal is None,
                    "bots",
                    f"{_name(bot)} chooses {_text(move)}, which is refused: {refusal}",
                )
                return seat, move
        if seat == state.to_move:
            move = state.random_move(rng)
        else:
            offered = offered_first(state, seat)
            move = offered[int(rng.random() * len(offered))]
        # Where cards are interchangeable, also those that are not offered.
        if rng.random() < 0.3:
            other = _read(state.game, _swap_a_card(_text(move), state.game.deck, rng))
            if other is not None and state.copy().check(other, seat) is None:
                return seat, other
        return seat, move


REFUSALS: tuple[type[Exception], ...] = (ParseError, CardError, PositionError, IllegalMove)


@contextmanager
def _law(name: str, *also: type[Exception]) -> Iterator[None]:
    """What a game refuses in here, where it should not, breaks this law; and these other errors do."""
    try:
        yield
    except BrokenLaw:
        raise
    except (*REFUSALS, *also) as error:
        raise BrokenLaw(name, f"It raised {type(error).__name__}: {shorten(said_by(error), 300)}") from error


def _require(condition: object, law: str, detail: str) -> None:
    if not condition:
        raise BrokenLaw(law, detail)


def _text(move: Move) -> str:
    """A move's text, in errors also where it has none."""
    try:
        return str(move)
    except Exception as error:
        raise BrokenLaw("text", f"str() of a {type(move).__name__} raised {error!r}") from error


def _read(game: Game, text: str) -> Move | None:
    """The move of a text, or None for a text that is no move."""
    with _law("text"):
        try:
            return game.parse(text)
        except (ParseError, CardError):
            return None


# ── the laws of one moment ──────────────────────────────────────────────────────────────────────


def check_zones(state: State) -> None:
    """Conservation: the zones hold each card of the deck exactly once."""
    with _law("conservation"):
        zones, deck = state.zones(), state.game.deck
        if not whole_deck(deck, zones):
            held = Counter(card for zone in zones for card in members(zone.cards))
            lost = [deck.name(card) for card in range(deck.size) if not held[card]]
            twice = [deck.name(card) if card < deck.size else str(card) for card in held if held[card] > 1]
            raise BrokenLaw("conservation", f"In no zone: {lost}. In more than one: {twice}.")


def offered_first(rules: State | View, seat: int | None = None) -> list[Move]:
    """The first moves that are offered, up to MANY: where there are too many to be listed, `moves` makes them
    when they are asked for, and `random_move` leads to all."""
    return list(itertools.islice(rules.moves(seat), MANY))


def check_offer(state: State, most: int = 24) -> None:
    """Offer: who may act is offered moves, and only they; all offered are accepted (`most` are asked)."""
    with _law("offer"):
        game, actors = state.game, state.actors
        if state.to_move is None:
            _require(not actors, "offer", f"Nobody is to move, and yet seats {actors} may act.")
        else:
            _require(
                actors and actors[0] == state.to_move and len(set(actors)) == len(actors),
                "offer",
                f"The turn is {state.to_move}'s, but those who may act are {actors}.",
            )
            dealing = actors == (DEALER,)
            seats = all(0 <= seat < game.players for seat in actors)
            _require(dealing or seats, "offer", f"Those who may act are no seats: {actors}.")
        dealer = state.to_move == DEALER or not state.between_rounds
        _require(dealer, "offer", "A new round is due (between_rounds), but the dealer is not to move.")
        for seat in range(game.players):
            offered = offered_first(state, seat)
            if seat not in actors:
                _require(not len(offered), "offer", f"Seat {seat} may not act, but is offered moves.")
                continue
            _require(len(offered), "offer", f"Seat {seat} may act, but is offered nothing.")
            number = len(offered)
            asked = range(number) if number <= most else range(0, number, number // most)
            for move in (offered[index] for index in asked):
                refusal = state.check(move, seat)
                _require(
                    refusal is None,
                    "offer",
                    f"Seat {seat} is offered {_text(move)}, but it is refused: {refusal}",
                )


def check_move(state: State, move: Move, seat: int) -> None:
    """Text, undo and events of one legal move, for a state that is left as it is."""
    shadow = state.copy()
    check_text(state.game, move)
    with _law("offer"):
        refusal = state.check(move, seat)
        _require(refusal is None, "offer", f"{_text(move)} by seat {seat} is refused: {refusal}")
    with _law("undo"):
        after = state.after(move, seat)
        _require(state == shadow, "undo", f"after({_text(move)!r}) changed the state itself.")
        silent = shadow.copy()
        silent.play(move, seat=seat)
        _require(state == shadow, "undo", f"Playing {_text(move)} on a copy changed the original.")
        _require(silent == after, "undo", f"{_text(move)} leads to two different states from two copies.")
    with _law("events"):
        heard = shadow.copy()
        heard.play(move, list[Event]().append, seat)
        _require(heard == silent, "events", f"Listening to {_text(move)} changed where it leads.")


def check_undo(state: State, moves: Iterable[tuple[int, Move]]) -> None:
    """Undo, field by field: what `check_move` does with `==`."""
    before, fields = _dump(state), fingerprint(state)
    for seat, move in moves:
        check_move(state, move, seat)
        same = _dump(state) == before and fingerprint(state) == fields
        _require(same, "undo", f"{_text(move)} by seat {seat}, made on a copy, changed the original.")


def check_text(game: Game, move: Move) -> None:
    """Text: a move reads back from its text and its repr, and can be a key."""
    with _law("text"):
        text = str(move)
        again = game.parse(text)
        _require(again == move, "text", f"{text!r} reads back as {again!r}, not as {move!r}.")
        _require(str(again) == text, "text", f"{text!r} reads back as {str(again)!r}.")
        # A repr is Python by promise, and this one comes from the game under test.
        made: type = getattr(game, "State", type(game))  # as a game from one class has it in its moves
        names = vars(sys.modules[type(move).__module__]) | {made.__name__: made}
        with _law("text", NameError, SyntaxError, TypeError):
            same = eval(repr(move), names)  # noqa: S307
        _require(same == move, "text", f"repr gives {move!r}, which evaluates to {same!r}.")
        _require(hash(same) == hash(move), "text", f"Equal moves have different hashes: {text!r}.")


def check_json(state: State) -> None:
    """JSON: a state reads back from it, equal in every field."""
    with _law("JSON"):
        text = json.dumps(state.to_json())
        again = state.game.state(json.loads(text))
        _require(again == state, "JSON", f"A state read back from JSON is another: {text}")
        _require(
            json.dumps(again.to_json()) == text, "JSON", f"JSON read back and written again differs: {text}"
        )
        for name in differences(again, state):
            raise BrokenLaw("JSON", f"JSON loses {name}: {text}")


def check_event(event: Event, game: Game, rules: Container[str] | None = None) -> None:
    """Events: a rule, and a sentence for every reader."""
    with _law("events"):
        _require(isinstance(event, Event), "events", f"{event!r} is no Event.")
        _check_said(event, game, rules, "events", ("text", "short"))
        everybody = {ONLOOKER, DEALER, *range(game.players)}
        _require(
            event.seen_by is None or event.seen_by <= everybody,
            "events",
            f"{event} is seen by {event.seen_by}, of whom some do not exist.",
        )


def check_end(state: State) -> None:
    """End: the game is over, with an outcome whose ranks agree with each other."""
    with _law("end"):
        game, outcome = state.game, state.outcome
        _require(
            state.to_move is None, "end", f"The game goes on after {game.longest()} moves, its own bound."
        )
        _require(outcome is not None, "end", "Nobody is to move, but there is no outcome.")
        assert outcome is not None
        ranks = outcome.ranks
        _require(
            len(ranks) == len(outcome.scores) == game.players,
            "end",
            f"{game.players} players, but the outcome is {outcome}.",
        )
        expected = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
        _require(ranks == expected, "end", f"Equal ranks share a place (1, 1, 3); these are {ranks}.")
        _require(_is_rule(outcome.rule, game, None), "end", f"The outcome names no rule: {outcome.rule!r}.")


def _check_said(
    said: Statement, game: Game, rules: Container[str] | None, law: str, parts: Sequence[str]
) -> None:
    """A rule's id, and sentences that can be formed for every reader."""
    with _law(law, LookupError, TypeError, ValueError, AttributeError):  # a sentence lacks what fills it
        _require(
            _is_rule(said.rule, game, rules), law, f"{said.key} names no rule of this game: {said.rule!r}."
        )
        _require(said.text.strip() and str(said), law, f"{said.key} ({said.rule}) says nothing.")
        named = {seat: f"Name{seat}" for seat in range(game.players)}
        for part in parts:
            for reader in (None, *range(game.players)):
                text = said.say(part, named, reader)
                _require("{" not in text, law, f"{said.key} ({said.rule}) leaves a place open: {text!r}.")
                _require(text.strip() or part != "text", law, f"{said.key} says nothing to seat {reader}.")
            said.say(part, braces=True)


def _is_rule(rule: object, game: Game, rules: Container[str] | None) -> bool:
    return isinstance(rule, str) and (
        rule.startswith(game.prefix) and len(rule) > 1 if rules is None else rule in rules
    )


def _dump(state: State) -> str:
    with _law("JSON"):
        return json.dumps(state.to_json())


# ── candidates: moves that may well be wrong ────────────────────────────────────────────────────


def candidates(state: State, rng: random.Random, known: Sequence[str] = (), number: int = 12) -> list[str]:
    """Texts of moves, right and wrong: offered ones, ones of other moments (`known`), and changes of
    both: other cards, a card twice, one less, cards of other hands, any set of cards, half a text."""
    deck = state.game.deck
    texts = [
        _text(move)
        for seat in state.actors
        if seat >= 0
        for move in _some(offered_first(state, seat), rng, 4)
    ]
    if state.to_move == DEALER:
        texts.append(_text(state.deal(rng)))
    texts += _some(known, rng, 4)
    found = dict.fromkeys(texts)
    zones = [members(zone.cards) for zone in state.zones() if zone.cards]
    zones += [members(zone.cards) for zone in state.zones() if zone.cards and zone.owner in state.actors] * 2
    while len(found) < number and texts:
        text = rng.choice(texts)
        match rng.randrange(7):
            case 0:
                text = _swap_a_card(text, deck, rng)
            case 1:
                text = _edit_a_card(text, deck, rng, "")
            case 2:
                text = _edit_a_card(text, deck, rng, "{0} {0}")
            case 3:
                text = _edit_a_card(text, deck, rng, "{0} " + rng.choice(deck.names))
            case 4 if zones:
                cards = rng.choice(zones)
                chosen = rng.sample(cards, min(len(cards), rng.randint(1, 4)))
                text = _replace_the_cards(text, deck, " ".join(deck.name(card) for card in sorted(chosen)))
            case 5:
                text = _replace_the_cards(text, deck, "")
            case _:
                text = text[: rng.randrange(len(text) + 1)]
        found[text] = None
        # Seldom enough new ones can be made, in very small games.
        if rng.random() < 0.02:
            break
    return [*found, rng.choice(("", " ", "?", "\0", "pass pass", "9" * 5000, "{0}", "give", "é"))]


def _some(things: Sequence[T], rng: random.Random, number: int) -> list[T]:
    return [things[rng.randrange(len(things))] for _ in range(min(number, len(things)))]


def _swap_a_card(text: str, deck: Deck, rng: random.Random) -> str:
    return _edit_a_card(text, deck, rng, rng.choice(deck.names))


def _edit_a_card(text: str, deck: Deck, rng: random.Random, into: str) -> str:
    """A text with one of its cards turned into something else; `{0}` is that card."""
    found = list(deck.pattern.finditer(text))
    if not found:
        return f"{text} {into.format('')}".strip()
    one = rng.choice(found)
    return text[: one.start()] + into.format(one.group()) + text[one.end() :]


def _replace_the_cards(text: str, deck: Deck, cards: str) -> str:
    """A text with other cards behind its first word."""
    first = deck.pattern.search(text)
    return text[: first.start()] + cards if first else f"{text} {cards}"


def check_candidates(state: State, texts: Iterable[str], rules: Container[str] | None = None) -> Counter[str]:
    """Reasons and no trace: each text is no move, or for every seat legal or refused for a reason.
    Returns the rules of the refusals."""
    shadow, before = state.copy(), _dump(state)
    views = {seat: state.view(seat) for seat in range(state.game.players)}
    refused = Counter[str]()
    for text in texts:
        move = _read(state.game, text)
        if move is None:
            continue
        check_text(state.game, move)
        for seat in (DEALER, *range(state.game.players)):
            with _law("reasons"):
                refusal = state.check(move, seat)
            _require(state == shadow, "no trace", f"check({text!r}, {seat}) changed the state.")
            if refusal is None:
                _check_legal(state, move, seat)
            else:
                _check_refusal(state, move, seat, refusal, rules)
                refused[refusal.rule] += 1
            _check_refusals(state, move, seat, refusal, rules)
            if seat in views:
                with _law("views"):
                    said = views[seat].check(move, seat)
                    same = said == refusal
                    _require(same, "views", f"To {text} seat {seat}'s view answers otherwise than the state.")
    _require(_dump(state) == before, "no trace", "Judging moves changed the state.")
    for name in differences(state, shadow):
        raise BrokenLaw("no trace", f"Judging moves changed the state's {name}.")
    return refused


def _check_refusals(
    state: State, move: Move, seat: int, first: Refusal | None, rules: Container[str] | None
) -> None:
    """Refusals: the first is what `check` answers, none where that is None, and none comes twice."""
    found, what = list(state.refusals(move, seat)), f"{_text(move)} by seat {seat}"
    _require(
        found[:1] == ([] if first is None else [first]),
        "refusals",
        f"To {what} check() answers {first}, refusals() {', '.join(map(str, found)) or 'nothing'}.",
    )
    said = Counter((refusal.rule, refusal.key) for refusal in found)
    twice = [f"{key} ({rule})" for (rule, key), number in said.items() if number > 1]
    _require(not twice, "refusals", f"{what} is refused twice for {', '.join(twice)}.")
    for refusal in found[1:]:
        _check_said(refusal, state.game, rules, "refusals", ("text", "right"))


def check_kinds(state: State, texts: Iterable[str], kind: MoveKind) -> None:
    """Offer: whatever is legal is of the same kind as something that is offered."""
    with _law("offer"):
        for seat in state.actors if state.to_move != DEALER else ():
            offered = offered_first(state, seat)
            kinds = {kind(move) for move in offered}
            for text in texts if len(offered) < MANY else ():
                move = _read(state.game, text)
                if move is not None and state.check(move, seat) is None and kind(move) not in kinds:
                    raise BrokenLaw(
                        "offer", f"{text} by seat {seat} is legal, but nothing of its kind is offered."
                    )


def _check_legal(state: State, move: Move, seat: int) -> None:
    """A legal move is by somebody who may act, and can be made."""
    _require(
        seat in state.actors,
        "reasons",
        f"{_text(move)} by seat {seat} is legal, but only {state.actors} may act.",
    )
    with _law("reasons"):
        after = state.after(move, seat)
    check_zones(after)
    check_json(after)


def _check_refusal(
    state: State, move: Move, seat: int, refusal: object, rules: Container[str] | None
) -> None:
    """A refusal has a rule and a reason, and the same one when the move is made."""
    text = _text(move)
    with _law("reasons"):
        is_one = isinstance(refusal, Refusal)
        _require(is_one, "reasons", f"check({text!r}, {seat}) gives {refusal!r}, which is no Refusal.")
        assert isinstance(refusal, Refusal)
        _check_said(refusal, state.game, rules, "reasons", ("text", "right"))
        again = state.check(text, seat)
        _require(again == refusal, "reasons", f"{text} by seat {seat}: {refusal}; asked again: {again}")
        try:
            state.after(move, seat)
        except IllegalMove as error:
            _require(
                error.refusal == refusal,
                "reasons",
                f"{text} by seat {seat}: {refusal}; made: {error.refusal}",
            )
        else:
            raise BrokenLaw("reasons", f"{text} by seat {seat} is refused, and yet made: {refusal}")


# ── what one seat knows ─────────────────────────────────────────────────────────────────────────


def check_view(state: State, seat: int) -> None:
    """Views: equal when asked again, and of the same mind as the state."""
    with _law("views"):
        view = state.view(seat)
        _require(view.seat == seat, "views", f"The view of seat {seat} says that it is that of {view.seat}.")
        _require(
            view.to_move == state.to_move
            and view.actors == state.actors
            and view.between_rounds == state.between_rounds,
            "views",
            f"Seat {seat} sees another turn.",
        )
        again = state.view(seat)
        _require(view == again, "views", f"Two views of seat {seat} at one moment differ.")
        offered = _texts(offered_first(view))
        expected = _texts(offered_first(state, seat)) if seat >= 0 else []
        _require(offered == expected, "views", f"Seat {seat}'s view offers {offered}, the state {expected}.")
        if state.to_move is not None and state.to_move != DEALER:
            seen, copied = fingerprint(view), state.copy()
            view = copied.view(seat)
            copied.play(offered_first(copied)[0], seat=copied.to_move)
            _require(
                fingerprint(view) == seen, "views", f"Seat {seat}'s view changes when the state goes on."
            )


def check_free(state: State, seat: int) -> None:
    """Views: no way leads from a view to a state, nor to anything that the state would change."""
    with _law("views"):
        _check_free(state, state.view(seat))


def _check_free(state: State, view: View) -> None:
    shared_by_all = (state.game, state.game.deck)
    game = {id(thing) for one in shared_by_all for thing in _reachable(one)}
    changing = (list, dict, set, bytearray)
    own = {id(thing) for thing in _reachable(state) if isinstance(thing, changing)} - game
    for thing in _reachable(view):
        _require(
            not isinstance(thing, State), "views", f"Seat {view.seat}'s view holds a reference to a state."
        )
        shared = id(thing) in own
        _require(
            not shared,
            "views",
            f"Seat {view.seat}'s view shares this with the state: {shorten(repr(thing), 200)}",
        )


_NO_WAY = (type, types.ModuleType, types.FrameType, types.CodeType, types.BuiltinFunctionType)
_PLAIN = (int, float, str, bytes, bool, type(None), Enum)


def _reachable(start: object) -> list[object]:
    """All objects that can be come to from one, in its fields and closures; what was said is taken as
    plain, and so are classes and modules."""
    found: dict[int, object] = {}
    waiting: list[object] = [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or isinstance(thing, (*_NO_WAY, *_PLAIN)):
            continue
        found[id(thing)] = thing
        if isinstance(thing, types.FunctionType):
            waiting += [
                *(thing.__closure__ or ()),
                *(thing.__defaults__ or ()),
                *(thing.__kwdefaults__ or {}).values(),
            ]
        elif isinstance(thing, weakref.ref):
            waiting.append(thing())
        elif not isinstance(thing, Statement):
            waiting += gc.get_referents(thing)
    return list(found.values())


def check_guess(state: State, seat: int, rng: random.Random) -> State:
    """Guess: a whole state, possible by the game's own judgement, that shows this seat the same."""
    with _law("guess"):
        game, view, seed = state.game, state.view(seat), rng.random()
        before = fingerprint(view)
        guess = view.guess(random.Random(seed))
        _require(isinstance(guess, State), "guess", f"A guess is a State, not {guess!r}.")
        _require(fingerprint(view) == before, "guess", f"Guessing changed seat {seat}'s view.")
        _require(
            guess.view(seat) == view, "guess", f"What seat {seat} sees in its guess is not what it sees."
        )
        for name in differences(guess.view(seat), view):
            raise BrokenLaw("guess", f"In its guess seat {seat} sees another {name}.")
        _require(
            whole_deck(game.deck, guess.zones()),
            "guess",
            f"A guess of seat {seat} does not hold every card once.",
        )
        for mine, true in zip(guess.zones(), state.zones(), strict=True):
            same = (
                mine.cards == true.cards
                if true.visible_to(seat)
                else mine.cards.bit_count() == true.cards.bit_count()
            )
            _require(
                same, "guess", f"In a guess of seat {seat}, {true.name} holds {game.deck.text(mine.cards)}."
            )
        again: State = view.guess(random.Random(seed))
        _require(_dump(again) == _dump(guess), "guess", "The same seed guesses two different states.")
        restored = game.state(json.loads(_dump(guess)))
        _require(restored == guess, "guess", "A guess reads back from JSON as another state.")
        if seat in guess.actors:
            same = _texts(offered_first(guess, seat)) == _texts(offered_first(view))
            _require(same, "guess", f"Seat {seat} has other moves.")
        dice = random.Random(seed)
        for _ in range(3):  # it can be played on, and that leaves the view alone
            if guess.to_move is not None:
                guess.play(guess.random_move(dice), seat=guess.to_move)
        _require(fingerprint(view) == before, "guess", f"Playing on a guess changed seat {seat}'s view.")
        return again


def check_memory(played: Played, moment: int, seat: int, rng: random.Random, guesses: int = 1) -> int:
    """Memory: some guesses of a seat at a moment, beside all that it saw until then (`handkit.witness`).
    Returns how many contradict it, where the game does not promise that none does."""
    forgotten = 0
    with _law("memory"):
        game, view = played.game, played.states[moment].view(seat)
        for _ in range(guesses):
            zones = view.guess(rng).zones()
            if not played.remembers(seat, moment, zones):
                places = [f"{zone.name} {game.deck.text(zone.cards)}" for zone in zones if zone.cards]
                what = f"What seat {seat} guesses is no deal that fits all that it has seen"
                _require(not game.setup.remembers, "memory", f"{what}: {'; '.join(places)}.")
                forgotten += 1
    return forgotten


def check_bot(state: State, seat: int, bot: Chooser, rng: random.Random) -> Move:
    """Bots: a legal choice, the same for the same view and seed."""
    with _law("bots"):
        view, seed = state.view(seat), rng.random()
        before = fingerprint(view)
        move = bot.choose(view, random.Random(seed))
        refusal = state.check(move, seat)
        _require(refusal is None, "bots", f"{_name(bot)} chooses {_text(move)}, which is refused: {refusal}")
        _require(fingerprint(view) == before, "bots", f"{_name(bot)} changed its view.")
        again = bot.choose(state.view(seat), random.Random(seed))
        _require(
            again == move, "bots", f"{_name(bot)} chooses {_text(move)}, and asked again {_text(again)}."
        )
        return move


def _name(bot: Chooser) -> str:
    return f"The bot {type(bot).__name__}"


def fingerprint(thing: object) -> object:
    """All that an object holds, in its fields and theirs, as plain tuples that can be compared. It
    looks where `==` of a class may not; lists and tuples count as the same."""
    return _print(thing, ())


def _print(thing: object, above: tuple[int, ...]) -> object:
    match thing:
        case None | bool() | float() | str() | bytes() | Enum():
            return type(thing).__name__, repr(thing)
        case int():  # also one that prints as cards
            return "int", int(thing)
        case Deck():
            return "deck", thing.names
        case Game():
            return type(thing).__name__, tuple(thing.to_json().items())
    if id(thing) in above:
        return "again", len(above) - above.index(id(thing))
    above = (*above, id(thing))
    match thing:
        case list() | tuple():
            return "list", tuple(_print(one, above) for one in thing)
        case set() | frozenset():
            return "set", tuple(sorted((_print(one, above) for one in thing), key=repr))
        case Mapping():
            return "map", tuple((_print(key, above), _print(value, above)) for key, value in thing.items())
    return type(thing).__name__, tuple((name, _print(value, above)) for name, value in _fields(thing).items())


def _fields(thing: object) -> dict[str, object]:
    """The fields of an object, in slots or not."""
    names: dict[str, None] = {}
    for kind in type(thing).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            hide = name.startswith("__") and not name.endswith("__")
            names[f"_{kind.__name__.lstrip('_')}{name}" if hide else name] = None
    held = {name: getattr(thing, name) for name in names if hasattr(thing, name)}
    return held | {
        name: value for name, value in getattr(thing, "__dict__", {}).items() if not isinstance(value, type)
    }


def differences(one: object, other: object) -> list[str]:
    """The names of the fields in which two objects of a kind differ."""
    mine, theirs = _fields(one), _fields(other)
    return [
        name
        for name in mine | theirs
        if fingerprint(mine.get(name)) != fingerprint(theirs.get(name)) or (name in mine) != (name in theirs)
    ]


# ── re-dealing ──────────────────────────────────────────────────────────────────────────────────


def hidden(state: State, seat: int) -> list[int]:
    """The cards that stand where a seat cannot see them now."""
    with _law("conservation"):
        return [card for zone in state.zones() for card in members(zone.cards & ~zone.faces(seat))]


def seen(state: State, seat: int) -> object:
    """What a seat sees of a state by its zones, and what is known to all."""
    with _law("conservation"):
        zones = [(zone.name, zone.cards.bit_count(), zone.faces(seat)) for zone in state.zones()]
        return state.to_move, state.actors, state.outcome, zones


def redeal(played: Played, moment: int, seat: int, rng: random.Random, swaps: int = 5) -> Played | None:
    """Another course of a game up to a moment that fits all that this seat has seen so far, and differs
    in cards that it cannot see: the same moves of the same seats, with those cards exchanged for
    each other from some deal on. None where none is found."""
    pool = hidden(played.states[moment], seat)
    deck = played.game.deck
    deals = [index for index, (who, _) in enumerate(played.steps[:moment]) if who == DEALER]
    found: Played | None = None
    rounds = [index for index in deals if played.states[index].between_rounds]
    # From the last chance on, from this round's deal, or from the first.
    for start in dict.fromkeys((*deals[-1:], *rounds[-1:], *deals[:1])):
        names = {deck.name(card): deck.name(card) for card in pool}
        for _ in range(swaps):
            one, two = (deck.name(card) for card in rng.sample(pool, 2))
            names[one], names[two] = names[two], names[one]
            course = _play_otherwise(played, start, moment, names, seat)
            if course is None:
                names[one], names[two] = names[two], names[one]
            elif any(mine != true for mine, true in zip(course.steps, played.steps, strict=False)):
                found = course
        if found is not None:
            return found
    return None


def _play_otherwise(
    played: Played, start: int, moment: int, names: Mapping[str, str], seat: int
) -> Played | None:
    """The game with cards renamed from a step on, if that is legal and this seat sees no difference."""
    game, other = played.game, Played(played.game)
    other.steps, other.events = played.steps[:start], played.events[:start]
    other.states = played.states[: start + 1]
    for who, move in played.steps[start:moment]:
        text = _text(move)
        renamed = game.deck.pattern.sub(lambda name: names.get(name.group(), name.group()), text)
        changed = move if renamed == text else _read(game, renamed)
        if changed is None or other.states[-1].check(changed, who) is not None:
            return None
        other.add(who, changed)
        if seen(other.states[-1], seat) != played.seen(len(other.steps), seat):
            return None
    return other


def check_redeal(
    played: Played,
    other: Played,
    moment: int,
    seat: int,
    texts: Iterable[str] = (),
    bots: Iterable[Chooser] = (),
) -> None:
    """Re-dealing: at a moment of two courses that a seat cannot tell apart, all that it is shown, may do
    and chooses is the same."""
    one, two = played.states[moment], other.states[moment]
    deck = played.game.deck
    places = [
        f"{name} {_names(deck, mine & ~true)} for {_names(deck, true & ~mine)}"
        for (name, true), (_, mine) in zip(_places(one), _places(two), strict=True)
        if mine != true
    ]
    elsewhere = f"Dealt otherwise ({'; '.join(places) or 'in another order'})"

    def same(what: str, mine: object, true: object) -> None:
        _require(
            mine == true,
            "re-dealing",
            f"{elsewhere}, which seat {seat} cannot see, {what}: {_cut(mine)}, not {_cut(true)}.",
        )

    with _law("re-dealing"):
        for index in {moment, (moment + len(played.steps)) // 2} & set(range(moment + 1)):
            view, mirrored = played.states[index].view(seat), other.states[index].view(seat)
            for name in differences(view, mirrored):
                same(f"its view has another {name}", getattr(mirrored, name, None), getattr(view, name, None))
            same("its view reads otherwise", repr(mirrored), repr(view))
            same("its view says that it is another", mirrored == view, True)
        view, mirrored = one.view(seat), two.view(seat)
        for mine, true in zip(other.events, played.events, strict=False):
            told = [event for event in mine if event.visible_to(seat)]
            expected = [event for event in true if event.visible_to(seat)]
            if told != expected:
                same("it is told another thing", [*map(str, told)], [*map(str, expected)])
                same("what it is told holds another thing", told, expected)
        same("its view offers", _texts(offered_first(mirrored)), _texts(offered_first(view)))
        guessed = [_dump(which.guess(random.Random(moment))) for which in (mirrored, view)]
        same("it guesses", *guessed)
        if seat < 0:
            return
        same("the state offers", _texts(offered_first(two, seat)), _texts(offered_first(one, seat)))
        for text in texts:
            if (move := _read(played.game, text)) is not None:
                same(f"{text} gets the answer", two.check(move, seat), one.check(move, seat))
                same(f"to {text} its view answers", mirrored.check(move, seat), view.check(move, seat))
        for bot in bots if seat in one.actors else ():
            choices = [bot.choose(which.view(seat), random.Random(moment)) for which in (two, one)]
            same(f"{_name(bot)} chooses", *(_text(choice) for choice in choices))


def _names(deck: Deck, cards: int) -> str:
    """Cards by name, of many the first."""
    names = deck.texts(cards)
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{' '.join(names[:NAMED])}{more}" or "nothing"


def _cut(thing: object) -> str:
    """A text that can be read in one look."""
    text = str(thing)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _places(state: State) -> list[tuple[str, int]]:
    return [(zone.name, zone.cards) for zone in state.zones()]


def _texts(moves: Sequence[Move]) -> list[str]:
    return [_text(move) for move in moves]


# ── the whole game ──────────────────────────────────────────────────────────────────────────────


def check_record(played: Played) -> None:
    """Record: the texts of the moves lead from the start to the same states again."""
    with _law("record"):
        state = played.game.start()
        for index, (seat, move) in enumerate(played.steps):
            again = played.game.parse(str(move))
            refusal = state.check(again, seat)
            _require(
                refusal is None,
                "record",
                f"Move {index}, {move} by seat {seat}, is refused in a replay: {refusal}",
            )
            state.play(again, seat=seat)
            same = state == played.states[index + 1]
            _require(
                same, "record", f"After move {index}, {move} by seat {seat}, a replay is in another state."
            )
        same = _dump(state) == _dump(played.states[-1])
        _require(same, "record", "A replay ends in another state.")


__all__ = [
    "LAWS", "BrokenLaw", "Chooser", "Effort", "Played", "Report", "candidates", "check_bot",
    "check_candidates", "check_end", "check_event", "check_free", "check_game", "check_guess", "check_json",
    "check_kinds", "check_memory", "check_move", "check_offer", "check_record", "check_redeal",
    "check_seed", "check_text", "check_undo", "check_view", "check_zones", "differences", "every_option",
    "fingerprint", "hidden", "redeal", "seen",
]  # fmt: skip
