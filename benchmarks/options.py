"""What each option does to its game: the same chance played by wolves under the usual value and under the other.

    python benchmarks/options.py --journal build/options.jsonl --save docs/options
    python benchmarks/options.py --journal build/options.jsonl --save docs/options --sum    only adds up what was played

Every value of an option has its matches: number i of them is dealt the same chance as number i under the usual value,
and the wolves draw their own luck from the same seeds. Each match is then walked once more with the other value beside
it, move for move, and where the two part it is noted: somebody could have moved otherwise, or chance have brought
something else, or the same moves have led to another result. How many matches part tells how often the option matters.

A match that was played is a line of the journal, so that a run that was stopped goes on where it stopped.
"""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from banquise.games import OWN
from banquise.games import game as game_named
from banquise.kernel.contract import CHANCE
from banquise.kernel.game import Game, Option
from banquise.lab.ladder import Task, play
from banquise.table import Match, decode, replay

MATCHES = 200
SEED = 20
# What needs a third seat to matter, or is one of several values that are each other's mirror images.
SEATS = {("alaska", "third_camp"): 3}
TRIED = {"first": ("1",)}
# Quick matches first; what was there before the other readings became options comes last.
GAMES = ("ice_cult", "altitude", "alaska", "ice_lake")
EARLIER = ("lake", "slots", "colours", "end", "camps")


class Cell(msgspec.Struct, frozen=True):
    """Matches to be played alike: a game, its seats, and one option that is not as usual (none: all are)."""

    game: str
    seats: int
    option: str = ""
    value: str = ""

    @property
    def options(self) -> dict[str, str]:
        """As a table is told them."""
        return {self.option: self.value} if self.option else {}


class Line(msgspec.Struct, frozen=True):
    """One match: what came of it, and where it parts from the same moves under other values, by option and value."""

    cell: Cell
    number: int
    winners: list[int]
    points: list[int]
    moves: int
    ending: str
    parts: dict[str, int]


def others(game: Game) -> Iterator[tuple[Option, str, int]]:
    """Every option with each value that is not the usual one, and the seats that it is tried with."""
    for option in game.options:
        seats = SEATS.get((game.name, option.name), 2)
        for value in TRIED.get(option.name, option.values[1:]):
            yield option, value, seats


def cells() -> list[list[Cell]]:
    """What is to be played, in rounds: as usual, the readings, who begins, and what was there before."""
    rounds: list[list[Cell]] = [[], [], [], []]
    for game in map(game_named, GAMES):
        for option, value, seats in others(game):
            usual = Cell(game.name, seats)
            if usual not in rounds[0]:
                rounds[0].append(usual)
            late = 3 if option.name in EARLIER else 2 if option.name == "first" else 1
            rounds[late].append(Cell(game.name, seats, option.name, value))
    return rounds


def offered(match: Match) -> Any:
    """What can happen next: who may do what, or what chance may bring."""
    rules, out = match.game.rules, [0] * match.game.buffer
    if match.awaits_chance:
        return CHANCE, out[: rules.odds(match.state, out)]
    return [(seat, sorted(out[: rules.legal_moves(match.state, seat, out)])) for seat in match.to_act]


def parting(match: Match, options: dict[str, str]) -> int | None:
    """The entry of the log before which the same match under other options parts from it; None if it never does."""
    one, other = (Match(match.game, match.seats, chosen) for chosen in (match.options, options))
    for at, entry in enumerate(match.log):
        if offered(one) != offered(other):
            return at
        one.apply(entry)
        try:
            other.apply(entry)
        except ValueError:  # of several moves that were made together, one would not have been legal
            return at
    return None if one.result == other.result else len(match.log)


def played(cell: Cell, number: int) -> Line:
    """Play one match, and walk it beside the other values of its options."""
    game = game_named(cell.game)
    wolves = ("wolf",) * cell.seats
    done = play(Task(cell.game, cell.options, wolves, ("wolf", "wolf"), number, SEED, 1.0))
    match = replay(decode(done.record))
    assert match.result is not None
    if cell.option:
        beside = {f"{cell.option}=": {}}
    else:
        beside = {f"{o.name}={value}": {o.name: value} for o, value, seats in others(game) if seats == cell.seats}
    found = {name: parting(match, options) for name, options in beside.items()}
    parts = {name: at for name, at in found.items() if at is not None}
    return Line(cell, number, list(done.winners), list(done.points), done.moves, match.result.ending, parts)


def run(journal: Path, matches: int) -> list[Line]:
    """All matches that are still to be played, one after another, each kept as soon as it is over."""
    done = known(journal)
    have = {(line.cell, line.number) for line in done}
    for group in cells():
        for cell in group:
            for number in range(matches):
                if (cell, number) not in have:
                    line = played(cell, number)
                    done.append(line)
                    with journal.open("ab") as file:
                        file.write(msgspec.json.encode(line) + b"\n")
    return done


def known(journal: Path) -> list[Line]:
    """What the journal holds; a line that was cut off in the middle was not played."""
    found = []
    for text in journal.read_bytes().splitlines() if journal.exists() else []:
        with contextlib.suppress(msgspec.DecodeError):
            found.append(msgspec.json.decode(text, type=Line))
    return found


# Showing ----------------------------------------------------------------------------------------


