"""Any game of handkit as an environment of PettingZoo, one agent a seat, in turn.

    from handkit.adapters import pettingzoo

    env = pettingzoo.env(HangIn(target=20))
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

An observation holds what the seat's view does, as numbers (see `handkit.adapters.walk.Walk.numbers`), and a
mask of the numbers that are moves now, or spell one. The rewards come at the end: players ranked behind a
seat, less those before it. Cards are dealt by the environment, of the seed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from handkit.adapters.spelling import words_of
from handkit.adapters.walk import Walk, results
from handkit.game import DEALER, ONLOOKER, Game
from handkit.games import AnyGame, with_options
from handkit.match import generator


def env(game: AnyGame, render_mode: str | None = None) -> Any:
    """An environment of a game, which tells who uses it in the wrong order or chooses what is no move.

    render_mode    "ansi": `render()` gives what everybody may see, as a text
    Raises ValueError for a name that no game has, TypeError for what is no game.
    """
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(game, render_mode)))


def raw_env(game: AnyGame, render_mode: str | None = None) -> HandkitEnv:
    """The same without wrappers."""
    return HandkitEnv(with_options(game), render_mode)


class HandkitEnv(AECEnv):  # type: ignore[misc]  # types that depend on what is installed
    """An environment of PettingZoo; `walk` is where it stands."""

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        self.game, self.render_mode = game, render_mode
        self.metadata = {"name": f"handkit_{game.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(game.players)]
        self.walk = Walk.of(game)
        words, numbers = len(words_of(game)), len(self.walk.numbers(0))
        self.action_spaces = {agent: spaces.Discrete(words) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(-np.inf, np.inf, (numbers,), np.float32),
                action_mask=spaces.Box(0, 1, (words,), np.int8),
            )
            for agent in self.possible_agents
        }
        self._chance = generator()

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; a seed fixes its deals, and without one they go on from the last."""
        if seed is not None:
            self._chance = generator(seed)
        self.walk = Walk.of(self.game)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict[str, Any]() for agent in self.agents}
        self._deal()

    def step(self, action: int | None) -> None:
        """Take an action for the agent whose turn it is; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action not in self.walk.legal():
            raise ValueError(f"{action!r} is no action of {agent} now: its mask says which are.")
        self._cumulative_rewards[agent] = 0.0
        self.walk.play(int(action))
        self._deal()
        self._accumulate_rewards()

    def _deal(self) -> None:
        """Deal what is due; then it is an agent's turn, or all have their results."""
        while self.walk.to_move == DEALER:
            self.walk.deal(self._chance)
        seat = self.walk.to_move
        if seat is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, results(self.walk.state), strict=True))
        self.agent_selection = self.possible_agents[seat or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and the mask of its actions: none where it is not its turn."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.action_spaces[agent].n, np.int8)
        if seat == self.walk.to_move:
            mask[self.walk.legal()] = 1
        return {"observation": np.array(self.walk.numbers(seat), np.float32), "action_mask": mask}

    def render(self) -> str | None:
        """What everybody may see, as a text."""
        return str(self.walk.state.view(ONLOOKER)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to be closed."""
