"""Ice Cult, case by case: each test is named for the paragraph that it holds the rules to.

Positions are written as the rulebook writes them: tops as "R>C B>A arc circle" for NW, NE, SE, SW; stacks as letters
from the bottom up.
"""

from __future__ import annotations

import itertools

import pytest

from banquise.games.ice_cult import GAME, board, drawing, moves, rules, words
from banquise.games.ice_cult.state import STATE
from banquise.kernel.contract import CHANCE, EVERYBODY, NOBODY
from banquise.kernel.game import COLOURS
from banquise.kernel.schema import PUBLIC

RED, YELLOW, GREEN, BLUE = range(4)
N, E, S, W = range(4)
NW, NE, SE, SW = range(4)


def fresh(seats=2, first=0, canonical=True, ordered=False, strict=False):
    """A match about to begin: the cubes in their own slots, this seat to tilt."""
    s = STATE.new()
    rules.setup(s, seats, [int(canonical), int(ordered), int(strict)])
    rules.settle(s, first)
    return s


def lie(s, tops):
    """Lay every cube so that it shows this on top."""
    for slot, symbol in enumerate(tops.split()):
        cube = s.cube[slot]
        s.orientation[slot] = next(
            o for o in range(24) if words.symbol_name(*board.face_at(cube, o, board.UP)) == symbol
        )


def temple(tops, stacks=None, *, seats=2, player=0, out=None, supply=None, turn=1):
    """Action two: tops, stacks by space ("A5": "BRG"), pieces out by colour; the other pieces are in supply.

    A supply given by colour overrules that, and the pieces which are then nowhere are out.
    """
    s = fresh(seats)
    s.player, s.turn = player, turn
    lie(s, tops)
    for space, letters in (stacks or {}).items():
        path, number = "ABCD".index(space[0]), int(space[1]) - 1
        for letter in letters:
            colour = "RYGB".index(letter)
            rules.put(s, path, number, colour)
            s.on_path[path][colour] += 1
            s.supply[colour] -= 1
    for colour, count in (out or {}).items():
        s.out[colour] += count
        s.supply[colour] -= count
    for colour, count in (supply or {}).items():
        s.out[colour] += s.supply[colour] - count
        s.supply[colour] = count
    assert min(s.supply) >= 0
    rules.begin_action_two(s)
    return s


def play(s, text, seat=None):
    """Make the moves of a text through the rules, each checked for legality."""
    seat = s.player if seat is None else seat
    for move in words.read(s, seat, text):
        assert rules.why_illegal(s, seat, move) == 0, (text, rules.why_illegal(s, seat, move))
        rules.play(s, seat, move)
    return s


def why(s, text, seat=None):
    """Why the first move of a text is refused."""
    seat = s.player if seat is None else seat
    return rules.why_illegal(s, seat, words.read(s, seat, text)[0])


def legal(s, seat=None):
    """The texts of all legal moves."""
    seat = s.player if seat is None else seat
    out = [0] * GAME.buffer
    return [words.write(s, seat, move) for move in out[: rules.legal_moves(s, seat, out)]]


def tops(s):
    """What lies on top, as the rulebook's check vectors write it."""
    return "|".join(words.symbol_name(*board.face_at(s.cube[k], s.orientation[k], board.UP)) for k in range(4))


def at(s, space):
    """The stack on a space, from the bottom up."""
    return drawing.stack_letters(s, "ABCD".index(space[0]), int(space[1]) - 1)


def tilted(*tilts):
    """The canonical start after some tilts."""
    s = fresh()
    for name in tilts:
        rules.tilt(s, words.read(s, 0, f"tilt {name}")[0])
    return s


TILT_NAMES = board.TILT_NAMES


# IC-1: the temple and the pieces ----------------------------------------------------------------


def test_ic_1_1_four_slots_four_paths_and_five_pieces_of_each_colour():
    s = fresh()
    assert len(s.cube) == len(s.stack) == 4
    assert s.supply == [5, 5, 5, 5]
    assert all(height == 0 for path in s.height for height in path)


def test_ic_1_2_six_steps_take_a_piece_from_the_supply_into_the_goal():
    s = fresh()
    for step in range(1, 7):
        lie(s, "R>A arc arc arc")
        rules.begin_action_two(s)
        play(s, "red enter A" if step == 1 else f"red A{step - 1}")
        if step < 6:
            assert at(s, f"A{step}") == "R"
    assert s.out[RED] == 1
    assert s.on_path[N] == [0, 0, 0, 0]


def test_ic_1_2_paths_belong_to_nobody():
    for path in "ABCD":
        s = temple(f"R>{path} G>{path} B>{path} Y>{path}")
        play(s, f"red enter {path}, green enter {path}, blue enter {path}, yellow enter {path}")
        assert at(s, f"{path}1") == "RGBY"


