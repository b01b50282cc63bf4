"""The numbered actions of Spice Road."""

from __future__ import annotations

from century.core.cubes import BROWN, COLOURS
from century.games.spice_road.cards import CARDS, MERCHANT_ROW, POINT_ROW

ACTIONS: tuple[str, ...] = (
    "rest",
    *(f"claim {slot}" for slot in range(1, POINT_ROW + 1)),
    *(f"acquire {slot}" for slot in range(1, MERCHANT_ROW + 1)),
    *(f"pay {colour}" for colour in COLOURS),
    *(f"play {card}" for card in CARDS),
    "trade",
    *(f"upgrade {colour}" for colour in COLOURS[:BROWN]),
    "done",
    *(f"discard {colour}" for colour in COLOURS),
)
REST = 0
CLAIM_1 = ACTIONS.index("claim 1")
ACQUIRE_1 = ACTIONS.index("acquire 1")
PAY_Y = ACTIONS.index("pay Y")
PLAY_1 = ACTIONS.index(f"play {CARDS[0]}")
TRADE_AGAIN = ACTIONS.index("trade")
UPGRADE_Y = ACTIONS.index("upgrade Y")
DONE = ACTIONS.index("done")
DISCARD_Y = ACTIONS.index("discard Y")
