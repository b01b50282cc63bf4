"""The market action of Eastern Wonders as kernels: building, bonus tiles, trading.

Actions after which the turn may be over tell whether it is.
"""

from __future__ import annotations

import numpy as np

from century.core.cubes import BROWN
from century.core.cubes.wide import colours_held, covers, raised
from century.core.kernel import Int, Mask, State, bit, kernel
from century.games.eastern_wonders.board import build_price, columns_emptied
from century.games.eastern_wonders.state import BONUS, PRICE_DUE, TRADE, UPGRADE
from century.games.eastern_wonders.tables import (
    GAIN,
    PRICE,
    TYPE_OF,
)
from century.games.eastern_wonders.tiles import (
    BONUS_KINDS,
    POINTS_TILE,
    UPGRADE_TILE,
)


@kernel
def build(s: State) -> bool:
    """Begin to build an outpost: first its price (EW11)."""
    s.left = build_price(s, s.boat[s.seat])
    if s.left > 0:
        s.phase = PRICE_DUE
        return False
    return place_outpost(s)


@kernel
def pay_price(s: State) -> bool:
    """Count a cube paid for an outpost; the last one builds it (EW11)."""
    s.left -= 1
    return s.left == 0 and place_outpost(s)


@kernel
def place_outpost(s: State) -> bool:
    """Move an outpost from the board to the tile; a column emptied wins a bonus (EW12, EW13)."""
    here = s.boat[s.seat]
    before = columns_emptied(s, s.seat)
    s.outposts[here] |= 1 << s.seat
    s.built[s.seat, TYPE_OF[s.tile[here]]] += 1
    s.left = s.bonus[s.seat, UPGRADE_TILE]  # those held before this build (EW14)
    if columns_emptied(s, s.seat) > before:
        s.phase = BONUS
        return False
    return offer_upgrade(s)


@kernel
def stacks_left(s: State) -> Mask:
    """Return the mask of the bonus stacks that have a tile left (EW13)."""
    kinds = np.uint64(0)
    for kind in range(len(BONUS_KINDS)):
        if s.stacks[kind] > 0:
            kinds |= bit(kind)
    return kinds


@kernel
def take_bonus(s: State, kind: Int) -> bool:
    """Take the top tile of a bonus stack (EW13, EW14)."""
    s.bonus[s.seat, kind] += 1
    if kind == POINTS_TILE:
        s.points_to[len(s.points_to) - s.stacks[kind]] = 1 + s.seat
    s.stacks[kind] -= 1
    return offer_upgrade(s)


@kernel
def offer_upgrade(s: State) -> bool:
    """Ask for an upgrade while there are tiles for it and a cube can rise (EW14)."""
    if s.left > 0 and colours_held(s.hold[s.seat], BROWN) != 0:
        s.phase = UPGRADE
        return False
    return offer_trade(s)


@kernel
def upgrade(s: State, colour: Int) -> bool:
    """Raise one cube by one step (EW14)."""
    s.hold[s.seat] = raised(s.hold[s.seat], colour)
    s.left -= 1
    return offer_upgrade(s)


@kernel
def offer_trade(s: State) -> bool:
    """Ask for a trade while it can be paid (EW15)."""
    s.left = 0
    s.phase = TRADE
    return not covers(s.hold[s.seat], PRICE[s.tile[s.boat[s.seat]]])


@kernel
def trade(s: State) -> bool:
    """Trade once with the boat's market tile (EW15)."""
    tile = s.tile[s.boat[s.seat]]
    s.hold[s.seat] += GAIN[tile] - PRICE[tile]
    return offer_trade(s)


@kernel
def done(s: State) -> bool:
    """Stop upgrading, or trading (EW14, EW15)."""
    return s.phase == TRADE or offer_trade(s)
