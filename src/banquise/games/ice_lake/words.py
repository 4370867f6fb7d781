"""How Ice Lake speaks: notation, log sentences, reasons for refusal.

Notation: a whole programme is a word (``GGADD``; ``LLSRR`` for English readers), which means its letters and "done".
A word that ends in a dash (``GG-``) is letters alone, more to come. ``face NE`` turns after a forced stop,
``return a4`` brings a skater back into play, ``return a4 face S`` does both, and ``face NE GAD`` turns and writes.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from banquise.games.ice_lake import ice, rules
from banquise.games.ice_lake.board import CELL_NAMED, NAMES, NEIGHBOUR, RING
from banquise.games.ice_lake.client import Preview, Stance, Stop
from banquise.games.ice_lake.moves import (
    ARRIVING,
    CELL_OF,
    DIRECTION_OF,
    DONE,
    FACE,
    KIND_OF,
    LETTER,
    LETTER_OF,
    LETTERS,
    MOVE_CODES,
    MOVES,
    MOVING,
    OVER,
    OVER_THE_EDGE,
    PROGRAMMING,
    RETURN,
    RETURNING,
    TURNING,
    WAYS_OUT,
)
from banquise.kernel.contract import CHANCE
from banquise.kernel.game import COLOURS
from banquise.kernel.hexes import DIRECTION_NAMES
from banquise.kernel.notation import BadNotation, listing, tidy
from banquise.kernel.schema import State
from banquise.kernel.speech import Message

# IL-2.2: the letters of the records, which are the French ones, and those that English, German and Persian readers see.
_LETTER_CODES = {"g": 0, "a": 1, "d": 2} | {"l": 0, "s": 1, "r": 2} | {"v": 1} | {"c": 0, "j": 1}
_WORD = re.compile(r"([a-z]+)(-?)")
_PART = re.compile(
    r"(?:(?P<turn>face |facing |turn )?(?P<way>n|ne|se|s|sw|nw)|(?:return )?(?:to )?(?P<cell>[a-z]\d+))(?= |$)"
)

TIMELESS: Container[int] = range(MOVE_CODES)


# Notation ---------------------------------------------------------------------------------------


def write(s: State, seat: int, move: int) -> str:
    """The text of one move."""
    return f"{LETTERS[LETTER_OF[move]]}-" if KIND_OF[move] == LETTER else MOVES.write(move)


def write_line(s: State, seat: int, moves: Sequence[int]) -> str:
    """The text of moves made together: a whole programme is a word, after what led to it."""
    letters = "".join(LETTERS[LETTER_OF[move]] for move in moves if KIND_OF[move] == LETTER)
    words = [write(s, seat, move) for move in moves if KIND_OF[move] != LETTER and not (letters and move == DONE)]
    if letters:
        words.append(letters if moves[-1] == DONE else f"{letters}-")
    return " ".join(words)


def read(s: State, seat: int, text: str) -> list[int]:
    """The moves that a text means: facings and hexes in any order, and a programme at its end."""
    said = tidy(text)
    if said in ("done", "."):
        return [DONE]
    moves: list[int] = []
    writes = s.phase == PROGRAMMING  # whether a word is a programme by now: a lone S is a letter then, else a direction
    while said or not moves:
        part = _PART.match(said)
        way = part["way"] if part else None
        if part and way and (part["turn"] or not writes or way not in _LETTER_CODES):
            moves.append(FACE + DIRECTION_NAMES.index(way.upper()))
            writes, said = True, said[part.end() :].lstrip()
        elif part and part["cell"]:
            moves.append(RETURN + _read_cell(s, text, part["cell"]))
            writes, said = False, said[part.end() :].lstrip()
        elif word := _WORD.fullmatch(said):
            return moves + _read_programme(s, text, word[1], more=word[2] == "-")
        else:
            raise BadNotation(text, _what_would_be_right(s))
    return moves


def _read_cell(s: State, text: str, name: str) -> int:
    cell = CELL_NAMED.get(name)
    if cell is None or RING[cell] > s.radius:
        raise BadNotation(text, f"there is no hex {name!r} on this lake; hexes are named like g7, the middle one")
    return cell


def _read_programme(s: State, text: str, word: str, more: bool) -> list[int]:
    foreign = sorted({letter.upper() for letter in word if letter not in _LETTER_CODES})
    if foreign:
        if s.phase != PROGRAMMING:
            raise BadNotation(text, _what_would_be_right(s))
        raise BadNotation(
            text, f"{listing(foreign)} is no letter of a programme; write L or G (left), S or A (ahead), R or D (right)"
        )
    letters = [_LETTER_CODES[letter] for letter in word]
    return letters if more else [*letters, DONE]


def _what_would_be_right(s: State) -> str:
    if s.phase == RETURNING:
        return "name a hex, like 'return a4'"
    if s.phase in (TURNING, ARRIVING):
        return f"choose a facing, like 'face N' ({', '.join(DIRECTION_NAMES)})"
    return "write a programme like LSR (L left, S ahead, R right)"


def write_outcome(s: State, outcome: int) -> str:
    """The draw of the first player names its colour; a step in the movement phase happens by itself."""
    return "step" if s.phase == MOVING else COLOURS[outcome]


def read_outcome(s: State, text: str) -> int:
    """The outcome that a text means."""
    names = ["step"] if s.phase == MOVING else list(COLOURS[: s.seats])
    if tidy(text) not in names:
        raise BadNotation(text, f"the outcome is one of {listing(names)}")
    return names.index(tidy(text))


# Sentences --------------------------------------------------------------------------------------


def _colour(seat: int) -> str:
    return f"@colour.{COLOURS[seat]}"


def tell(before: State, after: State, actor: int, code: int | None) -> list[Message]:
    """What happened, in words, from states as the listener sees them."""
    if actor != CHANCE:
        said = _tell_move(before, after, actor, code)
    else:
        said = _tell_step(before, after) if before.phase == MOVING else []
    return said + _tell_outs(before, after) + _tell_turning_points(before, after)


def _tell_step(before: State, after: State) -> list[Message]:
    seat = before.mover
    letter = before.programme[seat][before.used[seat]]
    params: dict[str, str | int] = {"seat": _colour(seat), "letter": _spoken([letter])}
    if after.cell[seat] != before.cell[seat]:
        return [Message("log.step", {**params, "cell": NAMES[after.cell[seat]]})]
    if after.how_out[seat] == OVER_THE_EDGE:
        return []
    direction = rules.turned(before.facing[seat], letter)
    cracked = before.line[before.cell[seat]][direction] != 0
    return [Message("log.stopped_by_crack" if cracked else "log.stopped_by_skater", params)]


def _tell_move(before: State, after: State, seat: int, code: int | None) -> list[Message]:
    who: dict[str, str | int] = {"seat": _colour(seat)}
    if code is None:
        return [Message("table.hidden", who)]
    kind = KIND_OF[code]
    if kind in (LETTER, DONE):
        letters = after.letter[seat][before.written[seat] : after.written[seat]]  # none once they are revealed
        wrote = [Message("log.letter", {**who, "letter": _spoken(letters)})] if letters else []
        return wrote if kind == LETTER else [*wrote, Message("log.done", who), *_tell_reveal(after)]
    if kind == FACE:
        return [Message("log.turns", {**who, "direction": f"@direction.{DIRECTION_NAMES[DIRECTION_OF[code]]}"})]
    return [Message("log.returns", {**who, "cell": NAMES[CELL_OF[code]]})]


def _tell_reveal(after: State) -> list[Message]:
    return [
        Message(
            "log.reveals", {"seat": _colour(seat), "programme": _spoken(after.programme[seat][: after.length[seat]])}
        )
        for seat in range(after.seats)
        if after.phase == MOVING and after.length[seat]
    ]


def programme(s: State, seat: int) -> str:
    """A revealed programme as a word."""
    return "".join(LETTERS[letter] for letter in s.programme[seat][: s.length[seat]])


def _spoken(letters: Sequence[int]) -> str:
    """Letters as the listener's language shows them (IL-2.2: S, L and R to English readers)."""
    return "".join(f"@letter.{LETTERS[letter]}" for letter in letters)


