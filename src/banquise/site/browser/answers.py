"""What a server answers over HTTP, answered in the browser: the same addresses, the same words, the same functions.

Only what needs no second person is here. Limits by address are left out: there is one.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from banquise.games import UnknownGame, all_games
from banquise.games import game as game_named
from banquise.kernel import fair
from banquise.kernel.rulebook import rulebook
from banquise.kernel.schema import BadPosition
from banquise.kernel.speech import LANGUAGES
from banquise.server import days, gamebook, puzzling, render, teaching
from banquise.server import looking_back as back
from banquise.server import protocol as p
from banquise.server.days import record_of
from banquise.server.live.dealing import of_the_day
from banquise.server.live.errors import OF_THE_HOUSE, Frozen, NoTable
from banquise.server.live.house import BadTable, House
from banquise.server.live.studies import Studies
from banquise.server.live.tokens import new_token
from banquise.server.replays import NoEyes
from banquise.server.stores.store import StoreTrouble
from banquise.site.browser import online
from banquise.table import BadRecord, encode
from banquise.table.refused import Refused
from banquise.table.table import Table

JSON, SVG = "application/json", "image/svg+xml"
Answer = tuple[int, str, bytes]  # the status, the kind, the body
Handler = Callable[..., Awaitable[Any]]


class NotHere(Exception):
    """No such address, game or language."""


class Answers:
    """All addresses of one house."""

    def __init__(self, house: House, studies: Studies):
        self.house, self.studies = house, studies
        self._routes = [(method, re.compile(f"/api/{path}"), handler) for method, path, handler in self._table()]

    def _table(self) -> list[tuple[str, str, Handler]]:
        name = r"([^/]+)"
        return [
            ("GET", "games", self._games),
            ("GET", f"games/{name}/words/{name}", self._words),
            ("GET", f"games/{name}/rulebook/{name}", self._rulebook),
            ("GET", f"games/{name}/layout", self._layout),
            ("GET", f"games/{name}/diagrams", self._diagrams),
            ("GET", f"games/{name}/drawing", self._opening),
            ("POST", f"games/{name}/drawing", self._drawing),
            ("GET", f"lessons/{name}", self._lesson),
            ("GET", f"lessons/{name}/(\\d+)", self._step),
            ("POST", f"lessons/{name}/(\\d+)", self._try),
            ("POST", f"lessons/{name}/(\\d+)/show", self._show),
            ("POST", f"lessons/{name}/(\\d+)/preview", self._preview),
            ("GET", f"puzzles/{name}", self._puzzles),
            ("GET", f"puzzles/{name}/(\\d+)", self._puzzle),
            ("GET", f"puzzles/{name}/(\\d+)/view", self._puzzle_view),
            ("POST", f"puzzles/{name}/(\\d+)", self._puzzle_try),
            ("POST", f"puzzles/{name}/(\\d+)/show", self._puzzle_show),
            ("POST", f"puzzles/{name}/(\\d+)/preview", self._puzzle_preview),
            ("GET", "tables", self._lobby),
            ("POST", "tables", self._make),
            ("GET", f"tables/{name}", self._read),
            ("GET", f"tables/{name}/record", self._record),
            ("GET", f"tables/{name}/replay", self._replay),
            ("POST", f"tables/{name}/join", self._join),
            ("GET", f"daily/{name}", self._daily),
            ("POST", f"daily/{name}", self._deal),
            ("POST", "replay", self._open_record),
            ("POST", "play-on", self._play_on),
            ("POST", "studies", self._study),
            ("GET", f"studies/{name}", self._how_far),
            ("DELETE", f"studies/{name}", self._stop),
            ("POST", "ahead", self._ahead),  # these two no server has
            ("POST", "resume", self._resume),
        ]

    async def answer(self, method: str, address: str, body: str) -> Answer:
        """Answer a request; a fault of ours is not hidden from whoever calls."""
        parts = urlsplit(address)
        try:
            for wanted, path, handler in self._routes:
                found = path.fullmatch(parts.path)
                if found and wanted == method:
                    query = dict(parse_qsl(parts.query))
                    return _told(await handler(*map(unquote, found.groups()), query=query, body=body))
            raise NotHere(f"nothing answers {method} {parts.path}")
        except Exception as error:
            status, reason, text = _problem(error)
            return status, JSON, p.encode(p.Problem(reason, text))

    # Games --------------------------------------------------------------------------------------

    async def _games(self, **_: Any) -> Any:
        return [gamebook.info(game, self.house.levels_of(game.name)) for game in all_games()]

    async def _words(self, name: str, language: str, **_: Any) -> Any:
        return gamebook.words(_game(name), _known(language))

    async def _rulebook(self, name: str, language: str, **_: Any) -> Any:
        book = rulebook(_game(name).folder, _known(language))
        return {"text": book.text, "paragraphs": book.paragraphs, "blocks": gamebook.book(_game(name), language)}

    async def _layout(self, name: str, **_: Any) -> Any:
        return dict(_game(name).drawing.layout())

    async def _diagrams(self, name: str, **_: Any) -> Any:
        return gamebook.pictures(_game(name))

    async def _opening(self, name: str, query: dict[str, str], **_: Any) -> Any:
        return 200, SVG, gamebook.opening(_game(name), _language(query)).encode()

    async def _drawing(self, name: str, body: str, **_: Any) -> Any:
        wish = _read(body, p.DrawWish)
        return 200, SVG, gamebook.drawing(_game(name), wish.view, wish.seat, _known(wish.language)).encode()

    # Lessons ------------------------------------------------------------------------------------

    async def _lesson(self, name: str, query: dict[str, str], **_: Any) -> Any:
        return teaching.told(name, _language(query))

    async def _step(self, name: str, number: str, query: dict[str, str], **_: Any) -> Any:
        return teaching.found(name, int(number), _language(query))

    async def _try(self, name: str, number: str, body: str, **_: Any) -> Any:
        return teaching.tried(name, int(number), _read(body, p.LessonTry))

    async def _show(self, name: str, number: str, body: str, **_: Any) -> Any:
        return teaching.shown(name, int(number), _read(body, p.LessonTry))

    async def _preview(self, name: str, number: str, body: str, **_: Any) -> Any:
        return teaching.previewed(name, int(number), _read(body, p.LessonTry))

    # Puzzles ------------------------------------------------------------------------------------

    async def _puzzles(self, name: str, query: dict[str, str], **_: Any) -> Any:
        return puzzling.book(name, _language(query), query.get("day", ""))

    async def _puzzle(self, name: str, number: str, query: dict[str, str], **_: Any) -> Any:
        return puzzling.told(name, int(number), _language(query))

    async def _puzzle_view(self, name: str, number: str, query: dict[str, str], **_: Any) -> Any:
        return puzzling.found(name, int(number), _language(query))

    async def _puzzle_try(self, name: str, number: str, body: str, **_: Any) -> Any:
        return puzzling.tried(name, int(number), _read(body, p.LessonTry))

    async def _puzzle_show(self, name: str, number: str, body: str, **_: Any) -> Any:
        return puzzling.shown(name, int(number), _read(body, p.LessonTry))

    async def _puzzle_preview(self, name: str, number: str, body: str, **_: Any) -> Any:
        return puzzling.previewed(name, int(number), _read(body, p.LessonTry))

    # Tables -------------------------------------------------------------------------------------

    async def _lobby(self, **_: Any) -> Any:
        return p.Lobby([], None)  # nobody else is here

    async def _make(self, body: str, **_: Any) -> Any:
        return 201, JSON, p.encode(await self.house.create(_read(body, p.NewTable)))

    async def _join(self, table: str, body: str, **_: Any) -> Any:
        return 201, JSON, p.encode(await self.house.join(table, _read(body, p.JoinWish)))

    async def _read(self, table: str, query: dict[str, str], **_: Any) -> Any:
        room, language = await self.house.existing(table), _language(query)

        def look(table: Table) -> bytes:
            shown = render.table(table, [], room.present(), language, 0)
            return p.encode({"table": shown, "view": render.view(table, None, language, 0, 0)})

        return 200, JSON, await room.look(look)

    async def _record(self, table: str, **_: Any) -> Any:
        def look(table: Table) -> bytes:
            return encode(record_of(table))

        return 200, JSON, await (await self.house.existing(table)).look(look)

    # The deal of the day ------------------------------------------------------------------------

    async def _daily(self, name: str, query: dict[str, str], **_: Any) -> Any:
        """The seed is that of the date: nobody here has secrets, and there is no club."""
        game, day = days.checked_game(name), days.checked_day(query.get("day", ""))
        seeds = [bytes.fromhex(days.by_date(one)) for one in (day, days.after(day))]
        return days.Daily(
            game=game.name,
            day=day,
            today=days.today(),
            ends=days.ends(day),
            commitment=fair.commitment(seeds[0]),
            tomorrow=fair.commitment(seeds[1]),
            seed=seeds[0].hex(),
            club=False,
            earlier=False,
            deals=[
                days.DailyDeal(kind, days.bots(kind, self.house.levels_of(game.name)), 0, 0, [], None)
                for kind in days.KINDS
            ],
        )

    async def _deal(self, name: str, body: str, **_: Any) -> Any:
        game, token = days.checked_game(name).name, new_token()
        table = of_the_day(self.house, game, _read(body, days.DailyWish), token, days.by_date(days.today()))
        await self.house.keep_new(table, {})
        seated = p.Seated(table.name, [0], token, table.header.commitment)
        return 201, JSON, p.encode(days.DailySeat(seated, counts=False))

    # Looking back -------------------------------------------------------------------------------

    async def _replay(self, table: str, query: dict[str, str], **_: Any) -> Any:
        return 200, JSON, await self.studies.replay_table(table, query.get("eyes", "spectator"), _language(query))

    async def _open_record(self, body: str, **_: Any) -> Any:
        return 200, JSON, await self.studies.replay_record(_read(body, back.OpenRecord))

    async def _play_on(self, body: str, **_: Any) -> Any:
        return 201, JSON, p.encode(await self.studies.play_on(_read(body, back.PlayOn)))

    async def _study(self, body: str, **_: Any) -> Any:
        return await self.studies.start(_read(body, back.StudyWish), "me")

    async def _how_far(self, key: str, query: dict[str, str], **_: Any) -> Any:
        return self.studies.told(key, _language(query))

    async def _stop(self, key: str, **_: Any) -> Any:
        self.studies.stop(key, "me")
        return 204, JSON, b""

    # Beside a server ----------------------------------------------------------------------------

    async def _ahead(self, body: str, **_: Any) -> Any:
        return online.ahead(_read(body, online.Ahead))

    async def _resume(self, body: str, **_: Any) -> Any:
        return 201, JSON, p.encode(await online.resume(self.house, _read(body, online.Resume)))


def _told(found: Any) -> Answer:
    if isinstance(found, tuple):
        status, kind, body = found
        return status, kind, body
    return 200, JSON, p.encode(found)


def _read(body: str, kind: Any) -> Any:
    return msgspec.json.Decoder(kind).decode(body)


def _game(name: str) -> Any:
    try:
        return game_named(name)
    except UnknownGame as error:
        raise NotHere(str(error)) from None


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise NotHere(f"no language {language[:20]!r}: choose one of {', '.join(LANGUAGES)}")
    return language


def _language(query: dict[str, str]) -> str:
    return _known(query.get("language", "en"))


def _problem(error: Exception) -> tuple[int, str, str]:
    """The status, the reason and the words of what went wrong, as a server has them."""
    match error:
        case Refused():
            said = render.spoken(error.message, "en")
            status = 503 if error.message.key in OF_THE_HOUSE else 409
            return status, error.message.key, said.text
        case NotHere() | teaching.NoSuchLesson() | puzzling.NoSuchPuzzle():
            return 404, "bad_request", str(error)
        case days.NoSuchDeal():
            return 404, "no_deal", str(error)
        case NoTable():
            return 404, "no_table", "there is no such table"
        case Frozen():
            return 409, "frozen", "something is wrong with this table; it is kept as it is"
        case teaching.NotAsked() | puzzling.NotOnTheWay():
            return 409, "bad_request", str(error)
        case BadRecord():
            return 400, "bad_record", str(error)[:600]
        case BadTable():
            return 400, "bad_table", str(error)
        case NoEyes() | BadPosition() | msgspec.DecodeError():
            return 400, "bad_request", str(error)[:400]
        case StoreTrouble():
            return 503, "unavailable", str(error)[:400]
    raise error
