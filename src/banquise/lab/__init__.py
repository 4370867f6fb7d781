"""Studies on the rules: simulation, perft, benchmarks."""
