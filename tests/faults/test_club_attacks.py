"""The club's rooms (cards, ratings, pairing, feed) under attack by a program that has read their descriptions."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import Counter

import pytest
from attacking import DEFAULTS, P99, asked, duel, p99, reading, run, stopped
from serving import Player, Process, request, served

CLUB = (
    "/api/players",
    "/api/players/me",
    "/api/players/me/moving",
    "/api/players/arriving",
    "/api/players/me/revoking",
)
POSTS = (*CLUB, "/api/pairing", "/api/pairing/look", "/api/pairing/leave")
FAR = "203.0.113.5"  # an address of somebody else, as a proxy of this machine says it


def key() -> str:
    return secrets.token_urlsafe(16)


def wish(ticket: str, **more: object) -> dict[str, object]:
    return {"game": "ice_cult", "seats": 2, "ticket": ticket, "pace": "quick", **more}


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request, tmp_path):
    database = (
        request.getfixturevalue("postgres").fresh() if request.param == "postgresql" else f"sqlite:{tmp_path}/t.db"
    )
    with Process(database, *DEFAULTS) as process:
        yield process


@pytest.fixture
def small(tmp_path):
    with Process(f"sqlite:{tmp_path}/tables.db", *DEFAULTS) as process:
        yield process


def test_cards_are_made_by_the_hundred_and_not_by_the_thousand(small):
    def card(address: str) -> int:
        headers = {"authorization": f"Bearer {key()}", "x-forwarded-for": address}
        return request(f"{small.http}/api/players", {"name": "A"}, headers)[0]

    made = Counter(card("203.0.113.1") for _ in range(230))
    assert set(made) == {201, 429}
    assert made[201] <= 205
    assert card(FAR) == 201


def test_addresses_that_one_household_was_given_are_one(small):
    body = {"game": "ice_lake", "seats": [{"kind": "me"}, {"kind": "open"}]}

    def made(address: str) -> int:
        return request(f"{small.http}/api/tables", body, {"x-forwarded-for": address})[0]

    flood = Counter(made(f"2001:db8:0:7:{n:x}::{n:x}") for n in range(40))
    assert flood[429] >= 8
    assert made("2001:db8:0:8::1") == 201


def test_tickets_of_one_do_not_keep_others_from_each_other(small):
    def wait(ticket: str, address: str) -> tuple[int, dict]:
        return request(f"{small.http}/api/pairing", wish(ticket), {"x-forwarded-for": address})

    flood = Counter(wait(key(), "203.0.113.1")[0] for _ in range(60))
    assert set(flood) == {200, 429}
    assert flood[200] <= 35
    honest = [(key(), f"198.51.100.{n}") for n in range(4)]  # one of the flood may still wait, and be met
    found = [wait(*one) for one in honest]
    found = [request(f"{small.http}/api/pairing/look", {"ticket": ticket})[1]["table"] for ticket, _ in honest]
    assert len([table for table in found if table]) >= 3


PATHS = {
    "/api/standings/ice_lake/2": {"200", "429"},
    "/api/players/0123456789abcdef/turns/00000000000000000000000000000000": {"404", "429"},
    "/health": {"200"},
}


@pytest.mark.parametrize("path", PATHS)
def test_readers_of_the_club_do_not_stand_in_a_players_way(small, tmp_path, path, capsys):
    async def story(calm: Process) -> None:
        async with duel(small) as (player, _), duel(calm) as (other, _):
            readers = await reading(small, path, at_once=50)
            waits, elsewhere = [], []
            for _ in range(30):
                here, there = await asyncio.gather(asked(player), asked(other))
                waits.append(here)
                elsewhere.append(there)
            counts = await stopped(readers)
            with capsys.disabled():
                print(f"\nclub readers of {path[:20]}: {counts}, others wait {1000 * p99(waits):.0f} ms at most")
            assert set(counts) <= PATHS[path]
            assert p99(waits) < max(P99, 3 * p99(elsewhere))

    with Process(f"sqlite:{tmp_path}/calm.db") as calm:
        run(story(calm))


def test_what_no_client_sends_is_refused_politely(server):
    mine = {"authorization": f"Bearer {key()}"}
    assert request(f"{server.http}/api/players", {"name": "A\0nn", "label": "\0"}, mine)[0] == 201
    for path in POSTS:
        for body in (b"[" * 10_000, b'{"a":' * 3_000, b"\xff\xfe", b"", b'{"name":"' + b"x" * 20_000 + b'"}', b"null"):
            assert request(server.http + path, body, mine)[0] in (400, 413), (path, body[:10])
        for odd in ("\0", "x" * 3_000, 10**40, None, [[]], {"$ne": 1}):
            names = ("name", "code", "device", "ticket", "game", "seats", "label", "entropy", "languages")
            status, _ = request(server.http + path, dict.fromkeys(names, odd), mine)
            assert status in (400, 413), (path, odd)
    for name in ("%00", "a%00b", "%F0%9F%90%A7", "x" * 41, "..%2f", "'%20OR%201=1--"):
        for path in (f"/api/players/{name}", f"/api/players/{name}/ratings", f"/api/players/{name}/turns/{name}"):
            assert request(server.http + path)[0] in (400, 404), path
        for path in ("/api/players/me/matches?status=over&after=", "/api/standings/ice_lake/2?after="):
            assert request(f"{server.http}{path}{name}", None, mine)[0] == 400, path + name
        assert request(f"{server.http}/api/players/me/matches?search={name[:40]}", None, mine)[0] == 200
    for more in ({"name": "A\0b"}, {"entropy": "x"}, {"seats": 2**63}, {"game": "\0"}):
        assert request(f"{server.http}/api/pairing", wish(key(), **more))[0] in (200, 400), more
    for place in ("1e-999.0", "-0.0.0", "999999.9.f", "1.5.", ".a", "nan.0", "9" * 30 + ".0"):
        assert request(f"{server.http}/api/standings/ice_lake/2?after={place}")[0] in (200, 400), place
    assert request(f"{server.http}/health")[0] == 200
    assert "Traceback" not in server.output()


def test_secrets_are_not_to_be_guessed(small):
    mine = {"authorization": f"Bearer {key()}"}
    _, me = request(f"{small.http}/api/players", {"name": "Ann"}, mine)
    player = me["card"]["player"]
    wrong = request(f"{small.http}/api/players/{player}/turns/{'0' * 32}")
    assert wrong == request(f"{small.http}/api/players/{'0' * 16}/turns/{'0' * 32}")  # nobody learns who there is
    assert wrong[0] == 404
    for guess in ("A" * 22, key(), "", "A" * 4_000, me["feed"].rpartition("/")[2]):
        for path in ("/api/players/me", "/api/players/me/matches", "/api/players/me/kept", "/api/players/me/records"):
            status, told = request(small.http + path, None, {"authorization": f"Bearer {guess}"})
            assert status == 401, (path, told)
            assert player not in json.dumps(told)
    guesses = Counter(
        request(f"{small.http}/api/players/arriving", {"code": secrets.token_hex(11)}, mine)[0] for _ in range(80)
    )
    assert set(guesses) == {404, 429}
    assert request(f"{small.http}/api/pairing/look", {"ticket": key()})[0] == 404


def test_a_card_is_held_by_few_devices_and_its_matches_are_taken_home_one_at_a_time():
    async def story() -> None:
        async with served() as here:
            old = f"Bearer {key()}"
            await here.post("/api/players", {"name": "Ann"}, authorization=old)
            statuses = []
            for _ in range(21):
                code = secrets.token_hex(11)
                statuses.append((await here.post("/api/players/me/moving", {"code": code}, authorization=old))[0])
                await here.post("/api/players/arriving", {"code": code}, authorization=f"Bearer {key()}")
            assert statuses == [201] * 19 + [409] * 2
            seated = await here.make("ice_cult", ["me", "random"])
            at = await Player.come(here.ws, seated["table"], seated["token"])
            await at.do("resign")
            paths = ["/api/players/me/kept", "/api/players/me/records"] * 4
            answers = await asyncio.gather(*(here.get(path, authorization=old) for path in paths))
            assert {status for status, _ in answers} <= {200, 429}
            assert (await here.get(paths[0], authorization=old))[0] == 200  # and nothing is left behind
            assert (await here.get(paths[1], authorization=old))[0] == 200

    run(story())
