"""Tools for tests of the server: a server here or in another process, players who speak the protocol, a PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from banquise.server.serve import make_server
from banquise.server.settings import Settings

QUICK = Settings(
    commands_a_second=100_000,
    tables_a_minute=1_000_000,
    reads_a_second=1_000_000,
    reports_of_a_table=1_000,
    absent_seconds=0.0,
    warning_seconds=0.0,
    bot_pause=0.0,
    answer_pause=0.0,
    stop_seconds=3.0,
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Here:
    """A server in this process."""

    def __init__(self, port: int, house: Any):
        self.port = port
        self.house = house
        self.http = f"http://127.0.0.1:{port}"
        self.ws = f"ws://127.0.0.1:{port}/ws"

    async def post(self, path: str, body: Any, **headers: str) -> tuple[int, Any]:
        return await asyncio.to_thread(request, self.http + path, body, headers)

    async def get(self, path: str, **headers: str) -> tuple[int, Any]:
        return await asyncio.to_thread(request, self.http + path, None, headers)

    async def make(self, game: str, seats: list[Any], **more: Any) -> dict[str, Any]:
        """Make a table: seats as "me", "open" or a bot's level."""
        places = [{"kind": s} if s in ("me", "open") else {"kind": "bot", "level": s} for s in seats]
        status, seated = await self.post("/api/tables", {"game": game, "seats": places, **more})
        assert status == 201, seated
        return seated

    async def join(self, table: str, **more: Any) -> dict[str, Any]:
        status, seated = await self.post(f"/api/tables/{table}/join", more)
        assert status == 201, seated
        return seated

    async def duel(self, game: str = "ice_lake", **more: Any) -> tuple[Player, Player]:
        """A match of two people, both connected."""
        first = await self.make(game, ["me", "open"], name="Ann", entropy="ann", **more)
        second = await self.join(first["table"], name="Ben", entropy="ben")
        one = await Player.come(self.ws, first["table"], first["token"])
        other = await Player.come(self.ws, first["table"], second["token"])
        return one, other


def request(url: str, body: Any = None, headers: dict[str, str] | None = None) -> tuple[int, Any]:
    """One HTTP request; a body is sent as JSON, and an answer of JSON is read."""
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    sent = {"content-type": "application/json"} | {k.replace("_", "-"): v for k, v in (headers or {}).items()}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, sent), timeout=20) as answer:
            return answer.status, _read(answer.read(), answer.headers)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, _read(error.read(), error.headers)


def _read(raw: bytes, headers: Any) -> Any:
    return json.loads(raw) if "json" in (headers.get("content-type") or "") else raw


@contextlib.asynccontextmanager
async def served(settings: Settings = QUICK, thinkers: Any = (), **changes: Any) -> AsyncIterator[Here]:
    """A server in this process, on a fresh SQLite file unless told otherwise."""
    import dataclasses

    folder = tempfile.mkdtemp(prefix="banquise-")
    changes.setdefault("database", f"sqlite:{folder}/tables.db")
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    server, house = make_server(dataclasses.replace(settings, port=port, **changes), thinkers)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        while not server.started:
            assert not task.done(), task.result()
            await asyncio.sleep(0.01)
        yield Here(port, house)
    finally:
        server.should_exit = True
        await task
        listening.close()
        shutil.rmtree(folder, ignore_errors=True)


