"""How much the randomised tests do: `make thorough` sets the variable EFFORT.

The counts in the tests are those of `make test`, which has to be quick. A run with EFFORT=10 plays
ten times as many games.
"""

from __future__ import annotations

import os

__all__ = ["EFFORT", "scaled"]

EFFORT = float(os.environ.get("EFFORT", "1"))


def scaled(count: int) -> int:
    """Return how many of something to try, where `make test` tries `count`."""
    return max(1, round(count * EFFORT))
