"""Eastern Wonders positions as one line of text."""

from __future__ import annotations

from collections.abc import Iterable

from century.core.cubes import COLOURS
from century.core.cubes.packing import NARROW, WIDE
from century.core.position_text import (
    NOTHING,
    check_once_each,
    read_by_seat,
    read_cubes,
    read_fields,
    read_list,
    read_name,
    read_number,
    write_fields,
    write_list,
)
from century.core.reading import Draft, Reading
from century.errors import BadMap, BadPosition
from century.games.eastern_wonders.map import Map
from century.games.eastern_wonders.state import (
    BONUS,
    DROP,
    MAX_LYING,
    NOWHERE,
    PHASES,
    PRICE_DUE,
    SAIL,
    TOLL,
    UPGRADE,
)
from century.games.eastern_wonders.tiles import (
    BONUS_KINDS,
    CLAIMS_TO_END,
    PLAYERS,
    POINTS_STACK,
    POINTS_TILE,
    RULES_VERSION,
    STACKS,
    START_SETS,
    TRADES,
    TYPE_OF,
    UPGRADE_TILE,
    VP_TILES,
)

HEADER = f"eastern-wonders/{RULES_VERSION}"
PER_SEAT = ("cubes", "boats", "bonus")
ON_THE_MAP = ("map", "tiles", "lying", "outposts")
KEYS = ("round", "seat", "phase", *PER_SEAT, *ON_THE_MAP, "claimed", "pile", "sets")
COSTS = tuple(cost for cost, _ in VP_TILES)
CLOSED = "closed"
SEA = "sea"
BONUS_NAMES = (*BONUS_KINDS[:POINTS_TILE], *(f"points{points}" for points in POINTS_STACK))
_MOST = 2**31 - 1
_MOST_CUBES = 4_000  # more than any turn can bring together


# Writing


def write(s: Reading) -> str:
    """Write a state as one line."""
    chart = Map.on(s)
    seats, cells = range(s.players), range(s.cells)
    values = {
        "round": str(s.rounds),
        "seat": str(s.seat),
        "phase": _write_phase(s, chart),
        "cubes": "/".join(WIDE.spell(s.hold[seat]) or NOTHING for seat in seats),
        "boats": "/".join(_write_boat(s.boat[seat], chart) for seat in seats),
        "bonus": "/".join(write_list(_bonus_names(s, seat)) for seat in seats),
        "map": chart.to_text(),
        "tiles": write_list(_write_tile(s, chart, cell) for cell in cells),
        "lying": write_list(
            f"{chart.names[cell]}:{NARROW.spell(s.lying[cell])}" for cell in cells if s.lying[cell]
        ),
        "outposts": write_list(
            f"{chart.names[cell]}:{_seats_in(s.outposts[cell])}"
            for cell in cells
            if s.outposts[cell]
        ),
        "claimed": write_list(f"{s.claimed_by[i]}:{COSTS[s.claimed[i]]}" for i in range(s.taken)),
        "pile": write_list(_write_pile(s)),
        "sets": write_list(cubes for i, cubes in enumerate(START_SETS) if s.sets_open >> i & 1),
    }
    return write_fields(HEADER, values.items())


def _write_phase(s: Reading, chart: Map) -> str:
    detail = {
        SAIL: f":{s.steps}",
        DROP: f":{s.steps}:{chart.names[s.came_from]}",
        TOLL: f":{_seats_in(s.left)}",
        PRICE_DUE: f":{s.left}",
        UPGRADE: f":{s.left}",
    }
    return PHASES[s.phase] + detail.get(s.phase, "")


def _write_boat(cell: int, chart: Map) -> str:
    return NOTHING if cell == NOWHERE else chart.names[cell]


def _bonus_names(s: Reading, seat: int) -> Iterable[str]:
    for kind, name in enumerate(BONUS_KINDS[:POINTS_TILE]):
        yield from [name] * s.bonus[seat][kind]
    for i, owner in enumerate(s.points_to):
        if owner == 1 + seat:
            yield f"points{POINTS_STACK[i]}"


