"""The rules of Ice Lake, paragraph by paragraph (ids IL-n.m are those of the rulebook).

Written once in the rules' own subset: plain Python runs it on a slots object, WebAssembly and a GPU on a struct.
``s`` is the state (state.py); a skater is named by its seat. What the ice does is in ice.py; where skaters come back
into play is in portions.py.

Moves are declared in moves.py: letters, "done", facings, and a hex to return to.
The movement phase is a row of chance nodes with one outcome each: a step happens by itself, but each can be seen.
"""

from banquise.games.ice_lake.board import (
    CELLS,
    LINES,
    NEIGHBOUR,
    RADII,
    RING,
    START_CELL,
    START_FACING,
    START_OF_SEAT,
)
from banquise.games.ice_lake.ice import can_face, crack, has_facing, is_surrounded, is_usable, on_lake, skater_on
from banquise.games.ice_lake.moves import (
    AHEAD,
    ARRIVING,
    CELL_OF,
    DIRECTION_OF,
    DONE,
    DRAWING,
    FACE,
    FACE_NOW,
    FACE_THERE,
    HAS_FINISHED,
    HEX_NOW,
    IS_OUT,
    IS_OVER,
    KIND_OF,
    LAST_SKATER,
    LETTER,
    LETTER_OF,
    MOVE_CODES,
    MOVING,
    NO_PLACE,
    NO_SUCH_MOVE,
    NO_SUCH_SEAT,
    NOBODY_LEFT,
    NOT_DRAWN,
    NOT_USABLE,
    NOTHING_WRITTEN,
    OTHER_RETURNS,
    OTHER_TURNS,
    OVER,
    OVER_THE_EDGE,
    PROGRAMMING,
    RETURN,
    RETURNING,
    SHEET_FULL,
    SKATERS_MOVE,
    STUCK,
    SURROUNDED,
    TURNING,
    UNMOVED,
    WRITE_NOW,
)
from banquise.games.ice_lake.portions import (
    are_together,
    border_place,
    choose_target,
    find_portions,
    has_place,
    is_isolated,
    is_place,
    may_return_to,
    return_portion,
)
from banquise.kernel.chance import below, lots
from banquise.kernel.contract import CHANCE, EVERYBODY, LEGAL, NOBODY

# IL-1: the board and the start ------------------------------------------------------------------


def setup(s, seats, options):
    """IL-1.1, IL-1.3: the lake is whole, the skaters stand on their starts."""
    s.seats = seats
    s.radius = RADII[options[0]]
    s.facing_rule = options[1]
    s.named = options[2]
    s.phase = DRAWING
    for seat in range(seats):
        start = START_OF_SEAT[seats][seat]
        s.cell[seat] = START_CELL[start]
        s.facing[seat] = START_FACING[start]
        s.on_ice[seat] = 1


def odds(s, out):
    """IL-1.4: the first player is drawn at random. In the movement phase the next step follows by itself (IL-3.1)."""
    if s.phase == MOVING:
        out[0] = 1
        return 1
    return lots(out, s.seats, s.named)


def settle(s, outcome):
    """The draw of IL-1.4, or the next step of the movement phase."""
    if s.phase == MOVING:
        carry_out_letter(s, s.mover)
    else:
        s.first = outcome
        begin_programming(s)


def to_act(s):
    """Whose decision it is. Programmes are written by all at the same time (IL-2.1)."""
    if s.phase == PROGRAMMING:
        mask = 0
        for seat in range(s.seats):
            if s.on_ice[seat] and not s.finished[seat]:
                mask |= 1 << seat
        return mask
    if s.phase == TURNING or s.phase == RETURNING or s.phase == ARRIVING:
        return 1 << s.chooser
    if s.phase == OVER:
        return NOBODY
    return CHANCE


# IL-2: programming ------------------------------------------------------------------------------


