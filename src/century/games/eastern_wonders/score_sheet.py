"""What a seat's points in Eastern Wonders consist of."""

from __future__ import annotations

from century.core.cubes.packing import WIDE
from century.core.reading import Reading
from century.games.eastern_wonders.map import Map
from century.games.eastern_wonders.tiles import BONUS_POINTS, CUBE_POINTS
from century.games.eastern_wonders.view import view_seat


def score_sheet(s: Reading, seat: int) -> dict[str, int]:
    """Return a seat's points so far, by kind (EW22)."""
    shown, _ = view_seat(s, seat, Map.on(s))
    tiles = zip(BONUS_POINTS, s.bonus[seat], strict=True)
    return {
        "tiles": shown["points"],
        "outposts": s.uncovered[seat],
        "bonus": sum(points * count for points, count in tiles) + sum(shown["point_tiles"]),
        "cubes": CUBE_POINTS * len(WIDE.spell(s.hold[seat]).strip("Y")),
    }
