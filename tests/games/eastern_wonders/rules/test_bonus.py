"""Eastern Wonders, bonus tiles: EW14, and the rules that they change."""

from __future__ import annotations

import pytest

from century import Position
from tests.games.eastern_wonders.setup import (
    boat,
    column,
    cubes,
    lying,
    play,
    position,
    shown,
    verbs,
)


def tiles(kind: str, count: int) -> list[str]:
    return [" ".join([kind] * count)]


# Move: more free steps


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
def test_ew14_a_move_tile_gives_one_more_free_step_and_equal_tiles_add_up(count: int) -> None:
    """A ruling: equal tiles add up."""
    pos, steps = position(cubes=["", ""], boats="C3 A3", bonus=tiles("move", count)), 0
    while verbs(pos) != {"anchor"}:
        pos = pos.act(f"sail {'C2' if boat(pos, 0) == 'C3' else 'C3'}")
        steps += 1
    assert steps == 1 + count
    assert lying(pos) == {}


def test_ew14_the_free_steps_are_the_first_ones() -> None:
    """A ruling: the third step costs, and leaves its cube on the tile of the second."""
    pos = position(cubes=["RR", ""], bonus=["move"])
    pos = play(pos, "sail C2, sail C1")
    assert (pos.phase, lying(pos)) == ("sail", {})
    pos = play(pos, "sail B1, drop R")
    assert (boat(pos, 0), lying(pos), cubes(pos, 0)) == ("B1", {"C1": "R"}, "R")


def test_ew14_free_steps_that_are_not_used_are_lost() -> None:
    pos = position(cubes=["", ""], bonus=["move"])
    pos = play(pos, "sail C2, anchor, pass | anchor, pass | sail C3, sail C4")
    assert pos.legal() == ["anchor"]


def test_ew14_the_free_steps_come_back_every_turn() -> None:
    pos = position(cubes=["", ""], bonus=["move"])
    pos = play(pos, "sail C2, sail C1, anchor, pass | anchor, pass | sail C2, sail C3, anchor")
    assert (boat(pos, 0), lying(pos)) == ("C3", {})


def test_ew14_move_tiles_serve_their_owner_alone() -> None:
    pos = position(cubes=["", ""], bonus=["", "move"])
    assert play(pos, "sail C2").legal() == ["anchor"]


def test_ew14_a_view_shows_the_free_steps_left() -> None:
    pos = position(bonus=["move move"])
    free = []
    for token in ("sail C2", "sail C3", "sail C2"):
        free.append(pos.view(None)["acting"]["free"])
        pos = pos.act(token)
    assert (free, pos.view(None)["acting"]["free"]) == ([3, 2, 1], 0)


# Harvest: a red cube with it


@pytest.mark.parametrize(
    ("count", "held"), [(0, "YY"), (1, "YYR"), (2, "YYRR"), (3, "YYRRR"), (4, "YYRRRR")]
)
def test_ew14_a_harvest_tile_gives_a_red_cube_with_each_harvest(count: int, held: str) -> None:
    pos = position(cubes=["", ""], bonus=tiles("harvest", count))
    pos = play(pos, "anchor, harvest")
    assert (cubes(pos, 0), pos.seat) == (held, 1)
    pos = play(pos, "anchor, pass | anchor, harvest")
    assert cubes(pos, 0).count("R") == 2 * count


def test_ew14_harvest_tiles_serve_their_owner_alone_and_nothing_but_harvests() -> None:
    pos = position(cubes=["", ""], bonus=["", "harvest"])
    pos = play(pos, "anchor, harvest | anchor, pass")
    assert (cubes(pos, 0), cubes(pos, 1)) == ("YY", "")


# Upgrade: a cube rises after building


