"""Rated matches: what they demand, how they count, who stands where; in both stores."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from pathlib import Path

import pytest
from clubbing import Browser, at_a_club
from serving import Player, any_move, play_out

from banquise.games import game as game_named
from banquise.lab.anchors import anchors
from banquise.server.club.rating import NEWCOMER, Strength, bots, elo_per_mu, equal_bot, rated, shown
from banquise.server.club.standings import standings
from banquise.server.live.house import make_store
from banquise.server.operations import delete_player, export_player, recompute_ratings
from banquise.server.stores.club import Device
from banquise.server.stores.club import Player as Card
from banquise.server.stores.club_ratings import Pool
from banquise.server.stores.sqlite import MIGRATIONS, SqliteStore
from banquise.server.stores.store import Append, Cardholder, Outcome, Seating
from banquise.server.stores.store import Card as Facts
from banquise.table.entries import OVER, Row

LADDER = Path(__file__).parents[2] / "docs" / "ladder"
CLOCK = {"kind": "move", "seconds": 600, "late": "resign"}
RATED = {"clock": CLOCK, "rated": True}
POOL = Pool("ice_lake", 2)


# The scale --------------------------------------------------------------------------------------


def test_a_level_that_was_measured_in_one_game_alone_stands_in_that_game_alone(tmp_path):
    pairs = {"ice_cult": [("fox", "wolf"), ("wolf", "bear"), ("bear", "yeti")], "alaska": [("fox", "wolf")]}
    for game, met in pairs.items():
        for one, other in met:
            told = {"one": one, "other": other, "games": 40, "decided": 40, "one_points": 10.0}
            page = {"game": game, "seats": 2, "thinking": 1.0, "options": {}, "pairs": [told]}
            (tmp_path / f"{game}-2-{one}-{other}.json").write_text(json.dumps(page), encoding="utf-8")
    found = anchors(tmp_path)
    assert list(found["ice_cult"]["2"]) == ["fox", "wolf", "bear", "yeti"]
    assert list(found["alaska"]["2"]) == ["fox", "wolf"]
    elo = [found["ice_cult"]["2"][level][0] for level in ("fox", "wolf", "bear", "yeti")]
    assert elo == sorted(elo)
    assert elo[3] == pytest.approx(3 * elo[1], rel=0.01), "each beat the one below it as often"


def test_bots_in_haste_and_other_options_are_not_what_people_are_rated_by(tmp_path):
    pair = {"one": "fox", "other": "wolf", "games": 40, "decided": 40, "one_points": 10.0}
    usual = {"game": "alaska", "seats": 2, "thinking": 1.0, "options": {}, "pairs": [pair]}
    other = {"pairs": [pair | {"one": "wolf", "other": "bear"}]}
    pages = usual, usual | other | {"thinking": 0.2}, usual | other | {"options": {"end": "early"}}
    for number, page in enumerate(pages):
        (tmp_path / f"{number}.json").write_text(json.dumps(page), encoding="utf-8")
    assert list(anchors(tmp_path)["alaska"]["2"]) == ["fox", "wolf"]


def test_the_bots_stand_where_the_saved_ladders_put_them():
    kept = json.loads((Path(shown.__code__.co_filename).with_name("ladder.json")).read_text(encoding="utf-8"))
    told = json.loads(json.dumps(anchors(LADDER)))
    assert kept == told, "python -m banquise.lab.anchors docs/ladder > src/banquise/server/club/ladder.json"
    for game, scales in kept.items():
        for seats in map(int, scales):
            ratings = [shown(bot.mu, seats) for bot in bots(game, seats).values()]
            assert ratings == [round(1000 + elo) for elo, _ in scales[str(seats)].values()] == sorted(ratings)


def test_the_page_about_bots_tells_the_same_scale():
    page = (LADDER.parent / "bots.md").read_text(encoding="utf-8")
    for game, scales in anchors(LADDER).items():
        for seats, scale in scales.items():
            told = {"hare": "", "fox": "0", "wolf": "", "bear": "", "yeti": ""}
            told |= {level: f"{elo:+.0f} ± {half:.0f}" for level, (elo, half) in scale.items() if level != "fox"}
            assert f"| {game_named(game).title} | {seats} | {' | '.join(told.values())} |" in page


@pytest.mark.parametrize("seats", [2, 4])
def test_who_does_as_well_as_a_wolf_is_rated_as_a_wolf(seats):
    rng, measured = random.Random(seats), bots("alaska", seats)
    person, unit = NEWCOMER, elo_per_mu(seats) / 400
    for _ in range(600):
        others = [rng.choice(["fox", "wolf", "bear"]) for _ in range(seats - 1)]
        strengths = [measured["wolf"], *(measured[level] for level in others)]
        (winner,) = rng.choices(range(seats), [10 ** (one.mu * unit) for one in strengths])
        places = tuple(1 if seat == winner else 2 for seat in range(seats))
        person = rated([person, *strengths[1:]], places)[0]
    assert person.low < measured["wolf"].mu < person.high
    assert shown(person.high, seats) - shown(person.low, seats) < 250
    assert equal_bot(measured["wolf"], "alaska", seats) == "wolf"


def test_a_draw_changes_no_equal_and_one_place_is_as_good_as_another():
    one, other = rated([NEWCOMER, NEWCOMER], (1, 1))
    assert one.mu == other.mu == pytest.approx(NEWCOMER.mu)
    assert one.sigma < NEWCOMER.sigma
    first, *rest = rated([NEWCOMER] * 4, (1, 2, 2, 2))
    assert first.mu > NEWCOMER.mu > rest[0].mu
    assert all(one == pytest.approx(rest[0]) for one in rest)


# Rated tables -----------------------------------------------------------------------------------


async def members(here, *names):
    found = [Browser(here) for _ in names]
    return found, [(await one.card(name))["card"]["player"] for one, name in zip(found, names, strict=True)]


async def rated_duel(winner, loser):
    """A rated match in which one resigns."""
    seated = await winner.make(**RATED)
    await loser.join(seated["table"])
    at = await loser.come(seated["table"])
    assert (await at.do("resign"))["type"] == "done"
    await at.leave()
    return seated["table"]


async def standing(here, pool=POOL):
    status, found = await here.get(f"/api/standings/{pool.game}/{pool.seats}")
    assert status == 200, found
    return found


def test_a_rated_table_is_refused_with_what_would_be_right():
    bad = [
        ({"clock": {"kind": "none"}}, "has a clock"),
        ({"clock": {**CLOCK, "late": "bot"}}, "late 'resign'"),
        ({"options": {"facing": "cracks_only"}}, "usual rules: leave out the options facing"),
        ({"seats": [{"kind": "me"}, {"kind": "me"}]}, "you have one seat"),
        ({"seats": [{"kind": "bot", "level": "random"}] * 2}, "at least one of them a person"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}, "choose one of hare, fox, wolf, bear"),
    ]

    async def story(here):
        (ann,), _ = await members(here, "Ann")
        usual = {"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "open"}], **RATED}
        for wish, told in bad:
            status, answer = await ann.post("/api/tables", usual | wish)
            assert (status, answer["reason"]) == (400, "bad_table")
            assert told in answer["text"]
        status, answer = await here.post("/api/tables", usual)
        assert (status, answer["text"][:47]) == (400, "a rated table is made by a player with a card, ")

    at_a_club(story)


def test_everybody_has_a_card_and_nobody_plays_themselves():
    async def story(here):
        (ann, ben), _ = await members(here, "Ann", "Ben")
        table = (await ann.make(**RATED))["table"]
        for who, why in ((here, "refused.rated_card"), (ann, "refused.rated_twice")):
            status, answer = await who.post(f"/api/tables/{table}/join", {})
            assert (status, answer["reason"]) == (409, why)
        code = "00" * 11  # the device that sits there takes the card of another player, and comes again with it
        await ben.post("/api/players/me/moving", {"code": code})
        assert (await ann.post("/api/players/arriving", {"code": code}))[0] == 201
        status, answer = await ann.post(f"/api/tables/{table}/join", {})
        assert (status, answer["reason"]) == (409, "refused.rated_twice")

    at_a_club(story)


def test_nothing_is_taken_back_and_nobody_is_stood_in_for():
    async def story(here):
        (ann, ben), _ = await members(here, "Ann", "Ben")
        table = (await ann.make(**RATED))["table"]
        await ben.join(table)
        one, other = await ann.come(table), await ben.come(table)
        assert one.table["rated"] is True
        assert (await one.move("GAD"))["type"] == "done"
        assert (await one.do("undo"))["reason"]["key"] == "refused.rated_undo"
        assert (await one.do("deputy", level="random"))["reason"]["key"] == "refused.rated_stand_in"
        await other.do("leave")
        assert not any(seat["claimable"] for seat in one.table["seats"])
        assert (await one.do("claim", of=1))["reason"]["key"] == "refused.rated_stand_in"
        assert (await one.do("resign"))["type"] == "done"
        await asyncio.gather(one.do("rematch"), other.do("rematch"))
        await one.until(lambda: one.table["rematch"])
        again = await Player.come(here.ws, one.table["rematch"])
        assert again.table["rated"] is True
        third = await ben.come(one.table["rematch"])  # the cards still open the seats, and it counts as well
        assert (await third.do("resign"))["type"] == "done"
        assert [one["matches"] for one in (await standing(here))["standings"]] == [2, 2]

    at_a_club(story)


# Counting ---------------------------------------------------------------------------------------


def test_a_match_counts_for_both_and_my_matches_say_so(database):
    async def story(here):
        (ann, ben), (a, b) = await members(here, "Ann", "Ben")
        assert await standing(here) | {"bots": []} == {
            "game": "ice_lake", "seats": 2, "players": 0, "bots": [], "standings": [], "next": None,
        }  # fmt: skip
        await rated_duel(ann, ben)
        found = await standing(here)
        assert [one["level"] for one in found["bots"]] == ["hare", "fox", "wolf", "bear"]
        first, second = found["standings"]
        assert (first["player"], second["player"], found["players"]) == (a, b, 2)
        assert first["places"] == second["places"] == [1, 2]  # one match settles no order
        assert first["info"]["low"] < 1000 < first["info"]["rating"] < first["info"]["high"]
        assert first["info"]["equals"] == "fox"
        (mine,), (theirs,) = await ann.matches("?status=over"), await ben.matches("?status=over")
        assert (mine["rated"], mine["change"]["before"], mine["change"]["after"]) == (True, 1000, first["info"])
        assert theirs["change"]["after"] == second["info"]
        status, told = await here.get(f"/api/players/{a}/ratings")
        assert (status, told["ratings"][0]["info"], told["ratings"][0]["matches"]) == (200, first["info"], 1)
        assert (await here.get("/api/players/nobody/ratings"))[0] == 404

    at_a_club(story, database)


def test_an_abandoned_match_counts():
    async def story(here):
        (ann, ben), (_, b) = await members(here, "Ann", "Ben")
        table = (await ann.make(clock={**CLOCK, "seconds": 1}, rated=True))["table"]
        await ben.join(table)
        at = await ben.come(table)
        await at.until(lambda: at.view["to_act"])
        for _ in range(2):  # Ann never comes; Ben is in time
            if 1 in at.view["to_act"]:
                await at.move(any_move(at.view["legal"]))
        await at.until(lambda: at.table["status"] == "over")
        assert at.table["result"]["winners"] == [1]
        assert (await standing(here))["standings"][0]["player"] == b

    at_a_club(story)


@pytest.mark.parametrize(("name", "level"), [("ice_lake", "bear"), ("ice_cult", "yeti")])
def test_a_rated_match_against_a_bot_moves_the_person_only(name, level):
    async def story(here):
        (ann,), _ = await members(here, "Ann")
        table = (await ann.make(name, seats=("me", level), **RATED))["table"]
        at = await ann.come(table)
        before = await standing(here, Pool(name, 2))
        assert before["bots"][-1]["level"] == level
        await at.do("resign")
        after = await standing(here, Pool(name, 2))
        assert before["bots"] == after["bots"]
        assert 950 < after["standings"][0]["info"]["rating"] <= 1000  # nobody expected a win over either

    class Bears:
        def levels_of(self, _game):
            return ("hare", "fox", "wolf", "bear", "yeti")

        async def think(self, question):
            await asyncio.Event().wait()

        async def close(self):
            pass

    at_a_club(story, thinkers=(Bears(),))


def test_standings_tell_nothing_of_a_match_that_goes_on():
    async def story(here):
        (ann, ben), (a, _) = await members(here, "Ann", "Ben")
        await rated_duel(ann, ben)
        table = (await ann.make("altitude", **RATED))["table"]
        await ben.join(table)
        pages = ("/api/standings/altitude/2", "/api/standings/ice_lake/2", f"/api/players/{a}/ratings")
        before = [await here.get(page) for page in pages]
        players = [await one.come(table) for one in (ann, ben)]
        assert await play_out(players, random.Random(1), most=6) == 6
        assert [await here.get(page) for page in pages] == before

    at_a_club(story)


# The store --------------------------------------------------------------------------------------


async def keep(store, table, holders, places, levels=None):
    """A rated match that is over as soon as it is kept."""
    levels = levels or [None] * len(places)
    facts = Facts(OVER, None, False, b'{"title": "", "seats": [], "winners": null, "options": {}, "clock": {}}')
    seated = tuple(Seating(n, f"t{n}", one) for n, one in enumerate(holders) if one is not None)
    outcome = Outcome("ice_lake", tuple(places), tuple(levels))
    rows = (Row(0, 5, None, b'{"kind":"start"}'),)
    await store.create(table, "ice_lake", False, b"{}", 1, Append(table, 0, rows, facts, seated, outcome))


async def cards(store, *names):
    for name in names:
        await store.club.add_player(Card(name, name.upper(), "red", "", 1), Device(f"key of {name}", "", 1))


def in_stores(database, story, count=1):
    async def run():
        stores = [make_store(database) for _ in range(count)]
        for store in stores:
            await store.open()
        try:
            await story(*stores)
        finally:
            for store in stores:
                await store.close()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_counted_one_by_one_or_all_anew_the_numbers_are_equal(database):
    several = 2 if database.startswith("postgres") else 1

    async def story(*stores):
        names = ["ada", "bo", "cy", "di", "ed"]
        await cards(stores[0], *names)
        rng = random.Random(3)

        async def play(number):
            count = rng.choice([2, 3])
            holders = [Cardholder(name, f"key of {name}") for name in rng.sample(names, count)]
            levels = [None] * count
            if count == 2 and rng.random() < 0.3:
                holders[1], levels[1] = None, rng.choice(["hare", "bear"])
            places = [rng.choice([1, 2]) for _ in range(count)]
            await keep(rng.choice(stores), f"m{number}", holders, places, levels)

        for at in range(0, 60, 6):
            await asyncio.gather(*(play(number) for number in range(at, at + 6)))
        ratings = stores[0].club.ratings
        before = [await ratings.of_player(name) for name in names]
        for keeping in (False, True):
            anew = await ratings.recompute({}, keeping)
            assert (anew.changed, anew.wrong) == ([], 0)
        assert [await ratings.of_player(name) for name in names] == before
        assert sum(one.rating.matches for found in before for one in found) > 100

    in_stores(database, story, several)


def test_what_was_kept_wrongly_is_put_right(tmp_path):
    database = f"sqlite:{tmp_path}/tables.db"

    async def story(here):
        (ann, ben), _ = await members(here, "Ann", "Ben")
        for _ in range(3):
            await rated_duel(ann, ben)

    at_a_club(story, database)
    right = asyncio.run(recompute_ratings(database, keep=False))
    assert (right[0], right[1].changed, right[1].wrong) == (3, [], 0)
    connection = sqlite3.connect(tmp_path / "tables.db")
    connection.execute("UPDATE rated_seats SET place = 3 - place WHERE number = 2")
    connection.execute("UPDATE ratings SET matches = 7")
    connection.commit()
    for keep_it, wrong in ((False, 2), (True, 2), (False, 0)):  # the log of the match knows who won it
        _, anew = asyncio.run(recompute_ratings(database, keep=keep_it))
        assert (len(anew.changed), anew.wrong) == (1 if wrong else 0, wrong * 2)
        assert anew.ratings == right[1].ratings
    connection.close()


@pytest.mark.parametrize("twice", ["card", "device"])
def test_one_card_or_one_device_on_two_seats_counts_for_nobody(database, twice):
    """The door refuses it; two who come at the same moment may slip through, and gain nothing."""

    async def story(store):
        await cards(store, "ada", "bo")
        second = Cardholder("ada", "another") if twice == "card" else Cardholder("bo", "key of ada")
        await keep(store, "m", [Cardholder("ada", "key of ada"), second], [1, 2])
        assert await store.club.ratings.tables() == []
        assert (await standings(store.club.ratings, POOL)).players == 0

    in_stores(database, story)


def test_places_are_shared_where_intervals_overlap(database):
    async def story(store):
        names = [f"{number:02x}" for number in range(60)]
        await cards(store, *names)
        for number in range(240):  # the first two beat everybody, again and again
            strong, weak = names[number % 2], names[2 + number % 58]
            holders = [Cardholder(strong, "a"), Cardholder(weak, "b")]
            await keep(store, f"m{number}", holders, [1, 2])
        page = await standings(store.club.ratings, POOL)
        assert page.players == 60
        assert {one.player for one in page.standings[:2]} == {"00", "01"}
        assert [one.places for one in page.standings[:2]] == [(1, 2), (1, 2)]
        assert all(one.places == (3, 60) for one in page.standings[2:])
        low, _, player = page.next.rpartition(".")
        rest = await standings(store.club.ratings, POOL, (float(low), player))
        listed = [one.player for one in (*page.standings, *rest.standings)]
        assert sorted(listed) == names
        assert rest.next is None

    in_stores(database, story)


def test_a_forgotten_player_leaves_the_others_numbers_as_they_are(database):
    kept = {}

    async def story(here):
        (ann, ben, cleo), (a, b, c) = await members(here, "Ann", "Ben", "Cleo")
        for winner, loser in ((ann, ben), (ben, cleo), (cleo, ann), (ann, ben)):
            await rated_duel(winner, loser)
        kept.update(a=a, b=b, tables=await here.house.store.club.ratings.tables())
        kept["before"] = {one["player"]: one["info"] for one in (await standing(here))["standings"]}
        about = json.loads(await export_player(here.house.settings.database, b))
        assert (len(about["rated"]), about["ratings"][0]["matches"]) == (3, 3)
        running = (await ben.make(**RATED))["table"]
        await cleo.join(running)
        assert (await asyncio.to_thread(_delete, ben))[0] == 204
        found = (await standing(here))["standings"]
        assert {one["player"]: one["info"] for one in found} == {a: kept["before"][a], c: kept["before"][c]}
        at = await cleo.come(running)  # a match that still went on counts as one against somebody new
        await at.do("resign")
        assert [one["matches"] for one in (await standing(here))["standings"] if one["player"] == c] == [3]

    at_a_club(story, database)
    _, anew = asyncio.run(recompute_ratings(database, keep=True))
    assert (anew.changed, anew.wrong) == ([], 0)
    assert asyncio.run(delete_player(database, kept["a"])) is True

    async def all_gone(store):
        assert all(kept["b"] not in str(entry) for entry in await store.club.ratings.entries(kept["b"]))
        assert await store.club.ratings.tables() != kept["tables"]  # where nobody is left, nothing is

    in_stores(database, all_gone)


def _delete(browser):
    import urllib.request

    asked = urllib.request.Request(f"{browser.here.http}/api/players/me", headers=browser.headers, method="DELETE")
    with urllib.request.urlopen(asked, timeout=20) as answer:
        return answer.status, answer.read()


def test_a_club_without_ratings_is_opened_with_all_that_is_in_it(tmp_path):
    """A file of schema 2, as the Banquise before ratings left it."""
    connection = sqlite3.connect(tmp_path / "tables.db")
    connection.executescript("".join(MIGRATIONS[:2]) + "PRAGMA user_version = 2;")
    connection.execute("INSERT INTO players VALUES ('ada', 'Ada', 'red', 'en', 1)")
    connection.execute("INSERT INTO tables VALUES ('t', 'ice_lake', 0, x'7b7d', 1, 0, 1, 'open', NULL, 0, x'7b7d', 0)")
    connection.execute("INSERT INTO seatings VALUES ('t', 0, 'token', 'ada', NULL)")
    connection.commit()
    connection.close()

    async def story():
        store = SqliteStore(tmp_path / "tables.db")
        await store.open()
        assert await store.club.players_at("t") == {"token": Cardholder("ada", "")}
        assert await store.club.ratings.of_player("ada") == []
        await store.close()

    asyncio.run(story())


def test_strengths_are_kept_to_the_last_bit(database):
    async def story(store):
        await cards(store, "ada", "bo")
        holders = [Cardholder("ada", "a"), Cardholder("bo", "b")]
        await keep(store, "m", holders, [1, 2])
        winner, loser = rated([NEWCOMER, NEWCOMER], (1, 2))
        assert [one.rating.strength for one in await store.club.ratings.of_player("ada")] == [Strength(*winner)]
        assert [one.rating.strength for one in await store.club.ratings.of_player("bo")] == [loser]
        (entry,) = await store.club.ratings.entries("ada", ["m"])
        assert (entry.entrants[0].before, entry.entrants[0].after) == (NEWCOMER, winner)

    in_stores(database, story)
