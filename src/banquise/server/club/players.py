"""Players and their cards: made, changed, moved, revoked, deleted; their matches; all that is kept about one.

A card is opened by a key that a browser has made: 128 bits, of which only a digest comes to the store. Every device has
a key of its own; a code that holds for an hour, and once, gives the card to another one.
"""

from __future__ import annotations

import asyncio
import io
import secrets
import zipfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import msgspec

from banquise.server.club import protocol as c
from banquise.server.club.feed import atom, reader_of, turns
from banquise.server.club.forgetting import forgotten, plays_alone
from banquise.server.club.meeting import all_between
from banquise.server.club.standings import change_of, rating_of
from banquise.server.days import is_held_back, record_of
from banquise.server.live.house import House
from banquise.server.live.tokens import card_digest, code_digest, feed_secret
from banquise.server.names import clean
from banquise.server.now import now_ms
from banquise.server.stores.club import Club, Device, Kept, Played, Player, Wanted
from banquise.server.stores.store import Store, Stored
from banquise.table import encode as encode_record
from banquise.table import entries as e
from banquise.table.entries import OVER
from banquise.table.table import Table

CODE_MS = 3_600_000
PAGE = 50
LOOKED_THROUGH = 5_000  # matches, when somebody is looked for by name ...
PIECE = 500  # ... so many at a time
MOST_DEVICES = 20  # that hold one card
MOST_TAKING = 4  # players who take all their matches home at the same time


class NoCard(Exception):
    """The key opens no card: it was revoked, the card was deleted, or there never was one."""


class BadCode(Exception):
    """No card moves by this code: it was used, an hour has passed, or it never was one."""


class TooManyDevices(Exception):
    """As many devices hold the card as may."""


class Busy(Exception):
    """The player's matches are being put together already, or too many others' are."""


class _Named(msgspec.Struct):
    name: str


class _Names(msgspec.Struct):
    """What is looked through of a summary."""

    title: str
    seats: list[_Named]


_names = msgspec.json.Decoder(_Names)


