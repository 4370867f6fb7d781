"""AK-3: winter lays the ice, spring takes it away. And AK-7.1: is there still a way to land?"""

from banquise.games.alaska.board import (
    BENT,
    CARD_KIND,
    HEX_BIT,
    HEX_ROW,
    HEXES,
    ISLAND,
    ISLAND_ROW,
    LAND,
    PLACE_FIRST,
    PLACE_HEX,
    PLACE_KIND,
    ROWS,
    SHORE_ROW,
    TRIPLE,
)
from banquise.games.alaska.moves import (
    BEAR_ON_IT,
    EMPTY_ONES_FIRST,
    MELT,
    NO_ICE_THERE,
    NOT_FREE,
    OTHER_KIND_LAID,
    OTHER_KIND_MELTS,
    OUT_OF_STOCK,
    PLACE,
    VEHICLE_ON_IT,
)
from banquise.games.alaska.spaces import containers_on, kind_of, piece_at, vehicle_on
from banquise.kernel.contract import LEGAL

# Winter -----------------------------------------------------------------------------------------


def is_free(s, placement):
    """AK-3.1: free water under every hex of it."""
    cells = PLACE_HEX[placement]
    return s.ice[cells[0]] == 0 and s.ice[cells[1]] == 0 and s.ice[cells[2]] == 0


def fits(s, shape):
    """Is there a piece of this shape in stock, and a hole for it?"""
    if s.stock[shape] == 0:
        return False
    for placement in range(PLACE_FIRST[shape], PLACE_FIRST[shape + 1]):
        if is_free(s, placement):
            return True
    return False


def can_lay(s, kind):
    """AK-3.2: is one of this kind in stock, with a hole that fits? A triple is straight or bent (AK-8.2)."""
    return fits(s, kind) or (kind == TRIPLE and fits(s, BENT))


def nothing_fits(s):
    """AK-3.3: the stock is empty, or nothing left in it fits anywhere."""
    for shape in range(BENT + 1):
        if fits(s, shape):
            return False
    return True


def why_not_lay(s, placement):
    """AK-3.1: the kind shown, in stock, on free water."""
    shape = PLACE_KIND[placement]
    kind = CARD_KIND[s.card]
    if shape != kind and not (kind == TRIPLE and shape == BENT):
        return OTHER_KIND_LAID
    if s.stock[shape] == 0:
        return OUT_OF_STOCK
    if not is_free(s, placement):
        return NOT_FREE
    return LEGAL


def list_layings(s, out):
    """All placements of the kind shown, in ascending order."""
    kind = CARD_KIND[s.card]
    count = list_free(s, kind, out, 0)
    if kind == TRIPLE:
        count = list_free(s, BENT, out, count)
    return count


def list_free(s, shape, out, count):
    """All placements of one shape, if it is in stock."""
    if s.stock[shape] != 0:
        for placement in range(PLACE_FIRST[shape], PLACE_FIRST[shape + 1]):
            if is_free(s, placement):
                out[count] = PLACE + placement
                count += 1
    return count


def lay(s, placement):
    """AK-3.1: one piece from the stock onto the water."""
    s.stock[PLACE_KIND[placement]] -= 1
    for i in range(3):
        s.ice[PLACE_HEX[placement][i]] = placement + 1
    s.pieces -= 1


# Spring -----------------------------------------------------------------------------------------


def is_held(s, piece):
    """AK-3.5: a piece with a vehicle or the bear on it never melts."""
    return s.bear == piece or vehicle_on(s, piece)


def has_empty(s, kind):
    """AK-8.3: is there a piece of this kind without container, vehicle and bear?"""
    for cell in range(HEXES):
        if piece_at(s, cell) == cell and kind_of(s, cell) == kind:
            if containers_on(s, cell) == 0 and not is_held(s, cell):
                return True
    return False


def can_melt(s, kind):
    """AK-3.4: is there anything of this kind that may be taken away?"""
    for cell in range(HEXES):
        if piece_at(s, cell) == cell and kind_of(s, cell) == kind and not is_held(s, cell):
            return True
    return False


