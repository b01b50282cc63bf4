"""Compiled search for every turn that a seat can take from a position."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from century.core.engine import States, act, legal
from century.core.heuristics import candidates, plan_key
from century.core.kernel import Int, State, copy_state, kernel, lowest_bit
from century.position import Game

MAX_DECISIONS = 48  # in one turn; the search gives up on longer turns
MAX_TURNS = 1024  # found from one position
STACK = MAX_TURNS + MAX_DECISIONS  # states that wait, and those that led to the current one
_PROBES = 16

# shape (n, MAX_DECISIONS + 1): the number of decisions, then the action of each decision
Paths = npt.NDArray[np.uint8]


class DigestSet(NamedTuple):
    """A hash set of 64-bit digests.

    Each entry has the generation in which it was added, beside the digest, so that both are in one
    cache line. Starting a new generation empties the set without touching the entries.
    """

    entries: npt.NDArray[np.uint64]  # shape (2 ** k, 2): the digest and its generation
    generation: npt.NDArray[np.uint64]  # shape (1,): the current one


def digest_set(members: int) -> DigestSet:
    """Allocate a set for about this number of members."""
    size = 1 << (4 * members).bit_length()
    return DigestSet(np.zeros((size, 2), np.uint64), np.ones(1, np.uint64))


@kernel
def clear(digests: DigestSet) -> None:
    """Remove all members."""
    digests.generation[0] += np.uint64(1)


@kernel
def add_digest(digests: DigestSet, digest: np.uint64) -> bool:
    """Add a digest; return True if it was not a member before."""
    entries, generation = digests.entries, digests.generation[0]
    last = np.uint64(len(entries) - 1)
    for probe in range(_PROBES):
        place = (digest + np.uint64(probe)) & last
        if entries[place, 1] != generation:
            entries[place, 0] = digest
            entries[place, 1] = generation
            return True
        if entries[place, 0] == digest:
            return False
    return True  # no free place nearby: the caller may search a state twice, which is harmless


class Turns(NamedTuple):
    """Buffers for the turns from one position.

    The stack holds the states in the middle of a turn. The entry of a state stays there below
    those of the states that follow it, which name it as their parent, so that the path to a state
    need not be copied.
    """

    ends: States  # shape (MAX_TURNS,): the state after each turn
    paths: Paths  # the decisions of each turn
    stack: States  # shape (STACK,)
    slots: npt.NDArray[np.int16]  # shape (STACK,): where in `stack` the state of each entry is
    parents: npt.NDArray[np.int16]  # shape (STACK,): the entry of the state before the decision
    actions: npt.NDArray[np.uint8]  # shape (STACK,): the decision that led to each state
    lengths: npt.NDArray[np.int64]  # shape (STACK,): the number of decisions that led to each state
    expanded: npt.NDArray[np.bool_]  # shape (STACK,): whether the states that follow were found
    visited: DigestSet  # the states reached so far, by plan key


def allocate_turns(game: Game) -> Turns:
    """Allocate the buffers for a game."""
    return Turns(
        ends=game.scratch(MAX_TURNS),
        paths=np.zeros((MAX_TURNS, MAX_DECISIONS + 1), np.uint8),
        stack=game.scratch(STACK),
        slots=np.zeros(STACK, np.int16),
        parents=np.zeros(STACK, np.int16),
        actions=np.zeros(STACK, np.uint8),
        lengths=np.zeros(STACK, np.int64),
        expanded=np.zeros(STACK, np.bool_),
        visited=digest_set(MAX_TURNS),
    )


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
def write_path(
    paths: Paths,
    turn: Int,
    place: Int,
    length: Int,
    actions: npt.NDArray[np.uint8],
    parents: npt.NDArray[np.int16],
) -> None:
    """Write the decisions that lead to this place of the stack."""
    paths[turn, 0] = length
    for decision in range(length, 0, -1):
        paths[turn, decision] = actions[place]
        place = np.int64(parents[place])


@kernel
def find_turns(s: State, turns: Turns) -> Int:
    """Find the candidate turns, or completions of the turn in progress; return their number."""
    # Local names for the arrays: to pass the whole tuple on takes longer than many a decision.
    stack, slots, parents, actions = turns.stack, turns.slots, turns.parents, turns.actions
    lengths, expanded, visited = turns.lengths, turns.expanded, turns.visited
    ends, paths = turns.ends, turns.paths
    seat, found, top, waiting = s.seat, 0, 1, 1  # `waiting` counts the states not yet expanded
    clear(visited)
    copy_state(stack[0], s)
    lengths[0] = 0
    expanded[0] = False
    slots[0] = 0
    while top > 0:
        place = top - 1
        if expanded[place]:
            top -= 1
            continue
        expanded[place] = True
        waiting -= 1
        slot, length = slots[place], lengths[place]
        parent = stack[slot]
        first, options = candidates(parent)
        while options != 0:
            action = first + lowest_bit(options)
            options &= options - np.uint64(1)
            if found == MAX_TURNS or waiting == MAX_TURNS - 1 or length == MAX_DECISIONS:
                break
            # The parent itself becomes its last child, which saves a copy.
            slots[top] = top if options != 0 else slot
            child = stack[slots[top]]
            if options != 0:
                copy_state(child, parent)
            act(child, action)
            if not add_digest(visited, plan_key(child, seat)):
                continue
            parents[top] = place
            actions[top] = action
            lengths[top] = length + 1
            if turn_ended(child, s):
                copy_state(ends[found], child)
                write_path(paths, found, top, length + 1, actions, parents)
                found += 1
            else:
                expanded[top] = False
                top += 1
                waiting += 1
    return found
