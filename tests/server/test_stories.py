"""Stories at the table: what people do, from sitting down to playing again."""

from __future__ import annotations

import asyncio
import json
import random
import time

import pytest
from serving import Player, any_move, play_out, served

import banquise
from banquise.games import all_games
from banquise.server.live.room import Room
from banquise.server.live.thinkers import RandomThinker
from banquise.table import decode, verify


def run(story):
    asyncio.run(asyncio.wait_for(story, 110))


def test_two_friends_play_ice_lake_by_link():
    async def story():
        async with served() as here:
            ann, ben = await here.duel()
            assert ann.table["status"] == "running"
            assert [seat["name"] for seat in ann.table["seats"]] == ["Ann", "Ben"]
            assert ann.view["to_act"] == [0, 1]
            assert [move["text"] for move in ann.view["legal"]] == ["G-", "A-", "D-"]
            assert (await ann.move("GAD"))["type"] == "done"
            await ben.until(lambda: ben.view["to_act"] == [1])  # who has submitted is public
            assert "letter" in ben.view["view"]
            assert not any(ben.view["view"]["letter"])  # what is not
            refused = await ann.move("G")
            assert refused["type"] == "refused"
            assert refused["reason"]["key"] == "reason.has_finished"
            assert refused["paragraph"] == "IL-7.2"
            assert (await ben.move("AAA"))["type"] == "done"
            await ann.until(lambda: any("programme" in str(event["said"]) for event in ann.events[0]))
            assert ann.events[0][-1]["changes"]

    run(story())


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "‘QX’ is no move here; these would be some: L-, S-, R-."),
        ("fr", "«\xa0QX\xa0» n’est pas un coup ici\u202f; en voici\xa0: G-, A-, D-."),
        ("de", "„QX“ ist hier kein Zug; Züge wären: L-, V-, R-."),
        ("fa", "«QX» اینجا حرکت نیست؛ حرکت‌های ممکن: C-, J-, R-."),
    ],
)
def test_what_is_no_move_is_said_in_the_readers_language_and_letters(language, says):
    async def story():
        async with served() as here:
            seated = await here.make("ice_lake", ["me", "random"])
            ann = await Player.come(here.ws, seated["table"], seated["token"], language=language)
            for refused in (await ann.move("QX"), await ann.do("preview", move="QX")):
                assert refused["reason"]["key"] == "refused.bad_move"
                assert refused["reason"]["params"] == {"typed": "QX", "moves": "G-, A-, D-"}
                assert refused["reason"]["text"] == says

    run(story())


def test_a_programme_is_one_command_and_half_of_one_is_refused():
    async def story():
        async with served() as here:
            ann, ben = await here.duel()
            before = len(ben.frames)
            for half, quoted in (("G-", "G-"), (" ga- ", "ga-"), (0, "G-"), ([0, 1], "GA-")):
                refused = await ann.move(half)
                assert refused["reason"]["key"] == "refused.only_begun"
                assert f"{quoted} is only begun; send it whole, like {quoted[:-1]}." == refused["reason"]["text"]
            assert (await ann.move([0, 999]))["reason"]["key"] == "reason.no_such_move"
            assert (await ann.move([999, 0]))["reason"]["key"] == "reason.no_such_move"
            assert (await ann.do("preview", move="GA-"))["type"] == "previewed"  # trying out needs no whole
            assert ann.view["view"]["written"] == 0
            assert len(ben.frames) == before
            assert (await ann.move("GAD"))["type"] == "done"
            table = await here.house.existing(ann.table["table"])
            assert await table.look(lambda table: [entry.codes for entry in table.match.log if entry.actor == 0]) == [
                (0, 1, 2, 3)
            ]

    run(story())


