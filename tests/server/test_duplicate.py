"""Duplicates, by those who know docs/protocol.md only: the same chance at several tables, nothing told between them,
seats turned, results side by side, proof."""

from __future__ import annotations

import asyncio
import io
import json
import random
import urllib.request
import zipfile

import pytest
from clubbing import Browser, at_a_club
from serving import Player, play_out, served

from banquise.kernel import fair
from banquise.server import operations
from banquise.server.club import comparing
from banquise.server.club import duplicate_protocol as d
from banquise.server.club import duplicates as duplicates_module
from banquise.server.live import house as house_module
from banquise.server.live.house import make_store
from banquise.table import decode, verify

OPEN = {"kind": "open"}


async def opened(browser, game="altitude", sides=(OPEN, OPEN), **more):
    wish = {"game": game, "sides": list(sides), "right": browser.key, **more}
    status, told = await browser.post("/api/duplicates", wish)
    assert status == 201, told
    return told


async def read(browser, name):
    status, told = await browser.get(f"/api/duplicates/{name}")
    assert status == 200, told
    return told


async def people(here, *names):
    all_of_them = [Browser(here) for _ in names]
    for browser, name in zip(all_of_them, names, strict=True):
        await browser.card(name)
    return all_of_them


async def seated(browser, table, seat, name="Guest"):
    """Sit down with a card, and come."""
    await browser.join(table, seat=seat, name=name)
    return await browser.come(table)


async def hand(player):
    """The cards that a seat was dealt, as soon as it is told."""
    await player.until(lambda: player.views)
    return player.view["view"]["dealt"]


async def given_up(*players):
    """The first gives up: quicker than to play to the end, where how it ends does not matter."""
    await players[0].do("resign")
    for player in players:
        await player.until(lambda player=player: player.table["status"] == "over")


async def refused(browser, path, body=None):
    status, told = await (browser.get(path) if body is None else browser.post(path, body))
    return status, told.get("reason")


async def recorded(here, table):
    return decode(json.dumps((await here.get(f"/api/tables/{table}/record"))[1]).encode())


async def everything_closed(browser, table):
    """Whoever does not sit at a table finds every door to its match shut."""
    at = f"/api/tables/{table}"
    closed = (409, "refused.duplicate_closed")
    assert await refused(browser, at) == closed
    assert await refused(browser, f"{at}/duplicate", {}) == closed
    for path, body in (
        (f"{at}/record", None),
        (f"{at}/replay?eyes=everything", None),
        ("/api/studies", {"table": table}),
        ("/api/play-on", {"table": table, "line": 1, "seat": 0, "level": "random"}),
    ):
        assert await refused(browser, path, body) == closed, path
    watcher = await Player.come(browser.here.ws, table)
    await watcher.until(lambda: watcher.closed is not None)
    assert (watcher.closed, [m.get("code") for m in watcher.messages]) == (4014, ["closed"])
    with_card = await browser.come(table)
    await with_card.until(lambda: with_card.closed is not None)
    assert with_card.closed == 4014


