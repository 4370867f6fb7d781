"""A small network as a table of ints, in the rules' own subset: from facts of a position to each seat's chance.

A game fills in *facts* (``games/*/yeti.py``): a row of small ints for each seat, and one of what all have in common.
The same network looks at the position from every seat: its inputs are the seat's own facts, the mean and the largest
of the others', and the common ones. So a seat's number means nothing, seats may be two, three or four, and what is
learnt about one is known of all. What the network answers is a strength; strengths become chances by their differences.

Two rows of rectified units, clipped at one, then a sum. All numbers are ints, with so many binary places:

| | places |
|---|---|
| facts | 5: a fact of 32 counts as one |
| weights | 10, in 16 bits |
| units | 7, in 8 bits: 0 to 127 |
| strength | 6: 64 more multiply the odds by e |

Of a move a game may put down facts, too (``games/*/taste.py``): one row of units and a direct row say how much it is
liked, with as many places as a strength, and likings become weights of moves by their differences.

They are the same plain, in WebAssembly and on a GPU.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
import math
from typing import Any, NamedTuple

from banquise.kernel.dot import dot

FACT, WEIGHT, UNIT, STRENGTH = 5, 10, 7, 6  # binary places
MOST = 127  # of a fact or a unit
TO_UNIT = FACT + WEIGHT - UNIT
TO_DEEP = WEIGHT
TO_STRENGTH = UNIT + WEIGHT - STRENGTH
LOWEST = -(1 << 40)
A_LOG = 12  # facts that are logarithms are put down in so many parts of a factor of e
LOGARITHM = tuple(round(A_LOG * math.log(max(1, weight))) for weight in range(256))  # of a weight, as a fact
ODDS = tuple(round(65536 * math.exp(-behind / (1 << STRENGTH))) for behind in range(11 << STRENGTH))


class Net(NamedTuple):
    """The numbers of a network, and the room that it works in."""

    facts: Any  # a row for each seat
    common: Any
    inputs: Any
    units: Any
    deep: Any
    first: Any  # weights: a row for each unit
    first_bias: Any
    second: Any  # a row for each unit of the second layer
    second_bias: Any
    last: Any
    move: Any  # facts of a move
    liked: Any
    taste: Any  # weights: a row for each unit
    taste_bias: Any
    taste_last: Any
    taste_direct: Any  # from the facts of a move past the units


def note(row, at, fact):
    """Put down a fact, clipped to what eight bits hold."""
    row[at] = min(max(fact, -MOST), MOST)


def judge(seats, net, out):
    """Each seat's chance in thousandths, from the facts put down."""
    best = LOWEST
    for seat in range(seats):
        gather(seats, seat, net)
        out[seat] = strength(net)
        best = max(best, out[seat])
    whole = 0
    for seat in range(seats):
        out[seat] = ODDS[min(best - out[seat], len(ODDS) - 1)]
        whole += out[seat]
    for seat in range(seats):
        out[seat] = 1000 * out[seat] // whole


def gather(seats, seat, net):
    """The inputs as a seat sees them: its own facts, the others' in the mean and at most, the common ones."""
    count = len(net.facts[0])
    for i in range(count):
        whole = 0
        most = -MOST
        for other in range(seats):
            if other != seat:
                fact = net.facts[other][i]
                whole += fact
                most = max(most, fact)
        net.inputs[i] = net.facts[seat][i]
        net.inputs[count + i] = whole // (seats - 1)
        net.inputs[2 * count + i] = most
    for i in range(len(net.common)):
        net.inputs[3 * count + i] = net.common[i]


def strength(net):
    """What the network makes of its inputs."""
    for i in range(len(net.units)):
        whole = (dot(net.inputs, net.first[i]) + net.first_bias[i]) >> TO_UNIT
        net.units[i] = min(max(whole, 0), MOST)
    for i in range(len(net.deep)):
        whole = (dot(net.units, net.second[i]) + net.second_bias[i]) >> TO_DEEP
        net.deep[i] = min(max(whole, 0), MOST)
    return dot(net.deep, net.last) >> TO_STRENGTH


# Moves ------------------------------------------------------------------------------------------


def liking(net):
    """How much a move is liked, by the facts put down of it: with as many binary places as a strength."""
    for i in range(len(net.liked)):
        whole = (dot(net.move, net.taste[i]) + net.taste_bias[i]) >> TO_UNIT
        net.liked[i] = min(max(whole, 0), MOST)
    direct = dot(net.move, net.taste_direct) << (UNIT - FACT)
    return (dot(net.liked, net.taste_last) + direct) >> TO_STRENGTH


def as_weights(n, weights):
    """Likings as weights of moves, the best of them at 65536: positive ints."""
    best = LOWEST
    for i in range(n):
        best = max(best, weights[i])
    for i in range(n):
        weights[i] = max(1, ODDS[min(best - weights[i], len(ODDS) - 1)])
