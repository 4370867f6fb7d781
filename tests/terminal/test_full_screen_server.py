"""A seat at a server's table from the full screen, as a browser has one."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from advising import Adviser
from piloting import WIDE, settled, until
from serving import Here, Player, served
from textual.widgets import Input, Static

from banquise.kernel import fair
from banquise.table import decode, verify
from banquise.table.verification import Kept
from banquise.terminal.fullscreen.app import TableApp
from banquise.terminal.fullscreen.fair import is_fair
from banquise.terminal.fullscreen.look import Refusal
from banquise.terminal.fullscreen.play import TableScreen
from banquise.terminal.fullscreen.remote import NoTable, RemoteSitting
from banquise.terminal.fullscreen.replay import ReplayScreen


@pytest.mark.slow
def test_two_terminals_meet_at_a_servers_table() -> None:
    """One joins by the link that the other's browser would show; both play, each sees only its own."""

    async def story() -> None:
        async with served() as here:
            made = await here.make("ice_lake", ["me", "open"], name="Ann", entropy=fair.seal("ann-adds-this-part"))
            ann = await Player.come(here.ws, made["table"], made["token"])
            link = f"{here.http}/#/table/{made['table']}"
            sitting = await asyncio.to_thread(RemoteSitting, link, "Ben", "en")
            screen = TableScreen(sitting)
            await ann.until(lambda: ann.table["seats"][1]["part"])  # sealed when Ben sat down, and revealed
            assert fair.seal(ann.table["seats"][1]["part"]) == ann.table["seats"][1]["seal"]
            assert (await ann.do("reveal", part="ann-adds-this-part"))["type"] == "done"
            async with TableApp("en", screen).run_test(size=WIDE) as pilot:
                await settled(pilot, screen)
                assert [player.name for player in screen.now.players] == ["Ann", "Ben"]
                await pilot.press("slash", *"XX", "enter")
                await settled(pilot, screen)
                assert "XX" in str(screen.query_one("#answer", Static).render())
                await pilot.press(
                    "escape", "m", "enter"
                )  # a letter of the list begins a programme, and is gone on with
                await until(pilot, lambda: screen.query_one("#typed", Input).value == "L", "the first letter")
                await pilot.press("s", "enter")
                await until(pilot, lambda: screen.now is not None and not screen.now.choices, "Ann's turn")
                await ann.do("move", move="DA", seen=0)
                await until(pilot, lambda: any("Ann" in s or "Red" in s for s in screen.now.log), "the skating")
                await pilot.press("escape", "x", "x")
                await until(pilot, lambda: screen.now is not None and screen.now.result, "the end")
                assert screen.now.result.startswith("Won by Ann. The others have given up.")
                await pilot.press("v")
                await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen), "the record, from the server")
            await asyncio.to_thread(sitting.close)

    asyncio.run(story())


def test_a_hint_is_asked_of_the_server_where_it_gives_some_and_refused_in_its_words_among_people() -> None:
    async def story(others: str, hints: bool, said: str) -> None:
        async with served(thinkers=[Adviser()]) as here:
            made = await here.make("ice_cult", ["open", others])
            link = f"{here.http}/#/table/{made['table']}"
            sitting = await asyncio.to_thread(RemoteSitting, link, "Ben", "de")
            if others == "open":
                await here.join(made["table"], name="Ann")
            screen = TableScreen(sitting)
            async with TableApp("de", screen).run_test(size=WIDE) as pilot:
                await until(pilot, lambda: screen.now is not None and (screen.now.choices or not hints), "one's turn")
                assert screen.is_of_use("hint") == hints, "the key is offered where it is of use"
                await pilot.press("h")
                await until(pilot, lambda: said in str(screen.query_one("#answer", Static).render()), said)
            await asyncio.to_thread(sitting.close)

    asyncio.run(story("random", True, "Versuch es mit"))
    asyncio.run(story("open", False, "Tipps gibt es nur"))


@contextlib.asynccontextmanager
async def seated(
    here: Here, game: str, clear: Path, ben_speaks: str = "en", **more: Any
) -> AsyncIterator[tuple[RemoteSitting, RemoteSitting]]:
    """Two terminals at one table, as on two machines: each keeps what is its own."""
    made = await here.make(game, ["open", "open"], **more)
    link = f"{here.http}/#/table/{made['table']}"
    ann = await asyncio.to_thread(RemoteSitting, link, "Ann", "en")
    (clear / "seats.json").unlink()  # Ben's machine knows nothing of Ann's seat
    ben = await asyncio.to_thread(RemoteSitting, link, "Ben", ben_speaks)
    try:
        await becomes(lambda: ann.look().state and ben.look().state, "the match")
        yield ann, ben
    finally:
        for sitting in (ann, ben):
            await asyncio.to_thread(sitting.close)


async def becomes(is_so: Callable[[], object], what: str) -> None:
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end, f"waited in vain for: {what}"
        await asyncio.sleep(0.01)


def test_a_terminal_seals_its_part_of_chance_reveals_it_and_checks_the_table_afterwards(tmp_path: Path) -> None:
    async def story() -> None:
        async with served() as here, seated(here, "alaska", tmp_path / "shelf", "fr") as (ann, ben):
            table = ann.table
            assert [seat["seal"].startswith("sealed_") for seat in table["seats"]] == [True, True]
            assert sorted(seat["part"] for seat in table["seats"]) == sorted(table["entropy"])
            with pytest.raises(Refusal, match="«\xa0place z9\xa0» n’est pas un coup ici"):
                await asyncio.to_thread(ben.play, "place z9")
            await asyncio.to_thread(ben.resign)
            await becomes(lambda: ann.look().result, "the end")
            assert "as sealed" in ann.look().result
            assert is_fair(ann.table | {"entropy": ["another"]}) is False
            assert is_fair(ann.table | {"seed": "00" * 32}) is False
            _, raw = await here.get(f"/api/tables/{table['table']}/record")
            part = table["seats"][ann.look().seat or 0]["part"]
            assert all(verify(decode(json.dumps(raw).encode()), Kept(table["commitment"], part)).checks.values())

    asyncio.run(story())


