"""Writes docs/environments/GAME.md: a page for each research environment, with the same headings.

python scripts/environment_pages.py            write the pages
python scripts/environment_pages.py --check    say whether they are as they would be written
"""

from __future__ import annotations

import sys
from pathlib import Path

from banquise.games import all_games
from banquise.kernel.game import Game
from banquise.research.observations import Observer

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "environments"


def page(game: Game) -> str:
    """The page of one environment."""
    number = game.version - 1
    observer = Observer(game)
    options = "".join(f"| `{o.name}` | {', '.join(f'`{v}`' for v in o.values)} | {o.about} |\n" for o in game.options)
    fields = "".join(
        f"| `{p.name}` | {p.start} | {' x '.join(map(str, p.shape)) or '1'} | {p.low} to {p.high} | {p.about} |\n"
        for p in observer.parts
    )
    seats = f"{game.seats[0]} to {game.seats[-1]}"
    return f"""# {game.title} (`banquise/{game.name}-v{number}`)

{game.summary} ({game.publisher}, {game.year}; author: {game.author}.)

```python
from banquise.research import {game.name}_v{number}

env = {game.name}_v{number}.env(seats={next(s for s in game.seats if s > 1)})
```

## Interfaces
| interface | how |
|---|---|
| PettingZoo | `from banquise.research import {game.name}_v{number}`: `env`, `raw_env`, `parallel_env` |
| Gymnasium | `import banquise.research.gym`, then `gymnasium.make("banquise/{game.name}-v{number}", opponent="fox")` |
| OpenSpiel | `import banquise.research.spiel`, then `pyspiel.load_game("python_banquise_{game.name}(seats=2)")` |
| batches | `banquise.research.batch.Batch("{game.name}", count=4096)`; on a GPU `banquise.research.gpu.GpuBatch` |

## Spaces
Seats: {seats}. Actions: {game.move_codes:,} codes, masked (in `info["action_mask"]`, and at the end of a PettingZoo or
Gymnasium observation). Observation: {observer.size:,} whole numbers, as the seat may see them:

| field | from | shape | bounds | what it is |
|---|---:|---|---|---|
{fields}
## Rewards
At the end only, zero-sum: 1 for a sole winner, -1/(seats - 1) for each loser, a shared win split, 0 for all if nobody
wins. {"Alone at the table the reward is the points." if game.seats[0] == 1 else ""}

## Options
| option | values, the usual first | meaning |
|---|---|---|
{options or "| none | | |" + chr(10)}
## Bounds
No match takes more than {game.longest:,} moves and outcomes together; a chance node has at most
{game.outcome_codes} outcomes.

## Versions
The number in the name moves when results can change, that is, with the version of the rules (now
{game.version}). It never moves for a refactor.

## What is reconstructed
{game.reconstructed}
"""


def main() -> None:
    """The command at the head of this file."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in all_games():
        file = FOLDER / f"{game.name}.md"
        if "--check" not in sys.argv:
            file.write_text(page(game), encoding="utf-8")
        elif file.read_text(encoding="utf-8") != page(game):
            sys.exit(f"{file.name} is out of date: python scripts/environment_pages.py")


if __name__ == "__main__":
    main()
