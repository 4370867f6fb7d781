"""OpenSpiel games, registered on import: ``pyspiel.load_game("python_banquise_ice_lake(seats=3)")``.

A match may begin elsewhere than at the set-up, so that a game becomes small enough for algorithms that walk its whole
tree: ``load_game("python_banquise_altitude", {"seats": 2, "position": spiel.position_text({"pile_size": 3, ...})})``.

Chance nodes are explicit, with probabilities; what happens by itself happens at once. Seats that decide at the same
time are asked one after the other under imperfect information, which is the same game. What a player may know is
derived from the rules' declared visibility, never written here.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from banquise.games import all_games
from banquise.kernel.chance import WORDS, seed_rng
from banquise.kernel.compile import bound
from banquise.kernel.contract import CHANCE, EVERYBODY, NOBODY
from banquise.kernel.game import Game
from banquise.research import stepper
from banquise.research.copies import Whole
from banquise.table.match import laid_out
from banquise.table.trial import try_out

HISTORY_BITS = 128  # a digest of all that a player has seen, so that an information-state tensor names its state
SOLO_POINTS = 100.0  # no patience scores more


def spiel_name(game: Game) -> str:
    """The short name that OpenSpiel knows a game by."""
    return f"python_banquise_{game.name}"


def position_text(position: dict[str, Any]) -> str:
    """Fields of a state that differ from the set-up (as in a JSON position), as text that fits a game's parameters.

    >>> position_text({"turn": 1})
    'eyJ0dXJuIjogMX0'
    """
    return base64.urlsafe_b64encode(json.dumps(position).encode()).decode().rstrip("=")


def _position_of(text: str) -> dict[str, Any]:
    """What ``position_text`` wrote."""
    try:
        position = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))) if text else {}
    except (ValueError, binascii.Error):
        raise ValueError(f"position {text!r:.60} is not what spiel.position_text() writes") from None
    return dict(position)


def _game_type(game: Game, seats: tuple[int, ...]) -> pyspiel.GameType:
    """The facts of a game that may be played by so many: for company it is zero-sum, a patience is not."""
    hides = bool(game.schema.hidden)
    solo = 1 in seats
    information, utility = pyspiel.GameType.Information, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=spiel_name(game),
        long_name=f"Banquise {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hides else information.PERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if solo else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"seats": game.usual_seats, "position": ""}
        | {o.name: o.values[0] for o in game.options},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games as OpenSpiel sees it. Subclasses, one a game, are made at registration."""

    banquise: Game
    state_class: type[SpielState]

    def __init__(self, params: dict[str, Any] | None = None):
        given = params or {}
        game = self.banquise
        self.seats = int(given.get("seats", game.usual_seats))
        game.check_seats(self.seats)
        options = {o.name: given[o.name] for o in game.options if o.name in given}
        position = _position_of(str(given.get("position", "")))
        self.start = laid_out(game, self.seats, options, position)
        if position:
            try_out(game, self.seats, self.start)
        best = SOLO_POINTS if self.seats == 1 else 1.0
        worst = 0.0 if self.seats == 1 else -1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=game.move_codes,
            max_chance_outcomes=game.outcome_codes,
            num_players=self.seats,
            min_utility=worst,
            max_utility=best,
            utility_sum=None if self.seats == 1 else 0.0,
            max_game_length=game.longest,
        )
        super().__init__(_game_type(game, (self.seats,)), info, given)

    def new_initial_state(self) -> SpielState:
        """The set-up."""
        return self.state_class(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (self.get_type().short_name, self.get_parameters())

    def __copy__(self) -> SpielGame:
        return self  # a game never changes

    def __deepcopy__(self, memo: Any) -> SpielGame:
        return self

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What players see, as tensors and strings."""
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _loaded(name: str, parameters: dict[str, Any]) -> SpielGame:
    """A game as it was pickled: found here, so that another process registers the games first."""
    game: SpielGame = pyspiel.load_game(name, parameters)
    return game


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, played on the plain rules. Subclasses, one a game: OpenSpiel clones a state's own attributes."""

    _game: Game
    _rules: Any

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self._seats = game.seats
        self._out = [0] * self._game.buffer
        self.position = game.start.copy()
        self.seen: list[list[str]] = [[] for _ in range(self._seats)]  # what each player has seen happen
        self._follow()

    def _follow(self) -> None:
        """Let everything happen that happens by itself; everybody can work it out."""
        while self._rules.to_act(self.position) == CHANCE and self._rules.odds(self.position, self._out) == 1:
            self._rules.settle(self.position, 0)

    def current_player(self) -> int:
        """The lowest of the seats that may act, or chance, or nobody."""
        mask = self._rules.to_act(self.position)
        if mask == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        if mask == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int((mask & -mask).bit_length() - 1)

    def _legal_actions(self, player: int) -> list[int]:
        n = self._rules.legal_moves(self.position, player, self._out)
        return self._out[:n]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each possible outcome with its probability."""
        n = self._rules.odds(self.position, self._out)
        total = sum(self._out[:n])
        return [(outcome, self._out[outcome] / total) for outcome in range(n) if self._out[outcome]]

    def _apply_action(self, action: int) -> None:
        chance = self.is_chance_node()
        actor = CHANCE if chance else self.current_player()
        mask = self._rules.who_sees(self.position, actor, action)
        views = self._views() if mask != EVERYBODY else []
        if chance:
            self._rules.settle(self.position, action)
        else:
            self._rules.play(self.position, actor, action)
        for player in range(self._seats):
            if mask == EVERYBODY or mask >> player & 1:
                self.seen[player].append(f"{actor}:{action}")
            elif views[player] != self._game.schema.view(self.position, player):
                self.seen[player].append(f"{actor}:?")
        self._follow()

    def _views(self) -> list[Any]:
        return [self._game.schema.view(self.position, player) for player in range(self._seats)]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._game.words.write_outcome(self.position, action)
        return self._game.words.write(self.position, player, action)

    def is_terminal(self) -> bool:
        """Is the match over?"""
        return bool(self._rules.to_act(self.position) == NOBODY)

    def returns(self) -> list[float]:
        """Zero until the end, then what each player won."""
        reward = [0.0] * self._seats
        if self.is_terminal():
            bound(stepper, self._rules).utilities(self.position, self._seats, self._out, reward)
        return reward

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> SpielState:
        """A state that this player cannot tell from this one: what it does not know is drawn anew."""
        twin: SpielState = self.clone()
        rng = [0] * WORDS
        seed_rng(rng, int(probability_sampler() * 2**62), 0)
        self._rules.imagine(twin.position, player, rng)
        for other in range(self._seats):
            if other != player:  # what the others did in secret is imagined too
                twin.seen[other] = ["imagined", _digest(json.dumps(self._game.schema.view(twin.position, other))).hex()]
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        history = [(step.player, step.action) for step in self.full_history()]
        return _restored, (self.get_game(), history, self.__dict__)

    def __copy__(self) -> SpielState:
        return self.clone()  # type: ignore[no-any-return]

    def __deepcopy__(self, memo: Any) -> SpielState:
        return self.clone()  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self._game.drawing.text(self.position)


def _restored(game: SpielGame, history: list[tuple[int, int]], attributes: dict[str, Any]) -> SpielState:
    """A state as it was pickled.

    The history, which only OpenSpiel itself can write, is told again without the rules: a state that was resampled
    does not follow from its history.
    """
    state = game.new_initial_state()
    state._apply_action = lambda action: None  # type: ignore[method-assign]
    for player, action in history:
        state.current_player = lambda player=player: player  # type: ignore[method-assign, misc]
        state.apply_action(action)
    state.__dict__.clear()
    state.__dict__.update(attributes)
    return state


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=HISTORY_BITS // 8).digest()


class SpielObserver(Whole):
    """The view of a player; with perfect recall, also everything that the player has seen happen."""

    made_by_look = ("dict",)

    def __init__(self, game: SpielGame, kind: Any):
        self._game = game.banquise
        self._recall = bool(kind.perfect_recall)
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        seats = game.seats
        shapes: dict[str, tuple[int, ...]] = {"observer": (seats,)}
        blank = self._game.schema.view(self._game.schema.new(), 0 if self._own else None)
        if kind.public_info or self._own:
            shapes |= {name: np.shape(value) or (1,) for name, value in blank.items()}
        if self._recall:
            shapes["history"] = (HISTORY_BITS,)
        self._shapes = shapes
        self._fields = [name for name in shapes if name in blank]
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.look()

    def look(self) -> None:
        """The parts of the tensor by name."""
        self.dict, at = {}, 0
        for name, shape in self._shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Update the tensor to what a player sees of a state."""
        self.tensor.fill(0)
        self.dict["observer"][player] = 1
        view = self._game.schema.view(state.position, player if self._own else None)
        for name in self._fields:
            self.dict[name][...] = view[name]
        if self._recall:
            digest = np.frombuffer(_digest(" ".join(state.seen[player])), np.uint8)
            self.dict["history"][:] = np.unpackbits(digest)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees of a state, in characters."""
        view = self._game.schema.view(state.position, player if self._own else None)
        lines = [f"observer {player}"] + [f"{name} {_brief(value)}" for name, value in view.items()]
        if self._recall:
            lines.append("seen " + " ".join(state.seen[player]))
        return "\n".join(lines)


def _brief(value: Any) -> str:
    """A field without its zeros: place=value, the places counted through."""
    if isinstance(value, int):
        return str(value)
    flat = np.ravel(value)
    return " ".join(f"{place}={flat[place]}" for place in np.flatnonzero(flat)) or "-"


def register() -> None:
    """Make every game known to OpenSpiel; doing it again changes nothing."""
    for game in all_games():
        if spiel_name(game) in pyspiel.registered_names():
            continue
        kind = _game_type(game, game.seats)
        state = type(f"{game.name}_state", (SpielState,), {"_game": game, "_rules": game.rules})
        facts = {"banquise": game, "state_class": state}
        pyspiel.register_game(kind, type(f"{game.name}_game", (SpielGame,), facts))


register()

__all__ = ["SpielGame", "SpielObserver", "SpielState", "position_text", "register", "spiel_name"]
