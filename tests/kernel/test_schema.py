"""The schema fails closed, checks what it is given, and its digests name states."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from banquise.kernel.schema import OWNER, PUBLIC, SCRATCH, SECRET, BadPosition, Schema, field

TOY = Schema(
    "toy",
    2,
    (
        field("open", "i2", 3, see=PUBLIC),
        field("hand", "i1", 2, 4, see=OWNER),
        field("pack", "i4"),
        field("room", "i8", 5, see=SCRATCH),
    ),
)


def test_a_field_without_declared_visibility_is_secret():
    assert TOY.fields[2].see is SECRET
    assert "pack" not in TOY.view(TOY.new(), 0)


def test_a_schema_that_is_no_modules_state_is_not_pickled():
    assert copy.deepcopy(TOY) is TOY
    with pytest.raises(TypeError, match=r"toy is pickled as STATE of its module, and \S*test_schema has none such"):
        pickle.dumps(TOY)


def test_an_owner_field_needs_a_row_for_each_seat():
    with pytest.raises(ValueError, match="one row for each"):
        Schema("bad", 4, (field("hand", "i1", 3, see=OWNER),))


def test_a_field_is_declared_once_and_signed():
    with pytest.raises(ValueError, match="declared twice"):
        Schema("bad", 1, (field("a", "i1"), field("a", "i1")))
    with pytest.raises(ValueError, match="'u8' is not one of"):
        field("a", "u8")


def test_working_space_is_no_part_of_the_state():
    one, two = TOY.new(), TOY.new()
    one.room[3] = 99
    assert one == two
    assert TOY.digest(one) == TOY.digest(two)
    assert "room" not in TOY.to_json(one)
    two.pack = 1
    assert one != two
    assert TOY.digest(one) != TOY.digest(two)
    assert one != "a state"


def test_structs_and_states_tell_the_same():
    state, structs = TOY.new(), TOY.structs(2)
    state.open[1], state.hand[1][2], state.pack = -300, -7, 70000
    TOY.to_struct(state, structs[1])
    assert TOY.from_struct(structs[1]) == state
    assert TOY.from_struct(structs[0]) == TOY.new()
    assert all(TOY.dtype.fields[f.name][1] % np.dtype(f.kind).itemsize == 0 for f in TOY.fields)  # aligned for a GPU


def test_a_number_too_large_for_its_field_raises():
    state, structs = TOY.new(), TOY.structs(1)
    state.hand[0][0] = 200
    with pytest.raises(OverflowError):
        TOY.to_struct(state, structs[0])


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ([], "an object of fields"),
        ({"open": [0, 0, 0]}, "missing fields"),
        ({"colour": 1}, "unknown fields"),
        ({"open": [0, 0]}, "list of 3"),
        ({"open": [0, 0, 40000]}, "from -32768 to 32767"),
        ({"open": [0, 0, True]}, "whole number"),
        ({"pack": "1"}, "whole number"),
        ({"hand": [[0] * 4, 5]}, "list of 4"),
    ],
)
def test_a_bad_position_is_refused_with_words(position, complaint):
    with pytest.raises(BadPosition, match=complaint):
        TOY.from_json(position)


def test_a_refused_overlay_changes_nothing():
    state = TOY.new()
    with pytest.raises(BadPosition):
        TOY.overlay(state, {"pack": 5, "open": [1, 2]})
    assert state == TOY.new()


def test_seen_states_hide_what_views_leave_out():
    state = TOY.new()
    state.hand, state.pack, state.open = [[1, 2, 3, 4], [5, 6, 7, 8]], 9, [1, 1, 1]
    mine = TOY.seen(state, 1)
    assert (mine.hand, mine.pack, mine.open) == ([[0] * 4, [5, 6, 7, 8]], 0, [1, 1, 1])
    assert TOY.seen(state, None).hand == [[0] * 4, [0] * 4]
    assert TOY.view(state, 1) == {"open": [1, 1, 1], "hand": [5, 6, 7, 8]}
    assert repr(state).startswith("<toy state ")


def test_states_look_alike_where_their_views_are_the_same():
    one = TOY.new()
    for change in ({"pack": 9}, {"hand": [[1, 2, 3, 4], [0] * 4]}, {"open": [0, 0, 1]}):
        other = TOY.new()
        for name, value in change.items():
            setattr(other, name, value)
        for seat in (None, 0, 1):
            assert TOY.looks_alike(one, other, seat) == (TOY.view(one, seat) == TOY.view(other, seat)), (change, seat)
    assert TOY.looks_alike(one, TOY.new(), 0)
