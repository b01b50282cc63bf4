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
MAX_WAITING = 1024  # states in the middle of a turn
QUEUE = 8192  # such states in all
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

    The states in the middle of a turn wait in a queue, so that the search takes those after few
    decisions first. The entries of the queue stay after their states are replaced, and each names
    the entry before its last decision, so that the path to a state need not be copied.
    """

    ends: States  # shape (MAX_TURNS,): the state after each turn
    paths: Paths  # the decisions of each turn
    states: States  # shape (MAX_WAITING,): the states that wait
    spare: npt.NDArray[np.int16]  # shape (MAX_WAITING,): places in `states` that can be used again
    places: npt.NDArray[np.int16]  # shape (QUEUE,): where in `states` the state of each entry is
    parents: npt.NDArray[np.int16]  # shape (QUEUE,): the entry before the last decision
    actions: npt.NDArray[np.uint8]  # shape (QUEUE,): the last decision
    lengths: npt.NDArray[np.int64]  # shape (QUEUE,): the number of decisions
    visited: DigestSet  # the states reached so far, by plan key


def allocate_turns(game: Game) -> Turns:
    """Allocate the buffers for a game."""
    return Turns(
        ends=game.scratch(MAX_TURNS),
        paths=np.zeros((MAX_TURNS, MAX_DECISIONS + 1), np.uint8),
        states=game.scratch(MAX_WAITING),
        spare=np.zeros(MAX_WAITING, np.int16),
        places=np.zeros(QUEUE, np.int16),
        parents=np.zeros(QUEUE, np.int16),
        actions=np.zeros(QUEUE, np.uint8),
        lengths=np.zeros(QUEUE, np.int64),
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
    entry: Int,
    action: Int,
    length: Int,
    actions: npt.NDArray[np.uint8],
    parents: npt.NDArray[np.int16],
) -> None:
    """Write the decisions that lead to an entry of the queue, and one more."""
    paths[turn, 0] = length
    paths[turn, length] = action
    for decision in range(length - 1, 0, -1):
        paths[turn, decision] = actions[entry]
        entry = np.int64(parents[entry])


@kernel
def find_turns(s: State, turns: Turns) -> Int:
    """Find the candidate turns, or completions of the turn in progress; return their number."""
    # Local names for the arrays: to pass the whole tuple on takes longer than many a decision.
    states, spare, places, parents = turns.states, turns.spare, turns.places, turns.parents
    actions, lengths, visited = turns.actions, turns.lengths, turns.visited
    ends, paths = turns.ends, turns.paths
    seat, found, entry, entries = s.seat, 0, 0, 1
    used, spares = 1, 0  # places in `states`
    clear(visited)
    copy_state(states[0], s)
    lengths[0] = places[0] = 0
    while entry < entries:
        place, length = places[entry], lengths[entry] + 1
        first, options = candidates(states[place])
        while options != 0:
            if found == MAX_TURNS or entries == QUEUE or length > MAX_DECISIONS:
                break
            if spares == 0 and used == MAX_WAITING:
                break
            action = first + lowest_bit(options)
            options &= options - np.uint64(1)
            own = place  # the state before becomes the last one after it, which saves a copy
            if options != 0:
                if spares > 0:
                    spares -= 1
                    own = spare[spares]
                else:
                    own = np.int16(used)
                    used += 1
                copy_state(states[own], states[place])
            child = states[own]
            act(child, action)
            if add_digest(visited, plan_key(child, seat)):
                if not turn_ended(child, s):
                    places[entries], parents[entries] = own, entry
                    actions[entries], lengths[entries] = action, length
                    entries += 1
                    continue
                copy_state(ends[found], child)
                write_path(paths, found, entry, action, length, actions, parents)
                found += 1
            spare[spares] = own
            spares += 1
        entry += 1
    return found
