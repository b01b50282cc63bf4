"""The games, each in a package of its own, and how they are found."""

from __future__ import annotations

# The packages of the games.
PACKAGES = {
    "spice-road": "century.games.spice_road",
    "eastern-wonders": "century.games.eastern_wonders",
}


def games() -> tuple[str, ...]:
    """Return the names of the games."""
    return tuple(PACKAGES)
