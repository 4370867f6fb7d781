"""Tools for tests: the games with their seats and options, and random matches to visit states of."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from banquise.games import all_games
from banquise.kernel import playout
from banquise.kernel.chance import below, pick, seed_rng
from banquise.kernel.contract import CHANCE
from banquise.lab.visits import Variant, name_of, sample, some_step, variants, visit
from banquise.table import Match, encode, to_record
from banquise.table.match import Decision

TAUGHT = [game.name for game in all_games() if (game.folder / "lessons" / "script.toml").is_file()]
"""The games that have a lesson."""

VARIANTS = [variant for game in all_games() for variant in variants(game)]


def with_seeds(examples: int) -> Callable[[Any], Any]:
    """Hypothesis over seeds: a failing seed is shrunk, its match kept as a record that ``banquise replay`` tells."""

    def decorate(test: Any) -> Any:
        @functools.wraps(test)
        def kept(seed: int, **arguments: Any) -> None:
            try:
                test(seed=seed, **arguments)
            except Exception as error:
                for variant in (each for each in arguments.values() if isinstance(each, tuple)):
                    error.add_note(f"the match of this seed: {keep_record(variant, seed)}")
                raise

        return settings(max_examples=examples, deadline=None)(given(seed=st.integers(0, 10**6))(kept))

    return decorate


def keep_record(variant: Variant, seed: int) -> Path:
    """The random match that ``visit`` plays, as a record on disk."""
    file = Path(tempfile.gettempdir()) / f"banquise-failed-{name_of(variant)}-{seed}.banquise"
    file.write_bytes(encode(to_record(visited_match(variant, seed))))
    return file


def visited_match(variant: Variant, seed: int) -> Match:
    """The random match that ``visit`` plays: the same choices from the same stream."""
    game, seats, options = variant
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
        match.apply(Decision(actor, (code,)))
    return match


__all__ = [
    "TAUGHT",
    "VARIANTS",
    "Variant",
    "keep_record",
    "name_of",
    "sample",
    "some_step",
    "visit",
    "visited_match",
    "with_seeds",
]
