"""What whoever runs a server may decide."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_DATABASE = "sqlite:banquise.db"


@dataclass(frozen=True)
class Settings:
    """The settings of one server. The defaults suit friends; nothing is unlimited."""

    database: str = DEFAULT_DATABASE
    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()  # pages of other addresses that may connect, like https://games.example.org
    # Limits
    commands_a_second: float = 20.0  # of one connection, with bursts of twice as many; of one address ten times that
    tables_a_minute: float = 30.0  # made or joined by one address
    reads_a_second: float = 10.0  # tables, lists and records read by one address, with bursts of a minute's worth
    cards_a_minute: float = 1.0  # made by one address, of players who play under them or not ...
    cards_at_once: int = 200  # ... and at once, where a club comes in by one address
    replays_a_minute: float = 60.0  # replays, analyses and questions to a bear, of one address
    hints_a_minute: float = 30.0  # that are thought about anew for one address
    connections: int = 4_000
    connections_of_one: int = 1_000  # of one address
    proxies: tuple[str, ...] = ("127.0.0.1",)  # whose word about a client's address is taken
    metrics_token: str = ""  # opens /metrics from elsewhere than this machine
    spectators: int = 1_000  # of one table
    inbox: int = 8  # commands of one person that may wait at one table
    outbox_bytes: int = 1 << 20  # what one connection may leave unread before it is cut
    hello_seconds: float = 10.0
    handshake_seconds: float = 10.0
    words: tuple[str, ...] = ()  # that names and talk may not hold, see ``words.py``
    reports_an_hour: float = 20.0  # to the operator, of one address ...
    reports_of_a_table: float = 5.0  # ... and about one table: nobody fills the list that others need
    # Upkeep
    absent_seconds: float = 20.0  # after which a bot may be asked to play for a person who is away
    warning_seconds: float = 30.0  # that they have to come back after that was asked
    idle_seconds: float = 60.0  # after which a table that nobody watches is dropped from memory
    tables_in_memory: int = 5_000  # some 400 MB; beyond that those that nobody watches go sooner
    keep_days: float = 0.0  # finished tables are forgotten after so long; 0: never
    stop_seconds: float = 4.0  # to finish after SIGTERM
    # Alerts
    alerts: bool = True  # turns in matches by days are told to browsers and webhooks of players who wish it
    alert_seconds: float = 30.0  # that somebody has to notice by themselves
    alert_contact: str = ""  # mailto:... or https:...: where push services reach whoever runs the server
    alerts_nearby: bool = False  # addresses of this machine and of private networks may be sent to
    # Bots
    bot_seconds: float = 3.0  # the longest a bot thinks about a move
    bot_patience: float = 12.0  # the longest it is waited for, its turn to think included; then a fox moves for it
    bot_pause: float = 0.4  # the least, so that people can follow
    answer_pause: float = 3.5  # the least for an answer to another's move, longer than any: its time must tell nothing
