"""How people meet, and how they keep apart: who is here, invitations, blocks and mutes, reports to the operator.

Nothing that is told to anybody depends on who blocks them: whoever is blocked is answered as if they were not, and is
only never heard of. Reports are for the operator's eyes (``banquise reports``).
"""

from __future__ import annotations

import secrets
import time
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from banquise.games import NAMES
from banquise.server.club import meeting_protocol as m
from banquise.server.club.pairing import PACES, PRESENT_MS
from banquise.server.live.house import House
from banquise.server.names import clean
from banquise.server.now import now_ms
from banquise.server.stores.club import Club, Player
from banquise.server.stores.club_meeting import Crowd, Invitation, Invited, Report
from banquise.table.entries import OPEN, Clock
from banquise.table.refused import Refused
from banquise.table.table import Table

COUNTED_SECONDS = 2.0  # for so long the same numbers are told
HOLDS_MS = 86_400_000  # an invitation
MOST_INVITATIONS = 20  # open ones of one player
MOST_REPORTS = 20  # open ones about one table
SWEEP_SECONDS = 60.0


class NotMet(Exception):
    """One invites only those whom one has played with."""


class NoInvitation(Exception):
    """There is no such invitation: it was answered, withdrawn, or its time is up."""


class TooMany(Exception):
    """More invitations of one player are open than anybody needs."""


class BadReport(ValueError):
    """What is reported is not there; says what would be right."""


class Told(NamedTuple):
    """The counts as they are sent, and by what they are known again."""

    body: bytes
    tag: str


class Meetings:
    """Who meets whom in a house."""

    def __init__(self, house: House):
        self.house = house
        self._told: Told | None = None
        self._told_at = 0.0
        self._swept = 0.0

    @property
    def _club(self) -> Club:
        assert self.house.store.club is not None
        return self.house.store.club

    # Who is here --------------------------------------------------------------------------------

    async def counts(self) -> Told:
        """How many are here, and what goes on; counted every few seconds, however many ask."""
        if self._told is None or time.monotonic() - self._told_at > COUNTED_SECONDS:
            self._told_at = time.monotonic()  # whoever asks meanwhile is told what was counted before
            body = msgspec.json.encode(await self._count())
            self._told = Told(body, f'"{sha256(body).hexdigest()[:16]}"')
        return self._told

    async def _count(self) -> m.Counts:
        crowd = await self._club.meeting.crowd(now_ms() - PRESENT_MS)
        people, playing = self.house.crowd.count(self.house.rooms.values())
        waiting = sum(crowd.waiting.values())
        games = [
            m.GameCounts(game, crowd.open.get(game, 0), playing.get(game, 0), _waiting(crowd, game)) for game in NAMES
        ]
        return m.Counts(people + waiting, waiting, games)

    # Invitations --------------------------------------------------------------------------------

    async def met(self, player: Player) -> m.Acquaintances:
        """Those whom a player has played with."""
        return m.Acquaintances(
            [
                m.Acquaintance(one.player, one.name, _shape(one.shape), one.matches, one.last)
                for one in await self._club.meeting.met(player.id)
            ]
        )

    async def invite(self, player: Player, wish: m.InviteWish) -> m.Invitations:
        """Invite somebody to a table where one sits; whether they block one changes nothing in the answer."""
        if player.id == wish.player or not await self._club.meeting.have_met(player.id, wish.player):
            raise NotMet
        room = await self.house.existing(wish.table)
        free = await room.look(lambda table: table.status == OPEN and any(not seat.is_taken for seat in table.seats))
        if await self._club.token_at(player.id, wish.table) is None:
            raise Refused("refused.not_seated")
        if not free:
            raise Refused("refused.no_free_seat")
        now = now_ms()
        await self._sweep(now)
        wanted = Invitation(secrets.token_hex(8), player.id, wish.player, wish.table, now, now + HOLDS_MS)
        if not await self._club.meeting.invite(wanted, MOST_INVITATIONS):
            raise TooMany
        return await self.invitations(player)

    async def invitations(self, player: Player) -> m.Invitations:
        """Those that a player may answer, and those that they have sent."""
        now = now_ms()
        received = [_invitation(one) for one in await self._club.meeting.received(player.id, now)]
        return m.Invitations(received, [_invitation(one) for one in await self._club.meeting.sent(player.id, now)])

    async def decline(self, player: Player, wish: m.InvitationWish) -> m.Invitations:
        """Say no."""
        if not await self._club.meeting.decline(player.id, wish.invitation):
            raise NoInvitation
        return await self.invitations(player)

    async def withdraw(self, player: Player, wish: m.InvitationWish) -> m.Invitations:
        """Take one's own invitation back."""
        if not await self._club.meeting.withdraw(player.id, wish.invitation):
            raise NoInvitation
        return await self.invitations(player)

    async def _sweep(self, now: int) -> None:
        if time.monotonic() - self._swept > SWEEP_SECONDS:
            self._swept = time.monotonic()
            await self._club.meeting.sweep(now)

    # Blocks and mutes ---------------------------------------------------------------------------

    async def shunned(self, player: Player, table: str | None = None) -> m.ShunnedPeople:
        """Those whom a player blocks or mutes, and their seats at a table."""
        people = [
            m.ShunnedInfo(one.player, one.name, _shape(one.shape), _how(one.how), one.since)
            for one in await self._club.meeting.shunned(player.id)
        ]
        seats = await self._club.meeting.shunned_at(player.id, table) if table is not None else {}
        return m.ShunnedPeople(people, [m.ShunnedSeat(seat, _how(how)) for seat, how in seats.items()])

    async def shun(self, player: Player, wish: m.ShunWish) -> m.ShunnedPeople:
        """Block or mute somebody, or neither any more."""
        other = wish.player if wish.player is not None else await self._sits(wish)
        lasts = False
        if other is not None and other != player.id:
            if wish.how is None:
                await self._club.meeting.forgive(player.id, other)
                lasts = True
            else:
                lasts = await self._club.meeting.shun(player.id, other, wish.how, now_ms())
        return msgspec.structs.replace(await self.shunned(player, wish.table), lasts=lasts)

    async def _sits(self, wish: m.ShunWish) -> str | None:
        """Whose card opens a seat; of a guest's, none does."""
        if wish.table is None or wish.seat is None:
            raise BadReport("name a player, or a table and a seat at it")
        return await self._holder(wish.table, wish.seat)

    async def _holder(self, name: str, seat: int) -> str | None:
        room = await self.house.existing(name)
        token = await room.look(lambda table: table.seats[seat].token if seat < len(table.seats) else None)
        if token is None:
            raise BadReport(f"there is no seat {seat} at this table")
        holder = (await self._club.players_at(name)).get(token)
        return holder.player if holder is not None else None

    # Reports ------------------------------------------------------------------------------------

    async def report(self, wish: m.ReportWish, reporter: str | None) -> None:
        """Tell the operator of a line, or of a name; once is enough."""
        room = await self.house.existing(wish.table)
        seat = await room.look(lambda table: _reported(table, wish))
        if seat is None:
            raise BadReport("give the number of a line that somebody has said at this table, or the seat of a person")
        about = await self._holder(wish.table, seat)
        why = clean(wish.why, 200)
        report = Report(0, now_ms(), wish.table, seat, wish.note, reporter, about, why)
        await self._club.meeting.report(report, MOST_REPORTS)


