"""Eastern Wonders, the market action: EW11-EW13 and EW15."""

from __future__ import annotations

import pytest

from century import Map, Position
from century.errors import IllegalMove
from tests.games.eastern_wonders.setup import (
    LAYOUT,
    TYPES,
    boat,
    built,
    column,
    cubes,
    holds,
    lying,
    on,
    play,
    position,
    shown,
    verbs,
)
from tests.oracle.eastern_wonders_data import MARKET_TILES

CELL_OF = {"ginger": "B1", "chili": "D1", "tea": "C1", "cloves": "A2"}
TILES = [(kind, trade) for kind, trades in MARKET_TILES.items() for trade in trades]
# A line of tiles, A1 to A25: A2 is sea, the last four are ports.
LINE = Map.read("\n\n".join("MSMMMMMMMMMMMMMMMMMMMPPPP"))


def can_build(pos: Position) -> bool:
    return "build" in pos.act("anchor").legal()


# EW11: building and its price


def test_ew11_on_a_market_tile_without_outposts_building_is_free() -> None:
    pos = play(position(cubes=["", ""], boats="B2"), "anchor, build")
    assert on(pos, "B2")["outposts"] == [0]
    assert (cubes(pos, 0), pos.seat) == ("", 1)


def test_ew11_with_an_outpost_of_ones_own_there_is_no_second_one() -> None:
    assert not can_build(position(cubes=["YYYY", ""], boats="B2", outposts=["B2"]))


@pytest.mark.parametrize("port", ["A1", "A4", "E1", "E4"])
def test_ew11_ports_bear_no_outposts(port: str) -> None:
    assert not can_build(position(cubes=["YYYY", ""], boats=port))


def test_ew3_ew11_on_sea_nothing_is_built() -> None:
    assert not can_build(position(cubes=["YYYY", ""], boats="A2 A9", chart=LINE))


@pytest.mark.parametrize(
    ("players", "others", "price"),
    [(2, 0, 0), (2, 1, 2), (3, 0, 0), (3, 1, 1), (3, 2, 2), (4, 1, 1), (4, 2, 2), (4, 3, 3)],
)
def test_ew11_one_cube_per_outpost_of_another_player_or_two_cubes_with_two_players(
    players: int, others: int, price: int
) -> None:
    outposts = ["", *["C3"] * others]
    if price:
        poor = position(cubes=["Y" * (price - 1), *[""] * (players - 1)], outposts=outposts)
        assert not can_build(poor)
    pos = position(cubes=["Y" * price, *[""] * (players - 1)], outposts=outposts)
    pos = play(pos, "anchor, build")
    for left in range(price, 0, -1):
        assert pos.view(None)["acting"] == {"left": left}
        assert (on(pos, "C3")["outposts"], pos.legal()) == ([*range(1, others + 1)], ["pay Y"])
        pos = pos.act("pay Y")
    assert on(pos, "C3")["outposts"] == [*range(others + 1)]
    assert (cubes(pos, 0), pos.seat) == ("", 1)


@pytest.mark.parametrize("builder", [0, 1, 2, 3])
def test_ew11_the_outposts_of_every_other_player_count(builder: int) -> None:
    outposts = ["C3"] * 4
    outposts[builder] = ""
    boats = ["D5", "D5", "D5", "D5"]
    boats[builder] = "C3"
    pos = position(cubes=["YYY"] * 4, boats=" ".join(boats), outposts=outposts, seat=builder)
    pos = play(pos, "anchor, build, pay Y, pay Y, pay Y")
    assert on(pos, "C3")["outposts"] == [0, 1, 2, 3]


def test_ew11_the_cubes_are_the_players_choice_and_go_to_the_supply() -> None:
    pos = position(cubes=["YRGG", "B"], outposts=["", "C3"])
    pos = play(pos, "anchor, build")
    assert pos.legal() == ["pay Y", "pay R", "pay G"]
    pos = pos.act("pay R")
    assert pos.legal() == ["pay Y", "pay G"]
    assert (holds(pos.act("pay G")), lying(pos)) == (["YG", "B"], {})


