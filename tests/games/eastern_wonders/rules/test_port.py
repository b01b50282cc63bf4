"""Eastern Wonders, the port action: EW16-EW17."""

from __future__ import annotations

import pytest

from century import Position
from century.errors import IllegalMove
from tests.games.eastern_wonders.setup import (
    COSTS,
    POINTS_OF,
    claims,
    cubes,
    holds,
    lying,
    play,
    port_tiles,
    position,
    shown,
)

PORTS = ["A1", "A4", "E1", "E4"]


def pile_of(pos: Position) -> int:
    return int(pos.view(None)["vp_pile"])


# EW16: claiming


@pytest.mark.parametrize("port", PORTS)
def test_ew16_on_a_port_pay_the_cubes_of_its_tile_and_take_it(port: str) -> None:
    pos = position(cubes=["YRRGGBBB", ""], boats=port, ports={port: "RRGB"})
    pos = play(pos, "anchor, claim")
    assert (cubes(pos, 0), pos.seat) == ("YGBB", 1)
    assert pos.view(0)["seats"][0]["tiles"] == [{"cost": "RRGB", "points": 12}]


@pytest.mark.parametrize("cost", COSTS)
def test_ew16_every_tile_costs_its_cubes_and_is_worth_its_points(cost: str) -> None:
    pos = position(cubes=[cost, ""], boats="A1", ports={"A1": cost})
    pos = play(pos, "anchor, claim")
    assert (cubes(pos, 0), pos.scores()[0]) == ("", POINTS_OF[cost])
    for short in (cost[1:], cost[:-1]):
        poor = position(cubes=[short, ""], boats="A1", ports={"A1": cost})
        assert "claim" not in poor.act("anchor").legal()


def test_ew16_other_cubes_do_not_stand_in_for_the_right_ones() -> None:
    pos = position(cubes=["YYYYYYRRBB", ""], boats="A1", ports={"A1": "GGGG"}).act("anchor")
    assert pos.legal() == ["harvest", "pass"]
    with pytest.raises(IllegalMove) as caught:
        pos.act("claim")
    assert (caught.value.reason, caught.value.rule) == ("needs 4 more G", "EW16")


def test_ew16_the_cubes_go_to_the_supply() -> None:
    pos = position(cubes=["GGGG", "Y", "R"], boats="A1 A1 A1", ports={"A1": "GGGG"})
    pos = play(pos, "anchor, claim")
    assert (holds(pos), lying(pos)) == (["", "Y", "R"], {})


def test_ew16_on_a_market_tile_nothing_is_claimed() -> None:
    pos = position(cubes=["GGGG", ""], boats="B1", ports={"A1": "GGGG"})
    assert "claim" not in pos.act("anchor").legal()
    assert "claim" in play(pos, "sail A1, anchor").legal()


def test_ew16_only_the_tile_of_the_port_one_is_on_is_claimed() -> None:
    pos = position(cubes=["BBBB", ""], boats="A1", ports={"A1": "GGGG", "E4": "BBBB"})
    assert "claim" not in pos.act("anchor").legal()


def test_ew16_boats_of_others_in_the_port_do_not_matter() -> None:
    pos = position(cubes=["GGGG", "", ""], boats="B1 A1 A1", ports={"A1": "GGGG"})
    assert claims(play(pos, "sail A1, anchor, claim"), 0) == 1


def test_ew16_one_tile_a_turn() -> None:
    pos = position(cubes=["GGGGBBBB", ""], boats="A1", ports={"A1": "GGGG"}, pile="BBBB")
    assert play(pos, "anchor, claim").seat == 1


def test_ew16_the_port_is_refilled_from_the_pile() -> None:
    pos = position(cubes=["GGGG", ""], boats="A1", ports={"A1": "GGGG"}, pile="YRGB GGBB")
    before = port_tiles(pos)
    pos = play(pos, "anchor, claim")
    assert port_tiles(pos) == before | {"A1": "YRGB"}
    assert pile_of(pos) == 22


def test_ew16_the_tiles_come_from_the_pile_in_their_order() -> None:
    pos = position(
        cubes=["GGGG", "YRGB", "GGBB"],
        boats="A1 A1 A1",
        ports={"A1": "GGGG"},
        pile="YRGB GGBB RRGB",
    )
    pos = play(pos, "anchor, claim | anchor, claim | anchor, claim")
    assert [claims(pos, seat) for seat in range(3)] == [1, 1, 1]
    assert port_tiles(pos)["A1"] == "RRGB"
    assert pile_of(pos) == 20


@pytest.mark.parametrize("port", PORTS)
def test_ew16_if_the_closed_port_tile_turns_up_that_port_is_closed(port: str) -> None:
    pos = position(cubes=["GGGG", ""], boats=port, ports={port: "GGGG"}, pile="closed YRGB")
    before = port_tiles(pos)
    pos = play(pos, "anchor, claim")
    assert port_tiles(pos) == before | {port: "closed"}
    assert pile_of(pos) == 22
    assert claims(pos, 0) == 1


