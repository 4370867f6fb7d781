"""A person taken out of the log of a match that others played too: their name, what they said, and their title.

A log is otherwise never altered. What stays is what the others' match is made of: that somebody sat there, and moved.
"""

from __future__ import annotations

import msgspec

from banquise.server.stores.club import Kept, Written
from banquise.table import entries as e

NOBODY = "Guest"
UNSAID = "…"


def forgotten(kept: Kept, token: str) -> Kept:
    """The header, the lines that change, and the summary, when whoever holds a token is to be forgotten."""
    changed, theirs, first = [], set[int](), ""
    for line in kept.lines:
        entry = e.decode(line.body)
        match entry:
            case e.Sit():
                first = first or entry.token
                (theirs.add if entry.token == token else theirs.discard)(entry.seat)
                if entry.token == token:
                    changed.append(_with(line, entry, name=NOBODY))
            case e.Chat() if entry.seat in theirs:
                changed.append(_with(line, entry, text=UNSAID))
            case _:
                pass
    header, facts = e.decode_header(kept.header), msgspec.json.decode(kept.summary)
    for seat in theirs:
        facts["seats"][seat]["name"] = NOBODY
    # Whoever sat down first has made the table. A rematch takes the title over, and nobody knows any more from whom.
    if token == first or header.rematch_of is not None:
        header, facts["title"] = msgspec.structs.replace(header, title=""), ""
    return Kept(e.encode_header(header), changed, msgspec.json.encode(facts))


def _with(line: Written, entry: e.Sit | e.Chat, **new: str) -> Written:
    return Written(line.seq, e.encode(msgspec.structs.replace(entry, **new)))


def plays_alone(lines: list[Written], token: str) -> bool:
    """Has nobody else ever sat at this table?"""
    entries = (e.decode(line.body) for line in lines)
    return all(entry.token == token for entry in entries if isinstance(entry, e.Sit))
