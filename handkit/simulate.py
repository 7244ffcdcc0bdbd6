"""Many games: one played by bots, and tournaments that say who is better, and how surely.

Luck of the cards is large, so a tournament plays every deal several times with the seats rotated:
each entrant sits once in each seat of each deal. Two entrants are then compared deal by deal, on
the same cards, which takes most of the luck out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Annotated, Any

from handkit.arguments import checked, whole
from handkit.bots.own import Player, choice, name_of, seated, unlike
from handkit.cards import shorten
from handkit.game import DEALER, Outcome
from handkit.games import AnyGame, with_options
from handkit.match import generator

Entrants = Annotated[
    str | Sequence[Player] | Mapping[str, Player],
    'players by name, as {"mine": choose, "easy": "easy"}, or a list of them',
]
BOUND = 1.96  # standard errors to either side hold 95 % of the normal distribution
LEAST = 8  # so many deals before anything is said of who is better


@checked
def play_game(game: AnyGame, bots: Sequence[Player], seed: object) -> Outcome:
    """One whole game; returns how it ended.

    bots    who plays, by seat: levels, or players of one's own (see `handkit.bots.own`)
    seed    fixes all chance: the deal of round r comes from (seed, "deal", r), the n-th chance in the
            middle of it from (seed, "chance", r, n), each bot's own random numbers from (seed, "bot", seat)

    Raises ValueError when there is not one bot a seat, or there is no such level, or the game lasts longer
    than any may, and PlayerError for what is wrong with somebody's own player.
    """
    game = with_options(game)
    if len(bots) != game.players:
        raise ValueError(f"{game.title} has {game.players} seats here, but {len(bots)} bots were given.")
    players = [seated(game, who) for who in bots]
    state = game.start()
    chance = [generator(seed, "bot", seat) for seat in range(game.players)]
    deals = chances = moves = 0
    while (seat := state.to_move) is not None:
        moves += 1
        if moves > game.longest():
            raise ValueError(
                f"This game of {game.title} is not over after {moves - 1} moves, and none may last longer. "
                "Its players, or its rules, go round in circles."
            )
        if seat == DEALER and state.between_rounds:
            state.play(state.deal(generator(seed, "deal", deals)))
            deals, chances = deals + 1, 0
        elif seat == DEALER:  # not counted as a deal, so that the next one is the same for all who play it
            state.play(state.deal(generator(seed, "chance", deals, chances)))
            chances += 1
        else:
            state.play(choice(players[seat], state.view(seat), chance[seat]), seat=seat)
    outcome: Outcome | None = state.outcome
    assert outcome is not None
    return outcome


@dataclass(frozen=True)
class Comparison:
    """How much better one entrant is than another, in points a game, on the same deals.

    mean, error    the mean of the differences deal by deal, and its standard error
    deals          of how many deals; a few tell nothing, however alike they are
    """

    mean: float
    error: float
    deals: int = field(default=LEAST, compare=False)

    @property
    def too_few(self) -> bool:
        """Whether there are too few deals to tell."""
        return self.deals < LEAST

    @property
    def z(self) -> float:
        """The mean in standard errors."""
        if self.error:
            return self.mean / self.error
        return math.copysign(math.inf, self.mean) if self.mean else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Between which bounds the true difference lies, 95 % sure; without bounds where there are too few
        deals."""
        reach = math.inf if self.too_few else BOUND * self.error
        return self.mean - reach, self.mean + reach

    @property
    def confidence(self) -> float:
        """How sure it is that the first is better: the normal distribution below z (one-sided). As sure as
        the toss of a coin where there are too few deals."""
        if self.too_few:
            return 0.5
        return (1 + math.erf(self.z / math.sqrt(2))) / 2

    def __str__(self) -> str:
        if self.too_few:
            return f"{self.mean:+.3f} points a game ({few(self.deals)} to tell)"
        return f"{self.mean:+.3f} ± {self.error:.3f} points a game ({min(self.confidence, 0.9999):.2%} sure)"


def few(deals: int) -> str:
    """`"2 deals are too few"`."""
    return "1 deal is too few" if deals == 1 else f"{deals} deals are too few"


