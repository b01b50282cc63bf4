"""The games as games of OpenSpiel: `pyspiel.load_game("century_spice_road(players=3)")`.

Importing this module registers them. Cards and tiles are turned up by chance nodes when they come
into sight: so nothing in a state is hidden, and algorithms that sample or list chance are right.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np

from century.core.kernel import State
from century.core.lockstep import REWARDS
from century.env.encoding import encoding
from century.env.rewards import DEFAULT_ROUNDS, check_rounds, reward_number, rewards
from century.extras import provided_by
from century.position import Game, Position, game, games

with provided_by("openspiel"):
    import pyspiel

__all__ = ["CenturyGame", "CenturyState", "register"]

MOST_DECISIONS = 100  # of a turn; what OpenSpiel is told of the length of games
MOST_POINTS = 400.0  # of a seat; what OpenSpiel is told of rewards by points

_UTILITY = {  # the least and the most by kind of reward
    "win": (0.0, 1.0),
    "points": (0.0, MOST_POINTS),
    "margin": (-MOST_POINTS, MOST_POINTS),
}
_TYPE = pyspiel.GameType


class Chance(Protocol):
    """What a game's module `chance` has."""

    OUTCOMES: int

    def hide_all(self, s: State) -> None: ...
    def outcomes(self, s: State) -> list[tuple[int, float]]: ...
    def reveal(self, s: State, outcome: int) -> None: ...
    def name(self, outcome: int) -> str: ...


def register() -> None:
    """Make all games known to OpenSpiel, each as century_ and its name."""
    for name in games():
        # A class and not a function: OpenSpiel lets go of it after Python has ended.
        made = type(game(name).title, (CenturyGame,), {"name": name})
        pyspiel.register_game(_game_type(game(name), REWARDS[0]), made)


def _game_type(chosen: Game, reward: str) -> Any:
    utility = _TYPE.Utility.CONSTANT_SUM if reward == "win" else _TYPE.Utility.GENERAL_SUM
    return _TYPE(
        short_name=f"century_{chosen.name.replace('-', '_')}",
        long_name=chosen.title,
        dynamics=_TYPE.Dynamics.SEQUENTIAL,
        chance_mode=_TYPE.ChanceMode.EXPLICIT_STOCHASTIC,
        information=_TYPE.Information.PERFECT_INFORMATION,
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
            **dict.fromkeys(chosen.options, ""),
        },
    )


@dataclass(frozen=True, eq=False)
class Setting:
    """What is played, and on what terms."""

    game: Game
    players: int
    rounds: int
    reward: str
    options: dict[str, str]

    @classmethod
    def of(cls, name: str, given: dict[str, Any]) -> Setting:
        """Make a setting of OpenSpiel's parameters."""
        chosen = game(name)
        reward = given.get("reward", REWARDS[0])
        reward_number(reward)
        return cls(
            chosen,
            chosen.check_players(given.get("players", chosen.players[0])),
            check_rounds(given.get("rounds", DEFAULT_ROUNDS)),
            reward,
            {key: given[key] for key in chosen.options if given.get(key)},
        )

    @property
    def chance(self) -> Chance:
        """What chance decides in the game."""
        return cast("Chance", import_module(f"{self.game.package}.chance"))

    def sealed(self) -> State:
        """Return a state in which everything that chance decides is still open."""
        state = self.game.start(self.players, 0, **self.options).state
        self.chance.hide_all(state)
        return state

    def __deepcopy__(self, _memo: object) -> Setting:
        return self  # every copy of a state shares it


class CenturyGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players, reward, limit of rounds and options."""

    name: str

    def __init__(self, given: dict[str, Any] | None = None) -> None:
        self.setting = Setting.of(self.name, given or {})
        reward = self.setting.reward
        low, high = _UTILITY[reward]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setting.game.actions),
            max_chance_outcomes=self.setting.chance.OUTCOMES,
            num_players=self.setting.players,
            min_utility=low,
            max_utility=high,
            utility_sum=1.0 if reward == "win" else None,
            max_game_length=(self.setting.rounds + 1) * self.setting.players * MOST_DECISIONS,
        )
        super().__init__(_game_type(self.setting.game, reward), info, given or {})

    def new_initial_state(self) -> CenturyState:
        """Return a game whose cards are still face down."""
        return CenturyState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:  # noqa: ARG002
        """Return what tells players of states."""
        return Observer(self.setting, kind is not None and kind.perfect_recall)


class CenturyState(pyspiel.State):  # type: ignore[misc]
    """A position in which all that is face down is undecided."""

    def __init__(self, played: CenturyGame) -> None:
        super().__init__(played)
        # Only things that never change: OpenSpiel copies them all whenever it copies a state.
        self._setting = played.setting
        self._note(self._setting.sealed())
        self.story = ""  # what happened so far

    def _note(self, state: State) -> None:
        self.data: bytes = state.tobytes()
        self._open = tuple(self._setting.chance.outcomes(state))
        position = self.position
        late = position.turn[0] > self._setting.rounds
        self._over = not self._open and (position.over or late)

    @property
    def position(self) -> Position:
        """The position; its decks are face down, also to this program."""
        return self._setting.game.position(self._state())

    def _state(self) -> State:
        record: State = np.frombuffer(bytearray(self.data), self._setting.game.state)[0]
        return record

    def current_player(self) -> int:
        """Return who decides: a seat, or chance."""
        if self._over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self._open else self.position.seat

    def is_terminal(self) -> bool:
        """Tell whether the game has ended, by the rules or by the limit of rounds."""
        return self._over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what can be turned up, with its probability."""
        return list(self._open)

    def _legal_actions(self, _player: int) -> list[int]:
        return [] if self._over else self.position.actions()

    def _apply_action(self, action: int) -> None:
        self.story += f"{', ' if self.story else ''}{self._name(action)}"
        if self._open:
            state = self._state()
            self._setting.chance.reveal(state, action)
        else:
            state = self.position.apply(action).state
        self._note(state)

    def _name(self, action: int) -> str:
        return self._setting.chance.name(action) if self._open else self.position.tokens[action]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._setting.chance.name(action)
        return self.position.tokens[action]

    def returns(self) -> list[float]:
        """Return what each seat is given: nothing before the end."""
        if not self._over:
            return [0.0] * self._setting.players
        return rewards(self.position.scores(), reward_number(self._setting.reward))

    def __str__(self) -> str:
        if self._open:
            return f"{self.story}\nnow something is turned up"
        return json.dumps(self.position.view(None))


class Observer:
    """Tells a player of a state: what it sees or, with perfect recall, what it can know.

    All that happens is public. So what a player can know is the story so far; as numbers, it is the
    observation and the points that each of the others has claimed.
    """

    def __init__(self, setting: Setting, recall: bool) -> None:
        self._recall = recall
        self._encoding = encoding(setting.game, setting.players)
        size = self._encoding.size + (setting.players if recall else 0)
        self.tensor = np.zeros(size, np.float32)
        self.dict = self._encoding.named(self.tensor[: self._encoding.size])
        if recall:
            self.dict["claimed_points"] = self.tensor[self._encoding.size :]

    def set_from(self, state: CenturyState, player: int) -> None:
        """Write what is told; nothing is while something is about to be turned up."""
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
        """Write the same as text."""
        if self._recall:
            return f"{player}: {state.story}"
        return "" if state.is_chance_node() else json.dumps(state.position.view(player))


register()
