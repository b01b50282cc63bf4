"""Spice Road, claiming point cards and their coins: SR13-SR14."""

from __future__ import annotations

import pytest

from century import Position
from century.errors import IllegalMove
from tests.games.spice_road.setup import (
    COSTS,
    POINTS_OF,
    claims,
    coins,
    cubes,
    piles,
    play,
    point_row,
    position,
    verbs,
)

ROW = "YYRR RRRR YYGG GGGG BBBB"


def claimable(pos: Position) -> list[str]:
    return [token for token in pos.legal() if token.startswith("claim")]


# SR13: claim


def test_sr13_pay_the_cubes_and_take_the_card() -> None:
    pos = position(cubes=["YYRR", ""], points=ROW).act("claim 1")
    assert cubes(pos, 0) == ""
    assert claims(pos, 0) == 1
    assert pos.view(0)["seats"][0]["cards"] == [{"cost": "YYRR", "points": 6}]
    assert pos.seat == 1


def test_sr13_cubes_beyond_the_cost_are_kept() -> None:
    pos = position(cubes=["YYYRRRGB", ""], points=ROW).act("claim 1")
    assert cubes(pos, 0) == "YRGB"


@pytest.mark.parametrize("cost", COSTS)
def test_sr13_every_point_card_can_be_claimed_with_exactly_its_cubes(cost: str) -> None:
    pos = position(cubes=[cost, ""], points=cost).act("claim 1")
    assert cubes(pos, 0) == ""
    assert pos.view(0)["seats"][0]["points"] == POINTS_OF[cost]


@pytest.mark.parametrize("cost", COSTS)
def test_sr13_no_point_card_can_be_claimed_with_one_cube_missing(cost: str) -> None:
    for missing in set(cost):
        pos = position(cubes=[cost.replace(missing, "", 1), ""], points=cost)
        assert "claim 1" not in pos.legal()
        with pytest.raises(IllegalMove):
            pos.act("claim 1")


@pytest.mark.parametrize("caravan", ["YRRRRRRR", "YYRGGBBBB", "YYYYYYYYYY", "BBBBBBBBBB"])
def test_sr13_no_cube_stands_in_for_one_of_another_colour(caravan: str) -> None:
    assert "claim 1" not in position(cubes=[caravan, ""], points="YYRR").legal()


@pytest.mark.parametrize("slot", range(1, 6))
def test_sr13_cards_slide_left_and_the_row_is_refilled_from_the_deck(slot: int) -> None:
    row = ROW.split()
    pos = position(cubes=[row[slot - 1], ""], points=ROW, point_deck="YRGB RRBB")
    pos = pos.act(f"claim {slot}")
    assert point_row(pos) == [*row[: slot - 1], *row[slot:], "YRGB"]
    assert pos.view(None)["point_deck"] == 30


def test_sr13_all_affordable_face_up_cards_are_offered_and_none_of_the_deck() -> None:
    pos = position(cubes=["YYRRRRGG", ""], points=ROW, point_deck="RRGG")
    assert claimable(pos) == ["claim 1", "claim 2", "claim 3"]


def test_sr13_one_claim_a_turn() -> None:
    pos = position(cubes=["YYRRRR", "Y"], points="YYRR RRRR").act("claim 1")
    assert pos.seat == 1
    assert claimable(pos) == []


def test_sr13_claiming_leaves_the_cards_in_hand_and_played_alone() -> None:
    pos = position(cubes=["YYRR", ""], hand=["RR"], played=["YY"], points=ROW).act("claim 1")
    seat = pos.view(None)["seats"][0]
    assert (seat["hand"], seat["played"]) == (["up2", "RR"], ["YY"])


def test_sr13_claiming_is_never_forced() -> None:
    assert verbs(position(cubes=["YYRR", ""], points=ROW)) == {"claim", "acquire", "play"}


# SR14: coins. With two players there are four of each.


def claim_from(slot: int, gold: list[int], silver: list[int]) -> Position:
    """Let seat 0 claim from a slot after the seats have taken these coins."""
    pos = position(cubes=["RRRRR", "Y"], points=_row_with("RRRRR", slot), gold=gold, silver=silver)
    return pos.act(f"claim {slot}")


def _row_with(cost: str, slot: int) -> str:
    others = ["GGGG", "BBBB", "GGBB", "RRBB"]
    return " ".join([*others[: slot - 1], cost, *others[slot - 1 :]])


def test_sr14_the_first_slot_gives_gold() -> None:
    pos = claim_from(1, gold=[0, 0], silver=[0, 0])
    assert coins(pos, 0) == (1, 0)
    assert piles(pos) == (3, 4)


