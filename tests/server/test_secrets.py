"""S1 and S2: nothing sent to a viewer depends on what it may not see, and no secret value is in anything sent."""

from __future__ import annotations

import asyncio
import random
import secrets
from itertools import takewhile

import pytest
from serving import Player, Process, play_out, served

import banquise
from banquise.kernel.chance import seed_rng
from banquise.kernel.contract import CHANCE, EVERYBODY
from banquise.kernel.schema import OWNER, SECRET
from banquise.server import protocol as p
from banquise.server import render
from banquise.server.live.tokens import digest_of, new_name
from banquise.table import entries as e
from banquise.table.entries import Row
from banquise.table.hinting import seen_by
from banquise.table.refused import Refused
from banquise.table.table import Table

CLOCK = e.Clock("match", 600, 5)


def viewers(seats):
    return [None, *range(seats)]


def header_of(game, seats, seed):
    match = banquise.new(game.name, seats, seed=seed)
    return e.Header(
        game=game.name,
        rules=game.version,
        options=match.options,
        places=[e.Place()] * seats,
        clock=CLOCK,
        public=True,
        title="",
        seed=match.seed.hex(),
        commitment=match.commitment,
        created=0,
    )


def folded(header, acts):
    """A table where people made these decisions, a second apart."""
    table = Table("t", header)
    seats = len(header.places)
    sits = [e.Sit(n, f"P{n}", digest_of(f"token {n}"), "") for n in range(seats)]
    for seq, entry in enumerate([*sits, e.Start(), *acts]):
        table.read(Row(seq, seq * 1000, None, e.encode(entry)))
    return table


def written(entry):
    return e.Chance(entry.codes[0]) if entry.actor == CHANCE else e.Act(entry.actor, list(entry.codes))


def stand(match, state):
    """Let a match be in another state, before the eyes of all who have watched so far."""
    for viewer in (*range(match.seats), None):
        match.events(viewer)
    match._stand(state)
    match._audience._frozen = state.copy()


