"""The rules of Ice Cult, paragraph by paragraph (ids IC-n.m are those of the rulebook).

Written once in the rules' own subset: plain Python runs it on a slots object, WebAssembly and a GPU on a struct.
``s`` is the state (state.py); paths are numbered by their direction, slots clockwise from NW, spaces from 0.

Moves are declared in moves.py: eight tilts; for each slot's arrow one for "enter" and one for each of up to five pieces
on its path; the same again for repeats by a circle; eight turns; "done". Pieces of one colour on a path are counted
from the entry outward and from the bottom of a stack up.
"""

from banquise.games.ice_cult.board import (
    ARC,
    CIRCLE,
    COLOURS,
    CUBE_IN,
    OWN_PIECES,
    PIECES,
    SEAT_COLOUR,
    SLOTS,
    SLOTTINGS,
    SPACES,
    TILT_SLOTS,
    TILT_WAY,
    TILTED,
    TILTS,
    TOP_PATH,
    TOP_SYMBOL,
    TURNED,
    UPRIGHT,
)
from banquise.games.ice_cult.moves import (
    ACTING,
    ANOTHERS_MOVE,
    ARROW,
    ARROW_FIRST,
    ARROW_OPEN,
    CHOICE_OF,
    CHOICES,
    DONE,
    DRAWING,
    ENTER,
    EXECUTED,
    HAND_OF,
    IS_OVER,
    KIND_OF,
    MOVE_CODES,
    NO_ARC,
    NO_ARROW,
    NO_CIRCLE,
    NO_SUCH_MOVE,
    NO_SUCH_PIECE,
    NO_SUCH_SEAT,
    NO_SUPPLY,
    NOBODY_OUT,
    NOT_BEGUN,
    NOTHING_TO_REPEAT,
    OTHERS_TURN,
    OVER,
    OWN_MOVE,
    REPEAT,
    SAFETY,
    SHARED_MOVE,
    SLOT_OF,
    SLOTTING,
    STRICT,
    TILT,
    TILT_BEFORE_DONE,
    TILT_BEFORE_PIECES,
    TILT_BEFORE_TURN,
    TILT_OF,
    TILTED_TWICE,
    TILTING,
    TURN,
    UNDOES_TILT,
)
from banquise.kernel.contract import CHANCE, EVERYBODY, LEGAL, NOBODY

LAST_TURN = 400  # IC-4.3


# IC-1: material and set-up ----------------------------------------------------------------------


def setup(s, seats, options):
    """IC-1.1, IC-5.1: five pieces of each colour in supply, a colour for each seat; the rest are neutral (IC-1.6)."""
    s.seats = seats
    s.arc_rule = options[2]
    for seat in range(seats):
        s.colour[seat] = SEAT_COLOUR[options[1]][seats][seat]
    for colour in range(COLOURS):
        s.supply[colour] = OWN_PIECES
    s.phase = SLOTTING
    if options[0] == 1:
        slot_cubes(s, 0)  # IC-1.5: the canonical slots


def slot_cubes(s, outcome):
    """IC-1.5: each cube is turned about the vertical until its arc hugs the centre."""
    for slot in range(SLOTS):
        cube = CUBE_IN[outcome][slot]
        s.cube[slot] = cube
        s.orientation[slot] = UPRIGHT + (slot - cube) % 4
    s.phase = DRAWING


def odds(s, out):
    """IC-5.1: the slotting has 24 equal outcomes; then the first player is drawn (IC-1.7)."""
    outcomes = s.seats
    if s.phase == SLOTTING:
        outcomes = SLOTTINGS
    for i in range(outcomes):
        out[i] = 1
    return outcomes


def settle(s, outcome):
    """The slotting, or the draw of the first player."""
    if s.phase == SLOTTING:
        slot_cubes(s, outcome)
    else:
        begin_turn(s, outcome)


def to_act(s):
    """IC-1.7: the players take turns."""
    if s.phase == TILTING or s.phase == ACTING:
        return 1 << s.player
    if s.phase == OVER:
        return NOBODY
    return CHANCE


def begin_turn(s, seat):
    """IC-5.2: a turn is two tilts, single acts, and "done"."""
    s.phase = TILTING
    s.player = seat
    s.turn += 1


def top_symbol(s, slot):
    """What lies on top in a slot: the colour of an arrow, ARC or CIRCLE."""
    return TOP_SYMBOL[s.cube[slot]][s.orientation[slot]]


def top_path(s, slot):
    """The path that the arrow on top of a slot points to (IC-1.3)."""
    return TOP_PATH[s.cube[slot]][s.orientation[slot]]


# IC-2: action one, tilt twice -------------------------------------------------------------------


def tilt(s, which):
    """IC-2.1: two neighbouring cubes by a quarter turn, twice; only then do the symbols count (IC-2.3)."""
    way = TILT_WAY[which]
    for i in range(2):
        slot = TILT_SLOTS[which][i]
        s.orientation[slot] = TILTED[s.orientation[slot]][way]
    if s.tilted == 0:
        s.tilted = which + 1
    else:
        s.tilted = 0
        begin_action_two(s)


