"""Matches that a network plays against itself to learn from, in the rules' own subset.

A seat draws a few moves as the guide weighs them, looks at what the network thinks of each in a world that the seat can
believe, and makes the best of them; now and then any of them, so that it sees what it would not do. Of each match a few
positions are kept, drawn evenly from all of it (a reservoir), and who won in the end.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from typing import Any, NamedTuple

from banquise.kernel.chance import below, pick, seed_rng
from banquise.kernel.contract import (
    CHANCE,
    NOBODY,
    copy_into,
    evaluate,
    imagine,
    legal_moves,
    odds,
    play,
    reopen,
    settle,
    setup,
    to_act,
    weigh,
    winners,
)
from banquise.kernel.playout import seat_in

MATCH, WORLD, TRIAL, BLANK = 0, 1, 2, 3  # of the four states


class Storage(NamedTuple):
    """All that a match is played in."""

    states: Any
    options: Any
    rng: Any
    moves: Any
    weights: Any
    values: Any
    net: Any
    kept: Any  # positions: the facts of each seat
    kept_common: Any
    shares: Any  # of the win, in thousandths


def play_match(seats, seed, stream, looks, slips, t):
    """A whole match; how many positions were kept. ``looks`` moves are tried, one time in ``slips`` any is made."""
    seed_rng(t.rng, seed, stream)
    copy_into(t.states, MATCH, BLANK)
    s = t.states[MATCH]
    setup(s, seats, t.options)
    seen = 0
    mask = to_act(s)
    while mask != NOBODY:
        if mask == CHANCE:
            n = odds(s, t.moves)
            if n == 1:
                settle(s, 0)
            else:
                settle(s, pick(t.rng, t.moves, n))
        else:
            seat = seat_in(mask, seats, t.rng)
            n = legal_moves(s, seat, t.moves)
            if n == 1:
                play(s, seat, t.moves[0])
            else:
                play(s, seat, decide(seat, n, looks, slips, t))
                if to_act(s) != NOBODY:
                    keep(seats, seen, t)
                    seen += 1
        mask = to_act(s)
    share_out(s, seats, t.shares)
    return min(seen, len(t.kept))


def decide(seat, n, looks, slips, t):
    """One of n legal moves."""
    copy_into(t.states, WORLD, MATCH)
    imagine(t.states[WORLD], seat, t.rng)
    reopen(t.states[WORLD], seat)
    weigh(t.states[WORLD], seat, t.moves, n, t.weights)
    if below(t.rng, slips) == 0:
        return t.moves[pick(t.rng, t.weights, n)]
    best = -1
    found = t.moves[0]
    for _ in range(looks):
        move = t.moves[pick(t.rng, t.weights, n)]
        copy_into(t.states, TRIAL, WORLD)
        play(t.states[TRIAL], seat, move)
        worth = value(t.states[TRIAL], seat, t)
        if worth > best:
            best = worth
            found = move
    return found


def value(s, seat, t):
    """What a position is worth to a seat: won, lost, or as the network thinks."""
    if to_act(s) == NOBODY:
        won = winners(s)
        if won == 0:
            return 1
        return 1000 * (won >> seat & 1)
    evaluate(s, t.values, t.net)
    return t.values[seat]


def keep(seats, seen, t):
    """Keep the facts of the position, perhaps: any of those seen so far with the same chance."""
    at = seen
    if seen >= len(t.kept):
        at = below(t.rng, seen + 1)
        if at >= len(t.kept):
            return
    evaluate(t.states[MATCH], t.values, t.net)
    write_down(seats, t.net, t.kept[at], t.kept_common[at])


def write_down(seats, net, facts, common):
    """The facts that a network was told last."""
    for seat in range(seats):
        for i in range(len(net.facts[seat])):
            facts[seat][i] = net.facts[seat][i]
    for i in range(len(net.common)):
        common[i] = net.common[i]


def share_out(s, seats, shares):
    """Each seat's part of the win; what nobody wins is shared by all."""
    won = winners(s)
    count = 0
    for seat in range(seats):
        count += won >> seat & 1
    for seat in range(seats):
        shares[seat] = 1000 // seats
        if count > 0:
            shares[seat] = 1000 * (won >> seat & 1) // count
