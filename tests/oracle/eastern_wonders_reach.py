"""How far a boat of the reference engine of Eastern Wonders can get, and how to compare it."""

from collections.abc import Iterable, Mapping

from .eastern_wonders_pieces import Cell

Reach = dict[str, int | list[str]]


def reach_of(
    boat: Cell, first: Iterable[Cell], free: int, cubes: int, tolls: Mapping[str, int]
) -> dict[str, Reach]:
    """Return the cells that a boat can reach, each with its price and all cells before it.

    `first` holds the cells to which the next step is legal, `free` counts the free steps that
    are left, `cubes` counts the cubes held, and `tolls` counts the seats to be paid per cell.
    The price is the number of cubes left behind on a way with the fewest steps (EW8). A cell
    more than one step away is only in the result if its toll can be paid after that (EW9).
    """
    found: dict[str, Reach] = {}
    seen = {boat.name}
    before: dict[str, list[str]] = {cell.name: [boat.name] for cell in first}
    ring = [cell for cell in boat.neighbours if cell.name in before]
    steps = 1
    while ring:
        price = max(0, steps - max(0, free))
        if price > cubes:
            break
        for cell in ring:
            seen.add(cell.name)
            beside = steps > 1 and cell in boat.neighbours  # a first step that is not legal
            if steps == 1 or (not beside and price + tolls[cell.name] <= cubes):
                found[cell.name] = {"price": price, "via": sorted(before[cell.name])}
        following: dict[str, Cell] = {}
        for cell in ring:
            for other in cell.neighbours:
                if other.name not in seen:
                    following[other.name] = other
                    before.setdefault(other.name, []).append(cell.name)
        ring = list(following.values())
        steps += 1
    return found


def accepts_reach(oracle_cell_reach: object, engine_reach: object) -> bool:
    """Tell whether an engine's reach of a cell agrees with the one of the reference engine.

    Either both are None, or the prices are equal and the engine's `via` is one of the cells
    that the reference engine lists.
    """
    if oracle_cell_reach is None or engine_reach is None:
        return oracle_cell_reach is None and engine_reach is None
    if not isinstance(oracle_cell_reach, Mapping) or not isinstance(engine_reach, Mapping):
        return False
    if set(engine_reach) != {"price", "via"}:
        return False
    price = engine_reach["price"]
    if type(price) is not int or price != oracle_cell_reach["price"]:
        return False
    return engine_reach["via"] in oracle_cell_reach["via"]