def test_ic_1_3_the_four_orientations_of_an_arrow_on_top_match_the_four_paths():
    for cube, colour in itertools.product(range(4), range(4)):
        paths = [board.TOP_PATH[cube][o] for o in range(24) if board.TOP_SYMBOL[cube][o] == colour]
        assert sorted(paths) == [N, E, S, W]


def test_ic_1_3_paths_and_arrows_are_drawn_an_eighth_turn_clockwise():
    for path, (right, down) in enumerate(((1, -1), (1, 1), (-1, 1), (-1, -1))):
        x, y = drawing._spot(path, 4)
        assert ((x > 340) - (x < 340), (y > 340) - (y < 340)) == (right, down)
    x, y = drawing._turned(drawing.net_vector(board.UP, N))
    assert x == pytest.approx(-y)
    assert x > 0


def test_ic_1_4_each_cube_carries_an_arc_a_circle_and_an_arrow_of_each_colour():
    for cube in range(4):
        assert sorted(symbol for symbol, _ in board.FACES[cube]) == list(range(6))
        for orientation in range(24):
            shown = [board.face_at(cube, orientation, place) for place in range(6)]
            for place, (symbol, points) in enumerate(shown):
                if symbol < board.ARC:  # an arrow lies in its face: it points neither out of the cube nor into it
                    assert points % 6 not in (place, {N: S, E: W, S: N, W: E, 4: 5, 5: 4}[place])


def test_ic_1_4_the_canonical_layout():
    table = {
        NW: "R>up Y>A B>D G>down arc circle",
        NE: "B>down Y>up G>B R>A arc circle",
        SE: "Y>B R>down G>up B>C arc circle",
        SW: "R>D G>C Y>down B>up arc circle",
    }
    s = fresh()
    for slot, faces in table.items():
        shown = [words.symbol_name(*board.face_at(s.cube[slot], s.orientation[slot], place)) for place in range(6)]
        assert " ".join(shown) == faces


def test_ic_1_4_a_quarter_turn_with_the_colours_shifted_maps_the_set_up_onto_itself():
    clockwise = [E, S, W, N, board.UP, board.DOWN]
    for slot in range(4):
        neighbour = (slot + 1) % 4
        for place in range(6):
            symbol, points = board.face_at(slot, board.UPRIGHT, place)
            shifted = ((symbol + 1) % 4, clockwise[points]) if symbol < board.ARC else (symbol, board.NOWHERE)
            assert board.face_at(neighbour, board.UPRIGHT, clockwise[place]) == shifted


def test_ic_1_5_every_slotting_is_a_permutation_with_all_arcs_round_the_centre():
    assert len(set(board.CUBE_IN)) == 24
    assert board.CUBE_IN[0] == (0, 1, 2, 3)
    hugging = [{S, E}, {S, W}, {N, W}, {N, E}]
    for outcome in range(24):
        s = STATE.new()
        rules.setup(s, 2, [0, 0, 0])
        rules.settle(s, outcome)
        assert sorted(s.cube) == [0, 1, 2, 3]
        assert tops(s) == "arc|arc|arc|arc"
        for slot in range(4):
            assert set(board.arc_corner(s.cube[slot], s.orientation[slot])) == hugging[slot]


def test_ic_1_5_a_cube_in_another_slot_is_turned_about_the_vertical():
    s = STATE.new()
    rules.setup(s, 2, [0, 0, 0])
    rules.settle(s, board.CUBE_IN.index((1, 0, 2, 3)))
    # Cube A went from NW to NE, a quarter turn clockwise: its red arrow on the N side is now on the E side, etc.
    faces = [words.symbol_name(*board.face_at(s.cube[NE], s.orientation[NE], place)) for place in range(6)]
    assert faces == ["G>down", "R>up", "Y>B", "B>A", "arc", "circle"]


def test_ic_1_5_option_canonical_slots_skips_the_draw():
    s = STATE.new()
    rules.setup(s, 3, [1, 0, 0])
    assert s.phase == moves.DRAWING
    assert s.cube == [0, 1, 2, 3]
    assert s.orientation == [board.UPRIGHT] * 4


@pytest.mark.parametrize(("seats", "neutral"), [(2, [YELLOW, BLUE]), (3, [BLUE]), (4, [])])
def test_ic_1_6_colours_without_a_player_are_neutral(seats, neutral):
    s = fresh(seats)
    assert sorted(set(range(4)) - set(s.colour[:seats])) == neutral