def begin_programming(s):
    """IL-2.1: all skaters on the ice write; the sheets are blank."""
    s.phase = PROGRAMMING
    s.round += 1
    for seat in range(s.seats):
        for i in range(s.length[seat]):
            s.programme[seat][i] = 0
        s.length[seat] = 0
        s.used[seat] = 0
        s.moved[seat] = 0
        s.finished[seat] = 0


def write_letter(s, seat, letter):
    """IL-2.2: one letter, one hex. Nobody else sees it (IL-7.3)."""
    s.letter[seat][s.written[seat]] = letter
    s.written[seat] += 1


def say_done(s, seat):
    """IL-7.2: the programme is final. When the last one is, all are revealed together (IL-2.3)."""
    s.finished[seat] = 1
    if to_act(s) == 0:
        reveal(s)
        begin_movement(s)


def reveal(s):
    """IL-2.3: the letters move from the secret sheets to the open ones."""
    for seat in range(s.seats):
        for i in range(s.written[seat]):
            s.programme[seat][i] = s.letter[seat][i]
            s.letter[seat][i] = 0
        s.length[seat] = s.written[seat]
        s.written[seat] = 0


# IL-3: movement ---------------------------------------------------------------------------------


def begin_movement(s):
    """IL-3.2: the first player starts."""
    s.phase = MOVING
    s.mover = s.first


def carry_out_letter(s, seat):
    """IL-3.1: the skater's next letter; then the next skater clockwise who has letters left."""
    letter = s.programme[seat][s.used[seat]]
    s.used[seat] += 1
    s.started[seat] = 1
    direction = turned(s.facing[seat], letter)
    there = NEIGHBOUR[s.cell[seat]][direction]
    if not on_lake(s, there):
        go_out(s, seat, OVER_THE_EDGE)  # IL-4.1
    elif s.line[s.cell[seat]][direction] != 0 or skater_on(s, there):
        stop(s, seat)  # IL-3.4 along a crack, IL-3.5 into a skater
    else:
        skate(s, seat, direction)
    go_on(s)


def turned(facing, letter):
    """IL-2.2: A keeps the facing, G turns 60 degrees left, D 60 degrees right."""
    return (facing + letter - AHEAD) % 6


def skate(s, seat, direction):
    """IL-3.3: turn, move to the neighbouring centre, crack the line between the two centres."""
    here = s.cell[seat]
    s.facing[seat] = direction
    s.cell[seat] = NEIGHBOUR[here][direction]
    s.moved[seat] += 1
    s.last_step = seat
    crack(s, seat, here, direction)
    for other in range(s.seats):
        if s.on_ice[other] and is_surrounded(s, s.cell[other]):
            s.how_out[other] = SURROUNDED
    all_go_out_together(s)


def stop(s, seat):
    """IL-3.6: a forced stop erases the rest of the programme, and the owner turns the skater at once."""
    s.used[seat] = s.length[seat]
    if s.moved[seat] == 0:
        go_out(s, seat, UNMOVED)  # IL-4.2
    elif not has_facing(s, s.cell[seat]):
        go_out(s, seat, STUCK)  # IL-3.7
    else:
        s.phase = TURNING
        s.chooser = seat


def go_on(s):
    """After a step, a stop or a choice: the match ends (IL-6), somebody chooses, or the next letter follows."""
    if is_decided(s):
        finish(s)
    elif s.phase == MOVING:
        pass_the_turn(s)


def pass_the_turn(s):
    """IL-3.1: clockwise; whoever has no letter left is skipped; with no letters left at all the phase ends."""
    for i in range(1, s.seats + 1):
        seat = (s.mover + i) % s.seats
        if s.on_ice[seat] and s.used[seat] < s.length[seat]:
            s.mover = seat
            return
    end_movement(s)


def end_movement(s):
    """IL-3.2: whoever made the last actual step starts the next phase, or the next survivor clockwise."""
    s.first = s.last_step
    while not s.on_ice[s.first]:
        s.first = (s.first + 1) % s.seats
    bring_back(s)


