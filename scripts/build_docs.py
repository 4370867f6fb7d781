"""Builds the site to read into src/banquise/server/docs: the pages of docs/, the rulebooks with their diagrams, and a
reference made from docstrings.

    python scripts/build_docs.py            build when something changed
    python scripts/build_docs.py --force    build anyway

The pages are gathered in a folder of their own first, so that what is made (rulebooks, pictures, indexes) never lies
among what is written. Zensical makes HTML of it. A link that leads nowhere fails the build.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from importlib.metadata import distribution
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from banquise.games import all_games
from banquise.games import game as game_named
from banquise.kernel.game import Game
from banquise.kernel.speech import LANGUAGES
from banquise.table.diagrams import Diagram, diagrams, frames

HOME = Path(__file__).resolve().parents[1]
DOCS = HOME / "docs"
STAGE = HOME / "build" / "docs"
OUT = HOME / "src" / "banquise" / "server" / "docs"
STAMP = OUT / ".built"
LANGUAGE_NAMES = {"en": "English", "fr": "Français", "de": "Deutsch", "fa": "فارسی"}
REPOSITORY_FILES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE")
_FONTS = {
    "young-serif.woff2": "@fontsource/young-serif/files/young-serif-latin-400-normal.woff2",
    "source-sans-3.woff2": "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
    "vazirmatn.woff2": "@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2",
}


def fingerprint() -> str:
    """A name for everything that the site is made from."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    rooms = [DOCS, HOME / "examples", HOME / "src" / "banquise"]
    files = [
        path
        for room in rooms
        for path in room.rglob("*")
        if path.suffix in {".md", ".py", ".toml", ".css", ".svg", ".json"}
    ]
    for path in sorted({*files, *(HOME / name for name in REPOSITORY_FILES)}):
        if OUT not in path.parents:
            digest.update(path.relative_to(HOME).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def build(force: bool = False) -> bool:
    """Build when needed; was it?"""
    want = fingerprint()
    if not force and STAMP.exists() and STAMP.read_text() == want:
        return False
    gather()
    made = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--clean", "-f", str(STAGE / "zensical.toml")],
        cwd=STAGE,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        sys.exit(f"the site could not be built:\n{made.stdout}{made.stderr}")
    dead = dead_links(STAGE / "site")
    if dead:
        sys.exit("links that lead nowhere:\n" + "\n".join(dead))
    shutil.rmtree(OUT, ignore_errors=True)
    shutil.copytree(STAGE / "site", OUT)
    STAMP.write_text(want)
    return True


# Gathering --------------------------------------------------------------------------------------


def gather() -> None:
    """Lay out everything that the site is made of."""
    shutil.rmtree(STAGE, ignore_errors=True)
    pages = STAGE / "docs"
    shutil.copytree(DOCS, pages, ignore=shutil.ignore_patterns("site", "*.json", "*.ipynb", "*.net"))
    for page in pages.rglob("README.md"):  # a folder's page
        page.rename(page.with_name("index.md"))
    for game in all_games():
        _write_rulebooks(game, pages / "rules" / game.name)
    _write_home_of_rules(pages / "rules" / "index.md")
    _write_reference(pages / "reference")
    _list_decisions(pages / "decisions")
    for picture in (pages / "ladder").glob("*.svg"):
        page = picture.with_suffix(".md")
        page.write_text(
            f"{page.read_text(encoding='utf-8')}\n![The ratings]({picture.name}){{ .plot }}\n", encoding="utf-8"
        )
    learned = pages / "environments" / "learning.md"
    plotted = learned.read_text(encoding="utf-8").replace("(learning.svg)", "(learning.svg){ .plot }")
    learned.write_text(plotted, encoding="utf-8")
    _draw_courses(pages / "training.md")
    for page in pages.rglob("*.md"):
        page.write_text(_links_of_the_site(page, page.read_text(encoding="utf-8")), encoding="utf-8")
    looks = pages / "look"
    shutil.copytree(DOCS / "site", looks)
    for name, source in _FONTS.items():
        shutil.copyfile(HOME / "web" / "node_modules" / source, looks / name)
    (pages / "NOTICES.txt").write_text(_notices(), encoding="utf-8")
    (STAGE / "zensical.toml").write_text(_configuration(pages), encoding="utf-8")


def _notices() -> str:
    """What these pages carry that others have made: the builder's scripts, styles and icons, and letters."""
    texts = [("Zensical", text) for text in _licences_of("zensical")]
    for source in dict.fromkeys(source.partition("/files/")[0] for source in _FONTS.values()):
        texts.append((source, (HOME / "web" / "node_modules" / source / "LICENSE").read_text(encoding="utf-8")))
    parts = ["What these pages carry that others have made, and by which licences. Banquise itself: MIT.\n"]
    return "\n".join([*parts, *(f"{'=' * 78}\n{name}\n{'=' * 78}\n\n{text.strip()}\n" for name, text in texts)])


def _licences_of(package: str) -> list[str]:
    files = [Path(str(file.locate())) for file in distribution(package).files or ()]
    found = [file for file in files if file.stem == "LICENSE"]
    if not found:
        sys.exit(f"{package} has no text of its licence")
    return [file.read_text(encoding="utf-8") for file in sorted(found)]


def _write_rulebooks(game: Game, folder: Path) -> None:
    folder.mkdir(parents=True)
    for language in LANGUAGES:
        text = (game.folder / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
        for diagram in diagrams(game):
            text = _illustrated(game, diagram, language, text, folder)
        others = " · ".join(f"[{name}]({code}.md)" for code, name in LANGUAGE_NAMES.items() if code != language)
        if language == "fa":
            text = f'<div dir="rtl" lang="fa" markdown="1">\n\n{text}\n\n</div>'
        # The navigation calls it by its language alone, as it stands below its game.
        named = f"---\ntitle: {game.told('title', language)} · {LANGUAGE_NAMES[language]}\n---\n"
        (folder / f"{language}.md").write_text(f"{named}{others}\n\n{text}", encoding="utf-8")


def _illustrated(game: Game, diagram: Diagram, language: str, text: str, folder: Path) -> str:
    """The pictures of a diagram behind its paragraph, drawn by the game itself."""
    shown = frames(game, diagram)
    pictures = []
    for at, frame in enumerate(shown[:3]):
        view = {name: value for name, value in frame["views"][-1].items() if name != "to_act"}
        picture = folder / f"{diagram.name}-{at}.svg"
        picture.write_text(game.drawing.svg(game.schema.from_view(view, frame["seat"])), encoding="utf-8")
        pictures.append(f"![]({picture.name}){{ .board }}")
    caption = diagram.caption[language]
    shown_once = " ".join(dict.fromkeys(pictures))
    figure = f'\n\n<figure markdown="1">\n{shown_once}\n<figcaption>{caption}</figcaption>\n</figure>\n'
    paragraph = re.compile(rf"^\*\*{re.escape(diagram.paragraph)}\*\*.*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
    return paragraph.sub(lambda found: found[0] + figure, text, count=1)


def _write_home_of_rules(page: Path) -> None:
    lines = [
        "# The rulebooks",
        "",
        "In our own words, paragraph by paragraph; every paragraph is tested under its number.",
        "",
    ]
    lines += ["| game | | | | |", "|---|---|---|---|---|"]
    for game in all_games():
        cells = " | ".join(f"[{name}]({game.name}/{code}.md)" for code, name in LANGUAGE_NAMES.items())
        lines.append(f"| **{game.title}** | {cells} |")
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


_AFTER_COURSES = "The positions are those of"


def _draw_courses(page: Path) -> None:
    """How each network came to foretell, generation by generation, beside the guide's formula: from the stories."""
    pictures = ["The same, generation by generation; dashed, the guide's formula:\n"]
    for game in all_games():
        story = DOCS / "training" / f"{game.name}.json"
        if story.exists():
            drawn = page.parent / "training" / f"{game.name}-course.svg"
            drawn.write_text(_course(json.loads(story.read_text(encoding="utf-8"))["story"]), encoding="utf-8")
            alone = f"{game.title}: how far foretold chances are from results, by generation; dashed, the guide's"
            pictures.append(f"**{game.title}**\n\n![{alone}](training/{drawn.name}){{ .plot }}\n")
    text = page.read_text(encoding="utf-8")
    if _AFTER_COURSES not in text:
        sys.exit(
            f"docs/training.md has no sentence that begins {_AFTER_COURSES!r} any more: the courses are drawn before it"
        )
    page.write_text(text.replace(_AFTER_COURSES, "\n".join([*pictures, _AFTER_COURSES]), 1), encoding="utf-8")


def _course(story: list[dict[str, Any]]) -> str:
    """Lines over the generations, one for each number of seats."""
    values = [value for one in story for kind in ("brier", "by_hand") for value in one[kind].values()]
    low, high = int(min(values) * 10) / 10, (int(max(values) * 10) + 1) / 10
    step = 400 / max(1, len(story) - 1)

    def y(value: float) -> float:
        return round(250 - 220 * (value - low) / (high - low), 1)

    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 290" font-family="sans-serif" font-size="13">']
    for tenth in range(round(low * 10), round(high * 10) + 1):
        at = y(tenth / 10)
        parts.append(f'<path d="M48 {at}H448" stroke="#b5d3df"/><text x="14" y="{at + 4}">{tenth / 10:.1f}</text>')
    parts.append('<text x="48" y="278">generation 1</text>')
    parts.append(f'<text x="448" y="278" text-anchor="end">{len(story)}</text>')
    for kind, dashes in (("brier", ""), ("by_hand", "5 4")):
        for seats in story[-1][kind]:
            spots = " ".join(f"{48 + step * at:.0f},{y(one[kind][seats])}" for at, one in enumerate(story))
            line = f'<polyline points="{spots}" fill="none" stroke="#12384f" stroke-width="2"'
            parts.append(f'{line} stroke-dasharray="{dashes}"/>')
    for seats, value in story[-1]["brier"].items():
        parts.append(f'<text x="456" y="{y(value) + 4}">{seats} seats</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _list_decisions(folder: Path) -> None:
    """An index, where nobody has written one."""
    if not (folder / "index.md").exists():
        lines = [f"- [{_title(page)}]({page.name})" for page in sorted(folder.glob("*.md"))]
        (folder / "index.md").write_text("# Decisions\n\n" + "\n".join(lines) + "\n", encoding="utf-8")


REFERENCE = {
    "match": ("A match", ("banquise.new", "banquise.from_line", "banquise.Match", "banquise.Move", "banquise.Result")),
    "records": (
        "Records",
        (
            "banquise.load",
            "banquise.save",
            "banquise.to_record",
            "banquise.replay",
            "banquise.verify",
            "banquise.Verdict",
            "banquise.Record",
        ),
    ),
    "errors": ("Errors", ("banquise.BadNotation", "banquise.IllegalMove", "banquise.NoUndo", "banquise.BadRecord")),
    "bots": (
        "Bots",
        ("banquise.bots.playing", "banquise.bots.levels", "banquise.bots.hints", "banquise.bots.line_protocol"),
    ),
    "environments": (
        "Environments",
        ("banquise.research.zoo", "banquise.research.gym", "banquise.research.batch", "banquise.research.vector"),
    ),
    "kernel": ("The kernel", ("banquise.kernel.schema", "banquise.kernel.game", "banquise.kernel.contract")),
}


def _write_reference(folder: Path) -> None:
    folder.mkdir()
    index = ["# Reference", "", "Made from the docstrings; their examples are run by the tests.", ""]
    for name, (title, things) in REFERENCE.items():
        body = "\n\n".join(f"::: {thing}" for thing in things)
        (folder / f"{name}.md").write_text(f"# {title}\n\n{body}\n", encoding="utf-8")
        index.append(f"- [{title}]({name}.md)")
    (folder / "index.md").write_text("\n".join(index) + "\n", encoding="utf-8")


_LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)\s]+)\)")


