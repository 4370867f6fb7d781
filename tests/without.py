"""Runs a program as if some packages were not installed."""

from __future__ import annotations

import subprocess
import sys
import textwrap

_HIDING = """
import importlib.machinery
_found = importlib.machinery.PathFinder.find_spec
def _find(name, path=None, target=None):
    return None if name.partition(".")[0] in {absent} else _found(name, path, target)
importlib.machinery.PathFinder.find_spec = _find
"""


def run_without(absent: tuple[str, ...], program: str) -> str:
    """What a program prints where these packages are absent."""
    code = _HIDING.format(absent=absent) + textwrap.dedent(program)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
