"""Takes the pictures of docs/screenshots: every page at five sizes, in the morning and at night, and once in Persian.

    .venv/bin/python scripts/screenshots.py [FOLDER]

Small, and made anew at will. Needs Chromium, and playwright from the dev extra.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
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
    "settings": "#/settings",
}
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


def scenes(ada: Visitor, server: Server) -> Iterator[str]:
    """The name of each page, as soon as it is there."""
    for name, address in PAGES.items():
        ada.go(address)
        yield name
    for number in range(len(GAMES)):
        play_a_little(ada, number)
        yield f"table-{ada.page.get_attribute('.table[data-status]', 'data-game')}"
    over = server.finished("ice_lake")
    ada.go(f"#/table/{over}")
    ada.page.wait_for_selector(".ending")
    yield "ending"
    ada.go(f"#/replay/{over}?at=24")
    ada.page.wait_for_selector(".replay[data-steps]")
    yield "replay"
    for way, sign in (("friends", "#invite-link"), ("pass", ".cover")):
        ada.go(f"#/set/ice_lake?with={way}")
        ada.page.locator("form button.lamp").click()
        ada.page.wait_for_selector(sign)
        yield "invite" if way == "friends" else "handover"


def keep(ada: Visitor, folder: Path, name: str, sizes: dict[str, tuple[int, int]], themes: tuple[str, ...]) -> None:
    """Pictures of what the page shows, small and in its true colours."""
    ada.page.wait_for_timeout(500)
    for theme in themes:
        ada.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        for size, (width, height) in sizes.items():
            ada.page.set_viewport_size({"width": width, "height": height})
            ada.page.wait_for_timeout(200)
            style = f"{size}{'-dark' if theme == 'dark' else ''}"
            ada.page.screenshot(path=folder / f"{name}-{style}.jpg", type="jpeg", quality=46)
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    ada.page.evaluate("() => { document.documentElement.dataset.theme = 'light'; }")


def main(folder: Path) -> None:
    """All of them."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.jpg"):
        old.unlink()
    build()
    with tempfile.TemporaryDirectory() as room, sync_playwright() as player:
        server = Server(Path(room))
        server.start()
        browser: Any = player.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        ada = Visitor(browser, server)
        for name in scenes(ada, server):
            keep(ada, folder, name, SIZES, THEMES)
        ada.context.close()
        shirin = Visitor(browser, server, language="fa", name="شیرین")
        for name in scenes(shirin, server):
            keep(shirin, folder, name, {"persian": (1280, 800)}, ("light",))
        shirin.context.close()
        browser.close()
        server.stop()
    pictures = list(folder.glob("*.jpg"))
    print(f"{len(pictures)} pictures, {sum(one.stat().st_size for one in pictures) // 1024} KB, in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HOME / "docs" / "screenshots")
