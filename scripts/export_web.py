"""Writes what the browser client needs of the games into web/src/generated: facts, types, words, books, diagrams.

The client knows no rule and repeats no text: everything here is read from the games themselves. The files are made by
every build and not committed (docs/decisions/0045).

    python scripts/export_web.py [FOLDER]
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

from game_types import typescript

from banquise.bots.levels import levels_of
from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.speech import LANGUAGES
from banquise.server import gamebook, protocol
from banquise.server.live.thinkers import RANDOM

HOME = Path(__file__).resolve().parents[1]


def export(folder: Path) -> None:
    """Write everything."""
    shutil.rmtree(folder, ignore_errors=True)
    own = [game_named(name) for name in OWN]  # a game of another package is asked for when it is wanted
    # the levels are those of a house that is no server; a server says its own
    told = [gamebook.info(game, [*levels_of(game), RANDOM]) for game in own]
    _write(folder / "games.json", [json.loads(protocol.encode(one)) for one in told])
    for game in own:
        (folder / f"{game.name}.ts").write_text(typescript(game), encoding="utf-8")
        _write(folder / "layouts" / f"{game.name}.json", game.drawing.layout())
        _write(folder / "diagrams" / f"{game.name}.json", gamebook.pictures(game))
        for language in LANGUAGES:
            _write(folder / "messages" / language / f"{game.name}.json", gamebook.words(game, language))
            _write(folder / "rulebooks" / language / f"{game.name}.json", gamebook.book(game, language))


def _write(path: Path, content: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    export(Path(sys.argv[1]) if len(sys.argv) > 1 else HOME / "web" / "src" / "generated")
