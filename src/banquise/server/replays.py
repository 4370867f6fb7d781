"""Matches looked back on, as clients are shown them. No I/O: it runs in a thread or in a process of its own.

Records from strangers are read in another process (``ReadRecord`` and ``CheckRecord`` are jobs for its pool), which is
given up when it takes too long: a set-up position may lead the rules anywhere, an endless loop included.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import msgspec

from banquise.kernel.speech import Message, spelt
from banquise.server import looking_back as back
from banquise.server import protocol as p
from banquise.server.render import HOME, event_info, spoken
from banquise.table import BadRecord, Match, Record, decode, encode, replay
from banquise.table.decisions import BESIDE_THE_RULES, Decision
from banquise.table.entries import Clock
from banquise.table.hindsight import EVERYTHING, Hindsight, rows
from banquise.table.record import Written, go_through, record_of
from banquise.table.verification import Fairness, checked

READ_SECONDS = 8.0
MOST_LINES = 2000  # of a record from a stranger; the longest matches that bots were seen to play have half as many
CHECKS: tuple[back.Check, ...] = (
    "legal",
    "state",
    "result",
    "seed",
    "chance",
)  # in the order in which verify makes them


class NoEyes(ValueError):
    """Eyes that nobody has at this table."""


def viewer_of(eyes: str, seats: int) -> int | None:
    """The viewer that a word for eyes means."""
    if eyes == "everything":
        return EVERYTHING
    if eyes == "spectator":
        return None
    if not eyes.isascii() or not eyes.isdigit() or int(eyes) >= seats:
        choice = ", ".join(str(seat) for seat in range(seats))
        raise NoEyes(f"nobody has eyes {eyes[:20]!r} here: choose spectator, everything or a seat of {choice}")
    return int(eyes)


def replay_of(
    match: Match, log: list[Decision], eyes: str, language: str, table: p.Table, moments: Sequence[int] = ()
) -> back.Replay:
    """A finished table's match through somebody's eyes: ``match`` is as it began, ``log`` all that was decided.

    ``moments``: when each line of the log was decided, where that is known.
    """
    written, fairness, seen = Written(), Fairness(), Hindsight(viewer_of(eyes, match.seats))
    go_through(match, log, written, fairness, seen)
    record = record_of(match, written, reveal=True)
    told = _shown(match, record, checked(record, match, fairness), seen, eyes, language, table)
    if len(moments) != len(told.log):
        return told
    took = [None, *(later - earlier for earlier, later in pairwise(moments))]
    timed = [msgspec.structs.replace(line, took=ms) for line, ms in zip(told.log, took, strict=True)]
    return msgspec.structs.replace(told, log=timed)


def replay_of_record(record: Record, eyes: str, language: str) -> back.Replay:
    """A record through somebody's eyes, at a table that nobody here has seen."""
    fairness, seen = Fairness(), Hindsight(viewer_of(eyes, len(record.seats)))
    match = replay(record, None, fairness, seen)
    return _shown(match, record, checked(record, match, fairness), seen, eyes, language, _table(match, language))


def _shown(
    match: Match,
    record: Record,
    checks: dict[str, bool | None],
    seen: Hindsight,
    eyes: str,
    language: str,
    table: p.Table,
) -> back.Replay:
    viewer = seen.viewer
    view = p.View(
        seat=viewer if viewer != EVERYTHING else None,
        to_act=[],
        view=seen.view,
        legal=[],
        prompt=None,
        clocks=None,
        undos=0,
        since=0,
        events=[event_info(match.game, event, language) for event in seen.events],
    )
    by: dict[str, int | None] = {colour: seat for seat, colour in enumerate(match.colours)}
    return back.Replay(
        table=table,
        eyes=eyes,
        view=view,
        rows=rows(match) if viewer == EVERYTHING else [],
        counts=seen.counts,
        scores=seen.scores,
        log=[back.LineInfo(by.get(line.by), spelt(line.move, language, match.game.folder)) for line in record.log],
        checks=[back.CheckInfo(name, holds) for name, holds in zip(CHECKS, checks.values(), strict=True)],
        ended=match.is_over and match.ended is None,  # what was given up can be played on
        set_up=bool(match.position),
    )


def _table(match: Match, language: str) -> p.Table:
    """A table for a match that was never played at one of ours."""
    seats = [
        p.SeatInfo(colour, name, "person", None, connected=True, left=False, resigned=seat in match.given_up)
        for seat, (colour, name) in enumerate(zip(match.colours, match.names, strict=True))
    ]
    ended, result = match.result, None
    if ended is not None:
        folder = HOME if ended.ending in BESIDE_THE_RULES else match.game.folder
        ending = spoken(Message(ended.ending), language, folder)
        result = p.Result(list(ended.winners), ending, list(ended.points))
    return p.Table(
        protocol=p.VERSION,
        table="",
        game=match.game.name,
        title="",
        options=match.options,
        clock=Clock(),
        public=False,
        status="over" if match.is_over else "running",
        seats=seats,
        you=[],
        commitment=match.commitment or "",
        entropy=list(match.entropy),
        seed=match.seed.hex() if match.seed else None,
        result=result,
        undo=None,
        rematch_asked=[],
        rematch=None,
        notes=[],
    )


# Records from strangers -------------------------------------------------------------------------


def _read(text: str) -> Record:
    record = decode(text.encode(errors="replace"))
    lines = len(record.before) + len(record.log)
    if lines > MOST_LINES:
        raise BadRecord(f"a record of {lines} lines: at most {MOST_LINES} are read here")
    return record


@dataclass(frozen=True)
class ReadRecord:
    """A job: a record as a replay in JSON; or what is wrong with it, as the error."""

    text: str
    eyes: str
    language: str

    def patience(self) -> float:
        """Long enough for any honest record."""
        return READ_SECONDS

    def do(self, stop: Callable[[], bool]) -> bytes | BadRecord | NoEyes:
        """Read, replay, verify, tell."""
        try:
            return p.encode(replay_of_record(_read(self.text), self.eyes, self.language))
        except (BadRecord, NoEyes) as error:
            return error
        except (ValueError, IndexError, KeyError, OverflowError, AssertionError) as error:
            return BadRecord(f"a damaged record: its set-up position leads nowhere ({type(error).__name__})")


@dataclass(frozen=True)
class CheckRecord:
    """A job: a record that was found good, written as we write it; or what is wrong with it."""

    text: str

    def patience(self) -> float:
        """Long enough for any honest record."""
        return READ_SECONDS

    def do(self, stop: Callable[[], bool]) -> bytes | BadRecord:
        """Read and replay. A record with a set-up position is returned unplayed: nobody will play it."""
        try:
            record = _read(self.text)
            if not record.position:
                replay(record)
            return encode(record)
        except BadRecord as error:
            return error
