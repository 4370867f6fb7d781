"""The protocol's types in TypeScript, for the web client: ``python -m banquise.server.typescript`` prints them.

``web/src/protocol.ts`` holds what this makes; a test keeps the two equal. With the word ``players`` it prints what
``web/src/players.ts`` holds, with ``meeting`` what ``web/src/meeting.ts`` does.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from banquise.server import days
from banquise.server import looking_back as back
from banquise.server import protocol as p
from banquise.server.club import duplicate_protocol as duplicate
from banquise.server.club import evening_protocol as evening
from banquise.server.club import meeting_protocol as meeting
from banquise.server.club import protocol as club
from banquise.table.entries import Clock

HEAD = """// Made by `python -m banquise.server.typescript` from the protocols beside it. Do not edit.

/** A field of a view: a number, or rows of them. */
export type Numbers = number | Numbers[];

/** The fields of a game's view by their names. */
export type Position = Record<string, Numbers>;

/** A move in parts: its kind, and what it is about. */
export type Parts = { kind: string } & Record<string, string | number>;
"""
FROM_CLIENT = get_args(p.AnyFromClient)
TO_CLIENT = get_args(p.AnyToClient)
HTTP = (
    *(p.NewTable, p.JoinWish, p.Seated, p.GameInfo, p.DrawWish, p.Lobby),
    *(p.LessonInfo, p.LessonTry, p.LessonAnswer, p.PuzzleBook, p.Problem),
)
CLUB = (
    *(club.CardWish, club.Card, club.Me, club.MoveWish, club.Moving, club.ArriveWish, club.RevokeWish, club.MyMatches),
    *(club.PlayerRatings, club.Standings, club.PairWish, club.Ticket, club.Paired),
    *(
        club.BrowserWish,
        club.WebhookWish,
        club.QuietWish,
        club.TableAlerts,
        club.TrialWish,
        club.Trial,
        club.AlertsInfo,
    ),
    *(days.DailyWish, days.DailySeat, days.Daily),
    *(duplicate.DuplicateWish, duplicate.AgainWish, duplicate.DuplicateRight, duplicate.Again, duplicate.DuplicateAt),
    *(duplicate.Duplicate,),
    *(evening.EveningWish, evening.EveningJoin, evening.EveningLook, evening.EveningGoOn, evening.EveningClose),
    *(evening.EveningLeave, evening.EveningEnd, evening.MyEvening),
)
MEETING = (
    *(meeting.Counts, meeting.Acquaintances, meeting.InviteWish, meeting.Invitations, meeting.InvitationWish),
    *(meeting.ShunWish, meeting.ShunnedPeople, meeting.ReportWish),
)
OF_THE_CLUB = (club.__name__, days.__name__, duplicate.__name__, evening.__name__)
STUDY = (back.OpenRecord, back.PlayOn, back.StudyWish, back.Replay, back.Study)


def typescript() -> str:
    """The whole file."""
    named: dict[type, None] = {}
    for root in (Clock, *FROM_CLIENT, *TO_CLIENT, *HTTP, *STUDY):
        _collect(root, named)
    parts = [HEAD, f"export const PROTOCOL = {p.VERSION};", f"export const FRAME_BYTES = {p.FRAME_BYTES};", ""]
    parts += [_interface(struct) for struct in named]
    parts.append(f"export type FromClient = {' | '.join(struct.__name__ for struct in FROM_CLIENT)};")
    parts.append(f"export type ToClient = {' | '.join(struct.__name__ for struct in TO_CLIENT)};")
    parts.append("")
    parts += [_numbers(p.Close, "Why the server closes a WebSocket."), _numbers(p.Longest, p.Longest.__doc__ or "")]
    return "\n".join(parts) + "\n"


def of_players() -> str:
    """The file about players: what it shares with the protocol is taken from there."""
    named: dict[type, None] = {}
    for root in CLUB:
        _collect(root, named)
    here = [struct for struct in named if struct.__module__ in OF_THE_CLUB]
    own = [_interface(struct) for struct in here]
    shared = ", ".join(sorted(struct.__name__ for struct in named if struct not in here))
    return "\n".join([HEAD.partition("\n")[0], f"import type {{ {shared} }} from './protocol';\n", *own])


def of_meeting() -> str:
    """The file about people who meet; it names all that it needs itself."""
    named: dict[type, None] = {}
    for root in MEETING:
        _collect(root, named)
    own = [_interface(struct) for struct in named if struct.__module__ == meeting.__name__]
    return "\n".join([HEAD.partition("\n")[0], "import type { Clock } from './protocol';\n", *own])


def _numbers(named: type, about: str) -> str:
    lines = [f"  {name}: {number}," for name, number in vars(named).items() if isinstance(number, int)]
    return "\n".join([f"/** {about} */", f"export const {named.__name__} = {{", *lines, "} as const;"])


def _collect(kind: Any, named: dict[type, None]) -> None:
    """A struct after all those that it is made of."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind not in named:
            for hint in typing.get_type_hints(kind, include_extras=True).values():
                _collect(hint, named)
            named[kind] = None
    else:
        for part in get_args(kind):
            _collect(part, named)


def _interface(struct: type[msgspec.Struct]) -> str:
    about = " ".join((struct.__doc__ or "").split())
    hints = typing.get_type_hints(struct, include_extras=True)
    fields = msgspec.structs.fields(struct)
    config = struct.__struct_config__
    if config.array_like:
        items = ", ".join(f"{f.name}: {type_of(hints[f.name])}" for f in fields)
        return f"/** {about} */\nexport type {struct.__name__} = [{items}];\n"
    lines = [f"/** {about} */", f"export interface {struct.__name__} {{"]
    if config.tag is not None:
        lines.append(f"  {config.tag_field}: '{config.tag}';")
    # What a client may leave out has a default; what the server leaves out is what omits its defaults.
    may_omit = issubclass(struct, p.FromClient) or config.forbid_unknown_fields or config.omit_defaults
    for f in fields:
        optional = "?" if may_omit and not f.required else ""
        lines.append(f"  {f.name}{optional}: {type_of(hints[f.name])};")
    lines.append("}")
    return "\n".join(lines) + "\n"


_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}


def type_of(hint: Any) -> str:
    """A Python type in TypeScript."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        told = (note.extra or {} for note in arguments[1:])
        return next((extra["typescript"] for extra in told if "typescript" in extra), type_of(arguments[0]))
    if origin is Literal:
        return " | ".join(f"'{value}'" for value in arguments)
    if origin in (typing.Union, UnionType):
        return " | ".join(dict.fromkeys(type_of(argument) for argument in arguments))
    if origin is list:
        inner = type_of(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(type_of(argument) for argument in arguments)}]"
    if typing.is_typeddict(hint):
        hints = typing.get_type_hints(hint)
        return f"{{ {' '.join(f'{name}: {type_of(inner)};' for name, inner in hints.items())} }}"
    if origin in (dict, Mapping):
        return f"Record<{type_of(arguments[0])}, {type_of(arguments[1])}>"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    raise TypeError(f"{hint!r} has no counterpart in TypeScript yet")


if __name__ == "__main__":
    import sys

    files = {"players": of_players, "meeting": of_meeting}
    sys.stdout.write(files.get("".join(sys.argv[1:]), typescript)())
