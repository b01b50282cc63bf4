"""Cubes: their colours, and the arithmetic of handfuls that the games share."""

COLOURS = "YRGB"  # yellow < red < green < brown, by worth
YELLOW, RED, GREEN, BROWN = range(4)


def worth(cubes: str) -> int:
    """Add up cubes by colour, from 1 for yellow to 4 for brown: worth("YYB") == 6."""
    return sum(COLOURS.index(colour) + 1 for colour in cubes)


def missing(cubes: str, needed: str) -> dict[str, int]:
    """Count which cubes are missing: missing("YYR", "YRRB") == {"R": 1, "B": 1}."""
    short = {colour: needed.count(colour) - cubes.count(colour) for colour in COLOURS}
    return {colour: count for colour, count in short.items() if count > 0}
