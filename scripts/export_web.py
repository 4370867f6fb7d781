"""Writes what the browser client needs of the games into web/src/generated: facts, types, words, books, diagrams.

The client knows no rule and repeats no text: everything here is read from the games themselves. The files are made by
every build and not committed (docs/decisions/0045).

    python scripts/export_web.py [FOLDER]
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from game_types import typescript

from banquise.games import all_games
from banquise.kernel.game import Game
from banquise.kernel.rulebook import rulebook
from banquise.kernel.speech import LANGUAGES, catalogue
from banquise.table.diagrams import Diagram, diagrams, frames

HOME = Path(__file__).resolve().parents[1]
_PARAGRAPH = re.compile(r"\*\*([A-Z]{2}-\d+\.\d+)\*\*\s+(.*)", re.DOTALL)


def facts(game: Game) -> dict[str, Any]:
    """What the home page says about a game."""
    return {
        "name": game.name,
        "title": game.title,
        "year": game.year,
        "author": game.author,
        "publisher": game.publisher,
        "minutes": game.minutes,
        "prefix": game.prefix,
        "secrets": bool(game.schema.hidden),  # pass and play covers the screen between decisions
        "undo": not game.no_undo,  # where the rules let nothing be taken back, nobody is offered it
        "seats": list(game.seats),
        "options": [{"name": o.name, "values": list(o.values), "paragraph": o.paragraph} for o in game.options],
        "colours": {str(n): list(game.colours(n, [0] * len(game.options))) for n in game.seats},
    }


def blocks(text: str) -> list[dict[str, Any]]:
    """A rulebook as blocks: headings, paragraphs (numbered or not), lists and tables."""
    found: list[dict[str, Any]] = []
    for chunk in re.split(r"\n\s*\n", text.strip()):
        lines = chunk.strip().splitlines()
        heading = re.fullmatch(r"(#+) (.*)", lines[0])
        if heading:
            found.append({"kind": "heading", "level": len(heading[1]), "text": heading[2]})
            lines = lines[1:]
        if not lines:
            continue
        if all(line.startswith("|") for line in lines):
            rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
            found.append({"kind": "table", "head": rows[0], "rows": rows[2:]})
        elif lines[0].startswith("- "):
            found.append({"kind": "list", "items": _items(lines)})
        else:
            numbered = _PARAGRAPH.fullmatch(" ".join(lines))
            found.append(
                {"kind": "paragraph", "id": numbered[1], "text": numbered[2]}
                if numbered
                else {"kind": "paragraph", "text": " ".join(lines)}
            )
    return found


def book(game: Game, language: str) -> list[dict[str, Any]]:
    """A rulebook as blocks, each diagram after its paragraph, and first of all what is not from the sources."""
    found: list[dict[str, Any]] = []
    for block in blocks(rulebook(game.folder, language).text):
        found.append(block)
        for diagram in diagrams(game):
            if diagram.paragraph == block.get("id"):
                found.append(_figure(diagram, language))
        if block["kind"] == "heading" and block["level"] == 1:
            told = catalogue(game.folder, language)["about.reconstructed"]
            found.append({"kind": "rebuilt", "text": told, "paragraphs": rebuilt(game)})
    return found


def _figure(diagram: Diagram, language: str) -> dict[str, Any]:
    return {"kind": "figure", "name": diagram.name, "caption": diagram.caption[language], "zoom": list(diagram.zoom)}


def rebuilt(game: Game) -> list[str]:
    """The paragraphs that say of themselves that they are a reconstruction."""
    return [name for name, marks in rulebook(game.folder, "en").marks.items() if "reconstruction" in marks]


def _items(lines: list[str]) -> list[str]:
    items: list[str] = []
    for line in lines:
        if line.startswith("- "):
            items.append(line[2:])
        else:
            items[-1] += " " + line.strip()
    return items


def export(folder: Path) -> None:
    """Write everything."""
    shutil.rmtree(folder, ignore_errors=True)
    _write(folder / "games.json", [facts(game) for game in all_games()])
    for game in all_games():
        (folder / f"{game.name}.ts").write_text(typescript(game), encoding="utf-8")
        layout = getattr(game.drawing, "layout", None)  # a game without one is played from the list of its moves
        _write(folder / "layouts" / f"{game.name}.json", layout() if layout else {})
        _write(folder / "diagrams" / f"{game.name}.json", {one.name: frames(game, one) for one in diagrams(game)})
        for language in LANGUAGES:
            _write(folder / "messages" / language / f"{game.name}.json", catalogue(game.folder, language))
            _write(folder / "rulebooks" / language / f"{game.name}.json", book(game, language))


def _write(path: Path, content: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    export(Path(sys.argv[1]) if len(sys.argv) > 1 else HOME / "web" / "src" / "generated")
