"""Alaska, case by case: each test is named for the paragraph that it holds the rules to.

Positions are written with the names on the board (alaska_scenes.py). The road from the north-west camp is a3 b4 c4 d5,
that from the west bank f1 f2 f3 f4.
"""

from __future__ import annotations

import pytest
from alaska_scenes import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    crates,
    draw,
    event_card,
    fresh,
    ice_card,
    last_turn_of_pack,
    legal,
    options,
    pieces_on_board,
    play,
    scene,
    space,
    where,
    why_not,
)

from banquise.games.alaska import GAME, board, ending, moves, rules, spaces, words
from banquise.games.alaska.state import STATE
from banquise.kernel.contract import CHANCE, EVERYBODY, NOBODY

NORTH_ROAD = "a3 b4 c4 d5"
WEST_ROAD = "f1 f2 f3 f4"


# AK-1: board and material -----------------------------------------------------------------------


def test_ak_1_1_the_lake_has_104_water_hexes_in_11_rows_and_eight_territories():
    assert [sum(row == r for _, row in board.WATER) for r in range(11)] == [8, 11, 10, 11, 8, 8, 8, 11, 10, 11, 8]
    assert len(board.WATER) == 104
    assert board.LAND_NAMES == ("NW", "N", "NE", "E", "SE", "S", "SW", "W")
    assert len([n for n in board.NEAR[board.ISLAND] if n >= 0]) == 12
    assert [board.PLACE_KIND.count(kind) for kind in range(4)] == [104, 262, 216, 442]


def test_ak_1_1_board_is_mirror_symmetric_in_both_axes():
    ring = {name: name for name in board.LAND_NAMES}
    west_east = {**ring, "NW": "NE", "NE": "NW", "W": "E", "E": "W", "SW": "SE", "SE": "SW"}
    north_south = {**ring, "NW": "SW", "SW": "NW", "N": "S", "S": "N", "NE": "SE", "SE": "NE"}
    for across, down, lands in ((-1, 1, west_east), (1, -1, north_south)):

        def image(place, across=across, down=down, lands=lands):
            if place == board.ISLAND:
                return place
            if place >= board.LAND:
                return space(lands[board.NAMES[place]])
            column, row = board.WATER[place]
            return board.WATER.index((across * column, 5 + down * (row - 5)))

        for place in range(board.SPACES):
            touched = {n for n in board.NEAR[place] if n >= 0}
            assert {image(n) for n in touched} == {n for n in board.NEAR[image(place)] if n >= 0}


def test_ak_1_1_every_camp_is_four_hexes_from_the_island():
    for camp in board.CAMPS:
        seen, edge, hexes = {camp}, {camp}, 0
        while not any(board.ISLAND in board.NEAR[place] for place in edge if place < board.LAND):
            edge = {n for place in edge for n in board.NEAR[place] if 0 <= n < board.LAND} - seen
            seen |= edge
            hexes += 1
        assert hexes == 4


def test_ak_1_1_crossing_a_river_between_territories_is_a_step():
    s = scene(at={RED: "W"})
    play(s, RED, "go SW, go S, go SE")
    assert s.steps == 3
    assert where(s, RED) == "SE"


def test_ak_1_2_the_material():
    s = fresh(4)
    assert sum(s.lying[board.ISLAND]) == 56
    assert sum(s.stock) == 60
    assert sum(board.CARD_COUNT) == board.PACK == sum(board.EVENT_COUNT) == 30
    assert s.bear == board.NOWHERE


def test_ak_1_3_ice_pieces_and_the_angle_of_a_bent_one():
    assert board.STOCK == (30, 20, 5, 5)
    middle, arms = board.HEX_NAMED["d4"], {board.HEX_NAMED["c3"], board.HEX_NAMED["d5"]}
    (move,) = words.read(fresh(), 0, "place bent d4 NE")
    assert set(board.PLACE_HEX[move]) == {middle, board.HEX_NAMED["d5"], board.HEX_NAMED["c3"]}
    # 120 degrees: the arms do not touch each other, and do not lie opposite
    one, two = arms
    assert two not in board.NEAR[one]
    directions = [board.NEIGHBOUR[middle].index(arm) for arm in sorted(arms)]
    assert abs(directions[0] - directions[1]) in (2, 4)


def test_ak_1_4_ice_cards():
    cards = [
        (
            board.PIECE_NAMES[board.CARD_KIND[i]] if board.CARD_KIND[i] < 2 else "triple",
            board.CARD_WINTER[i],
            board.CARD_SPRING[i],
            board.CARD_COUNT[i],
        )
        for i in range(8)
    ]
    assert cards == [
        ("single", 3, 2, 4),
        ("single", 3, 1, 4),
        ("single", 2, 1, 2),
        ("double", 2, 1, 7),
        ("double", 2, 0, 2),
        ("double", 2, 2, 1),
        ("triple", 1, 0, 5),
        ("triple", 1, 1, 5),
    ]
    assert words.CARDS[4] == "double 2/-"


def test_ak_1_5_event_cards():
    assert dict(zip(board.EVENT_NAMES, board.EVENT_COUNT, strict=True)) == {
        "bear": 7,
        "hijack": 6,
        "helicopter": 5,
        "found container": 4,
        "frostbite": 4,
        "fog": 4,
    }
    s = draw(fresh(), "red")
    draw(s, "triple 1/1")
    play(s, RED, "place straight d1 E")
    out = [0] * 8
    assert rules.odds(s, out) == 6
    assert out[:6] == [7, 4, 4, 6, 5, 4]


def test_ak_1_6_containers_of_the_colours_in_play_on_the_island_and_vehicles_in_camp():
    s = fresh(3)
    assert s.lying[board.ISLAND] == [14, 14, 14, 0]
    assert [where(s, seat) for seat in range(3)] == ["NW", "NE", "SE"]
    out = [0] * 8
    assert rules.to_act(s) == CHANCE
    assert rules.odds(s, out) == 3
    assert out[:3] == [1, 1, 1]
    draw(s, "green")
    assert s.mover == GREEN
    ice_card(s, "triple 1/-")
    play(s, GREEN, "place straight d1 E")
    event_card(s, "fog")
    play(s, GREEN, "end")
    assert s.mover == RED  # clockwise, and round again


def test_ak_1_7_the_camp_of_an_absent_colour_is_plain_land_and_closed_to_the_bear():
    s = scene(2, "d4", at={RED: "SW"}, carried={RED: RED})
    play(s, RED, "unload")
    assert crates(s, "SW") == [1, 0]
    assert s.deliveries == 0
    assert ending.points(s, RED) == ending.points(s, YELLOW) == 0
    play(s, RED, "go W, go SW, load")
    s = event_card(scene(2, "d4", bear="d4"), "bear")
    assert why_not(s, RED, "bear SW") == "bear_not_there"


# AK-2: the turn ---------------------------------------------------------------------------------


def test_ak_2_1_ice_card_then_event_card_then_voyage():
    s = draw(fresh(), "yellow")
    assert s.phase == moves.ICE_CARD
    draw(s, "single 2/1")
    assert why_not(s, YELLOW, "go N") == "lay_now"
    play(s, YELLOW, "place single d4, place single d5")
    assert s.phase == moves.EVENT_CARD
    assert rules.why_illegal(s, YELLOW, moves.END) == moves.CARD_FIRST
    draw(s, "helicopter")
    assert s.phase == moves.VOYAGE
    assert why_not(s, RED, "end") == "other_turn"
    play(s, YELLOW, "end")
    assert (s.phase, s.mover, s.turn) == (moves.ICE_CARD, RED, 2)


def test_ak_2_1_kept_cards_are_played_in_the_voyage_only():
    s = scene(hands={RED: "helicopter"}, season=moves.WINTER)
    ice_card(s, "single 2/1")
    assert why_not(s, RED, "fly N") == "lay_now"
    event_card(s, "bear")
    assert why_not(s, RED, "fly N") == "bear_now"
    play(s, RED, "bear N")
    play(s, RED, "fly E")


def test_ak_2_2_both_packs_are_used_up_on_the_same_turn():
    s = fresh(3)
    s.phase = moves.ICE_CARD
    for turn in range(30):
        assert sum(s.event_pack) == s.ice_left == 30 - turn
        seat, out = s.mover, [0] * 8
        rules.odds(s, out)
        rules.settle(s, next(i for i in range(8) if out[i]))
        while s.phase == moves.LAYING:
            rules.play(s, seat, legal(s, seat)[0])
        rules.odds(s, out)
        rules.settle(s, next(i for i in range(5, -1, -1) if out[i]))
        while s.phase in (moves.MOVING_BEAR, moves.FINDING, moves.VOYAGE) and s.mover == seat:
            rules.play(s, seat, legal(s, seat)[-1])
    assert (s.ice_left, sum(s.event_pack)) == (30, 30)


