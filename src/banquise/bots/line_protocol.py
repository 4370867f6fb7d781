"""Bots in any language: JSON lines on standard input and output. docs/bots.md describes the protocol.

``Visitor`` is the table's side: it starts a command, asks it for moves and never lets it harm the match. A bot that
answers late, illegally, with something that is no answer, or not at all is named, and a fox moves instead.
``serve`` is the bot's side, spoken by ``banquise bot``: the levels for any table that speaks the protocol.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import IO, Any

import msgspec

from banquise.bots.levels import LEVELS, Level, decide
from banquise.bots.mind import imagined
from banquise.games import game as game_named
from banquise.kernel.notation import BadNotation
from banquise.table import IllegalMove, Match

PROTOCOL = 1
CLOCK = 10.0  # seconds that a visitor has for an answer
LONGEST_LINE = 1 << 20


@dataclass(frozen=True)
class Complaint:
    """What was wrong with a visitor's answer.

    >>> print(Complaint("my_bot", 1, "late", "no answer in 10 s"))
    my_bot (seat 2) is late: no answer in 10 s; a fox moves instead
    """

    bot: str
    seat: int
    reason: str  # late, silent, garbled or illegal
    details: str

    def __str__(self) -> str:
        return f"{self.bot} (seat {self.seat + 1}) is {self.reason}: {self.details}; a fox moves instead"


class Visitor:
    """A bot in a process of its own, at one seat of one match.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> seat = match.to_act[0]
    >>> visitor = Visitor("no-such-bot", match, seat)
    >>> match.play(seat, visitor.decide(match, seed=1))
    >>> visitor.complaints[0].reason
    'silent'
    """

    def __init__(self, command: str, match: Match, seat: int, clock: float = CLOCK):
        self.command = command
        self.name = command
        self.seat = seat
        self.clock = clock
        self.complaints: list[Complaint] = []
        self._wants_worlds = False
        self._asked = 0
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._process: subprocess.Popen[str] | None = None
        self._greeted = False
        self._why_not = ""  # why there is no process
        try:
            self._process = subprocess.Popen(  # noqa: S603 -- the person at the keyboard named this command
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            self._why_not = f"it does not start ({error.strerror or error})"
            return
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()

    def _listen(self, pipe: IO[str]) -> None:
        for line in iter(lambda: pipe.readline(LONGEST_LINE), ""):
            self._lines.put(line)
        self._lines.put(None)

    def _greet(self, match: Match) -> None:
        self._send(
            {
                "type": "hello",
                "protocol": PROTOCOL,
                "game": match.game.name,
                "rules": match.game.version,
                "options": match.options,
                "seats": match.seats,
                "seat": self.seat,
                "clock": self.clock,
            }
        )
        answer = self._hear("hello", None)
        if answer is not None:
            self.name = str(answer.get("name", self.command))[:60]
            self._wants_worlds = answer.get("worlds") is True

    def decide(self, match: Match, seed: int) -> list[int]:
        """The moves of the seat; whatever goes wrong is a complaint, and a fox's move."""
        if not self._greeted:  # not earlier: whoever asks for a move is told what is wrong with the bot
            self._greeted = True
            self._greet(match)
        self._asked += 1
        question = {"type": "decide", "id": self._asked, "clock": self.clock, **what_is_shown(match, self.seat)}
        if self._wants_worlds:
            question["world"] = match.game.schema.to_json(imagined(match.game, match.state, self.seat, seed))
        self._send(question)
        answer = self._hear("move", self._asked)
        if answer is not None:
            moves = self._understood(match, answer.get("move"))
            if moves:
                return moves
        return decide(match.game, match.state, match.seats, self.seat, LEVELS["fox"], seed).moves

    def _understood(self, match: Match, said: Any) -> list[int]:
        """The legal moves that an answer means: an int, several, or text."""
        trial = match.copy()
        trial.seed = None  # what chance will say is none of a bot's business
        try:
            move = said if isinstance(said, str) else [said] if isinstance(said, int) else list(said)
            if not isinstance(said, str) and not all(type(code) is int for code in move):
                raise TypeError
            trial.play(self.seat, move)
        except (IllegalMove, BadNotation) as error:
            self._complain("illegal", str(error))
            return []
        except (TypeError, ValueError):
            self._complain("garbled", f"{said!r:.60} is no move: answer an int of 'legal', a list of them, or text")
            return []
        return list(trial.log[-1].codes)

    def _send(self, message: dict[str, Any]) -> None:
        if self._process is None or self._process.stdin is None:
            return
        with contextlib.suppress(OSError):  # it is gone: nothing will be heard, and that is complained of
            self._process.stdin.write(msgspec.json.encode(message).decode() + "\n")
            self._process.stdin.flush()

    def _hear(self, kind: str, identity: int | None) -> dict[str, Any] | None:
        """The answer to the last question; answers to earlier ones came too late and are passed over."""
        if self._process is None:
            if kind == "move":
                self._complain("silent", self._why_not)
            return None
        while True:
            try:
                line = self._lines.get(timeout=self.clock)
            except queue.Empty:
                self._complain("late", f"no answer within {self.clock:g} seconds")
                return None
            if line is None:
                self._lines.put(None)
                self._complain("silent", "its process has ended")
                return None
            try:
                message = msgspec.json.decode(line)
            except msgspec.DecodeError:
                message = None
            if not isinstance(message, dict) or message.get("type") not in ("hello", "move"):
                self._complain("garbled", f"{line.strip()!r:.60} is no message of the protocol")
                return None
            if message["type"] == kind and message.get("id") == identity:
                return message

    def _complain(self, reason: str, details: str) -> None:
        self.complaints.append(Complaint(self.name, self.seat, reason, details))

    def close(self, match: Match | None = None) -> None:
        """Tell the bot how the match ended, and end it."""
        if self._process is None:
            return
        result = match.result if match else None
        if result:
            self._send({"type": "over", "winners": list(result.winners), "points": list(result.points)})
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        try:
            self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