def _links_of_the_site(page: Path, text: str) -> str:
    """Links as they are within the site: a folder's README is its index."""
    pages = STAGE / "docs"

    def renamed(found: re.Match[str]) -> str:
        target, hash_, anchor = found[1].partition("#")
        path = (page.parent / target).resolve()
        if path.name == "README.md" and pages in path.parents:
            return f"]({target.removesuffix('README.md')}index.md{hash_}{anchor})"
        if path.is_dir():
            inside = next((name for name in ("index.md",) if (path / name).exists()), "")
            return f"]({target.rstrip('/')}/{inside}{hash_}{anchor})" if inside else "](#)"
        return found[0]

    return _LINK.sub(renamed, text)


# The configuration ------------------------------------------------------------------------------

SECTIONS: dict[str, tuple[str, ...]] = {
    "Play": ("playing.md", "terminal.md", "rules", "options.md", "balance.md", "sources.md"),
    "Host": ("hosting.md", "static.md", "operations.md", "protocol.md", "fair-chance.md"),
    "Research": (
        "python.md",
        "environments",
        "bots.md",
        "training.md",
        "record-format.md",
        "benchmarks.md",
        "experiments.md",
        "ladder",
        "reference",
    ),
    "Make a game": (
        "adding-a-game.md",
        "lessons.md",
        "puzzles.md",
        *(f"glossary-{language}.md" for language in LANGUAGES),
        "design.md",
        "decisions",
    ),
}


