"""Ice Lake, case by case: each test is named for the paragraph that it holds the rules to.

Positions are written with axial coordinates (q, r), programmes as words.
"""

from __future__ import annotations

import random
import re

import pytest

from banquise.games.ice_lake import GAME, board, drawing, moves, rules, words
from banquise.games.ice_lake.state import STATE
from banquise.kernel.chance import seed_rng
from banquise.kernel.contract import CHANCE, EVERYBODY, NOBODY
from banquise.kernel.hexes import DIRECTION_NAMES
from banquise.kernel.notation import BadNotation
from banquise.kernel.rulebook import rulebook
from banquise.kernel.speech import LANGUAGES, catalogue, spelt
from banquise.table import IllegalMove, NoUndo, new

N, NE, SE, S, SW, NW = range(6)


def at(q, r):
    """The number of a hex."""
    return board.HEXES.index((q, r))


def lake(*skaters, cracks=(), first=0, short=False, round_=2):
    """A lake in the programming phase: skaters are ((q, r), facing), cracks are ((q, r), direction) in nobody's colour.

    By default it is round two, so that everybody has made the first step of the game.
    """
    s = STATE.new()
    s.seats, s.radius, s.phase, s.first, s.round = len(skaters), 5 if short else 6, moves.PROGRAMMING, first, round_
    for seat, (cell, facing) in enumerate(skaters):
        s.cell[seat], s.facing[seat], s.on_ice[seat] = at(*cell), facing, 1
        s.started[seat] = int(round_ > 1)
    for cell, direction in cracks:
        rules.crack(s, 3, at(*cell), direction)
    return s


def write(s, *programmes):
    """Everybody on the ice writes; None for seats that are out. No step is made yet."""
    for seat, programme in enumerate(programmes):
        if programme is not None:
            play(s, seat, programme)
    return s


def play(s, seat, text):
    """Make the moves of a text through the rules, each checked for legality."""
    for move in words.read(s, seat, text):
        assert rules.why_illegal(s, seat, move) == 0, (text, rules.why_illegal(s, seat, move))
        rules.play(s, seat, move)
    return s


def run(s):
    """Let the movement phase go on until somebody must decide."""
    while rules.to_act(s) == CHANCE:
        assert rules.odds(s, [0] * 4) == 1
        rules.settle(s, 0)
    return s


def skate(s, *programmes):
    """Programmes and the movement that follows."""
    return run(write(s, *programmes))


def step(s, count=1):
    """Some steps of the movement phase."""
    for _ in range(count):
        rules.settle(s, 0)
    return s


def trail(start, *directions):
    """The cracks of a walk."""
    cracks, cell = [], start
    for d in directions:
        cracks.append((cell, d))
        dq, dr = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))[d]
        cell = (cell[0] + dq, cell[1] + dr)
    return cracks


def ring(centre, radius=1):
    """The cracks of a closed loop of hexes around a centre."""
    start = (centre[0], centre[1] - radius)
    return trail(start, *[d for d in (SE, S, SW, NW, N, NE) for _ in range(radius)])


def usable(s, seat):
    """The facings a seat may choose now."""
    out = [0] * 200
    n = rules.legal_moves(s, seat, out)
    return [DIRECTION_NAMES[move - moves.FACE] for move in out[:n]]


def places(s, seat):
    """The hexes a seat may return to now."""
    out = [0] * 200
    n = rules.legal_moves(s, seat, out)
    return [board.HEXES[move - moves.RETURN] for move in out[:n]]


# IL-1: the lake and the start -------------------------------------------------------------------


def test_il_1_1_the_lake_has_127_hexes_342_lines_and_36_border_hexes():
    assert len(board.HEXES) == board.CELLS == 127
    lines = sum(n >= 0 for row in board.NEIGHBOUR for n in row) // 2
    assert lines == board.LINES == 342
    assert sum(r == 6 for r in board.RING) == 36
    assert len(board.SIDE_CELL) == board.TRIANGLES == 216


def test_il_1_1_the_short_lake_has_91_hexes():
    s = lake(((0, 0), N), ((0, 2), N), short=True)
    assert sum(rules.on_lake(s, cell) for cell in range(board.CELLS)) == 91


def test_il_1_1_triangles_and_their_neighbours_share_the_side_between_them():
    for t in range(board.TRIANGLES):
        for side in range(3):
            cell, line = board.SIDE_CELL[t][side], board.SIDE_LINE[t][side]
            assert t in board.TRIANGLE[cell]
            across = board.ACROSS[t][side]
            if across == board.SHORE:
                assert board.RING[cell] == board.RING[board.NEIGHBOUR[cell][line]] == 6
            else:
                assert t in board.ACROSS[across]
                assert {across, t} == {board.TRIANGLE[cell][line], board.TRIANGLE[cell][(line - 1) % 6]}


def test_il_1_2_the_six_facings_are_the_sides_of_flat_topped_hexes():
    assert [board.HEXES[n] for n in board.NEIGHBOUR[at(0, 0)]] == [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]


def test_il_1_3_starts_mirror_each_other_and_two_take_the_diagonal_pair():
    four = new("ice_lake", 4, seed=1).state
    assert [board.HEXES[c] for c in four.cell] == [(3, -4), (3, 1), (-3, 4), (-3, -1)]
    assert [DIRECTION_NAMES[f] for f in four.facing] == ["SW", "NW", "NE", "SE"]
    two = new("ice_lake", 2, seed=1).state
    assert [board.HEXES[c] for c in two.cell[:2]] == [(3, -4), (-3, 4)]
    # The mirror in the vertical axis takes (q, r) to (-q, r + q), that in the horizontal axis to (q, -q - r).
    assert (-3, -4 + 3) == (-3, -1)
    assert (3, -3 + 4) == (3, 1)


def test_il_1_4_the_first_player_is_drawn_at_random_among_all():
    s = STATE.new()
    rules.setup(s, 3, [0, 0, 0])
    out = [0] * 4
    assert rules.to_act(s) == CHANCE
    assert rules.odds(s, out) == 3
    assert out[:3] == [1, 1, 1]
    assert rules.why_illegal(s, 0, moves.LEFT) == moves.NOT_DRAWN
    rules.settle(s, 2)
    assert s.first == 2
    assert rules.to_act(s) == 0b111


# IL-2: programming ------------------------------------------------------------------------------


