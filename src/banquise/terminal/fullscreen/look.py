"""What a screen shows of a table, wherever the table is: on this machine or on a server."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from banquise.kernel.canvas import Place
from banquise.kernel.game import Game
from banquise.kernel.schema import State
from banquise.kernel.speech import Message, say, spelt
from banquise.table import Match, Record

FOLDER = Path(__file__).parent


def word(key: str, language: str, **params: str | int) -> str:
    """A text of the screen itself."""
    return say(Message(key, params), language, FOLDER)


def verdict(winners: Iterable[str], ending: str, language: str) -> str:
    """Who has won, and how it came to that, as two sentences; a game tells an ending as part of one."""
    who = word("list.between", language).join(winners)
    won = word("result.won", language, who=who) if who else word("result.nobody", language)
    stop = "" if ending.endswith((".", "!", "؟")) else "."
    return f"{won} {ending[:1].upper()}{ending[1:]}{stop}"


class Refusal(Exception):
    """Something that cannot be done, in words for the person who tried; ``paragraph`` of the rulebook or nothing, and
    the ``key`` of a server's reason."""

    def __init__(self, sentence: str, paragraph: str = "", key: str = ""):
        super().__init__(f"{sentence} ({paragraph})" if paragraph else sentence)
        self.paragraph = paragraph
        self.key = key


@dataclass(frozen=True)
class Choice:
    """A legal move: as it is typed, and in parts that point at the board."""

    text: str
    parts: Place


def choices(match: Match, seat: int, language: str) -> tuple[Choice, ...]:
    """The legal moves of a seat, in the letters of the reader's language."""
    structure, folder = match.game.words.structure, match.game.folder
    return tuple(
        Choice(spelt(str(move), language, folder), structure(match.state, seat, int(move)))
        for move in match.legal(seat)
    )


def legal_texts(match: Match, seat: int, language: str) -> list[str]:
    """The legal moves of a seat as they are typed, in the letters of the reader's language."""
    return [spelt(str(move), language, match.game.folder) for move in match.legal(seat)]


@dataclass(frozen=True)
class Player:
    """Who sits somewhere, and how things stand there."""

    name: str
    colour: str
    kind: str
    acts: bool
    points: int | None = None
    clock: float | None = None  # seconds left
    away: bool = False


@dataclass(frozen=True)
class Look:
    """The table through one pair of eyes (``seat`` None: a spectator's)."""

    game: Game
    seat: int | None
    state: State  # as the seat sees it; None before a match has begun
    choices: tuple[Choice, ...]
    prompt: str
    players: tuple[Player, ...]
    log: tuple[str, ...]
    notes: tuple[str, ...] = ()  # what was said and happened beside the match
    result: str = ""  # in words, once the match is over
    hand_over: str = ""  # whose eyes come next, where several people share the screen
    thinking: str = ""  # the bot or the person that the table waits for
    language: str = "en"  # of the words and letters on the board
    question: str = ""  # what another player asks, with the keys that answer
    away: str = ""  # who keeps everybody waiting from afar, with the key that waits no longer
    is_shared: bool = False  # others sit elsewhere: one can talk, and let a bot stand in
    has_hints: bool = True


class Sitting(Protocol):
    """A table that a screen can sit at. Whatever is refused raises Refusal and changes nothing."""

    language: str

    def look(self) -> Look:
        """How things stand."""
        ...

    def play(self, text: str) -> None:
        """Make a move, as it is typed."""
        ...

    def undo(self) -> None:
        """Take back one's last move, or ask for it."""
        ...

    def resign(self) -> None:
        """Give up."""
        ...

    def consent(self, yes: bool) -> None:
        """Agree, or not, to what another player asks."""
        ...

    def again(self) -> None:
        """Another match, once this one is over."""
        ...

    def say(self, text: str) -> None:
        """Say something to the others at the table."""
        ...

    def claim(self) -> None:
        """Wait no longer for whoever is away: a bot plays for them until they are back."""
        ...

    def deputy(self) -> str:
        """Choose the next bot to play for oneself while one is away; which it is, in words."""
        ...

    def mute(self) -> str:
        """Hear another of the others no more, or all of them again; whom one does not hear, in words."""
        ...

    def hint(self) -> str:
        """What the game's best bot would try, in words. May take a moment."""
        ...

    def record(self) -> Record:
        """The match, to be looked back at once it is over."""
        ...

    def wait(self) -> bool:
        """Let the others act, as far as they can now; False if there is nobody to wait for. May take a while."""
        ...

    def take_over(self) -> None:
        """The next person at this screen is ready."""
        ...

    def close(self) -> None:
        """Get up."""
        ...
