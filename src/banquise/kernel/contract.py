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
    """A contract function was called before a game was bound to it.

    >>> to_act(None)
    Traceback (most recent call last):
        ...
    banquise.kernel.contract.Unbound: bind this program to a game first: kernel.compile.bound(program, rules)
    """


def _unbound():
    raise Unbound("bind this program to a game first: kernel.compile.bound(program, rules)")


def setup(s, seats, options):
    """Make the blank state ``s`` a fresh one; ``options`` holds the option values in declared order.

    >>> from banquise.games import game
    >>> s = game("ice_cult").schema.new()
    >>> game("ice_cult").rules.setup(s, 2, game("ice_cult").option_values({}))
    >>> s.seats
    2
    """
    _unbound()


def to_act(s):
    """A bit mask of the seats that may move now, or CHANCE, or NOBODY when the match is over.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> bin(match.game.rules.to_act(match.state))
    '0b10'
    """
    return _unbound()


def why_illegal(s, seat, move):
    """0 if the move is legal, else a reason code; any ints are welcome.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> rules = match.game.rules
    >>> seat = match.to_act[0]
    >>> rules.why_illegal(match.state, seat, match.legal(seat)[0]) == LEGAL
    True
    >>> match.game.reasons[rules.why_illegal(match.state, seat, -5)].paragraph
    'IC-5.2'
    """
    return _unbound()


def legal_moves(s, seat, out):
    """Fill ``out`` with the legal moves of a seat, in ascending order, and return how many.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> out = [0] * match.game.buffer
    >>> count = match.game.rules.legal_moves(match.state, match.to_act[0], out)
    >>> out[:count] == list(match.legal(match.to_act[0]))
    True
    """
    return _unbound()


def play(s, seat, move):
    """Make a legal move.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> s, seat = match.state.copy(), match.to_act[0]
    >>> match.game.rules.play(s, seat, match.legal(seat)[0])
    >>> s == match.state
    False
    """
    _unbound()


def odds(s, out):
    """At a chance node: fill ``out`` with the integer weight of each outcome and return how many outcomes.

    >>> from banquise.games import game
    >>> ice_lake = game("ice_lake")
    >>> s, out = ice_lake.schema.new(), [0] * ice_lake.buffer
    >>> ice_lake.rules.setup(s, 2, ice_lake.option_values({}))
    >>> out[: ice_lake.rules.odds(s, out)]
    [1, 1]
    """
    return _unbound()


def settle(s, outcome):
    """Make one outcome of a chance node happen.

    >>> from banquise.games import game
    >>> ice_lake = game("ice_lake")
    >>> s = ice_lake.schema.new()
    >>> ice_lake.rules.setup(s, 2, ice_lake.option_values({}))
    >>> ice_lake.rules.to_act(s) == CHANCE
    True
    >>> ice_lake.rules.settle(s, 0)
    >>> ice_lake.rules.to_act(s)
    3
    """
    _unbound()


def who_sees(s, actor, code):
    """A bit mask of the seats that see *what* is done (a move, or with ``actor`` CHANCE an outcome), or EVERYBODY.

    Asked before it is done. Whoever is left out sees *that* something was done only if their view changes.

    >>> from banquise import new
    >>> match = new("ice_lake", seats=2, seed=7)
    >>> bin(match.game.rules.who_sees(match.state, 0, match.legal(0)[0]))
    '0b1'
    """
    return _unbound()


def score(s, out):
    """Fill ``out`` with the points of each seat, as shown to players.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> out = [0, 0]
    >>> match.game.rules.score(match.state, out)
    >>> out
    [0, 0]
    """
    _unbound()


def winners(s):
    """A bit mask of the seats that won or share the win; 0: nobody (yet).

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> match.game.rules.winners(match.state)
    0
    """
    return _unbound()


def ending(s):
    """0 while the match goes on, else a code for the way it ended.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> match.game.rules.ending(match.state)
    0
    """
    return _unbound()


