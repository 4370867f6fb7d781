"""Turn alerts in both stores, against a push service that opens them as a browser does, and a webhook that checks them.

Time is not waited for: what comes later is made to be due now, in the store.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import dataclasses
import hmac
import json
import re
import secrets
import socket
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from zoneinfo import ZoneInfo

import asyncpg
import pytest
from clubbing import DAYS, Browser, all_that_is_kept, deleted
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from push_service import Service, Subscription, expanded, known_by, raw, text
from serving import QUICK, request, served

from banquise.kernel import fair
from banquise.server.club import alerts as alerting
from banquise.server.club.outside import BadAddress, Guard, checked, is_open
from banquise.server.club.quiet import NoZone, quiet_until
from banquise.server.club.webpush import PushKey, Sealing, sealed
from banquise.server.operations import export_player, push_key
from banquise.server.stores.club_alerts import Quiet

pytestmark = pytest.mark.slow

NOW = dataclasses.replace(QUICK, alert_seconds=0.0, alerts_nearby=True)


@pytest.fixture
def service(monkeypatch):
    monkeypatch.setattr(alerting, "EVERY", 0.05)
    running = Service()
    yield running
    running.close()


def at_a_club(story, settings=NOW, **changes):
    async def run():
        async with served(settings, **changes) as here:
            await story(here)

    asyncio.run(asyncio.wait_for(run(), 100))


async def on_store(here, sql):
    """Something done to the store behind the server's back."""
    database = here.house.settings.database
    if database.startswith("sqlite"):
        with contextlib.closing(sqlite3.connect(database.removeprefix("sqlite:"), timeout=10)) as connection:
            found = connection.execute(sql).fetchall()
            connection.commit()
            return found
    connection = await asyncpg.connect(database)
    found = [tuple(row) for row in await connection.fetch(sql)]
    await connection.close()
    return found


async def told(who, service, language="en"):
    """A browser lets itself be told."""
    subscription = service.subscription()
    status, info = await who.post("/api/players/me/alerts/browser", {**subscription.wish, "language": language})
    assert status == 200, info
    assert info["browser"]
    return subscription


async def a_pair(here, **more):
    """Ann and Ben, with cards."""
    ann, ben = Browser(here), Browser(here)
    await ann.card("Ann")
    await ben.card("Ben")
    return ann, ben


async def by_days(ann, ben, game="alaska", clock=DAYS, **more):
    """A match of theirs by days. Where one moves after the other it is Ann's turn: if Ben was drawn, he has moved."""
    seated = await ann.make(game, name="Ann", clock=clock, **more)
    await ben.join(seated["table"], name="Ben")
    at, other = await ann.come(seated["table"]), await ben.come(seated["table"])
    if at.seat not in at.view["to_act"]:
        await move(other)
        await at.until(lambda: at.seat in at.view["to_act"])
    return seated["table"], at, other


async def move(player):
    """Whatever is allowed, until the turn is the other's. It is theirs by now; they may not have heard of it yet."""
    await player.until(lambda: player.seat in player.view["to_act"])
    turn = player.view
    while turn["seat"] in turn["to_act"]:
        answer = await player.move(turn["legal"][0]["code"])
        assert answer["type"] == "done", answer
        await player.until(lambda before=turn: player.view is not before)
        turn = player.view


# What is sealed ---------------------------------------------------------------------------------


