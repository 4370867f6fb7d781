"""Altitude: what people may type, what is said back, and what the drawings show."""

from __future__ import annotations

import pytest

from banquise.games.altitude import GAME, board, drawing, moves, rules, words
from banquise.games.altitude.board import AVALANCHE, CABLE_CAR, DAHU, SAINT_BERNARD
from banquise.games.altitude.hand import insert
from banquise.games.altitude.state import STATE
from banquise.kernel.contract import CHANCE
from banquise.kernel.notation import BadNotation
from banquise.kernel.speech import Message, say


def card(name):
    return words.CARD_NAMES.index(name)


def table(phase=moves.ACTING, drawn="20", hand="12 17 marmot-12 0", seats=3):
    """Seat 1 to act, with a base of three in every mountain and an avalanche on the first two."""
    s = STATE.new()
    s.seats, s.phase, s.draws_left = seats, phase, 1
    for seat in range(seats):
        for place, value in ((0, 5), (1, 6), (2, 7), (11, AVALANCHE)):
            s.mountain[seat][place] = value
        s.built[seat] = list(s.mountain[seat]) if phase == moves.CLOSING else [0] * board.PLACES
    for name in hand.split():
        insert(s.hand[0], 4, card(name))
    s.drawn[0] = card(drawn) if drawn else 0
    return s


def six(cards="12 18 0 25 marmot-12 marmot-8"):
    s = STATE.new()
    s.seats, s.phase = 1, moves.KEEPING
    for name in cards.split():
        insert(s.dealt[0], 6, card(name))
    return s


def at(name):
    row, column = name.split(".")
    return (int(row) - 1) * board.COLUMNS + int(column) - 1


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
    "said", ["own 2.2", "OWN  2.2", "own at 2.2", "lay 2.2", "2.2", "build at 2,2", "poser en 2.2", "mine 2/2"]
)
def test_laying_in_ones_own_mountain_may_be_said_in_many_ways(said):
    assert code(table(), said) == moves.LAY + at("2.2")


@pytest.mark.parametrize("said", ["own left", "own gauche", "left", "lay links"])
def test_the_left_end_of_the_base_has_a_name(said):
    assert code(table(), said) == moves.LAY + at("1.11")


def test_an_empty_mountain_has_its_ends_at_1_1():
    s = table()
    s.mountain[0] = [0] * board.PLACES
    assert code(s, "own left") == code(s, "own right") == moves.LAY


@pytest.mark.parametrize(
    "said",
    [
        "to 2: 2.2",
        "to 2 2.2",
        "to yellow: 2.2",
        "yellow 2.2",
        "2:2.2",
        "chez jaune 2.2",
        "an gelb: 2.2",
        "to seat 2: at 2.2",
    ],
)
def test_laying_in_another_mountain(said):
    assert code(table(), said) == moves.LAY + board.PLACES + at("2.2")
    assert code(table(), "to 3: right") == moves.LAY + 2 * board.PLACES + at("1.4")


@pytest.mark.parametrize("said", ["discard", "Discard 20", "throw away", "défausser", "abwerfen", "Jette 20"])
def test_discarding(said):
    assert code(table(), said) == moves.DISCARD


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("hand 17 at 2.2", "17"),
        ("hand 17 2.2", "17"),
        ("main 17 en 2.2", "17"),
        ("hand 12 at 2.2", "12"),
        ("hand marmot 12 at 2.2", "marmot-12"),
        ("hand marmot at 2.2", "marmot-12"),
        ("hand m12 auf 2.2", "marmot-12"),
        ("hand murmeltier 12 at 2.2", "marmot-12"),
        ("hand 0 at 2.2", "0"),
        ("hand cable car at 2.2", "0"),
        ("hand téléphérique à 2.2", "0"),
        ("hand dahu at 2.2", "dahu"),
        ("hand 100 at 2.2", "dahu"),
        ("hand lawine at 2.2", "avalanche"),
    ],
)
def test_building_from_the_hand(said, name):
    assert code(table(), said) == moves.HAND + board.PLACES * (card(name) - 1) + at("2.2")


