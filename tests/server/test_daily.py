"""The deal of the day, by those who know docs/protocol.md only: the same cards for all, one try that counts, proof."""

from __future__ import annotations

import asyncio
import json
import random
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from clubbing import Browser, at_a_club
from serving import Player, play_out

from banquise.kernel import fair
from banquise.server import days
from banquise.server.live.house import make_store
from banquise.table import decode, verify

DAY = 86_400_000


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test turns on: the house asks it which day it is, and matches end long before it."""
    now = {"ms": days.ends("2100-01-04") + 3_600_000}
    monkeypatch.setattr(days, "now_ms", lambda: now["ms"])
    return now


async def begun(browser, kind="alone", **more):
    status, told = await browser.post("/api/daily/altitude", {"kind": kind, **more})
    assert status == 201, told
    return told


async def read(browser, day=""):
    status, told = await browser.get(f"/api/daily/altitude?day={day}")
    assert status == 200, told
    return told


async def come(browser, told):
    seated = told["seated"]
    if seated["token"]:
        return await Player.come(browser.here.ws, seated["table"], seated["token"])
    return await browser.come(seated["table"])


async def played_out(player, seed=1):
    """Play to the end, whatever is legal."""
    await play_out([player], random.Random(seed))


async def recorded(here, table):
    return decode(json.dumps((await here.get(f"/api/tables/{table}/record"))[1]).encode())


def test_everybody_has_the_same_cards_and_one_try_that_counts(database, clock):
    async def story(here):
        ann, ben, guest = Browser(here), Browser(here), Browser(here)
        await ann.card("Ann")
        await ben.card("Ben", shape="red")
        one, other, third = await begun(ann, name="Ann"), await begun(ben, name="Ben"), await begun(guest)
        assert [told["counts"] for told in (one, other, third)] == [True, True, False]
        players = [await come(ann, one), await come(ben, other), await come(guest, third)]
        hands = [player.view["view"]["dealt"] for player in players]
        assert hands[0] == hands[1] == hands[2]
        await played_out(players[0])
        await played_out(players[1], seed=2)
        again = await begun(ann)
        assert again["counts"] is False  # for fun
        told = await read(ann)
        alone = told["deals"][0]
        assert (alone["kind"], alone["bots"], alone["scored"], alone["playing"]) == ("alone", [], 2, 0)
        points = {row["name"]: row["points"] for row in alone["rows"]}
        shown = players[0].table["result"]["points"][0], players[1].table["result"]["points"][0]
        assert points == {"Ann": shown[0], "Ben": shown[1]}
        assert [row["points"] for row in alone["rows"]] == sorted(shown, reverse=True)
        assert [row["mine"] for row in alone["rows"]].count(True) == 1
        assert alone["mine"] == {
            "table": one["seated"]["table"],
            "state": "scored",
            "points": shown[0],
            "lead": 0,
            "place": 1 + sum(one > shown[0] for one in shown),
        }
        assert (await read(guest))["deals"][0]["mine"] is None

    at_a_club(story, database)


def test_the_seed_is_told_when_the_day_is_over_and_the_record_is_verified_by_it(database, clock):
    async def story(here):
        ann, eve = Browser(here), Browser(here)
        await ann.card("Ann")
        await eve.card("Eve")
        before = await read(eve)
        assert before["seed"] is None
        told = await begun(ann)
        player = await come(ann, told)
        await played_out(player)
        table = told["seated"]["table"]
        assert player.table["seed"] is None
        record = await recorded(here, table)
        assert (record.seed, record.chance, record.entropy) == (None, "decks", ["altitude alone 2100-01-05"])
        assert record.commitment == before["commitment"]
        row = (await read(eve))["deals"][0]["rows"][0]
        assert row["table"] is None  # whoever still plays could see the cards there
        clock["ms"] += DAY
        after = await read(eve, "2100-01-05")
        assert fair.commitment(bytes.fromhex(after["seed"])) == before["commitment"]
        assert (await read(eve))["commitment"] == before["tomorrow"]  # it was fixed the day before
        assert ((await read(eve))["earlier"], before["earlier"]) == (True, False)
        assert after["deals"][0]["rows"][0]["table"] == table
        record = await recorded(here, table)
        verdict = verify(record)
        assert record.seed == after["seed"]
        assert all(verdict.checks.values()), verdict.checks

    at_a_club(story, database)


def test_a_try_that_is_given_up_or_ends_after_the_day_has_no_points(database, clock):
    async def story(here):
        ann, ben = Browser(here), Browser(here)
        await ann.card("Ann")
        await ben.card("Ben")
        quitter = await come(ann, await begun(ann))
        await quitter.do("resign")
        await quitter.until(lambda: quitter.table["status"] == "over")
        clock["ms"] = days.ends("2020-01-04")  # what ends now ends long after this day
        late = await come(ben, await begun(ben))
        await played_out(late)
        assert late.table["seed"] is None
        mine = (await read(ben))["deals"][0]["mine"]
        assert (mine["state"], mine["points"]) == ("late", late.table["result"]["points"][0])
        clock["ms"] = days.ends("2100-01-04")
        told = (await read(ann))["deals"][0]
        assert (told["mine"]["state"], told["rows"], told["scored"]) == ("given_up", [], 0)

    at_a_club(story, database)


def test_against_bots_the_lead_counts(clock, monkeypatch):
    async def story(here):
        ann = Browser(here)
        await ann.card("Ann")
        told = await begun(ann, "bots")
        player = await come(ann, told)
        assert [seat["kind"] for seat in player.table["seats"]] == ["person", "bot", "bot"]
        await played_out(player)
        points = player.table["result"]["points"]
        deal = (await read(ann))["deals"][1]
        assert (deal["kind"], len(deal["bots"])) == ("bots", 2)
        assert (deal["mine"]["points"], deal["mine"]["lead"]) == (points[0], points[0] - max(points[1:]))
        alone = await come(ann, await begun(ann))  # the other deal of the day has other cards
        assert alone.view["view"]["dealt"] != player.view["view"]["dealt"]

    monkeypatch.setattr(fair, "new_seed", lambda: fair.seed_from(7))  # two deals could be alike by chance
    at_a_club(story)


def test_what_cannot_be_dealt_is_told(clock):
    async def story(here):
        guest = Browser(here)
        for path, part in (
            ("/api/daily/alaska", "there is one of altitude"),
            ("/api/daily/altitude?day=2100-01-06", "has not come yet"),
            ("/api/daily/altitude?day=tomorrow", "write it as"),
            ("/api/daily/altitude?day=2020-01-01", "no cards were dealt here"),
        ):
            status, told = await guest.get(path)
            assert status == 404
            assert part in told["text"]
        assert (await guest.post("/api/daily/altitude", {"kind": "cheating"}))[0] == 400

    at_a_club(story)


def test_a_player_takes_everything_along_and_leaves_nothing(database, clock):
    async def story(here):
        ann, ben = Browser(here), Browser(here)
        await ann.card("Ann")
        await ben.card("Ben")
        player = await come(ann, await begun(ann))
        await played_out(player)
        await read(ann)
        kept = (await ann.get("/api/players/me/kept"))[1]["daily"]
        assert [(one["day"], one["kind"], one["state"]) for one in kept] == [("2100-01-05", "alone", 1)]
        gone = Request(f"{here.http}/api/players/me", headers=ann.headers, method="DELETE")
        await asyncio.to_thread(lambda: urlopen(gone).close())
        assert (await read(ben))["deals"][0]["rows"] == []

    at_a_club(story, database)


def test_the_seed_of_a_day_is_drawn_once(database):
    async def story():
        stores = [make_store(database), *([make_store(database)] if database.startswith("postgres") else [])]
        for store in stores:
            await store.open()
        try:
            wishes = [store.club.daily.seed("2100-01-05", fair.new_seed().hex()) for store in stores for _ in range(8)]
            assert len(set(await asyncio.gather(*wishes))) == 1
            assert await stores[0].club.daily.seed("2100-01-06", None) is None
        finally:
            for store in stores:
                await store.close()

    asyncio.run(story())


# What may not be seen ---------------------------------------------------------------------------


async def moves(here, player, count, seed):
    """So many moves of one player, whatever is legal; a word to the table too."""
    assert await play_out([player], random.Random(seed), most=count) == count
    await player.do("chat", text=f"canary {seed}")


async def under_way(here, ann, way):
    """Ann plays: these moves or those, or none."""
    player = await come(ann, await begun(ann, name="Ann"))
    if way:
        await moves(here, player, 4, seed=3)


async def given_up(here, ann, way):
    """Ann gives up: at once, or later, with so many points or so many."""
    player = await come(ann, await begun(ann, name="Ann"))
    if way:
        await moves(here, player, 5, seed=4)
    await player.do("resign")


async def for_fun(here, ann, way):
    """Ann is done, and she and others play for fun: with success or without, or nobody."""
    await played_out(await come(ann, await begun(ann, name="Ann")), seed=9)
    for seed, browser in enumerate([ann, Browser(here)][: 2 * way]):
        await played_out(await come(browser, await begun(browser, name="Ann")), seed=seed + way)


async def asked(browser, names):
    """All that somebody is told of the day and around it, byte for byte but for the names of their own tables."""
    told = []
    for path in ("/api/daily/altitude", "/api/daily/altitude?day=2100-01-04", "/api/tables?status=running",
                 "/api/tables?status=over", "/api/players/me/people", "/api/players/me/invitations"):  # fmt: skip
        status, raw = await asyncio.to_thread(raw_answer, browser, path)
        told.append((path, status, raw))
    seated = await begun(browser, "bots")
    names = [*names, seated["seated"]["table"], seated["seated"]["token"] or "no token"]
    told.append(("begin", 201, json.dumps(seated).encode()))
    for name in names:
        told = [(path, status, raw.replace(name.encode(), b"MINE")) for path, status, raw in told]
    return told


def raw_answer(browser, path):
    try:
        with urlopen(Request(browser.here.http + path, headers=browser.headers)) as answer:
            return answer.status, answer.read()
    except HTTPError as error:
        with error:
            return error.code, error.read()


@pytest.mark.parametrize("hidden", [under_way, given_up, for_fun])
def test_s1_what_others_are_told_of_the_day_does_not_depend_on_what_they_may_not_see(clock, monkeypatch, hidden):
    """Two houses that differ in what Ann does with her cards: Ben, who is done, Eve and a guest are told the same."""
    monkeypatch.setattr(fair, "new_seed", lambda: fair.seed_from(7))
    houses = []

    async def story(here):
        ann, ben, eve = Browser(here), Browser(here), Browser(here)
        for browser, name in ((ann, "Ann"), (ben, "Ben"), (eve, "Eve")):
            await browser.card(name)
        mine = await begun(ben, name="Ben")
        await played_out(await come(ben, mine), seed=2)
        await hidden(here, ann, len(houses))
        before = (await read(ann))["deals"][0]["mine"]
        others = {"ben": ben, "eve": eve, "guest": Browser(here)}
        told = {who: await asked(one, [mine["seated"]["table"]]) for who, one in others.items()}
        secrets = (before["table"], fair.seed_from(7).hex(), "canary", ann.key)
        assert not [word for word in secrets for parts in told.values() for *_, raw in parts if word.encode() in raw]
        houses.append(told)

    for _ in range(2):
        at_a_club(story)
    assert houses[0] == houses[1]