def test_ic_1_6_neutral_pieces_take_part_but_cannot_win():
    s = temple("B>A R>A arc arc", {"A5": "BR"}, out={BLUE: 4})
    play(s, "blue A5")
    assert s.out[BLUE] == 5
    assert s.out[RED] == 1
    assert s.phase == moves.ACTING
    assert rules.winners(s) == 0


def test_ic_1_7_first_player_at_random_then_clockwise():
    s = STATE.new()
    rules.setup(s, 3, [1, 0, 0])
    out = [0] * GAME.buffer
    assert rules.to_act(s) == CHANCE
    assert rules.odds(s, out) == 3
    assert out[:3] == [1, 1, 1]
    assert why(s, "tilt top N", 0) == moves.NOT_BEGUN
    rules.settle(s, 2)
    order = []
    for _ in range(4):
        order.append(s.player)
        assert rules.to_act(s) == 1 << s.player
        assert why(s, "tilt top N", (s.player + 1) % 3) == moves.OTHERS_TURN
        assert legal(s, (s.player + 1) % 3) == []
        play(s, "top N, top N, done")
    assert order == [2, 0, 1, 2]


def test_ic_1_8_everything_is_public_and_nothing_is_left_to_imagine():
    assert all(field.see is PUBLIC for field in STATE.fields)
    s = temple("R>A G>A arc circle", {"A1": "RG"})
    twin = s.copy()
    for viewer in (-1, 0, 1):
        rules.imagine(twin, viewer, [1, 2, 3, 4])
        assert twin == s
    assert rules.who_sees(s, 0, moves.DONE) == EVERYBODY
    assert rules.who_sees(s, CHANCE, 0) == EVERYBODY


def test_ic_1_8_drawings_show_the_hidden_faces_as_nets():
    text = drawing.text(fresh())
    for slot, cube in zip(("NW", "NE", "SE", "SW"), "ABCD", strict=True):
        assert f"{slot}, cube {cube}" in text
    layout = "R>up Y>A B>D G>down B>down Y>up G>B R>A Y>B R>down G>up B>C R>D G>C Y>down B>up"
    for symbol in layout.split():
        assert symbol in text
    assert text.count("circle") == 4
    picture = drawing.svg(fresh())
    assert picture.count("<polygon") >= 16  # an arrow for each colour of each cube
    assert max(map(len, text.splitlines())) <= 100


# IC-2: action one, tilt twice -------------------------------------------------------------------


def test_ic_2_1_eight_tilts_of_neighbouring_pairs_never_diagonal():
    s = fresh()
    assert legal(s) == [f"tilt {name}" for name in TILT_NAMES]
    for name, slots in (("top", {NW, NE}), ("bottom", {SW, SE}), ("left", {NW, SW}), ("right", {NE, SE})):
        for move in range(8):
            if TILT_NAMES[move].startswith(name):
                after = tilted(TILT_NAMES[move])
                assert {slot for slot in range(4) if after.orientation[slot] != s.orientation[slot]} == slots


def test_ic_2_1_a_third_tilt_is_refused():
    s = play(fresh(), "top S, left E")
    assert why(s, "tilt top N") == moves.TILTED_TWICE


def test_ic_2_2_the_exact_inverse_is_barred_the_same_way_again_is_legal():
    for one, inverse in itertools.pairwise(TILT_NAMES):
        if one.split()[0] == inverse.split()[0]:
            for first, second in ((one, inverse), (inverse, one)):
                s = play(fresh(), f"tilt {first}")
                assert why(s, f"tilt {second}") == moves.UNDOES_TILT
                assert legal(s) == [f"tilt {name}" for name in TILT_NAMES if name != second]


def test_ic_2_2_both_tilts_are_compulsory():
    s = fresh()
    assert why(s, "done") == moves.TILT_BEFORE_DONE
    play(s, "tilt top S")
    assert why(s, "done") == moves.TILT_BEFORE_DONE


def results(s):
    """All positions of the cubes after two legal tilts."""
    found = []
    for first, second in itertools.product(range(8), repeat=2):
        twin = s.copy()
        rules.play(twin, 0, first)
        if rules.why_illegal(twin, 0, second) == 0:
            rules.play(twin, 0, second)
            found.append((tuple(twin.orientation), tops(twin)))
    return found


def test_ic_2_2_56_sequences_and_44_distinct_results_from_any_position():
    found = results(fresh())
    assert len(found) == 56
    assert len(set(found)) == 44
    for start in ((0, 5, 10, 15), (23, 1, 8, 12), (7, 7, 7, 7)):
        s = fresh()
        s.orientation = list(start)
        assert len({orientation for orientation, _ in results(s)}) == 44


