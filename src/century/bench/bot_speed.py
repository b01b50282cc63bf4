"""The speed of the bots' search."""

from __future__ import annotations

from century.bench.measures import Row, compare, rate
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

TARGET_TURNS = 200_000  # per second
TARGET_RATIO = 10  # simulations per second, as a multiple of the peer's
ROUND = 10  # of the position that the bots search
SIMULATIONS = 2_000


def bot_speed(chosen: Game, seconds: float) -> list[Row]:
    """Measure the simulated turns of the planner and the simulations of the tree search."""
    position = midgame(chosen)
    turns = repeat(lambda _number: planned_turns(position), seconds)
    return [
        Row("planner", rate(turns, "turns"), "", "", "200 k turns/s", turns >= TARGET_TURNS),
        compare("mcts", lambda time: simulations(position, time), MCTS, TARGET_RATIO, seconds),
    ]


def midgame(chosen: Game) -> Position:
    """Return a position from the middle of a game between planners."""
    position = chosen.start(players=chosen.players[0], seed=1)
    planner = Planner(size=BeamSize(width=10, depth=4))
    while position.turn[0] < ROUND:
        position = position.apply(ask(planner, position, position.seat, 1.0, seed=1))
    return position


def planned_turns(position: Position) -> int:
    """Plan a turn; return the number of turns that were simulated."""
    seat, s, size = position.seat, public_state(position), Planner().size
    planning = Planning(position.game, fitted_weights(position.game), size.width)
    planning.plan(s, seat, size, planning.default_forecast(s, seat, size))
    return int(planning.beam.simulated[0])


def simulations(position: Position, seconds: float) -> float:
    """Run tree searches for a number of seconds; return the simulations per second."""
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
