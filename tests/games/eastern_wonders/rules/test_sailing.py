"""Eastern Wonders, movement: EW8, and what a turn consists of."""

from __future__ import annotations

import pytest

from century.errors import IllegalMove
from tests.games.eastern_wonders.setup import (
    boat,
    cubes,
    holds,
    lying,
    on,
    play,
    position,
    sails,
    verbs,
)

# A turn: movement and one action, both optional


@pytest.mark.parametrize(
    ("turn", "cell", "held"),
    [
        ("anchor, pass", "C3", "YYYY"),
        ("anchor, harvest", "C3", "YYYYYY"),
        ("sail C4, anchor, pass", "C4", "YYYY"),
        ("sail C4, anchor, harvest", "C4", "YYYYYY"),
    ],
)
def test_ew8_movement_and_action_may_both_be_skipped(turn: str, cell: str, held: str) -> None:
    pos = play(position(), turn)
    assert (boat(pos, 0), cubes(pos, 0), pos.turn) == (cell, held, (1, 1))


def test_ew8_there_is_no_movement_after_the_action() -> None:
    pos = play(position(boats="C3", cubes=["YYYY", ""]), "anchor, build")
    assert pos.seat == 1


@pytest.mark.parametrize("turn", ["anchor", "sail C2, anchor"])
def test_ew8_movement_cannot_continue_after_anchoring(turn: str) -> None:
    pos = play(position(), turn)
    assert not {"sail", "anchor"} & verbs(pos)
    with pytest.raises(IllegalMove) as caught:
        pos.act("sail C2")
    assert caught.value.rule == "EW8"


# EW8: steps


@pytest.mark.parametrize(
    ("here", "near"),
    [
        ("A1", "A2 B1 B2"),
        ("A3", "A2 A4 B3 B4"),
        ("B1", "A1 B2 C1 C2"),
        ("C1", "B1 C2 D1"),
        ("C3", "B2 B3 C2 C4 D2 D3"),
        ("C6", "B5 C5 D5"),
        ("D4", "C4 C5 D3 D5 E3 E4"),
        ("E4", "D4 D5 E3"),
    ],
)
def test_ew8_a_step_goes_to_an_adjacent_tile(here: str, near: str) -> None:
    assert sails(position(boats=f"{here} C4")) == set(near.split())


@pytest.mark.parametrize("hold", ["", "Y", "YYRRGGBB"])
def test_ew8_the_first_step_is_free(hold: str) -> None:
    pos = play(position(cubes=[hold, ""]), "sail B2")
    assert (boat(pos, 0), cubes(pos, 0), lying(pos)) == ("B2", hold, {})
    assert "anchor" in pos.legal()


def test_ew8_a_second_step_costs_a_cube_left_on_the_tile_it_leaves() -> None:
    pos = play(position(cubes=["YYR", ""]), "sail C2, sail C1")
    assert verbs(pos) == {"drop"}
    pos = pos.act("drop Y")
    assert (boat(pos, 0), cubes(pos, 0), lying(pos)) == ("C1", "YR", {"C2": "Y"})


def test_ew8_every_further_step_costs_one_cube() -> None:
    pos = play(
        position(cubes=["YRGB", ""]),
        "sail C2, sail C1, drop Y, sail D1, drop R, sail E1, drop G, sail E2, drop B, anchor",
    )
    assert (boat(pos, 0), cubes(pos, 0)) == ("E2", "")
    assert lying(pos) == {"C2": "Y", "C1": "R", "D1": "G", "E1": "B"}


@pytest.mark.parametrize("colour", "YRGB")
def test_ew8_the_cube_is_the_players_choice(colour: str) -> None:
    pos = play(position(cubes=["YRGB", ""]), "sail C2, sail B1")
    assert pos.legal() == ["drop Y", "drop R", "drop G", "drop B"]
    pos = pos.act(f"drop {colour}")
    assert lying(pos) == {"C2": colour}
    assert cubes(pos, 0) == "YRGB".replace(colour, "")


def test_ew8_only_cubes_in_the_hold_can_be_left_behind() -> None:
    pos = play(position(cubes=["YGG", ""]), "sail C2, sail B1")
    assert pos.legal() == ["drop Y", "drop G"]


def test_ew8_a_single_kind_of_cube_is_still_asked_for() -> None:
    pos = play(position(cubes=["R", ""]), "sail C2, sail B1")
    assert (pos.seat, pos.legal()) == (0, ["drop R"])


