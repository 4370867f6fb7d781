"""The site to read, as the server carries it."""

from __future__ import annotations

import asyncio

import pytest
from serving import served

from banquise.server.http.reading import DOCS


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
