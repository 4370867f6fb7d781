"""Tiny games with known equilibria, in the contract: both seats choose in secret, then chance decides by a matrix.

The matrix holds the chance in a thousand that seat 0 wins. The module is the game's rules and its guide at once.
"""

from pathlib import Path
from typing import Any

from banquise.kernel.chance import below
from banquise.kernel.contract import CHANCE, EVERYBODY, NOBODY
from banquise.kernel.game import Game
from banquise.kernel.moves import Kind, Moves, Names, Part, Reasons
from banquise.kernel.schema import OWNER, PUBLIC, Schema, field
from banquise.kernel.tuning import Tuning

TUNING = Tuning()
PENNIES, SKEWED, UNEQUAL = 0, 1, 2
SIZE = (2, 2, 3)
WINS = (
    ((1000, 0, 0), (0, 1000, 0), (0, 0, 0)),
    ((900, 200, 0), (300, 700, 0), (0, 0, 0)),
    # rock, paper, scissors: paper beats rock by 300, rock beats scissors by 400, scissors beat paper by 200
    ((500, 200, 900), (800, 500, 300), (100, 700, 500)),
)
# What seat 0 and seat 1 should mix, worked out by hand.
EQUILIBRIA = (
    ((1 / 2, 1 / 2), (1 / 2, 1 / 2)),
    ((4 / 11, 7 / 11), (5 / 11, 6 / 11)),
    ((2 / 9, 4 / 9, 3 / 9), (2 / 9, 4 / 9, 3 / 9)),
)
CHOOSING, DECIDING, OVER = 0, 1, 2

STATE = Schema(
    "matrix",
    2,
    (
        field("which", "i1", see=PUBLIC, about="the matrix"),
        field("phase", "i1", see=PUBLIC, about="what is going on"),
        field("chosen", "i1", 2, see=PUBLIC, about="1 once a seat has chosen"),
        field("choice", "i1", 2, see=OWNER, about="what it chose"),
        field("won", "i1", see=PUBLIC, about="bit mask of the winner"),
    ),
)


def setup(s, seats, options):
    s.which = options[0]


def to_act(s):
    if s.phase == CHOOSING:
        return (1 - s.chosen[0]) | (1 - s.chosen[1]) << 1
    if s.phase == DECIDING:
        return CHANCE
    return NOBODY


def why_illegal(s, seat, move):
    return 0


def legal_moves(s, seat, out):
    for i in range(SIZE[s.which]):
        out[i] = i
    return SIZE[s.which]


def play(s, seat, move):
    s.chosen[seat] = 1
    s.choice[seat] = move
    if s.chosen[0] + s.chosen[1] == 2:
        s.phase = DECIDING


def odds(s, out):
    out[0] = WINS[s.which][s.choice[0]][s.choice[1]]
    out[1] = 1000 - out[0]
    return 2


def settle(s, outcome):
    s.phase = OVER
    s.won = 1 << outcome


def who_sees(s, actor, code):
    if actor == CHANCE:
        return EVERYBODY
    return 1 << actor


def score(s, out):
    out[0] = s.won & 1
    out[1] = s.won >> 1


def winners(s):
    return s.won


def ending(s):
    return s.won


def imagine(s, seat, rng):
    for other in range(2):
        if other != seat and s.chosen[other] and s.phase == CHOOSING:
            s.choice[other] = below(rng, SIZE[s.which])


def weigh(s, seat, moves, n, weights):
    for i in range(n):
        weights[i] = 1


def guide_move(s, seat, rng, moves, weights):
    return below(rng, SIZE[s.which])


def evaluate(s, out, room):
    out[0] = 500
    out[1] = 500


def reopen(s, seat):
    if s.phase == CHOOSING:
        for other in range(2):
            if other != seat:
                s.chosen[other] = 0
                s.choice[other] = 0


def as_game(rules: Any) -> Game:
    return Game(
        name="matrix",
        title="Matrix",
        year="",
        author="",
        publisher="",
        summary="",
        reconstructed="",
        minutes=1,
        prefix="MX",
        seats=(2,),
        options=(),
        version=1,
        schema=STATE,
        rules=rules,
        words=None,
        drawing=None,
        moves=Moves((Kind("choose", 0, (Part("option", 3),)),)),
        phases=Names({}),
        endings=Names({}),
        reasons=Reasons({}),
        outcome_codes=2,
        longest=3,
        folder=Path(__file__).parent,
    )
