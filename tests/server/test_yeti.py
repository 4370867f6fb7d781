"""A yeti at a server's tables: offered where a game was taught one, refused elsewhere, and asked for its judgement."""

from __future__ import annotations

import asyncio

import pytest
from serving import Player, served

from banquise.bots.levels import levels_of
from banquise.games import OWN
from banquise.games import game as game_named
from banquise.server.live.thinkers import PoolThinker


def run(story):
    asyncio.run(asyncio.wait_for(story, 300))


def test_a_table_offers_a_yeti_where_one_was_taught_and_refuses_it_elsewhere_by_name():
    async def story():
        async with served(thinkers=[PoolThinker(1)]) as here:
            offered = {game["name"]: game["levels"] for game in (await here.get("/api/games"))[1]}
            for name in OWN:
                known = [*levels_of(game_named(name)), "random"]
                assert offered[name] == known
                wish = {"game": name, "seats": [{"kind": "me"}, {"kind": "bot", "level": "yeti"}]}
                status, answer = await here.post("/api/tables", wish)
                if "yeti" in known:
                    assert status == 201
                else:
                    title = game_named(name).title
                    assert (status, answer["reason"]) == (400, "bad_table")
                    assert f"no bot of level 'yeti' plays {title} here: choose one of" in answer["text"]
            assert [name for name in OWN if "yeti" in offered[name]], "somebody was taught"
            ann, _ = await here.duel("alaska")
            refused = (await ann.do("deputy", level="yeti"))["reason"]
            assert refused["key"] == "refused.no_such_level"
            assert "yeti" not in refused["text"]
            ben, _ = await here.duel("ice_cult")
            assert (await ben.do("deputy", level="yeti"))["type"] == "done"

    run(story())


@pytest.mark.slow
def test_a_yeti_moves_itself_and_nobody_in_its_place():
    async def story():
        async with served(thinkers=[PoolThinker(1)]) as here:
            seated = await here.make("ice_cult", ["yeti", "hare"])
            watcher = await Player.come(here.ws, seated["table"])
            assert watcher.table["seats"][0]["name"] == "Yeti"
            await watcher.until(lambda: {0, 1} <= {event["by"] for event in watcher.events.get(None, [])}, 200)
            assert not [note for note in watcher.notes if note["said"]["key"] == "note.relieved"]
            await here.house.delete(seated["table"])

    run(story())
