"""Compiled beam search over the turns of one seat; the other seats pass.

A plan is a sequence of turns. At each depth the search extends every plan of the beam by each turn
that is possible then, evaluates the results, and keeps the best ones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from century.bots.search.turns import (
    MAX_TURNS,
    DigestSet,
    Turns,
    add_digest,
    allocate_turns,
    clear,
    copy_path,
    digest_set,
    find_turns,
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
from century.core.kernel import Int, State, copy_state, kernel, mix
from century.position import Game

MAX_DEPTH = 32  # turns
PRIZES = 64  # the claimable cards or tiles of a game are numbered below this
NO_PRIZE = -1
NEVER = 1000  # as a number of turns: beyond every search depth
NO_VALUE = -1e9  # the value of a first turn that no complete plan begins with
# Points. A margin of this size at the end counts as a win, even if the estimate is a little wrong.
WIN_MARGIN = 5.0

Numbers = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


class BeamSize(NamedTuple):
    """The limits of a search."""

    width: int  # plans kept at each depth
    depth: int  # turns, at most MAX_DEPTH


class Discounts(NamedTuple):
    """How much an expected claim or win counts."""

    claim_decay: float  # the chance that a prize is still there one turn later
    contested: float  # a further factor if another seat is expected to claim the prize first
    victory: float  # the value of winning, in points


class Forecast(NamedTuple):
    """What a seat expects of its rivals. All numbers of turns count the seat's own turns."""

    claimed_after: Counts  # shape (PRIZES,): the turns until a rival claims each prize
    scores: Numbers  # shape (MAX_DEPTH + 1,): the best rival score after each number of turns
    evaluation: Numbers  # shape (1,): the best rival evaluation at the end of the search
    last_turn: Counts  # shape (1,): the turns until a rival ends the game


class SearchTask(NamedTuple):
    """The arguments of a search."""

    seat: Int  # the seat to plan for
    rounds_left: float  # an estimate
    size: BeamSize
    forecast: Forecast
    weights: Weights
    discounts: Discounts


class Beam(NamedTuple):
    """The buffers of a search. A plan is identified by its depth and its place in the layer.

    Only two layers of states exist at a time, the current depth and the next; depth d uses layer
    d % 2. `parents` and `prizes` keep all depths, so that the best plan can be traced back.
    """

    layers: States  # shape (2, width): the state after each plan
    values: Numbers  # shape (2, width)
    losses: Numbers  # shape (2, width): expected loss of points because a claim may come too late
    parents: npt.NDArray[np.int32]  # shape (MAX_DEPTH + 1, width): the place one depth before
    prizes: npt.NDArray[np.int16]  # shape (MAX_DEPTH + 1, width): claimed by the last turn
    first_turns: npt.NDArray[np.int32]  # shape (2, width): the first turn of each plan
    heap: npt.NDArray[np.int32]  # shape (width,): places of the next layer, the worst plan on top
    best: Numbers  # shape (MAX_TURNS,): the value of the best plan for each first turn
    best_plan: Counts  # shape (4,): see DEPTH, PLACE, PRIZE and FIRST
    ended: npt.NDArray[np.bool_]  # shape (1,): whether the best plan ends the game
    first_paths: npt.NDArray[np.uint8]  # the decisions of each first turn
    visited: DigestSet  # the plans found at the current depth, by plan key and loss
    turns: Turns
    simulated: Counts  # shape (1,): how many turns all searches have generated


def allocate_beam(game: Game, width: int) -> Beam:
    """Allocate the buffers for searches up to a width."""
    turns = allocate_turns(game)
    return Beam(
        layers=game.scratch(2 * width).reshape(2, width),
        values=np.zeros((2, width)),
        losses=np.zeros((2, width)),
        parents=np.zeros((MAX_DEPTH + 1, width), np.int32),
        prizes=np.zeros((MAX_DEPTH + 1, width), np.int16),
        first_turns=np.zeros((2, width), np.int32),
        heap=np.zeros(width, np.int32),
        best=np.zeros(MAX_TURNS),
        best_plan=np.zeros(4, np.int64),
        ended=np.zeros(1, np.bool_),
        first_paths=np.zeros_like(turns.paths),
        visited=digest_set(32 * width),
        turns=turns,
        simulated=np.zeros(1, np.int64),
    )


# The entries of `best_plan`: its depth, the place of its parent, the prize that its last turn
# claims (or NO_PRIZE), and its first turn. FIRST is -1 as long as no plan is complete.
DEPTH, PLACE, PRIZE, FIRST = range(4)


@kernel
def plan(s: State, task: SearchTask, beam: Beam) -> Int:
    """Search; return the number of first turns. Their values are in `beam.best`."""
    copy_state(beam.layers[0, 0], s)
    beam.losses[0, 0] = 0.0
    beam.best_plan[FIRST] = -1
    turns: Int = 0
    kept: Int = 1
    for depth in range(1, min(task.size.depth, task.forecast.last_turn[0]) + 1):
        parents, kept = kept, 0
        clear(beam.visited)
        for place in range(parents):
            count = find_turns(beam.layers[(depth - 1) % 2, place], beam.turns)
            beam.simulated[0] += count
            if depth == 1:
                turns = count
                keep_first_turns(count, beam)
            kept = extend_plan(count, place, depth, kept, task, beam)
    return turns


@kernel
def keep_first_turns(count: Int, beam: Beam) -> None:
    """Store the first turns, none of which has a value yet."""
    paths, first_paths, best = beam.turns.paths, beam.first_paths, beam.best
    for turn in range(count):
        copy_path(paths, turn, first_paths, turn, np.int64(paths[turn, 0]))
        best[turn] = NO_VALUE


