"""The cards of Spice Road, compared with the printed component list and their arithmetic."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from tests.games.spice_road.setup import COSTS, GAME, position
from tests.oracle.spice_road import MERCHANT_CARDS, POINT_CARDS

DATA: dict[str, Any] = tomllib.loads(
    files("century.games.spice_road").joinpath("data.toml").read_text(encoding="utf-8")
)
MERCHANTS: list[str] = DATA["cards"]["merchant"]
POINTS: list[tuple[str, int]] = [(cost, points) for cost, points in DATA["cards"]["point"]]
SPICES = [card for card in MERCHANTS if not card.startswith("up") and ">" not in card]
UPGRADES = [card for card in MERCHANTS if card.startswith("up")]
TRADES = [card for card in MERCHANTS if ">" in card]

WORTH = {"Y": 1, "R": 2, "G": 3, "B": 4}


def ascending(cubes: str) -> str:
    return "".join(sorted(cubes, key="YRGB".index))


def points_by_the_formula(cost: str) -> int:
    return sum(WORTH[cube] for cube in cost) + {3: 1, 4: 2}.get(len(set(cost)), 0)


def test_sr1_there_are_36_point_cards() -> None:
    assert len(POINTS) == 36


def test_sr1_no_two_point_cards_cost_the_same() -> None:
    assert len({cost for cost, _ in POINTS}) == 36


def test_sr1_point_cards_are_those_of_a_second_transcription() -> None:
    assert sorted(POINTS) == sorted(POINT_CARDS)


def test_sr3_there_are_10_starting_cards_two_for_each_of_five() -> None:
    assert DATA["setup"]["starting_hand"] == ["YY", "up2"]
    assert len(DATA["setup"]["starting_hand"]) * max(DATA["setup"]["players"]) == 10


def test_sr4_there_are_43_merchant_cards() -> None:
    assert len(MERCHANTS) == 43
    assert (len(SPICES), len(UPGRADES), len(TRADES)) == (8, 1, 34)


def test_sr4_no_two_merchant_cards_are_the_same() -> None:
    assert len({*MERCHANTS, *DATA["setup"]["starting_hand"]}) == 45


def test_sr4_merchant_cards_are_those_of_a_second_transcription() -> None:
    assert sorted(MERCHANTS) == sorted(MERCHANT_CARDS)


def test_sr4_the_upgrade_card_among_the_merchants_is_upgrade_3() -> None:
    assert UPGRADES == ["up3"]


@pytest.mark.parametrize("card", SPICES)
def test_sr7_spice_cards_are_spelled_in_ascending_cubes(card: str) -> None:
    assert card == ascending(card)


@pytest.mark.parametrize("card", TRADES)
def test_sr9_trade_cards_exchange_some_cubes_for_others(card: str) -> None:
    price, gain = card.split(">")
    assert price == ascending(price) != ""
    assert gain == ascending(gain) != ""
    assert not set(price) & set(gain)


@pytest.mark.parametrize(("cost", "points"), POINTS)
def test_sr18_points_of_a_card_follow_from_its_cubes_and_colours(cost: str, points: int) -> None:
    """Y counts 1, R 2, G 3 and B 4; three colours add 1 and four add 2."""
    assert cost == ascending(cost)
    assert points == points_by_the_formula(cost)


@pytest.mark.parametrize("first", range(0, len(COSTS), 5))
def test_sr18_the_engine_shows_the_same_points(first: int) -> None:
    pos = position(points=" ".join(COSTS[first : first + 5]))
    for card in pos.view(None)["point_row"]:
        assert card["points"] == points_by_the_formula(card["cost"])


def test_sr2_there_are_enough_coins_in_the_box() -> None:
    """Ten gold and ten silver coins: twice five players."""
    assert DATA["setup"]["coins_per_player"] * max(DATA["setup"]["players"]) == 10


def test_sr5_the_game_is_for_two_to_five() -> None:
    assert DATA["setup"]["players"] == [2, 3, 4, 5]
    assert GAME.players == range(2, 6)


def test_sr6_every_card_can_be_named_in_a_token() -> None:
    tokens = {token.removeprefix("play ") for token in GAME.actions if token.startswith("play ")}
    assert tokens == {"YY", "up2", *MERCHANTS}
