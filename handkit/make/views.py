"""What one seat knows of a made game, how it guesses the rest, and how positions are written and read."""

from __future__ import annotations

import inspect
import random
from collections.abc import Mapping, Sequence
from typing import Any

from handkit.cards import CardError, bit, members, shorten
from handkit.fields import CardsText, EachSeat, InOrder
from handkit.game import DEALER, Move, PositionError, Refusal, Seat, Setup, View, require_whole_deck
from handkit.make import values
from handkit.make.places import UNDEALT, Place
from handkit.make.positions import Laid
from handkit.make.reading import BySeat


class MadeView(Laid, View):
    """What one seat knows: the public fields, and the places with the faces that it sees. What it does not
    see there is counted: `view.hand[1].hidden`."""

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, **super().fields()}

    # A move may depend on nothing that is hidden, which is a law: so any guess answers what is allowed.

    def moves(self, seat: int | None = None) -> list[Move]:
        seat = self.seat if seat is None else self.game.check_seat(seat)
        if seat != self.seat or seat not in self.who:
            return []
        return self.guess(random.Random(0)).moves(seat)  # type: ignore[no-any-return]

    def judge(self, move: Move, seat: int) -> Refusal | None:
        return self.guess(random.Random(0)).judge(move, seat)  # type: ignore[no-any-return]


class MadeSetup(Setup):
    """How positions of a made game come from outside."""

    def to_json(self, state: Any) -> dict[str, Any]:
        deck, held = state.game.deck, state.__dict__
        found = {"to_move": state.who[:], "due": deck.text(state.due), "ended": state._ended}
        found["known"] = [deck.text(known) for known in state._known]
        for name in (UNDEALT, *state.declared.zones):
            found[name] = str(held[name]) if type(held[name]) is Place else [*map(str, held[name])]
        return found | {name: values.to_json(name, held[name]) for name in state.declared.fields}

    def state(self, game: Any, data: Any) -> Any:
        state = game.State.blank(game)
        names = [*self.to_json(state)]
        if not isinstance(data, Mapping) or set(data) != set(names):
            raise PositionError(f"A position has exactly these fields: {', '.join(names)}.")
        for name in names:
            try:
                self._read(state, name, data[name])
            except CardError as error:
                raise PositionError(f"{name}: {error}", f"Its field `{name}` is wrong.") from None
        self.check(state)
        return state

    def check(self, state: Any) -> None:
        require_whole_deck(state)

    def _read(self, state: Any, name: str, value: Any) -> None:
        game, held = state.game, state.__dict__
        match name:
            case "to_move":
                held["who"] = _actors(value, game.players)
            case "due":
                held["due"] = game.deck.mask(_text(name, value))
            case "ended":
                if value not in ("", *state.declared.rules):
                    raise _wrong(name, value, "the rule that ended the game")
                held["_ended"] = value
            case "known":
                held["_known"] = [
                    game.deck.mask(_text(name, one)) for one in _list(name, value, game.players + 1)
                ]
            case _ if name in state.declared.fields:
                held[name] = self._field(state, name, value)
            case _ if type(held[name]) is Place:
                _lay(held[name], _text(name, value))
            case _:
                for place, cards in zip(held[name], _list(name, value, game.players), strict=True):
                    _lay(place, _text(name, cards))

    def _field(self, state: Any, name: str, value: Any) -> Any:
        start = state.declared.fields[name]
        read = values.from_json(name, value, state.game.deck, state.game.players)
        of_seats = isinstance(start, BySeat)
        if of_seats:
            _list(name, read, state.game.players)
        for one in read if of_seats else [read]:
            if not values.fits(values.kept(name, start.start if of_seats else start), one):
                raise _wrong(name, value, f"of the kind of {start.start if of_seats else start!r}")
        return read

    def takes(self) -> list[inspect.Parameter]:
        """Whose turn it is, then zones and public fields as they are declared; a field whose values are no
        plain ones stays as it begins."""
        declared, found = self.kind.State.declared, dict[str, tuple[Any, Any]](to_move=(Seat, 0))
        for name, zone in declared.zones.items():
            cards: Any = InOrder if zone.order else CardsText
            found[name] = (EachSeat[cards], ()) if zone.each else (cards, "")
        for name, start in declared.fields.items():
            of_seats = isinstance(start, BySeat)
            kind: Any = type(start.start if of_seats else start)
            if kind in (bool, int, str):
                found[name] = (EachSeat[kind], ()) if of_seats else (kind, start)
        one = inspect.Parameter
        named = [
            one(name, one.KEYWORD_ONLY, default=default, annotation=hint)
            for name, (hint, default) in found.items()
        ]
        return [*named, one("options", one.VAR_KEYWORD)]

    def position(self, to_move: Any = 0, **given: Any) -> Any:
        """A position: whose turn it is, zones and public fields by name, and options of the game. The cards
        that are not named are undealt, and nobody sees them.

        A zone is a text of cards, or a list of them by seat; a public field is a value, or what a text means.
        Raises PositionError for one that cannot occur.
        """
        made = self.kind.State
        options = {name: given.pop(name) for name in [*given] if name in self.kind.options()}
        each = next(
            (
                cards
                for name, cards in given.items()
                if name in made.declared.zones and made.declared.zones[name].each
            ),
            None,
        )
        game = self.kind(**options) if each is None else self.game_for(each, options)
        state = made.blank(game)
        if unknown := [name for name in given if name not in (*made.declared.zones, *made.declared.fields)]:
            known = ", ".join([*made.declared.zones, *made.declared.fields])
            raise PositionError(f"{game.title} has no {unknown[0]}: it has {known}.")
        held = state.__dict__
        held["who"], held["due"] = (
            _actors(to_move if isinstance(to_move, list) else [to_move], game.players),
            0,
        )
        for name, value in given.items():
            if name in made.declared.fields:
                setattr(state, name, _meant(state, value))
            else:
                self._read(state, name, [*map(str, value)] if isinstance(value, list | tuple) else str(value))
        for place in [*state.all_places()][1:]:
            held[UNDEALT].mask &= ~place.mask
        self.check(state)
        return state

    def guess(self, view: Any, rng: random.Random) -> Any:
        """A full state that fits a view: what it does not show lies anywhere that `could_hold` allows."""
        state = view.made.blank(view.game)
        held, shown = state.__dict__, view.__dict__
        held.update(who=view.who[:], due=view.due, _ended=view._ended)
        for name in view.made.declared.fields:
            held[name] = values.same(shown[name])
        seen = 0
        pairs = [*zip(state.all_places(), view.all_places(), strict=True)]
        for place, known in pairs:
            place.mask, place.row = known.mask, known.row
            seen |= known.mask
            if not known.seen_by(view.seat):
                state._known[view.seat if view.seat >= 0 else -1] |= known.mask
        slots = [(place, known.hidden) for place, known in pairs if known.hidden]
        unseen = members(view.game.deck.all & ~seen)
        for (place, _), cards in zip(slots, _spread(state, unseen, slots, rng), strict=True):
            place.mask |= sum(map(bit, cards))
        for place, known in pairs:
            if place.zone.order and known.row is None:
                place.row = tuple(_mixed(members(place.mask), rng))
        return state


