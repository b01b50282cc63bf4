"""The pieces of an observation of Spice Road, computed from a view."""

from __future__ import annotations

from century.games.spice_road.cards import CARDS, gain_of, price_of, steps_of
from tests.env.by_view import View, counts, rotated


def card(effect: str) -> list[int]:
    return [steps_of(effect), *counts(price_of(effect)), *counts(gain_of(effect))]


def expected(view: View, seat: int) -> View:
    seats, acting = rotated(view, seat), view["acting"] or {}
    no_slot = [0] * 14
    row = [[1, *card(c["card"]), *counts(c["cubes"])] for c in view["merchant_row"]]
    return {
        "paying_for": [int(acting.get("acquire") == slot + 1) for slot in range(6)],
        "left": acting.get("left", 0) if view["phase"] != "discard" else 0,
        "card": card(acting["card"]) if "card" in acting else [0] * 9,
        "coins": [view["gold"], view["silver"]],
        "decks": [view["merchant_deck"], view["point_deck"]],
        "merchant_row": row + [no_slot] * (6 - len(row)),
        "point_row": [[c["points"], *counts(c["cost"])] for c in view["point_row"]],
        "gold": [shown["gold"] for shown in seats],
        "silver": [shown["silver"] for shown in seats],
        "hand": [[int(c in shown["hand"]) for c in CARDS] for shown in seats],
        "played": [[int(c in shown["played"]) for c in CARDS] for shown in seats],
    }
