"""How to play Ice Lake well: keep ways open ahead, and do not write further than you can see.

In the rules' own subset. A skater can turn by 60 degrees only, so what counts is not how much ice is left but how much
of it lies ahead: ``ways_ahead`` counts the ways to go on from a hex with a facing. A programme is followed letter by
letter on the ice as it is now.
"""

from banquise.games.ice_lake.board import NEIGHBOUR
from banquise.games.ice_lake.ice import is_usable, on_lake
from banquise.games.ice_lake.moves import (
    CELL_OF,
    DIRECTION_OF,
    DONE,
    KIND_OF,
    LETTER,
    LETTER_OF,
    PROGRAMMING,
    RETURN,
    RETURNING,
)
from banquise.games.ice_lake.rules import legal_moves, turned
from banquise.kernel.chance import below, pick
from banquise.kernel.tuning import Tuning

TUNING = Tuning(
    simulations_a_second=26000,  # what the search was seen to do on one core; levels are told in seconds
    blind_simulations_a_second=46000,  # the same time without this guide: random rollouts to the end
    searches_a_turn=2.2,  # on average: a bear's seconds are for a turn
    horizon_a_seat=3,  # decisions of a rollout: about a programme each; then the ways ahead tell more than skating on
    width=40,  # moves looked at in one position
    explore=0.8,
)

SHORT = 3  # one time in so many a programme of a rollout ends after a letter
PATIENCE = 14  # how readily a programme ends: its letters times this, against the ways ahead


def weigh(s, seat, moves, n, weights):
    """Letters and facings by the ways ahead; hexes to return to by their usable lines."""
    if s.phase == PROGRAMMING:
        weigh_letters(s, seat, moves, n, weights)
        return
    for i in range(n):
        if s.phase == RETURNING:
            weights[i] = usable_lines(s, CELL_OF[moves[i]])
        else:
            weights[i] = 1 + ways_ahead(s, seat, s.cell[seat], DIRECTION_OF[moves[i]], 0)


def weigh_letters(s, seat, moves, n, weights):
    """A letter is worth the ways ahead of where it leads; to say done, the more the longer the programme is."""
    place = end_of_programme(s, seat)
    for i in range(n):
        if moves[i] == DONE:
            weights[i] = 1 + PATIENCE * s.written[seat]
        elif place < 0:
            weights[i] = 1  # the programme already leads over the edge
        else:
            weights[i] = weight_of_letter(s, seat, place, LETTER_OF[moves[i]])


def weight_of_letter(s, seat, place, letter):
    """1 for a letter that stops the skater, else more with the ways ahead."""
    cell = place // 6
    direction = turned(place % 6, letter)
    written = s.written[seat]
    if not is_free(s, seat, cell, direction, written):
        return 1
    if written == 0 and not is_usable(s, cell, direction):
        return 2  # somebody stands there now, and may or may not leave in time
    return 3 + ways_ahead(s, seat, NEIGHBOUR[cell][direction], direction, written)


def end_of_programme(s, seat):
    """Where the letters written so far lead if nothing stops them: 6 * hex + facing, or -1 over the edge."""
    cell = s.cell[seat]
    facing = s.facing[seat]
    for i in range(s.written[seat]):
        facing = turned(facing, s.letter[seat][i])
        cell = NEIGHBOUR[cell][facing]
        if not on_lake(s, cell):
            return -1
    return 6 * cell + facing


def is_free(s, seat, cell, direction, written):
    """A line on the lake that is whole, and that the programme has not used up to then."""
    if not on_lake(s, NEIGHBOUR[cell][direction]) or s.line[cell][direction] != 0:
        return False
    here = s.cell[seat]
    facing = s.facing[seat]
    for i in range(written):
        facing = turned(facing, s.letter[seat][i])
        there = NEIGHBOUR[here][facing]
        if here == cell and facing == direction:
            return False
        if there == cell and (facing + 3) % 6 == direction:
            return False
        here = there
    return True


def ways_ahead(s, seat, cell, facing, written):
    """How many rows of up to three steps lead on from a hex."""
    count = 0
    for letter in range(3):
        direction = turned(facing, letter)
        if is_free(s, seat, cell, direction, written):
            count += 1 + two_ahead(s, seat, NEIGHBOUR[cell][direction], direction, written)
    return count


def two_ahead(s, seat, cell, facing, written):
    """How many rows of up to two steps."""
    count = 0
    for letter in range(3):
        direction = turned(facing, letter)
        if is_free(s, seat, cell, direction, written):
            count += 1
            there = NEIGHBOUR[cell][direction]
            for last in range(3):
                if is_free(s, seat, there, turned(direction, last), written):
                    count += 1
    return count


def usable_lines(s, cell):
    """From a hex in any direction; at least 1, so that it is a weight."""
    count = 1
    for direction in range(6):
        if is_usable(s, cell, direction):
            count += 1
    return count


def guide_move(s, seat, rng, moves, weights):
    """A quick move: any letter that leads on over whole ice, any hex, a facing by the ways ahead of it."""
    if s.phase == PROGRAMMING:
        return quick_letter(s, seat, rng, moves)
    n = legal_moves(s, seat, moves)
    if s.phase == RETURNING:
        return moves[below(rng, n)]
    weigh(s, seat, moves, n, weights)
    return moves[pick(rng, weights, n)]


def quick_letter(s, seat, rng, moves):
    """Any letter that leads on over whole ice; done one time in so many, and where no letter leads on."""
    written = s.written[seat]
    if written > 0 and below(rng, SHORT) == 0:
        return DONE
    place = end_of_programme(s, seat)
    n = 0
    if place >= 0:
        for letter in range(3):
            direction = turned(place % 6, letter)
            if is_free(s, seat, place // 6, direction, written):
                if written > 0 or is_usable(s, place // 6, direction):
                    moves[n] = LETTER + letter
                    n += 1
    if n > 0:
        return moves[below(rng, n)]
    if written > 0:
        return DONE
    return LETTER + below(rng, 3)


def evaluate(s, out, room):
    """Skaters on the ice share the win by the ways ahead of them."""
    whole = 0
    for seat in range(s.seats):
        out[seat] = 0
        if s.on_ice[seat]:
            out[seat] = 4 + ways_ahead(s, seat, s.cell[seat], s.facing[seat], 0)
        whole += out[seat]
    for seat in range(s.seats):
        if whole == 0:
            out[seat] = 1000 // s.seats
        else:
            out[seat] = 1000 * out[seat] // whole


def reopen(s, seat):
    """IL-2.1: all write at the same time, so the sheets of the others may be thought to be blank still."""
    if s.phase == PROGRAMMING:
        for other in range(s.seats):
            if other != seat:
                for i in range(s.written[other]):
                    s.letter[other][i] = 0
                s.written[other] = 0
                s.finished[other] = 0


# Why a move is advised, by what ``advice`` answers; ``hint`` in messages/ holds the words.
ADVICE = {1: "ways", 2: "done", 3: "lines"}


def advice(s, seat, move):
    """Why this move: a number of ADVICE."""
    if move == DONE:
        return 2
    if KIND_OF[move] == RETURN:
        return 3
    return 1
