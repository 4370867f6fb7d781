"""How well chances foretell results: judges look at positions of matches whose end is known, and are scored.

Bots play each other, all of one level, matches that no judge has learnt from. Of each match a few positions are drawn,
and every judge says what each seat's chance is, seeing what a spectator sees:

| judge | what it is |
|---|---|
| formula | the guide's own judgement, written by hand, of the position as it stands |
| network | the network's, of the same, where the game was taught one |
| bear 400 | a bear's search of so many simulations, as an analysis makes it |
| yeti 400 | a yeti's |

The score is Brier's: the squared distances of chances and results, summed over the seats; 0 is foreknowledge. Positions
of one match have one result, so intervals count matches, not positions.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from statistics import fmean, stdev
from typing import Any

from banquise.bots.analyse import Walk
from banquise.bots.levels import best_of, mind_of
from banquise.bots.mind import Budget, World, believed, guide_of
from banquise.bots.taught import has_yeti, inputs_of, plain_net, yeti_of
from banquise.games import game as game_named
from banquise.kernel.compile import bound
from banquise.kernel.game import Game
from banquise.lab import ladder
from banquise.lab.journal import Journal
from banquise.table import decode

FORMULA, NETWORK = "formula", "network"
POSITIONS = 12  # of a match
BINS = 10
COLOURS = ("#c1121f", "#1d4e89", "#2d6a4f", "#b8860b", "#6a4c93", "#444444")
DASHES = ("", "8 4", "2 3", "10 3 2 3", "14 4", "4 2")  # a judge is known by its dashes as well as by its colour

Chances = list[float]
Judge = Callable[[World], Chances]


@dataclass(frozen=True)
class Plan:
    """Which matches are played, and who judges them."""

    game: Game
    seats: int = 2
    bot: str = ""  # the game's best, with a tenth of its time
    games: int = 100
    seed: int = 0
    simulations: tuple[int, ...] = (400,)

    @property
    def player(self) -> str:
        """Who plays."""
        return self.bot or f"{best_of(self.game)}@0.1"


@dataclass(frozen=True)
class Foretold:
    """A match: each seat's part of the win, and what every judge said at each of its positions."""

    group: int
    shares: Chances
    said: dict[str, list[Chances]]


@dataclass(frozen=True)
class Score:
    """How a judge did: Brier's score, how much less it is than the formula's, and half of either's 95 % interval."""

    judge: str
    brier: float
    half: float
    gain: float
    gain_half: float
    bins: list[tuple[float, float, int]]  # foretold and found in the mean, and how many, for each tenth of chances


@dataclass
class Foretelling:
    """The whole of it."""

    game: str
    seats: int
    bot: str
    seed: int
    matches: int = 0
    positions: int = 0
    scores: list[Score] = field(default_factory=list)


# Judges -------------------------------------------------------------------------------------------


def judges_of(game: Game, simulations: Sequence[int]) -> dict[str, Judge]:
    """Everybody who can judge a game, by name."""
    found = {FORMULA: _formula(game)}
    if has_yeti(game) and inputs_of(yeti_of(game)[0]):  # else its yeti judges by the formula
        found[NETWORK] = _network(game)
    for level in ("bear", "yeti") if has_yeti(game) else ("bear",):
        for count in simulations:
            found[f"{level} {count}"] = _search(game, level == "yeti", count)
    return found


def _formula(game: Game) -> Judge:
    evaluate = bound(guide_of(game), game.rules).evaluate

    def judge(world: World) -> Chances:
        out = [0] * world.seats
        evaluate(world.state, out, out)
        return parts(out)

    return judge


def _network(game: Game) -> Judge:
    guide, weights = yeti_of(game)
    evaluate, net = bound(guide, game.rules).evaluate, plain_net(guide, weights, game.schema.seats)

    def judge(world: World) -> Chances:
        out = [0] * world.seats
        evaluate(world.state, out, net)
        return parts(out)

    return judge


