"""Compile the kernels of all games: rules, bots, and batches with opponents.

`make test` runs this script beside the checks. Otherwise the workers of pytest would compile the
same kernels at the same time, each for itself. Each game has a process of its own.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import century
from century.bots import bots
from century.env.batch import Batch
from century.env.opponents import Opponents
from century.warmup import warm_up
from tests.neural.networks import GAMES_WITH_FEATURES, small_weights


def compile_game(name: str) -> str:
    """Compile the kernels of a game; return its name."""
    game = century.game(name)
    fewest = game.players[0]
    century.perft(game.start(fewest, 0), 2)
    with TemporaryDirectory() as folder:
        # Tests let a network play that the game need not have.
        has_features = name in GAMES_WITH_FEATURES
        networks = [f"master:{small_weights(Path(folder), game)}"] if has_features else []
        warm_up(game, lambda _step: None, [*bots(), *networks])
        for opponent in ("random", "greedy", *networks):  # one of each kind that a batch compiles
            games = Batch(name, fewest, 2, seed=0)
            Opponents(games, opponent, learners=0).step(games.random_actions())
            games.play_random(2)
    return name


if __name__ == "__main__":
    # Processes that are forked would share the threads of a compiled library, which is not safe.
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for compiled in pool.map(compile_game, century.games()):
            print(f"Compiled {compiled}", flush=True)
