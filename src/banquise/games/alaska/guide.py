"""How to play Alaska well: lay a road from the island to your own camp, bring home, melt the roads of the others.

In the rules' own subset. Two tables say how far each hex lies from the island and from each camp over open water; a hex
that lies on a short way between them belongs to that camp's road. On the way a vehicle follows the real ice: distances
are counted from its goal over the spaces that there are. What a position is worth is judged by the ways that are there
or will be: what the way from the island, or from a camp, costs to every space. Both are in fields of working space.
"""

import math

from banquise.games.alaska.board import (
    CAMPS,
    HEXES,
    ISLAND,
    KINDS,
    LAND,
    NEAR,
    NOWHERE,
    PLACE_HEX,
    PLACE_KIND,
    SINGLE,
    SPACES,
    STOCK,
)
from banquise.games.alaska.ending import points
from banquise.games.alaska.moves import (
    ANSWERING,
    END,
    FINDING,
    FLY,
    FOG,
    GO,
    HIJACK,
    KIND_OF,
    LAID_OF,
    LAYING,
    LOAD,
    MELTING,
    MOVING_BEAR,
    SEATS,
    SPACE_OF,
    TAKE,
    UNLOAD,
    WINTER,
)
from banquise.games.alaska.rules import legal_moves
from banquise.games.alaska.spaces import camp_owner, find_near, piece_at
from banquise.games.alaska.voyage import STEPS
from banquise.kernel.chance import pick
from banquise.kernel.tuning import Tuning

TUNING = Tuning(
    simulations_a_second=12000,  # what the search was seen to do on one core; levels are told in seconds
    blind_simulations_a_second=2400,  # the same time without this guide: random rollouts to the end
    searches_a_turn=2.0,  # on average: a bear's seconds are for a turn
    wolf_among_many=0.1,  # the part of a wolf's time with more than two seats: midway between a fox and a bear
    horizon=3,  # decisions of a rollout: longer ones are noise
    width=20,  # moves looked at in one position
    explore=0.15,  # evaluations differ by little: look closely rather than widely
)

FAR = 99
PIECES = sum(STOCK)

# What a way costs that is planned, not walked.
STEP = 256
OPEN = 240  # an open hex in winter: ice will be laid there, most often of more than one hex
UNDER_BEAR = 2 * STEP  # on top of a step: it will move
NO_WAY = 16 * STEP
FROM_ISLAND = SEATS  # the row of s.cost behind those of the camps, which go by seat


def _distances(start: int) -> tuple[int, ...]:
    """From a territory or the island to every space, over open water; land is not walked through."""
    far = [FAR] * SPACES
    far[start] = 0
    row = [start]
    for space in row:
        for there in NEAR[space]:
            if there != NOWHERE and far[there] == FAR and (space == start or space < HEXES):
                far[there] = far[space] + 1
                row.append(there)
    return tuple(far)


TO_ISLAND = _distances(ISLAND)
TO_CAMP = tuple(_distances(camp) for camp in CAMPS)
_SHORTEST = tuple(TO_CAMP[camp][ISLAND] for camp in range(4))


def _belongs(camp: int, cell: int) -> int:
    """How much a hex belongs to a camp's road: 4 on a shortest way to the island, less beside it."""
    detour = TO_CAMP[camp][cell] + TO_ISLAND[cell] - _SHORTEST[camp]
    return (4, 2, 1)[detour] if detour < 3 else 0


# BELONGS[camp][hex], and ROAD[camp][placement]: how much a piece serves a camp's road, a hex nearer for each hex of it.
BELONGS = tuple(tuple(_belongs(camp, cell) for cell in range(HEXES)) for camp in range(4))


def _serves(camp: int, cells: tuple[int, ...]) -> int:
    gained = max(TO_ISLAND[cell] for cell in cells) - min(TO_ISLAND[cell] for cell in cells) + 1
    return gained * sum(BELONGS[camp][cell] for cell in set(cells)) // len(set(cells))


ROAD = tuple(tuple(_serves(camp, cells) for cells in PLACE_HEX) for camp in range(4))


def camp_number(s, seat):
    """Which of the four camps is a seat's: 0 to 3."""
    return (s.camp[seat] - LAND) // 2


def weigh(s, seat, moves, n, weights):
    """By what is going on."""
    if s.phase == LAYING:
        weigh_layings(s, seat, moves, n, weights)
    elif s.phase == MELTING or s.phase == MOVING_BEAR:
        weigh_harm(s, seat, moves, n, weights)
    elif s.phase == FINDING or s.phase == ANSWERING:
        for i in range(n):
            weights[i] = 2
            if moves[i] == TAKE or moves[i] == FOG:
                weights[i] = 20
    else:
        weigh_voyage(s, seat, moves, n, weights)


# The ice ----------------------------------------------------------------------------------------


