"""A widget in which a position is set up by mouse, touch or keys. It knows no game.

What can be set up, `handkit.table.places` reads from the game; `handkit.table.arrangement` keeps what has
been put where. Here it is shown, and messages from the browser change it:

    {"type": "put", "cards": "7S 7H", "place": "hands", "at": 0}    at a seat, as one of a list; null
    {"type": "back", "cards": "7S"}                   take cards away from where they lie
    {"type": "set", "place": "to_move", "at": null, "value": 1}
    {"type": "option", "name": "players", "value": 3}
    {"type": "seat", "value": 1}                      who sits in front of the table
    {"type": "undo"} {"type": "clear"}
    {"type": "set-up"}                                put the position on a table
    {"type": "cancel"}                                leave the table as it is

Each carries the `rev` of the scene that it answers. One that answers a scene of other places than there are
now (before another number of players, before an undo) is not obeyed.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypedDict

import traitlets

from handkit.arguments import checked
from handkit.cards import shorten
from handkit.game import DEALER, Game, Seat, State
from handkit.rulebook import ID, find_rulebook
from handkit.table.arrangement import Arrangement, Spot
from handkit.table.home import report
from handkit.table.messages import Message, MessageError, handler_of, text_of
from handkit.table.page import packed
from handkit.table.places import Place
from handkit.table.scene import RuleText
from handkit.table.setup import deck_of, option_field, rule_text
from handkit.table.stage import Stage

KEYS = "1234567890abcdefghijklmnopqrstvwxyz"  # of the places for cards; "u" is undo
QUOTED = re.compile(r"`(\w+)`|^(\w+)(?: is |: )")  # the arguments that an error names


class SpotScene(TypedDict):
    """A part of a place: all of it, the part of a seat, or one of a list."""

    at: int | None
    label: str
    key: str  # that puts the chosen cards there
    cards: list[str]  # and the place's sign, where it is among them
    value: Any  # what else it is


class PlaceScene(TypedDict):
    name: str
    label: str
    help: str
    kind: str
    many: str
    none: bool  # whether it may be left empty
    sign: list[str]
    takes: bool  # whether cards can be put there
    spots: list[SpotScene]
    faulty: bool  # whether it is named by what is wrong


class ArrangeScene(TypedDict):
    """All that is shown. Cards stand in braces, as in a table's scene."""

    rev: int
    places: list[PlaceScene]
    options: list[Any]
    players: int
    seat: int  # in front
    lying: dict[str, str]  # the cards that lie somewhere, with the keys of where
    line: str
    done: bool  # whether this can occur
    says: str  # what it is, or why it cannot occur
    wrong: str  # what was wrong with the last message
    rules: list[RuleText]  # those cited
    undo: bool
    guest: bool  # whether it was opened from a table
    report: str  # the widget's own fault