def test_il_2_1_all_write_at_the_same_time_at_least_one_letter():
    s = lake(((0, 0), N), ((2, 2), N), ((-2, -2), N))
    assert rules.to_act(s) == 0b111
    assert rules.why_illegal(s, 1, moves.DONE) == moves.NOTHING_WRITTEN
    play(s, 1, "GA")
    assert rules.to_act(s) == 0b101


def test_il_2_1_the_cap_of_342_letters_leaves_only_done():
    s = lake(((0, 0), N), ((2, 2), N))
    play(s, 0, "A" * 342 + "-")
    assert rules.why_illegal(s, 0, moves.AHEAD) == moves.SHEET_FULL
    out = [0] * 200
    assert out[: rules.legal_moves(s, 0, out)] == [moves.DONE]


def test_il_2_2_letters_turn_and_move_one_hex_and_those_of_every_language_are_read():
    for word, cell, facing in (("A", (0, -1), N), ("G", (-1, 0), NW), ("D", (1, -1), NE)):
        s = step(write(lake(((0, 0), N), ((3, 3), N)), word, "A"))
        assert (board.HEXES[s.cell[0]], s.facing[0]) == (cell, facing)
    s = lake(((0, 0), N), ((3, 3), N))
    for language in LANGUAGES:
        shown = "".join(catalogue(GAME.folder, language)[f"letter.{letter}"] for letter in "GAD")
        assert words.read(s, 0, shown.lower()) == [moves.LEFT, moves.AHEAD, moves.RIGHT, moves.DONE], language
        assert shown in catalogue(GAME.folder, language)["prompt.write"]
    assert len({catalogue(GAME.folder, language)["letter.A"] for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize(("language", "shown"), [("en", "LSR"), ("fr", "GAD"), ("de", "LVR"), ("fa", "CJR")])
def test_il_2_2_notation_and_drawings_show_the_letters_of_the_reader_and_read_them(language, shown):
    assert spelt("face N GAD-", language, GAME.folder) == f"face N {shown}-"
    assert spelt("return g7 face S", language, GAME.folder) == "return g7 face S"
    s = lake(((0, 0), N), ((3, 0), N))
    assert words.write_line(s, 0, words.read(s, 0, shown)) == "GAD"
    match = new("ice_lake", 2, seed=1)
    match.play(match.to_act[0], "GAD-")
    sheet = catalogue(GAME.folder, language)["drawing.writing"].format(letters=shown)
    assert sheet in drawing.text(match.seen(match.to_act[0]), language)
    assert sheet in drawing.svg(match.seen(match.to_act[0]), language)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "fr"])
def test_il_2_2_the_rulebook_writes_programmes_in_its_own_letters(language):
    book = rulebook(GAME.folder, language)
    others = book.text.replace(book.paragraphs["IL-2.2"], "")
    assert not re.findall(r"(?<![\w-])[GAD]{2,}(?![\w-])", others)
    assert re.findall(rf"(?<![\w-]){spelt('GA', language, GAME.folder)}(?![\w-])", others)


def test_il_2_3_programmes_are_revealed_together_before_anyone_moves():
    s = lake(((0, 0), N), ((3, 3), N))
    play(s, 0, "GAD")
    assert s.length[:2] == [0, 0]
    play(s, 1, "DD")
    assert [words.programme(s, seat) for seat in (0, 1)] == ["GAD", "DD"]
    assert s.written[:2] == [0, 0]
    assert not any(map(any, s.letter))
    assert board.HEXES[s.cell[0]] == (0, 0)


def test_il_2_4_a_programme_may_contain_impossible_steps():
    s = lake(((0, 0), N), ((3, 3), N), cracks=[((0, 0), N)])
    play(s, 0, "A")
    assert s.finished[0] == 1


# IL-3: movement ---------------------------------------------------------------------------------


def test_il_3_1_one_letter_each_clockwise_and_who_has_none_is_skipped():
    s = write(lake(((-3, 0), N), ((0, 0), N), ((3, 0), N), first=1), "AA", "A", "AAA")
    order = []
    while rules.to_act(s) == CHANCE:
        order.append(s.mover)
        rules.settle(s, 0)
    assert order == [1, 2, 0, 2, 0, 2]
    assert s.phase == moves.PROGRAMMING
    assert s.round == 3


def test_il_3_2_the_last_stepper_starts_the_next_round():
    s = skate(lake(((-3, 0), N), ((3, 0), N)), "A", "AA")
    assert s.first == 1
    s = skate(lake(((-3, 0), N), ((3, 0), N)), "AA", "A")
    assert s.first == 0


def test_il_3_2_if_the_last_stepper_is_out_the_next_survivor_clockwise_starts():
    # Seat 2 steps last, into a plate that is cut off, and drowns; seat 0 follows clockwise.
    s = lake(((-5, 0), N), ((5, -5), S), ((0, 2), N), cracks=ring((0, 0)))
    skate(s, "A", "A", "AA")
    assert s.how_out[2] == moves.SURROUNDED
    assert s.last_step == 2
    assert s.first == 0
    assert s.phase == moves.PROGRAMMING


def test_il_3_3_a_step_turns_moves_and_cracks_the_line_between_the_centres():
    s = step(write(lake(((0, 0), N), ((3, 3), N)), "D", "A"))
    assert board.HEXES[s.cell[0]] == (1, -1)
    assert s.facing[0] == NE
    assert s.line[at(0, 0)][NE] == s.line[at(1, -1)][SW] == 1
    assert sum(map(bool, sum(s.line, []))) == 2


def test_il_3_4_skating_along_a_crack_is_impossible_crossing_it_is_free():
    s = skate(lake(((0, 0), N), ((3, 3), N), cracks=[((0, -2), N)]), "AAA", "A")
    assert board.HEXES[s.cell[0]] == (0, -2)
    assert s.phase == moves.TURNING
    s = skate(lake(((0, 0), N), ((3, 3), N), cracks=trail((1, -2), SW, NW)), "AAA", "A")
    assert board.HEXES[s.cell[0]] == (0, -3)


def test_il_3_4_ones_own_crack_stops_as_well():
    # A closed triangle brings the skater back to its first hex, facing the line it cracked first.
    s = skate(lake(((0, 0), N), ((4, 2), N)), "DDDDDDD", "A")
    assert board.HEXES[s.cell[0]] == (0, 0)
    assert s.chooser == 0


