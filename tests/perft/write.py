"""Write the perft files anew: `python -m tests.perft.write`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import century
from century import Position
from tests.perft.blocks import Block, perft_file
from tests.perft.positions_eastern_wonders import eastern_wonders_positions
from tests.perft.positions_spice_road import spice_road_positions

ENOUGH = 30_000_000  # sequences: the first depth with as many is the last
DEEPEST = 15

POSITIONS: dict[str, Callable[[], Iterable[tuple[str, Position]]]] = {
    "spice-road": spice_road_positions,
    "eastern-wonders": eastern_wonders_positions,
}


def block(title: str, pos: Position) -> Block:
    """Count from a position, depth by depth, until there are enough sequences or none."""
    counts: list[int] = []
    for depth in range(1, DEEPEST + 1):
        counts.append(century.perft(pos, depth))
        if counts[-1] == 0 or counts[-1] >= ENOUGH:
            break
    return Block(title, pos.to_text(), tuple(counts))


def main() -> None:
    for name in century.games():
        blocks = [str(block(title, pos)) for title, pos in POSITIONS[name]()]
        perft_file(name).write_text("\n".join(blocks), encoding="utf-8")
        print(f"{perft_file(name).name}: {len(blocks)} positions")


if __name__ == "__main__":
    main()