def test_ew11_boats_of_others_do_not_count() -> None:
    pos = play(position(cubes=["", "", ""], boats="C3 C3 C3"), "anchor, build")
    assert (on(pos, "C3")["outposts"], pos.seat) == ([0], 1)


def test_ew11_outposts_elsewhere_do_not_count() -> None:
    pos = position(cubes=["", ""], outposts=["", "C2 C4 B3"])
    assert can_build(pos)


def test_ew11_cubes_just_taken_up_can_pay() -> None:
    pos = position(cubes=["", "", ""], outposts=["", "C2"], lying={"C2": "R"})
    pos = play(pos, "sail C2, anchor, collect, build, pay R")
    assert on(pos, "C2")["outposts"] == [0, 1]


def test_ew11_the_toll_comes_out_of_the_same_hold_as_the_price() -> None:
    pos = position(cubes=["Y", "", ""], boats="C3 C2", outposts=["", "C2"])
    assert "build" not in play(pos, "sail C2, anchor, pay Y").legal()


def test_ew11_the_outpost_stays_when_the_boat_leaves() -> None:
    pos = play(position(cubes=["", ""]), "anchor, build | anchor, pass | sail C2, anchor, pass")
    assert (on(pos, "C3")["outposts"], boat(pos, 0)) == ([0], "C2")


def test_ew11_the_action_is_the_only_one_of_the_turn() -> None:
    pos = play(position(cubes=["YY", ""], boats="C1"), "anchor, build")
    assert pos.legal() == ["trade", "done"]
    assert pos.act("done").seat == 1


# EW12: the board


@pytest.mark.parametrize("kind", TYPES)
def test_ew12_the_outpost_comes_from_the_row_of_the_tiles_type(kind: str) -> None:
    pos = play(position(cubes=["", ""], boats=CELL_OF[kind]), "anchor, build")
    assert built(pos, 0) == [int(other == kind) for other in TYPES]
    assert built(pos, 1) == [0, 0, 0, 0]


@pytest.mark.parametrize("letter", "BCD")
def test_ew12_points_uncovered_by_column_are_0_1_2_2_3(letter: str) -> None:
    """Each outpost built in a row uncovers the next column from the left."""
    gained = []
    for number in range(1, 6):
        before = " ".join(f"{letter}{n}" for n in range(1, number))
        pos = position(cubes=["", ""], boats=f"{letter}{number}", outposts=[before])
        after = play(pos, "anchor, build")
        gained.append(after.scores()[0] - pos.scores()[0])
    assert gained == [0, 1, 2, 2, 3]


@pytest.mark.parametrize(
    ("cells", "points"),
    [
        ("B1", 0),
        ("B5 D5 C5", 0),
        ("B1 B2", 1),
        ("B5 B1 B3", 3),
        ("B1 B2 B3 B4", 5),
        ("B1 B2 B3 B4 B5", 8),
        ("B1 B2 D1 D2 D3 C1 C2 C3 C4", 1 + 3 + 5),
    ],
)
def test_ew12_which_tiles_of_a_type_bear_the_outposts_does_not_matter(
    cells: str, points: int
) -> None:
    assert position(cubes=["", ""], outposts=["", cells]).scores() == [0, points]


def test_ew12_the_price_is_paid_before_the_outpost_is_moved() -> None:
    pos = play(position(cubes=["YY", ""], outposts=["", "C3"]), "anchor, build, pay Y")
    assert (on(pos, "C3")["outposts"], built(pos, 0)) == ([1], [0, 0, 0, 0])
    pos = pos.act("pay Y")
    assert (on(pos, "C3")["outposts"], built(pos, 0)) == ([0, 1], [0, 0, 1, 0])


# EW13: an emptied column wins a bonus tile


@pytest.mark.parametrize("last", ["B1", "C1", "D1", "A2"])
def test_ew13_the_outpost_that_empties_a_column_wins_a_bonus_tile(last: str) -> None:
    others = column(1).replace(last, "")
    pos = play(position(cubes=["", ""], boats=last, outposts=[others]), "anchor, build")
    assert (pos.seat, verbs(pos)) == (0, {"bonus"})