def test_il_3_5_a_hex_holds_one_skater_even_if_that_one_would_leave_later():
    s = write(lake(((0, 1), N), ((0, -1), SE)), "AA", "AA")
    step(s)  # red to (0, 0)
    assert board.HEXES[s.cell[0]] == (0, 0)
    step(s)  # yellow to (1, -1)
    step(s)  # red to (0, -1), free by now
    assert board.HEXES[s.cell[0]] == (0, -1)
    s = step(write(lake(((0, 0), SE), ((2, -1), N)), "AA", "AA"), 3)
    assert board.HEXES[s.cell[0]] == (2, 0)
    s = step(write(lake(((0, 0), SE), ((2, 0), SE), first=0), "AA", "AA"), 3)
    assert board.HEXES[s.cell[0]] == (2, 0)  # yellow had left
    s = step(write(lake(((0, 0), SE), ((3, 0), NW), first=0), "AAA", "A"), 3)
    assert board.HEXES[s.cell[0]] == (1, 0)  # yellow came to (2, 0) and stays
    assert s.phase == moves.TURNING


def test_il_3_6_a_forced_stop_erases_the_programme_and_the_owner_turns_at_once_in_public():
    s = skate(lake(((0, 0), N), ((4, 0), N), cracks=[((0, -1), N)]), "AADD", "AAA")
    assert s.phase == moves.TURNING
    assert rules.to_act(s) == 0b01
    assert s.used[0] == s.length[0] == 4
    assert usable(s, 0) == ["NE", "SE", "SW", "NW"]  # N is cracked, S is the own trail
    assert rules.why_illegal(s, 1, moves.FACE + N) == moves.OTHER_TURNS
    assert rules.why_illegal(s, 0, moves.FACE + N) == moves.NOT_USABLE
    assert rules.why_illegal(s, 0, moves.LEFT) == moves.FACE_NOW
    assert rules.who_sees(s, 0, moves.FACE + NE) == EVERYBODY
    run(play(s, 0, "face NE"))
    assert s.facing[0] == NE
    assert s.phase == moves.PROGRAMMING
    assert board.HEXES[s.cell[1]] == (4, -3)


def test_il_3_6_an_occupied_hex_cannot_be_faced():
    s = skate(lake(((0, 0), N), ((1, -2), S), cracks=[((0, -1), N)]), "AA", "A")
    # Yellow went from (1, -2) to (1, -1), south-east of red on (0, -1).
    assert usable(s, 0) == ["NE", "SW", "NW"]


def test_il_3_6_by_the_option_an_occupied_hex_can_be_faced():
    s = lake(((0, 0), N), ((1, -2), S), cracks=[((0, -1), N)])
    s.facing_rule = moves.CRACKS_ONLY
    assert usable(skate(s, "AA", "A"), 0) == ["NE", "SE", "SW", "NW"]


def test_il_3_7_by_the_option_a_skater_in_the_only_way_does_not_put_one_out():
    cracks = [((0, -1), d) for d in (N, NE, SW, NW)]
    assert skate(lake(((0, 0), N), ((1, -2), S), cracks=cracks), "AA", "A").how_out[0] == moves.STUCK
    s = lake(((0, 0), N), ((1, -2), S), cracks=cracks)
    s.facing_rule = moves.CRACKS_ONLY
    assert usable(skate(s, "AA", "A"), 0) == ["SE"]


def test_il_3_7_a_forced_stop_with_no_open_facing_is_out():
    all_but_south = [((0, -1), d) for d in (N, NE, SE, SW, NW)]
    s = skate(lake(((0, 0), N), ((4, 0), N), ((-4, 0), N), cracks=all_but_south), "AA", "A", "A")
    assert s.how_out[0] == moves.STUCK
    assert s.place[0] == 3
    assert s.phase == moves.PROGRAMMING


def test_il_3_8_a_programme_that_simply_ends_gives_no_turn():
    s = skate(lake(((0, 0), N), ((4, 0), N)), "AG", "A")
    assert s.phase == moves.PROGRAMMING
    assert s.facing[0] == NW


# IL-4: out --------------------------------------------------------------------------------------


def test_il_4_1_over_the_edge_is_out_and_draws_no_crack():
    s = skate(lake(((0, -6), N), ((0, 0), N), ((3, 0), N)), "A", "A", "A")
    assert s.how_out[0] == moves.OVER_THE_EDGE
    assert not any(s.line[at(0, -6)])
    short = skate(lake(((0, -5), N), ((0, 0), N), ((3, 0), N), short=True), "A", "A", "A")
    assert short.how_out[0] == moves.OVER_THE_EDGE
    assert not any(short.line[at(0, -5)])


def test_il_4_2_a_forced_stop_on_the_first_letter_is_out_whatever_blocked_it():
    by_crack = skate(lake(((0, 0), N), ((3, 0), N), ((-3, 0), N), cracks=[((0, 0), N)]), "AAA", "A", "A")
    by_body = skate(lake(((0, 0), N), ((0, -1), SE), ((-3, 0), N)), "AAA", "A", "A")
    assert by_crack.how_out[0] == by_body.how_out[0] == moves.UNMOVED


def test_il_4_3_surrounded_means_every_triangle_around_is_cut_off_from_the_shore():
    s = lake(((4, 0), N), ((-4, 0), N), cracks=ring((0, 0), 2))
    inside = [c for c in range(board.CELLS) if board.RING[c] <= 1]
    on_the_loop = [c for c in range(board.CELLS) if board.RING[c] == 2]
    assert all(rules.is_surrounded(s, cell) for cell in inside)
    assert not any(rules.is_surrounded(s, cell) for cell in on_the_loop)


def test_il_4_3_every_skater_is_tested_after_every_single_step():
    # Red completes the ring around yellow with its first letter; yellow never moves.
    cracks = ring((0, 0))[:-1]
    s = write(lake(((-1, 0), S), ((0, 0), N), ((5, -2), N), cracks=cracks), "A", "AAA", "A")
    # The missing side of the ring runs from (-1, 0) north-east to (0, -1).
    s.facing[0] = N
    s.programme[0][0] = moves.RIGHT
    step(s)
    assert s.how_out[1] == moves.SURROUNDED
    assert s.how_out[0] == 0


def test_il_4_4_closing_a_loop_never_kills_the_closer():
    s = lake(((0, 0), N), ((5, -2), N), cracks=())
    skate(s, "DDDDD", "A")  # a ring of six drawn by one skater, seen from inside it
    assert s.on_ice[0] == 1
    s = skate(lake(((0, -1), NE), ((5, -2), N), ((-5, 2), N)), "DDDDDD", "A", "A")
    assert s.on_ice[0] == 1
    assert rules.is_surrounded(s, s.cell[0]) == 0


