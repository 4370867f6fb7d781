"""How to play Ice Cult well: bring up your own arrows, move what carries you, and leave the others where they are.

In the rules' own subset. A *gain* is counted in steps: one's own pieces' steps less those of the strongest opponents.
"""

from banquise.games.ice_cult.board import (
    ARC,
    CIRCLE,
    OWN_PIECES,
    PIECES,
    SLOTS,
    SPACES,
    TILT_SLOTS,
    TILT_WAY,
    TILTED,
    TILTS,
)
from banquise.games.ice_cult.moves import (
    ACTING,
    ARROW,
    CHOICE_OF,
    DONE,
    ENTER,
    KIND_OF,
    REPEAT,
    SLOT_OF,
    TILT,
    TILT_OF,
    TURN,
)
from banquise.games.ice_cult.rules import find_piece, legal_moves, top_path, top_symbol, undoes
from banquise.kernel.chance import pick
from banquise.kernel.tuning import Tuning

TUNING = Tuning(
    simulations_a_second=40000,  # what the search was seen to do on one core; levels are told in seconds
    blind_simulations_a_second=22000,  # the same time without this guide: random rollouts to the end
    searches_a_turn=1.5,  # on average: a bear's seconds are for a turn
    horizon=6,  # decisions of a rollout: about a turn, then the steps made tell more than further play would
    width=40,  # moves looked at in one position
    explore=0.8,
)

DECIDED = 60  # the gain of a move that ends the match
EVEN = 12  # the weight of a move that gains nothing


def weigh(s, seat, moves, n, weights):
    """Tilts by the symbols they bring up, acts by their gain."""
    for i in range(n):
        move = moves[i]
        kind = KIND_OF[move]
        if kind == TILT:
            weights[i] = positive(EVEN + 4 * gain_of_tilt(s, seat, TILT_OF[move]))
        elif kind == ARROW:
            weights[i] = positive(EVEN + 4 * gain(s, seat, SLOT_OF[move], CHOICE_OF[move]))
        elif kind == REPEAT:
            weights[i] = positive(EVEN - 1 + 4 * gain(s, seat, SLOT_OF[move], CHOICE_OF[move]))
        elif kind == TURN:
            weights[i] = 2
        else:
            weights[i] = EVEN


def positive(number):
    """Weights are at least 1."""
    if number < 1:
        return 1
    return number


def gain(s, seat, slot, choice):
    """What an arrow on top gains: the moved piece and all that it carries."""
    colour = top_symbol(s, slot)
    path = top_path(s, slot)
    if choice == ENTER:
        return step_of(s, seat, colour, False)
    place = find_piece(s, path, colour, choice)
    space = place // PIECES
    total = 0
    for level in range(place % PIECES, s.height[path][space]):
        total += step_of(s, seat, s.stack[path][space][level] - 1, space + 1 == SPACES)
    return total


def step_of(s, seat, colour, leaves):
    """One step of one piece: 2 if it is one's own, less for others' the more of them there are; more for leaving."""
    worth = 2
    if leaves:
        worth = 3
        if s.out[colour] == OWN_PIECES - 1:
            worth = DECIDED
    if colour == s.colour[seat]:
        return worth
    for other in range(s.seats):
        if s.colour[other] == colour:
            if s.seats == 2 or worth == DECIDED:
                return -worth
            return -(worth // 2)
    return 0


def gain_of_tilt(s, seat, which):
    """What the symbols promise after this tilt: after the second at once, after the first with the best second."""
    first = s.tilted == 0
    roll(s, which)
    if first:
        s.tilted = which + 1
        best = -100
        for second in range(TILTS):
            if not undoes(s, second):
                roll(s, second)
                promised = promise(s, seat)
                roll(s, second ^ 1)
                if promised > best:
                    best = promised
        s.tilted = 0
    else:
        best = promise(s, seat)
    roll(s, which ^ 1)
    return best


def roll(s, which):
    """Tilt two cubes and nothing else; the opposite tilt undoes it."""
    for i in range(2):
        slot = TILT_SLOTS[which][i]
        s.orientation[slot] = TILTED[s.orientation[slot]][TILT_WAY[which]]


def promise(s, seat):
    """What the symbols on top promise to a seat: the best gain of each arrow, and more for circles."""
    total = 0
    best = 0
    circles = 0
    for slot in range(SLOTS):
        symbol = top_symbol(s, slot)
        if symbol == CIRCLE:
            circles += 1
        elif symbol < ARC:
            gained = best_gain(s, seat, slot, symbol)
            total += gained
            if gained > best:
                best = gained
    return total + circles * best


def best_gain(s, seat, slot, symbol):
    """The best that one arrow can do; nothing if it lapses."""
    best = -100
    if s.supply[symbol] > 0:
        best = gain(s, seat, slot, ENTER)
    for choice in range(1, s.on_path[top_path(s, slot)][symbol] + 1):
        gained = gain(s, seat, slot, choice)
        if gained > best:
            best = gained
    if best == -100:
        return 0
    return best


def guide_move(s, seat, rng, moves, weights):
    """Any move, likelier the more it weighs; tilts in a rollout are hardly looked at."""
    n = legal_moves(s, seat, moves)
    if s.phase == ACTING or s.tilted != 0:
        weigh(s, seat, moves, n, weights)
        for i in range(n):
            weights[i] *= weights[i]
    else:
        for i in range(n):
            weights[i] = 1
    return moves[pick(rng, weights, n)]


def evaluate(s, out, room):
    """Seats share the win by the steps that their pieces have made, those ahead by far more than they are ahead."""
    whole = 0
    for seat in range(s.seats):
        strength = 4 + progress(s, s.colour[seat])
        out[seat] = strength * strength * strength * strength
        whole += out[seat]
    for seat in range(s.seats):
        out[seat] = 1000 * out[seat] // whole


def progress(s, colour):
    """Steps made by the pieces of a colour; a piece out has made six."""
    steps = (SPACES + 1) * s.out[colour]
    for path in range(4):
        if s.on_path[path][colour] > 0:
            for space in range(SPACES):
                for level in range(s.height[path][space]):
                    if s.stack[path][space][level] == colour + 1:
                        steps += space + 1
    return steps


def reopen(s, seat):
    """IC-1.8: nothing is decided in secret."""


# Why a move is advised, by what ``advice`` answers, 0 if there is none; ``hint`` in messages/ holds the words.
ADVICE = {1: "own", 2: "least", 3: "tilt", 4: "done", 5: "wins"}


def advice(s, seat, move):
    """Why this move: a number of ADVICE."""
    kind = KIND_OF[move]
    if kind == TILT:
        return 3
    if kind == DONE:
        return 4
    if kind == TURN:
        return 0
    gained = gain(s, seat, SLOT_OF[move], CHOICE_OF[move])
    if gained >= DECIDED - 10:
        return 5
    if gained > 0:
        return 1
    return 2
