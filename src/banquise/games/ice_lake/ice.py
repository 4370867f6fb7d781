"""The ice of Ice Lake: lines and cracks, the plates they cut off, and where one can skate. In the rules' own subset."""

from banquise.games.ice_lake.board import (
    ACROSS,
    NEIGHBOUR,
    RING,
    SHORE,
    SIDE_CELL,
    SIDE_LINE,
    TRIANGLE,
    TRIANGLE_RING,
    TRIANGLES,
)
from banquise.games.ice_lake.moves import CRACKS_ONLY


def on_lake(s, cell):
    """Is this a hex of the lake? (The short lake is the inner part of the large one.)"""
    return cell != SHORE and RING[cell] <= s.radius


def skater_on(s, cell):
    """Is there a skater on this hex? A hex holds one (IL-3.5); a skater that is out has left its hex (IL-4.5)."""
    for seat in range(s.seats):
        if s.on_ice[seat] and s.cell[seat] == cell:
            return True
    return False


def is_usable(s, cell, direction):
    """IL-7.5: a line that is uncracked, leads to a hex of the lake, and is not occupied there now."""
    there = NEIGHBOUR[cell][direction]
    return on_lake(s, there) and s.line[cell][direction] == 0 and not skater_on(s, there)


def can_face(s, cell, direction):
    """IL-3.6: a facing that lets one skate on; by the option whoever stands there does not bar it."""
    if s.facing_rule == CRACKS_ONLY:
        return on_lake(s, NEIGHBOUR[cell][direction]) and s.line[cell][direction] == 0
    return is_usable(s, cell, direction)


def has_facing(s, cell):
    """IL-3.7: is there any such facing?"""
    for direction in range(6):
        if can_face(s, cell, direction):
            return True
    return False


def has_usable_line(s, cell):
    """Is there any way on from this hex?"""
    for direction in range(6):
        if is_usable(s, cell, direction):
            return True
    return False


def crack(s, seat, cell, direction):
    """IL-3.3: crack a line. Only a crack whose two ends touch other cracks can close a loop and cut off a plate."""
    there = NEIGHBOUR[cell][direction]
    closes = touches_crack(s, cell) and touches_crack(s, there)
    s.line[cell][direction] = seat + 1
    s.line[there][(direction + 3) % 6] = seat + 1
    if closes:
        sink_if_cut_off(s, TRIANGLE[cell][direction])
        sink_if_cut_off(s, TRIANGLE[cell][(direction + 5) % 6])


def touches_crack(s, cell):
    """Does any crack meet the centre of this hex?"""
    lines = s.line[cell]
    return lines[0] != 0 or lines[1] != 0 or lines[2] != 0 or lines[3] != 0 or lines[4] != 0 or lines[5] != 0


def sink_if_cut_off(s, start):
    """IL-4.3: triangles join across uncracked lines; a plate that nowhere joins the shore is cut off."""
    if start == SHORE or TRIANGLE_RING[start] > s.radius or s.sunk[start]:
        return
    for triangle in range(TRIANGLES):
        s.mark[triangle] = 0
    s.mark[start] = 1
    s.stack[0] = start
    found = 1
    at = 0
    while at < found:
        triangle = s.stack[at]
        at += 1
        for side in range(3):
            if s.line[SIDE_CELL[triangle][side]][SIDE_LINE[triangle][side]] == 0:
                across = ACROSS[triangle][side]
                if across == SHORE or TRIANGLE_RING[across] > s.radius:
                    return
                if s.mark[across] == 0:
                    s.mark[across] = 1
                    s.stack[found] = across
                    found += 1
    for i in range(found):
        s.sunk[s.stack[i]] = 1


def is_surrounded(s, cell):
    """IL-4.3: every triangle around the centre is cut off from the shore. A border hex always touches the shore."""
    if RING[cell] == s.radius:
        return False
    for direction in range(6):
        if s.sunk[TRIANGLE[cell][direction]] == 0:
            return False
    return True
