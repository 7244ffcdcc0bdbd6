"""Many games: one played by bots, and tournaments that say who is better, and how surely.

Luck of the cards is large, so a tournament plays every deal several times with the seats rotated:
each entrant sits once in each seat of each deal. Two entrants are then compared deal by deal, on
the same cards, which takes most of the luck out.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import pairwise
from typing import Annotated, Self

from handkit.arguments import checked, whole
from handkit.axis import Axis, DrawnRow
from handkit.bots import Bot
from handkit.bots.own import Player, choice, name_of, seated, unlike
from handkit.cards import shorten
from handkit.game import DEALER, Game, Outcome
from handkit.games import AnyGame, with_options
from handkit.match import generator
from handkit.workers import spread

Entrants = Annotated[
    str | Sequence[Player] | Mapping[str, Player],
    'players by name, as {"mine": choose, "easy": "easy"}, or a list of them',
]
BOUND = 1.96  # standard errors to either side hold 95 % of the normal distribution
LEAST = 8  # so many deals before anything is said of who is better
BATCH = 16  # deals after which it is asked whether that is enough
MOST_WORKERS = 1000


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
class Estimate:
    """A mean of deals that were played, for the true one.

    mean, error    the mean, and its standard error
    deals          of how many deals; a few tell nothing, however alike they are
    """

    mean: float
    error: float
    deals: int = field(default=LEAST, compare=False)

    @classmethod
    def _of(cls, numbers: Sequence[float]) -> Self:
        """The estimate that numbers give, one a deal."""
        return cls(_mean(numbers), standard_error(numbers), len(numbers))

    @property
    def too_few(self) -> bool:
        """Whether there are too few deals to tell."""
        return self.deals < LEAST

    @property
    def reach(self) -> float:
        """How far from the mean the true one lies at most, 95 % sure; infinite where too few deals were
        played."""
        return math.inf if self.too_few else BOUND * self.error

    @property
    def interval(self) -> tuple[float, float]:
        """Between which bounds the true mean lies, 95 % sure; without bounds where there are too few
        deals."""
        return self.mean - self.reach, self.mean + self.reach


@dataclass(frozen=True)
class Comparison(Estimate):
    """How much better one entrant is than another, in points a game, on the same deals."""

    @property
    def z(self) -> float:
        """The mean in standard errors."""
        if self.error:
            return self.mean / self.error
        return math.copysign(math.inf, self.mean) if self.mean else 0.0

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


@dataclass(frozen=True)
class OneGame:
    """One game of a tournament.

    deal, turn             which deal it was, and by how many seats the entrants were turned
    entrants               who sat there, by seat
    points, ranks, won     what came out, by seat; a win that is shared counts in part
    """

    deal: int
    turn: int
    entrants: tuple[str, ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def won(self) -> tuple[float, ...]:
        return tuple((rank == 1) / self.ranks.count(1) for rank in self.ranks)


Row = dict[str, str | int | float]


@checked
@dataclass(frozen=True, repr=False)
class Result:
    """What a tournament found. It prints as the entrants, best first, and how much better each is than the
    next.

    names    the entrants
    played   the games, in order
    ended    why it ended before all deals were played; "" if it did not
    """

    names: tuple[str, ...]
    played: tuple[OneGame, ...]
    ended: str = field(default="", compare=False)

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.played)

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return 1 + max((game.deal for game in self.played), default=-1)

    @cached_property
    def points(self) -> dict[str, list[float]]:
        """The points of each entrant, one number a deal: the mean of its seats in the games of that deal."""
        return self._by_deal(lambda game: game.points)

    @cached_property
    def ranks(self) -> dict[str, list[float]]:
        """The same of ranks."""
        return self._by_deal(lambda game: game.ranks)

    @cached_property
    def wins(self) -> dict[str, list[float]]:
        """The share of a deal's games that each entrant won, with all seats that it has in a game."""
        found = self._by_deal(lambda game: game.won)
        seats = {name: self.played[0].entrants.count(name) for name in self.names}
        return {name: [seats[name] * share for share in shares] for name, shares in found.items()}

    def _by_deal(self, numbers: Callable[[OneGame], Sequence[float]]) -> dict[str, list[float]]:
        found: list[dict[str, list[float]]] = [{name: [] for name in self.names} for _ in range(self.deals)]
        for game in self.played:
            for name, number in zip(game.entrants, numbers(game), strict=True):
                found[game.deal][name].append(number)
        return {name: [_mean(deal[name]) for deal in found] for name in self.names}

    def rows(self) -> list[Row]:
        """Plain dictionaries, one a game and seat, for pandas, polars or Altair: game, deal, turn, seat,
        entrant, points, rank, and won (in part where several did)."""
        return [
            {
                "game": number, "deal": game.deal, "turn": game.turn, "seat": seat, "entrant": name,
                "points": game.points[seat], "rank": game.ranks[seat], "won": game.won[seat],
            }
            for number, game in enumerate(self.played)
            for seat, name in enumerate(game.entrants)
        ]  # fmt: skip

    def won(self, name: str) -> Estimate:
        """The share of the games that an entrant won, 0 to 1. Raises ValueError for a name that no entrant
        has, as all here do."""
        return Estimate._of(self._of(self.wins, name))

    def rank(self, name: str) -> Estimate:
        """An entrant's mean rank: 1 is best."""
        return Estimate._of(self._of(self.ranks, name))

    def mean_points(self, name: str) -> float:
        """The mean of an entrant's points."""
        return _mean(self._of(self.points, name))

    def mean_rank(self, name: str) -> float:
        """The mean of an entrant's ranks."""
        return self.rank(name).mean

    def rank_error(self, name: str) -> float:
        """The standard error of the mean rank."""
        return self.rank(name).error

    def _of(self, numbers: Mapping[str, Sequence[float]], name: str) -> Sequence[float]:
        if name not in numbers:
            raise ValueError(f"There is no entrant {shorten(name)}: there are {', '.join(numbers)}.")
        return numbers[name]

    def compare(self, name: str, *others: str) -> Comparison:
        """How much better the first is than another, or than the mean of several, paired deal by deal."""
        if not others:
            raise ValueError(f"With whom is {shorten(name)} compared? There are {', '.join(self.points)}.")
        ours, *theirs = (self._of(self.points, one) for one in (name, *others))
        return Comparison._of([mine - _mean(points) for mine, *points in zip(ours, *theirs, strict=True)])

    @property
    def _best_first(self) -> list[str]:
        return sorted(self.names, key=self.mean_points, reverse=True)

    def _lines(self) -> list[str]:
        """How much better each is than the next, and what else is to be said."""
        lines = [
            f"{better} against {other}: {self.told(better, other)}"
            for better, other in pairwise(self._best_first)
        ]
        return [*lines, self.ended] if self.ended else lines

    def __repr__(self) -> str:
        return "\n".join([self.table(), *self._lines()])

    def told(self, name: str, *others: str) -> str:
        """What `compare` finds, in words, with the bounds of the true difference."""
        found = self.compare(name, *others)
        low, high = found.interval
        return str(found) if found.too_few else f"{found}, 95 % sure: {low:+.3f} to {high:+.3f}"

    def table(self) -> str:
        """The entrants, best first: the share of games won, mean rank, mean points, the first two with the
        bounds of the true value, 95 % sure. That there are too few deals to tell is said."""
        width = max(len(name) for name in self.names)
        lines = [
            f"{name:{width}}  won {_in_percent(self.won(name))}  rank {_with_bounds(self.rank(name), 3)}"
            f"  points {self.mean_points(name):.3f}"
            for name in self._best_first
        ]
        return "\n".join([*lines, self._remark()])

    def _remark(self) -> str:
        """What the bounds are, or that there are none."""
        if self.deals < LEAST:
            return f"{few(self.deals)} to tell who is better."
        games = "1 game" if self.games == 1 else f"{self.games} games"
        return f"{games}; the bounds hold the true value, 95 % sure."

    def _repr_html_(self) -> str:
        """The entrants with the share that each won on one axis, and all that is printed."""
        shares = {name: self.won(name) for name in self._best_first}
        axis = Axis([100 * end for share in shares.values() for end in _shares(share)])
        rows = [
            DrawnRow(
                name,
                (100 * share.mean, 100 * _shares(share)[0], 100 * _shares(share)[1]),
                [_in_percent(share), _with_bounds(self.rank(name), 2), f"{self.mean_points(name):.2f}"],
            )
            for name, share in shares.items()
        ]
        heads = ("", "games won, in percent", "won", "mean rank", "points")
        return axis.table(heads, rows, [self._remark(), *self._lines()])


