"""Looking back: replays through anybody's eyes, records from disk, playing on, analyses. And nothing before the end."""

from __future__ import annotations

import asyncio
import json
import random

import pytest
from serving import Player, play_out, served

import banquise
from banquise.server.replays import MOST_LINES
from banquise.table import decode, encode, replay, to_record, verify


def run(story, seconds=110):
    asyncio.run(asyncio.wait_for(story, seconds))


def a_record(name="ice_lake", seats=2, seed=5, most=10_000):
    match, rng = banquise.new(name, seats, seed=seed, names=["Ann", "Ben", "Cem", "Dora"][:seats]), random.Random(seed)
    while not match.is_over and len(match.log) < most:
        seat = rng.choice(match.to_act)
        match.play(seat, int(rng.choice(match.legal(seat))))
    return encode(to_record(match, reveal=True)).decode()


async def finished(here, game="ice_lake"):
    """A match played to its end; both players and all that they were sent."""
    ann, ben = await here.duel(game)
    await play_out([ann, ben], random.Random(4))
    for one in (ann, ben):
        await one.until(lambda one=one: one.table["status"] == "over")
    return ann.table["table"], ann, ben


# Replays ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_finished_match_is_replayed_through_everybodys_eyes_as_they_were_told_it(game):
    async def story():
        async with served() as here:
            table, ann, ben = await finished(here, game.name)
            watcher = await Player.come(here.ws, table)
            for eyes, player in (("0", ann), ("1", ben), ("spectator", watcher)):
                status, shown = await here.get(f"/api/tables/{table}/replay?eyes={eyes}")
                assert status == 200, shown
                seat = None if eyes == "spectator" else int(eyes)
                assert shown["view"]["view"] == player.views[seat]["view"]
                assert shown["view"]["events"] == player.events[seat]
                assert shown["table"]["result"] == player.table["result"]
                assert shown["counts"][-1] == len(player.events[seat])
                assert len(shown["counts"]) == len(shown["log"]) + 1
                assert all(check["holds"] for check in shown["checks"]), shown["checks"]
            status, told = await here.get(f"/api/tables/{table}/replay?eyes=everything&language=fr")
            assert status == 200
            assert all(event["move"] is not None for event in told["view"]["events"])
            for field in game.schema.hidden:
                assert field.name in told["view"]["view"], "nothing is hidden any more"
            assert told["rows"] == [field.name for field in game.schema.hidden if field.see.name == "OWNER"]

    run(story())


EARLY = ("spectator", "everything", "0", "1")


@pytest.mark.parametrize("places", [["me", "open"], ["me", "me"], ["me", "random"]], ids=["friends", "pass", "bots"])
def test_while_a_match_runs_nobody_looks_back(places):
    """Not a spectator, not a seat, not who holds all the seats: nothing hidden leaves before the end."""

    async def story():
        async with served() as here:
            seated = await here.make("ice_lake", places)
            table = seated["table"]
            if "open" in places:
                status, _ = await here.get(f"/api/tables/{table}/replay?eyes=everything")
                assert status == 409
                await here.join(table)
            ann = await Player.come(here.ws, table, seated["token"])
            await ann.until(lambda: bool(ann.views))
            if "random" not in places:  # with a bot the round would be skated at once, and the match could be over
                await ann.do("move", move="G", seat=0)
            for eyes in EARLY:
                status, said = await here.get(f"/api/tables/{table}/replay?eyes={eyes}")
                assert (status, said["reason"]) == (409, "refused.not_over")
                assert "letter" not in json.dumps(said)
            for path, body in (
                ("/api/play-on", {"line": 1, "seat": 0}),
                ("/api/studies", {}),
                ("/api/studies", {"line": 1}),
            ):
                status, said = await here.post(path, {"table": table, **body})
                assert (status, said["reason"]) == (409, "refused.not_over")

    run(story())


def test_a_lone_match_is_closed_too_until_it_ends():
    async def story():
        async with served() as here:
            seated = await here.make("altitude", ["me"])
            for eyes in ("everything", "0"):
                status, said = await here.get(f"/api/tables/{seated['table']}/replay?eyes={eyes}")
                assert (status, said["reason"]) == (409, "refused.not_over")
            ann = await Player.come(here.ws, seated["table"], seated["token"])
            assert (await ann.do("resign"))["type"] == "done"
            status, shown = await here.get(f"/api/tables/{seated['table']}/replay?eyes=everything")
            assert status == 200
            assert not shown["ended"], "given up, not ended by the rules: one can play on"

    run(story())


