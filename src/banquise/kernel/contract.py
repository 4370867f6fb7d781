"""The questions that a rules module answers, and no others; and those that a guide answers.

Generic programs in the rules' own subset (playouts, perft, search) import these names; ``bound(program, rules)``
and ``wasm.translate(program, ..., rules=rules)`` bind it: each name is then the game's own function.
Called unbound, they say so.

The rules' own subset is what plain Python, WebAssembly and a GPU run alike: ints, fields of the state ``s``, lookups
(nested tuples of ints), ``if``, ``while``, ``for ... in range``; no allocation, no exceptions, no generator, and no
function that returns part of a state.
"""

# What to_act answers besides a bit mask of seats.
NOBODY = 0  # the match is over
CHANCE = -1  # chance decides; a single possible outcome is a consequence that happens by itself

LEGAL = 0  # what why_illegal answers when nothing refuses a move

EVERYBODY = -1  # who_sees: all seats and the spectators


class Unbound(RuntimeError):
    """A contract function was called before a game was bound to it."""


def _unbound():
    raise Unbound("bind this program to a game first: kernel.compile.bound(program, rules)")


def setup(s, seats, options):
    """Make the blank state ``s`` a fresh one; ``options`` holds the option values in declared order."""
    _unbound()


def to_act(s):
    """A bit mask of the seats that may move now, or CHANCE, or NOBODY when the match is over."""
    return _unbound()


def why_illegal(s, seat, move):
    """0 if the move is legal, else a reason code; any ints are welcome."""
    return _unbound()


def legal_moves(s, seat, out):
    """Fill ``out`` with the legal moves of a seat, in ascending order, and return how many."""
    return _unbound()


def play(s, seat, move):
    """Make a legal move."""
    _unbound()


def odds(s, out):
    """At a chance node: fill ``out`` with the integer weight of each outcome and return how many outcomes."""
    return _unbound()


def settle(s, outcome):
    """Make one outcome of a chance node happen."""
    _unbound()


def who_sees(s, actor, code):
    """A bit mask of the seats that see *what* is done (a move, or with ``actor`` CHANCE an outcome), or EVERYBODY.

    Asked before it is done. Whoever is left out sees *that* something was done only if their view changes.
    """
    return _unbound()


def score(s, out):
    """Fill ``out`` with the points of each seat, as shown to players."""
    _unbound()


def winners(s):
    """A bit mask of the seats that won or share the win; 0: nobody (yet)."""
    return _unbound()


def ending(s):
    """0 while the match goes on, else a code for the way it ended."""
    return _unbound()


def imagine(s, seat, rng):
    """Redraw all that this seat cannot know, consistent with all that it does."""
    _unbound()


def copy_into(states, target, source):
    """Copy one state of an array over another. (Compiled, an array of structs copies by assignment.)"""
    states[target] = states[source].copy()


def glimpse(eyes, states, at, seat):
    """A number for what a seat sees of a state: equal views, and for all practical purposes only they, have equal ones.

    ``eyes`` are the schema's (``kernel.sight``): what each field declares decides, so nothing hidden can enter.
    """
    return eyes.glimpse(states[at], seat)


# What a guide answers: how to play a game well. A game's guide.py holds them; ``bots.blind`` knows nothing.


def weigh(s, seat, moves, n, weights):
    """Fill ``weights`` with how promising each of a seat's n legal moves is: positive ints, larger is better."""
    _unbound()


def guide_move(s, seat, rng, moves, weights):
    """A quick, sensible legal move for a seat that may move, drawn at random; ``moves`` and ``weights`` are room."""
    return _unbound()


def evaluate(s, out, room):
    """Fill ``out`` with each seat's chance of winning in thousandths; for a lone seat, with how well it does.

    ``room`` is working space, as long as the longest list of moves.
    """
    _unbound()


def reopen(s, seat):
    """Take back what other seats have decided in secret and may be thought to decide only now.

    Asked after ``imagine``. A decision made in secret and at the same time as this seat's own is no less open for being
    made already: a search lets the others decide it sensibly instead of taking an imagined, random one for granted.
    """
    _unbound()


QUESTIONS = (
    "setup",
    "to_act",
    "why_illegal",
    "legal_moves",
    "play",
    "odds",
    "settle",
    "who_sees",
    "score",
    "winners",
    "ending",
    "imagine",
)

GUIDANCE = ("weigh", "guide_move", "evaluate", "reopen")
