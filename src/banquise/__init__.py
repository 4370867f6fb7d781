"""Banquise: the open table for four winter board games.

>>> import banquise
>>> match = banquise.new("ice_lake", seats=3, seed=7)
>>> match.play(0, "GA")
>>> match.to_act
(1, 2)
"""

from __future__ import annotations

from pathlib import Path

from banquise.kernel.notation import BadNotation
from banquise.table import (
    BadRecord,
    IllegalMove,
    Match,
    Move,
    NoUndo,
    Outcome,
    Record,
    Verdict,
    decode,
    encode,
    from_line,
    new,
    replay,
    to_record,
    verify,
)

__version__ = "0.1.0"

__all__ = [
    "BadNotation",
    "BadRecord",
    "IllegalMove",
    "Match",
    "Move",
    "NoUndo",
    "Outcome",
    "Record",
    "Verdict",
    "from_line",
    "load",
    "new",
    "replay",
    "save",
    "to_record",
    "verify",
]


def load(path: str | Path) -> Match:
    """The match in a ``.banquise`` file, replayed; it goes on if the file holds its seed."""
    return replay(decode(Path(path).read_bytes()))


def save(match: Match, path: str | Path, *, reveal: bool = True) -> None:
    """Write a match to a ``.banquise`` file, whole or not at all.

    With ``reveal`` the seed is in it, so that the match can go on from the file; without, only once it is over.
    """
    path = Path(path)
    draft = path.with_name(path.name + ".tmp")
    draft.write_bytes(encode(to_record(match, reveal=reveal)))
    draft.replace(path)
