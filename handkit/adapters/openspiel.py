"""Any game of handkit as a game of OpenSpiel.

    from handkit.adapters import openspiel

    game = openspiel.load(Reserves(attack_cap="hand"))    # what pyspiel.load_game gives
    state = game.new_initial_state()

It is a game of chance (one card a node) and of imperfect information, played in turn, with results at its
end: players ranked behind a seat less those before it. An information state is what a seat's view holds, as
our own players see it. Who searches gets hidden cards from `view.guess`: see `resampler`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel

from handkit.adapters.spelling import words_of
from handkit.adapters.walk import Walk, results
from handkit.bots import Bot, Thought
from handkit.game import DEALER, Game, Move, State, View
from handkit.games import AnyGame, find, with_options

LARGEST = 2**31 - 1  # of OpenSpiel's whole numbers

TYPE = pyspiel.GameType(
    short_name="handkit",
    long_name="A card game of handkit",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "president", "options": ""},
)


def load(game: AnyGame) -> Any:
    """A game of OpenSpiel: of a game of handkit with its options, a class of one, or a name.

    Raises ValueError for a name that no game has, TypeError for what is no game.
    """
    game = with_options(game)
    options = ";".join(f"{name}:{_text(value)}" for name, value in game.unusual().items())
    return pyspiel.load_game("handkit", {"game": game.name, "options": options})


def _text(value: object) -> str:
    """An option's value without what OpenSpiel's own texts mean something by."""
    return value if isinstance(value, str) else json.dumps(value)


def _game(parameters: Mapping[str, Any]) -> Game:
    """The game that `load` wrote as parameters."""
    kind: Any = find(parameters["game"])
    options = {}
    for part in filter(None, parameters["options"].split(";")):
        name, _, text = part.partition(":")
        about = kind.options().get(name)
        texts = about is not None and any(text == choice for choice in about.choices)
        options[name] = text if texts else json.loads(text)
    made: Game = kind(**options)
    return made


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game of OpenSpiel, made of the parameters `game` and `options`; `load` writes them."""

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        given = {"game": "president", "options": "", **(parameters or {})}
        self.game = _game(given)
        players, cards = self.game.players, self.game.deck.size
        info = pyspiel.GameInfo(
            num_distinct_actions=len(words_of(self.game)),
            max_chance_outcomes=cards,
            num_players=players,
            min_utility=1.0 - players,
            max_utility=players - 1.0,
            utility_sum=0.0,
            max_game_length=min(
                self.game.longest() * 2 * cards, LARGEST
            ),  # a move names each card twice at most
        )
        super().__init__(TYPE, info, given)

    def new_initial_state(self) -> SpielState:
        """Before the first card is dealt."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """At most so many cards are dealt."""
        return min(self.game.longest() * self.game.deck.size, LARGEST)

    def make_py_observer(self, kind: object = None, parameters: object = None) -> Observer:
        """What a seat knows, as a text and as numbers."""
        return Observer(self.game)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel; `walk` is where it stands."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.walk = Walk.of(game.game)

    def current_player(self) -> int:
        """Who is to choose: a seat, chance, or nobody at the end."""
        seat = self.walk.to_move
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == DEALER else seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.walk.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may come, each as likely."""
        numbers = self.walk.legal()
        return [(number, 1 / len(numbers)) for number in numbers]

    def _apply_action(self, action: int) -> None:
        self.walk.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.walk.say(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.walk.to_move is None

    def returns(self) -> list[float]:
        """The results by seat; 0 before the end."""
        return results(self.walk.state)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that fits all that a player knows, its hidden cards guessed. `sampler` gives a number from
        0 to 1."""
        return self.resampled(player, random.Random(sampler()))

    def resampled(self, player: int, rng: random.Random) -> SpielState:
        """The same, of a generator."""
        state: SpielState = self.get_game().new_initial_state()
        state.walk = self.walk.resampled(player, rng)
        return state

    def __str__(self) -> str:
        return str(self.walk)


class Observer:
    """What a seat knows: `string_from` as a text, `tensor` as numbers (see `Walk.numbers`)."""

    def __init__(self, game: Game) -> None:
        walk = Walk.of(game)
        self.tensor = np.array(walk.numbers(0), np.float32)
        self.dict = {"seen": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill `tensor` for a player."""
        self.tensor[:] = state.walk.numbers(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The text for a player."""
        return state.walk.told(player)


pyspiel.register_game(TYPE, SpielGame)


# ── OpenSpiel's players at a table of handkit ───────────────────────────────────────────────────


def resampler(rng: random.Random) -> Callable[[SpielState, int], SpielState]:
    """What `ISMCTSBot.set_resampler` takes: guesses from a generator, so that a seed gives the same game."""
    return lambda state, player: state.resampled(player, rng)


class Ismcts(Bot):
    """OpenSpiel's search over information sets (ISMCTS) as a player of handkit: `bots={1: Ismcts(200)}`.

    simulations    games played to their end for each number chosen
    exploration    the weight of what was seldom tried, in results
    """

    level = "ismcts"

    def __init__(self, simulations: int = 100, exploration: float = 2.0) -> None:
        self.simulations, self.exploration = simulations, exploration

    def think(self, view: View, rng: random.Random) -> list[Thought]:
        """The move that the search chooses, which sees what the view holds."""
        return [Thought(self._found(view, rng), 0.0, f"was tried most in {self.simulations} games")]

    def _found(self, view: View, rng: random.Random) -> Move:
        from open_spiel.python.algorithms.ismcts import ISMCTSBot
        from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

        chance = np.random.RandomState(rng.getrandbits(32))
        game = load(view.game)
        bot = ISMCTSBot(
            game,
            RandomRolloutEvaluator(1, chance),
            self.exploration,
            self.simulations,
            random_state=chance,
        )
        bot.set_resampler(resampler(rng))
        state = state_of(view.guess(rng))
        while (move := state.walk.spell(int(bot.step(state)))) is None:
            pass
        return move


def state_of(state: State) -> SpielState:
    """A state of OpenSpiel that stands where one of handkit does; this stays as it is."""
    made: SpielState = load(state.game).new_initial_state()
    made.walk = Walk(state.copy())
    return made
