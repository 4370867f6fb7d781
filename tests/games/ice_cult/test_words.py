"""Ice Cult: what people may type, what is said back, and what the drawings show."""

from __future__ import annotations

from pathlib import Path

import pytest

from banquise.games.ice_cult import GAME, drawing, moves, rules, words
from banquise.games.ice_cult.board import CUBE_IN, SLOT_NAMES, UP, face_at
from banquise.games.ice_cult.state import STATE
from banquise.kernel.contract import CHANCE
from banquise.kernel.notation import BadNotation
from banquise.kernel.speech import say
from banquise.table import decode, replay, to_record, verify
from banquise.table.match import Match, NoUndo


def temple(tops=None, stacks=None, seats=2):
    """A match in its first turn; with tops, in action two."""
    s = STATE.new()
    rules.setup(s, seats, [1, 0, 0])
    rules.settle(s, 0)
    for slot, symbol in enumerate((tops or "").split()):
        shown = [words.symbol_name(*face_at(s.cube[slot], o, UP)) for o in range(24)]
        s.orientation[slot] = shown.index(symbol)
    for space, letters in (stacks or {}).items():
        for letter in letters:
            path, colour = "ABCD".index(space[0]), "RYGB".index(letter)
            rules.put(s, path, int(space[1]) - 1, colour)
            s.on_path[path][colour] += 1
            s.supply[colour] -= 1
    if tops:
        rules.begin_action_two(s)
    return s


def code(s, text):
    """The one move that a text means."""
    (move,) = words.read(s, 0, text)
    return move


def refusal(s, text):
    """The hint that a text is refused with."""
    with pytest.raises(BadNotation) as refused:
        words.read(s, 0, text)
    assert repr(text[:60]) in str(refused.value)
    return refused.value.hint


@pytest.mark.parametrize(
    "said",
    [
        "tilt top down",
        "tilt top S",
        "TOP  s",
        "tilt the top pair down",
        "bascule haut bas",
        "kippe oben Süden",
        "top south",
    ],
)
def test_a_tilt_may_be_said_in_many_ways(said):
    assert code(temple(), said) == 1


@pytest.mark.parametrize(("said", "tilt"), [("left right", 4), ("left left", 5), ("right right", 6), ("right W", 7)])
def test_the_pair_of_a_tilt_comes_first_and_the_way_last(said, tilt):
    assert code(temple(), f"tilt {said}") == moves.TILT + tilt


@pytest.mark.parametrize(
    ("said", "hand"),
    [
        ("turn NW right", "right"),
        ("nw clockwise", "right"),
        ("tourne nw droite", "right"),
        ("drehe NW rechts", "right"),
        ("turn cube NW to the left", "left"),
        ("nw ccw", "left"),
    ],
)
def test_a_turn_may_be_said_in_many_ways(said, hand):
    s = temple("R>A arc arc circle")
    assert words.write(s, 0, code(s, said)) == f"turn NW {hand}"


@pytest.mark.parametrize(
    "said", ["red enter A", "r enter", "enter A", "rouge entre N", "NW enter", "rot rein Norden", "red in"]
)
def test_entering_may_be_said_in_many_ways(said):
    s = temple("R>A arc arc circle")
    assert words.write(s, 0, code(s, said)) == "red enter A"


@pytest.mark.parametrize(
    "said", ["red A2", "red n 2", "n2", "the red piece on A2", "rouge A2", "red NW A2", "red A2.1", "red N2"]
)
def test_a_piece_may_be_said_in_many_ways(said):
    s = temple("R>A arc arc circle", {"A2": "RG"})
    assert words.write(s, 0, code(s, said)) == "red A2"
    assert words.write(s, 0, code(s, f"copy {said}")) == "copy red A2"


@pytest.mark.parametrize("said", ["done", "Done", ".", "fini", "fertig", "ok"])
def test_done_may_be_said_in_many_ways(said):
    assert code(temple("R>A arc arc circle"), said) == moves.DONE


def test_a_whole_turn_may_be_said_in_one_line():
    line = words.read(temple(), 0, "top S, left E; green enter A, blue enter B, blue enter A, done")
    assert len(line) == 6
    assert words.write_line(temple(), 0, line) == (
        "tilt top down, tilt left right, green enter A, blue enter B, blue enter A, done"
    )


