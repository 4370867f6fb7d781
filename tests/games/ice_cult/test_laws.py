"""Ice Cult: laws that hold in every match, checked over random ones, plain and compiled."""

from __future__ import annotations

import itertools
import json
import math
from array import array
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banquise.games.ice_cult import GAME, board, drawing, moves, rules, words
from banquise.games.ice_cult.state import STATE
from banquise.kernel import playout
from banquise.kernel.chance import seed_rng
from banquise.kernel.compile import bound
from banquise.kernel.contract import CHANCE, NOBODY
from banquise.kernel.game import COLOURS
from banquise.kernel.speech import LANGUAGES, say
from banquise.kernel.wasm.playing import Twin, playing
from banquise.lab.simulate import simulate

SEATINGS = list(itertools.product(GAME.seats, (0, 1), (0, 1), (0, 1)))
seeds = st.integers(0, 10**6)
seatings = st.sampled_from(SEATINGS)


def visit(seating, seed):
    """The states of a random match; each is the same object, changed between yields."""
    seats, *options = seating
    program = bound(playout, rules)
    rng, out = [0] * 4, [0] * GAME.buffer
    s = STATE.new()
    seed_rng(rng, seed, 0)
    rules.setup(s, seats, options)
    yield s
    while rules.to_act(s) != NOBODY:
        program.random_step(s, seats, rng, out)
        yield s


@settings(max_examples=25, deadline=None)
@given(seating=seatings, seed=seeds)
def test_ic_1_1_twenty_pieces_are_conserved_at_every_moment(seating, seed):
    for s in visit(seating, seed):
        for colour in range(4):
            on_paths = sum(stack.count(colour + 1) for path in s.stack for stack in path)
            assert s.supply[colour] + on_paths + s.out[colour] == 5
            for path in range(4):
                assert s.on_path[path][colour] == sum(stack.count(colour + 1) for stack in s.stack[path])
        for path, space in itertools.product(range(4), range(5)):
            high = s.height[path][space]
            assert 0 not in s.stack[path][space][:high]
            assert not any(s.stack[path][space][high:])


@settings(max_examples=15, deadline=None)
@given(seating=seatings, seed=seeds)
def test_ic_2_3_a_match_keeps_its_cubes_in_their_slots_and_turns_in_bounds(seating, seed):
    slotted, turn, decisions, steps = None, 0, 0, -1
    for s in visit(seating, seed):
        steps += 1
        if s.turn:
            slotted = slotted or list(s.cube)
            assert s.cube == slotted
        decisions = decisions + 1 if s.turn == turn else 0
        turn = s.turn
        assert decisions <= 7
        assert s.arcs >= 0
        assert s.circles >= 0
        assert (rules.ending(s) == 0) == (rules.to_act(s) != NOBODY)
    assert steps <= GAME.longest
    assert rules.ending(s) in GAME.endings
    assert rules.winners(s) != 0


@settings(max_examples=6, deadline=None)
@given(seating=seatings, seed=seeds)
def test_legal_moves_are_exactly_those_without_a_reason(seating, seed):
    out = [0] * GAME.buffer
    for number, s in enumerate(visit(seating, seed)):
        if number % 3 == 0:
            for seat in range(s.seats):
                n = rules.legal_moves(s, seat, out)
                assert out[:n] == [move for move in range(moves.MOVE_CODES) if rules.why_illegal(s, seat, move) == 0]
                assert (n > 0) == (rules.to_act(s) == 1 << seat)
                for move in range(moves.MOVE_CODES):
                    assert rules.why_illegal(s, seat, move) in {0, *GAME.reasons}
            for seat, move in (
                (-1, 0),
                (s.seats, 0),
                (2**40, 0),
                (0, -1),
                (0, moves.MOVE_CODES),
                (0, 2**40),
                (0, -(2**40)),
            ):
                assert rules.why_illegal(s, seat, move) in (moves.NO_SUCH_SEAT, moves.NO_SUCH_MOVE)


