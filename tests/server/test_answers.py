"""An answer to another's move takes its time, so that nobody learns from it what the asked seat hides (AK-5.6)."""

from __future__ import annotations

import asyncio

import pytest
from serving import Player, served

from banquise.games import game
from banquise.games.alaska.scenes import ambush
from banquise.table import Match
from banquise.table.match import new


def test_who_keeps_a_card_and_is_asked_for_fog_answers():
    match = Match(game("alaska"), 2, position=ambush())
    assert not match.is_answer(0), "nobody has done anything yet"
    match.play(0, "hijack yellow")
    assert match.is_answer(1)
    assert not match.is_answer(0)
    match.play(1, "no fog")
    assert match.is_answer(0), "the thief, too, goes on because of what another said, and keeps a helicopter"
    match.play(0, "fly NW")
    assert not match.is_answer(0)


def test_choices_in_the_open_are_no_answers():
    lake = new("ice_lake", seats=2, seed=3)
    lake.play(0, "GGGGGG")
    assert not lake.is_answer(1), "a programme is written by all at the same time, by some later than by others"
    while not lake.is_over:
        for seat in lake.to_act:
            assert not (len(lake.to_act) == 1 and lake.state.phase > 2 and lake.is_answer(seat)), "a facing is open"
            lake.play(seat, int(lake.legal(seat)[-1]))
            break
    cult = new("ice_cult", seats=2, seed=3)
    cult.play(cult.to_act[0], int(cult.legal(cult.to_act[0])[0]))
    assert not any(cult.is_answer(seat) for seat in cult.to_act), "nothing is hidden there"


@pytest.mark.slow
def test_a_bot_answers_no_sooner_than_it_might_have_to(monkeypatch):
    async def story():
        async with served(answer_pause=0.3) as here:
            monkeypatch.setattr(Match, "is_answer", lambda match, seat: seat == 1)
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

    asyncio.run(asyncio.wait_for(story(), 60))
