"""What one more process buys: moves a second with 1, 2, 3 servers on one PostgreSQL, and what a move costs.

    python benchmarks/processes.py --matches 60 --seconds 10

PostgreSQL is started for it, in a folder of its own. The two people of a match are connected to different processes
wherever there are two, as behind a proxy without stickiness: every move is told across.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from load import Seat, Server, Tally, server_cpu

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from serving import Postgres, a_postgres, free_port


def database_cpu(postgres: Postgres) -> float:
    """Seconds of processor time that PostgreSQL has used so far."""
    first = int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
    used = server_cpu(first)
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == first:
            used += server_cpu(int(stat.parent.name))
    return used


async def sit(servers: list[Server], game: str, matches: int, tally: Tally) -> list[Seat]:
    """All matches, each of its people at another server."""
    seats = []
    for number in range(matches):
        here, there = servers[number % len(servers)], servers[(number + 1) % len(servers)]
        body = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}]}
        first = await asyncio.to_thread(here.post, "/api/tables", body)
        second = await asyncio.to_thread(there.post, f"/api/tables/{first['table']}/join", {})
        for server, seated in ((here, first), (there, second)):
            seat = Seat(tally)
            await seat.sit(server.port, str(first["table"]), str(seated["token"]))
            seats.append(seat)
    return seats


async def measure(servers: list[Server], postgres: Postgres, options: argparse.Namespace) -> str:
    """Flat out, for so many seconds."""
    tally = Tally()
    seats = await sit(servers, options.game, options.matches, tally)
    await asyncio.sleep(1)
    tally.waits.clear()
    tally.done = 0
    tally.ready = Seat.move
    tally.on_view = Seat.move
    cpu, database = sum(server_cpu(server.process.pid) for server in servers), database_cpu(postgres)
    start = time.perf_counter()
    for seat in seats:
        seat.move()
    await asyncio.sleep(options.seconds)
    seconds = time.perf_counter() - start
    cpu = sum(server_cpu(server.process.pid) for server in servers) - cpu
    database = database_cpu(postgres) - database
    over = sum(seat.over for seat in seats) // 2
    tally.stopping = True
    more = {"database us/move": round(database / max(1, tally.done) * 1e6), "matches over": over}
    return tally.line(f"{len(servers)} process{'es' * (len(servers) > 1)}", seconds, cpu, **more)


def main() -> None:
    """A line for each number of processes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--game", default="ice_cult")
    parser.add_argument("--processes", default="1,2,3")
    options = parser.parse_args()
    with a_postgres() as postgres:
        for count in map(int, options.processes.split(",")):
            database = postgres.fresh()
            with ThreadPoolExecutor() as threads:
                servers = list(threads.map(Server, [database] * count, [free_port() for _ in range(count)]))
                print(asyncio.run(measure(servers, postgres, options)), flush=True)
                list(threads.map(Server.stop, servers))


if __name__ == "__main__":
    main()
