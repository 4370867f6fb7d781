"""The last build whose rules were compiled by Numba, taken out of git, for whoever measures beside it.

Nothing else needs Numba any more, so it is in no extra: pip install numba==0.68.1
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

COMMIT = "91e8d9598c9e7d609901b4f0628038d0659a4bf8"
ROOT = Path(__file__).resolve().parents[1]
NOW = ROOT / "src"


@contextmanager
def last_by_numba() -> Iterator[Path]:
    """Its sources in a folder of their own, where Numba keeps what it compiles too; both are gone afterwards."""
    if importlib.util.find_spec("numba") is None:
        sys.exit("the last build by Numba needs it: pip install numba==0.68.1")
    with tempfile.TemporaryDirectory(prefix="banquise-before-") as folder:
        old = subprocess.run(["git", "archive", COMMIT, "src"], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "x", "-C", folder], input=old, check=True)
        yield Path(folder, "src")


def measured(source: Path, program: str, game: str) -> Any:
    """What a program tells in its last line, as JSON, on the sources of one build."""
    environment = {**os.environ, "PYTHONPATH": str(source), "BANQUISE_CACHE": str(source.parent / "compiled")}
    done = subprocess.run(
        [sys.executable, "-c", program, game],
        env=environment,
        cwd=source.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{source}: {done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1])
