"""The search: the same plain and compiled, blind to what is hidden, able to mix, and quick to see a win."""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import matrix
from tools import sample, visit

from banquise.bots import mind as minds
from banquise.bots.mind import Budget, Mind, believed, guide_of, imagined
from banquise.games import game as game_named
from banquise.games.ice_lake.ice import is_usable
from banquise.games.ice_lake.rules import DONE, PROGRAMMING, turned
from banquise.kernel.chance import RNG_LENGTH, seed_rng
from banquise.kernel.compile import bound
from banquise.kernel.contract import CHANCE, NOBODY
from banquise.kernel.tuning import ENDLESS
from banquise.table import new

pytestmark = pytest.mark.slow

MATRIX = matrix.as_game(matrix)


def deciding(game, seats, seed, every):
    """States of a random match with a seat that has a choice there."""
    out = [0] * game.buffer
    variant = (game, seats, {})
    for state in sample(variant, seed, every):
        mask = game.rules.to_act(state)
        if mask in (CHANCE, NOBODY):
            continue
        seat = max(seat for seat in range(seats) if mask >> seat & 1)
        if game.rules.legal_moves(state, seat, out) > 1:
            yield state.copy(), seat


def world(mind, state, seats, seat):
    """What the seat can believe."""
    return believed(mind.game, state, seats, seat, 5)


def same(one, other):
    return (one.moves, one.tried, one.chances) == (other.moves, other.tried, other.chances)


@pytest.mark.slow
def test_the_search_decides_the_same_plain_and_compiled(game):
    seats = game.seats[-1]
    plain, fast = Mind(game, plain=True), Mind(game)
    seen = 0
    for state, seat in chain.from_iterable(deciding(game, seats, seed, 37) for seed in range(5, 60)):
        guided = seen % 2 == 0
        budget = Budget(24, 1000)
        thoughts = [
            one.think(world(one, state, seats, seat), budget, seed=seen, guided=guided) for one in (plain, fast)
        ]
        assert same(*thoughts)
        seen += 1
        if seen == 4:
            break
    assert seen


def test_a_checked_search_stumbles_over_nothing_and_decides_the_same(game):
    seats = game.seats[-1]
    quick, checked, seen = Mind(game), Mind(game, checked=True), 0
    for state, seat in deciding(game, seats, 5, 9):
        budget = Budget(150, 1000)
        assert same(*(one.think(world(one, state, seats, seat), budget, seed=seen) for one in (quick, checked)))
        seen += 1
        if seen == 8:
            break
    assert seen


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("which", [matrix.PENNIES, matrix.SKEWED, matrix.UNEQUAL])
def test_secret_simultaneous_moves_are_mixed_as_in_the_equilibrium(which, seat):
    state = matrix.STATE.new()
    matrix.setup(state, 2, [which])
    mind = Mind(MATRIX, matrix)
    thought = mind.think(world(mind, state, 2, seat), Budget(200_000), seed=3)
    for move, share in enumerate(matrix.EQUILIBRIA[which][seat]):
        assert thought.tried[move] == pytest.approx(share, abs=0.04)
    # The other seat's tree is steered no more than it could be at a table: it mixes too.
    other = next(i for i in range(2) if mind._tree.nodes[i].seat != seat)
    mixture = [edge.mixture for edge in mind._edges_of(other)]
    assert [part / sum(mixture) for part in mixture] == pytest.approx(matrix.EQUILIBRIA[which][1 - seat], abs=0.04)


@pytest.mark.slow
def test_a_choice_already_made_in_secret_is_as_open_as_one_to_come():
    state = matrix.STATE.new()
    matrix.setup(state, 2, [matrix.SKEWED])
    thoughts = []
    for choice in (0, 1):
        made = state.copy()
        matrix.play(made, 0, choice)
        mind = Mind(MATRIX, matrix)
        thoughts.append(mind.think(world(mind, made, 2, 1), Budget(200_000), seed=1))
    assert same(*thoughts)
    for move, share in enumerate(matrix.EQUILIBRIA[matrix.SKEWED][1]):
        assert thoughts[0].tried[move] == pytest.approx(share, abs=0.04)


@pytest.mark.slow
def test_what_a_seat_cannot_see_does_not_change_its_decision(game):
    seats, mind, seen = game.seats[-1], Mind(game), 0
    for seed in range(60):
        if seed >= 6 and seen > 5:  # a short game has few such states in a match
            break
        for state, seat in deciding(game, seats, seed, 29):
            other = imagined(game, state, seat, seed + 1)
            thoughts = [mind.think(world(mind, one, seats, seat), Budget(60), seed=9) for one in (state, other)]
            assert same(*thoughts)
            seen += 1
    assert seen > 5