@pytest.mark.slow
def test_a_match_of_every_game_is_played_out_and_its_record_verifies(game):
    async def story():
        async with served() as here:
            ann, ben = await here.duel(game.name)
            watcher = await Player.come(here.ws, ann.table["table"])
            commitment = ann.table["commitment"]
            assert ann.table["seed"] is None
            await play_out([ann, ben], random.Random(7))
            await watcher.until(lambda: watcher.table["status"] == "over")
            assert ann.table["result"] == ben.table["result"]
            assert ann.table["seed"]
            status, record = await here.get(f"/api/tables/{ann.table['table']}/record")
            assert status == 200
            import json

            loaded = decode(json.dumps(record).encode())
            assert loaded.commitment == commitment
            assert loaded.entropy == ["ann", "ben"]
            verdict = verify(loaded)
            assert all(verdict.checks.values()), verdict
            # A late spectator is told the whole match, the same that an early one saw.
            late = await Player.come(here.ws, ann.table["table"])
            await late.until(lambda: None in late.views)
            assert late.events[None] == watcher.events[None]

    run(story())


def test_changes_told_in_events_lead_from_any_view_to_the_last(game):
    async def story():
        async with served() as here:
            ann, ben = await here.duel(game.name)
            first = ann.view["view"]
            count = len(ann.events[0])
            await play_out([ann, ben], random.Random(3), most=25)
            await asyncio.sleep(0.05)
            for event in ann.events[0][count:]:
                for field, at, old, new in event["changes"]:
                    spot = first
                    *path, last = [field, *at]
                    for step in path:
                        spot = spot[step]
                    assert spot[last] == old
                    spot[last] = new
            assert first == ann.view["view"]

    run(story())


def test_a_person_against_a_bot():
    async def story():
        async with served() as here:
            seated = await here.make("ice_lake", ["me", "random"])
            ann = await Player.come(here.ws, seated["table"], seated["token"])
            assert ann.table["seats"][1]["kind"] == "bot"
            for _ in range(3):
                await ann.until(lambda: bool(ann.view["legal"]) or ann.table["status"] == "over")
                if ann.table["status"] == "over":
                    break
                await ann.move(any_move(ann.view["legal"]))
            await ann.until(lambda: any(event["by"] == 1 for event in ann.events[0]))

    run(story())


@pytest.mark.slow
def test_a_bot_whom_people_watch_takes_its_time():
    async def story():
        async with served(bot_pause=0.3) as here:
            seated = await here.make("ice_cult", ["me", "random"])
            ann = await Player.come(here.ws, seated["table"], seated["token"])
            clock = asyncio.get_running_loop().time
            await ann.until(lambda: 0 in ann.view["to_act"])  # the bot may have begun before anybody watched
            while 1 not in ann.view["to_act"]:
                moved = clock()
                await ann.move(ann.view["legal"][0]["code"])
            seen = len(ann.events[0])
            await ann.until(lambda: any(event["by"] == 1 for event in ann.events[0][seen:]))
            assert clock() - moved >= 0.3

    run(story())


@pytest.mark.slow
def test_the_houses_own_bots_play_every_game():
    from banquise.server.live.thinkers import PoolThinker

    async def story():
        async with served(thinkers=[PoolThinker(1)]) as here:
            _, offered = await here.get("/api/games")
            assert {"hare", "fox", "wolf", "bear", "random"} <= set(offered[0]["levels"])
            for game in all_games():
                seated = await here.make(game.name, ["fox", "wolf"])
                watcher = await Player.come(here.ws, seated["table"])
                await watcher.until(lambda w=watcher: {0, 1} <= {event["by"] for event in w.events[None]}, 200)
                await watcher.leave()
                await here.house.delete(seated["table"])

    asyncio.run(asyncio.wait_for(story(), 600))


def test_bots_alone_finish_their_match():
    async def story():
        async with served() as here:
            seated = await here.make("ice_lake", ["random", "random"])
            assert seated["token"] is None
            watcher = await Player.come(here.ws, seated["table"])
            await watcher.until(lambda: watcher.table["status"] == "over", 60)
            assert watcher.table["result"]["ending"]["text"]

    run(story())


