"""Renews the pictures of the full-screen table in docs/screenshots, as SVG: python scripts/terminal_pictures.py"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import banquise
from banquise.games import all_games
from banquise.kernel.game import Game
from banquise.terminal.fullscreen.app import TableApp
from banquise.terminal.fullscreen.play import TableScreen
from banquise.terminal.fullscreen.sitting import LocalSitting
from banquise.terminal.sitters import Sitters

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "screenshots"
_LINES = 16  # of the log: far enough for a board to show what it is


async def _take(game: Game) -> None:
    match = banquise.new(game.name, 2, seed=5)
    foxes = Sitters(match, ["fox", "fox"], seed=5)
    while len(match.log) < _LINES or 0 not in match.to_act:
        seat = foxes.next_seat()
        match.play(seat, foxes.moves_of(seat))
    app = TableApp("en", TableScreen(LocalSitting(match, ["human", "fox"], "en", 5, keep=False)))
    async with app.run_test(size=(126, 36)) as pilot:
        await pilot.pause(0.5)
        picture = app.export_screenshot(title=f"banquise table {game.name}")
        picture = re.sub(r"@font-face\s*\{.*?\}", "", picture, flags=re.DOTALL)  # nothing is fetched from elsewhere
        (PICTURES / f"terminal-{game.name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    for game in all_games():
        asyncio.run(_take(game))
