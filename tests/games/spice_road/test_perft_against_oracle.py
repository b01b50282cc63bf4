"""The reference engine counts the same numbers of decision sequences."""

from __future__ import annotations

from copy import deepcopy

import pytest

import century
from tests.games.spice_road.play import SPICE_ROAD, oracle_at, oracle_of
from tests.oracle.spice_road import SpiceRoad
from tests.perft.blocks import Block, read_blocks
from tests.property.play import shown

COUNTED = 1500  # positions that counting with the reference engine may visit
BLOCKS = [pytest.param(block, id=block.title) for block in read_blocks(SPICE_ROAD)]


@pytest.mark.parametrize("block", BLOCKS)
def test_the_oracle_counts_the_same(block: Block) -> None:
    pos = century.game(SPICE_ROAD).read(block.text)
    oracle = oracle_of(pos) if block.title.startswith("start") else oracle_at(pos)
    assert oracle.view(None) == shown(pos, None)
    for depth in block.depths(COUNTED):
        assert sequences(oracle, depth) == block.counts[depth - 1]


def sequences(oracle: SpiceRoad, depth: int) -> int:
    if depth == 1:
        return len(oracle.legal())
    found = 0
    for token in oracle.legal():
        after = deepcopy(oracle)
        after.act(token)
        found += sequences(after, depth - 1)
    return found
