"""The named levels of play: each is a bot with the settings of the game's levels.toml.

A game without that file gets `default_levels.toml`. The level `master` is a bot of its own
(`century.bots.master`).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from century.bots import LEVELS, NEURAL, PLANNED_LEVELS, bots
from century.bots.game_settings import lacking_search_fields, read_settings
from century.neural.game_network import has_network
from century.position import Game, Position

if TYPE_CHECKING:
    from century.bots.planner import Planner

# The bots themselves are imported on first use: a server asks for the levels of all games when it
# starts, but its worker processes play.


def levels_of(game: Game) -> tuple[str, ...]:
    """Return the levels that play a game, from the weakest to the strongest."""
    planned: tuple[str, ...] = ()
    if not lacking_search_fields(game.spec):
        found = read_settings(game, "levels.toml")
        planned = tuple(level for level in PLANNED_LEVELS if level in found)
    return (*planned, "master") if has_network(game) else planned


def bots_of(game: Game) -> tuple[str, ...]:
    """Return the names of the bots that play a game, the levels last."""
    levels, network = levels_of(game), has_network(game)
    return tuple(
        name
        for name in bots()
        if (name in levels if name in LEVELS else network or name not in NEURAL)
    )


def best_level(game: Game) -> str | None:
    """Return the strongest level of a game; None if no level plays it."""
    return levels_of(game)[-1] if levels_of(game) else None


def default_opponent(game: Game) -> str:
    """Return the bot that plays a game if a person names none.

    This is `medium`. If the game has no such level, it is the nearest weaker level, or else the
    nearest stronger one. If no level can play the game, it is `random`.
    """
    found = levels_of(game)
    middle = LEVELS.index("medium")
    preferred = (*reversed(LEVELS[: middle + 1]), *LEVELS[middle + 1 :])
    return next((level for level in preferred if level in found), "random")


@cache
def settings(game: Game, level: str) -> dict[str, Any]:
    """Return the settings of a level in a game."""
    found: dict[str, Any] = read_settings(game, "levels.toml")[level]
    return found


class Level:
    """Plays any game at one level."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._seed = seed
        self._players: dict[tuple[Game, bool], Planner] = {}

    def choose(self, position: Position, seat: int, budget: float) -> int:
        """Return one of the position's actions."""
        from century.bots.stalemate import STALEMATE_ROUND

        player = self.player(position.game, stalemate=position.turn[0] > STALEMATE_ROUND)
        return player.choose(position, seat, budget)

    def player(self, game: Game, stalemate: bool = False) -> Planner:
        """Return the bot that plays this level in a game, normally or in a stalemate."""
        key = game, stalemate
        if key not in self._players:
            self._players[key] = _make(game, self.name, self._seed, stalemate)
        return self._players[key]


def _make(game: Game, level: str, seed: int, stalemate: bool) -> Planner:
    from century.bots.planner import Planner
    from century.bots.search.beam import BeamSize
    from century.bots.stalemate import StalemateBreaker
    from century.bots.strategist import Strategist
    from century.bots.weights import fitted_weights

    given = settings(game, level)
    fitted = fitted_weights(game)
    fitted = fitted._replace(weights=fitted.weights * given.get("trust", 1.0))
    if stalemate:
        return StalemateBreaker(seed, fitted)
    size = BeamSize(given["width"], given["depth"])
    if "candidates" not in given:
        return Planner(seed, size, fitted)
    rivals = BeamSize(given["rivals"], given["depth"])
    return Strategist(seed, size, rivals, given["candidates"], fitted)
