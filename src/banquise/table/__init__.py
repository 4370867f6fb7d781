"""A match as a value: seats, options, log, views, undo, records. No input or output here."""

from banquise.table.audience import Event
from banquise.table.match import Decision, IllegalMove, Match, Move, NoUndo, Result, from_line, new
from banquise.table.record import BadRecord, Record, decode, encode, replay, to_record
from banquise.table.verification import Verdict, verify

__all__ = [
    "BadRecord",
    "Decision",
    "Event",
    "IllegalMove",
    "Match",
    "Move",
    "NoUndo",
    "Record",
    "Result",
    "Verdict",
    "decode",
    "encode",
    "from_line",
    "new",
    "replay",
    "to_record",
    "verify",
]
