"""Nobody gains by asking often: what one person asks for is paid by that person's own time."""

from __future__ import annotations

import asyncio

import pytest
from serving import Player, served

from banquise.games.ice_lake import words
from banquise.server.http import limits
from banquise.server.http.limits import Addresses
from banquise.table import Match, new
from banquise.table import entries as e
from banquise.table import table as table_module
from banquise.table.foretelling import IMAGINED, TOLD, foretell
from banquise.table.notes import UndoAsked
from banquise.table.refused import Refused
from banquise.table.table import Table


def run(story):
    asyncio.run(asyncio.wait_for(story, 60))


def counted(monkeypatch, owner, name):
    """Count how often something is asked."""
    real, calls = getattr(owner, name), []

    def asked(*args):
        calls.append(args)
        return real(*args)

    monkeypatch.setattr(owner, name, asked)
    return calls


def a_table(game="alaska", people=2):
    rules, clock = new(game, people).game.version, e.Clock(kind="match", seconds=10, late="resign")
    places = [e.Place() for _ in range(people)]
    header = e.Header(
        game=game,
        rules=rules,
        options={},
        places=places,
        clock=clock,
        public=True,
        title="",
        seed="00" * 32,
        commitment="",
        created=0,
    )
    table = Table("t", header)
    for seat in range(people):
        table.sit_again(seat, f"P{seat}", f"digest{seat}", "", 0)
    table.start_if_full(0)
    return table


def move_on(table, at=0):
    """Somebody makes the first of their moves; who."""
    seat = table.to_act[0]
    table.act(seat, int(table.match.legal(seat)[0]), at)
    return seat


def key_of(refused):
    return refused.value.message.key


@pytest.mark.slow
def test_a_full_inbox_of_one_person_leaves_room_for_the_others():
    async def story():
        async with served() as here:
            first = await here.make("ice_lake", ["me", "open"], name="Ann")
            second = await here.join(first["table"], name="Ben")
            crowd = [await Player.come(here.ws, first["table"], first["token"]) for _ in range(70)]
            ben = await Player.come(here.ws, first["table"], second["token"])
            real = here.house.store.append

            async def slow(append):
                await asyncio.sleep(0.02)
                await real(append)

            here.house.store.append = slow
            chats = [asyncio.create_task(one.do("chat", text="me first")) for one in crowd]
            await asyncio.wait(chats, return_when=asyncio.FIRST_COMPLETED)
            assert (await ben.move("GAD"))["type"] == "done"
            answers = [answer["type"] for answer in await asyncio.gather(*chats)]
            assert answers.count("refused") > len(answers) / 2

    run(story())


def test_what_an_address_asks_for_beyond_its_share_comes_later_and_is_not_refused(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    share = Addresses(60 * 10, burst=5)
    assert [share.wait("greedy") for _ in range(5)] == [0.0] * 5
    assert [share.wait("greedy") for _ in range(3)] == pytest.approx([0.1, 0.2, 0.3])
    assert share.wait("honest") == 0.0
    now[0] = 0.4
    assert share.wait("greedy") == 0.0


def test_every_command_is_taken_from_its_address():
    async def story():
        async with served() as here:
            asked = []
            here.house.commands.wait = lambda address: asked.append(address) or 0.01
            ann, _ = await here.duel()
            asked.clear()
            assert (await ann.do("chat", text="hello"))["type"] == "done"
            assert asked == ["127.0.0.1"]

    run(story())


def test_a_preview_of_a_full_sheet_costs_no_more_than_one_of_a_few_letters(monkeypatch):
    match = new("ice_lake", 2, seed=7)
    calls = counted(monkeypatch, words, "tell")
    foretold = foretell(match.game, match.state, 0, "GAD" * 114)
    assert len(calls) <= IMAGINED * TOLD
    assert foretold.refused is None
    assert len(foretold.said) == TOLD
    assert foretell(match.game, match.state, 0, "GAD" * 115).refused is not None, "a sheet has 342 lines"


def test_whoever_asks_again_whether_a_move_can_be_taken_back_is_told_what_was_found(monkeypatch):
    table = a_table()
    calls = counted(monkeypatch, Match, "undo_point")
    seat = move_on(table)
    for number in range(1, 4):
        for _ in range(10):
            with pytest.raises(Refused):
                table.ask_undo(1 - seat, 0)
        assert len(calls) == number
        while move_on(table) != seat:
            pass


def test_talk_has_an_end_and_play_has_not(monkeypatch):
    monkeypatch.setattr(table_module, "MOST_BESIDE", 20)
    table = a_table()
    while table.revision < 20:
        table.chat(0, "and another thing", 0)
    for more in (
        lambda: table.chat(0, "and yet another", 0),
        lambda: table.choose_deputy(1, "fox", 0),
        lambda: table.leave([1], 0),
    ):
        with pytest.raises(Refused) as refused:
            more()
        assert key_of(refused) == "refused.said_enough"
    move_on(table)
    table.resign(0, 0)
    assert table.status == "over"


def test_no_time_runs_for_whoever_has_agreed_and_waits_for_another_to_answer():
    """Two who are in league: one asks, the other never answers. The third must not lose by it."""
    table = a_table("ice_cult", people=4)
    asker = move_on(table)
    while table.to_act == (asker,):
        move_on(table)
    (mover,) = table.to_act
    table.undo_wished.clear()
    table.undo_asked = UndoAsked(asker, 0)
    table._follow(1_000)
    table.answer_undo(mover, True, 1_000)
    assert table.undo_asked is not None
    assert table.clocks.late(60_000) == []
    assert table.clocks.deadline(60_000) is None
