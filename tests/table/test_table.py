"""The table around a match, as a value: wishes to take back, clocks, and logs that are read again."""

from __future__ import annotations

import gc
import random
import time
import weakref

import pytest

from banquise.games import game as game_named
from banquise.table import entries as e
from banquise.table.match import NoUndo
from banquise.table.refused import Refused
from banquise.table.table import MOST_UNDOS, Table

CLOCK = e.Clock(kind="match", seconds=10, late="resign")


def a_table(game="alaska", clock=CLOCK, people=2):
    """A table where everybody sits and the match has begun; its log so far is its draft."""
    places = [e.Place() for _ in range(people)]
    header = e.Header(
        game=game,
        rules=game_named(game).version,
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


def moved(table, at, rng):
    """Somebody moves; who."""
    seat = rng.choice(table.to_act)
    table.act(seat, [int(rng.choice(table.match.legal(seat)))], at)  # of a game without half moves
    return seat


def test_a_table_from_before_with_letters_on_the_sheet_is_read_and_the_rest_is_sent_whole():
    table = a_table("ice_lake", clock=e.Clock())
    for code in (0, 1):
        table.read(e.Row(table.head, 0, None, e.encode(e.Act(0, [code]))))
    with pytest.raises(Refused) as refused:
        table.act(0, "D-", 0)
    assert key_of(refused) == "refused.only_begun"
    table.act(0, "D", 0)
    assert table.to_act == (1,)
    assert table.match.state.letter[0][:4] == [0, 1, 2, 0]


def one_who_may_take_back(table, at=0, seed=1):
    rng = random.Random(seed)
    for _ in range(500):
        seat = moved(table, at, rng)
        try:
            table.match.undo_point(seat)
            return seat
        except NoUndo:
            continue
    raise AssertionError("nobody could take anything back")


def key_of(refused):
    return refused.value.message.key


def test_b9_one_wish_for_a_move_and_the_time_of_whoever_must_answer_stands_still():
    table = a_table()
    asker = one_who_may_take_back(table)
    other = 1 - asker
    table.ask_undo(asker, 1_000)
    left = table.clocks.remaining(other, 1_000)
    assert table.clocks.remaining(other, 60_000) == left  # a minute to think about it costs nothing
    assert other not in table.clocks.late(60_000)
    table.answer_undo(other, False, 60_000)
    for at in (60_001, 61_000):
        with pytest.raises(Refused) as refused:
            table.ask_undo(asker, at)
        assert key_of(refused) == "refused.undo_asked_once"
    assert table.to_act  # and the other is free to move
    moved(table, 61_000, random.Random(2))


def test_a_new_move_is_a_new_wish():
    table = a_table(clock=e.Clock())
    asker = one_who_may_take_back(table)
    table.ask_undo(asker, 0)
    table.answer_undo(1 - asker, True, 0)
    assert table.undos == 1
    again = one_who_may_take_back(table, seed=5)
    table.ask_undo(again, 0)
    assert table.undo_asked is not None


def test_a_match_is_not_taken_back_for_ever():
    table = a_table(clock=e.Clock())
    table.undos = MOST_UNDOS
    asker = one_who_may_take_back(table)
    with pytest.raises(Refused) as refused:
        table.ask_undo(asker, 0)
    assert key_of(refused) == "refused.undo_often"


@pytest.mark.parametrize("clock", [e.Clock(), CLOCK], ids=["no clock", "clock"])
def test_b9_a_log_of_three_hundred_undos_takes_no_longer_than_its_lines(clock):
    """Ten times the undos make three times the lines; a fold that replays for each would need ten times as long."""
    table = a_table(clock=clock)
    rng = random.Random(3)
    for at in range(120):
        if table.status == "running":
            moved(table, at, rng)
    one_who_may_take_back(table, 200)
    few, many = (min(seconds_to_read(table, undos) for _ in range(5)) for undos in (30, 300))
    assert many < 6 * few


def seconds_to_read(table, undos):
    """Of processor time, for the log of a table whose last move was taken back and made again so often."""
    keep = len(table.match.log) - 1
    last = e.Act(table.match.log[keep].actor, list(table.match.log[keep].codes))
    log = [*table.draft, *[e.Undo(last.seat, keep), last] * undos]
    rows = [e.Row(seq, seq, None, e.encode(entry)) for seq, entry in enumerate(log)]
    again = Table("t", table.header)
    start = time.process_time()
    again.read_all(rows)
    took = time.process_time() - start
    assert again.match == table.match
    assert again.undos == undos
    return took


def test_one_law_of_taking_back_at_the_prompt_and_at_the_table():
    """Whoever takes back, takes back what the others answered, too: at the prompt as at the table."""
    for seed in range(200):
        rng, table = random.Random(seed), a_table("alaska", clock=e.Clock())
        while table.status == "running" and len(table.match.log) < 200:
            moved(table, 0, rng)
            first, second = ([-1, -1, *(entry.actor for entry in table.match.log)])[-2:]
            if -1 in (first, second) or first == second or answer(table.match, first) != len(table.match.log) - 2:
                continue
            alone, log = table.match.copy(), list(table.match.log)
            alone.undo(first)
            table.ask_undo(first, 0)
            table.answer_undo(1 - first, True, 0)
            assert table.match.log == alone.log == log[:-2]
            return
    raise AssertionError("nobody answered a move that could be taken back")


def answer(match, seat):
    try:
        return match.undo_point(seat)
    except NoUndo:
        return None


def test_m1_a_match_that_is_dropped_is_freed_at_once():
    """No circle of references: the collector, which a server runs seldom, has nothing to find."""
    gc.collect()
    gc.disable()
    try:
        table = a_table(clock=e.Clock())
        moved(table, 0, random.Random(1))
        for viewer in (None, 0, 1):
            assert table.match.event_count(viewer) >= 0
        match = weakref.ref(table.match)
        del table
        assert match() is None
    finally:
        gc.enable()
