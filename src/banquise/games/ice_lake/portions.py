"""Portions of the lake and who is brought back into play where (IL-5). In the rules' own subset."""

from banquise.games.ice_lake.board import CELLS, NEIGHBOUR, RING, SHORE
from banquise.games.ice_lake.ice import has_usable_line, is_surrounded, on_lake, skater_on


def are_together(s):
    """IL-5.1: can all skaters reach each other? Mostly they can, and then there is nothing to number."""
    for cell in range(CELLS):
        s.mark[cell] = 0
    missing = -1
    for seat in range(s.seats):
        if s.on_ice[seat]:
            s.stack[0] = s.cell[seat]
            missing += 1
    s.mark[s.stack[0]] = 1
    found = 1
    at = 0
    while at < found:
        cell = s.stack[at]
        at += 1
        for direction in range(6):
            there = NEIGHBOUR[cell][direction]
            if there != SHORE and s.mark[there] == 0 and s.line[cell][direction] == 0 and is_open(s, there):
                s.mark[there] = 1
                s.stack[found] = there
                found += 1
                if skater_on(s, there):
                    missing -= 1
                    if missing == 0:
                        return True
    return False


def find_portions(s):
    """IL-5.1: number the portions: hexes joined by uncracked lines, those left out on which one would be surrounded."""
    for cell in range(CELLS):
        s.portion[cell] = 0
        s.size[cell] = 0
    count = 0
    s.largest = 0
    for start in range(CELLS):
        if s.portion[start] == 0 and is_open(s, start):
            count += 1
            s.size[count] = fill_portion(s, start, count)
            if s.largest == 0 or s.size[count] > s.size[s.largest]:
                s.largest = count  # IL-7.7: of equal ones, the one with the first hex


def is_open(s, cell):
    """Can one skate here without being surrounded?"""
    return on_lake(s, cell) and not is_surrounded(s, cell)


def fill_portion(s, start, number):
    """Give every hex of one portion its number; how many hexes it has."""
    s.portion[start] = number
    s.stack[0] = start
    found = 1
    at = 0
    while at < found:
        cell = s.stack[at]
        at += 1
        for direction in range(6):
            there = NEIGHBOUR[cell][direction]
            if there != SHORE and s.portion[there] == 0 and s.line[cell][direction] == 0 and is_open(s, there):
                s.portion[there] = number
                s.stack[found] = there
                found += 1
    return found


def is_isolated(s, seat):
    """Is nobody else in this skater's portion?"""
    return skaters_in(s, s.portion[s.cell[seat]]) == 1


def skaters_in(s, portion):
    """How many skaters a portion holds."""
    count = 0
    for seat in range(s.seats):
        if s.on_ice[seat] and s.portion[s.cell[seat]] == portion:
            count += 1
    return count


def choose_target(s, isolated):
    """IL-5.2: the largest portion that holds another skater, or the largest of all if nobody finds a place there.

    Of equal ones that with more skaters, then that of whoever comes first in movement order (IL-7.7).
    """
    s.target = 0
    for i in range(s.seats):
        seat = (s.first + i) % s.seats
        if s.on_ice[seat] and not (isolated == 1 and s.waiting[seat]):
            portion = s.portion[s.cell[seat]]
            if s.target == 0 or is_better_target(s, portion, s.target):
                s.target = portion
    if not has_place(s, s.target):
        s.target = s.largest


def is_better_target(s, one, other):
    """Larger, or as large with more skaters."""
    if s.size[one] != s.size[other]:
        return s.size[one] > s.size[other]
    return skaters_in(s, one) > skaters_in(s, other)


def has_place(s, portion):
    """IL-5.3: is there a free hex with a usable line in this portion?"""
    for cell in range(CELLS):
        if is_place(s, portion, cell):
            return True
    return False


def is_place(s, portion, cell):
    """A free hex of the portion with a usable line."""
    return s.portion[cell] == portion and not skater_on(s, cell) and has_usable_line(s, cell)


def border_place(s, portion):
    """Is there such a hex on the border of the lake?"""
    for cell in range(CELLS):
        if RING[cell] == s.radius and is_place(s, portion, cell):
            return True
    return False


def return_portion(s):
    """IL-5.3: the target, or the largest portion of all once the target has no place left."""
    if has_place(s, s.target):
        return s.target
    return s.largest


def may_return_to(s, cell):
    """IL-5.3: a border hex of that portion if it has one to offer, else any of its places."""
    portion = return_portion(s)
    return is_place(s, portion, cell) and (RING[cell] == s.radius or not border_place(s, portion))
