"""Environments, batches and OpenSpiel states: however copied, and in other processes, they are independent equals."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import sys
import warnings
from functools import partial

import cloudpickle
import gymnasium
import numpy as np
import pyspiel
import pytest
from errands import run
from supersuit import concat_vec_envs_v1, pettingzoo_env_to_vec_env_v1

from banquise.games import game as game_named
from banquise.research import gym, spiel, zoo
from banquise.research.batch import Batch
from banquise.research.vector import SoloVector

pytestmark = pytest.mark.slow

WAYS = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "cloudpickle": lambda thing: cloudpickle.loads(cloudpickle.dumps(thing)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
every_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


class TurnByTurn:
    """PettingZoo's AEC environments."""

    def __init__(self, game, make=zoo.env):
        self.env = make(game.name, seats=3)
        self.env.reset(seed=3)

    @staticmethod
    def numbers(env):
        seen = {agent: env.observe(agent).tolist() for agent in env.possible_agents}
        masks = {agent: info["action_mask"].tolist() for agent, info in env.infos.items()}
        told = env.rewards, env.terminations, env.truncations, env._cumulative_rewards
        return seen, masks, [dict(each) for each in told], env.state().tolist(), list(env.agents)

    @staticmethod
    def step(env, rng):
        if not env.agents:
            return False
        _, _, over, _, info = env.last()
        env.step(None if over else int(rng.choice(np.flatnonzero(info["action_mask"]))))
        return True

    @staticmethod
    def again(env):
        env.reset()


class Raw(TurnByTurn):
    def __init__(self, game):
        super().__init__(game, partial(zoo.raw_env, observation="planes"))


class Parallel:
    """PettingZoo's parallel environments."""

    def __init__(self, game):
        self.env = zoo.parallel_env(game.name, seats=2)
        self.env.reset(seed=3)

    @staticmethod
    def numbers(env):
        return TurnByTurn.numbers(env.aec_env), list(env.agents), env.state().tolist()

    @staticmethod
    def step(env, rng):
        if not env.agents:
            return False
        mask = env.aec_env.infos[env.aec_env.agent_selection]["action_mask"]
        env.step(dict.fromkeys(env.agents, int(rng.choice(np.flatnonzero(mask)))))
        return True

    @staticmethod
    def again(env):
        env.reset()


class Solo:
    """Gymnasium's environments."""

    def __init__(self, game):
        self.env = gym.SoloEnv(game.name, seats=2, opponent="random")
        self.env.reset(seed=3)

    @staticmethod
    def numbers(env):
        return env._match.observe(env.agent).tolist(), env.action_masks().tolist(), env._match.state().tolist()

    @staticmethod
    def step(env, rng):
        if not env.action_masks().any():
            return False
        env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
        return True

    @staticmethod
    def again(env):
        env.reset()


class Many:
    """Batches: they begin anew by themselves, so the end is a number of steps."""

    def __init__(self, game, threads=1):
        self.env = Batch(game.name, count=5, seats=2, seed=4, threads=threads)

    @staticmethod
    def numbers(batch):
        shown = (batch.observations, batch.masks, batch.choices, batch.actors, batch.rewards, batch.ended)
        return [buffer.tolist() for buffer in shown], batch.game.schema.packed(batch.structs)

    @staticmethod
    def step(batch, rng):
        batch.step([rng.choice(np.flatnonzero(mask)) for mask in batch.masks])
        return rng.random() < 0.995

    @staticmethod
    def again(batch):
        batch.reset()


class Threads(Many):
    def __init__(self, game):
        super().__init__(game, threads=2)


class Vector:
    """Gymnasium's vectors, on a batch."""

    def __init__(self, game):
        self.env = SoloVector(game.name, 4, seats=2)
        self.env.reset(seed=4)

    @staticmethod
    def numbers(many):
        seen, info = many.seen()
        return seen.tolist(), info["action_mask"].tolist(), Many.numbers(many.batch)

    @staticmethod
    def step(many, rng):
        many.step([rng.choice(np.flatnonzero(mask)) for mask in many.batch.masks])
        return rng.random() < 0.97

    @staticmethod
    def again(many):
        many.reset()


