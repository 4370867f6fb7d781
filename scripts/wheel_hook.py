"""Refuses to build a wheel or a source archive without the browser client in it.

The client is built by ``python scripts/build_web.py`` and ignored by git, so it is easily forgotten; a wheel without it
would serve no page. An editable install, which finds the client where it lies, is not asked.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = "src/banquise/server/static/index.html"


class WheelHook(BuildHookInterface):  # type: ignore[type-arg]
    """Asked by hatchling before anything is packed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raise if the client is not there."""
        if version != "editable" and not (Path(self.root) / CLIENT).is_file():
            raise FileNotFoundError(
                f"{CLIENT} is not there, and a wheel without the browser client shows no page: "
                "build it first with 'python scripts/build_web.py'"
            )
