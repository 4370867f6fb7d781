"""Play at the prompt: plain lines in, plain lines out; nothing moves on the screen, so a screen reader can follow."""

from __future__ import annotations

from pathlib import Path

import banquise
from banquise.bots.hints import hint
from banquise.kernel.notation import BadNotation, listing
from banquise.kernel.speech import Message
from banquise.table import IllegalMove, Match, NoUndo
from banquise.table.misread import no_move
from banquise.terminal.console import tell
from banquise.terminal.fullscreen.look import legal_texts, verdict, word
from banquise.terminal.sitters import Sitters


class Prompt:
    """One match at the prompt."""

    def __init__(self, match: Match, sitters: list[str], language: str, seed: int | None, visitor: str = ""):
        self.match = match
        self.language = language
        self._sitters = Sitters(match, sitters, seed, visitor)
        self._heard = 0

    def run(self) -> None:
        """Play until the match is over or the people leave."""
        tell(word("plain.help", self.language))
        try:
            self._play()
        finally:
            self._sitters.close()

    def _play(self) -> None:
        while not self.match.is_over:
            self._tell()
            seat = self._sitters.next_seat()
            if seat in self._sitters.people:
                if not self._ask(seat):
                    return
            else:
                self._let_play(seat)
        self._tell()
        self._board(None)
        self._result()

    def _let_play(self, seat: int) -> None:
        """Let a bot move, and say what was wrong with it if something was."""
        moves = self._sitters.moves_of(seat)
        while self._sitters.complaints:
            tell(self._sitters.complaints.pop(0))
        self.match.play(seat, moves)

    def _viewer(self) -> int | None:
        """Whose eyes the shared screen has: the only person's, else everybody's."""
        return self._sitters.people[0] if len(self._sitters.people) == 1 else None

    def _tell(self) -> None:
        events = self.match.events(self._viewer(), self._heard)
        self._heard += len(events)
        for event in events:
            for message in event.said:
                tell(self.match.say(message, self.language))

    def _board(self, seat: int | None) -> None:
        print()
        print(self.match.game.drawing.text(self.match.seen(seat), self.language))
        print()

    def _ask(self, seat: int) -> bool:
        """Let a person decide; False when they leave."""
        self._board(seat)
        while True:
            self._tell()
            if seat not in self.match.to_act:
                return True
            message = self.match.game.words.prompt(self.match.seen(seat), seat)
            colour = self.match.say(Message(f"colour.{self.match.colours[seat]}"), self.language)
            tell(word("plain.turn", self.language, who=colour, what=self.match.say(message, self.language)))
            try:
                line = input("> ").strip()
            except EOFError:
                return False
            if line in ("quit", "exit", "q"):
                return False
            if line and self._obey(seat, line):
                return True

    def _obey(self, seat: int, line: str) -> bool:
        """Do what a line says; True if the position changed."""
        said, _, rest = line.partition(" ")
        try:
            if said == "help":
                tell(word("plain.help", self.language))
            elif said == "moves":
                tell(listing(legal_texts(self.match, seat, self.language), 60))
            elif said == "board":
                self._board(seat)
            elif said == "hint":
                tell(hint(self.match, seat, seed=self._sitters.seed).said(self.language))
            elif said == "log":
                tell("\n".join(self.match.story(self._viewer(), self.language)))
            elif said == "rules" and rest:
                self._paragraph(rest)
            elif said == "save":
                self._save(rest)
            elif said == "undo":
                self.match.undo(seat)
                self._heard = len(self.match.events(self._viewer()))
                return True
            else:
                self.match.play(seat, line)
                return True
        except IllegalMove as refusal:
            sentence = self.match.say(Message(refusal.reason.key), self.language)
            tell(f"{sentence} ({refusal.reason.paragraph})")
        except NoUndo as refusal:
            sentence = refusal.said(self.language)
            tell(f"{sentence} ({refusal.paragraph})" if refusal.paragraph else sentence)
        except BadNotation as error:
            tell(no_move(error, legal_texts(self.match, seat, self.language), self.language))
        return False

    def _paragraph(self, identity: str) -> None:
        from banquise.kernel.rulebook import rulebook

        book, wanted = rulebook(self.match.game.folder, self.language), identity.upper()
        if wanted in book.paragraphs:
            tell(f"{book.marked(wanted)} {book.paragraphs[wanted]}")
        else:
            first = next(iter(book.paragraphs))
            tell(word("plain.no_paragraph", self.language, asked=repr(identity), first=first))

    def _save(self, name: str) -> None:
        if not name:
            tell(word("plain.name_file", self.language))
            return
        try:
            banquise.save(self.match, Path(name))
            command = f"banquise play {self.match.game.name} --load {name}"
            tell(word("plain.saved", self.language, file=name, command=command))
        except OSError as error:
            tell(word("plain.not_saved", self.language, file=repr(name), why=error.strerror or str(error)))

    def _result(self) -> None:
        result = self.match.result
        assert result is not None
        colours = [self.match.say(Message(f"colour.{colour}"), self.language) for colour in self.match.colours]
        points = ", ".join(f"{name} {points}" for name, points in zip(colours, result.points, strict=True))
        won = verdict(
            (colours[seat] for seat in result.winners),
            self.match.say(Message(result.ending), self.language),
            self.language,
        )
        tell(f"{won} ({points})")
