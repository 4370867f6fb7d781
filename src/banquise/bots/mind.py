"""A mind: the search bound to one game, with the storage it thinks in.

A mind is made once and thinks often; nothing is allocated for each decision but what it answers. What it is given is a
``World``: all that the seat cannot know was imagined before, at the border.
"""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from banquise.bots import blind, search, taught
from banquise.bots.deciding import LONGEST, RARELY, Found, Looked, Memory, Row, Tried, row
from banquise.kernel.chance import RNG_LENGTH, seed_rng
from banquise.kernel.compile import bound
from banquise.kernel.game import Game, Guide
from banquise.kernel.layout import Layout, layout
from banquise.kernel.schema import State
from banquise.kernel.sight import Eyes, masks
from banquise.kernel.tuning import ENDLESS, Tuning
from banquise.kernel.wasm import INT, Buffer, Code, Room, translate
from banquise.kernel.wasm.export import imported

NODES = 1 << 16
EDGES = 1 << 19
PATH = LONGEST
MEGABYTES = 25  # what a mind holds once all its storage has been touched

NODE = layout("node", key="i8", total="f8", first="i4", count="i4", visits="i4", seat="i4", mixes="i4")
EDGE = layout("edge", total="f8", regret="f8", mixture="f8", prior="f8", move="i4", visits="i4")
STEP = layout("step", odds="f8", node="i4", edge="i4")
PLAN = layout("plan", explore="f8", seat="i4", seats="i4", horizon="i4", width="i4", guided="i4", smooth="i4")

TRANSLATED = (
    Path(__file__).parent / "translated"
)  # where a browser's copy of the house has its searches (banquise.site)
LOOKS = 8  # how often a search asks itself at least whether its decision is settled
LOOK = 1000  # and how many simulations it does at most before it asks again
BATCH_SECONDS = 0.02  # how often the clock and a wish to stop are looked at
STREAM = 1  # of chance, for a search
PART_STREAMS = 100  # and behind it those of the parts of a shared one


@dataclass(frozen=True)
class Budget:
    """How long to think: so many simulations, but no longer than so many seconds, and no longer than is needed.

    A part of a search goes on to its end even when its own decision is settled: it does not know the others'.
    """

    simulations: int
    seconds: float = 60.0
    settles: bool = True


@dataclass(frozen=True)
class Thought:
    """What came of thinking: moves to be made one after another, and what led to them."""

    moves: list[int]
    chances: list[float]  # of each seat, to win
    tried: dict[int, float]  # the first move's alternatives: how much each was tried or mixed in, adding up to 1
    simulations: int
    seconds: float
    mixed: bool = False  # was the first move drawn from a mixture?


def guide_of(game: Game) -> Guide:
    """The game's own guide, or the one that knows nothing."""
    return game.guide or blind


def imagined(game: Game, state: State, seat: int, seed: int, stream: int = 0) -> State:
    """A world that a seat can believe: a copy in which all that it cannot know is drawn anew."""
    world, rng = state.copy(), [0] * RNG_LENGTH
    seed_rng(rng, seed, stream)
    game.rules.imagine(world, seat, rng)
    return world


@dataclass(frozen=True)
class World:
    """What a seat can believe: a state in which all that it cannot know was drawn anew. ``believed`` makes one.

    Whoever thinks is handed a world and never a state, so that it has nothing to leak. Nobody's eyes (seat -1) see what
    is public.
    """

    game: Game
    state: State
    seats: int
    seat: int


def believed(game: Game, state: State, seats: int, seat: int, seed: int) -> World:
    """Imagine, once, at the border between the table and those who think.

    The seed is mixed with what the seat sees, so one seed serves a whole match, and nothing hidden steers it.
    """
    own = mixed_seed(game, state, seat, seed) if seat >= 0 else seed
    return World(game, imagined(game, state, seat, own), seats, seat)


def mixed_seed(game: Game, state: State, seat: int, seed: int) -> int:
    """A seed for this decision alone; the same in every world that the seat can believe."""
    return (seed * 0x9E3779B97F4A7C15 ^ _eyes(game.name, game.schema).glimpse(state, seat)) & 0x7FFFFFFFFFFFFFFF


