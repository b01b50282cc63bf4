"""The players of the seats that a learner does not play, in every game of a batch.

Random bots, planners (`greedy` and the levels up to `hard`) and `master` decide in compiled loops
over all games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from century.bots.ask import check_plays, hidden_seed
from century.bots.levels import Level
from century.bots.master import Master
from century.bots.planner import Planner
from century.bots.random import RandomBot
from century.bots.search.opponents import (
    History,
    Outcomes,
    Table,
    allocate_history,
    allocate_outcomes,
    grown,
    note_steps,
)
from century.core.lockstep import LEAVE, Flags
from century.core.work_queue import WorkQueue, work_queue
from century.env.batch import Batch
from century.env.master_player import MasterPlayer
from century.env.opponent import (
    BUDGET,
    HIDDEN_SEED,
    Opponent,
    Policy,
    Seats,
    ask_policy,
    bot_seed,
    check_opponents,
    is_policy,
)
from century.env.players import (
    ROOM,
    BotPlayer,
    PlannerPlayer,
    Player,
    PolicyPlayer,
    RandomPlayer,
)
from century.errors import BadOption, BadSeat

__all__ = [
    "BUDGET",
    "HIDDEN_SEED",
    "Opponent",
    "Opponents",
    "Policy",
    "ask_policy",
    "bot_seed",
    "check_opponents",
    "is_policy",
]


class Opponents:
    """Plays all seats but the learner's, in every game of a batch on the CPU.

    A class of bots, or a name, gives each game a bot of its own. An object or a policy decides in
    all games.

    >>> games = Batch("spice-road", players=2, games=3, seed=7)
    >>> others = Opponents(games, "greedy", learners=0)
    >>> others.step(games.masks.argmax(axis=1)).rewards.tolist()
    [0.0, 0.0, 0.0]
    >>> games.seats.tolist()
    [0, 0, 0]
    """

    def __init__(
        self,
        batch: Batch,
        opponents: Opponent | Sequence[Opponent] = "random",
        *,
        learners: int | Sequence[int] | Seats = 0,
        threads: int = 1,
        recorded: bool = False,
    ) -> None:
        if batch.device != "cpu":
            raise BadOption("opponents decide on the CPU: they need a batch with device='cpu'")
        self.batch = batch
        self.outcomes: Outcomes = allocate_outcomes(len(batch))
        self.history: History = allocate_history(len(batch), recorded)
        self.set_learners(learners)
        self.threads = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self.thread_count = threads
        self._hidden_seeds = np.zeros((0, batch.players), np.uint64)
        given = check_opponents(opponents, batch.players)
        self._players = [_player(self, one, place) for place, one in enumerate(given)]
        self._seeds = batch.seeds.copy()
        self._actions = np.full(len(batch), LEAVE)

    @property
    def learners(self) -> Seats:
        """The seat of the learner in each game."""
        return self.outcomes.learners

    def set_learners(self, seats: int | Sequence[int] | Seats) -> None:
        """Change the seats of the learner."""
        found = np.broadcast_to(np.asarray(seats), (len(self.batch),))
        if found.dtype.kind not in "iu" or ((found < 0) | (found >= self.batch.players)).any():
            raise BadSeat(f"the seat of the learner is 0 to {self.batch.players - 1}")
        self.outcomes.learners[:] = found

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> Outcomes:
        """Apply the learner's actions, then let the others decide; return what happened."""
        self._clear_outcomes()
        self.apply(actions)
        return self._play()

    def play(self) -> Outcomes:
        """Let the others decide until the learner decides in each game, or the game has ended."""
        self._clear_outcomes()
        return self._play()

    def apply(self, actions: npt.NDArray[np.integer[Any]]) -> None:
        """Apply one action in each game; LEAVE leaves a game unchanged."""
        self._forget_replaced_games()
        self._make_room()
        self.batch.step(actions)
        self._actions[:] = actions
        note_steps(self.table, self.outcomes, self.history, self._actions)

    def _clear_outcomes(self) -> None:
        self.outcomes.rewards[:] = 0
        self.outcomes.terminated[:] = self.outcomes.truncated[:] = False

    def _play(self) -> Outcomes:
        batch = self.batch
        while True:
            self._forget_replaced_games()
            waiting = (batch.options != 0) & (batch.seats != self.learners)
            if not waiting.any():
                return self.outcomes
            places = (batch.seats - self.learners) % batch.players - 1
            for place, player in enumerate(self._players):
                which = np.flatnonzero(waiting & (places == place))
                if len(which):
                    self._make_room()
                    player.play(which)

    def restart(self, chosen: Flags | None = None) -> None:
        """Forget the chosen games, or all: close their bots and clear what bots remember.

        This happens by itself when a game is replaced by one with another seed.
        """
        which = np.arange(len(self.batch)) if chosen is None else np.flatnonzero(chosen)
        for player in self._players:
            player.restart(which)
        self.history.lengths[which] = 0
        self._seeds[which] = self.batch.seeds[which]

    def _forget_replaced_games(self) -> None:
        replaced = self._seeds != self.batch.seeds
        if replaced.any():
            self.restart(replaced)

    def _make_room(self) -> None:
        actions, lengths = self.history
        if grown(actions, lengths, ROOM):
            self.history = History(np.hstack([actions, np.zeros_like(actions)]), lengths)

    @property
    def table(self) -> Table:
        """The games of the batch, for compiled loops."""
        return Table(*self.batch._engine.parts())

    def run(self, loop: Callable[[int, WorkQueue], None], which: Any) -> None:
        """Divide a loop that takes actions, and update the masks and observations."""
        self.divide(loop, which)
        self.batch._engine.write_outputs()

    def divide(self, loop: Callable[[int, WorkQueue], None], which: Any) -> None:
        """Run a loop over games in all threads, which take the games from one queue.

        The loop gets the number of its thread and the queue. The first thread is the caller's.
        """
        queue = work_queue(which)
        if self.threads is None:
            loop(0, queue)
            return
        started = [self.threads.submit(loop, n, queue) for n in range(1, self.thread_count)]
        try:
            loop(0, queue)
        finally:
            faults = [future.exception() for future in started]  # waits for each
        for fault in filter(None, faults):
            raise fault

    def hidden_seeds(self, last_round: int) -> npt.NDArray[np.uint64]:
        """Return the seeds for the hidden cards that bots see, by round and seat.

        The array has at least the rows up to `last_round`.
        """
        known, players = self._hidden_seeds.shape
        if last_round >= known:
            more = [
                [hidden_seed(HIDDEN_SEED, (number, seat)) for seat in range(players)]
                for number in range(known, last_round + 50)
            ]
            self._hidden_seeds = np.vstack([self._hidden_seeds, np.array(more, np.uint64)])
        return self._hidden_seeds

    def close(self) -> None:
        """Close all bots."""
        for player in self._players:
            player.close()


def _player(others: Opponents, opponent: Opponent, place: int) -> Player:
    """Return the player for an opponent: compiled, if the opponent is a bot that can be."""
    if is_policy(opponent):
        return PolicyPlayer(others, opponent)
    assert not callable(opponent) or isinstance(opponent, type)
    bots = BotPlayer(others, opponent, place)
    if not isinstance(opponent, str):
        return bots
    first = bots.bot(0)
    if type(first) is RandomBot:
        return RandomPlayer(others)
    if isinstance(first, Master):
        check_plays(first, others.batch.game, opponent)
        return MasterPlayer(others, first, bots, place, BUDGET)
    if isinstance(first, Level):
        planner = first.player(others.batch.game)
        return PlannerPlayer(others, planner, bots) if type(planner) is Planner else bots
    if isinstance(first, Planner) and type(first).options is Planner.options:
        return PlannerPlayer(others, first, None)
    return bots
