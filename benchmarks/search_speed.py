"""Simulations per second of the search, beside OpenSpiel's C++ MCTSBot in the same run.

    python benchmarks/search_speed.py [SECONDS]

The same table is part of ``banquise bench --peers``.
"""

import sys

from banquise.lab.search_bench import search_bench

if __name__ == "__main__":
    for row in search_bench(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0):
        ratio = f"{row.times_peer:6.1f} times the peer" if row.times_peer else ""
        print(f"{row.what:34} {row.simulations_per_second:10,.0f} simulations/s {ratio}")