@lru_cache(maxsize=16)
def searching(
    game: Game,
    guide: Guide,
    checked: bool = False,
    count: int = NODES,
    edge_count: int = EDGES,
    net: tuple[int, int, int] | None = None,
) -> Code:
    """The search of a game by a guide, with room for so many nodes and edges, translated once in a process.

    ``net`` is how many units the network has that the guide asks, if it asks one.
    """
    room = Room()
    storage = storage_in(room, game, guide, room.structs("states", game.schema.layout, 2), count, edge_count, net)
    name = file_name(game, net is not None)
    usual = not checked and (count, edge_count) == (NODES, EDGES) and guide is _guide(game, net is not None)
    if usual and (TRANSLATED / f"{name}.wasm").exists():
        return imported(TRANSLATED, name, room)
    return translate(search, room, {"simulate": (INT, storage)}, rules=game.rules, guide=guide, checked=checked)


def storage_in(
    room: Room, game: Game, guide: Guide, states: Buffer, count: int, edge_count: int, net: tuple[int, int, int] | None
) -> search.Storage:
    """All that a search works in, laid out in a room; its states are the first two of those."""
    eyes = room.seen_as("longs", states, "i8"), room.lookup("masks", masks(game.schema))
    nodes, edges = room.structs("nodes", NODE, count), room.structs("edges", EDGE, edge_count)
    slots, used = room.numbers("slots", 2 * count, kind="i4"), room.numbers("used", 2)
    path, plan = room.structs("path", STEP, PATH), room.struct("plan", PLAN)
    rng, moves = room.numbers("rng", RNG_LENGTH), room.numbers("moves", game.buffer)
    weights = room.numbers("weights", game.buffer)
    values = room.numbers("values", game.schema.seats, counted=True)
    sums = room.numbers("sums", game.schema.seats)
    asked = taught.room_for(guide, room, game.schema.seats, *net) if net else weights
    return search.Storage(states, eyes, nodes, edges, slots, used, path, plan, rng, moves, weights, values, sums, asked)


def search_of(game: Game, guide: Guide, net: taught.Weights | None = None, checked: bool = False) -> Code:
    """The search that a mind thinks with: with the usual room, and that for a network if it asks one."""
    return searching(game, guide, checked, NODES, EDGES, (net.units, net.deep, len(net.taste_last)) if net else None)


def file_name(game: Game, is_taught: bool) -> str:
    """What a browser's copy calls the search of a game: the guide's own, or the one that asks the network."""
    return f"{game.name}-yeti" if is_taught else game.name


def _guide(game: Game, is_taught: bool) -> Guide | None:
    return taught.facts_of(game) if is_taught else guide_of(game)


class _Plain:
    """The search run by Python itself, on plain objects: slow, and the same decisions."""

    def __init__(self, game: Game, guide: Guide, eyes: Eyes, net: taught.Weights | None):
        self._program, self._game, self._eyes = bound(search, game.rules, guide), game, eyes
        self._net = taught.plain_net(guide, net, game.schema.seats) if net else None
        self._states = [game.schema.new(), game.schema.new()]
        self.nodes, self.edges = _rows(NODE, NODES), _rows(EDGE, EDGES >> 3)
        self._path = _rows(STEP, PATH)

    def begin(self, world: State, plan: dict[str, Any], rng: list[int]) -> None:
        """Forget everything, and stand before a world."""
        self._states[search.ROOT] = world
        self.slots, self.used = [search.NONE] * 2 * NODES, [0, 0]
        moves, weights = [0] * self._game.buffer, [0] * self._game.buffer
        values, self.sums = [0] * plan["seats"], [0] * plan["seats"]
        self._storage = search.Storage(
            self._states, self._eyes, self.nodes, self.edges, self.slots, self.used, self._path,
            SimpleNamespace(**plan), rng, moves, weights, values, self.sums, self._net or weights,
        )  # fmt: skip

    def simulate(self, count: int) -> None:
        """Grow the tree by this many simulations."""
        self._program.simulate(count, self._storage)

    def visits(self) -> list[int]:
        """How often each node was come through."""
        return [node.visits for node in self.nodes[: self.used[0]]]


def _rows(kind: Layout, count: int) -> list[Any]:
    blank = {spot.name: 0.0 if spot.kind == "f8" else 0 for spot in kind.spots.values()}
    return [SimpleNamespace(**blank) for _ in range(count)]