def test_a_number_means_an_animal_when_no_plain_card_of_it_is_in_the_hand():
    assert code(table(hand="1 2 3 marmot-12"), "hand 12 at 2.2") == code(table(), "hand marmot-12 at 2.2")


@pytest.mark.parametrize("said", ["rescue 2.1", "sauver 2.1", "Rette 2.1"])
def test_a_rescue_means_the_drawn_dog_if_there_is_one(said):
    assert code(table(drawn="saint-bernard"), said) == moves.RESCUE + at("2.1")
    assert code(table(), said) == moves.HAND_RESCUE + at("2.1")
    for more in (f"hand {said}", f"{said} from my hand", "hand saint bernard at 2.1", "hand dog 2.1"):
        assert code(table(drawn="saint-bernard"), more) == moves.HAND_RESCUE + at("2.1")


@pytest.mark.parametrize("said", ["replace 1.3", "REMPLACER 1.3", "ersetze 1.3"])
def test_replacing(said):
    assert code(table(), said) == moves.REPLACE + at("1.3")


@pytest.mark.parametrize(
    "said",
    ["keep 12 18 0 25", "keep 25, 0, 18 and 12", "garder 18 25 12 téléphérique", "behalte 12 + 18 + 25 + seilbahn"],
)
def test_keeping(said):
    s = six()
    assert words.write(s, 0, code(s, said)) == "keep 12 18 25 0"


def test_keeping_two_cards_of_one_number():
    s = six()
    assert words.write(s, 0, code(s, "keep 12 12 8 0")) == "keep 12 marmot-8 marmot-12 0"
    assert words.write(s, 0, code(s, "keep marmot-12 marmot 8 0 25")) == "keep 25 marmot-8 marmot-12 0"
    s = six("1 1 1 2 2 3")
    assert rules.why_illegal(s, 0, code(s, "keep 1 1 2 2")) == 0


@pytest.mark.parametrize("said", ["done", "Done", "fini", "fertig", "."])
def test_saying_done(said):
    assert code(table(), said) == moves.DONE


def test_several_closing_moves_in_one_line():
    s = table(moves.CLOSING, drawn="", hand="12 17 saint-bernard 0")
    line = words.read(s, 0, "rescue 2.1; hand 12 at 2.1; done")
    assert len(line) == 3
    assert words.read(s, 0, words.write_line(s, 0, line)) == line
    assert words.write_line(s, 0, line) == "hand rescue 2.1; hand 12 at 2.1; done"


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("fly away", "own 3.2"),
        ("own 11.1", "from 1.1 to 10.11"),
        ("own 1.12", "from 1.1 to 10.11"),
        ("own 0.1", "from 1.1 to 10.11"),
        ("to 4: 1.1", "3 mountains"),
        ("to blue 1.1", "3 mountains"),
        ("discard 19", "that is 20"),
        ("hand 12 17 at 2.2", "one card at a time"),
        ("hand 26 at 2.2", "no card '26'"),
        ("hand marmot 9 at 2.2", "no card 'marmot 9'"),
        ("hand ibex at 2.2", "no card 'ibex'"),
        ("hand bear at 2.2", "no card is called 'bear'"),
        ("", "own 3.2"),
    ],
)
def test_what_is_wrong_is_said_clearly(said, hint):
    assert hint in refusal(table(), said)


def test_hints_fit_the_moment():
    assert "keep 12 18 0 marmot-8" in refusal(six(), "12")
    assert "your six cards (12 18 25 marmot-8 marmot-12 0)" in refusal(six(), "keep 1 2 3 4")
    assert "done" in refusal(table(moves.CLOSING, drawn=""), "what now")


def test_a_card_without_a_number_does_not_swallow_the_next_one():
    s = six("24 25 dahu 0 avalanche saint-bernard")
    assert words.write(s, 0, code(s, "keep dahu 0 avalanche 25")) == "keep 25 dahu 0 avalanche"
    assert words.write(s, 0, code(s, "keep dahu 100 0 avalanche 25")) == "keep 25 dahu 0 avalanche"


