"""The site to read, as the server carries it."""

from __future__ import annotations

import asyncio
import http.client
import importlib.util
import inspect
import pkgutil
from pathlib import Path

import pytest
from serving import served

from banquise.games import OWN, game
from banquise.server.http import reading
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
            for name in OWN:  # a tab, a bookmark and a phone's head line tell which rulebook it is
                _, page = await here.get(f"/docs/rules/{name}/de.html")
                assert f"<title>{game(name).title} · Deutsch".encode() in page
            assert (await here.get("/docs/../settings.py"))[0] in (400, 404)
            assert (await here.get("/docs/%2e%2e/settings.py"))[0] in (400, 404)
            assert (await here.get("/docs/none.html"))[0] == 404

    asyncio.run(story())


def test_who_asks_for_the_head_of_a_page_gets_it_without_the_body(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.html").write_text("<h1>Banquise</h1>")
    monkeypatch.setattr(reading, "DOCS", tmp_path)

    def asked(port: int, method: str, path: str) -> tuple[int, dict[str, str], bytes]:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        line.request(method, path)
        answer = line.getresponse()
        body = answer.read()
        line.close()
        told = {name: value for name, value in answer.getheaders() if name != "date"}
        return answer.status, told, body

    async def story() -> None:
        async with served() as here:
            for path, status in (("/docs/index.html", 200), ("/docs", 307), ("/docs/none.html", 404), ("/", 200)):
                whole = await asyncio.to_thread(asked, here.port, "GET", path)
                head = await asyncio.to_thread(asked, here.port, "HEAD", path)
                assert head == (status, whole[1], b"")
                assert len(whole[2]) == int(whole[1]["content-length"])

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
