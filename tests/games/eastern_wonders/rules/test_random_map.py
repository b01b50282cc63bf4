"""Eastern Wonders, random maps and their SVG drawings: EW3."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

from century import Map
from century.errors import BadOption
from century.games.eastern_wonders.random_map import random_map
from century.games.eastern_wonders.svg import svg
from tests.games.eastern_wonders.setup import GAME, STANDARD, random_walk

SEEDS = range(200)
SEA = [0, 1, 2, 3, 4]
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
LINE = Map.read("\n\n".join("MPMMMMMMMMMMMMMMMMMMPPPM"))


def steps_between(one: tuple[int, int], other: tuple[int, int]) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


@pytest.fixture(scope="module", params=SEA)
def maps(request: pytest.FixtureRequest) -> tuple[int, list[Map]]:
    return request.param, [random_map(seed, request.param) for seed in SEEDS]


def test_ew3_random_maps_hold_the_tiles_asked_for(maps: tuple[int, list[Map]]) -> None:
    sea, made = maps
    for chart in made:
        letters = [cell.letter for cell in chart.cells]
        assert (letters.count("M"), letters.count("P"), letters.count("S")) == (20, 4, sea)
        assert len(letters) == 24 + sea


def test_ew3_random_maps_are_connected_and_every_tile_touches_two_others(
    maps: tuple[int, list[Map]],
) -> None:
    for chart in maps[1]:
        places = set(chart.axial)
        near = {(q, r): places & {(q + x, r + y) for x, y in STEPS} for q, r in places}
        assert min(map(len, near.values())) >= 2
        reached = {chart.axial[0]}
        for _ in places:
            reached = reached.union(*(near[place] for place in reached))
        assert reached == places
        assert chart.advice() == []


def test_ew3_random_maps_have_their_ports_at_least_three_steps_apart(
    maps: tuple[int, list[Map]],
) -> None:
    for chart in maps[1]:
        ports = [at for at, c in zip(chart.axial, chart.cells, strict=True) if c.letter == "P"]
        assert min(steps_between(one, other) for one, other in combinations(ports, 2)) >= 3


def test_ew3_a_random_map_is_the_same_for_the_same_seed(maps: tuple[int, list[Map]]) -> None:
    sea, made = maps
    assert [random_map(seed, sea) for seed in SEEDS[:20]] == made[:20]
    assert len(set(made)) > len(made) * 0.9


def test_ew3_random_maps_are_read_back(maps: tuple[int, list[Map]]) -> None:
    for chart in maps[1]:
        assert Map.read(chart.to_text()) == chart
        assert Map.read(chart.drawing()) == chart


@pytest.mark.parametrize("seed", range(5))
def test_ew3_random_maps_can_be_played(seed: int) -> None:
    chart = random_map(seed, sea=seed)
    start = GAME.start(players=4, seed=seed, map=chart)
    for pos in random_walk(start, seed, decisions=200):
        assert len(pos.view(None)["map"]) == 24 + seed


def test_ew3_a_random_map_has_no_sea_by_default() -> None:
    assert random_map(7) == random_map(7, sea=0)


@pytest.mark.parametrize("sea", [-1, 5, 100])
def test_ew3_a_random_map_with_another_number_of_sea_tiles_is_refused(sea: int) -> None:
    with pytest.raises(BadOption) as caught:
        random_map(7, sea)
    assert str(sea) in str(caught.value)


# Drawing


@pytest.mark.parametrize("chart", [STANDARD, LINE], ids=["standard", "line"])
def test_a_drawing_of_a_given_map_is_well_formed(chart: Map) -> None:
    check_drawing(chart)


@pytest.mark.parametrize("seed", range(20))
def test_a_drawing_of_a_random_map_is_well_formed(seed: int) -> None:
    check_drawing(random_map(seed, sea=seed % 5))


def check_drawing(chart: Map) -> None:
    """Check that a drawing has a polygon and a name for each cell, within its bounds."""
    root = ET.fromstring(svg(chart))
    assert chart._repr_svg_() == svg(chart)
    space = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{space}svg"
    polygons = [*root.iter(f"{space}polygon")]
    assert len(polygons) == len(chart.cells)
    texts = [element.text for element in root.iter(f"{space}text")]
    assert [text for text in texts if text in chart.names] == list(chart.names)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    shapes = [
        [tuple(map(float, point.split(","))) for point in polygon.attrib["points"].split()]
        for polygon in polygons
    ]
    assert len({str(shape) for shape in shapes}) == len(chart.cells)
    for shape in shapes:
        assert len(shape) == 6
        assert all(left <= x <= left + width and top <= y <= top + height for x, y in shape)


def test_a_drawing_shows_tiles_that_touch_with_a_common_edge() -> None:
    """The centres of tiles that touch have equal distances; those of other tiles are farther."""
    root = ET.fromstring(svg(STANDARD))
    middles = []
    for polygon in root.iter("{http://www.w3.org/2000/svg}polygon"):
        points = [tuple(map(float, p.split(","))) for p in polygon.attrib["points"].split()]
        middles.append((sum(x for x, _ in points) / 6, sum(y for _, y in points) / 6))
    for (at, one), (there, other) in combinations(zip(STANDARD.axial, middles, strict=True), 2):
        apart = ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5
        if steps_between(at, there) == 1:
            assert apart == pytest.approx(69.28, abs=0.2)
        else:
            assert apart > 100