def test_keeping_too_late_is_for_the_rules_to_refuse():
    assert rules.why_illegal(table(), 0, code(table(), "keep 12 17 0 12")) == moves.HAS_HAND


def test_outcomes_are_cards_or_colours():
    s = table(moves.DRAWING, drawn="")
    assert words.read_outcome(s, "12") == 11
    assert words.read_outcome(s, "Marmot 12") == card("marmot-12") - 1
    for bad in ("12 13", "nothing"):
        with pytest.raises(BadNotation):
            words.read_outcome(s, bad)
    s.phase = moves.CHOOSING_FIRST
    assert (words.write_outcome(s, 2), words.read_outcome(s, "Green")) == ("green", 2)
    with pytest.raises(BadNotation, match="red, yellow, green"):
        words.read_outcome(s, "blue")


# Sentences --------------------------------------------------------------------------------------


def told(s, text, viewer=0):
    """What a viewer is told of a move, in English."""
    after = s.copy()
    (move,) = words.read(s, 0, text)
    rules.play(after, 0, move)
    mask = rules.who_sees(s, 0, move)
    known = move if mask == -1 or mask >> viewer & 1 else None
    messages = words.tell(STATE.seen(s, viewer), STATE.seen(after, viewer), 0, known)
    return [say(message, "en", GAME.folder) for message in messages]


@pytest.mark.parametrize(
    ("text", "drawn", "sentence"),
    [
        ("discard", "20", "Red discards 20."),
        ("own 2.2", "20", "Red lays 20 at 2.2."),
        ("to 2: 2.2", "avalanche", "Red lays an avalanche in the mountain of Yellow, at 2.2."),
        ("hand marmot-12 at 2.2", "20", "Red takes the drawn card into the hand and lays marmot 12 from it at 2.2."),
        ("replace 1.3", "20", "Red replaces 7 at 1.3 with 20."),
        ("rescue 2.1", "saint-bernard", "Red draws a Saint-Bernard and clears the avalanche at 2.1."),
    ],
)
def test_acts_are_told_alike_to_everybody(text, drawn, sentence):
    s = table(drawn=drawn)
    s.pile, s.pile_size = [1] * board.KINDS, board.KINDS
    for viewer in range(3):
        assert told(s, text, viewer) == [sentence]


def test_a_rescue_from_the_hand_is_told():
    s = table(hand="1 2 3 saint-bernard")
    s.pile, s.pile_size = [1] * board.KINDS, board.KINDS
    assert "with a Saint-Bernard from it" in told(s, "hand rescue 2.1", 2)[0]


def test_the_opening_and_the_draw_are_told_to_their_owner_only():
    s = six()
    s.seats = 2
    assert told(s, "keep 12 18 0 25") == ["Red keeps 12, 18, 25 and a cable car."]
    assert told(s, "keep 12 18 0 25", viewer=1) == ["Red has kept four cards."]
    s, after = table(moves.DRAWING, drawn=""), table()
    assert [m.key for m in words.tell(s, after, CHANCE, 19)] == ["log.draws"]
    assert [m.key for m in words.tell(s, after, CHANCE, None)] == ["log.draws_hidden"]
    s.phase = moves.DEALING
    assert [m.key for m in words.tell(s, s, CHANCE, 19)] == ["log.dealt"]
    assert words.tell(s, s, CHANCE, None) == []


def test_the_closing_build_is_told_when_all_is_shown():
    s = table(moves.CLOSING, drawn="", hand="saint-bernard 25")
    assert told(s, "hand 25 at 2.2") == ["Red builds on with 25 at 2.2."]
    assert told(s, "hand 25 at 2.2", viewer=1) == ["Red acts in secret."]
    assert told(s, "rescue 2.1") == ["Red clears the avalanche at 2.1."]
    s.finished[1] = s.finished[2] = 1
    said = told(s, "done", viewer=2)
    assert said[0] == "Red is done."
    assert said[1] == "Red, points: 3. Storeys 2, animals 0, Saint-Bernards 1, for the hand 0."
    assert said[4:] == [f"With 3 points, {colour} shares the win." for colour in ("Red", "Yellow", "Green")]