def test_ak_2_2_reshuffle_at_the_end_of_the_turn_takes_back_hands():
    s = scene(2, NORTH_ROAD, hands={RED: "helicopter fog", YELLOW: "hijack"})
    last_turn_of_pack(s, "double 2/-", "fog")
    ice_card(s, "double 2/-")
    draw(s, "fog")
    assert s.held[:2] == [3, 1]
    assert (s.ice_left, sum(s.event_pack)) == (0, 0)
    play(s, RED, "end")
    assert s.held == [0, 0, 0, 0]
    assert s.hand == [[0, 0, 0]] * 4
    assert s.event_pack == list(board.EVENT_COUNT)
    assert s.ice_pack == list(board.CARD_COUNT)
    assert s.played == [0] * 6


# AK-3: ice --------------------------------------------------------------------------------------


def winter(floes="", **fields):
    """Winter, before action one."""
    return scene(2, floes, season=moves.WINTER, phase=moves.ICE_CARD, **fields)


def test_ak_3_1_kind_and_number_shown_anywhere_on_free_water_in_any_rotation():
    s = draw(winter(), "single 3/2")
    assert len(legal(s, RED)) == 104
    play(s, RED, "place single d4")
    assert why_not(s, RED, "place single d4") == "not_free"
    assert why_not(s, RED, "place double f1 E") == "other_kind_laid"
    play(s, RED, "place single a2, place single k9")
    assert s.phase == moves.EVENT_CARD
    assert len(legal(draw(winter(), "double 2/1"), RED)) == 262
    assert len(legal(draw(winter(), "triple 1/1"), RED)) == 658


def test_ak_3_1_pieces_do_not_overlap():
    s = draw(winter("double d4 E"), "double 2/-")
    for text in ("place double d3 E", "place double d5 E", "place double c4 SE", "place double c4 SW"):
        assert why_not(s, RED, text) == "not_free"
    play(s, RED, "place double c3 E")


def test_ak_3_1_laying_is_compulsory():
    s = draw(winter(), "single 3/1")
    assert why_not(s, RED, "end") == "lay_now"
    assert rules.to_act(s) == 1 << RED


def test_ak_3_1_stock_short_by_one():
    s = winter()
    s.melted[0], s.stock[0] = 28, 2
    draw(s, "single 3/2")
    play(s, RED, "place single d4")
    play(s, RED, "place single d5")
    assert s.phase == moves.EVENT_CARD
    assert s.stock[0] == 0


def fill_all_but(*free):
    """Ice everywhere but on these hexes: singles, as a test lays them, more than any box holds."""
    s = scene(2, phase=moves.ICE_CARD, season=moves.WINTER)
    for cell in range(board.HEXES):
        if board.NAMES[cell] not in free:
            s.ice[cell] = cell + 1
    return s


def draw_freely(s, text):
    """A card drawn in a position whose ice does not add up."""
    rules.settle(s, words.read_outcome(s, text))
    return s


def test_ak_3_1_part_of_the_number_fits():
    s = draw_freely(fill_all_but("d4", "d5", "j1"), "double 2/1")
    assert options(s, RED) == ["place double d4 E"]
    rules.play(s, RED, legal(s, RED)[0])
    assert s.phase == moves.EVENT_CARD  # the second does not fit
    s = draw_freely(fill_all_but("d4", "j1"), "single 3/1")
    for _ in range(2):
        assert s.phase == moves.LAYING
        rules.play(s, RED, legal(s, RED)[0])
    assert s.phase == moves.EVENT_CARD


def test_ak_3_1_a_straight_or_a_bent_triple_as_one_likes_while_in_stock():
    s = draw(winter(), "triple 1/-")
    assert why_not(s, RED, "place straight d4 E") == why_not(s, RED, "place bent d4 NE") == ""
    s = winter()
    s.stock[board.BENT], s.melted[board.BENT] = 0, 5
    draw(s, "triple 1/-")
    assert why_not(s, RED, "place bent d4 NE") == "out_of_stock"
    assert len(legal(s, RED)) == 216
    # ... and the other one if only it fits
    s = draw_freely(fill_all_but("d4", "d5", "c3"), "triple 1/1")
    assert options(s, RED) == ["place bent d4 NE"]


def test_ak_3_2_none_in_stock_nothing_happens():
    s = winter()
    s.stock[board.DOUBLE], s.melted[board.DOUBLE] = 0, 20
    draw(s, "double 2/1")
    assert s.phase == moves.EVENT_CARD
    assert s.season == moves.WINTER


def test_ak_3_2_no_hole_fits_nothing_happens():
    s = draw_freely(fill_all_but("d4", "j1"), "double 2/1")
    assert s.phase == moves.EVENT_CARD
    assert s.season == moves.WINTER  # the singles still fit


def test_ak_3_3_spring_begins_when_the_stock_is_empty():
    s = winter()
    s.stock, s.melted = [1, 0, 0, 0], [29, 20, 5, 5]
    draw(s, "single 3/1")
    assert s.season == moves.WINTER
    play(s, RED, "place single d4")
    assert s.season == moves.SPRING
    event_card(s, "fog")
    play(s, RED, "end")
    draw(s, "single 3/1")  # the next card is the first spring card
    assert s.phase == moves.MELTING
    assert s.pieces == 1


def test_ak_3_3_spring_begins_when_nothing_left_in_stock_fits():
    s = fill_all_but("d4", "j1")
    s.stock = [0, 20, 5, 5]
    draw_freely(s, "triple 1/1")
    assert s.season == moves.SPRING
    assert s.stock == [0, 20, 5, 5]  # out of the game, never laid
    s = fill_all_but("d4", "d5")
    s.stock = [0, 20, 5, 5]
    draw_freely(s, "triple 1/1")
    assert s.season == moves.WINTER


def test_ak_3_3_never_back_to_winter():
    s = scene(2, f"{NORTH_ROAD} j1", phase=moves.ICE_CARD)
    draw(s, "single 3/1")
    play(s, RED, "melt j1")
    assert s.season == moves.SPRING
    assert s.melted[0] == 1
    assert s.stock[0] == 25  # a melted piece does not come back into the stock


def test_ak_3_4_the_kind_and_number_shown_must_be_taken_away_wherever_one_likes():
    s = scene(2, f"{NORTH_ROAD} j1, double j4 E, double h3 E", phase=moves.ICE_CARD)
    draw(s, "double 2/2")
    assert options(s, RED) == ["melt h3", "melt j4"]
    assert why_not(s, RED, "melt j1") == "other_kind_melts"
    assert why_not(s, RED, "melt k2") == "no_ice_there"
    assert why_not(s, RED, "end") == "melt_now"
    play(s, RED, "melt j5")  # any hex names the piece
    play(s, RED, "melt h3")
    assert s.phase == moves.EVENT_CARD
    assert s.melted[board.DOUBLE] == 2


def test_ak_3_4_as_far_as_legal():
    s = draw(scene(2, f"{NORTH_ROAD}, double j4 E", phase=moves.ICE_CARD), "double 2/2")
    play(s, RED, "melt j4")
    assert s.phase == moves.EVENT_CARD
    s = draw(scene(2, NORTH_ROAD, phase=moves.ICE_CARD), "triple 1/1")
    assert s.phase == moves.EVENT_CARD


def test_ak_3_4_a_card_without_a_spring_number_takes_nothing_away():
    for card in ("double 2/-", "triple 1/-"):
        s = draw(scene(2, f"{NORTH_ROAD}, double j4 E, straight h1 E", phase=moves.ICE_CARD), card)
        assert s.phase == moves.EVENT_CARD


def test_ak_3_5_melting_order_empty_then_containers_never_vehicle_or_bear():
    s = scene(
        2,
        f"{NORTH_ROAD}, double j1 E, double j3 E, double j5 E, double j7 E",
        at={YELLOW: "j1"},
        bear="j3",
        lying={"j5": {RED: 1, YELLOW: 2}},
        phase=moves.ICE_CARD,
    )
    draw(s, "double 2/2")
    assert why_not(s, RED, "melt j1") == "vehicle_on_it"
    assert why_not(s, RED, "melt j3") == "bear_on_it"
    assert why_not(s, RED, "melt j5") == "empty_ones_first"
    assert options(s, RED) == ["melt j7"]
    play(s, RED, "melt j7")
    assert options(s, RED) == ["melt j5"]
    play(s, RED, "melt j5")
    assert s.lost[:2] == [1, 2]  # lost for good
    assert s.phase == moves.EVENT_CARD


# AK-4: events -----------------------------------------------------------------------------------


