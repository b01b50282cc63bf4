"""What the log of a Spice Road game says about a decision besides its token."""

from __future__ import annotations

from century.core.cubes.packing import NARROW
from century.core.reading import Reading
from century.games.contract import View
from century.games.spice_road.actions import ACTIONS
from century.games.spice_road.cards import CARDS
from century.games.spice_road.view import point_card


def log_details(before: Reading, action: int, after: Reading) -> View:
    """Return what an action's token does not say: which card, which coin."""
    s = before
    verb, _, number = ACTIONS[action].partition(" ")
    if verb == "acquire":
        slot = int(number) - 1
        card = CARDS[s.merchants[s.merchants_taken + slot]]
        return {"card": card, "cubes": NARROW.spell(s.lying[slot])}
    if verb == "claim":
        coins = {"gold": (s.gold, after.gold), "silver": (s.silver, after.silver)}
        won = [kind for kind, (had, has) in coins.items() if has[s.seat] > had[s.seat]]
        claimed = point_card(s.points[s.points_taken + int(number) - 1])
        return {**claimed, "coin": won[0] if won else None}
    if verb == "rest":
        return {"cards": s.played[s.seat].bit_count()}
    if verb == "trade":
        return {"card": CARDS[s.card]}
    return {}