def test_eyes_that_nobody_has_are_named():
    async def story():
        async with served() as here:
            table, _, _ = await finished(here)
            for eyes in ("2", "red", "-1", "%D9%A1"):
                status, said = await here.get(f"/api/tables/{table}/replay?eyes={eyes}")
                assert status == 400
                assert "spectator, everything or a seat of 0, 1" in said["text"]
            assert (await here.get(f"/api/tables/{table}/replay?language=xx"))[0] == 404
            assert (await here.get("/api/tables/nowhere/replay"))[0] == 404

    run(story())


# Records from disk ------------------------------------------------------------------------------


def test_a_record_from_disk_is_shown_and_verified():
    async def story():
        async with served() as here:
            text = a_record("altitude", 3)
            status, shown = await here.post("/api/replay", {"record": text, "eyes": "1", "language": "de"})
            assert status == 200, shown
            assert [seat["name"] for seat in shown["table"]["seats"]] == ["Ann", "Ben", "Cem"]
            assert shown["view"]["seat"] == 1
            match = replay(decode(text.encode()))
            assert shown["view"]["view"] == match.game.schema.view(match.state, 1)
            assert [check["holds"] for check in shown["checks"]] == [True] * 5
            loaded = json.loads(text)
            _, unknown = await here.post("/api/replay", {"record": json.dumps(loaded | {"seed": None})})
            assert [check["holds"] for check in unknown["checks"]] == [True, True, True, None, None]
            _, forged = await here.post("/api/replay", {"record": json.dumps(loaded | {"seed": "00" * 32})})
            assert forged["checks"][3:] == [{"name": "seed", "holds": False}, {"name": "chance", "holds": False}]
            status, lobby = await here.get("/api/tables?status=over")
            assert lobby["tables"] == [], "nothing is kept"

    run(story())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: "hello", "the file is not JSON"),
        (lambda text: "[1, 2]", "a JSON object with a field 'banquise'"),
        (lambda text: text.replace('"banquise": 2', '"banquise": 9'), "this record has format 9"),
        (lambda text: text.replace('"ice_lake"', '"ice_cake"'), "did you mean 'ice_lake'"),
        (lambda text: text.replace('"by": "yellow"', '"by": "white"', 1), "'white' is not one of red, yellow"),
        (lambda text: text.replace('"move": "done"', '"move": "dine"', 1), "dine"),
        (lambda text: text.replace('"options": {', '"surprise": 1, "options": {'), "surprise"),
        (lambda text: "[" * 100_000, "not JSON"),
    ],
)
def test_a_bad_file_is_answered_with_the_line_and_what_would_be_right(change, said):
    async def story():
        async with served() as here:
            status, problem = await here.post("/api/replay", {"record": change(a_record())})
            assert (status, problem["reason"]) == (400, "bad_record")
            assert said in problem["text"]

    run(story())


@pytest.mark.slow
def test_a_record_that_leads_the_rules_astray_harms_nobody():
    """A set-up position is only shown, by a process that can be given up; it becomes no table and meets no compiler."""

    async def story():
        async with served() as here:
            loaded = json.loads(a_record(most=3))
            for position in ({"cell": [120, 126, 0, 0], "facing": [100, 100, 0, 0]}, {"phase": 77}, {"seats": -5}):
                text = json.dumps(loaded | {"position": position})
                status, _ = await here.post("/api/replay", {"record": text})
                assert status in (200, 400)
                for path, body in (("/api/play-on", {"line": 0, "seat": 0}), ("/api/studies", {})):
                    status, problem = await here.post(path, {"record": text, **body})
                    assert (status, problem["reason"]) == (409, "refused.set_up")
            assert (await here.get("/health"))[0] == 200

    run(story())


def test_records_have_a_length_and_a_pace():
    async def story():
        async with served(replays_a_minute=3) as here:
            loaded = json.loads(a_record())
            status, problem = await here.post("/api/replay", {"record": "x" * 400_001})
            assert status in (400, 413)
            many = json.dumps(loaded | {"log": loaded["log"][:1] * (MOST_LINES + 1)})
            status, problem = await here.post("/api/replay", {"record": many})
            assert status == 400
            assert f"at most {MOST_LINES}" in problem["text"]
            seen = {(await here.post("/api/replay", {"record": "x"}))[0] for _ in range(4)}
            assert 429 in seen

    run(story())


def test_a_foreign_page_may_not_use_any_of_it():
    async def story():
        async with served() as here:
            for path in ("/api/replay", "/api/play-on", "/api/studies"):
                status, _ = await here.post(path, {"record": a_record()}, origin="https://elsewhere.example")
                assert status == 403

    run(story())


