"""A table as the fold of its log: who sits where, the match, what was said, whose time runs. No I/O.

A decision (``join``, ``act``, ``resign`` ...) checks everything first and raises ``Refused`` if it cannot be; otherwise
it changes the table in memory and leaves the entries to be stored in ``draft``. Whoever decides stores them before
telling anybody; if that fails, this table is thrown away and folded again from what is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from hmac import compare_digest
from typing import Any

from banquise.games import game as game_named
from banquise.kernel import fair
from banquise.kernel.contract import CHANCE, EVERYBODY
from banquise.kernel.notation import BadNotation
from banquise.kernel.schema import State
from banquise.kernel.speech import Message
from banquise.table import IllegalMove, Match, NoUndo, Result
from banquise.table import entries as e
from banquise.table.clocks import Clocks, Downtime, awake
from banquise.table.decisions import CLOSED, OUT_OF_TIME, RESIGNS, decisions_in
from banquise.table.entries import OPEN, OVER, RUNNING
from banquise.table.match import Decision, Mark
from banquise.table.misread import misread
from banquise.table.notes import Note, UndoAsked
from banquise.table.refused import OtherRules, Refused
from banquise.table.seats import Seat, Warned, promised, unseat

CHAT_MOST = 200  # notes kept in memory and sent to whoever comes
MOST_UNDOS = 100  # in one match
MOST_BESIDE = 5_000  # lines beside a match that talk and getting up may fill: more would take long to read
_UNDO = e.encode(e.Undo(0, 0)).partition(b",")[0]  # how such a line begins


class Table:
    """One table."""

    def __init__(self, name: str, header: e.Header, downtime: Downtime = ()):
        self.name = name
        self.header = header
        self.game = game_named(header.game)
        options = self.game.options_of(header.rules, header.options)
        if options is None:
            raise OtherRules(
                f"table {name} was begun with version {header.rules} of the rules of {self.game.title}; "
                f"this Banquise plays version {self.game.version}"
            )
        self.seats = [Seat(place, place.level.capitalize()) for place in header.places]
        self.options = options
        self.colours = self.game.colours(len(self.seats), self.game.option_values(options))
        self.head = 0
        self.draft: list[e.AnyEntry] = []
        self.commands: set[str] = set()
        self.before: tuple[Decision, ...] = ()  # what was decided in the match that this one goes on from
        self.position: dict[str, Any] = {}  # where the match begins if nobody here knows what led to it
        self.match: Match | None = None
        self.moments: list[int] = []  # when each line of the match's log was decided
        self.notes: list[Note] = []
        self.note_count = 0
        self.undo_asked: UndoAsked | None = None
        self.undo_wished: set[int] = set()  # the seats that have asked since they last moved
        self.undos, self.settled = 0, False  # settled: of a duplicate nobody plays any more, as its house knows
        self._no_undo: tuple[tuple[int, int], dict[int, NoUndo]] = (0, 0), {}  # at which moment whom, and why not
        self._marks: dict[int, Mark] | None = None  # moments of the match, while a log with undos is read
        self.rematch_asked: dict[int, str] = {}
        self.rematch: str | None = None
        self.clocks = Clocks(header.clock, len(self.seats), downtime)
        self.revision = 0  # of all that lists show: who sits where, and how it ended
        self._acted: int | None = None  # who did something in the open since the clocks were last looked at

    # What is going on ---------------------------------------------------------------------------

    @property
    def status(self) -> e.Status:
        """Open, running or over."""
        if self.match is None:
            return OPEN
        return OVER if self.match.is_over else RUNNING

    @property
    def result(self) -> Result | None:
        """How it ended."""
        return self.match.result if self.match is not None else None

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may move."""
        return self.match.to_act if self.match is not None else ()

    @property
    def has_people(self) -> bool:
        """Does any person sit here?"""
        return any(seat.token for seat in self.seats)

    def bots_to_act(self) -> list[tuple[int, str]]:
        """The seats that a bot has to move for, with its level."""
        if self.undo_asked is not None:
            return []
        return [(seat, level) for seat in self.to_act if (level := self.seats[seat].level) is not None]

    def seats_of(self, digest: str) -> list[int]:
        """The seats that a token of this digest opens: none, one, or all those of a pass-and-play table."""
        return [n for n, seat in enumerate(self.seats) if seat.token and compare_digest(seat.token, digest)]

    def people(self) -> set[str]:
        """The digests of all people who sit here and have not given up."""
        return {seat.token for seat in self.seats if seat.token and not seat.resigned}

    # Folding ------------------------------------------------------------------------------------

    def read_all(self, rows: Sequence[e.Row]) -> None:
        """Take stored lines. Where moves are taken back in them, every moment is marked, and none is gone to twice."""
        self._marks = {} if any(row.body.startswith(_UNDO) for row in rows) else None
        for row in rows:
            self.read(row)
        self._marks = None

    def read(self, row: e.Row) -> None:
        """Take one stored line."""
        if row.seq != self.head:
            raise ValueError(f"table {self.name}: line {row.seq} of the log where {self.head} should be")
        entry = e.decode(row.body)
        if isinstance(entry, e.Act):
            self._act(Decision(entry.seat, tuple(entry.codes)), row.at)
        elif isinstance(entry, e.Chance):
            self._act(Decision(CHANCE, (entry.outcome,)), row.at)
        else:
            self._take(entry, row.at)
            self._time(row.at)
        self.head += 1
        if row.command is not None:
            self.commands.add(row.command)

    def taken(self, rows: Sequence[e.Row]) -> None:
        """The draft is stored as these lines."""
        self.head += len(rows)
        self.commands.update([row.command for row in rows if row.command is not None])
        self.draft = []

    def _do(self, entry: e.AnyEntry, at: int) -> None:
        self._take(entry, at)
        self._time(at)
        self.draft.append(entry)

    def _time(self, at: int) -> None:
        """Whatever has come to the match's log, or gone from it, did so now."""
        lines = len(self.match.log) if self.match else 0
        self.moments = self.moments[:lines] + [at] * (lines - len(self.moments))

    def _act(self, entry: Decision, at: int) -> None:
        """A decision of a seat or of chance."""
        match = self._match()
        waited = match.to_act
        if self.clocks.runs and self._is_seen_by_all(match, entry):
            self._acted = entry.actor
        if self._marks is not None:
            self._marks[match.decisions] = match.mark()
        match.apply(entry)
        if self.clocks.runs and entry.actor != CHANCE and (match.awaits_chance or set(match.to_act) - set(waited)):
            self._acted = entry.actor  # in secret, but the last that all were waiting for: everybody goes on
        self.moments.append(at)
        self.undo_wished.discard(entry.actor)
        if match.is_over:
            self.revision += 1
        self._follow(at)

    @staticmethod
    def _is_seen_by_all(match: Match, entry: Decision) -> bool:
        """Did a seat do one thing in the open? (Clocks may show that; moves made together may hide some.)"""
        if entry.actor == CHANCE or len(entry.codes) != 1:
            return False
        rules, code = match.game.rules, entry.codes[0]
        if rules.why_illegal(match.state, entry.actor, code):
            return False
        return bool(rules.who_sees(match.state, entry.actor, code) == EVERYBODY)

    def _follow(self, at: int) -> None:
        """Let the clocks run for those who think now; what chance still has to decide comes first."""
        if not self.clocks.runs or (self.match is not None and self.match.awaits_chance):
            return
        people = [seat for seat in self.to_act if self.seats[seat].level is None and not self._is_held_up(seat)]
        self.clocks.follow(people, at, self._acted)
        self._acted = None

    def _is_held_up(self, seat: int) -> bool:
        """May this seat not move until it or somebody else has answered another's wish? Then its time stands still."""
        asked = self.undo_asked
        return asked is not None and self.seats[seat].token != self.seats[asked.seat].token

    def _go_back(self, keep: int) -> None:
        """Back to so many decisions. Who has given up since has given up still."""
        match = self._match()
        at = [n for n, entry in enumerate(match.log) if not entry.gives_up][keep]
        given_up = [entry for entry in match.log[at:] if entry.gives_up]
        match.back_to((self._marks or {}).get(keep) or match.copy(at).mark())
        for entry in given_up:
            match.apply(entry)

    def _take(self, entry: e.AnyEntry, at: int) -> None:  # noqa: PLR0915 -- one branch for each kind of entry
        self.revision += 1
        match entry:
            case e.Earlier(log):
                self.before = tuple(Decision(actor, tuple(codes)) for actor, codes in log)
                self._note(at, None, "note.goes_on", line=len(log))
            case e.Resumed(position):
                self.position = position
                self._note(at, None, "note.resumed")
            case e.Sit(seat, name, token, entropy):
                self.seats[seat] = Seat(self.seats[seat].place, name, token, entropy)
                self._note(at, seat, "note.sits", name=name)
            case e.Part(seat, part):
                self.seats[seat].part, self.seats[seat].warned = part, None
            case e.Seal(seat, entropy):
                held = self.seats[seat]
                held.entropy, held.must_seal, held.warned = entropy, False, None
            case e.Deputy(seat, level):
                self.seats[seat].deputy = level
            case e.Warn(seat, level, milliseconds):
                self.seats[seat].warned = Warned(at, milliseconds, level)
                key = "note.warned_start" if self.match is None else "note.warned"
                self._note(at, seat, key, name=self.seats[seat].name, seconds=milliseconds // 1000)
            case e.Unseat(seat):
                self._note(at, seat, "note.unseated", name=self.seats[seat].name)
                self.seats = unseat(self.seats, seat)
            case e.Leave(seat):
                self._note(at, seat, "note.leaves", name=self.seats[seat].name)
                if self.match is None:
                    self.seats[seat] = Seat(self.seats[seat].place)
                else:
                    self.seats[seat].left = True
            case e.Start():
                self.match = self._new_match()
                self._note(at, None, "note.starts")
            case e.AskUndo(seat, keep):
                self.undo_asked = UndoAsked(seat, keep)
                self.undo_wished.add(seat)
                self._note(at, seat, "note.asks_undo", name=self.seats[seat].name)
            case e.AnswerUndo(seat, yes):
                key = "note.agrees_undo" if yes else "note.denies_undo"
                self._note(at, seat, key, name=self.seats[seat].name)
                if not yes:
                    self.undo_asked = None
                elif self.undo_asked is not None:
                    self.undo_asked.agreed.add(self.seats[seat].token)
            case e.Undo(seat, keep):
                self._go_back(keep)
                self.undo_asked = None
                self.undos += 1
                self._note(at, seat, "note.undone", name=self.seats[seat].name)
            case e.Chat(seat, text):
                self._note(at, seat, "note.chat", chat=text, name=self.seats[seat].name)
            case e.Resign(seat, late):
                self.undo_asked = None
                self.seats[seat].resigned, self.seats[seat].warned = True, None
                self.seats[seat].stand_in = self.header.clock.level
                self._match().give_up(seat, OUT_OF_TIME if late else RESIGNS)
                self._note(at, seat, "note.late_resigns" if late else "note.resigns", name=self.seats[seat].name)
            case e.Closed(winners):
                self.undo_asked = None
                for seat in range(len(self.seats)) if self.match is not None else ():
                    if seat not in self._match().given_up:
                        self._match().give_up(seat, CLOSED)
                who = ", ".join(self.seats[seat].name for seat in winners)
                self._note(at, None, "note.closed" if winners else "note.closed_shared", names=who)
            case e.StandIn(seat, level, late):
                self.undo_asked = None
                self.seats[seat].stand_in, self.seats[seat].warned = level, None
                key = "note.late_stand_in" if late else "note.stand_in"
                self._note(at, seat, key, name=self.seats[seat].name, level=level.capitalize())
            case e.Relieved(seat, level):
                self._note(at, seat, "note.relieved", name=self.seats[seat].name, level=level.capitalize())
            case e.Back(seat):
                self.seats[seat].stand_in, self.seats[seat].warned = None, None
                self.seats[seat].left = False
                self._note(at, seat, "note.back", name=self.seats[seat].name)
            case e.AskRematch(seat, entropy):
                self.rematch_asked[seat] = entropy
                self._note(at, seat, "note.asks_rematch", name=self.seats[seat].name)
            case e.Rematch(table):
                self.rematch = table
                self._note(at, None, "note.rematch")
            case _:
                raise AssertionError(f"{entry} is not taken here")
        self._follow(at)

    def _note(self, at: int, seat: int | None, key: str, chat: str | None = None, **params: str | int) -> None:
        self.notes.append(Note(self.note_count, at, seat, Message(key, dict(params)), chat))
        self.note_count += 1
        del self.notes[:-CHAT_MOST]

    def _new_match(self) -> Match:
        """The match as it begins. Its chance is in the log, or drawn by whoever begins it."""
        match = Match(
            self.game,
            len(self.seats),
            self.options,
            promise=promised(self.header, self.seats),
            names=[seat.name for seat in self.seats],
            position=self.position,
            before=self.before,
        )
        match.bots = frozenset(n for n, place in enumerate(self.header.places) if place.kind == "bot")
        match.begin(bytes.fromhex(self.header.seed), draw=False)
        return match

    def _match(self) -> Match:
        if self.match is None:
            raise Refused("refused.not_started")
        return self.match

    # Deciding -----------------------------------------------------------------------------------

    def go_on(self, before: Sequence[Decision], at: int) -> None:
        """Let the match of this new table begin where these decisions of another lead."""
        self._do(e.Earlier([(entry.actor, list(entry.codes)) for entry in before]), at)

    def resume(self, position: dict[str, Any], at: int) -> None:
        """Let the match of this new table begin at a position."""
        self._do(e.Resumed(position), at)

    def join(self, seat: int | None, name: str, digest: str, entropy: str, at: int) -> int:
        """Sit down, on a seat or the first free one; the match starts when all seats are taken."""
        free = [n for n, place in enumerate(self.seats) if not place.is_taken]
        if self.match is not None or not free:
            raise Refused("refused.no_free_seat")
        if seat is None:
            seat = free[0]
        self._check_seat(seat)
        if seat not in free:
            raise Refused("refused.seat_taken", seat=f"@colour.{self.colours[seat]}")
        self.sit_again(seat, name, digest, entropy, at)
        self.start_if_full(at)
        return seat

    def sit_again(self, seat: int, name: str, digest: str, entropy: str, at: int) -> None:
        """Sit down with a token that is known already: the seats of a rematch. To dealt chance nobody adds anything."""
        self._do(e.Sit(seat, name, digest, "" if self.header.dealt else entropy), at)

    def start_if_full(self, at: int) -> None:
        """Begin the match if everybody is here and no part is sealed any more."""
        if self.match is None and self._all_sit and not any(seat.owes_chance(all_sealed=True) for seat in self.seats):
            self._do(e.Start(), at)
            self._draw_chance(at)

    @property
    def _all_sit(self) -> bool:
        return all(seat.is_taken for seat in self.seats)

    @property
    def _all_sealed(self) -> bool:
        return self._all_sit and not any(seat.must_seal for seat in self.seats)

    def seal(self, seat: int, entropy: str, at: int) -> None:
        """Add to chance anew, where what was added before does not count any more."""
        if not self.seats[seat].must_seal:
            raise Refused("refused.sealed_already")
        self._do(e.Seal(seat, entropy), at)
        self.start_if_full(at)

    def reveal(self, seat: int, part: str, at: int) -> None:
        """Show what was sealed, once all sit: who would sit down later could choose a part that suits them."""
        held = self.seats[seat]
        if self.match is not None or not held.is_sealed or held.part:
            raise Refused("refused.no_seal")
        if not self._all_sealed:
            raise Refused("refused.not_all_here")
        if fair.seal(part) != held.entropy:
            raise Refused("refused.other_part")
        self._do(e.Part(seat, part), at)
        self.start_if_full(at)

    def act(self, seat: int, move: str | int | list[int], at: int) -> None:
        """Make a move; the chance that follows is drawn at once. Nobody moves while somebody asks to take back: if a
        move ended the question, a secret move would show."""
        match = self._playing(seat)
        if self.undo_asked is not None:
            raise Refused("refused.undo_pending")
        try:
            codes = match.game.words.read(match.state, seat, move) if isinstance(move, str) else move
            codes = [codes] if isinstance(codes, int) else codes
            if not codes:
                raise Refused("refused.empty_move")
            if match.game.is_begun(codes):
                raise self._only_begun(match, Decision(seat, tuple(codes)), move)
            self._act(Decision(seat, tuple(codes)), at)
        except IllegalMove as error:
            raise Refused(error.reason.key, error.reason.paragraph) from None
        except BadNotation as error:
            said = misread(error, match, seat)
            raise Refused(said.key, None, **said.params) from None
        self.draft.append(e.Act(seat, list(codes)))
        self._draw_chance(at)

    @staticmethod
    def _only_begun(match: Match, entry: Decision, move: object) -> Refused:
        """Why half a move is not taken, if the rules would have it: drafts are kept by whoever writes them."""
        match.copy().apply(entry)
        text = move if isinstance(move, str) else match.game.words.write_line(match.state, entry.actor, entry.codes)
        text = text.strip().removeprefix("@")
        return Refused("refused.only_begun", move=text, whole=text.rstrip("- "))

    def _draw_chance(self, at: int) -> None:
        match = self._match()
        before = len(match.log)
        match.draw_chance()
        self.draft += [e.Chance(entry.codes[0]) for entry in match.log[before:]]
        self._follow(at)

    def _playing(self, seat: int) -> Match:
        match = self._match()
        self._check_seat(seat)
        if match.ended is not None:
            raise Refused("refused.is_over")
        if self.seats[seat].resigned:
            raise Refused("refused.has_resigned")
        return match

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise Refused("refused.no_such_seat", seats=len(self.seats))

    def ask_undo(self, seat: int, at: int) -> None:
        """Ask to take back this seat's last move; done at once if no other person has to agree."""
        match = self._playing(seat)
        if self.header.no_undo:
            raise Refused(self.header.no_undo)
        if match.is_over:
            raise Refused("refused.is_over")
        if self.undo_asked is not None:
            raise Refused("refused.undo_pending")
        if seat in self.undo_wished:
            raise Refused("refused.undo_asked_once")
        if self.undos >= MOST_UNDOS:
            raise Refused("refused.undo_often", most=MOST_UNDOS)
        keep = decisions_in(match.log[: self._undo_point(match, seat)])
        if self.people() - {self.seats[seat].token}:
            self._do(e.AskUndo(seat, keep), at)
        else:
            self._do(e.Undo(seat, keep), at)

    def _undo_point(self, match: Match, seat: int) -> int:
        """Where a seat's last move began. A no takes long to find, and is known for as long as nothing happens."""
        moment = self.undos, len(match.log)
        if self._no_undo[0] != moment:
            self._no_undo = moment, {}
        no = self._no_undo[1].get(seat)
        if no is None:
            try:
                return match.undo_point(seat)
            except NoUndo as found:
                no = self._no_undo[1][seat] = found
        raise Refused(no.message.key, no.paragraph)

    def answer_undo(self, seat: int, yes: bool, at: int) -> None:
        """Agree to another seat's undo, or not; done when everybody agrees. Whoever asked may think better of it."""
        self._playing(seat)
        asked = self.undo_asked
        own = asked is not None and self.seats[asked.seat].token == self.seats[seat].token
        if asked is None or (own and yes):
            raise Refused("refused.no_undo_asked")
        self._do(e.AnswerUndo(seat, yes), at)
        if yes and not self.people() - asked.agreed - {self.seats[asked.seat].token}:
            self._do(e.Undo(asked.seat, asked.keep), at)

    def chat(self, seat: int, text: str, at: int) -> None:
        """Say something to the table."""
        self._check_seat(seat)
        self._check_talk()
        self._do(e.Chat(seat, text), at)

    def _check_talk(self) -> None:
        """A log that is talked full for days would stop everybody when it is read."""
        if self.revision >= MOST_BESIDE:
            raise Refused("refused.said_enough", most=MOST_BESIDE)

    def resign(self, seat: int, at: int) -> None:
        """Give up."""
        if self._playing(seat).is_over:
            raise Refused("refused.is_over")
        self._do(e.Resign(seat), at)

    def close(self, winners: Sequence[int], at: int) -> None:
        """The organiser of an evening ends a match that hangs, or takes the seats of one that has not begun."""
        if self.status != OVER:
            self._do(e.Closed(list(winners)), at)
            for seat in range(len(self.seats)) if self.match is None else ():
                self._do(e.Leave(seat), at)

    def leave(self, seats: Sequence[int], at: int) -> None:
        """Get up from the table; not while parts are being revealed, for whoever came instead would know them."""
        if self.match is None and any(seat.part for seat in self.seats):
            raise Refused("refused.is_starting")
        for seat in seats:
            if not self.seats[seat].left:
                self._check_talk()
                self._do(e.Leave(seat), at)

    def claim(self, seat: int, absent: bool, warning: Warned) -> None:
        """Wait no longer for somebody: they are warned, and have time to come back (``ring``)."""
        self._check_seat(seat)
        if refused := self._why_waited_for(seat, absent):
            raise refused
        self._do(e.Warn(seat, warning.level, warning.milliseconds), warning.at)

    def is_claimable(self, seat: int, absent: bool) -> bool:
        """Would ``claim`` be taken up for this seat, if its person has been away for long?"""
        return self._why_waited_for(seat, absent) is None

    def _why_waited_for(self, seat: int, absent: bool) -> Refused | None:
        """Why everybody has to wait for a seat, or None if nobody has to. In a rated match the clock decides alone."""
        held = self.seats[seat]
        if held.warned is not None:
            return Refused("refused.is_warned", seat=f"@colour.{self.colours[seat]}")
        if self.match is None:
            if not self._all_sit or not held.owes_chance(self._all_sealed):
                return Refused("refused.not_started")
        elif self.match.is_over:
            return Refused("refused.is_over")
        elif held.resigned:
            return Refused("refused.has_resigned")
        elif self.header.rated:
            return Refused("refused.rated_stand_in")
        elif absent and not held.left and self.header.clock.by_days:  # whoever has days need not be here
            return Refused("refused.by_days", seat=f"@colour.{self.colours[seat]}")
        elif held.level is not None or not (absent or held.left):
            return Refused("refused.not_absent", seat=f"@colour.{self.colours[seat]}")
        return None

    def choose_deputy(self, seat: int, level: str, at: int) -> None:
        """Say which bot is to play for this seat while its person is away."""
        self._check_seat(seat)
        if self.header.rated:
            raise Refused("refused.rated_stand_in")
        if self.seats[seat].deputy != level:
            self._check_talk()
            self._do(e.Deputy(seat, level), at)

    def relieve(self, seat: int, level: str, at: int) -> None:
        """Tell everybody that the bot of a seat was late, and that one of another level has moved for it."""
        self._do(e.Relieved(seat, level), at)

    def back(self, seats: Sequence[int], at: int) -> None:
        """A person who was stood in for, or waited for, plays again."""
        for seat in seats:
            held = self.seats[seat]
            if self.status == RUNNING and not held.resigned and (held.stand_in or held.left or held.warned):
                self._do(e.Back(seat), at)

    def deadline(self, now: int) -> int | None:
        """When something will be to ``ring`` for, if servers run until then."""
        times = [now + self._patience(seat.warned, now) for seat in self.seats if seat.warned]
        clock = self.clocks.deadline(now)
        return min(times if clock is None else [*times, clock], default=None)

    def _patience(self, warned: Warned, now: int) -> int:
        """Milliseconds until nobody waits any longer for someone who was warned."""
        return max(0, warned.milliseconds - awake(warned.at, now, self.clocks.downtime))

    def ring(self, now: int) -> None:
        """Wait no longer for those who were warned; do what the table's rule says for every seat whose time is up."""
        for seat in range(len(self.seats)):
            warned = self.seats[seat].warned
            if warned is not None and self.status != OVER and self._patience(warned, now) == 0:
                self._do(e.Unseat(seat) if self.match is None else e.StandIn(seat, warned.level), now)
        for seat in self.clocks.late(now):
            if self.status == RUNNING:
                if self.header.clock.late == "resign":
                    self._do(e.Resign(seat, late=True), now)
                else:
                    self._do(e.StandIn(seat, self.header.clock.level, late=True), now)

    def ask_rematch(self, seat: int, entropy: str, at: int) -> bool:
        """Ask for another match, or agree to one; True when everybody has."""
        self._check_seat(seat)
        if self.status != OVER:
            raise Refused("refused.not_over")
        if self.rematch is not None:
            raise Refused("refused.has_rematch", table=self.rematch)
        if seat not in self.rematch_asked:
            self._do(e.AskRematch(seat, entropy), at)
        return self.all_ask_rematch

    @property
    def all_ask_rematch(self) -> bool:
        """Does everybody who sits here want another match?"""
        asked = {self.seats[n].token for n in self.rematch_asked}
        return not {seat.token for seat in self.seats if seat.token} - asked

    def rematched(self, table: str, at: int) -> None:
        """The next match has a table."""
        self._do(e.Rematch(table), at)

    def position_for(self, seat: int, rng: list[int]) -> State:
        """The position as a bot may know it: a copy in which all that its seat cannot see is imagined."""
        match = self._match()
        state = match.state.copy()
        self.game.rules.imagine(state, seat, rng)
        return state
