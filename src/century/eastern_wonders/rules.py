"""The rules of Eastern Wonders as kernels, each with the ids of the rules it carries out.

As in every game, the legal actions are a first action number and a mask of at most 64 bits from it.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from century.cubes import BROWN, COLOURS, narrow
from century.cubes.wide import colours_held, covers, one, raised, total, worth_points
from century.eastern_wonders.board import (
    build_price,
    columns_emptied,
    crowded,
    free_steps,
    hold_limit,
    is_market,
    is_open_port,
    others_there,
)
from century.eastern_wonders.map import STANDARD
from century.eastern_wonders.state import (
    ACTION,
    BONUS,
    COLLECT,
    DISCARD,
    DROP,
    NOWHERE,
    OVER,
    PLACE,
    PRICE_DUE,
    SAIL,
    TAKE,
    TOLL,
    TRADE,
    UPGRADE,
)
from century.eastern_wonders.tiles import (
    BONUS_KINDS,
    BONUS_POINTS,
    CELLS,
    CLAIMS_TO_END,
    CLOSED_PORT_AMONG,
    COST,
    CUBE_POINTS,
    GAIN,
    HARVEST,
    HARVEST_BONUS,
    HARVEST_TILE,
    MARKETS,
    POINTS,
    POINTS_TILE,
    PORTS,
    PRICE,
    STACK_POINTS,
    STACKS,
    START_CUBES,
    START_SETS,
    TILES_PER_TYPE,
    TYPE_OF,
    TYPES,
    UNCOVERED,
    UPGRADE_TILE,
)
from century.kernel import Generator, Int, Mask, State, bit, draw, kernel, lowest_bit, shuffle


@cache
def actions(cells: tuple[str, ...]) -> tuple[str, ...]:
    """List the actions on a map with these cells; numbers of cells it does not have are spare."""
    spare = tuple(f"x{i + 1}" for i in range(CELLS - len(cells)))
    return (
        *(f"take {i + 1}" for i in range(len(START_SETS))),
        *(f"place {cell}" for cell in cells + spare),
        *(f"sail {cell}" for cell in cells + spare),
        "anchor",
        *(f"drop {colour}" for colour in COLOURS),
        *(f"pay {colour}" for colour in COLOURS),
        *("collect", "leave", "build", "trade", "claim", "harvest", "pass"),
        *(f"bonus {kind}" for kind in BONUS_KINDS),
        *(f"upgrade {colour}" for colour in COLOURS[:BROWN]),
        "done",
        *(f"discard {colour}" for colour in COLOURS),
    )


ACTIONS = actions(STANDARD.names)
TAKE_1, PLACE_1, SAIL_1 = 0, len(START_SETS), len(START_SETS) + CELLS
ANCHOR = ACTIONS.index("anchor")
DROP_Y = ACTIONS.index("drop Y")
PAY_Y = ACTIONS.index("pay Y")
COLLECT_ALL = ACTIONS.index("collect")
LEAVE = ACTIONS.index("leave")
BUILD = ACTIONS.index("build")
TRADE_ONCE = ACTIONS.index("trade")
CLAIM = ACTIONS.index("claim")
HARVEST_HERE = ACTIONS.index("harvest")
PASS = ACTIONS.index("pass")
BONUS_1 = ACTIONS.index(f"bonus {BONUS_KINDS[0]}")
UPGRADE_Y = ACTIONS.index("upgrade Y")
DONE = ACTIONS.index("done")
DISCARD_Y = ACTIONS.index("discard Y")

_BOTH = np.uint64(3)
_DONE = np.uint64(1 << DONE - UPGRADE_Y)
_TRADE_OR_DONE = np.uint64(1 | 1 << DONE - TRADE_ONCE)
_HARVEST_OR_PASS = np.uint64(1 << HARVEST_HERE - BUILD | 1 << PASS - BUILD)
_MOST_LYING = 255  # cubes of a colour a tile keeps: more have gone back to the supply


# Set-up


@kernel
def deal(s: State, players: int, rng: Generator) -> None:
    """Set up a game on a record with nothing but a map (EW1-EW6)."""
    s.players = players
    s.seat = players - 1
    s.phase = TAKE
    s.sets_open = (1 << len(START_SETS)) - 1
    for kind in range(len(BONUS_KINDS)):
        s.stacks[kind] = STACKS[kind]
    deal_markets(s, rng)
    for tile in range(len(s.pile)):
        s.pile[tile] = tile
    shuffle(s.pile, rng)
    for cell in range(s.cells):
        if s.ports >> np.uint32(cell) & np.uint32(1):
            s.tile[cell] = draw_vp_tile(s)
    s.closed_in = 1 + draw(rng, CLOSED_PORT_AMONG)  # EW4


@kernel
def deal_markets(s: State, rng: Generator) -> None:
    """Put the market tiles on the map, one of each type left out (EW1, EW2)."""
    # The pile is not there yet: its place serves for the tiles dealt and for those of one type.
    dealt, of_type = s.pile[:MARKETS], s.pile[MARKETS : MARKETS + TILES_PER_TYPE]
    for kind in range(len(TYPES)):
        for i in range(TILES_PER_TYPE):
            of_type[i] = kind * TILES_PER_TYPE + i
        shuffle(of_type, rng)
        for i in range(TILES_PER_TYPE - 1):
            dealt[kind * (TILES_PER_TYPE - 1) + i] = of_type[i]
    shuffle(dealt, rng)
    next_tile = 0
    for cell in range(s.cells):
        if s.markets >> np.uint32(cell) & np.uint32(1):
            s.tile[cell] = dealt[next_tile]
            next_tile += 1


@kernel
def redeal(s: State, _seat: int, rng: Generator) -> None:
    """Reshuffle what a seat cannot know: the pile of VP tiles, the same for every seat (EW24)."""
    shuffle(s.pile[s.drawn :], rng)
    if s.closed_in > 0:
        s.closed_in = 1 + draw(rng, CLOSED_PORT_AMONG + PORTS - s.drawn)


# What is legal


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
def sail_options(s: State) -> Mask:
    """Return the mask of cells to sail to, and of anchoring (EW8, EW9)."""
    held = np.int64(total(s.hold[s.seat]))
    free = free_steps(s) - s.steps
    here = s.boat[s.seat]
    options = np.uint64(0)
    if s.steps == 0 or others_there(s, here) <= held:
        options |= bit(ANCHOR - SAIL_1)
    if free <= 0 and held == 0:
        return options
    after_free, after_held = (free - 1, held) if free > 0 else (0, held - 1)
    if after_held >= s.players - 1:  # enough for any toll
        return options | np.uint64(s.near[here])
    ahead = np.uint64(s.near[here])
    while ahead != 0:
        cell = lowest_bit(ahead)
        if can_end(s, cell, after_free, after_held):
            options |= bit(cell)
        ahead &= ahead - np.uint64(1)
    return options


@kernel
def can_end(s: State, cell: Int, free: Int, held: Int) -> bool:
    """Tell whether movement can still end somewhere, with so many free steps and cubes (EW9)."""
    reached = bit(cell)
    while reached & ~crowded(s, held) == 0:
        if free > 0:
            free -= 1
        elif held > 0:
            held -= 1
        else:
            return False
        ahead = reached
        while ahead != 0:
            reached |= np.uint64(s.near[lowest_bit(ahead)])
            ahead &= ahead - np.uint64(1)
    return True


@kernel
def action_options(s: State) -> Mask:
    """Return the mask of actions possible on the boat's tile (EW11, EW15, EW16, EW18)."""
    here, cubes = s.boat[s.seat], s.hold[s.seat]
    options = _HARVEST_OR_PASS
    if is_market(s, here):
        if s.outposts[here] >> s.seat & 1:
            if covers(cubes, PRICE[s.tile[here]]):
                options |= bit(TRADE_ONCE - BUILD)
        elif total(cubes) >= build_price(s):
            options |= bit(0)
    elif is_open_port(s, here) and covers(cubes, COST[s.tile[here]]):
        options |= bit(CLAIM - BUILD)
    return options


