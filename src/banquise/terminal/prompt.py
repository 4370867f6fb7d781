"""Play at the prompt: plain lines in, plain lines out; nothing moves on the screen, so a screen reader can follow."""

from __future__ import annotations

import random
from pathlib import Path

import banquise
from banquise.bots.hints import hint
from banquise.bots.levels import LEVELS, decide
from banquise.bots.line_protocol import Visitor
from banquise.kernel.notation import BadNotation, listing
from banquise.kernel.speech import Message
from banquise.table import IllegalMove, Match, NoUndo

SITTERS = ("human", "random", *LEVELS, "visitor")
HELP = (
    "Type a move, or: moves (what is legal), hint, board, log, undo, rules PARAGRAPH, save FILE, quit. "
    "With several people at one prompt, look away while another writes."
)


class Prompt:
    """One match at the prompt."""

    def __init__(self, match: Match, sitters: list[str], language: str, seed: int | None, visitor: str = ""):
        self.match = match
        self.sitters = sitters
        self.language = language
        self._random = random.Random(seed)
        self._seed = self._random.randrange(1 << 30) if seed is None else seed
        self._visitors = {seat: Visitor(visitor, match, seat) for seat, who in enumerate(sitters) if who == "visitor"}
        self._heard = 0
        self._people = [seat for seat, sitter in enumerate(sitters) if sitter == "human"]

    def run(self) -> None:
        """Play until the match is over or the people leave."""
        print(HELP)
        try:
            self._play()
        finally:
            for visitor in self._visitors.values():
                visitor.close(self.match)

    def _play(self) -> None:
        while not self.match.is_over:
            self._tell()
            seat = self._next_seat()
            if self.sitters[seat] == "human":
                if not self._ask(seat):
                    return
            else:
                self.match.play(seat, self._moves_of_bot(seat))
        self._tell()
        self._board(None)
        self._result()

    def _moves_of_bot(self, seat: int) -> list[int]:
        """What the bot at a seat does next."""
        match, who = self.match, self.sitters[seat]
        if who == "random":
            return [int(self._random.choice(match.legal(seat)))]
        if who == "visitor":
            visitor = self._visitors[seat]
            known = len(visitor.complaints)
            moves = visitor.decide(match, self._seed)
            for complaint in visitor.complaints[known:]:
                print(complaint)
            return moves
        return decide(match.game, match.state, match.seats, seat, LEVELS[who], self._seed + seat).moves

    def _next_seat(self) -> int:
        """Of seats that act at once people go first: a bot has nothing to wait for."""
        acting = self.match.to_act
        return next((seat for seat in acting if seat in self._people), acting[0])

    def _viewer(self) -> int | None:
        """Whose eyes the shared screen has: the only person's, else everybody's."""
        return self._people[0] if len(self._people) == 1 else None

    def _tell(self) -> None:
        events = self.match.events(self._viewer(), self._heard)
        self._heard += len(events)
        for event in events:
            for message in event.said:
                print(self.match.say(message, self.language))

    def _board(self, seat: int | None) -> None:
        print()
        print(self.match.game.drawing.text(self.match.seen(seat)))
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
            print(f"{colour}: {self.match.say(message, self.language)}")
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
        word, _, rest = line.partition(" ")
        try:
            if word == "help":
                print(HELP)
            elif word == "moves":
                print(listing([str(move) for move in self.match.legal(seat)], 60))
            elif word == "board":
                self._board(seat)
            elif word == "hint":
                print(hint(self.match, seat, seed=self._seed).said(self.language))
            elif word == "log":
                print("\n".join(self.match.story(self._viewer(), self.language)))
            elif word == "rules" and rest:
                self._paragraph(rest)
            elif word == "save":
                self._save(rest)
            elif word == "undo":
                self.match.undo(seat)
                self._heard = len(self.match.events(self._viewer()))
                return True
            else:
                self.match.play(seat, line)
                return True
        except IllegalMove as refusal:
            sentence = self.match.say(Message(refusal.reason.key), self.language)
            print(f"{sentence} ({refusal.reason.paragraph})")
        except (BadNotation, NoUndo) as error:
            print(error)
        return False

    def _paragraph(self, identity: str) -> None:
        from banquise.kernel.rulebook import rulebook

        paragraphs = rulebook(self.match.game.folder, self.language).paragraphs
        print(paragraphs.get(identity.upper(), f"There is no paragraph {identity!r}; try {next(iter(paragraphs))}."))

    def _save(self, name: str) -> None:
        if not name:
            print("Name a file, like: save evening.banquise")
            return
        try:
            banquise.save(self.match, Path(name))
            print(f"Saved to {name}; 'banquise play {self.match.game.name} --load {name}' goes on from there.")
        except OSError as error:
            print(f"Cannot save to {name!r}: {error.strerror}. Nothing was lost; try another path.")

    def _result(self) -> None:
        outcome = self.match.outcome
        assert outcome is not None
        points = ", ".join(f"{name} {points}" for name, points in zip(self.match.names, outcome.points, strict=True))
        print(f"{self.match.say(Message(outcome.ending), self.language)} ({points})")