def imagine(s, seat, rng):
    """Redraw all that this seat cannot know, consistent with all that it does.

    >>> from banquise import new
    >>> from banquise.kernel.chance import RNG_LENGTH, seed_rng
    >>> match, rng = new("altitude", seats=2, seed=4), [0] * RNG_LENGTH
    >>> seed_rng(rng, 1, 0)
    >>> s = match.state.copy()
    >>> match.game.rules.imagine(s, 0, rng)
    >>> match.game.schema.seen(s, 0) == match.seen(0)
    True
    """
    _unbound()


def copy_into(states, target, source):
    """Copy one state of an array over another. (Compiled, an array of structs copies by assignment.)

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> states = [match.state.copy(), match.game.schema.new()]
    >>> copy_into(states, 1, 0)
    >>> states[1] == match.state
    True
    """
    states[target] = states[source].copy()


def glimpse(eyes, states, at, seat):
    """A number for what a seat sees of a state: equal views, and for all practical purposes only they, have equal ones.

    ``eyes`` are the schema's (``kernel.sight``): what each field declares decides, so nothing hidden can enter.

    >>> from banquise import new
    >>> from banquise.kernel.sight import Eyes
    >>> one, other = (new("altitude", seats=2, seed=4).state for _ in range(2))
    >>> eyes = Eyes(new("altitude", seats=2).game.schema)
    >>> other.hand[1][0] += 1
    >>> glimpse(eyes, [one, other], 0, 0) == glimpse(eyes, [one, other], 1, 0)
    True
    >>> glimpse(eyes, [one, other], 0, 1) == glimpse(eyes, [one, other], 1, 1)
    False
    """
    return eyes.glimpse(states[at], seat)


# What a guide answers: how to play a game well. A game's guide.py holds them; ``bots.blind`` knows nothing.


def weigh(s, seat, moves, n, weights):
    """Fill ``weights`` with how promising each of a seat's n legal moves is: positive ints, larger is better.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> moves, weights = list(match.legal(match.to_act[0])), [0] * match.game.buffer
    >>> match.game.guide.weigh(match.state, match.to_act[0], moves, len(moves), weights)
    >>> all(weight > 0 for weight in weights[: len(moves)])
    True
    """
    _unbound()


def prefer(s, seat, moves, n, weights, room):
    """As ``weigh``, for the nodes of a search; ``room`` is as for ``evaluate``. A guide without a better answer weighs.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> hasattr(match.game.guide, "prefer")
    False
    """
    weigh(s, seat, moves, n, weights)


def guide_move(s, seat, rng, moves, weights):
    """A quick, sensible legal move for a seat that may move, drawn at random; ``moves`` and ``weights`` are room.

    >>> from banquise import new
    >>> from banquise.kernel.chance import RNG_LENGTH, seed_rng
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> moves, weights, rng = [0] * match.game.buffer, [0] * match.game.buffer, [0] * RNG_LENGTH
    >>> seed_rng(rng, 1, 0)
    >>> move = match.game.guide.guide_move(match.state, match.to_act[0], rng, moves, weights)
    >>> move in match.legal(match.to_act[0])
    True
    """
    return _unbound()


def evaluate(s, out, room):
    """Fill ``out`` with each seat's chance of winning in thousandths; for a lone seat, with how well it does.

    ``room`` is working space, as long as the longest list of moves; or, for a guide that asks a network, that network.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> out = [0, 0]
    >>> match.game.guide.evaluate(match.state, out, [0] * match.game.buffer)
    >>> sum(out)
    1000
    """
    _unbound()


def reopen(s, seat):
    """Take back what other seats have decided in secret and may be thought to decide only now.

    Asked after ``imagine``. A decision made in secret and at the same time as this seat's own is no less open for being
    made already: a search lets the others decide it sensibly instead of taking an imagined, random one for granted.

    >>> from banquise import new
    >>> match = new("ice_lake", seats=2, seed=7)
    >>> match.play(0, "GA")
    >>> s = match.state.copy()
    >>> match.game.guide.reopen(s, 1)
    >>> bin(match.game.rules.to_act(match.state)), bin(match.game.rules.to_act(s))
    ('0b10', '0b11')
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

GUIDANCE = ("weigh", "prefer", "guide_move", "evaluate", "reopen")
OPTIONAL = ("prefer",)  # a guide that does not answer these leaves it to what is written here