def _write_tile(s: Reading, chart: Map, cell: int) -> str:
    kind = chart.cells[cell].kind
    if kind == "market":
        return TRADES[s.tile[cell]]
    if kind == "port":
        return CLOSED if s.closed == cell else COSTS[s.tile[cell]]
    return SEA


def _write_pile(s: Reading) -> list[str]:
    pile = [COSTS[number] for number in s.pile[s.drawn :]]
    if s.closed_in:
        pile.insert(s.closed_in - 1, CLOSED)
    return pile


def _seats_in(mask: int) -> str:
    return "".join(str(seat) for seat in range(PLAYERS[-1]) if mask >> seat & 1)


# Reading


def parse(text: str) -> Draft:
    """Read a state from its line, or raise BadPosition; `validate` has still to check it."""
    fields = read_fields(text, HEADER, KEYS)
    try:
        chart = Map.read(fields["map"])
    except BadMap as error:
        raise BadPosition("map", f"{error.fault} ({error.rule})") from error
    s = chart.blank()
    _read_seats(s, fields, chart)
    _read_tiles(s, read_list(fields["tiles"]), chart)
    _read_on_cells(s, fields, chart)
    _read_vp_tiles(s, fields)
    s.rounds = read_number("round", fields["round"], _MOST)
    s.seat = read_number("seat", fields["seat"], s.players - 1)
    _read_phase(s, fields["phase"], chart)
    check_once_each("sets", read_list(fields["sets"]))
    for cubes in read_list(fields["sets"]):
        s.sets_open |= 1 << read_name("sets", cubes, START_SETS)
    s.ending = int(max(s.claims) >= CLAIMS_TO_END)
    return s


def _read_seats(s: Draft, fields: dict[str, str], chart: Map) -> None:
    by_seat = read_by_seat(fields, PER_SEAT, PLAYERS)
    s.players = len(by_seat["cubes"])
    s.stacks = list(STACKS)
    for seat in range(s.players):
        cubes = read_cubes("cubes", by_seat["cubes"][seat], _MOST_CUBES)
        s.hold[seat] = WIDE.pack(cubes)
        boat = by_seat["boats"][seat]
        s.boat[seat] = NOWHERE if boat == NOTHING else read_name("boats", boat, chart.names)
        for name in read_list(by_seat["bonus"][seat]):
            _read_bonus(s, seat, read_name("bonus", name, BONUS_NAMES))


def _read_bonus(s: Draft, seat: int, number: int) -> None:
    kind = min(number, POINTS_TILE)
    if kind == POINTS_TILE:
        if s.points_to[number - POINTS_TILE]:
            raise BadPosition("bonus", f"{BONUS_NAMES[number]} is there twice (EW5)")
        s.points_to[number - POINTS_TILE] = 1 + seat
    if s.stacks[kind] == 0:
        raise BadPosition("bonus", f"too many {BONUS_KINDS[kind]} tiles (EW5)")
    s.stacks[kind] -= 1
    s.bonus[seat][kind] += 1


def _read_tiles(s: Draft, tiles: list[str], chart: Map) -> None:
    if len(tiles) != len(chart.cells):
        raise BadPosition("tiles", f"{len(tiles)} tiles for {len(chart.cells)} cells")
    for i, (cell, tile) in enumerate(zip(chart.cells, tiles, strict=True)):
        if cell.kind == "market":
            s.tile[i] = read_name("tiles", tile, TRADES)
        elif cell.kind == "sea":
            read_name("tiles", tile, (SEA,))
        elif tile != CLOSED:
            s.tile[i] = read_name("tiles", tile, COSTS)
        elif s.closed == NOWHERE:
            s.closed = i
        else:
            raise BadPosition("tiles", "two ports are closed (EW17)")
    markets = [TRADES[s.tile[i]] for i, cell in enumerate(chart.cells) if cell.kind == "market"]
    check_once_each("tiles", markets)


