"""Eastern Wonders, the end of a movement, tolls and collecting cubes: EW9-EW10."""

from __future__ import annotations

import pytest

from century import Map, Position
from century.errors import IllegalMove
from tests.games.eastern_wonders.setup import (
    boat,
    cubes,
    holds,
    lying,
    play,
    position,
    sails,
    verbs,
)

# All tiles in one line, A1 to A25: A5 is sea, the last four are ports.
LINE = Map.read("\n\n".join("MMMMSMMMMMMMMMMMMMMMMPPPP"))


# EW9: tolls


def test_ew9_ending_on_a_market_tile_with_a_boat_costs_a_cube_to_its_owner() -> None:
    pos = play(position(cubes=["YYR", "G"], boats="C3 C2"), "sail C2, anchor")
    assert (pos.seat, verbs(pos)) == (0, {"pay"})
    pos = pos.act("pay Y")
    assert (holds(pos), pos.phase) == (["YR", "YG"], "action")


def test_ew9_each_of_those_players_gets_one_cube() -> None:
    pos = play(position(cubes=["YYYY", "", "", ""], boats="C3 C2 D5 C2"), "sail C2, anchor")
    pos = play(pos, "pay Y, pay Y")
    assert (holds(pos), pos.phase) == (["YY", "Y", "", "Y"], "action")


@pytest.mark.parametrize(
    ("mover", "expected"),
    [
        (0, ["B", "Y", "R", "G"]),
        (1, ["Y", "B", "R", "G"]),
        (2, ["Y", "R", "B", "G"]),
        (3, ["Y", "R", "G", "B"]),
    ],
)
def test_ew9_several_owners_are_paid_in_seat_order(mover: int, expected: list[str]) -> None:
    boats = ["C2"] * 4
    boats[mover] = "C3"
    hold = ["" for _ in range(4)]
    hold[mover] = "YRGB"
    pos = position(cubes=hold, boats=" ".join(boats), seat=mover)
    assert holds(play(pos, "sail C2, anchor, pay Y, pay R, pay G")) == expected


def test_ew9_the_view_shows_who_is_still_to_be_paid() -> None:
    pos = play(position(cubes=["YYY", "", "", ""], boats="C3 C2 C2 C2"), "sail C2, anchor")
    for owners in ([1, 2, 3], [2, 3], [3]):
        assert pos.view(2)["acting"] == {"to": owners}
        pos = pos.act("pay Y")


def test_ew9_the_cube_is_the_players_choice() -> None:
    pos = play(position(cubes=["YGGB", ""], boats="C3 C2"), "sail C2, anchor")
    assert pos.legal() == ["pay Y", "pay G", "pay B"]
    assert holds(pos.act("pay B")) == ["YGG", "B"]


def test_ew9_toll_is_due_only_where_the_movement_ends() -> None:
    pos = position(cubes=["YY", "", ""], boats="C3 C2 B1")
    pos = play(pos, "sail C2, sail B1, drop Y, anchor, pay Y")
    assert holds(pos) == ["", "", "Y"]


@pytest.mark.parametrize("others", [1, 2, 3])
@pytest.mark.parametrize("held", [0, 1, 2, 3, 4])
def test_ew9_a_boat_that_cannot_pay_all_tolls_may_not_end_there(others: int, held: int) -> None:
    boats = ["C3", *["C2"] * others, *["D5"] * (3 - others)]
    pos = position(cubes=["Y" * held, "", "", ""], boats=" ".join(boats))
    if held == 0:
        assert "C2" not in sails(pos)
        return
    pos = pos.act("sail C2")
    assert ("anchor" in pos.legal()) == (held >= others)


def test_ew9_a_boat_that_cannot_pay_continues_to_a_tile_where_it_can_end() -> None:
    pos = play(position(cubes=["R", "", "", ""], boats="C3 C2 C2 B1"), "sail C2")
    assert "anchor" not in pos.legal()
    assert sails(pos) == {"B2", "C1", "C3", "D1", "D2"}  # B1 could not be paid with nothing left
    pos = play(pos, "sail C1, drop R, anchor")
    assert (boat(pos, 0), lying(pos), pos.phase) == ("C1", {"C2": "R"}, "action")


def test_ew9_without_cubes_a_step_to_other_boats_is_not_legal() -> None:
    pos = position(cubes=["", ""], boats="C3 C2")
    assert sails(pos) == {"B2", "B3", "C4", "D2", "D3"}
    with pytest.raises(IllegalMove) as caught:
        pos.act("sail C2")
    assert caught.value.rule == "EW9"