def _spread(
    state: Any, unseen: list[int], slots: Sequence[tuple[Place, int]], rng: random.Random
) -> list[list[int]]:
    """Cards into places of these sizes, at random: those with the fewest places first, and where one is stuck
    it changes places with another. If there is no way, what a place could hold is left aside."""
    allowed = [state.could_hold(place).mask for place, _ in slots]
    if all(mask == state.deck.all for mask in allowed):
        rest = iter(_mixed(unseen, rng))
        return [[next(rest) for _ in range(size)] for _, size in slots]
    cards, room = _mixed(unseen, rng), [size for _, size in slots]
    into: list[list[int]] = [[] for _ in slots]
    homes = {card: [at for at, mask in enumerate(allowed) if mask >> card & 1] for card in cards}
    for card in sorted(cards, key=lambda card: len(homes[card])):
        at = _draw([room[home] for home in homes[card]], rng)
        if at >= 0:
            into[homes[card][at]].append(card)
            room[homes[card][at]] -= 1
            continue
        at = next(at for at, free in enumerate(room) if free)
        into[at].append(_exchanged(card, at, homes, into))
        room[at] -= 1
    return into


def _exchanged(card: int, at: int, homes: dict[int, list[int]], into: list[list[int]]) -> int:
    """A card that may go to a place, from one that takes this card instead; this card where there is none."""
    for home in homes[card]:
        for other in into[home]:
            if at in homes[other]:
                into[home].remove(other)
                into[home].append(card)
                return other
    return card


def _draw(weights: Sequence[int], rng: random.Random) -> int:
    """A place among weights, drawn by them; -1 where all are 0."""
    point = rng.random() * sum(weights)
    for at, weight in enumerate(weights):
        point -= weight
        if weight and point < 0:
            return at
    return -1


def _mixed(cards: list[int], rng: random.Random) -> list[int]:
    for last in range(len(cards) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def _meant(state: Any, value: Any) -> Any:
    """A public field's value as `position` takes it: a text may be that of a card, a rank or a suit."""
    deck = state.game.deck
    if type(value) is not str:
        return value
    for known in (deck.playing_cards, deck.rank_texts, deck.suit_names):
        if found := next((one for one in known if one == value), None):
            return found
    return value


def _lay(place: Place, text: str) -> None:
    numbers = place.deck.read(text)
    place.deck.mask(text)  # each card once
    place.mask, place.row = 0, () if place.zone.order else None
    place.put(numbers)


def _actors(value: Any, players: int) -> list[int]:
    fits = isinstance(value, list) and all(type(seat) is int for seat in value)
    if (
        not fits
        or not (value == [DEALER] or all(0 <= seat < players for seat in value))
        or len(set(value)) < len(value)
    ):
        raise _wrong("to_move", value, f"a list of seats, each 0 to {players - 1}, or [-1] for the dealer")
    return [*value]


def _list(name: str, value: Any, size: int) -> list[Any]:
    if not isinstance(value, list) or len(value) != size:
        raise _wrong(name, value, f"a list of {size}")
    return value


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong(name, value, "cards as text")
    return value


def _wrong(name: str, value: Any, what: str) -> PositionError:
    return PositionError(
        f"{name} is {shorten(value)}, and should be {what}.", f"Its field `{name}` is wrong."
    )
