"""The strongest bot: a search guided by a neural network that learned by playing itself.

`century.training` makes the networks. A game may have one in its package; other networks come from
files. A network plays its game with any number of players.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from century.bots.planner import Turn, decisions_by_state
from century.bots.stalemate import STALEMATE_ROUND, StalemateBreaker
from century.bots.weights import (
    fitted_weights,
    lacking_search_fields,
    public_state,
    read_settings,
)
from century.errors import BadCount
from century.neural.game_network import GameNetwork, has_network, load_network, load_network_file
from century.neural.turn_search import MAX_DECISIONS, TurnSearch, allocate_turn_search, plan_turn
from century.position import Game, Position, game, games, is_whole

__all__ = ["SIMULATIONS_PER_SECOND", "Master", "Policy"]

# Bots do not read a clock: a second of budget stands for a fixed amount of work (see planner.py).
SIMULATIONS_PER_SECOND = 140_000
DEFAULT_SIMULATIONS = 2_000  # a turn, where the game's levels.toml has no others
MAX_SIMULATIONS = 1_000_000  # a turn; a node of the tree takes a kilobyte


class Master:
    """Plans a turn by a search, with one budget for the whole turn."""

    def __init__(
        self, seed: int = 0, weights: str | Path | None = None, simulations: int | None = None
    ) -> None:
        if simulations is not None and (
            not is_whole(simulations) or not 0 <= simulations <= MAX_SIMULATIONS
        ):
            raise BadCount(
                f"a number of simulations is from 0 to {MAX_SIMULATIONS:,}, not {simulations!r}"
            )
        self.seed = seed
        self.simulations = simulations  # a turn; None: those of the game's levels.toml
        self._loaded = None if weights is None else load_network_file(Path(weights))
        self._searches: dict[tuple[Game, int], TurnSearch] = {}
        self._decisions: dict[bytes, int] = {}  # the planned turn: the action in each state of it

    @property
    def games(self) -> tuple[str, ...]:
        """The names of the games that this bot plays."""
        if self._loaded is not None:
            return (self._loaded.game.name,)
        return tuple(name for name in games() if has_network(game(name)))

    def choose(self, position: Position, seat: int, budget: float) -> int:
        """Return the next decision of the planned turn."""
        s = public_state(position)
        if s.tobytes() not in self._decisions:
            self._decisions = decisions_by_state(s, self._plan(position, seat, budget))
        return self._decisions[s.tobytes()]

    def _plan(self, position: Position, seat: int, budget: float) -> Turn:
        if position.turn[0] > STALEMATE_ROUND and not lacking_search_fields(position.game.spec):
            breaker = StalemateBreaker(self.seed, fitted_weights(position.game))
            options = breaker.options(position, seat, budget)
            return options[0].actions if options else ()
        return self.plan(position, budget)

    def plan(self, position: Position, budget: float) -> Turn:
        """Return the turn, or the rest of the turn, that the search finds best."""
        simulations = self.affordable(position.game, budget)
        search = self.search_for(position.game, simulations)
        out = np.zeros(MAX_DECISIONS, np.int16)
        count = plan_turn(position.state, np.uint64(self.seed), simulations, search, out)
        return tuple(out[:count].tolist())

    def affordable(self, game: Game, budget: float) -> int:
        """Return the number of simulations that a budget in seconds allows in a turn."""
        most = default_simulations(game) if self.simulations is None else self.simulations
        return max(0, min(most, int(budget * SIMULATIONS_PER_SECOND)))

    def network(self, game: Game) -> GameNetwork:
        """Return the network that plays a game."""
        return load_network(game) if self._loaded is None else self._loaded

    def search_for(self, game: Game, simulations: int) -> TurnSearch:
        """Return the buffers for searches of a number of simulations."""
        key = game, simulations
        if key not in self._searches:
            self._searches = {key: allocate_turn_search(self.network(game), simulations)}
        return self._searches[key]


class Policy(Master):
    """Takes the decisions that the network's policy prefers, without a search."""

    def __init__(self, seed: int = 0, weights: str | Path | None = None) -> None:
        super().__init__(seed, weights, simulations=0)


@cache
def default_simulations(game: Game) -> int:
    """Return how many simulations `master` runs for a turn of a game, by the game's levels.toml."""
    settings = read_settings(game, "levels.toml").get("master", {})
    return int(settings.get("simulations", DEFAULT_SIMULATIONS))
