"""The numbered actions of Eastern Wonders."""

from __future__ import annotations

from functools import cache

from century.core.cubes import BROWN, COLOURS
from century.games.eastern_wonders.map import STANDARD
from century.games.eastern_wonders.tiles import BONUS_KINDS, CELLS, START_SETS


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