# IL-4: out --------------------------------------------------------------------------------------


def go_out(s, seat, how):
    """IL-4.5: the skater leaves the lake, its cracks stay."""
    s.how_out[seat] = how
    all_go_out_together(s)


def all_go_out_together(s):
    """IL-7.6, IL-6.3: skaters that go out at the same step share a place. IL-7.8: none of them has a step to make."""
    left = 0
    for seat in range(s.seats):
        if s.on_ice[seat] and s.how_out[seat] == 0:
            left += 1
    for seat in range(s.seats):
        if s.on_ice[seat] and s.how_out[seat] != 0:
            s.on_ice[seat] = 0
            s.started[seat] = 1
            s.used[seat] = s.length[seat]
            s.place[seat] = left + 1


# IL-5: back into play ---------------------------------------------------------------------------


def bring_back(s):
    """IL-5.1: a skater that can in no way reach another is moved. Worked out once, before anybody is (IL-7.7)."""
    if not are_together(s):
        find_portions(s)
        isolated = 0
        for seat in range(s.seats):
            if s.on_ice[seat] and is_isolated(s, seat):
                s.waiting[seat] = 1
                isolated += 1
        if isolated > 0:
            choose_target(s, isolated)
            for seat in range(s.seats):
                if s.waiting[seat] and s.portion[s.cell[seat]] == s.target:
                    s.waiting[seat] = 0  # IL-5.2: those already in it stay
    next_return(s)


def next_return(s):
    """IL-5.3: the owners choose in movement order; who finds no place stays, and so does who is in the largest portion
    already when the target is full. Then programming begins.
    """
    for i in range(s.seats):
        seat = (s.first + i) % s.seats
        if s.waiting[seat]:
            if has_place(s, s.target) or (s.portion[s.cell[seat]] != s.largest and has_place(s, s.largest)):
                s.phase = RETURNING
                s.chooser = seat
                return
            s.waiting[seat] = 0
    for cell in range(CELLS):
        s.portion[cell] = 0
    s.target = 0
    s.largest = 0
    begin_programming(s)


def return_to(s, seat, cell):
    """IL-5.4: this draws no crack, is no step and does not change the order."""
    s.cell[seat] = cell
    s.waiting[seat] = 0
    s.phase = ARRIVING


# Moves ------------------------------------------------------------------------------------------


def play(s, seat, move):
    """Make a legal move."""
    kind = KIND_OF[move]
    if kind == LETTER:
        write_letter(s, seat, LETTER_OF[move])
    elif kind == DONE:
        say_done(s, seat)
    elif kind == RETURN:
        return_to(s, seat, CELL_OF[move])
    else:
        s.facing[seat] = DIRECTION_OF[move]
        if s.phase == TURNING:
            s.phase = MOVING
            go_on(s)
        else:
            next_return(s)


def legal_moves(s, seat, out):
    """All legal moves of a seat, in ascending order."""
    n = 0
    due = to_act(s)
    if due == CHANCE or (due >> seat) & 1 == 0:
        return 0
    if s.phase == PROGRAMMING:
        if s.written[seat] < LINES:
            for letter in range(3):
                out[n] = LETTER + letter
                n += 1
        if s.written[seat] > 0:
            out[n] = DONE
            n += 1
    elif s.phase == RETURNING:
        portion = return_portion(s)
        at_border = border_place(s, portion)
        for cell in range(CELLS):
            if (RING[cell] == s.radius or not at_border) and is_place(s, portion, cell):
                out[n] = RETURN + cell
                n += 1
    else:
        for direction in range(6):
            if may_face(s, seat, direction):
                out[n] = FACE + direction
                n += 1
    return n


def may_face(s, seat, direction):
    """IL-3.6: after a forced stop; IL-5.3: back in play, where a usable line is always a free one (IL-7.5)."""
    if s.phase == TURNING:
        return can_face(s, s.cell[seat], direction)
    return is_usable(s, s.cell[seat], direction)


