"""Fit the weights of a game's evaluation to games that the planner plays against itself.

    python -m century.bench.fit spice-road --games 2000

The planner plays with the current weights and some randomness, so that the games differ. The new
weights are what each feature was worth in points at the end of those games.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.resources import files
from math import exp
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track

from century.bots.planner import Planner
from century.bots.search.beam import BeamSize
from century.bots.weights import FittedWeights, features, fitted_weights
from century.core.engine import States
from century.core.heuristics import Weights, claims_to_go, evaluate
from century.core.kernel import kernel
from century.position import Game, Position, game

SIZE = BeamSize(width=20, depth=7)
TEMPERATURE = 0.5  # points: a turn this much worse than the best is chosen 1/e times as often
REGULARIZATION = 300.0  # a larger value keeps the new weights closer to the old ones
MAX_ROUNDS = 150

Floats = npt.NDArray[np.float64]


class Played(NamedTuple):
    """The data of a game of two that the fit uses."""

    states: bytes  # at the start of each round
    rounds: int
    points: tuple[int, int]  # at the end


def play(name: str, seed: int) -> Played:
    """Play a game between two planners, which do not always choose the best turn."""
    rng, planner = Random(seed), Planner(size=SIZE)
    position = game(name).start(players=2, seed=seed)
    states = []
    while not position.over and position.turn[0] < MAX_ROUNDS:
        if position.seat == 0 and position.turn[0] > 0:
            states.append(position.state.tobytes())
        position = take_turn(position, planner, rng)
    first, second = position.scores()
    return Played(b"".join(states), position.turn[0], (first, second))


def take_turn(position: Position, planner: Planner, rng: Random) -> Position:
    """Choose a turn at random, good turns more often, and play it."""
    turn = position.turn
    while position.turn == turn and not position.over:  # cards revealed in the turn need a new plan
        options = planner.options(position, position.seat, 1.0)
        prior = [exp((option.value - options[0].value) / TEMPERATURE) for option in options]
        for action in rng.choices(options, prior)[0].actions:
            if action not in position.actions():
                break
            position = position.apply(action)
    return position


@kernel
def extract_features(states: States, left: Floats, unit_weights: Weights, out: Floats) -> None:
    """Write the constant part of `evaluate` and the value of each feature, for both seats.

    `unit_weights` has a row of zeros, and for each feature a row in which only its weight is 1.
    Since `evaluate` is linear in the weights, the differences are the values of the features.
    """
    for i in range(len(states)):
        for seat in range(2):
            out[i, seat, 0] = evaluate(states[i], seat, left[i], unit_weights[0])
            for feature in range(1, len(unit_weights)):
                value = evaluate(states[i], seat, left[i], unit_weights[feature])
                out[i, seat, feature] = value - out[i, seat, 0]


def fit(chosen: Game, known: FittedWeights, games: Iterable[Played]) -> FittedWeights:
    """Fit by least squares how the difference in each feature predicts the final margin."""
    played = list(games)
    states = [np.frombuffer(game_data.states, dtype=chosen.state) for game_data in played]
    to_go = [[int(claims_to_go(s)) for s in array] for array in states]
    rounds_left = rounds_by_claims(played, to_go, len(known.rounds_left))
    unit_weights = np.vstack([np.zeros(len(known.weights)), np.eye(len(known.weights))])
    all_states = np.concatenate(states)
    out = np.zeros((len(all_states), 2, len(unit_weights)))
    extract_features(all_states, rounds_left[np.concatenate(to_go)], unit_weights, out)
    difference = out[:, 0] - out[:, 1]
    margin = [game_data.points[0] - game_data.points[1] for game_data in played]
    margins = np.repeat(margin, [len(array) for array in states])
    residuals = margins - difference[:, 0] - difference[:, 1:] @ known.weights
    # The last column is the advantage of the first seat; it is not regularized.
    columns = np.column_stack([difference[:, 1:], np.ones(len(all_states))])
    penalty = np.diag([REGULARIZATION] * len(known.weights) + [0.0])
    change = np.linalg.solve(columns.T @ columns + penalty, columns.T @ residuals)
    pace = float(np.mean([sum(game_data.points) / 2 / game_data.rounds for game_data in played]))
    return FittedWeights(known.weights + change[:-1], pace, rounds_left, known.discounts)


def rounds_by_claims(played: list[Played], to_go: list[list[int]], size: int) -> Floats:
    """Return the mean number of rounds left, indexed by the claims to go."""
    total, count = np.zeros(size), np.zeros(size)
    for game_data, claims in zip(played, to_go, strict=True):
        for passed, number in enumerate(claims):
            total[number] += game_data.rounds - passed
            count[number] += 1
    return total / np.maximum(count, 1)


def to_toml(chosen: Game, known: FittedWeights, about: str) -> str:
    """Return the weights of a game as TOML; `about` describes how they were fitted."""
    lines = [
        f"# The weights of the evaluation of {chosen.title}, {about}.",
        "# Written by `python -m century.bench.fit`; the discounts were tuned in the arena.",
        "",
        f"pace = {known.pace:.2f}  # points a round",
        f"left = {known.rounds_left.round(2).tolist()}  # rounds, by the claims to go",
        "",
        "[discounts]",
        *(f"{name} = {value}" for name, value in known.discounts._asdict().items()),
        "",
        "[weights]  # points",
        *(
            f'"{name}" = {weight:.3f}'
            for name, weight in zip(features(chosen), known.weights, strict=True)
        ),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Play games, fit the weights, and write them."""
    parser = argparse.ArgumentParser(prog="python -m century.bench.fit", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000, help="number of games to play")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--out", type=Path, help="default: weights.toml in the folder of the game")
    arguments = parser.parse_args()
    chosen = game(arguments.game)
    out = arguments.out or Path(str(files(chosen.package).joinpath("weights.toml")))
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        games = pool.map(partial(play, chosen.name), seeds, chunksize=4)
        played = list(track(games, "playing", len(seeds), console=Console(stderr=True)))
    known = fit(chosen, fitted_weights(chosen), played)
    about = f"fitted to {len(seeds)} games from seed {arguments.seed} on"
    out.write_text(to_toml(chosen, known, about), encoding="utf-8")


if __name__ == "__main__":
    main()
