"""Writes docs/environments/GAME.md, a page for each research environment, and what is told of learning from its curves.

python scripts/environment_pages.py            write the pages
python scripts/environment_pages.py --check    say whether those that there are are as they would be written
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.research.baselines import MATCHES
from banquise.research.observations import Observer
from banquise.research.planes import planes
from banquise.research.zoo import version

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "environments"
BASELINES, LEARNING = FOLDER / "baselines.json", FOLDER / "learning.json"


def baselines(game: Game) -> str:
    """What simple players score, from the committed results."""
    rows = json.loads(BASELINES.read_text(encoding="utf-8")).get(game.name, [])
    players = list(MATCHES)
    lines = ["| seats | " + " | ".join(players) + " |", "|---:|" + "---:|" * len(players)]
    for seats in game.seats:
        found = {row["player"]: row for row in rows if row["seats"] == seats}
        lines.append(f"| {seats} | " + " | ".join(_score(found.get(player), seats) for player in players) + " |")
    matches = ", ".join(f"{player} {count:,}" for player, count in {r["player"]: r["matches"] for r in rows}.items())
    few, least = MATCHES["bear"], 0.025 ** (1 / MATCHES["bear"])  # the exact bound of 95 %
    alone = " Alone at the table the figure is the mean number of points." if game.seats[0] == 1 else ""
    return f"""The mean reward of a player at one seat, another in each match, with random players at the others, and
its standard error.{alone}
Matches for each figure: {matches}. The players are those of `docs/bots.md`. Made by
`python -m banquise.research.baselines --save docs/environments/baselines.json {game.name}`, which is seeded; a test
plays the first matches of a figure again and says when they go otherwise. A bear thinks its full time, so its matches
are few: whoever wins all of {few} may in truth win as little as {least:.0%} of them.

""" + "\n".join([*lines, *_learned(game)])


def _learned(game: Game) -> list[str]:
    """What the learner of the examples comes to, from the committed curves."""
    runs = json.loads(LEARNING.read_text(encoding="utf-8")).get(game.name)
    if runs is None:
        return []
    first = runs[0]
    won = ", ".join(f"{2 * run['curve'][-1][2] - 1:+.2f}" for run in runs)
    fox = f"; of 200 matches against a fox it won {first['fox']:.1%}" if "fox" in first else ""
    return [
        "",
        f"The learner of `examples/learn.py`, after {_minutes(first):.1f} minutes of one core against",
        f"{first['against']} players at a table of two, in {first['matches']:,} new matches: {won}",
        f"(seeds {_seeds(runs)}){fox}",
        "([how](learning.md)).",
    ]


def _score(row: dict[str, float] | None, seats: int) -> str:
    if row is None:
        return "not measured"
    sign = "" if seats == 1 else "+"
    return f"{row['score']:{sign}.2f} ± {row['error']:.2f}".replace("-", "−")


def _origin(game: Game) -> str:
    """Where a game comes from, as far as it says so."""
    author = f"author: {game.author}" if game.author else ""
    told = "; ".join(filter(None, [", ".join(filter(None, [game.publisher, game.year])), author]))
    return f" ({told}.)" if told else ""


def _reconstruction(game: Game) -> str:
    if not game.reconstructed:
        return "Nothing is reconstructed."
    kept = "What is missing is kept as data, so that the real pieces can replace it; that would move the number."
    return f"{game.reconstructed}\n{kept}"


# What was learned ---------------------------------------------------------------------------------

BEGIN, END = "<!-- from learning.json -->\n", "<!-- until here -->\n"
MOMENTS = (0.25, 0.5, 1.0, 1.5)  # minutes
DASHES = ("", "9 4", "2 4", "10 3 2 3")


def _minutes(run: dict[str, Any]) -> float:
    return float(run["curve"][-1][0])


def _seeds(runs: list[dict[str, Any]]) -> str:
    return ", ".join(str(run["seed"]) for run in runs)


def _by_then(run: dict[str, Any], minute: float) -> float:
    """The part of matches won at a moment while it learned."""
    return float(min(run["curve"][:-1], key=lambda point: abs(point[0] - minute))[2])


def learned(kept: dict[str, list[dict[str, Any]]]) -> str:
    """The table of what was learned, and the picture of it."""
    heads = [*(f"after {minute:g} min" for minute in MOMENTS), "decisions in all", "of 1,000 new matches won", "fox"]
    lines = ["| game | seed | " + " | ".join(heads) + " |", "|---|---:|" + "---:|" * len(heads)]
    for game in map(game_named, OWN):
        for run in kept[game.name]:
            _, decisions, won = run["curve"][-1]
            told = [f"{_by_then(run, minute):.0%}" for minute in MOMENTS]
            told += [f"{decisions:,}", f"{won:.1%}", f"{run['fox']:.1%}" if "fox" in run else ""]
            lines.append(f"| {game.title} | {run['seed']} | " + " | ".join(told) + " |")
    return "\n".join([*lines, "", "![Matches won against players at random, minute by minute](learning.svg)", ""])


def drawn(kept: dict[str, list[dict[str, Any]]]) -> str:
    """Lines over the minutes, one for each seed of a game."""
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 270" font-family="sans-serif" font-size="13">']
    longest = max(_minutes(run) for runs in kept.values() for run in runs)
    for percent in (40, 60, 80, 100):
        y = 410 - 4 * percent
        parts.append(f'<path d="M48 {y}H500" stroke="#b5d3df"/><text x="4" y="{y + 4}">{percent} %</text>')
    for minute in range(int(longest) + 1):
        parts.append(f'<text x="{48 + 440 * minute / longest:.0f}" y="266" text-anchor="middle">{minute} min</text>')
    lowest = 0.0
    order = sorted(kept.items(), key=lambda item: -item[1][0]["curve"][-1][2])
    for (name, runs), dashes in zip(order, DASHES, strict=True):
        for run in runs:
            points = [(48 + 440 * minute / longest, 410 - 400 * won) for minute, _, won in run["curve"]]
            spots = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
            parts.append(f'<polyline points="{spots}" fill="none" stroke="#12384f" stroke-dasharray="{dashes}"/>')
        lowest = max(414 - 400 * runs[0]["curve"][-1][2], lowest + 15)  # names do not lie over each other
        parts.append(f'<text x="540" y="{lowest:.0f}">{game_named(name).title}</text>')
        parts.append(f'<path d="M504 {lowest - 4:.0f}h32" stroke="#12384f" stroke-dasharray="{dashes}"/>')
    return "\n".join([*parts, "</svg>", ""])


def page(game: Game) -> str:
    """The page of one environment."""
    number = version(game.name)
    observer = Observer(game, game.usual_seats)
    options = "".join(f"| `{o.name}` | {', '.join(f'`{v}`' for v in o.values)} | {o.about} |\n" for o in game.options)
    fields = "".join(
        f"| `{p.name}` | {p.start} | {' x '.join(map(str, p.shape)) or '1'} | {p.low} to {p.high} | {p.about} |\n"
        for p in observer.parts
    )
    seats = game.for_seats.removesuffix(" seats")
    return f"""# {game.title} (`banquise/{game.name}-v{number}`)

