"""A match as a value: seats, options, log, views, undo, records. No input or output here."""

from banquise.table.match import Event, IllegalMove, Match, Move, NoUndo, Outcome, new
from banquise.table.record import BadRecord, Record, Verdict, decode, encode, replay, to_record, verify

__all__ = [
    "BadRecord",
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
    "new",
    "replay",
    "to_record",
    "verify",
]