def test_ic_1_3_older_records_call_the_paths_by_the_compass_and_are_still_read():
    record = decode((Path(__file__).parent / "records" / "paths_by_compass.banquise").read_bytes())
    assert record.log[2].move.startswith("tilt left E, tilt top S, green enter E, turn NW left, red enter N")
    assert verify(record).is_good
    renewed = to_record(replay(record)).log
    assert renewed[2].move.startswith("tilt left right, tilt top down, green enter B, turn NW left, red enter A")
    assert [line.move for line in renewed] != [line.move for line in record.log]


def test_a_letter_alone_is_a_path_and_never_a_colour():
    s = temple("B>B R>B arc circle", {"B2": "BR"})
    assert words.write(s, 0, code(s, "blue enter b")) == "blue enter B"
    assert words.write(s, 0, code(s, "red enter B")) == "red enter B"
    assert words.write(s, 0, code(s, "a red piece on B 2")) == "red B2"
    assert "several arrows" in refusal(s, "enter b")


def test_level_and_cube_are_said_only_where_they_matter():
    s = temple("R>A R>A arc circle", {"A1": "RGR", "A2": "R"})
    out = [0] * GAME.buffer
    texts = [words.write(s, 0, move) for move in out[: rules.legal_moves(s, 0, out)]]
    assert texts[:4] == ["red NW enter A", "red NW A1.1", "red NW A1.3", "red NW A2"]
    assert texts[4:8] == ["red NE enter A", "red NE A1.1", "red NE A1.3", "red NE A2"]
    assert words.write(s, 0, code(s, "red A2")) == "red NW A2"
    rules.play(s, 0, code(s, "red NW A2"))
    assert words.write(s, 0, code(s, "red A3")) == "red NE A3"  # of twins, the one still to be carried out


def test_refusals_of_a_text_say_what_would_be_right():
    s = temple("R>A G>A arc circle", {"A1": "RGR", "A2": "R"})
    assert "NW R>A, NE G>A, SE arc, SW circle" in refusal(s, "blue enter A")
    assert "several arrows" in refusal(s, "enter A")
    assert "A1.1, A1.3, A2" in refusal(s, "red A1")
    assert "no red piece is on A4; A1.1, A1.3, A2" in refusal(s, "red A4")
    assert "no green piece is on A2" in refusal(s, "green A2")
    assert "enter, A1.1, A1.3, A2" in refusal(s, "red")
    assert "top up, top down" in refusal(s, "tilt top E")
    assert "turn NW right" in refusal(s, "turn right")
    assert "turn NW right" in refusal(s, "turn NW")
    for nonsense in ("", "hello", "done, ", "nw", "n", "a", "red enter A please", "done done2"):
        assert "'done'" in refusal(s, nonsense)
    assert "there is none on this path" in refusal(temple("R>A arc arc arc"), "red A1")
    assert "which piece" in refusal(s, "red 6")


def test_what_comes_too_early_or_has_no_arrow_is_left_to_the_rules():
    early = temple()
    for said in ("red enter A", "copy red A2", "blue C4"):
        assert rules.why_illegal(early, 0, code(early, said)) == moves.TILT_BEFORE_PIECES
    s = temple("R>A G>A arc circle")
    assert rules.why_illegal(s, 0, code(s, "SE enter")) == moves.NO_ARROW
    assert rules.why_illegal(s, 0, code(s, "copy SE enter")) == moves.NOTHING_TO_REPEAT


def test_outcomes_are_read_and_refused_with_words():
    s = STATE.new()
    rules.setup(s, 3, [0, 0, 0])
    assert words.read_outcome(s, "b a D c") == CUBE_IN.index((1, 0, 3, 2))
    for wrong in ("ABCC", "ABC", "hello", ""):
        with pytest.raises(BadNotation, match="like BADC"):
            words.read_outcome(s, wrong)
    rules.settle(s, 0)
    assert words.write_outcome(s, 1) == "green"
    assert words.read_outcome(s, "Gelb") == 2
    with pytest.raises(BadNotation, match="red, green, yellow"):
        words.read_outcome(s, "blue")


def told(s, text, seat=0):
    """The sentences about the last move of a text, in English."""
    *before, last = words.read(s, seat, text)
    for move in before:
        rules.play(s, seat, move)
    after = s.copy()
    rules.play(after, seat, last)
    return [say(message, "en", GAME.folder) for message in words.tell(s, after, seat, last)]


