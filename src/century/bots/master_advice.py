"""The turns that a network advises, with the chance to win that each gives."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from century.bots.greedy import Greedy
from century.bots.master import Master
from century.bots.planner import Turn, state_after
from century.bots.weights import lacking_search_fields
from century.core.engine import legal, score
from century.core.kernel import State
from century.neural.nodes import MAX_SEATS
from century.neural.turn_search import (
    MAX_DECISIONS,
    TurnSearch,
    allocate_turn_search,
    evaluate_state,
    plan_turn,
    search_root,
)
from century.position import Position

__all__ = ["EvaluatedTurn", "evaluate_turns"]

REST = 8  # the rest of each turn is planned with this fraction of the simulations
HIDDEN_SEED = 0  # for the order of the hidden cards: the same for everybody who asks


class EvaluatedTurn(NamedTuple):
    """A turn, or the rest of the turn in progress."""

    actions: Turn
    chance: float  # to win
    lead: float  # over the best rival at the end of the game, in points


def evaluate_turns(
    master: Master, position: Position, count: int, budget: float
) -> list[EvaluatedTurn]:
    """Return the best turns of the seat to move, the one with the highest chance first.

    The search evaluates the first decision of each. If it has fewer options than are asked for,
    the network alone evaluates other ways to complete the turn.
    """
    shown = position.redeal(position.seat, HIDDEN_SEED)
    simulations = max(1, master.affordable(position.game, budget))
    network, seed = master.network(position.game), np.uint64(master.seed)
    # For the rest of each turn, after its first decision, and for evaluations.
    rest = allocate_turn_search(network, simulations // REST)
    forced, s = _skip_forced(shown.state)
    search = allocate_turn_search(network, simulations, first=simulations)
    search_root(s, seed, simulations, search)
    turns = [
        turn._replace(actions=(*forced, *turn.actions))
        for turn in _searched(s, seed, search, simulations // REST, rest)
    ]
    if len(turns) < count and not lacking_search_fields(position.game.spec):
        turns += _completed(shown, turns, rest)
    return turns[:count]


def _searched(
    s: State, seed: np.uint64, search: TurnSearch, simulations: int, rest: TurnSearch
) -> list[EvaluatedTurn]:
    """Return a turn for each option of the first decision that the search has visited."""
    seat = int(s.seat)
    first, root = int(legal(s)[0]), int(search.trees.root[0])
    visits = search.trees.action_visits[0, root].copy()
    totals = search.trees.action_total[0, root].copy()
    chances = totals / np.maximum(visits, 1)
    finalists = np.flatnonzero(2 * visits >= visits.max())
    chosen = int(max(finalists, key=lambda k: chances[k]))
    turns = []
    for k in (chosen, *(k for k in np.flatnonzero(visits).tolist() if k != chosen)):
        after = state_after(s, (first + k,))
        remaining = _complete(s, after, seed, simulations, rest)
        _chance, lead = _evaluate(after, seat, rest)
        turns.append(EvaluatedTurn((first + k, *remaining), float(chances[k]), lead))
    return _ordered(turns)


def _skip_forced(s: State) -> tuple[Turn, State]:
    """Return the decisions of the turn that have one option, and the first state with several.

    It leaves the last decision of a turn, even if it has one option.
    """
    forced: Turn = ()
    while True:
        first, options = legal(s)
        only = int(first) + int(options).bit_length() - 1
        after = state_after(s, (only,))
        if int(options).bit_count() != 1 or not _same_turn(s, after) or not legal(after)[1]:
            return forced, s
        forced, s = (*forced, only), after


def _same_turn(one: State, other: State) -> bool:
    return bool(one.seat == other.seat and one.rounds == other.rounds)


def _complete(
    before: State, after: State, seed: np.uint64, simulations: int, search: TurnSearch
) -> Turn:
    """Complete a turn in the best way, and change `after` to the state after the turn."""
    if not _same_turn(before, after):
        return ()
    out = np.zeros(MAX_DECISIONS, np.int16)
    count = plan_turn(after, seed, simulations, search, out)
    return tuple(out[:count].tolist())


def _evaluate(s: State, seat: int, search: TurnSearch) -> tuple[float, float]:
    """Return a seat's chance to win and its expected lead, by the network or the final result."""
    players = int(s.players)
    chances, points = np.zeros(MAX_SEATS, np.float32), np.zeros(MAX_SEATS, np.float32)
    if legal(s)[1]:
        evaluate_state(s, search, chances, points)
    else:
        points[:players] = [score(s, other) for other in range(players)]
        winner = max(range(players), key=lambda other: (points[other], other))
        chances[winner] = 1.0
    best_rival = max(float(points[other]) for other in range(players) if other != seat)
    return float(chances[seat]), float(points[seat]) - best_rival


def _ordered(turns: list[EvaluatedTurn]) -> list[EvaluatedTurn]:
    """Sort turns by chance, but leave the first one, which the search visited often, in its place.

    The chances of turns with few visits are uncertain, so none of these comes before it.
    """
    chosen, *others = turns
    capped = [turn._replace(chance=min(chosen.chance, turn.chance)) for turn in others]
    return [chosen, *sorted(capped, key=lambda turn: -turn.chance)]


def _completed(
    position: Position, listed: list[EvaluatedTurn], search: TurnSearch
) -> list[EvaluatedTurn]:
    """Return all other turns, evaluated by the network alone, below those that the search visited.

    `Greedy` lists all turns.
    """
    seat, known = position.seat, {turn.actions for turn in listed}
    turns = []
    for option in Greedy().options(position, seat, 1.0):
        if option.actions not in known:
            after = state_after(position.state, option.actions)
            chance, lead = _evaluate(after, seat, search)
            turns.append(EvaluatedTurn(option.actions, min(chance, listed[-1].chance), lead))
    return sorted(turns, key=lambda turn: -turn.chance)
