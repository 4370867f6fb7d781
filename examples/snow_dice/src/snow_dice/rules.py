"""The rules of Snow Dice, paragraph by paragraph (ids SD-n.m are those of the rulebook)."""

from banquise.kernel.chance import below
from banquise.kernel.contract import CHANCE, EVERYBODY, LEGAL, NOBODY
from snow_dice.moves import (
    CLAIMING,
    DICE_ROLL,
    DOUBT,
    DRAWING,
    FACES,
    IS_OVER,
    KIND_OF,
    MOVE_CODES,
    NO_SUCH_MOVE,
    NO_SUCH_SEAT,
    NOT_YOUR_TURN,
    NOTHING_CLAIMED,
    OVER,
    ROLLING,
    SNOWED_UNDER,
    TOO_HIGH,
    TOO_LOW,
    TOTAL_OF,
)

LAST_BALL = 3  # SD-3.1


def setup(s, seats, options):
    """SD-1.1: nobody has a snowball."""
    s.seats = seats
    s.phase = DRAWING


def to_act(s):
    """SD-2.1: one after the other; the dice roll by chance."""
    if s.phase == CLAIMING:
        return 1 << s.turn
    if s.phase == OVER:
        return NOBODY
    return CHANCE


def odds(s, out):
    """SD-1.2: every seat may begin. SD-1.3: a die is fair."""
    n = FACES
    if s.phase == DRAWING:
        n = s.seats
    for i in range(n):
        out[i] = 1
    return n


def settle(s, outcome):
    """The draw of SD-1.2, or the roll of one die."""
    if s.phase == DRAWING:
        s.turn = outcome
        s.phase = ROLLING
        return
    s.die[s.turn] = outcome + 1
    s.rolled += 1
    s.turn = (s.turn + 1) % s.seats
    if s.rolled == s.seats:
        s.phase = CLAIMING


def legal_moves(s, seat, out):
    """SD-2.1, SD-2.2: doubt, or claim more."""
    n = 0
    for move in range(MOVE_CODES):
        if why_illegal(s, seat, move) == LEGAL:
            out[n] = move
            n += 1
    return n


def why_illegal(s, seat, move):
    """0 for a legal move, else the reason."""
    if seat < 0 or seat >= s.seats:
        return NO_SUCH_SEAT
    if move < 0 or move >= MOVE_CODES:
        return NO_SUCH_MOVE
    if s.phase == OVER:
        return IS_OVER
    if s.phase != CLAIMING:
        return DICE_ROLL
    if seat != s.turn:
        return NOT_YOUR_TURN
    if KIND_OF[move] == DOUBT:
        return NOTHING_CLAIMED if s.claim == 0 else LEGAL
    if TOTAL_OF[move] <= s.claim:
        return TOO_LOW
    return TOO_HIGH if TOTAL_OF[move] > FACES * s.seats else LEGAL


def play(s, seat, move):
    """Make a legal move."""
    if KIND_OF[move] == DOUBT:
        lift_the_cups(s, seat)
    else:
        s.claim = TOTAL_OF[move]
        s.turn = (seat + 1) % s.seats


def lift_the_cups(s, doubter):
    """SD-2.3: the claim holds and the doubter takes a snowball, or it does not and the one who claimed takes it."""
    total = 0
    for seat in range(s.seats):
        total += s.die[seat]
        s.lifted[seat] = s.die[seat]
        s.die[seat] = 0
    loser = doubter
    if total < s.claim:
        loser = (doubter + s.seats - 1) % s.seats
    s.snowballs[loser] += 1
    s.turn = loser  # SD-2.4
    s.claim = 0
    s.rolled = 0
    s.phase = ROLLING
    if s.snowballs[loser] == LAST_BALL:
        s.phase = OVER


def who_sees(s, actor, code):
    """SD-1.3: a roll is seen by the one who rolls, all else by everybody."""
    if actor == CHANCE and s.phase == ROLLING:
        return 1 << s.turn
    return EVERYBODY


def score(s, out):
    """SD-3.2: a point for every snowball that one was spared."""
    for seat in range(s.seats):
        out[seat] = LAST_BALL - s.snowballs[seat]


def winners(s):
    """SD-3.2: all who have the fewest snowballs."""
    if s.phase != OVER:
        return 0
    fewest = LAST_BALL
    mask = 0
    for seat in range(s.seats):
        if s.snowballs[seat] < fewest:
            fewest = s.snowballs[seat]
            mask = 0
        if s.snowballs[seat] == fewest:
            mask |= 1 << seat
    return mask


def ending(s):
    """SD-3.1: somebody is snowed under."""
    if s.phase == OVER:
        return SNOWED_UNDER
    return 0


def imagine(s, seat, rng):
    """Any die may lie under the cup of another."""
    for other in range(s.seats):
        if other != seat and s.die[other] != 0:
            s.die[other] = below(rng, FACES) + 1