@pytest.mark.parametrize(("colour", "held"), [("Y", "RRGB"), ("R", "YGGB"), ("G", "YRBB")])
def test_ew14_an_upgrade_tile_raises_one_cube_one_step_after_building(
    colour: str, held: str
) -> None:
    pos = position(cubes=["YRGB", ""], boats="C4", bonus=["upgrade"])
    pos = play(pos, "anchor, build")
    assert (pos.seat, pos.legal()) == (0, ["upgrade Y", "upgrade R", "upgrade G", "done"])
    pos = pos.act(f"upgrade {colour}")
    assert (cubes(pos, 0), pos.seat) == (held, 1)


def test_ew14_the_upgrade_may_be_declined() -> None:
    pos = position(cubes=["YRGB", ""], boats="C2", bonus=["upgrade upgrade"])
    pos = play(pos, "anchor, build, done")
    assert (cubes(pos, 0), pos.seat) == ("YRGB", 1)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_ew14_equal_upgrade_tiles_add_up(count: int) -> None:
    """A ruling: the upgrades may raise the same cube or several cubes."""
    start = position(cubes=["YYYB", ""], boats="A2", bonus=tiles("upgrade", count))
    pos = play(start, "anchor, build")
    for left, colour in zip(range(count, 0, -1), "YRG", strict=False):
        assert pos.view(None)["acting"] == {"left": left}
        pos = pos.act(f"upgrade {colour}")
    assert (cubes(pos, 0), pos.seat) == (f"YY{'RGB'[count - 1]}B", 1)
    several = play(start, ", ".join(["anchor, build", *["upgrade Y"] * count]))
    assert cubes(several, 0) == "Y" * (3 - count) + "R" * count + "B"


def test_ew14_some_of_the_upgrades_may_be_declined() -> None:
    pos = position(cubes=["YG", ""], boats="A2", bonus=["upgrade upgrade"])
    pos = play(pos, "anchor, build, upgrade Y, done")
    assert (cubes(pos, 0), pos.seat) == ("RG", 1)


@pytest.mark.parametrize("hold", ["", "B", "BBB"])
def test_ew14_brown_cubes_cannot_rise_and_then_it_is_not_asked(hold: str) -> None:
    pos = position(cubes=[hold, ""], boats="A2", bonus=["upgrade"])
    pos = play(pos, "anchor, build")
    assert (cubes(pos, 0), pos.seat) == (hold, 1)


def test_ew14_upgrading_ends_when_all_cubes_are_brown() -> None:
    pos = position(cubes=["GB", ""], boats="A2", bonus=["upgrade upgrade"])
    pos = play(pos, "anchor, build, upgrade G")
    assert (cubes(pos, 0), pos.seat) == ("BB", 1)


def test_ew14_the_upgrade_comes_after_the_price_and_before_the_trade() -> None:
    pos = position(cubes=["YYRR", "", ""], boats="B2", outposts=["", "B2"], bonus=["upgrade"])
    pos = play(pos, "anchor, build, pay Y, upgrade Y")
    assert (cubes(pos, 0), pos.legal()) == ("RRR", ["trade", "done"])
    assert cubes(pos.act("trade"), 0) == "YYRB"


def test_ew14_the_upgrade_may_make_a_trade_possible_or_impossible() -> None:
    pos = position(cubes=["YR", ""], boats="B2", bonus=["upgrade"])
    assert play(pos, "anchor, build, upgrade Y").legal() == ["trade", "done"]
    pos = position(cubes=["RR", ""], boats="B2", bonus=["upgrade"])
    assert play(pos, "anchor, build, upgrade R").seat == 1


@pytest.mark.parametrize("turn", ["anchor, trade", "anchor, harvest", "anchor, pass"])
def test_ew14_without_building_there_is_no_upgrade(turn: str) -> None:
    pos = position(cubes=["YYY", ""], boats="A2", outposts=["A2"], bonus=["upgrade"])
    assert play(pos, turn).seat == 1


def test_ew14_upgrade_tiles_serve_their_owner_alone() -> None:
    pos = position(cubes=["YY", ""], boats="A2", bonus=["", "upgrade"])
    assert play(pos, "anchor, build").seat == 1


