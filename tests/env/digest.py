"""A digest of what the environments compute: `python -m tests.env.digest` prints it.

The digests of compiled and uncompiled kernels must be equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

import numpy as np

from century.env.batch import Batch, sample
from century.env.single import SingleGame
from century.position import game, games
from tests.env.observed import observed

TABLES = [(name, game(name).players[:2][-1]) for name in games()]


def lines() -> Iterator[str]:
    for name, players in TABLES:
        yield f"{name} {crc32(observed(name, players).encode())} {batch(name, players)}"
        yield f"{name} single {single(name, players)}"


def batch(name: str, players: int) -> int:
    """Return a checksum of a batch, first played by given actions and then at random."""
    games, rng = Batch(name, players, 3, seed=2, rounds=3), np.random.default_rng(1)
    digest = 0
    for _ in range(60):
        games.step(sample(games.masks, rng))
        for array in (games.observations, games.masks, games.rewards, games.scores):
            digest = crc32(array.tobytes(), digest)
    games.play_random(30)
    return crc32(games.observations.tobytes(), digest)


def single(name: str, players: int) -> int:
    """Return a checksum of the beginning of one game."""
    table, digest = SingleGame(game(name), players, "win", None, {}), 0
    table.deal(1)
    for _ in range(30):
        table.take(int(np.flatnonzero(table.mask)[-1]))
        digest = crc32(table.observation.tobytes() + bytes([table.seat]), digest)
    return digest


if __name__ == "__main__":
    print(*lines(), sep="\n")
