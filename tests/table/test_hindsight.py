"""Looking back: a match played on from a moment of another, and what everybody had seen when."""

from __future__ import annotations

import random

import msgspec
import pytest

import banquise
from banquise.bots.analyse import Walk
from banquise.kernel.contract import CHANCE
from banquise.server.replays import replay_of_record
from banquise.table import BadRecord, Match, NoUndo, audience, decode, encode, replay, to_record, verify
from banquise.table import match as matches
from banquise.table.hindsight import EVERYTHING, Hindsight, rows
from banquise.table.lines import Line
from banquise.table.match import Decision
from banquise.table.record import go_through


def played(name, seats=2, seed=5, most=10_000):
    match, rng = banquise.new(name, seats, seed=seed), random.Random(seed)
    while not match.is_over and len(match.log) < most:
        seat = rng.choice(match.to_act)
        match.play(seat, int(rng.choice(match.legal(seat))))
    return match


def played_on(old, lines, seed=8):
    """The same game from a moment of an old match, to the end."""
    match = Match(old.game, old.seats, old.options, seed=bytes([seed]) * 32, before=old.before + tuple(old.log[:lines]))
    rng = random.Random(seed)
    while not match.is_over:
        seat = rng.choice(match.to_act)
        match.play(seat, int(rng.choice(match.legal(seat))))
    return match


def test_a_match_played_on_begins_where_the_other_stood_and_its_record_verifies(game):
    old = played(game.name)
    for lines in (1, len(old.log) // 2, len(old.log) - 1):
        match = played_on(old, lines)
        assert match.copy(0).digest() == old.copy(lines).digest()
        record = decode(encode(to_record(match)))
        assert replay(record) == match
        verdict = verify(record)
        assert all(verdict.checks.values()), verdict
        # And once more from there: the way back to the first set-up stays whole.
        again = played_on(match, len(match.log) // 2, seed=9)
        assert all(verify(decode(encode(to_record(again)))).checks.values())


def test_undo_and_copies_go_back_no_further_than_the_beginning():
    old = played("alaska")
    laid = next(n for n, entry in enumerate(old.log) if entry.actor != CHANCE and old.log[n + 1].actor != CHANCE)
    match = Match(old.game, 2, seed=b"x" * 32, before=old.log[:laid])
    assert match.events(None) == []
    first = match.digest()
    move = old.log[laid]
    match.play(move.actor, move.codes)
    assert match.copy(0).digest() == first
    match.undo(move.actor)
    assert match.digest() == first
    with pytest.raises(NoUndo, match="not moved yet"):
        match.undo(move.actor)


def test_earlier_lines_that_cannot_be_are_refused():
    record = to_record(played_on(played("ice_lake"), 4))
    broken = msgspec.structs.replace(record, before=[*record.before[:-1], Line("red", "face N")])
    with pytest.raises(BadRecord, match="line 4 of the earlier match"):
        replay(broken)
    with pytest.raises(ValueError, match="outcome 7 of chance"):
        Match(played("ice_lake", most=0).game, 2, before=[Decision(CHANCE, (7,))])


def spot(view, path):
    for step in path:
        view = view[step]
    return view


def look_back(match, viewer):
    seen = Hindsight(viewer)
    go_through(match.copy(0), match.log, seen)
    return seen


def test_every_viewer_looks_back_on_the_whole_match(game):
    match = played(game.name, seats=game.seats[-1], seed=2)
    for viewer in (*range(match.seats), None, EVERYTHING):
        seen = look_back(match, viewer)
        assert len(seen.counts) == len(match.log) + 1
        assert seen.counts == sorted(seen.counts)
        assert seen.counts[-1] == len(seen.events)
        assert [event.number for event in seen.events] == list(range(len(seen.events)))
        if viewer != EVERYTHING:
            assert seen.events == match.events(viewer)
            assert seen.view == game.schema.view(match.state, viewer)
        # Backwards along the changes, every moment is what the viewer saw then.
        view = seen.view
        for line in range(len(match.log), -1, -max(1, len(match.log) // 7)):
            then = match.copy(line).state
            for event in reversed(seen.events[seen.counts[line] :]):
                for change in event.changes:
                    *path, last = (change.field, *change.at)
                    assert spot(view, path)[last] == change.new
                    spot(view, path)[last] = change.old
            seen.events[seen.counts[line] :] = []
            assert view == (game.schema.to_json(then) if viewer == EVERYTHING else game.schema.view(then, viewer))


def test_what_is_written_for_a_viewer_is_the_view(game):
    """After every move, for those who were there from the start, for those who come late, and by a copy."""
    match, rng = banquise.new(game.name, game.seats[-1], seed=4), random.Random(4)
    while not match.is_over and len(match.log) < 120:
        seat = rng.choice(match.to_act)
        match.play(seat, int(rng.choice(match.legal(seat))))
        for viewer in (None, 0) if len(match.log) < 60 else (*range(match.seats), None):
            assert msgspec.json.decode(match.written(viewer)) == game.schema.view(match.state, viewer)
    before = match.copy(len(match.log) - 1)
    assert msgspec.json.decode(before.written(0)) == game.schema.view(before.state, 0)


def test_what_all_see_alike_is_told_as_to_each_alone(game, monkeypatch):
    """Told once for all or to each from what it sees: the same events, for those who listen from the start."""

    def listened_to():
        match, rng = banquise.new(game.name, game.seats[-1], seed=6), random.Random(6)
        viewers = (*range(match.seats), None)
        for viewer in viewers:
            match.events(viewer)
        while not match.is_over and len(match.log) < 150:
            seat = rng.choice(match.to_act)
            match.play(seat, int(rng.choice(match.legal(seat))))
        return [match.events(viewer) for viewer in viewers]

    together = listened_to()
    monkeypatch.setattr(type(game.schema), "hides_nothing", lambda schema, state: False)
    assert listened_to() == together


def test_with_everything_revealed_every_move_is_told():
    match = played("ice_lake", seats=3)
    spectator, everything = look_back(match, None), look_back(match, EVERYTHING)
    assert len(everything.events) > len(spectator.events)
    assert all(event.move is not None for event in everything.events)
    assert "log.letter" in {message.key for event in everything.events for message in event.said}
    assert "log.letter" not in {message.key for event in spectator.events for message in event.said}
    assert rows(match) == ["letter", "written"]


@pytest.mark.parametrize("eyes", ["spectator", "everything", "0"])
def test_a_record_that_is_opened_is_replayed_once(monkeypatch, eyes):
    """Checked, shown to somebody and walked along: the rules are asked to make each move a single time."""
    record = to_record(played("ice_lake"), reveal=True)
    made, happen = [], audience.happen
    count = lambda rules, state, step: (made.append(step), happen(rules, state, step))  # noqa: E731 -- a spy
    for module in (audience, matches):
        monkeypatch.setattr(module, "happen", count)
    steps = replay(record).step_count
    for opened in (lambda: replay_of_record(record, eyes, "en"), lambda: verify(record), lambda: walk(record)):
        made.clear()
        opened()
        assert len(made) == steps


def walk(record):
    walking = Walk(record)
    for line in range(len(record.log) + 1):
        walking.to(line)
