"""Matches that a network plays against itself to learn from, in the rules' own subset.

In haste a seat draws a few moves as the guide weighs them, looks at what the network thinks of each in a world that the
seat can believe, and makes the best of them; now and then any of them, so that it sees what it would not do. With
simulations it searches instead, as a yeti does: one decision in so many at length, the others with a tenth of that.
Of each match a few positions are kept, drawn evenly from all of it (a reservoir), and who won in the end; of a searched
one, those that were searched at length, with what the search thought of them.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from typing import Any, NamedTuple

from banquise.bots import search
from banquise.bots.search import FINE, NONE, simulate
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
    prefer,
    reopen,
    settle,
    setup,
    to_act,
    weigh,
    winners,
)
from banquise.kernel.playout import seat_in

MATCH, WORLD, TRIAL, BLANK = 0, 1, 2, 3  # of the four states; the first two are those of the search
HASTE = 10  # most decisions of a searched match get one simulation in so many


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
    kept_thoughts: Any  # what a search gave each seat, in thousandths
    kept_moves: Any  # facts of the moves that it looked at
    kept_tries: Any  # and how much it tried each, in thousandths; 0: there is no such move
    shares: Any  # of the win, in thousandths
    tree: search.Storage


class Habits(NamedTuple):
    """How a match is played."""

    looks: Any  # moves that are tried in haste
    slips: Any  # one time in so many any move is made
    simulations: Any  # of a search at length; 0: in haste
    seldom: Any  # one decision in so many is searched at length


def play_match(seats, seed, stream, habits, t):
    """A whole match; how many positions were kept."""
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
            elif habits.simulations == 0:
                play(s, seat, decide(seat, n, habits.looks, habits.slips, t))
                if to_act(s) != NOBODY:
                    keep(seats, seen, t)
                    seen += 1
            elif below(t.rng, habits.seldom) == 0:
                think(seat, habits.simulations, t.tree)
                keep(seats, seen, t)
                seen += 1
                play(s, seat, thought_of(habits.slips, t.tree))
            else:
                think(seat, max(1, habits.simulations // HASTE), t.tree)
                play(s, seat, thought_of(habits.slips, t.tree))
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


def think(seat, simulations, t):
    """Search for a seat from the match as it is: what it cannot know is imagined anew in each simulation."""
    for i in range(len(t.slots)):
        t.slots[i] = NONE
    t.used[0] = 0
    t.used[1] = 0
    for i in range(len(t.sums)):
        t.sums[i] = 0
    t.plan.seat = seat
    simulate(simulations, t)


def thought_of(slips, t):
    """A move by what was thought: drawn from the mixture where one was found, else the one most tried. One time in
    ``slips`` any is made, as the guide weighs them: what becomes of a poor move is to be learnt too."""
    root = t.nodes[0]
    if below(t.rng, slips) == 0:
        return drawn(root, 0, t)
    if root.mixes:
        return drawn(root, 1, t)
    best = root.first
    for i in range(root.first, root.first + root.count):
        if t.edges[i].visits > t.edges[best].visits:
            best = i
    return t.edges[best].move


def drawn(root, mixes, t):
    """One of the moves of a node, by the mixture that was found or by the guide's weights."""
    last = root.first + root.count
    whole = 0.0
    for i in range(root.first, last):
        whole += t.edges[i].mixture if mixes else t.edges[i].prior
    left = whole * below(t.rng, FINE) / FINE
    for i in range(root.first, last):
        left -= t.edges[i].mixture if mixes else t.edges[i].prior
        if left < 0.0:
            return t.edges[i].move
    return t.edges[last - 1].move


def keep(seats, seen, t):
    """Keep the facts of the position, perhaps: any of those seen so far with the same chance."""
    at = seen
    if seen >= len(t.kept):
        at = below(t.rng, seen + 1)
        if at >= len(t.kept):
            return
    evaluate(t.states[MATCH], t.values, t.net)
    write_down(seats, t.net, t.kept[at], t.kept_common[at])
    write_thought(seats, t.tree, t.kept_thoughts[at])
    write_moves(t.states[MATCH], t.tree, t.kept_moves[at], t.kept_tries[at])


def write_down(seats, net, facts, common):
    """The facts that a network was told last."""
    for seat in range(seats):
        for i in range(len(net.facts[seat])):
            facts[seat][i] = net.facts[seat][i]
    for i in range(len(net.common)):
        common[i] = net.common[i]


def write_thought(seats, t, thoughts):
    """What the last search gave each seat."""
    whole = 0
    for seat in range(seats):
        whole += t.sums[seat]
    for seat in range(seats):
        thoughts[seat] = 1000 * t.sums[seat] // max(1, whole)


def write_moves(s, t, facts, tries):
    """The moves that the last search looked at first, and how much it tried each; none where nobody searched."""
    for i in range(len(tries)):
        tries[i] = 0
    if t.used[0] == 0:
        return
    root = t.nodes[0]
    whole = 0.0
    for i in range(root.first, root.first + root.count):
        whole += t.edges[i].mixture if root.mixes else t.edges[i].visits
    for i in range(root.count):
        edge = t.edges[root.first + i]
        tried = edge.mixture if root.mixes else edge.visits
        tries[i] = max(1, int(1000.0 * tried / max(1.0, whole)))
        t.moves[0] = edge.move
        prefer(s, root.seat, t.moves, 1, t.weights, t.room)
        write_move(t.room, facts[i])


def write_move(net, facts):
    """The facts of the move that a network was told of last."""
    for i in range(len(net.move)):
        facts[i] = net.move[i]


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