def test_bots_play_for_whoever_comes_just_as_they_have_looked(monkeypatch):
    """They had found nobody and were about to go: whoever came in that moment saw them sit there for ever."""
    look = Room.look

    async def slowly(room, question):
        answer = await look(room, question)
        if question == room.bots._question:
            await asyncio.sleep(0.5)
        return answer

    monkeypatch.setattr(Room, "look", slowly)

    async def story():
        async with served() as here:
            seated = await here.make("ice_lake", ["random", "random"])
            watcher = await Player.come(here.ws, seated["table"])
            await watcher.until(lambda: {0, 1} <= {event["by"] for event in watcher.events[None]})

    run(story())


def test_pass_and_play_one_connection_holds_both_seats():
    async def story():
        async with served() as here:
            seated = await here.make("ice_lake", ["me", "me"], name="Ann")
            assert seated["seats"] == [0, 1]
            both = await Player.come(here.ws, seated["table"], seated["token"])
            await both.until(lambda: set(both.views) == {0, 1})
            assert (await both.move("GA"))["reason"]["key"] == "refused.which_seat"
            assert (await both.move("GA", seat=0))["type"] == "done"
            assert (await both.move("GA", seat=5))["reason"]["key"] == "refused.not_yours"
            assert (await both.move("AA"))["type"] == "done"  # only one of the seats may move now

    run(story())


def test_whoever_comes_back_goes_on_where_they_were():
    async def story():
        async with served() as here:
            ann, ben = await here.duel()
            token = None
            seated = await here.make("ice_lake", ["me", "open"], name="Cid")
            token = seated["token"]
            other = await here.join(seated["table"], name="Dee")
            cid = await Player.come(here.ws, seated["table"], token)
            dee = await Player.come(here.ws, seated["table"], other["token"])
            await cid.move("GA")
            seen, undos, notes = len(cid.events[0]), cid.view["undos"], cid.notes[-1]["number"] + 1
            before = cid.events[0]
            await cid.leave()
            await dee.until(lambda: not dee.table["seats"][0]["connected"])
            await dee.move("AD")
            back = Player(await __import__("websockets.asyncio.client", fromlist=["connect"]).connect(here.ws))
            back.events[0] = list(before)
            hello = {"type": "hello", "protocol": 1, "table": seated["table"], "token": token}
            await back.say({**hello, "seen": seen, "undos": undos, "notes": notes})
            await back.until(lambda: bool(back.views))
            assert back.view["since"] == seen
            assert len(back.events[0]) > seen
            assert all(note["number"] >= notes for note in back.notes)
            fresh = await Player.come(here.ws, seated["table"], token)
            await fresh.until(lambda: bool(fresh.views))
            assert fresh.events[0] == back.events[0]
            await ann.leave()
            await ben.leave()

    run(story())


def test_the_same_command_twice_happens_once_and_gets_the_same_answer():
    async def story():
        async with served() as here:
            ann, _ = await here.duel()
            first = await ann.do("move", id="once", move="GAD", seen=0)
            again = await ann.do("move", id="once", move="GAD", seen=0)
            assert first == again == {"type": "done", "id": "once"}
            assert ann.view["view"]["written"] == 3

    run(story())


def test_undo_needs_the_other_persons_consent(game):
    async def story():
        async with served() as here:
            ann, ben = await here.duel(game.name)
            players = {0: ann, 1: ben}
            rng = random.Random(11)
            for _ in range(60):  # somewhere a move can be taken back, in every game
                while not (able := [s for s, p in players.items() if p.views[s]["legal"]]):
                    await asyncio.sleep(0.005)
                seat = able[0]
                other = players[1 - seat]
                await players[seat].move(any_move(players[seat].views[seat]["legal"], rng))
                before = len(players[seat].events[seat])
                answer = await players[seat].do("undo")
                if answer["type"] == "done":
                    break
                assert answer["reason"]["key"] in (
                    "refused.undo_secret",
                    "refused.undo_chance",
                    "refused.is_over",
                    "refused.undo_final",
                )
                if players[seat].table["status"] == "over":
                    return
            else:
                return
            await other.until(lambda: other.table["undo"] is not None)
            held = await players[seat].move(0)
            assert held["reason"]["key"] == "refused.undo_pending"
            assert (await other.do("consent", yes=True))["type"] == "done"
            await players[seat].until(lambda: players[seat].view["undos"] == 1)
            assert len(players[seat].events[seat]) < before
            assert players[seat].view["since"] == 0
            assert other.table["undo"] is None

    run(story())


