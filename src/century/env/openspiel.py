"""The games as OpenSpiel games: `pyspiel.load_game("century_spice_road(players=3)")`.

Importing this module registers them. Chance nodes draw cards and tiles when they are revealed.
A state therefore contains no hidden information, and algorithms may sample or list chance outcomes.
Algorithms for games with imperfect information, such as ISMCTS, refuse other games: they need the
parameter `information=imperfect`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Protocol, cast

import numpy as np

from century.core.kernel import State
from century.core.lockstep import REWARDS
from century.core.optional_module import optional_module
from century.env.encoding import encoding
from century.env.rewards import DEFAULT_ROUNDS, check_rounds, reward_number, rewards
from century.errors import BadGame, BadOption
from century.extras import provided_by
from century.position import Game, Position, game, games

with provided_by("openspiel"):
    import pyspiel

__all__ = ["NO_LIMIT", "CenturyGame", "CenturyState", "load_game", "register"]

# Upper bounds, from which OpenSpiel gets the longest game and the largest utility.
MAX_DECISIONS_PER_TURN = 100
MAX_POINTS = 400.0
MAX_GAME_LENGTH = 2**31 - 1  # OpenSpiel's largest: for games without a limit of rounds

NO_LIMIT = 0  # as the parameter `rounds`, because OpenSpiel's parameters cannot be None

_UTILITY = {  # smallest and largest utility for each kind of reward
    "win": (0.0, 1.0),
    "points": (0.0, MAX_POINTS),
    "margin": (-MAX_POINTS, MAX_POINTS),
}
_TYPE = pyspiel.GameType
_INFORMATION = {
    "perfect": _TYPE.Information.PERFECT_INFORMATION,
    "imperfect": _TYPE.Information.IMPERFECT_INFORMATION,
}


class Chance(Protocol):
    """The interface of a game's module `chance`."""

    OUTCOMES: int

    def hide_all(self, s: State) -> None: ...
    def outcomes(self, s: State) -> list[tuple[int, float]]: ...
    def reveal(self, s: State, outcome: int) -> None: ...
    def name(self, outcome: int) -> str: ...


def register() -> None:
    """Register all games with OpenSpiel, under names such as `century_spice_road`."""
    for name in games():
        # A class rather than a function: OpenSpiel releases it after Python has shut down.
        factory = type(game(name).title, (CenturyGame,), {"name": name})
        chosen = game(name)
        game_type = _game_type(chosen, REWARDS[0], default_information(chosen))
        pyspiel.register_game(game_type, factory)


def default_information(chosen: Game) -> str:
    """Return "perfect" if all seats of a game know the same, otherwise "imperfect".

    `check-game` refuses the module `chance` in games with private information.
    """
    return "perfect" if optional_module(chosen.package, "chance") is not None else "imperfect"


def load_game(text: str) -> Any:
    """Return a game by its text, as `pyspiel.load_game` does: to unpickle games."""
    return pyspiel.load_game(text)


def _game_type(chosen: Game, reward: str, information: str) -> Any:
    utility = _TYPE.Utility.CONSTANT_SUM if reward == "win" else _TYPE.Utility.GENERAL_SUM
    return _TYPE(
        short_name=f"century_{chosen.name.replace('-', '_')}",
        long_name=chosen.title,
        dynamics=_TYPE.Dynamics.SEQUENTIAL,
        chance_mode=_TYPE.ChanceMode.EXPLICIT_STOCHASTIC,
        information=_INFORMATION[information],
        utility=utility,
        reward_model=_TYPE.RewardModel.TERMINAL,
        max_num_players=chosen.players[-1],
        min_num_players=chosen.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": chosen.players[0],
            "reward": REWARDS[0],
            "rounds": DEFAULT_ROUNDS,
            "information": default_information(chosen),
            **dict.fromkeys(chosen.options, ""),
        },
    )


@dataclass(frozen=True, eq=False)
class Parameters:
    """The game and its parameters."""

    game: Game
    players: int
    rounds: int
    reward: str
    information: str  # a key of _INFORMATION
    options: dict[str, str]

    @classmethod
    def read(cls, name: str, given: dict[str, Any]) -> Parameters:
        """Check the parameters that OpenSpiel passes, and fill in the defaults."""
        chosen = game(name)
        reward = given.get("reward", REWARDS[0])
        if reward not in _UTILITY:  # OpenSpiel gets returns at the end only
            raise BadOption(f"unknown reward {reward!r}; the rewards are {', '.join(_UTILITY)}")
        information = given.get("information", default_information(chosen))
        if information not in _INFORMATION:
            raise BadOption(f"information is perfect or imperfect, not {information!r}")
        rounds = given.get("rounds", DEFAULT_ROUNDS)
        options = {key: given[key] for key in chosen.options if given.get(key)}
        chosen.blank(options)  # raises an error for a bad option
        return cls(
            chosen,
            chosen.check_players(given.get("players", chosen.players[0])),
            check_rounds(None if rounds == NO_LIMIT else rounds),
            reward,
            information,
            options,
        )

    @property
    def chance(self) -> Chance:
        """The game's module `chance`."""
        module = optional_module(self.game.package, "chance")
        if module is None:
            raise BadGame(f"{self.game.name} has no chance.py, which OpenSpiel needs")
        return cast("Chance", module)

    def initial_state(self) -> State:
        """Return the first state, in which chance has drawn no card or tile yet."""
        state = self.game.start(self.players, 0, **self.options).state
        self.chance.hide_all(state)
        return state

    def __deepcopy__(self, _memo: object) -> Parameters:
        return self  # all copies of a state share it


class CenturyGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players, reward, limit of rounds and options."""

    name: str

    def __init__(self, given: dict[str, Any] | None = None) -> None:
        self.parameters = parameters = Parameters.read(self.name, given or {})
        reward = parameters.reward
        low, high = _UTILITY[reward]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(parameters.game.actions),
            max_chance_outcomes=parameters.chance.OUTCOMES,
            num_players=parameters.players,
            min_utility=low,
            max_utility=high,
            utility_sum=1.0 if reward == "win" else None,
            max_game_length=min(
                (parameters.rounds + 1) * parameters.players * MAX_DECISIONS_PER_TURN,
                MAX_GAME_LENGTH,
            ),
        )
        game_type = _game_type(parameters.game, reward, parameters.information)
        super().__init__(game_type, info, given or {})

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return load_game, (str(self),)

    def new_initial_state(self) -> CenturyState:
        """Return the first state, in which chance has drawn no card or tile yet."""
        return CenturyState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:  # noqa: ARG002
        """Return an object that writes observations of states."""
        return Observer(self.parameters, kind is not None and kind.perfect_recall)


class CenturyState(pyspiel.State):  # type: ignore[misc]
    """A position in which face-down cards and tiles are not drawn yet."""

    def __init__(self, game: CenturyGame) -> None:
        super().__init__(game)
        # All attributes are immutable: OpenSpiel copies every attribute when it copies a state.
        self._parameters = game.parameters
        self._update(self._parameters.initial_state())
        self.history_text = ""  # all decisions and chance outcomes so far

    def _update(self, state: State) -> None:
        self.data: bytes = state.tobytes()
        self._outcomes = tuple(self._parameters.chance.outcomes(state))
        position = self.position
        truncated = position.turn[0] > self._parameters.rounds
        self._over = not self._outcomes and (position.over or truncated)

    @property
    def position(self) -> Position:
        """The position; the order of its decks is not decided yet."""
        return self._parameters.game.position(self._state())

    def _state(self) -> State:
        record: State = np.frombuffer(bytearray(self.data), self._parameters.game.state)[0]
        return record

    def current_player(self) -> int:
        """Return the seat that decides, or OpenSpiel's id for chance or for the end."""
        if self._over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self._outcomes else self.position.seat

    def is_terminal(self) -> bool:
        """Return whether the game has ended, by the rules or by the limit of rounds."""
        return self._over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes with their probabilities."""
        return list(self._outcomes)

    def _legal_actions(self, _player: int) -> list[int]:
        return [] if self._over else self.position.actions()

    def _apply_action(self, action: int) -> None:
        self.history_text += f"{', ' if self.history_text else ''}{self._name(action)}"
        if self._outcomes:
            state = self._state()
            self._parameters.chance.reveal(state, action)
        else:
            state = self.position.apply(action).state
        self._update(state)

    def _name(self, action: int) -> str:
        if self._outcomes:
            return self._parameters.chance.name(action)
        return self.position.tokens[action]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._parameters.chance.name(action)
        return self.position.tokens[action]

    def resample_from_infostate(self, _player: int, _draw: Any) -> CenturyState:
        """Return a state that a player cannot tell from this one: a copy, as nothing is hidden."""
        twin: CenturyState = self.clone()
        return twin

    def returns(self) -> list[float]:
        """Return the reward of each seat; 0 before the end of the game."""
        if not self._over:
            return [0.0] * self._parameters.players
        return rewards(self.position.scores(), reward_number(self._parameters.reward))

    def __str__(self) -> str:
        if self._outcomes:
            return f"{self.history_text}\nchance decides"
        return json.dumps(self.position.view(None))


class Observer:
    """Writes what a player sees of a state or, with perfect recall, its information state.

    All decisions and draws are public, so the information state is the history of the game. As
    a tensor it is the observation together with the points that each seat has claimed.
    """

    def __init__(self, parameters: Parameters, recall: bool) -> None:
        self._recall = recall
        self._encoding = encoding(parameters.game, parameters.players)
        size = self._encoding.size + (parameters.players if recall else 0)
        self.tensor = np.zeros(size, np.float32)
        self.dict = self._encoding.named(self.tensor[: self._encoding.size])
        if recall:
            self.dict["claimed_points"] = self.tensor[self._encoding.size :]

    def set_from(self, state: CenturyState, player: int) -> None:
        """Write the tensor; it is zero at a chance node."""
        self.tensor.fill(0)
        if state.is_chance_node():
            return
        position = state.position
        self.tensor[: self._encoding.size] = self._encoding.of(position, player)
        if self._recall:
            players = position.players
            for i in range(players):
                seat = (player + i) % players
                self.dict["claimed_points"][i] = position.view(seat)["seats"][seat]["points"]

    def string_from(self, state: CenturyState, player: int) -> str:
        """Return the observation or the information state as text."""
        if self._recall:
            return f"{player}: {state.history_text}"
        return "" if state.is_chance_node() else json.dumps(state.position.view(player))


register()
