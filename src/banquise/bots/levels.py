"""The levels: hare, fox, wolf and bear; and the yeti, in games that were taught one.

| level | how it plays |
|---|---|
| hare | a beginner: mostly a sensible move, one time in four any legal one |
| fox | greedy: the move that the game's guide weighs heaviest; needs no compiler and answers at once |
| wolf | a short search (a twentieth of a second, or less where a guide says so) |
| bear | a strong search (about two seconds for a turn, on one core) |
| yeti | as long a search that judges by a network, which taught itself (docs/training.md) |

A search's budget is a number of simulations, so a level decides the same in the same situation with the same seed, on
any machine; a limit in seconds stands behind it for slow ones. A person waits for a turn, not for a search, and a turn
of Alaska takes two searches: so a bear's seconds are shared out to the searches that a turn takes on average, a
constant in each guide (docs/bots.md says what was measured). All a level ever looks at is an imagined world: a copy of
the state in which everything that the seat cannot know was drawn anew.
"""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from banquise.bots import blind
from banquise.bots.deciding import Found, merged, part_of
from banquise.bots.mind import Budget, Mind, Thought, World, believed, guide_of, mixed_seed
from banquise.bots.taught import has_yeti, yeti_of
from banquise.kernel import playout
from banquise.kernel.chance import RNG_LENGTH, below, pick, seed_rng
from banquise.kernel.compile import bound
from banquise.kernel.contract import CHANCE
from banquise.kernel.game import Game
from banquise.kernel.notation import nearest
from banquise.kernel.schema import State

SILLY = 4  # a hare plays any move one time in so many
GLANCES = {"hare": 40, "fox": 400}  # simulations, in games without a guide
MEASURED_FOR = 0.1  # seconds
_NAME = re.compile(r"(?P<level>\w+)(@(?P<part>\d+(\.\d+)?))?(/(?P<parts>[1-9]))?(?P<blind>/blind)?")


@dataclass(frozen=True)
class Level:
    """A way to play. ``seconds`` is what it thinks on the machine that budgets were measured on; 0: no search.

    They are those of one search, or, with ``by_turn``, of all the searches that a turn takes on average.

    >>> LEVELS["wolf"].seconds, LEVELS["wolf"].limit
    (0.05, 2.0)
    """

    name: str
    seconds: float = 0.0
    limit: float = 1.0  # seconds after which it answers with what it has
    guided: bool = True
    slips: bool = False
    by_turn: bool = False
    taught: bool = False  # judges by the network that a game was taught (bots.taught), where there is one
    parts: int = 1  # that its search is shared out to (bots.deciding)


LEVELS = {
    level.name: level
    for level in (
        Level("hare", slips=True),
        Level("fox"),
        Level("wolf", seconds=0.05, limit=2.0),
        Level("bear", seconds=2.0, limit=8.0, by_turn=True),
    )
}
"""By name, the weakest first; every game has them."""

YETI = Level("yeti", seconds=2.0, limit=8.0, by_turn=True, taught=True)
"""Beyond the bear: a search that judges by a network. Only games that were taught one have it."""


def levels_of(game: Game) -> tuple[str, ...]:
    """The names of a game's levels, the weakest first.

    >>> from banquise.games import game
    >>> levels_of(game("ice_cult"))
    ('hare', 'fox', 'wolf', 'bear', 'yeti')
    """
    return (*LEVELS, YETI.name) if has_yeti(game) else tuple(LEVELS)


def best_of(game: Game) -> str:
    """The strongest level of a game: who is asked for hints and opinions.

    >>> from banquise.games import game
    >>> best_of(game("ice_cult")), best_of(game("alaska"))
    ('yeti', 'bear')
    """
    return levels_of(game)[-1]


def judge_of(game: Game, seats: int) -> str:
    """The level whose search tells chances best. A network was taught who wins: of a lone seat it knows nothing.

    >>> from banquise.games import game
    >>> judge_of(game("ice_cult"), 3), judge_of(game("altitude"), 1)
    ('yeti', 'bear')
    """
    return best_of(game) if seats > 1 else "bear"


class UnknownLevel(ValueError):
    """No level of that name.

    >>> level_named("bare")
    Traceback (most recent call last):
        ...
    banquise.bots.levels.UnknownLevel: no level 'bare': did you mean 'hare'?
    """

    def __init__(self, name: str):
        self.name = name
        known = *LEVELS, YETI.name
        meant = nearest(name, known, 1)
        hint = f"did you mean {meant[0]!r}?" if meant else f"the levels are {', '.join(known)}"
        super().__init__(f"no level {name!r}: {hint}")

    def __reduce__(self) -> tuple[type[UnknownLevel], tuple[str]]:
        return type(self), (self.name,)