def test_a_sole_winner_and_a_patience_are_told():
    s = table(moves.CLOSING, drawn="", hand="saint-bernard", seats=2)
    s.finished[1] = 1
    assert told(s, "done")[-1] == "Red wins with 4 points."
    s = table(moves.CLOSING, drawn="", hand="saint-bernard", seats=1)
    assert told(s, "done")[-1] == "4 points: still in the valley."


def test_turning_points_are_told():
    s = table(seats=2)
    s.pile, s.pile_size = [1] * board.KINDS, board.KINDS
    for row in range(5):
        s.mountain[1][row * board.COLUMNS] = CABLE_CAR
    assert told(s, "discard") == ["Red discards 20.", "Yellow has reached five storeys and draws twice."]
    s.pile, s.pile_size = [0] * board.KINDS, 0
    assert told(s, "discard")[1] == "The pile is empty: everybody builds on from the hand, in secret."


def test_prompts():
    assert words.prompt(six(), 0).key == "prompt.keep"
    assert words.prompt(table(), 0).params == {"card": 20}
    assert words.prompt(table(drawn="dahu"), 0).params == {"card": "@card.dahu"}
    assert words.prompt(table(moves.CLOSING, drawn=""), 0).key == "prompt.close"


def test_no_warning_about_harmless_moves():
    assert words.warning(six(), 0, 0) is None
    assert words.warning(table(), 0, moves.DISCARD) is None


# For clients ------------------------------------------------------------------------------------


def test_moves_come_in_parts():
    s = table()
    assert words.structure(six(), 0, 0) == {"kind": "keep", "choice": 0, "one_back": 0, "two_back": 1}
    for text, parts in (
        ("discard", {"kind": "discard"}),
        ("done", {"kind": "done"}),
        ("to 2: 2.2", {"kind": "lay", "owner": 1, "place": at("2.2")}),
        ("replace 1.3", {"kind": "replace", "owner": 0, "place": at("1.3")}),
        ("rescue 2.1", {"kind": "hand_rescue", "owner": 0, "place": at("2.1")}),
        ("hand 17 at 2.2", {"kind": "hand", "owner": 0, "card": 17, "place": at("2.2")}),
    ):
        assert words.structure(s, 0, code(s, text)) == parts
    s = table(drawn="saint-bernard")
    assert words.structure(s, 0, code(s, "rescue 2.1")) == {"kind": "rescue", "owner": 0, "place": at("2.1")}


def test_a_preview_tells_how_the_mountain_would_stand():
    seen = STATE.seen(table(drawn="0"), 0)
    assert words.preview(seen, 0, "own 2.2") == {
        **{"owner": 0, "storeys": 2, "animals": 0, "refused": None, "warning": None}
    }
    assert words.preview(seen, 0, "own 3.1")["refused"] == "reason.no_support"
    seen.mountain[1][at("2.2")] = CABLE_CAR
    assert words.preview(seen, 0, "to 2: 3.1")["storeys"] == 3
    assert words.preview(seen, 0, "discard")["storeys"] == 2
    assert words.preview(STATE.seen(six(), 0), 0, "keep 12 18 0 25")["refused"] is None
    buried = STATE.seen(table(drawn="avalanche"), 0)
    buried.mountain[1][at("2.1")] = CABLE_CAR
    buried.mountain[1][at("2.2")] = CABLE_CAR
    assert words.preview(buried, 0, "to 2: 3.1")["warning"] == "warning.adds_storey"