def test_ic_2_2_what_the_44_first_results_show():
    kinds = []
    for _, shown in set(results(fresh())):
        symbols = shown.split("|")
        kinds.append((sum(">" in one for one in symbols), symbols.count("arc"), symbols.count("circle")))
    assert {kind: kinds.count(kind) for kind in kinds} == {(3, 1, 0): 32, (4, 0, 0): 8, (0, 2, 2): 4}


def test_ic_2_3_cubes_never_change_slots_and_no_piece_moves_before_both_tilts():
    s = temple("arc arc arc arc", {"A1": "R", "C2": "G"})
    s.phase = moves.TILTING
    before = (s.stack, s.supply)
    for text, reason in (
        ("red enter A", moves.TILT_BEFORE_PIECES),
        ("copy red A1", moves.TILT_BEFORE_PIECES),
        ("turn NW left", moves.TILT_BEFORE_TURN),
        ("turn SW right", moves.TILT_BEFORE_TURN),
    ):
        assert why(s, text) == reason
        assert why(play(s.copy(), "tilt left W"), text) == reason
    play(s, "tilt left W, tilt top N")
    assert s.cube == [0, 1, 2, 3]
    assert (s.stack, s.supply) == before


def test_ic_2_4_one_map_serves_faces_and_arrow_directions():
    ways = {"N": "UNDSU", "S": "USDNU", "E": "UEDWU", "W": "UWDEU"}
    for way, circle in ways.items():
        goes = dict(itertools.pairwise(circle))
        for cube, orientation in itertools.product(range(4), range(24)):
            after = board.TILTED[orientation]["NESW".index(way)]
            for place in range(6):
                name = board.DIRECTION_NAMES[place]
                symbol, points = board.face_at(cube, orientation, place)
                there = board.DIRECTION_NAMES.index(goes.get(name, name))
                now, now_points = board.face_at(cube, after, there)
                assert now == symbol
                if points != board.NOWHERE:
                    pointed = board.DIRECTION_NAMES[points]
                    assert board.DIRECTION_NAMES[now_points] == goes.get(pointed, pointed)


def test_ic_2_4_four_equal_tilts_and_four_equal_turns_are_the_identity():
    for orientation in range(24):
        for way in range(4):
            now = orientation
            for _ in range(4):
                now = board.TILTED[now][way]
            assert now == orientation
            assert board.TILTED[board.TILTED[orientation][way]][(way + 2) % 4] == orientation
        assert board.TURNED[board.TURNED[orientation][0]][1] == orientation
    for name in TILT_NAMES:
        assert tilted(name, name, name, name).orientation == fresh().orientation


@pytest.mark.parametrize(
    ("tilts", "shown"),
    [
        (["top N"], "B>D|G>B|arc|arc"),
        (["top S"], "R>C|B>A|arc|arc"),
        (["bottom N"], "arc|arc|G>A|Y>C"),
        (["bottom S"], "arc|arc|Y>B|R>D"),
        (["left E"], "G>D|arc|arc|B>B"),
        (["left W"], "Y>A|arc|arc|G>C"),
        (["right E"], "arc|R>A|B>C|arc"),
        (["right W"], "arc|Y>D|R>B|arc"),
        (["top S", "left E"], "G>A|B>A|arc|B>B"),
        (["left E", "top S"], "R>B|B>A|arc|B>B"),
        (["top S", "top S"], "circle|circle|arc|arc"),
        (["top N", "top N"], "circle|circle|arc|arc"),
        (["top S", "bottom N"], "R>C|B>A|G>A|Y>C"),
        (["bottom S", "right E"], "arc|R>A|B>D|R>D"),
    ],
)
def test_ic_2_4_check_vectors(tilts, shown):
    s = tilted(*tilts)
    assert tops(s) == shown
    assert "|".join(one.split()[1] for one in words.tops(s).split(", ")) == shown


# IC-3: action two, the symbols on top -----------------------------------------------------------


def test_ic_3_1_an_arrow_moves_a_piece_of_its_colour_on_its_path_or_enters_one():
    s = temple("R>A arc arc arc", {"A1": "R", "A3": "GRB", "C2": "R"})
    assert [move for move in legal(s) if move.startswith("red")] == ["red enter A", "red A1", "red A3"]
    entered = play(s.copy(), "red enter A")
    assert at(entered, "A1") == "RR"
    assert entered.supply == [1, 5, 4, 4]
    assert entered.on_path[N] == [3, 0, 1, 1]
    assert at(play(s.copy(), "red A1"), "A2") == "R"
    assert at(play(s.copy(), "red A3"), "A4") == "RB"
    assert why(s, "NW arrow piece 3") == moves.NO_SUCH_PIECE
    assert why(s, "NE arrow enter") == moves.NO_ARROW


