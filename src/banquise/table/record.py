"""Records: ``.banquise`` files. One match as JSON that a person can read and anyone can check.

docs/record-format.md describes the format; ``record.schema.json`` beside this file is its JSON Schema.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from banquise.games import UnknownGame
from banquise.games import game as game_named
from banquise.kernel import fair
from banquise.kernel.contract import CHANCE
from banquise.table.match import OUT_OF_TIME, RESIGNS, Entry, Match

FORMAT = 2
READ = (1, 2)
CHANCE_NAME = "chance"


class BadRecord(ValueError):
    """A record that cannot be read, or cannot be replayed by these rules."""


class Line(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One decision: by whom (a colour, or "chance"), and what, in the game's notation, or "(resigns)"."""

    by: str
    move: str

    @property
    def is_of_the_table(self) -> bool:
        """Does a seat give up, which no game's notation has a word for?"""
        return self.move in (f"({RESIGNS})", f"({OUT_OF_TIME})")


class Seat(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A place at the table and who sat there."""

    colour: str
    name: str
    bot: bool = False  # a match that all people have given up is over


class Result(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How the match ended: colours of the winners, the way it ended, points by seat."""

    winners: list[str]
    ending: str
    points: list[int]


class Record(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A match as it is written to a file."""

    banquise: int  # version of this format
    game: str
    rules: int  # version of the game's rules
    options: dict[str, str]
    seats: list[Seat]
    position: dict[str, Any] = {}  # fields of the state that differ from the game's own set-up
    before: list[Line] = []  # lines of an earlier match, if this one begins where they lead
    commitment: str | None  # to the seed, shown before the match
    entropy: list[str]  # what the players added
    seals: list[str] = []  # what they showed of it before all were in; empty where a part was not sealed
    seed: str | None  # hexadecimal; revealed when the match is over
    log: list[Line]
    result: Result | None
    digest: str  # of the last state


def to_record(match: Match, *, reveal: bool = False) -> Record:
    """The record of a match. The seed is in it once the match is over, or if the holder says so (a save to go on)."""
    beginning = Match(match.game, match.seats, match.options, position=match.position)
    shown = match.seed is not None and (reveal or match.is_over)
    return Record(
        banquise=FORMAT,
        game=match.game.name,
        rules=match.game.version,
        options=match.options,
        seats=[
            Seat(colour, name, seat in match.bots)
            for seat, (colour, name) in enumerate(zip(match.colours, match.names, strict=True))
        ],
        position=match.position,
        before=_lines(beginning, match.before),
        commitment=match.commitment,
        entropy=list(match.entropy),
        seals=list(match.seals),
        seed=match.seed.hex() if shown and match.seed else None,
        log=_lines(match.copy(0), match.log),
        result=_result(match),
        digest=match.digest(),
    )


def _lines(match: Match, log: Sequence[Entry]) -> list[Line]:
    """A log in the game's notation; the match is walked along it."""
    lines = []
    for entry in log:
        lines.append(_line(match, entry))
        match.apply(entry)
    return lines


def _line(match: Match, entry: Entry) -> Line:
    words = match.game.words
    if entry.gives_up:
        return Line(match.colours[entry.actor], f"({entry.gives_up})")
    if entry.actor == CHANCE:
        return Line(CHANCE_NAME, words.write_outcome(match.state, entry.codes[0]))
    return Line(match.colours[entry.actor], words.write_line(match.state, entry.actor, entry.codes))


def _result(match: Match) -> Result | None:
    outcome = match.outcome
    if outcome is None:
        return None
    return Result([match.colours[seat] for seat in outcome.winners], outcome.ending, list(outcome.points))


def encode(record: Record) -> bytes:
    """A record as the bytes of a file: indented, one thing a line."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def decode(data: bytes) -> Record:
    """The record in a file's bytes; BadRecord says what is wrong with it."""
    try:
        probe = msgspec.json.decode(data.removeprefix(codecs.BOM_UTF8))  # which some editors put in front
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"not a Banquise record: the file is not JSON ({error})") from None
    if not isinstance(probe, dict) or "banquise" not in probe:
        raise BadRecord("not a Banquise record: it should be a JSON object with a field 'banquise'")
    if probe["banquise"] not in READ:
        raise BadRecord(f"this record has format {probe['banquise']!r:.20}; this Banquise reads formats 1 and 2")
    try:
        return msgspec.convert(probe, Record)
    except msgspec.ValidationError as error:
        raise BadRecord(f"a damaged record: {error}") from None


def json_schema() -> dict[str, Any]:
    """The JSON Schema of records: what ``record.schema.json`` holds."""
    return {"title": "A Banquise record (.banquise)", **msgspec.json.schema(Record)}


def replay(record: Record, entries: int | None = None) -> Match:
    """The match that a record tells of; with a number, as it was after that many lines of the log."""
    match = _empty_match(record)
    if record.before:
        _walk(match, record.before, "of the earlier match")
        match = _empty_match(record, match.log)
    _walk(match, record.log[:entries], "of the log")
    return match


def _walk(match: Match, lines: Sequence[Line], which: str) -> None:
    by = {colour: seat for seat, colour in enumerate(match.colours)}
    for number, line in enumerate(lines, 1):
        try:
            match.apply(_entry(match, line, by), line.move)
        except (ValueError, IndexError) as error:  # an impossible set-up position may lead anywhere
            raise BadRecord(f"line {number} {which} ({line.by}: {line.move[:40]}) cannot be played: {error}") from None


def _empty_match(record: Record, before: Sequence[Entry] = ()) -> Match:
    try:
        game = game_named(record.game)
    except UnknownGame as error:
        raise BadRecord(f"a record of an unknown game: {error}") from None
    options = game.options_of(record.rules, record.options)
    if options is None:
        raise BadRecord(
            f"this record was made by version {record.rules} of the rules of {game.title}; this Banquise plays version "
            f"{game.version} and will not guess: replay it with the Banquise that made it"
        )
    try:
        seed = bytes.fromhex(record.seed) if record.seed is not None else None
        match = Match(
            game,
            len(record.seats),
            options,
            promise=fair.Promise(record.commitment, tuple(record.entropy), tuple(record.seals)),
            names=[seat.name for seat in record.seats],
            position=record.position,
            before=before,
        )
    except (ValueError, IndexError) as error:
        raise BadRecord(f"a damaged record: {error}") from None
    if match.colours != tuple(seat.colour for seat in record.seats):
        raise BadRecord(f"a damaged record: the seats should be {', '.join(match.colours)}")
    match.bots = frozenset(n for n, seat in enumerate(record.seats) if seat.bot)
    if seed is not None:
        match.begin(seed, draw=False)
    return match


def _entry(match: Match, line: Line, by: dict[str, int]) -> Entry:
    words = match.game.words
    if line.by == CHANCE_NAME:
        if not match.awaits_chance:
            raise ValueError("chance is not next here")
        return Entry(CHANCE, (words.read_outcome(match.state, line.move),))
    if line.by not in by:
        raise ValueError(f"{line.by!r} is not one of {', '.join(by)} or chance")
    if line.is_of_the_table:
        return Entry(by[line.by], (), line.move[1:-1])
    return Entry(by[line.by], tuple(words.read(match.state, by[line.by], line.move)))


@dataclass(frozen=True)
class Verdict:
    """What verification found: each check with its result, None where it could not be made."""

    checks: dict[str, bool | None]

    @property
    def is_good(self) -> bool:
        """Did no check fail?"""
        return all(result is not False for result in self.checks.values())


class Kept(NamedTuple):
    """What a player has kept since sitting down: the commitment that they were shown, and the part that they added."""

    commitment: str
    part: str


def verify(record: Record, kept: Kept | None = None) -> Verdict:
    """Check a record against itself: moves legal, final state and result as stated, every outcome from the seed.

    With what a player has ``kept``, also against that: without it, a whole record could have been made afterwards.
    """
    match = replay(record)
    checks: dict[str, bool | None] = {
        "every move is legal": True,  # or replay would have refused it
        "the last state is as stated": match.digest() == record.digest,
        "the result is as stated": _result(match) == record.result,
        "the seed is the one committed to": None,
        "every outcome of chance follows from the seed": None,
    }
    if match.seed is not None:
        checks["the seed is the one committed to"] = fair.commitment(
            match.seed
        ) == record.commitment and _parts_are_as_sealed(record)
        checks["every outcome of chance follows from the seed"] = _chance_is_fair(match)
    if kept is not None:
        checks["the commitment is the one that you were shown"] = record.commitment == kept.commitment
        sealed = dict(zip(record.entropy, record.seals, strict=False)).get(kept.part, "")
        checks["your part is in it, as you sealed it"] = sealed == fair.seal(kept.part)
    return Verdict(checks)


def _parts_are_as_sealed(record: Record) -> bool:
    if record.seals and len(record.seals) != len(record.entropy):
        return False
    return all(fair.seal(part) == seal for part, seal in zip(record.entropy, record.seals, strict=False) if seal)


def _chance_is_fair(match: Match) -> bool:
    assert match.seed is not None
    twin, counter = match.copy(0), 0
    for entry in match.log:
        if entry.actor == CHANCE:
            weights = [0] * match.game.buffer
            n = match.game.rules.odds(twin.state, weights)
            if fair.draw(match.seed, match.entropy, counter, weights[:n]) != entry.codes[0]:
                return False
            counter += 1
        twin.apply(entry)
    return True
