"""What each viewer is sent, derived from views: nothing here looks at what the viewer may not see."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from banquise.kernel.contract import CHANCE
from banquise.kernel.game import Game
from banquise.kernel.schema import State
from banquise.kernel.speech import Message, say
from banquise.server import protocol as p
from banquise.server.days import may_show_seed
from banquise.table.audience import Event
from banquise.table.decisions import BESIDE_THE_RULES
from banquise.table.foretelling import Foretold
from banquise.table.hindsight import score_of
from banquise.table.match import Match
from banquise.table.misread import misread_said
from banquise.table.refused import Refused
from banquise.table.table import Table

if TYPE_CHECKING:
    from banquise.bots.hints import Hint

HOME = Path(__file__).parents[1] / "table"  # where the words of tables are


def spoken(message: Message, language: str, folder: Path = HOME) -> p.Said:
    """A message with its sentence; ``folder`` holds the catalogue (by default the table's own)."""
    return p.Said(message.key, message.params, say(message, language, folder))


def refusal(table: Table | None, refused: Refused, command: str, language: str) -> p.Refused:
    """A refusal, in words: the server's, or the game's with the paragraph of its rulebook."""
    key = refused.message.key
    if table is not None and key == "refused.bad_move":
        text = misread_said(refused.message, language, table.game)
        return p.Refused(command, p.Said(key, refused.message.params, text), refused.paragraph)
    folder = HOME if table is None or key.startswith("refused.") else table.game.folder
    return p.Refused(command, spoken(refused.message, language, folder), refused.paragraph)


def previewed(command: str, game: Game, shown: dict[str, Any], foretold: Foretold, language: str) -> p.Previewed:
    """What a move would do, in words too."""
    said = [spoken(one, language, game.folder) for one in foretold.said]
    if foretold.refused is None:
        return p.Previewed(command, shown, said)
    reason = spoken(Message(foretold.refused.key), language, game.folder)
    return p.Previewed(command, shown, said, reason, foretold.refused.paragraph)


def hinted(command: str, game: Game, found: Hint, said: Sequence[Message], language: str) -> p.Hinted:
    """A hint, in words."""
    return p.Hinted(
        id=command,
        level=found.level.partition("@")[0],
        move=found.move,
        said=[spoken(one, language, game.folder) for one in said],
        chance=found.chance,
        reason=spoken(found.reason, language, game.folder) if found.reason else None,
    )


def table(table: Table, you: list[int], present: Collection[int], language: str, notes: int) -> p.Table:
    """The table beside the match; ``present`` are the seats whose people are connected."""
    header = table.header
    asked = table.undo_asked
    return p.Table(
        protocol=p.VERSION,
        table=table.name,
        game=header.game,
        title=header.title,
        options=header.options,
        clock=header.clock,
        public=header.public,
        status=table.status,
        seats=_seats(table, present),
        you=you,
        commitment=header.commitment,
        entropy=header.dealt.parts if header.dealt else [seat.adds for seat in table.seats if seat.adds],
        seed=header.seed if may_show_seed(table) else None,
        result=_result(table, language),
        undo=None
        if asked is None
        else p.UndoInfo(asked.seat, [n for n, seat in enumerate(table.seats) if seat.token in asked.agreed]),
        rematch_asked=sorted(table.rematch_asked),
        rematch=table.rematch,
        notes=[
            p.NoteInfo(note.number, note.at, note.seat, spoken(note.message, language), note.chat)
            for note in table.notes
            if note.number >= notes
        ],
        rated=header.rated,
        duplicate=_duplicate(table),
        hints=not header.no_hint,
    )


def _duplicate(table: Table) -> p.DealtInfo | None:
    """Who plays what others have played before is led to them when nobody plays it any more."""
    dealt = table.header.dealt
    if dealt is None or not dealt.duplicate:
        return None
    told = table.settled or not dealt.of
    return p.DealtInfo(dealt.duplicate if told else None, dealt.known, bool(dealt.of), table.settled)


def _seats(table: Table, present: Collection[int]) -> list[p.SeatInfo]:
    return [
        p.SeatInfo(
            colour=colour,
            name=seat.name,
            kind="open" if not seat.is_taken else seat.place.kind,
            level=seat.level,
            connected=number in present or seat.place.kind == "bot",
            left=seat.left,
            resigned=seat.resigned,
            seal=seat.entropy if seat.is_sealed else "",
            part=seat.part,
            must_seal=seat.must_seal,
            claimable=table.is_claimable(number, absent=number not in present),
            warned=seat.warned is not None,
            deputy=seat.deputy or None,
        )
        for number, (colour, seat) in enumerate(zip(table.colours, table.seats, strict=True))
    ]


def _result(table: Table, language: str) -> p.Result | None:
    result = table.result
    if result is None:
        return None
    folder = HOME if result.ending in BESIDE_THE_RULES else table.game.folder
    return p.Result(list(result.winners), spoken(Message(result.ending), language, folder), list(result.points))


_MOVES: defaultdict[tuple[str, int], dict[int, msgspec.Raw]] = defaultdict(dict)  # TIMELESS ones, by game and seat


@lru_cache(20_000)
def _said(key: str, params: tuple[tuple[str, str | int], ...], language: str, folder: Path) -> msgspec.Raw:
    return msgspec.Raw(p.encode(spoken(Message(key, dict(params)), language, folder)))


class Told:
    """What has been written down while one piece of news is told, for all who see the same.

    In games that hide nothing, that is the board and every event in one language; in others it is every event that all
    have seen alike, whose numbers may differ. What is said again and again in many matches is kept for longer.
    """

    def __init__(self) -> None:
        self._boards: dict[int | None, msgspec.Raw] = {}
        self._events: dict[tuple[object, ...], bytes] = {}  # without their numbers
        self._points: list[int] | None = None

    def board(self, match: Match, seat: int | None) -> Any:
        """What ``Schema.view`` shows a viewer, as JSON."""
        viewer = seat if match.game.schema.hidden else None
        if viewer not in self._boards:
            self._boards[viewer] = msgspec.Raw(match.written(seat))
        return self._boards[viewer]

    def points(self, match: Match) -> list[int]:
        """The score as it stands: of what everybody sees."""
        if self._points is None:
            self._points = score_of(match)
        return self._points

    def event(self, match: Match, event: Event, language: str) -> Any:
        """An event in words, as JSON."""
        key = event.actor, event.move, id(event.said), id(event.changes), language
        text = self._events.get(key)
        if text is None:
            text = p.encode(event_info(match.game, event, language, self.spoken)).partition(b",")[2]
            self._events[key] = text
        return msgspec.Raw(b'{"number":%d,%b' % (event.number, text))

    def moves(self, game: Game, seen: State, seat: int, codes: Sequence[int]) -> list[Any]:
        """Legal moves, as JSON where they need not be written anew."""
        kept = _MOVES[game.name, seat]
        return [kept.get(code) or self._move(game, seen, seat, code) for code in codes]

    def _move(self, game: Game, seen: State, seat: int, code: int) -> p.MoveInfo:
        move = _move(game, seen, seat, code)
        if code in game.words.TIMELESS:
            _MOVES[game.name, seat][code] = msgspec.Raw(p.encode(move))
        return move

    def spoken(self, message: Message, language: str, folder: Path) -> Any:
        """A message with its sentence, as JSON."""
        return _said(message.key, tuple(message.params.items()), language, folder)


def view(
    table: Table, seat: int | None, language: str, since: int, now: int, told: Told | None = None
) -> p.View | None:
    """The match as a viewer sees it, with the events from a number on; None before it begins."""
    if table.match is None:
        return None
    return match_view(table.match, table.to_act, seat, language, since, _clocks(table, now), table.undos, told)


def match_view(
    match: Match,
    may_act: Collection[int],
    seat: int | None,
    language: str,
    since: int,
    clocks: list[p.ClockInfo] | None = None,
    undos: int = 0,
    told: Told | None = None,
) -> p.View:
    """A match at any table, also at one that is only a lesson's."""
    legal, prompt = _asked(match, seat, language, told) if seat in may_act else ([], None)
    return p.View(
        seat=seat,
        to_act=list(may_act),
        view=told.board(match, seat) if told else match.game.schema.view(match.state, seat),
        legal=legal,
        prompt=prompt,
        clocks=clocks,
        undos=undos,
        since=since,
        events=[
            told.event(match, event, language) if told else event_info(match.game, event, language)
            for event in match.events(seat, since)
        ],
        points=told.points(match) if told else score_of(match),
    )


def _asked(match: Match, seat: int | None, language: str, told: Told | None) -> tuple[list[p.MoveInfo], p.Said]:
    """What a seat may do now, and what it is asked in words."""
    assert seat is not None
    game = match.game
    seen = game.schema.seen_shared(match.state, seat)
    out = [0] * game.buffer
    n = game.rules.legal_moves(match.state, seat, out)
    legal = told.moves(game, seen, seat, out[:n]) if told else [_move(game, seen, seat, code) for code in out[:n]]
    speak = told.spoken if told else spoken
    return legal, speak(game.words.prompt(seen, seat), language, game.folder)


def _move(game: Game, seen: State, seat: int, code: int) -> p.MoveInfo:
    return p.MoveInfo(code, game.words.write(seen, seat, code), game.words.structure(seen, seat, code))


def _clocks(table: Table, now: int) -> list[p.ClockInfo] | None:
    if table.header.clock.kind == "none":
        return None
    clocks = table.clocks
    return [p.ClockInfo(clocks.remaining(seat, now), seat in clocks.since) for seat in range(len(table.seats))]


def event_info(game: Game, event: Event, language: str, speak: Callable[..., p.Said] = spoken) -> p.EventInfo:
    """An event in words."""
    return p.EventInfo(
        number=event.number,
        by=None if event.actor == CHANCE else event.actor,
        move=event.move,
        said=[speak(message, language, game.folder) for message in event.said],
        changes=event.changes,  # type: ignore[arg-type] # written as arrays, like ChangeInfo
    )
