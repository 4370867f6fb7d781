"""Stepping many matches, in the rules' own subset: bound to a game and compiled, no Python runs per match.

Seats that decide at the same time are asked one after the other, the lowest first; what they decide stays hidden from
the others as the game's visibility declares, so the order tells nobody anything.
"""

from banquise.kernel.chance import below, pick, seed_rng
from banquise.kernel.contract import (
    CHANCE,
    NOBODY,
    copy_into,
    legal_moves,
    odds,
    play,
    score,
    settle,
    setup,
    to_act,
    why_illegal,
    winners,
)

OVER = -1  # instead of a seat to act


def settle_chance(s, rng, out):
    """Let chance decide until somebody must; that seat, or OVER."""
    mask = to_act(s)
    while mask == CHANCE:
        n = odds(s, out)
        if n == 1:
            settle(s, 0)
        else:
            settle(s, pick(rng, out, n))
        mask = to_act(s)
    if mask == NOBODY:
        return OVER
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    return seat


def utilities(s, seats, out, reward):
    """Zero-sum: a sole winner gets 1, and what the winners get the losers lose in equal parts; alone, the points."""
    if seats == 1:
        score(s, out)
        reward[0] = out[0]
        return
    mask = winners(s)
    count = 0
    for seat in range(seats):
        count += mask >> seat & 1
    for seat in range(seats):
        reward[seat] = 0.0
        if count > 0:
            share = (mask >> seat & 1) * seats / count
            reward[seat] = (share - 1.0) / (seats - 1)


def set_up(states, at, seats, options):
    """Lay out a fresh match in a blank record: the template that matches begin from."""
    setup(states[at], seats, options)


def begin(states, template, i, seed, stream, rngs, outs, row, actors):
    """Begin a match anew: the template, its own stream of chance, and who acts first."""
    copy_into(states, i, template)
    seed_rng(rngs[i], seed, stream)
    actors[i] = settle_chance(states[i], rngs[i], outs[row])


def begin_many(states, template, first, last, seed, streams, rngs, outs, row, actors):
    """Begin matches first to last - 1, each with the stream of its own number."""
    for i in range(first, last):
        begin(states, template, i, seed, streams[i], rngs, outs, row, actors)


def first_illegal(states, first, last, actors, actions):
    """The first match whose action is illegal, or -1; nothing is changed."""
    for i in range(first, last):
        if actors[i] != OVER and why_illegal(states[i], actors[i], actions[i]) != 0:
            return i
    return -1


def act(states, i, seats, action, rngs, outs, row, actors, rewards, ended):
    """One decision of the match's acting seat, and the chance that follows."""
    s = states[i]
    for seat in range(seats):
        rewards[i][seat] = 0.0
    ended[i] = 0
    if actors[i] == OVER:
        return
    play(s, actors[i], action)
    actors[i] = settle_chance(s, rngs[i], outs[row])
    if actors[i] == OVER:
        ended[i] = 1
        utilities(s, seats, outs[row], rewards[i])


def step_many(
    states, template, first, last, seats, actions, seed, streams, stride, rngs, outs, row, actors, rewards, ended
):
    """One decision in each match; one that ends begins anew with a fresh stream, its last rewards still shown."""
    for i in range(first, last):
        act(states, i, seats, actions[i], rngs, outs, row, actors, rewards, ended)
        if ended[i]:
            streams[i] += stride
            begin(states, template, i, seed, streams[i], rngs, outs, row, actors)


def mask_many(states, first, last, outs, row, actors, masks):
    """The legal moves of every acting seat, as ones in its row."""
    out = outs[row]
    width = len(masks[first])
    for i in range(first, last):
        mask = masks[i]
        for code in range(width):
            mask[code] = 0
        if actors[i] != OVER:
            n = legal_moves(states[i], actors[i], out)
            for k in range(n):
                mask[out[k]] = 1


def pick_many(states, first, last, rngs, outs, row, actors, actions):
    """A random legal action in each match: for benchmarks and tests."""
    for i in range(first, last):
        actions[i] = 0
        if actors[i] != OVER:
            n = legal_moves(states[i], actors[i], outs[row])
            actions[i] = outs[row][below(rngs[i], n)]