def test_sr14_the_second_slot_gives_silver() -> None:
    pos = claim_from(2, gold=[0, 0], silver=[0, 0])
    assert coins(pos, 0) == (0, 1)
    assert piles(pos) == (4, 3)


@pytest.mark.parametrize("slot", [3, 4, 5])
@pytest.mark.parametrize(
    ("gold", "silver"), [([0, 0], [0, 0]), ([2, 2], [0, 0]), ([0, 0], [2, 2]), ([2, 2], [2, 2])]
)
def test_sr14_the_other_slots_give_nothing(slot: int, gold: list[int], silver: list[int]) -> None:
    pos = claim_from(slot, gold, silver)
    assert coins(pos, 0) == (gold[0], silver[0])
    assert piles(pos) == (4 - sum(gold), 4 - sum(silver))


def test_sr14_the_last_gold_coin_is_still_gold() -> None:
    pos = claim_from(1, gold=[0, 3], silver=[0, 0])
    assert coins(pos, 0) == (1, 0)
    assert piles(pos) == (0, 4)


def test_sr14_with_the_gold_gone_the_first_slot_gives_silver() -> None:
    pos = claim_from(1, gold=[0, 4], silver=[0, 0])
    assert coins(pos, 0) == (0, 1)
    assert piles(pos) == (0, 3)


def test_sr14_with_the_gold_gone_the_second_slot_gives_nothing() -> None:
    pos = claim_from(2, gold=[0, 4], silver=[0, 0])
    assert coins(pos, 0) == (0, 0)
    assert piles(pos) == (0, 4)


def test_sr14_the_silver_pile_moves_at_once_so_the_next_player_finds_it_over_slot_1() -> None:
    pos = position(cubes=["RRRR", "GGGG"], points="RRRR GGGG BBBB", gold=[1, 2], silver=[0, 1])
    first = play(pos, "claim 1 | claim 1")
    assert (coins(first, 0), coins(first, 1)) == ((2, 0), (2, 2))
    assert piles(first) == (0, 2)


def test_sr14_the_silver_pile_does_not_follow_its_old_slot_to_the_second_card() -> None:
    pos = position(cubes=["RRRR", "BBBB"], points="RRRR GGGG BBBB", gold=[1, 2])
    second = play(pos, "claim 1 | claim 2")
    assert (coins(second, 0), coins(second, 1)) == ((2, 0), (2, 0))
    assert piles(second) == (0, 4)


def test_sr14_with_the_silver_gone_first_the_second_slot_gives_nothing() -> None:
    pos = claim_from(2, gold=[0, 0], silver=[0, 4])
    assert coins(pos, 0) == (0, 0)
    assert piles(pos) == (4, 0)


def test_sr14_with_the_silver_gone_first_the_first_slot_still_gives_gold() -> None:
    pos = claim_from(1, gold=[0, 0], silver=[0, 4])
    assert coins(pos, 0) == (1, 0)
    assert piles(pos) == (3, 0)


@pytest.mark.parametrize("slot", [1, 2])
def test_sr14_with_both_piles_gone_no_slot_gives_anything(slot: int) -> None:
    pos = claim_from(slot, gold=[2, 2], silver=[2, 2])
    assert coins(pos, 0) == (2, 2)
    assert piles(pos) == (0, 0)


def test_sr14_the_last_silver_coin_over_the_first_slot_is_the_last_of_all() -> None:
    pos = claim_from(1, gold=[2, 2], silver=[1, 2])
    assert coins(pos, 0) == (2, 2)
    assert piles(pos) == (0, 0)


def test_sr14_a_claim_takes_the_coin_over_its_slot() -> None:
    """The card that slides into the first slot gives gold to the next player."""
    pos = position(cubes=["RRRR", "GGGG"], points="RRRR GGGG")
    pos = play(pos, "claim 1 | claim 1")
    assert (coins(pos, 0), coins(pos, 1)) == ((1, 0), (1, 0))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_sr14_there_is_gold_for_twice_as_many_claims_as_players(players: int) -> None:
    """Repeated claims from slot 1 take all the gold first and then the silver."""
    taken = []
    for earlier in range(3 * players):
        gold, silver = min(earlier, 2 * players), max(0, earlier - 2 * players)
        pos = position(
            cubes=["RRRR", *["Y"] * (players - 1)],
            points="RRRR",
            gold=_spread(gold, players),
            silver=_spread(silver, players),
        )
        before, after = coins(pos, 0), coins(pos.act("claim 1"), 0)
        taken.append((after[0] - before[0], after[1] - before[1]))
    assert taken == [(1, 0)] * (2 * players) + [(0, 1)] * players


def _spread(count: int, players: int) -> list[int]:
    """Deal coins evenly, starting with the last seats."""
    return [(count + seat) // players for seat in range(players)]
