"""What the tests of bots need to know about Spice Road."""

from __future__ import annotations

from random import Random

from century import Position
from century.core.kernel import State
from century.games.spice_road.cards import POINT_CARDS
from tests.games.spice_road.play import claim_first

PRIZES = POINT_CARDS  # cost and points, by number
TURN_FIELDS = ("left", "card", "slot")  # state fields that are 0 between turns

# A position in which all players hold the most valuable cubes and will not spend them.
STALEMATE = (
    "spice-road/1 round=61 seat=0 phase=turn cubes=BBBBBBBBBB/BBBBBBBBBB hand=YYY>RRR,YYY>RG,YYYY"
    "Y>GGG,YYYYY>BB,RR>YYYG,RR>GG,RRR>YYGG,RRR>GGG,RRR>BB,G>RR,G>YRR,GG>YYRRR,GG>BB,GGG>BBB,B>RRR"
    ",BB>RRRGG/YY>G,YYY>B,R>YYY,RR>YYB,RRR>YGB,YYG>BB,GG>YYRB,GG>RRB,B>YYRR,BB>YRGGG "
    "played=YY,up2,YYYY,YG,B,B>YYYG/YY,up2,YYY,YR,YYR,RR,up3,B>YRG,B>GG gold=0/1 silver=0/0 "
    "claimed=1:YYRR,1:RRGG,0:GGGBB row=G,YYYY>GG,YYYY>GB,G>YYYYR,YR>B,YY>RR deck=- "
    "points=YRRRGB,YYGGG,YRGBBB,YYGGBB,YYYGG point-deck=BBBB,RRRGG,RRRBB,GGBB,GGBBB,RRGGBB,YRGB,R"
    "RBBB,YYBB,RRRR,YYYRR,YRGGGB,YGGB,RRGB,RRRRR,YYYBB,RRBB,YYRRGG,YYBBB,GGGG,YYRRBB,BBBBB,RRGGG,"
    "YYRB,YYRRR,YYYRGB,GGGGG,YYGG"
)


def choose(rng: Random, pos: Position) -> str:
    """Choose so that a game has positions of all phases, and ends soon."""
    return claim_first(rng, pos.legal())


def claimable(pos: Position) -> list[str]:
    """Return the costs of the point cards on the table."""
    return [card["cost"] for card in pos.view(None)["point_row"]]


def relevant_to_plan(s: State, seat: int) -> tuple[object, ...]:
    """Return what a plan key must distinguish."""
    own = (s.caravan[seat], s.hand[seat], s.played[seat], s.gold[seat], s.silver[seat])
    return (*map(int, own), *map(int, (s.phase, s.left, s.slot)), *point_row(s))


def point_row(s: State) -> list[int]:
    """Return the numbers of the face-up point cards."""
    row: list[int] = s.points[s.points_taken :][:5].tolist()
    return row