def what_is_shown(match: Match, seat: int) -> dict[str, Any]:
    """What a seat that may move is shown: its view and its legal moves, as ints and as text.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> shown = what_is_shown(match, match.to_act[0])
    >>> sorted(shown), shown["legal"][0]
    (['legal', 'view'], {'move': 0, 'text': 'tilt top up'})
    """
    return {"view": match.view(seat), "legal": [{"move": int(move), "text": str(move)} for move in match.legal(seat)]}


def serve(lines: Iterable[str], out: IO[str], level: Level, seed: int) -> None:
    """Be a bot: answer each line of a table. A line that is no message is answered with what is wrong with it.

    >>> import io
    >>> out = io.StringIO()
    >>> hello = '{"type": "hello", "protocol": 1, "game": "ice_cult", "seats": 2, "seat": 0}'
    >>> serve([hello], out, LEVELS["fox"], seed=1)
    >>> print(out.getvalue().strip())
    {"type":"hello","protocol":1,"name":"banquise fox","worlds":true}
    """
    table: dict[str, Any] = {}
    for line in lines:
        answer = _answer(line, table, level, seed)
        if answer is not None:
            out.write(msgspec.json.encode(answer).decode() + "\n")
            out.flush()


def _answer(line: str, table: dict[str, Any], level: Level, seed: int) -> dict[str, Any] | None:
    try:
        message = msgspec.json.decode(line)
        kind = message["type"]
        if kind == "hello":
            game_named(message["game"])
            table.update(game=message["game"], seats=message["seats"], seat=message["seat"])
            return {"type": "hello", "protocol": PROTOCOL, "name": f"banquise {level.name}", "worlds": True}
        if kind == "decide":
            game = game_named(table["game"])
            world = game.schema.from_json(message["world"])
            moves = decide(game, world, table["seats"], table["seat"], level, seed).moves
            return {"type": "move", "id": message["id"], "move": moves}
        return None
    except (msgspec.DecodeError, KeyError, TypeError, ValueError) as error:
        return {"type": "error", "what": f"{type(error).__name__}: {error}; say hello first, then ask with 'decide'"}
