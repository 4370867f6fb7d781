"""Altitude as PettingZoo environments: ``altitude_v2.env(seats=2)``; see ``banquise.research.zoo``.

Draw, build your mountain card upon card, send avalanches into the others, and stand highest at the end.

Agents are ``seat_0`` and so on; rewards come at the end and are zero-sum. The number moves when results can change.
"""

from banquise.research.zoo import trio

env, raw_env, parallel_env = trio("altitude")

__all__ = ["env", "parallel_env", "raw_env"]