class Spiel:
    """OpenSpiel's states."""

    def __init__(self, game):
        self.env = pyspiel.load_game(spiel.spiel_name(game), {"seats": 2}).new_initial_state()

    @staticmethod
    def numbers(state):
        players = range(state.num_players())
        seen = [(state.information_state_string(p), state.observation_tensor(p)) for p in players]
        return seen, state.history(), state.move_number(), state.returns(), str(state), state.current_player()

    @staticmethod
    def step(state, rng):
        if state.is_terminal():
            return False
        actions = state.legal_actions()
        state.apply_action(int(actions[rng.integers(len(actions))]))
        return True

    @staticmethod
    def again(state):
        pass


STANDING = (TurnByTurn, Raw, Parallel, Solo, Many, Threads, Vector)  # those that can be put back to where they stood
KINDS = (*STANDING, Spiel)


def play_on(kind, env, seed, most=10**9):
    rng = np.random.default_rng(seed)
    while most > 0 and kind.step(env, rng):
        most -= 1


@every_way
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_copy_is_an_independent_equal(game, kind, way):
    env = kind(game).env
    play_on(kind, env, seed=1, most=7)
    before = kind.numbers(env)
    twin, third = way(env), way(env)
    assert kind.numbers(twin) == before
    play_on(kind, twin, seed=2)
    assert kind.numbers(env) == before
    one, other = np.random.default_rng(2), np.random.default_rng(2)
    while kind.step(env, one):
        assert kind.step(third, other)
        assert kind.numbers(env) == kind.numbers(third)
    assert not kind.step(third, other)
    assert kind.numbers(env) == kind.numbers(twin)
    kind.again(env)
    kind.again(third)
    assert kind.numbers(env) == kind.numbers(third)  # the next match begins alike as well


def fresh(env):
    """Another environment like this one, in which nothing has happened yet."""
    if isinstance(env, Batch):
        return Batch(env.game.name, env.count, env.seats, seed=9, threads=env._threads)
    if isinstance(env, SoloVector):
        return SoloVector(env.batch.game.name, env.num_envs, seats=2)
    if isinstance(env, zoo.ParallelEnv):
        return zoo.parallel_env(env.aec_env.game.name, seats=2)
    if isinstance(env, gym.SoloEnv):
        return gym.SoloEnv(env._match.game.name, seats=2)
    return type(env)(env.game.name, seats=env.seats, observation=env.form)


