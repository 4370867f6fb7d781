"""Which puzzles were solved here, kept in the user's own folder; the prompt and the full screen share it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from banquise.terminal.shelf import shelf


def solved(game: str) -> frozenset[str]:
    """The names of a game's puzzles that were solved; a file that cannot be read holds none."""
    return frozenset(_kept().get(game, ()))


def note_solved(game: str, puzzle: str) -> None:
    """Keep that one was solved, by nobody's help. A disk that takes nothing spoils no puzzle."""
    names = sorted({*solved(game), puzzle})
    with suppress(OSError):
        _file().parent.mkdir(parents=True, exist_ok=True)
        _file().write_bytes(msgspec.json.encode(_kept() | {game: names}))


def _file() -> Path:
    return shelf() / "puzzles.json"


def _kept() -> dict[str, list[str]]:
    try:
        return msgspec.json.decode(_file().read_bytes(), type=dict[str, list[str]])
    except (OSError, msgspec.DecodeError):
        return {}
