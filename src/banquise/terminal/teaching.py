"""The commands of whoever teaches a network: ``banquise train``, and ``foretell``, which tells what it has learnt."""

from __future__ import annotations

import math
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from banquise.bots import taught
from banquise.games import game as game_named
from banquise.lab.journal import Journal
from banquise.terminal.console import err, out, progress
from banquise.terminal.shelf import shelf

if TYPE_CHECKING:
    from banquise.lab.foretelling import Foretelling
    from banquise.research.train.teaching import Course, Progress

# Searched matches take long and are few: shorter lots, smaller steps, and all that was played is learnt from.
SEARCHED: dict[str, Any] = {"lot": 2, "batch": 1024, "window": 1000, "rate": 0.001}


def train(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A game's name; 'banquise games' lists them.")],
    to: Annotated[Path, typer.Option("--out", metavar="FILE", help="The weights; beside them lies the checkpoint.")],
    seats: Annotated[str, typer.Option("--seats", help="Numbers of seats, with commas between them.")] = "2,3,4",
    device: Annotated[str, typer.Option("--device", help="Where it learns: cpu, or cuda with CuPy.")] = "cpu",
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed and device learn the same.")] = 0,
    generations: Annotated[int, typer.Option("--generations", min=1, help="Of matches, then learning.")] = 20,
    minutes: Annotated[float, typer.Option("--minutes", min=0, help="At most; 0: as long as it takes.")] = 0.0,
    matches: Annotated[int, typer.Option("--matches", min=10, help="Of a generation and number of seats.")] = 3000,
    simulations: Annotated[
        int, typer.Option("--simulations", min=0, help="Of the searches that play; 0: they play in haste.")
    ] = 0,
    seldom: Annotated[int, typer.Option("--seldom", min=1, help="One decision in so many is searched at length.")] = 2,
    moves_only: Annotated[
        bool, typer.Option("--moves-only", help="Learn which moves searches try, and judge as before.")
    ] = False,
    trust: Annotated[
        float, typer.Option("--trust", min=0, max=1, help="How much of what is learnt is what searches expected.")
    ] = 0.5,
    begin: Annotated[
        Path | None, typer.Option("--begin", metavar="FILE", help="Weights to begin with; else random ones.")
    ] = None,
    units: Annotated[int, typer.Option("--units", min=8, help="Of a new network, a multiple of eight.")] = taught.UNITS,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Processes that play; 0 for one on each core.")] = 0,
) -> None:
    """Teach a network to judge a game's positions, by matches against itself, on all cores.

    Interrupted, the same command goes on from its last checkpoint; so does one with more generations or minutes.
    """
    try:
        from banquise.research.train.teaching import Course, teach
    except ModuleNotFoundError as error:
        raise ValueError(f"learning needs {error.name!r}: pip install 'banquise[research]'") from None

    game = game_named(name)
    course = Course(
        game.name,
        _numbers(seats, "seats"),
        device=device,
        seed=seed,
        generations=generations,
        minutes=minutes,
        matches=matches,
        simulations=simulations,
        seldom=seldom,
        moves_only=moves_only,
        trust=trust,
        units=units,
        **(SEARCHED if simulations else {}),
        jobs=jobs or os.cpu_count() or 1,
    )
    out.print("after each generation: seconds, loss, and how far the foretelling of new matches is from their results")
    out.print("(Brier score, less is better; in brackets what the guide written by hand foretells of the same)")
    with progress() as bar:
        task = bar.add_task(game.title, total=generations)
        lines = bar.console if err.is_terminal and out.is_terminal else out  # above the bar, where both are seen

        def tell(one: Progress) -> None:
            lines.print(_line(one), markup=False)
            bar.update(task, completed=one.generation, total=_generations_in_all(course, one))

        try:
            first = taught.read(begin.read_bytes()) if begin else None
            teach(course, to, tell, after_lot=lambda lots: bar.advance(task, 1 / lots), begin=first)
        except KeyboardInterrupt:
            kept = f"what {to} has learnt is kept; the same command goes on from there"
            err.print(
                f"interrupted: {kept if to.exists() else 'no generation was over, so nothing is kept'}", markup=False
            )
            raise typer.Exit(130) from None
    out.print(
        f"{to}: try them with BANQUISE_NETS={to.parent} banquise ladder {game.name} --bots bear,yeti", markup=False
    )


