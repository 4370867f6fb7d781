"""Diagrams of the rulebooks: positions that words alone do not carry, each hung on a paragraph.

A game keeps them as data in ``rulebook/diagrams.toml``. A diagram is a short scripted match, from the set-up or from a
position laid over it, and the moments of it that are shown; nothing is drawn here, and nothing is ruled here: the
script is played by the game's own rules, and a client draws the views with its own board.

    [[diagram]]
    name = "crossing"
    paragraph = "IL-3.4"
    seats = 2
    script = ["chance: red", "red: AG", "yellow: AA"]   # who, and what, as in a record
    show = [1, 3]              # the moments: after so many lines of the script (else: after the last)
    walked = true              # a client may play the lines between two moments, one after the other
    eyes = "red"               # who looks (else: a spectator)
    lit = ["face"]             # moves of these kinds that this seat may make are lit up in the last moment
    tries = ["red: AAA"]       # moves that are drawn and not made, each in a picture of the last moment
    refused = ["IL-3.4"]       # the paragraph that refuses each of them; empty for one that is legal
    mark = "h7"                # a place that is pointed at
    zoom = [2, 0.5, 0.4]       # how much nearer a client may look, and at which part of the board (from 0 to 1)
    position.cell = { 0 = 12 } # single entries of fields, or whole fields
    caption.en = "..."         # and fr, de, fa
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from banquise.kernel.game import Game
from banquise.table import lines
from banquise.table.match import Match


class BadDiagram(ValueError):
    """A diagram whose script the rules do not play, or whose data make no sense."""


@dataclass(frozen=True)
class Diagram:
    """One picture of a rulebook, as its game's file tells it."""

    name: str
    paragraph: str
    caption: dict[str, str]  # by language
    seats: int
    options: dict[str, str] = field(default_factory=dict)
    position: dict[str, Any] = field(default_factory=dict)
    script: tuple[str, ...] = ()
    show: tuple[int, ...] = ()
    walked: bool = False
    eyes: str = ""
    lit: tuple[str, ...] = ()
    tries: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    mark: str = ""
    zoom: tuple[float, ...] = ()


@cache
def diagrams(game: Game) -> tuple[Diagram, ...]:
    """The diagrams of a game, in the order of its file; none if it has no file."""
    path = game.folder / "rulebook" / "diagrams.toml"
    if not path.exists():
        return ()
    with path.open("rb") as file:
        found = tomllib.load(file)["diagram"]
    return tuple(_read(one) for one in found)


def _read(one: dict[str, Any]) -> Diagram:
    read: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in one.items()}
    try:
        return Diagram(**read)
    except TypeError as error:
        raise BadDiagram(f"diagram {one.get('name', '?')!r}: {error}") from None


def frames(game: Game, diagram: Diagram) -> list[dict[str, Any]]:
    """What is shown, moment by moment, as a board takes it: views, seat, legal moves in parts, what was told.

    ``views`` ends with the moment itself; before it come the views on the way to it, if the diagram is walked.
    """
    match = Match(game, diagram.seats, diagram.options, position=_position(game, diagram))
    moments = diagram.show or (len(diagram.script),)
    seat = match.colours.index(diagram.eyes) if diagram.eyes else None
    shown: list[dict[str, Any]] = []
    views: list[dict[str, Any]] = []
    for line in range(len(diagram.script) + 1):
        views = [*(views if diagram.walked and line > moments[0] else ()), match.game.schema.view(match.state, seat)]
        if line in moments:
            shown.append(_frame(match, seat, views))
            views = views[-1:]
        if line == moments[-1]:
            _finish(match, diagram, seat, shown)
        if line < len(diagram.script):
            _play(match, diagram, diagram.script[line])
    if not set(moments) <= set(range(len(diagram.script) + 1)):
        raise BadDiagram(f"diagram {diagram.name!r} shows {moments}, but has {len(diagram.script)} lines")
    return shown


def _frame(match: Match, seat: int | None, views: list[dict[str, Any]]) -> dict[str, Any]:
    events = match.events(seat)
    return {
        "views": views,
        "seat": seat,
        "colours": list(match.colours),
        "legal": [],
        "tried": None,
        "mark": None,
        "said": [{"key": told.key, "params": told.params} for told in (events[-1].said if events else ())],
    }


def _finish(match: Match, diagram: Diagram, seat: int | None, shown: list[dict[str, Any]]) -> None:
    """What only the last moment has: lit moves, a place pointed at, moves that are tried, each in its own picture."""
    last = shown.pop() | {"mark": diagram.mark or None}
    if seat is not None and diagram.lit:
        parts = [(move, match.game.words.structure(match.seen(seat), seat, int(move))) for move in match.legal(seat)]
        last["legal"] = [
            {"code": int(move), "text": move.text, "parts": part} for move, part in parts if part["kind"] in diagram.lit
        ]
        if not last["legal"]:
            raise BadDiagram(f"diagram {diagram.name!r}: no move of the kinds {diagram.lit} is legal")
    if len(diagram.tries) != len(diagram.refused):
        raise BadDiagram(f"diagram {diagram.name!r}: each move that is tried is refused by a paragraph, or by ''")
    tried = zip(diagram.tries, diagram.refused, strict=True)
    shown += [last | {"tried": _tried(match, diagram, *one)} for one in tried] or [last]


def _tried(match: Match, diagram: Diagram, text: str, refused: str) -> dict[str, Any]:
    """A move in parts, and the paragraph that refuses it (None if the rules allow it)."""
    decision = lines.read(match, lines.parted(text))
    seat, code = decision.actor, decision.codes[0]
    why = match.game.rules.why_illegal(match.state, seat, code)
    paragraph = match.game.reasons[why].paragraph if why else None
    if (paragraph or "") != refused:
        said = f"is refused by {paragraph}" if paragraph else "is legal"
        raise BadDiagram(f"diagram {diagram.name!r}: {text!r} {said}, and not {refused or 'legal'}")
    return {"parts": match.game.words.structure(match.state, seat, code), "refused": paragraph}


def _play(match: Match, diagram: Diagram, line: str) -> None:
    try:
        lines.play(match, line)
    except ValueError as error:
        raise BadDiagram(f"diagram {diagram.name!r}: {line!r}: {error}") from error


def _position(game: Game, diagram: Diagram) -> dict[str, Any]:
    """The position with whole fields: single entries are laid over what the set-up has there."""
    start = game.schema.new()
    game.rules.setup(start, diagram.seats, game.option_values(diagram.options))
    return {
        name: _filled(getattr(start.copy(), name), value) if hasattr(start, name) else value
        for name, value in diagram.position.items()
    }


def _filled(whole: Any, given: Any) -> Any:
    if not isinstance(given, dict):
        return given
    for index, value in given.items():
        whole[int(index)] = _filled(whole[int(index)], value)
    return whole
