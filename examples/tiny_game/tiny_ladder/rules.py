"""The rules as kernels, each with the ids of the rules it carries out."""

import numpy as np

from century.core.kernel import Generator, Int, Mask, State, bit, kernel, shuffle, sort
from century.core.reading import MAX_ROUNDS
from tiny_ladder import CARDS, GOAL, OVER, REST, TAKE


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
    """Carry out a legal action (TL2, TL3), then let the next seat decide or end the game (TL4)."""
    if action == TAKE:
        s.top[s.seat] = s.deck[s.drawn]
        s.owner[s.drawn] = s.seat + 1
        s.drawn += 1  # the next card is turned up
        s.claims[s.seat] += 1
        s.ending |= s.claims[s.seat] == GOAL
    else:
        s.top[s.seat] = 0
    if s.seat + 1 < s.players:
        s.seat += 1
    elif s.ending:
        s.phase = OVER
    else:
        s.seat = 0
        s.rounds += s.rounds < MAX_ROUNDS


@kernel
def score(s: State, seat: Int) -> Int:
    """Add up a seat's cards (TL5)."""
    points = 0
    for i in range(s.drawn):
        if s.owner[i] == seat + 1:
            points += np.int64(s.deck[i])
    return points
