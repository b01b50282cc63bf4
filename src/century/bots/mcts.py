"""The bot that searches the tree of decisions."""

from __future__ import annotations

from century.bots.knowledge import Knowledge, as_known, knowledge
from century.bots.tree import (
    Judgement,
    Manner,
    Tree,
    favourite,
    grow,
    is_full,
    plant,
    room_for_tree,
)
from century.kernel import generator
from century.position import Position

# Bots have no clock: a second stands for so much work (see planner.py).
SIMULATIONS_A_SECOND = 40_000
NODES_A_SIMULATION = 16
MANNER = Manner(curiosity=0.6, first_sight=0.5, doubt=5.0, doubt_a_round=0.5)


class TreeSearcher:
    """Grows a tree of decisions, hidden cards dealt anew each time, and follows its trunk."""

    def __init__(
        self,
        seed: int = 0,
        simulations: int = 10_000,
        manner: Manner = MANNER,
        known: Knowledge | None = None,
    ) -> None:
        self.simulations = simulations
        self.manner = manner
        self._known = known
        self._random = generator(seed)
        self._tree: Tree | None = None
        self._next: tuple[bytes, int] | None = None  # the decision expected next, and its node

    def choose(self, position: Position, seat: int, budget: float) -> int:
        """Return the decision that was looked at most."""
        known = self._known or knowledge(position.game)
        if self._tree is None or self._tree.states.dtype != position.game.state:
            self._tree = room_for_tree(position.game, NODES_A_SIMULATION * self.simulations)
        tree = self._tree
        # What was found out about later decisions of this turn is not looked for again.
        seen = as_known(position).tobytes()
        root = self._next[1] if self._next is not None and self._next[0] == seen else 0
        if root == 0 or is_full(tree):
            plant(tree)
            root = 0
        wanted = min(self.simulations, int(budget * SIMULATIONS_A_SECOND))
        todo = max(1, wanted - int(tree.visits[root]))
        judgement = Judgement(self.manner, known.left, known.weights)
        grow(position.state, root, seat, todo, judgement, self._random, tree)
        best = int(favourite(root, tree))
        action = int(tree.action[best])
        self._next = as_known(position.apply(action)).tobytes(), best
        return action