@settings(max_examples=8, deadline=None)
@given(seating=seatings, seed=seeds)
def test_texts_read_back_as_the_moves_they_were_written_for(seating, seed):
    out = [0] * GAME.buffer
    for number, s in enumerate(visit(seating, seed)):
        if rules.to_act(s) == CHANCE:
            for outcome in range(rules.odds(s, out)):
                text = words.write_outcome(s, outcome)
                assert words.read_outcome(s, text) == outcome
                assert words.read_outcome(s, f" {text.upper()} ") == outcome
        elif number % 2 == 0:
            for move in out[: rules.legal_moves(s, s.player, out)]:
                text = words.write(s, s.player, move)
                assert words.read(s, s.player, text) == [move]
                assert words.read(s, s.player, f"  {text.upper()} ") == [move]
            if s.phase == moves.ACTING:  # the texts of illegal codes say which code, so that a refusal can be told
                for move in range(moves.ARROW, moves.TURN):
                    if rules.why_illegal(s, s.player, move) in (moves.NO_SUCH_PIECE, moves.NO_SUPPLY):
                        assert words.read(s, s.player, words.write(s, s.player, move)) == [move]


@settings(max_examples=10, deadline=None)
@given(seating=seatings, seed=seeds)
def test_whole_turns_read_back_from_one_line(seating, seed):
    out, turn = [0] * GAME.buffer, 0
    for s in visit(seating, seed):
        if s.turn == turn or s.phase != moves.TILTING:
            continue
        turn, twin, log = s.turn, s.copy(), []
        while twin.turn == turn and rules.to_act(twin) != NOBODY:
            listed = out[: rules.legal_moves(twin, s.player, out)]
            log.append(listed[(seed + len(log)) % len(listed)])
            rules.play(twin, s.player, log[-1])
        line = words.write_line(s, s.player, log)
        assert words.read(s, s.player, line) == log
        assert line.count(",") == len(log) - 1


@settings(max_examples=6, deadline=None)
@given(seating=seatings, seed=seeds)
def test_json_and_copies_keep_everything(seating, seed):
    for number, s in enumerate(visit(seating, seed)):
        if number % 10 == 0:
            assert STATE.from_json(json.loads(json.dumps(STATE.to_json(s)))) == s
            twin = s.copy()
            twin.stack[0][0][0] += 1
            assert twin != s
            for viewer in (-1, *range(s.seats)):
                imagined = s.copy()
                rules.imagine(imagined, viewer, [1, 2, 3, 4])
                assert STATE.view(imagined, None if viewer < 0 else viewer) == STATE.to_json(s)


@settings(max_examples=6, deadline=None)
@given(seating=seatings, seed=seeds)
def test_every_move_is_told_in_four_languages_and_every_position_drawn(seating, seed):
    out = [0] * GAME.buffer
    for number, s in enumerate(visit(seating, seed)):
        if rules.to_act(s) not in (CHANCE, NOBODY):
            prompt = words.prompt(s, s.player)
            assert all(say(prompt, language, GAME.folder) for language in LANGUAGES)
            only_done = out[: rules.legal_moves(s, s.player, out)] == [moves.DONE]
            assert (prompt.key == "prompt.done") == only_done
            if number % 5 == 0:
                for move in out[: rules.legal_moves(s, s.player, out)]:
                    after = s.copy()
                    rules.play(after, s.player, move)
                    told = words.tell(s, after, s.player, move)
                    assert told
                    for message, language in itertools.product(told, LANGUAGES):
                        assert say(message, language, GAME.folder)
        if number % 25 == 0 or s.phase == moves.OVER:
            assert max(map(len, drawing.text(s).splitlines())) <= 100
            ElementTree.fromstring(drawing.svg(s))
    assert s.phase == moves.OVER


def named(options):
    """Options as people choose them."""
    return {option.name: option.values[value] for option, value in zip(GAME.options, options, strict=True)}


