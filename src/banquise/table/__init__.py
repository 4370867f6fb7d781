"""A match as a value: seats, options, log, views, undo, records. No input or output here."""

from banquise.table.audience import Event
from banquise.table.match import Entry, IllegalMove, Match, Move, NoUndo, Outcome, from_line, new
from banquise.table.record import BadRecord, Record, Verdict, decode, encode, replay, to_record, verify

__all__ = [
    "BadRecord",
    "Entry",
    "Event",
    "IllegalMove",
    "Match",
    "Move",
    "NoUndo",
    "Outcome",
    "Record",
    "Verdict",
    "decode",
    "encode",
    "from_line",
    "new",
    "replay",
    "to_record",
    "verify",
]
