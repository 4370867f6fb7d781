"""``banquise learn``: a lesson at the prompt, plain lines in and out, asked of the same engine as the browser's."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from banquise.kernel.game import Game
from banquise.kernel.notation import BadNotation, listing
from banquise.kernel.speech import Message, say
from banquise.table import IllegalMove, Match
from banquise.table.lesson import Attempt, Lesson, lesson
from banquise.table.misread import no_move
from banquise.terminal.console import tell
from banquise.terminal.fullscreen.look import legal_texts, word

PATIENCE = 2  # wrong tries before help is offered
_PLACE = re.compile(r"\[([^\]|]+)(?:\|([^\]]*))?\]")


def learn(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A game's name; 'banquise games' lists them.")],
    lang: Annotated[str, typer.Option("--lang", help="en, fr, de or fa.")] = "en",
) -> None:
    """Learn a game in about five minutes, step by step, with its real rules."""
    Learner(lesson(name), lang).run()


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(learn)


def plain(text: str) -> str:
    """A text of a lesson without its marks.

    >>> plain("Cross **it** at [h7], not [g8|there].")
    'Cross it at h7, not there.'
    """
    return _PLACE.sub(lambda found: found[2] or found[1], text).replace("*", "")


class AtPrompt:
    """A board at the prompt, on which one seat tries things: what lessons and puzzles have in common there."""

    def __init__(self, game: Game, seat: int, language: str):
        self.game = game
        self.seat = seat
        self.language = language

    def ask(self, prompt: str = "> ") -> str | None:
        """A line from the person; None when they leave."""
        try:
            line = input(prompt).strip()
        except EOFError:
            return None
        return None if line in ("quit", "exit", "q") else line

    def is_look(self, match: Match, line: str) -> bool:
        """Did they only want to see something? Then it has been shown."""
        if line == "moves":
            tell(listing(legal_texts(match, self.seat, self.language), 60))
        elif line == "board":
            self.board(match)
        return line in ("moves", "board", "")

    def board(self, match: Match) -> None:
        """What the seat sees."""
        print(match.game.drawing.text(match.seen(self.seat), self.language))
        tell()

    def refuse(self, why: IllegalMove | BadNotation, match: Match) -> None:
        """Say why a move is not one."""
        if isinstance(why, IllegalMove):
            sentence = say(Message(why.reason.key), self.language, self.game.folder)
            tell(f"{sentence} ({why.reason.paragraph})")
        else:
            tell(no_move(why, legal_texts(match, self.seat, self.language), self.language))


class Learner(AtPrompt):
    """One lesson at the prompt."""

    def __init__(self, of: Lesson, language: str):
        super().__init__(of.game, of.seat, language)
        self.of = of
        self.words = of.words(language)

    def run(self) -> None:
        """Take the lesson to its end, or until the learner leaves."""
        tell(self.words.title)
        tell(plain(self.words.welcome))
        tell(word("plain.learn", self.language))
        for index in range(len(self.of.steps)):
            if not self._step(index):
                return
        tell()
        tell(plain(self.words.farewell))
        tell(f"banquise play {self.of.game.name} --seats human,hare")

    def _step(self, index: int) -> bool:
        """Teach one step; False when the learner leaves."""
        step, words = self.of.step(index), self.words.step[self.of.step(index).name]
        tell(f"\n{index + 1}/{len(self.of.steps)}  {words.title}  ({', '.join(step.cites)})\n")
        self.board(self.of.opening(index))
        tell(plain(words.see))
        if not step.teach:
            return self.ask("(Enter) ") is not None
        tell(f"\n{plain(words.do)}")
        return self._teach(index)

    def _teach(self, index: int) -> bool:
        words = self.words.step[self.of.step(index).name]
        match, made, wrong = self.of.opening(index), list[str](), 0
        while True:
            line = self.ask()
            if line is None:
                return False
            if self.is_look(match, line):
                continue
            attempt = self._try(index, made, line, match)
            if attempt is not None and attempt.verdict != "untaught":
                match = attempt.match
                self._tell(attempt)
                if attempt.verdict == "taught":
                    self.board(match)
                    tell(plain(words.done))
                    return True
                made.append(line)
                continue
            wrong += 1
            if attempt is not None:
                tell(plain(words.hint))
            if wrong == PATIENCE:
                tell(word("plain.learn", self.language))

    def _try(self, index: int, made: list[str], line: str, match: Match) -> Attempt | None:
        """What becomes of a line; None if the rules refuse it, which has then been said."""
        try:
            return self.of.show(index, made) if line == "show" else self.of.attempt(index, made, line)
        except (IllegalMove, BadNotation) as why:
            self.refuse(why, match)
            return None

    def _tell(self, attempt: Attempt) -> None:
        for event in attempt.match.events(self.of.seat, attempt.since):
            for message in event.said:
                tell(attempt.match.say(message, self.language))
