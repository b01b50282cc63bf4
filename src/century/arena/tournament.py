"""A tournament: the schedule of its games, and running or resuming it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, count

from century.arena.entrants import name_entrants
from century.arena.executors import Executor, Games
from century.arena.match import Job, Result, derive
from century.arena.records import Records
from century.arena.results import Header, InOrder, Results
from century.arena.standings import Standings
from century.bots import BotLike
from century.errors import BadCount, BadPlayers, BadResults
from century.position import check_seed, game

__all__ = ["Tournament", "run"]

BUDGET = 1.0  # seconds for a turn
MAX_SECONDS = 1_000_000  # timers of the operating system do not accept very large numbers
ROUNDS = 200  # after which a game ends with the points as they are


@dataclass(frozen=True)
class Tournament:
    """The settings of a tournament, on which all its results depend.

    An entrant is the name of a bot, a class or an object; each game gets its own copy of an object.

    >>> [job.seats for job in Tournament("spice-road", ("a", "b"), seed=1).jobs(deals=1)]
    [('a', 'b'), ('b', 'a')]
    """

    game: str
    entrants: tuple[BotLike, ...]
    seed: int
    players: int = 0  # seats at a table; 0: the number of entrants
    options: Mapping[str, str] = field(default_factory=dict)
    budget: float = BUDGET
    stall: float = 0.0  # seconds after which a turn is lost; 0: five budgets plus five seconds
    rounds: int = ROUNDS

    def __post_init__(self) -> None:
        chosen = game(self.game)
        check_seed(self.seed)
        for name in ("budget", "stall"):
            if not 0 <= getattr(self, name) <= MAX_SECONDS:
                most = f"a number of seconds up to {MAX_SECONDS:,}"
                raise BadCount(f"{name} is {most}, not {getattr(self, name)}")
        if self.rounds < 1:
            raise BadCount(f"a number of rounds is a whole number from 1, not {self.rounds}")
        if len(self.entrants) < 2 and not self.players:
            raise BadPlayers("name at least two bots; to let a bot play itself, name it twice")
        # The only way to fill in the fields of a frozen dataclass.
        complete = object.__setattr__
        complete(self, "players", chosen.check_players(self.players or len(self.entrants)))
        complete(self, "stall", self.stall or 5 * self.budget + 5)
        complete(self, "options", chosen.check_options(self.options))
        name_entrants(self.entrants)  # raises an error if it is not a bot
        if len(self.entrants) < self.players:
            raise BadPlayers(
                f"{len(self.entrants)} entrants are too few for {self.players} seats; "
                "name one several times to fill several seats with it"
            )

    @property
    def labels(self) -> tuple[str, ...]:
        """The entrants by name: an object or a class has the name of its class."""
        return self._named[0]

    @cached_property
    def _named(self) -> tuple[tuple[str, ...], dict[str, str]]:
        return name_entrants(self.entrants)

    @cached_property
    def line_ups(self) -> list[tuple[int, ...]]:
        """The entrants of each table, as indices: all combinations that fill the seats."""
        return list(combinations(range(len(self.entrants)), self.players))

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants without repetitions."""
        return tuple(dict.fromkeys(self.labels))

    @property
    def is_duel(self) -> bool:
        """Whether this is a match of two different entrants at tables of two."""
        return self.players == 2 and len(self.entrants) == len(self.names) == 2

    @property
    def games_a_deal(self) -> int:
        """The number of games for one deal: every line-up in all rotations."""
        return len(self.line_ups) * self.players

    def jobs(self, deals: int | None, done: Container[int] = ()) -> Iterator[Job]:
        """Yield the games that are not done, deal by deal; without end if deals is None."""
        games = count() if deals is None else range(deals * self.games_a_deal)
        return (self.job(number) for number in games if number not in done)

    def job(self, number: int) -> Job:
        """Return a game by its number."""
        table, rotation = divmod(number, self.players)
        deal, line_up = divmod(table, len(self.line_ups))
        chosen = self.line_ups[line_up]
        seated = [chosen[(seat + rotation) % self.players] for seat in range(self.players)]
        repetition = self._repetitions[number % self.games_a_deal]
        dealt = ("deal", deal) if repetition == 0 else ("deal", deal, "repetition", repetition)
        return Job(
            number=number,
            deal=deal,
            line_up=line_up,
            rotation=rotation,
            game=self.game,
            options=self.options,
            seats=tuple(self.labels[index] for index in seated),
            deal_seed=derive(self.seed, *dealt),
            bot_seeds=tuple(derive(self.seed, "bot", deal, i, rotation) for i in seated),
            hidden_seed=derive(self.seed, "hidden", deal),
            budget=self.budget,
            stall=self.stall,
            rounds=self.rounds,
            bots=self._named[1],
        )

    @cached_property
    def _repetitions(self) -> list[int]:
        """For each game of a deal, how many games before it put the same names on the same seats.

        A game that repeats a seating gets other cards. On the same ones, bots that use no random
        numbers would play the same game again.
        """
        seatings = Counter[tuple[str, ...]]()
        repetitions = []
        for line_up in self.line_ups:
            names = tuple(self.labels[index] for index in line_up)
            for rotation in range(self.players):
                seating = names[rotation:] + names[:rotation]
                repetitions.append(seatings[seating])
                seatings[seating] += 1
        return repetitions

    def check(self, result: Result) -> None:
        """Raise BadResults if a result is not one of this tournament's games."""
        job = self.job(result.number)
        if (result.seats, result.seed) != (job.seats, job.deal_seed):
            raise BadResults(f"game {result.number} of the results file is not of this tournament")

    def header(self) -> Header:
        """Return the settings for the first line of a results file."""
        return {
            "game": self.game,
            "rules": game(self.game).rules_version,
            "players": self.players,
            "options": dict(self.options),
            "entrants": list(self.labels),
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
    records: Records | None = None,
) -> Games:
    """Play the games that are not in the results yet, and yield each result; close this to stop.

    The standings count games in the order of their numbers, so that they do not depend on how many
    games are played at a time. Without a number of deals, it runs until a test is decided.
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
                if records:
                    records.write(tournament.job(played.number), played)
                _count(standings, order, played)
                yield played
    finally:
        for early in order.rest():
            standings.add_early(early)


def _count(standings: Standings, order: InOrder, result: Result) -> None:
    for ready in order.add(result):
        standings.add(ready)
