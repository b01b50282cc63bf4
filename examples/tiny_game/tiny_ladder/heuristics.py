"""What the bots that search need to know beyond the rules."""

import numpy as np

from century.core.heuristics import Weights, most_claims
from century.core.kernel import Int, State, kernel, mix
from tiny_ladder import CARDS, GOAL, OVER, TURN
from tiny_ladder.rules import legal, score

FEATURES = ("room above the top card",)  # what `evaluate` weighs; weights.toml has the weights
candidates = legal  # the actions worth a search: all of them


@kernel
def hide_unseen(s: State) -> None:
    """Hide the deck, so that no plan counts on it: nobody can take a card 0 (TL6)."""
    for i in range(s.drawn + 1, CARDS):
        s.deck[i] = 0


@kernel
def start_turn(s: State, seat: Int) -> None:
    """Let a seat begin a turn now."""
    s.seat, s.phase = seat, TURN


@kernel
def plan_key(s: State, seat: Int) -> np.uint64:
    """Digest everything that matters to a seat's own plan."""
    digest = mix(mix(np.uint64(s.phase), s.taken[seat]), s.top[seat])
    return mix(digest, s.deck[s.drawn])


@kernel
def last_prize(s: State) -> Int:
    """Return the card that was taken last: the top card of the seat that has just moved."""
    mover = s.seat if s.phase == OVER else (s.seat + s.players - 1) % s.players
    return np.int64(s.top[mover])


@kernel
def prize_points(_s: State, prize: Int) -> Int:
    """Return a card's points (TL5)."""
    return prize


@kernel
def claims_to_go(s: State) -> Int:
    """Count the cards that the seat nearest to the end still needs for it (TL4)."""
    return GOAL - most_claims(s)


@kernel
def evaluate(s: State, seat: Int, left: float, weights: Weights) -> float:
    """Estimate a seat's points at the end of the game, given the rounds left."""
    room = np.float64(CARDS - s.top[seat]) / CARDS
    return np.float64(score(s, seat)) + weights[0] * room * min(left, 1.0)
