"""What an alert says: that it is somebody's turn, where, and who else sits there; nothing that their seat may not see.

A browser is told in a sentence, sealed for it. A webhook is told in JSON, signed as https://www.standardwebhooks.com
describes it: whoever receives it can know that it came from here, and when.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from banquise.kernel.speech import Message, say
from banquise.server.club.feed import told_of
from banquise.server.render import HOME
from banquise.server.stores.club_alerts import Due, Target

PREFIX = "whsec_"
LONGEST = 160  # characters of a line: a notification shows no more, and a sealed message has its length


class Alert(NamedTuple):
    """Something to be told; ``id``: the same when it is tried again."""

    id: str
    kind: str  # turn, or trial
    at: int  # milliseconds since 1970
    table: str | None
    game: str | None
    title: str
    text: str


def turn(due: Due) -> Alert:
    """It is somebody's turn."""
    title, text = told_of(due.game, due.summary, due.seats, due.target.language)
    name = hashlib.sha256(f"{due.target.id} {due.table} {due.turn}".encode()).hexdigest()[:24]
    return Alert(f"turn_{name}", "turn", due.turn, due.table, due.game, title[:LONGEST], text[:LONGEST])


def trial(target: Target, now: int) -> Alert:
    """Whether alerts arrive."""
    text = say(Message("feed.trial"), target.language, HOME)
    return Alert(f"trial_{secrets.token_hex(12)}", "trial", now, None, None, "Banquise", text)


def for_browser(alert: Alert) -> bytes:
    """What the service worker (web/public/sw.js) is handed."""
    return msgspec.json.encode({"table": alert.table, "title": alert.title, "text": alert.text})


def for_webhook(alert: Alert, home: str) -> bytes:
    """What is posted."""
    when = datetime.fromtimestamp(alert.at / 1000, UTC).isoformat(timespec="milliseconds")
    link = f"{home}#/table/{alert.table}" if alert.table else home
    about = {"table": alert.table, "game": alert.game, "url": link, "title": alert.title, "text": alert.text}
    return msgspec.json.encode({"type": alert.kind, "timestamp": when, "data": about})


def new_secret() -> str:
    """What a webhook is signed with."""
    return PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def signed(secret: str, alert: Alert, body: bytes, now: int) -> dict[str, str]:
    """The headers that go with a webhook: its name, when it was sent, and the signature over both and the body."""
    moment = str(now // 1000)
    key = base64.b64decode(secret.removeprefix(PREFIX))
    mark = hmac.digest(key, f"{alert.id}.{moment}.".encode() + body, "sha256")
    return {
        "content-type": "application/json",
        "user-agent": "Banquise",
        "webhook-id": alert.id,
        "webhook-timestamp": moment,
        "webhook-signature": f"v1,{base64.b64encode(mark).decode()}",
    }
