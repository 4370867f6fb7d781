"""The speed of the search beside OpenSpiel's C++ MCTSBot, in one run.

Both sides search from the start of a match with one full random rollout in each simulation, on one core, without any
knowledge of the game: ours with the guide that knows nothing. The numbers of ours include imagining the hidden, theirs
need not imagine anything.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from banquise.bots import blind
from banquise.bots.mind import Budget, Mind, believed
from banquise.games import all_games
from banquise.kernel import fair
from banquise.kernel.game import Game
from banquise.research.bench.play import first_decision
from banquise.table import Match


@dataclass(frozen=True)
class SearchRow:
    """One line of the table."""

    what: str
    simulations_per_second: float
    times_peer: float | None = None


SLICES = 4  # both sides take turns, so that a machine's moods meet both


def ours(game: Game) -> Callable[[float], int]:
    """Our search with random rollouts to the end: a function that searches so long and says how many simulations."""
    mind, seats = Mind(game, blind), 2
    match = Match(game, seats, seed=fair.seed_from(1))
    seat = match.to_act[0]
    world = believed(game, match.state, seats, seat, 0)
    mind.think(world, Budget(50), guided=False)  # warm before the clock starts

    def search(seconds: float) -> int:
        done, start = 0, time.perf_counter()
        while (left := seconds - (time.perf_counter() - start)) > 0:
            done += mind.think(world, Budget(4000, left), seed=done, guided=False).simulations
        return done

    return search


def open_spiel(name: str) -> Callable[[float], int]:
    """OpenSpiel's MCTSBot, which never leaves C++ within a decision, likewise."""
    import pyspiel

    game = pyspiel.load_game(name)
    batch = 100
    searcher: Any = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 0), 2.0, batch, 1000, False, 0, False)

    def search(seconds: float) -> int:
        done, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            searcher.step(first_decision(game))
            done += batch
        return done

    return search


def side_by_side(searches: list[Callable[[float], int]], seconds: float) -> list[float]:
    """Simulations a second of processor time of each, measured in turns."""
    done, spent = [0] * len(searches), [0.0] * len(searches)
    for _ in range(SLICES):
        for number, search in enumerate(searches):
            start = time.process_time()
            done[number] += search(seconds / SLICES)
            spent[number] += time.process_time() - start
    return [count / span for count, span in zip(done, spent, strict=True)]


def search_bench(seconds: float = 2.0) -> list[SearchRow]:
    """Every game, each followed by its peer if it has one (``Game.search_peer``)."""
    rows = []
    for game in all_games():
        searches = [ours(game)] + ([open_spiel(game.search_peer)] if game.search_peer else [])
        mine, *theirs = side_by_side(searches, seconds)
        rows.append(SearchRow(f"{game.title}, 2 seats", mine, mine / theirs[0] if theirs else None))
        rows += [SearchRow(f"OpenSpiel MCTSBot, {game.search_peer}", rate) for rate in theirs]
    return rows
