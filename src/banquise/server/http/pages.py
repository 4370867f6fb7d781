"""The files of the web client, as they are served."""

from __future__ import annotations

import mimetypes
from hashlib import sha256
from pathlib import Path

from litestar import Response
from litestar.exceptions import NotFoundException

_PACK = "/pack/"
_LISTED = "/pack/pack.json"


class Pages:
    """The web client, read once: a path that is no file of it is the client's own affair and gets its first page.

    What a browser takes along, the pack, may still be in the making when a server starts (``scripts/build_web.py``): it
    is looked for until it is there.
    """

    def __init__(self, folder: Path):
        self.folder = folder
        self.files: dict[str, tuple[bytes, str, str]] = {}
        self._read(folder)
        if _LISTED not in self.files:  # half of one is none
            self.files = {name: file for name, file in self.files.items() if not name.startswith(_PACK)}
        if "/index.html" not in self.files:
            self.files["/index.html"] = _kept(_PLAIN_PAGE.encode(), "text/html")

    def _read(self, folder: Path) -> None:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                self.files["/" + file.relative_to(self.folder).as_posix()] = _kept(file.read_bytes(), kind_of(file))

    def answer(self, path: str, known: str | None) -> Response[bytes]:
        """A file, or the first page."""
        if path.startswith(_PACK) and _LISTED not in self.files and self._is_packing():
            return Response(b"being packed; ask again in a moment", status_code=503, headers={"retry-after": "1"})
        name = path if path in self.files else "/index.html"
        if name != path and "." in path.rpartition("/")[2]:
            raise NotFoundException("no such file")
        content, kind, tag = self.files[name]
        # Built files carry a hash in their names; the first page must always be asked for.
        keep = "public, max-age=31536000, immutable" if name.startswith("/assets/") else "no-cache"
        headers = {"etag": tag, "cache-control": keep}
        if known == tag:
            return Response(b"", status_code=304, headers=headers)
        return Response(content, media_type=kind, headers=headers)

    def _is_packing(self) -> bool:
        """Is the pack still being made? Once it is there, it is read."""
        if not (self.folder / _LISTED[1:]).is_file():  # it is written last
            return is_held(self.folder / ".packing")
        self._read(self.folder / "pack")
        return False


def is_held(file: Path) -> bool:
    """Has somebody locked this file?"""
    try:
        import fcntl
    except ImportError:  # Windows, where nothing is packed behind a server's back
        return False
    try:
        with file.open("rb") as ours:
            fcntl.flock(ours, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def kind_of(file: Path) -> str:
    """What a file is, for its reader."""
    return mimetypes.guess_type(file.name)[0] or "application/octet-stream"


def _kept(content: bytes, kind: str) -> tuple[bytes, str, str]:
    """A file as it is served, with its tag: some are megabytes, and their digests are made once."""
    return content, kind, f'"{sha256(content).hexdigest()[:20]}"'


_PLAIN_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Banquise</title></head>
<body><h1>Banquise</h1>
<p>The table server runs, but the web client has not been built into it. Run <code>npm run build</code> in
<code>web/</code>, or play at the prompt: <code>banquise play ice_lake</code>.</p>
<p><a href="/api/openapi.json">The HTTP interface</a></p></body></html>
"""