# Playing on -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_match_is_played_on_from_a_moment_and_its_record_verifies(game):
    async def story():
        async with served() as here:
            table, _, _ = await finished(here, game.name)
            old = decode(json.dumps((await here.get(f"/api/tables/{table}/record"))[1]).encode())
            line = len(old.log) // 2
            wish = {"table": table, "line": line, "seat": 1, "level": "random", "name": "Cem", "entropy": "cem"}
            status, seated = await here.post("/api/play-on", wish)
            assert status == 201, seated
            assert seated["seats"] == [1]
            cem = await Player.come(here.ws, seated["table"], seated["token"])
            await cem.until(lambda: bool(cem.views))
            assert "goes_on" in str(cem.notes[0])
            assert [seat["kind"] for seat in cem.table["seats"]] == ["bot", "person"]
            await play_out([cem], random.Random(6))
            await cem.until(lambda: cem.table["status"] == "over", 60)
            status, record = await here.get(f"/api/tables/{seated['table']}/record")
            loaded = decode(json.dumps(record).encode())
            assert replay(loaded, 0).digest() == replay(old, line).digest()
            assert all(verify(loaded).checks.values()), verify(loaded)
            # What is played on can itself be looked back on, downloaded, opened and played on.
            status, shown = await here.post("/api/replay", {"record": json.dumps(record)})
            assert status == 200
            assert not shown["set_up"]
            status, again = await here.post(
                "/api/play-on", {"record": json.dumps(record), "line": 0, "seat": 0, "level": "random"}
            )
            assert status == 201, again

    run(story())


def test_a_restart_loses_nothing_of_a_match_that_was_played_on(tmp_path):
    async def story():
        database, record = f"sqlite:{tmp_path}/tables.db", a_record("ice_cult")
        async with served(database=database) as here:
            wish = {"record": record, "line": 9, "seat": 0, "level": "random"}
            _, seated = await here.post("/api/play-on", wish)
            ann = await Player.come(here.ws, seated["table"], seated["token"])
            await ann.until(lambda: bool(ann.view["legal"]))
            await ann.move(ann.view["legal"][0]["code"])
            await ann.until(lambda: bool(ann.view["legal"]))
            before, events = ann.view["view"], ann.events[0]
        async with served(database=database) as here:
            again = await Player.come(here.ws, seated["table"], seated["token"])
            assert again.view["view"] == before
            assert again.events[0] == events

    run(story())


def test_a_forgotten_table_is_forgotten_here_too():
    async def story():
        async with served() as here:
            table, _, _ = await finished(here)
            wish = {"table": table, "line": 2, "seat": 0, "level": "random"}
            assert (await here.post("/api/play-on", wish))[0] == 201
            await here.house.delete(table)
            assert (await here.post("/api/play-on", wish))[0] == 404
            assert (await here.get(f"/api/tables/{table}/replay?eyes=everything"))[0] == 404

    run(story())


def test_what_cannot_be_played_on_is_said():
    async def story():
        async with served() as here:
            record = a_record()
            lines = len(json.loads(record)["log"])
            for change, status, said in (
                ({"line": lines}, 409, "The match is over at this moment"),
                ({"line": lines + 1}, 400, f"has {lines} lines, not {lines + 1}"),
                ({"seat": 2}, 400, "2 seats, numbered from 0"),
                ({"level": "dragon"}, 400, "no bot of level 'dragon'"),
                ({"table": "both"}, 400, "either the name of a finished table or the text of a record"),
                ({"record": None}, 400, "either the name of a finished table or the text of a record"),
                ({"record": "{}"}, 400, "not a Banquise record"),
            ):
                wish = {"record": record, "line": 3, "seat": 0, "level": "random"} | change
                got, problem = await here.post("/api/play-on", wish)
                assert (got, said in problem["text"]) == (status, True), (change, problem)

    run(story())


@pytest.mark.slow
def test_a_rematch_of_what_was_played_on_begins_at_the_same_moment():
    async def story():
        async with served() as here:
            wish = {"record": a_record("ice_cult"), "line": 9, "seat": 0, "level": "random"}
            _, seated = await here.post("/api/play-on", wish)
            ann = await Player.come(here.ws, seated["table"], seated["token"])
            await ann.do("resign")
            await ann.until(lambda: ann.table["status"] == "over", 60)
            await ann.do("rematch")
            await ann.until(lambda: ann.table["rematch"] is not None)
            one, other = [await here.house.existing(name) for name in (seated["table"], ann.table["rematch"])]
            begins = [await room.look(lambda table: table.match.copy(0).digest()) for room in (one, other)]
            assert begins[0] == begins[1]

    run(story())


# Analyses ---------------------------------------------------------------------------------------


