"""Tools for tests: the games with their seats and options, and random matches to visit states of."""

from __future__ import annotations

import functools
import itertools
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from banquise.games import all_games
from banquise.kernel import playout
from banquise.kernel.chance import below, pick, seed_rng
from banquise.kernel.compile import bound
from banquise.kernel.contract import CHANCE, NOBODY
from banquise.kernel.game import Game
from banquise.table import Match, encode, to_record
from banquise.table.match import Entry

Table = tuple[Game, int, dict[str, str]]


def _tables(game: Game) -> Iterator[Table]:
    """All seats with the usual options; then every other value of every option once."""
    usual = {option.name: option.values[0] for option in game.options}
    for seats in game.seats:
        yield game, seats, usual
    others = ((option.name, value) for option in game.options for value in option.values[1:])
    for seats, (name, value) in zip(itertools.cycle(game.seats), others, strict=False):
        yield game, seats, usual | {name: value}


TABLES = [table for game in all_games() for table in _tables(game)]


def name_of(table: Table) -> str:
    game, seats, options = table
    return "-".join([game.name, str(seats), *options.values()])


def visit(table: Table, seed: int, most: int = 10**9) -> Iterator[Any]:
    """The states of one random match, the fresh one first; each is the same object, changed between yields."""
    game, seats, options = table
    program = bound(playout, game.rules)
    rng, out = [0] * 4, [0] * game.buffer
    state = game.schema.new()
    seed_rng(rng, seed, 0)
    game.rules.setup(state, seats, game.option_values(options))
    yield state
    while game.rules.to_act(state) != NOBODY and most > 0:
        program.random_step(state, seats, rng, out)
        most -= 1
        yield state


def sample(table: Table, seed: int, every: int) -> Iterator[Any]:
    """One state in so many of a random match, starting anywhere."""
    for number, state in enumerate(visit(table, seed)):
        if (number + seed) % every == 0:
            yield state


def some_step(game: Game, state: Any, rng: list[int]) -> tuple[int, int]:
    """A random actor and move or outcome."""
    out = [0] * game.buffer
    mask = game.rules.to_act(state)
    if mask == CHANCE:
        n = game.rules.odds(state, out)
        choices = [i for i in range(n) if out[i] > 0]
        return CHANCE, choices[below(rng, len(choices))]
    seats = [seat for seat in range(game.schema.seats) if mask >> seat & 1]
    seat = seats[below(rng, len(seats))]
    n = game.rules.legal_moves(state, seat, out)
    return seat, out[below(rng, n)]


def with_seeds(examples: int) -> Callable[[Any], Any]:
    """Hypothesis over seeds: a failing seed is shrunk, its match kept as a record that ``banquise replay`` tells."""

    def decorate(test: Any) -> Any:
        @functools.wraps(test)
        def kept(seed: int, **tables: Table) -> None:
            try:
                test(seed=seed, **tables)
            except Exception as error:
                for table in tables.values():
                    error.add_note(f"the match of this seed: {keep_record(table, seed)}")
                raise

        return settings(max_examples=examples, deadline=None)(given(seed=st.integers(0, 10**6))(kept))

    return decorate


def keep_record(table: Table, seed: int) -> Path:
    """The random match that ``visit`` plays, as a record on disk."""
    file = Path(tempfile.gettempdir()) / f"banquise-failed-{name_of(table)}-{seed}.banquise"
    file.write_bytes(encode(to_record(visited_match(table, seed))))
    return file


def visited_match(table: Table, seed: int) -> Match:
    """The random match that ``visit`` plays, at a table: the same choices from the same stream."""
    game, seats, options = table
    match, rng, out = Match(game, seats, options), [0] * 4, [0] * game.buffer
    seed_rng(rng, seed, 0)
    while not match.is_over:
        if match.awaits_chance:
            actor, code = CHANCE, pick(rng, out, game.rules.odds(match.state, out))
        else:
            mask = game.rules.to_act(match.state)
            actor = playout.seat_in(mask, seats, rng) if seats > 1 else 0
            n = game.rules.legal_moves(match.state, actor, out)
            code = out[below(rng, n)]
        match.apply(Entry(actor, (code,)))
    return match
