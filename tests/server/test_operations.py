"""What whoever runs a server does beside it: copies, taking one table out, forgetting, looking after it."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys

import pytest
from serving import Player, free_port, served

from banquise.server.operations import backup, delete, export, restore


def run(story):
    asyncio.run(asyncio.wait_for(story, 60))


def banquise(*arguments, cwd):
    command = [sys.executable, "-c", "from banquise.terminal.command import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, timeout=60)


def test_a_backup_made_while_people_play_is_restored_and_played_on(tmp_path):
    async def story():
        database, copy, again = tmp_path / "tables.db", tmp_path / "copy.db", tmp_path / "again.db"
        async with served(database=f"sqlite:{database}") as here:
            seated = await here.make("ice_lake", ["me", "me"], name="Ann")
            player = await Player.come(here.ws, seated["table"], seated["token"])
            assert (await player.move("G", seat=0))["type"] == "done"
            assert await asyncio.to_thread(backup, database, copy) == 1
            assert (await player.move("A", seat=1))["type"] == "done"  # after the copy
        assert restore(copy, again, replace=False) == 1
        async with served(database=f"sqlite:{again}") as here:
            player = await Player.come(here.ws, seated["table"], seated["token"])
            assert (player.views[0]["view"]["written"], player.views[0]["to_act"]) == (1, [1])
            assert (await player.move("D", seat=1))["type"] == "done"

    run(story())


@pytest.mark.slow
def test_a_damaged_or_foreign_backup_is_refused(tmp_path):
    bad = tmp_path / "bad.db"
    bad.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    result = banquise("restore", str(bad), "--database", f"sqlite:{tmp_path}/new.db", cwd=tmp_path)
    assert result.returncode == 2
    assert result.stderr.startswith("banquise: ")
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "new.db").exists()
    missing = banquise("backup", "copy.db", "--database", "sqlite:nowhere.db", cwd=tmp_path)
    assert missing.returncode == 2
    assert "there is no store" in missing.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--database", "postgresql://nobody@127.0.0.1:1/none"], "the tables cannot be opened: PostgreSQL"),
        (["--database", "mysql://x"], "is no database"),
        (["--database", "sqlite:/proc/none/tables.db"], "the tables cannot be opened"),
        (["--host", "203.0.113.7"], "cannot listen on 203.0.113.7"),
        (["--bot-pause", "-1"], "not '-1'"),
    ],
)
def test_a_server_that_cannot_start_says_why_in_a_line(tmp_path, options, says):
    port = str(free_port())
    result = banquise("serve", "--bots", "0", "--port", port, *options, cwd=tmp_path)
    assert result.returncode == 2
    assert says in result.stderr
    assert "Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_one_table_is_exported_without_secrets_and_forgotten(tmp_path):
    async def story():
        database = f"sqlite:{tmp_path}/tables.db"
        async with served(database=database) as here:
            seated = await here.make("ice_lake", ["me", "me"], name="Ann")
            other = await here.make("ice_lake", ["me", "open"], name="Ben")
            player = await Player.come(here.ws, seated["table"], seated["token"])
            await player.do("chat", text="hello", seat=0)
        facts = json.loads(await export(database, seated["table"]))
        assert facts["header"]["game"] == "ice_lake"
        assert "seed" not in facts["header"]  # the match is not over
        assert any(line["entry"].get("text") == "hello" for line in facts["log"])
        assert "token" not in json.dumps(facts)
        assert await delete(database, seated["table"]) is True
        assert await delete(database, seated["table"]) is False
        with pytest.raises(ValueError, match="there is no table"):
            await export(database, seated["table"])
        assert json.loads(await export(database, other["table"]))["status"] == "open"

    run(story())
    gone = banquise("delete", "nothing", "--database", f"sqlite:{tmp_path}/tables.db", cwd=tmp_path)
    assert gone.returncode == 2
    assert "there is no table 'nothing'" in gone.stderr


def test_old_tables_are_forgotten_when_asked_to(tmp_path, monkeypatch):
    async def story():
        from banquise.server.live import house

        monkeypatch.setattr(house, "ALIVE_EVERY", 0.1)
        async with served(database=f"sqlite:{tmp_path}/tables.db", keep_days=0.3 / 86_400) as here:
            seated = await here.make("ice_lake", ["me", "open"])
            for _ in range(100):
                if (await here.get(f"/api/tables/{seated['table']}"))[0] == 404:
                    return
                await asyncio.sleep(0.05)
            raise AssertionError("the table is still there")

    run(story())


def test_tables_that_nobody_watches_are_dropped_from_memory_and_read_again(monkeypatch):
    async def story():
        from banquise.server.live import house

        monkeypatch.setattr(house, "ALIVE_EVERY", 0.1)
        async with served(idle_seconds=0.2) as here:
            ann, ben = await here.duel()
            await ann.move("G")
            table = ann.table["table"]
            await ann.leave()
            await ben.leave()
            for _ in range(100):
                if table not in here.house.rooms:
                    break
                await asyncio.sleep(0.05)
            assert table not in here.house.rooms
            assert (await here.get(f"/api/tables/{table}"))[0] == 200

    run(story())


def test_the_lobby_lists_public_tables_only_page_by_page():
    async def story():
        async with served() as here:
            made = [
                (await here.make("ice_lake", ["me", "open"], public=True, title=f"T{n}"))["table"] for n in range(5)
            ]
            await here.make("ice_lake", ["me", "open"])
            await here.make("ice_cult", ["me", "open"], public=True)
            seen, after = [], ""
            while True:
                _, page = await here.get(f"/api/tables?game=ice_lake&limit=2{after}")
                seen += [one["table"] for one in page["tables"]]
                if page["next"] is None:
                    break
                after = f"&after={page['next']}"
            assert sorted(seen) == sorted(made)
            assert (await here.get("/api/tables?status=sleeping"))[0] == 400
            assert (await here.get("/api/tables?after=nonsense"))[0] == 400
            assert (await here.get("/api/tables/nothing/record"))[0] == 404
            assert (await here.get(f"/api/tables/{made[0]}/record"))[0] == 409

    run(story())


def test_figures_count_what_happens():
    async def story():
        async with served() as here:
            ann, _ = await here.duel()

            async def figure(name):
                _, page = await here.get("/metrics")
                lines = [line for line in page.decode().splitlines() if line.startswith(name)]
                return float(lines[0].rpartition(" ")[2]) if lines else 0.0

            before = await figure('banquise_commands_total{answer="done",kind="move"}')
            await ann.move("G")
            assert await figure('banquise_commands_total{answer="done",kind="move"}') == before + 1
            assert await figure("banquise_connections ") >= 2

    run(story())


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"game": "chess", "seats": [{"kind": "me"}] * 2}, "no game 'chess'"),
        ({"game": "ice_lake", "seats": [{"kind": "me"}]}, "is for 2 to 4 seats, not 1"),
        ({"game": "ice_lake", "seats": [{"kind": "me"}] * 2, "options": {"lake": "sea"}}, "is large or short"),
        ({"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "bot", "level": "genius"}]}, "no bot of level"),
        ({"game": "ice_lake", "seats": [{"kind": "me"}] * 2, "clock": {"kind": "move", "seconds": 0}}, "from 1 second"),
        ({"game": "ice_lake", "seats": [{"kind": "me"}] * 2, "colour": "red"}, "colour"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_what_would_be_right(wish, says):
    async def story():
        async with served() as here:
            status, problem = await here.post("/api/tables", wish)
            assert status == 400
            assert says in problem["text"]

    run(story())
