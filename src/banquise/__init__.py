"""Banquise: the open table for four winter board games.

>>> import banquise
>>> match = banquise.new("ice_lake", seats=3, seed=7)
>>> match.play(0, "GA")
>>> match.to_act
(1, 2)
>>> banquise.play("ice_lake", bots=["fox", lambda match, seat: match.legal(seat)[0]], seed=1).result.winners
(0,)
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from banquise.kernel.notation import BadNotation
from banquise.table import (
    BadRecord,
    IllegalMove,
    Match,
    Move,
    NoUndo,
    Record,
    Result,
    Verdict,
    decode,
    encode,
    from_line,
    new,
    replay,
    to_record,
    verify,
)

if TYPE_CHECKING:
    from banquise.bots.playing import decide, play

__version__ = "0.1.0"

__all__ = [
    "BadNotation",
    "BadRecord",
    "IllegalMove",
    "Match",
    "Move",
    "NoUndo",
    "Record",
    "Result",
    "Verdict",
    "decide",
    "from_line",
    "load",
    "new",
    "play",
    "replay",
    "save",
    "to_record",
    "verify",
]


def __getattr__(name: str) -> Any:
    """``decide`` and ``play``, which need bots: those are not looked for before they are wanted."""
    if name in ("decide", "play"):
        from banquise.bots import playing

        return getattr(playing, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def load(path: str | Path) -> Match:
    """The match in a ``.banquise`` file, replayed; it goes on if the file holds its seed.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "evening.banquise"
    >>> match = new("alaska", seats=2, seed=4)
    >>> save(match, file)
    >>> load(file).to_act == match.to_act
    True
    """
    return replay(decode(Path(path).read_bytes()))


def save(match: Match, path: str | Path, *, reveal: bool = True) -> None:
    """Write a match to a ``.banquise`` file, whole or not at all.

    With ``reveal`` the seed is in it, so that the match can go on from the file; without, only once it is over.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "evening.banquise"
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> save(match, file)
    >>> load(file) == match
    True
    """
    path = Path(path)
    draft = path.with_name(path.name + ".tmp")
    draft.write_bytes(encode(to_record(match, reveal=reveal)))
    draft.replace(path)