def test_ak_4_1_three_kinds_are_shown_and_three_are_kept_in_secret():
    s = scene(3, "d4", mover=YELLOW, phase=moves.EVENT_CARD)
    for kind, name in enumerate(board.EVENT_NAMES):
        seen = rules.who_sees(s, CHANCE, kind)
        assert seen == (EVERYBODY if name in ("bear", "found container", "frostbite") else 1 << YELLOW)
    drawn = s.copy()
    draw(drawn, "hijack")
    assert drawn.held == [0, 1, 0, 0]
    for viewer in (None, RED, GREEN):
        view = STATE.view(drawn, viewer)
        assert view["held"] == [0, 1, 0, 0]
        assert view.get("hand", [0, 0, 0]) == [0, 0, 0]
        assert "event_pack" not in view
    assert STATE.view(drawn, YELLOW)["hand"] == [1, 0, 0]
    for card in ("helicopter", "fog"):
        other = s.copy()
        draw(other, card)
        for viewer in (None, RED, GREEN):
            assert STATE.view(other, viewer) == STATE.view(drawn, viewer)


def test_ak_4_1_a_shown_card_lies_face_up():
    s = event_card(scene(2, "d4"), "bear")
    assert s.played[moves.BEAR_CARD] == 1
    assert s.held[RED] == 0


def test_ak_4_2_the_first_bear_goes_on_any_ice_piece():
    s = event_card(scene(2, "d4 j1, double h3 E", at={RED: "d4"}, lying={"j1": {YELLOW: 1}}), "bear")
    assert options(s, RED) == ["bear d4", "bear h3", "bear j1"]
    assert why_not(s, RED, "bear N") == "bear_on_ice_first"
    assert why_not(s, RED, "end") == "bear_now"
    play(s, RED, "bear h4")
    assert s.bear == space("h3")
    assert s.phase == moves.VOYAGE


def test_ak_4_2_without_any_ice_the_first_bear_goes_to_a_neutral_territory():
    s = event_card(scene(2), "bear")
    assert options(s, RED) == ["bear N", "bear E", "bear S", "bear W"]


def test_ak_4_2_a_later_bear_moves_to_another_piece_or_neutral_territory():
    s = event_card(scene(3, "d4 j1", bear="d4"), "bear")
    assert options(s, RED) == ["bear j1", "bear N", "bear E", "bear S", "bear W"]
    assert why_not(s, RED, "bear island") == "bear_not_there"
    assert why_not(s, RED, "bear NW") == "bear_not_there"
    assert why_not(s, RED, "bear b1") == "no_ice_there"
    play(s, RED, "bear S")
    event_card(s, "bear")
    assert "bear S" not in options(s, RED)
    assert "bear d4" in options(s, RED)


def test_ak_4_3_no_vehicle_enters_the_space_of_the_bear():
    s = scene(2, NORTH_ROAD, bear="a3", hands={RED: "helicopter"})
    assert why_not(s, RED, "go a3") == "bear_in_the_way"
    assert why_not(s, RED, "fly a3") == "bear_in_the_way"
    s = scene(2, bear="N", hands={RED: "helicopter"})
    assert why_not(s, RED, "go N") == why_not(s, RED, "fly N") == "bear_in_the_way"


def test_ak_4_3_the_drawer_leaves_the_bear_on_the_next_turn_and_not_on_this_one():
    s = event_card(scene(2, NORTH_ROAD, at={RED: "b4"}), "bear")
    play(s, RED, "bear b4")
    play(s, RED, "end")
    ice_card(s, "double 2/-")
    event_card(s, "fog")
    play(s, YELLOW, "end")
    ice_card(s, "double 2/-")
    event_card(s, "fog")
    assert why_not(s, RED, "end") == "must_leave_bear"
    play(s, RED, "go a3, end")


def test_ak_4_3_by_the_option_they_must_leave_on_their_next_voyage_the_drawer_at_once():
    there = {"at": {RED: "b4", GREEN: "b4"}, "lying": {"b4": {RED: 1}}}
    s = event_card(scene(3, NORTH_ROAD, **there, bear_waits=0), "bear")
    play(s, RED, "bear b4")
    assert why_not(s, RED, "end") == "must_leave_bear"  # the drawer in this very turn
    play(s, RED, "load")  # and it may take a container along
    assert why_not(s, RED, "end") == "must_leave_bear"
    play(s, RED, "go a3, end")
    for seat in (YELLOW, GREEN):
        ice_card(s, "double 2/-")
        event_card(s, "fog")
        if seat == YELLOW:
            play(s, YELLOW, "end")
    assert why_not(s, GREEN, "end") == "must_leave_bear"
    play(s, GREEN, "go c4, end")


def test_ak_4_3_records_of_the_first_version_of_the_rules_play_with_the_bear_at_once():
    assert GAME.version == 2
    assert GAME.options_of(1, {"camps": "ne"}) == {"camps": "ne", "bear": "at_once"}
    assert GAME.options_of(2, {"camps": "ne"}) == {"camps": "ne"}
    assert GAME.options_of(3, {}) is None


def last_cards(**options):
    """The last ice card of both packs has been drawn, and Red is about to draw the last event card: a fog."""
    s = scene(2, NORTH_ROAD, hands={RED: "helicopter", YELLOW: "hijack"}, **options)
    s.phase, s.ice_left = moves.EVENT_CARD, 0
    s.ice_pack = [0] * len(s.ice_pack)
    for kind, count in enumerate(s.event_pack):
        s.played[kind] += count - (kind == moves.FOG_CARD)
        s.event_pack[kind] = int(kind == moves.FOG_CARD)
    rules.settle(s, moves.FOG_CARD)
    return s


def test_ak_2_2_kept_cards_can_be_used_in_the_turn_that_empties_the_packs():
    s = last_cards()
    assert (s.held[RED], s.held[YELLOW], s.ice_left) == (2, 1, 0)
    play(s, RED, "fly N, end")
    assert (s.held[RED], s.held[YELLOW], s.ice_left) == (0, 0, 30)


def test_ak_2_2_by_the_option_packs_are_remade_as_soon_as_the_last_card_is_drawn():
    s = last_cards(piles_rule=moves.REMADE_AT_ONCE)
    assert (s.held[RED], s.held[YELLOW], s.ice_left, sum(s.event_pack)) == (0, 0, 30, 30)
    assert s.phase == moves.VOYAGE
    assert why_not(s, RED, "fly N") == "no_helicopter"
    play(s, RED, "end")
    assert s.ice_left == 30


def third_camp(rule):
    """Red has unloaded a stolen green container in Yellow's camp."""
    s = scene(3, NORTH_ROAD, at={RED: "NE"}, carried={RED: GREEN}, third_camp=rule)
    play(s, RED, "unload")
    return s


def test_ak_5_3_a_stolen_container_in_a_third_camp_is_the_camps():
    s = third_camp(0)
    assert [ending.points(s, seat) for seat in range(3)] == [0, 1, 0]
    s.mover, s.at[GREEN] = GREEN, s.camp[YELLOW]
    assert why_not(s, GREEN, "load") == "others_camp"


def test_ak_5_3_by_the_option_it_is_its_colours_again_and_may_be_fetched():
    s = third_camp(moves.OF_ITS_COLOUR)
    assert [ending.points(s, seat) for seat in range(3)] == [0, 0, 0]
    assert s.deliveries == 0
    s.mover, s.at[GREEN] = GREEN, s.camp[YELLOW]
    play(s, GREEN, "load")
    assert (s.carried[GREEN] - 1, sum(map(sum, s.astray))) == (GREEN, 0)
    own = scene(3, NORTH_ROAD, at={GREEN: "NE"}, carried={GREEN: GREEN}, third_camp=moves.OF_ITS_COLOUR, mover=GREEN)
    play(own, GREEN, "unload")
    assert ending.points(own, YELLOW) == 1  # one's own container in another's camp is the camp's, as ever
    home = scene(3, NORTH_ROAD, at={RED: "SE"}, carried={RED: GREEN}, third_camp=moves.OF_ITS_COLOUR)
    play(home, RED, "unload")
    assert ending.points(home, GREEN) == 1  # and a stolen one in its owner's camp is a point for the owner


def test_ak_7_4_by_the_option_every_tie_is_shared():
    s = scene(2, lying={"NW": {RED: 2}, "NE": {YELLOW: 2}}, phase=moves.OVER, last_rise=[3, 4, 0, 0])
    assert rules.winners(s) == 1 << RED
    s.ties_rule = 1
    assert rules.winners(s) == 1 << RED | 1 << YELLOW


def test_ak_1_6_the_table_may_name_the_seat_that_begins():
    s, out = fresh(3), [0] * 8
    s.first = 1 + GREEN
    assert rules.odds(s, out) == 3
    assert out[:3] == [0, 0, 1]
    with pytest.raises(ValueError, match="for 2 is lot"):
        GAME.option_values({"first": "3"}, 2)


def test_ak_4_3_without_a_legal_way_it_stays_without_penalty():
    s = scene(2, "b4", at={RED: "b4"}, bear="b4", carried={RED: RED})
    play(s, RED, "end")
    assert where(s, RED) == "b4"
    s = scene(3, "b4 c4", at={RED: "b4"}, bear="b4", lying={"c4": {YELLOW: 3}})
    play(s, RED, "end")


