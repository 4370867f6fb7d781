"""What the log would tell of a move, asked before it is made, and why the rules would refuse it.

It is reckoned from what the moving seat sees, so whoever asks learns nothing that is hidden: what the seat cannot see
is imagined several times, and what is told differently then depends on a secret and is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from banquise.kernel.chance import RNG_LENGTH, seed_rng
from banquise.kernel.contract import LEGAL
from banquise.kernel.game import Game
from banquise.kernel.schema import State
from banquise.kernel.speech import Message, Reason

IMAGINED = 8  # a secret that is told the same in all of them is hardly one
TOLD = 12  # moves of a line; of more than that nobody reads what the log would tell


class Foretold(NamedTuple):
    """The sentence about each move of a line (the first few of a long one) as far as it is legal, and the reason why it
    goes no further.
    """

    said: list[Message]
    refused: Reason | None


def foretell(game: Game, state: State, seat: int, text: str) -> Foretold:
    """What would be told; raises BadNotation as reading a move does."""
    moves = game.words.read(game.schema.seen(state, seat), seat, text)
    told = [_play(game, state.copy(), seat, moves if seed == 0 else moves[:TOLD], seed) for seed in range(IMAGINED)]
    same = [each[0] for each in zip(*(one.said for one in told), strict=False) if len(set(map(str, each))) == 1]
    return Foretold(same, told[0].refused)


def _play(game: Game, ghost: State, seat: int, moves: Iterable[int], seed: int) -> Foretold:
    rng, said = [0] * RNG_LENGTH, list[Message]()
    seed_rng(rng, seed, 0)
    game.rules.imagine(ghost, seat, rng)
    for at, move in enumerate(moves):
        why = game.rules.why_illegal(ghost, seat, move)
        if why != LEGAL:
            return Foretold(said, game.reasons[why])
        before = game.schema.seen(ghost, seat) if at < TOLD else None
        game.rules.play(ghost, seat, move)
        if before is not None:
            said += game.words.tell(before, game.schema.seen(ghost, seat), seat, move)[:1]
    return Foretold(said, None)
