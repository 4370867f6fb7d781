"""Random play and counting, in the rules' own subset: bound to a game it runs plain, compiled it runs at full speed."""

from typing import Any, NamedTuple

from banquise.kernel.chance import below, pick, seed_rng
from banquise.kernel.contract import (
    CHANCE,
    NOBODY,
    copy_into,
    ending,
    legal_moves,
    odds,
    play,
    settle,
    setup,
    to_act,
    winners,
)


def seat_in(mask, seats, rng):
    """One of the seats in a mask: seats that act at once are taken in random order, as people would come."""
    if mask & (mask - 1) == 0:
        seat = 0
        while mask >> seat != 1:
            seat += 1
        return seat
    seat = below(rng, seats)
    while mask >> seat & 1 == 0:
        seat = below(rng, seats)
    return seat


def random_step(s, seats, rng, out):
    """One random decision (1) or one settled chance (0)."""
    mask = to_act(s)
    if mask == CHANCE:
        n = odds(s, out)
        if n == 1:
            settle(s, 0)
        else:
            settle(s, pick(rng, out, n))
        return 0
    seat = 0
    if seats > 1:
        seat = seat_in(mask, seats, rng)
    n = legal_moves(s, seat, out)
    play(s, seat, out[below(rng, n)])
    return 1


class Games(NamedTuple):
    """Random matches: what they have in common, and what is counted of each.

    ``steps`` says how many steps each may take at most (0: any number) before it tells how many were taken. A match
    that would go on is left as it is: its ``ends`` is 0.
    """

    seats: Any
    options: Any
    seed: Any
    moves: Any
    steps: Any
    ends: Any
    won: Any


def play_games(states, games, first, count, rng, out):
    """Play random matches number ``first`` onwards; leave the final states, and count."""
    for i in range(count):
        play_game(states[i], games, i, first + i, rng, out)


def play_game(s, games, i, number, rng, out):
    """Play one random match in a blank state, and count it as number i."""
    seed_rng(rng, games.seed, number)
    setup(s, games.seats, games.options)
    decisions = 0
    total = 0
    most = games.steps[i]
    if most == 0:
        most = -1
    while total != most and to_act(s) != NOBODY:
        decisions += random_step(s, games.seats, rng, out)
        total += 1
    games.moves[i] = decisions
    games.steps[i] = total
    games.ends[i] = ending(s)
    games.won[i] = winners(s)


def perft(states, depth, at, outs):
    """How many sequences of this many moves and outcomes lead on from ``states[at]``.

    Seats that act at once commute: the lowest goes first.
    """
    s = states[at]
    mask = to_act(s)
    if depth == 0:
        return 1
    if mask == NOBODY:
        return 0
    seat = 0
    if mask == CHANCE:
        n = odds(s, outs[at])
    else:
        while mask >> seat & 1 == 0:
            seat += 1
        n = legal_moves(s, seat, outs[at])
    if depth == 1 and mask != CHANCE:
        return n
    total = 0
    for i in range(n):
        if mask == CHANCE and outs[at][i] == 0:
            continue
        if depth == 1:
            total += 1
            continue
        copy_into(states, at + 1, at)
        if mask == CHANCE:
            settle(states[at + 1], i)
        else:
            play(states[at + 1], seat, outs[at][i])
        total += perft(states, depth - 1, at + 1, outs)
    return total
