"""Compiled search for every turn that a seat can take from a position."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from century.core.engine import States, act, legal
from century.core.heuristics import candidates, plan_key
from century.core.kernel import Int, State, kernel, lowest_bit
from century.position import Game

MAX_DECISIONS = 48  # in one turn; the search gives up on longer turns
MAX_TURNS = 1024  # found from one position
_PROBES = 16

# shape (n, MAX_DECISIONS + 1): the number of decisions, then the action of each decision
Paths = npt.NDArray[np.uint8]


class DigestSet(NamedTuple):
    """A hash set of 64-bit digests.

    Each entry carries the generation in which it was added. Starting a new generation empties the
    set without touching the entries.
    """

    digests: npt.NDArray[np.uint64]  # shape (2 ** k,)
    generations: npt.NDArray[np.uint32]  # shape (2 ** k,)
    generation: npt.NDArray[np.uint32]  # shape (1,): the current one


def digest_set(members: int) -> DigestSet:
    """Allocate a set for about this number of members."""
    size = 1 << (4 * members).bit_length()
    return DigestSet(np.zeros(size, np.uint64), np.zeros(size, np.uint32), np.ones(1, np.uint32))


@kernel
def clear(digests: DigestSet) -> None:
    """Remove all members."""
    digests.generation[0] += np.uint32(1)


@kernel
def add_digest(digests: DigestSet, digest: np.uint64) -> bool:
    """Add a digest; return True if it was not a member before."""
    last = np.uint64(len(digests.digests) - 1)
    for probe in range(_PROBES):
        place = (digest + np.uint64(probe)) & last
        if digests.generations[place] != digests.generation[0]:
            digests.generations[place] = digests.generation[0]
            digests.digests[place] = digest
            return True
        if digests.digests[place] == digest:
            return False
    return True  # no free place nearby: the caller may search a state twice, which is harmless


class Turns(NamedTuple):
    """Buffers for the turns from one position."""

    ends: States  # shape (MAX_TURNS,): the state after each turn
    paths: Paths  # the decisions of each turn
    stack: States  # shape (MAX_TURNS,): states in the middle of a turn, still to be expanded
    stack_paths: Paths  # the decisions that lead to each state of the stack
    visited: DigestSet  # the states reached so far, by plan key


def allocate_turns(game: Game) -> Turns:
    """Allocate the buffers for a game."""
    paths = np.zeros((2, MAX_TURNS, MAX_DECISIONS + 1), np.uint8)
    states = game.scratch(MAX_TURNS), game.scratch(MAX_TURNS)
    return Turns(states[0], paths[0], states[1], paths[1], digest_set(MAX_TURNS))


@kernel
def turn_ended(s: State, before: State) -> bool:
    """Return True if the turn that was in progress in an earlier state is over."""
    return s.seat != before.seat or s.rounds != before.rounds or legal(s)[1] == 0


@kernel
def copy_path(source: Paths, start: Int, target: Paths, to: Int, length: Int) -> None:
    """Copy a path of this length from one row to another."""
    for place in range(length + 1):
        target[to, place] = source[start, place]


@kernel
def find_turns(s: State, turns: Turns) -> Int:
    """Find the candidate turns, or completions of the turn in progress; return their number."""
    stack, stack_paths, visited = turns.stack, turns.stack_paths, turns.visited
    ends, paths = turns.ends, turns.paths
    seat, found, top = s.seat, 0, 1
    clear(visited)
    stack[0] = s
    stack_paths[0, 0] = 0
    while top > 0:
        top -= 1
        # The last place of the stack holds the parent, because its children overwrite its place.
        stack[MAX_TURNS - 1] = stack[top]
        parent, length = stack[MAX_TURNS - 1], np.int64(stack_paths[top, 0])
        copy_path(stack_paths, top, stack_paths, MAX_TURNS - 1, length)
        first, options = candidates(parent)
        while options != 0:
            action = first + lowest_bit(options)
            options &= options - np.uint64(1)
            if found == MAX_TURNS or top == MAX_TURNS - 1 or length == MAX_DECISIONS:
                break
            child = stack[top]
            stack[top] = parent
            act(child, action)
            if not add_digest(visited, plan_key(child, seat)):
                continue
            copy_path(stack_paths, MAX_TURNS - 1, stack_paths, top, length)
            stack_paths[top, length + 1] = action
            stack_paths[top, 0] = length + 1
            if turn_ended(child, s):
                ends[found] = child
                copy_path(stack_paths, top, paths, found, length + 1)
                found += 1
            else:
                top += 1
    return found
