"""All the turns a seat can take from a position, as compiled code."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from century.core.engine import States, act, legal
from century.core.heuristics import candidates, plan_key
from century.core.kernel import Int, State, kernel, lowest_bit
from century.position import Game

LONGEST = 48  # decisions; a turn still longer is not looked at
MOST = 1024  # turns looked at from one position
_PROBES = 16

Paths = npt.NDArray[np.uint8]  # shape (n, LONGEST + 1): how many decisions, then the decisions


class DigestSet(NamedTuple):
    """A set of digests that is emptied in no time: only entries with the latest mark count."""

    digests: npt.NDArray[np.uint64]  # shape (2 ** k,)
    marks: npt.NDArray[np.uint32]  # shape (2 ** k,)
    mark: npt.NDArray[np.uint32]  # shape (1,)


def digest_set(members: int) -> DigestSet:
    """Make room for so many members, about."""
    size = 1 << (4 * members).bit_length()
    return DigestSet(np.zeros(size, np.uint64), np.zeros(size, np.uint32), np.ones(1, np.uint32))


@kernel
def clear(known: DigestSet) -> None:
    """Empty the set."""
    known.mark[0] += np.uint32(1)


@kernel
def is_new(known: DigestSet, digest: np.uint64) -> bool:
    """Add a digest and tell whether it was not there."""
    last = np.uint64(len(known.digests) - 1)
    for probe in range(_PROBES):
        place = (digest + np.uint64(probe)) & last
        if known.marks[place] != known.mark[0]:
            known.marks[place] = known.mark[0]
            known.digests[place] = digest
            return True
        if known.digests[place] == digest:
            return False
    return True  # crowded: looking at something twice does no harm


class Turns(NamedTuple):
    """Room for the turns from one position, and where they lead."""

    ends: States  # shape (MOST,): the state after each turn
    paths: Paths  # the decisions of each turn
    begun: States  # shape (MOST,): turns under way, a stack
    begun_paths: Paths
    known: DigestSet


def allocate_turns(game: Game) -> Turns:
    """Make room for a game's turns."""
    paths = np.zeros((2, MOST, LONGEST + 1), np.uint8)
    return Turns(game.scratch(MOST), paths[0], game.scratch(MOST), paths[1], digest_set(MOST))


@kernel
def is_over(s: State, before: State) -> bool:
    """Tell whether the turn under way in an earlier state has ended."""
    return s.seat != before.seat or s.rounds != before.rounds or legal(s)[1] == 0


@kernel
def find_turns(s: State, room: Turns) -> Int:
    """Find the promising turns, or ends of the turn under way; return how many there are."""
    seat, found, top = s.seat, 0, 1
    clear(room.known)
    room.begun[0] = s
    room.begun_paths[0, 0] = 0
    while top > 0:
        top -= 1
        # The last place of the stack is scratch, so that its children may overwrite it.
        room.begun[MOST - 1] = room.begun[top]
        room.begun_paths[MOST - 1] = room.begun_paths[top]
        parent, length = room.begun[MOST - 1], np.int64(room.begun_paths[top, 0])
        first, options = candidates(parent)
        while options != 0:
            action = first + lowest_bit(options)
            options &= options - np.uint64(1)
            if found == MOST or top == MOST - 1 or length == LONGEST:
                break
            child = room.begun[top]
            room.begun[top] = parent
            act(child, action)
            if not is_new(room.known, plan_key(child, seat)):
                continue
            room.begun_paths[top] = room.begun_paths[MOST - 1]
            room.begun_paths[top, length + 1] = action
            room.begun_paths[top, 0] = length + 1
            if is_over(child, s):
                room.ends[found] = child
                room.paths[found] = room.begun_paths[top]
                found += 1
            else:
                top += 1
    return found
