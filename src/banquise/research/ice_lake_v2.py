"""Ice Lake as PettingZoo environments: ``ice_lake_v2.env(seats=2)``; see ``banquise.research.zoo``.

Programme your skater in secret, crack the ice behind you, and be the last one on the lake.

Agents are ``seat_0`` and so on; rewards come at the end and are zero-sum. The number moves when results can change.
"""

from banquise.research.zoo import trio

env, raw_env, parallel_env = trio("ice_lake")

__all__ = ["env", "parallel_env", "raw_env"]
