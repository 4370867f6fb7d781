"""How a game is searched: the numbers that a guide sets. A name that is not among them is an error at once."""

from __future__ import annotations

from dataclasses import dataclass

ENDLESS = 1 << 30


@dataclass(frozen=True)
class Tuning:
    """What a guide's ``TUNING`` says; rates are those of a modest machine, on one core."""

    simulations_a_second: int = 0  # what the search was seen to do; levels are told in seconds
    blind_simulations_a_second: int = 0  # the same time without the guide: random rollouts to the end
    searches_a_turn: float = 1.0  # on average: a bear's seconds are for a turn
    wolf_among_many: float = 1.0  # the part of a wolf's time with more than two seats
    horizon: int = ENDLESS  # decisions of a rollout
    horizon_a_seat: int = 0  # where it grows with the seats
    width: int = 0  # moves looked at in one position; 0: the search decides
    explore: float = 0.9  # how widely a search looks around
    smooth: int = 0  # how much of a rollout's result is how narrowly it was won, in hundredths
