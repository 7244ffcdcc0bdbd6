"""The figures that handkit is held to, in one table beside their aims.

    python -m bench figures                       # all of them: hours on two cores
    python -m bench figures --quick               # small samples, to try it: some minutes
    python -m bench figures --part engine studies
    python -m bench figures --deals 500           # closer figures of strength, and only these

A figure of strength is a mean with its standard error. "no?" and "yes?" are told where the aim lies within
that. Times are those of the CPU, so that what else the machine does hurts little; what several processes do
is timed by the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from statistics import fmean, median, stdev
from typing import Any

from bench import speed, strength
from bench.former import REVISION, Former
from bench.rivals import openspiel_hearts
from handkit import DEALER, ONLOOKER, Game, HangIn, Match, President, Reserves, Review, WhatIf, games
from handkit.bots import bot
from handkit.bots.president import last_two, winning
from handkit.game import Move, State
from handkit.match import generator
from handkit.simulate import tournament
from handkit.table import keeping
from handkit.what_if import compared
from handkit.witness import Witness

GAMES: list[Game] = [President(), HangIn(), Reserves()]
CORES = os.cpu_count() or 1


@dataclass(frozen=True)
class Figure:
    """One row; `met` is "" where there is no aim, or where nothing could be measured."""

    what: str
    aim: str
    measured: str
    met: str = ""

    def __str__(self) -> str:
        return f"{self.what:52} · {self.aim:24} · {self.measured:46} · {self.met}"


@dataclass(frozen=True)
class Samples:
    """How much is played for a figure."""

    deals: int = 100  # of President and Reserves, each once in each seat; of Hang In, which is long, a half
    endings: int = 300
    games: int = 20  # in which guesses are looked at
    tournament: int = 2000  # deals
    rounds: int = 1000
    states: int = 12  # that are studied
    seconds: float = 1.0  # that an engine plays in a turn


QUICK = Samples(deals=4, endings=6, games=2, tournament=200, rounds=60, states=2, seconds=0.2)


def yes(met: bool) -> str:
    return "yes" if met else "no"


def beside(numbers: Sequence[float], aim: float, at_least: bool) -> str:
    """Whether a mean is as high, or as low, as its aim; with "?" where its error holds the aim."""
    mean, error = fmean(numbers), stdev(numbers) / len(numbers) ** 0.5
    return yes(mean >= aim if at_least else mean <= aim) + ("?" if abs(mean - aim) < error else "")


# ── strength ──


@cache
def former(tree: Path) -> Former:
    """One in each process."""
    return Former(tree)


def among_former(game: Game, tree: Path, deal: int) -> strength.Found:
    """One deal, with Hard in each seat in turn among others as they were."""
    player, other = strength.Timed(bot(game, "hard")), former(tree)
    won, ranks = [], []
    for place in range(game.players):
        outcome = with_former(game, player, place, other, f"strength|{deal}")
        won.append(strength.share(outcome, place))
        ranks.append(outcome.ranks[place])
    return strength.Found([fmean(won)], [fmean(ranks)], player.seconds)


def with_former(game: Game, player: strength.Timed, place: int, other: Former, seed: str) -> Any:
    """One game; all chance as in `play_game`."""
    state, deals, chances, number = game.start(), 0, 0, 0
    rng = generator(seed, "bot", place)
    other.begin(game.name, game.to_json())
    while (seat := state.to_move) is not None:
        move: Move
        if seat == DEALER and state.between_rounds:
            move = state.deal(generator(seed, "deal", deals))
            deals, chances = deals + 1, 0
        elif seat == DEALER:
            move = state.deal(generator(seed, "chance", deals, chances))
            chances += 1
        elif seat == place:
            move = player.choose(state.view(seat), rng)
        else:
            move = game.parse(other.choose(seat, f"{seed}|{seat}|{number}"))
        other.see(seat, str(move))
        state.play(move, seat=seat)
        number += 1
    return state.outcome


def spread(play: Callable[[int], strength.Found], deals: int) -> strength.Found:
    """Many deals, on every core."""
    found = strength.Found()
    with ProcessPoolExecutor(CORES) as pool:
        for part in pool.map(play, range(deals)):
            found.add(part)
    return found


# Among whom Hard sits: the mean rank at most, or the least share of games won.
AIMS: dict[str, dict[str, float]] = {
    "president": {"normal": 1.95, "easy": 1.40, "former": 2.30},
    "hang-in": {"normal": 0.50, "former": 0.30},
    "reserves": {"normal": 0.70, "former": 0.38},
}
MOST = 0.85  # of the games that Normal wins among Easy: a step is no cliff
SLOWEST = 0.3  # seconds


def figures_of_strength(samples: Samples) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        speed.unpack(REVISION, tree)
        for game in GAMES:
            yield from strength_in(game, tree, samples)


def strength_in(game: Game, tree: Path, samples: Samples) -> Iterator[Figure]:
    deals = max(2, samples.deals // (2 if game.name == "hang-in" else 1))
    aims, seconds = AIMS[game.name], list[float]()
    ranked = game.name == "president"
    for others, aim in aims.items():
        if others == "former":
            found = spread(partial(among_former, game, tree), deals)
        else:
            found = spread(partial(strength.play_deal, strength.Pairing(game, "hard", others)), deals)
        seconds += found.seconds
        who = f"{game.title}: Hard among {game.players - 1} {others}"
        shown = (
            f"{strength.with_error(found.ranks, 1, 3) if ranked else strength.with_error(found.won, 100, 1)}"
        )
        played = f"{deals * game.players} games"
        if ranked:
            yield Figure(who, f"mean rank ≤ {aim:.2f}", f"{shown}, {played}", beside(found.ranks, aim, False))
        else:
            yield Figure(who, f"won ≥ {aim:.0%}", f"{shown} %, {played}", beside(found.won, aim, True))
        if ranked and others == "former":
            error = stdev(found.ranks) / deals**0.5 or 1e-9
            below = (2.5 - fmean(found.ranks)) / error
            yield Figure(
                f"{who}, 2,000 games", "3 errors below 2.5", f"{below:.1f}, {played}", yes(below >= 3)
            )
        if others == "normal":
            yield step(game, "Hard among Normal", found, None)
    found = spread(partial(strength.play_deal, strength.Pairing(game, "normal", "easy")), deals)
    yield step(game, "Normal among Easy", found, MOST)
    slow = f"median {median(seconds) * 1e3:.0f} ms, worst {max(seconds) * 1e3:.0f} ms of {len(seconds)}"
    yield Figure(f"{game.title}: a move of Hard", "≤ 300 ms", slow, yes(max(seconds) <= SLOWEST))


def step(game: Game, who: str, found: strength.Found, most: float | None) -> Figure:
    """One level is in truth better than the one below, and not so much that nothing is left to win."""
    error, equal = stdev(found.won) / len(found.won) ** 0.5, 1 / game.players
    better = fmean(found.won) - 2 * error > equal and (most is None or fmean(found.won) <= most)
    aim = f"won > {equal:.0%}" + ("" if most is None else f", ≤ {most:.0%}")
    shown = f"{strength.with_error(found.won, 100, 1)} %, {len(found.won) * game.players} games"
    return Figure(f"{game.title}: {who}", aim, shown, yes(better))


def endings_in(number: int) -> tuple[int, int]:
    """Of a match of Hard in all seats: decisions of the last two in which a win can be kept or thrown away,
    and those thrown away. That `winning` finds what playing out everything finds is tested."""
    met = lost = 0
    match = Match(President(), f"endings {number}", bots=dict.fromkeys(range(4), "hard"))
    match.finish()
    for moment, entry in enumerate(match.line_moves):
        state = match.state_at(moment)
        if entry.seat < 0 or state.phase != "play":  # type: ignore[attr-defined]
            continue
        view: Any = state.view(entry.seat)
        moves = list(view.moves())
        if last_two(view) is None:
            continue
        won = winning(view, moves)
        if 0 < len(won) < len(moves):
            met, lost = met + 1, lost + (entry.move not in won)
    return met, lost


def figures_of_endings(samples: Samples) -> Iterator[Figure]:
    met = lost = number = 0
    with ProcessPoolExecutor(CORES) as pool:
        while met < samples.endings:
            for some, bad in pool.map(endings_in, range(number, number + 2 * CORES)):
                met, lost = met + some, lost + bad
            number += 2 * CORES
    yield Figure(
        "President: won endings thrown away", f"0 of {samples.endings}", f"{lost} of {met}", yes(not lost)
    )


# ── the engine ──


def figures_of_engine(samples: Samples) -> Iterator[Figure]:
    aims = {"president": 1.0, "hang-in": 1.0, "reserves": 0.16}
    turns: list[dict[str, float]] = []
    hearts = None
    for turn in range(speed.TURNS):
        rates = {name: speed.handkit_game(name, samples.seconds, turn).moves_per_second for name in aims}
        try:
            hearts = openspiel_hearts(seconds=samples.seconds, repeats=1, seed=turn).moves_per_second
        except ImportError:
            hearts = None
        turns.append({name: rate / (hearts or 1) for name, rate in rates.items()})
    for name, aim in aims.items():
        title, ratio = games.find(name)().title, median(one[name] for one in turns)
        if hearts is None:
            yield Figure(
                f"{title}: moves beside OpenSpiel's hearts",
                f"≥ {aim}",
                f"{ratio:,.0f} a second; no OpenSpiel here",
            )
            continue
        shown = f"{ratio:.2f}"
        yield Figure(f"{title}: moves beside OpenSpiel's hearts", f"≥ {aim}", shown, yes(ratio >= aim))
        if name == "reserves":
            cards = cards_decided(Reserves())
            each = f"{ratio * cards:.2f}, {cards:.1f} cards a move"
            yield Figure(f"{title}: cards decided, beside them", "≥ 0.45", each, yes(ratio * cards >= 0.45))


def cards_decided(game: Game) -> float:
    """How many cards a move names, in random play."""
    rng, cards = random.Random(1), list[int]()
    for _ in range(20):
        state = game.start()
        while state.to_move is not None:
            move = state.random_move(rng)
            if state.to_move >= 0:
                cards.append(len(game.deck.pattern.findall(str(move))))
            state.play(move)
    return fmean(cards)


# ── what a seat may know ──


def figures_of_knowledge(samples: Samples) -> Iterator[Figure]:
    for game in (President(rounds=2), HangIn(target=10), Reserves()):
        wrong, seconds = 0, list[float]()
        for number in range(samples.games):
            for fits, took in guesses_in(game, number):
                wrong, seconds = wrong + (not fits), [*seconds, took]
        shown = f"{wrong} of {len(seconds)}; a guess {median(seconds) * 1e6:.0f} µs"
        yield Figure(f"{game.title}: guesses that what was seen forbids", "0", shown, yes(not wrong))


def guesses_in(game: Game, number: int) -> Iterator[tuple[bool, float]]:
    """Of one random game: whether a guess fits all that its seat, or an onlooker, has seen; and how long one
    took. None is thrown away, so each is accepted at once."""
    rng, state = random.Random(number), game.start()
    seats = [ONLOOKER, *range(game.players)]
    witnesses = {seat: Witness(seat) for seat in seats}
    while state.to_move is not None:
        new_round = state.between_rounds
        state.play(state.random_move(rng))
        if new_round:
            witnesses = {seat: Witness(seat) for seat in seats}
        for witness in witnesses.values():
            witness.see(state.zones())
        seat = rng.choice(seats)
        if state.to_move is None or state.between_rounds:
            continue
        view, start = state.view(seat), time.process_time()
        guess = view.guess(rng)
        took = time.process_time() - start
        yield witnesses[seat].fits(guess.zones()), took


# ── studies ──


def figures_of_studies(samples: Samples) -> Iterator[Figure]:
    ratios, rows = list[float](), []
    for turn in range(3):  # so that what else the machine does at a time hurts one turn alone
        took = {}
        for workers in (1, CORES) if turn % 2 else (CORES, 1):
            start = time.perf_counter()
            players = {"normal": "normal", "easy": "easy"}
            result = tournament(President(), players, samples.tournament, workers=workers)
            took[workers] = time.perf_counter() - start
            rows.append(result.rows())
        ratios.append(took[1] / took[CORES])
    spanned, load = f"{min(ratios):.2f} to {max(ratios):.2f}", os.getloadavg()[0]
    shown = f"{median(ratios):.2f} × with {CORES} ({spanned}), load {load:.1f}"
    yield Figure("A tournament on 2 cores", "≥ 1.8 ×", shown, yes(median(ratios) >= 1.8))
    same = yes(all(each == rows[0] for each in rows))
    yield Figure("The same result with any number of workers", "yes", same, same)
    for game in GAMES:
        rate = median(deals_a_second(state) for state in studied(game, samples.states))
        yield Figure(
            f"{game.title}: What if, deals a second, 6 moves", "≥ 300", f"{rate:.0f}", yes(rate >= 300)
        )
    for game in GAMES:
        yield reviewed(game)


def studied(game: Game, number: int) -> Iterator[State]:
    """Positions with as many moves as are compared, or nearly: Hang In has five at most, as it is usual."""
    return islice((state for state in some_positions(game) if len(six_moves(state)) >= 5), number)


def some_positions(game: Game) -> Iterator[State]:
    for seed in range(1000):
        match = Match(game, f"figures {seed}", bots=dict.fromkeys(range(game.players), "normal"))
        for _ in range(seed % (3 * game.players)):
            match.step()
        if match.to_move is not None and match.to_move >= 0:
            yield match.state


def six_moves(state: State) -> list[Move]:
    """Those worth comparing with the first that is offered, and more of what is offered."""
    view = state.view(state.to_move or 0)
    offered = list(islice(view.moves(), 12))
    return list(dict.fromkeys([*compared(view, offered[0], random.Random(1)), *offered]))[:6]


def deals_a_second(state: State) -> float:
    """How many deals of six moves; of fewer moves a deal counts in part."""
    moves = six_moves(state)
    study = WhatIf(state.view(state.to_move or 0), moves, 1, samples=96, all_deals=True)
    start = time.process_time()
    while study.step():
        pass
    return study.done * len(moves) / 6 / (time.process_time() - start)


def reviewed(game: Game) -> Figure:
    """How long a review of a round takes, of somebody who plays as Easy does."""
    match = Match(game, "figures", bots=dict.fromkeys(range(game.players), "easy"))
    match.finish()
    start = time.process_time()
    review = Review(match, 0).run()
    took, clear = time.process_time() - start, sum(each.clear for each in review.costly)
    shown = f"{took:.1f} s for {len(review.choices)} choices; {clear} clear of {len(review.costly)} told"
    return Figure(f"{game.title}: a review of a {game.deal_name}", "no time is set", shown)


# ── long matches ──


def figures_of_long_matches(samples: Samples) -> Iterator[Figure]:
    match = Match(President(players=6, rounds=samples.rounds), "long", bots=dict.fromkeys(range(6), "easy"))
    each = list[float]()  # the time of a move, round by round
    while len(each) < samples.rounds - 1:
        before, start = match.length, time.process_time()
        if match.to_move == DEALER:
            match.deal()
        match.advance()
        each.append((time.process_time() - start) / (match.length - before))
    part = len(each) // 5
    first, last = median(each[:part]), median(each[-part:])
    shown = f"{first * 1e6:.0f} µs at first, {last * 1e6:.0f} at last, {match.length:,} moves"
    yield Figure("A move in a long match", "does not grow", shown, yes(last <= 1.25 * first))
    yield kept(match, last)
    start = time.process_time()
    again = Match.from_record(json.loads(match.text()))
    took = time.process_time() - start
    shown = (
        f"{len(match.text()) / 1e6:.1f} MB, loaded in {took:.1f} s, {took / match.length * 1e6:.0f} µs a move"
    )
    yield Figure("The record of a long match", "is saved and loaded", shown, yes(again.state == match.state))


def kept(match: Match, alone: float) -> Figure:
    """What it costs a move of the last round that a file follows the match."""
    took = []
    with tempfile.TemporaryDirectory() as folder:
        keeping.keep(Path(folder) / "long.json", keeping.fresh(match))
        match.deal()
        for _ in range(20):
            start = time.process_time()
            match.step()
            took.append(time.process_time() - start - alone)
    shown = f"{median(took) * 1e3:.1f} ms after {match.length:,} moves"
    return Figure("Keeping a file, a move", "about 1 ms", shown, yes(median(took) < 0.002))


# ── reasons ──


def figures_of_reasons(_: Samples) -> Iterator[Figure]:
    """What a reason claims is written in words that nothing reads yet. Tests look at some of them."""
    for game in GAMES:
        yield Figure(
            f"{game.title}: reasons that are false", "0 of 200", "not measured: nothing reads them", "no"
        )


# ── all of them ──

PARTS: dict[str, Callable[[Samples], Iterator[Figure]]] = {
    "engine": figures_of_engine,
    "knowledge": figures_of_knowledge,
    "studies": figures_of_studies,
    "long": figures_of_long_matches,
    "reasons": figures_of_reasons,
    "endings": figures_of_endings,
    "strength": figures_of_strength,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Print a row a figure, as soon as it is known."""
    parser = argparse.ArgumentParser(
        prog="python -m bench figures", description="The figures and their aims."
    )
    parser.add_argument("--quick", action="store_true", help="small samples, to try it")
    parser.add_argument("--part", nargs="+", choices=PARTS, default=list(PARTS), help="only these")
    parser.add_argument("--deals", type=int, help="deals of a figure of strength; at least 2")
    asked = parser.parse_args(argv)
    samples = QUICK if asked.quick else Samples()
    if asked.deals is not None:
        samples = replace(samples, deals=max(2, asked.deals))
    print(Figure("what", "aim", "measured", "met?"))
    for part in asked.part:
        for figure in PARTS[part](samples):
            print(figure, flush=True)
    return 0
