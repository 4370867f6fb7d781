"""S1 for the whole house: no address tells anything of a secret move to whom it does not concern, whoever asks."""

from __future__ import annotations

import asyncio
import io
import random
import re
import secrets
import zipfile
from collections import defaultdict

from clubbing import ME, Browser, a_whole_life, member
from serving import served

SECRETS = {"ice_lake": ("GAD", "DAGGAD")}  # elsewhere: the first legal move, or the last
CLOCK = {"kind": "move", "seconds": 3 * 86_400, "late": "resign"}
BY_THE_SECOND = {
    "/metrics",
    "/api/counts",
}  # what they tell depends on how quick the test is; test_meeting.py has counts
# Moments, and how much of three days is left; the key of the house is drawn elsewhere.
VARIES = re.compile(r"\b1[6-9]\d{11}\b|\b25[89]\d{6}\b|\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)|'push_key': '[\w-]+'")


def plain(here, answer):
    """An answer as text, without what is different at any two moments."""
    if isinstance(answer, bytes) and answer.startswith(b"PK"):
        archive = zipfile.ZipFile(io.BytesIO(answer))
        answer = {name: archive.read(name) for name in archive.namelist()}
    return VARIES.sub("", str(answer).replace(here.http, "HERE"))


async def asked(here, names, askers, about=""):
    """What every address answers that is only read, to each of the askers; ``about``: only those with this in them."""
    told = {}
    paths = (await here.get("/api/openapi.json"))[1]["paths"]
    for path in sorted(path for path, verbs in paths.items() if "get" in verbs and path not in BY_THE_SECOND):
        if not re.search(about, path):
            continue
        address = re.sub(r"\{(\w+)\}", lambda found: names.get(found[1], "none"), path)
        for who, browser in askers.items():
            status, answer = await browser.get(address)
            told[who, address] = (status, plain(here, answer))
    return told


async def after(which, monkeypatch):
    """A club in which Ann has done something in secret, in rated matches by days; all that is drawn is the same."""
    drawn = defaultdict[int, random.Random](
        lambda: random.Random(7)
    )  # by length: sockets draw too, as often as they like
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: drawn[count].randbytes(count))
    async with served(alerts_nearby=True) as here:
        ann, _, ben, other = await a_whole_life(here)
        stranger, _ = await member(here, "A stranger")
        askers = {"Ben": ben, "a stranger": stranger, "no card": Browser(here)}
        tables = {game: await secretly(ann, ben, game, which) for game in ("ice_lake", "altitude")}
        kept = (await ann.get(f"{ME}/kept"))[1]
        names = {"player": other, "seats": "2", "number": "1", "language": "en", "step": "0"}
        names |= {
            "evening": kept["evenings"][0]["evening"],
            "secret": (await ben.get(ME))[1]["feed"].rpartition("/")[2],
        }
        told = {}
        for game, table in tables.items():  # all that can be asked; of the later games, what is about a game or a table
            about = r"\{(table|game|name)\}" if told else ""
            told |= await asked(here, names | {"table": table, "game": game, "name": game}, askers, about)
        mine = {one["table"]: plain(here, one) for one in kept["matches"]}
        return {game: mine[table] for game, table in tables.items()}, told


async def secretly(ann, ben, game, which):
    """A match of a game in which something is decided in secret, and Ann has done so: one thing, or another."""
    table = (await ann.make(game, name="Canary Ann", rated=True, clock=CLOCK, public=True))["table"]
    await ben.join(table, name="Ben")
    at = await ann.come(table)
    wanted = SECRETS.get(game) or [move["text"] for move in at.views[at.seat]["legal"]]
    assert wanted[0] != wanted[-1]
    assert (await at.move(wanted[which]))["type"] == "done"
    return table


def test_s1_no_address_tells_of_a_secret_move(monkeypatch):
    async def story():
        (mine, one), (yours, other) = [await after(which, monkeypatch) for which in (0, -1)]
        assert all(mine[game] != yours[game] for game in mine), "Ann herself sees what she has done"
        assert one.keys() == other.keys()
        assert {at: (one[at], other[at]) for at in one if one[at] != other[at]} == {}
        assert len({address for (_, address), (status, _) in one.items() if status == 200}) >= 40

    asyncio.run(asyncio.wait_for(story(), 300))
