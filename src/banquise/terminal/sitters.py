"""Who sits at a table of the terminal: people, players at random, bots of every level, and visitors."""

from __future__ import annotations

import random

from banquise.bots.levels import LEVELS, YETI, decide, level_named
from banquise.bots.line_protocol import Visitor
from banquise.bots.taught import yeti_of
from banquise.kernel.game import Game
from banquise.table import Match

_STAND_IN = "fox"
SITTERS = ("human", "random", *LEVELS, YETI.name, "visitor")


def must_be_taught(game: Game, who: list[str]) -> None:
    """Refuse a yeti in a game that has none."""
    if YETI.name in who:
        yeti_of(game)


class Sitters:
    """Everybody at one match, by seat."""

    def __init__(self, match: Match, who: list[str], seed: int | None = None, visitor: str = ""):
        self.match = match
        self.who = who
        self.complaints: list[str] = []  # what a visitor did wrong, to be told to the people
        self._random = random.Random(seed)
        self.seed = self._random.randrange(1 << 30) if seed is None else seed
        self._visitors = {seat: Visitor(visitor, match, seat) for seat, one in enumerate(who) if one == "visitor"}

    @property
    def people(self) -> list[int]:
        """The seats at which people decide. Whoever has given up decides no more."""
        return [seat for seat in range(len(self.who)) if self.played_by(seat) == "human"]

    def played_by(self, seat: int) -> str:
        """Who decides at a seat: a bot for whoever has given up, while others at the same screen play on."""
        return _STAND_IN if self.who[seat] == "human" and seat in self.match.given_up else self.who[seat]

    def next_seat(self) -> int:
        """Of seats that act at once people go first: a bot has nothing to wait for."""
        acting = self.match.to_act
        return next((seat for seat in acting if seat in self.people), acting[0])

    def moves_of(self, seat: int) -> list[int]:
        """What the bot at a seat does next."""
        who = self.played_by(seat)
        if who == "random":
            return [int(self._random.choice(self.match.legal(seat)))]
        if who == "visitor":
            visitor = self._visitors[seat]
            known = len(visitor.complaints)
            moves = visitor.decide(self.match, self.seed)
            self.complaints += map(str, visitor.complaints[known:])
            return moves
        match = self.match
        return decide(match.game, match.state, match.seats, seat, level_named(who), self.seed + seat).moves

    def close(self) -> None:
        """Let the visitors go."""
        for visitor in self._visitors.values():
            visitor.close(self.match)
