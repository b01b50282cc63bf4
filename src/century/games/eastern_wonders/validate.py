"""Whether a game of Eastern Wonders can lead to a state: positions read from text must pass."""

from __future__ import annotations

from century.core.cubes import COLOURS
from century.core.cubes.packing import NARROW, WIDE
from century.core.reading import Reading
from century.errors import BadPosition
from century.games.eastern_wonders.state import (
    BONUS,
    COLLECT,
    DISCARD,
    DROP,
    MAX_LYING,
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
from century.games.eastern_wonders.tiles import (
    CLAIMS_TO_END,
    CLOSED_PORT_AMONG,
    COLUMNS,
    HARVEST,
    HARVEST_BONUS,
    HARVEST_TILE,
    PORTS,
    START_SETS,
    TRADES,
    TYPE_OF,
    TYPES,
    UPGRADE_TILE,
)


def validate(s: Reading) -> None:
    """Raise BadPosition, which names the field at fault, unless a game can lead to the state."""
    _check_closed_port(s)
    _check_markets(s)
    if s.phase in (TAKE, PLACE):
        _check_setting_up(s)
    else:
        _check_playing(s)
    if s.phase in (DROP, TOLL, COLLECT, PRICE_DUE, BONUS, UPGRADE, TRADE):
        _CHECKS[s.phase](s)


def _check_closed_port(s: Reading) -> None:
    """Check that the closed-port tile is on the map or among the first tiles drawn (EW4)."""
    among = CLOSED_PORT_AMONG + PORTS - s.drawn
    if (s.closed != NOWHERE) == (s.closed_in > 0):
        raise BadPosition("pile", "the closed-port tile is to be in the pile or on a port (EW4)")
    if s.closed != NOWHERE and s.taken == 0:
        raise BadPosition("tiles", "a port is closed before the first claim (EW16)")
    if s.closed_in > max(among, 0):
        raise BadPosition("pile", f"the closed-port tile is one of the next {among} (EW4)")


def _check_markets(s: Reading) -> None:
    """Check that one tile of each type is left out (EW1)."""
    kinds = [TYPE_OF[s.tile[cell]] for cell in range(s.cells) if s.markets >> cell & 1]
    for kind, name in enumerate(TYPES):
        wanted = len(TRADES) // len(TYPES) - 1
        if kinds.count(kind) != wanted:
            raise BadPosition("tiles", f"{kinds.count(kind)} {name} tiles, not {wanted} (EW1)")


def _check_setting_up(s: Reading) -> None:
    """Check a position in which sets are taken and boats placed (EW7)."""
    taken = s.players - s.seat - (s.phase == TAKE)
    if s.rounds or s.taken or any(s.outposts) or any(s.lying) or any(map(any, s.bonus)):
        raise BadPosition("round", "the game has begun before the boats were placed (EW7)")
    if len(START_SETS) - s.sets_open.bit_count() != taken:
        raise BadPosition("sets", f"{taken} sets are to be taken by now (EW7)")
    held = [WIDE.spell(s.hold[seat]) for seat in range(s.players)]
    gone = sorted(c for i, c in enumerate(START_SETS) if not s.sets_open >> i & 1)
    if sorted(cubes for cubes in held if cubes) != gone or any(held[: s.players - taken]):
        raise BadPosition("cubes", "the holds are not the starting sets taken (EW7)")
    for seat in range(s.players):
        placed = s.boat[seat] != NOWHERE
        if placed != (seat > s.seat) or (placed and not s.markets >> s.boat[seat] & 1):
            raise BadPosition("boats", f"seat {seat} has its boat in the wrong place (EW7)")


def _check_playing(s: Reading) -> None:
    if s.rounds < 1:
        raise BadPosition("round", "rounds count from 1 once the boats are placed")
    if s.sets_open:
        raise BadPosition("sets", "the sets left over have gone back (EW7)")
    if s.phase in (SAIL, DROP):
        _check_steps(s)
    for seat in range(s.players):
        if s.boat[seat] == NOWHERE:
            raise BadPosition("boats", f"seat {seat} has no boat on the map (EW7)")
        _check_claims(s, seat)
        _check_bonus(s, seat)
        _check_hold(s, seat)
    if s.phase == OVER and (not s.ending or s.seat != s.players - 1):
        raise BadPosition("phase", "the game cannot be over yet (EW21)")


def _check_claims(s: Reading, seat: int) -> None:
    if s.claims[seat] > CLAIMS_TO_END:
        raise BadPosition("claimed", f"seat {seat} has {s.claims[seat]} tiles (EW21)")
    moved = seat < s.seat or (seat == s.seat and s.phase in (DISCARD, OVER))
    if s.claims[seat] == CLAIMS_TO_END and not moved:
        raise BadPosition("claimed", f"seat {seat} has its last tile and is yet to move (EW21)")


def _check_bonus(s: Reading, seat: int) -> None:
    won = min(s.built[seat]) - (s.phase == BONUS and seat == s.seat)
    if sum(s.bonus[seat]) != won:
        raise BadPosition("bonus", f"seat {seat} has emptied {won} columns (EW13)")


def _check_hold(s: Reading, seat: int) -> None:
    """Check that the rules allow the number of cubes in a hold (EW19)."""
    held, limit = len(WIDE.spell(s.hold[seat])), s.hold_limit[seat]
    if s.phase == DISCARD and seat == s.seat and held <= limit:
        raise BadPosition("phase", f"seat {seat} is not over the limit (EW19)")
    most = _most_cubes(s, held) if seat == s.seat else _most_at_start(s, seat)
    if held > most:
        raise BadPosition("cubes", f"seat {seat} holds {held}; {most} are possible here (EW19)")


def _most_at_start(s: Reading, seat: int) -> int:
    """Return how many cubes a seat can hold when its turn begins.

    A hold keeps to its limit at the end of its own turn. Until the next one each of the other
    players may have paid a toll into it.
    """
    return int(s.hold_limit[seat] + s.players - 1)


def _most_cubes(s: Reading, held: int) -> int:
    """Return how many cubes the seat that decides can hold at this point of its turn."""
    most, here = _most_at_start(s, s.seat), s.boat[s.seat]
    if s.phase == OVER:
        return int(s.hold_limit[s.seat])
    if s.phase in (SAIL, DROP):
        return most - _steps_paid(s)
    if s.phase == TOLL:
        return most - (s.toll[here].bit_count() - s.left.bit_count())
    if s.phase == COLLECT:
        return most
    if not s.lying[here]:  # they may have been collected (EW10)
        most += len(COLOURS) * MAX_LYING
    if s.phase == PRICE_DUE:
        return most - (s.build_price[here] - s.left)
    if s.phase == TRADE:
        return held if _could_trade(s, most) else most
    return _most_to_discard(s, most) if s.phase == DISCARD else most


def _most_to_discard(s: Reading, most: int) -> int:
    """Return how many cubes a harvest or trades can make out of at most `most` (EW15, EW18)."""
    here = s.boat[s.seat]
    grown = most + len(HARVEST) + len(HARVEST_BONUS) * s.bonus[s.seat][HARVEST_TILE]
    if s.outposts[here] >> s.seat & 1:
        price, gain = TRADES[s.tile[here]].split(">")
        grown = max(grown, most * len(gain) // len(price))
    return int(grown)


def _could_trade(s: Reading, most: int) -> bool:
    """Tell whether trades on the boat's tile can have made the hold out of at most `most` cubes."""
    price, gain = TRADES[s.tile[s.boat[s.seat]]].split(">")
    cubes = WIDE.spell(s.hold[s.seat])
    trades = min(cubes.count(colour) // gain.count(colour) for colour in set(gain))
    return any(len(cubes) - made * (len(gain) - len(price)) <= most for made in range(trades + 1))


def _steps_paid(s: Reading) -> int:
    """Count the steps of the movement under way whose cube was left behind (EW8)."""
    return int(max(0, s.steps - s.free_steps[s.seat] - (s.phase == DROP)))


def _check_steps(s: Reading) -> None:
    """Check that the cubes left behind for steps lie on the map (EW8)."""
    if _steps_paid(s) > sum(len(NARROW.spell(lying)) for lying in s.lying):
        raise BadPosition("phase", "more steps were paid than cubes lie on the map (EW8)")


def _check_drop(s: Reading) -> None:
    if not s.near[s.boat[s.seat]] >> s.came_from & 1:
        raise BadPosition("phase", "the boat did not come from there (EW8)")
    if s.steps <= s.free_steps[s.seat]:
        raise BadPosition("phase", "that step was free (EW8)")


def _check_toll(s: Reading) -> None:
    here = s.boat[s.seat]
    owners = [seat for seat in range(s.players) if s.left >> seat & 1]
    if not s.markets >> here & 1 or not owners or s.seat in owners:
        raise BadPosition("phase", "there is no such toll (EW9)")
    if any(s.boat[seat] != here for seat in owners):
        raise BadPosition("phase", "toll is paid to the owners of boats on the tile (EW9)")
    if len(WIDE.spell(s.hold[s.seat])) < len(owners):
        raise BadPosition("cubes", f"seat {s.seat} cannot pay the toll (EW9)")


def _check_collect(s: Reading) -> None:
    if not s.lying[s.boat[s.seat]]:
        raise BadPosition("phase", "nothing lies there (EW10)")


def _check_price(s: Reading) -> None:
    here = s.boat[s.seat]
    built = s.outposts[here] >> s.seat & 1
    if not s.markets >> here & 1 or built or not 1 <= s.left <= s.build_price[here]:
        raise BadPosition("phase", "no such price is to be paid (EW11)")
    if len(WIDE.spell(s.hold[s.seat])) < s.left:
        raise BadPosition("cubes", f"seat {s.seat} cannot pay the price (EW11)")


def _check_on_outpost(s: Reading) -> None:
    if not s.outposts[s.boat[s.seat]] >> s.seat & 1:
        raise BadPosition("phase", f"seat {s.seat} has no outpost there (EW15)")


def _check_bonus_due(s: Reading) -> None:
    """Check that the outpost just built may have emptied the column (EW13)."""
    _check_on_outpost(s)
    here = s.tile[s.boat[s.seat]]
    built = s.built[s.seat]
    if built[TYPE_OF[here]] != min(built) or sum(s.bonus[s.seat]) >= COLUMNS:
        raise BadPosition("phase", "no column was emptied (EW13)")


def _check_upgrade(s: Reading) -> None:
    _check_on_outpost(s)
    if not 1 <= s.left <= s.bonus[s.seat][UPGRADE_TILE]:
        raise BadPosition("phase", f"no {s.left} upgrades are left (EW14)")
    if not WIDE.spell(s.hold[s.seat]).strip("B"):
        raise BadPosition("phase", "no cube can rise (EW14)")


def _check_trade(s: Reading) -> None:
    _check_on_outpost(s)
    price = TRADES[s.tile[s.boat[s.seat]]].split(">")[0]
    cubes = WIDE.spell(s.hold[s.seat])
    if any(cubes.count(colour) < price.count(colour) for colour in price):
        raise BadPosition("phase", "the trade cannot be paid (EW15)")


_CHECKS = {
    DROP: _check_drop,
    TOLL: _check_toll,
    COLLECT: _check_collect,
    PRICE_DUE: _check_price,
    BONUS: _check_bonus_due,
    UPGRADE: _check_upgrade,
    TRADE: _check_trade,
}
