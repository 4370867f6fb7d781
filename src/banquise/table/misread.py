"""Text that names no move: what a reader is told of it, at every table and in every language the same."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from banquise.kernel.game import Game
from banquise.kernel.notation import BadNotation, listing, nearest
from banquise.kernel.speech import Message, say, spelt
from banquise.table.match import Match

_HOME = Path(__file__).parent
_EXAMPLES = 4  # moves that are named where none was understood
_LONGEST = 60  # characters of what was typed


def misread(error: BadNotation, match: Match, seat: int) -> Message:
    """What was typed, and moves of the seat that would be some: those that are written much like it, if there are."""
    return _message(error.text, (str(move) for move in (match.legal(seat) if seat in match.to_act else ())))


def misread_said(message: Message, language: str, game: Game) -> str:
    """The same in words; moves are in the letters of the language."""
    moves = str(message.params.get("moves", ""))
    shown = ", ".join(spelt(one, language, game.folder) for one in moves.split(", "))
    return say(Message(message.key, message.params | {"moves": shown}), language, _HOME)


def no_move(error: BadNotation, legal: Iterable[str], language: str) -> str:
    """For whoever has the legal moves in the letters of the reader's language already."""
    return say(_message(error.text, legal), language, _HOME)


def _message(typed: str, legal: Iterable[str]) -> Message:
    moves = list(legal)
    near = nearest(typed, moves) or moves
    quoted = typed[:_LONGEST].lstrip("@")  # which would make a key of it
    if not near:
        return Message("refused.no_move", {"typed": quoted})
    return Message("refused.bad_move", {"typed": quoted, "moves": listing(near, _EXAMPLES)})
