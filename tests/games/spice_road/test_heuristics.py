"""The heuristics of Spice Road."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from century.bots.weights import public_state
from century.core.cubes import narrow
from century.core.engine import act, legal
from century.core.heuristics import candidates, claims_to_go, plan_key, start_turn
from century.core.kernel import State
from century.games.spice_road.actions import ACQUIRE_1, CLAIM_1, PAY_Y
from century.games.spice_road.cards import CARDS, POINT_CARDS, UNSEEN_POINT_CARD
from century.games.spice_road.state import PAY
from tests.bots.games import numbers, some_beginnings
from tests.games.spice_road.bots import point_row
from tests.games.spice_road.setup import GAME, position


def test_unseen_cards_are_neither_claimed_nor_acquired() -> None:
    rng = Random(5)
    for pos in some_beginnings(GAME.name, 3, 10):
        s = public_state(pos)
        for _ in range(30):
            s.caravan[s.seat] = narrow.pack("YRGB" * 60)  # enough for every card
            claims = [CLAIM_1 + i for i, card in enumerate(point_row(s)) if card < len(POINT_CARDS)]
            acquires = [
                ACQUIRE_1 + i for i, card in enumerate(merchant_row(s)) if card < len(CARDS)
            ]
            options = numbers(candidates(s))
            assert [a for a in numbers(legal(s)) if CLAIM_1 <= a < ACQUIRE_1] == claims
            assert [a for a in options if ACQUIRE_1 <= a < PAY_Y] == acquires
            act(s, rng.choice(claims + acquires or options))
            while s.phase == PAY:
                act(s, numbers(candidates(s))[0])
            start_turn(s, rng.randrange(3))
        assert acquires == []
        assert UNSEEN_POINT_CARD in point_row(s)


def merchant_row(s: State) -> list[int]:
    """Return the numbers of the face-up merchant cards."""
    row: list[int] = s.merchants[s.merchants_taken :][:6].tolist()
    return row


@given(st.integers(0, 31), st.integers(0, 31))
def test_cubes_and_a_card_do_not_cancel_out_in_a_plan_key(one: int, other: int) -> None:
    """Both are bits of a word, and the hash must mix each word before it combines them."""
    s = GAME.start(2, 7).state
    before = plan_key(s, 0)
    s.caravan[0] ^= np.uint32(1 << one)
    s.hand[0] ^= np.uint64(1 << other)
    assert plan_key(s, 0) != before
    s.hand[0] ^= np.uint64(1 << other)
    s.played[0] ^= np.uint64(1 << other)
    assert plan_key(s, 0) != before


@pytest.mark.parametrize(
    ("players", "claims", "to_go"),
    [(2, [0, 0], 6), (2, [2, 5], 1), (2, [5, 2], 1), (3, [3, 0, 1], 3), (5, [1, 0, 0, 2, 0], 3)],
)
def test_the_claims_to_go(players: int, claims: list[int], to_go: int) -> None:
    pos = position(cubes=["Y"] * players, claims=claims)
    assert claims_to_go(pos.state) == to_go