def _read_on_cells(s: Draft, fields: dict[str, str], chart: Map) -> None:
    for cell, value in _on_cells("lying", fields, chart):
        cubes = read_cubes("lying", value, _MOST_CUBES)
        if any(cubes.count(colour) > MAX_LYING for colour in COLOURS):
            raise BadPosition("lying", f"more than {MAX_LYING} of a colour on one tile")
        s.lying[cell] = NARROW.pack(cubes)
    for cell, value in _on_cells("outposts", fields, chart):
        if chart.cells[cell].kind != "market":
            raise BadPosition("outposts", f"{chart.names[cell]} is not a market (EW11)")
        for digit in value:
            seat = read_number("outposts", digit, s.players - 1)
            s.outposts[cell] |= 1 << seat
            s.built[seat][TYPE_OF[s.tile[cell]]] += 1
        if _seats_in(s.outposts[cell]) != value:
            raise BadPosition("outposts", f"{value!r} is not a list of seats in order")


def _on_cells(key: str, fields: dict[str, str], chart: Map) -> list[tuple[int, str]]:
    entries = [entry.partition(":") for entry in read_list(fields[key])]
    check_once_each(key, (name for name, _, _ in entries))
    for name, _, value in entries:
        if not value or value == NOTHING:
            raise BadPosition(key, f"nothing is given for {name}")
    return [(read_name(key, name, chart.names), value) for name, _, value in entries]


def _read_vp_tiles(s: Draft, fields: dict[str, str]) -> None:
    pile, claimed = read_list(fields["pile"]), read_list(fields["claimed"])
    if CLOSED in pile:
        s.closed_in = 1 + pile.index(CLOSED)
        pile.remove(CLOSED)
    if len(claimed) > len(s.claimed):
        raise BadPosition("claimed", f"{len(claimed)} tiles are more than can be claimed (EW21)")
    numbers = [read_name("pile", cost, COSTS) for cost in pile]
    for i, item in enumerate(claimed):
        seat, _, cost = item.partition(":")
        s.claimed_by[i] = read_number("claimed", seat, s.players - 1)
        s.claimed[i] = read_name("claimed", cost, COSTS)
        s.claims[s.claimed_by[i]] += 1
    s.taken = len(claimed)
    on_ports = [s.tile[i] for i in range(s.cells) if s.ports >> i & 1 and i != s.closed]
    everything = numbers + on_ports + s.claimed[: s.taken]
    check_once_each("tiles, claimed and pile", (COSTS[number] for number in everything))
    if len(everything) != len(COSTS):
        absent = set(range(len(COSTS))) - set(everything)
        raise BadPosition("pile", f"{', '.join(COSTS[i] for i in sorted(absent))} missing")
    s.drawn = len(COSTS) - len(numbers)
    s.pile[s.drawn :] = numbers


def _read_phase(s: Draft, value: str, chart: Map) -> None:
    name, *detail = value.split(":")
    s.phase = read_name("phase", name, PHASES)
    parts = {SAIL: 1, DROP: 2, TOLL: 1, PRICE_DUE: 1, UPGRADE: 1}.get(s.phase, 0)
    if len(detail) != parts:
        raise BadPosition("phase", f"{value!r} has the wrong number of parts")
    if s.phase in (SAIL, DROP):
        s.steps = read_number("phase", detail[0], 255)
    elif s.phase == TOLL:
        check_once_each("phase", detail[0])
        for digit in detail[0]:
            s.left |= 1 << read_number("phase", digit, s.players - 1)
    elif s.phase in (PRICE_DUE, UPGRADE):
        s.left = read_number("phase", detail[0], 255)
    elif s.phase == BONUS:
        s.left = s.bonus[s.seat][UPGRADE_TILE]
    if s.phase == DROP:
        s.came_from = read_name("phase", detail[1], chart.names)