def test_ew8_without_cubes_there_is_no_second_step() -> None:
    pos = play(position(cubes=["", ""]), "sail C2")
    assert pos.legal() == ["anchor"]
    pos = play(position(cubes=["R", ""]), "sail C2, sail B1, drop R")
    assert pos.legal() == ["anchor"]


@pytest.mark.parametrize("held", [0, 1, 2, 5, 10])
def test_ew8_there_is_no_other_limit_than_the_cubes(held: int) -> None:
    pos, steps = position(cubes=["Y" * held, ""], boats="C3 A3"), 0
    while sails(pos):
        pos = pos.act(f"sail {'C2' if boat(pos, 0) == 'C3' else 'C3'}")
        steps += 1
        if pos.phase == "drop":
            pos = pos.act("drop Y")
    assert steps == held + 1
    assert sum(map(len, lying(pos).values())) == held


def test_ew8_cubes_join_those_lying_on_the_tile() -> None:
    pos = position(cubes=["YG", ""], lying={"C2": "YRB"})
    assert lying(play(pos, "sail C2, sail C1, drop G")) == {"C2": "YRGB"}


def test_ew8_cubes_left_behind_lie_there_for_the_others() -> None:
    pos = play(
        position(cubes=["G", "Y"], boats="C3 B1"),
        "sail C2, sail D2, drop G, anchor, pass | sail C2, anchor, collect, pass",
    )
    assert holds(pos) == ["", "YG"]
    assert lying(pos) == {}


def test_ew8_cubes_are_left_on_ports_too() -> None:
    pos = play(position(cubes=["Y", ""], boats="B1"), "sail A1, sail A2, drop Y")
    assert lying(pos) == {"A1": "Y"}


def test_ew8_what_lies_on_a_tile_passed_by_cannot_be_taken() -> None:
    pos = play(position(cubes=["Y", ""], lying={"C2": "BBB"}), "sail C2, sail C1, drop Y, anchor")
    assert (pos.phase, cubes(pos, 0), lying(pos)) == ("action", "", {"C2": "YBBB"})


def test_ew8_what_lies_on_the_way_cannot_pay_for_a_step() -> None:
    pos = play(position(cubes=["", ""], lying={"C2": "BBB"}), "sail C2")
    assert pos.legal() == ["anchor"]


def test_ew8_passing_other_boats_is_free() -> None:
    pos = position(cubes=["Y", "", "", ""], boats="C3 C2 C2 C2")
    pos = play(pos, "sail C2, sail C1, drop Y, anchor")
    assert (holds(pos), lying(pos), pos.phase) == ([""] * 4, {"C2": "Y"}, "action")


def test_ew8_leaving_a_tile_with_other_boats_is_free() -> None:
    pos = play(position(cubes=["Y", "", ""], boats="C3 C3 C3"), "sail C2, anchor, pass")
    assert holds(pos) == ["Y", "", ""]


def test_ew8_a_boat_may_return_to_a_tile_it_left() -> None:
    pos = play(position(cubes=["YR", ""]), "sail C2, sail C3, drop Y, sail C2, drop R, anchor")
    assert pos.legal() == ["collect", "leave"]
    assert (boat(pos, 0), lying(pos)) == ("C2", {"C2": "Y", "C3": "R"})


def test_ew8_boats_pass_and_stop_at_closed_ports() -> None:
    pos = position(cubes=["Y", ""], boats="D1", ports={"E1": "closed"})
    assert "E1" in sails(pos)
    assert boat(play(pos, "sail E1, anchor, pass"), 0) == "E1"
    assert boat(play(pos, "sail E1, sail E2, drop Y, anchor, pass"), 0) == "E2"


def test_ew8_only_the_own_boat_moves() -> None:
    pos = play(position(cubes=["Y"] * 3, boats="C3 B4 D4", seat=1), "sail B5, anchor, pass")
    assert [boat(pos, seat) for seat in range(3)] == ["C3", "B5", "D4"]
    assert on(pos, "B5")["boats"] == [1]


@pytest.mark.parametrize(
    ("moved", "steps", "free"),
    [("", 0, 1), ("sail C2", 1, 0), ("sail C2, sail C1, drop Y", 2, 0)],
)
def test_ew8_a_view_shows_the_steps_of_the_movement(moved: str, steps: int, free: int) -> None:
    pos = play(position(), moved) if moved else position()
    assert pos.view(1)["acting"] == {"steps": steps, "free": free, "toll": []}
