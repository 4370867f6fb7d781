"""Every test that names ``game`` runs for every game; one that names ``table``, for all seats and options too."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # tests share tools.py and golden.py

from tools import TABLES, name_of

from banquise.games import all_games


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """``game``: every game; ``table``: every game with every number of seats and every choice of options."""
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", TABLES, ids=name_of)
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", all_games(), ids=lambda game: game.name)


# Compiling a large game takes half a minute, so ./check quick compiles Ice Lake alone.
COMPILES = re.compile(r"compiled|engine|reasons_agree|out_of_range|perft|imagination|tests/research|tests/bots")
LARGE = re.compile(r"ice_cult|altitude|alaska")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what would compile another game than Ice Lake as slow."""
    for item in items:
        if COMPILES.search(item.nodeid) and (LARGE.search(item.nodeid) or "tests/bots" in item.nodeid):
            item.add_marker(pytest.mark.slow)
