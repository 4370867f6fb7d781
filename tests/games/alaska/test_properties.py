"""Laws of Alaska over many random matches: conservation, roads, secrets, one result plain and compiled."""

from __future__ import annotations

import itertools
import json
from collections import Counter

import numpy as np
import pytest
from alaska_scenes import check_conservation, fresh, scene
from tools import sample, visit, with_seeds

from banquise.games.alaska import GAME, board, ice, moves, rules, spaces, words
from banquise.games.alaska.state import STATE
from banquise.kernel import playout
from banquise.kernel.chance import seed_rng
from banquise.kernel.compile import bound
from banquise.kernel.contract import CHANCE, NOBODY
from banquise.lab.perft import perft
from banquise.lab.simulate import simulate

TABLES = [
    (GAME, seats, {"end": end, "camps": camps})
    for seats, end, camps in itertools.product((2, 3, 4), ("road", "containers"), ("nw", "ne"))
]
SOME_TABLES = TABLES[::3]


def table_id(table):
    return f"{table[1]}-{table[2]['end']}-{table[2]['camps']}"


every_table = pytest.mark.parametrize("alaska", TABLES, ids=table_id)
some_tables = pytest.mark.parametrize("alaska", SOME_TABLES, ids=table_id)


# Conservation -----------------------------------------------------------------------------------


@every_table
@with_seeds(4)
def test_containers_pieces_and_cards_are_always_somewhere_exactly_once(alaska, seed):
    for number, state in enumerate(visit(alaska, seed)):
        if number % 3 == seed % 3:
            check_conservation(state)
    check_conservation(state)


@some_tables
@with_seeds(3)
def test_limits_hold_but_for_found_containers(alaska, seed):
    for state in sample(alaska, seed, 3):
        for piece in range(board.HEXES):
            if state.ice[piece] and spaces.piece_at(state, piece) == piece and spaces.objects_on(state, piece) > 3:
                assert any(state.overfull[seat] and state.at[seat] == piece for seat in range(state.seats))
        for seat in range(state.seats):
            if state.overfull[seat]:
                assert spaces.objects_on(state, state.at[seat]) > 3


@some_tables
@with_seeds(3)
def test_winter_ends_between_turns_31_and_51_with_a_road_or_none(alaska, seed):
    for state in visit(alaska, seed):
        if state.season == moves.SPRING:
            assert 31 <= state.turn <= 51
            assert state.stock[board.SINGLE] == 0
            return
    raise AssertionError("spring never came")


@some_tables
@with_seeds(2)
def test_whoever_has_a_duty_has_made_neither_step_nor_flight(alaska, seed):
    """What why_not_end relies on."""
    for state in visit(alaska, seed):
        if state.phase == moves.VOYAGE:
            seat = state.mover
            if state.at[seat] == state.bear or state.overfull[seat]:
                assert (state.steps, state.flew_first, state.flew_last) == (0, 0, 0)


# Ways over ice ----------------------------------------------------------------------------------


def search(state, starts):
    """All spaces that ice, the island and nothing else join to these, by plain search."""
    seen, edge = set(starts), list(starts)
    while edge:
        for there in board.NEAR[edge.pop()]:
            on_ice = 0 <= there < board.HEXES and state.ice[there] != 0
            if there not in seen and (on_ice or there == board.ISLAND):
                seen.add(there)
                edge.append(there)
    return seen


MAINLAND = range(board.LAND, board.ISLAND)


@some_tables
@with_seeds(4)
def test_the_road_is_what_a_plain_search_finds(alaska, seed):
    for state in sample(alaska, seed, 5):
        reached = search(state, MAINLAND)
        assert ice.has_road(state) == (board.ISLAND in reached)
        carried = {state.at[seat] for seat in range(state.seats) if state.carried[seat]}
        lying = {place for place in range(board.SPACES) if any(state.lying[place])}
        off_land = {place for place in lying | carried if place not in MAINLAND}
        assert ice.container_can_reach_land(state) == bool(off_land & reached)


@some_tables
@with_seeds(4)
def test_neighbours_are_what_a_plain_search_finds(alaska, seed):
    for state in sample(alaska, seed, 17):
        for place in range(board.SPACES):
            if not spaces.is_space(state, place):
                continue
            parts = [h for h in range(board.HEXES) if spaces.piece_at(state, h) == place] or [place]
            touched = {there for part in parts for there in board.NEAR[part] if there >= 0}
            near = {there if there >= board.LAND else spaces.piece_at(state, there) for there in touched}
            expected = sorted(near - {board.NOWHERE, place})
            assert state.near[: spaces.find_near(state, place)] == expected


# Questions --------------------------------------------------------------------------------------


@some_tables
@with_seeds(2)
def test_legal_moves_are_those_without_a_reason(alaska, seed):
    out = [0] * GAME.buffer
    for state in sample(alaska, seed, 29):
        for seat in range(-1, state.seats + 1):
            n = rules.legal_moves(state, seat, out)
            assert out[:n] == [m for m in range(moves.MOVE_CODES) if rules.why_illegal(state, seat, m) == 0]
            mask = rules.to_act(state)
            assert (n > 0) == (mask > 0 and seat >= 0 and mask >> seat & 1 == 1)