def test_ic_3_1_the_active_player_chooses_at_any_height_of_a_stack():
    s = temple("R>A arc arc arc", {"A2": "RGRBR"}, supply={RED: 0})
    assert [move for move in legal(s) if move.startswith("red")] == ["red A2.1", "red A2.3", "red A2.5"]
    for level, (left, moved) in {1: ("", "RGRBR"), 3: ("RG", "RBR"), 5: ("RGRB", "R")}.items():
        after = play(s.copy(), f"red A2.{level}")
        assert (at(after, "A2"), at(after, "A3")) == (left, moved)


def test_ic_3_1_every_possible_arrow_must_be_executed_exactly_once_even_to_ones_harm():
    s = temple("G>A R>B arc arc", {"A5": "G"}, out={GREEN: 3})
    assert why(s, "done") == moves.ARROW_OPEN
    play(s, "red enter B")
    assert why(s, "red enter B") == moves.EXECUTED
    assert why(s, "done") == moves.ARROW_OPEN
    play(s, "green A5, done")
    assert s.out[GREEN] == 4


def test_ic_3_1_neutral_arrows_are_a_duty_too():
    s = temple("Y>A arc arc arc")
    assert YELLOW not in s.colour[:2]
    assert why(s, "done") == moves.ARROW_OPEN
    assert "done" in legal(play(s, "yellow enter A"))


def test_ic_3_1_an_arrow_without_a_piece_on_its_path_or_in_supply_lapses():
    s = temple("R>A arc arc arc", {"C1": "R"}, supply={RED: 0})
    assert why(s, "red enter A") == moves.NO_SUPPLY
    assert not any(move.startswith("red") for move in legal(s))
    play(s, "done")
    assert s.player == 1


def test_ic_3_1_the_order_is_free():
    one = play(temple("R>A G>A arc arc"), "red enter A, green enter A")
    other = play(temple("R>A G>A arc arc"), "green enter A, red enter A")
    assert (at(one, "A1"), at(other, "A1")) == ("RG", "GR")


def test_ic_3_1_pieces_of_a_colour_are_counted_from_the_entry_outward_and_from_the_bottom_up():
    s = temple("R>A arc arc arc", {"A1": "GR", "A3": "RBR"})
    places = [rules.find_piece(s, N, RED, nth) for nth in (1, 2, 3)]
    assert [divmod(place, board.PIECES) for place in places] == [(0, 1), (2, 0), (2, 2)]
    assert rules.find_piece(s, N, RED, 4) == 0  # there is none


def test_ic_3_2_an_arriving_piece_rides_on_top_with_what_it_carries_in_order():
    s = temple("R>D arc arc arc", {"D2": "YRGB", "D3": "BG"})
    play(s, "red D2")
    assert at(s, "D2") == "Y"
    assert at(s, "D3") == "BGRGB"
    assert s.stack[W][1][1:] == [0] * 19


def test_ic_3_2_stack_out_leaves_those_below():
    s = temple("R>A arc arc arc", {"A5": "BRG"})
    play(s, "red A5")
    assert at(s, "A5") == "B"
    assert (s.out[RED], s.out[GREEN], s.out[BLUE]) == (1, 1, 0)
    assert s.on_path[N] == [0, 0, 0, 1]


def test_ic_3_3_pieces_never_change_path_and_only_move_outward():
    for start, path in itertools.product(range(1, 6), "ABCD"):
        s = play(temple(f"R>{path} arc arc arc", {f"{path}{start}": "R"}), f"red {path}{start}")
        spaces = [(p, space) for p in range(4) for space in range(5) if s.height[p][space]]
        assert spaces == ([("ABCD".index(path), start)] if start < 5 else [])


def test_ic_3_4_a_circle_repeats_any_arrow_on_top_and_does_not_discharge_it():
    s = temple("R>A G>C circle circle", {"A1": "R"})
    play(s, "copy red A1")
    assert at(s, "A2") == "R"
    assert s.circles == 1
    assert why(s, "done") == moves.ARROW_OPEN
    play(s, "red A2, green enter C")
    assert at(s, "A3") == "R"
    assert "done" in legal(s)


def test_ic_3_4_circles_may_repeat_different_arrows_or_the_same_one():
    same = play(temple("R>A G>C circle circle"), "red enter A, copy red A1, copy red A2")
    assert at(same, "A3") == "R"
    assert why(same, "copy red A3") == moves.NO_CIRCLE
    different = play(temple("R>A G>C circle circle"), "copy red enter A, copy green enter C")
    assert (at(different, "A1"), at(different, "C1")) == ("R", "G")


def test_ic_3_4_a_circle_repeats_the_current_direction():
    s = temple("R>A circle arc arc")
    play(s, "red enter A, turn NW right")
    assert [move for move in legal(s) if move.startswith("copy")] == ["copy red enter B"]


