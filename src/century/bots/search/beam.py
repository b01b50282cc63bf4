"""A beam search over a seat's own turns while the others pass, as compiled code."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from century.bots.search.turns import (
    MOST,
    DigestSet,
    Turns,
    allocate_turns,
    clear,
    digest_set,
    find_turns,
    is_new,
)
from century.core.engine import States, score
from century.core.heuristics import (
    Weights,
    evaluate,
    last_prize,
    plan_key,
    prize_points,
    start_turn,
)
from century.core.kernel import Int, State, kernel, mix
from century.position import Game

DEEPEST = 32  # turns
PRIZES = 64
NO_PRIZE = -1
NEVER = 1000  # turns from now
NOTHING = -1e9  # the value of a turn not followed
SURE = 5.0  # points; who is so far ahead at the end has won even if a little was misjudged

Numbers = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


class BeamSize(NamedTuple):
    """How far and how wide to look."""

    width: int  # plans kept at each depth
    depth: int  # turns


class Discounts(NamedTuple):
    """How much to believe in what is far."""

    claim_decay: float  # the chance that a prize is still there a turn of another seat later
    contested: float  # that of a prize somebody else means to take before
    victory: float  # what winning is worth, in points


class Outlook(NamedTuple):
    """What the others are expected to do."""

    taken: Counts  # shape (PRIZES,): after how many more turns each prize will be gone
    scores: Numbers  # shape (DEEPEST + 1,): the best of their scores after so many more turns
    evaluate: Numbers  # shape (1,): the best of their prospects, if the game goes on
    last_turn: Counts  # shape (1,): how many more turns the seat itself will have


class SearchTask(NamedTuple):
    """Whose plan is looked for, and how."""

    seat: int
    left: float  # rounds, about
    size: BeamSize
    outlook: Outlook
    weights: Weights
    discounts: Discounts


class Beam(NamedTuple):
    """Room for plans: at each depth the best ones, each a state and how it came about."""

    layers: States  # shape (2, width): this depth and the next
    values: Numbers  # shape (2, width)
    losses: Numbers  # shape (2, width): points that prizes still to be won may cost
    parents: npt.NDArray[np.int32]  # shape (DEEPEST + 1, width): by depth
    prizes: npt.NDArray[np.int16]  # shape (DEEPEST + 1, width): claimed in that turn
    roots: npt.NDArray[np.int32]  # shape (2, width): the turn the plan begins with
    heap: npt.NDArray[np.int32]  # shape (width,): places of the next depth, the worst plan on top
    best: Numbers  # shape (MOST,): the best value of a plan by the turn it begins with
    best_plan: Counts  # shape (4,): the best plan's depth, place one turn before, last prize, turn
    ended: npt.NDArray[np.bool_]  # shape (1,): whether the best plan ends the game
    first_paths: npt.NDArray[np.uint8]  # the turns to begin with
    known: DigestSet
    turns: Turns
    simulated: Counts  # shape (1,): turns looked at so far


def allocate_beam(game: Game, width: int) -> Beam:
    """Make room for a beam of a width."""
    turns = allocate_turns(game)
    return Beam(
        layers=game.scratch(2 * width).reshape(2, width),
        values=np.zeros((2, width)),
        losses=np.zeros((2, width)),
        parents=np.zeros((DEEPEST + 1, width), np.int32),
        prizes=np.zeros((DEEPEST + 1, width), np.int16),
        roots=np.zeros((2, width), np.int32),
        heap=np.zeros(width, np.int32),
        best=np.zeros(MOST),
        best_plan=np.zeros(4, np.int64),
        ended=np.zeros(1, np.bool_),
        first_paths=np.zeros_like(turns.paths),
        known=digest_set(32 * width),
        turns=turns,
        simulated=np.zeros(1, np.int64),
    )


# The champion's numbers
DEPTH, PLACE, PRIZE, FIRST = range(4)


@kernel
def plan(s: State, task: SearchTask, beam: Beam) -> Int:
    """Search; return how many turns there are to begin with, whose values are in `beam.best`."""
    beam.layers[0, 0] = s
    beam.losses[0, 0] = 0.0
    beam.best_plan[FIRST] = -1
    turns: Int = 0
    kept: Int = 1
    for depth in range(1, min(task.size.depth, task.outlook.last_turn[0]) + 1):
        parents, kept = kept, 0
        clear(beam.known)
        for place in range(parents):
            count = find_turns(beam.layers[(depth - 1) % 2, place], beam.turns)
            beam.simulated[0] += count
            if depth == 1:
                turns = count
                begin(count, beam)
            for turn in range(count):
                kept = follow(turn, place, depth, kept, task, beam)
    return turns


@kernel
def begin(count: Int, beam: Beam) -> None:
    """Keep the turns to begin with; none of them has a value yet."""
    for turn in range(count):
        beam.first_paths[turn] = beam.turns.paths[turn]
        beam.best[turn] = NOTHING


@kernel
def follow(turn: Int, place: Int, depth: Int, kept: Int, task: SearchTask, beam: Beam) -> Int:
    """Value the plan that goes on with a turn; return how many are kept for the next depth."""
    old, seat, outlook = (depth - 1) % 2, task.seat, task.outlook
    child = beam.turns.ends[turn]
    loss = beam.losses[old, place]
    prize: Int = NO_PRIZE
    if child.claims[seat] > beam.layers[old, place].claims[seat]:
        prize = last_prize(child)
        loss += risk(prize, depth, task) * prize_points(child, prize)
    first = np.int64(turn if depth == 1 else beam.roots[old, place])
    if child.ending != 0 or depth == outlook.last_turn[0]:
        margin = score(child, seat) - loss - outlook.scores[depth]
        value = margin + task.discounts.victory * np.tanh(margin / SURE)
        record_best(value, depth, place, prize, first, beam, child.ending != 0)
        return kept
    start_turn(child, seat)
    # Of plans that come to the same in other ways, one is kept, or two if they risk it differently.
    if not is_new(beam.known, mix(plan_key(child, seat), np.int64(loss))):
        return kept
    value = evaluate(child, seat, max(0.0, task.left - depth), task.weights) - loss
    if depth == task.size.depth:
        record_best(value - outlook.evaluate[0], depth, place, prize, first, beam, False)
        return kept
    slot = find_slot(value, depth % 2, kept, min(task.size.width, len(beam.heap)), beam)
    if slot < 0:
        return kept
    beam.layers[depth % 2, slot] = child
    beam.losses[depth % 2, slot] = loss
    beam.roots[depth % 2, slot] = first
    beam.parents[depth, slot] = place
    beam.prizes[depth, slot] = prize
    return max(kept, slot + 1)


@kernel
def risk(prize: Int, depth: Int, task: SearchTask) -> float:
    """Return the chance that a prize is gone before the turn that is to claim it."""
    still_there = task.discounts.claim_decay ** (depth - 1)
    if task.outlook.taken[prize] < depth:
        still_there *= task.discounts.contested
    return 1.0 - still_there


@kernel
def record_best(
    value: float, depth: Int, place: Int, prize: Int, first: Int, beam: Beam, ended: bool
) -> None:
    """Remember a complete plan if it is the best, or the best with its first turn."""
    best_plan = beam.best_plan
    if best_plan[FIRST] < 0 or value > beam.best[best_plan[FIRST]]:
        best_plan[DEPTH], best_plan[PLACE], best_plan[PRIZE], best_plan[FIRST] = (
            depth,
            place,
            prize,
            first,
        )
        beam.ended[0] = ended
    beam.best[first] = max(beam.best[first], value)


# The plans kept for the next depth: a heap whose top is the worst.


@kernel
def find_slot(value: float, layer: Int, kept: Int, width: Int, beam: Beam) -> Int:
    """Return the place where a plan of this value is to be kept; -1 if there are better ones."""
    heap, values = beam.heap, beam.values[layer]
    if kept < width:
        values[kept] = value
        heap[kept] = kept
        rise(heap, values, kept)
        return kept
    worst = heap[0]
    if value <= values[worst]:
        return -1
    values[worst] = value
    sink(heap, values, width)
    return np.int64(worst)


@kernel
def rise(heap: npt.NDArray[np.int32], values: Numbers, at: Int) -> None:
    """Move an entry up the heap to where it belongs."""
    while at > 0 and values[heap[at]] < values[heap[(at - 1) // 2]]:
        above = (at - 1) // 2
        heap[at], heap[above] = heap[above], heap[at]
        at = above


@kernel
def sink(heap: npt.NDArray[np.int32], values: Numbers, size: Int) -> None:
    """Move the top of the heap down to where it belongs."""
    at = 0
    while 2 * at + 1 < size:
        below = 2 * at + 1
        if below + 1 < size and values[heap[below + 1]] < values[heap[below]]:
            below += 1
        if values[heap[at]] <= values[heap[below]]:
            return
        heap[at], heap[below] = heap[below], heap[at]
        at = below


# What a plan says


@kernel
def record_claims(beam: Beam, taken: Counts) -> None:
    """Write down after how many turns the best plan takes each of its prizes."""
    depth, place, prize, _first = beam.best_plan
    if prize >= 0:
        taken[prize] = min(taken[prize], depth)
    for d in range(depth - 1, 0, -1):
        prize = np.int64(beam.prizes[d, place])
        if prize >= 0:
            taken[prize] = min(taken[prize], d)
        place = np.int64(beam.parents[d, place])
