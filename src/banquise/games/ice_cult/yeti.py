"""What a network is told of a position of Ice Cult, in the rules' own subset; moves are weighed as in the guide."""

from dataclasses import replace

from banquise.games.ice_cult.board import ARC, CIRCLE, COLOURS, FACE_COLOUR, PATHS, SLOTS, SPACES
from banquise.games.ice_cult.guide import ADVICE, advice, guide_move, progress, promise, reopen, weigh
from banquise.games.ice_cult.guide import TUNING as GUIDE
from banquise.games.ice_cult.guide import evaluate as evaluate_by_hand
from banquise.games.ice_cult.moves import ACTING
from banquise.games.ice_cult.rules import top_path, top_symbol
from banquise.kernel.net import judge, note

__all__ = ["ADVICE", "TUNING", "advice", "evaluate", "guide_move", "reopen", "weigh"]

TUNING = replace(GUIDE, simulations_a_second=32000, horizon=0)

FLAG = 64
FACTS = 43  # of a seat
COMMON = 12
BY_SPACE, BY_PATH, BY_ARROW, BY_SIDE, FURTHEST, LIFTED = 10, 15, 19, 23, 29, 33  # where rows of facts begin


def evaluate(s, out, room):
    """Each seat's chance, by the network."""
    describe(s, room, out)
    judge(s.seats, room, out)


def describe(s, net, out):
    """Put down all facts."""
    evaluate_by_hand(s, out, out)
    for seat in range(s.seats):
        row = net.facts[seat]
        colour = s.colour[seat]
        for i in range(FACTS):
            row[i] = 0
        note(row, 0, out[seat] // 8)
        note(row, 1, 24 * s.out[colour])
        note(row, 2, 24 * s.supply[colour])
        note(row, 3, 4 * progress(s, colour))
        note(row, 4, FLAG * (s.player == seat))
        note(row, 5, 30 * ((seat - s.player) % s.seats))
        note(row, 6, 3 * promise(s, seat))
        describe_cubes(s, row, colour)
        describe_pieces(s, row, colour)
    describe_all(s, net.common)


def describe_cubes(s, row, colour):
    """The arrows of a colour: on top, carried out already or not, and on the sides where tilts bring them up from."""
    for slot in range(SLOTS):
        if top_symbol(s, slot) == colour:
            row[7] = row[7] + 30
            if not s.executed[slot]:
                row[8] = row[8] + 30
                row[BY_ARROW + top_path(s, slot)] += 30
        for place in range(6):
            if FACE_COLOUR[s.cube[slot]][s.orientation[slot]][place] == colour + 1:
                row[BY_SIDE + place] += 30


def describe_pieces(s, row, colour):
    """Where the pieces of a colour are, what lies on them, and what they lie on."""
    for path in range(PATHS):
        row[BY_PATH + path] = 20 * s.on_path[path][colour]
        if s.on_path[path][colour] > 0:
            for space in range(SPACES):
                describe_stack(s, row, path, space, colour)


def describe_stack(s, row, path, space, colour):
    """One stack: pieces carried by others go with them."""
    height = s.height[path][space]
    for level in range(height):
        if s.stack[path][space][level] == colour + 1:
            note(row, BY_SPACE + space, row[BY_SPACE + space] + 24)
            row[FURTHEST + path] = 24 * (space + 1)
            note(row, LIFTED + space, row[LIFTED + space] + 8 * level)
            note(row, LIFTED + 5 + space, row[LIFTED + 5 + space] + 8 * (height - 1 - level))


def describe_all(s, row):
    """What all have in common."""
    arcs = 0
    circles = 0
    done = 0
    for slot in range(SLOTS):
        arcs += top_symbol(s, slot) == ARC
        circles += top_symbol(s, slot) == CIRCLE
        done += s.executed[slot]
    note(row, 0, FLAG * (s.phase == ACTING))
    note(row, 1, FLAG * (s.tilted != 0))
    note(row, 2, 30 * s.circles)
    note(row, 3, 30 * s.arcs)
    note(row, 4, 30 * circles)
    note(row, 5, 30 * arcs)
    note(row, 6, 30 * done)
    note(row, 7, s.turn)
    note(row, 8, FLAG * (s.seats == 3))
    note(row, 9, FLAG * (s.seats == 4))
    note(row, 10, FLAG * s.arc_rule)
    going = 0
    for colour in range(COLOURS):
        going = max(going, s.out[colour])
    note(row, 11, 24 * going)
