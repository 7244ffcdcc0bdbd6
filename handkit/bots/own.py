"""A player of one's own: a function of the view, in any place where a computer player sits.

    def choose(view):
        return view.moves()[0]

    Match(President(), bots={1: choose, 2: "easy"})

Such a function gives a move or its text, or values by move: `{"7S 7H": 2.5, "pass": 0}`. What it gives is
judged here, and so is what a class of somebody's own gives: whatever goes wrong in them is told by the
player's name, with what is right.
"""

from __future__ import annotations

import inspect
import itertools
import linecache
import math
import os
import re
import sysconfig
import traceback
from collections.abc import Callable, Container, Mapping
from copy import deepcopy
from numbers import Real
from pathlib import Path
from random import Random
from typing import Annotated, Any, TypeVar

from handkit.bots import Bot, Guest, Thought, bot, levels
from handkit.cards import Deck, said_by, shorten
from handkit.fields import friendly
from handkit.game import Game, Move, View

# A level, a computer player, or a function as one.
Player = Annotated[str | Bot | Callable[..., Any], 'a level, or a function of the view, as in "easy", choose']
FORM = "def choose(view): ..., or def choose(view, rng): ..."
LONGEST = 400  # characters of what is told of a player
HERE = str(Path(__file__).parent.parent)
T = TypeVar("T")


class PlayerError(Exception):
    """What is wrong with somebody's own player, by its name.

    seat    for which it was asked
    sealed  the same for those who may not see that seat's hand
    """

    def __init__(self, player: Bot, seat: int, said: str, sealed: str) -> None:
        name = f"Your player {name_of(player)!r} "
        super().__init__(name + _cut(said))
        self.seat, self.sealed = seat, name + _cut(sealed)

    def __reduce__(self) -> Any:
        """It comes out of another process as it went in there."""
        return _again, (str(self), vars(self))


def _again(text: str, more: dict[str, Any]) -> PlayerError:
    error = PlayerError.__new__(PlayerError, text)
    vars(error).update(more)
    return error


def _cut(text: str) -> str:
    """A text that is not too long to read."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


# ── a function as a player ──────────────────────────────────────────────────────────────────────


class OwnPlayer(Bot):
    """A function as a computer player. One that its cell defines anew plays on as the new one, so that it can
    be mended in the middle of a game; a former one that was kept by another name stays as it was.

    Raises TypeError for what is no function of the view.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        _way_to_ask(function)
        self.level = name_of(function)  # type: ignore[misc]  # each has its own
        self._given, self._follows = function, _namesake(function) is function

    @property
    def function(self) -> Callable[..., Any]:
        """The function that is asked now."""
        return self._given if not self._follows else _namesake(self._given) or self._given

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnPlayer) and self.function == other.function

    def __hash__(self) -> int:
        return hash(self.level)

    def think(self, view: View, rng: Random) -> list[Thought]:
        return _thoughts(_way_to_ask(self.function)(view, rng), view)


def _namesake(function: Any) -> Callable[..., Any] | None:
    """The function that has this one's name in its module now; None where that is no function."""
    name = getattr(function, "__qualname__", "")
    known = getattr(function, "__globals__", {}).get(name)
    return known if inspect.isfunction(known) and known.__qualname__ == name else None


def name_of(player: Any) -> str:
    """What a player is called: its level, or the name of its function or class."""
    player = getattr(player, "func", player)  # of a function with some arguments filled in
    named = getattr(player, "level", None) or getattr(player, "__name__", type(player).__name__)
    return re.sub(r"[^\w .-]", "", str(named))[:40] or "player"


def _way_to_ask(function: Any) -> Callable[[View, Random], Any]:
    """How a function is called: with the view, and with the generator if it has room for one. Raises
    TypeError where it has none for the view."""
    if isinstance(function, type):
        raise TypeError(f"{function.__name__} is a class; a player is a function of the view: {FORM}")
    if not callable(function):
        raise TypeError(f"A player is a function of the view, not {shorten(function)}: {FORM}")
    name = f"Your player {name_of(function)!r}"
    if inspect.iscoroutinefunction(function):
        raise TypeError(f"{name} is written with async, and nobody waits for it: {FORM}")
    try:
        takes = inspect.signature(function)
    except (TypeError, ValueError):  # what is not written in Python need not tell it
        return lambda view, rng: function(view)
    if _fits(takes, None, rng=None):
        return lambda view, rng: function(view, rng=rng)
    if _fits(takes, None):
        return lambda view, rng: function(view)
    if _fits(takes, None, None):
        return lambda view, rng: function(view, rng)  # noqa: PLW0108 # of what may be anything
    raise TypeError(f"{name} takes {takes}, and should take the view: {FORM}")


