"""Alaska as PettingZoo environments: ``alaska_v2.env(seats=2)``; see ``banquise.research.zoo``.

Build roads of ice to the island, fetch your containers home, and beware of the bear: spring is coming.

Agents are ``seat_0`` and so on; rewards come at the end and are zero-sum. The number moves when results can change.
"""

from banquise.research.zoo import trio

env, raw_env, parallel_env = trio("alaska")

__all__ = ["env", "parallel_env", "raw_env"]
