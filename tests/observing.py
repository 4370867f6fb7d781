"""What an observation must hold: a view, number by number, without those that cannot vary."""

from __future__ import annotations

from typing import Any

import numpy as np

from banquise.kernel.game import Game


def shown(game: Game, seats: int, state: Any, seat: int) -> dict[str, Any]:
    """The fields that a seat sees, as far as they can vary at a table of so many."""
    view, found = game.schema.view(state, seat), {}
    for field in game.schema.kept:
        shape, places = field.shown(seats)
        if field.name in view and places:
            found[field.name] = np.ravel(view[field.name])[list(places)].reshape(shape).tolist()
    return found
