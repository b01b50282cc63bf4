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

# Bots have no clock: a second stands for so much work (see planner.py).
SIMULATIONS_A_SECOND = 40_000
NODES_A_SIMULATION = 16
PUCT = PuctParams(exploration=0.6, prior_scale=0.5, uncertainty=5.0, uncertainty_per_round=0.5)


class TreeSearcher:
    """Grows a tree of decisions, hidden cards dealt anew each time, and follows its trunk."""

    def __init__(
        self,
        seed: int = 0,
        simulations: int = 10_000,
        params: PuctParams = PUCT,
        known: FittedWeights | None = None,
    ) -> None:
        self.simulations = simulations
        self.params = params
        self._known = known
        self._random = generator(seed)
        self._tree: Tree | None = None
        self._next: tuple[bytes, int] | None = None  # the decision expected next, and its node

    def choose(self, position: Position, seat: int, budget: float) -> int:
        """Return the decision that was looked at most."""
        known = self._known or fitted_weights(position.game)
        if self._tree is None or self._tree.states.dtype != position.game.state:
            self._tree = allocate_tree(position.game, NODES_A_SIMULATION * self.simulations)
        tree = self._tree
        # What was found out about later decisions of this turn is not looked for again.
        digest_set = public_state(position).tobytes()
        root = self._next[1] if self._next is not None and self._next[0] == digest_set else 0
        if root == 0 or is_full(tree):
            reset_tree(tree)
            root = 0
        wanted = min(self.simulations, int(budget * SIMULATIONS_A_SECOND))
        todo = max(1, wanted - int(tree.visits[root]))
        evaluation = LeafEvaluation(self.params, known.left, known.weights)
        run_simulations(position.state, root, seat, todo, evaluation, self._random, tree)
        best = int(most_visited(root, tree))
        action = int(tree.action[best])
        self._next = public_state(position.apply(action)).tobytes(), best
        return action
