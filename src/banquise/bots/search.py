"""Information-set Monte Carlo tree search, in the rules' own subset: bound to a game and its guide it runs plain or
compiled, and decides the same.

Every simulation starts from a world that the thinking seat can believe (``imagine``), so nothing that the seat may not
know can enter. A decision belongs to a *node*, and a node is found by what the deciding seat sees (``glimpse``): each
seat walks through a tree of its own, and what one seat does in secret cannot steer another. As the legal moves of a
seat follow from what it sees, a node has one list of moves.

At a node where moves are made in public the most promising one is tried (PUCT: its mean result, plus a bonus for what
the guide likes and for what was seldom tried). Where a move is made in secret or several seats decide at once the best
move may be a mixture: there moves are drawn by regret matching, whose average approaches an equilibrium.

Seats that act at once are taken in a fixed order, the thinking one first; they commute. Storage is given by the caller
and allocated once (``mind.py``); when it is full the search goes on below the nodes that it has.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
import math
from typing import Any, NamedTuple

from banquise.kernel.chance import below, pick
from banquise.kernel.contract import (
    CHANCE,
    EVERYBODY,
    NOBODY,
    copy_into,
    evaluate,
    glimpse,
    guide_move,
    imagine,
    legal_moves,
    odds,
    play,
    prefer,
    reopen,
    settle,
    to_act,
    who_sees,
    winners,
)

ROOT, WORLD = 0, 1  # of the two states: what the seat knows, and what is played through
NONE = -1
FINE = 1 << 20  # how finely a draw from a mixture is made
EXPLORED = 0.08  # the part of all tries at a mixing node that goes to the moves as the guide weighs them


class Storage(NamedTuple):
    """All that a search works in."""

    states: Any  # two of them: ROOT, WORLD
    eyes: Any  # to see what a seat sees
    nodes: Any
    edges: Any  # of all nodes, one node's behind another's
    slots: Any  # where the node of a key is found
    used: Any  # how many nodes, how many edges
    path: Any  # the decisions of one simulation
    plan: Any  # how to think
    rng: Any
    moves: Any
    weights: Any
    values: Any  # what each seat got in one simulation, in thousandths
    sums: Any  # and in all of them
    room: Any  # what the guide works in: its network, if it asks one


def simulate(count, t):
    """Run so many simulations from ``t.states[ROOT]``."""
    for _ in range(count):
        copy_into(t.states, WORLD, ROOT)
        imagine(t.states[WORLD], t.plan.seat, t.rng)
        reopen(t.states[WORLD], t.plan.seat)
        length = walk(t)
        roll_out(t.states[WORLD], t.plan, t.rng, t.moves, t.weights)
        value(t.states[WORLD], t.plan, t.values, t.room)
        for seat in range(t.plan.seats):
            t.sums[seat] += t.values[seat]
        learn(t.nodes, t.edges, t.path, length, t.values)


def walk(t):
    """From the root down to a new node, one move beyond it; how many decisions of the path are to be learnt from."""
    s = t.states[WORLD]
    length = 0
    grown = False
    while not grown and length < len(t.path):
        mask = to_act(s)
        if mask == NOBODY:
            return length
        if mask == CHANCE:
            chance(s, t.rng, t.moves)
            continue
        seat = next_seat(mask, t.plan.seat)
        n = legal_moves(s, seat, t.moves)
        if n == 1:
            play(s, seat, t.moves[0])
            continue
        key = glimpse(t.eyes, t.states, WORLD, seat)
        node = find(t.nodes, t.slots, key)
        if node == NONE:
            node = grow(t, s, seat, n, key)
            grown = True
            if node == NONE:
                return length  # no room for a new node: roll out from here
        step = t.path[length]
        step.node = node
        choose(t.nodes[node], t.edges, step, t.plan, t.rng)
        length += 1
        play(s, seat, t.edges[step.edge].move)
    return length


def chance(s, rng, out):
    """Let chance decide."""
    n = odds(s, out)
    if n == 1:
        settle(s, 0)
    else:
        settle(s, pick(rng, out, n))


def next_seat(mask, first):
    """Of the seats in a mask, the thinking one, else the lowest."""
    if first >= 0 and mask >> first & 1:
        return first
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    return seat


# Nodes ------------------------------------------------------------------------------------------


def find(nodes, slots, key):
    """The node kept under a key, or NONE."""
    at = key & (len(slots) - 1)
    while slots[at] != NONE:
        if nodes[slots[at]].key == key:
            return slots[at]
        at = (at + 1) & (len(slots) - 1)
    return NONE


def grow(t, s, seat, n, key):
    """A new node with the moves that the guide finds most promising; NONE if there is no room."""
    number = t.used[0]
    kept = min(n, t.plan.width)
    if number >= len(t.nodes) or t.used[1] + kept > len(t.edges):
        return NONE
    prefer(s, seat, t.moves, n, t.weights, t.room)
    if kept < n:
        best_first(n, kept, t.moves, t.weights, t.rng)
    node = t.nodes[number]
    node.key = key
    node.seat = seat
    node.first = t.used[1]
    node.count = kept
    node.visits = 0
    node.total = 0.0
    node.mixes = is_hidden(s, seat, t.moves, kept)
    add_edges(t, kept)
    at = key & (len(t.slots) - 1)
    while t.slots[at] != NONE:
        at = (at + 1) & (len(t.slots) - 1)
    t.slots[at] = number
    t.used[0] += 1
    t.used[1] += kept
    return number


def add_edges(t, kept):
    """So many moves as edges never tried; their weights become parts of one."""
    heavy = 0
    for i in range(kept):
        heavy += t.weights[i]
    for i in range(kept):
        edge = t.edges[t.used[1] + i]
        edge.move = t.moves[i]
        edge.prior = t.weights[i] / heavy
        edge.visits = 0
        edge.total = 0.0
        edge.regret = 0.0
        edge.mixture = 0.0


def best_first(n, kept, moves, weights, rng):
    """Bring the ``kept`` heaviest moves to the front; of equal ones, any."""
    for i in range(n - 1):
        j = i + below(rng, n - i)
        swap(moves, i, j)
        swap(weights, i, j)
    for i in range(kept):
        best = i
        for j in range(i + 1, n):
            if weights[j] > weights[best]:
                best = j
        swap(moves, i, best)
        swap(weights, i, best)


def swap(numbers, i, j):
    """Exchange two of many numbers."""
    kept = numbers[i]
    numbers[i] = numbers[j]
    numbers[j] = kept


def is_hidden(s, seat, moves, n):
    """1 where several decide at once, or where a move is made that not everybody sees; else 0."""
    mask = to_act(s)
    if mask & (mask - 1) != 0:
        return 1
    for i in range(n):
        if who_sees(s, seat, moves[i]) != EVERYBODY:
            return 1
    return 0


# Choosing and learning --------------------------------------------------------------------------


def choose(node, edges, step, plan, rng):
    """The move to try at a node: fills in the step."""
    if node.mixes:
        draw_mixed(node, edges, step, rng)
    else:
        step.edge = most_promising(node, edges, plan)
        step.odds = 1.0


def most_promising(node, edges, plan):
    """PUCT. A move never tried counts as good as the node has been so far."""
    root = math.sqrt(node.visits + 1.0)
    mean = 0.0
    if node.visits > 0:
        mean = node.total / node.visits
    best = node.first
    best_score = -1.0
    for i in range(node.first, node.first + node.count):
        edge = edges[i]
        score = mean
        if edge.visits > 0:
            score = edge.total / edge.visits
        score += plan.explore * edge.prior * root / (1 + edge.visits)
        if score > best_score:
            best_score = score
            best = i
    return best


def draw_mixed(node, edges, step, rng):
    """Regret matching: in proportion to positive regrets, or as the guide weighs while there are none."""
    last = node.first + node.count
    positive = 0.0
    for i in range(node.first, last):
        if edges[i].regret > 0.0:
            positive += edges[i].regret
    left = below(rng, FINE) / FINE
    step.edge = NONE
    for i in range(node.first, last):
        edge = edges[i]
        part = edge.prior
        if positive > 0.0:
            part = 0.0
            if edge.regret > 0.0:
                part = edge.regret / positive
        edge.mixture += part
        tried = (1.0 - EXPLORED) * part + EXPLORED * (0.5 * edge.prior + 0.5 / node.count)
        left -= tried
        if step.edge == NONE and (left < 0.0 or i == last - 1):
            step.edge = i
            step.odds = tried


def learn(nodes, edges, path, length, values):
    """Each decision of the path learns from what its seat got."""
    for i in range(length):
        step = path[i]
        node = nodes[step.node]
        got = values[node.seat] / 1000
        edge = edges[step.edge]
        if node.mixes and node.visits > 0:
            # Unbiased, whatever the mean is: it only makes the estimates quieter.
            better = got - node.total / node.visits
            for j in range(node.first, node.first + node.count):
                edges[j].regret -= better
            edge.regret += better / step.odds
        node.visits += 1
        node.total += got
        edge.visits += 1
        edge.total += got


# Below the tree ---------------------------------------------------------------------------------


def roll_out(s, plan, rng, moves, weights):
    """Play on, by the guide or at random, to the end or until so many decisions are made."""
    decisions = 0
    mask = to_act(s)
    while mask != NOBODY and decisions < plan.horizon:
        if mask == CHANCE:
            chance(s, rng, moves)
        else:
            seat = next_seat(mask, plan.seat)
            if plan.guided:
                play(s, seat, guide_move(s, seat, rng, moves, weights))
            else:
                play(s, seat, moves[below(rng, legal_moves(s, seat, moves))])
            decisions += 1
        mask = to_act(s)


def value(s, plan, values, room):
    """What each seat gets, in thousandths: its share of the win, or what the guide expects of an unfinished match.

    A match that nobody wins is shared by all. A lone seat always wins; how well is for the guide to say. ``smooth``
    lets the guide's opinion of a finished match count for so many parts in a hundred: how narrowly it was won tells
    more about the moves before than who won.
    """
    if to_act(s) != NOBODY or plan.seats == 1:
        evaluate(s, values, room)
        return
    for seat in range(plan.seats):
        values[seat] = 0
    if plan.smooth > 0:
        evaluate(s, values, room)
    won = winners(s)
    count = 0
    for seat in range(plan.seats):
        count += won >> seat & 1
    for seat in range(plan.seats):
        share = 0
        if count == 0:
            share = 1000 // plan.seats
        elif won >> seat & 1:
            share = 1000 // count
        values[seat] = (plan.smooth * values[seat] + (100 - plan.smooth) * share) // 100
