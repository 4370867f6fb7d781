"""People who meet and who keep apart, by those who know docs/protocol.md only; in both stores."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import secrets
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
from clubbing import Browser, all_that_is_kept, at_a_club
from serving import QUICK, Player, request, served
from typer.testing import CliRunner

from banquise.server.club import meeting
from banquise.server.operations import close_report, delete_player, export_player, reports
from banquise.server.stores.club_pairing import Waiter, chosen
from banquise.terminal.command import app

MINE = "/api/players/me"


@pytest.fixture(autouse=True)
def counted_at_once(monkeypatch):
    monkeypatch.setattr(meeting, "COUNTED_SECONDS", -1.0)


async def two_who_have_met(here, names=("Ann", "Ben"), **more):
    """Two players with cards, at a table of theirs."""
    ann, ben = Browser(here), Browser(here)
    for one, name in zip((ann, ben), names, strict=True):
        one.id = (await one.card(name))["card"]["player"]
    seated = await ann.make(name=names[0], **more)
    await ben.join(seated["table"], name=names[1])
    return ann, ben, seated["table"]


async def invited(who):
    status, found = await who.get(f"{MINE}/invitations")
    assert status == 200, found
    return found


async def shun(who, how, **whom):
    status, found = await who.post(f"{MINE}/shunned", {"how": how, **whom})
    assert status == 200, found
    return found


def a_wish(name="Guest", seats=2):
    ticket = base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")
    return {"game": "ice_lake", "seats": seats, "ticket": ticket, "name": name}


# Who is here ------------------------------------------------------------------------------------


def test_it_is_told_how_many_are_here_and_what_goes_on(database):
    async def story(here):
        empty = (await here.get("/api/counts"))[1]
        assert (empty["people"], empty["waiting"]) == (0, 0)
        one, other = await here.duel()
        watcher = await Player.come(here.ws, one.table["table"])
        again = await Player.come(here.ws, one.table["table"])
        await here.make("alaska", ["me", "open"], public=True)
        await here.make("alaska", ["me", "open"])  # which is nobody else's affair
        await here.post("/api/pairing", {**a_wish(), "pace": "quick"})
        await here.post("/api/pairing", {**a_wish(seats=4), "pace": "quick"})
        _, told = await here.get("/api/counts")
        assert (told["people"], told["waiting"]) == (6, 2)
        games = {one["game"]: one for one in told["games"]}
        assert (games["ice_lake"]["running"], games["ice_lake"]["waiting"]) == (1, {"quick": 2})
        assert (games["alaska"]["open"], games["alaska"]["running"]) == (1, 0)
        await one.do("resign")
        for player in (watcher, again, other):
            await player.leave()
        await asyncio.sleep(0.05)
        _, told = await here.get("/api/counts")
        assert (told["people"], told["waiting"]) == (3, 2)
        assert {one["game"]: one["running"] for one in told["games"]}["ice_lake"] == 0

    at_a_club(story, database)


def test_what_has_not_changed_is_not_sent_again():
    async def story(here):
        import urllib.error
        import urllib.request

        def ask(tag):
            sent = urllib.request.Request(f"{here.http}/api/counts", headers={"if-none-match": tag})
            try:
                with urllib.request.urlopen(sent) as answer:
                    return answer.status, answer.headers["etag"], answer.read()
            except urllib.error.HTTPError as error:
                with error:
                    return error.code, error.headers["etag"], error.read()

        status, tag, body = await asyncio.to_thread(ask, "")
        assert (status, json.loads(body)["people"]) == (200, 0)
        assert await asyncio.to_thread(ask, tag) == (304, tag, b"")
        await here.post("/api/pairing", a_wish())
        status, other, _ = await asyncio.to_thread(ask, tag)
        assert status == 200
        assert other != tag

    at_a_club(story)


def test_a_secret_move_changes_no_count():
    """S1 for the counts: this move or that or none."""

    async def counted(move):
        async with served() as here:
            one, _ = await here.duel()
            if move:
                assert (await one.move(move))["type"] == "done"
            return (await here.get("/api/counts"))[1]

    async def story():
        assert await counted("GAD") == await counted("DAG") == await counted("")

    asyncio.run(asyncio.wait_for(story(), 60))


@pytest.mark.slow
def test_several_processes_count_everybody_once(postgres):
    async def story():
        database = postgres.fresh()
        async with AsyncExitStack() as stack:
            here, there = [await stack.enter_async_context(served(database=database)) for _ in range(2)]
            first = await here.make("ice_lake", ["me", "open"], name="Ann")
            second = await there.join(first["table"], name="Ben")
            await Player.come(here.ws, first["table"], first["token"])
            await Player.come(there.ws, first["table"], second["token"])
            for house in (here, there):  # as they do every five seconds
                await house.house._keep()
            for _ in range(100):
                told = [(await house.get("/api/counts"))[1] for house in (here, there)]
                games = [{one["game"]: one["running"] for one in counts["games"]}["ice_lake"] for counts in told]
                if [one["people"] for one in told] == [2, 2] and games == [1, 1]:
                    return
                await asyncio.sleep(0.1)
            raise AssertionError(told)

    asyncio.run(asyncio.wait_for(story(), 90))


# Invitations ------------------------------------------------------------------------------------


def test_one_who_was_met_is_invited_and_sits_down(database):
    async def story(here):
        ann, ben, _ = await two_who_have_met(here)
        _, people = await ann.get(f"{MINE}/people")
        assert [(one["player"], one["name"], one["matches"]) for one in people["people"]] == [(ben.id, "Ben", 1)]
        clock = {"kind": "move", "seconds": 30}
        table = (await ann.make("alaska", ("me", "open", "open"), name="Ann", clock=clock))["table"]
        status, sent = await ann.post(f"{MINE}/invitations", {"player": ben.id, "table": table})
        assert (status, [one["state"] for one in sent["sent"]]) == (201, ["waiting"])
        (got,) = (await invited(ben))["received"]
        assert (got["name"], got["game"], got["seats"], got["clock"]["seconds"]) == ("Ann", "alaska", 3, 30)
        assert got["until"] - got["at"] == meeting.HOLDS_MS
        await ben.join(got["table"], name="Ben")
        assert (await invited(ben))["received"] == []
        assert [one["state"] for one in (await invited(ann))["sent"]] == ["accepted"]

    at_a_club(story, database)


def test_an_invitation_is_declined_withdrawn_or_runs_out(database, monkeypatch):
    async def story(here):
        ann, ben, _ = await two_who_have_met(here)
        tables = [(await ann.make(name="Ann"))["table"] for _ in range(3)]
        for table in tables:
            await ann.post(f"{MINE}/invitations", {"player": ben.id, "table": table})
        last, middle, first = (await invited(ben))["received"]
        assert (await ann.post(f"{MINE}/invitations/decline", {"invitation": first["id"]}))[0] == 404  # it is not hers
        assert (await ben.post(f"{MINE}/invitations/withdraw", {"invitation": first["id"]}))[0] == 404
        status, left = await ben.post(f"{MINE}/invitations/decline", {"invitation": first["id"]})
        assert (status, [one["id"] for one in left["received"]]) == (200, [last["id"], middle["id"]])
        states = {one["table"]: one["state"] for one in (await invited(ann))["sent"]}
        assert states == {tables[0]: "declined", tables[1]: "waiting", tables[2]: "waiting"}
        await ann.post(f"{MINE}/invitations", {"player": ben.id, "table": tables[0]})  # no is no
        assert len((await invited(ben))["received"]) == 2
        await ann.post(f"{MINE}/invitations/withdraw", {"invitation": middle["id"]})
        assert [one["id"] for one in (await invited(ben))["received"]] == [last["id"]]
        await (await ann.come(tables[2])).do("leave")  # nobody is sent to a table where nobody is
        assert (await invited(ben))["received"] == []
        table = (await ann.make(name="Ann"))["table"]
        await ann.post(f"{MINE}/invitations", {"player": ben.id, "table": table})
        assert len((await invited(ben))["received"]) == 1
        later = meeting.now_ms() + meeting.HOLDS_MS + 1
        monkeypatch.setattr(meeting, "now_ms", lambda: later)
        assert await invited(ben) == {"received": [], "sent": []}
        assert await invited(ann) == {"received": [], "sent": []}

    at_a_club(story, database)


def test_nobody_invites_a_stranger_or_to_a_strangers_table():
    async def story(here):
        ann, ben, played = await two_who_have_met(here)
        zoe = Browser(here)
        zoe.id = (await zoe.card("Zoe"))["card"]["player"]
        table, theirs = (await ann.make(name="Ann"))["table"], (await zoe.make(name="Zoe"))["table"]
        for player, at, answer in (
            (zoe.id, table, (403, "not_met")),
            (ann.id, table, (403, "not_met")),
            ("0" * 16, table, (403, "not_met")),
            (ben.id, theirs, (409, "refused.not_seated")),
            (ben.id, played, (409, "refused.no_free_seat")),
            (ben.id, "nowhere", (404, "no_table")),
        ):
            status, told = await ann.post(f"{MINE}/invitations", {"player": player, "table": at})
            assert (status, told["reason"]) == answer, (player, at)
        assert (await here.get(f"{MINE}/invitations"))[0] == 401
        assert (await here.get(f"{MINE}/people"))[0] == 401
        for _ in range(meeting.MOST_INVITATIONS):
            one = (await ann.make(name="Ann"))["table"]
            assert (await ann.post(f"{MINE}/invitations", {"player": ben.id, "table": one}))[0] == 201
        one = (await ann.make(name="Ann"))["table"]
        assert (await ann.post(f"{MINE}/invitations", {"player": ben.id, "table": one}))[0] == 429

    at_a_club(story)


# Keeping apart ----------------------------------------------------------------------------------


def test_whoever_is_blocked_is_not_heard_of_and_is_told_nothing(database):
    """What Ann is answered does not depend on whether Ben blocks her: byte for byte, but for names drawn and times."""

    async def told(blocks):
        async with served(database=database) as here:
            ann, ben, table = await two_who_have_met(here)
            if blocks:
                await shun(ben, "block", player=ann.id)
            answers = [await ann.get(f"{MINE}/people")]
            other = (await ann.make(name="Ann"))["table"]
            answers.append(await ann.post(f"{MINE}/invitations", {"player": ben.id, "table": other}))
            heard = (await invited(ben))["received"]
            answers += [await ann.get(f"{MINE}/{path}") for path in ("invitations", "shunned", "matches", "kept")]
            answers.append(await ann.get(f"{MINE}/shunned?table={table}"))
            answers.append((await here.get(f"/api/tables/{table}"))[1]["table"])  # who begins was drawn
            wish = a_wish("Ann")
            answers.append(await ann.post("/api/pairing", wish))
            await ann.post("/api/pairing/leave", {"ticket": wish["ticket"]})
            answers[5][1]["matches"].sort(key=lambda one: one["table"] == other)  # by names that are drawn
            assert [one["name"] for one in heard] == ([] if blocks else ["Ann"])
            names = {table: "TABLE", other: "OTHER", ann.id: "ANN", ben.id: "BEN"}
            text = json.dumps(answers)
            for name, stands in names.items():
                text = text.replace(name, stands)
            text = re.sub(r'"(seed|commitment|entropy|seal|part)": "[^"]*"', "", text)
            return re.sub(r'"(id|created|at|until|last|since|feed)": ("[^"]*"|\d+)', "", text)

    async def story():
        assert await told(True) == await told(False)

    asyncio.run(asyncio.wait_for(story(), 90))


def test_whoever_is_blocked_is_never_paired_with_the_one_who_blocks_them(database):
    async def story(here):
        ann, ben, _ = await two_who_have_met(here)
        await shun(ben, "block", player=ann.id)
        first, second, third = a_wish("Ann"), a_wish("Ben"), a_wish("Zoe")
        for who, wish in ((ann, first), (ben, second)):
            status, stands = await who.post("/api/pairing", wish)
            assert (status, stands["table"]) == (200, None)
            assert (stands["waiting"], stands["ahead"]) == (1, 0)  # as if the other were not there
        _, met = await here.post("/api/pairing", third)  # a guest, whom nobody blocks
        assert met["table"] is not None
        _, of_ann = await ann.post("/api/pairing/look", {"ticket": first["ticket"]})
        _, of_ben = await ben.post("/api/pairing/look", {"ticket": second["ticket"]})
        assert (of_ann["table"], of_ben["table"]) == (met["table"], None)  # she had waited longer
        again = a_wish("Ann")
        _, alone = await ann.post("/api/pairing", again)
        assert (alone["table"], alone["waiting"]) == (None, 1)
        await shun(ben, None, player=ann.id)
        _, together = await ben.post("/api/pairing/look", {"ticket": second["ticket"]})
        assert together["table"] is not None

    at_a_club(story, database)


def test_those_who_cannot_meet_hold_up_nobody_else():
    queue = [Waiter(name, "k", "", "", name, f"d{name}", n, n) for n, name in enumerate("abcd")]
    apart = {("a", "c"), ("d", "a")}
    assert [one.ticket for one in chosen(queue, 2, apart) or []] == ["a", "b"]
    assert [one.ticket for one in chosen(queue, 3, apart) or []] == ["b", "c", "d"]
    assert chosen(queue, 4, apart) is None
    assert chosen(queue[:1] + queue[2:3], 2, apart) is None


def test_a_seat_is_blocked_or_muted_and_a_guest_only_for_this_table(database):
    async def story(here):
        ann, ben, table = await two_who_have_met(here)
        found = await shun(ann, "mute", table=table, seat=1)
        assert (found["lasts"], found["seats"]) == (True, [{"seat": 1, "how": "mute"}])
        assert [(one["player"], one["name"], one["how"]) for one in found["people"]] == [(ben.id, "Ben", "mute")]
        assert [one["name"] for one in (await ann.get(f"{MINE}/people"))[1]["people"]] == ["Ben"]  # only not heard
        found = await shun(ann, "block", table=table, seat=1)
        assert [(one["name"], one["how"]) for one in found["people"]] == [("Ben", "block")]
        assert (await ann.get(f"{MINE}/people"))[1]["people"] == []
        assert (await ann.get(f"{MINE}/shunned?table={table}"))[1]["seats"] == [{"seat": 1, "how": "block"}]
        assert (await shun(ann, None, player=ben.id))["people"] == []
        assert (await shun(ann, "block", table=table, seat=0))["lasts"] is False  # nobody shuns themselves
        guests = (await ann.make(name="Ann"))["table"]
        await here.join(guests, name="A guest")
        assert await shun(ann, "mute", table=guests, seat=1) == {"people": [], "seats": [], "lasts": False}
        for bad in ({"how": "mute"}, {"how": "hate", "player": ben.id}, {"how": "mute", "table": table, "seat": 9}):
            assert (await ann.post(f"{MINE}/shunned", bad))[0] == 400, bad
        assert (await here.post(f"{MINE}/shunned", {"how": "mute", "player": ben.id}))[0] == 401

    at_a_club(story, database)


# Reports ----------------------------------------------------------------------------------------


async def a_quarrel(here):
    """Ann and Ben at a table, and words; the numbers of what was said."""
    ann, ben, table = await two_who_have_met(here, ("Canary Ann", "Ben"))
    at, other = await ann.come(table), await ben.come(table)
    for who, text in ((other, "good luck"), (at, "canary words"), (other, "really?")):
        assert (await who.do("chat", text=text))["type"] == "done"
    await other.until(lambda: len([note for note in other.notes if note["chat"]]) == 3)
    return ann, ben, table, {note["chat"]: note["number"] for note in other.notes if note["chat"]}


def test_a_line_and_a_name_are_reported_listed_with_what_was_said_before_and_closed(database):
    told = []

    async def story(here):
        ann, ben, table, said = await a_quarrel(here)
        told.append((ann.id, ben.id, table))
        wish = {"table": table, "note": said["canary words"], "why": "rude"}
        assert (await ben.post("/api/reports", wish))[0] == 204
        assert (await ben.post("/api/reports", wish))[0] == 204  # once is enough
        assert (await here.post("/api/reports", {"table": table, "seat": 0}))[0] == 204  # by a guest, about the name
        starts = next(note["number"] for note in (await ann.come(table)).notes if note["chat"] is None)
        for bad in ({"note": 999}, {"seat": 7}, {}, {"note": starts}):
            assert (await ben.post("/api/reports", {"table": table, **bad}))[0] == 400, bad
        assert (await ben.post("/api/reports", {"table": "nowhere", "seat": 0}))[0] == 404
        assert (await ben.post("/api/reports", {"table": table, "seat": 0, "why": "x" * 201}))[0] == 400

    at_a_club(story, database)
    ((ann, ben, table),) = told
    line, name = asyncio.run(reports(database))
    assert (line.name, line.said, line.before) == ("Canary Ann", "canary words", ["Ben: good luck"])
    assert (line.report.table, line.report.why) == (table, "rude")
    assert (line.report.about, line.report.reporter) == (ann, ben)
    assert (name.name, name.said, name.report.reporter) == ("Canary Ann", None, None)
    shown = CliRunner().invoke(app, ["reports", "--database", database])
    assert "> Canary Ann: canary words" in shown.output
    assert f"player: {ann}; reported by: {ben}" in shown.output
    assert "why: rude" in shown.output
    closed = CliRunner().invoke(app, ["reports", "--close", str(line.report.number), "--database", database])
    assert f"report {line.report.number} is closed" in closed.output
    assert [one.report.number for one in asyncio.run(reports(database))] == [name.report.number]
    assert len(asyncio.run(reports(database, closed=True))) == 2
    assert not asyncio.run(close_report(database, line.report.number))
    again = CliRunner().invoke(app, ["reports", "--close", "999", "--database", database])
    assert "there is no open report 999" in str(again.exception)


def test_reports_are_few_enough_to_be_read():
    async def story():
        async with served(replace(QUICK, reports_an_hour=4.0)) as here:
            _, ben, table, said = await a_quarrel(here)
            codes = [(await ben.post("/api/reports", {"table": table, "note": said["good luck"]}))[0] for _ in range(6)]
            assert codes == [204] * 4 + [429] * 2

    asyncio.run(asyncio.wait_for(story(), 60))


def test_nobody_fills_the_list_of_a_table_that_others_need():
    """Whoever is rude and reports themselves twenty times would hide what others have to say of it."""

    async def story():
        async with served(replace(QUICK, reports_of_a_table=3.0, proxies=("127.0.0.1",))) as here:
            ann, ben, table, said = await a_quarrel(here)
            wish = {"table": table, "note": said["good luck"]}
            assert [(await ann.post("/api/reports", wish))[0] for _ in range(5)] == [204] * 3 + [429] * 2
            far = {"x-forwarded-for": "203.0.113.9"}
            assert (await here.post("/api/reports", wish, **far))[0] == 204
            other = await ben.make("ice_lake")  # of another table it may report
            assert (await ann.post("/api/reports", {"table": other["table"], "seat": 0}))[0] == 204

    asyncio.run(asyncio.wait_for(story(), 60))


def test_one_table_fills_no_list():
    async def story(here):
        ann, ben, table = await two_who_have_met(here)
        at, other = await ann.come(table), await ben.come(table)
        for n in range(meeting.MOST_REPORTS + 3):
            await at.do("chat", text=f"line {n}")
        await other.until(lambda: len([note for note in other.notes if note["chat"]]) == meeting.MOST_REPORTS + 3)
        for note in other.notes:
            if note["chat"]:
                assert (await ben.post("/api/reports", {"table": table, "note": note["number"]}))[0] == 204
        assert len(await here.house.store.club.meeting.reports()) == meeting.MOST_REPORTS

    async def run():
        async with served(replace(QUICK, reports_an_hour=1_000.0)) as here:
            await story(here)

    asyncio.run(asyncio.wait_for(run(), 60))


# What is kept -----------------------------------------------------------------------------------


def test_all_of_it_is_taken_home_and_goes_with_the_player(database):
    players = []

    async def story(here):
        ann, ben, table, said = await a_quarrel(here)
        players.extend((ann.id, ben.id))
        await ben.post("/api/reports", {"table": table, "note": said["canary words"], "why": "for the operator"})
        await ann.post("/api/reports", {"table": table, "note": said["really?"], "why": "canary reason"})
        other = (await ann.make(name="Canary Ann"))["table"]
        await ann.post(f"{MINE}/invitations", {"player": ben.id, "table": other})
        await shun(ann, "mute", player=ben.id)
        await shun(ben, "block", player=ann.id)
        kept = (await ann.get(f"{MINE}/kept"))[1]
        assert [(one["name"], one["how"]) for one in kept["shunned"]] == [("Ben", "mute")]
        assert [one["why"] for one in kept["reports"]] == ["canary reason"]
        assert [one["name"] for one in kept["invitations"]["sent"]] == ["Ben"]
        assert "for the operator" not in json.dumps(kept), "what others have told of one is theirs"
        assert "block" not in json.dumps(kept)
        theirs = (await ben.get(f"{MINE}/kept"))[1]
        assert [(one["name"], one["how"]) for one in theirs["shunned"]] == [("Canary Ann", "block")]
        assert [one["why"] for one in theirs["reports"]] == ["for the operator"]

    at_a_club(story, database)
    ann, ben = players
    assert b"canary reason" in asyncio.run(export_player(database, ann))
    assert asyncio.run(delete_player(database, ann))
    whole = asyncio.run(all_that_is_kept(database))
    assert not [word for word in ("Canary", "canary", ann) if word in whole]
    assert ben in whole
    assert asyncio.run(reports(database)) == []


def test_a_database_of_before_is_opened_and_everything_is_there(tmp_path):
    """A file of schema 4, as the Banquise of quick pairing left it."""
    import sqlite3

    from banquise.server.stores.sqlite import MIGRATIONS, SqliteStore

    file = tmp_path / "old.db"
    connection = sqlite3.connect(file)
    connection.executescript("".join(MIGRATIONS[:4]) + "PRAGMA user_version = 4;")
    connection.execute("INSERT INTO players VALUES ('00000000000000aa', 'Ann', 'red', 'en', 1)")
    connection.commit()
    connection.close()

    async def opened():
        store = SqliteStore(file)
        await store.open()
        try:
            await store.club.add_player(store_player("00000000000000bb"), a_device())
            assert await store.club.meeting.shun("00000000000000aa", "00000000000000bb", "block", 2)
            return await store.club.player("00000000000000aa"), await store.club.meeting.shunned("00000000000000aa")
        finally:
            await store.close()

    ann, shunned = asyncio.run(opened())
    assert ann.name == "Ann"
    assert [one.player for one in shunned] == ["00000000000000bb"]


def store_player(name):
    from banquise.server.stores.club import Player as Card

    return Card(name, "Ben", "blue", "en", 1)


def a_device():
    from banquise.server.stores.club import Device

    return Device("k" * 64, "", 1)


def test_bad_wishes_are_told_what_would_be_right():
    async def story(here):
        ann = Browser(here)
        await ann.card("Ann")
        for path, wish in (
            ("invitations", {"player": "x", "table": "t"}),
            ("invitations/decline", {"invitation": "'; --"}),
            ("shunned", {"how": "block", "player": "short"}),
        ):
            status, told = await ann.post(f"{MINE}/{path}", wish)
            assert (status, told["reason"]) == (400, "bad_request"), path
        status, told = await asyncio.to_thread(
            request, f"{here.http}{MINE}/people", None, {"authorization": "Bearer x"}
        )
        assert (status, told["reason"]) == (401, "no_card")

    at_a_club(story)