def level_named(name: str, thinking: float = 1.0) -> Level:
    """The level of this name, its thinking time multiplied.

    For measuring: ``bear@0.2`` thinks a fifth as long, ``bear/4`` shares its search out to four, ``wolf/blind`` goes
    without the game's guide.

    >>> level_named("bear@0.5", 0.5).seconds
    0.5
    """
    found = _NAME.fullmatch(name)
    known = LEVELS | {YETI.name: YETI}
    if found is None or found["level"] not in known:
        raise UnknownLevel(name)
    level = known[found["level"]]
    if level.seconds == 0 and (found["part"] or found["parts"] or found["blind"]):
        raise UnknownLevel(name)
    thinking *= float(found["part"] or 1)
    return replace(
        level,
        name=name,
        seconds=level.seconds * thinking,
        limit=level.limit * max(thinking, 1.0),
        guided=not found["blind"],
        parts=int(found["parts"] or 1),
    )


_own = threading.local()
MINDS = 8  # that a thread keeps


def mind_of(game: Game, guided: bool = True, taught: bool = False) -> Mind:
    """This thread's mind for a game, made once: a mind thinks about one thing at a time.

    >>> from banquise.games import game
    >>> mind_of(game("ice_cult")) is mind_of(game("ice_cult"))
    True
    """
    minds: dict[tuple[Game, bool, bool], Mind] = _own.__dict__.setdefault("minds", {})
    key = game, guided, taught
    if key not in minds:
        while len(minds) >= MINDS:
            del minds[next(iter(minds))]
        guide, net = yeti_of(game) if taught else (None if guided else blind, None)
        minds[key] = Mind(game, guide, net=net)
    return minds[key]


def forget_minds() -> None:
    """Let this thread's minds go: something went wrong in one of them.

    >>> from banquise.games import game
    >>> mind = mind_of(game("ice_cult"))
    >>> forget_minds()
    >>> mind_of(game("ice_cult")) is mind
    False
    """
    _own.__dict__.clear()


def is_taught(level: Level, seats: int) -> bool:
    """Does a level judge by a network here? One was taught who wins: with nobody to beat a yeti thinks as a bear.

    >>> is_taught(YETI, 2), is_taught(YETI, 1), is_taught(LEVELS["bear"], 2)
    (True, False, False)
    """
    return level.taught and seats > 1


def simulations_of(game: Game, level: Level, seats: int) -> int:
    """The budget of a searching level in a game: what fits into its seconds, with the guide or without.

    A guide may leave a wolf only a part of its time where many play (docs/experiments.md).

    >>> from banquise.games import game
    >>> ice_cult = game("ice_cult")
    >>> simulations_of(ice_cult, LEVELS["bear"], 2) > simulations_of(ice_cult, LEVELS["wolf"], 2)
    True
    """
    tuning, part = (yeti_of(game)[0] if is_taught(level, seats) else guide_of(game)).TUNING, 1.0
    if level.by_turn:
        part = 1 / tuning.searches_a_turn
    elif seats > 2:
        part = tuning.wolf_among_many
    rate = tuning.simulations_a_second if level.guided else tuning.blind_simulations_a_second
    a_second = rate or measured_rate(game)
    return max(1, round(level.seconds * part * a_second))


@cache
def measured_rate(game: Game) -> int:
    """How many simulations a second a search of a game without a guide does on this machine, measured once.

    A power of two, so that two measurements mostly agree, and with them what a level decides.
    """
    rng, state = [0] * RNG_LENGTH, game.schema.new()
    seed_rng(rng, 0, 0)
    game.rules.setup(state, game.usual_seats, game.option_values({}))
    while game.rules.to_act(state) == CHANCE:
        bound(playout, game.rules).random_step(state, game.usual_seats, rng, [0] * game.buffer)
    mind, world = Mind(game), World(game, state, game.usual_seats, -1)
    mind.think(world, Budget(50))
    thought = mind.think(world, Budget(1 << 30, MEASURED_FOR))
    return 1 << round(math.log2(max(1, thought.simulations / thought.seconds)))