def test_a_message_is_sealed_as_rfc_8291_shows():
    """The example of its appendix A, byte for byte."""
    number = int.from_bytes(raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sealing = Sealing(ec.derive_private_key(number, ec.SECP256R1()), raw("DGv6ra1nlYgDCS1FRnbzlw"))
    key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    body = sealed(b"When I grow up, I want to be a watermelon", key, "BTBZMqHH6r4Tts7J_aSIgg", sealing, length=0)
    assert text(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
        "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_messages_have_one_length_and_the_right_browser_opens_them():
    one, other = Subscription("x"), Subscription("x")
    bodies = [sealed(message, one.wish["p256dh"], one.wish["auth"]) for message in (b"", b"short", b"l" * 900)]
    assert [one.opened(body) for body in bodies] == [b"", b"short", b"l" * 900]
    assert len({len(body) for body in bodies}) == 1
    with pytest.raises(InvalidTag):
        other.opened(bodies[1])
    assert expanded(b"s", b"k", b"a", 16) != expanded(b"s", b"k", b"b", 16)


def test_a_signature_holds_for_its_push_service_and_half_a_day():
    key = PushKey(PushKey.fresh())
    now = int(time.time())
    one = key.headers("https://push.example/x/1", "mailto:ann@example.org", "table", 60, now)
    again = key.headers("https://push.example/x/2", "mailto:ann@example.org", "table", 60, now + 60)
    assert one["authorization"] == again["authorization"], "it is not signed anew each time"
    public, claims = known_by(one["authorization"], "https://push.example", now)
    assert (public, claims["sub"]) == (key.public, "mailto:ann@example.org")
    later = key.headers("https://push.example/x/2", "mailto:ann@example.org", "table", 60, now + 40_000)
    known_by(later["authorization"], "https://push.example", now + 40_000)
    assert len(one["topic"]) == 32


# Browsers ---------------------------------------------------------------------------------------


def test_a_browser_is_told_of_each_turn_once_and_of_nothing_else(service, tmp_path, database):
    async def story(here):
        ann, ben = await a_pair(here)
        table, at, other = await by_days(ann, ben, title="By post")
        subscription = await told(ben, service, "de")
        await move(at)
        (post,) = await service.until(1)
        public, claims = known_by(post.headers["authorization"], service.origin, time.time())
        assert public == (await ben.get("/api/players/me/alerts"))[1]["push_key"]
        assert claims["sub"] == "mailto:host@example.org"
        assert (post.headers["content-encoding"], post.headers["ttl"]) == ("aes128gcm", "86400")
        said = json.loads(subscription.opened(post.body))
        assert said == {"table": table, "title": "Du bist dran: Alaska", "text": "By post · Ann"}
        await move(other)
        await move(at)
        again = (await service.until(2))[1]
        assert json.loads(subscription.opened(again.body)) == said
        assert again.headers["topic"] == post.headers["topic"], "a browser that was away is told once"
        quick, one, _ = await by_days(ann, ben, clock={"kind": "match", "seconds": 600})  # who plays at once is there
        await move(one)
        assert quick not in str(await on_store(here, "SELECT * FROM alerts"))
        await asyncio.sleep(0.3)
        assert len(service.posts) == 2

    at_a_club(story, database=database, alert_contact="mailto:host@example.org")


def test_whoever_opened_a_table_by_days_and_went_away_is_told_when_all_have_come(service, database):
    """Their part of the chance is sealed still: without them the match never begins."""

    async def story(here):
        ann, ben = await a_pair(here)
        subscription = await told(ann, service)
        parts = [secrets.token_urlsafe(16) for _ in range(2)]
        seated = await ann.make("alaska", name="Ann", clock=DAYS, entropy=fair.seal(parts[0]))
        await asyncio.sleep(0.2)
        assert not service.posts, "nobody waits for Ann while a seat is free"
        await ben.join(seated["table"], name="Ben", entropy=fair.seal(parts[1]))
        (post,) = await service.until(1)
        assert json.loads(subscription.opened(post.body))["table"] == seated["table"]
        (mine,) = await ann.matches()
        assert (mine["status"], mine["turn"]) == ("open", True)
        at, other = await ann.come(seated["table"]), await ben.come(seated["table"])
        for player, part in zip((at, other), parts, strict=True):
            assert (await player.do("reveal", part=part))["type"] == "done"
        await at.until(lambda: at.view is not None)
        (mine,) = await ann.matches()
        assert (mine["status"], mine["turn"]) == ("running", at.seat in at.view["to_act"])

    at_a_club(story, database=database)


def test_whoever_moves_in_time_is_told_nothing(service, database):
    async def story(here):
        ann, ben = await a_pair(here)
        _, at, other = await by_days(ann, ben)
        await told(ben, service)
        await move(at)
        assert len(await on_store(here, "SELECT * FROM alerts")) == 1
        await move(other)
        assert await on_store(here, "SELECT * FROM alerts") == []
        await move(at)
        await other.do("resign")
        assert await on_store(here, "SELECT * FROM alerts") == [], "what is over waits for nobody"
        await asyncio.sleep(0.3)
        assert service.posts == []

    at_a_club(story, database=database, alert_seconds=3600)


def test_a_browser_that_says_its_word_again_is_still_told_what_was_due(service, database):
    """As its page does whenever it is opened: at a table, in the very moment when a turn has begun."""

    async def story(here):
        ann, ben = await a_pair(here)
        _, at, _ = await by_days(ann, ben)
        subscription = await told(ben, service)
        await move(at)
        due = await on_store(here, "SELECT * FROM alerts")
        assert len(due) == 1
        status, info = await ben.post("/api/players/me/alerts/browser", {**subscription.wish, "language": "fa"})
        assert (status, info["browser"]) == (200, True)
        assert await on_store(here, "SELECT * FROM alerts") == due
        assert await on_store(here, "SELECT language FROM alert_targets") == [("fa",)]

    at_a_club(story, database=database, alert_seconds=3600)


def test_a_browser_that_is_gone_is_forgotten_and_one_that_is_revoked_too(service, database):
    async def story(here):
        ann, ben = await a_pair(here)
        _, at, _ = await by_days(ann, ben)
        gone = await told(ben, service)
        service.answer = lambda post: (410, {})
        await move(at)
        await service.until(1, gone.endpoint)
        async with asyncio.timeout(10):
            while (await ben.get("/api/players/me/alerts"))[1]["browser"]:
                await asyncio.sleep(0.05)
        service.answer = lambda post: (201, {})
        await told(ben, service)
        device = (await ben.get("/api/players/me"))[1]["devices"][0]["device"]
        assert await on_store(here, "SELECT * FROM alert_targets") != []
        await ben.post("/api/players/me/revoking", {"device": device})
        assert await on_store(here, "SELECT * FROM alert_targets") == []
        assert (await ben.get("/api/players/me/alerts"))[0] == 401

    at_a_club(story, database=database)


def test_a_push_service_that_fails_is_tried_again_with_bounds(service, database):
    async def story(here):
        ann, ben = await a_pair(here)
        service.answer = lambda post: (503, {"retry-after": "3600"})
        _, at, _ = await by_days(ann, ben)
        await told(ben, service)
        await move(at)
        waits = []
        for count in range(1, 6):
            await service.until(count)
            async with asyncio.timeout(10):
                while True:
                    rows = await on_store(here, "SELECT due, tries, leased FROM alerts")
                    if not rows or (rows[0][1], rows[0][2]) == (count, 0):
                        break
                    await asyncio.sleep(0.02)
            if rows:
                waits.append(round((rows[0][0] / 1000 - time.time()) / 60))
                await on_store(here, "UPDATE alerts SET due = 0 RETURNING 1")
        assert waits == [60, 60, 60, 120], "an hour, as was asked for; or longer, as we would wait anyway"
        assert rows == [], "after five tries it is given up"
        assert await on_store(here, "SELECT lost, trouble FROM alert_targets") == [(1, "503")]
        await on_store(here, "UPDATE alert_targets SET lost = 19 RETURNING 1")
        service.answer = lambda post: (400, {})  # of no use to be tried again
        await by_days(ben, ann, "ice_lake")
        await service.until(6)
        async with asyncio.timeout(10):
            while await on_store(here, "SELECT * FROM alert_targets"):
                await asyncio.sleep(0.05)

    at_a_club(story, database=database)


def test_each_of_two_processes_may_send_and_one_does(service, postgres):
    async def story():
        database = postgres.fresh()
        async with served(NOW, database=database) as here, served(NOW, database=database) as there:
            ann, ben = await a_pair(here)
            cleo = Browser(there)
            await cleo.card("Cleo")
            for who in (ann, ben, cleo):
                await told(who, service)
            keys = {(await one.get("/api/players/me/alerts"))[1]["push_key"] for one in (ann, cleo)}
            assert len(keys) == 1, "all processes are known by one key"
            for _ in range(12):  # in Ice Lake everybody's turn begins at once
                seated = await ann.make("ice_lake", ("me", "open", "open"), clock=DAYS)
                await ben.join(seated["table"])
                await cleo.join(seated["table"])
            await service.until(36)
            await asyncio.sleep(0.5)
            assert len(service.posts) == 36
            assert await on_store(here, "SELECT * FROM alerts") == []

    asyncio.run(asyncio.wait_for(story(), 100))


def test_what_a_process_was_about_to_send_when_it_died_is_sent_by_another(service, database, monkeypatch):
    async def story():
        async with served(NOW, database=database, alert_seconds=3600) as here:
            ann, ben = await a_pair(here)
            _, at, _ = await by_days(ann, ben)
            await told(ben, service)
            await move(at)
            lease = int(time.time() * 1000) + 400  # as if somebody had it, and died
            await on_store(here, f"UPDATE alerts SET leased = {lease} RETURNING 1")
        async with served(NOW, database=database):
            await service.until(1)
            assert time.time() * 1000 >= lease

    asyncio.run(asyncio.wait_for(story(), 60))


# Webhooks ---------------------------------------------------------------------------------------


async def hooked(who, service, path="/hook"):
    address = service.origin + path
    status, info = await who.post("/api/players/me/alerts/webhook", {"address": address, "language": "fr"})
    assert status == 200, info
    return address, info["webhook"]["secret"]


def check_signature(post, secret):
    """As https://www.standardwebhooks.com has receivers do it."""
    name, moment = post.headers["webhook-id"], post.headers["webhook-timestamp"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mark = base64.b64encode(hmac.digest(key, f"{name}.{moment}.".encode() + post.body, "sha256")).decode()
    assert post.headers["webhook-signature"] == f"v1,{mark}"
    assert abs(int(moment) - time.time()) < 60


def test_a_webhook_is_told_signed_and_keeps_its_name_when_tried_again(service, database):
    async def story(here):
        ann, ben = await a_pair(here)
        table, at, _ = await by_days(ann, ben)
        address, secret = await hooked(ben, service)
        assert (await hooked(ben, service))[1] == secret, "the same address again keeps its secret"
        service.answer = lambda post: (302, {"location": f"{service.origin}/elsewhere"})
        await move(at)
        await service.until(1, address)
        async with asyncio.timeout(10):
            while (await on_store(here, "SELECT tries FROM alerts")) != [(1,)]:
                await asyncio.sleep(0.02)
        service.answer = lambda post: (200, {})
        await on_store(here, "UPDATE alerts SET due = 0 RETURNING 1")
        first, second = await service.until(2, address)
        assert len(service.posts) == 2, "a redirect is not followed"
        for post in (first, second):
            check_signature(post, secret)
        assert (first.headers["webhook-id"], first.body) == (second.headers["webhook-id"], second.body)
        said = json.loads(second.body)
        since = datetime.fromisoformat(said.pop("timestamp"))
        assert abs(since.timestamp() - time.time()) < 60
        about = {"table": table, "game": "alaska", "title": "À vous de jouer : Alaska", "text": "Ann"}
        told = said.pop("data")
        assert told.pop("title").replace("\u202f", " ").replace("\xa0", " ").endswith(": Alaska")
        assert said == {"type": "turn"}
        assert told == {"url": f"{here.http}/#/table/{table}"} | {k: about[k] for k in ("table", "game", "text")}

    at_a_club(story, database=database)


@pytest.mark.parametrize(
    "address",
    [
        "ftp://example.org/x",
        "file:///etc/passwd",
        "http://",
        "nothing",
        "http://ann:secret@example.org/",
        "http://[::1",
        "http://example.org:99999/",
        "http://exämple.org/",
        "http://127.0.0.1:8000/",
        "http://localhost/",
        "http://2130706433/",  # 127.0.0.1 as a number
        "http://0x7f.1/",
        "http://10.1.2.3/",
        "http://192.168.0.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://100.64.0.1/",
        "http://0.0.0.0/",
        "http://224.0.0.1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[fd00::1]/",
        "http://[fe80::1]/",
        "http://[64:ff9b::7f00:1]/",  # 127.0.0.1 behind a translator
        "http://[2002:7f00:1::]/",
    ],
)
def test_nothing_is_sent_to_this_machine_or_a_private_network(address):
    async def story(here):
        ann = Browser(here)
        await ann.card("Ann")
        status, said = await ann.post("/api/players/me/alerts/webhook", {"address": address})
        assert (status, said["reason"]) == (400, "bad_address")
        assert re.findall(r"'([^']*)'", said["text"])[0] in repr(address), "the text quotes what is wrong"
        wish = {**Subscription(address).wish}
        assert (await ann.post("/api/players/me/alerts/browser", wish))[0] == 400
        assert (await ann.get("/api/players/me/alerts"))[1]["webhook"] is None

    at_a_club(story, QUICK)


def test_an_address_that_leads_elsewhere_later_is_not_followed_there(monkeypatch):
    """DNS rebinding: what is connected to is what was looked at, at the moment of sending."""

    async def story():
        guard, found = Guard(allow_all=False), ["1.1.1.1"]

        def leads(*_, **__):
            return [(0, 0, 0, "", (address, 80)) for address in found]

        monkeypatch.setattr("socket.getaddrinfo", leads)
        assert await guard.resolve("rebound.example", 80) == ["1.1.1.1"]
        for found[:] in (["127.0.0.1"], ["1.1.1.1", "10.0.0.1"], []):
            with pytest.raises(BadAddress, match=r"'rebound.example' is not to be found in the open internet"):
                await guard.connect_tcp("rebound.example", 80)

    asyncio.run(story())
    assert is_open("2606:4700:4700::1111")
    assert is_open("64:ff9b::101:101")  # where only IPv6 is spoken, 1.1.1.1 is found there
    for inside in ("64:ff9b::a00:1", "64:ff9b:1::a00:1", "fec0::1", "::ffff:0:a00:1", "2002:a00:1::", "fc00::1"):
        assert not is_open(inside), inside
    assert checked("https://example.org/a?b=c", ("https",)) == ("example.org", 443)


def test_a_domain_whose_names_are_never_told_holds_up_nobody(monkeypatch):
    """Whoever owns a domain decides how long its names take: such questions are few at a time, others' come between."""
    monkeypatch.setattr("banquise.server.club.outside.SECONDS", 1.0)
    released, asked, look_up = threading.Event(), [], socket.getaddrinfo

    def slow(name, port, *rest, **more):
        if name.endswith("tarpit.example"):
            asked.append(name)
            assert released.wait(60)
            raise socket.gaierror
        return look_up("1.1.1.1" if name == "good.example" else name, port, *rest, **more)

    monkeypatch.setattr("socket.getaddrinfo", slow)

    async def story(here):
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(40))  # for these askers alone
        ann, ben = await a_pair(here)
        names = [f"n{n}.tarpit.example" for n in range(20)]
        hanging = [
            asyncio.create_task(ann.post("/api/players/me/alerts/webhook", {"address": f"https://{name}/"}))
            for name in names
        ]
        while len(asked) < 2:
            await asyncio.sleep(0.01)
        status, info = await ben.post("/api/players/me/alerts/webhook", {"address": "https://good.example/"})
        assert (status, info["webhook"]["address"]) == (200, "https://good.example/")
        answers = await asyncio.gather(*hanging)  # though no name was told
        assert {(status, said["reason"]) for status, said in answers} == {(400, "bad_address")}
        assert len(asked) == 2  # the first two have no answer yet
        released.set()
        assert (await ann.post("/api/players/me/alerts/webhook", {"address": "https://good.example/"}))[0] == 200
        assert len(asked) == 2  # what nobody waits for any more is not asked

    at_a_club(story, QUICK)


def test_a_webhook_that_never_answers_holds_up_nobody(service, monkeypatch):
    """Neither a move nor another's alert."""
    monkeypatch.setattr("banquise.server.club.outside.SECONDS", 2.0)

    over = asyncio.Event()

    async def hang(reader, writer):
        await over.wait()
        writer.close()
        await writer.wait_closed()

    async def story(here):
        silent = await asyncio.start_server(hang, "127.0.0.1", 0)
        ann, ben = await a_pair(here)
        subscription = await told(ann, service)
        address = f"http://127.0.0.1:{silent.sockets[0].getsockname()[1]}/"
        assert (await ben.post("/api/players/me/alerts/webhook", {"address": address}))[0] == 200
        _, at, other = await by_days(ann, ben, "ice_lake")  # both turns begin
        start = time.monotonic()
        await service.until(1, subscription.endpoint)
        for _ in range(3):
            assert (await at.move("GAD"))["type"] == "done"
            assert (await other.move("AAD"))["type"] == "done"
            if at.table["status"] == "over":
                break
        assert time.monotonic() - start < 2, "nobody waited for the silent one"
        status, trial = await ben.post("/api/players/me/alerts/trial", {"to": "webhook"})
        assert (status, trial) == (200, {"arrived": False, "trouble": "time"})
        over.set()
        silent.close()
        await asyncio.sleep(0.1)

    at_a_club(story)


# Wishes -----------------------------------------------------------------------------------------


def test_at_a_table_that_was_silenced_nothing_is_told(service, database):
    async def story(here):
        ann, ben = await a_pair(here)
        table, at, other = await by_days(ann, ben)
        await told(ben, service)
        status, info = await ben.post(f"/api/players/me/alerts/tables/{table}", {"on": False})
        assert (status, info["silenced"]) == (200, [table])
        await move(at)
        loud, *_ = await by_days(ann, ben, "ice_lake")  # where both begin
        (post,) = await service.until(1)
        assert table not in str(await on_store(here, "SELECT * FROM alerts"))
        await move(other)
        status, info = await ben.post(f"/api/players/me/alerts/tables/{table}", {"on": True})
        assert info["silenced"] == []
        await move(at)
        await service.until(2)
        assert post.headers["topic"] != service.posts[1].headers["topic"]
        for nowhere in ("nowhere", "%00", loud + "x"):
            assert (await ben.post(f"/api/players/me/alerts/tables/{nowhere}", {"on": False}))[0] in (400, 404)
        stranger = Browser(here)
        await stranger.card("Cleo")
        assert (await stranger.post(f"/api/players/me/alerts/tables/{table}", {"on": False}))[0] == 404

    at_a_club(story, database=database)


def test_in_quiet_hours_nothing_is_told_until_they_end(service, database):
    async def story(here):
        ann, ben = await a_pair(here)
        _, at, _ = await by_days(ann, ben)
        await told(ben, service)
        local = datetime.now(ZoneInfo("Asia/Kathmandu"))
        begins = (local.hour * 60 + local.minute - 1) % 1440
        wish = {"begins": begins, "ends": (begins + 120) % 1440, "zone": "Asia/Kathmandu"}
        assert (await ben.post("/api/players/me/alerts/quiet", wish))[1]["quiet"] == wish
        await move(at)
        async with asyncio.timeout(10):
            while (rows := await on_store(here, "SELECT due - turn, tries FROM alerts")) and rows[0][0] == 0:
                await asyncio.sleep(0.02)
        assert 117 * 60_000 < rows[0][0] <= 120 * 60_000
        assert (rows[0][1], service.posts) == (0, [])
        await on_store(here, "UPDATE alerts SET due = 0 RETURNING 1")  # as if they had ended, but they have not
        await asyncio.sleep(0.3)
        assert service.posts == []
        await asyncio.to_thread(deleted, f"{here.http}/api/players/me/alerts/quiet", ben.headers)
        await on_store(here, "UPDATE alerts SET due = 0 RETURNING 1")
        await service.until(1)
        for bad in ({**wish, "zone": "Mars/Olympus"}, {**wish, "begins": 1440}, {**wish, "zone": "../etc/passwd"}):
            assert (await ben.post("/api/players/me/alerts/quiet", bad))[0] == 400

    at_a_club(story, database=database)


def test_quiet_hours_keep_the_players_own_clock():
    def at(*moment, zone="Europe/Paris"):
        return int(datetime(*moment, tzinfo=ZoneInfo(zone)).timestamp() * 1000)

    night = Quiet(22 * 60, 7 * 60, "Europe/Paris")
    assert quiet_until(night, at(2026, 1, 5, 21, 59)) is None
    assert quiet_until(night, at(2026, 1, 5, 22, 0)) == at(2026, 1, 6, 7, 0)
    assert quiet_until(night, at(2026, 1, 6, 6, 59)) == at(2026, 1, 6, 7, 0)
    assert quiet_until(night, at(2026, 3, 28, 23, 0)) == at(2026, 3, 29, 7, 0), "the night of summer time is shorter"
    assert quiet_until(Quiet(60, 120, "UTC"), at(2026, 1, 5, 1, 30, zone="UTC")) == at(2026, 1, 5, 2, 0, zone="UTC")
    assert quiet_until(Quiet(60, 60, "UTC"), at(2026, 1, 5, 1, 0, zone="UTC")) is None
    assert quiet_until(None, 0) is None
    with pytest.raises(NoZone, match=r"'Mars' is no time zone: give one like Europe/Paris"):
        quiet_until(Quiet(0, 60, "Mars"), 0)


def test_a_trial_arrives_or_says_why_not(service):
    async def story(here):
        ann = Browser(here)
        await ann.card("Ann")
        assert (await ann.post("/api/players/me/alerts/trial", {"to": "browser"}))[0] == 404
        subscription = await told(ann, service, "fa")
        trial = await ann.post("/api/players/me/alerts/trial", {"to": "browser"})
        assert trial == (200, {"arrived": True, "trouble": ""})
        assert "آزمایش" in json.loads(subscription.opened(service.posts[0].body))["text"]
        await hooked(ann, service)
        service.answer = lambda post: (500, {})
        assert (await ann.post("/api/players/me/alerts/trial", {"to": "webhook"}))[1]["trouble"] == "500"
        service.answer = lambda post: (404, {})
        assert (await ann.post("/api/players/me/alerts/trial", {"to": "browser"}))[1]["trouble"] == "404"
        assert not (await ann.get("/api/players/me/alerts"))[1]["browser"], "what is gone is forgotten"
        for key in ("AAAA", "B" * 87, text(b"\4" + bytes(64))):
            wish = {**subscription.wish, "p256dh": key}
            status, said = await ann.post("/api/players/me/alerts/browser", wish)
            assert (status, said["reason"]) == (400, "bad_address")

    at_a_club(story)


def test_where_no_alerts_are_sent_nobody_is_promised_any():
    async def story(here):
        ann = Browser(here)
        await ann.card("Ann")
        assert (await ann.get("/api/players/me/alerts"))[1]["push_key"] is None
        wish = {"address": "https://example.org/"}
        assert (await ann.post("/api/players/me/alerts/webhook", wish))[0] == 409
        assert (await Browser(here).get("/api/players/me/alerts"))[0] == 401

    at_a_club(story, alerts=False)


# What is kept, and what may not be seen ---------------------------------------------------------


def test_who_is_forgotten_is_told_nothing_and_nothing_of_it_is_kept(service, database):
    players = []

    async def story(here):
        ann, ben = await a_pair(here)
        table, at, _ = await by_days(ann, ben)
        subscription = await told(ben, service)
        address, secret = await hooked(ben, service, "/canary")
        quiet = {"begins": 0, "ends": 1, "zone": "Pacific/Chatham"}
        await ben.post("/api/players/me/alerts/quiet", quiet)
        await ben.post(f"/api/players/me/alerts/tables/{table}", {"on": False})
        kept = (await ben.get("/api/players/me/kept"))[1]["alerts"]
        assert {one["address"] for one in kept["targets"]} == {subscription.endpoint, address}
        assert (kept["quiet"], kept["silenced"]) == (quiet, [table])
        whole = json.dumps(kept)
        assert not [one for one in (secret, subscription.wish["auth"]) if one in whole]
        player = (await ben.get("/api/players/me"))[1]["card"]["player"]
        exported = await export_player(here.house.settings.database, player)
        assert address.encode() in exported
        await asyncio.to_thread(deleted, f"{here.http}/api/players/me", ben.headers)
        await move(at)
        whole = await all_that_is_kept(here.house.settings.database)
        secrets = ("canary", subscription.endpoint, secret, "Chatham", player, subscription.wish["auth"])
        assert not [word for word in secrets if word in whole]
        players.append(player)

    at_a_club(story, database=database)
    assert players
    assert service.posts == []


def test_what_one_may_not_see_changes_nothing_in_ones_alerts(service):
    """S1 for alerts: a secret move of another seat, this or that or none, is not to be told from what is sent."""

    async def sent(secret_move):
        async with served(NOW) as here:
            ann, ben = await a_pair(here)
            subscription = await told(ben, service)
            address, _ = await hooked(ben, service)
            before = len(service.posts)
            table, at, other = await by_days(ann, ben, "ice_lake", title="By post")
            await service.until(before + 2)
            if secret_move:
                assert (await at.move(secret_move))["type"] == "done"
            await asyncio.sleep(0.4)  # as long as several looks at what is due
            posts = service.posts[before:]
            assert len(posts) == 2, "that another has moved in secret sends nothing"
            sealed = [post for post in posts if service.origin + post.path == subscription.endpoint]
            hook = [post for post in posts if service.origin + post.path == address]
            said = [subscription.opened(sealed[0].body).decode(), hook[0].body.decode(), str(len(sealed[0].body))]
            shown = [re.sub(r"T\d\d:[^\"]*|127.0.0.1:\d+", "", one.replace(table, "X")) for one in said]
            names = [sorted(set(post.headers) - {"host"}) for post in (*sealed, *hook)]
            await asyncio.gather(at.leave(), other.leave())
            return shown, names

    async def story():
        assert await sent("GAD") == await sent("DAG") == await sent("")

    asyncio.run(asyncio.wait_for(story(), 90))


def test_the_key_is_kept_and_renewed_with_all_who_knew_it(service, database):
    seen = []

    async def story(here):
        ann = Browser(here)
        await ann.card("Ann")
        await told(ann, service)
        await hooked(ann, service)
        seen.append((await ann.get("/api/players/me/alerts"))[1]["push_key"])

    at_a_club(story, database=database)
    assert asyncio.run(push_key(database, renew=False)) == seen[0]
    new = asyncio.run(push_key(database, renew=True))
    assert new != seen[0]
    assert asyncio.run(push_key(database, renew=False)) == new
    kept = asyncio.run(all_that_is_kept(database))
    assert f"{service.origin}/hook" in kept
    assert f"{service.origin}/push" not in kept


def test_strangers_learn_nothing_of_anybodys_alerts(service):
    async def story(here):
        ann, ben = await a_pair(here)
        subscription = await told(ben, service)
        await hooked(ben, service, "/canary")
        table, at, _ = await by_days(ann, ben, public=True)
        await move(at)
        await service.until(2)
        status, page = await asyncio.to_thread(request, f"{here.http}/metrics")
        assert (status, b'banquise_alerts_total{kind="browser",outcome="arrived"}' in page) == (200, True)
        paths = ("players/me/alerts", "players/me/matches", f"tables/{table}", "players/me/kept", "tables")
        seen = [json.dumps((await ann.get(f"/api/{path}"))[1]) for path in paths]
        seen += [*at.frames, page.decode()]
        secrets = ("canary", subscription.endpoint, subscription.wish["auth"])
        assert not [word for word in secrets for one in seen if word in one]

    at_a_club(story)


def test_a_turn_by_days_begins_at_once_where_people_are_paired(service, database):
    async def story(here):
        ann, ben = await a_pair(here)
        for who in (ann, ben):
            await told(who, service)
            wish = {"game": "ice_lake", "seats": 2, "ticket": Browser(here).key, "pace": "days"}
            assert (await who.post("/api/pairing", wish))[0] == 200
        await service.until(2)

    at_a_club(story, database=database)