def test_ic_3_4_no_arrow_on_top_makes_circles_worthless():
    s = play(fresh(), "top S, top S")
    assert tops(s) == "circle|circle|arc|arc"
    assert not any(move.startswith("copy") for move in legal(s))
    assert why(s, "copy NW enter") == moves.NOTHING_TO_REPEAT
    play(s, "done")


def test_ic_3_5_an_arc_turns_any_cube_either_way_at_any_moment():
    s = temple("R>A G>C arc circle")
    turns = [f"turn {slot} {hand}" for slot in ("NW", "NE", "SE", "SW") for hand in ("left", "right")]
    assert [move for move in legal(s) if move.startswith("turn")] == turns
    for hand, path in (("right", "B"), ("left", "D")):
        assert tops(play(s.copy(), f"turn NW {hand}")).startswith(f"R>{path}|")
    between = play(s.copy(), "red enter A, turn NE left, green enter B")
    assert at(between, "B1") == "G"
    after = play(s.copy(), "red enter A, green enter C, turn NW right, done")
    assert tops(after).startswith("R>B")
    assert why(play(s, "turn SE right"), "turn SE right") == moves.NO_ARC


def test_ic_3_5_clockwise_takes_north_to_east():
    for orientation in range(24):
        for cube in range(4):
            before, after = board.TOP_PATH[cube][orientation], board.TOP_PATH[cube][board.TURNED[orientation][1]]
            assert board.TOP_SYMBOL[cube][orientation] == board.TOP_SYMBOL[cube][board.TURNED[orientation][1]]
            assert after == (board.NOWHERE if before == board.NOWHERE else (before + 1) % 4)
    s = tilted("top S")
    rules.turn_cube(s, NW, moves.RIGHT)
    assert tops(s) == "R>D|B>A|arc|arc"


def test_ic_3_6_a_turn_that_makes_an_unexecuted_arrow_possible_creates_a_duty():
    s = temple("R>A arc circle circle", {"B1": "R"}, supply={RED: 0})
    assert "done" in legal(s)
    play(s, "turn NW right")
    assert why(s, "done") == moves.ARROW_OPEN
    play(s, "red B1, done")


def test_ic_3_6_an_executed_arrow_never_fires_again():
    s = temple("R>A arc arc arc", {"A1": "R", "B1": "R"})
    play(s, "red A1, turn NW right")
    assert why(s, "red B1") == moves.EXECUTED
    assert "done" in legal(s)


def test_ic_3_6_an_unwelcome_arrow_may_be_turned_to_where_it_lapses():
    s = temple("G>A arc circle circle", {"A5": "G"}, supply={GREEN: 0})
    assert why(s, "done") == moves.ARROW_OPEN
    play(s, "turn NW left, done")
    assert at(s, "A5") == "G"


def test_ic_3_7_action_two_may_not_end_while_an_unexecuted_arrow_is_possible():
    s = temple("R>A Y>B G>C B>D", {"C1": "G"}, supply={GREEN: 0, BLUE: 0})
    for text in ("red enter A", "yellow enter B", "green C1"):
        assert why(s, "done") == moves.ARROW_OPEN
        assert "done" not in legal(s)
        play(s, text)
    assert legal(s) == ["done"]


# IC-4: the end ----------------------------------------------------------------------------------


def test_ic_4_1_the_game_ends_at_once_even_on_anothers_turn():
    s = temple("G>A R>C arc arc", {"A5": "G"}, out={GREEN: 4})
    play(s, "green A5")
    assert s.phase == moves.OVER
    assert rules.to_act(s) == NOBODY
    assert rules.winners(s) == 0b10
    assert rules.ending(s) == moves.ANOTHERS_MOVE
    assert why(s, "done") == moves.IS_OVER
    assert legal(s) == []


def test_ic_4_1_a_circle_or_ones_own_arrow_ends_it_too():
    s = temple("R>A circle arc arc", {"A5": "R", "A4": "R"}, out={RED: 3})
    play(s, "red A5")
    assert s.phase == moves.ACTING
    assert rules.ending(s) == rules.winners(s) == 0
    play(s, "copy red A4")
    assert s.phase == moves.ACTING
    s = temple("R>A circle arc arc", {"A5": "RR"}, out={RED: 3})
    play(s, "copy red A5.2, red A5")
    assert (rules.winners(s), rules.ending(s)) == (0b01, moves.OWN_MOVE)