async def asked_to_take_back(first: RemoteSitting, other: RemoteSitting) -> None:
    """Play until the first has made a move that can be taken back, and asks for it."""
    rng = random.Random(5)
    for _ in range(60):
        await becomes(lambda: first.look().choices or other.look().choices, "somebody's turn")
        who = first if first.look().choices else other
        await asyncio.to_thread(who.play, rng.choice(who.look().choices).text)
        with contextlib.suppress(Refusal):
            if who is first:
                await asyncio.to_thread(first.undo)
                return
    raise AssertionError("no move could be taken back")


@pytest.mark.slow
def test_two_terminals_ask_each_other_talk_and_play_again(tmp_path: Path) -> None:
    """An undo is asked for and agreed to by a key; what is said is read; a rematch leads both to the next table."""

    async def story() -> None:
        clock = {"kind": "match", "seconds": 600}
        async with served() as here, seated(here, "ice_cult", tmp_path / "shelf", clock=clock) as (ann, ben):
            first, other, screen = ann, ben, TableScreen(ben)
            async with TableApp("en", screen).run_test(size=WIDE) as pilot:
                await until(pilot, lambda: screen.now is not None and screen.now.state, "the match")
                await asked_to_take_back(first, other)
                await until(pilot, lambda: screen.now.question, "the question")
                assert "take back" in str(screen.query_one("#prompt", Static).render())
                assert "n withdraws" in first.look().question
                await pilot.press("y")
                await becomes(lambda: not first.look().question and first.look().choices, "the move taken back")
                await pilot.press("c", *"hello", "enter", "escape")
                await becomes(lambda: any("hello" in note for note in first.look().notes), "what was said")
                left = next(player.clock for player in first.look().players if player.acts)
                await becomes(lambda: any(p.clock < left for p in first.look().players if p.acts), "time goes by")
                before = other.table["table"]
                await pilot.press("x", "x")
                await until(pilot, lambda: screen.now.result, "the end")
                await asyncio.to_thread(first.again)
                await until(pilot, lambda: "g agrees" in screen.now.question, "the wish for another")
                await pilot.press("g")
                await until(pilot, lambda: other.table["table"] != before and screen.now.players, "the next table")
                await becomes(lambda: first.look().choices or other.look().choices, "the next match")
                await becomes(lambda: first.table["table"] == other.table["table"], "the same table for both")
                await becomes(lambda: all(seat["part"] for seat in first.table["seats"]), "chance sealed anew")

    asyncio.run(story())


def test_what_somebody_muted_says_is_not_shown_nor_after_coming_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with served() as here, seated(here, "ice_lake", tmp_path / "shelf") as (ann, ben):
            screen = TableScreen(ben)
            await asyncio.to_thread(ann.say, "ahem")
            async with TableApp("en", screen).run_test(size=WIDE) as pilot:
                await until(pilot, lambda: "Ann: ahem" in screen.now.notes, "what was said")
                await pilot.press("k")
                await until(pilot, lambda: "Ann: ahem" not in screen.now.notes, "silence")
                assert "Ann" in str(screen.query_one("#answer", Static).render())
                await asyncio.to_thread(ann.say, "hello?")
                await asyncio.to_thread(ben.say, "peace")
                await until(pilot, lambda: "Ben: peace" in screen.now.notes, "what one says oneself")
                again = await asyncio.to_thread(RemoteSitting, f"{here.http}/#/table/{ben.table['table']}", "Ben", "en")
                assert [note for note in again.look().notes if note.startswith("Ann:")] == [], "and after coming back"
                await asyncio.to_thread(again.close)
                await pilot.press("k")
                await until(pilot, lambda: {"Ann: ahem", "Ann: hello?"} <= {*screen.now.notes}, "Ann heard again")

    asyncio.run(story())


def test_whoever_is_away_is_waited_for_no_longer_and_a_bot_of_their_choice_plays(tmp_path: Path) -> None:
    async def story() -> None:
        async with served() as here, seated(here, "ice_lake", tmp_path / "shelf") as (ann, ben):
            screen, at = TableScreen(ann), ben.look().seat
            assert "random" in await asyncio.to_thread(ben.deputy), "of the bots that this server has"
            async with TableApp("en", screen).run_test(size=WIDE) as pilot:
                await settled(pilot, screen)
                await pilot.press("w")
                await until(pilot, lambda: "away" in str(screen.query_one("#answer", Static).render()), "nobody is")
                await pilot.press("d")
                await until(pilot, lambda: "random" in str(screen.query_one("#answer", Static).render()), "a stand-in")
                await asyncio.to_thread(ben.close)
                await until(pilot, lambda: "Ben is away" in str(screen.query_one("#prompt", Static).render()), "Ben")
                await pilot.press("w")
                await until(pilot, lambda: screen.now.players[at].kind == "random", "the bot that Ben chose")
                await until(pilot, lambda: not screen.now.away, "the bot's move")

    asyncio.run(story())


@pytest.mark.parametrize("link", ["http://127.0.0.1:9/#/table/none", "ftp://x/#/table/a", "http://host"])
def test_a_link_that_leads_nowhere_is_quoted(link: str) -> None:
    with pytest.raises(NoTable, match=link.partition("/#")[0]):
        RemoteSitting(link, "Ben", "en")