def test_undo_against_bots_needs_nobody_and_denial_keeps_the_move():
    async def story():
        async with served() as here:
            ann, ben = await here.duel()
            assert (await ben.do("consent", yes=True))["reason"]["key"] == "refused.no_undo_asked"
            assert (await ann.do("undo"))["reason"]["key"] == "refused.nothing_to_undo"
            await ann.move("GA")
            assert (await ann.do("undo"))["reason"]["key"] == "refused.undo_secret"

    run(story())


def test_chat_is_kept_and_cleaned():
    async def story():
        async with served() as here:
            ann, ben = await here.duel()
            assert (await ann.do("chat", text="  hello <b>\u202e\n you "))["type"] == "done"
            await ben.until(lambda: any(note["chat"] for note in ben.notes))
            said = next(note for note in ben.notes if note["chat"])
            assert said["chat"] == "hello <b> you"
            assert said["seat"] == 0
            assert (await ann.do("chat", text="\u200e"))["reason"]["key"] == "refused.empty_chat"
            watcher = await Player.come(here.ws, ann.table["table"])
            assert [note["chat"] for note in watcher.notes if note["chat"]] == ["hello <b> you"]
            assert (await watcher.do("chat", text="hi"))["reason"]["key"] == "refused.not_seated"

    run(story())


def test_resigning_ends_a_duel_and_a_rematch_rotates_the_seats():
    async def story():
        async with served() as here:
            ann, ben = await here.duel()
            assert (await ann.do("rematch"))["reason"]["key"] == "refused.not_over"
            assert (await ann.do("resign"))["type"] == "done"
            await ben.until(lambda: ben.table["status"] == "over")
            assert ben.table["result"]["winners"] == [1]
            assert (await ben.move("GA"))["type"] == "refused"
            assert (await ann.do("rematch", entropy="more"))["type"] == "done"
            assert (await ben.do("rematch", entropy="still"))["type"] == "done"
            await ann.until(lambda: ann.table["rematch"] is not None)
            status, record = await here.get(f"/api/tables/{ann.table['table']}/record")
            assert status == 200
            assert record["seed"]
            next_table = ann.table["rematch"]
            again = await Player.come(here.ws, next_table, _token(ann))
            assert again.table["you"] == [1]
            assert [seat["name"] for seat in again.table["seats"]] == ["Ben", "Ann"]
            assert again.table["entropy"] == ["still", "more"]
            assert again.table["status"] == "running"

    run(story())


def _token(player):
    """The token of a player: the first frame that their client sent holds it; tests keep it themselves."""
    return player.token


@pytest.fixture(autouse=True)
def players_remember_their_token(monkeypatch):
    come = Player.come.__func__

    async def remembering(cls, ws, table, token=None, **hello):
        player = await come(cls, ws, table, token, **hello)
        player.token = token
        return player

    monkeypatch.setattr(Player, "come", classmethod(remembering))


def claimable(who: Player) -> list[bool]:
    return [seat["claimable"] for seat in who.table["seats"]]


def test_a_bot_plays_for_an_absent_person_who_then_comes_back():
    async def story():
        async with served() as here:
            ann, ben = await here.duel()
            await ann.until(lambda: claimable(ann) == [False, False])
            assert (await ann.do("claim", of=1, level="random"))["reason"]["key"] == "refused.not_absent"
            await ben.leave()
            await ann.until(lambda: claimable(ann) == [False, True])
            assert (await ann.do("claim", of=9))["reason"]["key"] == "refused.no_such_seat"
            assert (await ann.do("claim", of=1))["type"] == "done"
            assert claimable(ann) == [False, False]
            await ann.until(lambda: any(event["by"] == 1 for event in ann.events[0]) or 1 not in ann.view["to_act"])
            back = await Player.come(here.ws, ann.table["table"], ben.token)
            await ann.until(lambda: ann.table["seats"][1]["level"] is None)
            assert back.table["seats"][1]["level"] is None

    run(story())


