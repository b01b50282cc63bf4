"""What a seat's points in Spice Road consist of."""

from __future__ import annotations

from century.core.cubes.packing import NARROW
from century.core.reading import Reading
from century.games.spice_road.cards import CUBE_POINTS, GOLD_POINTS, SILVER_POINTS
from century.games.spice_road.view import view_seat


def score_sheet(s: Reading, seat: int) -> dict[str, int]:
    """Return a seat's points so far, by kind (SR18)."""
    shown, _ = view_seat(s, seat)
    return {
        "cards": shown["points"],
        "gold": GOLD_POINTS * s.gold[seat],
        "silver": SILVER_POINTS * s.silver[seat],
        "cubes": CUBE_POINTS * len(NARROW.spell(s.caravan[seat]).strip("Y")),
    }
