"""S1 for the whole house: no address tells anything of a secret move to whom it does not concern, whoever asks."""

from __future__ import annotations

import asyncio
import io
import random
import re
import secrets
import zipfile

from clubbing import ME, Browser, a_whole_life, member
from serving import served

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


async def asked(here, names, askers):
    """What every address answers that is only read, to each of the askers."""
    told = {}
    paths = (await here.get("/api/openapi.json"))[1]["paths"]
    for path in sorted(path for path, verbs in paths.items() if "get" in verbs and path not in BY_THE_SECOND):
        address = re.sub(r"\{(\w+)\}", lambda found: names.get(found[1], "none"), path)
        for who, browser in askers.items():
            status, answer = await browser.get(address)
            told[who, address] = (status, plain(here, answer))
    return told


async def after(programme, monkeypatch):
    """A club in which Ann has written something in secret, in a rated match by days; all that is drawn is the same."""
    chance = random.Random(7)
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: chance.randbytes(count))
    async with served(alerts_nearby=True) as here:
        ann, _, ben, other = await a_whole_life(here)
        stranger, _ = await member(here, "A stranger")
        table = (await ann.make(name="Canary Ann", rated=True, clock=CLOCK, public=True))["table"]
        await ben.join(table, name="Ben")
        assert (await (await ann.come(table)).move(programme))["type"] == "done"
        kept = (await ann.get(f"{ME}/kept"))[1]
        names = {"table": table, "player": other, "game": "ice_lake", "name": "ice_lake", "seats": "2", "number": "1"}
        names |= {"language": "en", "step": "0", "evening": kept["evenings"][0]["evening"]}
        names["secret"] = (await ben.get(ME))[1]["feed"].rpartition("/")[2]
        told = await asked(here, names, {"Ben": ben, "a stranger": stranger, "no card": Browser(here)})
        return plain(here, kept), told


def test_s1_no_address_tells_of_a_secret_move(monkeypatch):
    async def story():
        (mine, one), (yours, other) = [await after(programme, monkeypatch) for programme in ("GAD", "DAGGAD")]
        assert mine != yours, "Ann herself sees what she has written"
        assert one.keys() == other.keys()
        assert [at for at in one if one[at] != other[at]] == []
        assert len({address for (_, address), (status, _) in one.items() if status == 200}) >= 25

    asyncio.run(asyncio.wait_for(story(), 100))
