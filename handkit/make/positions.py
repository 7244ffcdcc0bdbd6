"""A position of a made game, as the engine asks of it: what is derived from what a class declares."""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any, ClassVar, Self, cast

from handkit.cards import FRENCH, CardGroup, CardSet, Deck, PlayingCard, bit, members, shorten
from handkit.game import (
    DEALER,
    ONLOOKER,
    DealMove,
    Move,
    Outcome,
    Position,
    Refusal,
    State,
    Tell,
    Zone,
    mixed,
    ranking,
)
from handkit.make import places, reading, values
from handkit.make.moves import Declared
from handkit.make.places import DUE, UNDEALT, MakeError, Place, Places, Seat, as_cards
from handkit.make.reading import Rulings
from handkit.words import Words

SEATS = tuple(Seat(number) for number in range(64))
MANY = 2_000  # as many choices of cards are looked through
NOBODY_SEES = places.Zone(seen="nobody")


class _Then:
    """What follows a move where it is no seat's turn."""

    def __init__(self, what: str) -> None:
        self.what = what


END, NEW_ROUND, SHUFFLE = _Then("the end"), _Then("a new round"), _Then("a shuffle")


class No(Exception):
    """A move is refused; the sentence is made when somebody asks for it."""


class Laid(Position):
    """Places, public fields, and whose turn it is."""

    made: ClassVar[Any]  # the author's class
    who: list[int]  # who may act: seats, the dealer, or nobody
    due: Place  # the cards that the dealer is to shuffle in the middle of a round

    @property
    def to_move(self) -> int | None:  # type: ignore[override]
        return self.who[0] if self.who else None

    @property
    def actors(self) -> tuple[int, ...]:
        return tuple(self.who)

    @property
    def between_rounds(self) -> bool:
        return self.who == [DEALER] and not self.due

    def all_places(self) -> Iterator[Place]:
        """All places: of the cards that are not dealt or to be shuffled, then as they are declared."""
        held = self.__dict__
        yield from (held[UNDEALT], held[DUE])
        for name in self.made.declared.zones:
            if type(held[name]) is Place:
                yield held[name]
            else:
                yield from held[name]

    def public(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in self.made.declared.fields}

    def fields(self) -> dict[str, Any]:
        """What people read of it."""
        held = self.__dict__
        zones = {name: held[name] for name in self.made.declared.zones}
        return {"to_move": self.to_move} | zones | self.public()

    def hand_of(self, seat: int) -> int:
        self.game.check_seat(seat)
        hands = self.__dict__.get("hand")
        if not isinstance(hands, Places):
            raise ValueError(f'{self.game.title} has no hands: hand = zone(each=True, seen="owner").')
        return int(hands[seat].mask)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None


