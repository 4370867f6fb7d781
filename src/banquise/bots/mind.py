"""A mind: the search bound to one game, with the storage it thinks in.

A mind is made once and thinks often; nothing is allocated for each decision but what it answers. It receives a state
and at once imagines what the seat cannot know, before anything else looks at it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from banquise.bots import blind, search
from banquise.kernel.chance import WORDS, below, seed_rng
from banquise.kernel.compile import bound, compiled, is_warm
from banquise.kernel.contract import CHANCE
from banquise.kernel.game import Game
from banquise.kernel.schema import State
from banquise.kernel.sight import Eyes, compiled_eyes

NODES = 1 << 16
EDGES = 1 << 19
PATH = 512
MEGABYTES = 25  # what a mind holds once all its storage has been touched

NODE = np.dtype(
    {
        "names": ["key", "total", "first", "count", "visits", "seat", "mixes"],
        "formats": ["i8", "f8", "i4", "i4", "i4", "i4", "i4"],
    },
    align=True,
)
EDGE = np.dtype(
    {
        "names": ["total", "regret", "mixture", "prior", "move", "visits"],
        "formats": ["f8", "f8", "f8", "f8", "i4", "i4"],
    },
    align=True,
)
STEP = np.dtype({"names": ["odds", "node", "edge"], "formats": ["f8", "i4", "i4"]}, align=True)
PLAN = np.dtype(
    {
        "names": ["explore", "seat", "seats", "horizon", "width", "guided", "smooth"],
        "formats": ["f8", "i4", "i4", "i4", "i4", "i4", "i4"],
    },
    align=True,
)

DECISIVE = 0.15  # of a mixture, moves with less than this part of the likeliest one's chance are left out
FOLLOWED = 64  # a further move is decided from the same search if it was looked at so often
LOOKS = 8  # how often a search asks itself at least whether its decision is settled
LOOK = 1000  # and how many simulations it does at most before it asks again
_ENDLESS = 1 << 30
BATCH_SECONDS = 0.02  # how often the clock and a wish to stop are looked at


@dataclass(frozen=True)
class Budget:
    """How long to think: so many simulations, but no longer than so many seconds."""

    simulations: int
    seconds: float = 60.0


@dataclass(frozen=True)
class Thought:
    """What came of thinking: moves to be made one after another, and what led to them."""

    moves: list[int]
    chances: list[float]  # of each seat, to win
    tried: dict[int, float]  # the first move's alternatives: how much each was tried or mixed in, adding up to 1
    simulations: int
    seconds: float
    mixed: bool = False  # was the first move drawn from a mixture?


def guide_of(game: Game) -> ModuleType:
    """The game's own guide, or the one that knows nothing."""
    name = f"{game.rules.__name__.rpartition('.')[0]}.guide"
    return import_module(name) if find_spec(name) else blind


def needs_compiling(game: Game) -> bool:
    """Will the first thought have to wait for the compiler?"""
    return not is_warm(search, game.rules, guide_of(game))


def imagined(game: Game, state: State, seat: int, seed: int, stream: int = 0) -> State:
    """A world that a seat can believe: a copy in which all that it cannot know is drawn anew."""
    world, rng = state.copy(), [0] * WORDS
    seed_rng(rng, seed, stream)
    game.rules.imagine(world, seat, rng)
    return world


def _rows(kind: np.dtype[np.void], count: int) -> list[Any]:
    """Rows of a table as plain objects: Python counts in ints that never overflow, and quicker than on records."""
    blank = {name: 0.0 if kind[name].kind == "f" else 0 for name in kind.names or ()}
    return [SimpleNamespace(**blank) for _ in range(count)]


def _to_rows(table: Any, rows: list[Any]) -> None:
    for record, row in zip(table, rows, strict=True):
        for name in table.dtype.names:
            setattr(row, name, record[name].item())


def _from_rows(rows: list[Any], table: Any, count: int) -> None:
    for number in range(count):
        table[number] = tuple(getattr(rows[number], name) for name in table.dtype.names)


@cache
def _eyes(game_name: str, schema: Any) -> Eyes:
    return Eyes(schema)