def test_il_4_4_a_ring_of_six_drowns_whoever_stands_in_it():
    s = skate(lake(((0, -1), NE), ((0, 0), N), ((-5, 2), N)), "DDDDDD", "A", "A")
    # Yellow skates out of the ring's middle first unless blocked: it drowns only if it stays.
    assert s.on_ice[0] == 1
    s = lake(((0, -1), NE), ((5, 0), N), ((-5, 2), N), cracks=())
    skate(s, "DDDDDD", "A", "A")
    assert [rules.is_surrounded(s, at(*c)) for c in ((0, 0), (1, 0), (0, 1))] == [True, False, False]


def test_il_4_4_stepping_inside_a_cut_off_plate_kills():
    s = skate(lake(((0, 3), N), ((5, -2), N), ((-5, 2), N), cracks=ring((0, 0), 2)), "AA", "A", "A")
    assert s.how_out[0] == moves.SURROUNDED
    assert s.moved[0] == 0  # blank again: the next round has begun


def test_il_4_4_shore_and_crack_together_enclose_nobody():
    across = trail((0, -6), *[S] * 12)
    s = lake(((-3, 0), N), ((3, 0), N), cracks=across)
    assert not any(s.sunk)
    assert not any(rules.is_surrounded(s, cell) for cell in range(board.CELLS))


@pytest.mark.parametrize("short", [False, True])
def test_il_4_4_a_loop_through_all_hull_lines_leaves_only_border_hexes_safe(short):
    radius = 5 if short else 6
    s = lake(((radius, 0), N), ((-radius, 0), N), cracks=ring((0, 0), radius), short=short)
    for cell in range(board.CELLS):
        if board.RING[cell] <= radius:
            assert rules.is_surrounded(s, cell) == (board.RING[cell] < radius)
    with_a_gap = lake(((radius, 0), N), ((-radius, 0), N), cracks=ring((0, 0), radius)[1:], short=short)
    assert not any(with_a_gap.sunk)


def test_il_4_5_a_skater_that_is_out_leaves_its_hex_and_its_cracks_stay():
    # Yellow is blocked on its first letter and out; red then skates over its hex.
    s = lake(((0, 1), N), ((0, 0), N), ((4, 0), N), cracks=[((0, 0), N)], first=1)
    skate(s, "AD", "A", "A")
    assert s.how_out[1] == moves.UNMOVED
    assert board.HEXES[s.cell[0]] == (1, -1)
    assert s.line[at(0, 0)][N] != 0
    assert rules.why_illegal(s, 1, moves.LEFT) == moves.IS_OUT


# IL-5: back into play ---------------------------------------------------------------------------


def cut_in_two(*skaters, first=0):
    """A lake cut by a crack from shore to shore along the column q = 0; its hexes are the small middle portion."""
    # Two parallel cracks: hexes of q < 0 and q > 0 cannot cross the column q = 0 once all its side lines are cracked.
    cracks = [((0, r), d) for r in range(-6, 7) for d in (NE, SE)]
    cracks = [(c, d) for c, d in cracks if board.NEIGHBOUR[at(*c)][d] >= 0]
    s = lake(*skaters, first=first)
    for cell, d in cracks:
        s.line[at(*cell)][d] = 4
        s.line[board.NEIGHBOUR[at(*cell)][d]][(d + 3) % 6] = 4
    return s


def begin_round(s):
    """What happens before a programming phase but the first."""
    rules.bring_back(s)
    return s


def test_il_5_1_a_skater_that_can_reach_nobody_is_moved_and_reach_ignores_facing_and_bodies():
    s = begin_round(cut_in_two(((-3, 0), N), ((-4, 2), N), ((3, 0), N)))
    assert s.phase == moves.RETURNING
    assert s.chooser == 2
    apart = begin_round(lake(((-3, 0), N), ((3, 0), N)))
    assert apart.phase == moves.PROGRAMMING


def test_il_5_1_reach_leaves_out_hexes_on_which_one_would_be_surrounded():
    s = lake(((0, 3), N), ((4, 0), N), cracks=ring((0, 0), 2))
    rules.find_portions(s)
    assert s.portion[at(0, 0)] == 0
    assert s.portion[at(1, 0)] == 0
    assert s.portion[at(0, 2)] == s.portion[at(0, 3)] != 0


def test_il_5_2_one_isolated_skater_goes_to_the_largest_portion_that_holds_another():
    s = begin_round(cut_in_two(((-3, 0), N), ((-4, 2), N), ((3, 0), N)))
    assert s.target == s.portion[at(-3, 0)]
    assert all(q <= 0 for q, r in places(s, 2))


def test_il_5_2_several_isolated_share_the_largest_portion_that_holds_any_and_those_in_it_stay():
    s = begin_round(cut_in_two(((-3, 0), N), ((3, 0), N)))
    # The west side with the middle column has 70 hexes, the east side 57: red stays, yellow goes there.
    assert s.waiting[0] == 0
    assert s.chooser == 1
    assert {board.RING[at(q, r)] for q, r in places(s, 1)} == {6}
    assert all(q <= 0 for q, r in places(s, 1))


def three_portions(*skaters, first=0):
    """Columns q < 0, q = 0 and q > 0 are three portions of 57, 13 and 57 hexes."""
    s = cut_in_two(*skaters, first=first)
    for r in range(-6, 7):
        for d in (SW, NW):
            there = board.NEIGHBOUR[at(0, r)][d]
            if there >= 0:
                s.line[at(0, r)][d] = 4
                s.line[there][(d + 3) % 6] = 4
    return s


def test_il_5_2_of_equal_portions_the_one_with_more_skaters_then_that_of_the_first_player():
    s = begin_round(three_portions(((-3, 0), N), ((-4, 0), N), ((3, 0), N), ((0, 0), N), first=2))
    assert s.target == s.portion[at(-3, 0)]  # two skaters beat one
    s = begin_round(three_portions(((-3, 0), N), ((3, 0), N), first=1))
    assert s.target == s.portion[at(3, 0)]
    assert (s.waiting[0], s.waiting[1]) == (1, 0)


def test_il_5_2_pairs_elsewhere_stay():
    s = begin_round(three_portions(((-3, 0), N), ((-4, 0), N), ((3, 0), N), ((3, 1), N)))
    assert s.phase == moves.PROGRAMMING
    s = begin_round(three_portions(((0, 0), N), ((0, 2), N), ((3, 0), N)))
    assert s.chooser == 2
    assert all(q == 0 for q, r in places(s, 2))