def _fits(takes: inspect.Signature, *places: object, **named: object) -> bool:
    try:
        takes.bind(*places, **named)
    except TypeError:
        return False
    return True


def seated(game: Game, player: Player) -> Bot:
    """The computer player that is meant by a level, a function or itself. Raises ValueError with the levels
    that there are, and TypeError for what is no function of the view."""
    if isinstance(player, str):
        return bot(game, player)
    return player if isinstance(player, Bot) else OwnPlayer(player)


# ── what a player gives ─────────────────────────────────────────────────────────────────────────


class _Unusable(Exception):
    """What a player gives that cannot be used: in words, and in words that tell no card."""

    def __init__(self, said: str, sealed: str) -> None:
        super().__init__(said)
        self.sealed = sealed


def _thoughts(given: object, view: View) -> list[Thought]:
    """What a function gives as thoughts, best first; of equal ones the first. Raises _Unusable."""
    if isinstance(given, Move | str):
        return [Thought(_legal(given, view), 0.0, "is its choice; it gives no values")]
    pairs = list(given.items()) if isinstance(given, Mapping) else given
    if not isinstance(pairs, list | tuple) or not pairs or not all(map(_is_pair, pairs)):
        sealed = f"returned a {type(given).__name__}, and should return a move or values by move."
        raise _Unusable(f"returned {shorten(given)}, and should return {_right(view)}.", sealed)
    return sorted(
        (_thought(move, value, view) for move, value in pairs),
        key=lambda thought: thought.value,
        reverse=True,
    )


def _is_pair(thing: object) -> bool:
    return isinstance(thing, tuple | list) and len(thing) == 2


def _thought(move: object, value: object, view: View) -> Thought:
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        right = "and should give a finite number."
        sealed = f"values a move as a {type(value).__name__}, {right}"
        raise _Unusable(f"values {shorten(str(move))} as {shorten(value)}, {right}", sealed)
    return Thought(_legal(move, view), float(value), "")


def _move(given: object, view: View) -> Move:
    """The move that is meant. Raises _Unusable."""
    game: Game = view.game
    try:
        move = game.parse(given) if isinstance(given, str) else given
    except ValueError as error:
        raise _Unusable(f"chose {shorten(given)}. {error}", "chose a text that is no move.") from None
    if not isinstance(move, Move):
        sealed = f"chose a {type(move).__name__}, and should choose a move or its text."
        raise _Unusable(f"chose {shorten(move)}, and should choose {_right(view)}.", sealed)
    return move


def _legal(given: object, view: View) -> Move:
    """The same, of legal moves."""
    move = _move(given, view)
    try:
        refusal = view.check(move, view.seat)
    except TypeError as error:
        raise _Unusable(f"chose {move}. {error}", "chose a move of another game.") from None
    if refusal:
        sealed = f"chose a move that rule {refusal.rule} refuses."
        raise _Unusable(f"chose {move}, which is refused: {refusal}", sealed)
    return move


def _right(view: View) -> str:
    move = str(next(iter(view.moves()), ""))
    return f"a move or its text, such as {move!r}, or a dictionary of values by move"


# ── asking a player ─────────────────────────────────────────────────────────────────────────────


def choice(player: Bot, view: View, rng: Random) -> Move:
    """The move that a player chooses. That of somebody's own player is legal, or PlayerError says by its name
    what is wrong."""
    return player.choose(view, rng) if is_ours(player) else _judged(player, view, _one, rng)


def thoughts(player: Bot, view: View, rng: Random) -> list[Thought]:
    """What a player thinks, best first. That of somebody's own player is of legal moves alone, or PlayerError
    says by its name what is wrong."""
    return player.think(view, rng) if is_ours(player) else _judged(player, view, _all, rng)


def is_ours(player: Bot) -> bool:
    """Whether a player comes with handkit."""
    kind = type(player)
    if kind is Guest:
        return is_ours(player.player)  # type: ignore[attr-defined]
    return kind.__module__.startswith("handkit.") and kind.__module__ != __name__


def _one(player: Bot, shown: View, view: View, rng: Random) -> Move:
    return _legal(player.choose(shown, rng), view)


