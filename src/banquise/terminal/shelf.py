"""The user's own folder: matches that are not over, seats at servers, and long work that was stopped."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def shelf() -> Path:
    """Where such things wait: $BANQUISE_STATE, else the user's folder for them."""
    chosen = os.environ.get("BANQUISE_STATE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "banquise"
    return Path(os.environ.get("XDG_STATE_HOME", Path.home() / ".local" / "state")) / "banquise"