def test_ak_4_4_an_empty_vehicle_may_take_one_of_its_own_from_the_island_wherever_it_stands():
    for spot in ("b4", "W", "NW", "NE", "island"):
        s = event_card(scene(2, NORTH_ROAD, at={RED: spot}), "found container")
        assert options(s, RED) == ["take", "leave"]
        play(s, RED, "take")
        assert s.carried[RED] == RED + 1
        assert crates(s, "island") == [13, 14]
        assert s.phase == moves.VOYAGE
        play(s, RED, "unload")  # nothing was loaded in this voyage


def test_ak_4_4_leaving_it_or_loaded_or_none_left_changes_nothing():
    s = play(event_card(scene(2), "found container"), RED, "leave")
    assert s.carried[RED] == 0
    assert s.phase == moves.VOYAGE
    s = event_card(scene(2, carried={RED: RED}), "found container")
    assert s.phase == moves.VOYAGE
    s = event_card(scene(2, lying={"W": {RED: 14}}), "found container")
    assert s.phase == moves.VOYAGE
    assert s.carried[RED] == 0


def test_ak_4_4_it_may_break_the_limit_then_the_vehicle_must_leave():
    s = event_card(scene(2, NORTH_ROAD, at={RED: "b4"}, lying={"b4": {YELLOW: 2}}), "found container")
    play(s, RED, "take")
    assert spaces.objects_on(s, space("b4")) == 4
    assert why_not(s, RED, "end") == "must_leave_ice"
    play(s, RED, "go a3")
    assert s.overfull[RED] == 0
    play(s, RED, "end")


def test_ak_4_4_within_the_limit_or_on_land_there_is_no_duty():
    s = play(
        event_card(scene(2, NORTH_ROAD, at={RED: "b4"}, lying={"b4": {YELLOW: 1}}), "found container"), RED, "take"
    )
    assert s.overfull[RED] == 0
    play(s, RED, "end")
    s = play(event_card(scene(2, at={RED: "W"}, lying={"W": {YELLOW: 9}}), "found container"), RED, "take")
    play(s, RED, "end")


@pytest.mark.parametrize(
    ("spot", "left"),
    [("b4", [1, 0]), ("W", [1, 0]), ("SE", [1, 0]), ("island", [14, 14]), ("NE", [1, 0]), ("NW", [1, 0])],
)
def test_ak_4_5_frostbite_leaves_the_load_where_it_was(spot, left):
    s = scene(2, NORTH_ROAD, at={RED: spot}, carried={RED: RED})
    event_card(s, "frostbite")
    assert where(s, RED) == "NW"
    assert s.carried[RED] == 0
    assert crates(s, spot) == left
    assert (ending.points(s, RED), ending.points(s, YELLOW)) == (int(spot == "NW"), int(spot == "NE"))
    assert s.mover == YELLOW  # no voyage this turn
    assert s.phase == moves.ICE_CARD


def test_ak_4_5_no_voyage_even_if_already_in_camp():
    s = event_card(scene(2), "frostbite")
    assert where(s, RED) == "NW"
    assert s.mover == YELLOW


def test_ak_4_5_a_stolen_load_is_dropped_and_is_its_colours_again():
    s = event_card(scene(2, NORTH_ROAD, at={RED: "b4"}, carried={RED: YELLOW}), "frostbite")
    assert crates(s, "b4") == [0, 1]


# AK-5: the voyage -------------------------------------------------------------------------------


def test_ak_5_1_up_to_three_steps_over_ice_land_island_and_rivers():
    s = scene(2, "straight f1 E, single f4")
    assert where(s, RED) == "NW"
    assert why_not(s, RED, "go f1") == "not_next"
    play(s, RED, "go W, go f2, go f4")  # the size of a piece does not matter
    assert why_not(s, RED, "go island") == "no_steps_left"
    play(s, RED, "end")
    s = scene(2, "f4", at={RED: "f4"})
    play(s, RED, "go island, go f4, go island")


def test_ak_5_1_one_may_stop_early_or_not_move():
    s = scene(2, NORTH_ROAD)
    play(s, RED, "end")
    assert s.mover == YELLOW
    s = scene(2, NORTH_ROAD)
    play(s, RED, "go a3, end")
    assert where(s, RED) == "a3"


def test_ak_5_1_water_is_no_way():
    s = scene(2, "b4")
    assert why_not(s, RED, "go a3") == "no_ice_there"
    assert why_not(s, RED, "go b4") == "not_next"
    assert sorted(options(s, RED)) == ["end", "go N", "go W"]


def test_ak_5_2_one_container_at_a_time_loading_and_unloading_are_free():
    s = scene(2, "f3 f4", at={RED: "f4"}, lying={"f3": {RED: 1}})
    play(s, RED, "go island, load")
    assert why_not(s, RED, "load") == "is_loaded"
    play(s, RED, "go f4, unload, go island, load")  # three steps and all that
    assert s.steps == 3
    assert crates(s, "f4") == [1, 0]
    play(s, RED, "end")
    s = scene(2, lying={"NW": {RED: 2}})
    play(s, RED, "load, go W, unload, end")  # the own camp included
    assert crates(s, "NW") == [1, 0]
    assert why_not(scene(2), RED, "unload") == "nothing_carried"
    assert why_not(scene(2), RED, "load") == "nothing_to_load"


def test_ak_5_3_a_container_unloaded_in_a_foreign_camp_belongs_to_its_owner():
    s = scene(2, at={RED: "N"}, carried={RED: RED})
    play(s, RED, "go NE, unload")
    assert (ending.points(s, RED), ending.points(s, YELLOW)) == (0, 1)
    assert why_not(s, RED, "load") == "others_camp"
    s = scene(3, at={RED: "NE"}, carried={RED: GREEN})  # a stolen one too
    play(s, RED, "unload, go E")
    assert ending.points(s, YELLOW) == 1


def test_ak_5_4_helicopter_to_any_space_with_room():
    s = scene(2, "d4 j1", hands={RED: "helicopter"}, lying={"j1": {YELLOW: 3}}, bear="d4")
    flights = [text for text in options(s, RED) if text.startswith("fly")]
    assert flights == [f"fly {name}" for name in ("N", "NE", "E", "SE", "S", "SW", "W", "island")]
    assert why_not(s, RED, "fly j1") == "no_room"
    assert why_not(s, RED, "fly b2") == "no_ice_there"
    play(s, RED, "fly island")
    assert s.held[RED] == 0
    assert s.played[moves.HELICOPTER_CARD] == 1
    assert why_not(s, RED, "fly N") == "no_helicopter"
    s = play(scene(2, carried={RED: RED}, hands={RED: "helicopter"}), RED, "fly S")  # loaded or not
    assert s.carried[RED] == RED + 1


def test_ak_5_4_all_steps_before_the_flight_or_all_after_it():
    s = scene(2, WEST_ROAD, hands={RED: "helicopter"})
    play(s, RED, "fly island, go f4, go f3, go f2")  # after
    s = scene(2, WEST_ROAD, hands={RED: "helicopter"})
    play(s, RED, "go W, fly island")  # before
    assert why_not(s, RED, "go f4") == "has_flown"
    play(s, RED, "load, end")  # loading is no step


def test_ak_5_4_several_helicopters_on_the_same_side_of_the_steps():
    s = scene(2, WEST_ROAD, hands={RED: "helicopter helicopter helicopter"})
    play(s, RED, "fly island, load, fly NW, unload")
    play(s, RED, "go W")
    assert why_not(s, RED, "fly island") == "flight_between"
    play(s, RED, "go f1, end")
    assert s.held[RED] == 1
    s = scene(2, WEST_ROAD, hands={RED: "helicopter helicopter"})
    play(s, RED, "go W, fly island, load, fly NW, unload")
    assert why_not(s, RED, "go N") == "has_flown"


def test_ak_5_5_hijack_a_foreign_container_from_the_same_ice_or_neutral_land():
    for spot in ("b4", "W", "SE"):
        s = scene(2, NORTH_ROAD, at={RED: spot}, lying={spot: {YELLOW: 1}}, hands={RED: "hijack"})
        play(s, RED, "hijack yellow")
        assert s.carried[RED] == YELLOW + 1
        assert crates(s, spot) == [0, 0]
        assert s.held[RED] == 0


def test_ak_5_5_never_from_the_island_a_vehicle_or_a_camp_nor_with_a_load():
    s = scene(3, NORTH_ROAD, at={RED: "island"}, hands={RED: "hijack"})
    assert why_not(s, RED, "hijack yellow") == "not_from_island"
    s = scene(3, NORTH_ROAD, at={RED: "b4", YELLOW: "b4"}, carried={YELLOW: YELLOW}, hands={RED: "hijack"})
    assert why_not(s, RED, "hijack yellow") == "none_here"
    for camp in ("NW", "NE"):
        s = scene(3, at={RED: camp}, lying={camp: {YELLOW: 1}}, hands={RED: "hijack"})
        assert why_not(s, RED, "hijack yellow") == "not_from_camp"
    s = scene(3, at={RED: "W"}, lying={"W": {YELLOW: 1}}, carried={RED: RED}, hands={RED: "hijack"})
    assert why_not(s, RED, "hijack yellow") == "is_loaded"
    assert why_not(s, RED, "hijack red") == "own_colour"
    s = scene(3, at={RED: "W"}, lying={"W": {YELLOW: 1}})
    assert why_not(s, RED, "hijack yellow") == "no_hijack"
    assert why_not(s, RED, "hijack blue") == "none_here"  # nobody plays blue