def test_in_a_match_by_days_nobody_need_be_at_the_table_who_has_not_got_up():
    async def story():
        async with served() as here:
            ann, ben = await here.duel(clock={"kind": "move", "seconds": 86_400})
            await ben.leave()
            await ann.until(lambda: not ann.table["seats"][1]["connected"])
            assert claimable(ann) == [False, False]
            assert (await ann.do("claim", of=1))["reason"]["key"] == "refused.by_days"
            back = await Player.come(here.ws, ann.table["table"], ben.token)
            assert (await back.do("leave"))["type"] == "done"
            await ann.until(lambda: claimable(ann) == [False, True])
            assert (await ann.do("claim", of=1))["type"] == "done"

    run(story())


def test_leaving_before_the_start_frees_the_seat_and_voids_the_token():
    async def story():
        async with served() as here:
            seated = await here.make("ice_lake", ["me", "open", "open"], name="Ann")
            joined = await here.join(seated["table"], name="Ben", seat=2)
            assert joined["seats"] == [2]
            ben = await Player.come(here.ws, seated["table"], joined["token"])
            assert (await ben.do("leave"))["type"] == "done"
            assert ben.table["you"] == []
            assert (await ben.do("chat", text="still here"))["reason"]["key"] == "refused.not_seated"
            refused = await Player.come(here.ws, seated["table"], joined["token"])
            assert refused.messages[0]["code"] == "token"
            await refused.until(lambda: refused.closed == 4003)
            status, problem = await here.post(f"/api/tables/{seated['table']}/join", {"seat": 0})
            assert (status, problem["reason"]) == (409, "refused.seat_taken")

    run(story())


def test_languages_say_the_same_in_their_own_words():
    async def story():
        async with served() as here:
            seated = await here.make("ice_lake", ["me", "me"])
            texts = set()
            for language in ("en", "fr", "de", "fa"):
                player = await Player.come(here.ws, seated["table"], seated["token"], language=language)
                await player.until(lambda p=player: 0 in p.views)
                texts.add(player.views[0]["prompt"]["text"])
                assert player.views[0]["prompt"]["key"] == "prompt.write"
            assert len(texts) == 4

    run(story())


def test_a_match_survives_a_restart_with_its_events(tmp_path):
    async def story():
        database = f"sqlite:{tmp_path}/tables.db"
        async with served(database=database) as here:
            ann, ben = await here.duel()
            await ann.move("GAD")
            await ben.move("AAD")
            table, seen = ann.table["table"], ann.events[0]
        async with served(database=database) as here:
            again = await Player.come(here.ws, table, ann.token)
            await again.until(lambda: bool(again.views))
            assert again.events[0] == seen
            assert again.view["view"] == ann.view["view"]

    run(story())


def test_every_game_is_offered_with_its_facts():
    async def story():
        async with served() as here:
            _, games = await here.get("/api/games")
            assert [game["name"] for game in games] == [game.name for game in all_games()]
            for game in all_games():
                status, book = await here.get(f"/api/games/{game.name}/rulebook/fr")
                assert status == 200
                assert book["paragraphs"]
            assert (await here.get("/api/games/chess/rulebook/fr"))[0] == 404
            assert (await here.get("/api/games/ice_lake/rulebook/xx"))[0] == 404
            _, page = await here.get("/")
            assert b"Banquise" in page
            assert (await here.get("/table/whatever"))[0] == 200
            assert (await here.get("/nothing.js"))[0] == 404
            assert (await here.get("/api/nothing"))[0] == 404
            assert banquise.__version__ in str((await here.get("/health"))[1])

    run(story())


