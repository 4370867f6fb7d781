"""S0: chance that neither a player nor whoever runs the server can steer, as a client sees it."""

from __future__ import annotations

import asyncio
import json
import random
import secrets

import msgspec
import pytest
from serving import Player, play_out, served

from banquise.kernel import fair
from banquise.table import decode, replay, to_record, verify
from banquise.table.match import Match
from banquise.table.verification import Kept


def run(story):
    asyncio.run(asyncio.wait_for(story, 60))


def refused(answer):
    return answer["reason"]["key"]


async def sealed_duel(here, game="alaska"):
    """Two who have sealed their parts and not revealed them."""
    parts = [secrets.token_urlsafe(16) for _ in range(2)]
    first = await here.make(game, ["me", "open"], entropy=fair.seal(parts[0]))
    ann = await Player.come(here.ws, first["table"], first["token"])
    early = await ann.do("reveal", part=parts[0])
    assert refused(early) == "refused.not_all_here"  # whoever sat down now could choose what suits them
    second = await here.join(first["table"], entropy=fair.seal(parts[1]))
    assert first["commitment"] == second["commitment"]
    ben = await Player.come(here.ws, first["table"], second["token"])
    return ann, ben, parts, first["commitment"]


def test_s0_parts_are_sealed_until_all_sit_and_the_match_starts_when_all_are_revealed():
    async def story():
        async with served() as here:
            ann, ben, parts, shown = await sealed_duel(here)
            assert ann.table["status"] == "open"
            assert [seat["seal"] for seat in ben.table["seats"]] == [fair.seal(part) for part in parts]
            assert parts[0] not in "".join(ben.frames)
            assert refused(await ann.do("reveal", part=parts[1])) == "refused.other_part"
            assert (await ann.do("reveal", part=parts[0]))["type"] == "done"
            assert refused(await ann.do("reveal", part=parts[0])) == "refused.no_seal"
            assert refused(await ben.do("leave")) == "refused.is_starting"
            assert (await ben.do("reveal", part=parts[1]))["type"] == "done"
            await ann.until(lambda: ann.table["status"] == "running" and ann.views)
            await ben.until(lambda: ben.views)
            assert ann.table["entropy"] == parts
            assert (await ben.do("resign"))["type"] == "done"
            await ann.until(lambda: ann.table["status"] == "over")
            _, raw = await here.get(f"/api/tables/{ann.table['table']}/record")
            record = decode(json.dumps(raw).encode())
            for part in parts:
                assert all(verify(record, Kept(shown, part)).checks.values())

    run(story())


def test_s0_a_rematch_is_sealed_anew():
    async def story():
        async with served() as here:
            ann, ben, parts, _ = await sealed_duel(here)
            for player, part in zip((ann, ben), parts, strict=True):
                await player.do("reveal", part=part)
            await ann.do("resign")
            again = [secrets.token_urlsafe(16) for _ in range(2)]
            for player, part in zip((ann, ben), again, strict=True):
                await player.until(lambda p=player: p.table["status"] == "over")
                assert (await player.do("rematch", entropy=fair.seal(part)))["type"] == "done"
            await ann.until(lambda: ann.table["rematch"] is not None)
            status, shown = await here.get(f"/api/tables/{ann.table['rematch']}")
            assert status == 200
            assert shown["table"]["status"] == "open"
            assert {seat["seal"] for seat in shown["table"]["seats"]} == {fair.seal(part) for part in again}

    run(story())


def test_s0_one_person_among_bots_is_sealed_too():
    async def story():
        async with served() as here:
            part = secrets.token_urlsafe(16)
            seated = await here.make("alaska", ["me", "random"], entropy=fair.seal(part))
            ann = await Player.come(here.ws, seated["table"], seated["token"])
            assert ann.table["status"] == "open"
            assert (await ann.do("reveal", part=part))["type"] == "done"
            await ann.until(lambda: ann.table["status"] == "running")
            await play_out([ann], random.Random(1), most=5)

    run(story())