class Player:
    """A client that keeps all it was sent, frame for frame."""

    def __init__(self, socket: ClientConnection):
        self.socket = socket
        self.keeps = True
        self.frames: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.views: dict[int | None, dict[str, Any]] = {}
        self.events: dict[int | None, list[dict[str, Any]]] = {}
        self.table: dict[str, Any] = {}
        self.notes: list[dict[str, Any]] = []
        self.closed: int | None = None
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._news = asyncio.Event()
        self._count = random.randrange(10**9)
        self._task = asyncio.create_task(self._listen())

    @classmethod
    async def come(cls, ws: str, table: str, token: str | None = None, **hello: Any) -> Player:
        player = cls(await connect(ws, compression=None, max_size=None))
        await player.say({"type": "hello", "protocol": 1, "table": table, "token": token, **hello})
        await player.until(player.has_arrived)
        return player

    def has_arrived(self) -> bool:
        """Have we been told all that a newcomer is told, or shown the door?"""
        if self.closed is not None or any(message["type"] == "error" for message in self.messages):
            return True
        if not self.table or self.table["status"] == "open":
            return bool(self.table)
        return set(self.views) >= set(self.table["you"] or [None])

    async def _listen(self) -> None:
        try:
            async for frame in self.socket:
                assert isinstance(frame, str)
                if self.keeps:
                    self.frames.append(frame)
                self._take(json.loads(frame))
                self._news.set()
        except ConnectionClosed:
            pass
        self.closed = self.socket.close_code
        self._news.set()
        for future in self._answers.values():
            if not future.done():
                future.set_exception(ConnectionError(f"closed with {self.closed}"))
                future.exception()  # whoever waits for it still gets it

    def _take(self, message: dict[str, Any]) -> None:
        if self.keeps:
            self.messages.append(message)
        if message["type"] == "table":
            self.table = message
            self.notes += message["notes"] if self.keeps else []
        elif message["type"] == "view":
            seen = self.events.setdefault(message["seat"], [])
            assert message["since"] <= len(seen), "a gap in what was sent"
            seen[message["since"] :] = message["events"]
            assert [event["number"] for event in seen] == list(range(len(seen)))
            self.views[message["seat"]] = message
        if message.get("id") in self._answers:
            future = self._answers[message["id"]]
            if not future.done():
                future.set_result(message)

    @property
    def view(self) -> dict[str, Any]:
        """The view of a player who has one."""
        (view,) = self.views.values()
        return view

    @property
    def seat(self) -> int:
        return self.table["you"][0]

    async def say(self, message: Any) -> None:
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def do(self, kind: str, **more: Any) -> dict[str, Any]:
        """A command and its answer."""
        self._count += 1
        command = more.pop("id", f"c{self._count}")
        self._answers[command] = asyncio.get_running_loop().create_future()
        if self.closed is not None:
            raise ConnectionError(f"closed with {self.closed}")
        await self.say({"type": kind, "id": command, **more})
        return await asyncio.wait_for(self._answers[command], 30)

    async def move(self, move: Any, **more: Any) -> dict[str, Any]:
        return await self.do("move", move=move, seen=sum(map(len, self.events.values())), **more)

    async def until(self, condition: Any, seconds: float = 20.0) -> None:
        """Wait for news that make something true."""
        async with asyncio.timeout(seconds):
            while not condition():
                self._news.clear()
                await self._news.wait()

    async def hear(self, seconds: float) -> None:
        """Wait for the next news, but no longer than this."""
        self._news.clear()
        async with asyncio.timeout(seconds):
            await self._news.wait()

    async def leave(self) -> None:
        await self.socket.close()
        await asyncio.gather(self._task, return_exceptions=True)


def any_move(legal: list[dict[str, Any]], rng: Any = random) -> str | int:
    """One of the moves that a view offers. Those whose text ends in "-" only begin one: it is sent whole."""
    move = rng.choice(legal)
    begun = [one["text"].removesuffix("-") for one in legal if one["text"].endswith("-")]
    return "".join(rng.choices(begun, k=rng.randint(1, 6))) if move["text"].endswith("-") else move["code"]


async def play_out(players: list[Player], rng: random.Random, most: int = 10_000) -> int:
    """Random legal moves from what each player was sent, until the match is over. How many moves."""
    made = 0
    while made < most:
        over = [player for player in players if player.table["status"] == "over"]
        if len(over) == len(players):
            break
        able = [p for p in players for view in p.views.values() if view["legal"] and view["seat"] in view["to_act"]]
        if not able:
            await asyncio.sleep(0.002)
            continue
        player = rng.choice(able)
        view = rng.choice([view for view in player.views.values() if view["legal"]])
        answer = await player.move(any_move(view["legal"], rng), seat=view["seat"])
        made += answer["type"] == "done"
    return made