def weigh_layings(s, seat, moves, n, weights):
    """One's own road; where it has ice beside it, all the more."""
    mine = camp_number(s, seat)
    for i in range(n):
        placement = LAID_OF[moves[i]]
        worth = 3 * ROAD[mine][placement]
        if worth > 0 and touches_ice(s, placement):
            worth += worth // 2
        for other in range(s.seats):
            if other != seat:
                worth -= ROAD[camp_number(s, other)][placement]
        weights[i] = 1
        if worth > 0:
            weights[i] += worth


def touches_ice(s, placement):
    """Does a piece lie beside its first hex already?"""
    cell = PLACE_HEX[placement][0]
    i = 0
    while NEAR[cell][i] != NOWHERE:
        there = NEAR[cell][i]
        if there >= HEXES or s.ice[there] != 0:
            return True
        i += 1
    return False


def weigh_harm(s, seat, moves, n, weights):
    """Melt, or sit the bear on, what serves the others and not oneself."""
    for i in range(n):
        space = SPACE_OF[moves[i]]
        weights[i] = 2
        if space < HEXES:
            worth = 10 + harm(s, seat, space)
            if worth < 1:
                worth = 1
            weights[i] = worth


def harm(s, seat, piece):
    """How much more a piece serves the others than this seat."""
    placement = s.ice[piece] - 1
    worth = -3 * ROAD[camp_number(s, seat)][placement] - 6 * s.lying[piece][seat]
    for other in range(s.seats):
        if other != seat:
            worth += 2 * ROAD[camp_number(s, other)][placement] + 6 * s.lying[piece][other]
            if s.at[other] == piece:
                worth += 8
    return worth


# The voyage -------------------------------------------------------------------------------------


def weigh_voyage(s, seat, moves, n, weights):
    """Towards the goal, step by step; load and unload where it is right."""
    goal = ISLAND
    if s.carried[seat] != 0 or s.lying[ISLAND][seat] == 0:
        goal = s.camp[seat]
    measure(s, goal)
    here = how_far(s, seat, goal, s.at[seat])
    for i in range(n):
        move = moves[i]
        kind = KIND_OF[move]
        if kind == END:
            weights[i] = 4
        elif kind == LOAD:
            weights[i] = 80
            if s.at[seat] == s.camp[seat]:
                weights[i] = 1
        elif kind == UNLOAD:
            weights[i] = 1
            if s.at[seat] == s.camp[seat]:
                weights[i] = 200
        elif kind == HIJACK:
            weights[i] = 60
        else:
            weights[i] = weight_of_going(s, seat, move, here, goal)


def weight_of_going(s, seat, move, here, goal):
    """A step, or a flight: which costs a card, and must be worth it."""
    space = SPACE_OF[move]
    nearer = here - how_far(s, seat, goal, space)
    if s.carried[seat] == 0 and space != s.camp[seat] and s.lying[space][seat] > 0:
        nearer += 3
    if KIND_OF[move] == FLY:
        nearer -= 9
    if nearer <= 0:
        if nearer == 0:
            return 2
        return 1
    return 8 + 4 * nearer


def how_far(s, seat, goal, space):
    """Steps over the ice; where there is no way yet, as over open water, and much further."""
    if s.steps_to[space] < FAR:
        return 2 * s.steps_to[space]
    if goal == ISLAND:
        return 2 * TO_ISLAND[space] + 12
    return 2 * TO_CAMP[camp_number(s, seat)][space] + 12


def measure(s, goal):
    """Fill ``steps_to`` with the steps from the goal to every space that can be reached; FAR for the others."""
    for space in range(SPACES):
        s.steps_to[space] = FAR
    s.steps_to[goal] = 0
    s.row[0] = goal
    found = 1
    at = 0
    while at < found:
        space = s.row[at]
        at += 1
        for i in range(find_near(s, space)):
            there = s.near[i]
            if s.steps_to[there] == FAR and there != s.bear:
                s.steps_to[there] = s.steps_to[space] + 1
                s.row[found] = there
                found += 1


def guide_move(s, seat, rng, moves, weights):
    """Any move, the heavy ones by far the likeliest."""
    n = legal_moves(s, seat, moves)
    if n == 1:
        return moves[0]
    weigh(s, seat, moves, n, weights)
    for i in range(n):
        weights[i] *= weights[i]
    return moves[pick(rng, weights, n)]


# What a position is worth -----------------------------------------------------------------------

SURE = 90  # hundredths of a container that is still to be brought home, if there is time for it
EARLY = 15  # hundredths for each turn that will be left over: of equals, whoever is home first wins (AK-7.4)
LAST_PIECES = 15  # when so few are left there is no road any more
FINE = 16  # entries of the table for each factor of e
ODDS = tuple(round(4096 * math.exp(-behind / FINE)) for behind in range(10 * FINE))


