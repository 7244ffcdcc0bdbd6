"""The games there are, by name, and what goes with each: rulebook, players, painter, what lessons know.

A game that is made from another (`class Eights(President)`) has all of the other's that it has none of its
own for: `line` is a game and those that it is made from, and a `Registry` looks along it. So whoever asks
for something by a game gives the game, its class or its name, and this is the one place that finds it.

A package of somebody else gives a game by an entry point of the group `handkit.games`, which has the game's
name: `crazy-eights = "my_package:CrazyEights"`. It is loaded when that name is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from handkit.arguments import checked
from handkit.cards import said_by, shorten

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GameClass: TypeAlias = type[Any]  # of a `handkit.game.Game`, which stands on this module
GameLike: TypeAlias = Any  # a game with its options, its class, or its name
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
G = TypeVar("G", bound=GameClass)
T = TypeVar("T")

_games: dict[str, GameClass] = {}
_registries: list[Registry[Any]] = []


def register(game: G) -> G:
    """Make a game known by its name, so that records of it can be loaded and the terminal plays it. Works as
    a decorator; a game made from a registered one is registered by itself. See "Add a game from elsewhere" in
    CONTRIBUTING.md.

    The same class once more (a notebook's cell that is run again) takes the place of the one before. Raises
    ValueError for another game of the same name, and for a name that commands and files cannot bear.
    """
    if not isinstance(game, type):
        raise TypeError(f"game is {shorten(game)}, and should be a class.")
    name = getattr(game, "name", None)
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise ValueError(
            f"{shorten(name)} cannot be the name of a game: it is small letters a to z, digits and single "
            f'hyphens, as in "hang-in". Give one in the class: name = "my-game".'
        )
    if (known := _games.get(name)) is not None and not _same(known, game):
        raise ValueError(
            f"There is already a game {name!r}: {_place(known)}. Give {_place(game)} another name: "
            f'name = "my-{name}" in the class.'
        )
    _games[name] = game
    return game


def name_from(text: str) -> str:
    """The name of a game whose class is called so: `"crazy-eights"` for `CrazyEights`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", "-", text.strip("_")).lower()


def _same(one: GameClass, other: GameClass) -> bool:
    """Whether two classes are one, perhaps defined twice."""
    return _place(one) == _place(other)


def _place(game: GameClass) -> str:
    return f"{game.__module__}.{game.__qualname__}"


def names() -> list[str]:
    """The names of all games known, those of installed packages among them."""
    return sorted({*_games, *(_plain(entry.name) for entry in _offers())})


def loaded() -> list[GameClass]:
    """The games known, without those of installed packages that nobody has asked for yet."""
    return [_games[name] for name in sorted(_games)]


@checked
def find(name: str) -> GameClass:
    """The game of a name, however it is written: "hang-in", "Hang In". Raises ValueError with the names that
    there are, and PackageError, which is one, for a package whose game cannot be loaded."""
    plain = _plain(name)
    if plain not in _games:
        offers = [entry for entry in _offers() if _plain(entry.name) == plain]
        if not offers:
            raise ValueError(f"There is no game {shorten(name)}: there are {', '.join(names())}.")
        _load(plain, offers)
    return _games[plain]


def _plain(name: str) -> str:
    return re.sub(r"[\s_]+", "-", name.strip().casefold())


# ── games of installed packages ─────────────────────────────────────────────────────────────────


class PackageError(ValueError):
    """A package of somebody else whose game cannot be loaded, with its name and its error."""


def _offers() -> list[EntryPoint]:
    """What installed packages say of their games. No package is loaded for that."""
    from importlib.metadata import entry_points

    return list(entry_points(group="handkit.games"))


def _load(name: str, offers: list[EntryPoint]) -> None:
    """Make the game of a package known. Raises PackageError."""
    packages = " and ".join(entry.dist.name if entry.dist else entry.module for entry in offers)
    if len(offers) > 1:
        raise PackageError(
            f"There are several games {name!r}, of the packages {packages}: uninstall the others."
        )
    try:
        found = offers[0].load()
        if isinstance(found, type):
            register(found)
    except Exception as error:  # whatever a package may do
        said = f"{type(error).__name__}: {said_by(error)}"
        raise PackageError(f"The game {name!r} of the package {packages} cannot be loaded. {said}") from error
    if name not in _games:
        raise PackageError(
            f"The package {packages} has {offers[0].value} as its game {name!r}, and no game of that name is "
            "there."
        )


def line(game: GameLike) -> list[GameClass]:
    """A game and the games that it is made from, nearest first. Raises ValueError for a name that no game
    has, TypeError for what is no game."""
    kind: Any = find(game) if isinstance(game, str) else game if isinstance(game, type) else type(game)
    kind = vars(kind).get("Game", kind)  # the class that a game is made from stands for it: `handkit.make`
    found = [each for each in (kind, *made_from(kind)) if isinstance(vars(each).get("name"), str)]
    if not found:
        raise TypeError(f"{shorten(game)} is no game (such as President()): there are {', '.join(names())}.")
    return found


def made_from(game: type) -> list[GameClass]:
    """The games that a game is made from, nearest first: the classes with a name among those above it."""
    return [kind for kind in game.__mro__[1:] if isinstance(vars(kind).get("name"), str)]


def is_ours(game: GameClass) -> bool:
    """Whether this is one of the games that handkit comes with."""
    return game.__module__.startswith("handkit.games.")


def is_registered(game: GameClass) -> bool:
    """Whether a game, or the same class as it was defined before, is known by its name."""
    return game.name in _games and _same(_games[game.name], game)


@contextmanager
def apart() -> Iterator[None]:
    """Forget afterwards what is registered in here, as a test does that defines games."""
    tables: list[dict[str, Any]] = [_games, *(one._found for one in _registries)]
    before = [dict(table) for table in tables]
    try:
        yield
    finally:
        for table, old in zip(tables, before, strict=True):
            table.clear()
            table.update(old)


class Registry(Generic[T]):
    """What goes with games: of one of ours what `ours` finds by its name, of any game what was registered."""

    def __init__(self, ours: Callable[[str], T | None]) -> None:
        self._ours = ours
        self._found: dict[str, T | None] = {}
        _registries.append(self)

    def register(self, game: GameLike, thing: T) -> None:
        """Let something go with a game. Raises ValueError for a name that no game has."""
        self._found[line(game)[0].name] = thing

    def own(self, kind: GameClass) -> T | None:
        """What goes with this game itself; None where nothing does."""
        if kind.name not in self._found and is_ours(kind):
            self._found[kind.name] = self._ours(kind.name)
        # A game that nobody registered has nothing of a registered one that happens to be called the same.
        return self._found.get(kind.name) if kind.name not in _games or is_registered(kind) else None

    def along(self, game: GameLike) -> Iterator[tuple[GameClass, T]]:
        """What goes with a game and the games that it is made from, with which of them, nearest first."""
        for kind in line(game):
            if (thing := self.own(kind)) is not None:
                yield kind, thing

    def find(self, game: GameLike) -> T | None:
        """What goes with a game; None where neither it nor any that it is made from has something."""
        return next((thing for _, thing in self.along(game)), None)


def companion(package: str, attribute: str) -> Callable[[str], Any]:
    """Finds by a game's name what its module in a package holds, as `handkit.bots.hang_in` holds `BOTS`; None
    where there is no such module. It is loaded when first asked for, so that `import handkit` stays light."""

    def ours(name: str) -> Any:
        module = f"{package}.{name.replace('-', '_')}"
        return getattr(import_module(module), attribute) if find_spec(module) else None

    return ours