def test_ak_5_5_a_stolen_container_counts_in_the_thiefs_camp_and_elsewhere_is_its_colours_again():
    s = scene(2, at={RED: "W"}, lying={"W": {YELLOW: 1}}, hands={RED: "hijack"})
    play(s, RED, "hijack, go NW, unload")
    assert ending.points(s, RED) == 1
    s = scene(2, at={RED: "W"}, lying={"W": {YELLOW: 1}}, hands={RED: "hijack"})
    play(s, RED, "hijack yellow, go SW, unload")  # dropped on the way
    assert crates(s, "SW") == [0, 1]
    assert why_not(s, RED, "load") == "nothing_to_load"
    play(s, RED, "end")
    s.at[YELLOW], s.phase = space("SW"), moves.VOYAGE
    play(s, YELLOW, "load")


def test_ak_5_5_in_the_middle_of_a_voyage():
    s = scene(2, NORTH_ROAD, lying={"b4": {YELLOW: 1}}, hands={RED: "hijack"})
    play(s, RED, "go a3, go b4, hijack yellow, go a3, end")
    assert where(s, RED) == "a3"


def hijack_scene(red, yellow):
    """Red stands beside a yellow container, with these kept cards."""
    hands = {seat: cards for seat, cards in ((RED, red), (YELLOW, yellow)) if cards}
    return scene(2, at={RED: "W"}, lying={"W": {YELLOW: 2}}, hands=hands)


def test_ak_5_6_fog_lets_a_hijack_fail_and_both_cards_are_discarded():
    s = play(hijack_scene("hijack", "fog"), RED, "hijack yellow")
    assert rules.to_act(s) == 1 << YELLOW
    assert why_not(s, RED, "end") == "other_answers"
    play(s, YELLOW, "fog")
    assert s.carried[RED] == 0
    assert crates(s, "W") == [0, 2]
    assert (s.played[moves.HIJACK_CARD], s.played[moves.FOG_CARD]) == (1, 1)
    assert s.held[:2] == [0, 0]
    assert rules.to_act(s) == 1 << RED
    assert s.robbed == 0  # nobody is asked any more


def test_ak_5_6_fog_and_no_fog_are_answers_only():
    s = hijack_scene("hijack fog", "")
    assert why_not(s, RED, "fog") == why_not(s, RED, "no fog") == "voyage_now"


def test_ak_5_6_a_chain_of_three_hijacks_and_two_fogs():
    s = hijack_scene("hijack hijack hijack", "fog fog")
    for _ in range(2):
        play(s, RED, "hijack yellow")
        play(s, YELLOW, "fog")
        assert s.carried[RED] == 0
    play(s, RED, "hijack yellow")  # the owner holds nothing any more and is not asked
    assert s.carried[RED] == YELLOW + 1
    assert s.phase == moves.VOYAGE


def test_ak_5_6_an_owner_with_any_kept_card_is_asked_so_that_the_question_tells_nothing():
    asked = [play(hijack_scene("hijack", card), RED, "hijack yellow") for card in ("fog", "hijack", "helicopter")]
    for viewer in (None, RED):
        views = [STATE.view(s, viewer) for s in asked]
        assert views[0] == views[1] == views[2]
    s = play(hijack_scene("hijack", ""), RED, "hijack yellow")
    assert s.phase == moves.VOYAGE


# AK-6: limits -----------------------------------------------------------------------------------


def test_ak_6_1_territories_and_the_island_hold_any_number():
    s = scene(4, at={GREEN: "W", YELLOW: "W", BLUE: "W"}, lying={"W": {RED: 9, YELLOW: 9}})
    play(s, RED, "go W")
    assert spaces.objects_on(s, board.ISLAND) > 3


@pytest.mark.parametrize(
    ("vehicles", "loaded", "containers", "empty_fits", "loaded_fits"),
    [
        (0, 0, 0, True, True),
        (0, 0, 1, True, True),
        (0, 0, 2, True, False),
        (0, 0, 3, False, False),
        (1, 0, 0, True, True),
        (1, 0, 1, True, False),
        (1, 0, 2, False, False),
        (2, 0, 0, True, False),
        (2, 0, 1, False, False),
        (3, 0, 0, False, False),
        (0, 1, 0, True, False),
        (0, 1, 1, False, False),
        (1, 1, 0, False, False),
    ],
)
@pytest.mark.parametrize("floe", ["single f1", "double f1 E", "straight f1 E"])
def test_ak_6_2_three_objects_whatever_the_size(floe, vehicles, loaded, containers, empty_fits, loaded_fits):
    others = [YELLOW, GREEN, BLUE][: vehicles + loaded]
    for load, fits in ((None, empty_fits), (RED, loaded_fits)):
        s = scene(
            4,
            floe,
            at={RED: "W", **dict.fromkeys(others, "f1")},
            lying={"f1": {YELLOW: containers}},
            carried={**{seat: seat for seat in others[vehicles:]}, **({} if load is None else {RED: load})},
        )
        assert why_not(s, RED, "go f1") == ("" if fits else "no_room")


def test_ak_6_2_the_bear_does_not_count():
    s = scene(2, "f1", at={RED: "f1"}, bear="f1", lying={"f1": {RED: 2}})
    assert spaces.objects_on(s, space("f1")) == 3
    play(s, RED, "load")  # still three


def test_ak_6_3_passing_through_a_full_piece_is_refused():
    s = scene(2, WEST_ROAD, at={RED: "f1"}, lying={"f2": {YELLOW: 3}})
    assert why_not(s, RED, "go f2") == "no_room"
    s = scene(2, WEST_ROAD, at={RED: "f1"}, lying={"f2": {YELLOW: 2}})
    play(s, RED, "go f2, go f3")
    s = scene(2, WEST_ROAD, at={RED: "f1"}, carried={RED: RED}, lying={"f2": {YELLOW: 2}})
    assert why_not(s, RED, "go f2") == "no_room"


# AK-7: the end ----------------------------------------------------------------------------------


def test_ak_7_1_the_game_ends_when_the_last_way_over_ice_is_broken():
    s = draw(scene(2, f"{NORTH_ROAD} j1", phase=moves.ICE_CARD), "single 3/2")
    play(s, RED, "melt j1")
    assert s.phase == moves.MELTING  # the road is whole
    play(s, RED, "melt b4")
    assert s.ended == moves.CUT_OFF
    assert s.phase == moves.VOYAGE
    assert s.voyages_left == 2


def test_ak_7_1_another_road_is_a_road():
    s = draw(scene(2, f"{NORTH_ROAD} {WEST_ROAD}", phase=moves.ICE_CARD), "single 3/2")
    play(s, RED, "melt b4")
    assert s.voyages_left == 0
    play(s, RED, "melt f1")
    assert s.voyages_left == 2


def test_ak_7_1_bear_limits_and_helicopters_are_ignored():
    s = scene(
        2, f"{NORTH_ROAD} j1", bear="b4", lying={"c4": {YELLOW: 3}}, hands={RED: "helicopter"}, phase=moves.ICE_CARD
    )
    draw(s, "single 3/1")
    play(s, RED, "melt j1")
    assert s.voyages_left == 0  # nobody can drive it, but it is an unbroken way
    s = draw(scene(2, f"{NORTH_ROAD}", hands={RED: "helicopter"}, phase=moves.ICE_CARD), "single 3/1")
    play(s, RED, "melt b4")
    assert s.voyages_left == 2  # though one could still fly


def test_ak_7_1_a_winding_road_is_found():
    winding = "a9 b9 c9 d10 e9 f10 g9 g8 h8 i7 j7 j6 i5 h5"
    s = draw(scene(2, f"{winding} a3", phase=moves.ICE_CARD), "single 3/1")
    play(s, RED, "melt a3")
    assert s.voyages_left == 0
    for gone in winding.split():
        s = draw(scene(2, f"{winding} a3", phase=moves.ICE_CARD), "single 3/1")
        play(s, RED, f"melt {gone}")
        assert s.voyages_left == 2, gone


def test_ak_7_1_the_option_asks_for_containers():
    kept = {"phase": moves.ICE_CARD, "end_rule": moves.CONTAINERS_REACH}
    s = draw(scene(2, f"{NORTH_ROAD} j1", lying={"a3": {RED: 1}}, **kept), "single 3/1")
    play(s, RED, "melt b4")
    assert s.voyages_left == 0  # a container on a3 still reaches land
    s = draw(scene(2, f"{NORTH_ROAD} j1", **kept), "single 3/1")
    play(s, RED, "melt b4")
    assert s.voyages_left == 2


