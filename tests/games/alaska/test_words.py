"""How Alaska speaks and looks: notation both ways, sentences for every listener, boards in characters and SVG."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from alaska_scenes import BLUE, RED, YELLOW, draw, event_card, fresh, ice_card, play, scene, space
from tools import sample

from banquise.games.alaska import GAME, board, drawing, moves, rules, words
from banquise.games.alaska.state import STATE
from banquise.kernel.contract import CHANCE
from banquise.kernel.notation import BadNotation
from banquise.kernel.rulebook import rulebook
from banquise.kernel.speech import LANGUAGES, say
from banquise.table import decode, replay, verify


def laying(card):
    return draw(scene(2, season=moves.WINTER, phase=moves.ICE_CARD), card)


# Notation ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("place double d4 NE", "place double c4 SW"),
        ("Place Double c4 sw", "place double c4 SW"),
        ("double d4 E", "place double d4 E"),
        ("lay double d5 west", "place double d4 E"),
        ("place d4 d5", "place double d4 E"),
        ("place d5 d4", "place double d4 E"),
        ("d4 d5", "place double d4 E"),
        ("place d4 e", "place double d4 E"),
        ("poser double d4 est", "place double d4 E"),
        ("lege doppel d4 süd-ost", "place double d4 SE"),
        ("place straight d6 W", "place straight d4 E"),
        ("place triple straight d4 E", "place straight d4 E"),
        ("place triple d4 d5 d6", "place straight d4 E"),
        ("place bent d4 NE", "place bent d4 NE"),
        ("place triple c3 d4 d5", "place bent d4 NE"),
        ("place d4", "place single d4"),
        ("single d4", "place single d4"),
        ("d4", "place single d4"),
    ],
)
def test_placements_are_read_generously(text, means):
    s = laying("double 2/1")
    (move,) = words.read(s, RED, text)
    assert words.write(s, RED, move) == means


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("go d5", "go d4"),
        ("GO   d4", "go d4"),
        ("d5", "go d4"),
        ("go to the north bank", "go N"),
        ("north", "go N"),
        ("va nord-ouest", "go NW"),
        ("gehe zum Lager Südwest", "go SW"),
        ("go NE camp", "go NE"),
        ("go home", "go NW"),
        ("camp", "go NW"),
        ("fly island", "fly island"),
        ("fly to the island", "fly island"),
        ("hélicoptère île", "fly island"),
        ("fliege zur Insel", "fly island"),
        ("load", "load"),
        ("load red container", "load"),
        ("charger", "load"),
        ("abladen", "unload"),
        ("drop", "unload"),
        ("hijack yellow", "hijack yellow"),
        ("steal jaune", "hijack yellow"),
        ("Raub gelb", "hijack yellow"),
        ("hijack", "hijack yellow"),
        ("fog", "fog"),
        ("Brouillard!", "fog"),
        ("no fog", "no fog"),
        ("kein Nebel", "no fog"),
        ("No", "no fog"),
        ("take", "take"),
        ("leave it", "leave"),
        ("end", "end"),
        ("done", "end"),
        ("Ende.", "end"),
        ("bear W", "bear W"),
        ("ours d5", "bear d4"),
        ("melt d5", "melt d4"),
        ("go a2", "go a2"),
    ],
)
def test_moves_are_read_generously(text, means):
    s = scene(2, "double d4 E, single h3", at={RED: "h3"}, lying={"h3": {YELLOW: 1}})
    (move,) = words.read(s, RED, text)
    assert words.write(s, RED, move) == means


def test_several_moves_with_commas():
    s = scene(2, "f4", at={RED: "f4"})
    moves = words.read(s, RED, "go island, load, go f4, end")
    assert words.write_line(s, RED, moves) == "go island, load, go f4, end"
    assert words.read(s, RED, words.write_line(s, RED, moves)) == moves


def test_a_space_alone_means_what_one_does_with_it_now():
    s = scene(2, "double d4 E", phase=moves.MELTING)
    assert words.write(s, RED, words.read(s, RED, "d5")[0]) == "melt d4"
    s.phase = moves.MOVING_BEAR
    assert words.write(s, RED, words.read(s, RED, "north")[0]) == "bear N"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "go d4"),
        ("dance", "'end'"),
        ("lod", "did you mean 'load'"),
        ("go", "name one space"),
        ("go nowhere", "name one space"),
        ("go d4 d5", "name one space"),
        ("go z9", "no water hex 'z9'"),
        ("go e5", "the island is e5 to g6"),
        ("melt N", "only ice melts"),
        ("load blue", "say simply 'load'"),
        ("hijack pink", "say whose container"),
        ("hijack", "say whose container"),
        ("place", "place single d4"),
        ("place double d4 N", "place single d4"),
        ("place d4 k9", "no piece lies like that"),
        ("place straight d11 E", "no piece lies like that"),
        ("place bent b1 W", "no piece lies like that"),
        ("place double d4", "these hexes make a single piece"),
        ("place triple d4 E", "say 'straight' or 'bent'"),
        ("place d4 E", "say 'straight' or 'bent'"),
        ("place straight d4 d5", "these hexes make a double piece"),
    ],
)
def test_what_cannot_be_read_is_quoted_with_what_would_be_right(text, hint):
    s = scene(2, "j1")
    with pytest.raises(BadNotation) as error:
        words.read(s, RED, text)
    assert repr(text) in str(error.value)
    assert hint in error.value.hint


@pytest.mark.parametrize(
    ("phase", "hint"),
    [
        (moves.LAYING, "place bent d4 NE"),
        (moves.MELTING, "melt d4"),
        (moves.MOVING_BEAR, "bear N"),
        (moves.FINDING, "take"),
        (moves.ANSWERING, "no fog"),
    ],
)
def test_the_hint_fits_the_moment(phase, hint):
    with pytest.raises(BadNotation, match=hint):
        words.read(scene(2, phase=phase), RED, "?")


def test_outcomes_are_read_and_refused():
    s = draw(fresh(2), "Red ")
    assert words.read_outcome(s, "double 2/-") == 4
    with pytest.raises(BadNotation, match="single 3/2"):
        words.read_outcome(s, "bear")


# Sentences --------------------------------------------------------------------------------------


def heard(s, actor, move, viewer=None, language="en"):
    """What a viewer is told about a move or an outcome."""
    after = s.copy()
    seen = rules.who_sees(s, actor, move)
    if actor == CHANCE:
        rules.settle(after, move)
    else:
        rules.play(after, actor, move)
    knows = seen < 0 or (viewer is not None and seen >> viewer & 1)
    messages = words.tell(STATE.seen(s, viewer), STATE.seen(after, viewer), actor, move if knows else None)
    return [say(message, language, GAME.folder) for message in messages]


def told(s, seat, text, viewer=None):
    return heard(s, seat, words.read(s, seat, text)[0], viewer)


def drawn(s, text, viewer=None):
    return heard(s, CHANCE, words.read_outcome(s, text), viewer)


def test_the_log_of_cards():
    assert drawn(fresh(2), "yellow") == ["Yellow begins."]
    s = scene(2, "d4, double h3 E", phase=moves.ICE_CARD, season=moves.WINTER)
    assert drawn(s, "double 2/1") == ["Red turns up an ice card: 2 × double piece to lay."]
    s.stock[2] = s.stock[3] = 0
    assert drawn(s, "triple 1/1")[1:] == ["None is in stock or none fits: nothing happens."]
    s.season = moves.SPRING
    assert drawn(s, "double 2/2") == ["Red turns up an ice card: 2 × double piece to take away."]
    assert drawn(s, "double 2/-") == ["Red turns up an ice card (double piece) without a spring number: nothing melts."]
    assert drawn(s, "triple 1/1")[1:] == ["Nothing of that kind can melt."]
    s = scene(2, "d4", phase=moves.EVENT_CARD, at={RED: "d4"}, carried={RED: YELLOW})
    assert drawn(s, "fog") == drawn(s, "hijack") == drawn(s, "fog", YELLOW) == ["Red keeps an event card face down."]
    assert drawn(s, "fog", RED) == ["Red keeps an event card face down: fog."]
    assert drawn(s, "bear") == ["Red draws the bear."]
    assert drawn(s, "found container") == ["Red draws a found container, but cannot take one."]
    assert drawn(s, "frostbite")[1:] == ["Red unloads a stolen container: d4. It belongs to Yellow again."]
    assert drawn(scene(2, phase=moves.EVENT_CARD), "found container") == ["Red has found a container."]


def test_the_log_of_moves():
    s = laying("triple 1/1")
    assert told(s, RED, "place bent d4 NE") == ["Red lays a bent triple piece: c3 d4 d5."]
    s = scene(2, "a3 b4 c4 d5, double h3 E", lying={"h3": {RED: 2}}, phase=moves.ICE_CARD)
    ice_card(s, "double 2/1")
    assert told(s, RED, "melt h3") == [
        "Red takes away a double piece: h3 h4.",
        "Containers of Red lost in the water: 2.",
    ]
    assert told(event_card(s, "bear"), RED, "bear d5") == ["Red sends the bear to d5."]
    s = scene(2, "f1", hands={RED: "helicopter hijack", YELLOW: "fog"}, lying={"W": {YELLOW: 1, RED: 1}})
    assert told(s, RED, "go W") == ["Red goes to the west bank."]
    assert told(s, RED, "fly island") == ["Red flies to the island."]
    assert told(s, RED, "end") == ["Red ends the voyage."]
    play(s, RED, "go W")
    assert told(s, RED, "load") == ["Red loads a container."]
    assert told(s, RED, "hijack yellow") == ["Red plays a hijack for a container of Yellow."]
    play(s, RED, "hijack yellow")
    assert told(s, YELLOW, "fog") == ["Yellow answers with fog: the hijack fails."]
    assert told(s, YELLOW, "no fog") == ["Yellow answers: no fog.", "Red carries off a container of Yellow."]
    s.hand[YELLOW], s.held[YELLOW], s.phase, s.hand[RED][0] = [0, 0, 0], 0, moves.VOYAGE, 1
    assert told(s, RED, "hijack yellow")[1:] == ["Red carries off a container of Yellow."]
    found = event_card(scene(2), "found container")
    assert told(found, RED, "take") == ["Red takes the found container."]
    assert told(found, RED, "leave") == ["Red leaves the found container."]


def test_the_log_of_unloading():
    assert told(scene(2, carried={RED: RED}), RED, "unload") == ["Red brings a container home."]
    s = scene(2, carried={RED: RED}, at={RED: "NE"})
    assert told(s, RED, "unload") == ["Red leaves a container in the camp of Yellow, who keeps it."]
    s = scene(2, carried={RED: RED}, at={RED: "SE"})
    assert told(s, RED, "unload") == ["Red unloads a container: the south-east camp."]


def test_the_log_of_turning_points():
    s = scene(2, "a3 b4 c4 d5", phase=moves.ICE_CARD)
    draw(s, "single 3/1")
    assert told(s, RED, "melt b4")[1:] == [
        "The last way over the ice is gone: one last voyage each.",
        "Last voyage of Red.",
    ]
    s = scene(2, voyages_left=2, ended=moves.STALLED)
    assert told(s, RED, "end")[1:] == ["Last voyage of Yellow."]
    s = scene(2, voyages_left=1, ended=moves.STALLED)
    assert told(s, RED, "end")[1:] == [
        "With 0 containers, Red shares the win.",
        "With 0 containers, Yellow shares the win.",
    ]
    s = scene(2, carried={RED: RED}, lying={"NW": {RED: 13}, "NE": {YELLOW: 14}})
    assert told(s, RED, "unload")[1:] == ["Nothing is left to fetch.", "Yellow wins with 14 containers."]
    s = scene(2, ice_left=0, ice_pack=[0] * 8)
    assert told(s, RED, "end")[1:] == ["Both packs are used up and shuffled; all kept cards go back."]
    s = scene(2, phase=moves.ICE_CARD, season=moves.WINTER)
    s.stock = [0, 0, 0, 0]
    assert drawn(s, "single 3/1")[2:] == ["Spring begins: from the next card on the ice melts."]
    s = scene(2, "d5", phase=moves.ICE_CARD, idle_pass=1, ice_left=1, ice_pack=[0, 0, 0, 0, 1, 0, 0, 0])
    assert drawn(s, "double 2/-")[1:2] == ["A whole pack has gone by and nothing melted: one last voyage each."]


@pytest.mark.parametrize("language", ["fr", "de", "fa"])
@pytest.mark.parametrize("told", [drawing.situation, lambda s, language: str(drawing.small_canvas(s, language))])
def test_beside_the_map_all_is_said_in_the_readers_language(language, told):
    s = scene(2, hands={RED: "fog hijack"}, at={RED: "island"}, season=moves.WINTER)
    said = re.sub(r"\n *", " ", told(STATE.seen(s, RED), language))
    assert "island" not in said
    assert {"fr": "doubles 20, droits 5", "de": "20 doppelt, 5 gerade", "fa": "۲۰ دوتایی، ۵ راست"}[language] in said
    if language == "fa":
        assert not re.search(r"[0-9] *[آ-ی]|[آ-ی], ", said), "neither digits nor commas of another script among words"
    if language == "fr":
        assert not re.search(r"\w[:;]", said), "a space stands before what has two parts"


def test_every_listener_hears_something_in_every_language():
    table = (GAME, 4, {"end": "road", "camps": "nw"})
    out = [0] * GAME.buffer
    for state in sample(table, 5, 9):
        mask = rules.to_act(state)
        if mask == CHANCE:
            n = rules.odds(state, out)
            actor, code = CHANCE, next(i for i in range(n) if out[i])
        elif mask:
            actor = mask.bit_length() - 1
            rules.legal_moves(state, actor, out)
            code = out[0]
            for language in LANGUAGES:
                assert say(words.prompt(STATE.seen(state, actor), actor), language, GAME.folder)
        else:
            continue
        for language in LANGUAGES:
            for viewer in (None, RED, BLUE):
                assert all("{" not in line and "@" not in line for line in heard(state, actor, code, viewer, language))


def test_prompts():
    for card in ("single 3/2", "double 2/2", "triple 1/1"):
        asked = words.prompt(laying(card), RED)
        assert asked.key == "prompt.lay"
        code = words.read(laying(card), RED, str(asked.params["example"]))[0]
        assert rules.why_illegal(laying(card), RED, code) == 0, "what a prompt gives as an example can be typed"
    assert words.prompt(scene(2, phase=moves.MELTING, pieces=2), RED).params["count"] == 2
    assert words.prompt(scene(2, phase=moves.MOVING_BEAR), RED).key == "prompt.bear"
    assert words.prompt(scene(2, phase=moves.FINDING), RED).key == "prompt.found"
    assert words.prompt(scene(2, phase=moves.ANSWERING), YELLOW).params == {"seat": "@colour.red"}
    assert words.prompt(scene(2, steps=1), RED).params == {"steps": 2}
    assert words.prompt(scene(2, steps=1, flew_last=1), RED).params == {"steps": 0}
    assert words.prompt(scene(2, voyages_left=1), RED).key == "prompt.last_voyage"


def test_reasons_cite_paragraphs_that_exist():
    for language in LANGUAGES:
        paragraphs = rulebook(GAME.folder, language).paragraphs
        assert len(paragraphs) == 48
        for reason in GAME.reasons.values():
            assert reason.paragraph in paragraphs


# For clients ------------------------------------------------------------------------------------


def test_moves_in_parts():
    s = scene(2, "double d4 E")

    def parts(text):
        return words.structure(s, RED, words.read(s, RED, text)[0])

    cell = space("h3")
    place = {"kind": "place", "shape": "double", "cell": cell, "direction": 1}
    assert parts("place double h3 E") == {**place, "placement": words.read(s, RED, "place double h3 E")[0]}
    assert parts("melt d5") == {"kind": "melt", "space": space("d4")}
    assert parts("bear N") == {"kind": "bear", "space": space("N")}
    assert parts("go d4")["kind"] == "go"
    assert parts("fly island") == {"kind": "fly", "space": board.ISLAND}
    assert parts("hijack yellow") == {"kind": "hijack", "colour": YELLOW}
    assert parts("no fog") == {"kind": "no_fog"}


def test_a_preview_shows_a_line_as_far_as_it_is_legal():
    s = scene(2, "a3 b4 c4 d5", lying={"b4": {RED: 1}})
    shown = words.preview(s, RED, "go a3, go b4, load")
    assert shown["at"] == space("b4")
    assert (shown["carried"], shown["steps_left"], shown["refused"]) == (RED, 1, None)
    shown = words.preview(s, RED, "go a3, go c4, go d5")
    assert (shown["at"], shown["refused"], shown["cells"]) == (space("a3"), "reason.not_next", [space("a3")])
    assert words.preview(s, RED, "end")["steps_left"] == 0
    s = draw(
        scene(2, "a3 b4 c4 d5", lying={"b4": {RED: 2}}, bear="c4", at={YELLOW: "d5"}, phase=moves.ICE_CARD),
        "single 3/1",
    )
    shown = words.preview(s, RED, "melt a3")
    assert (shown["last_road"], shown["lost"], shown["cells"]) == (True, 0, [space("a3")])
    s = laying("double 2/1")
    assert words.preview(s, RED, "place double d4 E")["cells"] == [space("d4"), space("d5")]
    with pytest.raises(BadNotation):
        words.preview(s, RED, "?")


def test_the_layout_holds_the_whole_board():
    layout = drawing.layout()
    assert len(layout["cells"]) == 104
    assert len(layout["placements"]) == 1024
    assert layout["spaces"][layout["island"]] == "island"
    assert sum(card["copies"] for card in layout["ice_cards"] + layout["event_cards"]) == 60
    assert json.dumps(layout)


# Drawings ---------------------------------------------------------------------------------------


def test_the_board_in_characters():
    s = scene(3, "double d4 E, single a2", at={RED: "d4", YELLOW: "d4"}, lying={"d4": {RED: 1}}, bear="a2")
    shown = drawing.text(s)
    assert "[a2 &]" in shown
    assert "[d4 R+]" in shown  # more than fits: the list below tells
    assert shown.count("[d4") == 2  # both hexes bear the piece's name
    assert "d4: 1 red" in shown
    assert "Bear     on a2" in shown
    assert "Red      on d4, empty; 0 home" in shown
    assert all(len(line) <= 100 for line in shown.splitlines())
    assert "SE camp of green" in drawing.text(scene(3))
    assert "SE camp, nobody’s" in drawing.text(scene(2, at={RED: "SE"}))
    s.lost[RED], s.melted = 2, [3, 1, 0, 0]
    assert "lost: 2 red" in drawing.text(s)
    assert "4 pieces melted" in drawing.text(s)
    s.season, s.stock = moves.WINTER, [2, 0, 0, 1]
    assert "in stock: 2 single, 1 bent" in drawing.text(s)


def test_hands_are_shown_to_their_owner_only():
    s = scene(2, hands={RED: "fog fog", YELLOW: "hijack"})
    assert "keeps 2 (2 fog)" in drawing.text(STATE.seen(s, RED))
    assert "1 hijack" not in drawing.text(STATE.seen(s, RED))
    assert "keeps 2\n" in drawing.text(STATE.seen(s, None))
    assert "fog" not in drawing.svg(STATE.seen(s, None))


def test_the_picture_is_sound_xml_and_shows_everything():
    table = (GAME, 4, {"end": "road", "camps": "ne"})
    for state in sample(table, 2, 40):
        picture = ElementTree.fromstring(drawing.svg(STATE.seen(state, RED)))
        names = {element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")}
        assert set(board.NAMES) - {"island"} <= names
    s = scene(2, "bent d4 NE", bear="c3", carried={RED: RED}, lying={"W": {YELLOW: 3}})
    shown = drawing.svg(s)
    assert ">3</text>" in shown
    assert re.search(r"<ellipse", shown)
    assert space("c3") == s.bear


def test_a_record_of_the_first_version_of_the_rules_replays_under_the_old_rule():
    """It was written by Banquise when AK-4.3 bound the drawer at once; without the option it cannot be played."""
    record = decode((Path(__file__).parent / "records" / "version_1.banquise").read_bytes())
    assert record.rules == 1
    assert verify(record).is_good
    match = replay(record)
    assert match.options["bear"] == "at_once"
    assert match.result.ending == record.result.ending
