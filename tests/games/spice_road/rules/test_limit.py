"""Spice Road, the caravan limit and the supply of cubes: SR15-SR16."""

from __future__ import annotations

import pytest

from tests.games.spice_road.setup import cubes, merchant_row, outcomes, play, position, verbs

# SR15: the caravan limit


def test_sr15_ten_cubes_are_allowed() -> None:
    pos = position(cubes=["YYYYYYYY", ""]).act("play YY")
    assert (cubes(pos, 0), pos.seat, pos.phase) == ("Y" * 10, 1, "turn")


def test_sr15_an_eleventh_cube_must_be_returned_before_the_turn_passes() -> None:
    pos = position(cubes=["YYYYYYYYY", ""]).act("play YY")
    assert (cubes(pos, 0), pos.seat, pos.legal()) == ("Y" * 11, 0, ["discard Y"])
    pos = pos.act("discard Y")
    assert (cubes(pos, 0), pos.seat, pos.phase) == ("Y" * 10, 1, "turn")


def test_sr15_cubes_are_returned_one_by_one_until_ten_are_left() -> None:
    pos = position(cubes=["Y" * 10, ""], hand=["YYYY"]).act("play YYYY")
    for held in (14, 13, 12, 11):
        assert (len(cubes(pos, 0)), pos.seat) == (held, 0)
        assert verbs(pos) == {"discard"}
        pos = pos.act("discard Y")
    assert (len(cubes(pos, 0)), pos.seat) == (10, 1)


def test_sr15_the_cubes_returned_are_the_players_choice() -> None:
    pos = position(cubes=["YYYYYRRGGB", ""]).act("play YY")
    assert pos.legal() == ["discard Y", "discard R", "discard G", "discard B"]
    assert cubes(play(pos, "discard B, discard G"), 0) == "YYYYYYYRRG"


def test_sr15_every_choice_of_cubes_to_return_is_possible() -> None:
    pos = position(cubes=["YYYYYYYYRB", ""])
    assert outcomes(pos, "play YY") == {
        "YYYYYYYYRB",
        "YYYYYYYYYR",
        "YYYYYYYYYB",
        "YYYYYYYYYY",
    }


def test_sr15_a_colour_that_is_not_held_cannot_be_returned() -> None:
    pos = position(cubes=["YYYYYYYYYR", ""]).act("play YY").act("discard R")
    assert pos.legal() == ["discard Y"]


def test_sr15_during_the_turn_there_is_no_limit() -> None:
    """There are twelve cubes after the first trade and thirty after the tenth."""
    pos = position(cubes=["RRRRRRRRRR", ""], hand=["R>YYY"]).act("play R>YYY")
    assert (cubes(pos, 0), pos.legal()) == ("YYYRRRRRRRRR", ["trade", "done"])
    pos = play(pos, ", ".join(["trade"] * 9))
    assert (cubes(pos, 0), pos.legal()) == ("Y" * 30, ["discard Y"])


def test_sr15_cubes_over_the_limit_can_still_pay_for_trades_of_the_same_turn() -> None:
    pos = position(cubes=["RRRRRRRRRR", ""], hand=["RR>YYYG"])
    pos = play(pos, "play RR>YYYG, trade, trade, trade")
    assert cubes(pos, 0) == "Y" * 12 + "RR" + "GGGG"
    assert pos.legal() == ["trade", "done"]


def test_sr15_cubes_over_the_limit_are_returned_after_the_last_trade() -> None:
    pos = play(position(cubes=["RRRRRRRRRR", ""], hand=["R>YYY"]), "play R>YYY, done")
    assert (pos.seat, pos.legal()) == (0, ["discard Y", "discard R"])
    assert cubes(play(pos, "discard R, discard R"), 0) == "YYYRRRRRRR"


def test_sr15_cubes_taken_with_an_acquired_card_count_too() -> None:
    pos = position(cubes=["YYYYYYYYYY", ""], row="YYY+RB").act("acquire 1")
    assert (cubes(pos, 0), pos.legal()) == (
        "YYYYYYYYYYRB",
        ["discard Y", "discard R", "discard B"],
    )


def test_sr15_cubes_paid_in_the_same_turn_no_longer_count() -> None:
    pos = position(cubes=["YYYYYYYYYY", ""], row="YYY YR+B")
    pos = play(pos, "acquire 2, pay Y")
    assert (cubes(pos, 0), pos.seat) == ("YYYYYYYYYB", 1)


def test_sr15_ten_upgraded_cubes_are_still_ten() -> None:
    pos = play(position(cubes=["YYYYYYYYYY", ""]), "play up2, upgrade Y, upgrade Y")
    assert (cubes(pos, 0), pos.seat) == ("YYYYYYYYRR", 1)


def test_sr15_returned_cubes_go_to_the_supply() -> None:
    before = position(cubes=["YYYYYYYYYY", "R"], row="YYY+B YR")
    after = play(before, "play YY, discard Y, discard Y")
    assert cubes(after, 1) == "R"
    assert merchant_row(after) == merchant_row(before)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_sr15_only_the_player_whose_turn_ends_returns_cubes(seat: int) -> None:
    pos = position(cubes=["YYYYYYYYYY"] * 3, seat=seat).act("play YY")
    assert (pos.seat, pos.phase) == (seat, "discard")
    pos = play(pos, "discard Y, discard Y")
    assert (pos.seat, pos.phase) == ((seat + 1) % 3, "turn")
    assert [cubes(pos, other) for other in range(3)] == ["YYYYYYYYYY"] * 3


# SR16: the supply


def test_sr16_the_supply_of_cubes_is_unlimited() -> None:
    """More brown cubes are in use here than the box holds of all colours (105)."""
    pile = "B" * 20
    pos = position(
        cubes=["B" * 9, *["B" * 10] * 4], hand=["B"], row=f"YYY+{pile} YR+{pile} G+{pile} RR+{pile}"
    )
    shown = pos.view(None)
    in_use = "".join(place["cubes"] for place in shown["seats"] + shown["merchant_row"])
    assert in_use.count("B") > 105
    assert cubes(pos.act("play B"), 0) == "B" * 10


def test_sr16_trades_never_fail_because_the_supply_is_empty() -> None:
    pos = position(cubes=["G" * 10, *["Y" * 10] * 4], hand=["G>YYYYR"])
    pos = play(pos, ", ".join(["play G>YYYYR", *["trade"] * 9]))
    assert cubes(pos, 0) == "Y" * 40 + "R" * 10
