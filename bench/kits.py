"""The kits of other engines try the games: OpenSpiel's and PettingZoo's, for each game and several options.

Then OpenSpiel's search over information sets plays against Hard on the same deals, every deal once for each
way to turn the seats. Printed is by how many points it is ahead in a game, with the interval in which that
lies with a certainty of 95 %.

    python -m bench kits                      # every game
    python -m bench kits --game president     # one of them
    python -m bench kits --deals 40           # a closer interval
"""

from __future__ import annotations

import argparse
import contextlib
import io
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from handkit import Game, HangIn, President, Reserves
from handkit.games import names
from handkit.simulate import play_game, tournament

GAMES: list[Game] = [
    President(), President(players=3, rounds=2, next_leader="scum"), President(players=6, revolution=False),
    HangIn(target=20), HangIn(players=3, may_hold_back=True, pot_suit="none", off_suit=3, target=10),
    HangIn(players=5, starter="rotate", extra_card="none", target_check="round", target=10),
    Reserves(), Reserves(choose_reserve=True, first_player=1, attack_cap="hand"),
    Reserves(must_beat=False, leftovers="defender", duel_order="attacker", max_turns=60),
]  # fmt: skip
# What is searched: games to their end for each number, as many as a minute or two allow.
STUDIES: list[tuple[Game, int]] = [(President(), 50), (HangIn(target=20), 50), (Reserves(), 10)]
# PettingZoo's own games with a mask of actions have observations of this kind too.
OF_MASKS = "Observation (space for each agent probably should be|is not a NumPy array)"


def random_sim(game: Game) -> None:
    """OpenSpiel's random simulations, each state of which is written and read again."""
    import pyspiel

    from handkit.adapters import openspiel

    pyspiel.random_sim_test(openspiel.load(game), num_sims=2, serialize=True, verbose=False)


def games_sim(game: Game) -> None:
    """What OpenSpiel asks of its own games: that games and states are pickled, copied and written."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    from handkit.adapters import openspiel

    GamesSimTest("test_pig").sim_game(openspiel.load(game))


def playthrough(game: Game) -> None:
    """OpenSpiel writes a game down with all that can be asked of its states; played again it is the same."""
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    from handkit.adapters import openspiel

    flags.FLAGS.mark_as_parsed()  # its options, which are read from a command line, stay as they are
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "playthrough.txt"
        lines = generate_playthrough.playthrough(str(openspiel.load(game)), None, seed=1)
        file.write_text(lines, encoding="utf-8")
        written, again = generate_playthrough.replay(str(file))
    if written.strip() != again.strip():
        raise AssertionError(f"{game}: a playthrough does not replay.")


def search(game: Game) -> None:
    """OpenSpiel's search over information sets sits in one seat, for a game."""
    from handkit.adapters.openspiel import Ismcts

    play_game(game, [Ismcts(3), *["easy"] * (game.players - 1)], "kits")


def environment(game: Game) -> None:
    """PettingZoo's `api_test` and `seed_test`."""
    from pettingzoo.test import api_test, seed_test

    from handkit.adapters import pettingzoo

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", OF_MASKS, UserWarning)
        api_test(pettingzoo.env(game), num_cycles=500)
        seed_test(lambda: pettingzoo.env(game), num_cycles=200)


KITS: dict[str, Callable[[Game], None]] = {
    "random_sim_test": random_sim,
    "games_sim_test": games_sim,
    "playthrough": playthrough,
    "ISMCTS": search,
    "api_test, seed_test": environment,
}


def tried(game: Game) -> str:
    """Every kit on a game; what one finds is raised. Returns the kits with their seconds."""
    took = []
    for name, kit in KITS.items():
        start = time.perf_counter()
        with contextlib.redirect_stdout(io.StringIO()):
            kit(game)
        took.append(f"{name} {time.perf_counter() - start:.1f} s")
    return ", ".join(took)


def study(game: Game, simulations: int, deals: int) -> str:
    """OpenSpiel's search against Hard."""
    from handkit.adapters.openspiel import Ismcts

    players: dict[str, Any] = {"ISMCTS": Ismcts(simulations), "hard": "hard"}
    start = time.perf_counter()
    result = tournament(game, players, deals)
    ahead = result.compare("ISMCTS", "hard")
    low, high = ahead.interval
    return (
        f"{game.title:10} ISMCTS of {simulations} games a number is {ahead.mean:+.2f} points a game ahead of "
        f"Hard, {low:+.2f} to {high:+.2f}  ({deals} deals, {result.games} games, "
        f"{time.perf_counter() - start:.0f} s)"
    )


def main(options: Sequence[str]) -> int:
    """Print a line for each game that was tried, and one for each study."""
    parser = argparse.ArgumentParser(prog="bench kits")
    parser.add_argument("--game", choices=names(), help="only this game")
    parser.add_argument("--deals", type=int, default=12, help="how many deals of the study; 0 for none")
    asked = parser.parse_args(options)
    for game in GAMES:
        if asked.game in (None, game.name):
            print(f"{game}: passed {tried(game)}", flush=True)
    for game, simulations in STUDIES:
        if asked.deals and asked.game in (None, game.name):
            print(study(game, simulations, asked.deals), flush=True)
    return 0