def _configuration(pages: Path) -> str:
    """Every page is in the navigation: in the section that names it or its folder, else under More."""
    named = {name for names in SECTIONS.values() for name in names}
    more = sorted(page.name for page in pages.glob("*.md") if page.name not in {*named, "index.md"})
    sections = {**SECTIONS, **({"More": tuple(more)} if more else {})}
    nav = ['{ "Home" = "index.md" }']
    for title, names in sections.items():
        entries = ", ".join(_entry(pages / name, pages) for name in names)
        nav.append(f'{{ "{title}" = [{entries}] }}')
    return _CONFIGURATION.format(nav=",\n  ".join(nav))


def _entry(path: Path, pages: Path) -> str:
    """A page, or a folder as a section of its own: its index leads it, and the pages below follow."""
    if path.is_file():
        return f'{{ "{_title(path)}" = "{path.relative_to(pages).as_posix()}" }}'
    inside = [one for one in path.iterdir() if one.suffix == ".md" or any(one.glob("*.md"))]
    languages = [f"{language}.md" for language in LANGUAGES]
    inside.sort(
        key=lambda one: (one.name != "index.md", languages.index(one.name) if one.name in languages else -1, one)
    )
    title = _title(inside[0]) if inside[0].name == "index.md" else game_named(path.name).title
    return f'{{ "{title}" = [{", ".join(_entry(one, pages) for one in inside)}] }}'


