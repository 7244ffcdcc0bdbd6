"""The class that games are made from: what an author uses, and what an author writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, cast

from handkit import registry
from handkit.cards import CardError, CardSet, Deck, PlayingCard, shorten, union
from handkit.game import ONLOOKER, BySeat, Event, Game, Move, ParseError, option
from handkit.make import reading
from handkit.make.moves import CardsOf, DealOf, Declared, OfGame, WordOf
from handkit.make.places import MakeError, Place, Places, as_cards
from handkit.make.positions import END, NEW_ROUND, SEATS, SHUFFLE, Derived, no_place
from handkit.words import Words


class MadeGame(Game):
    """The options of a game that is made from a class; its `State` is that class."""

    @property
    def words(self) -> Words:
        return cast(Words, self.State.words)

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in self.to_json().items())
        return f"{self.State.__name__}({options})"

    @classmethod
    def most_players(cls) -> int:
        """How many can play at most."""
        return int(max(cls.options()["players"].choices))

    def start(self) -> Any:
        return self.State.blank(self)

    def longest(self) -> int:
        return int(self.State.most_moves)

    def parse(self, text: str) -> Move:
        words = str(text).split()
        if not words:
            raise ParseError(f"{shorten(text)} is no move: it is {'empty' if text == '' else 'no text'}.")
        kinds: dict[str, Any] = self.State.kinds_by_word
        first, rest = words[0].casefold(), words[1:]
        if first == "deal":
            return cast(Move, self.Deal(" ".join(rest)))
        kind = kinds.get(first)
        if kind is not None and kind.declared.most:
            return cast(Move, kind(" ".join(rest)))
        if kind is not None:
            return self._word(kind, first, rest)
        known = ", ".join(word or "cards" for word in kinds)
        if "" not in kinds:
            raise ParseError(f"{shorten(text)} is no move: moves are {known}.")
        try:
            return cast(Move, kinds[""](text))
        except CardError as error:
            raise ParseError(f"{shorten(text)} is no move: moves are {known}. ({error})") from None

    def _word(self, kind: Any, first: str, rest: Sequence[str]) -> Move:
        names = kind.declared.names
        if len(rest) != len(names):
            needed = " and ".join(name.what for name in names) or "nothing"
            raise ParseError(f"{first!r} needs {needed} behind it.")
        return cast(Move, kind([name.read(self, text) for name, text in zip(names, rest, strict=True)]))


class CardGame(Derived):
    """A card game from one class; `help(handkit.make)` tells how to write one.

    An object of the class is a position, on which its methods act: `self`. Calling the class gives the game
    with its options: `MyGame(players=3)`.
    """

    Game: ClassVar[Any] = MadeGame

    def __init_subclass__(
        cls,
        *,
        players: int | Sequence[int] | None = None,
        deck: Deck | None = None,
        title: str = "",
        longest: int | None = None,
        **unknown: Any,
    ) -> None:
        """`class MyGame(CardGame, players=(3, 4), deck=FRENCH, title="My game", longest=1000)`: how many play
        (the first by default), the deck, a title, and at most so many moves in a game."""
        if hasattr(cls, "made") and not (players or deck or title or longest or unknown or reading.says(cls)):
            super().__init_subclass__()  # the same game, as somebody plays it who does not know a rule
            return
        if unknown:
            known = "players, deck, title, longest"
            raise MakeError(f"{cls.__name__} is given {next(iter(unknown))}=, and takes {known}.")
        super().__init_subclass__()
        cls.declared = cls.declared.of(cls)
        cls.players = (players,) if isinstance(players, int) else tuple(players or cls.players)
        if not cls.players or not all(
            type(number) is int and 0 < number <= len(SEATS) for number in cls.players
        ):
            raise MakeError(
                f"How many play {cls.__name__}? class {cls.__name__}(CardGame, players=(2, 3, 4)):"
            )
        cls.deck, cls.most_moves = deck or cls.deck, longest or cls.most_moves
        reading.check(cls, cls.declared, CardGame)
        _derive(cls, title)

    def __new__(cls, **options: Any) -> Any:
        """The game with its options. Raises OptionError."""
        if cls is CardGame:
            raise MakeError("CardGame is no game itself: class MyGame(CardGame, players=2): ...")
        return cls.Game(**options)

    @classmethod
    def position(cls, *args: Any, **given: Any) -> Any:
        """A position of this game, for lessons and tests: `MyGame.position(hand=["7S 8H", "9S"], to_move=1)`.
        See `MadeSetup.position`."""
        return cls.Game.position(*args, **given)

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move that a text means, as its repr writes it. Raises ParseError or CardError."""
        return cast(Move, cls.Game().parse(text))

    # For authors: what the methods of a game do and ask.

    def begin(self, cards: list[PlayingCard]) -> Any:
        """Written by the author: the cards, shuffled, are dealt, and who is next is returned."""
        raise NotImplementedError

    def score(self, seat: int) -> float:
        """Written by the author: what a seat has won so far, more being better."""
        raise NotImplementedError

    def shuffled(self, cards: list[PlayingCard]) -> Any:
        """Written where a game shuffles: the cards come in their new order, lie in `self.due`, and are to be
        moved from there; who is next is returned."""
        raise MakeError(f"{type(self).__name__} shuffles, so it needs a method shuffled(self, cards).")

    def could_hold(self, place: Place) -> CardSet:
        """May be written: the cards that, as everybody knows, can be in a place whose faces are hidden."""
        return self.all_cards

    def no(self, rule: str, wrong: str, right: str = "", /, **named: Any) -> None:
        """Refuse the move, in a `may_` method: by which rule, what is wrong, what would be right. Sentences
        name things in braces: `self.no("A1.3", "{card} is no {suit}.", "Play {good}.", card=card, …)`."""
        self._no(rule, wrong, right, **named)

    def tell(
        self,
        rule: str,
        text: str,
        you: str = "",
        /,
        *,
        to: Iterable[int] | None = None,
        others: str = "",
        **named: Any,
    ) -> None:
        """Say what happened, by which rule. `you` is the sentence for the one who is `seat`; with `to` these
        seats alone hear it, and all others hear `others`."""
        self._said_by(rule)
        tell = self.__dict__["_tell"]
        if tell is None:
            return
        some = None if to is None else frozenset(map(int, to))
        tell(self._statement(Event, rule, {"text": text, "you": you}, named, some))
        if others and some is not None:
            rest = frozenset(range(ONLOOKER, self.game.players)) - some
            tell(self._statement(Event, rule, {"text": others}, named, rest))

    def move(self, cards: Any, source: Place, to: Place, show: Iterable[int] = ()) -> None:
        """Move a card, or several, from one place to another: `self.move(card, self.hand[seat], self.pile)`.

        Who sees neither place does not see the cards; `show` are seats that see them all the same.
        """
        for place in (source, to):
            if type(place) is not Place:
                raise MakeError(no_place(place))
        numbers = as_cards(cards)
        mask = union(numbers)
        if len(numbers) > mask.bit_count():
            raise MakeError(f"{cards!r} names a card twice.")
        if away := mask & ~source.mask:
            lies = f"where {source} lies" if source.mask else "where nothing lies"
            where = " and ".join(place.label for place in self.all_places() if place.mask & away)
            raise MakeError(
                f"{self.deck.text(away)} is not in {source.label}, {lies}, so it cannot be moved from there: "
                f"look in {where}."
            )
        if mask and not source.zone.seen == to.zone.seen == "all":
            self._remember(mask, source, to, frozenset(show))
        source.take(mask)
        to.put(numbers)

    def gather(self, source: Place | Places, to: Place) -> None:
        """Move all cards of a place, or of the places of all seats, to another."""
        for place in (source,) if isinstance(source, Place) else source:
            self.move(place, place, to)

    def share(self, cards: list[PlayingCard], to: Places, each: int = 0) -> list[PlayingCard]:
        """Deal so many cards to each seat, one at a time from seat 0 (without a number: all); the rest is
        returned, and stays undealt until it is moved: `self.move(rest, self.undealt, self.stock)`."""
        if not isinstance(to, Places):
            raise MakeError("share deals to the places of all seats: self.share(cards, self.hand, 5).")
        players, number = len(to), each * len(to) or len(cards)
        if number > len(cards):
            raise MakeError(f"{each} cards for each of {players} are {number}, and there are {len(cards)}.")
        for seat, place in enumerate(to):
            self.move(cards[seat:number:players], self.undealt, place)
        return cards[number:]

    def next(self, seat: int, among: Iterable[int] | None = None) -> Any:
        """The next seat clockwise; of those `among` which it is to be, or None where there is none."""
        wanted = self.seats if among is None else [*among]
        players = self.game.players
        return next(
            (s for step in range(1, players + 1) if (s := SEATS[(seat + step) % players]) in wanted), None
        )

    def end(self) -> Any:
        """Returned where the game is over."""
        return END

    def new_round(self) -> Any:
        """Returned where all cards are to be shuffled and dealt anew: `begin` follows."""
        return NEW_ROUND

    def shuffle(self, cards: Any) -> Any:
        """Returned where cards that lie open, or that nobody sees, are to be shuffled in the middle of a
        round: they go to `self.due`, and `shuffled` follows, with them in their new order."""
        due = union(as_cards(cards))
        if not due:
            raise MakeError("There are no cards to shuffle.")
        lying = [(place, CardSet(self.deck, place.mask & due)) for place in self.all_places()]
        for place, some in lying:
            if some and place.zone.seen == "owner":
                raise MakeError(
                    f"{place.label} is seen by its owner alone: only cards that all or none see are shuffled."
                )
        for place, some in lying:
            self.move(some, place, self.due)
        return SHUFFLE

    @property
    def all_cards(self) -> CardSet:
        """All cards of the deck."""
        return CardSet(self.deck, self.deck.all)

    @property
    def everybody(self) -> Sequence[int]:
        """All seats and who only watches, for `show`."""
        return range(ONLOOKER, self.game.players)


