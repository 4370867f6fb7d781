"""Who beats whom: round robins between bots, and ratings with their intervals.

Every pair of bots plays the same number of matches. Matches come in groups: within a group the bots sit in every
order of the group's pattern (two seats: A B and B A) with the same chance, so neither seats nor luck favour a bot.
A match is worth one point, shared by its winners; one that nobody wins is not decided and gives none.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from banquise.bots.levels import Level, decide, level_named
from banquise.bots.taught import yeti_of
from banquise.games import game as game_named
from banquise.kernel import fair
from banquise.kernel.game import Game
from banquise.kernel.processes import processes
from banquise.lab.journal import Journal
from banquise.table import Match, encode, to_record

Z = 1.959964  # the normal deviate of a 95 % interval


@dataclass(frozen=True)
class Plan:
    """A round robin: at least ``games`` matches for each pair of bots."""

    game: Game
    bots: tuple[str, ...]
    seats: int = 2
    games: int = 100
    options: dict[str, str] = field(default_factory=dict)
    seed: int = 0
    thinking: float = 1.0  # multiplies the budget of every search


@dataclass(frozen=True)
class Task:
    """One match to be played: who sits where, and with which chance."""

    game: str
    options: dict[str, str]
    bots: tuple[str, ...]  # by seat
    pair: tuple[str, str]
    group: int
    seed: int
    thinking: float

    def __hash__(self) -> int:
        return hash((self.game, *self.options.items(), self.bots, self.pair, self.group, self.seed, self.thinking))


@dataclass(frozen=True)
class Played:
    """What came of a match."""

    task: Task
    winners: tuple[int, ...]
    points: tuple[int, ...]
    moves: int
    record: bytes


@dataclass
class PairScore:
    """How two bots did against each other."""

    one: str
    other: str
    games: int = 0
    decided: int = 0
    one_points: float = 0.0

    @property
    def share(self) -> float:
        """The first bot's part of the decided points."""
        return self.one_points / self.decided if self.decided else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of that part (a shared win varies less than it supposes: it errs on the safe side)."""
        return wilson(self.one_points, self.decided)


@dataclass
class Ladder:
    """The whole of it."""

    game: str
    seats: int
    options: dict[str, str]
    bots: list[str]
    seed: int
    thinking: float
    pairs: list[PairScore] = field(default_factory=list)
    ratings: dict[str, tuple[float, float]] = field(default_factory=dict)  # Elo and half its 95 % interval
    seat_points: list[float] = field(default_factory=list)  # by seat, as a part of all decided points
    games: int = 0
    undecided: int = 0
    mean_moves: float = 0.0
    seconds: float = 0.0
    interrupted: bool = False


def wilson(points: float, games: int) -> tuple[float, float]:
    """Wilson's score interval for a part of so many games."""
    if games == 0:
        return 0.0, 1.0
    part, spread = points / games, Z * Z / games
    middle = (part + spread / 2) / (1 + spread)
    half = Z * math.sqrt(part * (1 - part) / games + spread / games / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def seatings(one: str, other: str, seats: int) -> list[tuple[str, ...]]:
    """The orders of one group: every way to seat both bots as evenly as the seats allow.

    >>> seatings("a", "b", 2)
    [('a', 'b'), ('b', 'a')]
    >>> len(seatings("a", "b", 3)), len(seatings("a", "b", 4))
    (6, 6)
    """
    if seats == 1:
        return [(one,), (other,)]
    counts = {seats // 2, (seats + 1) // 2}
    orders = itertools.product((one, other), repeat=seats)
    return [order for order in orders if order.count(one) in counts]


def tasks(plan: Plan) -> list[Task]:
    """All matches, group by group and pair by pair, so that an interruption leaves the pairs evenly done."""
    found = []
    orders = len(seatings("", " ", plan.seats))
    for group in range(math.ceil(plan.games / orders)):
        for pair in itertools.combinations(plan.bots, 2):
            for order in seatings(*pair, plan.seats):
                found.append(Task(plan.game.name, plan.options, order, pair, group, plan.seed, plan.thinking))
    return found


def play(task: Task) -> Played:
    """Play one match in this process; without a clock, so that a busy machine plays the same match."""
    game = game_named(task.game)
    levels: dict[str, Level] = {
        name: replace(level_named(name, task.thinking), limit=math.inf) for name in set(task.bots)
    }
    chance = fair.seed_from(task.seed * 1_000_003 + task.group)
    match = Match(game, len(task.bots), task.options, seed=chance, names=task.bots)
    moves = 0
    while not match.is_over:
        seat = match.to_act[0]
        bot_seed = (task.seed * 1_000_003 + task.group) * 8 + seat
        thought = decide(game, match.state, match.seats, seat, levels[task.bots[seat]], bot_seed)
        match.play(seat, thought.moves)
        moves += len(thought.moves)
    result = match.result
    assert result is not None
    return Played(task, result.winners, result.points, moves, encode(to_record(match)))


def played(work: list[Task], jobs: int) -> Iterator[Played]:
    """Matches as they are finished; few are asked for ahead, so that an interruption is quick."""
    if jobs <= 1:
        for task in work:
            yield play(task)
        return
    with processes(jobs) as pool:
        waiting: set[Future[Played]] = set()
        left = iter(work)
        try:
            while True:
                for task in itertools.islice(left, 2 * jobs - len(waiting)):
                    waiting.add(pool.submit(play, task))
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def ladder(
    plan: Plan,
    *,
    jobs: int = 1,
    journal: Journal[Played] | None = None,
    progress: Callable[[Played], None] = lambda one: None,
) -> Ladder:
    """Play the round robin. Interrupted, it adds up what was done; with a journal it goes on from there next time."""
    import time

    plan.game.check_seats(plan.seats)
    for name in plan.bots:
        if level_named(name).taught:
            yeti_of(plan.game)
    if len(set(plan.bots)) < 2 or len(set(plan.bots)) < len(plan.bots):
        raise ValueError(f"a ladder needs two or more different bots, not {', '.join(plan.bots)}")
    work = tasks(plan)
    total = Ladder(plan.game.name, plan.seats, plan.options, list(plan.bots), plan.seed, plan.thinking)
    known = {one.task: one for one in journal.done()} if journal else {}
    done = [known[task] for task in work if task in known]
    for one in done:
        progress(one)
    start = time.perf_counter()
    try:
        for one in played([task for task in work if task not in known], jobs):
            if journal:
                journal.add(one)
            done.append(one)
            progress(one)
    except KeyboardInterrupt:
        total.interrupted = True
    total.seconds = round(time.perf_counter() - start, 1)
    add_up(total, done)
    if journal and not total.interrupted:
        journal.close()
    return total


def add_up(total: Ladder, done: list[Played]) -> None:
    """Points, ratings, seats and lengths of the matches played."""
    scores = {pair: PairScore(*pair) for pair in itertools.combinations(total.bots, 2)}
    total.seat_points = [0.0] * total.seats
    for one in done:
        score = scores[one.task.pair]
        score.games += 1
        total.undecided += not one.winners
        score.decided += bool(one.winners)
        for seat in one.winners:
            total.seat_points[seat] += 1 / len(one.winners)
            score.one_points += (one.task.bots[seat] == score.one) / len(one.winners)
    decided = max(1, sum(score.decided for score in scores.values()))
    total.pairs = list(scores.values())
    total.games = len(done)
    total.seat_points = [round(points / decided, 4) for points in total.seat_points]
    total.mean_moves = round(sum(one.moves for one in done) / max(1, len(done)), 1)
    total.ratings = bradley_terry(total.bots, total.pairs)


def bradley_terry(bots: list[str], pairs: list[PairScore]) -> dict[str, tuple[float, float]]:
    """Ratings by maximum likelihood on the Elo scale, their mean 0, with half the width of the 95 % interval.

    Each pair is given half a shared point beforehand, so that a bot that never loses has a finite rating.
    """
    count, number = len(bots), {bot: i for i, bot in enumerate(bots)}
    won = [[0.0] * count for _ in bots]
    for pair in pairs:
        one, other = number[pair.one], number[pair.other]
        won[one][other] += pair.one_points + 0.25
        won[other][one] += pair.decided - pair.one_points + 0.25
    strength = [0.0] * count
    everyone = range(count)
    for _ in range(100):  # Newton's method; the likelihood is concave once the mean is fixed
        slope, curve = [0.0] * count, [[1 / count] * count for _ in bots]
        for one, other in itertools.permutations(everyone, 2):
            met = won[one][other] + won[other][one]
            expected = 1 / (1 + math.exp(strength[other] - strength[one]))
            slope[one] += won[one][other] - met * expected
            weight = met * expected * (1 - expected)
            curve[one][one] += weight
            curve[one][other] -= weight
        step = solved(curve, slope)
        strength = [now + min(2.0, max(-2.0, by)) for now, by in zip(strength, step, strict=True)]
        mean = math.fsum(strength) / count
        strength = [now - mean for now in strength]
    scale = 400 / math.log(10)
    found = {}
    for bot, i in number.items():
        variance = solved(curve, [float(j == i) for j in everyone])[i] - 1 / count
        spread = math.sqrt(max(variance, 0.0))
        found[bot] = (round(scale * strength[i], 1), round(Z * scale * spread, 1))
    return found


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of linear equations, by elimination; the matrix is symmetric and positive.

    >>> solved([[4.0, 1.0], [1.0, 3.0]], [1.0, 2.0])
    [0.0909..., 0.6363...]
    """
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at, row in enumerate(rows):
        for other in rows:
            if other is not row:
                part = other[at] / row[at]
                other[at:] = [x - part * y for x, y in zip(other[at:], row[at:], strict=True)]
    return [row[-1] / row[at] for at, row in enumerate(rows)]


# Showing ----------------------------------------------------------------------------------------


def as_json(total: Ladder) -> dict[str, Any]:
    """Everything, ready for JSON."""
    return {
        "game": total.game,
        "rules": game_named(total.game).version,
        "seats": total.seats,
        "options": total.options,
        "bots": total.bots,
        "seed": total.seed,
        "thinking": total.thinking,
        "games": total.games,
        "undecided": total.undecided,
        "mean_moves": total.mean_moves,
        "seconds": total.seconds,
        "interrupted": total.interrupted,
        "seat_points": total.seat_points,
        "ratings": {bot: {"elo": elo, "half_interval": half} for bot, (elo, half) in total.ratings.items()},
        "pairs": [
            {
                "one": pair.one,
                "other": pair.other,
                "games": pair.games,
                "decided": pair.decided,
                "one_points": round(pair.one_points, 3),
                "share": round(pair.share, 4),
                "interval": [round(end, 4) for end in pair.interval],
            }
            for pair in total.pairs
        ],
    }


def as_markdown(total: Ladder, command: str) -> str:
    """The ladder as a page: the command, the ratings, the pairs."""
    game = game_named(total.game)
    lines = [
        f"# {game.title}, {total.seats} seats",
        "",
        f"    {command}",
        "",
        f"{total.games} matches in {total.seconds:.0f} s, {total.undecided} won by nobody, "
        f"{total.mean_moves:.0f} moves on average, by version {game.version} of the rules; points by seat: "
        + ", ".join(f"{part:.1%}" for part in total.seat_points)
        + (" (interrupted: what was done so far)" if total.interrupted else "")
        + (f"; searches had {total.thinking:g} times their usual budget" if total.thinking != 1 else ""),
        "",
        "| bot | Elo | 95 % |",
        "|---|---:|---:|",
    ]
    for bot, (elo, half) in sorted(total.ratings.items(), key=lambda item: -item[1][0]):
        lines.append(f"| {bot} | {elo:+.0f} | ± {half:.0f} |")
    lines += ["", "| pair | decided matches | part of the points | 95 % interval |", "|---|---:|---:|---|"]
    for pair in total.pairs:
        share, (low, high) = pair.share, pair.interval
        lines.append(
            f"| {pair.other} against {pair.one} | {pair.decided} | {1 - share:.1%} | {1 - high:.1%} to {1 - low:.1%} |"
        )
    return "\n".join(lines) + "\n"


def overview(folder: Path) -> str:
    """All ladders saved in a folder as one table: each pair, the stronger bot's part of the points, and the file."""
    lines = [
        "# Ladders",
        "",
        "Each line is one pair of bots: seats rotated, chance mirrored, a shared win shared. `bear@0.2` is a bear with",
        "a fifth of its budget, `wolf/blind` a wolf that searches as long without the game's guide. Each file holds",
        "the command that made it; `banquise ladder --save` renews this page. `rules` is the version of the game's",
        "rules that was played.",
        "",
        "| game | rules | seats | pair | decided matches | part of the points | 95 % interval | |",
        "|---|---:|---:|---|---:|---:|---|---|",
    ]
    for file in sorted(folder.glob("*.json")):
        found = msgspec.json.decode(file.read_bytes())
        for pair in found["pairs"]:
            low, high = (1 - end for end in reversed(pair["interval"]))
            part = f"{1 - pair['share']:.1%} | {low:.1%} to {high:.1%}"
            which = f"{game_named(found['game']).title} | {found['rules']} | {found['seats']}"
            lines.append(
                f"| {which} | {pair['other']} against {pair['one']} | {pair['decided']} | {part} "
                f"| [{file.stem}]({file.stem}.md) |"
            )
    return "\n".join(lines) + "\n"


def as_svg(total: Ladder) -> str:
    """The ratings with their intervals, drawn."""
    rated = sorted(total.ratings.items(), key=lambda item: -item[1][0])
    ends = [elo + sign * half for _, (elo, half) in rated for sign in (-1, 1)]
    low, high = min(ends) - 20, max(ends) + 20
    scale = 520 / (high - low)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {40 + 30 * len(rated)}" font-family="sans-serif" '
        f'font-size="13"><title>{game_named(total.game).title}, {total.seats} seats: Elo with 95 % intervals</title>'
    ]
    for row, (bot, (elo, half)) in enumerate(rated):
        y, x = 30 + 30 * row, 90 + (elo - low) * scale
        parts.append(
            f'<text x="8" y="{y + 4}" fill="currentColor">{bot}</text>'
            f'<line x1="{x - half * scale:.1f}" x2="{x + half * scale:.1f}" y1="{y}" y2="{y}" stroke="#2a6f97" '
            f'stroke-width="3"/><circle cx="{x:.1f}" cy="{y}" r="5" fill="#2a6f97"/>'
            f'<text x="{x:.1f}" y="{y - 9}" text-anchor="middle" fill="currentColor">{elo:+.0f}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"
