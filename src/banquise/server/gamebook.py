"""What a client is told of a game: facts, words, the rulebook in blocks, diagrams, and its drawing of a position.

The browser client has all of it but the drawings built in for the games of this house (``scripts/export_web.py``), and
asks for what it has not (``server/http/games.py``): so a game of another package needs no client of its own.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from banquise.kernel.game import Game, Option
from banquise.kernel.rulebook import Rulebook, rulebook
from banquise.kernel.schema import BadPosition, State
from banquise.kernel.speech import LANGUAGES, catalogue
from banquise.server import protocol as p
from banquise.table.diagrams import Diagram, diagrams, frames
from banquise.table.match import Match
from banquise.table.puzzle import puzzles

_PARAGRAPH = re.compile(r"\*\*([A-Z]{2}-\d+\.\d+)\*\*\s+(.*)", re.DOTALL)
_OPENING = bytes(32)  # the seed of the match whose beginning stands for a game


def info(game: Game, levels: list[str]) -> p.GameInfo:
    """The facts."""
    return p.GameInfo(
        name=game.name,
        title=game.title,
        year=game.year,
        author=game.author,
        publisher=game.publisher,
        summary=game.summary,
        reconstructed=game.reconstructed,
        minutes=game.minutes,
        seats=list(game.seats),
        options=[_option(game, option) for option in game.options],
        rules=game.version,
        levels=levels,
        prefix=game.prefix,
        secrets=bool(game.schema.hidden),
        undo=len(game.final) < len(game.moves.kinds),
        lesson=(game.folder / "lessons" / "script.toml").exists(),
        puzzles=len(puzzles(game)),
        colours={str(seats): _colours(game, seats, {}) for seats in game.seats},
        about={language: _about(game, language) for language in LANGUAGES},
    )


def _option(game: Game, option: Option) -> p.OptionInfo:
    found = [
        p.OtherColours(value, seats, colours)
        for seats in game.seats
        for value in option.allowed(seats)
        if (colours := _colours(game, seats, {option.name: value})) != _colours(game, seats, {})
    ]
    return p.OptionInfo(option.name, list(option.values), option.paragraph, option.about, list(option.needs), found)


def _colours(game: Game, seats: int, options: dict[str, str]) -> list[str]:
    return list(game.colours(seats, game.option_values(options)))


def _about(game: Game, language: str) -> p.About:
    summary = game.told("summary", language)
    return p.About(game.told("title", language), summary, words(game, language).get("about.goal", summary))


def words(game: Game, language: str) -> dict[str, str]:
    """Its messages, and the common ones."""
    return catalogue(game.folder, language)


# The rulebook -----------------------------------------------------------------------------------


def book(game: Game, language: str) -> list[dict[str, Any]]:
    """A rulebook as blocks, each diagram after its paragraph, and first of all what is not from the sources."""
    found: list[dict[str, Any]] = []
    read = rulebook(game.folder, language)
    for block in blocks(read.text):
        found.append(block | _marks(read, block.get("id")))
        for diagram in diagrams(game):
            if diagram.paragraph == block.get("id"):
                found.append(_figure(diagram, language))
        if game.reconstructed and block["kind"] == "heading" and block["level"] == 1:
            told = game.told("reconstructed", language)
            found.append({"kind": "rebuilt", "text": told, "paragraphs": rebuilt(game)})
    return found


def _marks(read: Rulebook, paragraph: str | None) -> dict[str, Any]:
    """What a numbered paragraph rests on, each mark with its name in the reader's language."""
    return {"marks": {mark: read.names[mark] for mark in read.marks[paragraph]}} if paragraph else {}


def blocks(text: str) -> list[dict[str, Any]]:
    """A rulebook as blocks: headings, paragraphs (numbered or not), lists and tables."""
    found: list[dict[str, Any]] = []
    for chunk in re.split(r"\n\s*\n", text.strip()):
        lines = chunk.strip().splitlines()
        heading = re.fullmatch(r"(#+) (.*)", lines[0])
        if heading:
            found.append({"kind": "heading", "level": len(heading[1]), "text": heading[2]})
            lines = lines[1:]
        if lines:
            found.append(_block(lines))
    return found


def _block(lines: list[str]) -> dict[str, Any]:
    if all(line.startswith("|") for line in lines):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        return {"kind": "table", "head": rows[0], "rows": rows[2:]}
    if lines[0].startswith("- "):
        return {"kind": "list", "items": _items(lines)}
    numbered = _PARAGRAPH.fullmatch(" ".join(lines))
    if numbered:
        return {"kind": "paragraph", "id": numbered[1], "text": numbered[2]}
    return {"kind": "paragraph", "text": " ".join(lines)}


def _items(lines: list[str]) -> list[str]:
    items: list[str] = []
    for line in lines:
        if line.startswith("- "):
            items.append(line[2:])
        else:
            items[-1] += " " + line.strip()
    return items


def _figure(diagram: Diagram, language: str) -> dict[str, Any]:
    return {"kind": "figure", "name": diagram.name, "caption": diagram.caption[language], "zoom": list(diagram.zoom)}


def rebuilt(game: Game) -> list[str]:
    """The paragraphs that say of themselves that they are a reconstruction."""
    return [name for name, marks in rulebook(game.folder, "en").marks.items() if "reconstruction" in marks]


@cache
def pictures(game: Game) -> dict[str, list[dict[str, Any]]]:
    """Its diagrams by name, moment by moment."""
    return {one.name: frames(game, one) for one in diagrams(game)}


# Drawings ---------------------------------------------------------------------------------------


def drawing(game: Game, view: dict[str, Any], seat: int | None, language: str) -> str:
    """A position as the game draws it. BadPosition if the view is not one of this game."""
    state = seen(game, view, seat)
    try:
        return game.drawing.svg(state, language)
    except Exception as error:  # a position that no match comes to may be anything to its drawing
        raise BadPosition(f"{game.title} cannot draw this position: {error}") from error


def seen(game: Game, view: dict[str, Any], seat: int | None) -> State:
    """The state that a view shows: a seat's own row of what belongs to seats, or everything revealed (None)."""
    whole = dict(view)
    if seat is not None:
        for field in game.schema.hidden:
            if field.name in view:
                rows = field.zero()
                if not isinstance(rows, list) or seat >= len(rows):
                    raise BadPosition(f"{game.title} has no seat {seat} that {field.name!r} could belong to")
                rows[seat] = view[field.name]
                whole[field.name] = rows
    state = game.schema.new()
    game.schema.overlay(state, whole)
    if state.seats not in game.seats:
        raise BadPosition(f"{game.title} is for {game.for_seats}, not {state.seats}")
    return state


def opening(game: Game, language: str) -> str:
    """How a match begins, drawn: the game's picture where it has no other."""
    match = Match(game, game.usual_seats, seed=_OPENING)
    return game.drawing.svg(match.seen(None), language)