def test_ic_4_2_the_active_player_wins_alone_when_both_last_pieces_leave():
    s = temple("G>A arc arc arc", {"A5": "GR"}, out={GREEN: 4, RED: 4})
    play(s, "green A5")
    assert rules.winners(s) == 0b01
    assert rules.ending(s) == moves.OWN_MOVE
    assert s.out == [5, 0, 5, 0]
    s = temple("R>A arc arc arc", {"A5": "RG"}, player=1, out={GREEN: 4, RED: 4})
    play(s, "red A5")
    assert (rules.winners(s), rules.ending(s)) == (0b10, moves.OWN_MOVE)


def test_ic_4_2_otherwise_all_whose_last_piece_leaves_share():
    s = temple("G>A arc arc arc", {"A5": "GYRB"}, seats=4, player=3, out={RED: 4, YELLOW: 4, GREEN: 4, BLUE: 3})
    play(s, "green A5")
    assert rules.winners(s) == 0b0111
    assert rules.ending(s) == moves.SHARED_MOVE


def test_ic_4_2_neutral_last_pieces_share_nothing():
    s = temple("Y>A arc arc arc", {"A5": "YG"}, out={YELLOW: 4, GREEN: 4})
    play(s, "yellow A5")
    assert rules.winners(s) == 0b10
    assert rules.ending(s) == moves.ANOTHERS_MOVE


def last_turn(seats, out, player=None):
    """The last turn for safety, nothing left to do but done."""
    turn = 399 if seats == 3 else 400
    return temple(
        "arc circle arc circle", seats=seats, player=seats - 1 if player is None else player, out=out, turn=turn
    )


def test_ic_4_3_after_400_turns_most_pieces_out_share_the_win():
    s = play(last_turn(4, {RED: 3, YELLOW: 1, GREEN: 3}), "done")
    assert s.phase == moves.OVER
    assert rules.winners(s) == 0b0101
    assert rules.ending(s) == moves.SAFETY
    alone = play(last_turn(2, {RED: 1, GREEN: 2}), "done")
    assert (rules.winners(alone), rules.ending(alone)) == (0b10, moves.SAFETY)


# IC-5: fine print -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "balanced", "ordered"),
    [
        (2, ("red", "green"), ("red", "yellow")),
        (3, ("red", "green", "yellow"), ("red", "yellow", "green")),
        (4, ("red", "yellow", "green", "blue"), ("red", "yellow", "green", "blue")),
    ],
)
def test_ic_5_1_colours_clockwise_by_seat_and_other_assignments_as_an_option(seats, balanced, ordered):
    for option, expected in enumerate((balanced, ordered)):
        s = fresh(seats, ordered=bool(option))
        assert tuple(COLOURS[colour] for colour in s.colour[:seats]) == expected
        assert GAME.colours(seats, [0, option]) == expected


def test_ic_5_1_chance_is_the_slotting_with_24_equal_outcomes_then_the_first_player():
    s = STATE.new()
    rules.setup(s, 2, [0, 0, 0])
    out = [0] * GAME.buffer
    assert rules.to_act(s) == CHANCE
    assert rules.odds(s, out) == 24
    assert out[:24] == [1] * 24
    rules.settle(s, 17)
    assert rules.to_act(s) == CHANCE
    assert rules.odds(s, out) == 2
    rules.settle(s, 1)
    assert rules.to_act(s) == 0b10
    assert s.turn == 1


def test_ic_5_2_done_is_always_said_and_ends_the_turn():
    s = temple("circle circle circle circle")
    assert legal(s) == ["done"]
    assert rules.to_act(s) == 0b01
    play(s, "done")
    assert (s.player, s.phase, s.turn) == (1, moves.TILTING, 2)
    assert rules.why_illegal(s, 1, moves.MOVE_CODES) == moves.NO_SUCH_MOVE
    assert rules.why_illegal(s, 1, -1) == moves.NO_SUCH_MOVE
    assert rules.why_illegal(s, 2, 0) == moves.NO_SUCH_SEAT
    assert rules.why_illegal(s, -1, 0) == moves.NO_SUCH_SEAT


def test_ic_5_2_a_turn_has_at_most_seven_decisions():
    s = play(fresh(), "tilt top S, tilt left E")
    acts = 0
    while s.turn == 1:
        play(s, legal(s)[0])
        acts += 1
    assert acts == 5  # four symbols and done
    assert GAME.longest == 2 + 400 * 7


def test_ic_5_3_a_circle_may_repeat_before_or_after_and_must_move_a_piece():
    before = play(temple("R>A circle arc arc"), "copy red enter A, red A1")
    after = play(temple("R>A circle arc arc"), "red enter A, copy red A1")
    assert at(before, "A2") == at(after, "A2") == "R"
    s = temple("R>A circle arc arc", supply={RED: 0})
    assert not any(move.startswith("copy") for move in legal(s))
    assert why(s, "copy NW piece 1") == moves.NO_SUCH_PIECE
    assert why(s, "copy red enter A") == moves.NO_SUPPLY


