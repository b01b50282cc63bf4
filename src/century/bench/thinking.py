"""How fast the bots think."""

from __future__ import annotations

from century.bench.measures import Row, against, rate
from century.bench.peers import MCTS, repeat
from century.bots import ask
from century.bots.mcts import PUCT
from century.bots.planner import Planner
from century.bots.planning import Planning
from century.bots.search.beam import BeamSize
from century.bots.search.tree import LeafEvaluation, allocate_tree, reset_tree, run_simulations
from century.bots.weights import fitted_weights, public_state
from century.core.kernel import generator
from century.position import Game, Position

TURNS_WANTED = 200_000  # a second
PEER_WANTED = 10  # times as many simulations
ROUND = 10  # from which the bots are to think
SIMULATIONS = 2_000


def thinking(chosen: Game, seconds: float) -> list[Row]:
    """Measure the planner's simulated turns and the tree search's simulations a second."""
    position = midgame(chosen)
    turns = repeat(lambda _number: planned_turns(position), seconds)
    return [
        Row("planner", rate(turns, "turns"), "", "", "200 k turns/s", turns >= TURNS_WANTED),
        against("mcts", lambda time: simulations(position, time), MCTS, PEER_WANTED, seconds),
    ]


def midgame(chosen: Game) -> Position:
    """Return a position some rounds into a game of two planners."""
    position = chosen.start(players=chosen.players[0], seed=1)
    planner = Planner(size=BeamSize(width=10, depth=4))
    while position.turn[0] < ROUND:
        position = position.apply(ask(planner, position, position.seat, 1.0, seed=1))
    return position


def planned_turns(position: Position) -> int:
    """Plan a turn and return how many turns were simulated for it."""
    seat, s, size = position.seat, public_state(position), Planner().size
    planning = Planning(position.game, fitted_weights(position.game), size.width)
    planning.plan(s, seat, size, planning.default_forecast(s, seat, size))
    return int(planning.beam.simulated[0])


def simulations(position: Position, seconds: float) -> float:
    """Grow trees for a while and return the simulations a second."""
    known = fitted_weights(position.game)
    evaluation = LeafEvaluation(PUCT, known.rounds_left, known.weights)
    tree = allocate_tree(position.game, 100 * SIMULATIONS)
    random = generator(1)

    def one_tree(_number: int) -> int:
        reset_tree(tree)
        run_simulations(position.state, 0, position.seat, SIMULATIONS, evaluation, random, tree)
        return SIMULATIONS

    one_tree(0)
    return repeat(one_tree, seconds)
