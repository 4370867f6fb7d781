"""With one seed random matches are the same matches for ever: moves, and the digest over the final states.

A change of code that is no change of rules leaves ``digests.txt`` as it is. A change of rules raises the version of its
game, and then ``python tests/games/test_digests.py`` writes the file anew.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools import TABLES, Table

from banquise.lab.simulate import simulate

PINNED = Path(__file__).parent / "digests.txt"


def line_of(table: Table) -> str:
    """A table and what three random matches at it come to."""
    game, seats, options = table
    run = simulate(game, seats, options, games=3, seed=7, engine="plain")
    others = [f"{o.name}={options[o.name]}" for o in game.options if options[o.name] != o.values[0]]
    return " ".join([game.name, str(seats), *others, f"moves={run.moves}", run.digest])


def test_random_matches_are_those_that_were_pinned(table: Table) -> None:
    assert line_of(table) in PINNED.read_text().splitlines()


if __name__ == "__main__":
    PINNED.write_text("".join(line_of(table) + "\n" for table in TABLES))
