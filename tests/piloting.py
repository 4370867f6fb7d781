"""The full-screen table in tests: a pilot presses keys and the mouse, and waits for what it names."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from textual.pilot import Pilot
from textual.screen import Screen

import banquise
from banquise.kernel.game import Game
from banquise.terminal.fullscreen.app import TableApp
from banquise.terminal.fullscreen.play import TableScreen
from banquise.terminal.fullscreen.sitting import LocalSitting
from banquise.terminal.fullscreen.words import SPACES, Words

WIDE, NARROW = (140, 44), (80, 24)


def told(app: TableApp, what: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = WIDE) -> None:
    """Run a story against the program."""

    async def story() -> None:
        async with app.run_test(size=size) as pilot:
            await what(pilot)

    asyncio.run(story())


async def until(pilot: Pilot[None], is_so: Callable[[], object], what: str) -> None:
    """Wait for something to be so."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if is_so():
            return
        await pilot.pause(0.005)
    raise AssertionError(f"waited in vain for: {what}")


def table_for(game: Game, seed: int, language: str = "en") -> tuple[TableApp, TableScreen]:
    seats = 2 if 2 in game.seats else game.seats[0]
    match = banquise.new(game.name, seats, seed=seed)
    screen = TableScreen(LocalSitting(match, ["human", *["random"] * (seats - 1)], language, seed))
    return TableApp(language, screen), screen


def shown(screen: Screen[None], place: str) -> str:
    """What stands in a place of the screen, before it is broken into lines."""
    return str(screen.query_one(place, Words).render()).translate(SPACES)


async def settled(pilot: Pilot[None], screen: TableScreen) -> None:
    """Until it is the person's turn, or over."""

    def is_settled() -> bool:
        return not screen.is_busy and screen.now is not None and bool(screen.now.choices or screen.now.result)

    await until(pilot, is_settled, "one's turn")


def keys(text: str) -> list[str]:
    """The names of the keys that write a text."""
    names = {" ": "space", "-": "minus", ".": "full_stop", ":": "colon", "/": "slash", "+": "plus", ",": "comma"}
    return [names.get(character, character) for character in text]
