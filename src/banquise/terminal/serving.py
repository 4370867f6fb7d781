"""``banquise serve`` and what belongs to it: backup, restore, export, delete, ratings, push-key, reports."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

Database = Annotated[
    str,
    typer.Option("--database", envvar="BANQUISE_DATABASE", help="sqlite:FILE or postgresql://USER@HOST/NAME."),
]
TableOrNone = Annotated[
    str | None, typer.Argument(metavar="[TABLE]", help="A table's name: the last part of its link.")
]
ThePlayer = Annotated[str | None, typer.Option("--player", metavar="PLAYER", help="A player, as the card names them.")]
DEFAULT = "sqlite:banquise.db"


def serve(
    host: Annotated[str, typer.Option("--host", help="Where to listen; 0.0.0.0 for everywhere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65535)] = 8000,
    database: Database = DEFAULT,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", help="A web address whose pages may connect, like https://games.example.org."),
    ] = None,
    rate: Annotated[float, typer.Option("--rate", min=0.1, help="Commands a second of one connection.")] = 20.0,
    tables: Annotated[float, typer.Option("--tables", min=1, help="Tables a minute of one address.")] = 30.0,
    hints: Annotated[float, typer.Option("--hints", min=1, help="Hints a minute of one address.")] = 30.0,
    connections: Annotated[int, typer.Option("--connections", min=1, help="Connections at once.")] = 4000,
    of_one: Annotated[
        int, typer.Option("--connections-of-one", min=1, help="Connections at once from one address.")
    ] = 1000,
    proxy: Annotated[
        list[str] | None,
        typer.Option("--proxy", help="The address of a proxy that tells where people come from; else this machine's."),
    ] = None,
    metrics_token: Annotated[
        str,
        typer.Option("--metrics-token", envvar="BANQUISE_METRICS_TOKEN", help="Opens /metrics from other machines."),
    ] = "",
    bots: Annotated[
        int, typer.Option("--bots", min=-1, help="Threads that bots think in; -1: one fewer than cores; 0: none.")
    ] = -1,
    bot_pause: Annotated[
        float,
        typer.Option("--bot-pause", min=0, help="Seconds a bot's move takes at least, so that people can follow."),
    ] = 0.4,
    keep_days: Annotated[
        float, typer.Option("--keep-days", min=0, help="Forget tables after so many days; 0: never.")
    ] = 0,
    alerts: Annotated[
        bool,
        typer.Option("--alerts/--no-alerts", help="Tell players of their turns by days, where they wish it; or never."),
    ] = True,
    alert_contact: Annotated[
        str,
        typer.Option("--alert-contact", help="mailto:... or https://...: where push services reach you."),
    ] = "",
    alert_seconds: Annotated[
        float, typer.Option("--alert-seconds", min=0, help="Seconds before somebody is told that it is their turn.")
    ] = 30.0,
    alerts_nearby: Annotated[
        bool, typer.Option("--alerts-nearby", help="Let alerts go to this machine and to private networks, too.")
    ] = False,
    words: Annotated[
        Path | None,
        typer.Option("--words", metavar="FILE", help="Words that names and talk may not hold, one on a line."),
    ] = None,
) -> None:
    """Start the table: play in the browser with friends and bots. Ctrl-C stops it; nothing is lost."""
    from banquise.server.operations import check
    from banquise.server.serve import serve as run
    from banquise.server.settings import Settings
    from banquise.server.words import read_words

    _check_port(host, port)
    _check_contact(alert_contact)
    unwanted = read_words(words) if words is not None else ()
    asyncio.run(check(database))
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host  # noqa: S104 -- compared, not bound
    typer.echo(f"The table is at http://{shown}:{port}  (Ctrl-C stops it)", err=True)
    run(
        Settings(
            database=database,
            host=host,
            port=port,
            origins=tuple(origin or ()),
            commands_a_second=rate,
            tables_a_minute=tables,
            hints_a_minute=hints,
            connections=connections,
            connections_of_one=of_one,
            proxies=tuple(proxy or ("127.0.0.1",)),
            metrics_token=metrics_token,
            bot_pause=bot_pause,
            keep_days=keep_days,
            alerts=alerts,
            alert_contact=alert_contact,
            alert_seconds=alert_seconds,
            alerts_nearby=alerts_nearby,
            words=unwanted,
        ),
        _thinkers(bots),
    )


def _check_port(host: str, port: int) -> None:
    """Say in a line what is wrong with an address, before anything is started."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise ValueError(f"cannot listen on {host}, port {port}: {error.strerror}; choose another --port") from None


def _check_contact(contact: str) -> None:
    if contact and not contact.startswith(("mailto:", "https://")):
        raise ValueError(f"{contact!r} is no way to reach you: give --alert-contact mailto:YOU@... or https://...")


def _thinkers(bots: int) -> list[Any]:
    from banquise.server.live.thinkers import PoolThinker

    if bots == 0:
        return []
    thinker = PoolThinker(max(0, bots))
    thinker.start()
    return [thinker]


def _sqlite_file(database: str) -> Path:
    if not database.startswith("sqlite:"):
        raise ValueError("PostgreSQL has its own tools for this: pg_dump --format=custom, and pg_restore")
    return Path(database.removeprefix("sqlite:").removeprefix("//"))


