"""Observations of random games as text: every piece that is not all zeros."""

from __future__ import annotations

import json
from pathlib import Path

import century
from century.env.encoding import encoding
from tests.games import folder
from tests.property.play import ahead

DECISIONS = (0, 9, 40, 150, 400)
SEED = 1


def observed_file(name: str, players: int) -> Path:
    """Return the file that records a game's observations."""
    return folder(name) / "observations" / f"{players}-players.txt"


def observed(name: str, players: int) -> str:
    """Play a random game and return some observations of the seat to decide."""
    layout = encoding(century.game(name), players)
    lines = []
    for number in DECISIONS:
        pos, _ = ahead(century.game(name).start(players, SEED), SEED, number)
        lines += ["", f"decision {number}: seat {pos.seat}, {pos.phase}"]
        for piece, numbers in layout.named(layout.of(pos)).items():
            if numbers.any():
                lines.append(f"{piece}: {json.dumps(numbers.tolist(), separators=(',', ':'))}")
    return "\n".join(lines[1:]) + "\n"