async def done(here, study, language="en", seconds=240):
    for _ in range(seconds * 5):
        status, now = await here.get(f"/api/studies/{study['key']}?language={language}")
        assert status == 200, now
        if now["status"] not in ("waiting", "thinking"):
            return now
        assert now["done"] <= now["all"]
        await asyncio.sleep(0.2)
    raise AssertionError(f"not done after {seconds} s: {now}")


@pytest.mark.slow
def test_a_finished_match_is_analysed_by_the_bots_processes():
    from banquise.server.live.thinkers import PoolThinker

    async def story():
        async with served(thinkers=[PoolThinker(1)]) as here:
            table, ann, _ = await finished(here, "ice_cult")
            status, study = await here.post("/api/studies", {"table": table})
            assert status == 200, study
            assert study["status"] in ("waiting", "thinking")
            # Another one has to wait for this visitor, the same one is the same.
            other = a_record("ice_cult", seed=77)
            status, problem = await here.post("/api/studies", {"record": other})
            assert (status, problem["reason"]) == (409, "refused.study_mine")
            assert (await here.post("/api/studies", {"table": table}))[1]["key"] == study["key"]
            found = await done(here, study)
            assert found["status"] == "done"
            record = json.dumps((await here.get(f"/api/tables/{table}/record"))[1])
            lines = len(json.loads(record)["log"])
            assert len(found["chances"]) == found["all"] == lines + 1
            winners = ann.table["result"]["winners"]
            assert found["chances"][-1] == [float(seat in winners) for seat in range(2)]
            assert 1 <= len(found["swings"]) <= 5
            first = found["swings"][0]
            change = found["chances"][first["line"]][first["seat"]] - found["chances"][first["line"] - 1][first["seat"]]
            assert first["swing"] == pytest.approx(change, abs=1e-3)
            # The record of the table, opened from disk, is the same match: it is known already.
            _, known = await here.post("/api/studies", {"record": record})
            assert known["status"] == "done"
            assert known["judge"] == "yeti", "the best judge of this game"
            # And a yeti is asked about one of its decisions.
            line = next(n for n, entry in enumerate(json.loads(record)["log"], 1) if entry["by"] != "chance")
            status, asked = await here.post("/api/studies", {"table": table, "line": line})
            assert status == 200, asked
            opinion = (await done(here, asked, "fa"))["opinion"]
            assert opinion["line"] == line
            assert opinion["level"] == "yeti"
            assert opinion["played"] == json.loads(record)["log"][line - 1]["move"]
            trial = replay(decode(record.encode()), line - 1)
            trial.play(opinion["seat"], opinion["move"])
            assert opinion["said"][0]["text"]
            assert any("\u0600" <= letter <= "\u06ff" for letter in opinion["played_said"][0]["text"])
            chance = next((n for n, one in enumerate(json.loads(record)["log"], 1) if one["by"] == "chance"), None)
            if chance is not None:
                status, problem = await here.post("/api/studies", {"table": table, "line": chance})
                assert (status, "is no move" in problem["text"]) == (400, True)

    run(story(), 400)


@pytest.mark.slow
def test_an_analysis_is_stopped_and_taken_up_again():
    from banquise.server.live.thinkers import PoolThinker

    async def story():
        async with served(thinkers=[PoolThinker(1)]) as here:
            record = a_record("altitude", 4)
            _, study = await here.post("/api/studies", {"record": record})
            for _ in range(900):
                _, now = await here.get(f"/api/studies/{study['key']}")
                if now["done"]:
                    break
                await asyncio.sleep(0.2)
            assert 0 < now["done"] < now["all"]
            assert len(now["chances"]) == now["done"]
            assert (await asyncio.to_thread(erase, f"{here.http}/api/studies/{study['key']}")) == 204
            _, stopped = await here.get(f"/api/studies/{study['key']}")
            assert stopped["status"] == "stopped"
            # A bot is free at once to play, and another analysis may begin.
            seated = await here.make("ice_lake", ["fox", "fox"])
            watcher = await Player.come(here.ws, seated["table"])
            await watcher.until(lambda: len(watcher.events[None]) > 3, 30)
            _, again = await here.post("/api/studies", {"record": record})
            assert again["status"] in ("waiting", "thinking")
            assert again["done"] >= stopped["done"], "what was found is not lost"
            assert (await here.get("/api/studies/nothing"))[0] == 409

    run(story(), 400)


def erase(url):
    import urllib.request

    with urllib.request.urlopen(urllib.request.Request(url, method="DELETE"), timeout=20) as answer:
        return answer.status


@pytest.mark.slow
def test_where_nobody_searches_no_analysis_is_offered():
    async def story():
        async with served() as here:
            status, problem = await here.post("/api/studies", {"record": a_record()})
            assert (status, problem["reason"]) == (409, "refused.no_search")

    run(story())
