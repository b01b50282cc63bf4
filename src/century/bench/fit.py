"""Fitting what the bots know of a game to games they play against themselves.

    python -m century.bench.fit spice-road --games 2000

plays with what is known now, a little at random so that there is something to learn from, and
writes down anew what each thing a player has was worth in points at the end of those games.
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
TEMPERATURE = 0.5  # points: a turn that much worse than the best is taken 1/e times as often
KEPT = 300.0  # how firmly what was known before is kept
MOST_ROUNDS = 150

Floats = npt.NDArray[np.float64]


class Played(NamedTuple):
    """What is kept of a game of two."""

    states: bytes  # at the start of each round
    rounds: int
    points: tuple[int, int]  # at the end


def play(name: str, seed: int) -> Played:
    """Play a game of two planners, who do not always take the best turn."""
    chance, planner = Random(seed), Planner(size=SIZE)
    position = game(name).start(players=2, seed=seed)
    states = []
    while not position.over and position.turn[0] < MOST_ROUNDS:
        if position.seat == 0 and position.turn[0] > 0:
            states.append(position.state.tobytes())
        position = take_turn(position, planner, chance)
    first, second = position.scores()
    return Played(b"".join(states), position.turn[0], (first, second))


def take_turn(position: Position, planner: Planner, chance: Random) -> Position:
    """Take a good turn."""
    turn = position.turn
    while position.turn == turn and not position.over:  # what turns up in a turn is planned anew
        options = planner.options(position, position.seat, 1.0)
        prior = [exp((option.value - options[0].value) / TEMPERATURE) for option in options]
        for action in chance.choices(options, prior)[0].actions:
            if action not in position.actions():
                break
            position = position.apply(action)
    return position


@kernel
def weigh(states: States, left: Floats, alone: Weights, out: Floats) -> None:
    """Write what `worth` weighs in each state for both seats, after what it counts as it is.

    `alone` has a row with no weights at all and one for each feature weighing 1: as worth is
    linear in the weights, the differences are the features.
    """
    for i in range(len(states)):
        for seat in range(2):
            out[i, seat, 0] = evaluate(states[i], seat, left[i], alone[0])
            for feature in range(1, len(alone)):
                with_it = evaluate(states[i], seat, left[i], alone[feature])
                out[i, seat, feature] = with_it - out[i, seat, 0]


def fit(chosen: Game, known: FittedWeights, games: Iterable[Played]) -> FittedWeights:
    """Fit by least squares what the seats' difference in each feature meant for the margin."""
    played = list(games)
    states = [np.frombuffer(one.states, dtype=chosen.state) for one in played]
    to_go = [[int(claims_to_go(s)) for s in some] for some in states]
    rounds_left = rounds_by_claims(played, to_go, len(known.rounds_left))
    alone = np.vstack([np.zeros(len(known.weights)), np.eye(len(known.weights))])
    together = np.concatenate(states)
    out = np.zeros((len(together), 2, len(alone)))
    weigh(together, rounds_left[np.concatenate(to_go)], alone, out)
    difference = out[:, 0] - out[:, 1]
    margin = [one.points[0] - one.points[1] for one in played]
    margins = np.repeat(margin, [len(some) for some in states])
    unexplained = margins - difference[:, 0] - difference[:, 1:] @ known.weights
    # The last column is what it means to sit first.
    columns = np.column_stack([difference[:, 1:], np.ones(len(together))])
    kept = np.diag([KEPT] * len(known.weights) + [0.0])
    change = np.linalg.solve(columns.T @ columns + kept, columns.T @ unexplained)
    pace = float(np.mean([sum(one.points) / 2 / one.rounds for one in played]))
    return FittedWeights(known.weights + change[:-1], pace, rounds_left, known.discounts)


def rounds_by_claims(played: list[Played], to_go: list[list[int]], size: int) -> Floats:
    """Return how many rounds were left on average, by the claims to go."""
    total, count = np.zeros(size), np.zeros(size)
    for one, claims in zip(played, to_go, strict=True):
        for passed, number in enumerate(claims):
            total[number] += one.rounds - passed
            count[number] += 1
    return total / np.maximum(count, 1)


def written(chosen: Game, known: FittedWeights, about: str) -> str:
    """Write what is known as TOML."""
    lines = [
        f"# What the bots know of {chosen.title}: {about}.",
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
    """Play, fit, and write."""
    parser = argparse.ArgumentParser(prog="python -m century.bench.fit", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000, help="how many to play")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--out", type=Path, help="default: the file the bots read")
    given = parser.parse_args()
    chosen = game(given.game)
    out = given.out or Path(str(files(chosen.package).joinpath("weights.toml")))
    seeds = range(given.seed, given.seed + given.games)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        games = pool.map(partial(play, chosen.name), seeds, chunksize=4)
        played = list(track(games, "playing", len(seeds), console=Console(stderr=True)))
    known = fit(chosen, fitted_weights(chosen), played)
    about = f"fitted to {len(seeds)} games from seed {given.seed} on"
    out.write_text(written(chosen, known, about), encoding="utf-8")


if __name__ == "__main__":
    main()
