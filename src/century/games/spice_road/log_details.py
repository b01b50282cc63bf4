"""What decisions of Spice Road came to, and what a seat's points are made of, as plain data."""

from __future__ import annotations

from typing import Any

from century.core.cubes.narrow import spell, worth_points
from century.core.kernel import State, plain
from century.games.spice_road.cards import CARDS, CUBE_POINTS, GOLD_POINTS, SILVER_POINTS
from century.games.spice_road.rules import ACTIONS
from century.games.spice_road.view import point_card, view_seat


def about(before: State, action: int, after: State) -> dict[str, Any]:
    """Tell what an action's token leaves open: which card, which coin."""
    s, then = plain(before), plain(after)
    verb, _, number = ACTIONS[action].partition(" ")
    if verb == "acquire":
        slot = int(number) - 1
        return {"card": CARDS[s.merchants[s.merchants_taken + slot]], "cubes": spell(s.lying[slot])}
    if verb == "claim":
        coins = {"gold": (s.gold, then.gold), "silver": (s.silver, then.silver)}
        won = [kind for kind, (had, has) in coins.items() if has[s.seat] > had[s.seat]]
        card = point_card(s.points[s.points_taken + int(number) - 1])
        return {**card, "coin": won[0] if won else None}
    if verb == "rest":
        return {"cards": s.played[s.seat].bit_count()}
    if verb == "trade":
        return {"card": CARDS[s.card]}
    return {}


def sheet(state: State, seat: int) -> dict[str, int]:
    """Return a seat's points by kind, as they stand (SR18)."""
    s = plain(state)
    return {
        "cards": view_seat(s, seat)["points"],
        "gold": GOLD_POINTS * s.gold[seat],
        "silver": SILVER_POINTS * s.silver[seat],
        "cubes": CUBE_POINTS * int(worth_points(state["caravan"][seat])),
    }
