"""What every game stands on: state schemas, compilation, chance, geometry, notation. Knows no game."""
