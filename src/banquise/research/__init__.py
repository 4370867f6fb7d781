"""Research environments: PettingZoo (``zoo``), OpenSpiel (``spiel``), Gymnasium (``gym``), batches (``batch``).

``from banquise.research import ice_lake_v0`` gives PettingZoo's usual trio ``env``, ``raw_env`` and ``parallel_env``.
"""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

from banquise.games import NAMES


def __getattr__(name: str) -> SimpleNamespace:
    game, _, number = name.rpartition("_v")
    if game not in NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from banquise.research import zoo

    if number != str(zoo.version(game)):
        raise AttributeError(
            f"{game} is at version {zoo.version(game)}: there is no {name}, ask for {game}_v{zoo.version(game)}"
        )
    trio = (zoo.env, zoo.raw_env, zoo.parallel_env)
    return SimpleNamespace(**{make.__name__: partial(make, game) for make in trio})
