"""Random maps of Eastern Wonders."""

from __future__ import annotations

import random
from itertools import combinations

from century.errors import BadOption, BadSeed
from century.games.eastern_wonders.map import Cell, Map
from century.games.eastern_wonders.tiles import MARKETS, MAX_SEA, PORTS

PORTS_APART = 3  # steps between any two ports of a random map, at the least
_NEXT_TO = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))  # in columns and half-lines
Place = tuple[int, int]


def random_map(seed: int, sea: int = 0) -> Map:
    """Make a connected map whose tiles touch at least two others, with the ports apart."""
    if not 0 <= seed < 2**64:
        raise BadSeed(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
    if not 0 <= sea <= MAX_SEA:
        raise BadOption(f"a map has 0 to {MAX_SEA} sea tiles, not {sea}")
    rng = random.Random(seed)
    while True:
        places = _island(rng, MARKETS + PORTS + sea)
        ports = _ports(rng, places)
        if ports is None:
            continue
        rest = [place for place in places if place not in ports]
        sea_places = rng.sample(rest, sea)
        letters = dict.fromkeys(ports, "P") | dict.fromkeys(sea_places, "S")
        made = Map(tuple(Cell(*place, letters.get(place, "M")) for place in places))
        if not made.advice():
            return made


def _around(place: Place) -> list[Place]:
    return [(place[0] + column, place[1] + line) for column, line in _NEXT_TO]


def _island(rng: random.Random, size: int) -> list[Place]:
    """Grow an island tile by tile, mostly where it touches two tiles already."""
    island: list[Place] = [(0, 0)]
    while len(island) < size:
        shore = sorted({near for place in island for near in _around(place)} - set(island))
        touching = [sum(near in island for near in _around(place)) for place in shore]
        weights = [count**2 for count in touching]
        island.append(rng.choices(shore, weights)[0])
    return island


def _ports(rng: random.Random, places: list[Place]) -> set[Place] | None:
    """Choose four ports on the shore, apart from each other; None if there is no room for that."""
    shore = sorted(p for p in places if any(near not in places for near in _around(p)))
    for _ in range(50):
        chosen = rng.sample(shore, PORTS)
        if all(_distance(a, b) >= PORTS_APART for a, b in combinations(chosen, 2)):
            return set(chosen)
    return None


def _distance(a: Place, b: Place) -> int:
    columns, lines = abs(a[0] - b[0]), abs(a[1] - b[1])
    return columns + max(0, lines - columns) // 2