@checked
@dataclass(frozen=True, repr=False)
class Result:
    """What a tournament found. The lists hold one number a deal: the mean over that deal's games. It prints
    as the entrants, best first, and how much better each is than the next."""

    games: int
    points: Mapping[str, Sequence[float]]
    ranks: Mapping[str, Sequence[float]]

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(next(iter(self.points.values()), ()))

    def mean_points(self, name: str) -> float:
        """The mean of an entrant's points. Raises ValueError for a name that no entrant has, as all here
        do."""
        return _mean(self._of(self.points, name))

    def mean_rank(self, name: str) -> float:
        """The mean of an entrant's ranks."""
        return _mean(self._of(self.ranks, name))

    def rank_error(self, name: str) -> float:
        """The standard error of the mean rank."""
        return standard_error(self._of(self.ranks, name))

    def _of(self, numbers: Mapping[str, Sequence[float]], name: str) -> Sequence[float]:
        if name not in numbers:
            raise ValueError(f"There is no entrant {shorten(name)}: there are {', '.join(numbers)}.")
        return numbers[name]

    def compare(self, name: str, *others: str) -> Comparison:
        """How much better the first is than another, or than the mean of several, paired deal by deal."""
        if not others:
            raise ValueError(f"With whom is {shorten(name)} compared? There are {', '.join(self.points)}.")
        ours, *theirs = (self._of(self.points, one) for one in (name, *others))
        differences = [mine - _mean(points) for mine, *points in zip(ours, *theirs, strict=True)]
        return Comparison(_mean(differences), standard_error(differences), len(differences))

    def __repr__(self) -> str:
        order = sorted(self.points, key=self.mean_points, reverse=True)
        lines = [f"{better} against {other}: {self.told(better, other)}" for better, other in pairwise(order)]
        return "\n".join([self.table(), *lines])

    def told(self, name: str, *others: str) -> str:
        """What `compare` finds, in words, with the bounds of the true difference."""
        found = self.compare(name, *others)
        low, high = found.interval
        return str(found) if found.too_few else f"{found}, 95 % sure: {low:+.3f} to {high:+.3f}"

    def table(self) -> str:
        """The entrants, best first: mean rank, its standard error, mean points. That there are too few deals
        to tell is said."""
        names = sorted(self.points, key=self.mean_points, reverse=True)
        width = max(len(name) for name in names)
        enough = self.deals >= LEAST
        lines = [
            f"{name:{width}}  rank {self.mean_rank(name):.3f}{f' ± {self.rank_error(name):.3f}' * enough}"
            f"  points {self.mean_points(name):.3f}"
            for name in names
        ]
        return "\n".join(lines if enough else [*lines, f"{few(self.deals)} to tell who is better."])


@checked
def tournament(
    game: AnyGame,
    entrants: Entrants,
    deals: int,
    seed: object = "tournament",
    rotate: bool = True,
    progress: Callable[[int, int], None] | bool = False,
) -> Result:
    """Let entrants play the same deals against each other.

    game       with its options; a class or a name is the game with its usual options
    entrants   one a seat, by name: levels, or players of one's own (see `handkit.bots.own`), as in
               `{"mine": choose, "easy": "easy"}`; or a list of them. With fewer entrants than seats, they
               take the seats in turn: two entrants at four seats sit A B A B.
    deals      how many deals; with `rotate` each is played once for every way to turn the seats
    progress   True for a bar, where tqdm is installed; or a function, which is told after each deal how many
               are done, and of how many

    All games are played in this process, so any function can take part, also one of a notebook, which cannot
    be sent to another.

    Raises ValueError for a game or a level that does not exist, no deal, or more entrants than seats, and
    PlayerError for what is wrong with somebody's own player.
    """
    game = with_options(game)
    players = _by_name(entrants)
    names = list(players)
    whole("deals", deals, 1)
    if not 0 < len(names) <= game.players:
        raise ValueError(f"A tournament of {game.title} needs 1 to {game.players} entrants.")
    bots = {name: seated(game, player) for name, player in players.items()}
    seats = [names[seat % len(names)] for seat in range(game.players)]
    # Two entrants at four seats look the same after two turns.
    turns = range(len(names) if len(seats) % len(names) == 0 else len(seats)) if rotate else range(1)
    points: dict[str, list[float]] = {name: [] for name in names}
    ranks: dict[str, list[float]] = {name: [] for name in names}
    with _telling(progress, deals) as tell:
        for deal in range(deals):
            scored: dict[str, list[int]] = {name: [] for name in names}
            ranked: dict[str, list[int]] = {name: [] for name in names}
            for turn in turns:
                sitting = seats[turn:] + seats[:turn]
                outcome = play_game(game, [bots[name] for name in sitting], f"{seed}|{deal}")
                for name, score, rank in zip(sitting, outcome.scores, outcome.ranks, strict=True):
                    scored[name].append(score)
                    ranked[name].append(rank)
            for name in names:
                points[name].append(_mean(scored[name]))
                ranks[name].append(_mean(ranked[name]))
            tell(deal + 1, deals)
    return Result(deals * len(turns), points, ranks)


def _by_name(entrants: Entrants) -> dict[str, Player]:
    """Entrants by the names that they are given, else by their own."""
    if isinstance(entrants, Mapping):
        return dict(entrants)
    found = dict[str, Player]()
    for player in [entrants] if isinstance(entrants, str) else entrants:
        level = player if isinstance(player, str) else unlike(name_of(player), found)
        found[level] = player
    return found


@contextmanager
def _telling(progress: Callable[[int, int], None] | bool, total: int) -> Iterator[Callable[[int, int], None]]:
    """Whom to tell how many are done, and of how many. A bar leaves nothing behind."""
    if not isinstance(progress, bool):
        yield progress
        return
    bar: Any = None
    if progress:
        with suppress(ImportError):
            from tqdm.auto import tqdm

            bar = tqdm(total=total, desc="deals", leave=False)
    try:
        yield lambda done, of: bar and bar.update()
    finally:
        if bar is not None:
            bar.total = bar.n  # one that is not full would stay
            bar.close()


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def standard_error(numbers: Sequence[float]) -> float:
    """The standard error of the mean; infinite for a single number."""
    if len(numbers) < 2:
        return math.inf
    mean = _mean(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
    return math.sqrt(variance / len(numbers))
