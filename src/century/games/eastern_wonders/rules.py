"""The rules of Eastern Wonders as kernels. Each names the rules that it carries out.

This module holds the legal actions and their dispatch; each part of a turn has a module of its own.
As in every game, the legal actions are a first action number and a mask of at most 64 bits.
"""

from __future__ import annotations

import numpy as np

from century.core.cubes import BROWN, COLOURS
from century.core.cubes.wide import colours_held, covers, one, total
from century.core.kernel import Int, Mask, State, bit, kernel
from century.games.eastern_wonders.actions import (
    ANCHOR,
    BONUS_1,
    BUILD,
    CLAIM,
    COLLECT_ALL,
    DISCARD_Y,
    DONE,
    DROP_Y,
    HARVEST_HERE,
    PASS,
    PAY_Y,
    PLACE_1,
    SAIL_1,
    TAKE_1,
    TRADE_ONCE,
    UPGRADE_Y,
)
from century.games.eastern_wonders.board import (
    build_price,
    end_turn,
    is_market,
    is_open_port,
    score,
)
from century.games.eastern_wonders.market import (
    build,
    done,
    pay_price,
    stacks_left,
    take_bonus,
    trade,
    upgrade,
)
from century.games.eastern_wonders.port import claim
from century.games.eastern_wonders.sailing import (
    anchor,
    collect,
    drop,
    pay_toll,
    sail,
    sail_options,
)
from century.games.eastern_wonders.setup import deal, place, redeal, take
from century.games.eastern_wonders.state import (
    ACTION,
    BONUS,
    COLLECT,
    DISCARD,
    DROP,
    PLACE,
    PRICE_DUE,
    SAIL,
    TAKE,
    TOLL,
    TRADE,
    UPGRADE,
)
from century.games.eastern_wonders.tables import (
    COST,
    HARVEST,
    HARVEST_BONUS,
    PRICE,
)
from century.games.eastern_wonders.tiles import (
    HARVEST_TILE,
)

__all__ = ["act", "deal", "legal", "redeal", "score"]

_BOTH = np.uint64(3)
_DONE = np.uint64(1 << DONE - UPGRADE_Y)
_TRADE_OR_DONE = np.uint64(1 | 1 << DONE - TRADE_ONCE)
_HARVEST_OR_PASS = np.uint64(1 << HARVEST_HERE - BUILD | 1 << PASS - BUILD)


@kernel
def legal(s: State) -> tuple[Int, Mask]:
    """Return the legal actions as the phase's first action number and a mask from there."""
    cubes = s.hold[s.seat]
    if s.phase == SAIL:
        return SAIL_1, sail_options(s)
    if s.phase == ACTION:
        return BUILD, action_options(s)
    if s.phase == DROP:
        return DROP_Y, colours_held(cubes, len(COLOURS))
    if s.phase == TOLL or s.phase == PRICE_DUE:
        return PAY_Y, colours_held(cubes, len(COLOURS))
    if s.phase == COLLECT:
        return COLLECT_ALL, _BOTH
    if s.phase == TRADE:
        return TRADE_ONCE, _TRADE_OR_DONE
    if s.phase == UPGRADE:
        return UPGRADE_Y, colours_held(cubes, BROWN) | _DONE
    if s.phase == DISCARD:
        return DISCARD_Y, colours_held(cubes, len(COLOURS))
    if s.phase == BONUS:
        return BONUS_1, stacks_left(s)
    if s.phase == TAKE:
        return TAKE_1, np.uint64(s.sets_open)
    if s.phase == PLACE:
        return PLACE_1, np.uint64(s.markets)
    return TAKE_1, np.uint64(0)


@kernel
def action_options(s: State) -> Mask:
    """Return the mask of actions possible on the boat's tile (EW11, EW15, EW16, EW18)."""
    here, cubes = s.boat[s.seat], s.hold[s.seat]
    options = _HARVEST_OR_PASS
    if is_market(s, here):
        if s.outposts[here] >> s.seat & 1:
            if covers(cubes, PRICE[s.tile[here]]):
                options |= bit(TRADE_ONCE - BUILD)
        elif total(cubes) >= build_price(s, here):
            options |= bit(0)
    elif is_open_port(s, here) and covers(cubes, COST[s.tile[here]]):
        options |= bit(CLAIM - BUILD)
    return options


@kernel
def act(s: State, action: Int) -> None:
    """Carry out a legal action."""
    if action < DROP_Y:
        if action == ANCHOR:
            anchor(s)
        elif action >= SAIL_1:
            sail(s, action - SAIL_1)
        elif action >= PLACE_1:
            place(s, action - PLACE_1)
        else:
            take(s, action - TAKE_1)
    elif action < BUILD:
        if action < PAY_Y:
            drop(s, action - DROP_Y)
        elif action < COLLECT_ALL:
            if s.phase == TOLL:
                pay_toll(s, action - PAY_Y)
            else:
                pay_price(s, action - PAY_Y)
        elif action == COLLECT_ALL:
            collect(s)
        else:
            s.phase = ACTION  # leave (EW10)
    elif action < BONUS_1:
        act_here(s, action)
    elif action < UPGRADE_Y:
        take_bonus(s, action - BONUS_1)
    elif action < DONE:
        upgrade(s, action - UPGRADE_Y)
    elif action == DONE:
        done(s)
    else:
        s.hold[s.seat] -= one(action - DISCARD_Y)  # EW19
        end_turn(s)


@kernel
def act_here(s: State, action: Int) -> None:
    """Carry out the action of the turn: market, port, harvest, or none."""
    if action == BUILD:
        build(s)
    elif action == TRADE_ONCE:
        trade(s)
    elif action == CLAIM:
        claim(s)
    else:
        if action == HARVEST_HERE:  # EW14, EW18
            tiles = np.uint64(s.bonus[s.seat, HARVEST_TILE])
            s.hold[s.seat] += HARVEST + HARVEST_BONUS * tiles
        end_turn(s)
