"""Cubes: their colours, and the arithmetic of handfuls that the games share."""

COLOURS = "YRGB"  # yellow < red < green < brown, by worth
YELLOW, RED, GREEN, BROWN = range(4)


def missing(cubes: str, needed: str) -> dict[str, int]:
    """Count which cubes are missing: missing("YYR", "YRRB") == {"R": 1, "B": 1}."""
    short = {colour: needed.count(colour) - cubes.count(colour) for colour in COLOURS}
    return {colour: count for colour, count in short.items() if count > 0}
