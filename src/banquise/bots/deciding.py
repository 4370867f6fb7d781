"""From what a search has looked at to moves; and how several share a search.

A search is shared out at its root: each part starts in the same world with a stream of chance of its own, grows its own
tree with its part of the simulations, and tells how often it looked at what (``Found``). ``merged`` adds that up, node
by node as the seat sees them, and the moves are taken from the sums as they would be from one tree. So a decision
repeats for the same seed and number of parts, wherever the parts are thought; and one part is the whole search, to the
last bit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from banquise.bots.search import FINE
from banquise.kernel.chance import RNG_LENGTH, below, seed_rng
from banquise.kernel.contract import CHANCE
from banquise.kernel.game import Game
from banquise.kernel.schema import State
from banquise.kernel.sight import Eyes

LONGEST = 512  # moves in a row
DECISIVE = 0.15  # of a mixture, moves with less than this part of the likeliest one's chance are left out
FOLLOWED = 64  # a further move is decided from the same search if it was looked at so often
RARELY = 64  # a part tells of nodes that it came through in one of so many simulations, at least


class Tried(NamedTuple):
    """A move at a node: how often it was tried, what came of it, and how much of it was mixed in."""

    move: int
    visits: int
    total: float
    mixture: float


class Looked(NamedTuple):
    """A node, as often as it was looked at."""

    visits: int
    mixes: bool
    tried: tuple[Tried, ...]


class Memory(Protocol):
    """What a search remembers: one tree, or what several have found."""

    @property
    def first(self) -> Looked | None:
        """The node that was made first."""
        ...

    def looked(self, key: int) -> Looked | None:
        """The node of what a seat sees."""
        ...


@dataclass(frozen=True)
class Found:
    """What a part of a search has found, or all of them together. It is nothing but numbers, and can be sent."""

    first: Looked | None
    nodes: dict[int, Looked]  # of the thinking seat, by what it sees
    chances: list[float]
    simulations: int
    seconds: float

    def looked(self, key: int) -> Looked | None:
        """The node of what the seat sees."""
        return self.nodes.get(key)


def part_of(simulations: int, number: int, parts: int) -> int:
    """How many of the simulations one of the parts does; all of them together do all.

    >>> [part_of(10, number, 4) for number in range(4)]
    [2, 2, 3, 3]
    """
    return (simulations + number) // parts


def merged(parts: Sequence[Found]) -> Found:
    """All that the parts have found; they are given in their order, so that sums come out the same."""
    if not parts:
        raise ValueError("nobody has found anything")
    done = sum(part.simulations for part in parts)
    chances = [
        round(math.fsum(part.chances[seat] * part.simulations for part in parts) / max(done, 1), 4)
        for seat in range(len(parts[0].chances))
    ]
    keys = dict.fromkeys(key for part in parts for key in part.nodes)
    nodes = {key: _sum([part.nodes[key] for part in parts if key in part.nodes]) for key in keys}
    firsts = [part.first for part in parts if part.first is not None]
    seconds = math.fsum(part.seconds for part in parts)
    return Found(_sum(firsts) if firsts else None, nodes, chances, done, seconds)


def _sum(nodes: list[Looked]) -> Looked:
    """One node for several of the same situation. A part may have kept moves that another has left out."""
    moves: dict[int, Tried] = {}
    for tried in (tried for node in nodes for tried in node.tried):
        known = moves.get(tried.move, Tried(tried.move, 0, 0.0, 0.0))
        moves[tried.move] = Tried(
            tried.move,
            known.visits + tried.visits,
            known.total + tried.total,
            known.mixture + tried.mixture,
        )
    return Looked(sum(node.visits for node in nodes), nodes[0].mixes, tuple(moves.values()))


def row(game: Game, eyes: Eyes, worlds: list[State], seat: int, seed: int, memory: Memory) -> Row:
    """The first move, and further ones of the same seat as long as nothing happens between them.

    The same search has thought about those too; they are taken from it while it looked at them often enough. Several
    worlds that the seat can believe are played along, so that a move which shows something new to it ends the row.
    """
    rng = [0] * RNG_LENGTH
    seed_rng(rng, seed, 2)
    moves: list[int] = []
    shares: dict[int, float] = {}
    while len(moves) < LONGEST:
        choices = _choices(game, worlds, seat)
        if not choices:
            break
        if len(choices) == 1:
            move = choices[0]
            shares = shares or {move: 1.0}
        else:
            node = _node(eyes, worlds, seat, memory)
            if node is None or (moves and not _is_followed(node, memory)):
                break
            move, these = _settle_on(node, rng)
            shares = shares or these
        moves.append(move)
        for each in worlds:
            game.rules.play(each, seat, move)
    return Row(moves or [_choices(game, worlds, seat)[0]], shares)


class Row(NamedTuple):
    """Moves to be made one after another, and how much each alternative to the first was tried or mixed in."""

    moves: list[int]
    shares: dict[int, float]


def _choices(game: Game, worlds: list[State], seat: int) -> list[int]:
    """The legal moves of the seat if it may move next in all the worlds alike; else none."""
    found = []
    for world in worlds:
        mask = game.rules.to_act(world)
        out = [0] * game.buffer
        acts = mask != CHANCE and mask >> seat & 1
        found.append(out[: game.rules.legal_moves(world, seat, out)] if acts else [])
    return found[0] if all(one == found[0] for one in found) else []


def _node(eyes: Eyes, worlds: list[State], seat: int, memory: Memory) -> Looked | None:
    """The node of what the seat sees, if it sees the same in all the worlds."""
    keys = {eyes.glimpse(world, seat) for world in worlds}
    return memory.looked(keys.pop()) if len(keys) == 1 else None


def _is_followed(node: Looked, memory: Memory) -> bool:
    first = memory.first
    return first is not None and node.visits >= FOLLOWED and node.visits * 16 >= first.visits


def _settle_on(node: Looked, rng: list[int]) -> tuple[int, dict[int, float]]:
    """The move tried most; where moves are mixed, one drawn from the average mixture, rare ones left out."""
    worth = [tried.mixture if node.mixes else float(tried.visits) for tried in node.tried]
    whole = max(math.fsum(worth), 1e-9)
    shares = {tried.move: part / whole for tried, part in zip(node.tried, worth, strict=True)}
    if not node.mixes:
        best = max(node.tried, key=lambda tried: (tried.visits, tried.total / max(tried.visits, 1)))
        return best.move, shares
    kept = [part if part >= DECISIVE * max(worth) else 0.0 for part in worth]
    left = below(rng, FINE) / FINE * math.fsum(kept)
    for tried, part in zip(node.tried, kept, strict=True):
        left -= part
        if left < 0:
            return tried.move, shares
    return node.tried[kept.index(max(kept))].move, shares