def block(s, *cells):
    """Crack every line of some hexes, as their own portions of one hex, without sinking anything."""
    for cell in cells:
        for d in range(6):
            there = board.NEIGHBOUR[at(*cell)][d]
            if there >= 0:
                s.line[at(*cell)][d] = 4
                s.line[there][(d + 3) % 6] = 4
    return s


def test_il_5_2_without_a_place_in_the_target_the_largest_portion_of_all_takes_every_isolated_skater():
    # Both skaters sit on one-hex portions: no free hex there, so both go to the largest portion, which holds nobody.
    s = begin_round(block(lake(((6, 0), N), ((-6, 0), N), first=1), (6, 0), (-6, 0)))
    assert s.target == s.largest == s.portion[at(0, 0)]
    assert s.waiting[:2] == [1, 1]
    assert s.chooser == 1
    play(s, 1, "return g1 face S")
    assert s.chooser == 0


def test_il_5_3_the_owner_chooses_a_free_border_hex_with_a_usable_line_then_a_usable_facing():
    s = begin_round(cut_in_two(((-3, 0), N), ((-6, 2), N), ((3, 0), N)))
    assert (-6, 2) not in places(s, 2)  # taken
    assert (-6, 3) in places(s, 2)
    assert rules.why_illegal(s, 2, moves.RETURN + at(-3, 1)) == moves.NO_PLACE  # not at the border
    assert rules.why_illegal(s, 2, moves.RETURN + at(-6, 2)) == moves.NO_PLACE
    assert rules.why_illegal(s, 2, moves.FACE + N) == moves.HEX_NOW
    assert rules.why_illegal(s, 0, moves.RETURN + at(-6, 3)) == moves.OTHER_RETURNS
    play(s, 2, f"return {board.NAMES[at(-6, 3)]}")
    assert s.phase == moves.ARRIVING
    assert usable(s, 2) == ["NE", "SE", "S"]  # north of it stands yellow
    assert rules.why_illegal(s, 0, moves.FACE + N) == moves.OTHER_RETURNS
    play(s, 2, "S")
    assert (board.HEXES[s.cell[2]], s.facing[2], s.phase) == ((-6, 3), S, moves.PROGRAMMING)


def test_il_5_3_without_a_border_hex_any_free_hex_of_the_portion_with_a_usable_line():
    # A portion of three hexes in a row, (0, 0) to (0, 2), with a skater on the first; another skater is alone.
    s = lake(((0, 0), N), ((0, 1), N), ((6, 0), N))
    for cell in ((0, 0), (0, 1), (0, 2), (0, 3)):
        for d in range(6):
            there = board.NEIGHBOUR[at(*cell)][d]
            if board.HEXES[there] not in ((0, 0), (0, 1), (0, 2), (0, 3)):
                s.line[at(*cell)][d] = 4
                s.line[there][(d + 3) % 6] = 4
    begin_round(s)
    assert s.chooser == 2
    assert places(s, 2) == [(0, 2), (0, 3)]


def test_il_5_3_a_target_filled_by_others_sends_the_next_to_the_largest_portion():
    # The target holds red and one free place beside it: yellow takes it, and green must go to the largest portion.
    s = lake(((0, 0), N), ((6, 0), N), ((-6, 0), N))
    block(s, (6, 0), (-6, 0))
    chain = ((0, 0), (0, 1), (0, 2))
    for cell in chain:
        for d in range(6):
            there = board.NEIGHBOUR[at(*cell)][d]
            if board.HEXES[there] not in chain:
                s.line[at(*cell)][d] = 4
                s.line[there][(d + 3) % 6] = 4
    begin_round(s)
    assert s.target == s.portion[at(0, 0)]
    assert s.waiting[:3] == [0, 1, 1]
    assert places(s, 1) == [(0, 1), (0, 2)]
    play(s, 1, f"return {board.NAMES[at(0, 1)]}")
    play(s, 1, usable(s, 1)[0])
    assert s.chooser == 2
    assert all(board.RING[at(*cell)] == 6 for cell in places(s, 2))
    assert len(places(s, 2)) == 34


def test_il_5_3_without_room_anywhere_the_skater_stays_where_it_is():
    s = lake(((0, 0), N), ((2, 0), NE))
    for cell in range(board.CELLS):
        for d in range(6):
            if board.NEIGHBOUR[cell][d] >= 0:
                s.line[cell][d] = 4
    begin_round(s)
    assert s.phase == moves.PROGRAMMING
    assert (board.HEXES[s.cell[1]], s.facing[1]) == ((2, 0), NE)
    assert s.waiting == [0, 0, 0, 0]


def test_il_5_4_coming_back_draws_no_crack_is_no_step_and_keeps_the_order():
    s = begin_round(cut_in_two(((-3, 0), N), ((3, 0), N), first=1))
    lines, first = [row[:] for row in s.line], s.first
    play(s, s.chooser, f"return {board.NAMES[at(*places(s, s.chooser)[0])]}")
    play(s, s.chooser, usable(s, s.chooser)[0])
    assert s.line == lines
    assert s.first == first
    assert s.moved[:2] == [0, 0]


def test_il_5_3_who_stands_in_the_largest_portion_already_stays_when_the_target_is_full():
    for largest, phase in ((1, moves.PROGRAMMING), (2, moves.RETURNING)):
        s = cut_in_two(((-3, 0), N), ((3, 0), N))
        rules.find_portions(s)
        s.waiting[1], s.target = 1, 99  # a portion without a place
        s.largest = s.portion[s.cell[1]] if largest == 1 else s.portion[s.cell[0]]
        rules.next_return(s)
        assert s.phase == phase
        assert board.HEXES[s.cell[1]] == (3, 0)


def test_il_5_3_a_facing_is_asked_for_where_one_returns():
    s = begin_round(cut_in_two(((-3, 0), N), ((-6, 2), N), ((3, 0), N)))
    play(s, 2, f"return {board.NAMES[at(-6, 3)]}")
    why = rules.why_illegal(s, 2, moves.RETURN + at(-6, 3))
    assert (why, GAME.reasons[why].paragraph) == (moves.FACE_THERE, "IL-5.3")


def test_il_1_4_the_table_may_name_the_seat_that_begins():
    s, out = STATE.new(), [0] * 4
    rules.setup(s, 3, GAME.option_values({"first": "3"}, 3))
    assert rules.odds(s, out) == 3
    assert out[:3] == [0, 0, 1]


