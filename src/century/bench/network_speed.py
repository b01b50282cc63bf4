"""The speed of networks on one core."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np

from century.bench.bot_speed import midgame
from century.bench.measures import STARTS, Row, rate
from century.bench.peers import repeat
from century.bots.master import Master
from century.core.features import features_of
from century.neural.game_network import GameNetwork, has_network, load_network
from century.neural.network import Sizes, allocate_scratch, evaluate_rows, random_network
from century.neural.turn_search import allocate_turn_search, evaluate_features, search_root
from century.position import Game, Position

TARGET_START = 1.0  # seconds until `century play --bot master` is ready, from the cache
TARGET_MICROSECONDS = 40  # for an evaluation
HIDDEN, BLOCKS = 256, 2  # of the network that is measured
ROWS = 200  # evaluations between two looks at the clock
SIMULATIONS = 500


def network_speed(chosen: Game, seconds: float) -> list[Row]:
    """Measure evaluations of a network, and the simulations and turns of `master`."""
    position, network = midgame(chosen), _random(chosen)
    micros = 1e6 / evaluations(position, network, seconds)
    searched = rate(simulations(position, network, seconds), "simulations")
    rows = [
        Row(
            f"network {HIDDEN} × {BLOCKS}",
            f"{micros:.1f} µs",
            searched,
            "",
            f"{TARGET_MICROSECONDS} µs",
            micros <= TARGET_MICROSECONDS,
        )
    ]
    if has_network(chosen):
        found = load_network(chosen)
        per_second = rate(simulations(position, found, seconds), "simulations")
        rows.append(Row("master", f"{turn_milliseconds(position):.1f} ms/turn", per_second))
        start = start_seconds(chosen)
        target = f"{TARGET_START:g} s"
        rows.append(
            Row("play --bot master", f"{start:.2f} s", "", "", target, start <= TARGET_START)
        )
    return rows


def _random(chosen: Game) -> GameNetwork:
    features = features_of(chosen.package)
    sizes = Sizes(features.size, HIDDEN, BLOCKS, len(chosen.actions), features.seats)
    return GameNetwork(chosen, random_network(sizes, seed=1), {}, "random")


def evaluations(position: Position, found: GameNetwork, seconds: float) -> float:
    """Evaluate the features of a position many times; return the evaluations per second."""
    search = allocate_turn_search(found, 0)
    evaluate_features(position.state, search)
    features = np.tile(search.features, (ROWS, 1))
    outputs = [np.tile(one, (ROWS, 1)) for one in (search.logits, search.wins, search.points)]
    scratch = allocate_scratch(found.network)

    def evaluate(_number: int) -> int:
        evaluate_rows(found.network, features, scratch, *outputs)
        return ROWS

    evaluate(0)
    return repeat(evaluate, seconds)


def simulations(position: Position, found: GameNetwork, seconds: float) -> float:
    """Search for a decision many times; return the simulations per second."""
    search = allocate_turn_search(found, SIMULATIONS, first=SIMULATIONS)
    s = position.state

    def one_search(number: int) -> int:
        search_root(s, np.uint64(number), SIMULATIONS, search)
        return SIMULATIONS

    one_search(0)
    return repeat(one_search, seconds)


def turn_milliseconds(position: Position) -> float:
    """Return how long `master` thinks on a turn, on average over a game with itself."""
    turns, player = 0, Master(seed=1)
    player.plan(position, 1.0)
    began = perf_counter()
    while not position.over:
        for action in player.plan(position, 1.0):
            position = position.apply(action)
        turns += 1
    return 1000 * (perf_counter() - began) / turns


def start_seconds(chosen: Game) -> float:
    """Return how long a process takes to start a game against `master` and to leave it again."""
    command = [sys.executable, "-m", "century", "play", "-g", chosen.name, "--bot", "master"]
    seconds = []
    with TemporaryDirectory() as folder:
        for number in range(STARTS):
            began = perf_counter()
            subprocess.run(
                [*command, "--seed", "1", "--record", str(Path(folder) / f"{number}.txt")],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                check=True,
            )
            seconds.append(perf_counter() - began)
    return min(seconds)
