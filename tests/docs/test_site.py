"""The site to read: what it tells people to type is what the command line takes, and what it serves is whole."""

from __future__ import annotations

import asyncio
import re
import shlex
from pathlib import Path

import pytest
import typer
from serving import served

from banquise.server.http.reading import DOCS
from banquise.terminal.command import app

HOME = Path(__file__).resolve().parents[2]
PAGES = [*sorted((HOME / "docs").rglob("*.md")), HOME / "README.md", HOME / "examples" / "README.md"]
_FENCE = re.compile(r"^```(?:sh|bash|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def commands() -> list[tuple[str, str]]:
    """Every line that the pages tell people to type to us, and where."""
    found = []
    for page in PAGES:
        for block in _FENCE.findall(page.read_text(encoding="utf-8")):
            for line in block.replace("\\\n", " ").splitlines():
                words = (
                    line.removeprefix("$ ").split("#")[0].strip() if " #" in line else line.removeprefix("$ ").strip()
                )
                if re.match(r"(?:\./play|banquise)\b", words):
                    found.append((page.relative_to(HOME).as_posix(), words))
    return found


def test_there_are_commands_to_try() -> None:
    assert len(commands()) > 10


@pytest.mark.parametrize(("page", "line"), commands(), ids=lambda text: text if text.startswith(("./", "ban")) else "")
def test_what_the_pages_say_to_type_is_taken(
    page: str, line: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Parsed by the real command line, options and values checked; nothing is run."""
    monkeypatch.chdir(tmp_path)
    _, *words = shlex.split(line.split("|", maxsplit=1)[0])
    for word in words:
        if word.endswith(".banquise"):
            (tmp_path / word).touch()
    group = typer.main.get_command(app)
    if not words or words in (["--help"], ["--version"]):
        return
    name, *rest = words
    command = group.commands[name]  # type: ignore[attr-defined]
    if "--help" in rest:
        return
    command.make_context(name, rest)


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
