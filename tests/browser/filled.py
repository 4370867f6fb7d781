"""A club that is lived in, made as a program makes it that knows docs/protocol.md: its pages have something on them."""

from __future__ import annotations

import base64
import json
import secrets
import urllib.request
from typing import Any

from house import JSON, Server
from websockets.sync.client import connect

LONG = "Wolfgangvonkyffhäuserburg"[:24]  # as long as names may be, and without a place to break it
CLOCK = {"kind": "move", "seconds": 86_400, "late": "resign"}


def a_key() -> str:
    return base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")


class Member:
    """Somebody with a card, and without a browser."""

    def __init__(self, server: Server, name: str):
        self.server, self.name, self.key = server, name, a_key()
        self.player = self.post("/api/players", name=name, label="a program")["card"]["player"]

    @property
    def card(self) -> dict[str, str]:
        """What a browser keeps of her."""
        return {"key": self.key, "name": self.name}

    def post(self, path: str, **body: Any) -> Any:
        headers = {**JSON, "authorization": f"Bearer {self.key}"}
        sent = urllib.request.Request(self.server.address + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(sent, timeout=20) as answer:
            return json.load(answer) if answer.status != 204 else None

    def table(self, game: str = "ice_cult", **more: Any) -> str:
        """A table of one's own, with a free seat."""
        wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "name": self.name, "clock": CLOCK, **more}
        table: str = self.post("/api/tables", **wish)["table"]
        return table

    def give_up(self, table: str) -> None:
        """Come to a table, resign, and go when that is done."""
        with connect(f"ws{self.server.address.removeprefix('http')}/ws") as line:
            line.send(json.dumps({"type": "hello", "protocol": 1, "table": table, "card": self.key}))
            seat, asked = None, False
            for message in line:
                told = json.loads(message)
                if told["type"] == "table":
                    seat = told["you"][0]
                if seat is not None and not asked:
                    line.send(json.dumps({"type": "resign", "id": secrets.token_hex(8), "seat": seat}))
                    asked = True
                if told["type"] in ("done", "refused"):
                    assert told["type"] == "done", told
                    return


def lived_in(server: Server) -> tuple[Member, dict[str, tuple[str, str]]]:
    """A club, one of its players, and its pages: the address of each, and what is there when it has come."""
    ann, ben, cleo = Member(server, LONG), Member(server, "بهنام"), Member(server, "Cleo")
    for other in (ben, cleo):
        over = ann.table(rated=True)
        other.post(f"/api/tables/{over}/join", name=other.name)
        other.give_up(over)
        asks = other.table("alaska")
        other.post("/api/players/me/invitations", player=ann.player, table=asks)
    running = ann.table("ice_lake", title="By post, and with a rather long title")
    ben.post(f"/api/tables/{running}/join", name=ben.name)
    ann.post("/api/players/me/invitations", player=ben.player, table=ann.table("altitude"))
    ann.post("/api/players/me/shunned", player=cleo.player, how="mute")
    ann.post("/api/daily/altitude", kind="alone", name=LONG)
    right = a_key()
    evening = ben.post("/api/evenings", game="ice_cult", right=right, rounds=3, kind="swiss", title=LONG)
    name = evening["evening"]["evening"]
    for one in (ann, ben, cleo):
        one.post(f"/api/evenings/{name}/join", ticket=a_key(), name=one.name)
    ben.post(f"/api/evenings/{name}/rounds", right=right, rounds=0)
    sides = [{"kind": "open"}, {"kind": "bot", "level": "hare"}]
    same = ann.post("/api/duplicates", game="altitude", sides=sides, right=a_key())["name"]
    pages = {
        "home": ("", "section.invitations li"),
        "card": ("#/card", "section.card"),
        "another's card": (f"#/card/{ben.player}", "section.card"),
        "my matches": ("#/matches", "section[data-status=over][data-read=true] li"),
        "people": ("#/people", "main li button"),
        "pairing": ("#/pair/ice_lake", "main .lamp"),
        "standings": ("#/standings/ice_cult/2", "main tbody tr"),
        "the deal of the day": ("#/daily/altitude", "main h2"),
        "opening an evening": ("#/evening", "main .lamp"),
        "an evening": (f"#/evening/{name}", ".evening[data-rounds='1'] tbody tr"),
        "an evening on a big screen": (f"#/evening/{name}/screen", ".screen tbody tr"),
        "opening a duplicate": ("#/duplicate?game=altitude", "main .lamp"),
        "a duplicate": (f"#/duplicate/{same}", "[data-table='1']"),
        "puzzles": ("#/puzzles/ice_cult", ".board"),
    }
    return ann, pages
