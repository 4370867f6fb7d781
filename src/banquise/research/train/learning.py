"""What is learnt from positions: a network of two rows of clipped units, by gradients, in NumPy or on a GPU in CuPy.

Seats of a position share one network; their strengths become chances by softmax, and the loss is how surprised the
chances are by the result (cross-entropy). While learning all numbers are floats, clipped as the ints will be.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from banquise.bots import taught
from banquise.bots.taught import Weights
from banquise.kernel import net as ints
from banquise.research.train.playing import Positions

NAMES = taught.ROWS[:5]
TASTE = taught.ROWS[5:]
LIMIT = 32767 / (1 << ints.WEIGHT)  # of a weight


def arrays(device: str) -> Any:
    """The library that counts: NumPy, or CuPy for a CUDA device."""
    if device == "cpu":
        return np
    if device != "cuda":
        raise ValueError(f"no device {device!r}: choose cpu or cuda")
    from importlib import import_module

    try:
        return import_module("cupy")
    except ImportError as error:
        raise ValueError(
            "--device cuda needs CuPy, in the build for your CUDA: cupy-cuda12x or cupy-cuda13x"
        ) from error


@dataclass
class Learner:
    """A network while it learns, with what Adam remembers of its gradients."""

    xp: Any
    inputs: int
    units: int
    deep: int
    moves: int = 0  # facts of a move; none: moves are weighed as in the guide
    weights: dict[str, Any] = field(default_factory=dict)
    means: dict[str, Any] = field(default_factory=dict)
    squares: dict[str, Any] = field(default_factory=dict)
    steps: int = 0

    def begin(self, seed: int) -> None:
        """Small random weights, nothing learnt: the last row is of zeros, so that all seats are equal."""
        random, shapes = np.random.default_rng(seed), _shapes(self.inputs, self.units, self.deep, self.moves)
        for name in self.names:
            silent = "bias" in name or name in ("last", "taste_last", "taste_direct")
            scale = 0.0 if silent else (2 / shapes[name][-1]) ** 0.5
            start = (random.standard_normal(shapes[name]) * scale).astype(np.float32)
            if "bias" in name:
                start += np.float32(0.1)
            if name == "taste_direct":
                start[0] = taught.STRENGTHS_A_LOG
            self.weights[name] = self.xp.asarray(start)
            self.means[name] = self.xp.zeros(shapes[name], self.xp.float32)
            self.squares[name] = self.xp.zeros(shapes[name], self.xp.float32)

    @property
    def names(self) -> tuple[str, ...]:
        """Of its rows of weights."""
        return (*(NAMES if self.inputs else ()), *(TASTE if self.moves else ()))

    def take(self, weights: Weights) -> None:
        """Begin with the weights of another, perhaps a smaller one: what it has not is as new, and silent."""
        if weights.units > self.units or weights.deep > self.deep or weights.inputs != self.inputs:
            theirs, ours = (f"{w.inputs} x {w.units} x {w.deep}" for w in (weights, self))
            raise ValueError(f"weights of {theirs} do not fit into a network of {ours}")
        for name, places, half in _places(self.names):
            sizes = weights.inputs, weights.units, weights.deep, len(weights.taste_direct), len(weights.taste_last)
            shape = _shapes(*sizes)[name]
            if 0 in shape:
                continue  # it was never taught to like moves
            found = (np.array(getattr(weights, name), np.float32) - half).reshape(shape) / np.float32(1 << places)
            if name == "second":
                self.weights[name][: weights.deep, weights.units :] = 0
            self.weights[name][tuple(slice(size) for size in shape)] = self.xp.asarray(found)

    # Thinking -------------------------------------------------------------------------------------

    def chances(self, facts: Any, common: Any) -> Any:
        """Each seat's chance in each position."""
        inputs = self.gathered(facts, common)
        return self._shares(self._forward(inputs)[-1].reshape(facts.shape[:2]))

    def gathered(self, facts: Any, common: Any) -> Any:
        """As ``kernel.net.gather``: a row for each position and seat."""
        xp, (count, seats, width) = self.xp, facts.shape
        wide = facts.astype(xp.int32)
        rows = xp.empty((count, seats, self.inputs), xp.float32)
        rows[:, :, :width] = wide
        whole = wide.sum(axis=1)
        for seat in range(seats):
            others = [other for other in range(seats) if other != seat]
            rows[:, seat, width : 2 * width] = (whole - wide[:, seat]) // (seats - 1)
            rows[:, seat, 2 * width : 3 * width] = wide[:, others].max(axis=1)
            rows[:, seat, 3 * width :] = common
        return rows.reshape(count * seats, self.inputs) * xp.float32(1 / (1 << ints.FACT))

    def _forward(self, inputs: Any) -> tuple[Any, Any, Any, Any, Any]:
        w, clip = self.weights, self.xp.clip
        before_units = inputs @ w["first"].T + w["first_bias"]
        units = clip(before_units, 0, 1)
        before_deep = units @ w["second"].T + w["second_bias"]
        deep = clip(before_deep, 0, 1)
        return before_units, units, before_deep, deep, deep @ w["last"]

    def _shares(self, strengths: Any) -> Any:
        raised = self.xp.exp(strengths - strengths.max(axis=1, keepdims=True))
        return raised / raised.sum(axis=1, keepdims=True)

    # Learning -------------------------------------------------------------------------------------

    def learn(self, facts: Any, common: Any, shares: Any, rate: float) -> float:
        """A step against the gradient; the loss before it."""
        xp, inputs = self.xp, self.gathered(facts, common)
        before_units, units, before_deep, deep, strengths = self._forward(inputs)
        chances = self._shares(strengths.reshape(shares.shape))
        loss = -(shares * xp.log(chances + 1e-9)).sum() / len(shares)
        back = ((chances - shares) / len(shares)).reshape(-1).astype(xp.float32)
        leak = xp.float32(0.02)  # a unit that is clipped still learns a little, so that none is lost for good
        found = {"last": deep.T @ back}
        to_deep = xp.outer(back, self.weights["last"]) * _open(xp, before_deep, leak)
        found["second"], found["second_bias"] = to_deep.T @ units, to_deep.sum(axis=0)
        to_units = (to_deep @ self.weights["second"]) * _open(xp, before_units, leak)
        found["first"], found["first_bias"] = to_units.T @ inputs, to_units.sum(axis=0)
        self._step(found, rate)
        return float(loss)

    def likings(self, moves: Any) -> tuple[Any, Any, Any, Any]:
        """How much each move of each position is liked, last; before it what that was made of."""
        xp, w = self.xp, self.weights
        facts = moves.astype(xp.float32) * xp.float32(1 / (1 << ints.FACT))
        before = facts @ w["taste"].T + w["taste_bias"]
        liked = xp.clip(before, 0, 1)
        return facts, before, liked, liked @ w["taste_last"] + facts @ w["taste_direct"]

    def like(self, moves: Any, tries: Any, rate: float) -> float:
        """A step towards the moves that searches tried, position by position; the loss before it, beyond what a search
        that is sure of nothing leaves over (a divergence)."""
        xp, w = self.xp, self.weights
        aims = tries / xp.maximum(1, tries.sum(axis=1, keepdims=True))
        facts, before, liked, likings = self.likings(moves)
        shares = self._shares(xp.where(tries > 0, likings, -1e9))
        loss = (aims * (xp.log(aims + 1e-9) - xp.log(shares + 1e-9))).sum() / len(moves)
        back = ((shares - aims) / len(moves)).astype(xp.float32)
        rows, flat = facts.reshape(-1, self.moves), back.reshape(-1)
        to_liked = back[:, :, None] * w["taste_last"] * _open(xp, before, xp.float32(0.02))
        to_liked = to_liked.reshape(len(flat), -1)
        found = {
            "taste_last": liked.reshape(len(flat), -1).T @ flat,
            "taste_direct": rows.T @ flat,
            "taste": to_liked.T @ rows,
            "taste_bias": to_liked.sum(axis=0),
        }
        self._step(found, rate)
        return float(loss)

    def _step(self, found: dict[str, Any], rate: float) -> None:
        """Adam, with weights kept inside what 16 bits hold."""
        xp = self.xp
        self.steps += 1
        early, late = 1 - 0.9**self.steps, 1 - 0.999**self.steps
        for name, slope in found.items():
            self.means[name] = 0.9 * self.means[name] + 0.1 * slope
            self.squares[name] = 0.999 * self.squares[name] + 0.001 * slope * slope
            by = rate * (self.means[name] / early) / (xp.sqrt(self.squares[name] / late) + 1e-8)
            self.weights[name] = xp.clip(self.weights[name] - by, -LIMIT, LIMIT).astype(xp.float32)

    # Leaving --------------------------------------------------------------------------------------

    def as_ints(self, about: dict[str, Any]) -> Weights:
        """The weights as the rules' own subset counts them."""
        rows = {name: array("i" if "bias" in name else "h") for name in taught.ROWS}  # what it has not is empty
        for name, places, half in _places(self.names):
            host = self.weights[name].tolist()
            flat = [each for row in host for each in row] if self.weights[name].ndim > 1 else host
            rows[name] = array("i" if "bias" in name else "h", [round(each * (1 << places)) + half for each in flat])
        units, deep = (self.units, self.deep) if self.inputs else (0, 0)
        return taught.of_rows(self.inputs, units, deep, rows, about)

    def kept(self) -> dict[str, Any]:
        """Everything that a checkpoint holds, as arrays of this side."""
        host = {"steps": self.steps}
        for group in ("weights", "means", "squares"):
            for name, value in getattr(self, group).items():
                host[f"{group}.{name}"] = value.get() if hasattr(value, "get") else value
        return host

    def go_on(self, kept: Any) -> None:
        """From a checkpoint."""
        self.steps = int(kept["steps"])
        for group in ("weights", "means", "squares"):
            for name in self.names:
                getattr(self, group)[name] = self.xp.asarray(kept[f"{group}.{name}"])


