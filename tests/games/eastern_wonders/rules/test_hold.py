"""Eastern Wonders, harvests, the hold and the supply: EW18-EW20."""

from __future__ import annotations

import pytest

from century import Map
from tests.games.eastern_wonders.setup import (
    boat,
    cubes,
    holds,
    lying,
    play,
    position,
    verbs,
)

# A line of tiles, A1 to A25: A2 is sea, the last four are ports.
LINE = Map.read("\n\n".join("MSMMMMMMMMMMMMMMMMMMMPPPP"))


# EW18: harvest


@pytest.mark.parametrize("cell", ["C3", "A2", "A1", "E4"])
@pytest.mark.parametrize("hold", ["", "RGB"])
def test_ew18_a_harvest_takes_two_yellow_cubes_anywhere(cell: str, hold: str) -> None:
    pos = play(position(cubes=[hold, ""], boats=cell), "anchor, harvest")
    assert (cubes(pos, 0), pos.seat) == ("YY" + hold, 1)


def test_ew18_a_harvest_is_legal_at_a_closed_port_and_at_sea() -> None:
    pos = position(cubes=["", ""], boats="A1", ports={"A1": "closed"})
    assert cubes(play(pos, "anchor, harvest"), 0) == "YY"
    pos = position(cubes=["", ""], boats="A2 A9", chart=LINE)
    assert cubes(play(pos, "anchor, harvest"), 0) == "YY"


def test_ew18_outposts_and_other_boats_do_not_prevent_a_harvest() -> None:
    pos = position(cubes=["", "", ""], boats="C3 C3", outposts=["C3", "C3"])
    assert holds(play(pos, "anchor, harvest")) == ["YY", "", ""]


def test_ew18_a_harvest_is_legal_after_any_movement() -> None:
    pos = play(position(cubes=["R", ""]), "sail C2, sail C1, drop R, anchor, harvest")
    assert (cubes(pos, 0), boat(pos, 0), pos.seat) == ("YY", "C1", 1)


def test_ew18_a_harvest_is_the_action_of_the_turn() -> None:
    pos = play(position(cubes=["", ""]), "anchor, harvest")
    assert (pos.seat, pos.phase) == (1, "sail")


# EW19: the hold limit


@pytest.mark.parametrize(("held", "returned"), [(8, 0), (9, 1), (10, 2)])
def test_ew19_at_the_end_of_the_turn_cubes_are_returned_until_10_are_left(
    held: int, returned: int
) -> None:
    pos = play(position(cubes=["Y" * held, ""]), "anchor, harvest")
    for left in range(returned, 0, -1):
        assert (len(cubes(pos, 0)), pos.seat, verbs(pos)) == (10 + left, 0, {"discard"})
        pos = pos.act("discard Y")
    assert (len(cubes(pos, 0)), pos.seat, pos.phase) == (10, 1, "sail")


def test_ew19_the_cubes_returned_are_the_players_choice() -> None:
    pos = play(position(cubes=["YYYYYRRGGB", ""]), "anchor, harvest")
    assert pos.legal() == ["discard Y", "discard R", "discard G", "discard B"]
    pos = play(pos, "discard B, discard G")
    assert (cubes(pos, 0), pos.seat) == ("YYYYYYYRRG", 1)


def test_ew19_a_colour_that_is_not_held_cannot_be_returned() -> None:
    pos = play(position(cubes=["YYYYYYYYYR", ""]), "anchor, harvest, discard R")
    assert pos.legal() == ["discard Y"]


def test_ew19_cubes_returned_go_to_the_supply() -> None:
    pos = play(position(cubes=["Y" * 9, "R"]), "anchor, harvest, discard Y")
    assert (holds(pos), lying(pos)) == (["Y" * 10, "R"], {})


def test_ew19_during_the_turn_there_is_no_limit() -> None:
    """Thirty cubes after five trades of G>YYYYR."""
    pos = position(cubes=["GGGGGRRRRR", ""], boats="B4", outposts=["B4"])
    pos = play(pos, "anchor, trade, trade, trade, trade, trade")
    assert (cubes(pos, 0), verbs(pos)) == ("Y" * 20 + "R" * 10, {"discard"})
    pos = play(pos, ", ".join(["discard Y"] * 20))
    assert (cubes(pos, 0), pos.seat) == ("R" * 10, 1)


