"""Evenings of groups, by those who know docs/protocol.md only: led to their end, in both stores, over restarts."""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
from contextlib import AsyncExitStack

from clubbing import Browser, at_a_club
from serving import Player, served

from banquise.server.club import evening as value
from banquise.server.club import evenings
from banquise.server.live.house import make_store
from banquise.server.live.tokens import digest_of
from banquise.table import decode, verify

SEALED = "sealed_" + "A" * 43


def key():
    return base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")


class Guest:
    """Somebody who comes by the link, with a ticket and perhaps a card."""

    def __init__(self, here, evening, name, browser=None):
        self.here, self.evening, self.name = here, evening, name
        self.browser, self.ticket = browser, key()

    async def ask(self, what, **body):
        post = (self.browser or self.here).post
        return await post(f"/api/evenings/{self.evening}/{what}", body)

    async def join(self, **more):
        status, found = await self.ask("join", ticket=self.ticket, name=self.name, **more)
        assert status == 200, found
        return found

    async def look(self, **more):
        status, found = await self.ask("look", ticket=self.ticket, **more)
        assert status == 200, found
        return found

    async def sit(self):
        """Go where the evening sends one."""
        found = await self.look()
        if self.browser is not None:
            return await self.browser.come(found["table"])
        return await Player.come(self.here.ws, found["table"], self.ticket)

    async def resign(self):
        player = await self.sit()
        assert (await player.do("resign"))["type"] == "done"
        await player.leave()


class Organiser:
    """Whoever opened an evening, by the right that they hold."""

    def __init__(self, here, right, evening):
        self.here, self.right, self.evening = here, right, evening

    @classmethod
    async def open(cls, here, game="ice_cult", **more):
        right = key()
        status, found = await here.post("/api/evenings", {"game": game, "right": right, **more})
        assert status == 201, found
        assert found["organiser"]
        return cls(here, right, found["evening"]["evening"])

    async def ask(self, what, **body):
        return await self.here.post(f"/api/evenings/{self.evening}/{what}", {"right": self.right, **body})

    async def read(self):
        return (await self.here.get(f"/api/evenings/{self.evening}"))[1]

    async def go_on(self):
        status, found = await self.ask("rounds", rounds=len((await self.read())["rounds"]))
        assert status == 200, found
        return found["evening"]

    async def guests(self, *names):
        all_of_them = [Guest(self.here, self.evening, name) for name in names]
        for one in all_of_them:
            await one.join()
        return all_of_them


async def play_all(guests, found):
    """At every table whoever sits second gives up, so that the first wins."""
    for table in found["rounds"][-1]["tables"]:
        for loser in table["people"][1:]:
            await guests[loser].resign()


def test_five_people_a_late_one_and_a_table_that_hangs_come_to_the_end(database):
    async def story(here):
        organiser = await Organiser.open(here, title="Club night", rounds=3)
        guests = await organiser.guests("Ann", "Ben", "Cleo", "Dan", "Ann")
        assert (await organiser.read())["status"] == "gathering"
        first = await organiser.go_on()
        assert first["people"][4]["name"] == "Ann 2"  # two of one name are told apart
        assert [len(first["rounds"][0][what]) for what in ("tables", "byes")] == [2, 1]
        bye = guests[first["rounds"][0]["byes"][0]]
        assert (await bye.look())["table"] is None
        late = Guest(here, organiser.evening, "Zoe")
        assert (await late.join())["table"] is None  # from the next round on
        guests.append(late)

        quick, hanging = first["rounds"][0]["tables"]
        await guests[quick["people"][1]].resign()
        found = await organiser.read()
        assert found["status"] == "playing"
        assert found["rounds"][0]["tables"][0]["points"] == [12, 0]
        assert found["rounds"][0]["tables"][0]["by"] == "match"
        seated = await guests[hanging["people"][0]].sit()
        assert seated.table["status"] == "running"
        assert seated.table["title"] == "Club night · 1"
        status, told = await organiser.ask("close", table=hanging["table"], winners=[hanging["people"][1]])
        assert (status, told["evening"]["status"]) == (200, "between")
        assert told["evening"]["rounds"][0]["tables"][1]["points"] == [0, 12]
        assert (await seated.do("resign"))["reason"]["key"] == "refused.is_over"  # its match was ended too
        await seated.leave()

        second = await organiser.go_on()
        assert [len(second["rounds"][1][what]) for what in ("tables", "byes")] == [3, 0]
        await play_all(guests, second)
        assert (await organiser.ask("leave", person=5))[0] == 200
        third = await organiser.go_on()
        assert 5 not in [one for table in third["rounds"][2]["tables"] for one in table["people"]]
        assert third["rounds"][2]["byes"] != first["rounds"][0]["byes"]
        await play_all(guests, third)
        over = await organiser.read()
        assert over["status"] == "over"
        pairs = [frozenset(table["people"]) for played in over["rounds"] for table in played["tables"]]
        assert len(pairs) == len(set(pairs))  # nobody met anybody twice
        assert sum(one["points"] for one in over["standings"]) == 12 * (len(pairs) + 2)
        assert over["standings"][0]["place"] == 1
        status, told = await organiser.ask("rounds", rounds=3)
        assert (status, told["reason"]) == (409, "over")

    at_a_club(story, database)


