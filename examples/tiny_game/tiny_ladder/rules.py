"""The rules as kernels, each with the ids of the rules it carries out."""

import numpy as np

from century.core.kernel import Generator, Int, Mask, State, bit, kernel, shuffle, sort
from tiny_ladder import CARDS, GOAL, OVER, REST, TAKE

MAX_ROUNDS = 2**16 - 1


@kernel
def deal(s: State, players: Int, rng: Generator) -> None:
    """Set up a game on a state of zeros (TL1)."""
    s.players, s.rounds = players, 1
    for card in range(CARDS):
        s.deck[card] = card + 1
    shuffle(s.deck, rng)


@kernel
def redeal(s: State, _seat: Int, rng: Generator) -> None:
    """Shuffle again what a seat cannot know: the deck below the face-up card (TL6)."""
    hidden = s.deck[s.drawn + 1 :]
    sort(hidden)  # so that the new order does not depend on the old one
    shuffle(hidden, rng)


@kernel
def legal(s: State) -> tuple[Int, Mask]:
    """Return the legal actions as a first action number and a mask from there (TL2, TL3)."""
    if s.phase == OVER:
        return REST, np.uint64(0)
    if s.deck[s.drawn] > s.top[s.seat]:
        return REST, bit(REST) | bit(TAKE)
    return REST, bit(REST)


@kernel
def act(s: State, action: Int) -> None:
    """Carry out a legal action, then let the next seat decide or end the game (TL4)."""
    if action == TAKE:
        take(s)
    else:
        s.top[s.seat] = 0  # TL3
    if s.seat + 1 < s.players:
        s.seat += 1
    elif s.ending:
        s.phase = OVER
    else:
        s.seat = 0
        s.rounds = min(s.rounds + 1, MAX_ROUNDS)


@kernel
def take(s: State) -> None:
    """Take the face-up card; the next one is turned up (TL2)."""
    card = s.deck[s.drawn]
    s.deck[s.drawn] = 0
    s.drawn += 1
    s.taken[s.seat] |= np.uint32(1) << np.uint32(card)
    s.top[s.seat] = card
    s.claims[s.seat] += 1
    if s.claims[s.seat] == GOAL:
        s.ending = 1


@kernel
def score(s: State, seat: Int) -> Int:
    """Add up a seat's cards (TL5)."""
    points = 0
    for card in range(1, CARDS + 1):
        if s.taken[seat] >> np.uint32(card) & np.uint32(1):
            points += card
    return points