def _tell_outs(before: State, after: State) -> list[Message]:
    return [
        Message(f"log.{WAYS_OUT[after.how_out[seat]]}", {"seat": _colour(seat)})
        for seat in range(after.seats)
        if before.on_ice[seat] and not after.on_ice[seat]
    ]


def _tell_turning_points(before: State, after: State) -> list[Message]:
    said = [
        Message("log.isolated", {"seat": _colour(seat)})
        for seat in range(after.seats)
        if after.waiting[seat] and not before.waiting[seat]
    ]
    if after.round > before.round:
        said.append(Message("log.round", {"round": after.round, "seat": _colour(after.first)}))
    if after.phase == OVER:
        winner = [seat for seat in range(after.seats) if after.on_ice[seat]]
        said.append(Message("log.wins", {"seat": _colour(winner[0])}) if winner else Message("log.nobody_wins"))
    return said


def structure(s: State, seat: int, move: int) -> dict[str, int | str]:
    """A legal move in parts: a letter, done, a facing with its direction, or a return with its hex."""
    return MOVES.parts(move)


def preview(s: State, seat: int, text: str) -> Preview:
    """Where a programme would lead if nobody else moved: hexes and facings, and what would stop it (IL-2.4).

    The page warns with this, it does not forbid.
    """
    ghost = s.copy()
    added = [LETTER_OF[move] for move in read(s, seat, text) if KIND_OF[move] == LETTER]
    letters = [*ghost.letter[seat][: ghost.written[seat]], *added]
    path: list[Stance] = []
    stopped: Stop | None = None
    for letter in letters:
        direction = rules.turned(ghost.facing[seat], letter)
        there = NEIGHBOUR[ghost.cell[seat]][direction]
        if not ice.on_lake(ghost, there):
            stopped = "over_the_edge"
        elif ghost.line[ghost.cell[seat]][direction]:
            stopped = "crack"
        elif ice.skater_on(ghost, there):
            stopped = "skater"
        else:
            rules.skate(ghost, seat, direction)
            path.append({"cell": int(there), "facing": direction})
            stopped = None if ghost.on_ice[seat] else "surrounded"
        if stopped:
            break
    return {"path": path, "stopped": stopped}


def prompt(s: State, seat: int) -> Message:
    """What this seat must do now."""
    if s.phase == PROGRAMMING:
        return Message("prompt.write" if s.written[seat] == 0 else "prompt.write_on")
    return Message("prompt.return" if s.phase == RETURNING else "prompt.face")