class Sum(msgspec.Struct):
    """One value of an option beside the usual one, over the matches that were played."""

    game: str
    seats: int
    option: str
    value: str
    matches: list[int]  # played as usual, and with this value
    comes_up: int  # usual matches that part from the same moves under this value
    comes_up_there: int  # matches under this value that part from the same moves under the usual one
    other_winners: int  # of the matches that were played both ways with the same chance, won by somebody else
    seat_points: list[list[float]]  # the usual value's, then this one's
    shared: list[float]  # the part of the matches that several won
    moves: list[float]
    points: list[float]  # mean of all seats
    endings: list[dict[str, int]]


def sums(lines: list[Line]) -> list[Sum]:
    """Every value of every option, added up over the numbers that were played both ways."""
    by_cell: dict[Cell, dict[int, Line]] = {}
    for line in lines:
        by_cell.setdefault(line.cell, {})[line.number] = line
    found = []
    for game in map(game_named, GAMES):
        for option, value, seats in others(game):
            usual = by_cell.get(Cell(game.name, seats), {})
            other = by_cell.get(Cell(game.name, seats, option.name, value), {})
            found.append(_sum(game, option, value, usual, other))
    return found


def _sum(game: Game, option: Option, value: str, usual: dict[int, Line], other: dict[int, Line]) -> Sum:
    sides = [list(usual.values()), list(other.values())]
    seats = SEATS.get((game.name, option.name), 2)
    return Sum(
        game.name,
        seats,
        option.name,
        value,
        [len(side) for side in sides],
        sum(f"{option.name}={value}" in line.parts for line in sides[0]),
        sum(bool(line.parts) for line in sides[1]),
        sum(usual[number].winners != other[number].winners for number in usual.keys() & other.keys()),
        [[round(part, 4) for part in seat_points(side, seats)] for side in sides],
        [mean([len(line.winners) > 1 for line in side]) for side in sides],
        [mean([line.moves for line in side]) for side in sides],
        [mean([sum(line.points) / seats for line in side]) for side in sides],
        [{name: [line.ending for line in side].count(name) for name in game.endings.values()} for side in sides],
    )


def seat_points(side: list[Line], seats: int) -> list[float]:
    """By seat, its part of the points: one a match, shared by the winners."""
    points = [0.0] * seats
    for line in side:
        for seat in line.winners:
            points[seat] += 1 / len(line.winners) / len(side)
    return points


def mean(numbers: list[Any]) -> float:
    """Their mean, to two places; 0 of none."""
    return round(sum(numbers) / max(1, len(numbers)), 2)


HOW_OFTEN = """## How often each matters

| game | option | value | seats | matches | comes up |
|---|---|---|---:|---:|---:|"""
BOTH_WAYS = """## What becomes of matches

| game | option | value | matches | comes up there | other winner | by seat | shared | moves | points |
|---|---|---|---:|---:|---:|---|---|---|---|"""


def table(found: list[Sum]) -> str:
    """How often every option comes up; and of those whose matches have all been played, what became of them."""
    rows = [one for name in OWN for one in found if one.game == name]
    whole = [one for one in rows if one.matches[0] == one.matches[1]]
    return "\n".join([HOW_OFTEN, *map(_often, rows), "", BOTH_WAYS, *map(_both_ways, whole), ""])


def _named(one: Sum) -> list[Any]:
    return [game_named(one.game).title, one.option, f"`{one.value}`"]


def _often(one: Sum) -> str:
    usual = one.matches[0]
    return _line([*_named(one), one.seats, usual, _part(one.comes_up, usual)])


def _both_ways(one: Sum) -> str:
    usual, other = one.matches
    parts = [*_named(one), other, _part(one.comes_up_there, other), _part(one.other_winners, usual)]
    parts.append(" → ".join(", ".join(f"{part:.0%}" for part in side) for side in one.seat_points))
    parts.append(" → ".join(f"{part:.0%}" for part in one.shared))
    parts += [" → ".join(f"{side:.1f}" for side in both) for both in (one.moves, one.points)]
    return _line(parts)


def _line(parts: list[Any]) -> str:
    return f"| {' | '.join(map(str, parts))} |"


def _part(count: int, of: int) -> str:
    return f"{count} ({count / of:.0%})" if of else ""


def save(file: Path, found: list[Sum]) -> None:
    """The sums as JSON, and the table into its place on the page."""
    file.with_suffix(".json").write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    page = file.with_suffix(".md")
    before, _, rest = page.read_text(encoding="utf-8").partition("<!-- table -->")
    _, _, after = rest.partition("<!-- end -->")
    page.write_text(f"{before}<!-- table -->\n\n{table(found)}\n<!-- end -->{after}", encoding="utf-8")


def main() -> None:
    """Play what is left, and save the sums and the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--journal", type=Path, required=True)
    parser.add_argument("--save", type=Path, help="write the sums to FILE.json and the table into the page FILE.md")
    parser.add_argument("--sum", action="store_true", help="play nothing, add up what was played")
    asked = parser.parse_args()
    asked.journal.parent.mkdir(parents=True, exist_ok=True)
    lines = known(asked.journal) if asked.sum else run(asked.journal, asked.matches)
    if asked.save:
        save(asked.save, sums(lines))


if __name__ == "__main__":
    main()
