"""One decision or outcome after the other, in the rules' own subset: what an OpenSpiel state asks of the rules."""

from banquise.kernel.contract import (
    CHANCE,
    EVERYBODY,
    NOBODY,
    copy_into,
    legal_moves,
    odds,
    play,
    settle,
    to_act,
    who_sees,
)
from banquise.research.stepper import utilities  # noqa: F401 -- asked from outside

UNNOTICED, NOTICED, KNOWN = 0, 1, 2  # what a player is told of a step: nothing, that it happened, or what it was
OVER = -4  # as OpenSpiel numbers it; chance is -1, as with us


def follow(s, out):
    """Let everything happen that happens by itself, which everybody can work out; who is next: seat, CHANCE or OVER."""
    mask = to_act(s)
    while mask == CHANCE:
        if odds(s, out) != 1:
            return CHANCE
        settle(s, 0)
        mask = to_act(s)
    if mask == NOBODY:
        return OVER
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    return seat


def choices(s, actor, out, chances):
    """What may happen next: legal moves, or possible outcomes and their probabilities; how many."""
    if actor >= 0:
        return legal_moves(s, actor, out)
    if actor != CHANCE:
        return 0
    n = odds(s, out)
    total = 0
    for i in range(n):
        total += out[i]
    count = 0
    for i in range(n):
        if out[i] > 0:
            chances[count] = out[i] / total
            out[count] = i
            count += 1
    return count


def make(states, sight, actor, action, seats, rows):
    """A move or an outcome in the first state, and what comes of it: who is next, what each player is told, choices.

    ``sight`` is the states as longs, and for each seat which bits of them it may see; ``rows`` is what ``choices``
    fills. The answer holds, from its lowest bits on, the next actor + 8 (4 bits), two bits for each of eight seats, and
    how many choices there are.
    """
    longs, masks = sight
    out, chances = rows
    known = who_sees(states[0], actor, action)
    copy_into(states, 1, 0)
    if actor == CHANCE:
        settle(states[0], action)
    else:
        play(states[0], actor, action)
    told = 0
    for seat in range(seats):
        if known == EVERYBODY or known >> seat & 1:
            told |= KNOWN << 2 * seat
        else:
            told |= noticed(longs, masks, seat) << 2 * seat
    after = follow(states[0], out)
    count = choices(states[0], after, out, chances)
    return (after + 8) | told << 4 | count << 20


def noticed(longs, masks, seat):
    """Is there something that a seat sees in one state and not in the other?"""
    for w in range(len(longs[0])):
        if (longs[0][w] ^ longs[1][w]) & masks[seat][w] != 0:
            return NOTICED
    return UNNOTICED