class Players:
    """The players of a house."""

    def __init__(self, house: House):
        self.house = house
        self._taking: set[str] = set()  # who takes all of their matches home at this moment

    @property
    def _club(self) -> Club:
        assert self.house.store.club is not None
        return self.house.store.club

    # Cards --------------------------------------------------------------------------------------

    async def of(self, key: str) -> Player:
        """The player whose key this is, or NoCard."""
        player = await self._club.player_of(card_digest(key))
        if player is None:
            raise NoCard
        return player

    async def make(self, key: str, wish: c.CardWish) -> c.Me:
        """A new card for a key; one that is known already keeps its card."""
        now = now_ms()
        player = Player(secrets.token_hex(8), self.house.name(wish.name), wish.shape, " ".join(wish.languages), now)
        await self._club.add_player(player, Device(card_digest(key), clean(wish.label, 40), now))
        return await self.me(key)

    async def change(self, key: str, wish: c.CardWish) -> c.Me:
        """Another name, shape or languages; matches keep the name they were played under."""
        player, name = await self.of(key), self.house.name(wish.name)
        languages = " ".join(wish.languages)
        await self._club.change_player(player._replace(name=name, shape=wish.shape, languages=languages))
        return await self.me(key)

    async def me(self, key: str) -> c.Me:
        """One's own card, and the devices that hold it."""
        player, here = await self.of(key), card_digest(key)
        devices = await self._club.devices(player.id)
        known = [c.DeviceInfo(_id(one.key), one.label, one.since, one.key == here) for one in devices]
        return c.Me(card_of(player), known, f"/api/players/{player.id}/turns/{feed_secret(here)}")

    async def card(self, player: str) -> c.Card | None:
        """A card as anybody may see it."""
        found = await self._club.player(player)
        return card_of(found) if found is not None else None

    async def offer(self, key: str, wish: c.MoveWish) -> c.Moving:
        """Let another device hold the card too."""
        player, until = await self.of(key), now_ms() + CODE_MS
        if len(await self._club.devices(player.id)) >= MOST_DEVICES:
            raise TooManyDevices
        await self._club.offer(code_digest(wish.code), player.id, until)
        return c.Moving(until)

    async def arrive(self, key: str, wish: c.ArriveWish) -> c.Me:
        """Hold the card of another device from now on."""
        device = Device(card_digest(key), clean(wish.label, 40), now_ms())
        if not await self._club.arrive(code_digest(wish.code), device):
            raise BadCode
        return await self.me(key)

    async def revoke(self, key: str, wish: c.RevokeWish) -> c.Me:
        """Take the card from a device: what it opened is shut at once, its connections too."""
        player = await self.of(key)
        for device in await self._club.devices(player.id):
            if _id(device.key) == wish.device:
                await self._club.revoke(player.id, device.key)
                self.house.revoked(device.key)
        return await self.me(key)

    async def delete(self, key: str) -> None:
        """Forget the player of a key."""
        player = await self.of(key)
        devices = await self._club.devices(player.id)
        await forget(self.house.store, player.id, self.house.reread)
        for device in devices:
            self.house.revoked(device.key)

    # Matches ------------------------------------------------------------------------------------

    async def matches(self, key: str, wanted: Wanted, looked_for: str = "") -> c.MyMatches:
        """A page of a player's matches; ``looked_for``: only those with this in a name or the title."""
        player, words = await self.of(key), looked_for.casefold().split()
        if not words:
            found = await self._club.played(player.id, wanted)
            more = len(found) == wanted.limit
        else:
            found, more = await self._looked_for(player.id, wanted, words)
        last = found[-1] if more and wanted.over else None  # those that go on are one page
        counted = await self._club.ratings.entries(player.id, [one.table for one in found if one.ended is not None])
        changes = {entry.table: change_of(entry) for entry in counted}
        matches = [_match(one, changes.get(one.table)) for one in found]
        return c.MyMatches(matches, f"{last.ended}.{last.table}" if last else None)

    async def _looked_for(self, player: str, wanted: Wanted, words: list[str]) -> tuple[list[Played], bool]:
        found: list[Played] = []
        for _ in range(0, LOOKED_THROUGH, PIECE):
            piece = await self._club.played(player, replace(wanted, limit=PIECE))
            for one in piece:
                if len(found) == wanted.limit:
                    return found, True
                if _is_looked_for(one, words):
                    found.append(one)
            if len(piece) < PIECE or not wanted.over:
                break
            assert piece[-1].ended is not None
            wanted = replace(wanted, before=(piece[-1].ended, piece[-1].table))
        return found, False

    @contextmanager
    def _takes(self, player: Player) -> Iterator[None]:
        """To put all of somebody's matches together is much work: once at a time for each, and for few at a time."""
        if self._is_busy(player):
            raise Busy
        self._taking.add(player.id)
        try:
            yield
        finally:
            self._taking.discard(player.id)

    def _is_busy(self, player: Player) -> bool:
        return player.id in self._taking or len(self._taking) >= MOST_TAKING

    async def may_take(self, key: str) -> Player:
        """Who takes all of their matches home, if that is possible now."""
        player = await self.of(key)
        if self._is_busy(player):
            raise Busy
        return player

    async def records(self, player: Player) -> AsyncIterator[bytes]:
        """All finished matches of a player as .banquise files in one archive, piece by piece."""
        pipe = _Pipe()
        while self._is_busy(player):  # another has come first, since we said that it is possible
            await asyncio.sleep(0.1)
        with self._takes(player), zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
            for table, _ in await self._club.played_at(player.id):
                raw = await _record(self.house.store, table)
                if raw is not None:
                    archive.writestr(f"{table}.banquise", raw)
                    yield pipe.take()
        yield pipe.take()

    async def feed(self, player: str, secret: str, home: str, language: str) -> bytes | None:
        """The feed of a player's turns, for whoever knows its address."""
        reader = await reader_of(self._club, player, secret)
        return atom(reader, await turns(self.house, reader), home, language) if reader is not None else None

    async def kept(self, key: str) -> dict[str, Any]:
        """All that is kept about a player."""
        player = await self.of(key)
        with self._takes(player):
            return await all_about(self.house.store, player.id)


def card_of(player: Player) -> c.Card:
    """A card as it is shown."""
    shape: Any = player.shape
    return c.Card(player.id, player.name, shape, player.languages.split(), player.since)


def _is_looked_for(one: Played, words: list[str]) -> bool:
    facts = _names.decode(one.summary)
    text = " ".join([facts.title, *(seat.name for seat in facts.seats)]).casefold()
    return all(word in text for word in words)


def _id(key: str) -> str:
    """By what a device is named: a piece of the digest of its key, which opens nothing."""
    return key[:12]


def _match(one: Played, change: c.RatingChange | None) -> c.MyMatch:
    status: Any = one.status
    facts = msgspec.json.decode(one.summary)
    return c.MyMatch(
        table=one.table,
        game=one.game,
        status=status,
        title=facts["title"],
        options=facts["options"],
        clock=msgspec.convert(facts["clock"], e.Clock),
        created=one.created,
        ended=one.ended,
        seats=facts["seats"],
        winners=facts["winners"],
        mine=list(one.seats),
        turn=one.turn,
        rated=facts.get("rated", False),
        change=change,
    )


