"""What is said on the wire, version 1. docs/protocol.md tells it in words; web/src/protocol.ts is made from this file.

Messages are JSON objects in text frames, told apart by ``type``. Unknown types and fields are refused. A client says
``hello`` first; from then on its seats are bound to the connection and messages do not name them (but on a
pass-and-play table, where one connection holds several: there ``seat`` says which of them).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from banquise.table.entries import Clock

VERSION = 1
FRAME_BYTES = 4096


class Longest:
    """How many characters a text may have."""

    NAME = 24
    TITLE = 60
    CHAT = 500
    MOVE = 500


Language = Literal["en", "fr", "de", "fa"]
CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=Longest.NAME)]
Token = Annotated[str, Meta(min_length=16, max_length=64)]
CardKey = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{21}[AQgw]\Z")]  # 128 bits
TableId = Annotated[str, Meta(min_length=1, max_length=40)]
Entropy = Annotated[str, Meta(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]
Count = Annotated[int, Meta(ge=0, le=10_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
# What a game says about itself; its own types are not the protocol's business.
Position = Annotated[dict[str, Any], Meta(extra={"typescript": "Position"})]
Parts = Annotated[dict[str, Any], Meta(extra={"typescript": "Parts"})]
MoveCode = Annotated[int, Meta(ge=0, le=1_000_000)]

Level = Annotated[str, Meta(min_length=1, max_length=20, pattern=r"^[a-z]+$")]


# From clients -----------------------------------------------------------------------------------


class FromClient(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Any message from a client."""


class Hello(FromClient, tag="hello", frozen=True):
    """Come to a table: with a token or a card to one's seats, without to watch.

    ``seen`` and ``undos`` are from the last view.
    """

    protocol: int
    table: TableId
    token: Token | None = None
    language: Language = "en"
    card: CardKey | None = None
    seen: Count | None = None
    undos: Count | None = None
    notes: Count | None = None


class Command(FromClient, frozen=True):
    """A wish that is answered by ``done`` or ``refused``. The same id again gets the same answer and does nothing."""

    id: CommandId
    seat: SeatNumber | None = None


class Move(Command, tag="move", frozen=True, kw_only=True):
    """Make a move: as text, as a code, or as codes made together. ``seen``: the number of events seen so far."""

    move: Annotated[str, Meta(max_length=Longest.MOVE)] | MoveCode | Annotated[list[MoveCode], Meta(max_length=500)]
    seen: Count = 0


class Preview(Command, tag="preview", frozen=True, kw_only=True):
    """What a move would do, as far as the seat can know. Nothing happens."""

    move: Annotated[str, Meta(max_length=Longest.MOVE)]


class Hint(Command, tag="hint", frozen=True):
    """Ask the game's best bot what it would do; nothing happens. Only where ``table`` says that hints are given."""


class Undo(Command, tag="undo", frozen=True):
    """Ask to take back one's last move."""


class Consent(Command, tag="consent", frozen=True, kw_only=True):
    """Agree, or not, that another seat takes back a move."""

    yes: bool


class Chat(Command, tag="chat", frozen=True, kw_only=True):
    """Say something to everybody at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=Longest.CHAT)]


class Resign(Command, tag="resign", frozen=True):
    """Give the match up: one's seat is out of it."""


class Reveal(Command, tag="reveal", frozen=True, kw_only=True):
    """All sit: show the part of chance whose seal was given as ``entropy``. When all have, the match starts."""

    part: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]


class Leave(Command, tag="leave", frozen=True):
    """Get up; the connection stays, to watch."""


class Seal(Command, tag="seal", frozen=True, kw_only=True):
    """Add to chance anew: somebody who did not reveal has lost their seat, and what was revealed does not count."""

    entropy: Entropy


