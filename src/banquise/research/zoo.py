"""PettingZoo environments: ``zoo.env("ice_lake", seats=3)``, or the module-like ``ice_lake_v2.env(seats=3)``.

Importing this module registers them too: ``pettingzoo.make("aec", "banquise/ice_lake-v2", seats=3)``.

Observations (``observation=``) are ``flat``, vectors of whole numbers: first what ``observations.Observer`` documents,
then the action mask; or ``planes``, numbers from 0 to 1 that are easier to learn from (``planes.Planes`` documents
them); or ``dict``, planes and ``action_mask`` in a dictionary; or ``dict_flat``, likewise with the numbers of ``flat``.
The mask is in ``info["action_mask"]`` always.

Seats that decide at the same time are asked one after the other; what they decide stays hidden, so nothing leaks.
"""

from __future__ import annotations

import operator
from copy import deepcopy
from functools import partial
from typing import Any, Literal, Protocol, SupportsIndex, TypeVar, get_args

from banquise.games import NAMES
from banquise.games import game as game_named
from banquise.kernel.extras import of_extra
from banquise.kernel.schema import State
from banquise.research import stepper
from banquise.research.copies import Whole
from banquise.research.lanes import Lanes
from banquise.research.observations import DTYPE, observer
from banquise.research.picture import picture
from banquise.research.planes import planes
from banquise.table.match import laid_out
from banquise.table.trial import try_out

with of_extra("research"):
    import gymnasium
    import numpy as np
    import numpy.typing as npt
    import pettingzoo
    from pettingzoo import AECEnv
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
    from pettingzoo.utils.env import AECIterator
    from pettingzoo.utils.env_logger import EnvLogger

Form = Literal["flat", "planes", "dict", "dict_flat"]
FORMS = get_args(Form)
_STANDING = (
    "agents",
    "agent_selection",
    "rewards",
    "_cumulative_rewards",
    "terminations",
    "truncations",
    "infos",
    "_actor",
    "_cycles",
    "_laid_out",
    "_skip_agent_selection",  # PettingZoo's: who comes after those who are out
    "_has_reset",
    "_has_moved",
)  # besides the memory, what changes while a match is played
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
MEANINGLESS = {"options": 1}  # what PettingZoo's own suites give to ``reset``


def checked_action(action: SupportsIndex, codes: int) -> int:
    """The action as an int, if there is such a one; whether it is legal is another question.

    >>> checked_action(3, 8)
    3
    >>> checked_action(9, 8)
    Traceback (most recent call last):
        ...
    ValueError: an action is a whole number from 0 to 7, not 9
    """
    try:
        number = operator.index(action)
    except TypeError:
        number = -1
    if not 0 <= number < codes:
        raise ValueError(f"an action is a whole number from 0 to {codes - 1}, not {action!r:.40}")
    return number