@some_tables
@with_seeds(2)
def test_every_legal_move_and_outcome_reads_back(alaska, seed):
    out = [0] * GAME.buffer
    for state in sample(alaska, seed, 7):
        if rules.to_act(state) == CHANCE:
            n = rules.odds(state, out)
            assert [words.read_outcome(state, words.write_outcome(state, i)) for i in range(n)] == list(range(n))
            continue
        for seat in range(state.seats):
            n = rules.legal_moves(state, seat, out)
            for move in out[:n]:
                text = words.write(state, seat, move)
                assert words.read(state, seat, text) == [move]
                assert words.read(state, seat, f" {text.upper()}  ") == [move]


@some_tables
@with_seeds(2)
def test_json_keeps_everything(alaska, seed):
    for state in sample(alaska, seed, 31):
        assert STATE.from_json(json.loads(json.dumps(STATE.to_json(state)))) == state


# Secrets ----------------------------------------------------------------------------------------


@every_table
@with_seeds(2)
def test_imagining_changes_nothing_that_the_seat_sees_or_may_do(alaska, seed):
    out, again, rng = [0] * GAME.buffer, [0] * GAME.buffer, [0] * 4
    seed_rng(rng, seed, 5)
    for state in sample(alaska, seed, 13):
        for viewer in range(-1, state.seats):
            twin = state.copy()
            rules.imagine(twin, viewer, rng)
            check_conservation(twin)
            who = None if viewer < 0 else viewer
            assert STATE.view(twin, who) == STATE.view(state, who)
            n = rules.legal_moves(state, viewer, out)
            assert rules.legal_moves(twin, viewer, again) == n
            assert out[:n] == again[:n]


def test_imagining_needs_nothing_that_is_hidden():
    """A bot that was given only its view imagines the same worlds as one that sits beside the truth."""
    s = scene(3, hands={0: "fog", 1: "hijack fog", 2: "helicopter"})
    for viewer in range(-1, 3):
        worlds = []
        for state in (s.copy(), STATE.seen(s, None if viewer < 0 else viewer)):
            rng = [0] * 4
            seed_rng(rng, 4, 0)
            rules.imagine(state, viewer, rng)
            check_conservation(state)
            worlds.append(state)
        assert worlds[0] == worlds[1]


def test_imagining_is_uniform_over_the_unseen_cards():
    """Two cards of yellow out of 6 hijacks, 5 helicopters and 4 fogs less what red holds: counted exactly."""
    start = scene(3, hands={0: "fog", 1: "hijack fog", 2: "helicopter"})
    rng, rounds = [0] * 4, 20_000
    seed_rng(rng, 11, 0)
    seen = Counter()
    for _ in range(rounds):
        s = start.copy()
        rules.imagine(s, 0, rng)
        seen[tuple(s.hand[1])] += 1
        assert s.hand[0] == [0, 0, 1]
    pool = (6, 5, 3)  # red's fog is known
    pairs = sum(pool) * (sum(pool) - 1)
    for hand in itertools.product(range(3), repeat=3):
        if sum(hand) == 2:
            ways = np.prod([n * (n - 1) if k == 2 else n if k else 1 for n, k in zip(pool, hand, strict=True)])
            expected = float(ways) * (1 if 2 in hand else 2) / pairs
            assert abs(seen[hand] / rounds - expected) < 0.015, hand


# Plain and compiled -----------------------------------------------------------------------------


@every_table
def test_plain_and_compiled_end_in_the_same_states(alaska):
    _, seats, chosen = alaska
    plain, quick = (simulate(GAME, seats, chosen, games=30, seed=7, engine=engine) for engine in ("plain", "compiled"))
    assert (plain.digest, plain.moves, plain.steps) == (quick.digest, quick.moves, quick.steps)
    assert (plain.ends, plain.wins) == (quick.ends, quick.wins)


@pytest.mark.parametrize(
    ("seats", "counts"), [(2, [2, 16, 4828, 476772]), (3, [3, 24, 7242, 715158]), (4, [4, 32, 9656, 953544])]
)
def test_the_sequence_counts_of_the_rules_page(seats, counts):
    assert [perft(GAME, seats, {}, depth) for depth in (1, 2, 3, 4)] == counts


def test_the_sequence_counts_hold_plain_as_well():
    states, outs = [fresh(2)] + [None] * 4, [[0] * GAME.buffer for _ in range(5)]
    assert [bound(playout, rules).perft(states, depth, 0, outs) for depth in (1, 2, 3)] == [2, 16, 4828]


@some_tables
@with_seeds(3)
def test_a_match_ends_in_a_declared_way_with_somebody_ahead(alaska, seed):
    for state in visit(alaska, seed):
        if rules.to_act(state) != NOBODY:
            assert rules.winners(state) == 0
    out = [0] * 4
    rules.score(state, out)
    won = [seat for seat in range(state.seats) if rules.winners(state) >> seat & 1]
    assert won
    assert all(out[seat] == max(out[: state.seats]) for seat in won)
    assert rules.ending(state) in GAME.endings
