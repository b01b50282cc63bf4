"""Compiled random games."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

import numpy as np
import numpy.typing as npt

from century.core import engine
from century.core.kernel import generator
from century.devices import check_device
from century.errors import BadCount, BadSeed
from century.position import Game, check_seed, game, is_whole

__all__ = ["Playouts", "playouts"]


@dataclass(frozen=True, eq=False)
class Playouts:
    """The results of a run of random games."""

    games: int
    steps: int  # decisions
    turns: int
    seconds: float
    scores: npt.NDArray[np.int64]  # shape (games, players)


def check_run(game: Game, players: int, games: int, seed: int) -> None:
    """Raise an error if a run of games has wrong arguments."""
    game.check_players(players)
    if not is_whole(games) or games < 1:
        raise BadCount(f"a number of games is a whole number from 1, not {games!r}")
    check_seed(seed)
    if seed + games > 2**64:
        raise BadSeed(f"from the seed {seed} there are {2**64 - seed} games, not {games}")


def playouts(
    name: str, players: int, games: int, seed: int, *, device: str = "cpu", **options: object
) -> Playouts:
    """Play random games; game i has the deal of `start(players, seed + i)`.

    On the device "cuda" an NVIDIA GPU plays them, with the same results.

    >>> playouts("spice-road", players=2, games=10, seed=1).games
    10
    """
    chosen = game(name)
    check_run(chosen, players, games, seed)
    players, games, blank = int(players), int(games), chosen.blank(options)
    if check_device(device) == "cuda":
        from century.core.gpu_playouts import gpu_playouts  # only here: it needs the extra `cuda`

        started = perf_counter()
        found = gpu_playouts(chosen.state, chosen.package, blank, players, games, seed)
        return Playouts(games, *found[:2], perf_counter() - started, found[2])
    scores = np.zeros((games, players), dtype=np.int64)
    states = chosen.scratch(2)
    states[1] = np.frombuffer(blank, chosen.state)[0]
    started = perf_counter()
    steps, turns = engine.playouts(states, players, np.uint64(seed), generator(0), scores)
    return Playouts(games, int(steps), int(turns), perf_counter() - started, scores)
