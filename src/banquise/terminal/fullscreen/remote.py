"""A seat at a server's table: the protocol of docs/protocol.md, as a browser speaks it."""

from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from banquise.bots.hints import Hint
from banquise.games import game as game_named
from banquise.kernel.speech import Message, spelt
from banquise.table import BadRecord, Record, decode
from banquise.terminal.fullscreen import fair
from banquise.terminal.fullscreen.look import Choice, Look, Player, Refusal, verdict, word
from banquise.terminal.shelf import shelf

_PATIENCE = 10.0  # seconds for an answer
PROTOCOL = 1
_SEATS, _UNHEARD = "seats.json", "unheard.json"  # kept on the shelf, by server and table


class NoTable(ValueError):
    """A link that leads to no table, or to one without a free seat."""


def parse_link(link: str) -> tuple[str, str]:
    """The server and the name of the table that an invitation links to.

    >>> parse_link("http://192.168.0.5:8000/#/table/quiet-fjord")
    ('http://192.168.0.5:8000', 'quiet-fjord')
    """
    parts = urlsplit(link)
    name = parts.fragment.rstrip("/").rpartition("/")[2]
    if parts.scheme not in ("http", "https") or not parts.netloc or not name:
        raise NoTable(f"{link!r} is no link to a table; it looks like http://host:8000/#/table/NAME")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}", name


