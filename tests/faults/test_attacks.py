"""Attacks by people who know the protocol page and nothing else, on a server as `banquise serve` starts it.

Beside every attack honest people play: they wait no longer than they may, and nobody loses anything through others.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Iterator

import pytest
from attacking import DEFAULTS, P99, Raw, asked, duel, p99, post, reading, run, stopped, waits_beside
from serving import Player, Process, request
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidMessage, InvalidStatus


@pytest.fixture(scope="module")
def calm(tmp_path_factory) -> Iterator[Process]:
    """A server that nobody attacks."""
    with Process(f"sqlite:{tmp_path_factory.mktemp('calm')}/tables.db") as process:
        yield process


@pytest.fixture
def server(tmp_path) -> Iterator[Process]:
    with Process(f"sqlite:{tmp_path}/tables.db", *DEFAULTS) as process:
        yield process


# Frames -----------------------------------------------------------------------------------------

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
MASK = b"\0\0\0\0"
TINY = {
    "text": b"\x81\x81" + MASK + b"x",
    "empty text": b"\x81\x80" + MASK,
    "binary": b"\x82\x81" + MASK + b"x",
    "pings": b"\x89\x80" + MASK,
    "pongs": b"\x8a\x80" + MASK,
    "fragments": b"\x01\x80" + MASK + (b"\x00\x80" + MASK) * 999,
}


def upgraded(server: Process) -> Raw:
    """A bare socket that has become a WebSocket."""
    raw = Raw(server, UPGRADE)
    assert b" 101 " in raw.pipe.recv(4096)
    return raw


@pytest.mark.parametrize("kind", TINY)
def test_b7_tiny_frames_of_every_kind_cut_the_one_who_sends_them(server, calm, kind, capsys):
    """One anonymous socket, no hello: 6 MB of frames as small as can be."""

    async def story():
        async with duel(server) as (ann, _):
            await beside(ann)

    async def beside(ann):
        cut = []

        def attack():
            raw = upgraded(server)
            cut.append(raw.pour(TINY[kind], most=6_000_000, seconds=6))
            raw.close()
            request(server.http + "/health")
            cut.append(time.monotonic())

        start = time.monotonic()
        waits, bearable = await waits_beside(ann, calm, attack)
        with capsys.disabled():
            print(f"\nB7 {kind}: cut after {cut[0]:.2f} s, others wait {max(waits) * 1000:.0f} ms at most")
        assert cut[0] < 4 * bearable
        assert cut[1] - start < 12 * bearable  # health answered too
        assert p99(waits) < bearable

    run(story())


@pytest.mark.parametrize("kind", ["text", "pings"])
def test_b7_nothing_is_read_after_the_server_has_closed(server, calm, kind, capsys):
    """Whoever is told 4004 and goes on sending is not read, and soon not connected."""

    async def story():
        async with duel(server) as (ann, _):
            await beside(ann)

    async def beside(ann):
        hello = json.dumps({"type": "hello", "protocol": 1, "table": "nowhere"}).encode()
        cut = []

        def attack():
            raw = upgraded(server)
            raw.pipe.sendall(bytes([0x81, 0x80 | len(hello)]) + MASK + hello)
            while b"\x88" not in raw.pipe.recv(4096):
                pass
            cut.append(raw.pour(TINY[kind], most=50_000_000, seconds=6))
            raw.close()

        waits, bearable = await waits_beside(ann, calm, attack)
        with capsys.disabled():
            print(f"\nB7 {kind} after close: cut after {cut[0]:.2f} s, others wait {max(waits) * 1000:.0f} ms at most")
        assert cut[0] < 6 * bearable
        assert p99(waits) < bearable

    run(story())


def test_b7_pings_as_clients_send_them_are_answered(server):
    """The limit is none to those who keep a connection alive."""

    def ponged(raw: Raw, pings: int, pause: float) -> int:
        got = b""
        for _ in range(pings):
            raw.pipe.sendall(TINY["pings"])
            time.sleep(pause)
        raw.pipe.settimeout(0.5)
        with contextlib.suppress(OSError):
            while len(got) < 2 * pings:
                got += raw.pipe.recv(4096)
        return got.count(b"\x8a\x00")

    polite = upgraded(server)
    assert ponged(polite, 10, 0.05) == 10
    polite.close()


# Readers ----------------------------------------------------------------------------------------


def test_b8_a_hundred_readers_do_not_stand_in_a_players_way(server, calm, capsys):
    """A hundred at a time read a public table by HTTP; its people play on with ten seconds on the clock."""

    async def story():
        clock = {"kind": "match", "seconds": 10, "increment": 1, "late": "resign"}
        async with duel(server, game="ice_cult", clock=clock) as players, duel(calm) as (other, _):
            readers = await reading(server, f"/api/tables/{players[0].table['table']}", at_once=100)
            waits, elsewhere, made = [], [], 0
            until = time.monotonic() + 5
            while time.monotonic() < until:
                for player in players:
                    if player.view["legal"]:
                        start = time.monotonic()
                        answer = await player.move(player.view["legal"][0]["code"])
                        waits.append(time.monotonic() - start)
                        assert answer["type"] == "done", answer
                        made += 1
                elsewhere.append(await asked(other))
            counts = await stopped(readers)
            with capsys.disabled():
                worst = p99(waits) * 1000
                print(f"\nB8 readers: {counts} answers, {made} moves all done, p99 {worst:.0f} ms")
            assert set(counts) == {"200", "429"}
            assert made >= 10
            assert p99(waits) < max(P99, 3 * p99(elsewhere))

    run(story())


def test_b8_five_hundred_spectators_who_come_at_once_are_all_let_in(server, capsys):
    async def story():
        async with duel(server) as (ann, _):
            start = time.monotonic()
            comers = [Player.come(server.ws, ann.table["table"]) for _ in range(500)]
            coming = asyncio.gather(*comers)
            refused = 0
            while not coming.done():
                refused += (await ann.do("chat", text="welcome"))["type"] != "done"
                await asyncio.sleep(0.06)
            crowd = await coming
            came = sum(bool(player.views) and player.closed is None for player in crowd)
            with capsys.disabled():
                print(f"\nB8 crowd: {came} of 500 let in within {time.monotonic() - start:.1f} s, {refused} refused")
            assert came == 500
            assert refused == 0
            await asyncio.gather(*(player.leave() for player in crowd))

    run(story())


# Doors ------------------------------------------------------------------------------------------


async def let_in(server: Process, count: int) -> list[ClientConnection]:
    """So many try to connect; those who could."""
    inside = []
    for _ in range(count):
        try:
            inside.append(await connect(server.ws))
        except InvalidStatus as refused:
            assert refused.response.status_code == 503
        except (ConnectionError, InvalidMessage, EOFError):
            pass  # not even answered
    return inside


@pytest.mark.parametrize(("options", "served"), [(["--connections", "10"], 10), (["--connections-of-one", "6"], 6)])
def test_b11_connections_beyond_the_limit_are_refused_and_health_answers(tmp_path, options, served):
    async def story():
        with Process(f"sqlite:{tmp_path}/tables.db", *options, "--proxy", "192.0.2.1") as server:
            inside = await let_in(server, 50)
            assert len(inside) == served
            for path in ("/health", "/metrics"):
                assert (await asyncio.to_thread(request, server.http + path))[0] == 200
            if "--connections" in options:
                assert (await asyncio.to_thread(request, server.http + "/api/games"))[0] == 503
            for one in inside[:3]:
                await one.close()
            await asyncio.sleep(0.2)
            again = await let_in(server, 5)
            assert len(again) == 3  # whoever goes makes room
            for one in (*inside, *again):
                await one.close()

    run(story())


def test_a_second_server_on_one_file_is_refused_in_a_line(server, tmp_path):
    with pytest.raises(RuntimeError, match="is served by another process") as refused:
        Process(f"sqlite:{tmp_path}/tables.db")
    assert "Traceback" not in str(refused.value)


def test_a_damaged_file_is_named_in_a_line(tmp_path):
    file = tmp_path / "tables.db"
    with Process(f"sqlite:{file}") as server:
        for _ in range(30):
            post(server, "/api/tables", {"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "open"}]})
        server.stop()
    whole = bytearray(file.read_bytes())
    whole[4096 : len(whole) - 4096] = b"\xa5" * (len(whole) - 8192)
    file.write_bytes(whole)
    with pytest.raises(RuntimeError, match="the tables cannot be opened") as refused:
        Process(f"sqlite:{file}")
    assert "Traceback" not in str(refused.value)


def test_bodies_and_names_that_no_client_sends_are_refused_politely(server):
    deep = b"[" * 10_000
    for path in ("/api/tables", "/api/tables/x/join", "/api/studies"):
        assert request(server.http + path, deep)[0] in (400, 404)
    for name in ("%00", "a%00b", "%F0%9F%90%A7", "x" * 41, "..%2f"):
        for path in (f"/api/tables/{name}", f"/api/tables/{name}/record"):
            assert request(server.http + path)[0] in (400, 404), path

    async def story():
        for name in ("\0", "a\0b", "\ud800", "🐧"):
            player = await Player.come(server.ws, name)
            await player.until(lambda p=player: p.closed is not None)
            assert player.closed in (4004, 4001, 1007), player.closed

    run(story())


def test_figures_are_for_this_machine_or_with_a_token(tmp_path):
    with Process(f"sqlite:{tmp_path}/tables.db", "--metrics-token", "open sesame") as server:
        far = {"x-forwarded-for": "203.0.113.5"}  # as a proxy of this machine says
        assert request(server.http + "/metrics")[0] == 200
        assert request(server.http + "/metrics", headers=far)[0] == 403
        assert request(server.http + "/metrics", headers={**far, "authorization": "Bearer wrong"})[0] == 403
        assert request(server.http + "/metrics", headers={**far, "authorization": "Bearer open sesame"})[0] == 200


def test_addresses_behind_a_proxy_are_told_apart_if_it_is_trusted(tmp_path):
    body = {"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "open"}]}

    def made(server: Process, address: str) -> int:
        return request(server.http + "/api/tables", body, {"x-forwarded-for": address})[0]

    with Process(f"sqlite:{tmp_path}/a.db", "--tables", "2") as server:  # this machine is trusted by default
        assert [made(server, "203.0.113.1") for _ in range(3)] == [201, 201, 429]
        assert made(server, "203.0.113.2") == 201
    with Process(f"sqlite:{tmp_path}/b.db", "--tables", "2", "--proxy", "192.0.2.1") as server:
        assert [made(server, f"203.0.113.{n}") for n in range(3)] == [201, 201, 429]  # nobody else may say so