# Other processes --------------------------------------------------------------------------------


class Process:
    """A server in another process."""

    def __init__(self, database: str, *options: str, env: dict[str, str] | None = None, port: int | None = None):
        self.port = port or free_port()
        self.http = f"http://127.0.0.1:{self.port}"
        self.ws = f"ws://127.0.0.1:{self.port}/ws"
        command = [sys.executable, "-c", "from banquise.terminal.command import main; main()", "serve"]
        limits = [
            "--bots",
            "0",
            "--rate",
            "100000",
            "--tables",
            "1000000",
            "--port",
            str(self.port),
            "--database",
            database,
        ]
        self.log = tempfile.TemporaryFile()  # noqa: SIM115 -- closed with the process
        self.process = subprocess.Popen(
            [*command, *limits, *options], stdout=self.log, stderr=self.log, env={**os.environ, **(env or {})}
        )
        deadline = time.monotonic() + 120  # a machine may be busy with others
        while True:
            if self.process.poll() is not None or time.monotonic() > deadline:
                said = self.output()
                self.__exit__()  # nobody else will: it was never handed out
                raise RuntimeError(f"the server did not start: {said}")
            with contextlib.suppress(OSError):
                if request(f"{self.http}/health")[0] == 200:
                    return
            time.sleep(0.05)

    def output(self) -> str:
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """SIGTERM; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.log.close()


# PostgreSQL -------------------------------------------------------------------------------------


class NoPostgres(Exception):
    """Why there is none here."""


class Postgres:
    """A PostgreSQL of our own, in a folder of its own, for as long as the tests run."""

    def __init__(self) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or [
            Path(path) for path in [shutil.which("initdb")] if path
        ]
        if not found:
            raise NoPostgres("no PostgreSQL here: apt install postgresql")
        self.bin = found[-1].parent
        self.folder = Path(tempfile.mkdtemp(prefix="banquise-pg-"))
        self.port = free_port()
        self._as: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            user = "postgres" if _has_user("postgres") else "nobody"
            self._as = ["setpriv", f"--reuid={user}", "--clear-groups", "--"]
            shutil.chown(self.folder, user)
        data = self.folder / "data"
        self._run("initdb", "-D", str(data), "-U", "banquise", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
        self._run("pg_ctl", "-D", str(data), "-l", str(self.folder / "log"), "-w", "-o", options, "start")
        self.count = 0

    def _run(self, program: str, *arguments: str) -> str:
        command = [*self._as, str(self.bin / program), *arguments]
        with tempfile.TemporaryFile() as output:
            code = subprocess.run(command, stdout=output, stderr=output, cwd="/", timeout=120, check=False).returncode
            output.seek(0)
            text = output.read().decode()
        if code:
            raise NoPostgres(f"{program} failed: {text[-400:]}")
        return text

    def fresh(self) -> str:
        """The address of a new, empty database."""
        self.count += 1
        name = f"tables{self.count}"
        self.query("postgres", f"CREATE DATABASE {name}")
        return f"postgresql://banquise@127.0.0.1:{self.port}/{name}"

    def query(self, database: str, sql: str) -> str:
        address = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "banquise", "-d", database]
        return self._run("psql", *address, "-tAc", sql)

    def stop(self) -> None:
        with contextlib.suppress(NoPostgres):
            self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


def _has_user(name: str) -> bool:
    import pwd

    with contextlib.suppress(KeyError):
        return bool(pwd.getpwnam(name))
    return False


@contextlib.contextmanager
def a_postgres() -> Iterator[Postgres]:
    postgres = Postgres()
    try:
        yield postgres
    finally:
        postgres.stop()
