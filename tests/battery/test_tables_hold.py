"""The generic battery, part three: matches, notation, undo, records."""

from __future__ import annotations

import json
import random
from typing import Any

import jsonschema
import msgspec
import pytest
import tools
from tools import visit, with_seeds

from banquise.kernel.contract import CHANCE, NOBODY
from banquise.table import BadRecord, IllegalMove, Match, NoUndo, decode, encode, new, replay, to_record, verify
from banquise.table.lines import Line
from banquise.table.record import json_schema

pytestmark = pytest.mark.slow


def random_match(variant: Any, seed: int, moves: int = 10**9) -> Match:
    """A match at the variant, played at random by seats in random order."""
    game, seats, options = variant
    rng = random.Random(seed)
    match = new(game.name, seats, seed=seed, options=options, entropy=["a", "b"])
    while not match.is_over and moves > 0:
        seat = rng.choice(match.to_act)
        match.play(seat, int(rng.choice(match.legal(seat))))
        moves -= 1
    return match


def test_an_illegal_move_changes_nothing(variant):
    game, seats, _ = variant
    match = random_match(variant, 5, moves=40)
    before, log = match.digest(), list(match.log)
    for seat in range(-1, seats + 1):
        legal = {int(move) for move in match.legal(seat)} if 0 <= seat < seats else set()
        for code in (-1, 0, 1, game.move_codes // 2, game.move_codes - 1, game.move_codes):
            if code not in legal:
                with pytest.raises(IllegalMove) as refusal:
                    match.play(seat, code)
                assert refusal.value.reason.paragraph in str(refusal.value)
    assert (match.digest(), match.log) == (before, log)


def test_moves_made_together_happen_together_or_not_at_all(variant):
    match = random_match(variant, 6, moves=25)
    if match.is_over:
        return
    seat, before = match.to_act[0], match.digest()
    with pytest.raises(IllegalMove):
        match.play(seat, [int(match.legal(seat)[0]), -1])
    assert match.digest() == before


def test_what_only_begins_a_move_says_so_and_is_whole_without_it(variant):
    game, _, _ = variant
    match = random_match(variant, 6, moves=0)
    for seat in match.to_act:
        for move in match.legal(seat):
            assert str(move).endswith("-") == game.is_begun([int(move)])
            if game.is_begun([int(move)]):
                whole = game.words.read(match.state, seat, str(move).removesuffix("-"))
                assert whole[0] == int(move)
                assert not game.is_begun(whole)


@with_seeds(2)
def test_records_replay_to_the_same_digest_and_verify(variant, seed):
    match = random_match(variant, seed)
    record = decode(encode(to_record(match)))
    again = replay(record)
    assert again.digest() == match.digest()
    assert again == match
    assert again.result == match.result
    assert list(again.story(0)) == list(match.story(0))
    verdict = verify(record)
    assert verdict.is_good
    assert all(verdict.checks.values())
    jsonschema.validate(json.loads(encode(record)), json_schema())


def test_an_unfinished_record_keeps_its_seed_to_itself_and_goes_on(variant):
    match = random_match(variant, 8, moves=3)  # the shortest games are not over then
    record = to_record(match)
    assert record.seed is None
    assert record.result is None
    assert None in verify(record).checks.values()
    going = replay(to_record(match, reveal=True))
    rng = random.Random(1)
    for _ in range(10):
        if match.is_over:
            break
        seat = match.to_act[0]
        move = int(rng.choice(match.legal(seat)))
        match.play(seat, move)
        going.play(seat, move)
    assert going.digest() == match.digest()


def test_a_tampered_record_does_not_verify(variant):
    record = to_record(random_match(variant, 9))
    chance = next((i for i, line in enumerate(record.log) if line.by == "chance"), None)
    assert not verify(msgspec.structs.replace(record, digest="0" * 32)).is_good
    assert not verify(msgspec.structs.replace(record, seed="00" * 32)).is_good
    if record.result and record.result.winners:
        crooked = msgspec.structs.replace(record.result, winners=[])
        assert not verify(msgspec.structs.replace(record, result=crooked)).is_good
    if chance is not None:
        game, _, _ = variant
        match = replay(record, chance)
        out = [0] * game.buffer
        n = game.rules.odds(match.state, out)
        texts = [game.words.write_outcome(match.state, i) for i in range(n) if out[i]]
        # Where an option leaves chance no choice, words that no outcome has.
        other = next((text for text in texts if text != record.log[chance].move), "something else")
        log = [*record.log[:chance], Line("chance", other), *record.log[chance + 1 :]]
        try:
            assert not verify(msgspec.structs.replace(record, log=log)).is_good
        except BadRecord as error:
            assert "cannot be played" in str(error)
    shorter = msgspec.structs.replace(record, log=record.log[:-1])
    assert not verify(shorter).is_good


def test_another_rules_version_is_refused_not_reinterpreted(game):
    match = new(game.name, game.seats[0], seed=1)
    record = msgspec.structs.replace(to_record(match), rules=game.version + 1)
    with pytest.raises(BadRecord, match=f"version {game.version + 1} of the rules of {game.title}"):
        replay(record)


@with_seeds(3)
def test_undo_restores_or_is_refused_and_changes_nothing(variant, seed):
    game, seats, options = variant
    rng = random.Random(seed)
    match = new(game.name, seats, seed=seed, options=options)
    while not match.is_over and len(match.log) < 150:
        before, entries = match.digest(), len(match.log)
        seat = rng.choice(match.to_act)
        match.play(seat, int(rng.choice(match.legal(seat))))
        after = match.digest()
        for other in range(seats):
            keep = undo_point(match, other)
            if keep is not None:
                assert match.log[keep].actor == other
                assert all(entry.actor not in (other, CHANCE) for entry in match.log[keep + 1 :])
                assert game.schema.same_secrets(match.copy(keep).state, match.state)
        assert match.digest() == after
        if rng.random() < 0.3:
            if undo_point(match, seat) is None:
                with pytest.raises(NoUndo):
                    match.undo(seat)
                assert match.digest() == after
            else:
                match.undo(seat)
                assert match.digest() == before
                assert len(match.log) == entries


def undo_point(match, seat):
    try:
        return match.undo_point(seat)
    except NoUndo:
        return None


@with_seeds(4)
def test_whether_a_seat_may_take_back_tells_it_nothing_hidden(variant, seed):
    """What another does in secret changes nothing about the answer: not which, and not that it was done."""
    game, seats, options = variant
    rng = random.Random(seed)
    match = new(game.name, seats, seed=seed, options=options)
    while not match.is_over and len(match.log) < 120:
        seat = rng.choice(match.to_act)
        seen = {other: (match.event_count(other), undo_answer(match, other)) for other in range(seats)}
        match.play(seat, int(rng.choice(match.legal(seat))))
        for other, (count, answer) in seen.items():
            if other != seat and match.event_count(other) == count:
                assert undo_answer(match, other) == answer


def undo_answer(match, seat):
    try:
        return match.undo_point(seat)
    except NoUndo as no:
        return no.message.key


def test_a_failing_seed_is_kept_as_a_record_of_the_match_it_visited(variant):
    *_, last = visit(variant, 21)
    kept = tools.keep_record(variant, 21)
    assert replay(decode(kept.read_bytes())).digest() == variant[0].schema.digest(last)
    kept.unlink()


def test_events_of_a_viewer_are_numbered_without_gaps(variant):
    match = random_match(variant, 11)
    assert match.game.rules.to_act(match.state) == NOBODY
    for viewer in [None, *range(variant[1])]:
        events = match.events(viewer)
        assert [event.number for event in events] == list(range(len(events)))
        assert match.events(viewer, since=3) == events[3:]