def test_il_5_5_a_programme_may_end_with_no_way_on_and_is_then_brought_back():
    s = lake(((6, -2), S), ((3, 0), SE))
    skate(s, "AAD", "AAA")
    assert board.HEXES[s.cell[1]] == (6, 0)
    assert s.phase == moves.RETURNING
    assert not rules.has_facing(s, at(6, 0))
    assert s.chooser == 1
    assert all(s.line[at(6, 0)][d] for d in (N, SW, NW))


# IL-6: the end ----------------------------------------------------------------------------------


def test_il_6_1_the_last_skater_wins_at_once_even_in_mid_phase():
    s = skate(lake(((0, -6), N), ((0, 0), N), first=1), "A", "AAA")
    assert s.phase == moves.OVER
    assert s.used[1] == 1
    assert rules.to_act(s) == NOBODY
    assert rules.winners(s) == 0b10
    assert rules.ending(s) == moves.LAST_SKATER
    assert rules.why_illegal(s, 1, moves.LEFT) == moves.IS_OVER


def test_il_6_1_not_before_every_seat_has_made_or_failed_its_first_step():
    s = write(lake(((0, -6), N), ((0, 0), N), round_=1), "A", "AA")
    step(s)
    assert s.on_ice[:2] == [0, 1]
    assert rules.to_act(s) == CHANCE
    step(s)
    assert rules.winners(s) == 0b10


def test_il_6_2_nobody_left_is_a_draw_without_a_winner():
    s = skate(lake(((0, -6), N), ((0, 6), S), ((6, 0), SE), round_=1), "A", "A", "A")
    assert s.phase == moves.OVER
    assert rules.winners(s) == 0
    assert rules.ending(s) == moves.NOBODY_LEFT


def test_il_6_2_from_the_real_starts_it_does_not_occur():
    # Nobody can leave the lake or be blocked with a first letter from the starts: at least two skaters move one hex.
    for seats in (2, 3, 4):
        for letter in range(3):
            s = new("ice_lake", seats, seed=1).state
            for seat in range(seats):
                assert rules.is_usable(s, s.cell[seat], rules.turned(s.facing[seat], letter))


def test_il_6_3_skaters_out_at_the_same_step_share_a_place():
    around = ring((0, 0), 2)
    missing = around.pop()  # ((-1, -1), NE): the loop lacks its last side
    s = lake(((5, -2), N), ((0, 0), N), (missing[0], N), ((1, 0), N), cracks=around, first=2)
    skate(s, "A", "A", "D", "A")
    assert s.how_out == [0, moves.SURROUNDED, 0, moves.SURROUNDED]
    assert s.place == [0, 3, 0, 3]


# IL-7: fine print -------------------------------------------------------------------------------


def test_il_7_1_the_short_lake_has_the_same_starts_and_three_take_the_first_three():
    for lake_name in ("large", "short"):
        s = new("ice_lake", 3, seed=1, options={"lake": lake_name}).state
        assert [board.HEXES[c] for c in s.cell[:3]] == [(3, -4), (3, 1), (-3, 4)]


def test_il_7_2_letters_and_done_cannot_be_taken_back():
    match = new("ice_lake", 2, seed=1)
    match.play(0, moves.LEFT)
    with pytest.raises(NoUndo, match="hidden"):
        match.undo(0)
    match.play(0, "A")
    with pytest.raises(NoUndo):
        match.undo(0)
    with pytest.raises(IllegalMove, match=r"finished.*IL-7\.2"):
        match.play(0, "A")


def test_il_7_3_others_see_whether_a_programme_is_finished_not_its_letters_nor_its_length():
    match = new("ice_lake", 3, seed=1)
    before = (match.view(1), match.view(None), len(match.events(1)))
    match.play(0, [moves.LEFT, moves.AHEAD])
    assert (match.view(1), match.view(None), len(match.events(1))) == before
    assert match.view(0)["written"] == 2
    match.play(0, moves.DONE)
    assert match.view(1)["finished"][0] == 1
    assert len(match.events(1)) == before[2] + 1
    written, done = match.events(0)[-2:]
    assert (written.said[0].params["letter"], written.move, done.move) == ("@letter.G@letter.A", "A-", "done")


def test_il_7_3_a_programme_written_at_once_is_one_event_to_its_writer_and_tells_nobody_else_what_it_is():
    match = new("ice_lake", 3, seed=1)
    heard = [len(match.events(viewer)) for viewer in (0, 1, None)]
    match.play(0, "GAD")
    own, other, looker_on = [match.events(viewer)[-1] for viewer in (0, 1, None)]
    assert [len(match.events(viewer)) - before for viewer, before in zip((0, 1, None), heard, strict=True)] == [1, 1, 1]
    assert [message.key for message in own.said] == ["log.letter", "log.done"]
    assert own.said[0].params["letter"] == "@letter.G@letter.A@letter.D"
    for event in (other, looker_on):
        assert [message.key for message in event.said] == ["log.done"]
        assert {change.field for change in event.changes} == {"finished"}


def test_il_7_3_what_one_imagines_of_the_others_fits_what_one_sees():
    s = play(lake(((0, 0), N), ((3, 0), N), ((-3, 0), N), ((0, 3), N)), 1, "GAD")
    play(s, 0, "AA-")
    play(s, 2, "G-")
    lengths = set()
    for seed in range(300):
        twin, rng = s.copy(), [0] * 4
        seed_rng(rng, seed, 0)
        rules.imagine(twin, 0, rng)
        assert twin.letter[0] == s.letter[0]
        assert twin.written[1] >= 1  # it has finished, so it has a letter
        assert STATE.view(twin, 0) == STATE.view(s, 0)
        lengths.add((twin.written[1], twin.written[2]))
    assert len(lengths) > 20
    assert (1, 0) in lengths


def test_il_2_1_the_letters_are_legal_from_the_start_and_done_after_one():
    s, out = lake(((0, 0), N), ((3, 0), N)), [0] * 200
    assert out[: rules.legal_moves(s, 0, out)] == [moves.LEFT, moves.AHEAD, moves.RIGHT]
    play(s, 0, "A-")
    assert out[: rules.legal_moves(s, 0, out)] == [moves.LEFT, moves.AHEAD, moves.RIGHT, moves.DONE]
    assert rules.winners(s) == 0
    assert rules.ending(s) == 0


def test_il_7_4_leaving_the_lake_and_a_forced_stop_are_no_actual_steps_a_drowning_one_is():
    s = skate(lake(((0, -5), N), ((3, 0), N), ((-3, 0), N)), "AA", "A", "A")
    assert s.first == 2  # red left the lake after green's step
    s = skate(lake(((0, 0), N), ((3, 0), N), cracks=[((0, -1), N)]), "AA", "A")
    run(play(s, 0, "face NE"))
    assert s.first == 1  # red's stop came after yellow's step
    s = skate(lake(((5, -2), N), ((0, 3), N), cracks=ring((0, 0), 2), round_=1), "A", "AA")
    assert s.last_step == 1


