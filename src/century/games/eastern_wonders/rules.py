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
    OVER,
    PHASES,
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

# The first action of each phase. PAY_Y follows the actions of DROP_Y, colour by colour.
FIRST_ACTION = np.zeros(len(PHASES), np.int64)
FIRST_ACTION[PLACE] = PLACE_1
FIRST_ACTION[SAIL] = SAIL_1
FIRST_ACTION[DROP] = DROP_Y
FIRST_ACTION[TOLL] = FIRST_ACTION[PRICE_DUE] = PAY_Y
FIRST_ACTION[COLLECT] = COLLECT_ALL
FIRST_ACTION[ACTION] = BUILD
FIRST_ACTION[BONUS] = BONUS_1
FIRST_ACTION[UPGRADE] = UPGRADE_Y
FIRST_ACTION[TRADE] = TRADE_ONCE
FIRST_ACTION[DISCARD] = DISCARD_Y

_BOTH = np.uint64(3)
_DONE = np.uint64(1 << DONE - UPGRADE_Y)
_TRADE_OR_DONE = np.uint64(1 | 1 << DONE - TRADE_ONCE)
_HARVEST_OR_PASS = np.uint64(1 << HARVEST_HERE - BUILD | 1 << PASS - BUILD)


@kernel
def legal(s: State) -> tuple[Int, Mask]:
    """Return the legal actions as the phase's first action number and a mask from there."""
    return int(FIRST_ACTION[s.phase]), options_of_phase(s)


@kernel
def options_of_phase(s: State) -> Mask:
    """Return the mask of the legal actions, counted from the phase's first one.

    The most frequent phases come first. The phases that ask for any colour are one case, because
    the threads of a GPU work at the same time only while they are in the same case.
    """
    if s.phase == SAIL:
        return sail_options(s)
    if s.phase == ACTION:
        return action_options(s)
    if s.phase == COLLECT:
        return _BOTH
    if s.phase == TRADE:
        return _TRADE_OR_DONE
    if s.phase == BONUS:
        return stacks_left(s)
    if s.phase == TAKE:
        return np.uint64(s.sets_open)
    if s.phase == PLACE:
        return np.uint64(s.markets)
    if s.phase == OVER:
        return np.uint64(0)
    if s.phase == UPGRADE:
        return colours_held(s.hold[s.seat], BROWN) | _DONE
    return colours_held(s.hold[s.seat], len(COLOURS))


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
    if carry_out(s, action):
        end_turn(s)


@kernel
def carry_out(s: State, action: Int) -> bool:
    """Carry out an action; tell whether nothing is left to do but to end the turn."""
    if action < DROP_Y:
        move(s, action)
        return False
    if action < COLLECT_ALL:
        return give_cube(s, (action - DROP_Y) % len(COLOURS))
    if action < BUILD:
        if action == COLLECT_ALL:
            collect(s)
        s.phase = ACTION
        return False
    if action < BONUS_1:
        return act_here(s, action)
    if action < UPGRADE_Y:
        return take_bonus(s, action - BONUS_1)
    if action < DONE:
        return upgrade(s, action - UPGRADE_Y)
    if action == DONE:
        return done(s)
    s.hold[s.seat] -= one(action - DISCARD_Y)  # EW19
    return True


@kernel
def move(s: State, action: Int) -> None:
    """Carry out an action of the set-up, or a movement."""
    if action == ANCHOR:
        anchor(s)
    elif action >= SAIL_1:
        sail(s, action - SAIL_1)
    elif action >= PLACE_1:
        place(s, action - PLACE_1)
    else:
        take(s, action - TAKE_1)


@kernel
def give_cube(s: State, colour: Int) -> bool:
    """Give up a cube for a step, a toll or an outpost; tell whether the turn is over."""
    s.hold[s.seat] -= one(colour)
    if s.phase == DROP:
        drop(s, colour)
    elif s.phase == TOLL:
        pay_toll(s, colour)
    else:
        return pay_price(s)
    return False


@kernel
def act_here(s: State, action: Int) -> bool:
    """Carry out the action of the turn: market, port, harvest, or none."""
    if action == BUILD:
        return build(s)
    if action == TRADE_ONCE:
        return trade(s)
    if action == CLAIM:
        claim(s)
    elif action == HARVEST_HERE:  # EW14, EW18
        tiles = np.uint64(s.bonus[s.seat, HARVEST_TILE])
        s.hold[s.seat] += HARVEST + HARVEST_BONUS * tiles
    return True
