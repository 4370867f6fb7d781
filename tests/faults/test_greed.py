"""Much that is asked for from one address, beside others who ask for little: bots, replays, connections."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import resource
import socket
import subprocess
import sys
import time
from pathlib import Path

from serving import Player, Process, request
from websockets.asyncio.client import connect

import banquise
from banquise.table import encode, to_record

GREEDY, HONEST = {"x-forwarded-for": "203.0.113.5"}, {"x-forwarded-for": "203.0.113.77"}
MOST_TABLES = 30


def run(story, seconds=100):
    asyncio.run(asyncio.wait_for(story, seconds))


def make(server: Process, seats: list[str], headers: dict[str, str]) -> dict:
    places = [{"kind": s} if s == "me" else {"kind": "bot", "level": s} for s in seats]
    status, seated = request(server.http + "/api/tables", {"game": "alaska", "seats": places}, headers)
    assert status == 201, seated
    return seated


async def come(server: Process, seated: dict, headers: dict[str, str]) -> Player:
    player = Player(await connect(server.ws, compression=None, max_size=None, additional_headers=headers))
    await player.say({"type": "hello", "protocol": 1, "table": seated["table"], "token": seated["token"]})
    await player.until(player.has_arrived)
    return player


async def bear_turns(player: Player, count: int) -> list[float]:
    """How long a bear takes over each of its turns against somebody who moves at once."""
    waits: list[float] = []
    while len(waits) < count:
        await player.until(lambda: player.view["to_act"] == [0], 60)
        while player.view["to_act"] == [0]:
            assert (await player.move(player.view["legal"][0]["code"]))["type"] == "done"
        start = time.monotonic()
        await player.until(lambda: player.view["to_act"] == [0], 60)
        waits.append(time.monotonic() - start)
    return waits


def test_b10_thirty_tables_of_bears_do_not_starve_an_honest_one(tmp_path, capsys):
    """One address watches thirty tables of four bears, and sits at as many with three. An honest bear hardly notices;
    the greedy ones' bears are answered for, and that is said.
    """

    async def story():
        options = ("--bots", "1", "--tables", "1000", "--bot-pause", "0")
        with Process(f"sqlite:{tmp_path}/tables.db", *options) as server:
            seated = await asyncio.to_thread(make, server, ["me", "bear"], HONEST)
            ann = await come(server, seated, HONEST)
            await bear_turns(ann, 1)
            usual = await bear_turns(ann, 2)
            crowd = []
            for number in range(2 * MOST_TABLES):
                seats = ["bear"] * 4 if number % 2 else ["me", "bear", "bear", "bear"]
                table = await asyncio.to_thread(make, server, seats, GREEDY)
                crowd.append(await come(server, table, GREEDY))
                if crowd[-1].table["you"] and crowd[-1].view["legal"]:
                    await crowd[-1].move(crowd[-1].view["legal"][0]["code"])
            beside = await bear_turns(ann, 3)
            said = [note for note in ann.notes if note["said"]["key"] == "note.relieved"]
            async with asyncio.timeout(30):  # whoever waits longest is told that a fox has moved
                while not any(note["said"]["key"] == "note.relieved" for one in crowd for note in one.notes):
                    await asyncio.sleep(0.2)
            with capsys.disabled():
                longest = f"{max(usual):.1f} s, beside {2 * MOST_TABLES} greedy tables {max(beside):.1f} s"
                print(f"\nB10: a bear's turn {longest}")
            assert said == []
            assert max(beside) < 2 * max(usual) + 4  # its own time, and what another has begun
            for one in (ann, *crowd):
                await one.leave()

    run(story())


def long_record() -> str:
    rng = random.Random(1)
    match = banquise.new("ice_cult", 4, seed=1)
    while not match.is_over and len(match.log) < 800:
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.legal(seat)))
    return encode(to_record(match, reveal=True)).decode()


def test_b10_replays_of_one_address_do_not_delay_those_of_another(tmp_path, capsys):
    record = long_record()

    def replay(server: Process, headers: dict[str, str]) -> tuple[int, float]:
        start = time.monotonic()
        status, _ = request(server.http + "/api/replay", {"record": record, "eyes": "everything"}, headers)
        return status, time.monotonic() - start

    async def story():
        with Process(f"sqlite:{tmp_path}/tables.db") as server:
            assert (await asyncio.to_thread(replay, server, HONEST))[0] == 200  # the readers are up
            await asyncio.gather(*(asyncio.to_thread(replay, server, one) for one in (HONEST, GREEDY)))
            status, usual = await asyncio.to_thread(replay, server, HONEST)
            many = [asyncio.create_task(asyncio.to_thread(replay, server, GREEDY)) for _ in range(30)]
            await asyncio.sleep(usual / 2)
            status, beside = await asyncio.to_thread(replay, server, HONEST)
            answers = [status for status, _ in await asyncio.gather(*many)]
            with capsys.disabled():
                print(f"\nB10 replays: {usual:.2f} s, beside 30 others {beside:.2f} s; theirs {sorted(set(answers))}")
            assert status == 200
            assert beside < 3 * usual + 1
            assert set(answers) <= {200, 503}
            assert answers.count(200) >= 4

    run(story())


def test_b11_running_out_of_descriptors_is_said_and_passes(tmp_path):
    """The system gives no more: those who are connected play on, the log says what is wrong, and it passes."""
    options = ("--connections", "4000")

    async def story():
        with Process(f"sqlite:{tmp_path}/tables.db", *options) as server:
            seated = await asyncio.to_thread(make, server, ["me", "random"], HONEST)
            ann = await come(server, seated, HONEST)
            resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (60, 60))
            crowd = []
            for _ in range(100):
                pipe = socket.socket()
                pipe.settimeout(1)
                with contextlib.suppress(OSError):
                    pipe.connect(("127.0.0.1", server.port))
                crowd.append(pipe)
            for count in range(5):
                assert (await ann.do("chat", text=f"still here {count}"))["type"] == "done"
                await asyncio.sleep(0.2)
            for pipe in crowd:
                pipe.close()
            lines = [json.loads(line) for line in server.output().splitlines() if line.startswith("{")]
            assert [line["level"] for line in lines if "no descriptor is left" in line["event"]] == ["error"], lines
            async with asyncio.timeout(20):
                while "there are descriptors again" not in server.output():
                    await asyncio.sleep(0.2)
            assert (await asyncio.to_thread(request, server.http + "/health"))[0] == 200
            await ann.leave()

    run(story())


def test_m1_tables_that_were_dropped_leave_no_memory_behind(capsys):
    """The same with 5,000 tables: python benchmarks/memory.py"""
    script = Path(__file__).parents[2] / "benchmarks" / "memory.py"
    run = subprocess.run([sys.executable, script, "--tables", "400"], capture_output=True, text=True, check=True)
    with capsys.disabled():
        print(f"\n{run.stdout.strip()}")
    assert int(re.search(r"([+-]\d+)% after the first", run.stdout)[1]) <= 20
