"""The temple as tables: four cubes in 24 orientations, the tilts and turns between them, the slotting, the colours.

Faces and arrow directions are one set of six: N, E, S, W, up and down. Where a face goes under a tilt or a turn, an
arrow pointing there goes too (IC-2.4), so that one permutation serves both. Slots run clockwise: NW, NE, SE, SW.

The layout of the faces is [B] of the normative reading: a reconstruction, kept as data, so that the true cubes can
replace it.
"""

from itertools import permutations

NORTH, EAST, SOUTH, WEST, UP, DOWN = range(6)
DIRECTION_NAMES = ("N", "E", "S", "W", "U", "D")
PATH_NAMES = ("A", "B", "C", "D")  # IC-1.3: of the paths that arrows to N, E, S and W lead to
OLD_PATH_NAMES = DIRECTION_NAMES[:4]  # in older records
SLOT_NAMES = ("NW", "NE", "SE", "SW")
CUBE_NAMES = ("A", "B", "C", "D")

SLOTS = 4
PATHS = 4
SPACES = 5  # IC-1.2: number 0 is the entry, number 4 the outermost
COLOURS = 4
OWN_PIECES = 5  # of each colour
PIECES = 20

# Symbols: the four arrows are known by their colour.
RED, YELLOW, GREEN, BLUE, ARC, CIRCLE = range(6)
NOWHERE = -1  # where a symbol points that is no arrow

_LETTERS = {"red": RED, "yellow": YELLOW, "green": GREEN, "blue": BLUE}

# IC-1.4: the arrows on the N, E, S and W sides of each cube in its own slot; the arc is on top, the circle below.
_SIDES = (
    ("red U", "yellow N", "blue W", "green D"),
    ("blue D", "yellow U", "green E", "red N"),
    ("yellow E", "red D", "green U", "blue S"),
    ("red W", "green S", "yellow D", "blue U"),
)