@pytest.mark.parametrize("seating", SEATINGS, ids=str)
def test_plain_and_compiled_have_the_same_digest(seating):
    seats, *options = seating
    plain, quick = (
        simulate(GAME, seats, named(options), games=40, seed=11, engine=engine) for engine in ("plain", "compiled")
    )
    assert (plain.digest, plain.moves, plain.ends, plain.wins) == (quick.digest, quick.moves, quick.ends, quick.wins)


def test_compiled_questions_answer_as_the_plain_ones():
    quick, out = Twin(GAME, checked=True), [0] * GAME.buffer
    for number, s in enumerate(visit((3, 0, 0, 0), 5)):
        quick.state = s
        assert quick.to_act() == rules.to_act(s)
        if number % 7 == 0:
            for seat, move in itertools.product((-1, 0, 1, 2, 3), (-1, *range(moves.MOVE_CODES + 1), 2**40)):
                assert quick.why_illegal(seat, move) == rules.why_illegal(s, seat, move)
            for seat in range(3):
                assert quick.legal_moves(seat) == out[: rules.legal_moves(s, seat, out)]
            rules.score(s, out)
            assert quick.score(3) == out[:3]
            assert quick.who_sees(0, 0) == rules.who_sees(s, 0, 0)


@pytest.mark.parametrize(
    ("options", "counts"),
    [([1, 0, 0], [2, 16, 112, 976, 5120, 13600]), ([0, 0, 0], [24, 48, 384, 2688, 23424])],
    ids=["canonical", "random"],
)
def test_ic_5_1_sequences_from_the_start_are_as_many_as_the_reference_says(options, counts):
    program = bound(playout, rules)
    for depth, count in enumerate(counts, 1):
        states = [STATE.new() for _ in range(depth + 1)]
        rules.setup(states[0], 2, options)
        assert program.perft(states, depth, 0, [[0] * GAME.buffer for _ in range(depth + 1)]) == count


@pytest.mark.parametrize(("seats", "turns"), [(2, 39), (3, 36), (4, 33)])
def test_random_play_is_as_long_as_the_reference_says(seats, turns):
    instance, count = playing(GAME).instance(), 500
    turn, ends, won = [], set(), []
    for first in range(0, 4000, count):
        instance.raw("states")[:] = bytes(len(instance.raw("states")))
        instance.numbers("steps")[:] = array("q", [GAME.longest]) * count
        instance.call["play_games"](seats, 3, first, count)
        turn += instance.array("states")["turn"].tolist()
        ends |= set(instance.numbers("ends"))
        won += list(instance.numbers("won"))
    assert sum(turn) / len(turn) == pytest.approx(turns, abs=1)
    assert ends <= {moves.OWN_MOVE, moves.ANOTHERS_MOVE, moves.SHARED_MOVE}
    # No seat is favoured (IC-5.1): sole wins within five standard deviations of each other.
    sole = [won.count(1 << seat) for seat in range(seats)]
    assert max(sole) - min(sole) < 5 * math.sqrt(2 * 4000 / seats)


def test_random_play_branches_as_the_reference_says():
    out, choices = [0] * GAME.buffer, []
    for seed in range(40):
        for s in visit((2 + seed % 3, 0, 0, 0), seed):
            if rules.to_act(s) > 0:
                choices.append(rules.legal_moves(s, s.player, out))
    assert sum(choices) / len(choices) == pytest.approx(5.6, abs=0.1)
    assert max(choices) <= 30


def test_what_the_game_declares_is_so():
    assert (GAME.move_codes, GAME.outcome_codes) == (65, 24)
    assert [option.name for option in GAME.options] == ["slots", "colours", "arc"]
    assert len(board.ORIENTATION) == len(set(board.ORIENTATION)) == 24
    assert GAME.colours(3, [0, 0, 0]) == tuple(COLOURS[colour] for colour in (0, 2, 1))
