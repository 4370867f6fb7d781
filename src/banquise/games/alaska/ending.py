"""AK-7: how the match ends, and who has won."""

from banquise.games.alaska.board import CONTAINERS
from banquise.games.alaska.ice import container_can_reach_land, has_road
from banquise.games.alaska.moves import FIRST_HOME, NOTHING_LEFT, OVER, ROAD
from banquise.games.alaska.spaces import containers_on, put_down


def is_cut_off(s):
    """AK-7.1: no unbroken way over ice from the island to the mainland; the option of AK-8.14 asks for containers."""
    if s.end_rule == ROAD:
        return not has_road(s)
    return not container_can_reach_land(s)


def nothing_left(s):
    """AK-8.13: every container not lost lies in a player's camp."""
    settled = 0
    for seat in range(s.seats):
        settled += s.lost[seat] + points(s, seat)
    return settled == CONTAINERS * s.seats


def finish_if_nothing_left(s):
    """AK-7.3: then at once to scoring."""
    if nothing_left(s):
        finish(s, NOTHING_LEFT)


def finish(s, how):
    """AK-7.4: a container on a vehicle standing in its own camp is unloaded, for all at the same moment."""
    s.phase = OVER
    s.ended = how
    moment = s.deliveries + 1
    for seat in range(s.seats):
        if s.carried[seat] != 0 and s.at[seat] == s.camp[seat]:
            put_down(s, seat)
            s.last_rise[seat] = moment


def points(s, seat):
    """AK-7.4: every container in the camp, of whatever colour, but for those that are another's still (AK-5.3)."""
    astray = s.astray[seat]
    return containers_on(s, s.camp[seat]) - astray[0] - astray[1] - astray[2] - astray[3]


def is_ahead(s, seat, other):
    """AK-7.4: more points, or as many and the last of them home earlier; by the option, a tie is a tie."""
    if points(s, seat) != points(s, other) or s.ties_rule != FIRST_HOME:
        return points(s, seat) > points(s, other)
    return s.last_rise[seat] < s.last_rise[other]


def leaders(s):
    """AK-7.4: the seats that nobody is ahead of."""
    mask = 0
    for seat in range(s.seats):
        mask |= 1 << seat
        for other in range(s.seats):
            if is_ahead(s, other, seat):
                mask &= ~(1 << seat)
    return mask
