"""AK-5: the voyage: steps, loading, flights, hijacks. With the duties and the fine print of AK-8."""

from banquise.games.alaska.board import ISLAND, NOWHERE, SPACES
from banquise.games.alaska.events import discard
from banquise.games.alaska.moves import (
    ALREADY_THERE,
    BEAR_IN_THE_WAY,
    END,
    FLIGHT_BETWEEN,
    FLY,
    GO,
    HAS_FLOWN,
    HAS_LOADED,
    HAS_UNLOADED,
    HELICOPTER_CARD,
    HELICOPTER_HELD,
    HIJACK,
    HIJACK_HELD,
    IS_LOADED,
    LOAD,
    MUST_LEAVE_BEAR,
    MUST_LEAVE_ICE,
    NO_HELICOPTER,
    NO_HIJACK,
    NO_ICE_THERE,
    NO_ROOM,
    NO_STEPS_LEFT,
    NONE_HERE,
    NOT_FROM_CAMP,
    NOT_FROM_ISLAND,
    NOT_NEXT,
    NOTHING_CARRIED,
    NOTHING_TO_LOAD,
    NOTHING_YET,
    OTHERS_CAMP,
    OWN_COLOUR,
    UNDOES_LOADING,
    UNDOES_UNLOADING,
    UNLOAD,
)
from banquise.games.alaska.spaces import (
    camp_owner,
    find_near,
    has_room,
    is_near,
    is_space,
    leave_space,
    may_enter,
    put_down,
    weight,
)
from banquise.kernel.contract import LEGAL

STEPS = 3  # AK-5.1


def begin_voyage(s):
    """AK-5.1: a fresh voyage."""
    s.steps = 0
    s.flew_first = 0
    s.flew_last = 0
    s.handled = NOTHING_YET


# Steps ------------------------------------------------------------------------------------------


def why_no_step(s):
    """AK-5.1: up to three steps; AK-5.4: all of them before the flights or all after."""
    if s.steps >= STEPS:
        return NO_STEPS_LEFT
    if s.flew_last:
        return HAS_FLOWN
    return LEGAL


def why_not_enter(s, seat, space):
    """AK-4.3: not the bear's space; AK-6.3: room after entry."""
    if space == s.bear:
        return BEAR_IN_THE_WAY
    if not has_room(s, space, weight(s, seat)):
        return NO_ROOM
    return LEGAL


def why_not_go(s, seat, space):
    """AK-5.1: a step leads to a neighbouring space."""
    if not is_space(s, space):
        return NO_ICE_THERE
    if space == s.at[seat]:
        return ALREADY_THERE
    reason = why_no_step(s)
    if reason != LEGAL:
        return reason
    if not is_near(s, s.at[seat], space):
        return NOT_NEXT
    return why_not_enter(s, seat, space)


def go(s, seat, space):
    """AK-5.1: one step."""
    s.steps += 1
    arrive(s, seat, space)


def arrive(s, seat, space):
    """Leave one space for another."""
    leave_space(s, seat)
    s.at[seat] = space
    s.handled = NOTHING_YET


def step_off_exists(s, seat, objects):
    """Is a step off this space legal for a vehicle of so many objects?"""
    for i in range(find_near(s, s.at[seat])):
        if may_enter(s, s.near[i], objects):
            return True
    return False


# Duties -----------------------------------------------------------------------------------------


def has_duty(s, seat):
    """AK-8.5: standing with the bear, or on the piece that one's found container over-filled."""
    return must_leave_bear(s, seat) or s.overfull[seat] != 0


def must_leave_bear(s, seat):
    """AK-4.3: on the owner's next turn, which for the drawer of the card is not this one."""
    return s.at[seat] == s.bear and s.bear_came == 0


def why_not_end(s, seat):
    """AK-8.5: a duty bars the end as long as a step off is legal, loaded as now or after unloading.

    Whoever has the duty has made neither step nor flight, so a step is never lacking; and where a loaded vehicle
    finds room an empty one does too.
    """
    if has_duty(s, seat) and step_off_exists(s, seat, 1):
        if must_leave_bear(s, seat):
            return MUST_LEAVE_BEAR
        return MUST_LEAVE_ICE
    return LEGAL


def load_blocks_duty(s, seat):
    """AK-8.8: loaded there is no way off, unloaded there is."""
    return has_duty(s, seat) and not step_off_exists(s, seat, 2) and step_off_exists(s, seat, 1)


# Loading and unloading --------------------------------------------------------------------------