def test_a_restart_loses_nothing_and_tickets_open_their_seats_after_it(database):
    kept = []

    async def before(here):
        organiser = await Organiser.open(here, kind="robin")
        kept.extend([organiser, await organiser.guests("Ann", "Ben", "Cleo")])
        await organiser.go_on()

    async def after(here):
        organiser, guests = kept
        organiser.here = here
        for one in guests:
            one.here = here
        for rounds in range(1, 4):
            found = await organiser.read()
            assert len(found["rounds"]) == rounds
            await play_all(guests, found)
            if rounds < 3:
                await organiser.go_on()
        over = await organiser.read()
        assert over["status"] == "over"  # everybody has met everybody
        assert sorted(played["byes"][0] for played in over["rounds"]) == [0, 1, 2]

    at_a_club(before, database)
    at_a_club(after, database)


def test_two_processes_serve_one_evening_and_a_round_begins_once(database):
    several = 2 if database.startswith("postgres") else 1

    async def story():
        async with AsyncExitStack() as stack:
            houses = [await stack.enter_async_context(served(database=database)) for _ in range(several)]
            organiser = await Organiser.open(houses[0])
            guests = [Guest(houses[n % several], organiser.evening, f"P{n}") for n in range(12)]
            await asyncio.gather(*(one.join() for one in guests))
            elsewhere = Organiser(houses[-1], organiser.right, organiser.evening)
            told = await asyncio.gather(*(one.ask("rounds", rounds=0) for one in (organiser, elsewhere) * 2))
            assert sorted(status for status, _ in told) == [200, 409, 409, 409]
            found = await organiser.read()
            assert (len(found["rounds"]), len(found["rounds"][0]["tables"])) == (1, 6)
            tables = [(await one.look())["table"] for one in guests]
            assert all(tables.count(table) == 2 for table in tables)

    asyncio.run(asyncio.wait_for(story(), 90))


def test_larger_tables_are_filled_evenly_and_a_shared_point_is_shared():
    async def story(here):
        organiser = await Organiser.open(here, game="altitude", seats=4)
        await organiser.guests("Ann", "Ben", "Cleo", "Dan", "Eve")
        found = await organiser.go_on()
        assert [len(table["people"]) for table in found["rounds"][0]["tables"]] == [3, 2]
        assert found["rounds"][0]["byes"] == []
        three, two = found["rounds"][0]["tables"]
        await organiser.ask("close", table=three["table"])
        _, told = await organiser.ask("close", table=two["table"], winners=two["people"][:1])
        assert [table["points"] for table in told["evening"]["rounds"][0]["tables"]] == [[4, 4, 4], [12, 0]]
        assert {table["by"] for table in told["evening"]["rounds"][0]["tables"]} == {"organiser"}

    at_a_club(story)