def test_s0_whoever_keeps_back_a_part_loses_the_seat_and_the_others_seal_anew():
    """Ben lets Ann reveal and says nothing. Carl, who comes instead, knows Ann's part: it must not count any more."""

    async def story():
        async with served() as here:
            ann, ben, parts, _ = await sealed_duel(here)
            assert refused(await ann.do("seal", entropy=fair.seal("early"))) == "refused.sealed_already"
            assert (await ann.do("reveal", part=parts[0]))["type"] == "done"
            assert [seat["claimable"] for seat in ann.table["seats"]] == [False, True]
            assert refused(await ben.do("claim", of=0)) == "refused.not_started"  # Ann keeps back nothing
            assert (await ann.do("claim", of=1))["type"] == "done"
            await ann.until(lambda: ann.table["seats"][1]["kind"] == "open")
            assert [seat["must_seal"] for seat in ann.table["seats"]] == [True, False]
            assert [ann.table["seats"][0][name] for name in ("seal", "part")] == ["", ""]
            assert refused(await ben.do("reveal", part=parts[1])) == "refused.not_seated"
            joined = await here.join(ann.table["table"], entropy=fair.seal("carl-adds-this-part"))
            carl = await Player.come(here.ws, ann.table["table"], joined["token"])
            assert refused(await carl.do("reveal", part="carl-adds-this-part")) == "refused.not_all_here"
            assert (await ann.do("seal", entropy=fair.seal("ann-adds-another")))["type"] == "done"
            assert refused(await ann.do("reveal", part=parts[0])) == "refused.other_part"
            for player, part in ((carl, "carl-adds-this-part"), (ann, "ann-adds-another")):
                assert (await player.do("reveal", part=part))["type"] == "done"
            await ann.until(lambda: ann.table["status"] == "running" and ann.views)
            assert ann.table["entropy"] == ["ann-adds-another", "carl-adds-this-part"]
            await carl.until(lambda: carl.views)
            assert (await ann.do("chat", text="now"))["type"] == "done"
            await ben.until(lambda: any(note["chat"] == "now" for note in ben.notes))
            assert set(ben.views) <= {None}  # whose seat it was sees no more than a spectator
            assert ben.table["you"] == []

    run(story())


def test_s0_whoever_was_warned_has_time_to_reveal():
    async def story():
        async with served(warning_seconds=2.0) as here:
            ann, ben, parts, _ = await sealed_duel(here)
            assert (await ann.do("reveal", part=parts[0]))["type"] == "done"
            assert (await ann.do("claim", of=1))["type"] == "done"
            assert ann.table["seats"][1]["warned"]
            assert (await ben.do("reveal", part=parts[1]))["type"] == "done"
            await ann.until(lambda: ann.table["status"] == "running")
            await asyncio.sleep(2.5)
            assert [seat["level"] for seat in ann.table["seats"]] == [None, None]

    run(story())


# An operator who cheats -------------------------------------------------------------------------


def ground(parts, seals, wish):
    """The record of a server that tries seeds, or parts of its own, until the first draw is as it wishes."""
    for number in range(1000):
        seed, own = fair.seed_from(number), [*parts]
        if seals is None:
            own[1] = f"operator-part-{number}"
        match = Match(
            wish.game,
            2,
            seed=seed,
            promise=fair.Promise(None, tuple(own), tuple(seals or [fair.seal(part) for part in own])),
        )
        if match.log and match.log[0].codes[0] == wish.outcome:
            match.give_up(0)
            return to_record(match)
    raise AssertionError("not found")


class Wish(msgspec.Struct):
    game: object
    outcome: int


@pytest.fixture
def wish():
    from banquise.games import game

    return Wish(game("alaska"), 1)


def test_s0_an_operator_who_grinds_the_seed_is_found_out(wish):
    parts = ["ann-adds-this-part", "ben-adds-this-part"]
    shown = fair.commitment(fair.seed_from(10_000))  # what Ann was shown when she sat down
    record = ground(parts, [fair.seal(part) for part in parts], wish)
    assert verify(record).is_good  # by itself it looks well
    verdict = verify(record, Kept(shown, parts[0]))
    assert verdict.checks["the commitment is the one that you were shown"] is False
    assert not verdict.is_good


def test_s0_an_operator_who_drops_or_changes_a_part_is_found_out(wish):
    parts = ["ann-adds-this-part", "ben-adds-this-part"]
    record = ground(parts, None, wish)
    kept = Kept(record.commitment, "ann-adds-this-part")
    assert verify(record, kept).is_good
    without = replay(record)
    without.entropy = ("another", *without.entropy[1:])
    assert not verify(to_record(without), kept).is_good
    false_seal = msgspec.structs.replace(record, seals=[record.seals[0], fair.seal("what was shown before")])
    assert verify(false_seal).checks["the seed is the one committed to"] is False
