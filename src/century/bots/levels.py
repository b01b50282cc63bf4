"""Named levels of play: how far each of them sees in each game, and how long it thinks."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from century.bots.planner import Planner
from century.bots.restless import Restless
from century.bots.search.beam import BeamSize
from century.bots.strategist import Strategist
from century.bots.weights import fitted_weights
from century.position import Game, Position

# Rounds after which any level tries anything: hardly a game lasts so long, unless all at the table
# have run into a dead end, such as ten of the dearest cubes that they will not part with.
PATIENCE = 60


@cache
def settings(game: Game, level: str) -> dict[str, Any]:
    """Return what a game's levels.toml says of a level."""
    text = files(game.package).joinpath("levels.toml").read_text(encoding="utf-8")
    found: dict[str, Any] = tomllib.loads(text)[level]
    return found


class Level:
    """Plays a level of whichever game it is asked about."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._seed = seed
        self._players: dict[tuple[Game, bool], Planner] = {}

    def choose(self, position: Position, seat: int, budget: float) -> int:
        """Return one of the position's actions."""
        seconds = settings(position.game, self.name)["seconds"]
        player = self.player(position.game, restless=position.turn[0] > PATIENCE)
        return player.choose(position, seat, min(budget, seconds))

    def player(self, game: Game, restless: bool = False) -> Planner:
        """Return the bot behind the level, or the one that it becomes when a game drags on."""
        key = game, restless
        if key not in self._players:
            self._players[key] = _make(game, self.name, self._seed, restless)
        return self._players[key]


def _make(game: Game, level: str, seed: int, restless: bool) -> Planner:
    given = settings(game, level)
    known = fitted_weights(game)
    known = known._replace(weights=known.weights * given.get("trust", 1.0))
    if restless:
        return Restless(seed, known)
    size = BeamSize(given["width"], given["depth"])
    if "candidates" not in given:
        return Planner(seed, size, known)
    rivals = BeamSize(given["rivals"], given["depth"])
    return Strategist(seed, size, rivals, given["candidates"], known)
