"""Quick pairing, by those who know docs/protocol.md only: fair to who waits longest, in both stores, over restarts."""

from __future__ import annotations

import asyncio
import base64
import re
import secrets
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
from clubbing import Browser, at_a_club
from serving import QUICK, Player, served

from banquise.server.club import pairing
from banquise.server.live import house
from banquise.server.live.house import make_store
from banquise.server.stores.club_pairing import Waiter, chosen


class Comer:
    """Somebody at the door, with a ticket and perhaps a card."""

    def __init__(self, here, name, browser=None):
        self.here, self.name = here, name
        self.ask = (browser or here).post
        self.ticket = base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")

    async def wait(self, game="ice_lake", seats=2, **more):
        wish = {"game": game, "seats": seats, "ticket": self.ticket, "name": self.name, **more}
        return await self.ask("/api/pairing", wish)

    async def look(self):
        status, found = await self.ask("/api/pairing/look", {"ticket": self.ticket})
        assert status == 200, found
        return found

    async def leave(self):
        assert (await self.ask("/api/pairing/leave", {"ticket": self.ticket}))[0] == 204


def test_two_who_want_the_same_meet_and_their_tickets_open_their_seats(database):
    async def story(here):
        ann, ben, cleo = (Comer(here, name) for name in ("Ann", "Ben", "Cleo"))
        status, first = await ann.wait()
        assert (status, first["table"], first["waiting"], first["ahead"]) == (200, None, 1, 0)
        assert first["estimate"] is None  # nobody was ever paired here: nobody knows
        _, other = await cleo.wait(pace="quick")  # another pace: they do not meet
        assert (other["table"], other["waiting"]) == (None, 1)
        _, second = await ben.wait()
        table = second["table"]
        assert (await ann.look())["table"] == table
        players = [await Player.come(here.ws, table, one.ticket) for one in (ann, ben)]
        assert sorted(one.seat for one in players) == [0, 1]
        assert [one.seat for one in players] == [(await one.look())["seat"] for one in (ann, ben)]
        shown = players[0].table
        assert sorted(seat["name"] for seat in shown["seats"]) == ["Ann", "Ben"]
        assert (shown["status"], shown["clock"]["late"], shown["rated"]) == ("running", "resign", False)
        await cleo.leave()
        assert (await cleo.ask("/api/pairing/look", {"ticket": cleo.ticket}))[0] == 404

    at_a_club(story, database)


def test_who_waits_longest_is_paired_first_and_nobody_is_lost_by_a_restart(database):
    comers, tables = [], []

    async def before(here):
        for name in ("Ann", "Ben", "Cleo"):
            comers.append(Comer(here, name))
            assert (await comers[-1].wait(seats=4))[1]["table"] is None
        assert [(await one.look())["ahead"] for one in comers] == [0, 1, 2]

    async def after(here):
        for one in comers:
            one.here, one.ask = here, here.post
            await one.look()
        late = [Comer(here, name) for name in ("Dan", "Eve")]
        found = [await one.wait(seats=4) for one in late]
        tables.extend([(await one.look())["table"] for one in (*comers, *late)])
        assert found[1][1]["waiting"] == 1  # one too many came, and it is the last

    at_a_club(before, database)
    at_a_club(after, database)
    assert len(set(tables[:4])) == 1
    assert tables[4] is None


def test_rated_pairs_have_cards_and_nobody_meets_themselves():
    async def story(here):
        status, answer = await Comer(here, "Guest").wait(rated=True)
        assert (status, answer["reason"]) == (409, "refused.rated_card")
        ann, ben = Browser(here), Browser(here)
        await ann.card("Ann")
        await ben.card("Ben")
        first, again = Comer(here, "Ann", ann), Comer(here, "Ann", ann)
        await first.wait(rated=True)
        _, twice = await again.wait(rated=True)  # another window of hers: she waits once
        assert (twice["waiting"], twice["table"]) == (1, None)
        other = Comer(here, "Ben", ben)
        _, met = await other.wait(rated=True)
        assert met["card"] is True
        assert (await Player.come(here.ws, met["table"], other.ticket)).table == {}  # a key to nothing
        at = await ben.come(met["table"])  # the card opens the seat, and only the card
        assert at.table["rated"] is True
        assert (await at.do("resign"))["type"] == "done"
        _, told = await here.get("/api/standings/ice_lake/2")
        assert told["players"] == 2

    at_a_club(story)


