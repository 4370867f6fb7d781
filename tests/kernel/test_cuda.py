"""Rules as CUDA C: the same numbers as Python, in its order; clear refusals; a checked build that stops."""

from __future__ import annotations

import ctypes
import inspect
import re
import subprocess

import pytest
import subset
from c_machine import ALWAYS, CHECKS, COMPILER, compiled
from hypothesis import example, given, settings
from hypothesis import strategies as st

from banquise.kernel import playout
from banquise.kernel.cuda import INT, LONG, ROW, write
from banquise.kernel.schema import PUBLIC, Schema, field
from banquise.kernel.wasm.source import Refused

THING = Schema("thing", 2, (field("large", "i2", 21, see=PUBLIC), field("small", "i1", 21, see=PUBLIC)))
STATE, OUT = THING.layout, ROW("i8", 16)
TYPES = {"int": ctypes.c_int, "i8": ctypes.c_longlong, "f8": ctypes.c_double}
with_a_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler here")
SMALL = st.integers(-(1 << 31) + 1, (1 << 31) - 1)
LARGE = st.integers(-(1 << 62), 1 << 62)

WHOLE = {
    "divided": (INT, INT),
    "left_over": (INT, INT),
    "by_constants": (INT, OUT),
    "bits": (INT, INT, OUT),
    "sizes": (INT, INT, OUT),
    "real": (INT, INT),
    "first_even": (OUT, INT),
    "some_of": (OUT, INT),
    "rewrites_its_counter": (INT,),
    "asks": (INT, INT),
    "unrolled": (OUT, INT),
    "swapped": (INT, INT),
    "kinds_grow": (INT,),
    "order": (OUT,),
    "fibonacci": (INT,),
    "looked_up": (INT, INT),
}


def written(entries):
    """The text of a program, its functions to be called from outside, and how they are declared."""
    program = write({subset: entries}, schema=THING)
    return program.text.replace("#define DEVICE static\n", "#define DEVICE\n"), program.heads


class InC:
    """The functions of ``subset``, checked, as C has them."""

    def __init__(self, entries):
        text, heads = written(entries)
        self.entries, self.heads, self.library = entries, heads, compiled(text, CHECKS)

    def both(self, name, *numbers, out=()):
        """A function's answer and what it leaves, by Python; C is held to it."""
        row = [*out, *[0] * (16 - len(out))]
        there = (ctypes.c_longlong * 16)(*row)
        wanted = getattr(subset, name)(*[row if each == "out" else each for each in numbers])
        function = getattr(self.library, name)
        function.restype = TYPES[self.heads[name].split()[1]]
        kinds = {INT: ctypes.c_int, LONG: ctypes.c_longlong}
        given = [
            there if each == "out" else kinds[kind](each)
            for each, kind in zip(numbers, self.entries[name], strict=True)
        ]
        assert function(*given) == wanted, (name, numbers)
        assert list(there) == [int(each) for each in row], (name, numbers)
        return wanted


@pytest.fixture(scope="module")
def quick():
    return InC(WHOLE)


@pytest.fixture(scope="module")
def wide():
    """The same in 64 bits."""
    return InC({"divided": (LONG, LONG), "left_over": (LONG, LONG), "by_constants": (LONG, OUT)})


# Numbers ----------------------------------------------------------------------------------------


@with_a_compiler
@given(SMALL, SMALL.filter(bool))
@example(-7, 2)
@example(7, -2)
@example(-7, -2)
@example(-6, 3)
def test_division_rounds_down_as_in_python(quick, a, b):
    quick.both("divided", a, b)
    quick.both("left_over", a, b)
    quick.both("by_constants", a >> 1, "out")  # on the way its multiple of 11 may be a little larger


@with_a_compiler
@given(LARGE, LARGE.filter(bool))
@example(-7, 2)
@example(7, -2)
@example(-1 << 62, 3)
def test_division_in_64_bits(wide, a, b):
    wide.both("divided", a, b)
    wide.both("left_over", a, b)
    wide.both("by_constants", a, "out")


@with_a_compiler
@given(SMALL, st.integers(-1000, 1000))
def test_bits_and_comparisons(quick, a, b):
    quick.both("bits", a, b, "out")
    quick.both("sizes", a, b, "out")


@with_a_compiler
@given(st.integers(-1000, 1000), st.integers(-1000, 1000))
def test_floats_are_the_same_to_the_last_bit(quick, a, b):
    quick.both("real", a, b)


# Control ----------------------------------------------------------------------------------------