@pytest.mark.parametrize(
    ("cells", "here"),
    [
        ("", "B1"),
        ("B1 C1", "D1"),
        ("B1 B2 C1 C2", "D1"),
        ("B1 B2 B3 B4", "B5"),
        ("B1 C1 D1 D2", "D3"),
        (f"{column(1)} B2 C2", "D2"),
    ],
)
def test_ew13_without_an_emptied_column_there_is_no_bonus_tile(cells: str, here: str) -> None:
    bonus = ["points6"] if "A2" in cells else []
    pos = position(cubes=["", ""], boats=here, outposts=[cells], bonus=bonus)
    assert play(pos, "anchor, build").seat == 1


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_ew13_every_one_of_the_five_columns_wins_a_tile(number: int) -> None:
    last = column(number).split()[-1]
    before = column(number).removesuffix(last)
    held = ["move", "harvest", "cargo", "upgrade"][: number - 1]
    pos = position(cubes=["", ""], boats=last, outposts=[before], bonus=[" ".join(held)])
    pos = play(pos, "anchor, build, bonus points")
    assert sum(shown(pos, 0)["bonus"].values()) == number
    assert built(pos, 0) == [number] * 4


def test_ew13_any_stack_may_be_chosen_and_its_top_tile_is_taken() -> None:
    pos = position(cubes=["", ""], boats="A2", outposts=["B1 C1 D1"])
    pos = play(pos, "anchor, build")
    kinds = ["move", "harvest", "upgrade", "cargo", "points"]
    assert pos.legal() == [f"bonus {kind}" for kind in kinds]
    for kind in kinds:
        after = pos.act(f"bonus {kind}")
        assert shown(after, 0)["bonus"] == {other: int(other == kind) for other in kinds}
        left = after.view(None)["bonus_stacks"]
        assert left == {
            **{other: 4 - (other == kind) for other in kinds[:4]},
            "points": [5, 4, 3] if kind == "points" else [6, 5, 4, 3],
        }


@pytest.mark.parametrize(
    ("taken", "gone"),
    [
        (["", "move move", "move move"], "move"),
        (["", "cargo cargo cargo", "cargo"], "cargo"),
        (["", "points6 points4", "points5 points3"], "points"),
    ],
)
def test_ew13_a_stack_that_is_used_up_cannot_be_chosen(taken: list[str], gone: str) -> None:
    pos = position(cubes=["YYY", "", ""], boats="A2", outposts=["B1 C1 D1"], bonus=taken)
    pos = play(pos, "anchor, build")
    kinds = [kind for kind in ("move", "harvest", "upgrade", "cargo", "points") if kind != gone]
    assert pos.legal() == [f"bonus {kind}" for kind in kinds]


def test_ew13_the_tile_is_taken_at_once_before_trading() -> None:
    pos = position(cubes=["YYY", ""], boats="A2", outposts=["B1 C1 D1"])
    pos = play(pos, "anchor, build, bonus cargo")
    assert (pos.seat, pos.legal()) == (0, ["trade", "done"])


def test_ew13_the_price_comes_before_the_tile() -> None:
    pos = position(cubes=["YY", ""], boats="A2", outposts=["B1 C1 D1", "A2"])
    pos = play(pos, "anchor, build, pay Y")
    assert verbs(pos) == {"pay"}
    assert verbs(pos.act("pay Y")) == {"bonus"}


def test_ew13_a_column_of_another_player_does_not_count() -> None:
    pos = position(cubes=["", ""], boats="E3", outposts=["B1 C1", "D1 A2"])
    assert play(pos, "anchor, build").seat == 1


# EW15: trading


@pytest.mark.parametrize(("kind", "trade"), TILES)
def test_ew15_pay_what_is_over_the_arrow_and_take_what_is_under_it(kind: str, trade: str) -> None:
    price, _, gain = trade.partition(">")
    here = CELL_OF[kind]
    pos = position(cubes=[price, ""], boats=here, outposts=[here], tiles={here: trade})
    assert cubes(play(pos, "anchor, trade"), 0) == gain
    short = position(cubes=[price[1:], ""], boats=here, outposts=[here], tiles={here: trade})
    assert "trade" not in short.act("anchor").legal()