@kernel
def stacks_left(s: State) -> Mask:
    """Return the mask of the bonus stacks that have a tile left (EW13)."""
    kinds = np.uint64(0)
    for kind in range(len(BONUS_KINDS)):
        if s.stacks[kind] > 0:
            kinds |= bit(kind)
    return kinds


# Carrying out a decision


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
            pay(s, action - PAY_Y)
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
def take(s: State, number: Int) -> None:
    """Take a starting set (EW7)."""
    s.hold[s.seat] = START_CUBES[number]
    s.sets_open ^= 1 << number
    s.phase = PLACE


@kernel
def place(s: State, cell: Int) -> None:
    """Put the boat on a market tile; the seat before is next, and seat 0 begins the game (EW7)."""
    s.boat[s.seat] = cell
    if s.seat > 0:
        s.seat -= 1
        s.phase = TAKE
    else:
        s.sets_open = 0
        s.rounds = 1
        s.phase = SAIL


@kernel
def sail(s: State, cell: Int) -> None:
    """Sail a step; past the free ones it costs a cube left behind (EW8)."""
    s.steps += 1
    if s.steps > free_steps(s):
        s.came_from = s.boat[s.seat]
        s.phase = DROP
    s.boat[s.seat] = cell


@kernel
def drop(s: State, colour: Int) -> None:
    """Leave the cube that a step costs on the tile it left (EW8)."""
    s.hold[s.seat] -= one(colour)
    if narrow.count_of(s.lying[s.came_from], colour) < _MOST_LYING:
        s.lying[s.came_from] += narrow.one(colour)
    s.came_from = 0
    s.phase = SAIL