class Claim(Command, tag="claim", frozen=True, kw_only=True):
    """Wait no longer for an absent person: they are warned, and if they do not come back, a bot plays for them.

    It is the bot that they have chosen, else a bear; ``level`` is not heard. Before the start it is for whoever does
    not reveal their part: they lose the seat.
    """

    of: SeatNumber
    level: Level = "random"


class Deputy(Command, tag="deputy", frozen=True, kw_only=True):
    """Choose the bot that is to play for oneself while one is away."""

    level: Level


class Back(Command, tag="back", frozen=True):
    """Take one's seat back from the bot that has played for it."""


class Rematch(Command, tag="rematch", frozen=True):
    """Ask for another match, or agree to one."""

    entropy: Entropy = ""


class Ping(FromClient, tag="ping", frozen=True):
    """Ask whether the line holds; the answer is ``pong``."""


AnyFromClient = (
    Hello
    | Move
    | Preview
    | Hint
    | Undo
    | Consent
    | Chat
    | Resign
    | Seal
    | Reveal
    | Leave
    | Claim
    | Deputy
    | Back
    | Rematch
    | Ping
)


# To clients -------------------------------------------------------------------------------------


class ToClient(msgspec.Struct, frozen=True, tag_field="type"):
    """Any message to a client."""


class Said(msgspec.Struct, frozen=True):
    """A message of the catalogues, and the sentence it makes in the client's language."""

    key: str
    params: dict[str, str | int]
    text: str


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat and who holds it."""

    colour: str
    name: str
    kind: Literal["open", "person", "bot"]
    level: str | None  # of the bot that plays here, also while it stands in for a person
    connected: bool
    left: bool
    resigned: bool
    seal: str = ""  # of what this seat adds to chance, until all sit ...
    part: str = ""  # ... and it is revealed
    must_seal: bool = False  # this seat has to add to chance anew
    claimable: bool = False  # the others may ``claim`` it: they wait for somebody who is away, or keeps back their part
    warned: bool = False  # the others wait for this person, and not for much longer
    deputy: str | None = None  # the bot that this person wants to play for them while they are away


class Result(msgspec.Struct, frozen=True):
    """How the match ended."""

    winners: list[int]
    ending: Said
    points: list[int]


class NoteInfo(msgspec.Struct, frozen=True):
    """Something that happened beside the match, or was said (``chat`` is then what; show it as text, never as HTML)."""

    number: int
    at: int
    seat: int | None
    said: Said
    chat: str | None


class UndoInfo(msgspec.Struct, frozen=True):
    """Who asks to take back, and which seats have agreed."""

    seat: int
    agreed: list[int]


class DealtInfo(msgspec.Struct, frozen=True):
    """That a table is one of a duplicate; ``name`` where the comparison is, once one may know it."""

    name: str | None
    known: bool  # whoever plays here may have seen the chance before
    later: bool  # others have played it before
    settled: bool  # nobody plays with this chance any more: it may be compared


class Table(ToClient, tag="table", frozen=True):
    """The table beside the match. Sent at first and whenever it changes; ``notes`` are those not sent before."""

    protocol: int
    table: str
    game: str
    title: str
    options: dict[str, str]
    clock: Clock
    public: bool
    status: Literal["open", "running", "over"]
    seats: list[SeatInfo]
    you: list[int]
    commitment: str
    entropy: list[str]
    seed: str | None  # revealed when the match is over
    result: Result | None
    undo: UndoInfo | None
    rematch_asked: list[int]
    rematch: str | None
    notes: list[NoteInfo]
    rated: bool = False
    duplicate: DealtInfo | None = None
    hints: bool = False  # whoever plays here may ask for them


class MoveInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal move; ``parts`` is what the game says about it for lighting up the board."""

    code: int
    text: str
    parts: Parts | None = None


class ChangeInfo(msgspec.Struct, frozen=True, array_like=True):
    """One number of the view that an event changed: the field, where in it, before and after."""

    field: str
    at: list[int]
    old: int
    new: int


