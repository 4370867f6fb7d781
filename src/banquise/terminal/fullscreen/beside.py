"""Work beside the screen: what a thread has found out is told on the screen, if that is still there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from textual.css.query import NoMatches
from textual.screen import Screen


def tell(screen: Screen[None], act: Callable[..., None], *given: Any) -> None:
    """From a thread: do something on the screen. When the program ends meanwhile, parts of the screen are gone before
    the whole is, and there is nobody left to be told."""

    def on_the_screen() -> None:
        with suppress(NoMatches):
            if screen.is_attached:
                act(*given)

    screen.app.call_from_thread(on_the_screen)
