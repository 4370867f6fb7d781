"""Bots in other processes: whatever they do, the match goes on, and who misbehaves is named."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from banquise.bots.levels import LEVELS
from banquise.bots.line_protocol import Visitor, serve, what_is_shown
from banquise.bots.mind import imagined
from banquise.table import new

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"
GREETING = """import json, sys, time
hello = json.loads(input())
print(json.dumps({"type": "hello", "name": "test bot"}), flush=True)
"""


def bot(tmp_path, body):
    file = tmp_path / "bot.py"
    file.write_text(
        GREETING + "for line in sys.stdin:\n message=json.loads(line)\n " + body.replace("\n", "\n ") + "\n"
    )
    return f"{sys.executable} {file}"


def one_decision(command, clock=5.0):
    match = new("ice_lake", 2, seed=1)
    visitor = Visitor(command, match, 0, clock)
    try:
        moves = visitor.decide(match, 1)
        for move in moves:
            match.play(0, move)
        return moves, [complaint.reason for complaint in visitor.complaints], visitor
    finally:
        visitor.close(match)


@pytest.mark.slow
def test_the_example_plays_whole_matches_of_every_game(game):
    match = new(game.name, game.seats[0], seed=2)
    visitors = [Visitor(f"{sys.executable} {EXAMPLE}", match, seat) for seat in range(match.seats)]
    while not match.is_over:
        seat = match.to_act[0]
        for move in visitors[seat].decide(match, 1):
            match.play(seat, move)
    for visitor in visitors:
        visitor.close(match)
        assert visitor.complaints == []
        assert visitor.name == "thirty lines"


def test_the_example_has_thirty_lines_or_so():
    assert len(EXAMPLE.read_text().splitlines()) <= 34


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("time.sleep(60)", "late"),
        ("sys.exit()", "silent"),
        ("print('good morning', flush=True)", "garbled"),
        ("print(json.dumps({'type':'move','id':message.get('id'),'move':{}}), flush=True)", "garbled"),
        ("print(json.dumps({'type':'move','id':message.get('id'),'move':[True]}), flush=True)", "garbled"),
        ("print(json.dumps({'type':'move','id':message.get('id'),'move':99}), flush=True)", "illegal"),
        ("print(json.dumps({'type':'move','id':message.get('id'),'move':'GAX'}), flush=True)", "illegal"),
    ],
)
def test_a_misbehaving_bot_is_named_and_a_fox_moves(tmp_path, body, reason):
    moves, reasons, visitor = one_decision(bot(tmp_path, body), clock=1.0)
    assert reasons == [reason]
    assert moves  # and they were legal: they have been played
    assert str(visitor.complaints[0]).startswith("test bot (seat 1) is " + reason)


def test_a_bot_that_does_not_start_is_silent():
    moves, reasons, _ = one_decision("/no/such/command")
    assert moves
    assert reasons == ["silent"]


def test_text_and_several_moves_are_answers_too(tmp_path):
    text = "print(json.dumps({'type':'move','id':message.get('id'),'move':'GAD'}), flush=True)"
    assert one_decision(bot(tmp_path, text))[:2] == ([0, 1, 2, 3], [])
    several = "print(json.dumps({'type':'move','id':message.get('id'),'move':[1,1,3]}), flush=True)"
    assert one_decision(bot(tmp_path, several))[:2] == ([1, 1, 3], [])


def test_a_late_answer_is_not_taken_for_the_next_question(tmp_path):
    body = (
        "import threading\n"
        "def say(m=message):\n"
        " time.sleep(1.2 if m.get('id') == 1 else 0)\n"
        " print(json.dumps({'type':'move','id':m.get('id'),'move':m['legal'][-1]['move']}), flush=True)\n"
        "threading.Thread(target=say).start()"
    )
    match = new("ice_lake", 2, seed=1)
    visitor = Visitor(bot(tmp_path, body), match, 0, clock=0.8)
    visitor.decide(match, 1)
    import time

    time.sleep(0.7)
    visitor.complaints.clear()
    assert visitor.decide(match, 1) == [int(match.legal(0)[-1])]
    assert visitor.complaints == []
    visitor.close()


def test_a_visitor_is_shown_its_view_and_nothing_else():
    match = new("ice_lake", 2, seed=1)
    before = json.dumps(what_is_shown(match, 1))
    match.play(0, "GAD")
    after = what_is_shown(match, 1)
    assert "GAD" not in json.dumps(after)
    assert after["view"]["letter"] == json.loads(before)["view"]["letter"]


def test_the_levels_speak_the_protocol():
    match = new("ice_cult", 2, seed=1)
    seat = match.to_act[0]
    hello = {"type": "hello", "protocol": 1, "game": "ice_cult", "seats": 2, "seat": seat}
    world = match.game.schema.to_json(imagined(match.game, match.state, seat, 1))
    ask = {"type": "decide", "id": 7, "world": world, **what_is_shown(match, seat)}
    out = io.StringIO()
    serve([json.dumps(hello), json.dumps(ask), "nonsense", json.dumps({"type": "over"})], out, LEVELS["fox"], 1)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer["type"] for answer in answers] == ["hello", "move", "error"]
    assert answers[1]["id"] == 7
    match.play(seat, answers[1]["move"][0])