@pytest.mark.parametrize(("times", "held"), [(1, "YYYYYYB"), (2, "YYYBB"), (3, "BBB")])
def test_ew15_example_of_nine_yellow_cubes_for_one_to_three_trades(times: int, held: str) -> None:
    pos = position(cubes=["Y" * 9, ""], boats="A2", outposts=["A2"]).act("anchor")
    for _ in range(times):
        assert (pos.seat, "trade" in pos.legal()) == (0, True)
        pos = pos.act("trade")
    if times < 3:
        assert pos.legal() == ["trade", "done"]
        pos = pos.act("done")
    assert (cubes(pos, 0), pos.seat) == (held, 1)


def test_ew15_the_trade_ends_by_itself_when_it_cannot_be_paid_again() -> None:
    pos = position(cubes=["YYYYY", ""], boats="A2", outposts=["A2"])
    pos = play(pos, "anchor, trade")
    assert (cubes(pos, 0), pos.seat) == ("YYB", 1)


def test_ew15_an_outpost_just_built_allows_trading_at_once() -> None:
    pos = play(position(cubes=["YYYYYY", ""], boats="A2"), "anchor, build")
    assert pos.legal() == ["trade", "done"]
    pos = play(pos, "trade, trade")
    assert (cubes(pos, 0), pos.seat) == ("BB", 1)


def test_ew15_one_may_build_without_trading() -> None:
    pos = play(position(cubes=["YYYYYY", ""], boats="A2"), "anchor, build, done")
    assert (cubes(pos, 0), pos.seat) == ("YYYYYY", 1)


def test_ew15_one_may_build_where_the_trade_cannot_be_paid() -> None:
    pos = play(position(cubes=["YY", ""], boats="A2"), "anchor, build")
    assert (on(pos, "A2")["outposts"], pos.seat) == ([0], 1)


def test_ew15_the_price_of_the_outpost_is_gone_before_the_trade() -> None:
    pos = position(cubes=["YYYY", ""], boats="A2", outposts=["", "A2"])
    pos = play(pos, "anchor, build, pay Y, pay Y")
    assert (cubes(pos, 0), pos.seat) == ("YY", 1)


def test_ew15_one_may_trade_without_building() -> None:
    pos = position(cubes=["YYY", ""], boats="A2", outposts=["A2"]).act("anchor")
    assert pos.legal() == ["trade", "harvest", "pass"]
    assert built(pos.act("trade"), 0) == [0, 0, 0, 1]


@pytest.mark.parametrize("outposts", [["", ""], ["", "A2"], ["A3 C6 E2 E3", "A2"]])
def test_ew15_without_an_outpost_of_ones_own_on_the_tile_there_is_no_trade(
    outposts: list[str],
) -> None:
    pos = position(cubes=["YYY", ""], boats="A2", outposts=outposts).act("anchor")
    assert "trade" not in pos.legal()
    with pytest.raises(IllegalMove) as caught:
        pos.act("trade")
    assert caught.value.rule == "EW15"


def test_ew15_the_boat_must_be_on_the_tile() -> None:
    pos = position(cubes=["YYY", ""], boats="A3", outposts=["A2"])
    assert "trade" not in pos.act("anchor").legal()
    assert "trade" in play(pos, "sail A2, anchor").legal()


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_ew15_outposts_of_others_do_not_hinder_trading(seat: int) -> None:
    boats = ["D5"] * 3
    boats[seat] = "A2"
    pos = position(cubes=["YYY"] * 3, boats=" ".join(boats), outposts=["A2"] * 3, seat=seat)
    assert cubes(play(pos, "anchor, trade"), seat) == "B"


def test_ew15_cubes_taken_up_in_the_same_turn_may_be_traded() -> None:
    pos = position(cubes=["Y", ""], boats="A3", outposts=["A2"], lying={"A2": "YY"})
    assert cubes(play(pos, "sail A2, anchor, collect, trade"), 0) == "B"


def test_ew15_there_is_no_trade_on_sea() -> None:
    pos = position(cubes=["YYYYRRGGBB", ""], boats="A2 A9", outposts=["A1 A3"], chart=LINE)
    assert pos.act("anchor").legal() == ["harvest", "pass"]


def test_ew15_every_market_of_the_layout_trades_as_its_tile_says() -> None:
    for cell, trade in LAYOUT.items():
        assert on(position(), cell)["trade"] == trade