def why_not_load(s, seat):
    """AK-5.2: one container of one's own colour; AK-8.7: not in another's camp; AK-8.8: no mere undoing."""
    space = s.at[seat]
    if s.carried[seat] != 0:
        return IS_LOADED
    if s.lying[space][seat] == 0:
        return NOTHING_TO_LOAD
    owner = camp_owner(s, space)
    if owner != NOWHERE and owner != seat and s.astray[owner][seat] == 0:
        return OTHERS_CAMP
    if s.handled == HAS_UNLOADED:
        return UNDOES_UNLOADING
    return LEGAL


def load(s, seat):
    """AK-5.2: loading is free. AK-5.3: what a thief left in a third camp may be fetched from there."""
    owner = camp_owner(s, s.at[seat])
    if owner != NOWHERE and owner != seat:
        s.astray[owner][seat] -= 1
    s.lying[s.at[seat]][seat] -= 1
    s.carried[seat] = seat + 1
    s.handled = HAS_LOADED


def why_not_unload(s, seat):
    """AK-5.2: anything carried, anywhere; AK-8.8: no mere undoing, unless a duty asks for it."""
    if s.carried[seat] == 0:
        return NOTHING_CARRIED
    if s.handled == HAS_LOADED and not load_blocks_duty(s, seat):
        return UNDOES_LOADING
    return LEGAL


def unload(s, seat):
    """AK-5.2: unloading is free. AK-5.5: a stolen container is its colour's again, except in a camp."""
    s.handled = NOTHING_YET
    if s.carried[seat] == seat + 1:
        s.handled = HAS_UNLOADED  # AK-8.8: after a stolen one, loading one's own undoes nothing
    put_down(s, seat)


# Flights ----------------------------------------------------------------------------------------


def why_no_flight(s, seat):
    """AK-5.4: a helicopter, and all flights on the same side of the steps."""
    if s.hand[seat][HELICOPTER_HELD] == 0:
        return NO_HELICOPTER
    if s.flew_first and s.steps > 0:
        return FLIGHT_BETWEEN
    return LEGAL


def why_not_fly(s, seat, space):
    """AK-5.4: to any space with room but the bear's; AK-8.10: to another one."""
    reason = why_no_flight(s, seat)
    if reason != LEGAL:
        return reason
    if not is_space(s, space):
        return NO_ICE_THERE
    if space == s.at[seat]:
        return ALREADY_THERE
    return why_not_enter(s, seat, space)


def fly(s, seat, space):
    """AK-5.4: loaded or not; the card is spent."""
    discard(s, seat, HELICOPTER_CARD)
    if s.steps == 0:
        s.flew_first = 1
    else:
        s.flew_last = 1
    arrive(s, seat, space)


# Hijack -----------------------------------------------------------------------------------------


def why_no_hijack(s, seat):
    """AK-5.5: a card, an empty vehicle, on ice or neutral land (AK-8.10: an absent colour's camp is neutral)."""
    if s.hand[seat][HIJACK_HELD] == 0:
        return NO_HIJACK
    if s.carried[seat] != 0:
        return IS_LOADED
    if s.at[seat] == ISLAND:
        return NOT_FROM_ISLAND
    if camp_owner(s, s.at[seat]) != NOWHERE:
        return NOT_FROM_CAMP
    return LEGAL


def why_not_hijack(s, seat, colour):
    """AK-5.5: a foreign container that lies on the same space."""
    if colour == seat:
        return OWN_COLOUR
    reason = why_no_hijack(s, seat)
    if reason != LEGAL:
        return reason
    if s.lying[s.at[seat]][colour] == 0:
        return NONE_HERE
    return LEGAL


def rob(s, seat, colour):
    """AK-5.5: the hijack succeeds: the container is on the thief's vehicle."""
    s.lying[s.at[seat]][colour] -= 1
    s.carried[seat] = colour + 1


# The list of moves ------------------------------------------------------------------------------


def list_voyage(s, seat, out):
    """All legal moves of a voyage, in ascending order."""
    count = 0
    objects = weight(s, seat)
    if why_no_step(s) == LEGAL:
        for i in range(find_near(s, s.at[seat])):
            if may_enter(s, s.near[i], objects):
                out[count] = GO + s.near[i]
                count += 1
    if why_no_flight(s, seat) == LEGAL:
        for space in range(SPACES):
            if is_space(s, space) and space != s.at[seat] and may_enter(s, space, objects):
                out[count] = FLY + space
                count += 1
    if why_not_load(s, seat) == LEGAL:
        out[count] = LOAD
        count += 1
    if why_not_unload(s, seat) == LEGAL:
        out[count] = UNLOAD
        count += 1
    if why_no_hijack(s, seat) == LEGAL:
        for colour in range(s.seats):
            if colour != seat and s.lying[s.at[seat]][colour] > 0:
                out[count] = HIJACK + colour
                count += 1
    if why_not_end(s, seat) == LEGAL:
        out[count] = END
        count += 1
    return count