{game.summary}{_origin(game)}

```python
from banquise.research import {game.name}_v{number}

env = {game.name}_v{number}.env(seats={next(s for s in game.seats if s > 1)})
```

## Interfaces
| interface | how |
|---|---|
| PettingZoo | `from banquise.research import {game.name}_v{number}`: `env`, `raw_env`, `parallel_env` |
| its registry | `import banquise.research.zoo`, then `pettingzoo.make("aec", "banquise/{game.name}-v{number}")` |
| Gymnasium | `import banquise.research.gym`, then `gymnasium.make("banquise/{game.name}-v{number}", opponent="fox")` |
| OpenSpiel | `import banquise.research.spiel`, then `pyspiel.load_game("python_banquise_{game.name}(seats=2)")` |
| batches | `banquise.research.batch.Batch("{game.name}", count=4096)`; its buffers speak DLPack |
| GPU | `banquise.research.gpu.GpuBatch("{game.name}", count=65536)`; needs CUDA and `banquise[gpu]` |

## Spaces
Seats: {seats}. Actions: {game.move_codes:,} codes, masked (in `info["action_mask"]`, and at the end of a PettingZoo or
Gymnasium observation). Observation: {observer.size:,} whole numbers at a table of {game.usual_seats}, as the seat may
see them. What cannot vary is left out: at a larger table there is more of it (`Observer(game, seats).parts`). As
`planes`: {planes(game, game.usual_seats).size:,} numbers from 0 to 1 (`planes(game, seats).parts`).

| field | from | shape | bounds | what it is |
|---|---:|---|---|---|
{fields}
No match takes more than {game.longest:,} moves and outcomes together; a chance node has at most {game.outcome_codes}
outcomes. Seats that decide at the same time are asked one after the other, and nobody sees what another has decided.

## Rewards
At the end only, zero-sum: 1 for a sole winner, -1/(seats - 1) for each loser, a shared win split, 0 for all if nobody
wins.{" Alone at the table the reward is the points." if game.seats[0] == 1 else ""}

An illegal move raises in `raw_env` and in batches; in `env` and in Gymnasium it loses at once (-1).

## Options
| option | values, the usual first | meaning |
|---|---|---|
{options or "| none | | |" + chr(10)}
## Versions
The number in the name moves when results can change: when the rules move to a new version (now {game.version}), when an
observation, an action code or a reward means something else, or when a seed gives another match. It never moves for a
refactor, a faster program or a new option with the old one as its usual value. An older number is refused and the
present one is named: results of two numbers are never mixed up.

## Reconstruction note
{_reconstruction(game)}

## Baseline scores
{baselines(game)}
"""


def main() -> None:
    """The command at the head of this file."""
    kept = json.loads(LEARNING.read_text(encoding="utf-8"))
    about = FOLDER / "learning.md"
    before, _, rest = about.read_text(encoding="utf-8").partition(BEGIN)
    wanted = {FOLDER / f"{game.name}.md": page(game) for game in map(game_named, OWN)}
    wanted[about] = f"{before}{BEGIN}\n{learned(kept)}\n{END}{rest.partition(END)[2]}"
    wanted[FOLDER / "learning.svg"] = drawn(kept)
    for file, text in wanted.items():
        if "--check" not in sys.argv:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            sys.exit(f"{file.name} is out of date: python scripts/environment_pages.py")


if __name__ == "__main__":
    main()
