"""Runs the rule cases of every game in plain mode and insists that they reach every line of the rules.

Imagining is nobody's rule case: the battery's law about it reaches those lines.

python scripts/coverage_of_rules.py
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

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
    include = f"--include={','.join(rules)}"
    cases = [[str(file) for file in home.glob("test_*.py") if file.name != LONG] for home in folders.values()]
    jobs = [["-m", "not slow", *files] for files in cases]
    jobs.append(["-k", "imagined_match_ends", "tests/battery/test_laws_hold.py"])
    with TemporaryDirectory() as kept, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        if any(pool.map(lambda chosen: _traced(Path(kept) / "data", include, chosen), jobs)):
            return 1
        data = f"--data-file={Path(kept) / 'data'}"
        _coverage("combine", "--quiet", data, kept)
        return _coverage("report", data, "--show-missing", "--fail-under=100", include).returncode


def _traced(part: Path, include: str, chosen: list[str]) -> int:
    """Some tests; only the rules are traced, and everything else runs at full speed."""
    quietly = ("-m", "pytest", "-q", "-p", "no:xdist")
    run = _coverage("run", f"--data-file={part}", "--parallel-mode", include, *quietly, *chosen)
    print(run.stdout, flush=True)
    return run.returncode


def _coverage(*words: str) -> subprocess.CompletedProcess[str]:
    caught = subprocess.PIPE if words[0] == "run" else None  # several run at once
    return subprocess.run(
        [sys.executable, "-m", "coverage", *words], check=False, text=True, stdout=caught, stderr=subprocess.STDOUT
    )


if __name__ == "__main__":
    sys.exit(main())
