"""What a network is told of a move of Alaska, in the rules' own subset."""

from banquise.games.alaska.board import HEXES, ISLAND, PLACE_HEX, PLACE_KIND, STRAIGHT
from banquise.games.alaska.guide import FROM_ISLAND, OPEN, STEP, survey_all, touches_ice, turns_left, weigh
from banquise.games.alaska.moves import (
    BEAR,
    END,
    FLY,
    FOG,
    GO,
    HELICOPTER_HELD,
    HIJACK,
    KIND_OF,
    LAID_OF,
    LAYING,
    LEAVE,
    LOAD,
    MELT,
    NO_FOG,
    PLACE,
    SPACE_OF,
    SPRING,
    TAKE,
    UNLOAD,
)
from banquise.kernel.net import LOGARITHM, as_weights, liking, note

MOVE_FACTS = 48
KINDS = (PLACE, MELT, BEAR, GO, FLY, LOAD, UNLOAD, HIJACK, FOG, NO_FOG, TAKE, LEAVE, END)
FLAG = 64
OF_KIND, OF_LAYING, OF_HARM, OF_WAY, OF_PLACE = 1, 16, 21, 31, 40  # where rows of facts begin
NOT_LIKED = -(1 << 20)


def prefer(s, seat, moves, n, weights, net):
    """Each move by what the network likes. In winter pieces off one's own road are not even looked at."""
    weigh(s, seat, moves, n, weights)
    survey_all(s)
    turns = turns_left(s)
    for i in range(n):
        if s.phase == LAYING and weights[i] == 1:
            weights[i] = NOT_LIKED
        else:
            describe_move(s, seat, moves[i], weights[i], turns, net.move)
            weights[i] = liking(net)
    as_weights(n, weights)


def describe_move(s, seat, move, weight, turns, row):
    """Put down the facts of a move; ``weight`` is the guide's."""
    for i in range(MOVE_FACTS):
        row[i] = 0
    kind = KIND_OF[move]
    row[0] = LOGARITHM[min(weight, 255)]
    for i in range(len(KINDS)):
        row[OF_KIND + i] = FLAG * (kind == KINDS[i])
    note(row, 14, FLAG * (s.season == SPRING))
    note(row, 15, 3 * turns)
    note(row, 37, 30 * s.steps)
    note(row, 38, FLAG * (s.carried[seat] != 0))
    note(row, 39, 10 * s.lying[ISLAND][seat])
    if kind == PLACE:
        describe_laying(s, seat, LAID_OF[move], row)
    elif kind == MELT or kind == BEAR:
        describe_harm(s, seat, SPACE_OF[move], row)
    elif kind == GO or kind == FLY:
        describe_way(s, seat, SPACE_OF[move], row)
        note(row, 30, 30 * s.hand[seat][HELICOPTER_HELD])


def describe_laying(s, seat, placement, row):
    """By how much a piece shortens one's own way to the island, and the others'."""
    others = -(1 << 20)
    whole = 0
    for other in range(s.seats):
        if other != seat:
            gained = shorter_by(s, other, placement)
            others = max(others, gained)
            whole += max(gained, -1016)
    note(row, OF_LAYING, shorter_by(s, seat, placement) // 8)
    note(row, OF_LAYING + 1, others // 8)
    size = 20
    if PLACE_KIND[placement] >= STRAIGHT:
        size = 60
    elif PLACE_HEX[placement][0] != PLACE_HEX[placement][1] or PLACE_HEX[placement][0] != PLACE_HEX[placement][2]:
        size = 40
    note(row, OF_LAYING + 2, size)
    note(row, OF_LAYING + 3, FLAG * touches_ice(s, placement))
    note(row, OF_LAYING + 4, s.cost[seat][ISLAND] // 32)
    note(row, OF_PLACE, s.cost[seat][PLACE_HEX[placement][0]] // 32)
    note(row, OF_PLACE + 1, s.cost[FROM_ISLAND][PLACE_HEX[placement][0]] // 32)
    note(row, OF_PLACE + 2, whole // (8 * (s.seats - 1)))


def shorter_by(s, seat, placement):
    """How much less the way between a camp and the island costs over a piece; negative where that is a detour."""
    from_camp = s.cost[seat][PLACE_HEX[placement][0]]
    from_island = s.cost[FROM_ISLAND][PLACE_HEX[placement][0]]
    for i in range(1, 3):
        from_camp = min(from_camp, s.cost[seat][PLACE_HEX[placement][i]])
        from_island = min(from_island, s.cost[FROM_ISLAND][PLACE_HEX[placement][i]])
    return s.cost[seat][ISLAND] - (from_camp + from_island + 2 * (STEP - OPEN))


def describe_harm(s, seat, space, row):
    """How far a piece lies off one's own way and the others', and what is on it."""
    nearest = 1 << 20
    whole = 0
    here = 0
    theirs = 0
    for other in range(s.seats):
        if other != seat:
            off = off_the_way(s, other, space)
            nearest = min(nearest, off)
            whole += min(off, 2032)
            here += s.at[other] == space
            theirs += s.lying[space][other]
    note(row, OF_HARM, off_the_way(s, seat, space) // 16)
    note(row, OF_HARM + 1, nearest // 16)
    note(row, OF_HARM + 2, whole // (16 * (s.seats - 1)))
    note(row, OF_HARM + 3, 30 * s.lying[space][seat])
    note(row, OF_HARM + 4, 20 * theirs)
    note(row, OF_HARM + 5, FLAG * (s.at[seat] == space))
    note(row, OF_HARM + 6, FLAG * here)
    note(row, OF_HARM + 7, s.cost[seat][ISLAND] // 32)
    note(row, OF_HARM + 8, FLAG * (space >= HEXES))


def off_the_way(s, seat, space):
    """How much longer the way between a camp and the island is over a space than the best one."""
    return s.cost[seat][space] + s.cost[FROM_ISLAND][space] - s.cost[seat][ISLAND]


def describe_way(s, seat, space, row):
    """How much nearer a step leads, home and to the island, and what lies there."""
    here = s.at[seat]
    note(row, OF_WAY, (s.cost[seat][here] - s.cost[seat][space]) // 16)
    note(row, OF_WAY + 1, (s.cost[FROM_ISLAND][here] - s.cost[FROM_ISLAND][space]) // 16)
    note(row, OF_WAY + 2, s.cost[seat][space] // 32)
    theirs = 0
    for other in range(s.seats):
        if other != seat:
            theirs += s.lying[space][other]
    if space != ISLAND:
        note(row, OF_WAY + 3, 30 * s.lying[space][seat])
    note(row, OF_WAY + 4, 20 * min(theirs, 3))
    note(row, OF_WAY + 5, FLAG * (space == s.camp[seat]))