@pytest.mark.parametrize("kind", STANDING, ids=lambda kind: kind.__name__)
def test_what_was_cloned_is_restored_here_and_elsewhere(game, kind):
    env = kind(game).env
    kept, rng, after = [], np.random.default_rng(1), []
    while True:
        kept.append((env.clone_state(), kind.numbers(env), copy.deepcopy(rng)))
        if not kind.step(env, rng):
            break
    end = kind.numbers(env)
    moments = [*kept[: len(kept) - 4 : max(1, len(kept) // 4)], *kept[-4:]]  # the last of them among those who are out
    for state, numbers, then in moments:
        for other in (env, fresh(env)):
            other.restore_state(state)
            assert kind.numbers(other) == numbers
        after.append((other, copy.deepcopy(then)))
    for other, then in after:  # restored one after the other, played later: none of them moves what was kept
        while kind.step(other, then):
            pass
        assert kind.numbers(other) == end
    with pytest.raises(ValueError, match=r"what was kept of \d+ x .* is not for"):
        zoo.env(game.name, seats=2).restore_state(Many(game).env.clone_state()[1] + [None, {}])


def trace(env):
    """A whole match, seen by everybody; run here and in another process."""
    rng, seen = np.random.default_rng(5), []
    while TurnByTurn.step(env, rng):
        seen.append(TurnByTurn.numbers(env))
    return seen


def test_a_spawned_worker_plays_the_same_match(game):
    env = zoo.env(game.name, seats=2)
    env.reset(seed=6)
    play_on(TurnByTurn, env, seed=1, most=3)
    cloudpickle.register_pickle_by_value(sys.modules[__name__])  # pytest's modules are found by nobody else
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        there = pool.apply_async(run, (cloudpickle.dumps(trace), env)).get(timeout=120)
    assert len(there) > 10
    assert there == trace(env)


def test_a_forked_process_has_threads_of_its_own():
    batch = Many(game_named("ice_cult"), threads=2).env
    batch.step_at_random(3)
    mine, theirs = multiprocessing.get_context("fork").Pipe()

    def there():
        batch.step_at_random(50)
        theirs.send(Many.numbers(batch))

    child = multiprocessing.get_context("fork").Process(target=there)
    child.start()
    try:
        assert mine.poll(60), "the child waits for threads that it has not got"
        told = mine.recv()
    finally:
        child.kill()
        child.join()
    batch.step_at_random(50)
    assert told == Many.numbers(batch)
    batch.close()
    batch.step_at_random(1)  # new ones come


def test_a_resampled_open_spiel_state_is_pickled_as_it_is():
    # What it hides was drawn anew, so it does not follow from its history.
    state = pyspiel.load_game("python_banquise_altitude(seats=2)").new_initial_state()
    play_on(Spiel, state, seed=1, most=20)
    other = state.resample_from_infostate(0, lambda: 0.3)
    twin = pickle.loads(pickle.dumps(other))
    assert Spiel.numbers(twin) == Spiel.numbers(other)
    assert twin.position == other.position
    assert twin.position != state.position
    play_on(Spiel, twin, seed=3)
    play_on(Spiel, other, seed=3)
    assert Spiel.numbers(twin) == Spiel.numbers(other)


def test_a_copied_observer_goes_on_observing():
    game = pyspiel.load_game("python_banquise_altitude(seats=2)")
    state, observer = game.new_initial_state(), game.make_py_observer()
    twin = copy.deepcopy(observer)
    play_on(Spiel, state, seed=1, most=20)
    twin.set_from(state, 0)
    observer.set_from(state, 0)
    assert (twin.tensor == observer.tensor).all()
    assert twin.dict["hand"].any()
    assert all(np.shares_memory(part, twin.tensor) for part in twin.dict.values())


def vectors(game, workers):
    """What SuperSuit's users write."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # SuperSuit's own: of Gymnasium's old names
        env = pettingzoo_env_to_vec_env_v1(zoo.parallel_env(game.name, seats=2))
        return concat_vec_envs_v1(env, 2, num_cpus=workers, base_class="gymnasium")


@pytest.mark.parametrize("workers", [0, 2], ids=["in this process", "in workers"])
def test_supersuit_sees_what_happens(game, workers):
    many, size = vectors(game, workers), game.move_codes
    observations, _ = many.reset(seed=1)
    alone = zoo.parallel_env(game.name, seats=2)
    expected, _ = alone.reset(seed=1)
    rng, kinds = np.random.default_rng(0), set()
    for _ in range(12):
        assert observations[0].tolist() == expected["seat_0"].tolist()
        assert observations[1].tolist() == expected["seat_1"].tolist()
        kinds.add(observations[0].tobytes())
        actions = [int(rng.choice(np.flatnonzero(row[-size:]))) if row[-size:].any() else 0 for row in observations]
        observations, *_ = many.step(np.array(actions))
        expected, *_ = alone.step({"seat_0": actions[0], "seat_1": actions[1]})
        if not alone.agents:
            break
    assert len(kinds) > 3
    many.close()


def test_gymnasiums_workers_see_what_happens(game):
    identity = f"banquise/{game.name}-v{zoo.version(game.name)}"
    many = gymnasium.make_vec(
        identity, num_envs=2, vectorization_mode="async", vector_kwargs={"context": "spawn"}, seats=2
    )
    alone = gymnasium.make(identity, seats=2)
    observations, info = many.reset(seed=8)
    expected, _ = alone.reset(seed=8)
    rng = np.random.default_rng(0)
    for _ in range(8):
        assert observations[0].tolist() == expected.tolist()
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in info["action_mask"]]
        observations, _, over, _, info = many.step(np.array(actions))
        expected, *_ = alone.step(actions[0])
        if over.any():
            break
    many.close()