class _Quick:
    """The same search as WebAssembly, in a memory of its own."""

    def __init__(self, code: Code, game: Game, net: taught.Weights | None):
        self._instance, self._game = code.instance(), game
        if net:
            taught.fill(self._instance, net)
        self._simulate = self._instance.call["simulate"]
        self.nodes, self.edges = self._instance.rows("nodes"), self._instance.rows("edges")
        self.slots, self.used = self._instance.numbers("slots"), self._instance.numbers("used")
        self._blank_slots = array("i", [search.NONE]) * len(self.slots)

    def begin(self, world: State, plan: dict[str, Any], rng: list[int]) -> None:
        """Forget everything, and stand before a world."""
        struct = self._game.schema.pack(world)
        self._instance.raw("states")[: len(struct)] = struct
        self._instance.rows("plan")[0] = plan
        self._instance.numbers("rng")[:] = array("q", rng)
        self.slots[:] = self._blank_slots
        self.used[:] = array("q", (0, 0))
        self._instance.count("values", plan["seats"])
        self.sums = self._instance.numbers("sums")[: plan["seats"]]
        self.sums[:] = array("q", [0]) * plan["seats"]

    def simulate(self, count: int) -> None:
        """Grow the tree by this many simulations."""
        self._simulate(count)

    def visits(self) -> list[int]:
        """How often each node was come through."""
        return self.nodes.column("visits", self.used[0])


@cache
def _eyes(game_name: str, schema: Any) -> Eyes:
    return Eyes(schema)


def width_of(game: Game, tuning: Tuning) -> int:
    """How many moves are looked at in one position."""
    # Where nobody knows which moves are promising, none is left out: chance would drop whole kinds of moves.
    return tuning.width or (40 if guide_of(game) is not blind else game.move_codes)


def plan_of(tuning: Tuning, width: int, seats: int, seat: int, guided: bool = True) -> dict[str, Any]:
    """How a search is to think."""
    return {
        "explore": tuning.explore,
        "seat": seat,
        "seats": seats,
        "horizon": (tuning.horizon_a_seat * seats or tuning.horizon) if guided else ENDLESS,
        "width": width,
        "guided": int(guided),
        "smooth": tuning.smooth if guided else 0,
    }


