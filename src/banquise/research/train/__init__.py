"""Teaching a network to judge positions: matches against itself, what is learnt from them, and the weights as ints."""