class RemoteSitting:
    """A seat (or a spectator's chair) at a table of a server. A lost connection is made again."""

    def __init__(self, link: str, name: str, language: str):
        self.language = language
        self._server, self._name = parse_link(link)
        self._token = _kept(_SEATS, self._here) or self._join(name)
        self._changed = threading.Condition()
        self._answers: dict[str, dict[str, Any]] = {}
        self.table: dict[str, Any] = {}
        self._view: dict[str, Any] = {}
        self._viewed = 0.0  # when the view came: clocks have run since then
        self._events: list[dict[str, Any]] = []
        self._notes: dict[int, dict[str, Any]] = {}
        self._unheard: list[str] = _kept(_UNHEARD, self._here) or []  # the names of those whose talk is not shown
        self._asked_again = False
        self._news = 0
        self._heard = 0
        self._closed = False
        self._line: ClientConnection | None = None
        threading.Thread(target=self._listen, daemon=True).start()
        with self._changed:
            self._changed.wait_for(lambda: self.table, _PATIENCE)
        if not self.table:
            self.close()
            raise NoTable(f"the table {self._name!r} at {self._server} does not answer")

    @property
    def _here(self) -> str:
        """What is kept of this table is kept by this."""
        return f"{self._server} {self._name}"

    # The line -----------------------------------------------------------------------------------

    def _join(self, name: str) -> str | None:
        """A token for a free seat; None where one can only watch."""
        body = json.dumps({"name": name, "entropy": fair.sealed()}).encode()
        request = urllib.request.Request(  # noqa: S310 -- http and https only: parse_link has seen to it
            f"{self._server}/api/tables/{self._name}/join",
            body,
            {"Content-Type": "application/json", "Origin": self._server},
        )
        try:
            with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:  # noqa: S310 -- likewise
                seated: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == 404:
                raise NoTable(f"there is no table {self._name!r} at {self._server}") from None
            return None  # no free seat: one watches
        except OSError as error:
            raise NoTable(f"{self._server} does not answer: {error}") from None
        token: str | None = seated["token"]
        if token:
            _keep(_SEATS, self._here, token)
        return token

    def _listen(self) -> None:
        """Hear what the server says, for as long as one sits here."""
        address = "ws" + self._server.removeprefix("http") + "/ws"
        while not self._closed:
            try:
                with connect(address, origin=Origin(self._server), max_size=None, legacy=True) as line:
                    self._line = line
                    self._send(self._hello())
                    for message in line:
                        self._hear(json.loads(message))
            except (OSError, WebSocketException):
                pass
            self._line = None
            if not self._closed:
                threading.Event().wait(1.0)

    def _hello(self) -> dict[str, Any]:
        hello: dict[str, Any] = {
            "type": "hello",
            "protocol": PROTOCOL,
            "table": self._name,
            "language": self.language,
        }
        return hello | ({"token": self._token} if self._token else {})

    def _send(self, message: dict[str, Any]) -> None:
        if self._line is None:
            raise Refusal(word("refused.server", self.language))
        self._line.send(json.dumps(message))

    def _hear(self, message: dict[str, Any]) -> None:
        with self._changed:
            kind = message["type"]
            if kind == "table":
                self.table = message
                self._notes |= {note["number"]: note for note in message["notes"]}
                self._reveal_or_move_on(message)
            elif kind == "view":
                self._view, self._viewed = message, time.monotonic()
                self._events[message["since"] :] = message["events"]
            elif kind in ("done", "refused", "hinted"):
                self._answers[message["id"]] = message
            self._news += 1
            self._changed.notify_all()

    def _reveal_or_move_on(self, table: dict[str, Any]) -> None:
        """What a client does by itself: seal and show its part of chance, and go along to the match agreed upon."""
        for seat in table["you"]:
            if table["seats"][seat]["must_seal"]:
                self._send({"type": "seal", "id": uuid4().hex, "seat": seat, "entropy": fair.sealed()})
        own = fair.to_reveal(table)
        if own is not None:
            seat, part = own
            self._send({"type": "reveal", "id": uuid4().hex, "seat": seat, "part": part})
        if table["rematch"] and self._asked_again and self._token:
            self._name, self._asked_again = table["rematch"], False
            self.table, self._view, self._events, self._notes = {**table, "rematch": None}, {}, [], {}
            _keep(_SEATS, self._here, self._token)
            _keep(_UNHEARD, self._here, self._unheard)
            if self._line is not None:
                self._line.close()  # and the line is made again, to the other table

    def _command(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Say something, and hear that it is on disk, or what is answered; Refusal if it was not to be."""
        identity = uuid4().hex
        self._send({"type": kind, "id": identity, **fields})
        with self._changed:
            if not self._changed.wait_for(lambda: identity in self._answers, _PATIENCE):
                raise Refusal(word("refused.server", self.language))
            answer = self._answers.pop(identity)
        if answer["type"] == "refused":
            raise Refusal(answer["reason"]["text"], answer["paragraph"] or "", answer["reason"]["key"])
        return answer

    # What is shown ------------------------------------------------------------------------------

    def look(self) -> Look:
        """How things stand, by what the server has said."""
        with self._changed:
            table, view, self._heard = self.table, self._view, self._news
            game, seat = game_named(table["game"]), view.get("seat")
            legal = view.get("legal", []) if table["status"] == "running" and not table["undo"] else []
            return Look(
                game=game,
                seat=seat,
                state=game.schema.from_view(_fields(game, view["view"]), seat) if view else None,
                choices=tuple(
                    Choice(spelt(one["text"], self.language, game.folder), one.get("parts") or {}) for one in legal
                ),
                prompt=view["prompt"]["text"] if view.get("prompt") else "",
                players=tuple(self._player(at) for at in range(len(table["seats"]))),
                log=tuple(said["text"] for event in self._events for said in event["said"]),
                notes=tuple(self._note(note) for _, note in sorted(self._notes.items()) if self._is_heard(note)),
                result=self._result(),
                language=self.language,
                thinking=self._awaited(),
                question=self._question(),
                away=self._away(),
                is_shared=True,
                has_hints=table.get("hints", False),  # a server of an older Banquise says nothing about it
            )

    def _is_heard(self, note: dict[str, Any]) -> bool:
        return note["chat"] is None or self.table["seats"][note["seat"]]["name"] not in self._unheard

    def _note(self, note: dict[str, Any]) -> str:
        if note["chat"] is None or note["seat"] is None:
            text: str = note["said"]["text"]
            return text
        return f"{self.table['seats'][note['seat']]['name']}: {note['chat']}"

    def _question(self) -> str:
        """What the others would like to know of us."""
        table, own = self.table, set(self.table["you"])
        undo, again = table["undo"], table["rematch_asked"]
        if undo is not None and undo["seat"] in own:
            return word("ask.withdrawn", self.language)
        if undo is not None and own and not own & set(undo["agreed"]):
            return word("ask.undo", self.language, who=table["seats"][undo["seat"]]["name"])
        if not again or not own or table["rematch"]:
            return ""
        if own & set(again):
            return word("ask.again_asked", self.language)
        return word("ask.again", self.language, who=table["seats"][again[0]]["name"])

    def _absent(self) -> list[int]:
        """Seats of others that nobody has to wait for: they move, or their parts of chance are due, and they are away.

        A server of an older Banquise says nothing about it.
        """
        table = self.table
        if not table["you"]:
            return []
        acting = self._view.get("to_act") or range(len(table["seats"]))
        return [
            at
            for at in acting
            if at not in table["you"] and (table["seats"][at].get("claimable") or table["seats"][at]["warned"])
        ]

    def _away(self) -> str:
        seats = [self.table["seats"][at] for at in self._absent()]
        if not seats:
            return ""
        who = ", ".join(seat["name"] for seat in seats)
        return word("away.warned" if all(seat["warned"] for seat in seats) else "away.claim", self.language, who=who)

    def _player(self, seat: int) -> Player:
        info, clocks = self.table["seats"][seat], self._view.get("clocks")
        kind = info["level"] or {"person": "human", "open": "open"}.get(info["kind"], info["kind"])
        points = self.table["result"]["points"][seat] if self.table["result"] else None
        return Player(
            name=info["name"] or info["colour"],
            colour=info["colour"],
            kind=word(f"sitter.{kind}", self.language),
            acts=seat in self._view.get("to_act", ()) and self.table["status"] == "running",
            points=points,
            clock=self._left(clocks[seat]) if clocks else None,
            away=info["kind"] == "person" and not info["connected"],
        )

    def _left(self, clock: dict[str, Any]) -> float:
        run = time.monotonic() - self._viewed if clock["running"] and self.table["status"] == "running" else 0.0
        left: float = max(0.0, clock["left"] / 1000 - run)
        return left

    def _awaited(self) -> str:
        names = [self.table["seats"][seat]["name"] for seat in self._view.get("to_act", ())]
        free = [word("sitter.open", self.language) for one in self.table["seats"] if one["kind"] == "open"]
        return ", ".join(names or free)

    def _result(self) -> str:
        result = self.table["result"]
        if result is None:
            return ""
        said = verdict(
            (self.table["seats"][seat]["name"] for seat in result["winners"]), result["ending"]["text"], self.language
        )
        was_fair = fair.is_fair(self.table)
        chance = "" if was_fair is None else " " + word("fair.good" if was_fair else "fair.bad", self.language)
        return f"{said}{chance}"

    # What is done -------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        """Make a move."""
        self._command("move", move=text, seen=len(self._events))

    def undo(self) -> None:
        """Ask to take back."""
        self._command("undo")

    def resign(self) -> None:
        """Give up."""
        self._command("resign")

    def consent(self, yes: bool) -> None:
        """Agree, or not, that another takes back a move; withdraw one's own wish."""
        self._command("consent", yes=yes)

    def again(self) -> None:
        """Ask for another match, or agree to one; its chance is sealed anew."""
        self._asked_again = True
        self._command("rematch", entropy=fair.sealed())

    def say(self, text: str) -> None:
        """Say something to the table."""
        self._command("chat", text=text)

    def mute(self) -> str:
        """One of the others, then the next, then all of them, then nobody; it is kept for this table."""
        with self._changed:
            seats = enumerate(self.table["seats"])
            people = {seat["name"] for at, seat in seats if seat["kind"] == "person" and at not in self.table["you"]}
            others = sorted(people)
            if not others:
                raise Refusal(word("refused.chat", self.language))
            row = [[], *([one] for one in others), *([others] if len(others) > 1 else [])]
            now = [one for one in others if one in self._unheard]
            self._unheard = row[(row.index(now) + 1) % len(row)] if now in row else []
            _keep(_UNHEARD, self._here, self._unheard)
            self._news += 1
            self._changed.notify_all()
        said = "mute.some" if self._unheard else "mute.nobody"
        return word(said, self.language, who=", ".join(self._unheard))

    def claim(self) -> None:
        """Wait no longer for those who are away."""
        absent = self._absent()
        if not absent:
            raise Refusal(word("refused.nobody_away", self.language))
        for seat in absent:
            self._command("claim", of=seat)

    def deputy(self) -> str:
        """The next level in the row; before one has chosen, it would be a bear."""
        own = self.table["you"]
        if not own:
            raise Refusal(word("refused.turn", self.language))
        levels, now = self._levels(), self.table["seats"][own[0]]["deputy"] or "bear"
        level = levels[(levels.index(now) + 1) % len(levels)] if now in levels else levels[0]
        self._command("deputy", level=level)
        return word("deputy.chosen", self.language, who=word(f"sitter.{level}", self.language))

    def _levels(self) -> list[str]:
        """The bots that sit at this server's tables; one that knows nothing stands in only where there is no other."""
        try:
            with urllib.request.urlopen(f"{self._server}/api/games", timeout=_PATIENCE) as answer:  # noqa: S310 -- likewise
                games: list[dict[str, Any]] = json.load(answer)
        except OSError:
            raise Refusal(word("refused.server", self.language)) from None
        levels = next(list(game["levels"]) for game in games if game["name"] == self.table["game"])
        return [level for level in levels if level != "random"] or levels

    def hint(self) -> str:
        """What the server's best bot would do; among people nobody whispers, and the server says so."""
        told = self._command("hint")
        game = game_named(self.table["game"])
        reason = Message(told["reason"]["key"], told["reason"]["params"]) if told["reason"] else None
        return Hint(told["move"], [], told["chance"], reason, game.folder, told["level"]).said(self.language)

    def record(self) -> Record:
        """The record of a match that is over."""
        try:
            with urllib.request.urlopen(  # noqa: S310 -- likewise
                f"{self._server}/api/tables/{self._name}/record", timeout=_PATIENCE
            ) as answer:
                return decode(answer.read())
        except (OSError, BadRecord):
            raise Refusal(word("refused.server", self.language)) from None

    def wait(self) -> bool:
        """Until the server has said something that was not shown."""
        with self._changed:
            self._changed.wait_for(lambda: self._news != self._heard or self._closed)
            return not self._closed

    def take_over(self) -> None:
        """One person sits here."""

    def close(self) -> None:
        """Hang up; the seat stays ours. A server that is slow to say goodbye keeps nobody before a still screen."""
        self._closed = True
        if self._line is not None:
            threading.Thread(target=self._line.close, daemon=True).start()
        with self._changed:
            self._changed.notify_all()


def _fields(game: Any, view: dict[str, Any]) -> dict[str, Any]:
    known = {*game.schema.public, *game.schema.owned}
    return {name: value for name, value in view.items() if name in known}


def _read(file: str) -> dict[str, Any]:
    try:
        kept: dict[str, Any] = json.loads((shelf() / file).read_text(encoding="utf-8"))
        return kept
    except (OSError, ValueError):
        return {}


def _kept(file: str, where: str) -> Any:
    return _read(file).get(where)


def _keep(file: str, where: str, what: object) -> None:
    """So that one comes back to one's own seat. Only the user may read the file."""
    path, kept = shelf() / file, _read(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_text(json.dumps(kept | {where: what}), encoding="utf-8")