def decide(
    game: Game,
    state: State,
    seats: int,
    seat: int,
    level: Level,
    seed: int,
    stop: Callable[[], bool] = lambda: False,
) -> Thought:
    """What a level does for a seat that may move: one legal move, or several to be made one after another.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> seat = match.to_act[0]
    >>> thought = decide(match.game, match.state, match.seats, seat, LEVELS["fox"], seed=1)
    >>> match.play(seat, thought.moves)
    """
    return decide_in(believed(game, state, seats, seat, seed), level, seed, stop)


def decide_in(world: World, level: Level, seed: int, stop: Callable[[], bool] = lambda: False) -> Thought:
    """The same in a world that the seat can believe. Nothing hidden steers it, and one seed serves a whole match.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> world = believed(match.game, match.state, match.seats, match.to_act[0], 1)
    >>> decide_in(world, LEVELS["fox"], seed=1).moves[0] in match.legal(match.to_act[0])
    True
    """
    own = mixed_seed(world.game, world.state, world.seat, seed)
    if guide_of(world.game) is blind and not level.seconds:
        return _without_a_guide(world, level, own)
    if level.seconds and level.parts > 1:
        return settle_in(world, level, seed, [look_in(world, level, seed, part, stop) for part in range(level.parts)])
    if level.seconds:
        budget = Budget(simulations_of(world.game, level, world.seats), level.limit)
        mind = mind_of(world.game, level.guided, is_taught(level, world.seats))
        return mind.think(world, budget, seed=own, guided=level.guided, stop=stop)
    return _by_weight(world.game, world.state, world.seats, world.seat, level, own)


def look_in(world: World, level: Level, seed: int, part: int, stop: Callable[[], bool] = lambda: False) -> Found:
    """One of the ``level.parts`` of a search, wherever the others are thought; ``settle_in`` decides by all of them.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> world, hasty = believed(match.game, match.state, match.seats, match.to_act[0], 1), level_named("bear@0.01/2")
    >>> one, again, other = (look_in(world, hasty, 1, part).nodes for part in (0, 0, 1))
    >>> one == again, one == other
    (True, False)
    """
    own = mixed_seed(world.game, world.state, world.seat, seed)
    whole = simulations_of(world.game, level, world.seats)
    budget = Budget(part_of(whole, part, level.parts), level.limit, settles=level.parts == 1)
    mind = mind_of(world.game, level.guided, is_taught(level, world.seats))
    return mind.look(world, budget, part, seed=own, guided=level.guided, stop=stop)


def settle_in(world: World, level: Level, seed: int, found: Sequence[Found]) -> Thought:
    """What a level does by what the parts of its search have found, in their order.

    >>> from banquise import new
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> world, hasty = believed(match.game, match.state, match.seats, match.to_act[0], 1), level_named("bear@0.01/2")
    >>> found = [look_in(world, hasty, 1, part) for part in (0, 1)]
    >>> settle_in(world, hasty, 1, found).moves == decide_in(world, hasty, 1).moves
    True
    """
    own = mixed_seed(world.game, world.state, world.seat, seed)
    return mind_of(world.game, level.guided, is_taught(level, world.seats)).settle(world, merged(found), seed=own)


def _without_a_guide(world: World, level: Level, seed: int) -> Thought:
    """Where there are no weights, a hare and a fox look ahead a little, and a hare slips as ever."""
    rng = [0] * RNG_LENGTH
    seed_rng(rng, seed, 5)
    if level.slips and below(rng, SILLY) == 0:
        moves = [0] * world.game.buffer
        move = moves[below(rng, world.game.rules.legal_moves(world.state, world.seat, moves))]
        return Thought([move], [1 / world.seats] * world.seats, {move: 1.0}, 0, 0.0)
    return mind_of(world.game).think(world, Budget(GLANCES[level.name]), seed=seed)


def _by_weight(game: Game, world: State, seats: int, seat: int, level: Level, seed: int) -> Thought:
    """The heaviest move; for a hare one drawn by weight, or any."""
    moves, weights, rng = [0] * game.buffer, [0] * game.buffer, [0] * RNG_LENGTH
    seed_rng(rng, seed, 5)
    n = game.rules.legal_moves(world, seat, moves)
    bound(guide_of(game), game.rules).weigh(world, seat, moves, n, weights)
    whole = sum(weights[:n])
    if level.slips:
        at = below(rng, n) if below(rng, SILLY) == 0 else pick(rng, weights, n)
    else:
        heaviest = [i for i in range(n) if weights[i] == max(weights[:n])]
        at = heaviest[below(rng, len(heaviest))]
    tried = {moves[i]: weights[i] / whole for i in range(n)}
    return Thought([moves[at]], [1 / seats] * seats, tried, 0, 0.0)
