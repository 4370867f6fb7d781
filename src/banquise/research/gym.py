"""Gymnasium environments: one agent against bots. ``gymnasium.make("banquise/ice_lake-v0", opponent="fox")``.

Importing this module registers an id for every game. The agent sits at one seat; a level of ``banquise.bots`` (or
``random``) plays the others. An illegal action loses at once and says why in ``info["illegal"]``; ``action_masks()`` is
what sb3-contrib's MaskablePPO asks for.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from banquise.bots.levels import decide, level_named
from banquise.games import NAMES
from banquise.research.copies import Whole
from banquise.research.zoo import RENDER_MODES, checked_action, raw_env, version

RANDOM = "random"


class SoloEnv(Whole, gymnasium.Env):
    """A game for one agent at one seat; rewards, observations and options are those of ``zoo.raw_env``."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 -- as Gymnasium declares it

    def __init__(
        self,
        game: str = "ice_lake",
        seats: int | None = None,
        seat: int = 0,
        opponent: str = RANDOM,
        options: dict[str, str] | None = None,
        render_mode: str | None = None,
    ):
        self._match = raw_env(game, seats, options, render_mode)
        if not 0 <= seat < self._match.seats:
            raise ValueError(f"there is no seat {seat} at a table of {self._match.seats}: seats count from 0")
        self._level = None if opponent == RANDOM else level_named(opponent)
        self._over = True  # until the first reset
        self.seat = seat
        self.agent = f"seat_{seat}"
        self.metadata = {**type(self).metadata, "name": self._match.metadata["name"]}
        self.render_mode = render_mode
        self.observation_space = self._match.observation_space(self.agent)
        self.action_space = self._match.action_space(self.agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int16], dict[str, Any]]:
        """Begin a match and play on to the agent's first decision; ``options`` as ``zoo.raw_env.reset`` takes them."""
        super().reset(seed=seed)
        self._match.reset(seed=int(self.np_random.integers(2**62)), options=options)
        self._over = False
        self._let_others_play()
        return self._match.observe(self.agent), self._info()

    def step(self, action: int) -> tuple[npt.NDArray[np.int16], float, bool, bool, dict[str, Any]]:
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
        return self._match.observe(self.agent), reward, self._over, False, self._info()

    def _let_others_play(self) -> None:
        match = self._match
        while not all(match.terminations.values()) and match._actor != self.seat:
            actor = match._actor
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

    def render(self) -> Any:
        """The board as everybody may see it."""
        return self._match.render()


def register() -> None:
    """Make every game known to Gymnasium; doing it again changes nothing."""
    for name in NAMES:
        identity = f"banquise/{name}-v{version(name)}"
        if identity not in gymnasium.registry:
            gymnasium.register(identity, entry_point=f"{__name__}:SoloEnv", kwargs={"game": name})


register()

__all__ = ["RANDOM", "SoloEnv", "register"]
