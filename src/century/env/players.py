"""How opponents decide in many games: in compiled loops if possible, otherwise one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from century.bots import Bot, BotLike, ask, bot
from century.bots.ask import close_bot
from century.bots.planner import Planner, fit_to_budget
from century.bots.search.decide import Search, allocate_memory, allocate_search, forget
from century.bots.search.opponents import grown, play_planners, play_random_bots
from century.bots.stalemate import STALEMATE_ROUND
from century.bots.weights import fitted_weights
from century.core.lockstep import LEAVE
from century.env.opponent import BUDGET, HIDDEN_SEED, Policy, ask_policy, bot_seed

if TYPE_CHECKING:
    from century.env.opponents import Opponents

__all__ = ["ROOM", "BotPlayer", "PlannerPlayer", "Player", "PolicyPlayer", "RandomPlayer"]

ROOM = 64  # entries that an array of memories must have free before bots take a turn


class Player(Protocol):
    """Decides for one of the seats after the learner."""

    def play(self, which: npt.NDArray[np.int64]) -> None:
        """Decide in these games, once or until the turn is over."""
        ...

    def restart(self, which: npt.NDArray[np.int64]) -> None:
        """Forget these games."""
        ...

    def close(self) -> None:
        """Close what the player has opened."""
        ...


class RandomPlayer:
    """Random bots in compiled code."""

    def __init__(self, others: Opponents) -> None:
        self._others = others
        self._actions = np.full(len(others.batch), LEAVE)

    def play(self, which: npt.NDArray[np.int64]) -> None:
        """Take a turn in each of these games."""
        others = self._others
        table, outcomes, history = others.table, others.outcomes, others.history
        others.run(
            lambda _thread, queue: play_random_bots(table, outcomes, history, self._actions, queue),
            which,
        )

    def restart(self, which: npt.NDArray[np.int64]) -> None:
        """Do nothing: the games keep the generators."""

    def close(self) -> None:
        """Do nothing."""


class PlannerPlayer:
    """Planners in compiled code; in a stalemate, levels decide one by one."""

    def __init__(self, others: Opponents, planner: Planner, levels: BotPlayer | None) -> None:
        self._others = others
        self._levels = levels
        game = others.batch.game
        size = fit_to_budget(planner.size, BUDGET)
        fitted = planner.fitted or fitted_weights(game)
        self._searches: list[Search] = [
            allocate_search(game, size, fitted) for _ in range(others.thread_count)
        ]
        self._memory = allocate_memory(game, len(others.batch), 2 * ROOM)
        self._actions = np.full(len(others.batch), LEAVE)

    def play(self, which: npt.NDArray[np.int64]) -> None:
        """Take a turn in each of these games."""
        others = self._others
        table, outcomes, history = others.table, others.outcomes, others.history
        rounds = table.states["rounds"][which].astype(np.int64)
        if self._levels is not None and (late := rounds > STALEMATE_ROUND).any():
            self._levels.play(which[late])
            which, rounds = which[~late], rounds[~late]
            if not len(which):
                return
        self._make_room()
        memory, seeds = self._memory, others.hidden_seeds(int(rounds.max()))
        others.run(
            lambda thread, queue: play_planners(
                table,
                outcomes,
                history,
                self._actions,
                self._searches[thread],
                memory,
                seeds,
                queue,
            ),
            which,
        )

    def _make_room(self) -> None:
        tried = self._memory.tried
        if grown(tried, self._memory.tried_counts, ROOM):
            self._memory = self._memory._replace(tried=np.hstack([tried, np.zeros_like(tried)]))

    def restart(self, which: npt.NDArray[np.int64]) -> None:
        """Forget these games."""
        for i in which:
            forget(i, self._memory)
        if self._levels is not None:
            self._levels.restart(which)

    def close(self) -> None:
        """Do nothing: planners hold no resources."""


class PolicyPlayer:
    """A policy, which gets all games in which it decides at once."""

    def __init__(self, others: Opponents, policy: Policy) -> None:
        self._others = others
        self._policy = policy

    def play(self, which: npt.NDArray[np.int64]) -> None:
        """Take one decision in each of these games."""
        batch = self._others.batch
        masks, seats = batch.masks[which], batch.seats[which]
        observed = batch.observe(batch.seats)[which]
        chosen = ask_policy(self._policy, observed, masks, seats, which)
        actions = np.full(len(batch), LEAVE)
        actions[which] = chosen
        self._others.apply(actions)

    def restart(self, which: npt.NDArray[np.int64]) -> None:
        """Do nothing: a policy has no memory."""

    def close(self) -> None:
        """Do nothing."""


class BotPlayer:
    """Bots that decide one after the other, each game with its own, or one object for all."""

    def __init__(self, others: Opponents, source: BotLike, place: int) -> None:
        self._others = others
        self._source = source
        self._place = place
        self._shared = not isinstance(source, str | type)
        self._bots: dict[int, Bot] = {}

    @property
    def _name(self) -> str:
        source = self._source
        return source if isinstance(source, str) else getattr(source, "__name__", "")

    def bot(self, i: int) -> Bot:
        """Return the bot of game i."""
        key = 0 if self._shared else i
        if key not in self._bots:
            seed = bot_seed(int(self._others.batch.seeds[i]), self._place)
            self._bots[key] = bot(self._source, seed)
        return self._bots[key]

    def play(self, which: npt.NDArray[np.int64]) -> None:
        """Take one decision in each of these games."""
        batch = self._others.batch
        actions = np.full(len(batch), LEAVE)
        for i in which.tolist():
            seat = int(batch.seats[i])
            actions[i] = ask(
                self.bot(i), batch.position(i), seat, BUDGET, seed=HIDDEN_SEED, name=self._name
            )
        self._others.apply(actions)

    def restart(self, which: npt.NDArray[np.int64]) -> None:
        """Close the bots of these games; an object that decides in all games stays."""
        if not self._shared:
            for i in which.tolist():
                if i in self._bots:
                    close_bot(self._bots.pop(i), self._name)

    def close(self) -> None:
        """Close the bots of all games."""
        while self._bots:
            close_bot(self._bots.popitem()[1], self._name)
