"""How even each game is, how long, what happens in it and how much luck weighs: matches of equal bots, added up.

    python benchmarks/balance.py --journal build/balance.jsonl --save docs/balance
    python benchmarks/balance.py --journal build/balance.jsonl --save docs/balance --sum    only adds up what was played
    python benchmarks/balance.py --journal build/balance.jsonl --games ice_cult --bots best

All seats are taken by the same bot: a fox, or the best of the game in haste. Each deal is played twice; the second time
the bots draw other luck of their own. If the deal decided everything the same seat would win both, and if it decided
nothing, two matches of one deal would be as unlike as two of different deals: the part between is what luck weighs.

A match that was played is a line of the journal, so that a run that was stopped goes on where it stopped.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from banquise.bots.levels import best_of, decide, level_named
from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel import fair
from banquise.kernel.speech import catalogue
from banquise.lab.journal import Journal
from banquise.lab.ladder import Z
from banquise.table import Match
from banquise.table.hindsight import EVERYTHING

MATCHES = 1000
SEED = 23
HASTE = 0.02  # of its time, for a bot that searches
SEATS = (2, 3, 4)


class Cell(msgspec.Struct, frozen=True):
    """Matches to be played alike."""

    game: str
    seats: int
    bot: str


class Line(msgspec.Struct, frozen=True):
    """One match, and how often each thing was said to happen in it."""

    cell: Cell
    number: int
    winners: list[int]
    points: list[int]
    moves: int
    ending: str
    said: dict[str, int]


def cells(games: tuple[str, ...] = OWN, bots: tuple[str, ...] = ("fox", "best")) -> list[Cell]:
    """What is to be played, the quick ones first."""
    names = {game: {"fox": "fox", "best": f"{best_of(game_named(game))}@{HASTE:g}"} for game in games}
    return [Cell(game, seats, names[game][bot]) for bot in bots for game in games for seats in SEATS]


def dealt(cell: Cell, number: int) -> Match:
    """A match that begins: numbers 2n and 2n + 1 have the same deal, whoever takes what from it."""
    deal = fair.seed_from(SEED * 1_000_003 + number // 2)
    return Match(game_named(cell.game), cell.seats, {}, seed=deal, promise=fair.Promise(decks=True))


def played(cell: Cell, number: int) -> Line:
    """Play one match."""
    game, level = game_named(cell.game), replace(level_named(cell.bot), limit=math.inf)
    match, moves = dealt(cell, number), 0
    while not match.is_over:
        seat = match.to_act[0]
        own = (SEED * 1_000_003 + number) * 8 + seat
        found = decide(game, match.state, cell.seats, seat, level, own).moves
        match.play(seat, found)
        moves += len(found)
    result = match.result
    assert result is not None
    said = Counter(message.key for event in match.looked_back(EVERYTHING) for message in event.said)
    return Line(cell, number, list(result.winners), list(result.points), moves, result.ending, dict(said))


def run(journal: Journal[Line], planned: list[Cell], matches: int) -> list[Line]:
    """All matches that are still to be played, one after another, each kept as soon as it is over."""
    done = journal.done()
    have = {(line.cell, line.number) for line in done}
    for cell in planned:
        for number in range(matches):
            if (cell, number) not in have:
                done.append(played(cell, number))
                journal.add(done[-1])
    return done


# Adding up --------------------------------------------------------------------------------------


class Sum(msgspec.Struct):
    """What the matches of a cell came to."""

    cell: Cell
    matches: int
    different: int  # bots that leave nothing to luck play both matches of a deal alike
    seats: list[float]  # the part of the points of each: one a match, shared by the winners
    shared: float  # the part of the matches that several won
    nobody: float
    moves: list[float]  # the mean, and what 5 and 95 in 100 matches take at most
    points: float  # of a seat, mean
    margin: float  # between the most points and the next, mean
    luck: list[float]  # how much the deal decides, 0 to 1, and half its 95 % interval; none where bots have no luck
    endings: dict[str, float]
    said: dict[str, list[float]]  # the part of the matches in which it happened, and how often in a match


def sums(lines: list[Line], matches: int = MATCHES) -> list[Sum]:
    """The cells that have been played whole."""
    by_cell: dict[Cell, dict[int, Line]] = {}
    for line in lines:
        by_cell.setdefault(line.cell, {})[line.number] = line
    whole = [own for own in by_cell.values() if all(number in own for number in range(matches))]
    found = [_sum([own[number] for number in range(matches)]) for own in whole]
    return sorted(found, key=lambda one: (OWN.index(one.cell.game), one.cell.seats, one.cell.bot != "fox"))


def _sum(lines: list[Line]) -> Sum:
    cell, count = lines[0].cell, len(lines)
    moves = sorted(line.moves for line in lines)
    shares = [_share(line) for line in lines]
    keys = sorted({key for line in lines for key in line.said})
    best = [sorted(line.points, reverse=True) for line in lines]
    twice = sum(
        one.said == other.said and one.moves == other.moves for one, other in zip(*[iter(lines)] * 2, strict=True)
    )
    return Sum(
        cell,
        count,
        count - twice,
        [round(sum(share[seat] for share in shares) / count, 4) for seat in range(cell.seats)],
        round(sum(len(line.winners) > 1 for line in lines) / count, 4),
        round(sum(not line.winners for line in lines) / count, 4),
        [round(sum(moves) / count, 1), moves[count // 20], moves[count - 1 - count // 20]],
        round(sum(sum(line.points) for line in lines) / count / cell.seats, 2),
        round(sum(points[0] - points[1] for points in best) / count, 2),
        luck(shares) if 2 * twice < count else [],
        {ending: round(n / count, 4) for ending, n in sorted(Counter(line.ending for line in lines).items())},
        {
            key: [
                round(sum(key in line.said for line in lines) / count, 4),
                round(sum(line.said.get(key, 0) for line in lines) / count, 2),
            ]
            for key in keys
        },
    )


def _share(line: Line) -> list[float]:
    """Of the point that a match is worth, by seat; nobody's is shared by all."""
    won = line.winners or range(line.cell.seats)
    return [(seat in won) / len(won) for seat in range(line.cell.seats)]