def backup(file: Annotated[Path, typer.Argument(metavar="FILE")], database: Database = DEFAULT) -> None:
    """Copy all tables to a file, also while they are being served. The copy is checked."""
    from banquise.server.operations import backup as copy

    typer.echo(f"{copy(_sqlite_file(database), file)} tables are in {file}")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    database: Database = DEFAULT,
    replace: Annotated[bool, typer.Option("--replace", help="Put it in the place of what is there.")] = False,
) -> None:
    """Make the tables of a backup the tables to be served. Stop the server first."""
    from banquise.server.operations import restore as put_back

    typer.echo(f"{put_back(file, _sqlite_file(database), replace)} tables are in {database}")


def export(
    table: TableOrNone = None,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="TABLE.json if not given.")] = None,
    player: ThePlayer = None,
    database: Database = DEFAULT,
) -> None:
    """Write all that is kept about one table, or one player, to a file: who sat there, what was played and said."""
    from banquise.server import operations

    kind, name = _one_of(table, player)
    write = operations.export if kind == "table" else operations.export_player
    target = file or Path(f"{name}.json")
    target.write_bytes(asyncio.run(write(database, name)))
    typer.echo(f"{kind} {name} is in {target}")


def delete(table: TableOrNone = None, player: ThePlayer = None, database: Database = DEFAULT) -> None:
    """Forget one table: its match, its names, its talk; or one player with all that hangs on the card. No way back."""
    from banquise.server import operations

    kind, name = _one_of(table, player)
    forget = operations.delete if kind == "table" else operations.delete_player
    if not asyncio.run(forget(database, name)):
        raise ValueError(f"there is no {kind} {name!r}")
    typer.echo(f"{kind} {name} is forgotten")


def ratings(
    database: Database = DEFAULT,
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Keep what comes of it; else nothing is changed.")
    ] = False,
) -> None:
    """Count all rated matches anew, from their own logs, and say whether the ratings are what they should be."""
    from banquise.server.operations import recompute_ratings

    matches, anew = asyncio.run(recompute_ratings(database, keep=recompute))
    typer.echo(f"{matches} rated matches counted anew, {len(anew.ratings)} ratings")
    if not anew.changed and not anew.wrong:
        typer.echo("all are as they were")
        return
    typer.echo(f"{len(anew.changed)} matches and {anew.wrong} ratings come out otherwise than they were kept")
    if not recompute:
        raise ValueError("the ratings are not what the matches say; --recompute puts them right")
    typer.echo("they are put right")


def push_key(
    database: Database = DEFAULT,
    renew: Annotated[
        bool, typer.Option("--renew", help="Make a new one; browsers that were told of the old one have to ask again.")
    ] = False,
) -> None:
    """Show the public key by which push services and browsers know this server. Stop the server to renew it."""
    from banquise.server.operations import push_key as read

    typer.echo(asyncio.run(read(database, renew)))


def reports(
    close: Annotated[
        list[int] | None, typer.Option("--close", metavar="NUMBER", help="Nothing more is to be done about this one.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Those that are closed, too.")] = False,
    database: Database = DEFAULT,
) -> None:
    """List what people have reported to the operator, names and lines that were said, and close what is done with."""
    from banquise.server import operations

    for number in close or ():
        if not asyncio.run(operations.close_report(database, number)):
            raise ValueError(f"there is no open report {number}; banquise reports lists them")
        typer.echo(f"report {number} is closed")
    if close:
        return
    found = asyncio.run(operations.reports(database, every))
    for one in found:
        typer.echo(_told(one))
    typer.echo(f"reports: {len(found)}" if found else "nobody has reported anything")


def _told(complaint: Any) -> str:
    """A report as an operator reads it, with how to act on it."""
    report = complaint.report
    when = datetime.fromtimestamp(report.at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    what = "the name" if complaint.said is None else "a line"
    lines = [f"report {report.number}, {when}: {what} of {complaint.name!r} at table {report.table}"]
    lines += [f"    {line}" for line in complaint.before]
    if complaint.said is not None:
        lines.append(f"  > {complaint.name}: {complaint.said}")
    if report.why:
        lines.append(f"  why: {report.why}")
    lines.append(f"  player: {report.about or 'a guest'}; reported by: {report.reporter or 'a guest'}")
    if report.closed is not None:
        lines.append("  closed")
    return "\n".join(lines)


def _one_of(table: str | None, player: str | None) -> tuple[str, str]:
    if (table is None) == (player is None):
        raise ValueError("name a table, or a player with --player; one of the two")
    return ("table", table) if table is not None else ("player", str(player))


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    for command in (serve, backup, restore, export, delete, ratings, push_key, reports):
        app.command()(_friendly(command))


def _friendly(command: Any) -> Any:
    """Say which extra is missing, if the server's libraries are not installed; name what is wrong with a file."""
    import functools

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            command(*args, **kwargs)
        except ModuleNotFoundError as error:
            if error.name and error.name.startswith("banquise"):
                raise
            raise ValueError(f"{error.name} is not installed: pip install 'banquise[server]'") from None
        except sqlite3.Error as error:
            raise ValueError(f"not a store of tables: {error}") from None

    return run