class EventInfo(msgspec.Struct, frozen=True):
    """Something the viewer saw happen. ``by`` is a seat, or null for chance; ``move`` is null where it is secret."""

    number: int
    by: int | None
    move: str | None
    said: list[Said]
    changes: list[ChangeInfo]


class ClockInfo(msgspec.Struct, frozen=True):
    """A seat's time: milliseconds left when this was sent, and whether it is running."""

    left: int
    running: bool


class View(ToClient, tag="view", frozen=True):
    """The match as one viewer sees it. ``events`` replace whatever the client has from number ``since`` on.

    ``points``: the score of each seat, as far as everybody can see it.
    """

    seat: int | None
    to_act: list[int]
    view: Position
    legal: list[MoveInfo]
    prompt: Said | None
    clocks: list[ClockInfo] | None
    undos: int
    since: int
    events: list[EventInfo]
    points: list[int] = []


class Done(ToClient, tag="done", frozen=True):
    """The command has happened and is on disk."""

    id: str


class Previewed(ToClient, tag="previewed", frozen=True):
    """What a move would do.

    ``said``: what the log would tell of it; ``refused`` and ``paragraph``: why the rules would not have it.
    """

    id: str
    preview: dict[str, Any]
    said: list[Said] = []
    refused: Said | None = None
    paragraph: str | None = None


class Hinted(ToClient, tag="hinted", frozen=True):
    """A move to try, as it would be sent, and ``said``: what the log would tell of it.

    A ``level`` would make it, which knows no more than the seat, and sees this ``chance`` to win; ``reason``: why.
    """

    id: str
    level: str
    move: str
    said: list[Said]
    chance: float | None
    reason: Said | None


class Refused(ToClient, tag="refused", frozen=True):
    """The command cannot be; nothing has changed. What the client had missed comes in a ``view`` before this."""

    id: str
    reason: Said
    paragraph: str | None


ErrorCode = Literal[
    "not_text", "bad_json", "bad_message", "hello_first", "hello_twice", "protocol", "no_table", "token",
    "too_fast", "frozen", "busy", "unavailable", "fault", "closed",
]  # fmt: skip


class Error(ToClient, tag="error", frozen=True):
    """A message that could not be taken. The list of codes is closed."""

    code: ErrorCode
    text: str


class Pong(ToClient, tag="pong", frozen=True):
    """The answer to ``ping``: the line holds."""


AnyToClient = Table | View | Done | Previewed | Hinted | Refused | Error | Pong


class Close:
    """Why the server closes a WebSocket. 4xxx are ours, the others the standard's."""

    GOING_AWAY = 1001
    TOO_BIG = 1009
    RESTART = 1012  # come again in a moment
    NO_TABLE = 4004
    TOO_FAST = 4029
    TOO_SLOW = 4008  # the client does not read what it is sent
    SILENT = 4001  # no hello
    PROTOCOL = 4002
    TOKEN = 4003
    FROZEN = 4010  # the table's own code failed
    FULL = 4013
    CLOSED = 4014  # others play with the same chance: watched by nobody
    FAULT = 1011


# HTTP -------------------------------------------------------------------------------------------


class PlaceWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: for me, for whoever comes, or for a bot of a level."""

    kind: Literal["me", "open", "bot"]
    level: Level = "random"
    name: Name | None = None  # for pass and play: the name of this seat's player, if not mine


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made. Several seats for me: pass and play, one connection holds them all."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[PlaceWish], Meta(min_length=1, max_length=16)]
    options: Annotated[dict[str, str], Meta(max_length=16)] = {}
    name: Name = "Guest"
    title: Annotated[str, Meta(max_length=Longest.TITLE)] = ""
    clock: Clock = Clock()
    public: bool = False
    entropy: Entropy = ""
    rated: bool = False  # it counts: cards, a clock, the usual rules; no undo, no stand-in


class JoinWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down, on a seat or on the first free one."""

    name: Name = "Guest"
    seat: SeatNumber | None = None
    entropy: Entropy = ""


