"""A course: matches against oneself and learning from them by turns, with a checkpoint after each generation.

A generation plays a fixed number of matches with the weights as they are, each match by a stream of its own: the same
seed and device give the same weights, however many processes play. One lot of matches in ten is never learnt from; what
the network foretells of those is the progress that is told.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from banquise.bots import taught
from banquise.games import game as game_named
from banquise.research.train import learning
from banquise.research.train.learning import Learner
from banquise.research.train.playing import Lot, Player, Positions, joined, players

HELD_OUT = 10  # one lot in so many
HASTY, SEARCHED = 12, 64  # positions of a match that are kept
LIKED = 256  # positions whose moves a step looks at
STREAMS = 1 << 24  # of a generation


@dataclass(frozen=True)
class Course:
    """What is learnt, how long, and how."""

    game: str
    seats: tuple[int, ...] = (2, 3, 4)
    device: str = "cpu"
    seed: int = 0
    generations: int = 20
    minutes: float = 0.0  # at most; 0: as long as the generations take
    matches: int = 3000  # of a generation, for each number of seats
    simulations: int = 0  # of the searches that play them; 0: in haste
    seldom: int = 2  # one decision in so many is searched at length
    moves_only: bool = False  # learn which moves searches try; judge as the weights that it begins with
    trust: float = 0.5  # how much of what is learnt is what a search expected; the rest is who won
    begin: str = ""  # the digest of the weights that it began with; none: random ones
    lot: int = 50
    window: int = 8  # generations that are learnt from
    passes: float = 4.0  # how often each position of a new generation is looked at before the next
    batch: int = 4096
    rate: float = 0.002
    likings: int = 2000  # steps of a generation over the moves that searches looked at
    units: int = taught.UNITS
    deep: int = taught.DEEP
    jobs: int = 1


@dataclass
class Progress:
    """What came of a generation, on matches that were not learnt from: by number of seats."""

    generation: int
    seconds: float
    positions: int
    loss: float
    liking: float = 0.0  # how far it is from the moves that searches tried (a divergence)
    brier: dict[int, float] = field(default_factory=dict)
    by_hand: dict[int, float] = field(default_factory=dict)  # of the guide's own judgement, on the same positions


Tell = Callable[[Progress], None]


def teach(
    course: Course,
    out: Path,
    tell: Tell = lambda progress: None,
    after_lot: Callable[[int], None] = lambda lots: None,
    begin: taught.Weights | None = None,
) -> taught.Weights:
    """Take a course, or go on with it: ``out`` is the weights, beside it lie the checkpoint and the story of it. A
    generation is told of when it is over, a lot of its matches with how many of them it has. A new course begins with
    random weights, or with those of another."""
    game = game_named(course.game)
    guide = taught.facts_of(game)
    if guide is None:
        raise taught.NoYeti(f"{game.title} has no facts for a network: {game.folder / 'yeti.py'} would hold them")
    for seats in course.seats:
        game.check_seats(seats)
        if seats < 2:
            raise ValueError("a network learns who wins: it needs two seats or more, not 1")
    if not taught.inputs_of(guide):
        course = replace(course, moves_only=True)
    if course.moves_only and not (course.simulations and taught.moves_of(guide)):
        raise ValueError(
            "which moves are good is learnt from searches: say of how many simulations, as in --simulations 3000"
            if taught.moves_of(guide)
            else f"{game.title} has no facts of moves: only how positions are judged can be learnt"
        )
    if begin is not None:
        taught.check(guide, begin)
        course = replace(course, begin=begin.digest)
    learner = Learner(
        learning.arrays(course.device),
        taught.inputs_of(guide),
        course.units,
        course.deep,
        taught.moves_of(guide),
    )
    story = begin_or_go_on(course, learner, out, begin)
    start = time.monotonic() - (story[-1].seconds if story else 0.0)
    window: list[dict[int, Positions]] = []
    lots = len(course.seats) * -(-course.matches // course.lot)
    with players(min(course.jobs, lots), after_lot) as play:
        for generation in range(len(story), course.generations):
            weights = learner.as_ints(about(course, story))
            new, held = generation_of(course, generation, weights, play)
            window = [*window, new][-course.window :]
            left = 1 - max(generation / course.generations, _spent(course, start))
            losses = learn(course, generation, learner, window, rate=course.rate * max(left, 0.05))
            story.append(told(learner, generation, time.monotonic() - start, new, held, losses))
            save(course, learner, story, out)
            tell(story[-1])
            if _spent(course, start) >= 1:
                break
    return learner.as_ints(about(course, story))


def _spent(course: Course, start: float) -> float:
    return (time.monotonic() - start) / (60 * course.minutes) if course.minutes else 0.0


def about(course: Course, story: list[Progress]) -> dict[str, Any]:
    """Where weights come from, as the file says."""
    plain = {name: value for name, value in asdict(course).items() if name != "jobs"} | {"seats": list(course.seats)}
    return {"course": plain, "generations": len(story)}


# Generations --------------------------------------------------------------------------------------


def generation_of(
    course: Course, generation: int, weights: taught.Weights, play: Player
) -> tuple[dict[int, Positions], dict[int, Positions]]:
    """A generation's positions by number of seats: those to learn from, and those held out."""
    new, held = {}, {}
    lots = [
        lot_of(course, seats, generation * STREAMS + first, min(course.lot, course.matches - first))
        for seats in course.seats
        for first in range(0, course.matches, course.lot)
    ]
    found = play(lots, weights)
    for seats in course.seats:
        own = [part for lot, part in zip(lots, found, strict=True) if lot.seats == seats]
        held[seats] = joined(own[::HELD_OUT])
        new[seats] = joined([part for i, part in enumerate(own) if i % HELD_OUT] or own)
    return new, held