def test_ew9_a_further_free_step_makes_the_movement_legal() -> None:
    pos = position(cubes=["", "Y"], boats="C3 C2", bonus=["move"])
    assert "C2" in sails(pos)
    pos = pos.act("sail C2")
    assert "anchor" not in pos.legal()
    assert sails(pos) == {"B1", "B2", "C1", "C3", "D1", "D2"}
    assert holds(play(pos, "sail C1, anchor, pass")) == ["", "Y"]


def on_the_line(held: str, boats: str, bonus: str = "") -> Position:
    players = len(boats.split())
    return position(cubes=[held, *[""] * (players - 1)], boats=boats, bonus=[bonus], chart=LINE)


@pytest.mark.parametrize(
    ("held", "boats", "bonus", "legal"),
    [
        # The end of the line is taken: nothing to pay with, and no way back.
        ("", "A2 A1", "", {"A3"}),
        # With a free step more there is a way back to the own tile.
        ("", "A2 A1", "move", {"A1", "A3"}),
        # But not if that is another boat's tile too.
        ("", "A2 A1 A2", "move", {"A3"}),
        # A third free step goes past it, to A3.
        ("", "A2 A1 A2", "move move", {"A1", "A3"}),
        # Unless a boat is on A3 as well: a fourth is needed for A4.
        ("", "A2 A1 A2 A3", "move move", {"A3"}),
        ("", "A2 A1 A2 A3", "move move move", {"A1", "A3"}),
        # A cube pays for the boat at the end of the line.
        ("Y", "A2 A1 A2", "", {"A1", "A3"}),
        # Two boats there: one cube pays a step back to where it cannot end.
        ("Y", "A2 A1 A1", "", {"A1", "A3"}),
        ("Y", "A2 A1 A1 A2", "", {"A3"}),
        ("Y", "A2 A1 A1 A2", "move", {"A1", "A3"}),
        ("YY", "A2 A1 A1 A2", "", {"A1", "A3"}),
        # Three boats there and two cubes: back to A2, on to A3.
        ("YY", "A2 A1 A1 A1", "", {"A1", "A3"}),
    ],
)
def test_ew9_a_step_from_which_no_legal_end_can_be_reached_is_not_legal(
    held: str, boats: str, bonus: str, legal: set[str]
) -> None:
    assert sails(on_the_line(held, boats, bonus)) == legal


@pytest.mark.parametrize(
    ("held", "boats", "bonus"),
    [
        ("", "A2 A1", "move"),
        ("", "A2 A1 A2", "move move"),
        ("", "A2 A1 A2 A3", "move move move"),
        ("Y", "A2 A1 A1", ""),
        ("Y", "A2 A1 A1 A2", "move"),
        ("YY", "A2 A1 A1 A1", ""),
        ("YY", "A3 A1 A2 A2", ""),
    ],
)
def test_ew9_every_movement_can_be_ended(held: str, boats: str, bonus: str) -> None:
    """Every position on the way has a legal action."""
    open_ends, ended = [on_the_line(held, boats, bonus)], 0
    for _ in range(1000):
        if not open_ends:
            break
        pos = open_ends.pop()
        assert pos.legal()
        if pos.phase in ("sail", "drop", "toll"):
            open_ends += map(pos.act, pos.legal())
        else:
            ended += 1
    assert not open_ends
    assert ended > 1


@pytest.mark.parametrize(("cell", "port"), [("B1", "A1"), ("D5", "E4"), ("A3", "A4")])
def test_ew9_ports_are_free_of_toll(cell: str, port: str) -> None:
    """A ruling: the text names market tiles."""
    pos = position(cubes=["", "Y", "R"], boats=f"{cell} {port} {port}")
    pos = play(pos, f"sail {port}, anchor")
    assert (boat(pos, 0), pos.phase, holds(pos)) == (port, "action", ["", "Y", "R"])


def test_ew9_a_closed_port_is_free_of_toll() -> None:
    pos = position(cubes=["", "Y"], boats="D1 E1", ports={"E1": "closed"})
    assert play(pos, "sail E1, anchor").phase == "action"


def test_ew9_sea_is_free_of_toll() -> None:
    """A ruling."""
    pos = play(on_the_line("", "A4 A5 A5"), "sail A5, anchor")
    assert (boat(pos, 0), pos.phase) == ("A5", "action")


def test_ew9_outposts_of_others_cost_no_toll() -> None:
    pos = position(cubes=["Y", "R"], boats="C3 D5", outposts=["", "C2"])
    assert play(pos, "sail C2, anchor").phase == "action"


def test_ew9_returning_to_a_shared_tile_counts_as_movement() -> None:
    pos = position(cubes=["YR", ""], boats="C3 C3")
    pos = play(pos, "sail C2, sail C3, drop Y, anchor")
    assert (pos.phase, pos.legal()) == ("toll", ["pay R"])
    assert holds(pos.act("pay R")) == ["", "R"]


