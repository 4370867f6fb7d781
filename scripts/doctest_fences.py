"""For the reference: examples in docstrings are shown as code, line for line."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

_EXAMPLE = re.compile(r"((?:^|\n\n)[ ]*)(>>>.*?)(?=\n\s*\n|\Z)", re.DOTALL)


class DoctestFences(Extension):
    """Puts a fence around every run of lines that begins with ``>>>``."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Called for everything that is read."""
        if obj.docstring:
            obj.docstring.value = _EXAMPLE.sub(r"\n\n```pycon\n\2\n```", obj.docstring.value)
