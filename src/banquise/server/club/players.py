"""Players and their cards: made, changed, moved, revoked, deleted; their matches; all that is kept about one.

A card is opened by a key that a browser has made: 128 bits, of which only a digest comes to the store. Every device has
a key of its own; a code that holds for an hour, and once, gives the card to another one.
"""

from __future__ import annotations

import asyncio
import io
import secrets
import zipfile
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import msgspec

from banquise.server.club import protocol as c
from banquise.server.club.forgetting import forgotten, plays_alone
from banquise.server.live.house import House
from banquise.server.live.tokens import card_digest, code_digest
from banquise.server.names import clean
from banquise.server.now import now_ms
from banquise.server.stores.club import Club, Device, Played, Player, Wanted, Written
from banquise.server.stores.store import Store, Stored
from banquise.table import encode as encode_record
from banquise.table import entries as e
from banquise.table import to_record
from banquise.table.entries import OVER
from banquise.table.table import Table

CODE_MS = 3_600_000
PAGE = 50
LOOKED_THROUGH = 5_000  # matches, when somebody is looked for by name


class NoCard(Exception):
    """The key opens no card: it was revoked, the card was deleted, or there never was one."""


class BadCode(Exception):
    """No card moves by this code: it was used, an hour has passed, or it never was one."""


class Players:
    """The players of a house."""

    def __init__(self, house: House):
        self.house = house

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
        player = Player(secrets.token_hex(8), clean(wish.name), wish.shape, " ".join(wish.languages), now)
        await self._club.add_player(player, Device(card_digest(key), clean(wish.label, 40), now))
        return await self.me(key)

    async def change(self, key: str, wish: c.CardWish) -> c.Me:
        """Another name, shape or languages; matches keep the name they were played under."""
        player = await self.of(key)
        languages = " ".join(wish.languages)
        await self._club.change_player(player._replace(name=clean(wish.name), shape=wish.shape, languages=languages))
        return await self.me(key)

    async def me(self, key: str) -> c.Me:
        """One's own card, and the devices that hold it."""
        player, here = await self.of(key), card_digest(key)
        devices = await self._club.devices(player.id)
        return c.Me(
            card_of(player), [c.DeviceInfo(_id(one.key), one.label, one.since, one.key == here) for one in devices]
        )

    async def card(self, player: str) -> c.Card | None:
        """A card as anybody may see it."""
        found = await self._club.player(player)
        return card_of(found) if found is not None else None

    async def offer(self, key: str, wish: c.MoveWish) -> c.Moving:
        """Let another device hold the card too."""
        player, until = await self.of(key), now_ms() + CODE_MS
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
        for table, token in await self._club.played_at(player.id):
            await forget_at(self.house.store, table, token)
            self.house.reread(table)
        await self._club.forget(player.id)
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
        last = found[-1] if more else None
        return c.MyMatches([_match(one) for one in found], f"{last.ended}.{last.table}" if last else None)

    async def _looked_for(self, player: str, wanted: Wanted, words: list[str]) -> tuple[list[Played], bool]:
        found: list[Played] = []
        for one in await self._club.played(player, replace(wanted, limit=LOOKED_THROUGH)):
            if len(found) == wanted.limit:
                return found, True
            facts = msgspec.json.decode(one.summary)
            text = " ".join([facts["title"], *(seat["name"] for seat in facts["seats"])]).casefold()
            if all(word in text for word in words):
                found.append(one)
        return found, False

    async def records(self, key: str) -> AsyncIterator[bytes]:
        """All finished matches of a player as .banquise files in one archive, piece by piece."""
        player = await self.of(key)
        pipe = _Pipe()
        with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
            for table, _ in await self._club.played_at(player.id):
                raw = await _record(self.house.store, table)
                if raw is not None:
                    archive.writestr(f"{table}.banquise", raw)
                    yield pipe.take()
        yield pipe.take()

    async def kept(self, key: str) -> dict[str, Any]:
        """All that is kept about a player."""
        return await all_about(self.house.store, (await self.of(key)).id)


def card_of(player: Player) -> c.Card:
    """A card as it is shown."""
    shape: Any = player.shape
    return c.Card(player.id, player.name, shape, player.languages.split(), player.since)


def _id(key: str) -> str:
    """By what a device is named: a piece of the digest of its key, which opens nothing."""
    return key[:12]


def _match(one: Played) -> c.MyMatch:
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
        updated=one.updated,
        seats=facts["seats"],
        winners=facts["winners"],
        mine=list(one.seats),
        turn=one.turn,
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

    def change(lines: list[Written], summary: bytes) -> tuple[list[Written], bytes]:
        nonlocal alone
        alone = plays_alone(lines, token)
        return forgotten(lines, summary, token)

    await store.club.rewrite(table, change)
    if alone:
        await store.delete(table)


async def forget(store: Store, player: str) -> bool:
    """Forget a player: card, devices, codes, seats, name and talk in every match. Was there one?"""
    assert store.club is not None
    for table, token in await store.club.played_at(player):
        await forget_at(store, table, token)
    return await store.club.forget(player)


async def all_about(store: Store, player: str) -> dict[str, Any]:
    """All that is kept about a player: the card, the devices, every match with their own seats and words."""
    assert store.club is not None
    found = await store.club.player(player)
    if found is None:
        raise ValueError(f"there is no player {player!r}")
    devices = [{"label": one.label, "since": one.since} for one in await store.club.devices(player)]
    matches = [await _about(store, table, token) for table, token in await store.club.played_at(player)]
    return {"card": card_of(found), "devices": devices, "matches": matches}


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
    return None if stored is None else await asyncio.to_thread(_replayed, name, stored)


def _replayed(name: str, stored: Stored) -> bytes | None:
    table = Table(name, e.decode_header(stored.header))
    table.read_all(stored.rows)
    if table.match is None or table.status != OVER:
        return None
    return encode_record(to_record(table.match, reveal=True))
