"""What follows from what one seat sees: a move it makes, told before the table has answered; and a match that goes on
where its table cannot be reached.

A view holds all that a seat knows. What it does not know is imagined: several times for a move, and only what is the
same in all of these worlds is told, so that nothing is guessed and chance is waited for; once for a match that goes on.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from banquise.kernel.chance import RNG_LENGTH, seed_rng
from banquise.kernel.game import Game
from banquise.kernel.schema import State
from banquise.table.audience import Event
from banquise.table.foretelling import IMAGINED
from banquise.table.match import Choice, Match


def believed(game: Game, view: dict[str, Any], seat: int, seed: int) -> State:
    """A state that looks like this to a seat; what is hidden from it is drawn from the seed."""
    state, rng = game.schema.from_view(view, seat), [0] * RNG_LENGTH
    seed_rng(rng, seed, 0)
    game.rules.imagine(state, seat, rng)
    return state


def foreseen(
    game: Game, seats: int, options: dict[str, str], view: dict[str, Any], seat: int, move: Choice
) -> list[Event]:
    """The events that a seat will see of its own move, as far as they follow from its view, numbered from 0.

    Raises BadNotation and IllegalMove as ``Match.play`` does.
    """
    told = []
    for seed in range(IMAGINED if game.schema.hidden else 1):
        position = game.schema.to_json(believed(game, view, seat, seed))
        match = Match(game, seats, options, position=position)
        match.play(seat, move)
        told.append(match.events(seat))
    agreed = takewhile(lambda events: all(event == events[0] for event in events), zip(*told, strict=False))
    return [events[0] for events in agreed]
