"""What a network is told of a position of Alaska, in the rules' own subset; moves are weighed as in the guide."""

from dataclasses import replace

from banquise.games.alaska.board import HEXES, ISLAND, KINDS, NOWHERE
from banquise.games.alaska.ending import points
from banquise.games.alaska.guide import (
    ADVICE,
    BELONGS,
    FROM_ISLAND,
    STEP,
    advice,
    camp_number,
    guide_move,
    outlook,
    reopen,
    turns_left,
    weigh,
)
from banquise.games.alaska.guide import TUNING as GUIDE
from banquise.games.alaska.guide import evaluate as evaluate_by_hand
from banquise.games.alaska.moves import KEPT, SPRING
from banquise.games.alaska.spaces import camp_owner
from banquise.kernel.net import correct, note

__all__ = ["ADVICE", "TUNING", "advice", "evaluate", "guide_move", "reopen", "weigh"]

TUNING = replace(GUIDE, simulations_a_second=10000)

CORRECTS = True  # the formula knows which of two moves is a step nearer home; the network knows who wins
FLAG = 64
FACTS = 32  # of a seat
COMMON = 32
IN_HAND, BY_PHASE, IN_STOCK, MELTED = 10, 8, 18, 23  # where rows of facts begin


def evaluate(s, out, room):
    """Each seat's chance: what the guide makes of the ways over the ice, as the network corrects it."""
    describe(s, room, out)
    correct(s.seats, room, out)


def describe(s, net, out):
    """Put down all facts; the ways were found while judging by hand."""
    evaluate_by_hand(s, out, out)
    turns = turns_left(s)
    for seat in range(s.seats):
        row = net.facts[seat]
        for i in range(FACTS):
            row[i] = 0
        note(row, 0, out[seat] // 8)
        note(row, 1, 12 * points(s, seat))
        note(row, 2, outlook(s, seat, turns) // 8)
        note(row, 3, FLAG * (s.mover == seat))
        note(row, 4, 30 * ((seat - s.mover) % s.seats))
        note(row, 5, 20 * s.lost[seat])
        note(row, 6, 20 * s.lying[ISLAND][seat])
        note(row, 7, 6 * (s.deliveries - s.last_rise[seat]))
        describe_vehicle(s, row, seat)
        describe_road(s, row, seat, turns)
    describe_all(s, net.common, turns)


def describe_vehicle(s, row, seat):
    """What a seat holds and carries."""
    for kind in range(KEPT):
        note(row, IN_HAND + kind, 30 * s.hand[seat][kind])
    note(row, 13, 20 * s.held[seat])
    note(row, 14, FLAG * (s.carried[seat] == seat + 1))
    note(row, 15, FLAG * (s.carried[seat] != 0 and s.carried[seat] != seat + 1))
    note(row, 16, FLAG * (s.at[seat] == s.camp[seat]))
    note(row, 17, FLAG * (s.at[seat] == ISLAND))
    note(row, 18, FLAG * (s.at[seat] == s.bear))
    note(row, 19, FLAG * s.overfull[seat])
    for other in range(s.seats):
        row[20] = min(row[20] + 20 * s.astray[seat][other], 127)


def describe_road(s, row, seat, turns):
    """The ways of a seat, and its containers on them."""
    home_from = s.cost[seat]
    note(row, 21, home_from[ISLAND] // 24)
    note(row, 22, home_from[s.at[seat]] // 24)
    note(row, 23, s.cost[FROM_ISLAND][s.at[seat]] // 24)
    astray = 0
    work = 0
    for space in range(ISLAND):
        if s.lying[space][seat] > 0 and camp_owner(s, space) == NOWHERE:
            astray += s.lying[space][seat]
            work += s.lying[space][seat] * home_from[space]
    note(row, 24, 24 * astray)
    note(row, 25, work // 64)
    ice = 0
    camp = camp_number(s, seat)
    for cell in range(HEXES):
        if s.ice[cell] != 0:
            ice += BELONGS[camp][cell]
    note(row, 26, ice)
    whole = (s.lying[ISLAND][seat] * 2 + 1) * home_from[ISLAND]
    note(row, 27, (whole - STEP * 3 * (turns + s.seats) // s.seats) // 128)
    if s.bear >= 0:
        note(row, 28, home_from[s.bear] // 24)


def describe_all(s, row, turns):
    """What all have in common."""
    for i in range(COMMON):
        row[i] = 0
    note(row, 0, FLAG * (s.season == SPRING))
    note(row, 1, 3 * turns)
    note(row, 2, 30 * s.steps)
    note(row, 3, 30 * s.voyages_left)
    note(row, 4, 30 * s.pieces)
    note(row, 5, FLAG * (s.bear >= 0))
    note(row, 6, 4 * s.ice_left)
    note(row, 7, FLAG * s.flew_first)
    row[BY_PHASE + s.phase] = FLAG
    for kind in range(KINDS):
        note(row, IN_STOCK + kind, 4 * s.stock[kind])
        note(row, MELTED + kind, 4 * s.melted[kind])
    note(row, 28, FLAG * (s.seats == 3))
    note(row, 29, FLAG * (s.seats == 4))
    note(row, 30, FLAG * s.end_rule)
    note(row, 31, FLAG * s.handled)