def _search(game: Game, taught: bool, simulations: int) -> Judge:
    return lambda world: mind_of(game, taught=taught).think(world, Budget(simulations)).chances


def parts(values: Sequence[float]) -> Chances:
    """Values as parts of one; all alike if they are nothing.

    >>> parts([300, 100])
    [0.75, 0.25]
    """
    whole = sum(values)
    return [value / whole for value in values] if whole > 0 else [1 / len(values)] * len(values)


# Matches ------------------------------------------------------------------------------------------


@cache
def _judges(name: str, simulations: tuple[int, ...]) -> dict[str, Judge]:
    return judges_of(game_named(name), simulations)


def tasks(plan: Plan) -> list[ladder.Task]:
    """The matches to be played: one level on all seats."""
    bots = (plan.player,) * plan.seats
    return [
        ladder.Task(plan.game.name, {}, bots, (plan.player, plan.player), group, plan.seed, 1.0)
        for group in range(plan.games)
    ]


def judged(played: ladder.Played, simulations: tuple[int, ...]) -> Foretold:
    """What every judge says at a few positions of a match, drawn by its number; none of them is its end."""
    record = decode(played.record)
    walk, seats = Walk(record), len(record.seats)
    draw = random.Random(f"{played.task.seed} {played.task.group}")
    lines = sorted(draw.sample(range(len(record.log)), min(POSITIONS, len(record.log))))
    judges, said = _judges(record.game, simulations), dict[str, list[Chances]]()
    for line in lines:
        match = walk.to(line)
        world = believed(match.game, match.state, seats, -1, played.task.seed)
        for name, judge in judges.items():
            said.setdefault(name, []).append(judge(world))
    return Foretold(played.task.group, parts([float(seat in played.winners) for seat in range(seats)]), said)


