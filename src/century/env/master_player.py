"""The bot `master` as an opponent in many games: compiled searches, divided among threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from century.bots.master import Master
from century.bots.stalemate import STALEMATE_ROUND
from century.bots.weights import lacking_search_fields
from century.core.lockstep import LEAVE
from century.core.work_queue import WorkQueue
from century.env.opponent import bot_seed
from century.env.players import BotPlayer
from century.neural.batch_turns import allocate_memory, allocate_work, decide_all, forget
from century.neural.turn_search import allocate_turn_search

if TYPE_CHECKING:
    from century.env.opponents import Opponents

__all__ = ["MasterPlayer"]


class MasterPlayer:
    """Decides in all games at once; in a stalemate, the bots decide one by one."""

    def __init__(
        self, others: Opponents, master: Master, bots: BotPlayer, place: int, budget: float
    ) -> None:
        self._others = others
        self._bots = bots
        self._place = place
        game = others.batch.game
        self._breaks_stalemates = not lacking_search_fields(game.spec)
        self._simulations = master.affordable(game, budget)
        network = master.network(game)
        self._buffers = [
            (allocate_turn_search(network, self._simulations), allocate_work(game))
            for _ in range(others.thread_count)
        ]
        self._memory = allocate_memory(game, len(others.batch))
        self._seeds = np.zeros(len(others.batch), np.uint64)
        self._update_seeds(np.arange(len(others.batch)))

    def _update_seeds(self, which: npt.NDArray[np.int64]) -> None:
        deals = self._others.batch.seeds
        for i in which.tolist():
            self._seeds[i] = bot_seed(int(deals[i]), self._place)

    def play(self, which: npt.NDArray[np.int64]) -> None:
        """Take one decision in each of these games."""
        others = self._others
        rounds = others.table.states["rounds"][which].astype(np.int64)
        if self._breaks_stalemates and (late := rounds > STALEMATE_ROUND).any():
            self._bots.play(which[late])
            which, rounds = which[~late], rounds[~late]
            if not len(which):
                return
        states, hidden_seeds = others.table.states, others.hidden_seeds(int(rounds.max()))
        actions = np.full(len(others.batch), LEAVE)

        def decide(thread: int, queue: WorkQueue) -> None:
            search, work = self._buffers[thread]
            decide_all(
                states,
                queue,
                self._seeds,
                hidden_seeds,
                self._simulations,
                search,
                work,
                self._memory,
                actions,
            )

        others.divide(decide, which)
        others.apply(actions)

    def restart(self, which: npt.NDArray[np.int64]) -> None:
        """Forget these games."""
        forget(self._memory, which)
        self._update_seeds(which)
        self._bots.restart(which)

    def close(self) -> None:
        """Close the bots that broke stalemates."""
        self._bots.close()
