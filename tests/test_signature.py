"""One number for each game: if it changed, the game is no longer the same."""

from __future__ import annotations

from zlib import crc32

import numpy as np
import pytest

import century

GAMES = {"spice-road": 200, "eastern-wonders": 5}  # for each number of players
SEED = 1

# A change of the rules, the deal or the random choices changes these; a refactoring must not.
SIGNATURES = {"spice-road": 3939971569, "eastern-wonders": 3992592432}


@pytest.mark.parametrize("name", century.games())
def test_random_games_end_as_they_always_did(name: str) -> None:
    assert signature(name) == SIGNATURES[name]


def signature(name: str) -> int:
    """Sum up the scores, decisions and turns of random games at every number of players."""
    checksum = 0
    for players in century.game(name).players:
        played = century.playouts(name, players=players, games=GAMES[name], seed=SEED)
        counts = np.array([played.steps, played.turns], dtype="<i8")
        checksum = crc32(played.scores.astype("<i8").tobytes() + counts.tobytes(), checksum)
    return checksum
