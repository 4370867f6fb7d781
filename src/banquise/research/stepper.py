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
    setup,
    to_act,
    why_illegal,
    winners,
)
from banquise.research.encoder import encode

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


def first_illegal(states, first, last, actors, actions):
    """The first match whose action is illegal, or -1; nothing is changed."""
    for i in range(first, last):
        if actors[i] != OVER and why_illegal(states[i], actors[i], actions[i]) != 0:
            return i
    return -1


# Many matches, on a CPU: all that concerns one is done while it is at hand --------------------------------------------


def begin_many(
    states,
    template,
    first,
    last,
    seed,
    streams,
    rngs,
    legal,
    choices,
    actors,
    masks,
    observe,
    octets,
    words,
    plan,
    observations,
):
    """Begin matches first to last - 1, each with the stream of its own number, and show them."""
    for i in range(first, last):
        forget_moves(legal[i], choices[i], masks[i])
        copy_into(states, i, template)
        seed_rng(rngs[i], seed, streams[i])
        seat = settle_chance(states[i], rngs[i], legal[i])
        actors[i] = seat
        choices[i] = list_moves(states[i], seat, legal[i], masks[i])
        if observe:
            encode(octets[i], words[i], max(seat, 0), plan, observations[i])


def step_many(
    states,
    template,
    first,
    last,
    seats,
    actions,
    seed,
    streams,
    stride,
    rngs,
    legal,
    choices,
    actors,
    rewards,
    ended,
    masks,
    observe,
    octets,
    words,
    plan,
    observations,
):
    """One decision in each of the matches first to last - 1, and what the next to decide may see.

    A match that ends begins anew with a fresh stream, its last rewards still shown; with a stride of 0 it stays over.
    """
    for i in range(first, last):
        rng, out, mask = rngs[i], legal[i], masks[i]
        if ended[i]:
            ended[i] = 0
            for k in range(seats):
                rewards[i][k] = 0.0
        forget_moves(out, choices[i], mask)
        seat = actors[i]
        if seat != OVER:
            seat = advance(states[i], seat, actions[i], rng, out)
            if seat == OVER:
                ended[i] = 1
                utilities(states[i], seats, out, rewards[i])
                if stride > 0:
                    streams[i] += stride
                    copy_into(states, i, template)
                    seed_rng(rng, seed, streams[i])
                    seat = settle_chance(states[i], rng, out)
        actors[i] = seat
        choices[i] = list_moves(states[i], seat, out, mask)
        if observe:
            encode(octets[i], words[i], max(seat, 0), plan, observations[i])


def pick_many(first, last, rngs, legal, choices, actions):
    """A random legal action in each match: for benchmarks and tests."""
    for i in range(first, last):
        actions[i] = random_move(rngs[i], legal[i], choices[i])


def wander_many(
    steps,
    states,
    template,
    first,
    last,
    seats,
    actions,
    seed,
    streams,
    stride,
    rngs,
    legal,
    choices,
    actors,
    rewards,
    ended,
    masks,
    observe,
    octets,
    words,
    plan,
    observations,
):
    """So many random steps of all matches together, each step shown in full before the next."""
    for _ in range(steps):
        pick_many(first, last, rngs, legal, choices, actions)
        step_many(
            states,
            template,
            first,
            last,
            seats,
            actions,
            seed,
            streams,
            stride,
            rngs,
            legal,
            choices,
            actors,
            rewards,
            ended,
            masks,
            observe,
            octets,
            words,
            plan,
            observations,
        )


# Many matches in columns, as a GPU likes to read them: number w of match i is at [w, i] of every buffer. A match is
# worked on in ``cells``, room for one record that only its own thread sees; ``s`` is the record in that room. Working
# space is no part of a state, so only the first ``kept`` words of a record travel. ------------------------------------


def load(columns, i, cells, kept):
    """Bring match i into the room."""
    for w in range(kept):
        cells[w] = columns[w, i]


def store(columns, i, cells, kept):
    """Put match i back."""
    for w in range(kept):
        columns[w, i] = cells[w]


def begin_column(columns, template, i, seed, streams, rngs, legal, choices, actors, masks, cells, kept, s):
    """Begin match i with the stream of its own number."""
    load(columns, template, cells, kept)
    seed_rng(rngs[:, i], seed, streams[i])
    actors[i] = settle_chance(s, rngs[:, i], legal[:, i])
    choices[i] = list_moves(s, actors[i], legal[:, i], masks[:, i])
    store(columns, i, cells, kept)


def step_column(
    columns,
    template,
    i,
    seats,
    action,
    seed,
    streams,
    stride,
    rngs,
    legal,
    choices,
    actors,
    rewards,
    ended,
    masks,
    cells,
    kept,
    s,
):
    """One decision in match i; it is ``step_many`` for one match."""
    rng, out, mask = rngs[:, i], legal[:, i], masks[:, i]
    if ended[i]:
        ended[i] = 0
        for k in range(seats):
            rewards[k, i] = 0.0
    forget_moves(out, choices[i], mask)
    load(columns, i, cells, kept)
    seat = advance(s, actors[i], action, rng, out)
    if seat == OVER:
        ended[i] = 1
        utilities(s, seats, out, rewards[:, i])
        streams[i] += stride
        load(columns, template, cells, kept)
        seed_rng(rng, seed, streams[i])
        seat = settle_chance(s, rng, out)
    actors[i] = seat
    choices[i] = list_moves(s, seat, out, mask)
    store(columns, i, cells, kept)
