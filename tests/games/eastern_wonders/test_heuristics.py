"""The heuristics of Eastern Wonders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from century.bots.weights import public_state
from century.core.cubes import wide
from century.core.engine import act, legal
from century.core.heuristics import claims_to_go, plan_key, start_turn
from century.games.eastern_wonders.actions import CLAIM
from century.games.eastern_wonders.heuristics import outposts_of
from century.games.eastern_wonders.state import ACTION, SEATS
from century.games.eastern_wonders.tiles import CELLS, UNSEEN_TILE
from tests.bots.games import numbers
from tests.games.eastern_wonders.bots import relevant_to_plan
from tests.games.eastern_wonders.setup import position


def test_unseen_tiles_are_not_claimed() -> None:
    pos = position(cubes=["GGGG", ""], boats="A1")
    s = public_state(pos)
    port = int(s.boat[0])
    for token in ("anchor", "claim"):
        act(s, pos.tokens.index(token))
    assert s.tile[port] == UNSEEN_TILE
    start_turn(s, 0)
    s.hold[0] = wide.pack("YRGB" * 5000)
    act(s, pos.tokens.index("anchor"))
    assert s.phase == ACTION
    assert CLAIM not in numbers(legal(s))
    s.tile[port] = 0
    assert CLAIM in numbers(legal(s))


@given(st.integers(0, 15), st.integers(0, 12))
def test_cubes_and_a_phase_do_not_cancel_out_in_a_plan_key(yellow: int, phase: int) -> None:
    s = position(cubes=["YYYYRGB", ""]).state
    key, relevant = plan_key(s, 0), relevant_to_plan(s, 0)
    s.hold[0] = wide.pack("Y" * yellow + "RGB")
    s.phase = phase
    assert (plan_key(s, 0) == key) == (relevant_to_plan(s, 0) == relevant)


@pytest.mark.parametrize(("claims", "to_go"), [([0, 0], 4), ([1, 3], 1), ([2, 0, 1], 2)])
def test_the_claims_to_go(claims: list[int], to_go: int) -> None:
    pos = position(cubes=["Y"] * len(claims), claims=claims)
    assert claims_to_go(pos.state) == to_go


@given(st.lists(st.integers(0, 2**SEATS - 1), min_size=CELLS, max_size=CELLS))
def test_the_outposts_of_a_seat_are_a_mask_of_cells(masks: list[int]) -> None:
    s = position(cubes=["Y", "Y"]).state
    s.outposts[:] = masks
    for seat in range(SEATS):
        cells = [cell for cell in range(CELLS) if masks[cell] >> seat & 1]
        assert int(outposts_of(s, seat)) == sum(1 << cell for cell in cells)