def test_who_sits_at_a_table_that_is_closed_is_told_and_nobody_wins_its_match(database):
    async def story(here):
        ann = Browser(here)
        await ann.card("Ann")
        organiser = await Organiser.open(here, seats=3)
        guests = [Guest(here, organiser.evening, "Ann", ann), Guest(here, organiser.evening, "Ben")]
        guests += [Guest(here, organiser.evening, name) for name in ("Cleo", "Dan", "Eve")]
        for one in guests:
            await one.join()
        tables = (await organiser.go_on())["rounds"][0]["tables"]
        (three,) = [table for table in tables if len(table["people"]) == 3]
        (two,) = [table for table in tables if len(table["people"]) == 2]
        players = [await guests[person].sit() for person in three["people"]]
        clocked = [await guests[person].sit() for person in two["people"]]
        assert (await players[0].do("resign"))["type"] == "done"
        winner = three["people"][1]
        for table, winners, people in ((three, [winner], players), (two, [], clocked)):
            status, told = await organiser.ask("close", table=table["table"], winners=winners)
            assert (status, told["evening"]["status"]) == (200, "playing" if table is three else "between")
            for player in people:
                await player.until(lambda player=player: player.table["status"] == "over")
                assert player.table["result"]["winners"] == []
                assert player.table["result"]["ending"]["key"] == "ending.closed"
                said = player.notes[-1]["said"]
                assert said["key"] == ("note.closed" if winners else "note.closed_shared")
                assert "organiser" in said["text"]
                assert (guests[winner].name in said["text"]) == bool(winners)
                legal = player.view["legal"] or [{"code": 0}]
                assert (await player.move(legal[0]["code"]))["reason"]["key"] == "refused.is_over"
            verdict = verify(decode(json.dumps((await here.get(f"/api/tables/{table['table']}/record"))[1]).encode()))
            assert all(verdict.checks.values()), verdict.checks
        assert [one["winners"] for one in await ann.matches("?status=over")] == [[]]
        points = [table["points"] for table in (await organiser.read())["rounds"][0]["tables"]]
        assert sorted(points, key=len) == [[6, 6], [0, 12, 0]]
        assert (await organiser.ask("close", table=three["table"], winners=[winner]))[0] == 200  # as was said
        assert len([one for one in players[0].notes if one["said"]["key"] == "note.closed"]) == 1
        again = await organiser.ask("close", table=three["table"], winners=[])
        assert (again[0], again[1]["reason"]) == (409, "no_such_table")

    at_a_club(story, database)


def test_a_table_that_is_closed_before_its_match_begins_has_no_seats_any_more():
    async def story(here):
        organiser = await Organiser.open(here)
        guests = [Guest(here, organiser.evening, name) for name in ("Ann", "Ben")]
        for one in guests:
            await one.join(entropy=SEALED)
        table = (await organiser.go_on())["rounds"][0]["tables"][0]["table"]
        ann = await guests[0].sit()
        assert ann.table["status"] == "open"
        assert (await organiser.ask("close", table=table))[0] == 200
        await ann.until(lambda: ann.table["you"] == [])
        assert "organiser" in ann.notes[-3]["said"]["text"]

    at_a_club(story)


