"""Matches as a Python programmer uses them: no seat where only one may act, push and pop, lines, pictures."""

from __future__ import annotations

import random
import re

import pytest
from tools import some_step, visit

import banquise
from banquise.kernel.chance import seed_rng
from banquise.kernel.schema import BadPosition
from banquise.kernel.speech import catalogue
from banquise.table import position_line


def lone_actor(game, seed=1):
    """A match in which exactly one seat may act."""
    match, rng = banquise.new(game.name, seed=seed), [0] * 4
    seed_rng(rng, seed, 0)
    while len(match.to_act) != 1:
        match.play(*some_step(game, match.state, rng))
    return match, rng


def test_no_seat_is_named_where_only_one_may_act(game):
    match, _ = lone_actor(game)
    [seat] = match.to_act
    assert match.legal() == match.legal(seat)
    before = match.copy()
    match.play(match.legal()[0])
    before.play(seat, before.legal(seat)[0])
    assert match == before


def test_where_several_may_act_a_seat_is_asked_for():
    match = banquise.new("ice_lake", 2, seed=7)
    for ask in (match.legal, lambda: match.play("GA"), lambda: match.push("GA")):
        with pytest.raises(ValueError, match=r"several seats may act now \(0, 1\): name one, as in (legal|play)\(0, "):
            ask()


def test_nobody_moves_after_the_end(game):
    match, rng = lone_actor(game)
    while not match.is_over:
        match.play(*some_step(game, match.state, rng))
    assert match.legal() == []
    with pytest.raises(ValueError, match="the match is over"):
        match.play(0)


@pytest.mark.parametrize("seat", [-1, 4, 9])
def test_a_seat_that_is_not_there_sees_nothing(game, seat):
    match = banquise.new(game.name, seed=1)
    questions = (match.view, match.seen, match.written, match.events, match.event_count, match.legal, match.svg)
    for question in (*questions, match.text, match.ascii):
        with pytest.raises(ValueError, match=f"no seat {seat} at a table of 2: seats count from 0"):
            question(seat)


def test_what_is_pushed_is_popped_whatever_the_rules_say(game):
    match, rng = banquise.new(game.name, seed=3), [0] * 4
    seed_rng(rng, 3, 0)
    past = []
    for _ in range(20):
        if match.is_over:
            break
        past.append((match.copy(), match.events(0)))
        match.push(*some_step(game, match.state, rng))
    for before, told in reversed(past):
        last = next(entry for entry in reversed(match.log) if entry.actor >= 0)
        assert match.pop() == last
        assert match == before
        assert (match.state, match.to_act, match.step_count) == (before.state, before.to_act, before.step_count)
        assert match.events(0) == told
    with pytest.raises(banquise.NoUndo, match="not moved yet"):
        match.pop()


def test_what_was_played_is_popped_too_and_comes_again(game):
    match, rng = lone_actor(game, 1)
    match.play(*some_step(game, match.state, rng))
    after, log = match.digest(), list(match.log)
    copied = match.copy()
    entry = copied.pop()
    assert match.digest() == after
    copied.play(entry.actor, entry.codes)  # chance, too, says what it said
    assert (copied.digest(), copied.log) == (after, log)


def test_undo_without_a_seat_takes_back_the_last_move():
    match = banquise.new("altitude", 2, seed=1)
    with pytest.raises(banquise.NoUndo, match="not moved yet"):
        match.undo()


def test_equal_matches_have_equal_hashes(game):
    one, other = banquise.new(game.name, seed=1), banquise.new(game.name, seed=1)
    assert one == other
    assert hash(one) == hash(other)
    seat = other.to_act[0]
    other.play(seat, other.legal(seat)[0])
    assert one != other
    assert len({one, other, one.copy()}) == 2


def test_every_position_is_one_line_both_ways(variant):
    game, seats, options = variant
    for number, state in enumerate(visit(variant, seed=2, most=400)):
        if number % 9:
            continue
        line = position_line.to_line(game, seats, game.option_values(options), state)
        assert "\n" not in line
        found, players, chosen, fields = position_line.read_line(line)
        assert (found, players, chosen) == (game, seats, options)
        again = game.schema.new()
        game.rules.setup(again, seats, game.option_values(options))
        game.schema.overlay(again, fields)
        assert again == state


def test_a_match_goes_on_from_a_line(game):
    match, rng = lone_actor(game, 4)
    for _ in range(6):
        match.play(*some_step(game, match.state, rng))
    other = banquise.from_line(match.to_line(), seed=9)
    assert other.to_line() == match.to_line()
    assert (other.to_act, other.digest()) == (match.to_act, match.digest())
    while not other.is_over:
        other.play(*some_step(game, other.state, rng))
    assert banquise.replay(banquise.to_record(other)).digest() == other.digest()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "no game ''"),
        ("chess/2", "no game 'chess'"),
        ("altitude", r"'altitude': a line of Altitude begins with altitude/SEATS"),
        ("ice_lake/2/large/free/lot/more", r"begins with ice_lake/SEATS/LAKE"),
        ("ice_lake/2/small", "is large or short, not 'small'"),
        ("ice_lake/9/large", "for 2 to 4 seats, not 9"),
        ("ice_lake/2/large cells=1", "'cells=1' is no field of Ice Lake"),
        ("ice_lake/2/large cell=1", "cell: 4 numbers are wanted, not 1"),
        ("ice_lake/2/large cell=1*999999", "cell: 4 numbers are wanted, not 5"),
        ("ice_lake/2/large cell=1,,2*2", "'' is neither a number nor a repeated one"),
        ("ice_lake/2/large phase=999", "999 is not a whole number from 0 to 7"),
    ],
)
def test_a_line_that_is_none_says_what_would_be_right(line, complaint):
    with pytest.raises(ValueError, match=complaint):
        banquise.from_line(line)
    assert issubclass(BadPosition, ValueError)


def test_boards_as_pictures_and_in_plain_characters(game):
    match = banquise.new(game.name, seed=1)
    assert match.svg(0).startswith("<svg")
    assert match.ascii(0).isascii()
    assert len(match.ascii().splitlines()) == len(str(match).splitlines())
    if game.schema.owned:
        assert "?" not in match.ascii()


@pytest.mark.parametrize("language", ["fr", "de", "fa"])
def test_a_board_speaks_the_language_that_it_is_asked_in(game, language):
    """No word that only the English drawing has stands in the characters or in the picture of another."""

    def said_in(tongue):
        spoken = [
            text for key, text in catalogue(game.folder, tongue).items() if key.startswith(("drawing.", "colour."))
        ]
        return set(re.findall(r"[^\W\d_]{4,}", re.sub(r"\{\w+\}", "", " ".join(spoken))))

    match, rng = banquise.new(game.name, seed=5), random.Random(5)
    while not match.is_over and len(match.log) < 60:
        seat = rng.choice(match.to_act)
        match.play(seat, int(rng.choice(match.legal(seat))))
        for board in (match.text(seat, language), match.svg(seat, language)):
            shown = set(re.findall(r"[^\W\d_]{4,}", re.sub(r"<[^<>]*?(aria-label=\"[^\"]*\")?[^<>]*>", r"\1", board)))
            assert not shown & (said_in("en") - said_in(language))
    assert match.text(0, language) != match.text(0)
