"""What the tests of bots need to know about Eastern Wonders."""

from __future__ import annotations

from century import Position
from century.core.kernel import State
from century.games.eastern_wonders.tiles import VP_TILES

PRIZES = VP_TILES  # cost and points, by number
TURN_FIELDS = ("left", "steps", "came_from")  # state fields that are 0 between turns


def claimable(pos: Position) -> list[str]:
    """Return the costs of the VP tiles on the ports."""
    tiles = [cell.get("tile") for cell in pos.view(None)["map"].values()]
    return [tile["cost"] for tile in tiles if tile]


def relevant_to_plan(s: State, seat: int) -> tuple[object, ...]:
    """Return what a plan key must distinguish."""
    ports = [int(s.tile[cell]) for cell in range(s.cells) if s.ports >> cell & 1]
    mine = [int(s.outposts[cell]) >> seat & 1 for cell in range(s.cells)]
    own = (s.hold[seat], s.boat[seat], *mine, *s.bonus[seat].tolist())
    return (*map(int, own), *map(int, (s.phase, s.steps, s.left, s.taken)), *ports)


def route(verbs: list[str], end: State, seat: int) -> tuple[object, int]:
    """Return where a turn leads, and the number of cubes dropped on the way.

    A plan key does not contain the cubes lying on the map. So the search counts two routes as one
    if the boat drops a cube on different cells and sails on.
    """
    return (int(end.boat[seat]), "sail" in verbs), verbs.count("drop")
