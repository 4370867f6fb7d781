"""``banquise bot``, ``ladder`` and ``analyse``: what thinks, who thinks better, and where a match turned."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.table import Table

from banquise.bots.levels import LEVELS, judge_of, level_named
from banquise.bots.mind import MEGABYTES
from banquise.games import game as game_named
from banquise.kernel.speech import say
from banquise.lab.journal import Journal
from banquise.research.bench.search import SearchRow
from banquise.terminal.console import err, out, progress
from banquise.terminal.shelf import shelf

if TYPE_CHECKING:
    from banquise.bots.analyse import Analysis, Better, Walk

_LIMITS = ", ".join(f"{name} {level.limit:g} s" for name, level in LEVELS.items() if level.seconds)
_COSTS = f"A decision takes at most {_LIMITS}, and a mind about {MEGABYTES} MB besides Python's and the compiler's."


def bot(
    level: Annotated[str, typer.Option("--level", help=f"One of {', '.join(LEVELS)}; yeti in some games.")] = "wolf",
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed decides the same.")] = 0,
) -> None:
    """Be a bot for any table that speaks the line protocol (docs/bots.md): JSON lines in, JSON lines out."""
    from banquise.bots.line_protocol import serve

    serve(iter(sys.stdin.readline, ""), sys.stdout, level_named(level), seed)


bot.__doc__ = f"{bot.__doc__}\n\n{_COSTS}"


def ladder(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A game's name; 'banquise games' lists them.")],
    bots: Annotated[str, typer.Option("--bots", help="Levels, with commas between them.")] = "hare,fox,wolf,bear",
    seats: Annotated[int, typer.Option("--seats", min=1)] = 2,
    games: Annotated[int, typer.Option("--games", min=1, help="Matches for each pair, at least.")] = 100,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed plays the same matches.")] = 0,
    thinking: Annotated[
        float, typer.Option("--thinking", min=0.001, help="Multiplies the budget of every search.")
    ] = 1.0,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Processes; 0 for one on each core.")] = 0,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE")] = None,
    save: Annotated[Path | None, typer.Option("--save", help="A folder for the table, the plot and the JSON.")] = None,
    records: Annotated[Path | None, typer.Option("--records", help="A folder for every match as a record.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Let bots play each other, seats rotated and chance mirrored, and rate them. Ctrl-C rates what was done.

    The same command goes on where it was stopped.
    """
    from banquise.lab import ladder as lab

    game, names = game_named(name), [part.strip() for part in bots.split(",")]
    options = dict(_pair(text) for text in option or [])
    game.option_values(options)
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    plan = lab.Plan(game, tuple(names), seats, games, options, seed, thinking)
    stem = f"{game.name}-{seats}-{'-'.join(names).replace('/', '+')}"
    journal = Journal((save or shelf() / "ladders") / f"{stem}.part", lab.Played)
    work = lab.tasks(plan)
    count, known = len(work), {one.task for one in journal.done()} & set(work)
    with progress() as bar:
        task = bar.add_task(f"{game.title}, {seats} seats", total=count, completed=len(known))

        def done(one: lab.Played) -> None:
            if one.task not in known:  # or what was played before would seem to have taken no time
                bar.advance(task)
            if records is not None:
                file = f"{game.name}-{one.task.group:04}-{'-'.join(one.task.bots).replace('/', '+')}.banquise"
                (records / file).write_bytes(one.record)

        total = lab.ladder(plan, jobs=jobs or os.cpu_count() or 1, journal=journal, progress=done)
    page = lab.as_markdown(total, shlex.join(["banquise", *sys.argv[1:]]))
    if save is not None and not total.interrupted:
        _save_ladder(save, stem, total, page)
    if as_json:
        _print_json(lab.as_json(total))
    else:
        out.print(page, markup=False)
    if total.interrupted:
        err.print(f"interrupted after {total.games} of {count} matches; the same command goes on from here")
        raise typer.Exit(130)


ladder.__doc__ = f"{ladder.__doc__}\n\n{_COSTS}"


def _save_ladder(folder: Path, stem: str, total: Any, page: str) -> None:
    from banquise.lab import ladder as lab

    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{stem}.md").write_text(page, encoding="utf-8")
    (folder / f"{stem}.json").write_bytes(
        msgspec.json.format(msgspec.json.encode(lab.as_json(total)), indent=1) + b"\n"
    )
    (folder / f"{stem}.svg").write_text(lab.as_svg(total), encoding="utf-8")
    (folder / "README.md").write_text(lab.overview(folder), encoding="utf-8")


