"""Runs the rule cases of every game in plain mode and insists that they reach every line of the rules.

Imagining is nobody's rule case: the battery's law about it reaches those lines.

python scripts/coverage_of_rules.py
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from banquise.games import OWN
from banquise.games import game as game_named

EXAMPLE = Path("examples/snow_dice")
NOT_RULES = {"__init__.py", "words.py", "notation.py", "drawing.py", "guide.py", "scenes.py", "client.py"}
LONG = "test_properties.py"  # random matches by the hundred, which reach nothing new


def main() -> int:
    """The command at the head of this file."""
    folders = {game_named(name).folder: Path("tests/games") / name for name in OWN}
    folders[EXAMPLE / "src" / "snow_dice"] = EXAMPLE / "tests"
    rules = [str(file) for folder in folders for file in folder.glob("*.py") if file.name not in NOT_RULES]
    tests = [str(file) for home in folders.values() for file in home.glob("test_*.py") if file.name != LONG]
    run, include = [sys.executable, "-m", "coverage"], f"--include={','.join(rules)}"
    chosen = ["-k", "imagined_match_ends or not test_laws_hold", "tests/battery/test_laws_hold.py", *tests]
    # Only the rules are traced: everything else runs at full speed.
    command = [*run, "run", include, "-m", "pytest", "-p", "no:xdist", "-m", "not slow", *chosen]
    code = subprocess.run(command, check=False).returncode
    return (
        code or subprocess.run([*run, "report", "--show-missing", "--fail-under=100", include], check=False).returncode
    )


if __name__ == "__main__":
    sys.exit(main())