def test_ew9_the_return_must_be_payable_too() -> None:
    pos = play(position(cubes=["Y", ""], boats="C3 C3"), "sail C2")
    assert "C3" not in sails(pos)
    assert sails(pos) == {"B1", "B2", "C1", "D1", "D2"}


def test_ew9_what_lies_on_the_tile_cannot_pay_the_toll() -> None:
    pos = position(cubes=["", ""], boats="C3 C2", lying={"C2": "YYYY"})
    assert "C2" not in sails(pos)


# EW10: collecting cubes, and turns without movement


@pytest.mark.parametrize(
    ("decision", "held", "left"), [("collect", "YYRRGB", {}), ("leave", "YR", {"C2": "YRGB"})]
)
def test_ew10_all_cubes_on_the_tile_or_none_may_be_taken(
    decision: str, held: str, left: dict[str, str]
) -> None:
    pos = play(position(cubes=["YR", ""], lying={"C2": "YRGB"}), "sail C2, anchor")
    assert pos.legal() == ["collect", "leave"]
    pos = pos.act(decision)
    assert (cubes(pos, 0), lying(pos), pos.phase) == (held, left, "action")


def test_ew10_collecting_is_asked_only_if_cubes_lie_there() -> None:
    pos = position(cubes=["YR", ""], lying={"C4": "B"})
    assert play(pos, "sail C2, anchor").phase == "action"


def test_ew10_the_toll_is_paid_before_taking_cubes() -> None:
    pos = position(cubes=["Y", "R"], boats="C3 C2", lying={"C2": "BB"})
    pos = play(pos, "sail C2, anchor")
    assert pos.legal() == ["pay Y"]
    pos = pos.act("pay Y")
    assert pos.legal() == ["collect", "leave"]
    assert holds(pos.act("collect")) == ["BB", "YR"]


def test_ew10_cubes_on_ports_may_be_taken() -> None:
    pos = position(cubes=["", "Y"], boats="B1 A1", lying={"A1": "GR"})
    assert cubes(play(pos, "sail A1, anchor, collect"), 0) == "RG"


def test_ew10_only_the_cubes_of_that_tile_are_taken() -> None:
    pos = position(cubes=["", ""], lying={"C2": "Y", "C3": "R", "C1": "G"})
    pos = play(pos, "sail C2, anchor, collect")
    assert (cubes(pos, 0), lying(pos)) == ("Y", {"C3": "R", "C1": "G"})


def test_ew10_without_movement_there_is_neither_toll_nor_taking() -> None:
    """A ruling."""
    pos = position(cubes=["Y", "R"], boats="C3 C3", lying={"C3": "BB"}).act("anchor")
    assert (pos.phase, holds(pos), lying(pos)) == ("action", ["Y", "R"], {"C3": "BB"})


def test_ew10_without_movement_one_may_stay_among_boats_one_cannot_pay() -> None:
    pos = position(cubes=["", "", ""], boats="C3 C3 C3")
    assert "anchor" in pos.legal()
    assert play(pos, "anchor, pass").seat == 1


def test_ew10_returning_to_the_own_tile_is_movement_and_allows_taking() -> None:
    pos = position(cubes=["Y", ""], lying={"C3": "BB"})
    pos = play(pos, "sail C2, sail C3, drop Y, anchor, collect")
    assert (cubes(pos, 0), lying(pos)) == ("BB", {"C2": "Y"})


def test_ew10_cubes_left_behind_in_the_same_turn_may_be_taken_again() -> None:
    pos = play(position(cubes=["YR", ""]), "sail C2, sail C1, drop Y, sail C2, drop R, anchor")
    assert pos.legal() == ["collect", "leave"]
    pos = pos.act("collect")
    assert (cubes(pos, 0), lying(pos)) == ("Y", {"C1": "R"})


def test_ew10_cubes_taken_serve_the_action_of_the_same_turn() -> None:
    pos = position(cubes=["", ""], boats="B1", lying={"A1": "GGGG"})
    pos = play(pos, "sail A1, anchor, collect, claim")
    assert (cubes(pos, 0), pos.view(0)["seats"][0]["points"]) == ("", 12)


def test_ew10_cubes_left_lie_there_for_the_next_player() -> None:
    pos = position(cubes=["", "Y"], boats="C3 C1", lying={"C2": "G"})
    pos = play(pos, "sail C2, anchor, leave, pass | sail C2, anchor, pay Y, collect, pass")
    assert (holds(pos), lying(pos)) == (["Y", "G"], {})