def why_illegal(s, seat, move):
    """0 for a legal move, else the reason (IL-7.9 says which paragraph refuses what)."""
    if seat < 0 or seat >= s.seats:
        return NO_SUCH_SEAT
    if move < 0 or move >= MOVE_CODES:
        return NO_SUCH_MOVE
    if s.phase == OVER:
        return IS_OVER
    if s.phase == DRAWING:
        return NOT_DRAWN
    if not s.on_ice[seat]:
        return IS_OUT
    if s.phase == MOVING:
        return SKATERS_MOVE
    if s.phase == PROGRAMMING:
        return why_not_write(s, seat, move)
    if seat != s.chooser:
        if s.phase == TURNING:
            return OTHER_TURNS
        return OTHER_RETURNS
    if s.phase == RETURNING:
        if KIND_OF[move] != RETURN:
            return HEX_NOW
        if not may_return_to(s, CELL_OF[move]):
            return NO_PLACE
        return LEGAL
    if KIND_OF[move] != FACE:
        if s.phase == ARRIVING:
            return FACE_THERE
        return FACE_NOW
    if not may_face(s, seat, DIRECTION_OF[move]):
        return NOT_USABLE
    return LEGAL


def why_not_write(s, seat, move):
    """IL-2.1: at least one letter, and a technical cap that changes nothing; IL-7.2: done is done."""
    if s.finished[seat]:
        return HAS_FINISHED
    kind = KIND_OF[move]
    if kind != LETTER and kind != DONE:
        return WRITE_NOW
    if kind == DONE and s.written[seat] == 0:
        return NOTHING_WRITTEN
    if kind == LETTER and s.written[seat] >= LINES:
        return SHEET_FULL
    return LEGAL


def who_sees(s, actor, code):
    """IL-7.3: a letter is its writer's secret until the reveal."""
    if actor != CHANCE and KIND_OF[code] == LETTER:
        return 1 << actor
    return EVERYBODY


# IL-6: the end ----------------------------------------------------------------------------------


def is_decided(s):
    """IL-6.1: one skater left, and every seat has made or failed its first step; or nobody left (IL-6.2)."""
    left = 0
    unstarted = 0
    for seat in range(s.seats):
        left += s.on_ice[seat]
        if not s.started[seat]:
            unstarted += 1
    return left == 0 or (left == 1 and unstarted == 0)


def finish(s):
    """IL-6.1: the last skater wins at once, even in mid-phase."""
    s.phase = OVER
    for seat in range(s.seats):
        if s.on_ice[seat]:
            s.place[seat] = 1


def winners(s):
    """IL-6.1: the last skater on the ice; IL-6.2: with nobody left, nobody."""
    mask = 0
    if s.phase == OVER:
        for seat in range(s.seats):
            if s.on_ice[seat]:
                mask |= 1 << seat
    return mask


def score(s, out):
    """IL-7.8: 1 for the winner, 0 for the others and for all in a draw."""
    won = winners(s)
    for seat in range(s.seats):
        out[seat] = (won >> seat) & 1


def ending(s):
    """How the match ended."""
    if s.phase != OVER:
        return 0
    if winners(s) != 0:
        return LAST_SKATER
    return NOBODY_LEFT


# What a seat cannot know ------------------------------------------------------------------------


def imagine(s, seat, rng):
    """Redraw the secret sheets of the others (IL-7.3): any letters, and any number of them that fits what is seen."""
    for other in range(s.seats):
        if other != seat:
            for i in range(s.written[other]):
                s.letter[other][i] = 0
            s.written[other] = 0
            if s.phase == PROGRAMMING and s.on_ice[other]:
                if s.finished[other]:
                    write_letter(s, other, below(rng, 3))
                while s.written[other] < LINES and below(rng, 4) > 0:
                    write_letter(s, other, below(rng, 3))
