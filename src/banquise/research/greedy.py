"""What foxes choose, in the rules' own subset (``foxes.py`` runs it).

A fox imagines a world that its seat can believe, and makes the heaviest move there, any of several that weigh the same.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from banquise.kernel.chance import below
from banquise.kernel.contract import imagine, legal_moves, weigh


def choose_many(count, states, actors, chosen, rng, moves, weights):
    """A move for the seat that acts in each of so many matches, which are worlds of theirs afterwards."""
    for i in range(count):
        chosen[i] = choose(states[i], actors[i], rng, moves, weights)


def choose(s, seat, rng, moves, weights):
    """The heaviest move, any of several."""
    imagine(s, seat, rng)
    n = legal_moves(s, seat, moves)
    weigh(s, seat, moves, n, weights)
    best = 0
    alike = 0
    for i in range(n):
        if weights[i] > weights[best]:
            best = i
            alike = 0
        if weights[i] == weights[best]:
            alike += 1
            if below(rng, alike) == 0:
                best = i
    return moves[best]