def test_ak_7_2_each_player_has_one_last_voyage_starting_with_the_remover():
    s = scene(3, "a3 b4 c4 d5", mover=YELLOW, phase=moves.ICE_CARD, at={GREEN: "E"}, carried={GREEN: GREEN})
    draw(s, "single 3/2")
    play(s, YELLOW, "melt b4")
    assert rules.to_act(s) == 1 << YELLOW
    play(s, YELLOW, "go N, end")
    assert why_not(s, RED, "end") == "other_turn"
    play(s, GREEN, "go SE, unload, end")
    assert s.phase == moves.VOYAGE
    play(s, RED, "end")
    assert rules.to_act(s) == NOBODY
    assert rules.ending(s) == moves.CUT_OFF
    assert rules.winners(s) == 1 << GREEN


def test_ak_7_2_kept_cards_may_be_used_in_last_voyages():
    s = scene(2, "b4", at={RED: "W"}, lying={"W": {YELLOW: 1}}, hands={RED: "helicopter hijack"}, phase=moves.ICE_CARD)
    draw(s, "single 3/1")
    play(s, RED, "melt b4")
    play(s, RED, "hijack yellow, fly NW, unload, end")
    play(s, YELLOW, "end")
    assert rules.winners(s) == 1 << RED


def idle_scene(**fields):
    """The last turn of a pass in which every card came in spring and nothing was removed."""
    s = scene(2, NORTH_ROAD, **fields)
    last_turn_of_pack(s, "double 2/-", "fog")
    s.idle_pass, s.phase = 1, moves.ICE_CARD
    return s


def test_ak_7_3_a_whole_spring_pass_that_removes_nothing_leads_to_the_last_voyages():
    s = draw(idle_scene(mover=YELLOW), "double 2/-")
    assert s.voyages_left == 2
    assert s.phase == moves.VOYAGE  # no event card
    play(s, YELLOW, "end")
    play(s, RED, "end")
    assert rules.ending(s) == moves.STALLED


def test_ak_7_3_nothing_left_to_fetch_goes_at_once_to_scoring():
    s = scene(2, carried={RED: RED}, lying={"NW": {RED: 13}, "NE": {YELLOW: 14}})
    play(s, RED, "unload")
    assert rules.to_act(s) == NOBODY
    assert rules.ending(s) == moves.NOTHING_LEFT
    assert rules.winners(s) == 1 << YELLOW  # 14 each, and red's last came later


def finished(lying, **fields):
    """A match at the end of its last voyage."""
    s = scene(2, lying=lying, voyages_left=1, ended=moves.CUT_OFF, **fields)
    return play(s, RED, "end")


def test_ak_7_4_every_container_in_the_camp_is_a_point_of_whatever_colour():
    s = finished({"NW": {RED: 2, YELLOW: 3}, "NE": {YELLOW: 4}, "W": {RED: 9}})
    out = [0] * 4
    rules.score(s, out)
    assert out[:2] == [5, 4]
    assert rules.winners(s) == 1 << RED


def test_ak_7_4_a_load_on_the_vehicle_in_its_own_camp_is_unloaded():
    s = finished({"NE": {YELLOW: 1}}, carried={RED: YELLOW, YELLOW: YELLOW}, at={YELLOW: "N"})
    assert [ending.points(s, seat) for seat in (RED, YELLOW)] == [1, 1]
    assert s.carried[:2] == [0, YELLOW + 1]
    assert rules.winners(s) == 1 << YELLOW  # red's only one came at the end


def test_ak_7_4_a_tie_goes_to_whoever_brought_the_last_container_home_first():
    s = scene(2, at={RED: "W", YELLOW: "E"}, carried={RED: RED, YELLOW: YELLOW}, voyages_left=2, ended=moves.CUT_OFF)
    play(s, RED, "go NW, unload, end")
    play(s, YELLOW, "go NE, unload, end")
    assert [ending.points(s, seat) for seat in (RED, YELLOW)] == [1, 1]
    assert rules.winners(s) == 1 << RED


def test_ak_7_4_taking_one_out_and_home_again_counts_as_a_later_rise():
    s = scene(2, lying={"NW": {RED: 1}, "NE": {YELLOW: 1}}, voyages_left=1, ended=moves.CUT_OFF)
    s.deliveries, s.last_rise = 2, [1, 2, 0, 0]
    play(s, RED, "load, go W, go NW, unload, end")
    assert rules.winners(s) == 1 << YELLOW


def test_ak_7_4_still_equal_is_shared():
    assert rules.winners(finished({})) == 0b11
    # both unloaded at the very end: the same moment
    assert rules.winners(finished({}, carried={RED: RED, YELLOW: YELLOW})) == 0b11
    assert rules.winners(scene(2)) == 0
    assert rules.ending(scene(2)) == 0


# AK-8: fine print -------------------------------------------------------------------------------


def test_ak_8_1_seats_take_camps_clockwise_from_the_chosen_one():
    def camps(seats, first):
        return [board.NAMES[camp] for camp in fresh(seats, camps=first).camp[:seats]]

    assert camps(2, "nw") == ["NW", "NE"]
    assert camps(3, "nw") == ["NW", "NE", "SE"]
    assert camps(4, "nw") == ["NW", "NE", "SE", "SW"]
    assert camps(2, "ne") == ["NE", "SE"]
    assert camps(3, "ne") == ["NE", "SE", "SW"]
    assert camps(4, "ne") == ["NE", "SE", "SW", "NW"]
    assert fresh(2, camps="ne").at[:2] == [space("NE"), space("SE")]


def test_ak_8_2_pieces_are_laid_one_by_one_and_every_placement_has_one_name():
    assert len(set(board.PLACEMENT_NAMES)) == board.PLACEMENTS
    shapes = {(board.PLACE_KIND[p], frozenset(board.PLACE_HEX[p])) for p in range(board.PLACEMENTS)}
    assert len(shapes) == board.PLACEMENTS
    s = draw(winter(), "double 2/1")
    before = len(legal(s, RED))
    play(s, RED, "place double d4 E")
    assert 0 < len(legal(s, RED)) < before
    play(s, RED, "place double d6 E")
    assert s.phase == moves.EVENT_CARD


def test_ak_8_2_straight_and_bent_triples_are_one_kind_when_they_melt():
    s = draw(scene(2, f"{NORTH_ROAD}, straight h1 E, bent j7 E", phase=moves.ICE_CARD), "triple 1/1")
    assert sorted(options(s, RED)) == ["melt h1", "melt i7"]
    play(s, RED, "melt j7")
    assert s.melted == [0, 0, 0, 1]


def test_ak_8_3_a_piece_under_the_bear_or_an_empty_vehicle_does_not_shield_containers():
    s = scene(
        2,
        f"{NORTH_ROAD}, double j1 E, double j3 E, double j5 E",
        at={YELLOW: "j1"},
        bear="j3",
        lying={"j5": {RED: 1}},
        phase=moves.ICE_CARD,
    )
    draw(s, "double 2/1")
    assert options(s, RED) == ["melt j5"]


def test_ak_8_3_containers_beside_the_bear_or_a_vehicle_are_safe():
    s = scene(
        2,
        f"{NORTH_ROAD}, double j1 E, double j3 E",
        at={YELLOW: "j1"},
        bear="j3",
        lying={"j1": {RED: 1}, "j3": {RED: 1}},
        phase=moves.ICE_CARD,
    )
    draw(s, "double 2/1")
    assert s.phase == moves.EVENT_CARD


def test_ak_8_4_the_season_is_checked_even_if_the_card_laid_nothing():
    s = winter(NORTH_ROAD)
    s.stock, s.melted = [0, 0, 0, 0], [26, 20, 5, 5]
    draw(s, "triple 1/1")
    assert s.season == moves.SPRING
    assert s.phase == moves.EVENT_CARD


def test_ak_8_5_leaving_is_a_duty_loaded_as_now_or_after_unloading():
    # c4 has room for an empty vehicle only: a loaded one must unload and go
    s = scene(2, "b4 c4", at={RED: "b4"}, carried={RED: RED}, bear="b4", lying={"c4": {YELLOW: 2}})
    assert why_not(s, RED, "go c4") == "no_room"
    assert why_not(s, RED, "end") == "must_leave_bear"
    play(s, RED, "unload")
    assert why_not(s, RED, "end") == "must_leave_bear"
    play(s, RED, "go c4, end")


def test_ak_8_5_flying_off_fulfils_the_duty_but_a_held_helicopter_never_creates_it():
    s = scene(2, "b4", at={RED: "b4"}, bear="b4", hands={RED: "helicopter"})
    assert why_not(s, RED, "end") == ""
    s = scene(2, "b4 c4", at={RED: "b4"}, bear="b4", hands={RED: "helicopter"})
    assert why_not(s, RED, "end") == "must_leave_bear"
    play(s, RED, "fly island, end")


