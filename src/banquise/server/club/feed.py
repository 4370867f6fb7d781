"""A private Atom feed: whose turn it is, for matches by days and whoever reads feeds.

Its address holds a secret of the device that asked for it, made from the digest that is kept of its key: nothing more
is stored, it opens nothing but the feed, and it is void when the card is taken from that device. An entry tells what
its seat sees anyway: that it may move, since when (by its own clock), and who else sits there.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from hmac import compare_digest
from typing import NamedTuple

import msgspec

from banquise.games import game as game_named
from banquise.kernel.speech import Message, say
from banquise.server.live.errors import Frozen, NoTable
from banquise.server.live.house import House
from banquise.server.live.tokens import feed_secret
from banquise.server.render import HOME
from banquise.server.stores.club import Club, Played, Player, Wanted
from banquise.table.entries import Clock
from banquise.table.table import Table

MOST = 50  # entries
ATOM = "http://www.w3.org/2005/Atom"


class Turn(NamedTuple):
    """A match that waits for a player, since milliseconds after 1970."""

    played: Played
    since: int


async def reader_of(club: Club, player: str, secret: str) -> Player | None:
    """The player whose feed this is, if the secret is one of their devices'."""
    devices = await club.devices(player)
    if any(compare_digest(feed_secret(device.key), secret) for device in devices):
        return await club.player(player)
    return None


async def turns(house: House, player: Player) -> list[Turn]:
    """The matches by days that wait for a player, the latest first."""
    assert house.store.club is not None
    found: list[Turn] = []
    for played in await house.store.club.played(player.id, Wanted(over=False, limit=10 * MOST)):
        if played.turn and _by_days(played) and len(found) < MOST:
            since = await _since(house, played)
            if since is not None:
                found.append(Turn(played, since))
    return sorted(found, key=lambda turn: turn.since, reverse=True)


def _by_days(played: Played) -> bool:
    return msgspec.convert(msgspec.json.decode(played.summary)["clock"], Clock).by_days


async def _since(house: House, played: Played) -> int | None:
    """When the clock of one of the player's seats began to run; it runs no longer, if somebody was quicker than we."""

    def look(table: Table) -> int | None:
        return min((table.clocks.since[seat] for seat in played.seats if seat in table.clocks.since), default=None)

    try:
        return await (await house.existing(played.table)).look(look)
    except (NoTable, Frozen):
        return None


def atom(player: Player, found: list[Turn], home: str, language: str) -> bytes:
    """The feed; ``home`` is the page's address."""
    feed = ET.Element("feed", {"xmlns": ATOM, "xml:lang": language})
    _add(feed, "id", f"urn:banquise:player:{player.id}")
    _add(feed, "title", say(Message("feed.title", {}), language, HOME))
    _add(feed, "updated", _time(max((turn.since for turn in found), default=player.since)))
    ET.SubElement(feed, "link", {"href": f"{home}#/matches"})
    _add(ET.SubElement(feed, "author"), "name", "Banquise")
    for turn in found:
        _entry(ET.SubElement(feed, "entry"), turn, home, language)
    whole: bytes = ET.tostring(feed, "utf-8", xml_declaration=True)
    return whole


def told_of(game: str, summary: bytes, seats: tuple[int, ...], language: str) -> tuple[str, str]:
    """That it is the turn of whoever has these seats, and where: the table's title, and who else sits there."""
    facts = msgspec.json.decode(summary)
    others = [seat["name"] for n, seat in enumerate(facts["seats"]) if n not in seats]
    title = say(Message("feed.turn", {"game": game_named(game).title}), language, HOME)
    return title, " · ".join(filter(None, [facts["title"], *others]))


def _entry(entry: ET.Element, turn: Turn, home: str, language: str) -> None:
    played = turn.played
    title, where = told_of(played.game, played.summary, played.seats, language)
    _add(entry, "id", f"urn:banquise:turn:{played.table}:{turn.since}")
    _add(entry, "title", title)
    _add(entry, "updated", _time(turn.since))
    ET.SubElement(entry, "link", {"href": f"{home}#/table/{played.table}"})
    _add(entry, "summary", where)


def _add(under: ET.Element, name: str, text: str) -> None:
    ET.SubElement(under, name).text = text


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")