def evaluate(s, out, room):
    """The chances to win, from what each seat will have.

    A container more multiplies them by a number that grows towards the end. How fast was fitted to the results of 200
    matches of two searching bots, and depends on the turns left only.
    """
    survey_all(s)
    turns = turns_left(s)
    best = 0
    for seat in range(s.seats):
        out[seat] = outlook(s, seat, turns)
        if out[seat] > best:
            best = out[seat]
    lead = 18 + turns * turns // 25  # hundredths of a container that multiply the chances by e
    whole = 0
    for seat in range(s.seats):
        behind = (best - out[seat]) * FINE // lead
        if behind >= len(ODDS):
            behind = len(ODDS) - 1
        out[seat] = ODDS[behind]
        whole += out[seat]
    for seat in range(s.seats):
        out[seat] = 1000 * out[seat] // whole


def outlook(s, seat, turns):
    """What a seat will have, in hundredths of a container: the work that is left beside the steps that are.

    ``turns`` are those of the whole table; a last voyage comes after them (AK-7.2).
    """
    home = 100 * points(s, seat)
    home_from = s.cost[seat]
    rest = s.lying[ISLAND][seat]
    work = 2 * rest * home_from[ISLAND]
    if s.carried[seat] != 0:
        rest += 1
        work += home_from[s.at[seat]]
    elif rest > 0:
        work += s.cost[FROM_ISLAND][s.at[seat]] - home_from[ISLAND]
    for space in range(ISLAND):
        if s.lying[space][seat] > 0 and camp_owner(s, space) == NOWHERE:
            rest += s.lying[space][seat]
            work += s.lying[space][seat] * (2 * home_from[space] + STEP // 2)
    could = STEPS * STEP * (turns + s.seats) // s.seats
    if rest == 0:
        return home + EARLY * could // (STEPS * STEP)
    if work <= could:
        return home + SURE * rest + EARLY * (could - work) // (STEPS * STEP)
    return home + SURE * rest * could // work


def turns_left(s):
    """About how many turns are still to come at the table: ice is laid two pieces at a time, and melts one by one."""
    stock = 0
    left = PIECES
    for kind in range(KINDS):
        stock += s.stock[kind]
        left -= s.melted[kind]
    more = left - LAST_PIECES
    if more < left // 4:
        more = left // 4
    return stock // 2 + more


# Ways -------------------------------------------------------------------------------------------


def survey_all(s):
    """From the island and from all camps."""
    survey(s, ISLAND, FROM_ISLAND)
    for seat in range(s.seats):
        survey(s, s.camp[seat], seat)


def survey(s, start, sheet):
    """What the way from a territory or the island costs to every space; unlike ``measure``, planned and not walked.

    A space waits in the row once at most, however often a better way to it is found: so the row is never full.
    """
    for space in range(SPACES):
        s.cost[sheet][space] = NO_WAY
    s.cost[sheet][start] = 0
    s.row[0] = start
    found = 1
    at = 0
    while at < found:
        space = s.row[at % SPACES]
        s.in_row[space] = 0
        at += 1
        far = s.cost[sheet][space]
        if space >= LAND or s.ice[space] == 0:
            found = survey_from(s, space, far, sheet, found)
        else:
            code = s.ice[space] - 1
            found = survey_from(s, PLACE_HEX[code][0], far, sheet, found)
            if PLACE_KIND[code] != SINGLE:
                found = survey_from(s, PLACE_HEX[code][1], far, sheet, found)
                found = survey_from(s, PLACE_HEX[code][2], far, sheet, found)


def survey_from(s, part, far, sheet, found):
    """Go on to what touches one part of a space; how many spaces have been put into the row."""
    i = 0
    while NEAR[part][i] != NOWHERE:
        there = NEAR[part][i]
        i += 1
        cost = far + STEP
        if there < HEXES:
            if s.ice[there] != 0:
                there = piece_at(s, there)
            elif s.season == WINTER:
                cost = far + OPEN
            else:
                cost = NO_WAY
        if there == s.bear:
            cost += UNDER_BEAR
        if cost < s.cost[sheet][there]:
            s.cost[sheet][there] = cost
            if s.in_row[there] == 0:
                s.in_row[there] = 1
                s.row[found % SPACES] = there
                found += 1
    return found


def reopen(s, seat):
    """AK-4.1: what is hidden was drawn, not decided."""


# Why a move is advised, by what ``advice`` answers, 0 if there is none; ``hint`` in messages/ holds the words.
ADVICE = {1: "road", 2: "harm", 3: "home", 4: "fetch", 5: "load", 6: "deliver", 7: "hijack"}


def advice(s, seat, move):
    """Why this move: a number of ADVICE."""
    if s.phase == LAYING:
        return 1
    if s.phase == MELTING or s.phase == MOVING_BEAR:
        return 2
    kind = KIND_OF[move]
    if kind == LOAD or kind == TAKE:
        return 5
    if kind == UNLOAD:
        return 6
    if kind == HIJACK:
        return 7
    if kind == GO or kind == FLY:
        if s.carried[seat] != 0:
            return 3
        return 4
    return 0