def test_ak_8_5_the_duty_lasts_at_every_voyage_while_it_lasts():
    s = scene(2, "b4 c4", at={RED: "b4"}, bear="b4", lying={"c4": {YELLOW: 3}})
    play(s, RED, "end")  # no way off
    s.phase, s.mover = moves.VOYAGE, RED
    s.lying[space("c4")][YELLOW] -= 1  # now there is
    s.lying[board.ISLAND][YELLOW] += 1
    assert why_not(s, RED, "end") == "must_leave_bear"


def test_ak_8_5_only_the_finder_has_the_duty_of_an_over_full_piece_until_it_is_back_to_three():
    s = scene(3, "b4 c4", at={RED: "b4", YELLOW: "b4"}, lying={"b4": {GREEN: 1}, "c4": {GREEN: 3}})
    event_card(s, "found container")
    play(s, RED, "take, end")  # no way off: c4 is full
    assert s.overfull[:3] == [1, 0, 0]
    s.lying[space("c4")][GREEN], s.lying[board.ISLAND][GREEN] = 0, 13
    s.phase = moves.VOYAGE
    assert s.mover == YELLOW
    assert why_not(s, YELLOW, "end") == ""  # yellow has no duty
    play(s, YELLOW, "go c4")
    assert s.overfull[:3] == [0, 0, 0]  # three objects again
    play(s, YELLOW, "end")
    s.phase, s.mover = moves.VOYAGE, RED
    assert why_not(s, RED, "end") == ""


def test_ak_8_5_while_more_than_three_are_left_the_duty_stays():
    s = scene(3, "b4 c4", at={RED: "b4", YELLOW: "b4", GREEN: "b4"}, lying={"c4": {GREEN: 1}})
    s.mover = YELLOW
    event_card(s, "found container")
    play(s, YELLOW, "take")
    s.mover = RED
    event_card(s, "found container")
    play(s, RED, "take")
    assert spaces.objects_on(s, space("b4")) == 5
    s.mover, s.phase = GREEN, moves.VOYAGE
    play(s, GREEN, "go c4, end")
    assert s.overfull[:3] == [1, 1, 0]
    # frostbite leaves the load behind: four objects were, three are left
    s.mover = YELLOW
    event_card(s, "frostbite")
    assert spaces.objects_on(s, space("b4")) == 3
    assert s.overfull[:3] == [0, 0, 0]


def test_ak_8_6_take_or_leave_is_asked_only_where_there_is_a_choice():
    assert event_card(scene(2), "found container").phase == moves.FINDING
    assert event_card(scene(2, carried={RED: RED}), "found container").phase == moves.VOYAGE
    s = event_card(scene(2), "found container")
    assert why_not(s, RED, "end") == "found_now"
    assert why_not(scene(2), RED, "take") == "voyage_now"


def test_ak_8_7_foreign_colours_and_other_camps_cannot_be_loaded():
    s = scene(2, at={RED: "W"}, lying={"W": {YELLOW: 1}})
    assert why_not(s, RED, "load") == "nothing_to_load"
    s = scene(2, at={RED: "NE"}, lying={"NE": {RED: 1}})
    assert why_not(s, RED, "load") == "others_camp"
    s = scene(2, lying={"NW": {YELLOW: 1}}, hands={RED: "hijack"})  # in one's own camp they stay
    assert why_not(s, RED, "load") == "nothing_to_load"
    assert why_not(s, RED, "hijack yellow") == "not_from_camp"


def test_ak_8_8_a_load_or_unload_does_not_simply_undo_the_one_before():
    s = play(scene(2, at={RED: "island"}), RED, "load")
    assert why_not(s, RED, "unload") == "undoes_loading"
    s = play(scene(2, at={RED: "W"}, carried={RED: RED}), RED, "unload")
    assert why_not(s, RED, "load") == "undoes_unloading"
    play(s, RED, "go SW, go W, load")  # steps lie between


def test_ak_8_8_another_container_a_flight_or_a_hijack_makes_it_another_thing():
    s = scene(2, at={RED: "W"}, carried={RED: YELLOW}, lying={"W": {RED: 1}})
    play(s, RED, "unload, load")  # not the same container
    assert why_not(s, RED, "unload") == "undoes_loading"
    s = scene(2, at={RED: "W"}, carried={RED: RED}, lying={"W": {YELLOW: 1}}, hands={RED: "hijack", YELLOW: "fog"})
    play(s, RED, "unload, hijack yellow")
    play(s, YELLOW, "fog")
    play(s, RED, "load")  # a hijack lies between
    s = scene(2, at={RED: "W"}, carried={RED: RED}, hands={RED: "helicopter helicopter"})
    play(s, RED, "unload, fly island, fly W, load")


def test_ak_8_8_except_to_fulfil_a_duty_that_a_load_has_blocked():
    s = scene(2, "b4 c4", at={RED: "b4"}, bear="b4", lying={"b4": {RED: 1}, "c4": {YELLOW: 2}})
    play(s, RED, "load")
    assert why_not(s, RED, "go c4") == "no_room"
    assert why_not(s, RED, "end") == "must_leave_bear"
    play(s, RED, "unload")
    assert why_not(s, RED, "load") == "undoes_unloading"
    play(s, RED, "go c4, end")
    s = scene(2, "b4 c4", at={RED: "b4"}, bear="b4", lying={"b4": {RED: 1}})
    play(s, RED, "load")
    assert why_not(s, RED, "unload") == "undoes_loading"  # loaded there is a way too


def test_ak_8_9_a_voyage_ends_with_a_spoken_end_even_where_nothing_else_is_possible():
    s = scene(2, "b4", at={RED: "b4"})
    assert options(s, RED) == ["end"]
    assert rules.to_act(s) == 1 << RED
    s = scene(2, WEST_ROAD, at={RED: "f1"})
    play(s, RED, "go f2, go f3, go f2")
    assert options(s, RED) == ["end"]
    play(s, RED, "end")
    assert s.mover == YELLOW


def test_ak_8_10_a_flight_goes_to_another_space_and_an_absent_camp_is_neutral_for_hijacks():
    s = scene(2, hands={RED: "helicopter"})
    assert why_not(s, RED, "fly NW") == "already_there"
    assert why_not(s, RED, "go NW") == "already_there"
    s = scene(2, at={RED: "SE"}, lying={"SE": {YELLOW: 1}}, hands={RED: "hijack"})
    play(s, RED, "hijack yellow")


def test_ak_8_11_after_a_fog_the_voyage_goes_on():
    s = play(hijack_scene("hijack hijack", "fog helicopter"), RED, "hijack yellow")
    assert options(s, YELLOW) == ["fog", "no fog"]
    play(s, YELLOW, "fog")
    assert s.steps == 0
    assert "hijack yellow" in options(s, RED)
    play(s, RED, "hijack yellow")
    assert options(s, YELLOW) == ["no fog"]  # the one answer of whoever holds no fog
    assert why_not(s, YELLOW, "fog") == "no_fog_held"
    assert why_not(s, YELLOW, "end") == "answer_now"
    play(s, YELLOW, "no fog")
    assert s.carried[RED] == YELLOW + 1
    play(s, RED, "go NW, unload, end")


def test_ak_8_11_fog_may_be_kept_back():
    s = play(hijack_scene("hijack", "fog"), RED, "hijack yellow")
    play(s, YELLOW, "no fog")
    assert s.carried[RED] == YELLOW + 1
    assert s.held[YELLOW] == 1


def test_ak_8_12_the_rest_of_the_ice_card_and_the_event_card_fall_away():
    s = draw(scene(2, f"{NORTH_ROAD} j1 j5", phase=moves.ICE_CARD), "single 3/2")
    events, turn = list(s.event_pack), s.turn
    play(s, RED, "melt b4")  # one of two
    assert s.pieces == 0
    assert s.phase == moves.VOYAGE
    play(s, RED, "go W, end")
    play(s, YELLOW, "end")
    assert s.phase == moves.OVER
    assert s.event_pack == events
    assert s.turn == turn


def test_ak_8_12_nothing_is_reshuffled_before_last_voyages():
    s = scene(2, NORTH_ROAD, hands={YELLOW: "helicopter"})
    last_turn_of_pack(s, "single 3/1", "fog")
    ice_card(s, "single 3/1")
    play(s, RED, "melt a3")
    play(s, RED, "end")
    assert s.held[YELLOW] == 1
    play(s, YELLOW, "fly island, end")


def test_ak_8_12_duties_hold_in_last_voyages():
    s = scene(2, f"{NORTH_ROAD} j1", at={RED: "a3"}, bear="a3", phase=moves.ICE_CARD)
    draw(s, "single 3/1")
    play(s, RED, "melt d5")
    assert s.voyages_left == 2
    assert why_not(s, RED, "end") == "must_leave_bear"


