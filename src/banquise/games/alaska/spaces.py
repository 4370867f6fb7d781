"""Where things are: pieces and land as spaces, what lies next to what, and the limits (AK-6).

In the rules' own subset, like every rules file of this game. A space is an int: an ice piece is named by its lowest
hex, territories and the island have numbers of their own (board.py).
"""

from banquise.games.alaska.board import HEXES, LAND, NEAR, NOWHERE, PLACE_HEX, PLACE_KIND, SINGLE, STRAIGHT, TRIPLE
from banquise.games.alaska.moves import OF_ITS_COLOUR

ROOM = 3  # AK-6.2: objects on an ice piece


def piece_at(s, cell):
    """The piece that covers a hex, named by its lowest hex, or NOWHERE for water."""
    if s.ice[cell] == 0:
        return NOWHERE
    return PLACE_HEX[s.ice[cell] - 1][0]


def is_space(s, space):
    """Is there a piece of this name, or is it land?"""
    return space >= LAND or piece_at(s, space) == space


def kind_of(s, piece):
    """Single, double or triple: a straight and a bent triple are one kind (AK-8.2)."""
    kind = PLACE_KIND[s.ice[piece] - 1]
    if kind >= STRAIGHT:
        return TRIPLE
    return kind


def camp_owner(s, space):
    """The seat whose camp this is, or NOWHERE. AK-1.7: the camp of an absent colour is plain land."""
    for seat in range(s.seats):
        if s.camp[seat] == space:
            return seat
    return NOWHERE


def containers_on(s, space):
    """How many containers lie on a space."""
    here = s.lying[space]
    return here[0] + here[1] + here[2] + here[3]


def vehicle_on(s, space):
    """Is any vehicle on this space?"""
    for seat in range(s.seats):
        if s.at[seat] == space:
            return True
    return False


def weight(s, seat):
    """AK-6.2: an empty vehicle is one object, a loaded one two."""
    if s.carried[seat] != 0:
        return 2
    return 1


def objects_on(s, space):
    """AK-6.2: containers and vehicles on a space; the bear does not count."""
    count = containers_on(s, space)
    for seat in range(s.seats):
        if s.at[seat] == space:
            count += weight(s, seat)
    return count


def has_room(s, space, objects):
    """AK-6.1: land holds any number; AK-6.2: an ice piece three objects, whatever its size."""
    return space >= LAND or objects_on(s, space) + objects <= ROOM


def may_enter(s, space, objects):
    """AK-4.3: no vehicle enters the bear's space; AK-6.3: entering, even to pass through, needs room after entry."""
    return space != s.bear and has_room(s, space, objects)


def find_near(s, space):
    """AK-5.1: fill ``near`` with the spaces one step away, in ascending order; how many they are."""
    if space >= LAND:
        return add_near(s, space, space, 0)
    code = s.ice[space] - 1
    count = add_near(s, PLACE_HEX[code][0], space, 0)
    if PLACE_KIND[code] != SINGLE:
        count = add_near(s, PLACE_HEX[code][1], space, count)
        count = add_near(s, PLACE_HEX[code][2], space, count)
    return count


def add_near(s, part, space, count):
    """Add what touches one part of a space."""
    i = 0
    while NEAR[part][i] != NOWHERE:
        there = NEAR[part][i]
        i += 1
        if there < HEXES:
            there = piece_at(s, there)
        if there != NOWHERE and there != space:
            count = insert_near(s, there, count)
    return count


def insert_near(s, there, count):
    """Keep the list in order and each space once in it."""
    i = count
    while i > 0 and s.near[i - 1] > there:
        i -= 1
    if i > 0 and s.near[i - 1] == there:
        return count
    for j in range(count, i, -1):
        s.near[j] = s.near[j - 1]
    s.near[i] = there
    return count + 1


def is_near(s, space, there):
    """Is the one space a step away from the other?"""
    for i in range(find_near(s, space)):
        if s.near[i] == there:
            return True
    return False


def leave_space(s, seat):
    """A vehicle is about to leave its space: AK-8.5 frees it, and others once the piece is back to three objects."""
    space = s.at[seat]
    s.overfull[seat] = 0
    rest = objects_on(s, space) - weight(s, seat)
    for other in range(s.seats):
        if s.at[other] == space and rest <= ROOM:
            s.overfull[other] = 0


def put_down(s, seat):
    """The load goes down where the vehicle stands (AK-5.2); in a camp it is its owner's point (AK-5.3, AK-7.4)."""
    space = s.at[seat]
    colour = s.carried[seat] - 1
    s.lying[space][colour] += 1
    s.carried[seat] = 0
    owner = camp_owner(s, space)
    if stays_its_colours(s, seat, owner, colour):
        s.astray[owner][colour] += 1
    elif owner != NOWHERE:
        s.deliveries += 1
        s.last_rise[owner] = s.deliveries


def stays_its_colours(s, seat, owner, colour):
    """AK-5.3: by the option, what is stolen and unloaded in a third player's camp."""
    return s.third_camp == OF_ITS_COLOUR and owner != NOWHERE and colour != seat and owner != seat and owner != colour
