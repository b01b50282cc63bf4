"""A checksum of random games, which changes when a rule, a card or a random draw changes."""

from __future__ import annotations

from zlib import crc32

from century.playout import playouts
from century.position import game, games

STEPS = 5_000_000  # approximate number of decisions for each number of players
SEED = 1
MAX_GAMES = 2_000


def signature() -> int:
    """Return the signature of all games together."""
    total = 0
    for name in games():
        total ^= game_signature(name)
    return total


def game_signature(name: str) -> int:
    """Return the signature of one game, over all numbers of players."""
    total = 0
    for players in game(name).players:
        length = playouts(name, players, 1, SEED).steps
        count = max(1, min(MAX_GAMES, STEPS // length))
        run = playouts(name, players, count, SEED)
        total = crc32(run.scores.astype("<i8").tobytes(), crc32(str(run.steps).encode(), total))
    return total
