"""A page that was left open while the house was renewed: parts of it that are fetched later are gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from house import Visitor

Come = Callable[..., Visitor]
LONG_OPEN = "const now = performance.now.bind(performance); performance.now = () => now() + 60_000"


def lose(ada: Visitor, part: str) -> list[Any]:
    """From now on a part of the page is not there: who has asked for it."""
    asked: list[Any] = []

    def gone(route: Any) -> None:
        asked.append(route.request)
        route.fulfill(status=404)

    ada.page.route(f"**/assets/{part}-*.js", gone)
    ada.expects("404", "dynamically imported module", "Unable to preload")
    return asked


@pytest.mark.parametrize("part", ["Table", "Board"])
def test_whoever_presses_for_what_is_gone_gets_the_new_page_where_they_wanted_to_be(visitor: Come, part: str):
    ada = visitor(worker=False)
    ada.page.add_init_script(LONG_OPEN)
    ada.go()
    asked = lose(ada, part)
    ada.page.on("framenavigated", lambda _: asked and ada.page.unroute_all())  # the new page has its own
    ada.page.locator(".sign", has_text="Ice Lake").click()
    ada.my_turn()
    assert asked
    assert "#/table/" in ada.page.url
    assert ada.page.locator(".ice-lake .hex").count() > 0


def test_what_does_not_come_to_a_new_page_either_is_said_and_nothing_is_loaded_for_ever(visitor: Come):
    ada = visitor(worker=False)
    ada.go()
    asked = lose(ada, "Table")
    ada.page.evaluate("() => (window.same = true)")
    ada.page.locator(".sign", has_text="Ice Lake").click()
    ada.page.locator(".toast", has_text="Something went wrong.").wait_for()
    assert asked
    assert ada.page.evaluate("() => window.same"), "the page has stayed"


def test_without_a_server_it_is_said_that_it_cannot_be_reached(visitor: Come):
    ada = visitor(worker=False)
    ada.page.add_init_script(LONG_OPEN)
    ada.go()
    ada.expects("ERR_INTERNET_DISCONNECTED", "dynamically imported module", "Unable to preload")
    ada.context.set_offline(True)
    ada.page.evaluate("() => (location.hash = '#/rules/ice_lake')")
    ada.page.locator(".toast", has_text="The server cannot be reached.").wait_for()
    assert ada.page.locator(".signs, .sign").count() > 0, "the page has stayed"
    ada.context.set_offline(False)
