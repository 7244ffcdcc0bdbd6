"""What one seat knows of a made game, how it guesses the rest, and how positions are written and read."""

from __future__ import annotations

import inspect
import random
from collections.abc import Mapping, Sequence
from typing import Any

from handkit.cards import CardError, bit, members, union
from handkit.fields import CardsText, EachSeat, InOrder
from handkit.game import (
    DEALER,
    Fields,
    Move,
    PositionError,
    Refusal,
    Seat,
    Setup,
    View,
    mixed,
    require,
    require_whole_deck,
)
from handkit.make import values
from handkit.make.places import DUE, UNDEALT, MakeError, Place
from handkit.make.positions import Laid
from handkit.make.reading import BySeat
from handkit.sight import drawn_by


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
        held = state.__dict__
        found = {"to_move": state.who[:], "known": [state.deck.text(known) for known in state._known]}
        for name in (UNDEALT, DUE, *state.declared.zones):
            found[name] = str(held[name]) if type(held[name]) is Place else [*map(str, held[name])]
        return found | {name: values.to_json(name, held[name]) for name in state.declared.fields}

    def state(self, game: Any, data: Any) -> Any:
        state = game.State.blank(game)
        fields = Fields(data, [*self.to_json(state)], game.deck, game.players)
        held = state.__dict__
        held["who"], held[UNDEALT].mask = _actors(fields), 0
        for name in (UNDEALT, DUE, *state.declared.zones):
            of_one = type(held[name]) is Place
            texts = [data[name]] if of_one else _for_each(fields, name, game.players)
            for place, text in zip([held[name]] if of_one else held[name], texts, strict=True):
                fields.mask(name, text)  # each card once
                place.put(game.deck.read(text))
        held["_known"] = [fields.mask("known", text) for text in _for_each(fields, "known", game.players + 1)]
        for name in state.declared.fields:
            held[name] = self._field(state, fields, name)
        self.check(state)
        return state

    def check(self, state: Any) -> None:
        require_whole_deck(state)
        require(not state.due or state.who == [DEALER], "cards are to be shuffled, and it is a seat's turn")
        for at, known in enumerate(state._known):
            seat = state.viewer(at)
            who = f"seat {seat}" if seat >= 0 else "an onlooker"
            seen = union(
                card for place in state.all_places() if place.seen_by(seat) for card in place.numbers()
            )
            twice = state.deck.spoken(known & seen)
            require(not twice, f"{who} is said to know where {twice} is, and sees it")

    def _field(self, state: Any, fields: Fields, name: str) -> Any:
        start, value = state.declared.fields[name], fields.data[name]
        try:
            read = values.from_json(name, value, state.game.deck, state.game.players)
        except CardError as error:
            raise PositionError(f"{name}: {error}", f"Its field `{name}` is wrong.") from None
        of_seats = isinstance(start, BySeat)
        if of_seats:
            _for_each(fields, name, state.game.players)
        first = start.start if of_seats else start
        if not all(values.fits(values.kept(name, first), one) for one in (read if of_seats else [read])):
            raise fields.fail(name, f"of the kind of {first!r}")
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
        if unknown := [name for name in given if name not in (*made.declared.zones, *made.declared.fields)]:
            known = ", ".join([*made.declared.zones, *made.declared.fields])
            raise PositionError(f"{game.title} has no {unknown[0]}: it has {known}.")
        data = self.to_json(made.blank(game)) | {
            "to_move": to_move if isinstance(to_move, list) else [to_move]
        }
        for name in made.declared.zones:
            if name in given:
                value = given.pop(name)
                data[name] = [*map(str, value)] if isinstance(value, list | tuple) else str(value)
        try:
            data[UNDEALT] = game.deck.text(game.deck.all & ~self._named(game, data))
            state = self.state(game, data)
            for name, value in given.items():
                setattr(state, name, _meant(state, value))
        except (CardError, MakeError) as error:
            raise PositionError(getattr(error, "what", str(error))) from None
        return state

    def _named(self, game: Any, data: Mapping[str, Any]) -> int:
        """The cards that lie in the zones that a position names."""
        zones = [data[name] for name in game.State.declared.zones]
        texts = (text for zone in zones for text in (zone if isinstance(zone, list) else [zone]))
        return union(card for text in texts for card in game.deck.read(text))

    def guess(self, view: Any, rng: random.Random) -> Any:
        """A full state that fits a view: what it does not show lies anywhere that `could_hold` allows."""
        state = view.made.blank(view.game)
        held, shown = state.__dict__, view.__dict__
        held["who"] = view.who[:]
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
                place.row = tuple(mixed(members(place.mask), rng))
        return state


def _spread(
    state: Any, unseen: list[int], slots: Sequence[tuple[Place, int]], rng: random.Random
) -> list[list[int]]:
    """Cards into places of these sizes, at random: those with the fewest places first, and where one is stuck
    it changes places with another. If there is no way, what a place could hold is left aside."""
    allowed = [state.could_hold(place).mask for place, _ in slots]
    if all(mask == state.deck.all for mask in allowed):
        rest = iter(mixed(unseen, rng))
        return [[next(rest) for _ in range(size)] for _, size in slots]
    cards, room = mixed(unseen, rng), [size for _, size in slots]
    into: list[list[int]] = [[] for _ in slots]
    homes = {card: [at for at, mask in enumerate(allowed) if mask >> card & 1] for card in cards}
    for card in sorted(cards, key=lambda card: len(homes[card])):
        weights = [room[home] for home in homes[card]]
        if any(weights):
            at = homes[card][drawn_by(weights, rng)]
            into[at].append(card)
        else:
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


def _meant(state: Any, value: Any) -> Any:
    """A public field's value as `position` takes it: a text may be that of a card, a rank or a suit."""
    deck = state.game.deck
    if type(value) is not str:
        return value
    for known in (deck.playing_cards, deck.rank_texts, deck.suit_names):
        if found := next((one for one in known if one == value), None):
            return found
    return value


def _actors(fields: Fields) -> list[int]:
    """Who may act: the dealer, or seats in their order; nobody where the game is over."""
    if fields.data["to_move"] == [DEALER]:
        return [DEALER]
    seats = [*fields.seats("to_move")]
    if seats != sorted(seats):
        raise fields.fail("to_move", "in the order of seats")
    return seats


def _for_each(fields: Fields, name: str, number: int) -> Sequence[Any]:
    """A list of so many."""
    if len(found := fields.list(name)) != number:
        raise fields.fail(name, f"a list of {number}")
    return found
