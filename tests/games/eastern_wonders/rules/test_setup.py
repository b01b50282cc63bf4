"""Eastern Wonders, set-up: EW1, EW2 and EW4-EW7. The maps of EW3 have a module of their own."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from century import Position
from tests.games.eastern_wonders.setup import (
    COSTS,
    GAME,
    LAYOUT,
    boat,
    built,
    column,
    cubes,
    holds,
    on,
    play,
    port_tiles,
    position,
    verbs,
)
from tests.oracle.eastern_wonders_data import MARKET_TILES, VP_TILES

PLAYERS = [2, 3, 4]
SEEDS = range(400)
CORNERS = ["A1", "A4", "E1", "E4"]
SETS = ["YYYY", "RR", "YYR", "YG"]
ALL_TRADES = {trade for trades in MARKET_TILES.values() for trade in trades}


def start(players: int = 2, seed: int = 7) -> Position:
    return GAME.start(players=players, seed=seed)


def markets(pos: Position) -> dict[str, dict[str, Any]]:
    cells = pos.view(None)["map"].items()
    return {name: cell for name, cell in cells if cell["kind"] == "market"}


def pile(pos: Position) -> list[str]:
    """Return the hidden pile from the top."""
    return pos.to_text().partition(" pile=")[2].split()[0].split(",")


# EW1: the market tiles


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", range(10))
def test_ew1_five_different_market_tiles_of_each_type_stay(players: int, seed: int) -> None:
    found = [(cell["type"], cell["trade"]) for cell in markets(start(players, seed)).values()]
    assert Counter(kind for kind, _ in found) == dict.fromkeys(MARKET_TILES, 5)
    assert len(set(found)) == 20
    assert all(trade in MARKET_TILES[kind] for kind, trade in found)


def test_ew1_any_tile_of_a_type_may_be_the_one_removed() -> None:
    removed: set[str] = set()
    for seed in SEEDS:
        removed |= ALL_TRADES - {cell["trade"] for cell in markets(start(seed=seed)).values()}
    assert removed == ALL_TRADES


# EW2: the standard map


@pytest.mark.parametrize("players", PLAYERS)
def test_ew2_columns_of_4_5_6_5_and_4_with_ports_in_the_corners(players: int) -> None:
    cells = start(players).view(None)["map"]
    assert Counter(name[0] for name in cells) == {"A": 4, "B": 5, "C": 6, "D": 5, "E": 4}
    assert [name for name, cell in cells.items() if cell["kind"] == "port"] == CORNERS
    assert [name for name, cell in cells.items() if cell["kind"] == "sea"] == []


def test_ew2_the_standard_map_is_played_if_none_is_chosen() -> None:
    assert start() == GAME.start(players=2, seed=7, map="standard")


def test_ew2_the_markets_are_shuffled() -> None:
    """Over many deals, every tile lies on the first, a middle and the last market."""
    deals = [markets(start(seed=seed)) for seed in SEEDS]
    for cell in ("A2", "C3", "E3"):
        assert {deal[cell]["trade"] for deal in deals} == ALL_TRADES


def test_ew2_the_map_is_empty_at_the_start() -> None:
    pos = start(4)
    assert {cell["cubes"] for cell in pos.view(None)["map"].values()} == {""}
    assert {str(cell["outposts"]) for cell in markets(pos).values()} == {"[]"}


# EW4: the VP tiles


@pytest.mark.parametrize("players", PLAYERS)
def test_ew4_a_vp_tile_lies_face_up_on_each_port_and_the_others_in_the_pile(players: int) -> None:
    pos = start(players)
    assert list(port_tiles(pos)) == CORNERS
    assert pos.view(None)["vp_pile"] == 23
    assert sorted([*port_tiles(pos).values(), *pile(pos)]) == sorted([*COSTS, "closed"])


def test_ew4_a_vp_tile_shows_its_cubes_and_points() -> None:
    for seed in range(20):
        for corner in CORNERS:
            tile = on(start(seed=seed), corner)["tile"]
            assert (tile["cost"], tile["points"]) in VP_TILES


def test_ew4_there_are_26_vp_tiles_and_no_two_cost_the_same() -> None:
    assert len(VP_TILES) == len(set(COSTS)) == 26


def test_ew4_the_vp_tiles_are_shuffled() -> None:
    """Over many deals, every tile lies on the first port, the last one, and the pile's ends."""
    deals = [start(seed=seed) for seed in SEEDS]
    for corner in ("A1", "E4"):
        assert {port_tiles(deal)[corner] for deal in deals} == set(COSTS)
    assert {pile(deal)[-1] for deal in deals} == set(COSTS)
    assert {pile(deal)[0] for deal in deals} == {*COSTS, "closed"}


def test_ew4_the_closed_port_tile_is_any_one_of_the_first_six_of_the_pile() -> None:
    depths = Counter(pile(start(seed=seed)).index("closed") for seed in SEEDS)
    assert sorted(depths) == [0, 1, 2, 3, 4, 5]
    assert min(depths.values()) > len(SEEDS) / 6 / 2  # about equally often


def test_ew4_no_port_is_closed_at_first() -> None:
    assert all("closed" not in port_tiles(start(seed=seed)).values() for seed in SEEDS)


@pytest.mark.parametrize("players", PLAYERS)
def test_ew1_ew4_every_seed_gives_another_deal(players: int) -> None:
    assert len({start(players, seed).to_text() for seed in SEEDS}) == len(SEEDS)


# EW5: the bonus tiles