def _all(player: Bot, shown: View, view: View, rng: Random) -> list[Thought]:
    found: Any = player.think(shown, rng)
    if not isinstance(found, list) or not found or not all(isinstance(one, Thought) for one in found):
        right = "and should give a list of thoughts, best first."
        raise _Unusable(f"thinks {shorten(found)}, {right}", f"thinks a {type(found).__name__}, {right}")
    return [Thought(_legal(one.move, view), one.value, one.why) for one in found]


def _judged(player: Bot, view: View, ask: Callable[[Bot, View, View, Random], T], rng: Random) -> T:
    """What a player of somebody's own gives, asked with a view that prints its cards as cards, and judged by
    another: what a player writes into its view changes nothing."""
    shown = friendly(deepcopy(view, {id(view.game): view.game}))
    try:
        return ask(player, shown, view, rng)
    except _Unusable as error:
        raise PlayerError(player, view.seat, str(error), error.sealed) from None
    except Exception as error:
        where, why = _in_words(error)
        raise PlayerError(player, view.seat, where + why, where + _masked(why, view.game.deck)) from error


def _masked(text: str, deck: Deck) -> str:
    """A text without its numbers, and without what stands for a card, a suit or a rank."""
    suits = [sign for suit in deck.suits for sign in (suit.name.removesuffix("s"), suit.glyph.strip())]
    words = sorted([*deck.names, *deck.symbols, *suits, *deck.rank_names.values()], key=len, reverse=True)
    return re.sub(f"(?:{'|'.join(map(re.escape, words))}|[0-9])+", "#", text, flags=re.IGNORECASE)


def _in_words(error: Exception) -> tuple[str, str]:
    """Where somebody's own player fails, with the last line of theirs and none of ours; and what its error
    says."""
    way = traceback.walk_tb(error.__traceback__)
    libraries = tuple(f"{place}{os.sep}" for place in (HERE, *map(sysconfig.get_path, ("stdlib", "purelib"))))
    own = [(frame, line) for frame, line in way if not frame.f_code.co_filename.startswith(libraries)]
    kind, said = type(error).__name__, said_by(error)
    why = f": {said}" if said else ""
    if not own:
        return f"stops with an error: {kind}", why
    frame, line = own[-1]
    text = linecache.getline(frame.f_code.co_filename, line, frame.f_globals).strip()[:80]
    return f"stops in line {line}{f', `{text}`' if text else ''}: {kind}", why


# ── by name ─────────────────────────────────────────────────────────────────────────────────────


class Absent(Bot):
    """In the place of somebody's own player that a record names and cannot hold."""

    def __init__(self, name: str) -> None:
        self.level = name  # type: ignore[misc]  # each has its own

    def think(self, view: View, rng: Random) -> list[Thought]:
        raise LookupError(f"{self.level} is not here: a record holds no player of somebody's own.")


def by_name(game: Game, players: Mapping[int, Bot], known: Mapping[str, Bot] | None = None) -> dict[str, Bot]:
    """Those of some players by seat that are somebody's own, beside those known before, by names that tell
    them apart from each other and from the levels of the game: of two of one name that of the higher seat has
    a number, and one that has the level of another goes by its class."""
    found, taken = dict(known or {}), set(levels(game))
    for _, player in sorted(players.items()):
        if level_of(game, player, found) is None:
            name = name_of(player)
            if name in taken and not isinstance(player, OwnPlayer):
                name = type(player).__name__
            found[unlike(name, {*taken, *found})] = player
    return found


def unlike(name: str, taken: Container[str]) -> str:
    """A name that nobody has: this one, or with the first number that makes it so."""
    names = itertools.chain([name], (f"{name} {number}" for number in itertools.count(2)))
    return next(one for one in names if one not in taken)


def level_of(game: Game, player: Bot, own: Mapping[str, Bot]) -> str | None:
    """By what name a player is chosen: a level of the game, or the name of one of these; None for another."""
    if (level := getattr(player, "level", None)) in levels(game) and _alike(bot(game, level), player):
        return str(level)
    return next((name for name, one in own.items() if _alike(one, player)), None)


def _alike(one: Bot, other: Bot) -> bool:
    """Whether two players are the same, one perhaps made when its cell ran before."""
    if isinstance(one, Guest) and isinstance(other, Guest):
        return _alike(one.player, other.player)
    kinds = {f"{type(each).__module__}.{type(each).__qualname__}" for each in (one, other)}
    return one == other or (len(kinds) == 1 and not isinstance(one, OwnPlayer) and vars(one) == vars(other))
