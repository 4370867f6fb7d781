"""How strong a player is: OpenSkill's Plackett-Luce, on a scale that the measured bots anchor.

A strength is a mean and a deviation in OpenSkill's own unit. The fox stands where a newcomer begins; the other bots
stand as far from it as ``ladder.json`` says they were measured (``lab/anchors.py`` makes it), and no match moves them.
People see Elo's unit: a fox is 1000, and 400 more win ten times as often.

A match says who won and nothing finer: winners share the first place, everybody else the second. That is all that the
rules of every game settle, and what the ladder counted.
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU, SIGMA = 25.0, 25.0 / 3.0  # of somebody of whom nothing is known
BETA = 25.0 / 6.0  # how much luck there is in one match
Z = 1.959964  # of a 95 % interval
FOX = 1000


class Strength(NamedTuple):
    """A mean and a deviation."""

    mu: float
    sigma: float

    @property
    def low(self) -> float:
        """Where the 95 % interval begins."""
        return self.mu - Z * self.sigma

    @property
    def high(self) -> float:
        """Where it ends."""
        return self.mu + Z * self.sigma


NEWCOMER = Strength(MU, SIGMA)


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA)


def rated(before: list[Strength], places: tuple[int, ...]) -> list[Strength]:
    """Strengths after a match; equal places are ties.

    >>> winner, loser = rated([NEWCOMER, NEWCOMER], (1, 2))
    >>> round(winner.mu, 2), round(loser.mu, 2), winner.sigma < NEWCOMER.sigma
    (27.64, 22.36, True)
    """
    model = _model()
    teams = [[model.create_rating([strength.mu, strength.sigma])] for strength in before]
    return [Strength(one.mu, one.sigma) for (one,) in model.rate(teams, ranks=[float(place) for place in places])]


def elo_per_mu(seats: int) -> float:
    """Elo in one unit of OpenSkill's: among so many seats, whose deviations are small, chances go with mu / (β √n).

    >>> round(elo_per_mu(2), 2)
    29.48
    """
    return 400 / math.log(10) / (BETA * math.sqrt(seats))


def shown(mu: float, seats: int) -> int:
    """What people see.

    >>> shown(MU, 2), shown(MU + 2, 2)
    (1000, 1059)
    """
    return round(FOX + (mu - MU) * elo_per_mu(seats))


@cache
def bots(game: str, seats: int) -> dict[str, Strength]:
    """The bots that were measured at this game with so many seats, the weakest first; none: they were not.

    >>> list(bots("ice_lake", 2)), bots("ice_lake", 3)
    (['hare', 'fox', 'wolf', 'bear'], {})
    """
    scale = _ladder().get(game, {}).get(str(seats), {})
    unit = elo_per_mu(seats)
    return {level: Strength(MU + elo / unit, half / Z / unit) for level, (elo, half) in scale.items()}


@cache
def _ladder() -> dict[str, dict[str, dict[str, tuple[float, float]]]]:
    found: dict[str, dict[str, dict[str, tuple[float, float]]]] = json.loads(
        Path(__file__).with_name("ladder.json").read_text(encoding="utf-8")
    )
    return found


def equal_bot(strength: Strength, game: str, seats: int) -> str | None:
    """The bot that this strength equals: of those within its interval the nearest; None: it is between or beyond them.

    >>> equal_bot(Strength(MU + 0.1, 1.0), "ice_lake", 2), equal_bot(Strength(MU - 5, 0.1), "ice_lake", 2)
    ('fox', None)
    """
    within = {level: abs(bot.mu - strength.mu) for level, bot in bots(game, seats).items()
              if strength.low <= bot.mu <= strength.high}  # fmt: skip
    return min(within, key=lambda level: within[level], default=None)
