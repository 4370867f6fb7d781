"""Moves taken apart, to be learnt from: what a game declares about its moves (``kernel.moves``), in numbers.

A network that has one output for each of Altitude's 5,517 moves learns that a card laid high is good for every place
on its own. One that sees a move as the sum of what it is made of learns it for all of them: moves share their kind,
their card, their place.
"""

from __future__ import annotations

from functools import lru_cache

from banquise.kernel.extras import of_extra
from banquise.kernel.game import Game
from banquise.kernel.moves import NO_PART

with of_extra("research"):
    import numpy as np
    import numpy.typing as npt

NOTHING = 0  # the number of a part that a move does not have


@lru_cache(maxsize=32)
def taken_apart(game: Game, seats: int) -> tuple[npt.NDArray[np.int64], int]:
    """For the observer at each seat and every move a row of numbers, and how many different numbers there are.

    A number stands for the move itself, for its kind, or for one value of one part in moves of any kind; seats are
    counted from the observer on, as in planes.

    >>> from banquise.games import game
    >>> rows, count = taken_apart(game("altitude"), 2)
    >>> rows.shape, count
    ((2, 5517, 6), 5699)
    >>> moves = game("altitude").moves
    >>> mine, theirs = moves.code(moves.named("lay").first, 0, 7), moves.code(moves.named("lay").first, 1, 7)
    >>> (rows[0, mine, 1:] == rows[1, theirs, 1:]).all(), (rows[0, mine, 1:] == rows[0, theirs, 1:]).all()
    (np.True_, np.False_)
    """
    moves = game.moves
    parts = {part.name: part for kind in moves.kinds for part in kind.parts}
    rows = np.full((seats, moves.count, 2 + len(parts)), NOTHING, np.int64)
    rows[:, :, 0] = 1 + np.arange(moves.count)
    rows[:, :, 1] = 1 + moves.count + np.unique(moves.kind_of, return_inverse=True)[1]
    used = 1 + moves.count + len(moves.kinds)
    for column, (name, part) in enumerate(parts.items(), 2):
        values = np.array(moves.part(name))
        has = values != NO_PART
        for seat in range(seats):
            told = (values - seat) % seats if part.seat else values
            rows[seat, has, column] = used + told[has]
        used += values.max() + 1
    return rows, int(used)
