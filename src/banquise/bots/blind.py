"""The guide that knows nothing: every move is as good as any other, every seat as likely to win.

Games without a guide of their own are searched with it, and guides are measured against it.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from banquise.kernel.chance import below
from banquise.kernel.contract import legal_moves
from banquise.kernel.tuning import Tuning

TUNING = Tuning()
ADVICE: dict[int, str] = {}


def weigh(s, seat, moves, n, weights):
    """Every move weighs the same."""
    for i in range(n):
        weights[i] = 1


def guide_move(s, seat, rng, moves, weights):
    """Any legal move."""
    return moves[below(rng, legal_moves(s, seat, moves))]


def evaluate(s, out, room):
    """Nobody is ahead."""
    for seat in range(len(out)):
        out[seat] = 1000 // len(out)


def reopen(s, seat):
    """What is imagined is left as it is."""


def advice(s, seat, move):
    """Nothing speaks for it."""
    return 0
