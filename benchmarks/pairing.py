"""Quick pairing of a thousand: who come one after the other, and all at once. Do they all meet, and how soon?

    python benchmarks/pairing.py [--comers 1000] [--seats 2]

They want twelve kinds of matches: four games at three paces. Everything is written to the disk before it is answered.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import itertools
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from serving import served

from banquise.server.club import protocol as c
from banquise.server.club.pairing import PACES, Pairs

KINDS = list(itertools.product(("ice_lake", "alaska", "altitude", "ice_cult"), PACES))


def wishes(first: int, comers: int, seats: int) -> list[c.PairWish]:
    found = []
    for n in range(comers):
        game, pace = KINDS[n % len(KINDS)]
        ticket = base64.urlsafe_b64encode((first + n).to_bytes(16, "big")).decode().rstrip("=")
        chosen: Any = pace
        found.append(c.PairWish(game, seats, ticket, chosen, name=f"P{n}"))
    return found


async def measure(comers: int, seats: int) -> None:
    async with served() as here:
        pairs = Pairs(here.house)
        for at_once in (False, True):
            queue = wishes(1 + at_once * comers, comers, seats)
            took: list[float] = []

            async def come(one: c.PairWish, took: list[float] = took) -> None:
                start = time.perf_counter()
                await pairs.wait(one, None)
                took.append(1000 * (time.perf_counter() - start))

            start = time.perf_counter()
            if at_once:
                await asyncio.gather(*(come(one) for one in queue))
            else:
                for one in queue:
                    await come(one)
            spent = time.perf_counter() - start
            left = [one for one in queue if (await pairs.look(one.ticket)).table is None]
            assert len(left) < seats * len(KINDS)
            took.sort()
            print(
                f"{comers} {'at once' if at_once else 'one after the other'}: {comers - len(left)} sit at tables after "
                f"{spent:.1f} s; an answer takes {took[comers // 2]:.1f} ms, p99 {took[comers * 99 // 100]:.1f} ms"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--comers", type=int, default=1_000)
    parser.add_argument("--seats", type=int, default=2)
    asked = parser.parse_args()
    asyncio.run(measure(asked.comers, asked.seats))


if __name__ == "__main__":
    main()
