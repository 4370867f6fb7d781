"""Stepping many matches, in the rules' own subset: bound to a game and compiled, no Python runs per match.

Every match has a row of its own in each buffer. ``legal`` holds the legal moves of the acting seat as a list, and
``choices`` how many they are; ``masks`` shows the same as ones among zeros. The list is what makes stepping fast: a
mask of thousands of codes is cleared and set only where it changes, and a random move is drawn without asking again.

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
    to_act,
    why_illegal,
    winners,
)
from banquise.research.encoder import encode

OVER = -1  # instead of a seat to act
WAIT = -1  # instead of an action
CHANCES_TURN = -2  # instead of a seat to act, too: chance decides first


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


def advance(s, seat, action, rng, out):
    """One decision of a seat, and the chance that follows; who decides next, or OVER."""
    play(s, seat, action)
    return settle_chance(s, rng, out)


def list_moves(s, seat, legal, mask):
    """The legal moves of the acting seat, as a list and as ones in a mask that holds zeros; how many they are."""
    if seat == OVER:
        return 0
    n = legal_moves(s, seat, legal)
    for k in range(n):
        mask[legal[k]] = 1
    return n


def forget_moves(legal, n, mask):
    """Zeros again where ``list_moves`` left ones; the list is free for other use."""
    for k in range(n):
        mask[legal[k]] = 0


def random_move(rng, legal, n):
    """One of n legal moves, drawn from a match's own stream; 0 if there is none."""
    if n == 0:
        return 0
    return legal[below(rng, n)]


# Many matches, on a CPU: all that concerns one is done while it is at hand. ``t`` is the struct of ``lanes.py`` whose
# fields are the buffers, a row for each match; ``sight`` is what ``encode`` reads: the structs as numbers of one and of
# two bytes, and the plan. ------------------------------------------------------------


def first_illegal(states, t):
    """The first match whose action is illegal, or -1; nothing is changed."""
    for i in range(t.lanes):
        if t.actors[i] != OVER and t.actions[i] != WAIT and why_illegal(states[i], t.actors[i], t.actions[i]) != 0:
            return i
    return -1


def begin_lane(states, t, i):
    """Begin match i with the stream of its own number."""
    forget_moves(t.legal[i], t.choices[i], t.masks[i])
    seat = set_out(states, t, i)
    t.actors[i] = seat
    t.choices[i] = list_moves(states[i], seat, t.legal[i], t.masks[i])


def set_out(states, t, i):
    """Lay out match i, which begins with its stream; who decides first."""
    copy_into(states, i, t.lanes)
    seed_rng(t.rngs[i], t.seed, t.streams[i])
    return settle_chance(states[i], t.rngs[i], t.legal[i])


def step_lane(states, t, i, action):
    """One decision in match i: this action of whoever acts.

    A match that ends begins anew with a fresh stream, its last rewards still shown; with a stride of 0 it stays over.
    """
    if t.ended[i]:
        t.ended[i] = 0
        for k in range(t.seats):
            t.rewards[i][k] = 0.0
    forget_moves(t.legal[i], t.choices[i], t.masks[i])
    seat = t.actors[i]
    if seat != OVER:
        seat = advance(states[i], seat, action, t.rngs[i], t.legal[i])
        if seat == OVER:
            t.ended[i] = 1
            utilities(states[i], t.seats, t.legal[i], t.rewards[i])
            if t.stride > 0:
                t.streams[i] += t.stride
                seat = set_out(states, t, i)
    t.actors[i] = seat
    t.choices[i] = list_moves(states[i], seat, t.legal[i], t.masks[i])


def show_lane(t, i, octets, shorts, plan):
    """What the next to decide in match i may see."""
    if t.observe:
        encode(octets[i], shorts[i], max(t.actors[i], 0), plan, t.observations[i])


def begin_many(states, t, octets, shorts, plan):
    """Begin all matches, and show them."""
    for i in range(t.lanes):
        begin_lane(states, t, i)
        show_lane(t, i, octets, shorts, plan)


def step_many(states, t, octets, shorts, plan):
    """One decision in each match, and what the next to decide may see; a match whose action is WAIT is left alone."""
    for i in range(t.lanes):
        if t.actions[i] != WAIT:
            step_lane(states, t, i, t.actions[i])
            show_lane(t, i, octets, shorts, plan)


def pick_many(t):
    """A random legal action in each match: for benchmarks and tests."""
    for i in range(t.lanes):
        t.actions[i] = random_move(t.rngs[i], t.legal[i], t.choices[i])


def wander_many(steps, states, t, octets, shorts, plan):
    """So many random steps of all matches together, each step shown in full before the next."""
    for _ in range(steps):
        pick_many(t)
        step_many(states, t, octets, shorts, plan)


# Many matches on a GPU (``kernels.cu``): a match's stream is fetched only where chance goes on. -----------------------


def whose_turn(s):
    """Who decides next: a seat, OVER, or CHANCES_TURN."""
    mask = to_act(s)
    if mask == CHANCE:
        return CHANCES_TURN
    if mask == NOBODY:
        return OVER
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    return seat