@kernel
def extend_plan(count: Int, place: Int, depth: Int, kept: Int, task: SearchTask, beam: Beam) -> Int:
    """Evaluate a plan extended by each turn found; return how many plans the next layer holds."""
    # Local names for the arrays: passing the whole tuple on for each turn takes most of the time.
    seat, forecast, weights, ends = task.seat, task.forecast, task.weights, beam.turns.ends
    best, best_plan, ended, visited = beam.best, beam.best_plan, beam.ended, beam.visited
    old, before = (depth - 1) % 2, beam.layers[(depth - 1) % 2, place]
    claims, loss_before = before.claims[seat], beam.losses[old, place]
    last_turn, scores = forecast.last_turn[0], forecast.scores
    rounds_left = max(0.0, task.rounds_left - depth)
    for turn in range(count):
        child = ends[turn]
        loss = loss_before
        prize: Int = NO_PRIZE
        if child.claims[seat] > claims:
            prize = last_prize(child)
            loss += claim_risk(prize, depth, task) * prize_points(child, prize)
        first = np.int64(turn if depth == 1 else beam.first_turns[old, place])
        if child.ending != 0 or depth == last_turn:
            margin = score(child, seat) - loss - scores[depth]
            value = margin + task.discounts.victory * np.tanh(margin / WIN_MARGIN)
            if record_best(value, first, best, best_plan):
                set_best_plan(depth, place, prize, first, best_plan)
                ended[0] = child.ending != 0
            continue
        start_turn(child, seat)
        # Of plans that lead to equivalent states only one is kept, unless their losses differ.
        # First turns have one parent, from which `find_turns` returns no equivalent ones.
        if depth > 1 and not add_digest(visited, mix(plan_key(child, seat), np.int64(loss))):
            continue
        value = evaluate(child, seat, rounds_left, weights) - loss
        if depth == task.size.depth:
            if record_best(value - forecast.evaluation[0], first, best, best_plan):
                set_best_plan(depth, place, prize, first, best_plan)
                ended[0] = False
        else:
            kept = keep_plan(value, loss, first, prize, child, place, depth, kept, task, beam)
    return kept


@kernel
def keep_plan(
    value: float,
    loss: float,
    first: Int,
    prize: Int,
    child: State,
    place: Int,
    depth: Int,
    kept: Int,
    task: SearchTask,
    beam: Beam,
) -> Int:
    """Keep a plan in the next layer if it is good enough; return how many the layer holds."""
    slot = find_slot(value, depth % 2, kept, min(task.size.width, len(beam.heap)), beam)
    if slot < 0:
        return kept
    copy_state(beam.layers[depth % 2, slot], child)
    beam.losses[depth % 2, slot] = loss
    beam.first_turns[depth % 2, slot] = first
    beam.parents[depth, slot] = place
    beam.prizes[depth, slot] = prize
    return max(kept, slot + 1)


@kernel
def claim_risk(prize: Int, depth: Int, task: SearchTask) -> float:
    """Return the chance that a prize is gone before the turn that should claim it."""
    still_there = task.discounts.claim_decay ** (depth - 1)
    if task.forecast.claimed_after[prize] < depth:
        still_there *= task.discounts.contested
    return 1.0 - still_there


@kernel
def record_best(value: float, first: Int, best: Numbers, best_plan: Counts) -> bool:
    """Record the value of a complete plan; tell whether it is the best plan of all."""
    leads = best_plan[FIRST] < 0 or value > best[best_plan[FIRST]]
    best[first] = max(best[first], value)
    return leads


@kernel
def set_best_plan(depth: Int, place: Int, prize: Int, first: Int, best_plan: Counts) -> None:
    """Store where the best plan is found."""
    best_plan[DEPTH], best_plan[PLACE] = depth, place
    best_plan[PRIZE], best_plan[FIRST] = prize, first


# The plans of the next layer form a heap with the worst plan on top.


@kernel
def find_slot(value: float, layer: Int, kept: Int, width: Int, beam: Beam) -> Int:
    """Return the place for a plan of this value, or -1 if the layer is full of better plans."""
    heap, values = beam.heap, beam.values[layer]
    if kept < width:
        values[kept] = value
        heap[kept] = kept
        sift_up(heap, values, kept)
        return kept
    worst = heap[0]
    if value <= values[worst]:
        return -1
    values[worst] = value
    sift_down(heap, values, width)
    return np.int64(worst)


@kernel
def sift_up(heap: npt.NDArray[np.int32], values: Numbers, at: Int) -> None:
    """Move an entry up until the heap order holds."""
    while at > 0 and values[heap[at]] < values[heap[(at - 1) // 2]]:
        above = (at - 1) // 2
        heap[at], heap[above] = heap[above], heap[at]
        at = above


@kernel
def sift_down(heap: npt.NDArray[np.int32], values: Numbers, size: Int) -> None:
    """Move the top entry down until the heap order holds."""
    at = 0
    while 2 * at + 1 < size:
        below = 2 * at + 1
        if below + 1 < size and values[heap[below + 1]] < values[heap[below]]:
            below += 1
        if values[heap[at]] <= values[heap[below]]:
            return
        heap[at], heap[below] = heap[below], heap[at]
        at = below


# Reading the best plan


@kernel
def record_claims(beam: Beam, claimed_after: Counts) -> None:
    """Lower each prize's entry to the number of turns after which the best plan claims it."""
    depth, place, prize, _first = beam.best_plan
    if prize >= 0:
        claimed_after[prize] = min(claimed_after[prize], depth)
    for d in range(depth - 1, 0, -1):
        prize = np.int64(beam.prizes[d, place])
        if prize >= 0:
            claimed_after[prize] = min(claimed_after[prize], d)
        place = np.int64(beam.parents[d, place])
