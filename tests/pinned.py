"""What random play and the search came to when Numba ran them last: kept, so that what was equal stays equal.

    python tests/pinned.py     play and search again and rewrite pinned.json

Written anew only where a rule, a guide or the search itself is meant to play differently.
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from tools import Variant, name_of

from banquise.bots import blind
from banquise.bots.mind import EDGE, NODE, Budget, Mind, World, imagined
from banquise.games import all_games
from banquise.kernel import playout
from banquise.kernel.chance import RNG_LENGTH, seed_rng
from banquise.kernel.compile import bound
from banquise.kernel.contract import CHANCE, NOBODY
from banquise.kernel.game import Game
from banquise.kernel.schema import State
from banquise.lab import visits
from banquise.lab.simulate import simulate

FILE = Path(__file__).with_name("pinned.json")
GAMES = 120
SIMULATIONS = 300
DEPTHS = (4, 30)  # steps of random play after which a search is pinned
SEEDS = (1, 2)


def variants(game: Game) -> list[Variant]:
    """The variants that the battery plays."""
    return list(visits.variants(game))


def random_play(variant: Variant) -> dict[str, Any]:
    """What many random matches of one variant came to."""
    game, seats, options = variant
    found = simulate(game, seats, options, games=GAMES, seed=11)
    return {
        "moves": found.moves,
        "steps": found.steps,
        "ends": found.ends,
        "wins": found.wins,
        "digest": found.digest,
    }


def searches(game: Game) -> list[tuple[int, bool, int, int]]:
    """Which searches are pinned: seats, guided, the seed, and the steps of random play before."""
    several = [seats for seats in (2, 4) if seats in game.seats]
    return [
        (seats, guided, seed, depth)
        for seats in several
        for guided in (True, False)
        for seed in SEEDS
        for depth in DEPTHS
    ]


def position(game: Game, seats: int, seed: int, depth: int) -> State:
    """A state with a decision to make, so many random steps after the start or a little later."""
    program, rng, out = bound(playout, game.rules), [0] * RNG_LENGTH, [0] * game.buffer
    state = game.schema.new()
    game.rules.setup(state, seats, game.option_values({}))
    seed_rng(rng, seed, depth)
    steps = 0
    while steps < depth or game.rules.to_act(state) == CHANCE:
        assert game.rules.to_act(state) != NOBODY, "the match was over before: pin a shorter one"
        program.random_step(state, seats, rng, out)
        steps += 1
    return state


def search(mind: Mind, seats: int, guided: bool, seed: int, depth: int) -> dict[str, Any]:
    """What one search came to: the decision, and every number of its tree."""
    game = mind.game
    state = position(game, seats, seed, depth)
    mask = game.rules.to_act(state)
    seat = max(seat for seat in range(seats) if mask >> seat & 1)
    world = World(game, imagined(game, state, seat, seed), seats, seat)
    thought = mind.think(world, Budget(SIMULATIONS, 3600.0), seed=seed, guided=guided)
    nodes, edges = mind._tree.used
    return {
        "position": game.schema.digest(state),
        "moves": thought.moves,
        "chances": thought.chances,
        "simulations": thought.simulations,
        "nodes": nodes,
        "edges": edges,
        "tree": tree(mind, nodes, edges),
    }


def tree(mind: Mind, nodes: int, edges: int) -> str:
    """A digest of all nodes and edges, field by field, to the last bit."""
    digest = hashlib.blake2b(digest_size=16)
    for rows, layout, count in ((mind._tree.nodes, NODE, nodes), (mind._tree.edges, EDGE, edges)):
        all_rows = [rows[number] for number in range(count)]
        for name in sorted(layout.spots):
            code = {"i4": "i", "i8": "q", "f8": "d"}[layout.spots[name].kind]
            digest.update(struct.pack(f"<{count}{code}", *(getattr(row, name) for row in all_rows)))
    return digest.hexdigest()


def label(seats: int, guided: bool, seed: int, depth: int) -> str:
    """The name of a search in the file."""
    return f"{seats} seats, {'guided' if guided else 'blind'}, seed {seed}, after {depth} steps"


def minds(game: Game) -> dict[bool, Mind]:
    """The two minds that are pinned: with the game's guide, and without."""
    return {True: Mind(game), False: Mind(game, blind)}


def kept() -> dict[str, Any]:
    """The file."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    pinned: dict[str, Any] = {"random play": {}, "search": {}}
    for game in all_games():
        pinned["random play"] |= {name_of(variant): random_play(variant) for variant in variants(game)}
        of_game = minds(game)
        pinned["search"][game.name] = {label(*which): search(of_game[which[1]], *which) for which in searches(game)}
        print(game.title)
    FILE.write_text(json.dumps(pinned, indent=1) + "\n", encoding="utf-8")
