"""One number that changes if any rule, card or random draw does, and with nothing else."""

from __future__ import annotations

from zlib import crc32

from century.playout import playouts
from century.position import game, games

STEPS = 5_000_000  # decisions to play for each number of players, in whole games
SEED = 1
MOST_GAMES = 2_000


def signature() -> int:
    """Boil all games down to one number."""
    total = 0
    for name in games():
        total ^= game_signature(name)
    return total


def game_signature(name: str) -> int:
    """Boil down one game with every number of players, so that another game leaves it alone."""
    total = 0
    for players in game(name).players:
        length = playouts(name, players, 1, SEED).steps
        count = max(1, min(MOST_GAMES, STEPS // length))
        run = playouts(name, players, count, SEED)
        total = crc32(run.scores.astype("<i8").tobytes(), crc32(str(run.steps).encode(), total))
    return total