def test_il_7_5_a_facing_is_chosen_even_when_only_one_is_open_and_the_present_one_may_be_kept():
    cracks = [((0, -1), d) for d in (NE, SE, SW, NW)]
    s = skate(lake(((0, 0), N), ((4, 0), N), cracks=cracks), "AD", "A")
    assert usable(s, 0) == ["N"]
    assert s.facing[0] == N
    play(s, 0, "face N")
    assert s.facing[0] == N


def test_il_7_5_a_surrounded_hex_is_usable():
    s = lake(((0, 3), N), ((5, -2), N), cracks=ring((0, 0), 2))
    assert rules.is_surrounded(s, at(0, 1))
    assert rules.is_usable(s, at(0, 2), N)


def test_il_7_6_all_surrounded_after_one_step_go_out_together():
    around = ring((0, 0), 2)
    missing = around.pop()
    s = lake((missing[0], N), ((0, 0), N), ((1, 0), N), cracks=around)
    skate(s, "D", "A", "A")
    assert s.how_out[1] == s.how_out[2] == moves.SURROUNDED
    assert s.place == [1, 2, 2, 0]
    assert s.phase == moves.OVER


def test_il_7_7_a_tie_still_open_goes_to_the_skater_first_in_movement_order():
    s = begin_round(three_portions(((-3, 0), N), ((3, 0), N), ((0, 0), N), first=2))
    # The first player's own portion is the small one; of the two large ones red's comes first after green.
    assert s.target == s.portion[at(-3, 0)]
    s = begin_round(three_portions(((0, 0), N), ((3, 0), N), ((-3, 0), N), first=0))
    assert s.target == s.portion[at(3, 0)]


def test_il_7_7_between_largest_portions_of_all_the_first_hex_by_q_then_r_decides():
    s = three_portions(((6, 0), N), ((-6, 6), N))
    rules.find_portions(s)
    assert s.largest == s.portion[at(-6, 0)]


def test_il_7_7_portions_are_worked_out_once_and_a_choice_is_a_hex_then_a_facing():
    s = begin_round(block(lake(((6, 0), N), ((-6, 0), N), first=1), (6, 0), (-6, 0)))
    target = s.target
    play(s, 1, "return g1")
    assert s.phase == moves.ARRIVING
    play(s, 1, "face S")
    assert (s.target, s.phase, s.chooser) == (target, moves.RETURNING, 0)
    assert (0, -6) not in places(s, 0)  # free hexes are judged when each owner chooses


def test_il_7_8_a_seat_out_before_its_first_letter_has_failed_its_first_step():
    cracks = ring((0, 0))
    missing = cracks.pop()
    s = lake((missing[0], N), ((0, 0), N), cracks=cracks, round_=1)
    skate(s, "D", "A")
    assert s.started[:2] == [1, 1]
    assert rules.winners(s) == 0b01
    points = [9, 9]
    rules.score(s, points)
    assert points == [1, 0]


def test_il_7_8_a_draw_scores_nothing_for_all():
    s = skate(lake(((0, -6), N), ((0, 6), S), round_=1), "A", "A")
    points = [9, 9]
    rules.score(s, points)
    assert points == [0, 0]


def test_il_7_9_small_letters_are_read_and_capitals_written():
    s = lake(((0, 0), N), ((3, 0), N))
    assert words.write_line(s, 0, words.read(s, 0, "gad")) == "GAD"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("face N GAD", "turn n gad"),
        ("face S GA-", "facing s ls-"),
        ("return a4 face S G", "a4 s G"),
        ("face N return a4 face S D-", "n to a4 s r-"),
        ("return a4", "return to A4"),
    ],
)
def test_moves_of_several_kinds_made_together_are_one_line_that_reads_back(text, said):
    s = lake(((0, 0), N), ((3, 0), N))
    s.phase = moves.TURNING
    line = words.read(s, 0, text)
    assert words.write_line(s, 0, line) == text
    assert words.read(s, 0, said) == line


@pytest.mark.parametrize("text", ["", "face", "face n n2x", "gad face n", "return z99", "g a d", "face n hello!"])
def test_what_is_no_line_of_moves_is_refused_with_its_words(text):
    with pytest.raises(BadNotation) as refused:
        words.read(lake(((0, 0), N), ((3, 0), N)), 0, text)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize(
    ("why", "paragraph"),
    [
        (moves.IS_OUT, "IL-4.5"),
        (moves.HAS_FINISHED, "IL-7.2"),
        (moves.OTHER_TURNS, "IL-3.6"),
        (moves.OTHER_RETURNS, "IL-5.3"),
        (moves.NOT_DRAWN, "IL-1.4"),
        (moves.IS_OVER, "IL-6.1"),
        (moves.SHEET_FULL, "IL-2.1"),
    ],
)
def test_il_7_9_acting_out_of_turn_is_refused_under_the_right_paragraph(why, paragraph):
    assert GAME.reasons[why].paragraph == paragraph


# The worked example and the figures of the rules page -------------------------------------------


def example():
    """A(0,0) facing S; crack X-C-B-E with X(2,-1) C(1,0) B(0,1) E(0,2)."""
    return lake(((0, 0), S), ((-4, 0), N), cracks=[((2, -1), SW), ((1, 0), SW), ((0, 1), S)])


def test_il_3_4_worked_example_ga_crosses_to_2_0():
    s = skate(example(), "GA", "A")
    assert board.HEXES[s.cell[0]] == (2, 0)


def test_il_3_6_worked_example_aa_stops_on_b_and_may_face_se_sw_nw():
    s = skate(example(), "AA", "A")
    assert board.HEXES[s.cell[0]] == (0, 1)
    assert usable(s, 0) == ["SE", "SW", "NW"]


def test_il_3_4_worked_example_gd_ends_on_1_1_facing_south():
    s = skate(example(), "GD", "A")
    assert (board.HEXES[s.cell[0]], s.facing[0]) == ((1, 1), S)


def test_il_2_4_skaters_move_refuses_everybody_while_letters_are_carried_out():
    s = write(lake(((0, 0), N), ((3, 0), N)), "A", "A")
    assert rules.why_illegal(s, 0, moves.LEFT) == moves.SKATERS_MOVE
    out = [0] * 200
    assert rules.legal_moves(s, 0, out) == 0