@kernel
def anchor(s: State) -> None:
    """End the movement: then come toll and taking, if there was any (EW9, EW10)."""
    if s.steps == 0:
        s.phase = ACTION
        return
    s.steps = 0
    here = s.boat[s.seat]
    if is_market(s, here):
        for seat in range(s.players):
            if seat != s.seat and s.boat[seat] == here:
                s.left |= 1 << seat
    offer_toll(s)


@kernel
def offer_toll(s: State) -> None:
    """Ask for the next boat's toll, then whether to take what lies there (EW9, EW10)."""
    if s.left != 0:
        s.phase = TOLL
    elif s.lying[s.boat[s.seat]] != 0:
        s.phase = COLLECT
    else:
        s.phase = ACTION


@kernel
def pay(s: State, colour: Int) -> None:
    """Pay a cube: to the next boat's owner in seat order, or for an outpost (EW9, EW11)."""
    s.hold[s.seat] -= one(colour)
    if s.phase == TOLL:
        owner = lowest_bit(np.uint64(s.left))
        s.hold[owner] += one(colour)
        s.left ^= 1 << owner
        offer_toll(s)
    else:
        s.left -= 1
        if s.left == 0:
            place_outpost(s)


@kernel
def collect(s: State) -> None:
    """Take all the cubes lying on the boat's tile (EW10)."""
    here = s.boat[s.seat]
    for colour in range(len(COLOURS)):
        s.hold[s.seat] += one(colour) * np.uint64(narrow.count_of(s.lying[here], colour))
    s.lying[here] = 0
    s.phase = ACTION


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


@kernel
def build(s: State) -> None:
    """Begin to build an outpost: first its price (EW11)."""
    s.left = build_price(s)
    if s.left > 0:
        s.phase = PRICE_DUE
    else:
        place_outpost(s)


@kernel
def place_outpost(s: State) -> None:
    """Move an outpost from the board to the tile; a column emptied wins a bonus (EW12, EW13)."""
    here = s.boat[s.seat]
    before = columns_emptied(s)
    s.outposts[here] |= 1 << s.seat
    s.built[s.seat, TYPE_OF[s.tile[here]]] += 1
    s.left = s.bonus[s.seat, UPGRADE_TILE]  # those held before this build (EW14)
    if columns_emptied(s) > before:
        s.phase = BONUS
    else:
        offer_upgrade(s)