def why_not_melt(s, piece):
    """AK-3.4: the kind shown; AK-3.5: nobody on it, and empty ones first."""
    kind = CARD_KIND[s.card]
    if piece_at(s, piece) != piece:
        return NO_ICE_THERE
    if kind_of(s, piece) != kind:
        return OTHER_KIND_MELTS
    if s.bear == piece:
        return BEAR_ON_IT
    if vehicle_on(s, piece):
        return VEHICLE_ON_IT
    if containers_on(s, piece) != 0 and has_empty(s, kind):
        return EMPTY_ONES_FIRST
    return LEGAL


def list_meltings(s, out):
    """All pieces that may melt, in ascending order."""
    kind = CARD_KIND[s.card]
    only_empty = has_empty(s, kind)
    count = 0
    for cell in range(HEXES):
        if piece_at(s, cell) == cell and kind_of(s, cell) == kind and not is_held(s, cell):
            if not only_empty or containers_on(s, cell) == 0:
                out[count] = MELT + cell
                count += 1
    return count


def melt(s, piece):
    """AK-3.4: the piece is out of the game; AK-3.5: its containers are lost for good."""
    placement = s.ice[piece] - 1
    s.melted[PLACE_KIND[placement]] += 1
    for i in range(3):
        s.ice[PLACE_HEX[placement][i]] = 0
    for colour in range(s.seats):
        s.lost[colour] += s.lying[piece][colour]
        s.lying[piece][colour] = 0
    s.pieces -= 1
    s.idle_pass = 0


# AK-7.1: the way to land ------------------------------------------------------------------------


def flood_from_land(s):
    """Which hexes of ice are in unbroken connection with the mainland: ``reached``, a bit set for each row."""
    for row in range(ROWS):
        s.frozen[row] = 0
    for cell in range(HEXES):
        if s.ice[cell] != 0:
            s.frozen[HEX_ROW[cell]] |= HEX_BIT[cell]
    for row in range(ROWS):
        s.reached[row] = s.frozen[row] & SHORE_ROW[row]
    spread_everywhere(s)


def spread_everywhere(s):
    """Sweep down and up over the rows until nothing more is reached."""
    spreading = True
    while spreading:
        spreading = False
        for i in range(2 * ROWS):
            row = i
            if i >= ROWS:
                row = 2 * ROWS - 1 - i
            if spread(s, row):
                spreading = True


def spread(s, row):
    """Reach on into one row, from the rows beside it and along it; did that reach more?"""
    beside = 0
    if row > 0:
        beside |= s.reached[row - 1]
    if row < ROWS - 1:
        beside |= s.reached[row + 1]
    # Rows lie half a hex apart: a, c, e and so on begin half a hex further east than b, d, f.
    if row % 2 == 0:
        beside |= beside >> 1
    else:
        beside |= beside << 1
    before = s.reached[row]
    reached = (before | beside) & s.frozen[row]
    wider = (reached | reached << 1 | reached >> 1) & s.frozen[row]
    while wider != reached:
        reached = wider
        wider = (reached | reached << 1 | reached >> 1) & s.frozen[row]
    s.reached[row] = reached
    return reached != before


def touches_island(s):
    """Does the ice that is reached touch the island?"""
    for row in range(ROWS):
        if s.reached[row] & ISLAND_ROW[row] != 0:
            return True
    return False


def has_road(s):
    """AK-7.1: an unbroken way over ice from the island to the mainland."""
    flood_from_land(s)
    return touches_island(s)


def is_reached(s, space):
    """Is this piece, or the island, in connection with land? (Land is not asked for.)"""
    if space == ISLAND:
        return touches_island(s)
    return s.reached[HEX_ROW[space]] & HEX_BIT[space] != 0


def container_can_reach_land(s):
    """AK-8.14, the option: a container on the island, on ice or on a vehicle there is connected with any land."""
    flood_from_land(s)
    if touches_island(s):
        # Over the island the way leads on to other ice.
        for row in range(ROWS):
            s.reached[row] |= s.frozen[row] & ISLAND_ROW[row]
        spread_everywhere(s)
    for space in range(HEXES):
        if containers_on(s, space) != 0 and is_reached(s, space):
            return True
    for seat in range(s.seats):
        if s.carried[seat] != 0 and (s.at[seat] < LAND or s.at[seat] == ISLAND) and is_reached(s, s.at[seat]):
            return True
    return containers_on(s, ISLAND) != 0 and is_reached(s, ISLAND)