def foretell(
    plan: Plan,
    *,
    jobs: int = 1,
    journal: Journal[Foretold] | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Foretelling:
    """Play the matches, ask the judges, score them. With a journal, work that was stopped goes on where it stopped."""
    plan.game.check_seats(plan.seats)
    if plan.seats < 2:
        raise ValueError("chances are of winning against others: it takes two seats or more, not 1")
    done = journal.done() if journal else []
    known = {one.group for one in done}
    for _ in done:
        progress()
    for played in ladder.played([task for task in tasks(plan) if task.group not in known], jobs):
        done.append(judged(played, plan.simulations))
        if journal:
            journal.add(done[-1])
        progress()
    total = Foretelling(plan.game.name, plan.seats, plan.player, plan.seed)
    add_up(total, sorted(done, key=lambda one: one.group))
    if journal:
        journal.close()
    return total


# Scores -------------------------------------------------------------------------------------------


def brier(chances: Chances, shares: Chances) -> float:
    """The squared distances of chances and results, summed over the seats.

    >>> brier([0.75, 0.25], [1.0, 0.0])
    0.125
    """
    return sum((chance - share) ** 2 for chance, share in zip(chances, shares, strict=True))


def add_up(total: Foretelling, done: list[Foretold]) -> None:
    """The scores of all judges."""
    total.matches = len(done)
    total.positions = sum(len(one.said[FORMULA]) for one in done)
    by_match = {
        judge: [fmean(brier(chances, one.shares) for chances in one.said[judge]) for one in done]
        for judge in done[0].said
    }
    for judge, found in by_match.items():
        gains = [formula - own for formula, own in zip(by_match[FORMULA], found, strict=True)]
        total.scores.append(Score(judge, fmean(found), _half(found), fmean(gains), _half(gains), bins_of(done, judge)))


def _half(values: list[float]) -> float:
    """Half of a mean's 95 % interval."""
    return ladder.Z * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf


def bins_of(done: list[Foretold], judge: str) -> list[tuple[float, float, int]]:
    """Of each tenth of chances: what was foretold and what was found, in the mean, and how many there were."""
    found: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for one in done:
        for chances in one.said[judge]:
            for chance, share in zip(chances, one.shares, strict=True):
                found[min(int(BINS * chance), BINS - 1)].append((chance, share))
    return [
        (fmean(chance for chance, _ in each), fmean(share for _, share in each), len(each)) for each in found if each
    ]


# Showing ------------------------------------------------------------------------------------------


def as_json(total: Foretelling) -> dict[str, Any]:
    """Everything, ready for JSON."""
    return {
        "game": total.game,
        "seats": total.seats,
        "bot": total.bot,
        "seed": total.seed,
        "matches": total.matches,
        "positions": total.positions,
        "judges": {
            one.judge: {
                "brier": round(one.brier, 4),
                "half_interval": round(one.half, 4),
                "less_than_formula": round(one.gain, 4),
                "less_half_interval": round(one.gain_half, 4),
                "bins": [[round(told, 4), round(found, 4), count] for told, found, count in one.bins],
            }
            for one in total.scores
        },
    }


def as_markdown(total: Foretelling, command: str) -> str:
    """The scores as a page."""
    lines = [
        f"# How well chances foretell: {game_named(total.game).title}, {total.seats} seats",
        "",
        f"    {command}",
        "",
        f"{total.positions} positions of {total.matches} matches of `{total.bot}`; seen as a spectator sees them.",
        "",
        "| judge | Brier score | 95 % | less than the formula's | 95 % |",
        "|---|---:|---:|---:|---:|",
    ]
    for one in total.scores:
        less = f"{one.gain:.3f} | ± {one.gain_half:.3f}" if one.judge != FORMULA else "|"
        lines.append(f"| {one.judge} | {one.brier:.3f} | ± {one.half:.3f} | {less} |")
    lines += ["", "Foretold chances in tenths, and how often they came true (how many):", ""]
    lines += ["| judge | " + " | ".join("" for _ in range(BINS)) + " |", "|---|" + "---:|" * BINS]
    for one in total.scores:
        cells = [f"{told:.0%}: {found:.0%} ({count})" for told, found, count in one.bins]
        lines.append(f"| {one.judge} | " + " | ".join(cells + [""] * (BINS - len(cells))) + " |")
    return "\n".join(lines) + "\n"


def as_svg(total: Foretelling) -> str:
    """The calibration plot: foretold chances across, how often they came true upwards; who is right is on the line."""
    size, left, top = 360, 50, 20
    title = f"{game_named(total.game).title}, {total.seats} seats: chances foretold and found"
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + size + 130} {top + size + 50}" '
        f'font-family="sans-serif" font-size="12"><title>{title}</title>',
        f'<line x1="{left}" y1="{top + size}" x2="{left + size}" y2="{top}" stroke="currentColor" opacity="0.3"/>',
    ]
    for percent in (0, 25, 50, 75, 100):
        across, up = left + size * percent / 100, top + size * (1 - percent / 100)
        drawn.append(
            f'<text x="{left - 6}" y="{up + 4:.1f}" text-anchor="end" fill="currentColor">{percent} %</text>'
            f'<text x="{across:.1f}" y="{top + size + 18}" text-anchor="middle" fill="currentColor">{percent} %</text>'
        )
    for number, one in enumerate(total.scores):
        colour, dashes = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
        spots = " ".join(f"{left + size * told:.1f},{top + size * (1 - found):.1f}" for told, found, _ in one.bins)
        y = top + 14 + 18 * number
        drawn.append(
            f'<polyline points="{spots}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
            f'<line x1="{left + size + 10}" x2="{left + size + 34}" y1="{y}" y2="{y}" stroke="{colour}" '
            f'stroke-width="2" stroke-dasharray="{dashes}"/>'
            f'<text x="{left + size + 40}" y="{y + 4}" fill="{colour}">{one.judge}</text>'
        )
    drawn.append(f'<text x="{left + size / 2}" y="{top + size + 38}" text-anchor="middle" fill="currentColor">')
    return "\n".join([*drawn, "foretold across, found upwards</text>", "</svg>"]) + "\n"
