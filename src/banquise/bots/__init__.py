"""Bots: a search in the rules' own subset, four levels made of it, a pool to think in, a protocol for other bots."""
