"""Rewrite the perft files: `python -m tests.perft.write`.

A game's own positions come from `perft_positions.py` in its test folder. The default is the start
with every number of players.
"""

from __future__ import annotations

from collections.abc import Iterator

import century
from century import Position
from tests.games import OWN_GAMES, module
from tests.perft.blocks import Block, perft_file

ENOUGH = 30_000_000  # sequences: the first depth with at least this number is the last
DEEPEST = 15


def positions(name: str) -> Iterator[tuple[str, Position]]:
    """Yield the titles and positions to count from."""
    own = module(name, "perft_positions")
    if own is not None:
        yield from own.positions()
    else:
        for players in century.game(name).players:
            yield f"start, {players} players", century.game(name).start(players, seed=1)


def block(title: str, pos: Position) -> Block:
    """Count from a position, depth by depth, until there are enough sequences or none."""
    counts: list[int] = []
    for depth in range(1, DEEPEST + 1):
        counts.append(century.perft(pos, depth))
        if counts[-1] == 0 or counts[-1] >= ENOUGH:
            break
    return Block(title, pos.to_text(), tuple(counts))


def main() -> None:
    for name in OWN_GAMES:
        blocks = [str(block(title, pos)) for title, pos in positions(name)]
        perft_file(name).write_text("\n".join(blocks), encoding="utf-8")
        print(f"{name}: {len(blocks)} positions")


if __name__ == "__main__":
    main()
