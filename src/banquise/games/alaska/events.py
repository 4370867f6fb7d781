"""AK-4: the event cards. Bear, found container and frostbite happen at once; the others are kept."""

from banquise.games.alaska.board import HEXES, ISLAND, NEUTRAL, NOWHERE
from banquise.games.alaska.moves import (
    BEAR,
    BEAR_MUST_MOVE,
    BEAR_NOT_THERE,
    BEAR_ON_ICE_FIRST,
    HIJACK_CARD,
    NO_ICE_THERE,
)
from banquise.games.alaska.spaces import ROOM, leave_space, objects_on, piece_at, put_down
from banquise.kernel.contract import LEGAL


def keep_card(s, seat, kind):
    """AK-4.1: the card is kept face down; how many one keeps is seen, which ones is not."""
    s.hand[seat][kind - HIJACK_CARD] += 1
    s.held[seat] += 1


def discard(s, seat, kind):
    """AK-5.6: a kept card that was played goes face up beside the pack."""
    s.hand[seat][kind - HIJACK_CARD] -= 1
    s.held[seat] -= 1
    s.played[kind] += 1


# The bear ---------------------------------------------------------------------------------------


def is_neutral(space):
    """A territory that is no camp; AK-1.7: an absent colour's camp stays closed to the bear."""
    return space == NEUTRAL[0] or space == NEUTRAL[1] or space == NEUTRAL[2] or space == NEUTRAL[3]


def has_ice(s):
    """Is there any ice piece?"""
    for cell in range(HEXES):
        if s.ice[cell] != 0:
            return True
    return False


def why_not_bear(s, space):
    """AK-4.2: ice first; later another piece or neutral territory; never the island, never a camp."""
    if space < HEXES:
        if piece_at(s, space) != space:
            return NO_ICE_THERE
    elif not is_neutral(space):
        return BEAR_NOT_THERE
    elif s.bear == NOWHERE and has_ice(s):
        return BEAR_ON_ICE_FIRST
    if space == s.bear:
        return BEAR_MUST_MOVE
    return LEGAL


def move_bear(s, space):
    """AK-4.3: whoever it comes upon must leave on the next turn, the drawer too; by the option, the drawer at once."""
    s.bear = space
    s.bear_came = s.bear_waits


def list_bear(s, out):
    """All spaces that the bear may go to, in ascending order."""
    count = 0
    for cell in range(HEXES):
        if piece_at(s, cell) == cell and cell != s.bear:
            out[count] = BEAR + cell
            count += 1
    if s.bear != NOWHERE or count == 0:
        for i in range(4):
            if NEUTRAL[i] != s.bear:
                out[count] = BEAR + NEUTRAL[i]
                count += 1
    return count


# Found container --------------------------------------------------------------------------------


def can_take(s, seat):
    """AK-4.4: an empty vehicle, and a container of its colour on the island; otherwise nobody is asked (AK-8.6)."""
    return s.carried[seat] == 0 and s.lying[ISLAND][seat] > 0


def take(s, seat):
    """AK-4.4: from the island onto the vehicle, wherever it stands, even over the limit; then it must leave."""
    s.lying[ISLAND][seat] -= 1
    s.carried[seat] = seat + 1
    if s.at[seat] < HEXES and objects_on(s, s.at[seat]) > ROOM:
        s.overfull[seat] = 1


# Frostbite --------------------------------------------------------------------------------------


def freeze(s, seat):
    """AK-4.5: the load stays where the vehicle stood, the vehicle goes back to its camp."""
    if s.carried[seat] != 0:
        put_down(s, seat)
    leave_space(s, seat)
    s.at[seat] = s.camp[seat]
