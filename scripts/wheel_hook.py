"""Refuses to build a wheel or a source archive without the browser client and the site to read in it.

Both are built (``python scripts/build_web.py``, ``python scripts/build_docs.py``) and ignored by git, so they are
easily forgotten; a wheel without them would serve no page. An editable install, which finds them where they lie, is
not asked.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = {
    "src/banquise/server/static/index.html": ("the browser client", "python scripts/build_web.py"),
    "src/banquise/server/docs/index.html": ("the site to read", "python scripts/build_docs.py"),
}


class WheelHook(BuildHookInterface):
    """Asked by hatchling before anything is packed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raise if one of them is not there."""
        for page, (what, command) in BUILT.items():
            if version != "editable" and not (Path(self.root) / page).is_file():
                raise FileNotFoundError(
                    f"{page} is not there, and a wheel without {what} shows no page: build it first with '{command}'"
                )