def test_the_story_of_a_turn():
    assert told(temple(), "top S") == ["Red tilts the top pair down."]
    assert told(temple(), "top S, left E")[1] == (
        "On top: NW green arrow to path A, NE blue arrow to path A, SE arc, SW blue arrow to path B."
    )
    s = temple("R>A arc circle arc", {"A2": "RGB", "A5": "RG"})
    assert told(s.copy(), "red enter") == ["Red brings a red piece in on A1."]
    assert told(s.copy(), "red A2") == ["Red moves a red piece from A2 to A3.", "Riding along: 2."]
    assert told(s.copy(), "copy red A5") == [
        "Red uses a circle to repeat an arrow.",
        "Red moves a red piece from A5 out into the goal.",
        "Riding along: 1.",
        "Red: 1 of 5 pieces out.",
        "Green: 1 of 5 pieces out.",
    ]
    assert told(s.copy(), "turn NW left") == ["Red uses an arc and turns the NW cube to the left: red arrow to path D."]
    assert told(s.copy(), "turn SE right") == ["Red uses an arc and turns the SE cube to the right: circle."]
    assert told(s.copy(), "red A2, done") == ["Red is done.", "Turn 2: Green."]


def test_the_story_of_the_draws():
    s = STATE.new()
    rules.setup(s, 2, [0, 0, 0])
    for outcome, sentences in (
        (1, ["The cubes are slotted: NW A, NE B, SE D, SW C."]),
        (1, ["Green begins.", "Turn 1: Green."]),
    ):
        after = s.copy()
        rules.settle(after, outcome)
        assert [say(message, "en", GAME.folder) for message in words.tell(s, after, CHANCE, outcome)] == sentences
        s = after


def test_the_story_of_every_end():
    s = temple("G>A arc arc arc", {"A5": "GYRB"}, seats=4)
    s.player, s.out, s.supply = 3, [4, 4, 4, 3], [0, 0, 0, 1]
    assert told(s, "green A5", 3)[-3:] == ["Red shares the win.", "Yellow shares the win.", "Green shares the win."]
    s.player = 0
    assert told(s, "green A5")[-1] == "Red wins."
    s = temple("arc arc arc arc")
    s.turn = 400
    assert told(s.copy(), "done") == [
        "Red is done.",
        "The match stops after 400 turns.",
        "Nobody has a piece out: nobody wins.",
    ]
    s.out, s.supply = [0, 0, 2, 3], [5, 5, 3, 2]
    assert told(s.copy(), "done")[-1] == "Green wins."


def test_prompts_say_what_is_asked():
    s = temple()
    assert words.prompt(s, 0).key == "prompt.tilt"
    rules.play(s, 0, 1)
    assert words.prompt(s, 0).key == "prompt.tilt_again"
    assert words.prompt(temple("R>A arc arc arc"), 0).key == "prompt.arrows"
    assert words.prompt(temple("arc circle arc arc"), 0).params == {"circles": 1, "arcs": 3}
    assert words.prompt(temple("circle circle circle circle"), 0).key == "prompt.done"
    s = temple("R>A circle circle circle")
    rules.play(s, 0, code(s, "red enter A"))
    assert words.prompt(s, 0).key == "prompt.more"


def test_reasons_cite_paragraphs():
    assert all(reason.paragraph.startswith("IC-") for reason in GAME.reasons.values())


def test_the_text_drawing_shows_phase_stacks_and_carried_out_arrows():
    blank = STATE.new()
    rules.setup(blank, 2, [0, 0, 0])
    assert drawing.text(blank).startswith("The cubes are about to be slotted.")
    assert "cube" not in drawing.text(blank).split("\n", 1)[1]
    rules.settle(blank, 3)
    assert drawing.text(blank).startswith("The first player is about to be drawn.")
    assert drawing.text(temple()).startswith("Turn 1, Red: first tilt.")
    s = temple()
    rules.play(s, 0, 0)
    assert drawing.text(s).startswith("Turn 1, Red: second tilt.")
    s = temple("R>A G>A arc circle", {"A2": "RGR"})
    assert drawing.text(s).startswith("Turn 1, Red: action two, circles left 1, arcs left 1.")
    assert "A2 RGR" in drawing.text(s)
    assert [drawing.is_open(s, slot) for slot in range(4)] == [True, True, False, False]
    rules.play(s, 0, code(s, "red enter A"))
    assert "[R>A*]" in drawing.text(s)
    assert "[G>A]" in drawing.text(s)
    assert not drawing.is_open(s, 0)
    assert 'opacity="0.35"' in drawing.svg(s)
    assert "Yellow  neutral" in drawing.text(s)
    assert "Green   seat 2" in drawing.text(s)


