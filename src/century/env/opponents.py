"""The players of the seats that a learner does not play.

An opponent is the name of a bot, a class of bots, a bot object or a policy: a function of
observations, masks and seats that returns actions. In a batch, random bots and planners (`greedy`
and the levels up to `hard`) decide in compiled loops over all games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from random import Random
from typing import Any, Protocol, TypeGuard

import numpy as np
import numpy.typing as npt

from century.bots import Bot, BotLike, ask, bot
from century.bots.ask import close_bot, hidden_seed
from century.bots.levels import STALEMATE_ROUND, Level
from century.bots.planner import Planner, fit_to_budget
from century.bots.random import RandomBot
from century.bots.search.decide import Search, allocate_memory, allocate_search, forget
from century.bots.search.opponents import (
    History,
    Outcomes,
    Table,
    allocate_history,
    allocate_outcomes,
    grown,
    note_steps,
    play_planners,
    play_random_bots,
)
from century.bots.weights import fitted_weights
from century.core.lockstep import LEAVE, Flags
from century.core.observation import Numbers
from century.env.batch import Batch
from century.errors import BadCount, BadOption, BadSeat, BotNonsense, UnknownBot

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

BUDGET = 1.0  # seconds for each decision of a bot
HIDDEN_SEED = 0  # for the order of hidden cards that bots see: the same in all games
ROOM = 64  # entries that an array of memories must have free before bots take a turn

Seats = npt.NDArray[np.int64]


class Policy(Protocol):
    """A function that decides in several games at once."""

    def __call__(self, observations: Numbers, masks: Flags, seats: Seats, /) -> Any:
        """Return an action for each row."""
        ...


Opponent = BotLike | Policy


def is_policy(opponent: Opponent) -> TypeGuard[Policy]:
    """Tell whether an opponent is a policy and not a bot."""
    return callable(opponent) and not isinstance(opponent, type) and not hasattr(opponent, "choose")


def check_opponents(opponents: Opponent | Sequence[Opponent], players: int) -> list[Opponent]:
    """Return the opponent on each seat after the learner; a single one takes all seats."""
    if isinstance(opponents, list | tuple):
        found: list[Opponent] = list(opponents)
    else:
        found = [opponents] * (players - 1)  # type: ignore[list-item]  # it is no sequence
    if len(found) != players - 1:
        raise BadCount(f"{players} players need {players - 1} opponents, not {len(found)}")
    for one in found:
        if not isinstance(one, str) and not callable(one) and not hasattr(one, "choose"):
            raise UnknownBot(f"a {type(one).__name__} is neither a bot nor the name of one")
    return found


def bot_seed(deal: int, place: int) -> int:
    """Return the seed of the bot on the n-th seat after the learner, for a game's deal."""
    return Random(f"{deal} {place}").getrandbits(63)


