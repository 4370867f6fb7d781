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

from banquise.bots.taught import Weights
from banquise.kernel import net as ints
from banquise.research.train.playing import Positions

NAMES = ("first", "first_bias", "second", "second_bias", "last")
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
    corrects: bool = False  # a formula, as ``kernel.net.correct``, instead of judging alone
    weights: dict[str, Any] = field(default_factory=dict)
    means: dict[str, Any] = field(default_factory=dict)
    squares: dict[str, Any] = field(default_factory=dict)
    steps: int = 0

    def begin(self, seed: int) -> None:
        """Small random weights, nothing learnt: the last row is of zeros, so that all seats are equal."""
        random, shapes = np.random.default_rng(seed), _shapes(self.inputs, self.units, self.deep)
        for name in NAMES:
            scale = 0.0 if name == "last" or "bias" in name else (2 / shapes[name][-1]) ** 0.5
            start = (random.standard_normal(shapes[name]) * scale).astype(np.float32)
            if "bias" in name:
                start += np.float32(0.1)
            self.weights[name] = self.xp.asarray(start)
            self.means[name] = self.xp.zeros(shapes[name], self.xp.float32)
            self.squares[name] = self.xp.zeros(shapes[name], self.xp.float32)

    def take(self, weights: Weights) -> None:
        """Begin with the weights of another, perhaps a smaller one: what it has not is as new, and silent."""
        if weights.units > self.units or weights.deep > self.deep or weights.inputs != self.inputs:
            theirs, ours = (f"{w.inputs} x {w.units} x {w.deep}" for w in (weights, self))
            raise ValueError(f"weights of {theirs} do not fit into a network of {ours}")
        for name, places, half in _places():
            shape = _shapes(weights.inputs, weights.units, weights.deep)[name]
            found = (np.array(getattr(weights, name), np.float32) - half).reshape(shape) / np.float32(1 << places)
            if name == "second":
                self.weights[name][: weights.deep, weights.units :] = 0
            self.weights[name][tuple(slice(size) for size in shape)] = self.xp.asarray(found)

    # Thinking -------------------------------------------------------------------------------------

    def chances(self, facts: Any, common: Any) -> Any:
        """Each seat's chance in each position."""
        inputs = self.gathered(facts, common)
        return self._shares(self._forward(inputs)[-1].reshape(facts.shape[:2]) + self._known(facts))

    def _known(self, facts: Any) -> Any:
        """What the formula adds to strengths: its odds. It is the first fact, put down in eighths of a hundredth."""
        if not self.corrects:
            return self.xp.float32(0)
        return self.xp.log(8 * facts[:, :, 0].astype(self.xp.float32) + (4 + ints.DOUBT))

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
        chances = self._shares(strengths.reshape(shares.shape) + self._known(facts))
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
        rows = {}
        for name, places, half in _places():
            host = self.weights[name].tolist()
            flat = [each for row in host for each in row] if name in ("first", "second") else host
            rows[name] = array("i" if "bias" in name else "h", [round(each * (1 << places)) + half for each in flat])
        first, first_bias, second, second_bias, last = (rows[name] for name in NAMES)
        return Weights(self.inputs, self.units, self.deep, first, first_bias, second, second_bias, last, about)

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
            for name in NAMES:
                getattr(self, group)[name] = self.xp.asarray(kept[f"{group}.{name}"])


def _shapes(inputs: int, units: int, deep: int) -> dict[str, tuple[int, ...]]:
    return dict(zip(NAMES, ((units, inputs), (units,), (deep, units), (deep,), (deep,)), strict=True))


def _places() -> Iterator[tuple[str, int, int]]:
    """Of each row its name, the binary places of its ints, and what biases have beside, so that shifts round."""
    for name in NAMES:
        if name == "first_bias":
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