def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .banquise file.", exists=True, dir_okay=False)],
    simulations: Annotated[int, typer.Option("--simulations", min=8, help="For each line of the log.")] = 400,
    marked: Annotated[int, typer.Option("--marked", min=1, help="How many of the biggest swings to mark.")] = 5,
    better: Annotated[
        bool, typer.Option("--better", help="Ask a bear, or a yeti, what it would have played at the biggest swings.")
    ] = False,
    plot: Annotated[Path | None, typer.Option("--plot", help="An SVG file to draw the chances into.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Tell each seat's chance to win after every line of a record, and where the match turned.

    Ctrl-C tells what was thought out so far; the same command goes on where it was stopped.
    """
    from banquise.bots import analyse as analysis
    from banquise.table import decode

    record = decode(file.read_bytes())
    walk = analysis.Walk(record)
    chances = _thought_out(walk, simulations)
    interrupted = len(chances) <= len(record.log)
    found = analysis.assembled(record, chances, simulations, marked)
    if plot is not None:
        plot.write_text(analysis.as_svg(found), encoding="utf-8")
    opinions = _opinions(walk, found) if better and not interrupted else []
    if as_json:
        asked = {"better": [dataclasses.asdict(one) for one in opinions]} if better else {}
        _print_json(dataclasses.asdict(found) | asked | {"interrupted": interrupted})
    else:
        _print_analysis(found, opinions)
    if interrupted:
        err.print("interrupted: this is what was thought out so far; the same command goes on from here")
        raise typer.Exit(130)


def _thought_out(walk: Walk, simulations: int) -> list[list[float]]:
    """The chances after every line, or up to where somebody pressed Ctrl-C. What was stopped before is gone on with."""
    from banquise.bots import analyse as analysis
    from banquise.table import encode

    judge = judge_of(game_named(walk.record.game), len(walk.record.seats))
    name = hashlib.sha256(encode(walk.record) + f" {simulations} {judge}".encode()).hexdigest()
    journal: Journal[list[float]] = Journal(shelf() / "analyses" / f"{name}.part", list[float])
    known = journal.done()
    chances = [*known]

    def note(one: list[float]) -> None:
        journal.add(one)
        chances.append(one)
        bar.advance(task)

    with progress() as bar:
        task = bar.add_task("thinking", total=len(walk.record.log) + 1, completed=len(known))
        try:
            analysis.analyse(walk, simulations, known=known, progress=note)
        except KeyboardInterrupt:
            return chances
    journal.close()
    return chances


def _print_analysis(found: Analysis, opinions: list[Better]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("line", "by", "move", *found.colours, ""):
        table.add_column(heading, justify="right" if heading in ("line", *found.colours) else "left")
    for index, point in enumerate(found.points):
        mark = ""
        if index in found.swings:
            mark = f"{found.swings.index(index) + 1}. {found.colours[point.swung]} {point.swing:+.0%}"
        chances = [f"{chance:.0%}" for chance in point.chances]
        table.add_row(str(point.line), point.by, point.move[:40], *chances, mark)
    out.print(table)
    out.print(f"chances as a {found.judge} sees them, {found.simulations} simulations each")
    for one in opinions:
        out.print(_opinion_in_words(one, found.colours[one.seat], found.game), markup=False)


def _opinions(walk: Walk, found: Analysis) -> list[Better]:
    """What the best bot would have played at the biggest swings, in the order of the match; chance is not asked."""
    from banquise.bots import analyse as analysis

    chosen = sorted(found.points[index].line for index in found.swings)
    return [analysis.better(walk, line) for line in chosen if walk.record.log[line - 1].is_move]


def _opinion_in_words(one: Better, colour: str, game: str) -> str:
    if one.same:
        return f"line {one.line}, {colour}: {one.played}; a {one.level} would have played the same."
    why = f" {say(one.reason, 'en', game_named(game).folder)}" if one.reason else ""
    return f"line {one.line}, {colour}: {one.played}; a {one.level} would have played {one.move}.{why}"


def print_searches(rows: list[SearchRow]) -> None:
    """The table of search speeds."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("search with random rollouts, one core", "simulations/s", "times the peer"):
        table.add_column(heading, justify="left" if heading.startswith("search") else "right")
    for row in rows:
        table.add_row(row.what, f"{row.simulations_per_second:,.0f}", f"{row.times_peer:.1f}" if row.times_peer else "")
    out.print()
    out.print(table)


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"an option is given as NAME=VALUE, not {text!r}")
    return name, value


def _print_json(data: Any) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")


def add_to(app: typer.Typer) -> None:
    """The commands of this room."""
    for command in (bot, ladder, analyse):
        app.command()(command)
