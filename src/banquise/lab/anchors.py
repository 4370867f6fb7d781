"""The bots on one scale for each game and number of seats: ``python -m banquise.lab.anchors FOLDER`` prints it as JSON.

``FOLDER`` holds saved ladders (``docs/ladder``), each of two neighbours. What comes of them is kept in the server
(``server/club/ladder.json``), where it anchors the ratings of people; a test keeps the two equal. All matches of a pair
count, by whichever version of the rules; those of hurried bots (``--thinking``, ``bear@0.2``) and with options do not.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from banquise.lab.ladder import PairScore, bradley_terry

CHAIN = ("hare", "fox", "wolf", "bear", "yeti")  # each was measured against its neighbours, where it plays
ZERO = "fox"  # needs no time to think, so it is the same on every machine

Scale = dict[str, tuple[float, float]]  # a bot's Elo above the fox, and half the width of its 95 % interval


def anchors(folder: Path) -> dict[str, dict[str, Scale]]:
    """The scale of every game and number of seats that was measured."""
    found: dict[tuple[str, int], list[PairScore]] = {}
    for file in sorted(folder.glob("*.json")):
        ladder: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        if ladder["thinking"] != 1 or ladder["options"]:
            continue
        for pair in ladder["pairs"]:
            if not {pair["one"], pair["other"]} <= set(CHAIN):
                continue
            score = PairScore(pair["one"], pair["other"], pair["games"], pair["decided"], pair["one_points"])
            found.setdefault((ladder["game"], ladder["seats"]), []).append(score)
    told: dict[str, dict[str, Scale]] = {}
    for (game, seats), pairs in sorted(found.items()):
        told.setdefault(game, {})[str(seats)] = _scale(pairs)
    return told


def _scale(pairs: list[PairScore]) -> Scale:
    """From the fox upwards and downwards, as far as neighbours have met."""
    start = CHAIN.index(ZERO)
    scale: Scale = {ZERO: (0.0, 0.0)}
    for steps, sign in ((range(start, len(CHAIN) - 1), 1), (range(start - 1, -1, -1), -1)):
        elo, variance = 0.0, 0.0
        for at in steps:
            met = [pair for pair in pairs if {pair.one, pair.other} == {CHAIN[at], CHAIN[at + 1]}]
            if not met:
                break
            above, half = bradley_terry([CHAIN[at], CHAIN[at + 1]], met)[CHAIN[at + 1]]
            elo += sign * 2 * above  # the mean of two is zero: each stands half the way from it
            variance += (2 * half) ** 2
            scale[CHAIN[at + (sign > 0)]] = (round(elo, 1), round(math.sqrt(variance), 1))
    return {level: scale[level] for level in CHAIN if level in scale}


if __name__ == "__main__":
    import sys

    sys.stdout.write(json.dumps(anchors(Path(sys.argv[1])), indent=1) + "\n")
