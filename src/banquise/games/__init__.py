"""The games. Adding one is a folder here and a line in NAMES; the generic battery holds it to its declarations."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from banquise.kernel.game import Game
from banquise.kernel.notation import nearest

NAMES = (
    "ice_lake",
    "ice_cult",
    "altitude",
    "alaska",
)


class UnknownGame(ValueError):
    """No game of that name."""

    def __init__(self, name: str):
        self.name = name
        meant = nearest(name, NAMES, 1)
        hint = f"did you mean {meant[0]!r}?" if meant else f"the games are {', '.join(NAMES)}"
        super().__init__(f"no game {name!r}: {hint}")

    def __reduce__(self) -> tuple[type[UnknownGame], tuple[str]]:
        return type(self), (self.name,)


@cache
def game(name: str) -> Game:
    """The game of this name.

    >>> game("ice_lake").title
    'Ice Lake'
    """
    key = name.strip().lower().replace(" ", "_").replace("-", "_")
    if key not in NAMES:
        raise UnknownGame(name)
    found: Game = import_module(f"{__name__}.{key}").GAME
    return found


def all_games() -> list[Game]:
    """Every game, in the order of NAMES."""
    return [game(name) for name in NAMES]
