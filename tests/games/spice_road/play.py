"""Policies for Spice Road, and the reference engine set up from any position."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from century import Position
from century.core.position_text import read_list
from tests.oracle.spice_road import (
    CLAIMS_TO_END,
    MERCHANT_CARDS,
    POINT_CARDS,
    POINT_ROW,
    SpiceRoad,
    Stall,
)
from tests.property.play import Policy, verb, weighted

SPICE_ROAD = "spice-road"
PLAYERS = (2, 3, 4, 5)


def claim_first(rng: Random, legal: Sequence[str]) -> str:
    """Claim the leftmost card that can be claimed."""
    claims = [token for token in legal if verb(token) == "claim"]
    return claims[0] if claims else _BUSY(rng, legal)


def coins_first(rng: Random, legal: Sequence[str]) -> str:
    """Claim from slot 1 and rarely from other slots, so that the coins run out."""
    return "claim 1" if "claim 1" in legal else _WAITING(rng, legal)


_BUSY = weighted({"play": 4, "rest": 0.5, "upgrade": 3})
_WAITING = weighted({"play": 4, "rest": 0.5, "upgrade": 3, "claim": 0.03})


def anything(rng: Random, legal: Sequence[str]) -> str:
    """Choose uniformly."""
    return rng.choice(legal)


POLICIES: dict[str, Policy] = {
    "uniform": anything,
    "claim-first": claim_first,
    "coins-first": coins_first,
    "acquire-heavy": weighted({"acquire": 12}),
    "trade-heavy": weighted({"play": 6, "trade": 12, "upgrade": 12, "rest": 0.5, "claim": 3}),
}


def oracle_of(start: Position) -> SpiceRoad:
    """Set up the reference engine with the deal of this start."""
    fields = fields_of(start)
    return SpiceRoad(
        start.players,
        merchant_deck=read_list(fields["row"]) + read_list(fields["deck"]),
        point_deck=[_point_card(cost) for cost in _costs(fields)],
    )


def oracle_at(pos: Position) -> SpiceRoad:
    """Set up the reference engine in any position."""
    fields = fields_of(pos)
    oracle = SpiceRoad(pos.players, MERCHANT_CARDS, POINT_CARDS)
    costs = _costs(fields)
    oracle.point_row = [_point_card(cost) for cost in costs[:POINT_ROW]]
    oracle.point_deck = [_point_card(cost) for cost in costs[POINT_ROW:]]
    oracle.merchant_deck = read_list(fields["deck"])
    oracle.merchant_row = []
    for item in read_list(fields["row"]):
        card, _, cubes = item.partition("+")
        oracle.merchant_row.append(Stall(card))
        oracle.merchant_row[-1].cubes = cubes
    for seat, player in enumerate(oracle.players):
        player.cubes = fields["cubes"].split("/")[seat].replace("-", "")
        player.hand = read_list(fields["hand"].split("/")[seat])
        player.played = read_list(fields["played"].split("/")[seat])
        player.gold = int(fields["gold"].split("/")[seat])
        player.silver = int(fields["silver"].split("/")[seat])
        claimed = [item.split(":") for item in read_list(fields["claimed"])]
        player.claimed = [_point_card(cost) for owner, cost in claimed if int(owner) == seat]
        oracle.gold -= player.gold
        oracle.silver -= player.silver
        oracle.ending |= len(player.claimed) >= CLAIMS_TO_END[pos.players]
    oracle.seat, oracle.round, oracle.over = pos.seat, int(fields["round"]), pos.over
    _begin_phase(oracle, *fields["phase"].split(":"))
    return oracle


def _begin_phase(oracle: SpiceRoad, phase: str, *detail: str) -> None:
    oracle.phase = phase
    if phase == "pay":
        oracle.wanted_slot = int(detail[0]) - 1
        oracle.paid_slots = oracle.wanted_slot - int(detail[1])
    elif phase == "upgrade":
        oracle.steps_left = int(detail[1])
    elif phase == "trade":
        oracle.trade_card = detail[0]


def fields_of(pos: Position) -> dict[str, str]:
    """Return the fields of a position's text."""
    return dict(part.split("=", 1) for part in pos.to_text().split()[1:])


def _costs(fields: dict[str, str]) -> list[str]:
    return read_list(fields["points"]) + read_list(fields["point-deck"])


def _point_card(cost: str) -> tuple[str, int]:
    return cost, dict(POINT_CARDS)[cost]
