"""A tournament: who plays whom on which deals, begun or gone on with."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, count

from century.arena.executors import Executor, Games
from century.arena.match import Job, Result, derive
from century.arena.results import Header, InOrder, Results
from century.arena.standings import Standings
from century.errors import BadCount, BadPlayers, BadResults
from century.position import check_seed, game

__all__ = ["Tournament", "run"]

BUDGET = 1.0  # seconds a turn
ROUNDS = 200  # after which a game ends as it stands


@dataclass(frozen=True)
class Tournament:
    """All that the results depend on: the game, who takes part, and the seed of everything.

    >>> [job.seats for job in Tournament("spice-road", ("a", "b"), seed=1).jobs(deals=1)]
    [('a', 'b'), ('b', 'a')]
    """

    game: str
    entrants: tuple[str, ...]
    seed: int
    players: int = 0  # as many as entrants, unless told
    options: Mapping[str, str] = field(default_factory=dict)
    budget: float = BUDGET
    stall: float = 0.0  # five budgets and five seconds, unless told
    rounds: int = ROUNDS

    def __post_init__(self) -> None:
        chosen = game(self.game)
        check_seed(self.seed)
        for name in ("budget", "stall"):
            if not math.isfinite(getattr(self, name)) or getattr(self, name) < 0:
                raise BadCount(f"{name} is a number of seconds, not {getattr(self, name)}")
        if self.rounds < 1:
            raise BadCount(f"a number of rounds is a whole number from 1, not {self.rounds}")
        # A frozen dataclass is completed this way; after this nothing changes.
        complete = object.__setattr__
        complete(self, "players", chosen.check_players(self.players or len(self.entrants)))
        complete(self, "stall", self.stall or 5 * self.budget + 5)
        complete(self, "options", chosen.check_options(self.options))
        if len(self.entrants) < self.players:
            raise BadPlayers(
                f"{len(self.entrants)} entrants are too few for {self.players} seats; "
                "name one as often as it shall sit there"
            )

    @cached_property
    def line_ups(self) -> list[tuple[int, ...]]:
        """The entrants of each table, as indices: all combinations that fill the seats."""
        return list(combinations(range(len(self.entrants)), self.players))

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants, each once."""
        return tuple(dict.fromkeys(self.entrants))

    @property
    def is_duel(self) -> bool:
        """Whether two entrants play each other at tables of two."""
        return self.players == 2 and len(self.entrants) == len(self.names) == 2

    @property
    def games_a_deal(self) -> int:
        """How many games are played on one deal: every line-up in all rotations."""
        return len(self.line_ups) * self.players

    def jobs(self, deals: int | None, done: Container[int] = ()) -> Iterator[Job]:
        """Yield the games, deal by deal, but for those done; without end if deals is None."""
        games = count() if deals is None else range(deals * self.games_a_deal)
        return (self.job(number) for number in games if number not in done)

    def job(self, number: int) -> Job:
        """Return a game by its number."""
        table, rotation = divmod(number, self.players)
        deal, line_up = divmod(table, len(self.line_ups))
        chosen = self.line_ups[line_up]
        seated = [chosen[(seat + rotation) % self.players] for seat in range(self.players)]
        return Job(
            number=number,
            deal=deal,
            line_up=line_up,
            rotation=rotation,
            game=self.game,
            options=self.options,
            seats=tuple(self.entrants[index] for index in seated),
            deal_seed=derive(self.seed, "deal", deal),
            bot_seeds=tuple(derive(self.seed, "bot", deal, i, rotation) for i in seated),
            hidden_seed=derive(self.seed, "hidden", deal),
            budget=self.budget,
            stall=self.stall,
            rounds=self.rounds,
        )

    def check(self, result: Result) -> None:
        """Raise BadResults if a result is not one of this tournament's games."""
        job = self.job(result.number)
        if (result.seats, result.seed) != (job.seats, job.deal_seed):
            raise BadResults(f"game {result.number} of the results file is not of this tournament")

    def header(self) -> Header:
        """Return what a results file says of its tournament."""
        return {
            "game": self.game,
            "rules": game(self.game).rules_version,
            "players": self.players,
            "options": dict(self.options),
            "entrants": list(self.entrants),
            "seed": self.seed,
            "budget": self.budget,
            "stall": self.stall,
            "rounds": self.rounds,
        }


def check_deals(deals: int) -> int:
    """Return the number of deals, or raise BadCount."""
    if deals < 1:
        raise BadCount(f"a number of deals is a whole number from 1, not {deals}")
    return deals


def run(
    tournament: Tournament,
    standings: Standings,
    executor: Executor,
    deals: int | None = None,
    results: Results | None = None,
) -> Games:
    """Play what is not in the results yet and yield it as it comes; close this to stop.

    The standings count games in the order of their numbers, so that they come out the same
    however many are played at a time. Without a number of deals it goes on until they are decided.
    """
    order = InOrder()
    try:
        for result in results.read() if results else ():
            tournament.check(result)
            _count(standings, order, result)
        done = results.done if results else set()
        with closing(executor.play(tournament.jobs(deals, done))) as games:
            while not standings.decided and (played := next(games, None)) is not None:
                if results:
                    results.append(played)
                _count(standings, order, played)
                yield played
    finally:
        for early in order.rest():
            standings.add_early(early)


def _count(standings: Standings, order: InOrder, result: Result) -> None:
    for ready in order.add(result):
        standings.add(ready)