def test_who_still_plays_is_left_where_they_are_when_the_organiser_goes_on():
    async def story(here):
        organiser = await Organiser.open(here)
        guests = await organiser.guests("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
        first = await organiser.go_on()
        hanging, *others = first["rounds"][0]["tables"]
        for table in others:
            await guests[table["people"][1]].resign()
        second = await organiser.go_on()
        playing = {one for table in second["rounds"][1]["tables"] for one in table["people"]}
        assert playing == set(range(6)) - set(hanging["people"])
        assert (await guests[hanging["people"][0]].look())["table"] == hanging["table"]
        await guests[hanging["people"][1]].resign()  # and their match counts when it ends
        assert (await organiser.read())["rounds"][0]["tables"][0]["points"] == [12, 0]

    at_a_club(story)


def test_a_round_begins_by_itself_a_while_after_the_last_table_has_ended(monkeypatch):
    async def story(here):
        organiser = await Organiser.open(here, by_itself=True)
        guests = await organiser.guests("Ann", "Ben", "Cleo", "Dan")
        await play_all(guests, await organiser.go_on())
        found = await organiser.read()
        assert (found["status"], len(found["rounds"])) == ("between", 1)
        assert found["next"] is not None
        later = found["next"] + 1
        monkeypatch.setattr(evenings, "now_ms", lambda: later)
        told = await asyncio.gather(*(one.look() for one in guests))
        assert all(len(one["evening"]["rounds"]) == 2 for one in told)
        assert all(one["table"] for one in told)

    at_a_club(story)


def test_nobody_leads_without_the_right_and_bad_wishes_are_told_what_would_be_right():
    async def story(here):
        organiser = await Organiser.open(here)
        (ann,) = await organiser.guests("Ann")
        stranger = Organiser(here, key(), organiser.evening)
        for what, body in (("rounds", {"rounds": 0}), ("close", {"table": "x"}), ("leave", {"person": 0}), ("end", {})):
            status, told = await stranger.ask(what, **body)
            assert (status, told["reason"]) == (403, "no_right"), what
        assert not (await organiser.read())["people"][0]["gone"]
        assert (await ann.look(right=key()))["organiser"] is False
        status, told = await organiser.ask("rounds", rounds=0)
        assert (status, told["reason"]) == (409, "too_few")
        assert (await organiser.ask("close", table="nowhere"))[1]["reason"] == "no_such_table"
        assert (await organiser.ask("leave", person=7))[1]["reason"] == "nobody"
        assert (await here.get("/api/evenings/nowhere"))[0] == 404
        for wish in ({"game": "chess"}, {"seats": 5}, {"pace": "blitz"}, {"rounds": 0}, {"right": "short"}):
            status, told = await here.post("/api/evenings", {"game": "ice_lake", "right": key(), **wish})
            assert status == 400, told
        await organiser.ask("end")
        assert (await ann.ask("join", ticket=key(), name="Late"))[1]["reason"] == "over"

    at_a_club(story)


def test_an_evening_has_its_limit_of_people(monkeypatch):
    monkeypatch.setattr(value, "MOST_PEOPLE", 2)

    async def story(here):
        organiser = await Organiser.open(here)
        await organiser.guests("Ann", "Ben")
        late = Guest(here, organiser.evening, "Cleo")
        assert (await late.ask("join", ticket=late.ticket))[1]["reason"] == "full"

    at_a_club(story)


def test_a_card_opens_the_seats_and_whoever_is_forgotten_is_forgotten_here_too(database):
    async def story(here):
        organiser = await Organiser.open(here)
        browser = Browser(here)
        me = await browser.card("Ann")
        ann = Guest(here, organiser.evening, "Ann", browser)
        assert (await ann.join())["card"] is True
        (ben,) = await organiser.guests("Ben")
        await organiser.go_on()
        table = (await ann.look())["table"]
        assert (await Player.come(here.ws, table, ann.ticket)).table == {}  # the ticket is a key to nothing
        other = Guest(here, organiser.evening, "Ann", browser)  # another window of hers
        assert (await other.join())["me"] == 0
        await ann.resign()
        _, kept = await browser.get("/api/players/me/kept")
        assert kept["evenings"] == [{"evening": organiser.evening, "name": "Ann"}]
        store = make_store(database)
        await store.open()
        await store.club.forget(me["card"]["player"])
        await store.close()
        found = await organiser.read()
        assert [(one["name"], one["gone"]) for one in found["people"]] == [("Guest", True), ("Ben", False)]
        assert [one["points"] for one in found["standings"]] == [12, 0]
        assert (await ben.look())["me"] == 1

    at_a_club(story, database)


def test_what_people_add_to_chance_is_sealed_until_they_sit_and_asked_for_anew():
    async def story(here):
        organiser = await Organiser.open(here)
        ann, ben = await organiser.guests("Ann", "Ben")
        assert (await ann.look())["adds"] is False
        assert (await ann.look(entropy=SEALED))["adds"] is True
        assert (await ann.look(entropy=SEALED.replace("A", "B")))["adds"] is True  # the first is kept
        await organiser.go_on()
        found = await ann.look()
        assert found["adds"] is False  # used up
        player = await ben.sit()
        seats = player.table["seats"]
        assert (player.table["status"], seats[found["seat"]]["seal"]) == ("open", SEALED)

    at_a_club(story)


def test_evenings_are_forgotten_with_their_tables(database):
    async def story(here):
        organiser = await Organiser.open(here)
        await organiser.guests("Ann", "Ben")
        kept = here.house.store.club.evenings
        row, _ = await kept.read(organiser.evening)
        await kept.sweep(row.updated)
        assert (await here.get(f"/api/evenings/{organiser.evening}"))[0] == 200
        found = await organiser.go_on()
        await here.house.delete(found["rounds"][0]["tables"][0]["table"])
        while (points := (await organiser.read())["rounds"][0]["tables"][0]["points"]) is None:
            await asyncio.sleep(0.05)  # it is not looked for at every question
        assert points == [6, 6]  # nobody knows who won
        await kept.sweep(evenings.now_ms() + 1)
        assert (await here.get(f"/api/evenings/{organiser.evening}"))[0] == 404

    at_a_club(story, database)


# Nothing secret ---------------------------------------------------------------------------------


async def told_while_somebody_writes(here, programme):
    """All that everybody is told of an evening before and after somebody has decided something in secret."""
    organiser = await Organiser.open(here, game="ice_lake")
    guests = await organiser.guests("Ann", "Ben")
    await organiser.go_on()
    table = (await guests[0].look())["table"]
    player = await Player.come(here.ws, table, guests[0].ticket)
    before = await everything(organiser, guests)
    assert (await player.move(programme))["type"] == "done"
    after = await everything(organiser, guests)
    return [before, after], [organiser, *guests]


async def everything(organiser, guests):
    return json.dumps([await organiser.read(), *[await one.look() for one in guests]])


def test_s1_an_evening_tells_nothing_of_what_is_done_in_secret():
    async def story(here):
        for programme in ("G", "AAAAAA"):
            (before, after), _ = await told_while_somebody_writes(here, programme)
            assert before == after  # not that, not when, not what

    at_a_club(story)


def test_s2_tickets_and_rights_are_in_no_answer_and_in_no_store(tmp_path):
    async def story(here):
        told, people = await told_while_somebody_writes(here, "G")
        organiser, *guests = people
        secret = [organiser.right, *(one.ticket for one in guests)]
        digests = [digest_of(one) for one in secret]
        told += [str(await here.get("/api/tables")), str(await organiser.ask("close", table="x"))]
        told.append(str(await guests[0].ask("leave", ticket=guests[0].ticket)))
        assert not any(one in text for one in [*secret, *digests] for text in told)
        raw = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert not any(one.encode() in raw for one in secret)
        assert digests[0].encode() in raw

    at_a_club(story, f"sqlite:{tmp_path}/tables.db")


def test_what_a_whole_room_asks_for_is_reckoned_once(database, monkeypatch):
    """However many ask at once, or again and again: a round is drawn once, standings are reckoned once, and whoever
    has left and leaves again writes nothing.
    """
    drawn, reckoned = [], []
    draw, told = value.Evening.draw_round, value.Evening.told
    monkeypatch.setattr(value.Evening, "draw_round", lambda one: drawn.append(1) or draw(one))
    monkeypatch.setattr(value.Evening, "told", lambda one, *rest: reckoned.append(1) or told(one, *rest))

    async def story(here):
        organiser = await Organiser.open(here)
        guests = await organiser.guests(*(f"P{n}" for n in range(7)))
        answers = await asyncio.gather(*(organiser.ask("rounds", rounds=0) for _ in range(20)))
        assert sorted({status for status, _ in answers}) == [200, 409]
        assert len(drawn) == 1
        before = len(reckoned)
        looks = await asyncio.gather(*(one.look() for one in guests * 5))
        assert all(look["evening"] == looks[0]["evening"] for look in looks)
        assert len(reckoned) == before
        kept = here.house.store.club.evenings
        await asyncio.gather(*(guests[0].ask("leave", ticket=guests[0].ticket) for _ in range(20)))
        once = await kept.revision(organiser.evening)
        await asyncio.gather(*(guests[0].ask("leave", ticket=guests[0].ticket) for _ in range(20)))
        assert await kept.revision(organiser.evening) == once

    at_a_club(story, database)