@checked
class Arranger(Stage):
    """Where a position is set up.

    game    the game, with the options that it begins with
    lay     what puts a position on a table, with this seat in front
    seat    who is in front at first
    leave   what closes it, where it was opened from a table
    given   arguments of the game's `position` to begin with

    Raises TypeError for a game without a `position`, ValueError for a seat that does not exist and for what
    no argument can be.
    """

    _esm = packed("arrange")
    scene: Any = traitlets.Dict().tag(sync=True)
    setup: Any = traitlets.Dict().tag(sync=True)
    below: Any = traitlets.Unicode().tag(sync=True)  # a table's model, while it is to be shown below

    def __init__(
        self,
        game: Game,
        lay: Callable[[State, Seat], object],
        seat: Seat = 0,
        leave: Callable[[], object] | None = None,
        given: Mapping[str, Any] | None = None,
    ) -> None:
        self.first = game  # with the options that it began with
        self._made, self._lay, self._leave = Arrangement(game, given), lay, leave
        self._seat = self.game.check_seat(seat)
        self._rev = 0
        self._min_rev = 0  # messages that answer an older scene are of other places
        self._wrong = ""
        super().__init__(scene=self._next_scene(), setup=self._make_setup())

    # What is so.

    @property
    def game(self) -> Game:
        """The game with the options chosen so far."""
        return self._made.game

    @property
    def line(self) -> str:
        """The line of code for the position, whether or not it can occur."""
        return self._made.line

    @property
    def position(self) -> Any:
        """The position. Raises PositionError, or another ValueError, where it cannot occur."""
        return self._made.position.copy()

    # What can be done.

    def put(self, cards: str, place: str, at: int | None = None) -> None:
        """Put cards in a place, where there are several at a seat or as one of the list. They lie nowhere
        else then. Raises MessageError, which is a ValueError, for a place that does not exist, CardError for
        what is no card."""
        self._made.put(cards, place, at)
        self.show()

    def take_back(self, cards: str) -> None:
        """Take cards away from where they lie. Raises CardError."""
        self._made.take_back(cards)
        self.show()

    def set(self, place: str, value: Any, at: int | None = None) -> None:
        """Set a place to what `position` takes there, or the part of it at a seat or in a list. Raises
        MessageError or CardError for what cannot stand there."""
        self._made.set(place, value, at)
        self.show()

    def set_option(self, name: str, value: Any) -> None:
        """Choose an option of the game. With fewer players the cards of those who leave are free again.
        Raises OptionError."""
        self._made.set_option(name, value)
        self._other_places()
        self.show()

    def undo(self) -> None:
        """Back to what was before the last change. Raises MessageError when there was none."""
        self._made.undo()
        self._other_places()
        self.show()

    def clear(self) -> None:
        """Take everything away. The options stay, and `undo` brings the rest back."""
        self._made.clear()
        self._other_places()
        self.show()

    def set_up(self) -> None:
        """Put the position on a table. Raises PositionError, or another ValueError, where it cannot occur."""
        self._lay(self.position, self._seat)
        self.show()

    def close(self) -> None:
        """It is gone. The table stays."""
        self._closed = True
        super().close()

    def _other_places(self) -> None:
        self._seat = min(self._seat, self.game.players - 1)
        self._min_rev = self._rev + 1

    # What is shown.

    def draw(self) -> None:
        """Send what is so now."""
        self.scene = self._next_scene()

    def _make_setup(self) -> dict[str, Any]:
        game = self.game
        cited = [place.help for place in self._made.places.values()]
        cited += [about.rule for about in game.options().values()]
        return {
            "title": game.title,
            **deck_of(game.deck),
            "cards": [[rank + suit.letter for rank in game.deck.ranks] for suit in game.deck.suits],
            "rules": self._rules(*cited),
        }

    def _rules(self, *texts: str) -> list[RuleText]:
        """The rules that these texts cite."""
        book = find_rulebook(self.game)
        named = dict.fromkeys(id for text in texts for id in ID.findall(text))
        return [rule_text(book[id]) for id in named if id in book]

    def _next_scene(self) -> ArrangeScene:
        self._rev += 1
        deck, done, fault = self.game.deck, False, ""
        try:
            says = _says(self._made.position.to_move)
            done = True
        except ValueError as error:
            says = str(error)
        except Exception as error:  # of somebody's own `position`
            says, fault = "The game could not be asked.", report(error, self.game, 0)
        keys = self._keys()
        lying = {}
        for card in range(deck.size):
            if spots := self._made.where(card):
                lying[deck.name(card)] = ", ".join(keys[spot.place.name, spot.at] for spot in spots)
        faulty = {name for found in QUOTED.findall("" if done else says) for name in found}
        if self.error is not None:
            fault = report(self.error, self.game, 0)
        return {
            "rev": self._rev,
            "places": [self._drawn(place, keys, faulty) for place in self._made.places.values()],
            "options": [option_field(self.game, name) for name in self._made.options],
            "players": self.game.players,
            "seat": self._seat,
            "lying": lying,
            "line": self.line if not fault else "",
            "done": done,
            "says": says,
            "wrong": self._wrong,
            "rules": self._rules(says, self._wrong),
            "undo": self._made.can_undo,
            "guest": self._leave is not None,
            "report": fault,
        }

    def _keys(self) -> dict[tuple[str, int | None], str]:
        """The key of each part of a place that takes cards, as far as there are keys."""
        places = self._made.places.values()
        takes = [place for place in places if place.takes_cards]
        spots = [(spot.place.name, spot.at) for place in takes for spot in self._made.spots(place)]
        return {spot: KEYS[i] if i < len(KEYS) else "" for i, spot in enumerate(spots)}

    def _drawn(
        self, place: Place, keys: dict[tuple[str, int | None], str], faulty: Collection[str]
    ) -> PlaceScene:
        shape = place.shape
        return {
            "name": place.name,
            "label": place.label,
            "help": place.help,
            "kind": shape.kind,
            "many": shape.many,
            "none": shape.or_none or (shape.many == "by seat" and not place.needed),
            "sign": list(shape.sign) if shape.sign[0] else [],
            "takes": place.takes_cards,
            "spots": [self._drawn_spot(spot, keys) for spot in self._made.spots(place)],
            "faulty": place.name in faulty,
        }

    def _drawn_spot(self, spot: Spot, keys: dict[tuple[str, int | None], str]) -> SpotScene:
        value: Any = spot.value
        cards: str = ""
        match spot.place.shape.kind:
            case "cards" | "in order":
                value, cards = None, value
            case "row":
                *value, cards = value
        key = keys.get((spot.place.name, spot.at), "")
        return {"at": spot.at, "label": spot.label, "key": key, "cards": cards.split(), "value": value}

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live widget, and the line of code in its place where it cannot live."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        line, says = self.scene["line"], self.scene["says"]
        shown = f"<pre>{html.escape(line)}</pre><p>{html.escape(says)}</p>"
        return {**data, "text/plain": f"{line}\n{says}", "text/html": shown}, metadata

    # Messages from the browser: what can be done in code.

    def _handlers(self) -> dict[str, Callable[[Message], object]]:
        return {
            "put": lambda message: self.put(text_of(message.get("cards")), *_where(message)),
            "back": lambda message: self.take_back(text_of(message.get("cards"))),
            "set": self._on_set,
            "option": lambda message: self.set_option(text_of(message.get("name")), message.get("value")),
            "seat": self._on_seat,
            "undo": lambda _: self.undo(),
            "clear": lambda _: self.clear(),
            "set-up": lambda _: self.set_up(),
            "cancel": lambda _: self._leave and self._leave(),
        }

    def _dispatch(self, message: Any) -> None:
        """Do what a message asks. Every message is answered by a scene; nothing is raised."""
        self._wrong, self.error = "", None
        try:
            handle = handler_of(message, self._handlers())
            rev = message.get("rev")
            if type(rev) is not int or not 0 < rev <= self._rev:
                raise MessageError(
                    f"A message carries the number of the scene that it answers, not {shorten(rev)}."
                )
            if rev >= self._min_rev:
                with self.silent():
                    handle(message)
        except ValueError as error:  # also of a position that cannot occur
            self._wrong = str(error)
        except Exception as error:
            self.error = error
        self.draw()

    def _on_set(self, message: Message) -> None:
        place, at = _where(message)
        self.set(place, message.get("value"), at)

    def _on_seat(self, message: Message) -> None:
        seat = message.get("value")
        if type(seat) is not int or not 0 <= seat < self.game.players:
            raise MessageError(f"There is no seat {shorten(seat)}: seats are 0 to {self.game.players - 1}.")
        self._seat = seat


def _where(message: Message) -> tuple[str, int | None]:
    at = message.get("at")
    if at is not None and type(at) is not int:
        raise MessageError(f"A part of a place is a whole number, not {shorten(at)}.")
    return text_of(message.get("place")), at


def _says(to_move: int | None) -> str:
    """Whose turn it is."""
    if to_move is None:
        return "This can occur. The game is over."
    return (
        f"This can occur. {'Cards are to be dealt' if to_move == DEALER else f'Seat {to_move} is to move'}."
    )
