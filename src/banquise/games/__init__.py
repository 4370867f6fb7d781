"""The games. Adding one is a folder here and a line in OWN; the generic battery holds it to its declarations.

A game of somebody else's package stands beside them once that package is installed: its entry point in the group
``banquise.games`` names the module that holds its GAME (``snow_dice = "snow_dice:GAME"``). While it is being written,
without installing it, the environment variable BANQUISE_GAMES names such modules, separated by commas.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from traceback import extract_tb

from banquise.kernel.checking import faults
from banquise.kernel.game import Game
from banquise.kernel.notation import nearest

OWN = (
    "ice_lake",
    "ice_cult",
    "altitude",
    "alaska",
)
GROUP = "banquise.games"
VARIABLE = "BANQUISE_GAMES"


def _guests() -> dict[str, str]:
    """The modules of games that live elsewhere, by the games' names."""
    found = {point.name: point.module for point in entry_points(group=GROUP)}
    found |= {module.rpartition(".")[2]: module for module in os.environ.get(VARIABLE, "").split(",") if module}
    return found


_MODULES = {name: f"{__name__}.{name}" for name in OWN}
_MODULES = _guests() | _MODULES  # nobody takes the place of a game of ours
NAMES = (*OWN, *(name for name in _MODULES if name not in OWN))
"""All games that there are, ours first."""


class UnknownGame(ValueError):
    """No game of that name."""

    def __init__(self, name: str):
        self.name = name
        meant = nearest(name, NAMES, 1)
        hint = f"did you mean {meant[0]!r}?" if meant else f"the games are {', '.join(NAMES)}"
        super().__init__(f"no game {name!r}: {hint}")

    def __reduce__(self) -> tuple[type[UnknownGame], tuple[str]]:
        return type(self), (self.name,)


class BadGame(ValueError):
    """A game that cannot be played as it is written: what is wrong, where; and the game, as far as there is one."""

    def __init__(self, why: str, game: Game | None = None):
        self.game = game
        super().__init__(why)

    def __reduce__(self) -> tuple[type[BadGame], tuple[str]]:
        return type(self), (str(self),)  # without the game: whoever unpickles it could not find that either


@cache
def game(name: str) -> Game:
    """The game of this name.

    >>> game("ice_lake").title
    'Ice Lake'
    """
    key = name.strip().lower().replace(" ", "_").replace("-", "_")
    if key not in NAMES:
        raise UnknownGame(name)
    found = _loaded(key)
    if key not in OWN:  # ours are read by tests, so that nobody waits for it
        complaints = faults(found)
        if complaints:
            more = f" (and {len(complaints) - 1} more: banquise check-game {key})" if complaints[1:] else ""
            raise BadGame(f"{found.title} cannot be played as it is written: {complaints[0]}{more}", found)
    return found


def _loaded(key: str) -> Game:
    """The GAME of a module, unread."""
    try:
        module = import_module(_MODULES[key])
    except Exception as error:
        raise BadGame(f"{key} cannot be imported: {_where(error)}{type(error).__name__}: {error}") from error
    found = getattr(module, "GAME", None)
    if not isinstance(found, Game):
        raise BadGame(f"{module.__file__}: there is no GAME = Game(...) in it")
    if found.name != key:
        raise BadGame(f"{module.__file__}: the game is registered as {key!r} and calls itself {found.name!r}", found)
    return found


def _where(error: BaseException) -> str:
    """The line of the innermost file that an error comes from, or that cannot be read at all."""
    if isinstance(error, SyntaxError):
        return f"{error.filename}:{error.lineno}: "
    places = [place for place in extract_tb(error.__traceback__) if "importlib" not in place.filename]
    return f"{places[-1].filename}:{places[-1].lineno}: " if places else ""


def all_games() -> list[Game]:
    """Every game, in the order of NAMES."""
    return [game(name) for name in NAMES]
