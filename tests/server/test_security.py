"""What strangers may not do: B1 to B6 of docs/reliability, and what is shown of names and texts."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import socket
import time

import pytest
from serving import QUICK, Player, Process, request, served
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from banquise.server import protocol as p
from banquise.server.names import clean
from banquise.server.settings import Settings

FRAMES = int(os.environ.get("BANQUISE_FUZZ", "100000"))
CODES = set(p.ErrorCode.__args__)


def run(story, seconds=100):
    asyncio.run(asyncio.wait_for(story, seconds))


# B1 ---------------------------------------------------------------------------------------------

GOOD = [
    {"type": "move", "id": "a", "move": "GA", "seen": 0},
    {"type": "move", "id": "a", "move": 1, "seen": 0},
    {"type": "move", "id": "a", "move": [0, 1, 3], "seen": 2},
    {"type": "chat", "id": "b", "text": "hello"},
    {"type": "undo", "id": "c"},
    {"type": "consent", "id": "d", "yes": True},
    {"type": "claim", "id": "e", "of": 1, "level": "random"},
    {"type": "deputy", "id": "h", "level": "bear"},
    {"type": "seal", "id": "i", "entropy": "x"},
    {"type": "rematch", "id": "f", "entropy": "x"},
    {"type": "preview", "id": "g", "move": "GAD"},
    {"type": "hello", "protocol": 1, "table": "t"},
    {"type": "ping"},
]
ODD = [
    None,
    True,
    -1,
    2**63,
    2**64,
    10**40,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "\0",
    "x" * 600,
    [],
    {},
    [[[]]],
    "é\u202e",
]


def fuzzed(rng: random.Random) -> str | bytes:
    """A frame that is wrong in some way, or right by accident."""
    kind = rng.randrange(8)
    if kind == 0:
        return rng.randbytes(rng.randrange(60))
    if kind == 1:
        return "".join(chr(rng.choice([rng.randrange(32, 127), rng.randrange(0x300), 0x1F600])) for _ in range(40))
    if kind == 2:
        depth = rng.randrange(1, 1800)
        return "[" * depth + ("]" * depth if rng.random() < 0.5 else "")
    if kind == 3:
        depth = rng.randrange(1, 500)
        return '{"type":"move","id":"a","seen":0,"move":' + "[" * depth + "]" * depth + "}"
    message = dict(rng.choice(GOOD))
    if kind == 4:
        message[rng.choice([*message, "extra", "seat", "token"])] = rng.choice(ODD)
    elif kind == 5:
        message.pop(rng.choice(list(message)))
    text = json.dumps(message)
    if kind == 6:
        at = rng.randrange(len(text))
        text = text[:at] + chr(rng.randrange(1, 0x2FF)) + text[at + rng.randrange(3) :]
    if kind == 7:
        return text.encode()
    return text


@pytest.mark.slow
def test_b1_fuzzed_frames_are_answered_by_the_book_and_change_nothing(capsys):
    async def story():
        async with served() as here:
            # A spectator and a seated player of an open table: neither can change anything by legal means but talk.
            seated = await here.make("ice_lake", ["me", "open"])
            table = seated["table"]
            room = here.house.room(table)
            before = await room.look(lambda table: table.head)
            closes, answers, frames = 0, 0, 0
            for number in range(8):
                rng = random.Random(number)
                player = await Player.come(here.ws, table)
                for _ in range(FRAMES // 8):
                    if player.closed is not None:
                        closes += 1
                        assert player.closed in (1007, 1009), player.closed
                        player = await Player.come(here.ws, table)
                    try:
                        await player.say(fuzzed(rng))
                        frames += 1
                    except ConnectionClosed:
                        continue
                    if frames % 50 == 0:
                        await player.until(lambda p=player: len(p.messages) > 5 or p.closed)
                        for message in player.messages:
                            assert message["type"] in ("table", "refused", "error", "pong", "view"), message
                            assert message.get("code", "not_text") in CODES
                            assert message.get("code") != "fault", message
                            answers += 1
                        player.messages.clear()
                await player.leave()
            assert await room.look(lambda table: table.head) == before
            assert await room.look(lambda table: table.note_count) == 1
            with capsys.disabled():
                print(f"\nB1: {frames} fuzzed frames, {answers} answers looked at, 0 faults, 0 lines added to the log")

    run(story(), 100 + FRAMES / 100)


def errors(player):
    return [message["code"] for message in player.messages if message["type"] == "error"]


def test_b1_a_player_who_sends_rubbish_can_still_play():
    async def story():
        async with served() as here:
            ann, ben = await here.duel()
            view = ben.view["view"]
            for frame in (
                b"\x00\xff",
                "[" * 3000,
                '{"type":"move"}',
                '{"type":"fly","id":"x"}',
                '{"type":"ping","x":1}',
            ):
                told = len(errors(ann))
                await ann.say(frame)
                await ann.until(lambda told=told: len(errors(ann)) > told)
                assert errors(ann)[-1] in ("not_text", "bad_json", "bad_message")
            assert ben.view["view"] == view
            assert (await ann.move("GA"))["type"] == "done"

    run(story())


def test_b1_a_frame_over_four_kibibytes_closes_with_1009():
    async def story():
        async with served() as here:
            ann, _ = await here.duel()
            await ann.say("x" * 5000)
            await ann.until(lambda: ann.closed is not None)
            assert ann.closed == 1009

    run(story())


# B3 ---------------------------------------------------------------------------------------------

COMMANDS = [
    ("move", {"move": "GA", "seen": 0}),
    ("chat", {"text": "hi"}),
    ("undo", {}),
    ("consent", {"yes": True}),
    ("resign", {}),
    ("leave", {}),
    ("claim", {"of": 0, "level": "random"}),
    ("deputy", {"level": "random"}),
    ("seal", {"entropy": "x"}),
    ("reveal", {"part": "x"}),
    ("back", {}),
    ("rematch", {}),
    ("preview", {"move": "GA"}),
]


def test_b3_nobody_acts_for_a_seat_without_its_own_token(capsys):
    async def story():
        async with served() as here:
            ann, ben = await here.duel()
            elsewhere = await here.make("ice_lake", ["me", "open"])
            gone = await here.make("ice_lake", ["me", "open", "open"])
            left = await here.join(gone["table"])
            leaver = await Player.come(here.ws, gone["table"], left["token"])
            await leaver.do("leave")
            table, head = ann.table["table"], (await here.house.room(ann.table["table"]).look(lambda f: f.head))
            tampered = elsewhere["token"][:-1] + ("A" if elsewhere["token"][-1] != "A" else "B")
            checked = 0
            for token in (elsewhere["token"], tampered, left["token"], "A" * 22):
                player = await Player.come(here.ws, table, token)
                assert player.messages[0] == {
                    "type": "error",
                    "code": "token",
                    "text": "this token opens no seat at this table",
                }
                await player.until(lambda p=player: p.closed == 4003)
                checked += len(COMMANDS)
            void = await Player.come(here.ws, gone["table"], left["token"])
            await void.until(lambda: void.closed == 4003)  # expired: the seat was given up
            spectator = await Player.come(here.ws, table)
            for kind, more in COMMANDS:
                for seat in (None, 0, 1):
                    answer = await spectator.do(kind, **more, **({} if seat is None else {"seat": seat}))
                    assert answer["reason"]["key"] == "refused.not_seated"
                    checked += 1
            for kind, more in COMMANDS:
                if kind in ("leave", "back"):
                    continue  # these are about one's own seats, whatever the message says
                answer = await ann.do(kind, **more, seat=1)  # another's seat
                assert answer["type"] == "refused", (kind, answer)
                assert answer["reason"]["key"] == "refused.not_yours"
                checked += 1
            assert await here.house.room(table).look(lambda f: f.head) == head
            bare = await connect(here.ws)
            for kind, more in COMMANDS:
                await bare.send(json.dumps({"type": kind, "id": "x", **more}))
                assert json.loads(await bare.recv())["code"] == "hello_first"
                checked += 1
            await bare.close()
            with capsys.disabled():
                print(f"\nB3: {checked} commands without the seat's token, all refused, 0 lines added to the log")
            await ben.leave()

    run(story())


def test_tokens_are_stored_as_digests_only(tmp_path):
    async def story():
        async with served(database=f"sqlite:{tmp_path}/tables.db") as here:
            seated = await here.make("ice_lake", ["me", "me"])
            await Player.come(here.ws, seated["table"], seated["token"])
        stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert seated["token"].encode() not in stored
        assert seated["table"].encode() in stored

    run(story())


# B4 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        (None, True),
        ("http://127.0.0.1:{port}", True),
        ("http://localhost:{port}", False),  # not the address that this client used
        ("https://games.example.org", True),
        ("https://games.example.org.evil.example", False),
        ("http://games.example.org", False),
        ("http://evil.example", False),
        ("http://127.0.0.1:1", False),
        ("null", False),
        ("file://", False),
        ("", False),
    ],
)
def test_b4_foreign_origins_are_refused_before_the_upgrade(origin, allowed):
    async def story():
        async with served(origins=("https://games.example.org",)) as here:
            sent = {} if origin is None else {"Origin": origin.format(port=here.port)}
            try:
                door = await connect(here.ws, additional_headers=sent)
                opened = True
                await door.close()
            except InvalidStatus as refused:
                opened = False
                assert refused.response.status_code == 403
            assert opened is allowed
            body = {"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "me"}]}
            status, _ = await here.post("/api/tables", body, **sent)
            assert (status == 201) is allowed

    run(story())


# B5 ---------------------------------------------------------------------------------------------


async def ordinary_wait(here, players):
    """The longest that an ordinary player waits for an answer."""
    longest = 0.0
    for _ in range(10):
        start = time.monotonic()
        answer = await players[0].do("chat", text="x")
        assert answer["type"] == "done"
        longest = max(longest, time.monotonic() - start)
        await asyncio.sleep(0.05)
    return longest


def test_b5_a_flooder_is_refused_then_slowed_then_cut(capsys):
    async def story():
        async with served(Settings(bot_pause=0.0, tables_a_minute=1e6)) as here:
            players = await here.duel()
            flooder = await Player.come(here.ws, players[0].table["table"])
            start = time.monotonic()
            other = asyncio.create_task(ordinary_wait(here, players))
            try:
                while flooder.closed is None:
                    await flooder.say('{"type":"ping"}')
                    await asyncio.sleep(0)
            except ConnectionClosed:
                pass
            await flooder.until(lambda: flooder.closed is not None)
            cut = time.monotonic() - start
            assert flooder.closed == 4029
            assert any(message.get("code") == "too_fast" for message in flooder.messages)
            longest = await other
            with capsys.disabled():
                print(f"\nB5 flooder: cut after {cut:.2f} s, others waited {longest * 1000:.0f} ms at most")
            assert cut < 2

    run(story())


def test_b5_a_reader_who_never_reads_is_cut(capsys):
    async def story():
        async with served(outbox_bytes=60_000) as here:
            ann, ben = await here.duel()
            table = ann.table["table"]
            lazy = socket.socket()
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            lazy.connect(("127.0.0.1", here.port))
            lazy.sendall(
                b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            )
            assert b" 101 " in await asyncio.to_thread(lazy.recv, 400)
            hello = json.dumps({"type": "hello", "protocol": 1, "table": table}).encode()
            lazy.sendall(bytes([0x81, 0x80 | len(hello)]) + b"\0\0\0\0" + hello)
            room = here.house.room(table)
            while len(room.watchers) < 3:
                await asyncio.sleep(0.01)
            start = time.monotonic()
            told = 0
            while len(room.watchers) == 3:
                assert (await ann.do("chat", text="y" * 400))["type"] == "done"
                told += 1
                assert told < 5_000
            with capsys.disabled():
                took = time.monotonic() - start
                print(f"\nB5 reader who never reads: cut {took:.2f} s after starting to lag, {told} answers to others")
            assert (await ben.move("GA"))["type"] == "done"
            lazy.close()

    run(story())


def test_b5_half_open_handshakes_are_cut(capsys):
    async def story():
        async with served(handshake_seconds=0.5, hello_seconds=0.5) as here:
            ann, _ = await here.duel()
            halves = [socket.create_connection(("127.0.0.1", here.port)) for _ in range(50)]
            for half in halves[:25]:
                half.sendall(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgr")
            silent = Player(await connect(here.ws))
            start = time.monotonic()
            assert (await ann.move("GA"))["type"] == "done"
            for half in halves:
                half.settimeout(3)
                with contextlib.suppress(ConnectionResetError):
                    assert await asyncio.to_thread(half.recv, 1) == b""
                half.close()
            await silent.until(lambda: silent.closed == 4001)
            cut = time.monotonic() - start
            with capsys.disabled():
                print(f"\nB5 half-open: 50 connections and a silent one cut within {cut:.2f} s, others unmoved")
            assert cut < 3

    run(story())


def test_b5_whoever_hangs_up_leaves_nothing_behind():
    async def story():
        async with served() as here:
            ann, _ = await here.duel()
            tasks = len(asyncio.all_tasks())
            for _ in range(20):
                door = await connect(here.ws)
                await door.close()  # before a hello
            for _ in range(20):
                watcher = await Player.come(here.ws, ann.table["table"])
                await watcher.leave()
            for _ in range(100):
                if len(asyncio.all_tasks()) <= tasks + 1 and len(here.house.room(ann.table["table"]).watchers) == 2:
                    return
                await asyncio.sleep(0.02)
            raise AssertionError(f"{len(asyncio.all_tasks()) - tasks} tasks are left")

    run(story())


# B6 ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_b6_the_http_interface_under_schemathesis(tmp_path, capsys):
    """Hundreds of generated requests to every address: nothing answers 5xx or otherwise than described."""
    import subprocess
    import sys

    with Process(f"sqlite:{tmp_path}/tables.db") as server:
        command = [sys.executable, "-m", "schemathesis.cli", "run", f"{server.http}/api/openapi.json"]
        checks = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
        options = [
            "--checks",
            checks,
            "--max-examples",
            "25",
            "--phases",
            "coverage,fuzzing",
            "--seed",
            "7",
            "--no-color",
            "-H",
            f"Authorization: Bearer {'A' * 22}",  # a player with a card, until the card is deleted in the course of it
        ]
        result = subprocess.run([*command, *options], capture_output=True, text=True, check=False, cwd=tmp_path)
        with capsys.disabled():
            print("\nB6: " + " | ".join(result.stdout.strip().splitlines()[-3:]))
        assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-2000:]
        assert request(f"{server.http}/health")[0] == 200


# What is shown ----------------------------------------------------------------------------------


def test_pages_carry_a_strict_policy():
    async def story():
        async with served() as here:
            import urllib.request

            def look():
                with urllib.request.urlopen(here.http + "/") as answer:
                    return dict(answer.headers)

            headers = await asyncio.to_thread(look)
            policy = headers["content-security-policy"]
            assert "unsafe-inline" not in policy
            assert "'unsafe-eval'" not in policy  # WebAssembly may be compiled, text may not
            assert "default-src 'self'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in {name.lower() for name in headers}

    run(story())


def test_names_are_tidied():
    assert clean("\u202eevil\x00\n name") == "evil name"
    assert clean("@colour.red{0}") == "colour.red{0}"
    assert clean(" \u200b ") == "Guest"
    assert clean("<script>") == "<script>"  # escaped where it is shown, not here
    assert len(clean("x" * 100)) == 24


def test_too_many_tables_from_one_address_are_refused():
    async def story():
        async with served(QUICK, tables_a_minute=3) as here:
            body = {"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "open"}]}
            statuses = [(await here.post("/api/tables", body))[0] for _ in range(5)]
            assert statuses == [201, 201, 201, 429, 429]

    run(story())


def test_faults_on_the_wire_carry_no_traceback(monkeypatch):
    async def story():
        async with served() as here:
            ann, _ = await here.duel()

            def broken(*_):
                raise KeyError("secret-canary")

            monkeypatch.setattr("banquise.server.live.commands.clean", broken)
            answer_text = None
            await ann.say({"type": "chat", "id": "q", "text": "hi"})
            await ann.until(lambda: any(m["type"] in ("error", "refused") for m in ann.messages))
            answer_text = "".join(ann.frames)
            assert "secret-canary" not in answer_text
            assert "Traceback" not in answer_text

    run(story())
