"""The site to read, under /docs: pages that are built with the client and carry a few scripts of their own."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
_INLINE = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)


def page_of(path: str) -> Path | None:
    """The file that an address below /docs names, or nothing."""
    wanted = path.removeprefix("/docs").lstrip("/") or "index.html"
    file = (DOCS / wanted).resolve()
    return file if DOCS.resolve() in file.parents and file.is_file() else None


@cache
def policy(file: Path) -> str:
    """What a page may load: what the house serves, and exactly the scripts that were built into it.

    Styles may stand in the page: the search puts its own there, and a table its columns. Nobody else writes into it.
    """
    hashes = " ".join(
        f"'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in _INLINE.findall(file.read_bytes())
    )
    return (
        f"default-src 'self'; script-src 'self' {hashes}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