class Seated(msgspec.Struct, frozen=True):
    """Where one sits. The token opens these seats; it is shown once and never again."""

    table: str
    seats: list[int]
    token: str | None
    commitment: str


class OtherColours(msgspec.Struct, frozen=True):
    """A value of an option that gives so many seats other colours than usual."""

    value: str
    seats: int
    colours: list[str]


class OptionInfo(msgspec.Struct, frozen=True):
    """A rule that the players may choose; the first value is usual."""

    name: str
    values: list[str]
    paragraph: str
    about: str
    needs: list[int]  # for each value the fewest seats that can choose it; empty: any
    colours: list[OtherColours]  # where it changes them


class About(msgspec.Struct, frozen=True):
    """A game in a few words of one language."""

    title: str
    summary: str
    goal: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    year: str
    author: str
    publisher: str
    summary: str
    reconstructed: str
    minutes: int
    seats: list[int]
    options: list[OptionInfo]
    rules: int
    levels: list[str]
    prefix: str  # of its rulebook's paragraph ids
    secrets: bool  # pass and play covers the screen between decisions
    undo: bool  # where the rules let nothing be taken back, nobody is offered it
    lesson: bool
    puzzles: int  # how many
    colours: dict[str, list[str]]  # of the seats, by how many play, with every option as usual
    about: dict[str, About]  # by language


class DrawWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Draw what a seat sees, or what everybody does; with a seat null the fields of seats have a row for each."""

    view: Position
    seat: SeatNumber | None = None
    language: Annotated[str, Meta(max_length=20)] = "en"


class Listed(msgspec.Struct, frozen=True):
    """A table in the lobby."""

    table: str
    game: str
    status: str
    created: int
    title: str
    options: dict[str, str]
    clock: Clock
    seats: list[dict[str, str]]
    winners: list[int] | None
    rated: bool = False


class Lobby(msgspec.Struct, frozen=True):
    """Public tables, newest first; ``next`` continues the list."""

    tables: list[Listed]
    next: str | None


class LessonStep(msgspec.Struct, frozen=True):
    """A step of a lesson in words: what there is to see, and what to do (empty where one only looks).

    In texts ``[g7]`` is a place of the board and ``**so**`` is stressed; ``fresh`` says that a new table is set.
    """

    name: str
    title: str
    see: str
    do: str
    cites: list[str]
    fresh: bool
    colours: list[str]


class LessonInfo(msgspec.Struct, frozen=True):
    """A lesson: a scripted match in which only what is taught is accepted. ``seat`` is the learner's."""

    game: str
    title: str
    welcome: str
    farewell: str
    seat: int
    steps: list[LessonStep]


class LessonTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a learner does at a step; ``made`` is what they have done of it already. Nothing is kept between two."""

    move: Annotated[str, Meta(max_length=500)] = ""
    made: Annotated[list[Annotated[str, Meta(max_length=500)]], Meta(max_length=60)] = []
    language: Language = "en"


class LessonAnswer(msgspec.Struct, frozen=True):
    """What became of a try. Taught, or a part of it: ``view`` shows what follows. Otherwise nothing has changed.

    ``said`` is what the step says when it is done, its hint for an untaught move, or the rules' reason.
    """

    verdict: Literal["taught", "under_way", "untaught", "refused"]
    said: str
    paragraph: str | None
    view: View | None


class PuzzleCard(msgspec.Struct, frozen=True):
    """A puzzle in short: its difficulty from 1 to 5, the same on the scale of ratings, and what it is about."""

    number: int
    difficulty: int
    rating: int
    themes: list[str]


class PuzzleBook(msgspec.Struct, frozen=True):
    """A game's puzzles. ``today`` is the number of the puzzle of the day; null where there is none."""

    game: str
    today: int | None
    puzzles: list[PuzzleCard]


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not done."""

    reason: str
    text: str


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyFromClient).decode
