"""Research environments: PettingZoo (``zoo``), OpenSpiel (``spiel``), Gymnasium (``gym``), batches (``batch``).

``from banquise.research import ice_lake_v2`` gives PettingZoo's usual trio ``env``, ``raw_env`` and ``parallel_env``.
A game of another package is found in the same way, once it is installed.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from banquise.games import NAMES


def __getattr__(name: str) -> Any:
    game, _, number = name.rpartition("_v")
    if game not in NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from banquise.research import zoo

    if number != str(zoo.version(game)):
        raise AttributeError(
            f"{game} is at version {zoo.version(game)}: there is no {name}, ask for {game}_v{zoo.version(game)}"
        )
    if find_spec(f"{__name__}.{name}"):  # Python asks here before it looks for a module
        return import_module(f"{__name__}.{name}")
    made = ModuleType(f"{__name__}.{name}", f"{game} as PettingZoo environments; see banquise.research.zoo.")
    made.__dict__.update(zip(("env", "raw_env", "parallel_env"), zoo.trio(game), strict=True))
    return made