def test_the_record_of_a_match_that_was_given_up_says_so_and_opens_as_over():
    async def story():
        async with served() as here:
            ann, ben = await here.duel("alaska")
            assert (await ben.do("resign"))["type"] == "done"
            await ann.until(lambda: ann.table["status"] == "over")
            _, raw = await here.get(f"/api/tables/{ann.table['table']}/record")
            record = decode(json.dumps(raw).encode())
            assert record.log[-1].move == "(resigns)"
            assert record.result.winners == [ann.table["seats"][ann.seat]["colour"]]
            assert all(verify(record).checks.values())
            status, told = await here.post("/api/replay", {"record": json.dumps(raw)})
            assert status in (200, 201), told
            assert told["table"]["status"] == "over"
            assert told["table"]["result"]["winners"] == [ann.seat]
            assert told["table"]["seats"][ben.seat]["resigned"]

    run(story())


def test_b10_bots_among_themselves_play_when_somebody_watches():
    """Nobody thinks for tables that nobody sees, and whoever comes to see finds them playing."""

    async def story():
        async with served() as here:
            alone = await here.make("alaska", ["random", "random"])
            await asyncio.sleep(0.5)
            room = here.house.room(alone["table"])
            begun = await room.look(lambda table: table.head)
            await asyncio.sleep(0.3)
            assert await room.look(lambda table: table.head) == begun
            watcher = await Player.come(here.ws, alone["table"])
            await watcher.until(lambda: len(watcher.events.get(None, [])) > 5)
            await watcher.leave()

    run(story())


class Bears(RandomThinker):
    """Moves at random, and is called otherwise."""

    def levels_of(self, _game):
        return ("hare", "bear")


def test_no_opponent_chooses_who_stands_in():
    """Whoever is away is played for by the bot that they have chosen, else a bear, whatever the others ask for."""

    async def story():
        async with served(thinkers=[Bears()]) as here:
            for chosen in (None, "hare"):
                ann, ben = await here.duel("alaska", clock={"kind": "match", "seconds": 600, "level": "random"})
                assert (await ben.do("deputy", level="genius"))["reason"]["key"] == "refused.no_such_level"
                if chosen:
                    assert (await ben.do("deputy", level=chosen))["type"] == "done"
                    await ann.until(lambda ann=ann, chosen=chosen: ann.table["seats"][1]["deputy"] == chosen)
                await ann.until(lambda ann=ann: ann.table["seats"][1]["connected"])
                await ben.leave()
                await ann.until(lambda ann=ann: not ann.table["seats"][1]["connected"])
                assert (await ann.do("claim", of=1, level="random"))["type"] == "done"
                await ann.until(lambda ann=ann: ann.table["seats"][1]["level"] is not None)
                assert ann.table["seats"][1]["level"] == (chosen or "bear")
                await ann.leave()

    run(story())


def test_whoever_is_away_is_warned_and_may_come_back():
    async def story():
        async with served(warning_seconds=2.0) as here:
            ann, ben = await here.duel()
            await ann.until(lambda: ann.table["seats"][1]["connected"])
            await ben.leave()
            await ann.until(lambda: not ann.table["seats"][1]["connected"])
            assert (await ann.do("claim", of=1))["type"] == "done"
            assert (await ann.do("claim", of=1))["reason"]["key"] == "refused.is_warned"
            assert ann.table["seats"][1]["warned"]
            assert any(note["said"]["key"] == "note.warned" for note in ann.notes)
            back = await Player.come(here.ws, ann.table["table"], ben.token)
            await ann.until(lambda: not ann.table["seats"][1]["warned"])
            await asyncio.sleep(2.5)
            assert ann.table["seats"][1]["level"] is None  # in time: nobody plays for Ben
            await back.leave()
            await ann.until(lambda: not ann.table["seats"][1]["connected"])
            assert (await ann.do("claim", of=1))["type"] == "done"
            started = time.monotonic()
            await ann.until(lambda: ann.table["seats"][1]["level"] is not None)
            assert time.monotonic() - started > 1.5
            assert not ann.table["seats"][1]["warned"]

    run(story())