def test_a_preview_of_a_closing_line_goes_step_by_step():
    s = STATE.seen(table(moves.CLOSING, drawn="", hand="12 17 25 saint-bernard"), 0)
    line = "rescue 2.1; hand 12 at 2.1; hand 17 at 2.2; hand 25 at 3.1; done"
    assert words.preview(s, 0, line)["storeys"] == 3
    assert words.preview(s, 0, "hand 12 at 2.1; hand 17 at 2.2") == {
        **{"owner": 0, "storeys": 2, "animals": 0, "refused": "reason.taken_place", "warning": None}
    }
    assert s.built[0][at("2.1")] == AVALANCHE


def test_the_layout_names_cards_and_places():
    facts = drawing.layout()
    assert facts["cards"][26] == {"name": "marmot-8", "family": "marmot", "value": 8, "copies": 1}
    assert sum(card["copies"] for card in facts["cards"]) == 114
    assert facts["places"][at("2.11")] == "2.11"
    assert facts["rests_on"][at("2.11")] == [at("1.11"), at("1.1")]
    assert facts["rests_on"][at("1.4")] == []


# Drawings ---------------------------------------------------------------------------------------


def test_the_board_in_characters():
    s = table(seats=1, hand="12 17 marmot-12 0", drawn="20")
    s.mountain[0][at("1.11")] = DAHU
    assert drawing.text(s).splitlines() == [
        "1 Red: 2 storeys, 2 points",
        " 2             ·   [~~~ ]  ·",
        " 1    ·   [d100][ 5  ][ 6  ][ 7  ]  ·",
        "      10    11    1     2     3     4",
        "",
        "Pile: 0 cards. Turn: red.",
        "Discards: none",
        "Red: hand 12, 17, marmot-12, 0; drawn 20",
    ]


def test_the_viewer_sees_the_own_closing_build_only():
    s = table(moves.CLOSING, drawn="", hand="25", seats=2)
    rules.play(s, 0, code(s, "hand 25 at 2.2"))
    assert "[ 25 ]" in drawing.text(STATE.seen(s, 0))
    assert "[ 25 ]" not in drawing.text(STATE.seen(s, 1))
    assert ">25</text>" in drawing.svg(STATE.seen(s, 0))
    assert ">25</text>" not in drawing.svg(STATE.seen(s, 1))


def test_the_end_shows_all_hands():
    s = table(moves.CLOSING, drawn="", hand=f"25 {words.CARD_NAMES[SAINT_BERNARD]}", seats=2)
    s.finished[1] = 1
    rules.play(s, 0, moves.DONE)
    assert "Red: shows 25, saint-bernard" in drawing.text(STATE.seen(s, None))
    assert "Yellow: shows an empty hand" in drawing.text(STATE.seen(s, None))
    assert "<title>a Saint-Bernard</title>" in drawing.svg(STATE.seen(s, None))


def test_the_set_up_is_shown_to_its_owner():
    s = six()
    assert "Everybody keeps four of six cards." in drawing.text(s)
    assert "Red: dealt 12, 18, 25, marmot-8, marmot-12, 0" in drawing.text(s)
    assert "dealt" not in drawing.text(STATE.seen(s, None))
    s.seats = 2
    rules.play(s, 0, code(s, "keep 12 18 0 25"))
    assert "Red: hand 12, 18, 25, 0; gave back marmot-8, marmot-12; has chosen" in drawing.text(s)
    assert "Red: has chosen" in drawing.text(STATE.seen(s, 1))


def test_who_is_done_is_shown():
    s = table(moves.CLOSING, drawn="", hand="25", seats=2)
    rules.play(s, 0, moves.DONE)
    assert "Red: is done" in drawing.text(STATE.seen(s, 1))


@pytest.mark.parametrize(("language", "between"), [("en", "; "), ("fr", "\u202f; "), ("de", "; "), ("fa", "؛ ")])
def test_a_stop_of_the_readers_language_stands_between_what_a_seat_holds(language, between):
    shown = drawing.text(table(), language)
    told = say(Message("drawing.drawn", {"card": "20"}), language, GAME.folder)
    assert f"{between}{told}" in shown
