"""Takes the pictures of docs/screenshots: every page at five sizes, in the morning and at night, and once in Persian;
then those of the terminal (terminal_pictures.py).

    .venv/bin/python scripts/screenshots.py [FOLDER] [PAGE ...]

Small, and made anew at will; of some pages only, if they are named (``evening-hall people``).
Needs Chromium, and playwright from the dev extra.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOME / "tests" / "browser"))
sys.path.insert(0, str(HOME / "scripts"))

from build_web import build  # noqa: E402 -- the folders above must be known first
from house import CHROMIUM, FLAGS, GAMES, Server, Visitor  # noqa: E402 -- likewise
from playwright.sync_api import sync_playwright  # noqa: E402 -- likewise

SIZES = {"wide": (1440, 900), "laptop": (1280, 800), "tablet": (1024, 768), "sideways": (844, 390), "phone": (390, 844)}
PAGES = {
    "home": "",
    "set": "#/set/ice_lake?with=friends",
    "rules": "#/rules/ice_lake/IL-3.4",
    "lesson": "#/learn/ice_lake",
    "puzzle": "#/puzzles/ice_cult/1",
    "settings": "#/settings",
    "pair": "#/pair/ice_lake",
    "standings": "#/standings/ice_lake",
    "daily": "#/daily/altitude",
    "evening-open": "#/evening",
    "nowhere": "#/nowhere",
}
# Which have something to show after some matches.
MINE = {"card": "#/card", "alerts": "#/card", "matches": "#/matches", "people": "#/people", "lobby": "#/"}
SHOWN = {"alerts": "section[aria-labelledby=alerts]", "lobby": ".here"}  # what a picture is of, below the first screen
TABLES = [f"table-{game}" for game in GAMES]
EVENING = ("evening-hall", "evening-round", "evening-screen")
ALL = {*PAGES, *TABLES, "ending", "replay", "invite", "handover", *MINE, *EVENING}
THEMES = ("light", "dark")


def play_a_little(ada: Visitor, number: int) -> None:
    """To a position that shows something: nine moves against a bot, found by the place of its sign."""
    while True:
        ada.go()
        ada.page.locator(".sign").nth(number).click()
        ada.at_table()
        for _ in range(9):
            ada.my_turn()
            if ada.is_over:
                break
            moves = ada.moves()
            builds = [move for move in moves if move.startswith("own")]
            ada.play("done" if len(moves) == 4 and "done" in moves else (builds or moves)[len(builds or moves) // 2])
        ada.my_turn()
        if not ada.is_over:  # a skater may be out by then: another match
            return


def sit_with(ada: Visitor, ben: Visitor) -> None:
    """A match of two, by a link."""
    ada.go("#/set/ice_lake?with=friends")
    ada.page.locator("form button.lamp").click()
    ben.page.goto(ada.page.input_value("#invite-link"))
    ben.page.locator(".opening form button").click()
    ada.page.wait_for_selector(".table[data-status=running]")


def evening(ada: Visitor, ben: Visitor, wanted: Set[str]) -> Iterator[str]:
    """An evening that two have come to: who leads it sees it, then a screen in the room does."""
    ada.go("#/evening")
    ada.page.locator("main form input.field").first.fill("Club night")
    ada.page.locator("main form button.lamp").click()
    ada.page.wait_for_selector("#invite-link")
    link = ada.page.input_value("#invite-link")
    for one in (ada, ben):
        one.page.goto(link)
        one.page.locator("main form button.lamp").first.click()
        one.page.locator(".mine").wait_for()
    ada.page.reload()
    ada.page.locator(".lead button.lamp").first.wait_for()
    if "evening-hall" in wanted:
        yield "evening-hall"
    ada.page.locator(".lead button.lamp").first.click()
    ada.page.locator(".mine.called").wait_for()
    if "evening-round" in wanted:
        yield "evening-round"
    if "evening-screen" in wanted:
        ada.page.goto(f"{link}/screen")
        ada.page.locator(".screen li").first.wait_for()
        yield "evening-screen"


def scenes(ada: Visitor, ben: Visitor, server: Server, wanted: Set[str]) -> Iterator[str]:
    """The name of each page that is wanted, as soon as it is there."""
    for name, address in PAGES.items():
        if name in wanted:
            ada.go(address)
            yield name
    for number, table in enumerate(TABLES):
        if table in wanted:
            play_a_little(ada, number)
            yield f"table-{ada.page.get_attribute('.table[data-status]', 'data-game')}"
    if wanted & {"ending", "replay"}:
        over = server.finished("ice_lake")
        ada.go(f"#/table/{over}")
        ada.page.wait_for_selector(".ending")
        yield "ending"
        ada.go(f"#/replay/{over}?at=24")
        ada.page.wait_for_selector(".replay[data-steps]")
        yield "replay"
    for way, name, sign in (("friends", "invite", "#invite-link"), ("pass", "handover", ".cover")):
        if name in wanted:
            ada.go(f"#/set/ice_lake?with={way}")
            ada.page.locator("form button.lamp").click()
            ada.page.wait_for_selector(sign)
            yield name
    if wanted & set(MINE):
        sit_with(ada, ben)
    for name, address in MINE.items():
        if name in wanted:
            ada.go(address)
            ada.page.wait_for_load_state("networkidle")
            yield name
    if wanted & set(EVENING):
        yield from evening(ada, ben, wanted)


def keep(ada: Visitor, folder: Path, name: str, sizes: dict[str, tuple[int, int]], themes: tuple[str, ...]) -> None:
    """Pictures of what the page shows, small and in its true colours."""
    ada.page.wait_for_timeout(500)
    for theme in themes:
        ada.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        for size, (width, height) in sizes.items():
            ada.page.set_viewport_size({"width": width, "height": height})
            ada.page.wait_for_timeout(200)
            if name in SHOWN:
                ada.page.eval_on_selector(
                    SHOWN[name], "one => scrollTo(0, one.getBoundingClientRect().top + scrollY - 90)"
                )
                ada.page.wait_for_timeout(100)
            style = f"{size}{'-dark' if theme == 'dark' else ''}"
            ada.page.screenshot(path=folder / f"{name}-{style}.jpg", type="jpeg", quality=46)
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    ada.page.evaluate("() => { document.documentElement.dataset.theme = 'light'; }")


def main(folder: Path, wanted: Set[str]) -> None:
    """All of them, or some."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.jpg"):
        if wanted == ALL:
            old.unlink()
    build()
    with tempfile.TemporaryDirectory() as room, sync_playwright() as player:
        server = Server(Path(room))
        server.start()
        browser: Any = player.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        ben = Visitor(browser, server, name="Ben")
        ada = Visitor(browser, server)
        for name in scenes(ada, ben, server, wanted):
            keep(ada, folder, name, SIZES, THEMES)
        ada.context.close()
        shirin = Visitor(browser, server, language="fa", name="شیرین")
        for name in scenes(shirin, ben, server, wanted):
            keep(shirin, folder, name, {"persian": (1280, 800)}, ("light",))
        shirin.context.close()
        browser.close()
        server.stop()
    pictures = list(folder.glob("*.jpg"))
    print(f"{len(pictures)} pictures, {sum(one.stat().st_size for one in pictures) // 1024} KB, in {folder}")


if __name__ == "__main__":
    names = [name for name in sys.argv[1:] if name in ALL]
    folders = [name for name in sys.argv[1:] if name not in ALL]
    main(Path(folders[0]) if folders else HOME / "docs" / "screenshots", set(names) or ALL)
    if not names:
        subprocess.run([sys.executable, str(HOME / "scripts" / "terminal_pictures.py"), *folders], check=True)
