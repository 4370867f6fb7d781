"""Records: the shipped schema is the true one, and what is damaged is refused with words."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import banquise
from banquise.kernel.speech import Message
from banquise.table import BadRecord, Match, decode, encode, replay, to_record, verify
from banquise.table import record as records
from banquise.table.lines import Line
from banquise.table.record import Seat


def finished():
    match = banquise.new("ice_lake", seed=3, entropy=["from red", "from yellow"])
    while not match.is_over:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[-1])
    return to_record(match)


def test_the_shipped_schema_is_the_one_of_the_records():
    shipped = json.loads((Path(records.__file__).parent / "record.schema.json").read_text())
    assert shipped == records.json_schema()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "chess"}, "unknown game"),
        ({"rules": 7}, "version 7 of the rules of Ice Lake"),
        ({"options": {"lake": "dry"}}, "large or short"),
        ({"seats": [Seat("red", "A")]}, "2 to 4 seats, not 1"),
        ({"seats": [Seat("green", "A"), Seat("red", "B")]}, "the seats should be red, yellow"),
        ({"seed": "xyz"}, "damaged record"),
        ({"position": {"moon": 1}}, "unknown fields"),
        ({"log": [Line("red", "A")]}, "line 1 of the log"),
        ({"log": [Line("chance", "purple")]}, "one of red, yellow"),
        ({"log": [Line("chance", "red"), Line("chance", "red")]}, "chance is not next"),
        ({"log": [Line("chance", "red"), Line("white", "A")]}, "'white' is not one of red, yellow or chance"),
        ({"log": [Line("chance", "red"), Line("red", "face N")]}, "Now is the time to write"),
    ],
)
def test_a_damaged_record_says_where(change, said):
    with pytest.raises(BadRecord, match=said):
        replay(msgspec.structs.replace(finished(), **change))


def test_an_impossible_position_is_refused_not_crashed_on():
    record = finished()
    broken = msgspec.structs.replace(record, position={"cell": [120, 126, 0, 0], "facing": [100, 100, 0, 0]})
    with pytest.raises(BadRecord):
        verify(broken)


def test_other_entropy_or_another_commitment_does_not_verify():
    record = finished()
    assert verify(record).is_good
    assert not verify(msgspec.structs.replace(record, commitment="0" * 64)).is_good
    changed = [verify(msgspec.structs.replace(record, entropy=[str(i)])).is_good for i in range(20)]
    assert not all(changed)


def test_unknown_fields_are_refused():
    data = json.loads(encode(finished()))
    data["surprise"] = 1
    with pytest.raises(BadRecord, match="surprise"):
        decode(json.dumps(data).encode())


def test_a_saved_match_is_whole_and_goes_on(tmp_path):
    match = banquise.new("ice_lake", seats=3, seed=3, options={"lake": "short"}, names=["Ada", "Bo", "Cy"])
    match.play(1, "GA")
    banquise.save(match, tmp_path / "a.banquise")
    assert [file.name for file in tmp_path.iterdir()] == ["a.banquise"]
    again = banquise.load(tmp_path / "a.banquise")
    assert again == match
    assert again.names == ("Ada", "Bo", "Cy")
    again.play(0, "A")
    again.play(2, "D")
    assert again != match


def test_a_match_without_a_seed_waits_for_its_outcomes():
    match = Match(banquise.table.match.game_named("ice_lake"), 2)
    assert match.awaits_chance
    with pytest.raises(ValueError, match="chance is next"):
        match.play(0, "A")
    with pytest.raises(ValueError, match="outcome 5 of chance"):
        match.apply(banquise.table.match.Decision(-1, (5,)))
    with pytest.raises(ValueError, match="at least one move"):
        match.apply(banquise.table.match.Decision(0, ()))


def test_names_and_seats_must_fit():
    with pytest.raises(ValueError, match="1 names for 2 seats"):
        banquise.new("ice_lake", seats=2, names=["Ada"])
    with pytest.raises(ValueError, match="not 5"):
        banquise.new("ice_lake", seats=5)


# Endings that only the table knows --------------------------------------------------------------


@pytest.mark.parametrize("how", ["resigns", "out of time"])
def test_whoever_gives_up_does_so_in_a_line_of_the_log(how):
    match = banquise.new("alaska", 2, seed=3)
    seat = match.to_act[0]
    match.play(seat, int(match.legal(seat)[0]))
    match.give_up(1 - seat, how)
    record = decode(encode(to_record(match)))
    assert record.log[-1] == Line(match.colours[1 - seat], f"({how})")
    assert record.result.winners == [match.colours[seat]]
    assert record.seed is not None  # it is over, so the shuffles can be checked
    assert all(verify(record).checks.values())
    again = replay(record)
    assert again.is_over
    assert again.result.ending == "ending.resigned"
    assert again == match
    assert again.say(Message(again.result.ending))  # there are words for it


def test_a_false_result_is_refused():
    match = banquise.new("alaska", 2, seed=3)
    match.give_up(0)
    record = to_record(match)
    unended = msgspec.structs.replace(record, log=record.log[:-1])
    other = next(seat.colour for seat in record.seats if seat.colour not in record.result.winners)
    swapped = msgspec.structs.replace(record, result=msgspec.structs.replace(record.result, winners=[other]))
    for false in (unended, swapped, msgspec.structs.replace(record, result=None)):
        verdict = verify(false)
        assert verdict.checks["the result is as stated"] is False
        assert not verdict.is_good


def test_three_play_on_after_one_has_given_up_and_bots_are_no_people():
    match = banquise.new("alaska", 3, seed=3)
    match.give_up(1)
    assert not match.is_over
    seat = match.to_act[0]
    match.play(seat, int(match.legal(seat)[0]))
    match.bots = frozenset({2})
    match.give_up(0)
    record = decode(encode(to_record(match)))
    assert record.result.winners == [match.colours[2]]
    assert [seat.bot for seat in record.seats] == [False, False, True]
    assert verify(record).is_good
    with pytest.raises(BadRecord, match=r"line 2 of the log .*cannot be played"):
        replay(msgspec.structs.replace(record, log=[record.log[0], record.log[0], *record.log[1:]]))


def test_records_of_format_1_are_read():
    record = to_record(banquise.new("alaska", 2, seed=3), reveal=True)
    old = encode(record).replace(b'"banquise": 2', b'"banquise": 1')
    assert decode(old).banquise == 1
    assert verify(decode(old)).is_good
    with pytest.raises(BadRecord, match="reads formats 1 and 2"):
        decode(old.replace(b'"banquise": 1', b'"banquise": 3'))