def luck(shares: list[list[float]]) -> list[float]:
    """How much alike two matches of one deal end, between as unlike as any two (0) and as a match and itself (1)."""
    seats = range(len(shares[0]))
    alike = [
        sum(one[seat] * other[seat] for seat in seats) for one, other in zip(shares[::2], shares[1::2], strict=True)
    ]
    means = [sum(share[seat] for share in shares) / len(shares) for seat in seats]
    unlike = sum(mean * mean for mean in means)
    itself = sum(part * part for share in shares for part in share) / len(shares)
    if itself - unlike < 1e-9:
        return [0.0, 0.0]  # one seat wins, whatever is dealt
    mean = sum(alike) / len(alike)
    spread = math.sqrt(sum((each - mean) ** 2 for each in alike) / len(alike) / len(alike))
    return [round((mean - unlike) / (itself - unlike), 3), round(Z * spread / (itself - unlike), 3)]


# Showing ----------------------------------------------------------------------------------------

WHO_WINS = """## Who wins, and how long it takes

| game | seats | bots | different matches | points by seat | ± | shared | moves (5 to 95 %) | points | lead | luck |
|---|---:|---|---:|---|---:|---:|---|---:|---:|---|"""


def table(found: list[Sum], pictures: str) -> str:
    """Who wins; and game by game how matches end and what happens in them."""
    parts = [WHO_WINS, *map(_who_wins, found), ""]
    for name in dict.fromkeys(one.cell.game for one in found):
        own = [one for one in found if one.cell.game == name]
        parts += [
            f"## {game_named(name).title}",
            "",
            f"![{game_named(name).title}]({pictures}/{name}.svg)",
            "",
            *_happens(own),
            "",
        ]
    return "\n".join(parts)


def _who_wins(one: Sum) -> str:
    cell = one.cell
    half = max(Z * math.sqrt(part * (1 - part) / one.different) for part in one.seats)
    mean, low, high = one.moves
    return _row(
        game_named(cell.game).title,
        cell.seats,
        cell.bot,
        one.different,
        ", ".join(f"{part:.1%}" for part in one.seats),
        f"{half:.1%}",
        f"{one.shared:.1%}",
        f"{mean:.0f} ({low:.0f} to {high:.0f})",
        f"{one.points:.1f}",
        f"{one.margin:.1f}",
        f"{one.luck[0]:.2f} ± {one.luck[1]:.2f}" if one.luck else "",
    )