def _shares(share: Estimate) -> tuple[float, float]:
    """The bounds of a share, which is nowhere below 0 or above 1; where there are none, itself."""
    low, high = (share.mean, share.mean) if share.too_few else share.interval
    return max(0.0, low), min(1.0, high)


def _in_percent(share: Estimate) -> str:
    """`"61.2 % (55.0 to 67.4)"`."""
    low, high = _shares(share)
    bounds = "" if share.too_few else f" ({100 * low:.1f} to {100 * high:.1f})"
    return f"{100 * share.mean:.1f} %{bounds}"


def _with_bounds(found: Estimate, places: int) -> str:
    """`"1.388 (1.327 to 1.449)"`."""
    low, high = found.interval
    bounds = "" if found.too_few else f" ({low:.{places}f} to {high:.{places}f})"
    return f"{found.mean:.{places}f}{bounds}"


@checked
def tournament(
    game: AnyGame,
    entrants: Entrants,
    deals: int,
    seed: object = "tournament",
    rotate: bool = True,
    progress: Callable[[int, int], None] | bool = False,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    until: Callable[[Result], bool] | None = None,
) -> Result:
    """Let entrants play the same deals against each other.

    game       with its options; a class or a name is the game with its usual options
    entrants   one a seat, by name: levels, or players of one's own (see `handkit.bots.own`), as in
               `{"mine": choose, "easy": "easy"}`; or a list of them. With fewer entrants than seats, they
               take the seats in turn: two entrants at four seats sit A B A B.
    deals      how many deals; with `rotate` each is played once for every way to turn the seats
    progress   True for a bar, where tqdm is installed; or a function, which is told after each deal how many
               are done, and of how many
    workers    how many processes play; by default one a core. What comes out is the same with any number
    executor   who plays instead: a `ProcessPoolExecutor`, Dask's `client.get_executor()`, or another
    until      says of a result whether that is enough, as `lambda found: found.won("mine").reach < 0.02`;
               it is asked after every 16 deals

    Ctrl-C, or the notebook's button to interrupt, ends it with the deals that are done. Players choose by
    view and generator alone: what one changes outside of itself is lost with its process, so one that counts
    or prints wants `workers=1`. Where players cannot be sent to other processes, or there are none, all is
    played in this one, and a RuntimeWarning says so.

    Raises ValueError for a game or a level that does not exist, no deal, no worker, or more entrants than
    seats, and PlayerError for what is wrong with somebody's own player.
    """
    game = with_options(game)
    players = _by_name(entrants)
    names = tuple(players)
    whole("deals", deals, 1)
    if workers is not None:
        whole("workers", workers, 1, MOST_WORKERS)
    if not 0 < len(names) <= game.players:
        raise ValueError(f"A tournament of {game.title} needs 1 to {game.players} entrants.")
    seats = [names[seat % len(names)] for seat in range(game.players)]
    # Two entrants at four seats look the same after two turns.
    turns = (len(names) if len(seats) % len(names) == 0 else len(seats)) if rotate else 1
    sittings = [tuple(seats[turn:] + seats[:turn]) for turn in range(turns)]
    bots = {name: seated(game, player) for name, player in players.items()}
    found = list[OneGame]()
    ended = ""
    with telling(progress, deals) as tell:
        played = spread(partial(_play_deal, game, bots, sittings, seed), range(deals), workers, executor)
        try:
            for done, games in enumerate(played, 1):
                found += games
                tell(done, deals)
                if until and done % BATCH == 0 and until(Result(names, tuple(found))):
                    ended = f"Enough after {done} of {deals} deals."
                    break
        except KeyboardInterrupt:
            if not found:
                raise
            ended = f"Interrupted after {found[-1].deal + 1} of {deals} deals."
        finally:
            if isinstance(played, Generator):
                played.close()
    return Result(names, tuple(found), ended)