@pytest.mark.slow
def test_the_search_sees_a_win_in_one_move():
    """In Ice Cult everything is open: a move that brings the fifth piece out is found."""
    game = game_named("ice_cult")
    mind, out, found = Mind(game), [0] * game.buffer, 0
    for seed in range(40):
        states = [state.copy() for state in visit((game, 2, {}), seed)]
        for state in states[-12:]:
            mask = game.rules.to_act(state)
            if mask in (CHANCE, NOBODY):
                continue
            seat = mask.bit_length() - 1
            n = game.rules.legal_moves(state, seat, out)
            wins = set()
            for move in out[:n]:
                after = state.copy()
                game.rules.play(after, seat, move)
                if game.rules.winners(after) == 1 << seat:
                    wins.add(move)
            if wins and len(wins) < n:
                thought = mind.think(world(mind, state, 2, seat), Budget(600), seed=seed)
                after = state.copy()
                for move in thought.moves:  # at once, or at the end of the row of moves that it settled on
                    game.rules.play(after, seat, move)
                assert game.rules.winners(after) == 1 << seat
                found += 1
                break
    assert found >= 5


@pytest.mark.slow
def test_a_full_storage_does_not_stop_the_search(monkeypatch):
    monkeypatch.setattr(minds, "NODES", 64)
    monkeypatch.setattr(minds, "EDGES", 256)
    match = new("ice_lake", 2, seed=1)
    mind = Mind(match.game)
    thought = mind.think(world(mind, match.state, 2, 0), Budget(2000), seed=1)
    assert mind._tree.used[0] == 64 or 256 - 4 < mind._tree.used[1] <= 256, "no room for another node"
    assert thought.simulations > 1000  # it went on long after that, until the decision was settled
    assert match.legal(0)
    match.play(0, thought.moves)


@pytest.mark.slow
def test_a_settled_decision_stops_early_and_a_clock_stops_any():
    match = new("ice_cult", 2, seed=2)
    seat = match.to_act[0]
    mind = Mind(match.game)
    assert mind.think(world(mind, match.state, 2, seat), Budget(1 << 40, 0.2), seed=1).seconds < 1.5
    stopped = mind.think(world(mind, match.state, 2, seat), Budget(1 << 40, 60), seed=1, stop=lambda: True)
    assert stopped.simulations == 0
    assert stopped.moves[0] in match.legal(seat)  # even then it answers with something legal


def test_a_game_is_played_by_its_own_guide_or_by_the_one_that_knows_nothing(game):
    own = f"{game.rules.__package__}.guide"
    assert guide_of(game).__name__ == (own if (game.folder / "guide.py").is_file() else "banquise.bots.blind")


def test_a_quick_move_is_legal_and_leaves_everything_as_it_was(game):
    guide, moves, weights = bound(guide_of(game), game.rules), [0] * game.buffer, [0] * game.buffer
    for seats in game.seats:
        for state, seat in deciding(game, seats, 4, 13):
            legal = set(moves[: game.rules.legal_moves(state, seat, moves)])
            before, rng = game.schema.digest(state), [0] * RNG_LENGTH
            seed_rng(rng, seats, 9)
            assert {guide.guide_move(state, seat, rng, moves, weights) for _ in range(5)} <= legal
            assert game.schema.digest(state) == before


def test_an_ice_lake_rollout_writes_no_letter_that_leads_nowhere():
    """A first letter in a rollout leads over a whole line to a free hex wherever one does; a later one over a line."""
    game = game_named("ice_lake")
    guide, moves, weights, rng = guide_of(game), [0] * game.buffer, [0] * game.buffer, [0] * RNG_LENGTH
    seed_rng(rng, 1, 9)
    tried = 0
    for seed in range(6):
        for state, seat in deciding(game, 4, seed, 5):
            if state.phase != PROGRAMMING:
                continue
            place, written = guide.end_of_programme(state, seat), state.written[seat]
            ways = [turned(place % 6, letter) for letter in range(3)] if place >= 0 else []
            free = {
                way
                for way in ways
                if guide.is_free(state, seat, place // 6, way, written)
                and (written or is_usable(state, place // 6, way))
            }
            for _ in range(4):
                move = guide.guide_move(state, seat, rng, moves, weights)
                if move == DONE:
                    assert written
                else:
                    assert turned(place % 6, move) in free or not (free or written)
                    tried += bool(free)
    assert tried > 50


@pytest.mark.parametrize("seats", [2, 4])
def test_rollouts_are_as_long_as_the_guide_says(seats):
    """About a programme for each seat in Ice Lake, a turn of one seat in Ice Cult; to the end without a guide."""
    for name, decisions in (("ice_lake", 3 * seats), ("ice_cult", 6)):
        mind = Mind(game_named(name), plain=True)
        for guided, horizon in ((True, decisions), (False, ENDLESS)):
            assert mind._plan(seats, 0, guided)["horizon"] == horizon


def test_weights_are_positive_and_evaluations_are_shares(game):
    guide, moves, weights = guide_of(game), [0] * game.buffer, [0] * game.buffer
    for seats in game.seats:
        for state, seat in deciding(game, seats, 3, 17):
            n = game.rules.legal_moves(state, seat, moves)
            before = game.schema.digest(state)
            guide.weigh(state, seat, moves, n, weights)
            assert min(weights[:n]) > 0
            shares = [0] * seats
            guide.evaluate(state, shares, [0] * game.buffer)
            assert all(0 <= share <= 1000 for share in shares)
            assert seats == 1 or 990 <= sum(shares) <= 1000
            assert game.schema.digest(state) == before, "a guide looks, and leaves everything as it was"
