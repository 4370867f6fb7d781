"""Positions for the gallery of boards and for their tests: seeded matches, looked at in interesting moments.

Run with the project's Python from anywhere; writes ``src/gallery/fixtures/<game>.json`` beside this file. The files are
made, not kept: git ignores them. A position holds all that a board is given (view, legal moves in parts, seats) and the
answers to some previews, so that a board can be tried without a server.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from banquise.kernel.game import Game
from banquise.kernel.speech import LANGUAGES, catalogue
from banquise.table.match import Match

OUT = Path(__file__).parent / "src" / "gallery" / "fixtures"
GAMES = ("ice_lake", "ice_cult", "altitude", "alaska")
NAMES = ("Ada", "Bruno", "Chiara", "Darius")

Choose = Callable[[Match, int, random.Random], str | int]


def position(name: str, match: Match, seat: int | None, previews: tuple[str, ...] = ()) -> dict[str, Any]:
    """Everything that a board is given."""
    words, legal = match.game.words, []
    seen = match.seen(seat)
    if seat is not None and seat in match.to_act:
        for move in match.legal(seat):
            legal.append({"code": int(move), "text": move.text, "parts": words.structure(seen, seat, int(move))})
    texts = (*previews, *(move["text"] for move in legal[:60]))
    return {
        "name": name,
        "seat": seat,
        "view": match.view(seat),
        "legal": legal,
        "seats": [{"colour": colour, "name": NAMES[i]} for i, colour in enumerate(match.colours)],
        "previews": {text: words.preview(seen, seat, text) for text in texts} if legal else {},
    }


def playing(
    game: Game, seats: int, seed: int, choose: Choose, options: dict[str, str] | None = None
) -> Iterator[Match]:
    """A match, seen after every move of a seat."""
    rng = random.Random(seed)
    match = Match(game, seats, options, seed=bytes(31) + bytes([seed]))
    yield match
    while not match.is_over:
        seat = match.to_act[0]
        match.play(seat, choose(match, seat, rng))
        yield match


def at_random(match: Match, seat: int, rng: random.Random) -> int:
    """Any legal move."""
    return int(rng.choice(match.legal(seat)))


# Ice Lake -----------------------------------------------------------------------------------------


def skating(match: Match, seat: int, rng: random.Random) -> str | int:
    """A programme that is not known to fail."""
    if match.state.phase != 1:
        return at_random(match, seat, rng)
    seen, word = match.seen(seat), ""
    for _ in range(rng.randrange(4, 9)):
        letters = rng.sample("GAD", 3)
        open_ways = [x for x in letters if not match.game.words.preview(seen, seat, word + x)["stopped"]]
        if not open_ways:
            break
        word += open_ways[0]
    return word or "A"


def words_up_to(length: int) -> tuple[str, ...]:
    """All programmes of at most so many letters."""
    words = [""]
    for word in words:
        if len(word) < length:
            words += [word + letter for letter in "GAD"]
    return tuple(words[1:])


def ice_lake(game: Game) -> list[dict[str, Any]]:
    """The first programme, a lake full of cracks, a forced stop, a return, the end."""
    found = [position("start, two seats", next(playing(game, 2, 1, skating)), 0, words_up_to(4))]
    found.append(
        position("start, short lake", next(playing(game, 4, 1, skating, {"lake": "short"})), 1, words_up_to(2))
    )
    wanted = {"forced stop": 3, "back into play": 4, "arriving": 5}
    late = None
    for seed in range(60):
        for match in playing(game, 4, seed, skating):
            s = match.state
            if late is None and s.phase == 1 and s.round >= 4 and sum(s.on_ice) >= 3 and any(s.sunk):
                late = position("cracks and plates", match, match.to_act[0], words_up_to(4))
                found.append(late)
            for name, phase in list(wanted.items()):
                if s.phase == phase and s.round > 1:
                    found.append(position(name, match, s.chooser))
                    del wanted[name]
            if match.is_over and seed == 3:
                found.append(position("over", match, None))
        if late and not wanted and seed >= 3:
            break
    return found


# Ice Cult -----------------------------------------------------------------------------------------


def ice_cult(game: Game) -> list[dict[str, Any]]:
    """Tilts, arrows to be done, circles and arcs, high stacks, the end."""
    found = []
    wanted: dict[str, Callable[[Any], bool]] = {
        "first tilt": lambda s: s.phase == 2 and s.turn == 1,
        "second tilt": lambda s: s.phase == 2 and s.tilted and s.turn > 3,
        "arrows": lambda s: s.phase == 3 and s.turn > 9 and not any(s.executed),
        "circles": lambda s: s.phase == 3 and s.circles > 0 and s.turn > 6 and s.arcs == 0,
        "arcs": lambda s: s.phase == 3 and s.arcs > 1 and s.turn > 6,
        "stacks": lambda s: max(max(row) for row in s.height) >= 5,
        "over": lambda s: s.phase == 4,
    }
    for seed in range(30):
        for match in playing(game, (4, 2, 3)[seed % 3], seed, at_random):
            for name, is_it in list(wanted.items()):
                if is_it(match.state):
                    found.append(position(name, match, None if match.is_over else match.to_act[0]))
                    del wanted[name]
        if not wanted:
            break
    return found


# Altitude -----------------------------------------------------------------------------------------


def climbing(match: Match, seat: int, rng: random.Random) -> int:
    """Build where one can, avalanches to the others; discard seldom."""
    moves = match.legal(seat)
    parts = [match.game.words.structure(match.state, seat, int(move)) for move in moves]
    built = [
        int(move)
        for move, part in zip(moves, parts, strict=True)
        if part["kind"] in ("lay", "hand", "rescue", "hand_rescue")
        and (part.get("owner") == seat or rng.random() < 0.15)
    ]
    drawn = match.state.drawn[seat]
    if drawn and match.game.schema.name == "altitude" and built:
        return max(built, key=lambda code: (code % 110 // 11, rng.random()))
    return rng.choice(built) if built else int(moves[0]) if len(moves) == 1 else at_random(match, seat, rng)


def altitude(game: Game) -> list[dict[str, Any]]:
    """The choice of four cards, small and high mountains, an avalanche drawn, the closing build, the end, solo."""
    found = []
    wanted: dict[str, Callable[[Any], bool]] = {
        "keep four": lambda s: s.phase == 1,
        "early": lambda s: s.phase == 4 and s.pile_size < 88 and s.drawn[s.turn] < 26,
        "avalanche drawn": lambda s: s.phase == 4 and s.drawn[s.turn] == 42 and s.pile_size < 70,
        "high mountains": lambda s: s.phase == 4 and s.pile_size < 22 and s.drawn[s.turn] < 41,
        "closing build": lambda s: s.phase == 5,
        "over": lambda s: s.phase == 6,
    }
    for seed in range(30):
        for match in playing(game, 4, seed, climbing):
            for name, is_it in list(wanted.items()):
                if is_it(match.state):
                    found.append(position(name, match, 0 if match.is_over else match.to_act[0]))
                    del wanted[name]
        if not wanted:
            break
    for match in playing(game, 1, 5, climbing):
        if match.state.phase == 4 and match.state.pile_size == 40:
            found.append(position("solo", match, 0))
    for match in playing(game, 2, 6, climbing):
        if match.state.phase == 4 and match.state.pile_size == 50:
            found.append(position("two seats, watched", match, None))
    return found


# Alaska -------------------------------------------------------------------------------------------


def voyaging(match: Match, seat: int, rng: random.Random) -> int:
    """Any move, but the voyage goes somewhere and unloads at home."""
    moves = match.legal(seat)
    for move in moves:
        if move.text == "unload" and match.state.at[seat] == match.state.camp[seat]:
            return int(move)
        if move.text == "load" and match.state.at[seat] != match.state.camp[seat]:
            return int(move)
    going = [move for move in moves if move.text not in ("end", "unload", "load", "leave")]
    return int(rng.choice(going or moves))


def alaska(game: Game) -> list[dict[str, Any]]:
    """Laying each kind of piece, voyages in winter and spring, melting, the bear, cards, the end."""
    found = []
    wanted: dict[str, Callable[[Any], bool]] = {
        "first ice": lambda s: s.phase == 2 and s.turn == 1,
        "triple": lambda s: s.phase == 2 and s.turn > 10 and s.card >= 6,
        "double": lambda s: s.phase == 2 and s.turn > 24 and 3 <= s.card <= 5,
        "winter voyage": lambda s: s.phase == 7 and s.turn > 26 and s.at[s.mover] < 104 and s.season == 0,
        "bear": lambda s: s.phase == 5 and s.turn > 20,
        "melting": lambda s: s.phase == 3 and s.turn > 50,
        "spring voyage": lambda s: s.phase == 7 and s.season == 1 and s.turn > 48 and sum(s.hand[s.mover]) > 1,
        "found": lambda s: s.phase == 6,
        "fog?": lambda s: s.phase == 8,
        "over": lambda s: s.phase == 9,
    }
    for seed in range(40):
        for match in playing(game, (4, 3, 2)[seed % 3], seed, voyaging):
            for name, is_it in list(wanted.items()):
                if is_it(match.state):
                    found.append(position(name, match, None if match.is_over else match.to_act[0]))
                    del wanted[name]
        if not wanted:
            break
    return found


def film(game: Game, seats: int, choose: Choose, seat: int | None) -> list[dict[str, Any]]:
    """A whole match as one viewer sees it, position after position: what boards animate."""
    frames: list[dict[str, Any]] = []
    for match in playing(game, seats, 9, choose):
        frames.append(position(str(len(frames)), match, seat) | {"previews": {}})
    return frames


PLAYERS: dict[str, Choose] = {"ice_lake": skating, "ice_cult": at_random, "altitude": climbing, "alaska": voyaging}
MAKERS = {"ice_lake": ice_lake, "ice_cult": ice_cult, "altitude": altitude, "alaska": alaska}


def main() -> None:
    """Write the fixtures of every game that can be drawn by a client."""
    OUT.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        game: Game = import_module(f"banquise.games.{name}").GAME
        if not hasattr(game.drawing, "layout") or not hasattr(game.words, "structure"):
            print(f"{name}: no layout yet")
            continue
        fixtures = {
            "title": game.title,
            "layout": game.drawing.layout(),
            "messages": {language: catalogue(game.folder, language) for language in LANGUAGES},
            "positions": MAKERS[name](game),
            "film": film(game, 4, PLAYERS[name], 0),
        }
        (OUT / f"{name}.json").write_text(json.dumps(fixtures, ensure_ascii=False), encoding="utf-8")
        names = ", ".join(shown["name"] for shown in fixtures["positions"])
        print(f"{name}: {names}; a film of {len(fixtures['film'])} positions")


if __name__ == "__main__":
    main()