class Mind:
    """The search for one game, ready to think. ``plain`` lets Python itself run it: slow, and the same decisions.

    ``checked`` tests every index and number on the way and says where one is wrong. ``net`` are the weights of the
    network that the guide asks, if it asks one.
    """

    def __init__(
        self,
        game: Game,
        guide: Guide | None = None,
        *,
        net: taught.Weights | None = None,
        plain: bool = False,
        checked: bool = False,
    ):
        self.game = game
        self.guide = guide or guide_of(game)
        self.tuning = self.guide.TUNING
        self.width = width_of(game, self.tuning)
        self._eyes = _eyes(game.name, game.schema)
        self._plain_guide = bound(self.guide, game.rules)
        self._pace = 2000.0  # simulations a second, as seen last
        self._tree: Any
        if plain:
            self._tree = _Plain(game, self.guide, self._eyes, net)
        else:
            self._tree = _Quick(search_of(game, self.guide, net, checked), game, net)

    def think(
        self,
        world: World,
        budget: Budget,
        *,
        seed: int = 0,
        guided: bool = True,
        stop: Callable[[], bool] = lambda: False,
    ) -> Thought:
        """Decide for the seat of a world, or only estimate (seat -1). Budgets of simulations repeat with the seed.

        ``guided`` lets rollouts follow the guide and end at its horizon; otherwise they are random and go to the end.
        """
        start = time.perf_counter()
        done, chances = self._search(world, budget, (seed, STREAM), guided, stop)
        found = self._row(world, seed, self) if world.seat >= 0 else Row([], {})
        mixed = self.first is not None and self.first.mixes
        return Thought(found.moves, chances, found.shares, done, time.perf_counter() - start, mixed)

    def look(
        self,
        world: World,
        budget: Budget,
        part: int,
        *,
        seed: int = 0,
        guided: bool = True,
        stop: Callable[[], bool] = lambda: False,
    ) -> Found:
        """Do one part of a search that several share; ``settle`` decides by what all of them have found.

        The first part thinks as a whole search would, each further one with chance of its own.
        """
        start = time.perf_counter()
        done, chances = self._search(world, budget, (seed, PART_STREAMS + part if part else STREAM), guided, stop)
        often = self._tree.nodes[0].visits / RARELY if self._tree.used[0] else 0.0
        heavy = [node for node, visits in enumerate(self._tree.visits()) if visits >= often]
        nodes = {
            self._tree.nodes[node].key: self._looked(node)
            for node in heavy
            if self._tree.nodes[node].seat == world.seat
        }
        return Found(self.first, nodes, chances, done, time.perf_counter() - start)

    def settle(self, world: World, found: Found, *, seed: int = 0) -> Thought:
        """Decide by what was found; of several parts, by what is ``merged``."""
        made = self._row(world, seed, found)
        mixed = found.first is not None and found.first.mixes
        return Thought(made.moves, found.chances, made.shares, found.simulations, found.seconds, mixed)

    def _search(
        self, world: World, budget: Budget, chance: tuple[int, int], guided: bool, stop: Callable[[], bool]
    ) -> tuple[int, list[float]]:
        """Grow a tree, with a seed and a stream of chance; how many simulations, and what each seat got."""
        start, rng = time.perf_counter(), [0] * RNG_LENGTH
        seed_rng(rng, *chance)
        self._tree.begin(world.state, self._plan(world.seats, world.seat, guided), rng)
        self._seat = world.seat
        return self._run(budget, world.seats, start, stop)

    def estimate(self, world: World, simulations: int, *, seed: int = 0) -> list[float]:
        """What each seat gets as the seat of the world sees it, whoever is to act: matches played to their end."""
        rng = [0] * RNG_LENGTH
        seed_rng(rng, seed, STREAM)
        to_the_end = self._plan(world.seats, world.seat, True) | {"horizon": ENDLESS, "smooth": 0}
        self._tree.begin(world.state, to_the_end, rng)
        self._seat = search.NONE  # nothing is decided, so nothing is settled early
        return self._run(Budget(simulations), world.seats, time.perf_counter(), lambda: False)[1]

    def _plan(self, seats: int, seat: int, guided: bool) -> dict[str, Any]:
        """How the search is to think."""
        return plan_of(self.tuning, self.width, seats, seat, guided)

    def _run(self, budget: Budget, seats: int, start: float, stop: Callable[[], bool]) -> tuple[int, list[float]]:
        """Simulate in batches until the budget is spent, the decision is settled, or somebody says stop.

        How many, and what each seat got on average: in the second half, as the first is for finding out.
        """
        early, early_sums = 0, [0] * seats
        done, looks = 0, 1
        all_looks = max(LOOKS, budget.simulations // LOOK)
        while done < budget.simulations and not stop():
            # How soon the clock is looked at depends on the machine; what is decided does not.
            look = budget.simulations * looks // all_looks
            count = min(max(look - done, 1), max(1, int(self._pace * BATCH_SECONDS)))
            before = time.perf_counter()
            self._tree.simulate(count)
            done += count
            now = time.perf_counter()
            self._pace = count / max(now - before, 1e-6)
            if now - start > budget.seconds:
                break
            if done >= look:
                looks += 1
                if 2 * done <= budget.simulations:
                    early, early_sums = done, list(self._tree.sums)
                if budget.settles and self._is_settled(budget.simulations - done):
                    break
        if early == done:
            early, early_sums = 0, [0] * seats
        count = 1000 * max(done - early, 1)
        return done, [round((s - e) / count, 4) for s, e in zip(self._tree.sums, early_sums, strict=True)]

    # Deciding -----------------------------------------------------------------------------------

    def _edges_of(self, node: int) -> list[Any]:
        root = self._tree.nodes[node]
        return [self._tree.edges[at] for at in range(root.first, root.first + root.count)]

    def _is_settled(self, left: int) -> bool:
        """Can no alternative overtake the first move any more? A mixture is settled when it has long been pure."""
        if self._tree.used[0] == 0:
            return False
        root = self._tree.nodes[0]  # the thinking seat decides first in every simulation: its node is the first made
        if root.seat != self._seat:
            return False
        if root.mixes:
            mixture = [edge.mixture for edge in self._edges_of(0)]
            return bool(root.visits > left and max(mixture) > 0.97 * math.fsum(mixture))
        visits = sorted(edge.visits for edge in self._edges_of(0))
        return len(visits) > 1 and bool(visits[-1] - visits[-2] > left)

    @property
    def first(self) -> Looked | None:
        """The node that was made first."""
        return self._looked(0) if self._tree.used[0] else None

    def looked(self, key: int) -> Looked | None:
        """The node of what a seat sees, in the tree that was grown last."""
        node: int = search.find(  # type: ignore[no-untyped-call] # the rules' own subset has no types
            self._tree.nodes, self._tree.slots, key
        )
        return None if node == search.NONE else self._looked(node)

    def _looked(self, node: int) -> Looked:
        seen = self._tree.nodes[node]
        tried = (Tried(edge.move, edge.visits, edge.total, edge.mixture) for edge in self._edges_of(node))
        return Looked(seen.visits, bool(seen.mixes), tuple(tried))

    def _row(self, world: World, seed: int, memory: Memory) -> Row:
        """The moves that follow from what is remembered, in some worlds that the seat can believe."""
        others = [imagined(self.game, world.state, world.seat, seed, stream) for stream in (3, 4)]
        worlds = [world.state.copy(), *others]
        for each in worlds:
            self._plain_guide.reopen(each, world.seat)
        return row(self.game, self._eyes, worlds, world.seat, seed, memory)
