"""What a network is told of a position of Ice Lake, in the rules' own subset; moves are weighed as in the guide."""

from dataclasses import replace

from banquise.games.ice_lake.board import CELLS, NEIGHBOUR, RING
from banquise.games.ice_lake.guide import (
    ADVICE,
    advice,
    guide_move,
    is_free,
    reopen,
    two_ahead,
    usable_lines,
    ways_ahead,
    weigh,
)
from banquise.games.ice_lake.guide import TUNING as GUIDE
from banquise.games.ice_lake.guide import evaluate as evaluate_by_hand
from banquise.games.ice_lake.ice import on_lake
from banquise.games.ice_lake.moves import PROGRAMMING
from banquise.games.ice_lake.rules import turned
from banquise.kernel.net import judge, note

__all__ = ["ADVICE", "TUNING", "advice", "evaluate", "guide_move", "reopen", "weigh"]

TUNING = replace(GUIDE, simulations_a_second=21000, horizon_a_seat=1)

FLAG = 64
FACTS = 32  # of a seat
COMMON = 14
BY_PHASE = 7  # where the row of phases begins
NEAR = 4  # steps


def evaluate(s, out, room):
    """Each seat's chance, by the network."""
    describe(s, room, out)
    judge(s.seats, room, out)


def describe(s, net, out):
    """Put down all facts."""
    evaluate_by_hand(s, out, out)
    for seat in range(s.seats):
        row = net.facts[seat]
        for i in range(FACTS):
            row[i] = 0
        note(row, 0, out[seat] // 8)
        note(row, 1, FLAG * s.on_ice[seat])
        note(row, 2, FLAG * s.waiting[seat])
        if s.on_ice[seat]:
            describe_turn(s, row, seat)
            describe_ways(s, row, seat)
            describe_programme(s, row, seat)
            describe_reach(s, row, s.cell[seat])
    describe_all(s, net.common)


def describe_turn(s, row, seat):
    """Where a skater is in its turn."""
    note(row, 3, FLAG * s.started[seat])
    note(row, 4, FLAG * s.finished[seat])
    note(row, 5, FLAG * (s.mover == seat))
    note(row, 6, 30 * ((seat - s.mover) % s.seats))
    note(row, 7, FLAG * (s.chooser == seat))
    note(row, 8, 20 * s.moved[seat])
    note(row, 9, FLAG * (s.last_step == seat))
    note(row, 10, 30 * ((seat - s.first) % s.seats))


def describe_ways(s, row, seat):
    """The ways on from where a skater stands."""
    cell = s.cell[seat]
    note(row, 11, 3 * ways_ahead(s, seat, cell, s.facing[seat], 0))
    for letter in range(3):
        direction = turned(s.facing[seat], letter)
        if is_free(s, seat, cell, direction, 0):
            note(row, 12 + letter, 16 + 8 * two_ahead(s, seat, NEIGHBOUR[cell][direction], direction, 0))
    note(row, 15, 16 * usable_lines(s, cell))
    note(row, 16, 20 * (s.radius - RING[cell]))


def describe_programme(s, row, seat):
    """Where the letters that are still to be carried out lead on the ice as it is."""
    first = s.used[seat]
    last = s.length[seat]
    if s.phase == PROGRAMMING:
        first = 0
        last = s.written[seat]
    cell = s.cell[seat]
    facing = s.facing[seat]
    steps = 0
    stopped = 0
    for i in range(first, last):
        if stopped == 0:
            letter = s.programme[seat][i]
            if s.phase == PROGRAMMING:
                letter = s.letter[seat][i]
            facing = turned(facing, letter)
            if not on_lake(s, NEIGHBOUR[cell][facing]):
                stopped = 2
            elif s.line[cell][facing] != 0:
                stopped = 1
            else:
                cell = NEIGHBOUR[cell][facing]
                steps += 1
    note(row, 17, 20 * (last - first))
    note(row, 18, 20 * steps)
    note(row, 19, FLAG * (stopped == 1))
    note(row, 20, FLAG * (stopped == 2))
    note(row, 21, 3 * ways_ahead(s, seat, cell, facing, 0))
    note(row, 22, 20 * (s.radius - RING[cell]))


def describe_reach(s, row, start):
    """How many hexes lie so many steps away over whole lines, and whether another skater does."""
    for cell in range(CELLS):
        s.mark[cell] = 0
    s.mark[start] = 1
    s.stack[0] = start
    found = 1
    at = 0
    while at < found and s.mark[s.stack[at]] <= NEAR:
        cell = s.stack[at]
        at += 1
        for direction in range(6):
            there = NEIGHBOUR[cell][direction]
            if on_lake(s, there) and s.line[cell][direction] == 0 and s.mark[there] == 0:
                s.mark[there] = s.mark[cell] + 1
                s.stack[found] = there
                found += 1
                note(row, 21 + s.mark[there], row[21 + s.mark[there]] + 5)
    for seat in range(s.seats):
        far = s.mark[s.cell[seat]] - 1
        if s.on_ice[seat] and far > 0:
            note(row, 26 + far, FLAG)
    note(row, 31, found)


def describe_all(s, row):
    """What all have in common."""
    skaters = 0
    for i in range(COMMON):
        row[i] = 0
    for seat in range(s.seats):
        skaters += s.on_ice[seat]
    note(row, 0, 30 * skaters)
    note(row, 1, 8 * s.round)
    note(row, 2, FLAG * (s.seats == 3))
    note(row, 3, FLAG * (s.seats == 4))
    note(row, 4, FLAG * (s.radius == 5))
    note(row, 5, FLAG * s.facing_rule)
    row[BY_PHASE + s.phase] = FLAG