class Derived(Laid, State):
    """What `State` asks of a game, from the declarations of a class and its few methods."""

    declared: ClassVar[Rulings] = Rulings()
    deck: ClassVar[Deck] = FRENCH
    players: ClassVar[tuple[int, ...]] = ()
    words: ClassVar[Words]
    kinds_by_name: ClassVar[dict[str, Any]]
    kinds_by_word: ClassVar[dict[str, Any]]
    most_moves: ClassVar[int] = 1000

    @property
    def seats(self) -> Sequence[Seat]:
        """All seats, from 0."""
        return SEATS[: self.game.players]

    # Derived: what `State` asks of a game.

    @classmethod
    def blank(cls, game: Any) -> Self:
        """The state before anything happened."""
        state = object.__new__(cls)
        held = state.__dict__
        held.update(game=game, _tell=None, who=[DEALER])
        state._collect()
        for name, start in cls.declared.fields.items():
            by_seat = isinstance(start, reading.BySeat)
            held[name] = values.kept(name, [start.start] * game.players if by_seat else start)
        return state

    def _collect(self) -> None:
        """All cards come together, and nobody knows where one is."""
        game, held = self.game, self.__dict__
        for name in (UNDEALT, DUE):
            held[name] = Place(game.deck, name, NOBODY_SEES)
        held[UNDEALT].mask = game.deck.all
        held["_known"] = [0] * (game.players + 1)
        for name, kind in self.declared.zones.items():
            held[name] = (
                Places(Place(game.deck, name, kind, seat) for seat in range(game.players))
                if kind.each
                else Place(game.deck, name, kind)
            )

    def __setattr__(self, name: str, value: Any) -> None:
        """An author's assignment: to a public field that is declared."""
        fields = self.declared.fields
        if name not in fields:
            raise MakeError(self._no_field(name))
        start = fields[name]
        new = values.kept(name, value)
        if isinstance(start, reading.BySeat):
            if not isinstance(new, list) or len(new) != self.game.players:
                raise MakeError(
                    f"{name} has a value for each seat, and cannot be {shorten(value)}: self.{name}[seat] = …"
                )
        elif not values.fits(start, new):
            raise MakeError(
                f"{name} began with {start!r}, and cannot become {shorten(value)}, which is of another kind."
            )
        self.__dict__[name] = new

    def _no_field(self, name: str) -> str:
        title, known = type(self).__name__, self.declared
        if name in known.zones:
            return f"Cards change their place by moving: self.move(cards, self.…, self.{name})."
        near = reading.suggestion(name, known.fields)
        return f"{title} has no field {name!r}.{near} Declare it in the class, by its first value: {name} = 0"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        names = {**self.declared.zones, **self.declared.fields, **dict.fromkeys(dir(type(self)))}
        raise NoSuchName(f"{type(self).__name__} has no {name!r}.{reading.suggestion(name, names)}")

    def copy(self) -> Self:
        other = object.__new__(type(self))
        new = other.__dict__
        for name, value in self.__dict__.items():
            kind = type(value)
            if kind is Place:
                new[name] = value.copy()
            elif kind is Places:
                new[name] = Places([place.copy() for place in value])
            else:
                new[name] = values.same(value) if kind is list else value
        return other

    def zones(self) -> list[Zone]:
        found = []
        for place in self.all_places():
            owner = frozenset(() if place.seat is None or place.zone.seen == "nobody" else (place.seat,))
            seen = None if place.zone.seen == "all" else owner
            hand = place.seat if place.name == "hand" else None
            known = enumerate(self._known) if seen is not None and place.mask else ()
            shown = tuple((self.viewer(at), mask & place.mask) for at, mask in known if mask & place.mask)
            player = None if hand is not None else place.seat
            found.append(Zone(place.label, place.mask, seen, hand, shown, player, place.row or ()))
        return found

    def viewer(self, at: int) -> int:
        """Whose the place in a list by viewers is: a seat's, or an onlooker's, which is the last."""
        return at if at < self.game.players else ONLOOKER

    def _remember(self, mask: int, source: Place, to: Place, show: frozenset[int]) -> None:
        """Who saw these cards on their way to a place that it does not see knows where they are; who did not
        is no longer sure of what is left where they came from."""
        known = self._known
        for at in range(len(known)):
            seat = self.viewer(at)
            if to.seen_by(seat):
                known[at] &= ~mask
            elif seat in show or source.seen_by(seat):
                known[at] |= mask
            elif mask != source.mask:
                known[at] &= ~source.mask

    def _seen_by(self, seat: int) -> Any:
        view = object.__new__(self.game.View)
        held = view.__dict__
        held.update(game=self.game, seat=seat, who=self.who[:])
        known = self._known[seat if seat >= 0 else -1]  # the last is an onlooker's
        for name in (UNDEALT, DUE, *self.declared.zones):
            mine = self.__dict__[name]
            held[name] = (
                _seen(mine, seat, known)
                if type(mine) is Place
                else Places(_seen(one, seat, known) for one in mine)
            )
        for name in self.declared.fields:
            held[name] = values.same(self.__dict__[name])
        return view

    # Moves: which are offered, why others are refused, what becomes of them.

    def moves(self, seat: int | None = None) -> list[Move]:
        seat = self.to_move if seat is None else seat
        if seat is None or seat == DEALER or seat not in self.who:
            return []
        return [move for move in self._candidates(seat) if self._allowed_by_author(move, seat)]

    def random_move(self, rng: random.Random) -> Move:
        """A fair draw of the deals, or of the offered moves; it asks of few whether they are offered."""
        if self.to_move == DEALER:
            return self.deal(rng)
        seat = self.who[0]
        found = list(self._candidates(seat))
        while found:
            at = int(rng.random() * len(found))
            if self._allowed_by_author(found[at], seat):
                return found[at]
            found[at] = found[-1]
            found.pop()
        mays = ", ".join(f"may_{name}" for name in self.declared.moves)
        raise MakeError(f"Seat {seat} is to move, and every move is refused, by {mays}: {self.to_json()}")

    def _candidates(self, seat: int) -> Iterator[Move]:
        """All moves that name cards of one's own, or a word."""
        for name, move in self.declared.moves.items():
            kind = self.kinds_by_name[name]
            if not move.most:
                yield from self._words_of(kind, move)
                continue
            made: dict[int, Move] = kind.known
            for mask in self._choices(name, move, seat):
                if mask not in made:
                    made[mask] = kind(mask)
                yield made[mask]

    def _words_of(self, kind: Any, move: Declared) -> Sequence[Move]:
        """A word with all that it may name."""
        players = self.game.players
        if players not in kind.known:
            rows: list[tuple[Any, ...]] = [()]
            for named in move.names:
                rows = [(*row, value) for row in rows for value in named.values(self.game, players)]
            kind.known[players] = [kind(row) for row in rows]
        return cast(Sequence[Move], kind.known[players])

    def _choices(self, name: str, move: Declared, seat: int) -> Iterable[int]:
        offer: Any = getattr(type(self), f"offer_{name}", None)
        if offer is not None:
            return (sum(map(bit, as_cards(cards))) for cards in offer(self, SEATS[seat]))
        bits = [bit(card) for card in members(self._own(move, seat).mask)]
        if move.most == 1:
            return bits
        sizes = range(move.least, min(move.most, len(bits)) + 1)
        if sum(comb(len(bits), size) for size in sizes) > MANY:
            what = f"{type(self).__name__}.{name} may be any of more than {MANY} choices of {len(bits)} cards"
            raise MakeError(
                f"{what}: say which to look at with offer_{name}(self, seat), which returns a list of them."
            )
        return (sum(some) for size in sizes for some in combinations(bits, size))

    def _own(self, move: Declared, seat: int) -> Place:
        mine = self.__dict__[move.of]
        return cast(Place, mine if type(mine) is Place else mine[seat])

    def _arguments(self, move: Any) -> tuple[Any, ...]:
        """What the author's methods are given of a move."""
        if not move.declared.most:
            return cast(tuple[Any, ...], move.args)
        if move.declared.most == 1:
            return (self.deck.playing_cards[move.cards.bit_length() - 1],)
        return (CardSet(self.deck, move.cards),)

    def _ask(self, move: Any, seat: int) -> None:
        may: Any = getattr(type(self), f"may_{move.verb}", None)
        if may is not None and may(self, SEATS[seat], *self._arguments(move)) is not None:
            raise MakeError(
                f"may_{move.verb} returned something: it refuses with self.no(…), and returns nothing.", may
            )

    def _allowed_by_author(self, move: Any, seat: int) -> bool:
        try:
            self._ask(move, seat)
        except No:
            return False
        return True

    def judge(self, move: Any, seat: int) -> Refusal | None:
        try:
            self._judge(move, seat)
        except No as no:
            rule, forms, named = no.args
            self._said_by(rule)
            return cast(Refusal, self._statement(Refusal, rule, forms, named))
        return None

    def _judge(self, move: Any, seat: int) -> None:
        """What is most basic first: the moment, the turn, the cards; then what the author says."""
        first = self.declared.rules[0]
        if not self.who:
            self._no(self.declared.rules[-1], "The game is over.")
        dealing = isinstance(move, DealMove)
        if dealing and self.who != [DEALER]:
            self._no(first, "No cards are to be shuffled now.", "Make a move.")
        if not dealing and self.who == [DEALER]:
            self._no(first, "Cards are to be shuffled first.", "Wait.")
        if seat not in self.who:
            wrong = "It is not the turn of {seat}." if seat >= 0 else "No cards are to be shuffled now."
            self._no(first, wrong, "Wait.", "It is not your turn.", seat=seat)
        if dealing:
            if sorted(move.order) != members(self._to_shuffle):
                self._no(
                    first, "These are not the cards that are to be shuffled.", "Shuffle each of them once."
                )
            return
        if move.declared.most:
            self._judge_cards(move, seat, move.declared.rule or first)
        elif any(type(one) is Seat and one >= self.game.players for one in move.args):
            self._no(first, "There is no such seat.", "Seats are 0 to {last}.", last=self.game.players - 1)
        self._ask(move, seat)

    def _judge_cards(self, move: Any, seat: int, rule: str) -> None:
        least, most, cards = move.declared.least, move.declared.most, CardSet(self.deck, move.cards)
        right = (
            f"Name {least} to {most} cards."
            if most > least
            else "Name one card."
            if most == 1
            else f"Name {most} cards."
        )
        if move.twice:
            self._no(rule, "{cards} is named twice.", right, cards=CardSet(self.deck, move.twice))
        if not least <= len(cards) <= most:
            self._no(
                rule,
                "{n:Number} cards are named." if len(cards) != 1 else "One card is named.",
                right,
                n=len(cards),
            )
        if away := cards - self._own(move.declared, seat):
            self._no(rule, "{cards} is not yours to choose.", "Choose cards that you have.", cards=away)

    @property
    def _to_shuffle(self) -> int:
        return self.deck.all if self.between_rounds else self.due.mask

    def deal(self, rng: random.Random) -> Move:
        return cast(Move, self.game.Deal(mixed(members(self._to_shuffle), rng)))

    def play(self, move: Any, tell: Tell | None = None, seat: int | None = None) -> None:
        held = self.__dict__
        held["_tell"] = tell
        try:
            if isinstance(move, DealMove):
                cards, new = [self.deck.playing_cards[card] for card in move.order], self.between_rounds
                if new:
                    self._collect()
                method = getattr(type(self), "begin" if new else "shuffled")
                then = method(self, cards)
            else:
                method = getattr(type(self), f"do_{move.verb}")
                then = method(self, SEATS[self.who[0] if seat is None else seat], *self._arguments(move))
            held["who"] = self._who_is(then, method)
            if self.due and then is not SHUFFLE:
                asked = "`return self.shuffle(cards)` asks for it, and `shuffled` moves them on"
                left = f"{self.deck.text(self.due.mask)} is left to be shuffled"
                how = "self.move(cards, self.due, self.stock)"
                raise MakeError(f"{type(self).__name__}.{method.__name__}: {left}. {asked}: {how}.", method)
        finally:
            held["_tell"] = None

    def _who_is(self, then: Any, method: Callable[..., Any]) -> list[int]:
        """Who is next, by what an author's method returned."""
        if type(then) in (int, Seat) and 0 <= then < self.game.players:
            return [int(then)]
        if isinstance(then, _Then):
            return [] if then is END else [DEALER]
        if (
            isinstance(then, list | tuple | range)
            and then
            and all(type(s) in (int, Seat) and s in self.seats for s in then)
        ):
            return sorted({int(seat) for seat in then})
        name, last = f"{type(self).__name__}.{method.__name__}", self.game.players - 1
        ways = f"a seat (0 to {last}), a list of seats, self.end(), self.new_round() or self.shuffle(cards)"
        forgot = " (is a return missing, or was there none to be next?)" if then is None else ""
        raise MakeError(f"{name} returned {shorten(then)}{forgot}. It returns who is next: {ways}.", method)

    @property
    def outcome(self) -> Outcome | None:
        if self.who:
            return None
        scores = self.standing
        return Outcome(self.declared.rules[-1], ranking(cast(Any, scores)), cast(Any, scores))

    @property
    def standing(self) -> tuple[float, ...]:
        author: Any = type(self)
        scores = tuple(author.score(self, seat) for seat in self.seats)
        if wrong := [one for one in scores if type(one) not in (int, float)]:
            raise MakeError(f"score returned {shorten(wrong[0])}: it returns a number.", author.score)
        return scores

    # Sentences.

    def _no(self, rule: str, wrong: str, right: str = "", you: str = "", /, **named: Any) -> None:
        raise No(rule, {"text": wrong, "you": you, "right": right}, named)

    def _said_by(self, rule: str) -> None:
        if rule not in self.declared.rules:
            rules = ", ".join(self.declared.rules)
            raise MakeError(f"{type(self).__name__} has no rule {shorten(rule)}: its docstring has {rules}.")

    def _statement(
        self, kind: Any, rule: str, forms: dict[str, str], named: dict[str, Any], *more: Any
    ) -> Any:
        """A refusal or an event, whose sentences say each value as what it is."""
        filled = {name: _filling(name, value) for name, value in named.items()}
        used = {"seat", "n"}  # who is called "you", and whether it is one
        entry = {form: self._sentence(text, filled, used) for form, text in forms.items() if text}
        key = "|".join(entry.values())
        cast(dict[str, Any], self.words.entries).setdefault(key, entry)
        # Only what the sentence names: a card that is not told is not in the event either.
        told = {name: value for name, (value, _) in filled.items() if name in used}
        return kind(self.game, rule, key, told, *more)

    def _sentence(self, text: str, filled: dict[str, tuple[Any, str]], used: set[str]) -> str:
        """The sentence with how each thing is said, `{card:cards}` for `{card}`; adds to `used`."""
        found = ""
        try:
            parts = list(string.Formatter().parse(text))
        except (ValueError, TypeError) as error:
            raise MakeError(f"The sentence {shorten(text)} cannot be read: {error}.") from None
        for before, name, asked, _ in parts:
            found += before
            if name is None:
                continue
            if name not in filled:
                raise MakeError(f"The sentence {text!r} names {{{name}}}, so {name}=… is to be given.")
            used.add(name)
            form = asked or filled[name][1]
            found += f"{{{name}{':' if form else ''}{form if found else form.capitalize()}}}"
        return found


class NoSuchName(MakeError, AttributeError):
    """A name that a game does not have."""


def _filling(name: str, value: Any) -> tuple[Any, str]:
    """What fills a place in a sentence, and how it is said."""
    match value:
        case PlayingCard() | CardGroup():
            return value.mask, "cards"
        case Seat():
            return int(value), "seat"
        case int() if name == "seat":
            return value, "seat"
        case list() | tuple() if value and all(isinstance(one, PlayingCard) for one in value):
            return sum(card.mask for card in value), "cards"
        case list() | tuple() if value and all(isinstance(one, Seat) for one in value):
            return [*map(int, value)], "seats"
    return value, ""


def no_place(place: object) -> str:
    if isinstance(place, Places):
        name = place[0].name
        return f"self.{name} has a place for each seat: say whose, as in self.{name}[seat]."
    return f"{shorten(place)} is no place: cards move from self.stock to self.hand[seat], by names of zones."


def _seen(place: Place, seat: int, known: int) -> Place:
    """A place as a seat sees it."""
    seen = place.copy()
    if not place.seen_by(seat):
        seen.mask &= known
        seen.hidden = (place.mask & ~known).bit_count()
        seen.row = None
    return seen
