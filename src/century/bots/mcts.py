"""The bot that searches the tree of decisions."""

from __future__ import annotations

from century.bots.search.tree import (
    LeafEvaluation,
    PuctParams,
    Tree,
    allocate_tree,
    is_full,
    most_visited,
    reset_tree,
    run_simulations,
)
from century.bots.weights import FittedWeights, fitted_weights, public_state
from century.core.kernel import generator
from century.position import Position

# Bots do not read a clock: a second of budget stands for a fixed amount of work (see planner.py).
SIMULATIONS_PER_SECOND = 40_000
NODES_PER_SIMULATION = 16  # on average, for the size of the tree
PUCT = PuctParams(exploration=0.6, prior_scale=0.5, uncertainty=5.0, uncertainty_per_round=0.5)


class TreeSearcher:
    """Runs a tree search that redeals the hidden cards in each simulation."""

    def __init__(
        self,
        seed: int = 0,
        simulations: int = 10_000,
        params: PuctParams = PUCT,
        fitted: FittedWeights | None = None,
    ) -> None:
        self.simulations = simulations
        self.params = params
        self._fitted = fitted  # None: the weights of the game that is played
        self._random = generator(seed)
        self._tree: Tree | None = None
        self._next: tuple[bytes, int] | None = None  # the next public state of this turn, its node

    def choose(self, position: Position, seat: int, budget: float) -> int:
        """Return the decision with the most visits."""
        fitted = self._fitted or fitted_weights(position.game)
        if self._tree is None or self._tree.states.dtype != position.game.state:
            self._tree = allocate_tree(position.game, NODES_PER_SIMULATION * self.simulations)
        tree = self._tree
        # Later decisions of the same turn continue with the subtree of the decision before.
        state = public_state(position).tobytes()
        root = self._next[1] if self._next is not None and self._next[0] == state else 0
        if root == 0 or is_full(tree):
            reset_tree(tree)
            root = 0
        affordable = min(self.simulations, int(budget * SIMULATIONS_PER_SECOND))
        missing = max(1, affordable - int(tree.visits[root]))
        evaluation = LeafEvaluation(self.params, fitted.rounds_left, fitted.weights)
        run_simulations(position.state, root, seat, missing, evaluation, self._random, tree)
        best = int(most_visited(root, tree))
        action = int(tree.action[best])
        self._next = public_state(position.apply(action)).tobytes(), best
        return action
