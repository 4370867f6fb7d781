"""What is said over HTTP about matches that are looked back on; the rest of the protocol is in ``protocol.py``."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from banquise.server.protocol import Count, Entropy, Language, Level, Name, Said, SeatNumber, Table, TableId, View

RECORD_CHARACTERS = 400_000
RecordText = Annotated[str, Meta(min_length=1, max_length=RECORD_CHARACTERS)]
Eyes = Annotated[str, Meta(max_length=10, pattern=r"^(spectator|everything|[0-9]|1[0-5])$")]
Check = Literal["legal", "state", "result", "seed", "chance"]
Progress = Literal["waiting", "thinking", "done", "failed", "stopped"]


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match to look back on: that of a finished table, or one in a record (the text of a .banquise file)."""

    table: TableId | None = None
    record: RecordText | None = None


class OpenRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record to be shown: its text, through whose eyes, in which language. Nothing of it is kept."""

    record: RecordText
    eyes: Eyes = "everything"
    language: Language = "en"


class PlayOn(Source, frozen=True):
    """Play on after so many lines of the log: on a seat, against bots of a level on the others."""

    line: Count
    seat: SeatNumber
    level: Level = "hare"
    name: Name = "Guest"
    entropy: Entropy = ""


class StudyWish(Source, frozen=True):
    """Judge a whole match; or with a line of its log (from 1), say what the game's best bot would have done instead."""

    line: Annotated[int, Meta(ge=1, le=10_000_000)] | None = None
    language: Language = "en"


class LineInfo(msgspec.Struct, frozen=True):
    """A line of the log: who decided (null: chance), what, and how many milliseconds after the line before."""

    by: int | None
    move: str
    took: int | None = None  # a record does not tell


class CheckInfo(msgspec.Struct, frozen=True):
    """A check of a record: does it hold? Null where it cannot be made."""

    name: Check
    holds: bool | None


class Replay(msgspec.Struct, frozen=True):
    """A match looked back on through somebody's eyes: a seat's, a spectator's, or with everything revealed.

    ``counts``: how many of the view's events had happened before any line of the log, after one, after two ...
    ``scores``: the score of each seat at the same moments, as far as everybody can see it.
    With everything revealed, the fields named in ``rows`` hold a row for each seat where a seat's view has its own.
    """

    table: Table
    eyes: str
    view: View
    rows: list[str]
    counts: list[int]
    scores: list[list[int]]
    log: list[LineInfo]
    checks: list[CheckInfo]
    ended: bool  # by the rules, so that nobody can play on after the last line
    set_up: bool  # it starts from a set-up position, which nobody can check: it is only shown


class SwingInfo(msgspec.Struct, frozen=True):
    """A line of the log that changed much: whose chance rose or fell most, and by how much."""

    line: int
    seat: int
    swing: float


class OpinionInfo(msgspec.Struct, frozen=True):
    """What the game's best bot would have done instead of a line of the log, why if it can tell, and what was done."""

    line: int
    seat: int
    level: str
    move: str
    said: list[Said]
    chance: float | None
    reason: Said | None
    played: str
    played_said: list[Said]
    same: bool


class Study(msgspec.Struct, frozen=True):
    """How far the thinking about a match has come. ``chances``: each seat's after every line so far, the first before.

    ``judge`` is the level that thinks: chances are as it sees them. ``ahead``: others before this one.
    """

    key: str
    status: Progress
    judge: str
    ahead: int
    done: int
    all: int
    chances: list[list[float]]
    swings: list[SwingInfo]
    opinion: OpinionInfo | None