def test_ew16_at_a_closed_port_nobody_claims() -> None:
    pos = position(cubes=["GGGG", "YYYRRRGGGB"], boats="A1 A1", pile="closed YRGB")
    pos = play(pos, "anchor, claim | anchor")
    assert pos.legal() == ["harvest", "pass"]
    with pytest.raises(IllegalMove) as caught:
        pos.act("claim")
    assert caught.value.rule == "EW16"


def test_ew16_boats_may_stop_at_a_closed_port() -> None:
    pos = position(cubes=["", ""], boats="B1", ports={"A1": "closed"})
    pos = play(pos, "sail A1, anchor, harvest")
    assert (shown(pos, 0)["boat"], cubes(pos, 0)) == ("A1", "YY")


def test_ew16_a_claimed_tile_does_not_come_back() -> None:
    pos = play(position(cubes=["GGGG", ""], boats="A1"), "anchor, claim")
    fields = dict(part.split("=", 1) for part in pos.to_text().split()[1:])
    assert "GGGG" not in fields["tiles"].split(",") + fields["pile"].split(",")
    assert fields["claimed"] == "0:GGGG"


# EW17: the closed port moves


@pytest.mark.parametrize(("closed", "port"), [("A1", "E4"), ("E4", "A1"), ("A4", "E1")])
def test_ew17_a_claim_moves_the_closed_port_tile_and_the_port_it_leaves_gets_a_new_one(
    closed: str, port: str
) -> None:
    pos = position(
        cubes=["GGGG", ""], boats=port, ports={port: "GGGG", closed: "closed"}, pile="YRGB GGBB"
    )
    before = port_tiles(pos)
    pos = play(pos, "anchor, claim")
    assert port_tiles(pos) == before | {port: "closed", closed: "YRGB"}
    assert pile_of(pos) == 21


def test_ew17_every_later_claim_moves_it() -> None:
    pos = position(
        cubes=["GGGG", "YYGGG", "YRGB"],
        boats="A1 E1 A1",
        pile="closed YRGB GGBB",
        claimed=["YGGB"],
    )
    assert port_tiles(pos) == {"A1": "GGGG", "A4": "RRBB", "E1": "YYGGG", "E4": "BBBB"}
    seen = []
    for _ in range(3):
        pos = play(pos, "anchor, claim")
        seen.append(port_tiles(pos))
    assert seen == [
        {"A1": "closed", "A4": "RRBB", "E1": "YYGGG", "E4": "BBBB"},
        {"A1": "YRGB", "A4": "RRBB", "E1": "closed", "E4": "BBBB"},
        {"A1": "closed", "A4": "RRBB", "E1": "GGBB", "E4": "BBBB"},
    ]


def test_ew17_there_is_never_more_than_one_closed_port() -> None:
    pos = position(cubes=["GGGG", "RRBB"], boats="A1 A4", pile="closed")
    pos = play(pos, "anchor, claim | anchor, claim")
    assert list(port_tiles(pos).values()).count("closed") == 1
    assert pos.to_text().count("closed") == 1


def test_ew17_tiles_can_be_claimed_at_a_reopened_port() -> None:
    pos = position(
        cubes=["GGGG", "YRGB"], boats="E4 A1", ports={"A1": "closed", "E4": "GGGG"}, pile="YRGB"
    )
    pos = play(pos, "anchor, claim | anchor, claim")
    assert (claims(pos, 0), claims(pos, 1)) == (1, 2)


def test_ew17_other_actions_do_not_move_it() -> None:
    pos = position(cubes=["YYYY", ""], boats="A1", ports={"A1": "closed"})
    before = port_tiles(pos)
    assert port_tiles(play(pos, "anchor, harvest | anchor, build")) == before


def test_ew17_cubes_and_boats_stay_where_they_are_when_it_moves() -> None:
    pos = position(
        cubes=["GGGG", ""], boats="E4 A1", ports={"E4": "GGGG", "A1": "closed"}, lying={"A1": "YR"}
    )
    pos = play(pos, "anchor, claim")
    assert lying(pos) == {"A1": "YR"}
    assert [shown(pos, seat)["boat"] for seat in (0, 1)] == ["E4", "A1"]


# Consequences of the rules


def test_ew16_ew17_ew21_the_vp_pile_cannot_run_out() -> None:
    """At most four players take their fourth tile in one round: 16 claims of 22 tiles."""
    pos = position(
        cubes=["GGGG", "RRBB", "YYGGG", "YRGB"],
        boats="A1 A4 E1 E4",
        ports={"E4": "closed"},
        pile="YRGB",
        claims=[3, 3, 3, 3],
    )
    pos = play(pos, " | ".join(["anchor, claim"] * 4))
    assert pos.over
    assert [claims(pos, seat) for seat in range(4)] == [4, 4, 4, 4]
    assert pile_of(pos) == 23 - 16
    assert list(port_tiles(pos).values()).count("closed") == 1