def test_four_people_two_tables_one_chance_and_nothing_passes_between_them(database):
    async def story(here):
        ann, ben, cleo, dora, eve = await people(here, "Ann", "Ben", "Cleo", "Dora", "Eve")
        told = await opened(eve, title="Club night")
        name, (first, second) = told["name"], told["tables"]
        assert (told["settled"], told["seed"], told["places"], told["sides"]) == (False, None, [], [])
        assert [[seat["side"] for seat in one["seats"]] for one in told["tables"]] == [[0, 1], [1, 0]]  # turned
        early = await Player.come(here.ws, first["table"])  # before it begins anybody may look in
        one = await seated(ann, first["table"], 0, "Ann")
        assert await refused(ann, f"/api/tables/{second['table']}/join", {}) == (409, "refused.duplicate_known")
        assert await refused(ann, f"/api/tables/{first['table']}/join", {}) == (409, "refused.duplicate_known")
        other = await seated(ben, first["table"], 1, "Ben")
        await early.until(lambda: early.closed is not None)
        assert early.closed == 4014
        assert not early.views
        third, fourth = await seated(cleo, second["table"], 0, "Cleo"), await seated(dora, second["table"], 1, "Dora")
        assert await hand(one) == await hand(third)  # the same cards at the same place
        assert await hand(other) == await hand(fourth)
        assert await hand(one) != await hand(other)
        assert one.table["duplicate"] == {"name": name, "known": False, "later": False, "settled": False}
        assert (await one.do("undo"))["reason"]["key"] == "refused.duplicate_undo"

        # One table ends. What the other's people, guests and members can see is the same as before, byte for byte.
        lookers = [cleo, eve, Browser(here)]
        before = [json.dumps(await read(browser, name)) for browser in lookers]
        frames = [len(third.frames), len(fourth.frames)]
        await play_out([one, other], random.Random(1))
        assert (one.table["status"], one.table["seed"]) == ("over", None)
        assert [json.dumps(await read(browser, name)) for browser in lookers] == before
        assert [len(third.frames), len(fourth.frames)] == frames
        for browser in lookers:
            await everything_closed(browser, first["table"])
            if browser is not cleo:  # who sits there
                await everything_closed(browser, second["table"])
        listed = [(await here.get(f"/api/tables?status={status}"))[1]["tables"] for status in ("running", "over")]
        assert listed == [[], []]
        kept = await asyncio.to_thread(_archive, here, ann)
        assert kept == []  # not even for those who played: others still do
        exported = json.loads(await operations.export(database, first["table"]))
        assert "seed" not in exported["header"]

        # The other ends too: everybody at both tables hears of it, and everything can be looked at.
        await play_out([third, fourth], random.Random(2))
        for player in (one, other, third, fourth):
            await player.until(lambda player=player: player.table["duplicate"]["settled"])
            assert fair.commitment(bytes.fromhex(player.table["seed"])) == told["commitment"]
        after = await read(eve, name)
        assert (after["settled"], after["seed"], after["even"]) == (True, one.table["seed"], True)
        points = [one.table["result"]["points"], third.table["result"]["points"]]
        assert [table["points"] for table in after["tables"]] == points
        for seat, place in enumerate(after["places"]):
            assert (place["seat"], place["most"]) == (seat, 2)
            leads = {row["name"]: row["lead"] for row in place["results"]}
            assert sorted(leads.values()) == sorted(found[seat] - found[1 - seat] for found in points)
            assert [row["lead"] for row in place["results"]] == sorted(leads.values(), reverse=True)
            assert sum(row["match_points"] for row in place["results"]) == 2
        sides = {tuple(side["names"]): side["lead"] for side in after["sides"]}
        swing = points[0][0] - points[0][1] + points[1][1] - points[1][0]
        assert sides == {("Ann", "Dora"): swing, ("Ben", "Cleo"): -swing}
        records = [await recorded(here, table["table"]) for table in (first, second)]
        for record, twin in (records, records[::-1]):
            assert (record.entropy, record.dealt) == ([f"duplicate {name}"], name)
            assert all(verify(record, other=twin).checks.values())
        assert len(await asyncio.to_thread(_archive, here, ann)) == 1
        assert json.loads(await operations.export(database, first["table"]))["header"]["seed"] == after["seed"]
        assert (await here.get(f"/api/tables/{first['table']}/replay?eyes=everything"))[0] == 200

    at_a_club(story, database)


def _archive(here, browser):
    asked = urllib.request.Request(f"{here.http}/api/players/me/records", headers=browser.headers)
    with urllib.request.urlopen(asked) as answer:
        return zipfile.ZipFile(io.BytesIO(answer.read())).namelist()


async def finished(one, two, end=given_up, **more):
    """A match of two with cards, to its end."""
    made = await one.make("altitude", name="Ann", entropy="ann-adds-this", **more)
    await two.join(made["table"], name="Ben", entropy="ben-adds-that")
    players = [await one.come(made["table"]), await two.come(made["table"])]
    hands = [await hand(player) for player in players]
    await end(*players)
    return made["table"], players, hands