def _play_deal(
    game: Game, bots: Mapping[str, Bot], sittings: Sequence[tuple[str, ...]], seed: object, deal: int
) -> list[OneGame]:
    """One deal, once for every way in which the entrants sit."""
    games = []
    for turn, sitting in enumerate(sittings):
        outcome = play_game(game, [bots[name] for name in sitting], f"{seed}|{deal}")
        games.append(OneGame(deal, turn, sitting, outcome.scores, outcome.ranks))
    return games


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
def telling(progress: Callable[[int, int], None] | bool, total: int) -> Iterator[Callable[[int, int], None]]:
    """Whom to tell how many are done, and of how many. A bar leaves nothing behind."""
    if not isinstance(progress, bool):
        yield progress
        return
    with progress_bar(total, "deals") if progress else nullcontext(lambda: None) as advance:
        yield lambda done, of: advance()


@contextmanager
def progress_bar(total: int, unit: str) -> Iterator[Callable[[], None]]:
    """A bar that shows how many of so many are done, where tqdm is installed. It leaves nothing behind.

    Given is a function, to be called for each that is done.
    """
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield lambda: None
        return
    if sys.platform == "emscripten":
        tqdm.monitor_interval = 0  # it would look after bars on a thread, and there are none
    bar = tqdm(total=total, desc=unit, leave=False)

    def advance() -> None:
        bar.update()

    try:
        yield advance
    finally:
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