def test_ew19_cubes_taken_up_count_only_at_the_end_of_the_turn() -> None:
    pos = position(cubes=["Y" * 10, ""], boats="B1", lying={"A1": "GGGGB"})
    pos = play(pos, "sail A1, anchor, collect")
    assert (len(cubes(pos, 0)), pos.phase) == (15, "action")
    assert "claim" in pos.legal()
    pos = play(pos, "claim, discard B")
    assert (cubes(pos, 0), pos.seat) == ("Y" * 10, 1)


@pytest.mark.parametrize("action", ["pass", "harvest", "build"])
def test_ew19_the_limit_holds_after_every_action_and_after_none(action: str) -> None:
    pos = position(cubes=["Y" * 10, ""], boats="C4", lying={"C3": "R"})
    pos = play(pos, f"sail C3, anchor, collect, {action}")
    assert (pos.seat, verbs(pos)) == (0, {"discard"})


def test_ew19_the_limit_holds_after_a_trade_has_been_declined() -> None:
    pos = position(cubes=["Y" * 10, ""], boats="A3", lying={"A2": "R"})
    pos = play(pos, "sail A2, anchor, collect, build, done")
    assert pos.legal() == ["discard Y", "discard R"]


def test_ew19_tolls_received_may_lift_a_hold_over_the_limit_until_then() -> None:
    pos = position(cubes=["Y", "R" * 10, "G"], boats="C3 C2 C1")
    pos = play(pos, "sail C2, anchor, pay Y, pass")
    assert (pos.seat, pos.phase, cubes(pos, 1)) == (1, "sail", "Y" + "R" * 10)
    pos = play(pos, "anchor, pass")
    assert (pos.seat, pos.legal()) == (1, ["discard Y", "discard R"])
    pos = pos.act("discard Y")
    assert (pos.seat, cubes(pos, 1)) == (2, "R" * 10)


def test_ew19_three_tolls_lift_a_full_hold_to_13() -> None:
    pos = position(cubes=["R" * 10, "Y", "YY", "YYY"], boats="C2 C3 C1 D2", seat=1)
    pos = play(pos, "sail C2, anchor, pay Y, pass")
    pos = play(pos, "sail C2, anchor, pay Y, pay Y, pass")
    pos = play(pos, "sail C2, anchor, pay Y, pay Y, pay Y, pass")
    assert (pos.turn, cubes(pos, 0)) == ((2, 0), "YYY" + "R" * 10)
    assert play(pos, "anchor, pass, discard Y, discard Y, discard Y").seat == 1


def test_ew19_over_the_limit_one_may_still_spend_the_cubes() -> None:
    pos = position(cubes=["Y", "Y" * 10], boats="A3 A2", outposts=["", "A2"])
    pos = play(pos, "sail A2, anchor, pay Y, pass | anchor, trade, done")
    assert (pos.turn, cubes(pos, 1)) == ((2, 0), "Y" * 8 + "B")


def test_ew19_only_the_player_whose_turn_ends_returns_cubes() -> None:
    pos = position(cubes=["Y" * 10, "R" * 12, "G"])
    pos = play(pos, "anchor, harvest, discard Y, discard Y")
    assert (pos.seat, pos.phase, cubes(pos, 1)) == (1, "sail", "R" * 12)


# EW20: the supply


def test_ew20_the_supply_of_cubes_is_unlimited() -> None:
    """A ruling. More brown cubes are in use here than the box holds (about a hundred)."""
    heap = "B" * 50
    pos = position(
        cubes=["YYYBBBBB", *["B" * 10] * 3],
        boats="A2",
        outposts=["A2"],
        lying={"C3": heap, "D3": heap, "E3": heap},
    )
    assert cubes(play(pos, "anchor, trade"), 0) == "B" * 6


def test_ew20_trades_never_fail_because_the_supply_is_empty() -> None:
    pos = position(cubes=["G" * 10, *["Y" * 10] * 3], boats="B4", outposts=["B4"])
    pos = play(pos, ", ".join(["anchor", *["trade"] * 10]))
    assert cubes(pos, 0) == "Y" * 40 + "R" * 10