async def played(*players):
    await play_out(list(players), random.Random(3))


async def again(browser, table, **wish):
    status, told = await browser.post(f"/api/tables/{table}/duplicate", wish)
    assert status == 201, told
    return told


def test_a_finished_match_is_played_by_another_pair_who_have_not_seen_it(database):
    async def story(here):
        ann, ben, cleo, dora, eve, guest = [*await people(here, "Ann", "Ben", "Cleo", "Dora", "Eve"), Browser(here)]
        table, (first, _), hands = await finished(ann, ben, played)
        assert (await guest.get(f"/api/tables/{table}/duplicate"))[1] == {"duplicate": None}
        assert (await eve.get(f"/api/tables/{table}/replay"))[0] == 200  # now she knows
        made = await again(ann, table)
        name, new = made["duplicate"], made["table"]
        assert (await guest.get(f"/api/tables/{table}/duplicate"))[1] == {"duplicate": name}
        assert (await guest.get(f"/api/tables/{new}/duplicate"))[1] == {"duplicate": None}  # who sits there is not led
        for browser in (ann, ben, eve):
            assert await refused(browser, f"/api/tables/{new}/join", {}) == (409, "refused.duplicate_known")
        one, other = await seated(cleo, new, 0, "Cleo"), await seated(dora, new, 1, "Dora")
        assert [await hand(player) for player in (one, other)] == hands
        assert one.table["duplicate"] == {"name": None, "known": False, "later": True, "settled": False}
        assert (one.table["commitment"], one.table["rated"]) == (first.table["commitment"], False)
        text = "".join(one.frames)
        assert table not in text
        assert name not in text

        # Whoever plays is kept from the first match; nobody is told anything by the page of the duplicate.
        for path in (f"/api/tables/{table}/replay", f"/api/tables/{table}/record", f"/api/tables/{table}"):
            assert await refused(cleo, path) == (409, "refused.duplicate_playing")
        watching = await cleo.come(table)
        await watching.until(lambda: watching.closed is not None)
        for browser in (cleo, guest, ann):
            page = await read(browser, name)
            assert (page["settled"], page["places"], page["seed"]) == (False, [], None)
            others = [(row["table"], row["seats"]) for row in page["tables"] if not row["mine"]]
            assert others == [(None, [])] * (2 if browser is guest else 1)
        await everything_closed(guest, new)
        assert (await here.get(f"/api/tables/{table}/replay"))[0] == 200  # a link that somebody had still leads there

        await play_out([one, other], random.Random(4))
        await one.until(lambda: one.table["duplicate"]["settled"])
        assert one.table["duplicate"]["name"] == name
        page = await read(cleo, name)
        assert [(row["table"], row["state"]) for row in page["tables"]] == [(table, "over"), (new, "over")]
        assert [[row["name"] for row in place["results"]] for place in page["places"]] == [
            sorted(("Ann", "Cleo"), key=lambda who: _place(page, 0, who)),
            sorted(("Ben", "Dora"), key=lambda who: _place(page, 1, who)),
        ]
        assert {tuple(side["names"]) for side in page["sides"]} == {("Ann", "Dora"), ("Ben", "Cleo")}
        records = [await recorded(here, one) for one in (table, new)]
        assert records[1].entropy == ["ann-adds-this", "ben-adds-that"]
        assert all(verify(records[1], other=records[0]).checks.values())
        forged = await recorded(here, new)
        stranger, _, _ = await finished(*await people(here, "Fay", "Gus"))
        assert not verify(forged, other=await recorded(here, stranger)).is_good

        # A third pair: another line in what bridge calls a traveller. Whoever has read the page is not let in.
        hal, ida = await people(here, "Hal", "Ida")
        third = (await again(dora, new))["table"]
        await read(eve, name)
        await read(hal, name)
        assert await refused(hal, f"/api/tables/{third}/join", {}) == (409, "refused.duplicate_known")
        jon = (await people(here, "Jon"))[0]
        players = [await seated(ida, third, 0, "Ida"), await seated(jon, third, 1, "Jon")]
        await given_up(*players)
        await players[0].until(lambda: players[0].table["duplicate"]["settled"])
        page = await read(eve, name)
        assert [place["most"] for place in page["places"]] == [4, 4]
        assert [sum(row["match_points"] for row in place["results"]) for place in page["places"]] == [6, 6]
        assert not page["even"]

    at_a_club(story, database)


