"""Takes the pictures of docs/screenshots: every page, wide, on a phone, at night, in Persian. Small; made anew at will.

    .venv/bin/python scripts/screenshots.py [FOLDER]

Needs Chromium, and playwright from the dev extra.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOME / "tests" / "browser"))
sys.path.insert(0, str(HOME / "scripts"))

from build_web import build  # noqa: E402
from house import CHROMIUM, FLAGS, Server, Visitor  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from banquise.games import all_games  # noqa: E402

WIDE, PHONE = (1280, 800), (390, 844)
STYLES: dict[str, dict[str, Any]] = {
    "wide": {"size": WIDE},
    "phone": {"size": PHONE},
    "dark": {"size": WIDE, "theme": "dark"},
    "persian": {"size": WIDE, "language": "fa"},
}


def keep(page: Any, folder: Path, name: str) -> None:
    """A picture of what the page shows, small and in its true colours."""
    page.wait_for_timeout(500)
    picture = folder / f"{name}.jpg"
    page.screenshot(path=picture, type="jpeg", quality=72)
    print(f"{picture.name}  {picture.stat().st_size // 1024} KB", flush=True)


def tour(browser: Any, server: Server, folder: Path, style: str, over: str) -> None:
    """Every page in one style."""
    ada = Visitor(browser, server, **STYLES[style])
    pages = {
        "home": "",
        "set": "#/set/ice_lake?with=friends",
        "rules": "#/rules/ice_lake/IL-3.4",
        "lesson": "#/learn/ice_lake",
        "settings": "#/settings",
    }
    for name, address in pages.items():
        ada.go(address)
        ada.page.wait_for_timeout(700)
        keep(ada.page, folder, f"{name}-{style}")
    for game in all_games():
        ada.click_play(game.title)
        for _ in range(9):
            ada.my_turn()
            if ada.is_over:
                break
            moves = ada.moves()
            ada.play("done" if len(moves) == 4 and "done" in moves else moves[len(moves) // 2])
        ada.page.wait_for_timeout(900)
        keep(ada.page, folder, f"table-{game.name}-{style}")
    ada.go(f"#/replay/{over}?at=24")
    ada.page.locator(".analysis header button").click()
    ada.page.wait_for_selector(".analysis[data-study=done]", timeout=400_000)
    ada.page.locator(".analysis").scroll_into_view_if_needed()
    keep(ada.page, folder, f"replay-{style}")
    ada.go("#/set/ice_lake?with=friends")
    ada.page.locator("form button.lamp").click()
    ada.page.wait_for_selector("#invite-link")
    keep(ada.page, folder, f"invite-{style}")
    ada.go("#/set/ice_lake?with=pass")
    ada.page.locator("form button.lamp").click()
    ada.page.wait_for_selector(".cover")
    keep(ada.page, folder, f"handover-{style}")
    ada.context.close()


def main(folder: Path) -> None:
    """All of them."""
    folder.mkdir(parents=True, exist_ok=True)
    build()
    with tempfile.TemporaryDirectory() as room, sync_playwright() as player:
        server = Server(Path(room))
        server.start()
        browser = player.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        over = server.finished("ice_lake")
        for style in STYLES:
            tour(browser, server, folder, style, over)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HOME / "docs" / "screenshots")