class _Pipe(io.RawIOBase):
    """What is written to it is taken away again: an archive of any length needs no room."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._pieces.append(bytes(piece))
        return len(piece)

    def take(self) -> bytes:
        """All that was written since."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


# For whoever runs the server too ----------------------------------------------------------------


async def forget_at(store: Store, table: str, token: str) -> None:
    """Forget a person at one table; the whole table, where nobody else ever sat."""
    assert store.club is not None
    alone = False

    def change(kept: Kept) -> Kept:
        nonlocal alone
        alone = plays_alone(kept.lines, token)
        return forgotten(kept, token)

    await store.club.rewrite(table, change)
    if alone:
        await store.delete(table)


async def forget(store: Store, player: str, done_at: Callable[[str], object] = lambda table: None) -> bool:
    """Forget a player: card, devices, codes, seats, ratings, name and talk in every match. Was there one?

    With many matches it takes a while, in which another device of theirs may sit down somewhere: that is found too.
    """
    assert store.club is not None
    done: set[tuple[str, str]] = set()
    while left := set(await store.club.played_at(player)) - done:
        for table, token in sorted(left):
            await forget_at(store, table, token)
            done_at(table)
        done |= left
    return await store.club.forget(player)


async def all_about(store: Store, player: str) -> dict[str, Any]:
    """All that is kept of a player; of secrets, and of what others think of them, nothing."""
    assert store.club is not None
    found = await store.club.player(player)
    if found is None:
        raise ValueError(f"there is no player {player!r}")
    devices = [{"label": one.label, "since": one.since} for one in await store.club.devices(player)]
    matches = [await _about(store, table, token) for table, token in await store.club.played_at(player)]
    ratings = [rating_of(one.rating) for one in await store.club.ratings.of_player(player)]
    counted = [
        {"table": entry.table, "game": entry.pool.game, "seats": entry.pool.seats, "at": entry.at, "place": one.place}
        | {"before": one.before._asdict(), "after": one.after._asdict()}
        for entry in await store.club.ratings.entries(player)
        for one in entry.entrants
    ]
    told = await _alerts(store.club, player)
    facts = {"card": card_of(found), "devices": devices, "ratings": ratings, "rated": counted}
    evenings = [{"evening": one.evening, "name": one.name} for one in await store.club.evenings.of_player(player)]
    tries = [{**deal._asdict(), **one._asdict()} for deal, one in await store.club.daily.of_player(player)]
    facts |= {"alerts": told, "matches": matches, "daily": tries, "evenings": evenings}
    duplicates, watched = await store.club.duplicates.of_player(player)
    facts |= {"duplicates": duplicates, "watched": watched}
    waits = [
        {"kind": one.kind, "name": one.name, "since": one.since, "seen": one.seen, "table": one.table, "seat": one.seat}
        for one in await store.club.pairing.of_player(player)
    ]
    facts |= {"moving_until": await store.club.offered(player), "waiting": waits}
    return facts | await all_between(store.club, player)


async def _alerts(club: Club, player: str) -> dict[str, Any]:
    """What a player has said about alerts; secrets that open or sign something are left out."""
    targets, quiet, silenced = await club.alerts.wishes(player)
    told = [
        {"kind": "webhook" if one.is_webhook else "browser", "address": one.address, "language": one.language}
        | {"home": one.home, "since": one.since, "lost": one.lost, "trouble": one.trouble}
        for one in targets
    ]
    return {"targets": told, "quiet": quiet._asdict() if quiet else None, "silenced": silenced}


async def _about(store: Store, table: str, token: str) -> dict[str, Any]:
    """What a log holds of one person: when they sat down and as whom, what they decided and said."""
    stored = await store.read(table)
    theirs, lines = set[int](), []
    for row in stored.rows if stored is not None else ():
        entry = e.decode(row.body)
        if isinstance(entry, e.Sit):
            (theirs.add if entry.token == token else theirs.discard)(entry.seat)
        if getattr(entry, "seat", None) in theirs:
            told = msgspec.to_builtins(entry)
            told.pop("token", None)  # a digest of a secret is nobody's data
            lines.append({"at": row.at, "entry": told})
    return {"table": table, "lines": lines}


async def _record(store: Store, name: str) -> bytes | None:
    """The record of a match that is over, replayed beside the table: nobody waits for one who has played much."""
    stored = await store.read(name)
    assert store.club is not None
    settled = await store.club.duplicates.is_settled(name)
    return None if stored is None else await asyncio.to_thread(_replayed, name, stored, settled)


def _replayed(name: str, stored: Stored, settled: bool) -> bytes | None:
    table = Table(name, e.decode_header(stored.header))
    table.read_all(stored.rows)
    table.settled = settled
    return encode_record(record_of(table)) if table.status == OVER and not is_held_back(table) else None