def _place(page, seat, who):
    return next((row["place"], row["table"]) for row in page["places"][seat]["results"] if row["name"] == who)


def test_the_same_two_play_it_turned_and_it_is_marked_and_not_counted():
    async def story(here):
        ann, ben = await people(here, "Ann", "Ben")
        table, _, hands = await finished(ann, ben)
        made = await again(ben, table, known=True)
        players = [await seated(ben, made["table"], 0, "Ben"), await seated(ann, made["table"], 1, "Ann")]
        assert [await hand(player) for player in players] == hands
        assert players[0].table["duplicate"]["known"]
        assert (await read(ann, made["duplicate"]))["settled"]  # nothing is hidden from those who know it
        await given_up(*players)
        await players[0].until(lambda: players[0].table["duplicate"]["settled"])
        page = await read(ann, made["duplicate"])
        rows = [row for place in page["places"] for row in place["results"]]
        assert sorted((row["known"], row["match_points"], row["place"]) for row in rows) == [
            (False, 0, 1),
            (False, 0, 1),
            (True, None, None),
            (True, None, None),
        ]
        assert page["sides"] == []

    at_a_club(story)


def test_against_a_bot_its_place_is_turned_too():
    async def story(here):
        ann, ben = await people(here, "Ann", "Ben")
        made = await ann.make("altitude", seats=("me", "random"), name="Ann")
        player = await ann.come(made["table"])
        await given_up(player)
        seats = []
        for wish in ({}, {"turned": False}):
            new = (await again(ann, made["table"], **wish))["table"]
            shown = (await here.get(f"/api/tables/{new}"))[1]["table"]
            seats.append([seat["kind"] for seat in shown["seats"]])
        assert seats == [["bot", "open"], ["open", "bot"]]
        rival = await seated(ben, new, 0, "Ben")
        await given_up(rival)
        await rival.until(lambda: rival.table["duplicate"]["settled"])
        page = await read(ann, rival.table["duplicate"]["name"])
        assert {row["name"] for row in page["places"][0]["results"]} == {"Ann", "Ben"}
        told = await opened(ben, sides=(OPEN, {"kind": "bot", "level": "random"}, OPEN), tables=3)
        kinds = [[seat["kind"] for seat in one["seats"]] for one in told["tables"]]
        assert kinds == [["open", "bot", "open"], ["open", "open", "bot"], ["bot", "open", "open"]]

    at_a_club(story)


def test_a_table_that_nobody_comes_to_holds_nobody_up_for_ever(monkeypatch):
    async def story(here):
        ann, ben, cleo = await people(here, "Ann", "Ben", "Cleo")
        told = await opened(ann)
        players = [await seated(browser, told["tables"][0]["table"], seat) for seat, browser in enumerate((ann, ben))]
        await given_up(*players)
        stranger = {"right": cleo.key}
        assert await refused(cleo, f"/api/duplicates/{told['name']}/close", stranger) == (403, "no_right")
        assert not (await read(cleo, told["name"]))["settled"]
        status, page = await ann.post(f"/api/duplicates/{told['name']}/close", {"right": ann.key})
        assert (status, page["settled"], [row["state"] for row in page["tables"]]) == (200, True, ["over", "closed"])
        late = f"/api/tables/{told['tables'][1]['table']}/join"
        assert await refused(cleo, late, {}) == (409, "refused.duplicate_late")

        # And without a word of whoever opened it, by time; whoever still plays then is late, and does not count.
        dora, eve, fay, gus = await people(here, "Dora", "Eve", "Fay", "Gus")
        told = await opened(ann)
        tables = [one["table"] for one in told["tables"]]
        quick = [await seated(dora, tables[0], 0), await seated(eve, tables[0], 1)]
        slow = [await seated(fay, tables[1], 0), await seated(gus, tables[1], 1)]
        await given_up(*quick)
        then = told["until"]
        for module in (duplicates_module, house_module):
            monkeypatch.setattr(module, "now_ms", lambda: then + 1)
        page = await read(ann, told["name"])
        assert (page["settled"], [row["state"] for row in page["tables"]]) == (True, ["over", "begun"])
        monkeypatch.setattr("banquise.server.live.room.now_ms", lambda: then + 2)
        await given_up(*slow)
        await slow[0].until(lambda: slow[0].table["duplicate"]["settled"])
        page = await read(ann, told["name"])
        assert [row["state"] for row in page["tables"]] == ["over", "late"]
        assert [row["known"] for place in page["places"] for row in place["results"]] == [False, True] * 2

    at_a_club(story)