def test_ak_8_13_a_pass_counts_only_if_all_of_it_came_in_spring():
    s = scene(2, NORTH_ROAD, season=moves.WINTER)
    last_turn_of_pack(s, "double 2/-", "fog")
    s.stock, s.melted = [0, 0, 0, 0], [26, 20, 5, 5]
    ice_card(s, "double 2/-")  # spring begins with the last card of the pass
    assert s.season == moves.SPRING
    assert s.voyages_left == 0
    draw(s, "fog")
    play(s, RED, "end")
    assert s.idle_pass == 1  # from here on all of it is spring
    ice_card(s, "triple 1/-")
    assert s.idle_pass == 1


def test_ak_8_13_a_removal_makes_the_pass_count_no_more():
    s = idle_scene()
    s.ice_pack, s.ice_left = [0] * 8, 0
    s.ice_pack[words.CARDS.index("single 3/1")] = s.ice_left = 1
    s.ice[space("j1")] = board.PLACEMENT_NAMED[(board.SINGLE, space("j1"), 0)] + 1
    s.stock[0] -= 1
    draw(s, "single 3/1")
    play(s, RED, "melt j1")
    assert s.idle_pass == 0
    assert s.voyages_left == 0
    assert s.phase == moves.EVENT_CARD


def test_ak_8_13_the_pass_ends_only_with_its_thirtieth_card():
    s = idle_scene()
    s.ice_pack[words.CARDS.index("triple 1/-")] += 1
    s.ice_left += 1
    draw(s, "double 2/-")
    assert s.voyages_left == 0


def test_ak_8_13_nothing_left_is_looked_at_after_melting_before_the_road():
    s = scene(
        2,
        f"{NORTH_ROAD}",
        lying={"a3": {RED: 1}, "b4": {RED: 1}, "c4": {RED: 1}, "d5": {RED: 1}, "NW": {RED: 10}, "NE": {YELLOW: 14}},
        phase=moves.ICE_CARD,
    )
    s.lying[space("c4")][RED] = s.lying[space("b4")][RED] = s.lying[space("a3")][RED] = 0
    s.lying[space("NW")][RED] = 13
    s.at[YELLOW] = space("a3")
    draw(s, "single 3/2")
    play(s, RED, "melt c4")
    assert s.voyages_left == 2  # cut off, but a container is left on d5
    s = scene(2, "d5", lying={"d5": {RED: 1}, "NW": {RED: 13}, "NE": {YELLOW: 14}}, phase=moves.ICE_CARD)
    draw(s, "single 3/2")
    play(s, RED, "melt d5")
    assert rules.ending(s) == moves.NOTHING_LEFT
    assert s.lost[RED] == 1


def test_ak_8_13_nothing_left_after_frostbite_and_a_carried_one_is_not_yet_home():
    s = scene(2, carried={RED: RED}, lying={"NW": {RED: 13}, "NE": {YELLOW: 14}})
    assert not ending.nothing_left(s)
    event_card(s, "frostbite")
    assert rules.ending(s) == moves.NOTHING_LEFT
    # an absent colour's camp is nobody's home
    s = scene(2, at={RED: "SW"}, carried={RED: RED}, lying={"NW": {RED: 13}, "NE": {YELLOW: 14}})
    play(s, RED, "unload")
    assert s.phase == moves.VOYAGE


def test_ak_8_14_the_option_goes_on_while_a_container_off_the_land_is_connected_with_land():
    def goes_on(floes, melts, **things):
        s = scene(2, floes, phase=moves.ICE_CARD, end_rule=moves.CONTAINERS_REACH, **things)
        draw(s, "single 3/1")
        play(s, RED, f"melt {melts}")
        return s.voyages_left == 0

    everything_home = {"NW": {RED: 14}, "NE": {YELLOW: 13}}
    assert goes_on(f"{NORTH_ROAD} j1", "j1")  # the island's own road
    assert not goes_on(f"{NORTH_ROAD} j1", "j1", lying={**everything_home, "W": {YELLOW: 1}})  # on land already
    assert goes_on("a3 j1", "j1", lying={**everything_home, "a3": {YELLOW: 1}})  # on ice
    assert not goes_on("c4 j1", "j1", lying={**everything_home, "c4": {YELLOW: 1}})  # on ice far from land
    assert goes_on("a3 j1", "j1", lying=everything_home, at={YELLOW: "a3"}, carried={YELLOW: YELLOW})
    assert not goes_on("c4 j1", "j1", lying=everything_home, at={YELLOW: "c4"}, carried={YELLOW: YELLOW})
    road = f"{NORTH_ROAD} j1"
    assert goes_on(road, "j1", lying=everything_home, at={YELLOW: "island"}, carried={YELLOW: YELLOW})
    assert not goes_on(road, "j1", lying=everything_home, at={YELLOW: "N"}, carried={YELLOW: YELLOW})
    # over the island the way leads on
    assert goes_on(f"{road} g7", "j1", lying={**everything_home, "g7": {YELLOW: 1}})


def test_ak_8_15_the_first_bear_may_sit_on_vehicles_and_containers_and_later_ones_may_not_stay():
    s = event_card(scene(2, "d4 j1", at={YELLOW: "d4"}, lying={"j1": {RED: 2}}), "bear")
    assert options(s, RED) == ["bear d4", "bear j1"]
    play(s, RED, "bear d4")
    event_card(s, "bear")
    assert why_not(s, RED, "bear d4") == "bear_must_move"


def test_ak_8_15_frostbite_in_an_absent_camp_drops_on_plain_land():
    s = event_card(scene(2, at={RED: "SE"}, carried={RED: RED}), "frostbite")
    assert crates(s, "SE") == [1, 0]
    assert s.deliveries == 0


def test_ak_8_15_fog_answers_even_after_ones_own_last_voyage():
    s = hijack_scene("hijack", "fog")
    s.voyages_left, s.ended = 1, moves.CUT_OFF  # red's is the last of the last voyages
    play(s, RED, "hijack yellow")
    play(s, YELLOW, "fog")
    play(s, RED, "end")
    assert s.phase == moves.OVER


def test_ak_8_15_kept_cards_can_be_used_in_the_turn_that_empties_the_packs():
    s = scene(2, NORTH_ROAD, hands={RED: "helicopter"})
    last_turn_of_pack(s, "double 2/-", "helicopter")
    ice_card(s, "double 2/-")
    draw(s, "helicopter")
    play(s, RED, "fly island, load, fly NW, unload, end")
    assert s.event_pack == list(board.EVENT_COUNT)


def test_ak_8_16_a_reshuffle_is_no_chance_node_and_hands_go_back_unseen():
    s = scene(2, NORTH_ROAD, hands={YELLOW: "fog hijack"})
    last_turn_of_pack(s, "double 2/-", "frostbite")
    ice_card(s, "double 2/-")
    draw(s, "frostbite")
    assert s.phase == moves.ICE_CARD  # straight on to the next turn
    assert s.played == [0] * 6  # nothing shows which cards came back
    assert pieces_on_board(s) == [4, 0, 0, 0]


def test_ak_8_2_the_first_and_the_last_hex_serve_in_every_kind_of_move():
    for name in ("a2", "k9"):
        near = "NW" if name == "a2" else "SE"
        s = play(draw(winter(), "single 2/1"), RED, f"place single {name}")
        assert s.ice[space(name)]
        road = f"{NORTH_ROAD} {name}"
        s = play(draw(scene(2, road, phase=moves.ICE_CARD), "single 3/1"), RED, f"melt {name}")
        assert not s.ice[space(name)]
        s = play(event_card(scene(2, road), "bear"), RED, f"bear {name}")
        assert s.bear == space(name)
        assert where(play(scene(2, road, at={RED: near}), RED, f"go {name}"), RED) == name
        assert where(play(scene(2, road, hands={RED: "helicopter"}), RED, f"fly {name}"), RED) == name
        why = rules.why_illegal(scene(2, road, at={RED: near}), RED, moves.BEAR + space(name))
        assert why == moves.VOYAGE_NOW
    s = scene(4, "d4", at={RED: "d4"}, lying={"d4": {BLUE: 1}}, hands={RED: "hijack"})
    assert play(s, RED, "hijack blue").carried[RED] == BLUE + 1


# The table's questions --------------------------------------------------------------------------


def test_any_numbers_are_refused_with_a_reason():
    s = scene(2, NORTH_ROAD)
    assert rules.why_illegal(s, 2, 0) == rules.why_illegal(s, -1, 0) == moves.NO_SUCH_SEAT
    assert rules.why_illegal(s, 0, -1) == rules.why_illegal(s, 0, moves.MOVE_CODES) == moves.NO_SUCH_MOVE
    over = finished({})
    assert rules.why_illegal(over, 0, moves.END) == moves.IS_OVER
    assert legal(over, 0) == legal(s, -1) == legal(s, 7) == legal(fresh(), 0) == []
    assert rules.who_sees(s, RED, moves.END) == EVERYBODY


def test_the_game_declares_its_facts():
    assert GAME.move_codes == 1478
    assert GAME.outcome_codes == 8
    assert GAME.seats == (2, 3, 4)
