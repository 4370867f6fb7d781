"""Quick pairing: whoever wants the same game with as many seats at the same pace is brought to one table.

Those who have waited longest are paired first. Who waits is in the store, so a restart loses nobody, and whichever
process hears of the last one makes the table. Whoever has not asked how it stands for a while is not paired. Whoever
was paired and did not come to the table is not paired again for a while, the longer the more often it has happened;
that holds for cards, as nobody knows a guest again.
"""

from __future__ import annotations

import secrets
from statistics import median

from banquise.games import game as game_named
from banquise.server.club import protocol as c
from banquise.server.club.seating import table_for
from banquise.server.live.house import BadTable, House
from banquise.server.live.tokens import digest_of
from banquise.server.now import now_ms
from banquise.server.protocol import NewTable, PlaceWish
from banquise.server.stores.club_pairing import Looked, Made, Pairing, Waiter
from banquise.server.stores.store import Cardholder
from banquise.table.entries import Clock
from banquise.table.refused import Refused

PACES = {
    "quick": Clock("move", 30, late="resign"),
    "calm": Clock("match", 600, 5, late="resign"),
    "days": Clock("move", 86_400, late="resign"),
}
PRESENT_MS = 15_000  # who has not asked for so long is not there
KEPT_MS = 3_600_000  # pairs are remembered for so long, to know how long people wait
SWEEP_MS = 5_000  # those who are not there any more are looked for so often
COME_MS = 30_000  # within which whoever was paired comes to the table, or somebody has waited there for nothing
HELD_MS = (60_000, 300_000, 1_800_000)  # who has not come once, twice, more often in the last hour is held back so long
FEWEST_WAITS = 4  # of which something can be said


class NotWaiting(Exception):
    """Nobody waits with this ticket: they left, were not seen for long, or never came."""


class Pairs:
    """The queues of a house."""

    def __init__(self, house: House):
        self.house = house
        self._swept = 0

    @property
    def _pairing(self) -> Pairing:
        assert self.house.store.club is not None
        return self.house.store.club.pairing

    async def wait(self, wish: c.PairWish, holder: Cardholder | None) -> c.Paired:
        """Join the queue; at once at a table, if enough others wait."""
        if wish.rated and holder is None:
            raise Refused("refused.rated_card")
        self.house.check(_table_wish(wish.game, wish.seats, wish.pace, wish.rated))
        now, kind = now_ms(), f"{wish.game} {wish.seats} {wish.pace} {'rated' if wish.rated else 'free'}"
        player, device = holder if holder is not None else (None, "")
        if player is not None and (held := await self._held_until(player, now) - now) > 0:
            raise Refused("refused.did_not_come", minutes=-(-held // 60_000))
        ticket, name = digest_of(wish.ticket), self.house.name(wish.name)
        if now - self._swept > SWEEP_MS:
            self._swept = now
            await self._pairing.sweep(now - 4 * PRESENT_MS, now - KEPT_MS)
        await self._pairing.wait(Waiter(ticket, kind, name, wish.entropy, player, device, now, now))
        return await self._stands(ticket)

    async def look(self, ticket: str) -> c.Paired:
        """How it stands; asking is how one says that one is still there."""
        return await self._stands(digest_of(ticket))

    async def leave(self, ticket: str) -> None:
        """Wait no longer."""
        await self._pairing.leave(digest_of(ticket))

    async def _held_until(self, player: str, now: int) -> int:
        """Until when a player is not paired, as they have let others wait; long ago, if they have not."""
        missed = [at for at in await self._pairing.missed(player) if now - KEPT_MS < at <= now - COME_MS]
        return missed[-1] + COME_MS + HELD_MS[min(len(missed), len(HELD_MS)) - 1] if missed else 0

    async def _stands(self, ticket: str) -> c.Paired:
        now = now_ms()
        found = await self._pairing.look(ticket, now, now - PRESENT_MS)
        if found is not None and found.waiter.table is None:
            _, seats, _, _ = found.waiter.kind.split()
            if found.waiting >= int(seats):
                await self._pairing.pair(found.waiter.kind, int(seats), now - PRESENT_MS, self._make)
                found = await self._pairing.look(ticket, now, now - PRESENT_MS)
        if found is None:
            raise NotWaiting
        return _told(found)

    def _make(self, group: list[Waiter]) -> Made:
        """A table for those who have waited: who sits where is drawn."""
        game, seats, pace, rated = group[0].kind.split()
        order = list(group)
        secrets.SystemRandom().shuffle(order)
        return Made(order, *table_for(self.house, _table_wish(game, int(seats), pace, rated == "rated"), order))


def _table_wish(game: str, seats: int, pace: str, rated: bool) -> NewTable:
    if seats < 2:
        raise BadTable(f"two or more are paired, not {seats}")
    return NewTable(game, [PlaceWish("open")] * seats, clock=PACES[pace], rated=rated)


def _told(found: Looked) -> c.Paired:
    waiter, waits = found.waiter, found.waits
    estimate = round(median(waits) / 1000) if len(waits) >= FEWEST_WAITS else None
    game = game_named(waiter.kind.split()[0]).name
    card = waiter.player is not None
    return c.Paired(game, waiter.table, waiter.seat, card, found.waiting, found.ahead, waiter.since, estimate)