def test_what_is_deleted_is_missing_and_the_rest_is_shown(database):
    async def story(here):
        ann, ben, cleo, dora = await people(here, "Ann", "Ben", "Cleo", "Dora")
        table, _, _ = await finished(ann, ben)
        made = await again(ann, table)
        players = [await seated(cleo, made["table"], 0, "Cleo"), await seated(dora, made["table"], 1, "Dora")]
        await given_up(*players)
        await players[0].until(lambda: players[0].table["duplicate"]["settled"])
        kept = (await cleo.get("/api/players/me/kept"))[1]
        assert (kept["duplicates"], kept["watched"]) == ([made["duplicate"]], [])
        from clubbing import all_that_is_kept, deleted

        me = (await cleo.get("/api/players/me"))[1]["card"]["player"]
        assert await asyncio.to_thread(deleted, f"{here.http}/api/players/me", cleo.headers) == 204
        page = await read(dora, made["duplicate"])
        assert "Cleo" not in json.dumps(page)
        assert me not in await all_that_is_kept(database)
        assert await here.house.delete(table)  # the first match, as it expires or is taken away
        page = await read(dora, made["duplicate"])
        assert (page["missing"], [row["table"] for row in page["tables"]]) == (1, [made["table"]])
        assert page["seed"] is not None
        assert verify(await recorded(here, made["table"])).is_good
        assert await here.house.delete(made["table"])
        assert await refused(dora, f"/api/duplicates/{made['duplicate']}") == (404, "no_duplicate")
        await here.house.store.club.duplicates.sweep()
        assert made["duplicate"] not in await all_that_is_kept(database)

    at_a_club(story, database)


def test_what_cannot_be_a_duplicate_is_told(monkeypatch):
    async def story(here):
        guest = Browser(here)
        made = await guest.make("altitude", seats=("me", "open"))
        again_at = f"/api/tables/{made['table']}/duplicate"
        assert await refused(guest, again_at, {}) == (409, "refused.not_over")
        alone = await guest.make("altitude", seats=("me",))
        player = await Player.come(here.ws, alone["table"], alone["token"])
        await player.do("resign")
        assert await refused(guest, f"/api/tables/{alone['table']}/duplicate", {}) == (409, "refused.duplicate_alone")
        assert await refused(guest, "/api/tables/none/duplicate", {}) == (404, "no_table")
        wish = {"game": "altitude", "sides": [{"kind": "me"}, OPEN], "right": guest.key}
        assert await refused(guest, "/api/duplicates", wish) == (400, "bad_table")
        bots = [{"kind": "bot", "level": "random"}] * 2
        assert (await guest.post("/api/duplicates", {**wish, "sides": bots}))[0] == 400
        for more in ({"tables": 1}, {"tables": 9}, {"right": "short"}, {"sides": [OPEN]}):
            assert (await guest.post("/api/duplicates", {**wish, "sides": [OPEN, OPEN], **more}))[0] == 400
        one, other = await here.duel("ice_lake")
        await one.do("resign")
        monkeypatch.setattr(duplicates_module, "MOST_LATER", 1)
        table = one.table["table"]
        assert (await guest.post(f"/api/tables/{table}/duplicate", {}))[0] == 201
        assert await refused(guest, f"/api/tables/{table}/duplicate", {}) == (409, "refused.duplicate_full")
        monkeypatch.setattr(duplicates_module, "MOST_LATER", 8)
        monkeypatch.setattr(duplicates_module, "MOST_TABLES", 2)  # however many of them are over
        assert await refused(guest, f"/api/tables/{table}/duplicate", {}) == (409, "refused.duplicate_full")
        await other.leave()

    at_a_club(story)