def test_an_unfolded_face_points_as_the_cube_does():
    # Up is towards the top face, which lies in the middle of the net, and the bottom hangs from the south side.
    assert drawing.net_vector(0, UP) == (0, 1)
    assert drawing.net_vector(2, 5) == (0, 1)
    assert drawing.net_vector(1, 5) == (1, 0)
    assert drawing.net_vector(3, UP) == (1, 0)
    assert drawing.net_vector(5, 2) == (0, -1)
    assert drawing.net_vector(5, 1) == (1, 0)
    assert drawing.net_vector(UP, 0) == (0, -1)
    assert len(SLOT_NAMES) == 4


def test_moves_come_in_parts_for_clients():
    s = temple("R>A G>B arc circle", {"A2": "RGR", "A3": "R"})
    assert words.structure(s, 0, code(s, "tilt left W")) == {"kind": "tilt", "tilt": 5, "pair": "left", "direction": 3}
    arrow = {"slot": 0, "colour": 0, "path": 0}
    entering = {"kind": "arrow", **arrow, "choice": 0, "space": -1, "level": 0}
    assert words.structure(s, 0, code(s, "red enter A")) == entering
    second = {"kind": "arrow", **arrow, "choice": 2, "space": 1, "level": 2}
    assert words.structure(s, 0, code(s, "red A2.3")) == second
    repeat = {"kind": "repeat", **arrow, "choice": 3, "space": 2, "level": 0}
    assert words.structure(s, 0, code(s, "copy red A3")) == repeat
    assert words.structure(s, 0, code(s, "turn SE left")) == {"kind": "turn", "slot": 2, "hand": "left"}
    assert words.structure(s, 0, code(s, "turn SE right")) == {"kind": "turn", "slot": 2, "hand": "right"}
    assert words.structure(s, 0, moves.DONE) == {"kind": "done"}


def test_ic_2_3_a_preview_shows_where_tilts_lead_and_changes_nothing():
    s = temple()
    before = s.copy()
    seen = words.preview(s, 0, "top S, left E")
    assert seen["tops"] == [[2, 0], [3, 0], [4, -1], [3, 1]]
    assert seen["owed"] == [0, 1, 3]
    assert seen["refused"] is None
    assert s == before
    assert words.preview(s, 0, "top S")["owed"] == []  # nothing counts before both tilts are made
    assert words.preview(s, 0, "top S, top N")["refused"] == "reason.undoes_tilt"


def test_a_preview_shows_pieces_and_what_is_still_owed():
    s = temple("R>A G>B arc circle", {"A5": "RG"})
    seen = words.preview(s, 0, "red A5")
    assert seen["out"] == [1, 0, 1, 0]
    assert seen["owed"] == [1]
    assert words.preview(s, 0, "red A5, done")["refused"] == "reason.arrow_open"


def test_the_layout_tells_a_client_all_about_the_cubes():
    facts = drawing.layout()
    for cube, orientation, place in ((0, 7, 3), (2, 22, 5), (3, 0, UP)):
        rotation = facts["orientations"][orientation]
        symbol, points = facts["faces"][cube][rotation.index(place)]
        assert face_at(cube, orientation, place) == (symbol, points if points < 0 else rotation[points])
    assert facts["symbols"] == ["red", "yellow", "green", "blue", "arc", "circle"]
    assert facts["tilts"][1] == {"pair": "top", "direction": 2, "slots": [0, 1]}
    assert facts["tilted"][16][0] == facts["orientations"].index([5, 1, 4, 3, 0, 2])


def test_ic_2_3_pieces_and_turns_are_taken_back_before_done_and_tilts_are_not():
    match = Match(GAME, 2, {"slots": "canonical"}, seed=bytes(32))
    seat = match.to_act[0]
    match.play(seat, "top S")
    with pytest.raises(NoUndo) as refused:
        match.undo(seat)
    assert refused.value.paragraph == "IC-2.3"
    match.play(seat, "left E")
    before = match.state.copy()
    match.play(seat, "green enter A")
    match.undo(seat)
    assert match.state == before
    match.play(seat, "green enter A, blue enter B, blue enter A")
    match.play(seat, "done")
    with pytest.raises(NoUndo):
        match.undo(seat)