def undoes(s, which):
    """IC-2.2: opposite tilts of a pair have neighbouring numbers."""
    return s.tilted - 1 == which ^ 1


def begin_action_two(s):
    """IC-3: the symbols on top say what may and must be done."""
    s.phase = ACTING
    s.arcs = 0
    s.circles = 0
    s.turned = 0
    for slot in range(SLOTS):
        s.executed[slot] = 0
        symbol = top_symbol(s, slot)
        if symbol == ARC:
            s.arcs += 1
        elif symbol == CIRCLE:
            s.circles += 1


# IC-3: action two, the symbols on top -----------------------------------------------------------


def execute(s, slot, choice):
    """IC-3.1: one piece of the arrow's colour enters its path, or goes one space outward there."""
    colour = top_symbol(s, slot)
    path = top_path(s, slot)
    if choice == ENTER:
        s.supply[colour] -= 1
        s.on_path[path][colour] += 1
        put(s, path, 0, colour)
    else:
        place = find_piece(s, path, colour, choice)
        advance(s, path, place // PIECES, place % PIECES)


def put(s, path, space, colour):
    """IC-3.2: a piece arriving on others rides on top."""
    s.stack[path][space][s.height[path][space]] = colour + 1
    s.height[path][space] += 1


def find_piece(s, path, colour, nth):
    """Where the nth piece of a colour stands on a path: PIECES * space + its level, 0 the bottom; 0 if none does."""
    for space in range(SPACES):
        pieces = s.stack[path][space]
        for level in range(s.height[path][space]):
            if pieces[level] == colour + 1:
                nth -= 1
                if nth == 0:
                    return PIECES * space + level
    return 0


def advance(s, path, space, level):
    """IC-3.2: a moving piece carries all above it, in their order, and leaves those below. IC-3.3: outward only."""
    for i in range(level, s.height[path][space]):
        colour = s.stack[path][space][i] - 1
        s.stack[path][space][i] = 0
        if space + 1 < SPACES:
            put(s, path, space + 1, colour)
        else:  # IC-1.2: one more step leaves the path
            s.on_path[path][colour] -= 1
            s.out[colour] += 1
    s.height[path][space] = level
    if space + 1 == SPACES:
        end_if_won(s)


def turn_cube(s, slot, hand):
    """IC-3.5: an arc turns one cube a quarter about the vertical; the symbol on top stays there."""
    s.orientation[slot] = TURNED[s.orientation[slot]][hand]
    s.arcs -= 1
    if s.arc_rule == STRICT:
        s.turned = slot + 1


def owes_turned(s):
    """IC-5.4, by the option: the arrow that an arc has turned last is to be carried out before the next arc."""
    return s.turned != 0 and owes(s, s.turned - 1)


def is_arrow(symbol):
    """Arrows are the symbols below ARC and CIRCLE."""
    return symbol < ARC


def is_possible(s, colour, path):
    """IC-3.1: an arrow with no piece on its path and none in supply lapses."""
    return s.supply[colour] > 0 or s.on_path[path][colour] > 0


def owes_arrow(s):
    """IC-3.7: is there an arrow on top that is possible and not carried out? Judged only at "done" (IC-5.4)."""
    for slot in range(SLOTS):
        if owes(s, slot):
            return True
    return False


def owes(s, slot):
    """Is the arrow on top of this slot possible and not carried out?"""
    symbol = top_symbol(s, slot)
    return is_arrow(symbol) and s.executed[slot] == 0 and is_possible(s, symbol, top_path(s, slot))


def say_done(s):
    """IC-5.2: the turn ends. IC-5.6: the match ends with the last turn that all players have had equally often."""
    if s.turn == LAST_TURN - LAST_TURN % s.seats:
        end_for_safety(s)
    else:
        begin_turn(s, (s.player + 1) % s.seats)


# Moves ------------------------------------------------------------------------------------------


def play(s, seat, move):
    """Make a legal move."""
    kind = KIND_OF[move]
    if kind == TILT:
        tilt(s, TILT_OF[move])
    elif kind == ARROW:
        s.executed[SLOT_OF[move]] = 1
        execute(s, SLOT_OF[move], CHOICE_OF[move])
    elif kind == REPEAT:
        s.circles -= 1  # IC-5.3: which of several circles is spent makes no difference
        execute(s, SLOT_OF[move], CHOICE_OF[move])
    elif kind == TURN:
        turn_cube(s, SLOT_OF[move], HAND_OF[move])
    else:
        say_done(s)


def legal_moves(s, seat, out):
    """All legal moves of a seat, in ascending order."""
    n = 0
    if seat != s.player:
        return 0
    if s.phase == TILTING:
        for way in range(TILTS):
            if not undoes(s, way):
                out[n] = TILT + way
                n += 1
    elif s.phase == ACTING:
        n = list_pieces(s, ARROW, out, 0)
        arrows = n
        if s.circles > 0:
            n = list_pieces(s, REPEAT, out, n)
        if s.arcs > 0 and not owes_turned(s):
            for move in range(TURN, DONE):
                out[n] = move
                n += 1
        if arrows == 0:
            out[n] = DONE
            n += 1
    return n


def list_pieces(s, first, out, n):
    """The pieces that arrows on top can move: by arrows not yet carried out (ARROW), or by any (REPEAT, IC-3.4)."""
    for slot in range(SLOTS):
        symbol = top_symbol(s, slot)
        if is_arrow(symbol) and (first == REPEAT or s.executed[slot] == 0):
            code = first + CHOICES * slot
            if s.supply[symbol] > 0:
                out[n] = code
                n += 1
            for choice in range(1, s.on_path[top_path(s, slot)][symbol] + 1):
                out[n] = code + choice
                n += 1
    return n


def why_illegal(s, seat, move):
    """0 for a legal move, else the reason."""
    if seat < 0 or seat >= s.seats:
        return NO_SUCH_SEAT
    if move < 0 or move >= MOVE_CODES:
        return NO_SUCH_MOVE
    if s.phase == OVER:
        return IS_OVER
    if s.phase == SLOTTING or s.phase == DRAWING:
        return NOT_BEGUN
    if seat != s.player:
        return OTHERS_TURN
    if s.phase == TILTING:
        return why_not_tilt(s, move)
    return why_not_act(s, move)


def why_not_tilt(s, move):
    """IC-2.2: both tilts are compulsory, and the second does not undo the first. IC-2.3: nothing moves before."""
    kind = KIND_OF[move]
    if kind == TILT:
        if undoes(s, TILT_OF[move]):
            return UNDOES_TILT
        return LEGAL
    if kind == ARROW or kind == REPEAT:
        return TILT_BEFORE_PIECES
    if kind == TURN:
        return TILT_BEFORE_TURN
    return TILT_BEFORE_DONE


def why_not_act(s, move):
    """IC-3: what the symbols on top allow, and what they demand before "done"."""
    kind = KIND_OF[move]
    if kind == TILT:
        return TILTED_TWICE
    if kind == ARROW:
        return why_not_carry_out(s, SLOT_OF[move], CHOICE_OF[move])
    if kind == REPEAT:
        return why_not_repeat(s, SLOT_OF[move], CHOICE_OF[move])
    if kind == TURN:
        if s.arcs == 0:
            return NO_ARC
        if owes_turned(s):
            return ARROW_FIRST
        return LEGAL
    if owes_arrow(s):
        return ARROW_OPEN
    return LEGAL


def why_not_carry_out(s, slot, choice):
    """IC-3.6: an arrow on top, once."""
    if not is_arrow(top_symbol(s, slot)):
        return NO_ARROW
    if s.executed[slot]:
        return EXECUTED
    return why_not_choose(s, slot, choice)


def why_not_repeat(s, slot, choice):
    """IC-3.4: a circle that is left, and an arrow on top."""
    if s.circles == 0:
        return NO_CIRCLE
    if not is_arrow(top_symbol(s, slot)):
        return NOTHING_TO_REPEAT
    return why_not_choose(s, slot, choice)


def why_not_choose(s, slot, choice):
    """IC-3.1: a piece of the arrow's colour that is in supply, or on its path."""
    colour = top_symbol(s, slot)
    if choice == ENTER:
        if s.supply[colour] == 0:
            return NO_SUPPLY
    elif choice > s.on_path[top_path(s, slot)][colour]:
        return NO_SUCH_PIECE
    return LEGAL


def who_sees(s, actor, code):
    """IC-1.8: everything is public."""
    return EVERYBODY


# IC-4: the end ----------------------------------------------------------------------------------


def end_if_won(s):
    """IC-4.1: at once when a player's fifth piece is out. IC-4.2: the active player alone, else all who are."""
    finished = 0
    count = 0
    for seat in range(s.seats):
        if s.out[s.colour[seat]] == OWN_PIECES:
            finished |= 1 << seat
            count += 1
    if count == 0:
        return
    s.phase = OVER
    s.won = finished
    s.ended = ANOTHERS_MOVE
    if finished >> s.player & 1:
        s.won = 1 << s.player
        s.ended = OWN_MOVE
    elif count > 1:
        s.ended = SHARED_MOVE


def end_for_safety(s):
    """IC-4.3: most pieces out; neutral colours do not count, and with none out nobody wins (IC-5.6)."""
    s.phase = OVER
    s.ended = NOBODY_OUT
    most = 1
    for seat in range(s.seats):
        pieces = s.out[s.colour[seat]]
        if pieces > most:
            s.won = 0
            most = pieces
        if pieces == most:
            s.won |= 1 << seat
            s.ended = SAFETY


def winners(s):
    """IC-4.2, IC-4.3: the seats that won or share the win."""
    return s.won


def score(s, out):
    """IC-5.7: pieces out; they are shown, they do not settle the result."""
    for seat in range(s.seats):
        out[seat] = s.out[s.colour[seat]]


def ending(s):
    """How the match ended."""
    return s.ended


# What a seat cannot know ------------------------------------------------------------------------


def imagine(s, seat, rng):
    """IC-1.8: everything is public, so there is nothing to redraw."""