def ask_policy(
    policy: Policy, observations: Numbers, masks: Flags, seats: Seats, games: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Return the actions that a policy chooses, or raise BotNonsense; `games` are their numbers."""
    chosen = np.asarray(policy(observations, masks, seats))
    if chosen.shape != (len(masks),) or chosen.dtype.kind not in "iu":
        raise BotNonsense(
            f"the policy answered with shape {chosen.shape} of {chosen.dtype}, "
            f"instead of {len(masks)} whole numbers"
        )
    exists = (chosen >= 0) & (chosen < masks.shape[1])
    legal = masks[np.arange(len(masks)), np.where(exists, chosen, 0)] & exists
    if not legal.all():
        row = int(legal.argmin())
        raise BotNonsense(
            f"the policy answered {chosen[row]}, which is not legal in game {games[row]}"
        )
    return chosen.astype(np.int64)


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
        if not np.array_equal(self._seeds, self.batch.seeds):
            self.restart(self._seeds != self.batch.seeds)

    def _make_room(self) -> None:
        actions, lengths = self.history
        if grown(actions, lengths, ROOM):
            self.history = History(np.hstack([actions, np.zeros_like(actions)]), lengths)

    @property
    def table(self) -> Table:
        """The games of the batch, for compiled loops."""
        return Table(*self.batch._engine.parts())

    def run(self, loop: Callable[[int, npt.NDArray[np.int64]], None], which: Any) -> None:
        """Divide a loop over games among the threads, and update the masks and observations.

        The loop gets the number of its thread and its games. The first thread is the caller's.
        """
        if self.threads is None:
            loop(0, which)
        else:
            first, *others = np.array_split(which, self.thread_count)
            started = [self.threads.submit(loop, n, part) for n, part in enumerate(others, 1)]
            try:
                loop(0, first)
            finally:
                wait(started)
            for future in started:
                future.result()
        self.batch._engine.write_outputs()

    def close(self) -> None:
        """Close all bots."""
        for player in self._players:
            player.close()


class _Player(Protocol):
    """Decides for one of the seats after the learner."""

    def play(self, which: npt.NDArray[np.int64]) -> None:
        """Decide in these games, once or until the turn is over."""
        ...

    def restart(self, which: npt.NDArray[np.int64]) -> None:
        """Forget these games."""
        ...

    def close(self) -> None: ...


def _player(others: Opponents, opponent: Opponent, place: int) -> _Player:
    """Return the player for an opponent: compiled, if the opponent is a bot that can be."""
    if is_policy(opponent):
        return _PolicyPlayer(others, opponent)
    assert not callable(opponent) or isinstance(opponent, type)
    bots = _BotPlayer(others, opponent, place)
    if not isinstance(opponent, str):
        return bots
    first = bots.bot(0)
    if type(first) is RandomBot:
        return _RandomPlayer(others)
    if isinstance(first, Level):
        planner = first.player(others.batch.game)
        return _PlannerPlayer(others, planner, bots) if type(planner) is Planner else bots
    if isinstance(first, Planner) and type(first).options is Planner.options:
        return _PlannerPlayer(others, first, None)
    return bots


class _RandomPlayer:
    """Random bots in compiled code."""

    def __init__(self, others: Opponents) -> None:
        self._others = others
        self._actions = np.full(len(others.batch), LEAVE)

    def play(self, which: npt.NDArray[np.int64]) -> None:
        others = self._others
        table, outcomes, history = others.table, others.outcomes, others.history
        others.run(
            lambda _thread, part: play_random_bots(table, outcomes, history, self._actions, part),
            which,
        )

    def restart(self, which: npt.NDArray[np.int64]) -> None:
        """Do nothing: the games keep the generators."""

    def close(self) -> None:
        """Do nothing."""


class _PlannerPlayer:
    """Planners in compiled code; in a stalemate, levels decide one by one."""

    def __init__(self, others: Opponents, planner: Planner, levels: _BotPlayer | None) -> None:
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
        self._hidden_seeds = np.zeros((0, others.batch.players), np.uint64)

    def play(self, which: npt.NDArray[np.int64]) -> None:
        others = self._others
        table, outcomes, history = others.table, others.outcomes, others.history
        rounds = table.states["rounds"][which].astype(np.int64)
        if self._levels is not None and (late := rounds > STALEMATE_ROUND).any():
            self._levels.play(which[late])
            which, rounds = which[~late], rounds[~late]
            if not len(which):
                return
        self._make_room(int(rounds.max()))
        memory, seeds = self._memory, self._hidden_seeds
        others.run(
            lambda thread, part: play_planners(
                table,
                outcomes,
                history,
                self._actions,
                self._searches[thread],
                memory,
                seeds,
                part,
            ),
            which,
        )

    def _make_room(self, last_round: int) -> None:
        tried = self._memory.tried
        if grown(tried, self._memory.tried_counts, ROOM):
            self._memory = self._memory._replace(tried=np.hstack([tried, np.zeros_like(tried)]))
        known, players = self._hidden_seeds.shape
        if last_round >= known:
            more = [
                [hidden_seed(HIDDEN_SEED, (number, seat)) for seat in range(players)]
                for number in range(known, last_round + 50)
            ]
            self._hidden_seeds = np.vstack([self._hidden_seeds, np.array(more, np.uint64)])

    def restart(self, which: npt.NDArray[np.int64]) -> None:
        for i in which:
            forget(i, self._memory)
        if self._levels is not None:
            self._levels.restart(which)

    def close(self) -> None:
        """Do nothing: planners hold no resources."""


class _PolicyPlayer:
    """A policy, which gets all games in which it decides at once."""

    def __init__(self, others: Opponents, policy: Policy) -> None:
        self._others = others
        self._policy = policy

    def play(self, which: npt.NDArray[np.int64]) -> None:
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


class _BotPlayer:
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
        batch = self._others.batch
        actions = np.full(len(batch), LEAVE)
        for i in which.tolist():
            seat = int(batch.seats[i])
            actions[i] = ask(
                self.bot(i), batch.position(i), seat, BUDGET, seed=HIDDEN_SEED, name=self._name
            )
        self._others.apply(actions)

    def restart(self, which: npt.NDArray[np.int64]) -> None:
        if not self._shared:
            for i in which.tolist():
                if i in self._bots:
                    close_bot(self._bots.pop(i), self._name)

    def close(self) -> None:
        while self._bots:
            close_bot(self._bots.popitem()[1], self._name)