def _title(page: Path) -> str:
    """A page's first heading."""
    found = re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    title = found[1] if found else page.stem
    if page.parent.parent.name == "rules":
        return LANGUAGE_NAMES[page.stem]
    if page.parent.name == "ladder" and page.stem != "index":
        return page.stem  # several have the same heading
    return title.replace('"', "'").replace("`", "")


_CONFIGURATION = """
[project]
site_name = "Banquise"
site_description = "The open table for four winter board games"
docs_dir = "docs"
site_dir = "site"
use_directory_urls = false
extra_css = ["look/house.css"]
nav = [
  {nav}
]

[project.theme]
language = "en"
font = false
favicon = "look/mark.svg"
logo = "look/mark.svg"
features = [
  "navigation.tabs", "navigation.top", "navigation.indexes", "navigation.path", "navigation.prune", "toc.follow",
  "content.code.copy", "search.highlight"
]

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle.icon = "lucide/sun"
toggle.name = "Polar night"

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle.icon = "lucide/moon"
toggle.name = "Daylight"

[project.markdown_extensions]
attr_list = {{}}
md_in_html = {{}}
tables = {{}}
toc.permalink = true
pymdownx.highlight = {{}}
pymdownx.superfences = {{}}

[project.plugins.mkdocstrings.handlers.python]
paths = ["{HOME_SRC}"]
[project.plugins.mkdocstrings.handlers.python.options]
show_source = false
show_root_heading = true
heading_level = 2
members_order = "source"
filters = ["!^_"]
extensions = ["{HERE}/doctest_fences.py"]
""".replace("{HOME_SRC}", (HOME / "src").as_posix()).replace("{HERE}", (HOME / "scripts").as_posix())


# Links ------------------------------------------------------------------------------------------


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key in ("href", "src") and value:
                self.targets.append(value)
            elif key in ("id", "name") and value:
                self.names.add(value)


def dead_links(site: Path) -> list[str]:
    """Links within the site that lead to no file or to no place in it."""
    read = {}
    for page in site.rglob("*.html"):
        links = _Links()
        links.feed(page.read_text(encoding="utf-8"))
        read[page.resolve()] = links
    dead = []
    for page, links in read.items():
        if page.name == "404.html":
            continue  # its links are made for whatever address was not found
        for target in links.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc or target.startswith("data:"):
                continue
            file = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            file = file / "index.html" if file.is_dir() else file
            if not file.exists():
                dead.append(f"{page.relative_to(site.resolve())}: {target}")
            elif parts.fragment and file in read and unquote(parts.fragment) not in {*read[file].names, "__skip"}:
                dead.append(f"{page.relative_to(site.resolve())}: {target} (no such place)")
    return sorted(set(dead))


if __name__ == "__main__":
    if build("--force" in sys.argv):
        print("banquise: the site to read is in src/banquise/server/docs")