@kernel
def take_bonus(s: State, kind: Int) -> None:
    """Take the top tile of a bonus stack (EW13, EW14)."""
    s.bonus[s.seat, kind] += 1
    if kind == POINTS_TILE:
        s.points_to[len(s.points_to) - s.stacks[kind]] = 1 + s.seat
    s.stacks[kind] -= 1
    offer_upgrade(s)


@kernel
def offer_upgrade(s: State) -> None:
    """Ask for an upgrade while there are tiles for it and a cube can rise (EW14)."""
    if s.left > 0 and colours_held(s.hold[s.seat], BROWN) != 0:
        s.phase = UPGRADE
    else:
        offer_trade(s)


@kernel
def upgrade(s: State, colour: Int) -> None:
    """Raise one cube by one step (EW14)."""
    s.hold[s.seat] = raised(s.hold[s.seat], colour)
    s.left -= 1
    offer_upgrade(s)


@kernel
def offer_trade(s: State) -> None:
    """Ask for a trade while it can be paid (EW15)."""
    s.left = 0
    if covers(s.hold[s.seat], PRICE[s.tile[s.boat[s.seat]]]):
        s.phase = TRADE
    else:
        end_turn(s)


@kernel
def trade(s: State) -> None:
    """Trade once with the boat's market tile (EW15)."""
    tile = s.tile[s.boat[s.seat]]
    s.hold[s.seat] += GAIN[tile] - PRICE[tile]
    offer_trade(s)


@kernel
def done(s: State) -> None:
    """Stop upgrading, or trading (EW14, EW15)."""
    if s.phase == UPGRADE:
        offer_trade(s)
    else:
        end_turn(s)


@kernel
def claim(s: State) -> None:
    """Pay for a port's VP tile, take it, and refill the port (EW16)."""
    here = s.boat[s.seat]
    s.hold[s.seat] -= COST[s.tile[here]]
    s.claimed[s.taken] = s.tile[here]
    s.claimed_by[s.taken] = s.seat
    s.taken += 1
    s.claims[s.seat] += 1
    if s.claims[s.seat] == CLAIMS_TO_END:
        s.ending = 1  # EW21
    refill(s, here)
    end_turn(s)


@kernel
def refill(s: State, port: Int) -> None:
    """Put a new VP tile out, or close the port (EW16, EW17)."""
    s.tile[port] = 0
    if s.closed != NOWHERE:
        s.tile[s.closed] = draw_vp_tile(s)
        s.closed = port
        return
    s.closed_in -= 1
    if s.closed_in == 0:
        s.closed = port
    else:
        s.tile[port] = draw_vp_tile(s)


@kernel
def draw_vp_tile(s: State) -> Int:
    """Draw the top VP tile of the pile."""
    tile = s.pile[s.drawn]
    s.pile[s.drawn] = 0
    s.drawn += 1
    return tile


# The end of a turn and of the game


@kernel
def end_turn(s: State) -> None:
    """Ask for discards while the hold is over its limit, then let the next seat sail (EW19)."""
    s.left = 0
    if total(s.hold[s.seat]) > hold_limit(s):
        s.phase = DISCARD
    elif s.seat + 1 < s.players:
        s.seat += 1
        s.phase = SAIL
    elif s.ending:
        s.phase = OVER  # EW21
    else:
        s.seat = 0
        s.rounds += 1
        s.phase = SAIL


@kernel
def score(s: State, seat: Int) -> Int:
    """Count a seat's points as they stand (EW22)."""
    points = np.int64(CUBE_POINTS * worth_points(s.hold[seat]))
    for kind in range(len(TYPES)):
        points += UNCOVERED[s.built[seat, kind]]
    for kind in range(len(BONUS_KINDS)):
        points += s.bonus[seat, kind] * BONUS_POINTS[kind]
    for i in range(len(s.points_to)):
        if s.points_to[i] == 1 + seat:
            points += STACK_POINTS[i]
    for i in range(s.taken):
        if s.claimed_by[i] == seat:
            points += POINTS[s.claimed[i]]
    return points
