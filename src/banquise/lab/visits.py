"""Random matches to visit the states of: what laws and tests look at."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from banquise.kernel import playout
from banquise.kernel.chance import RNG_LENGTH, below, seed_rng
from banquise.kernel.compile import bound
from banquise.kernel.contract import CHANCE, NOBODY
from banquise.kernel.game import Endless, Game
from banquise.kernel.schema import State

Variant = tuple[Game, int, dict[str, str]]
"""A game, how many seats play, and the options."""

Viewer = int | None
"""A seat, or None for a spectator."""


def variants(game: Game) -> Iterator[Variant]:
    """All seats with the usual options; every other value of every option once; and the last values all together.

    So every value meets every number of seats or every other option, and every two of the last values meet.
    """
    usual = {option.name: option.values[0] for option in game.options}
    for seats in game.seats:
        yield game, seats, usual
    turn = itertools.cycle(game.seats)
    for option in game.options:
        for value in option.values[1:]:
            seats = next(seats for seats in turn if value in option.allowed(seats))
            yield game, seats, usual | {option.name: value}
    if len(game.options) > 1:
        for seats in game.seats:
            yield game, seats, {option.name: option.allowed(seats)[-1] for option in game.options}


def name_of(variant: Variant) -> str:
    """A short name: ``ice_lake-2``, and what is not usual: ``ice_lake-2-lake=short``."""
    game, seats, options = variant
    chosen = [(option, options.get(option.name, option.values[0])) for option in game.options]
    other = [f"{option.name}={value}" for option, value in chosen if value != option.values[0]]
    return "-".join([game.name, str(seats), *other])


def viewers(seats: int) -> list[Viewer]:
    """Everybody who may look on."""
    return [None, *range(seats)]


def visit(variant: Variant, seed: int, most: int | None = None) -> Iterator[Any]:
    """The states of one random match, the fresh one first; each is the same object, changed between yields.

    Raises Endless where the match goes on beyond the bound that the game declares.
    """
    game, seats, options = variant
    program = bound(playout, game.rules)
    rng, out = [0] * RNG_LENGTH, [0] * game.buffer
    state = game.schema.new()
    seed_rng(rng, seed, 0)
    game.rules.setup(state, seats, game.option_values(options))
    yield state
    for number in itertools.count():
        if game.rules.to_act(state) == NOBODY or number == most:
            return
        if number == game.longest:
            raise Endless(game, seats, f"random match {seed}")
        program.random_step(state, seats, rng, out)
        yield state


def sample(variant: Variant, seed: int, every: int) -> Iterator[Any]:
    """One state in so many of a random match, starting anywhere."""
    for number, state in enumerate(visit(variant, seed)):
        if (number + seed) % every == 0:
            yield state


def some_seat(game: Game, state: State, seats: int, rng: list[int]) -> int:
    """CHANCE, or one of the seats that may act."""
    mask = game.rules.to_act(state)
    acting = [seat for seat in range(seats) if mask >> seat & 1]
    return CHANCE if mask == CHANCE else acting[below(rng, len(acting))]


def codes(game: Game, state: State, actor: int) -> list[int]:
    """What an actor may do: the possible outcomes for CHANCE, the legal moves of a seat."""
    out = [0] * game.buffer
    if actor != CHANCE:
        return out[: game.rules.legal_moves(state, actor, out)]
    return [code for code in range(game.rules.odds(state, out)) if out[code] > 0]


def some_step(game: Game, state: State, rng: list[int]) -> tuple[int, int]:
    """A random actor and move or outcome."""
    actor = some_seat(game, state, game.schema.seats, rng)
    possible = codes(game, state, actor)
    return actor, possible[below(rng, len(possible))]


def after(game: Game, state: State, actor: int, code: int) -> State:
    """The state that a move or an outcome leads to."""
    then = state.copy()
    if actor == CHANCE:
        game.rules.settle(then, code)
    else:
        game.rules.play(then, actor, code)
    return then


def imagined(game: Game, state: State, viewer: Viewer, seed: int) -> State:
    """What the viewer may believe instead of the truth."""
    twin, rng = state.copy(), [0] * RNG_LENGTH
    seed_rng(rng, seed, 3)
    game.rules.imagine(twin, -1 if viewer is None else viewer, rng)
    return twin
