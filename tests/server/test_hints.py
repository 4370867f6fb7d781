"""Hints at a server's tables: a move that can be made, the same again when asked again, and never in anybody's way."""

from __future__ import annotations

import asyncio
import dataclasses

import pytest
from advising import Adviser
from serving import QUICK, Player, served

from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.speech import LANGUAGES, catalogue
from banquise.server.live.thinkers import PoolThinker


def run(story):
    asyncio.run(asyncio.wait_for(story, 110))


async def sits(here, game="ice_cult", seats=("me", "random"), language="en"):
    seated = await here.make(game, list(seats))
    player = await Player.come(here.ws, seated["table"], seated["token"], language=language)
    await player.until(lambda: player.seat in player.view["to_act"])
    return player


def key(answer):
    assert answer["type"] == "refused", answer
    return answer["reason"]["key"]


@pytest.mark.slow
@pytest.mark.parametrize("name", OWN)
def test_the_best_bot_suggests_moves_that_can_be_made_and_the_same_when_asked_again(name):
    async def story():
        async with served(thinkers=[PoolThinker(1)]) as here:
            ada = await sits(here, name)
            assert ada.table["hints"] is True
            for _ in range(3):
                first = await ada.do("hint")
                again = await ada.do("hint")
                assert first["type"] == "hinted", first
                assert {**again, "id": ""} == {**first, "id": ""}
                assert first["level"] in ("bear", "yeti")
                assert 0 <= first["chance"] <= 1
                assert first["said"], "the log would tell something of it"
                assert (await ada.move(first["move"]))["type"] == "done"
                await ada.until(lambda: ada.seat in ada.view["to_act"] or ada.table["result"], 60)
                if ada.table["result"]:
                    return

    run(story())


def test_a_hint_is_told_in_the_language_of_whoever_asks_and_a_lone_seat_has_no_chance_to_win():
    async def story():
        async with served(thinkers=[Adviser()]) as here:
            for language in LANGUAGES:
                ada = await sits(here, "altitude", ["me"], language)
                told = await ada.do("hint")
                words = catalogue(game_named("altitude").folder, language)
                assert told["chance"] is None
                assert told["level"] == "bear"
                for said in [*told["said"], *([told["reason"]] if told["reason"] else [])]:
                    assert said["key"] in words
                    assert said["text"], "in words"
                    assert "{" not in said["text"], "whole ones"

    run(story())


def test_one_position_is_thought_about_once_however_often_and_by_how_many_it_is_asked():
    async def story():
        adviser = Adviser()
        async with served(thinkers=[adviser]) as here:
            seated = await here.make("ice_cult", ["me", "random"])
            two = [await Player.come(here.ws, seated["table"], seated["token"]) for _ in range(2)]
            await two[0].until(lambda: two[0].seat in two[0].view["to_act"])
            adviser.free.clear()
            asking = [asyncio.create_task(one.do("hint")) for one in two]
            await asyncio.sleep(0.2)
            adviser.free.set()
            one, other = [await task for task in asking]
            assert one["move"] == other["move"] == (await two[0].do("hint"))["move"]
            assert len(adviser.asked) == 1
            share = adviser.asked[0].share
            assert (share.address, share.people) == ("127.0.0.1", True), "it takes turns with the bots of all tables"

    run(story())


def test_whoever_moves_while_somebody_thinks_is_not_kept_waiting():
    async def story():
        adviser = Adviser()
        async with served(thinkers=[adviser]) as here:
            ada = await sits(here)
            adviser.free.clear()
            asking = asyncio.create_task(ada.do("hint"))
            await asyncio.sleep(0.1)
            assert (await ada.move(ada.view["legal"][0]["code"]))["type"] == "done"
            assert not asking.done()
            await ada.until(lambda: ada.seat in ada.view["to_act"])
            again = asyncio.create_task(ada.do("hint"))
            assert key(await asking) == "refused.busy", "the last wish counts, and each is answered"
            adviser.free.set()
            assert (await again)["type"] == "hinted"
            assert len(adviser.asked) == 2

    run(story())


def test_nobody_thinks_any_more_for_a_house_that_closes():
    async def story():
        adviser = Adviser()
        async with served(thinkers=[adviser]) as here:
            ada = await sits(here)
            adviser.free.clear()
            asking = asyncio.create_task(ada.do("hint"))
            await asyncio.sleep(0.1)
        with pytest.raises(ConnectionError):
            await asking

    run(story())


def test_hints_are_refused_among_people_to_spectators_and_in_matches_that_are_compared():
    async def story():
        async with served(thinkers=[Adviser()]) as here:
            ann, ben = await here.duel("ice_cult")
            for one in (ann, ben):
                assert one.table["hints"] is False
                assert key(await one.do("hint")) == "refused.people_hint"
            watcher = await Player.come(here.ws, ann.table["table"])
            assert key(await watcher.do("hint")) == "refused.not_seated"
            passing = await here.make("ice_cult", ["me", "me"])
            both = await Player.come(here.ws, passing["table"], passing["token"])
            assert key(await both.do("hint", seat=0)) == "refused.people_hint"
            status, dealt = await here.post("/api/daily/altitude", {"kind": "alone"})
            assert status == 201
            seated = dealt["seated"]
            daily = await Player.come(here.ws, seated["table"], seated["token"])
            assert daily.table["hints"] is False
            assert key(await daily.do("hint")) == "refused.dealt_hint"

    run(story())


def test_hints_are_refused_when_it_is_not_ones_turn_and_when_it_is_over():
    async def story():
        adviser = Adviser()
        async with served(thinkers=[adviser]) as here:
            ada = await sits(here)
            assert key(await ada.do("hint", seat=1)) == "refused.not_yours"
            await ada.do("resign")
            assert key(await ada.do("hint")) == "refused.is_over"
            assert adviser.asked == []

    run(story())


def test_a_bot_that_cannot_think_is_told_so_and_may_be_asked_again():
    async def story():
        adviser = Adviser()
        settings = dataclasses.replace(QUICK, bot_patience=0.3)
        async with served(settings, thinkers=[adviser]) as here:
            ada = await sits(here)
            adviser.error = RuntimeError("made by the test")
            assert key(await ada.do("hint")) == "refused.failed_hint"
            adviser.error, adviser.answers_as = None, "fox"
            assert key(await ada.do("hint")) == "refused.failed_hint", "a substitute's word is nobody's advice"
            adviser.answers_as = None
            adviser.free.clear()
            assert key(await ada.do("hint")) == "refused.failed_hint", "nobody waits for ever"
            adviser.free.set()
            assert (await ada.do("hint"))["type"] == "hinted"
        async with served() as here:  # nobody here but those who know nothing
            ada = await sits(here)
            assert key(await ada.do("hint")) == "refused.no_adviser"

    run(story())


def test_an_address_has_so_many_hints_a_minute_and_one_that_is_known_costs_nothing():
    async def story():
        async with served(dataclasses.replace(QUICK, hints_a_minute=2), thinkers=[Adviser()]) as here:
            tables = [await sits(here) for _ in range(3)]
            answers = [await one.do("hint") for one in tables[:2]]
            assert [answer["type"] for answer in answers] == ["hinted", "hinted"]
            assert key(await tables[2].do("hint")) == "refused.often_hint"
            assert (await tables[0].do("hint"))["move"] == answers[0]["move"]

    run(story())
