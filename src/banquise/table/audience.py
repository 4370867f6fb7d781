"""Those who look on: what each viewer of a match has seen happen, and what it may see now."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import is_not
from typing import Any

import msgspec

from banquise.kernel.contract import CHANCE, EVERYBODY
from banquise.kernel.game import Game
from banquise.kernel.schema import Change, State
from banquise.kernel.speech import Message

EVERYTHING = -1
"""Eyes from which nothing is hidden, where a viewer is a seat, or None for a spectator: for matches that are over."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that a viewer saw happen. ``move`` is None if the viewer may not know which move it was."""

    number: int  # counted per viewer: gaps would tell that something unseen was done
    actor: int
    move: str | None
    said: tuple[Message, ...]
    changes: tuple[Change, ...] = ()  # in the viewer's view: what a client animates, forwards and backwards


class Step(msgspec.Struct, frozen=True, gc=False):
    """The smallest thing that happens: one move or one outcome. One that ``goes_on`` was decided with the next."""

    actor: int
    code: int
    goes_on: bool = False


class Audience:
    """Looks on with the eyes of everyone who listens: each step is compared once, and told to each.

    Nobody listens before the first question; who comes later watches alone what there was to see until then.
    """

    def __init__(self, game: Game, first: State, steps: Sequence[Step]):
        self.game = game
        self._first = first  # the state that the match begins with
        self._steps = steps  # the match's own: they grow as it goes on
        self._frozen: State = None  # the state as it is, never changed: what listeners compare and keep parts of
        self._listeners: dict[int | None, _Listener] = {}
        self._shown: Sequence[Any] = [None] * len(game.schema.public)  # public fields, frozen ...
        self._written = [b""] * len(self._shown)  # ... and as members of a JSON object

    def events(self, seat: int | None) -> list[Event]:
        """All that a viewer has seen."""
        if seat not in self._listeners:
            self._listeners[seat] = self._newcomer(seat)
        return self._listeners[seat].events

    def written(self, seat: int | None) -> bytes:
        """What a viewer sees, as JSON."""
        if seat not in self._listeners:
            self.events(seat)
        schema, frozen = self.game.schema, self._frozen
        values = schema.public_values(frozen)
        for at in compress(range(len(values)), map(is_not, values, self._shown)):
            self._written[at] = _member(schema.public[at], values[at])
        self._shown = values
        own = [] if seat is None else [_member(name, getattr(frozen, name)[seat]) for name in schema.owned]
        return b"{" + b",".join([*self._written, *own]) + b"}"

    def _newcomer(self, seat: int | None) -> _Listener:
        if self._listeners and not self.game.schema.hidden:  # everybody has seen the same
            listener = _Listener(self.game, seat, self._frozen)
            listener.events += next(iter(self._listeners.values())).events
            return listener
        state, alone = self._first.copy(), Audience(self.game, self._first, self._steps)
        alone._frozen = state.copy()
        alone._listeners[seat] = listener = _Listener(self.game, seat, alone._frozen)
        for step in self._steps:
            alone.watch(step, state)
        self._frozen = alone._frozen
        return listener

    def watch(self, step: Step, state: State) -> None:
        """Let one step happen to the state, and tell it. What only begins a move is told with the rest of it."""
        rules, words, schema = self.game.rules, self.game.words, self.game.schema
        if step.goes_on and self.game.is_begun([step.code]):
            happen(rules, state, step)
            return
        mask = rules.who_sees(state, step.actor, step.code) if schema.hidden else EVERYBODY
        if step.actor == CHANCE:
            text = words.write_outcome(state, step.code)
        else:
            text = words.write(state, step.actor, step.code)
        happen(rules, state, step)
        before = self._frozen
        self._frozen, changes = schema.snapshot(state, before)
        public, own = tuple(changes), []
        if schema.hidden:
            public = tuple([change for change in changes if change.field not in schema.hidden_names])
            own = [change for change in changes if change.field in schema.owned]
        if mask == EVERYBODY and len(public) == len(changes) and schema.hides_nothing(self._frozen):
            self._tell_all(step, text, before, public)  # nothing was hidden before, either
            return
        for listener in self._listeners.values():
            if listener.seat == EVERYTHING:
                said = tuple(words.tell(before, self._frozen, step.actor, step.code))
                listener.events.append(Event(len(listener.events), step.actor, text, said, tuple(changes)))
            else:
                listener.watch(step, mask, text, self._frozen, public, own)

    def _tell_all(self, step: Step, text: str, before: State, changes: tuple[Change, ...]) -> None:
        """Everybody sees the same, and is told it in the same words."""
        said = tuple(self.game.words.tell(before, self._frozen, step.actor, step.code))
        event = None
        for listener in self._listeners.values():
            if event is None or event.number != len(listener.events):
                event = Event(len(listener.events), step.actor, text, said, changes)
            listener.events.append(event)
            listener.seen = self._frozen


def _member(name: str, value: Any) -> bytes:
    """A member of a JSON object."""
    return b'"%b":%b' % (name.encode(), msgspec.json.encode(value))


def happen(rules: Any, state: State, step: Step) -> None:
    """Let a step happen to a state."""
    if step.actor == CHANCE:
        rules.settle(state, step.code)
    else:
        rules.play(state, step.actor, step.code)


class _Listener:
    """One viewer's eyes."""

    def __init__(self, game: Game, seat: int | None, state: State):
        self.game = game
        self.seat = seat
        self.events: list[Event] = []
        self.seen = state if seat == EVERYTHING else game.schema.seen_shared(state, seat)

    def watch(
        self, step: Step, mask: int, text: str, after: State, public: tuple[Change, ...], own: list[Change]
    ) -> None:
        """See one step; ``mask`` says who sees what it is, ``after`` is the state it led to.

        ``public`` are the changes that everybody sees, ``own`` those in the rows of single seats.
        """
        knows = mask == EVERYBODY or (self.seat is not None and bool(mask >> self.seat & 1))
        changes = public + self._own_changes(own) if own else public
        if not knows and not changes:
            return  # nothing that this viewer could notice
        seen_before, self.seen = self.seen, self.game.schema.seen_shared(after, self.seat)
        said = self.game.words.tell(seen_before, self.seen, step.actor, step.code if knows else None)
        self.events.append(Event(len(self.events), step.actor, text if knows else None, tuple(said), changes))

    def _own_changes(self, changes: list[Change]) -> tuple[Change, ...]:
        """Those in the viewer's own rows; the field is that row, as in the view."""
        mine = [change for change in changes if change.at[0] == self.seat]
        return tuple([Change(change.field, change.at[1:], change.old, change.new) for change in mine])
