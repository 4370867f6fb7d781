"""Positions for the gallery of boards: of every game the phases in which somebody acts, the end, and a whole match.

Run with the project's Python from anywhere; writes ``src/gallery/fixtures/<game>.json`` beside this file. The files are
made, not kept: git ignores them. A position holds all that a board is given (view, legal moves in parts, seats) and the
answers to some previews, so that a board can be tried without a server.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from banquise.games import all_games
from banquise.kernel.game import Game
from banquise.kernel.speech import LANGUAGES, catalogue
from banquise.table.match import Match

OUT = Path(__file__).parent / "src" / "gallery" / "fixtures"
NAMES = ("Ada", "Bruno", "Chiara", "Darius")
MATCHES = 24  # at most so many are played in search of rare phases


def position(name: str, match: Match, seat: int | None) -> dict[str, Any]:
    """Everything that a board is given."""
    words, legal = match.game.words, []
    seen = match.seen(seat)
    if seat is not None and seat in match.to_act:
        for move in match.legal(seat):
            legal.append({"code": int(move), "text": move.text, "parts": words.structure(seen, seat, int(move))})
    texts = [move["text"] for move in legal[:60]]
    return {
        "name": name,
        "seat": seat,
        "view": match.game.schema.view(match.state, seat),
        "legal": legal,
        "seats": [{"colour": colour, "name": NAMES[i]} for i, colour in enumerate(match.colours)],
        "previews": {text: words.preview(seen, seat, text) for text in texts},
    }


def playing(game: Game, seats: int, seed: int) -> Iterator[Match]:
    """A random match, seen after every move of a seat."""
    rng = random.Random(seed)
    match = Match(game, seats, seed=bytes(31) + bytes([seed]))
    yield match
    while not match.is_over:
        seat = match.to_act[0]
        match.play(seat, int(rng.choice(match.legal(seat))))
        yield match


def moments(game: Game) -> list[dict[str, Any]]:
    """Each phase in which a seat acts, early in some match and late in some match, and the end."""
    found: dict[str, dict[str, Any]] = {}
    for number in range(MATCHES):
        seats = game.seats[-1 - number % len(game.seats)]
        for at, match in enumerate(playing(game, seats, number)):
            actor = None if match.is_over else match.to_act[0]
            when = "over" if match.is_over else "early" if at < 20 else "late"
            name = f"{game.phases[match.state.phase]}: {when}, {seats} seats"
            if name not in found:
                found[name] = position(name, match, actor)
    return [found[name] for name in sorted(found)]


def film(game: Game) -> list[dict[str, Any]]:
    """A whole match as the first seat sees it, position after position: what boards animate."""
    return [position(str(n), match, 0) | {"previews": {}} for n, match in enumerate(playing(game, game.seats[-1], 9))]


def main() -> None:
    """Write the fixtures of every game."""
    OUT.mkdir(parents=True, exist_ok=True)
    for game in all_games():
        fixtures = {
            "layout": game.drawing.layout(),
            "messages": {language: catalogue(game.folder, language) for language in LANGUAGES},
            "positions": moments(game),
            "film": film(game),
        }
        (OUT / f"{game.name}.json").write_text(json.dumps(fixtures, ensure_ascii=False), encoding="utf-8")
        print(f"{game.name}: {len(fixtures['positions'])} positions, a film of {len(fixtures['film'])}")


if __name__ == "__main__":
    main()
