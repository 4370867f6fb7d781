"""Runs the rule cases of every game in plain mode and insists that they reach every line of the rules."""

import subprocess
import sys
from pathlib import Path

from banquise.games import NAMES, game

NOT_RULES = {"__init__.py", "words.py", "drawing.py", "guide.py", "scenes.py"}

run = [sys.executable, "-m", "coverage"]
folders = [game(name).folder for name in NAMES]
rules = [str(file) for folder in folders for file in folder.glob("*.py") if file.name not in NOT_RULES]
tests = [str(Path("tests/games") / name) for name in NAMES]
code = subprocess.run([*run, "run", "-m", "pytest", "-p", "no:xdist", *tests], check=False).returncode
if code == 0:
    report = [*run, "report", "--show-missing", "--fail-under=100", f"--include={','.join(rules)}"]
    code = subprocess.run(report, check=False).returncode
sys.exit(code)