class Mind:
    """The search for one game, ready to think. ``plain`` runs it without the compiler: slow, and the same decisions."""

    def __init__(self, game: Game, guide: ModuleType | None = None, *, plain: bool = False):
        self.game = game
        self._is_loaded = False
        self.guide = guide or guide_of(game)
        self.plain = plain
        self.explore: float = getattr(self.guide, "EXPLORE", 0.9)
        self.horizon: int = getattr(self.guide, "HORIZON", _ENDLESS)
        self.horizon_a_seat: int = getattr(self.guide, "HORIZON_A_SEAT", 0)  # where it grows with the seats
        self.width: int = getattr(self.guide, "WIDTH", 40)
        self.smooth: int = getattr(self.guide, "SMOOTH", 0)
        self._eyes = _eyes(game.name, game.schema)
        self._plain_guide = bound(self.guide, game.rules)
        self._nodes = np.zeros(NODES, NODE)
        self._edges = np.zeros(EDGES, EDGE)
        self._slots: Any = np.full(2 * NODES, search.NONE, np.int32)
        self._path = np.zeros(PATH, STEP)
        self._plan = np.zeros(1, PLAN)
        self._pace = 2000.0  # simulations a second, as seen last
        if plain:
            self._program = bound(search, game.rules, self.guide)
            self._states: Any = [game.schema.new(), game.schema.new()]
            self._sight: Any = self._eyes
            self._rows: tuple[Any, ...] = (
                _rows(NODE, NODES),
                _rows(EDGE, EDGES >> 3),
                _rows(STEP, PATH),
                _rows(PLAN, 1),
            )
            self._slots = [search.NONE] * len(self._slots)
        else:
            self._program = compiled(search, game.rules, self.guide)
            self._states = game.schema.records(2)
            self._sight = compiled_eyes(game.schema, self._states)
            self._rows = (self._nodes, self._edges, self._path, self._plan)

    def think(
        self,
        state: State,
        seats: int,
        seat: int,
        budget: Budget,
        *,
        seed: int = 0,
        guided: bool = True,
        stop: Callable[[], bool] = lambda: False,
    ) -> Thought:
        """Decide for a seat (-1: nobody's eyes, only to estimate). Budgets of simulations repeat exactly with the seed.

        ``guided`` lets rollouts follow the guide and end at its horizon; otherwise they are random and go to the end.
        """
        if not self._is_loaded:
            self._is_loaded = True  # loading or compiling the search takes time, but it is no thinking
            self.think(state, seats, seat, Budget(1, float("inf")), seed=seed, guided=guided)
        start = time.perf_counter()
        world = imagined(self.game, state, seat, seed)
        self._begin(world, seats, seat, guided)
        done, chances = self._run(budget, seed, seats, start, stop)
        moves, tried = self._decide(world, seat, seed) if seat >= 0 else ([], {})
        mixed = bool(self._used[0] and self._nodes[0]["mixes"])
        return Thought(moves, chances, tried, done, time.perf_counter() - start, mixed)

    def _begin(self, world: State, seats: int, seat: int, guided: bool) -> None:
        if self.plain:
            self._states[search.ROOT] = world
        else:
            self.game.schema.to_record(world, self._states[search.ROOT])
        self._slots[:] = [search.NONE] * len(self._slots) if self.plain else search.NONE
        self._used: Any = [0, 0] if self.plain else np.zeros(2, np.int64)
        plan = self._plan[0]
        plan["explore"], plan["width"] = self.explore, self.width
        plan["seat"], plan["seats"], plan["guided"] = seat, seats, guided
        plan["horizon"] = (self.horizon_a_seat * seats or self.horizon) if guided else _ENDLESS
        plan["smooth"] = self.smooth if guided else 0
        if self.plain:
            _to_rows(self._plan, self._rows[3])

    def _run(
        self, budget: Budget, seed: int, seats: int, start: float, stop: Callable[[], bool]
    ) -> tuple[int, list[float]]:
        """Simulate in batches until the budget is spent, the decision is settled, or somebody says stop.

        How many, and what each seat got on average: in the second half, as the first is for finding out.
        """
        nodes, edges, path, plan = self._rows
        make: Callable[[int], Any] = (lambda n: [0] * n) if self.plain else (lambda n: np.zeros(n, np.int64))
        rng, moves, weights = make(WORDS), make(self.game.buffer), make(self.game.buffer)
        values, sums = make(seats), make(seats)
        early, early_sums = 0, [0] * seats
        seed_rng(rng, seed, 1)
        rng = rng if self.plain else np.array(rng, np.int64)
        done, looks = 0, 1
        all_looks = max(LOOKS, budget.simulations // LOOK)
        while done < budget.simulations and not stop():
            # How soon the clock is looked at depends on the machine; what is decided does not.
            look = budget.simulations * looks // all_looks
            count = min(max(look - done, 1), max(1, int(self._pace * BATCH_SECONDS)))
            before = time.perf_counter()
            self._program.simulate(
                count,
                self._states,
                self._sight,
                nodes,
                edges,
                self._slots,
                self._used,
                path,
                plan[0],
                rng,
                moves,
                weights,
                values,
                sums,
            )
            if self.plain:
                _from_rows(self._rows[0], self._nodes, self._used[0])
                _from_rows(self._rows[1], self._edges, self._used[1])
            done += count
            now = time.perf_counter()
            self._pace = count / max(now - before, 1e-6)
            if now - start > budget.seconds:
                break
            if done >= look:
                looks += 1
                if 2 * done <= budget.simulations:
                    early, early_sums = done, [int(total) for total in sums]
                if self._is_settled(budget.simulations - done):
                    break
        if early == done:
            early, early_sums = 0, [0] * seats
        count = 1000 * max(done - early, 1)
        return done, [round((int(s) - e) / count, 4) for s, e in zip(sums, early_sums, strict=True)]

    # Deciding -----------------------------------------------------------------------------------

    def _edges_of(self, node: int) -> Any:
        first = int(self._nodes[node]["first"])
        return self._edges[first : first + int(self._nodes[node]["count"])]

    def _is_settled(self, left: int) -> bool:
        """Can no alternative overtake the first move any more? A mixture is settled when it has long been pure."""
        if self._used[0] == 0:
            return False
        root = self._nodes[0]  # the thinking seat decides first in every simulation: its node is the first one made
        if int(root["seat"]) != int(self._plan[0]["seat"]):
            return False
        if root["mixes"]:
            mixture = self._edges_of(0)["mixture"]
            return bool(root["visits"] > left and mixture.max() > 0.97 * mixture.sum())
        visits = np.sort(self._edges_of(0)["visits"])
        return len(visits) > 1 and bool(visits[-1] - visits[-2] > left)

    def _decide(self, world: State, seat: int, seed: int) -> tuple[list[int], dict[int, float]]:
        """The first move, and further ones of the same seat as long as nothing happens between them.

        The same search has thought about those too; they are taken from it while it looked at them often enough.
        Some worlds are played along, so that a move which shows something new to the seat ends the row.
        """
        rules, rng = self.game.rules, [0] * WORDS
        seed_rng(rng, seed, 2)
        worlds = [world, *(imagined(self.game, world, seat, seed, stream) for stream in (3, 4))]
        for each in worlds:
            self._plain_guide.reopen(each, seat)
        moves: list[int] = []
        tried: dict[int, float] = {}
        while len(moves) < PATH:
            choices = self._choices(worlds, seat)
            if not choices:
                break
            if len(choices) == 1:
                move = choices[0]
                tried = tried or {move: 1.0}
            else:
                node = self._node(worlds, seat)
                if node is None or (moves and not self._is_followed(node)):
                    break
                move, shares = self._settle_on(node, rng)
                tried = tried or shares
            moves.append(move)
            for each in worlds:
                rules.play(each, seat, move)
        return moves or [self._choices(worlds, seat)[0]], tried

    def _choices(self, worlds: list[State], seat: int) -> list[int]:
        """The legal moves of the seat if it may move next in all the worlds alike; else none."""
        found = []
        for world in worlds:
            mask = self.game.rules.to_act(world)
            out = [0] * self.game.buffer
            acts = mask != CHANCE and mask >> seat & 1
            found.append(out[: self.game.rules.legal_moves(world, seat, out)] if acts else [])
        return found[0] if all(one == found[0] for one in found) else []

    def _node(self, worlds: list[State], seat: int) -> int | None:
        """The node of what the seat sees, if it sees the same in all the worlds."""
        keys = {self._eyes.glimpse(world, seat) for world in worlds}
        if len(keys) != 1:
            return None
        at = np.nonzero(self._nodes["key"][: int(self._used[0])] == keys.pop())[0]
        return int(at[0]) if len(at) else None

    def _is_followed(self, node: int) -> bool:
        visits = int(self._nodes[node]["visits"])
        return visits >= FOLLOWED and visits * 16 >= int(self._nodes[0]["visits"])

    def _settle_on(self, node: int, rng: list[int]) -> tuple[int, dict[int, float]]:
        """The move tried most; where moves are mixed, one drawn from the average mixture, rare ones left out."""
        edges = self._edges_of(node)
        worth = edges["mixture"] if self._nodes[node]["mixes"] else edges["visits"].astype(np.float64)
        shares = {int(m): float(w) for m, w in zip(edges["move"], worth / max(worth.sum(), 1e-9), strict=True)}
        if not self._nodes[node]["mixes"]:
            means = edges["total"] / np.maximum(edges["visits"], 1)
            best = max(range(len(edges)), key=lambda i: (edges["visits"][i], means[i]))
            return int(edges["move"][best]), shares
        kept = np.where(worth >= DECISIVE * worth.max(), worth, 0.0)
        left = below(rng, search.FINE) / search.FINE * float(kept.sum())
        for move, part in zip(edges["move"], kept, strict=True):
            left -= float(part)
            if left < 0:
                return int(move), shares
        return int(edges["move"][int(np.argmax(kept))]), shares
