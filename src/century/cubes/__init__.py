"""Cubes: their colours, and the arithmetic of handfuls that the games share."""

COLOURS = "YRGB"  # yellow < red < green < brown, by worth
YELLOW, RED, GREEN, BROWN = range(4)


def missing(cubes: str, needed: str) -> str:
    """Say which cubes are missing: missing("YYR", "YRRB") == "1 more R and 1 more B"."""
    short = [(needed.count(colour) - cubes.count(colour), colour) for colour in COLOURS]
    return " and ".join(f"{count} more {colour}" for count, colour in short if count > 0)
