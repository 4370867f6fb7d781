"""Renews the pictures of the full-screen table in docs/screenshots: python scripts/terminal_pictures.py [FOLDER]"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import banquise
from banquise.games import all_games
from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.terminal.fullscreen.app import TableApp
from banquise.terminal.fullscreen.play import TableScreen
from banquise.terminal.fullscreen.puzzle import PuzzleScreen
from banquise.terminal.fullscreen.sitting import LocalSitting
from banquise.terminal.sitters import Sitters

HOME = Path(__file__).resolve().parents[1]
PICTURES = Path(sys.argv[1]) if len(sys.argv) > 1 else HOME / "docs" / "screenshots"
SMALL = (80, 24)
_LINES = 16  # of the log: far enough for a board to show what it is


async def _take(game: Game, name: str, seats: int, lines: int, size: tuple[int, int]) -> None:
    match = banquise.new(game.name, seats, seed=5)
    foxes = Sitters(match, ["fox"] * seats, seed=5)
    while len(match.log) < lines or 0 not in match.to_act:
        seat = foxes.next_seat()
        match.play(seat, foxes.moves_of(seat))
    foxes.close()
    sitters = ["human", *["fox"] * (seats - 1)]
    app = TableApp("en", TableScreen(LocalSitting(match, sitters, "en", 5, keep=False)))
    await _save(app, size, name, f"banquise table {game.name}")


async def _take_puzzle() -> None:
    """One with a wrong try answered, on the smallest screen that all is made for."""
    screen = PuzzleScreen(game_named("ice_lake"), 0, "en")
    await _save(TableApp("en", screen), SMALL, "puzzle", "banquise table", ("m", "down", "enter"))


async def _save(app: TableApp, size: tuple[int, int], name: str, title: str, keys: tuple[str, ...] = ()) -> None:
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.5)
        await pilot.press(*keys)
        await pilot.pause(0.5)
        picture = app.export_screenshot(title=title)
        picture = re.sub(r"@font-face\s*\{.*?\}", "", picture, flags=re.DOTALL)  # nothing is fetched from elsewhere
        (PICTURES / f"terminal-{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    for game in all_games():
        asyncio.run(_take(game, game.name, 2, _LINES, (126, 36)))
    for name, far in (("alaska", 60), ("altitude", 160)):  # those whose boards are largest, with four players
        asyncio.run(_take(game_named(name), f"small-{name}", 4, far, SMALL))
    asyncio.run(_take_puzzle())
