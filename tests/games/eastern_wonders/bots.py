"""What the tests of bots need to know about Eastern Wonders."""

from __future__ import annotations

from century import Position
from century.core.kernel import State
from century.games.eastern_wonders.tiles import VP_TILES

PRIZES = VP_TILES  # cost and points, by number
TURN_FIELDS = ("left", "steps", "came_from")  # state fields that are 0 between turns

# A position in which all players hold the most valuable cubes and will not spend them.
STALEMATE = (
    "eastern-wonders/1 round=61 seat=0 phase=sail:0 cubes=RGGGGGGBBB/GGGGGGGBBB boats=C4/C3 "
    "bonus=move,move,upgrade,upgrade,points5/move,upgrade,points6,points4,points3 map=standard ti"
    "les=YYYBB,YR>B,YYY>RG,YYBBB,RR>YYYG,B>YRG,R>YYY,B>RRR,G>YYYYR,YY>G,YYYYY>BB,BB>RRRGG,RR>GG,R"
    "RR>BB,GG>BB,YRG>BB,YYYYY>GGG,G>RR,B>YYYRR,YYYY>GB,closed,RR>YYB,GG>RRB,YYRRGG lying=- outpos"
    "ts=A2:01,A3:01,B1:01,B2:01,B3:01,B4:01,B5:01,C1:01,C2:01,C3:01,C4:01,C5:01,C6:01,D1:01,D2:01"
    ",D3:01,D4:01,D5:01,E2:01,E3:01 claimed=0:RRGB,0:GGGG,0:GGGGG pile=YRGGGB,BBBB,GGGBB,RRGGG,RR"
    "BBB,YYGGBB,YYYRGB,YGGB,RRRBB,GGBBB,YYRRBB,YRGB,BBBBB,GGBB,RRBB,YRGBBB,YYGGG,RRGGBB,YRRRGB,RR"
    "RGG sets=-"
)


def claimable(pos: Position) -> list[str]:
    """Return the costs of the VP tiles on the ports."""
    tiles = [cell.get("tile") for cell in pos.view(None)["map"].values()]
    return [tile["cost"] for tile in tiles if tile]


def relevant_to_plan(s: State, seat: int) -> tuple[object, ...]:
    """Return what a plan key must distinguish."""
    ports = [int(s.tile[cell]) for cell in range(s.cells) if s.ports >> cell & 1]
    mine = [int(s.outposts[cell]) >> seat & 1 for cell in range(s.cells)]
    own = (s.hold[seat], s.boat[seat], *mine, *s.bonus[seat].tolist())
    return (*map(int, own), *map(int, (s.phase, s.steps > 0, s.left, s.taken)), *ports)


def route(verbs: list[str], end: State, seat: int) -> tuple[object, int]:
    """Return where a turn leads, and the number of cubes dropped on the way.

    A plan key contains neither the cubes lying on the map nor how many steps were taken. So the
    search counts two routes as one if the boat drops a cube on different cells and sails on, and
    neither wastes free steps to pay for a later one nor drops a cube to collect it again.
    """
    return int(end.boat[seat]), verbs.count("drop")