@with_a_compiler
@given(st.lists(st.sampled_from([1, 2, 3, 5, 60, 99]), min_size=1, max_size=12))
def test_loops_and_their_ends(quick, out):
    quick.both("first_even", "out", len(out), out=out)
    quick.both("some_of", "out", len(out), out=out)
    for number in (1, 2, 60):
        quick.both("unrolled", "out", number, out=out)


@with_a_compiler
@settings(max_examples=30)
@given(st.integers(-3, 80), st.integers(-3, 80))
def test_small_functions_as_conditions(quick, a, b):
    quick.both("asks", a, b)
    quick.both("swapped", a, b)
    quick.both("kinds_grow", a)
    quick.both("rewrites_its_counter", min(a, 20))


@with_a_compiler
def test_what_comes_first_in_the_source_is_done_first(quick):
    assert quick.both("order", "out") == subset.order([0] * 3)
    assert quick.both("fibonacci", 12) == 144
    assert quick.both("looked_up", 1, 2) == -6 + 1 * 8


# Widths -----------------------------------------------------------------------------------------


def test_numbers_have_32_bits_unless_something_wider_enters():
    assert written({"divided": (INT, INT)})[1]["divided"] == "DEVICE int divided(int a, int b)"
    assert written({"divided": (LONG, INT)})[1]["divided"] == "DEVICE i8 divided(i8 a, int b)"
    assert "(a >> 3)" in written({"by_constants": (INT, OUT)})[0]  # eighths are shifted, whatever the sign


@with_a_compiler
@pytest.mark.parametrize(
    ("entries", "call", "said"),
    [
        ({"reads": (STATE, INT)}, "reads(&s, &r, 21)", r"line \d+: there is no entry 21 of 21"),
        ({"reads": (STATE, INT)}, "reads(&s, &r, -1)", r"line \d+: there is no entry -1 of 21"),
        ({"writes": (STATE, INT)}, "(writes(&s, &r, 128), 0)", r"line \d+: 128 does not lie between -128 and 127"),
        ({"swapped": (INT, INT)}, "swapped(0, much)", ""),  # 32 bits are too few
    ],
)
def test_a_checked_program_stops(tmp_path, entries, call, said):
    main = f"int main(void) {{ State s = {{0}}; Room r; volatile int much = 1 << 30, found = {call}; return 0; }}"
    program, flags = tmp_path / "program", [each for each in ALWAYS if each not in ("-shared", "-fPIC")]
    source = f"{written(entries)[0]}\n{main}\n"
    subprocess.run([COMPILER, *flags, *CHECKS, "-o", program, "-", "-lm"], input=source, text=True, check=True)
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    assert done.returncode < 0  # it was aborted
    assert re.match(said, done.stderr), done.stderr


# What is refused --------------------------------------------------------------------------------

REFUSED = {
    "value_of_or": ((INT, INT), "of numbers: write an if"),
    "part_of_state": ((STATE,), "a part of a state cannot be returned"),
    "ragged": ((INT,), "all rows of one length"),
    "no_such_field": ((STATE,), "thing has no field 'smal'; its fields: large, small"),
    "too_large_table": ((INT,), "does not fit into 64 bits"),
    "past_the_end": ((STATE,), "there is no entry 21: they are numbered 0 to 20"),
    "changes_a_lookup": ((INT,), "a lookup never changes"),
    "asks_sometimes": ((INT,), "its end can be reached without an answer"),
    "calls_print": ((INT,), "nothing is called 'print' here"),
    "two_things": ((STATE, INT), "'thing' stands for two different things"),
    "unwritten": ((INT,), "nothing is called 'other' here"),
    "float_into_int": ((STATE,), "a float does not fit into an int"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_outside_is_refused_with_its_file_and_line(name):
    arguments, why = REFUSED[name]
    with pytest.raises(Refused) as told:
        written({name: arguments})
    message = str(told.value)
    assert why in message
    found = re.search(r"subset\.py\D+(\d+)", message)
    assert found, message
    lines, first = inspect.getsourcelines(getattr(subset, "sometimes_answers" if name == "asks_sometimes" else name))
    assert first <= int(found[1]) < first + len(lines)


def test_a_program_without_a_game_says_what_it_needs():
    games = playout.Games(INT, ROW("i4", 16), LONG, *[ROW("i8", 1)] * 4)
    arguments = (STATE, games, INT, LONG, ROW("u4", 4), ROW("i2", 9))
    with pytest.raises(TypeError, match="needs a game that answers it"):
        write({playout: {"play_game": arguments}}, schema=THING)
