"""What the kernels of the environments do, summed up: `python -m tests.env.digest`."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

import numpy as np

from century.env.batch import Batch, sample
from century.env.single import SingleGame
from century.position import game
from tests.env.observed import observed

TABLES = [("spice-road", 3), ("eastern-wonders", 2)]


def lines() -> Iterator[str]:
    for name, players in TABLES:
        yield f"{name} {crc32(observed(name, players).encode())} {batch(name, players)}"
        yield f"{name} alone {alone(name, players)}"


def batch(name: str, players: int) -> int:
    """Sum up games at once, some decided in Python and some by themselves."""
    games, rng = Batch(name, players, 3, seed=2, rounds=3), np.random.default_rng(1)
    digest = 0
    for _ in range(60):
        games.step(sample(games.masks, rng))
        for array in (games.observations, games.masks, games.rewards, games.scores):
            digest = crc32(array.tobytes(), digest)
    games.play_random(30)
    return crc32(games.observations.tobytes(), digest)


def alone(name: str, players: int) -> int:
    """Sum up the beginning of one game."""
    table, digest = SingleGame(game(name), players, "win", None, {}), 0
    table.deal(1)
    for _ in range(30):
        table.take(int(np.flatnonzero(table.mask)[-1]))
        digest = crc32(table.observation.tobytes() + bytes([table.seat]), digest)
    return digest


if __name__ == "__main__":
    print(*lines(), sep="\n")
