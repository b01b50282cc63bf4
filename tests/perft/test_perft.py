"""The numbers of decision sequences of each length are those of the recorded files.

After an intended change of the rules, `make golden` rewrites the counts.
"""

from __future__ import annotations

import pytest

import century
from tests.effort import scaled
from tests.games import OWN_GAMES
from tests.perft.blocks import Block, read_blocks
from tests.perft.sequences import count_sequences

BLOCKS = [
    pytest.param(name, block, id=f"{name}: {block.title}")
    for name in OWN_GAMES
    for block in read_blocks(name)
]
STEPPED = 3000  # positions that counting without the compiled engine may visit
COUNTED = scaled(2_000_000)  # sequences that the compiled engine may count for one position


@pytest.mark.parametrize(("name", "block"), BLOCKS)
def test_the_counts_equal_those_of_the_file(name: str, block: Block) -> None:
    pos = century.game(name).read(block.text)
    depths = block.depths(COUNTED)
    counted = [century.perft(pos, depth) for depth in depths]
    assert counted == [block.counts[depth - 1] for depth in depths]


@pytest.mark.parametrize(("name", "block"), BLOCKS)
def test_counting_position_by_position_gives_the_same(name: str, block: Block) -> None:
    pos = century.game(name).read(block.text)
    for depth in block.depths(STEPPED):
        assert count_sequences(pos, depth) == block.counts[depth - 1]


@pytest.mark.parametrize("name", OWN_GAMES)
def test_the_file_covers_every_phase_and_number_of_players(name: str) -> None:
    game = century.game(name)
    visited = [game.read(block.text) for block in read_blocks(name)]
    starts = [game.start(players, seed=1) for players in game.players]
    assert set(starts) <= set(visited)
    assert {pos.phase for pos in visited} == set(game.phases)
    assert max(max(block.counts) for block in read_blocks(name)) > 1_000_000
