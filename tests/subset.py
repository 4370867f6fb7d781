"""Small functions in the rules' own subset, and some that are not, for tests of the translator."""

import math

from banquise.kernel.dot import dot
from banquise.kernel.transcribe import transcribe

ROW = (3, 1, 4, 1, 5, 9, 2, 6)
TABLE = ((1, -2, 300), (4, 5, -6))
RAGGED = ((1, 2), (3,))
HUGE = (1 << 70, 1)
WEIGHTS = tuple(tuple((7 * i * j + i) % 251 - 125 for i in range(21)) for j in range(3))


# Arithmetic -------------------------------------------------------------------------------------


def divided(a, b):
    return a // b


def left_over(a, b):
    return a % b


def by_constants(a, out):
    out[0] = a // 6
    out[1] = a % 6
    out[2] = a // 8
    out[3] = a % 8
    out[4] = a // 11 * 11 + a % 11 - a
    out[5] = (a & 255) // 7
    out[6] = (a % 1000 - 500) // 7
    out[7] = (a % 1000 - 500) % 7
    return 8


def bits(a, b, out):
    out[0] = a & b
    out[1] = a | b
    out[2] = a ^ b
    out[3] = ~a
    out[4] = a >> (b & 31)
    out[5] = (a & 1023) << (b & 15)
    out[6] = -a
    return 7


def sizes(a, b, out):
    out[0] = min(a, b)
    out[1] = max(a, b)
    out[2] = abs(a)
    out[3] = a < b
    out[4] = (a < b) + (a <= b)
    out[5] = int(1 <= a < b)
    out[6] = 5 if a > b else 7
    out[7] = int(a / 4.0)
    return 8


def real(a, b):
    total = 0.0
    if b != 0:
        total = a / b
    total += math.sqrt(a * a + 1.0)
    total -= 3
    return total * 0.5


# Control ----------------------------------------------------------------------------------------


def first_even(out, n):
    """A loop that is left early; its variable is read behind it."""
    for i in range(n):
        if out[i] % 2 == 0:
            break
    return i


def some_of(out, n):
    total = 0
    for i in range(n - 1, -1, -1):
        if out[i] == 3:
            continue
        if out[i] == 99:
            break
        total += out[i]
    while total > 100:
        total -= 100
    return total


def rewrites_its_counter(n):
    total = 0
    for i in range(n):
        total += i
        i = 5
        total += i
    return total


def is_small(a):
    if a < 0:
        return False
    return a < 10 or a == 77


def asks(a, b):
    """A small function as a condition, in every position."""
    found = 0
    if is_small(a) and not is_small(b):
        found += 1
    if is_small(a) or is_small(b):
        found += 2
    if not (is_small(a) or b == 3):
        found += 4
    while is_small(found) and found < 20:
        found += 8
    if is_small(a) == is_small(b):
        found += 100
    return found


def unrolled(out, n):
    """Short loops are written out; what one turn finds is read behind the loop."""
    found = -1
    for turn in range(4):
        if out[turn] == n:
            found = turn
    last = 0
    for turn in range(3):
        if out[turn] > n:
            last = turn * 10
    return found * 1000 + last


def swapped(a, b):
    a, b = b, a
    return a * 1000 + b


def kinds_grow(a):
    """Of a truth an int becomes, of an int a float."""
    found = a > 3
    for _ in range(3):
        found = found + 1
    half = 1
    if a > 5:
        half = 0.25
    return found + half


def next_of(out):
    out[0] += 1
    return out[0]


def order(out):
    """The value is worked out before its place, as Python has it."""
    out[0] = 1
    out[out[0]] = next_of(out)
    return out[2] * 10 + out[1]


def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


def looked_up(i, j):
    return TABLE[i][j] + ROW[i + j] * len(ROW)


def products(state, j):
    return dot(WEIGHTS[j], state.small) * 1000003 + dot(state.small, state.large) + dot(state.large, state.large)


def written(octets, words, seat, plan, row):
    transcribe(octets, words, seat, plan, row)


# What a checked program says --------------------------------------------------------------------


def reads(state, i):
    return state.small[i]


def writes(state, number):
    state.small[0] = number


def shifts(a, b):
    return a << b


def divides(a, b):
    return a / b


# Outside ----------------------------------------------------------------------------------------


def value_of_or(a, b):
    return a or b


def part_of_state(state):
    return state.small


def ragged(i):
    return RAGGED[i][0]


def no_such_field(state):
    return state.smal


def too_large(state):
    state.small[0] = 300


def too_large_table(i):
    return HUGE[i]


def past_the_end(state):
    return state.small[21]


def changes_a_lookup(i):
    ROW[i] = 1


def walks_a_list(out):
    total = 0
    for each in out:
        total += each
    return total


def sometimes_answers(a):
    if a > 3:
        return 1


def asks_sometimes(a):
    return sometimes_answers(a) + 1


def makes_a_list(a):
    return [a, a][0]


def calls_print(a):
    print(a)
    return a


def two_things(state, a):
    thing = a
    thing = state.small
    return thing[0]


def unwritten(a):
    if a > 100:
        found = 1
    return found + other  # noqa: F821 -- that it is not known is the point


def float_into_int(state):
    state.small[0] = 0.5


def slices(state):
    return state.small[1:2][0]


def divides_by_zero(a):
    return a // 0
