"""OpenSpiel's own tests and algorithms run on our games."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, ismcts, mcts

from banquise.games import all_games
from banquise.games import game as game_named
from banquise.games.altitude import moves
from banquise.games.altitude.board import AVALANCHE, KINDS
from banquise.research import spiel

pytestmark = [pytest.mark.compiles, pytest.mark.slow]

SEATED = [(game.name, seats) for game in all_games() for seats in game.seats]
every_table = pytest.mark.parametrize(("name", "seats"), SEATED)


def load(name, seats, **options):
    game = game_named(name)
    pairs = "".join(f",{name}={value}" for name, value in options.items())
    return pyspiel.load_game(f"{spiel.spiel_name(game)}(seats={seats}{pairs})")


@every_table
def test_the_random_simulation_test_passes(name, seats):
    pyspiel.random_sim_test(load(name, seats), num_sims=2, serialize=False, verbose=False)


@pytest.mark.slow
def test_the_random_simulation_test_passes_with_serialisation():
    for game in all_games():
        if game.longest < 5000:  # it replays the whole history at every step
            pyspiel.random_sim_test(load(game.name, game.seats[-1]), num_sims=2, serialize=True, verbose=False)


def test_a_playthrough_can_be_generated():
    for game in all_games():
        seats = 2
        text = generate_playthrough.playthrough(f"{spiel.spiel_name(game)}(seats={seats})", [], seed=3)
        assert f'GameType.short_name = "{spiel.spiel_name(game)}"' in text
        assert "GameType.information = Information.IMPERFECT_INFORMATION" in text or not game.schema.hidden


@every_table
def test_declared_bounds_are_true(name, seats):
    spiel_game, rng = load(name, seats), random.Random(5)
    state, steps = spiel_game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert abs(sum(p for _, p in outcomes) - 1) < 1e-9
            assert max(o for o, _ in outcomes) < spiel_game.max_chance_outcomes()
            state.apply_action(rng.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0])
        else:
            legal = state.legal_actions()
            assert max(legal) < spiel_game.num_distinct_actions()
            state.apply_action(rng.choice(legal))
        steps += 1
    returns = state.returns()
    assert steps <= spiel_game.max_game_length()
    assert min(returns) >= spiel_game.min_utility()
    assert max(returns) <= spiel_game.max_utility()
    if seats > 1:
        assert abs(sum(returns)) < 1e-9


@every_table
def test_what_is_answered_at_once_is_what_open_spiel_would_have_answered(name, seats):
    state, rng = load(name, seats).new_initial_state(), random.Random(4)
    for _ in range(60):
        assert state.is_chance_node() == pyspiel.State.is_chance_node(state)
        assert state.legal_actions() == pyspiel.State.legal_actions(state)
        for player in range(seats):
            assert state.legal_actions(player) == pyspiel.State.legal_actions(state, player)
        if state.is_terminal():
            break
        kept = state.legal_actions()
        kept.clear()  # whoever changes an answer changes nothing else
        state.apply_action(rng.choice(state.legal_actions()))


@every_table
def test_a_resampled_state_looks_the_same_to_the_player(name, seats):
    state, rng = load(name, seats).new_initial_state(), random.Random(2)
    for _ in range(40):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(rng.choices(*zip(*state.chance_outcomes(), strict=True))[0])
            continue
        player = state.current_player()
        twin = state.resample_from_infostate(player, rng.random)
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert np.array_equal(twin.information_state_tensor(player), state.information_state_tensor(player))
        assert twin.observation_string(player) == state.observation_string(player)
        assert twin.legal_actions() == state.legal_actions()
        state.apply_action(rng.choice(state.legal_actions()))


def test_open_spiels_searches_play_our_games():
    for game in all_games():
        state = load(game.name, 2).new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        if game.longest < 5000 or game.name == "ice_lake":
            bot = mcts.MCTSBot(state.get_game(), 2.0, 3, evaluator, random_state=np.random.RandomState(1))
            assert bot.step(state) in state.legal_actions()
            if not game.schema.hidden:
                continue  # IS-MCTS is for hidden information
            blind = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, 3, random_state=np.random.RandomState(1))
            assert blind.step(state) in state.legal_actions()


def last_cards(*pile):
    """The end of a match of Altitude: mountains not begun, a card in each hand, and these cards in the pile."""
    altitude = game_named("altitude")
    position = {
        "phase": moves.DRAWING,
        "draws_left": 1,
        "dealt_cards": 12,
        "has_kept": [1, 1, 0, 0],
        "hand": [[3, 0, 0, 0], [9, 0, 0, 0], [0] * 4, [0] * 4],
        "pile": [pile.count(kind + 1) for kind in range(KINDS)],
        "pile_size": len(pile),
    }
    name = spiel.spiel_name(altitude)
    return pyspiel.load_game(f"{name}(seats=2,position={spiel.position_text(position)})")


def test_a_match_can_begin_at_a_position():
    game = last_cards(AVALANCHE, 5)
    state = game.new_initial_state()
    assert [outcome + 1 for outcome, _ in state.chance_outcomes()] == [5, AVALANCHE]
    assert str(pyspiel.load_game(str(game)).new_initial_state()) == str(state)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    with pytest.raises(ValueError, match=r"position 'nonsense!' is not what spiel.position_text\(\) writes"):
        pyspiel.load_game("python_banquise_altitude(position=nonsense!)")
    with pytest.raises(ValueError, match="unknown fields"):
        pyspiel.load_game(
            f"python_banquise_altitude(position={spiel.position_text({'weather': 3})})"
        ).new_initial_state()


@pytest.mark.parametrize(
    ("name", "position", "trouble"),
    [
        ("altitude", {"pile_size": 3}, "cannot be played on from this position"),
        ("ice_lake", {"seats": 4}, "for 4 seats, and 2 are at the table"),
        ("ice_lake", {"cell": [500, 3, 0, 0]}, "cell: 500 is not a whole number from 0 to 126"),
        ("ice_lake", {"cell": [-5, 3, 0, 0]}, "cell: -5 is not a whole number from 0 to 126"),
        ("altitude", {"turn": 3}, "turn: there is no seat 3 at a table of 2"),
        ("altitude", {"phase": 77}, "phase: 77 is not a whole number"),
        ("ice_cult", {"supply": [-4, 0, 0, 0]}, "supply: -4 is not a whole number"),
        ("alaska", {"ice_left": 50}, "cannot be played on from this position"),
    ],
)
def test_a_position_that_cannot_be_played_is_refused(name, position, trouble):
    with pytest.raises(ValueError, match=trouble):
        pyspiel.load_game(f"python_banquise_{name}(seats=2,position={spiel.position_text(position)})")


@pytest.mark.slow
def test_counterfactual_regrets_come_close_to_an_equilibrium():
    """The last two cards of Altitude: 144 positions, 80 information states (three cards: 2,456 and 1,228)."""
    game = last_cards(AVALANCHE, 5)
    solver = cfr.CFRSolver(game)
    before = exploitability.exploitability(game, policies.UniformRandomPolicy(game))
    for _ in range(60):
        solver.evaluate_and_update_policy()
    after = exploitability.exploitability(game, solver.average_policy())
    assert before > 0.1
    assert 0 <= after < before / 10


def test_registering_twice_changes_nothing():
    before = pyspiel.registered_names()
    spiel.register()
    assert pyspiel.registered_names() == before


def test_bad_parameters_are_refused():
    game = all_games()[0]
    with pytest.raises(ValueError, match="not 9"):
        load(game.name, 9)
    with pytest.raises(ValueError, match="large or short"):
        load(game.name, 2, lake="dry")
    with pytest.raises(ValueError, match="not supported"):
        load(game.name, 2).make_py_observer(params={"x": 1})
