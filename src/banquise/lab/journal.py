"""What long work has done so far, a line of JSON each, so that work that was stopped goes on where it stopped."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

Done = TypeVar("Done")


class Journal(Generic[Done]):
    """A file beside long work. It is there only while the work is not finished.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "counting.part"
    >>> Journal(file, int).add(7)
    >>> Journal(file, int).done()
    [7]
    >>> Journal(file, int).close()
    >>> file.exists()
    False
    """

    def __init__(self, path: Path, kind: type[Done]):
        self._path = path
        self._reader: msgspec.json.Decoder[Done] = msgspec.json.Decoder(kind)

    def done(self) -> list[Done]:
        """What has been done so far; a line that was cut off in the middle was not."""
        found = []
        for line in self._path.read_bytes().splitlines() if self._path.exists() else []:
            with contextlib.suppress(msgspec.DecodeError):
                found.append(self._reader.decode(line))
        return found

    def add(self, one: Done) -> None:
        """Keep one more."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(one) + b"\n")

    def close(self) -> None:
        """All is done."""
        self._path.unlink(missing_ok=True)
