"""Many matches for one learner: a Gymnasium vector environment on a batch, without a process or a thread of its own.

``gymnasium.make_vec("banquise/ice_lake-v2", num_envs=256, vectorization_mode="vector_entry_point")``. In lane i the
learner sits at seat i modulo seats (or always at ``seat``), so it learns all sides. A match that ends begins anew in
the same step (``AutoresetMode.SAME_STEP``): the observation is the new match's, the reward the old one's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banquise.kernel.extras import of_extra
from banquise.research.batch import Batch
from banquise.research.copies import Whole
from banquise.research.foxes import Foxes
from banquise.research.planes import planes
from banquise.research.stepper import WAIT

with of_extra("research"):
    import gymnasium
    import numpy as np
    import numpy.typing as npt
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

Opponents = Callable[[npt.NDArray[np.float32], npt.NDArray[np.bool_]], npt.NDArray[np.int64]]
"""A policy for the other seats: planes as their own seats see them and masks, a row for each match in which one of them
must decide; actions."""


class SoloVector(Whole, gymnasium.vector.VectorEnv):
    """Observations are planes; legal moves are in ``info["action_mask"]``. Opponents play at random, are foxes, or
    follow a policy.

    >>> many = SoloVector("ice_cult", num_envs=4, seats=2)
    >>> observations, info = many.reset(seed=1)
    >>> actions = info["action_mask"].argmax(axis=1)  # the first legal move of each
    >>> observations, rewards, ended, truncated, info = many.step(actions)
    >>> observations.shape == (4, many.planes.size)
    True
    >>> rewards.tolist()
    [0.0, 0.0, 0.0, 0.0]
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 -- as Gymnasium declares it

    def __init__(
        self,
        game: str = "ice_lake",
        num_envs: int = 64,
        seats: int | None = None,
        seat: int | None = None,
        opponent: str | Opponents = "random",
        options: dict[str, str] | None = None,
    ):
        if isinstance(opponent, str) and opponent not in ("random", "fox"):
            raise ValueError(f"opponents of many matches are 'random', 'fox' or a function, not {opponent!r}")
        self.num_envs = num_envs
        self.batch = Batch(game, num_envs, seats, options, observe=False)
        if seat is not None and not 0 <= seat < self.batch.seats:
            raise ValueError(f"there is no seat {seat} at a table of {self.batch.seats}: seats count from 0")
        self.planes = planes(self.batch.game, self.batch.seats)
        self.seats = np.arange(num_envs) % self.batch.seats if seat is None else np.full(num_envs, seat)
        self._policy = None if isinstance(opponent, str) else opponent
        self._foxes = Foxes(self.batch.game, num_envs) if opponent == "fox" else None
        self.single_observation_space = gymnasium.spaces.Box(0.0, 1.0, (self.planes.size,), np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(self.batch.game.move_codes)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Begin all matches, and play on to the learner's first decisions."""
        if options:
            raise ValueError(f"options are given when the environment is made, not {options!r:.60} with a reset")
        self.batch.reset(seed)
        if self._foxes and seed is not None:
            self._foxes.begin(seed)
        self._let_others_play(np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_))
        return self.seen()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """The learner's decision in each match, and everybody else's until it must decide again."""
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        self.batch.step(np.asarray(actions))
        self._note(np.ones(self.num_envs, np.bool_), rewards, ended)
        self._let_others_play(rewards, ended)
        seen, info = self.seen()
        return seen, rewards, ended, np.zeros(self.num_envs, np.bool_), info

    def clone_state(self) -> Any:
        """Where all matches stand, chance and the house's opponents included, for ``restore_state``."""
        return self.batch.clone_state(), self._foxes.rng if self._foxes else None

    def restore_state(self, state: Any) -> None:
        """Stand where ``clone_state`` was called; ``seen`` tells what the learner sees there."""
        matches, luck = state
        self.batch.restore_state(matches)
        if self._foxes:
            self._foxes.rng = luck

    def seen(self) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """What the learner sees now, and what it may do, as ``reset`` answers."""
        return self._seen_by(self.seats), self._info()

    def _let_others_play(self, rewards: Any, ended: Any) -> None:
        batch = self.batch
        while (waiting := batch.actors != self.seats).any():
            # Asked only where they must decide: a match in which others decide often holds up no other.
            rows, chosen = np.flatnonzero(waiting), np.full(self.num_envs, WAIT)
            if self._foxes:
                chosen[rows] = self._foxes(batch.structs[rows], batch.actors[rows])
            elif self._policy:
                chosen[rows] = self._policy(self._seen_by(batch.actors, rows), batch.masks[rows])
            else:
                chosen[rows] = batch.random_actions()[rows]
            batch.step_unchecked(chosen)
            self._note(waiting, rewards, ended)

    def _note(self, moved: Any, rewards: Any, ended: Any) -> None:
        """What the learner won in matches that have just ended."""
        over = np.flatnonzero(moved & self.batch.ended & ~ended)
        rewards[over] = self.batch.rewards[over, self.seats[over]]
        ended[over] = True

    def _seen_by(self, seats: npt.NDArray[np.int64], rows: Any = slice(None)) -> npt.NDArray[np.float32]:
        """What these seats see, in all matches or some."""
        structs, observers = self.batch.structs[rows], seats[rows]
        seen = np.zeros((len(structs), self.planes.size), np.float32)
        self.planes.encode(structs, observers, seen)
        return seen

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks.astype(np.int8), "_action_mask": np.ones(self.num_envs, np.bool_)}
