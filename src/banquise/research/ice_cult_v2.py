"""Ice Cult as PettingZoo environments: ``ice_cult_v2.env(seats=2)``; see ``banquise.research.zoo``.

Tilt the glassy cubes twice, obey the arrows on top, and ride your five pieces out along the ice paths.

Agents are ``seat_0`` and so on; rewards come at the end and are zero-sum. The number moves when results can change.
"""

from banquise.research.zoo import trio

env, raw_env, parallel_env = trio("ice_cult")

__all__ = ["env", "parallel_env", "raw_env"]
