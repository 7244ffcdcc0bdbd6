"""What is known of the rules of a game, where the engine alone does not say how to ask about them.

Each of our games has a module here, found by the game's name. A game from elsewhere needs none: its questions
come from its refusals and events; what else is to be known of it is registered.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from handkit.game import Game, State
from handkit.games import AnyGame, Registry, companion

T = TypeVar("T")
MATCH = 400  # so many moves of one match are walked at most


@dataclass(frozen=True)
class About:
    """How questions about a rule are found, where the rule's id alone does not say it.

    rule     the rule whose moments they are, if another
    where    in which of them: a function of the state
    options  of the game, where the rule needs them
    forms    the forms of question that suit it; by default all that fit
    refused, told   whether moves that the rule refuses, or that announce it, are asked about
    cards    how many cards the move has at least
    start    makes the position from which each match is walked, where it is rare in whole games
    length   how many moves of one match are walked at most
    tries    moves that somebody might try at any moment
    """

    rule: str = ""
    where: Callable[[Any], object] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    forms: tuple[str, ...] = ()
    refused: bool = True
    told: bool = True
    cards: int = 0
    start: Callable[[Any, Random], State] | None = None
    length: int = MATCH
    tries: tuple[str, ...] = ()


@dataclass(frozen=True)
class Known:
    """What is known of a game's rules.

    rules      by id, of those where something has to be known
    not_asked  those that are not asked about; a mapping says the reasons
    topics     the rules of what drills are called: "beats" and "worth"
    mistakes   by rule, what somebody may believe who does not know it: a class made from the game's `State`,
               or values of options
    former     of `rules`, what was known when questions were made in the first two ways
    """

    rules: Mapping[str, About] = field(default_factory=dict)
    not_asked: Collection[str] = field(default_factory=dict)
    topics: Mapping[str, Sequence[str]] = field(default_factory=dict)
    mistakes: Mapping[str, Sequence[type[Any] | Mapping[str, Any]]] = field(default_factory=dict)
    former: Mapping[str, About] = field(default_factory=dict)


_known: Registry[Known] = Registry(companion(__name__, "KNOWN"))


def register(game: AnyGame, known: Known) -> None:
    """Let this be known of the rules of a game and of the games made from it. See "Add a game from elsewhere"
    in CONTRIBUTING.md. Raises ValueError for a name that no game has."""
    _known.register(game, known)


def known(game: Game) -> Known:
    """What is known of the rules of a game, or of the one that it is made from; nothing where nobody said."""
    return _known.find(game) or Known()


def mistakes_about(game: Game, rule: str) -> list[type[Any] | Mapping[str, Any]]:
    """What somebody may believe who does not know a rule of a game, or of those that it is made from."""
    return [one for _, known in _known.along(game) for one in known.mistakes.get(rule, ())]


def draw(things: list[T], number: int, rng: Random) -> list[T]:
    """So many of some things, in a drawn order; they are taken away."""
    return [things.pop(int(rng.random() * len(things))) for _ in range(number)]
