"""Every test that names ``game`` runs for every game; one that names ``table``, for all seats and options too.

A fifth game plays along: the small one of ``examples/``, found as a game of somebody else's package is.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

EXAMPLE = Path(__file__).parents[1] / "examples" / "snow_dice" / "src"
os.environ["BANQUISE_GAMES"] = "snow_dice"
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(EXAMPLE), os.environ.get("PYTHONPATH")]))

from tools import VARIANTS, name_of  # noqa: E402 -- the games must be known before they are asked for

from banquise.games import OWN, all_games  # noqa: E402 -- likewise
from banquise.games import game as game_named  # noqa: E402 -- likewise

# Whoever is started in the background by a script ignores Ctrl-C, as does every program that it starts: tests that
# interrupt one would wait in vain.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("patient", deadline=None)  # a busy machine is no bug
settings.load_profile("patient")

POLISH = {"guided_game": "guide.py", "pictured_game": "rulebook/diagrams.toml"}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """``game``: every game; ``own_game``: ours; ``table``: all seats and options of every game; some: with polish."""
    wanted = {"game": all_games(), "own_game": [game_named(name) for name in OWN]}
    wanted |= {name: [game for game in all_games() if (game.folder / file).is_file()] for name, file in POLISH.items()}
    if "variant" in metafunc.fixturenames:
        metafunc.parametrize("variant", VARIANTS, ids=name_of)
        return
    for name in set(wanted) & set(metafunc.fixturenames):
        metafunc.parametrize(name, wanted[name], ids=lambda game: game.name)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What ./check quick leaves out: long play of all games but our smallest and the example; unusual options."""
    for item in items:
        if (item.get_closest_marker("compiles") and _names(item) & set(OWN[1:])) or _is_unusual(item):
            item.add_marker(pytest.mark.slow)


def _params(item: pytest.Item) -> dict[str, Any]:
    """What a test was given."""
    return item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}


def _is_unusual(item: pytest.Item) -> bool:
    """Is a test about a variant with other options than the usual ones?"""
    if "variant" not in _params(item):
        return False
    game, _, options = _params(item)["variant"]
    return any(options[option.name] != option.values[0] for option in game.options)


def _names(item: pytest.Item) -> set[str]:
    """The games that a test is about, by its parameters."""
    games = [each[0] if isinstance(each, tuple) else each for each in _params(item).values()]
    return {each if isinstance(each, str) else getattr(each, "name", "") for each in games}
