"""How Snow Dice speaks: ``claim 7``, ``doubt``, and the sentences of its log."""

from __future__ import annotations

from collections.abc import Container

from banquise.kernel.contract import CHANCE
from banquise.kernel.game import COLOURS
from banquise.kernel.notation import BadNotation, tidy
from banquise.kernel.schema import State
from banquise.kernel.speaking import colour, nothing_beforehand, one_by_one, one_of
from banquise.kernel.speech import Message
from snow_dice import rules
from snow_dice.moves import DOUBT, DRAWING, FACES, MOVE_CODES, MOVES

TIMELESS: Container[int] = range(MOVE_CODES)


def write(s: State, seat: int, move: int) -> str:
    """The text of one move."""
    return MOVES.write(move)


def read(s: State, seat: int, text: str) -> list[int]:
    """The move that a text means; a number alone is a claim."""
    said = tidy(text)
    move = MOVES.read(f"claim {said}" if said.isdecimal() else said)
    if move is not None:
        return [move]
    raise BadNotation(text, "say 'doubt', or claim a total, like 'claim 7'")


write_line = one_by_one(write)
preview = nothing_beforehand(read)


def write_outcome(s: State, outcome: int) -> str:
    """Who begins, by colour, or what was rolled."""
    return COLOURS[outcome] if s.phase == DRAWING else str(outcome + 1)


def read_outcome(s: State, text: str) -> int:
    """The outcome that a text means."""
    names = [write_outcome(s, i) for i in range(s.seats if s.phase == DRAWING else FACES)]
    return one_of(text, names)


def structure(s: State, seat: int, move: int) -> dict[str, int | str]:
    """A move in parts."""
    return MOVES.parts(move)


def prompt(s: State, seat: int) -> Message:
    """What this seat must do now."""
    return Message("prompt.claim_or_doubt" if s.claim else "prompt.claim")


def tell(before: State, after: State, actor: int, code: int | None) -> list[Message]:
    """What happened, in words, from states as the listener sees them."""
    if actor != CHANCE and code == DOUBT:
        return _tell_doubt(before, after, actor)
    if actor != CHANCE:
        return [Message("log.claims", {"seat": colour(actor), "total": after.claim})]
    if before.phase == DRAWING:
        return [Message("log.begins", {"seat": colour(after.turn)})]
    who = {"seat": colour(before.turn)}
    return [Message("log.rolls", who) if code is None else Message("log.rolls_open", {**who, "die": code + 1})]


def _tell_doubt(before: State, after: State, doubter: int) -> list[Message]:
    said = [Message("log.doubts", {"seat": colour(doubter), "total": sum(after.lifted), "claim": before.claim})]
    said += [
        Message("log.takes", {"seat": colour(seat), "count": after.snowballs[seat]})
        for seat in range(after.seats)
        if after.snowballs[seat] > before.snowballs[seat]
    ]
    best = rules.winners(after)
    return said + [Message("log.wins", {"seat": colour(seat)}) for seat in range(after.seats) if best >> seat & 1]
