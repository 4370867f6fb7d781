"""A small, fast generator for simulation, in the rules' own subset: the same numbers plain, compiled and on a GPU.

It is sfc32 (Chris Doty-Humphrey's small fast counting generator): ``rng`` is any mutable sequence of four ints, each
below 2**32. Matches between people never use it; their chance comes from ``kernel.fair``.
"""

MASK = 0xFFFFFFFF
RNG_LENGTH = 4


def next_number(rng):
    """The next 32 random bits."""
    number = (rng[0] + rng[1] + rng[3]) & MASK
    rng[3] = (rng[3] + 1) & MASK
    rng[0] = rng[1] ^ (rng[1] >> 9)
    rng[1] = (rng[2] + (rng[2] << 3)) & MASK
    rng[2] = (((rng[2] << 21) & MASK) | (rng[2] >> 11)) + number & MASK
    return number


def seed_rng(rng, seed, stream):
    """Start the generator for one stream of a seed: stream numbers give independent sequences."""
    rng[0] = seed & MASK
    rng[1] = (seed >> 32) & MASK
    rng[2] = stream & MASK
    rng[3] = 1
    for _ in range(15):
        next_number(rng)


def below(rng, n):
    """A fair whole number from 0 to n - 1, for n up to 2**31 (Lemire's method, with its rejection step)."""
    scaled = next_number(rng) * n
    low = scaled & MASK
    if low < n:
        floor = (MASK + 1 - n) % n
        while low < floor:
            scaled = next_number(rng) * n
            low = scaled & MASK
    return scaled >> 32


def pick(rng, weights, n):
    """An index below n, drawn in proportion to the integer weights."""
    total = 0
    for i in range(n):
        total += weights[i]
    left = below(rng, total)
    for i in range(n - 1):
        left -= weights[i]
        if left < 0:
            return i
    return n - 1


def lots(out, seats, first):
    """Who begins: every seat is as likely (``first`` 0), or the table has named one (1 + the seat). How many seats."""
    for seat in range(seats):
        out[seat] = 0
        if first == 0 or first == seat + 1:
            out[seat] = 1
    return seats