class raw_env(Whole, AECEnv):  # type: ignore[misc]  # noqa: N801 -- PettingZoo has no types; the name is its own
    """A game as a turn-based environment on the translated rules. Agents are ``seat_0`` and so on.

    Rewards come at the end and are zero-sum: 1 for a sole winner, -1/(seats - 1) for each loser; a shared win is split.
    Alone at the table (Altitude's patience) the reward is the points.

    >>> table = raw_env("ice_cult", seats=2)
    >>> table.reset(seed=1)
    >>> table.agent_selection, table.observe("seat_0").dtype
    ('seat_0', dtype('int16'))
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "is_parallelizable": False}  # noqa: RUF012 -- as PettingZoo declares it

    def __init__(
        self,
        game: str = "ice_lake",
        seats: int | None = None,
        options: dict[str, str] | None = None,
        render_mode: str | None = None,
        observation: Form = "flat",
        max_cycles: int | None = None,
    ):
        if observation not in FORMS:
            raise ValueError(f"no observation {observation!r}: choose one of {', '.join(FORMS)}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"no render mode {render_mode!r}: choose one of {', '.join(RENDER_MODES)}")
        self.game = game_named(game)
        self.seats = self.game.usual_seats if seats is None else seats
        self.game.check_seats(self.seats)
        self.options = dict(options or {})
        self.game.option_values(self.options, self.seats)
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "name": f"{self.game.name}_v{version(self.game.name)}"}
        self.observer = observer(self.game, self.seats)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        moves = self.game.move_codes
        self.form, self.max_cycles = observation, max_cycles
        self.planes = planes(self.game, self.seats)
        self._observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self._action_spaces = {a: gymnasium.spaces.Discrete(moves) for a in self.possible_agents}
        state_bytes = self.game.schema.kept_bytes
        self.state_space = gymnasium.spaces.Box(-128, 127, (state_bytes,), np.int8)
        self._laid_out: tuple[dict[str, str], dict[str, Any]] | None = None  # the options and position of the set-up
        self._lanes = Lanes(self.game, 1, self.seats)
        self._nothing = np.zeros(moves, np.int8)  # the mask of everybody whose turn it is not
        self._seeds = np.random.default_rng()
        self._actor = stepper.OVER
        self.look()

    def _space(self) -> gymnasium.spaces.Space[Any]:
        moves, spaces = self.game.move_codes, gymnasium.spaces
        if self.form in ("planes", "dict"):
            box: gymnasium.spaces.Box[Any] = spaces.Box(0.0, 1.0, (self.planes.size,), np.float32)
        elif self.form == "dict_flat":
            box = spaces.Box(self.observer.low, self.observer.high, dtype=DTYPE)
        else:
            low = np.concatenate([self.observer.low, np.zeros(moves, DTYPE)])
            box = spaces.Box(low, np.concatenate([self.observer.high, np.ones(moves, DTYPE)]), dtype=DTYPE)
        if not self.form.startswith("dict"):
            return box
        return spaces.Dict({"observation": box, "action_mask": spaces.Box(0, 1, (moves,), np.int8)})

    made_by_look = ("_masks", "_observation")

    def look(self) -> None:
        """The parts of the memory that are looked at with every step."""
        self._masks, self._observation = self._lanes.masks, self._lanes.observations
        self._nothing.flags.writeable = False

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """As the form of the observations wants it: a vector, or a dictionary with the action mask."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """The move codes of the game."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; without a seed, with chance that follows from the last one given.

        ``options`` are for this match alone: options of the game, and ``position``, fields that differ from the
        set-up (as in a JSON position).
        """
        self._lay_out({} if options in (None, MEANINGLESS) else {**options})
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._lanes.begin(int(self._seeds.integers(2**62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._cycles = 0
        self._point_at_actor()

    def _lay_out(self, options: dict[str, Any]) -> None:
        """The set-up that the match begins from; laid out anew only where it is another."""
        position = options.pop("position", {})
        chosen = {**self.options, **options}
        if self._laid_out == (chosen, position):
            return
        start = laid_out(self.game, self.seats, chosen, position)
        if position:
            try_out(self.game, self.seats, start)
        self.game.schema.to_struct(start, self._lanes.setup[0])
        self._laid_out = (chosen, position)

    def _point_at_actor(self) -> None:
        """Select whoever acts, and show the mask of legal moves to that agent alone."""
        self._actor = int(self._lanes.actors[0])
        self.infos = {agent: {"action_mask": self._nothing} for agent in self.agents}
        if self._actor >= 0:
            self.agent_selection = self.possible_agents[self._actor]
            self.infos[self.agent_selection] = {"action_mask": self._masks[0].astype(np.int8)}

    def observe(self, agent: str) -> Any:
        """What the agent may see now, and its legal moves (none if it is not its turn), in the form asked for."""
        seat, size = self._seat_of[agent], self.observer.size
        if self.form in ("planes", "dict"):
            seen = np.zeros((1, self.planes.size), np.float32)
            self.planes.encode(self._lanes.structs[:1], np.array([seat]), seen)
            return seen[0] if self.form == "planes" else {"observation": seen[0], "action_mask": self._mask_of(seat)}
        observation = np.empty(size + self.game.move_codes, DTYPE)
        if seat == self._actor:
            observation[:size] = self._observation[0]
            observation[size:] = self._masks[0]
        else:
            self._lanes.call["encode"](seat)
            observation[:size] = self._lanes.seen
            observation[size:] = 0
        if self.form == "dict_flat":
            return {"observation": observation[:size], "action_mask": self._mask_of(seat)}
        return observation

    def _mask_of(self, seat: int) -> npt.NDArray[np.int8]:
        """The legal moves of a seat, as a copy."""
        return self._masks[0].astype(np.int8) if seat == self._actor else self._nothing.copy()

    def state(self) -> npt.NDArray[np.int8]:
        """The whole state, secrets included, as bytes: for centralised critics, never for a player."""
        kept: npt.NDArray[np.int8] = self._lanes.numbers[0][0, : self.game.schema.kept_bytes]
        return kept.copy()

    @property
    def position(self) -> State:
        """The whole state as the plain rules know it, secrets included; a copy."""
        return self.game.schema.from_struct(self._lanes.structs[0])

    def step(self, action: int | None) -> None:
        """The selected agent's move. An illegal one raises; ``env()`` wraps that into a loss."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is in play and must move")
        self._check(checked_action(action, self.game.move_codes))
        self._cumulative_rewards[agent] = 0.0
        self._lanes.actions[0] = action
        self._lanes.call["step_many"]()
        self._point_at_actor()
        self._cycles += 1
        if not self._lanes.ended[0] and self._cycles == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        if self._lanes.ended[0]:
            self.rewards = dict(zip(self.possible_agents, self._lanes.rewards[0].tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _check(self, action: int) -> None:
        if not self._masks[0, action]:
            raise ValueError(f"action {action} of {self.agent_selection} is illegal: {self.why_illegal(action)}")

    def why_illegal(self, action: int) -> str:
        """Why the acting seat may not do this: the reason and its paragraph."""
        reason = self.game.reasons[self.game.rules.why_illegal(self.position, self._actor, action)]
        return f"{reason.key} ({reason.paragraph})"

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The board as everybody may see it."""
        if self.render_mode is None:
            return None
        seen = self.game.schema.seen(self.position, None)
        if self.render_mode == "svg":
            return self.game.drawing.svg(seen)
        if self.render_mode == "rgb_array":
            return picture(self.game.drawing.svg(seen))
        if self.render_mode == "ansi":
            return self.game.drawing.text(seen)
        print(self.game.drawing.text(seen))
        return None

    def clone_state(self) -> Any:
        """Where the match stands, chance to come included, for ``restore_state`` here or of a copy."""
        kept = {name: deepcopy(self.__dict__[name]) for name in _STANDING if name in self.__dict__}
        return self._lanes.memory(), deepcopy(self._seeds), kept

    def restore_state(self, state: Any) -> None:
        """Stand where ``clone_state`` was called, here or in another environment of the same game and seats."""
        memory, seeds, kept = state
        self._lanes.remember(memory)
        self._seeds = deepcopy(seeds)
        for name in _STANDING:
            self.__dict__.pop(name, None)
        self.__dict__.update(deepcopy(kept))

    def close(self) -> None:
        """Nothing to let go of."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


REVISIONS = dict.fromkeys(NAMES, 0) | {"ice_lake": 1, "ice_cult": 2, "altitude": 2, "alaska": 1}
"""How often an observation, an action code, a reward or what a seed gives has changed under the same rules."""


def version(game: str) -> int:
    """The number in an environment's name: it moves when results can change, with the rules or with a revision.

    >>> f"banquise/ice_cult-v{version('ice_cult')}" in pettingzoo.aec_registry
    True
    """
    return game_named(game).version - 1 + REVISIONS[game]


class SafeEnv(raw_env):
    """What PettingZoo's three usual wrappers do, without a wrapper's price: they take four times as long as the game.

    Using it before ``reset`` is an error, and so is an action outside the action space. An illegal move is told,
    ends the match and loses it (-1, and 0 for the others).

    >>> table = SafeEnv("ice_cult", seats=2)
    >>> table.step(0)
    Traceback (most recent call last):
        ...
    AssertionError: reset() needs to be called before step.
    """

    _has_reset = False
    _has_moved = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; without a seed, with chance that follows from the last one given."""
        self._has_reset = self._has_moved = True
        super().reset(seed, options)

    def step(self, action: int | None) -> None:
        """The selected agent's move; an illegal one loses."""
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_moved = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        if action is not None and not self._is_out(self.agent_selection):
            assert self.action_space(self.agent_selection).contains(action), (
                f"action {action!r} is not in the action space of {self.agent_selection}"
            )
            if not self._masks[0, action]:
                self._lose()
                return
        super().step(action)

    def _is_out(self, agent: str) -> bool:
        return bool(self.terminations[agent] or self.truncations[agent])

    def _lose(self) -> None:
        """The selected agent made an illegal move."""
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {agent: -1.0 * (agent == self.agent_selection) for agent in self.agents}
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Any:
        """What the agent may see now, and its legal moves (none if it is not its turn)."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def state(self) -> npt.NDArray[np.int8]:
        """The whole state, secrets included, as bytes: for centralised critics, never for a player."""
        if not self._has_reset:
            EnvLogger.error_state_before_reset()
        return super().state()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The board as everybody may see it."""
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> _Turns:
        """Whoever is to act, turn after turn; whoever loops without stepping is told."""
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return _Turns(self, max_iter)


class _Turns(AECIterator):  # type: ignore[misc] # PettingZoo has no types
    """The agents to act, one for each step."""

    env: SafeEnv

    def __next__(self) -> str:
        agent: str = super().__next__()
        assert self.env._has_moved, "need to call step() or reset() in a loop over `agent_iter`"
        self.env._has_moved = False
        return agent


def env(game: str = "ice_lake", **kwargs: Any) -> SafeEnv:
    """The environment as PettingZoo's own are made: an illegal move loses, order is enforced.

    >>> table = env("ice_cult", seats=2)
    >>> table.reset(seed=1)
    >>> table.agents
    ['seat_0', 'seat_1']
    >>> observation, reward, is_over, is_cut, info = table.last()
    >>> table.step(int(info["action_mask"].argmax()))
    """
    return SafeEnv(game, **kwargs)


class ParallelEnv(Whole, turn_based_aec_to_parallel_wrapper):  # type: ignore[misc] # PettingZoo has no types
    """PettingZoo's own conversion of a turn-based environment, whose copies are copies.

    >>> table = ParallelEnv(env("ice_cult", seats=2))
    >>> observations, infos = table.reset(seed=1)
    >>> sorted(observations)
    ['seat_0', 'seat_1']
    """

    def clone_state(self) -> Any:
        """Where the match stands, chance to come included, for ``restore_state`` here or of a copy."""
        return self.aec_env.clone_state()

    def restore_state(self, state: Any) -> None:
        """Stand where ``clone_state`` was called."""
        self.aec_env.restore_state(state)
        self.agents = list(self.aec_env.agents)


def parallel_env(game: str = "ice_lake", **kwargs: Any) -> ParallelEnv:
    """All seats step at once; only the action of the seat whose turn it is counts.

    >>> table = parallel_env("altitude", seats=3)
    >>> table.possible_agents
    ['seat_0', 'seat_1', 'seat_2']
    """
    return ParallelEnv(env(game, **kwargs))


Made_co = TypeVar("Made_co", covariant=True)


class Makes(Protocol[Made_co]):
    """Makes environments of one game.

    >>> makes: Makes[SafeEnv] = trio("ice_lake")[0]
    >>> makes(seats=3).possible_agents
    ['seat_0', 'seat_1', 'seat_2']
    """

    def __call__(
        self,
        *,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        render_mode: str | None = None,
        observation: Form = "flat",
        max_cycles: int | None = None,
    ) -> Made_co:
        """An environment: its seats and options, how it is drawn, in which form it is observed, when it is cut off."""
        ...


def trio(game: str) -> tuple[Makes[SafeEnv], Makes[raw_env], Makes[ParallelEnv]]:
    """PettingZoo's usual ``env``, ``raw_env`` and ``parallel_env`` of one game.

    >>> make, make_raw, make_parallel = trio("ice_lake")
    >>> type(make_raw(seats=2)).__name__
    'raw_env'
    """
    return partial(env, game), partial(raw_env, game), partial(parallel_env, game)


def register() -> None:
    """Make every game known to PettingZoo, turn by turn and parallel; doing it again changes nothing.

    >>> register()
    >>> sum("ice_cult" in name for name in pettingzoo.aec_registry)
    1
    """
    for name in NAMES:
        identity = f"banquise/{name}-v{version(name)}"
        if identity not in pettingzoo.aec_registry:
            pettingzoo.register("aec", identity, f"{__name__}:env", kwargs={"game": name})
            pettingzoo.register("parallel", identity, f"{__name__}:parallel_env", kwargs={"game": name})


register()
