"""One number that changes if and only if a rule, a card or a random draw changes."""

from __future__ import annotations

from zlib import crc32

from century.playout import playouts
from century.position import game, games

STEPS = 5_000_000  # decisions to play for each number of players, in whole games
SEED = 1
MAX_GAMES = 2_000


def signature() -> int:
    """Return one number for all games."""
    total = 0
    for name in games():
        total ^= game_signature(name)
    return total


def game_signature(name: str) -> int:
    """Return one number for one game at every number of players: other games do not change it."""
    total = 0
    for players in game(name).players:
        length = playouts(name, players, 1, SEED).steps
        count = max(1, min(MAX_GAMES, STEPS // length))
        run = playouts(name, players, count, SEED)
        total = crc32(run.scores.astype("<i8").tobytes(), crc32(str(run.steps).encode(), total))
    return total
