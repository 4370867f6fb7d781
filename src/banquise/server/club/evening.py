"""An evening as a value: its plan, its rounds, who came; what can be done with it. No I/O.

``evenings.py`` reads it from the store, lets it change here, and writes it back.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from banquise.server.club import evening_protocol as ev
from banquise.server.club.evening_rounds import Kind, Round, everybody_has_met, next_round
from banquise.server.club.evening_standings import Ended, Standing, shared, standings
from banquise.server.stores.club_evenings import Entrant, TableState
from banquise.table.entries import OVER

PAUSE_MS = 20_000  # between the end of the last table and a round that begins by itself
MOST_PEOPLE = 200


class NotAtThisEvening(Exception):
    """Something that cannot be done at this evening now: a reason that clients know, and a sentence."""

    def __init__(self, reason: str, text: str):
        super().__init__(text)
        self.reason, self.text = reason, text


class Plan(msgspec.Struct, frozen=True):
    """What never changes about an evening. ``sizes``: how many may sit at a table."""

    game: str
    sizes: list[int]
    pace: ev.EveningPace
    kind: Kind
    rounds: int
    by_itself: bool
    title: str


class Sitting(msgspec.Struct):
    """A table of a round: who sits there by their numbers, and what each got of the point, once it is over."""

    table: str
    people: list[int]
    points: list[int] | None = None
    by: Literal["", "match", "organiser"] = ""
    ended: int = 0


class PlayedRound(msgspec.Struct):
    """A round."""

    tables: list[Sitting]
    byes: list[int]


class Body(msgspec.Struct):
    """What is written of an evening, beside who came."""

    plan: Plan
    rounds: list[PlayedRound] = []
    ended: bool = False


@dataclass
class Evening:
    """An evening, and what has changed about it since it was read."""

    body: Body
    entrants: list[Entrant]
    changed: set[int] = field(default_factory=set)  # the numbers of people

    @property
    def plan(self) -> Plan:
        """Which game, how many at a table, how fast, in which way."""
        return self.body.plan

    # How it stands ------------------------------------------------------------------------------

    def running(self) -> list[Sitting]:
        """The tables that are still played at."""
        return [one for played in self.body.rounds for one in played.tables if one.points is None]

    def settle(self, states: Mapping[str, TableState], now: int) -> bool:
        """Write down how tables have ended since; a table that is kept no more is shared. Has any?"""
        news = False
        for one in self.running():
            state = states.get(one.table)
            if state is not None and state.status != OVER:
                continue
            winners = (msgspec.json.decode(state.summary)["winners"] or []) if state is not None else []
            self._decide(one, [one.people[seat] for seat in winners], "match", now)
            news = True
        return news

    @staticmethod
    def _decide(one: Sitting, winners: Sequence[int], by: Literal["match", "organiser"], now: int) -> None:
        one.points, one.by, one.ended = list(shared(one.people, winners)), by, now

    def present(self) -> list[int]:
        """Who is here, in the order of their lots."""
        here = [one for one in self.entrants if not one.gone]
        return [one.number for one in sorted(here, key=lambda one: (one.lot, one.number))]

    def free(self) -> list[int]:
        """Who is here and does not play."""
        busy = {person for one in self.running() for person in one.people}
        return [one for one in self.present() if one not in busy]

    def standings(self) -> list[Standing]:
        """Everybody who came, best first; who left before a round had a place for them did not come."""
        tables = [one for played in self.body.rounds for one in played.tables]
        ended = [Ended(tuple(one.people), tuple(one.points)) for one in tables if one.points is not None]
        byes = Counter(person for played in self.body.rounds for person in played.byes)
        called = {person for one in tables for person in one.people} | byes.keys()
        came = [one.number for one in self.entrants if not one.gone or one.number in called]
        return standings(self.plan.kind, came, ended, byes)

    @property
    def status(self) -> ev.EveningStatus:
        """Do people gather, play, wait for the next round, or is it over?"""
        if self.running():
            return "playing"
        if self.body.ended or (self.body.rounds and self._has_played_all()):
            return "over"
        return "between" if self.body.rounds else "gathering"

    def _has_played_all(self) -> bool:
        if self.plan.kind == "swiss":
            return len(self.body.rounds) >= self.plan.rounds
        return everybody_has_met(self.present(), self._past())

    def _past(self) -> list[Round]:
        return [
            Round(tuple(tuple(one.people) for one in played.tables), tuple(played.byes)) for played in self.body.rounds
        ]

    def begins_at(self) -> int | None:
        """When the next round begins by itself, if it does."""
        if not self.plan.by_itself or self.status != "between" or len(self.free()) < min(self.plan.sizes):
            return None
        return PAUSE_MS + max((one.ended for one in self.body.rounds[-1].tables), default=0)

    # What can be done ---------------------------------------------------------------------------

    def of_ticket(self, ticket: str | None, player: str | None) -> Entrant | None:
        """Who asks, by the digest of a ticket or by a card."""
        by_ticket = (one for one in self.entrants if ticket and one.ticket == ticket)
        by_card = (one for one in self.entrants if player is not None and one.player == player)
        return next(by_ticket, None) or next(by_card, None)

    def put(self, one: Entrant) -> None:
        """Somebody comes, or is written anew."""
        if self.entrants[one.number : one.number + 1] != [one]:
            self.entrants[one.number : one.number + 1] = [one]
            self.changed.add(one.number)

    def join(self, comer: Entrant) -> Entrant:
        """Somebody comes, or comes back; they are paired from the next round on."""
        known = self.of_ticket(comer.ticket, comer.player)
        if self.body.ended:
            raise NotAtThisEvening("over", "this evening is over: nobody is paired any more")
        if known is not None:
            self.put(known._replace(gone=False, entropy=comer.entropy or known.entropy))
            return self.entrants[known.number]
        if len(self.entrants) >= MOST_PEOPLE:
            raise NotAtThisEvening("full", f"{MOST_PEOPLE} people came to this evening, and it takes no more")
        name = self._unlike_others(comer.name)
        self.put(comer._replace(number=len(self.entrants), name=name, since=len(self.body.rounds)))
        return self.entrants[-1]

    def _unlike_others(self, name: str) -> str:
        """Two of one name are told apart."""
        taken, fresh, n = {one.name for one in self.entrants}, name, 2
        while fresh in taken:
            fresh, n = f"{name[:20]} {n}", n + 1
        return fresh

    def leave(self, person: int) -> None:
        """Somebody is paired no more; a table at which they sit goes on."""
        if not 0 <= person < len(self.entrants):
            raise NotAtThisEvening("nobody", f"nobody has the number {person} at this evening")
        self.put(self.entrants[person]._replace(gone=True))

    def close(self, table: str, winners: Sequence[int], now: int) -> list[int]:
        """Wait no longer for a table: these people have won it, or all share the point. The seats of the winners.

        Who says the same again has not heard the answer, or nobody lived to end the match: it is done once more.
        """
        tables = [one for played in self.body.rounds for one in played.tables if one.table == table]
        found = next((one for one in tables if one.points is None or one.by == "organiser"), None)
        if found is None or found.points not in (None, list(shared(found.people, winners))):
            raise NotAtThisEvening("no_such_table", f"no table {table[:40]!r} is played at here now")
        strangers = [one for one in winners if one not in found.people]
        if strangers:
            raise NotAtThisEvening("nobody", f"{strangers[0]} does not sit at this table: {found.people} do")
        if found.points is None:
            self._decide(found, winners, "organiser", now)
        return [found.people.index(one) for one in winners]

    def check_round(self, seen: int) -> None:
        """May a round begin after so many?"""
        if seen != len(self.body.rounds):
            text = f"{len(self.body.rounds)} rounds have begun, not {seen}: somebody else was quicker"
            raise NotAtThisEvening("begun", text)
        if self.status == "over" or (self.body.ended or (self.body.rounds and self._has_played_all())):
            raise NotAtThisEvening("over", "this evening is over: all rounds were played, or it was ended")
        free = len(self.free())
        if free < min(self.plan.sizes):
            text = f"a round needs {min(self.plan.sizes)} people who do not play already; {free} are here"
            raise NotAtThisEvening("too_few", text)

    def draw_round(self) -> Round:
        """Who meets whom next; those who still play stay where they are."""
        points = {one.person: one.points for one in self.standings()}
        found = next_round(self.plan.kind, self.free(), self._past(), points, self.plan.sizes)
        if not found.tables:
            raise NotAtThisEvening("too_few", "those who are free have all met: wait for the tables that still play")
        return found

    def begin(self, drawn: Round, names: Sequence[str]) -> None:
        """A round begins at these tables; what people added to its chance is used up."""
        tables = [Sitting(name, list(people)) for name, people in zip(names, drawn.tables, strict=True)]
        self.body.rounds.append(PlayedRound(tables, list(drawn.byes)))
        for person in (person for people in drawn.tables for person in people):
            self.put(self.entrants[person]._replace(entropy=""))

    # What is told -------------------------------------------------------------------------------

    def told(self, name: str, created: int) -> ev.Evening:
        """The evening, as everybody sees it."""
        plan = self.plan
        return ev.Evening(
            evening=name,
            title=plan.title,
            game=plan.game,
            seats=max(plan.sizes),
            pace=plan.pace,
            kind=plan.kind,
            planned=plan.rounds if plan.kind == "swiss" else 0,
            by_itself=plan.by_itself,
            created=created,
            status=self.status,
            people=[ev.EveningPerson(one.number, one.name, one.since, one.gone) for one in self.entrants],
            rounds=[
                ev.EveningRound(
                    [ev.EveningTable(one.table, one.people, one.points, one.by) for one in played.tables], played.byes
                )
                for played in self.body.rounds
            ],
            standings=[ev.EveningStanding(*one) for one in self.standings()],
            next=self.begins_at(),
        )

    def place_of(self, person: int) -> tuple[str, int] | None:
        """The table and the seat at which somebody plays now."""
        found = [one for one in self.running() if person in one.people]
        return (found[-1].table, found[-1].people.index(person)) if found else None


def new_lot() -> int:
    """Decides where nothing else does."""
    return random.SystemRandom().randrange(1 << 31)
