"""Runs the rule cases of every game in plain mode and insists that they reach every line of the rules.

python scripts/coverage_of_rules.py [GAME ...]
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.game import Game

EXAMPLE = Path("examples/snow_dice")
NOT_RULES = {"__init__.py", "words.py", "drawing.py", "guide.py", "scenes.py"}


def rules_of(folder: Path) -> list[str]:
    """The files of a game that hold rules."""
    return [str(file) for file in folder.glob("*.py") if file.name not in NOT_RULES]


def main(names: list[str]) -> int:
    """The command at the head of this file."""
    games: list[Game] = [game_named(name) for name in names or OWN]
    rules = [file for game in games for file in rules_of(game.folder)]
    tests = [str(Path("tests/games") / game.name) for game in games]
    if not names:
        rules += rules_of(EXAMPLE / "src" / "snow_dice")
        tests.append(str(EXAMPLE / "tests"))
    run, include = [sys.executable, "-m", "coverage"], f"--include={','.join(rules)}"
    # Only the rules are traced: everything else runs at full speed.
    tested = subprocess.run([*run, "run", include, "-m", "pytest", "-p", "no:xdist", "-m", "not slow", *tests], check=False)
    if tested.returncode:
        return tested.returncode
    return subprocess.run([*run, "report", "--show-missing", "--fail-under=100", include], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