def test_il_2_1_only_letters_and_done_while_writing():
    s = lake(((0, 0), N), ((3, 0), N))
    assert rules.why_illegal(s, 0, moves.FACE) == moves.WRITE_NOW
    assert rules.why_illegal(s, 0, moves.MOVE_CODES) == moves.NO_SUCH_MOVE
    assert rules.why_illegal(s, 2, moves.LEFT) == moves.NO_SUCH_SEAT


# Words and pictures -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("GAX", "X is no letter"),
        ("z99", "no hex 'z99'"),
        ("", "write a programme"),
        ("return a1 face Q", "write a programme like"),
    ],
)
def test_bad_programmes_are_refused_with_what_would_be_right(text, hint):
    with pytest.raises(BadNotation, match=hint):
        words.read(lake(((0, 0), N), ((3, 0), N)), 0, text)


def test_a_hex_off_the_short_lake_has_no_name():
    with pytest.raises(BadNotation, match="no hex 'a1'"):
        words.read(lake(((0, 0), N), ((3, 0), N), short=True), 0, "return a1")


def test_while_turning_or_returning_other_texts_are_answered_with_what_is_asked():
    turning = skate(lake(((0, 0), N), ((4, 0), N), cracks=[((0, -1), N)]), "AA", "A")
    with pytest.raises(BadNotation, match="choose a facing"):
        words.read(turning, 0, "up!")
    with pytest.raises(BadNotation, match="choose a facing"):
        words.read(turning, 0, "xyz")
    returning = begin_round(cut_in_two(((-3, 0), N), ((3, 0), N)))
    with pytest.raises(BadNotation, match="name a hex"):
        words.read(returning, 1, "!")
    with pytest.raises(BadNotation, match="one of red, yellow"):
        words.read_outcome(STATE_DRAWING, "purple")


STATE_DRAWING = STATE.new()
rules.setup(STATE_DRAWING, 2, [0, 0, 0])


def test_wary_random_players_come_near_the_reference_figures():
    """Wary players avoid visibly impossible steps; two seats: 39 steps in 3.5 rounds, a return in 9 % of matches."""
    rng = random.Random(4)
    matches, steps, rounds, edge, surrounded, returns = 150, 0, 0, 0, 0, 0
    for seed in range(matches):
        match = new("ice_lake", 2, seed=seed)
        while not match.is_over:
            seat = match.to_act[0]
            if match.state.phase == moves.PROGRAMMING:
                match.play(seat, wary(match.state, seat, rng))
            else:
                match.play(seat, int(rng.choice(match.legal(seat))))
        steps += sum(map(bool, sum(match.state.line, []))) // 2
        rounds += match.state.round
        edge += match.state.how_out.count(moves.OVER_THE_EDGE)
        surrounded += match.state.how_out.count(moves.SURROUNDED)
        returns += any(event.move and event.move.startswith("return") for event in match.events())
    assert 25 < steps / matches < 60
    assert 2.5 < rounds / matches < 5.5
    assert surrounded > edge
    assert 0 < returns < matches / 3


def wary(s, seat, rng):
    """A programme whose steps are possible on the ice as it is now."""
    ghost, word = s.copy(), ""
    while len(word) < 12 and (not word or rng.random() > 0.12):
        open_ = [x for x in range(3) if rules.is_usable(ghost, ghost.cell[seat], rules.turned(ghost.facing[seat], x))]
        if not open_:
            break
        letter = rng.choice(open_)
        word += words.LETTERS[letter]
        ghost.facing[seat] = rules.turned(ghost.facing[seat], letter)
        rules.crack(ghost, seat, ghost.cell[seat], ghost.facing[seat])
        ghost.cell[seat] = board.NEIGHBOUR[ghost.cell[seat]][ghost.facing[seat]]
    return word or "A"


def test_the_drawing_shows_skaters_cracks_and_water():
    s = skate(lake(((0, 3), N), ((5, -2), N), ((-5, 2), N), cracks=ring((0, 0), 2)), "AA", "A", "A")
    picture = drawing.text(s)
    assert "Red    out, surrounded" in picture
    assert "~" in picture
    assert "/" in picture
    assert drawing.svg(s).count("<polyline") == 2 * sum(map(bool, sum(s.line, []))) // 2


def test_the_rulebook_knows_every_paragraph_of_the_reading():
    ids = list(rulebook(GAME.folder, "en").paragraphs)
    counts = [sum(i.startswith(f"IL-{chapter}.") for i in ids) for chapter in range(1, 8)]
    assert counts == [4, 4, 8, 5, 5, 3, 9]


# What clients ask -------------------------------------------------------------------------------


def test_il_2_4_a_preview_warns_where_the_own_path_is_known_to_fail():
    s = lake(((0, 0), N), ((0, -4), N), cracks=[((1, -2), N)])
    assert words.preview(s, 0, "AD") == {
        "path": [{"cell": at(0, -1), "facing": N}, {"cell": at(1, -2), "facing": NE}],
        "stopped": None,
    }
    assert words.preview(s, 0, "ADG")["stopped"] == "crack"
    assert words.preview(s, 0, "AAAA")["stopped"] == "skater"
    assert words.preview(s, 0, "GAAAAAAA")["stopped"] == "over_the_edge"
    plate = lake(((0, 3), N), ((5, -2), N), cracks=ring((0, 0), 2))
    assert words.preview(plate, 0, "AAA")["stopped"] == "surrounded"
    assert s == lake(((0, 0), N), ((0, -4), N), cracks=[((1, -2), N)])


def test_il_7_3_a_preview_goes_on_from_the_letters_already_written():
    s = play(lake(((0, 0), N), ((3, 0), N)), 0, "A-")
    assert [board.HEXES[step["cell"]] for step in words.preview(s, 0, "A")["path"]] == [(0, -1), (0, -2)]


def test_moves_in_parts_and_the_layout_tell_a_client_where_to_light_the_board():
    s = lake(((0, 0), N), ((3, 0), N))
    parts = [words.structure(s, 0, move) for move in (moves.LEFT, moves.DONE, moves.FACE + SE, moves.RETURN + 57)]
    assert parts == [
        {"kind": "letter", "letter": "G"},
        {"kind": "done"},
        {"kind": "face", "direction": SE},
        {"kind": "return", "cell": 57},
    ]
    facts = drawing.layout()
    assert facts["cells"][63] == {"name": "g7", "q": 0, "r": 0, "ring": 0}
    assert len(facts["neighbours"]) == len(facts["triangles"]) == 127