def lot_of(course: Course, seats: int, first: int, count: int) -> Lot:
    """So many matches; of searched ones, which take long, all positions that were searched at length are kept."""
    kept = SEARCHED if course.simulations else HASTY
    return Lot(course.game, seats, course.seed, first, count, course.simulations, kept, seldom=course.seldom)


def learn(
    course: Course, generation: int, learner: Learner, window: list[dict[int, Positions]], rate: float
) -> tuple[float, float]:
    """Steps over positions of the window, drawn at random; the mean losses of judging and of liking moves."""
    random, losses = np.random.default_rng((course.seed, generation)), []
    pools = {seats: joined([one[seats] for one in window]) for seats in course.seats}
    on_device = {seats: _moved(learner, pool, course.trust) for seats, pool in pools.items()}
    for seats in _turns(course, random, window[-1]) if not course.moves_only else ():
        facts, common, aims = on_device[seats]
        picked = learner.xp.asarray(random.integers(0, len(pools[seats]), min(course.batch, len(pools[seats]))))
        losses.append(learner.learn(facts[picked], common[picked], aims[picked], rate))
    return float(np.mean(losses or 0)), like(course, generation, learner, pools, rate)


def like(course: Course, generation: int, learner: Learner, pools: dict[int, Positions], rate: float) -> float:
    """Steps over the moves that searches looked at, of positions with any number of seats; their mean loss."""
    moves, tries = (np.concatenate([getattr(pool, name) for pool in pools.values()]) for name in ("moves", "tries"))
    if not moves.shape[1]:
        return 0.0
    random, losses = np.random.default_rng((course.seed, generation, 1)), []
    for _ in range(course.likings):
        picked = random.integers(0, len(moves), min(LIKED, len(moves)))
        facts, tried = learner.xp.asarray(moves[picked]), learner.xp.asarray(tries[picked])
        losses.append(learner.like(facts, tried, 3 * rate))
    return float(np.mean(losses[len(losses) // 2 :]))


def _moved(learner: Learner, pool: Positions, trust: float = 0.0) -> tuple[Any, Any, Any]:
    """Positions where the learner counts, and what they are to be judged as."""
    aims = pool.shares + np.float32(trust) * (pool.thoughts - pool.shares)
    first, second, third = (learner.xp.asarray(each) for each in (pool.facts, pool.common, aims))
    return first, second, third


def _turns(course: Course, random: np.random.Generator, new: dict[int, Positions]) -> Iterator[int]:
    """The number of seats of each step: so many steps that new positions are looked at as often as asked for."""
    turns = []
    for seats, positions in new.items():
        turns += [seats] * max(1, round(course.passes * len(positions) / course.batch))
    random.shuffle(turns)
    yield from turns


def told(
    learner: Learner,
    generation: int,
    seconds: float,
    new: dict[int, Positions],
    held: dict[int, Positions],
    losses: tuple[float, float],
) -> Progress:
    """How well the network foretells the matches that it has not learnt from."""
    judging, liking = (round(loss, 4) for loss in losses)
    progress = Progress(generation + 1, round(seconds, 1), sum(map(len, new.values())), judging, liking)
    for seats, positions in held.items() if learner.inputs else ():
        facts, common, shares = _moved(learner, positions)
        progress.brier[seats] = round(learning.brier(learner.chances(facts, common), shares), 4)
        progress.by_hand[seats] = round(learning.brier(learning.by_hand(positions), positions.shares), 4)
    return progress


# Checkpoints --------------------------------------------------------------------------------------


def beside(out: Path) -> tuple[Path, Path]:
    """The checkpoint and the story that belong to weights."""
    return out.with_suffix(".checkpoint.npz"), out.with_suffix(".json")


def save(course: Course, learner: Learner, story: list[Progress], out: Path) -> None:
    """Weights, checkpoint and story; each is whole at any moment."""
    checkpoint, page = beside(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    new = checkpoint.with_suffix(".new.npz")
    np.savez(new, **learner.kept())
    new.replace(checkpoint)
    for file, raw in (
        (page, json.dumps({"course": asdict(course), "story": [asdict(one) for one in story]}, indent=1).encode()),
        (out, learner.as_ints(about(course, story)).to_bytes()),
    ):
        half = file.with_name(f"{file.name}.new")
        half.write_bytes(raw)
        half.replace(file)


def begin_or_go_on(course: Course, learner: Learner, out: Path, begin: taught.Weights | None) -> list[Progress]:
    """The story so far; the learner as it was left, or new."""
    checkpoint, page = beside(out)
    learner.begin(course.seed)
    if begin is not None:
        learner.take(begin)
    if not (checkpoint.exists() and page.exists()):
        return []
    found = json.loads(page.read_text())
    free = {"generations": 0, "minutes": 0.0, "jobs": 0}
    before = Course(**{**found["course"], "seats": tuple(found["course"]["seats"])})
    if replace(before, **free) != replace(course, **free):  # type: ignore[arg-type] # each of its own kind
        raise ValueError(f"{checkpoint} is of another course: name another file with --out, or remove it")
    learner.go_on(np.load(checkpoint))
    return [_progress(one) for one in found["story"]]


def _progress(row: dict[str, Any]) -> Progress:
    for name in ("brier", "by_hand"):
        row[name] = {int(seats): value for seats, value in row[name].items()}
    return Progress(**row)