def _reported(table: Table, wish: m.ReportWish) -> int | None:
    """The seat that a report is about, if there is such a line or such a person."""
    if wish.note is not None:
        said = (note for note in table.notes if note.number == wish.note and note.chat is not None)
        return next((note.seat for note in said), None)
    if wish.seat is None or wish.seat >= len(table.seats):
        return None
    seat = table.seats[wish.seat]
    return wish.seat if seat.place.kind == "person" and seat.token else None


def _waiting(crowd: Crowd, game: str) -> dict[str, int]:
    """Who waits for a game, by pace: for how many seats, and whether it counts, is theirs to know."""
    kinds = [(kind.split(), count) for kind, count in crowd.waiting.items()]
    paces = {pace: sum(count for kind, count in kinds if (kind[0], kind[2]) == (game, pace)) for pace in PACES}
    return {pace: count for pace, count in paces.items() if count}


def _invitation(one: Invited) -> m.InvitationInfo:
    facts = msgspec.json.decode(one.summary)
    return m.InvitationInfo(
        id=one.id,
        player=one.player,
        name=one.name,
        shape=_shape(one.shape),
        table=one.table,
        game=one.game,
        seats=len(facts["seats"]),
        clock=msgspec.convert(facts["clock"], Clock),
        rated=facts.get("rated", False),
        at=one.at,
        until=one.until,
        state="accepted" if one.accepted else "declined" if one.declined else "waiting",
    )


def _shape(shape: str) -> Any:
    return shape


def _how(how: str) -> Any:
    return how


async def all_between(club: Club, player: str) -> dict[str, Any]:
    """What is kept of a player's dealings with others, by their own doing: that others block them is not theirs."""
    now = now_ms()
    return {
        "shunned": [one._asdict() for one in await club.meeting.shunned(player)],
        "invitations": {
            "sent": [_invitation(one) for one in await club.meeting.sent(player, now)],
            "received": [_invitation(one) for one in await club.meeting.received(player, now)],
        },
        "reports": [
            {"at": one.at, "table": one.table, "seat": one.seat, "note": one.note, "why": one.why}
            for one in await club.meeting.reports_of(player)
        ],
    }