def _faces(sides: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Each home face of a cube: its symbol and where it points."""
    arrows = [side.split() for side in sides]
    faces = [(_LETTERS[colour], DIRECTION_NAMES.index(to)) for colour, to in arrows]
    return (*faces, (ARC, NOWHERE), (CIRCLE, NOWHERE))


FACES = tuple(_faces(sides) for sides in _SIDES)
# The corner that each arc goes round while its cube is in its own slot, as the two directions that meet there.
ARC_CORNER = ((SOUTH, EAST), (SOUTH, WEST), (NORTH, WEST), (NORTH, EAST))

Rotation = tuple[int, ...]  # where each of the six directions goes

_STILL: Rotation = (NORTH, EAST, SOUTH, WEST, UP, DOWN)
_CLOCKWISE: Rotation = (EAST, SOUTH, WEST, NORTH, UP, DOWN)  # IC-3.5


def _cycle(*around: int) -> Rotation:
    """The rotation that takes each of these directions to the next, and the last to the first."""
    goes = list(_STILL)
    for i, direction in enumerate(around):
        goes[direction] = around[(i + 1) % len(around)]
    return tuple(goes)


# IC-2.4: the tilts N, E, S and W.
_TILT = (
    _cycle(UP, NORTH, DOWN, SOUTH),
    _cycle(UP, EAST, DOWN, WEST),
    _cycle(UP, SOUTH, DOWN, NORTH),
    _cycle(UP, WEST, DOWN, EAST),
)


def _then(first: Rotation, second: Rotation) -> Rotation:
    return tuple(second[direction] for direction in first)


def _orientations() -> tuple[Rotation, ...]:
    """All 24: number 4 * f + t has home face f on top, brought there the shortest way, and then t clockwise turns."""
    found = []
    for face in range(6):
        rotation = _STILL
        if face < UP:
            rotation = _TILT[(face + 2) % 4]
        elif face == DOWN:
            rotation = _then(_TILT[NORTH], _TILT[NORTH])
        for _ in range(4):
            found.append(rotation)
            rotation = _then(rotation, _CLOCKWISE)
    return tuple(found)


# ORIENTATION[number][home direction]: where that direction points now.
ORIENTATION = _orientations()
UPRIGHT = 4 * UP  # as in IC-1.4; UPRIGHT + t: after t clockwise turns
_NUMBER = {rotation: number for number, rotation in enumerate(ORIENTATION)}

# TILTED[orientation][way] and TURNED[orientation][hand]: the orientation after a tilt, or a turn (0 left, 1 right).
TILTED = tuple(tuple(_NUMBER[_then(o, tilt)] for tilt in _TILT) for o in ORIENTATION)
TURNED = tuple(
    (_NUMBER[_then(_then(_then(o, _CLOCKWISE), _CLOCKWISE), _CLOCKWISE)], _NUMBER[_then(o, _CLOCKWISE)])
    for o in ORIENTATION
)


def face_at(cube: int, orientation: int, place: int) -> tuple[int, int]:
    """What a cube shows at one of its six places: the symbol and where it points, NOWHERE if it is no arrow."""
    rotation = ORIENTATION[orientation]
    symbol, points = FACES[cube][rotation.index(place)]
    return symbol, points if points == NOWHERE else rotation[points]


def arc_corner(cube: int, orientation: int) -> tuple[int, int]:
    """The two directions between which the arc of a cube lies, on whichever face it is now."""
    rotation = ORIENTATION[orientation]
    one, other = ARC_CORNER[cube]
    return rotation[one], rotation[other]


# TOP_SYMBOL[cube][orientation] and TOP_PATH[cube][orientation]: what lies on top, and the path that an arrow points to.
TOP_SYMBOL = tuple(tuple(face_at(cube, o, UP)[0] for o in range(24)) for cube in range(SLOTS))
TOP_PATH = tuple(tuple(face_at(cube, o, UP)[1] for o in range(24)) for cube in range(SLOTS))

# FACE_COLOUR and FACE_SIGN[cube][orientation][place]: what everybody may see (IC-1.8) at the six places of a cube:
# 1 + the colour of an arrow, or 0; and where it points, or that it is an arc or a circle.
SIGNS = 8  # six directions and those two


def _colour_at(cube: int, orientation: int, place: int) -> int:
    symbol, _ = face_at(cube, orientation, place)
    return 1 + symbol if symbol < ARC else 0


def _sign_at(cube: int, orientation: int, place: int) -> int:
    symbol, points = face_at(cube, orientation, place)
    return points if symbol < ARC else 2 + symbol


FACE_COLOUR, FACE_SIGN = (
    tuple(tuple(tuple(told(cube, o, place) for place in range(6)) for o in range(24)) for cube in range(SLOTS))
    for told in (_colour_at, _sign_at)
)

# IC-2.1: the eight tilts, in pairs of opposites: the two slots, and the way.
PAIR_NAMES = ("top", "bottom", "left", "right")
TILTS = 8
TILT_SLOTS = ((0, 1), (0, 1), (3, 2), (3, 2), (0, 3), (0, 3), (1, 2), (1, 2))
TILT_WAY = (NORTH, SOUTH, NORTH, SOUTH, EAST, WEST, EAST, WEST)

WAY_NAMES = ("up", "right", "down", "left")  # of tilts
TILT_NAMES = tuple(f"{PAIR_NAMES[tilt // 2]} {WAY_NAMES[TILT_WAY[tilt]]}" for tilt in range(TILTS))

# IC-1.5: the ways to slot the cubes; CUBE_IN[outcome][slot]. Number 0 is the canonical one.
SLOTTINGS = 24
CUBE_IN = tuple(permutations(range(SLOTS)))

# IC-5.1: the colour of each seat, by the option "colours" and the number of seats.
SEAT_COLOUR = (
    ((0, 0, 0, 0), (0, 0, 0, 0), (RED, GREEN, 0, 0), (RED, GREEN, YELLOW, 0), (RED, YELLOW, GREEN, BLUE)),
    ((0, 0, 0, 0), (0, 0, 0, 0), (RED, YELLOW, 0, 0), (RED, YELLOW, GREEN, 0), (RED, YELLOW, GREEN, BLUE)),
)