@pytest.mark.parametrize("players", PLAYERS)
def test_ew5_bonus_tiles_lie_in_stacks_and_the_points_stack_is_6_5_4_3_from_the_top(
    players: int,
) -> None:
    assert start(players).view(None)["bonus_stacks"] == {
        "move": 4,
        "harvest": 4,
        "upgrade": 4,
        "cargo": 4,
        "points": [6, 5, 4, 3],
    }


# EW6: the players' boards


@pytest.mark.parametrize("players", PLAYERS)
def test_ew6_everyone_starts_with_an_empty_hold_and_all_outposts_on_the_board(players: int) -> None:
    pos = start(players)
    assert holds(pos) == [""] * players
    for seat in pos.view(None)["seats"]:
        assert seat["boat"] is None
        assert seat["outposts"] == {"ginger": 0, "chili": 0, "tea": 0, "cloves": 0}
        assert seat["bonus"] == {"move": 0, "harvest": 0, "upgrade": 0, "cargo": 0, "points": 0}
        assert (seat["claimed"], seat["point_tiles"]) == (0, [])
    assert pos.scores() == [0] * players


def test_ew6_a_board_has_20_outposts_five_in_each_of_four_rows() -> None:
    """The last outpost is built on E3 and empties the fifth column."""
    all_but_one = " ".join(set(LAYOUT) - {"E3"})
    pos = position(
        cubes=["", ""], boats="E3", outposts=[all_but_one], bonus=["move harvest cargo points6"]
    )
    assert built(pos, 0) == [5, 5, 5, 4]
    pos = play(pos, "anchor, build")
    assert (built(pos, 0), pos.phase) == ([5, 5, 5, 5], "bonus")


def test_ew6_the_hold_is_for_10_cubes() -> None:
    assert play(position(cubes=["YYYYYYYY", ""]), "anchor, harvest").seat == 1
    assert play(position(cubes=["YYYYYYYYY", ""]), "anchor, harvest").legal() == ["discard Y"]


# EW7: starting sets and boats


@pytest.mark.parametrize("players", PLAYERS)
def test_ew7_four_starting_sets_lie_open(players: int) -> None:
    pos = start(players)
    assert pos.view(None)["start_sets"] == SETS
    assert pos.legal() == ["take 1", "take 2", "take 3", "take 4"]


@pytest.mark.parametrize(("number", "held"), [(1, "YYYY"), (2, "RR"), (3, "YYR"), (4, "YG")])
def test_ew7_a_player_takes_one_set(number: int, held: str) -> None:
    pos = start(3).act(f"take {number}")
    assert holds(pos) == ["", "", held]
    assert pos.view(None)["start_sets"] == [cubes for cubes in SETS if cubes != held]


@pytest.mark.parametrize("players", PLAYERS)
def test_ew7_in_reverse_turn_order_each_takes_a_set_and_then_places_the_boat(players: int) -> None:
    pos = start(players)
    for seat in reversed(range(players)):
        assert (pos.seat, verbs(pos)) == (seat, {"take"})
        pos = pos.act(pos.legal()[0])
        assert (pos.seat, verbs(pos)) == (seat, {"place"})
        pos = pos.act("place C3")
        assert boat(pos, seat) == "C3"
    assert holds(pos) == list(reversed(SETS[:players]))


@pytest.mark.parametrize("players", PLAYERS)
def test_ew7_the_first_player_begins_after_the_set_up(players: int) -> None:
    pos = start(players)
    while pos.phase in ("take", "place"):
        assert pos.turn[0] == 0
        pos = pos.act(pos.legal()[-1])
    assert (pos.turn, pos.phase) == ((1, 0), "sail")
    order = []
    for _ in range(2 * players):
        order.append(pos.turn)
        pos = play(pos, "anchor, pass")
    assert order == [(number, seat) for number in (1, 2) for seat in range(players)]


def test_ew7_a_set_can_be_taken_only_once() -> None:
    pos = play(start(4), "take 3, place C1 | take 1, place C1")
    assert pos.legal() == ["take 2", "take 4"]
    assert play(pos, "take 4, place C1").legal() == ["take 2"]


def test_ew7_boats_are_placed_on_any_market_tile_and_on_no_port() -> None:
    pos = start().act("take 1")
    assert pos.legal() == [f"place {cell}" for cell in markets(pos)]
    assert len(pos.legal()) == 20


def test_ew7_boats_may_share_a_tile_and_pay_nothing_for_it() -> None:
    pos = play(
        start(4), "take 1, place B3 | take 2, place B3 | take 3, place B3 | take 4, place B3"
    )
    assert on(pos, "B3")["boats"] == [0, 1, 2, 3]
    assert holds(pos) == ["YG", "YYR", "RR", "YYYY"]


@pytest.mark.parametrize("players", PLAYERS)
def test_ew7_sets_left_over_are_removed(players: int) -> None:
    pos = start(players)
    for _ in range(players):
        pos = play(pos, f"{pos.legal()[0]}, place C3")
    assert pos.view(None)["start_sets"] == []
    assert sum(len(cubes(pos, seat)) for seat in range(players)) == len("".join(SETS[:players]))


def test_ew7_no_boat_is_placed_after_the_set_up() -> None:
    pos = play(start(), "take 1, place B3 | take 2, place C6")
    assert not {"take", "place"} & verbs(pos)
    assert (boat(pos, 0), boat(pos, 1)) == ("C6", "B3")


def test_ew6_ew12_the_columns_of_the_usual_layout_are_whole() -> None:
    """A column, as other tests use it, has one outpost of each row."""
    for number in range(1, 6):
        kinds = Counter(on(position(), cell)["type"] for cell in column(number).split())
        assert kinds == dict.fromkeys(MARKET_TILES, number)
