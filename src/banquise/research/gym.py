"""Gymnasium environments: one agent against bots. ``gymnasium.make("banquise/ice_lake-v2", opponent="fox")``.

Importing this module registers an id for every game. The agent sits at one seat; a level of ``banquise.bots``, or
``random``, or any policy (a function of an observation and a mask) plays the others. An illegal action loses at once
and says why in ``info["illegal"]``; ``action_masks()`` is what sb3-contrib's MaskablePPO asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from banquise.bots.levels import decide, level_named
from banquise.games import NAMES
from banquise.kernel.extras import of_extra
from banquise.research.copies import Whole
from banquise.research.zoo import RENDER_MODES, Form, checked_action, raw_env, version

with of_extra("research"):
    import gymnasium
    import numpy as np
    import numpy.typing as npt
    from gymnasium.error import ResetNeeded

RANDOM = "random"
Opponent = Callable[[Any, npt.NDArray[np.int8]], int]
"""A policy: an observation of its own seat, and the legal moves as a mask; it answers an action."""


class SoloEnv(Whole, gymnasium.Env):
    """A game for one agent at one seat; rewards, observations and options are those of ``zoo.raw_env``.

    >>> solo = SoloEnv("ice_cult", seats=2)
    >>> observation, info = solo.reset(seed=1)
    >>> observation, reward, is_over, is_cut, info = solo.step(int(solo.action_masks().argmax()))
    >>> reward
    0.0
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 -- as Gymnasium declares it

    def __init__(
        self,
        game: str = "ice_lake",
        seats: int | None = None,
        seat: int = 0,
        opponent: str | Opponent = RANDOM,
        options: dict[str, str] | None = None,
        render_mode: str | None = None,
        observation: Form = "flat",
        max_cycles: int | None = None,
    ):
        self._match = raw_env(game, seats, options, render_mode, observation)
        if not 0 <= seat < self._match.seats:
            raise ValueError(f"there is no seat {seat} at a table of {self._match.seats}: seats count from 0")
        self._policy = opponent if callable(opponent) else None
        self._level = None if callable(opponent) or opponent == RANDOM else level_named(opponent)
        self.max_cycles, self._cycles = max_cycles, 0
        self._over = True  # until the first reset
        self.seat = seat
        self.agent = f"seat_{seat}"
        self.metadata = {**type(self).metadata, "name": self._match.metadata["name"]}
        self.render_mode = render_mode
        self.observation_space = self._match.observation_space(self.agent)
        self.action_space = self._match.action_space(self.agent)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a match and play on to the agent's first decision; ``options`` as ``zoo.raw_env.reset`` takes them."""
        super().reset(seed=seed)
        self._match.reset(seed=int(self.np_random.integers(2**62)), options=options)
        self._over, self._cycles = False, 0
        self._let_others_play()
        return self._match.observe(self.agent), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The agent's move, and everybody else's until it must decide again."""
        if self._over:
            raise ResetNeeded("there is no match to go on with: reset() begins one")
        chosen = checked_action(action, self._match.game.move_codes)
        if not self._match._masks[0, chosen]:
            self._over = True
            lost = {**self._info(), "illegal": self._match.why_illegal(chosen)}
            return self._match.observe(self.agent), -1.0, True, False, lost
        self._match.step(chosen)
        self._let_others_play()
        self._over = all(self._match.terminations.values())
        reward = float(self._match._lanes.rewards[0, self.seat]) if self._over else 0.0
        self._cycles += 1
        cut_off = not self._over and self._cycles == self.max_cycles
        ended, self._over = self._over, self._over or cut_off
        return self._match.observe(self.agent), reward, ended, cut_off, self._info()

    def _let_others_play(self) -> None:
        match = self._match
        while not all(match.terminations.values()) and match._actor != self.seat:
            actor = match._actor
            if self._policy is not None:
                match.step(self._policy(match.observe(match.agent_selection), match._mask_of(actor)))
                continue
            if self._level is None:
                match.step(int(self.np_random.choice(np.flatnonzero(match._masks[0]))))
                continue
            state = match.position
            seed = int(self.np_random.integers(2**62))
            for move in decide(match.game, state, match.seats, actor, self._level, seed).moves:
                if match._actor == actor:
                    match.step(move)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The agent's legal moves."""
        return np.array(self._match._masks[0])

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}

    def clone_state(self) -> Any:
        """Where the match stands, chance and opponents at random included, for ``restore_state``."""
        return self._match.clone_state(), deepcopy(self._np_random), self._over, self._cycles

    def restore_state(self, state: Any) -> None:
        """Stand where ``clone_state`` was called."""
        match, random, self._over, self._cycles = state
        self._match.restore_state(match)
        self._np_random = deepcopy(random)

    def render(self) -> Any:
        """The board as everybody may see it."""
        return self._match.render()


def register() -> None:
    """Make every game known to Gymnasium; doing it again changes nothing.

    >>> register()
    >>> f"banquise/ice_cult-v{version('ice_cult')}" in gymnasium.registry
    True
    """
    for name in NAMES:
        identity = f"banquise/{name}-v{version(name)}"
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity,
                entry_point=f"{__name__}:SoloEnv",
                vector_entry_point="banquise.research.vector:SoloVector",
                kwargs={"game": name},
            )


register()

__all__ = ["RANDOM", "SoloEnv", "register"]
