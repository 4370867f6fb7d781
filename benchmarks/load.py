"""Load on a table server of this machine: how many durable moves a second, how quickly answered, at what cost.

    python benchmarks/load.py steady --matches 1000 --rate 200 --seconds 20     (L1)
    python benchmarks/load.py peak --matches 50 --seconds 10                    (L2)
    python benchmarks/load.py crowd --spectators 500                            (L3)
    python benchmarks/load.py again --matches 1000                              (L5)

Every match has two people on two WebSockets who make random legal moves; when it is over they play another. The server
runs in a process of its own, on SQLite with synchronous FULL unless --database says otherwise. Only 127.0.0.1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import msgspec
from sockets import Socket, dial

CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


class Table(msgspec.Struct):
    type: str
    status: str = ""
    id: str = ""
    legal: list[dict[str, object]] = []
    reason: object = None
    code: object = None
    to_act: list[int] = []
    view: msgspec.Raw = msgspec.Raw(b"null")


decode = msgspec.json.Decoder(Table).decode


def server_cpu(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server in a process of its own."""

    def __init__(self, database: str | None, port: int = 0):
        self.folder = tempfile.TemporaryDirectory(prefix="banquise-load-")
        self.port = port = port or free_port()
        database = database or f"sqlite:{self.folder.name}/tables.db"
        run = "from banquise.terminal.command import main; main()"
        options = [
            "--bots",
            "0",
            "--port",
            str(port),
            "--database",
            database,
            "--rate",
            "1000000",
            "--tables",
            "100000000",
        ]
        self.log = Path(self.folder.name, "log").open("wb")
        self.process = subprocess.Popen(
            [sys.executable, "-c", run, "serve", *options, "--connections", "20000", "--connections-of-one", "20000"],
            stderr=self.log,
        )
        for _ in range(400):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health").close()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("the server did not start")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()

    def post(self, path: str, body: object) -> dict[str, object]:
        data = json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data, {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


def chosen(legal: list[dict[str, object]]) -> str | object:
    """A move at random; a programme of Ice Lake is sent whole, as every client does."""
    letters = [str(move["text"])[:-1] for move in legal if str(move["text"]).endswith("-")]
    return "".join(random.choices(letters, k=random.randint(1, 6))) if letters else random.choice(legal)["code"]


class Seat:
    """One person: a socket and what it may do now."""

    def __init__(self, tally: Tally):
        self.tally = tally
        self.legal: list[dict[str, object]] = []
        self.sent = 0.0
        self.busy = False
        self.count = 0
        self.over = False
        self.wish: str | object = None  # what was sent last
        self.made: list[str | object] = []  # what was sent and done, in order
        self.first = self.last = msgspec.Raw()  # the boards that it was shown
        self.socket: Socket

    async def sit(self, port: int, table: str, token: str | None) -> None:
        self.table, self.token = table, token
        self.socket = await dial(port, self.heard, self.closed)
        hello = {"type": "hello", "protocol": 1, "table": table, "token": token}
        self.socket.send(json.dumps(hello).encode())

    def closed(self, code: int) -> None:
        if not self.tally.stopping:
            self.tally.errors += 1

    def heard(self, text: bytes) -> None:
        message = decode(text)
        if message.type == "view":
            self.legal = message.legal
            self.first, self.last = self.first or message.view, message.view
            if self.tally.on_view is not None:
                self.tally.on_view(self)
        elif message.type == "done":
            self.tally.waits.append(time.perf_counter() - self.sent)
            self.tally.done += 1
            self.busy = False
            self.made.append(self.wish)
            self.tally.ready(self)
        elif message.type == "refused":
            self.tally.refused += 1
            self.busy = False
            self.tally.ready(self)
        elif message.type == "error":
            self.tally.errors += 1
        elif message.type == "table":
            self.over = message.status == "over"

    def move(self) -> bool:
        if self.busy or not self.legal:
            return False
        self.busy = True
        self.count += 1
        self.wish = chosen(self.legal)
        move = json.dumps(self.wish).encode()
        self.legal = []
        self.sent = time.perf_counter()
        self.socket.send(b'{"type":"move","id":"m%d","move":%b,"seen":0}' % (self.count, move))
        return True


class Tally:
    """What is counted."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.done = self.refused = self.errors = 0
        self.stopping = False
        self.on_view = None

    def ready(self, seat: Seat) -> None:
        """A seat has its answer."""

    def line(self, name: str, seconds: float, cpu: float, **more: object) -> str:
        waits = sorted(self.waits) or [0.0]

        def at(part: float) -> float:
            return waits[min(len(waits) - 1, int(part * len(waits)))] * 1000

        facts = {
            "moves": self.done,
            "moves/s": round(self.done / seconds),
            "refused": self.refused,
            "errors": self.errors,
            "ack p50 ms": round(at(0.5), 1),
            "p99 ms": round(at(0.99), 1),
            "max ms": round(waits[-1] * 1000, 1),
            "server us/move": round(cpu / max(1, self.done) * 1e6),
            "server cpu": f"{cpu / seconds:.0%}",
            **more,
        }
        return f"{name}: " + ", ".join(f"{key} {value}" for key, value in facts.items())


async def open_matches(server: Server, game: str, count: int, tally: Tally) -> list[tuple[Seat, Seat]]:
    """So many matches, everybody seated and connected."""

    def make() -> tuple[str, str, str]:
        body = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}]}
        first = server.post("/api/tables", body)
        second = server.post(f"/api/tables/{first['table']}/join", {})
        return str(first["table"]), str(first["token"]), str(second["token"])

    matches = []
    for _ in range(count):
        table, one, other = await asyncio.to_thread(make)
        pair = Seat(tally), Seat(tally)
        await pair[0].sit(server.port, table, one)
        await pair[1].sit(server.port, table, other)
        matches.append(pair)
    return matches


async def steady(server: Server, options: argparse.Namespace) -> str:
    """So many moves a second, spread over all matches; matches that end are replaced."""
    tally = Tally()
    matches = await open_matches(server, options.game, options.matches, tally)
    await asyncio.sleep(1)
    tally.waits.clear()
    cpu, start, asked, skipped = server_cpu(server.process.pid), time.perf_counter(), 0, 0
    order = [seat for pair in matches for seat in pair]
    while (now := time.perf_counter() - start) < options.seconds:
        while asked < now * options.rate:
            for _ in range(50):
                if random.choice(order).move():
                    break
            else:
                skipped += 1
            asked += 1
        await asyncio.sleep(0.002)
    seconds, used = time.perf_counter() - start, server_cpu(server.process.pid) - cpu
    await asyncio.sleep(1)
    tally.stopping = True
    sockets = 2 * options.matches
    return tally.line("L1 steady", seconds, used, matches=options.matches, sockets=sockets, skipped=skipped)


async def peak(server: Server, options: argparse.Namespace, played: list[tuple[Seat, Seat]] | None = None) -> str:
    """As fast as answers come; a match that is over is followed by another, and when there is none, measuring ends.

    (While fewer and fewer matches are left, fewer and fewer moves are asked for: that would measure the want of work.)
    The matches that were played are added to ``played``.
    """
    tally = Tally()
    partner: dict[Seat, Seat] = {}
    spare = await open_matches(server, options.game, options.matches * (1 + options.spare), tally)

    def go_on(seat: Seat) -> None:
        seat.move()

    tally.ready = go_on
    active: list[tuple[Seat, Seat]] = []
    for _ in range(options.matches):
        active.append(spare.pop())
    everybody = [*active, *spare]
    for pair in everybody:
        partner[pair[0]], partner[pair[1]] = pair[1], pair[0]
    playing = {seat for pair in active for seat in pair}

    def seen(seat: Seat) -> None:
        """A view came; a seat that waits for no answer may move now."""
        if seat in playing:
            seat.move()

    await asyncio.sleep(1)
    tally.waits.clear()
    tally.done = 0
    cpu, start, own = server_cpu(server.process.pid), time.perf_counter(), time.process_time()
    tally.on_view = seen
    for seat in playing:
        seat.move()
    enough = True
    while enough and time.perf_counter() - start < options.seconds:
        await asyncio.sleep(0.02)
        for seat in [seat for seat in playing if seat.over]:
            if seat in playing:
                if not spare:
                    enough = False
                    break
                playing -= {seat, partner[seat]}
                fresh = spare.pop()
                playing |= set(fresh)
                for one in fresh:
                    one.move()
    seconds, used = time.perf_counter() - start, server_cpu(server.process.pid) - cpu
    own = (time.process_time() - own) / seconds
    tally.stopping = True
    if played is not None:
        tally.ready, tally.on_view = (lambda seat: None), None
        await asyncio.sleep(0.5)  # what is under way is answered
        played += [pair for pair in everybody if any(seat.made for seat in pair)]
    more = {"measured s": round(seconds, 1), "spare_left": len(spare), "load program cpu": f"{own:.0%}"}
    return tally.line("L2 peak", seconds, used, sockets=2 * options.matches, **more)


async def until(is_so: Callable[[], bool], seconds: float) -> bool:
    """Wait for something; has it come?"""
    end = time.perf_counter() + seconds
    while not is_so() and time.perf_counter() < end:
        await asyncio.sleep(0.002)
    return is_so()


def able_to_move(told: list[bytes]) -> list[dict[str, object]]:
    """The last views of those seats that may move."""
    messages = [json.loads(text) for text in told]
    last = {message["seat"]: message for message in messages if message["type"] == "view"}
    return [view for view in last.values() if view["legal"]]


async def crowd(server: Server, options: argparse.Namespace) -> str:
    """Many watch one match: when does the last of them see a move?"""
    tally = Tally()
    ((one, other),) = await open_matches(server, options.game, 1, tally)
    table = server.post("/api/tables", {"game": options.game, "seats": [{"kind": "me"}, {"kind": "me"}]})
    seen: list[float] = []
    lasts: list[float] = []
    sockets = []

    def heard(text: bytes) -> None:
        if text.startswith(b'{"type":"view"'):
            seen.append(time.perf_counter())

    for _ in range(options.spectators):
        socket = await dial(server.port, heard)
        hello = {"type": "hello", "protocol": 1, "table": table["table"]}
        socket.send(json.dumps(hello).encode())
        sockets.append(socket)
    player = Seat(tally)
    told: list[bytes] = []
    player.heard = told.append
    await player.sit(server.port, str(table["table"]), str(table["token"]))
    await until(lambda: len(seen) >= options.spectators and bool(able_to_move(told)), 60)
    cpu, begin = server_cpu(server.process.pid), time.perf_counter()
    for count in range(60):
        able = able_to_move(told)
        if not able:
            break
        view = random.choice(able)
        seen.clear()
        start = time.perf_counter()
        wish = {"type": "move", "id": f"w{count}", "move": chosen(view["legal"]), "seen": 0, "seat": view["seat"]}
        player.socket.send(json.dumps(wish).encode())
        answered = f'"id":"w{count}"'.encode()
        if not await until(lambda answered=answered: any(answered in text for text in told), 10):
            tally.errors += 1
        elif await until(lambda: bool(seen), 0.3):  # else it was made in secret
            tally.errors += not await until(lambda: len(seen) >= options.spectators, 10)
            lasts.append(max(seen) - start)
            tally.done += 1
    tally.waits = lasts
    tally.stopping = True
    used = server_cpu(server.process.pid) - cpu
    line = tally.line("L3 crowd", time.perf_counter() - begin, used, spectators=options.spectators)
    del one, other
    return line.replace("ack", "last spectator")


async def again(server: Server, options: argparse.Namespace) -> str:
    """Everybody reconnects at once: when is the last of them live?"""
    tally = Tally()
    tally.stopping = True
    matches = await open_matches(server, options.game, options.matches, tally)
    seats = []
    for pair in matches:
        for seat in pair:
            seat.socket.transport.abort()
            seats.append(seat)
    await asyncio.sleep(1)
    live = asyncio.Semaphore(0)
    start = time.perf_counter()
    tally.on_view = lambda seat: live.release()
    done = []

    async def return_one(number: int, seat: Seat) -> None:
        await asyncio.sleep(options.over * number / len(seats))
        await seat.sit(server.port, seat.table, seat.token)

    done = [asyncio.create_task(return_one(n, seat)) for n, seat in enumerate(seats)]
    await asyncio.gather(*done)
    for _ in seats:
        await live.acquire()
    return (
        f"L5 again: {len(seats)} reconnects in {options.over:g} s, all live after {time.perf_counter() - start:.1f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["steady", "peak", "crowd", "again"])
    parser.add_argument("--game", default="ice_lake")
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--spare", type=int, default=16, help="peak: so many more matches for each, to follow")
    parser.add_argument("--spectators", type=int, default=500)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--over", type=float, default=10, help="again: the seconds in which all of them come back")
    parser.add_argument("--database")
    options = parser.parse_args()
    server = Server(options.database)
    try:
        import uvloop

        print(
            uvloop.run({"steady": steady, "peak": peak, "crowd": crowd, "again": again}[options.what](server, options))
        )
    finally:
        server.stop()


if __name__ == "__main__":
    main()