def test_ic_5_3_which_of_several_circles_or_arcs_is_spent_makes_no_difference():
    s = temple("R>A circle circle arc")
    assert (s.circles, s.arcs) == (2, 1)
    play(s, "copy red enter A")
    assert legal(s).count("copy red enter A") == 1


def test_ic_5_4_a_duty_created_by_one_arc_may_be_turned_away_by_another():
    s = temple("R>A arc arc circle", {"B1": "R"}, supply={RED: 0})
    play(s, "turn NW right")
    assert why(s, "done") == moves.ARROW_OPEN
    play(s, "turn NW right, done")


def test_ic_5_4_by_the_option_a_turned_arrow_comes_before_the_next_arc():
    s = temple("R>A arc arc circle")
    s.arc_rule = moves.STRICT
    play(s, "turn NW right")
    assert why(s, "turn NW left") == moves.ARROW_FIRST
    assert not any(text.startswith("turn") for text in legal(s))
    play(s, "red enter B")
    assert why(s, "turn NW left") == 0
    lapsed = temple("R>A arc arc circle", supply={RED: 0})
    lapsed.arc_rule = moves.STRICT
    play(lapsed, "turn NW right")
    assert why(lapsed, "turn NW left") == 0  # it cannot be carried out


def test_ic_5_4_arrows_open_at_the_end_are_dropped():
    s = temple("R>A G>C Y>B B>D", {"A5": "R"}, out={RED: 4})
    play(s, "red A5")
    assert s.phase == moves.OVER


def test_ic_5_4_nobody_must_choose_the_order_that_carries_out_most_arrows():
    # Two yellow arrows to N and two pieces on N5: taking the upper one out first would carry out both arrows.
    s = temple("Y>A Y>A arc arc", {"A5": "YY"}, supply={YELLOW: 0})
    assert legal(play(s.copy(), "yellow NE A5.2"))[0] == "yellow NW A5"
    play(s, "yellow NE A5.1")
    assert s.executed == [0, 1, 0, 0]
    assert "done" in legal(s)


def test_ic_5_5_two_arcs_may_turn_one_cube_also_back():
    s = temple("R>A circle arc arc")
    lying = list(s.orientation)
    play(s, "turn NW left, turn NW right")
    assert s.orientation == lying
    assert (s.arcs, why(s, "turn NW left")) == (0, moves.NO_ARC)


def test_ic_5_5_the_first_tilt_may_undo_the_last_one_of_the_player_before():
    s = play(fresh(), "top S, top S, done")
    play(s, "tilt top N")
    assert tops(s) == "R>C|B>A|arc|arc"


@pytest.mark.parametrize(("seats", "last"), [(2, 400), (3, 399), (4, 400)])
def test_ic_5_6_the_game_ends_with_done_of_the_last_turn(seats, last):
    s = temple("circle circle arc arc", seats=seats, out={RED: 1}, turn=last - 1)
    play(s, "done")
    assert s.turn == last
    play(s, "top S, top S, done")
    assert s.phase == moves.OVER
    assert (rules.ending(s), rules.winners(s)) == (moves.SAFETY, 0b001)


def test_ic_5_6_neutral_colours_do_not_count_and_nobody_out_means_nobody_wins():
    s = play(last_turn(2, {YELLOW: 4, BLUE: 2}), "done")
    assert (rules.ending(s), rules.winners(s)) == (moves.NOBODY_OUT, 0)
    s = play(last_turn(2, {YELLOW: 4, GREEN: 1}), "done")
    assert (rules.ending(s), rules.winners(s)) == (moves.SAFETY, 0b10)


def test_ic_5_6_400_turns_of_dodging_every_arrow():
    s = fresh()
    while rules.to_act(s) != NOBODY:
        assert s.supply == [5, 5, 5, 5]
        play(s, "top S, top S, done")
    assert s.turn == 400
    assert rules.ending(s) == moves.NOBODY_OUT


def test_ic_5_7_points_are_pieces_out_and_do_not_settle_the_result():
    s = temple("G>A arc arc arc", {"A5": "GR"}, out={GREEN: 4, RED: 4})
    play(s, "green A5")
    points = [0] * 4
    rules.score(s, points)
    assert points[:2] == [5, 5]
    assert rules.winners(s) == 0b01


def test_ic_5_7_stacks_have_no_limit():
    s = temple("R>A arc arc arc", {"A3": "RYGBRYGBRYGBRYGBRYGB"})
    play(s, "red A3.1")
    assert at(s, "A4") == "RYGBRYGBRYGBRYGBRYGB"
    assert at(s, "A3") == ""