def _happens(own: list[Sum]) -> list[str]:
    """A row for each ending, and for each thing that the log says: in how many matches, how often in one."""
    game = game_named(own[0].cell.game)
    words = catalogue(game.folder, "en")
    rows = [_row("", *(f"{one.cell.seats} seats, {one.cell.bot}" for one in own)), "|---|" + "---|" * len(own)]
    for ending in dict.fromkeys(ending for one in own for ending in one.endings):
        rows.append(_row(f"*{words[ending]}*", *(f"{one.endings.get(ending, 0):.1%}" for one in own)))
    for key in sorted({key for one in own for key in one.said}):
        cells = [one.said.get(key, [0.0, 0.0]) for one in own]
        rows.append(_row(words[key], *(f"{part:.0%}, {times:.1f}" if times else "" for part, times in cells)))
    return rows


def _row(*parts: Any) -> str:
    return f"| {' | '.join(str(part).replace('|', '/') for part in parts)} |"


def as_svg(own: list[Sum]) -> str:
    """Each seat's part of the points as a bar with its 95 % interval; a line where all would be equal."""
    title = game_named(own[0].cell.game).title
    parts, y = [], 8
    for one in own:
        y += 22
        parts.append(f'<text x="8" y="{y}" fill="currentColor">{one.cell.seats} seats, {one.cell.bot}</text>')
        even = 200 + 400 / one.cell.seats
        top = y - 10
        for seat, part in enumerate(one.seats):
            half, wide = 400 * Z * math.sqrt(part * (1 - part) / one.different), 400 * part
            parts.append(
                f'<rect x="200" y="{y - 10}" width="{wide:.1f}" height="11" fill="#2a6f97"/>'
                f'<line x1="{200 + wide - half:.1f}" x2="{200 + wide + half:.1f}" y1="{y - 4.5}" y2="{y - 4.5}" '
                f'stroke="currentColor" stroke-width="1.5"/><text x="186" y="{y}" fill="currentColor">{seat + 1}</text>'
            )
            y += 15
        parts.append(
            f'<line x1="{even:.1f}" x2="{even:.1f}" y1="{top - 2}" y2="{y - 13}" stroke="#c8553d" stroke-width="1.5"/>'
        )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {y + 4}" font-family="sans-serif" font-size="13">'
        f"<title>{title}: the part of the points of each seat, with 95 % intervals</title>"
    )
    return "\n".join([head, *parts, "</svg>"]) + "\n"


def save(file: Path, found: list[Sum]) -> None:
    """The sums as JSON, the pictures, and the tables into their place on the page."""
    folder = file.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sums.json").write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    for name in dict.fromkeys(one.cell.game for one in found):
        drawn = as_svg([one for one in found if one.cell.game == name])
        (folder / f"{name}.svg").write_text(drawn, encoding="utf-8")
    page = file.with_suffix(".md")
    before, _, rest = page.read_text(encoding="utf-8").partition("<!-- table -->")
    _, _, after = rest.partition("<!-- end -->")
    page.write_text(f"{before}<!-- table -->\n\n{table(found, folder.name)}\n<!-- end -->{after}", encoding="utf-8")


def main() -> None:
    """Play what is left, and save the sums, the pictures and the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=MATCHES, help="of each cell; an even number")
    parser.add_argument("--games", type=lambda text: tuple(text.split(",")), default=OWN)
    parser.add_argument("--bots", type=lambda text: tuple(text.split(",")), default=("fox", "best"), help="fox, best")
    parser.add_argument("--journal", type=Path, required=True)
    parser.add_argument("--save", type=Path, help="write the sums beside the page FILE.md and the tables into it")
    parser.add_argument("--sum", action="store_true", help="play nothing, add up what was played")
    asked = parser.parse_args()
    journal = Journal(asked.journal, Line)
    lines = journal.done() if asked.sum else run(journal, cells(asked.games, asked.bots), asked.matches)
    if asked.save:
        save(asked.save, sums(lines, asked.matches))


if __name__ == "__main__":
    main()