def _derive(cls: Any, title: str) -> None:
    """The game, its moves, its views and its players."""
    from handkit import bots
    from handkit.bots.sampler import players
    from handkit.make.views import MadeSetup, MadeView

    name = registry.name_from(cls.__name__)
    cls.made, cls.words = cls, Words(cls.deck, {})
    shared = {"deck": cls.deck, "made": cls.__name__, "__slots__": (), "__module__": OfGame.__module__}
    cls.kinds_by_name = {
        move: type(move.title(), (CardsOf if about.most else WordOf,), {
            **shared, "declared": about, "verb": move, "known": {},
            "word": "" if about.most and move == "play" else move.strip("_"),
        })
        for move, about in cls.declared.moves.items()
    }  # fmt: skip
    cls.kinds_by_word = {kind.word: kind for kind in cls.kinds_by_name.values()}
    deal = type("Deal", (DealOf,), {**shared, "declared": Declared(), "verb": "deal"})
    cls.kinds = (*cls.kinds_by_name.values(), deal)
    seated = {name for name, about in cls.declared.zones.items() if about.each}
    seated |= {name for name, start in cls.declared.fields.items() if isinstance(start, reading.BySeat)}
    hints: dict[str, Any] = {"to_move": Annotated[Any, "seat"]}
    for held in (*cls.declared.zones, *cls.declared.fields):
        hints[held] = BySeat[Any] if held in seated else Any
    cls.__annotations__ = hints
    view = type(f"{cls.__name__}View", (MadeView,), {
        "made": cls, "kinds": cls.kinds, "__annotations__": hints, "__module__": cls.__module__,
        "__doc__": f"What one seat knows of a game of {cls.__name__}.",
    })  # fmt: skip
    first, few = cls.declared.rules[0], cls.players
    body = {
        "name": name, "title": title or name.replace("-", " ").title(), "deck": cls.deck, "prefix": first[0],
        "score_unit": "points", "State": cls, "View": view, "Deal": deal, "setup": MadeSetup,
        "__doc__": cls.__doc__, "__module__": cls.__module__, "__qualname__": f"{cls.__qualname__}.Game",
        "players": option(few[0], first, "how many play", choices=few), **cls.declared.options,
        "rule_kinds": reading.kinds_of(cls, cls.declared),
        "__annotations__": {"players": int, **dict.fromkeys(cls.declared.options, Any)},
    }  # fmt: skip
    try:
        game: Any = type("Game", (cls.Game,), body)
        cls.Game = registry.register(dataclass(frozen=True, kw_only=True, repr=False)(game))
    except ValueError:
        where = registry.find(name).__module__
        raise MakeError(
            f"There is already a game {name!r}, in {where}: give the class another name."
        ) from None
    Game.register(cls)  # as calling it gives the game, it may stand wherever a class of a game may
    for player in players():
        bots.register(cls.Game, player)