def _numbers(text: str, of: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise ValueError(f"numbers of {of} are like 2,3,4, not {text!r}") from None


def _line(one: Progress) -> str:
    foretold = "; ".join(f"{seats} seats {value:.3f} ({one.by_hand[seats]:.3f})" for seats, value in one.brier.items())
    liking = f"; moves {one.liking:.3f}" if one.liking else ""
    return f"{one.generation:4}  {one.seconds:7.0f} s  {one.loss:.4f}  {foretold}{liking}"


def _generations_in_all(course: Course, last: Progress) -> int:
    """As many as were asked for, or as there is time for at the pace so far."""
    if not course.minutes:
        return course.generations
    return min(
        course.generations, max(last.generation, math.ceil(60 * course.minutes * last.generation / last.seconds))
    )


def foretell(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A game's name; 'banquise games' lists them.")],
    seats: Annotated[int, typer.Option("--seats", min=2)] = 2,
    bot: Annotated[str, typer.Option("--bot", help="Who plays; else the game's best, with a tenth of its time.")] = "",
    games: Annotated[int, typer.Option("--games", min=2, help="Matches; of each twelve positions are judged.")] = 100,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed plays the same matches.")] = 0,
    simulations: Annotated[
        str, typer.Option("--simulations", help="Of the searches that judge, with commas between them.")
    ] = "400",
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Processes; 0 for one on each core.")] = 0,
    save: Annotated[Path | None, typer.Option("--save", help="A folder for the table, the plot and the JSON.")] = None,
) -> None:
    """Tell how well chances foretell results: the guide's formula, the network, and searches with either.

    The same command goes on where it was stopped.
    """
    from banquise.lab import foretelling as lab

    game, counts = game_named(name), _numbers(simulations, "simulations")
    if min(counts) < 8:
        raise ValueError(f"a search takes 8 simulations or more, not {simulations!r}")
    plan = lab.Plan(game, seats, bot, games, seed, counts)
    stem = f"{game.name}-{seats}-foretold"
    part = f"{stem}-{plan.player.replace('/', '+')}-{seed}-{simulations}.part"
    journal = Journal((save or shelf() / "foretold") / part, lab.Foretold)
    with progress() as bar:
        task = bar.add_task(f"{game.title}, {seats} seats", total=games)
        try:
            total = lab.foretell(
                plan, jobs=jobs or os.cpu_count() or 1, journal=journal, progress=lambda: bar.advance(task)
            )
        except KeyboardInterrupt:
            err.print("interrupted: what was judged is kept; the same command goes on from there")
            raise typer.Exit(130) from None
    page = lab.as_markdown(total, shlex.join(["banquise", *sys.argv[1:]]))
    if save is not None:
        _save_foretold(save, stem, total, page)
    out.print(page, markup=False)


def _save_foretold(folder: Path, stem: str, total: Foretelling, page: str) -> None:
    from banquise.lab import foretelling as lab

    folder.mkdir(parents=True, exist_ok=True)
    told = msgspec.json.format(msgspec.json.encode(lab.as_json(total)), indent=1)
    (folder / f"{stem}.md").write_text(page, encoding="utf-8")
    (folder / f"{stem}.json").write_bytes(told + b"\n")
    (folder / f"{stem}.svg").write_text(lab.as_svg(total), encoding="utf-8")


def add_to(app: typer.Typer) -> None:
    """The commands of this room."""
    app.command()(train)
    app.command()(foretell)