def building_the_first_column(hold: str) -> Position:
    pos = position(cubes=[hold, ""], boats="A2", outposts=["B1 C1 D1"])
    return play(pos, "anchor, build")


def test_ew14_an_upgrade_tile_does_not_serve_the_build_that_won_it() -> None:
    """A ruling."""
    pos = building_the_first_column("Y").act("bonus upgrade")
    assert (cubes(pos, 0), pos.seat) == ("Y", 1)
    pos = play(pos, "anchor, pass | sail A3, anchor, build")
    assert pos.legal() == ["upgrade Y", "done"]


@pytest.mark.parametrize(("kind", "upgrades"), [("upgrade", 1), ("cargo", 1)])
def test_ew14_an_upgrade_tile_held_before_serves_it(kind: str, upgrades: int) -> None:
    before = column(2).removesuffix("A3")
    pos = position(cubes=["GG", ""], boats="A3", outposts=[before], bonus=["upgrade"])
    pos = play(pos, "anchor, build")
    assert verbs(pos) == {"bonus"}
    pos = pos.act(f"bonus {kind}")
    assert (pos.phase, pos.view(None)["acting"]) == ("upgrade", {"left": upgrades})
    pos = pos.act("upgrade G")
    assert (cubes(pos, 0), pos.seat) == ("GB", 1)


# Cargo: a larger hold


@pytest.mark.parametrize(("count", "limit"), [(0, 10), (1, 13), (2, 16), (3, 19), (4, 22)])
def test_ew14_ew19_a_cargo_tile_adds_3_to_the_hold_and_equal_tiles_add_up(
    count: int, limit: int
) -> None:
    bonus = tiles("cargo", count)
    full = position(cubes=["Y" * (limit - 2), ""], bonus=bonus)
    assert play(full, "anchor, harvest").seat == 1
    pos = play(position(cubes=["Y" * (limit - 1), ""], bonus=bonus), "anchor, harvest")
    assert (pos.seat, pos.legal()) == (0, ["discard Y"])
    assert cubes(pos.act("discard Y"), 0) == "Y" * limit


def test_ew14_a_cargo_tile_serves_the_turn_that_won_it() -> None:
    pos = position(cubes=["Y" * 10, ""], boats="A2", outposts=["B1 C1 D1"], lying={"A2": "GG"})
    pos = play(pos, "sail A3, sail A2, drop Y, anchor, collect, build")
    assert play(pos, "bonus cargo, done").seat == 1
    assert play(pos, "bonus move, done").legal() == ["discard Y", "discard G"]


# Points


@pytest.mark.parametrize(
    ("bonus", "points"),
    [
        ("move", 0),
        ("cargo", 0),
        ("harvest", 1),
        ("upgrade", 2),
        ("points6", 6),
        ("points5", 5),
        ("points4", 4),
        ("points3", 3),
        ("harvest harvest harvest harvest", 4),
        ("upgrade upgrade", 4),
        ("points6 points3", 9),
        ("points6 points5 points4 points3", 18),
        ("move harvest upgrade cargo points5", 8),
    ],
)
def test_ew14_ew22_points_of_the_bonus_tiles(bonus: str, points: int) -> None:
    """The points uncovered by emptied columns count too: 0, 1, 2, 2 and 3 in four rows."""
    count = len(bonus.split())
    uncovered = 4 * sum([0, 1, 2, 2, 3][:count])
    assert position(cubes=["", ""], bonus=[bonus]).scores() == [uncovered + points, 0]


def test_ew14_points_tiles_are_taken_6_5_4_3() -> None:
    pos = position(
        cubes=["", ""],
        boats="A2 A2",
        outposts=["B1 C1 D1", "B1 C1 D1 A3"],
        bonus=["", "points6"],
        rounds=3,
    )
    pos = play(pos, "anchor, build, bonus points")
    assert shown(pos, 0)["point_tiles"] == [5]
    assert pos.view(None)["bonus_stacks"]["points"] == [4, 3]
    assert pos.scores()[0] == 5
