"""The default install: no NumPy, no compiler, and yet everything that people play with."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[1]

BARE = """
    import importlib, pkgutil, sys

    class Absent:
        def find_spec(self, name, path=None, target=None):
            if name.partition(".")[0] in ("numpy", "cupy"):
                raise ModuleNotFoundError(f"{name} is not installed here", name=name)

    sys.meta_path.insert(0, Absent())
    import banquise
    for room in ("kernel", "games", "table", "bots", "server", "terminal", "lab"):
        package = importlib.import_module(f"banquise.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"banquise.{room}."):
            if ".skeleton" not in module.name:
                importlib.import_module(module.name)
"""


def bare(program: str) -> str:
    code = textwrap.dedent(BARE) + textwrap.dedent(program)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_room_but_research_is_entered_without_numpy():
    assert "numpy" not in bare("print(sorted(sys.modules))").replace("banquise", "")


def exported(folder: Path, *flags: str) -> dict[Path, bytes]:
    """What the browser client takes from the games."""
    command = [sys.executable, *flags, str(HOME / "scripts" / "export_web.py"), str(folder)]
    environment = {name: value for name, value in os.environ.items() if name != "BANQUISE_GAMES"}
    environment["PYTHONPATH"] = str(HOME / "src")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_the_client_is_built_before_any_library_is_there(tmp_path: Path):
    """`./play` builds the page while pip fetches the libraries: -S is a Python that has none."""
    assert exported(tmp_path / "bare", "-S") == exported(tmp_path / "full")


@pytest.mark.slow
def test_a_bear_plays_every_game_without_them(own_game):
    found = bare(
        f"""
        from banquise import new
        from banquise.bots.levels import decide, level_named
        from banquise.lab.simulate import simulate
        match = new({own_game.name!r}, 2, seed=1)
        seat = match.to_act[0]
        match.play(seat, decide(match.game, match.state, 2, seat, level_named("bear@0.01"), 1).moves)
        print(len(match.log), simulate(match.game, 2, games=20).games)
        """
    )
    assert int(found.split()[0]) > 0
    assert found.split()[1] == "20"
