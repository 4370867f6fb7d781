"""Records: ``.banquise`` files. One match as JSON that a person can read and anyone can check.

docs/record-format.md describes the format; ``record.schema.json`` beside this file is its JSON Schema.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import msgspec

from banquise.games import UnknownGame
from banquise.games import game as game_named
from banquise.kernel import fair
from banquise.table import lines
from banquise.table.lines import Line
from banquise.table.match import Decision, Match

FORMAT = 2
READ = (1, 2)


class BadRecord(ValueError):
    """A record that cannot be read, or cannot be replayed by these rules.

    >>> decode(b"a letter")
    Traceback (most recent call last):
        ...
    banquise.table.record.BadRecord: not a Banquise record: the file is not JSON (...)
    """


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
    """A match as it is written to a file.

    >>> from banquise import new
    >>> record = to_record(new("ice_lake", seats=2, seed=7))
    >>> record.game, [seat.colour for seat in record.seats], record.seed
    ('ice_lake', ['red', 'yellow'], None)
    """

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
    chance: Literal["decks"] | msgspec.UnsetType = msgspec.UNSET  # how outcomes are drawn, where not one by one
    dealt: str | msgspec.UnsetType = msgspec.UNSET  # the duplicate whose chance it is: nobody here added to it
    log: list[Line]
    result: Result | None
    digest: str  # of the last state


def to_record(match: Match, *, reveal: bool = False) -> Record:
    """The record of a match. The seed is in it once the match is over, or if the holder says so (a save to go on).

    >>> from banquise import new
    >>> match = new("ice_lake", seats=2, seed=7)
    >>> match.play(0, "GA")
    >>> [(line.by, line.move) for line in to_record(match).log]
    [('chance', 'yellow'), ('red', 'GA')]
    """
    written = Written()
    go_through(match.copy(0), match.log, written)
    return record_of(match, written, reveal=reveal)


def record_of(match: Match, written: Written, *, reveal: bool = False) -> Record:
    """As ``to_record``, of a match that was gone through while ``written`` looked on."""
    earlier = Written()
    if match.before:
        go_through(Match(match.game, match.seats, match.options, position=match.position), match.before, earlier)
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
        before=earlier.lines,
        commitment=match.commitment,
        entropy=list(match.entropy),
        seals=list(match.seals),
        seed=match.seed.hex() if shown and match.seed else None,
        chance="decks" if match.decks else msgspec.UNSET,
        dealt=match.dealt or msgspec.UNSET,
        log=written.lines,
        result=result_of(match),
        digest=match.digest(),
    )


def result_of(match: Match) -> Result | None:
    """How a match ended, as a record says it."""
    result = match.result
    if result is None:
        return None
    return Result([match.colours[seat] for seat in result.winners], result.ending, list(result.points))


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
    schema = msgspec.json.schema(Record)
    for part in schema["$defs"].values():
        if "description" in part:
            part["description"] = part["description"].split("\n\n    >>>")[0]  # examples are for readers of Python
    return {"title": "A Banquise record (.banquise)", **schema}


# Going through a match -------------------------------------------------------------------------

Look = Callable[[Match, Decision | None], None]
"""Somebody who looks on: shown every moment of a match with what is decided next, and its end with None."""


class Written:
    """Looks on, and writes every decision down."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def __call__(self, match: Match, decision: Decision | None) -> None:
        """One more line."""
        if decision is not None:
            self.lines.append(lines.write(match, decision))


def go_through(match: Match, log: Iterable[Decision], *looks: Look) -> None:
    """Let decisions happen, one after the other."""
    for decision in log:
        for look in looks:
            look(match, decision)
        match.apply(decision)
    for look in looks:
        look(match, None)


def replay(record: Record, entries: int | None = None, *looks: Look) -> Match:
    """The match that a record tells of; with a number, as it was after that many lines of the log.

    >>> from banquise import new
    >>> match = new("ice_lake", seats=2, seed=7)
    >>> match.play(0, "GA")
    >>> replay(to_record(match)) == match
    True
    >>> len(replay(to_record(match), 1).log)
    1
    """
    match = beginning(record)
    for number, line in enumerate(record.log[:entries], 1):
        play_line(match, number, line, *looks)
    for look in looks:
        look(match, None)
    return match


def beginning(record: Record) -> Match:
    """The match of a record as it began."""
    match = _empty_match(record)
    if not record.before:
        return match
    for number, line in enumerate(record.before, 1):
        play_line(match, number, line, which="of the earlier match")
    return _empty_match(record, match.log)


def play_line(match: Match, number: int, line: Line, *looks: Look, which: str = "of the log") -> Decision:
    """Let one line happen, and say what it was; BadRecord says which line cannot be played, and why."""
    try:
        decision = lines.read(match, line)
        for look in looks:
            look(match, decision)
        match.apply(decision, line.move)
    except (ValueError, IndexError) as error:  # an impossible set-up position may lead anywhere
        raise BadRecord(f"line {number} {which} ({line.by}: {line.move[:40]}) cannot be played: {error}") from None
    return decision


def _empty_match(record: Record, before: Sequence[Decision] = ()) -> Match:
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
            promise=fair.Promise(
                record.commitment,
                tuple(record.entropy),
                tuple(record.seals),
                record.chance == "decks",
                record.dealt or "",
            ),
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
