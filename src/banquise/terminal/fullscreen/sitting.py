"""A table on this machine: people who share the screen, and bots. It is kept on disk after every move."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import banquise
from banquise.bots.hints import hint
from banquise.kernel.notation import BadNotation
from banquise.kernel.speech import Message
from banquise.table import IllegalMove, Match, NoUndo, Record, to_record
from banquise.table.misread import no_move
from banquise.terminal.fullscreen.look import Look, Player, Refusal, choices, legal_texts, verdict, word
from banquise.terminal.shelf import shelf
from banquise.terminal.sitters import Sitters


class LocalSitting:
    """A match on this machine."""

    def __init__(self, match: Match, who: list[str], language: str, seed: int | None = None, keep: bool = True):
        self.language = language
        self._keep = keep
        self._sit(match, who, seed)

    def _sit(self, match: Match, who: list[str], seed: int | None = None) -> None:
        self.match = match
        self._sitters = Sitters(match, who, seed)
        self._eyes = self._sitters.people[0] if self._sitters.people else None
        match.bots = frozenset(seat for seat, one in enumerate(who) if one != "human")

    # What is shown ------------------------------------------------------------------------------

    def look(self) -> Look:
        """How things stand for the person at the screen."""
        match, seat, acts = self.match, self._eyes, self._acts
        return Look(
            game=match.game,
            seat=seat,
            state=match.seen(seat),
            choices=choices(match, seat, self.language) if acts and seat is not None else (),
            prompt=self._prompt(seat) if acts and seat is not None else "",
            players=tuple(self._player(at) for at in range(match.seats)),
            log=tuple(match.story(seat, self.language)),
            notes=tuple(word("result.resigned", self.language, who=self._name(one)) for one in match.given_up),
            result=self._result(),
            hand_over=self._next_person(),
            language=self.language,
            thinking="" if match.is_over or acts else self._name(self._sitters.next_seat()),
        )

    @property
    def _acts(self) -> bool:
        """Is it the turn of the person at the screen? Whoever has given up is played for by a bot."""
        return self._eyes in self._sitters.people and self._eyes in self.match.to_act

    def _prompt(self, seat: int) -> str:
        return self.match.say(self.match.game.words.prompt(self.match.seen(seat), seat), self.language)

    def _name(self, seat: int) -> str:
        return self.match.say(Message(f"colour.{self.match.colours[seat]}"), self.language)

    def _player(self, seat: int) -> Player:
        match, who = self.match, self._sitters.played_by(seat)
        result = match.result
        points = result.points[seat] if result else None
        kind = word(f"sitter.{who}", self.language)
        return Player(self._name(seat), match.colours[seat], kind, seat in match.to_act, points)

    def _result(self) -> str:
        result = self.match.result
        if result is None:
            return ""
        ending = self.match.say(Message(result.ending), self.language)
        return verdict(map(self._name, result.winners), ending, self.language)

    def _next_person(self) -> str:
        """Whoever else at this screen must act while the one who looks need not."""
        if self._acts:
            return ""
        waiting = [seat for seat in self.match.to_act if seat in self._sitters.people]
        return self._name(waiting[0]) if waiting else ""

    # What is done -------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        """Make a move of the person at the screen."""
        if not self._acts or self._eyes is None:
            raise Refusal(word("refused.over" if self.match.is_over else "refused.turn", self.language))
        try:
            self.match.play(self._eyes, text)
        except IllegalMove as refusal:
            raise Refusal(
                self.match.say(Message(refusal.reason.key), self.language), refusal.reason.paragraph
            ) from None
        except BadNotation as error:
            legal = legal_texts(self.match, self._eyes, self.language)
            raise Refusal(no_move(error, legal, self.language)) from None
        self._save()

    def undo(self) -> None:
        """Take back; the bots' answers since then go with it only where the match allows it."""
        if self._eyes not in self._sitters.people or self._eyes is None:
            raise Refusal(word("refused.over", self.language))
        try:
            self.match.undo(self._eyes)
        except NoUndo as error:
            raise Refusal(error.said(self.language), error.paragraph or "") from None
        self._save()

    def resign(self) -> None:
        """Give up. Where several people share the screen the others play on, and a bot plays for this one."""
        if self.match.is_over or self._eyes not in self._sitters.people or self._eyes is None:
            raise Refusal(word("refused.over", self.language))
        self.match.give_up(self._eyes)
        self._save()

    def consent(self, yes: bool) -> None:
        """Bots never ask."""
        raise Refusal(word("refused.turn", self.language))

    def again(self) -> None:
        """The same people and bots, anew."""
        if not self.match.is_over:
            raise Refusal(word("refused.not_over", self.language))
        self._sitters.close()
        old = self.match
        self._sit(banquise.new(old.game.name, old.seats, options=old.options), self._sitters.who)

    def say(self, text: str) -> None:
        """Whoever shares a screen needs no other way to talk."""
        raise Refusal(word("refused.chat", self.language))

    def mute(self) -> str:
        """Whoever shares a screen is heard."""
        raise Refusal(word("refused.chat", self.language))

    def claim(self) -> None:
        """Whoever shares a screen is not away."""
        raise Refusal(word("refused.not_shared", self.language))

    def deputy(self) -> str:
        """Nobody waits for somebody who gets up from their own screen."""
        raise Refusal(word("refused.not_shared", self.language))

    def hint(self) -> str:
        """What the game's best bot would try in haste."""
        if not self._acts or self._eyes is None:
            raise Refusal(word("refused.turn", self.language))
        return hint(self.match, self._eyes, seed=self._sitters.seed).said(self.language)

    def record(self) -> Record:
        """The match so far."""
        return to_record(self.match)

    def wait(self) -> bool:
        """Let one bot move, if it is a bot's turn and no person's."""
        if self.match.is_over or any(seat in self._sitters.people for seat in self.match.to_act):
            return False
        seat = self._sitters.next_seat()
        self.match.play(seat, self._sitters.moves_of(seat))
        self._save()
        return True

    def take_over(self) -> None:
        """The next person looks at the screen."""
        waiting = [seat for seat in self.match.to_act if seat in self._sitters.people]
        if waiting:
            self._eyes = waiting[0]

    def close(self) -> None:
        """Get up; the match waits on the shelf."""
        self._sitters.close()

    # The shelf ----------------------------------------------------------------------------------

    def _save(self) -> None:
        if not self._keep:
            return
        if self.match.is_over:
            forget()
            _put_away(self.match)
            return
        folder = shelf()
        folder.mkdir(parents=True, exist_ok=True)
        banquise.save(self.match, folder / "table.banquise")
        who = {"who": self._sitters.who, "seed": self._sitters.seed}
        (folder / "table.json").write_text(json.dumps(who), encoding="utf-8")


def kept(language: str) -> LocalSitting | None:
    """The match that waits on the shelf, if there is one that can be read."""
    try:
        facts = json.loads((shelf() / "table.json").read_text(encoding="utf-8"))
        match = banquise.load(shelf() / "table.banquise")
        return LocalSitting(match, facts["who"], language, facts["seed"])
    except (OSError, ValueError, KeyError):
        return None


def matches() -> Path:
    """Where matches are that were played to their end at this screen, to be looked back at."""
    return shelf() / "matches"


def _put_away(match: Match) -> None:
    matches().mkdir(parents=True, exist_ok=True)
    ended = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    banquise.save(match, matches() / f"{match.game.name}-{ended}.banquise")


def forget() -> None:
    """Nothing waits on the shelf any more."""
    for name in ("table.banquise", "table.json"):
        (shelf() / name).unlink(missing_ok=True)
