"""What the log of a table holds: every decision of people, bots and chance, in order.

The table is the fold of these entries (``table.py``). They are written once and never changed, so their names and
fields are a format: a new kind may be added, an old one never altered.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

import msgspec

Status = Literal["open", "running", "over"]  # what becomes of a table
OPEN: Final = "open"
RUNNING: Final = "running"
OVER: Final = "over"


class Row(NamedTuple):
    """One line of a log as it is kept."""

    seq: int
    at: int  # milliseconds since 1970
    command: str | None  # the command that caused it; unique in its table
    body: bytes


DAY = 86_400  # seconds


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Time to think: none; so many seconds for each move; or so many for the match, with an increment.

    A seat that runs out of time is played by a bot of ``level``, or resigns.
    """

    kind: Literal["none", "move", "match"] = "none"
    seconds: int = 0
    increment: int = 0
    late: Literal["bot", "resign"] = "bot"
    level: str = "random"

    @property
    def by_days(self) -> bool:
        """Is there a day or more? Whoever has less for a move waits at the table; nobody waits there for days."""
        return self.kind != "none" and self.seconds >= DAY


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat as the table was set: for a person, or for a bot of a level."""

    kind: Literal["person", "bot"] = "person"
    level: str = ""


class Dealt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Chance that is not this table's own: what was added to the seed elsewhere, and where. Nobody here adds to it."""

    parts: list[str]
    seals: list[str] = []
    day: str = ""  # the day whose deal this is (2026-11-18): its seed is shown when the day is over
    of: str = ""  # the table whose chance this is: the same cards again
    duplicate: str = ""  # by which several tables have this chance, and are compared
    known: bool = False  # whoever plays here may have seen it already


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What never changes about a table. ``seed`` is secret until the match is over."""

    game: str
    rules: int
    options: dict[str, str]
    places: list[Place]
    clock: Clock
    public: bool
    title: str
    seed: str
    commitment: str
    created: int
    rematch_of: str | None = None
    rated: bool = False  # it counts: nothing is taken back, and nobody is stood in for
    decks: bool = False  # chance is drawn from decks (kernel/fair.py); tables of an older Banquise draw one by one
    dealt: Dealt | None = None

    @property
    def duplicate(self) -> str:
        """The duplicate that the table is one of, if any."""
        return self.dealt.duplicate if self.dealt is not None else ""

    @property
    def no_undo(self) -> str:
        """Why nothing is taken back at this table; empty, if something may be."""
        return "refused.rated_undo" if self.rated else "refused.duplicate_undo" if self.duplicate else ""

    @property
    def no_hint(self) -> str:
        """Why no bot whispers here; empty, where one person plays alone or with bots, and is compared with nobody.

        Several seats on one screen may be several people, of whom one would be helped behind the others' backs.
        """
        if self.rated:
            return "refused.rated_hint"
        if self.dealt is not None:  # the deal of a day, or a duplicate
            return "refused.dealt_hint"
        return "" if sum(place.kind == "person" for place in self.places) == 1 else "refused.people_hint"


class Entry(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """One line of the log."""


class Earlier(Entry, tag="earlier", frozen=True):
    """The match goes on from a moment of another: who decided what until then (-1 is chance). Stands first in a log."""

    log: list[tuple[int, list[int]]]


class Resumed(Entry, tag="resumed", frozen=True):
    """The match goes on from a position: its own table cannot be reached (``ahead.py``). Stands first in a log."""

    position: dict[str, Any]


class Sit(Entry, tag="sit", frozen=True):
    """A person takes a seat. Only the digest of their token is kept."""

    seat: int
    name: str
    token: str
    entropy: str


class Part(Entry, tag="part", frozen=True):
    """All sit: a person reveals what they had sealed when they sat down."""

    seat: int
    part: str


class Seal(Entry, tag="seal", frozen=True):
    """A person adds to chance anew: what was revealed before does not count, because somebody kept theirs back."""

    seat: int
    entropy: str


class Warn(Entry, tag="warn", frozen=True):
    """A person is waited for so much longer: then a bot plays for them, or before the start they lose the seat."""

    seat: int
    level: str
    milliseconds: int


class Unseat(Entry, tag="unseat", frozen=True):
    """A person who did not reveal their part loses the seat, and what the others revealed is void."""

    seat: int


class Deputy(Entry, tag="deputy", frozen=True):
    """A person says which bot is to play for them while they are away."""

    seat: int
    level: str


class Leave(Entry, tag="leave", frozen=True):
    """A person gets up: before the start the seat is free again, later a bot may be asked to play on."""

    seat: int


class Start(Entry, tag="start", frozen=True):
    """All seats are taken; the match begins."""


class Act(Entry, tag="act", frozen=True):
    """A seat decides."""

    seat: int
    codes: list[int]


class Chance(Entry, tag="chance", frozen=True):
    """Chance decides."""

    outcome: int


class AskUndo(Entry, tag="ask_undo", frozen=True):
    """A seat asks to take back its last move: the match would keep so many lines of its log."""

    seat: int
    keep: int


class AnswerUndo(Entry, tag="answer_undo", frozen=True):
    """A seat agrees, or does not."""

    seat: int
    yes: bool


class Undo(Entry, tag="undo", frozen=True):
    """The match goes back to the first so many lines of its log."""

    seat: int
    keep: int


class Chat(Entry, tag="chat", frozen=True):
    """A seat says something."""

    seat: int
    text: str


class Resign(Entry, tag="resign", frozen=True):
    """A seat gives up, or has run out of time at a table where that means the same."""

    seat: int
    late: bool = False


class Closed(Entry, tag="closed", frozen=True):
    """The organiser of an evening waits no longer for this table: there these seats have won; none: all share it."""

    winners: list[int]


class StandIn(Entry, tag="stand_in", frozen=True):
    """A bot plays for a seat whose person is absent or late."""

    seat: int
    level: str
    late: bool = False


class Relieved(Entry, tag="relieved", frozen=True):
    """The bot of a seat was late, and one of another level has moved in its place."""

    seat: int
    level: str


class Back(Entry, tag="back", frozen=True):
    """The person plays again."""

    seat: int


class AskRematch(Entry, tag="ask_rematch", frozen=True):
    """A seat would like to play again, and adds entropy to the chance of that match."""

    seat: int
    entropy: str


class Rematch(Entry, tag="rematch", frozen=True):
    """Everybody would: the table of the next match."""

    table: str


AnyEntry = (
    Earlier
    | Resumed
    | Sit
    | Part
    | Seal
    | Warn
    | Unseat
    | Deputy
    | Leave
    | Start
    | Act
    | Chance
    | AskUndo
    | AnswerUndo
    | Undo
    | Chat
    | Resign
    | Closed
    | StandIn
    | Relieved
    | Back
    | AskRematch
    | Rematch
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
encode_header = encode
decode_header = msgspec.json.Decoder(Header).decode
