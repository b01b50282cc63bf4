"""Spice Road, set-up: SR1-SR5."""

from __future__ import annotations

import pytest

from century import Position
from tests.games.spice_road.setup import (
    COSTS,
    GAME,
    coins,
    cubes,
    hand,
    piles,
    play,
    played,
    position,
)
from tests.oracle.spice_road import MERCHANT_CARDS, POINT_CARDS

PLAYERS = (2, 3, 4, 5)
SEEDS = range(300)


def listed(pos: Position, field: str) -> list[str]:
    """Return the cards listed in a field of the position's text."""
    fields = dict(part.split("=", 1) for part in pos.to_text().split()[1:])
    return fields[field].split(",")


@pytest.mark.parametrize("players", PLAYERS)
def test_sr1_five_point_cards_lie_face_up_and_the_others_in_the_deck(players: int) -> None:
    pos = GAME.start(players=players, seed=7)
    shown = pos.view(None)
    assert len(shown["point_row"]) == 5
    assert shown["point_deck"] == 31
    assert sorted(listed(pos, "points") + listed(pos, "point-deck")) == sorted(COSTS)


def test_sr1_a_point_card_shows_its_cubes_and_points() -> None:
    for card in GAME.start(players=2, seed=7).view(None)["point_row"]:
        assert (card["cost"], card["points"]) in POINT_CARDS


def test_sr1_point_cards_are_shuffled() -> None:
    """Over many deals, every card is leftmost, rightmost, and at the bottom of the deck."""
    rows = [listed(GAME.start(players=2, seed=seed), "points") for seed in SEEDS]
    decks = [listed(GAME.start(players=2, seed=seed), "point-deck") for seed in SEEDS]
    assert {row[0] for row in rows} == set(COSTS)
    assert {row[4] for row in rows} == set(COSTS)
    assert {deck[-1] for deck in decks} == set(COSTS)


@pytest.mark.parametrize("players", PLAYERS)
def test_sr2_as_many_gold_and_silver_coins_as_twice_the_players(players: int) -> None:
    pos = GAME.start(players=players, seed=7)
    assert piles(pos) == (2 * players, 2 * players)
    assert [coins(pos, seat) for seat in range(players)] == [(0, 0)] * players


@pytest.mark.parametrize(("slot", "coin"), [(1, (1, 0)), (2, (0, 1)), (3, (0, 0))])
def test_sr2_gold_lies_over_the_first_point_card_and_silver_over_the_second(
    slot: int, coin: tuple[int, int]
) -> None:
    costs = ["GGGG", "BBBB", "GGGGG"]
    costs[slot - 1] = "RRRR"
    pos = position(cubes=["RRRR", ""], points=" ".join(costs))
    assert coins(pos.act(f"claim {slot}"), 0) == coin


@pytest.mark.parametrize("players", PLAYERS)
def test_sr3_everyone_starts_with_create_2_and_upgrade_2_in_hand(players: int) -> None:
    pos = GAME.start(players=players, seed=7)
    for seat in range(players):
        assert hand(pos, seat) == {"YY", "up2"}
        assert played(pos, seat) == set()


@pytest.mark.parametrize("players", PLAYERS)
def test_sr4_six_merchant_cards_lie_face_up_and_the_others_in_the_deck(players: int) -> None:
    pos = GAME.start(players=players, seed=7)
    shown = pos.view(None)
    assert len(shown["merchant_row"]) == 6
    assert shown["merchant_deck"] == 37
    assert sorted(listed(pos, "row") + listed(pos, "deck")) == sorted(MERCHANT_CARDS)


def test_sr4_no_cubes_lie_on_the_merchant_cards_at_the_start() -> None:
    row = GAME.start(players=5, seed=7).view(None)["merchant_row"]
    assert [stall["cubes"] for stall in row] == [""] * 6


def test_sr4_merchant_cards_are_shuffled() -> None:
    """Over many deals, every card is leftmost, rightmost, and at the bottom of the deck."""
    rows = [listed(GAME.start(players=2, seed=seed), "row") for seed in SEEDS]
    decks = [listed(GAME.start(players=2, seed=seed), "deck") for seed in SEEDS]
    assert {row[0] for row in rows} == set(MERCHANT_CARDS)
    assert {row[5] for row in rows} == set(MERCHANT_CARDS)
    assert {deck[-1] for deck in decks} == set(MERCHANT_CARDS)


def test_sr4_every_seed_shuffles_both_decks_differently() -> None:
    deals = {GAME.start(players=2, seed=seed).to_text() for seed in SEEDS}
    assert len(deals) == len(SEEDS)


@pytest.mark.parametrize("players", PLAYERS)
def test_sr5_starting_cubes_by_seat(players: int) -> None:
    pos = GAME.start(players=players, seed=7)
    expected = ["YYY", "YYYY", "YYYY", "YYYR", "YYYR"][:players]
    assert [cubes(pos, seat) for seat in range(players)] == expected


@pytest.mark.parametrize("players", PLAYERS)
def test_sr5_seat_1_begins_and_the_others_follow_in_order(players: int) -> None:
    """The first player is seat 0: seats are counted from 0."""
    pos = GAME.start(players=players, seed=7)
    order = []
    for _ in range(2 * players):
        order.append(pos.turn)
        pos = play(pos, "acquire 1")
    assert order == [(r, seat) for r in (1, 2) for seat in range(players)]


@pytest.mark.parametrize("players", PLAYERS)
def test_sr5_nobody_has_claimed_or_scored_anything_at_the_start(players: int) -> None:
    pos = GAME.start(players=players, seed=7)
    assert [seat["claimed"] for seat in pos.view(None)["seats"]] == [0] * players
    assert pos.scores() == [0, 0, 0, 1, 1][:players]
    assert not pos.over
