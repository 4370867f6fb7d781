"""Is a position that somebody wrote one that can be played? The rules themselves are asked, by playing on from it.

A few random matches must come to an end from there, with every number in its field, a legal move for whoever must act
and an outcome where chance must decide; and each seat must be able to imagine what it cannot see.
"""

from __future__ import annotations

from banquise.kernel import playout
from banquise.kernel.chance import RNG_LENGTH, seed_rng
from banquise.kernel.compile import bound
from banquise.kernel.contract import CHANCE, NOBODY
from banquise.kernel.game import Game
from banquise.kernel.holds import SEAT
from banquise.kernel.schema import BadPosition, State

MATCHES = 3


def try_out(game: Game, seats: int, state: State) -> None:
    """Raise BadPosition if the game cannot be played on from this state, which is left as it is."""
    if getattr(state, "seats", seats) != seats:
        raise BadPosition(f"this position is for {state.seats} seats, and {seats} are at the table")
    for field in game.schema.kept:
        if field.holds is SEAT and not 0 <= getattr(state, field.name) < seats:
            raise BadPosition(f"{field.name}: there is no seat {getattr(state, field.name)} at a table of {seats}")
    for number in range(MATCHES):
        trouble = _trouble(game, seats, state.copy(), number)
        if trouble:
            raise BadPosition(f"{game.title} for {seats} cannot be played on from this position: {trouble}")


def _trouble(game: Game, seats: int, state: State, number: int) -> str:
    """What is wrong with one random match from here, or nothing."""
    program, rng, out = bound(playout, game.rules), [0] * RNG_LENGTH, [0] * game.buffer
    seed_rng(rng, number, 0)
    try:
        trouble = _cannot_be_imagined(game, seats, state, rng)
        for _ in range(game.longest):
            trouble = trouble or _stands_still(game, seats, state, out)
            if trouble or game.rules.to_act(state) == NOBODY:
                return trouble
            program.random_step(state, seats, rng, out)
            game.schema.check(state)
    except BadPosition as error:
        return str(error)
    except (ArithmeticError, LookupError) as error:
        return f"the rules find no sense in it ({type(error).__name__}: {error})"
    return f"it does not end within {game.longest:,} moves and outcomes"


def _stands_still(game: Game, seats: int, state: State, out: list[int]) -> str:
    mask = game.rules.to_act(state)
    if mask == NOBODY:
        return ""
    if mask == CHANCE:
        possible = game.rules.odds(state, out)
        return "" if possible > 0 and min(out[:possible]) >= 0 < sum(out[:possible]) else "chance has nothing to decide"
    acting = [seat for seat in range(seats) if mask >> seat & 1]
    if not acting or mask >> seats:
        return "it is the turn of a seat that is not at the table"
    stuck = [seat for seat in acting if game.rules.legal_moves(state, seat, out) == 0]
    return f"seat {stuck[0]} must act and has no legal move" if stuck else ""


def _cannot_be_imagined(game: Game, seats: int, state: State, rng: list[int]) -> str:
    for seat in range(seats):
        twin = state.copy()
        game.rules.imagine(twin, seat, rng)
        game.schema.check(twin)
        if game.schema.view(twin, seat) != game.schema.view(state, seat):
            return f"what is hidden from seat {seat} does not fit what it sees"
    return ""