def test_two_stores_settle_once_and_count_alike(database):
    """Any process may be the one that sees the last table end; a finished match has one duplicate, whoever asks."""

    async def story():
        stores = [make_store(database), *([make_store(database)] if database.startswith("postgres") else [])]
        for store in stores:
            await store.open()
        try:
            assert await stores[0].club.duplicates.adopt("none", "x", 1) is None
            assert await stores[0].club.duplicates.settle("none", 1) == []
            assert await stores[-1].club.duplicates.tables("x") == []
            assert await stores[-1].club.duplicates.is_settled("none")
        finally:
            for store in stores:
                await store.close()

    asyncio.run(story())


@pytest.mark.parametrize(
    ("points", "winners", "order"),
    [
        ([[10, 5], [9, 2], [30, 30]], [[0], [0], [0, 1]], [1, 0, 2]),  # by the lead, not by the points
        ([None, [9, 2], None], [[1], [0], [0]], [2, 1, 0]),  # given up is last; left over is first
    ],
)
def test_results_of_a_place_are_put_in_order(points, winners, order):
    seats = [d.DuplicateSeat("red", "A", "person", "", 0), d.DuplicateSeat("blue", "B", "person", "", 1)]
    outcomes = [comparing.Outcome(n, n % 2, True, seats, points[n], winners[n]) for n in range(3)]
    place = comparing.place_of(0, outcomes)
    assert [row.table for row in place.results] == order
    assert [row.match_points for row in place.results] == [4, 2, 0]


def test_each_result_is_held_against_all_others():
    """Sixty tables with chance results, some given up, some known: as one reckons it result by result."""
    rng, outcomes = random.Random(3), []
    seats = [d.DuplicateSeat("red", "A", "person", "", 0), d.DuplicateSeat("blue", "B", "person", "", 1)]
    for number in range(60):
        points = [rng.randrange(9), rng.randrange(9)] if rng.random() < 0.8 else None
        outcomes.append(comparing.Outcome(number, number % 2, rng.random() < 0.7, seats, points, [rng.randrange(2)]))
    counted = [one for one in outcomes if one.counts]
    for seat in (0, 1):
        place = comparing.place_of(seat, outcomes)
        assert place.most == 2 * (len(counted) - 1)
        for row in place.results:
            own = outcomes[row.table]
            others = [one for one in counted if one is not own]
            leads = [lead for one in others if (lead := one.lead(seat)) is not None]
            better = sum(one.worth(seat) > own.worth(seat) for one in others)
            points = [2 * (own.worth(seat) > one.worth(seat)) + (own.worth(seat) == one.worth(seat)) for one in others]
            assert row.place == (better + 1 if own.counts else None)
            assert row.match_points == (sum(points) if own.counts else None)
            assert row.against == (None if row.lead is None else round(row.lead - sum(leads) / len(leads), 1))


def test_opening_many_tables_counts_as_many():
    async def story():
        async with served(tables_a_minute=20) as here:
            wish = {"game": "ice_lake", "sides": [OPEN, OPEN], "tables": 8, "right": "A" * 22}
            statuses = [(await here.post("/api/duplicates", wish))[0] for _ in range(3)]
            assert statuses == [201, 201, 429]

    asyncio.run(asyncio.wait_for(story(), 60))