def sent(table, viewer, now):
    """All that a viewer can be sent of a table: at first, later, and in answer to what cannot be."""
    you = [] if viewer is None else [viewer]
    parts = [p.encode(render.table(table, you, [0], language, 0)) for language in ("en", "fa")]
    count = table.match.event_count(viewer)
    for since in (0, max(0, count - 1), count):
        parts += [p.encode(render.view(table, viewer, "fr", since, now, told)) for told in (None, render.Told())]
    if viewer is not None:
        for move in (0, table.game.move_codes // 2, table.game.move_codes - 1):
            reason = table.game.rules.why_illegal(table.match.state, viewer, move)
            if reason:
                told = table.game.reasons[reason]
                parts.append(p.encode(render.refusal(table, Refused(told.key, told.paragraph), "x", "de")))
            else:
                parts.append(b"legal")
    return parts


def random_log(game, seats, seed, most):
    match, rng = banquise.new(game.name, seats, seed=seed), random.Random(seed)
    while not match.is_over and len(match.log) < most:
        seat = rng.choice(match.to_act)
        match.play(seat, int(rng.choice(match.legal(seat))))
    return [written(entry) for entry in match.log]


@pytest.mark.slow
def test_s1_what_is_sent_does_not_depend_on_what_is_hidden_now(game, capsys):
    compared = 0
    for seats in game.seats:
        for seed in range(4):
            header, log = header_of(game, seats, seed), random_log(game, seats, seed, 60)
            for at in range(5, len(log), 9):
                table = folded(header, log[:at])
                if table.match.awaits_chance:
                    continue
                truth = table.match.state
                for viewer in viewers(seats):
                    stand(table.match, truth)
                    before = sent(table, viewer, 10**6)
                    feed = None if viewer is None else table.position_for(viewer, [1, 2, 3, seed])
                    asked = None if viewer is None else seen_by(table.match, viewer)
                    twin, rng = truth.copy(), [0] * 4
                    seed_rng(rng, seed + at, 3)
                    game.rules.imagine(twin, -1 if viewer is None else viewer, rng)
                    stand(table.match, twin)
                    assert sent(table, viewer, 10**6) == before
                    if viewer is not None:  # what a bot in this seat would be told
                        assert table.position_for(viewer, [1, 2, 3, seed]) == feed
                        assert seen_by(table.match, viewer) == asked, "and what its adviser would be"
                        assert asked.position() == seen_by(table.match, viewer).position()
                    compared += 1
    with capsys.disabled():
        print(f"\nS1 {game.name}: {compared} positions and viewers, 0 differing bytes when what is hidden differs")


@pytest.mark.slow
def test_s1_what_is_sent_does_not_depend_on_what_was_done_in_secret(game, capsys):
    """Replace one hidden decision by another that the viewer cannot tell apart: every byte stays, sizes included."""
    compared, out = 0, [0] * game.buffer
    for seats in game.seats:
        for seed in range(3):
            header, log = header_of(game, seats, seed), random_log(game, seats, seed, 40)
            table = folded(header, [])
            for at, entry in enumerate(log):
                actor, codes = (CHANCE, [entry.outcome]) if isinstance(entry, e.Chance) else (entry.seat, entry.codes)
                mask = game.rules.who_sees(table.match.state, actor, codes[0])
                if mask != EVERYBODY and len(codes) == 1:
                    if actor == CHANCE:
                        n = game.rules.odds(table.match.state, out)
                        others = [c for c in range(n) if out[c] > 0 and c != codes[0]]
                    else:
                        n = game.rules.legal_moves(table.match.state, actor, out)
                        others = [c for c in out[:n] if c != codes[0]]
                    others = [c for c in others if game.rules.who_sees(table.match.state, actor, c) == mask][:2]
                    compared += compare_twins(game, header, log[:at], entry, actor, others, mask, seats)
                table.read(Row(table.head, table.head * 1000, None, e.encode(entry)))
                if table.match.is_over:
                    break
    with capsys.disabled():
        print(
            f"\nS1 {game.name}: {compared} secret decisions replaced, 0 differing bytes sent to those who may not know"
        )
    hides = any(field.see in (OWNER, SECRET) for field in game.schema.kept)
    assert compared > 0 or not hides


def compare_twins(game, header, prefix, entry, actor, others, mask, seats):
    compared = 0
    one = folded(header, [*prefix, entry])
    for code in others:
        other = folded(header, [*prefix, e.Chance(code) if actor == CHANCE else e.Act(actor, [code])])
        for viewer in viewers(seats):
            if viewer == actor or (viewer is not None and mask >> viewer & 1):
                continue
            if game.schema.view(one.match.state, viewer) != game.schema.view(other.match.state, viewer):
                continue  # the consequence can be seen, though not the deed
            assert sent(one, viewer, 10**6) == sent(other, viewer, 10**6)
            compared += 1
    return compared


async def told_of_a_programme(here, programme):
    """The frames that the others get when somebody has written: that it is done, and nothing else."""
    ann, ben = await here.duel("ice_lake", options={"first": "1"})
    watcher = await Player.come(here.ws, ann.table["table"])
    await ben.until(lambda: all(seat["connected"] for seat in ben.table["seats"]))
    before = [len(one.frames) for one in (ben, watcher)]
    assert (await ann.move(programme))["type"] == "done"
    assert (await ben.do("chat", text="until here"))["type"] == "done"
    await watcher.until(lambda: any(note["chat"] for note in watcher.notes))
    told = [one.frames[count:] for one, count in zip((ben, watcher), before, strict=True)]
    return [list(takewhile(lambda frame: '"type":"table"' not in frame, frames)) for frames in told]


def test_s1_what_was_written_in_secret_changes_nothing_that_others_are_sent():
    async def story():
        async with served() as here:
            told = [await told_of_a_programme(here, programme) for programme in ("G", "AAAAAA")]
            assert told[0] == told[1]
            assert all(len(frames) == 1 for frames in told[0])

    asyncio.run(asyncio.wait_for(story(), 60))


def test_s2_canaries_in_hidden_fields_are_never_sent(game, capsys):
    looked = 0
    for seats in game.seats:
        header, log = header_of(game, seats, 5), random_log(game, seats, 5, 30)
        table = folded(header, log)
        truth = table.match.state
        for viewer in viewers(seats):
            state = truth.copy()
            for field in game.schema.hidden:
                value = getattr(state, field.name)
                mine = value[viewer] if field.see is OWNER and viewer is not None else None
                setattr(state, field.name, canaries(value))
                if mine is not None:
                    getattr(state, field.name)[viewer] = mine
            stand(table.match, state)
            try:
                frames = sent(table, viewer, 10**6)
            except (IndexError, KeyError, AssertionError):
                continue  # an impossible position may lead anywhere; what was not made was not sent
            assert not any(b"-77" in frame for frame in frames)
            looked += len(frames)
        stand(table.match, truth)
    with capsys.disabled():
        print(f"\nS2 {game.name}: {looked} messages, 0 canaries")
    assert looked


def canaries(value):
    return -77 if isinstance(value, int) else [canaries(row) for row in value]


@pytest.mark.slow
def test_s2_seeds_and_tokens_are_in_no_frame_and_no_log(tmp_path, capsys):
    async def story():
        with Process(f"sqlite:{tmp_path}/tables.db") as server:
            from serving import Here

            here = Here(server.port, None)
            first = await here.make("ice_lake", ["me", "open", "random"], name="Canary Ann", entropy="entropy-a")
            second = await here.join(first["table"], name="Canary Ben")
            players = [await Player.come(here.ws, first["table"], seated["token"]) for seated in (first, second)]
            players.append(await Player.come(here.ws, first["table"]))
            await players[0].do("chat", text="canary-chat")
            await play_out(players[:2], random.Random(1), most=300)
            await players[2].until(lambda: players[2].table["status"] == "over", 60)
            seed = players[2].table["seed"]
            running = [f for player in players for f in player.frames if '"status":"over"' not in f]
            tokens = [first["token"], second["token"], digest_of(first["token"]), digest_of(second["token"])]
            assert not any(secret in frame for frame in running for secret in [seed, *tokens])
            assert not any(secret in frame for player in players for frame in player.frames for secret in tokens)
            await asyncio.to_thread(server.stop)
            log = server.output()
            assert '"event":"open"' in log
            for secret in [seed, *tokens, "Canary", "canary-chat", "entropy-a"]:
                assert secret not in log
            frames = sum(len(player.frames) for player in players)
            with capsys.disabled():
                print(f"\nS2: {frames} frames and {len(log.splitlines())} log lines, 0 seeds, tokens, names or texts")

    asyncio.run(asyncio.wait_for(story(), 100))


def test_a_table_is_never_named_like_an_option(monkeypatch):
    names = iter(["-d0xVAPWskORAtU5", "--help", "d0-xVAPWskORAtU5"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(names))
    assert new_name() == "d0-xVAPWskORAtU5"