def test_who_does_not_ask_is_not_there(monkeypatch):
    async def story(here):
        ann, ben = Comer(here, "Ann"), Comer(here, "Ben")
        await ann.wait()
        now = pairing.now_ms()
        monkeypatch.setattr(pairing, "now_ms", lambda: now + pairing.PRESENT_MS + 1_000)
        _, found = await ben.wait()
        assert (found["table"], found["waiting"]) == (None, 1)  # nobody is sent to a table where nobody comes
        assert (await ann.look())["table"] == (await ben.look())["table"] is not None  # she was only late to ask

    at_a_club(story)


def test_who_was_paired_and_did_not_come_lets_others_go_first_for_a_while(database, monkeypatch):
    async def story(here):
        people = {name: Browser(here) for name in ("Ann", "Ben", "Cleo")}
        for name, browser in people.items():
            await browser.card(name)
        began = pairing.now_ms()

        def at(minutes):
            for clock in (pairing, house):
                monkeypatch.setattr(clock, "now_ms", lambda: began + round(minutes * 60_000))

        async def paired(one, other, **more):
            await Comer(here, one, people[one]).wait(**more)
            return (await Comer(here, other, people[other]).wait(**more))[1]["table"]

        async def refused(name):
            comer = Comer(here, name, people[name])
            status, told = await comer.wait()
            await comer.leave()
            assert status == 200 or told["reason"] == "refused.did_not_come"
            return int(re.search(r"again: (\d+)\.", told["text"])[1]) if status == 409 else 0

        at(0)
        await people["Ben"].come(await paired("Ann", "Ben"))  # he comes, she does not
        assert await paired("Ann", "Cleo", pace="days")  # where nobody is waited for at the table
        at(0.4)
        assert await refused("Ann") == 0  # she may still be on her way
        at(1)
        assert [await refused(name) for name in people] == [1, 0, 0]
        at(1.6)
        assert await paired("Ann", "Ben")  # once is soon forgiven ...
        at(2.2)
        assert [await refused(name) for name in people] == [5, 1, 0]  # ... and costs more the next time
        at(62)
        assert [await refused(name) for name in people] == [0, 0, 0]

    at_a_club(story, database)


def test_bad_wishes_are_told_what_would_be_right_and_one_address_has_its_limit():
    async def story():
        async with served(replace(QUICK, tables_a_minute=6.0)) as here:
            comer = Comer(here, "Ann")
            for wish in ({"game": "chess"}, {"seats": 9}, {"seats": 1}, {"pace": "blitz"}):
                status, answer = await comer.wait(**wish)
                assert status == 400, answer
            assert (await comer.ask("/api/pairing", {"game": "ice_lake", "seats": 2, "ticket": "short"}))[0] == 400
            codes = [(await Comer(here, "Ann").wait())[0] for _ in range(8)]
            assert codes[-1] == 429

    asyncio.run(asyncio.wait_for(story(), 60))


def test_several_processes_pair_everybody_once(database):
    several = 2 if database.startswith("postgres") else 1

    async def story():
        async with AsyncExitStack() as stack:
            houses = [await stack.enter_async_context(served(database=database)) for _ in range(several)]
            comers = [Comer(houses[n % several], f"P{n}") for n in range(21)]
            await asyncio.gather(*(one.wait() for one in comers))
            tables = [(await one.look())["table"] for one in comers]
        paired = [table for table in tables if table is not None]
        assert len(paired) == 20
        assert all(paired.count(table) == 2 for table in paired)

    asyncio.run(asyncio.wait_for(story(), 90))


@pytest.mark.parametrize("seats", [2, 4])
def test_those_who_wait_longest_are_chosen_and_nobody_twice(seats):
    queue = [
        Waiter(f"t{n}", "k", "", "", player, f"d{n}", n, n) for n, player in enumerate(["a", "a", None, "b", None])
    ]
    names = [one.ticket for one in chosen(queue, seats) or []]
    assert names == ["t0", "t2", "t3", "t4"][:seats]
    assert chosen(queue[:2], 2) is None


def test_a_forgotten_player_waits_no_more(database):
    async def story(here):
        ann = Browser(here)
        me = await ann.card("Ann")
        await Comer(here, "Ann", ann).wait()
        store = make_store(database)
        await store.open()
        await store.club.forget(me["card"]["player"])
        await store.close()
        assert (await Comer(here, "Ben").wait())[1]["waiting"] == 1

    at_a_club(story, database)