def _shapes(inputs: int, units: int, deep: int, moves: int, tastes: int = taught.TASTES) -> dict[str, tuple[int, ...]]:
    tastes = tastes if moves else 0
    judging: tuple[tuple[int, ...], ...] = (units, inputs), (units,), (deep, units), (deep,), (deep,)
    liking: tuple[tuple[int, ...], ...] = (tastes, moves), (tastes,), (tastes,), (moves,)
    return dict(zip(taught.ROWS, judging + liking, strict=True))


def _places(names: tuple[str, ...]) -> Iterator[tuple[str, int, int]]:
    """Of each row its name, the binary places of its ints, and what biases have beside, so that shifts round."""
    for name in names:
        if name in ("first_bias", "taste_bias"):
            yield name, ints.FACT + ints.WEIGHT, 1 << (ints.TO_UNIT - 1)
        elif name == "second_bias":
            yield name, ints.UNIT + ints.WEIGHT, 1 << (ints.TO_DEEP - 1)
        else:
            yield name, ints.WEIGHT, 0


def _open(xp: Any, before: Any, leak: Any) -> Any:
    return xp.where((before > 0) & (before < 1), xp.float32(1), leak)


def brier(chances: Any, shares: Any) -> float:
    """How far chances are from results: the mean square, summed over seats; less is better."""
    return float(((chances - shares) ** 2).sum(axis=1).mean())


def by_hand(positions: Positions) -> Any:
    """The guide's own chances: the first fact of each seat, put down in eighths of a hundredth."""
    found = positions.facts[:, :, 0].astype(np.float32) + np.float32(0.01)
    return found / found.sum(axis=1, keepdims=True)
