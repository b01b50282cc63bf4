"""What the tests of bots need to know about Spice Road."""

from __future__ import annotations

from random import Random

from century import Position
from century.core.kernel import State
from century.games.spice_road.cards import POINT_CARDS
from tests.games.spice_road.play import claim_first

PRIZES = POINT_CARDS  # cost and points, by number
TURN_FIELDS = ("left", "card", "slot")  # state fields that are 0 between turns


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
