"""docs/decisions: an index that lists every one of them, by its title, with a date and a status."""

from __future__ import annotations

import re
from pathlib import Path

HOME = Path(__file__).parents[2]
FOLDER = HOME / "docs" / "decisions"
ROW = re.compile(r"\| (\d+) \| \[(.+)\]\((\d{4}-[a-z0-9-]+\.md)\) \| (\d{4}-\d\d-\d\d) \| (.+) \|")
NAMED = re.compile(r"decisions/(\d{4})")


def test_the_index_lists_every_decision():
    rows = ROW.findall((FOLDER / "README.md").read_text(encoding="utf-8"))
    assert [file for _, _, file, _, _ in rows] == sorted(file.name for file in FOLDER.glob("0*.md"))
    for number, title, file, _, status in rows:
        assert (FOLDER / file).read_text(encoding="utf-8").startswith(f"# {number}. {title}\n"), file
        assert file.startswith(f"{int(number):04d}-")
        assert status.strip()


def test_whoever_names_a_decision_names_one_that_there_is():
    there = {file.name[:4] for file in FOLDER.glob("0*.md")}
    sources = [file for room in ("src", "docs", "scripts", "tests") for file in (HOME / room).rglob("*")]
    for file in sources:
        if file.suffix in (".py", ".md", ".toml") and file.is_file():
            named = set(NAMED.findall(file.read_text(encoding="utf-8")))
            assert named <= there, f"{file.relative_to(HOME)} names {sorted(named - there)}"
