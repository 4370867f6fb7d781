"""PettingZoo environments: ``zoo.env("ice_lake", seats=3)``, or the module-like ``ice_lake_v0.env(seats=3)``.

Observations are flat vectors of whole numbers: first what ``observations.Observer`` documents, then the action mask,
which is in ``info["action_mask"]`` too. (A dictionary would be the other usual form; PettingZoo's own conformance test
warns of it for any environment that is not its own.)

Seats that decide at the same time are asked one after the other; what they decide stays hidden, so nothing leaks.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from banquise.games import game as game_named
from banquise.kernel.chance import WORDS
from banquise.kernel.compile import compiled
from banquise.research import stepper
from banquise.research.observations import DTYPE, Observer
from banquise.research.picture import picture

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 -- PettingZoo's own name for it
    """A game as a turn-based environment on the compiled rules. Agents are ``seat_0`` and so on.

    Rewards come at the end and are zero-sum: 1 for a sole winner, -1/(seats - 1) for each loser; a shared win is split.
    Alone at the table (Altitude's patience) the reward is the points.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "is_parallelizable": False}  # noqa: RUF012 -- as PettingZoo declares it

    def __init__(
        self,
        game: str = "ice_lake",
        seats: int | None = None,
        options: dict[str, str] | None = None,
        render_mode: str | None = None,
    ):
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"no render mode {render_mode!r}: choose one of {', '.join(RENDER_MODES)}")
        self.game = game_named(game)
        self.seats = self.game.seats[0] if seats is None else seats
        self.game.check_seats(self.seats)
        self._options = np.array(self.game.option_values(options or {}) or [0], np.int64)
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "name": f"{self.game.name}_v{version(self.game.name)}"}
        self.observer = Observer(self.game)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        moves = self.game.move_codes
        low = np.concatenate([self.observer.low, np.zeros(moves, DTYPE)])
        high = np.concatenate([self.observer.high, np.ones(moves, DTYPE)])
        self._observation_spaces = {a: gymnasium.spaces.Box(low, high, dtype=DTYPE) for a in self.possible_agents}
        self._action_spaces = {a: gymnasium.spaces.Discrete(moves) for a in self.possible_agents}
        state_bytes = self.game.schema.kept_bytes
        self.state_space = gymnasium.spaces.Box(-128, 127, (state_bytes,), np.int8)
        self._program = compiled(stepper, self.game.rules)
        self._records = self.game.schema.records(2)  # the match, and the template it begins from
        self._program.set_up(self._records, 1, self.seats, self._options)
        self._octets, self._words = self.observer.numbers(self._records)
        self._rngs = np.zeros((1, WORDS), np.int64)
        self._outs = np.zeros((1, self.game.buffer), np.int64)
        self._actors = np.zeros(1, np.int64)
        self._rewards = np.zeros((1, self.seats), np.float64)
        self._ended = np.zeros(1, np.bool_)
        self._masks = np.zeros((1, moves), np.bool_)
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.spaces.Box:
        """A vector: the observer's fields, then the action mask."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """The move codes of the game."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; without a seed, with chance that follows from the last one given."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        drawn = int(self._seeds.integers(2**62))
        self._program.begin(self._records, 1, 0, drawn, 0, self._rngs, self._outs, 0, self._actors)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._point_at_actor()

    def _point_at_actor(self) -> None:
        """Select whoever acts, and show the mask of legal moves to that agent alone."""
        actor = int(self._actors[0])
        if actor >= 0:
            self.agent_selection = self.possible_agents[actor]
        self._masks = np.zeros_like(self._masks)
        self._program.mask_many(self._records, 0, 1, self._outs, 0, self._actors, self._masks)
        nothing = np.zeros(self.game.move_codes, np.int8)
        mask = self._masks[0].view(np.int8)
        self.infos = {
            agent: {"action_mask": mask if actor >= 0 and agent == self.agent_selection else nothing}
            for agent in self.agents
        }

    def observe(self, agent: str) -> npt.NDArray[np.int16]:
        """What the agent may see now, and its legal moves (none if it is not its turn)."""
        seat = self._seat_of[agent]
        observation = np.zeros(self.observer.size + self.game.move_codes, DTYPE)
        self.observer.encode(self._octets, self._words, 0, seat, observation)
        if seat == self._actors[0]:
            observation[self.observer.size :] = self._masks[0]
        return observation

    def state(self) -> npt.NDArray[np.int8]:
        """The whole state, secrets included, as bytes: for centralised critics, never for a player."""
        return self._octets[0, : self.game.schema.kept_bytes].copy()  # type: ignore[no-any-return]

    def step(self, action: int | None) -> None:
        """The selected agent's move. An illegal one raises; ``env()`` wraps that into a loss."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is in play and must move")
        self._check(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._program.act(
            self._records,
            0,
            self.seats,
            int(action),
            self._rngs,
            self._outs,
            0,
            self._actors,
            self._rewards,
            self._ended,
        )
        self.rewards = dict(zip(self.possible_agents, self._rewards[0].tolist(), strict=True))
        if self._ended[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        self._point_at_actor()
        self._accumulate_rewards()
        if self._ended[0]:
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _check(self, action: int) -> None:
        if not (0 <= action < self.game.move_codes and self._masks[0, action]):
            why = int(compiled(self.game.rules).why_illegal(self._records[0], self._actors[0], action))
            reason = self.game.words.REASONS[why]
            raise ValueError(f"action {action} of {self.agent_selection} is illegal: {reason.key} ({reason.paragraph})")

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The board as everybody may see it."""
        if self.render_mode is None:
            return None
        seen = self.game.schema.seen(self.game.schema.from_record(self._records[0]), None)
        if self.render_mode == "svg":
            return self.game.drawing.svg(seen)
        if self.render_mode == "rgb_array":
            return picture(self.game.drawing.svg(seen))
        if self.render_mode == "ansi":
            return self.game.drawing.text(seen)
        print(self.game.drawing.text(seen))
        return None

    def close(self) -> None:
        """Nothing to let go of."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def version(game: str) -> int:
    """The number in an environment's name: it moves when results can change, that is, with the rules."""
    return game_named(game).version - 1


def env(game: str = "ice_lake", **kwargs: Any) -> Any:
    """The environment as PettingZoo's own are wrapped: an illegal move loses, order is enforced."""
    safe = wrappers.TerminateIllegalWrapper(raw_env(game, **kwargs), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(safe))


def parallel_env(game: str = "ice_lake", **kwargs: Any) -> Any:
    """All seats step at once; only the action of the seat whose turn it is counts."""
    return turn_based_aec_to_parallel(env(game, **kwargs))
