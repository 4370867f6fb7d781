"""The site to read, as the server carries it."""

from __future__ import annotations

import asyncio
import importlib.util
import inspect
import pkgutil
from pathlib import Path

import pytest
from serving import served

from banquise.server.http.reading import DOCS

HOME = Path(__file__).resolve().parents[2]


def test_the_server_carries_the_site_with_scripts_it_knows() -> None:
    if not (DOCS / "index.html").exists():
        pytest.skip("the site has not been built: python scripts/build_docs.py")

    async def story() -> None:
        async with served() as here:
            for path, wanted in (("/docs/", b"Banquise"), ("/docs/rules/alaska/fa.html", "آلاسکا".encode())):
                status, page = await here.get(path)
                assert status == 200
                assert wanted in page
            assert (await here.get("/docs/../settings.py"))[0] in (400, 404)
            assert (await here.get("/docs/%2e%2e/settings.py"))[0] in (400, 404)
            assert (await here.get("/docs/none.html"))[0] == 404

    asyncio.run(story())


def _listed() -> list[tuple[str, object]]:
    """Every class and function that a page of the reference shows."""
    spec = importlib.util.spec_from_file_location("build_docs", HOME / "scripts" / "build_docs.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    found = []
    for _, things in script.REFERENCE.values():
        for thing in things:
            shown = pkgutil.resolve_name(thing)
            if not inspect.ismodule(shown):
                found.append((thing, shown))
                continue
            found += [
                (f"{thing}.{name}", one)
                for name, one in vars(shown).items()
                if not name.startswith("_")
                and (inspect.isclass(one) or inspect.isfunction(one))
                and one.__module__ == thing
            ]
    return found


def test_everything_in_the_reference_has_an_example_that_is_run() -> None:
    """Doctests of src/ are run with all others; here it is held that there is one to run."""
    listed = _listed()
    assert len(listed) > 60
    assert [name for name, one in listed if ">>>" not in inspect.getsource(one)] == []
