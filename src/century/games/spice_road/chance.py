"""Chance nodes of Spice Road: which card is revealed next."""

from __future__ import annotations

from century.core.kernel import State
from century.games.spice_road.cards import (
    CARDS,
    MERCHANT_ROW,
    POINT_CARDS,
    POINT_ROW,
    STARTERS,
    UNSEEN_MERCHANT,
    UNSEEN_POINT_CARD,
)
from century.games.spice_road.state import MERCHANTS

# An outcome is the number of a card; point cards follow the merchant cards.
OUTCOMES = len(CARDS) + len(POINT_CARDS)


def hide_all(s: State) -> None:
    """Turn all cards of a newly dealt game face down."""
    s.merchants[:] = UNSEEN_MERCHANT
    s.points[:] = UNSEEN_POINT_CARD


def outcomes(s: State) -> list[tuple[int, float]]:
    """Return the cards that can be revealed now, with their probabilities."""
    if UNSEEN_MERCHANT in s.merchants[_merchant_row(s)]:
        hidden = _hidden_merchants(s)
    elif UNSEEN_POINT_CARD in s.points[_point_row(s)]:
        seen = set(s.points[: _point_row(s).stop].tolist())
        hidden = [len(CARDS) + n for n in range(len(POINT_CARDS)) if n not in seen]
    else:
        return []
    return [(outcome, 1 / len(hidden)) for outcome in hidden]


def reveal(s: State, outcome: int) -> None:
    """Reveal a card in the leftmost empty slot."""
    if outcome < len(CARDS):
        row, unseen, card = s.merchants[_merchant_row(s)], UNSEEN_MERCHANT, outcome
    else:
        row, unseen, card = s.points[_point_row(s)], UNSEEN_POINT_CARD, outcome - len(CARDS)
    row[row.tolist().index(unseen)] = card


def name(outcome: int) -> str:
    """Name an outcome."""
    if outcome < len(CARDS):
        return f"turn up {CARDS[outcome]}"
    cost, points = POINT_CARDS[outcome - len(CARDS)]
    return f"turn up {points} for {cost}"


def _merchant_row(s: State) -> slice:
    first = int(s.merchants_taken)
    return slice(first, min(first + MERCHANT_ROW, MERCHANTS))


def _point_row(s: State) -> slice:
    first = int(s.points_taken)
    return slice(first, first + POINT_ROW)


def _hidden_merchants(s: State) -> list[int]:
    seen = set(s.merchants[_merchant_row(s)].tolist())
    held = 0
    for seat in range(s.players):
        held |= int(s.hand[seat]) | int(s.played[seat])
    return [n for n in range(STARTERS, len(CARDS)) if n not in seen and not held >> n & 1]
