"""The deal of the day for a club: the same cards for everybody, one try that counts a card, standings of the day.

The seed of a day is drawn a day ahead, and only the commitment to it is told until the day is over. Points come from
the logs of the tables: whoever has the record of one can work them out, and from the seed, once told, every card.
"""

from __future__ import annotations

from typing import Any

import msgspec

from banquise.kernel import fair
from banquise.server import days
from banquise.server.live.dealing import begun, of_the_day
from banquise.server.live.house import House
from banquise.server.live.tokens import digest_of, new_token
from banquise.server.protocol import Seated
from banquise.server.stores.club_daily import GIVEN_UP, LATE, SCORED, Daily, Deal, Ended, Scored, Try
from banquise.server.stores.store import Cardholder

ROWS = 100  # of the standings that are shown
STATES: tuple[Any, ...] = ("playing", "scored", "given_up", "late")


class Dailies:
    """The deals of the day of a house."""

    def __init__(self, house: House):
        self.house = house

    @property
    def _store(self) -> Daily:
        assert self.house.store.club is not None
        return self.house.store.club.daily

    async def read(self, name: str, text: str, holder: Cardholder | None) -> days.Daily:
        """The deals of a day, as a player sees them, or somebody without a card."""
        game, day = days.checked_game(name), days.checked_day(text)
        is_over = day < days.today()
        seed = await self._store.seed(day, None if is_over else fair.new_seed().hex())
        if seed is None:
            raise days.NoSuchDeal(f"no cards were dealt here on {day}")
        following = await self._seed(days.after(day))
        return days.Daily(
            game=game.name,
            day=day,
            today=days.today(),
            ends=days.ends(day),
            commitment=_commitment(seed),
            tomorrow=_commitment(following),
            seed=seed if is_over else None,
            club=True,
            earlier=await self._store.seed(days.after(day, -1), None) is not None,
            deals=[await self._deal(Deal(day, game.name, kind), holder) for kind in days.KINDS],
        )

    async def begin(self, name: str, wish: days.DailyWish, holder: Cardholder | None) -> days.DailySeat:
        """Sit down to the cards of today: with a card the first time counts, everything else is for fun."""
        game, token, day = days.checked_game(name), new_token(), days.today()
        table = of_the_day(self.house, game.name, wish, token, await self._seed(day))
        if holder is None:
            await self.house.keep_new(table, {})
            return days.DailySeat(Seated(table.name, [0], token, table.header.commitment), counts=False)
        first = await self._store.begin(
            Deal(day, game.name, wish.kind), holder.player, begun(table, {digest_of(token): holder})
        )
        if table.bots_to_act():
            self.house.room(table.name).wake_bots()
        return days.DailySeat(Seated(table.name, [0], None, table.header.commitment), counts=first)

    async def _seed(self, day: str) -> str:
        seed = await self._store.seed(day, fair.new_seed().hex())
        assert seed is not None
        return seed

    async def _deal(self, deal: Deal, holder: Cardholder | None) -> days.DailyDeal:
        ended = await self._store.ended(deal)
        if ended:
            await self._store.score(deal, [scored(one, deal) for one in ended])
        best = await self._store.standings(deal, ROWS)
        counts = await self._store.counts(deal)
        own = await self._store.mine(deal, holder.player) if holder is not None else None
        kind: Any = deal.kind
        told = deal.day < days.today()
        rows: list[days.DailyRow] = []
        for number, one in enumerate(best, 1):
            tied = rows and (rows[-1].lead, rows[-1].points) == (one.lead, one.points)
            shape: Any = one.shape
            mine = holder is not None and one.player == holder.player
            place = rows[-1].place if tied else number
            table = one.table if told or mine else None
            rows.append(days.DailyRow(place, one.name, shape, one.points, one.lead, mine, table))
        return days.DailyDeal(kind, days.bots(kind, self.house.levels_of(deal.game)), *counts, rows, own and _try(own))


def _commitment(seed: str) -> str:
    return fair.commitment(bytes.fromhex(seed))


def _try(own: Try) -> days.DailyTry:
    return days.DailyTry(own.table, STATES[own.state], own.points, own.lead, own.better + 1)


def scored(ended: Ended, deal: Deal) -> Scored:
    """What a try has come to: whoever gave up has no points, nor who was not done when the day's seed was told."""
    points: list[int] | None = msgspec.json.decode(ended.summary).get("points")
    if points is None:
        return Scored(ended.player, GIVEN_UP, 0, 0)
    lead = points[0] - max(points[1:], default=points[0])
    return Scored(ended.player, LATE if ended.at >= days.ends(deal.day) else SCORED, points[0], lead)
