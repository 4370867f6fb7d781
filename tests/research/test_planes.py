"""Observations to learn from: true to what a seat may see, from 0 to 1, counted from the observer on."""

from __future__ import annotations

import copy

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from banquise.games import game as game_named
from banquise.research import gym, zoo
from banquise.research.batch import Batch
from banquise.research.planes import planes
from banquise.research.taken_apart import NOTHING, taken_apart

FORMS = pytest.mark.parametrize("form", zoo.FORMS)


def test_planes_stay_between_0_and_1_and_follow_from_what_is_seen(variant):
    game, seats, options = variant
    batch, shown = Batch(game.name, 16, seats, options, seed=3, observe=False), planes(game, seats)
    out, again = (np.full((16, shown.size), -1, np.float32) for _ in range(2))
    for _ in range(25):
        shown.encode(batch.structs, batch.actors, out)
        assert out.min() >= 0
        assert out.max() <= 1
        imagined = game.schema.structs(16)  # what the observer cannot know may be anything
        for i, struct in enumerate(batch.structs):
            state = game.schema.from_struct(struct)
            game.rules.imagine(state, max(int(batch.actors[i]), 0), [1, 2, 3, i])
            game.schema.to_struct(state, imagined[i])
        shown.encode(imagined, batch.actors, again)
        assert (again == out).all()
        batch.step_at_random(3)


def test_every_place_of_the_planes_is_documented(game):
    shown = planes(game, game.usual_seats)
    ends = [part.start + part.places * part.width for part in shown.parts]
    assert [part.start for part in shown.parts] == [0, *ends[:-1]]
    assert ends[-1] == shown.size
    assert all(part.about for part in shown.parts)
    assert copy.deepcopy(shown) is shown


def test_seats_are_counted_from_the_observer_on():
    env = zoo.raw_env("ice_lake", observation="planes")
    env.reset(seed=1, options={"position": {"cell": [60, 70, 0, 0]}})
    cell = next(part for part in env.planes.parts if part.name == "cell")
    own, other = (
        env.observe(agent)[cell.start : cell.start + 2 * 127].reshape(2, 127).argmax(1) for agent in env.agents
    )
    assert own.tolist() == [60, 70]
    assert other.tolist() == [70, 60]


def test_the_last_plane_is_the_observers_own_seat(game):
    for seats in game.seats:
        batch, shown = Batch(game.name, 4, seats, observe=False), planes(game, seats)
        out = np.zeros((4, shown.size), np.float32)
        for seat in range(seats):
            shown.encode(batch.structs, np.full(4, seat), out)
            assert out[:, shown.parts[-1].start :].tolist() == [[float(one == seat) for one in range(seats)]] * 4


def test_moves_are_taken_apart_as_they_were_declared(game):
    rows, count = taken_apart(game, game.usual_seats)
    numbers = rows[0]
    assert 0 <= rows.min() <= rows.max() == count - 1
    assert len(np.unique(numbers[:, 0])) == game.move_codes
    parts = list({part.name: part for kind in game.moves.kinds for part in kind.parts}.values())
    meant: dict[int, object] = {}
    for move in range(game.move_codes):
        kind = game.moves.kind(move)
        values = kind.values(move)
        told = [kind.name, *((part.name, values[part.name]) if part.name in values else None for part in parts)]
        for number, thing in zip(numbers[move, 1:].tolist(), told, strict=True):
            if any(part.seat and thing and thing[0] == part.name for part in parts):
                continue  # counted from the observer on, and only those at the table
            assert (number == NOTHING) == (thing is None)
            assert meant.setdefault(number, thing) == thing, "one number, one thing"


def test_seats_in_moves_are_counted_from_the_observer_on():
    moves = game_named("altitude").moves
    lay = moves.named("lay").first
    rows, _ = taken_apart(game_named("altitude"), 3)
    for observer in range(3):
        for place in (0, 57):
            seen = [rows[observer, moves.code(lay, (observer + step) % 3, place), 1:] for step in range(3)]
            first = [rows[0, moves.code(lay, step, place), 1:] for step in range(3)]
            assert np.array_equal(seen, first)


@FORMS
def test_the_suites_pass_in_every_form(game, form, recwarn):
    if form in ("flat", "planes"):  # PettingZoo's suite warns of any dictionary that is not its own
        api_test(zoo.env(game.name, observation=form), num_cycles=60)
    env = gymnasium.make(f"banquise/{game.name}-v{zoo.version(game.name)}", observation=form)
    check_env(env.unwrapped, skip_render_check=True)


def test_a_dictionary_holds_the_mask():
    env = gym.SoloEnv("altitude", observation="dict")
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert (seen["action_mask"] == info["action_mask"]).all()
    assert seen["action_mask"].sum() == env.action_masks().sum() > 0


def test_a_match_is_cut_off_after_so_many_decisions(game):
    env = zoo.env(game.name, max_cycles=5)
    env.reset(seed=1)
    for _ in range(5):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    if not any(env.terminations.values()):
        assert all(env.truncations.values())
    while env.agents:
        env.step(None)
    solo = gym.SoloEnv(game.name, max_cycles=2)
    solo.reset(seed=1)
    ends = [solo.step(int(np.flatnonzero(solo.action_masks())[0]))[2:4] for _ in range(2)]
    assert ends[0] in ((False, False), (True, False))
    assert any(ends[1])


def test_any_function_is_an_opponent():
    asked = []

    def lowest(observation, mask):
        asked.append(observation["observation"].shape)
        return int(np.flatnonzero(mask)[0])

    env = gym.SoloEnv("ice_cult", opponent=lowest, observation="dict")
    env.reset(seed=1)
    for _ in range(10):
        env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert set(asked) == {(env._match.planes.size,)}


@pytest.mark.parametrize("kind", [zoo.env, gym.SoloEnv], ids=["PettingZoo", "Gymnasium"])
def test_what_was_cloned_is_restored(game, kind):
    env = kind(game.name, seats=2)
    env.reset(seed=2)

    def play(steps):
        rng, seen = np.random.default_rng(3), []
        match = getattr(env, "_match", env)
        for _ in range(steps):
            if not match._masks[0].any():
                break
            env.step(int(rng.choice(np.flatnonzero(match._masks[0]))))
            seen.append((match.state().tolist(), match.rewards, match.agent_selection, match.terminations))
        return seen

    play(4)
    here = env.clone_state()
    first = play(30)
    for _ in range(2):
        env.restore_state(here)
        assert play(30) == first
    twin = copy.deepcopy(env)
    twin.restore_state(here)


def test_nonsense_is_refused():
    with pytest.raises(ValueError, match="no observation 'tensor': choose one of flat, planes, dict, dict_flat"):
        zoo.env("ice_lake", observation="tensor")
