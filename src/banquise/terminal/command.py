"""The command line: ``banquise games``, ``rules``, ``play``, ``replay``, ``verify``, ``simulate`` and so on.

Whatever is wrong with what a person gave is one line on the error stream that says what would be right, and exit
code 2. Exit code 1 means that something was checked and did not hold.
"""

from __future__ import annotations

import dataclasses
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.table import Table

import banquise
from banquise.games import all_games
from banquise.games import game as game_named
from banquise.kernel.blocks import ENGINES, Engine
from banquise.kernel.rulebook import rulebook
from banquise.lab import perft as perft_lab
from banquise.lab import simulate as simulate_lab
from banquise.research.bench import search as search_lab
from banquise.table import Match, decode, replay, verify
from banquise.table.verification import Kept
from banquise.terminal import (
    authoring,
    learning,
    prompt,
    publishing,
    riddling,
    serving,
    sitting_down,
    solving,
    teaching,
    thinking,
)
from banquise.terminal.console import err, out, progress, spell_what_cannot_be_shown
from banquise.terminal.sitters import SITTERS, must_be_taught

if TYPE_CHECKING:
    from banquise.research.bench.environments import Bench

app = typer.Typer(
    help="The open table for four winter board games.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name; 'banquise games' lists them.")]
Seats = Annotated[int | None, typer.Option("--seats", help="How many seats; by default two.")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="A rule to choose.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
Lang = Annotated[str, typer.Option("--lang", help="en, fr, de or fa.")]
EngineName = Annotated[
    str, typer.Option("--engine", help="plain, compiled, or checked: compiled with every index and number tested.")
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A .banquise file.")]


class Complaint(Exception):
    """Something wrong with what a person gave, in one line."""


def main() -> None:
    """Run the command; a mistake in what was given is one line and exit code 2, never a traceback."""
    spell_what_cannot_be_shown()
    try:
        code = app(sys.argv[1:] or ["serve"], standalone_mode=False)  # no arguments: start the table
        sys.stdout.flush()
    except (typer.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads any more; leave quietly
        code = 0
    except (ValueError, Complaint) as error:
        code = _complain(str(error))
    except OSError as error:
        code = _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except Exception as error:
        if not hasattr(error, "format_message"):  # not the command-line library's own complaint: a fault of ours
            raise
        code = _complain(f"{error.format_message()}{_given(error)} ('banquise --help' lists the commands)")
    sys.exit(code if isinstance(code, int) else 0)


def _given(error: Exception) -> str:
    """The value that the command-line library complains of without quoting it."""
    for flag in getattr(getattr(error, "param", None), "opts", ()):
        if flag in sys.argv[:-1]:
            return f", not {sys.argv[sys.argv.index(flag) + 1]!r}"
    return ""


def _complain(line: str) -> int:
    err.print(f"banquise: {' '.join(line.split())}", soft_wrap=True, markup=False)
    return 2


def _options(pairs: list[str] | None) -> dict[str, str]:
    chosen = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Complaint(f"an option is given as NAME=VALUE, not {pair!r}")
        chosen[name] = value
    return chosen


def _engine(name: str) -> Engine:
    for engine in ENGINES:
        if name == engine:
            return engine
    raise Complaint(f"no engine {name!r}: choose {', '.join(ENGINES[:-1])} or {ENGINES[-1]}")


def _print_json(data: Any) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")


def _print_version(wanted: bool) -> None:
    if wanted:
        out.print(f"banquise {banquise.__version__}")
        raise typer.Exit


@app.callback()
def _whole(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """The open table for four winter board games."""


@app.command()
def games(as_json: Json = False) -> None:
    """List the games."""
    if as_json:
        facts = (
            "name",
            "title",
            "year",
            "author",
            "publisher",
            "summary",
            "reconstructed",
            "minutes",
            "seats",
            "version",
        )
        _print_json(
            [
                {fact: getattr(game, fact) for fact in facts}
                | {"options": [dataclasses.asdict(option) for option in game.options]}
                for game in all_games()
            ]
        )
        return
    for game in all_games():
        year = f" ({game.year})" if game.year else ""
        out.print(f"[bold]{game.name}[/]  {game.title}{year}, {game.for_seats}, about {game.minutes} minutes")
        out.print(f"  {game.summary}")
        for option in game.options:
            out.print(f"  --option {option.name}={'|'.join(option.values)}", style="dim", markup=False)


@app.command()
def rules(
    name: GameName,
    paragraph: Annotated[
        str | None, typer.Argument(metavar="[PARAGRAPH]", help="For example IL-3.4, or 3 for a chapter.")
    ] = None,
    lang: Lang = "en",
) -> None:
    """Read a game's rulebook, or one chapter or paragraph of it; each paragraph says what it rests on."""
    game = game_named(name)
    book = rulebook(game.folder, lang)
    if paragraph is None:
        from rich.markdown import Markdown  # it knows colours for all languages of the world: a third of our start

        out.print(Markdown(book.marked_text) if out.is_terminal else book.marked_text, markup=False)
        return
    wanted = paragraph.upper() if paragraph.upper().startswith(game.prefix) else f"{game.prefix}-{paragraph}"
    found = [identity for identity in book.paragraphs if identity == wanted or identity.startswith(f"{wanted}.")]
    if not found:
        first, *_, last = book.paragraphs
        raise Complaint(f"the rulebook of {game.title} has no paragraph {paragraph!r}; they run from {first} to {last}")
    for identity in found:
        out.print(f"{identity} {book.marked(identity)}  {book.paragraphs[identity]}", markup=False)


@app.command()
def simulate(
    name: GameName,
    seats: Seats = None,
    games: Annotated[int, typer.Option("--games", min=1, help="How many matches.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same matches.")] = 0,
    engine: EngineName = "compiled",
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Processes; 0 for one on each core.")] = 1,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Play random matches and add them up. Ctrl-C gives what was done so far."""
    game, chosen = game_named(name), _engine(engine)
    count = game.usual_seats if seats is None else seats
    game.check_seats(count)
    game.option_values(_options(option), count)
    with progress() as bar:
        task = bar.add_task(f"{game.title}, {count} seats", total=games)
        result = simulate_lab.simulate(
            game,
            count,
            _options(option),
            games=games,
            seed=seed,
            engine=chosen,
            jobs=jobs or os.cpu_count() or 1,
            progress=lambda done: bar.advance(task, done),
        )
    facts = dataclasses.asdict(result) | {"moves_per_second": round(result.moves_per_second)}
    if as_json:
        _print_json(facts)
    else:
        _print_simulation(facts)
    raise typer.Exit(130 if result.interrupted else 0)


def _print_simulation(facts: dict[str, Any]) -> None:
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    for key in ("games", "moves", "steps"):
        table.add_row(key, f"{facts[key]:,}")
    table.add_row("seconds", f"{facts['seconds']:.2f}")
    table.add_row("moves per second", f"{facts['moves_per_second']:,}")
    for end, count in facts["ends"].items():
        table.add_row(f"ended by {end}", f"{count:,}")
    for seat, count in enumerate(facts["wins"]):
        table.add_row(f"won by seat {seat + 1}", f"{count:,} ({count / max(1, facts['games']):.1%})")
    for key in ("shared", "nobody"):
        if facts[key]:
            table.add_row({"shared": "shared wins", "nobody": "won by nobody"}[key], f"{facts[key]:,}")
    table.add_row("digest", facts["digest"])
    if facts["interrupted"]:
        table.add_row("", "interrupted: this is what was done so far")
    out.print(table)


@app.command()
def play(
    name: GameName,
    seats: Annotated[
        str | None,
        typer.Option("--seats", help=f"Who sits where, clockwise: {', '.join(SITTERS)}; like human,wolf."),
    ] = None,
    visitor: Annotated[
        str, typer.Option("--visitor", metavar="COMMAND", help="The bot that sits at seats named visitor.")
    ] = "",
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="For a repeatable match.")] = None,
    option: Options = None,
    lang: Lang = "en",
    load: Annotated[Path | None, typer.Option("--load", help="Go on with a saved match.")] = None,
) -> None:
    """Play at the prompt: plain text, fit for SSH and a screen reader."""
    game = game_named(name)
    sitters = seats.split(",") if seats else ["human", *["fox"] * (game.usual_seats - 1)]
    unknown = [sitter for sitter in sitters if sitter not in SITTERS]
    if unknown:
        raise Complaint(f"{unknown[0]!r} cannot sit down: a seat is {' or '.join(SITTERS)}, like human,wolf")
    must_be_taught(game, sitters)
    if "visitor" in sitters and not visitor:
        raise Complaint("a visitor needs a command: --visitor 'python my_bot.py'")
    if load is not None:
        match = _load(load)
        if match.game is not game or match.seats != len(sitters):
            raise Complaint(
                f"{load} is a match of {match.game.title} for {match.seats} seats; name them all with --seats"
            )
        if match.seed is None and not match.is_over:
            raise Complaint(f"{load} does not hold its seed, so nobody can draw its chance: replay it instead")
    else:
        match = banquise.new(name, len(sitters), seed=seed, options=_options(option))
    prompt.Prompt(match, sitters, lang, seed, visitor).run()


def _load(path: Path) -> Match:
    return replay(decode(_read(path)))


def _read(path: Path) -> bytes:
    if path.is_dir():
        raise Complaint(f"{path} is a folder; name a .banquise file in it")
    if not path.exists():
        raise Complaint(f"there is no file {str(path)!r}")
    return path.read_bytes()


@app.command("replay")
def replay_command(
    file: RecordFile,
    until: Annotated[int | None, typer.Option("--until", min=0, help="Stop after so many lines of the log.")] = None,
    lang: Lang = "en",
    as_json: Json = False,
) -> None:
    """Tell a recorded match in words and draw its last position."""
    match = replay(decode(_read(file)), until)
    result = match.result
    if as_json:
        _print_json(
            {
                "game": match.game.name,
                "seats": match.seats,
                "entries": len(match.log),
                "digest": match.digest(),
                "outcome": dataclasses.asdict(result) if result else None,
                "state": match.game.schema.to_json(match.state),
            }
        )
        return
    for sentence in match.story(None, lang):
        out.print(sentence, markup=False)
    out.print()
    out.print(str(match), markup=False)


@app.command("verify")
def verify_command(
    file: RecordFile,
    commitment: Annotated[str, typer.Option("--commitment", help="The commitment that you were shown.")] = "",
    part: Annotated[str, typer.Option("--part", help="The part of chance that you added.")] = "",
    same_as: Annotated[
        Path | None, typer.Option("--same-as", help="A record that is said to have had the same chance.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a record: every move legal, the result as stated, every outcome of chance drawn from the seed."""
    if bool(commitment) != bool(part):
        raise ValueError("give both --commitment and --part, as you kept them since you sat down, or neither")
    record, other = decode(_read(file)), decode(_read(same_as)) if same_as is not None else None
    verdict = verify(record, Kept(commitment, part) if part else None, other)
    if as_json:
        _print_json({"good": verdict.is_good, "checks": verdict.checks})
    else:
        words = {True: "yes", False: "NO", None: "cannot be checked: the seed is not revealed"}
        if record.dealt:
            out.print(
                f"dealt as at the other tables of duplicate {record.dealt}: nobody at this one added to it",
                markup=False,
            )
        for check, result in verdict.checks.items():
            out.print(f"{check}: {words[result]}", markup=False)
    raise typer.Exit(0 if verdict.is_good else 1)


@app.command()
def perft(
    name: GameName,
    depth: Annotated[int, typer.Option("--depth", min=1, max=60, help="How many moves and outcomes.")] = 6,
    seats: Seats = None,
    engine: EngineName = "compiled",
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Count the sequences of moves and outcomes of each length."""
    game, chosen = game_named(name), _engine(engine)
    count = game.usual_seats if seats is None else seats
    counts = []
    for length in range(1, depth + 1):
        counts.append(perft_lab.perft(game, count, _options(option), length, chosen))
        if not as_json:
            out.print(f"{length:3} {counts[-1]:,}")
    if as_json:
        _print_json(counts)


@app.command()
def bench(
    peers: Annotated[
        bool, typer.Option("--peers", help="Measure peers in the same run (needs banquise[bench]).")
    ] = False,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="For each row.")] = 2.0,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the tables as docs/benchmarks.md has them.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Measure the speed of random play on one core; with peers, of batches, environments, copies and the search too."""
    if not find_spec("numpy"):
        raise Complaint("batches are measured too, which need NumPy: pip install 'banquise[research]'")
    from banquise.research.bench import environments as speed_lab

    tables = []
    for table in speed_lab.bench(seconds, peers):
        tables.append(table)
        if markdown:
            _print_markdown(table)
        elif not as_json:
            _print_bench(table)
    searches = search_lab.search_bench(seconds) if peers and find_spec("pyspiel") else []
    if markdown:
        rows = [speed_lab.Row(row.what, row.simulations_per_second, "", row.times_peer) for row in searches]
        _print_markdown(speed_lab.Bench("search, simulations", "", tuple(rows)))
    elif as_json:
        _print_json([dataclasses.asdict(table) for table in tables] + [dataclasses.asdict(row) for row in searches])
    elif searches:
        thinking.print_searches(searches)


def _print_markdown(bench: Bench) -> None:
    """The same table for a page."""
    print(f"| {bench.title} | a second | times the peer | |\n|---|---:|---:|---|")
    for row in bench.rows:
        speed = "" if row.steps_per_second is None else f"{row.steps_per_second:,.0f}"
        ratio = (
            ""
            if row.times_peer is None
            else f"{row.times_peer:.2f}"
            if row.times_peer < 10
            else f"{row.times_peer:.0f}"
        )
        print(f"| {row.what} | {speed} | {ratio} | {row.note} |", flush=True)
    print()


def _print_bench(bench: Bench) -> None:
    """A table of speeds; a peer that is not installed is named as such."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column(bench.title)
    for heading in ("steps/s", "times the peer", ""):
        table.add_column(heading, justify="right" if heading else "left")
    for row in bench.rows:
        speed = "" if row.steps_per_second is None else f"{row.steps_per_second:,.0f}"
        ratio = f"{row.times_peer:.1f}" if row.times_peer else "the peer" if row.what == bench.yardstick else ""
        table.add_row(row.what, speed, ratio, row.note)
    out.print(table)
    out.print()


authoring.add_to(app)
learning.add_to(app)
publishing.add_to(app)
serving.add_to(app)
thinking.add_to(app)
riddling.add_to(app)
solving.add_to(app)
sitting_down.add_to(app)
teaching.add_to(app)
