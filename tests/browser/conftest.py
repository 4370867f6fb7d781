"""Chromium, a built client and a running server, once for all browser tests."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from house import CHROMIUM, CHROMIUMS, FLAGS, HOME, Server, Visitor

os.environ.pop("BANQUISE_GAMES", None)  # the house as everybody finds it, without the game of examples/

playwright = pytest.importorskip("playwright.sync_api", reason="browser tests need playwright (pip install .[dev])")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser is slow, and one at a time is enough for two cores."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """A story that fails tells what everybody saw then: it is to fail once only."""
    report = yield
    if call.when == "call" and report.failed:
        report.sections += [(f"visitor {at}", one.sees()) for at, one in enumerate(Visitor.here)]
    if call.when == "teardown":
        Visitor.here.clear()
    return report


@pytest.fixture(scope="session")
def built() -> None:
    """The client as its sources are now; of several workers one builds it, and the others find it built."""
    (HOME / "build").mkdir(exist_ok=True)
    with (HOME / "build" / ".client").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        subprocess.run([sys.executable, str(HOME / "scripts" / "build_web.py")], check=True)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium."""
    if CHROMIUM is None:
        pytest.skip(f"browser tests need Chromium: none of {', '.join(CHROMIUMS)} is on the path")
    with playwright.sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server."""
    server = Server(tmp_path_factory.mktemp("house"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def visitor(browser: Any, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Visitors, each with a browser of their own; at the end each must have heard no complaint."""
    here: list[Visitor] = []

    def come(**settings: Any) -> Visitor:
        here.append(Visitor(browser, server, **settings))
        return here[-1]

    yield come
    for one in here:
        one.close()
